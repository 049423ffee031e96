/* SPDX-License-Identifier: MIT */
/* connect.c - connect(a, b), as pairs of variables of the two connectors (inst has looked into
 * them).
 *
 * Both sides of a pair are variables of equal type and sizes; which of their elements meet must be
 * known at compile time. A connection is part of the structure of a model: it cannot come and go
 * during a run. What equations it makes, flat/ decides. */
#include "check/stage.h"

static bool is_variable(const struct ast_expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VARIABLE;
}

static bool is_fixed(const struct symbol *s)
{
    return s->variability <= VARY_PARAMETER;
}

static bool connect_stands_right(struct check *c, const struct ast_stmt *s)
{
    const char *where = c->in.section != IN_EQUATION ? "in an algorithm"
                        : c->in.when                 ? "in a when"
                        : c->in.initial              ? "in an initial section"
                        : c->in.branches ? "in an if whose condition changes during a run"
                                         : "";
    if (*where) error_at(c->m, s->at, "connect cannot be used %s", where);
    if (*where && (c->in.when || c->in.branches))
        hint_last(c->m,
                  "it cannot come and go during a run; what does is a component, such as a switch");
    return !*where;
}

static void check_connected(struct check *c, const struct ast_stmt *s, struct ast_expr *a,
                            struct ast_expr *b)
{
    check_expr(c, a);
    check_expr(c, b);
    if (type_is_error(a->type) || type_is_error(b->type)) return;
    if (!is_variable(a) || !is_variable(b)) {
        error_at(c->m, is_variable(a) ? b->at : a->at, "only a connector can be connected");
    } else if (a->symbol->flow != b->symbol->flow) {
        error_at(c->m, s->at, "'%s' is a flow, but '%s' is not: they cannot be connected",
                 a->symbol->flow ? a->symbol->name : b->symbol->name,
                 a->symbol->flow ? b->symbol->name : a->symbol->name);
    } else if (is_fixed(a->symbol) != is_fixed(b->symbol)) {
        error_at(c->m, s->at, "'%s' is a %s, but '%s' is a %s: they cannot be connected",
                 a->symbol->name, symbol_word(a->symbol), b->symbol->name, symbol_word(b->symbol));
    } else if (!type_same_base(a->type, b->type) || !type_same_shape(a->type, b->type)) {
        error_at(c->m, s->at, "'%s' is %s, but '%s' is %s: they cannot be connected",
                 a->symbol->name, type_text(c->arena, a->type), b->symbol->name,
                 type_text(c->arena, b->type));
    } else {
        check_settle(c, a);
        check_settle(c, b);
    }
}

/* What is wrong with one pair is mostly wrong with all. */
void check_connect(struct check *c, struct ast_stmt *s)
{
    int errors = c->m->errors;
    if (!connect_stands_right(c, s)) return;
    for (int32_t k = 0; k + 1 < s->n_exprs && c->m->errors == errors; k += 2)
        check_connected(c, s, s->exprs[k], s->exprs[k + 1]);
}
