/* SPDX-License-Identifier: MIT */
/* order.c - rows in an order in which what is read is known, and blocks of rows that need each
 * other.
 *
 * Row g depends on row h if an access of g may name an element that h determines. The
 * strongly connected components (base/strong.h) come in an order in which those that others depend
 * on are first. A component
 * of one row that does not read itself is solved alone. In a larger one, or one that reads itself,
 * follow the accesses from some row, the root: each names a point of another row's box as a
 * function of the point of the root. If all paths agree on these functions, the rows form one block
 * per point of the root's box, rolled. Otherwise different points depend on each other: the rows
 * are unrolled and ordered again. */
#include "base/csr.h"
#include "base/strong.h"
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

struct order {
    struct graph_system *s;
    int32_t *rows, n;              /* the rows to order: nodes are positions in this list */
    int32_t *start, *to;           /* edges of node k: to[start[k]..start[k+1]-1] */
    struct graph_holders *holders; /* nodes by what they determine, sorted */
    int32_t *group;                /* components, one behind the other; group_start */
    VEC(int32_t) group_start;
};

static struct graph_row *row(struct order *o, int32_t node)
{
    return &o->s->rows.at[o->rows[node]];
}

static struct graph_access *target(struct order *o, int32_t node)
{
    struct graph_row *r = row(o, node);
    return &r->accesses.at[r->match];
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static void read_by(struct order *o, const struct graph_access *a, struct graph_ends *out)
{
    graph_holders_find(o->holders, a, out);
}

static void find_edges(struct order *o)
{
    struct graph_ends all = {0};
    o->start = ARENA_ARRAY(o->s->m->arena, int32_t, o->n + 1);
    for (int32_t k = 0; k < o->n; k++) {
        struct graph_row *r = row(o, k);
        o->start[k] = all.n;
        for (int32_t j = 0; j < r->accesses.n; j++)
            if (j != r->match) read_by(o, &r->accesses.at[j], &all);
    }
    o->start[o->n] = all.n;
    o->to = all.at;
}

/* ---- Components ------------------------------------------------------------------------------ */

static void find_components(struct order *o)
{
    struct arena *a = o->s->m->arena;
    int32_t *room = ARENA_ARRAY(a, int32_t, STRONG_ROOM * o->n + 1);
    int32_t *first = ARENA_ARRAY(a, int32_t, o->n + 1), count;
    o->group = ARENA_ARRAY(a, int32_t, o->n + 1);
    count = strong_components(o->n, o->start, o->to, room, o->group, first);
    for (int32_t k = 0; k <= count; k++) VEC_ADD(a, &o->group_start, first[k]);
}

static bool reads_itself(const struct order *o, int32_t v)
{
    for (int32_t k = o->start[v]; k < o->start[v + 1]; k++)
        if (o->to[k] == v) return true;
    return false;
}

/* ---- Rolled blocks --------------------------------------------------------------------------- */

struct frame { /* the rows of a component as functions of the root's point */
    struct order *o;
    int32_t *nodes, n;
    int32_t *position; /* node -> position in nodes, -1: elsewhere */
    struct ir ***map;  /* by position: iterators of the row; NULL: not known yet */
    VEC(int32_t) queue;
};

/* g's access a names an element of h: where in h's box? False if that differs from what is
 * known. */
static bool follow(struct frame *f, int32_t g, const struct graph_access *a, int32_t h)
{
    struct ir_model *m = f->o->s->m;
    struct graph_row *rg = row(f->o, f->nodes[g]), *rh = row(f->o, f->nodes[h]);
    struct graph_access *th = target(f->o, f->nodes[h]);
    struct ir **to = ARENA_ARRAY(m->arena, struct ir *, rh->n_iters + 1);
    struct ir *index = ir_replace(m, a->node->arg[0], rg->iters, f->map[g], rg->n_iters);
    if (rh->points != rg->points || !a->span.exact || a->span.size != rg->points) return false;
    if (!graph_span_within(&a->span, &th->span)) return false;
    if (!graph_invert(m, th->node->arg[0], rh->iters, rh->n_iters, index, to)) return false;
    if (!f->map[h]) {
        f->map[h] = to;
        VEC_ADD(m->arena, &f->queue, h);
        return true;
    }
    return rh->n_iters == 0 || !memcmp(to, f->map[h], (size_t)rh->n_iters * sizeof *to);
}

static bool follow_all(struct frame *f, int32_t g)
{
    struct graph_row *r = row(f->o, f->nodes[g]);
    for (int32_t j = 0; j < r->accesses.n; j++) {
        struct graph_ends ends = {0};
        if (j == r->match) continue;
        read_by(f->o, &r->accesses.at[j], &ends);
        for (int32_t k = 0; k < ends.n; k++) {
            int32_t h = f->position[ends.at[k]];
            if (h >= 0 && !follow(f, g, &r->accesses.at[j], h)) return false;
        }
    }
    return true;
}

static bool find_frame(struct frame *f)
{
    struct ir_model *m = f->o->s->m;
    struct graph_row *root = row(f->o, f->nodes[0]);
    f->map = ARENA_ARRAY(m->arena, struct ir **, f->n);
    f->map[0] = ARENA_ARRAY(m->arena, struct ir *, root->n_iters + 1);
    for (int32_t k = 0; k < root->n_iters; k++) f->map[0][k] = ir_iter_value(m, root->iters[k]);
    VEC_ADD(m->arena, &f->queue, 0);
    for (int32_t k = 0; k < f->queue.n; k++)
        if (!follow_all(f, f->queue.at[k])) return false;
    return true;
}

static bool solve_frame(struct frame *f)
{
    struct ir_model *m = f->o->s->m;
    struct graph_row *root = row(f->o, f->nodes[0]);
    struct graph_block b = {.iters = root->iters, .n_iters = root->n_iters, .n = f->n};
    b.lhs = ARENA_ARRAY(m->arena, struct ir *, f->n);
    b.rhs = ARENA_ARRAY(m->arena, struct ir *, f->n);
    b.unknown = ARENA_ARRAY(m->arena, struct ir *, f->n);
    b.at = ARENA_ARRAY(m->arena, struct place, f->n);
    b.text = ARENA_ARRAY(m->arena, const char *, f->n);
    for (int32_t k = 0; k < f->n; k++) {
        struct graph_row *r = row(f->o, f->nodes[k]);
        b.lhs[k] = ir_replace(m, r->lhs, r->iters, f->map[k], r->n_iters);
        b.rhs[k] = ir_replace(m, r->rhs, r->iters, f->map[k], r->n_iters);
        b.unknown[k] =
            ir_replace(m, r->accesses.at[r->match].node, r->iters, f->map[k], r->n_iters);
        b.at[k] = r->at;
        b.text[k] = r->text;
    }
    return graph_solve_block(f->o->s, &b);
}

static bool solve_row(struct order *o, const struct graph_row *r)
{
    struct graph_block b = {.iters = r->iters, .n_iters = r->n_iters, .n = 1};
    struct ir *unknown = r->accesses.at[r->match].node, *lhs = r->lhs, *rhs = r->rhs;
    struct place at = r->at;
    const char *text = r->text;
    b.lhs = &lhs;
    b.rhs = &rhs;
    b.unknown = &unknown;
    b.at = &at;
    b.text = &text;
    return graph_solve_block(o->s, &b);
}

/* ---- Edges of what is read ------------------------------------------------------------------- */

enum { FEW = 12, BOXES = 32 };

/* Adds the cuts at the edges of what determines the elements of access a, if there are several. */
static void cut_at_edges(struct order *o, const struct graph_row *r, const struct graph_access *a,
                         struct graph_cuts *cuts)
{
    struct graph_system *s = o->s;
    int32_t found[FEW], n;
    if (a->span.lo == a->span.hi) return;
    n = graph_defs_meet(s, a, found, FEW);
    if (n < 2 || n > FEW) return;
    for (int32_t k = 0; k < n; k++) {
        const struct ir_def *d = &s->defs.at[found[k]].def;
        struct graph_rect rect = graph_rect_of(s->m, d->index, d->var);
        graph_cut(s->m, r, a->node, &rect, cuts);
    }
}

/* A row that depends on no one who depends on it. It is cut where what it reads has several
 * definitions: a test of the index less for each evaluation. */
static bool solve_alone(struct order *o, int32_t node)
{
    struct graph_row *r = row(o, node);
    struct graph_cuts cuts = {0};
    struct graph_rows parts = {0};
    bool good = true;
    for (int32_t j = 0; r->n_iters > 0 && !o->s->only_explicit && j < r->accesses.n; j++)
        if (j != r->match) cut_at_edges(o, r, &r->accesses.at[j], &cuts);
    if (!cuts.any || graph_cut_boxes(r, &cuts) > BOXES) return solve_row(o, r);
    graph_split(o->s, r, &cuts, &parts);
    for (int32_t k = 0; k < parts.n; k++)
        if (parts.at[k].match < 0) return solve_row(o, r);
    for (int32_t k = 0; k < parts.n; k++) good = solve_row(o, &parts.at[k]) && good;
    return good;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool order_rows(struct graph_system *s, int32_t *rows, int32_t n, bool again);

/* Unrolls the rows of a component. They are appended, so the numbers of all other rows change: work
 * on a system of their own, which shares the definitions. */
static bool order_unrolled(struct order *o, const int32_t *nodes, int32_t n)
{
    struct graph_system *s = o->s, part = *s;
    struct graph_access *a = target(o, nodes[0]);
    const char *why = arena_format(s->m->arena, "because '%s' refers to its own other elements",
                                   s->unknowns.at[a->unknown].var->name);
    int32_t *which = ARENA_ARRAY(s->m->arena, int32_t, n);
    bool good = true;
    memset(&part.rows, 0, sizeof part.rows);
    for (int32_t k = 0; k < n; k++) {
        VEC_ADD(s->m->arena, &part.rows, *row(o, nodes[k]));
        which[k] = k;
    }
    if (!graph_unroll(&part, which, n, GRAPH_CHAIN, why)) return false;
    for (int32_t k = 0; k < part.rows.n; k++)
        if (part.rows.at[k].match < 0) good = false;
    if (!good) graph_report_excess(&part);
    which = ARENA_ARRAY(s->m->arena, int32_t, part.rows.n + 1);
    for (int32_t k = 0; k < part.rows.n; k++) which[k] = k;
    good = good && order_rows(&part, which, part.rows.n, true);
    memcpy(&s->defs, &part.defs, sizeof s->defs);
    return good;
}

/* Puts one of the rows (rolled, explicit) into the others and orders these; it comes last. 0: no
 * such row. */
static int order_torn(struct order *o, const int32_t *nodes, int32_t n)
{
    struct graph_system *s = o->s, part = *s;
    struct graph_row *h = NULL;
    int32_t *which = ARENA_ARRAY(s->m->arena, int32_t, n), alone = -1;
    bool good;
    for (int32_t k = 0; k < n; k++) {
        struct graph_row *r = row(o, nodes[k]);
        if (r->points > 1 && (!h || r->points > h->points) && graph_can_put_in(s, r))
            h = r, alone = nodes[k];
    }
    if (!h || n < 2) return 0;
    memset(&part.rows, 0, sizeof part.rows);
    for (int32_t k = 0; k < n; k++) {
        struct graph_row r = *row(o, nodes[k]);
        if (nodes[k] == alone) continue;
        if (graph_reads(&r, h) && !graph_put_in(&part, &r, h)) return 0;
        which[part.rows.n] = part.rows.n;
        VEC_ADD(s->m->arena, &part.rows, r);
    }
    good = order_rows(&part, which, part.rows.n, false);
    memcpy(&s->defs, &part.defs, sizeof s->defs);
    return good && solve_alone(o, alone) ? 1 : -1;
}

static bool solve_component(struct order *o, int32_t *position, int32_t *nodes, int32_t n,
                            bool again)
{
    struct frame f = {.o = o, .nodes = nodes, .n = n, .position = position};
    bool found;
    int torn;
    qsort(nodes, (size_t)n, sizeof *nodes, csr_ascending);
    for (int32_t k = 0; k < n; k++) position[nodes[k]] = k;
    found = find_frame(&f);
    for (int32_t k = 0; k < n; k++) position[nodes[k]] = -1;
    if (found || again) return solve_frame(&f);
    if ((torn = order_torn(o, nodes, n)) != 0) return torn > 0;
    return order_unrolled(o, nodes, n);
}

static bool order_rows(struct graph_system *s, int32_t *rows, int32_t n, bool again)
{
    struct order o = {.s = s, .rows = rows, .n = n};
    int32_t *position = ARENA_ARRAY(s->m->arena, int32_t, n + 1);
    bool good = true;
    for (int32_t k = 0; k < n; k++) position[k] = -1;
    o.holders = graph_holders_new(s, rows, n);
    find_edges(&o);
    find_components(&o);
    for (int32_t k = 0; k + 1 < o.group_start.n; k++) {
        int32_t first = o.group_start.at[k], last = o.group_start.at[k + 1];
        if (last - first == 1 && !reads_itself(&o, o.group[first])) {
            if (!solve_alone(&o, o.group[first])) good = false;
        } else if (!solve_component(&o, position, o.group + first, last - first, again)) {
            good = false;
        }
    }
    return good;
}

bool graph_order(struct graph_system *s)
{
    int32_t *rows = ARENA_ARRAY(s->m->arena, int32_t, s->rows.n + 1);
    for (int32_t k = 0; k < s->rows.n; k++) rows[k] = k;
    graph_defs_watch(s);
    return order_rows(s, rows, s->rows.n, false);
}
