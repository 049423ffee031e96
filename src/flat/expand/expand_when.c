/* SPDX-License-Identifier: MIT */
/* expand_when.c - when clauses and when statements.
 *
 * The conditions make events, the bodies are statements. The body of a when *equation* is a set:
 * it is put into an order in which every value is computed before it is read, reinits last, for
 * what they change is seen after the event only. A value that depends on itself is an error (pre
 * was meant). */
#include "flat/expand/expand.h"

#include <stdlib.h>

/* ---- What a statement reads and writes ------------------------------------------------------- */

/* Calls fn for the targets of s, of what is inside, and of what follows. */
void expand_each_target(const struct ir_stmt *s, expand_target_fn *fn, void *user)
{
    for (; s; s = s->next) {
        if (s->op == DO_ASSIGN || s->op == DO_REINIT) fn(user, s, s->target);
        for (int32_t k = 0; k < s->n_targets; k++)
            if (s->targets[k]) fn(user, s, s->targets[k]);
        expand_each_target(s->body, fn, user);
        expand_each_target(s->other, fn, user);
    }
}

/* Calls fn for all nodes that s (with more: and what follows) reads. */
int expand_each_read(struct ir_model *m, const struct ir_stmt *s, bool more, ir_visit_fn *fn,
                     void *user)
{
    int stop = 0;
    for (; s && !stop; s = more ? s->next : NULL) {
        struct ir *parts[6] = {s->value,    s->cond,     s->range[0],
                               s->range[1], s->range[2], s->target ? s->target->arg[0] : NULL};
        for (int k = 0; k < 6 && !stop; k++)
            if (parts[k]) stop = ir_visit(m, parts[k], fn, user);
        for (int32_t k = 0; k < s->n_targets && !stop; k++)
            if (s->targets[k]) stop = ir_visit(m, s->targets[k]->arg[0], fn, user);
        if (!stop) stop = expand_each_read(m, s->body, true, fn, user);
        if (!stop) stop = expand_each_read(m, s->other, true, fn, user);
    }
    return stop;
}

static bool may_meet(struct ir_model *m, const struct ir_stmt *writer, struct ir *target,
                     struct ir *read)
{
    int64_t lo, hi;
    if (read->op != IR_VAR || read->var != target->var) return false;
    if (writer->n_targets > 0 && target->var->rank > 0)
        return true; /* whole variables            */
    struct ir *d = ir_binary(m, IR_SUB, target->arg[0], read->arg[0]);
    return !ir_bounds(d, &lo, &hi) || (lo <= 0 && hi >= 0);
}

/* ---- Order ----------------------------------------------------------------------------------- */

struct query {
    struct ir_model *m;
    const struct ir_stmt *writer, *reader;
    struct ir *target;
    int (*hits)(void *user, struct ir *e); /* does this read matter? */
    bool itself, found;
};

static int meets(void *user, struct ir *e)
{
    struct query *q = user;
    if (q->itself) return e == q->target;
    return may_meet(q->m, q->writer, q->target, e);
}

static void ask(void *user, const struct ir_stmt *s, struct ir *target)
{
    struct query *q = user;
    if (s->op == DO_REINIT || q->found || target->op != IR_VAR) return;
    q->writer = s;
    q->target = target;
    q->found = expand_each_read(q->m, q->reader, false, q->hits, q) != 0;
}

/* Does the statement b read what a writes? */
static bool feeds(struct ir_model *m, struct ir_stmt *a, struct ir_stmt *b)
{
    struct query q = {.m = m, .reader = b, .hits = meets, .itself = a == b};
    struct ir_stmt *next = a->next;
    if (a == b && a->op != DO_ASSIGN) return false;
    a->next = NULL;
    expand_each_target(a, ask, &q);
    a->next = next;
    return q.found;
}

static void cycle(struct expand *x, const struct ir_stmt *s)
{
    const struct ir *t = s->target ? s->target : s->n_targets > 0 ? s->targets[0] : NULL;
    if (t)
        error_at(x->messages, s->at, "'%s' depends on itself within this when", t->var->name);
    else
        error_at(x->messages, s->at, "this depends on itself within the when");
    hint_last(x->messages, "pre(..) is the value before the event");
}

/* Who reads what whom writes: feeds[j*n + k]: k must come after j. */
static bool *dependences(struct expand *x, struct ir_stmt **list, int32_t n)
{
    bool *f = ARENA_ARRAY(x->arena, bool, n *n + 1);
    for (int32_t j = 0; j < n; j++)
        for (int32_t k = 0; k < n; k++) f[j * n + k] = feeds(x->m, list[j], list[k]);
    return f;
}

/* The first statement that waits for no other one that is left; n: there is none. */
static int32_t ready(const bool *f, const bool *done, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        bool waits = done[k];
        for (int32_t j = 0; j < n && !waits; j++) waits = !done[j] && f[j * n + k];
        if (!waits) return k;
    }
    return n;
}

/* If all that are left wait, going back from one to what it waits for ends in a circle. */
static int32_t on_cycle(const bool *f, const bool *done, int32_t n)
{
    int32_t k = 0;
    while (done[k]) k++;
    for (int32_t step = 0; step < n; step++) {
        int32_t j = 0;
        while (done[j] || !f[j * n + k]) j++;
        k = j;
    }
    return k;
}

/* ---- Loops whose turns need each other ------------------------------------------------------- */

/* Is what is read given by an earlier turn, or by none? for i in 2:N loop a[i] = 2*a[i-1] */
static bool is_given(struct ir_model *m, const struct ir_iter *it, struct ir *target,
                     struct ir *read)
{
    int64_t lo, hi, read_lo, read_hi;
    struct ir *d = ir_binary(m, IR_SUB, read->arg[0], target->arg[0]);
    if (ir_bounds(d, &lo, &hi) && (it->step > 0 ? hi < 0 : lo > 0)) return true;
    return ir_bounds(target->arg[0], &lo, &hi) && ir_bounds(read->arg[0], &read_lo, &read_hi) &&
           (read_hi < lo || read_lo > hi);
}

static int needs_turn(void *user, struct ir *e)
{
    const struct query *q = user;
    if (e->op != IR_VAR || e->var != q->target->var) return 0;
    return q->writer->n_targets > 0 || !is_given(q->m, q->reader->iter, q->target, e);
}

static bool must_unroll(struct expand *x, const struct ir_stmt *s)
{
    struct query q = {.m = x->m, .reader = s, .hits = needs_turn};
    if (s->op != DO_FOR) return false;
    expand_each_target(s->body, ask, &q);
    return q.found;
}

static struct ir *with_value(struct expand *x, struct ir *e, struct ir_iter *it, struct ir *value)
{
    return e ? ir_replace(x->m, e, &it, &value, 1) : NULL;
}

static struct ir_stmt *turn(struct expand *x, const struct ir_stmt *s, struct ir_iter *it,
                            struct ir *value)
{
    struct ir_stmt *first = NULL, **last = &first;
    for (; s; s = s->next) {
        struct ir_stmt *copy = ARENA_NEW(x->arena, struct ir_stmt);
        *copy = *s;
        copy->target = with_value(x, s->target, it, value);
        copy->value = with_value(x, s->value, it, value);
        copy->cond = with_value(x, s->cond, it, value);
        for (int k = 0; k < 3; k++) copy->range[k] = with_value(x, s->range[k], it, value);
        copy->targets = ARENA_ARRAY(x->arena, struct ir *, s->n_targets + 1);
        for (int32_t k = 0; k < s->n_targets; k++)
            copy->targets[k] = with_value(x, s->targets[k], it, value);
        copy->body = turn(x, s->body, it, value);
        copy->other = turn(x, s->other, it, value);
        *last = copy;
        last = &copy->next;
    }
    *last = NULL;
    return first;
}

/* Puts in place of such loops their turns, one behind the other. */
static struct ir_stmt *unrolled(struct expand *x, struct ir_stmt *body, int32_t *most)
{
    struct ir_stmt *first = NULL, **last = &first;
    for (struct ir_stmt *s = body, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        if (!must_unroll(x, s)) {
            *last = s;
        } else if (s->iter->count > *most) {
            error_at(x->messages, s->at, "the turns of this loop need each other in another order");
            hint_last(x->messages, "pre(..) is the value before the event");
        } else {
            *most -= s->iter->count;
            for (int32_t k = 0; k < s->iter->count; k++) {
                struct ir *value = ir_int(x->m, s->iter->lo + k * s->iter->step);
                *last = unrolled(x, turn(x, s->body, s->iter, value), most);
                while (*last) last = &(*last)->next;
            }
        }
        while (*last) last = &(*last)->next;
    }
    return first;
}

/* Takes the statements apart: reinits into *rest, the others into the list. */
static int32_t take_apart(struct ir_stmt *body, struct ir_stmt **list, struct ir_stmt **rest)
{
    int32_t n = 0;
    for (struct ir_stmt *s = body, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        if (s->op == DO_REINIT)
            rest = &(*rest = s)->next;
        else
            list[n++] = s;
    }
    return n;
}

static struct ir_stmt *sorted(struct expand *x, struct ir_stmt *body)
{
    enum { MOST = 300 }; /* longer bodies stay as they are                                        */
    struct ir_stmt *list[MOST], *rest = NULL, *first = NULL, **last = &first;
    bool done[MOST] = {false}, *f;
    int32_t n = 0, k, most = MOST;
    body = unrolled(x, body, &most);
    for (struct ir_stmt *s = body; s; s = s->next) n++;
    if (n > MOST) return body;
    n = take_apart(body, list, &rest);
    f = dependences(x, list, n);
    for (int32_t left = n; left > 0; left--) {
        if ((k = ready(f, done, n)) == n) cycle(x, list[k = on_cycle(f, done, n)]);
        done[k] = true;
        last = &(*last = list[k])->next;
    }
    *last = rest;
    return first;
}

/* ---- The clause ------------------------------------------------------------------------------ */

static void conditions(const struct frame *f, struct ast_expr *e, struct ir_branch *b)
{
    struct expand *x = f->w.x;
    struct shape shape = {.rank = 0};
    int64_t n = 1, at[CHECK_RANK] = {0};
    if (e->type && e->type->rank == 1) {
        shape = expand_shape(&f->w, e);
        n = shape.size[0];
    }
    if (n > EXPAND_LITERAL) {
        error_at(x->messages, e->at, "a when has at most %d conditions", EXPAND_LITERAL);
        n = 0;
    }
    b->conds = ARENA_ARRAY(x->arena, struct ir *, n + 1);
    b->n_conds = (int32_t)n;
    for (at[0] = 0; at[0] < n; at[0]++)
        b->conds[at[0]] = expand_convert(x, expand_at(&f->w, e, shape.rank, at), IR_B);
}

static void not_a_state(void *user, const struct ir_stmt *s, struct ir *target)
{
    struct expand *x = user;
    if (s->op == DO_REINIT || target->op != IR_VAR || target->var->kind != VAR_STATE) return;
    error_at(x->messages, s->at, "'%s' has a derivative and cannot be assigned in a when",
             target->var->name);
    hint_last(x->messages, "reinit(%s, ...) sets it", target->var->name);
}

void expand_when(struct frame *f, const struct ast_stmt *stmt, bool equations)
{
    struct expand *x = f->w.x;
    struct ir_when w = {.equations = equations, .at = stmt->at, .side = expand_side(x, stmt)};
    struct site in = f->w;
    if (f->guard)
        error_at(x->messages, stmt->at, "around a when, a condition must be known at compile time");
    in.events = false;
    in.random = true;
    w.text = arena_format(x->arena, "when %s", expand_quote(x, stmt->exprs[0]->at, 80));
    w.section = equations ? 0 : x->algorithms;
    w.iters = expand_box(f, &w.n_iters);
    w.n_branches = stmt->n_exprs;
    w.branches = ARENA_ARRAY(x->arena, struct ir_branch, stmt->n_exprs + 1);
    for (int32_t k = 0; k < stmt->n_exprs; k++) {
        struct stmt_list body = {NULL, NULL};
        w.branches[k].at = stmt->exprs[k]->at;
        conditions(f, stmt->exprs[k], &w.branches[k]);
        expand_stmts(&body, &in, &stmt->bodies[k]);
        if (!x->c->mu) expand_each_target(body.first, not_a_state, x);
        w.branches[k].body = equations ? sorted(x, body.first) : body.first;
    }
    VEC_ADD(x->arena, &x->m->whens, w);
    if (f->unrolled && ++x->scalars > EXPAND_SCALARS)
        expand_stop(x, stmt->at, "unrolled loops make more than 100000 when clauses");
}

/* ---- Which variables are discrete? ----------------------------------------------------------- */

static void mark(struct expand *x, struct ast_expr *e)
{
    struct ir_var *v;
    for (int32_t k = 0; e->kind == EXPR_TUPLE && k < e->n_args; k++)
        if (e->args[k]) mark(x, e->args[k]);
    if (e->kind != EXPR_NAME || !e->symbol || e->symbol->kind != SYMBOL_VARIABLE) return;
    v = e->symbol->flat;
    if (v && v->kind == VAR_ALGEBRAIC) v->kind = VAR_DISCRETE;
}

/* A variable that is given a value in a when is discrete. */
void expand_when_targets(struct expand *x, const struct ast_body *body, bool inside)
{
    for (int32_t k = 0; k < body->n; k++) {
        const struct ast_stmt *s = &body->stmts[k];
        if (inside && (s->kind == STMT_EQUATION || s->kind == STMT_ASSIGN)) mark(x, s->exprs[0]);
        for (int32_t b = 0; b < s->n_bodies; b++)
            expand_when_targets(x, &s->bodies[b], inside || s->kind == STMT_WHEN);
    }
}

/* ---- Two whens for one variable -------------------------------------------------------------- */

struct write {
    const struct ir *target;
    struct place at;
    int32_t when;
};

struct writes {
    struct expand *x;
    VEC(struct write) list;
    int32_t when;
};

static void add_write(void *user, const struct ir_stmt *s, struct ir *target)
{
    struct writes *w = user;
    struct write one = {target, s->at, w->when};
    if (s->op != DO_REINIT && target->op == IR_VAR) VEC_ADD(w->x->arena, &w->list, one);
}

static int by_target(const void *pa, const void *pb)
{
    const struct write *a = pa, *b = pb;
    if (a->target->var != b->target->var)
        return a->target->var->number < b->target->var->number ? -1 : 1;
    if (a->when != b->when) return a->when < b->when ? -1 : 1;
    return (a->at.pos > b->at.pos) - (a->at.pos < b->at.pos);
}

/* Is there an element that both indices are, for some values of their iterators? */
static bool meet(const struct ir *a, const struct ir *b)
{
    int64_t a0, ac = 0, b0, bc = 0, lo, hi, blo, bhi;
    if (a->n_free > 1 || b->n_free > 1) return false;
    if (!ir_affine(a, a->free, a->n_free, &a0, &ac) || !ir_affine(b, b->free, b->n_free, &b0, &bc))
        return false;
    if (!ir_bounds(a, &lo, &hi) || !ir_bounds(b, &blo, &bhi) || lo > bhi || blo > hi) return false;
    ac = a->n_free ? ac * a->free[0]->step : 0;
    bc = b->n_free ? bc * b->free[0]->step : 0;
    if (ac == 0 || bc == 0 || ac == bc || ac == -bc)
        return ac == 0 && bc == 0 ? true : (lo - blo) % (ac ? ac : bc) == 0;
    return false;
}

void expand_when_conflicts(struct expand *x)
{
    enum {
        NEAR = 100
    }; /* of many for one variable, not all pairs are compared                    */
    struct writes w = {.x = x};
    for (w.when = 0; w.when < x->m->whens.n; w.when++) {
        const struct ir_when *one = &x->m->whens.at[w.when];
        for (int32_t k = 0; one->equations && k < one->n_branches; k++)
            expand_each_target(one->branches[k].body, add_write, &w);
    }
    if (w.list.n > 1) qsort(w.list.at, (size_t)w.list.n, sizeof *w.list.at, by_target);
    for (int32_t k = 1; k < w.list.n; k++) {
        const struct write *later = &w.list.at[k];
        for (int32_t j = k - 1;
             j >= 0 && j > k - NEAR && w.list.at[j].target->var == later->target->var; j--)
            if (w.list.at[j].when != later->when &&
                meet(w.list.at[j].target->arg[0], later->target->arg[0])) {
                error_at(x->messages, later->at, "'%s' is assigned in two when clauses",
                         later->target->var->name);
                break;
            }
    }
}
