/* SPDX-License-Identifier: MIT */
/* sweep_observe.c - what is kept of a run that nothing looks at: measurements (cli/run/measured.h),
 * each a column of the table. */
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include "cli/sweep/sweep.h"
#include <math.h>

enum { USUAL = 20 }; /* final values if nothing is asked for */

static void add_usual(struct sweep *s, const struct measured_names *names)
{
    struct reference found = {.error = NAN};
    compare_watched(job_model_of(s->model), &found);
    for (size_t k = 0; k < found.n_targets && k < USUAL; k++)
        measured_add(&s->seen, found.targets[k].name, names);
    if (found.n_targets > USUAL)
        talk_note(
            "the final values of the first %d of %zu variables are kept; --observe chooses others",
            USUAL, found.n_targets);
    compare_reference_free(&found);
}

bool observe_choose(struct sweep *s)
{
    struct measured_names names = {
        .where = "--observe", .model = s->job.model, .of = job_model_of(s->model)};
    for (size_t k = 0; k < s->study.n_observe; k++)
        if (!measured_add(&s->seen, s->study.observe[k], &names)) return false;
    if (!s->study.n_observe) add_usual(s, &names);
    return true;
}

static saltus_status on_open(void *user, const saltus_header *h)
{
    measured_open(user, h);
    return SALTUS_OK;
}

static saltus_status on_segment(void *user, double t, size_t column, const double *poly, int order)
{
    measured_segment(user, t, column, poly, order);
    return SALTUS_OK;
}

/* Only what looks at whole trajectories needs them. */
void observe_sink(struct measured *l, struct job_sink *sink)
{
    sink->user = l;
    if (!measured_looks(l)) return;
    sink->open = on_open;
    sink->segment = on_segment;
}
