/* SPDX-License-Identifier: MIT */
/* untangle.c - rows cut so that one can be solved for what another one need not determine.
 *
 * A row over a whole array cannot take what two rows hold, one its first element and one the rest,
 * even if both could do with something else; nor can a row for one element ask a row for all of
 * them to give up just that. Cut where the others begin and end, they can: from the rows that found
 * nothing on, each row and those that hold what it could be solved for are cut at each other's
 * edges. Rows that are shifted against each other would be cut again and again: after some rounds
 * all is as it was. */
#include "graph/graph.h"

enum { ROUNDS = 4, BOXES = 16, PER_ROW = 8, MORE = 200 };

struct tangle {
    struct graph_system *s;
    struct graph_holders *holders;
    struct graph_cuts *cuts; /* by row */
    struct graph_ends list;  /* rows to look at */
    char *in;
};

static void add_row(struct tangle *t, int32_t r)
{
    if (t->in[r]) return;
    t->in[r] = 1;
    VEC_ADD(t->s->m->arena, &t->list, r);
}

/* Row r could be solved for a, of which row h determines some elements. */
static void cut_both(struct tangle *t, int32_t r, const struct graph_access *a, int32_t h)
{
    struct ir_model *m = t->s->m;
    struct graph_row *row = &t->s->rows.at[r], *other = &t->s->rows.at[h];
    const struct graph_access *held = &other->accesses.at[other->match];
    struct graph_rect rect;
    if (graph_span_equal(&a->span, &held->span)) return;
    rect = graph_rect_of(m, held->node->arg[0], held->node->var);
    graph_cut(m, row, a->node, &rect, &t->cuts[r]);
    rect = graph_rect_of(m, a->node->arg[0], a->node->var);
    graph_cut(m, other, held->node, &rect, &t->cuts[h]);
}

static void look_at(struct tangle *t, int32_t r)
{
    const struct graph_row *row = &t->s->rows.at[r];
    for (int32_t j = 0; j < row->accesses.n; j++) {
        struct graph_ends ends = {0};
        if (row->accesses.at[j].form == FORM_NONE) continue;
        graph_holders_find(t->holders, &row->accesses.at[j], &ends);
        for (int32_t k = 0; k < ends.n; k++) {
            if (ends.at[k] == r) continue;
            cut_both(t, r, &row->accesses.at[j], ends.at[k]);
            add_row(t, ends.at[k]);
        }
    }
}

/* Finds where the rows are to be cut; false: nowhere. */
static bool find_cuts(struct tangle *t)
{
    struct graph_system *s = t->s;
    int32_t *all = ARENA_ARRAY(s->m->arena, int32_t, s->rows.n + 1);
    bool any = false;
    t->cuts = ARENA_ARRAY(s->m->arena, struct graph_cuts, s->rows.n + 1);
    t->in = ARENA_ARRAY(s->m->arena, char, s->rows.n + 1);
    for (int32_t r = 0; r < s->rows.n; r++) all[r] = r;
    t->holders = graph_holders_new(s, all, s->rows.n);
    for (int32_t r = 0; r < s->rows.n; r++)
        if (s->rows.at[r].match < 0) add_row(t, r);
    for (int32_t k = 0; k < t->list.n; k++) look_at(t, t->list.at[k]);
    for (int32_t r = 0; r < s->rows.n; r++) {
        if (graph_cut_boxes(&s->rows.at[r], &t->cuts[r]) > BOXES) return false;
        any |= t->cuts[r].any;
    }
    return any;
}

static bool cut_rows(struct graph_system *s, int32_t most)
{
    struct tangle t = {.s = s};
    struct graph_rows rows = {0};
    if (!find_cuts(&t)) return false;
    for (int32_t r = 0; r < s->rows.n; r++) {
        if (!t.cuts[r].any)
            VEC_ADD(s->m->arena, &rows, s->rows.at[r]);
        else
            graph_split(s, &s->rows.at[r], &t.cuts[r], &rows);
        if (rows.n > most) return false;
    }
    s->rows = rows;
    return true;
}

static int64_t unmatched(const struct graph_system *s, bool *rolled)
{
    int64_t n = 0;
    for (int32_t r = 0; r < s->rows.n; r++) {
        if (s->rows.at[r].match >= 0) continue;
        n += s->rows.at[r].points;
        *rolled |= s->rows.at[r].accesses.n > 0;
    }
    return n;
}

bool graph_untangle(struct graph_system *s, void (*match)(struct graph_system *s))
{
    struct graph_rows before = s->rows;
    bool worth = false;
    int64_t first = unmatched(s, &worth), last = first;
    int32_t most = PER_ROW * s->rows.n + MORE;
    for (int32_t round = 0; worth && last > 0 && round < ROUNDS && cut_rows(s, most); round++) {
        match(s);
        last = unmatched(s, &worth);
    }
    if (last < first) return true;
    s->rows = before;
    return false;
}
