/* SPDX-License-Identifier: MIT */
/* index_hidden.c - equations between states that only a sum of several equations shows.
 *
 * The currents into a part of a circuit add up to zero; if all of them are states, no single
 * equation says so. Solving a loop of equations finds that they depend on each other, and which
 * combination of them has no unknowns left (block_rest.c): it takes the place of one of them here,
 * and index reduction goes on from there. */
#include "graph/graph.h"

static bool same_equation(const struct graph_row *r, const struct graph_hidden *h)
{
    return r->lhs == h->lhs && r->rhs == h->rhs;
}

/* It may have been rewritten on the way to the loop, but it determined the same. */
static bool same_place(const struct graph_row *r, const struct graph_hidden *h)
{
    if (r->at.pos != h->at.pos || r->at.file != h->at.file) return false;
    for (int32_t k = 0; k < r->accesses.n; k++)
        if (r->accesses.at[k].node == h->unknown) return true;
    return false;
}

static bool reveal_here(struct graph_system *s, int32_t from, bool loosely)
{
    const struct graph_hidden *h = s->hidden;
    for (int32_t k = from; k < s->rows.n; k++) {
        struct graph_row *r = &s->rows.at[k];
        if (r->n_iters || !(same_equation(r, h) || (loosely && same_place(r, h)))) continue;
        *r = graph_row_make(s, NULL, 0, h->zero, ir_real(s->m, 0), h->at, h->text);
        return true;
    }
    return false;
}

void graph_report_hidden(struct graph_system *s)
{
    struct place nowhere = {0};
    error_at(s->m->messages, s->hidden ? s->hidden->at : nowhere,
             "equations of a loop depend on each other: together they bind states only");
}

bool graph_reveal(struct graph_system *s)
{
    const struct graph_hidden *h = s->hidden;
    int32_t *which = ARENA_ARRAY(s->m->arena, int32_t, s->rows.n + 1), n = 0;
    bool found = reveal_here(s, 0, false);
    for (int32_t k = 0; !found && k < s->rows.n; k++)
        if (s->rows.at[k].n_iters && s->rows.at[k].at.pos == h->at.pos &&
            s->rows.at[k].at.file == h->at.file)
            which[n++] = k;
    if (n > 0 && graph_unroll(s, which, n, GRAPH_CHAIN, "to find what they determine"))
        found = reveal_here(s, s->rows.n - s->n_unrolled, false);
    found = found || reveal_here(s, 0, true);
    for (int32_t k = 0; k < s->rows.n; k++) s->rows.at[k].match = -1;
    s->hidden = NULL;
    return found;
}
