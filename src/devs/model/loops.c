/* SPDX-License-Identifier: MIT */
/* loops.c - algebraic loops: static parts that feed each other in a circle, at the same instant,
 * element by element.
 *
 * Asked only if the parts could not be sorted (run->n_knots). Nodes are the input elements of
 * static parts; an edge leads from an input through the part (through, reach) and along a route to
 * the next input. Nodes that nothing unfinished leads to are taken away until none is left, or all
 * that are left have a predecessor: walking backwards then ends in a circle. */
#include "devs/kernel/run.h"

#include <stdio.h>
#include <string.h>

struct loops {
    saltus_devs *run;
    uint32_t *waits; /* per input element: edges that lead to it from unfinished nodes */
    size_t *before;  /* per input element: one of those nodes */
    size_t *ready;
    size_t n_ready;
    void (*edge)(struct loops *l, size_t from, size_t to);
    size_t from;
    const struct cell *c; /* the part in hand */
    int out;
    int32_t *owner; /* per input port: its part */
};

static void count_edge(struct loops *l, size_t from, size_t to)
{
    (void)from;
    l->waits[to]++;
}

static void drop_edge(struct loops *l, size_t from, size_t to)
{
    (void)from;
    if (--l->waits[to] == 0) l->ready[l->n_ready++] = to;
}

static void note_edge(struct loops *l, size_t from, size_t to)
{
    if (l->waits[from] && l->waits[to]) l->before[to] = from;
}

static void out_element(void *user, int32_t i)
{
    struct loops *l = user;
    const struct fan *f = &l->c->out[l->out];
    if (i < 0 || i >= f->size) return;
    for (int32_t k = 0; k < f->n; k++) {
        const struct route *r = &f->at[k];
        struct devs_targets to;
        if (!r->to || !r->to->is_static) continue;
        size_t base = l->run->input_start[r->to->first_input + r->port];
        for (devs_targets_begin(&to, r, i); devs_targets_next(&to);) {
            if (to.index != SALTUS_ALL)
                l->edge(l, l->from, base + (size_t)to.index);
            else
                for (int32_t d = 0; d < r->count; d++) l->edge(l, l->from, base + (size_t)d);
        }
    }
}

/* All edges that leave element j of input `in` of c. */
static void edges(struct loops *l, const struct cell *c, int in, int32_t j)
{
    const saltus_atomic *a = c->pub.type;
    l->from = l->run->input_start[c->first_input + in] + (size_t)j;
    l->c = c;
    for (l->out = 0; l->out < c->pub.outputs; l->out++) {
        if (a->through(c->pub.part, in, l->out) != 1) continue;
        if (a->reach)
            a->reach(&c->pub, in, j, l->out, out_element, l);
        else
            out_element(l, j);
    }
}

static void all_edges(struct loops *l)
{
    for (int32_t k = 0; k < l->run->n_slots; k++) {
        const struct cell *c = l->run->order[k];
        if (!c->is_static) continue;
        for (int in = 0; in < c->pub.inputs; in++)
            for (int32_t j = 0, n = devs_port_size(c->pub.part, 0, in); j < n; j++)
                edges(l, c, in, j);
    }
}

/* ---- Which input is that? -------------------------------------------------------------------- */

static const struct cell *find_node(const struct loops *l, size_t node, int *in, int32_t *j)
{
    const saltus_devs *run = l->run;
    int32_t lo = 0, hi = run->n_inputs - 1;
    while (lo < hi) { /* the last port that starts at or before node and is not empty */
        int32_t mid = (lo + hi + 1) / 2;
        if (run->input_start[mid] <= node)
            lo = mid;
        else
            hi = mid - 1;
    }
    const struct cell *c = run->cell[l->owner[lo]];
    *in = lo - c->first_input;
    *j = (int32_t)(node - run->input_start[lo]);
    return c;
}

static int node_name(const struct loops *l, size_t node, char *buf, size_t size)
{
    int in;
    int32_t j;
    char port[100], index[20] = "";
    const struct cell *c = find_node(l, node, &in, &j);
    devs_port_name(c->pub.part, 0, in, port, sizeof port);
    if (devs_port_size(c->pub.part, 0, in) > 1) snprintf(index, sizeof index, "[%ld]", (long)j + 1);
    return snprintf(buf, size, "%s.%s%s", c->name, port, index);
}

/* From a node that is left, backwards until the circle closes; then the circle, forwards. */
static void tell_loop(struct loops *l, size_t node)
{
    saltus_devs *run = l->run;
    char text[900];
    size_t n = 0, used = 0, length = 1, total = run->input_start[run->n_inputs];
    int in;
    int32_t j;
    for (; n < total; n++) node = l->before[node]; /* now certainly on a circle */
    for (size_t k = l->before[node]; k != node; k = l->before[k]) length++;
    size_t shown = length < 16 ? length : 16;
    for (n = 0; n < shown; n++) l->ready[shown - 1 - n] = node, node = l->before[node];
    for (n = 0; n <= shown && used < sizeof text - 100; n++) {
        if (n) used += (size_t)snprintf(text + used, sizeof text - used, " -> ");
        if (n == shown && shown < length)
            snprintf(text + used, sizeof text - used, "...");
        else
            used += (size_t)node_name(l, l->ready[n % shown], text + used, sizeof text - used);
    }
    devs_fail(run, find_node(l, l->ready[0], &in, &j), SALTUS_EMODEL,
              "put an integrator or a delay into the loop, or solve it by an implicit block",
              "an algebraic loop: %s", text);
}

static void own(struct loops *l)
{
    for (int32_t k = 0; k < l->run->n_cells; k++)
        for (int in = 0; l->run->cell[k] && in < l->run->cell[k]->pub.inputs; in++)
            l->owner[l->run->cell[k]->first_input + in] = k;
}

bool devs_check_loops(saltus_devs *run)
{
    if (!devs_number_inputs(run)) return false;
    size_t n = run->input_start[run->n_inputs];
    struct loops l = {.run = run,
                      .waits = alloc_array(&run->alloc, n, sizeof *l.waits),
                      .before = alloc_array(&run->alloc, n, sizeof *l.before),
                      .ready = alloc_array(&run->alloc, n + 16, sizeof *l.ready),
                      .owner = alloc_array(&run->alloc, (size_t)run->n_inputs, sizeof *l.owner)};
    if (l.waits && l.before && l.ready && l.owner) {
        own(&l);
        l.edge = count_edge;
        all_edges(&l);
        for (size_t k = 0; k < n; k++)
            if (!l.waits[k]) l.ready[l.n_ready++] = k;
        l.edge = drop_edge;
        for (size_t k = 0; k < l.n_ready; k++) {
            int in;
            int32_t j;
            const struct cell *c = find_node(&l, l.ready[k], &in, &j);
            if (c->is_static) edges(&l, c, in, j);
        }
        l.edge = note_edge;
        if (l.n_ready < n) all_edges(&l);
        for (size_t k = 0; k < n && run->status == SALTUS_OK; k++)
            if (l.waits[k]) tell_loop(&l, k);
    } else {
        devs_no_memory(run);
    }
    alloc_free(&run->alloc, l.waits);
    alloc_free(&run->alloc, l.before);
    alloc_free(&run->alloc, l.ready);
    alloc_free(&run->alloc, l.owner);
    return run->status == SALTUS_OK;
}
