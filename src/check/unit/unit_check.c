/* SPDX-License-Identifier: MIT */
/* unit_check.c - do the units agree? Warnings only.
 *
 * Every expression has a unit, as far as that can be said: of a variable the one it is declared
 * with, of a product the product. What was declared without a unit, a Real literal other than 0.5
 * (it may have one), and what we do not understand is not known and agrees with everything; so does
 * a literal that is added or compared. Integers and 0.5 are pure numbers, but a unit with one of
 * them before it may be another multiple: 1000*U is fine as mV.
 *
 * An equation of a part is looked at for each part; what is wrong with it is said once. */
#include "check/stage.h"
#include "check/unit/unit.h"

#include <string.h>

struct units {
    struct check *c;
    VEC(struct place) said;
    int depth;
};

enum { MOST_SAID = 50, DEEPEST = 1000 };

static struct unit of(struct units *u, struct ast_expr *e);

/* ---- Messages -------------------------------------------------------------------------------- */

static bool news(struct units *u, struct place at)
{
    for (int32_t k = 0; k < u->said.n; k++)
        if (u->said.at[k].file == at.file && u->said.at[k].pos == at.pos) return false;
    if (u->said.n >= MOST_SAID) return false;
    VEC_ADD(u->c->arena, &u->said, at);
    return true;
}

static void say(struct units *u, struct place at, const char *what, struct unit a, struct unit b)
{
    struct arena *arena = u->c->arena;
    if (!news(u, at)) return;
    warning_at(u->c->m, at, "units do not agree: %s %s and %s", what, unit_text(arena, a),
               unit_text(arena, b));
    if (unit_same_kind(a, b) && a.text && b.text)
        hint_last(u->c->m, "they are of the same kind, but 1 %s is %g %s", unit_text(arena, a),
                  a.factor / b.factor, unit_text(arena, b));
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static struct unit of_symbol(struct symbol *s)
{
    struct ast_expr *text = s ? s->attr[ATTR_UNIT].value : NULL;
    if (s && s->kind == SYMBOL_BUILTIN && !s->builtin) return unit_parse("s"); /* time */
    if (!text || text->kind != EXPR_STRING) return unit_none();
    return unit_parse(text->text);
}

static bool is_number(const struct ast_expr *e)
{
    if (e->kind == EXPR_UNARY && e->op != OP_NOT) return is_number(e->args[0]);
    if (e->kind == EXPR_COMPREHENSION) return is_number(e->args[0]);
    if (e->kind == EXPR_CALL && e->builtin == BUILTIN_FILL) return is_number(e->args[0]);
    if (e->kind == EXPR_BINARY) return is_number(e->args[0]) && is_number(e->args[1]);
    return e->kind == EXPR_REAL || e->kind == EXPR_INTEGER;
}

/* Two that are added, compared, or given for each other. */
static struct unit same(struct units *u, struct ast_expr *a, struct ast_expr *b, struct place at,
                        const char *what)
{
    struct unit x = of(u, a), y = of(u, b);
    if (is_number(a)) x = unit_none();
    if (is_number(b)) y = unit_none();
    if (!unit_agree(x, y)) {
        say(u, at, what, x, y);
        return unit_none();
    }
    if (x.known && y.loose && !x.loose) return x;
    return y.known && (!x.known || x.loose) ? y : x;
}

static struct unit of_literal(const struct ast_expr *e)
{
    struct unit one = unit_one();
    one.loose = true;
    if (e->kind == EXPR_REAL && e->number != 0.5) return unit_none();
    return one;
}

static struct unit of_power(struct units *u, struct ast_expr *e)
{
    struct ast_expr *by = e->args[1];
    struct unit base = of(u, e->args[0]);
    int sign = by->kind == EXPR_UNARY && by->op == OP_SUB ? -1 : 1;
    of(u, by);
    if (by->kind == EXPR_UNARY) by = by->args[0];
    if (by->kind == EXPR_INTEGER && by->integer >= 0 && by->integer < 100)
        return unit_power(base, sign * (int)by->integer, 1);
    if (by->kind == EXPR_REAL && by->number == 0.5) return unit_power(base, sign, 2);
    return unit_none();
}

static struct unit of_binary(struct units *u, struct ast_expr *e)
{
    switch (e->op) {
    case OP_ADD:
    case OP_EADD: return same(u, e->args[0], e->args[1], e->at, "this adds");
    case OP_SUB:
    case OP_ESUB: return same(u, e->args[0], e->args[1], e->at, "this subtracts");
    case OP_MUL:
    case OP_EMUL: return unit_times(of(u, e->args[0]), of(u, e->args[1]), 1);
    case OP_DIV:
    case OP_EDIV: return unit_times(of(u, e->args[0]), of(u, e->args[1]), -1);
    case OP_POW:
    case OP_EPOW: return of_power(u, e);
    case OP_AND:
    case OP_OR: return of(u, e->args[0]), of(u, e->args[1]), unit_none();
    default: return same(u, e->args[0], e->args[1], e->at, "this compares"), unit_none();
    }
}

static struct unit of_if(struct units *u, struct ast_expr *e)
{
    int32_t last = e->n_args - 1;
    struct unit unit = unit_none();
    for (int32_t k = 0; k + 1 < e->n_args; k += 2) of(u, e->args[k]);
    for (int32_t k = 1; k < e->n_args; k += 2) {
        struct unit one =
            same(u, e->args[k], e->args[last], e->args[k]->at, "the branches of this `if` have");
        if (!unit.known) unit = one;
    }
    return unit;
}

/* sin, exp ...: of a pure number; sin(time) is too common to be complained about. */
static struct unit of_number_function(struct units *u, struct ast_expr *e, struct unit result)
{
    struct unit x = of(u, e->args[0]), seconds = unit_parse("s");
    x.loose = true;
    seconds = unit_power(seconds, x.power[UNIT_SECOND], UNIT_PART);
    if (!unit_agree(x, seconds) && news(u, e->args[0]->at)) {
        warning_at(u->c->m, e->args[0]->at, "units do not agree: '%s' is of a number, this is %s",
                   e->path[e->n_path - 1].name, unit_text(u->c->arena, x));
    }
    return result;
}

static struct unit of_all(struct units *u, struct ast_expr *e)
{
    struct unit unit = unit_none();
    for (int32_t k = 0; k < e->n_args; k++) {
        struct unit x = e->args[k] ? of(u, e->args[k]) : unit_none();
        if (!e->args[k] || is_number(e->args[k])) continue;
        if (!unit_agree(unit, x)) say(u, e->args[k]->at, "here are", unit, x);
        if (!unit.known) unit = x;
    }
    return unit;
}

static struct unit of_elementary(struct units *u, struct ast_expr *e, int unit)
{
    switch (unit) {
    case ELEMENTARY_NUMBER: return of_number_function(u, e, unit_one());
    case ELEMENTARY_ANGLE: return of_number_function(u, e, unit_parse("rad"));
    case ELEMENTARY_POINT: return of_all(u, e), unit_parse("rad");
    case ELEMENTARY_UNKNOWN: return of(u, e->args[0]), unit_none();
    case ELEMENTARY_ROOT(1): return of(u, e->args[0]);
    default: return unit_power(of(u, e->args[0]), 1, unit);
    }
}

static struct unit of_builtin(struct units *u, struct ast_expr *e)
{
    int f = builtin_elementary(e->builtin);
    if (f >= 0) return of_elementary(u, e, elementary_row((enum elementary)f)->unit);
    switch (e->builtin) {
    case BUILTIN_DER: return unit_times(of(u, e->args[0]), unit_parse("s"), -1);
    case BUILTIN_MIN:
    case BUILTIN_MAX:
    case BUILTIN_MOD:
    case BUILTIN_REM:
    case BUILTIN_ARRAY: return of_all(u, e);
    case BUILTIN_PRE:
    case BUILTIN_NOEVENT:
    case BUILTIN_SUM:
    case BUILTIN_SCALAR:
    case BUILTIN_SAME:
    case BUILTIN_VECTOR:
    case BUILTIN_MATRIX:
    case BUILTIN_TRANSPOSE:
    case BUILTIN_DIAGONAL:
    case BUILTIN_FILL: return of(u, e->args[0]);
    case BUILTIN_DELAY: return of(u, e->args[1]), of(u, e->args[0]);
    case BUILTIN_SMOOTH: return of(u, e->args[1]);
    case BUILTIN_REINIT: return same(u, e->args[0], e->args[1], e->at, "this sets");
    case BUILTIN_SIZE:
    case BUILTIN_NDIMS: return unit_none();
    default:
        for (int32_t k = 0; k < e->n_args; k++)
            if (e->args[k]) of(u, e->args[k]);
        return unit_none();
    }
}

/* A function of the text: arguments against its inputs. */
static struct unit of_call(struct units *u, struct ast_expr *e)
{
    const struct symbol *f = e->symbol;
    if (e->builtin) return of_builtin(u, e);
    for (int32_t k = 0; k < e->n_args; k++) {
        struct unit x = e->args[k] ? of(u, e->args[k]) : unit_none(), wanted;
        if (!e->args[k] || !f || k >= f->n_inputs || is_number(e->args[k])) continue;
        wanted = of_symbol(f->inputs[k]);
        if (!unit_agree(x, wanted)) say(u, e->args[k]->at, "argument and input are", x, wanted);
    }
    return f && f->n_outputs > 0 ? of_symbol(f->outputs[0]) : unit_none();
}

static struct unit of_reduction(struct units *u, struct ast_expr *e)
{
    struct unit unit = of(u, e->args[0]);
    return e->builtin == BUILTIN_PRODUCT ? unit_none() : unit;
}

static struct unit of_kind(struct units *u, struct ast_expr *e)
{
    switch (e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER: return of_literal(e);
    case EXPR_NAME: return of_symbol(e->symbol);
    case EXPR_CALL: return of_call(u, e);
    case EXPR_REDUCE: return of_reduction(u, e);
    case EXPR_UNARY: return of(u, e->args[0]);
    case EXPR_BINARY: return of_binary(u, e);
    case EXPR_IF: return of_if(u, e);
    case EXPR_COMPREHENSION: return of(u, e->args[0]);
    case EXPR_ARRAY:
    case EXPR_MATRIX: return of_all(u, e);
    default: return unit_none();
    }
}

static struct unit of(struct units *u, struct ast_expr *e)
{
    struct unit unit = unit_none();
    if (!e || u->depth > DEEPEST) return unit;
    u->depth++;
    unit = of_kind(u, e);
    u->depth--;
    return unit;
}

/* ---- Equations ------------------------------------------------------------------------------- */

static void body(struct units *u, const struct ast_body *b);

static void statement(struct units *u, const struct ast_stmt *s)
{
    bool equal = (s->kind == STMT_EQUATION || s->kind == STMT_ASSIGN) && s->n_exprs == 2 &&
                 s->exprs[0]->kind != EXPR_TUPLE;
    if (s->kind == STMT_CONNECT) return; /* connectors have their units */
    if (equal) same(u, s->exprs[0], s->exprs[1], s->at, "the two sides are");
    for (int32_t k = 0; k < s->n_exprs && !equal; k++) of(u, s->exprs[k]);
    for (int32_t k = 0; k < s->n_bodies; k++) body(u, &s->bodies[k]);
}

static void body(struct units *u, const struct ast_body *b)
{
    if (u->depth > DEEPEST) return;
    u->depth++;
    for (int32_t k = 0; k < b->n; k++) statement(u, &b->stmts[k]);
    u->depth--;
}

/* Values and the attributes that have the unit of the variable. */
static void declaration(struct units *u, struct symbol *s)
{
    static const enum attribute with[] = {ATTR_START, ATTR_MIN, ATTR_MAX, ATTR_NOMINAL};
    struct unit unit = of_symbol(s), x;
    if (s->binding && !is_number(s->binding)) {
        x = of(u, s->binding);
        if (!unit_agree(unit, x)) say(u, s->binding->at, "variable and value are", unit, x);
    }
    for (size_t k = 0; k < sizeof with / sizeof with[0]; k++) {
        struct ast_expr *e = s->attr[with[k]].value;
        x = e && !is_number(e) ? of(u, e) : unit_none();
        if (!unit_agree(unit, x)) say(u, e->at, "variable and attribute are", unit, x);
    }
}

void check_units(struct check *c)
{
    struct units u = {.c = c};
    const struct ast_class *model = c->out->model->class_;
    for (int32_t k = 0; k < c->out->variables.n; k++) declaration(&u, c->out->variables.at[k]);
    for (int32_t k = 0; k < model->n_sections; k++) body(&u, &model->sections[k].body);
}
