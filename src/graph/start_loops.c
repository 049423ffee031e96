/* SPDX-License-Identifier: MIT */
/* start_loops.c - initial equations that reach into loops.
 *
 * der(x) = 0 of a state is, once derivatives are inlined, an equation of states and of unknowns of loops that are solved when
 * the model runs: the current of a capacitor between transistors, say. Where x is looked for, these unknowns are too, and the
 * residuals of their loops are equations beside the initial ones:
 *     f(x, y) = 0,   r(x, y) = 0   for x and y together.
 * So each unknown of such a loop becomes a variable of its own while initial equations are solved. What that says of the
 * states stays; the variables themselves are put into what reads them and forgotten: the run solves its loops again. */
#include "graph/start_loops.h"

struct start_loop {
    struct ir_loop *of;
    struct ir_var **var;
};

struct start_loops {
    struct ir_model *m;
    VEC(struct start_loop) at;
    int32_t first;     /* number of the first variable */
    struct ir **value; /* by number from first, once they are known */
};

struct start_loops *graph_start_loops_new(struct ir_model *m)
{
    struct start_loops *l = ARENA_NEW(m->arena, struct start_loops);
    l->m = m;
    l->first = m->vars.n;
    return l;
}

static struct start_loop *find(struct start_loops *l, const struct ir_loop *of)
{
    for (int32_t k = 0; k < l->at.n; k++)
        if (l->at.at[k].of == of) return &l->at.at[k];
    return NULL;
}

static struct ir_var *new_var(struct start_loops *l, const struct ir_loop *of, int32_t k)
{
    struct ir_var *v = ARENA_NEW(l->m->arena, struct ir_var);
    v->name = of->names[k];
    v->type = IR_R;
    v->kind = VAR_PARAMETER;
    v->hidden = true;
    v->count = 1;
    v->at = of->at[k];
    v->start = of->start[k];
    v->number = l->m->vars.n;
    VEC_ADD(l->m->arena, &l->m->vars, v);
    return v;
}

static int collect(void *user, struct ir *e)
{
    struct start_loops *l = user;
    struct start_loop one;
    if (e->op != IR_SOLVED || e->loop->n_iters > 0 || find(l, e->loop)) return 0;
    one.of = e->loop;
    one.var = ARENA_ARRAY(l->m->arena, struct ir_var *, e->loop->n);
    for (int32_t k = 0; k < e->loop->n; k++) one.var[k] = new_var(l, e->loop, k);
    VEC_ADD(l->m->arena, &l->at, one);
    return 0;
}

static struct ir *as_variable(void *user, struct ir *e)
{
    struct start_loops *l = user;
    struct start_loop *one = e->op == IR_SOLVED ? find(l, e->loop) : NULL;
    return one ? ir_var_at(l->m, IR_VAR, one->var[e->integer], ir_int(l->m, 0)) : e;
}

struct ir *graph_start_loops_take(struct start_loops *l, struct ir *e)
{
    if (!ir_has_op(l->m, e, IR_SOLVED)) return e;
    ir_visit(l->m, e, collect, l);
    return ir_map(l->m, e, as_variable, l);
}

void graph_start_loops_equations(struct start_loops *l, start_loops_fn *fn, void *user)
{
    for (int32_t k = 0; k < l->at.n; k++) { /* residuals may name further loops */
        const struct ir_loop *of = l->at.at[k].of;
        for (int32_t i = 0; i < of->n; i++)
            fn(user, of->residual[i], of->at[i],
               of->text && of->text[i] ? of->text[i] : of->names[i]);
    }
}

void graph_start_loops_unknowns(struct start_loops *l, struct graph_system *s)
{
    for (int32_t k = l->first; k < l->m->vars.n; k++)
        graph_add_unknown(s, l->m->vars.at[k], IR_VAR, 0);
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

static struct ir *forget(void *user, struct ir *e)
{
    struct start_loops *l = user;
    if (e->op != IR_VAR || e->var->number < l->first || e->var != l->m->vars.at[e->var->number])
        return e;
    return l->value[e->var->number - l->first] ? l->value[e->var->number - l->first] : e;
}

/* Definitions come in the order in which they read each other. */
void graph_start_loops_forget(struct start_loops *l, struct graph_system *s, int32_t loops)
{
    struct ir_model *m = l->m;
    int32_t kept = 0;
    if (l->at.n == 0) return;
    l->value = ARENA_ARRAY(m->arena, struct ir *, m->vars.n - l->first + 1);
    for (int32_t k = 0; k < s->defs.n; k++) {
        struct graph_def d = s->defs.at[k];
        d.def.value = ir_map(m, d.def.value, forget, l);
        if (d.def.var->number >= l->first)
            l->value[d.def.var->number - l->first] = d.def.value;
        else
            s->defs.at[kept++] = d;
    }
    s->defs.n = kept;
    for (int32_t k = loops; k < m->loops.n; k++)
        for (int32_t i = 0; i < m->loops.at[k]->n; i++) {
            m->loops.at[k]->residual[i] = ir_map(m, m->loops.at[k]->residual[i], forget, l);
            m->loops.at[k]->start[i] = ir_map(m, m->loops.at[k]->start[i], forget, l);
        }
    m->vars.n = l->first;
}
