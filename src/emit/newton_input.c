/* SPDX-License-Identifier: MIT */
/* newton_input.c - what a loop of equations needs to know from outside.
 *
 * The largest subexpressions of the residuals that contain none of the loop's unknowns are its
 * inputs: the caller computes their series, wherever it runs and however it reads variables, and
 * hands them over in an array. What remains is a function of inputs and unknowns alone. */
#include "emit/newton.h"

struct finder {
    struct ir_model *m;
    struct ir_loop *of;
    struct taylor *t;        /* gets a stand-in for each input                                   */
    VEC(struct ir *) inputs; /* as the caller evaluates them                                    */
    struct node_map seen;
};

static int is_unknown(void *user, struct ir *e)
{
    return e->op == IR_SOLVED && e->loop == user;
}

static bool has_unknown(const struct finder *f, struct ir *e)
{
    return ir_visit(f->m, e, is_unknown, f->of) != 0;
}

static void add_input(struct finder *f, struct ir *e, struct ir *guard)
{
    struct stand_in in = {.node = e, .slot = 0, .offset = (int64_t)SERIES * f->inputs.n};
    struct ir *value = e;
    if (e->op == IR_REAL || e->op == IR_INT) return;
    if (e->type != IR_R) value = ir_unary(f->m, IR_TO_REAL, e);
    if (guard && !taylor_safe(f->t, e)) value = ir_if(f->m, guard, value, ir_real(f->m, 0));
    VEC_ADD(f->m->arena, &f->inputs, value);
    VEC_ADD(f->m->arena, &f->t->stand_ins, in);
}

static struct ir *both(struct ir_model *m, struct ir *a, struct ir *b)
{
    return a ? ir_binary(m, IR_AND, a, b) : b;
}

/* guard: the condition on inputs under which e is needed at all; NULL: always */
static void find(struct finder *f, struct ir *e, struct ir *guard)
{
    if (node_map_get(&f->seen, e)) return;
    node_map_put(f->m->arena, &f->seen, e)->value = e;
    if (!has_unknown(f, e)) {
        add_input(f, e, guard);
        return;
    }
    if (e->op == IR_SOLVED) return;
    if (e->op == IR_IF && !has_unknown(f, e->arg[0])) {
        find(f, e->arg[0], guard);
        find(f, e->arg[1], both(f->m, guard, e->arg[0]));
        find(f, e->arg[2], both(f->m, guard, ir_unary(f->m, IR_NOT, e->arg[0])));
        return;
    }
    for (int32_t k = 0; k < e->n; k++) find(f, e->arg[k], guard);
}

/* ---- Reductions over unknowns: as many terms as there are ------------------------------------ */

static struct ir *join(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    struct ir *less;
    if (!a) return b;
    if (op == IR_SUM || op == IR_PRODUCT) return ir_binary(m, op == IR_SUM ? IR_ADD : IR_MUL, a, b);
    less = ir_relation(m, IR_LT, a, b, false);
    return op == IR_MIN ? ir_if(m, less, a, b) : ir_if(m, less, b, a);
}

static struct ir *unroll(void *user, struct ir *e)
{
    struct finder *f = user;
    struct ir *all = NULL;
    if (e->op != IR_SUM && e->op != IR_PRODUCT && e->op != IR_MIN && e->op != IR_MAX) return e;
    if (!has_unknown(f, e->arg[0]) || e->iter->count > 1000) return e;
    for (int32_t k = 0; k < e->iter->count; k++) {
        struct ir *value = ir_int(f->m, e->iter->lo + k * e->iter->step);
        all = join(f->m, e->op, all, ir_replace(f->m, e->arg[0], &e->iter, &value, 1));
    }
    return all ? all : e;
}

static void prepare(struct finder *f, struct ir **e)
{
    if (!*e) return;
    *e = ir_map(f->m, *e, unroll, f);
    find(f, *e, NULL);
}

void newton_inputs(struct taylor *t, struct ir_loop *of, struct lower_loop *to)
{
    struct finder f = {.m = t->l->m, .of = of, .t = t};
    for (int32_t k = 0; k < of->n; k++) {
        prepare(&f, &of->residual[k]);
        prepare(&f, &of->start[k]);
    }
    for (int32_t k = 0; of->jacobian && k < of->n * of->n; k++) prepare(&f, &of->jacobian[k]);
    to->inputs = f.inputs.at;
    to->n_inputs = f.inputs.n;
}
