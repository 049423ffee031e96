/* SPDX-License-Identifier: MIT */
/* taylor_plan.c - which nodes are evaluated where, and how much of them can differ from 0.
 *
 * A plan walks over its nodes twice. Upwards, arguments first, for the span of each. Downwards,
 * users first, for its region: the innermost one that contains the regions of all its uses. A node
 * that is not safe, because evaluating it may end the run (an index that may be out of range, a
 * call), must not be moved out of the branches that use it unless one of each pair does; such a
 * node is left out of the plan, and every branch that asks for it makes its own. */
#include "emit/lower/newton.h"

/* ---- Regions --------------------------------------------------------------------------------- */

static struct region *region_new(struct plan *p, struct region *up, struct ir *root)
{
    struct region *r = ARENA_NEW(p->t->l->scratch, struct region);
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
    struct series *s = ARENA_NEW(p->t->l->scratch, struct series);
    struct node_entry *entry = node_map_put(p->t->l->scratch, &p->nodes, e);
    s->node = e;
    s->region = r;
    s->span = taylor_span(p->t, e);
    s->uses = 2;
    s->moving = s->direct = true;
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

/* Are all its levels known at once, wherever it is asked for? */
static bool in_bulk(const struct series *s)
{
    enum ir_op op = s->node->op;
    return s->anchor || (s->moving && (op == IR_CALL || op == IR_CALL_AT || op == IR_SOLVED));
}

/* From inside a plan, still nodes and those in bulk of the plans around it can be seen. */
static struct series *lookup(struct region *r, struct ir *e)
{
    struct series *s = node_map_get(&r->plan->nodes, e);
    while (s && !within(r, s->region)) s = s->same;
    if (s || !r->plan->outer || e == r->plan->whole) return s;
    if (r->plan->iter && ir_has_iter(r->plan->t->l->m, e, r->plan->iter)) return NULL;
    s = lookup(r->plan->outer, e);
    return s && (s->span == 1 || in_bulk(s)) ? s : NULL;
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

struct draft { /* a node while its uses are being collected */
    struct ir *node;
    struct region *region;
    int uses, edges;
    bool moving;
    bool known;  /* to a plan around this one */
    bool split;  /* every region that needs it makes its own */
    bool direct; /* used by the plan's own code ... */
    bool deep;   /* ... or in the arguments of a call, which have plans of their own */
    struct ir **args;
    int32_t n_args, next;
    bool bulk; /* args are such arguments */
};

struct drafts {
    struct plan *p;
    struct node_map map;
    VEC(struct draft *) stack;
    VEC(struct draft *) list; /* arguments first */
};

/* The arguments that belong to the same plan. */
static int32_t inner_args(struct taylor *t, struct ir *e)
{
    if (taylor_stand_in(t, e) || (t->by_wave && lower_angle(t->l, e))) return 0;
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

/* Arguments that are evaluated in all their levels before e is. */
static int32_t bulk_args(struct taylor *t, struct ir *e, struct ir ***args)
{
    int32_t n = 0, first = e->op == IR_CALL_AT;
    if (taylor_stand_in(t, e)) return 0;
    if (e->op == IR_SOLVED) {
        struct lower_loop *loop = lower_loop(t->l, e->loop);
        if (newton_shared(t, loop)) return 0; /* a function of its own computes them */
        *args = ARENA_ARRAY(t->l->scratch, struct ir *, loop->inputs.n + loop->values.n + 1);
        for (int32_t k = 0; k < loop->inputs.n; k++)
            (*args)[n++] = taylor_input(t->l->m, loop->inputs.at[k], e);
        for (int32_t k = 0; k < loop->values.n; k++)
            (*args)[n++] = taylor_input(t->l->m, loop->values.at[k], e);
        return n;
    }
    *args = e->arg;
    if (e->op == IR_POW && taylor_variable_power(t, e)) return e->n;
    if (e->op != IR_CALL && e->op != IR_CALL_AT) return 0;
    *args = ARENA_ARRAY(t->l->scratch, struct ir *, e->n + 1);
    for (int32_t k = first; k < e->n; k++)
        if (e->arg[k]->op != IR_BUILD) (*args)[n++] = e->arg[k];
    return n;
}

static struct draft *draft_of(struct drafts *d, struct ir *e)
{
    return node_map_get(&d->map, e);
}

static void push(struct drafts *d, struct ir *e)
{
    struct taylor *t = d->p->t;
    struct arena *a = t->l->scratch;
    struct draft *x;
    if (draft_of(d, e)) return;
    x = ARENA_NEW(a, struct draft);
    node_map_put(a, &d->map, e)->value = x;
    x->node = e;
    x->args = e->arg;
    x->known = lookup(d->p->top, e) != NULL;
    if (!x->known) {
        x->n_args = bulk_args(t, e, &x->args);
        x->bulk = x->n_args > 0;
        if (!x->bulk) x->n_args = inner_args(t, e);
    }
    VEC_ADD(a, &d->stack, x);
}

/* All nodes of the plan, arguments first. */
static void collect(struct drafts *d, struct ir *root)
{
    push(d, root);
    while (d->stack.n) {
        struct draft *x = d->stack.at[d->stack.n - 1];
        if (x->next < x->n_args) {
            push(d, x->args[x->next++]);
        } else {
            d->stack.n--;
            VEC_ADD(d->p->t->l->scratch, &d->list, x);
        }
    }
}

static void used_in(struct taylor *t, struct draft *v, struct region *r)
{
    struct region *c = v->region ? common(v->region, r) : r;
    bool pair = v->region && v->region->other == r;
    if (v->region && c != v->region && c != r && !pair && !taylor_safe(t, v->node)) v->split = true;
    v->region = c;
}

static bool jumps(const struct ir *e)
{
    return e->op == IR_MATH && taylor_rule(e) == ELEMENTARY_SERIES_JUMP;
}

/* Does e need its argument k more than once in all its levels? */
static bool repeats(struct taylor *t, const struct ir *e, int32_t k, int levels)
{
    if (levels == 1) return e->op == IR_POW || jumps(e);
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
    return e->op == IR_MATH || e->op == IR_POW ||
           (e->op == IR_DIV && taylor_span(t, e->arg[1]) > 1);
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
    case IR_MATH: return !jumps(e);
    case IR_IF: return k > 0;
    default: return false;
    }
}

/* The region in which argument k of x, in series s, is used. */
static struct region *use_region(const struct draft *x, const struct series *s, int32_t k)
{
    if (!s || !s->branch[0] || k == 0) return x->region;
    return s->branch[s->node->op == IR_IF ? k - 1 : s->node->op == IR_OR];
}

/* A node with calls in it that several arguments of calls need: they would all make the calls. */
static bool is_anchor(const struct drafts *d, const struct draft *x)
{
    const uint64_t calls =
        (uint64_t)1 << IR_CALL | (uint64_t)1 << IR_CALL_AT | (uint64_t)1 << IR_SOLVED;
    return x->deep && x->edges > 1 && (x->node->ops & calls) && !x->bulk && d->p->levels > 1 &&
           taylor_span(d->p->t, x->node) > 1 && x->node != d->p->whole;
}

static struct series *settle_node(struct drafts *d, const struct draft *x)
{
    struct taylor *t = d->p->t;
    struct series *s = series_new(x->region, x->node);
    s->uses = x->uses + (x->moving && needs_itself(t, x->node));
    s->moving = x->moving;
    s->direct = x->direct;
    s->anchor = is_anchor(d, x);
    if (is_branch(t, x->node)) open_branches(s);
    return s;
}

static void settle(struct drafts *d, struct draft *x)
{
    struct taylor *t = d->p->t;
    struct series *s = x->split || x->known ? NULL : settle_node(d, x);
    for (int32_t k = 0; k < x->n_args; k++) {
        struct draft *v = draft_of(d, x->args[k]);
        int levels = x->moving ? d->p->levels : 1;
        used_in(t, v, use_region(x, s, k));
        v->split |= x->split && !taylor_safe(t, v->node);
        v->edges++;
        v->uses += x->bulk || repeats(t, x->node, k, levels) ? 2 : 1;
        v->moving |= levels > 1 && (x->bulk || moves(x->node, k));
        v->direct |= x->direct && !x->bulk && !(s && s->anchor);
        v->deep |= x->deep || x->bulk || (s && s->anchor);
    }
}

struct plan *taylor_plan(struct taylor *t, struct region *outer, const struct ir_iter *iter,
                         int levels, struct ir *root)
{
    struct arena *a = t->l->scratch;
    struct plan *p = ARENA_NEW(a, struct plan);
    struct drafts d = {.p = p};
    struct draft *x;
    *p = (struct plan){.t = t, .levels = levels, .outer = outer, .iter = iter, .whole = t->whole};
    t->whole = NULL;
    p->top = region_new(p, NULL, root);
    ir_visit(t->l->m, root, learn, t);
    collect(&d, root);
    x = draft_of(&d, root);
    x->region = p->top;
    x->uses = 1;
    x->moving = levels > 1;
    x->direct = true;
    for (int32_t k = d.list.n - 1; k >= 0; k--) settle(&d, d.list.at[k]);
    for (int32_t k = 0; k < d.list.n; k++) {
        struct series *s = node_map_get(&p->nodes, d.list.at[k]->node);
        if (s) VEC_ADD(a, &s->region->list, s);
    }
    return p;
}

void taylor_push(struct region *r, int k)
{
    for (int32_t j = 0; j < r->list.n; j++) {
        struct series *s = r->list.at[j];
        if (s->direct && (k == 0 || s->moving)) taylor_coef(r, s->node, k);
    }
}
