/* SPDX-License-Identifier: MIT */
/* part.c - lines that begin with a letter: the parts of a circuit.
 *
 * Controlled sources become sources of an expression: E1 p n a b 10 has the value 10*V(a,b). */
#include "spice/netlist.h"
#include <string.h>

struct part_reader {
    struct netlist *n;
    struct scope *in;
    struct part *p;
    struct line l;
    bool failed;
};

static void fail(struct part_reader *r, struct place at, const char *text)
{
    if (!r->failed) error_at(r->n->m, at, "%.*s: %s", (int)r->p->name.n, r->p->name.s, text);
    r->failed = true;
}

static struct word next(struct part_reader *r, const char *missing)
{
    struct word w = line_word(r->n, &r->l);
    if (!w.s) fail(r, r->p->name.at, missing);
    return w;
}

static void nodes(struct part_reader *r, int count)
{
    for (int k = 0; k < count && !r->failed; k++) {
        struct word w = next(r, "it has too few nodes");
        if (w.s) VEC_ADD(r->n->arena, &r->p->nodes, w);
    }
}

static struct x *value(struct part_reader *r, const char *missing)
{
    struct word w = next(r, missing);
    return w.s ? spice_value(r->n, w) : x_number(r->n, 0, r->p->name.at);
}

/* Only names that are in the list, separated by blanks. */
static void only(struct part_reader *r, const char *list)
{
    for (int32_t k = 0; k < r->p->params.n; k++) {
        struct assign a = r->p->params.at[k];
        const char *s = list;
        bool known = false;
        while (*s && !known) {
            size_t n = strcspn(s, " ");
            known = word_same(a.name, (struct word){.s = s, .n = (uint32_t)n});
            s += n + (s[n] == ' ');
        }
        if (!known) {
            error_at(r->n->m, a.name.at, "%.*s: '%.*s' is not supported", (int)r->p->name.n,
                     r->p->name.s, (int)a.name.n, a.name.s);
        } else if (!a.value && !word_is(a.name, "off") && !word_is(a.name, "on")) {
            error_at(r->n->m, a.name.at, "'%.*s' has no value", (int)a.name.n, a.name.s);
            r->p->params.at[k].value = x_number(r->n, 0, a.name.at);
        }
    }
}

/* ---- Expressions out of words ---------------------------------------------------------------- */

static struct x *make(struct netlist *n, enum x_kind kind, struct x *a, struct x *b)
{
    struct x *e = ARENA_NEW(n->arena, struct x);
    e->kind = kind;
    e->at = a->at;
    e->n = b ? 2 : 1;
    e->arg = ARENA_ARRAY(n->arena, struct x *, 2);
    e->arg[0] = a;
    e->arg[1] = b;
    return e;
}

static struct x *voltage(struct netlist *n, struct word a, struct word b)
{
    struct x *e = ARENA_NEW(n->arena, struct x);
    *e = (struct x){.kind = X_VOLTAGE, .at = a.at, .word = a, .other = b};
    return e;
}

static struct x *current(struct netlist *n, struct word source)
{
    struct x *e = ARENA_NEW(n->arena, struct x);
    *e = (struct x){.kind = X_CURRENT, .at = source.at, .word = source};
    return e;
}

/* p0 + p1 x1 + ... + pn xn + p(n+1) x1 x1 + p(n+2) x1 x2 + ...: products of more and more factors,
 * index[0] <= index[1] <= ..., the last index first. One coefficient alone is p1 of one x. */
static struct x *polynomial(struct part_reader *r, const struct xs *x, const struct xs *c)
{
    int32_t index[32] = {0}, degree = 0, k = 0;
    struct x *sum = NULL;
    if (c->n == 1 && x->n == 1) return make(r->n, X_TIMES, c->at[0], x->at[0]);
    while (k < c->n && degree < 32) {
        struct x *term = c->at[k++];
        int32_t j = degree - 1;
        for (int32_t i = 0; i < degree; i++) term = make(r->n, X_TIMES, term, x->at[index[i]]);
        sum = sum ? make(r->n, X_ADD, sum, term) : term;
        while (j >= 0 && index[j] == x->n - 1) j--;
        if (j < 0) {
            degree++;
            memset(index, 0, sizeof index);
        } else {
            int32_t to = index[j] + 1;
            for (; j < degree; j++) index[j] = to;
        }
    }
    if (k < c->n) fail(r, r->p->name.at, "its polynomial has too high a degree");
    return sum ? sum : x_number(r->n, 0, r->p->name.at);
}

/* What controls E, G (pairs of nodes), F, H (sources); then numbers up to the end. */
static void controlled(struct part_reader *r, int32_t count, bool by_voltage)
{
    struct xs x = {NULL, 0, 0}, c = {NULL, 0, 0};
    for (int32_t k = 0; k < count && !r->failed; k++) {
        struct word a = next(r, "what controls it is missing"), b = {0};
        if (by_voltage) b = next(r, "what controls it is missing");
        if (!r->failed)
            VEC_ADD(r->n->arena, &x, by_voltage ? voltage(r->n, a, b) : current(r->n, a));
    }
    while (!line_ends(&r->l) && !r->failed) {
        struct word w = line_word(r->n, &r->l);
        if (w.s) VEC_ADD(r->n->arena, &c, spice_value(r->n, w));
    }
    if (c.n == 0) fail(r, r->p->name.at, "its gain is missing");
    if (!r->failed) r->p->value = polynomial(r, &x, &c);
}

static void poly(struct part_reader *r, bool by_voltage)
{
    double count = 0;
    struct word w = next(r, "POLY needs a number");
    if (r->failed) return;
    if (spice_number(w.s, w.n, &count) != 1 || count < 1 || count > 50 || count != (int)count)
        fail(r, w.at, "POLY needs a whole number from 1 to 50");
    else
        controlled(r, (int32_t)count, by_voltage);
}

/* What is left is one expression: V=..., VALUE={...}. */
static struct x *rest(struct part_reader *r)
{
    struct line l = r->l;
    struct x *e;
    line_takes(&l, '=');
    line_ends(&l);
    while (l.end > l.pos && strchr(" \t\r\n", l.text[l.end - 1])) l.end--;
    if (l.pos < l.end && (l.text[l.pos] == '\'' || l.text[l.pos] == '"') &&
        l.text[l.end - 1] == l.text[l.pos])
        l.pos++, l.end--;
    e = spice_expression(r->n, l);
    r->l.pos = r->l.end;
    return e;
}

/* TABLE {expression} = (x, y) (x, y) ... */
static void table(struct part_reader *r)
{
    struct word w;
    struct xs all = {NULL, 0, 0};
    line_takes(&r->l, '=');
    w = next(r, "TABLE needs an expression");
    if (r->failed) return;
    VEC_ADD(r->n->arena, &all, spice_value(r->n, w));
    line_takes(&r->l, '=');
    while (!line_ends(&r->l)) {
        w = line_word(r->n, &r->l);
        if (w.s) VEC_ADD(r->n->arena, &all, spice_value(r->n, w));
    }
    if (all.n < 3 || all.n % 2 == 0) {
        fail(r, r->p->name.at, "TABLE needs pairs of numbers");
        return;
    }
    r->p->value = ARENA_NEW(r->n->arena, struct x);
    *r->p->value = (struct x){
        .kind = X_CALL, .at = w.at, .arg = all.at, .n = all.n, .word = {"table", 5, w.at}};
}

static void read_controlled(struct part_reader *r, bool by_voltage)
{
    struct line before;
    struct word w;
    nodes(r, 2);
    before = r->l;
    w = next(r, "what controls it is missing");
    if (r->failed) return;
    if (word_is(w, "poly")) {
        poly(r, by_voltage);
    } else if (by_voltage && (word_is(w, "value") || word_is(w, "vol") || word_is(w, "cur"))) {
        r->p->value = rest(r);
    } else if (by_voltage && word_is(w, "table")) {
        table(r);
    } else if (by_voltage && (word_is(w, "laplace") || word_is(w, "freq"))) {
        fail(r, w.at, "transfer functions are not supported");
    } else if (by_voltage && (w.s[0] == '{' || w.s[0] == '\'')) {
        r->p->value = spice_value(r->n, w);
    } else {
        r->l = before;
        controlled(r, 1, by_voltage);
    }
}

/* B1 p n V=expression, I=expression */
static void read_behavior(struct part_reader *r)
{
    struct word w;
    nodes(r, 2);
    w = next(r, "V=... or I=... is missing");
    if (r->failed) return;
    if (!word_is(w, "v") && !word_is(w, "i")) {
        fail(r, w.at, "V=... or I=... is missing");
        return;
    }
    r->p->of = w;
    r->p->value = rest(r);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* R1 a b 10k, R1 a b R=10k, C1 a b 1u IC=5 */
static void read_passive(struct part_reader *r)
{
    static const char *const own[] = {"r", "l", "c"};
    const char *letter = own[r->p->kind == 'R' ? 0 : r->p->kind == 'L' ? 1 : 2];
    nodes(r, 2);
    if (!line_ends(&r->l) && !line_assigns(&r->l)) {
        r->p->value = value(r, "its value is missing");
        if (r->p->value->kind == X_NAME && !line_ends(&r->l) && !line_assigns(&r->l))
            fail(r, r->p->value->at,
                 "models of resistors, inductors and capacitors are not supported");
    }
    spice_read_assigns(r->n, &r->l, &r->p->params);
    if (!r->p->value && assigns_find(&r->p->params, letter))
        r->p->value = assigns_find(&r->p->params, letter)->value;
    if (!r->p->value) fail(r, r->p->name.at, "its value is missing");
    only(r, r->p->kind == 'R' ? "r m noisy" : r->p->kind == 'L' ? "l ic m" : "c ic m");
}

static bool is_number(struct word w)
{
    double v;
    return w.s && (w.s[0] == '{' || w.s[0] == '\'' || spice_number(w.s, w.n, &v) > 0);
}

/* Nodes, a model, an area. Q and M may have one node more or less. */
static void read_device(struct part_reader *r, int fewest, int most, const char *known)
{
    struct words w = {NULL, 0, 0};
    int32_t n;
    while (!line_ends(&r->l) && !line_assigns(&r->l)) {
        struct word one = line_word(r->n, &r->l);
        if (!one.s || word_is(one, "off") || word_is(one, "on")) {
            if (one.s) VEC_ADD(r->n->arena, &r->p->params, ((struct assign){one, NULL, NULL}));
            continue;
        }
        VEC_ADD(r->n->arena, &w, one);
    }
    spice_read_assigns(r->n, &r->l, &r->p->params);
    n = w.n;
    if (n > fewest + 1 && is_number(w.at[n - 1])) {
        VEC_ADD(
            r->n->arena, &r->p->params,
            ((struct assign){{"area", 4, w.at[n - 1].at}, spice_value(r->n, w.at[n - 1]), NULL}));
        n--;
    }
    if (n < fewest + 1 || n > most + 1) {
        fail(r, r->p->name.at, n < fewest + 1 ? "nodes or a model are missing" : "too many words");
        return;
    }
    for (int32_t k = 0; k < n - 1; k++) VEC_ADD(r->n->arena, &r->p->nodes, w.at[k]);
    r->p->of = w.at[n - 1];
    only(r, known);
}

static void read_coupling(struct part_reader *r)
{
    struct words w = {NULL, 0, 0};
    while (!line_ends(&r->l)) {
        struct word one = line_word(r->n, &r->l);
        if (one.s) VEC_ADD(r->n->arena, &w, one);
    }
    if (w.n < 3) {
        fail(r, r->p->name.at, "it needs two inductors and a factor");
        return;
    }
    r->p->value = spice_value(r->n, w.at[w.n - 1]);
    w.n--;
    r->p->others = w;
}

static void read_use(struct part_reader *r)
{
    struct words w = {NULL, 0, 0};
    while (!line_ends(&r->l) && !line_assigns(&r->l)) {
        struct word one = line_word(r->n, &r->l);
        if (!one.s || word_is(one, "params:")) continue;
        VEC_ADD(r->n->arena, &w, one);
    }
    spice_read_assigns(r->n, &r->l, &r->p->params);
    if (w.n == 0) {
        fail(r, r->p->name.at, "the name of the subcircuit is missing");
        return;
    }
    r->p->of = w.at[w.n - 1];
    w.n--;
    r->p->nodes = w;
}

static void read_switch(struct part_reader *r)
{
    if (r->p->kind == 'S') {
        read_device(r, 4, 4, "on off");
        return;
    }
    nodes(r, 2);
    r->p->others = (struct words){NULL, 0, 0};
    VEC_ADD(r->n->arena, &r->p->others, next(r, "the source that controls it is missing"));
    r->p->of = next(r, "its model is missing");
    if (!r->failed) spice_read_assigns(r->n, &r->l, &r->p->params);
    only(r, "on off");
}

static void read_line_part(struct part_reader *r)
{
    nodes(r, 4);
    if (r->failed) return;
    spice_read_assigns(r->n, &r->l, &r->p->params);
    only(r, "z0 zo td f nl");
}

static void read_kind(struct part_reader *r)
{
    switch (r->p->kind) {
    case 'R':
    case 'L':
    case 'C': read_passive(r); return;
    case 'V':
    case 'I':
        nodes(r, 2);
        if (!r->failed) spice_read_source(r->n, r->p, &r->l);
        return;
    case 'E':
    case 'G': read_controlled(r, true); return;
    case 'F':
    case 'H': read_controlled(r, false); return;
    case 'B': read_behavior(r); return;
    case 'D': read_device(r, 2, 2, "area off ic m"); return;
    case 'Q': read_device(r, 3, 4, "area off ic m"); return;
    case 'M': read_device(r, 3, 4, "l w ad as pd ps nrd nrs off ic m"); return;
    case 'S':
    case 'W': read_switch(r); return;
    case 'T': read_line_part(r); return;
    case 'K': read_coupling(r); return;
    case 'X': read_use(r); return;
    default: fail(r, r->p->name.at, "parts of this kind are not supported"); return;
    }
}

void spice_read_part(struct netlist *n, struct scope *in, struct line l)
{
    struct part_reader r = {n, in, ARENA_NEW(n->arena, struct part), l, false};
    struct part *same;
    r.p->name = line_word(n, &r.l);
    if (!r.p->name.s) return;
    r.p->kind = (char)(r.p->name.s[0] >= 'a' && r.p->name.s[0] <= 'z' ? r.p->name.s[0] - 32
                                                                      : r.p->name.s[0]);
    r.p->of.s = NULL;
    same = circuit_part(in, r.p->name);
    if (same) {
        error_at(n->m, r.p->name.at, "a second part '%.*s'", (int)r.p->name.n, r.p->name.s);
        return;
    }
    read_kind(&r);
    if (!r.failed) VEC_ADD(n->arena, &in->parts, r.p);
    for (int32_t k = 0; k < r.p->nodes.n; k++) {
        struct node *node = circuit_node(n, in, r.p->nodes.at[k]);
        if (node) node->touched++;
    }
}
