/* SPDX-License-Identifier: MIT */
/* fmu_value.c - reading and setting variables; derivatives in a direction.
 *
 * What is algebraic (outputs, derivatives, indicators) is computed when it is asked for, from the values of states,
 * sums and delays now. With slopes as a seed in place of those along time, the second Taylor coefficient of the same
 * functions is their derivative in that direction, exact. What they add because they read the time is what they give
 * without a seed. */
#include "engine/whole/whole.h"
#include "fmu/fmu.h"
#include "num/poly.h"
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { STRIDE = 1 + SALTUS_SIGNAL };

double fmu_state(const struct fmu *f, int32_t i)
{
    if (f->exchange) return fmu_exchange_state(f, i);
    if (outside_has(f->outside, i)) return f->outside->given[i].c[0];
    return saltus_sim_value((const saltus_sim *)f->sim, i, f->t);
}

/* ---- The point ------------------------------------------------------------------------------- */

static void on_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    struct fmu *f = (struct fmu *)((uintptr_t)e - offsetof(struct fmu, env));
    if (f->faulted) return;
    f->faulted = true;
    if (at && at->line)
        fmu_say(f, FMU_ERROR, "%s at t = %.9g (%s:%u:%u)", text ? text : "the model cannot go on",
                f->t, at->file ? at->file : "", (unsigned)at->line, (unsigned)at->col);
    else
        fmu_say(f, FMU_ERROR, "%s at t = %.9g", text ? text : "the model cannot go on", f->t);
}

static void show_sums(struct fmu *f)
{
    const struct net *net = &f->sim->net;
    double c[SALTUS_SERIES];
    for (int32_t k = 0; k < net->n_sums; k++) {
        double *to = f->signals + (size_t)(net->n + k) * STRIDE;
        memset(to, 0, STRIDE * sizeof *to);
        to[0] = f->t;
        for (int32_t j = net->first_term[k]; j < net->first_term[k + 1]; j++) {
            f->sim->model->term.eval(&f->env, j, 2, c);
            to[1] += c[0];
            to[2] += c[1];
        }
    }
}

/* States with these slopes (NULL: none), and what follows from them. */
static void show(struct fmu *f, const double *slope)
{
    struct sim *s = f->sim;
    f->env = s->net.env;
    f->env.t = f->t;
    f->env.q = f->signals;
    f->env.stride = STRIDE;
    f->env.width = 2;
    f->env.fault = on_fault;
    f->env.stamp = 0;
    f->faulted = false;
    for (int32_t i = 0; i < f->n_states; i++) {
        double *to = f->signals + (size_t)i * STRIDE;
        memset(to, 0, STRIDE * sizeof *to);
        to[0] = f->t;
        to[1] = fmu_state(f, i);
        to[2] = slope ? slope[i] : 0;
    }
    for (int32_t k = s->net.n + s->net.n_sums; k < s->net.n + s->n_signals; k++) {
        double *to = f->signals + (size_t)k * STRIDE;
        memset(to, 0, STRIDE * sizeof *to);
        to[0] = f->t;
        to[1] = poly_value(s->net.s[k].q, SALTUS_SIGNAL - 1, f->t - s->net.s[k].tq);
    }
    if (s->net.n_sums) show_sums(f);
    f->shown = !slope;
}

/* ---- Numbers of variables -------------------------------------------------------------------- */

/* Functions: derivative, output, indicator; NULL: it is a variable with a value of its own. */
static const saltus_function *function_of(const struct fmu *f, uint32_t ref, int32_t *index)
{
    const saltus_model *m = f->sim->model;
    int64_t k = (int64_t)ref - 1 - f->n_states - f->n_discretes;
    *index = (int32_t)k;
    if (k < 0) return NULL;
    if (k < f->n_outputs) return &m->output;
    k -= f->n_outputs + f->n_parameters;
    *index = (int32_t)k;
    if (k < 0) return NULL;
    if (k < f->n_states) return &m->der;
    *index = f->indicator[k - f->n_states];
    return &m->guard;
}

/* -1: no such variable, which is said; else its index among those with roles, n_vars for the others. */
static int32_t variable(struct fmu *f, uint32_t ref, enum fmu_type type)
{
    int64_t k = (int64_t)ref - 1, rest = k - f->n_vars, input = 0;
    enum fmu_type is = FMU_REAL;
    bool there = ref == 0 || (k < f->n_vars && f->about->roles[k] != FMU_ABSENT);
    if (k >= 0 && k < f->n_vars) is = (enum fmu_type)f->about->types[k];
    if (rest >= 0 && rest < f->n_states) {
        for (int32_t j = 0; j < f->n_continuous; j++) input += f->continuous[j] == rest;
        there = input != 0;
    }
    if (rest >= f->n_states) there = rest - f->n_states < f->n_indicators;
    if (!there) {
        fmu_say(f, FMU_ERROR, "there is no variable with the value reference %u", (unsigned)ref);
        return -1;
    }
    if (is != type) {
        fmu_say(f, FMU_ERROR, "the variable with the value reference %u is %s", (unsigned)ref,
                is == FMU_REAL      ? "a Real"
                : is == FMU_INTEGER ? "an Integer"
                                    : "a Boolean");
        return -1;
    }
    return k >= 0 && k < f->n_vars ? (int32_t)k : f->n_vars;
}

static double plain_value(const struct fmu *f, int32_t k)
{
    if (k < f->n_states) return fmu_state(f, k);
    if (k < f->n_states + f->n_discretes) return f->sim->discretes[k - f->n_states];
    return f->sim->parameters[k - f->n_states - f->n_discretes - f->n_outputs];
}

enum fmu_status fmu_get(struct fmu *f, uint32_t ref, enum fmu_type type, double *value)
{
    int32_t k = variable(f, ref, type), index;
    const saltus_function *of;
    if (k < 0) return FMU_ERROR;
    if (f->phase <= FMU_INITIALIZING && k < f->n_vars && f->given[k]) {
        *value = f->set[k];
        return FMU_OK;
    }
    if (!fmu_ready(f)) return FMU_ERROR;
    if (f->moved) {
        outside_run(f->outside, f->t);
        set_clear(&f->outside->lines);
        f->moved = false;
        f->shown = false;
        if (!fmu_fine(f)) return FMU_ERROR;
    }
    if (ref == 0) return *value = f->t, FMU_OK;
    of = function_of(f, ref, &index);
    if (!of) return *value = plain_value(f, k), FMU_OK;
    if (!f->shown) show(f, NULL);
    double c[SALTUS_SERIES] = {0};
    of->eval(&f->env, index, 1, c);
    *value = c[0];
    if (f->faulted) f->shown = false;
    return f->faulted ? FMU_ERROR : FMU_OK;
}

/* ---- Setting --------------------------------------------------------------------------------- */

static bool fits(struct fmu *f, uint32_t ref, enum fmu_type type, double value)
{
    if (isfinite(value) && (type != FMU_BOOLEAN || value == 0 || value == 1)) return true;
    fmu_say(f, FMU_ERROR, "the variable with the value reference %u is set to %g", (unsigned)ref,
            value);
    return false;
}

/* An input while the FMU runs. */
static enum fmu_status put_input(struct fmu *f, int32_t k, double value)
{
    f->shown = false;
    if (f->exchange)
        fmu_exchange_put(f, k, value);
    else if (f->set[k] != value)
        fmu_step_put(f, k, value);
    f->set[k] = value;
    return FMU_OK;
}

enum fmu_status fmu_set(struct fmu *f, uint32_t ref, enum fmu_type type, double value)
{
    int32_t k = variable(f, ref, type), state = k;
    char role;
    if (k < 0 || !fits(f, ref, type, value)) return FMU_ERROR;
    role = k < f->n_vars ? f->about->roles[k] : FMU_READ;
    if (role == FMU_INPUT && f->phase > FMU_INITIALIZING) return put_input(f, k, value);
    if (role != FMU_INPUT && f->exchange && f->phase == FMU_CONTINUOUS && state < f->n_states)
        return fmu_say(f, FMU_ERROR,
                       "the state with the value reference %u is set by the function for states",
                       (unsigned)ref);
    if (role != FMU_INPUT && role != FMU_START)
        return fmu_say(f, FMU_ERROR, "the variable with the value reference %u cannot be set",
                       (unsigned)ref);
    if (f->phase > FMU_INITIALIZING)
        return fmu_say(f, FMU_ERROR,
                       "the variable with the value reference %u cannot be set after the "
                       "initialization",
                       (unsigned)ref);
    if (f->given[k] && f->set[k] == value) return FMU_OK;
    f->set[k] = value;
    f->given[k] = 1;
    fmu_close_run(f);
    return FMU_OK;
}

/* ---- Directions ------------------------------------------------------------------------------ */

/* The number of a known: a state or an input; -1: it is said. */
static int32_t known_state(struct fmu *f, uint32_t ref)
{
    int64_t k = (int64_t)ref - 1;
    if (k >= 0 && k < f->n_states && f->about->roles[k] != FMU_ABSENT) return (int32_t)k;
    fmu_say(f, FMU_ERROR,
            "the value reference %u is no known of a derivative: neither a state nor an input",
            (unsigned)ref);
    return -1;
}

/* Slopes of the unknowns, added to or taken from the result. */
static enum fmu_status slopes(struct fmu *f, const uint32_t *unknowns, size_t n, int sign,
                              double *to)
{
    for (size_t k = 0; k < n; k++) {
        double c[SALTUS_SERIES] = {0};
        int32_t index;
        const saltus_function *of = function_of(f, unknowns[k], &index);
        if (of) of->eval(&f->env, index, 2, c);
        if (f->faulted) return FMU_ERROR;
        to[k] += sign * c[1];
    }
    return FMU_OK;
}

enum fmu_status fmu_directional(struct fmu *f, const uint32_t *unknowns, size_t n_unknowns,
                                const uint32_t *knowns, size_t n_knowns, const double *seed,
                                double *sensitivity)
{
    enum fmu_status st;
    if ((n_unknowns && (!unknowns || !sensitivity)) || (n_knowns && (!knowns || !seed)))
        return fmu_say(f, FMU_ERROR, "an array is missing");
    if (!fmu_ready(f)) return FMU_ERROR;
    for (size_t k = 0; k < n_unknowns; k++) {
        int32_t index;
        if (variable(f, unknowns[k], FMU_REAL) < 0) return FMU_ERROR;
        if (!function_of(f, unknowns[k], &index))
            return fmu_say(f, FMU_ERROR,
                           "the value reference %u is no unknown: neither an output nor a "
                           "derivative",
                           (unsigned)unknowns[k]);
        sensitivity[k] = 0;
    }
    memset(f->f, 0, (size_t)f->n_states * sizeof *f->f);
    for (size_t k = 0; k < n_knowns; k++) {
        int32_t i = known_state(f, knowns[k]);
        if (i < 0) return FMU_ERROR;
        if (!isfinite(seed[k])) return fmu_say(f, FMU_ERROR, "seed %zu is %g", k, seed[k]);
        f->f[i] += seed[k];
    }
    show(f, f->f);
    st = slopes(f, unknowns, n_unknowns, 1, sensitivity);
    show(f, NULL);
    if (st == FMU_OK) st = slopes(f, unknowns, n_unknowns, -1, sensitivity);
    if (f->faulted) f->shown = false;
    return st;
}

/* Derivative of an output along time, of order 1. */
enum fmu_status fmu_output_derivative(struct fmu *f, uint32_t ref, int32_t order, double *value)
{
    int32_t k = variable(f, ref, FMU_REAL), index;
    const saltus_function *of;
    double c[SALTUS_SERIES] = {0};
    if (k < 0 || !fmu_ready(f)) return FMU_ERROR;
    of = function_of(f, ref, &index);
    if (order != 1 || (!of && k >= f->n_states))
        return fmu_say(f, FMU_ERROR, "value reference %u has no derivative of order %d here",
                       (unsigned)ref, (int)order);
    show(f, NULL);
    for (int32_t j = 0; j < f->n_states; j++) f->f[j] = 0;
    for (int32_t j = 0; j < f->n_continuous; j++) {
        f->sim->model->der.eval(&f->env, f->continuous[j], 1, c);
        f->f[f->continuous[j]] = c[0];
    }
    if (!of) return *value = f->f[k], f->faulted ? FMU_ERROR : FMU_OK;
    show(f, f->f);
    of->eval(&f->env, index, 2, c);
    *value = c[1];
    return f->faulted ? FMU_ERROR : FMU_OK;
}
