/* SPDX-License-Identifier: MIT */
/* block_rest.c - the equations of a block that elimination leaves: solved in the text, or at run
 * time.
 *
 * One linear equation is a quotient, two or three are Cramer's rule, and everything else is a loop
 * of the model, solved at run time. Linear equations are looked at before: if they depend on each
 * other whatever the values in them are, no solution is determined; or else their combination
 * without unknowns binds what is known, and index reduction has to begin again with it
 * (*hidden*). */
#include "graph/block.h"
#include "graph/diagnose/rank.h"

struct rest {
    int32_t n, *eq, *u;  /* which equations and unknowns of the block */
    struct ir **a, **r0; /* linear: a u + r0 = 0 */
    bool linear;
};

static struct ir *at_zero(struct block_solver *v, const struct rest *r, struct ir *e)
{
    for (int32_t k = 0; k < r->n; k++)
        e = graph_substitute(v->m, e, v->b->unknown[r->u[k]], ir_real(v->m, 0));
    return e;
}

/* What is left is linear if no coefficient has an unknown in it. */
static bool rest_linear(const struct block_solver *v, const struct rest *r)
{
    for (int32_t i = 0; i < r->n; i++)
        for (int32_t k = 0; k < v->in[r->eq[i]].n; k++)
            if (!v->in[r->eq[i]].at[k].linear) return false;
    return true;
}

/* For Cramer's rule. */
static void find_coefficients(struct block_solver *v, struct rest *r)
{
    r->linear = true;
    r->a = ARENA_ARRAY(v->m->arena, struct ir *, r->n * r->n);
    r->r0 = ARENA_ARRAY(v->m->arena, struct ir *, r->n);
    for (int32_t i = 0; i < r->n; i++) {
        struct ir *lhs = v->lhs[r->eq[i]], *rhs = v->rhs[r->eq[i]];
        for (int32_t j = 0; j < r->n && r->linear; j++) {
            struct ir *a = graph_coefficient(v->m, lhs, rhs, v->b->unknown[r->u[j]]);
            for (int32_t k = 0; a && k < r->n; k++)
                if (graph_contains(v->m, a, v->b->unknown[r->u[k]])) a = NULL;
            r->a[i * r->n + j] = a;
            r->linear = a != NULL;
        }
        if (!r->linear) return;
        r->r0[i] = ir_binary(v->m, IR_SUB, at_zero(v, r, lhs), at_zero(v, r, rhs));
    }
}

/* Determinant of n <= 3 columns; column `col` is replaced by r0 if col >= 0. Laplace, along row
 * i0. */
static struct ir *det(struct block_solver *v, const struct rest *r, int32_t i0, uint32_t taken,
                      int32_t col)
{
    struct ir *sum = NULL;
    bool minus = false;
    if (i0 == r->n) return ir_real(v->m, 1);
    for (int32_t j = 0; j < r->n; j++) {
        struct ir *a, *term;
        if (taken >> j & 1) continue;
        a = j == col ? r->r0[i0] : r->a[i0 * r->n + j];
        term = graph_times(v->m, a, det(v, r, i0 + 1, taken | 1u << j, col));
        if (minus) term = graph_minus(v->m, term);
        sum = sum ? graph_plus(v->m, sum, term) : term;
        minus = !minus;
    }
    return sum;
}

static bool singular(struct block_solver *v, const struct rest *r, struct ir *d)
{
    if (rank_value(d) != 0) return false;
    if (graph_diagnose(v->s)) return true;
    error_at(v->m->messages, v->b->at[r->eq[0]],
             "the equations of this loop do not determine '%s': they depend on each other",
             v->b->unknown[r->u[0]]->var->name);
    return true;
}

static int is_variable(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_VAR && (e->var->kind == VAR_STATE || e->var->kind == VAR_ALGEBRAIC);
}

/* A combination of the equations in which all unknowns cancel: if it says something of what is
 * known, it is an equation between states that was hidden, as the sum of currents into a part of a
 * circuit. */
static bool find_hidden(struct block_solver *v, const struct rest *r, const struct rank_vector *sum,
                        int32_t width)
{
    struct graph_system *s = v->s->whole ? v->s->whole : v->s;
    struct graph_hidden *h = ARENA_NEW(v->m->arena, struct graph_hidden);
    struct ir *zero = ir_real(v->m, 0);
    double factor;
    int32_t last = -1;
    for (int32_t k = 0; k < sum->n; k++) {
        int32_t e = r->eq[sum->at[k].position - width];
        struct ir *term =
            ir_binary(v->m, IR_SUB, at_zero(v, r, v->lhs[e]), at_zero(v, r, v->rhs[e]));
        if (!rank_ratio(sum->at[k].value, sum->at[0].value, &factor)) return false;
        zero = graph_plus(v->m, zero, graph_times(v->m, ir_real(v->m, factor), term));
        last = e;
    }
    if (last < 0 || v->s->start || v->b->n_iters || !ir_visit(v->m, zero, is_variable, NULL))
        return false;
    *h = (struct graph_hidden){.lhs = v->first_lhs[last],
                               .rhs = v->first_rhs[last],
                               .zero = zero,
                               .unknown = v->b->unknown[last],
                               .at = v->b->at[last],
                               .text = v->b->text[last]};
    s->hidden = h;
    return true;
}

/* Do the equations depend on each other, whatever the values in them are? */
static bool deficient(struct block_solver *v, const struct rest *r)
{
    struct rank_basis *b = rank_basis_new(v->m->arena, v->b->n);
    for (int32_t i = 0; i < r->n; i++) {
        struct rank_vector row = {0};
        int32_t e = r->eq[i];
        for (int32_t k = 0; k < v->in[e].n; k++) {
            int32_t u = v->in[e].at[k].unknown;
            struct ir *a = graph_coefficient(v->m, v->lhs[e], v->rhs[e], v->b->unknown[u]);
            if (a) rank_put(b, &row, u, rank_value(a));
        }
        rank_put(b, &row, b->width + i, 1);
        if (rank_add(b, &row)) continue;
        return find_hidden(v, r, &row, b->width) || singular(v, r, ir_real(v->m, 0));
    }
    return false;
}

static bool cramer(struct block_solver *v, const struct rest *r)
{
    struct ir *d = det(v, r, 0, 0, -1);
    for (int32_t k = 0; k < r->n; k++)
        v->value[r->u[k]] = graph_minus_quotient(v->m, det(v, r, 0, 0, k), d);
    return true;
}

static struct ir *start_of(struct ir_model *m, struct ir *u)
{
    struct ir_var *v = u->var;
    struct ir *to[CHECK_RANK];
    if (u->op == IR_DER || !v->start) return ir_real(m, 0);
    if (v->rank == 0) return v->start;
    if (!graph_invert(m, graph_position(m, v->iters, v->rank), v->iters, v->rank, u->arg[0], to))
        return ir_real(m, 0);
    return ir_replace(m, v->start, v->iters, to, v->rank);
}

/* Unknowns become those of the loop. */
static struct ir *to_solved(void *user, struct ir *e)
{
    struct block_solver *v = user;
    int32_t u = e->op == IR_VAR || e->op == IR_DER || e->op == IR_PRE ? block_position(v, e) : -1;
    return u >= 0 && v->value[u] ? v->value[u] : e;
}

static void make_loop(struct block_solver *v, const struct rest *r)
{
    struct ir_loop *loop = ARENA_NEW(v->m->arena, struct ir_loop);
    struct ir *where = graph_position(v->m, v->b->iters, v->b->n_iters);
    struct graph_span span;
    *loop = (struct ir_loop){.iters = v->b->iters, .n_iters = v->b->n_iters, .n = r->n};
    loop->linear = r->linear;
    loop->number = v->m->loops.n;
    loop->residual = ARENA_ARRAY(v->m->arena, struct ir *, r->n);
    loop->start = ARENA_ARRAY(v->m->arena, struct ir *, r->n);
    loop->names = ARENA_ARRAY(v->m->arena, const char *, r->n);
    loop->at = ARENA_ARRAY(v->m->arena, struct place, r->n);
    loop->text = ARENA_ARRAY(v->m->arena, const char *, r->n);
    for (int32_t i = 0; i < r->n; i++) {
        struct ir *u = v->b->unknown[r->u[i]];
        loop->start[i] = start_of(v->m, u);
        span = graph_span_of(v->m, u->arg[0], u->var->count);
        loop->names[i] = graph_name(v->m, u->var, u->op, span.lo == span.hi ? &span : NULL);
        loop->at[i] = v->b->at[r->eq[i]];
        loop->text[i] = v->b->text[r->eq[i]];
        v->value[r->u[i]] = ir_solved(v->m, loop, i, where);
    }
    for (int32_t i = 0; i < r->n; i++) {
        struct ir *e = ir_binary(v->m, IR_SUB, v->lhs[r->eq[i]], v->rhs[r->eq[i]]);
        loop->residual[i] = ir_map(v->m, e, to_solved, v);
    }
    VEC_ADD(v->m->arena, &v->m->loops, loop);
}

static bool solve_one(struct block_solver *v, const struct rest *r)
{
    int32_t e = r->eq[0], u = r->u[0];
    struct ir *a = graph_coefficient(v->m, v->lhs[e], v->rhs[e], v->b->unknown[u]);
    if (a && singular(v, r, a)) return false;
    v->value[u] = graph_isolate(v->m, v->lhs[e], v->rhs[e], v->b->unknown[u]);
    if (!v->value[u]) make_loop(v, r);
    return true;
}

bool block_solve_rest(struct block_solver *v)
{
    struct rest r = {.linear = false};
    bool small;
    r.eq = ARENA_ARRAY(v->m->arena, int32_t, v->left + 1);
    r.u = ARENA_ARRAY(v->m->arena, int32_t, v->left + 1);
    for (int32_t k = 0; k < v->b->n; k++)
        if (!v->used[k]) r.eq[r.n++] = k;
    r.n = 0;
    for (int32_t k = 0; k < v->b->n; k++)
        if (!v->known[k]) r.u[r.n++] = k;
    if (r.n == 1) return solve_one(v, &r);
    if (r.n > GRAPH_LOOP) {
        error_at(v->m->messages, v->b->at[r.eq[0]],
                 "%d equations form a loop that must be solved together; the limit is %d", r.n,
                 GRAPH_LOOP);
        return false;
    }
    r.linear = rest_linear(v, &r);
    small = r.linear && r.n <= BLOCK_CRAMER && v->b->n <= BLOCK_LARGE;
    if (small) find_coefficients(v, &r);
    if (r.linear && deficient(v, &r)) return false;
    if (small) return cramer(v, &r);
    make_loop(v, &r);
    return true;
}
