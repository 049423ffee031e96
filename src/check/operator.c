/* SPDX-License-Identifier: MIT */
/* operator.c - types of a + b, a * b, a < b, not a.
 *
 *     + -      equal sizes                      * scalar with anything; vectors and matrices
 *     /        anything by a scalar: Real       ^ scalars: Real
 *     .+ .* .. equal sizes, or one is scalar    < == ...  scalars    and or not: equal sizes
 *
 * Integer with Integer stays Integer but for / and ^, which are Real as in Modelica. */
#include "check/stage.h"

static const char *const op_text[OP_COUNT] = {
    "+", "-",  "*", "/",  "^",  ".+", ".-",  ".*", "./", ".^",
    "<", "<=", ">", ">=", "==", "<>", "and", "or", "not"};

static const struct type *say_wrong(struct check *c, const struct ast_expr *e)
{
    error_at(c->m, e->at, "'%s' is not defined for %s and %s", op_text[e->op],
             type_text(c->arena, e->args[0]->type), type_text(c->arena, e->args[1]->type));
    return type_scalar(TYPE_ERROR);
}

/* ---- An index that was forgotten ------------------------------------------------------------- */

/* The first name in e, indices included, that is an iterator, or (iterator false) a whole array of
 * rank 1. */
static const struct ast_expr *first_name(const struct ast_expr *e, bool iterator)
{
    const struct ast_expr *found = NULL;
    const struct symbol *s = e->symbol;
    if (e->kind == EXPR_NAME && s &&
        (iterator ? s->kind == SYMBOL_ITERATOR
                  : s->kind == SYMBOL_VARIABLE && e->type->rank == 1 && s->type->rank == 1))
        return e;
    for (int32_t k = 0; iterator && k < e->n_path; k++)
        for (int32_t i = 0; i < e->path[k].n_sub && !found; i++)
            found = first_name(e->path[k].sub[i], iterator);
    for (int32_t k = 0; k < e->n_args && !found; k++) found = first_name(e->args[k], iterator);
    return found;
}

/* x[i] + y, y an array: y[i] is meant. */
static bool hint_index(struct check *c, const struct ast_expr *e)
{
    const struct ast_expr *i = first_name(e, true), *y = first_name(e, false);
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (!i || !y || a->rank + b->rank != 1) return false;
    hint_last(c->m, "'%s' is an array; an element of it is %s[%s]", y->symbol->name,
              y->symbol->name, i->symbol->name);
    return true;
}

/* `otherwise` is a hint, where no index was forgotten; NULL: none. */
static const struct type *say_sizes(struct check *c, const struct ast_expr *e,
                                    const char *otherwise)
{
    error_at(c->m, e->at, "the sizes do not fit: %s %s %s", type_text(c->arena, e->args[0]->type),
             op_text[e->op], type_text(c->arena, e->args[1]->type));
    if (!hint_index(c, e) && otherwise) hint_last(c->m, "%s", otherwise);
    return type_scalar(TYPE_ERROR);
}

/* Of two numeric types, or Real if the operation gives Real. */
static enum base_type common(const struct type *a, const struct type *b, bool real)
{
    return real || a->base == TYPE_REAL || b->base == TYPE_REAL ? TYPE_REAL : TYPE_INTEGER;
}

/* The one whose sizes are known. */
static const struct type *known(const struct type *a, const struct type *b)
{
    return type_count(a) < 0 ? b : a;
}

static const struct type *elementwise(struct check *c, struct ast_expr *e, bool real)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    enum base_type base = common(a, b, real);
    if (a->rank == 0) return type_like(c->arena, base, b);
    if (b->rank == 0) return type_like(c->arena, base, a);
    if (!type_same_shape(a, b)) return say_sizes(c, e, NULL);
    return type_like(c->arena, base, known(a, b));
}

static const struct type *sum(struct check *c, struct ast_expr *e)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (type_same_shape(a, b)) return type_like(c->arena, common(a, b, false), known(a, b));
    return say_sizes(c, e,
                     a->rank && b->rank ? NULL
                     : e->op == OP_ADD  ? "'.+' works on every element"
                                        : "'.-' works on every element");
}

static bool agree(int32_t m, int32_t n)
{
    return m == n || m < 0 || n < 0;
}

static const struct type *product(struct check *c, struct ast_expr *e)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    enum base_type base = common(a, b, false);
    int32_t size[2] = {a->size[0], b->size[1]};
    if (a->rank == 0) return type_like(c->arena, base, b);
    if (b->rank == 0) return type_like(c->arena, base, a);
    if (a->rank > 2 || b->rank > 2 || !agree(a->size[a->rank - 1], b->size[0]))
        return say_sizes(c, e, type_same_shape(a, b) ? "'.*' multiplies element by element" : NULL);
    if (a->rank == 1) return type_array(c->arena, type_scalar(base), b->rank - 1, size + 1);
    return type_array(c->arena, type_scalar(base), b->rank, size);
}

/* In the dialect, a/b of Integers that must be an Integer is div(a, b). */
static bool becomes_div(struct check *c, struct ast_expr *e)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (!c->out->mu || !c->in.integral || a->base != TYPE_INTEGER || b->base != TYPE_INTEGER ||
        a->rank || b->rank)
        return false;
    if (!c->mu_division_said) {
        warning_at(c->m, e->at, "'/' is an integer division here, as in existing QSS models");
        hint_last(c->m, "in Modelica write div(%s, %s)", print_short(c->arena, e->args[0], 30),
                  print_short(c->arena, e->args[1], 30));
    }
    c->mu_division_said = true;
    e->kind = EXPR_CALL;
    e->builtin = BUILTIN_DIV;
    e->path = ARENA_NEW(c->arena, struct ast_part);
    e->path->name = names_intern(c->names, "div", 3);
    e->path->at = e->at;
    e->n_path = 1;
    e->symbol = scope_get(c->library, e->path->name);
    return true;
}

static const struct type *quotient(struct check *c, struct ast_expr *e)
{
    if (becomes_div(c, e)) return type_scalar(TYPE_INTEGER);
    if (e->args[1]->type->rank == 0) return type_like(c->arena, TYPE_REAL, e->args[0]->type);
    return say_sizes(c, e, "'./' divides element by element");
}

static const struct type *power(struct check *c, struct ast_expr *e)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (a->rank == 0 && b->rank == 0) return type_scalar(TYPE_REAL);
    if (a->rank != 2 || b->rank != 0) return say_sizes(c, e, "'.^' works on every element");
    error_at(c->m, e->at, "powers of matrices are not supported");
    hint_last(c->m, "'.^' works on every element");
    return type_scalar(TYPE_ERROR);
}

static const struct type *arithmetic(struct check *c, struct ast_expr *e)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (e->op == OP_ADD && a->base == TYPE_STRING && b->base == TYPE_STRING && !a->rank && !b->rank)
        return a;
    if (!type_numeric(a) || !type_numeric(b)) {
        say_wrong(c, e);
        if (a->base == TYPE_STRING && type_numeric(b))
            hint_last(c->m, "String(...) makes text of a number");
        return type_scalar(TYPE_ERROR);
    }
    switch (e->op) {
    case OP_ADD:
    case OP_SUB: return sum(c, e);
    case OP_MUL: return product(c, e);
    case OP_DIV: return quotient(c, e);
    case OP_POW: return power(c, e);
    case OP_EDIV:
    case OP_EPOW: return elementwise(c, e, true);
    default: return elementwise(c, e, false);
    }
}

/* == and <> of Reals: allowed in functions only, since there are no events there. */
static void check_real_equality(struct check *c, const struct ast_expr *e)
{
    bool real = e->args[0]->type->base == TYPE_REAL || e->args[1]->type->base == TYPE_REAL;
    if (!real || (e->op != OP_EQ && e->op != OP_NE) || c->in.function) return;
    if (c->out->mu && check_vary(e) <= VARY_DISCRETE) {
        warning_at(c->m, e->at, "Modelica does not compare Reals with '%s'", op_text[e->op]);
        return;
    }
    error_at(c->m, e->at, "Reals cannot be compared with '%s' outside functions", op_text[e->op]);
    hint_last(c->m, "use < or >, or a tolerance: abs(a - b) < eps");
}

static const struct type *relation(struct check *c, struct ast_expr *e)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (a->rank || b->rank) {
        error_at(c->m, e->at, "'%s' compares scalars, not %s and %s", op_text[e->op],
                 type_text(c->arena, a), type_text(c->arena, b));
        return type_scalar(TYPE_ERROR);
    }
    if (!(type_numeric(a) && type_numeric(b)) && (!type_same_base(a, b) || a->base == TYPE_NONE))
        return say_wrong(c, e);
    check_real_equality(c, e);
    return type_scalar(TYPE_BOOLEAN);
}

static const struct type *logical(struct check *c, struct ast_expr *e)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (a->base != TYPE_BOOLEAN || b->base != TYPE_BOOLEAN) return say_wrong(c, e);
    return type_same_shape(a, b) ? known(a, b) : say_sizes(c, e, NULL);
}

const struct type *check_binary(struct check *c, struct ast_expr *e)
{
    if (type_is_error(e->args[0]->type) || type_is_error(e->args[1]->type))
        return type_scalar(TYPE_ERROR);
    if (e->op <= OP_EPOW) return arithmetic(c, e);
    return e->op <= OP_NE ? relation(c, e) : logical(c, e);
}

const struct type *check_unary(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    if (type_is_error(t)) return t;
    if (e->op == OP_NOT ? t->base == TYPE_BOOLEAN : type_numeric(t)) return t;
    error_at(c->m, e->at, "'%s' is not defined for %s", op_text[e->op], type_text(c->arena, t));
    return type_scalar(TYPE_ERROR);
}
