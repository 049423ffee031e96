/* SPDX-License-Identifier: MIT */
/* taylor_span.c - what is known of a node before any code is made: how many of its coefficients can
 * differ from 0, whether it may be evaluated where nothing needs it, what it costs.
 *
 * Answers are kept per function that is being made: spans depend on the width of signals there.
 * Nodes are asked for arguments first (ir_visit), so that no one recurs deeply. */
#include "emit/taylor/taylor.h"

/* ---- Nodes -> anything ----------------------------------------------------------------------- */

static struct node_entry *slot_for(struct node_entry *at, uint32_t size, const struct ir *node)
{
    uint32_t k = node->id * 2654435769u & (size - 1);
    while (at[k].node && at[k].node != node) k = (k + 1) & (size - 1);
    return &at[k];
}

void *node_map_get(const struct node_map *map, const struct ir *node)
{
    return map->size ? slot_for(map->at, map->size, node)->value : NULL;
}

int64_t node_map_number(const struct node_map *map, const struct ir *node)
{
    return map->size ? slot_for(map->at, map->size, node)->number : 0;
}

static void grow(struct arena *a, struct node_map *map)
{
    uint32_t size = map->size ? map->size * 2 : 8; /* most functions are small */
    struct node_entry *at = ARENA_ARRAY(a, struct node_entry, size);
    for (uint32_t k = 0; k < map->size; k++)
        if (map->at[k].node) *slot_for(at, size, map->at[k].node) = map->at[k];
    map->at = at;
    map->size = size;
}

struct node_entry *node_map_put(struct arena *a, struct node_map *map, const struct ir *node)
{
    struct node_entry *e;
    if (map->used * 2 >= map->size) grow(a, map);
    e = slot_for(map->at, map->size, node);
    if (!e->node) {
        e->node = node;
        map->used++;
    }
    return e;
}

/* ---- Spans ----------------------------------------------------------------------------------- */

static int at_most(int span)
{
    return span < SERIES ? span : SERIES;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int span_of_signal(const struct taylor *t, bool state)
{
    if (t->place != AT_EVAL) return 1;
    if (t->seed < 0) return t->width;
    if (t->by_wave) return 1;
    return state ? 2 : 1;
}

static int span_of_power(struct taylor *t, struct ir *e)
{
    int base = taylor_span(t, e->arg[0]);
    const struct ir *p = e->arg[1];
    if (base == 1 && taylor_span(t, e->arg[1]) == 1) return 1;
    if (p->op == IR_REAL && p->number >= 0 && p->number <= 4 && p->number == (int)p->number)
        return at_most((int)p->number * (base - 1) + 1);
    return SERIES;
}

static int span_of_args(struct taylor *t, struct ir *e)
{
    int span = 1;
    for (int32_t k = 0; k < e->n; k++) span = larger(span, taylor_span(t, e->arg[k]));
    return span;
}

/* Unknowns of a loop with a matrix that stands still have as many coefficients as its inputs. */
static int span_of_solved(struct taylor *t, const struct ir *e)
{
    struct lower_loop *loop;
    int *span;
    if (t->place != AT_EVAL) return 1;
    loop = lower_loop(t->l, e->loop);
    if (!loop->still) return SERIES;
    span = &loop->span[t->by_wave ? 2 : t->seed >= 0][t->width];
    for (int32_t k = 0; *span == 0 && k < loop->inputs.n; k++) {
        int most = 1;
        for (int32_t j = 0; j < loop->inputs.n; j++)
            most = larger(most, taylor_span(t, loop->inputs.at[j]));
        *span = most;
    }
    return *span ? *span : 1;
}

static int span_of(struct taylor *t, struct ir *e)
{
    const struct stand_in *s = taylor_stand_in(t, e);
    if (e->type != IR_R) return 1;
    if (s) return s->plain ? 1 : s->span ? s->span : SERIES;
    switch (e->op) {
    case IR_TIME: return t->place == AT_EVAL && (t->seed < 0 || t->by_wave) ? 2 : 1;
    case IR_VAR: return e->var->kind == VAR_STATE ? span_of_signal(t, true) : 1;
    case IR_SUM_OF: return span_of_signal(t, true);
    case IR_DELAYED: return span_of_signal(t, false);
    case IR_ADD:
    case IR_SUB:
    case IR_NEG: return span_of_args(t, e);
    case IR_MUL: return at_most(taylor_span(t, e->arg[0]) + taylor_span(t, e->arg[1]) - 1);
    case IR_DIV: return taylor_span(t, e->arg[1]) == 1 ? taylor_span(t, e->arg[0]) : SERIES;
    case IR_POW: return span_of_power(t, e);
    case IR_IF: return larger(taylor_span(t, e->arg[1]), taylor_span(t, e->arg[2]));
    case IR_MATH:
        if (t->by_wave && lower_angle(t->l, e)) return 2;
        if (taylor_rule(e) == ELEMENTARY_SERIES_JUMP) return 1;
        if (taylor_rule(e) == ELEMENTARY_SERIES_KINK) return taylor_span(t, e->arg[0]);
        return span_of_args(t, e) == 1 ? 1 : SERIES;
    case IR_SUM:
    case IR_MIN:
    case IR_MAX:
    case IR_BUILD: return taylor_span(t, e->arg[0]);
    case IR_PRODUCT:
    case IR_CALL:
    case IR_CALL_AT: return span_of_args(t, e) == 1 ? 1 : SERIES;
    case IR_SOLVED: return span_of_solved(t, e);
    default: return 1;
    }
}

int taylor_span(struct taylor *t, struct ir *e)
{
    struct node_entry *entry = node_map_put(t->l->scratch, &t->spans, e);
    int span = (int)entry->number;
    if (span) return span;
    span = span_of(t, e);
    node_map_put(t->l->scratch, &t->spans, e)->number = span;
    return span;
}

/* ---- May it be evaluated where nothing needs it? --------------------------------------------- */

bool taylor_nonzero(const struct ir *e)
{
    int64_t lo, hi;
    return ir_bounds(e, &lo, &hi) && (lo > 0 || hi < 0);
}

static bool safe_here(const struct ir *e)
{
    switch (e->op) {
    case IR_IDIV:
    case IR_IMOD: return taylor_nonzero(e->arg[1]);
    case IR_VAR:
    case IR_PRE:
    case IR_LOCAL: return taylor_in_range(e->arg[0], e->var->count);
    case IR_CALL:
    case IR_CALL_AT:
    case IR_SOLVED:
    case IR_RANDOM:
    case IR_SUM_OF:
    case IR_DELAYED: return false;
    default: return true;
    }
}

static bool safe_args(struct taylor *t, struct ir *e)
{
    int32_t n = e->op == IR_IF || e->op == IR_AND || e->op == IR_OR ? 1 : e->n;
    for (int32_t k = 0; k < n; k++)
        if (!taylor_safe(t, e->arg[k])) return false;
    return true;
}

bool taylor_safe(struct taylor *t, struct ir *e)
{
    int64_t known = node_map_put(t->l->scratch, &t->safe, e)->number;
    if (known) return known == 1;
    known = safe_here(e) && safe_args(t, e) ? 1 : 2;
    node_map_put(t->l->scratch, &t->safe, e)->number = known;
    return known == 1;
}

static int price(const struct ir *e, int budget)
{
    if (budget < 0) return budget;
    switch (e->op) {
    case IR_MATH:
        if (taylor_rule(e) < ELEMENTARY_SERIES_KINK) return -1;
        break;
    case IR_POW:
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: return -1;
    case IR_REAL:
    case IR_INT:
    case IR_ITER:
    case IR_TIME:
    case IR_LOCAL: return budget;
    case IR_VAR:
    case IR_PRE: return e->var->kind == VAR_STATE ? budget - 1 : budget;
    default: break;
    }
    budget--;
    for (int32_t k = 0; k < e->n; k++) budget = price(e->arg[k], budget);
    return budget;
}

bool taylor_cheap(struct taylor *t, struct ir *e)
{
    return taylor_safe(t, e) && price(e, 4) >= 0;
}

bool taylor_variable_power(struct taylor *t, struct ir *e)
{
    return e->arg[1]->op != IR_REAL && taylor_span(t, e->arg[1]) == 1 && taylor_span(t, e) > 1;
}
