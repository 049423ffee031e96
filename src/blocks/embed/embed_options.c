/* SPDX-License-Identifier: MIT */
/* embed_options.c - a part's arguments become options of the run inside it. */
#include "base/text.h"
#include "blocks/embed/embed.h"
#include <stdio.h>

enum { NAME = 128 };

/* Values of parameters that the part was given. */
struct settings {
    saltus_set *set;
    char (*name)[NAME];
    size_t n;
};

/* How many there are; -1: one has a wrong number of elements. */
static int32_t count_given(saltus_cell *c, const saltus_model *m)
{
    int32_t n = 0, rows, cols;
    for (const saltus_variable *v = m->parameters; v && v->name; v++) {
        char name[NAME];
        text_whole(name, sizeof name, v->name);
        int32_t given = saltus_part_count(c->part, name, &rows, &cols),
                all = text_elements(v->size);
        if (given > 1 && given != all) {
            char text[NAME];
            snprintf(text, sizeof text, "this parameter of the model has %d elements, not %d",
                     (int)all, (int)given);
            saltus_cell_fail(c, SALTUS_EARG, v->name, text, NULL);
            return -1;
        }
        if (given > 0) n += all;
    }
    return n;
}

static void set_all(const saltus_cell *c, const saltus_variable *v, struct settings *s)
{
    char name[NAME];
    text_whole(name, sizeof name, v->name);
    int32_t rows, cols, given = saltus_part_count(c->part, name, &rows, &cols),
                        all = text_elements(v->size);
    for (int32_t k = 0; given > 0 && k < all; k++) {
        text_element(s->name[s->n], NAME, v->name, v->size, k);
        s->set[s->n] =
            (saltus_set){s->name[s->n], saltus_part_real(c->part, name, given > 1 ? k : 0)};
        s->n++;
    }
}

static bool is_parameter(const saltus_model *m, const char *name)
{
    return sim_find_in(m->parameters, name) >= 0;
}

/* Its own method and quantum, if the model has no parameters of these names. */
static void own_options(const saltus_cell *c, const struct embed_type *t, saltus_options *o)
{
    const char *method =
        is_parameter(t->model, "method") ? NULL : saltus_part_word(c->part, "method");
    double rel = is_parameter(t->model, "rel") ? -1 : saltus_part_real(c->part, "rel", 0);
    double abs = is_parameter(t->model, "abs") ? -1 : saltus_part_real(c->part, "abs", 0);
    if (method && *method) o->method = method;
    if (rel >= 0) o->rel = rel;
    if (abs >= 0) o->abs = abs;
    if (t->still) { /* nothing to integrate */
        o->method = method_any()->info.name;
        o->engine = NULL;
    }
}

/* ---- Rules of the run for single states: patterns of "part.state" ---------------------------- */

enum { MOST = 64, TRIES = 10000 };

struct rules {
    saltus_rule list[MOST];
    size_t n;
    int tries;
};

/* Does any state of the model's own match? (A rule that matches none would be refused.) */
static bool fits(const saltus_model *m, const char *pattern)
{
    char name[NAME];
    for (const saltus_variable *v = m->states; v && v->name; v++)
        for (int32_t k = 0; !v->input && k < text_elements(v->size); k++) {
            text_element(name, sizeof name, v->name, v->size, k);
            if (text_match(pattern, name)) return true;
        }
    return false;
}

/* What is left of the rule's pattern p when its beginning has matched `prefix`: none, one or
 * several patterns. */
static void add_rules(struct rules *to, const saltus_model *m, const saltus_rule *r, const char *p,
                      const char *prefix)
{
    if (to->n == MOST || to->tries++ > TRIES) return;
    if (!*prefix) {
        saltus_rule mine = *r;
        mine.pattern = p;
        if (fits(m, p)) to->list[to->n++] = mine;
    } else if (*p == '*') {
        add_rules(to, m, r, p, prefix + 1);
        add_rules(to, m, r, p + 1, prefix);
    } else if (*p && (*p == '?' || *p == *prefix)) {
        add_rules(to, m, r, p + 1, prefix + 1);
    }
}

static void own_rules(const saltus_cell *c, const saltus_model *m, struct rules *to)
{
    const saltus_options *run = saltus_cell_options(c);
    const char *name = saltus_devs_name(c->run, c->id);
    char prefix[2 * NAME];
    snprintf(prefix, sizeof prefix, "%s.", name ? name : c->part->name);
    for (size_t k = 0; k < run->n_rules; k++)
        if (run->rules[k].pattern) add_rules(to, m, &run->rules[k], run->rules[k].pattern, prefix);
}

/* ---- The run --------------------------------------------------------------------------------- */

saltus_status embed_open(saltus_cell *c, struct embedded *e, saltus_options *o)
{
    const struct embed_type *t = e->type;
    int32_t n = count_given(c, t->model);
    struct settings s = {NULL, NULL, 0};
    struct rules rules = {.n = 0};
    saltus_status st = SALTUS_ENOMEM;
    if (n < 0) return SALTUS_EARG;
    own_options(c, t, o);
    if (!t->still) own_rules(c, t->model, &rules);
    o->rules = rules.list;
    o->n_rules = rules.n;
    s.set = alloc_array(&e->alloc, (size_t)n, sizeof *s.set);
    s.name = alloc_array(&e->alloc, (size_t)n, sizeof *s.name);
    if (s.set && s.name) {
        for (const saltus_variable *v = t->model->parameters; v && v->name; v++) set_all(c, v, &s);
        o->sets = s.set;
        o->n_sets = s.n;
        st = outside_new(t->model, o, t->line, t->n_lines, &e->o);
    }
    alloc_free(&e->alloc, s.set);
    alloc_free(&e->alloc, s.name);
    return st;
}
