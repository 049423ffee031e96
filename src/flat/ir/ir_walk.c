/* SPDX-License-Identifier: MIT */
/* ir_walk.c - walks over expressions: each node once, however often it is shared, and without
 * recursion into arguments: an expression may be as deep as it is large.
 *
 * A walk first lists the nodes, arguments before what uses them (ir_walk_open); the rest is a
 * loop over that list with a table of results by id.
 *
 * Replacing iterators is a walk, too, except below reductions that bind one of the iterators in
 * play. sum(e over k) with i := t:
 *     k replaced itself:  the k inside is another one; it stays                              (1)
 *     k occurs in t:      k would capture it; the reduction gets a new, deeper iterator      (2) */
#include "flat/ir/ir_node.h"

#include <string.h>

/* ---- Lists ----------------------------------------------------------------------------------- */

static void *enlarged(struct ir_model *m, void *p, int32_t n, int32_t *room, size_t size)
{
    arena_grow_(m->arena, &p, n, room, size);
    return p;
}

static void push(struct ir_model *m, struct ir_scratch *s, struct ir *e)
{
    s->stack = enlarged(m, s->stack, s->n_stack, &s->stack_room, sizeof(struct ir *));
    s->stack[s->n_stack++] = e;
}

static struct ir_scratch *take_scratch(struct ir_model *m)
{
    struct ir_scratch *s;
    if (m->n_scratch == m->scratch.n)
        VEC_ADD(m->arena, &m->scratch, ARENA_NEW(m->arena, struct ir_scratch));
    s = m->scratch.at[m->n_scratch++];
    if (s->size < m->n_nodes) {
        s->size = m->n_nodes + m->n_nodes / 2 + 64;
        s->stamp = ARENA_ARRAY(m->arena, uint32_t, s->size);
        s->value = ARENA_ARRAY(m->arena, struct ir *, s->size);
        s->now = 0;
    }
    s->now++;
    s->n = s->n_stack = 0;
    return s;
}

struct ir_scratch *ir_walk_open(struct ir_model *m, struct ir *e, ir_enter_fn *enter, void *user)
{
    struct ir_scratch *s = take_scratch(m);
    uint32_t entered = 2 * s->now, listed = entered + 1;
    push(m, s, e);
    while (s->n_stack) {
        struct ir *top = s->stack[s->n_stack - 1];
        uint32_t stamp = s->stamp[top->id];
        if (stamp != entered && stamp != listed) {
            s->stamp[top->id] = entered;
            if (enter && !enter(user, top)) continue;
            for (int32_t k = top->n - 1; k >= 0; k--)
                if (s->stamp[top->arg[k]->id] != listed) push(m, s, top->arg[k]);
            continue;
        }
        s->n_stack--;
        if (stamp == listed) continue;
        s->stamp[top->id] = listed;
        s->list = enlarged(m, s->list, s->n, &s->room, sizeof(struct ir *));
        s->list[s->n++] = top;
        s->value[top->id] = NULL;
    }
    return s;
}

void ir_walk_close(struct ir_model *m, struct ir_scratch *s)
{
    (void)s;
    m->n_scratch--;
}

/* ---- Maps ------------------------------------------------------------------------------------ */

enum { FEW = 8 };

/* e with its arguments as s->value has them; *args of FEW for the caller to look at. */
static struct ir *rebuilt(struct ir_model *m, struct ir_scratch *s, struct ir *e)
{
    struct ir *few[FEW], **args = few;
    if (e->n > FEW) args = ARENA_ARRAY(m->arena, struct ir *, e->n);
    for (int32_t k = 0; k < e->n; k++) args[k] = s->value[e->arg[k]->id];
    return ir_rebuild(m, e, args);
}

/* Is r, made of e's mapped arguments, a node of its own, and not one of them? */
static bool still_there(const struct ir_scratch *s, const struct ir *e, const struct ir *r)
{
    if (r->op != e->op) return false;
    for (int32_t k = 0; k < e->n; k++)
        if (s->value[e->arg[k]->id] == r) return false;
    return true;
}

struct ir *ir_map(struct ir_model *m, struct ir *e, ir_map_fn *fn, void *user)
{
    struct ir_scratch *s = ir_walk_open(m, e, NULL, NULL);
    struct ir *result;
    for (int32_t k = 0; k < s->n; k++) {
        struct ir *from = s->list[k], *to = rebuilt(m, s, from);
        s->value[from->id] = still_there(s, from, to) ? fn(user, to) : to;
    }
    result = s->value[e->id];
    ir_walk_close(m, s);
    return result;
}

int ir_visit(struct ir_model *m, struct ir *e, ir_visit_fn *fn, void *user)
{
    struct ir_scratch *s = ir_walk_open(m, e, NULL, NULL);
    int result = 0;
    for (int32_t k = 0; k < s->n && result == 0; k++) result = fn(user, s->list[k]);
    ir_walk_close(m, s);
    return result;
}

/* ---- Questions ------------------------------------------------------------------------------- */

bool ir_has_iter(struct ir_model *m, struct ir *e, const struct ir_iter *it)
{
    (void)m;
    for (int32_t k = 0; k < e->n_free; k++)
        if (e->free[k] == it) return true;
    return false;
}

bool ir_has_op(struct ir_model *m, struct ir *e, enum ir_op op)
{
    (void)m;
    return e->ops >> op & 1;
}

int32_t ir_free_iters(struct ir_model *m, struct ir *e, struct ir_iter **out, int32_t room)
{
    (void)m;
    for (int32_t k = 0; k < e->n_free && k < room; k++) out[k] = e->free[k];
    return e->n_free;
}

#define BIT(op) ((uint64_t)1 << (op))

static bool makes_events(const struct ir *e)
{
    if (e->op == IR_FLOOR) return e->number != 0;
    return e->op >= IR_LT && e->op <= IR_NE && e->integer;
}

static bool enter_continuous(void *user, struct ir *e)
{
    (void)user;
    return !makes_events(e);
}

static bool continuous_leaf(const struct ir *e)
{
    const uint64_t always = BIT(IR_TIME) | BIT(IR_DER) | BIT(IR_DELAY) | BIT(IR_SUM_OF) |
                            BIT(IR_DELAYED) | BIT(IR_SOLVED);
    if (e->op == IR_VAR)
        return e->var->type == IR_R && (e->var->kind == VAR_STATE || e->var->kind == VAR_ALGEBRAIC);
    return always >> e->op & 1;
}

bool ir_continuous(struct ir_model *m, struct ir *e)
{
    const uint64_t may = BIT(IR_TIME) | BIT(IR_DER) | BIT(IR_DELAY) | BIT(IR_SUM_OF) |
                         BIT(IR_DELAYED) | BIT(IR_SOLVED) | BIT(IR_VAR);
    struct ir_scratch *s;
    bool found = false;
    if (!(e->ops & may)) return false;
    s = ir_walk_open(m, e, enter_continuous, NULL);
    for (int32_t k = 0; k < s->n && !found; k++)
        found = !makes_events(s->list[k]) && continuous_leaf(s->list[k]);
    ir_walk_close(m, s);
    return found;
}

/* ---- Replacing iterators --------------------------------------------------------------------- */

struct replacement {
    struct ir_model *m;
    struct ir_iter **from;
    struct ir **to;
    int32_t n;
};

static int32_t position(const struct replacement *r, const struct ir_iter *it)
{
    int32_t k = 0;
    while (k < r->n && r->from[k] != it) k++;
    return k;
}

static bool concerned(const struct replacement *r, const struct ir *e)
{
    for (int32_t k = 0; k < e->n_free; k++)
        if (position(r, e->free[k]) < r->n) return true;
    return false;
}

static bool captures(const struct replacement *r, struct ir *e, const struct ir_iter *it)
{
    for (int32_t k = 0; k < r->n; k++)
        if (ir_has_iter(r->m, e, r->from[k]) && ir_has_iter(r->m, r->to[k], it)) return true;
    return false;
}

static int32_t bound_count(const struct ir *e)
{
    if (e->op == IR_BUILD) return e->n_iters;
    return e->op >= IR_SUM && e->op <= IR_MAX;
}

static struct ir_iter *bound_iter(const struct ir *e, int32_t k)
{
    return e->op == IR_BUILD ? e->iters[k] : e->iter;
}

/* Cases (1) and (2): not to be done by the walk. */
static bool binds(const struct replacement *r, struct ir *e)
{
    for (int32_t k = 0; k < bound_count(e); k++)
        if (position(r, bound_iter(e, k)) < r->n || captures(r, e, bound_iter(e, k))) return true;
    return false;
}

static bool enter_replace(void *user, struct ir *e)
{
    struct replacement *r = user;
    return concerned(r, e) && !binds(r, e);
}

static int32_t fresh_depth(const struct replacement *r, const struct ir *e)
{
    int32_t depth = e->deepest;
    for (int32_t k = 0; k < r->n; k++)
        if (r->to[k]->deepest > depth) depth = r->to[k]->deepest;
    return depth + 1;
}

/* e binds iterators in play: those of (1) leave the list of replacements, those of (2) join it. */
static struct ir *replace_below(const struct replacement *r, struct ir *e)
{
    struct replacement in = {.m = r->m};
    int32_t n = bound_count(e), depth = fresh_depth(r, e);
    struct ir_iter **iters = ARENA_ARRAY(r->m->arena, struct ir_iter *, n);
    struct ir *body;
    in.from = ARENA_ARRAY(r->m->arena, struct ir_iter *, r->n + n);
    in.to = ARENA_ARRAY(r->m->arena, struct ir *, r->n + n);
    for (int32_t k = 0; k < r->n; k++) {
        if (!ir_has_iter(r->m, e, r->from[k])) continue;
        in.from[in.n] = r->from[k];
        in.to[in.n++] = r->to[k];
    }
    for (int32_t k = 0; k < n; k++) {
        struct ir_iter *it = iters[k] = bound_iter(e, k);
        if (!captures(r, e, it)) continue;
        iters[k] = ir_iter_new(r->m, depth++, it->lo, it->step, it->count, it->name);
        in.from[in.n] = it;
        in.to[in.n++] = ir_iter_value(r->m, iters[k]);
    }
    body = ir_replace(r->m, e->arg[0], in.from, in.to, in.n);
    if (e->op == IR_BUILD) return ir_build(r->m, iters, n, body);
    return ir_reduce(r->m, e->op, iters[0], body);
}

static struct ir *replaced(const struct replacement *r, struct ir_scratch *s, struct ir *e)
{
    if (!concerned(r, e)) return e;
    if (e->op == IR_ITER) return r->to[position(r, e->iter)];
    return binds(r, e) ? replace_below(r, e) : rebuilt(r->m, s, e);
}

struct ir *ir_replace(struct ir_model *m, struct ir *e, struct ir_iter **from, struct ir **to,
                      int32_t n)
{
    struct replacement r = {m, from, to, n};
    struct ir_scratch *s;
    struct ir *result;
    if (!concerned(&r, e)) return e;
    s = ir_walk_open(m, e, enter_replace, &r);
    for (int32_t k = 0; k < s->n; k++) s->value[s->list[k]->id] = replaced(&r, s, s->list[k]);
    result = s->value[e->id];
    ir_walk_close(m, s);
    return result;
}
