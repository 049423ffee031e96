/* SPDX-License-Identifier: MIT */
/* job_model.c - the model of a job: a text compiled once, or a diagram or an FMU loaded once, for any
 * number of runs.
 *
 * Values that decide a size are built into the code, all others are set for each run; so a compiled
 * model remembers which of the settings it took. A diagram and an FMU take all of them. */
#include "cli/run/clock.h"
#include "cli/run/job.h"
#include "devs/kernel/trace.h"
#include "fmi/import/fmu.h"
#include "saltus_classic.h"
#include "saltus_diagram.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job_model {
    saltus_compiled *compiled; /* one of the three                                          */
    saltus_diagram *diagram;
    struct fmu *fmu;
    FILE *trace;
    char **took;
    size_t n_took;
    double seconds;
};

bool job_is_diagram(const char *path)
{
    size_t n = strlen(path);
    return n > 5 && strcmp(path + n - 5, ".json") == 0;
}

/* Remembers the names of what was built in. */
static bool remember(struct job_model *m, const struct job *j)
{
    m->took = calloc(j->n_sets + 1, sizeof *m->took);
    for (size_t k = 0; m->took && k < j->n_sets; k++) {
        if (m->diagram ? !saltus_diagram_took(m->diagram, j->sets[k].name)
            : m->fmu   ? !fmu_took(m->fmu, j->sets[k].name)
                       : !saltus_compiled_took(m->compiled, k))
            continue;
        if (!(m->took[m->n_took] = strdup(j->sets[k].name))) return false;
        m->n_took++;
    }
    return m->took != NULL;
}

/* ---- Diagrams -------------------------------------------------------------------------------- */

static void write_trace(void *user, const saltus_devs *run, const saltus_trace *tr)
{
    devs_trace_print(((struct job_model *)user)->trace, run, tr);
}

static bool open_trace(struct job_model *m, const char *path)
{
    m->trace = !strcmp(path, "-") ? stdout : fopen(path, "w");
    if (!m->trace) talk_error("--trace: %s: %s", path, strerror(errno));
    return m->trace != NULL;
}

static saltus_status load(struct job_model *m, const struct job *j)
{
    saltus_diagram_options o = {.struct_size = sizeof(saltus_diagram_options),
                                .sets = j->sets,
                                .n_sets = j->n_sets,
                                .interpret = j->interpret,
                                .no_external = j->no_external,
                                .library = j->library,
                                .semantics =
                                    j->parallel ? SALTUS_DEVS_PARALLEL : SALTUS_DEVS_CLASSIC,
                                .speed = j->speed,
                                .seed = isnan(j->seed) ? 0 : (uint64_t)j->seed,
                                .engine = saltus_classic(),
                                .only_errors = talk_silence() > 1,
                                .user = m};
    if (j->class_name) {
        talk_error("--class: a diagram has no classes");
        return SALTUS_EARG;
    }
    if (j->trace && !open_trace(m, j->trace)) return SALTUS_EIO;
    if (j->trace) o.trace = write_trace;
    return saltus_diagram_load(j->path, &o, &m->diagram);
}

saltus_diagram *job_diagram_of(const struct job_model *m)
{
    return m->diagram;
}

bool job_needs_text(const struct job *j, const char *command)
{
    if (!job_is_diagram(j->path) && !job_is_fmu(j->path)) return true;
    talk_error("'saltus %s' needs a model as text (.mo); %s is %s", command, j->path,
               job_is_fmu(j->path) ? "an FMU" : "a diagram");
    return false;
}

static bool can_listen(const struct job *j)
{
    if (!j->listen || !strcmp(j->listen, "-") || access(j->listen, R_OK) == 0) return true;
    talk_error("--listen: %s: %s", j->listen, strerror(errno));
    return false;
}

/* Options that only diagrams have. */
static bool fits(const struct job *j)
{
    const char *what = j->trace       ? "--trace"
                       : j->listen    ? "--listen"
                       : j->parallel  ? "--parallel"
                       : j->speed > 0 ? "--speed"
                                      : NULL;
    if (!what || job_is_diagram(j->path)) return can_listen(j);
    talk_error("%s is for diagrams (.json); %s is %s", what, j->path,
               job_is_fmu(j->path) ? "an FMU" : "a model as text");
    return false;
}

/* ---- FMUs ------------------------------------------------------------------------------------ */

bool job_is_fmu(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".fmu") == 0;
}

bool job_own_steps(const struct job_model *m, const char *command)
{
    if (!m->fmu || !fmu_is_cs(m->fmu)) return true;
    talk_error("'saltus %s' is about methods, but in co-simulation the FMU makes its own steps",
               command);
    if (fmu_description_of(m->fmu)->me.id) talk_hint("--fmu me runs it by model exchange");
    return false;
}

struct fmu *job_fmu_of(const struct job_model *m)
{
    return m->fmu;
}

saltus_status job_open_fmu(const struct job *j, bool look_only, struct fmu **out)
{
    struct fmu_options o = {.kind = j->fmu,
                            .sets = j->sets,
                            .n_sets = j->n_sets,
                            .step = j->communicate,
                            .start = j->start,
                            .stop = j->stop,
                            .limit = j->fmu_limit,
                            .in_process = j->in_process,
                            .logging = j->fmu_log,
                            .look_only = look_only};
    saltus_status st;
    if (j->class_name) {
        talk_error("--class: an FMU has no classes");
        return SALTUS_EARG;
    }
    st = fmu_open(j->path, &o, out);
    if (st < 0 || !fmu_is_cs(*out) || !j->method) return st;
    talk_error("--method %s: in co-simulation the FMU makes its own steps", j->method);
    if (fmu_description_of(*out)->me.id) talk_hint("--fmu me runs it by model exchange");
    fmu_close(*out);
    *out = NULL;
    return SALTUS_EARG;
}

/* ---- All ------------------------------------------------------------------------------------- */

static saltus_status make(struct job_model *m, const struct job *j)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .model = j->class_name,
                                .library = j->library,
                                .sets = j->sets,
                                .n_sets = j->n_sets,
                                .backend = j->interpret ? SALTUS_INTERPRETED
                                           : j->at_once ? SALTUS_AT_ONCE
                                                        : SALTUS_AUTO,
                                .only_errors = talk_silence() > 1,
                                .no_external = j->no_external};
    if (!fits(j)) return SALTUS_EARG;
    if (job_is_diagram(j->path)) return load(m, j);
    if (job_is_fmu(j->path)) return job_open_fmu(j, false, &m->fmu);
    return saltus_compile_file(j->path, &o, &m->compiled);
}

int job_compile(const struct job *j, struct job_model **out)
{
    struct job_model *m = calloc(1, sizeof *m);
    double begun = clock_wall();
    saltus_status status = SALTUS_ENOMEM;
    *out = NULL;
    if (m) status = make(m, j);
    if (status == SALTUS_OK && !remember(m, j)) status = SALTUS_ENOMEM;
    if (status == SALTUS_ENOMEM) talk_error("%s", saltus_status_text(status));
    if (status != SALTUS_OK) {
        job_model_free(m);
        if (status == SALTUS_EARG) return EXIT_USAGE;
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
    saltus_diagram_free(m->diagram);
    fmu_close(m->fmu);
    if (m->trace && m->trace != stdout && fclose(m->trace) != 0)
        talk_error("--trace: %s", strerror(errno));
    free(m);
}

const saltus_model *job_model_of(const struct job_model *m)
{
    if (m->fmu) return fmu_model(m->fmu);
    return m->diagram ? saltus_diagram_model(m->diagram) : saltus_compiled_model(m->compiled);
}

bool job_model_repeats(const struct job_model *m, size_t k)
{
    return m->compiled && saltus_compiled_repeats(m->compiled, k);
}

double job_compile_seconds(const struct job_model *m)
{
    return m->seconds;
}

bool job_model_took(const struct job_model *m, const char *name)
{
    if (m->diagram && saltus_diagram_took(m->diagram, name)) return true;
    for (size_t k = 0; k < m->n_took; k++)
        if (!strcmp(m->took[k], name)) return true;
    return false;
}

/* A diagram is not asked: which of its blocks draw is their business. */
bool job_model_draws(const struct job_model *m)
{
    const saltus_variable *v = job_model_of(m)->parameters;
    if (m->diagram) return true;
    while (v && v->name && strcmp(v->name, "__seed") != 0) v++;
    return v && v->name;
}
