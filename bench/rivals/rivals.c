/* SPDX-License-Identifier: MIT */
/* rivals.c - the tables of problems and methods, one run, and its samples. */
#include "rivals.h"
#include "solver.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    int (*make)(struct problem *p, const struct rival_case *c);
} problems[] = {
    {"inverters", problem_inverters},
    {"adr", problem_adr},
    {"cuk", problem_cuk},
    {"tyson", problem_tyson},
    {"buck", problem_buck},
    {"buckn", problem_buckn},
    {"motor", problem_motor},
    {"tline", problem_tline},
    {"neurons", problem_neurons},
    {"airconds", problem_airconds},
    {"vanderpol", problem_vanderpol},
    {"hires", problem_hires},
    {"rober", problem_rober},
    {"e5", problem_e5},
    {"orego", problem_orego},
    {"pollu", problem_pollu},
    {"ringmodulator", problem_ringmodulator},
    {"heat", problem_heat},
    {"bruss2d", problem_bruss2d},
    {"drive", problem_drive},
    {"brusselator", problem_brusselator},
    {"akzo", problem_akzo},
    {"toggles", problem_toggles},
    {"kuramoto", problem_kuramoto},
    {"pleiades", problem_pleiades},
};

static const struct method {
    const char *name;
    int (*run)(struct solver_run *r);
    int variant;
    enum solver_linear linear;
} methods[] = {
    {"cvode-klu", solver_cvode, 0, SOLVER_KLU},
    {"cvode-band", solver_cvode, 0, SOLVER_BAND},
    {"cvode-tri", solver_cvode, 0, SOLVER_TRI},
    {"cvode-dense", solver_cvode, 0, SOLVER_DENSE},
    {"adams", solver_cvode, 1, SOLVER_NONE},
    {"ida-klu", solver_ida, 0, SOLVER_KLU},
    {"esdirk32-klu", solver_esdirk, 3, SOLVER_KLU},
    {"esdirk32-band", solver_esdirk, 3, SOLVER_BAND},
    {"esdirk32-tri", solver_esdirk, 3, SOLVER_TRI},
    {"esdirk32-dense", solver_esdirk, 3, SOLVER_DENSE},
    {"esdirk43-klu", solver_esdirk, 4, SOLVER_KLU},
    {"esdirk43-band", solver_esdirk, 4, SOLVER_BAND},
    {"esdirk43-tri", solver_esdirk, 4, SOLVER_TRI},
    {"esdirk43-dense", solver_esdirk, 4, SOLVER_DENSE},
    {"arkode32-klu", solver_arkode, 3, SOLVER_KLU},
    {"arkode32-band", solver_arkode, 3, SOLVER_BAND},
    {"arkode32-tri", solver_arkode, 3, SOLVER_TRI},
    {"arkode32-dense", solver_arkode, 3, SOLVER_DENSE},
    {"arkode43-klu", solver_arkode, 4, SOLVER_KLU},
    {"arkode43-band", solver_arkode, 4, SOLVER_BAND},
    {"arkode43-tri", solver_arkode, 4, SOLVER_TRI},
    {"arkode43-dense", solver_arkode, 4, SOLVER_DENSE},
    {"arkode54", solver_arkode, 5, SOLVER_NONE},
    {"dopri5", solver_dopri, 0, SOLVER_NONE},
    {"grid", solver_grid, 0, SOLVER_NONE},
    {"lean", solver_lean, 0, SOLVER_NONE},
};

enum { PROBLEMS = sizeof problems / sizeof *problems, METHODS = sizeof methods / sizeof *methods };
enum { DENSE_MOST = 50, BAND_MOST = 12, HOPELESS = 20 };

const char *const *rival_problems(void)
{
    static const char *names[PROBLEMS + 1];
    for (int k = 0; k < PROBLEMS; k++) names[k] = problems[k].name;
    return names;
}

const char *const *rival_methods(void)
{
    static const char *names[METHODS + 1];
    for (int k = 0; k < METHODS; k++) names[k] = methods[k].name;
    return names;
}

static const struct method *find_method(const char *name)
{
    for (int k = 0; k < METHODS; k++)
        if (strcmp(methods[k].name, name) == 0) return &methods[k];
    return NULL;
}

/* ---- Making a problem
 * --------------------------------------------------------------------------- */

int problem_new(struct problem *p, int32_t n, size_t data, int64_t nonzeros)
{
    p->n = n;
    p->data = calloc(1, data);
    p->x0 = calloc((size_t)n, sizeof *p->x0);
    p->column = calloc((size_t)n + 1, sizeof *p->column);
    p->row = calloc((size_t)nonzeros, sizeof *p->row);
    return p->data && p->x0 && p->column && p->row;
}

double *problem_scales(int32_t n, double scale)
{
    double *s = calloc((size_t)n, sizeof *s);
    for (int32_t i = 0; s && i < n; i++) s[i] = scale;
    return s;
}

void problem_entry(struct problem *p, int32_t row, int32_t column)
{
    p->row[p->nonzeros++] = row;
    p->column[column + 1] = p->nonzeros;
    if (row - column > p->lower) p->lower = row - column;
    if (column - row > p->upper) p->upper = column - row;
}

int problem_open(struct problem *p, const struct rival_case *c)
{
    *p = (struct problem){.n = 0};
    for (int k = 0; k < PROBLEMS; k++)
        if (strcmp(problems[k].name, c->problem) == 0) {
            if (!problems[k].make(p, c)) return 0;
            if (c->stop > 0) p->stop = c->stop;
            return 1;
        }
    return 0;
}

void problem_close(struct problem *p)
{
    free(p->data);
    free(p->x0);
    free(p->scale);
    free(p->column);
    free(p->row);
    *p = (struct problem){.n = 0};
}

int32_t rival_states(const struct rival_case *c)
{
    struct problem p;
    int32_t n = problem_open(&p, c) ? p.n : 0;
    problem_close(&p);
    return n;
}

double rival_stop(const struct rival_case *c)
{
    struct problem p;
    double t = problem_open(&p, c) ? p.stop : 0;
    problem_close(&p);
    return t;
}

/* Seconds, about, of n states: 10 ns for each in a step of an explicit method, more where a
 * solver begins anew. Adams is stable in a quarter of the step of Dormand and Prince. */
static int is_hopeless(const struct problem *p, const struct method *m)
{
    int adams = m->run == solver_cvode;
    double steps = adams ? 4 * p->explicit : p->explicit;
    if (m->run == solver_grid || m->run == solver_lean) return 0;
    if (m->run == solver_dopri) return (steps + p->stops) * (1e-8 * p->n + 2e-7) > HOPELESS;
    if (m->linear == SOLVER_NONE && steps * (1e-8 * p->n + 5e-7) > HOPELESS) return 1;
    return p->stops * (2e-7 * p->n + 2e-6) > HOPELESS;
}

static int suits(const struct problem *p, const struct method *m)
{
    if (m->run == solver_grid) return p->grid_step != NULL;
    if (m->run == solver_lean) return p->lean != NULL;
    if (m->linear != SOLVER_NONE && !p->jacobian) return 0;
    switch (m->linear) {
    case SOLVER_NONE:
    case SOLVER_KLU: return 1;
    case SOLVER_BAND: return p->lower <= BAND_MOST && p->upper <= BAND_MOST && p->n > DENSE_MOST;
    case SOLVER_TRI: return p->lower <= 1 && p->upper <= 1 && p->n > 2;
    default: return p->n <= DENSE_MOST;
    }
}

int rival_fits(const struct rival_case *c, const char *method)
{
    const struct method *m = find_method(method);
    struct problem p;
    int ok = m && problem_open(&p, c);
    ok = ok && suits(&p, m) && !is_hopeless(&p, m);
    if (m) problem_close(&p);
    return ok;
}

/* ---- Samples
 * ------------------------------------------------------------------------------------ */

/* The state that a column means, or -1. */
static int32_t column_state(const struct problem *p, const char *name)
{
    for (int k = 0; k < PROBLEM_GROUPS && p->group[k].name; k++) {
        const struct problem_group *g = &p->group[k];
        size_t length = strlen(g->name);
        const char *rest = name + length;
        long i;
        if (strncmp(g->name, name, length) != 0) continue;
        if (*rest == 0 && g->count == 1) return g->first;
        i = strtol(rest + (*rest == '_' || *rest == '['), NULL, 10);
        if (i >= 1 && i <= g->count) return g->first + ((int32_t)i - 1) * g->stride;
    }
    return -1;
}

double solver_due(const struct solver_run *r, double t)
{
    const struct rival_samples *s = r->samples;
    return s && r->row < s->rows && s->t[r->row] <= t ? s->t[r->row] : NAN;
}

void solver_sample(struct solver_run *r, const double *x)
{
    for (int j = 0; j < r->samples->columns; j++) {
        int32_t i = r->state[j];
        double v = NAN;
        if (i >= 0)
            v = x[i];
        else if (r->p->observe)
            v = r->p->observe(r->p, r->samples->name[j]);
        r->samples->value[r->row * r->samples->columns + j] = v;
    }
    r->row++;
}

double solver_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double solver_stop(const struct solver_run *r, double t)
{
    return r->p->next ? fmin(r->p->stop, r->p->next(r->p, t)) : r->p->stop;
}

enum problem_change solver_at_roots(struct solver_run *r, double t, double *x, const int *root)
{
    struct problem *p = r->p;
    enum problem_change worst = PROBLEM_SMOOTH;
    for (int32_t k = 0; k < p->guards; k++) {
        enum problem_change change;
        if (!root[k]) continue;
        change = p->at_guard(p, t, x, k, root[k] > 0);
        if (change > worst) worst = change;
        r->stats->events++;
    }
    return worst;
}

enum problem_change solver_at_time(struct solver_run *r, double t, double stop, double *x,
                                   enum problem_change before)
{
    enum problem_change change;
    if (t < stop || stop >= r->p->stop) return before;
    r->stats->events++;
    change = r->p->at_time(r->p, t, x);
    return change > before ? change : before;
}

/* Everything up to the start of the solver is already done at the first row, t = 0. */
static int run(struct solver_run *r, const struct method *m)
{
    int columns = r->samples ? r->samples->columns : 0, status;
    r->state = calloc((size_t)columns + 1, sizeof *r->state);
    if (!r->state) return -1;
    for (int j = 0; j < columns; j++) r->state[j] = column_state(r->p, r->samples->name[j]);
    while (!isnan(solver_due(r, 0))) solver_sample(r, r->p->x0);
    status = m->run(r);
    free(r->state);
    return status;
}

int rival_run(const struct rival_case *c, const char *method, double tol,
              const struct rival_samples *samples, struct rival_stats *stats)
{
    const struct method *m = find_method(method);
    struct problem p = {.n = 0};
    struct solver_run r = {.p = &p, .stats = stats, .samples = samples, .tol = tol};
    int status = -1;
    *stats = (struct rival_stats){0};
    if (m && problem_open(&p, c) && suits(&p, m)) {
        r.variant = m->variant;
        r.linear = m->linear;
        status = run(&r, m);
    }
    problem_close(&p);
    return status;
}
