/* SPDX-License-Identifier: MIT */
/* match.c - which row determines which unknown.
 *
 * A row takes a *piece*: the span of one of its accesses. Pieces that are taken must be disjoint.
 * As there are as many equations as unknowns, rows that all have their piece cover everything. A
 * row that finds no free piece asks those who hold one to move on (augmenting path, breadth first).
 * It asks in vain if several rows are in its way, or if those who move collide with each other;
 * for rolled rows, matching is therefore a good guess, and for rows without loops (pieces are
 * single elements) it is exact.
 *
 * Forms are tried in turn: what is written explicitly stays so unless a row would get nothing. Rows
 * that get nothing, and all rows that they can ask directly or through others, are unrolled,
 * and matched again. What is left then is in excess: the model is structurally singular.
 * Mathematics: docs/math/matching.md (2). */
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OVERLAPS = 5000 };

struct piece {
    struct graph_span span;
    int32_t unknown, holder; /* row, -1: none */
    uint32_t seen;
};

struct unknown_pieces {
    VEC(int32_t) at; /* pieces of this unknown */
    bool disjoint;
};

struct matching {
    struct graph_system *s;
    VEC(struct piece) pieces;
    struct unknown_pieces *of; /* by unknown */
    int32_t first;             /* row; those before it have theirs and are left alone */
    enum graph_form most;      /* forms up to this one are allowed */
    uint32_t stamp;
    /* One search: */
    int32_t *queue, n_queue;
    int32_t *from, *offer; /* by row: who asked it to move, which access that one would take */
    uint32_t *reached;
};

/* ---- Pieces ---------------------------------------------------------------------------------- */

struct key { /* for sorting: pieces of one unknown by lo */
    int32_t unknown, row, access;
    int64_t lo, hi, size;
};

static int by_span(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    if (x->unknown != y->unknown) return x->unknown < y->unknown ? -1 : 1;
    if (x->lo != y->lo) return x->lo < y->lo ? -1 : 1;
    if (x->hi != y->hi) return x->hi < y->hi ? -1 : 1;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return (x->access > y->access) - (x->access < y->access);
}

static struct key *sorted_keys(struct graph_system *s, int32_t first, int32_t *n)
{
    VEC(struct key) keys = {0};
    for (int32_t r = first; r < s->rows.n; r++)
        for (int32_t k = 0; k < s->rows.at[r].accesses.n; k++) {
            struct graph_access *a = &s->rows.at[r].accesses.at[k];
            struct key key = {a->unknown, r, k, a->span.lo, a->span.hi, a->span.size};
            if (a->form != FORM_NONE) VEC_ADD(arena_scratch(s->m->arena), &keys, key);
        }
    if (keys.n) qsort(keys.at, (size_t)keys.n, sizeof *keys.at, by_span);
    *n = keys.n;
    return keys.at;
}

/* Pieces that overlap are compared each with each: too many of them would take forever. */
static void refuse_overlaps(struct graph_system *s, int32_t row, int32_t unknown)
{
    error_at(s->m->messages, s->rows.at[row].at,
             "more than %d ranges of '%s' overlap in the equations", MOST_OVERLAPS,
             s->unknowns.at[unknown].var->name);
    s->m->arena->full = 1;
    longjmp(s->m->arena->fail, 1);
}

static int32_t find_piece(struct matching *m, int32_t row, struct graph_access *a)
{
    struct unknown_pieces *u = &m->of[a->unknown];
    struct piece new = {.span = a->span, .unknown = a->unknown, .holder = -1};
    for (int32_t k = u->at.n - 1; k >= 0; k--) {
        struct piece *p = &m->pieces.at[u->at.at[k]];
        if (p->span.lo != a->span.lo) break;
        if (graph_span_equal(&p->span, &a->span)) return u->at.at[k];
        if (u->at.n - k > MOST_OVERLAPS) refuse_overlaps(m->s, row, a->unknown);
    }
    VEC_ADD(arena_scratch(m->s->m->arena), &m->pieces, new);
    VEC_ADD(arena_scratch(m->s->m->arena), &u->at, m->pieces.n - 1);
    return m->pieces.n - 1;
}

static void make_pieces(struct matching *m)
{
    int32_t n;
    struct key *keys = sorted_keys(m->s, m->first, &n);
    for (int32_t k = 0; k < n; k++) {
        struct graph_access *a = &m->s->rows.at[keys[k].row].accesses.at[keys[k].access];
        a->piece = find_piece(m, keys[k].row, a);
    }
    for (int32_t u = 0; u < m->s->unknowns.n; u++) {
        int64_t reach = -1;
        int32_t overlaps = 0;
        m->of[u].disjoint = true;
        for (int32_t k = 0; k < m->of[u].at.n; k++) {
            struct graph_span *span = &m->pieces.at[m->of[u].at.at[k]].span;
            if (span->lo <= reach) m->of[u].disjoint = false, overlaps++;
            if (span->hi > reach) reach = span->hi;
        }
        if (overlaps > MOST_OVERLAPS) refuse_overlaps(m->s, keys[n - 1].row, u);
    }
}

/* ---- Augmenting paths ------------------------------------------------------------------------ */

/* Who is in the way of taking piece p? -1 no one, -2 several rows. `but` does not count. */
static int32_t in_the_way(struct matching *m, int32_t p, int32_t but)
{
    struct piece *wanted = &m->pieces.at[p];
    struct unknown_pieces *u = &m->of[wanted->unknown];
    int32_t found = wanted->holder == but ? -1 : wanted->holder;
    for (int32_t k = 0; !u->disjoint && k < u->at.n; k++) {
        struct piece *other = &m->pieces.at[u->at.at[k]];
        if (other == wanted || other->holder < 0 || other->holder == but) continue;
        if (!graph_span_overlap(&wanted->span, &other->span)) continue;
        if (found >= 0) return -2;
        found = other->holder;
    }
    return found;
}

static struct graph_access *held(struct matching *m, int32_t row)
{
    struct graph_row *r = &m->s->rows.at[row];
    return r->match < 0 ? NULL : &r->accesses.at[r->match];
}

static void take(struct matching *m, int32_t row, int32_t access)
{
    struct graph_access *old = held(m, row);
    if (old && m->pieces.at[old->piece].holder == row) m->pieces.at[old->piece].holder = -1;
    m->s->rows.at[row].match = access;
    if (access >= 0) m->pieces.at[held(m, row)->piece].holder = row;
}

static struct matching *matching_new(struct graph_system *s, int32_t first)
{
    struct matching *m = ARENA_NEW(arena_scratch(s->m->arena), struct matching);
    m->s = s;
    m->first = first;
    m->of = ARENA_ARRAY(arena_scratch(s->m->arena), struct unknown_pieces, s->unknowns.n + 1);
    m->queue = ARENA_ARRAY(arena_scratch(s->m->arena), int32_t, s->rows.n + 1);
    m->from = ARENA_ARRAY(arena_scratch(s->m->arena), int32_t, s->rows.n + 1);
    m->offer = ARENA_ARRAY(arena_scratch(s->m->arena), int32_t, s->rows.n + 1);
    m->reached = ARENA_ARRAY(arena_scratch(s->m->arena), uint32_t, s->rows.n + 1);
    make_pieces(m);
    for (int32_t r = first; r < s->rows.n; r++) take(m, r, s->rows.at[r].match);
    return m;
}

/* Row r takes the access, then the row that asked it to move takes what r has left, and so on. If
 * someone is in the way then (overlapping pieces), all go back. */
static bool move_along(struct matching *m, int32_t r, int32_t access)
{
    VEC(int32_t) moved = {0}, before = {0};
    bool fits = true;
    while (fits && r >= 0) {
        VEC_ADD(arena_scratch(m->s->m->arena), &moved, r);
        VEC_ADD(arena_scratch(m->s->m->arena), &before, m->s->rows.at[r].match);
        fits = in_the_way(m, m->s->rows.at[r].accesses.at[access].piece, r) == -1;
        if (fits) take(m, r, access);
        access = m->offer[r];
        r = m->from[r];
    }
    if (fits) return true;
    for (int32_t k = 0; k < moved.n; k++) take(m, moved.at[k], -1);
    for (int32_t k = 0; k < moved.n; k++) take(m, moved.at[k], before.at[k]);
    return false;
}

struct choice {
    int32_t access, rank;
};

static int by_rank(const void *a, const void *b)
{
    const struct choice *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    return (x->access > y->access) - (x->access < y->access);
}

/* Accesses that the row may take, the best ones first. */
static int32_t choices(struct matching *m, struct graph_row *r, struct choice **out)
{
    VEC(struct choice) list = {0};
    for (int32_t k = 0; k < r->accesses.n; k++) {
        struct graph_access *a = &r->accesses.at[k];
        struct choice c = {k, 0};
        if (a->form == FORM_NONE) continue;
        if (m->most == FORM_EXPLICIT && a->node != r->lhs && a->node != r->rhs) continue;
        if (graph_form_of(m->s, r, a) > m->most || a->form == FORM_NONE) continue;
        c.rank = 100 * (int32_t)a->form + 10 * m->s->unknowns.at[a->unknown].rank +
                 (a->node == r->lhs ? 0 : 1);
        VEC_ADD(arena_scratch(m->s->m->arena), &list, c);
    }
    if (list.n > 1) qsort(list.at, (size_t)list.n, sizeof *list.at, by_rank);
    *out = list.at;
    return list.n;
}

/* Row r looks for a piece; rows in its way join the queue. True if the search has ended well. */
static bool ask(struct matching *m, int32_t r)
{
    struct choice *list;
    int32_t n = choices(m, &m->s->rows.at[r], &list);
    for (int32_t k = 0; k < n; k++) {
        int32_t p = m->s->rows.at[r].accesses.at[list[k].access].piece, holder;
        if (m->pieces.at[p].seen == m->stamp) continue;
        holder = in_the_way(m, p, r);
        if (holder == -2) continue;
        m->pieces.at[p].seen = m->stamp;
        if (holder == -1 && move_along(m, r, list[k].access)) return true;
        if (holder < 0 || m->reached[holder] == m->stamp) continue;
        m->reached[holder] = m->stamp;
        m->from[holder] = r;
        m->offer[holder] = list[k].access;
        m->queue[m->n_queue++] = holder;
    }
    return false;
}

static bool search(struct matching *m, int32_t row)
{
    m->n_queue = 0;
    m->queue[m->n_queue++] = row;
    m->from[row] = -1;
    m->reached[row] = m->stamp;
    for (int32_t k = 0; k < m->n_queue; k++)
        if (ask(m, m->queue[k])) return true;
    return false;
}

/* What a search in vain has seen stays marked: nothing that is done later in this round can help
 * it. */
static void match_rows(struct matching *m)
{
    for (int form = FORM_EXPLICIT; form <= FORM_NONLINEAR; form++) {
        m->most = (enum graph_form)form;
        m->stamp++;
        for (int32_t r = m->first; r < m->s->rows.n; r++)
            if (m->s->rows.at[r].match < 0 && search(m, r)) m->stamp++;
    }
}

static void match_all(struct graph_system *s)
{
    match_rows(matching_new(s, 0));
}

/* ---- Rows that cannot stay rolled ------------------------------------------------------------ */

/* Rows that are unmatched, and those that hold what these could use, and so on. */
static int32_t entangled(struct matching *m, int32_t *list)
{
    int32_t n = 0;
    m->stamp++;
    for (int32_t r = m->first; r < m->s->rows.n; r++)
        if (m->s->rows.at[r].match < 0) list[n++] = r, m->reached[r] = m->stamp;
    for (int32_t k = 0; k < n; k++) {
        struct graph_row *r = &m->s->rows.at[list[k]];
        for (int32_t j = 0; j < r->accesses.n; j++) {
            struct unknown_pieces *u = &m->of[r->accesses.at[j].unknown];
            for (int32_t i = 0; i < u->at.n; i++) {
                struct piece *p = &m->pieces.at[u->at.at[i]];
                if (p->holder < 0 || m->reached[p->holder] == m->stamp) continue;
                if (!graph_span_overlap(&p->span, &r->accesses.at[j].span)) continue;
                m->reached[p->holder] = m->stamp;
                list[n++] = p->holder;
            }
        }
    }
    return n;
}

static bool rolled(const struct graph_system *s, const int32_t *list, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (s->rows.at[list[k]].n_iters > 0) return true;
    return false;
}

static int64_t matched_points(const struct graph_system *s)
{
    int64_t points = 0;
    for (int32_t r = 0; r < s->rows.n; r++)
        if (s->rows.at[r].match >= 0) points += s->rows.at[r].points;
    return points;
}

static bool complete(struct graph_system *s)
{
    int64_t wanted = 0;
    int errors = s->m->messages->errors;
    bool excess = false, missing;
    for (int32_t r = 0; r < s->rows.n; r++) excess = excess || s->rows.at[r].match < 0;
    for (int32_t u = 0; u < s->unknowns.n; u++)
        wanted += s->unknowns.at[u].var->count - graph_aliased(s, u, NULL, NULL);
    missing = !s->start && matched_points(s) < wanted;
    if ((excess || missing) && graph_diagnose(s)) return false;
    if (excess) graph_report_excess(s);
    if (missing) graph_report_missing(s);
    return s->m->messages->errors == errors;
}

/* More equations than the unknowns that they contain have elements: no need to write them out to
 * see that. */
static bool too_many(const struct graph_system *s, const int32_t *list, int32_t n)
{
    char *in = ARENA_ARRAY(arena_scratch(s->m->arena), char, s->unknowns.n + 1);
    int64_t equations = 0, unknowns = 0;
    for (int32_t k = 0; k < n; k++) {
        const struct graph_row *r = &s->rows.at[list[k]];
        equations += r->points;
        for (int32_t j = 0; j < r->accesses.n; j++) in[r->accesses.at[j].unknown] = 1;
    }
    for (int32_t u = 0; u < s->unknowns.n; u++)
        if (in[u]) unknowns += s->unknowns.at[u].var->count;
    return equations > unknowns && equations > GRAPH_UNROLL;
}

bool graph_match_rolled(struct graph_system *s)
{
    match_all(s);
    if (!s->only_explicit) {
        graph_untangle(s, match_all);
        graph_match_inside(s, match_all);
    }
    for (int32_t r = 0; r < s->rows.n; r++)
        if (s->rows.at[r].match < 0) return false;
    return true;
}

bool graph_match_apart(struct graph_system *s)
{
    struct matching *m = matching_new(s, 0);
    int32_t *list = ARENA_ARRAY(arena_scratch(s->m->arena), int32_t, s->rows.n + 1),
            n = entangled(m, list);
    if (n == 0 || (!rolled(s, list, n) && !graph_has_reductions(s, list, n))) return true;
    if (too_many(s, list, n)) return true;
    if (!graph_unroll(s, list, n, GRAPH_UNROLL, "to find what they determine")) return false;
    match_rows(matching_new(s, s->rows.n - s->n_unrolled));
    return true;
}

bool graph_match(struct graph_system *s)
{
    if (!graph_match_rolled(s) && !graph_match_apart(s)) return false;
    return complete(s);
}
