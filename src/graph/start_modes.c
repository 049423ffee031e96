/* SPDX-License-Identifier: MIT */
/* start_modes.c - which values at the start depend on modes.
 *
 * Initial equations are solved before modes and what equations of discretes give are known; with
 * these they are solved again, until neither changes (emit/lower/startup.c, 5). That concerns what
 * reads such a discrete, or one that a when assigns: directly, through a loop, or through a value
 * that does. Where initial equations speak of pre(), they are of what was before, and stay. */
#include "graph/start_loops.h"

struct search {
    struct ir_model *m;
    char *marked, *assigned; /* by variable                                                     */
    char *asked;             /* by loop: 1: nothing known to be found, 2: something             */
};

static int finds(void *user, struct ir *e);

static bool in_loop(struct search *s, const struct ir_loop *loop)
{
    char *asked = &s->asked[loop->number];
    bool found = *asked == 2;
    if (*asked) return found;
    *asked = 1;
    for (int32_t k = 0; k < loop->n && !found; k++)
        found = ir_visit(s->m, loop->residual[k], finds, s) != 0;
    *asked = found ? 2 : 1;
    return found;
}

static int finds(void *user, struct ir *e)
{
    struct search *s = user;
    if (e->op == IR_SOLVED) return in_loop(s, e->loop);
    return e->op == IR_VAR && s->marked[e->var->number];
}

void graph_start_modes(struct ir_model *m, int32_t first)
{
    struct search s = {.m = m, .assigned = graph_assigned(m)};
    s.marked = ARENA_ARRAY(m->arena, char, m->vars.n + 1);
    s.asked = ARENA_ARRAY(m->arena, char, m->loops.n + 1);
    for (int32_t k = 0; k < m->vars.n; k++)
        if (m->vars.at[k]->kind == VAR_DISCRETE)
            s.marked[k] = m->vars.at[k]->hidden || (s.assigned[k] & ASSIGNED_WHEN);
    for (int32_t k = 0; k < m->discrete_defs.n; k++)
        s.marked[m->discrete_defs.at[k].var->number] = 1;
    for (int32_t k = first; k < m->start_defs.n; k++) {
        struct ir_def *d = &m->start_defs.at[k];
        if (d->var->kind == VAR_DISCRETE && s.marked[d->var->number]) continue;
        if (!ir_visit(m, d->value, finds, &s)) continue;
        d->by_mode = true;
        if (s.marked[d->var->number]) continue;
        s.marked[d->var->number] = 1;
        for (int32_t j = 0; j < m->loops.n; j++)
            if (s.asked[j] == 1) s.asked[j] = 0;
    }
}
