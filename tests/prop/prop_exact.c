/* SPDX-License-Identifier: MIT */
/* prop_exact.c - random linear systems with modes and guards: method `exact` against Taylor series in
 * long double, in short steps, with crossings found by bisection.
 *
 * States x' = A_m x + b_m + r_m t in up to three parts; guards z = c x + e t - d, each of which moves on the mode
 * of its part when it crosses, in either direction. A guard that a new mode sends back at once fires again. */
#include "saltus_jet.h"
#include "saltus.h"
#include "testing.h"
#include <stdbool.h>

typedef long double real;
enum { STATES = 5, MODES = 3, GUARDS = 3, PARTS = 3, MOST_EVENTS = 400, GRID = 2500 };

struct part {
    int n, guards;
    double a[MODES][STATES][STATES], b[MODES][STATES], r[MODES][STATES], x0[STATES];
    double c[GUARDS][STATES], d[GUARDS], e[GUARDS];
};

struct world {
    saltus_model model;
    int parts;
    struct part part[PARTS];
    saltus_variable states[2], discretes[2];
    saltus_guard guards[2];
};

static const struct part *find(const struct world *w, int32_t i, int32_t *at, int *first,
                               int *number)
{
    int k = 0;
    *first = 0;
    while (i >= w->part[k].n) {
        i -= w->part[k].n;
        *first += w->part[k++].n;
    }
    *at = i;
    *number = k;
    return &w->part[k];
}

static const struct part *find_guard(const struct world *w, int32_t i, int32_t *at, int *first,
                                     int *number)
{
    int k = 0;
    *first = 0;
    while (i >= w->part[k].guards) {
        i -= w->part[k].guards;
        *first += w->part[k++].n;
    }
    *at = i;
    *number = k;
    return &w->part[k];
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    int first, k;
    int32_t at;
    const struct part *p = find(jet_data(e), i, &at, &first, &k);
    int m = (int)jet_discrete(e, k);
    jet sum = jet_add(p->b[m][at], jet_mul(p->r[m][at], jet_time(e)));
    for (int j = 0; j < p->n; j++)
        sum = jet_add(sum, jet_mul(p->a[m][at][j], jet_state(e, first + j)));
    return sum;
}
SALTUS_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t i)
{
    int first, k;
    int32_t at;
    const struct part *p = find_guard(jet_data(e), i, &at, &first, &k);
    jet sum = jet_sub(jet_mul(p->e[at], jet_time(e)), p->d[at]);
    for (int j = 0; j < p->n; j++)
        sum = jet_add(sum, jet_mul(p->c[at][j], jet_state(e, first + j)));
    return sum;
}
SALTUS_FUNCTION(z)

static int with_time(const saltus_env *e, int32_t i)
{
    return (void)e, (void)i, 2;
}

static void handle(saltus_event *ev)
{
    const struct world *w = ev->env->model->data;
    int first, k;
    int32_t at;
    if (ev->initial || ev->cause != SALTUS_GUARD) return;
    find_guard(w, ev->index, &at, &first, &k);
    saltus_event_assign(ev, k, (double)(((int)saltus_event_discrete(ev, k) + 1) % MODES));
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    const struct world *w = e->model->data;
    (void)given, (void)p, (void)d;
    for (int k = 0; k < w->parts; k++)
        for (int j = 0; j < w->part[k].n; j++) *x++ = w->part[k].x0[j];
}

static void draw_part(struct rng *g, struct part *p)
{
    memset(p, 0, sizeof *p);
    p->n = rng_int(g, 1, STATES);
    p->guards = rng_int(g, 1, GUARDS);
    for (int m = 0; m < MODES; m++)
        for (int i = 0; i < p->n; i++) {
            for (int j = 0; j < p->n; j++)
                if (i == j || rng_int(g, 0, 2))
                    p->a[m][i][j] = rng_uniform(g, -3, 3) - (i == j ? 2 : 0);
            if (rng_int(g, 0, 9) == 0) memset(p->a[m][i], 0, sizeof p->a[m][i]); /* an integrator */
            p->b[m][i] = rng_uniform(g, -3, 3);
            if (rng_int(g, 0, 3) == 0) p->r[m][i] = rng_uniform(g, -1, 1);
        }
    for (int i = 0; i < p->n; i++) p->x0[i] = rng_uniform(g, -1, 1);
    for (int k = 0; k < p->guards; k++) {
        for (int i = 0; i < p->n; i++) p->c[k][i] = rng_uniform(g, -1, 1);
        p->d[k] = rng_uniform(g, -1, 1);
        if (rng_int(g, 0, 3) == 0) p->e[k] = rng_uniform(g, -0.5, 0.5);
    }
}

static void draw(struct rng *g, struct world *w)
{
    int n = 0, guards = 0;
    memset(w, 0, sizeof *w);
    w->parts = rng_int(g, 1, PARTS);
    for (int k = 0; k < w->parts; k++) {
        draw_part(g, &w->part[k]);
        n += w->part[k].n;
        guards += w->part[k].guards;
    }
    w->states[0] = (saltus_variable){.name = "x", .size = {n}};
    w->discretes[0] = (saltus_variable){.name = "mode", .size = {w->parts}};
    w->guards[0] = (saltus_guard){.name = "z", .size = {guards}};
    w->model = (saltus_model){.abi = SALTUS_ABI,
                              .name = "world",
                              .data = w,
                              .states = w->states,
                              .discretes = w->discretes,
                              .guards = w->guards,
                              .der = {f_eval, f_partial, f_reads, with_time},
                              .guard = {z_eval, z_partial, z_reads, with_time},
                              .start = start,
                              .handle = handle};
}

/* ---- The reference, part by part --------------------------------------------------------------- */

struct path {
    real x[STATES], t;
    int mode, side[GUARDS], events;
    real condition; /* of the instants of events: a guard that only grazes its zero has many      */
};

static void slopes(const struct part *p, int m, const real *x, real t, real *v)
{
    for (int i = 0; i < p->n; i++) {
        v[i] = p->b[m][i] + p->r[m][i] * t;
        for (int j = 0; j < p->n; j++) v[i] += p->a[m][i][j] * x[j];
    }
}

/* x after h, by the Taylor series of x' = A x + b + r t. */
static void go(const struct part *p, const struct path *q, real h, real *x)
{
    real term[STATES], next[STATES], power = h;
    slopes(p, q->mode, q->x, q->t, term);
    for (int i = 0; i < p->n; i++) x[i] = q->x[i];
    for (int k = 1; k < 12; k++) {
        for (int i = 0; i < p->n; i++) x[i] += term[i] * power;
        for (int i = 0; i < p->n; i++) {
            next[i] = k == 1 ? p->r[q->mode][i] : 0;
            for (int j = 0; j < p->n; j++) next[i] += p->a[q->mode][i][j] * term[j];
        }
        for (int i = 0; i < p->n; i++) term[i] = next[i];
        power *= h / (k + 1);
    }
}

static real guard(const struct part *p, int k, const real *x, real t)
{
    real sum = p->e[k] * t - p->d[k];
    for (int i = 0; i < p->n; i++) sum += p->c[k][i] * x[i];
    return sum;
}

static real guard_slope(const struct part *p, const struct path *q, int k)
{
    real v[STATES], sum = p->e[k];
    slopes(p, q->mode, q->x, q->t, v);
    for (int i = 0; i < p->n; i++) sum += p->c[k][i] * v[i];
    return sum;
}

/* The first crossing within h, or h. */
static real first_crossing(const struct part *p, const struct path *q, real h, int *who)
{
    real x[STATES], end = h;
    *who = -1;
    go(p, q, h, x);
    for (int k = 0; k < p->guards; k++) {
        real low = 0, high = end;
        go(p, q, end, x);
        if (q->side[k] * guard(p, k, x, q->t + end) > 0) continue;
        for (int turn = 0; turn < 70; turn++) {
            real middle = (low + high) / 2;
            go(p, q, middle, x);
            if (q->side[k] * guard(p, k, x, q->t + middle) > 0)
                low = middle;
            else
                high = middle;
        }
        end = high;
        *who = k;
    }
    return end;
}

/* False: too many events. */
static bool fire(const struct part *p, struct path *q, int k)
{
    for (int turn = 0; turn < 2 * MODES + 2; turn++) {
        if (q->events == MOST_EVENTS) return false;
        q->events++;
        q->condition += 1 / fabsl(guard_slope(p, q, k));
        q->side[k] = -q->side[k];
        q->mode = (q->mode + 1) % MODES;
        if (q->side[k] * guard_slope(p, q, k) > 0) return true;
    }
    return false;
}

static bool solve(const struct part *p, double stop, struct path *q)
{
    memset(q, 0, sizeof *q);
    for (int i = 0; i < p->n; i++) q->x[i] = p->x0[i];
    for (int k = 0; k < p->guards; k++) q->side[k] = guard(p, k, q->x, 0) > 0 ? 1 : -1;
    while (q->t < stop) {
        real x[STATES], h = fminl((real)stop / GRID, stop - q->t), to;
        int who;
        to = first_crossing(p, q, h, &who);
        go(p, q, to, x);
        memcpy(q->x, x, sizeof x);
        q->t = to == h && q->t + h >= stop ? (real)stop : q->t + to;
        if (who >= 0 && !fire(p, q, who)) return false;
        for (int i = 0; i < p->n; i++)
            if (!(fabsl(q->x[i]) < 1e6L)) return false;
    }
    return true;
}

/* ---- Runs --------------------------------------------------------------------------------------- */

static saltus_sim *open_run(const struct world *w, double tol)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.method = "exact";
    o.rel = o.abs = tol;
    o.max_events = 100000;
    CHECK(saltus_sim_new(&w->model, &o, &s) == SALTUS_OK);
    return s;
}

PROP(random_linear_systems_with_modes, 400)
{
    static struct world w;
    static struct path q[PARTS];
    double stop = rng_uniform(g, 1, 4);
    saltus_sim *s;
    uint64_t events = 0;
    int32_t i = 0;
    draw(g, &w);
    for (int k = 0; k < w.parts; k++) {
        if (!solve(&w.part[k], stop, &q[k])) return; /* it chatters, or explodes */
        events += (uint64_t)q[k].events;
    }
    s = open_run(&w, rng_log(g, 1e-9, 1e-1));
    CHECK(saltus_sim_run(s, stop) == SALTUS_OK);
    if (saltus_sim_stats(s).events != events)
        FAIL("%d events for %d", (int)saltus_sim_stats(s).events, (int)events);
    for (int k = 0; k < w.parts; k++)
        for (int j = 0; j < w.part[k].n; j++, i++) {
            double x = saltus_sim_value(s, i, stop), y = (double)q[k].x[j];
            if (!(fabs(x - y) <= 1e-9 * (1 + fabs(y)) + 1e-12 * (double)q[k].condition))
                FAIL("x[%d] = %.12g for %.12g", (int)i, x, y);
        }
    saltus_sim_free(s);
}

PROP(a_run_in_pieces_is_the_run_in_one, 100)
{
    static struct world w;
    static struct path q;
    double stop = 3;
    saltus_sim *one, *many;
    draw(g, &w);
    for (int k = 0; k < w.parts; k++)
        if (!solve(&w.part[k], stop, &q)) return;
    one = open_run(&w, 1e-3);
    many = open_run(&w, 1e-3);
    CHECK(saltus_sim_run(one, stop) == SALTUS_OK);
    for (double t = 0; t < stop; t += rng_uniform(g, 0, 0.5)) {
        CHECK(saltus_sim_run(many, t) == SALTUS_OK);
        saltus_sim_value(many, 0, t);
    }
    CHECK(saltus_sim_run(many, stop) == SALTUS_OK);
    for (int32_t i = 0; i < saltus_sim_count(one, SALTUS_STATE); i++)
        CHECK(saltus_sim_value(one, i, stop) == saltus_sim_value(many, i, stop));
    saltus_sim_free(one);
    saltus_sim_free(many);
}

/* Curves that a sink gets are within the tolerance of the values that the flow has. */
struct listener {
    int32_t n;
    double t[PARTS * STATES], c[PARTS * STATES][6];
};

static int listen(void *user, double t, int32_t var, const double *c, int order)
{
    struct listener *l = user;
    if (var >= l->n) return 0;
    l->t[var] = t;
    for (int k = 0; k < 6; k++) l->c[var][k] = k <= order ? c[k] : 0;
    return 0;
}

PROP(curves_are_as_close_as_the_tolerance_asks, 60)
{
    static struct world w;
    static struct path q;
    struct listener l;
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    double tol = rng_log(g, 1e-6, 1e-2);
    draw(g, &w);
    for (int k = 0; k < w.parts; k++)
        if (!solve(&w.part[k], 2, &q)) return;
    o.method = "exact";
    o.rel = o.abs = tol;
    o.sink = listen;
    o.user = &l;
    l.n = PARTS * STATES;
    CHECK(saltus_sim_new(&w.model, &o, &s) == SALTUS_OK);
    l.n = saltus_sim_count(s, SALTUS_STATE);
    for (double t = 0.01; t < 2; t += 0.0137) {
        CHECK(saltus_sim_run(s, t) == SALTUS_OK);
        for (int32_t i = 0; i < l.n; i++) {
            double h = t - l.t[i], x = saltus_sim_value(s, i, t), y = 0;
            for (int k = 5; k >= 0; k--) y = y * h + l.c[i][k];
            if (!(fabs(x - y) <= tol * fmax(1, fabs(x))))
                FAIL("x[%d](%g) = %g for %g", (int)i, t, y, x);
        }
    }
    saltus_sim_free(s);
}

TEST_MAIN()
