/* SPDX-License-Identifier: MIT */
/* level.c - a diagram with values for its parameters: a level.
 *
 *  1. Parameters get their values: what the block that uses the diagram gives, what the user sets,
 *     else what is written. An expression may read other parameters in any order; those whose names
 *     are all known are evaluated together, then the next ones.
 *  2. Ports, blocks (block.c), wires (wire.c).
 *
 * A level that would be equal to one that exists is that one. */
#include "diagram/batch.h"
#include <math.h>
#include <string.h>

enum { DEEPEST = 1000 }; /* each takes some of the stack */

/* ---- Keys ------------------------------------------------------------------------------------ */

static bool expect(saltus_diagram *d, const struct diagram_source *s, const char *key,
                   enum node_kind kind, const char *what)
{
    const struct node *n = node_get(s->node, key);
    if (!n || n->kind == kind) return n != NULL;
    say_error(&d->say, diagram_at(s, n), "'%s' must be %s, not %s", key, what, node_kind_name(n));
    return false;
}

static void check_source(saltus_diagram *d, struct diagram_source *s)
{
    static const char *const words[] = {"name",       "text",   "parameters", "blocks",
                                        "wires",      "inputs", "outputs",    "diagrams",
                                        "experiment", "saltus", "at",         NULL};
    static const char *const nested[] = {"name",   "text",    "parameters", "blocks", "wires",
                                         "inputs", "outputs", "diagrams",   "at",     NULL};
    const struct node *blocks;
    if (s->checked) return;
    s->checked = true;
    diagram_keys(d, s, s->node, s->outside ? nested : words,
                 s->outside ? "a nested diagram" : "a diagram");
    (void)diagram_text(d, s, s->node, "name");
    (void)diagram_text(d, s, s->node, "text");
    expect(d, s, "diagrams", NODE_OBJECT, "an object of diagrams");
    if (!expect(d, s, "blocks", NODE_OBJECT, "an object: {\"name\": {\"block\": ...}, ...}") &&
        !node_get(s->node, "blocks")) {
        say_error(&d->say, (struct say_place){s->file, s->node->pos, 1},
                  "the diagram has no blocks: the key 'blocks' is missing");
    }
    blocks = node_object(s->node, "blocks");
    if (d->depth == 1 && blocks && !blocks->count)
        say_error(&d->say, diagram_at(s, blocks), "the diagram has no blocks");
    expect(d, s, "wires", NODE_LIST, "a list: [\"a -> b\", ...]");
    NODE_EACH(def, node_object(s->node, "diagrams"))
    diagram_name(d, diagram_key(s, def), def->key, "a diagram");
}

/* ---- Parameters ------------------------------------------------------------------------------ */

/* The value of a parameter as written: itself, or in an object with more about it. */
static const struct node *written(saltus_diagram *d, const struct diagram_source *s,
                                  const struct node *n, struct diagram_param *p)
{
    static const char *const words[] = {"value", "text", "unit", NULL};
    const struct node *v;
    if (n->kind != NODE_OBJECT) return n;
    diagram_keys(d, s, n, words, "a parameter");
    p->text = diagram_text(d, s, n, "text");
    p->unit = diagram_text(d, s, n, "unit");
    v = node_get(n, "value");
    if (!v) say_error(&d->say, diagram_key(s, n), "the parameter '%s' has no value", n->key);
    return v;
}

static bool take_set(saltus_diagram *d, const char *path, const char *name,
                     struct diagram_value *to)
{
    size_t n = strlen(path);
    bool found = false;
    for (size_t k = 0; k < d->opt.n_sets; k++) {
        const saltus_set *set = &d->opt.sets[k];
        if (strncmp(set->name, path, n) != 0 || strcmp(set->name + n, name) != 0) continue;
        *to = batch_number(d, set->value,
                           set->value == floor(set->value) && fabs(set->value) < 0x1p31);
        d->used[k] = found = true;
    }
    return found;
}

struct wait { /* is everything that an expression names known? */
    const struct diagram_level *l;
    const bool *done;
    bool blocked;
};

static void look(void *user, const char *name, size_t n)
{
    struct wait *w = user;
    int32_t k = diagram_param_find(w->l, name, n);
    if (k >= 0 && !w->done[k]) w->blocked = true;
}

static void look_in(struct wait *w, const struct node *n)
{
    if (n->kind == NODE_TEXT) batch_names(n->text, look, w);
    NODE_EACH(x, n->kind == NODE_LIST ? n : NULL) look_in(w, x);
}

static void tell_circle(saltus_diagram *d, const struct diagram_level *l, const bool *done)
{
    for (int32_t k = 0; k < l->params.n; k++)
        if (!done[k])
            say_error(&d->say, l->params.at[k].at,
                      "the value of parameter '%s' depends on itself, or on one that does",
                      l->params.at[k].name);
}

/* Rounds: each evaluates what can be evaluated. */
static void evaluate(saltus_diagram *d, struct diagram_level *l, const struct node **value,
                     bool *done)
{
    bool *now = ARENA_ARRAY(&d->arena, bool, l->params.n + 1);
    for (bool left = true, moved = true; left; moved = false) {
        struct batch b = {.d = d, .in = l};
        left = false;
        for (int32_t k = 0; k < l->params.n; k++) {
            struct wait w = {l, done, false};
            now[k] = false;
            if (done[k]) continue;
            left = true;
            look_in(&w, value[k]);
            now[k] = !w.blocked;
        }
        for (int32_t k = 0; k < l->params.n; k++) {
            if (!now[k]) continue;
            batch_value(&b, l->source, value[k], BATCH_ANY, l->params.at[k].name,
                        &l->params.at[k].value);
            done[k] = moved = true;
        }
        if (left) (void)batch_run(&b); /* those that read what has failed keep silent */
        if (left && !moved) {
            tell_circle(d, l, done);
            return;
        }
    }
}

static void unknown_given(saltus_diagram *d, const struct diagram_level *l,
                          const struct diagram_param *g)
{
    const char **names = ARENA_ARRAY(&d->arena, const char *, l->params.n + 1);
    for (int32_t k = 0; k < l->params.n; k++) names[k] = l->params.at[k].name;
    say_error(&d->say, g->at, "the diagram '%s' has no parameter '%s'", l->name, g->name);
    say_nearest(&d->say, g->name, names, (size_t)l->params.n, NULL);
}

int32_t diagram_param_find(const struct diagram_level *l, const char *name, size_t n)
{
    const struct dict_row *row = dict_find(&l->param_names, name, n);
    return row ? row->value : -1;
}

static void parameters(saltus_diagram *d, struct diagram_level *l,
                       const struct diagram_param *given, int32_t n, const char *path)
{
    const struct node *object = node_get(l->source->node, "parameters");
    uint32_t count = object && object->kind == NODE_OBJECT ? object->count : 0;
    const struct node **value = ARENA_ARRAY(&d->arena, const struct node *, count + 1);
    bool *done = ARENA_ARRAY(&d->arena, bool, count + 1);
    expect(d, l->source, "parameters", NODE_OBJECT, "an object: {\"k\": 1, ...}");
    NODE_EACH(v, count ? object : NULL)
    {
        struct diagram_param p = {.name = v->key, .at = diagram_key(l->source, v)};
        const struct node *w = written(d, l->source, v, &p);
        if (!w || !diagram_name(d, p.at, v->key, "a parameter")) continue;
        value[l->params.n] = w;
        dict_add(&d->arena, &l->param_names, v->key, strlen(v->key), l->params.n);
        VEC_ADD(&d->arena, &l->params, p);
    }
    for (int32_t k = 0; k < n; k++) {
        int32_t p = diagram_param_find(l, given[k].name, strlen(given[k].name));
        if (p < 0)
            unknown_given(d, l, &given[k]);
        else
            l->params.at[p].value = given[k].value, done[p] = true;
    }
    for (int32_t k = 0; k < l->params.n; k++)
        if (take_set(d, path, l->params.at[k].name, &l->params.at[k].value)) done[k] = true;
    evaluate(d, l, value, done);
}

/* ---- Ports ----------------------------------------------------------------------------------- */

static void read_point(saltus_diagram *d, const struct diagram_source *s, const struct node *n,
                       bool *placed, double at[2])
{
    const struct node *x = n && n->kind == NODE_LIST ? n->first : NULL;
    if (!n) return;
    if (x && n->count == 2 && x->kind == NODE_NUMBER && x->next->kind == NODE_NUMBER) {
        *placed = true;
        at[0] = x->number;
        at[1] = x->next->number;
    } else {
        say_error(&d->say, diagram_at(s, n), "'at' must be a list of two numbers: [x, y]");
    }
}

void diagram_point(saltus_diagram *d, const struct diagram_source *s, const struct node *object,
                   bool *placed, double at[2])
{
    read_point(d, s, node_get(object, "at"), placed, at);
}

/* {"u": {"size": 3, "type": "event"}, ...}, or ["u", "v"]: numbers of one element. */
static void ports(saltus_diagram *d, struct diagram_level *l, int way, struct batch *b,
                  struct diagram_value *sizes)
{
    static const char *const words[] = {"size", "type", "text", "at", NULL};
    const struct diagram_source *s = l->source;
    const struct node *list = node_get(s->node, way ? "outputs" : "inputs");
    if (!list) return;
    if (list->kind < NODE_LIST)
        say_error(&d->say, diagram_at(s, list), "'%s' must be an object or a list of names",
                  list->key);
    NODE_EACH(v, list)
    {
        struct diagram_port p = {.way = way, .size = 1, .type = SALTUS_TYPE_SIGNAL};
        bool object = list->kind == NODE_OBJECT;
        p.place = object ? diagram_key(s, v) : diagram_at(s, v);
        if ((!object && v->kind != NODE_TEXT) || (object && v->kind != NODE_OBJECT)) {
            say_error(&d->say, diagram_at(s, v), "a port is %s",
                      object ? "an object: {\"size\": 3, \"type\": \"signal\"}"
                             : "a name in quotes");
            continue;
        }
        p.name = object ? v->key : v->text;
        if (!diagram_name(d, p.place, p.name, "a port")) continue;
        if (object) {
            diagram_keys(d, s, v, words, "a port");
            if (diagram_text(d, s, v, "type")) p.type = node_get(v, "type")->text;
            p.text = diagram_text(d, s, v, "text");
            diagram_point(d, s, v, &p.placed, p.at);
            if (node_get(v, "size"))
                batch_value(b, s, node_get(v, "size"), BATCH_INTEGER, "size", &sizes[l->ports.n]);
        }
        VEC_ADD(&d->arena, &l->ports, p);
    }
}

static uint32_t port_count(const struct diagram_source *s, const char *key)
{
    const struct node *n = node_get(s->node, key);
    return n && n->kind >= NODE_LIST ? n->count : 0;
}

static void all_ports(saltus_diagram *d, struct diagram_level *l)
{
    uint32_t n = port_count(l->source, "inputs") + port_count(l->source, "outputs");
    struct diagram_value *sizes = ARENA_ARRAY(&d->arena, struct diagram_value, n + 1);
    struct batch b = {.d = d, .in = l};
    ports(d, l, 0, &b, sizes);
    ports(d, l, 1, &b, sizes);
    batch_run(&b);
    for (int32_t k = 0; k < l->ports.n; k++) {
        if (!sizes[k].v) continue;
        if (*sizes[k].v >= 1 && *sizes[k].v <= 0x1p30)
            l->ports.at[k].size = (int32_t)*sizes[k].v;
        else
            say_error(&d->say, l->ports.at[k].place, "the size of port '%s' would be %g",
                      l->ports.at[k].name, *sizes[k].v);
    }
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *name_of(const struct diagram_level *l, int32_t k)
{
    return k < l->blocks.n ? l->blocks.at[k].name : l->ports.at[k - l->blocks.n].name;
}

int32_t diagram_lookup(const struct diagram_level *l, const char *name, size_t len)
{
    const struct dict_row *row = dict_find(&l->names, name, len);
    return row ? row->value : -1;
}

static void index_names(saltus_diagram *d, struct diagram_level *l)
{
    for (int32_t k = 0; k < l->blocks.n + l->ports.n; k++) {
        const char *name = name_of(l, k);
        if (dict_add(&d->arena, &l->names, name, strlen(name), k)->value != k)
            say_error(&d->say, l->ports.at[k - l->blocks.n].place,
                      "a block and a port, or two ports, have the name '%s'", name);
    }
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static bool same_value(const struct diagram_value *a, const struct diagram_value *b)
{
    return a->rank == b->rank && a->rows == b->rows && a->cols == b->cols && a->v && b->v &&
           memcmp(a->v, b->v, sizeof(double) * (size_t)a->rows * (size_t)a->cols) == 0;
}

static bool same_given(const struct diagram_level *l, const struct diagram_param *given, int32_t n)
{
    if (l->n_given != n) return false;
    for (int32_t k = 0; k < n; k++)
        if (strcmp(l->given[k].name, given[k].name) != 0 ||
            !same_value(&l->given[k].value, &given[k].value))
            return false;
    return true;
}

static bool set_inside(const saltus_diagram *d, const char *path)
{
    for (size_t k = 0; k < d->opt.n_sets; k++)
        if (strncmp(d->opt.sets[k].name, path, strlen(path)) == 0) return true;
    return false;
}

/* "a -> b -> a" */
static void tell_cycle(saltus_diagram *d, struct diagram_source *s, struct diagram_source *in,
                       struct say_place at)
{
    const char *names = s->name;
    for (struct diagram_source *k = in; k && k != s; k = k->asks)
        names = arena_format(&d->arena, "%s -> %s", k->name, names);
    say_error(&d->say, at, "the diagram '%s' is nested in itself: %s -> %s", s->name, s->name,
              names);
}

struct diagram_level *diagram_level(saltus_diagram *d, struct diagram_source *s,
                                    const struct diagram_param *given, int32_t n, const char *path,
                                    struct diagram_source *in, struct say_place at)
{
    struct diagram_level *l;
    bool alone = *path && set_inside(d, path);
    if (s->open) {
        tell_cycle(d, s, in, at);
        return NULL;
    }
    if (d->depth >= DEEPEST) {
        say_error(&d->say, at, "diagrams are nested more than %d levels deep here", DEEPEST);
        return NULL;
    }
    for (l = d->levels; l && !alone; l = l->next)
        if (l->source == s && !l->alone && same_given(l, given, n)) return l;
    l = ARENA_NEW(&d->arena, struct diagram_level);
    *l = (struct diagram_level){.name = s->name, .source = s, .alone = alone, .next = d->levels};
    l->given = given;
    l->n_given = n;
    d->levels = l;
    s->open = true;
    s->asks = in;
    d->depth++;
    check_source(d, s);
    if (node_get(s->node, "text") && node_get(s->node, "text")->kind == NODE_TEXT)
        l->text = node_get(s->node, "text")->text;
    parameters(d, l, given, n, path);
    all_ports(d, l);
    diagram_blocks(d, l, path);
    index_names(d, l);
    diagram_wires(d, l);
    d->depth--;
    s->open = false;
    return l;
}
