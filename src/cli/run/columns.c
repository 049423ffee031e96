/* SPDX-License-Identifier: MIT */
/* columns.c - which variables of a model become columns of a result, and what is written about a
 * run.
 *
 * Without --vars: everything, or, where only a picture is wanted, what the model itself says is
 * worth looking at. Relations and what the compiler made are left out, and variables of pins that
 * repeat others. Events are marked by guard
 * or clock; of arrays with very many of them, by declaration. Texts live in blocks of memory that
 * are freed together. */
#include "base/text.h"
#include "cli/run/job.h"
#include "cli/core/names.h"
#include "out/number.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 65536, MOST_MARKS = 4096, MOST_ELEMENTS = 1000 };

/* ---- Texts ----------------------------------------------------------------------------------- */

struct block {
    struct block *next;
    size_t used;
    char text[BLOCK];
};

static char *hold(struct columns *c, const char *s)
{
    struct block *b = c->names;
    size_t n = strlen(s) + 1;
    if (n > BLOCK) n = BLOCK;
    if (!b || b->used + n > BLOCK) {
        b = malloc(sizeof *b);
        if (!b) return NULL;
        b->next = c->names;
        b->used = 0;
        c->names = b;
    }
    char *text = b->text + b->used;
    memcpy(text, s, n - 1);
    text[n - 1] = 0;
    b->used += n;
    return text;
}

void columns_free(struct columns *c)
{
    for (struct block *b = c->names, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free((void *)(uintptr_t)c->header.columns);
    free((void *)(uintptr_t)c->header.marks);
    free((void *)(uintptr_t)c->header.notes);
    free(c->column_of);
    free(c->var_of);
    free(c->outputs);
    free(c->mark_of);
    *c = (struct columns){0};
}

/* ---- Which variables ------------------------------------------------------------------------- */

struct selection {
    const char *const *patterns;
    size_t n;
    bool *used;
    bool none; /* by patterns */
    const struct job_model *model;
    char *const *also;
    size_t n_also;
};

/* repeats: only if it is asked for */
static bool selected(struct selection *s, const char *name, bool repeats)
{
    bool found = s->n == 0 && !s->none && !repeats;
    for (size_t k = 0; k < s->n_also && !found; k++) found = !strcmp(s->also[k], name);
    for (size_t k = 0; k < s->n; k++) {
        if (!text_match(s->patterns[k], name)) continue;
        s->used[k] = found = true;
    }
    return found;
}

static int32_t all_of(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

static bool add_table(struct columns *c, struct selection *s, const saltus_variable *v,
                      saltus_kind kind, int32_t *var)
{
    saltus_column *list = (saltus_column *)(uintptr_t)c->header.columns;
    char name[512];
    for (size_t k = 0; v && v->name; v++, k++) {
        int32_t n = text_elements(v->size);
        bool repeats = kind == SALTUS_OUTPUT && job_model_repeats(s->model, k);
        for (int32_t i = 0; i < n; i++, ++*var) {
            char *held;
            c->column_of[*var] = -1;
            if (!names_presentable(v->name)) continue;
            text_element(name, sizeof name, v->name, v->size, i);
            if (!selected(s, name, repeats)) continue;
            if (!(held = hold(c, name))) return false;
            if (kind == SALTUS_OUTPUT) c->outputs[c->n_outputs++] = *var;
            c->var_of[c->n] = *var;
            c->column_of[*var] = (int32_t)c->n;
            list[c->n++] = (saltus_column){held, v->unit, v->text, kind, 0};
        }
    }
    return true;
}

static int32_t parameters_shown(const saltus_model *m)
{
    int32_t n = 0;
    for (const saltus_variable *v = m->parameters; v && v->name; v++) {
        int32_t k = text_elements(v->size);
        if (k <= MOST_ELEMENTS && strncmp(v->name, "__", 2) != 0) n += k;
    }
    return n;
}

static bool room(struct columns *c, const saltus_model *m)
{
    size_t n = (size_t)c->n_vars + 1, all = n + (size_t)parameters_shown(m);
    c->column_of = calloc(n, sizeof *c->column_of);
    c->var_of = calloc(n, sizeof *c->var_of);
    c->outputs = calloc((size_t)all_of(m->outputs) + 1, sizeof *c->outputs);
    c->header.columns = calloc(all, sizeof(saltus_column));
    return c->column_of && c->var_of && c->outputs && c->header.columns;
}

static const char *const *watched(const saltus_model *m, size_t *n)
{
    const char *const *w = m->experiment.watch;
    for (*n = 0; w && w[*n];) ++*n;
    return w;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static int32_t count_guards(const saltus_guard *g)
{
    int32_t n = 0;
    for (; g && g->name; g++) n += text_elements(g->size);
    return n;
}

/* single: a mark for each element, else for each declaration. */
static bool mark_table(struct columns *c, const saltus_guard *g, bool single, int32_t *guard)
{
    const char **marks = (const char **)(uintptr_t)c->header.marks;
    char name[512];
    for (; g && g->name; g++) {
        int32_t n = text_elements(g->size);
        if (g->side == SALTUS_PART) *guard += n; /* never fires */
        for (int32_t i = 0; i < n && g->side != SALTUS_PART; i++) {
            if (i == 0 || single) {
                text_element(name, sizeof name, g->name, g->size, i);
                marks[c->header.n_marks++] = hold(c, single ? name : g->name);
                if (!marks[c->header.n_marks - 1]) return false;
            }
            c->mark_of[(*guard)++] = (int32_t)c->header.n_marks - 1;
        }
    }
    return true;
}

static bool mark_events(struct columns *c, const saltus_model *m)
{
    int32_t clocks = count_guards(m->clocks), guard = 0;
    size_t all;
    c->n_guards = count_guards(m->guards);
    all = (size_t)c->n_guards + (size_t)clocks;
    c->mark_of = calloc(all + 1, sizeof *c->mark_of);
    c->header.marks = calloc(all + 1, sizeof(char *));
    return c->mark_of && c->header.marks && mark_table(c, m->guards, all <= MOST_MARKS, &guard) &&
           mark_table(c, m->clocks, all <= MOST_MARKS, &guard);
}

/* ---- From outside ---------------------------------------------------------------------------- */

static bool all_used(const struct job *j, const saltus_model *m, const struct selection *s)
{
    for (size_t k = 0; k < j->n_vars && !s->none; k++) {
        if (s->used[k]) continue;
        talk_error("--vars: no variable of the model fits '%s'", j->vars[k]);
        names_hint(m, NAMES_VARIABLES, j->vars[k]);
        talk_hint("'saltus explain %s' lists them", j->model);
        return false;
    }
    return true;
}

struct ranked {
    size_t pattern, k; /* the first pattern that fits; the place so far */
    saltus_column column;
    int32_t var;
};

static int by_pattern(const void *one, const void *other)
{
    const struct ranked *a = one, *b = other;
    if (a->pattern != b->pattern) return a->pattern < b->pattern ? -1 : 1;
    return a->k < b->k ? -1 : 1;
}

/* The first pattern that fits; those that are hidden come last. */
static size_t rank_of(const struct selection *s, const char *name)
{
    size_t k = 0;
    if (s->none) return 1;
    while (k < s->n && !text_match(s->patterns[k], name)) k++;
    return k;
}

/* In the order in which --vars names them; what one pattern names, in the order of the model. Then
 * what is hidden. */
static bool sort_columns(struct columns *c, const struct selection *s, bool by_vars)
{
    saltus_column *list = (saltus_column *)(uintptr_t)c->header.columns;
    struct ranked *r = calloc(c->n + 1, sizeof *r);
    size_t last = s->none ? 1 : s->n ? s->n : SIZE_MAX; /* rank of hidden columns */
    if (!r) return false;
    for (size_t k = 0; k < c->n; k++) {
        size_t rank = rank_of(s, list[k].name);
        if (!by_vars && rank < last) rank = 0;
        r[k] = (struct ranked){rank, k, list[k], c->var_of[k]};
        c->shown += rank != last;
    }
    qsort(r, c->n, sizeof *r, by_pattern);
    for (size_t k = 0; k < c->n; k++) {
        list[k] = r[k].column;
        c->var_of[k] = r[k].var;
        c->column_of[r[k].var] = (int32_t)k;
    }
    free(r);
    return true;
}

saltus_status columns_select(struct columns *c, const struct job *j, const struct job_model *of)
{
    const saltus_model *m = job_model_of(of);
    struct selection s = {.patterns = j->vars,
                          .model = of,
                          .n = j->n_vars,
                          .none = j->also_only,
                          .also = j->also,
                          .n_also = j->n_also};
    int32_t var = 0;
    saltus_status status = SALTUS_ENOMEM;
    *c = (struct columns){.header.struct_size = sizeof c->header};
    c->n_vars = all_of(m->states) + all_of(m->discretes) + all_of(m->outputs);
    if (j->n_vars == 0 && j->picture_only && !s.none) s.patterns = watched(m, &s.n);
    s.used = calloc(s.n + 1, sizeof *s.used);
    if (s.used && room(c, m) && add_table(c, &s, m->states, SALTUS_STATE, &var) &&
        add_table(c, &s, m->discretes, SALTUS_DISCRETE, &var) &&
        add_table(c, &s, m->outputs, SALTUS_OUTPUT, &var) && mark_events(c, m) &&
        sort_columns(c, &s, j->n_vars > 0))
        status = all_used(j, m, &s) ? SALTUS_OK : SALTUS_EARG;
    c->header.n_columns = c->n;
    free(s.used);
    return status;
}

static bool add_parameters(struct columns *c, const saltus_model *m, const saltus_sim *s)
{
    saltus_column *list = (saltus_column *)(uintptr_t)c->header.columns;
    int32_t index = 0;
    char name[512];
    for (const saltus_variable *v = m->parameters; v && v->name; v++) {
        int32_t n = text_elements(v->size);
        for (int32_t i = 0; i < n; i++, index++) {
            char *held;
            if (n > MOST_ELEMENTS || !strncmp(v->name, "__", 2)) continue;
            text_element(name, sizeof name, v->name, v->size, i);
            if (!(held = hold(c, name))) return false;
            list[c->header.n_columns++] = (saltus_column){held, v->unit, v->text, SALTUS_PARAMETER,
                                                          saltus_sim_parameter(s, index)};
        }
    }
    return true;
}

static bool note(struct columns *c, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool note(struct columns *c, const char *key, const char *format, ...)
{
    saltus_note *list = (saltus_note *)(uintptr_t)c->header.notes;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    list[c->header.n_notes].key = hold(c, key);
    list[c->header.n_notes].value = hold(c, text);
    c->header.n_notes++;
    return list[c->header.n_notes - 1].key && list[c->header.n_notes - 1].value;
}

static bool note_number(struct columns *c, const char *key, double v)
{
    char buf[NUMBER_SIZE];
    return note(c, key, "%s", number_exact(buf, v));
}

/* The patterns of what the model says is worth looking at, one in a line. */
static bool note_watch(struct columns *c, const saltus_model *m)
{
    char text[500] = "";
    size_t n = 0;
    for (const char *const *w = m->experiment.watch; *w && n < sizeof text; w++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? "\n" : "", *w);
    return note(c, "watch", "%s", text);
}

/* Settings that the model may give, too, are noted as they are used; tol as rel and abs. */
static bool noted(const struct columns *c, const char *key)
{
    for (size_t k = 0; k < c->header.n_notes; k++)
        if (strcmp(c->header.notes[k].key, key) == 0) return true;
    return strcmp(key, "tol") == 0;
}

static bool add_notes(struct columns *c, const struct job *j, const saltus_model *m,
                      const struct outcome *o)
{
    char key[300];
    bool fine;
    c->header.notes = calloc(9 + j->given.n + j->n_sets + 2 * j->n_rules, sizeof(saltus_note));
    if (!c->header.notes) return false;
    fine = note(c, "tool", "saltus %s", saltus_version()) && note(c, "method", "%s", o->method) &&
           note_number(c, "rel", o->rel) && note_number(c, "abs", o->abs) &&
           note_number(c, "start", o->t_start) && note_number(c, "stop", o->t_stop);
    for (size_t k = 0; fine && k < j->given.n; k++)
        if (!noted(c, j->given.at[k].name))
            fine = note(c, j->given.at[k].name, "%s", j->given.at[k].text);
    if (fine && m->experiment.watch) fine = note_watch(c, m);
    if (fine && m->experiment.text && *m->experiment.text)
        fine = note(c, "description", "%s", m->experiment.text);
    for (size_t k = 0; fine && k < j->n_sets; k++) {
        snprintf(key, sizeof key, "set %s", j->sets[k].name);
        fine = note_number(c, key, j->sets[k].value);
    }
    for (size_t k = 0; fine && k < j->n_rules; k++) {
        const saltus_rule *r = &j->rules[k];
        char rel[NUMBER_SIZE], abs[NUMBER_SIZE];
        snprintf(key, sizeof key, "%s %s", r->method ? "method of" : "quantum of", r->pattern);
        fine = r->method
                   ? note(c, key, "%s", r->method)
                   : note(c, key, "%s,%s", number_exact(rel, r->rel), number_exact(abs, r->abs));
    }
    return fine;
}

bool columns_describe(struct columns *c, const struct job *j, const saltus_model *m,
                      const saltus_sim *s, const struct outcome *o)
{
    c->header.model = m->name;
    c->header.t0 = o->t_start;
    c->header.t1 = o->t_stop;
    c->header.interval = j->interval == 0 ? 0 : o->interval;
    if (add_parameters(c, m, s) && add_notes(c, j, m, o)) return true;
    talk_error("out of memory");
    return false;
}
