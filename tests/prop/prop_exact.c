/* SPDX-License-Identifier: MIT */
/* prop_exact.c - random linear systems with modes and guards: method `exact` against Taylor series in
 * long double, in short steps, with crossings found by bisection.
 *
 * The same by `auto`, also beside states that are not linear.
 *
 * States x' = A_m x + b_m + r_m t + S_m sin + C_m cos in up to three parts; guards z = c x + e t + s sin + k cos
 * - d, each of which moves on the mode of its part when it crosses, in either direction. A guard that a new mode
 * sends back at once fires again. Each part has up to WAVES angles w_m t + phi, with or without modes. */
#include "saltus_jet.h"
#include "saltus.h"
#include "testing.h"
#include <stdbool.h>

typedef long double real;
enum { STATES = 5, MODES = 3, GUARDS = 3, PARTS = 3, WAVES = 3, MOST_EVENTS = 400, GRID = 2500 };

struct part {
    int n, guards;
    double a[MODES][STATES][STATES], b[MODES][STATES], r[MODES][STATES], x0[STATES];
    double c[GUARDS][STATES], d[GUARDS], e[GUARDS];
    int waves;
    bool shifts; /* angles depend on the mode */
    double w[MODES][WAVES], phi[WAVES];
    double s[MODES][STATES][2 * WAVES], zs[GUARDS][2 * WAVES]; /* of sine, cosine, sine ...      */
    int unit[STATES]; /* what one of a state is, as a power of 2 */
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

/* The angle of wave j of part k. */
static jet angle(jet_at e, const struct part *p, int k, int j)
{
    int m = p->shifts ? (int)jet_discrete(e, k) : 0;
    return jet_add(jet_mul(p->w[m][j], jet_time(e)), p->phi[j]);
}

static jet add_waves(jet_at e, const struct part *p, int k, const double *by, jet sum)
{
    for (int j = 0; j < p->waves; j++) {
        sum = jet_add(sum, jet_mul(by[2 * j], jet_sin(angle(e, p, k, j))));
        sum = jet_add(sum, jet_mul(by[2 * j + 1], jet_cos(angle(e, p, k, j))));
    }
    return sum;
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
    return add_waves(e, p, k, p->s[m][at], sum);
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
    return add_waves(e, p, k, p->zs[at], sum);
}
SALTUS_FUNCTION(z)

/* ---- What the model tells ----------------------------------------------------------------------- */

/* Angle number WAVES k + j is wave j of part k. */
SALTUS_INLINE jet theta(jet_at e, int32_t i)
{
    const struct world *w = jet_data(e);
    return angle(e, &w->part[i / WAVES], i / WAVES, i % WAVES);
}
SALTUS_FUNCTION(theta)

static const struct part *part_of(const saltus_env *e, saltus_kind kind, int32_t i, int32_t *at,
                                  int *k)
{
    int first;
    return kind == SALTUS_STATE ? find(e->model->data, i, at, &first, k)
                                : find_guard(e->model->data, i, at, &first, k);
}

static int waving(const saltus_env *e, saltus_kind kind, int32_t i)
{
    int32_t at;
    int k;
    return kind != SALTUS_OUTPUT && part_of(e, kind, i, &at, &k)->waves ? 2 : 0;
}

static int affine_f(const saltus_env *e, int32_t i)
{
    return waving(e, SALTUS_STATE, i) ? 0 : 2;
}
static int affine_z(const saltus_env *e, int32_t i)
{
    return waving(e, SALTUS_GUARD, i) ? 0 : 2;
}

static double by_wave(const saltus_env *e, saltus_kind kind, int32_t i, int32_t j)
{
    int32_t at;
    int k;
    const struct part *p = part_of(e, kind, i, &at, &k);
    int m = (int)e->d[k], own = j - 2 * WAVES * k;
    if (j < 0) return kind == SALTUS_STATE ? p->r[m][at] : p->e[at];
    if (own < 0 || own >= 2 * p->waves) return 0;
    return kind == SALTUS_STATE ? p->s[m][at][own] : p->zs[at][own];
}

static void list_angles(const saltus_env *e, saltus_kind kind, int32_t i, saltus_reads *r)
{
    int32_t at;
    int k;
    const struct part *p = part_of(e, kind, i, &at, &k);
    for (int j = 0; j < p->waves; j++) r->add(r, SALTUS_ANGLE, WAVES * k + j);
}
static void reads_f(const saltus_env *e, int32_t i, saltus_reads *r)
{
    f_reads(e, i, r);
    list_angles(e, SALTUS_STATE, i, r);
}
static void reads_z(const saltus_env *e, int32_t i, saltus_reads *r)
{
    z_reads(e, i, r);
    list_angles(e, SALTUS_GUARD, i, r);
}

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

/* Some angles have one frequency and other phases. Guards do not jump: they read no angle that a mode moves. */
static void draw_waves(struct rng *g, struct part *p)
{
    p->waves = rng_int(g, 0, 1) ? rng_int(g, 1, WAVES) : 0;
    p->shifts = rng_int(g, 0, 1);
    for (int j = 0; j < p->waves; j++) {
        p->phi[j] = rng_uniform(g, -4, 4);
        for (int m = 0; m < MODES; m++)
            p->w[m][j] = j && rng_int(g, 0, 1) ? p->w[m][j - 1] : rng_uniform(g, -20, 20);
        for (int k = 0; k < 2; k++) {
            for (int m = 0; m < MODES; m++)
                for (int i = 0; i < p->n; i++)
                    if (rng_int(g, 0, 1)) p->s[m][i][2 * j + k] = rng_uniform(g, -3, 3);
            for (int i = 0; i < p->guards; i++)
                if (!p->shifts && rng_int(g, 0, 1)) p->zs[i][2 * j + k] = rng_uniform(g, -0.3, 0.3);
        }
    }
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
    draw_waves(g, p);
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
                              .der = {f_eval, f_partial, reads_f, affine_f},
                              .guard = {z_eval, z_partial, reads_z, affine_z},
                              .angles = w->parts * WAVES,
                              .angle = {theta_eval, theta_partial, theta_reads, with_time},
                              .waves = waving,
                              .by_wave = by_wave,
                              .start = start,
                              .handle = handle};
}

/* ---- The reference, part by part --------------------------------------------------------------- */

struct path {
    real x[STATES], t;
    int mode, side[GUARDS], events;
    real condition; /* of the instants of events: a guard that only grazes its zero has many      */
};

/* Sine and cosine of all angles, one after the other. */
static void look_at_waves(const struct part *p, int mode, real t, real *sc)
{
    int m = p->shifts ? mode : 0;
    for (int j = 0; j < p->waves; j++) {
        sc[2 * j] = sinl(p->w[m][j] * t + p->phi[j]);
        sc[2 * j + 1] = cosl(p->w[m][j] * t + p->phi[j]);
    }
}

/* The sum of waves with these coefficients. */
static real wave(const struct part *p, const double *by, const real *sc)
{
    real sum = 0;
    for (int j = 0; j < 2 * p->waves; j++) sum += by[j] * sc[j];
    return sum;
}

/* Their derivatives in place of the waves. */
static void differentiate(const struct part *p, int mode, real *sc)
{
    int m = p->shifts ? mode : 0;
    for (int j = 0; j < p->waves; j++) {
        real s = sc[2 * j];
        sc[2 * j] = p->w[m][j] * sc[2 * j + 1];
        sc[2 * j + 1] = -p->w[m][j] * s;
    }
}

static void slopes(const struct part *p, int m, const real *x, real t, const real *sc, real *v)
{
    for (int i = 0; i < p->n; i++) {
        v[i] = p->b[m][i] + p->r[m][i] * t + wave(p, p->s[m][i], sc);
        for (int j = 0; j < p->n; j++) v[i] += p->a[m][i][j] * x[j];
    }
}

/* x after h, by the Taylor series of x' = A x + b + r t + waves. */
static void go(const struct part *p, const struct path *q, real h, real *x)
{
    real term[STATES], next[STATES], power = h, sc[2 * WAVES];
    look_at_waves(p, q->mode, q->t, sc);
    slopes(p, q->mode, q->x, q->t, sc, term);
    for (int i = 0; i < p->n; i++) x[i] = q->x[i];
    for (int k = 1; k < 12; k++) {
        for (int i = 0; i < p->n; i++) x[i] += term[i] * power;
        differentiate(p, q->mode, sc);
        for (int i = 0; i < p->n; i++) {
            next[i] = (k == 1 ? p->r[q->mode][i] : 0) + wave(p, p->s[q->mode][i], sc);
            for (int j = 0; j < p->n; j++) next[i] += p->a[q->mode][i][j] * term[j];
        }
        for (int i = 0; i < p->n; i++) term[i] = next[i];
        power *= h / (k + 1);
    }
}

static real guard(const struct part *p, int mode, int k, const real *x, real t)
{
    real sum = p->e[k] * t - p->d[k], sc[2 * WAVES];
    look_at_waves(p, mode, t, sc);
    sum += wave(p, p->zs[k], sc);
    for (int i = 0; i < p->n; i++) sum += p->c[k][i] * x[i];
    return sum;
}

static real guard_slope(const struct part *p, const struct path *q, int k)
{
    real v[STATES], sum, sc[2 * WAVES];
    look_at_waves(p, q->mode, q->t, sc);
    slopes(p, q->mode, q->x, q->t, sc, v);
    differentiate(p, q->mode, sc);
    sum = p->e[k] + wave(p, p->zs[k], sc);
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
        if (q->side[k] * guard(p, q->mode, k, x, q->t + end) > 0) continue;
        for (int turn = 0; turn < 70; turn++) {
            real middle = (low + high) / 2;
            go(p, q, middle, x);
            if (q->side[k] * guard(p, q->mode, k, x, q->t + middle) > 0)
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
    for (int k = 0; k < p->guards; k++) q->side[k] = guard(p, 0, k, q->x, 0) > 0 ? 1 : -1;
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

static void silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static saltus_sim *open_run(const struct world *w, const char *method, double tol)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.method = method;
    o.diag = silent;
    o.rel = o.abs = tol;
    o.max_events = 100000;
    CHECK(saltus_sim_new(&w->model, &o, &s) == SALTUS_OK);
    return s;
}

/* Do the states first... of a run, that of all parts, end where the paths do? */
static void compare(saltus_sim *s, const struct world *w, const struct path *q, double stop)
{
    int32_t i = 0;
    for (int k = 0; k < w->parts; k++)
        for (int j = 0; j < w->part[k].n; j++, i++) {
            double x = saltus_sim_value(s, i, stop), y = (double)q[k].x[j];
            if (!(fabs(x - y) <= 1e-9 * (1 + fabs(y)) + 1e-12 * (double)q[k].condition))
                FAIL("x[%d] = %.12g for %.12g", (int)i, x, y);
        }
}

static void run_world(struct rng *g, const char *method)
{
    static struct world w;
    static struct path q[PARTS];
    double stop = rng_uniform(g, 1, 4);
    saltus_sim *s;
    uint64_t events = 0;
    draw(g, &w);
    for (int k = 0; k < w.parts; k++) {
        if (!solve(&w.part[k], stop, &q[k])) return; /* it chatters, or explodes */
        events += (uint64_t)q[k].events;
    }
    s = open_run(&w, method, rng_log(g, 1e-9, 1e-1));
    CHECK(saltus_sim_run(s, stop) == SALTUS_OK);
    if (saltus_sim_stats(s).events != events)
        FAIL("%d events for %d", (int)saltus_sim_stats(s).events, (int)events);
    if (saltus_sim_stats(s).exact_parts) compare(s, &w, q, stop);
    saltus_sim_free(s);
}

PROP(random_linear_systems_with_modes, 400)
{
    run_world(g, "exact");
}

PROP(auto_takes_parts_by_itself, 100)
{
    run_world(g, "auto");
}

/* Beside the parts, states that are not linear and stay quantized: y' = 1 - y + sin(z + 3 t)/2, a pair
 * that drive each other. They do as without parts, up to the tolerance. */
enum { OUTSIDE = 2 };
static int world_states(const struct world *w)
{
    int n = 0;
    for (int k = 0; k < w->parts; k++) n += w->part[k].n;
    return n;
}

SALTUS_INLINE jet mixed(jet_at e, int32_t i)
{
    int n = world_states(jet_data(e));
    if (i < n) return f(e, i);
    jet y = jet_state(e, i), z = jet_state(e, n + (i == n));
    return jet_add(jet_sub(1, y), jet_mul(0.5, jet_sin(jet_add(z, jet_mul(3, jet_time(e))))));
}
SALTUS_FUNCTION(mixed)

static int mixed_affine(const saltus_env *e, int32_t i)
{
    return i < world_states(e->model->data) ? affine_f(e, i) : 0;
}
static int mixed_waving(const saltus_env *e, saltus_kind kind, int32_t i)
{
    return kind == SALTUS_STATE && i >= world_states(e->model->data) ? 0 : waving(e, kind, i);
}
static void reads_mixed(const saltus_env *e, int32_t i, saltus_reads *r)
{
    if (i < world_states(e->model->data))
        reads_f(e, i, r);
    else
        mixed_reads(e, i, r);
}

static void mix(struct world *w)
{
    w->states[0].size[0] = world_states(w) + OUTSIDE;
    w->model.der = (saltus_function){mixed_eval, mixed_partial, reads_mixed, mixed_affine};
    w->model.waves = mixed_waving;
}

PROP(parts_beside_states_that_are_not_linear, 60)
{
    static struct world w;
    static struct path q[PARTS];
    double stop = rng_uniform(g, 1, 4), tol = rng_log(g, 1e-6, 1e-2);
    saltus_sim *s, *without;
    saltus_options o = saltus_defaults();
    int32_t n;
    draw(g, &w);
    for (int k = 0; k < w.parts; k++)
        if (!solve(&w.part[k], stop, &q[k])) return;
    mix(&w);
    n = world_states(&w);
    s = open_run(&w, "auto", tol);
    o.method = "auto";
    o.diag = silent;
    o.rel = o.abs = tol;
    o.max_events = 1000000;
    CHECK(saltus_options_set(&o, "exact_parts", "false") == SALTUS_OK);
    CHECK(saltus_sim_new(&w.model, &o, &without) == SALTUS_OK);
    CHECK(saltus_sim_run(s, stop) == SALTUS_OK);
    CHECK(saltus_sim_run(without, stop) == SALTUS_OK);
    CHECK(saltus_sim_stats(without).exact_parts == 0);
    if (saltus_sim_stats(s).exact_parts == (uint64_t)w.parts) compare(s, &w, q, stop);
    for (int32_t i = n; i < n + OUTSIDE; i++) {
        double x = saltus_sim_value(s, i, stop), y = saltus_sim_value(without, i, stop);
        if (!(fabs(x - y) <= 50 * tol * (1 + fabs(y)))) FAIL("x[%d] = %g, or %g", (int)i, x, y);
    }
    saltus_sim_free(s);
    saltus_sim_free(without);
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
    one = open_run(&w, "exact", 1e-3);
    many = open_run(&w, "exact", 1e-3);
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

/* Other units: state i counts 2^-unit[i] as one, guard k 2^-of_guard[k], and the time 2^-clock. */
static void count_otherwise(struct rng *g, struct part *p, int clock)
{
    int unit[STATES], of_guard;
    for (int i = 0; i < p->n; i++) {
        unit[i] = rng_int(g, -30, 30);
        p->x0[i] = ldexp(p->x0[i], unit[i]);
    }
    for (int m = 0; m < MODES; m++) {
        for (int j = 0; j < p->waves; j++) p->w[m][j] = ldexp(p->w[m][j], -clock);
        for (int i = 0; i < p->n; i++) {
            for (int j = 0; j < p->n; j++)
                p->a[m][i][j] = ldexp(p->a[m][i][j], unit[i] - unit[j] - clock);
            for (int j = 0; j < 2 * p->waves; j++)
                p->s[m][i][j] = ldexp(p->s[m][i][j], unit[i] - clock);
            p->b[m][i] = ldexp(p->b[m][i], unit[i] - clock);
            p->r[m][i] = ldexp(p->r[m][i], unit[i] - 2 * clock);
        }
    }
    for (int k = 0; k < p->guards; k++) {
        of_guard = rng_int(g, -30, 30);
        for (int i = 0; i < p->n; i++) p->c[k][i] = ldexp(p->c[k][i], of_guard - unit[i]);
        for (int j = 0; j < 2 * p->waves; j++) p->zs[k][j] = ldexp(p->zs[k][j], of_guard);
        p->d[k] = ldexp(p->d[k], of_guard);
        p->e[k] = ldexp(p->e[k], of_guard - clock);
    }
    for (int i = 0; i < p->n; i++) p->unit[i] = unit[i];
}

PROP(units_change_nothing_but_exponents, 200)
{
    static struct world w;
    static struct path q;
    double stop = 3;
    int clock = rng_int(g, -30, 30);
    saltus_sim *s, *scaled;
    int32_t at = 0;
    double x[PARTS * STATES];
    uint64_t events, steps;
    draw(g, &w);
    for (int k = 0; k < w.parts; k++)
        if (!solve(&w.part[k], stop, &q)) return;
    s = open_run(&w, "exact", 1e-3);
    CHECK(saltus_sim_run(s, stop) == SALTUS_OK);
    for (int32_t i = 0; i < saltus_sim_count(s, SALTUS_STATE); i++)
        x[i] = saltus_sim_value(s, i, stop);
    events = saltus_sim_stats(s).events;
    steps = saltus_sim_stats(s).steps;
    saltus_sim_free(s);
    for (int k = 0; k < w.parts; k++) count_otherwise(g, &w.part[k], clock);
    scaled = open_run(&w, "exact", 1e-3);
    CHECK(saltus_sim_run(scaled, ldexp(stop, clock)) == SALTUS_OK);
    for (int k = 0; k < w.parts; k++)
        for (int j = 0; j < w.part[k].n; j++, at++) {
            double y = ldexp(saltus_sim_value(scaled, at, ldexp(stop, clock)), -w.part[k].unit[j]);
            if (y != x[at]) FAIL("x[%d] = %.17g, and %.17g in other units", (int)at, x[at], y);
        }
    CHECK(saltus_sim_stats(scaled).events == events);
    CHECK(saltus_sim_stats(scaled).steps == steps);
    saltus_sim_free(scaled);
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
