/* SPDX-License-Identifier: MIT */
/* declare.c - variables get their types and their values.
 *
 * A variable passes through phases: NEW, TYPING, TYPED, BOUND. Its type is found when it is
 * first used, so declarations may stand in any order; who comes back to a variable that is
 * TYPING has gone in a circle. The sizes of x[n] are evaluated (check_size), the size of x[:] is
 * taken from its value.                                                                         */
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

static struct scope *home(struct check *c, const struct symbol *s)
{
    if (s->parent) return s->parent->scope;
    return s->at.file == c->root_file ? c->root : c->library;
}

/* ---- Types by name --------------------------------------------------------------------------- */

static void say_not_a_type(struct check *c, const struct symbol *s, struct place at,
                           const char *name)
{
    enum class_kind kind = s->class_ ? s->class_->kind : CLASS_TYPE;
    if (s->kind == SYMBOL_CLASS && kind == CLASS_CONNECTOR)
        error_at(c->m, at, "connectors are not supported yet: '%s' is of connector '%s'", name,
                 s->name);
    else if (s->kind == SYMBOL_CLASS && kind == CLASS_RECORD)
        error_at(c->m, at, "records are not supported yet: '%s' is of record '%s'", name, s->name);
    else if (s->kind == SYMBOL_CLASS && kind != CLASS_PACKAGE && kind != CLASS_OPERATOR)
        error_at(c->m, at, "components are not supported yet: '%s' is of %s '%s'", name,
                 symbol_word(s), s->name);
    else
        error_at(c->m, at, "'%s' is a %s, not a type", s->name, symbol_word(s));
}

static bool type_ready(struct check *c, struct symbol *s);

/* The type that element e is declared with, or NULL after an error. */
static struct symbol *declared_type(struct check *c, const struct ast_element *e, const char *name)
{
    struct symbol *s;
    if (e->n_type_path == 0) return NULL;
    s = scope_find(c, e->type_path, e->n_type_path, e->type_absolute, false);
    if (!s) return NULL;
    if (s->kind != SYMBOL_TYPE) {
        say_not_a_type(c, s, path_place(e->type_path, e->n_type_path), name);
        return NULL;
    }
    return type_ready(c, s) ? s : NULL;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static int32_t enumeration_size(struct check *c, const struct ast_expr *e)
{
    struct symbol *s;
    if (e->kind != EXPR_NAME || e->path[e->n_path - 1].n_sub > 0) return -1;
    s = scope_find(c, e->path, e->n_path, e->absolute, true);
    if (!s || s->kind != SYMBOL_TYPE || !s->class_ || !s->class_->is_enumeration) return -1;
    return s->class_->n_literals;
}

/* Sizes of one list of subscripts; a colon gives -1 and *open. False after an error. */
static bool sizes_of(struct check *c, struct ast_expr **sub, int32_t n, const char *name,
                     int32_t *size, bool *open)
{
    bool bad = false;
    const char *what = arena_format(c->arena, "the size of '%s'", name);
    if (c->flat && strchr(name, '.')) /* once for all variables of a part */
        what = arena_format(c->arena, "a size in part '%.*s'", (int)strcspn(name, "."), name);
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

static bool too_many_dims(struct check *c, const struct ast_element *e, const struct type *base)
{
    if (e->n_sub + e->n_type_sub + base->rank <= CHECK_RANK) return false;
    error_at(c->m, e->name ? e->name_at : e->at, "arrays have at most %d dimensions", CHECK_RANK);
    return true;
}

static bool too_large(struct check *c, const struct type *t, struct place at, const char *name)
{
    if (type_count(t) <= INT32_MAX) return false;
    error_at(c->m, at, "'%s' has too many elements: %s", name, type_text(c->arena, t));
    hint_last(c->m, "an array has at most %d elements", INT32_MAX);
    return true;
}

/* The type of an element with its sizes, NULL after an error: declarator[sub] of type[type_sub]. */
static const struct type *sized(struct check *c, struct ast_element *e, const struct type *base,
                                const char *name, bool *open)
{
    int32_t size[CHECK_RANK];
    const struct type *t;
    if (too_many_dims(c, e, base)) return NULL;
    bool good = sizes_of(c, e->sub, e->n_sub, name, size, open);
    good &= sizes_of(c, e->type_sub, e->n_type_sub, name, size + e->n_sub, open);
    if (!good) return NULL;
    t = type_array(c->arena, base, e->n_sub + e->n_type_sub, size);
    return too_large(c, t, e->name ? e->name_at : e->at, name) ? NULL : t;
}

/* ---- Type definitions ------------------------------------------------------------------------ */

static void inherit_attributes(struct symbol *s, const struct symbol *from, bool each)
{
    for (int k = 0; k < ATTR_COUNT; k++) {
        s->attr[k].value = from->attr[k].value;
        s->attr[k].each = from->attr[k].each || each;
    }
}

static void define_alias(struct check *c, struct symbol *s, struct ast_element *alias)
{
    bool open = false;
    struct symbol *target = declared_type(c, alias, s->name);
    const struct type *t = target ? sized(c, alias, target->type, s->name, &open) : NULL;
    if (t && open) {
        error_at(c->m, alias->type_at, "the sizes of type '%s' must be numbers", s->name);
        t = NULL;
    }
    if (target) inherit_attributes(s, target, alias->n_type_sub + alias->n_sub > 0);
    s->type = t ? t : type_scalar(TYPE_ERROR);
    check_attributes(c, s, alias->mods, alias->n_mods);
    check_attribute_values(c, s);
}

static void define_type(struct check *c, struct symbol *s)
{
    struct where old = check_surroundings(c, home(c, s));
    if (s->class_->alias) {
        define_alias(c, s, s->class_->alias);
    } else if (s->class_->is_enumeration) {
        scope_of(c, s);
    } else {
        error_at(c->m, s->class_->name_at, "long type definitions are not supported: '%s'", s->name);
        hint_last(c->m, "write: type %s = Real(...);", s->name);
    }
    if (!s->type) s->type = type_scalar(TYPE_ERROR);
    c->in = old;
}

static bool type_ready(struct check *c, struct symbol *s)
{
    if (s->phase == TYPING) {
        error_at(c->m, s->at, "type '%s' is defined by itself", s->name);
        s->type = type_scalar(TYPE_ERROR);
    } else if (!s->type || (s->class_ && s->phase == NEW)) {
        s->phase = TYPING;
        define_type(c, s);
    }
    s->phase = TYPED;
    return !type_is_error(s->type);
}

/* ---- Variables ------------------------------------------------------------------------------- */

static const char *refused_prefix(uint32_t p, bool flat)
{
    if (p & PREFIX_STREAM) return "`stream` connectors are not supported";
    if (flat && (p & PREFIX_FLOW) && !(p & PREFIX_CONNECTOR))
        return "a `flow` variable belongs into a connector";
    if (flat) return NULL;
    if (p & PREFIX_FLOW) return "`flow` variables are not supported yet";
    if (p & (PREFIX_INNER | PREFIX_OUTER)) return "`inner` and `outer` are not supported";
    if (p & PREFIX_REPLACEABLE) return "`replaceable` is not supported";
    if (p & PREFIX_REDECLARE) return "`redeclare` is not supported";
    return NULL;
}

static void check_prefixes(struct check *c, const struct symbol *s)
{
    const struct ast_element *e = s->element;
    const char *refused = refused_prefix(e->prefixes, c->flat);
    if (refused) error_at(c->m, e->name_at, "%s: '%s'", refused, s->name);
    if (e->condition && !c->flat)
        error_at(c->m, e->condition->at, "conditional components are not supported: '%s'", s->name);
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

static void find_type(struct check *c, struct symbol *s)
{
    bool open = false;
    struct symbol *target = declared_type(c, s->element, s->name);
    const struct type *t = target ? sized(c, s->element, target->type, s->name, &open) : NULL;
    if (t && open && !c->in.function) t = closed(c, s, t);
    if (target) inherit_attributes(s, target, s->element->n_sub + s->element->n_type_sub > 0);
    s->type = t && !(s->type && type_is_error(s->type)) ? t : type_scalar(TYPE_ERROR); /* a circle */
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
    old = check_surroundings(c, home(c, s));
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
    if (type_is_error(check_expr(c, s->binding)) || type_is_error(s->type)) return;
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
    old = check_surroundings(c, home(c, s));
    if (c->flat && s->element->condition) check_present(c, s, s->element->condition);
    if (s->binding) check_binding(c, s);
    check_attribute_values(c, s);
    c->in = old;
}
