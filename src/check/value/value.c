/* SPDX-License-Identifier: MIT */
/* value.c - values of constants and structural parameters.
 *
 * The value of a parameter is computed when it is first needed at compile time; that makes it
 * structural. An override from the command line takes the place of its declaration. A parameter
 * that is needed to compute itself is an error. */
#include "base/text.h"
#include "check/value/value.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

bool value_wrong(struct evaluator *v, struct place at, const char *format, ...)
{
    va_list args;
    const char *text;
    if (v->result == VALUE_WRONG) return false;
    va_start(args, format);
    text = arena_formatv(v->arena, format, args);
    va_end(args);
    error_at(v->m, at, "%s", text);
    v->result = VALUE_WRONG;
    return false;
}

bool value_none(struct evaluator *v, struct place at, const char *text)
{
    if (v->result != VALUE_OK) return false;
    v->result = VALUE_NONE;
    v->why->at = at;
    v->why->text = text;
    return false;
}

bool value_reserve(struct evaluator *v, int64_t n, struct place at)
{
    int64_t room = v->room * 2;
    union value_cell *stack;
    v->steps += n / 8;
    if (v->c) v->c->steps += n / 8;
    if (v->n + n <= v->room) return true;
    if (v->n + n > VALUE_CELLS)
        return value_wrong(v, at, "this is too large to be computed at compile time");
    if (room < v->n + n) room = v->n + n;
    stack = ARENA_ARRAY(v->arena, union value_cell, room);
    memcpy(stack, v->stack, sizeof *stack * (size_t)v->n);
    v->stack = stack;
    v->room = room;
    return true;
}

bool value_push(struct evaluator *v, double x)
{
    if (v->n == v->room && !value_reserve(v, 1, (struct place){0, 0, 0})) return false;
    v->stack[v->n++].number = x;
    return true;
}

void value_settle(struct evaluator *v, int64_t base, int64_t n)
{
    memmove(v->stack + base, v->stack + v->n - n, sizeof *v->stack * (size_t)n);
    v->n = base + n;
}

int64_t value_elements(const struct shape *s)
{
    int64_t n = 1;
    for (int32_t k = 0; k < s->rank; k++) {
        if (s->size[k] < 0) return -1;
        if (s->size[k] > 0 && n > VALUE_CELLS) return INT64_MAX / 2;
        n *= s->size[k];
    }
    return n;
}

bool value_step(struct evaluator *v, struct place at)
{
    if (++v->steps <= VALUE_STEPS && (!v->c || ++v->c->steps <= VALUE_ALL_STEPS)) return true;
    return value_wrong(v, v->at.file ? v->at : at,
                       "the evaluation of this does not end (stopped after %d steps)", VALUE_STEPS);
}

/* ---- Symbols --------------------------------------------------------------------------------- */

static struct value *value_new(struct evaluator *v, const struct type *t)
{
    struct value *out = ARENA_NEW(v->arena, struct value);
    out->type = t;
    out->count = type_count(t);
    if (t->base == TYPE_STRING)
        out->text = ARENA_ARRAY(v->arena, const char *, out->count + 1);
    else
        out->number = ARENA_ARRAY(v->arena, double, out->count + 1);
    return out;
}

/* The top of the stack as a value of type t, which has as many elements. */
static struct value *value_take(struct evaluator *v, const struct type *t)
{
    struct value *out = value_new(v, t);
    const union value_cell *from = v->stack + v->n - out->count;
    for (int64_t k = 0; k < out->count; k++) {
        if (out->text)
            out->text[k] = from[k].text;
        else
            out->number[k] = from[k].number;
    }
    v->n -= out->count;
    return out;
}

static bool from_expr(struct evaluator *v, struct symbol *s, struct ast_expr *e)
{
    struct shape shape;
    int64_t count = type_count(s->type);
    if (!value_eval(v, e, &shape)) return false;
    if (value_elements(&shape) == 1 && count != 1) { /* each start = ... */
        double x = v->stack[--v->n].number;
        if (!value_reserve(v, count, s->at)) return false;
        for (int64_t k = 0; k < count; k++) v->stack[v->n++].number = x;
    } else if (value_elements(&shape) != count) {
        return value_wrong(v, e->at, "'%s' and its value have different sizes", s->name);
    }
    s->value = value_take(v, s->type);
    return true;
}

static bool without_value(struct evaluator *v, struct symbol *s)
{
    if (s->attr[ATTR_START].value && !type_is_error(s->attr[ATTR_START].value->type))
        return from_expr(v, s, s->attr[ATTR_START].value);
    if (v->c && v->c->out->mu && s->type->base != TYPE_STRING) {
        s->value = value_new(v, s->type);
        return true;
    }
    return value_wrong(v, s->at, "%s '%s' has no value", symbol_word(s), s->name);
}

static bool is_whole(const struct symbol *s, double x)
{
    return (s->type->base != TYPE_INTEGER && s->type->base != TYPE_ENUM) ||
           (x == floor(x) && fabs(x) < 0x1p53);
}

/* The last one that names all of s. */
static struct check_override *override_of(const struct symbol *s)
{
    for (int32_t k = s->n_overrides - 1; k >= 0; k--)
        if (strcmp(s->override[k].name, s->name) == 0) return &s->override[k];
    return NULL;
}

static void override_all(struct symbol *s, double x)
{
    for (int64_t k = 0; k < s->value->count; k++) s->value->number[k] = x;
}

/* q[2] = 7 from the command line, or q = 7 for all elements. */
static bool override_elements(struct evaluator *v, struct symbol *s)
{
    int32_t size[SALTUS_RANK] = {0};
    if (!s->override || s->type->rank == 0 || s->type->rank > SALTUS_RANK || !s->value->number)
        return true;
    for (int32_t d = 0; d < s->type->rank; d++) size[d] = s->type->size[d];
    for (int32_t k = 0; k < s->n_overrides; k++) {
        struct check_override *o = &s->override[k];
        int32_t at = text_index(o->name, s->label ? s->label : s->name, size);
        bool all = strcmp(o->name, s->name) == 0;
        if (at < 0 && !all) continue;
        if (!is_whole(s, o->value))
            return value_wrong(v, s->at, "Integer '%s' cannot be set to %g", o->name, o->value);
        o->used = true;
        if (all)
            override_all(s, o->value);
        else
            s->value->number[at] = o->value;
    }
    return true;
}

static bool compute(struct evaluator *v, struct symbol *s)
{
    struct value_frame *old = v->frame;
    struct check_override *override = override_of(s);
    bool good;
    if (type_count(s->type) < 0 || type_count(s->type) > VALUE_CELLS)
        return value_wrong(v, s->at, "'%s' is too large to be computed at compile time", s->name);
    if (override && s->type->rank == 0 && s->type->base != TYPE_STRING) {
        override->used = true;
        s->value = value_new(v, s->type);
        s->value->number[0] = override->value;
        return true;
    }
    v->frame = NULL;
    good = s->binding ? from_expr(v, s, s->binding) : without_value(v, s);
    v->frame = old;
    return good && override_elements(v, s);
}

static bool has_value(struct evaluator *v, struct symbol *s, struct place at)
{
    const char *text = arena_format(v->arena, "'%s' is a %s", s->name, symbol_word(s));
    const struct ast_expr *fixed = s->attr[ATTR_FIXED].value;
    if (s->kind != SYMBOL_VARIABLE || s->variability > VARY_PARAMETER)
        return value_none(v, at, text);
    if (s->assigned || (fixed && fixed->kind == EXPR_BOOLEAN && !fixed->integer))
        return value_none(
            v, at, arena_format(v->arena, "'%s' gets its value at the start of a run", s->name));
    return true;
}

static bool override_fits(struct evaluator *v, const struct symbol *s)
{
    const struct check_override *override = override_of(s);
    if (!override || s->type->rank > 0 || is_whole(s, override->value)) return true;
    return value_wrong(v, s->at, "Integer '%s' cannot be set to %g", s->name, override->value);
}

/* Its declaration is checked, at the depth where we are. */
static void declare(struct evaluator *v, struct symbol *s)
{
    int depth;
    if (!v->c) return;
    depth = v->c->depth;
    v->c->depth = v->depth;
    check_bound(v->c, s);
    v->c->depth = depth;
}

static bool evaluate(struct evaluator *v, struct symbol *s)
{
    bool good;
    s->evaluating = true;
    v->depth += 12;
    declare(v, s);
    if (!s->type || type_is_error(s->type)) {
        v->result = VALUE_WRONG; /* reported */
        good = false;
    } else if (s->binding && !s->binding->type) {
        good = value_wrong(v, s->at, "the value of '%s' depends on itself", s->name);
    } else if (s->binding && type_is_error(s->binding->type)) {
        v->result = VALUE_WRONG;
        good = false;
    } else {
        good = override_fits(v, s) && compute(v, s);
    }
    s->evaluating = false;
    v->depth -= 12;
    if (good && s->variability == VARY_PARAMETER) s->structural = true;
    return good;
}

bool value_symbol(struct evaluator *v, struct symbol *s, struct place at)
{
    if (s->value) return true;
    if (!has_value(v, s, at)) return false;
    if (s->evaluating) return value_wrong(v, s->at, "the value of '%s' depends on itself", s->name);
    if (v->depth > CHECK_DEEPEST)
        return value_wrong(v, s->at, "too many values depend on each other, up to '%s'", s->name);
    return evaluate(v, s);
}

/* ---- For other files ------------------------------------------------------------------------- */

static void start(struct evaluator *v, struct messages *m, struct check *c,
                  struct value_reason *why)
{
    memset(v, 0, sizeof *v - sizeof v->first);
    v->m = m;
    v->c = c;
    v->arena = m->arena;
    v->stack = v->first;
    v->room = (int64_t)(sizeof v->first / sizeof *v->first);
    v->why = why;
    v->depth = c ? c->depth : 0;
    why->text = NULL;
    why->at = (struct place){0, 0, 0};
}

static const struct type *type_of_shape(struct arena *a, const struct type *t,
                                        const struct shape *s)
{
    return type_array(a, type_element(a, t, t->rank), s->rank, s->size);
}

enum value_result value_of(struct messages *m, struct check *c, struct ast_expr *e,
                           struct value **out, struct value_reason *why)
{
    struct evaluator v;
    struct shape shape;
    start(&v, m, c, why);
    if (!e->type || e->type->base == TYPE_ERROR) return VALUE_WRONG;
    if (e->type->base == TYPE_NONE || e->type->base == TYPE_TUPLE) return VALUE_NONE;
    v.at = e->at;
    if (!value_eval(&v, e, &shape)) return v.result == VALUE_OK ? VALUE_NONE : v.result;
    *out = value_take(&v, e->type->rank == 0 ? e->type : type_of_shape(v.arena, e->type, &shape));
    return VALUE_OK;
}

enum value_result value_integer(struct messages *m, struct check *c, struct ast_expr *e,
                                int64_t *out, struct value_reason *why)
{
    struct evaluator v;
    double x;
    if (e->kind == EXPR_INTEGER) return *out = e->integer, VALUE_OK;
    start(&v, m, c, why);
    if (!e->type || e->type->base == TYPE_ERROR) return VALUE_WRONG;
    if (e->type->rank > 0 || (e->type->base != TYPE_INTEGER && e->type->base != TYPE_ENUM))
        return VALUE_NONE;
    v.at = e->at;
    if (!value_scalar(&v, e, &x)) return v.result == VALUE_OK ? VALUE_NONE : v.result;
    *out = (int64_t)x;
    return VALUE_OK;
}

enum value_result value_of_symbol(struct messages *m, struct check *c, struct symbol *s,
                                  struct place at, struct value_reason *why)
{
    struct evaluator v;
    start(&v, m, c, why);
    v.at = at;
    return value_symbol(&v, s, at) ? VALUE_OK : v.result;
}

struct value *check_value(struct messages *m, struct ast_expr *e)
{
    struct value_reason why;
    struct value *out = NULL;
    if (!e->type || check_varying(e, VARY_PARAMETER)) return NULL;
    return value_of(m, NULL, e, &out, &why) == VALUE_OK ? out : NULL;
}

struct value *check_symbol_value(struct messages *m, struct symbol *s)
{
    struct value_reason why;
    return value_of_symbol(m, NULL, s, s->at, &why) == VALUE_OK ? s->value : NULL;
}
