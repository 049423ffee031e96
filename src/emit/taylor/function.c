/* SPDX-License-Identifier: MIT */
/* function.c - functions of the model, over series.
 *
 * A function is compiled once. Its Reals are arrays of SERIES coefficients per element, so that
 * calling it with order n gives the first n coefficients of its results, exactly; with order 1 it
 * is an ordinary function. Parameters: order, the inputs (arrays; Integers and Booleans that are
 * scalars: values), an array for each output. */
#include "emit/taylor/taylor.h"

static void add_slot(struct taylor *t, const struct ir_var *v, bool by_reference)
{
    struct stand_in s = {.var = v, .plain = v->type != IR_R};
    int32_t each = s.plain ? 1 : SERIES, size = by_reference ? -1 : each * v->count;
    if (s.plain && v->rank == 0 && !by_reference) size = 0;
    s.slot = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, v->name, -1),
                           s.plain && size == 0 ? CODE_I : CODE_R, size);
    VEC_ADD(t->l->arena, &t->stand_ins, s);
}

static void clear(struct taylor *t, int32_t slot, const struct ir_var *v)
{
    struct code_model *m = t->code;
    const struct code_slot *s = &t->f->slots.at[slot];
    struct code_body part = {0};
    int32_t k, size = (v->type == IR_R ? SERIES : 1) * v->count;
    if (s->size == 0) {
        code_set(m, &t->f->body, slot, s->type == CODE_I ? code_int(m, 0) : code_real(m, 0));
        return;
    }
    k = code_slot_new(m, t->f, "k", CODE_I, 0);
    code_put(m, &part, slot, code_local(m, t->f, k), code_real(m, 0));
    taylor_loop(t, &t->f->body, k, 0, size - 1, 1, &part);
}

/* y0 by the C function; the rest by the function that gives the derivative g(u, u'):
 * y[k] = g(u, u')[k - 1] / k. Without one, differences of the C function give it. */
static void external(struct taylor *t, struct ir_fn *fn)
{
    struct code_model *m = t->code;
    struct code_expr *order = code_local(m, t->f, 0), **args;
    struct ir_fn *g = fn->external->derivative;
    struct code_body more = {0};
    struct code_stmt *s = code_add(m, &t->f->body, CODE_EXTERN);
    struct code_fn *derivative;
    int32_t n = fn->n_inputs, next = 1, first;
    s->integer = lower_external(t->l, fn);
    s->a = g ? code_int(m, 1) : order;
    if (!g) return;
    derivative = lower_function(t->l, g);
    args = ARENA_ARRAY(t->l->arena, struct code_expr *, 1 + g->n_inputs + g->n_outputs);
    args[0] = code_binary(m, CODE_SUB, order, code_int(m, 1));
    for (int32_t k = 0; k < n; k++) args[next++] = code_local(m, t->f, 1 + k);
    for (int32_t k = 0; k < n; k++) {
        const struct ir_var *v = fn->locals.at[k];
        int32_t slot;
        if (v->type != IR_R) continue;
        slot = code_slot_new(m, t->f, "slope", CODE_R, SERIES * (v->count ? v->count : 1));
        args[next++] = code_local(m, t->f, slot);
        for (int32_t i = 0; i < v->count; i++)
            for (int j = 0; j < SERIES; j++) {
                struct code_expr *x = code_real(m, 0);
                if (j + 1 < SERIES)
                    x = code_binary(m, CODE_MUL, code_real(m, j + 1),
                                    code_item(m, 1 + k, code_int(m, SERIES * i + j + 1)));
                code_put(m, &more, slot, code_int(m, SERIES * i + j), x);
            }
    }
    first = next;
    for (int32_t k = 0; k < fn->n_outputs; k++) {
        const struct ir_var *v = fn->locals.at[n + k];
        int32_t slot = code_slot_new(m, t->f, "slope", CODE_R, SERIES * (v->count ? v->count : 1));
        args[next++] = code_local(m, t->f, slot);
    }
    code_add(m, &more, CODE_DO)->a = code_call(m, derivative, args);
    for (int32_t k = 0; k < fn->n_outputs; k++) {
        const struct ir_var *v = fn->locals.at[n + k];
        for (int32_t i = 0; v->type == IR_R && i < v->count; i++)
            for (int j = 1; j < SERIES; j++)
                code_put(m, &more, 1 + n + k, code_int(m, SERIES * i + j),
                         code_binary(
                             m, CODE_DIV,
                             code_item(m, args[first + k]->slot, code_int(m, SERIES * i + j - 1)),
                             code_real(m, j)));
    }
    taylor_if(t, &t->f->body, code_binary(m, CODE_LT, code_int(m, 1), order), &more, NULL);
}

struct code_fn *lower_function(struct lower *l, struct ir_fn *fn)
{
    struct code_fn *f = fn->code;
    struct taylor t;
    if (f) return f;
    f = fn->code = code_fn_new(l->code, CODE_USER, taylor_identifier(l->arena, fn->name, -1));
    f->type = CODE_V;
    f->at = fn->at;
    f->text = arena_format(l->arena, "function %s", fn->name);
    t = taylor_new(l, f, AT_FUNCTION);
    t.order = code_slot_new(l->code, f, "order", CODE_I, 0);
    for (int32_t k = 0; k < fn->locals.n; k++) {
        const struct ir_var *v = fn->locals.at[k];
        bool input = k < fn->n_inputs, output = !input && k < fn->n_inputs + fn->n_outputs;
        add_slot(&t, v, output || (input && (v->type == IR_R || v->rank > 0)));
    }
    f->n_params = 1 + fn->n_inputs + fn->n_outputs;
    for (int32_t k = fn->n_inputs; k < fn->locals.n; k++) clear(&t, 1 + k, fn->locals.at[k]);
    if (fn->external)
        external(&t, fn);
    else
        lower_statements(&t, &f->body, fn->body);
    return f;
}
