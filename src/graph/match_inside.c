/* SPDX-License-Identifier: MIT */
/* match_inside.c - rows that could be solved for what is inside of their sums.
 *
 * sum(i) + u = 0 cannot be solved for i[1], i[2], ... as a row; but where i[k] = ... is explicit
 * and is put into the sum, other unknowns may come to the surface that the row can determine. Rows
 * that find nothing after all are what they were. */
#include "graph/graph.h"

/* What row r reads but cannot be solved for, in reductions, is replaced by its explicit
 * equation. */
static bool look_inside(struct graph_system *s, struct graph_row *r)
{
    bool changed = false;
    for (int32_t k = 0; k < r->accesses.n; k++) {
        if (r->accesses.at[k].form != FORM_NONE) continue;
        for (int32_t h = 0; h < s->rows.n; h++) {
            struct graph_row *row = &s->rows.at[h];
            if (row == r || row->match < 0 ||
                row->accesses.at[row->match].unknown != r->accesses.at[k].unknown)
                continue;
            if (graph_can_put_in(s, row) && graph_reads(r, row) && graph_put_in(s, r, row)) {
                changed = true;
                break;
            }
        }
        if (changed) break;
    }
    return changed;
}

enum { LEVELS = 20 };

void graph_match_inside(struct graph_system *s, void (*match)(struct graph_system *s))
{
    struct graph_row *before =
        ARENA_ARRAY(arena_scratch(s->m->arena), struct graph_row, s->rows.n + 1);
    bool changed = true;
    for (int32_t r = 0; r < s->rows.n; r++) before[r] = s->rows.at[r];
    for (int32_t level = 0; changed && level < LEVELS; level++) {
        changed = false;
        for (int32_t r = 0; r < s->rows.n; r++)
            if (s->rows.at[r].match < 0 && look_inside(s, &s->rows.at[r])) changed = true;
        if (!changed) break;
        match(s);
    }
    for (int32_t r = 0; r < s->rows.n; r++)
        if (s->rows.at[r].match < 0 && s->rows.at[r].lhs != before[r].lhs)
            s->rows.at[r] = before[r];
}
