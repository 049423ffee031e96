/* SPDX-License-Identifier: MIT */
/* job_model.c - the model of a job: compiled once, for any number of runs.
 *
 * Values that decide a size are built into the code, all others are set for each run; so a compiled model
 * remembers which of the settings it took. */
#include "cli/clock.h"
#include "cli/job.h"
#include <stdlib.h>
#include <string.h>

struct job_model {
    saltus_compiled *compiled;
    char **took;
    size_t n_took;
    double seconds;
};

/* Remembers the names of what was built in. */
static bool remember(struct job_model *m, const struct job *j)
{
    m->took = calloc(j->n_sets + 1, sizeof *m->took);
    for (size_t k = 0; m->took && k < j->n_sets; k++) {
        if (!saltus_compiled_took(m->compiled, k)) continue;
        if (!(m->took[m->n_took] = strdup(j->sets[k].name))) return false;
        m->n_took++;
    }
    return m->took != NULL;
}

int job_compile(const struct job *j, struct job_model **out)
{
    saltus_compile_options o = {.model = j->class_name,
                                .sets = j->sets,
                                .n_sets = j->n_sets,
                                .backend = j->interpret ? SALTUS_INTERPRETED : SALTUS_AUTO};
    struct job_model *m = calloc(1, sizeof *m);
    double begun = clock_wall();
    saltus_status status = SALTUS_ENOMEM;
    *out = NULL;
    if (m) status = saltus_compile_file(j->path, &o, &m->compiled);
    if (status == SALTUS_OK && !remember(m, j)) status = SALTUS_ENOMEM;
    if (status == SALTUS_ENOMEM) talk_error("%s", saltus_status_text(status));
    if (status != SALTUS_OK) {
        job_model_free(m);
        return status == SALTUS_EMODEL || status == SALTUS_ELIMIT ? EXIT_MODEL : EXIT_RUN;
    }
    m->seconds = clock_wall() - begun;
    *out = m;
    return EXIT_FINE;
}

void job_model_free(struct job_model *m)
{
    if (!m) return;
    for (size_t k = 0; k < m->n_took; k++) free(m->took[k]);
    free(m->took);
    saltus_compiled_free(m->compiled);
    free(m);
}

const saltus_model *job_model_of(const struct job_model *m)
{
    return saltus_compiled_model(m->compiled);
}

double job_compile_seconds(const struct job_model *m)
{
    return m->seconds;
}

bool job_model_took(const struct job_model *m, const char *name)
{
    for (size_t k = 0; k < m->n_took; k++)
        if (!strcmp(m->took[k], name)) return true;
    return false;
}

bool job_model_draws(const struct job_model *m)
{
    const saltus_variable *v = job_model_of(m)->parameters;
    while (v && v->name && strcmp(v->name, "__seed") != 0) v++;
    return v && v->name;
}
