/* SPDX-License-Identifier: MIT */
/* expand_call.c - calls of functions of the text.
 *
 * A scalar argument is a node, an array one an IR_BUILD over fresh iterators: the callee gets a
 * copy. If an argument has more dimensions than its input, the call is meant element by element:
 * the leading positions asked for (as many as there are extra dimensions) pick the arguments, the
 * others an element of the result.
 *
 * The default of an omitted input may name other inputs. While it is expanded, their symbols stand
 * for the arguments of the call. */
#include "flat/expand/expand.h"

/* The argument for an input of the function, NULL if it is omitted. */
struct ast_expr *expand_argument(struct ast_expr *call, int32_t input)
{
    const char *name = call->symbol->inputs[input]->name;
    if (input < call->n_args && !(call->arg_names && call->arg_names[input]))
        return call->args[input];
    for (int32_t k = 0; call->arg_names && k < call->n_args; k++)
        if (call->arg_names[k] == name) return call->args[k];
    return NULL;
}

/* ---- Defaults -------------------------------------------------------------------------------- */

static bool names_inputs(const struct symbol *fn, const struct ast_expr *e)
{
    for (int32_t k = 0; k < fn->n_inputs; k++)
        if (expand_mentions(e, fn->inputs[k])) return true;
    return false;
}

/* From now on the inputs stand for the arguments; gives what they stood for. */
static void **enter_call(const struct site *w, struct ast_expr *call)
{
    struct symbol *fn = call->symbol;
    void **old = ARENA_ARRAY(w->x->arena, void *, fn->n_inputs + 1);
    for (int32_t k = 0; k < fn->n_inputs; k++) {
        struct local *l = ARENA_NEW(w->x->arena, struct local);
        l->actual = expand_argument(call, k);
        if (!l->actual) l->actual = fn->inputs[k]->binding;
        l->caller = w;
        old[k] = fn->inputs[k]->flat;
        if (l->actual) fn->inputs[k]->flat = l;
    }
    return old;
}

static void leave_call(struct symbol *fn, void **old)
{
    for (int32_t k = 0; k < fn->n_inputs; k++) fn->inputs[k]->flat = old[k];
}

/* What input k gets: an argument or a default. *old: to be handed to leave_call if not NULL. */
static struct ast_expr *actual(const struct site *w, struct ast_expr *call, int32_t k, void ***old)
{
    struct symbol *input = call->symbol->inputs[k];
    struct ast_expr *e = expand_argument(call, k);
    *old = NULL;
    if (e) return e;
    if (!input->binding)
        error_at(w->x->messages, call->at, "'%s' of '%s' gets no value", input->name,
                 call->symbol->name);
    else if (names_inputs(call->symbol, input->binding))
        *old = enter_call(w, call);
    return input->binding;
}

struct shape expand_actual_shape(const struct site *w, struct ast_expr *call, int32_t k)
{
    void **old;
    struct ast_expr *e = actual(w, call, k, &old);
    struct shape s = {.rank = 0};
    if (e) s = expand_shape(w, e);
    if (old) leave_call(call->symbol, old);
    return s;
}

static struct ir *actual_element(const struct site *w, struct ast_expr *call, int32_t k,
                                 struct ir **idx)
{
    void **old;
    struct ast_expr *e = actual(w, call, k, &old);
    enum ir_type type = expand_type(call->symbol->inputs[k]->type);
    struct ir *value = expand_zero(w->x, type);
    if (e)
        value =
            expand_convert(w->x, expand_element(w, e, e->type && e->type->rank ? idx : NULL), type);
    if (old) leave_call(call->symbol, old);
    return value;
}

bool expand_actual_integer(const struct site *w, struct ast_expr *call, int32_t k, int64_t *v)
{
    void **old;
    struct ast_expr *e = actual(w, call, k, &old);
    bool known = e && (!e->type || e->type->rank == 0) && expand_integer(w, e, v);
    if (old) leave_call(call->symbol, old);
    return known;
}

/* ---- The call -------------------------------------------------------------------------------- */

/* How many dimensions more than its inputs the arguments have; and which. */
int32_t expand_extra(const struct site *w, struct ast_expr *call, struct shape *extra)
{
    struct symbol *fn = call->symbol;
    extra->rank = 0;
    for (int32_t k = 0; k < fn->n_inputs; k++) {
        struct ast_expr *e = expand_argument(call, k);
        if (!e || !e->type || e->type->rank <= fn->inputs[k]->type->rank) continue;
        *extra = expand_shape(w, e);
        extra->rank = e->type->rank - fn->inputs[k]->type->rank;
        break;
    }
    return extra->rank;
}

struct shape expand_call_shape(const struct site *w, struct ast_expr *e, int32_t output)
{
    struct instance *i = expand_instance(w, e);
    struct shape s, inner = {.rank = 0};
    if (i && output < i->fn->n_outputs)
        inner = expand_var_shape(i->fn->locals.at[i->fn->n_inputs + output]);
    expand_extra(w, e, &s);
    for (int32_t d = 0; d < inner.rank && s.rank < CHECK_RANK; d++)
        s.size[s.rank++] = inner.size[d];
    return s;
}

/* An argument of `extra` leading dimensions at those positions, whole in the others. */
static struct ir *array_argument(const struct site *w, struct ast_expr *call, int32_t k,
                                 const struct ir_var *input, struct ir **extra, int32_t n_extra)
{
    struct ir_model *m = w->x->m;
    struct ast_expr *e = expand_argument(call, k);
    struct ir_iter *iters[CHECK_RANK];
    struct ir *idx[CHECK_RANK], *body;
    struct site in = *w;
    int32_t n = e && e->type && e->type->rank > input->rank ? n_extra : 0;
    for (int32_t d = 0; d < n; d++) idx[d] = extra[d];
    for (int32_t d = 0; d < input->rank && n + d < CHECK_RANK; d++) {
        iters[d] = ir_iter_new(m, w->depth + d, 1, 1, input->size[d], "k");
        if (input->count > 0)
            idx[n + d] = ir_binary(m, IR_SUB, ir_iter_value(m, iters[d]), ir_int(m, 1));
    }
    in.depth += input->rank;
    in.before = NULL;
    body = input->count > 0 ? actual_element(&in, call, k, idx) : expand_zero(w->x, input->type);
    return ir_build(m, iters, input->rank, body);
}

static struct ir **arguments(const struct site *w, struct ast_expr *call, const struct ir_fn *fn,
                             struct ir **extra, int32_t n_extra)
{
    struct ir **args = ARENA_ARRAY(w->x->arena, struct ir *, fn->n_inputs + 1);
    for (int32_t k = 0; k < fn->n_inputs; k++) {
        const struct ir_var *input = fn->locals.at[k];
        if (input->rank == 0)
            args[k] = actual_element(w, call, k, extra);
        else
            args[k] = array_argument(w, call, k, input, extra, n_extra);
    }
    return args;
}

/* For (a, b) := f(x): all outputs together. NULL: not possible. */
struct ir *expand_call_node(const struct site *w, struct ast_expr *e, struct ir_fn **fn)
{
    struct instance *i = e->symbol ? expand_instance(w, e) : NULL;
    struct shape extra;
    if (!i || i->fn->n_outputs == 0 || expand_extra(w, e, &extra) > 0) return NULL;
    *fn = i->fn;
    return ir_call(w->x->m, i->fn, 0, NULL, arguments(w, e, i->fn, NULL, 0), i->fn->n_inputs);
}

struct ir *expand_call(const struct site *w, struct ast_expr *e, int32_t output, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    struct instance *i = e->symbol ? expand_instance(w, e) : NULL;
    struct shape extra;
    const struct ir_var *out;
    struct ir **args, *index = ir_int(m, 0);
    int32_t n;
    if (!i || output >= i->fn->n_outputs) return expand_zero(w->x, expand_type(e->type));
    n = expand_extra(w, e, &extra);
    out = i->fn->locals.at[i->fn->n_inputs + output];
    args = arguments(w, e, i->fn, idx, n);
    for (int32_t d = 0; d < out->rank; d++)
        index =
            ir_binary(m, IR_ADD, ir_binary(m, IR_MUL, index, ir_int(m, out->size[d])), idx[n + d]);
    return ir_call(m, i->fn, output, out->rank ? index : NULL, args, i->fn->n_inputs);
}
