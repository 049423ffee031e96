/* SPDX-License-Identifier: MIT */
/* test_gallery.c - the models of models/ as text against their twins written by hand in C.
 *
 * Both are run with the same method and quanta; the steps must be as many and the states equal, as far as the
 * table below says. Where the text writes the equations in another form than the C (differences of rounding,
 * of which a chaotic or chattering model makes more), the reason stands beside the line.         */
#include "models.h"
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

struct twin {
    const char *name;
    int32_t n;          /* cells; 0: fixed or default */
    const char *method; /* NULL: the model's */
    double rel, abs, stop;
    double steps; /* allowed difference of the number of steps, relative */
    double value; /* allowed difference of the states at the end, in quanta */
};

struct outcome {
    saltus_stats stats;
    double *x;
    int32_t n;
};

static void simulate(const saltus_model *m, const struct twin *w, struct outcome *r)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.method = w->method;
    o.rel = w->rel;
    o.abs = w->abs;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, w->stop), SALTUS_OK);
    r->stats = saltus_sim_stats(s);
    r->n = saltus_sim_count(s, SALTUS_STATE);
    r->x = malloc(sizeof *r->x * (size_t)r->n);
    for (int32_t i = 0; i < r->n; i++) r->x[i] = saltus_sim_value(s, i, w->stop);
    saltus_sim_free(s);
}

/* The twin's states in the order of the text: by name. */
static void compare(const struct twin *w, const saltus_model *text, const saltus_model *hand)
{
    struct outcome a, b;
    char name[64];
    double worst = 0, ratio;
    int32_t offset = 0, index;
    simulate(text, w, &a);
    simulate(hand, w, &b);
    CHECK_EQ_INT(a.n, b.n);
    for (const saltus_variable *v = text->states; v->name; v++) {
        int32_t count = v->size[0] > 0 ? v->size[0] : 1;
        snprintf(name, sizeof name, v->size[0] > 0 ? "%s[1]" : "%s", v->name);
        index = saltus_model_find(hand, name);
        if (index < 0) FAIL("%s: the twin has no state %s", w->name, name);
        for (int32_t i = 0; i < count; i++) {
            double x = a.x[offset + i], y = b.x[index + i];
            double quantum = fmax(w->rel * fabs(y), w->abs);
            worst = fmax(worst, fabs(x - y) / quantum);
        }
        offset += count;
    }
    ratio = fabs((double)a.stats.steps / (double)b.stats.steps - 1);
    printf(
        "    %-12s %9llu steps, by hand %9llu; events %llu, %llu; states differ by %.2g quanta\n",
        w->name, (unsigned long long)a.stats.steps, (unsigned long long)b.stats.steps,
        (unsigned long long)(a.stats.events + a.stats.clocks),
        (unsigned long long)(b.stats.events + b.stats.clocks), worst);
    free(a.x);
    free(b.x);
    if (!(ratio <= w->steps)) FAIL("%s: number of steps differs by %g", w->name, ratio);
    if (!(worst <= w->value)) FAIL("%s: states differ by %g quanta", w->name, worst);
}

static void twins(const struct twin *w)
{
    char path[512];
    saltus_set set = {"N", w->n};
    saltus_compile_options o = {
        .struct_size = sizeof(saltus_compile_options), .sets = &set, .n_sets = w->n > 0};
    saltus_compiled *c = NULL;
    saltus_model *hand = models_make(w->name, w->n);
    CHECK(hand);
    snprintf(path, sizeof path, "%s/models/%s/%s.mo", TEST_ROOT, w->name, w->name);
    CHECK_EQ_INT(saltus_compile_file(path, &o, &c), SALTUS_OK);
    compare(w, saltus_compiled_model(c), hand);
    saltus_compiled_free(c);
    models_free(hand);
}

#define TWIN(test, ...)                                                                            \
    TEST(test)                                                                                     \
    {                                                                                              \
        static const struct twin w = {__VA_ARGS__};                                                \
        twins(&w);                                                                                 \
    }

TWIN(stiff2, "stiff2", 0, "liqss2", 1e-3, 1e-3, 1000, 0, 1e-6)
TWIN(stiff2_by_qss3, "stiff2", 0, "qss3", 1e-3, 1e-3, 5, 0, 1e-6)
TWIN(appendix_a, "appendix_a", 0, "liqss1", 0, 0.4, 10, 0, 1e-9)
TWIN(pair, "pair", 0, "mliqss2", 1e-3, 1e-3, 10, 0, 1e-6)
TWIN(oscillator, "oscillator", 0, "qss2", 1e-3, 1e-3, 200, 0, 1e-6)
TWIN(vanderpol, "vanderpol", 0, "liqss2", 1e-3, 1e-6, 1000, 0.01, 1)
TWIN(d4, "d4", 0, "liqss2", 1e-3, 1e-6, 50, 0, 1e-3)
/* Partial derivatives are symbolic in the text, by jets in the C: the last digit differs, the chattering load of
 * the lossless line makes more of it. */
TWIN(tline, "tline", 0, "liqss2", 1e-3, 1e-4, 100, 0.01, 500)
/* The guard is VD itself, which contains the mode it sets: one more event at each turn-off of the diode. */
TWIN(buck, "buck", 0, "liqss2", 1e-3, 1e-3, 0.01, 0.03, 1)
TWIN(buckn, "buckn", 4, "liqss2", 1e-3, 1e-3, 0.01, 0.01, 4)
TWIN(motor, "motor", 0, "liqss2", 1e-3, 1e-3, 0.05, 0.02, 4)
TWIN(inverters, "inverters", 100, "liqss2", 1e-3, 1e-3, 130, 0.01, 4)
TWIN(adr, "adr", 200, "liqss2", 1e-3, 1e-3, 10, 0.01, 4)
/* The text has the equations of the paper, the C eliminates iD for each of the four modes. */
TWIN(cuk, "cuk", 4, "mliqss2", 1e-3, 1e-3, 0.005, 0.01, 150)
TWIN(tyson, "tyson", 10, "mliqss2", 1e-3, 1e-3, 50, 0.05, 8)
TWIN(bounce, "bounce", 0, "qss3", 1e-4, 1e-6, 3, 0, 1e-3)
TWIN(bball, "bball", 0, "liqss2", 1e-4, 1e-5, 10, 0.05, 20)
TWIN(neurons, "neurons", 100, "qss2", 1e-3, 1e-4, 100, 0.02, 20)
TWIN(airconds, "airconds", 50, "qss2", 1e-3, 1e-3, 120, 0, 1e-3)
TWIN(thermostat, "thermostat", 0, "liqss2", 1e-3, 1e-3, 20000, 0.01, 1)
TWIN(lotka, "lotka", 0, "qss3", 1e-4, 1e-6, 20, 0, 1e-3)
TWIN(hybrid_pi, "hybrid_pi", 0, "liqss2", 1e-4, 1e-6, 20, 0.01, 1)
TWIN(ring, "ring", 11, "liqss2", 1e-3, 1e-3, 20, 0.01, 4)
TWIN(robot, "robot", 0, "qss3", 1e-6, 1e-8, 4, 0.01, 4)
TWIN(arm, "arm", 0, "qss3", 1e-6, 1e-8, 1.5, 0.01, 4)
/* Chaotic: in the last digits up to here. */
TWIN(bumpercars, "bumpercars", 20, "qss2", 1e-6, 1e-8, 10, 0.01, 1)

/* What a front has passed does not step with it. (When those that had left a block took the end of its last
 * step for their own pace, the next block took all of them in: 1.0e7 steps.) */
TEST(blocks_leave_behind_what_a_front_has_passed)
{
    saltus_model *m = models_make("adr", 40000);
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.method = "auto";
    o.rel = o.abs = 1e-2;
    CHECK(m);
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    if (saltus_sim_stats(s).steps > 7000000) FAIL("%g steps", (double)saltus_sim_stats(s).steps);
    saltus_sim_free(s);
    models_free(m);
}

TEST_MAIN()
