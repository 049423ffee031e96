/* SPDX-License-Identifier: MIT */
/* neurons.c - N integrate-and-fire neurons, 20 v' = drive - v + g, 5 g' = -g; at v = 1 a neuron
 * fires, v := 0, and ten others get g += weight. States: all v, then all g.
 *
 * A solver of all states together stops at every spike. The grid is how simulators of such
 * networks do it: between spikes the solution is known,
 *     g(s) = g e^(-s/5),   v(s) = drive + (v - drive) e^(-s/20) + g F(s),
 *     F(s) = (e^(-s/20) - e^(-s/5))/3,
 * so a step moves all by constants; whoever is above 1 at its end has fired inside, where the
 * formula says, and what it gives to others is moved from there to the end of the step. Only the
 * order of spikes within one step and a kick that comes before the crossing of its receiver in
 * the same step are neglected: the error is of first order in the length of the step. */
#include "lean.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SYNAPSES = 10 };

struct neurons {
    int32_t n;
    double spikes;
    double *drive, *v, *g; /* n; v, g: at the start of a step */
    int32_t *target;       /* n * SYNAPSES: who gets the kicks of a neuron; -1: had it already */
    double memory[];
};

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    const struct neurons *m = p->data;
    const double *restrict g = x + m->n, *restrict drive = m->drive;
    double *restrict dg = dx + m->n;
    (void)t;
    for (int32_t i = 0; i < m->n; i++) dx[i] = (drive[i] - x[i] + g[i]) * 0.05;
    for (int32_t i = 0; i < m->n; i++) dg[i] = g[i] * -0.2;
}

static void jacobian(const struct problem *p, double t, const double *x, double *value)
{
    int32_t n = p->n / 2;
    (void)t, (void)x;
    for (int32_t i = 0; i < n; i++) value[i] = -0.05;
    for (int32_t i = 0; i < n; i++) {
        value[n + 2 * i] = 0.05;
        value[n + 2 * i + 1] = -0.2;
    }
}

static double one_guard(const struct problem *p, double t, const double *x, int32_t k)
{
    (void)p, (void)t;
    return x[k] - 1;
}

static void all_guards(const struct problem *p, double t, const double *restrict x,
                       double *restrict g)
{
    (void)t;
    for (int32_t k = 0; k < p->guards; k++) g[k] = x[k] - 1;
}

static int guard_reads(const struct problem *p, int32_t k, int32_t *i)
{
    (void)p;
    *i = k;
    return 1;
}

/* The targets of neuron i. One that comes twice is kicked once: the model's handler reads g as it
 * was before the event. */
static void aim(int32_t *to, int64_t n, int64_t i)
{
    for (int64_t k = 1; k <= SYNAPSES; k++) {
        to[k - 1] = (int32_t)(((i + 1) * (37 + 12 * k) + 101 * k) % n);
        for (int64_t r = 1; r < k; r++)
            if (to[r - 1] == to[k - 1]) to[k - 1] = -1;
    }
}

static double weight(int32_t i)
{
    return (i + 1) % 5 == 0 ? -0.2 : 0.06;
}

static enum problem_change at_guard(struct problem *p, double t, double *x, int32_t k, int rises)
{
    struct neurons *m = p->data;
    (void)t;
    if (!rises) return PROBLEM_SMOOTH;
    x[k] = 0;
    m->spikes++;
    for (int32_t s = 0; s < SYNAPSES; s++) {
        int32_t j = m->target[(size_t)k * SYNAPSES + (size_t)s];
        if (j >= 0) x[m->n + j] += weight(k);
    }
    return PROBLEM_JUMP;
}

/* ---- The grid
 * ----------------------------------------------------------------------------------- */

static double influence(double s)
{
    return (exp(-s / 20) - exp(-s / 5)) / 3;
}

/* When neuron i fires within h: Newton from the straight line, or the straight line if others
 * made it fire. */
static double firing(const struct neurons *m, int32_t i, double h, double end)
{
    double v = m->v[i], g = m->g[i], e = m->drive[i], s = h * (1 - v) / (end - v);
    if (e + (v - e) * exp(-h / 20) + g * influence(h) <= 1) return fmin(h, fmax(0, s));
    for (int turn = 0; turn < 4; turn++) {
        double a = exp(-s / 20), b = exp(-s / 5);
        double value = e + (v - e) * a + g * (a - b) / 3 - 1;
        double slope = -(v - e) * a / 20 + g * (b / 5 - a / 20) / 3;
        if (slope <= 0) break;
        s = fmin(h, fmax(0, s - value / slope));
    }
    return s;
}

/* Neuron i fires at s: it begins anew from there, its targets get their kick. */
static void fire(struct neurons *m, double *x, int32_t i, double h)
{
    double *v = x, *g = x + m->n, s = firing(m, i, h, v[i]), rest = h - s;
    double late = influence(rest), decay = exp(-rest / 5);
    v[i] = m->drive[i] * (1 - exp(-rest / 20)) + g[i] / decay * late;
    for (int32_t k = 0; k < SYNAPSES; k++) {
        int32_t j = m->target[(size_t)i * SYNAPSES + (size_t)k];
        if (j < 0) continue;
        g[j] += weight(i) * decay;
        v[j] += weight(i) * late;
    }
    m->spikes++;
}

static int move(struct neurons *m, double h, double *restrict v, double *restrict g)
{
    const double *restrict drive = m->drive;
    double a = exp(-h / 20), b = exp(-h / 5), c = influence(h);
    int above = 0;
    memcpy(m->v, v, sizeof *v * (size_t)m->n);
    memcpy(m->g, g, sizeof *g * (size_t)m->n);
    for (int32_t i = 0; i < m->n; i++) {
        v[i] = drive[i] + (v[i] - drive[i]) * a + g[i] * c;
        g[i] *= b;
        above |= v[i] > 1;
    }
    return above;
}

static int64_t grid_step(struct problem *p, double t, double h, double *x)
{
    struct neurons *m = p->data;
    double before = m->spikes;
    int above = move(m, h, x, x + m->n);
    (void)t;
    while (above) {
        above = 0;
        for (int32_t i = 0; i < m->n; i++)
            if (x[i] > 1) {
                fire(m, x, i, h);
                above = 1;
            }
    }
    return (int64_t)(m->spikes - before);
}

/* A power of two of half a millisecond, so that rows of half milliseconds lie on the grid. */
static double grid_length(const struct problem *p, double tol)
{
    double h = 0.5;
    (void)p;
    while (h > 10 * sqrt(tol)) h /= 2;
    return h;
}

/* ---- The lean loop
 *
 * Windows of half a millisecond: one sweep moves all as if nobody fired, then those who did are
 * taken in the order of time, with nothing neglected. Everything is measured back from the end of the window. With
 * y = e^(r/20) a distance r before it
 *     v = e + (v1 - e + g1/3) y - g1/3 y^4,   g = g1 y^4,                        e: drive, v1, g1: at the end   (1)
 * so that a spike is a root of a quartic, and what it does to the end needs no exponential:
 *     own: v1 = e (1 - 1/y) + g1 (y^3 - 1)/3;   targets: v1 += w (1/y - 1/y^4)/3,   g1 += w/y^4.                 (2)
 * v - 1 has two roots at most. If v1 > 1 there is one in the window; if v1 <= 1 there may be two, and only if the tangent
 * at the end, which is above (1) for g1 > 0, comes above 1. */

struct waiting {
    double y;
    int32_t i;
};

struct lean_neurons {
    struct neurons *m;
    double *v, *g, *since,
        *due; /* n; y of the last kick or spike of this window; y of the next spike, 0: none */
    double longest;       /* y at the start of the window */
    struct waiting *heap; /* greatest y first; one that is not due[i] any more is void */
    int64_t waiting, room;
};

static int push(struct lean_neurons *c, int32_t i)
{
    int64_t k = c->waiting++;
    struct waiting w = {c->due[i], i};
    if (c->waiting > c->room) return 0;
    for (; k > 0 && c->heap[(k - 1) / 2].y < w.y; k = (k - 1) / 2)
        c->heap[k] = c->heap[(k - 1) / 2];
    c->heap[k] = w;
    return 1;
}

static void pop(struct lean_neurons *c)
{
    struct waiting last = c->heap[--c->waiting];
    int64_t k = 0;
    for (;;) {
        int64_t child = 2 * k + 1;
        if (child + 1 < c->waiting && c->heap[child + 1].y > c->heap[child].y) child++;
        if (child >= c->waiting || c->heap[child].y <= last.y) break;
        c->heap[k] = c->heap[child];
        k = child;
    }
    c->heap[k] = last;
}

/* The greatest root of a + b y - q y^4 below `from`, where it is negative, and above `to`, where it is not. */
static double quartic_root(double a, double b, double q, double from, double to)
{
    double low = to, high = from, y = to;
    for (int turn = 0; turn < 50; turn++) {
        double y3 = y * y * y, f = a + (b - q * y3) * y, next;
        if (f >= 0)
            low = y;
        else
            high = y;
        next = y - f / (b - 4 * q * y3);
        if (fabs(next - y) < 4e-16) return y;
        y = next >= low && next <= high ? next : (low + high) / 2;
    }
    return y;
}

/* y of the next spike of neuron i by (1), 0: none in this window. */
static double next_spike(const struct lean_neurons *c, int32_t i)
{
    double from = c->since[i], e = c->m->drive[i], q = c->g[i] / 3, a = e - 1, b = c->v[i] - e + q,
           peak;
    if (c->v[i] > 1) return quartic_root(a, b, q, from, 1);
    if (!(q > 0) || b <= 4 * q) return 0;
    peak = cbrt(b / (4 * q));
    if (peak >= from || a + 0.75 * b * peak <= 0) return 0;
    return quartic_root(a, b, q, from, peak);
}

static int may_fire(const struct lean_neurons *c, int32_t i)
{
    double over = c->v[i] - 1, falls = c->v[i] - c->m->drive[i] - c->g[i];
    return over > 0 || over + falls * (c->since[i] - 1) > 0;
}

/* Neuron i fires: (2). 0: no room. */
static int lean_fire(struct lean_neurons *c, int32_t i)
{
    const int32_t *to = c->m->target + (size_t)i * SYNAPSES;
    double y = c->due[i], back = 1 / y, w = weight(i), decay = back * back * (back * back);
    double late = w * (back - decay) / 3, kick = w * decay;
    c->v[i] = c->m->drive[i] * (1 - back) + c->g[i] * (y * y * y - 1) / 3;
    c->since[i] = y;
    c->due[i] = 0;
    c->m->spikes++;
    for (int32_t s = 0; s < SYNAPSES; s++) {
        int32_t j = to[s];
        if (j < 0) continue;
        c->g[j] += kick;
        c->v[j] += late;
        c->since[j] = y;
        if (!may_fire(c, j) && c->due[j] == 0) continue;
        c->due[j] = next_spike(c, j);
        if (c->due[j] > 0 && !push(c, j)) return 0;
    }
    if (c->due[i] > 0 || !may_fire(c, i)) return 1;
    c->due[i] = next_spike(c, i);
    return !(c->due[i] > 0) || push(c, i);
}

/* All move; who may have fired? Their numbers in who. */
static int32_t sweep(struct lean_neurons *c, double y, int32_t *restrict who)
{
    const double *restrict drive = c->m->drive;
    double *restrict v = c->v, *restrict g = c->g, *restrict since = c->since;
    double a = 1 / y, b = a * a * (a * a), late = (a - b) / 3, span = y - 1;
    int32_t n = c->m->n, found = 0;
    for (int32_t i = 0; i < n; i++) {
        v[i] = drive[i] + (v[i] - drive[i]) * a + g[i] * late;
        g[i] *= b;
        since[i] = y;
    }
    for (int32_t i = 0; i < n; i++) {
        double over = v[i] - 1;
        who[found] = i;
        found += over > 0 || over + (v[i] - drive[i] - g[i]) * span > 0;
    }
    return found;
}

static int window(struct lean_neurons *c, double h, int32_t *who)
{
    int32_t found = sweep(c, c->longest = exp(h / 20), who);
    c->waiting = 0;
    for (int32_t k = 0; k < found; k++) {
        int32_t i = who[k];
        c->due[i] = next_spike(c, i);
        if (c->due[i] > 0 && !push(c, i)) return 0;
    }
    while (c->waiting) {
        struct waiting w = c->heap[0];
        pop(c);
        if (c->due[w.i] == w.y && !lean_fire(c, w.i)) return 0;
    }
    return 1;
}

static int lean_run(struct solver_run *r, struct lean_neurons *c, int32_t *who)
{
    double stop = r->p->stop, h = 0.5;
    for (double t = 0, k = 1; t < stop; k++) {
        double to = fmin(stop, k * h), row;
        if (r->samples && !isnan(row = solver_due(r, to)) && row > t) to = row;
        if (!window(c, to - t, who)) return -1;
        if (to < k * h && to < stop) k--;
        t = to;
        r->stats->steps++;
        while (r->samples && !isnan(solver_due(r, t))) solver_sample(r, c->v);
    }
    r->stats->events = (int64_t)c->m->spikes;
    return 0;
}

static int lean(struct solver_run *r)
{
    struct neurons *m = r->p->data;
    size_t n = (size_t)m->n;
    struct lean_neurons c = {.m = m, .room = (int64_t)(12 * n + 100)};
    int32_t *who = malloc(n * sizeof *who + sizeof *who);
    int status = -1;
    c.v = calloc(4 * n, sizeof *c.v);
    c.heap = malloc((size_t)c.room * sizeof *c.heap);
    if (who && c.v && c.heap) {
        c.g = c.v + n;
        c.since = c.g + n;
        c.due = c.since + n;
        memcpy(c.v, r->p->x0, 2 * n * sizeof *c.v);
        status = lean_run(r, &c, who);
    }
    free(who);
    free(c.v);
    free(c.heap);
    return status;
}

/* ---- The problem
 * ------------------------------------------------------------------------------------ */

static double observe(const struct problem *p, const char *name)
{
    return strcmp(name, "spikes") == 0 ? ((const struct neurons *)p->data)->spikes : NAN;
}

static void start(struct problem *p, int32_t n)
{
    struct neurons *m = p->data;
    m->n = n;
    m->drive = m->memory;
    m->v = m->memory + n;
    m->g = m->memory + 2 * n;
    m->target = (int32_t *)(m->memory + 3 * (size_t)n);
    for (int64_t i = 0; i < n; i++) {
        m->drive[i] = 0.95 + 0.15 * (double)((i + 1) * 17 % 101) / 100;
        p->x0[i] = (double)((i + 1) * 29 % 97) / 97;
        aim(m->target + i * SYNAPSES, n, i);
    }
    for (int32_t i = 0; i < n; i++) problem_entry(p, i, i);
    for (int32_t i = 0; i < n; i++) {
        problem_entry(p, i, n + i);
        problem_entry(p, n + i, n + i);
    }
}

int problem_neurons(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 1000;
    size_t data =
        sizeof(struct neurons) + (size_t)n * (3 * sizeof(double) + SYNAPSES * sizeof(int32_t));
    if (!problem_new(p, 2 * n, data, 3 * n)) return 0;
    start(p, n);
    p->stop = 200;
    p->linear = 1;
    p->stops = 4.0 * n;
    p->group[0] = (struct problem_group){"v", 0, n, 1};
    p->group[1] = (struct problem_group){"g", n, n, 1};
    p->f = f;
    p->jacobian = jacobian;
    p->guards = n;
    p->all_guards = all_guards;
    p->one_guard = one_guard;
    p->guard_reads = guard_reads;
    p->at_guard = at_guard;
    p->observe = observe;
    p->grid_step = grid_step;
    p->grid_length = grid_length;
    p->lean = lean;
    return 1;
}
