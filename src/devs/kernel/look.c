/* SPDX-License-Identifier: MIT */
/* look.c - parts by name and number, and who feeds whom.
 *
 * The table of sources is made when it is first asked for, from the routes, and lives until the
 * wires change. */
#include "devs/model/coupled.h"
#include "devs/model/map.h"
#include "devs/kernel/run.h"

#include <stdio.h>
#include <string.h>

/* ---- Names ----------------------------------------------------------------------------------- */

void devs_name_add(saltus_devs *run, struct cell *c)
{
    c->hash = coupled_hash(c->name);
    struct cell **row = &run->names[c->hash & (run->n_names - 1)];
    c->twin = *row;
    *row = c;
}

void devs_name_remove(saltus_devs *run, struct cell *c)
{
    struct cell **p = &run->names[c->hash & (run->n_names - 1)];
    while (*p && *p != c) p = &(*p)->twin;
    if (*p) *p = c->twin;
}

struct cell *devs_find(const saltus_devs *run, const char *name)
{
    if (!run->n_names || !name) return NULL;
    uint64_t hash = coupled_hash(name);
    struct cell *c = run->names[hash & (run->n_names - 1)];
    while (c && (c->hash != hash || strcmp(c->name, name) != 0)) c = c->twin;
    return c;
}

int32_t saltus_devs_cells(const saltus_devs *run)
{
    if (!run) return 0;
    return run->n_cells;
}

const saltus_cell *saltus_devs_cell(const saltus_devs *run, int32_t id)
{
    if (!run) return NULL;
    struct cell *c = id >= 0 && id < run->n_cells ? run->cell[id] : NULL;
    return c ? &c->pub : NULL;
}

int32_t saltus_devs_find(const saltus_devs *run, const char *name)
{
    if (!run) return -1;
    const struct cell *c = devs_find(run, name);
    return c ? c->pub.id : -1;
}

const char *saltus_devs_name(const saltus_devs *run, int32_t id)
{
    if (!run) return NULL;
    return saltus_devs_cell(run, id) ? run->cell[id]->name : NULL;
}

void saltus_devs_names(const saltus_devs *run, int32_t id, int way, int port, char *buf,
                       size_t size)
{
    if (!run) return;
    const saltus_cell *c = saltus_devs_cell(run, id);
    if (c && port >= 0 && port < (way ? c->outputs : c->inputs))
        devs_port_name(c->part, way, port, buf, size);
    else
        snprintf(buf, size, "?");
}

const saltus_cell *saltus_cell_other(const saltus_cell *c, int32_t id)
{
    if (!c) return NULL;
    return saltus_devs_cell(c->run, id);
}

/* ---- Backwards ------------------------------------------------------------------------------- */

bool devs_number_inputs(saltus_devs *run)
{
    if (run->input_start) return true;
    size_t n = 0, at = 0;
    for (int32_t k = 0; k < run->n_cells; k++)
        if (run->cell[k]) n += (size_t)run->cell[k]->pub.inputs;
    size_t *start = alloc_array(&run->alloc, n + 1, sizeof *start);
    if (!start) {
        devs_no_memory(run);
        return false;
    }
    n = 0;
    for (int32_t k = 0; k < run->n_cells; k++) {
        struct cell *c = run->cell[k];
        if (!c) continue;
        c->first_input = (int32_t)n;
        for (int in = 0; in < c->pub.inputs; in++) {
            start[n++] = at;
            at += (size_t)devs_port_size(c->pub.part, 0, in);
        }
    }
    start[n] = at;
    run->n_inputs = (int32_t)n;
    run->input_start = start;
    return true;
}

struct tracing {
    struct source *at;
    const struct cell *from;
    int32_t port;
};

static void note_source(void *user, int32_t s, int32_t d)
{
    struct tracing *t = user;
    if (!t->at[d].from) t->at[d] = (struct source){t->from, t->port, s};
}

static bool make_sources(saltus_devs *run)
{
    if (!devs_number_inputs(run)) return false;
    run->source = alloc_array(&run->alloc, run->input_start[run->n_inputs], sizeof *run->source);
    for (int32_t k = 0; run->source && k < run->n_cells; k++) {
        const struct cell *c = run->cell[k];
        for (int32_t q = 0; c && q < c->pub.outputs; q++)
            for (int32_t j = 0; j < c->out[q].n; j++) {
                const struct route *r = &c->out[q].at[j];
                if (!r->to) continue;
                struct tracing t = {run->source + run->input_start[r->to->first_input + r->port], c,
                                    q};
                route_pairs(r, devs_port_size(c->pub.part, 1, q), note_source, &t);
            }
    }
    if (!run->source) devs_no_memory(run);
    return run->source != NULL;
}

bool devs_has_input(const saltus_cell *c, int in, int32_t i)
{
    return in >= 0 && in < c->inputs && i >= 0 && i < devs_port_size(c->part, 0, in);
}

const struct source *devs_source(saltus_devs *run, const struct cell *c, int in, int32_t i)
{
    if (!run->source && !make_sources(run)) return NULL;
    return &run->source[run->input_start[c->first_input + in] + (size_t)i];
}

saltus_semantics saltus_devs_semantics(const saltus_devs *run)
{
    if (!run) return SALTUS_DEVS_CLASSIC;
    return run->opt.semantics;
}
