/* SPDX-License-Identifier: MIT */
/* From text to functions of the contract: what they read, their derivatives, what events do. */
#include "listed.h"
#include "saltus_compile.h"
#include "saltus_model.h"
#include "run/loop/loop.h"
#include "testing.h"

enum { MOST = 64, STRIDE = 5 };

struct world {
    saltus_compiled *c;
    const saltus_model *m;
    double q[MOST * STRIDE], x[MOST], p[MOST], d[MOST], pre[MOST];
    unsigned char given[MOST];
    int n; /* states */
    saltus_env env;
    struct alloc alloc;
    char said[2048];
    const char *fault; /* said, or NULL */
};

static struct world *world_of(const saltus_env *e)
{
    return (struct world *)(uintptr_t)((const char *)e - offsetof(struct world, env));
}

static void on_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)at;
    snprintf(world_of(e)->said, sizeof world_of(e)->said, "%s", text);
    world_of(e)->fault = world_of(e)->said;
}

static int elements(const int32_t *size)
{
    int n = 1;
    for (int k = 0; k < SALTUS_RANK && size[k]; k++) n *= size[k];
    return n;
}

static int load_table(const saltus_variable *v, double *to)
{
    int n = 0;
    for (; v && v->name; v++)
        for (int k = elements(v->size); k > 0; k--) to[n++] = v->start;
    return n;
}

/* Compiled, started, signals constant at the start values. */
static void world_open(struct world *w, const char *text)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    bool failed;
    memset(w, 0, sizeof *w);
    if (saltus_compile_text("test.mo", text, strlen(text), &o, &w->c)) FAIL("not compiled");
    w->m = saltus_compiled_model(w->c);
    w->n = load_table(w->m->states, w->x);
    load_table(w->m->discretes, w->d);
    load_table(w->m->parameters, w->p);
    w->env = (saltus_env){.q = w->q,
                          .stride = STRIDE,
                          .width = 2,
                          .d = w->d,
                          .p = w->p,
                          .model = w->m,
                          .fault = on_fault,
                          .solve = loop_solve};
    alloc_init(&w->alloc, NULL, NULL);
    w->env.own = loop_memory_new(&w->alloc, w->m, &failed);
    CHECK(!failed);
    if (w->m->start) w->m->start(&w->env, w->given, w->p, w->x, w->d);
    for (int k = 0; k < w->n; k++) w->q[k * STRIDE + 1] = w->x[k];
    memcpy(w->pre, w->d, sizeof w->pre);
}

static void world_close(struct world *w)
{
    loop_memory_free(w->env.own);
    saltus_compiled_free(w->c);
}

/* ---- Reads -------------------------------------------------------------------------------------- */

static const char *reads(struct world *w, struct listed *l, int32_t i)
{
    *l = (struct listed){.reads = {listed_note}};
    w->m->der.reads(&w->env, i, &l->reads);
    return l->text;
}

#define CHECK_TEXT(a, b)                                                                           \
    do {                                                                                           \
        const char *a_ = (a);                                                                      \
        if (strcmp(a_, b)) FAIL("'%s' instead of '%s'", a_, b);                                    \
    } while (0)

TEST(boundary_cells_read_their_neighbours_only)
{
    struct world w;
    struct listed l;
    world_open(&w,
               "model m Real u[5]; equation for i in 1:5 loop der(u[i]) = (if i > 1 then u[i-1] "
               "else 1) - 2*u[i] + (if i < 5 then u[i+1] else 0); end for; end m;");
    CHECK_TEXT(reads(&w, &l, 0), " x0 x1");
    CHECK_TEXT(reads(&w, &l, 2), " x1 x2 x3");
    CHECK_TEXT(reads(&w, &l, 4), " x3 x4");
    world_close(&w);
}

TEST(odd_and_even_elements_share_a_range)
{
    struct world w;
    struct listed l;
    double c[2];
    world_open(&w, "model m Real x[6](each start = 2); equation for i in 1:2:6 loop der(x[i]) = "
                   "i*x[i]; end for; "
                   "for i in 2:2:6 loop der(x[i]) = -i*x[i-1]; end for; end m;");
    CHECK_TEXT(reads(&w, &l, 2), " x2");
    CHECK_TEXT(reads(&w, &l, 3), " x2");
    for (int k = 0; k < 6; k++) {
        w.m->der.eval(&w.env, k, 1, c);
        CHECK_CLOSE(c[0], k % 2 ? -2.0 * (k + 1) : 2.0 * (k + 1), 0);
    }
    world_close(&w);
}

TEST(both_modes_are_read_and_any_element_of_a_moving_index)
{
    struct world w;
    struct listed l;
    world_open(&w, "model m Real x[3]; Integer k(start = 1, fixed = true); equation "
                   "der(x[1]) = if x[2] > 0 then x[3] else 1; der(x[2]) = x[k]; der(x[3]) = time; "
                   "when x[1] > 1 then k = pre(k) + 1; end when; end m;");
    CHECK(strstr(reads(&w, &l, 0), "x2") && strstr(l.text, "d"));
    CHECK_TEXT(reads(&w, &l, 1), " d0 x0 x1 x2");
    CHECK_TEXT(reads(&w, &l, 2), " t0");
    world_close(&w);
}

/* ---- Partial derivatives ------------------------------------------------------------------------ */

static double slope(struct world *w, int i, int j)
{
    double c[2], *x = &w->q[j * STRIDE + 1], old = *x, h = 1e-5 * (1 + fabs(old)), up;
    *x = old + h;
    w->m->der.eval(&w->env, i, 1, c);
    up = c[0];
    *x = old - h;
    w->m->der.eval(&w->env, i, 1, c);
    *x = old;
    return (up - c[0]) / (2 * h);
}

static void check_partials(struct world *w)
{
    for (int i = 0; i < w->n; i++)
        for (int j = 0; j < w->n; j++) {
            double d = w->m->der.partial(&w->env, i, j), want = slope(w, i, j);
            if (!(fabs(d - want) <= 1e-6 * (1 + fabs(want))))
                FAIL("d f_%d / d q_%d is %g, not %g", i, j, d, want);
        }
}

TEST(partials_of_calls_loops_and_sums)
{
    static const char *const texts[] = {
        "model m function f input Real a; input Integer n; output Real b; algorithm b := 1; for k "
        "in 1:n "
        "loop b := b*a + k; end for; end f; Real x(start = 0.3), y(start = 0.7); equation "
        "der(x) = f(x*y, 3) - f(y, 2); der(y) = sin(f(x, 1)); end m;",
        "model m Real x(start = 0.3), y(start = 0.7); Real a(start = 1), b(start = 1); equation "
        "a + exp(a*b) = 2 + x; b = a*a + y; der(x) = a*b; der(y) = a - x; end m;",
        "model m Real x[4](start = {1, 2, 3, 4}); equation for i in 1:4 loop "
        "der(x[i]) = x[i]*sum(x[j]^2*i for j in 1:4) - product(x)/10; end for; end m;",
        "model m Real x[4](start = {1, 2, 3, 4}); equation for i in 1:4 loop "
        "der(x[i]) = sum(sum(x[j]*x[k]*x[i] for k in 1:2:4) + x[5-j] for j in 1:3) + max(x); end "
        "for; "
        "end m;",
        "model m Real x[20](each start = 0.1); Real s = sum(sin(x[i]) for i in 1:20); equation "
        "for i in 1:20 loop der(x[i]) = s*x[i]; end for; end m;",
        "model m parameter Real p = 3; Real x(start = 0.3), y(start = 0.7); equation der(x) = x^p "
        "+ y^2.5; "
        "der(y) = x^y; end m;",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct world w;
        world_open(&w, texts[k]);
        if (!w.m->sums) check_partials(&w); /* who keeps the signals of sums? an engine */
        world_close(&w);
    }
}

TEST(partial_through_a_sum_that_the_engine_keeps)
{
    struct world w;
    double s = 0;
    world_open(
        &w,
        "model m Real x[20](start = {0.1*i for i in 1:20}); Real s = sum(sin(x[i]) for i in 1:20); "
        "equation for i in 1:20 loop der(x[i]) = s*x[i]; end for; end m;");
    CHECK(w.m->sums && w.m->terms(&w.env, 0) == 20);
    for (int k = 0; k < 20; k++) {
        double c[1];
        w.m->term.eval(&w.env, k, 1, c);
        s += c[0];
    }
    w.q[20 * STRIDE + 1] = s;
    CHECK_CLOSE(w.m->der.partial(&w.env, 3, 7), w.x[3] * cos(w.x[7]), 1e-15);
    CHECK_CLOSE(w.m->der.partial(&w.env, 3, 3), s + w.x[3] * cos(w.x[3]), 1e-15);
    world_close(&w);
}

/* ---- Loops of equations ------------------------------------------------------------------------- */

TEST(newton_gives_exact_series)
{
    struct world w;
    double c[5], a = 0.7; /* a^3 + a = x, x = 1.043 + s: a' = 1/(3 a^2 + 1), ... */
    double f = 3 * a * a + 1;
    world_open(&w, "model m Real x(start = 1.043); Real a(start = 2); equation a^3 + a = x; der(x) "
                   "= a; end m;");
    w.q[2] = 1;
    w.env.width = 2;
    w.m->der.eval(&w.env, 0, 4, c);
    CHECK_CLOSE(c[0], a, 1e-14);
    CHECK_CLOSE(c[1], 1 / f, 1e-13);
    CHECK_CLOSE(c[2], -6 * a / (f * f * f) / 2, 1e-13);
    CHECK_CLOSE(c[3], (-6 / pow(f, 4) + 108 * a * a / pow(f, 5)) / 6, 1e-12);
    world_close(&w);
}

TEST(equations_without_solution_are_named)
{
    struct world w;
    double c[1];
    world_open(&w, "model m\n Real x(start = 0); Real a(start = 2);\nequation\n a^2 = x;\n der(x) "
                   "= a;\nend m;");
    w.q[1] = -1;
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK(w.fault && strstr(w.fault, "for a in the equation of line 4"));
    world_close(&w);
}

/* ---- Events ------------------------------------------------------------------------------------- */

struct call {
    saltus_event ev;
    struct world *w;
    int assigned, reset, rounds;
};

static double call_state(const saltus_event *ev, int32_t i)
{
    return ((const struct call *)ev)->w->x[i];
}
static void call_assign(saltus_event *ev, int32_t k, double value)
{
    struct call *c = (struct call *)ev;
    c->w->d[k] = value;
    c->assigned++;
}
static void call_reinit(saltus_event *ev, int32_t i, double value)
{
    struct call *c = (struct call *)ev;
    c->w->x[i] = value;
    c->reset++;
}
static void call_text(saltus_event *ev, const char *text)
{
    (void)ev;
    (void)text;
}
static void call_advance(saltus_event *ev)
{
    struct call *c = (struct call *)ev;
    memcpy(c->w->pre, c->w->d, sizeof c->w->pre);
    c->rounds++;
}

static struct call handle(struct world *w, saltus_kind cause, int32_t k, int direction)
{
    struct call c = {.w = w};
    c.ev = (saltus_event){.env = &w->env,
                          .pre = w->pre,
                          .cause = cause,
                          .index = k,
                          .direction = direction,
                          .state = call_state,
                          .assign = call_assign,
                          .reinit = call_reinit,
                          .message = call_text,
                          .terminate = call_text,
                          .advance = call_advance};
    w->m->handle(&c.ev);
    memcpy(w->pre, w->d, sizeof w->pre);
    return c;
}

TEST(an_event_of_one_element_is_its_own_business)
{
    struct world w;
    struct call c;
    world_open(
        &w, "model m Real T[20](each start = 1); Boolean on[20](each start = false, each fixed = "
            "true); "
            "Integer n[20](each start = 0, each fixed = true); equation for i in 1:20 loop "
            "der(T[i]) = if on[i] then -1 else 1; when T[i] > 2 then on[i] = true; n[i] = "
            "pre(n[i]) + 1; "
            "elsewhen T[i] < 1.5 then on[i] = false; n[i] = pre(n[i]); end when; end for; end m;");
    c = handle(&w, SALTUS_GUARD, 7, 1);
    CHECK_EQ_INT(c.assigned, 3); /* mode, on, n */
    CHECK(w.d[7] == 1 && w.d[20 + 7] == 1 && w.d[6] == 0);
    c = handle(&w, SALTUS_GUARD, 7, -1);
    CHECK_EQ_INT(c.assigned, 1);
    world_close(&w);
}

TEST(a_plain_mode_is_one_assignment)
{
    struct world w;
    struct call c;
    world_open(&w, "model m Real x[9]; equation for i in 1:9 loop der(x[i]) = max(x[i] - 1, 0); "
                   "end for; end m;");
    c = handle(&w, SALTUS_GUARD, 4, 1);
    CHECK(c.assigned == 1 && c.rounds == 0);
    world_close(&w);
}

TEST(changes_spread_until_they_settle)
{
    struct world w;
    struct call c;
    world_open(
        &w, "model m Real x(start = 0); Boolean a = x > 1, b = a or pre(b), e = edge(a); Integer "
            "n(start = "
            "0, fixed = true); equation der(x) = 1; when e then n = pre(n) + 1; end when; end m;");
    c = handle(&w, SALTUS_GUARD, 0, 1);
    CHECK(c.rounds > 0);
    CHECK(w.d[0] == 1 && w.d[1] == 1 && w.d[2] == 0 && w.d[3] == 1); /* a, b, e, n */
    handle(&w, SALTUS_GUARD, 0, -1);
    CHECK(w.d[0] == 0 && w.d[1] == 1 && w.d[2] == 0 && w.d[3] == 1);
    world_close(&w);
}

TEST(time_events_move_on)
{
    struct world w;
    world_open(&w,
               "model m Real x(start = 0); discrete Real next(start = 1, fixed = true); equation "
               "der(x) = 1; "
               "algorithm when time > next then next := next + 2; reinit(x, 5); end when; end m;");
    CHECK(w.m->next(&w.env, 0) == 1);
    w.env.t = 1;
    CHECK_EQ_INT(handle(&w, SALTUS_CLOCK, 0, 0).reset, 1);
    CHECK(w.m->next(&w.env, 0) == 3 && w.x[0] == 5);
    world_close(&w);
}

/* ---- Start -------------------------------------------------------------------------------------- */

TEST(given_parameters_win_over_bindings)
{
    struct world w;
    double p[MOST];
    world_open(&w, "model m parameter Real a = 2; parameter Real b = 3*a, c[2] = {b, a}; Real "
                   "x(start = c[1]); "
                   "equation der(x) = c[2]; end m;");
    CHECK(w.p[1] == 6 && w.p[2] == 6 && w.p[3] == 2 && w.x[0] == 6);
    memcpy(p, w.p, sizeof p);
    w.given[1] = 1;
    p[1] = 10;
    w.env.p = p;
    w.m->start(&w.env, w.given, p, w.x, w.d);
    CHECK(p[1] == 10 && p[2] == 10 && w.x[0] == 10);
    world_close(&w);
}

TEST_MAIN()
