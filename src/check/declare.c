/* SPDX-License-Identifier: MIT */
/* declare.c - variables get their types and their values.
 *
 * A variable passes through phases: NEW, TYPING, TYPED, BOUND. Its type is found when it is
 * first used, so declarations may be in any order; who comes back to a variable that is
 * TYPING has gone in a circle. The sizes of x[n] are evaluated (check_size), the size of x[:] is
 * taken from its value. */
#include "check/stage.h"

#include <string.h>

enum { NEW, TYPING, TYPED, BOUND };

struct where check_surroundings(struct check *c, struct scope *scope)
{
    struct where old = c->in;
    c->in = (struct where){.scope = scope};
    if (scope->owner && scope->owner->kind == SYMBOL_FUNCTION) c->in.function = scope->owner;
    return old;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static int32_t enumeration_size(struct check *c, const struct ast_expr *e)
{
    struct symbol *s;
    if (e->kind != EXPR_NAME || e->path[e->n_path - 1].n_sub > 0) return -1;
    s = scope_find(c, e->path, e->n_path, true);
    if (!s || s->kind != SYMBOL_TYPE || !s->class_ || !s->class_->is_enumeration) return -1;
    return s->class_->n_literals;
}

/* Sizes of one list of subscripts; a colon gives -1 and *open. False after an error. */
static bool sizes_of(struct check *c, struct ast_expr **sub, int32_t n, const char *name,
                     int32_t *size, bool *open)
{
    bool bad = false;
    const char *what = arena_format(c->arena, "the size of '%s'", name);
    if (strchr(name, '.')) /* once for all variables of a part */
        what = arena_format(c->arena, "a size in component '%.*s'", (int)strcspn(name, "."), name);
    for (int32_t k = 0; k < n; k++) {
        size[k] = -1;
        if (sub[k]->kind == EXPR_COLON) {
            sub[k]->type = type_scalar(TYPE_INTEGER);
            *open = true;
        } else if ((size[k] = enumeration_size(c, sub[k])) < 0) {
            size[k] = check_size(c, sub[k], what, &bad);
        } else {
            sub[k]->type = type_scalar(TYPE_INTEGER);
        }
    }
    return !bad;
}

static bool too_large(struct check *c, const struct type *t, struct place at, const char *name)
{
    if (type_count(t) <= INT32_MAX) return false;
    error_at(c->m, at, "'%s' has too many elements: %s", name, type_text(c->arena, t));
    hint_last(c->m, "an array has at most %d elements", INT32_MAX);
    return true;
}

/* ---- Variables ------------------------------------------------------------------------------- */

static void check_prefixes(struct check *c, const struct symbol *s)
{
    uint32_t p = s->element->prefixes;
    if (p & PREFIX_STREAM)
        error_at(c->m, s->at, "`stream` connectors are not supported: '%s'", s->name);
    if ((p & PREFIX_FLOW) && !(p & PREFIX_CONNECTOR))
        error_at(c->m, s->at, "a `flow` variable belongs into a connector: '%s'", s->name);
}

static void check_string(struct check *c, struct symbol *s)
{
    if (s->type->base != TYPE_STRING || s->variability <= VARY_PARAMETER) return;
    error_at(c->m, s->at, "String variables are not supported: '%s'", s->name);
    hint_last(c->m, "parameters and constants may be Strings");
    s->type = type_scalar(TYPE_ERROR);
}

/* The sizes that were left open, from the value. */
static const struct type *closed(struct check *c, struct symbol *s, const struct type *t)
{
    const struct type *value;
    if (!s->binding) {
        error_at(c->m, s->at, "the size of '%s' is not known: [:] needs a value", s->name);
        return NULL;
    }
    value = check_expr(c, s->binding);
    if (type_is_error(value)) return NULL;
    if (value->rank != t->rank || !type_same_shape(t, value)) {
        error_at(c->m, s->binding->at, "'%s' is %s, but its value is %s", s->name,
                 type_text(c->arena, t), type_text(c->arena, value));
        return NULL;
    }
    return type_array(c->arena, type_element(c->arena, t, t->rank), value->rank, value->size);
}

/* The built-in type or enumeration that it is declared with, with its sizes; NULL after an
 * error. */
static const struct type *declared_type(struct check *c, struct symbol *s)
{
    struct ast_element *e = s->element;
    const struct symbol *base = scope_find(c, e->type_path, e->n_type_path, true);
    int32_t size[CHECK_RANK];
    bool open = false;
    const struct type *t;
    if (e->n_sub > CHECK_RANK) {
        error_at(c->m, s->at, "arrays have at most %d dimensions", CHECK_RANK);
        return NULL;
    }
    if (!sizes_of(c, e->sub, e->n_sub, s->name, size, &open)) return NULL;
    t = type_array(c->arena, base->type, e->n_sub, size);
    if (too_large(c, t, s->at, s->name)) return NULL;
    return open && !c->in.function ? closed(c, s, t) : t;
}

static void find_type(struct check *c, struct symbol *s)
{
    const struct type *t = declared_type(c, s);
    s->type =
        t && !(s->type && type_is_error(s->type)) ? t : type_scalar(TYPE_ERROR); /* a circle */
    if (s->type->base != TYPE_REAL && s->variability == VARY_CONTINUOUS)
        s->variability = VARY_DISCRETE;
    check_string(c, s);
}

/* input Real A[:, size(A, 1)]: as long as its sizes are being found, an input has some array of
 * that rank. */
static bool refers_to_own_size(struct check *c, struct symbol *s)
{
    int32_t size[CHECK_RANK], rank = s->element->n_sub;
    if (s->phase != TYPING || s->causality != CAUSE_INPUT || !c->in.function) return false;
    if (rank == 0 || rank > CHECK_RANK || s->type) return false;
    for (int32_t k = 0; k < rank; k++) size[k] = -1;
    s->type = type_array(c->arena, type_scalar(TYPE_REAL), rank, size);
    return true;
}

void check_typed(struct check *c, struct symbol *s)
{
    struct where old;
    if (s->kind != SYMBOL_VARIABLE || !s->element || s->phase >= TYPED) return;
    if (refers_to_own_size(c, s) || (s->phase == TYPING && s->type && !type_is_error(s->type)))
        return;
    if (s->phase == TYPING || c->depth > CHECK_DEEPEST) {
        error_at(c->m, s->at,
                 s->phase == TYPING ? "the size of '%s' depends on itself"
                                    : "too many declarations depend on each other, up to '%s'",
                 s->name);
        s->type = type_scalar(TYPE_ERROR);
        return;
    }
    s->phase = TYPING;
    c->depth += 40;
    old = check_surroundings(c, s->parent->scope);
    find_type(c, s);
    check_prefixes(c, s);
    check_attributes(c, s, s->element->mods, s->element->n_mods);
    c->in = old;
    c->depth -= 40;
    s->phase = TYPED;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static void check_binding_varies(struct check *c, const struct symbol *s)
{
    const struct ast_expr *culprit = check_varying(s->binding, s->variability);
    if (!culprit || s->variability == VARY_CONTINUOUS) return;
    error_at(c->m, culprit->at, "the value of %s '%s' cannot depend on %s", symbol_word(s), s->name,
             culprit->symbol ? arena_format(c->arena, "%s '%s'", symbol_word(culprit->symbol),
                                            culprit->symbol->name)
                             : "what changes during a run");
    if (s->variability == VARY_CONSTANT && culprit->symbol &&
        culprit->symbol->variability == VARY_PARAMETER)
        hint_last(c->m, "declare '%s' a parameter, or '%s' a constant", s->name,
                  culprit->symbol->name);
}

static void check_binding(struct check *c, struct symbol *s)
{
    const struct type *value;
    c->in.once = s->variability == VARY_PARAMETER && !c->in.function;
    value = check_expr(c, s->binding);
    c->in.once = false;
    if (type_is_error(value) || type_is_error(s->type)) return;
    check_stores(c, s->type, s->binding, s->name, s->binding->at);
    if (!c->in.function || s->variability == VARY_CONSTANT) check_binding_varies(c, s);
}

/* Real x if c: is it there? c may have a value for each element of an array of parts; these must be
 * equal. */
static void check_present(struct check *c, struct symbol *s, struct ast_expr *e)
{
    struct value_reason why = {e->at, NULL};
    struct value *v = NULL;
    const struct type *t = check_expr(c, e);
    if (type_is_error(t)) return;
    if (t->base != TYPE_BOOLEAN) {
        error_at(c->m, e->at, "the condition of '%s' must be a Boolean, not %s", s->name,
                 type_text(c->arena, t));
        return;
    }
    if (value_of(c->m, c, e, &v, &why) == VALUE_NONE) {
        error_at(c->m, why.at.file ? why.at : e->at,
                 "the condition of '%s' must be known at compile time%s%s", s->name,
                 why.text ? ": " : "", why.text ? why.text : "");
        return;
    }
    for (int64_t k = 1; v && k < v->count; k++)
        if (v->number[k] != v->number[0]) {
            error_at(c->m, e->at, "'%s' is there for some elements only: this is not supported",
                     s->name);
            return;
        }
    s->absent = v && v->count > 0 && v->number[0] == 0;
}

void check_bound(struct check *c, struct symbol *s)
{
    struct where old;
    check_typed(c, s);
    if (s->kind != SYMBOL_VARIABLE || !s->element || s->phase != TYPED) return;
    s->phase = BOUND;
    old = check_surroundings(c, s->parent->scope);
    if (s->element->condition) check_present(c, s, s->element->condition);
    if (s->binding) check_binding(c, s);
    check_attribute_values(c, s);
    c->in = old;
}
