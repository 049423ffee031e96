/* SPDX-License-Identifier: MIT */
/* handler_item.c - what the items of the discrete part read and write. */
#include "emit/lower/handler.h"

struct collector {
    struct lower *l;
    struct item *item;
    bool body;               /* of a when                                                       */
    struct node_map seen[2]; /* outside and inside of reductions                                */
};

static bool is_reduction(const struct ir *e)
{
    return e->op == IR_SUM || e->op == IR_PRODUCT || e->op == IR_MIN || e->op == IR_MAX ||
           e->op == IR_BUILD;
}

static void add_read(struct collector *c, struct ir *e, bool inside)
{
    struct ir_model *m = c->l->m;
    struct access a = {.index = NULL, .pre = e->op == IR_PRE};
    if (e->op == IR_SAMPLE && e->integer > 0) {
        const struct ir_clock *clock = &m->clocks.at[e->integer - 1];
        a.var = clock->mode;
        a.index = ir_position(m, clock->iters, clock->n_iters);
    } else if ((e->op == IR_VAR || e->op == IR_PRE) && e->var->kind == VAR_DISCRETE) {
        a.var = e->var;
        a.index = e->arg[0];
    } else {
        return;
    }
    if (inside) a.index = NULL;
    if (c->body)
        VEC_ADD(m->arena, &c->item->uses, a);
    else
        VEC_ADD(m->arena, &c->item->reads, a);
}

static void collect(struct collector *c, struct ir *e, bool inside)
{
    if (node_map_get(&c->seen[inside], e)) return;
    node_map_put(c->l->scratch, &c->seen[inside], e)->value = e;
    add_read(c, e, inside);
    for (int32_t k = 0; k < e->n; k++) collect(c, e->arg[k], inside || is_reduction(e));
}

static void reads(struct lower *l, struct item *item, struct ir *e)
{
    struct collector c = {.l = l, .item = item};
    collect(&c, e, false);
}

static void add_write(struct lower *l, struct item *item, const struct ir *target, bool whole)
{
    struct access a = {.var = target->var, .index = whole || !target->n ? NULL : target->arg[0]};
    if (target->op != IR_VAR) return;
    if (a.var->kind == VAR_DISCRETE) VEC_ADD(l->arena, &item->writes, a);
    if (a.var->kind == VAR_STATE) VEC_ADD(l->arena, &item->resets, a.var);
}

/* loop: inside a loop of the body, whose iterator is no one else's */
static void writes(struct lower *l, struct item *item, const struct ir_stmt *s, bool loop)
{
    for (; s; s = s->next) {
        bool inner = loop || s->op == DO_FOR || s->op == DO_FOR_RANGE || s->op == DO_WHILE;
        if (s->target && (s->op == DO_ASSIGN || s->op == DO_REINIT))
            add_write(l, item, s->target, loop);
        for (int32_t k = 0; k < s->n_targets; k++)
            if (s->targets[k])
                add_write(l, item, s->targets[k], loop || s->targets[k]->var->count > 1);
        writes(l, item, s->body, inner);
        writes(l, item, s->other, inner);
    }
}

static void uses(struct lower *l, struct item *item, const struct ir_stmt *s)
{
    struct collector c = {.l = l, .item = item, .body = true};
    for (; s; s = s->next) {
        if (s->value) collect(&c, s->value, false);
        if (s->cond) collect(&c, s->cond, false);
        for (int k = 0; k < 3; k++)
            if (s->range[k]) collect(&c, s->range[k], false);
        uses(l, item, s->body);
        uses(l, item, s->other);
    }
}

static struct item *item_new(struct lower *l, struct items *list, enum item_kind kind,
                             int32_t number, struct ir_iter **iters, int32_t n)
{
    struct item item = {.kind = kind, .number = number, .iters = iters, .n_iters = n};
    return VEC_ADD(l->arena, list, item);
}

static void add_when(struct lower *l, struct items *list, int32_t k)
{
    const struct ir_when *w = &l->m->whens.at[k];
    struct item *item = item_new(l, list, ITEM_WHEN, k, w->iters, w->n_iters);
    for (int32_t j = 0; j < w->n_branches; j++) {
        for (int32_t i = 0; i < w->branches[j].n_conds; i++)
            reads(l, item, w->branches[j].conds[i]);
        writes(l, item, w->branches[j].body, false);
        uses(l, item, w->branches[j].body);
    }
}

static void add_clock(struct lower *l, struct items *list, int32_t k)
{
    const struct ir_clock *c = &l->m->clocks.at[k];
    struct item *item;
    if (c->sample) return;
    item = item_new(l, list, ITEM_CLOCK, k, c->iters, c->n_iters);
    reads(l, item, c->due);
    VEC_ADD(l->arena, &item->writes,
            ((struct access){.var = c->mode, .index = ir_position(l->m, c->iters, c->n_iters)}));
}

struct items handler_items(struct lower *l)
{
    struct items list = {0};
    const struct ir_model *m = l->m;
    for (int32_t k = 0; k < m->discrete_defs.n; k++) {
        const struct ir_def *d = &m->discrete_defs.at[k];
        struct item *item = item_new(l, &list, ITEM_DEF, k, d->iters, d->n_iters);
        reads(l, item, d->value);
        VEC_ADD(l->arena, &item->writes, ((struct access){.var = d->var, .index = d->index}));
    }
    for (int32_t k = 0; k < m->whens.n; k++) add_when(l, &list, k);
    for (int32_t k = 0; k < m->clocks.n; k++) add_clock(l, &list, k);
    for (int32_t k = 0; k < m->asserts.n; k++) {
        const struct ir_assert *a = &m->asserts.at[k];
        reads(l, item_new(l, &list, ITEM_ASSERT, k, a->iters, a->n_iters), a->cond);
    }
    return list;
}
