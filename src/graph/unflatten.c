/* SPDX-License-Identifier: MIT */
/* unflatten.c - iterators that run through several dimensions of an array become several.
 *
 * x{i}, i = 0 .. 24, of an array x[5, 5] is x[j, k]. As long as all rows name whole arrays, the one
 * is as good as the other; where the edges of the array are determined in another way, only rows in
 * j and k can be cut there (split.c). An iterator is taken apart if, in each access that it moves
 * beyond the end of a dimension, it starts at the beginning of that dimension and makes whole turns
 * of the same length. */
#include "graph/graph.h"

/* How many digits of iterator `it`, with the factor c in the index, make one turn: 0 it does not
 * leave its dimension, -1 it does, but not in whole turns. */
static int64_t turn_of(const struct ir_var *v, int64_t at, int64_t move, const struct ir_iter *it)
{
    int64_t stride = 1;
    for (int32_t d = v->rank - 1; d >= 0; d--) {
        int64_t size = v->size[d] > 0 ? v->size[d] : 1, sub = at / stride % size;
        if (move < stride * size && move % stride == 0 && move >= stride) {
            int64_t last = sub + move / stride * (it->count - 1);
            if (last < size || d == 0) return 0;
            return sub == 0 && move == stride && it->count % size == 0 ? size : -1;
        }
        stride *= size;
    }
    return move == 0 || v->rank == 0 ? 0 : -1;
}

/* The turn of iterator k of the row, as all accesses see it; 0: none. */
static int64_t common_turn(const struct graph_row *r, int32_t k)
{
    int64_t turn = 0;
    for (int32_t j = 0; j < r->accesses.n; j++) {
        const struct ir *node = r->accesses.at[j].node;
        int64_t at, c[GRAPH_RANK], one;
        if (!ir_affine(node->arg[0], r->iters, r->n_iters, &at, c)) return 0;
        for (int32_t i = 0; i < r->n_iters; i++) at += c[i] * r->iters[i]->lo;
        one = turn_of(node->var, at, c[k] * r->iters[k]->step, r->iters[k]);
        if (one < 0 || (one > 0 && turn > 0 && one != turn)) return 0;
        if (one > 0) turn = one;
    }
    return turn;
}

static void take_apart(struct graph_system *s, struct graph_row *r, int32_t k, int64_t turn)
{
    struct ir_model *m = s->m;
    struct ir_iter **iters = ARENA_ARRAY(m->arena, struct ir_iter *, r->n_iters + 2);
    struct ir_iter *old = r->iters[k], *outer, *inner;
    int32_t depth = old->depth, n = 0;
    struct ir *to;
    for (int32_t j = 0; j < r->n_iters; j++)
        if (r->iters[j]->depth > depth) depth = r->iters[j]->depth;
    if (r->lhs->deepest > depth) depth = r->lhs->deepest;
    if (r->rhs->deepest > depth) depth = r->rhs->deepest;
    outer = ir_iter_new(m, old->depth, 1, 1, (int32_t)(old->count / turn), old->name);
    inner = ir_iter_new(m, depth + 1, 1, 1, (int32_t)turn, old->name);
    to = ir_binary(m, IR_MUL, ir_int(m, turn), ir_iter_value(m, outer));
    to = ir_binary(m, IR_ADD, to, ir_iter_value(m, inner));
    to = ir_binary(m, IR_MUL, ir_int(m, old->step), to);
    to = ir_binary(m, IR_ADD, to, ir_int(m, old->lo - old->step * (turn + 1)));
    for (int32_t j = 0; j < r->n_iters; j++) {
        if (j != k) iters[n++] = r->iters[j];
        if (j == k && outer->count > 1) iters[n++] = outer;
        if (j == k) iters[n++] = inner;
    }
    *r = graph_row_make(s, iters, n, ir_replace(m, r->lhs, &old, &to, 1),
                        ir_replace(m, r->rhs, &old, &to, 1), r->at, r->text);
}

void graph_unflatten(struct graph_system *s, struct graph_row *r)
{
    for (int32_t k = 0; k < r->n_iters && r->n_iters < GRAPH_RANK; k++) {
        int64_t turn = common_turn(r, k);
        if (turn > 1) take_apart(s, r, k--, turn);
    }
}
