/* SPDX-License-Identifier: MIT */
/* system.c - unknowns, rows and how unknowns are in rows.
 *
 * An access can be solved for if its index runs over as many different elements as its row has
 * points, and uses no iterator but the row's. How it is in the row (alone, linear, ...) takes a
 * symbolic derivative to find out and is looked at only on demand. */
#include "graph/graph.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct graph_system *graph_system_new(struct ir_model *m)
{
    struct graph_system *s = ARENA_NEW(m->arena, struct graph_system);
    s->m = m;
    for (int32_t k = 0; k < 3; k++) {
        s->number[k] = ARENA_ARRAY(m->arena, int32_t, m->vars.n + 1);
        for (int32_t j = 0; j < m->vars.n; j++) s->number[k][j] = -1;
    }
    return s;
}

static int32_t column(enum ir_op op)
{
    return op == IR_VAR ? 0 : op == IR_DER ? 1 : 2;
}

int32_t graph_add_unknown(struct graph_system *s, struct ir_var *v, enum ir_op op, int32_t rank)
{
    struct graph_unknown u = {v, op, rank};
    s->number[column(op)][v->number] = s->unknowns.n;
    VEC_ADD(s->m->arena, &s->unknowns, u);
    return s->unknowns.n - 1;
}

int32_t graph_unknown_of(const struct graph_system *s, const struct ir *e)
{
    if (e->op != IR_VAR && e->op != IR_DER && e->op != IR_PRE) return -1;
    return s->number[column(e->op)][e->var->number];
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct collect {
    struct graph_system *s;
    struct graph_row *row;
    int32_t first_side; /* accesses found on the left, while looking at the right */
};

static bool in_box(const struct graph_row *r, const struct ir_iter *it)
{
    for (int32_t k = 0; k < r->n_iters; k++)
        if (r->iters[k] == it) return true;
    return false;
}

static bool solvable(struct ir_model *m, const struct graph_row *r, const struct graph_access *a)
{
    struct ir_iter *iters[GRAPH_RANK];
    int32_t n = ir_free_iters(m, a->node->arg[0], iters, GRAPH_RANK);
    if (n > GRAPH_RANK || !a->span.exact || a->span.size != r->points) return false;
    for (int32_t k = 0; k < n; k++)
        if (!in_box(r, iters[k])) return false;
    return true;
}

/* Rows that are only ordered: the access must be one side, and not in the other. */
static enum graph_form explicit_form(struct ir_model *m, const struct graph_row *r, struct ir *e)
{
    bool alone = (r->lhs == e && !graph_contains(m, r->rhs, e)) ||
                 (r->rhs == e && !graph_contains(m, r->lhs, e));
    return alone ? FORM_EXPLICIT : FORM_NONE;
}

static int collect_access(void *user, struct ir *e)
{
    struct collect *c = user;
    struct graph_access a = {.node = e, .unknown = graph_unknown_of(c->s, e), .piece = -1};
    if (a.unknown < 0) return 0;
    for (int32_t k = 0; k < c->first_side; k++)
        if (c->row->accesses.at[k].node == e) return 0;
    a.span = graph_span_of(c->s->m, e->arg[0], e->var->count);
    a.form = solvable(c->s->m, c->row, &a) ? FORM_LATER : FORM_NONE;
    if (c->s->only_explicit && a.form == FORM_LATER) a.form = explicit_form(c->s->m, c->row, e);
    VEC_ADD(arena_scratch(c->s->m->arena), &c->row->accesses, a);
    return 0;
}

/* A reduction that uses an iterator of the row gets another one, so that one node is one access. */
static struct ir *rename_bound(void *user, struct ir *e)
{
    struct collect *c = user;
    struct ir_model *m = c->s->m;
    struct ir_iter *old = e->iter, *it = old;
    struct ir *to;
    if (e->op == IR_ITER || !old || !in_box(c->row, old)) return e;
    for (int32_t deeper = 1; in_box(c->row, it) || ir_has_iter(m, e->arg[0], it); deeper++)
        it = ir_iter_new(m, old->depth + deeper, old->lo, old->step, old->count, old->name);
    to = ir_iter_value(m, it);
    return ir_reduce(m, e->op, it, ir_replace(m, e->arg[0], &old, &to, 1));
}

static bool has_reduction(struct ir_model *m, struct ir *e)
{
    return ir_has_op(m, e, IR_SUM) || ir_has_op(m, e, IR_PRODUCT) || ir_has_op(m, e, IR_MIN) ||
           ir_has_op(m, e, IR_MAX);
}

/* ---- Long sums ------------------------------------------------------------------------------- */

/* In a row t1 + t2 + ... = 0 with many terms, what is a term, once, and in no other term, has the
 * coefficient 1 or -1: one walk tells that of all of them. */
enum { LONG_SUM = 16 };

struct sum {
    struct graph_row *row;
    int32_t *sorted; /* accesses by id of their node */
    char *times;     /* that an access is a term, at most 2 */
};

static struct graph_access *find_access(const struct sum *s, const struct ir *e, int32_t *at)
{
    int32_t a = 0, b = s->row->accesses.n;
    while (a < b) {
        int32_t mid = a + (b - a) / 2;
        if (s->row->accesses.at[s->sorted[mid]].node->id < e->id)
            a = mid + 1;
        else
            b = mid;
    }
    if (a == s->row->accesses.n || s->row->accesses.at[s->sorted[a]].node != e) return NULL;
    *at = s->sorted[a];
    return &s->row->accesses.at[*at];
}

struct by_id {
    uint32_t id;
    int32_t access;
};

static int by_id(const void *a, const void *b)
{
    const struct by_id *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static void sort_accesses(struct ir_model *m, struct sum *s)
{
    int32_t n = s->row->accesses.n;
    struct by_id *keys = ARENA_ARRAY(arena_scratch(m->arena), struct by_id, n);
    s->sorted = ARENA_ARRAY(arena_scratch(m->arena), int32_t, n);
    for (int32_t k = 0; k < n; k++) keys[k] = (struct by_id){s->row->accesses.at[k].node->id, k};
    qsort(keys, (size_t)n, sizeof *keys, by_id);
    for (int32_t k = 0; k < n; k++) s->sorted[k] = keys[k].access;
}

static int inside_a_term(void *user, struct ir *e)
{
    struct sum *s = user;
    int32_t at;
    if (find_access(s, e, &at)) s->times[at] = 2;
    return 0;
}

static void look_at_terms(struct graph_system *s, struct sum *sum, struct ir *side)
{
    VEC(struct ir *) open = {0};
    int32_t at;
    VEC_ADD(arena_scratch(s->m->arena), &open, side);
    while (open.n > 0) {
        struct ir *e = open.at[--open.n];
        if (e->op == IR_ADD || e->op == IR_SUB || e->op == IR_NEG) {
            for (int32_t k = 0; k < e->n; k++)
                VEC_ADD(arena_scratch(s->m->arena), &open, e->arg[k]);
        } else if (graph_unknown_of(s, e) < 0) {
            ir_visit(s->m, e, inside_a_term, sum);
        } else if (find_access(sum, e, &at) && sum->times[at] < 2) {
            sum->times[at]++;
        }
    }
}

static void find_terms(struct graph_system *s, struct graph_row *r)
{
    struct sum sum = {.row = r};
    if (r->accesses.n < LONG_SUM || s->only_explicit) return;
    sort_accesses(s->m, &sum);
    sum.times = ARENA_ARRAY(arena_scratch(s->m->arena), char, r->accesses.n);
    look_at_terms(s, &sum, r->lhs);
    look_at_terms(s, &sum, r->rhs);
    for (int32_t k = 0; k < r->accesses.n; k++) {
        struct graph_access *a = &r->accesses.at[k];
        if (a->form == FORM_LATER && sum.times[k] == 1 && a->node != r->lhs && a->node != r->rhs)
            a->form = FORM_LINEAR;
    }
}

struct graph_row graph_row_make(struct graph_system *s, struct ir_iter **iters, int32_t n,
                                struct ir *lhs, struct ir *rhs, struct place at, const char *text)
{
    struct graph_row r = {.iters = iters, .n_iters = n, .lhs = lhs, .rhs = rhs, .at = at};
    struct collect c = {s, &r, 0};
    r.text = text;
    r.match = -1;
    r.points = graph_points(iters, n);
    if (n > 0 && has_reduction(s->m, lhs)) r.lhs = ir_map(s->m, lhs, rename_bound, &c);
    if (n > 0 && has_reduction(s->m, rhs)) r.rhs = ir_map(s->m, rhs, rename_bound, &c);
    ir_visit(s->m, r.lhs, collect_access, &c);
    c.first_side = r.accesses.n;
    ir_visit(s->m, r.rhs, collect_access, &c);
    find_terms(s, &r);
    return r;
}

/* ---- Forms ----------------------------------------------------------------------------------- */

static int is_node(void *user, struct ir *e)
{
    return e == user;
}

bool graph_contains(struct ir_model *m, struct ir *e, const struct ir *x)
{
    if (e->id <= x->id) return e == x;
    return ir_visit(m, e, is_node, (void *)(uintptr_t)x) != 0;
}

struct swap {
    struct ir *x, *by;
};

static struct ir *swap_node(void *user, struct ir *e)
{
    struct swap *s = user;
    return e == s->x ? s->by : e;
}

struct ir *graph_substitute(struct ir_model *m, struct ir *e, struct ir *x, struct ir *by)
{
    struct swap s = {x, by};
    return graph_contains(m, e, x) ? ir_map(m, e, swap_node, &s) : e;
}

static int reads_unknown(void *user, struct ir *e)
{
    return graph_unknown_of(user, e) >= 0;
}

static enum graph_form look_at(struct graph_system *s, const struct graph_row *r, struct ir *u)
{
    struct ir *a;
    double value;
    if (r->lhs == u && !graph_contains(s->m, r->rhs, u)) return FORM_EXPLICIT;
    if (r->rhs == u && !graph_contains(s->m, r->lhs, u)) return FORM_EXPLICIT;
    if (!(a = graph_coefficient(s->m, r->lhs, r->rhs, u))) return FORM_NONLINEAR;
    if (ir_constant(a, &value) && value == 0) return FORM_NONE;
    return ir_visit(s->m, a, reads_unknown, s) ? FORM_BILINEAR : FORM_LINEAR;
}

enum graph_form graph_form_of(struct graph_system *s, struct graph_row *r, struct graph_access *a)
{
    if (a->form == FORM_LATER) a->form = look_at(s, r, a->node);
    return a->form;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *element_name(struct ir_model *m, const struct ir_var *v, int64_t index)
{
    const char *sub[CHECK_RANK];
    char buf[400];
    for (int32_t k = v->rank - 1; k >= 0; k--) {
        int64_t size = v->size[k] > 0 ? v->size[k] : 1;
        sub[k] = arena_format(m->arena, "%lld", (long long)(index % size) + 1);
        index /= size;
    }
    if (v->rank == 0) return v->name;
    text_subscripted(buf, sizeof buf, v->label ? v->label : v->name, sub, v->rank);
    return arena_text(m->arena, buf, strlen(buf));
}

static const char *range_name(struct ir_model *m, const struct ir_var *v, int64_t lo, int64_t hi)
{
    const char *range = arena_format(m->arena, "%lld:%lld", (long long)lo, (long long)hi);
    char buf[400];
    text_subscripted(buf, sizeof buf, v->label ? v->label : v->name, &range, 1);
    return arena_text(m->arena, buf, strlen(buf));
}

const char *graph_name(struct ir_model *m, const struct ir_var *v, enum ir_op op,
                       const struct graph_span *span)
{
    const char *name = v->name;
    if (span && span->lo == span->hi)
        name = element_name(m, v, span->lo);
    else if (span && v->rank == 1 && (span->lo > 0 || span->hi < v->count - 1))
        name = range_name(m, v, span->lo + 1, span->hi + 1);
    if (op == IR_VAR) return name;
    return arena_format(m->arena, op == IR_DER ? "der(%s)" : "pre(%s)", name);
}
