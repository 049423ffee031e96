/* SPDX-License-Identifier: MIT */
/* picture_place.c - where the boxes of a diagram stand.
 *
 * If the file says where all boxes are, they stay there, drawn apart until none overlaps. Otherwise those without a place
 * are put into layers from left to right:
 *
 *     1. A walk along the wires finds those that close a loop; they go back, all others go to the right.
 *     2. The layer of a box is the longest way to it; sources move up to what they feed.
 *     3. Inside a layer, boxes are ordered by the middle of their neighbours, to and fro.
 *     4. Heights follow the neighbours' ports, so that wires are straight where they can be. */
#include "diagram/picture/picture.h"
#include "out/plot/mark.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 4, BETWEEN = 5, TRIES = 16, FARTHEST = 1000 }; /* cells */

static int32_t cells(double pixels)
{
    return (int32_t)ceil(pixels / PICTURE_GRID);
}

/* ---- Sizes ---------------------------------------------------------------------------------------- */

static double widest(const struct picture_port *port, int32_t n)
{
    double w = 0;
    for (int32_t k = 0; k < n; k++) w = fmax(w, mark_width(port[k].name, 12, 9));
    return w;
}

static void measure(struct picture_box *b)
{
    int32_t rows = b->n_in > b->n_out ? b->n_in : b->n_out;
    double sides = widest(b->in, b->n_in) + widest(b->out, b->n_out);
    double middle = fmax(mark_width(b->symbol, 28, mark_letters(b->symbol) > 3 ? 11 : 17),
                         b->note ? mark_width(b->note, 28, 9) : 0);
    if (b->shape == PICTURE_INPUT || b->shape == PICTURE_OUTPUT) {
        b->w = cells(mark_width(b->name, 20, 11) + 18);
        b->h = 2;
        b->label = 0;
        return;
    }
    b->w = cells(fmax(46, middle + sides + (sides > 0 ? 18 : 12)));
    b->h = rows > 2 ? 2 * rows : 4;
    if (b->note && b->h < 6) b->h = 6;
    b->label = cells(mark_width(b->name, 30, 11));
}

static int32_t breadth(const struct picture_box *b)
{
    return b->label > b->w ? b->label : b->w;
}

static int32_t room_below(const struct picture_box *b)
{
    return b->label ? 2 : 0;
}

struct picture_point picture_port_at(const struct picture_box *b, int way, int32_t port)
{
    int32_t n = way ? b->n_out : b->n_in;
    return (struct picture_point){way ? b->x + b->w : b->x, b->y + b->h / 2 - (n - 1) + 2 * port};
}

/* ---- As the file says ------------------------------------------------------------------------------ */

static bool clash(const struct picture_box *a, const struct picture_box *b)
{
    return a->x - GAP < b->x + breadth(b) && b->x - GAP < a->x + breadth(a) &&
           a->y - GAP + 1 < b->y + b->h + room_below(b) &&
           b->y - GAP + 1 < a->y + a->h + room_below(a);
}

static void put_at(struct picture *p, double scale)
{
    for (int32_t k = 0; k < p->boxes.n; k++) {
        struct picture_box *b = &p->boxes.at[k];
        if (!b->placed) continue;
        b->x = (int32_t)lrint(b->at[0] * scale / PICTURE_GRID);
        b->y = (int32_t)lrint(b->at[1] * scale / PICTURE_GRID);
    }
}

/* Are they within a drawing of reasonable size? */
static bool all_near(const struct picture *p)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t k = 0; k < p->boxes.n; k++)
        for (int i = 0; i < 2 && p->boxes.at[k].placed; i++) {
            low[i] = fmin(low[i], p->boxes.at[k].at[i]);
            high[i] = fmax(high[i], p->boxes.at[k].at[i]);
        }
    return fabs(low[0]) < 1e6 && fabs(low[1]) < 1e6 && high[0] - low[0] < FARTHEST * PICTURE_GRID &&
           high[1] - low[1] < FARTHEST * PICTURE_GRID;
}

static bool all_apart(const struct picture *p)
{
    for (int32_t i = 0; i < p->boxes.n; i++)
        for (int32_t j = 0; j < i; j++)
            if (p->boxes.at[i].placed && p->boxes.at[j].placed &&
                clash(&p->boxes.at[i], &p->boxes.at[j]))
                return false;
    return true;
}

/* Scales the places until nothing overlaps; false: that does not help (two boxes at one place), or they
 * are too far from each other. */
static bool place_as_said(struct picture *p)
{
    double scale = 1;
    if (!all_near(p)) return false;
    for (int k = 0; k < TRIES; k++, scale *= 1.08) {
        put_at(p, scale);
        if (all_apart(p)) return true;
    }
    return false;
}

/* ---- Layers ---------------------------------------------------------------------------------------- */

struct walk {
    struct picture *p;
    int32_t *first, *next; /* wires of each box, by what they leave                              */
    int8_t *seen;          /* 0 not yet, 1 on the way, 2 done                                    */
    bool *back;            /* wires that close a loop                                            */
    int32_t *done, n_done; /* boxes in the order in which they were finished                      */
};

static bool loose(const struct picture *p, const struct picture_wire *w)
{
    return !p->boxes.at[w->from].placed && !p->boxes.at[w->to].placed;
}

/* Depth first, without recursion: stack holds boxes, at the wire to look at next. */
static void walk_from(struct walk *s, int32_t start, int32_t *stack, int32_t *at)
{
    int32_t n = 0;
    stack[n] = start;
    at[n++] = s->first[start];
    s->seen[start] = 1;
    while (n) {
        int32_t w = at[n - 1], to;
        if (w < 0) {
            s->seen[stack[--n]] = 2;
            s->done[s->n_done++] = stack[n];
            continue;
        }
        at[n - 1] = s->next[w];
        to = s->p->wires.at[w].to;
        if (s->seen[to] == 1) s->back[w] = true;
        if (s->seen[to]) continue;
        s->seen[to] = 1;
        stack[n] = to;
        at[n++] = s->first[to];
    }
}

static void walk_all(struct walk *s)
{
    struct picture *p = s->p;
    int32_t n = p->boxes.n, *stack = ARENA_ARRAY(p->arena, int32_t, n + 1),
            *at = ARENA_ARRAY(p->arena, int32_t, n + 1);
    bool *fed = ARENA_ARRAY(p->arena, bool, n + 1);
    for (int32_t k = 0; k < n; k++) s->first[k] = -1;
    for (int32_t k = p->wires.n - 1; k >= 0; k--) {
        if (!loose(p, &p->wires.at[k])) continue;
        s->next[k] = s->first[p->wires.at[k].from];
        s->first[p->wires.at[k].from] = k;
        fed[p->wires.at[k].to] = true;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < n; k++)
            if (!p->boxes.at[k].placed && !s->seen[k] && (pass || !fed[k]))
                walk_from(s, k, stack, at);
}

static void rank(struct walk *s)
{
    struct picture *p = s->p;
    for (int32_t i = s->n_done - 1; i >= 0; i--)
        for (int32_t w = s->first[s->done[i]]; w >= 0; w = s->next[w]) {
            int32_t after = p->boxes.at[s->done[i]].layer + 1;
            struct picture_box *to = &p->boxes.at[p->wires.at[w].to];
            if (!s->back[w] && to->layer < after) to->layer = after;
        }
    for (int32_t i = 0; i < s->n_done; i++) { /* what nothing feeds moves to the right */
        struct picture_box *b = &p->boxes.at[s->done[i]];
        int32_t nearest = INT32_MAX;
        if (b->n_in || b->shape == PICTURE_INPUT) continue;
        for (int32_t w = s->first[s->done[i]]; w >= 0; w = s->next[w])
            if (p->boxes.at[p->wires.at[w].to].layer < nearest)
                nearest = p->boxes.at[p->wires.at[w].to].layer;
        if (nearest != INT32_MAX && nearest > 0) b->layer = nearest - 1;
    }
}

/* ---- Order inside layers ---------------------------------------------------------------------------- */

struct column {
    int32_t *box, n;
};

struct sorted {
    double key;
    int32_t box;
};

static int by_key(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->box < y->box ? -1 : x->box > y->box;
}

/* Middle of the neighbours of box k, by wires that reach it (way 0), leave it (1), or both (2); own: if it has none. */
static double middle(const struct picture *p, int32_t k, int way, double own)
{
    double sum = 0;
    int n = 0;
    for (int32_t w = 0; w < p->wires.n; w++) {
        const struct picture_wire *e = &p->wires.at[w];
        if (!loose(p, e) || e->from == e->to) continue;
        if (way != 1 && e->to == k) sum += p->boxes.at[e->from].order + 0.01 * e->out, n++;
        if (way != 0 && e->from == k) sum += p->boxes.at[e->to].order + 0.01 * e->in, n++;
    }
    return n ? sum / n : own;
}

static void sort_column(struct picture *p, struct column *c, int way)
{
    struct sorted *list = ARENA_ARRAY(p->arena, struct sorted, c->n + 1);
    for (int32_t k = 0; k < c->n; k++)
        list[k] = (struct sorted){middle(p, c->box[k], way, k), c->box[k]};
    qsort(list, (size_t)c->n, sizeof *list, by_key);
    for (int32_t k = 0; k < c->n; k++) {
        c->box[k] = list[k].box;
        p->boxes.at[c->box[k]].order = k;
    }
}

static struct column *columns(struct walk *s, int32_t *count)
{
    struct picture *p = s->p;
    struct column *c;
    int32_t n = 0;
    for (int32_t i = 0; i < s->n_done; i++)
        if (p->boxes.at[s->done[i]].layer >= n) n = p->boxes.at[s->done[i]].layer + 1;
    c = ARENA_ARRAY(p->arena, struct column, n + 1);
    for (int32_t k = 0; k < p->boxes.n; k++)
        if (!p->boxes.at[k].placed) c[p->boxes.at[k].layer].n++;
    for (int32_t k = 0; k < n; k++)
        c[k].box = ARENA_ARRAY(p->arena, int32_t, c[k].n + 1), c[k].n = 0;
    for (int32_t i = s->n_done - 1; i >= 0; i--) {
        struct column *into = &c[p->boxes.at[s->done[i]].layer];
        p->boxes.at[s->done[i]].order = into->n;
        into->box[into->n++] = s->done[i];
    }
    for (int turn = 0; turn < 6; turn++)
        for (int32_t k = 0; k < n; k++)
            sort_column(p, &c[turn % 2 ? n - 1 - k : k], turn < 4 ? turn % 2 : 2);
    *count = n;
    return c;
}

/* ---- Coordinates ------------------------------------------------------------------------------------ */

/* Cells between a column and the next: room for the nets that turn there, and for labels at their ends. */
static int32_t channel(const struct picture *p, int32_t layer)
{
    int32_t nets = 0, text = 0, last = -1, port = -1;
    for (int32_t w = 0; w < p->wires.n; w++) {
        const struct picture_wire *e = &p->wires.at[w];
        int32_t a = p->boxes.at[e->from].layer, b = p->boxes.at[e->to].layer;
        if (!loose(p, e)) continue;
        if ((a <= layer && b > layer) || (a > layer && b <= layer + 1) || a == layer) {
            nets += e->from != last || e->out != port;
            last = e->from, port = e->out;
        }
        if (e->label && b == layer + 1 && cells(mark_width(e->label, 40, 9)) > text)
            text = cells(mark_width(e->label, 40, 9));
    }
    return BETWEEN + (nets > 10 ? 10 : nets) + text;
}

/* Where the box wants to be: so that its wires are straight. */
static double wish(const struct picture *p, int32_t k)
{
    double sum = 0;
    int n = 0;
    for (int32_t w = 0; w < p->wires.n; w++) {
        const struct picture_wire *e = &p->wires.at[w];
        const struct picture_box *a = &p->boxes.at[e->from], *b = &p->boxes.at[e->to];
        if (!loose(p, e) || (e->from != k && e->to != k) || a->layer >= b->layer) continue;
        double lift = picture_port_at(a, 1, e->out).y - picture_port_at(b, 0, e->in).y;
        sum += e->to == k ? b->y + lift : a->y - lift;
        n++;
    }
    return n ? sum / n : p->boxes.at[k].y;
}

static int32_t tall(const struct picture_box *b)
{
    return b->h + room_below(b) + GAP - 1;
}

/* Boxes of a column near their wishes, in their order, apart. */
static void settle(struct picture *p, const struct column *c)
{
    double shift = 0;
    int32_t low = INT32_MIN;
    for (int32_t k = 0; k < c->n; k++) {
        struct picture_box *b = &p->boxes.at[c->box[k]];
        int32_t y = (int32_t)floor(wish(p, c->box[k]) + 0.5);
        if (y < low) shift += low - y, y = low;
        b->y = y;
        low = y + tall(b);
    }
    for (int32_t k = 0; k < c->n; k++) p->boxes.at[c->box[k]].y -= (int32_t)(shift / (2 * c->n));
}

static bool fits(const struct picture *p, const struct column *c, int32_t at, int32_t y)
{
    const struct picture_box *b = &p->boxes.at[c->box[at]];
    if (at > 0) {
        const struct picture_box *above = &p->boxes.at[c->box[at - 1]];
        if (y < above->y + tall(above)) return false;
    }
    return at + 1 >= c->n || y + tall(b) <= p->boxes.at[c->box[at + 1]].y;
}

/* A wire that is almost straight becomes so, if there is room: of each box the first that reaches it. */
static void straighten(struct picture *p, const struct column *c)
{
    for (int32_t k = 0; k < c->n; k++)
        for (int32_t w = 0; w < p->wires.n; w++) {
            const struct picture_wire *e = &p->wires.at[w];
            struct picture_box *b = &p->boxes.at[c->box[k]];
            if (!loose(p, e) || e->to != c->box[k] || p->boxes.at[e->from].layer >= b->layer)
                continue;
            int32_t lift = picture_port_at(&p->boxes.at[e->from], 1, e->out).y -
                           picture_port_at(b, 0, e->in).y;
            if (lift > 3 || lift < -3 || !fits(p, c, k, b->y + lift)) continue;
            b->y += lift;
            break;
        }
}

static void place_layers(struct picture *p, int32_t top)
{
    struct walk s = {.p = p};
    int32_t n, x = 0, lowest = INT32_MAX;
    struct column *c;
    s.first = ARENA_ARRAY(p->arena, int32_t, p->boxes.n + 1);
    s.next = ARENA_ARRAY(p->arena, int32_t, p->wires.n + 1);
    s.done = ARENA_ARRAY(p->arena, int32_t, p->boxes.n + 1);
    s.seen = ARENA_ARRAY(p->arena, int8_t, p->boxes.n + 1);
    s.back = ARENA_ARRAY(p->arena, bool, p->wires.n + 1);
    walk_all(&s);
    rank(&s);
    c = columns(&s, &n);
    for (int32_t k = 0; k < n; k++) {
        int32_t w = 0, y = 0;
        for (int32_t i = 0; i < c[k].n; i++) {
            struct picture_box *b = &p->boxes.at[c[k].box[i]];
            if (breadth(b) > w) w = breadth(b);
            b->y = y;
            y += tall(b);
        }
        for (int32_t i = 0; i < c[k].n; i++) {
            struct picture_box *b = &p->boxes.at[c[k].box[i]];
            b->x = x + (w - b->w) / 2;
        }
        x += w + channel(p, k);
    }
    for (int turn = 0; turn < 6; turn++)
        for (int32_t k = 0; k < n; k++) settle(p, &c[turn % 2 ? n - 1 - k : k]);
    for (int32_t k = 1; k < n; k++) straighten(p, &c[k]);
    for (int32_t i = 0; i < s.n_done; i++)
        if (p->boxes.at[s.done[i]].y < lowest) lowest = p->boxes.at[s.done[i]].y;
    for (int32_t i = 0; i < s.n_done; i++) p->boxes.at[s.done[i]].y += top - lowest;
}

/* ---- All -------------------------------------------------------------------------------------------- */

/* The upper left corner becomes the margin, which has room for wires that go round everything. */
static void frame(struct picture *p)
{
    int32_t margin = PICTURE_MARGIN + (p->wires.n < 20 ? p->wires.n : 20);
    int32_t left = INT32_MAX, top = INT32_MAX, right = 0, bottom = 0;
    for (int32_t k = 0; k < p->boxes.n; k++) {
        const struct picture_box *b = &p->boxes.at[k];
        int32_t out = (breadth(b) - b->w + 1) / 2;
        if (b->x - out < left) left = b->x - out;
        if (b->y < top) top = b->y;
    }
    for (int32_t k = 0; k < p->boxes.n; k++) {
        struct picture_box *b = &p->boxes.at[k];
        b->x += margin - left;
        b->y += margin - top;
        if (b->x + breadth(b) > right) right = b->x + breadth(b);
        if (b->y + b->h + room_below(b) > bottom) bottom = b->y + b->h + room_below(b);
    }
    p->width = right + margin;
    p->height = bottom + margin;
}

void picture_place(struct picture *p)
{
    int32_t bottom = 0, placed = 0;
    for (int32_t k = 0; k < p->boxes.n; k++) {
        measure(&p->boxes.at[k]);
        placed += p->boxes.at[k].placed;
    }
    if (placed && !place_as_said(p)) {
        for (int32_t k = 0; k < p->boxes.n; k++) p->boxes.at[k].placed = false;
        placed = 0;
    }
    for (int32_t k = 0; k < p->boxes.n; k++) {
        const struct picture_box *b = &p->boxes.at[k];
        if (b->placed && b->y + b->h + room_below(b) + GAP > bottom)
            bottom = b->y + b->h + room_below(b) + GAP;
    }
    if (placed < p->boxes.n) place_layers(p, bottom);
    frame(p);
}
