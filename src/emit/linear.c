/* SPDX-License-Identifier: MIT */
/* linear.c - dense linear systems inside the model's code: LU with partial pivoting.
 *
 *     lu_factor(a, n, rows): a := its factors, rows[k] the pivot of column k; 1: a is singular
 *     lu_solve(a, n, rows, b): b := the solution
 * Row-major; written with the constructors of code.h, so that both back ends do the same.      */
#include "emit/newton.h"

struct code_expr *newton_at(struct code_model *m, struct code_expr *row, struct code_expr *n,
                            struct code_expr *column)
{
    return code_binary(m, CODE_ADD, code_binary(m, CODE_MUL, row, n), column);
}

struct code_stmt *newton_for(struct code_model *m, struct code_body *to, int32_t slot,
                             struct code_expr *from, struct code_expr *last, int64_t step)
{
    struct code_stmt *s = code_add(m, to, CODE_FOR);
    s->slot = slot;
    s->a = from;
    s->b = last;
    s->integer = step;
    return s;
}

enum { A, N, ROWS, B };

struct build {
    struct code_model *m;
    struct code_fn *f;
};

static struct code_expr *get(const struct build *b, int32_t slot)
{
    return code_local(b->m, b->f, slot);
}

static int32_t slot(const struct build *b, const char *name, enum code_type type, int32_t size)
{
    return code_slot_new(b->m, b->f, name, type, size);
}

static struct code_expr *op(const struct build *b, enum code_op o, struct code_expr *x,
                            struct code_expr *y)
{
    return code_binary(b->m, o, x, y);
}

static struct code_expr *one(const struct build *b)
{
    return code_int(b->m, 1);
}

static struct code_expr *at(const struct build *b, int32_t row, int32_t column)
{
    return newton_at(b->m, get(b, row), get(b, N), get(b, column));
}

static struct code_expr *item(const struct build *b, int32_t row, int32_t column)
{
    return code_item(b->m, A, at(b, row, column));
}

/* for (slot = from; slot < n; slot++) */
static struct code_stmt *up(const struct build *b, struct code_body *to, int32_t k,
                            struct code_expr *from)
{
    return newton_for(b->m, to, k, from, op(b, CODE_SUB, get(b, N), one(b)), 1);
}

static struct build build_new(struct lower *l, const char *name, bool with_b)
{
    struct build b = {l->code, code_fn_new(l->code, CODE_USER, name)};
    slot(&b, "a", CODE_R, -1);
    slot(&b, "n", CODE_I, 0);
    slot(&b, "rows", CODE_R, -1);
    if (with_b) slot(&b, "b", CODE_R, -1);
    b.f->n_params = with_b ? 4 : 3;
    b.f->type = with_b ? CODE_V : CODE_I;
    return b;
}

/* best := the row of the largest element of column k, from row k on */
static void find_pivot(const struct build *b, struct code_body *to, int32_t k, int32_t i,
                       int32_t best)
{
    struct code_stmt *loop, *better;
    code_set(b->m, to, best, get(b, k));
    loop = up(b, to, i, op(b, CODE_ADD, get(b, k), one(b)));
    better = code_add(b->m, &loop->body, CODE_IF);
    better->a = op(b, CODE_LT, code_math(b->m, CODE_FABS, item(b, best, k), NULL),
                   code_math(b->m, CODE_FABS, item(b, i, k), NULL));
    code_set(b->m, &better->body, best, get(b, i));
}

static void swap_rows(const struct build *b, struct code_body *to, int32_t k, int32_t best,
                      int32_t j, int32_t keep)
{
    struct code_stmt *loop = up(b, to, j, code_int(b->m, 0));
    code_set(b->m, &loop->body, keep, item(b, k, j));
    code_put(b->m, &loop->body, A, at(b, k, j), item(b, best, j));
    code_put(b->m, &loop->body, A, at(b, best, j), get(b, keep));
}

struct code_fn *newton_lu_factor(struct lower *l)
{
    struct build b;
    struct code_stmt *loop, *bad, *row, *column;
    int32_t k, i, j, best, keep;
    if (l->lu_factor) return l->lu_factor;
    b = build_new(l, "lu_factor", false);
    l->lu_factor = b.f;
    k = slot(&b, "k", CODE_I, 0), i = slot(&b, "i", CODE_I, 0), j = slot(&b, "j", CODE_I, 0);
    best = slot(&b, "best", CODE_I, 0), keep = slot(&b, "keep", CODE_R, 0);
    loop = up(&b, &b.f->body, k, code_int(b.m, 0));
    find_pivot(&b, &loop->body, k, i, best);
    code_put(b.m, &loop->body, ROWS, get(&b, k), code_unary(b.m, CODE_TO_REAL, get(&b, best)));
    bad = code_add(b.m, &loop->body, CODE_IF); /* also if it is not a number */
    bad->a = code_unary(
        b.m, CODE_NOT,
        op(&b, CODE_LT, code_real(b.m, 0), code_math(b.m, CODE_FABS, item(&b, best, k), NULL)));
    code_add(b.m, &bad->body, CODE_RETURN)->a = one(&b);
    swap_rows(&b, &loop->body, k, best, j, keep);
    row = up(&b, &loop->body, i, op(&b, CODE_ADD, get(&b, k), one(&b)));
    code_set(b.m, &row->body, keep, op(&b, CODE_DIV, item(&b, i, k), item(&b, k, k)));
    code_put(b.m, &row->body, A, at(&b, i, k), get(&b, keep));
    column = up(&b, &row->body, j, op(&b, CODE_ADD, get(&b, k), one(&b)));
    code_put(b.m, &column->body, A, at(&b, i, j),
             op(&b, CODE_SUB, item(&b, i, j), op(&b, CODE_MUL, get(&b, keep), item(&b, k, j))));
    code_add(b.m, &b.f->body, CODE_RETURN)->a = code_int(b.m, 0);
    return b.f;
}

/* b[i] -= a[i,j]*b[j] */
static void eliminate(const struct build *b, struct code_body *to, int32_t i, int32_t j)
{
    code_put(b->m, to, B, get(b, i),
             op(b, CODE_SUB, code_item(b->m, B, get(b, i)),
                op(b, CODE_MUL, item(b, i, j), code_item(b->m, B, get(b, j)))));
}

struct code_fn *newton_lu_solve(struct lower *l)
{
    struct build b;
    struct code_stmt *loop, *inner;
    int32_t k, i, best, keep;
    if (l->lu_solve) return l->lu_solve;
    b = build_new(l, "lu_solve", true);
    l->lu_solve = b.f;
    k = slot(&b, "k", CODE_I, 0), i = slot(&b, "i", CODE_I, 0);
    best = slot(&b, "best", CODE_I, 0), keep = slot(&b, "keep", CODE_R, 0);
    loop = up(&b, &b.f->body, k, code_int(b.m, 0)); /* the rows as they were swapped */
    code_set(b.m, &loop->body, best, code_unary(b.m, CODE_TO_INT, code_item(b.m, ROWS, get(&b, k))));
    code_set(b.m, &loop->body, keep, code_item(b.m, B, get(&b, k)));
    code_put(b.m, &loop->body, B, get(&b, k), code_item(b.m, B, get(&b, best)));
    code_put(b.m, &loop->body, B, get(&b, best), get(&b, keep));
    loop = up(&b, &b.f->body, k, code_int(b.m, 0)); /* lower triangle, column by column */
    inner = up(&b, &loop->body, i, op(&b, CODE_ADD, get(&b, k), one(&b)));
    eliminate(&b, &inner->body, i, k);
    loop =
        newton_for(b.m, &b.f->body, k, op(&b, CODE_SUB, get(&b, N), one(&b)), code_int(b.m, 0), -1);
    code_put(b.m, &loop->body, B, get(&b, k),
             op(&b, CODE_DIV, code_item(b.m, B, get(&b, k)), item(&b, k, k)));
    inner =
        newton_for(b.m, &loop->body, i, code_int(b.m, 0), op(&b, CODE_SUB, get(&b, k), one(&b)), 1);
    eliminate(&b, &inner->body, i, k);
    return b.f;
}
