/* SPDX-License-Identifier: MIT */
/* gallery.h - the problems of the benchmarks in sizes and spans that take milliseconds, for tests that run every
 * method on every one of them. */
#ifndef TESTS_GALLERY_H
#define TESTS_GALLERY_H

#include "models.h"
#include "saltus_classic.h"
#include "testing.h"

enum { GALLERY_SAMPLES = 150, GALLERY_STATES = 60 };

struct gallery_problem {
    const char *model;
    int32_t n;
    double until, scale; /* absolute quantum: scale times the relative one              */
    saltus_rule rule;    /* for a state of another size: its abs is a factor, too       */
    double gain;         /* error with the smallest quanta, in quanta: the condition    */
    const char *endless; /* methods that do not come to the end with every tolerance    */
    const char *stuck;   /* and those whose error does not fall yet                      */
};

struct gallery_path {
    saltus_status status;
    saltus_stats stats;
    int32_t n;
    double x[GALLERY_SAMPLES][GALLERY_STATES];
};

/* With sanitizers every third method must do: they are several times as slow. */
static inline size_t gallery_stride(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return 3;
#else
    return 1;
#endif
}

static inline void gallery_quiet(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static inline double gallery_instant(const struct gallery_problem *p, int k)
{
    return p->until * (k + 1) / GALLERY_SAMPLES;
}

/* m: the problem's model. limit: of steps and events. */
static inline void gallery_run(const struct gallery_problem *p, const saltus_model *m,
                               const char *method, double tol, uint64_t limit,
                               struct gallery_path *to)
{
    saltus_options o = saltus_defaults();
    saltus_rule rule = p->rule;
    saltus_sim *s = NULL;
    memset(to, 0, sizeof *to);
    o.method = method;
    o.engine = saltus_classic();
    o.rel = tol;
    o.abs = tol * p->scale;
    rule.abs *= tol;
    o.rules = &rule;
    o.n_rules = rule.pattern != NULL;
    o.max_events = limit;
    o.diag = gallery_quiet;
    to->status = saltus_sim_new(m, &o, &s);
    if (s) to->n = saltus_sim_count(s, SALTUS_STATE);
    for (int k = 0; k < GALLERY_SAMPLES && to->status == SALTUS_OK; k++) {
        double t = gallery_instant(p, k);
        to->status = saltus_sim_run(s, t);
        for (int32_t i = 0; i < to->n && i < GALLERY_STATES; i++)
            to->x[k][i] = saltus_sim_value(s, i, t);
    }
    if (s) to->stats = saltus_sim_stats(s);
    saltus_sim_free(s);
}

/* sqrt(sum (x - ref)^2 / sum ref^2), each state in units of its largest value. */
static inline double gallery_error(const struct gallery_path *a, const struct gallery_path *ref)
{
    double square = 0, size = 0;
    for (int32_t i = 0; i < ref->n; i++) {
        double most = 0;
        for (int k = 0; k < GALLERY_SAMPLES; k++) most = fmax(most, fabs(ref->x[k][i]));
        for (int k = 0; k < GALLERY_SAMPLES && most > 0; k++) {
            double d = (a->x[k][i] - ref->x[k][i]) / most, r = ref->x[k][i] / most;
            square += d * d;
            size += r * r;
        }
    }
    return sqrt(square / size);
}

#endif
