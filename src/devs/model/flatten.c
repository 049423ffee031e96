/* SPDX-License-Identifier: MIT */
/* flatten.c - occurrences of models become cells, and wires through them routes.
 *
 *   1. Depth first, every atomic part gets a cell and a name "a.b.c"; index blocks get none.
 *   2. From every output of a cell, and every input of the root, the links are followed: into
 *      nested models, out of them, straight through them, through index blocks, composing the index
 *      maps, until they end at an input of a cell or an output of the root. Each such way is a
 *      route.
 *
 * A way that comes back to where it was without passing a cell would never end: it is refused. */
#include "devs/model/flatten.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Cells ----------------------------------------------------------------------------------- */

static bool path_push(struct flat *f, const char *name)
{
    size_t n = strlen(name);
    if (!devs_grow(f->run, (void **)&f->path, &f->room_path, f->n_path + n + 2, 1)) return false;
    memcpy(f->path + f->n_path, name, n);
    f->n_path += n;
    f->path[f->n_path++] = '.';
    return true;
}

/* The offset of its name in run->texts, kept in `hash` until the texts stay where they are. */
static bool make_name(struct flat *f, struct cell *c, const char *name)
{
    saltus_devs *run = f->run;
    size_t n = strlen(name) + 1, at = f->n_texts;
    if (!devs_grow(run, (void **)&run->texts, &f->room_texts, at + f->n_path + n, 1)) return false;
    if (f->n_path) memcpy(run->texts + at, f->path, f->n_path);
    memcpy(run->texts + at + f->n_path, name, n);
    f->n_texts += f->n_path + n;
    c->hash = at;
    return true;
}

void devs_cell_fill(saltus_devs *run, struct cell *c, const saltus_part *p)
{
    c->pub = (saltus_cell){.type = p->type,
                           .part = p,
                           .run = run,
                           .size = p->size,
                           .inputs = devs_port_count(p, 0),
                           .outputs = devs_port_count(p, 1)};
    c->is_static = p->type->through != NULL;
    c->due_kind = p->type->due ? 1 : p->type->ta ? 2 : 0;
    c->bag = -1;
    c->slot = -1;
}

static bool add_cell(struct flat *f, const saltus_part *p, size_t *fans)
{
    saltus_devs *run = f->run;
    struct cell *c = &run->cells[run->n_cells];
    devs_cell_fill(run, c, p);
    c->pub.id = run->n_cells;
    c->out = run->fans + *fans;
    *fans += (size_t)c->pub.outputs;
    run->cell[run->n_cells] = run->order[run->n_cells] = c;
    run->n_cells++;
    return make_name(f, c, p->name);
}

static int32_t add_instance(struct flat *f, const struct plan *p, int32_t parent, int32_t part)
{
    if (!devs_grow(f->run, (void **)&f->inst, &f->room_inst, f->n_inst + 1, sizeof *f->inst))
        return -1;
    f->inst[f->n_inst] =
        (struct instance){.plan = p, .parent = parent, .part = part, .node = f->n_nodes};
    f->n_nodes += (size_t)p->m->n_parts;
    return (int32_t)f->n_inst++;
}

static bool occur(struct flat *f, int32_t inst, size_t *fans)
{
    const struct plan *p = f->inst[inst].plan;
    int32_t *node = f->node + f->inst[inst].node;
    for (int32_t k = 0; k < p->m->n_parts; k++) {
        const struct coupled_part *c = &p->m->part[k];
        if (!c->inner && c->part->type->wire) {
            node[k] = FLAT_INDEX;
        } else if (!c->inner) {
            node[k] = f->run->n_cells;
            if (!add_cell(f, c->part, fans)) return false;
        } else {
            int32_t child = add_instance(f, p->inner[k], inst, k);
            size_t before = f->n_path;
            node[k] = ~child;
            if (child < 0 || !path_push(f, c->part->name) || !occur(f, child, fans)) return false;
            f->n_path = before;
        }
    }
    return true;
}

static bool room_for_states(saltus_devs *run)
{
    size_t bytes = 0, at = 0;
    for (int32_t k = 0; k < run->n_cells; k++)
        bytes += (run->cells[k].pub.type->state_size + 15) / 16 * 16;
    run->states = alloc_array(&run->alloc, bytes, 1);
    for (int32_t k = 0; run->states && k < run->n_cells; k++) {
        run->cells[k].pub.state = run->states + at;
        at += (run->cells[k].pub.type->state_size + 15) / 16 * 16;
    }
    return run->states != NULL;
}

static bool name_cells(struct flat *f)
{
    saltus_devs *run = f->run;
    for (run->n_names = 16; run->n_names < (size_t)run->n_cells;) run->n_names *= 2;
    run->names = alloc_array(&run->alloc, run->n_names, sizeof(struct cell *));
    if (!run->names) return false;
    for (int32_t k = 0; k < run->n_cells; k++) {
        run->cells[k].name = run->texts + run->cells[k].hash;
        devs_name_add(run, &run->cells[k]);
    }
    return true;
}

static bool make_cells(struct flat *f, const struct plan *root)
{
    saltus_devs *run = f->run;
    size_t n = (size_t)root->cells, fans = (size_t)root->fans, used = 0;
    run->n_entries = root->m->n_ports[0];
    run->n_exits = root->m->n_ports[1];
    run->cells = alloc_array(&run->alloc, n, sizeof *run->cells);
    run->cell = alloc_array(&run->alloc, n, sizeof(struct cell *));
    run->order = alloc_array(&run->alloc, n, sizeof(struct cell *));
    run->fans = alloc_array(&run->alloc, fans + (size_t)run->n_entries, sizeof *run->fans);
    f->node = alloc_array(f->alloc, (size_t)root->nodes, sizeof *f->node);
    run->room_cells = (int32_t)n;
    if (!run->cells || !run->cell || !run->order || !run->fans || !f->node) return false;
    run->entry = run->fans + fans;
    if (add_instance(f, root, -1, -1) < 0 || !occur(f, 0, &used)) return false;
    run->n_slots = run->n_cells;
    return room_for_states(run) && name_cells(f);
}

/* ---- Routes ---------------------------------------------------------------------------------- */

struct way { /* where we are on the way from a source */
    int32_t inst, source;
    const struct way *before;
};

struct index_block {
    const saltus_part *p;
    int32_t in;
};

static int32_t through_index(const void *user, int32_t d)
{
    const struct index_block *b = user;
    return b->p->type->wire(b->p, b->in, d);
}

static bool add_route(struct flat *f, struct cell *to, int32_t port, struct map *m,
                      int32_t from_size, int32_t to_size)
{
    saltus_devs *run = f->run;
    if (!devs_grow(run, (void **)&run->routes, &f->room_routes, f->n_routes + 1,
                   sizeof *run->routes))
        return false;
    struct route *r = &run->routes[f->n_routes];
    *r = (struct route){.to = to, .port = port};
    struct map copy = *m;
    m->pair = NULL; /* taken */
    if (!map_route(f->alloc, &copy, from_size, to_size, r)) return false;
    f->n_routes++;
    return true;
}

static bool goes_round(struct flat *f, const struct way *here)
{
    for (const struct way *w = here->before; w; w = w->before)
        if (w->inst == here->inst && w->source == here->source) {
            const saltus_coupled *m = f->inst[here->inst].plan->m;
            flat_error(
                f, (saltus_loc){0}, m->name, NULL,
                "wires go round in a circle without passing a part that has a time of its own");
            return true;
        }
    return false;
}

static bool follow(struct flat *f, const struct way *here, const struct map *map, int32_t size);

/* One link with the map up to its end: a route, or further on. */
static bool arrive(struct flat *f, const struct way *here, const struct link *l, struct map *m,
                   int32_t size)
{
    const struct instance *i = &f->inst[here->inst];
    const saltus_coupled *model = i->plan->m;
    struct way next = {.inst = here->inst, .before = here};
    if (l->part < 0 && i->parent < 0)
        return add_route(f, NULL, l->port, m, size, model->port[1][l->port].size);
    if (l->part < 0) {
        next.inst = i->parent;
        next.source = f->inst[i->parent].plan->first[i->part] + l->port;
        return follow(f, &next, m, size);
    }
    int32_t node = f->node[i->node + (size_t)l->part];
    const saltus_part *p = model->part[l->part].part;
    if (node >= 0)
        return add_route(f, f->run->cell[node], l->port, m, size, devs_port_size(p, 0, l->port));
    if (node != FLAT_INDEX) {
        next.inst = ~node;
        next.source = l->port;
        return follow(f, &next, m, size);
    }
    struct map through;
    struct index_block b = {p, l->port};
    next.source = i->plan->first[l->part];
    if (!map_through(f->alloc, m, through_index, &b, &through)) return false;
    bool ok = follow(f, &next, &through, size);
    map_free(f->alloc, &through);
    return ok;
}

static bool follow(struct flat *f, const struct way *here, const struct map *map, int32_t size)
{
    const struct plan *p = f->inst[here->inst].plan;
    if (map->n == 0 || goes_round(f, here)) return true;
    for (int32_t k = p->start[here->source]; k < p->start[here->source + 1]; k++) {
        struct map m;
        if (!map_then(f->alloc, map, &p->link[k].map, &m)) return false;
        bool ok = m.n == 0 || arrive(f, here, &p->link[k], &m, size);
        map_free(f->alloc, &m);
        if (!ok) return false;
    }
    return true;
}

static bool fan_out(struct flat *f, struct fan *fan, int32_t inst, int32_t source, int32_t size)
{
    struct way here = {.inst = inst, .source = source};
    struct map all = map_same(size);
    size_t before = f->n_routes;
    bool ok = follow(f, &here, &all, size);
    fan->n = (int32_t)(f->n_routes - before);
    fan->size = size;
    return ok;
}

static bool make_routes(struct flat *f)
{
    saltus_devs *run = f->run;
    const saltus_coupled *root = f->inst[0].plan->m;
    for (size_t i = 0; i < f->n_inst; i++) {
        const struct plan *p = f->inst[i].plan;
        for (int32_t k = 0; k < p->m->n_parts; k++) {
            int32_t node = f->node[f->inst[i].node + (size_t)k];
            if (node < 0) continue;
            struct cell *c = run->cell[node];
            for (int32_t q = 0; q < c->pub.outputs; q++)
                if (!fan_out(f, &c->out[q], (int32_t)i, p->first[k] + q,
                             devs_port_size(c->pub.part, 1, q)))
                    return false;
        }
    }
    for (int32_t q = 0; q < run->n_entries; q++)
        if (!fan_out(f, &run->entry[q], 0, q, root->port[0][q].size)) return false;
    return true;
}

/* The routes were made instance by instance, in the same order as here. */
static void place_routes(struct flat *f)
{
    saltus_devs *run = f->run;
    struct route *at = run->routes;
    run->routed = true;
    for (size_t i = 0; i < f->n_inst; i++)
        for (int32_t k = 0; k < f->inst[i].plan->m->n_parts; k++) {
            int32_t node = f->node[f->inst[i].node + (size_t)k];
            for (int32_t q = 0; node >= 0 && q < run->cell[node]->pub.outputs; q++) {
                run->cell[node]->out[q].at = at;
                if (at) at += run->cell[node]->out[q].n;
            }
        }
    for (int32_t q = 0; q < run->n_entries; q++) {
        run->entry[q].at = at;
        if (at) at += run->entry[q].n;
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void too_many(struct flat *f, const struct plan *root)
{
    flat_error(f, (saltus_loc){0}, root->m->name, NULL,
               "flattened, the model would have more than %.0f parts or ports", FLAT_LARGEST);
}

static void flatten(struct flat *f)
{
    saltus_devs *run = f->run;
    const struct plan *root = plan_of(f, run->model);
    if (!root || run->status < 0) return;
    if (root->cells > FLAT_LARGEST || root->nodes > FLAT_LARGEST || root->fans > FLAT_LARGEST)
        too_many(f, root);
    if (f->errors) return;
    bool ok = make_cells(f, root) && make_routes(f);
    if (ok) place_routes(f);
    if (ok && !f->errors) check_feeds(f);
    if (!ok) devs_no_memory(run);
}

bool devs_flatten(saltus_devs *run)
{
    struct flat *f = alloc_array(&run->alloc, 1, sizeof *f);
    if (!f) {
        devs_no_memory(run);
        return false;
    }
    f->run = run;
    f->alloc = &run->alloc;
    flatten(f);
    if (f->errors > FLAT_TOLD) {
        char text[60];
        snprintf(text, sizeof text, "and %d more errors", f->errors - FLAT_TOLD);
        devs_tell(run, &(saltus_diag){.status = SALTUS_EMODEL, .t = (double)NAN, .text = text});
    }
    if (f->errors && run->status == SALTUS_OK) run->status = SALTUS_EMODEL;
    for (size_t k = 0; !run->routed && k < f->n_routes; k++) route_free(f->alloc, &run->routes[k]);
    plans_free(f);
    alloc_free(f->alloc, f->inst);
    alloc_free(f->alloc, f->node);
    alloc_free(f->alloc, f->path);
    alloc_free(f->alloc, f);
    return run->status == SALTUS_OK;
}
