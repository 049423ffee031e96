/* SPDX-License-Identifier: MIT */
/* number.c - flat numbers of everything that has elements.
 *
 * Variables of a kind are numbered through in the order of declaration, hidden ones behind; guards,
 * clocks, sums, terms and delays in the order of their lists. An array occupies `count` numbers in
 * a row. */
#include "graph/graph.h"

/* Gives `count` numbers from *next on; false if they do not fit. */
static bool reserve(int32_t *next, int64_t count, int32_t *first)
{
    *first = *next;
    if (count > INT32_MAX - *next) return false;
    *next += (int32_t)count;
    return true;
}

static bool number_variables(struct ir_model *m)
{
    bool fits = true;
    for (int32_t k = 0; k < m->vars.n; k++) {
        struct ir_var *v = m->vars.at[k];
        int32_t *next = NULL;
        switch (v->kind) {
        case VAR_STATE: next = &m->n_states; break;
        case VAR_DISCRETE: next = &m->n_discretes; break;
        case VAR_PARAMETER: next = &m->n_parameters; break;
        case VAR_ALGEBRAIC: next = &m->n_outputs; break;
        default: break;
        }
        if (next && !reserve(next, v->count, &v->first)) fits = false;
    }
    return fits;
}

static bool number_rest(struct ir_model *m)
{
    bool fits = true;
    for (int32_t k = 0; k < m->guards.n; k++) {
        struct ir_guard *g = &m->guards.at[k];
        fits &= reserve(&m->n_guards, graph_points(g->iters, g->n_iters), &g->first);
    }
    for (int32_t k = 0; k < m->clocks.n; k++) {
        struct ir_clock *c = &m->clocks.at[k];
        fits &= reserve(&m->n_clocks, graph_points(c->iters, c->n_iters), &c->first);
    }
    for (int32_t k = 0; k < m->sums.n; k++) {
        struct ir_sum *s = &m->sums.at[k];
        int64_t points = graph_points(s->iters, s->n_iters);
        fits &= reserve(&m->n_sums, points, &s->first);
        fits &= points <= INT32_MAX;
        if (fits) fits &= reserve(&m->n_terms, points * s->iter->count, &s->first_term);
    }
    for (int32_t k = 0; k < m->delays.n; k++) {
        struct ir_delay *d = &m->delays.at[k];
        fits &= reserve(&m->n_delays, graph_points(d->iters, d->n_iters), &d->first);
    }
    return fits;
}

bool graph_number(struct ir_model *m)
{
    struct place nowhere = {0};
    if (number_variables(m) && number_rest(m)) return true;
    error_at(m->messages, nowhere, "the model '%s' is too large: more than 2^31 elements of a kind",
             m->name ? m->name : "?");
    return false;
}
