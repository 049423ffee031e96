/* SPDX-License-Identifier: MIT */
/* alias_rows.c - the rows that are left when the aliases are taken out.
 *
 * These are rows that are not aliases, parts of rows that were cut, and pieces that are kept, each
 * where it was in the model, so that messages name the equations in their order. */
#include "graph/alias/alias.h"

#include <stdlib.h>

/* The value of a kept piece, with what is known put in. */
static struct ir *kept_value(struct alias_taker *t, const struct alias_piece *p)
{
    struct ir *value = p->value, *old = NULL;
    while (!p->whole && value != old) {
        old = value;
        value = ir_map(t->m, value, alias_put_in, t);
    }
    return value;
}

/* Kept pieces are rows that cannot be cut any more: what they read in part is kept as well. */
void alias_keep_more(struct alias_taker *t)
{
    struct graph_aliases *a = t->s->aliases;
    bool more = true;
    while (more) {
        more = false;
        for (int32_t k = 0; k < a->pieces.n; k++) {
            struct ir *leaf;
            struct graph_span span;
            if (!a->pieces.at[k].kept || a->pieces.at[k].gone) continue;
            leaf = kept_value(t, &a->pieces.at[k]);
            if (leaf->op == IR_NEG) leaf = leaf->arg[0];
            if (graph_unknown_of(t->s, leaf) < 0) continue;
            span = graph_span_of(t->m, leaf->arg[0], leaf->var->count);
            alias_find(a, graph_unknown_of(t->s, leaf), &span, t->m->arena, &t->found);
            more |= !alias_all_kept(t);
            alias_keep_found(t);
        }
    }
}

static struct graph_row kept_row(struct alias_taker *t, const struct alias_piece *p)
{
    const struct graph_unknown *u = &t->s->unknowns.at[p->unknown];
    struct ir *x = ir_var_at(t->m, u->op, u->var, p->index);
    return graph_row_make(t->s, p->iters, p->n_iters, x, kept_value(t, p), p->at, p->text);
}

struct sortable {
    int32_t origin, row; /* row or, */
    int32_t piece;       /* if not -1, a kept piece */
};

static int by_origin(const void *a, const void *b)
{
    const struct sortable *x = a, *y = b;
    if (x->origin != y->origin) return x->origin < y->origin ? -1 : 1;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

/* The rows that are left and the pieces that are kept, where they were in the model. */
void alias_gather(struct alias_taker *t)
{
    struct graph_aliases *a = t->s->aliases;
    struct graph_rows rows = {0};
    VEC(struct sortable) list = {0};
    for (int32_t r = 0; r < t->work.n; r++) {
        struct sortable x = {t->work.at[r].origin, r, -1};
        if (!t->work.at[r].gone) VEC_ADD(arena_scratch(t->m->arena), &list, x);
    }
    for (int32_t k = 0; k < a->pieces.n; k++) {
        struct sortable x = {a->pieces.at[k].origin, -1, k};
        if (a->pieces.at[k].kept && !a->pieces.at[k].gone)
            VEC_ADD(arena_scratch(t->m->arena), &list, x);
    }
    if (list.n) qsort(list.at, (size_t)list.n, sizeof *list.at, by_origin);
    for (int32_t k = 0; k < list.n; k++) {
        const struct sortable *x = &list.at[k];
        VEC_ADD(arena_scratch(t->m->arena), &rows,
                x->piece >= 0 ? kept_row(t, &a->pieces.at[x->piece]) : *alias_row_at(t, x->row));
    }
    t->s->rows = rows;
}

/* Everything as it was, for matching to tell what is wrong. */
void alias_give_up(struct alias_taker *t, int32_t n)
{
    for (int32_t r = 0; r < n; r++) *alias_row_at(t, r) = t->work.at[r].first;
    t->s->rows.n = n;
    t->s->aliases = NULL;
}
