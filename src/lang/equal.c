/* SPDX-License-Identifier: MIT */
/* equal.c - are two trees the same, apart from places and from what later stages found out?
 *
 * Names are compared by spelling, for the trees may come from different compilations. Numbers are
 * compared as written: 1.0 and 1e0 differ. Every list is compared by the same pattern, so it is
 * written once, as a macro. */
#include "lang/lang.h"

#include <string.h>

#define LISTS(compare, a, b, list, count)                                                          \
    ((a)->count == (b)->count && compare##s((a)->list, (b)->list, (a)->count))

static bool text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool texts(const char *const *a, const char *const *b, int32_t n)
{
    if (!a || !b) return !a == !b;
    for (int32_t k = 0; k < n; k++)
        if (!text(a[k], b[k])) return false;
    return true;
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static bool expr(const struct ast_expr *a, const struct ast_expr *b);

static bool exprs(struct ast_expr *const *a, struct ast_expr *const *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!expr(a[k], b[k])) return false;
    return true;
}

static bool parts(const struct ast_part *a, const struct ast_part *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!text(a[k].name, b[k].name) || !LISTS(expr, &a[k], &b[k], sub, n_sub)) return false;
    return true;
}

static bool iterators(const struct ast_iterator *a, const struct ast_iterator *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!text(a[k].name, b[k].name) || !expr(a[k].range, b[k].range)) return false;
    return true;
}

static bool expr(const struct ast_expr *a, const struct ast_expr *b)
{
    if (!a || !b) return a == b;
    return a->kind == b->kind && a->op == b->op && a->absolute == b->absolute &&
           a->integer == b->integer && text(a->text, b->text) && LISTS(part, a, b, path, n_path) &&
           LISTS(expr, a, b, args, n_args) && texts(a->arg_names, b->arg_names, a->n_args) &&
           LISTS(iterator, a, b, iterators, n_iterators);
}

/* ---- Modifications and statements ------------------------------------------------------------ */

static bool modifiers(const struct ast_modifier *a, const struct ast_modifier *b, int32_t n);
static bool element(const struct ast_element *a, const struct ast_element *b);

static bool modifier(const struct ast_modifier *a, const struct ast_modifier *b)
{
    return a->each == b->each && a->final == b->final && a->parens == b->parens &&
           LISTS(part, a, b, path, n_path) && expr(a->value, b->value) &&
           LISTS(modifier, a, b, inner, n_inner) && text(a->comment, b->comment) &&
           element(a->redeclare, b->redeclare);
}

static bool modifiers(const struct ast_modifier *a, const struct ast_modifier *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!modifier(&a[k], &b[k])) return false;
    return true;
}

bool ast_same_modifier(const struct ast_modifier *a, const struct ast_modifier *b)
{
    return modifier(a, b);
}

static bool stmts(const struct ast_stmt *a, const struct ast_stmt *b, int32_t n);

static bool bodies(const struct ast_body *a, const struct ast_body *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!LISTS(stmt, &a[k], &b[k], stmts, n)) return false;
    return true;
}

static bool stmt(const struct ast_stmt *a, const struct ast_stmt *b)
{
    return a->kind == b->kind && LISTS(expr, a, b, exprs, n_exprs) && a->n_bodies == b->n_bodies &&
           bodies(a->bodies, b->bodies, a->n_bodies) &&
           LISTS(iterator, a, b, iterators, n_iterators) && text(a->comment, b->comment) &&
           LISTS(modifier, a, b, annotation, n_annotation);
}

static bool stmts(const struct ast_stmt *a, const struct ast_stmt *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!stmt(&a[k], &b[k])) return false;
    return true;
}

/* ---- Classes --------------------------------------------------------------------------------- */

static bool class(const struct ast_class *a, const struct ast_class *b);

static bool element(const struct ast_element *a, const struct ast_element *b)
{
    if (!a || !b) return a == b;
    return a->kind == b->kind && a->prefixes == b->prefixes && a->joined == b->joined &&
           a->type_absolute == b->type_absolute && LISTS(part, a, b, type_path, n_type_path) &&
           LISTS(expr, a, b, type_sub, n_type_sub) && text(a->name, b->name) &&
           LISTS(expr, a, b, sub, n_sub) && a->mod_parens == b->mod_parens &&
           LISTS(modifier, a, b, mods, n_mods) && expr(a->value, b->value) &&
           a->value_assign == b->value_assign && expr(a->condition, b->condition) &&
           a->import_all == b->import_all && LISTS(text, a, b, import_names, n_import_names) &&
           text(a->comment, b->comment) && LISTS(modifier, a, b, annotation, n_annotation) &&
           element(a->constraint, b->constraint) && class(a->class_, b->class_);
}

static bool elements(const struct ast_element *a, const struct ast_element *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!element(&a[k], &b[k])) return false;
    return true;
}

static bool sections(const struct ast_section *a, const struct ast_section *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (a[k].kind != b[k].kind || a[k].initial != b[k].initial ||
            !bodies(&a[k].body, &b[k].body, 1))
            return false;
    return true;
}

static bool literals(const struct ast_literal *a, const struct ast_literal *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!text(a[k].name, b[k].name) || !text(a[k].comment, b[k].comment) ||
            !LISTS(modifier, &a[k], &b[k], annotation, n_annotation))
            return false;
    return true;
}

static bool externals(const struct ast_external *a, const struct ast_external *b)
{
    if (!a || !b) return a == b;
    return text(a->language, b->language) && expr(a->result, b->result) && expr(a->call, b->call) &&
           LISTS(modifier, a, b, annotation, n_annotation);
}

static bool class(const struct ast_class *a, const struct ast_class *b)
{
    if (!a || !b) return a == b;
    return a->kind == b->kind && a->prefixes == b->prefixes && text(a->name, b->name) &&
           a->expandable == b->expandable && a->is_operator == b->is_operator &&
           a->extends_same == b->extends_same && text(a->comment, b->comment) &&
           LISTS(element, a, b, elements, n_elements) &&
           LISTS(section, a, b, sections, n_sections) &&
           LISTS(modifier, a, b, annotation, n_annotation) && element(a->alias, b->alias) &&
           LISTS(literal, a, b, literals, n_literals) && a->is_enumeration == b->is_enumeration &&
           externals(a->external, b->external);
}

bool ast_equal(const struct ast_file *a, const struct ast_file *b)
{
    if (a->has_within != b->has_within || !LISTS(part, a, b, within, n_within)) return false;
    if (a->n_classes != b->n_classes) return false;
    for (int32_t k = 0; k < a->n_classes; k++)
        if (!class(a->classes[k], b->classes[k])) return false;
    return true;
}
