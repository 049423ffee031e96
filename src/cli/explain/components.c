/* SPDX-License-Identifier: MIT */
/* components.c - strongly connected components of the state graph, by Tarjan's algorithm.
 *
 * Nodes are states, sums and delays; an edge leads from what a function reads to whose function it
 * is. A sum over all states that all states read is one node with 2n edges, not n^2 of them. The
 * depth-first search keeps its own stack: a chain of a million states is as deep as it is long. */
#include "cli/explain/components.h"
#include "base/csr.h"
#include "cli/core/grow.h"
#include "run/sim.h"

struct collect {
    saltus_reads reads;
    struct csr_builder *to;
    int32_t n, n_sums;
    int failed;
};

static void add(saltus_reads *r, saltus_kind kind, int32_t k)
{
    struct collect *c = (struct collect *)r;
    if (kind == SALTUS_STATE) c->failed |= csr_add(c->to, k);
    if (kind == SALTUS_SUM) c->failed |= csr_add(c->to, c->n + k);
    if (kind == SALTUS_DELAY) c->failed |= csr_add(c->to, c->n + c->n_sums + k);
}

static void ask(struct collect *c, const saltus_env *e, const saltus_function *f, int32_t i)
{
    if (f->reads) {
        f->reads(e, i, &c->reads);
        return;
    }
    for (int32_t j = 0; j < c->n; j++) c->failed |= csr_add(c->to, j);
}

/* Node -> what it reads. */
static int read_graph(const struct sim *s, struct csr *reads, struct alloc *a)
{
    const struct net *net = &s->net;
    struct csr_builder b;
    struct collect c = {{add}, &b, net->n, net->n_sums, 0};
    c.failed = csr_begin(&b, reads, net->n + s->n_signals, a);
    for (int32_t i = 0; i < net->n && !c.failed; i++) {
        ask(&c, &net->env, &s->model->der, i);
        c.failed |= csr_row(&b);
    }
    for (int32_t k = 0; k < net->n_sums && !c.failed; k++) {
        for (int32_t j = net->first_term[k]; j < net->first_term[k + 1]; j++)
            ask(&c, &net->env, &s->model->term, j);
        c.failed |= csr_row(&b);
    }
    for (int32_t k = 0; k < s->n_delays && !c.failed; k++) {
        ask(&c, &net->env, &s->model->delayed, k);
        c.failed |= csr_row(&b);
    }
    return c.failed || csr_end(&b);
}

/* ---- Tarjan ---------------------------------------------------------------------------------- */

struct search {
    const struct csr *to;
    int32_t *index, *low, *next, *stack, *path;
    int32_t count, n_stack, n_path, n_states;
    struct components *out;
};

static void enter(struct search *t, int32_t v)
{
    t->index[v] = t->low[v] = ++t->count;
    t->next[v] = t->to->start[v];
    t->stack[t->n_stack++] = v;
    t->path[t->n_path++] = v;
}

static void leave(struct search *t, int32_t v)
{
    int32_t w, states = 0, one = -1, up = --t->n_path > 0 ? t->path[t->n_path - 1] : -1;
    if (up >= 0 && t->low[v] < t->low[up]) t->low[up] = t->low[v];
    if (t->low[v] != t->index[v]) return;
    do {
        w = t->stack[--t->n_stack];
        t->low[w] = INT32_MAX; /* done */
        if (w < t->n_states) states++, one = w;
    } while (w != v);
    if (states == 0) return;
    t->out->count++;
    if (states <= t->out->biggest) return;
    t->out->biggest = states;
    t->out->members = one;
}

static void search(struct search *t, int32_t root)
{
    if (t->index[root]) return;
    enter(t, root);
    while (t->n_path > 0) {
        int32_t v = t->path[t->n_path - 1], w;
        if (t->next[v] == t->to->start[v + 1]) {
            leave(t, v);
            continue;
        }
        w = t->to->item[t->next[v]++];
        if (!t->index[w])
            enter(t, w);
        else if (t->low[w] != INT32_MAX && t->index[w] < t->low[v])
            t->low[v] = t->index[w];
    }
}

static void find_all(const struct csr *reads, int32_t n_states, struct components *out)
{
    size_t n = (size_t)reads->n + 1;
    int32_t *room = grow_zero(5 * n, sizeof *room);
    struct search t = {.to = reads, .index = room, .low = room + n, .next = room + 2 * n};
    t.stack = room + 3 * n;
    t.path = room + 4 * n;
    t.n_states = n_states;
    t.out = out;
    for (int32_t v = 0; v < reads->n; v++) search(&t, v);
    free(room);
}

/* ---- Fans ------------------------------------------------------------------------------------ */

static void find_fans(const struct csr *reads, int32_t n, struct components *out)
{
    int32_t *readers = grow_zero((size_t)reads->n + 1, sizeof *readers);
    for (int32_t i = 0; i < reads->n; i++) {
        int32_t in = csr_count(reads, i);
        if (i < n) out->reads += in;
        if (i < n && in > out->fan_in) out->fan_in = in, out->fan_in_of = i;
        for (const int32_t *j = csr_first(reads, i); j < csr_last(reads, i); j++) readers[*j]++;
    }
    for (int32_t j = 0; j < n; j++)
        if (readers[j] > out->fan_out) out->fan_out = readers[j], out->fan_out_of = j;
    free(readers);
}

int components_find(const saltus_sim *h, struct components *out)
{
    const struct sim *s = (const struct sim *)h;
    struct alloc a;
    struct csr reads = {0};
    int failed;
    memset(out, 0, sizeof *out);
    alloc_init(&a, NULL, NULL);
    failed = read_graph(s, &reads, &a);
    if (!failed) {
        find_all(&reads, s->net.n, out);
        find_fans(&reads, s->net.n, out);
    }
    csr_free(&reads, &a);
    return failed ? -1 : 0;
}
