/* SPDX-License-Identifier: MIT */
/* tear.c - one rolled row put into another.
 *
 * A row h that says u[...] = value can be used in a row r that reads these elements of u, whatever
 * r's index is: in a sum over all of them, say. After that, r reads what h reads instead of u. So
 *     i[k] = (v - e[k])/R[k],   sum(i) = 0   becomes   sum((v - e[k])/R[k]) = 0,
 * an equation for v, and nothing had to be unrolled. R[k] i[k] = v - e[k] serves as well, if R is a
 * number, and not a small one, or made of parameters: what may be 0 in some mode is not divided by.
 * Matching does that to rows that find no unknown, ordering to rows that depend on each other at
 * different points. */
#include "graph/graph.h"

#include <math.h>

struct use {
    struct graph_system *s;
    const struct graph_row *h;
    struct ir *value;
    bool good;
};

static const struct graph_access *target(const struct graph_row *h)
{
    return &h->accesses.at[h->match];
}

static int not_parameter(void *user, struct ir *e)
{
    (void)user;
    if (e->op == IR_VAR) return e->var->kind != VAR_PARAMETER && e->var->kind != VAR_CONSTANT;
    return e->op != IR_REAL && e->op != IR_INT && e->op != IR_ITER && e->op != IR_ADD &&
           e->op != IR_MUL && e->op != IR_DIV && e->op != IR_NEG && e->op != IR_TO_REAL;
}

static const double SMALLEST_PIVOT = 0.1; /* of the largest known coefficient of its equation */
enum { MOST_COEFFICIENTS = 16 };

/* May row h be divided by a, the coefficient of its target? */
static bool safe_divisor(struct ir_model *m, const struct graph_row *h, struct ir *a)
{
    double value, other;
    if (h->accesses.n > MOST_COEFFICIENTS) return false;
    if (!ir_constant(a, &value)) return !ir_visit(m, a, not_parameter, NULL);
    if (value == 0) return false;
    for (int32_t k = 0; k < h->accesses.n; k++) {
        struct ir *b = graph_coefficient(m, h->lhs, h->rhs, h->accesses.at[k].node);
        if (b && ir_constant(b, &other) && fabs(value) < SMALLEST_PIVOT * fabs(other)) return false;
    }
    return true;
}

static struct ir *value_of(struct ir_model *m, const struct graph_row *h)
{
    struct ir *u = target(h)->node, *a;
    if (h->lhs == u && !graph_contains(m, h->rhs, u)) return h->rhs;
    if (h->rhs == u && !graph_contains(m, h->lhs, u)) return h->lhs;
    a = graph_coefficient(m, h->lhs, h->rhs, u);
    return a && safe_divisor(m, h, a) ? graph_isolate(m, h->lhs, h->rhs, u) : NULL;
}

bool graph_can_put_in(struct graph_system *s, const struct graph_row *h)
{
    if (h->match < 0 || !value_of(s->m, h)) return false;
    for (int32_t k = 0; k < h->accesses.n; k++)
        if (k != h->match && h->accesses.at[k].unknown == target(h)->unknown &&
            graph_span_overlap(&h->accesses.at[k].span, &target(h)->span))
            return false;
    return true;
}

static struct ir *put_in(void *user, struct ir *e)
{
    struct use *use = user;
    struct ir_model *m = use->s->m;
    const struct graph_access *t = target(use->h);
    struct graph_span span;
    struct ir **to;
    if (graph_unknown_of(use->s, e) != t->unknown || e->op != t->node->op) return e;
    span = graph_span_of(m, e->arg[0], e->var->count);
    if (!graph_span_overlap(&span, &t->span)) return e;
    to = ARENA_ARRAY(m->arena, struct ir *, use->h->n_iters + 1);
    if (!graph_span_within(&span, &t->span) ||
        !graph_invert(m, t->node->arg[0], use->h->iters, use->h->n_iters, e->arg[0], to)) {
        use->good = false;
        return e;
    }
    for (int32_t k = 0; k < use->h->n_iters; k++) /* which elements that names is hard to tell */
        if (ir_has_op(m, to[k], IR_IDIV) || ir_has_op(m, to[k], IR_IMOD)) use->good = false;
    return ir_replace(m, use->value, use->h->iters, to, use->h->n_iters);
}

bool graph_put_in(struct graph_system *s, struct graph_row *r, const struct graph_row *h)
{
    struct use use = {s, h, value_of(s->m, h), true};
    struct ir *lhs = ir_map(s->m, r->lhs, put_in, &use), *rhs = ir_map(s->m, r->rhs, put_in, &use);
    struct ir *held = r->match < 0 ? NULL : target(r)->node;
    struct graph_row new;
    if (!use.good || (lhs == r->lhs && rhs == r->rhs)) return use.good;
    new = graph_row_make(s, r->iters, r->n_iters, lhs, rhs, r->at, r->text);
    for (int32_t k = 0; held && k < new.accesses.n; k++)
        if (new.accesses.at[k].node == held) new.match = k;
    if (held && new.match < 0) return false;
    *r = new;
    return true;
}

bool graph_reads(const struct graph_row *r, const struct graph_row *h)
{
    for (int32_t k = 0; k < r->accesses.n; k++)
        if (k != r->match && r->accesses.at[k].unknown == target(h)->unknown &&
            graph_span_overlap(&r->accesses.at[k].span, &target(h)->span))
            return true;
    return false;
}
