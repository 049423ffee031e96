/* SPDX-License-Identifier: MIT */
/* prop_graph.c - whatever graph_solve makes of a system, it solves the equations as they were
 * written.
 *
 * Systems are random: arrays, loops over parts of them (halves, odd and even elements), shifted,
 * reversed and fixed indices, sums, nonlinear terms; explicit, implicit and shuffled. Each equation
 * has one unknown with a large coefficient, so that there is exactly one solution and no division
 * by something small. Aliases are arrays of which each element is one of another array, or its
 * negative, or a number, or of the same array before it. The definitions are evaluated, sums by adding, loops by Newton's method, and
 * put into the equations. */
#include "graph_build.h"
#include "ir_eval.h"

enum { ARRAYS = 4, ALIASES = 4, MOST = 9 };

struct net {
    struct rng *g;
    struct ir_model *m;
    struct ir_var *y[ARRAYS + ALIASES], *x; /* aliases behind the others */
    int32_t n, arrays, aliases;
    bool nonlinear;
};

static struct ir *small_number(struct net *t)
{
    return ir_real(t->m, rng_uniform(t->g, -1, 1) * 0.5);
}

/* An index into an array of n elements for all values of it. */
static struct ir *some_index(struct net *t, struct ir_iter *it)
{
    int64_t last = it->lo + it->step * (it->count - 1), shift = rng_int(t->g, -1, 1);
    struct ir *i = ir_iter_value(t->m, it);
    if (rng_int(t->g, 0, 4) == 0) return ir_int(t->m, rng_int(t->g, 0, t->n - 1));
    if (rng_int(t->g, 0, 4) == 0)
        i = ir_binary(t->m, IR_SUB, ir_int(t->m, t->n - 1), i);
    else if (it->lo + shift >= 0 && last + shift < t->n)
        i = ir_binary(t->m, IR_ADD, i, ir_int(t->m, shift));
    return i;
}

static struct ir *some_term(struct net *t, struct ir_iter *it)
{
    struct ir_var *v =
        rng_int(t->g, 0, 2) ? t->y[rng_int(t->g, 0, t->arrays + t->aliases - 1)] : t->x;
    struct ir *a;
    if (rng_int(t->g, 0, 9) == 0) {
        struct ir_iter *j = ir_iter_new(t->m, 1, 0, 1, t->n, "j");
        a = ir_reduce(t->m, IR_SUM, j, build_at(t->m, v, ir_iter_value(t->m, j)));
        return build_mul(t->m, ir_real(t->m, 0.3 / t->n), a);
    }
    a = build_at(t->m, v, some_index(t, it));
    if (t->nonlinear && rng_int(t->g, 0, 2) == 0) a = ir_math(t->m, ELEMENTARY_SIN, a, NULL);
    return build_mul(t->m, small_number(t), a);
}

static void some_equation(struct net *t, struct ir_var *v, struct ir_iter *it)
{
    struct ir *u = build_at(t->m, v, ir_iter_value(t->m, it)), *rest = ir_real(t->m, 1);
    struct ir *big = ir_real(t->m, 3 * rng_sign(t->g));
    for (int k = rng_int(t->g, 0, 3); k > 0; k--) rest = build_add(t->m, rest, some_term(t, it));
    switch (rng_int(t->g, 0, 3)) {
    case 0: build_eq_in(t->m, &it, 1, u, build_div(t->m, rest, big)); break;
    case 1: build_eq_in(t->m, &it, 1, build_mul(t->m, big, u), rest); break;
    case 2:
        build_eq_in(t->m, &it, 1, build_sub(t->m, rest, build_mul(t->m, u, big)), ir_real(t->m, 0));
        break;
    default: build_eq_in(t->m, &it, 1, build_div(t->m, rest, big), u); break;
    }
}

static void some_equations(struct net *t, struct ir_var *v)
{
    int32_t cut = rng_int(t->g, 1, t->n - 1);
    switch (rng_int(t->g, 0, 2)) {
    case 0: some_equation(t, v, ir_iter_new(t->m, 0, 0, 1, t->n, "i")); break;
    case 1:
        some_equation(t, v, ir_iter_new(t->m, 0, 0, 1, cut, "i"));
        some_equation(t, v, ir_iter_new(t->m, 0, cut, 1, t->n - cut, "i"));
        break;
    default:
        some_equation(t, v, ir_iter_new(t->m, 0, 0, 2, (t->n + 1) / 2, "i"));
        some_equation(t, v, ir_iter_new(t->m, 0, 1, 2, t->n / 2, "i"));
    }
}

/* v[it] is an element of a variable before it, or known. */
static void alias_equation(struct net *t, int32_t k, struct ir_iter *it)
{
    struct ir_model *m = t->m;
    struct ir *u = build_at(m, t->y[k], ir_iter_value(m, it)), *other;
    int32_t from = rng_int(t->g, -2, k - 1);
    if (from == -2)
        other = ir_real(m, rng_int(t->g, 0, 1));
    else
        other = build_at(m, from < 0 ? t->x : t->y[from], some_index(t, it));
    switch (rng_int(t->g, 0, 3)) {
    case 0: build_eq_in(m, &it, 1, u, other); break;
    case 1: build_eq_in(m, &it, 1, ir_real(m, 0), build_add(m, u, other)); break;
    case 2: build_eq_in(m, &it, 1, build_sub(m, other, u), ir_real(m, 0)); break;
    default: build_eq_in(m, &it, 1, ir_unary(m, IR_NEG, other), u); break;
    }
}

static void alias_equations(struct net *t, int32_t k)
{
    int32_t cut = rng_int(t->g, 1, t->n - 1);
    struct ir_iter *rest = ir_iter_new(t->m, 0, cut, 1, t->n - cut, "i");
    struct ir *i = ir_iter_value(t->m, rest), *before;
    switch (rng_int(t->g, 0, 3)) {
    case 0: alias_equation(t, k, ir_iter_new(t->m, 0, 0, 1, t->n, "i")); return;
    case 1:
        alias_equation(t, k, ir_iter_new(t->m, 0, 0, 2, (t->n + 1) / 2, "i"));
        alias_equation(t, k, ir_iter_new(t->m, 0, 1, 2, t->n / 2, "i"));
        return;
    default: alias_equation(t, k, ir_iter_new(t->m, 0, 0, 1, cut, "i"));
    }
    before = build_at(t->m, t->y[k], ir_binary(t->m, IR_SUB, i, ir_int(t->m, 1)));
    if (rng_int(t->g, 0, 1))
        alias_equation(t, k, rest);
    else
        build_eq_in(t->m, &rest, 1, before, build_at(t->m, t->y[k], i));
}

static void shuffle(struct net *t)
{
    for (int32_t k = t->m->eqs.n - 1; k > 0; k--) {
        int32_t j = rng_int(t->g, 0, k);
        struct ir_eq e = t->m->eqs.at[k];
        t->m->eqs.at[k] = t->m->eqs.at[j];
        t->m->eqs.at[j] = e;
    }
}

/* ---- Evaluation ------------------------------------------------------------------------------ */

struct world {
    struct ir_world w;
    struct ir_var *solved[256]; /* by loop: unknown k at point p is element p*n + k */
};

static struct ir *plain(void *user, struct ir *e) /* without IR_SUM_OF and IR_SOLVED */
{
    struct world *v = user;
    struct ir_model *m = v->w.m;
    if (e->op == IR_SUM_OF) {
        struct ir_sum *s = &m->sums.at[e->integer];
        if (s->n_iters) FAIL("sum over several points");
        return ir_reduce(m, IR_SUM, s->iter, s->body);
    }
    if (e->op != IR_SOLVED) return e;
    return build_at(
        m, v->solved[e->loop->number],
        build_add(m, build_mul(m, e->arg[0], ir_int(m, e->loop->n)), ir_int(m, e->integer)));
}

/* A node whose arguments have values already; unlike ir_eval, each node is met once. */
struct pass {
    struct world *v;
    double *at; /* by id */
};

static double value(struct world *v, struct ir *e);

static double reduce(struct world *v, struct ir *e)
{
    double sum = 0;
    int64_t outside = v->w.iter[e->iter->number];
    CHECK(e->op == IR_SUM);
    for (int32_t k = 0; k < e->iter->count; k++) {
        v->w.iter[e->iter->number] = e->iter->lo + k * e->iter->step;
        sum += value(v, e->arg[0]);
    }
    v->w.iter[e->iter->number] = outside;
    return sum;
}

static int eval_node(void *user, struct ir *e)
{
    struct pass *p = user;
    double a = e->n > 0 ? p->at[e->arg[0]->id] : 0, b = e->n > 1 ? p->at[e->arg[1]->id] : 0, *to;
    to = &p->at[e->id];
    if (e->type != IR_R && e->op != IR_LT) return *to = ir_eval(&p->v->w, e), 0;
    switch (e->op) {
    case IR_ADD: *to = a + b; break;
    case IR_SUB: *to = a - b; break;
    case IR_MUL: *to = a * b; break;
    case IR_DIV: *to = a / b; break;
    case IR_POW: *to = pow(a, b); break;
    case IR_LT: *to = a < b; break;
    case IR_NEG: *to = -a; break;
    case IR_IF: *to = a != 0 ? b : p->at[e->arg[2]->id]; break;
    case IR_MATH: *to = elementary_value((enum elementary)e->integer, a, b); break;
    case IR_SUM: *to = reduce(p->v, e); break;
    default: *to = ir_eval(&p->v->w, e);
    }
    return 0;
}

static double value(struct world *v, struct ir *e)
{
    struct pass p = {v, NULL};
    double result;
    e = ir_map(v->w.m, e, plain, v);
    p.at = malloc(sizeof(double) * ((size_t)e->id + 1));
    ir_visit(v->w.m, e, eval_node, &p);
    result = p.at[e->id];
    free(p.at);
    return result;
}

static void add_values(struct world *v, struct ir_var *var, struct rng *g)
{
    int32_t k = var->number;
    v->w.value[k] = ARENA_ARRAY(v->w.m->arena, double, var->count);
    v->w.der[k] = ARENA_ARRAY(v->w.m->arena, double, var->count);
    for (int32_t j = 0; g && j < var->count; j++) v->w.value[k][j] = rng_uniform(g, -1, 1);
}

static void eliminate(double *a, double *b, int32_t n) /* b := a^-1 b */
{
    for (int32_t k = 0; k < n; k++) {
        int32_t p = k;
        for (int32_t i = k; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i;
        for (int32_t j = 0; j < n; j++) {
            double t = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = t;
        }
        double t = b[k];
        b[k] = b[p];
        b[p] = t;
        for (int32_t i = 0; i < n; i++) {
            double f = i == k ? 0 : a[i * n + k] / a[k * n + k];
            for (int32_t j = k; j < n && i != k; j++) a[i * n + j] -= f * a[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (int32_t k = 0; k < n; k++) b[k] /= a[k * n + k];
}

static void newton(struct world *v, struct ir_loop *l, double *u)
{
    double a[64 * 64], r[64];
    struct ir *where = ir_position(v->w.m, l->iters, l->n_iters);
    for (int step = 0; step < (l->linear ? 2 : 60); step++) {
        for (int32_t k = 0; k < l->n; k++) r[k] = value(v, l->residual[k]);
        for (int32_t k = 0; k < l->n * l->n; k++) {
            struct ir *with = ir_solved(v->w.m, l, k % l->n, where);
            struct ir *d = ir_diff(v->w.m, l->residual[k / l->n], with);
            CHECK(d != NULL);
            a[k] = value(v, d);
        }
        eliminate(a, r, l->n);
        for (int32_t k = 0; k < l->n; k++) u[k] -= r[k];
    }
}

/* Calls fn at each point of a box. */
static void each_point(struct world *v, struct ir_iter **iters, int32_t n,
                       void (*fn)(struct world *, void *, int64_t), void *user)
{
    int64_t points = 1;
    for (int32_t k = 0; k < n; k++) points *= iters[k]->count;
    for (int64_t p = 0; p < points; p++) {
        int64_t rest = p;
        for (int32_t k = n - 1; k >= 0; rest /= iters[k]->count, k--)
            v->w.iter[iters[k]->number] = iters[k]->lo + iters[k]->step * (rest % iters[k]->count);
        fn(v, user, p);
    }
}

static void solve_loop(struct world *v, void *user, int64_t p)
{
    struct ir_loop *l = user;
    newton(v, l, v->w.value[v->solved[l->number]->number] + p * l->n);
}

static void set_element(struct world *v, void *user, int64_t p)
{
    struct ir_def *d = user;
    (void)p;
    (d->der ? v->w.der : v->w.value)[d->var->number][ir_eval_int(&v->w, d->index)] =
        value(v, d->value);
}

static void check_residual(struct world *v, void *user, int64_t p)
{
    struct ir_eq *e = user;
    double a = ir_eval(&v->w, e->lhs), b = ir_eval(&v->w, e->rhs);
    if (!(fabs(a - b) < 1e-8 * (1 + fabs(a))))
        FAIL("%s at point %d: %.12g, %.12g", e->text, (int)p, a, b);
}

static void check_solution(struct ir_model *m, struct rng *g)
{
    static struct world v;
    int32_t vars = m->vars.n;
    memset(&v, 0, sizeof v);
    v.w.m = m;
    v.w.time = 0.7;
    for (int32_t k = 0; k < vars; k++)
        add_values(&v, m->vars.at[k], m->vars.at[k]->kind == VAR_STATE ? g : NULL);
    for (int32_t k = 0; k < m->loops.n; k++) {
        struct ir_loop *l = m->loops.at[k];
        int32_t points = 1;
        for (int32_t j = 0; j < l->n_iters; j++) points *= l->iters[j]->count;
        CHECK(m->vars.n < IR_WORLD_VARS);
        v.solved[k] = build_var(m, "solved", VAR_STATE, points * l->n);
        add_values(&v, v.solved[k], NULL);
        each_point(&v, l->iters, l->n_iters, solve_loop, l);
    }
    for (int32_t k = 0; k < m->defs.n; k++)
        each_point(&v, m->defs.at[k].iters, m->defs.at[k].n_iters, set_element, &m->defs.at[k]);
    for (int32_t k = 0; k < m->eqs.n; k++)
        each_point(&v, m->eqs.at[k].iters, m->eqs.at[k].n_iters, check_residual, &m->eqs.at[k]);
}

static void random_net(struct rng *g, int32_t arrays, int32_t aliases, bool nonlinear)
{
    struct net t = {.g = g, .m = build_open(), .arrays = arrays, .aliases = aliases};
    const char *names[ARRAYS + ALIASES] = {"a", "b", "c", "d", "p", "q", "r", "s"};
    struct ir_iter *i;
    t.nonlinear = nonlinear;
    t.n = rng_int(g, 2, MOST);
    t.x = build_var(t.m, "x", VAR_STATE, t.n);
    for (int32_t k = 0; k < arrays + aliases; k++)
        t.y[k] = build_var(t.m, names[k], VAR_ALGEBRAIC, t.n);
    for (int32_t k = 0; k < arrays; k++) some_equations(&t, t.y[k]);
    for (int32_t k = arrays; k < arrays + aliases; k++) alias_equations(&t, k);
    i = ir_iter_new(t.m, 0, 0, 1, t.n, "i");
    build_eq_in(t.m, &i, 1, build_der(t.m, t.x, ir_iter_value(t.m, i)), some_term(&t, i));
    shuffle(&t);
    if (!build_solve(t.m)) FAIL("%s", build_message(t.m, 0));
    check_solution(t.m, g);
    build_close(t.m);
}

PROP(one_linear_array, 600)
{
    random_net(g, 1, 0, false);
}
PROP(linear_arrays, 600)
{
    random_net(g, rng_int(g, 2, ARRAYS), 0, false);
}
PROP(nonlinear_arrays, 600)
{
    random_net(g, rng_int(g, 1, ARRAYS), 0, true);
}
PROP(arrays_with_aliases, 1500)
{
    random_net(g, rng_int(g, 1, ARRAYS), rng_int(g, 1, ALIASES), rng_int(g, 0, 3) == 0);
}

/* Scalars: dense small blocks, all forms. */
static void random_scalars(struct rng *g, int32_t n, bool nonlinear)
{
    struct ir_model *m = build_open();
    struct ir_var *y[12], *x = build_var(m, "x", VAR_STATE, 0);
    for (int32_t k = 0; k < n; k++)
        y[k] = build_var(m, arena_format(m->arena, "y%d", (int)k), VAR_ALGEBRAIC, 0);
    for (int32_t k = 0; k < n; k++) {
        struct ir *rest = build_at(m, x, NULL);
        for (int32_t j = 0; j < n; j++) {
            struct ir *a = build_at(m, y[j], NULL);
            double c = j == k ? 3 : rng_uniform(g, -2, 2) / n;
            if (j != k && rng_int(g, 0, 2)) continue;
            if (nonlinear && rng_int(g, 0, 3) == 0)
                a = build_add(m, a,
                              build_mul(m, ir_real(m, 0.2), ir_math(m, ELEMENTARY_TANH, a, NULL)));
            if (rng_int(g, 0, 3) == 0)
                a = ir_if(m, ir_relation(m, IR_LT, build_at(m, x, NULL), ir_real(m, 0), false), a,
                          build_mul(m, ir_real(m, 0.9), a));
            rest = build_add(m, rest, build_mul(m, ir_real(m, c), a));
        }
        build_eq(m, rest, ir_real(m, 0));
    }
    build_eq(m, build_der(m, x, NULL), build_at(m, y[0], NULL));
    if (!build_solve(m)) FAIL("%s", build_message(m, 0));
    check_solution(m, g);
    build_close(m);
}

PROP(linear_scalars, 400)
{
    random_scalars(g, rng_int(g, 1, 12), false);
}
PROP(nonlinear_scalars, 400)
{
    random_scalars(g, rng_int(g, 1, 12), true);
}

TEST_MAIN()
