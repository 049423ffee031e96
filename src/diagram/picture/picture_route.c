/* SPDX-License-Identifier: MIT */
/* picture_route.c - the ways of the wires, along the grid and around the boxes.
 *
 * Each wire takes the cheapest way from its output to its input (Dijkstra's algorithm with an
 * estimate of what is left, over cells and directions). Prices, in tenths of a cell:
 *
 *     a step 10; along the own net 5; close to a box 6 more; past a port 40 more; a corner 30 more
 *     across another net 25 more; along one, or with a corner on one, 2000 more; upright through a
 *     label 80 more
 *
 * Boxes and the names below them are closed. Short wires go first; all is decided by numbers, so
 * that the same diagram gives the same drawing. */
#include "diagram/picture/picture.h"
#include "out/plot/mark.h"
#include <stdlib.h>
#include <string.h>

enum { STEP = 10, OWN = 5, CLOSE = 6, PORT = 40, CORNER = 30, CROSS = 25, ALONG = 2000, TEXT = 80 };
enum { EAST, SOUTH, WEST, NORTH };
static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};

struct cell {
    int32_t across, upright; /* net that goes through it, + 1; 0: none                            */
    bool closed, corner;
    uint8_t close; /* 1 beside a box, 2 before a port                                             */
    bool text;     /* a label will be here: nothing goes upright                                  */
    uint8_t links; /* directions in which the net of the moment goes                              */
};
struct visit {
    int32_t cost;  /* so far                                                                      */
    uint32_t turn; /* for which search this is                                                    */
    int8_t before; /* direction of the step before; -1: the start                                 */
    bool done;
};
struct entry {
    int32_t key, state;
};
struct router {
    struct picture *p;
    struct cell *cell;
    struct visit *visit; /* four for each cell                                                   */
    VEC(struct entry) heap;
    uint32_t turn;
    int32_t *net; /* of each wire                                                                */
    bool *begun; /* of each net: has it a way?                                                    */
    bool fresh;  /* the present one has none                                                      */
};

static int32_t cell_at(const struct router *r, int32_t x, int32_t y)
{
    return y * r->p->width + x;
}

static bool inside(const struct router *r, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < r->p->width && y < r->p->height;
}

/* ---- The ground ------------------------------------------------------------------------------ */

static void mark_area(struct router *r, int32_t x, int32_t y, int32_t w, int32_t h, bool closed)
{
    for (int32_t j = y; j <= y + h; j++)
        for (int32_t i = x; i <= x + w; i++) {
            if (!inside(r, i, j)) continue;
            struct cell *c = &r->cell[cell_at(r, i, j)];
            if (closed)
                c->closed = true;
            else if (!c->close)
                c->close = 1;
        }
}

static void mark_ports(struct router *r, const struct picture_box *b)
{
    for (int way = 0; way < 2; way++)
        for (int32_t k = 0; k < (way ? b->n_out : b->n_in); k++) {
            struct picture_point at = picture_port_at(b, way, k);
            int32_t x = at.x + (way ? 1 : -1);
            if (inside(r, x, at.y)) r->cell[cell_at(r, x, at.y)].close = 2;
        }
}

static void mark_boxes(struct router *r)
{
    for (int32_t k = 0; k < r->p->boxes.n; k++) {
        const struct picture_box *b = &r->p->boxes.at[k];
        int32_t out = b->label > b->w ? (b->label - b->w + 1) / 2 : 0;
        mark_area(r, b->x - 1, b->y - 1, b->w + 2, b->h + 2, false);
        mark_area(r, b->x, b->y, b->w, b->h, true);
        if (b->label) mark_area(r, b->x - out, b->y + b->h, b->w + 2 * out, 2, true);
    }
    for (int32_t k = 0; k < r->p->boxes.n; k++) mark_ports(r, &r->p->boxes.at[k]);
}

/* Labels are above the last piece of their wires. */
static void mark_labels(struct router *r)
{
    for (int32_t k = 0; k < r->p->wires.n; k++) {
        const struct picture_wire *w = &r->p->wires.at[k];
        struct picture_point at = picture_port_at(&r->p->boxes.at[w->to], 0, w->in);
        int32_t n = w->label ? (int32_t)(mark_width(w->label, 40, 9) / PICTURE_GRID) + 2 : 0;
        for (int32_t i = 1; i <= n; i++)
            for (int32_t j = 0; j < 2; j++)
                if (inside(r, at.x - i, at.y - j))
                    r->cell[cell_at(r, at.x - i, at.y - j)].text = true;
    }
}

/* ---- The queue ------------------------------------------------------------------------------- */

static bool before(const struct entry *a, const struct entry *b)
{
    return a->key != b->key ? a->key < b->key : a->state < b->state;
}

static void push(struct router *r, int32_t key, int32_t state)
{
    struct entry e = {key, state};
    int32_t k;
    VEC_ADD(r->p->arena, &r->heap, e);
    for (k = r->heap.n - 1; k > 0 && before(&e, &r->heap.at[(k - 1) / 2]); k = (k - 1) / 2)
        r->heap.at[k] = r->heap.at[(k - 1) / 2];
    r->heap.at[k] = e;
}

static struct entry pop(struct router *r)
{
    struct entry top = r->heap.at[0], e = r->heap.at[--r->heap.n];
    int32_t k = 0, child;
    while ((child = 2 * k + 1) < r->heap.n) {
        if (child + 1 < r->heap.n && before(&r->heap.at[child + 1], &r->heap.at[child])) child++;
        if (!before(&r->heap.at[child], &e)) break;
        r->heap.at[k] = r->heap.at[child];
        k = child;
    }
    if (r->heap.n) r->heap.at[k] = e;
    return top;
}

/* ---- Prices ---------------------------------------------------------------------------------- */

/* Of a corner in this cell. */
static int32_t corner_price(const struct cell *c, int32_t net)
{
    bool other = (c->across && c->across != net) || (c->upright && c->upright != net);
    return CORNER + (other ? ALONG : 0);
}

/* Of entering this cell in direction d. */
static int32_t price(const struct cell *c, int32_t net, int d)
{
    int32_t along = d % 2 ? c->upright : c->across, over = d % 2 ? c->across : c->upright;
    int32_t sum = along == net ? OWN : STEP + (c->close == 2 ? PORT : c->close ? CLOSE : 0);
    if (along && along != net) sum += ALONG;
    if (over && over != net) sum += c->corner ? ALONG : CROSS;
    return sum + (c->text && d % 2 ? TEXT : 0);
}

/* What is left at least; a little more where the net has a way already, which is cheap: the search
 * is much shorter then. */
static int32_t left_to_go(const struct router *r, struct picture_point a, struct picture_point b)
{
    return (r->fresh ? STEP : STEP - 2) * (abs(a.x - b.x) + abs(a.y - b.y));
}

/* ---- One wire -------------------------------------------------------------------------------- */

static void offer(struct router *r, int32_t state, int32_t cost, int before_it, int32_t rest)
{
    struct visit *v = &r->visit[state];
    if (v->turn == r->turn && (v->done || v->cost <= cost)) return;
    *v = (struct visit){cost, r->turn, (int8_t)before_it, false};
    push(r, cost + rest, state);
}

/* All steps from a state: straight on, or to a side. */
static void spread(struct router *r, int32_t state, int32_t net, struct picture_point goal)
{
    int32_t here = state / 4, cost = r->visit[state].cost, w = r->p->width;
    int d = state % 4;
    for (int to = 0; to < 4; to++) {
        struct picture_point at = {here % w + step_x[to], here / w + step_y[to]};
        int32_t next;
        if (to == (d + 2) % 4 || !inside(r, at.x, at.y)) continue;
        next = cell_at(r, at.x, at.y);
        if (r->cell[next].closed) continue;
        offer(r, 4 * next + to,
              cost + price(&r->cell[next], net, to) +
                  (to != d ? corner_price(&r->cell[here], net) : 0),
              d, left_to_go(r, at, goal));
    }
}

/* The state in which the goal is reached from the west; -1: there is no way. */
static int32_t search(struct router *r, struct picture_point from, struct picture_point goal,
                      int32_t net)
{
    int32_t end = 4 * cell_at(r, goal.x, goal.y) + EAST;
    r->turn++;
    r->heap.n = 0;
    offer(r, 4 * cell_at(r, from.x, from.y) + EAST, 0, -1, left_to_go(r, from, goal));
    while (r->heap.n) {
        struct entry e = pop(r);
        if (r->visit[e.state].done) continue;
        r->visit[e.state].done = true;
        if (e.state == end) return end;
        if (e.state / 4 == end / 4 && e.state % 4 != WEST) { /* turns there */
            offer(r, end, r->visit[e.state].cost + corner_price(&r->cell[end / 4], net),
                  4 + e.state % 4, 0);
            continue;
        }
        spread(r, e.state, net, goal);
    }
    return -1;
}

static void occupy(struct router *r, int32_t cell, int d, int32_t net)
{
    struct cell *c = &r->cell[cell];
    if (d % 2)
        c->upright = c->upright ? c->upright : net;
    else
        c->across = c->across ? c->across : net;
}

/* Back from the end; corners are collected and turned round. */
static void take(struct router *r, struct picture_wire *w, int32_t state, int32_t net)
{
    VEC(struct picture_point) back = {0};
    struct picture_point end = picture_port_at(&r->p->boxes.at[w->to], 0, w->in);
    struct picture_point begin = picture_port_at(&r->p->boxes.at[w->from], 1, w->out);
    int d = EAST;
    VEC_ADD(r->p->arena, &back, end);
    for (;;) {
        int32_t cell = state / 4, from = r->visit[state].before;
        struct picture_point at = {cell % r->p->width, cell / r->p->width};
        bool turns_here = from >= 4;
        occupy(r, cell, state % 4, net);
        if (from < 0) break;
        if (turns_here) from -= 4;
        if (from != d || turns_here) {
            struct picture_point corner = at;
            if (!turns_here) corner.x -= step_x[d], corner.y -= step_y[d];
            VEC_ADD(r->p->arena, &back, corner);
            r->cell[cell_at(r, corner.x, corner.y)].corner = true;
            occupy(r, cell_at(r, corner.x, corner.y), d, net);
            occupy(r, cell_at(r, corner.x, corner.y), from, net);
        }
        state = turns_here ? 4 * cell + from
                           : 4 * cell_at(r, at.x - step_x[d], at.y - step_y[d]) + from;
        d = from;
    }
    VEC_ADD(r->p->arena, &back, begin);
    for (int32_t k = back.n - 1; k >= 0; k--) VEC_ADD(r->p->arena, &w->path, back.at[k]);
}

/* No way: a box is in front of the port. Straight then, so that at least it is seen. */
static void straight(struct router *r, struct picture_wire *w)
{
    struct picture_point a = picture_port_at(&r->p->boxes.at[w->from], 1, w->out);
    struct picture_point b = picture_port_at(&r->p->boxes.at[w->to], 0, w->in);
    VEC_ADD(r->p->arena, &w->path, a);
    VEC_ADD(r->p->arena, &w->path, b);
}

static void route_one(struct router *r, int32_t k)
{
    struct picture_wire *w = &r->p->wires.at[k];
    struct picture_point from = picture_port_at(&r->p->boxes.at[w->from], 1, w->out);
    struct picture_point goal = picture_port_at(&r->p->boxes.at[w->to], 0, w->in);
    int32_t end = -1;
    from.x++, goal.x--;
    r->fresh = !r->begun[r->net[k]];
    r->begun[r->net[k]] = true;
    if (inside(r, from.x, from.y) && inside(r, goal.x, goal.y))
        end = search(r, from, goal, r->net[k]);
    if (end >= 0)
        take(r, w, end, r->net[k]);
    else
        straight(r, w);
}

/* ---- Dots ------------------------------------------------------------------------------------ */

static void link_path(struct router *r, const struct picture_wire *w, bool clear)
{
    for (int32_t k = 0; k + 1 < w->path.n; k++) {
        struct picture_point a = w->path.at[k], b = w->path.at[k + 1];
        int d = a.x < b.x ? EAST : a.x > b.x ? WEST : a.y < b.y ? SOUTH : NORTH;
        if (a.x != b.x && a.y != b.y) return; /* a straight one */
        for (; a.x != b.x || a.y != b.y; a.x += step_x[d], a.y += step_y[d]) {
            struct cell *here = &r->cell[cell_at(r, a.x, a.y)];
            struct cell *there = &r->cell[cell_at(r, a.x + step_x[d], a.y + step_y[d])];
            here->links = (uint8_t)(clear ? 0 : here->links | 1 << d);
            there->links = (uint8_t)(clear ? 0 : there->links | 1 << (d + 2) % 4);
        }
    }
}

static void dots_on(struct router *r, const struct picture_wire *w)
{
    for (int32_t k = 0; k + 1 < w->path.n; k++) {
        struct picture_point a = w->path.at[k], b = w->path.at[k + 1];
        int d = a.x < b.x ? EAST : a.x > b.x ? WEST : a.y < b.y ? SOUTH : NORTH;
        if (a.x != b.x && a.y != b.y) return;
        for (; a.x != b.x || a.y != b.y; a.x += step_x[d], a.y += step_y[d]) {
            struct cell *c = &r->cell[cell_at(r, a.x, a.y)];
            int n =
                (c->links & 1) + (c->links >> 1 & 1) + (c->links >> 2 & 1) + (c->links >> 3 & 1);
            if (n < 3) continue;
            VEC_ADD(r->p->arena, &r->p->dots, a);
            c->links = 0; /* once */
        }
    }
}

static bool same_net(const struct picture_wire *a, const struct picture_wire *b)
{
    return a->from == b->from && a->out == b->out;
}

static void find_dots(struct router *r)
{
    struct picture *p = r->p;
    for (int32_t k = 0; k < p->wires.n; k++) {
        bool first = true;
        for (int32_t j = 0; j < k && first; j++)
            first = !same_net(&p->wires.at[j], &p->wires.at[k]);
        if (!first) continue;
        for (int pass = 0; pass < 3; pass++)
            for (int32_t j = k; j < p->wires.n; j++) {
                if (!same_net(&p->wires.at[j], &p->wires.at[k])) continue;
                if (pass == 1)
                    dots_on(r, &p->wires.at[j]);
                else
                    link_path(r, &p->wires.at[j], pass == 2);
            }
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static void stretch(struct picture_point *low, struct picture_point *high, int32_t x, int32_t y)
{
    if (x < low->x) low->x = x;
    if (y < low->y) low->y = y;
    if (x > high->x) high->x = x;
    if (y > high->y) high->y = y;
}

static void move_all(struct picture *p, int32_t dx, int32_t dy)
{
    for (int32_t k = 0; k < p->boxes.n; k++) p->boxes.at[k].x += dx, p->boxes.at[k].y += dy;
    for (int32_t k = 0; k < p->dots.n; k++) p->dots.at[k].x += dx, p->dots.at[k].y += dy;
    for (int32_t k = 0; k < p->wires.n; k++)
        for (int32_t i = 0; i < p->wires.at[k].path.n; i++)
            p->wires.at[k].path.at[i].x += dx, p->wires.at[k].path.at[i].y += dy;
}

/* Margins that no wire needed are cut off. */
static void crop(struct picture *p)
{
    struct picture_point low = {INT32_MAX, INT32_MAX}, high = {0, 0};
    for (int32_t k = 0; k < p->boxes.n; k++) {
        const struct picture_box *b = &p->boxes.at[k];
        int32_t out = b->label > b->w ? (b->label - b->w + 1) / 2 : 0;
        stretch(&low, &high, b->x - out, b->y);
        stretch(&low, &high, b->x + b->w + out, b->y + b->h + (b->label ? 2 : 0));
    }
    for (int32_t k = 0; k < p->wires.n; k++)
        for (int32_t i = 0; i < p->wires.at[k].path.n; i++)
            stretch(&low, &high, p->wires.at[k].path.at[i].x, p->wires.at[k].path.at[i].y);
    if (p->boxes.n == 0) low = (struct picture_point){0, 0};
    move_all(p, 1 - low.x, 1 - low.y);
    p->width = high.x - low.x + 2;
    p->height = high.y - low.y + (p->left_out ? 5 : 2);
}

struct turn_of {
    int32_t length, wire;
};

static int shorter(const void *a, const void *b)
{
    const struct turn_of *x = a, *y = b;
    return x->length != y->length ? (x->length < y->length ? -1 : 1)
                                  : (x->wire > y->wire) - (x->wire < y->wire);
}

/* The net of each wire: the number of the first that leaves the same port, + 1. */
static void number_nets(struct router *r)
{
    struct picture *p = r->p;
    for (int32_t k = 0; k < p->wires.n; k++) {
        r->net[k] = k + 1;
        for (int32_t j = 0; j < k; j++)
            if (same_net(&p->wires.at[j], &p->wires.at[k])) {
                r->net[k] = j + 1;
                break;
            }
    }
}

void picture_route(struct picture *p)
{
    struct router r = {.p = p};
    struct turn_of *order = ARENA_ARRAY(p->arena, struct turn_of, p->wires.n + 1);
    r.cell = ARENA_ARRAY(p->arena, struct cell, p->width * p->height);
    r.visit = ARENA_ARRAY(p->arena, struct visit, 4 * p->width * p->height);
    r.net = ARENA_ARRAY(p->arena, int32_t, p->wires.n + 1);
    r.begun = ARENA_ARRAY(p->arena, bool, p->wires.n + 2);
    mark_boxes(&r);
    mark_labels(&r);
    number_nets(&r);
    for (int32_t k = 0; k < p->wires.n; k++) {
        const struct picture_wire *w = &p->wires.at[k];
        order[k].length = left_to_go(&r, picture_port_at(&p->boxes.at[w->from], 1, w->out),
                                     picture_port_at(&p->boxes.at[w->to], 0, w->in));
        order[k].wire = k;
    }
    qsort(order, (size_t)p->wires.n, sizeof *order, shorter);
    for (int32_t k = 0; k < p->wires.n; k++) route_one(&r, order[k].wire);
    find_dots(&r);
    crop(p);
}
