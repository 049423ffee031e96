/* SPDX-License-Identifier: MIT */
/* start.c - values at the start, in the order in which they are computed.
 *
 *  1. Parameters from their bindings, those first that others refer to.
 *  2. States, discretes and free parameters from their start attributes (none: 0, not listed).
 *  3. What initial equations determine: states that are not fixed, discretes without equation,
 *     parameters without binding. Algebraics and derivatives in these equations are inlined, so
 *     that der(x) = 0 is an equation of the states. pre(d) at the start is d. Unknowns without
 *     start attribute are preferred; those that no equation needs keep what 2 gave them.
 * After that, the initial algorithms run. */
#include "graph/graph.h"

/* ---- Parameters ------------------------------------------------------------------------------ */

static struct ir *element(struct ir_model *m, struct ir_var *v)
{
    return ir_var_at(m, IR_VAR, v, graph_position(m, v->iters, v->rank));
}

static struct ir_iter **iters_of(struct ir_model *m, struct ir_var *v)
{
    struct ir_iter **iters = ARENA_ARRAY(m->arena, struct ir_iter *, v->rank + 1);
    for (int32_t k = 0; k < v->rank; k++) iters[k] = v->iters[k];
    return iters;
}

static struct ir *binding_of(struct ir_model *m, const struct ir_var *v)
{
    if (v->structural && v->data && v->count == 1) {
        struct ir *value = v->type == IR_R ? ir_real(m, v->data[0]) : NULL;
        if (!value && v->type == IR_B) value = ir_bool(m, v->data[0] != 0);
        return value ? value : ir_int(m, (int64_t)v->data[0]);
    }
    return v->binding;
}

static void take_defs(struct graph_system *s)
{
    for (int32_t k = 0; k < s->defs.n; k++)
        VEC_ADD(s->m->arena, &s->m->start_defs, s->defs.at[k].def);
}

static bool order_parameters(struct ir_model *m)
{
    struct graph_system *s = graph_system_new(m);
    s->only_explicit = "parameters";
    s->start = true;
    for (int32_t k = 0; k < m->vars.n; k++)
        if (m->vars.at[k]->kind == VAR_PARAMETER && m->vars.at[k]->count > 0 &&
            binding_of(m, m->vars.at[k]) && !(m->vars.at[k]->structural && m->vars.at[k]->data))
            graph_add_unknown(s, m->vars.at[k], IR_VAR, 0);
    for (int32_t u = 0; u < s->unknowns.n; u++) {
        struct ir_var *v = s->unknowns.at[u].var;
        const char *text = arena_format(m->arena, "%s = ...", v->name);
        struct graph_row r = graph_row_make(s, iters_of(m, v), v->rank, element(m, v),
                                            binding_of(m, v), v->at, text);
        VEC_ADD(m->arena, &s->rows, r);
    }
    /* Each row determines the parameter that it stands for, even if it reads itself. */
    for (int32_t k = 0; k < s->rows.n; k++) {
        struct graph_row *r = &s->rows.at[k];
        for (int32_t j = 0; j < r->accesses.n; j++)
            if (r->accesses.at[j].node == r->lhs) r->match = j;
    }
    if (!graph_order(s)) return false;
    take_defs(s);
    return true;
}

static void add_constant_parameters(struct ir_model *m)
{
    for (int32_t k = 0; k < m->vars.n; k++) {
        struct ir_var *v = m->vars.at[k];
        struct ir_def d = {.var = v, .at = v->at};
        if (v->kind != VAR_PARAMETER || !v->structural || !v->data || v->count == 0) continue;
        d.iters = iters_of(m, v);
        d.n_iters = v->rank;
        d.index = graph_position(m, v->iters, v->rank);
        d.value = v->count == 1 ? binding_of(m, v) : ir_var_at(m, IR_VAR, v, d.index);
        d.text = arena_format(m->arena, "%s = ...", v->name);
        VEC_ADD(m->arena, &m->start_defs, d);
    }
}

/* ---- Start attributes ------------------------------------------------------------------------ */

static void add_starts(struct ir_model *m)
{
    for (int32_t k = 0; k < m->vars.n; k++) {
        struct ir_var *v = m->vars.at[k];
        struct ir_def d = {.var = v, .at = v->at, .value = v->start};
        bool free = v->kind == VAR_PARAMETER && !v->binding && !v->data;
        if (v->kind != VAR_STATE && v->kind != VAR_DISCRETE && !free) continue;
        if (!v->start || v->count == 0) continue;
        d.iters = iters_of(m, v);
        d.n_iters = v->rank;
        d.index = graph_position(m, v->iters, v->rank);
        d.text = arena_format(m->arena, "%s(start = ...)", v->name);
        VEC_ADD(m->arena, &m->start_defs, d);
    }
}

/* ---- Initial equations ----------------------------------------------------------------------- */

static struct ir *without_pre(void *user, struct ir *e)
{
    struct ir_model *m = user;
    return e->op == IR_PRE ? ir_var_at(m, IR_VAR, e->var, e->arg[0]) : e;
}

static struct ir *prepare(struct ir_model *m, struct graph_inliner *in, struct ir *e,
                          struct place at)
{
    if (ir_has_op(m, e, IR_PRE)) e = ir_map(m, e, without_pre, m);
    return graph_inline(in, e, USE_START, at);
}

static bool may_be_solved_for(const struct ir_var *v, const char *has_equation)
{
    if (v->count == 0 || v->hidden) return false;
    if (v->kind == VAR_STATE) return !v->fixed;
    if (v->kind == VAR_DISCRETE) return !has_equation[v->number];
    return v->kind == VAR_PARAMETER && !v->binding && !v->data && !v->fixed;
}

static bool solve_initial(struct ir_model *m, struct graph_inliner *in)
{
    struct graph_system *s = graph_system_new(m);
    char *has_equation = ARENA_ARRAY(m->arena, char, m->vars.n + 1);
    int32_t loops = m->loops.n;
    s->start = true;
    for (int32_t k = 0; k < m->discrete_defs.n; k++)
        has_equation[m->discrete_defs.at[k].var->number] = 1;
    for (int32_t k = 0; k < m->vars.n; k++)
        if (may_be_solved_for(m->vars.at[k], has_equation))
            graph_add_unknown(s, m->vars.at[k], IR_VAR, m->vars.at[k]->start ? 1 : 0);
    for (int32_t k = 0; k < m->initial_eqs.n; k++) {
        struct ir_eq *e = &m->initial_eqs.at[k];
        struct ir *lhs = prepare(m, in, e->lhs, e->at), *rhs = prepare(m, in, e->rhs, e->at);
        struct graph_row r = graph_row_make(s, e->iters, e->n_iters, lhs, rhs, e->at, e->text);
        if (r.points > 0) VEC_ADD(m->arena, &s->rows, r);
    }
    if (!graph_match(s) || !graph_order(s)) return false;
    take_defs(s);
    for (int32_t k = loops; k < m->loops.n; k++) /* guesses may refer to start values only */
        for (int32_t j = 0; j < m->loops.at[k]->n; j++)
            m->loops.at[k]->start[j] =
                graph_inline(in, m->loops.at[k]->start[j], USE_START, m->loops.at[k]->at[j]);
    return true;
}

bool graph_start(struct ir_model *m, struct graph_inliner *in)
{
    bool good = order_parameters(m);
    add_constant_parameters(m);
    add_starts(m);
    return solve_initial(m, in) && good;
}
