/* SPDX-License-Identifier: MIT */
/* lower_kind.c - the functions of each kind: derivatives, outputs, guards, clocks, terms,
 * delays. */
#include "emit/lower/lower_group.h"
#include <math.h>

/* A single output with a value that another one has, too (wires do that): only its number and its
 * place are its own. */
static bool group_again(struct lower *l, const struct code_kind *kind, const struct cluster *c,
                        struct code_group *g)
{
    const struct piece *p = c->pieces;
    struct node_entry *before;
    if (c->n > 1 || p->n_iters || c->hi > c->lo) return false;
    before = node_map_put(l->arena, &l->outputs, p->value);
    if (!before->number) {
        before->number = kind->groups.n + 1;
        return false;
    }
    *g = kind->groups.at[before->number - 1];
    g->first = (int32_t)c->lo;
    g->at = p->at;
    g->text = p->text;
    return true;
}

static void add_group(struct lower *l, void *user, struct cluster *c)
{
    struct code_kind *kind = user;
    struct code_group g;
    if (kind == &l->code->der)
        g = lower_group(l, c, LOWER_DERIVATIVE);
    else if (kind != &l->code->output)
        g = lower_group(l, c, LOWER_OTHER);
    else if (!group_again(l, kind, c, &g))
        g = lower_group(l, c, l->block ? LOWER_BLOCK : LOWER_OUTPUT);
    VEC_ADD(l->arena, &kind->groups, g);
    kind->count = g.first + g.count;
    arena_clear(l->scratch);
}

static void lower_defs(struct lower *l, bool der, int64_t count, struct code_kind *kind)
{
    struct pieces pieces = {0};
    for (int32_t k = 0; k < l->m->defs.n; k++) {
        const struct ir_def *d = &l->m->defs.at[k];
        struct piece p = {.iters = d->iters,
                          .n_iters = d->n_iters,
                          .value = d->value,
                          .at = d->at,
                          .text = d->text};
        if (d->der != der) continue;
        p.name = der ? arena_format(l->arena, "der_%s", d->var->name) : d->var->name;
        if (!lower_piece(l, &pieces, p, d->var->first, d->index)) return;
    }
    lower_clusters(l, &pieces, count, der ? "state" : "output", add_group, kind);
}

void lower_derivatives(struct lower *l)
{
    lower_defs(l, true, l->m->n_states, &l->code->der);
}

void lower_outputs(struct lower *l)
{
    lower_defs(l, false, l->m->n_outputs, &l->code->output);
}

/* Groups of things that have a box of their own: all are row-major, none overlap. */
static void add_box(struct lower *l, struct code_kind *kind, struct piece p, int32_t first)
{
    struct pieces pieces = {0};
    if (!lower_piece(l, &pieces, p, first, NULL) || !pieces.n) return;
    add_group(l, kind, &(struct cluster){pieces.at, 1, pieces.at->lo, pieces.at->hi});
}

/* The parts have the box of the formula: their elements are numbered alike. */
static void add_formula(struct lower *l, const struct ir_guard *g, struct code_kind *kind)
{
    int32_t *code;
    if (!g->n_formula || !lower_points(g->iters, g->n_iters)) return;
    code = ARENA_ARRAY(l->arena, int32_t, g->n_formula);
    for (int32_t k = 0; k < g->n_formula; k++)
        code[k] = g->formula[k] < 0 ? g->formula[k] : l->m->guards.at[g->formula[k]].first;
    kind->groups.at[kind->groups.n - 1].formula = code;
    kind->groups.at[kind->groups.n - 1].n_formula = g->n_formula;
}

void lower_guards(struct lower *l)
{
    for (int32_t k = 0; k < l->m->guards.n; k++) {
        const struct ir_guard *g = &l->m->guards.at[k];
        add_box(l, &l->code->guard,
                (struct piece){.iters = g->iters,
                               .n_iters = g->n_iters,
                               .value = g->z,
                               .at = g->at,
                               .name = arena_format(l->arena, "guard_%d", k + 1),
                               .text = g->text},
                g->first);
        add_formula(l, g, &l->code->guard);
    }
}

void lower_sums(struct lower *l)
{
    for (int32_t k = 0; k < l->m->sums.n; k++) {
        const struct ir_sum *s = &l->m->sums.at[k];
        struct ir_iter **iters = ARENA_ARRAY(l->arena, struct ir_iter *, s->n_iters + 1);
        for (int32_t j = 0; j < s->n_iters; j++) iters[j] = s->iters[j];
        iters[s->n_iters] = s->iter;
        add_box(l, &l->code->term,
                (struct piece){.iters = iters,
                               .n_iters = s->n_iters + 1,
                               .value = s->body,
                               .at = s->at,
                               .name = arena_format(l->arena, "term_%d", k + 1)},
                s->first_term);
    }
}

/* ---- Clocks: the instant at which each is due ------------------------------------------------ */

/* +infinity while the relation holds; it is due again when it has become false. */
static struct code_expr *due_value(struct taylor *t, struct code_body *to, const struct ir_clock *c)
{
    struct code_model *m = t->code;
    struct ir *mode =
        ir_var_at(t->l->m, IR_VAR, c->mode, ir_position(t->l->m, c->iters, c->n_iters));
    struct code_expr *due, *now;
    if (c->sample) return taylor_value(t, to, c->due);
    now = taylor_value(t, to, mode);
    due = taylor_value(t, to, c->due);
    return code_cond(m, now, code_real(m, (double)INFINITY), due);
}

void lower_clocks(struct lower *l)
{
    for (int32_t k = 0; k < l->m->clocks.n; k++) {
        const struct ir_clock *c = &l->m->clocks.at[k];
        struct code_group g = {.first = c->first, .at = c->at, .text = c->text};
        const char *name = arena_format(l->arena, "clock_%d", k + 1);
        struct code_expr *due;
        struct taylor t;
        g.count = (int32_t)lower_points(c->iters, c->n_iters);
        if (g.count == 0) continue;
        g.eval = code_fn_new(l->code, CODE_NEXT, name);
        t = taylor_new(l, g.eval, AT_EVAL);
        t.levels = 1;
        taylor_bind_box(&t, &g.eval->body, c->iters, c->n_iters, code_local(l->code, g.eval, 0));
        lower_line(&t, &g.eval->body, c->at, c->text);
        due = due_value(&t, &g.eval->body, c);
        code_add(l->code, &g.eval->body, CODE_RETURN)->a = due;
        g.reads = code_fn_new(l->code, CODE_READS, arena_format(l->arena, "%s_reads", name));
        t = taylor_new(l, g.reads, AT_EVAL);
        taylor_bind_box(&t, &g.reads->body, c->iters, c->n_iters, code_local(l->code, g.reads, 0));
        lower_reads(&t, &g.reads->body, c->due);
        lower_reads(&t, &g.reads->body,
                    ir_var_at(l->m, IR_VAR, c->mode, ir_position(l->m, c->iters, c->n_iters)));
        VEC_ADD(l->arena, &l->code->clock.groups, g);
        l->code->clock.count = g.first + g.count;
    }
}

/* ---- Delays ---------------------------------------------------------------------------------- */

/* One function for the lags of all: if (k < end of this delay) return its lag. */
static void add_lag(struct lower *l, struct code_fn *f, const struct ir_delay *d)
{
    struct taylor t = taylor_new(l, f, AT_EVAL);
    struct code_expr *k = code_local(l->code, f, 0), *point, *lag;
    struct code_body part = {0};
    t.levels = 1;
    t.at = d->at;
    point = code_binary(l->code, CODE_SUB, k, code_int(l->code, d->first));
    taylor_bind_box(&t, &part, d->iters, d->n_iters, point);
    lag = taylor_value(&t, &part, d->lag);
    code_add(l->code, &part, CODE_RETURN)->a = lag;
    taylor_if(&t, &f->body,
              code_binary(l->code, CODE_LT, k,
                          code_int(l->code, d->first + lower_points(d->iters, d->n_iters))),
              &part, NULL);
}

void lower_delays(struct lower *l)
{
    for (int32_t k = 0; k < l->m->delays.n; k++) {
        const struct ir_delay *d = &l->m->delays.at[k];
        add_box(l, &l->code->delayed,
                (struct piece){.iters = d->iters,
                               .n_iters = d->n_iters,
                               .value = d->value,
                               .at = d->at,
                               .name = arena_format(l->arena, "delay_%d", k + 1)},
                d->first);
        if (!l->code->lag) l->code->lag = code_fn_new(l->code, CODE_NEXT, "lag");
        add_lag(l, l->code->lag, d);
    }
    if (l->code->lag)
        code_add(l->code, &l->code->lag->body, CODE_RETURN)->a = code_real(l->code, 0);
}
