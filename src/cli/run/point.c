/* SPDX-License-Identifier: MIT */
/* point.c - a compiled model brought to a point of its run. */
#include "cli/run/point.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Settings that were not built in belong to the run. */
static bool split_sets(struct point *p)
{
    p->sets = calloc(p->job.n_sets + 1, sizeof *p->sets);
    for (size_t k = 0; p->sets && k < p->job.n_sets; k++)
        if (!saltus_compiled_took(p->compiled, k)) p->sets[p->n_sets++] = p->job.sets[k];
    return p->sets != NULL;
}

int point_open(const struct cli *c, struct point *p)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_status st;
    memset(p, 0, sizeof *p);
    if (!job_options(c, &p->job)) return EXIT_USAGE;
    if (!job_needs_text(&p->job, "bound")) return EXIT_USAGE;
    o.model = p->job.class_name;
    o.library = p->job.library;
    o.sets = p->job.sets;
    o.n_sets = p->job.n_sets;
    o.no_external = p->job.no_external;
    o.backend = p->job.interpret ? SALTUS_INTERPRETED : SALTUS_AUTO;
    st = saltus_compile_file(p->job.path, &o, &p->compiled);
    if (st == SALTUS_OK && !split_sets(p)) st = SALTUS_ENOMEM;
    if (st == SALTUS_ENOMEM) talk_error("%s", saltus_status_text(st));
    if (st != SALTUS_OK) return st == SALTUS_EMODEL || st == SALTUS_ELIMIT ? EXIT_MODEL : EXIT_RUN;
    p->model = saltus_compiled_model(p->compiled);
    return EXIT_FINE;
}

void point_close(struct point *p)
{
    free(p->sets);
    saltus_compiled_free(p->compiled);
    job_free(&p->job);
}

saltus_options point_options(const struct point *p)
{
    saltus_options o = job_run_options(&p->job);
    o.method = job_method(&p->job, p->model);
    if (!methods_quantized(o.method))
        o.method = SALTUS_METHOD; /* what is looked at are quantized states */
    o.sets = p->sets;
    o.n_sets = p->n_sets;
    o.rules = p->job.rules;
    o.n_rules = p->job.n_rules;
    return o;
}

int point_reach(const struct point *p, const saltus_options *o, double t, saltus_sim **out)
{
    saltus_status st = saltus_sim_new(p->model, o, out);
    if (st < 0) return EXIT_RUN;
    if (isnan(t)) return EXIT_FINE;
    if (t < saltus_sim_time(*out)) {
        talk_error("--at %g lies before the start, %g", t, saltus_sim_time(*out));
        st = SALTUS_EARG;
    } else {
        st = saltus_sim_run(*out, t);
    }
    if (st == SALTUS_OK || (st == SALTUS_TERMINATED && saltus_sim_time(*out) >= t))
        return EXIT_FINE;
    if (st == SALTUS_TERMINATED)
        talk_error("the model ends its run at t = %g, before %g", saltus_sim_time(*out), t);
    saltus_sim_free(*out);
    *out = NULL;
    return st == SALTUS_EARG ? EXIT_USAGE : EXIT_RUN;
}

void point_name_entry(const saltus_sim *s, const int32_t at[2], char *buf, size_t size)
{
    char row[128], column[128];
    saltus_sim_name(s, SALTUS_STATE, at[0], row, sizeof row);
    saltus_sim_name(s, SALTUS_STATE, at[1], column, sizeof column);
    snprintf(buf, size, "der(%s) by %s", row, column);
}
