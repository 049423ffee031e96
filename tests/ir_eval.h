/* SPDX-License-Identifier: MIT */
/* ir_eval.h - what an IR expression means: a direct evaluator, and a world to evaluate in.
 *
 *     struct ir_world w;
 *     ir_world_open(&w);            // arena, messages, model
 *     struct ir_var *x = ir_world_var(&w, "x", IR_R, VAR_STATE, 10);
 *     w.iter[it->number] = 3;       // values: w.value, w.der, w.pre per variable, w.time, w.iter
 *     double v = ir_eval(&w, e);
 *     ir_world_close(&w);
 *
 * Indices are taken modulo the size of the array, so that any expression has a value. Integers are
 * exact in int64, modulo 2^64. Calls, samples and what graph/ makes are not evaluated (NAN).   */
#ifndef IR_EVAL_H
#define IR_EVAL_H

#include "flat/ir/ir.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { IR_WORLD_VARS = 64, IR_WORLD_ITERS = 256 };

struct ir_world {
    struct arena arena;
    struct messages messages;
    struct ir_model *m;
    double *value[IR_WORLD_VARS], *der[IR_WORLD_VARS], *pre[IR_WORLD_VARS];
    double time;
    int64_t iter[IR_WORLD_ITERS];
};

/* Everything that the arena cannot give ends the test program. */
#define ir_world_open(w)                                                                           \
    do {                                                                                           \
        memset((w), 0, sizeof *(w));                                                               \
        arena_init(&(w)->arena, NULL, NULL, 0);                                                    \
        if (setjmp((w)->arena.fail)) abort();                                                      \
        messages_init(&(w)->messages, &(w)->arena);                                                \
        (w)->m = ir_model_new(&(w)->arena, &(w)->messages);                                        \
    } while (0)

static inline void ir_world_close(struct ir_world *w)
{
    arena_free(&w->arena);
}

static inline struct ir_var *ir_world_var(struct ir_world *w, const char *name, enum ir_type type,
                                          enum ir_kind kind, int32_t count)
{
    struct ir_var *v = ARENA_NEW(&w->arena, struct ir_var);
    v->name = name;
    v->type = type;
    v->kind = kind;
    v->rank = count > 1;
    v->size[0] = v->count = count;
    v->number = w->m->vars.n;
    w->value[v->number] = ARENA_ARRAY(&w->arena, double, count);
    w->der[v->number] = ARENA_ARRAY(&w->arena, double, count);
    w->pre[v->number] = ARENA_ARRAY(&w->arena, double, count);
    VEC_ADD(&w->arena, &w->m->vars, v);
    return v;
}

static inline int64_t ir_eval_int(struct ir_world *w, const struct ir *e);
static inline double ir_eval(struct ir_world *w, const struct ir *e);

static inline double ir_eval_element(struct ir_world *w, const struct ir *e, double **of)
{
    int64_t k = ir_eval_int(w, e->arg[0]) % e->var->count;
    const double *from = of[e->var->number];
    if (k < 0) k += e->var->count;
    if (e->var->data && e->op == IR_VAR) from = e->var->data;
    return from ? from[k] : NAN;
}

static inline double ir_eval_reduce(struct ir_world *w, const struct ir *e)
{
    struct ir_iter *it = e->iter;
    int64_t outside = w->iter[it->number];
    double big = e->type == IR_R ? DBL_MAX : (double)INT32_MAX;
    double v = e->op == IR_SUM ? 0 : e->op == IR_PRODUCT ? 1 : e->op == IR_MIN ? big : -big;
    for (int32_t k = 0; k < it->count; k++) {
        w->iter[it->number] = it->lo + k * it->step;
        double a = ir_eval(w, e->arg[0]);
        if (e->op == IR_SUM)
            v += a;
        else if (e->op == IR_PRODUCT)
            v *= a;
        else
            v = e->op == IR_MIN ? fmin(v, a) : fmax(v, a);
    }
    w->iter[it->number] = outside;
    return v;
}

static inline int64_t ir_eval_mod(int64_t a, int64_t b)
{
    int64_t r = b == 0 || b == -1 ? 0 : a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static inline int64_t ir_eval_div(int64_t a, int64_t b)
{
    return b == 0 ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static inline int ir_eval_compare(struct ir_world *w, const struct ir *e)
{
    const struct ir *a = e->arg[0], *b = e->arg[1];
    int less, equal;
    if (a->type == IR_R) {
        double u = ir_eval(w, a), v = ir_eval(w, b);
        less = u < v, equal = u == v;
    } else {
        int64_t u = ir_eval_int(w, a), v = ir_eval_int(w, b);
        less = u < v, equal = u == v;
    }
    switch (e->op) {
    case IR_LT: return less;
    case IR_LE: return less || equal;
    case IR_EQ: return equal;
    default: return !equal;
    }
}

static inline int64_t ir_eval_int(struct ir_world *w, const struct ir *e)
{
    switch (e->op) {
    case IR_INT: return e->integer;
    case IR_ITER: return w->iter[e->iter->number];
    case IR_ADD:
        return (int64_t)((uint64_t)ir_eval_int(w, e->arg[0]) + (uint64_t)ir_eval_int(w, e->arg[1]));
    case IR_SUB:
        return (int64_t)((uint64_t)ir_eval_int(w, e->arg[0]) - (uint64_t)ir_eval_int(w, e->arg[1]));
    case IR_MUL:
        return (int64_t)((uint64_t)ir_eval_int(w, e->arg[0]) * (uint64_t)ir_eval_int(w, e->arg[1]));
    case IR_NEG: return (int64_t)(0 - (uint64_t)ir_eval_int(w, e->arg[0]));
    case IR_IDIV: return ir_eval_div(ir_eval_int(w, e->arg[0]), ir_eval_int(w, e->arg[1]));
    case IR_IMOD: return ir_eval_mod(ir_eval_int(w, e->arg[0]), ir_eval_int(w, e->arg[1]));
    case IR_LT:
    case IR_LE:
    case IR_EQ:
    case IR_NE: return ir_eval_compare(w, e);
    case IR_AND: return ir_eval_int(w, e->arg[0]) && ir_eval_int(w, e->arg[1]);
    case IR_OR: return ir_eval_int(w, e->arg[0]) || ir_eval_int(w, e->arg[1]);
    case IR_NOT: return !ir_eval_int(w, e->arg[0]);
    case IR_IF: return ir_eval_int(w, e->arg[ir_eval_int(w, e->arg[0]) ? 1 : 2]);
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: return (int64_t)ir_eval_reduce(w, e);
    case IR_VAR: return (int64_t)ir_eval_element(w, e, w->value);
    case IR_PRE: return (int64_t)ir_eval_element(w, e, w->pre);
    case IR_TO_INT: return (int64_t)ir_eval(w, e->arg[0]);
    default: return 0;
    }
}

static inline double ir_eval_pow(double a, double b)
{
    return b == 2 ? a * a : pow(a, b);
}

static inline double ir_eval(struct ir_world *w, const struct ir *e)
{
    if (e->type != IR_R) return (double)ir_eval_int(w, e);
    switch (e->op) {
    case IR_REAL: return e->number;
    case IR_TIME: return w->time;
    case IR_VAR: return ir_eval_element(w, e, w->value);
    case IR_DER: return ir_eval_element(w, e, w->der);
    case IR_PRE: return ir_eval_element(w, e, w->pre);
    case IR_ADD: return ir_eval(w, e->arg[0]) + ir_eval(w, e->arg[1]);
    case IR_SUB: return ir_eval(w, e->arg[0]) - ir_eval(w, e->arg[1]);
    case IR_MUL: return ir_eval(w, e->arg[0]) * ir_eval(w, e->arg[1]);
    case IR_DIV: return ir_eval(w, e->arg[0]) / ir_eval(w, e->arg[1]);
    case IR_POW: return ir_eval_pow(ir_eval(w, e->arg[0]), ir_eval(w, e->arg[1]));
    case IR_NEG: return -ir_eval(w, e->arg[0]);
    case IR_IF: return ir_eval(w, e->arg[ir_eval_int(w, e->arg[0]) ? 1 : 2]);
    case IR_MATH:
        return elementary_value((enum elementary)e->integer, ir_eval(w, e->arg[0]),
                                e->n > 1 ? ir_eval(w, e->arg[1]) : 0);
    case IR_FLOOR: return floor(ir_eval(w, e->arg[0]));
    case IR_TO_REAL: return (double)ir_eval_int(w, e->arg[0]);
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: return ir_eval_reduce(w, e);
    default: return NAN;
    }
}

#endif
