/* SPDX-License-Identifier: MIT */
/* newton.c - equations that are solved together when the model runs: r(u, v, y) = 0 for y, as a
 * table for the engine.
 *
 * The matrix dr/dy is sparse: a row has the unknowns that occur in it. If no coefficient contains
 * an unknown, the loop is linear, A y + b = 0, and needs no code at all: each coefficient and each
 * b_i is a number, a value v (it changes only at events) or an input u (a series), which the caller
 * computes (newton_feed.c). Otherwise there are two functions,
 *     residual(u, v, y, order, r)   series of the residuals along series of inputs and unknowns
 *     jacobian(u, v, y, a)          those entries of dr/dy that are not numbers
 * and v begins with the values to start from. How the engine solves it: saltus_model.h,
 * run/loop/loop_solve.c. */
#include "emit/lower/newton.h"
#include <stdlib.h>

enum { K, U, V, Y, ORDER, R, A = ORDER }; /* slots of residual and jacobian */

struct newton {
    struct lower *l;
    struct ir_model *m;
    struct ir_loop *of;
    struct lower_loop *to;
    VEC(struct ir *) unknowns; /* nodes */
    int32_t row;               /* that is looked at */
    bool known;                /* all derivatives are */
    VEC(struct newton_place) places;
    VEC(saltus_entry) entries, rights;
};

struct newton_place {
    int32_t row, column;
    struct ir *d; /* NULL: not known */
};

/* ---- Unknowns of a row ----------------------------------------------------------------------- */

static int take_unknown(void *user, struct ir *e)
{
    struct newton *n = user;
    struct newton_place p = {n->row, (int32_t)e->integer, NULL};
    if (e->op != IR_SOLVED || e->loop != n->of) return 0;
    VEC_ADD(n->l->arena, &n->unknowns, e);
    VEC_ADD(n->l->arena, &n->places, p);
    return 0;
}

static int is_unknown(void *user, struct ir *e)
{
    return e->op == IR_SOLVED && e->loop == user;
}

static bool has_unknown(const struct newton *n, struct ir *e)
{
    return ir_visit(n->m, e, is_unknown, n->of) != 0;
}

/* Places of the matrix, with the derivatives there. */
static void look_at_row(struct newton *n, int32_t i)
{
    struct ir *r = n->of->residual[i] = newton_unroll(n->l, n->of, n->of->residual[i]);
    int32_t from = n->places.n;
    n->row = i;
    ir_visit(n->m, r, take_unknown, n);
    n->to->first[i] = from;
    for (int32_t k = from; k < n->places.n; k++) {
        struct newton_place *p = &n->places.at[k];
        p->d = ir_diff(n->m, r, n->unknowns.at[k]);
        n->known = n->known && p->d;
        n->to->linear = n->to->linear && p->d && !has_unknown(n, p->d);
    }
}

static void keep_pattern(struct newton *n)
{
    struct lower_loop *to = n->to;
    to->first[n->of->n] = n->places.n;
    to->unknown = ARENA_ARRAY(n->l->arena, int32_t, n->places.n + 1);
    for (int32_t k = 0; k < n->places.n; k++) to->unknown[k] = n->places.at[k].column;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* e = number * the rest; NULL: the number alone. */
static struct ir *without_number(struct ir *e, double *number)
{
    double value;
    *number = 1;
    for (;;) {
        if (ir_constant(e, &value)) {
            *number *= value;
            return NULL;
        }
        if (e->op == IR_NEG) {
            *number = -*number;
            e = e->arg[0];
        } else if (e->op == IR_MUL && e->arg[0]->op == IR_REAL) {
            *number *= e->arg[0]->number;
            e = e->arg[1];
        } else {
            return e;
        }
    }
}

static saltus_entry entry_for(struct newton *n, struct ir *e, int32_t row, int32_t column)
{
    saltus_entry x = {.row = row, .column = column};
    struct ir *rest = without_number(e, &x.number);
    if (rest) x.from = newton_feed(n->l, n->to, rest, row);
    return x;
}

static struct ir *to_zero(void *user, struct ir *e)
{
    struct newton *n = user;
    return e->op == IR_SOLVED && e->loop == n->of ? ir_real(n->m, 0) : e;
}

static void fill_linear(struct newton *n)
{
    for (int32_t k = 0; k < n->places.n; k++) {
        const struct newton_place *p = &n->places.at[k];
        saltus_entry x = entry_for(n, p->d, p->row, p->column);
        n->to->still = n->to->still && x.from >= 0;
        if (x.from || x.number != 0) VEC_ADD(n->l->arena, &n->entries, x);
    }
    for (int32_t i = 0; i < n->of->n; i++) {
        saltus_entry x = entry_for(n, ir_map(n->m, n->of->residual[i], to_zero, n), i, 0);
        if (x.from || x.number != 0) VEC_ADD(n->l->arena, &n->rights, x);
    }
}

static void fill_other(struct newton *n)
{
    struct lower_loop *to = n->to;
    to->still = false;
    for (int32_t k = 0; k < n->of->n; k++) VEC_ADD(n->l->arena, &to->values, n->of->start[k]);
    for (int32_t i = 0; i < n->of->n; i++) newton_find(n->l, to, n->of->residual[i], i);
    for (int32_t k = 0; k < n->places.n; k++) {
        const struct newton_place *p = &n->places.at[k];
        saltus_entry x = {.row = p->row, .column = p->column, .from = SALTUS_COMPUTED};
        if (p->d && ir_constant(p->d, &x.number)) x.from = 0;
        if (n->known && x.from) newton_find(n->l, to, p->d, p->row);
        if (x.from || x.number != 0) VEC_ADD(n->l->arena, &n->entries, x);
    }
}

static int by_column(const void *a, const void *b)
{
    const saltus_entry *x = a, *y = b;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* ---- Functions of a loop that is not linear -------------------------------------------------- */

static struct taylor fn_new(struct newton *n, enum code_role role, const char *name)
{
    struct code_fn *f =
        code_fn_new(n->l->code, role, arena_format(n->l->arena, "%s_%d", name, n->to->number + 1));
    struct taylor t = taylor_new(n->l, f, AT_FUNCTION);
    f->at = n->of->at[0];
    t.at = f->at;
    newton_stand_ins(&t, n->to, U, V);
    for (int32_t k = 0; k < n->unknowns.n; k++) {
        struct stand_in in = {.node = n->unknowns.at[k], .slot = Y};
        in.offset = SERIES * n->unknowns.at[k]->integer;
        taylor_stand(&t, in);
    }
    return t;
}

static struct code_fn *make_residual(struct newton *n)
{
    struct taylor t = fn_new(n, CODE_RESIDUAL, "residual");
    t.order = ORDER;
    for (int32_t k = 0; k < n->of->n; k++) {
        t.at = n->of->at[k];
        taylor_store(&t, NULL, &t.f->body, n->of->residual[k], R,
                     code_int(n->l->code, (int64_t)SERIES * k));
    }
    return t.f;
}

/* The derivative at a place, as it was found with its row. */
static struct ir *derivative(const struct newton *n, const saltus_entry *x)
{
    for (int32_t k = n->to->first[x->row]; k < n->to->first[x->row + 1]; k++)
        if (n->places.at[k].column == x->column) return n->places.at[k].d;
    return NULL;
}

static struct code_fn *make_jacobian(struct newton *n)
{
    struct taylor t = fn_new(n, CODE_JACOBIAN, "jacobian");
    t.levels = 1;
    for (int32_t k = 0; k < n->entries.n; k++) {
        const saltus_entry *x = &n->entries.at[k];
        if (x->from != SALTUS_COMPUTED) continue;
        t.at = n->of->at[x->row];
        code_put(n->l->code, &t.f->body, A, code_int(n->l->code, k),
                 taylor_value(&t, &t.f->body, derivative(n, x)));
    }
    return t.f;
}

/* (point, order, u, v, first, count, y): whatever u and v are */
static struct code_fn *make_solve(struct newton *n)
{
    static const char *const names[] = {"point", "order", "u", "v", "first", "count", "y"};
    struct code_model *m = n->l->code;
    struct code_fn *f =
        code_fn_new(m, CODE_USER, arena_format(n->l->arena, "solve_with_%d", n->to->number + 1));
    f->type = CODE_V;
    for (int k = 0; k < 7; k++) {
        bool array = k == 2 || k == 3 || k == 6;
        code_slot_new(m, f, names[k], array ? CODE_R : CODE_I, array ? -1 : 0);
    }
    f->n_params = f->slots.n;
    code_add(m, &f->body, CODE_SOLVE)->integer = n->to->number;
    return f;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void finish(struct newton *n, struct code_loop *c)
{
    if (n->entries.n) qsort(n->entries.at, (size_t)n->entries.n, sizeof *n->entries.at, by_column);
    if (!n->to->linear) {
        c->residual = make_residual(n);
        c->jacobian = n->known ? make_jacobian(n) : NULL;
    }
    c->table = (saltus_loop){.n = n->of->n,
                             .points = (int32_t)lower_points(n->of->iters, n->of->n_iters),
                             .inputs = n->to->inputs.n,
                             .values = n->to->values.n,
                             .entries = n->entries.n,
                             .rights = n->rights.n,
                             .entry = n->entries.at,
                             .right = n->rights.at,
                             .names = n->of->names,
                             .text = n->of->text};
    c->at = n->of->at;
}

struct lower_loop *lower_loop(struct lower *l, struct ir_loop *loop)
{
    struct newton n = {.l = l, .m = l->m, .of = loop, .known = true};
    struct code_loop c = {.residual = NULL};
    struct lower_loop *to = &l->loops[loop->number];
    if (to->of) return to;
    n.to = to;
    to->of = loop;
    to->number = l->code->loops.n;
    VEC_ADD(l->arena, &l->code->loops, c);
    to->linear = loop->linear;
    to->still = true;
    to->first = ARENA_ARRAY(l->arena, int32_t, loop->n + 1);
    to->rows = ARENA_ARRAY(l->arena, struct lower_row, loop->n + 1);
    to->reads = ARENA_ARRAY(l->arena, struct code_fn *, loop->n + 1);
    for (int32_t i = 0; i < loop->n; i++) look_at_row(&n, i);
    keep_pattern(&n);
    to->linear ? fill_linear(&n) : fill_other(&n);
    finish(&n, &c);
    l->code->loops.at[to->number] = c;
    to->solve = make_solve(&n);
    return to;
}
