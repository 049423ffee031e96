/* SPDX-License-Identifier: MIT */
/* step.c - saltus step: a diagram, led step by step from the terminal or from a script. */
#include "cli/step/step.h"
#include "cli/core/grow.h"
#include "cli/run/job.h"
#include "run/options.h"
#include "saltus_diagram.h"
#include <math.h>
#include <unistd.h>

/* The rules of the diagram, then those of the command line: the last that fits counts. You free
 * it. */
static saltus_rule *all_rules(const struct job *j, const saltus_model *m, size_t *n)
{
    size_t own = 0;
    while (m->experiment.rules && m->experiment.rules[own].pattern) own++;
    saltus_rule *r = grow(NULL, own + j->n_rules + 1, sizeof *r);
    for (size_t k = 0; k < own; k++) r[k] = m->experiment.rules[k];
    for (size_t k = 0; k < j->n_rules; k++) r[own + k] = j->rules[k];
    *n = own + j->n_rules;
    return r;
}

/* As 'saltus run' would have them. */
static saltus_options signals_of(const struct job *j, const saltus_model *m)
{
    saltus_options o = job_run_options(j);
    options_complete(&o, &m->experiment);
    return o;
}

static int step_diagram(const struct job *j, struct job_model *model)
{
    const saltus_model *m = job_model_of(model);
    saltus_options signals = signals_of(j, m);
    saltus_devs_options o = saltus_devs_defaults();
    double stop = !isnan(j->stop)          ? j->stop
                  : m->experiment.stop > 0 ? m->experiment.stop
                                           : (double)NAN;
    saltus_rule *rules = all_rules(j, m, &signals.n_rules);
    signals.rules = rules;
    o.signals = &signals;
    o.semantics = j->parallel ? SALTUS_DEVS_PARALLEL : SALTUS_DEVS_CLASSIC;
    o.t0 = isnan(j->start) ? m->experiment.start : j->start;
    if (j->seed > 0) o.seed = (uint64_t)j->seed;
    saltus_status st = step_session(saltus_diagram_coupled(job_diagram_of(model)), &o, stop,
                                    isatty(0) && isatty(1), stdin, stdout);
    free(rules);
    return st < 0 ? st == SALTUS_EMODEL ? EXIT_MODEL : EXIT_RUN : EXIT_FINE;
}

int cmd_step(const struct cli *c)
{
    struct job j;
    struct job_model *model;
    if (!job_options(c, &j)) return EXIT_USAGE;
    int code = EXIT_USAGE;
    if (!job_is_diagram(j.path)) {
        talk_error("'saltus step' needs a diagram (.json); %s is %s", j.path,
                   job_is_fmu(j.path) ? "an FMU" : "a model as text");
    } else if ((code = job_compile(&j, &model)) == EXIT_FINE) {
        if (job_method_there(&j, job_model_of(model)))
            code = step_diagram(&j, model);
        else
            code = EXIT_USAGE;
        job_model_free(model);
    }
    job_free(&j);
    return code;
}
