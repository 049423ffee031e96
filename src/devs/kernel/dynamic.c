/* SPDX-License-Identifier: MIT */
/* dynamic.c - parts and wires that come and go while the model runs.
 *
 * What a transition asks for is queued and done when its step is over, in the order in which it was
 * asked for:
 *     1. parts are put into the lists or taken out of them, wires are added and removed;
 *     2. routes to parts that are gone are removed; select order is made again if a static part is concerned;
 *     3. new parts start, in the order in which they were added. What they ask for at their start
 *        comes in a next turn.
 * A new part has its number at once, but is found only when it is there. Numbers of removed parts
 * are given away again. A new wire carries what is sent from then on.
 *
 * A running hash of all that was done says whether two moments of a run have the same structure
 * (snapshot.c). */
#include "base/hash.h"
#include "devs/model/coupled.h"
#include "devs/model/flatten.h"
#include "devs/kernel/snapshot.h"
#include <math.h>
#include <string.h>

enum change_kind { CHANGE_ADD, CHANGE_REMOVE, CHANGE_WIRE, CHANGE_UNWIRE };
enum { CELL_GONE = 1024 }; /* flag: to be freed */

struct devs_change {
    enum change_kind kind;
    int32_t by;        /* who asked for it */
    struct cell *cell; /* ADD, not in the lists yet; REMOVE: once it has been taken out */
    char *text;        /* name, or the texts of the wire */
    saltus_wire wire;
};

struct devs_dynamic {
    uint64_t structure;
    int32_t holes; /* in select order: slots of removed parts, never due */
    int32_t *free; /* numbers of removed parts */
    size_t n_free, room_free;
};

/* What a turn has to do at its end. */
struct turn {
    int wired; /* parts that had inputs are gone */
    int order; /* static parts are concerned */
};

static struct devs_dynamic *the_dynamic(saltus_devs *run)
{
    if (!run->dynamic) run->dynamic = alloc_array(&run->alloc, 1, sizeof *run->dynamic);
    if (!run->dynamic) devs_no_memory(run);
    return run->dynamic;
}

uint64_t devs_structure(const saltus_devs *run)
{
    return run->dynamic ? run->dynamic->structure : 0;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static struct devs_change *queue(saltus_devs *run, const saltus_cell *by, enum change_kind kind)
{
    struct devs_changes *q = &run->changes;
    if (run->status || !the_dynamic(run)) return NULL;
    if (!devs_grow(run, (void **)&q->at, &q->room, q->n + 1, sizeof *q->at)) return NULL;
    q->at[q->n] = (struct devs_change){.kind = kind, .by = by->id};
    return &q->at[q->n++];
}

/* A number for a part that will come. -1: no memory. */
static int32_t reserve(saltus_devs *run)
{
    struct devs_dynamic *d = run->dynamic;
    if (d->n_free) return d->free[--d->n_free];
    size_t room = (size_t)run->room_cells;
    if (!devs_grow(run, (void **)&run->cell, &room, (size_t)run->n_cells + 1, sizeof *run->cell))
        return -1;
    run->room_cells = (int32_t)room;
    run->cell[run->n_cells] = NULL;
    return run->n_cells++;
}

static void give_back(saltus_devs *run, int32_t id)
{
    struct devs_dynamic *d = run->dynamic;
    if (!devs_grow(run, (void **)&d->free, &d->room_free, d->n_free + 1, sizeof *d->free)) return;
    d->free[d->n_free++] = id;
}

int32_t saltus_cell_add(saltus_cell *c, const saltus_part *part)
{
    if (!c) return 0;
    saltus_devs *run = c->run;
    if (run->status) return -1;
    if (!part || !part->name || !part->type) {
        devs_fail(run, devs_cell_of(c), SALTUS_EARG, NULL,
                  "it adds a part without a name or a type");
        return -1;
    }
    struct cell *cell = devs_cell_new(run, part, part->name);
    struct devs_change *x = cell ? queue(run, c, CHANGE_ADD) : NULL;
    if (!x) {
        if (cell) devs_cell_free(run, cell);
        return -1;
    }
    x->cell = cell;
    return cell->pub.id = reserve(run);
}

static char *keep(char **to, const char *s)
{
    char *at = *to;
    if (!s) return NULL;
    *to += strlen(s) + 1;
    return strcpy(at, s);
}

static size_t length(const char *s)
{
    return s ? strlen(s) + 1 : 0;
}

static void queue_wire(saltus_cell *c, const saltus_wire *w, enum change_kind kind)
{
    saltus_devs *run = c->run;
    struct devs_change *x = w ? queue(run, c, kind) : NULL;
    if (!x) return;
    size_t n =
        length(w->from.part) + length(w->from.port) + length(w->to.part) + length(w->to.port);
    char *text = x->text = alloc_array(&run->alloc, n + 1, 1);
    x->wire = *w;
    x->wire.from.part = x->wire.from.port = x->wire.to.part = x->wire.to.port = NULL;
    if (!text) {
        devs_no_memory(run);
        return;
    }
    x->wire.from.part = keep(&text, w->from.part);
    x->wire.from.port = keep(&text, w->from.port);
    x->wire.to.part = keep(&text, w->to.part);
    x->wire.to.port = keep(&text, w->to.port);
}

void saltus_cell_wire(saltus_cell *c, const saltus_wire *w)
{
    if (!c) return;
    queue_wire(c, w, CHANGE_WIRE);
}

void saltus_cell_unwire(saltus_cell *c, const saltus_wire *w)
{
    if (!c) return;
    queue_wire(c, w, CHANGE_UNWIRE);
}

void saltus_cell_remove(saltus_cell *c, const char *part)
{
    if (!c) return;
    struct devs_change *x = part ? queue(c->run, c, CHANGE_REMOVE) : NULL;
    if (!x) return;
    x->text = alloc_array(&c->run->alloc, strlen(part) + 1, 1);
    if (x->text)
        strcpy(x->text, part);
    else
        devs_no_memory(c->run);
}

/* ---- The hash -------------------------------------------------------------------------------- */

static void mix(uint64_t *h, const void *p, size_t n)
{
    *h = hash_bytes(*h, p, n);
}

static void mix_end(uint64_t *h, const saltus_end *e)
{
    const int32_t range[3] = {e->first, e->count, e->step};
    if (e->part) mix(h, e->part, strlen(e->part));
    if (e->port) mix(h, e->port, strlen(e->port) + 1);
    mix(h, range, sizeof range);
}

static void remember(saltus_devs *run, const struct devs_change *x)
{
    uint64_t *h = &run->dynamic->structure;
    if (*h == 0) *h = HASH_START;
    mix(h, &x->kind, sizeof x->kind);
    if (x->kind == CHANGE_ADD) {
        const struct cell *c = x->cell;
        mix(h, c->name, strlen(c->name) + 1);
        mix(h, c->pub.type->name, strlen(c->pub.type->name) + 1);
        mix(h, &c->pub.size, sizeof c->pub.size);
    } else if (x->kind == CHANGE_REMOVE)
        mix(h, x->text, strlen(x->text) + 1);
    else
        mix_end(h, &x->wire.from), mix_end(h, &x->wire.to);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static bool grow_slots(saltus_devs *run)
{
    int32_t room = run->room_slots < 8 ? 16 : 2 * run->room_slots;
    if (run->n_slots < run->room_slots) return true;
    struct cell **order = alloc_resize(&run->alloc, run->order, (size_t)room, sizeof *order);
    if (order) run->order = order;
    struct cell **active = alloc_resize(&run->alloc, run->active, (size_t)room, sizeof *active);
    if (active) run->active = active;
    struct sched *sched = order && active ? sched_new(&run->alloc, room, SCHED_AUTO) : NULL;
    if (!sched) return devs_no_memory(run), false;
    for (int32_t k = 0; k < run->n_slots; k++) sched_set(sched, k, sched_get(run->sched, k));
    sched_free(run->sched);
    run->sched = sched;
    run->room_slots = room;
    return true;
}

static const struct cell *asker(const saltus_devs *run, const struct devs_change *x)
{
    return x->by < run->n_cells ? run->cell[x->by] : NULL;
}

static void do_add(saltus_devs *run, struct devs_change *x, struct turn *turn)
{
    struct cell *c = x->cell;
    if (devs_find(run, c->name)) {
        devs_fail(run, asker(run, x), SALTUS_EMODEL, "count in their names",
                  "it adds a part '%s', but there is one of this name", c->name);
        return;
    }
    if (c->pub.id < 0 || !grow_slots(run)) return;
    c->slot = run->n_slots++;
    c->pub.t = c->pub.last = run->t;
    run->order[c->slot] = c;
    run->cell[c->pub.id] = c;
    sched_set(run->sched, c->slot, INFINITY);
    devs_name_add(run, c);
    if (c->is_static) turn->order = 1;
    x->cell = NULL; /* it is the run's now */
    x->by = c->pub.id;
}

static void do_remove(saltus_devs *run, struct devs_change *x, struct turn *turn)
{
    struct cell *c = devs_find(run, x->text);
    if (!c) {
        devs_fail(run, asker(run, x), SALTUS_EMODEL, NULL,
                  "it removes the part '%s', but there is none of this name", x->text);
        return;
    }
    devs_trace(run, SALTUS_REMOVED, c, NULL, 0);
    c->pub.t = run->t;
    devs_stop_cell(c);
    devs_name_remove(run, c);
    sched_set(run->sched, c->slot, INFINITY);
    run->order[c->slot] = NULL;
    run->cell[c->pub.id] = NULL;
    give_back(run, c->pub.id);
    c->flags |= CELL_GONE;
    x->cell = c;
    run->dynamic->holes++;
    if (c->pub.inputs) turn->wired = 1;
}

/* ---- Wires ----------------------------------------------------------------------------------- */

static struct fan *fan_of(saltus_devs *run, const struct devs_end *from)
{
    return from->cell ? &from->cell->out[from->port] : &run->entry[from->port];
}

static bool same_map(const struct route_map *a, const struct route_map *b)
{
    if (!a || !b) return a == b;
    if (a->first != b->first || a->n != b->n) return false;
    if (memcmp(a->start, b->start, ((size_t)a->n + 1) * sizeof *a->start) != 0) return false;
    return memcmp(a->item, b->item, (size_t)a->start[a->n] * sizeof *a->item) == 0;
}

static bool same_route(const struct route *a, const struct route *b)
{
    if (a->to != b->to || a->port != b->port || a->kind != b->kind) return false;
    if (a->kind == ROUTE_SAME) return true;
    if (a->kind == ROUTE_TABLE) return same_map(a->map, b->map);
    return a->first == b->first && a->step == b->step && a->target == b->target &&
           a->stride == b->stride && a->count == b->count;
}

/* A signal is one polynomial: no element of an input may have two of them. */
static bool is_fed(saltus_devs *run, const struct devs_change *x, const struct devs_end *to)
{
    char name[200];
    if (!to->cell || strcmp(to->type, SALTUS_TYPE_SIGNAL) != 0) return false;
    for (int32_t k = 0; k < to->count; k++) {
        const struct source *s = devs_source(run, to->cell, to->port, to->first + k * to->step);
        if (!s) return true;
        if (!s->from) continue;
        wire_names(&x->wire, name, sizeof name);
        devs_fail(run, asker(run, x), SALTUS_EMODEL,
                  "remove that wire first, or add the signals in a sum",
                  "it wires %s, but that element has a wire already, from '%s'", name,
                  s->from->name);
        return true;
    }
    return false;
}

static void do_wire(saltus_devs *run, struct devs_change *x, struct turn *turn)
{
    struct devs_end from, to;
    struct route r;
    char name[200];
    if (!devs_find_end(run, &x->wire, 0, &from) || !devs_find_end(run, &x->wire, 1, &to)) return;
    if (x->kind == CHANGE_WIRE && is_fed(run, x, &to)) return;
    if (!devs_make_route(run, &x->wire, &from, &to, &r)) return;
    if ((from.cell && from.cell->is_static) || (to.cell && to.cell->is_static)) turn->order = 1;
    struct fan *f = fan_of(run, &from);
    if (x->kind == CHANGE_WIRE) {
        devs_fan_add(run, f, &r);
        devs_rewired(run);
        return;
    }
    int32_t k = 0;
    while (k < f->n && !same_route(&f->at[k], &r)) k++;
    alloc_free(&run->alloc, r.map);
    if (k < f->n) {
        devs_fan_remove(run, f, k);
        devs_rewired(run);
        return;
    }
    wire_names(&x->wire, name, sizeof name);
    devs_fail(run, asker(run, x), SALTUS_EMODEL, "name the wire with the elements it was made with",
              "it removes the wire %s, but there is no such wire", name);
}

/* ---- A turn ---------------------------------------------------------------------------------- */

static void do_change(saltus_devs *run, struct devs_change *x, struct turn *turn)
{
    remember(run, x);
    switch (x->kind) {
    case CHANGE_ADD: do_add(run, x, turn); break;
    case CHANGE_REMOVE: do_remove(run, x, turn); break;
    default: do_wire(run, x, turn); break;
    }
}

static void sweep_fans(saltus_devs *run, struct fan *f, int32_t n)
{
    for (int32_t p = 0; p < n; p++)
        for (int32_t k = f[p].n; k-- > 0;)
            if (f[p].at[k].to && f[p].at[k].to->flags & CELL_GONE) devs_fan_remove(run, &f[p], k);
}

/* No one sends to parts that are gone. */
static void sweep(saltus_devs *run)
{
    sweep_fans(run, run->entry, run->n_entries);
    for (int32_t k = 0; k < run->n_cells; k++)
        if (run->cell[k]) sweep_fans(run, run->cell[k]->out, run->cell[k]->pub.outputs);
}

static void close_holes(saltus_devs *run)
{
    int32_t n = 0;
    for (int32_t k = 0; k < run->n_slots; k++) {
        struct cell *c = run->order[k];
        if (!c) continue;
        if (n < k) {
            sched_set(run->sched, n, sched_get(run->sched, k));
            sched_set(run->sched, k, INFINITY);
        }
        c->slot = n;
        run->order[n++] = c;
    }
    run->n_slots = n;
    run->dynamic->holes = 0;
}

static void start_new(saltus_devs *run, int32_t id)
{
    struct cell *c = run->cell[id];
    if (!c || c->flags & CELL_STARTED || run->status) return;
    devs_trace(run, SALTUS_ADDED, c, NULL, 0);
    devs_start_cell(run, c);
}

static void free_changes(saltus_devs *run, struct devs_changes *q)
{
    for (size_t k = 0; k < q->n; k++) {
        if (q->at[k].cell) devs_cell_free(run, q->at[k].cell);
        alloc_free(&run->alloc, q->at[k].text);
    }
    alloc_free(&run->alloc, q->at);
    *q = (struct devs_changes){0};
}

static void make_turn(saltus_devs *run, struct devs_changes *q)
{
    struct turn turn = {0};
    for (size_t k = 0; k < q->n && !run->status; k++) do_change(run, &q->at[k], &turn);
    if (turn.wired) sweep(run);
    devs_rewired(run);
    if (turn.order || run->dynamic->holes > run->n_slots / 2) close_holes(run);
    if (turn.order && !run->status && devs_select_order(run)) devs_check_loops(run);
    for (size_t k = 0; k < q->n; k++)
        if (q->at[k].kind == CHANGE_ADD && !q->at[k].cell) start_new(run, q->at[k].by);
    free_changes(run, q);
}

void devs_apply_changes(saltus_devs *run)
{
    for (uint32_t turns = 0; run->changes.n; turns++) {
        struct devs_changes q = run->changes;
        run->changes = (struct devs_changes){0};
        if (turns > run->opt.max_instant)
            devs_fail(run, NULL, SALTUS_EZENO, "let a part add others in its transitions",
                      "parts add parts at their start, again and again");
        make_turn(run, &q);
    }
}

void devs_changes_free(saltus_devs *run)
{
    free_changes(run, &run->changes);
    if (run->dynamic) alloc_free(&run->alloc, run->dynamic->free);
    alloc_free(&run->alloc, run->dynamic);
    run->dynamic = NULL;
}
