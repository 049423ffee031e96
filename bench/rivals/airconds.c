/* SPDX-License-Identifier: MIT */
/* airconds.c - N rooms with air conditioners, T' = 60 ((32 - T)/R - 14 on + noise)/C, noise
 * drawn anew every second, thermostats of half a degree about the reference (20, from t = 100 on
 * 20.5).
 *
 * A solver of all states together stops at every thermostat. The rooms do not see each other, so
 * the grid takes each room alone: a Runge-Kutta step of order 4 (T' is affine in T, which makes
 * it a polynomial in the length); if the room has crossed its threshold at the end, the step is
 * cut at the crossing and goes on from there. Nothing is neglected: T is monotonic between two
 * events. */
#include "lean.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct airconds {
    int32_t n;
    double reference;
    int64_t draws, second;      /* random numbers so far; the next instant of noise */
    double *c, *r, *on, *noise; /* n; c: 60/C, r: 1/R */
    double memory[];
};

static void mix(uint64_t *x, uint64_t add)
{
    *x = *x * *x + add;
    *x = *x << 32 | *x >> 32;
}

/* Random number n of the seed 1, in [0, 1), as the model has it. */
static double uniform(int64_t n)
{
    uint64_t key = 3 * 0xd1342543de82ef95u, y = ((uint64_t)n + 1) * key, z = y + key, x = y, first;
    mix(&x, y), mix(&x, z), mix(&x, y), mix(&x, z);
    first = x & 0xffffffffu;
    mix(&x, y);
    return (double)((first << 21) + ((x & 0xffffffffu) >> 11)) * 0x1p-53;
}

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    const struct airconds *m = p->data;
    const double *restrict c = m->c, *restrict r = m->r, *restrict on = m->on;
    const double *restrict noise = m->noise;
    (void)t;
    for (int32_t i = 0; i < m->n; i++) dx[i] = ((32 - x[i]) * r[i] - 14 * on[i] + noise[i]) * c[i];
}

static void jacobian(const struct problem *p, double t, const double *x, double *value)
{
    const struct airconds *m = p->data;
    (void)t, (void)x;
    for (int32_t i = 0; i < m->n; i++) value[i] = -m->r[i] * m->c[i];
}

static double one_guard(const struct problem *p, double t, const double *x, int32_t k)
{
    const struct airconds *m = p->data;
    (void)t;
    return x[k] - m->reference + m->on[k] - 0.5;
}

static void all_guards(const struct problem *p, double t, const double *restrict x,
                       double *restrict g)
{
    const struct airconds *m = p->data;
    const double *restrict on = m->on;
    (void)t;
    for (int32_t k = 0; k < p->guards; k++) g[k] = x[k] - m->reference + on[k] - 0.5;
}

static int guard_reads(const struct problem *p, int32_t k, int32_t *i)
{
    (void)p;
    *i = k;
    return 1;
}

static enum problem_change at_guard(struct problem *p, double t, double *x, int32_t k, int rises)
{
    struct airconds *m = p->data;
    (void)t, (void)x;
    m->on[k] = rises;
    return PROBLEM_KINK;
}

static void draw(struct airconds *m)
{
    for (int32_t i = 0; i < m->n; i++) m->noise[i] = 2 * uniform(m->draws++) - 1;
    m->second++;
}

static double next(const struct problem *p, double t)
{
    (void)t;
    return (double)((const struct airconds *)p->data)->second;
}

/* A new reference may have moved thresholds past temperatures. */
static enum problem_change at_time(struct problem *p, double t, double *x)
{
    struct airconds *m = p->data;
    draw(m);
    if (t == 100) {
        m->reference = 20.5;
        for (int32_t i = 0; i < m->n; i++) m->on[i] = one_guard(p, t, x, i) > 0;
    }
    return PROBLEM_KINK;
}

/* ---- The grid
 * ----------------------------------------------------------------------------------- */

/* How far a room moves in h that has the slope d and loses a of it per degree: e^(-a h) to order
 * 4. */
static double way(double d, double a, double h)
{
    double z = a * h;
    return h * d * (1 - z / 2 * (1 - z / 3 * (1 - z / 4)));
}

static double crossing(double d, double a, double h, double distance)
{
    double s = fmin(h, distance / d);
    for (int turn = 0; turn < 4; turn++) {
        double slope = d * (1 - a * s);
        s = fmin(h, fmax(0, s - (way(d, a, s) - distance) / slope));
    }
    return s;
}

/* The rest of the step of a room that crosses its threshold in it: from there on, switched. */
static int64_t room(struct airconds *m, int32_t i, double h, double *x)
{
    int64_t events = 0;
    double a = m->r[i] * m->c[i];
    for (;;) {
        double edge = m->reference + 0.5 - m->on[i];
        double d = ((32 - *x) * m->r[i] - 14 * m->on[i] + m->noise[i]) * m->c[i];
        double end = *x + way(d, a, h);
        if ((end > edge) == (m->on[i] > 0)) {
            *x = end;
            return events;
        }
        h -= crossing(d, a, h, edge - *x);
        *x = edge;
        m->on[i] = 1 - m->on[i];
        events++;
    }
}

static int64_t grid_step(struct problem *p, double t, double h, double *restrict x)
{
    struct airconds *m = p->data;
    int64_t events = 0;
    (void)t;
    for (int32_t i = 0; i < m->n; i++) {
        double d = ((32 - x[i]) * m->r[i] - 14 * m->on[i] + m->noise[i]) * m->c[i];
        double end = x[i] + way(d, m->r[i] * m->c[i], h);
        if ((end > m->reference + 0.5 - m->on[i]) == (m->on[i] > 0))
            x[i] = end;
        else
            events += room(m, i, h, &x[i]);
    }
    return events;
}

/* The error of order 5 of one step is (h/20)^5/120 of a degree: a second will do down to 1e-8. */
static double grid_length(const struct problem *p, double tol)
{
    (void)p;
    return fmin(1, 20 * pow(120 * tol, 0.2));
}

/* ---- The lean loop
 *
 * From one second to the next a room goes towards an end E = 32 + R (noise - 14 on): T - E shrinks by k = e^(-a), the same
 * number every second. A room that crosses its threshold at T* has used (E - T)/(E - T*) of it: the factor that remains,
 * k (E - T)/(E - T*), brings it from there towards the other end. Exact, and without an exponential; all rooms take both
 * ways side by side, and the few that cross twice in a second are done again one by one. */

struct lean_rooms {
    struct solver_run *r;
    struct airconds *m;
    double *t, *keep, *resistance, *crossed; /* n */
};

/* A room that may cross several times. */
static int64_t lean_room(struct lean_rooms *c, int32_t i, double keep)
{
    const struct airconds *m = c->m;
    int64_t events = 0;
    for (;;) {
        double edge = m->reference + 0.5 - m->on[i];
        double end = 32 + c->resistance[i] * (m->noise[i] - 14 * m->on[i]),
               to = end + (c->t[i] - end) * keep;
        if ((to > edge) == (m->on[i] > 0)) {
            c->t[i] = to;
            return events;
        }
        keep *= (end - c->t[i]) / (end - edge);
        c->t[i] = edge;
        m->on[i] = 1 - m->on[i];
        events++;
    }
}

/* A second of all rooms; how many crossed. `again`: one crossed twice, and is as it was. */
static double second(struct lean_rooms *c, double *again)
{
    const double *restrict keep = c->keep, *restrict resistance = c->resistance,
                           *restrict noise = c->m->noise;
    double *restrict t = c->t, *restrict on = c->m->on, *restrict twice = c->crossed;
    double reference = c->m->reference, events = 0, more = 0;
    for (int32_t i = 0; i < c->m->n; i++) {
        double edge = reference + 0.5 - on[i], end = 32 + resistance[i] * (noise[i] - 14 * on[i]);
        double to = end + (t[i] - end) * keep[i],
               way = 1 - 2 * on[i]; /* way: which side ends its phase */
        double crosses = (to - edge) * way > 0 || (to == edge && on[i] > 0) ? 1.0 : 0.0;
        double rest = keep[i] * (end - t[i]) / (end - edge);
        double other = 32 + resistance[i] * (noise[i] - 14 * (1 - on[i])), next_edge = edge - way;
        double then = other + (edge - other) * rest;
        twice[i] = crosses * ((next_edge - then) * way > 0 ? 1.0 : 0.0);
        t[i] = twice[i] > 0 ? t[i] : crosses > 0 ? then : to;
        on[i] = twice[i] > 0 ? on[i] : on[i] + crosses * way;
        events += crosses - twice[i];
        more += twice[i];
    }
    *again = more;
    return events;
}

static void lean_second(struct lean_rooms *c)
{
    double again, events = second(c, &again);
    c->r->stats->events += (int64_t)events;
    for (int32_t i = 0; again > 0 && i < c->m->n; i++)
        if (c->crossed[i] > 0) c->r->stats->events += lean_room(c, i, c->keep[i]);
    c->r->stats->steps++;
}

/* Rows between two seconds: rooms go there one by one, and the whole second is done anew. */
static void lean_samples(struct lean_rooms *c, double t, double *before)
{
    size_t size = sizeof *before * (size_t)c->m->n;
    double *on = before + c->m->n;
    memcpy(before, c->t, size);
    memcpy(on, c->m->on, size);
    for (double row; !isnan(row = solver_due(c->r, t + 1)) && row < t + 1;) {
        for (int32_t i = 0; i < c->m->n; i++)
            lean_room(c, i, exp(-c->m->r[i] * c->m->c[i] * (row - t)));
        solver_sample(c->r, c->t);
        memcpy(c->t, before, size);
        memcpy(c->m->on, on, size);
    }
}

static int lean_run(struct lean_rooms *c, double *x)
{
    struct problem *p = c->r->p;
    for (double t = 0; t < p->stop; t++) {
        if (c->r->samples) lean_samples(c, t, x);
        lean_second(c);
        while (c->r->samples && !isnan(solver_due(c->r, t + 1))) solver_sample(c->r, c->t);
        if (t + 1 >= p->stop) break;
        at_time(p, t + 1, c->t);
        c->r->stats->events++;
    }
    return 0;
}

static int lean(struct solver_run *r)
{
    struct airconds *m = r->p->data;
    size_t n = (size_t)m->n;
    struct lean_rooms c = {.r = r, .m = m, .t = calloc(6 * n, sizeof(double))};
    int status = -1;
    if (!c.t) return -1;
    c.keep = c.t + n;
    c.resistance = c.keep + n;
    c.crossed = c.resistance + n;
    memcpy(c.t, r->p->x0, n * sizeof(double));
    for (int32_t i = 0; i < m->n; i++) {
        c.keep[i] = exp(-m->r[i] * m->c[i]);
        c.resistance[i] = 1 / m->r[i];
    }
    status = lean_run(&c, c.crossed + n);
    free(c.t);
    return status;
}

/* ---- The problem
 * ------------------------------------------------------------------------------------ */

static double observe(const struct problem *p, const char *name)
{
    const struct airconds *m = p->data;
    double sum = 0;
    if (strcmp(name, "power") != 0) return NAN;
    for (int32_t i = 0; i < m->n; i++) sum += m->on[i];
    return sum / m->n;
}

static void start(struct problem *p, int32_t n)
{
    struct airconds *m = p->data;
    m->n = n;
    m->reference = 20;
    m->c = m->memory;
    m->r = m->c + n;
    m->on = m->r + n;
    m->noise = m->on + n;
    for (int32_t i = 0; i < n; i++) {
        m->c[i] = 60 / (550 + 100 * uniform(m->draws++));
        m->r[i] = 1 / (1.8 + 0.4 * uniform(m->draws++));
        p->x0[i] = 18 + 4 * uniform(m->draws++);
        m->on[i] = p->x0[i] > 20;
        problem_entry(p, i, i);
    }
    draw(m);
}

int problem_airconds(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 1000;
    size_t data = sizeof(struct airconds) + 4 * (size_t)n * sizeof(double);
    if (!problem_new(p, n, data, n)) return 0;
    start(p, n);
    p->stop = 300;
    p->linear = 1;
    p->stops = 200.0 * n;
    p->group[0] = (struct problem_group){"T", 0, n, 1};
    p->f = f;
    p->jacobian = jacobian;
    p->guards = n;
    p->all_guards = all_guards;
    p->one_guard = one_guard;
    p->guard_reads = guard_reads;
    p->at_guard = at_guard;
    p->next = next;
    p->at_time = at_time;
    p->observe = observe;
    p->grid_step = grid_step;
    p->grid_length = grid_length;
    p->lean = lean;
    return 1;
}
