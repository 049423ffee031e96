/* SPDX-License-Identifier: MIT */
/* handler_plan.c - how changes spread.
 *
 * A change is an element of a variable, as an expression over the iterators of the event, or any
 * element. An item that reads var[f(i)] runs where f(i) is the element: if f determines all its
 * iterators, that is one point, otherwise all. Its instances run in an order in which those that
 * write come before those that read. Where that is impossible, or where something reads pre(x) of
 * what has changed, they run in rounds until nothing changes. */
#include "emit/lower/handler.h"
#include "graph/graph.h"
#include <string.h>

enum { MANY = 4 }; /* instances of one item, elements of one variable                 */

/* Constant along the run of a handler? Then it can be compared later. */
static int is_not_fixed(void *user, struct ir *e)
{
    (void)user;
    return (e->op == IR_VAR && e->var->kind != VAR_PARAMETER && e->var->kind != VAR_CONSTANT) ||
           e->op == IR_PRE || e->op == IR_LOCAL || e->op == IR_TIME || e->op == IR_CALL ||
           e->op == IR_CALL_AT || e->op == IR_RANDOM;
}

static bool covered(const struct ir *e, struct ir_iter **iters, int32_t n)
{
    for (int32_t k = 0; k < e->n_free; k++) {
        bool found = false;
        for (int32_t j = 0; j < n; j++) found = found || iters[j] == e->free[k];
        if (!found) return false;
    }
    return true;
}

/* ---- Changes --------------------------------------------------------------------------------- */

static void add_change(struct reaction *r, struct ir_var *var, struct ir *element)
{
    int32_t n = 0;
    for (int32_t k = 0; k < r->changes.n; k++) {
        const struct change *c = &r->changes.at[k];
        if (c->var != var) continue;
        if (!c->element || c->element == element) return;
        n++;
    }
    if (n >= MANY) element = NULL;
    VEC_ADD(r->l->arena, &r->changes, ((struct change){var, element}));
}

/* What an instance writes at index (over its item's iterators), over those of the event. */
static struct ir *written(struct reaction *r, const struct instance *in, struct ir *index)
{
    struct ir_model *m = r->l->m;
    const struct item *item = in->item;
    if (!index || !in->to || ir_visit(m, index, is_not_fixed, NULL)) return NULL;
    if (!covered(index, item->iters, item->n_iters)) return NULL;
    return item->n_iters ? ir_replace(m, index, item->iters, in->to, item->n_iters) : index;
}

static void spread(struct reaction *r, const struct instance *in)
{
    struct instance one = *in;
    for (int32_t k = 0; k < one.item->writes.n; k++)
        add_change(r, one.item->writes.at[k].var, written(r, &one, one.item->writes.at[k].index));
}

/* ---- Instances ------------------------------------------------------------------------------- */

static bool same_point(const struct instance *a, const struct instance *b)
{
    if (!a->to || !b->to) return a->to == b->to;
    return !a->item->n_iters || memcmp(a->to, b->to, sizeof *a->to * (size_t)a->item->n_iters) == 0;
}

/* Takes out the instances of an item. */
static void forget(struct reaction *r, const struct item *item)
{
    int32_t n = 0;
    for (int32_t k = 0; k < r->instances.n; k++)
        if (r->instances.at[k].item != item) r->instances.at[n++] = r->instances.at[k];
    r->instances.n = n;
}

static void add_instance(struct reaction *r, struct instance in)
{
    int32_t n = 0;
    for (int32_t k = 0; k < r->instances.n; k++) {
        struct instance *old = &r->instances.at[k];
        if (old->item != in.item) continue;
        if (!old->to && in.item->n_iters) return;
        if (same_point(old, &in)) {
            old->test = ir_binary(r->l->m, IR_OR, old->test, in.test);
            return;
        }
        n++;
    }
    if (in.item->n_iters && (!in.to || n >= MANY)) {
        forget(r, in.item);
        in.to = NULL;
        in.test = ir_bool(r->l->m, 1);
    }
    VEC_ADD(r->l->arena, &r->instances, in);
    spread(r, &in);
}

static bool is_false(const struct ir *e)
{
    return e->op == IR_INT && e->integer == 0;
}

/* Where does the item read what has changed? */
static void react(struct reaction *r, const struct item *item, const struct access *a,
                  struct change c)
{
    struct ir_model *m = r->l->m;
    struct instance in = {.item = item, .test = ir_bool(m, 1)};
    bool fixed = a->index && c.element && !ir_visit(m, a->index, is_not_fixed, NULL) &&
                 covered(a->index, item->iters, item->n_iters);
    in.to = ARENA_ARRAY(m->arena, struct ir *, item->n_iters + 1);
    if (!item->n_iters) {
        if (fixed) in.test = ir_relation(m, IR_EQ, a->index, c.element, false);
    } else if (fixed && graph_invert(m, a->index, item->iters, item->n_iters, c.element, in.to)) {
        struct graph_span span = graph_span_of(m, a->index, a->var->count);
        in.test = graph_span_test(m, &span, c.element);
    } else {
        in.to = NULL;
    }
    if (!is_false(in.test)) add_instance(r, in);
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* The condition of a when that is just this clock's mode: it cannot rise when a clock is put
 * back. */
static bool only_falls(struct lower *l, const struct item *clock, const struct item *reader,
                       const struct ir_var *mode)
{
    const struct ir_when *w;
    if (clock->kind != ITEM_CLOCK || reader->kind != ITEM_WHEN) return false;
    w = &l->m->whens.at[reader->number];
    for (int32_t j = 0; j < w->n_branches; j++)
        for (int32_t i = 0; i < w->branches[j].n_conds; i++) {
            struct ir *c = w->branches[j].conds[i];
            if (c->op == IR_VAR) continue;
            for (int32_t k = 0; k < reader->reads.n; k++)
                if (reader->reads.at[k].var == mode) return false;
        }
    return true;
}

static bool feeds(struct lower *l, const struct item *a, const struct item *b, bool pre)
{
    for (int32_t j = 0; j < a->writes.n; j++)
        for (int32_t k = 0; k < b->reads.n; k++) {
            const struct access *read = &b->reads.at[k];
            if (read->var != a->writes.at[j].var || (read->pre && !pre)) continue;
            if (!only_falls(l, a, b, read->var)) return true;
        }
    return false;
}

static const struct ir_when *when_of(const struct lower *l, const struct item *item)
{
    return item->kind == ITEM_WHEN ? &l->m->whens.at[item->number] : NULL;
}

/* Must a run before b? Whens of one algorithm run in their order there. */
static bool precedes(struct lower *l, const struct item *a, const struct item *b)
{
    const struct ir_when *wa = when_of(l, a), *wb = when_of(l, b);
    if (wa && wb && wa->section && wa->section == wb->section) return a->number < b->number;
    if (feeds(l, a, b, false)) return true;
    for (int32_t j = 0; j < a->writes.n; j++)
        for (int32_t k = 0; k < b->uses.n; k++)
            if (b->uses.at[k].var == a->writes.at[j].var && !b->uses.at[k].pre) return true;
    return false;
}

/* The first instance from `done` on that no other one must come before; -1: there is none. */
static int32_t first_free(const struct reaction *r, int32_t done, bool bodies)
{
    const struct instance *in = r->instances.at;
    for (int32_t k = done; k < r->instances.n; k++) {
        bool free = true;
        for (int32_t j = done; j < r->instances.n && free; j++)
            free =
                in[j].item == in[k].item || !(bodies ? precedes(r->l, in[j].item, in[k].item)
                                                     : feeds(r->l, in[j].item, in[k].item, false));
        if (free) return k;
    }
    return -1;
}

/* Stable. Where bodies need each other in a circle, at least conditions come late enough. */
void handler_order(struct reaction *r)
{
    struct instance *in = r->instances.at, next;
    int32_t n = r->instances.n;
    for (int32_t done = 0; done < n; done++) {
        int32_t pick = first_free(r, done, true);
        if (pick < 0) pick = first_free(r, done, false);
        if (pick < 0) pick = done;
        next = in[pick];
        memmove(in + done + 1, in + done, sizeof *in * (size_t)(pick - done));
        in[done] = next;
    }
}

static bool reads_pre(const struct reaction *r, const struct item *item)
{
    for (int32_t k = 0; k < item->reads.n; k++)
        for (int32_t j = 0; item->reads.at[k].pre && j < r->changes.n; j++)
            if (r->changes.at[j].var == item->reads.at[k].var) return true;
    return false;
}

/* An equation that contains sample(): it holds during the event only. */
static bool samples(const struct reaction *r, const struct item *item)
{
    const struct ir_model *m = r->l->m;
    if (item->kind != ITEM_DEF) return false;
    for (int32_t k = 0; k < item->reads.n; k++)
        for (int32_t c = 0; c < m->clocks.n; c++)
            if (m->clocks.at[c].sample && m->clocks.at[c].mode == item->reads.at[k].var)
                return true;
    return false;
}

static bool needs_rounds(const struct reaction *r)
{
    const struct instance *in = r->instances.at;
    for (int32_t k = 0; k < r->instances.n; k++) {
        if (reads_pre(r, in[k].item) || samples(r, in[k].item)) return true;
        for (int32_t j = 0; j <= k; j++)
            if (feeds(r->l, in[k].item, in[j].item, false)) return true;
    }
    return false;
}

struct reaction handler_plan_all(struct lower *l, const struct items *items,
                                 const struct change *changes, int32_t n)
{
    struct reaction r = {.l = l, .items = items};
    for (int32_t k = 0; k < n; k++) add_change(&r, changes[k].var, changes[k].element);
    for (int32_t c = 0; c < r.changes.n; c++)
        for (int32_t k = 0; k < items->n; k++) {
            const struct item *item = &items->at[k];
            for (int32_t j = 0; j < item->reads.n; j++)
                if (item->reads.at[j].var == r.changes.at[c].var)
                    react(&r, item, &item->reads.at[j], r.changes.at[c]);
        }
    if (r.instances.n > 1) handler_order(&r);
    r.rounds = needs_rounds(&r);
    return r;
}

struct reaction handler_plan(struct lower *l, const struct items *items, struct ir_var *var,
                             struct ir *element)
{
    struct change change = {var, element};
    return handler_plan_all(l, items, &change, 1);
}

static bool uses_change(const struct item *item, const struct reaction *r)
{
    for (int32_t k = 0; k < item->uses.n; k++)
        for (int32_t j = 0; j < r->changes.n; j++)
            if (item->uses.at[k].var == r->changes.at[j].var) return true;
    return false;
}

bool handler_meet(const struct reaction *a, const struct reaction *b)
{
    for (int32_t k = 0; k < a->instances.n; k++) {
        if (uses_change(a->instances.at[k].item, b)) return true;
        for (int32_t j = 0; j < b->instances.n; j++)
            if (a->instances.at[k].item == b->instances.at[j].item) return true;
    }
    for (int32_t j = 0; j < b->instances.n; j++)
        if (uses_change(b->instances.at[j].item, a)) return true;
    return false;
}
