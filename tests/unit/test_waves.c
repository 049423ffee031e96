/* SPDX-License-Identifier: MIT */
/* test_waves.c - what compiled models tell of sines and cosines of the time, from both back ends. */
#include "saltus_compile.h"
#include "saltus_model.h"
#include "run/loop/loop.h"
#include "testing.h"
#include <math.h>

enum { MOST = 64, STRIDE = 5 };

struct world {
    saltus_compiled *c;
    const saltus_model *m;
    double q[MOST * STRIDE], x[MOST], p[MOST], d[MOST];
    unsigned char given[MOST], reads[MOST]; /* reads: how often each angle was listed         */
    saltus_env env;
    struct alloc alloc;
};

static void on_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e, (void)at;
    FAIL("%s", text);
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

static void world_open(struct world *w, const char *text, saltus_backend backend)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options), .backend = backend};
    bool failed;
    int n;
    memset(w, 0, sizeof *w);
    if (saltus_compile_text("test.mo", text, strlen(text), &o, &w->c)) FAIL("not compiled");
    w->m = saltus_compiled_model(w->c);
    n = load_table(w->m->states, w->x);
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
    for (int k = 0; k < n; k++) w->q[k * STRIDE + 1] = w->x[k];
}

static void world_close(struct world *w)
{
    loop_memory_free(w->env.own);
    saltus_compiled_free(w->c);
}

static int waves(const struct world *w, saltus_kind kind, int32_t i)
{
    return w->m->waves ? w->m->waves(&w->env, kind, i) : 0;
}

static const saltus_function *of_kind(const struct world *w, saltus_kind kind)
{
    return kind == SALTUS_STATE ? &w->m->der : kind == SALTUS_GUARD ? &w->m->guard : &w->m->output;
}

struct noting {
    saltus_reads reads;
    struct world *w;
};

static void note(saltus_reads *r, saltus_kind kind, int32_t k)
{
    if (kind == SALTUS_ANGLE) ((struct noting *)r)->w->reads[k]++;
}

static double value(struct world *w, saltus_kind kind, int32_t i, double t)
{
    double c[SALTUS_SERIES];
    w->env.t = t;
    of_kind(w, kind)->eval(&w->env, i, 1, c);
    return c[0];
}

/* The part of function i that moves with the time, from what the model tells. */
static double told(struct world *w, saltus_kind kind, int32_t i, double t)
{
    struct noting n = {{note}, w};
    double sum = t * w->m->by_wave(&w->env, kind, i, -1), c[SALTUS_SERIES];
    memset(w->reads, 0, sizeof w->reads);
    of_kind(w, kind)->reads(&w->env, i, &n.reads);
    w->env.t = t;
    for (int32_t k = 0; k < w->m->angles; k++) {
        double s = w->m->by_wave(&w->env, kind, i, 2 * k),
               o = w->m->by_wave(&w->env, kind, i, 2 * k + 1);
        w->m->angle.eval(&w->env, k, 2, c);
        if (s != 0 || o != 0) CHECK(w->reads[k] > 0);
        sum += s * sin(c[0]) + o * cos(c[0]);
    }
    return sum;
}

static void check_function(struct world *w, saltus_kind kind, int32_t i)
{
    double base = value(w, kind, i, 0.1) - told(w, kind, i, 0.1);
    for (double t = 0; t < 1; t += 0.073)
        CHECK_LE(fabs(value(w, kind, i, t) - told(w, kind, i, t) - base),
                 1e-13 * (10 + fabs(base)));
}

/* All functions of all kinds that have waves; returns how many. Native and interpreted agree. */
static int check_all(const char *text)
{
    static struct world w, v;
    int n = 0;
    world_open(&w, text, SALTUS_INTERPRETED);
    world_open(&v, text, SALTUS_NATIVE);
    CHECK_EQ_INT(w.m->angles, v.m->angles);
    for (int kind = SALTUS_STATE; kind <= SALTUS_GUARD; kind++) {
        int count = 0;
        double none[MOST];
        if (kind == SALTUS_STATE) count = load_table(w.m->states, none);
        if (kind == SALTUS_OUTPUT) count = load_table(w.m->outputs, none);
        for (int k = 0; kind == SALTUS_GUARD && w.m->guards && w.m->guards[k].name; k++)
            count += elements(w.m->guards[k].size);
        for (int32_t i = 0; i < count; i++) {
            CHECK_EQ_INT(waves(&w, (saltus_kind)kind, i), waves(&v, (saltus_kind)kind, i));
            if (!waves(&w, (saltus_kind)kind, i)) continue;
            n++;
            check_function(&w, (saltus_kind)kind, i);
            for (int32_t j = -1; j < 2 * w.m->angles; j++)
                CHECK(w.m->by_wave(&w.env, (saltus_kind)kind, i, j) ==
                      v.m->by_wave(&v.env, (saltus_kind)kind, i, j));
        }
    }
    world_close(&w);
    world_close(&v);
    return n;
}

TEST(sums_of_waves_with_ramps)
{
    CHECK_EQ_INT(check_all("model m parameter Real w = 7, A = 3; discrete Real d(start = 2); Real "
                           "x, y, u; equation "
                           "der(x) = -x + A*d*sin(w*time + 1) - cos(2*w*time)/d + 3*time; "
                           "der(y) = (x - sin(w*time + 1))*d; u = x + 2*cos(w*time + 1) - time; "
                           "when x > 0.5 + sin(d*time) then d = 3; end when; end m;"),
                 4);
}

TEST(waves_in_arrays)
{
    CHECK_EQ_INT(
        check_all(
            "model m parameter Real w[4] = {1, 2, 3, 4}; Real x[4], s; equation "
            "for i in 1:4 loop der(x[i]) = i*sin(w[i]*time - i) - x[i] + cos(5*time); end for; "
            "s = sum(i*sin(w[i]*time - i) + x[i] for i in 1:4); end m;"),
        5);
}

TEST(waves_through_loops_of_equations)
{
    CHECK_EQ_INT(
        check_all("model m parameter Real R[3] = {1, 2, 3}; Real u[3], i[3], x, k; equation "
                  "for j in 1:3 loop sin(4*time + j) - u[j] = (j + R[j])*i[j] + sum(i) + x*j; u[j] "
                  "= R[j]*i[j] "
                  "+ 0.1*sum(u); end for; der(x) = k - x; k = sum(i) + time; end m;"),
        8);
}

TEST(frequency_and_start_from_discretes)
{
    CHECK_EQ_INT(check_all("model m discrete Real f(start = 2), t0(start = 0.3); Real x; equation "
                           "der(x) = (if time < 0.5 then 0 else sin(2*3.14*f*(time - t0))) - x; "
                           "when sample(1, 1) then f = pre(f) + 1; t0 = time; end when; end m;"),
                 1);
}

/* What is none: a product of waves, of a wave and a state, an angle that bends or reads a state. */
TEST(not_every_sine_is_a_wave)
{
    struct world w;
    CHECK_EQ_INT(
        check_all(
            "model m Real a, b, c, d, e; equation der(a) = sin(time)^2; der(b) = a*sin(time); "
            "der(c) = sin(a); der(d) = cos(time^2); der(e) = time*sin(time); end m;"),
        0);
    world_open(&w, "model m Real a; equation der(a) = -a; end m;", SALTUS_INTERPRETED);
    CHECK(!w.m->waves && !w.m->angles);
    world_close(&w);
}

TEST_MAIN()
