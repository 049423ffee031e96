/* SPDX-License-Identifier: MIT */
/* expand_ref.c - references: x, x[i], A[2:end, :], v[{1, 3}].
 *
 * Each dimension of the variable gets a position: from a scalar subscript, or from the next of the
 * positions asked for, led through the subscript if that is a vector. With sizes s and positions p
 * the flat index is
 *     (..(p1*s2 + p2)*s3 + ..) + pr.                                                          (1)
 * A position outside its size is an error here, if that is certain. If it is merely possible, (1)
 * is replaced by: if all are inside then (1) else -1, for else a wrong p2 would look like another
 * p1. The index of a vector is (1) anyway, and is checked at run time where it cannot be
 * bounded. */
#include "flat/expand/expand.h"

#include <string.h>

static struct local *local_of(const struct symbol *s)
{
    if (expand_is_constant(s) || !s->parent || s->parent->kind != SYMBOL_FUNCTION) return NULL;
    return s->flat;
}

struct shape expand_symbol_shape(const struct site *w, struct symbol *s)
{
    struct local *l = s->kind == SYMBOL_VARIABLE ? local_of(s) : NULL;
    struct shape shape = {.rank = s->type ? s->type->rank : 0};
    if (l && l->actual) return expand_shape(l->caller, l->actual);
    if (l && l->var) return expand_var_shape(l->var);
    for (int32_t d = 0; d < shape.rank; d++) {
        if (s->type->size[d] < 0)
            error_at(w->x->messages, s->at, "the size of '%s' is not known at compile time",
                     s->name);
        shape.size[d] = s->type->size[d] < 0 ? 0 : s->type->size[d];
    }
    return shape;
}

/* ---- Subscripts ------------------------------------------------------------------------------ */

static struct ast_expr **subscripts(const struct ast_expr *e, int32_t *n)
{
    *n = e->n_path > 0 ? e->path[e->n_path - 1].n_sub : 0;
    return *n ? e->path[e->n_path - 1].sub : NULL;
}

static bool is_slice(const struct ast_expr *sub)
{
    return sub->kind == EXPR_COLON || (sub->type && sub->type->rank > 0);
}

struct shape expand_ref_shape(const struct site *w, struct ast_expr *e)
{
    struct shape of = expand_symbol_shape(w, e->symbol), s = {.rank = 0};
    struct site in = *w;
    int32_t n;
    struct ast_expr **sub = subscripts(e, &n);
    for (int32_t d = 0; d < of.rank; d++) {
        in.end = of.size[d];
        if (d >= n || sub[d]->kind == EXPR_COLON)
            s.size[s.rank++] = of.size[d];
        else if (is_slice(sub[d]))
            s.size[s.rank++] = expand_shape(&in, sub[d]).size[0];
    }
    return s;
}

/* A subscript, 1.. (or false, true), as a position. */
static struct ir *position(const struct site *w, struct ir *sub)
{
    struct ir_model *m = w->x->m;
    if (sub->type == IR_B) return expand_convert(w->x, sub, IR_I);
    if (sub->type == IR_R) sub = ir_unary(m, IR_TO_INT, ir_floor(m, sub, false));
    return ir_binary(m, IR_SUB, sub, ir_int(m, 1));
}

static void outside(const struct site *w, struct place at, const char *name, int64_t lo, int64_t hi,
                    int32_t size)
{
    if (lo == hi)
        error_at(w->x->messages, at, "subscript %lld of '%s' is outside 1:%d", (long long)lo + 1,
                 name, (int)size);
    else
        error_at(w->x->messages, at, "this subscript of '%s' runs from %lld to %lld, outside 1:%d",
                 name, (long long)lo + 1, (long long)hi + 1, (int)size);
}

struct counting {
    const struct site *w;
};

static struct ir *as_iterator(void *user, struct ir *e)
{
    const struct site *w = ((struct counting *)user)->w;
    for (const struct counter *c = w->counters; e->op == IR_LOCAL && c; c = c->up)
        if (c->local == e->var) return ir_iter_value(w->x->m, c->it);
    return e;
}

/* Is p surely inside? If it surely is not, and this is not a branch, that is an error. */
static bool inside(const struct site *w, struct ir *p, int32_t size, struct place at,
                   const char *name)
{
    int64_t lo, hi, c0, c[EXPAND_BOX];
    struct counting counting = {w};
    if (w->counters && ir_has_op(w->x->m, p, IR_LOCAL))
        p = ir_map(w->x->m, p, as_iterator, &counting);
    if (!ir_bounds(p, &lo, &hi)) return false;
    if (lo >= 0 && hi < size) return true;
    if (w->conditional || w->fn || p->n_free > EXPAND_BOX) return false;
    if (ir_affine(p, p->free, p->n_free, &c0, c)) outside(w, at, name, lo, hi, size);
    return false;
}

struct subscripted {
    struct ir *index, *valid; /* valid NULL: always                                               */
};

static void add_position(const struct site *w, struct subscripted *s, struct ir *p, int32_t size,
                         bool sure)
{
    struct ir_model *m = w->x->m;
    struct ir *ok;
    s->index = ir_binary(m, IR_ADD, ir_binary(m, IR_MUL, s->index, ir_int(m, size)), p);
    if (sure) return;
    ok = ir_binary(m, IR_AND, ir_relation(m, IR_LE, ir_int(m, 0), p, false),
                   ir_relation(m, IR_LT, p, ir_int(m, size), false));
    s->valid = s->valid ? ir_binary(m, IR_AND, s->valid, ok) : ok;
}

/* (1), with its check if there is more than one dimension. */
static struct ir *flat_index(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct shape of = expand_symbol_shape(w, e->symbol);
    struct subscripted s = {ir_int(w->x->m, 0), NULL};
    struct site in = *w;
    int32_t n, k = 0;
    struct ast_expr **sub = subscripts(e, &n);
    for (int32_t d = 0; d < of.rank; d++) {
        bool given = d < n && sub[d]->kind != EXPR_COLON;
        struct ir *p = given && !is_slice(sub[d]) ? NULL : idx[k++];
        in.end = of.size[d];
        if (given) p = position(w, expand_element(&in, sub[d], p ? &p : NULL));
        bool sure = !given || inside(w, p, of.size[d], sub[d]->at, e->symbol->name);
        add_position(w, &s, p, of.size[d], sure || of.rank == 1);
    }
    return s.valid ? ir_if(w->x->m, s.valid, s.index, ir_int(w->x->m, -1)) : s.index;
}

/* ---- Variables ------------------------------------------------------------------------------- */

/* Flags that are all equal, as those of an array of parts often are: it does not matter which
 * one. */
static bool is_uniform(const struct value *v, enum ir_type type, const struct ir *index)
{
    int64_t lo, hi;
    if (type != IR_B || !ir_bounds(index, &lo, &hi) || lo < 0 || hi >= v->count) return false;
    for (int64_t k = 1; k < v->count; k++)
        if (v->number[k] != v->number[0]) return false;
    return true;
}

static struct ir *constant(const struct site *w, struct symbol *s, struct ir *index)
{
    struct expand *x = w->x;
    enum ir_type type = expand_type(s->type);
    double v;
    int64_t whole;
    if (is_uniform(s->value, type, index)) return ir_bool(x->m, s->value->number[0] != 0);
    if (index->op != IR_INT) return ir_var_at(x->m, IR_VAR, expand_var(x, s), index);
    if (index->integer < 0 || index->integer >= s->value->count) return expand_zero(x, type);
    v = s->value->number[index->integer];
    if (type == IR_R) return ir_real(x->m, v);
    if (type == IR_B) return ir_bool(x->m, v != 0);
    return ir_int(x->m, expand_whole(v, &whole) ? whole : 0);
}

/* An argument in place of the input that it is for: the default of another input asks. */
static struct ir *argument(struct local *l, struct ast_expr *e, struct ir **idx)
{
    struct expand *x = l->caller->x;
    struct ir *result;
    if (l->busy || (e->n_path > 0 && e->path[e->n_path - 1].n_sub > 0)) {
        error_at(x->messages, e->at, "a default that depends on '%s' in this way is not supported",
                 e->symbol->name);
        return expand_zero(x, expand_type(e->type));
    }
    l->busy = true;
    result = expand_element(l->caller, l->actual, idx);
    l->busy = false;
    return expand_convert(x, result, expand_type(e->symbol->type));
}

static struct ir *local(const struct site *w, struct local *l, struct ast_expr *e, struct ir **idx)
{
    if (l->actual) return argument(l, e, idx);
    if (l->known) return ir_int(w->x->m, l->value);
    if (!l->var) /* a size that depends on a variable whose size comes later: not a number      */
        return expand_convert(w->x, ir_other(w->x->m, IR_TIME, IR_R, 0, NULL, 0),
                              expand_type(e->type));
    return ir_var_at(w->x->m, IR_LOCAL, l->var, flat_index(w, e, idx));
}

static struct ir *not_there(const struct site *w, const struct ast_expr *e)
{
    error_at(w->x->messages, e->at, "'%s' is not there: its condition is false", e->symbol->name);
    hint_last(w->x->messages, "what may be absent can only be connected, or used where the same "
                              "condition holds: if ... then");
    return expand_zero(w->x, expand_type(e->symbol->type));
}

static struct ir *variable(const struct site *w, struct ast_expr *e, struct ir **idx, enum ir_op op)
{
    struct symbol *s = e->symbol;
    struct local *l;
    struct ir_var *v;
    if (s->absent) return not_there(w, e);
    expand_evaluate(w->x, s);
    l = local_of(s);
    if (expand_is_constant(s)) return constant(w, s, flat_index(w, e, idx));
    if (l) return local(w, l, e, idx);
    if (s->parent && s->parent->kind == SYMBOL_FUNCTION) {
        error_at(w->x->messages, e->at, "'%s' has no value here", s->name);
        return expand_zero(w->x, expand_type(s->type));
    }
    v = expand_var(w->x, s);
    if (v->kind <= VAR_PARAMETER && op == IR_DER) return ir_real(w->x->m, 0);
    if (v->kind <= VAR_PARAMETER) op = IR_VAR;
    return ir_var_at(w->x->m, op, v, flat_index(w, e, idx));
}

/* op: IR_VAR, or IR_DER, IR_PRE of a variable of the model. */
struct ir *expand_ref(const struct site *w, struct ast_expr *e, struct ir **idx, enum ir_op op)
{
    struct symbol *s = e->symbol;
    struct ir_model *m = w->x->m;
    if (!s) return expand_zero(w->x, expand_type(e->type));
    switch (s->kind) {
    case SYMBOL_BUILTIN:
        if (op == IR_DER) return ir_real(m, 1);
        return ir_other(m, IR_TIME, IR_R, 0, NULL, 0);
    case SYMBOL_ITERATOR: return s->flat ? s->flat : ir_int(m, 1);
    case SYMBOL_LITERAL:
        return ir_int(m, s->value && s->value->number ? (int64_t)s->value->number[0] : 1);
    case SYMBOL_VARIABLE:
        if (s->type->base != TYPE_STRING) return variable(w, e, idx, op);
        /* fall through */
    default: return expand_zero(w->x, expand_type(e->type));
    }
}
