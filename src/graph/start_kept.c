/* SPDX-License-Identifier: MIT */
/* start_kept.c - start values that hold although their variables are no states.
 *
 * An algebraic variable follows from the states, and after index reduction (index.c) a former state
 * may do so, too. If its start value is fixed, this is an initial equation: x = start, with what x follows from in place of x. It
 * determines a state whose own start value is only a guess. Where there is none left, it must be
 * true as it is: if all numbers are known now, they are compared now, otherwise at the start of
 * each run. */
#include "graph/graph.h"

#include <math.h>

enum { LEVELS = 20 };

/* x = start, for all elements. */
static void keep_all(struct ir_model *m, struct ir_var *v, struct ir *start, const char *text)
{
    struct ir_eq e = {.n_iters = v->rank, .at = v->at, .text = text};
    e.iters = ARENA_ARRAY(m->arena, struct ir_iter *, v->rank + 1);
    for (int32_t k = 0; k < v->rank; k++) e.iters[k] = v->iters[k];
    e.lhs = ir_var_at(m, IR_VAR, v, graph_position(m, e.iters, v->rank));
    e.rhs = start;
    VEC_ADD(m->arena, &m->kept_starts, e);
}

/* ... for those that are fixed. */
static void keep_some(struct ir_model *m, struct ir_var *v, struct ir *start, const char *text)
{
    struct ir **to = ARENA_ARRAY(m->arena, struct ir *, v->rank + 1);
    for (int32_t k = 0; k < v->count; k++) {
        struct ir_eq e = {.at = v->at, .text = text};
        if (v->fixed_each[k] == 0) continue;
        graph_point(m, v->iters, v->rank, k, to);
        e.lhs = ir_var_at(m, IR_VAR, v, ir_int(m, k));
        e.rhs = ir_replace(m, start, v->iters, to, v->rank);
        VEC_ADD(m->arena, &m->kept_starts, e);
    }
}

void graph_keep_start(struct ir_model *m, struct ir_var *v)
{
    const char *text = arena_format(m->arena, "%s(start = ..., fixed = true)", v->name);
    struct ir *start = v->start ? v->start : ir_real(m, 0);
    if (v->kind != VAR_ALGEBRAIC || v->count == 0) return;
    if (v->fixed_each)
        keep_some(m, v, start, text);
    else if (v->fixed)
        keep_all(m, v, start, text);
}

void graph_keep_starts(struct ir_model *m)
{
    for (int32_t k = 0; k < m->vars.n; k++)
        if (m->vars.at[k]->type == IR_R) graph_keep_start(m, m->vars.at[k]);
}

static struct ir *attribute_at(struct ir_model *m, struct ir_var *v, struct ir *value,
                               struct ir *index)
{
    struct ir *to[CHECK_RANK];
    if (v->rank == 0) return value;
    if (!graph_invert(m, graph_position(m, v->iters, v->rank), v->iters, v->rank, index, to))
        return NULL;
    return ir_replace(m, value, v->iters, to, v->rank);
}

/* States by their start values, if these hold, parameters by what they are bound to. */
static struct ir *known_node(void *user, struct ir *e)
{
    struct ir_model *m = user;
    struct ir *value = NULL;
    if (e->op != IR_VAR) return e;
    if (e->var->kind == VAR_STATE && e->var->fixed)
        value = e->var->start ? e->var->start : ir_real(m, 0);
    if (e->var->kind == VAR_PARAMETER && !e->var->data) value = e->var->binding;
    if (value) value = attribute_at(m, e->var, value, e->arg[0]);
    return value ? value : e;
}

static bool number_of(struct ir_model *m, struct ir *e, double *value)
{
    for (int32_t k = 0; k < LEVELS; k++) {
        struct ir *old = e;
        if (ir_constant(e, value)) return true;
        e = ir_map(m, e, known_node, m);
        if (e == old) return false;
    }
    return false;
}

static bool agree(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

static int first_state(void *user, struct ir *e)
{
    const struct ir_var **v = user;
    if (e->op != IR_VAR || e->var->kind != VAR_STATE) return 0;
    *v = e->var;
    return 1;
}

static const char *source_of(struct ir_model *m, const struct graph_row *r)
{
    const struct ir_var *v = NULL;
    ir_visit(m, r->lhs, first_state, &v);
    return v ? arena_format(m->arena, "the start of '%s'", v->name) : "time";
}

/* A statement when the start is found: |lhs - rhs| is small. */
void graph_assert_start(struct ir_model *m, const struct graph_row *r, const char *name)
{
    struct ir_stmt *s = ARENA_NEW(m->arena, struct ir_stmt), **end = &m->start_checks;
    struct ir *a = r->lhs, *b = r->rhs, *size, *gap;
    gap = ir_math(m, ELEMENTARY_ABS, ir_binary(m, IR_SUB, a, b), NULL);
    size = ir_binary(m, IR_ADD, ir_math(m, ELEMENTARY_ABS, a, NULL),
                     ir_math(m, ELEMENTARY_ABS, b, NULL));
    size = ir_binary(m, IR_MUL, ir_real(m, 1e-6), size);
    s->op = DO_ASSERT;
    s->at = r->at;
    s->cond = ir_relation(m, IR_LE, gap, ir_binary(m, IR_ADD, size, ir_real(m, 1e-12)), false);
    s->text = arena_format(m->arena, "the start of '%s' contradicts %s", name, source_of(m, r));
    while (*end) end = &(*end)->next;
    *end = s;
}

bool graph_check_start(struct ir_model *m, const struct graph_row *r, const char *name)
{
    double a, b;
    if (r->n_iters > 0) {
        struct ir **to = ARENA_ARRAY(m->arena, struct ir *, r->n_iters);
        struct graph_row one = *r;
        bool good = true;
        for (int64_t p = 0; good && p < r->points; p++) {
            graph_point(m, r->iters, r->n_iters, p, to);
            one.n_iters = 0;
            one.lhs = ir_replace(m, r->lhs, r->iters, to, r->n_iters);
            one.rhs = ir_replace(m, r->rhs, r->iters, to, r->n_iters);
            good = graph_check_start(m, &one, name);
        }
        return good;
    }
    if (!number_of(m, r->lhs, &a) || !number_of(m, r->rhs, &b))
        return graph_assert_start(m, r, name), true;
    if (agree(a, b)) return true;
    error_at(m->messages, r->at, "'%s' is fixed at %g at the start, but %s makes it %g", name, b,
             source_of(m, r), a);
    hint_last(m->messages, "equations bind them to each other: fix one of them");
    return false;
}
