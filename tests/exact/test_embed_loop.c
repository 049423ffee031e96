/* SPDX-License-Identifier: MIT */
/* test_embed_loop.c - a plant that is a whole model, in a loop with a controller made of blocks: by every kind of engine inside,
 * the same motion.
 *
 *     plant   i' = 10 (u - i - w/2),  w' = i - w/5,  y = w      controller   e = 1 - y,  k' = e,  u = 3 e + 2 k
 *
 * The output y reads no input, so the loop can start although everybody waits for somebody. */
#include "../testing.h"
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "saltus_devs.h"
#include <string.h>
#include "all_methods.h"

static const char plant_text[] = "model plant\n"
                                 "  input Real u(start = 0);\n"
                                 "  Real w(start = 0, fixed = true);\n"
                                 "  Real i(start = 0, fixed = true);\n"
                                 "  output Real y;\n"
                                 "equation\n"
                                 "  der(i) = (u - i - 0.5*w)/0.1;\n"
                                 "  der(w) = i - 0.2*w;\n"
                                 "  y = w;\n"
                                 "end plant;\n";

struct seen {
    int32_t plant;
    double t, c[SALTUS_SERIES + 3];
    int order;
};

/* shows[k] of the plant: its states first, w and then i. */
static void show(void *user, int32_t cell, int k, int32_t index, double t, const double *poly,
                 int order)
{
    struct seen *s = user;
    if (cell != s->plant || k != 0 || index != 0) return;
    s->t = t;
    s->order = order;
    memcpy(s->c, poly, (size_t)(order + 1) * sizeof *poly);
}

static double value(const struct seen *s, double t)
{
    double v = 0;
    for (int k = s->order; k >= 0; k--) v = v * (t - s->t) + s->c[k];
    return v;
}

static void add(saltus_coupled *m, const char *name, const char *block, const saltus_arg *args,
                size_t n)
{
    CHECK(saltus_block(block));
    saltus_coupled_add(
        m, &(saltus_part){
               .name = name, .type = saltus_block(block), .args = args, .n_args = n, .inputs = 2});
}

static void wire(saltus_coupled *m, const char *from, const char *to, const char *port)
{
    saltus_coupled_wire(
        m, &(saltus_wire){.from = {.part = from, .port = "y"}, .to = {.part = to, .port = port}});
}

static saltus_coupled *loop(const saltus_atomic *plant, const char *method)
{
    static const double minus[] = {1, -1}, gains[] = {3, 2};
    const saltus_arg w1 = {.name = "weights", .rows = 2, .cols = 1, .v = minus},
                     w2 = {.name = "weights", .rows = 2, .cols = 1, .v = gains},
                     one = {.name = "value", .rows = 1, .cols = 1, .v = minus},
                     zero = {.name = "start", .rows = 1, .cols = 1, .v = (double[]){0}},
                     how = {.name = "method", .word = method};
    saltus_coupled *m = NULL;
    CHECK_EQ_INT(saltus_coupled_new("loop", &m), SALTUS_OK);
    add(m, "ref", "constant", &one, 1);
    add(m, "e", "sum", &w1, 1);
    add(m, "k", "integrator", &zero, 1);
    add(m, "u", "sum", &w2, 1);
    saltus_coupled_add(m,
                       &(saltus_part){.name = "plant", .type = plant, .args = &how, .n_args = 1});
    wire(m, "ref", "e", "u1");
    wire(m, "plant", "e", "u2");
    wire(m, "e", "k", "u");
    wire(m, "e", "u", "u1");
    wire(m, "k", "u", "u2");
    wire(m, "u", "plant", "u");
    return m;
}

/* w at t = 2. */
static double run(const saltus_atomic *plant, const char *method, double tol)
{
    saltus_coupled *m = loop(plant, method);
    saltus_options signals = saltus_defaults();
    saltus_devs_options o = saltus_devs_defaults();
    struct seen seen = {.plant = 4};
    saltus_devs *d = NULL;
    double w;
    signals.method = "liqss2";
    signals.rel = signals.abs = tol;
    signals.engine = saltus_classic();
    o.signals = &signals;
    o.show = show;
    o.user = &seen;
    o.max_events = 1000000;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &d), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_find(d, "plant"), seen.plant);
    CHECK_EQ_INT(saltus_devs_run(d, 2), SALTUS_OK);
    w = value(&seen, 2);
    saltus_devs_free(d);
    saltus_coupled_free(m);
    return w;
}

/* The exact solution at t = 2 by the classical Runge-Kutta method with 20000 steps. */
static void slope(const double *x, double *f)
{
    double e = 1 - x[1], u = 3 * e + 2 * x[2];
    f[0] = 10 * (u - x[0] - 0.5 * x[1]);
    f[1] = x[0] - 0.2 * x[1];
    f[2] = e;
}
static double exact(void)
{
    double x[3] = {0}, h = 1e-4, k[4][3], y[3];
    static const double part[] = {0, 0.5, 0.5, 1};
    for (int n = 0; n < 20000; n++) {
        for (int j = 0; j < 4; j++) {
            for (int i = 0; i < 3; i++) y[i] = x[i] + (j ? part[j] * h * k[j - 1][i] : 0);
            slope(y, k[j]);
        }
        for (int i = 0; i < 3; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    return x[1];
}

static int built(const char *name)
{
    const saltus_method_info *list;
    for (size_t n = all_classic_methods(&list); n-- > 0; list++)
        if (!strcmp(list->name, name)) return !list->missing;
    return 0;
}

TEST(a_plant_in_a_loop_moves_as_it_should_whatever_integrates_it)
{
    static const char *const methods[] = {"liqss2", "qss3", "abm"};
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    saltus_compiled *c = NULL;
    saltus_atomic *plant = NULL;
    double w = exact();
    CHECK_EQ_INT(saltus_compile_text("plant.mo", plant_text, strlen(plant_text), &co, &c),
                 SALTUS_OK);
    CHECK_EQ_INT(saltus_model_atomic(saltus_compiled_model(c), NULL, &plant), SALTUS_OK);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        double coarse = run(plant, methods[k], 1e-3), fine = run(plant, methods[k], 1e-5);
        CHECK_LE(fabs(coarse - w), 2e-2);
        CHECK_LE(fabs(fine - w), 2e-3);
    }
    if (built(
            "cvode")) { /* a new start at every message: the error goes with the root of the tolerance */
        CHECK_LE(fabs(run(plant, "cvode", 1e-4) - w), 5e-3);
        CHECK_LE(fabs(run(plant, "cvode", 1e-6) - w), 5e-4);
    }
    saltus_model_atomic_free(plant);
    saltus_compiled_free(c);
}

TEST_MAIN()
