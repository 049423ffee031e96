/* SPDX-License-Identifier: MIT */
/* newton_input.c - what a loop of equations needs to know from outside.
 *
 * The largest subexpressions of the residuals that contain none of the loop's unknowns: the caller
 * computes them, wherever it runs and however it reads variables, and hands them over in two
 * arrays, series of those that move (inputs) and values of the others. What remains is a function
 * of inputs, values and unknowns alone. */
#include "emit/lower/newton.h"

/* ---- Reductions over unknowns: as many terms as there are ------------------------------------ */

struct writer_out {
    struct ir_model *m;
    struct ir_loop *of;
};

static int is_unknown(void *user, struct ir *e)
{
    return e->op == IR_SOLVED && e->loop == user;
}

static bool has_unknown(struct ir_model *m, const struct ir_loop *of, struct ir *e)
{
    return ir_visit(m, e, is_unknown, (void *)(uintptr_t)of) != 0;
}

static struct ir *join(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    struct ir *less;
    if (!a) return b;
    if (op == IR_SUM || op == IR_PRODUCT) return ir_binary(m, op == IR_SUM ? IR_ADD : IR_MUL, a, b);
    less = ir_relation(m, IR_LT, a, b, false);
    return op == IR_MIN ? ir_if(m, less, a, b) : ir_if(m, less, b, a);
}

static struct ir *write_out(void *user, struct ir *e)
{
    struct writer_out *w = user;
    struct ir *all = NULL;
    if (e->op != IR_SUM && e->op != IR_PRODUCT && e->op != IR_MIN && e->op != IR_MAX) return e;
    if (!has_unknown(w->m, w->of, e->arg[0]) || e->iter->count > 1000) return e;
    for (int32_t k = 0; k < e->iter->count; k++) {
        struct ir *value = ir_int(w->m, e->iter->lo + k * e->iter->step);
        all = join(w->m, e->op, all, ir_replace(w->m, e->arg[0], &e->iter, &value, 1));
    }
    return all ? all : e;
}

struct ir *newton_unroll(struct lower *l, struct ir_loop *of, struct ir *e)
{
    struct writer_out w = {l->m, of};
    return ir_map(l->m, e, write_out, &w);
}

/* ---- Inputs and values ----------------------------------------------------------------------- */

/* Known expressions have their number + 1, or -(number + 1), in to->fed. */
static int32_t place_for(struct lower *l, struct lower_loop *to, struct ir *e, struct ir *value)
{
    struct node_entry *known = node_map_put(l->arena, &to->feeds, e);
    if (known->number) return (int32_t)known->number;
    if (ir_continuous(l->m, value)) {
        VEC_ADD(l->arena, &to->inputs, value);
        known->number = -to->inputs.n;
    } else {
        VEC_ADD(l->arena, &to->values, value);
        known->number = to->values.n;
    }
    VEC_ADD(l->arena, &to->fed_nodes, e);
    return (int32_t)known->number;
}

int32_t newton_feed(struct lower *l, struct lower_loop *to, struct ir *e, int32_t row)
{
    if (row >= 0) VEC_ADD(l->arena, &to->rows[row].reads, e);
    return place_for(l, to, e, e);
}

struct finder {
    struct lower *l;
    struct lower_loop *to;
    struct taylor t; /* knows what is safe */
    int32_t row;
    struct node_map seen;
};

static void add_input(struct finder *f, struct ir *e, struct ir *guard)
{
    struct ir_model *m = f->l->m;
    struct ir *value = e;
    if (e->op == IR_REAL || e->op == IR_INT) return;
    if (e->type != IR_R) value = ir_unary(m, IR_TO_REAL, e);
    if (guard && !taylor_safe(&f->t, e)) value = ir_if(m, guard, value, ir_real(m, 0));
    place_for(f->l, f->to, e, value);
    VEC_ADD(f->l->arena, &f->to->rows[f->row].reads, value);
}

static struct ir *both(struct ir_model *m, struct ir *a, struct ir *b)
{
    return a ? ir_binary(m, IR_AND, a, b) : b;
}

/* guard: the condition on inputs under which e is needed at all; NULL: always */
static void find(struct finder *f, struct ir *e, struct ir *guard)
{
    struct ir_model *m = f->l->m;
    if (node_map_get(&f->seen, e)) return;
    node_map_put(f->l->scratch, &f->seen, e)->value = e;
    if (!has_unknown(m, f->to->of, e)) {
        add_input(f, e, guard);
        return;
    }
    if (e->op == IR_SOLVED) return;
    if (e->op == IR_IF && !has_unknown(m, f->to->of, e->arg[0])) {
        find(f, e->arg[0], guard);
        find(f, e->arg[1], both(m, guard, e->arg[0]));
        find(f, e->arg[2], both(m, guard, ir_unary(m, IR_NOT, e->arg[0])));
        return;
    }
    for (int32_t k = 0; k < e->n; k++) find(f, e->arg[k], guard);
}

void newton_find(struct lower *l, struct lower_loop *to, struct ir *e, int32_t row)
{
    struct finder f = {.l = l, .to = to, .row = row};
    f.t = taylor_new(l, NULL, AT_EVAL);
    find(&f, e, NULL);
}

void newton_stand_ins(struct taylor *t, const struct lower_loop *loop, int32_t u, int32_t v)
{
    for (int32_t k = 0; k < loop->fed_nodes.n; k++) {
        struct ir *e = loop->fed_nodes.at[k];
        struct node_map *feeds = (struct node_map *)(uintptr_t)&loop->feeds;
        int64_t from = node_map_put(t->l->arena, feeds, e)->number;
        struct stand_in in = {.node = e, .slot = from > 0 ? v : u, .plain = from > 0};
        in.offset = from > 0 ? from - 1 : SERIES * (-from - 1);
        taylor_stand(t, in);
    }
}
