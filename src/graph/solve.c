/* SPDX-License-Identifier: MIT */
/* solve.c - from equations in loops to definitions: the steps.
 *
 *  1. delay(...) leaves the expressions: what was is known.                          sums.c
 *  2. Variables that are others, or known at once, are put in.                       alias.c
 *  3. Each equation gets the unknown that it determines.                             match.c
 *     Equations that bind states are differentiated before.                          index.c
 *  4. Equations that need each other are solved; the others are ordered.             order.c
 *  5. Equations of discrete variables likewise, but nothing is solved.               discrete.c
 *  6. Algebraics and derivatives are replaced by their values everywhere.            inline.c
 *  7. Start values.                                                                  start.c
 *  8. Everything gets its flat number.                                               number.c
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
        graph_unflatten(s, &r);
        if (r.points > 0) VEC_ADD(arena_scratch(m->arena), &s->rows, r);
    }
    return s;
}

static struct ir *inline_in(void *user, struct ir *e, enum graph_use use, struct place at)
{
    return graph_inline(user, e, use, at);
}

enum { MOST_HIDDEN = 100 };

/* Steps 3 and 4; once more if a loop of equations turns out to hide one that binds states. */
static bool make_causal(struct graph_system *s)
{
    struct ir_model *m = s->m;
    int32_t loops = m->loops.n, solutions = m->solutions.n, blocks = m->n_blocks;
    int errors = m->messages->errors;
    for (int32_t turn = 0; turn < MOST_HIDDEN; turn++) {
        if (!graph_reduce(s) || !graph_match(s)) return false;
        if (graph_order(s)) return true;
        if (!s->hidden || m->messages->errors > errors || !graph_reveal(s)) break;
        s->defs.n = 0;
        m->loops.n = loops;
        m->solutions.n = solutions;
        m->n_blocks = blocks;
    }
    if (m->messages->errors == errors) graph_report_hidden(s);
    return false;
}

bool graph_solve(struct ir_model *m)
{
    int errors = m->messages->errors;
    struct graph_system *s;
    struct graph_inliner *in;
    bool good;
    for (int32_t k = 0; k < m->vars.n; k++) m->vars.at[k]->number = k;
    graph_take_delays(m);
    graph_keep_starts(m);
    s = continuous_system(m);
    good = graph_check_grounds(s);
    if (!good) return false;
    graph_take_aliases(s);
    good = make_causal(s);
    good = graph_discrete(m) && good;
    if (!good) return false;
    graph_define_aliases(s);
    graph_defs_index(s);
    in = graph_inliner_new(s);
    graph_inline_defs(in);
    graph_rewrite(m, inline_in, in);
    good = graph_start(m, in) && graph_number(m);
    arena_clear(arena_scratch(m->arena)); /* rows and pieces */
    return good && m->messages->errors == errors;
}
