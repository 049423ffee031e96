/* SPDX-License-Identifier: MIT */
/* range_call.c - calls of functions, and of loops of equations, which are functions here. Calls of
 * one function with the same arguments are one call, whichever of its outputs is asked for. */
#include "emit/range/range.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

/* Fills registers from `to` on with the elements of an IR_BUILD; point: register of the number of
 * the element so far. */
static void build(struct range *r, struct ir *e, int32_t k, int32_t to, int32_t count,
                  int32_t point)
{
    struct range_scope inner = {.up = r->scope};
    int32_t end, scaled, digit;
    bool real = e->arg[0]->type == IR_R;
    if (k == e->n_iters) {
        int32_t x = range_value(r, e->arg[0]);
        RANGE_EMIT(r, real ? RANGE_PUT : RANGE_PUT_INT, to, x, point, count);
        return;
    }
    inner.iter = e->iters[k];
    scaled = range_int_new(r, 1);
    digit = range_int_new(r, 1);
    RANGE_EMIT(r, RANGE_INT_MUL, scaled, point, range_int(r, e->iters[k]->count));
    RANGE_EMIT(r, RANGE_COPY_INT, digit, scaled, 1);
    end = range_loop(r, e->iters[k]);
    r->scope = &inner;
    build(r, e, k + 1, to, count, digit);
    RANGE_EMIT(r, RANGE_INT_ADD, digit, digit, range_int(r, 1));
    r->scope = inner.up;
    range_loop_end(r, end);
}

struct copy {
    int32_t whole, to, from, count; /* whole: 1 integers */
};

static struct copy argument(struct range *r, const struct ir_var *input, struct ir *e)
{
    struct copy c = {.whole = input->type != IR_R, .count = input->count};
    if (e->op != IR_BUILD) {
        c.from = range_value(r, e);
        return c;
    }
    c.from = c.whole ? range_int_new(r, c.count) : range_jet_new(r, c.count);
    build(r, e, 0, c.from, c.count, range_int(r, 0));
    return c;
}

static void emit_call(struct range *r, const int32_t at[3], const struct copy *in, int32_t n_in,
                      const struct copy *out, int32_t n_out)
{
    const int32_t *head = r->l->code->programs.code.at + at[0];
    if (r->more_jets < head[RANGE_JETS]) r->more_jets = head[RANGE_JETS];
    if (r->more_ints < head[RANGE_INTS]) r->more_ints = head[RANGE_INTS];
    RANGE_EMIT(r, RANGE_CALL, at[0], at[1], at[2], n_in, n_out);
    for (int32_t k = 0; k < n_in + n_out; k++) {
        const struct copy *c = k < n_in ? &in[k] : &out[k - n_in];
        int32_t words[] = {c->whole, c->to, c->from, c->count};
        for (int w = 0; w < 4; w++) VEC_ADD(r->l->scratch, &r->code, words[w]);
    }
}

/* ---- Functions of the model ------------------------------------------------------------------ */

const int32_t *range_outputs(struct range *r, struct ir *call)
{
    struct arena *a = r->l->scratch;
    struct ir_fn *fn = call->fn;
    int32_t first = call->op == IR_CALL_AT, n = fn->n_inputs, at[3];
    int32_t *outputs = ARENA_ARRAY(a, int32_t, fn->n_outputs + 1);
    struct copy *in = ARENA_ARRAY(a, struct copy, n + 1);
    struct copy *out = ARENA_ARRAY(a, struct copy, fn->n_outputs + 1);
    int32_t place[2] = {0, 0}; /* of the next variable: series, integers */
    if (!range_function(r, fn, at)) return outputs;
    for (int32_t k = 0; k < n + fn->n_outputs; k++) {
        const struct ir_var *v = fn->locals.at[k];
        int32_t whole = v->type != IR_R;
        if (k < n) {
            in[k] = argument(r, v, call->arg[first + k]);
            in[k].to = place[whole];
        } else {
            int32_t to = whole ? range_int_new(r, v->count) : range_jet_new(r, v->count);
            out[k - n] = (struct copy){whole, to, place[whole], v->count};
            outputs[k - n] = to;
        }
        place[whole] += v->count;
    }
    emit_call(r, at, in, n, out, fn->n_outputs);
    return outputs;
}

int32_t range_call(struct range *r, struct ir *e)
{
    struct ir_model *m = r->l->m;
    bool at = e->op == IR_CALL_AT;
    const struct ir_var *out = e->fn->locals.at[e->fn->n_inputs + e->integer];
    struct ir *all = ir_call(m, e->fn, e->fn->n_outputs, NULL, e->arg + at, e->n - at);
    const int32_t *outputs = range_known(r, all);
    int32_t to;
    if (!outputs) {
        outputs = range_outputs(r, all);
        range_know(r, all, outputs);
    }
    if (r->opaque || !at) return outputs[e->integer];
    to = out->type == IR_R ? range_jet_new(r, 1) : range_int_new(r, 1);
    RANGE_EMIT(r, out->type == IR_R ? RANGE_ITEM : RANGE_ITEM_INT, to, outputs[e->integer],
               range_value(r, e->arg[0]), out->count);
    return to;
}

/* ---- Loops of equations ---------------------------------------------------------------------- */

static int32_t gather(struct range *r, struct ir **list, int32_t n, bool still)
{
    int32_t to = range_jet_new(r, n);
    for (int32_t k = 0; k < n && !r->opaque; k++) {
        RANGE_EMIT(r, RANGE_COPY, to + k, range_value(r, list[k]), 1);
        if (still && !range_is_still(r, list[k]))
            range_opaque(r, "a function computes what its equations are fed with");
    }
    return to;
}

/* Point: integer 0; unknowns: the first series. */
static void make_loop(struct range *caller, struct lower_loop *loop)
{
    struct range r = range_new(caller->l);
    struct range_scope scope = {0};
    int32_t n = loop->of->n, point = range_int_new(&r, 1), y = range_jet_new(&r, n), u, v;
    r.scope = &scope;
    range_enter_box(&r, loop->of->iters, loop->of->n_iters, point);
    u = gather(&r, loop->inputs.at, loop->inputs.n, false);
    v = gather(&r, loop->values.at, loop->values.n, true);
    RANGE_EMIT(&r, RANGE_SOLVE, loop->number, point, u, v, y, loop->inputs.n, loop->values.n, n);
    range_op(&r, RANGE_RETURN, 0, NULL);
    if (r.opaque) {
        range_opaque(caller, r.opaque);
        return;
    }
    range_finish(&r, 0, 0, loop->range);
    loop->range_made = true;
}

int32_t range_solved(struct range *r, struct ir *e)
{
    struct lower_loop *loop = lower_loop(r->l, e->loop);
    struct ir *all = ir_solved(r->l->m, e->loop, -1, e->arg[0]);
    const int32_t *known = range_known(r, all);
    int32_t *y;
    struct copy in = {.whole = 1, .to = 0, .count = 1}, out = {.count = e->loop->n};
    if (known) return known[0] + (int32_t)e->integer;
    if (!loop->linear) return range_opaque(r, "its equations are solved by Newton's method"), 0;
    if (!loop->range_made) make_loop(r, loop);
    if (r->opaque) return 0;
    y = ARENA_NEW(r->l->scratch, int32_t);
    *y = out.to = range_jet_new(r, e->loop->n);
    in.from = range_value(r, e->arg[0]);
    emit_call(r, loop->range, &in, 1, &out, 1);
    range_know(r, all, y);
    return *y + (int32_t)e->integer;
}
