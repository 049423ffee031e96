/* SPDX-License-Identifier: MIT */
/* export_vars.c - the variables of an FMU, and what may be done with them.
 *
 * What the start of the model computes (parameters of others, start values that follow from equations) is found by
 * asking it twice, from other values each time: what comes out as it went in is not computed. Outputs are the
 * variables that the model declares so; if there are none, those that it suggests to look at. */
#include "base/text.h"
#include "cli/export/export.h"
#include "emit/explain.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int32_t elements(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

/* ---- What the start computes ----------------------------------------------------------------- */

static void no_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e, (void)at, (void)text;
}

static void no_solution(const saltus_env *e, int32_t k, int32_t point, int order, const double *u,
                        const double *v, int32_t first, int32_t count, double *y)
{
    (void)e, (void)k, (void)point, (void)order, (void)u, (void)v, (void)first;
    for (int32_t j = 0; j < count * SALTUS_SERIES; j++) y[j] = NAN;
}

static int not_known(const saltus_env *e, int32_t k, int32_t point, int order, int32_t first,
                     int32_t count, double *y)
{
    (void)e, (void)k, (void)point, (void)order, (void)first, (void)count, (void)y;
    return 0;
}

/* A value beside the start value: by a small part of it, another one each time. Integers stay. */
static double beside(const struct export_var *v, int32_t k, int round)
{
    double part = (1 + (k * 7919 + round * 104729) % 1000) * 1e-9;
    return v->type == FMU_REAL ? v->start + part * (fabs(v->start) + 1) : v->start;
}

/* computed[k] of all variables but outputs. */
static bool probe(struct export_fmu *x, unsigned char *computed, int round)
{
    const saltus_model *m = x->model;
    int32_t stride = 1 + SALTUS_SIGNAL, outputs = x->n_states + x->n_discretes;
    size_t signals = (size_t)(x->n_states + elements(m->sums) + elements(m->delays) + 1);
    double *v = calloc((size_t)x->n + 1, sizeof *v),
           *q = calloc(signals * (size_t)stride, sizeof *q);
    unsigned char *given = calloc((size_t)x->n_parameters + 1, 1);
    bool fine = v && q && given;
    if (fine) {
        double *d = v + x->n_states, *p = v + outputs + x->n_outputs;
        saltus_env e = {.t = m->experiment.start,
                        .q = q,
                        .stride = stride,
                        .width = 1,
                        .d = d,
                        .p = p,
                        .model = m,
                        .fault = no_fault,
                        .solve = no_solution,
                        .known = not_known};
        for (int32_t k = 0; k < x->n; k++) v[k] = beside(&x->var[k], k, round);
        for (int32_t i = 0; i < x->n_states; i++) q[i * stride + 1] = v[i];
        if (m->start) m->start(&e, given, p, v, d);
        for (int32_t k = 0; k < x->n; k++)
            if (!(v[k] == beside(&x->var[k], k, round))) computed[k] = 1;
    }
    free(v);
    free(q);
    free(given);
    return fine;
}

/* ---- The list -------------------------------------------------------------------------------- */

/* A relation, or what else the compiler has made: it has no name of the language. */
static bool made_up(const char *name)
{
    return text_outside_quotes(name, " (<>=*/") != NULL;
}

static bool add_declared(struct export_fmu *x, const saltus_variable *table, enum export_kind kind,
                         int32_t *at)
{
    static const saltus_kind kinds[] = {SALTUS_STATE, SALTUS_DISCRETE, SALTUS_OUTPUT,
                                        SALTUS_PARAMETER};
    int32_t index = 0;
    for (size_t k = 0; table && table[k].name; k++) {
        const saltus_variable *d = &table[k];
        int type = saltus_compiled_type(x->compiled, kinds[kind], k);
        bool output = kind != EXPORT_PARAMETER && explain_is_output(x->compiled, kinds[kind], k);
        for (int32_t j = 0; j < text_elements(d->size); j++, index++, ++*at) {
            struct export_var *v = &x->var[*at];
            char name[512];
            text_element(name, sizeof name, d->name, d->size, j);
            *v = (struct export_var){.decl = d,
                                     .kind = kind,
                                     .index = index,
                                     .ref = (uint32_t)*at + 1,
                                     .start = d->start};
            v->type = type == SALTUS_TYPE_INTEGER   ? FMU_INTEGER
                      : type == SALTUS_TYPE_BOOLEAN ? FMU_BOOLEAN
                                                    : FMU_REAL;
            v->causality = output ? "output" : "local";
            if (made_up(d->name)) continue;
            v->name = malloc(strlen(name) + 1);
            if (!v->name) return false;
            strcpy(v->name, name);
        }
    }
    return true;
}

static bool is_watched(const saltus_model *m, const char *name)
{
    for (const char *const *w = m->experiment.watch; w && *w; w++)
        if (text_match(*w, name)) return true;
    return false;
}

static void choose_outputs(struct export_fmu *x)
{
    for (int32_t k = 0; k < x->n; k++)
        if (strcmp(x->var[k].causality, "output") == 0) return;
    for (int32_t k = 0; k < x->n_states + x->n_discretes + x->n_outputs; k++)
        if (x->var[k].name && !x->var[k].decl->input && is_watched(x->model, x->var[k].name))
            x->var[k].causality = "output";
}

static void classify(struct export_fmu *x, struct export_var *v, bool computed)
{
    bool structural =
        v->kind == EXPORT_PARAMETER && v->name && saltus_compiled_structural(x->compiled, v->name);
    v->variability = v->kind == EXPORT_DISCRETE || v->type != FMU_REAL ? "discrete" : "continuous";
    v->role = FMU_READ;
    v->initial = EXPORT_CALCULATED;
    if (v->kind == EXPORT_STATE && v->decl->input) {
        v->causality = "input";
        v->role = FMU_INPUT;
        v->initial = EXPORT_NONE;
    } else if (v->kind == EXPORT_PARAMETER) {
        v->causality = structural ? "local" : computed ? "calculatedParameter" : "parameter";
        v->variability = structural ? "constant" : "fixed";
        if (structural || !computed) v->initial = EXPORT_EXACT;
        if (!structural && !computed) v->role = FMU_START;
    } else if (v->kind != EXPORT_OUTPUT && !computed) {
        v->initial = EXPORT_EXACT;
        v->role = FMU_START;
    }
    if (!v->name) v->role = FMU_ABSENT;
}

static bool list_indicators(struct export_fmu *x)
{
    int32_t k = 0, n = 0;
    for (const saltus_guard *g = x->model->guards; g && g->name; g++) n += text_elements(g->size);
    x->indicator = calloc((size_t)n + 1, sizeof *x->indicator);
    if (!x->indicator) return false;
    for (const saltus_guard *g = x->model->guards; g && g->name; g++)
        for (int32_t j = text_elements(g->size); j > 0; j--, k++)
            if (g->side != SALTUS_PART) x->indicator[x->n_indicators++] = k;
    return true;
}

bool export_vars(struct export_fmu *x)
{
    const saltus_model *m = x->model;
    unsigned char *computed;
    int32_t at = 0;
    bool fine;
    x->n_states = elements(m->states);
    x->n_discretes = elements(m->discretes);
    x->n_outputs = elements(m->outputs);
    x->n_parameters = elements(m->parameters);
    x->n = x->n_states + x->n_discretes + x->n_outputs + x->n_parameters;
    x->var = calloc((size_t)x->n + 1, sizeof *x->var);
    x->row = calloc((size_t)x->n + 1, sizeof *x->row);
    x->types = calloc((size_t)x->n + 1, 1);
    x->roles = calloc((size_t)x->n + 1, 1);
    computed = calloc((size_t)x->n + 1, 1);
    fine = x->var && x->row && x->types && x->roles && computed && list_indicators(x) &&
           add_declared(x, m->states, EXPORT_STATE, &at) &&
           add_declared(x, m->discretes, EXPORT_DISCRETE, &at) &&
           add_declared(x, m->outputs, EXPORT_OUTPUT, &at) &&
           add_declared(x, m->parameters, EXPORT_PARAMETER, &at) && probe(x, computed, 0) &&
           probe(x, computed, 1);
    if (fine) choose_outputs(x);
    for (int32_t k = 0; fine && k < x->n; k++) {
        classify(x, &x->var[k], computed[k]);
        x->types[k] = (char)x->var[k].type;
        x->roles[k] = (char)x->var[k].role;
    }
    free(computed);
    return fine;
}

void export_vars_free(struct export_fmu *x)
{
    for (int32_t k = 0; x->var && k < x->n; k++) free(x->var[k].name);
    free(x->var);
    free(x->row);
    free(x->types);
    free(x->roles);
    free(x->indicator);
}

/* ---- Who reads whom -------------------------------------------------------------------------- */

struct readers {
    saltus_reads reads;
    const struct export_fmu *x;
    const saltus_env *env;
    unsigned char *state;
    int32_t *sums, n_sums;
};

static void add_read(saltus_reads *r, saltus_kind kind, int32_t i)
{
    struct readers *me = (struct readers *)r;
    if (kind == SALTUS_STATE) me->state[i] = 1;
    if (kind == SALTUS_SUM) {
        for (int32_t k = 0; k < me->n_sums; k++)
            if (me->sums[k] == i) return;
        me->sums[me->n_sums++] = i;
    }
}

static void add_terms(struct readers *r, int32_t sum)
{
    const saltus_model *m = r->x->model;
    int32_t first = 0;
    for (int32_t k = 0; k < sum; k++) first += m->terms(r->env, k);
    for (int32_t j = first; j < first + m->terms(r->env, sum); j++) {
        if (m->term.reads)
            m->term.reads(r->env, j, &r->reads);
        else
            memset(r->state, 1, (size_t)r->x->n_states);
    }
}

int32_t *export_reads(const struct export_fmu *x, saltus_kind kind, int32_t i, int32_t *n)
{
    const saltus_model *m = x->model;
    const saltus_function *f = kind == SALTUS_STATE    ? &m->der
                               : kind == SALTUS_OUTPUT ? &m->output
                                                       : &m->guard;
    double *values = calloc((size_t)x->n + 1, sizeof *values);
    saltus_env e = {.t = m->experiment.start,
                    .stride = 1 + SALTUS_SIGNAL,
                    .width = 1,
                    .model = m,
                    .fault = no_fault};
    struct readers r = {.reads = {add_read}, .x = x, .env = &e};
    int32_t *list = calloc((size_t)x->n_states + 1, sizeof *list);
    r.state = calloc((size_t)x->n_states + 1, 1);
    r.sums = calloc((size_t)elements(m->sums) + 1, sizeof *r.sums);
    *n = 0;
    if (list && r.state && r.sums && values) {
        for (int32_t k = 0; k < x->n; k++) values[k] = x->var[k].start;
        e.d = values + x->n_states;
        e.p = values + x->n_states + x->n_discretes + x->n_outputs;
        if (f->reads)
            f->reads(&e, i, &r.reads);
        else
            memset(r.state, 1, (size_t)x->n_states);
        for (int32_t k = 0; k < r.n_sums; k++) add_terms(&r, r.sums[k]);
        for (int32_t k = 0; k < x->n_states; k++)
            if (r.state[k]) list[(*n)++] = k;
    } else {
        free(list);
        list = NULL;
    }
    free(values);
    free(r.state);
    free(r.sums);
    return list;
}
