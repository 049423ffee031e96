/* SPDX-License-Identifier: MIT */
/* test_change.c - the method auto goes on with steps of all states together where that is less work,
 * and comes back: what it says about it, that the results are right, and when it stays as it is. */
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

static const char text_stiff[] = "model stiff \"Van der Pol's oscillator\"\n"
                                 "  Real x(start = 2, fixed = true), y(start = 0, fixed = true);\n"
                                 "equation\n"
                                 "  der(x) = y;\n"
                                 "  der(y) = 100*(1 - x^2)*y - x;\n"
                                 "end stiff;\n";

/* Non-stiff and smooth, with an event now and then. */
static const char text_orbit[] =
    "model orbit \"Two planets, and how often the first one has come round\"\n"
    "  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
    "  Real u(start = 0, fixed = true), v(start = 1, fixed = true);\n"
    "  Real p(start = 1.5, fixed = true), q(start = 0, fixed = true);\n"
    "  Real r(start = 0, fixed = true), s(start = 0.8, fixed = true);\n"
    "  discrete Integer turns(start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = u; der(y) = v; der(p) = r; der(q) = s;\n"
    "  der(u) = -x/(x^2 + y^2)^1.5; der(v) = -y/(x^2 + y^2)^1.5;\n"
    "  der(r) = -p/(p^2 + q^2)^1.5; der(s) = -q/(p^2 + q^2)^1.5;\n"
    "  when y > 0.1 then turns = pre(turns) + 1; end when;\n"
    "end orbit;\n";

/* Smooth, then a relay that switches about a thousand times, then smooth. */
static const char text_relay[] =
    "model relay \"An oscillator, and a thermostat that is on for a while\"\n"
    "  Real x(start = 2, fixed = true), y(start = 0, fixed = true), T(start = 0, fixed = true);\n"
    "  discrete Boolean heats(start = true, fixed = true);\n"
    "  Boolean works = time > 40 and time < 60;\n"
    "equation\n"
    "  der(x) = y;\n"
    "  der(y) = 10*(1 - x^2)*y - x;\n"
    "  der(T) = if works then (if heats then 5 + 0.1*x else -5 + 0.1*x) else -0.1*T*T*T;\n"
    "  when T > 0.05 then heats = false; elsewhen T < -0.05 then heats = true; end when;\n"
    "end relay;\n";

static saltus_compiled *compiled(const char *text)
{
    saltus_compile_options co = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    co.backend = SALTUS_INTERPRETED;
    CHECK_EQ_INT(saltus_compile_text("test.mo", text, strlen(text), &co, &c), SALTUS_OK);
    return c;
}

struct result {
    double x[128];
    int n;
    saltus_stats stats;
    uint64_t told;
};

static int count(void *user, double t, int32_t var, const double *c, int order)
{
    (void)t, (void)var, (void)c, (void)order;
    ++*(uint64_t *)user;
    return 0;
}

static struct result run(const saltus_compiled *c, saltus_options *o, double until, int pieces)
{
    struct result r = {.n = 0};
    saltus_sim *s;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), o, &s), SALTUS_OK);
    r.n = saltus_sim_count(s, SALTUS_STATE);
    for (int k = 1; k <= pieces; k++)
        CHECK_EQ_INT(saltus_sim_run(s, until * k / pieces), SALTUS_OK);
    for (int i = 0; i < r.n; i++) r.x[i] = saltus_sim_value(s, i, until);
    r.stats = saltus_sim_stats(s);
    CHECK_EQ_INT(saltus_sim_finish(s), SALTUS_OK);
    saltus_sim_free(s);
    return r;
}

static saltus_options by(const char *method, double tol)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    o.rel = o.abs = tol;
    return o;
}

/* The largest difference, in tolerances. */
static double apart(const struct result *a, const struct result *b, double tol)
{
    double most = 0;
    for (int i = 0; i < a->n; i++)
        most = fmax(most, fabs(a->x[i] - b->x[i]) / (tol * (1 + fabs(b->x[i]))));
    return most;
}

TEST(smooth_models_go_together)
{
    static const struct {
        const char *text;
        double until;
        double most; /* tolerances that it may be off: a planet is too early or too late */
    } models[] = {{text_stiff, 600, 20}, {text_orbit, 10, 500}};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        saltus_compiled *c = compiled(models[k].text);
        saltus_options tight = by("radau5", 1e-10), o = by("auto", 1e-4), alone = o;
        struct result truth = run(c, &tight, models[k].until, 1), a, b;
        CHECK_EQ_INT(saltus_options_set(&alone, "together", "false"), SALTUS_OK);
        a = run(c, &o, models[k].until, 1);
        b = run(c, &alone, models[k].until, 1);
        CHECK(a.stats.together > 20 && a.stats.changes == 1);
        CHECK(a.stats.together_from > 0 && a.stats.together_from < models[k].until / 4);
        CHECK(b.stats.together == 0 && b.stats.changes == 0 && isnan(b.stats.together_from));
        CHECK_EQ_INT(a.stats.events, truth.stats.events);
        CHECK_LE(apart(&a, &truth, 1e-4), models[k].most);
        printf("  %g evaluations for %g\n", (double)a.stats.evaluations,
               (double)b.stats.evaluations);
        saltus_compiled_free(c);
    }
}

/* Whether anyone looks, and in how many pieces a run is made, plays no part. */
TEST(the_choice_depends_on_the_model_alone)
{
    const char *texts[] = {text_stiff, text_orbit, text_relay};
    const double until[] = {400, 10, 70};
    for (int k = 0; k < 3; k++) {
        saltus_compiled *c = compiled(texts[k]);
        saltus_options o = by("auto", 1e-4), seen = o;
        uint64_t told = 0;
        struct result a = run(c, &o, until[k], 1), again = run(c, &o, until[k], 1), b, pieces;
        seen.sink = count;
        seen.user = &told;
        b = run(c, &seen, until[k], 1);
        pieces = run(c, &o, until[k], 137);
        CHECK(memcmp(a.x, again.x, sizeof a.x) == 0);
        CHECK(memcmp(a.x, b.x, sizeof a.x) == 0);
        CHECK(told > 0 && a.stats.steps == b.stats.steps && a.stats.changes == b.stats.changes);
        printf("  %d %d %g %g %d %d\n", (int)a.stats.changes, (int)pieces.stats.changes,
               a.stats.together_from, pieces.stats.together_from, (int)a.stats.steps,
               (int)pieces.stats.steps);
        CHECK_EQ_INT(a.stats.changes, pieces.stats.changes);
        CHECK(a.stats.together_from == pieces.stats.together_from);
        /* the last switch may fall on the other side of the end of the pulse */
        CHECK(a.stats.events <= pieces.stats.events + 2 &&
              pieces.stats.events <= a.stats.events + 2);
        CHECK_LE(apart(&a, &pieces, 1e-4), 100);
        saltus_compiled_free(c);
    }
}

/* It goes together, comes back when events are many, and goes together again. */
TEST(there_and_back)
{
    saltus_compiled *c = compiled(text_relay);
    saltus_options tight = by("radau5", 1e-9), o = by("auto", 1e-4);
    struct result truth = run(c, &tight, 100, 1), a = run(c, &o, 100, 1);
    printf("  %d changes, %d steps together, %d events of %d\n", (int)a.stats.changes,
           (int)a.stats.together, (int)a.stats.events, (int)truth.stats.events);
    CHECK(a.stats.changes >= 2 && a.stats.together > 20);
    CHECK_LE(fabs((double)a.stats.events - (double)truth.stats.events),
             0.01 * (double)truth.stats.events + 2);
    CHECK_LE(apart(&a, &truth, 1e-4), 100); /* the thermostat amplifies */
    saltus_compiled_free(c);
}

/* What someone has asked for is left as it is; a tolerance of one state is honoured. */
TEST(what_is_asked_for_is_kept)
{
    saltus_compiled *c = compiled(text_stiff);
    saltus_options o = by("auto", 1e-3);
    saltus_rule method = {.pattern = "y", .method = "liqss2"}, fine = {.pattern = "x", .rel = 1e-7};
    struct result a, b;
    fine.abs = 1e-7;
    b = run(c, &o, 600, 1);
    CHECK(b.stats.together > 0);
    o.n_rules = 1;
    o.rules = &method;
    CHECK_EQ_INT(run(c, &o, 200, 1).stats.together, 0);
    o.rules = &fine;
    a = run(c, &o, 600, 1);
    CHECK(3 * a.stats.together > 4 * b.stats.together);
    o.n_rules = 0;
    o.shadow = 1;
    CHECK_EQ_INT(run(c, &o, 200, 1).stats.together, 0);
    saltus_compiled_free(c);
}

/* All states read one sum, and a guard does. */
TEST(sums_go_along)
{
    saltus_compiled *c = compiled("model crowd\n"
                                  "  parameter Integer N = 60;\n"
                                  "  Real x[N](start = {i/N for i in 1:N}, each fixed = true);\n"
                                  "  Real y[N](each start = 0, each fixed = true);\n"
                                  "  Real mean = sum(x)/N;\n"
                                  "  discrete Integer turns(start = 0, fixed = true);\n"
                                  "equation\n"
                                  "  for i in 1:N loop\n"
                                  "    der(x[i]) = y[i];\n"
                                  "    der(y[i]) = -sin(x[i]) - 0.3*(x[i] - mean) - 0.01*y[i];\n"
                                  "  end for;\n"
                                  "  when mean > 0.1 then turns = pre(turns) + 1; end when;\n"
                                  "end crowd;\n");
    saltus_options tight = by("radau5", 1e-9), o = by("auto", 1e-4), alone = o;
    struct result truth = run(c, &tight, 40, 1), a = run(c, &o, 40, 1), b;
    saltus_options_set(&alone, "together", "false");
    b = run(c, &alone, 40, 1);
    printf("  %d changes, %d steps together, %g and %g tolerances\n", (int)a.stats.changes,
           (int)a.stats.together, apart(&a, &truth, 1e-4), apart(&b, &truth, 1e-4));
    CHECK(a.stats.together > 0 && a.stats.events == truth.stats.events);
    CHECK_LE(apart(&a, &truth, 1e-4), 20);
    saltus_compiled_free(c);
}

/* Each term is added up once for all states, and followed once for all that read the sum. */
TEST(large_sums_go_together)
{
    saltus_compiled *c =
        compiled("model kuramoto\n"
                 "  parameter Integer N = 100;\n"
                 "  Real x[N](start = {3*i/N for i in 1:N}, each fixed = true);\n"
                 "  Real s = sum(sin(x[i]) for i in 1:N)/N, c = sum(cos(x[i]) for i in 1:N)/N;\n"
                 "equation\n"
                 "  for i in 1:N loop\n"
                 "    der(x[i]) = (i/N - 0.5) + 2*(s*cos(x[i]) - c*sin(x[i]));\n"
                 "  end for;\n"
                 "end kuramoto;\n");
    saltus_options tight = by("qss3", 1e-6), o = by("auto", 1e-3);
    struct result truth = run(c, &tight, 10, 1), a = run(c, &o, 10, 1);
    printf("  %d steps, %d terms, %g tolerances\n", (int)a.stats.steps,
           (int)a.stats.term_evaluations, apart(&a, &truth, 1e-3));
    CHECK(a.stats.together > 0 && a.stats.steps < 100);
    CHECK_LE((double)a.stats.term_evaluations, 20.0 * 200.0 * (double)a.stats.steps);
    CHECK_LE(apart(&a, &truth, 1e-3), 10);
    saltus_compiled_free(c);
}

/* Without an end in sight there are no steps of all states; a run that makes them ceases to. */
TEST(a_run_without_an_end)
{
    saltus_compiled *c = compiled(text_stiff);
    saltus_options o = by("auto", 1e-3);
    saltus_sim *s;
    o.max_events = 3000;
    o.diag = NULL;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 300), SALTUS_OK);
    CHECK(saltus_sim_stats(s).together > 0);
    CHECK_EQ_INT(saltus_sim_run(s, INFINITY), SALTUS_ELIMIT);
    CHECK(saltus_sim_time(s) > 300 && saltus_sim_stats(s).changes >= 2);
    saltus_sim_free(s);
    saltus_compiled_free(c);
}

/* Linear invariants are those of the model, whoever moves it: here x + y + z. */
TEST(invariants_are_kept)
{
    saltus_compiled *c = compiled("model chain\n"
                                  "  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
                                  "  Real z(start = 0, fixed = true);\n"
                                  "equation\n"
                                  "  der(x) = -0.04*x + 1e4*y*z;\n"
                                  "  der(y) = 0.04*x - 1e4*y*z - 3e7*y^2;\n"
                                  "  der(z) = 3e7*y^2;\n"
                                  "end chain;\n");
    saltus_options o = by("auto", 1e-3);
    saltus_sim *s;
    o.abs = 1e-12;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
    for (double t = 1e-6; t < 1e10; t *= 3) {
        double sum = -1;
        CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
        for (int i = 0; i < 3; i++) sum += saltus_sim_value(s, i, t);
        CHECK_LE(fabs(sum), 1e-13);
    }
    CHECK(saltus_sim_stats(s).together > 0);
    saltus_sim_free(s);
    saltus_compiled_free(c);
}

TEST_MAIN()
