/* SPDX-License-Identifier: MIT */
/* legit.c - a run is legitimate if time always goes on. Where it does not, the parts that repeat
 * are named.
 *
 * A million parts may well act at one instant. So up to max_instant rounds nothing is counted but
 * the rounds; beyond them, how often each part acts: more than max_instant times (a vector: and 16
 * for each element) is a loop. Parallel rounds are counted as they are. A ring holds the parts that
 * acted last; its shortest period is the loop. */
#include "devs/kernel/run.h"

#include <stdio.h>
#include <string.h>

void devs_ring_add(saltus_devs *run, const struct cell *c)
{
    if (!run->ring) run->ring = alloc_array(&run->alloc, DEVS_RING, sizeof *run->ring);
    if (run->ring && c) run->ring[run->ring_n++ % DEVS_RING] = c->pub.id;
}

static int32_t back(const saltus_devs *run, uint64_t k) /* the k-th last, from 0 */
{
    return run->ring[(run->ring_n - 1 - k) % DEVS_RING];
}

/* The least p such that the last entries repeat after p; 0: none. */
static uint64_t period(const saltus_devs *run)
{
    uint64_t n = run->ring_n < DEVS_RING ? run->ring_n : DEVS_RING;
    for (uint64_t p = 1; 2 * p <= n; p++) {
        uint64_t k = 0;
        while (k + p < n && back(run, k) == back(run, k + p)) k++;
        if (k + p == n) return p;
    }
    return 0;
}

static void name_loop(const saltus_devs *run, char *buf, size_t size)
{
    uint64_t p = period(run), shown = p && p <= 12 ? p : 12, n = 0;
    size_t used = 0;
    buf[0] = 0;
    if (shown > run->ring_n) shown = run->ring_n;
    for (; n < shown && used < size; n++) {
        const struct cell *c = run->cell[back(run, shown - 1 - n)];
        used +=
            (size_t)snprintf(buf + used, size - used, "%s%s", n ? " -> " : "", c ? c->name : "?");
    }
    if (p && shown == p && p > 1 && used < size) {
        const struct cell *c = run->cell[back(run, shown - 1)];
        snprintf(buf + used, size - used, " -> %s", c ? c->name : "?");
    } else if (!p && used < size) {
        snprintf(buf + used, size - used, " -> ...");
    }
}

static bool counted(saltus_devs *run, const struct cell *c)
{
    if (run->n_acts < run->n_cells) {
        uint32_t *acts = alloc_resize(&run->alloc, run->acts, (size_t)run->n_cells, sizeof *acts);
        if (!acts) {
            devs_no_memory(run);
            return true;
        }
        memset(acts + run->n_acts, 0, (size_t)(run->n_cells - run->n_acts) * sizeof *acts);
        run->acts = acts;
        run->n_acts = run->n_cells;
    }
    return ++run->acts[c->pub.id] > (uint64_t)run->opt.max_instant + 16 * (uint64_t)c->pub.size;
}

bool devs_too_long(saltus_devs *run, const struct cell *c)
{
    char loop[700];
    bool parallel = run->opt.semantics == SALTUS_DEVS_PARALLEL;
    if (run->round == (uint64_t)run->opt.max_instant + 1) { /* from here on all is watched */
        run->ring_n = 0;
        if (run->acts) memset(run->acts, 0, (size_t)run->n_acts * sizeof *run->acts);
    }
    if (c) devs_ring_add(run, c);
    if (parallel ? run->round < (uint64_t)run->opt.max_instant + DEVS_RING : c && !counted(run, c))
        return false;
    if (!run->ring_n) return false;
    name_loop(run, loop, sizeof loop);
    devs_fail(run, run->cell[back(run, 0)], SALTUS_EZENO,
              "the loop needs a delay somewhere; or raise max_instant",
              "time does not go on: these parts act again and again: %s", loop);
    return true;
}
