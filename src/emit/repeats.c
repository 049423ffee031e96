/* SPDX-License-Identifier: MIT */
/* repeats.c - which variables of pins say what another variable says.
 *
 * Equal nodes are one node and algebraics are inlined, so two variables are one if their
 * definitions have the same boxes and values; a sign in front of a factor, or the order of a
 * difference, makes a value the opposite of another. A definition *repeats* another one if its value is
 * the same or the opposite, or if it is a state, a discrete, or constant; a variable does if all
 * its definitions do. What a component says of itself never counts as a repetition: r.i and c.i of
 * a series circuit are equal, and people ask for both. */
#include "emit/explain.h"
#include <stdlib.h>

struct said {
    const struct ir_def *def;
    uint64_t key; /* equal for values that differ only in their signs */
    int32_t rank; /* variables of components first, then pins in the order of the model */
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    return (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;
}

static uint64_t key_of(const struct ir *e)
{
    switch (e->op) {
    case IR_NEG: return key_of(e->arg[0]);
    case IR_MUL:
    case IR_DIV: return mix(mix(e->op, key_of(e->arg[0])), key_of(e->arg[1]));
    case IR_SUB: return mix(e->op, (uint64_t)e->arg[0]->id + e->arg[1]->id);
    default: return mix(IR_OP_COUNT, e->id);
    }
}

static bool is_opposite(const struct ir *a, const struct ir *b)
{
    if (a->op == IR_NEG && a->arg[0] == b) return true;
    if (b->op == IR_NEG && b->arg[0] == a) return true;
    if (a->op != b->op) return false;
    if (a->op == IR_SUB) return a->arg[0] == b->arg[1] && a->arg[1] == b->arg[0];
    if (a->op != IR_MUL && a->op != IR_DIV) return false;
    if (a->arg[1] == b->arg[1]) return is_opposite(a->arg[0], b->arg[0]);
    return a->arg[0] == b->arg[0] && is_opposite(a->arg[1], b->arg[1]);
}

/* Or one value for all points. */
static bool same_box(const struct ir_def *a, const struct ir_def *b)
{
    bool same = a->n_iters == b->n_iters && a->index == b->index;
    if (a->value->n_free == 0) return true;
    for (int32_t k = 0; k < a->n_iters && same; k++) same = a->iters[k] == b->iters[k];
    return same;
}

static int by_key(const void *one, const void *other)
{
    const struct said *a = one, *b = other;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* The value of a variable that is no pin, or of none at all. */
static bool is_known(const struct ir *value)
{
    double number;
    return (value->op == IR_NEG ? value->arg[0] : value)->op == IR_VAR ||
           ir_constant(value, &number);
}

/* Is there an earlier one in its group? */
static bool repeats(const struct said *list, int32_t k)
{
    const struct ir_def *d = list[k].def;
    if (is_known(d->value)) return true;
    for (int32_t j = k - 1; j >= 0 && list[j].key == list[k].key; j--) {
        const struct ir_def *other = list[j].def;
        if (other->var != d->var && same_box(d, other) &&
            (other->value == d->value || is_opposite(other->value, d->value)))
            return true;
    }
    return false;
}

static int by_first(const void *a, const void *b)
{
    const struct ir_var *x = *(struct ir_var *const *)a, *y = *(struct ir_var *const *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

struct ir_var **explain_declared(struct ir_model *m, enum ir_kind kind, size_t *n)
{
    struct ir_var **list = ARENA_ARRAY(m->arena, struct ir_var *, m->vars.n + 1);
    *n = 0;
    for (int32_t k = 0; k < m->vars.n; k++)
        if (m->vars.at[k]->kind == kind && m->vars.at[k]->count > 0) list[(*n)++] = m->vars.at[k];
    if (*n) qsort(list, *n, sizeof *list, by_first);
    return list;
}

const bool *explain_repeats(struct ir_model *m, size_t *n)
{
    struct said *list = ARENA_ARRAY(m->arena, struct said, m->defs.n + 1);
    struct ir_var **outputs = explain_declared(m, VAR_ALGEBRAIC, n);
    bool *by_var = ARENA_ARRAY(m->arena, bool, m->vars.n + 1);
    bool *out = ARENA_ARRAY(m->arena, bool, m->vars.n + 1);
    int32_t defs = 0;
    for (int32_t k = 0; k < m->vars.n; k++) by_var[k] = m->vars.at[k]->pin;
    for (int32_t k = 0; k < m->defs.n; k++) {
        const struct ir_def *d = &m->defs.at[k];
        if (d->der) continue;
        list[defs++] = (struct said){d, key_of(d->value), d->var->pin ? 1 + d->var->number : 0};
    }
    qsort(list, (size_t)defs, sizeof *list, by_key);
    for (int32_t k = 0; k < defs; k++)
        if (list[k].def->var->pin && !repeats(list, k)) by_var[list[k].def->var->number] = false;
    for (size_t k = 0; k < *n; k++) out[k] = by_var[outputs[k]->number];
    return out;
}
