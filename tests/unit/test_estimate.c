/* SPDX-License-Identifier: MIT */
/* test_estimate.c - estimates of errors, the search for an accuracy, and the option "scale". */
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "saltus_diagram.h"
#include "saltus_estimate.h"
#include "testing.h"

struct world {
    saltus_compiled *compiled;
    const saltus_model *model;
    saltus_options o;
    saltus_estimate_options p;
    int32_t vars[4];
    saltus_error e[4];
    char message[200];
};

static void on_diag(void *user, const saltus_diag *d)
{
    snprintf(((struct world *)user)->message, sizeof(((struct world *)user)->message), "%s",
             d->text);
}

static void world_open(struct world *w, const char *text)
{
    saltus_compile_options c = saltus_compile_defaults();
    memset(w, 0, sizeof *w);
    c.backend = SALTUS_INTERPRETED;
    CHECK_EQ_INT(saltus_compile_text("m", text, strlen(text), &c, &w->compiled), SALTUS_OK);
    w->model = saltus_compiled_model(w->compiled);
    w->o = saltus_defaults();
    w->o.engine = saltus_classic();
    w->o.method = "liqss2";
    w->o.rel = 1e-3;
    w->o.diag = on_diag;
    w->o.user = w;
    w->p = saltus_estimate_defaults();
    w->p.vars = w->vars;
    for (int k = 0; k < 4; k++) w->vars[k] = k;
}

static void world_close(struct world *w)
{
    saltus_compiled_free(w->compiled);
}

#define OSCILLATOR                                                                                 \
    "model m Real x(start=1,fixed=true), v(start=0,fixed=true); equation der(x)=v; der(v)=-x; "
#define LORENZ                                                                                     \
    "model m Real x(start=1,fixed=true), y(start=1,fixed=true), z(start=1,fixed=true); "           \
    "equation der(x)=10*(y-x); der(y)=x*(28-z)-y; der(z)=x*y-8/3*z; end m;"

static double true_error(const struct world *w, double stop)
{
    saltus_options o = w->o;
    saltus_sim *s;
    double worst = 0;
    CHECK_EQ_INT(saltus_sim_new(w->model, &o, &s), SALTUS_OK);
    for (double t = stop * 0.95; t <= stop; t += stop / 1000) {
        CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
        worst = fmax(worst, fabs(saltus_sim_value(s, 0, t) - cos(t)));
    }
    saltus_sim_free(s);
    return worst;
}

/* The error of an oscillator grows with the time: the last part has the largest. */
TEST(the_error_of_an_oscillator)
{
    static const char *const methods[] = {"liqss2", "qss2", "qss3", "auto", "liqss1", "abm"};
    struct world w;
    world_open(&w, OSCILLATOR "end m;");
    w.p.n_vars = 2;
    CHECK_EQ_INT(saltus_options_set(&w.o, "exact_parts", "false"), SALTUS_OK);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        w.o.method = methods[k];
        CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 30, &w.p, w.e), SALTUS_OK);
        double truth = true_error(&w, 30) * 2 / 3.14159; /* its mean over a period */
        if (!(w.e[0].error > truth / 3 && w.e[0].error < 3 * truth))
            FAIL("%s: %g, but the error is %g", methods[k], w.e[0].error, truth);
        CHECK_CLOSE(w.e[0].size, 1, 0.1);
        CHECK_CLOSE(w.e[0].tolerance, 1e-3 * w.e[0].size, 1e-12);
        CHECK(w.e[0].to > w.e[0].from && w.e[0].to <= 30 + 1e-9);
    }
    world_close(&w);
}

/* An exact part has none but that of its curves. */
TEST(the_error_of_an_exact_part)
{
    struct world w;
    world_open(&w, OSCILLATOR "end m;");
    w.p.n_vars = 2;
    w.o.method = "auto";
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 30, &w.p, w.e), SALTUS_OK);
    CHECK(true_error(&w, 30) < 1e-12);
    CHECK_LE(w.e[0].error, 0.1 * w.e[0].tolerance);
    world_close(&w);
}

static int same(const saltus_error *a, const saltus_error *b)
{
    return a->var == b->var && a->size == b->size && a->tolerance == b->tolerance &&
           a->error == b->error && a->from == b->from && a->to == b->to;
}

TEST(a_first_run_that_has_been_made)
{
    struct world w;
    saltus_error again[2];
    saltus_traj *traj;
    saltus_sim *s;
    world_open(&w, OSCILLATOR "end m;");
    w.p.n_vars = 2;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 30, &w.p, w.e), SALTUS_OK);
    CHECK_EQ_INT(saltus_traj_new(w.vars, 2, &traj), SALTUS_OK);
    saltus_options o = w.o;
    o.sink = saltus_traj_sink;
    o.user = traj;
    CHECK_EQ_INT(saltus_sim_new(w.model, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 30), SALTUS_OK);
    w.p.first = traj;
    w.p.first_end = 30;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 30, &w.p, again), SALTUS_OK);
    CHECK(same(again, w.e));
    saltus_sim_free(s);
    saltus_traj_free(traj);
    world_close(&w);
}

/* The end comes a little later in one of the runs. */
TEST(a_model_that_ends_its_run)
{
    struct world w;
    world_open(&w, OSCILLATOR "when x < -0.5 then terminate(\"\"); end when; end m;");
    w.p.n_vars = 2;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 10, &w.p, w.e), SALTUS_OK);
    CHECK(w.e[0].error > 0 && w.e[0].error < 1e-2 && w.e[0].to < 2.2);
    world_close(&w);
}

TEST(what_has_no_error)
{
    struct world w;
    world_open(&w, "model m Real x(start=0,fixed=true), y(start=3,fixed=true); discrete Integer "
                   "n(start=0,fixed=true); Real z=y; equation der(x)=0; der(y)=0; when "
                   "sample(0,0.1) then n=pre(n)+1; end when; end m;");
    w.p.n_vars = 4;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 1, &w.p, w.e), SALTUS_OK);
    for (int k = 0; k < 4; k++) CHECK(w.e[k].error == 0 && w.e[k].tolerance > 0);
    CHECK(w.e[0].size == 0 && w.e[1].size == 3);
    world_close(&w);
}

TEST(single_states_have_their_tolerance)
{
    struct world w;
    saltus_rule rule = {.pattern = "v", .rel = 1e-2, .abs = 1e-2};
    world_open(&w, OSCILLATOR "end m;");
    w.p.n_vars = 2;
    w.o.rules = &rule;
    w.o.n_rules = 1;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 3, &w.p, w.e), SALTUS_OK);
    CHECK_CLOSE(w.e[0].tolerance, 1e-3, 0.05);
    CHECK_CLOSE(w.e[1].tolerance, 1e-2, 0.05);
    world_close(&w);
}

TEST(a_run_that_fails)
{
    struct world w;
    world_open(&w, "model m Real x(start=1,fixed=true); equation der(x)=x*x; end m;");
    w.p.n_vars = 1;
    w.e[0].error = 42;
    CHECK(saltus_estimate(w.model, &w.o, 10, &w.p, w.e) < 0);
    CHECK(w.message[0] && w.e[0].error == 42);
    w.p.max_events = 3;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 0.5, &w.p, w.e), SALTUS_ELIMIT);
    world_close(&w);
}

/* ---- An accuracy ----------------------------------------------------------------------------- */

TEST(an_accuracy_is_reached)
{
    struct world w;
    double scale;
    world_open(&w, OSCILLATOR "end m;");
    w.p.n_vars = 2;
    CHECK_EQ_INT(saltus_accuracy(w.model, &w.o, 100, &w.p, 1e-3, 1e-6, &scale, w.e), SALTUS_OK);
    CHECK(scale > 0 && scale < 0.2);
    CHECK(w.e[0].error <= 1e-3 * w.e[0].size && w.e[1].error <= 1e-3 * w.e[1].size);
    CHECK_EQ_INT(saltus_options_set_number(&w.o, "scale", scale), SALTUS_OK);
    CHECK(true_error(&w, 100) < 3e-3);
    world_close(&w);
}

TEST(chaos_has_none)
{
    struct world w;
    double scale;
    world_open(&w, LORENZ);
    w.p.n_vars = 3;
    w.o.method = "qss4";
    CHECK_EQ_INT(saltus_accuracy(w.model, &w.o, 60, &w.p, 1e-3, 1e-6, &scale, w.e), SALTUS_ELIMIT);
    CHECK(scale < 1e-2 && w.e[0].error > 1);
    CHECK_EQ_INT(saltus_accuracy(w.model, &w.o, 5, &w.p, 1e-3, 1e-6, &scale, w.e), SALTUS_OK);
    world_close(&w);
}

/* ---- Stopping -------------------------------------------------------------------------------- */

enum { STOPS = 5 };
struct stopper {
    int calls, limit, ends;
};

static int stop_now(void *user, saltus_sim *s)
{
    struct stopper *x = user;
    if (!s) return x->ends++, 0;
    if (x->calls < STOPS) saltus_sim_stop(s);
    return x->calls++ == x->limit;
}

TEST(a_run_is_stopped_and_goes_on)
{
    struct world w;
    struct stopper x = {.limit = -1};
    saltus_error plain[2];
    world_open(&w, OSCILLATOR "end m;");
    w.p.n_vars = 2;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 3, &w.p, plain), SALTUS_OK);
    w.p.watch = stop_now;
    w.p.user = &x;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 3, &w.p, w.e), SALTUS_OK);
    CHECK(x.calls == STOPS + 2 && x.ends == 2);
    CHECK(same(plain, w.e));
    x = (struct stopper){.limit = 3};
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 3, &w.p, w.e), SALTUS_STOPPED);
    world_close(&w);
}

TEST(arguments)
{
    struct world w;
    double scale;
    int32_t none = 99;
    world_open(&w, OSCILLATOR "end m;");
    w.p.n_vars = 2;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 0, &w.p, w.e), SALTUS_EARG);
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, NAN, &w.p, w.e), SALTUS_EARG);
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, INFINITY, &w.p, w.e), SALTUS_EARG);
    CHECK_EQ_INT(saltus_accuracy(w.model, &w.o, 1, &w.p, -1, 1, &scale, w.e), SALTUS_EARG);
    CHECK_EQ_INT(saltus_accuracy(w.model, &w.o, 1, &w.p, 0, 0, &scale, w.e), SALTUS_EARG);
    w.p.vars = &none;
    w.p.n_vars = 1;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 1, &w.p, w.e), SALTUS_EARG);
    w.p.vars = NULL;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 1, &w.p, w.e), SALTUS_EARG);
    w.p.struct_size = 3;
    CHECK_EQ_INT(saltus_estimate(w.model, &w.o, 1, &w.p, w.e), SALTUS_EARG);
    world_close(&w);
}

/* ---- The scale of tolerances ----------------------------------------------------------------- */

static double last(const saltus_model *m, const saltus_options *o, uint64_t *steps)
{
    saltus_sim *s;
    double x;
    CHECK_EQ_INT(saltus_sim_new(m, o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 5), SALTUS_OK);
    x = saltus_sim_value(s, 0, 5);
    *steps = saltus_sim_all_steps(s);
    saltus_sim_free(s);
    return x;
}

/* Everything scaled by the option, and by hand. */
static void same_run(const saltus_model *m, saltus_options o, saltus_rule rule,
                     const saltus_model *by_hand)
{
    uint64_t a, b;
    double x, y;
    o.rules = &rule;
    o.n_rules = rule.pattern != NULL;
    CHECK_EQ_INT(saltus_options_set_number(&o, "scale", 0.125), SALTUS_OK);
    x = last(m, &o, &a);
    CHECK_EQ_INT(saltus_options_set_number(&o, "scale", 1), SALTUS_OK);
    o.rel /= 8, o.abs /= 8, rule.rel /= 8, rule.abs /= 8;
    y = last(by_hand, &o, &b);
    CHECK(x == y && a == b);
}

TEST(scale_is_that_of_all_tolerances)
{
    static const char *const methods[] = {"liqss2", "qss3", "auto", "abm"};
    struct world w;
    saltus_rule rule = {.pattern = "v", .rel = 1e-2, .abs = 1e-4};
    world_open(&w, "model m Real x(start=1,fixed=true), v(start=0,fixed=true); equation der(x)=v; "
                   "der(v)=-sin(delay(x,0.3))-v; end m;");
    w.o.abs = 1e-5;
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        w.o.method = methods[k];
        same_run(w.model, w.o, rule, w.model);
    }
    world_close(&w);
}

static saltus_diagram *diagram(const char *rel)
{
    char text[600];
    saltus_diagram *d;
    snprintf(text, sizeof text,
             "{\"saltus\": 1, \"blocks\": {\"x\": {\"block\": \"integrator\", \"start\": 1, "
             "\"rel\": %s}, \"v\": {\"block\": \"integrator\"}, \"g\": {\"block\": \"gain\", "
             "\"k\": -1}}, \"wires\": [\"v -> x\", \"x -> g\", \"g -> v\"]}",
             rel);
    CHECK_EQ_INT(saltus_diagram_parse("d", text, strlen(text), NULL, &d), SALTUS_OK);
    return d;
}

/* A block may have tolerances of its own. */
TEST(scale_is_that_of_blocks_too)
{
    saltus_diagram *d = diagram("0.0078125"), *by_hand = diagram("0.0009765625");
    saltus_options o = saltus_defaults();
    o.rel = 1e-3, o.abs = 1e-6;
    same_run(saltus_diagram_model(d), o, (saltus_rule){.pattern = NULL},
             saltus_diagram_model(by_hand));
    same_run(saltus_diagram_model(d), o, (saltus_rule){.pattern = "v", .rel = 1e-2, .abs = 1e-4},
             saltus_diagram_model(by_hand));
    saltus_diagram_free(d);
    saltus_diagram_free(by_hand);
}

TEST_MAIN()
