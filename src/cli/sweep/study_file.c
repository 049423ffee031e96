/* SPDX-License-Identifier: MIT */
/* study_file.c - a study from JSON. The form is in docs/sweeps.md.
 *
 * Text that is no JSON is reported with line and column. What is JSON but no study is reported with its place in the
 * structure: "sets.R.step: must be a number". Unknown keys are errors, since a misspelt one would
 * silently make another study. */
#include "cli/sweep/study_file.h"
#include "cli/core/grow.h"
#include <math.h>
#include <stdarg.h>

void study_complain(struct reading *r, const char *where, const char *format, ...)
{
    char text[256];
    va_list a;
    va_start(a, format);
    vsnprintf(text, sizeof text, format, a);
    va_end(a);
    talk_error("%s: %s: %s", r->path, where, text);
    r->wrong = true;
}

void study_keys(struct reading *r, const char *where, const json_t *object,
                const char *const *words, size_t n)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)(uintptr_t)object, key, v)
    {
        const char *near;
        size_t k = 0;
        while (k < n && strcmp(words[k], key) != 0) k++;
        if (k < n) continue;
        near = talk_nearest(key, words, n);
        study_complain(r, where, "unknown key '%s'%s%s%s", key, near ? "; did you mean '" : "",
                       near ? near : "", near ? "'?" : "");
    }
}

/* ---- Simple values ------------------------------------------------------------------------------------------ */

void study_number(struct reading *r, const char *where, const json_t *v, double *out)
{
    if (json_is_true(v) || json_is_false(v))
        *out = json_is_true(v);
    else if (json_is_number(v))
        *out = json_number_value(v);
    else
        study_complain(r, where, "must be a number");
}

static void read_real(struct reading *r, const char *where, const json_t *v, double *out)
{
    if (json_is_number(v))
        *out = json_number_value(v);
    else
        study_complain(r, where, "must be a number");
}

static void read_positive(struct reading *r, const char *where, const json_t *v, double *out)
{
    read_real(r, where, v, out);
    if (json_is_number(v) && !(*out > 0)) study_complain(r, where, "must be greater than 0");
}

static void read_band(struct reading *r, const char *where, const json_t *v, double *out)
{
    read_positive(r, where, v, out);
    if (*out >= 2) study_complain(r, where, "must be below 2");
}

static void read_share(struct reading *r, const char *where, const json_t *v, double *out)
{
    read_real(r, where, v, out);
    if (json_is_number(v) && !(*out >= 0 && *out < 1))
        study_complain(r, where, "must be from 0 to below 1");
}

static void read_whole(struct reading *r, const char *where, const json_t *v, double *out)
{
    read_real(r, where, v, out);
    if (json_is_number(v) && (!(*out >= 0 && *out <= 0x1p53) || *out != floor(*out)))
        study_complain(r, where, "must be a whole number, not negative");
}

static void read_text(struct reading *r, const char *where, const json_t *v, char **out)
{
    free(*out);
    *out = NULL;
    if (json_is_string(v) && json_string_length(v) > 0)
        *out = grow_text(json_string_value(v));
    else
        study_complain(r, where, "must be a text");
}

/* 1e-3, or [1e-3, 1e-6] */
static void read_tolerance(struct reading *r, const char *where, const json_t *v, double *rel,
                           double *abs)
{
    if (json_is_number(v)) {
        *rel = json_number_value(v);
        *abs = 1e-3 * *rel;
    } else if (json_array_size(v) == 2) {
        read_real(r, where, json_array_get(v, 0), rel);
        read_real(r, where, json_array_get(v, 1), abs);
    } else {
        study_complain(r, where, "must be a number, or a list of two: [relative, absolute]");
        return;
    }
    if (!(*rel >= 0) || !(*abs > 0))
        study_complain(r, where, "the relative one must not be negative, the absolute one positive");
}

/* ---- The rest -------------------------------------------------------------------------------------------------------- */

static void read_observe(struct reading *r, const json_t *list)
{
    size_t k;
    json_t *v;
    if (!json_is_array(list)) study_complain(r, "observe", "must be a list: [\"max(IL)\", \"VC\"]");
    json_array_foreach((json_t *)(uintptr_t)list, k, v)
    {
        if (json_is_string(v) && json_string_length(v))
            study_observe(r->s, json_string_value(v));
        else
            study_complain(r, "observe", "must be a list of texts");
    }
}

static void read_start_values(struct reading *r, const json_t *object)
{
    const char *name;
    json_t *v;
    if (!json_is_object(object)) study_complain(r, "start_values", "must be an object: {\"x\": 1}");
    json_object_foreach((json_t *)(uintptr_t)object, name, v)
    {
        struct study *s = r->s;
        if (study_find(s, name) != SIZE_MAX)
            study_complain(r, "start_values", "'%s' is varied as well", name);
        s->sets = grow_one(s->sets, s->n_sets, sizeof *s->sets);
        s->sets[s->n_sets] = (saltus_set){.name = grow_text(name)};
        study_number(r, "start_values", v, &s->sets[s->n_sets++].value);
    }
}

static saltus_rule *new_rule(struct study *s, const char *pattern)
{
    s->rules = grow_one(s->rules, s->n_rules, sizeof *s->rules);
    s->rules[s->n_rules] = (saltus_rule){.pattern = grow_text(pattern), .rel = -1};
    return &s->rules[s->n_rules++];
}

static void read_quanta(struct reading *r, const json_t *object)
{
    const char *name;
    json_t *v;
    if (!json_is_object(object))
        study_complain(r, "quantum", "must be an object: {\"x*\": [1e-3, 1e-6]}");
    json_object_foreach((json_t *)(uintptr_t)object, name, v)
    {
        saltus_rule *rule = new_rule(r->s, name);
        read_tolerance(r, "quantum", v, &rule->rel, &rule->abs);
    }
}

static void read_methods_of(struct reading *r, const json_t *object)
{
    const char *name;
    json_t *v;
    if (!json_is_object(object))
        study_complain(r, "method_of", "must be an object: {\"x*\": \"qss3\"}");
    json_object_foreach((json_t *)(uintptr_t)object, name, v)
    {
        char *method = NULL;
        read_text(r, "method_of", v, &method);
        new_rule(r->s, name)->method = method;
    }
}

static uint64_t read_count(struct reading *r, const char *where, const json_t *v)
{
    double n = 0;
    bool wrong = r->wrong;
    r->wrong = false;
    read_whole(r, where, v, &n);
    if (r->wrong) n = 0;
    r->wrong = r->wrong || wrong;
    return (uint64_t)n;
}

static void read_detector(struct reading *r, const json_t *v)
{
    char **out = &r->s->detector;
    read_text(r, "detector", v, out);
    if (*out && strcmp(*out, "extrapolate") && strcmp(*out, "interpolate") &&
        strcmp(*out, "endpoint"))
        study_complain(r, "detector", "must be extrapolate, interpolate or endpoint");
}

/* Those that others need first. */
static void read_sampling(struct reading *r, const json_t *study)
{
    uint64_t samples = 0;
    const json_t *v = json_object_get(study, "samples"),
                 *seed = json_object_get(study, "sample_seed");
    if (v) samples = read_count(r, "samples", v);
    if (samples > STUDY_MOST) study_complain(r, "samples", "is more than %d", STUDY_MOST);
    if (seed) r->seed = read_count(r, "sample_seed", seed);
    r->samples = samples <= STUDY_MOST ? (size_t)samples : 0;
}

static void read_settings(struct reading *r, const json_t *study)
{
    struct study *s = r->s;
    const struct {
        const char *key;
        char **text; /* or */
        double *number;
        void (*read)(struct reading *r, const char *where, const json_t *v, double *out);
    } all[] = {{"model", &s->model, NULL, NULL},
               {"class", &s->class_name, NULL, NULL},
               {"method", &s->method, NULL, NULL},
               {"output", &s->output, NULL, NULL},
               {"start", NULL, &s->start, read_real},
               {"stop", NULL, &s->stop, read_real},
               {"max_events", NULL, &s->max_events, read_whole},
               {"max_cpu", NULL, &s->max_cpu, read_positive},
               {"seed", NULL, &s->seed, read_whole},
               {"theta", NULL, &s->theta, read_band},
               {"max_order", NULL, &s->max_order, read_whole},
               {"max_step", NULL, &s->max_step, read_positive},
               {"gamma", NULL, &s->gamma, read_share}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const json_t *v = json_object_get(study, all[k].key);
        if (!v) continue;
        if (all[k].text)
            read_text(r, all[k].key, v, all[k].text);
        else
            all[k].read(r, all[k].key, v, all[k].number);
    }
    if (json_object_get(study, "detector")) read_detector(r, json_object_get(study, "detector"));
    if (json_object_get(study, "tol"))
        read_tolerance(r, "tol", json_object_get(study, "tol"), &s->rel, &s->abs);
    if (!s->model && !json_object_get(study, "model")) study_complain(r, "model", "is missing");
}

static void read_study(struct reading *r, const json_t *study)
{
    static const char *const keys[] = {
        "model",   "class",   "method",    "tol",       "start",        "stop",
        "seed",    "theta",   "sets",      "cells",     "samples",      "sample_seed",
        "observe", "output",  "quantum",   "method_of", "start_values", "max_events",
        "max_cpu", "comment", "max_order", "max_step",  "detector",     "gamma"};
    static const struct {
        const char *key;
        void (*read)(struct reading *r, const json_t *v);
    } parts[] = {{"cells", study_read_cells},    {"sets", study_read_sets},
                 {"observe", read_observe},      {"quantum", read_quanta},
                 {"method_of", read_methods_of}, {"start_values", read_start_values}};
    study_keys(r, "study", study, keys, sizeof keys / sizeof *keys);
    read_settings(r, study);
    read_sampling(r, study);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (json_object_get(study, parts[k].key))
            parts[k].read(r, json_object_get(study, parts[k].key));
}

bool study_read(const char *path, struct study *s)
{
    struct reading r = {.path = path, .s = s};
    json_error_t e;
    json_t *study = json_load_file(path, JSON_REJECT_DUPLICATES, &e);
    if (!study) {
        if (e.line > 0)
            talk_error("%s:%d:%d: %s", path, e.line, e.column, e.text);
        else
            talk_error("%s", e.text);
        return false;
    }
    if (json_is_object(study))
        read_study(&r, study);
    else
        study_complain(&r, "study", "must be an object: {\"model\": \"buck\", ...}");
    json_decref(study);
    return !r.wrong;
}

bool study_is_diagram(const char *path)
{
    json_t *root = json_load_file(path, 0, NULL);
    bool diagram = json_object_get(root, "saltus") != NULL;
    json_decref(root);
    return diagram;
}
