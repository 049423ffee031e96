/* SPDX-License-Identifier: MIT */
/* wire.c - the wires of a level.
 *
 *     wire  = end "->" end { "," end }            or {"from": end, "to": end or list of ends}
 *     end   = name [ "." port ] [ "[" index "]" ]
 *     index = number | first ":" last | first ":" step ":" last | ":"
 *
 * A name is that of a block, or of a port of the diagram itself. The port may be left out if the
 * block has only one, or only one that is not optional. Indices count from 1; numbers in them may
 * be expressions, in which `end` is the last index. They are evaluated together, after all wires
 * have been read: until then an end is a draft. */
#include "diagram/batch.h"
#include "base/text.h"
#include "devs/kernel/run.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

struct draft {
    struct diagram_end end;
    int32_t size;                   /* of the port                                         */
    struct diagram_value number[3]; /* first, step, last; or one alone                      */
    int numbers;                    /* 0: all elements                                     */
    struct say_place at;
    bool bad;
};

struct pair {
    int32_t from, to; /* drafts */
    struct say_place at;
};

struct wiring {
    saltus_diagram *d;
    struct diagram_level *l;
    struct batch batch;
    struct draft *drafts;
    int32_t n_drafts, room_drafts;
    VEC(struct pair) pairs;
};

struct piece { /* of a text of the file */
    const struct node *node;
    const char *p, *end;
};

static struct say_place place(const struct wiring *w, struct piece x)
{
    struct say_place at = diagram_at(w->l->source, x.node);
    if (!x.node->plain) return at;
    at.pos += 1 + (uint32_t)(x.p - x.node->text);
    at.len = x.end > x.p ? (uint32_t)(x.end - x.p) : 1;
    return at;
}

static struct piece trim(struct piece x)
{
    while (x.p < x.end && isspace((unsigned char)*x.p)) x.p++;
    while (x.end > x.p && isspace((unsigned char)x.end[-1])) x.end--;
    return x;
}

/* Where c stands outside of brackets; NULL: nowhere. */
static const char *find_outside(struct piece x, char c)
{
    int depth = 0;
    for (const char *p = x.p; p < x.end; p++) {
        if (*p == c && depth == 0) return p;
        depth += strchr("([{", *p) ? 1 : strchr(")]}", *p) ? -1 : 0;
    }
    return NULL;
}

/* ---- Indices --------------------------------------------------------------------------------- */

/* `end` stands for the size. */
static const char *without_end(saltus_diagram *d, struct piece x, int32_t size, bool *same)
{
    const char *text = arena_text(&d->arena, x.p, (size_t)(x.end - x.p)), *p = text;
    while ((p = strstr(p, "end"))) {
        bool word = (p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) &&
                    !(isalnum((unsigned char)p[3]) || p[3] == '_');
        size_t before = (size_t)(p - text);
        if (!word) {
            p += 3;
            continue;
        }
        *same = false;
        text = arena_format(&d->arena, "%.*s%d%s", (int)before, text, size, p + 3);
        p = text + before;
    }
    return text;
}

static void number(struct wiring *w, struct draft *e, struct piece x)
{
    bool same = true;
    struct node plain = *x.node;
    const char *text;
    x = trim(x);
    text = without_end(w->d, x, e->size, &same);
    plain.plain = plain.plain && same;
    if (x.p == x.end) {
        say_error(&w->d->say, place(w, x), "a number is missing in this index");
        e->bad = true;
        return;
    }
    batch_text(&w->batch, w->l->source, &plain, text, (uint32_t)(x.p - x.node->text), BATCH_INTEGER,
               &e->number[e->numbers++]);
}

static void read_index(struct wiring *w, struct draft *e, struct piece x)
{
    x = trim(x);
    if (x.end - x.p == 1 && *x.p == ':') return;
    for (int k = 0;; k++) {
        const char *colon = find_outside(x, ':');
        if (k == 3) {
            say_error(&w->d->say, place(w, x), "an index is a number, or a range first:last");
            e->bad = true;
            return;
        }
        number(w, e, (struct piece){x.node, x.p, colon ? colon : x.end});
        if (!colon) return;
        x.p = colon + 1;
    }
}

/* ---- Ends ------------------------------------------------------------------------------------ */

static void unknown_name(struct wiring *w, struct piece x)
{
    const struct diagram_level *l = w->l;
    char *name = arena_text(&w->d->arena, x.p, (size_t)(x.end - x.p));
    const char *near = NULL;
    int best = TEXT_FAR;
    if (w->d->say.errors < SAY_LIMIT) /* else no one will see it */
        for (int32_t k = 0; k < l->blocks.n + l->ports.n; k++) {
            const char *other =
                k < l->blocks.n ? l->blocks.at[k].name : l->ports.at[k - l->blocks.n].name;
            if (text_nearer(name, other, &best)) near = other;
        }
    say_error(&w->d->say, place(w, x), "there is no block '%s' in this diagram", name);
    if (near) say_hint(&w->d->say, "did you mean '%s'?", near);
}

/* "'u1', 'u2'": the ports of a block, for a hint. */
static const char *port_names(struct wiring *w, const struct diagram_block *b, int way)
{
    const char *all = NULL;
    char name[100];
    for (int k = 0; b->type && k < devs_port_count(&b->part, way) && k < 10; k++) {
        devs_port_name(&b->part, way, k, name, sizeof name);
        all = arena_format(&w->d->arena, "%s%s'%s'", all ? all : "", all ? ", " : "", name);
    }
    for (int32_t k = 0; b->inner && k < b->inner->ports.n; k++)
        if (b->inner->ports.at[k].way == way)
            all = arena_format(&w->d->arena, "%s%s'%s'", all ? all : "", all ? ", " : "",
                               b->inner->ports.at[k].name);
    return all;
}

static void tell_port(struct wiring *w, const struct diagram_block *b, int way, struct piece x,
                      const char *port)
{
    static const char *const words[] = {"input", "output"};
    const char *names = port_names(w, b, way);
    if (port)
        say_error(&w->d->say, place(w, x), "the block '%s' has no %s '%s'", b->name, words[way],
                  port);
    else
        say_error(&w->d->say, place(w, x),
                  names ? "which %s of '%s' is meant?" : "there is no %s of '%s'", words[way],
                  b->name);
    if (names) say_hint(&w->d->say, "it has %s", names);
}

/* The one port that must be wired, or the only one; -1: there are several. */
static int only_port(const saltus_part *p, int way)
{
    int found = -1, needed = 0, n = devs_port_count(p, way);
    for (int k = 0; k < n; k++)
        if (!devs_port_row(p, way, k)->optional) found = k, needed++;
    return needed == 1 ? found : n == 1 ? 0 : -1;
}

static bool block_port(struct wiring *w, struct draft *e, const struct diagram_block *b, int way,
                       const char *name)
{
    char found[100];
    int port = name ? devs_port_find(&b->part, way, name, NULL) : only_port(&b->part, way);
    const saltus_port *row = port < 0 ? NULL : devs_port_row(&b->part, way, port);
    if (port < 0) return false;
    e->end.port = row->name;
    if (row->many) {
        devs_port_name(&b->part, way, port, found, sizeof found);
        e->end.port = arena_text(&w->d->arena, found, strlen(found));
    }
    e->size = devs_port_size(&b->part, way, port);
    return true;
}

static bool inner_port(struct draft *e, const struct diagram_block *b, int way, const char *name)
{
    const struct diagram_port *found = NULL;
    int count = 0;
    for (int32_t k = 0; k < b->inner->ports.n; k++) {
        const struct diagram_port *p = &b->inner->ports.at[k];
        if (p->way != way || (name && strcmp(p->name, name) != 0)) continue;
        found = p;
        count++;
    }
    if (count != 1) return false;
    e->end.port = found->name;
    e->size = found->size;
    return true;
}

/* x is the name; way as seen by a block. */
static void find_end(struct wiring *w, struct draft *e, struct piece x, const char *port, int way)
{
    struct diagram_level *l = w->l;
    int32_t k = diagram_lookup(l, x.p, (size_t)(x.end - x.p));
    e->bad = true;
    if (k < 0) {
        unknown_name(w, x);
    } else if (k >= l->blocks.n) {
        const struct diagram_port *p = &l->ports.at[k - l->blocks.n];
        e->end.block = -1;
        e->end.port = p->name;
        e->size = p->size;
        if (p->way == way)
            say_error(&w->d->say, place(w, x),
                      way ? "'%s' is an output of the diagram: nothing comes from it"
                          : "'%s' is an input of the diagram: nothing leads to it",
                      p->name);
        else if (port)
            say_error(&w->d->say, place(w, x),
                      "'%s' is a port of the diagram and has no ports itself", p->name);
        else
            e->bad = false;
    } else {
        const struct diagram_block *b = &l->blocks.at[k];
        e->end.block = k;
        if (!b->type && !b->inner) return; /* has been said */
        if (b->inner ? inner_port(e, b, way, port) : block_port(w, e, b, way, port))
            e->bad = false;
        else
            tell_port(w, b, way, x, port);
    }
}

static const char *name_end(struct piece x)
{
    while (x.p < x.end && (isalnum((unsigned char)*x.p) || *x.p == '_')) x.p++;
    return x.p;
}

static bool bad_end(struct wiring *w, struct piece x)
{
    say_error(&w->d->say, place(w, x),
              x.p == x.end ? "an end of this wire is missing" : "this is not an end of a wire");
    say_hint(&w->d->say, "like \"a -> b\", \"a.y -> b.u1, c.u2\" or \"a.y[1:3] -> b.u[2:4]\"");
    return false;
}

/* Gives the number of a draft; -1: said. */
static int32_t read_end(struct wiring *w, struct piece x, int way)
{
    struct draft e = {.end = {.block = -1}};
    struct piece name, index = {0};
    const char *port = NULL, *p;
    x = trim(x);
    e.at = place(w, x);
    name = (struct piece){x.node, x.p, name_end(x)};
    p = name.end;
    if (p == x.p) return bad_end(w, x) - 1;
    if (p < x.end && *p == '.') {
        struct piece rest = {x.node, p + 1, x.end};
        p = name_end(rest);
        if (p == rest.p) return bad_end(w, x) - 1;
        port = arena_text(&w->d->arena, rest.p, (size_t)(p - rest.p));
    }
    if (p < x.end && *p == '[' && x.end[-1] == ']') {
        index = (struct piece){x.node, p + 1, x.end - 1};
        p = x.end;
    }
    if (p < x.end) return bad_end(w, x) - 1;
    find_end(w, &e, name, port, way);
    if (w->n_drafts == w->room_drafts) return -1; /* cannot be: room for all was made */
    w->drafts[w->n_drafts] = e;
    if (index.node && !e.bad) read_index(w, &w->drafts[w->n_drafts], index);
    return w->n_drafts++;
}

/* ---- Wires ----------------------------------------------------------------------------------- */

static void pair(struct wiring *w, int32_t from, int32_t to, struct piece x)
{
    if (from >= 0 && to >= 0)
        VEC_ADD(&w->d->scratch, &w->pairs, ((struct pair){from, to, place(w, trim(x))}));
}

static void read_targets(struct wiring *w, int32_t from, struct piece all, struct piece x)
{
    for (;;) {
        const char *comma = find_outside(x, ',');
        pair(w, from, read_end(w, (struct piece){x.node, x.p, comma ? comma : x.end}, 0), all);
        if (!comma) return;
        x.p = comma + 1;
    }
}

static struct piece text_of(const struct node *n)
{
    return (struct piece){n, n->text, n->text + n->count};
}

static void read_text(struct wiring *w, const struct node *n)
{
    struct piece all = text_of(n);
    const char *arrow = strstr(n->text, "->");
    if (!arrow) {
        say_error(&w->d->say, diagram_at(w->l->source, n), "a wire needs an arrow: \"a.y -> b.u\"");
        return;
    }
    if (strstr(arrow + 2, "->")) {
        say_error(&w->d->say,
                  place(w, (struct piece){n, strstr(arrow + 2, "->"), strstr(arrow + 2, "->") + 2}),
                  "a wire has one arrow");
        say_hint(&w->d->say, "two wires, or several targets with commas: \"a -> b, c\"");
        return;
    }
    read_targets(w, read_end(w, (struct piece){n, all.p, arrow}, 1), all,
                 (struct piece){n, arrow + 2, all.end});
}

static void read_object(struct wiring *w, const struct node *n)
{
    static const char *const words[] = {"from", "to", "text", NULL};
    const struct diagram_source *s = w->l->source;
    const struct node *from = node_get(n, "from"), *to = node_get(n, "to");
    int32_t source;
    diagram_keys(w->d, s, n, words, "a wire");
    if (!from || from->kind != NODE_TEXT || !to ||
        (to->kind != NODE_TEXT && to->kind != NODE_LIST)) {
        say_error(&w->d->say, diagram_at(s, n), "a wire is {\"from\": \"a.y\", \"to\": \"b.u\"}");
        return;
    }
    source = read_end(w, text_of(from), 1);
    if (to->kind == NODE_TEXT) read_targets(w, source, text_of(from), text_of(to));
    NODE_EACH(x, to->kind == NODE_LIST ? to : NULL)
    {
        if (x->kind == NODE_TEXT)
            pair(w, source, read_end(w, text_of(x), 0), text_of(x));
        else
            say_error(&w->d->say, diagram_at(s, x), "an end of a wire is a text");
    }
}

/* ---- After the batch: ranges ----------------------------------------------------------------- */

/* False: empty, or wrong (said). */
static bool settle(struct wiring *w, struct draft *e)
{
    struct diagram_end *to = &e->end;
    double first, last, step = 1, count;
    if (e->bad) return false;
    if (e->numbers == 0) return true;
    for (int k = 0; k < e->numbers; k++)
        if (!e->number[k].v) return false;
    first = *e->number[0].v;
    last = *e->number[e->numbers - 1].v;
    if (e->numbers == 3) step = *e->number[1].v;
    if (step == 0) {
        say_error(&w->d->say, e->at, "the step of a range must not be 0");
        return false;
    }
    count = floor((last - first) / step) + 1;
    if (count < 1) {
        e->end.count = -1; /* no elements: no wire */
        return false;
    }
    last = first + step * (count - 1);
    if (first < 1 || first > e->size || last < 1 || last > e->size) {
        say_error(&w->d->say, e->at, "the index %g is out of range: '%s' has %d element%s",
                  first < 1 || first > e->size ? first : last, to->port, e->size,
                  e->size == 1 ? "" : "s");
        return false;
    }
    to->first = (int32_t)first - 1;
    to->count = (int32_t)count;
    to->step = (int32_t)step;
    return true;
}

static void finish(struct wiring *w, const struct pair *p)
{
    struct draft *from = &w->drafts[p->from], *to = &w->drafts[p->to];
    bool fine = settle(w, from);
    fine &= settle(w, to);
    if (fine) {
        struct diagram_wire wire = {from->end, to->end, p->at};
        VEC_ADD(&w->d->arena, &w->l->wires, wire);
    } else if ((from->end.count < 0) != (to->end.count < 0) && !from->bad && !to->bad) {
        say_error(&w->d->say, p->at, "one end of this wire has no elements, the other has some");
    }
}

/* Ends that the texts may have: one, and one more for each comma and arrow. */
static int32_t most_ends(const struct node *n)
{
    int32_t count = n->kind == NODE_TEXT;
    for (const char *p = count ? n->text : ""; *p; p++) count += *p == ',' || *p == '>';
    NODE_EACH(x, n) count += most_ends(x);
    return count;
}

void diagram_wires(saltus_diagram *d, struct diagram_level *l)
{
    const struct node *list = node_get(l->source->node, "wires");
    struct wiring w = {.d = d, .l = l};
    if (!list || list->kind != NODE_LIST || !list->first) return;
    w.batch = (struct batch){.d = d, .in = l};
    w.room_drafts = most_ends(list);
    w.drafts = ARENA_ARRAY(&d->scratch, struct draft, w.room_drafts + 1);
    NODE_EACH(n, list)
    {
        if (n->kind == NODE_TEXT)
            read_text(&w, n);
        else if (n->kind == NODE_OBJECT)
            read_object(&w, n);
        else
            say_error(&d->say, diagram_at(l->source, n), "a wire is a text: \"a.y -> b.u\"");
    }
    (void)batch_run(&w.batch);
    l->wires.at = ARENA_ARRAY(&d->arena, struct diagram_wire, w.pairs.n + 1);
    l->wires.room = w.pairs.n;
    for (int32_t k = 0; k < w.pairs.n; k++) finish(&w, &w.pairs.at[k]);
}
