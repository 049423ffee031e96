/* SPDX-License-Identifier: MIT */
/* connect_write.c - equations in loops.
 *
 * Equalities are grouped by the keys of their two sides; the two elements are a vector for each.
 * Sets of flows are grouped by the keys and shapes of their items; the starts of these are a vector
 * for each set. Rolling the vectors of a group (connect_roll.c) gives *families*, each one
 * equation. The index of an item is then
 *     start + sum over the loops l of the family: stride_l (i_l - 1)
 *           + the same over those of its shape.                                              (1)
 * An equation is told of by the first connection that the node at its left took part in. */
#include "flat/connect.h"

#include <string.h>

/* ---- One family
 * ------------------------------------------------------------------------------- */

struct family {
    struct connect *c;
    const struct connect_item *items; /* of its first point */
    int32_t n_items;
    const struct connect_box *box;
    struct ir_iter *iters[CONNECT_LEVELS]; /* outermost first */
};

static struct family open_family(struct connect *c, const struct connect_box *box,
                                 const struct connect_item *items, int32_t n)
{
    struct family f = {.c = c, .items = items, .n_items = n, .box = box};
    for (int32_t l = 0; l < box->n; l++)
        f.iters[l] = ir_iter_new(c->m, l, 1, 1, box->count[box->n - 1 - l], "i");
    return f;
}

/* e + stride (i - 1) */
static struct ir *advanced(struct ir_model *m, struct ir *e, int64_t stride, struct ir_iter *i)
{
    struct ir *steps = ir_binary(m, IR_SUB, ir_iter_value(m, i), ir_int(m, 1));
    return ir_binary(m, IR_ADD, e, ir_binary(m, IR_MUL, ir_int(m, stride), steps));
}

/* Item k by (1), in the loops `inner` of its shape, innermost last. */
static struct ir *element(const struct family *f, int32_t k, struct ir_iter **inner)
{
    const struct connect_item *it = &f->items[k];
    struct ir_model *m = f->c->m;
    struct ir *index = ir_int(m, it->start);
    for (int32_t l = 0; l < f->box->n; l++)
        index = advanced(m, index, f->box->stride[l][k], f->iters[f->box->n - 1 - l]);
    for (int32_t l = 0; it->shape && l < it->shape->n; l++)
        index = advanced(m, index, it->shape->stride[l], inner[it->shape->n - 1 - l]);
    return ir_var_at(m, IR_VAR, m->vars.at[it->key / 2], index);
}

static void add_equation(const struct family *f, struct ir *lhs, struct ir *rhs)
{
    struct connect *c = f->c;
    int32_t node = c->first[f->items[0].key] + f->items[0].start;
    const struct connect_pair *p = c->pair[node] >= 0 ? &c->pairs->at[c->pair[node]] : NULL;
    const struct ir_var *v = connect_variable(c, node);
    struct ir_eq eq = {.lhs = lhs, .rhs = rhs, .n_iters = f->box->n};
    eq.iters = ARENA_ARRAY(c->arena, struct ir_iter *, eq.n_iters + 1);
    for (int32_t l = 0; l < eq.n_iters; l++) eq.iters[l] = f->iters[l];
    eq.at = p ? p->at : v->at;
    eq.text = p ? p->text : arena_format(c->arena, "%s = 0", v->name);
    VEC_ADD(c->arena, c->out, eq);
}

/* ---- Equalities
 * ------------------------------------------------------------------------------- */

struct int_list {
    int32_t *at;
    int32_t n, room;
};

/* Nodes of one key, by the key that they are equal to. */
struct equals {
    struct connect *c;
    int32_t *group;             /* by key: number + 1 of the list, if it is one of those below */
    VEC(int32_t) keys;          /* of the lists */
    VEC(struct int_list) lists; /* elements at the left and at the right, in turn */
};

static void add_equality(struct equals *e, int32_t node, int32_t right)
{
    struct connect *c = e->c;
    int32_t key = c->key[right], *group = &e->group[key];
    struct int_list none = {NULL, 0, 0}, *list;
    if (!*group) {
        VEC_ADD(c->arena, &e->keys, key);
        VEC_ADD(c->arena, &e->lists, none);
        *group = e->lists.n;
    }
    list = &e->lists.at[*group - 1];
    VEC_ADD(c->arena, list, node - c->first[c->key[node]]);
    VEC_ADD(c->arena, list, right - c->first[key]);
}

static void write_list(struct connect *c, int32_t left, int32_t right, const struct int_list *list)
{
    struct connect_boxes boxes = connect_roll(c->arena, list->at, list->n / 2, 2);
    for (int32_t k = 0; k < boxes.n; k++) {
        const int32_t *start = list->at + 2 * boxes.at[k].from;
        struct connect_item sides[2] = {{left, start[0], NULL}, {right, start[1], NULL}};
        struct family f = open_family(c, &boxes.at[k], sides, 2);
        add_equation(&f, element(&f, 0, NULL), element(&f, 1, NULL));
    }
}

static void write_equalities(struct connect *c)
{
    struct equals e = {.c = c};
    e.group = ARENA_ARRAY(c->arena, int32_t, 2 * (int64_t)c->m->vars.n + 1);
    for (int32_t k = 0; k < c->n_nodes;) {
        int32_t key = c->key[k];
        for (; k < c->n_nodes && c->key[k] == key; k++) {
            int32_t right = c->right[connect_root(c, k)];
            if (right >= 0 && right != k) add_equality(&e, k, right);
        }
        for (int32_t j = 0; j < e.lists.n; j++) {
            write_list(c, key, e.keys.at[j], &e.lists.at[j]);
            e.group[e.keys.at[j]] = 0;
        }
        e.keys.n = e.lists.n = 0;
    }
}

/* ---- Flows of one family
 * ---------------------------------------------------------------------- */

/* The flow of item k, or the sum over its shape. */
static struct ir *flow(const struct family *f, int32_t k)
{
    struct ir_iter *inner[CONNECT_LEVELS];
    const struct connect_shape *shape = f->items[k].shape;
    int32_t n = shape ? shape->n : 0;
    struct ir *e;
    for (int32_t l = 0; l < n; l++)
        inner[l] = ir_iter_new(f->c->m, f->box->n + l, 1, 1, shape->count[n - 1 - l], "i");
    e = element(f, k, inner);
    for (int32_t l = n - 1; l >= 0; l--) e = ir_reduce(f->c->m, IR_SUM, inner[l], e);
    return e;
}

static bool is_outside(const struct family *f, int32_t k)
{
    return f->items[k].key % 2 != 0;
}

/* Two single flows are a = -b, or a = b if one is seen from inside and one from outside. */
static void write_flows(const struct family *f)
{
    struct ir_model *m = f->c->m;
    struct ir *sum = flow(f, 0), *right = ir_real(m, 0);
    if (f->n_items == 2 && !f->items[0].shape && !f->items[1].shape) {
        right = flow(f, 1);
        if (is_outside(f, 0) == is_outside(f, 1)) right = ir_unary(m, IR_NEG, right);
    } else {
        if (is_outside(f, 0)) sum = ir_unary(m, IR_NEG, sum);
        for (int32_t k = 1; k < f->n_items; k++)
            sum = ir_binary(m, is_outside(f, k) ? IR_SUB : IR_ADD, sum, flow(f, k));
    }
    add_equation(f, sum, right);
}

/* ---- Groups of sets -------------------------------------------------------------------------- */

struct group {
    int32_t first, last, n; /* sets */
};

struct groups {
    struct connect *c;
    VEC(struct group) list;
    int32_t *slot; /* number of the group + 1, by hash; room is a power of 2 */
    uint32_t room;
};

static const struct connect_item *items_of(const struct connect *c, int32_t set)
{
    return c->items.at + c->sets.at[set].items;
}

static uint32_t mix(uint32_t h, int32_t v)
{
    return (h ^ (uint32_t)v) * 0x9e3779b1u + (h >> 15);
}

static uint32_t hash_of(const struct connect *c, int32_t set)
{
    const struct connect_item *it = items_of(c, set);
    uint32_t h = (uint32_t)c->sets.at[set].n_items;
    for (int32_t k = 0; k < c->sets.at[set].n_items; k++) {
        h = mix(h, it[k].key);
        for (int32_t l = 0; it[k].shape && l < it[k].shape->n; l++)
            h = mix(mix(h, it[k].shape->count[l]), it[k].shape->stride[l]);
    }
    return h ^ h >> 16;
}

static bool equal_shapes(const struct connect_shape *a, const struct connect_shape *b)
{
    if (!a || !b) return a == b;
    return memcmp(a, b, sizeof *a) == 0;
}

static bool alike(const struct connect *c, int32_t set, int32_t other)
{
    const struct connect_item *a = items_of(c, set), *b = items_of(c, other);
    int32_t n = c->sets.at[set].n_items;
    if (n != c->sets.at[other].n_items) return false;
    for (int32_t k = 0; k < n; k++)
        if (a[k].key != b[k].key || !equal_shapes(a[k].shape, b[k].shape)) return false;
    return true;
}

static void add_to_group(struct groups *g, int32_t set)
{
    uint32_t h = hash_of(g->c, set);
    struct group *group;
    for (;; h++) {
        int32_t *slot = &g->slot[h & (g->room - 1)];
        if (!*slot) {
            struct group one = {set, set, 1};
            VEC_ADD(g->c->arena, &g->list, one);
            *slot = g->list.n;
            return;
        }
        group = &g->list.at[*slot - 1];
        if (alike(g->c, set, group->first)) break;
    }
    g->c->sets.at[group->last].next = set;
    group->last = set;
    group->n++;
}

static void write_group(struct connect *c, const struct group *g)
{
    int32_t dim = c->sets.at[g->first].n_items, n = 0;
    int32_t *number = ARENA_ARRAY(c->arena, int32_t, g->n);
    int32_t *start = ARENA_ARRAY(c->arena, int32_t, (int64_t)g->n * dim);
    struct connect_boxes boxes;
    for (int32_t s = g->first; s >= 0; s = c->sets.at[s].next) {
        for (int32_t k = 0; k < dim; k++) start[(int64_t)n * dim + k] = items_of(c, s)[k].start;
        number[n++] = s;
    }
    boxes = connect_roll(c->arena, start, n, dim);
    for (int32_t k = 0; k < boxes.n; k++) {
        struct family f = open_family(c, &boxes.at[k], items_of(c, number[boxes.at[k].from]), dim);
        write_flows(&f);
    }
}

void connect_write(struct connect *c)
{
    struct groups g = {.c = c, .room = 16};
    write_equalities(c);
    while (g.room < 2 * (uint32_t)c->sets.n) g.room *= 2;
    g.slot = ARENA_ARRAY(c->arena, int32_t, g.room);
    for (int32_t k = 0; k < c->sets.n; k++) add_to_group(&g, k);
    for (int32_t k = 0; k < g.list.n; k++) write_group(c, &g.list.at[k]);
}
