/* SPDX-License-Identifier: MIT */
/* solve.c - from equations in loops to definitions: the steps.
 *
 *  1. delay(...) leaves the expressions: what was is known.                          sums.c
 *  2. Each equation gets the unknown that it determines.                             match.c
 *  3. Equations that need each other are solved; the others are ordered.             order.c
 *  4. Equations of discrete variables likewise, but nothing is solved.               discrete.c
 *  5. Algebraics and derivatives are replaced by their values everywhere.            inline.c
 *  6. Start values.                                                                  start.c
 *  7. Everything gets its flat number.                                               number.c
 * As long as a model is causal as written, or can be made so array by array, the work is
 * proportional to its text and not to the sizes of its arrays. */
#include "graph/graph.h"

static struct graph_system *continuous_system(struct ir_model *m)
{
    struct graph_system *s = graph_system_new(m);
    for (int32_t k = 0; k < m->vars.n; k++) {
        struct ir_var *v = m->vars.at[k];
        if (v->count == 0) continue;
        if (v->kind == VAR_STATE) graph_add_unknown(s, v, IR_DER, 0);
        if (v->kind == VAR_ALGEBRAIC) graph_add_unknown(s, v, IR_VAR, 1);
    }
    for (int32_t k = 0; k < m->eqs.n; k++) {
        struct ir_eq *e = &m->eqs.at[k];
        struct graph_row r;
        if (graph_is_discrete(m, e)) continue;
        r = graph_row_make(s, e->iters, e->n_iters, e->lhs, e->rhs, e->at, e->text);
        if (r.points > 0) VEC_ADD(m->arena, &s->rows, r);
    }
    return s;
}

static struct ir *inline_in(void *user, struct ir *e, enum graph_use use, struct place at)
{
    return graph_inline(user, e, use, at);
}

bool graph_solve(struct ir_model *m)
{
    int errors = m->messages->errors;
    struct graph_system *s;
    struct graph_inliner *in;
    bool good;
    for (int32_t k = 0; k < m->vars.n; k++) m->vars.at[k]->number = k;
    graph_take_delays(m);
    s = continuous_system(m);
    good = graph_match(s) && graph_order(s);
    good = graph_discrete(m) && good;
    if (!good) return false;
    graph_defs_index(s);
    in = graph_inliner_new(s);
    graph_inline_defs(in);
    graph_rewrite(m, inline_in, in);
    good = graph_start(m, in) && graph_number(m);
    return good && m->messages->errors == errors;
}
