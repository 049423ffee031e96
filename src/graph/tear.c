/* SPDX-License-Identifier: MIT */
/* tear.c - one rolled row put into another.
 *
 * A row h that says u[...] = value can be used in a row r that reads these elements of u, whatever
 * r's index is: in a sum over all of them, say. After that, r reads what h reads instead of u. So
 *     i[k] = (v - e[k])/R[k],   sum(i) = 0   becomes   sum((v - e[k])/R[k]) = 0,
 * an equation for v, and nothing had to be unrolled. Matching does that to rows that find no
 * unknown, ordering to rows that depend on each other at different points. */
#include "graph/graph.h"

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

static struct ir *value_of(struct ir_model *m, const struct graph_row *h)
{
    struct ir *u = target(h)->node;
    if (h->lhs == u && !graph_contains(m, h->rhs, u)) return h->rhs;
    if (h->rhs == u && !graph_contains(m, h->lhs, u)) return h->lhs;
    return NULL;
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
