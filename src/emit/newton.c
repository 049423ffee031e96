/* SPDX-License-Identifier: MIT */
/* newton.c - equations that are solved together when the model runs: r(u, y) = 0 for y.
 *
 *     residual(u, order, y, r)     series of the residuals along series of inputs and unknowns
 *     jacobian(u, y, a)            a = dr/dy
 *     solve(u, order, y)
 * solve finds level 0 by Newton's method from the start values, y := y - a^-1 r, with steps that
 * are halved as long as the residual grows. It has converged when a step no longer matters, or when
 * steps no longer become shorter: rounding is reached. Level k is linear: r_k(y_k) = r_k(0) + a
 * y_k, hence y_k = -a^-1 r_k(0). */
#include "emit/newton.h"
#include <string.h>

enum { U, ORDER, Y, R };
enum { TURNS = 50, HALVINGS = 20 };

struct newton {
    struct lower *l;
    struct code_model *m;
    struct ir_loop *of;
    struct lower_loop *to;
    struct code_fn *residual, *jacobian, *f;
    int32_t a, rows, r, save; /* slots of solve                                                  */
    int32_t dy, size, last, norm, now;
};

/* ---- Residuals and their derivatives --------------------------------------------------------- */

static struct code_expr *local(const struct newton *n, const struct code_fn *f, int32_t slot)
{
    return code_local(n->m, (struct code_fn *)(uintptr_t)f, slot);
}

/* Parameters u [, order], y, out */
static struct taylor fn_new(struct newton *n, const char *name, bool order)
{
    struct code_fn *f =
        code_fn_new(n->m, CODE_USER, arena_format(n->l->arena, "%s_%d", name, n->of->number + 1));
    struct taylor t = taylor_new(n->l, f, AT_FUNCTION);
    f->type = CODE_V;
    f->at = n->of->at[0];
    t.at = f->at;
    code_slot_new(n->m, f, "u", CODE_R, -1);
    if (order) t.order = code_slot_new(n->m, f, "order", CODE_I, 0);
    code_slot_new(n->m, f, "y", CODE_R, -1);
    code_slot_new(n->m, f, order ? "r" : "a", CODE_R, -1);
    f->n_params = f->slots.n;
    return t;
}

struct watch {
    struct newton *n;
    struct taylor *t;
    int32_t slot;
};

static int unknown_node(void *user, struct ir *e)
{
    struct watch *w = user;
    struct stand_in in = {.node = e, .slot = w->slot, .offset = SERIES * e->integer};
    if (e->op != IR_SOLVED || e->loop != w->n->of || taylor_stand_in(w->t, e)) return 0;
    VEC_ADD(w->n->l->arena, &w->t->stand_ins, in);
    return 0;
}

static void know_unknowns(struct newton *n, struct taylor *t, struct ir *e, int32_t slot)
{
    struct watch w = {n, t, slot};
    if (e) ir_visit(n->l->m, e, unknown_node, &w);
}

static void make_residual(struct newton *n)
{
    struct taylor t = fn_new(n, "residual", true);
    n->residual = t.f;
    newton_inputs(&t, n->of, n->to);
    for (int32_t k = 0; k < n->of->n; k++) know_unknowns(n, &t, n->of->residual[k], Y);
    for (int32_t k = 0; k < n->of->n; k++) {
        t.at = n->of->at[k];
        taylor_store(&t, NULL, &t.f->body, n->of->residual[k], R,
                     code_int(n->m, (int64_t)SERIES * k));
    }
}

static void make_jacobian(struct newton *n)
{
    struct taylor t = fn_new(n, "jacobian", false);
    int32_t count = n->of->n;
    n->jacobian = t.f;
    t.levels = 1;
    newton_inputs(&t, n->of, n->to);
    for (int32_t k = 0; k < count * count; k++) know_unknowns(n, &t, n->of->jacobian[k], 1);
    for (int32_t k = 0; k < count * count; k++) {
        struct ir *e = n->of->jacobian[k];
        code_put(n->m, &t.f->body, 2, code_int(n->m, k),
                 e ? taylor_value(&t, &t.f->body, e) : code_real(n->m, 0));
    }
}

static struct code_expr *call(const struct newton *n, struct code_fn *f, struct code_expr *a,
                              struct code_expr *b, struct code_expr *c, struct code_expr *d)
{
    struct code_expr **args = ARENA_ARRAY(n->l->arena, struct code_expr *, 4);
    args[0] = a;
    args[1] = b;
    args[2] = c;
    args[3] = d;
    return code_call(n->m, f, args);
}

static struct code_expr *series_at(const struct newton *n, struct code_expr *k, int64_t level)
{
    return newton_at(n->m, k, code_int(n->m, SERIES), code_int(n->m, level));
}

/* Without symbolic derivatives: column c is the slope of the residuals along y_c. */
static void make_seeded_jacobian(struct newton *n)
{
    struct taylor t = fn_new(n, "jacobian", false);
    struct code_fn *f = t.f;
    struct code_model *m = n->m;
    int64_t inputs = n->to->n_inputs, count = n->of->n;
    int32_t u = code_slot_new(m, f, "still", CODE_R, (int32_t)(SERIES * (inputs + 1)));
    int32_t y = code_slot_new(m, f, "seeded", CODE_R, (int32_t)(SERIES * count));
    int32_t r = code_slot_new(m, f, "r", CODE_R, (int32_t)(SERIES * count));
    int32_t k = code_slot_new(m, f, "k", CODE_I, 0), c = code_slot_new(m, f, "c", CODE_I, 0);
    struct code_expr *at = local(n, f, k), *column = local(n, f, c);
    struct code_body copy = {0}, each = {0}, fill = {0}, take = {0};
    n->jacobian = f;
    code_put(m, &copy, u, series_at(n, at, 0), code_item(m, 0, series_at(n, at, 0)));
    code_put(m, &copy, u, series_at(n, at, 1), code_real(m, 0));
    taylor_loop(&t, &f->body, k, 0, inputs - 1, 1, &copy);
    code_put(m, &fill, y, series_at(n, at, 0), code_item(m, 1, series_at(n, at, 0)));
    code_put(m, &fill, y, series_at(n, at, 1),
             code_cond(m, code_binary(m, CODE_EQ, at, column), code_real(m, 1), code_real(m, 0)));
    taylor_loop(&t, &each, k, 0, count - 1, 1, &fill);
    code_add(m, &each, CODE_DO)->a =
        call(n, n->residual, local(n, f, u), code_int(m, 2), local(n, f, y), local(n, f, r));
    code_put(m, &take, 2, newton_at(m, at, code_int(m, count), column),
             code_item(m, r, series_at(n, at, 1)));
    taylor_loop(&t, &each, k, 0, count - 1, 1, &take);
    taylor_loop(&t, &f->body, c, 0, count - 1, 1, &each);
}

/* ---- What to say ----------------------------------------------------------------------------- */

static const char *complaint(const struct newton *n, const char *what)
{
    struct arena *a = n->l->arena;
    const char *names = "", *lines = "";
    uint32_t line, column, last = 0;
    for (int32_t k = 0; k < n->of->n; k++) {
        const char *comma = k ? ", " : "";
        names = arena_format(a, "%s%s%s", names, comma, n->of->names[k] ? n->of->names[k] : "?");
        if (!n->of->at[k].file) continue;
        place_line(n->l->m->messages, n->of->at[k], &line, &column);
        if (line != last) lines = arena_format(a, "%s%s%u", lines, *lines ? ", " : "", line);
        last = line;
    }
    return arena_format(a, "no solution found for %s in the equation%s of line%s %s: %s", names,
                        n->of->n > 1 ? "s" : "", strchr(lines, ',') ? "s" : "",
                        *lines ? lines : "?", what);
}

static void fault_and_return(const struct newton *n, struct code_body *to, const char *what)
{
    struct code_stmt *s = code_add(n->m, to, CODE_FAULT);
    s->text = complaint(n, what);
    s->at = n->of->at[0];
    code_add(n->m, to, CODE_RETURN);
}

/* ---- Solve ----------------------------------------------------------------------------------- */

static struct code_expr *get(const struct newton *n, int32_t slot)
{
    return local(n, n->f, slot);
}

static struct code_expr *y_at(const struct newton *n, int32_t k)
{
    return code_int(n->m, (int64_t)SERIES * k);
}

/* a := dr/dy at y, factored */
static void factor(const struct newton *n, struct code_body *to)
{
    struct code_stmt *bad;
    code_add(n->m, to, CODE_DO)->a = call(n, n->jacobian, get(n, U), get(n, 2), get(n, n->a), NULL);
    bad = code_add(n->m, to, CODE_IF);
    bad->a = call(n, newton_lu_factor(n->l), get(n, n->a), code_int(n->m, n->of->n),
                  get(n, n->rows), NULL);
    fault_and_return(n, &bad->body,
                     "their jacobian is singular; "
                     "start values near the solution may help");
}

/* r := residuals at y, with `order` levels */
static void evaluate(const struct newton *n, struct code_body *to, int order)
{
    code_add(n->m, to, CODE_DO)->a =
        call(n, n->residual, get(n, U), code_int(n->m, order), get(n, 2), get(n, n->r));
}

/* dy := a^-1 (level k of r) */
static void back_solve(const struct newton *n, struct code_body *to, int k)
{
    for (int32_t j = 0; j < n->of->n; j++)
        code_put(n->m, to, n->dy, code_int(n->m, j),
                 code_item(n->m, n->r, code_int(n->m, (int64_t)SERIES * j + k)));
    code_add(n->m, to, CODE_DO)->a = call(n, newton_lu_solve(n->l), get(n, n->a),
                                          code_int(n->m, n->of->n), get(n, n->rows), get(n, n->dy));
}

static struct code_expr *size_of(const struct newton *n, struct code_expr *x)
{
    return code_math(n->m, CODE_FABS, x, NULL);
}

/* size := max |dy|/(|y| + 1e-6) */
static void measure_step(const struct newton *n, struct code_body *to)
{
    struct code_model *m = n->m;
    code_set(m, to, n->size, code_real(m, 0));
    for (int32_t k = 0; k < n->of->n; k++) {
        struct code_expr *y = size_of(n, code_item(m, 2, y_at(n, k)));
        struct code_expr *x = size_of(n, code_item(m, n->dy, code_int(m, k)));
        struct code_stmt *s;
        x = code_binary(m, CODE_DIV, x, code_binary(m, CODE_ADD, y, code_real(m, 1e-6)));
        code_set(m, to, n->now, x);
        s = code_add(m, to, CODE_IF);
        s->a = code_unary(m, CODE_NOT, code_binary(m, CODE_LE, get(n, n->now), get(n, n->size)));
        code_set(m, &s->body, n->size, get(n, n->now));
    }
}

/* slot := sum |r| */
static void measure_residual(const struct newton *n, struct code_body *to, int32_t slot)
{
    struct code_expr *sum = NULL;
    for (int32_t k = 0; k < n->of->n; k++) {
        struct code_expr *x = size_of(n, code_item(n->m, n->r, y_at(n, k)));
        sum = sum ? code_binary(n->m, CODE_ADD, sum, x) : x;
    }
    code_set(n->m, to, slot, sum);
}

static void take_step(const struct newton *n, struct code_body *to, bool keep)
{
    for (int32_t k = 0; k < n->of->n; k++) {
        if (keep) code_put(n->m, to, n->save, code_int(n->m, k), code_item(n->m, 2, y_at(n, k)));
        code_put(n->m, to, 2, y_at(n, k),
                 code_binary(n->m, CODE_SUB, code_item(n->m, n->save, code_int(n->m, k)),
                             code_item(n->m, n->dy, code_int(n->m, k))));
    }
}

/* Halves a step while the residual is larger after it than before; short steps are taken as they
 * are. */
static void dampen(const struct newton *n, struct code_body *to, int32_t count)
{
    struct code_model *m = n->m;
    struct code_stmt *far = code_add(m, to, CODE_IF), *loop, *good;
    far->a = code_binary(m, CODE_LT, code_real(m, 1e-6), get(n, n->size));
    loop = newton_for(m, &far->body, count, code_int(m, 1), code_int(m, HALVINGS), 1);
    evaluate(n, &loop->body, 1);
    measure_residual(n, &loop->body, n->now);
    good = code_add(m, &loop->body, CODE_IF);
    good->a = code_binary(m, CODE_LE, get(n, n->now), get(n, n->norm));
    code_add(m, &good->body, CODE_BREAK);
    for (int32_t k = 0; k < n->of->n; k++)
        code_put(m, &loop->body, n->dy, code_int(m, k),
                 code_binary(m, CODE_MUL, code_item(m, n->dy, code_int(m, k)), code_real(m, 0.5)));
    take_step(n, &loop->body, false);
}

/* Done if the step does not matter, or is short and no shorter than the last one. */
static struct code_expr *converged(const struct newton *n)
{
    struct code_model *m = n->m;
    struct code_expr *shrinks = code_binary(
        m, CODE_LT, get(n, n->size), code_binary(m, CODE_MUL, get(n, n->last), code_real(m, 0.9)));
    struct code_expr *near = code_binary(m, CODE_LT, get(n, n->size), code_real(m, 1e-6));
    return code_binary(m, CODE_OR, code_binary(m, CODE_LE, get(n, n->size), code_real(m, 1e-15)),
                       code_binary(m, CODE_AND, near, code_unary(m, CODE_NOT, shrinks)));
}

static void iterate(const struct newton *n, struct code_body *to, int32_t turn, int32_t count)
{
    struct code_model *m = n->m;
    struct code_stmt *loop, *done;
    code_set(m, to, n->last, code_real(m, 1e300));
    loop = newton_for(m, to, turn, code_int(m, 1), code_int(m, TURNS), 1);
    evaluate(n, &loop->body, 1);
    measure_residual(n, &loop->body, n->norm);
    factor(n, &loop->body);
    back_solve(n, &loop->body, 0);
    measure_step(n, &loop->body);
    take_step(n, &loop->body, true);
    done = code_add(m, &loop->body, CODE_IF);
    done->a = converged(n);
    code_add(m, &done->body, CODE_BREAK);
    dampen(n, &loop->body, count);
    code_set(m, &loop->body, n->last, get(n, n->size));
    done = code_add(m, to, CODE_IF);
    done->a = code_binary(m, CODE_LT, code_int(m, TURNS), get(n, turn));
    fault_and_return(n, &done->body, "Newton's method does not converge");
}

static void linear_step(const struct newton *n, struct code_body *to)
{
    evaluate(n, to, 1);
    factor(n, to);
    back_solve(n, to, 0);
    take_step(n, to, true);
}

static void higher_level(const struct newton *n, struct code_body *to, int k)
{
    struct code_model *m = n->m;
    struct code_body part = {0};
    struct taylor t = {.code = m, .f = n->f, .order = 1};
    for (int32_t j = 0; j < n->of->n; j++)
        code_put(m, &part, 2, code_int(m, (int64_t)SERIES * j + k), code_real(m, 0));
    evaluate(n, &part, k + 1);
    back_solve(n, &part, k);
    for (int32_t j = 0; j < n->of->n; j++)
        code_put(m, &part, 2, code_int(m, (int64_t)SERIES * j + k),
                 code_unary(m, CODE_NEG, code_item(m, n->dy, code_int(m, j))));
    taylor_if(&t, to, taylor_wanted(&t, k), &part, NULL);
}

static void make_solve(struct newton *n)
{
    struct code_model *m = n->m;
    struct taylor t = fn_new(n, "solve", true);
    int32_t count = n->of->n, turn, halving;
    struct code_body more = {0};
    n->f = t.f;
    n->f->n_params = 3; /* the fourth is its own */
    n->r = 3;
    n->f->slots.at[3].size = SERIES * count;
    n->a = code_slot_new(m, n->f, "a", CODE_R, count * count);
    n->rows = code_slot_new(m, n->f, "rows", CODE_R, count);
    n->dy = code_slot_new(m, n->f, "dy", CODE_R, count);
    n->save = code_slot_new(m, n->f, "before", CODE_R, count);
    n->size = code_slot_new(m, n->f, "size", CODE_R, 0);
    n->last = code_slot_new(m, n->f, "last", CODE_R, 0);
    n->norm = code_slot_new(m, n->f, "norm", CODE_R, 0);
    n->now = code_slot_new(m, n->f, "now", CODE_R, 0);
    turn = code_slot_new(m, n->f, "turn", CODE_I, 0);
    halving = code_slot_new(m, n->f, "halving", CODE_I, 0);
    newton_inputs(&t, n->of, n->to);
    for (int32_t k = 0; k < count; k++)
        code_put(m, &n->f->body, 2, y_at(n, k), taylor_value(&t, &n->f->body, n->of->start[k]));
    if (n->of->linear)
        linear_step(n, &n->f->body);
    else
        iterate(n, &n->f->body, turn, halving);
    if (!n->of->linear) factor(n, &more);
    for (int k = 1; k < SERIES; k++) higher_level(n, &more, k);
    t.order = ORDER;
    taylor_if(&t, &n->f->body, taylor_wanted(&t, 1), &more, NULL);
    n->to->f = n->f;
}

struct lower_loop *lower_loop(struct lower *l, struct ir_loop *loop)
{
    struct newton n = {.l = l, .m = l->code, .of = loop};
    for (int32_t k = 0; k < l->m->loops.n; k++)
        if (l->m->loops.at[k] == loop) n.to = &l->loops[k];
    if (n.to->f) return n.to;
    make_residual(&n);
    if (loop->jacobian)
        make_jacobian(&n);
    else
        make_seeded_jacobian(&n);
    make_solve(&n);
    return n.to;
}
