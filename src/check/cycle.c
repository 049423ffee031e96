/* SPDX-License-Identifier: MIT */
/* cycle.c - parameters that are defined by themselves: a = b + 1, b = 2*a.
 *
 * A walk in depth through the values of parameters. A symbol is OPEN while its value is walked
 * through and DONE afterwards; who meets an OPEN one has gone in a circle. The walk keeps its
 * own stack: chains may be as long as a file. */
#include "check/stage.h"

enum { FRESH, OPEN, DONE };

struct walk {
    struct check *c;
    VEC(struct symbol *) stack;
};

static void push_names(struct walk *w, const struct ast_expr *e)
{
    struct symbol *s = e ? e->symbol : NULL;
    if (!e || !e->type) return;
    for (int32_t k = 0; k < e->n_path; k++)
        for (int32_t i = 0; i < e->path[k].n_sub; i++) push_names(w, e->path[k].sub[i]);
    for (int32_t k = 0; k < e->n_iterators; k++) push_names(w, e->iterators[k].range);
    if (e->builtin == BUILTIN_SIZE || e->builtin == BUILTIN_NDIMS) return;
    for (int32_t k = 0; k < e->n_args; k++) push_names(w, e->args[k]);
    if (e->kind != EXPR_NAME || !s || s->kind != SYMBOL_VARIABLE || !s->element) return;
    if (s->variability > VARY_PARAMETER || !s->binding || s->value || s->mark == DONE) return;
    if (s->mark == OPEN)
        error_at(w->c->m, s->at, "the value of '%s' depends on itself", s->name);
    else
        VEC_ADD(w->c->arena, &w->stack, s);
}

static void walk_from(struct walk *w, struct symbol *s)
{
    VEC_ADD(w->c->arena, &w->stack, s);
    while (w->stack.n > 0) {
        s = w->stack.at[w->stack.n - 1];
        if (s->mark != FRESH) {
            s->mark = DONE;
            w->stack.n--;
        } else {
            s->mark = OPEN;
            push_names(w, s->binding);
        }
    }
}

void check_cycles(struct check *c)
{
    struct walk w = {.c = c};
    for (int32_t k = 0; k < c->out->variables.n; k++) {
        struct symbol *s = c->out->variables.at[k];
        if (s->binding && s->variability <= VARY_PARAMETER && s->mark == FRESH) walk_from(&w, s);
    }
}
