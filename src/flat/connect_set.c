/* SPDX-License-Identifier: MIT */
/* connect_set.c - the sets of connected nodes: what they are equal to, or their flows as items; and
 * what is wrong with signals.
 *
 * The members of a set are sorted by key. Flows of one key are one item each if they are few; many
 * of them are rolled into shapes. The right-hand side of equalities is the source of a signal, if
 * there is one (else connect_right.c chooses).
 *
 * The source of a signal is an output of a component, or an input of the model. An output that is
 * connected from inside its part gets its value there and is not a source; an input must be
 * connected from outside its part. */
#include "flat/connect.h"

#include <string.h>

struct sorting {
    struct connect *c;
    const int32_t *member; /* of the set */
    int32_t n;
    int32_t *element; /* room for all */
    struct connect_right *right;
    bool *said; /* variables about which there was a message */
};

static struct place place_of(const struct connect *c, int32_t node)
{
    if (c->pair[node] >= 0) return c->pairs->at[c->pair[node]].at;
    return connect_variable(c, node)->at;
}

/* ---- Signals --------------------------------------------------------------------------------- */

static bool is_source(const struct connect *c, int32_t node)
{
    const struct connect_var *v = &c->vars[c->key[node] / 2];
    return v->source || (v->output && !(c->seen[node] & SEEN_OUTSIDE));
}

static bool say_once(const struct sorting *s, int32_t node)
{
    bool *said = &s->said[s->c->key[node] / 2], first = !*said;
    *said = true;
    return first;
}

/* The place of the source among the members; -1: there is none. */
static int32_t find_source(struct sorting *s)
{
    struct connect *c = s->c;
    int32_t found = -1;
    for (int32_t k = 0; k < s->n; k++) {
        if (!is_source(c, s->member[k])) continue;
        if (found >= 0 && say_once(s, s->member[k])) {
            error_at(c->m->messages, place_of(c, s->member[k]),
                     "two sources are connected with each other: '%s' and '%s'",
                     connect_name(c, s->member[found]), connect_name(c, s->member[k]));
            hint_last(
                c->m->messages,
                "a signal has one source: an output of a component, or an input of the model");
        }
        if (found < 0) found = k;
    }
    return found;
}

/* Are all of them inputs without a value? */
static bool lacks_source(const struct sorting *s)
{
    for (int32_t k = 0; k < s->n; k++) {
        const struct connect_var *v = &s->c->vars[s->c->key[s->member[k]] / 2];
        if (!v->input || v->given) return false;
    }
    return true;
}

static int32_t right_hand_side(struct sorting *s)
{
    int32_t source = find_source(s);
    if (source >= 0) return source;
    if (lacks_source(s) && say_once(s, s->member[0])) {
        error_at(s->c->m->messages, place_of(s->c, s->member[0]),
                 "'%s' and '%s' are inputs: nothing gives them a value",
                 connect_name(s->c, s->member[0]), connect_name(s->c, s->member[1]));
        hint_last(s->c->m->messages, "one of what is connected here must be an output");
    }
    return connect_right_choose(s->right, s->member, s->n);
}

/* ---- Items ----------------------------------------------------------------------------------- */

static void add_item(struct connect *c, int32_t key, int32_t start,
                     const struct connect_shape *shape)
{
    struct connect_item item = {key, start, shape};
    VEC_ADD(c->arena, &c->items, item);
}

static void add_box(struct connect *c, int32_t key, const int32_t *element,
                    const struct connect_box *b)
{
    struct connect_shape *shape;
    int32_t n = connect_box_count(b);
    if (n <= EXPAND_SMALL) {
        for (int32_t k = 0; k < n; k++) add_item(c, key, element[b->from + k], NULL);
        return;
    }
    shape = ARENA_NEW(c->arena, struct connect_shape);
    shape->n = b->n;
    for (int32_t l = 0; l < b->n; l++) {
        shape->count[l] = b->count[l];
        shape->stride[l] = b->stride[l][0];
    }
    add_item(c, key, element[b->from], shape);
}

/* n elements of one key */
static void add_elements(struct connect *c, int32_t key, const int32_t *element, int32_t n)
{
    struct connect_boxes boxes;
    if (n <= EXPAND_SMALL) {
        for (int32_t k = 0; k < n; k++) add_item(c, key, element[k], NULL);
        return;
    }
    boxes = connect_roll(c->arena, element, n, 1);
    for (int32_t k = 0; k < boxes.n; k++) add_box(c, key, element, &boxes.at[k]);
}

static void add_flows(struct sorting *s)
{
    struct connect *c = s->c;
    struct connect_set set = {.items = c->items.n, .next = -1};
    for (int32_t k = 0; k < s->n;) {
        int32_t key = c->key[s->member[k]], n = 0;
        for (; k < s->n && c->key[s->member[k]] == key; k++)
            s->element[n++] = s->member[k] - c->first[key];
        add_elements(c, key, s->element, n);
    }
    set.n_items = c->items.n - set.items;
    VEC_ADD(c->arena, &c->sets, set);
}

/* The set of this root. An outside face alone is none. */
static void add_set(struct sorting *s, int32_t root)
{
    struct connect *c = s->c;
    bool flow = c->vars[c->key[root] / 2].flow;
    c->right[root] = -1;
    if (flow && (s->n > 1 || c->key[root] % 2 == 0))
        add_flows(s);
    else if (!flow && s->n > 1)
        c->right[root] = s->member[right_hand_side(s)];
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* Members of all sets, one set behind the other: that of root r ends at place[r]. */
static int32_t *sort_members(struct connect *c, int32_t *place)
{
    int32_t *member = ARENA_ARRAY(c->arena, int32_t, c->n_nodes + 1), total = 0;
    for (int32_t k = 0; k < c->n_nodes; k++) place[connect_root(c, k)]++;
    for (int32_t k = 0; k < c->n_nodes; k++) {
        int32_t n = place[k];
        place[k] = total;
        total += n;
    }
    for (int32_t k = 0; k < c->n_nodes; k++) member[place[connect_root(c, k)]++] = k;
    return member;
}

static void count_sets(struct sorting *s, const int32_t *member, const int32_t *place)
{
    struct connect *c = s->c;
    for (int32_t k = 0, from = 0; k < c->n_nodes; k++) {
        if (c->up[k] != k) continue;
        if (place[k] - from > 1 && !c->vars[c->key[k] / 2].flow)
            connect_right_count(s->right, member + from, place[k] - from);
        from = place[k];
    }
}

void connect_sets(struct connect *c)
{
    struct sorting s = {.c = c, .right = connect_right_new(c)};
    int32_t *place = ARENA_ARRAY(c->arena, int32_t, c->n_nodes + 1), *member, from = 0;
    member = sort_members(c, place);
    count_sets(&s, member, place);
    c->right = ARENA_ARRAY(c->arena, int32_t, c->n_nodes + 1);
    s.element = ARENA_ARRAY(c->arena, int32_t, c->n_nodes + 1);
    s.said = ARENA_ARRAY(c->arena, bool, c->m->vars.n + 1);
    for (int32_t k = 0; k < c->n_nodes; k++) {
        if (c->up[k] != k) continue;
        s.member = member + from;
        s.n = place[k] - from;
        from = place[k];
        add_set(&s, k);
    }
}

/* ---- Inputs and pins ----------------------------------------------------------------------- */

/* The first of the elements of a variable that no connection of the model around it names; -1: all
 * are named. n: how many. */
static int32_t first_open(const struct connect *c, int32_t v, int32_t *n)
{
    int32_t first = c->first[2 * v], open = -1;
    *n = 0;
    for (int32_t k = c->m->vars.at[v]->count - 1; first >= 0 && k >= 0; k--)
        if (!(c->seen[first + k] & SEEN_INSIDE)) open = first + k, ++*n;
    return open;
}

void connect_inputs(struct connect *c)
{
    for (int32_t v = 0; v < c->m->vars.n; v++) {
        const struct ir_var *var = c->m->vars.at[v];
        int32_t n, open = first_open(c, v, &n);
        if (!c->vars[v].input || c->vars[v].given || n == 0) continue;
        error_at(c->m->messages, var->at, "input '%s' is not connected",
                 n == var->count ? var->name : connect_name(c, open));
        hint_last(c->m->messages, "connect it, or give it a value");
    }
}

/* A shaft may have a free end; an electrical pin that is open has most likely been forgotten. */
static bool is_pin(const struct connect *c, int32_t v)
{
    const char *unit = c->m->vars.at[v]->unit;
    return c->vars[v].flow && c->vars[v].pin_of.len > 0 && unit && strcmp(unit, "A") == 0;
}

void connect_pins(struct connect *c)
{
    for (int32_t v = 0; v < c->m->vars.n; v++) {
        int32_t n, open = is_pin(c, v) ? first_open(c, v, &n) : -1;
        const char *name;
        if (open < 0) continue;
        name = n == c->m->vars.at[v]->count ? c->m->vars.at[v]->name : connect_name(c, open);
        warning_at(c->m->messages, c->vars[v].pin_of,
                   "pin '%.*s' is connected to nothing: no current flows into it",
                   (int)(strrchr(name, '.') - name), name);
    }
}
