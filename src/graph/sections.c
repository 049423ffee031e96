/* SPDX-License-Identifier: MIT */
/* sections.c - the model's expressions outside of equations: guards, clocks, whens, asserts,
 * initial algorithms, delays, discrete definitions, loops.
 *
 * graph_rewrite replaces each of them by what a function makes of it, and tells the function what
 * the expression is used for: guards and delays are followed along signals, everything else is
 * wanted at one instant. A target of an assignment stays what it is; only its index is an
 * expression. */
#include "graph/graph.h"

struct rewrite {
    graph_rewrite_fn *fn;
    void *user;
    struct ir_model *m;
};

static struct ir *with(const struct rewrite *w, struct ir *e, enum graph_use use, struct place at)
{
    return e ? w->fn(w->user, e, use, at) : NULL;
}

static struct ir *target(const struct rewrite *w, struct ir *e, enum graph_use use, struct place at)
{
    if (!e || e->n != 1) return e;
    return ir_var_at(w->m, e->op, e->var, with(w, e->arg[0], use, at));
}

static void statements(const struct rewrite *w, struct ir_stmt *s, enum graph_use use)
{
    for (; s; s = s->next) {
        s->target = target(w, s->target, use, s->at);
        s->value = with(w, s->value, use, s->at);
        s->cond = with(w, s->cond, use, s->at);
        for (int32_t k = 0; k < s->n_targets; k++)
            s->targets[k] = target(w, s->targets[k], use, s->at);
        for (int32_t k = 0; k < 3; k++) s->range[k] = with(w, s->range[k], use, s->at);
        statements(w, s->body, use);
        statements(w, s->other, use);
    }
}

static void whens(const struct rewrite *w)
{
    for (int32_t k = 0; k < w->m->whens.n; k++)
        for (int32_t j = 0; j < w->m->whens.at[k].n_branches; j++) {
            struct ir_branch *b = &w->m->whens.at[k].branches[j];
            for (int32_t i = 0; i < b->n_conds; i++)
                b->conds[i] = with(w, b->conds[i], USE_EVENT, b->at);
            statements(w, b->body, USE_EVENT);
        }
}

static void guards_and_clocks(const struct rewrite *w)
{
    struct ir_model *m = w->m;
    for (int32_t k = 0; k < m->guards.n; k++) {
        struct ir_guard *g = &m->guards.at[k];
        g->z = with(w, g->z, USE_RUN, g->at);
        g->floor_of = with(w, g->floor_of, USE_EVENT, g->at);
        g->holds = with(w, g->holds, USE_EVENT, g->at);
        g->next = with(w, g->next, USE_EVENT, g->at);
    }
    for (int32_t k = 0; k < m->clocks.n; k++) {
        struct ir_clock *c = &m->clocks.at[k];
        c->due = with(w, c->due, USE_EVENT, c->at);
        c->sample_start = with(w, c->sample_start, USE_EVENT, c->at);
        c->sample_interval = with(w, c->sample_interval, USE_EVENT, c->at);
    }
    for (int32_t k = 0; k < m->asserts.n; k++)
        m->asserts.at[k].cond = with(w, m->asserts.at[k].cond, USE_EVENT, m->asserts.at[k].at);
}

static void loop(const struct rewrite *w, struct ir_loop *l)
{
    for (int32_t k = 0; k < l->n; k++) {
        l->residual[k] = with(w, l->residual[k], USE_EVENT, l->at[k]);
        l->start[k] = with(w, l->start[k], USE_EVENT, l->at[k]);
    }
}

void graph_rewrite(struct ir_model *m, graph_rewrite_fn *fn, void *user)
{
    struct rewrite w = {fn, user, m};
    guards_and_clocks(&w);
    whens(&w);
    statements(&w, m->initial, USE_START);
    for (int32_t k = 0; k < m->delays.n; k++) {
        struct ir *value = with(&w, m->delays.at[k].value, USE_RUN, m->delays.at[k].at);
        m->delays.at[k].value = value;
    }
    for (int32_t k = 0; k < m->discrete_defs.n; k++) {
        struct ir_def *d = &m->discrete_defs.at[k];
        d->value = with(&w, d->value, USE_EVENT, d->at);
    }
    for (int32_t k = 0; k < m->loops.n; k++) loop(&w, m->loops.at[k]);
}

/* ---- What statements assign ------------------------------------------------------------------ */

static void note(char *flags, const struct ir *target, char flag)
{
    if (target && target->op == IR_VAR) flags[target->var->number] |= flag;
}

static void find_targets(char *flags, const struct ir_stmt *s, char flag)
{
    for (; s; s = s->next) {
        if (s->op != DO_REINIT) note(flags, s->target, flag);
        for (int32_t k = 0; k < s->n_targets; k++) note(flags, s->targets[k], flag);
        find_targets(flags, s->body, flag);
        find_targets(flags, s->other, flag);
    }
}

char *graph_assigned(struct ir_model *m)
{
    char *flags = ARENA_ARRAY(m->arena, char, m->vars.n + 1);
    for (int32_t k = 0; k < m->whens.n; k++)
        for (int32_t j = 0; j < m->whens.at[k].n_branches; j++)
            find_targets(flags, m->whens.at[k].branches[j].body, ASSIGNED_WHEN);
    find_targets(flags, m->initial, ASSIGNED_INITIAL);
    return flags;
}
