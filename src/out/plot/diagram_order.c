/* SPDX-License-Identifier: MIT */
/* diagram_order.c - the order inside each layer, and coordinates.
 *
 * Order: layers are sorted by the mean position of their neighbours in the layer above, going down, then
 * below, going up, several times; the order with the fewest crossings of all that were seen is kept.
 *
 * Coordinates: each item wants to be at the mean x of its neighbours. In a layer the order and the least
 * distances must stay: the x that minimise the weighted sum of squares of what is missed are found by
 * pooling neighbours that are too close (isotonic regression). Items of long edges weigh more, so that
 * these become straight. */
#include "out/plot/diagram_layout.h"
#include "out/plot/mark.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 24, GAP = 28, PASS = 14, MARGIN = 24, ABOVE = 54, BETWEEN = 58, LOOP = 30 };

struct link { /* two items of adjacent layers */
    int32_t up, down;
};

struct placing {
    struct layout *l;
    struct link *links; /* by upper layer: links of layer k begin at at[k] */
    int32_t n_links, *at;
    double *wish, *key;
    int32_t *block, *best;
};

/* ---- Sizes ----------------------------------------------------------------------------------- */

static double text_width(const char *s, double size)
{
    return s ? mark_width(s, DIAGRAM_LETTERS, size) : 0;
}

static double loop_label(const struct layout *l, int32_t node)
{
    double most = -1;
    for (int32_t e = 0; e < l->d->n_edges; e++)
        if (l->edges[e].self && l->d->edges[e].from == node)
            most = fmax(most, text_width(l->d->edges[e].label, DIAGRAM_NOTE));
    return most;
}

static void measure(struct layout *l)
{
    for (int32_t k = 0; k < l->n_items; k++) {
        struct layout_item *it = &l->items[k];
        if (it->node >= 0) {
            const struct diagram_node *n = &l->d->nodes[it->node];
            double loop = loop_label(l, it->node);
            it->width = fmax(
                56,
                fmax(text_width(n->label, DIAGRAM_LABEL), text_width(n->note, DIAGRAM_NOTE)) + 26);
            it->height = n->note ? 44 : 32;
            it->before = it->after = it->width / 2 + GAP / 2.0;
            if (loop >= 0) it->after += LOOP + loop;
        } else {
            it->before = it->after = PASS;
        }
    }
}

/* ---- Order ----------------------------------------------------------------------------------- */

static int find_links(struct placing *p)
{
    struct layout *l = p->l;
    int32_t n = 0;
    for (int32_t e = 0; e < l->d->n_edges; e++)
        if (!l->edges[e].self) n += l->edges[e].count - 1;
    p->links = calloc((size_t)n + 1, sizeof *p->links);
    p->at = calloc((size_t)l->n_layers + 2, sizeof *p->at);
    if (!p->links || !p->at) return -1;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t e = 0; e < l->d->n_edges; e++) {
            const int32_t *c = l->chain + l->edges[e].first;
            for (int32_t k = 0; k + 1 < l->edges[e].count; k++) {
                int32_t layer = l->items[c[k]].layer;
                if (pass == 0)
                    p->at[layer + 2]++;
                else
                    p->links[p->at[layer + 1]++] = (struct link){c[k], c[k + 1]};
            }
        }
        for (int32_t k = 0; pass == 0 && k < l->n_layers; k++) p->at[k + 2] += p->at[k + 1];
    }
    p->n_links = n;
    return 0;
}

static void number_layer(struct layout *l, int32_t k)
{
    for (int32_t i = l->start[k]; i < l->start[k + 1]; i++)
        l->items[l->layer[i]].order = i - l->start[k];
}

static int64_t crossings(const struct placing *p)
{
    const struct layout_item *it = p->l->items;
    int64_t n = 0;
    for (int32_t k = 0; k < p->l->n_layers; k++)
        for (int32_t a = p->at[k]; a < p->at[k + 1]; a++)
            for (int32_t b = a + 1; b < p->at[k + 1]; b++) {
                int32_t u = it[p->links[a].up].order - it[p->links[b].up].order;
                int32_t d = it[p->links[a].down].order - it[p->links[b].down].order;
                n += (u < 0 && d > 0) || (u > 0 && d < 0);
            }
    return n;
}

/* Sorts layer k by the mean order of its neighbours above (or below); equal ones stay. */
static void sort_layer(struct placing *p, int32_t k, bool above)
{
    struct layout *l = p->l;
    int32_t from = above ? k - 1 : k;
    for (int32_t i = l->start[k]; i < l->start[k + 1]; i++) {
        double sum = 0;
        int32_t n = 0, item = l->layer[i];
        for (int32_t a = p->at[from]; a < p->at[from + 1]; a++) {
            int32_t mine = above ? p->links[a].down : p->links[a].up;
            if (mine != item) continue;
            sum += l->items[above ? p->links[a].up : p->links[a].down].order;
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
    struct layout *l = p->l;
    size_t bytes = (size_t)l->n_items * sizeof *p->best;
    int64_t least;
    for (int32_t k = 0; k < l->n_layers; k++) number_layer(l, k);
    least = crossings(p);
    memcpy(p->best, l->layer, bytes);
    for (int s = 0; s < SWEEPS && least > 0; s++) {
        for (int32_t k = 1; k < l->n_layers && s % 2 == 0; k++) sort_layer(p, k, true);
        for (int32_t k = l->n_layers - 2; k >= 0 && s % 2; k--) sort_layer(p, k, false);
        int64_t now = crossings(p);
        if (now >= least) continue;
        least = now;
        memcpy(p->best, l->layer, bytes);
    }
    memcpy(l->layer, p->best, bytes);
    for (int32_t k = 0; k < l->n_layers; k++) number_layer(l, k);
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

static double distance(const struct layout_item *a, const struct layout_item *b)
{
    return a->after + b->before;
}

/* Where item i wants to be: the mean of its neighbours on the sides asked for; false: anywhere. */
static bool wanted(const struct placing *p, int32_t item, bool above, bool below, double *x)
{
    const struct layout *l = p->l;
    int32_t k = l->items[item].layer;
    double sum = 0, weight = 0;
    for (int32_t from = above ? k - 1 : k; from <= (below ? k : k - 1); from++) {
        if (from < 0) continue;
        for (int32_t a = p->at[from]; a < p->at[from + 1]; a++) {
            int32_t mine = from < k ? p->links[a].down : p->links[a].up;
            int32_t other = from < k ? p->links[a].up : p->links[a].down;
            double w = l->items[other].node < 0 && l->items[item].node < 0 ? 4 : 1;
            if (mine != item) continue;
            sum += w * l->items[other].x;
            weight += w;
        }
    }
    if (weight > 0) *x = sum / weight;
    return weight > 0;
}

/* Least squares in one layer: p->wish, in its order, becomes x. */
static void settle(struct placing *p, int32_t k)
{
    struct layout *l = p->l;
    int32_t first = l->start[k], n = l->start[k + 1] - first, blocks = 0;
    double *mean = p->key, offset = 0;
    double *weight = p->wish + l->n_items; /* of the blocks */
    for (int32_t i = 0; i < n; i++) {
        struct layout_item *it = &l->items[l->layer[first + i]];
        if (i) offset += distance(&l->items[l->layer[first + i - 1]], it);
        mean[blocks] = p->wish[i] - offset;
        weight[blocks] = it->node < 0 ? 3 : 1;
        p->block[blocks++] = i;
        while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
            double w = weight[blocks - 2] + weight[blocks - 1];
            mean[blocks - 2] =
                (weight[blocks - 2] * mean[blocks - 2] + weight[blocks - 1] * mean[blocks - 1]) / w;
            weight[--blocks - 1] = w;
        }
    }
    offset = 0;
    for (int32_t i = 0, b = 0; i < n; i++) {
        struct layout_item *it = &l->items[l->layer[first + i]];
        if (i) offset += distance(&l->items[l->layer[first + i - 1]], it);
        while (b + 1 < blocks && p->block[b + 1] <= i) b++;
        it->x = mean[b] + offset;
    }
}

static void place_layer(struct placing *p, int32_t k, bool above, bool below)
{
    struct layout *l = p->l;
    for (int32_t i = l->start[k]; i < l->start[k + 1]; i++) {
        p->wish[i - l->start[k]] = l->items[l->layer[i]].x;
        wanted(p, l->layer[i], above, below, &p->wish[i - l->start[k]]);
    }
    settle(p, k);
}

static void find_x(struct placing *p)
{
    struct layout *l = p->l;
    for (int32_t k = 0; k < l->n_layers; k++) place_layer(p, k, true, false);
    for (int s = 0; s < SWEEPS; s++) {
        for (int32_t k = l->n_layers - 1; k >= 0; k--) place_layer(p, k, false, true);
        for (int32_t k = 0; k < l->n_layers; k++) place_layer(p, k, true, false);
    }
    for (int s = 0; s < 4; s++)
        for (int32_t k = 0; k < l->n_layers; k++) place_layer(p, k, true, true);
}

/* Everything into the picture. */
static void find_y(struct layout *l)
{
    double left = 0, right = 0, y = ABOVE;
    for (int32_t k = 0; k < l->n_items; k++) {
        const struct layout_item *it = &l->items[k];
        left = fmin(k ? left : INFINITY, it->x - it->before);
        right = fmax(k ? right : -INFINITY, it->x + it->after);
    }
    for (int32_t k = 0; k < l->n_layers; k++) {
        double high = 0;
        int32_t links = 0;
        for (int32_t i = l->start[k]; i < l->start[k + 1]; i++) {
            high = fmax(high, l->items[l->layer[i]].height);
            links++;
        }
        for (int32_t i = l->start[k]; i < l->start[k + 1]; i++) {
            l->items[l->layer[i]].x += MARGIN - left;
            l->items[l->layer[i]].y = y + high / 2;
        }
        y += high + BETWEEN + fmin(40, 2 * links);
    }
    l->width = right - left + 2 * MARGIN;
    l->height = y - BETWEEN + MARGIN;
}

/* ---- Ports: where edges touch their nodes ------------------------------------------------------ */

struct port {
    double at; /* x of the next item of the chain */
    int32_t edge;
};

static int by_place(const void *a, const void *b)
{
    const struct port *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static void spread(struct layout *l, int32_t node, bool below, struct port *ports)
{
    int32_t n = 0;
    for (int32_t e = 0; e < l->d->n_edges; e++) {
        const int32_t *c = l->chain + l->edges[e].first, last = l->edges[e].count - 1;
        if (l->edges[e].self || c[below ? 0 : last] != node) continue;
        ports[n++] = (struct port){l->items[c[below ? 1 : last - 1]].x, e};
    }
    qsort(ports, (size_t)n, sizeof *ports, by_place);
    for (int32_t k = 0; k < n; k++) {
        double room = fmin(l->items[node].width - 20, 22.0 * (n - 1));
        double x = l->items[node].x + (n > 1 ? room * (k / (n - 1.0) - 0.5) : 0);
        if (below)
            l->edges[ports[k].edge].from_x = x;
        else
            l->edges[ports[k].edge].to_x = x;
    }
}

static int find_ports(struct layout *l)
{
    struct port *ports = calloc((size_t)l->d->n_edges + 1, sizeof *ports);
    if (!ports) return -1;
    for (int32_t v = 0; v < l->d->n_nodes; v++) {
        spread(l, v, true, ports);
        spread(l, v, false, ports);
    }
    free(ports);
    return 0;
}

int layout_place(struct layout *l)
{
    struct placing p = {.l = l};
    size_t n = (size_t)l->n_items + 1;
    int failed = -1;
    p.wish = calloc(2 * n, sizeof *p.wish);
    p.key = calloc(n, sizeof *p.key);
    p.block = calloc(n, sizeof *p.block);
    p.best = calloc(n, sizeof *p.best);
    if (p.wish && p.key && p.block && p.best && find_links(&p) == 0) {
        measure(l);
        find_order(&p);
        find_x(&p);
        find_y(l);
        failed = find_ports(l);
    }
    free(p.links);
    free(p.at);
    free(p.wish);
    free(p.key);
    free(p.block);
    free(p.best);
    return failed;
}
