/* SPDX-License-Identifier: MIT */
/* tables.c - the variables of an FMU as those of a model.
 *
 * Parameters and constants are parameters. In co-simulation all that is continuous is an output, and all else a
 * discrete variable. In model exchange the continuous states are states; one more discrete variable counts the events,
 * so that everything is looked at again after each, and one more parameter says which instance is that of the run. */
#include "fmi/import/instance.h"
#include <math.h>
#include <string.h>

static bool numeric(const struct fmu_variable *v)
{
    return v->type <= FMU_BOOLEAN && v->elements > 0 && v->causality != FMU_INDEPENDENT;
}

static bool is_parameter(const struct fmu_variable *v)
{
    return v->causality == FMU_PARAMETER || v->causality == FMU_STRUCTURAL ||
           v->variability == FMU_CONSTANT;
}

bool fmu_settable(const struct fmu_variable *v)
{
    if (v->variability == FMU_CONSTANT || v->causality == FMU_STRUCTURAL) return false;
    return v->causality == FMU_PARAMETER || v->causality == FMU_INPUT || v->exact;
}

const double *fmu_given_to(const struct fmu *f, int variable)
{
    for (int k = 0; k < f->given.n; k++)
        if (f->given.at[k].variable == variable) return f->given.at[k].values;
    return NULL;
}

static saltus_variable row(struct fmu *f, int k)
{
    const struct fmu_variable *v = &f->d->variables[k];
    const double *given = fmu_given_to(f, k);
    saltus_variable r = {.name = v->name, .unit = v->unit, .text = v->text, .nominal = v->nominal};
    r.start = given ? *given : v->start ? *v->start : 0;
    if (v->elements != 1 || v->rank > 0)
        for (int j = 0; j < v->rank; j++) r.size[j] = v->size[j];
    if (isfinite(v->min) && isfinite(v->max)) r.min = v->min, r.max = v->max;
    r.at = (saltus_loc){.file = arena_format(&f->arena, "%s/modelDescription.xml", f->path),
                        .line = (uint32_t)v->line};
    return r;
}

void fmu_parameters(const struct fmu *f, double *p)
{
    for (int k = 0; k < f->d->n_variables; k++) {
        const struct fmu_variable *v = &f->d->variables[k];
        const double *given = fmu_given_to(f, k);
        if (!numeric(v) || !is_parameter(v)) continue;
        for (int j = 0; j < v->elements; j++) *p++ = given ? given[j] : v->start ? v->start[j] : 0;
    }
}

static void start(const saltus_env *e, const unsigned char *set, double *p, double *x, double *d)
{
    (void)set, (void)x, (void)d;
    fmu_parameters(e->model->data, p);
}

/* A table that is being filled. */
struct table {
    saltus_variable *row;
    int rows, elements;
};

static void add(struct table *t, const struct fmu_variable *v, saltus_variable row)
{
    t->row[t->rows++] = row;
    t->elements += v->elements;
}

static void show(struct fmu *f, int k, saltus_kind kind, int first)
{
    int elements = f->d->variables[k].elements;
    int *of = kind == SALTUS_OUTPUT ? f->of_output : f->of_discrete;
    for (int j = 0; j < elements; j++) of[first + j] = f->n_values + j;
    f->shown[f->n_shown++] = (struct fmu_shown){k, kind, first};
    f->n_values += elements;
}

static bool *states_of(struct fmu *f, struct table *states)
{
    bool *is = ARENA_ARRAY(&f->arena, bool, f->d->n_variables + 1);
    for (int k = 0; !f->cs && k < f->d->n_states; k++) {
        int v = f->d->states[k];
        if (!is[v]) add(states, &f->d->variables[v], row(f, v));
        is[v] = true;
    }
    return is;
}

static int all_elements(const struct fmu_description *d)
{
    int n = 0;
    for (int k = 0; k < d->n_variables; k++)
        n += numeric(&d->variables[k]) ? d->variables[k].elements : 0;
    return n;
}

void fmu_tables(struct fmu *f)
{
    const struct fmu_description *d = f->d;
    int n = d->n_variables, n_watch = 0, all = all_elements(d) + 1;
    struct table states = {0}, outputs = {0}, discretes = {0}, parameters = {0},
                 *tables[] = {&states, &outputs, &discretes, &parameters};
    const char **watch = ARENA_ARRAY(&f->arena, const char *, n + 1);
    bool *is_state;
    for (int k = 0; k < 4; k++) tables[k]->row = ARENA_ARRAY(&f->arena, saltus_variable, n + 2);
    f->shown = ARENA_ARRAY(&f->arena, struct fmu_shown, n + 1);
    f->of_output = ARENA_ARRAY(&f->arena, int, all);
    f->of_discrete = ARENA_ARRAY(&f->arena, int, all);
    is_state = states_of(f, &states);
    for (int k = 0; k < n; k++) {
        const struct fmu_variable *v = &d->variables[k];
        bool discrete = v->variability != FMU_CONTINUOUS;
        struct table *to = is_parameter(v) ? &parameters : discrete ? &discretes : &outputs;
        if (!numeric(v)) continue;
        if (v->causality == FMU_OUTPUT) watch[n_watch++] = v->name;
        if (is_state[k]) continue;
        if (!is_parameter(v)) show(f, k, discrete ? SALTUS_DISCRETE : SALTUS_OUTPUT, to->elements);
        add(to, v, row(f, k));
    }
    f->n_outputs = outputs.elements;
    f->n_discretes = discretes.elements;
    f->n_parameters = parameters.elements;
    if (!f->cs) {
        discretes.row[discretes.rows] = (saltus_variable){.name = "__events"};
        parameters.row[parameters.rows] = (saltus_variable){.name = "__fmu"};
        if (d->n_states == 0) states.row[0] = (saltus_variable){.name = "__none"};
    }
    f->model.states = states.row;
    f->model.outputs = outputs.row;
    f->model.discretes = discretes.row;
    f->model.parameters = parameters.row;
    f->model.start = start;
    f->model.experiment.watch = n_watch ? watch : NULL;
}
