/* SPDX-License-Identifier: MIT */
/* expand_if.c - if equations.
 *
 * If a condition is known, its branch alone counts. If it depends on iterators only, the loop is
 * cut where it changes, and it is known in each piece. Otherwise the equations of the branches are
 * paired,
 *     if c then x = a; else x = b;   becomes   x = if c then a else b,  (1)
 * equal left sides first, the others in order as 0 = if c then l1 - r1 else l2 - r2. */
#include "flat/expand/expand.h"

static void branches(struct frame *f, const struct ast_stmt *stmt, int32_t k, expand_act_fn *act);

/* ---- Pairs ----------------------------------------------------------------------------------- */

struct branch {
    struct ir *cond; /* NULL: else                                                                */
    struct eq_list eqs;
    bool *used;
    int64_t scalars;
};

static bool same_box(const struct ir_eq *a, const struct ir_eq *b)
{
    if (a->n_iters != b->n_iters) return false;
    for (int32_t k = 0; k < a->n_iters; k++)
        if (a->iters[k] != b->iters[k]) return false;
    return true;
}

static int64_t points(const struct ir_eq *e)
{
    int64_t n = 1;
    for (int32_t k = 0; k < e->n_iters; k++) n = n > INT32_MAX ? n : n * e->iters[k]->count;
    return n;
}

/* The equation of b that goes with e; with_lhs: only one of equal left side. */
static struct ir_eq *partner(struct branch *b, const struct ir_eq *e, bool with_lhs)
{
    for (int32_t k = 0; k < b->eqs.n; k++) {
        if (b->used[k] || !same_box(&b->eqs.at[k], e)) continue;
        if (with_lhs && b->eqs.at[k].lhs != e->lhs) continue;
        b->used[k] = true;
        return &b->eqs.at[k];
    }
    return NULL;
}

static struct ir *residual(struct expand *x, const struct ir_eq *e)
{
    return ir_binary(x->m, IR_SUB, e->lhs, e->rhs);
}

/* (1) for one equation per branch. */
static void merge(struct frame *f, struct branch *b, int32_t n, struct ir_eq **e)
{
    struct expand *x = f->w.x;
    struct ir_eq eq = *e[0];
    bool equal = true, real = true;
    for (int32_t k = 0; k < n; k++) {
        equal = equal && e[k]->lhs == e[0]->lhs;
        real = real && e[k]->lhs->type == IR_R;
    }
    if (!equal && !real) {
        error_at(x->messages, e[0]->at, "'%s' is not given a value in every branch",
                 ir_text(x->arena, e[0]->lhs));
        return;
    }
    if (!equal) eq.lhs = ir_real(x->m, 0);
    eq.rhs = equal ? e[n - 1]->rhs : residual(x, e[n - 1]);
    for (int32_t k = n - 2; k >= 0; k--)
        eq.rhs = ir_if(x->m, b[k].cond, equal ? e[k]->rhs : residual(x, e[k]), eq.rhs);
    VEC_ADD(x->arena, f->eqs, eq);
}

/* Each equation of the first branch with one of every other; first those of equal left side. */
static bool pair(struct frame *f, struct branch *b, int32_t n, const struct ast_stmt *stmt)
{
    struct ir_eq **group = ARENA_ARRAY(f->w.x->arena, struct ir_eq *, n * b[0].eqs.n + 1);
    for (int round = 0; round < 2; round++)
        for (int32_t j = 0; j < b[0].eqs.n; j++) {
            struct ir_eq **g = group + j * n;
            g[0] = &b[0].eqs.at[j];
            for (int32_t k = 1; k < n; k++)
                if (!g[k]) g[k] = partner(&b[k], g[0], round == 0);
        }
    for (int32_t j = 0; j < b[0].eqs.n * n; j++)
        if (!group[j]) {
            error_at(f->w.x->messages, stmt->at,
                     "the loops in the branches of this if do not match");
            return false;
        }
    for (int32_t j = 0; j < b[0].eqs.n; j++) merge(f, b, n, group + j * n);
    return true;
}

/* ---- Loops inside branches, written out ------------------------------------------------------ */

static void scalarise(struct frame *f, struct eq_list *list)
{
    struct expand *x = f->w.x;
    struct eq_list out = {NULL, 0, 0};
    int32_t outer;
    expand_box(f, &outer);
    for (int32_t j = 0; j < list->n; j++) {
        struct ir_eq *e = &list->at[j], one = *e;
        struct ir *value[EXPAND_BOX];
        int32_t inner = e->n_iters - outer;
        int64_t n = 1;
        for (int32_t k = outer; k < e->n_iters; k++) n *= e->iters[k]->count;
        one.n_iters = outer;
        for (int64_t p = 0; p < n; p++) {
            int64_t rest = p;
            for (int32_t k = inner - 1; k >= 0; rest /= e->iters[outer + k--]->count)
                value[k] =
                    ir_int(x->m, e->iters[outer + k]->lo + e->iters[outer + k]->step *
                                                               (rest % e->iters[outer + k]->count));
            one.lhs = ir_replace(x->m, e->lhs, e->iters + outer, value, inner);
            one.rhs = ir_replace(x->m, e->rhs, e->iters + outer, value, inner);
            VEC_ADD(x->arena, &out, one);
        }
    }
    *list = out;
}

static bool boxes_agree(struct branch *b, int32_t n)
{
    for (int32_t k = 1; k < n; k++)
        for (int32_t j = 0; j < b[0].eqs.n; j++)
            if (b[k].eqs.n != b[0].eqs.n || !same_box(&b[k].eqs.at[j], &b[0].eqs.at[j]))
                return false;
    return true;
}

/* ---- Branches -------------------------------------------------------------------------------- */

static void expand_branch(struct frame *f, const struct ast_stmt *stmt, int32_t k, struct branch *b,
                          struct ir **before)
{
    struct ir_model *m = f->w.x->m;
    struct frame in = *f;
    struct ir *guard = *before;
    if (b->cond) guard = guard ? ir_binary(m, IR_AND, guard, b->cond) : b->cond;
    if (b->cond) {
        struct ir *not = ir_unary(m, IR_NOT, b->cond);
        *before = *before ? ir_binary(m, IR_AND, *before, not ) : not ;
    }
    in.eqs = &b->eqs;
    in.w.conditional = true;
    in.guard = guard;
    if (k < stmt->n_bodies) expand_equations(&in, &stmt->bodies[k]);
    b->scalars = 0;
    for (int32_t j = 0; j < b->eqs.n; j++) b->scalars += points(&b->eqs.at[j]);
}

static int is_unknown(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_VAR && !e->var->data;
}

/* Does c depend on nothing but iterators of the box, and values that are known at them? */
static bool of_iterators(struct ir_model *m, struct ir *c)
{
    const uint64_t others = (1ull << IR_TIME) | (1ull << IR_DER) | (1ull << IR_PRE) |
                            (1ull << IR_CALL) | (1ull << IR_CALL_AT) | (1ull << IR_DELAY) |
                            (1ull << IR_INITIAL) | (1ull << IR_TERMINAL) | (1ull << IR_SAMPLE) |
                            (1ull << IR_LOCAL);
    if (c->n_free == 0 || (c->ops & others)) return false;
    return !(c->ops & (1ull << IR_VAR)) || !ir_visit(m, c, is_unknown, NULL);
}

/* The rest of the if with iterator `which` restricted. */
static void in_piece(struct frame *f, const struct ast_stmt *stmt, int32_t k, int32_t which,
                     int32_t from, int32_t count, expand_act_fn *act)
{
    struct ir_model *m = f->w.x->m;
    struct frame in = *f;
    struct symbol *s = f->named[which] ? f->named[which]->symbol : NULL;
    struct ir *old = NULL;
    in.box[which] = expand_piece(m, f->box[which], from, count);
    if (s) old = expand_bind(f->w.x, s, ir_iter_value(m, in.box[which]));
    branches(&in, stmt, k, act);
    if (s) expand_bind(f->w.x, s, old);
}

static bool unroll(struct frame *f, const struct ast_stmt *stmt, int32_t k, const struct ir *c,
                   expand_act_fn *act)
{
    struct frame in = *f;
    int32_t which = 0;
    while (which < f->n_box && f->box[which] != c->free[0]) which++;
    if (which == f->n_box || f->box[which]->count > EXPAND_STATEMENTS) return false;
    in.unrolled = true;
    for (int32_t j = 0; j < f->box[which]->count && !f->w.x->stopped; j++)
        in_piece(&in, stmt, k, which, j, 1, act);
    return true;
}

/* From branch k on nothing is known at compile time. */
static void undecided_equations(struct frame *f, const struct ast_stmt *stmt, int32_t k,
                                struct ir *c)
{
    struct expand *x = f->w.x;
    int32_t n = stmt->n_exprs - k + 1;
    struct branch *b = ARENA_ARRAY(x->arena, struct branch, n);
    struct ir *before = f->guard;
    bool equal = true;
    int32_t asserts = x->m->asserts.n, connects = expand_connect_count(x);
    for (int32_t j = 0; j < n; j++) {
        if (j < n - 1)
            b[j].cond =
                j == 0 ? c : expand_convert(x, expand_scalar(&f->w, stmt->exprs[k + j]), IR_B);
        expand_branch(f, stmt, k + j, &b[j], &before);
        equal = equal && b[j].scalars == b[0].scalars;
    }
    if ((!equal || expand_connect_count(x) > connects) && of_iterators(x->m, c)) {
        x->m->asserts.n = asserts;
        expand_connect_forget(x, connects);
        if (unroll(f, stmt, k, c, expand_equations)) return;
    }
    if (expand_connect_count(x) > connects) {
        error_at(x->messages, stmt->exprs[k]->at,
                 "around a connect, a condition must be known at compile time");
        return;
    }
    for (int32_t j = 1; j < n; j++)
        if (b[j].scalars != b[0].scalars && !x->stopped) {
            error_at(x->messages, stmt->at, "the branches of this if have %lld and %lld equations",
                     (long long)b[0].scalars, (long long)b[j].scalars);
            if (stmt->n_bodies == stmt->n_exprs) hint_last(x->messages, "it has no else");
            return;
        }
    if (!boxes_agree(b, n) && b[0].scalars <= EXPAND_STATEMENTS)
        for (int32_t j = 0; j < n; j++) scalarise(f, &b[j].eqs);
    for (int32_t j = 0; j < n; j++) b[j].used = ARENA_ARRAY(x->arena, bool, b[j].eqs.n + 1);
    pair(f, b, n, stmt);
}

/* Branches from k on; act is expand_equations, or what is to be done instead. */
static void branches(struct frame *f, const struct ast_stmt *stmt, int32_t k, expand_act_fn *act)
{
    struct expand *x = f->w.x;
    int32_t which, at;
    for (; k < stmt->n_exprs && !x->stopped; k++) {
        struct ir *c = expand_convert(x, expand_scalar(&f->w, stmt->exprs[k]), IR_B);
        struct value *v = c->op == IR_INT ? NULL : check_value(x->messages, stmt->exprs[k]);
        if (v && v->number && v->count == 1) c = ir_bool(x->m, v->number[0] != 0);
        if (c->op == IR_INT && !c->integer) continue;
        if (c->op == IR_INT) break;
        if (of_iterators(x->m, c) && expand_find_cut(x->m, c, f->box, f->n_box, &which, &at)) {
            in_piece(f, stmt, k, which, 0, at, act);
            in_piece(f, stmt, k, which, at, f->box[which]->count - at, act);
        } else if (act == expand_equations)
            undecided_equations(f, stmt, k, c);
        else if (!of_iterators(x->m, c) || !unroll(f, stmt, k, c, act))
            error_at(x->messages, stmt->exprs[k]->at,
                     "around a when, a condition must be known at compile time");
        return;
    }
    if (k < stmt->n_bodies) act(f, &stmt->bodies[k]);
}

void expand_if(struct frame *f, const struct ast_stmt *stmt, expand_act_fn *act)
{
    branches(f, stmt, 0, act);
}
