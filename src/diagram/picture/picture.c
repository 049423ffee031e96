/* SPDX-License-Identifier: MIT */
/* picture.c - the drawing of a diagram: every level of it as boxes and wires.
 *
 * A box shows what its block does: a symbol, or the value that matters most (the gain, the
 * formula), else the name of the block. Inputs and outputs of a level are tags at its sides. A
 * nested diagram is one box; what is in it is drawn further down, once, however often it is
 * used. */
#include "diagram/picture/picture.h"
#include "diagram/diagram.h"
#include <string.h>

enum { MOST_BOXES = 250, MOST_LEVELS = 40 };

/* ---- Ports ----------------------------------------------------------------------------------- */

static int32_t count_ports(const struct diagram_block *block, int way)
{
    const saltus_port *list =
        block->type ? (way ? block->type->outputs : block->type->inputs) : NULL;
    int32_t n = 0, many = way ? block->part.outputs : block->part.inputs;
    for (; list && list->name; list++) n += list->many ? (many ? many : way ? 1 : 2) : 1;
    for (int32_t k = 0; block->inner && k < block->inner->ports.n; k++)
        n += block->inner->ports.at[k].way == way;
    return n;
}

static void name_ports(struct arena *a, struct picture_port *port,
                       const struct diagram_block *block, int way)
{
    const saltus_port *list =
        block->type ? (way ? block->type->outputs : block->type->inputs) : NULL;
    int32_t n = 0, many = way ? block->part.outputs : block->part.inputs;
    for (; list && list->name; list++) {
        int32_t times = list->many ? (many ? many : way ? 1 : 2) : 1;
        for (int32_t k = 1; k <= times; k++, n++) {
            port[n].name = list->many ? arena_format(a, "%s%d", list->name, k) : list->name;
            port[n].event = list->type && strcmp(list->type, SALTUS_TYPE_EVENT) == 0;
            port[n].base = n;
            port[n].slice = "";
        }
    }
    for (int32_t k = 0; block->inner && k < block->inner->ports.n; k++) {
        const struct diagram_port *p = &block->inner->ports.at[k];
        if (p->way != way) continue;
        port[n].name = p->name;
        port[n].base = n;
        port[n].slice = "";
        port[n++].event = p->type && strcmp(p->type, SALTUS_TYPE_EVENT) == 0;
    }
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

struct drawing {
    struct picture picture;
    const struct diagram_level *level;
    int32_t *box; /* of each block, then of each port of the level; -1: not drawn   */
};

static void add_block(struct drawing *g, const struct diagram_block *block)
{
    struct arena *a = g->picture.arena;
    struct picture_box b = {
        .name = block->name, .vector = block->part.size > 1, .placed = block->placed};
    for (int i = 0; i < 2; i++) b.at[i] = block->at[i];
    b.shape = block->inner ? PICTURE_NESTED : PICTURE_BLOCK;
    b.n_in = count_ports(block, 0);
    b.n_out = count_ports(block, 1);
    b.in = ARENA_ARRAY(a, struct picture_port, b.n_in + 1);
    b.out = ARENA_ARRAY(a, struct picture_port, b.n_out + 1);
    name_ports(a, b.in, block, 0);
    name_ports(a, b.out, block, 1);
    picture_sign(a, &b, block);
    VEC_ADD(a, &g->picture.boxes, b);
}

static void add_port(struct drawing *g, const struct diagram_port *port)
{
    struct arena *a = g->picture.arena;
    struct picture_box b = {
        .name = port->name, .symbol = "", .placed = port->placed, .vector = port->size > 1};
    for (int i = 0; i < 2; i++) b.at[i] = port->at[i];
    b.shape = port->way ? PICTURE_OUTPUT : PICTURE_INPUT;
    b.in = b.out = ARENA_ARRAY(a, struct picture_port, 1);
    b.in->name = b.in->slice = "";
    b.in->event = port->type && strcmp(port->type, SALTUS_TYPE_EVENT) == 0;
    b.n_in = port->way;
    b.n_out = !port->way;
    picture_paint(&b, NULL);
    VEC_ADD(a, &g->picture.boxes, b);
}

/* Blocks and ports up to the limit. */
static void add_boxes(struct drawing *g)
{
    const struct diagram_level *l = g->level;
    int32_t n = l->blocks.n + l->ports.n;
    g->box = ARENA_ARRAY(g->picture.arena, int32_t, n + 1);
    for (int32_t k = 0; k < n; k++) {
        g->box[k] = g->picture.boxes.n < MOST_BOXES ? g->picture.boxes.n : -1;
        if (g->box[k] < 0)
            g->picture.left_out++;
        else if (k < l->blocks.n)
            add_block(g, &l->blocks.at[k]);
        else
            add_port(g, &l->ports.at[k - l->blocks.n]);
    }
}

/* ---- Wires ----------------------------------------------------------------------------------- */

static int32_t find_port(const struct picture_port *list, int32_t n, const char *name)
{
    for (int32_t k = 0; k < n; k++)
        if (name && strcmp(list[k].name, name) == 0) return k;
    return n == 1 ? 0 : -1;
}

/* The box and port of an end; false: not drawn. */
static bool find_end(const struct drawing *g, const struct diagram_end *e, int way, int32_t *box,
                     int32_t *port)
{
    const struct diagram_level *l = g->level;
    const struct picture_box *b;
    int32_t k = e->block;
    for (int32_t i = 0; k < 0 && i < l->ports.n; i++)
        if (e->port && strcmp(l->ports.at[i].name, e->port) == 0 && l->ports.at[i].way == !way)
            k = l->blocks.n + i;
    if (k < 0 || g->box[k] < 0) return false;
    *box = g->box[k];
    b = &g->picture.boxes.at[*box];
    *port =
        k >= l->blocks.n ? 0 : find_port(way ? b->out : b->in, way ? b->n_out : b->n_in, e->port);
    return *port >= 0;
}

/* "[2:10]", from 1; "" for all. */
static const char *slice(struct arena *a, const struct diagram_end *e)
{
    int32_t step = e->step ? e->step : 1;
    long first = (long)e->first + 1, last = first + (long)(e->count - 1) * step;
    if (e->count == 0) return "";
    if (e->count == 1) return arena_format(a, "[%ld]", first);
    return step == 1 ? arena_format(a, "[%ld:%ld]", first, last)
                     : arena_format(a, "[%ld:%d:%ld]", first, step, last);
}

/* Elements of an input that are fed by a wire of their own have a place of their own at the box. */
static int32_t slot(struct drawing *g, int32_t box, int32_t base, const char *elements)
{
    struct picture_box *b = &g->picture.boxes.at[box];
    struct picture_port *more;
    for (int32_t k = 0; k < b->n_in; k++)
        if (b->in[k].base == base && strcmp(b->in[k].slice, elements) == 0) return k;
    more = ARENA_ARRAY(g->picture.arena, struct picture_port, b->n_in + 1);
    memcpy(more, b->in, sizeof *more * (size_t)b->n_in);
    more[b->n_in] = b->in[base];
    more[b->n_in].slice = elements;
    more[b->n_in].name = arena_format(g->picture.arena, "%s%s", b->in[base].name, elements);
    b->in = more;
    return b->n_in++;
}

/* How many elements an end has; port: its number in the table of the block. */
static int32_t elements(const struct drawing *g, const struct diagram_end *e, int way, int32_t port)
{
    const struct diagram_level *l = g->level;
    const struct diagram_block *b = e->block < 0 ? NULL : &l->blocks.at[e->block];
    const struct diagram_level *owner = b ? b->inner : l;
    if (e->count) return e->count;
    for (int32_t i = 0; owner && i < owner->ports.n; i++)
        if (e->port && strcmp(owner->ports.at[i].name, e->port) == 0)
            return owner->ports.at[i].size;
    if (!b || !b->type) return 1;
    return b->type->port_size ? b->type->port_size(&b->part, way, port) : b->part.size;
}

/* Wires between the same two ports are drawn as one, with both labels. */
static bool merged(struct drawing *g, const struct picture_wire *w)
{
    for (int32_t k = 0; k < g->picture.wires.n; k++) {
        struct picture_wire *o = &g->picture.wires.at[k];
        if (o->from != w->from || o->out != w->out || o->to != w->to || o->in != w->in) continue;
        if (o->label && w->label)
            o->label = arena_format(g->picture.arena, "%s, %s", o->label, w->label);
        return true;
    }
    return false;
}

static void add_wires(struct drawing *g)
{
    for (int32_t k = 0; k < g->level->wires.n; k++) {
        const struct diagram_wire *w = &g->level->wires.at[k];
        struct picture_wire d = {.label = NULL};
        if (!find_end(g, &w->from, 1, &d.from, &d.out) || !find_end(g, &w->to, 0, &d.to, &d.in))
            continue;
        d.thick = elements(g, &w->from, 1, d.out) > 1 || elements(g, &w->to, 0, d.in) > 1;
        d.in = slot(g, d.to, d.in, slice(g->picture.arena, &w->to));
        d.label = slice(g->picture.arena, &w->from);
        if (!*d.label) d.label = NULL;
        d.event = g->picture.boxes.at[d.from].out[d.out].event;
        if (!merged(g, &d)) VEC_ADD(g->picture.arena, &g->picture.wires, d);
    }
}

/* ---- What need not be seen ------------------------------------------------------------------- */

static bool has_wire(const struct drawing *g, int32_t box, int way, int32_t port)
{
    for (int32_t w = 0; w < g->picture.wires.n; w++) {
        const struct picture_wire *e = &g->picture.wires.at[w];
        if (way ? e->from == box && e->out == port : e->to == box && e->in == port) return true;
    }
    return false;
}

static void renumber(struct drawing *g, int32_t box, int way, const int32_t *place)
{
    for (int32_t w = 0; w < g->picture.wires.n; w++) {
        struct picture_wire *e = &g->picture.wires.at[w];
        if (way && e->from == box) e->out = place[e->out];
        if (!way && e->to == box) e->in = place[e->in];
    }
}

/* Ports without a wire are left out, unless there is only one; parts of a port are together. A
 * single port needs no name. */
static void tidy_side(struct drawing *g, int32_t box, int way)
{
    struct picture_box *b = &g->picture.boxes.at[box];
    struct picture_port *list = way ? b->out : b->in;
    int32_t n = way ? b->n_out : b->n_in, kept = 0;
    struct picture_port *tidy = ARENA_ARRAY(g->picture.arena, struct picture_port, n + 1);
    int32_t *place = ARENA_ARRAY(g->picture.arena, int32_t, n + 1);
    for (int32_t base = 0; base < n; base++)
        for (int32_t k = 0; k < n; k++) {
            if (list[k].base != base || (n > 1 && !has_wire(g, box, way, k))) continue;
            place[k] = kept;
            tidy[kept++] = list[k];
        }
    renumber(g, box, way, place);
    if (way)
        b->out = tidy, b->n_out = kept;
    else
        b->in = tidy, b->n_in = kept;
    if (kept == 1 && b->shape == PICTURE_BLOCK) tidy[0].name = tidy[0].slice;
}

/* Signs at the inputs of sums, none at those of products. */
static void tidy_block(struct drawing *g, int32_t box, const struct diagram_block *block)
{
    struct picture_box *b = &g->picture.boxes.at[box];
    struct arena *a = g->picture.arena;
    bool sum = block->type && strcmp(block->type->name, "sum") == 0;
    bool product = block->type && strcmp(block->type->name, "product") == 0;
    tidy_side(g, box, 0);
    tidy_side(g, box, 1);
    for (int32_t k = 0; k < b->n_in && (sum || product); k++)
        b->in[k].name = product ? b->in[k].slice
                                : arena_format(a, "%s%s", picture_weight(a, block, b->in[k].base),
                                               b->in[k].slice);
}

static struct picture *draw_level(struct arena *a, const struct diagram_level *l, bool root)
{
    struct drawing *g = ARENA_NEW(a, struct drawing);
    g->picture.arena = a;
    g->picture.title = l->name ? l->name : "diagram";
    if (l->text && *l->text && root)
        g->picture.title = arena_format(a, "%s: %s", g->picture.title, l->text);
    g->level = l;
    add_boxes(g);
    add_wires(g);
    for (int32_t k = 0; k < l->blocks.n; k++)
        if (g->box[k] >= 0) tidy_block(g, g->box[k], &l->blocks.at[k]);
    picture_place(&g->picture);
    picture_route(&g->picture);
    return &g->picture;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* All levels that are used, the root first, each once. */
static void draw_all(struct arena *a, const struct saltus_diagram *d, FILE *out)
{
    const struct diagram_level *level[MOST_LEVELS] = {d->root};
    struct picture *list[MOST_LEVELS];
    int32_t n = 1;
    for (int32_t k = 0; k < n; k++) {
        list[k] = draw_level(a, level[k], k == 0);
        for (int32_t i = 0; i < level[k]->blocks.n; i++) {
            const struct diagram_level *inner = level[k]->blocks.at[i].inner;
            bool known = !inner;
            for (int32_t j = 0; j < n && !known; j++)
                known = level[j] == inner || level[j]->source == inner->source;
            if (!known && n < MOST_LEVELS) level[n++] = inner;
        }
    }
    picture_svg(list, n, out);
}

saltus_status saltus_diagram_svg(const saltus_diagram *d, FILE *out)
{
    if (!d || !out) return SALTUS_EARG;
    struct arena a;
    volatile saltus_status st = SALTUS_OK;
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail))
        st = SALTUS_ENOMEM;
    else
        draw_all(&a, d, out);
    arena_free(&a);
    return st == SALTUS_OK && ferror(out) ? SALTUS_EIO : st;
}
