/* SPDX-License-Identifier: MIT */
/* study_values.c - what the parameters of a study file run through.
 *
 *     "R": 5                                              one value
 *     "R": [1, 2, 5]                                      a list
 *     "R": {"from": 1, "to": 10, "step": 0.5}             a range; with "count" in place of "step", and then
 *          {"from": 1, "to": 1e3, "count": 7, "scale": "log"}    also in equal ratios
 *     "R": {"random": "uniform", "from": 1, "to": 10}     drawn, as many as "samples" says, together with all
 *          {"random": "normal", "mean": 5, "deviation": 0.1}    other random parameters: one axis */
#include "cli/sweep/study_file.h"
#include "cli/core/grow.h"
#include <math.h>

/* ---- Values of a parameter ------------------------------------------------------------------- */

static void add_values(struct reading *r, const char *where, const char *name, const double *value,
                       size_t n)
{
    size_t finite = 0;
    while (finite < n && isfinite(value[finite])) finite++;
    if (finite < n)
        study_complain(r, where, "a value is not finite");
    else if (n == 0)
        study_complain(r, where, "has no values");
    else if (!study_add(r->s, name, value, n))
        study_complain(r, where, "is varied twice");
}

static void add_list(struct reading *r, const char *where, const char *name, const json_t *list)
{
    size_t n = json_array_size(list);
    double *value = grow_zero(n, sizeof *value);
    bool wrong = r->wrong;
    r->wrong = false;
    for (size_t k = 0; k < n; k++) study_number(r, where, json_array_get(list, k), &value[k]);
    if (!r->wrong) add_values(r, where, name, value, n);
    r->wrong = r->wrong || wrong;
    free(value);
}

struct range {
    double from, to, step, count;
    bool logarithmic;
};

/* Number k of n. */
static double range_at(const struct range *g, size_t k, size_t n)
{
    double part = n > 1 ? (double)k / (double)(n - 1) : 0;
    if (!isnan(g->step)) return g->from + (double)k * g->step;
    if (k > 0 && k == n - 1) return g->to;
    if (g->logarithmic) return g->from * pow(g->to / g->from, part);
    return g->from + part * (g->to - g->from);
}

/* Both positive, or both negative. */
static bool same_sign(double a, double b)
{
    return a > 0 ? b > 0 : a < 0 && b < 0;
}

/* NULL: it is a range of n values. */
static const char *wrong_range(const struct range *g, double n)
{
    if (isnan(g->step) == isnan(g->count)) return "needs either 'step' or 'count'";
    if (!(n >= 1 && n <= STUDY_MOST) || n != floor(n)) return "gives no values, or far too many";
    if (g->logarithmic && !(isnan(g->step) && same_sign(g->from, g->to)))
        return "a logarithmic range needs 'count', and ends of one sign";
    return NULL;
}

static void add_range(struct reading *r, const char *where, const char *name, const struct range *g)
{
    double n =
        isnan(g->step) ? g->count : floor((g->to - g->from) / g->step * (1 + 1e-12) + 1e-9) + 1;
    const char *why = wrong_range(g, n);
    double *value;
    if (why) {
        study_complain(r, where, "%s", why);
        return;
    }
    value = grow(NULL, (size_t)n, sizeof *value);
    for (size_t k = 0; k < (size_t)n; k++) value[k] = range_at(g, k, (size_t)n);
    add_values(r, where, name, value, (size_t)n);
    free(value);
}

static bool is_logarithmic(struct reading *r, const char *where, const json_t *v)
{
    const char *text = json_string_value(v);
    if (!v || (text && !strcmp(text, "linear"))) return false;
    if (!text || strcmp(text, "log") != 0)
        study_complain(r, where, "'scale' is \"linear\" or \"log\"");
    return true;
}

static void read_range(struct reading *r, const char *where, const char *name, const json_t *v)
{
    static const char *const keys[] = {"from", "to", "step", "count", "scale"};
    struct range g = {NAN, NAN, NAN, NAN, false};
    bool wrong = r->wrong;
    r->wrong = false;
    study_keys(r, where, v, keys, 5);
    g.logarithmic = is_logarithmic(r, where, json_object_get(v, "scale"));
    if (json_object_get(v, "step")) study_number(r, where, json_object_get(v, "step"), &g.step);
    if (json_object_get(v, "count")) study_number(r, where, json_object_get(v, "count"), &g.count);
    if (!json_is_number(json_object_get(v, "from")) || !json_is_number(json_object_get(v, "to")))
        study_complain(r, where, "needs the numbers 'from' and 'to'");
    g.from = json_number_value(json_object_get(v, "from"));
    g.to = json_number_value(json_object_get(v, "to"));
    if (!r->wrong) add_range(r, where, name, &g);
    r->wrong = r->wrong || wrong;
}

/* ---- Random parameters: one axis of them all ------------------------------------------------- */

struct draw {
    const char *name;
    enum { UNIFORM, LOG, NORMAL } kind;
    double a, b;
};

static bool is_random(const json_t *v)
{
    return json_is_object(v) && json_object_get(v, "random");
}

static bool read_draw(struct reading *r, const char *where, const char *name, const json_t *v,
                      struct draw *d)
{
    static const char *const ends[] = {"random", "from", "to"}, *const bell[] = {"random", "mean",
                                                                                 "deviation"};
    const char *kind = json_string_value(json_object_get(v, "random"));
    const json_t *a, *b;
    d->name = name;
    d->kind = !kind                     ? UNIFORM
              : !strcmp(kind, "normal") ? NORMAL
              : !strcmp(kind, "log")    ? LOG
                                        : UNIFORM;
    if (!kind || (d->kind == UNIFORM && strcmp(kind, "uniform") != 0))
        study_complain(r, where, "'random' is \"uniform\", \"log\" or \"normal\"");
    study_keys(r, where, v, d->kind == NORMAL ? bell : ends, 3);
    a = json_object_get(v, d->kind == NORMAL ? "mean" : "from");
    b = json_object_get(v, d->kind == NORMAL ? "deviation" : "to");
    if (!json_is_number(a) || !json_is_number(b)) {
        study_complain(r, where,
                       d->kind == NORMAL ? "needs the numbers 'mean' and 'deviation'"
                                         : "needs the numbers 'from' and 'to'");
        return false;
    }
    d->a = json_number_value(a);
    d->b = json_number_value(b);
    if (d->kind == LOG && !same_sign(d->a, d->b))
        study_complain(r, where, "the ends must have one sign");
    return true;
}

static double drawn(const struct draw *d, uint64_t seed, uint64_t sample)
{
    if (d->kind == NORMAL) return d->a + d->b * study_normal(seed, d->name, sample);
    if (d->kind == LOG) return d->a * pow(d->b / d->a, study_uniform(seed, d->name, sample));
    return d->a + (d->b - d->a) * study_uniform(seed, d->name, sample);
}

/* The parameter of which a value overflows, else width. */
static size_t not_finite(const double *value, size_t n, size_t width)
{
    for (size_t i = 0; i < n * width; i++)
        if (!isfinite(value[i])) return i % width;
    return width;
}

static void add_random(struct reading *r, const struct draw *list, size_t width)
{
    double *value = grow(NULL, r->samples * width, sizeof *value);
    char **names = grow(NULL, width, sizeof *names);
    size_t which;
    for (size_t k = 0; k < width; k++) names[k] = grow_text(list[k].name);
    for (size_t i = 0; i < r->samples; i++)
        for (size_t k = 0; k < width; k++) value[i * width + k] = drawn(&list[k], r->seed, i);
    if ((which = not_finite(value, r->samples, width)) < width) {
        study_complain(r, names[which], "a value is not finite");
        free(value);
    } else if (!study_add_axis(r->s, names, width, value, r->samples, &which)) {
        study_complain(r, names[which], "is varied twice");
        free(value);
    }
    for (size_t k = 0; k < width; k++) free(names[k]);
    free(names);
}

/* ---- Sets and cells -------------------------------------------------------------------------- */

void study_read_sets(struct reading *r, const json_t *sets)
{
    struct draw *random = grow(NULL, json_object_size(sets) + 1, sizeof *random);
    size_t n_random = 0;
    const char *name;
    char where[256];
    json_t *v;
    if (!json_is_object(sets)) study_complain(r, "sets", "must be an object: {\"R\": [1, 2, 5]}");
    json_object_foreach((json_t *)(uintptr_t)sets, name, v)
    {
        double one = 0;
        snprintf(where, sizeof where, "sets.%s", name);
        if (is_random(v)) {
            n_random += read_draw(r, where, name, v, &random[n_random]);
        } else if (json_is_object(v)) {
            read_range(r, where, name, v);
        } else if (json_is_array(v)) {
            add_list(r, where, name, v);
        } else {
            study_number(r, where, v, &one);
            add_values(r, where, name, &one, 1);
        }
    }
    if (n_random && !r->samples)
        study_complain(r, "samples", "must say how many random values to draw");
    if (n_random && !r->wrong) add_random(r, random, n_random);
    free(random);
}

/* All cells name the same parameters as the first. */
static void read_cell(struct reading *r, size_t k, const json_t *cell, char *const *names, size_t n,
                      double *value)
{
    char where[64];
    snprintf(where, sizeof where, "cells[%zu]", k);
    if (json_object_size(cell) != n)
        study_complain(r, where, "does not have the names of the first one");
    for (size_t j = 0; j < n; j++) {
        const json_t *v = json_object_get(cell, names[j]);
        if (v)
            study_number(r, where, v, &value[j]);
        else
            study_complain(r, where, "has no '%s'", names[j]);
    }
}

void study_read_cells(struct reading *r, const json_t *cells)
{
    json_t *first = json_array_get(cells, 0), *v;
    size_t width = json_object_size(first), n = json_array_size(cells), k = 0, which;
    double *value = grow_zero(n * width, sizeof *value);
    char **names = grow(NULL, width, sizeof *names);
    const char *name;
    if (!width)
        study_complain(r, "cells", "must be a list of objects: [{\"R\": 1, \"C\": 2e-4}, ...]");
    json_object_foreach(first, name, v) names[k++] = grow_text(name);
    for (k = 0; k < n; k++)
        read_cell(r, k, json_array_get(cells, k), names, width, &value[k * width]);
    if (r->wrong || !study_add_axis(r->s, names, width, value, n, &which)) {
        if (!r->wrong) study_complain(r, names[which], "is varied twice");
        free(value);
    }
    for (k = 0; k < width; k++) free(names[k]);
    free(names);
}
