/* SPDX-License-Identifier: MIT */
/* taylor_plan.c - which nodes are evaluated where, and how much of them can differ from 0.
 *
 * A plan walks over its nodes twice. Upwards, arguments first, for the span of each. Downwards,
 * users first, for its region: the innermost one that contains the regions of all its uses. A node
 * that is not safe, because evaluating it may end the run (an index that may be out of range, a
 * call), must not be moved out of the branches that use it unless one of each pair does; such a
 * node is left out of the plan, and every branch that asks for it makes its own. */
#include "emit/taylor.h"
#include <stdlib.h>
#include <string.h>

/* ---- Regions --------------------------------------------------------------------------------- */

static struct region *region_new(struct plan *p, struct region *up, struct ir *root)
{
    struct region *r = ARENA_NEW(p->t->l->arena, struct region);
    r->plan = p;
    r->up = up;
    r->depth = up ? up->depth + 1 : 0;
    r->root = root;
    return r;
}

static struct region *common(struct region *a, struct region *b)
{
    while (a->depth > b->depth) a = a->up;
    while (b->depth > a->depth) b = b->up;
    for (; a != b; a = a->up) b = b->up;
    return a;
}

static bool within(const struct region *r, const struct region *outer)
{
    while (r->depth > outer->depth) r = r->up;
    return r == outer;
}

static struct series *series_new(struct region *r, struct ir *e)
{
    struct plan *p = r->plan;
    struct series *s = ARENA_NEW(p->t->l->arena, struct series);
    struct node_entry *entry = node_map_put(p->t->l->arena, &p->nodes, e);
    s->node = e;
    s->region = r;
    s->span = taylor_span(p->t, e);
    s->uses = 2;
    s->moving = true;
    s->same = entry->value;
    entry->value = s;
    return s;
}

static bool is_branch(struct taylor *t, const struct ir *e)
{
    if (e->op == IR_IF) return !taylor_cheap(t, e->arg[1]) || !taylor_cheap(t, e->arg[2]);
    return (e->op == IR_AND || e->op == IR_OR) && !taylor_cheap(t, e->arg[1]);
}

/* and, or with a second operand that must wait are ifs, too: branch[0] is what comes after true. */
static void open_branches(struct series *s)
{
    struct ir *e = s->node;
    struct ir_model *m = s->region->plan->t->l->m;
    struct ir *yes = e->op == IR_IF ? e->arg[1] : e->op == IR_AND ? e->arg[1] : ir_bool(m, 1);
    struct ir *no = e->op == IR_IF ? e->arg[2] : e->op == IR_OR ? e->arg[1] : ir_bool(m, 0);
    s->branch[0] = region_new(s->region->plan, s->region, yes);
    s->branch[1] = region_new(s->region->plan, s->region, no);
    s->branch[0]->other = s->branch[1];
    s->branch[1]->other = s->branch[0];
}

static struct series *lookup(struct region *r, struct ir *e)
{
    struct series *s = node_map_get(&r->plan->nodes, e);
    while (s && !within(r, s->region)) s = s->same;
    if (s || !r->plan->outer || taylor_span(r->plan->t, e) > 1) return s;
    if (r->plan->iter && ir_has_iter(r->plan->t->l->m, e, r->plan->iter)) return NULL;
    return lookup(r->plan->outer, e);
}

struct series *taylor_find(struct region *r, struct ir *e)
{
    struct series *s = lookup(r, e);
    if (s) return s;
    s = series_new(r, e);
    if (is_branch(r->plan->t, e)) open_branches(s);
    return s;
}

static int learn(void *user, struct ir *e)
{
    taylor_span(user, e);
    taylor_safe(user, e);
    return 0;
}

/* ---- Planning -------------------------------------------------------------------------------- */

struct draft { /* a node while its uses are being collected                       */
    struct ir *node;
    struct region *region;
    int uses;
    bool moving, split;
};

struct drafts {
    struct plan *p;
    struct node_map map;
    VEC(struct ir *) nodes;
};

/* The arguments that belong to the same plan. */
static int32_t inner_args(struct taylor *t, struct ir *e)
{
    if (taylor_stand_in(t, e)) return 0;
    if (e->op == IR_POW && taylor_variable_power(t, e)) return 0;
    switch (e->op) {
    case IR_VAR:
    case IR_DER:
    case IR_PRE:
    case IR_LOCAL:
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX:
    case IR_BUILD:
    case IR_CALL:
    case IR_CALL_AT:
    case IR_SUM_OF:
    case IR_DELAYED:
    case IR_SOLVED:
    case IR_SAMPLE:
    case IR_RANDOM: return 0;
    default: return e->n;
    }
}

static struct draft *draft_of(struct drafts *d, struct ir *e)
{
    struct arena *a = d->p->t->l->arena;
    struct node_entry *entry = node_map_put(a, &d->map, e);
    struct draft *x = entry->value;
    if (x) return x;
    x = entry->value = ARENA_NEW(a, struct draft);
    x->node = e;
    VEC_ADD(a, &d->nodes, e);
    return x;
}

/* All nodes of the plan: those found are gone through in the order in which they were found. */
static void collect(struct drafts *d, struct ir **roots, int n)
{
    for (int k = 0; k < n; k++) draft_of(d, roots[k]);
    for (int32_t k = 0; k < d->nodes.n; k++) {
        struct ir *e = d->nodes.at[k];
        int32_t args = inner_args(d->p->t, e);
        for (int32_t j = 0; j < args; j++) draft_of(d, e->arg[j]);
    }
}

static int by_id(const void *a, const void *b)
{
    const struct ir *x = *(struct ir *const *)a, *y = *(struct ir *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void used_in(struct taylor *t, struct draft *v, struct region *r)
{
    struct region *c = v->region ? common(v->region, r) : r;
    bool pair = v->region && v->region->other == r;
    if (v->region && c != v->region && c != r && !pair && !taylor_safe(t, v->node)) v->split = true;
    v->region = c;
}

/* Does e need its argument k more than once in all its levels? */
static bool repeats(struct taylor *t, const struct ir *e, int32_t k, int levels)
{
    if (levels == 1) return e->op == IR_POW || (e->op == IR_MATH && e->integer == IR_SIGN);
    switch (e->op) {
    case IR_ADD:
    case IR_SUB:
    case IR_NEG: return false;
    case IR_MUL: return taylor_span(t, e->arg[1 - k]) > 1 || taylor_span(t, e->arg[k]) == 1;
    case IR_DIV: return k == 1 || taylor_span(t, e->arg[1]) > 1;
    case IR_IF: return k == 0;
    case IR_LT:
    case IR_LE:
    case IR_EQ:
    case IR_NE:
    case IR_NOT:
    case IR_AND:
    case IR_OR:
    case IR_TO_REAL:
    case IR_TO_INT:
    case IR_FLOOR: return false;
    default: return true;
    }
}

/* Does its recurrence use its own lower levels? */
static bool needs_itself(struct taylor *t, const struct ir *e)
{
    return e->op == IR_MATH || e->op == IR_POW || (e->op == IR_DIV && taylor_span(t, e->arg[1]) > 1);
}

static bool moves(const struct ir *e, int32_t k)
{
    switch (e->op) {
    case IR_ADD:
    case IR_SUB:
    case IR_NEG:
    case IR_MUL:
    case IR_DIV:
    case IR_POW: return true;
    case IR_MATH: return e->integer != IR_SIGN;
    case IR_IF: return k > 0;
    default: return false;
    }
}

/* The region in which argument k of s is used. */
static struct region *use_region(const struct series *s, int32_t k)
{
    if (!s->branch[0] || k == 0) return s->region;
    return s->branch[s->node->op == IR_IF ? k - 1 : s->node->op == IR_OR];
}

static void settle(struct drafts *d, struct ir *e)
{
    struct taylor *t = d->p->t;
    struct draft *x = draft_of(d, e);
    int32_t args = inner_args(t, e);
    struct series *s;
    if (x->split) return;
    s = series_new(x->region, e);
    s->uses = x->uses + (x->moving && needs_itself(t, e));
    s->moving = x->moving;
    if (is_branch(t, e)) open_branches(s);
    for (int32_t k = 0; k < args; k++) {
        struct draft *v = draft_of(d, e->arg[k]);
        used_in(t, v, use_region(s, k));
        v->uses += repeats(t, e, k, x->moving ? d->p->levels : 1) ? 2 : 1;
        v->moving |= x->moving && moves(e, k);
    }
}

struct plan *taylor_plan(struct taylor *t, struct region *outer, const struct ir_iter *iter,
                         int levels, struct ir **roots, int n)
{
    struct arena *a = t->l->arena;
    struct plan *p = ARENA_NEW(a, struct plan);
    struct drafts d = {.p = p};
    *p = (struct plan){.t = t, .levels = levels, .outer = outer, .iter = iter};
    p->top = region_new(p, NULL, roots[0]);
    for (int k = 0; k < n; k++) ir_visit(t->l->m, roots[k], learn, t);
    collect(&d, roots, n);
    qsort(d.nodes.at, (size_t)d.nodes.n, sizeof *d.nodes.at, by_id);
    for (int k = 0; k < n; k++) {
        struct draft *x = draft_of(&d, roots[k]);
        used_in(t, x, p->top);
        x->uses++;
        x->moving = levels > 1;
    }
    for (int32_t k = d.nodes.n - 1; k >= 0; k--) {
        if (!draft_of(&d, d.nodes.at[k])->region) continue; /* only used by split ones */
        settle(&d, d.nodes.at[k]);
    }
    for (int32_t k = 0; k < d.nodes.n; k++) {
        struct series *s = node_map_get(&p->nodes, d.nodes.at[k]);
        if (s) VEC_ADD(a, &s->region->list, s);
    }
    return p;
}
