/* SPDX-License-Identifier: MIT */
/* type.c - types: a base and the sizes of an array.
 *
 * Types are compared by what they contain, never by address. Scalars of the simple bases are
 * constant tables; all others live in the arena. A size of -1 is not known, which happens inside
 * functions only, and agrees with every size. */
#include "check/stage.h"

#include <string.h>

const struct type *type_scalar(enum base_type base)
{
    static const struct type scalars[] = {
        {.base = TYPE_ERROR},  {.base = TYPE_REAL}, {.base = TYPE_INTEGER}, {.base = TYPE_BOOLEAN},
        {.base = TYPE_STRING}, {.base = TYPE_ENUM}, {.base = TYPE_TUPLE},   {.base = TYPE_NONE},
    };
    return &scalars[base];
}

const struct type *type_array(struct arena *a, const struct type *element, int32_t rank,
                              const int32_t *size)
{
    if (rank == 0 && element->rank == 0) return element;
    struct type *t = ARENA_NEW(a, struct type);
    t->base = element->base;
    t->enumeration = element->enumeration;
    t->rank = rank + element->rank;
    if (t->rank > CHECK_RANK) return type_scalar(TYPE_ERROR); /* callers look before */
    if (rank > 0) memcpy(t->size, size, sizeof *size * (size_t)rank);
    memcpy(t->size + rank, element->size, sizeof *size * (size_t)element->rank);
    return t;
}

const struct type *type_like(struct arena *a, enum base_type base, const struct type *shape)
{
    if (shape->base == base) return shape;
    return type_array(a, type_scalar(base), shape->rank, shape->size);
}

const struct type *type_element(struct arena *a, const struct type *t, int32_t drop)
{
    struct type scalar = {.base = t->base, .enumeration = t->enumeration};
    if (drop == 0) return t;
    if (t->base != TYPE_ENUM)
        return type_array(a, type_scalar(t->base), t->rank - drop, t->size + drop);
    struct type *copy = ARENA_NEW(a, struct type);
    *copy = scalar;
    return type_array(a, copy, t->rank - drop, t->size + drop);
}

const char *type_text(struct arena *a, const struct type *t)
{
    static const char *const names[] = {
        "an erroneous value", "Real",           "Integer", "Boolean", "String",
        "an enumeration",     "several values", "no value"};
    const char *text = names[t->base];
    if (t->base == TYPE_ENUM && t->enumeration) text = t->enumeration->name;
    for (int32_t k = 0; k < t->rank; k++) {
        const char *sep = k ? ", " : "[", *end = k + 1 == t->rank ? "]" : "";
        if (t->size[k] < 0)
            text = arena_format(a, "%s%s:%s", text, sep, end);
        else
            text = arena_format(a, "%s%s%d%s", text, sep, (int)t->size[k], end);
    }
    return text;
}

bool type_same_shape(const struct type *a, const struct type *b)
{
    if (a->rank != b->rank) return false;
    for (int32_t k = 0; k < a->rank; k++)
        if (a->size[k] != b->size[k] && a->size[k] >= 0 && b->size[k] >= 0) return false;
    return true;
}

bool type_same_base(const struct type *a, const struct type *b)
{
    return a->base == b->base && (a->base != TYPE_ENUM || a->enumeration == b->enumeration);
}

bool type_numeric(const struct type *t)
{
    return t->base == TYPE_REAL || t->base == TYPE_INTEGER;
}

bool type_is_error(const struct type *t)
{
    return t->base == TYPE_ERROR;
}

int64_t type_count(const struct type *t)
{
    int64_t n = 1;
    for (int32_t k = 0; k < t->rank; k++) {
        if (t->size[k] < 0) return -1;
        if (t->size[k] > 0 && n > INT64_MAX / t->size[k]) return INT64_MAX;
        n *= t->size[k];
    }
    return n;
}

bool type_fits(const struct type *to, const struct type *from)
{
    if (type_is_error(to) || type_is_error(from)) return true;
    if (!type_same_shape(to, from)) return false;
    return type_same_base(to, from) || (to->base == TYPE_REAL && from->base == TYPE_INTEGER);
}

static const char *variable_word(const struct symbol *s)
{
    static const char *const words[] = {"constant", "parameter", "discrete variable", "variable"};
    if (s->causality == CAUSE_INPUT && s->variability > VARY_PARAMETER) return "input";
    if (s->causality == CAUSE_OUTPUT) return "output";
    return words[s->variability];
}

const char *symbol_word(const struct symbol *s)
{
    switch (s->kind) {
    case SYMBOL_VARIABLE: return variable_word(s);
    case SYMBOL_ITERATOR: return "iterator";
    case SYMBOL_FUNCTION: return "function";
    case SYMBOL_CLASS: return s->class_ ? class_word(s->class_->kind) : "class";
    case SYMBOL_TYPE: return "type";
    case SYMBOL_LITERAL: return "literal";
    case SYMBOL_BUILTIN: return s->builtin ? "built-in function" : "built-in variable";
    }
    return "name";
}
