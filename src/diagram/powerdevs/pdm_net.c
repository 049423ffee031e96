/* SPDX-License-Identifier: MIT */
/* pdm_net.c - wires from lines and points.
 *
 *     Source = Cmp ; 3 ; 2 ; -1      input 2 of part 3 (0 at the end: an output)
 *     Sink   = Prt ; 4 ; 1 ; -1      Inport or Outport 4
 *              Pnt ; 1 ; -1 ; 0      point 1, where lines meet
 *
 * "Source" and "Sink" only say where the drawing of the line began: the ends themselves show who
 * sends. Ends that are connected, directly or through points, are one net; every sender of a net
 * reaches every receiver of it. Nets are found by union of sets; wires come in the order of the
 * file. */
#include "diagram/powerdevs/pdm.h"
#include <string.h>

struct node {  /* an end of lines: a port, or a point */
    char kind; /* 'i' input of a part, 'o' output, 'I' Inport (sends), 'O' Outport, 'p' point */
    int32_t part, port;
    uint32_t line;
    int32_t up; /* towards the root of its set                                                    */
};
struct net {
    struct pdm *p;
    struct pdm_coupled *c;
    int32_t points;
    int32_t *first; /* of each part: its inputs, then its outputs, in nodes */
    struct node *nodes;
    int32_t n;
};

static int32_t root_of(struct net *t, int32_t k)
{
    while (t->nodes[k].up != k) k = t->nodes[k].up = t->nodes[t->nodes[k].up].up;
    return k;
}

/* Nodes of everything that can be an end. */
static void lay_out(struct net *t)
{
    int32_t n = t->points + t->c->ports.n, k = 0;
    for (int32_t i = 0; i < t->c->parts.n; i++)
        n += t->c->parts.at[i].inputs + t->c->parts.at[i].outputs;
    t->nodes = ARENA_ARRAY(&t->p->arena, struct node, n + 1);
    t->first = ARENA_ARRAY(&t->p->arena, int32_t, t->c->parts.n + 1);
    for (int32_t i = 0; i < t->points; i++) t->nodes[k++] = (struct node){.kind = 'p'};
    for (int32_t i = 0; i < t->c->ports.n; i++)
        t->nodes[k++] =
            (struct node){.kind = t->c->ports.at[i].output ? 'O' : 'I', .part = -1, .port = i};
    for (int32_t i = 0; i < t->c->parts.n; i++) {
        t->first[i] = k;
        for (int32_t j = 0; j < t->c->parts.at[i].inputs; j++)
            t->nodes[k++] = (struct node){'i', i, j, 0, 0};
        for (int32_t j = 0; j < t->c->parts.at[i].outputs; j++)
            t->nodes[k++] = (struct node){'o', i, j, 0, 0};
    }
    t->n = k;
    for (k = 0; k < n; k++) t->nodes[k].up = k;
}

/* ---- Ends of a line -------------------------------------------------------------------------- */

static int32_t bad_end(struct net *t, uint32_t line, const char *text)
{
    pdm_error(t->p, line, NULL, "there is no such end of a line: '%s'", text);
    return -1;
}

static int32_t part_end(struct net *t, const struct pdm_field *f, int32_t part, int32_t port,
                        bool output)
{
    const struct pdm_part *it;
    if (part < 1 || part > t->c->parts.n) return bad_end(t, f->line, f->value);
    it = &t->c->parts.at[part - 1];
    if (port >= 1 && port <= (output ? it->outputs : it->inputs))
        return t->first[part - 1] + (output ? it->inputs : 0) + port - 1;
    pdm_error(t->p, f->line, NULL, "'%s' has no %s %d, only %d", it->name,
              output ? "output" : "input", port, output ? it->outputs : it->inputs);
    return -1;
}

/* The node of one end; -1: there is none. */
static int32_t end_of(struct net *t, const struct pdm_item *line, const char *key)
{
    const struct pdm_field *f = pdm_field(line, key);
    const char *kind = f ? pdm_piece(t->p, f->value, 0) : NULL;
    int32_t number = pdm_number(t->p, line, key, 1, 0), port = pdm_number(t->p, line, key, 2, 0);
    if (!kind) {
        pdm_error(t->p, line->line, NULL, "the line has no %s", key);
        return -1;
    }
    if (strcmp(kind, "Cmp") == 0)
        return part_end(t, f, number, port, pdm_number(t->p, line, key, 3, 0) == 0);
    if (strcmp(kind, "Prt") == 0 && number >= 1 && number <= t->c->ports.n)
        return t->points + number - 1;
    if (strcmp(kind, "Pnt") == 0 && number >= 1 && number <= t->points) return number - 1;
    return bad_end(t, f->line, f->value);
}

static void join(struct net *t, const struct pdm_item *line)
{
    int32_t a = end_of(t, line, "Source"), b = end_of(t, line, "Sink");
    if (a < 0 || b < 0) return;
    if (!t->nodes[a].line) t->nodes[a].line = line->line;
    if (!t->nodes[b].line) t->nodes[b].line = line->line;
    a = root_of(t, a), b = root_of(t, b);
    if (a < b)
        t->nodes[b].up = a;
    else
        t->nodes[a].up = b;
}

/* ---- Nets ------------------------------------------------------------------------------------ */

static bool sends(const struct node *n)
{
    return n->kind == 'o' || n->kind == 'I';
}

static bool receives(const struct node *n)
{
    return n->kind == 'i' || n->kind == 'O';
}

/* Members of each set, one behind the other: next[k] is the next of the same set, -1 the last. */
static int32_t *chains(struct net *t, int32_t *head)
{
    int32_t *next = ARENA_ARRAY(&t->p->arena, int32_t, t->n + 1);
    for (int32_t k = 0; k < t->n; k++) head[k] = -1;
    for (int32_t k = t->n - 1; k >= 0; k--) {
        int32_t r = root_of(t, k);
        next[k] = head[r];
        head[r] = k;
    }
    return next;
}

static void connect(struct net *t, int32_t from, int32_t to)
{
    const struct node *a = &t->nodes[from], *b = &t->nodes[to];
    struct pdm_wire w = {{a->part, a->port}, {b->part, b->port}, b->line};
    VEC_ADD(&t->p->arena, &t->c->wires, w);
    if (b->part >= 0) t->c->parts.at[b->part].fed[b->port] = true;
}

static void put_wires(struct net *t)
{
    int32_t *head = ARENA_ARRAY(&t->p->arena, int32_t, t->n + 1), *next = chains(t, head);
    for (int32_t k = 0; k < t->n; k++) {
        if (!sends(&t->nodes[k]) || !t->nodes[k].line) continue;
        for (int32_t j = head[root_of(t, k)]; j >= 0; j = next[j])
            if (receives(&t->nodes[j])) connect(t, k, j);
    }
}

static void look_for_silent(struct net *t)
{
    bool *heard = ARENA_ARRAY(&t->p->arena, bool, t->n + 1);
    for (int32_t k = 0; k < t->n; k++)
        if (sends(&t->nodes[k])) heard[root_of(t, k)] = true;
    for (int32_t k = 0; k < t->n; k++)
        if (receives(&t->nodes[k]) && t->nodes[k].line && !heard[root_of(t, k)])
            pdm_note(t->p, t->nodes[k].line, "nothing sends on this line");
}

void pdm_wires(struct pdm *p, struct pdm_coupled *c)
{
    struct net t = {.p = p, .c = c};
    for (int32_t k = 0; c->item && k < c->item->items.n; k++)
        t.points += strcmp(c->item->items.at[k]->word, "Point") == 0;
    lay_out(&t);
    for (int32_t k = 0; c->item && k < c->item->items.n; k++)
        if (strcmp(c->item->items.at[k]->word, "Line") == 0) join(&t, c->item->items.at[k]);
    put_wires(&t);
    look_for_silent(&t);
}
