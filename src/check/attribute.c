/* SPDX-License-Identifier: MIT */
/* attribute.c - x(start = 1, each fixed = true): attributes of variables and of types.
 *
 * Attributes are first collected (check_attributes), those of the declaration over those of its
 * type, and later, when the variable has its type, their values are checked. The value of an
 * attribute of an array has the array's sizes, or is one for `each` element. */
#include "check/stage.h"

#include <string.h>

static const char *const attribute_names[ATTR_COUNT] = {
    "start", "fixed", "min", "max", "nominal", "unit", "displayUnit", "quantity"};

/* Which attributes a base type has, as bits. */
static unsigned attributes_of(enum base_type base)
{
    enum { S = 1 << ATTR_START, F = 1 << ATTR_FIXED, Q = 1 << ATTR_QUANTITY };
    enum { LIMITS = 1 << ATTR_MIN | 1 << ATTR_MAX };
    switch (base) {
    case TYPE_REAL: return (1u << ATTR_COUNT) - 1;
    case TYPE_INTEGER:
    case TYPE_ENUM: return S | F | Q | LIMITS;
    case TYPE_BOOLEAN:
    case TYPE_STRING: return S | F | Q;
    default: return (1u << ATTR_COUNT) - 1;
    }
}

static int attribute_named(const char *name)
{
    for (int k = 0; k < ATTR_COUNT; k++)
        if (strcmp(attribute_names[k], name) == 0) return k;
    return -1;
}

static void say_unknown(struct check *c, const struct symbol *s, const struct ast_modifier *mod)
{
    const char *name = mod->path[0].name, *near = scope_nearest(name, attribute_names, ATTR_COUNT);
    const char *list = "";
    error_at(c->m, mod->path[0].at, "%s has no attribute '%s'",
             type_text(c->arena, type_scalar(s->type->base)), name);
    for (int k = 0; k < ATTR_COUNT; k++)
        if (attributes_of(s->type->base) >> k & 1)
            list = arena_format(c->arena, "%s, %s", list, attribute_names[k]);
    if (near)
        hint_last(c->m, "did you mean '%s'?", near);
    else
        hint_last(c->m, "there are %s", list + 2);
}

/* stateSelect is looked at when the variable has its type (check_select). */
static bool has_no_effect(struct check *c, struct symbol *s, const struct ast_modifier *mod)
{
    if (strcmp(mod->path[0].name, "stateSelect") == 0 && s->type->base == TYPE_REAL) {
        s->selection = mod->value;
        return true;
    }
    if (strcmp(mod->path[0].name, "unbounded") != 0) return false;
    warning_at(c->m, mod->at, "'%s' has no effect", mod->path[0].name);
    return true;
}

static bool malformed(struct check *c, const struct symbol *s, const struct ast_modifier *mod)
{
    if (mod->n_path > 1 || mod->n_inner > 0) {
        error_at(c->m, mod->at, "'%s' has no members to modify: it is %s", s->name,
                 type_text(c->arena, s->type));
        return true;
    }
    if (mod->value) return false;
    error_at(c->m, mod->at, "attribute '%s' needs a value", mod->path[0].name);
    return true;
}

static void check_one(struct check *c, struct symbol *s, struct ast_modifier *mod, unsigned *seen)
{
    int k = attribute_named(mod->path[0].name);
    if (malformed(c, s, mod)) return;
    if (k < 0 && has_no_effect(c, s, mod)) return;
    if (k < 0 || !(attributes_of(s->type->base) >> k & 1)) {
        say_unknown(c, s, mod);
        return;
    }
    if (*seen >> k & 1)
        error_at(c->m, mod->at, "attribute '%s' is given twice", attribute_names[k]);
    *seen |= 1u << k;
    s->attr[k].value = mod->value;
    s->attr[k].each = mod->each;
}

void check_attributes(struct check *c, struct symbol *s, struct ast_modifier *mods, int32_t n)
{
    unsigned seen = 0;
    if (type_is_error(s->type)) return;
    for (int32_t k = 0; k < n; k++)
        if (mods[k].n_path > 0) check_one(c, s, &mods[k], &seen);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static const struct type *wanted(struct check *c, const struct symbol *s, int k)
{
    if (k == ATTR_FIXED) return type_like(c->arena, TYPE_BOOLEAN, s->type);
    if (k >= ATTR_UNIT) return type_like(c->arena, TYPE_STRING, s->type);
    return s->type;
}

/* Has the value one number for all elements, though `each` is not there? */
static void check_without_each(struct check *c, struct symbol *s, int k, const struct type *value)
{
    struct ast_expr *e = s->attr[k].value;
    if (s->type->rank == 0 || value->rank > 0 || k >= ATTR_UNIT) {
        error_at(c->m, e->at, "attribute '%s' of '%s' must be %s, not %s", attribute_names[k],
                 s->name, type_text(c->arena, wanted(c, s, k)), type_text(c->arena, value));
    } else if (c->out->mu) {
        warning_at(c->m, e->at, "'%s' is an array: Modelica wants `each %s = ...` here", s->name,
                   attribute_names[k]);
        s->attr[k].each = true;
    } else {
        error_at(c->m, e->at, "'%s' is an array, but its '%s' is one value", s->name,
                 attribute_names[k]);
        hint_last(c->m, "write: each %s = ...", attribute_names[k]);
        s->attr[k].each = true;
    }
}

static void check_each(struct check *c, struct symbol *s, int k, const struct type *value)
{
    const struct type *want = wanted(c, s, k);
    struct ast_expr *e = s->attr[k].value;
    if (s->kind == SYMBOL_VARIABLE && s->type->rank == 0) {
        error_at(c->m, e->at, "'%s' is not an array: `each` has no meaning here", s->name);
    } else if (value->rank > 0 && type_same_shape(value, s->type)) {
        error_at(c->m, e->at, "`each %s` gives one value for all elements, but this is %s",
                 attribute_names[k], type_text(c->arena, value));
        hint_last(c->m, "leave `each` out");
    } else if (value->rank > want->rank ||
               !type_fits(type_element(c->arena, want, want->rank - value->rank), value)) {
        error_at(c->m, e->at, "attribute '%s' of '%s' must be %s, not %s", attribute_names[k],
                 s->name, type_text(c->arena, type_element(c->arena, want, want->rank)),
                 type_text(c->arena, value));
    }
}

static void check_varies(struct check *c, const struct symbol *s, int k)
{
    const struct ast_expr *culprit = check_varying(s->attr[k].value, VARY_PARAMETER);
    if (!culprit) return;
    error_at(c->m, culprit->at, "attribute '%s' of '%s' cannot depend on what changes during a run",
             attribute_names[k], s->name);
}

static void check_attribute_value(struct check *c, struct symbol *s, int k)
{
    const struct type *value;
    c->in.once = k == ATTR_START;
    value = check_expr(c, s->attr[k].value);
    c->in.once = false;
    if (type_is_error(value) || type_is_error(s->type)) return;
    if (s->attr[k].each)
        check_each(c, s, k, value);
    else if (s->type->rank > 0 && value->rank == 0 && k >= ATTR_UNIT)
        s->attr[k].each = true; /* of one mind with most tools */
    else if (!type_fits(wanted(c, s, k), value))
        check_without_each(c, s, k, value);
    check_varies(c, s, k);
}

/* StateSelect.prefer, or a parameter, or the same for all elements of an array. */
static void check_select(struct check *c, struct symbol *s, struct ast_expr *e)
{
    struct value_reason why = {e->at, NULL};
    struct value *v = NULL;
    const struct type *t = check_expr(c, e);
    enum value_result result;
    if (type_is_error(t)) return;
    if (t->base != TYPE_ENUM || strcmp(t->enumeration->name, "StateSelect") != 0) {
        error_at(c->m, e->at, "stateSelect is a StateSelect, not %s", type_text(c->arena, t));
        return;
    }
    result = value_of(c->m, c, e, &v, &why);
    if (result == VALUE_NONE)
        error_at(c->m, why.at.file ? why.at : e->at,
                 "the stateSelect of '%s' must be known at compile time%s%s", s->name,
                 why.text ? ": " : "", why.text ? why.text : "");
    if (result != VALUE_OK || v->count == 0) return;
    for (int64_t k = 1; k < v->count; k++)
        if (v->number[k] != v->number[0]) {
            error_at(c->m, e->at,
                     "the elements of '%s' have different stateSelects: this is not supported",
                     s->name);
            return;
        }
    s->select = (int)v->number[0] - 3;
}

void check_attribute_values(struct check *c, struct symbol *s)
{
    if (s->selection) check_select(c, s, s->selection);
    for (int k = 0; k < ATTR_COUNT; k++)
        if (s->attr[k].value) check_attribute_value(c, s, k);
}
