/* SPDX-License-Identifier: MIT */
/* alias_piece.c - the elements that are other elements: storing, finding, joining.
 *
 * Neighbours are joined: if x[1] to x[9] are y[2] to y[10] and x[10] is y[11], then x[1] to x[10]
 * are y[2] to y[11], and a row over all of them need not be cut. For an interval of x, k from lo
 * on, a *link* is
 *     x[k] = +-y[first + step*(k - lo)],                                                        (1)
 * where the step of a single element is free. */
#include "graph/alias/alias.h"

#include <string.h>

struct graph_aliases *alias_new(struct graph_system *s)
{
    struct graph_aliases *a = ARENA_NEW(arena_scratch(s->m->arena), struct graph_aliases);
    a->n_unknowns = s->unknowns.n;
    a->of = ARENA_ARRAY(arena_scratch(s->m->arena), struct alias_list, s->unknowns.n + 1);
    a->plain = ARENA_ARRAY(arena_scratch(s->m->arena), bool, s->unknowns.n + 1);
    for (int32_t u = 0; u < s->unknowns.n; u++) a->plain[u] = true;
    return a;
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Pieces of the unknown that begin before `lo`. */
static int32_t count_before(const struct graph_aliases *a, int32_t unknown, int64_t lo)
{
    const struct alias_list *list = &a->of[unknown];
    int32_t from = 0, to = list->n;
    while (from < to) {
        int32_t mid = from + (to - from) / 2;
        if (a->pieces.at[list->at[mid]].span.lo < lo)
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

int32_t alias_find(const struct graph_aliases *a, int32_t unknown, const struct graph_span *span,
                   struct arena *arena, struct alias_list *out)
{
    const struct alias_list *list = &a->of[unknown];
    out->n = 0;
    for (int32_t k = count_before(a, unknown, span->hi + 1) - 1; k >= 0; k--) {
        const struct graph_span *other = &a->pieces.at[list->at[k]].span;
        if (other->hi < span->lo && a->plain[unknown]) break;
        if (graph_span_overlap(other, span)) VEC_ADD(arena, out, list->at[k]);
    }
    return out->n;
}

struct ir *alias_value(struct graph_system *s, int32_t p, struct ir *e,
                       const struct graph_span *span)
{
    const struct alias_piece *piece = &s->aliases->pieces.at[p];
    struct ir *to[GRAPH_RANK];
    if (!graph_span_within(span, &piece->span)) return NULL;
    if (piece->value->n_free == 0) return piece->value;
    if (!graph_invert(s->m, piece->index, piece->iters, piece->n_iters, e->arg[0], to)) return NULL;
    for (int32_t k = 0; k < piece->n_iters; k++) /* an index with a quotient in it helps no one */
        if (ir_has_op(s->m, to[k], IR_IDIV) || ir_has_op(s->m, to[k], IR_IMOD)) return NULL;
    return ir_replace(s->m, piece->value, piece->iters, to, piece->n_iters);
}

/* ---- Joining --------------------------------------------------------------------------------- */

struct link {
    struct ir *leaf, *same; /* a variable's element; or a value for all of the interval */
    bool minus, any_step;
    int64_t first, step;
};

static bool interval(const struct graph_span *s)
{
    return s->exact && s->size == s->hi - s->lo + 1;
}

static bool link_of(const struct alias_piece *p, struct link *l)
{
    struct ir *leaf = p->value->op == IR_NEG ? p->value->arg[0] : p->value;
    int64_t c0, x = 1, d0, y;
    *l = (struct link){.minus = leaf != p->value, .any_step = p->span.size == 1};
    if (!interval(&p->span) || p->n_iters > 1) return false;
    if (p->value->n_free == 0) l->same = p->value;
    if (leaf->op != IR_VAR) return l->same != NULL;
    l->leaf = leaf;
    if (l->any_step) return ir_affine(leaf->arg[0], NULL, 0, &l->first, &y) || l->same;
    if (!ir_affine(p->index, p->iters, 1, &c0, &x) ||
        !ir_affine(leaf->arg[0], p->iters, 1, &d0, &y))
        return l->same != NULL;
    /* x[c0 + x*i] = leaf[d0 + y*i]; the interval has stride 1, so x*step = 1 or -1 */
    int64_t steps = (x < 0) != (p->iters[0]->step < 0) ? p->iters[0]->count - 1 : 0;
    l->first = d0 + y * (p->iters[0]->lo + p->iters[0]->step * steps);
    l->step = y / x;
    return true;
}

/* b follows a. The link of both. */
static bool joined(const struct link *a, const struct link *b, int64_t length, struct link *l)
{
    *l = *a;
    l->any_step = false;
    if (a->same && a->same == b->same) return l->step = 0, l->leaf = NULL, true;
    if (!a->leaf || !b->leaf || a->minus != b->minus) return false;
    if (a->leaf->var != b->leaf->var) return false;
    l->step = !a->any_step ? a->step : !b->any_step ? b->step : b->first - a->first;
    if (!b->any_step && b->step != l->step) return false;
    if (l->step < -1 || l->step > 1) return false;
    return b->first == a->first + l->step * length;
}

static bool join(struct graph_system *s, struct alias_piece *a, const struct alias_piece *b)
{
    struct ir_model *m = s->m;
    const struct ir_var *v = s->unknowns.at[a->unknown].var;
    struct link la, lb, l;
    struct ir *where;
    if (a->span.hi + 1 != b->span.lo || b->span.hi - a->span.lo >= INT32_MAX) return false;
    if (!link_of(a, &la) || !link_of(b, &lb) || !joined(&la, &lb, a->span.size, &l)) return false;
    a->iters = ARENA_ARRAY(m->arena, struct ir_iter *, 1);
    a->iters[0] = ir_iter_new(m, 0, a->span.lo, 1, (int32_t)(b->span.hi - a->span.lo + 1), "i");
    a->n_iters = 1;
    a->index = ir_iter_value(m, a->iters[0]);
    if (l.leaf) {
        where = ir_binary(m, IR_SUB, a->index, ir_int(m, a->span.lo));
        where = ir_binary(m, IR_MUL, ir_int(m, l.step), where);
        where = ir_binary(m, IR_ADD, where, ir_int(m, l.first));
        a->value = ir_var_at(m, IR_VAR, l.leaf->var, where);
        if (l.minus) a->value = ir_unary(m, IR_NEG, a->value);
    }
    a->span = graph_span_of(m, a->index, v->count);
    a->rect = graph_rect_of(m, a->index, v);
    a->kept |= b->kept;
    a->whole |= b->whole;
    return true;
}

static void remove_at(struct alias_list *list, int32_t k)
{
    memmove(list->at + k, list->at + k + 1, (size_t)(list->n - k - 1) * sizeof *list->at);
    list->n--;
}

static void insert_at(struct arena *arena, struct alias_list *list, int32_t k, int32_t piece)
{
    VEC_ADD(arena, list, piece);
    memmove(list->at + k + 1, list->at + k, (size_t)(list->n - 1 - k) * sizeof *list->at);
    list->at[k] = piece;
}

void alias_add(struct graph_system *s, struct alias_piece piece)
{
    struct graph_aliases *a = s->aliases;
    struct alias_list *list = &a->of[piece.unknown];
    int32_t k = count_before(a, piece.unknown, piece.span.lo);
    struct alias_piece *before = k > 0 ? &a->pieces.at[list->at[k - 1]] : NULL;
    struct alias_piece *after = k < list->n ? &a->pieces.at[list->at[k]] : NULL;
    piece.rect = graph_rect_of(s->m, piece.index, s->unknowns.at[piece.unknown].var);
    if (!interval(&piece.span)) a->plain[piece.unknown] = false;
    if (after && join(s, &piece, after)) {
        after->gone = true;
        remove_at(list, k);
    }
    if (before && join(s, before, &piece)) return;
    VEC_ADD(arena_scratch(s->m->arena), &a->pieces, piece);
    insert_at(arena_scratch(s->m->arena), list, k, a->pieces.n - 1);
}
