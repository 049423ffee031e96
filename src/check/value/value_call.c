/* SPDX-License-Identifier: MIT */
/* value_call.c - calls of functions while a constant is evaluated.
 *
 * A call has its variables on the stack: inputs, outputs, locals, each with its sizes. When only
 * the sizes of an output are wanted (check_call_shape), arguments are evaluated later, if a size
 * needs their values: so that the parameters among them do not become structural for nothing. */
#include "check/value/value.h"

#include <string.h>

enum { MOST_CALLS = 500 };

struct value_local *value_local_of(struct evaluator *v, const struct symbol *s)
{
    if (!v->frame || !s || s->kind != SYMBOL_VARIABLE || s->parent != v->frame->function)
        return NULL;
    if (s->variability == VARY_CONSTANT) return NULL;
    return &v->locals.at[v->frame->first + s->number];
}

static int32_t input_number(const struct value_frame *f, const struct symbol *s)
{
    for (int32_t k = 0; k < f->function->n_inputs; k++)
        if (f->function->inputs[k] == s) return k;
    return -1;
}

/* The argument for input s, in its own surroundings. */
bool value_later(struct evaluator *v, struct symbol *s, struct shape *out)
{
    struct value_frame *f = v->frame;
    int32_t k = input_number(f, s);
    struct ast_expr *arg = k >= 0 && k < f->call->n_args ? f->call->args[k] : NULL;
    bool good;
    if (!arg && !s->binding) return value_none(v, s->at, "it has no value");
    if (!arg && v->c) check_bound(v->c, s);
    if (arg) v->frame = f->caller;
    good = value_eval(v, arg ? arg : s->binding, out);
    v->frame = f;
    return good;
}

bool value_later_shape(struct evaluator *v, struct symbol *s, struct shape *out)
{
    struct value_frame *f = v->frame;
    int32_t k = input_number(f, s), extra;
    struct ast_expr *arg = k >= 0 && k < f->call->n_args ? f->call->args[k] : NULL;
    int64_t base = v->n;
    if (!arg) {
        bool good = value_later(v, s, out);
        v->n = base;
        return good;
    }
    extra = arg->type->rank - s->type->rank; /* a call that is applied to arrays */
    if (extra < 0) return value_none(v, arg->at, "its size is not known");
    out->base = s->type->base;
    out->rank = s->type->rank;
    memcpy(out->size, arg->type->size + extra, sizeof *out->size * (size_t)out->rank);
    return true;
}

/* ---- Variables ------------------------------------------------------------------------------- */

static struct ast_expr *size_expr(const struct ast_element *e, int32_t k)
{
    if (k < e->n_sub) return e->sub[k];
    return k < e->n_sub + e->n_type_sub ? e->type_sub[k - e->n_sub] : NULL;
}

/* Size k of a variable of the function that runs; -1: open. */
static bool local_size(struct evaluator *v, const struct symbol *s, int32_t k, int32_t *out)
{
    struct ast_expr *e = size_expr(s->element, k);
    double n;
    *out = s->type->size[k];
    if (*out >= 0 || !e || e->kind == EXPR_COLON) return true;
    if (!value_scalar(v, e, &n)) return false;
    if (!(n >= 0 && n <= INT32_MAX))
        return value_wrong(v, e->at, "the size of '%s' is %.0f", s->name, n);
    *out = (int32_t)n;
    return true;
}

static struct value_local *local(struct evaluator *v, const struct value_frame *f,
                                 const struct symbol *s)
{
    return &v->locals.at[f->first + s->number];
}

/* The cells on top of the stack become the value of s. */
static void adopt(struct evaluator *v, const struct value_frame *f, const struct symbol *s,
                  const struct shape *shape)
{
    struct value_local *l = local(v, f, s);
    l->shape = *shape;
    l->shape.base = s->type->base;
    l->pos = v->n - value_elements(shape);
    l->set = true;
}

/* The cells on top of the stack, of this shape, become the value of s if its sizes allow. */
static bool take_value(struct evaluator *v, struct value_frame *f, struct symbol *s,
                       struct ast_expr *e, const struct shape *shape)
{
    for (int32_t k = 0; k < s->type->rank && shape->rank == s->type->rank; k++) {
        int32_t n;
        struct value_frame *old = v->frame;
        v->frame = f;
        bool good = local_size(v, s, k, &n);
        v->frame = old;
        if (!good) return false;
        if (n >= 0 && n != shape->size[k])
            return value_wrong(v, e->at, "the size of '%s' is %d, not %d", s->name, n,
                               shape->size[k]);
    }
    if (shape->rank != s->type->rank) return value_none(v, e->at, "it is applied to arrays");
    adopt(v, f, s, shape);
    return true;
}

static bool bind(struct evaluator *v, struct value_frame *f, struct symbol *s, struct ast_expr *e)
{
    struct shape shape;
    return value_eval(v, e, &shape) && take_value(v, f, s, e, &shape);
}

static bool reserve_local(struct evaluator *v, struct value_frame *f, struct symbol *s)
{
    struct shape shape = {.base = s->type->base, .rank = s->type->rank};
    struct value_local *l;
    bool open = false;
    int64_t n;
    if (s->binding) return bind(v, f, s, s->binding);
    for (int32_t k = 0; k < shape.rank; k++) {
        if (!local_size(v, s, k, &shape.size[k])) return false;
        open |= shape.size[k] < 0;
    }
    n = open ? 0 : value_elements(&shape);
    if (!value_reserve(v, n, s->at)) return false;
    memset(v->stack + v->n, 0, sizeof *v->stack * (size_t)n);
    v->n += n;
    l = local(v, f, s);
    l->shape = shape;
    l->pos = v->n - n;
    l->open = open;
    l->set = shape.rank > 0 && !open; /* elements of arrays are not followed */
    return true;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void open_frame(struct evaluator *v, struct ast_expr *call, struct value_frame *f)
{
    struct value_local none = {.later = false};
    *f = (struct value_frame){call->symbol, call, v->frame, v->locals.n};
    for (int32_t k = 0; k < call->symbol->scope->members.n; k++)
        VEC_ADD(v->arena, &v->locals, none);
}

static int calls(const struct value_frame *f)
{
    int n = 0;
    for (; f; f = f->caller) n++;
    return n;
}

static bool ready(struct evaluator *v, struct ast_expr *call)
{
    struct symbol *f = call->symbol;
    if (!f || f->kind != SYMBOL_FUNCTION || !f->scope || type_is_error(f->type))
        return value_none(v, call->at, "it is not a function");
    if (calls(v->frame) >= MOST_CALLS)
        return value_wrong(v, call->at,
                           "the recursion of '%s' does not end (stopped after %d calls)", f->name,
                           MOST_CALLS);
    if (v->c) v->c->depth += 40;
    if (v->c) check_function_body(v->c, f);
    if (v->c) v->c->depth -= 40;
    for (int32_t k = 0; k < f->scope->members.n; k++) {
        const struct symbol *s = f->scope->members.at[k];
        if (s->kind == SYMBOL_VARIABLE && type_is_error(s->type))
            return v->result = VALUE_WRONG, false;
    }
    return true;
}

/* One of many calls of a function of scalars that is applied to arrays. */
struct spread {
    int64_t turn;              /* number of the call */
    const struct shape *shape; /* per input: of the whole argument, */
    const int64_t *pos;        /* and where it is on the stack */
};

static bool bind_element(struct evaluator *v, struct value_frame *f, struct symbol *s,
                         struct ast_expr *e, const struct shape *all, int64_t pos, int64_t turn)
{
    int32_t extra = all->rank - s->type->rank;
    struct shape one = {.base = all->base, .rank = s->type->rank};
    int64_t n;
    if (extra < 0) return value_none(v, e->at, "its size is not known");
    memcpy(one.size, all->size + extra, sizeof *one.size * (size_t)one.rank);
    n = value_elements(&one);
    if (!value_reserve(v, n, e->at)) return false;
    memmove(v->stack + v->n, v->stack + pos + (extra > 0 ? turn * n : 0),
            sizeof *v->stack * (size_t)n);
    v->n += n;
    return take_value(v, f, s, e, &one);
}

static bool enter(struct evaluator *v, struct ast_expr *call, struct value_frame *f,
                  const struct spread *spread)
{
    struct symbol *function = call->symbol;
    open_frame(v, call, f);
    for (int32_t k = 0; k < function->n_inputs; k++) {
        struct symbol *s = function->inputs[k];
        if (!call->args[k]) continue;
        if (spread ? !bind_element(v, f, s, call->args[k], &spread->shape[k], spread->pos[k],
                                   spread->turn)
                   : !bind(v, f, s, call->args[k]))
            return false;
    }
    v->frame = f;
    for (int32_t k = 0; k < function->n_inputs; k++)
        if (!call->args[k] && !bind(v, f, function->inputs[k], function->inputs[k]->binding))
            return false;
    for (int32_t k = 0; k < function->n_outputs; k++)
        if (!reserve_local(v, f, function->outputs[k])) return false;
    for (int32_t k = 0; k < function->n_locals; k++)
        if (function->locals[k]->variability != VARY_CONSTANT &&
            !reserve_local(v, f, function->locals[k]))
            return false;
    return value_run(v, function);
}

void value_leave(struct evaluator *v, struct value_frame *f, int64_t base)
{
    v->frame = f->caller;
    v->locals.n = f->first;
    v->n = base;
}

bool value_enter(struct evaluator *v, struct ast_expr *call, struct value_frame *f)
{
    if (call->symbol && call->symbol->class_ && call->symbol->class_->external)
        return value_none(v, call->at, "it calls an external function");
    return ready(v, call) && enter(v, call, f, NULL);
}

static bool call_once(struct evaluator *v, struct ast_expr *e, const struct spread *spread,
                      struct shape *out)
{
    struct value_frame f;
    int64_t base = v->n, n, from;
    struct value_local *l;
    if (!enter(v, e, &f, spread)) return false;
    l = local(v, &f, e->symbol->outputs[0]);
    if (!l->set)
        return value_wrong(v, e->at, "output '%s' of '%s' has no value",
                           e->symbol->outputs[0]->name, e->symbol->name);
    *out = l->shape;
    n = value_elements(out);
    from = l->pos;
    value_leave(v, &f, base);
    memmove(v->stack + base, v->stack + from, sizeof *v->stack * (size_t)n);
    v->n = base + n;
    return true;
}

/* Arguments lie below, results above; at the end the results move down. */
static bool call_each(struct evaluator *v, struct ast_expr *e, int32_t extra, struct shape *out)
{
    struct shape *shapes = ARENA_ARRAY(v->arena, struct shape, e->n_args + 1), whole = {.rank = -1},
                 one;
    int64_t *pos = ARENA_ARRAY(v->arena, int64_t, e->n_args + 1), base = v->n, n = 1, first;
    for (int32_t k = 0; k < e->n_args; k++) {
        pos[k] = v->n;
        if (!e->args[k]) continue;
        if (!value_eval(v, e->args[k], &shapes[k])) return false;
        if (shapes[k].rank > e->symbol->inputs[k]->type->rank) whole = shapes[k];
    }
    if (whole.rank < extra) return value_none(v, e->at, "its size is not known");
    for (int32_t k = 0; k < extra; k++) n *= whole.size[k];
    one.rank = 0;
    first = v->n;
    for (int64_t k = 0; k < n; k++) {
        struct spread spread = {k, shapes, pos};
        if (!call_once(v, e, &spread, &one)) return false;
    }
    value_settle(v, base, v->n - first);
    *out = (struct shape){.base = e->type->base, .rank = extra + one.rank};
    memcpy(out->size, whole.size, sizeof *out->size * (size_t)extra);
    memcpy(out->size + extra, one.size, sizeof *out->size * (size_t)one.rank);
    return true;
}

bool value_call(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int32_t extra;
    if (!ready(v, e)) return false;
    if (e->symbol->n_outputs == 0) return value_none(v, e->at, "it has no value");
    if (e->symbol->class_->external)
        return value_none(v, e->at,
                          arena_format(v->arena, "'%s' is an external function", e->symbol->name));
    extra = e->type->rank - e->symbol->outputs[0]->type->rank;
    return extra > 0 ? call_each(v, e, extra, out) : call_once(v, e, NULL, out);
}

/* ---- Sizes of results ------------------------------------------------------------------------ */

static bool one_size(struct check *c, struct ast_expr *call, const struct symbol *output, int32_t k,
                     int32_t *out)
{
    struct value_reason why = {{0, 0, 0}, NULL};
    struct evaluator v;
    struct value_frame f;
    memset(&v, 0, sizeof v - sizeof v.first);
    v.m = c->m;
    v.c = c;
    v.arena = c->arena;
    v.stack = v.first;
    v.room = (int64_t)(sizeof v.first / sizeof *v.first);
    v.why = &why;
    v.depth = c->depth;
    open_frame(&v, call, &f);
    for (int32_t i = 0; i < call->symbol->n_inputs; i++)
        local(&v, &f, call->symbol->inputs[i])->later = true;
    v.frame = &f;
    if (local_size(&v, output, k, out) && (*out >= 0 || c->in.function)) return true;
    if (c->in.function && v.result != VALUE_WRONG) return *out = -1, true;
    if (v.result == VALUE_WRONG) return false;
    if (why.text) {
        error_at(c->m, why.at.file ? why.at : call->at,
                 "the size of output '%s' of '%s' must be known at compile time, but %s",
                 output->name, call->symbol->name, why.text);
        return false;
    }
    error_at(c->m, call->at, "the size of output '%s' of '%s' is not known", output->name,
             call->symbol->name);
    hint_last(c->m, "declare it in terms of the inputs: %s[size(x, 1)]", output->name);
    return false;
}

bool check_call_shape(struct check *c, struct ast_expr *call, const struct symbol *output,
                      int32_t *size)
{
    for (int32_t k = 0; k < output->type->rank; k++) {
        size[k] = output->type->size[k];
        if (size[k] < 0 && !one_size(c, call, output, k, &size[k])) return false;
    }
    return true;
}
