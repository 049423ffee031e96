/* SPDX-License-Identifier: MIT */
/* discrete.c - equations of discrete variables, in an order in which they can be evaluated.
 *
 * Such an equation has a discrete variable alone on one side and what only changes at events on the
 * other. Nothing is solved: rows are matched and ordered by the code that does it for continuous
 * unknowns, and a cycle is an error. Every discrete variable needs an equation or an assignment (in
 * a when, or in an initial algorithm), and not both. */
#include "graph/graph.h"

static bool is_discrete(const struct ir *e)
{
    return e->op == IR_VAR && e->var->kind == VAR_DISCRETE;
}

bool graph_is_discrete(struct ir_model *m, const struct ir_eq *e)
{
    if (e->lhs->type != IR_R || is_discrete(e->lhs)) return true;
    return is_discrete(e->rhs) && !ir_continuous(m, e->lhs);
}

/* An equation whose left side a when assigns, too. */
static bool assigned_twice(struct ir_model *m, const struct ir_eq *e, const char *assigned)
{
    if (!is_discrete(e->lhs) || !(assigned[e->lhs->var->number] & ASSIGNED_WHEN)) return false;
    if (is_discrete(e->rhs) && !e->rhs->var->hidden &&
        !(assigned[e->rhs->var->number] & ASSIGNED_WHEN))
        return false;
    error_at(m->messages, e->at, "'%s' has this equation and is assigned in a when, too",
             e->lhs->var->name);
    return true;
}

static struct graph_system *discrete_system(struct ir_model *m, const char *assigned)
{
    struct graph_system *s = graph_system_new(m);
    s->start = true;
    s->only_explicit = "discrete variables";
    for (int32_t k = 0; k < m->vars.n; k++) {
        struct ir_var *v = m->vars.at[k];
        if (v->kind == VAR_DISCRETE && !v->hidden && !(assigned[k] & ASSIGNED_WHEN))
            graph_add_unknown(s, v, IR_VAR, 0);
    }
    for (int32_t k = 0; k < m->eqs.n; k++) {
        struct ir_eq *e = &m->eqs.at[k];
        if (!graph_is_discrete(m, e) || assigned_twice(m, e, assigned)) continue;
        struct graph_row r =
            graph_row_make(s, e->iters, e->n_iters, e->lhs, e->rhs, e->at, e->text);
        if (r.points > 0) VEC_ADD(m->arena, &s->rows, r);
    }
    return s;
}

static void report_undetermined(struct graph_system *s, const char *assigned)
{
    struct ir_model *m = s->m;
    int64_t *covered = ARENA_ARRAY(m->arena, int64_t, m->vars.n + 1);
    if (m->checked && m->checked->mu) return;
    for (int32_t k = 0; k < s->defs.n; k++)
        covered[s->defs.at[k].def.var->number] += s->defs.at[k].span.size;
    for (int32_t k = 0; k < m->vars.n; k++) {
        struct ir_var *v = m->vars.at[k];
        if (v->kind != VAR_DISCRETE || v->hidden || assigned[k] || covered[k] >= v->count) continue;
        if (covered[k])
            error_at(m->messages, v->at, "no equation determines all elements of '%s'", v->name);
        else
            error_at(m->messages, v->at, "no equation determines '%s'", v->name);
    }
}

bool graph_discrete(struct ir_model *m)
{
    char *assigned = graph_assigned(m);
    struct graph_system *s = discrete_system(m, assigned);
    int errors = m->messages->errors;
    if (!graph_match(s) || !graph_order(s)) return false;
    report_undetermined(s, assigned);
    for (int32_t k = 0; k < s->defs.n; k++) VEC_ADD(m->arena, &m->discrete_defs, s->defs.at[k].def);
    return m->messages->errors == errors;
}
