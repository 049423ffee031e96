/* SPDX-License-Identifier: MIT */
/* test_classic.c - the methods of SUNDIALS: orders, tolerances, every model of the papers against its
 * reference solution, and no evaluation beyond an edge.
 *
 * The error is sqrt(sum (x - ref)^2 / sum ref^2) over all instants of the reference and the columns named,
 * read from the dense output while the integrator chooses its own steps. It must stay below about twice what
 * was measured, with a tolerance of 1e-4 and with one of 1e-6. */
#include "models.h"
#include "reference.h"
#include "saltus_classic.h"
#include "saltus_jet.h"
#include "testing.h"
#include "all_methods.h"

static int built(void)
{
    if (!saltus_classic_version()) printf("  built without SUNDIALS: nothing to test\n");
    return saltus_classic_version() != NULL;
}

static saltus_options options(const char *method, double rel, double abs)
{
    saltus_options o = saltus_defaults();
    o.engine = saltus_classic();
    o.method = method;
    o.rel = rel;
    o.abs = abs;
    return o;
}

/* ---- Models of the papers -------------------------------------------------------------------- */

struct subject {
    const char *model, *reference, *columns; /* columns: prefix of their names, NULL: all */
    int32_t n;
    double until;
};

/* A run that is compared with the rows of a reference as it passes them. */
struct follow {
    const struct reference *ref;
    struct reference_sums sums;
    struct reference_error error;
};

static int compare(void *user, double t, const saltus_sim *s)
{
    struct follow *f = user;
    int row = f->error.rows;
    if (row == 0 && t == f->ref->t[0]) f->sums.square = f->sums.scale = f->sums.sum = 0;
    if (row < f->ref->rows && fabs(f->ref->t[row] - t) <= 1e-9 * (1 + t))
        reference_add(&f->sums, s, f->ref, &f->error);
    return 0;
}

static double error_of(const struct subject *c, const char *method, double tol,
                       const struct reference *ref)
{
    saltus_model *m = models_make(c->model, c->n);
    saltus_options o = options(method, tol, 1e-3 * tol);
    struct follow f = {.ref = ref};
    saltus_sim *s = NULL;
    saltus_status st;
    double error;
    CHECK(m != NULL);
    for (int j = 0; j < ref->columns; j++) {
        int wanted = !c->columns || strncmp(ref->name[j], c->columns, strlen(c->columns)) == 0;
        saltus_options plain = saltus_defaults();
        if (!s) CHECK_EQ_INT(saltus_sim_new(m, &plain, &s), SALTUS_OK);
        f.sums.var[j] = wanted ? reference_var(s, ref->name[j]) : -1;
    }
    saltus_sim_free(s);
    o.user = &f;
    o.sample = compare;
    o.interval = ref->t[1] - ref->t[0];
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    st = saltus_sim_run(s, c->until);
    error = st == SALTUS_OK && f.error.rows > 5 ? sqrt(f.sums.square / f.sums.scale) : NAN;
    printf("  %-11s %-6g %7llu steps, %d rows, error %.2g\n", method, tol,
           (unsigned long long)saltus_sim_stats(s).steps, f.error.rows, error);
    saltus_sim_free(s);
    models_free(m);
    return error;
}

struct expectation {
    const char *method;
    double coarse, fine; /* bounds of the error with 1e-4 and 1e-6 */
};

static void check(const struct subject *c, const struct expectation *e)
{
    struct reference ref;
    if (!built()) return;
    if (!reference_read(&ref, TEST_DATA "/reference", c->reference)) FAIL("%s", c->reference);
    for (; e->method; e++) {
        double coarse = error_of(c, e->method, 1e-4, &ref),
               fine = error_of(c, e->method, 1e-6, &ref);
        CHECK_LE(coarse, e->coarse);
        CHECK_LE(fine, e->fine);
    }
    reference_free(&ref);
}

#define STUDY(name_, ...)                                                                          \
    TEST(name_)                                                                                    \
    {                                                                                              \
        static const struct expectation list[] = {__VA_ARGS__, {NULL, 0, 0}};                      \
        check(&name_##_subject, list);                                                             \
    }

static const struct subject stiff2_subject = {"stiff2", "lin2", NULL, 0, 1000};
STUDY(stiff2, {"cvode", 1.2e-4, 1.4e-6}, {"ida", 3e-5, 7.5e-7}, {"esdirk32", 1.4e-5, 1e-7},
      {"esdirk43", 4e-5, 3.5e-7}, {"dopri5", 5e-5, 5e-7})

static const struct subject d4_subject = {"d4", "d4", NULL, 0, 500};
STUDY(d4, {"cvode", 1.6e-4, 6.5e-6}, {"ida", 9e-5, 3e-6}, {"esdirk32", 2e-5, 9e-7},
      {"esdirk43", 8e-5, 1.1e-6})

/* With 1e-4 a jump of BDF comes an instant later than a row of the reference. */
static const struct subject van_der_pol_subject = {"vanderpol", "vdp", "x1", 0, 4000};
STUDY(van_der_pol, {"cvode", 0.17, 8e-5}, {"ida", 0.17, 3.4e-5}, {"esdirk32", 5e-4, 1e-5},
      {"esdirk43", 2e-4, 1.1e-5})

static const struct subject transmission_line_subject = {"tline", "tline", "u", 0, 500};
STUDY(transmission_line, {"cvode", 7e-3, 1.1e-4}, {"ida", 1.3e-3, 3.5e-5},
      {"esdirk43", 3.4e-3, 5e-5})

static const struct subject buck_subject = {"buck", "buck", NULL, 0, 0.01};
STUDY(buck, {"cvode", 1.3e-3, 1.6e-5}, {"ida", 3e-4, 1.5e-5}, {"esdirk32", 3.4e-5, 1.5e-7},
      {"esdirk43", 4e-5, 3e-6})

static const struct subject motor_subject = {"motor", "motor", NULL, 0, 0.05};
STUDY(motor, {"cvode", 1.1e-3, 1.2e-5}, {"ida", 1.2e-3, 4e-6}, {"esdirk32", 6e-5, 1e-6},
      {"esdirk43", 4e-5, 6.5e-6})

static const struct subject inverters_subject = {"inverters", "inverter", NULL, 100, 40};
STUDY(inverters, {"cvode", 4e-3, 4e-5}, {"ida", 1.2e-3, 1.3e-5}, {"esdirk32", 5.5e-4, 8e-6},
      {"esdirk43", 5.5e-4, 4e-6}, {"dopri5", 6e-6, 2e-6}, {"cvode-adams", 3.5e-4, 3.5e-5})

static const struct subject advection_subject = {"adr", "adr", NULL, 0, 10};
STUDY(advection, {"cvode", 3.5e-4, 6e-6}, {"ida", 8e-4, 1.2e-5}, {"dopri5", 4.5e-4, 2e-5},
      {"cvode-adams", 1.5e-4, 1.3e-5})

static const struct subject cuk_subject = {"cuk", "cuk", "uC2", 0, 0.02};
STUDY(cuk, {"cvode", 3.5e-3, 2.5e-5}, {"ida", 1.2e-3, 1.2e-5}, {"esdirk32", 3.5e-5, 4.5e-7},
      {"esdirk43", 1.5e-4, 2e-5})

static const struct subject tyson_subject = {"tyson", "tyson", "M_", 0, 50};
STUDY(tyson, {"cvode", 2.2e-2, 6e-4}, {"ida", 1.1e-2, 5e-4}, {"esdirk32", 2.7e-2, 1.8e-4},
      {"esdirk43", 1.6e-2, 1.9e-4})

/* ---- Smooth problems with a closed form ------------------------------------------------------ */

/* The largest error of the oscillator 4 cos t, also between steps, and the steps it took. */
struct smooth {
    double error, steps;
};

static int beside_cosine(void *user, double t, const saltus_sim *s)
{
    double *worst = user;
    *worst = fmax(*worst, fabs(saltus_sim_value(s, 0, t) - 4 * cos(t)));
    return 0;
}

static struct smooth oscillate(const char *method, double tol)
{
    saltus_model *m = models_make("oscillator", 0);
    saltus_options o = options(method, 0, tol);
    struct smooth r = {0, NAN};
    saltus_sim *s = NULL;
    CHECK(m != NULL);
    o.user = &r.error;
    o.sample = beside_cosine;
    o.interval = 0.0137;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 20), SALTUS_OK);
    r.steps = (double)saltus_sim_stats(s).steps;
    saltus_sim_free(s);
    models_free(m);
    return r;
}

/* A one-step method of order p with an estimate of order p - 1: the error of a step is C h^p, hence steps
 * grow by 10^(1/p) for each digit. Methods of variable order take less than at order 5. */
TEST(steps_grow_as_the_order_says)
{
    static const struct {
        const char *method;
        double order, most; /* error in tolerances */
    } list[] = {{"esdirk32", 3, 30}, {"esdirk43", 4, 30}, {"dopri5", 5, 30}};
    if (!built()) return;
    for (int k = 0; k < 3; k++) {
        struct smooth a = oscillate(list[k].method, 1e-6), b = oscillate(list[k].method, 1e-9);
        double order = 3 / log10(b.steps / a.steps);
        printf("  %-11s %5g steps, %.2g; %6g steps, %.2g: order %.2f\n", list[k].method, a.steps,
               a.error, b.steps, b.error, order);
        CHECK_LE(fabs(order - list[k].order), 0.3);
        CHECK_LE(a.error, list[k].most * 1e-6);
        CHECK_LE(b.error, list[k].most * 1e-9);
    }
}

TEST(variable_order_follows_the_tolerance)
{
    static const char *const list[] = {"cvode", "cvode-adams", "ida"};
    if (!built()) return;
    for (int k = 0; k < 3; k++) {
        struct smooth last = {INFINITY, 0};
        for (double tol = 1e-4; tol > 0.5e-10; tol /= 100) {
            struct smooth r = oscillate(list[k], tol);
            printf("  %-11s %-6g %5g steps, error %.2g\n", list[k], tol, r.steps, r.error);
            CHECK_LE(r.error, 900 * tol);
            CHECK_LE(r.error, last.error / 10);
            CHECK_LE(r.steps, last.steps > 0 ? 3 * last.steps : INFINITY);
            last = r;
        }
    }
}

static uint64_t steps_with(const char *method, int max_order, double max_step)
{
    saltus_model *m = models_make("oscillator", 0);
    saltus_options o = options(method, 0, 1e-6);
    saltus_sim *s = NULL;
    uint64_t steps;
    saltus_options_set_number(&o, "max_order", max_order);
    if (max_step > 0) saltus_options_set_number(&o, "max_step", max_step);
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 5), SALTUS_OK);
    steps = saltus_sim_stats(s).steps;
    saltus_sim_free(s);
    models_free(m);
    return steps;
}

TEST(options_are_heard)
{
    static const char *const list[] = {"cvode", "cvode-adams", "ida", "esdirk32", "dopri5"};
    if (!built()) return;
    for (int k = 0; k < 5; k++) CHECK(steps_with(list[k], 0, 0.001) >= 5000);
    for (int k = 0; k < 3; k++) CHECK(steps_with(list[k], 1, 0) > 10 * steps_with(list[k], 0, 0));
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* y' = sqrt(x) with x' = -1 (or x' = -sqrt(x), which arrives without slope); the model counts what
 * is asked of it where x < 0. */
static int beyond;
static int tangential;

static jet root_f(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0), r;
    if (jet_discrete(e, 0) != 0) return jet_const(0);
    if (x.c[0] < 0) beyond++;
    r = jet_sqrt(x);
    return i == 1 ? r : tangential ? jet_sub(0, r) : jet_const(-1);
}
SALTUS_FUNCTION(root_f)

static jet root_z(jet_at e, int32_t k)
{
    return (void)k, jet_sub(0, jet_state(e, 0));
}
SALTUS_FUNCTION(root_z)

static double hit;

static void root_handle(saltus_event *ev)
{
    if (ev->initial || ev->direction < 0) return;
    hit = ev->env->t;
    CHECK(saltus_event_state(ev, 0) >= 0);
    saltus_event_assign(ev, 0, 1);
}

static const saltus_variable root_states[] = {
    {.name = "x", .start = 1}, {.name = "y"}, {.name = NULL}};
static const saltus_variable root_discretes[] = {{.name = "empty"}, {.name = NULL}};
static const saltus_guard root_guards[] = {{.name = "x < 0", .side = SALTUS_UNILATERAL},
                                           {.name = NULL}};
static const saltus_model root = {.abi = SALTUS_ABI,
                                  .name = "root",
                                  .states = root_states,
                                  .discretes = root_discretes,
                                  .guards = root_guards,
                                  .der = SALTUS_FUNCTION_OF(root_f),
                                  .guard = SALTUS_FUNCTION_OF(root_z),
                                  .handle = root_handle};

/* x = 0 at t = 1, or (1 - t/2)^2 = 0 at t = 2. The tolerance of x is a time there; where it arrives without
 * slope, it is the square of one. */
TEST(nothing_is_evaluated_beyond_an_edge)
{
    const saltus_method_info *list;
    size_t n = all_classic_methods(&list);
    if (!built()) return;
    for (size_t k = 0; k < n; k++)
        for (int c = 0; c < 8; c++) {
            double tol = c / 2 == 0 ? 1e-3 : c / 2 == 1 ? 1e-5 : c / 2 == 2 ? 1e-7 : 1e-9, allowed;
            saltus_options o = options(list[k].name, tol, tol);
            saltus_sim *s = NULL;
            tangential = c % 2;
            beyond = 0;
            hit = NAN;
            CHECK_EQ_INT(saltus_sim_new(&root, &o, &s), SALTUS_OK);
            CHECK_EQ_INT(saltus_sim_run(s, 3), SALTUS_OK);
            allowed = tangential ? 20 * sqrt(tol) : 5 * tol;
            if (beyond || !(fabs(hit - 1 - tangential) <= allowed))
                FAIL("%s, %g: %d evaluations beyond, event at %.12g", list[k].name, tol, beyond,
                     hit);
            CHECK_EQ_INT(saltus_sim_events(s, 0), 1);
            saltus_sim_free(s);
        }
}

TEST_MAIN()
