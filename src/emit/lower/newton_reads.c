/* SPDX-License-Identifier: MIT */
/* newton_reads.c - what an unknown of a loop depends on, exactly.
 *
 * A matching gives each unknown an equation of its own; it depends on the other unknowns of that
 * equation, on theirs, and so on, and on the inputs of all these equations. Mostly all unknowns
 * depend on each other: then they share one list. */
#include "emit/lower/newton.h"
#include <string.h>

struct reach {
    struct lower *l;
    const struct lower_loop *loop;
    int32_t *row_of;  /* by unknown: its equation; -1: none yet */
    int32_t *visited; /* by unknown: last turn */
    int32_t turn;
};

/* ---- Matching -------------------------------------------------------------------------------- */

struct path { /* rows from the one that looks for an unknown, and where each stopped */
    int32_t *row, *at, depth;
};

/* Looks for an unknown for row `from`, over others that give up theirs. */
static bool augment(struct reach *r, struct path *p, int32_t from)
{
    const struct lower_loop *l = r->loop;
    r->turn++;
    p->depth = 0;
    p->row[0] = from;
    p->at[0] = l->first[from];
    while (p->depth >= 0) {
        int32_t row = p->row[p->depth], k = p->at[p->depth], u;
        if (k == l->first[row + 1]) {
            p->depth--;
            continue;
        }
        u = l->unknown[k];
        p->at[p->depth]++;
        if (r->visited[u] == r->turn) continue;
        r->visited[u] = r->turn;
        if (r->row_of[u] < 0) {
            for (; p->depth >= 0; p->depth--)
                r->row_of[l->unknown[p->at[p->depth] - 1]] = p->row[p->depth];
            return true;
        }
        p->depth++;
        p->row[p->depth] = r->row_of[u];
        p->at[p->depth] = l->first[r->row_of[u]];
    }
    return false;
}

static bool match(struct reach *r)
{
    int32_t n = r->loop->of->n;
    struct path p = {ARENA_ARRAY(r->l->arena, int32_t, n + 1),
                     ARENA_ARRAY(r->l->arena, int32_t, n + 1), 0};
    r->row_of = ARENA_ARRAY(r->l->arena, int32_t, n + 1);
    r->visited = ARENA_ARRAY(r->l->arena, int32_t, n + 1);
    for (int32_t k = 0; k < n; k++) r->row_of[k] = -1;
    for (int32_t k = 0; k < n; k++)
        if (!augment(r, &p, k)) return false;
    return true;
}

/* ---- Reach ----------------------------------------------------------------------------------- */

/* list := unknown k and all that it depends on; how many. */
static int32_t reach_from(struct reach *r, int32_t k, int32_t *list)
{
    const struct lower_loop *l = r->loop;
    int32_t n = 0;
    r->turn++;
    r->visited[k] = r->turn;
    list[n++] = k;
    for (int32_t done = 0; done < n; done++) {
        int32_t row = r->row_of[list[done]];
        for (int32_t j = l->first[row]; j < l->first[row + 1]; j++) {
            int32_t u = l->unknown[j];
            if (r->visited[u] == r->turn) continue;
            r->visited[u] = r->turn;
            list[n++] = u;
        }
    }
    return n;
}

/* Do all depend on the unknown 0? Grows a set of those that do until nothing is added. */
static bool all_reach_0(struct reach *r)
{
    const struct lower_loop *l = r->loop;
    int32_t n = l->of->n, count = 1;
    bool grows = true;
    r->turn++;
    r->visited[0] = r->turn;
    while (grows) {
        grows = false;
        for (int32_t u = n - 1; u >= 0; u--) {
            int32_t row = r->row_of[u];
            for (int32_t j = l->first[row]; r->visited[u] != r->turn && j < l->first[row + 1];
                 j++) {
                if (r->visited[l->unknown[j]] != r->turn) continue;
                r->visited[u] = r->turn;
                count++;
                grows = true;
            }
        }
    }
    return count == n;
}

bool newton_tied(struct lower *l, struct lower_loop *loop)
{
    struct reach r = {.l = l, .loop = loop};
    int32_t *list;
    if (loop->tied) return loop->tied == 1;
    list = ARENA_ARRAY(l->arena, int32_t, loop->of->n + 1);
    loop->tied = !match(&r) || (reach_from(&r, 0, list) == loop->of->n && all_reach_0(&r)) ? 1 : 2;
    loop->row_of = r.row_of;
    return loop->tied == 1;
}

/* ---- The list -------------------------------------------------------------------------------- */

static void list_row(struct taylor *t, struct node_map *seen, const struct lower_row *row)
{
    for (int32_t k = 0; k < row->reads.n; k++) {
        struct ir *e = row->reads.at[k];
        if (node_map_get(seen, e)) continue;
        node_map_put(t->l->scratch, seen, e)->value = e;
        lower_reads(t, &t->f->body, e);
    }
}

struct code_fn *newton_reads(struct lower *l, struct lower_loop *loop, int64_t k)
{
    struct reach r = {.l = l, .loop = loop};
    int32_t at = newton_tied(l, loop) ? 0 : (int32_t)k, n = loop->of->n, *list;
    struct node_map seen = {0};
    struct code_fn *f = loop->reads[at];
    struct taylor t;
    if (f) return f;
    lower_find_loop_waves(l, loop);
    f = loop->reads[at] = code_fn_new(
        l->code, CODE_READS, arena_format(l->arena, "loop_%d_%d", loop->number + 1, at + 1));
    f->at = loop->of->at[0];
    f->called = true;
    t = taylor_new(l, f, AT_EVAL);
    t.at = f->at;
    taylor_bind_box(&t, &f->body, loop->of->iters, loop->of->n_iters, code_local(l->code, f, 0));
    if (loop->tied == 1) {
        for (int32_t i = 0; i < n; i++) list_row(&t, &seen, &loop->rows[i]);
        return f;
    }
    r.row_of = loop->row_of;
    r.visited = ARENA_ARRAY(l->arena, int32_t, n + 1);
    list = ARENA_ARRAY(l->arena, int32_t, n + 1);
    n = reach_from(&r, at, list);
    for (int32_t i = 0; i < n; i++) list_row(&t, &seen, &loop->rows[r.row_of[list[i]]]);
    return f;
}
