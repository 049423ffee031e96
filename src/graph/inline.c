/* SPDX-License-Identifier: MIT */
/* inline.c - expressions without algebraics and derivatives.
 *
 * An access y[index] becomes the value of the definition that covers it, at the point of that
 * definition's box where its own index is equal (graph_invert). Where several definitions may be
 * meant, integer comparisons of the index choose: a balanced tree if their elements lie in disjoint
 * intervals, a chain of tests otherwise. Nodes are shared, so that a value used many times is
 * stored once.
 *
 * Three uses differ in what an expression may read: see enum graph_use. Definitions are inlined in
 * their order, so that those they read are done already. */
#include "graph/graph.h"

#include <string.h>

struct graph_inliner {
    struct graph_system *s;
    struct ir_model *m;
    struct ir **memo[3]; /* by use and id of the access */
    uint32_t room[3];
    enum graph_use use; /* now */
    struct place at;
};

struct graph_inliner *graph_inliner_new(struct graph_system *s)
{
    struct graph_inliner *in = ARENA_NEW(s->m->arena, struct graph_inliner);
    in->s = s;
    in->m = s->m;
    return in;
}

static struct ir **memo(struct graph_inliner *in, uint32_t id)
{
    if (id >= in->room[in->use]) {
        uint32_t room = in->m->n_nodes * 2;
        struct ir **wider = ARENA_ARRAY(in->m->arena, struct ir *, room);
        if (in->room[in->use]) memcpy(wider, in->memo[in->use], sizeof *wider * in->room[in->use]);
        in->memo[in->use] = wider;
        in->room[in->use] = room;
    }
    return &in->memo[in->use][id];
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static struct ir *value_of(struct graph_inliner *in, int32_t k)
{
    struct graph_def *d = &in->s->defs.at[k];
    enum graph_use use = in->use;
    if (d->value[use]) return d->value[use];
    if (d->busy[use]) {
        error_at(in->m->messages, d->def.at, "the value of '%s' depends on itself",
                 graph_name(in->m, d->def.var, d->def.der ? IR_DER : IR_VAR, NULL));
        return ir_real(in->m, 0);
    }
    d->busy[use] = true;
    struct ir *value = graph_inline(in, d->def.value, use, d->def.at);
    in->s->defs.at[k].value[use] = value;
    return value;
}

/* Value of definition k where its index is `index`. */
static struct ir *value_at(struct graph_inliner *in, int32_t k, struct ir *index)
{
    struct ir *value = value_of(in, k);
    struct ir_def *d = &in->s->defs.at[k].def;
    struct ir **to;
    if (d->n_iters == 0 || value->op == IR_REAL) return value;
    to = ARENA_ARRAY(in->m->arena, struct ir *, d->n_iters);
    if (!graph_invert(in->m, d->index, d->iters, d->n_iters, index, to)) {
        error_at(in->m->messages, in->at, "the index of '%s' is too complicated", d->var->name);
        return ir_real(in->m, 0);
    }
    return ir_replace(in->m, value, d->iters, to, d->n_iters);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static struct ir *tree(struct graph_inliner *in, const int32_t *defs, int32_t n, struct ir *index)
{
    int32_t half = n / 2;
    struct ir *limit;
    if (n == 1) return value_at(in, defs[0], index);
    limit = ir_int(in->m, in->s->defs.at[defs[half - 1]].span.hi);
    return ir_if(in->m, ir_relation(in->m, IR_LE, index, limit, false), tree(in, defs, half, index),
                 tree(in, defs + half, n - half, index));
}

static struct ir *chain(struct graph_inliner *in, const int32_t *defs, int32_t n, struct ir *index)
{
    struct ir *value = value_at(in, defs[n - 1], index);
    for (int32_t k = n - 2; k >= 0; k--)
        value = ir_if(in->m, graph_span_test(in->m, &in->s->defs.at[defs[k]].span, index),
                      value_at(in, defs[k], index), value);
    return value;
}

static struct ir *resolve(struct graph_inliner *in, int32_t u, struct ir *e)
{
    struct graph_span span = graph_span_of(in->m, e->arg[0], e->var->count);
    int32_t n = graph_defs_find(in->s, u, &span, NULL, 0), *defs;
    bool disjoint = true;
    defs = ARENA_ARRAY(in->m->arena, int32_t, n + 1);
    graph_defs_find(in->s, u, &span, defs, n);
    if (n == 0) {
        error_at(in->m->messages, in->at, "the index of '%s' is out of range", e->var->name);
        return ir_real(in->m, 0);
    }
    for (int32_t k = 1; k < n; k++)
        if (in->s->defs.at[defs[k]].span.lo <= in->s->defs.at[defs[k - 1]].span.hi)
            disjoint = false;
    return disjoint ? tree(in, defs, n, e->arg[0]) : chain(in, defs, n, e->arg[0]);
}

/* der(y) of an algebraic y, or of one whose value is only known through it: the derivative of its
 * value. */
static struct ir *derivative(struct graph_inliner *in, struct ir *e)
{
    enum graph_use use = in->use;
    struct ir *y = ir_var_at(in->m, IR_VAR, e->var, e->arg[0]), *value;
    value = graph_inline(in, y, use == USE_RUN ? USE_EVENT : use, in->at);
    value = ir_time_derivative(in->m, value);
    if (!value) {
        error_at(in->m->messages, in->at, "der(%s): the derivative of its equation is not known",
                 e->var->name);
        return ir_real(in->m, 0);
    }
    return graph_inline(in, value, use, in->at);
}

static struct ir *undelayed(struct graph_inliner *in, struct ir *e)
{
    struct ir_delay *d = &in->m->delays.at[e->integer];
    struct ir *value = d->value, **to = ARENA_ARRAY(in->m->arena, struct ir *, d->n_iters + 1);
    struct ir *box = graph_position(in->m, d->iters, d->n_iters);
    if (d->n_iters && graph_invert(in->m, box, d->iters, d->n_iters, e->arg[0], to))
        value = ir_replace(in->m, value, d->iters, to, d->n_iters);
    return graph_inline(in, value, USE_START, in->at);
}

static struct ir *replace_access(struct graph_inliner *in, struct ir *e)
{
    int32_t u = graph_unknown_of(in->s, e);
    if (u >= 0 && e->op != IR_PRE) return resolve(in, u, e);
    if (e->op == IR_DER && e->var->kind == VAR_ALGEBRAIC) return derivative(in, e);
    if (e->op == IR_PRE && e->var->kind == VAR_ALGEBRAIC)
        error_at(in->m->messages, in->at, "pre(%s): '%s' is continuous", e->var->name,
                 e->var->name);
    return e;
}

static struct ir *replace(void *user, struct ir *e)
{
    struct graph_inliner *in = user;
    struct ir *value;
    switch (e->op) {
    case IR_VAR:
    case IR_DER:
    case IR_PRE:
        if ((value = *memo(in, e->id))) return value;
        value = replace_access(in, e);
        return *memo(in, e->id) = value;
    case IR_DELAYED: return in->use == USE_START ? undelayed(in, e) : e;
    default: return e;
    }
}

static struct ir *take_sum(void *user, struct ir *e)
{
    struct graph_inliner *in = user;
    return e->op == IR_SUM ? graph_take_sum(in->m, e, in->at) : e;
}

struct ir *graph_inline(struct graph_inliner *in, struct ir *e, enum graph_use use, struct place at)
{
    enum graph_use old_use = in->use;
    struct place old_at = in->at;
    in->use = use;
    in->at = in->m->at = at;
    e = ir_map(in->m, e, replace, in);
    if (use == USE_RUN && ir_has_op(in->m, e, IR_SUM))
        e = ir_map(in->m, graph_join_sums(in->m, e), take_sum, in);
    in->use = old_use;
    in->at = in->m->at = old_at;
    return e;
}

/* ---- All definitions ------------------------------------------------------------------------- */

/* Definitions of single elements, each with the values of those before it inside: a chain. Written
 * one by one they would be as long as the square of their number; one definition of all elements,
 * which asks for the index, has each value once. */
enum { CHAIN_NODES = 2000, CHAIN_TIMES = 4 };

static int count_node(void *user, struct ir *e)
{
    (void)e;
    ++*(int64_t *)user;
    return 0;
}

static struct ir *joined(struct graph_inliner *in, int32_t u)
{
    const struct graph_unknown *x = &in->s->unknowns.at[u];
    const struct graph_defs *defs = &in->s->by_unknown[u];
    struct ir *index = graph_position(in->m, x->var->iters, x->var->rank), *all;
    int64_t alone = 0, together = 0;
    if (defs->at.n < 2 || defs->at.n != x->var->count) return NULL;
    for (int32_t k = 0; k < defs->at.n && alone <= CHAIN_NODES; k++) {
        ir_visit(in->m, in->s->defs.at[defs->at.at[k]].value[USE_RUN], count_node, &alone);
        if (in->s->defs.at[defs->at.at[k]].def.n_iters) return NULL;
    }
    if (alone <= CHAIN_NODES) return NULL;
    in->use = USE_RUN;
    all = resolve(in, u, ir_var_at(in->m, x->op, x->var, index));
    ir_visit(in->m, all, count_node, &together);
    alone = 0;
    for (int32_t k = 0; k < defs->at.n && alone <= CHAIN_TIMES * together; k++)
        ir_visit(in->m, in->s->defs.at[defs->at.at[k]].value[USE_RUN], count_node, &alone);
    return alone > CHAIN_TIMES * together ? all : NULL;
}

static void publish_joined(struct graph_inliner *in, int32_t u, struct ir *value)
{
    struct ir_var *v = in->s->unknowns.at[u].var;
    const struct graph_defs *defs = &in->s->by_unknown[u];
    struct ir_def def = in->s->defs.at[defs->at.at[defs->at.n - 1]].def;
    def.iters = ARENA_ARRAY(in->m->arena, struct ir_iter *, v->rank + 1);
    for (int32_t k = 0; k < v->rank; k++) def.iters[k] = v->iters[k];
    def.n_iters = v->rank;
    def.index = graph_position(in->m, v->iters, v->rank);
    def.value = value;
    VEC_ADD(in->m->arena, &in->m->defs, def);
}

/* Derivatives, then algebraics; in order of declaration and index. */
static void publish(struct graph_inliner *in)
{
    struct graph_system *s = in->s;
    for (int32_t step = 0; step < 2 * s->m->vars.n; step++) {
        struct ir_var *v = s->m->vars.at[step % s->m->vars.n];
        int32_t u = s->number[step < s->m->vars.n ? 1 : 0][v->number];
        struct ir *all = u >= 0 ? joined(in, u) : NULL;
        if (all) publish_joined(in, u, all);
        for (int32_t k = 0; u >= 0 && !all && k < s->by_unknown[u].at.n; k++) {
            struct graph_def *d = &s->defs.at[s->by_unknown[u].at.at[k]];
            struct ir_def def = d->def;
            def.value = d->value[USE_RUN];
            VEC_ADD(s->m->arena, &s->m->defs, def);
        }
    }
}

void graph_inline_defs(struct graph_inliner *in)
{
    in->use = USE_RUN;
    for (int32_t k = 0; k < in->s->defs.n; k++) value_of(in, k);
    publish(in);
}
