/* SPDX-License-Identifier: MIT */
/* name.c - identifiers of Modelica for what netlists name.
 *
 * A name stays as it is where Modelica allows it. Node 1 becomes n1; other letters become _; what is taken gets a number. In one
 * scope, parameters choose first (they are set by their names), then parts, then nodes. */
#include "base/keywords.h"
#include "spice/write.h"
#include <string.h>

#define TEXT_(name, text) text,
static const char *const keywords[] = {TOKEN_KEYWORDS(TEXT_)};
#undef TEXT_
/* ... and what would hide something that the written model needs */
static const char *const needed[] = {
    "time",       "Real",     "Integer", "Boolean",   "String", "Pin",     "Saltus", "Spice",
    "Electrical", "Modelica", "abs",     "sqrt",      "exp",    "log",     "log10",  "sin",
    "cos",        "tan",      "asin",    "acos",      "atan",   "atan2",   "sinh",   "cosh",
    "tanh",       "min",      "max",     "floor",     "ceil",   "integer", "mod",    "rem",
    "div",        "sign",     "pre",     "edge",      "change", "sample",  "delay",  "noEvent",
    "smooth",     "reinit",   "assert",  "terminate", "sum",    "product", "size",   "ndims",
    "fill",       "zeros",    "ones",    "cat",       "scalar", "vector",  "matrix", "StateSelect",
    "gnd"};

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

const char *name_ident(struct arena *a, struct dict *taken, struct word w, const char *prefix)
{
    bool plain = w.n && letter(w.s[0]);
    char *s = arena_format(a, "%s%.*s", plain ? "" : prefix, (int)w.n, w.s);
    const char *base = s;
    if (taken->n == 0) {
        for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
            dict_add(a, taken, keywords[k], strlen(keywords[k]), 0);
        for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
            dict_add(a, taken, needed[k], strlen(needed[k]), 0);
    }
    for (size_t k = 0; s[k]; k++)
        if (!letter(s[k]) && !digit(s[k])) s[k] = '_';
    for (int k = 1; dict_find(taken, s, strlen(s)); k++) s = arena_format(a, "%s_%d", base, k);
    dict_add(a, taken, s, strlen(s), 1);
    return s;
}

static void choose(struct netlist *n, struct scope *s)
{
    struct arena *a = n->arena;
    for (int32_t k = 0; k < s->params.n; k++) {
        struct assign *p = &s->params.at[k];
        const struct assign *last = circuit_param(s, p->name, NULL);
        p->ident = last == p ? name_ident(a, &s->taken, p->name, "p") : NULL;
    }
    for (int32_t k = 0; k < s->outer.n; k++)
        s->outer.at[k].ident = name_ident(a, &s->taken, s->outer.at[k].name, "p");
    for (int32_t k = 0; k < s->parts.n; k++)
        s->parts.at[k]->ident = name_ident(a, &s->taken, s->parts.at[k]->name, "p");
    for (int32_t k = 0; k < s->nodes.n; k++)
        s->nodes.at[k]->ident = name_ident(a, &s->taken, s->nodes.at[k]->name, "n");
    for (int32_t k = 0; k < s->inner.n; k++) choose(n, s->inner.at[k]);
}

/* Classes are all in the circuit's own, so they share its names. */
static void choose_classes(struct netlist *n, struct scope *s)
{
    for (int32_t k = 0; k < s->models.n; k++) {
        struct model *m = s->models.at[k];
        kind_find(n, m);
        if (m->kind && kind_is_plain(m))
            m->ident = name_ident(n->arena, &n->top->taken, m->name, "m");
    }
    for (int32_t k = 0; k < s->inner.n; k++) {
        s->inner.at[k]->ident = name_ident(n->arena, &n->top->taken, s->inner.at[k]->name, "s");
        choose_classes(n, s->inner.at[k]);
    }
}

void names_choose(struct netlist *n)
{
    choose(n, n->top);
    choose_classes(n, n->top);
}

/* ---- Parameters from outside ----------------------------------------------------------------- */

static void find_outer(struct netlist *n, struct scope *s);

static const struct assign *own(const struct scope *s, struct word name)
{
    for (int32_t k = s->params.n - 1; k >= 0; k--)
        if (word_same(s->params.at[k].name, name)) return &s->params.at[k];
    return NULL;
}

static void need(struct netlist *n, struct scope *s, struct word name)
{
    if (!s->up || own(s, name) || !circuit_param(s->up, name, NULL)) return;
    for (int32_t k = 0; k < s->outer.n; k++)
        if (word_same(s->outer.at[k].name, name)) return;
    VEC_ADD(n->arena, &s->outer, ((struct assign){name, NULL, NULL}));
}

static void need_of(struct netlist *n, struct scope *s, const struct x *e)
{
    if (!e) return;
    if (e->kind == X_NAME) need(n, s, e->word);
    for (int32_t k = 0; k < e->n; k++) need_of(n, s, e->arg[k]);
}

static void need_all(struct netlist *n, struct scope *s, const struct assigns *a)
{
    for (int32_t k = 0; k < a->n; k++) need_of(n, s, a->at[k].value);
}

static void need_of_part(struct netlist *n, struct scope *s, const struct part *p)
{
    const struct model *m = p->of.s ? circuit_model(s, p->of) : NULL;
    struct scope *sub = p->kind == 'X' ? circuit_subcircuit(s, p->of) : NULL;
    need_of(n, s, p->value);
    need_all(n, s, &p->params);
    for (int32_t k = 0; k < p->numbers.n; k++) need_of(n, s, p->numbers.at[k]);
    if (m && p->kind != 'X') need_all(n, s, &m->params);
    if (!sub) return;
    find_outer(n, sub);
    for (int32_t k = 0; k < sub->outer.n; k++) need(n, s, sub->outer.at[k].name);
}

static void find_outer(struct netlist *n, struct scope *s)
{
    if (s->outer_known || s->busy) return;
    s->busy = true;
    need_all(n, s, &s->params);
    for (int32_t k = 0; k < s->parts.n; k++) need_of_part(n, s, s->parts.at[k]);
    for (int32_t k = 0; k < s->nodes.n; k++) {
        need_of(n, s, s->nodes.at[k]->start);
        need_of(n, s, s->nodes.at[k]->guess);
    }
    s->busy = false;
    s->outer_known = true;
    for (int32_t k = 0; k < s->inner.n; k++) find_outer(n, s->inner.at[k]);
}

void names_find_outer(struct netlist *n)
{
    find_outer(n, n->top);
}
