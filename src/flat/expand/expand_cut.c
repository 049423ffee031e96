/* SPDX-License-Identifier: MIT */
/* expand_cut.c - loops are cut where a condition on their iterator changes.
 *
 * In  for i in 1:N loop der(x[i]) = (if i == 1 then u else x[i-1]) - x[i]  the equation for i = 1
 * is another one than those for i = 2 .. N. Cut in two, each reads exactly what it needs, and no
 * index is outside. A relation between Integers that is affine in one iterator of the box, D(j) =
 * p + q*j for its j-th value, changes at most once if it is D < 0 or D <= 0, and at most twice if
 * it is D = 0: there is the cut. */
#include "flat/expand/expand.h"

enum { PIECES = 64 };

static bool holds(enum ir_op op, int64_t d)
{
    return op == IR_LT ? d < 0 : op == IR_LE ? d <= 0 : op == IR_EQ ? d == 0 : d != 0;
}

/* First j > 0 where the truth of D(j) op 0 differs from that at j - 1; 0: nowhere. */
static int32_t change(enum ir_op op, int64_t p, int64_t q, int32_t count)
{
    int32_t same = 0, other = count - 1;
    if (op == IR_EQ || op == IR_NE) {
        int64_t j = -p / q;
        if (p + q * j != 0 || j < 0 || j >= count) return 0;
        return j == 0 ? 1 : (int32_t)j;
    }
    if (holds(op, p) == holds(op, p + q * other)) return 0;
    while (other - same > 1) {
        int32_t mid = same + (other - same) / 2;
        if (holds(op, p + q * mid) == holds(op, p))
            same = mid;
        else
            other = mid;
    }
    return other;
}

struct search {
    struct ir_model *m;
    struct ir_iter **box;
    int32_t n, which, at;
};

static bool moderate(int64_t v)
{
    return v > -INT32_MAX && v < INT32_MAX;
}

static int look(void *user, struct ir *e)
{
    struct search *s = user;
    int64_t c0, c[EXPAND_BOX];
    int32_t found = -1;
    if (e->op < IR_LT || e->op > IR_NE || e->arg[0]->type != IR_I || e->n_free == 0) return 0;
    if (!ir_affine(ir_binary(s->m, IR_SUB, e->arg[0], e->arg[1]), s->box, s->n, &c0, c)) return 0;
    for (int32_t k = 0; k < s->n; k++) {
        if (c[k] == 0) continue;
        if (found >= 0 || !moderate(c[k]) || !moderate(c0)) return 0;
        found = k;
    }
    if (found < 0) return 0;
    const struct ir_iter *it = s->box[found];
    if (it->count < 2 || !moderate(it->lo) || !moderate(it->step)) return 0;
    s->which = found;
    s->at = change(e->op, c0 + c[found] * it->lo, c[found] * it->step, it->count);
    return s->at > 0;
}

/* Where the box should be cut for e: before the at-th value of iterator `which`. */
bool expand_find_cut(struct ir_model *m, struct ir *e, struct ir_iter **box, int32_t n,
                     int32_t *which, int32_t *at)
{
    struct search s = {m, box, n, 0, 0};
    if (n > EXPAND_BOX || !ir_visit(m, e, look, &s)) return false;
    *which = s.which;
    *at = s.at;
    return true;
}

struct ir_iter *expand_piece(struct ir_model *m, const struct ir_iter *it, int32_t from,
                             int32_t count)
{
    return ir_iter_new(m, it->depth, it->lo + it->step * from, it->step, count, it->name);
}

/* eq with the iterator `which` restricted. */
static struct ir_eq restricted(struct expand *x, const struct ir_eq *eq, int32_t which,
                               int32_t from, int32_t count)
{
    struct ir_eq r = *eq;
    struct ir_iter *old = eq->iters[which], *new = expand_piece(x->m, old, from, count);
    struct ir *value = ir_iter_value(x->m, new);
    r.iters = ARENA_ARRAY(x->arena, struct ir_iter *, eq->n_iters + 1);
    r.n_iters = 0;
    for (int32_t k = 0; k < eq->n_iters; k++)
        if (k != which || count > 1) r.iters[r.n_iters++] = k == which ? new : eq->iters[k];
    r.lhs = ir_replace(x->m, eq->lhs, &old, &value, 1);
    r.rhs = ir_replace(x->m, eq->rhs, &old, &value, 1);
    return r;
}

static void cut(struct expand *x, struct eq_list *out, struct ir_eq *eq, int32_t *budget)
{
    int32_t which, at, count;
    bool found = expand_find_cut(x->m, eq->rhs, eq->iters, eq->n_iters, &which, &at) ||
                 expand_find_cut(x->m, eq->lhs, eq->iters, eq->n_iters, &which, &at);
    if (!found || *budget <= 0) {
        VEC_ADD(x->arena, out, *eq);
        return;
    }
    (*budget)--;
    count = eq->iters[which]->count;
    struct ir_eq first = restricted(x, eq, which, 0, at),
                 second = restricted(x, eq, which, at, count - at);
    cut(x, out, &first, budget);
    cut(x, out, &second, budget);
}

void expand_cut_eq(struct expand *x, struct eq_list *out, struct ir_eq *eq)
{
    int32_t budget = PIECES;
    x->m->at = eq->at;
    cut(x, out, eq, &budget);
}
