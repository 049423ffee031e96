/* SPDX-License-Identifier: MIT */
/* unroll.c - rows without loops in place of rows with loops.
 *
 * At one point of the box the iterators are numbers, and so is the index of each access that
 * depends on nothing else. Reductions over unknowns become sums, products ... of their terms, so
 * that each term is an access of its own. */
#include "graph/graph.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR = 50 }; /* notes that may be of the same equation */

static int is_unknown(void *user, struct ir *e)
{
    return graph_unknown_of(user, e) >= 0;
}

static bool reduction(const struct ir *e)
{
    return e->op == IR_SUM || e->op == IR_PRODUCT || e->op == IR_MIN || e->op == IR_MAX;
}

static int reduces_unknown(void *user, struct ir *e)
{
    struct graph_system *s = user;
    return reduction(e) && ir_visit(s->m, e->arg[0], is_unknown, s);
}

bool graph_has_reductions(struct graph_system *s, const int32_t *which, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        struct graph_row *r = &s->rows.at[which[k]];
        if (ir_visit(s->m, r->lhs, reduces_unknown, s)) return true;
        if (ir_visit(s->m, r->rhs, reduces_unknown, s)) return true;
    }
    return false;
}

static struct ir *join(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    if (op == IR_SUM) return ir_binary(m, IR_ADD, a, b);
    if (op == IR_PRODUCT) return ir_binary(m, IR_MUL, a, b);
    if (op == IR_MIN) return ir_if(m, ir_relation(m, IR_LT, a, b, false), a, b);
    return ir_if(m, ir_relation(m, IR_LT, a, b, false), b, a);
}

static struct ir *write_out(void *user, struct ir *e)
{
    struct graph_system *s = user;
    struct ir *sum = NULL;
    if (!reduces_unknown(s, e) || e->iter->count < 1 || e->iter->count > GRAPH_UNROLL) return e;
    for (int32_t k = 0; k < e->iter->count; k++) {
        struct ir *i = ir_int(s->m, e->iter->lo + e->iter->step * k);
        struct ir *term = ir_replace(s->m, e->arg[0], &e->iter, &i, 1);
        sum = sum ? join(s->m, e->op, sum, term) : term;
    }
    return sum;
}

static struct ir *at_point(struct graph_system *s, struct ir *e, const struct graph_row *r,
                           struct ir **to)
{
    if (r->n_iters) e = ir_replace(s->m, e, r->iters, to, r->n_iters);
    return ir_visit(s->m, e, reduces_unknown, s) ? ir_map(s->m, e, write_out, s) : e;
}

/* The access of `to` that is where the matched one of `from` is at this point. */
static int32_t same_match(struct graph_system *s, const struct graph_row *from, struct ir **point,
                          const struct graph_row *to)
{
    struct ir *node;
    if (from->match < 0) return -1;
    node = ir_replace(s->m, from->accesses.at[from->match].node, from->iters, point, from->n_iters);
    for (int32_t k = 0; k < to->accesses.n; k++)
        if (to->accesses.at[k].node == node) return k;
    return -1;
}

/* What is below a row, at one point of its box. */
static const struct graph_row *below_at(struct graph_system *s, const struct graph_row *old,
                                        struct ir **to)
{
    struct graph_row *r;
    if (!old) return NULL;
    r = ARENA_NEW(s->m->arena, struct graph_row);
    *r = graph_row_make(s, NULL, 0, at_point(s, old->lhs, old, to), at_point(s, old->rhs, old, to),
                        old->at, old->text);
    r->below = below_at(s, old->below, to);
    return r;
}

static void unroll_row(struct graph_system *s, struct graph_row old)
{
    struct ir **to = ARENA_ARRAY(s->m->arena, struct ir *, old.n_iters + 1);
    s->m->at = old.at;
    for (int64_t p = 0; p < old.points; p++) {
        struct graph_row r;
        graph_point(s->m, old.iters, old.n_iters, p, to);
        r = graph_row_make(s, NULL, 0, at_point(s, old.lhs, &old, to),
                           at_point(s, old.rhs, &old, to), old.at, old.text);
        r.match = same_match(s, &old, to, &r);
        r.below = below_at(s, old.below, to);
        r.of_pieces = old.of_pieces;
        VEC_ADD(s->m->arena, &s->rows, r);
    }
}

static void too_many(struct graph_system *s, const struct graph_row *r, int64_t points,
                     int64_t limit, const char *why)
{
    const char *name = NULL;
    if (r->match >= 0) name = s->unknowns.at[r->accesses.at[r->match].unknown].var->name;
    if (!name && r->accesses.n) name = s->unknowns.at[r->accesses.at[0].unknown].var->name;
    error_at(s->m->messages, r->at,
             "%lld equations would have to be written out one by one %s ('%s'); the limit is %lld",
             (long long)points, why, name ? name : "?", (long long)limit);
}

/* For people; once for each equation of the text. */
static void note(struct graph_system *s, const struct graph_row *r, const char *why)
{
    struct ir_apart new = {.points = r->points, .why = why, .at = r->at, .text = r->text};
    struct ir_model *m = s->m;
    if (r->n_iters == 0 || r->points < 2 || !*why) return;
    for (int32_t k = m->apart.n - 1; k >= 0 && k >= m->apart.n - NEAR; k--) {
        struct ir_apart *a = &m->apart.at[k];
        if (a->at.file != r->at.file || a->at.pos != r->at.pos || strcmp(a->why, why)) continue;
        a->points += r->points;
        return;
    }
    VEC_ADD(m->arena, &m->apart, new);
}

bool graph_unroll(struct graph_system *s, const int32_t *which, int32_t n, int64_t limit,
                  const char *why)
{
    char *gone = ARENA_ARRAY(s->m->arena, char, s->rows.n + 1);
    struct graph_row *old = ARENA_ARRAY(s->m->arena, struct graph_row, n);
    int64_t points = 0;
    int32_t kept = 0;
    for (int32_t k = 0; k < n; k++) {
        old[k] = s->rows.at[which[k]];
        gone[which[k]] = 1;
        points += old[k].points;
        if (points > limit) return too_many(s, &old[k], points, limit, why), false;
    }
    for (int32_t k = 0; k < s->rows.n; k++)
        if (!gone[k]) s->rows.at[kept++] = s->rows.at[k];
    s->rows.n = kept;
    for (int32_t k = 0; k < n; k++) {
        note(s, &old[k], why);
        unroll_row(s, old[k]);
    }
    s->n_unrolled = s->rows.n - kept;
    return true;
}
