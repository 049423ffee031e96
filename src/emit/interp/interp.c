/* SPDX-License-Identifier: MIT */
/* interp.c - runs code.h by walking over it: where there is no C compiler, and as the oracle of
 * tests.
 *
 * One call of a function has one frame: a cell per slot, behind them the elements of its arrays.
 * Small frames lie on the C stack; nothing else is kept, so that any number of runs may share one
 * model.
 *
 * Every operation is the one of the generated C, on the same doubles in the same order. What only
 * this side does is to check indices: a wrong one is a mistake of the compiler, and ends the
 * run. */
#include "emit/interp/interp.h"
#include <stdlib.h>
#include <string.h>

enum { SMALL = 128 }; /* doubles of a frame on the C stack */

enum flow { GO_ON, LEAVE_LOOP, LEAVE };

static double real(struct frame *f, const struct code_expr *x);
static int64_t whole(struct frame *f, const struct code_expr *x);
static enum flow run_body(struct frame *f, const struct code_body *body);

/* ---- Frames and calls ------------------------------------------------------------------------ */

static size_t frame_size(const struct code_fn *fn)
{
    size_t n = (size_t)fn->slots.n * sizeof(struct cell);
    for (int32_t k = fn->n_params; k < fn->slots.n; k++) {
        if (fn->slots.at[k].size > 0) n += (size_t)fn->slots.at[k].size * sizeof(double);
    }
    return n;
}

static bool frame_open(struct frame *f, double small[SMALL])
{
    size_t n = frame_size(f->fn);
    double *elements;
    f->cells = n <= SMALL * sizeof(double) ? memset(small, 0, n) : calloc(1, n);
    if (!f->cells) return f->e->fault(f->e, f->fn->loc, "out of memory"), false;
    elements = (double *)(f->cells + f->fn->slots.n);
    for (int32_t k = f->fn->n_params; k < f->fn->slots.n; k++) {
        int32_t size = f->fn->slots.at[k].size;
        if (size <= 0) continue;
        f->cells[k] = (struct cell){.v.at = elements, .n = size};
        elements += size;
    }
    return true;
}

static void frame_close(struct frame *f, const double small[SMALL])
{
    if ((const void *)f->cells != (const void *)small) free(f->cells);
}

/* Counts a turn of a loop or a call at this depth. Says so once when there are no more. */
static bool stops(struct frame *f, int depth, const saltus_loc *at)
{
    if (*f->turns <= 0) return true;
    if (depth >= CODE_DEPTH) {
        *f->turns = 0;
        f->e->fault(f->e, at, "recursion too deep");
    } else if (--*f->turns == 0) {
        f->e->fault(f->e, at, "loop does not end");
    }
    return *f->turns == 0;
}

static struct cell argument(struct frame *f, const struct code_slot *to, const struct code_expr *x)
{
    struct cell c = {.n = 0};
    if (to->size) return f->cells[x->slot];
    if (to->type == CODE_R)
        c.v.r = real(f, x);
    else
        c.v.i = whole(f, x);
    return c;
}

static struct cell call(struct frame *up, const struct code_expr *x)
{
    double small[SMALL];
    struct frame f = {.in = up->in, .fn = x->fn, .e = up->e, .turns = up->turns};
    f.ev = up->ev;
    f.reads = up->reads;
    f.depth = up->fn->role == CODE_USER ? up->depth + 1 : 0;
    if (!frame_open(&f, small)) return f.result;
    for (int32_t k = 0; k < f.fn->n_params; k++) {
        f.cells[k] = argument(up, &f.fn->slots.at[k], x->args[k]);
    }
    if (!f.fn->counted || !stops(&f, f.depth, f.fn->loc)) run_body(&f, &f.fn->body);
    frame_close(&f, small);
    return f.result;
}

/* ---- Expressions ----------------------------------------------------------------------------- */

/* Is 0 <= index < n? Everything that is indexed passes here. */
static bool inside(struct frame *f, int64_t index, int64_t n)
{
    if (index >= 0 && index < n) return true;
    f->e->fault(f->e, f->fn->loc, "index outside an array (a mistake of the compiler)");
    return false;
}

static double item(struct frame *f, const struct code_expr *x)
{
    const struct cell *c = &f->cells[x->slot];
    int64_t index = whole(f, x->a);
    if (!inside(f, index, c->n)) return 0;
    return f->fn->role == CODE_START && x->slot == 0 ? (double)c->v.bytes[index] : c->v.at[index];
}

static double outer(struct frame *f, const struct code_expr *x)
{
    const struct interp *in = f->in;
    int64_t k = x->a->op == CODE_INT ? x->a->integer : whole(f, x->a);
    switch (x->op) {
    case CODE_SIGNAL:
        return inside(f, k, in->n_signals) ? f->e->q[k * f->e->stride + x->integer] : 0;
    case CODE_D: return inside(f, k, in->n_discretes) ? f->e->d[k] : 0;
    case CODE_P: return inside(f, k, in->n_parameters) ? f->e->p[k] : 0;
    case CODE_PRE: return inside(f, k, in->n_discretes) ? f->ev->pre[k] : 0;
    case CODE_X: return inside(f, k, in->n_states) ? f->ev->state(f->ev, (int32_t)k) : 0;
    default: {
        const struct code_table *t = &in->code->tables.at[x->integer];
        return inside(f, k, t->n) ? t->at[k] : 0;
    }
    }
}

static double real(struct frame *f, const struct code_expr *x)
{
    switch (x->op) {
    case CODE_REAL: return x->number;
    case CODE_HOLE: return f->row_r[x->integer];
    case CODE_LOCAL: return f->cells[x->slot].v.r;
    case CODE_ITEM: return item(f, x);
    case CODE_TIME: return f->e->t;
    case CODE_NEG: return -real(f, x->a);
    case CODE_COND: return real(f, whole(f, x->a) ? x->b : x->c);
    case CODE_TO_REAL: return (double)whole(f, x->a);
    case CODE_MATH1: return code_math_value(x->integer, real(f, x->a), 0);
    case CODE_CALL: return call(f, x).v.r;
    case CODE_ADD: {
        double a = real(f, x->a);
        return a + real(f, x->b);
    }
    case CODE_SUB: {
        double a = real(f, x->a);
        return a - real(f, x->b);
    }
    case CODE_MUL: {
        double a = real(f, x->a);
        return a * real(f, x->b);
    }
    case CODE_DIV: {
        double a = real(f, x->a);
        return a / real(f, x->b);
    }
    case CODE_MATH2: {
        double a = real(f, x->a);
        return code_math_value(x->integer, a, real(f, x->b));
    }
    default: return outer(f, x);
    }
}

static int64_t whole_pair(struct frame *f, const struct code_expr *x)
{
    if (x->a->type == CODE_R) {
        double a = real(f, x->a), b = real(f, x->b);
        return code_real_relation(x->op, a, b);
    } else {
        int64_t a = whole(f, x->a), b = whole(f, x->b);
        return code_int_op(x->op, a, b);
    }
}

static int64_t whole(struct frame *f, const struct code_expr *x)
{
    switch (x->op) {
    case CODE_INT: return x->integer;
    case CODE_HOLE: return f->row_i[x->integer];
    case CODE_LOCAL: return f->cells[x->slot].v.i;
    case CODE_WIDTH: return f->e->width;
    case CODE_NEG: return code_int_op(CODE_NEG, whole(f, x->a), 0);
    case CODE_AND: return whole(f, x->a) && whole(f, x->b);
    case CODE_OR: return whole(f, x->a) || whole(f, x->b);
    case CODE_NOT: return !whole(f, x->a);
    case CODE_COND: return whole(f, whole(f, x->a) ? x->b : x->c);
    case CODE_TO_INT: return code_truncate(real(f, x->a));
    case CODE_CALL: return call(f, x).v.i;
    default: return whole_pair(f, x);
    }
}

/* ---- Statements ------------------------------------------------------------------------------ */

static void set(struct frame *f, int32_t slot, enum code_type type, const struct code_expr *x)
{
    if (type == CODE_R)
        f->cells[slot].v.r = real(f, x);
    else
        f->cells[slot].v.i = whole(f, x);
}

static void put(struct frame *f, const struct code_stmt *s)
{
    struct cell *c = &f->cells[s->slot];
    int64_t index = whole(f, s->a);
    double value = real(f, s->b);
    if (inside(f, index, c->n)) c->v.at[index] = value;
}

static enum flow run_while(struct frame *f, const struct code_stmt *s)
{
    while (whole(f, s->a)) {
        enum flow flow = stops(f, 0, s->loc) ? LEAVE_LOOP : run_body(f, &s->body);
        if (flow == LEAVE) return LEAVE;
        if (flow == LEAVE_LOOP) break;
    }
    return GO_ON;
}

static enum flow run_for(struct frame *f, const struct code_stmt *s)
{
    int64_t *i = &f->cells[s->slot].v.i;
    *i = whole(f, s->a);
    for (;;) {
        int64_t end = whole(f, s->b);
        enum flow flow;
        if (s->integer > 0 ? *i > end : *i < end) return GO_ON;
        flow = run_body(f, &s->body);
        if (flow != GO_ON) return flow == LEAVE ? LEAVE : GO_ON;
        *i = code_int_op(CODE_ADD, *i, s->integer);
    }
}

static enum flow run_return(struct frame *f, const struct code_stmt *s)
{
    if (s->a && f->fn->type == CODE_R) f->result.v.r = real(f, s->a);
    if (s->a && f->fn->type == CODE_I) f->result.v.i = whole(f, s->a);
    return LEAVE;
}

/* What a handler tells the engine. */
static void tell(struct frame *f, const struct code_stmt *s)
{
    int64_t k = s->a ? whole(f, s->a) : 0;
    double value = s->b ? real(f, s->b) : 0;
    switch (s->op) {
    case CODE_ASSIGN: f->ev->assign(f->ev, (int32_t)k, value); break;
    case CODE_REINIT: f->ev->reinit(f->ev, (int32_t)k, value); break;
    case CODE_MESSAGE: f->ev->message(f->ev, s->text); break;
    case CODE_TERMINATE: f->ev->terminate(f->ev, s->text); break;
    case CODE_ADVANCE: f->ev->advance(f->ev); break;
    case CODE_READ: f->reads->add(f->reads, (saltus_kind)s->integer, (int32_t)k); break;
    default: break;
    }
}

/* The parameters of a function with CODE_SOLVE are what the engine is given. */
static void solve(struct frame *f, const struct code_stmt *s)
{
    const struct cell *c = f->cells;
    f->e->solve(f->e, (int32_t)s->integer, (int32_t)c[0].v.i, (int)c[1].v.i, c[2].v.at, c[3].v.at,
                (int32_t)c[4].v.i, (int32_t)c[5].v.i, c[6].v.at);
}

static void run_extern(struct frame *f, const struct code_stmt *s)
{
    struct cell *c = f->cells;
    double *arg[64], whole_of[64];
    for (int32_t k = 1; k < f->fn->n_params && k <= 64; k++) {
        arg[k - 1] = f->fn->slots.at[k].size == 0 ? &whole_of[k - 1] : c[k].v.at;
        if (f->fn->slots.at[k].size == 0) whole_of[k - 1] = (double)c[k].v.i;
    }
    f->in->code->external_fn[s->integer](whole(f, s->a), arg);
}

static enum flow run_known(struct frame *f, const struct code_stmt *s)
{
    const struct cell *c = f->cells;
    if (!f->e->stamp) return GO_ON;
    return f->e->known(f->e, (int32_t)s->integer, (int32_t)c[0].v.i, (int)c[1].v.i,
                       (int32_t)c[3].v.i, (int32_t)c[4].v.i, c[5].v.at)
               ? LEAVE
               : GO_ON;
}

static enum flow run(struct frame *f, const struct code_stmt *s)
{
    switch (s->op) {
    case CODE_SET: set(f, s->slot, f->fn->slots.at[s->slot].type, s->a); break;
    case CODE_PUT: put(f, s); break;
    case CODE_DO: call(f, s->a); break;
    case CODE_IF: return run_body(f, whole(f, s->a) ? &s->body : &s->other);
    case CODE_WHILE: return run_while(f, s);
    case CODE_FOR: return run_for(f, s);
    case CODE_BREAK: return LEAVE_LOOP;
    case CODE_RETURN: return run_return(f, s);
    case CODE_FAULT: f->e->fault(f->e, s->loc, s->text); break;
    case CODE_SOLVE: solve(f, s); break;
    case CODE_KNOWN: return run_known(f, s);
    case CODE_EXTERN: run_extern(f, s); break;
    case CODE_LINE:
    case CODE_NOTE: break;
    default: tell(f, s);
    }
    return GO_ON;
}

static enum flow run_body(struct frame *f, const struct code_body *body)
{
    for (const struct code_stmt *s = body->first; s; s = s->next) {
        enum flow flow = run(f, s);
        if (flow != GO_ON) return flow;
    }
    return GO_ON;
}

/* ---- From outside ---------------------------------------------------------------------------- */

double code_evaluate(struct frame *f, const struct code_fn *fn, int32_t row,
                     const struct cell *params)
{
    double small[SMALL];
    int64_t turns = CODE_TURNS;
    f->in = f->e->model->data;
    f->fn = fn;
    f->turns = &turns;
    if (fn->rows.n) {
        f->row_i = fn->rows.i + (size_t)row * (size_t)fn->rows.n_i;
        f->row_r = fn->rows.r + (size_t)row * (size_t)fn->rows.n_r;
    }
    if (!frame_open(f, small)) return 0;
    memcpy(f->cells, params, (size_t)fn->n_params * sizeof *params);
    run_body(f, &fn->body);
    frame_close(f, small);
    return f->result.v.r;
}
