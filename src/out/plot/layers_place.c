/* SPDX-License-Identifier: MIT */
/* layers_place.c - the order inside each layer, and coordinates.
 *
 * Order: layers are sorted by the mean position of their neighbours in the layer before, going
 * forward, then in the one behind, going back, several times; the order with the fewest
 * crossings of all that were seen is kept.
 *
 * Coordinates: each item wants to be where its links are straight, on average. In a layer the
 * order and the least distances must stay: the x that minimise the weighted sum of squares of
 * what is missed are found by pooling neighbours that are too close (isotonic regression). Items
 * of long edges weigh more, so that these become straight, or (forward) slightly, so that edges
 * between neighbours become straight first. */
#include "out/plot/layers.h"
#include <string.h>

enum { SWEEPS = 24 };
#define SLIGHT 0.01      /* weight of what passes, if nodes come first */
enum { BEFORE, BEHIND }; /* index of layers_item.links: the side on which the neighbour is */

struct placing {
    struct layers *l;
    double *wish, *key, *weight;
    int32_t *pool;
};

/* The links of an item on one side, in the order of their numbers. Item[0] of a link is in the
 * earlier layer. */
#define EACH_LINK(k, l, i, side)                                                                   \
    for (int32_t k = (l)->items[i].links[side]; k >= 0; k = (l)->links[k].next[!(side)])

static void find_links(struct layers *l)
{
    int32_t n = 0, *at = l->first_link = ARENA_ARRAY(l->arena, int32_t, l->n_layers + 2);
    for (int32_t e = 0; e < l->n_edges; e++) n += l->edges[e].self ? 0 : l->edges[e].count - 1;
    l->links = ARENA_ARRAY(l->arena, struct layers_link, n + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t k = 0; k < l->n_edges; k++) {
            const struct layers_edge *e = &l->edges[k];
            const int32_t *c = l->chain + e->first;
            for (int32_t i = 0; i + 1 < e->count; i++) {
                int32_t layer = l->items[c[i]].layer;
                if (pass == 0)
                    at[layer + 2]++;
                else
                    l->links[at[layer + 1]++] =
                        (struct layers_link){.item = {c[i], c[i + 1]},
                                             .at = {i == 0 ? e->at[e->turned] : 0,
                                                    i + 2 == e->count ? e->at[!e->turned] : 0},
                                             .turned = e->turned};
            }
        }
        for (int32_t k = 0; pass == 0 && k < l->n_layers; k++) at[k + 2] += at[k + 1];
    }
    for (int32_t i = 0; i < l->n_items; i++) l->items[i].links[0] = l->items[i].links[1] = -1;
    for (int32_t k = n - 1; k >= 0; k--)
        for (int end = 0; end < 2; end++) {
            int32_t *head = &l->items[l->links[k].item[end]].links[end ? BEFORE : BEHIND];
            l->links[k].next[end] = *head;
            *head = k;
        }
}

/* ---- Order
 * ------------------------------------------------------------------------------------- */

static void number_layer(struct layers *l, int32_t k)
{
    for (int32_t i = l->start[k]; i < l->start[k + 1]; i++)
        l->items[l->layer[i]].order = i - l->start[k];
}

/* < 0: link a is before link b at this end. */
static double compare(const struct layers *l, int32_t a, int32_t b, int end)
{
    const struct layers_link *x = &l->links[a], *y = &l->links[b];
    if (x->item[end] == y->item[end]) return x->at[end] - y->at[end];
    return l->items[x->item[end]].order - l->items[y->item[end]].order;
}

static int64_t crossings(const struct layers *l)
{
    int64_t n = 0;
    for (int32_t k = 0; k < l->n_layers; k++)
        for (int32_t a = l->first_link[k]; a < l->first_link[k + 1]; a++)
            for (int32_t b = a + 1; b < l->first_link[k + 1]; b++)
                n += compare(l, a, b, 0) * compare(l, a, b, 1) < 0;
    return n;
}

/* Sorts layer k by the mean order of its neighbours on one side; equal ones stay. */
static void sort_layer(struct placing *p, int32_t k, int side)
{
    struct layers *l = p->l;
    for (int32_t i = l->start[k]; i < l->start[k + 1]; i++) {
        double sum = 0;
        int32_t n = 0, item = l->layer[i];
        EACH_LINK(a, l, item, side)
        {
            const struct layers_item *other = &l->items[l->links[a].item[side]];
            double high = other->before + other->after;
            sum += other->order + (high > 0 ? l->links[a].at[side] / high : 0);
            n++;
        }
        p->key[item] = n ? sum / n : l->items[item].order;
    }
    for (int32_t i = l->start[k] + 1; i < l->start[k + 1]; i++) {
        int32_t item = l->layer[i], j = i;
        for (; j > l->start[k] && p->key[l->layer[j - 1]] > p->key[item]; j--)
            l->layer[j] = l->layer[j - 1];
        l->layer[j] = item;
    }
    number_layer(l, k);
}

static void find_order(struct placing *p)
{
    struct layers *l = p->l;
    size_t bytes = (size_t)l->n_items * sizeof *l->layer;
    int32_t *best = ARENA_ARRAY(l->arena, int32_t, l->n_items + 1);
    int64_t least;
    for (int32_t k = 0; k < l->n_layers; k++) number_layer(l, k);
    least = crossings(l);
    memcpy(best, l->layer, bytes);
    for (int s = 0; s < SWEEPS && least > 0; s++) {
        for (int32_t k = 1; k < l->n_layers && s % 2 == 0; k++) sort_layer(p, k, BEFORE);
        for (int32_t k = l->n_layers - 2; k >= 0 && s % 2; k--) sort_layer(p, k, BEHIND);
        int64_t now = crossings(l);
        if (now >= least) continue;
        least = now;
        memcpy(best, l->layer, bytes);
    }
    memcpy(l->layer, best, bytes);
    for (int32_t k = 0; k < l->n_layers; k++) number_layer(l, k);
}

/* ---- Coordinates
 * ------------------------------------------------------------------------------- */

static double distance(const struct layers_item *a, const struct layers_item *b)
{
    return a->after + b->before;
}

/* Where an item wants to be, by its links on the sides asked for. */
static double wanted(const struct layers *l, int32_t item, bool before, bool behind)
{
    double sum = 0, weight = 0;
    for (int side = before ? BEFORE : BEHIND; side <= (behind ? BEHIND : BEFORE); side++)
        EACH_LINK(k, l, item, side)
        {
            const struct layers_link *link = &l->links[k];
            const struct layers_item *it = &l->items[item], *other = &l->items[link->item[side]];
            double w = other->node < 0 && it->node < 0 ? 4 : 1;
            if (l->forward && other->node < 0 && it->node >= 0) w = SLIGHT;
            if (link->turned && l->forward && it->node >= 0) continue;
            sum += w * (other->x + link->at[side] - link->at[!side]);
            weight += w;
        }
    return weight > 0 ? sum / weight : l->items[item].x;
}

/* Least squares in one layer: p->wish, in its order, becomes x. */
static void settle(struct placing *p, int32_t k)
{
    struct layers *l = p->l;
    int32_t first = l->start[k], n = l->start[k + 1] - first, pools = 0;
    double *mean = p->key, *weight = p->weight, offset = 0;
    for (int32_t i = 0; i < n; i++) {
        struct layers_item *it = &l->items[l->layer[first + i]];
        if (i) offset += distance(&l->items[l->layer[first + i - 1]], it);
        mean[pools] = p->wish[i] - offset;
        weight[pools] = it->node >= 0 ? 1 : l->forward ? SLIGHT : 3;
        p->pool[pools++] = i;
        while (pools > 1 && mean[pools - 2] > mean[pools - 1]) {
            double w = weight[pools - 2] + weight[pools - 1];
            mean[pools - 2] =
                (weight[pools - 2] * mean[pools - 2] + weight[pools - 1] * mean[pools - 1]) / w;
            weight[--pools - 1] = w;
        }
    }
    offset = 0;
    for (int32_t i = 0, b = 0; i < n; i++) {
        struct layers_item *it = &l->items[l->layer[first + i]];
        if (i) offset += distance(&l->items[l->layer[first + i - 1]], it);
        while (b + 1 < pools && p->pool[b + 1] <= i) b++;
        it->x = mean[b] + offset;
    }
}

static void place_layer(struct placing *p, int32_t k, bool before, bool behind)
{
    const struct layers *l = p->l;
    for (int32_t i = l->start[k]; i < l->start[k + 1]; i++)
        p->wish[i - l->start[k]] = wanted(l, l->layer[i], before, behind);
    settle(p, k);
}

static void find_x(struct placing *p)
{
    struct layers *l = p->l;
    for (int32_t k = 0; k < l->n_layers; k++) place_layer(p, k, true, false);
    for (int s = 0; s < SWEEPS; s++) {
        for (int32_t k = l->n_layers - 1; k >= 0; k--) place_layer(p, k, false, true);
        for (int32_t k = 0; k < l->n_layers; k++) place_layer(p, k, true, false);
    }
    for (int s = 0; s < 4; s++)
        for (int32_t k = 0; k < l->n_layers; k++) place_layer(p, k, true, true);
}

void layers_place(struct layers *l)
{
    struct placing p = {.l = l};
    p.wish = ARENA_ARRAY(l->arena, double, l->n_items + 1);
    p.key = ARENA_ARRAY(l->arena, double, l->n_items + 1);
    p.weight = ARENA_ARRAY(l->arena, double, l->n_items + 1);
    p.pool = ARENA_ARRAY(l->arena, int32_t, l->n_items + 1);
    find_links(l);
    find_order(&p);
    find_x(&p);
}
