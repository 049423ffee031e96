/* SPDX-License-Identifier: MIT */
/* expand_reduce.c - sum, product, min, max over arrays and over iterators.
 *
 * A reduction is one node with an iterator, whatever its length; a short one, or one whose body
 * differs from element to element in more than numbers, is written out. If its bounds are not
 * numbers, there are two ways left: in statements a loop is put before the statement; elsewhere,
 * if the bounds have bounds themselves (they depend on iterators), the sum runs over all that may
 * occur, and what does not counts nothing:
 *     sum(e for j in 1:i) = sum(if j <= i then e else 0 for j in 1:N)    for i in 1:N.  (1) */
#include "flat/expand/expand.h"

#include <float.h>

static struct ir *neutral(struct expand *x, enum ir_op op, enum ir_type type)
{
    double v = op == IR_MIN ? DBL_MAX : op == IR_MAX ? -DBL_MAX : op == IR_PRODUCT;
    if (type == IR_R) return ir_real(x->m, v);
    return ir_int(x->m, op == IR_MIN ? INT32_MAX : op == IR_MAX ? -INT32_MAX : op == IR_PRODUCT);
}

static struct ir *combine(const struct site *w, enum ir_op op, struct ir *a, struct ir *b)
{
    if (op == IR_SUM) return expand_arith(w->x, IR_ADD, a, b);
    if (op == IR_PRODUCT) return expand_arith(w->x, IR_MUL, a, b);
    return expand_extreme(w, op, a, b);
}

/* ---- Over 0 .. count-1 ----------------------------------------------------------------------- */

struct ir *expand_fold(const struct site *w, enum ir_op op, int32_t count, bool literal,
                       enum ir_type type, expand_body_fn *fn, void *user)
{
    struct ir_model *m = w->x->m;
    struct ir *result = NULL, *value;
    struct site in = *w;
    if (count <= 0) return neutral(w->x, op, type);
    if (count <= EXPAND_SMALL || (literal && count <= EXPAND_LITERAL)) {
        for (int32_t k = 0; k < count && !w->x->stopped; k++) {
            value = expand_convert(w->x, fn(user, w, ir_int(m, k)), type);
            result = result ? combine(w, op, result, value) : value;
        }
        return result ? result : neutral(w->x, op, type);
    }
    struct ir_iter *it = ir_iter_new(m, w->depth, 1, 1, count, "k");
    in.depth++;
    in.before = NULL;
    value = fn(user, &in, ir_binary(m, IR_SUB, ir_iter_value(m, it), ir_int(m, 1)));
    return ir_reduce(m, op, it, expand_convert(w->x, value, type));
}

/* ---- Over all elements of an array ----------------------------------------------------------- */

struct over {
    struct ast_expr *e;
    struct shape shape;
    struct ir *idx[CHECK_RANK];
    int32_t d; /* dimensions fixed already                                                       */
    enum ir_op op;
    enum ir_type type;
    bool literal;
};

static struct ir *over_rest(void *user, const struct site *w, struct ir *k)
{
    struct over *o = user;
    struct ir *result;
    o->idx[o->d++] = k;
    if (o->d == o->shape.rank)
        result = expand_element(w, o->e, o->idx);
    else
        result = expand_fold(w, o->op, o->shape.size[o->d], o->literal, o->type, over_rest, o);
    o->d--;
    return result;
}

struct ir *expand_reduce_array(const struct site *w, struct ast_expr *e, enum ir_op op)
{
    struct over o = {.e = e, .op = op, .type = expand_type(e->type)};
    if (!e->type || e->type->rank == 0) return expand_scalar(w, e);
    o.shape = expand_shape(w, e);
    o.literal = expand_prefers_literal(e);
    if (expand_count(&o.shape) == 0) return neutral(w->x, op, o.type);
    return expand_fold(w, op, o.shape.size[0], o.literal, o.type, over_rest, &o);
}

/* ---- sum(e for i in r, j in s) --------------------------------------------------------------- */

struct reduction {
    struct ast_expr *e;
    int32_t k; /* iterators bound already                                                        */
    enum ir_op op;
    enum ir_type type;
};

static struct ir *reduce_rest(const struct site *w, struct reduction *r);

/* With the iterator at `value`. */
static struct ir *reduce_at(const struct site *w, struct reduction *r, struct ir *value)
{
    struct symbol *s = r->e->iterators[r->k].symbol;
    struct ir *old = expand_bind(w->x, s, value), *result;
    r->k++;
    result = expand_convert(w->x, reduce_rest(w, r), r->type);
    r->k--;
    expand_bind(w->x, s, old);
    return result;
}

static struct ir *reduce_position(void *user, const struct site *w, struct ir *k)
{
    struct reduction *r = user;
    return reduce_at(w, r, expand_iterator_value(w, &r->e->iterators[r->k], k));
}

/* Does the range or the size of something inside depend on iterator k? */
static bool inner_depends(const struct ast_expr *e, int32_t k)
{
    const struct symbol *s = e->iterators[k].symbol;
    for (int32_t j = k + 1; j < e->n_iterators; j++)
        if (e->iterators[j].range && expand_mentions(e->iterators[j].range, s)) return true;
    return expand_shapes_depend(e->args[0], s, true);
}

/* acc := neutral; for i in from:by:to loop acc := acc op e; end for; before the statement. */
static struct ir *as_statements(const struct site *w, struct reduction *r, const struct span *s)
{
    struct expand *x = w->x;
    struct shape scalar = {.rank = 0};
    struct place at = r->e->at;
    struct ir_var *acc = expand_temporary(w, r->type, &scalar),
                  *i = expand_temporary(w, s->from->type, &scalar);
    struct ir *sum = ir_var_at(x->m, IR_LOCAL, acc, ir_int(x->m, 0)), *value;
    struct stmt_list inside = {NULL, NULL};
    struct site in = *w;
    struct ir_stmt *st = expand_add(w->before, x, DO_ASSIGN, at);
    st->target = sum;
    st->value = neutral(x, r->op, r->type);
    in.before = &inside;
    value = reduce_at(&in, r, ir_var_at(x->m, IR_LOCAL, i, ir_int(x->m, 0)));
    st = expand_add(&inside, x, DO_ASSIGN, at);
    st->target = sum;
    st->value = combine(w, r->op, sum, value);
    st = expand_add(w->before, x, DO_FOR_RANGE, at);
    st->target = ir_var_at(x->m, IR_LOCAL, i, ir_int(x->m, 0));
    st->range[0] = s->from;
    st->range[1] = s->by;
    st->range[2] = s->to;
    st->body = inside.first;
    return sum;
}

/* (1); NULL: the bounds have no bounds. */
static struct ir *masked(const struct site *w, struct reduction *r, const struct span *s)
{
    struct ir_model *m = w->x->m;
    struct site in = *w;
    int64_t lo, hi, not_used;
    struct ir_iter *it;
    struct ir *i, *inside;
    if (s->by->op != IR_INT || s->by->integer != 1) return NULL;
    if (!ir_bounds(s->from, &lo, &not_used) || !ir_bounds(s->to, &not_used, &hi)) return NULL;
    if (hi < lo) return neutral(w->x, r->op, r->type);
    if (hi - lo >= INT32_MAX) return NULL;
    it = ir_iter_new(m, w->depth, lo, 1, (int32_t)(hi - lo + 1), r->e->iterators[r->k].name);
    i = ir_iter_value(m, it);
    inside = ir_binary(m, IR_AND, ir_relation(m, IR_LE, s->from, i, false),
                       ir_relation(m, IR_LE, i, s->to, false));
    in.depth++;
    in.before = NULL;
    in.conditional = true;
    return ir_reduce(m, r->op, it,
                     ir_if(m, inside, reduce_at(&in, r, i), neutral(w->x, r->op, r->type)));
}

static struct ir *not_constant(const struct site *w, struct reduction *r, const struct span *s)
{
    const struct ast_iterator *it = &r->e->iterators[r->k];
    struct ir *result;
    if (s->from && s->from->type == IR_I && (result = masked(w, r, s)) != NULL) return result;
    if (s->from && w->before) return as_statements(w, r, s);
    if (w->sizing) /* the answer is: not a number */
        return expand_convert(w->x, ir_other(w->x->m, IR_TIME, IR_R, 0, NULL, 0), r->type);
    error_at(w->x->messages, it->range ? it->range->at : it->at,
             "the range of '%s' is not known at compile time", it->name);
    return expand_zero(w->x, r->type);
}

static struct ir *over_numbers(const struct site *w, struct reduction *r, const struct span *s)
{
    struct ir_model *m = w->x->m;
    struct site in = *w;
    struct ir_iter *it =
        ir_iter_new(m, w->depth, s->lo, s->step, s->count, r->e->iterators[r->k].name);
    in.depth++;
    in.before = NULL;
    return ir_reduce(m, r->op, it, reduce_at(&in, r, ir_iter_value(m, it)));
}

static struct ir *written_out(const struct site *w, struct reduction *r, int32_t count)
{
    struct ir *result = NULL, *value;
    for (int32_t k = 0; k < count && !w->x->stopped; k++) {
        value = reduce_position(r, w, ir_int(w->x->m, k));
        result = result ? combine(w, r->op, result, value) : value;
    }
    return result ? result : neutral(w->x, r->op, r->type);
}

static struct ir *reduce_rest(const struct site *w, struct reduction *r)
{
    struct ast_iterator *it = &r->e->iterators[r->k];
    struct span s;
    if (r->k == r->e->n_iterators) return expand_scalar(w, r->e->args[0]);
    s = expand_iterator_range(w, it);
    if (!s.constant && s.from) return not_constant(w, r, &s);
    if (s.count <= 0) return neutral(w->x, r->op, r->type);
    if (inner_depends(r->e, r->k)) return written_out(w, r, s.count);
    if (s.constant && !s.from && s.count > EXPAND_SMALL && !expand_prefers_literal(r->e->args[0]))
        return over_numbers(w, r, &s);
    return expand_fold(w, r->op, s.count, expand_prefers_literal(r->e->args[0]), r->type,
                       reduce_position, r);
}

struct ir *expand_reduce(const struct site *w, struct ast_expr *e)
{
    struct reduction r = {e, 0, IR_SUM, expand_type(e->type)};
    if (e->builtin == BUILTIN_PRODUCT) r.op = IR_PRODUCT;
    if (e->builtin == BUILTIN_MIN) r.op = IR_MIN;
    if (e->builtin == BUILTIN_MAX) r.op = IR_MAX;
    return reduce_rest(w, &r);
}
