/* SPDX-License-Identifier: MIT */
/* prop_exact_stiff.c - method `exact` where rates of one part are up to 1e12 apart, with modes and guards.
 *
 * x' = A_m x + b_m with triangular A_m: eigenvalues are on the diagonal, zero and positive ones among them, and
 *     x(t) = x + V diag((e^(l t) - 1)/l) V^-1 v
 * is computed in long double. A guard z = c x - d moves on the mode when it crosses, in either direction. The reference
 * looks at it at times after the last event that grow by a fiftieth, from far below the fastest mode: a sum of so few
 * real exponentials has few turns. Where it comes close to a zero without crossing it, or crosses it slowly, the case is left
 * out: what rounding makes of that is anyone's guess. */
#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"
#include <stdbool.h>

typedef long double real;
enum { STATES = 4, MODES = 2, MOST_EVENTS = 30 };

struct world {
    saltus_model model;
    int n;
    double a[MODES][STATES][STATES], b[MODES][STATES], x0[STATES], c[STATES], d;
    saltus_variable states[2], discretes[2];
    saltus_guard guards[2];
};

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    const struct world *w = jet_data(e);
    int m = (int)jet_discrete(e, 0);
    jet sum = jet_add(w->b[m][i], jet_mul(w->a[m][i][0], jet_state(e, 0)));
    for (int j = 1; j <= i; j++) sum = jet_add(sum, jet_mul(w->a[m][i][j], jet_state(e, j)));
    return sum;
}
SALTUS_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t i)
{
    const struct world *w = jet_data(e);
    jet sum = jet_sub(jet_mul(w->c[0], jet_state(e, 0)), w->d);
    for (int j = 1; j < w->n; j++) sum = jet_add(sum, jet_mul(w->c[j], jet_state(e, j)));
    return (void)i, sum;
}
SALTUS_FUNCTION(z)

static int affine(const saltus_env *e, int32_t i)
{
    return (void)e, (void)i, 1;
}

static void handle(saltus_event *ev)
{
    if (ev->initial || ev->cause != SALTUS_GUARD) return;
    saltus_event_assign(ev, 0, 1 - saltus_event_discrete(ev, 0));
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    const struct world *w = e->model->data;
    (void)given, (void)p, (void)d;
    for (int j = 0; j < w->n; j++) x[j] = w->x0[j];
}

/* Rates no nearer to each other than a factor of 3: eigenvectors are well known. */
static void draw_rates(struct rng *g, const struct world *w, double *rate)
{
    double size = rng_log(g, 1e-3, 1);
    for (int i = 0; i < w->n; i++) {
        rate[i] = size <= 1 && rng_int(g, 0, 3) == 0 ? size : -size;
        if (i == 0 && rng_int(g, 0, 4) == 0) rate[i] = 0;
        size *= rng_log(g, 3, 1e4);
    }
    for (int i = w->n - 1; i > 0; i--) {
        int j = rng_int(g, 0, i);
        double keep = rate[i];
        rate[i] = rate[j];
        rate[j] = keep;
    }
}

static void draw(struct rng *g, struct world *w)
{
    memset(w, 0, sizeof *w);
    w->n = rng_int(g, 2, STATES);
    for (int m = 0; m < MODES; m++) {
        double rate[STATES];
        draw_rates(g, w, rate);
        for (int i = 0; i < w->n; i++) {
            double least = fmin(fabs(rate[i]), 1);
            for (int j = 0; j < i; j++)
                w->a[m][i][j] = rng_uniform(g, -1, 1) * fmax(fabs(rate[i]), least);
            w->a[m][i][i] = rate[i];
            w->b[m][i] = rng_uniform(g, -1, 1) * fmax(fabs(rate[i]), 0.1);
        }
    }
    for (int i = 0; i < w->n; i++) {
        w->x0[i] = rng_uniform(g, -1, 1);
        w->c[i] = rng_uniform(g, -1, 1);
    }
    w->d = rng_uniform(g, -0.5, 0.5);
    w->states[0] = (saltus_variable){.name = "x", .size = {w->n}};
    w->discretes[0] = (saltus_variable){.name = "mode", .size = {1}};
    w->guards[0] = (saltus_guard){.name = "z", .size = {1}};
    w->model = (saltus_model){.abi = SALTUS_ABI,
                              .name = "world",
                              .data = w,
                              .states = w->states,
                              .discretes = w->discretes,
                              .guards = w->guards,
                              .der = {f_eval, f_partial, f_reads, affine},
                              .guard = {z_eval, z_partial, z_reads, affine},
                              .start = start,
                              .handle = handle};
}

/* ---- The reference ------------------------------------------------------------------------------ */

struct path {
    real t, x[STATES], v[STATES], e[STATES][STATES], share[STATES]; /* v = sum share_k e_k       */
    int mode, events;
};

static void begin(const struct world *w, struct path *q)
{
    for (int i = 0; i < w->n; i++) {
        q->v[i] = w->b[q->mode][i];
        for (int j = 0; j <= i; j++) q->v[i] += (real)w->a[q->mode][i][j] * q->x[j];
    }
    for (int k = 0; k < w->n; k++) { /* column k of V */
        const double(*a)[STATES] = w->a[q->mode];
        for (int i = 0; i < w->n; i++) {
            real sum = 0;
            for (int j = k; j < i; j++) sum += (real)a[i][j] * q->e[k][j];
            q->e[k][i] = i < k ? 0 : i == k ? 1 : sum / ((real)a[k][k] - a[i][i]);
        }
    }
    for (int k = 0; k < w->n; k++) {
        q->share[k] = q->v[k];
        for (int j = 0; j < k; j++) q->share[k] -= q->share[j] * q->e[j][k];
    }
}

static void at(const struct world *w, const struct path *q, real h, real *x, real *v)
{
    for (int i = 0; i < w->n; i++) {
        x[i] = q->x[i];
        v[i] = 0;
    }
    for (int k = 0; k < w->n; k++) {
        real l = w->a[q->mode][k][k], grown = expm1l(l * h), far = l != 0 ? grown / l : h;
        for (int i = k; i < w->n; i++) {
            x[i] += far * q->share[k] * q->e[k][i];
            v[i] += (1 + grown) * q->share[k] * q->e[k][i];
        }
    }
}

static real guard(const struct world *w, const real *x, real constant)
{
    real sum = -constant;
    for (int i = 0; i < w->n; i++) sum += w->c[i] * x[i];
    return sum;
}

static real guard_at(const struct world *w, const struct path *q, real h, real *slope)
{
    real x[STATES], v[STATES];
    at(w, q, h, x, v);
    *slope = guard(w, v, 0);
    return guard(w, x, w->d);
}

/* False: the case is left out. */
static bool cross(const struct world *w, struct path *q, real low, real high, int side)
{
    real slope, x[STATES], v[STATES], before, after, fast[2] = {0}, large = 0;
    for (int turn = 0; turn < 90; turn++) {
        real middle = (low + high) / 2;
        if (side * guard_at(w, q, middle, &slope) > 0)
            low = middle;
        else
            high = middle;
    }
    at(w, q, high, x, v);
    before = guard(w, v, 0);
    for (int i = 0; i < w->n; i++) {
        q->x[i] = x[i];
        large = fmaxl(large, fabsl(x[i]));
        fast[0] = fmaxl(fast[0], fabsl(v[i]));
    }
    q->t += high;
    q->mode = 1 - q->mode;
    begin(w, q);
    after = guard(w, q->v, 0);
    for (int i = 0; i < w->n; i++) fast[1] = fmaxl(fast[1], fabsl(q->v[i]));
    return fabsl(before) > 1e-3L * fast[0] && fabsl(after) > 1e-3L * fast[1] && -side * after > 0 &&
           large < 1e3L && ++q->events < MOST_EVENTS;
}

static bool solve(const struct world *w, double stop, struct path *q)
{
    int side;
    bool falls = false;
    memset(q, 0, sizeof *q);
    for (int i = 0; i < w->n; i++) q->x[i] = w->x0[i];
    side = guard(w, q->x, w->d) > 0 ? 1 : -1;
    begin(w, q);
    for (real h = 1e-16L, last = 0, left; left = stop - q->t, last < left;) {
        real to = h < left ? h : left, slope, z = guard_at(w, q, to, &slope);
        if (side * z < 0) {
            if (!cross(w, q, last, to, side)) return false;
            side = -side;
            h = 1e-16L;
            last = 0;
            falls = false;
            continue;
        }
        if (falls && side * slope >= 0 && fabsl(z) < 1e-3L) return false; /* it grazes */
        falls = side * slope < 0;
        last = to;
        h *= 1.02L;
    }
    at(w, q, stop - q->t, q->x, q->v);
    return true;
}

static void silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

PROP(rates_that_are_far_apart, 1500)
{
    static struct world w;
    static struct path q;
    double stop = rng_uniform(g, 1, 4);
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    draw(g, &w);
    if (!solve(&w, stop, &q)) return;
    o.method = "exact";
    o.diag = silent;
    o.rel = o.abs = rng_log(g, 1e-9, 1e-1);
    CHECK(saltus_sim_new(&w.model, &o, &s) == SALTUS_OK);
    CHECK(saltus_sim_run(s, stop) == SALTUS_OK);
    if ((int)saltus_sim_stats(s).events != q.events)
        FAIL("%d events for %d", (int)saltus_sim_stats(s).events, q.events);
    for (int32_t i = 0; i < w.n; i++) {
        double x = saltus_sim_value(s, i, stop), y = (double)q.x[i];
        if (!(fabs(x - y) <= 1e-8 * (1 + fabs(y)))) FAIL("x[%d] = %.12g for %.12g", (int)i, x, y);
    }
    saltus_sim_free(s);
}

TEST_MAIN()
