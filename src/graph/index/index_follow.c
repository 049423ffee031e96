/* SPDX-License-Identifier: MIT */
/* index_follow.c - the system and the model that follow when dummy derivatives are chosen.
 *
 * What was differentiated and what is below it are rows now, side by side. A derivative that was
 * chosen is a variable of its own everywhere; what it is the derivative of is an algebraic, and
 * states are those that were not chosen. The rest of the model, events and initial equations, is
 * rewritten: elements of arrays that were split are what their pieces are. A start value that is
 * fixed of a state that is none any more becomes an initial equation. */
#include "graph/alias/alias.h"
#include "graph/index/index.h"

#include <string.h>

/* ---- The system that follows ----------------------------------------------------------------- */

/* A derivative that is an unknown of its own now. */
static struct ir *dummy_node(void *user, struct ir *e)
{
    struct index *x = user;
    if (e->op != IR_DER || !index_of(x, e->var)->dummy) return e;
    return ir_var_at(x->m, IR_VAR, index_next(x, e->var), e->arg[0]);
}

static struct ir *final_node(void *user, struct ir *e)
{
    return dummy_node(user, index_piece_node(user, e));
}

static void put_row(struct index *x, const struct graph_row *r)
{
    struct graph_row new =
        graph_row_make(x->s, r->iters, r->n_iters, ir_map(x->m, r->lhs, dummy_node, x),
                       ir_map(x->m, r->rhs, dummy_node, x), r->at, r->text);
    new.of_pieces = r->of_pieces;
    VEC_ADD(x->m->arena, &x->s->rows, new);
}

static void put_unknown(struct index *x, int32_t *slot, struct ir_var *v, enum ir_op op)
{
    struct graph_system *s = x->s;
    if (*slot < 0) {
        graph_add_unknown(s, v, op, op == IR_VAR);
        return;
    }
    s->unknowns.at[*slot] = (struct graph_unknown){v, op, op == IR_VAR};
    s->number[op == IR_DER][v->number] = *slot;
    *slot = -1;
}

/* (order 0) What of v and its derivatives is unknown; the first of it in place of unknown u. */
static void put_unknowns(struct index *x, struct ir_var *v, int32_t u)
{
    int32_t top = index_of(x, v)->top;
    struct ir_var *w = v;
    if (top == 0 || index_of(x, v)->dummy) put_unknown(x, &u, v, IR_VAR);
    for (int32_t k = 0; k < top; k++) {
        bool dummy = index_of(x, w)->dummy;
        if (dummy && k == 0) w->kind = VAR_ALGEBRAIC;
        if (!dummy) w->kind = VAR_STATE;
        put_unknown(x, &u, dummy ? index_next(x, w) : w, dummy ? IR_VAR : IR_DER);
        if (k + 1 < top) w = index_next(x, w);
    }
}

/* A derivative that is a state: der(x) = it. */
static void add_links(struct index *x, struct ir_var *v)
{
    for (struct ir_var *w = index_of(x, v)->next; w && !index_of(x, w)->dummy;
         w = index_of(x, w)->next) {
        struct ir_iter **iters = ARENA_ARRAY(x->m->arena, struct ir_iter *, v->rank + 1);
        struct ir *at;
        if (w->kind != VAR_STATE) break;
        for (int32_t k = 0; k < v->rank; k++) iters[k] = v->iters[k];
        at = graph_position(x->m, iters, v->rank);
        VEC_ADD(x->m->arena, &x->s->rows,
                graph_row_make(x->s, iters, v->rank,
                               ir_var_at(x->m, IR_DER, index_of(x, w)->before, at),
                               ir_var_at(x->m, IR_VAR, w, at), v->at, w->name));
    }
}

static void exchange_unknowns(struct index *x)
{
    struct graph_system *s = x->s;
    int32_t n = s->unknowns.n;
    for (int32_t u = 0; u < n; u++) {
        struct graph_unknown *old = &s->unknowns.at[u];
        struct ir_var *base = index_base(x, old->var);
        if (index_of(x, base)->pieces) continue;
        s->number[old->op == IR_DER][old->var->number] = -1;
        put_unknowns(x, base, u);
    }
    for (int32_t k = 0; s->aliases && k < s->aliases->pieces.n; k++) {
        struct alias_piece *p = &s->aliases->pieces.at[k];
        p->value = ir_map(s->m, p->value, final_node, x);
    }
}

static void exchange_rows(struct index *x)
{
    struct graph_row *old = x->s->rows.at;
    int32_t n = x->s->rows.n, vars = x->m->vars.n;
    memset(&x->s->rows, 0, sizeof x->s->rows);
    for (int32_t k = 0; k < n; k++)
        for (const struct graph_row *r = &old[k]; r; r = r->below) put_row(x, r);
    for (int32_t k = 0; k < vars; k++)
        if (index_of(x, x->m->vars.at[k])->order == 0) add_links(x, x->m->vars.at[k]);
}

/* ---- The rest of the model ------------------------------------------------------------------- */

static struct ir *rewrite(void *user, struct ir *e, enum graph_use use, struct place at)
{
    struct index *x = user;
    (void)use, (void)at;
    return ir_map(x->m, e, final_node, x);
}

static void rewrite_equations(struct index *x, struct ir_eq *at, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        at[k].lhs = ir_map(x->m, at[k].lhs, final_node, x);
        at[k].rhs = ir_map(x->m, at[k].rhs, final_node, x);
    }
}

static void check_target(struct index *x, struct ir_stmt *s, bool reinit)
{
    struct ir *e = s->target;
    if (!e || e->op != IR_VAR) return;
    s->target = index_piece_node(x, e);
    if (!index_of(x, s->target->var)->state || s->target->var->kind == VAR_STATE) return;
    error_at(
        x->m->messages, s->at,
        reinit
            ? "reinit(%s, ...): '%s' is bound to other states by equations and is not a state of "
              "its own"
            : "%s := ...: '%s' is bound to other states by equations and has no start of its own",
        e->var->name, e->var->name);
}

static void check_targets(struct index *x, struct ir_stmt *s)
{
    for (; s; s = s->next) {
        check_target(x, s, s->op == DO_REINIT);
        check_targets(x, s->body);
        check_targets(x, s->other);
    }
}

static void rewrite_model(struct index *x)
{
    struct ir_model *m = x->m;
    for (int32_t k = 0; k < m->whens.n; k++)
        for (int32_t j = 0; j < m->whens.at[k].n_branches; j++)
            check_targets(x, m->whens.at[k].branches[j].body);
    check_targets(x, m->initial);
    graph_rewrite(m, rewrite, x);
    rewrite_equations(x, m->eqs.at, m->eqs.n);
    rewrite_equations(x, m->initial_eqs.at, m->initial_eqs.n);
}

/* ---- Start values ---------------------------------------------------------------------------- */

/* A state that is none any more keeps a start value that is fixed as an initial equation. */
static void keep_start(struct index *x, struct ir_var *v)
{
    if (!index_of(x, v)->pieces) graph_keep_start(x->m, v);
}

/* For people: what was done. */
static void report(struct index *x)
{
    for (int32_t k = 0; k < x->s->rows.n; k++) {
        const struct graph_row *r = &x->s->rows.at[k];
        struct ir_reduced note = {.at = index_lowest(r)->at, .text = index_lowest(r)->text};
        note.points = (int32_t)r->points;
        for (; r->below; r = r->below) note.times++;
        if (note.times) VEC_ADD(x->m->arena, &x->m->reduced, note);
    }
    for (int32_t k = 0; k < x->m->vars.n; k++) {
        struct ir_var *v = x->m->vars.at[k];
        struct ir_reduced note = {.var = v, .at = v->at};
        if (index_of(x, v)->state && index_of(x, v)->dummy && !index_of(x, v)->pieces)
            VEC_ADD(x->m->arena, &x->m->reduced, note);
    }
}

/* An array whose elements are variables of their own now, and that nothing refers to. */
struct wanted {
    struct index *x;
    char *yes; /* by var->number */
};

static int want(void *user, struct ir *e)
{
    struct wanted *w = user;
    if (e->op == IR_VAR || e->op == IR_PRE) w->yes[e->var->number] = 1;
    return 0;
}

static struct ir *want_all(void *user, struct ir *e, enum graph_use use, struct place at)
{
    struct wanted *w = user;
    (void)use, (void)at;
    ir_visit(w->x->m, e, want, w);
    return e;
}

static void drop(struct index *x, struct ir_var *v, const struct wanted *w, bool scalars)
{
    int32_t u = x->s->number[0][v->number], kept = 0;
    if (w->yes[v->number] || u < 0) {
        if (scalars) v->name = arena_format(x->m->arena, "%s[:]", v->name);
        return;
    }
    for (int32_t k = 0; k < x->s->rows.n; k++) {
        struct graph_row *r = &x->s->rows.at[k];
        if (r->of_pieces && r->lhs->var == v) continue;
        x->s->rows.at[kept++] = *r;
    }
    x->s->rows.n = kept;
    v->count = v->size[0] = 0;
}

static void drop_arrays(struct index *x)
{
    struct wanted w = {x, ARENA_ARRAY(x->m->arena, char, x->m->vars.n + 1)};
    graph_rewrite(x->m, want_all, &w);
    for (int32_t k = 0; k < x->s->rows.n; k++) {
        const struct graph_row *r = &x->s->rows.at[k];
        if (!r->of_pieces) ir_visit(x->m, r->lhs, want, &w), ir_visit(x->m, r->rhs, want, &w);
    }
    for (int32_t k = 0; x->s->aliases && k < x->s->aliases->pieces.n; k++)
        if (!x->s->aliases->pieces.at[k].kept)
            ir_visit(x->m, x->s->aliases->pieces.at[k].value, want, &w);
    for (int32_t k = 0; k < x->m->initial_eqs.n; k++) {
        ir_visit(x->m, x->m->initial_eqs.at[k].lhs, want, &w);
        ir_visit(x->m, x->m->initial_eqs.at[k].rhs, want, &w);
    }
    for (int32_t k = 0; k < x->split.n; k++) {
        const struct index_pieces *p = index_of(x, x->split.at[k])->pieces;
        if (p->derivative) drop(x, p->derivative, &w, false);
        if (p->scalars) drop(x, x->split.at[k], &w, true);
    }
}

/* Derivatives that were variables only on the way are none in the end. All new variables are behind
 * those of the model. */
static void drop_unused(struct index *x)
{
    struct ir_model *m = x->m;
    int32_t kept = x->vars;
    for (int32_t k = x->vars; k < m->vars.n; k++) {
        struct ir_var *v = m->vars.at[k];
        bool unknown = false;
        for (int32_t j = 0; j < 3; j++) unknown = unknown || x->s->number[j][k] >= 0;
        if (!unknown) continue;
        for (int32_t j = 0; j < 3; j++) x->s->number[j][kept] = x->s->number[j][k];
        v->number = kept;
        m->vars.at[kept++] = v;
    }
    m->vars.n = kept;
}

void index_follow(struct index *x)
{
    report(x);
    exchange_unknowns(x);
    rewrite_model(x);
    exchange_rows(x);
    drop_arrays(x);
    for (int32_t k = 0; k < x->m->vars.n; k++)
        if (index_of(x, x->m->vars.at[k])->state && index_of(x, x->m->vars.at[k])->dummy)
            keep_start(x, x->m->vars.at[k]);
    drop_unused(x);
}
