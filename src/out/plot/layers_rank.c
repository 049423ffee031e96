/* SPDX-License-Identifier: MIT */
/* layers_rank.c - which layer a node belongs to.
 *
 * A depth-first search that starts at nodes without incoming edges turns the edges that close a
 * cycle. What is left has no cycles, and a node is one layer behind the last of its predecessors
 * (longest path). A node without predecessors then moves to just before its successors. Where an
 * edge crosses layers in between, items are put into its way. */
#include "out/plot/layers.h"

struct ranking {
    struct layers *l;
    int32_t *begin, *out; /* edges by their start: out[begin[v]] .. */
    int8_t *state;        /* 0 new, 1 on the path, 2 done */
    int32_t *stack, *next;
};

static int32_t early(const struct layers_edge *e)
{
    return e->turned ? e->to : e->from;
}
static int32_t late(const struct layers_edge *e)
{
    return e->turned ? e->from : e->to;
}

void layers_init(struct layers *l, struct arena *a, int32_t nodes, int32_t edges)
{
    *l = (struct layers){.arena = a, .n_nodes = nodes, .n_edges = edges};
    l->items = ARENA_ARRAY(a, struct layers_item, nodes + 1);
    l->edges = ARENA_ARRAY(a, struct layers_edge, edges + 1);
    for (int32_t v = 0; v < nodes; v++) l->items[v].node = v;
}

/* ---- Cycles
 * ------------------------------------------------------------------------------------ */

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
        struct layers_edge *e = &r->l->edges[r->out[r->next[v]++]];
        int32_t w = e->to;
        if (e->self) continue;
        if (r->state[w] == 1) e->turned = true;
        if (r->state[w]) continue;
        r->state[w] = 1;
        r->next[w] = r->begin[w];
        r->stack[n++] = w;
    }
}

static void turn_edges(struct layers *l)
{
    int32_t n = l->n_nodes;
    struct ranking r = {.l = l};
    bool *fed = ARENA_ARRAY(l->arena, bool, n + 1);
    r.begin = ARENA_ARRAY(l->arena, int32_t, n + 2);
    r.out = ARENA_ARRAY(l->arena, int32_t, l->n_edges + 1);
    r.state = ARENA_ARRAY(l->arena, int8_t, n + 1);
    r.stack = ARENA_ARRAY(l->arena, int32_t, n + 1);
    r.next = ARENA_ARRAY(l->arena, int32_t, n + 1);
    for (int32_t k = 0; k < l->n_edges; k++) {
        struct layers_edge *e = &l->edges[k];
        e->self = e->from == e->to;
        r.begin[e->from + 1]++;
        if (!e->self) fed[e->to] = true;
    }
    for (int32_t v = 0; v < n; v++) r.begin[v + 1] += r.begin[v];
    for (int32_t v = 0; v < n; v++) r.next[v] = r.begin[v];
    for (int32_t e = 0; e < l->n_edges; e++) r.out[r.next[l->edges[e].from]++] = e;
    for (int32_t v = 0; v < n; v++)
        if (!fed[v]) search(&r, v);
    for (int32_t v = 0; v < n; v++) search(&r, v);
}

/* ---- Layers
 * ------------------------------------------------------------------------------------ */

static void longest_paths(struct layers *l)
{
    bool changed = true;
    while (changed) { /* at most as often as there are layers */
        changed = false;
        for (int32_t k = 0; k < l->n_edges; k++) {
            const struct layers_edge *e = &l->edges[k];
            struct layers_item *a = &l->items[early(e)], *b = &l->items[late(e)];
            if (e->self || b->layer > a->layer) continue;
            b->layer = a->layer + 1;
            changed = true;
        }
    }
}

static void move_sources(struct layers *l)
{
    for (int32_t v = 0; v < l->n_nodes; v++) {
        int32_t least = INT32_MAX;
        bool source = !l->items[v].first;
        for (int32_t k = 0; k < l->n_edges; k++) {
            const struct layers_edge *e = &l->edges[k];
            if (e->self) continue;
            if (late(e) == v) source = false;
            if (early(e) == v && l->items[late(e)].layer < least) least = l->items[late(e)].layer;
        }
        if (source && least < INT32_MAX) l->items[v].layer = least - 1;
    }
}

/* ---- Chains
 * ------------------------------------------------------------------------------------ */

static void make_chains(struct layers *l)
{
    int32_t n = l->n_nodes, all = 0, used = 0;
    const struct layers_item *nodes = l->items;
    for (int32_t k = 0; k < l->n_edges; k++) {
        struct layers_edge *e = &l->edges[k];
        int32_t span = nodes[late(e)].layer - nodes[early(e)].layer;
        e->count = e->self ? 0 : span + 1;
        all += e->count;
        if (!e->self) n += span - 1;
    }
    l->items = ARENA_ARRAY(l->arena, struct layers_item, n + 1);
    for (int32_t v = 0; v < l->n_nodes; v++) l->items[v] = nodes[v];
    l->chain = ARENA_ARRAY(l->arena, int32_t, all + 1);
    l->n_items = l->n_nodes;
    for (int32_t k = 0; k < l->n_edges; k++) {
        struct layers_edge *e = &l->edges[k];
        e->first = used;
        for (int32_t i = 0; i < e->count; i++) {
            bool end = i == 0 || i + 1 == e->count;
            l->chain[used++] = i == 0 ? early(e) : end ? late(e) : l->n_items;
            if (!end)
                l->items[l->n_items++] =
                    (struct layers_item){.node = -1, .layer = l->items[early(e)].layer + i};
        }
    }
}

/* By layer, in the order of numbers. */
static void fill_layers(struct layers *l)
{
    for (int32_t k = 0; k < l->n_items; k++)
        if (l->items[k].layer >= l->n_layers) l->n_layers = l->items[k].layer + 1;
    l->layer = ARENA_ARRAY(l->arena, int32_t, l->n_items + 1);
    l->start = ARENA_ARRAY(l->arena, int32_t, l->n_layers + 2);
    for (int32_t k = 0; k < l->n_items; k++) l->start[l->items[k].layer + 2]++;
    for (int32_t k = 0; k < l->n_layers; k++) l->start[k + 2] += l->start[k + 1];
    for (int32_t k = 0; k < l->n_items; k++) l->layer[l->start[l->items[k].layer + 1]++] = k;
}

void layers_rank(struct layers *l)
{
    turn_edges(l);
    longest_paths(l);
    move_sources(l);
    make_chains(l);
    fill_layers(l);
}
