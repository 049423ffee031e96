/* SPDX-License-Identifier: MIT */
/* expand_var.c - a symbol becomes a variable of the flat model, its attributes expressions per
 * element.
 *
 * What is known at compile time (constants, structural parameters) has data; a constant of a
 * package comes into the model when it is first used. Tables are constants that the text does not
 * name: {2, 3, 5}[k]. An attribute of an array is written over the variable's own iterators, one
 * per dimension, from 1. */
#include "flat/expand/expand.h"

#include <string.h>

bool expand_is_constant(const struct symbol *s)
{
    return s->value && s->value->number && (s->variability == VARY_CONSTANT || s->structural);
}

/* Constants of packages and functions get their value when they are first needed. */
void expand_evaluate(struct expand *x, struct symbol *s)
{
    struct value *v;
    if (s->kind != SYMBOL_VARIABLE || s->variability != VARY_CONSTANT || s->value || !s->binding)
        return;
    v = check_value(x->messages, expand_name(x, s));
    if (v && v->number && !s->value) s->value = v;
}

static int32_t elements(struct expand *x, const struct shape *shape, struct place at)
{
    int64_t n = expand_count(shape);
    if (n <= INT32_MAX) return (int32_t)n;
    error_at(x->messages, at, "this array has too many elements");
    return 0;
}

struct ir_var *expand_new_var(struct expand *x, const char *name, enum ir_type type,
                              enum ir_kind kind, const struct shape *shape)
{
    struct ir_var *v = ARENA_NEW(x->arena, struct ir_var);
    v->name = name;
    v->type = type;
    v->kind = kind;
    v->rank = shape->rank;
    memcpy(v->size, shape->size, sizeof v->size);
    v->count = elements(x, shape, x->m->at);
    for (int32_t d = 0; d < v->rank; d++) v->iters[d] = ir_iter_new(x->m, d, 1, 1, v->size[d], "i");
    return v;
}

static void add_var(struct expand *x, struct ir_var *v)
{
    v->number = x->m->vars.n;
    VEC_ADD(x->arena, &x->m->vars, v);
}

static enum ir_kind kind_of(const struct symbol *s)
{
    if (s->variability == VARY_CONSTANT) return VAR_CONSTANT;
    if (s->variability == VARY_PARAMETER) return VAR_PARAMETER;
    if (s->state || s->outside) return VAR_STATE;
    return s->variability == VARY_DISCRETE || s->type->base != TYPE_REAL ? VAR_DISCRETE
                                                                         : VAR_ALGEBRAIC;
}

/* s as a variable, made now if it is new. */
struct ir_var *expand_var(struct expand *x, struct symbol *s)
{
    struct shape shape = {.rank = s->type->rank};
    struct ir_var *v = s->flat;
    if (v) return v;
    expand_evaluate(x, s);
    memcpy(shape.size, s->type->size, sizeof shape.size);
    x->m->at = s->at;
    v = s->flat = expand_new_var(x, s->name, expand_type(s->type), kind_of(s), &shape);
    v->at = s->at;
    v->label = s->label;
    v->text = s->comment;
    v->input = s->causality == CAUSE_INPUT;
    v->output = s->causality == CAUSE_OUTPUT;
    v->outside = s->outside;
    v->pin = s->pin;
    v->structural = expand_is_constant(s);
    if (v->structural) v->data = s->value->number;
    add_var(x, v);
    return v;
}

/* A constant with this data; equal ones are shared. */
struct ir_var *expand_table(struct expand *x, enum ir_type type, const struct shape *shape,
                            const double *data)
{
    struct ir_var *v;
    size_t bytes = (size_t)expand_count(shape) * sizeof *data;
    for (int32_t k = 0; k < x->tables.n; k++) {
        v = x->tables.at[k];
        if (v->type == type && v->rank == shape->rank &&
            memcmp(v->size, shape->size, (size_t)shape->rank * sizeof *v->size) == 0 &&
            memcmp(v->data, data, bytes) == 0)
            return v;
    }
    v = expand_new_var(x, expand_hidden_name(x, "table"), type, VAR_CONSTANT, shape);
    v->hidden = v->structural = true;
    v->at = x->m->at;
    v->data = data;
    add_var(x, v);
    VEC_ADD(x->arena, &x->tables, v);
    return v;
}

/* A variable for statements: of the function around, or of the handler. */
struct ir_var *expand_temporary(const struct site *w, enum ir_type type, const struct shape *shape)
{
    struct ir_var *v = expand_new_var(w->x, expand_hidden_name(w->x, "t"), type, VAR_LOCAL, shape);
    v->hidden = true;
    v->at = w->x->m->at;
    v->number = w->fn ? w->fn->locals.n : -1;
    if (w->fn) VEC_ADD(w->x->arena, &w->fn->locals, v);
    return v;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* The element of e that belongs to the element of v at v->iters; a scalar belongs to all. */
static struct ir *per_element(struct expand *x, const struct ir_var *v, struct ast_expr *e)
{
    struct site w = {.x = x, .depth = v->rank, .end = -1, .random = true};
    struct ir *idx[CHECK_RANK], *value;
    struct shape shape = expand_shape(&w, e);
    for (int32_t d = 0; d < v->rank; d++)
        idx[d] = ir_binary(x->m, IR_SUB, ir_iter_value(x->m, v->iters[d]), ir_int(x->m, 1));
    if (shape.rank > v->rank) return expand_zero(x, v->type);
    value = expand_element(&w, e, idx + (v->rank - shape.rank));
    return expand_convert(x, value, v->type);
}

static struct ir *attribute(struct expand *x, struct symbol *s, enum attribute a)
{
    if (!s->attr[a].value || ((struct ir_var *)s->flat)->count == 0) return NULL;
    return per_element(x, s->flat, s->attr[a].value);
}

static bool flag(struct expand *x, struct ast_expr *e)
{
    struct value *v = e ? check_value(x->messages, e) : NULL;
    return v && v->number && v->count > 0 && v->number[0] != 0;
}

/* Flags of an array that are not all equal. */
static const double *flags(struct expand *x, struct ast_expr *e, int32_t count)
{
    struct value *v = e ? check_value(x->messages, e) : NULL;
    if (!v || !v->number || v->count != count) return NULL;
    for (int32_t k = 1; k < count; k++)
        if (v->number[k] != v->number[0]) return v->number;
    return NULL;
}

static const char *text(struct expand *x, struct ast_expr *e)
{
    struct value *v = e && e->kind != EXPR_STRING ? check_value(x->messages, e) : NULL;
    if (e && e->kind == EXPR_STRING) return e->text;
    return v && v->text && v->count > 0 ? v->text[0] : NULL;
}

/* A start value that is drawn becomes a hidden parameter: who reads it twice reads one number. */
static struct ir *drawn(struct expand *x, const struct ir_var *v, struct ir *start)
{
    struct shape shape = {.rank = v->rank};
    struct ir_var *p;
    if (!start || !ir_has_op(x->m, start, IR_RANDOM)) return start;
    memcpy(shape.size, v->size, sizeof shape.size);
    p = expand_new_var(x, expand_hidden_name(x, "start"), v->type, VAR_PARAMETER, &shape);
    p->hidden = true;
    p->at = v->at;
    memcpy(p->iters, v->iters, sizeof p->iters);
    p->binding = start;
    add_var(x, p);
    return ir_var_at(x->m, IR_VAR, p, ir_position(x->m, p->iters, p->rank));
}

void expand_attributes(struct expand *x, struct symbol *s)
{
    struct ir_var *v = s->flat;
    x->m->at = s->at;
    v->start = drawn(x, v, attribute(x, s, ATTR_START));
    v->min = attribute(x, s, ATTR_MIN);
    v->max = attribute(x, s, ATTR_MAX);
    v->nominal = attribute(x, s, ATTR_NOMINAL);
    v->select = s->select;
    v->fixed = s->outside || flag(x, s->attr[ATTR_FIXED].value);
    v->fixed_each = s->outside ? NULL : flags(x, s->attr[ATTR_FIXED].value, v->count);
    v->unit = text(x, s->attr[ATTR_UNIT].value);
    if (s->binding && s->variability <= VARY_PARAMETER && !v->data && v->count > 0)
        v->binding = per_element(x, v, s->binding);
}
