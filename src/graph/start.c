/* SPDX-License-Identifier: MIT */
/* start.c - values at the start, in the order in which they are computed.
 *
 *  1. Parameters from their bindings, those first that others refer to.
 *  2. States, discretes and free parameters from their start attributes (none: 0, not listed).
 *  3. What initial equations determine: states that are not fixed, discretes without equation,
 *     parameters without binding. Algebraics and derivatives in these equations are inlined, so
 *     that der(x) = 0 is an equation of the states. pre(d) at the start is d. Unknowns without
 *     start attribute are preferred; those that no equation needs keep what 2 gave them.
 *     Parameters whose binding needs such a parameter, and fixed states whose start does, are
 *     unknowns with an equation of their own (*late*); so are arrays fixed in part.
 * After that, the initial algorithms run. */
#include "graph/start_loops.h"

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

static void add_binding(struct graph_system *s, struct ir_var *v)
{
    const char *text = arena_format(s->m->arena, "%s = ...", v->name);
    struct graph_row r = graph_row_make(s, iters_of(s->m, v), v->rank, element(s->m, v),
                                        binding_of(s->m, v), v->at, text);
    VEC_ADD(s->m->arena, &s->rows, r);
}

static bool order_parameters(struct ir_model *m, const char *late)
{
    struct graph_system *s = graph_system_new(m);
    s->only_explicit = "parameters";
    s->start = true;
    for (int32_t k = 0; k < m->vars.n; k++)
        if (m->vars.at[k]->kind == VAR_PARAMETER && m->vars.at[k]->count > 0 &&
            binding_of(m, m->vars.at[k]) && !(m->vars.at[k]->structural && m->vars.at[k]->data) &&
            !late[k])
            graph_add_unknown(s, m->vars.at[k], IR_VAR, 0);
    for (int32_t u = 0; u < s->unknowns.n; u++) add_binding(s, s->unknowns.at[u].var);
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

/* ---- What is known late ---------------------------------------------------------------------- */

static bool is_free(const struct ir_var *v)
{
    return v->kind == VAR_PARAMETER && !v->binding && !v->data && !v->fixed;
}

static int reads_late(void *user, struct ir *e)
{
    const char *late = user;
    return e->op == IR_VAR && late[e->var->number];
}

/* Sets the flags, by var->number, of what depends on what has one; of starts: the fixed ones, or
 * all. */
static void spread(struct ir_model *m, char *late, bool all)
{
    bool more = true;
    while (more) {
        more = false;
        for (int32_t k = 0; k < m->vars.n; k++) {
            const struct ir_var *v = m->vars.at[k];
            struct ir *from = v->kind == VAR_PARAMETER && !v->data ? v->binding : NULL;
            if (v->kind == VAR_STATE && (all || v->fixed || v->fixed_each)) from = v->start;
            if (v->kind == VAR_DISCRETE && all) from = v->start;
            if (late[k] || v->count == 0 || !from || !ir_visit(m, from, reads_late, late)) continue;
            late[k] = 1;
            more = true;
        }
    }
}

/* Free parameters, and what depends on them. */
static char *find_late(struct ir_model *m)
{
    char *late = ARENA_ARRAY(m->arena, char, m->vars.n + 1);
    int32_t n = 0;
    for (int32_t k = 0; k < m->vars.n && m->initial_eqs.n > 0; k++)
        if (is_free(m->vars.at[k])) late[k] = 1, n++;
    if (n > 0) spread(m, late, false);
    return late;
}

/* What depends on parameters that initial algorithms assign is computed again after these. */
static void repeat_late(struct ir_model *m)
{
    char *late = ARENA_ARRAY(m->arena, char, m->vars.n + 1), *assigned = graph_assigned(m);
    int32_t n = 0;
    for (int32_t k = 0; k < m->vars.n; k++)
        if (m->vars.at[k]->kind == VAR_PARAMETER && (assigned[k] & ASSIGNED_INITIAL))
            late[k] = 1, n++;
    if (n > 0) spread(m, late, true);
    for (int32_t k = 0; n > 0 && k < m->start_defs.n; k++) {
        int32_t v = m->start_defs.at[k].var->number;
        m->start_defs.at[k].again = late[v] && !(assigned[v] & ASSIGNED_INITIAL);
    }
}

/* x = start, for all elements or for those that are fixed. */
static void add_fixed(struct graph_system *s, struct ir_var *v)
{
    struct ir_model *m = s->m;
    const char *text = arena_format(m->arena, "%s(start = ..., fixed = true)", v->name);
    struct ir *start = v->start ? v->start : ir_real(m, 0);
    struct ir **to = ARENA_ARRAY(m->arena, struct ir *, v->rank + 1);
    if (!v->fixed_each) {
        struct graph_row r =
            graph_row_make(s, iters_of(m, v), v->rank, element(m, v), start, v->at, text);
        VEC_ADD(m->arena, &s->rows, r);
        return;
    }
    for (int32_t k = 0; k < v->count; k++) {
        struct graph_row r;
        if (v->fixed_each[k] == 0) continue;
        graph_point(m, v->iters, v->rank, k, to);
        r = graph_row_make(s, NULL, 0, ir_var_at(m, IR_VAR, v, ir_int(m, k)),
                           ir_replace(m, start, v->iters, to, v->rank), v->at, text);
        VEC_ADD(m->arena, &s->rows, r);
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

struct before {
    struct ir_def *at;
    int32_t n, room;
};

struct initial {
    struct ir_model *m;
    struct graph_inliner *in;
    struct start_loops *loops;
    VEC(struct ir_eq) eqs; /* of these variables alone */
};

/* ---- pre(y) = y0 ------------------------------------------------------------------------------ */

/* Of a discrete that an equation determines, that is what it was before the start, and no value of
 * it: the equation gives that. */
static bool is_before(const char *has_equation, const struct ir *e)
{
    return e->op == IR_PRE && e->var->kind == VAR_DISCRETE && has_equation[e->var->number];
}

static bool say_before_twice(struct ir_model *m, const struct ir_eq *e, const struct ir *y)
{
    error_at(m->messages, e->at, "pre(%s) is given at the start by another initial equation, too",
             y->var->name);
    return false;
}

/* Takes them out of the initial equations; they are computed when all else is known. */
static bool take_before(struct initial *i, const char *has_equation, struct before *list)
{
    struct ir_model *m = i->m;
    int32_t kept = 0;
    bool good = true;
    for (int32_t k = 0; k < m->initial_eqs.n; k++) {
        struct ir_eq *e = &m->initial_eqs.at[k];
        bool left = is_before(has_equation, e->lhs), right = is_before(has_equation, e->rhs);
        struct ir *y = left ? e->lhs : e->rhs, *value = left ? e->rhs : e->lhs;
        struct ir_def d = {.var = y->var, .at = e->at, .text = e->text, .value = value};
        bool again = false;
        if (!left && !right) {
            m->initial_eqs.at[kept++] = *e;
            continue;
        }
        d.index = y->arg[0];
        d.iters = e->iters;
        d.n_iters = e->n_iters;
        for (int32_t n = 0; n < list->n && good; n++) {
            if (list->at[n].var != d.var || list->at[n].index != d.index) continue;
            again = true;
            if (list->at[n].value != value) good = say_before_twice(m, e, y);
        }
        if (!again) VEC_ADD(m->arena, list, d);
    }
    m->initial_eqs.n = kept;
    return good;
}

static void compute_before(struct initial *i, const struct before *list)
{
    for (int32_t k = 0; k < list->n; k++) {
        struct ir_def d = list->at[k];
        if (ir_has_op(i->m, d.value, IR_PRE)) d.value = ir_map(i->m, d.value, without_pre, i->m);
        d.value = graph_inline(i->in, d.value, USE_START, d.at);
        VEC_ADD(i->m->arena, &i->m->start_defs, d);
    }
}

/* ---- The others ------------------------------------------------------------------------------- */

static struct ir *prepare(struct initial *i, struct ir *e, struct place at)
{
    if (ir_has_op(i->m, e, IR_PRE)) e = ir_map(i->m, e, without_pre, i->m);
    return graph_start_loops_take(i->loops, graph_inline(i->in, e, USE_START, at));
}

static void prepare_all(struct initial *i, const struct ir_eq *at, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        struct ir_eq e = at[k];
        e.lhs = prepare(i, e.lhs, e.at);
        e.rhs = prepare(i, e.rhs, e.at);
        VEC_ADD(i->m->arena, &i->eqs, e);
    }
}

static void add_residual(void *user, struct ir *residual, struct place at, const char *text)
{
    struct initial *i = user;
    struct ir_eq e = {.rhs = ir_real(i->m, 0), .at = at, .text = text};
    e.lhs = prepare(i, residual, at);
    VEC_ADD(i->m->arena, &i->eqs, e);
}

static bool may_be_solved_for(const struct ir_var *v, const char *has_equation)
{
    if (v->count == 0 || v->hidden) return false;
    if (v->kind == VAR_STATE) return !v->fixed || v->fixed_each;
    if (v->kind == VAR_DISCRETE) return !has_equation[v->number];
    return is_free(v);
}

static char *with_equation(const struct ir_model *m)
{
    char *has_equation = ARENA_ARRAY(m->arena, char, m->vars.n + 1);
    for (int32_t k = 0; k < m->discrete_defs.n; k++)
        has_equation[m->discrete_defs.at[k].var->number] = 1;
    return has_equation;
}

/* Of the first n variables. */
static void add_initial_unknowns(struct graph_system *s, const char *late, int32_t n)
{
    struct ir_model *m = s->m;
    const char *has_equation = with_equation(m);
    for (int32_t k = 0; k < n; k++) {
        struct ir_var *v = m->vars.at[k];
        if (late[k] || may_be_solved_for(v, has_equation))
            graph_add_unknown(s, v, IR_VAR, v->start ? 1 : 0);
    }
    for (int32_t k = 0; k < n; k++) {
        struct ir_var *v = m->vars.at[k];
        if (late[k] && v->binding) add_binding(s, v);
        if (v->kind == VAR_STATE && v->count > 0 && (late[k] || v->fixed_each)) add_fixed(s, v);
    }
}

static int is_discrete(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_VAR && e->var->kind == VAR_DISCRETE;
}

/* The variable whose kept start a row is, or is a part of: parts have the text of the whole. */
static const struct ir_var *kept_of(const struct ir_model *m, const struct graph_row *r)
{
    for (int32_t k = 0; k < m->kept_starts.n; k++)
        if (m->kept_starts.at[k].text == r->text) return m->kept_starts.at[k].lhs->var;
    return NULL;
}

static void add_row(struct graph_system *s, const struct ir_eq *e)
{
    struct graph_row r = graph_row_make(s, e->iters, e->n_iters, e->lhs, e->rhs, e->at, e->text);
    if (r.points > 0) VEC_ADD(s->m->arena, &s->rows, r);
}

/* Starts of what is not a state: those that determine a state stay, the others are
 * checked, as are those that discretes have a part in. Matching may cut rows into parts, and put
 * these anywhere. */
static bool keep_starts(struct graph_system *s, const struct ir_eq *starts)
{
    struct ir_model *m = s->m;
    int32_t kept = 0;
    bool good = true;
    for (int32_t k = 0; k < m->kept_starts.n; k++) add_row(s, &starts[k]);
    graph_match_rolled(s);
    for (int32_t k = 0; k < s->rows.n; k++) {
        struct graph_row *r = &s->rows.at[k];
        const struct ir_var *v = kept_of(m, r);
        if (v && r->match < 0)
            good = graph_check_start(m, r, v->name) && good;
        else
            s->rows.at[kept++] = *r;
        if (v && r->match >= 0 && r->n_iters == 0 && ir_visit(m, r->lhs, is_discrete, NULL))
            graph_assert_start(m, r, v->name);
    }
    s->rows.n = kept;
    return good;
}

static bool says_past(struct ir_model *m)
{
    for (int32_t k = 0; k < m->initial_eqs.n; k++)
        if (ir_has_op(m, m->initial_eqs.at[k].lhs, IR_PRE) ||
            ir_has_op(m, m->initial_eqs.at[k].rhs, IR_PRE))
            return true;
    return false;
}

static bool solve_initial(struct ir_model *m, struct graph_inliner *in, const char *late)
{
    struct initial i = {m, in, graph_start_loops_new(m), {0}};
    struct graph_system *s;
    struct before before = {NULL, 0, 0};
    int32_t loops = m->loops.n, vars = m->vars.n, ours, defs;
    bool past = says_past(m);
    if (!take_before(&i, with_equation(m), &before)) return false;
    prepare_all(&i, m->initial_eqs.at, m->initial_eqs.n);
    ours = i.eqs.n;
    prepare_all(&i, m->kept_starts.at, m->kept_starts.n);
    graph_start_loops_equations(i.loops, add_residual, &i);
    s = graph_system_new(m);
    s->start = true;
    add_initial_unknowns(s, late, vars);
    graph_start_loops_unknowns(i.loops, s);
    for (int32_t k = 0; k < i.eqs.n; k++)
        if (k < ours || k >= ours + m->kept_starts.n) add_row(s, &i.eqs.at[k]);
    if (m->kept_starts.n > 0 && !keep_starts(s, i.eqs.at + ours)) return false;
    if (!graph_match(s) || !graph_order(s)) return false;
    graph_start_loops_forget(i.loops, s, loops);
    defs = m->start_defs.n;
    take_defs(s);
    for (int32_t k = loops; k < m->loops.n; k++) /* guesses may refer to start values only */
        for (int32_t j = 0; j < m->loops.at[k]->n; j++)
            m->loops.at[k]->start[j] =
                graph_inline(in, m->loops.at[k]->start[j], USE_START, m->loops.at[k]->at[j]);
    if (!past) graph_start_modes(m, defs);
    compute_before(&i, &before);
    return true;
}

bool graph_start(struct ir_model *m, struct graph_inliner *in)
{
    const char *late = find_late(m);
    bool good = order_parameters(m, late);
    add_constant_parameters(m);
    add_starts(m);
    good = solve_initial(m, in, late) && good;
    repeat_late(m);
    return good;
}
