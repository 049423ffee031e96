/* SPDX-License-Identifier: MIT */
/* diagram_rank.c - layers: who stands above whom.
 *
 * Edges should go down. A depth-first search that starts at those on whom nobody acts turns the edges
 * that close a cycle; what is left has no cycles, and a node stands one layer below the lowest of those
 * that act on it (longest path). A node without predecessors then sinks to just above its successors.
 * Where an edge crosses layers in between, items are put into its way. */
#include "out/plot/diagram_layout.h"
#include "out/plot/mark.h"
#include <math.h>
#include <stdlib.h>

struct ranking {
    struct layout *l;
    int32_t *begin, *out; /* edges by their start: out[begin[v]] .. */
    int32_t *state;       /* 0 new, 1 on the path, 2 done */
    int32_t *stack, *next;
};

static int32_t upper(const struct layout *l, int32_t e)
{
    return l->edges[e].turned ? l->d->edges[e].to : l->d->edges[e].from;
}
static int32_t lower(const struct layout *l, int32_t e)
{
    return l->edges[e].turned ? l->d->edges[e].from : l->d->edges[e].to;
}

/* ---- Cycles ---------------------------------------------------------------------------------- */

static void search(struct ranking *r, int32_t root)
{
    int32_t n = 0;
    if (r->state[root]) return;
    r->stack[n++] = root;
    r->state[root] = 1;
    r->next[root] = r->begin[root];
    while (n > 0) {
        int32_t v = r->stack[n - 1];
        if (r->next[v] == r->begin[v + 1]) {
            r->state[v] = 2;
            n--;
            continue;
        }
        int32_t e = r->out[r->next[v]++], w = r->l->d->edges[e].to;
        if (r->l->edges[e].self) continue;
        if (r->state[w] == 1) r->l->edges[e].turned = true;
        if (r->state[w]) continue;
        r->state[w] = 1;
        r->next[w] = r->begin[w];
        r->stack[n++] = w;
    }
}

static void turn_edges(struct ranking *r)
{
    const struct diagram *d = r->l->d;
    int32_t *incoming = r->stack; /* not in use yet */
    for (int32_t v = 0; v < d->n_nodes; v++) incoming[v] = 0;
    for (int32_t e = 0; e < d->n_edges; e++) {
        r->l->edges[e].self = d->edges[e].from == d->edges[e].to;
        r->begin[d->edges[e].from + 1]++;
        if (!r->l->edges[e].self) incoming[d->edges[e].to]++;
    }
    for (int32_t v = 0; v < d->n_nodes; v++) r->begin[v + 1] += r->begin[v];
    for (int32_t v = 0; v < d->n_nodes; v++) r->next[v] = r->begin[v];
    for (int32_t e = 0; e < d->n_edges; e++) r->out[r->next[d->edges[e].from]++] = e;
    for (int32_t v = 0; v < d->n_nodes; v++) r->state[v] = incoming[v] ? 0 : 3;
    for (int32_t v = 0; v < d->n_nodes; v++) {
        if (r->state[v] != 3) continue;
        r->state[v] = 0;
        search(r, v);
    }
    for (int32_t v = 0; v < d->n_nodes; v++) search(r, v);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static void longest_paths(struct layout *l)
{
    bool changed = true;
    while (changed) { /* at most as often as there are layers */
        changed = false;
        for (int32_t e = 0; e < l->d->n_edges; e++) {
            struct layout_item *a = &l->items[upper(l, e)], *b = &l->items[lower(l, e)];
            if (l->edges[e].self || b->layer > a->layer) continue;
            b->layer = a->layer + 1;
            changed = true;
        }
    }
}

static void sink_sources(struct layout *l)
{
    for (int32_t v = 0; v < l->d->n_nodes; v++) {
        int32_t least = INT32_MAX;
        bool source = true;
        for (int32_t e = 0; e < l->d->n_edges; e++) {
            if (l->edges[e].self) continue;
            if (lower(l, e) == v) source = false;
            if (upper(l, e) == v && l->items[lower(l, e)].layer < least)
                least = l->items[lower(l, e)].layer;
        }
        if (source && least < INT32_MAX) l->items[v].layer = least - 1;
    }
}

/* ---- Chains ---------------------------------------------------------------------------------- */

static int make_chains(struct layout *l)
{
    int32_t n = l->d->n_nodes, all = 0, used = 0;
    struct layout_item *more;
    for (int32_t e = 0; e < l->d->n_edges; e++) {
        int32_t span = l->items[lower(l, e)].layer - l->items[upper(l, e)].layer;
        l->edges[e].count = l->edges[e].self ? 0 : span + 1;
        all += l->edges[e].count;
        if (!l->edges[e].self) n += span - 1;
    }
    more = realloc(l->items, (size_t)(n + 1) * sizeof *more);
    if (!more) return -1;
    l->items = more;
    l->chain = calloc((size_t)all + 1, sizeof *l->chain);
    if (!l->chain) return -1;
    l->n_items = l->d->n_nodes;
    for (int32_t e = 0; e < l->d->n_edges; e++) {
        int32_t a = upper(l, e), b = lower(l, e);
        l->edges[e].first = used;
        for (int32_t k = 0; k < l->edges[e].count; k++) {
            bool end = k == 0 || k + 1 == l->edges[e].count;
            l->chain[used++] = k == 0 ? a : end ? b : l->n_items;
            if (!end)
                l->items[l->n_items++] =
                    (struct layout_item){.node = -1, .layer = l->items[a].layer + k};
        }
    }
    return 0;
}

/* By layer, in the order of numbers. */
static int fill_layers(struct layout *l)
{
    for (int32_t k = 0; k < l->n_items; k++)
        if (l->items[k].layer >= l->n_layers) l->n_layers = l->items[k].layer + 1;
    l->layer = calloc((size_t)l->n_items + 1, sizeof *l->layer);
    l->start = calloc((size_t)l->n_layers + 2, sizeof *l->start);
    if (!l->layer || !l->start) return -1;
    for (int32_t k = 0; k < l->n_items; k++) l->start[l->items[k].layer + 2]++;
    for (int32_t k = 0; k < l->n_layers; k++) l->start[k + 2] += l->start[k + 1];
    for (int32_t k = 0; k < l->n_items; k++) l->layer[l->start[l->items[k].layer + 1]++] = k;
    return 0;
}

int layout_rank(struct layout *l)
{
    size_t n = (size_t)l->d->n_nodes, m = (size_t)l->d->n_edges;
    struct ranking r = {.l = l};
    int failed = -1;
    l->items = calloc(n + 1, sizeof *l->items);
    l->edges = calloc(m + 1, sizeof *l->edges);
    r.begin = calloc(n + 2, sizeof *r.begin);
    r.out = calloc(m + 1, sizeof *r.out);
    r.state = calloc(n + 1, sizeof *r.state);
    r.stack = calloc(n + 1, sizeof *r.stack);
    r.next = calloc(n + 1, sizeof *r.next);
    if (l->items && l->edges && r.begin && r.out && r.state && r.stack && r.next) {
        for (int32_t v = 0; v < l->d->n_nodes; v++) l->items[v].node = v;
        turn_edges(&r);
        longest_paths(l);
        sink_sources(l);
        failed = make_chains(l) || fill_layers(l) ? -1 : 0;
    }
    free(r.begin);
    free(r.out);
    free(r.state);
    free(r.stack);
    free(r.next);
    return failed;
}

void layout_free(struct layout *l)
{
    free(l->items);
    free(l->edges);
    free(l->chain);
    free(l->layer);
    free(l->start);
}
