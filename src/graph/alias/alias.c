/* SPDX-License-Identifier: MIT */
/* alias.c - rows that only say that two variables are one leave the system.
 *
 * Models made of components have many of them: pins that are joined, currents that are the same
 * through a component, grounds. Rows wait in a queue. A row that comes up
 *
 *  1. has what is known of its variables put in. Where an access lies in several pieces, the row is
 *     cut (split.c), and its parts wait in its place;
 *  2. becomes a piece if it is an alias then, x = +-y or x = known, and rows that read x wait
 *     again. What is known is put in for the unknown. Of two unknowns the one goes of which the row
 *     names all elements, then the one that fewer rows read: so a row is rewritten only as often as
 *     the number of its aliases doubles. Long rows wait until no short one is left.
 *
 * A row that would have to be cut into too many parts, or cannot be cut, goes on reading x: the
 * piece is *kept*, as a row beside the others. Rows that say nothing after all this repeat or
 * contradict others: they and the pieces that they met stay as they were written, for matching to
 * report. Mathematics: docs/math/aliases.md (1) to (3). */
#include "graph/alias/alias.h"

#include <stdlib.h>

enum {
    BOXES = 64,         /* that a row of the model may become */
    LONG_ROW = 32,      /* accesses */
    CONTRADICTIONS = 10 /* rows that say nothing, beyond which everything stays as it was */
};

/* ---- The queue ------------------------------------------------------------------------------- */

struct graph_row *alias_row_at(struct alias_taker *t, int32_t r)
{
    return &t->s->rows.at[r];
}

static void wait(struct alias_taker *t, int32_t r)
{
    struct alias_work *w = &t->work.at[r];
    if (w->waits || w->gone || w->left) return;
    w->waits = true;
    if (alias_row_at(t, r)->accesses.n > LONG_ROW)
        VEC_ADD(arena_scratch(t->m->arena), &t->late, r);
    else
        VEC_ADD(arena_scratch(t->m->arena), &t->queue, r);
}

static bool had(const struct graph_row *before, const struct ir *node)
{
    for (int32_t k = 0; before && k < before->accesses.n && k < LONG_ROW; k++)
        if (before->accesses.at[k].node == node) return true;
    return false;
}

/* Notes which elements row r reads; before: what it was when that was noted last. */
static void note_reads(struct alias_taker *t, int32_t r, const struct graph_row *before)
{
    const struct graph_row *row = alias_row_at(t, r);
    for (int32_t k = 0; k < row->accesses.n; k++) {
        const struct graph_access *a = &row->accesses.at[k];
        struct alias_user u = {r, a->span.lo, a->span.hi};
        if (!had(before, a->node)) VEC_ADD(arena_scratch(t->m->arena), &t->users[a->unknown], u);
    }
}

static void add_row(struct alias_taker *t, struct graph_row row, int32_t origin)
{
    struct alias_work w = {.first = row, .origin = origin};
    int32_t r = t->work.n;
    if (r == t->s->rows.n) VEC_ADD(arena_scratch(t->m->arena), &t->s->rows, row);
    VEC_ADD(arena_scratch(t->m->arena), &t->work, w);
    note_reads(t, r, NULL);
    wait(t, r);
}

/* ---- What is known, put in ------------------------------------------------------------------- */

struct ir *alias_put_in(void *user, struct ir *e)
{
    struct alias_taker *t = user;
    int32_t u = graph_unknown_of(t->s, e);
    struct graph_span span;
    struct ir *value;
    if (u < 0 || t->s->aliases->of[u].n == 0) return e;
    span = graph_span_of(t->m, e->arg[0], e->var->count);
    if (alias_find(t->s->aliases, u, &span, t->m->arena, &t->found) != 1) return e;
    value = alias_value(t->s, t->found.at[0], e, &span);
    return value ? value : e;
}

enum met { MET_NOTHING, MET_VALUE, MET_EDGE };

/* How does an access meet the pieces? MET_EDGE: it lies in several, or partly outside. */
static enum met meets(struct alias_taker *t, const struct graph_access *a)
{
    if (t->s->aliases->of[a->unknown].n == 0) return MET_NOTHING;
    if (alias_find(t->s->aliases, a->unknown, &a->span, t->m->arena, &t->found) == 0)
        return MET_NOTHING;
    if (t->found.n == 1 && alias_value(t->s, t->found.at[0], a->node, &a->span)) return MET_VALUE;
    return MET_EDGE;
}

/* The row goes on reading what the pieces in t->found determine. */
void alias_keep_found(struct alias_taker *t)
{
    for (int32_t k = 0; k < t->found.n; k++) t->s->aliases->pieces.at[t->found.at[k]].kept = true;
}

bool alias_all_kept(const struct alias_taker *t)
{
    for (int32_t k = 0; k < t->found.n; k++)
        if (!t->s->aliases->pieces.at[t->found.at[k]].kept) return false;
    return true;
}

/* Adds the cuts at the edges of the pieces in t->found. */
static bool cut_at_found(struct alias_taker *t, const struct graph_row *row,
                         const struct ir *access, struct graph_cuts *cuts)
{
    for (int32_t k = 0; k < t->found.n; k++) {
        struct graph_rect *rect = &t->s->aliases->pieces.at[t->found.at[k]].rect;
        if (!graph_cut(t->m, row, access, rect, cuts)) return false;
    }
    return graph_cut_boxes(row, cuts) <= BOXES;
}

/* Does the row read the same array at another place, too? Then what is known of
 * the first element would make the second known, and so on, one by one. */
static bool recursive(const struct graph_row *row, int32_t access)
{
    for (int32_t k = 0; k < row->accesses.n; k++)
        if (k != access && row->accesses.at[k].unknown == row->accesses.at[access].unknown)
            return true;
    return false;
}

/* Cuts row r where its accesses cross the edges of pieces. False: it stays whole. */
static bool cut_row(struct alias_taker *t, int32_t r)
{
    struct graph_row row = *alias_row_at(t, r);
    struct graph_cuts cuts = {0};
    struct graph_rows parts = {0};
    struct alias_work *whole = &t->work.at[t->work.at[r].origin];
    for (int32_t k = 0; k < row.accesses.n; k++) {
        if (meets(t, &row.accesses.at[k]) != MET_EDGE || alias_all_kept(t)) continue;
        if (recursive(&row, k) || whole->parts >= BOXES ||
            !cut_at_found(t, &row, row.accesses.at[k].node, &cuts)) {
            alias_keep_found(t);
            return false;
        }
    }
    if (!cuts.any) return false;
    graph_split(t->s, &row, &cuts, &parts);
    whole->parts += parts.n;
    t->work.at[r].gone = true;
    for (int32_t k = 0; k < parts.n; k++) add_row(t, parts.at[k], t->work.at[r].origin);
    return true;
}

/* Puts in what is known until nothing changes. False: the row was cut, others wait for it. */
static bool settle(struct alias_taker *t, int32_t r)
{
    bool more = true;
    while (more) {
        struct graph_row row = *alias_row_at(t, r), new;
        bool edge = false;
        more = false;
        for (int32_t k = 0; k < row.accesses.n; k++) {
            enum met met = meets(t, &row.accesses.at[k]);
            if (met == MET_VALUE) more = true;
            if (met == MET_EDGE && !alias_all_kept(t)) edge = true;
        }
        if (edge && cut_row(t, r)) return false;
        if (edge) more = true; /* what was in the way is kept now */
        if (!more) break;
        new = graph_row_make(t->s, row.iters, row.n_iters, ir_map(t->m, row.lhs, alias_put_in, t),
                             ir_map(t->m, row.rhs, alias_put_in, t), row.at, row.text);
        *alias_row_at(t, r) = new;
        note_reads(t, r, &row);
    }
    return true;
}

/* ---- Aliases --------------------------------------------------------------------------------- */

static int is_state(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_VAR && e->var->kind == VAR_STATE;
}

/* What x + y = 0 says of Newton's guess: the first start value that was given. */
static void hand_on_start(struct alias_taker *t, const struct ir *from, const struct ir *to,
                          bool minus)
{
    struct ir_var *a = from->var, *b = to->var;
    bool same = a->rank == b->rank && from->arg[0] == to->arg[0];
    for (int32_t d = 0; d < a->rank && same; d++) same = a->size[d] == b->size[d];
    if (!same || b->kind != VAR_ALGEBRAIC || b->start || !a->start) return;
    b->start = minus ? ir_unary(t->m, IR_NEG, a->start) : a->start;
}

static void take_out(struct alias_taker *t, int32_t r, const struct graph_access *a,
                     struct ir *value)
{
    struct graph_row *row = alias_row_at(t, r);
    struct alias_piece p = {.unknown = a->unknown,
                            .iters = row->iters,
                            .n_iters = row->n_iters,
                            .index = a->node->arg[0],
                            .value = value,
                            .span = a->span,
                            .at = row->at,
                            .text = row->text,
                            .origin = t->work.at[r].origin};
    int32_t u = a->unknown;
    t->work.at[r].gone = true;
    alias_add(t->s, p);
    for (int32_t k = 0; k < t->users[u].n; k++)
        if (t->users[u].at[k].lo <= p.span.hi && t->users[u].at[k].hi >= p.span.lo)
            wait(t, t->users[u].at[k].row);
}

/* x[f] = x[g] where g is one step of one iterator behind f, or before it: all
 * elements along that iterator are the first one. */
static struct ir *first_of_chain(struct alias_taker *t, const struct graph_row *row,
                                 const struct graph_access *a, const struct graph_access *b)
{
    int64_t c0, c[GRAPH_RANK], d0, d[GRAPH_RANK];
    int32_t along = -1;
    struct ir *first, *where;
    struct ir_iter *it;
    if (row->n_iters > GRAPH_RANK || !graph_rect_of(t->m, a->node->arg[0], a->node->var).good)
        return NULL;
    if (!ir_affine(a->node->arg[0], row->iters, row->n_iters, &c0, c)) return NULL;
    if (!ir_affine(b->node->arg[0], row->iters, row->n_iters, &d0, d)) return NULL;
    for (int32_t k = 0; k < row->n_iters; k++) {
        if (c[k] != d[k]) return NULL;
        if (row->iters[k]->count > 1 && c0 - d0 == c[k] * row->iters[k]->step) along = k;
    }
    if (along < 0) return NULL;
    it = row->iters[along];
    first = ir_int(t->m, it->lo);
    where = ir_replace(t->m, b->node->arg[0], &it, &first, 1);
    return ir_var_at(t->m, IR_VAR, b->node->var, where);
}

static bool take_chain(struct alias_taker *t, int32_t r, const struct alias_form *f)
{
    const struct graph_row *row = alias_row_at(t, r);
    struct ir *value;
    if (f->minus || f->a->form == FORM_NONE || f->b->form == FORM_NONE) return false;
    if ((value = first_of_chain(t, row, f->a, f->b))) return take_out(t, r, f->a, value), true;
    if ((value = first_of_chain(t, row, f->b, f->a))) return take_out(t, r, f->b, value), true;
    return false;
}

static bool may_go(struct alias_taker *t, const struct graph_access *a)
{
    return a->form != FORM_NONE && meets(t, a) == MET_NOTHING;
}

/* Which of the two goes: the smaller, the sooner. */
static int64_t price(const struct alias_taker *t, const struct graph_access *a)
{
    bool all = a->span.size == a->node->var->count;
    return (all ? 0 : (int64_t)1 << 40) + t->users[a->unknown].n;
}

/* x = v[i] for all i, v states: x is v[1], and the other points of the row bind states. */
static bool take_first(struct alias_taker *t, int32_t r, const struct alias_form *f)
{
    struct graph_row row = *alias_row_at(t, r);
    struct graph_cuts cuts = {0};
    struct graph_rows parts = {0};
    int64_t c0, c[GRAPH_RANK];
    if (f->a->form != FORM_NONE || meets(t, f->a) != MET_NOTHING || row.n_iters > GRAPH_RANK ||
        !ir_visit(t->m, f->value, is_state, NULL) ||
        !ir_affine(f->a->node->arg[0], row.iters, row.n_iters, &c0, c))
        return false;
    for (int32_t k = 0; k < row.n_iters; k++)
        if (c[k] == 0 && row.iters[k]->count > 1) graph_cut_at(t->m, &cuts, k, 1);
    if (!cuts.any || graph_cut_boxes(&row, &cuts) > BOXES) return false;
    graph_split(t->s, &row, &cuts, &parts);
    t->work.at[r].gone = true;
    for (int32_t k = 0; k < parts.n; k++) add_row(t, parts.at[k], t->work.at[r].origin);
    return true;
}

static bool take_alias(struct alias_taker *t, int32_t r)
{
    struct alias_form f;
    const struct graph_access *a, *b;
    struct ir *value;
    bool a_may, b_may;
    if (!alias_form_of(t->s, alias_row_at(t, r), &f)) return false;
    a_may = may_go(t, f.a);
    if (!f.b) {
        if (a_may) take_out(t, r, f.a, f.value);
        return a_may || take_first(t, r, &f);
    }
    b_may = may_go(t, f.b);
    if (meets(t, f.a) != MET_NOTHING || meets(t, f.b) != MET_NOTHING) return false;
    if (f.a->unknown == f.b->unknown && graph_span_overlap(&f.a->span, &f.b->span))
        return take_chain(t, r, &f);
    if (!a_may && !b_may) return false;
    a = f.a, b = f.b;
    if (!a_may || (b_may && price(t, f.b) <= price(t, f.a))) a = f.b, b = f.a;
    value = f.minus ? ir_unary(t->m, IR_NEG, b->node) : b->node;
    hand_on_start(t, a->node, b->node, f.minus);
    take_out(t, r, a, value);
    return true;
}

/* ---- Rows that say nothing ------------------------------------------------------------------- */

/* The pieces that determine what the expressions read, and so on, stay as they are. */
static void keep_whole(struct alias_taker *t, struct ir *e)
{
    VEC(struct ir *) open = {0};
    VEC_ADD(t->m->arena, &open, e);
    for (int32_t k = 0; k < open.n; k++) {
        struct ir *leaf = open.at[k]->op == IR_NEG ? open.at[k]->arg[0] : open.at[k];
        int32_t u = graph_unknown_of(t->s, leaf);
        struct graph_span span;
        if (u < 0) continue;
        span = graph_span_of(t->m, leaf->arg[0], leaf->var->count);
        alias_find(t->s->aliases, u, &span, t->m->arena, &t->found);
        for (int32_t j = 0; j < t->found.n; j++) {
            struct alias_piece *p = &t->s->aliases->pieces.at[t->found.at[j]];
            if (!p->whole) VEC_ADD(t->m->arena, &open, p->value);
            p->kept = p->whole = true;
        }
    }
}

static void leave(struct alias_taker *t, int32_t r)
{
    struct alias_work *w = &t->work.at[r];
    struct graph_row *row = alias_row_at(t, r);
    w->left = true;
    if (ir_visit(t->m, row->lhs, is_state, NULL) || ir_visit(t->m, row->rhs, is_state, NULL))
        return;
    t->n_left++;
    *row = w->first;
    for (int32_t k = 0; k < row->accesses.n; k++) keep_whole(t, row->accesses.at[k].node);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool next_row(struct alias_taker *t, int32_t *r)
{
    if (t->next < t->queue.n)
        *r = t->queue.at[t->next++];
    else if (t->next_late < t->late.n)
        *r = t->late.at[t->next_late++];
    else
        return false;
    t->work.at[*r].waits = false;
    return true;
}

static void work_off(struct alias_taker *t)
{
    int32_t r;
    while (t->n_left <= CONTRADICTIONS && next_row(t, &r)) {
        t->m->at = alias_row_at(t, r)->at;
        if (!settle(t, r) || take_alias(t, r)) continue;
        if (alias_row_at(t, r)->accesses.n == 0 && t->work.at[r].first.accesses.n > 0) leave(t, r);
    }
}

void graph_take_aliases(struct graph_system *s)
{
    struct alias_taker t = {.s = s, .m = s->m};
    int32_t n = s->rows.n;
    s->aliases = alias_new(s);
    t.users = arena_take(arena_scratch(s->m->arena), sizeof *t.users * (size_t)(s->unknowns.n + 1));
    for (int32_t r = 0; r < n; r++) add_row(&t, s->rows.at[r], r);
    work_off(&t);
    if (t.n_left > CONTRADICTIONS || s->aliases->pieces.n == 0)
        alias_give_up(&t, n);
    else {
        alias_keep_more(&t);
        alias_gather(&t);
    }
}
