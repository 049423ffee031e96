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
    lower_statements(&t, &f->body, fn->body);
    return f;
}
