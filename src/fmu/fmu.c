/* SPDX-License-Identifier: MIT */
/* fmu.c - an instance: its life, its messages, its run. */
#include "fmu/fmu.h"
#include "base/text.h"
#include "run/engine.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages -------------------------------------------------------------------------------- */

static const char *category(enum fmu_status s)
{
    return s == FMU_OK ? "logInfo" : s == FMU_WARNING ? "logStatusWarning" : "logStatusError";
}

enum fmu_status fmu_say(struct fmu *f, enum fmu_status status, const char *format, ...)
{
    char text[1024];
    va_list args;
    if (!f->log || (status == FMU_OK && !f->logging)) return status;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    f->log(f->user, status, category(status), text);
    return status;
}

bool fmu_may(struct fmu *f, unsigned phases, const char *function)
{
    static const char *const names[] = {
        [FMU_INSTANTIATED] = "instantiated", [FMU_INITIALIZING] = "in initialization mode",
        [FMU_EVENT] = "in event mode",       [FMU_CONTINUOUS] = "in continuous-time mode",
        [FMU_STEPPING] = "in step mode",     [FMU_TERMINATED] = "terminated",
        [FMU_BROKEN] = "in an error"};
    if (phases >> f->phase & 1) return true;
    fmu_say(f, FMU_ERROR, "%s must not be called while the FMU is %s", function, names[f->phase]);
    return false;
}

/* Messages of the run. */
static void on_diag(void *user, const saltus_diag *d)
{
    struct fmu *f = user;
    char at[160] = "", when[48] = "";
    if (d->at.line)
        snprintf(at, sizeof at, " (%s:%u:%u)", d->at.file ? d->at.file : "", (unsigned)d->at.line,
                 (unsigned)d->at.col);
    if (!isnan(d->t)) snprintf(when, sizeof when, " at t = %.9g", d->t);
    fmu_say(f, d->status < 0 ? FMU_ERROR : FMU_OK, "%s%s%s%s%s%s%s", d->var ? d->var : "",
            d->var ? ": " : "", d->text ? d->text : "", when, at, d->hint ? "; " : "",
            d->hint ? d->hint : "");
}

static int on_fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct fmu *f = user;
    (void)t, (void)kind, (void)index, (void)direction;
    f->fired = true;
    return 0;
}

/* ---- Life ------------------------------------------------------------------------------------ */

static int32_t elements(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

static void *room(int32_t n, size_t size)
{
    return calloc((size_t)n + 1, size);
}

static void find_states(struct fmu *f)
{
    int32_t i = 0;
    for (const saltus_variable *v = f->about->model->states; v && v->name; v++)
        for (int32_t n = text_elements(v->size); n > 0; n--, i++)
            if (!v->input) f->continuous[f->n_continuous++] = i;
}

static void find_indicators(struct fmu *f)
{
    int32_t k = 0;
    for (const saltus_guard *g = f->about->model->guards; g && g->name; g++)
        for (int32_t n = text_elements(g->size); n > 0; n--, k++)
            if (g->side != SALTUS_PART) f->indicator[f->n_indicators++] = k;
}

static void start_values(struct fmu *f)
{
    const saltus_model *m = f->about->model;
    const saltus_variable *const tables[] = {m->states, m->discretes, m->outputs, m->parameters};
    int32_t at = 0;
    for (int k = 0; k < 4; k++)
        for (const saltus_variable *v = tables[k]; v && v->name; v++)
            for (int32_t n = text_elements(v->size); n > 0; n--, at++) {
                f->set[at] = v->start;
                f->given[at] = 0;
            }
}

struct fmu *fmu_new(const struct fmu_about *about, bool exchange, const char *token, bool logging,
                    fmu_log *log, void *user)
{
    const saltus_model *m = about->model;
    struct fmu *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->about = about;
    f->exchange = exchange;
    f->logging = logging;
    f->log = log;
    f->user = user;
    f->n_states = elements(m->states);
    f->n_discretes = elements(m->discretes);
    f->n_outputs = elements(m->outputs);
    f->n_parameters = elements(m->parameters);
    f->n_vars = f->n_states + f->n_discretes + f->n_outputs + f->n_parameters;
    for (const saltus_guard *g = m->guards; g && g->name; g++)
        f->n_guards += text_elements(g->size);
    f->continuous = room(f->n_states, sizeof *f->continuous);
    f->indicator = room(f->n_guards, sizeof *f->indicator);
    f->set = room(f->n_vars, sizeof *f->set);
    f->given = room(f->n_vars, 1);
    f->f = room(f->n_states, sizeof *f->f);
    f->z = room(f->n_guards, sizeof *f->z);
    if (!f->continuous || !f->indicator || !f->set || !f->given || !f->f || !f->z) {
        fmu_say(f, FMU_FATAL, "out of memory");
        goto failed;
    }
    if (!token || strcmp(token, about->token) != 0) {
        fmu_say(f, FMU_ERROR, "this FMU has the token %s, not %s", about->token,
                token ? token : "(none)");
        goto failed;
    }
    find_states(f);
    find_indicators(f);
    start_values(f);
    f->start = f->t = m->experiment.start;
    return f;
failed:
    fmu_free(f);
    return NULL;
}

void fmu_close_run(struct fmu *f)
{
    if (f->outside)
        outside_free(f->outside);
    else
        saltus_sim_free((saltus_sim *)f->sim);
    free(f->signals);
    f->sim = NULL;
    f->outside = NULL;
    f->signals = NULL;
    f->shown = f->moved = f->fired = f->terminated = false;
}

void fmu_free(struct fmu *f)
{
    if (!f) return;
    fmu_close_run(f);
    free(f->continuous);
    free(f->indicator);
    free(f->set);
    free(f->given);
    free(f->f);
    free(f->z);
    free(f);
}

enum fmu_status fmu_reset(struct fmu *f)
{
    fmu_close_run(f);
    start_values(f);
    f->start = f->t = f->about->model->experiment.start;
    f->tolerance = 0;
    f->failed = SALTUS_OK;
    f->phase = FMU_INSTANTIATED;
    return FMU_OK;
}

enum fmu_status fmu_setup(struct fmu *f, double tolerance, double start, bool has_stop, double stop)
{
    if (!isfinite(start)) return fmu_say(f, FMU_ERROR, "the start time %g is not finite", start);
    if (!(tolerance >= 0 && tolerance < INFINITY))
        return fmu_say(f, FMU_ERROR, "the tolerance %g is not a positive number", tolerance);
    if (has_stop && !(stop >= start))
        return fmu_say(f, FMU_ERROR, "the stop time %g lies before the start time %g", stop, start);
    fmu_close_run(f);
    f->start = f->t = start;
    f->tolerance = tolerance;
    return FMU_OK;
}

/* ---- The run --------------------------------------------------------------------------------- */

/* What was set, by name; false: memory is short. */
static bool list_sets(const struct fmu *f, saltus_options *o, saltus_set **list,
                      char (**names)[256])
{
    const saltus_model *m = f->about->model;
    const saltus_variable *const tables[] = {m->states, m->discretes, m->outputs, m->parameters};
    int32_t at = 0, n = 0;
    for (int32_t k = 0; k < f->n_vars; k++) n += f->given[k];
    *list = room(n, sizeof **list);
    *names = room(n, sizeof **names);
    if (!*list || !*names) return false;
    for (int k = 0; k < 4; k++)
        for (const saltus_variable *v = tables[k]; v && v->name; v++)
            for (int32_t j = 0; j < text_elements(v->size); j++, at++) {
                if (!f->given[at]) continue;
                text_element((*names)[o->n_sets], sizeof **names, v->name, v->size, j);
                (*list)[o->n_sets] = (saltus_set){(*names)[o->n_sets], f->set[at]};
                o->n_sets++;
            }
    o->sets = *list;
    return true;
}

static saltus_status open_run(struct fmu *f)
{
    saltus_options o = saltus_defaults();
    saltus_set *list = NULL;
    char(*names)[256] = NULL;
    saltus_status st = SALTUS_ENOMEM;
    o.rel = f->tolerance;
    o.diag = on_diag;
    o.fired = on_fired;
    o.user = f;
    options_start(&o, f->start);
    if (list_sets(f, &o, &list, &names)) {
        st = f->exchange ? fmu_exchange_open(f, &o) : fmu_step_open(f, &o);
        f->signals =
            calloc((size_t)(elements(f->about->model->states) + elements(f->about->model->sums) +
                            elements(f->about->model->delays) + 1),
                   (1 + SALTUS_SIGNAL) * sizeof *f->signals);
        if (st >= 0 && !f->signals) st = SALTUS_ENOMEM;
    }
    free(list);
    free(names);
    return st;
}

bool fmu_ready(struct fmu *f)
{
    if (f->sim) return true;
    f->t = f->start;
    f->failed = open_run(f);
    if (f->failed >= 0 && f->sim->status < 0) f->failed = f->sim->status;
    if (f->failed >= 0) return true;
    fmu_close_run(f);
    fmu_say(f, FMU_ERROR, "the model cannot start: %s", saltus_status_text(f->failed));
    return false;
}

bool fmu_fine(struct fmu *f)
{
    if (f->sim->status == SALTUS_TERMINATED) f->terminated = true;
    if (f->sim->status >= 0) return true;
    f->phase = FMU_BROKEN;
    return false;
}

enum fmu_status fmu_initialize(struct fmu *f)
{
    f->phase = FMU_INITIALIZING;
    return FMU_OK;
}

enum fmu_status fmu_initialized(struct fmu *f)
{
    if (!fmu_ready(f)) {
        f->phase = FMU_BROKEN;
        return FMU_ERROR;
    }
    f->phase = f->exchange ? FMU_EVENT : FMU_STEPPING;
    return f->exchange ? FMU_OK : fmu_step(f, f->t, 0, NULL); /* what is due at the start */
}

enum fmu_status fmu_terminate(struct fmu *f)
{
    f->phase = FMU_TERMINATED;
    return FMU_OK;
}
