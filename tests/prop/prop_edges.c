/* SPDX-License-Identifier: MIT */
/* prop_edges.c - the promise of unilateral guards, on random models with domains.
 *
 * Two states. Their derivatives contain G(y), one of sqrt(y), log(y), 1/y and acos(1 - y/10), where y is a
 * random function of the states and the time, and the edge is z = margin - y > 0. The model itself
 * counts how often a derivative, or a partial one, is asked for where z > 0 although it has not
 * reacted: it must be never. When the edge fires, the model ends the run, switches to another
 * derivative, or sets its state back. The instant is compared with a classic solution that continues G
 * beyond its domain. A further method needs an entry in the list. */
#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"
#include <stdbool.h>

static const char *const methods[] = {"qss1",   "qss2",   "qss3",        "qss4",        "bqss",
                                      "cqss",   "liqss1", "liqss1-2018", "liqss2-2013", "liqss2",
                                      "liqss3", "liqss4", "mliqss1",     "mliqss2",     "abm"};
enum { METHODS = sizeof methods / sizeof *methods };

static bool first_order(const char *method)
{
    return strstr(method, "1") || !strcmp(method, "bqss") || !strcmp(method, "cqss");
}

/* ---- The model ------------------------------------------------------------------------------- */

enum function { ROOT, LOGARITHM, RECIPROCAL, ARC, FUNCTIONS };
enum surface { PLAIN, SLANTED, MOVING, CURVED, CIRCLE, SURFACES };
enum reaction { ENDS, SWITCHES, RETURNS, REACTIONS, BOUNCES = REACTIONS, NONE };
enum kind { GENERAL, GRAZING, BALL };

struct shape {
    int kind, function, surface, reaction;
    double start[2], a, b; /* of y                                                     */
    double c[6];           /* of the derivatives                                       */
    double margin;
    int differences;     /* the model gives no partial derivatives                   */
    long outside, asked; /* counted                                                  */
    int events, wrong;   /* +1 events; events that were told beyond the edge         */
    double when, depth;  /* of the first: the instant; z along x                     */
};

SALTUS_INLINE jet domain(jet_at e)
{
    const struct shape *m = jet_data(e);
    jet x = jet_state(e, 0);
    switch (m->surface) {
    case PLAIN: return jet_sub(x, m->a);
    case SLANTED: return jet_sub(jet_add(x, jet_mul(m->b, jet_state(e, 1))), m->a);
    case MOVING: return jet_sub(jet_sub(x, m->a), jet_mul(m->b, jet_time(e)));
    case CURVED:
        return jet_sub(jet_mul(x, jet_add(1, jet_mul(0.2, jet_sqr(jet_state(e, 1))))), m->a);
    default: return jet_sub(m->a, jet_add(jet_sqr(x), jet_sqr(jet_state(e, 1))));
    }
}

SALTUS_INLINE jet edge(jet_at e, int32_t k)
{
    const struct shape *m = jet_data(e);
    (void)k;
    return jet_sub(m->margin, domain(e));
}
SALTUS_FUNCTION(edge)

SALTUS_INLINE jet inside(jet_at e)
{
    const struct shape *m = jet_data(e);
    jet y = domain(e);
    switch (m->function) {
    case ROOT: return jet_sqrt(y);
    case LOGARITHM: return jet_log(y);
    case RECIPROCAL: return jet_div(1, y);
    default: return jet_acos(jet_sub(1, jet_mul(0.1, y)));
    }
}

SALTUS_INLINE jet motion(jet_at e, int32_t i)
{
    const struct shape *m = jet_data(e);
    double mode = jet_discrete(e, 0);
    jet x = jet_state(e, 0), v = jet_state(e, 1), g = mode == 0 ? inside(e) : jet_const(0);
    if (m->kind == GRAZING) /* x = c0 (t - 1)^2 + c1 */
        return i == 0 ? jet_mul(2 * m->c[0], jet_sub(jet_time(e), 1)) : jet_sub(g, v);
    if (m->kind == BALL)
        return i == 0 ? v : jet_sub(jet_mul(m->c[0], g), jet_add(m->c[1], jet_mul(m->c[2], v)));
    if (i == 0) {
        jet swing = jet_mul(m->c[3], jet_sin(jet_mul(3, jet_time(e))));
        return jet_add(jet_add(jet_mul(m->c[0], g), m->c[1]), jet_add(jet_mul(m->c[2], v), swing));
    }
    return jet_sub(jet_mul(m->c[4], x), jet_add(jet_mul(m->c[5], v), jet_mul(0.1, g)));
}
SALTUS_FUNCTION(motion)

/* The model counts for itself. */
static void watch(const saltus_env *e)
{
    struct shape *m = (struct shape *)(uintptr_t)e->model->data;
    double z;
    m->asked++;
    if (e->d[0] != 0) return;
    edge_eval(e, 0, 1, &z);
    if (!(z <= 0)) m->outside++;
}
static void watched_eval(const saltus_env *e, int32_t i, int order, double *c)
{
    watch(e);
    motion_eval(e, i, order, c);
}
static double watched_partial(const saltus_env *e, int32_t i, int32_t j)
{
    watch(e);
    return motion_partial(e, i, j);
}
static int edge_affine(const saltus_env *e, int32_t k)
{
    const struct shape *m = e->model->data;
    (void)k;
    return m->surface <= SLANTED ? 1 : m->surface == MOVING ? 2 : 0;
}

static double value_at(const saltus_event *ev, const struct shape *m)
{
    double x = saltus_event_state(ev, 0), v = saltus_event_state(ev, 1);
    switch (m->surface) {
    case PLAIN: return m->margin - (x - m->a);
    case SLANTED: return m->margin - (x + m->b * v - m->a);
    case MOVING: return m->margin - (x - m->a - m->b * ev->env->t);
    case CURVED: return m->margin - (x * (1 + 0.2 * v * v) - m->a);
    default: return m->margin - (m->a - x * x - v * v);
    }
}

static void handle(saltus_event *ev)
{
    struct shape *m = (struct shape *)(uintptr_t)ev->env->model->data;
    double z;
    if (ev->cause != SALTUS_GUARD || ev->direction < 0 || ev->initial) return;
    edge_eval(ev->env, 0, 1, &z);
    m->wrong += z > 0 && m->events == 0;
    if (m->events++ == 0) {
        m->when = ev->env->t;
        m->depth = value_at(ev, m);
    }
    if (m->reaction == ENDS) {
        saltus_event_terminate(ev, "at the edge");
    } else if (m->reaction == SWITCHES) {
        saltus_event_assign(ev, 0, saltus_event_discrete(ev, 0) + 1);
    } else if (m->reaction == BOUNCES) {
        saltus_event_reinit(ev, 1, -m->b * saltus_event_state(ev, 1));
    } else if (m->reaction == RETURNS) {
        double shift = m->surface == MOVING ? m->b * ev->env->t : 0;
        saltus_event_reinit(ev, 0, m->start[0] + shift);
        saltus_event_reinit(ev, 1, m->start[1]);
    }
}

static const saltus_variable states[] = {{.name = "x"}, {.name = "v"}, {.name = NULL}};
static const saltus_variable discretes[] = {{.name = "mode"}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "edge", .direction = 1, .side = SALTUS_UNILATERAL},
                                      {.name = NULL}};

/* ---- The classic solution -------------------------------------------------------------------- */

static double domain_of(const struct shape *m, double t, const double *x)
{
    switch (m->surface) {
    case PLAIN: return x[0] - m->a;
    case SLANTED: return x[0] + m->b * x[1] - m->a;
    case MOVING: return x[0] - m->a - m->b * t;
    case CURVED: return x[0] * (1 + 0.2 * x[1] * x[1]) - m->a;
    default: return m->a - x[0] * x[0] - x[1] * x[1];
    }
}

/* Beyond the edge G goes on with its value there. */
static void slopes(const struct shape *m, double t, const double *x, double *f)
{
    double y = fmax(domain_of(m, t, x), m->margin), g;
    switch (m->function) {
    case ROOT: g = sqrt(y); break;
    case LOGARITHM: g = log(y); break;
    case RECIPROCAL: g = 1 / y; break;
    default: g = acos(fmax(1 - 0.1 * y, -1));
    }
    if (m->kind == BALL) {
        f[0] = x[1];
        f[1] = m->c[0] * g - m->c[1] - m->c[2] * x[1];
        return;
    }
    f[0] = m->c[0] * g + m->c[1] + m->c[2] * x[1] + m->c[3] * sin(3 * t);
    f[1] = m->c[4] * x[0] - m->c[5] * x[1] - 0.1 * g;
}

static void rk4(const struct shape *m, double t, double h, double *x)
{
    double k[4][2], y[2];
    slopes(m, t, x, k[0]);
    for (int s = 1; s < 4; s++) {
        double part = s == 3 ? h : h / 2;
        for (int i = 0; i < 2; i++) y[i] = x[i] + part * k[s - 1][i];
        slopes(m, t + part, y, k[s]);
    }
    for (int i = 0; i < 2; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* A step in halves as long as they differ from the whole: the second state may be stiff. */
static void advance(const struct shape *m, double t, double h, double *x, int depth)
{
    double whole[2] = {x[0], x[1]}, half[2] = {x[0], x[1]};
    rk4(m, t, h, whole);
    rk4(m, t, h / 2, half);
    rk4(m, t + h / 2, h / 2, half);
    if (depth > 0 && fabs(half[0] - whole[0]) + fabs(half[1] - whole[1]) > 1e-9) {
        advance(m, t, h / 2, x, depth - 1);
        advance(m, t + h / 2, h / 2, x, depth - 1);
    } else {
        x[0] = half[0];
        x[1] = half[1];
    }
}

static double beyond(const struct shape *m, double t, const double *x)
{
    return m->margin - domain_of(m, t, x);
}

/* When z = offset is passed in a step, which is made again in small ones. */
static double passes(const struct shape *m, double from, double until, const double *start,
                     double offset, int depth)
{
    double x[2] = {start[0], start[1]}, was[2], h = (until - from) / 40;
    if (beyond(m, from, x) > offset) return from;
    for (int k = 0; k < 40; k++) {
        double t = from + k * h;
        was[0] = x[0];
        was[1] = x[1];
        advance(m, t, h, x, 8);
        if (beyond(m, t + h, x) > offset)
            return depth ? passes(m, t, t + h, was, offset, depth - 1) : t + h;
    }
    return until;
}

/* When z = -offset and z = offset are passed, one after the other; infinity: never. */
static void passes_both(const struct shape *m, double until, double offset, double when[2])
{
    double x[2] = {m->start[0], m->start[1]}, was[2], h = until / 500;
    int n = 0;
    while (n < 2 && beyond(m, 0, x) > (n ? offset : -offset)) when[n++] = 0;
    for (int k = 0; k < 500 && n < 2; k++) {
        double t = k * h;
        was[0] = x[0];
        was[1] = x[1];
        advance(m, t, h, x, 8);
        for (; n < 2 && beyond(m, t + h, x) > (n ? offset : -offset); n++)
            when[n] = passes(m, t, t + h, was, n ? offset : -offset, 1);
    }
    while (n < 2) when[n++] = INFINITY;
}

/* ---- Random models --------------------------------------------------------------------------- */

static void random_shape(struct rng *g, struct shape *m)
{
    double y = rng_uniform(g, 0.05, 1.5);
    *m = (struct shape){.function = rng_int(g, 0, FUNCTIONS - 1),
                        .surface = rng_int(g, 0, SURFACES - 1),
                        .reaction = rng_int(g, 0, REACTIONS - 1),
                        .differences = rng_int(g, 0, 3) == 0};
    m->margin = m->function == RECIPROCAL ? 0.03 : m->function == LOGARITHM ? 1e-3 : 0;
    m->start[0] = rng_uniform(g, -2, 2);
    m->start[1] = rng_uniform(g, -1, 1);
    m->b = rng_uniform(g, -0.5, 0.5);
    m->a = 0;
    if (m->surface == CIRCLE)
        m->a = y + m->start[0] * m->start[0] + m->start[1] * m->start[1];
    else
        m->a = domain_of(m, 0, m->start) - y;
    m->c[0] = rng_uniform(g, -1, 0.3);
    m->c[1] = rng_uniform(g, -1, 0.5);
    m->c[2] = rng_uniform(g, -1, 1);
    m->c[3] = rng_int(g, 0, 1) * rng_uniform(g, -1, 1);
    m->c[4] = rng_uniform(g, -1, 1);
    m->c[5] = rng_int(g, 0, 3) ? rng_uniform(g, 0, 2) : rng_uniform(g, 10, 1000);
}

static void quiet(void *user, const saltus_diag *d)
{
    if (getenv("SALTUS_CASE")) saltus_diag_print(stderr, d);
    (void)user;
}

static saltus_status simulate(struct shape *m, const char *method, double quantum, double until)
{
    saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "edges",
        .data = m,
        .states = states,
        .discretes = discretes,
        .guards = guards,
        .der = {watched_eval, m->differences ? NULL : watched_partial, motion_reads, NULL},
        .guard = {edge_eval, edge_partial, edge_reads, edge_affine},
        .handle = handle};
    saltus_set sets[] = {{"x", m->start[0]}, {"v", m->start[1]}};
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    saltus_status st;
    o.method = method;
    o.rel = quantum;
    o.abs = quantum * 0.1;
    o.t0 = 0;
    o.sets = sets;
    o.n_sets = 2;
    o.diag = quiet;
    o.max_events = 2000000;
    st = saltus_sim_new(&model, &o, &s);
    if (st < 0) return st;
    st = saltus_sim_run(s, until);
    saltus_sim_free(s);
    return st;
}

struct range {
    double least, most;
};

/* Between which instants may the event be? Those of models that differ by some quanta in where they
 * start, and in a derivative: that is what an error of some quanta can do to this one. (And one per cent
 * more: the same models with an ordinary guard are no better.) */
static struct range instants(const struct shape *m, double until, double quanta)
{
    struct range r = {INFINITY, -INFINITY};
    double worst = quanta * (1 + fmax(fabs(m->start[0]), fabs(m->start[1])));
    for (int k = 0; k < 8; k++) {
        struct shape near = *m;
        double t[2];
        near.start[0] += k & 1 ? worst : -worst;
        near.start[1] += k & 2 ? worst : -worst;
        near.c[1] += k & 4 ? worst : -worst;
        passes_both(&near, until, worst, t);
        r.least = fmin(r.least, t[0]);
        r.most = fmax(r.most, t[1]);
    }
    return r;
}

static void check_shape(struct shape *m, const char *method, double quantum)
{
    double until = 2;
    saltus_status st = simulate(m, method, quantum, until);
    struct range range;
    if (m->outside)
        FAIL("%s: %ld evaluations beyond the edge, of %ld", method, m->outside, m->asked);
    if (m->wrong) FAIL("%s: the event is told beyond the edge", method);
    if (st < 0) FAIL("%s: the run fails with %d", method, (int)st);
    range = instants(m, until, 40 * quantum);
    if (!m->events) m->when = INFINITY;
    if (!(m->when >= 0.99 * range.least && m->when <= 1.01 * range.most))
        FAIL("%s: event at %g, not in %g .. %g", method, m->when, range.least, range.most);
    if (m->events) CHECK_LE(fabs(m->depth), 10 * 3 * quantum * (1 + fabs(m->start[0])));
}

PROP(no_derivative_beyond_an_edge, 1600)
{
    struct shape m;
    const char *method = methods[rng_int(g, 0, METHODS - 1)];
    double quantum = first_order(method) ? rng_log(g, 3e-4, 1e-2) : rng_log(g, 1e-6, 1e-2);
    random_shape(g, &m);
    check_shape(&m, method, quantum);
}

/* x comes down to c1 and goes up again. Above 0 nothing happens; below, an event without reaction ends
 * the run. Near 0 both are right, but nothing else. */
PROP(coming_near_and_turning, 1500)
{
    const char *method = methods[rng_int(g, 0, METHODS - 1)];
    double quantum = first_order(method) ? rng_log(g, 3e-4, 3e-3) : rng_log(g, 1e-6, 1e-2);
    double k = rng_log(g, 0.1, 3), least = rng_sign(g) * rng_log(g, 1e-8, 0.5 * k);
    struct shape m = {.kind = GRAZING, .reaction = NONE, .function = rng_int(g, 0, FUNCTIONS - 1)};
    saltus_status st;
    m.margin = m.function == RECIPROCAL ? 0.03 : m.function == LOGARITHM ? 1e-3 : 0;
    m.c[0] = k;
    m.start[0] = k + least + m.margin;
    st = simulate(&m, method, quantum, 2);
    if (m.outside) FAIL("%s: %ld evaluations beyond the edge", method, m.outside);
    if (st != SALTUS_OK && st != SALTUS_EMODEL) FAIL("%s: the run ends with %d", method, (int)st);
    if (least > 8 * quantum * (1 + k) && st < 0)
        FAIL("%s: event at %g, %g off", method, m.when, least);
    if (least < -8 * quantum * (1 + k) && !(m.events && st < 0))
        FAIL("%s: no event, %g beyond", method, least);
}

/* A ball over a floor that is the edge of a domain. */
PROP(bouncing_on_an_edge, 1000)
{
    const char *method = methods[rng_int(g, 0, METHODS - 1)];
    double quantum = first_order(method) ? rng_log(g, 3e-4, 3e-3) : rng_log(g, 1e-6, 3e-3);
    struct shape m = {.kind = BALL, .reaction = BOUNCES, .function = rng_int(g, 0, FUNCTIONS - 1)};
    struct range range;
    double until;
    saltus_status st;
    m.margin = m.function == RECIPROCAL ? 0.03 : m.function == LOGARITHM ? 1e-3 : 0;
    m.start[0] = m.margin + rng_uniform(g, 0.1, 1);
    m.start[1] = rng_uniform(g, -1, 1);
    m.c[0] = rng_uniform(g, -0.02, 0.02);
    m.c[1] = rng_uniform(g, 2, 10);
    m.c[2] = rng_uniform(g, 0, 0.5);
    m.b = rng_uniform(g, 0.5, 1);
    range = instants(&m, 3, 20 * quantum);
    until = range.most * 1.5; /* before it can have bounced too often */
    st = simulate(&m, method, quantum, until);
    if (m.outside) FAIL("%s: %ld evaluations beyond the edge", method, m.outside);
    if (m.wrong || st != SALTUS_OK) FAIL("%s: the run ends with %d", method, (int)st);
    if (!(m.events && m.when >= range.least && m.when <= range.most))
        FAIL("%s: event at %g, not in %g .. %g", method, m.when, range.least, range.most);
}

TEST_MAIN()
