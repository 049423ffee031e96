/* SPDX-License-Identifier: MIT */
/* cell.c - what the functions of an atomic model may call: memory, results, random numbers. */
#include "base/hash.h"
#include "devs/kernel/cell.h"
#include "devs/kernel/run.h"

#include <string.h>
#include <math.h>

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *grow_store(saltus_devs *run, struct store *s, size_t bytes)
{
    size_t before = s->room;
    if (!devs_grow(run, (void **)&s->p, &s->room, bytes, 1)) return NULL;
    if (s->room > before) memset((char *)s->p + before, 0, s->room - before);
    s->bytes = bytes;
    return s->p;
}

void *saltus_cell_store(saltus_cell *c, int k, size_t bytes)
{
    if (!c) return NULL;
    struct cell *cell = devs_cell_of(c);
    saltus_devs *run = c->run;
    if (k < 0 || k >= DEVS_STORES) {
        devs_fail(run, cell, SALTUS_EMODEL, NULL, "it asks for memory %d; there are 0 to %d", k,
                  DEVS_STORES - 1);
        return NULL;
    }
    if (!cell->store) cell->store = alloc_array(&run->alloc, DEVS_STORES, sizeof *cell->store);
    if (!cell->store) {
        devs_no_memory(run);
        return NULL;
    }
    struct store *s = &cell->store[k];
    return bytes <= s->bytes && s->p ? s->p : grow_store(run, s, bytes ? bytes : 1);
}

const void *saltus_cell_stored(const saltus_cell *c, int k, size_t *bytes)
{
    if (!c) return NULL;
    const struct cell *cell = devs_cell_of(c);
    bool there = cell->store && k >= 0 && k < DEVS_STORES && cell->store[k].p;
    if (bytes) *bytes = there ? cell->store[k].bytes : 0;
    return there ? cell->store[k].p : NULL;
}

/* ---- Results --------------------------------------------------------------------------------- */

void saltus_cell_show(const saltus_cell *c, int k, int32_t index, const double *poly, int order)
{
    if (!c) return;
    const saltus_devs *run = c->run;
    if (k < 32 && ((const struct cell *)(const void *)c)->mute >> k & 1) return;
    if (run->opt.show) run->opt.show(run->opt.user, c->id, k, index, c->t, poly, order);
}

void saltus_cell_count(const saltus_cell *c, saltus_counted what, int k, int32_t index)
{
    if (!c) return;
    const saltus_devs *run = c->run;
    if (run->opt.count && !run->silent) run->opt.count(run->opt.user, c->id, what, k, index);
}

const saltus_options *saltus_cell_options(const saltus_cell *c)
{
    if (!c) return NULL;
    return &c->run->signals;
}

double cell_scale(const saltus_cell *c)
{
    return c->run->knobs.scale;
}

int cell_opens(const saltus_cell *c)
{
    return ((const struct cell *)(const void *)c)->opens;
}

/* ---- Random numbers -------------------------------------------------------------------------- */

/* A function of (seed, name of the part, k) alone: a counter goes through two rounds of a mixing
 * function that is one to one, so the numbers of a stream do not repeat before 2^64. */
double saltus_cell_random(const saltus_cell *c, uint64_t k)
{
    if (!c) return (double)NAN;
    uint64_t stream = hash_mix(hash_mix(c->run->opt.seed + HASH_STEP) ^ devs_cell_of(c)->hash);
    uint64_t z = hash_mix(hash_mix(stream + (k + 1) * HASH_STEP) + stream);
    return (double)(z >> 11) * 0x1p-53;
}
