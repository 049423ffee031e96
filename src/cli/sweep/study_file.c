/* SPDX-License-Identifier: MIT */
/* study_file.c - a study from JSON. The form is in docs/sweeps.md.
 *
 * Text that is no JSON is reported with line and column. What is JSON but no study is reported with
 * its place in the structure: "sets.R.step: must be a number". Unknown keys are errors, since a
 * misspelt one would silently make another study. */
#include "cli/sweep/study_file.h"
#include "cli/core/grow.h"
#include "out/number.h"
#include "run/options.h"
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

/* ---- Simple values --------------------------------------------------------------------------- */

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

/* A value of the study as it would stand on the command line; false: it is of another type. */
static bool as_text(const struct option *o, const json_t *v, char *buf, size_t size)
{
    char number[2][NUMBER_SIZE];
    const json_t *rel = json_array_get(v, 0), *abs = json_array_get(v, 1);
    if (o->type == VALUE_TOLERANCE && json_array_size(v) == 2 && json_is_number(rel) &&
        json_is_number(abs))
        snprintf(buf, size, "%s,%s", number_exact(number[0], json_number_value(rel)),
                 number_exact(number[1], json_number_value(abs)));
    else if (o->type <= VALUE_TOLERANCE ? json_is_number(v) : 0)
        number_exact(buf, json_number_value(v));
    else if (o->type > VALUE_TOLERANCE && json_is_string(v))
        snprintf(buf, size, "%s", json_string_value(v));
    else if (o->type == VALUE_CHOICE && json_is_boolean(v))
        snprintf(buf, size, json_is_true(v) ? "true" : "false");
    else
        return false;
    return true;
}

/* ---- The rest -------------------------------------------------------------------------------- */

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
    s->rules[s->n_rules] = (saltus_rule){.pattern = grow_text(pattern)};
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
        static const struct option quantum = {.type = VALUE_TOLERANCE};
        saltus_rule *rule = new_rule(r->s, name);
        char text[2 * NUMBER_SIZE + 1];
        if (!as_text(&quantum, v, text, sizeof text))
            study_complain(r, "quantum",
                           "must be a number, or a list of two: [relative, absolute]");
        else if (!option_tolerance(text, &rule->rel, &rule->abs))
            study_complain(r, "quantum",
                           "the relative one must not be negative, the absolute one positive");
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

static void read_setting(struct reading *r, const struct option *o, const char *key,
                         const json_t *v)
{
    char text[1024], where[1200];
    snprintf(where, sizeof where, "%s: %s", r->path, key);
    if (!as_text(o, v, text, sizeof text))
        study_complain(r, key, "must be %s",
                       o->type == VALUE_TOLERANCE
                           ? "a number, or a list of two: [relative, absolute]"
                       : o->type < VALUE_TOLERANCE ? "a number"
                                                   : "a text");
    else if (typed_fits(o, where, text))
        given_put(&r->s->given, o, text);
    else
        r->wrong = true;
}

/* What a study has besides the settings of its runs. */
static const char *const keys[] = {"model",       "sets",         "cells",  "samples",
                                   "sample_seed", "observe",      "output", "quantum",
                                   "method_of",   "start_values", "comment"};
enum { KEYS = sizeof keys / sizeof *keys, MOST_KEYS = 100 };

/* Reads all settings that `sweep` takes; *words gets all keys that there are. */
static size_t read_settings(struct reading *r, const json_t *study, char names[][64],
                            const char **words)
{
    const struct command *sweep = command_find("sweep");
    const struct option *o;
    size_t n = 0;
    for (; n < KEYS; n++) words[n] = keys[n];
    for (struct option_walk w = {0}; (o = option_next(sweep, &w)) && n < MOST_KEYS;) {
        const json_t *v;
        if (!o->setting) continue;
        given_name(names[n], sizeof names[n], o);
        words[n] = names[n];
        v = json_object_get(study, names[n++]);
        if (v) read_setting(r, o, words[n - 1], v);
    }
    return n;
}

static void read_study(struct reading *r, const json_t *study)
{
    static const struct {
        const char *key;
        void (*read)(struct reading *r, const json_t *v);
    } parts[] = {{"cells", study_read_cells},    {"sets", study_read_sets},
                 {"observe", read_observe},      {"quantum", read_quanta},
                 {"method_of", read_methods_of}, {"start_values", read_start_values}};
    char names[MOST_KEYS][64];
    const char *words[MOST_KEYS];
    const json_t *model = json_object_get(study, "model"),
                 *output = json_object_get(study, "output");
    size_t n = read_settings(r, study, names, words);
    study_keys(r, "study", study, words, n);
    if (model)
        read_text(r, "model", model, &r->s->model);
    else
        study_complain(r, "model", "is missing");
    if (output) read_text(r, "output", output, &r->s->output);
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
