/* SPDX-License-Identifier: MIT */
/* test_loop.c - loops of equations in a run: when they are solved and when remembered, factors by mode, exact
 * series and partial derivatives, dependencies, bytes of a run, large ones, and what is said without a solution. */
#include "listed.h"
#include "saltus.h"
#include "saltus_compile.h"
#include "run/outside/keep.h"
#include "run/loop/loop.h"
#include "testing.h"
#include <math.h>

enum { MOST = 64, STRIDE = 5 };

struct world {
    saltus_env env; /* first: faults come with its address */
    saltus_compiled *c;
    const saltus_model *m;
    struct alloc alloc;
    double q[MOST * STRIDE], x[MOST], p[MOST], d[MOST];
    unsigned char given[MOST];
    char said[2048];
};

static void on_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    struct world *w = (struct world *)(uintptr_t)e;
    (void)at;
    if (!w->said[0]) snprintf(w->said, sizeof w->said, "%s", text);
}

static int load_table(const saltus_variable *v, double *to)
{
    int n = 0;
    for (; v && v->name; v++) {
        int count = 1;
        for (int k = 0; k < SALTUS_RANK && v->size[k]; k++) count *= v->size[k];
        for (; count > 0; count--) to[n++] = v->start;
    }
    return n;
}

static void world_open(struct world *w, const char *text, int native)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = native ? SALTUS_NATIVE : SALTUS_INTERPRETED};
    bool failed;
    int n;
    memset(w, 0, sizeof *w);
    if (saltus_compile_text("test.mo", text, strlen(text), &o, &w->c)) FAIL("not compiled");
    w->m = saltus_compiled_model(w->c);
    n = load_table(w->m->states, w->x);
    load_table(w->m->discretes, w->d);
    load_table(w->m->parameters, w->p);
    alloc_init(&w->alloc, NULL, NULL);
    w->env = (saltus_env){.q = w->q,
                          .stride = STRIDE,
                          .width = 4,
                          .d = w->d,
                          .p = w->p,
                          .model = w->m,
                          .fault = on_fault,
                          .solve = loop_solve,
                          .known = loop_known};
    w->env.own = loop_memory_new(&w->alloc, w->m, &failed);
    CHECK(!failed && w->env.own);
    if (w->m->start) w->m->start(&w->env, w->given, w->p, w->x, w->d);
    for (int k = 0; k < n; k++) w->q[k * STRIDE + 1] = w->x[k];
}

static void world_close(struct world *w)
{
    loop_memory_free(w->env.own);
    CHECK_EQ_INT((int)w->alloc.bytes, 0);
    saltus_compiled_free(w->c);
}

/* How often something happened since the last call. */
static int news(uint64_t now, uint64_t *then)
{
    int n = (int)(now - *then);
    *then = now;
    return n;
}

/* Four nodes, two sources with inner resistance, a switch: a linear loop of four whose matrix depends on `on`. */
static const char *const bridge =
    "model bridge\n"
    "  Real x(start = 1), y(start = 2); discrete Real g(start = 0.5); parameter Real r = 0.3;\n"
    "  Real a, b, c, d;\n"
    "equation\n"
    "  (x - a)/r + 2*(b - a) + 3*(c - a) + (d - a) = 0;\n"
    "  2*(a - b) + g*(c - b) + 5*(d - b) = 0;\n"
    "  3*(a - c) + g*(b - c) + 7*(d - c) = 0;\n"
    "  (a - d) + 5*(b - d) + 7*(c - d) + (y - d)/r = 0;\n"
    "  der(x) = a - x; der(y) = d - y + b;\n"
    "  when x > 5 then g = 2; end when;\n"
    "end bridge;\n";

TEST(solved_once_however_many_ask)
{
    struct world w;
    uint64_t solved = 0, factored = 0;
    double c[5], first[5];
    world_open(&w, bridge, 0);
    solved = w.env.own->loops->solved, factored = w.env.own->loops->factored;
    w.m->der.eval(&w.env, 0, 3, first);
    CHECK_EQ_INT(news(w.env.own->loops->solved, &solved), 1);
    w.m->der.eval(&w.env, 1, 3, c);
    w.m->der.eval(&w.env, 0, 2, c);
    CHECK_EQ_INT(news(w.env.own->loops->solved, &solved), 0); /* same inputs, no more levels */
    w.env.own = loop_looking(&w.env);
    for (int k = 0; k < 4; k++) w.m->output.eval(&w.env, k, 2, c);
    w.env.own = loop_running(&w.env);
    CHECK_EQ_INT(news(w.env.own->loops->solved, &solved),
                 1); /* who looks has a memory of his own */
    w.q[1] += 0.5;
    w.m->der.eval(&w.env, 0, 3, c);
    CHECK(c[0] != first[0]);
    CHECK_EQ_INT(news(w.env.own->loops->solved, &solved), 1);
    w.q[1] -= 0.5;
    w.m->der.eval(&w.env, 0, 3, c);
    CHECK_EQ_INT(memcmp(c, first, 3 * sizeof *c), 0); /* bit by bit as before */
    CHECK_EQ_INT(news(w.env.own->loops->factored, &factored), 1);
    world_close(&w);
}

TEST(factors_are_kept_by_mode)
{
    struct world w;
    uint64_t factored;
    double c[5], now[2][5];
    int32_t mode = 0;
    world_open(&w, bridge, 0);
    factored = w.env.own->loops->factored;
    for (int turn = 0; turn < 20; turn++) {
        w.d[mode] = turn % 2 ? 2 : 0.5;
        w.q[1] = 1 + turn / 2;
        w.m->der.eval(&w.env, 0, 3, c);
        if (turn < 2) memcpy(now[turn], c, sizeof c);
    }
    CHECK_EQ_INT(news(w.env.own->loops->factored, &factored), 2);
    w.q[1] = 1;
    for (int turn = 0; turn < 200;
         turn++) { /* many modes: old ones go, and come back as they were */
        w.d[mode] = turn < 198 ? 0.01 * (turn + 1) : turn == 198 ? 0.5 : 2;
        w.m->der.eval(&w.env, 0, 3, c);
        if (turn >= 198) CHECK_EQ_INT(memcmp(c, now[turn - 198], 3 * sizeof *c), 0);
    }
    CHECK(news(w.env.own->loops->factored, &factored) >= 190);
    world_close(&w);
}

TEST(a_loop_that_stands_still_is_affine_and_says_so)
{
    struct world w;
    world_open(&w, bridge, 0);
    CHECK_EQ_INT(w.m->der.affine(&w.env, 0), 1);
    CHECK_EQ_INT(w.m->der.affine(&w.env, 1), 1);
    world_close(&w);
}

/* a, b, c, d with a matrix that moves, and two that are not linear. */
static const char *const moving = "model moving\n"
                                  "  Real x(start = 1), y(start = 2);\n"
                                  "  Real a, b, c, d, u(start = 1), v(start = 1);\n"
                                  "equation\n"
                                  "  (2 + x^2)*a + b + c*y + d = time;\n"
                                  "  a + (3 + y)*b + sin(x)*c + d = x;\n"
                                  "  a*x + b + 4*c + d*y = y;\n"
                                  "  a + b*y + c + (5 + x)*d = 1;\n"
                                  "  u^3 + u*v + exp(v) = 4 + a + x;\n"
                                  "  u + v^3 + 2*v = 3 + y*b;\n"
                                  "  der(x) = a + u; der(y) = d - v;\n"
                                  "end moving;\n";

/* Along x + s x', y + s y': Taylor coefficients against values around, and partial derivatives. */
TEST(series_and_partials_are_those_of_the_solution)
{
    struct world w;
    double c[5], up[5], down[5], h = 1e-4;
    world_open(&w, moving, 0);
    w.q[2] = 0.7;
    w.q[STRIDE + 2] = -0.4;
    for (int i = 0; i < 2; i++) {
        w.env.t = 0;
        w.m->der.eval(&w.env, i, 4, c);
        w.env.t = h;
        w.m->der.eval(&w.env, i, 1, up);
        w.env.t = -h;
        w.m->der.eval(&w.env, i, 1, down);
        CHECK_CLOSE(c[1], (up[0] - down[0]) / (2 * h), 1e-6);
        CHECK(fabs(c[2] - (up[0] - 2 * c[0] + down[0]) / (2 * h * h)) < 1e-5);
        w.env.t = 0;
        for (int j = 0; j < 2; j++) {
            double *x = &w.q[j * STRIDE + 1], old = *x, slope = w.m->der.partial(&w.env, i, j);
            *x = old + h;
            w.m->der.eval(&w.env, i, 1, up);
            *x = old - h;
            w.m->der.eval(&w.env, i, 1, down);
            *x = old;
            CHECK_CLOSE(slope, (up[0] - down[0]) / (2 * h), 1e-6);
        }
    }
    CHECK(!w.said[0]);
    world_close(&w);
}

TEST(native_and_interpreted_agree_bit_by_bit)
{
    const char *const texts[] = {bridge, moving};
    for (int k = 0; k < 2; k++) {
        struct world a, b;
        double x[5], y[5];
        world_open(&a, texts[k], 0);
        world_open(&b, texts[k], 1);
        for (int turn = 0; turn < 6; turn++) {
            a.q[1] = b.q[1] = 1 + 0.1 * turn;
            a.q[2] = b.q[2] = -0.3;
            for (int i = 0; i < 2; i++) {
                a.m->der.eval(&a.env, i, 1 + turn % 5, x);
                b.m->der.eval(&b.env, i, 1 + turn % 5, y);
                CHECK_EQ_INT(memcmp(x, y, (size_t)(1 + turn % 5) * sizeof *x), 0);
                x[0] = a.m->der.partial(&a.env, i, 0);
                y[0] = b.m->der.partial(&b.env, i, 0);
                CHECK_EQ_INT(memcmp(x, y, sizeof *x), 0);
            }
        }
        world_close(&a);
        world_close(&b);
    }
}

/* ---- Dependencies ------------------------------------------------------------------------------ */

static void check_reads(struct world *w, int32_t i, const char *expected)
{
    struct listed l = {.reads = {listed_note}};
    w->m->der.reads(&w->env, i, &l.reads);
    if (strcmp(l.text, expected)) FAIL("reads of %d:%s instead of%s", (int)i, l.text, expected);
}

/* Cells of an array, each with a loop of its own (fed by its own state), and a loop behind another one. */
TEST(dependencies_go_through_loops_exactly)
{
    struct world w;
    world_open(
        &w,
        "model m Real x[3](each start = 1), y(start = 1), z(start = 1); Real a[3](each start = 1), "
        "b(start = 1); equation for i in 1:3 loop a[i]^3 + a[i] = x[i]; der(x[i]) = a[i] - y; end "
        "for; b^3 + b = a[2] + z; der(y) = b; der(z) = -z; end m;",
        0);
    check_reads(&w, 0, " x0 x3");
    check_reads(&w, 2, " x2 x3");
    check_reads(&w, 3, " x1 x4");
    check_reads(&w, 4, " x4");
    world_close(&w);
}

/* ---- Newton's method -------------------------------------------------------------------------- */

static const char *const branch =
    "model m Real x(start = 2); Real a(start = 3); equation a^2 = x;\n"
    "der(x) = a; end m;";

TEST(starts_from_the_last_answer)
{
    struct world w;
    uint64_t turns;
    double c[5];
    world_open(&w, branch, 0);
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK_CLOSE(c[0], sqrt(2), 1e-15);
    turns = w.env.own->loops->turns;
    w.q[1] = 2 + 1e-9;
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK_CLOSE(c[0], sqrt(2 + 1e-9), 1e-15);
    CHECK(news(w.env.own->loops->turns, &turns) <= 3);
    w.q[1] = -1; /* no solution, and then one again, from the start values */
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK(isnan(c[0]) && strstr(w.said, "no solution found for a in the equation of line 1"));
    CHECK(strstr(w.said, "a^2 = x") && strstr(w.said, "off by") &&
          strstr(w.said, "last tried: a = "));
    w.q[1] = 4;
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK_CLOSE(c[0], 2, 1e-15);
    world_close(&w);
}

TEST(looking_leaves_no_trace)
{
    struct world w;
    uint64_t turns;
    double c[5], before, after;
    world_open(&w, branch, 0);
    w.m->der.eval(&w.env, 0, 2, c);
    before = c[1];
    w.env.own = loop_looking(&w.env);
    w.q[1] = 77;
    w.m->output.eval(&w.env, 0, 2, c);
    CHECK_CLOSE(c[0], sqrt(77), 1e-14);
    w.env.own = loop_running(&w.env);
    w.q[1] = 2;
    turns = w.env.own->loops->turns;
    w.m->der.eval(&w.env, 0, 2, c);
    after = c[1];
    CHECK_EQ_INT(memcmp(&before, &after, sizeof after), 0);
    CHECK_EQ_INT(news(w.env.own->loops->turns, &turns), 0);
    world_close(&w);
}

TEST(a_singular_matrix_names_the_unknown)
{
    struct world w;
    double c[5];
    world_open(
        &w,
        "model m Real x(start = 1); parameter Real k = 1; Real a, b, c, d; equation\n"
        "a + 2*b + 3*c + k*d = x;\n 2*a + 4*b + c + d = 1;\n 3*a + 6*b + 4*c + (3 - k)*d = 0;\n"
        "a - 2*b + 9*c - 7*d = 2;\n der(x) = a; end m;",
        0);
    w.said[0] = 0;
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK(isnan(c[0]) && strstr(w.said, "no solution found for") && strstr(w.said, "singular"));
    CHECK(strstr(w.said, "nothing determines ") && strstr(w.said, "line 3: "));
    world_close(&w);
}

/* ---- Runs --------------------------------------------------------------------------------------- */

static saltus_sim *run_open(const saltus_model *m)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.method = "qss3";
    CHECK(saltus_sim_new(m, &o, &s) >= 0);
    return s;
}

/* A run that goes on from bytes makes the same steps as the one they were taken from, warm starts included. */
TEST(bytes_of_a_run_hold_where_loops_start)
{
    struct world w;
    saltus_sim *s, *other;
    size_t n;
    unsigned char *bytes;
    world_open(&w, moving, 0);
    s = run_open(w.m);
    other = run_open(w.m);
    CHECK(saltus_sim_run(s, 0.3) >= 0 && saltus_sim_run(other, 0.01) >= 0);
    n = sim_keep((struct sim *)s, NULL, 0);
    bytes = malloc(n);
    CHECK(bytes && sim_keep((struct sim *)s, bytes, n) == n);
    CHECK(saltus_sim_run(s, 1) >= 0);
    CHECK(sim_put_back((struct sim *)other, bytes, n));
    CHECK(saltus_sim_run(other, 1) >= 0);
    for (int32_t k = 0; k < 2; k++) {
        double a = saltus_sim_value(s, k, 1), b = saltus_sim_value(other, k, 1);
        CHECK_EQ_INT(memcmp(&a, &b, sizeof a), 0);
    }
    free(bytes);
    saltus_sim_free(s);
    saltus_sim_free(other);
    world_close(&w);
}

/* der(y) = d - y + b, of which only y is looked at as long as the stamp says that nothing has changed. */
TEST(stamped_inputs_are_not_looked_at)
{
    for (int native = 0; native < 2; native++) {
        struct world w;
        double before[5], c[5], x;
        world_open(&w, bridge, native);
        w.env.stamp = loop_stamp(&w.env);
        w.m->der.eval(&w.env, 1, 2, before);
        x = w.q[1], w.q[1] = 100; /* a lie */
        w.m->der.eval(&w.env, 1, 2, c);
        CHECK(c[0] == before[0]);
        w.m->der.eval(&w.env, 1, 3, c); /* a level more has to be computed */
        CHECK(c[0] != before[0]);
        w.q[1] = x, w.env.stamp = loop_stamp(&w.env);
        w.m->der.eval(&w.env, 1, 2, c);
        CHECK(c[0] == before[0]);
        w.q[1] = 100, w.env.stamp = 0;
        w.m->der.eval(&w.env, 1, 2, c);
        CHECK(c[0] != before[0]);
        world_close(&w);
    }
}

/* A diode from 0 V to 20 V: the first step goes to 20 V, from where each goes back by Vt = 1/40 V. */
TEST(down_an_exponential_function)
{
    struct world w;
    double c[5];
    world_open(
        &w,
        "model diode Real x(start = 20), v, i; equation x - v = i; i = 1e-12*(exp(40*v) - 1);"
        " der(x) = -i; end diode;",
        0);
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK_CLOSE(1e-12 * (exp(40 * (20 + c[0])) - 1), -c[0], 1e-9);
    world_close(&w);
}

/* A ladder of 500 resistors in series and 500 to ground, in any order: the current from the source, against the
 * continued fraction of the ladder. */
TEST(a_large_sparse_loop)
{
    static const char text[] = "model ladder parameter Integer N = 500; parameter Real R = 1, G = "
                               "0.01; Real v[N], i[N+1], "
                               "s[N]; Real x(start = 1); equation i[N+1] = 0; x - v[1] = R*i[1]; "
                               "for k in 2:N loop v[k-1] - v[k] "
                               "= R*i[k]; end for; for k in 1:N loop s[k] = G*v[k]; i[k] = i[k+1] "
                               "+ s[k]; end for; der(x) = "
                               "-i[1]; end ladder;";
    struct world w;
    double c[5], seen = 0;
    world_open(&w, text, 0);
    for (int k = 0; k < 500; k++) seen = 1 / (1 + 1 / (0.01 + seen));
    CHECK(w.m->loops[0].n > LU_DENSE);
    w.m->der.eval(&w.env, 0, 1, c);
    CHECK_CLOSE(c[0], -seen, 1e-12);
    world_close(&w);
}

TEST_MAIN()
