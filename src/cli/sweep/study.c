/* SPDX-License-Identifier: MIT */
/* study.c - axes and cells. A cell number is read like a number with one digit per axis, the last
 * axis being the lowest digit. */
#include "cli/sweep/study.h"
#include "cli/core/grow.h"
#include <math.h>

static void free_texts(char **list, size_t n)
{
    for (size_t k = 0; k < n; k++) free(list[k]);
    free(list);
}

void study_free(struct study *s)
{
    free_texts(s->name, s->n_names);
    free_texts(s->observe, s->n_observe);
    for (size_t k = 0; k < s->n_axes; k++) free(s->axes[k].value);
    free(s->axes);
    free(s->model);
    free(s->output);
    given_free(&s->given);
    for (size_t k = 0; k < s->n_sets; k++) free((char *)(uintptr_t)s->sets[k].name);
    for (size_t k = 0; k < s->n_rules; k++) {
        free((char *)(uintptr_t)s->rules[k].pattern);
        free((char *)(uintptr_t)s->rules[k].method);
    }
    free(s->sets);
    free(s->rules);
    *s = (struct study){0};
}

size_t study_find(const struct study *s, const char *name)
{
    for (size_t k = 0; k < s->n_names; k++)
        if (!strcmp(s->name[k], name)) return k;
    return SIZE_MAX;
}

bool study_add_axis(struct study *s, char *const *names, size_t width, double *value, size_t n,
                    size_t *which)
{
    struct axis a = {.first = s->n_names, .width = width, .n = n, .value = value};
    for (*which = 0; *which < width; ++*which)
        if (study_find(s, names[*which]) != SIZE_MAX) return false;
    for (size_t k = 0; k < width; k++) {
        s->name = grow_one(s->name, s->n_names, sizeof *s->name);
        s->name[s->n_names++] = grow_text(names[k]);
    }
    s->axes = grow_one(s->axes, s->n_axes, sizeof *s->axes);
    s->axes[s->n_axes++] = a;
    return true;
}

bool study_add(struct study *s, const char *name, const double *value, size_t n)
{
    char *names[1] = {grow_text(name)};
    double *copy = memcpy(grow(NULL, n, sizeof *copy), value, n * sizeof *copy);
    size_t which;
    bool fine = study_add_axis(s, names, 1, copy, n, &which);
    if (!fine) free(copy);
    free(names[0]);
    return fine;
}

bool study_replace(struct study *s, const char *name, const double *value, size_t n)
{
    size_t k = study_find(s, name);
    for (size_t j = 0; j < s->n_axes; j++) {
        struct axis *a = &s->axes[j];
        if (a->first != k || a->width != 1) continue;
        a->value = grow(a->value, n, sizeof *a->value);
        memcpy(a->value, value, n * sizeof *value);
        a->n = n;
        return true;
    }
    return false;
}

void study_observe(struct study *s, const char *text)
{
    if (!text) {
        free_texts(s->observe, s->n_observe);
        s->observe = NULL;
        s->n_observe = 0;
        return;
    }
    s->observe = grow_one(s->observe, s->n_observe, sizeof *s->observe);
    s->observe[s->n_observe++] = grow_text(text);
}

bool study_close(struct study *s)
{
    double n = 1;
    for (size_t k = 0; k < s->n_axes; k++) n *= (double)s->axes[k].n;
    s->cells = n <= STUDY_MOST ? (size_t)n : 0;
    if (n > STUDY_MOST)
        talk_error("%.3g combinations are more than %d", n, STUDY_MOST);
    else if (!s->n_axes)
        talk_error("a sweep needs something to vary: --set NAME=VALUES, e.g. --set R=1:0.5:10");
    else if (!s->cells)
        talk_error("there are no values to run through");
    return s->n_axes > 0 && s->cells > 0;
}

double study_value(const struct study *s, size_t cell, size_t k)
{
    for (size_t j = s->n_axes; j-- > 0;) {
        const struct axis *a = &s->axes[j];
        if (k >= a->first && k < a->first + a->width)
            return a->value[cell % a->n * a->width + (k - a->first)];
        cell /= a->n;
    }
    return NAN;
}
