/* SPDX-License-Identifier: MIT */
/* ir.c - nodes: equal ones are the same one.
 *
 * Every node is made by ir_intern, which looks it up in a hash table by all that tells it from
 * others: op, type, numbers, what it refers to, and its arguments, which are interned already. A
 * new node is the last of its arguments' line: their ids are smaller. At birth it gets what walks
 * would otherwise have to find out again and again: its free iterators (the array is shared with
 * an argument that has the same ones), the range of depths in it, and the set of its operators.
 *
 * Constructors that fold are in ir_fold.c, those of integers in ir_int.c; here are the leaves and
 * what cannot be folded. */
#include "flat/ir/ir_node.h"

#include <math.h>
#include <string.h>

struct ir_model *ir_model_new(struct arena *a, struct messages *messages)
{
    struct ir_model *m = ARENA_NEW(a, struct ir_model);
    m->arena = a;
    m->messages = messages;
    m->node_limit = 2000000;
    m->table_size = 256;
    m->table = ARENA_ARRAY(a, struct ir *, m->table_size);
    return m;
}

/* ---- Table ----------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static uint32_t hash_of(const struct ir *e)
{
    uint64_t h = mix((uint64_t)e->op << 8 | (uint64_t)e->type, bits(e->number));
    h = mix(h, (uint64_t)e->integer);
    h = mix(h, (uintptr_t)e->var);
    h = mix(h, (uintptr_t)e->iter);
    h = mix(h, (uintptr_t)e->fn);
    h = mix(h, (uintptr_t)e->loop);
    for (int32_t k = 0; k < e->n_iters; k++) h = mix(h, (uintptr_t)e->iters[k]);
    for (int32_t k = 0; k < e->n; k++) h = mix(h, e->arg[k]->id);
    return (uint32_t)(h ^ h >> 32);
}

static bool equal(const struct ir *a, const struct ir *b)
{
    if (a->hash != b->hash || a->op != b->op || a->type != b->type || a->n != b->n ||
        a->n_iters != b->n_iters || a->integer != b->integer || a->var != b->var ||
        a->iter != b->iter || a->fn != b->fn || a->loop != b->loop ||
        bits(a->number) != bits(b->number))
        return false;
    for (int32_t k = 0; k < a->n_iters; k++)
        if (a->iters[k] != b->iters[k]) return false;
    for (int32_t k = 0; k < a->n; k++)
        if (a->arg[k] != b->arg[k]) return false;
    return true;
}

static void grow_table(struct ir_model *m)
{
    uint32_t size = m->table_size * 4;
    struct ir **table = ARENA_ARRAY(m->arena, struct ir *, size);
    for (uint32_t k = 0; k < m->table_size; k++)
        for (struct ir *e = m->table[k], *next; e; e = next) {
            next = e->chain;
            e->chain = table[e->hash & (size - 1)];
            table[e->hash & (size - 1)] = e;
        }
    m->table = table;
    m->table_size = size;
}

static struct ir *find(const struct ir_model *m, const struct ir *like)
{
    struct ir *e = m->table[like->hash & (m->table_size - 1)];
    while (e && !equal(e, like)) e = e->chain;
    return e;
}

/* ---- What a new node knows ------------------------------------------------------------------- */

static bool before(const struct ir_iter *a, const struct ir_iter *b)
{
    return a->depth != b->depth ? a->depth < b->depth : a->number < b->number;
}

/* Adds it to the sorted set of n; gives the new n. */
static int32_t insert(struct ir_iter **set, int32_t n, struct ir_iter *it)
{
    int32_t k = n;
    while (k > 0 && before(it, set[k - 1])) k--;
    if (k > 0 && set[k - 1] == it) return n;
    memmove(set + k + 1, set + k, (size_t)(n - k) * sizeof *set);
    set[k] = it;
    return n + 1;
}

static bool contains(struct ir_iter **set, int32_t n, const struct ir_iter *it)
{
    for (int32_t k = 0; k < n; k++)
        if (set[k] == it) return true;
    return false;
}

static bool subset(const struct ir *a, const struct ir *of)
{
    for (int32_t k = 0; a->free != of->free && k < a->n_free; k++)
        if (!contains(of->free, of->n_free, a->free[k])) return false;
    return true;
}

static void unite_free(struct ir_model *m, struct ir *e)
{
    const struct ir *largest = e->arg[0];
    int32_t total = 0;
    bool all = true;
    for (int32_t k = 0; k < e->n; k++) {
        total += e->arg[k]->n_free;
        if (e->arg[k]->n_free > largest->n_free) largest = e->arg[k];
    }
    for (int32_t k = 0; k < e->n; k++) all = all && subset(e->arg[k], largest);
    e->free = largest->free;
    e->n_free = largest->n_free;
    if (all) return;
    e->free = ARENA_ARRAY(m->arena, struct ir_iter *, total);
    e->n_free = 0;
    for (int32_t k = 0; k < e->n; k++)
        for (int32_t j = 0; j < e->arg[k]->n_free; j++)
            e->n_free = insert(e->free, e->n_free, e->arg[k]->free[j]);
}

static void bind(struct ir_model *m, struct ir *e, const struct ir_iter *it)
{
    struct ir_iter **rest;
    int32_t n = 0;
    if (it->depth < e->outermost) e->outermost = it->depth;
    if (it->depth > e->deepest) e->deepest = it->depth;
    if (!contains(e->free, e->n_free, it)) return;
    rest = ARENA_ARRAY(m->arena, struct ir_iter *, e->n_free);
    for (int32_t k = 0; k < e->n_free; k++)
        if (e->free[k] != it) rest[n++] = e->free[k];
    e->free = rest;
    e->n_free = n;
}

static void describe(struct ir_model *m, struct ir *e)
{
    e->ops = (uint64_t)1 << e->op;
    e->deepest = -1;
    e->outermost = INT32_MAX;
    for (int32_t k = 0; k < e->n; k++) {
        e->ops |= e->arg[k]->ops;
        if (e->arg[k]->deepest > e->deepest) e->deepest = e->arg[k]->deepest;
        if (e->arg[k]->outermost < e->outermost) e->outermost = e->arg[k]->outermost;
    }
    if (e->n) unite_free(m, e);
    if (e->op == IR_ITER) {
        e->free = ARENA_NEW(m->arena, struct ir_iter *);
        e->free[0] = e->iter;
        e->n_free = 1;
        e->deepest = e->iter->depth;
    } else if (e->iter) {
        bind(m, e, e->iter);
    }
    for (int32_t k = 0; k < e->n_iters; k++) bind(m, e, e->iters[k]);
}

static void *copy(struct ir_model *m, const void *p, size_t n)
{
    return n ? memcpy(arena_take(m->arena, n), p, n) : NULL;
}

static struct ir *create(struct ir_model *m, const struct ir *like)
{
    struct ir *e;
    if (m->n_nodes >= m->node_limit) {
        error_at(m->messages, m->at, "the model's expressions grow beyond %u nodes", m->node_limit);
        m->arena->full = 1;
        longjmp(m->arena->fail, 1);
    }
    e = ARENA_NEW(m->arena, struct ir);
    *e = *like;
    e->arg = copy(m, like->arg, (size_t)like->n * sizeof *like->arg);
    e->iters = copy(m, like->iters, (size_t)like->n_iters * sizeof *like->iters);
    e->id = m->n_nodes++;
    describe(m, e);
    return e;
}

struct ir *ir_intern(struct ir_model *m, const struct ir *like)
{
    struct ir key = *like, *e;
    key.hash = hash_of(like);
    if (key.op == IR_RANDOM) return create(m, &key);
    if ((e = find(m, &key)) != NULL) return e;
    if (m->n_nodes >= m->table_size) grow_table(m);
    e = create(m, &key);
    e->chain = m->table[e->hash & (m->table_size - 1)];
    m->table[e->hash & (m->table_size - 1)] = e;
    return e;
}

struct ir *ir_find_swapped(struct ir_model *m, const struct ir *like)
{
    struct ir key = *like, *args[2];
    if (like->n != 2) return NULL;
    args[0] = like->arg[1];
    args[1] = like->arg[0];
    key.arg = args;
    key.hash = hash_of(&key);
    return find(m, &key);
}

struct ir *ir_node1(struct ir_model *m, enum ir_op op, enum ir_type type, struct ir *a)
{
    return ir_intern(m, &(struct ir){.op = op, .type = type, .n = 1, .arg = &a});
}

struct ir *ir_node2(struct ir_model *m, enum ir_op op, enum ir_type t, struct ir *a, struct ir *b)
{
    struct ir *args[2] = {a, b};
    return ir_intern(m, &(struct ir){.op = op, .type = t, .n = 2, .arg = args});
}

/* ---- Leaves ---------------------------------------------------------------------------------- */

struct ir *ir_real(struct ir_model *m, double v)
{
    return ir_intern(m, &(struct ir){.op = IR_REAL, .type = IR_R, .number = v});
}

struct ir *ir_int(struct ir_model *m, int64_t v)
{
    return ir_intern(m, &(struct ir){.op = IR_INT, .type = IR_I, .integer = v});
}

struct ir *ir_bool(struct ir_model *m, int v)
{
    return ir_intern(m, &(struct ir){.op = IR_INT, .type = IR_B, .integer = v != 0});
}

struct ir *ir_iter_value(struct ir_model *m, struct ir_iter *it)
{
    if (it->count == 1) return ir_int(m, it->lo);
    return ir_intern(m, &(struct ir){.op = IR_ITER, .type = IR_I, .iter = it});
}

/* Names are few however many iterators there are: those of one depth share them. */
static bool name_taken(const struct ir_model *m, const char *name, int32_t depth)
{
    for (int32_t k = 0; k < m->labels.n; k++)
        if (m->labels.at[k].depth != depth && !strcmp(m->labels.at[k].name, name)) return true;
    return false;
}

static void take_name(struct ir_model *m, const char *name, int32_t depth)
{
    for (int32_t k = 0; k < m->labels.n; k++)
        if (m->labels.at[k].depth == depth && !strcmp(m->labels.at[k].name, name)) return;
    VEC_ADD(m->arena, &m->labels, ((struct ir_label){name, depth}));
}

/* Iterators of different depth, which may meet in one expression, have different names. */
static const char *iter_name(struct ir_model *m, const char *wish, int32_t depth)
{
    const char *name = wish ? wish : arena_format(m->arena, "i_%d", depth + 1);
    if (wish && name_taken(m, name, depth)) {
        int length = (int)strcspn(wish, "_");
        name = arena_format(m->arena, "%.*s_%d", length, wish, depth + 1);
    }
    while (name_taken(m, name, depth)) name = arena_format(m->arena, "%s_", name);
    take_name(m, name, depth);
    return name;
}

/* Where an iterator with these values is, or would be. */
static struct ir_iter **iter_place(const struct ir_model *m, const struct ir_iter *like)
{
    uint64_t h = (uint64_t)like->lo * 0x9e3779b97f4a7c15u;
    h = (h ^ (uint64_t)like->step ^ (uint64_t)like->count << 32) * 0x9e3779b97f4a7c15u;
    h = (h ^ (uint64_t)like->depth ^ h >> 29) * 0x9e3779b97f4a7c15u;
    for (uint32_t k = (uint32_t)(h >> 32);; k++) {
        struct ir_iter **at = &m->iter_table[k & (m->iter_room - 1)], *it = *at;
        if (!it || (it->depth == like->depth && it->lo == like->lo && it->step == like->step &&
                    it->count == like->count))
            return at;
    }
}

static void iter_table_grow(struct ir_model *m)
{
    m->iter_room = m->iter_room ? 2 * m->iter_room : 64;
    m->iter_table = ARENA_ARRAY(m->arena, struct ir_iter *, m->iter_room);
    for (int32_t k = 0; k < m->iters.n; k++) *iter_place(m, m->iters.at[k]) = m->iters.at[k];
}

struct ir_iter *ir_iter_new(struct ir_model *m, int32_t depth, int64_t lo, int64_t step,
                            int32_t count, const char *name)
{
    struct ir_iter like = {.depth = depth, .lo = lo, .step = step, .count = count}, **at;
    if (2 * (uint32_t)m->iters.n >= m->iter_room) iter_table_grow(m);
    at = iter_place(m, &like);
    if (*at) return *at;
    like.number = m->iters.n;
    like.name = iter_name(m, name, depth);
    *at = ARENA_NEW(m->arena, struct ir_iter);
    **at = like;
    VEC_ADD(m->arena, &m->iters, *at);
    return *at;
}

static struct ir *literal(struct ir_model *m, enum ir_type type, double v)
{
    if (type == IR_R) return ir_real(m, v);
    return type == IR_B ? ir_bool(m, v != 0) : ir_int(m, (int64_t)v);
}

struct ir *ir_var_at(struct ir_model *m, enum ir_op op, struct ir_var *v, struct ir *index)
{
    bool known = v->data && (v->kind == VAR_CONSTANT || v->structural);
    enum ir_type type = op == IR_DER ? IR_R : v->type;
    if (known && op == IR_DER) return ir_real(m, 0);
    if (known && index->op == IR_INT && index->integer >= 0 && index->integer < v->count)
        return literal(m, v->type, v->data[index->integer]);
    return ir_intern(m, &(struct ir){.op = op, .type = type, .var = v, .n = 1, .arg = &index});
}

/* ---- What is not folded ---------------------------------------------------------------------- */

struct ir *ir_call(struct ir_model *m, struct ir_fn *fn, int64_t output, struct ir *index,
                   struct ir **args, int32_t n)
{
    struct ir e = {.op = IR_CALL, .fn = fn, .integer = output, .n = n, .arg = args};
    int32_t local = fn->n_inputs + (int32_t)output;
    e.type = local < fn->locals.n ? fn->locals.at[local]->type : IR_R;
    if (index) {
        e.op = IR_CALL_AT;
        e.n = n + 1;
        e.arg = ARENA_ARRAY(m->arena, struct ir *, n + 1);
        e.arg[0] = index;
        if (n) memcpy(e.arg + 1, args, (size_t)n * sizeof *args);
    }
    return ir_intern(m, &e);
}

struct ir *ir_build(struct ir_model *m, struct ir_iter **iters, int32_t n, struct ir *body)
{
    struct ir e = {.op = IR_BUILD, .type = body->type, .n = 1, .arg = &body};
    struct ir_iter **deeper = ARENA_ARRAY(m->arena, struct ir_iter *, n);
    struct ir **to = ARENA_ARRAY(m->arena, struct ir *, n);
    bool clash = false;
    for (int32_t k = 0; k < n; k++) clash = clash || body->outermost <= iters[k]->depth;
    for (int32_t k = 0; clash && k < n; k++) {
        struct ir_iter *it = iters[k];
        int32_t depth = body->deepest + 1 + k;
        deeper[k] = ir_iter_new(m, depth, it->lo, it->step, it->count, it->name);
        to[k] = ir_iter_value(m, deeper[k]);
    }
    if (clash) body = ir_replace(m, body, iters, to, n);
    e.iters = clash ? deeper : iters;
    e.n_iters = n;
    return ir_intern(m, &e);
}

struct ir *ir_solved(struct ir_model *m, struct ir_loop *loop, int64_t unknown, struct ir *index)
{
    struct ir e = {.op = IR_SOLVED, .type = IR_R, .n = 1, .arg = &index};
    e.loop = loop;
    e.integer = unknown;
    return ir_intern(m, &e);
}

struct ir *ir_other(struct ir_model *m, enum ir_op op, enum ir_type type, int64_t integer,
                    struct ir **args, int32_t n)
{
    switch (op) {
    case IR_FLOOR: return ir_floor(m, args[0], integer != 0);
    case IR_NEG:
    case IR_NOT:
    case IR_TO_REAL:
    case IR_TO_INT: return ir_unary(m, op, args[0]);
    case IR_LT:
    case IR_LE:
    case IR_EQ:
    case IR_NE: return ir_relation(m, op, args[0], args[1], integer != 0);
    case IR_IF: return ir_if(m, args[0], args[1], args[2]);
    case IR_MATH: return ir_math(m, (enum elementary)integer, args[0], n > 1 ? args[1] : NULL);
    default: break;
    }
    if (op >= IR_ADD && op <= IR_OR) return ir_binary(m, op, args[0], args[1]);
    return ir_intern(m,
                     &(struct ir){.op = op, .type = type, .integer = integer, .n = n, .arg = args});
}

static bool same_args(const struct ir *e, struct ir **args)
{
    for (int32_t k = 0; k < e->n; k++)
        if (e->arg[k] != args[k]) return false;
    return true;
}

struct ir *ir_rebuild(struct ir_model *m, const struct ir *e, struct ir **args)
{
    struct ir like = *e;
    if (same_args(e, args)) args = e->arg;
    switch (e->op) {
    case IR_VAR:
    case IR_DER:
    case IR_PRE:
    case IR_LOCAL: return ir_var_at(m, e->op, e->var, args[0]);
    case IR_FLOOR: return ir_floor(m, args[0], e->number != 0);
    case IR_BUILD: return ir_build(m, e->iters, e->n_iters, args[0]);
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: return ir_reduce(m, e->op, e->iter, args[0]);
    default: break;
    }
    if (e->op >= IR_ADD && e->op <= IR_TO_INT)
        return ir_other(m, e->op, e->type, e->integer, args, e->n);
    if (args == e->arg) return (struct ir *)(uintptr_t)e;
    like.arg = args;
    return ir_intern(m, &like);
}
