/* SPDX-License-Identifier: MIT */
/* connect.c - the nodes of all connections, and which of them belong together.
 *
 * Every point of a connection's box joins two nodes. Indices are affine in the iterators for the
 * most part, so that going from point to point is adding; what is not is evaluated. The root of a
 * set is its smallest node: numbers, and not the order of the text, decide the order of what
 * follows. */
#include "flat/connect.h"
#include "base/text.h"

#include <string.h>

/* ---- Nodes ----------------------------------------------------------------------------------- */

struct ir_var *connect_variable(const struct connect *c, int32_t node)
{
    return c->m->vars.at[c->key[node] / 2];
}

const char *connect_name(const struct connect *c, int32_t node)
{
    const struct ir_var *v = connect_variable(c, node);
    int32_t size[SALTUS_RANK] = {0}, element = node - c->first[c->key[node]];
    char buf[400];
    for (int32_t d = 0; d < v->rank && d < SALTUS_RANK; d++) size[d] = v->size[d];
    text_element(buf, sizeof buf, v->label ? v->label : v->name, size, element);
    return arena_text(c->arena, buf, strlen(buf));
}

static void mark_connected(const struct connect *c, bool *in)
{
    for (int32_t k = 0; k < c->pairs->n; k++)
        for (int s = 0; s < 2; s++) in[c->pairs->at[k].side[s]->var->number] = true;
    for (int32_t v = 0; v < c->m->vars.n; v++) in[v] |= c->vars[v].flow || c->vars[v].input;
}

static bool number_nodes(struct connect *c)
{
    int32_t vars = c->m->vars.n;
    int64_t n = 0;
    bool *in = ARENA_ARRAY(c->arena, bool, vars + 1);
    mark_connected(c, in);
    c->first = ARENA_ARRAY(c->arena, int32_t, 2 * (int64_t)vars + 2);
    for (int32_t k = 0; k < 2 * vars; k++) {
        c->first[k] = in[k / 2] && (k % 2 == 0 || c->vars[k / 2].flow) ? (int32_t)n : -1;
        if (c->first[k] >= 0) n += c->m->vars.at[k / 2]->count;
        if (n > INT32_MAX / 2) return false;
    }
    c->n_nodes = (int32_t)n;
    return true;
}

static void make_nodes(struct connect *c)
{
    c->key = ARENA_ARRAY(c->arena, int32_t, c->n_nodes + 1);
    c->up = ARENA_ARRAY(c->arena, int32_t, c->n_nodes + 1);
    c->pair = ARENA_ARRAY(c->arena, int32_t, c->n_nodes + 1);
    c->seen = ARENA_ARRAY(c->arena, uint8_t, c->n_nodes + 1);
    for (int32_t k = 0; k < 2 * c->m->vars.n; k++)
        for (int32_t e = 0; c->first[k] >= 0 && e < c->m->vars.at[k / 2]->count; e++)
            c->key[c->first[k] + e] = k;
    for (int32_t k = 0; k < c->n_nodes; k++) {
        c->up[k] = k;
        c->pair[k] = -1;
    }
}

/* ---- Union-find ------------------------------------------------------------------------------ */

int32_t connect_root(struct connect *c, int32_t node)
{
    while (c->up[node] != node) node = c->up[node] = c->up[c->up[node]];
    return node;
}

static void unite(struct connect *c, int32_t a, int32_t b)
{
    a = connect_root(c, a);
    b = connect_root(c, b);
    if (a < b)
        c->up[b] = a;
    else
        c->up[a] = b;
}

/* ---- Points ---------------------------------------------------------------------------------- */

struct point {
    struct ir_iter **iters;
    const int64_t *at;
    int32_t n;
    int left; /* nodes that may still be looked at */
};

/* Of two arguments; false: that has no value. */
static bool operate(enum ir_op op, double a, double b, double *out)
{
    int64_t i = (int64_t)a, j = (int64_t)b; /* exact: below 2^53, or of no interest */
    switch (op) {
    case IR_ADD: return *out = a + b, true;
    case IR_SUB: return *out = a - b, true;
    case IR_MUL: return *out = a * b, true;
    case IR_NEG: return *out = -a, true;
    case IR_LT: return *out = a < b, true;
    case IR_LE: return *out = a <= b, true;
    case IR_EQ: return *out = a == b, true;
    case IR_NE: return *out = a != b, true;
    case IR_AND: return *out = a != 0 && b != 0, true;
    case IR_OR: return *out = a != 0 || b != 0, true;
    case IR_NOT: return *out = a == 0, true;
    case IR_TO_REAL:
    case IR_TO_INT: return *out = a, true;
    case IR_IDIV: return *out = j ? (double)(i / j) : 0, j != 0;
    case IR_IMOD: return *out = j ? (double)((i % j + j) % j) : 0, j != 0;
    default: return false;
    }
}

/* An integer expression at a point; false: it cannot be evaluated. */
static bool evaluate(const struct ir *e, struct point *p, double *out)
{
    double a[2] = {0, 0};
    if (p->left-- <= 0) return false;
    if (e->op == IR_INT) return *out = (double)e->integer, true;
    if (e->op == IR_REAL) return *out = e->number, true;
    for (int32_t k = 0; e->op == IR_ITER && k < p->n; k++)
        if (p->iters[k] == e->iter) return *out = (double)p->at[k], true;
    if (e->op == IR_IF)
        return evaluate(e->arg[0], p, a) && evaluate(e->arg[a[0] != 0 ? 1 : 2], p, out);
    if (e->n < 1 || e->n > 2) return false;
    for (int32_t k = 0; k < e->n; k++)
        if (!evaluate(e->arg[k], p, &a[k])) return false;
    if (!(a[0] > -0x1p52 && a[0] < 0x1p52 && a[1] > -0x1p52 && a[1] < 0x1p52)) return false;
    if (e->op != IR_VAR) return operate(e->op, a[0], a[1], out);
    if (!e->var->data || a[0] < 0 || a[0] >= e->var->count) return false;
    return *out = e->var->data[(int32_t)a[0]], true;
}

struct walk { /* over the box of one connection */
    const struct connect_pair *p;
    int32_t number;
    bool affine[2];
    int64_t c0[2], c[2][EXPAND_BOX];
    int64_t at[EXPAND_BOX];
};

/* The node of one side at the point; -1 after an error. */
static int32_t node_at(struct connect *c, const struct walk *w, int s)
{
    const struct connect_pair *p = w->p;
    const struct ir *e = p->side[s];
    int64_t index = w->c0[s];
    double x;
    bool known = true;
    for (int32_t k = 0; w->affine[s] && k < p->n_iters; k++) index += w->c[s][k] * w->at[k];
    if (!w->affine[s]) {
        struct point point = {p->iters, w->at, p->n_iters, 2000};
        known = evaluate(e->arg[0], &point, &x);
        index = known && x >= 0 && x < e->var->count ? (int64_t)x : -1;
    }
    if (index >= 0 && index < e->var->count)
        return c->first[2 * e->var->number + (c->vars[e->var->number].flow && p->outside[s])] +
               (int32_t)index;
    error_at(c->m->messages, p->at,
             known ? "an index of '%s' is outside its size"
                   : "which elements of '%s' are connected is not known at compile time",
             e->var->name);
    return -1;
}

static bool join_point(struct connect *c, const struct walk *w)
{
    int32_t node[2];
    for (int s = 0; s < 2; s++)
        if ((node[s] = node_at(c, w, s)) < 0) return false;
    for (int s = 0; s < 2; s++) {
        c->seen[node[s]] |= w->p->outside[s] ? SEEN_OUTSIDE : SEEN_INSIDE;
        if (c->pair[node[s]] < 0) c->pair[node[s]] = w->number;
    }
    unite(c, node[0], node[1]);
    return true;
}

/* The next point, row-major; false: that was the last one. */
static bool advance(struct walk *w)
{
    for (int32_t k = w->p->n_iters - 1; k >= 0; k--) {
        const struct ir_iter *it = w->p->iters[k];
        w->at[k] += it->step;
        if (w->at[k] != it->lo + it->step * it->count) return true;
        w->at[k] = it->lo;
    }
    return false;
}

static void join_pair(struct connect *c, int32_t number)
{
    const struct connect_pair *p = &c->pairs->at[number];
    struct walk w = {.p = p, .number = number};
    c->m->at = p->at;
    for (int32_t k = 0; k < p->n_iters; k++) {
        w.at[k] = p->iters[k]->lo;
        if (p->iters[k]->count <= 0) return;
    }
    for (int s = 0; s < 2; s++)
        w.affine[s] = ir_affine(p->side[s]->arg[0], p->iters, p->n_iters, &w.c0[s], w.c[s]);
    while (join_point(c, &w) && advance(&w)) {
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

void flat_connect(struct ir_model *m, const struct connect_var *vars,
                  const struct connect_list *pairs, struct eq_list *out)
{
    struct connect c = {.m = m, .arena = m->arena, .vars = vars, .pairs = pairs, .out = out};
    int errors = m->messages->errors;
    if (!number_nodes(&c)) {
        error_at(m->messages, m->at, "the connectors of this model have too many elements");
        return;
    }
    if (c.n_nodes == 0) return;
    make_nodes(&c);
    for (int32_t k = 0; k < pairs->n; k++) join_pair(&c, k);
    if (m->messages->errors > errors) return;
    connect_inputs(&c);
    connect_pins(&c);
    connect_sets(&c);
    if (m->messages->errors == errors) connect_write(&c);
}
