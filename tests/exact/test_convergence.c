/* SPDX-License-Identifier: MIT */
/* test_convergence.c - smaller quanta, smaller errors: every quantized method on every problem of the benchmarks; and every
 * run ends.
 *
 * Tolerances go from 1e-2 to 1e-6, of first-order methods from 3e-2 to 1e-3. The error, against a run of CVODE with
 * 1e-10, must
 *     - fall at least as the square root of the tolerance over the whole range (most fall as the tolerance); of
 *       first-order methods, whose quanta are too large for events to be in their places, by a third;
 *     - nowhere grow by more than half, with a tenth of the tolerance;
 *     - in the end be less than `gain` tolerances, a number that belongs to the problem, not to the method.
 * A run that takes more than LIMIT steps and events does not end. Which methods do not, on which problem, is
 * part of this test: plain QSS where a model is stiff; methods for stiff models where it is not the diagonal that
 * is. A method that fails newly, and one that has learned it, both fail the test. */
#include "gallery.h"
#include "quantized.h"

enum { LIMIT = 130000, TOLERANCES = 5, COARSE = 4 };

static const double tolerances[TOLERANCES] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
static const double coarse[COARSE] = {3e-2, 1e-2, 3e-3, 1e-3}; /* first order */

static int named(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = list; (p = strstr(p, name)) != NULL; p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == 0 || p[n] == ' ')) return 1;
    return 0;
}

/* Errors of one method; returns how many tolerances it has come to the end with. */
static int errors_of(const struct gallery_problem *p, const saltus_model *m,
                     const saltus_method_info *info, const struct gallery_path *ref, double *error)
{
    static struct gallery_path path;
    const double *tol = info->order == 1 ? coarse : tolerances;
    int count = info->order == 1 ? COARSE : TOLERANCES, k = 0;
    printf("  %-11s", info->name);
    for (; k < count; k++) {
        gallery_run(p, m, info->name, tol[k], LIMIT, &path);
        if (path.status != SALTUS_OK) break;
        error[k] = gallery_error(&path, ref);
        printf(" %6.0f %-7.1e", (double)path.stats.steps, error[k]);
    }
    puts(k < count ? " ..." : "");
    return k;
}

/* NULL: as it should be. */
static const char *fault_of(const struct gallery_problem *p, const saltus_method_info *info,
                            const double *error)
{
    const double *tol = info->order == 1 ? coarse : tolerances;
    int last = (info->order == 1 ? COARSE : TOLERANCES) - 1;
    double part = info->order == 1 ? 0.7 : sqrt(tol[last] / tol[0]);
    if (error[0] <= 0.1 * p->gain * tol[last]) part = INFINITY; /* exact parts: it need not fall */
    if (!(error[last] <= error[0] * part)) return "does not fall";
    if (info->order > 1 && !(error[last] <= p->gain * tol[last])) return "is too large in the end";
    for (int k = 1; k <= last; k++)
        if (!(error[k] <= fmax(1.5 * error[k - 1], p->gain * tol[k]))) return "grows";
    return NULL;
}

static void judge(const struct gallery_problem *p, const saltus_method_info *info, int ends,
                  const double *error)
{
    const char *fault = ends ? fault_of(p, info, error) : NULL;
    if (ends == named(p->endless, info->name))
        FAIL("%s %s: %s", p->model, info->name, ends ? "ends now" : "does not end");
    if (fault && !named(p->stuck, info->name))
        FAIL("%s %s: the error %s", p->model, info->name, fault);
    if (!fault && named(p->stuck, info->name)) FAIL("%s %s: converges now", p->model, info->name);
}

static void converges(const struct gallery_problem *p)
{
    static struct gallery_path ref;
    const saltus_method_info *list;
    size_t count = quantized_methods(&list);
    saltus_model *m = models_make(p->model, p->n);
    CHECK(m != NULL);
    gallery_run(p, m, "cvode", 1e-10, 0, &ref);
    if (!saltus_classic_version())
        puts("  not compared: the solution takes SUNDIALS");
    else
        CHECK_EQ_INT(ref.status, SALTUS_OK);
    for (size_t k = 0; k < count && ref.status == SALTUS_OK; k += gallery_stride()) {
        double error[TOLERANCES];
        int all = list[k].order == 1 ? COARSE : TOLERANCES;
        judge(p, &list[k], errors_of(p, m, &list[k], &ref, error) == all, error);
    }
    models_free(m);
}

#define PROBLEM(name, ...)                                                                         \
    TEST(name)                                                                                     \
    {                                                                                              \
        static const struct gallery_problem p = {#name, __VA_ARGS__};                              \
        converges(&p);                                                                             \
    }

PROBLEM(stiff2, 0, 50, 1, {0}, 3, "", "")
PROBLEM(pair, 0, 20, 1, {0}, 3, "", "")
PROBLEM(oscillator, 0, 10, 1, {0}, 20, "", "")
PROBLEM(d4, 0, 50, 1e-5, {0}, 5, "qss2 qss3 qss4", "")
PROBLEM(vanderpol, 0, 900, 1e-3, {0}, 50, "qss1 qss2 qss3 qss4", "")
PROBLEM(tline, 3, 16, 1, {"u[3]", NULL, 0, 1e-3}, 100, "qss1 qss2 qss3 qss4 liqss2-2013 liqss3", "")
PROBLEM(buck, 0, 0.0005, 1, {0}, 2, "qss2 qss3 qss4", "")
PROBLEM(buckn, 2, 0.0003, 1, {0}, 3, "qss2 qss3 qss4", "")
PROBLEM(motor, 0, 0.002, 1, {0}, 3, "qss2 qss3 qss4", "")
PROBLEM(inverters, 2, 24, 1, {0}, 3, "", "")
PROBLEM(adr, 10, 2, 1, {0}, 50, "", "")
PROBLEM(cuk, 2, 0.0004, 1, {0}, 10, "", "")
PROBLEM(tyson, 1, 30, 0.1, {0}, 2500, "qss1 qss2 qss3 qss4 cqss", "bqss")
PROBLEM(neurons, 20, 30, 1, {0}, 20, "", "")
PROBLEM(airconds, 10, 20, 1, {0}, 50, "", "")
PROBLEM(hybrid_pi, 0, 10, 1, {0}, 3, "", "")
PROBLEM(ring, 5, 2, 1, {0}, 50, "", "")
PROBLEM(lotka, 0, 10, 1, {0}, 50, "", "")

/* ---- Longer runs with large quanta, where methods for stiff models have been seen to come to a halt ---- */

static void ends(const struct gallery_problem *p)
{
    static struct gallery_path path;
    const saltus_method_info *list;
    size_t count = quantized_methods(&list);
    saltus_model *m = models_make(p->model, p->n);
    CHECK(m != NULL);
    for (size_t k = 0; k < count; k += gallery_stride()) {
        int good = 1;
        if (strncmp(list[k].name, "qss", 3) == 0 || list[k].order == 1) continue;
        for (int j = 0; j < 2 && good; j++) {
            gallery_run(p, m, list[k].name, tolerances[j], LIMIT, &path);
            good = path.status == SALTUS_OK;
            printf("  %-11s %g %6.0f %6.0f\n", list[k].name, tolerances[j],
                   (double)path.stats.steps, (double)path.stats.events);
        }
        if (good == named(p->endless, list[k].name))
            FAIL("%s %s: %s", p->model, list[k].name, good ? "ends now" : "does not end");
    }
    models_free(m);
}

TEST(large_quanta_come_to_an_end)
{
    static const struct gallery_problem list[] = {
        {"cuk", 4, 0.002, 1, {0}, 0, "liqss2 liqss2-2013 liqss3 liqss4 rliqss2", ""},
        {"vanderpol", 0, 4000, 1e-3, {0}, 0, "", ""},
        {"tyson", 2, 50, 0.1, {0}, 0, "liqss2 rliqss2", ""},
        {"tline", 10, 30, 1, {"u[10]", NULL, 0, 1e-3}, 0, "liqss2-2013 liqss3", ""},
        {"adr", 60, 5, 1, {0}, 0, "", ""},
        {"inverters", 20, 40, 1, {0}, 0, "", ""},
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) ends(&list[k]);
}

TEST_MAIN()
