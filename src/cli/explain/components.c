/* SPDX-License-Identifier: MIT */
/* components.c - strongly connected components of the state graph, and fans.
 *
 * Nodes are states, sums and delays; an edge leads from what a function reads to whose function it
 * is. A sum over all states that all states read is one node with 2n edges, not n^2 of them. */
#include "cli/explain/components.h"
#include "base/csr.h"
#include "base/strong.h"
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

/* ---- Components ------------------------------------------------------------------------------ */

/* Those that contain a state count; the biggest is the one with most states. */
static void find_all(const struct csr *reads, int32_t n_states, struct components *out)
{
    size_t n = (size_t)reads->n;
    int32_t *room = grow_zero((STRONG_ROOM + 2) * n + 1, sizeof *room);
    int32_t *node = room + STRONG_ROOM * n, *first = node + n;
    int32_t count = strong_components(reads->n, reads->start, reads->item, room, node, first);
    for (int32_t c = 0; c < count; c++) {
        int32_t states = 0, one = -1;
        for (int32_t k = first[c]; k < first[c + 1]; k++)
            if (node[k] < n_states) states++, one = node[k];
        out->count += states > 0;
        if (states <= out->biggest) continue;
        out->biggest = states;
        out->members = one;
    }
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
