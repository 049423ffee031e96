/* SPDX-License-Identifier: MIT */
/* test_sums.c - sums that the engine keeps, against closed forms and against the same models written
 * without them.
 *
 * The model, for i = 0..N-1, with S the mean of g over all states (a sum of N terms g/N) and modes
 * d_j that clocks toggle in some of the tests:
 *     x_i' = a_i - x_i + S,     S = sum_j d_j g(x_j)/N. */
#include "quantized.h"
#include "saltus.h"
#include "saltus_jet.h"

#include "testing.h"

enum { MOST = 2000 };

struct crowd {
    int32_t n;
    int direct; /* the derivatives add up the terms themselves                     */
    int bent;   /* g is sin x, otherwise x                                          */
    double a[MOST], start[MOST], toggle; /* toggle: every so often a mode changes; 0: never       */
    saltus_variable x[2], d[2], sums[2], y[2];
    saltus_guard clocks[2];
    saltus_model model;
};

SALTUS_INLINE const struct crowd *crowd_of(jet_at e)
{
    return jet_data(e);
}
SALTUS_INLINE jet term(jet_at e, int32_t j)
{
    const struct crowd *w = crowd_of(e);
    jet x = jet_state(e, j);
    return jet_mul(jet_discrete(e, j) / w->n, w->bent ? jet_sin(x) : x);
}
SALTUS_FUNCTION(term)

SALTUS_INLINE jet mean(jet_at e)
{
    const struct crowd *w = crowd_of(e);
    jet s = jet_const(0);
    if (!w->direct) return jet_sum(e, w->n, 0);
    for (int32_t j = 0; j < w->n; j++) s = jet_add(s, term(e, j));
    return s;
}
SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return jet_add(jet_sub(crowd_of(e)->a[i], jet_state(e, i)), mean(e));
}
SALTUS_FUNCTION(f)
SALTUS_INLINE jet y(jet_at e, int32_t k)
{
    return (void)k, mean(e);
}
SALTUS_FUNCTION(y)

static double f_full(const saltus_env *e, int32_t i, int32_t j)
{
    const struct crowd *w = e->model->data;
    return f_partial(e, i, j) + (w->direct ? 0 : f_partial(e, i, w->n) * term_partial(e, j, j));
}
static int affine(const saltus_env *e, int32_t i)
{
    return (void)i, !((const struct crowd *)e->model->data)->bent;
}
static int32_t terms(const saltus_env *e, int32_t k)
{
    return (void)k, ((const struct crowd *)e->model->data)->n;
}
static void begin(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    const struct crowd *w = e->model->data;
    (void)given, (void)p;
    for (int32_t i = 0; i < w->n; i++) x[i] = w->start[i], d[i] = 1;
}
static double next(const saltus_env *e, int32_t k)
{
    double every = ((const struct crowd *)e->model->data)->toggle;
    (void)k;
    return every > 0 ? (floor(e->t / every + 1e-9) + 1) * every : INFINITY;
}
static void handle(saltus_event *ev)
{
    const struct crowd *w = ev->env->model->data;
    int32_t round = (int32_t)(ev->env->t / w->toggle + 0.5);
    for (int32_t k = 0; k < 3; k++) {
        int32_t j = (round * 7 + k * 5) % w->n;
        saltus_event_assign(ev, j, 1 - ev->env->d[j]);
    }
    if (round % 4 == 1) saltus_event_reinit(ev, round % w->n, 0.5);
}

static struct crowd *crowd_new(int32_t n, int bent, int direct)
{
    struct crowd *w = calloc(1, sizeof *w);
    if (!w) abort();
    w->n = n, w->bent = bent, w->direct = direct;
    for (int32_t i = 0; i < n; i++) w->start[i] = 2 * sin(1.7 * i + 0.3), w->a[i] = 0;
    w->x[0] = (saltus_variable){.name = "x", .size = {n}};
    w->d[0] = (saltus_variable){.name = "d", .size = {n}};
    w->y[0] = (saltus_variable){.name = "mean"};
    w->sums[0] = (saltus_variable){.name = "S"};
    w->clocks[0] = (saltus_guard){.name = "toggle"};
    w->model = (saltus_model){.abi = SALTUS_ABI,
                              .name = "crowd",
                              .data = w,
                              .states = w->x,
                              .discretes = w->d,
                              .outputs = w->y,
                              .clocks = w->clocks,
                              .der = {f_eval, f_full, f_reads, affine},
                              .output = SALTUS_FUNCTION_OF(y),
                              .start = begin,
                              .next = next,
                              .handle = handle,
                              .sums = direct ? NULL : w->sums,
                              .terms = terms,
                              .term = {term_eval, term_partial, term_reads, affine}};
    return w;
}

static saltus_options options(const char *method, double quantum)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    return o;
}

static saltus_sim *run(struct crowd *w, const char *method, double quantum, double until)
{
    saltus_options o = options(method, quantum);
    saltus_sim *s;
    CHECK_EQ_INT(saltus_sim_new(&w->model, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, until), SALTUS_OK);
    return s;
}

/* ---- Against closed forms --------------------------------------------------------------------- */

/* With a = 0 and g = x the mean m stays, and x_i = m + (x_i(0) - m) exp(-t). */
TEST(mean_field)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    struct crowd *w = crowd_new(40, 0, 0);
    double m = 0;
    for (int32_t i = 0; i < w->n; i++) m += w->start[i] / w->n;
    for (size_t k = 0; k < n; k++) {
        double dq = list[k].order == 1 ? 1e-2 : 1e-4, t = 1.5;
        saltus_sim *s = run(w, list[k].name, dq, t);
        for (int32_t i = 0; i < w->n; i++) {
            double error = saltus_sim_value(s, i, t) - (m + (w->start[i] - m) * exp(-t));
            if (fabs(error) > 2.5 * list[k].bound * dq) /* the mean has no restoring force: drift */
                FAIL("%s: x[%d] is off by %g quanta", list[k].name, (int)i + 1, error / dq);
        }
        saltus_sim_free(s);
    }
    free(w);
}

/* Readers see the sum within a band, and get what they have missed: the mean, which nothing holds, does
 * not drift away. Between two new polynomials it is off by less than refresh/2 quanta. */
TEST(bands_keep_the_mean)
{
    static const char *const methods[] = {"qss2", "qss3", "liqss2", "liqss3", "auto"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        struct crowd *w = crowd_new(100, 0, 0);
        double dq = 1e-3, m = 0, is = 0, t = 2000, pull = 0;
        saltus_sim *s;
        for (int32_t i = 0; i < w->n; i++) m += w->start[i] / w->n, pull += w->a[i] = sin(i);
        for (int32_t i = 0; i < w->n; i++) w->a[i] -= pull / w->n;
        s = run(w, methods[k], dq, t);
        for (int32_t i = 0; i < w->n; i++) is += saltus_sim_value(s, i, t) / w->n;
        if (fabs(is - m) > 0.25 * dq) FAIL("%s: off by %g quanta", methods[k], (is - m) / dq);
        saltus_sim_free(s);
        free(w);
    }
}

/* ---- Against the same model without sums ------------------------------------------------------ */

enum { FEW = 7 }; /* so few readers see the sum itself (run/signal/bands.c) */

/* Affine terms: the same steps, up to rounding. */
static void same_steps(const char *method, double toggle)
{
    struct crowd *w[2] = {crowd_new(FEW, 0, 0), crowd_new(FEW, 0, 1)};
    saltus_sim *s[2];
    double until = 3;
    for (int k = 0; k < 2; k++) {
        w[k]->toggle = toggle;
        for (int32_t i = 0; i < FEW; i++) w[k]->a[i] = 0.1 * cos(i);
        s[k] = run(w[k], method, 1e-4, until);
    }
    for (int32_t i = 0; i < FEW; i++) {
        double a = saltus_sim_value(s[0], i, until), b = saltus_sim_value(s[1], i, until);
        if (fabs(a - b) > 1e-9) FAIL("%s: x[%d] %.15g and %.15g", method, (int)i + 1, a, b);
        CHECK_EQ_INT(saltus_sim_steps(s[0], i), saltus_sim_steps(s[1], i));
        CHECK_EQ_INT(saltus_sim_dependents(s[0], i), saltus_sim_dependents(s[1], i));
    }
    if (toggle == 0) /* a term that is switched off changes no sum */
        CHECK_EQ_INT(saltus_sim_stats(s[0]).evaluations, saltus_sim_stats(s[1]).evaluations);
    CHECK(saltus_sim_stats(s[0]).term_evaluations > 0);
    for (int k = 0; k < 2; k++) {
        saltus_sim_free(s[k]);
        free(w[k]);
    }
}

TEST(steps_equal_those_without_sums)
{
    static const char *const methods[] = {"qss1", "qss2", "qss3", "qss4", "liqss2", "liqss3"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        same_steps(methods[k], 0);
        same_steps(methods[k], 0.25);
    }
}

/* BQSS and CQSS turn targets in a cascade, which goes through the sums. */
TEST(targets_go_through_sums)
{
    same_steps("bqss", 0.25);
    same_steps("cqss", 0.25);
}

/* Without a function for the partial derivatives the engine takes differences, also through sums. */
TEST(differences_go_through_sums)
{
    struct crowd *w = crowd_new(3, 0, 0), *v = crowd_new(3, 0, 0);
    saltus_sim *a, *b;
    v->model.der.partial = NULL;
    a = run(w, "liqss2", 1e-4, 2);
    b = run(v, "liqss2", 1e-4, 2);
    for (int32_t i = 0; i < 3; i++) {
        CHECK_CLOSE(saltus_sim_value(a, i, 2), saltus_sim_value(b, i, 2), 1e-6);
        CHECK_EQ_INT(saltus_sim_steps(a, i), saltus_sim_steps(b, i));
    }
    saltus_sim_free(a);
    saltus_sim_free(b);
    free(w);
    free(v);
}

/* Bent terms: the same result within a few quanta, for smaller and smaller quanta. */
TEST(bent_terms_converge)
{
    static const char *const methods[] = {"qss2", "qss3", "qss4", "liqss2", "mliqss2"};
    struct crowd *w = crowd_new(20, 1, 0), *v = crowd_new(20, 1, 1);
    saltus_sim *exact;
    w->toggle = v->toggle = 0.5;
    for (int32_t i = 0; i < 20; i++) w->a[i] = v->a[i] = sin(i);
    exact = run(v, "qss4", 1e-11, 2.2);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (double dq = 1e-3; dq > 1e-7; dq /= 100) {
            saltus_sim *s = run(w, methods[k], dq, 2.2);
            for (int32_t i = 0; i < 20; i++) {
                double error = saltus_sim_value(s, i, 2.2) - saltus_sim_value(exact, i, 2.2);
                if (fabs(error) > 8 * dq) FAIL("%s: %g quanta", methods[k], error / dq);
            }
            CHECK(fabs(saltus_sim_value(s, 40, 2.2) - saltus_sim_value(exact, 40, 2.2)) < 8 * dq);
            saltus_sim_free(s);
        }
    saltus_sim_free(exact);
    free(w);
    free(v);
}

/* ---- What it costs ---------------------------------------------------------------------------- */

TEST(a_step_costs_one_term)
{
    for (int32_t n = 20; n <= 2000; n *= 10) {
        struct crowd *w = crowd_new(n, 0, 0);
        saltus_sim *s = run(w, "qss2", 1e-3, 0.3);
        saltus_stats st = saltus_sim_stats(s);
        CHECK(st.steps > 100);
        CHECK_EQ_INT(st.term_evaluations, st.steps + 2 * (uint64_t)n); /* two sweeps at the start */
        saltus_sim_free(s);
        free(w);
    }
}

/* A sum that many read is quantized: a step does not cost as many evaluations as it has readers. (A step
 * of all states together, of auto, counts as one of each.) */
TEST(a_step_does_not_ask_all_readers)
{
    static const char *const methods[] = {"qss1", "qss2", "qss3", "liqss2", "auto"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (int bent = 0; bent < 2; bent++) {
            struct crowd *w = crowd_new(1000, bent, 0);
            for (int32_t i = 0; i < w->n; i++) w->a[i] = sin(i);
            saltus_sim *s = run(w, methods[k], 1e-3, 3);
            saltus_stats st = saltus_sim_stats(s);
            if (st.evaluations > 100 * (st.steps + (st.together + 1) * 1000))
                FAIL("%s: %g evaluations, %g steps", methods[k], (double)st.evaluations,
                     (double)st.steps);
            saltus_sim_free(s);
            free(w);
        }
}

/* 2000 terms: no more than 56 bytes each besides the lists, here three of two numbers. */
TEST(memory_of_terms)
{
    static const char *const methods[] = {"qss2", "qss3"};
    for (int k = 0; k < 4; k++) {
        struct crowd *w = crowd_new(2000, k & 1, 0), *v = crowd_new(2000, k & 1, 0);
        saltus_options o = options(methods[k / 2], 1e-3);
        saltus_sim *with, *without;
        v->model.sums = NULL;
        v->model.der.reads = term_reads;
        CHECK_EQ_INT(saltus_sim_new(&w->model, &o, &with), SALTUS_OK);
        v->direct = 1;
        CHECK_EQ_INT(saltus_sim_new(&v->model, &o, &without), SALTUS_OK);
        double bytes =
            (double)saltus_sim_stats(with).bytes - (double)saltus_sim_stats(without).bytes;
        if (bytes > 2000 * (58 + 24) + 2000) FAIL("%s: %g bytes per term", o.method, bytes / 2000);
        saltus_sim_free(with);
        saltus_sim_free(without);
        free(w);
        free(v);
    }
}

/* ---- Rounding, sleeping states ---------------------------------------------------------------- */

/* After hundreds of thousands of exchanges the sum is still the sum. */
TEST(rounding_does_not_pile_up)
{
    struct crowd *w = crowd_new(3, 0, 0);
    w->toggle = 1e-3;
    saltus_sim *s = run(w, "qss1", 1e-3, 100);
    double sum = 0;
    CHECK(saltus_sim_stats(s).term_evaluations > 200000);
    for (int32_t i = 0; i < 3; i++)
        sum += saltus_sim_value(s, 3 + i, 100) * saltus_sim_quantized(s, i, 100) / 3;
    CHECK(fabs(saltus_sim_value(s, 6, 100) - sum) < 1e-13);
    saltus_sim_free(s);
    free(w);
}

/* x' = 1 is followed exactly by q, which never steps; y' = S = sin x must not sleep with it. */
SALTUS_INLINE jet wave(jet_at e, int32_t j)
{
    (void)j;
    return jet_sin(jet_state(e, 0));
}
SALTUS_FUNCTION(wave)
SALTUS_INLINE jet wave_f(jet_at e, int32_t i)
{
    return i == 0 ? jet_const(1) : jet_sum(e, 2, 0);
}
SALTUS_AFFINE_FUNCTION(wave_f)
SALTUS_INLINE jet wave_z(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_sum(e, 2, 0), 0.5);
}
SALTUS_AFFINE_FUNCTION(wave_z)
static int32_t one_term(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 1;
}

TEST(a_term_of_a_sleeping_state_is_renewed)
{
    static const char *const methods[] = {"qss1", "qss2", "qss3", "qss4", "liqss2"};
    static const saltus_variable x[] = {{.name = "x"}, {.name = "y"}, {.name = NULL}};
    static const saltus_variable sums[] = {{.name = "S"}, {.name = NULL}};
    static const saltus_guard guards[] = {{.name = "S > 0.5"}, {.name = NULL}};
    static const saltus_model m = {.abi = SALTUS_ABI,
                                   .name = "wave",
                                   .states = x,
                                   .guards = guards,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(wave_f),
                                   .guard = SALTUS_AFFINE_FUNCTION_OF(wave_z),
                                   .sums = sums,
                                   .terms = one_term,
                                   .term = SALTUS_FUNCTION_OF(wave)};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (double dq = 1e-2; dq > 1e-6; dq /= 100) {
            saltus_options o = options(methods[k], dq);
            saltus_sim *s;
            double error;
            if (k == 0 && dq < 1e-4) continue;
            CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
            CHECK_EQ_INT(saltus_sim_run(s, 20), SALTUS_OK);
            error = saltus_sim_value(s, 1, 20) - (1 - cos(20));
            if (fabs(error) > 20 * dq) FAIL("%s, %g: off by %g quanta", methods[k], dq, error / dq);
            /* pi/6 + 2 pi k, 5 pi/6 + 2 pi k; S is renewed with a jump, and may cross twice more */
            if (saltus_sim_events(s, 0) < 7 || saltus_sim_events(s, 0) % 2 == 0 ||
                saltus_sim_events(s, 0) > (dq > 1e-3 ? 21 : 7))
                FAIL("%s, %g: %d events", methods[k], dq, (int)saltus_sim_events(s, 0));
            saltus_sim_free(s);
        }
}

/* ---- What a term does not declare ------------------------------------------------------------- */

static void reads_nothing(const saltus_env *e, int32_t j, saltus_reads *r)
{
    (void)e, (void)j, (void)r;
}
static void reads_time(const saltus_env *e, int32_t j, saltus_reads *r)
{
    (void)e, (void)j;
    r->add(r, SALTUS_TIME, 0);
}
static void quiet(void *user, const saltus_diag *d)
{
    strcpy(user, d->var ? d->var : "");
}

TEST(shadow_finds_undeclared_reads_of_a_term)
{
    struct crowd *w = crowd_new(5, 0, 0);
    saltus_options o = options("qss2", 1e-3);
    saltus_sim *s;
    char about[100] = "";
    w->model.term.reads = reads_nothing;
    o.diag = quiet, o.user = about;
    for (o.shadow = 0; o.shadow < 2; o.shadow++) {
        CHECK_EQ_INT(saltus_sim_new(&w->model, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 1), o.shadow ? SALTUS_EMODEL : SALTUS_OK);
        saltus_sim_free(s);
    }
    CHECK(strcmp(about, "S") == 0);
    w->model.term.reads = reads_time;
    CHECK_EQ_INT(saltus_sim_new(&w->model, &o, &s), SALTUS_EMODEL);
    free(w);
}

TEST_MAIN()
