/* SPDX-License-Identifier: MIT */
/* prop_abm.c - abm on random models: every root of a random guard is an event, in its order and
 * direction, whatever the steps; and no derivative is evaluated beyond a random edge. */
#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"

enum { MOST = 100 };

/* What a model is made of, and what happens to it. */
struct world {
    double root[4], speed, curve, pull; /* x' = speed + curve sin(3 t)                      */
    int32_t roots, kind;
    int32_t outside; /* derivatives wanted beyond the edge                                */
    int count;
    double t[MOST], x_last;
    int direction[MOST];
};

static int fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct world *w = user;
    (void)kind, (void)index;
    if (w->count == MOST) return 1;
    w->t[w->count] = t;
    w->direction[w->count++] = direction;
    return 0;
}

static void quiet(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static const struct world *world_of(jet_at e)
{
    return jet_data(e);
}

/* ---- Roots ------------------------------------------------------------------------------------ */

SALTUS_INLINE jet glide(jet_at e, int32_t i)
{
    const struct world *w = world_of(e);
    (void)i;
    return jet_add(w->speed, jet_mul(w->curve, jet_sin(jet_mul(3, jet_time(e)))));
}
SALTUS_FUNCTION(glide)

SALTUS_INLINE jet product(jet_at e, int32_t k)
{
    const struct world *w = world_of(e);
    jet x = jet_state(e, 0), z = jet_const(1);
    (void)k;
    for (int j = 0; j < w->roots; j++) z = jet_mul(z, jet_sub(x, w->root[j]));
    return w->kind ? jet_atan(jet_mul(5, z)) : z;
}
SALTUS_FUNCTION(product)

static const saltus_variable at0[] = {{.name = "x"}, {.name = NULL}};
static const saltus_variable at1[] = {{.name = "x", .start = 1}, {.name = NULL}};
static const saltus_guard plain[] = {{.name = "z > 0"}, {.name = NULL}};

static double place(const struct world *w, double t)
{
    return w->speed * t + w->curve * (1 - cos(3 * t)) / 3;
}

static saltus_status simulate(const saltus_model *m, struct world *w, double tol, double until)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    saltus_status st;
    o.method = "abm";
    o.rel = o.abs = tol;
    o.fired = fired;
    o.diag = quiet;
    o.user = w;
    o.max_events = 100000;
    st = saltus_sim_new(m, &o, &s);
    if (st == SALTUS_OK) st = saltus_sim_run(s, until);
    if (s) w->x_last = saltus_sim_value(s, 0, saltus_sim_time(s));
    saltus_sim_free(s);
    return st;
}

/* x rises all the time, so that root j is passed once, at a time that bisection finds. */
PROP(every_root_is_an_event, 400)
{
    struct world w = {.roots = rng_int(g, 1, 4), .kind = rng_int(g, 0, 1)};
    double tol = rng_log(g, 1e-9, 1e-4), at = 0.05, end = 5;
    saltus_model m = {.abi = SALTUS_ABI,
                      .name = "roots",
                      .data = &w,
                      .states = at0,
                      .guards = plain,
                      .der = SALTUS_FUNCTION_OF(glide),
                      .guard = SALTUS_FUNCTION_OF(product)};
    w.speed = rng_uniform(g, 0.3, 0.5);
    w.curve = rng_int(g, 0, 1) ? rng_uniform(g, -0.25, 0.25) : 0;
    for (int j = 0; j < w.roots; j++) w.root[j] = at += rng_log(g, 0.01, 0.3);
    CHECK_EQ_INT(simulate(&m, &w, tol, end), SALTUS_OK);
    CHECK_EQ_INT(w.count, w.roots);
    for (int j = 0; j < w.count; j++) {
        CHECK_LE(fabs(place(&w, w.t[j]) - w.root[j]), 100 * tol + 1e-12);
        CHECK_EQ_INT(w.direction[j], (w.roots - j) % 2 ? 1 : -1);
    }
}

/* ---- Edges: x' = -pull g(x), g defined for x > 0 only ------------------------------------------- */

SALTUS_INLINE jet sink(jet_at e, int32_t i)
{
    const struct world *w = world_of(e);
    jet x = jet_state(e, 0), more;
    (void)i;
    switch (w->kind) {
    case 0: more = jet_sqrt(x); break;
    case 1: more = jet_mul(-0.1, jet_log(jet_mul(x, 0.3))); break;
    case 2: more = jet_div(0.1, x); break;
    default: more = jet_acos(jet_sub(1, x)); break;
    }
    return jet_sub(jet_mul(-w->pull, jet_add(0.1, more)),
                   jet_mul(w->curve, jet_sin(jet_mul(3, jet_time(e)))));
}
SALTUS_FUNCTION(sink)

static void sink_counted(const saltus_env *e, int32_t i, int order, double *c)
{
    struct world *w = (struct world *)(uintptr_t)e->model->data;
    w->outside += !(e->q[1] >= 0);
    sink_eval(e, i, order, c);
}

SALTUS_INLINE jet beyond(jet_at e, int32_t k)
{
    jet x = jet_state(e, 0);
    (void)k;
    return world_of(e)->roots == 1 ? jet_neg(x) : jet_sub(1, jet_exp(jet_mul(2, x)));
}
SALTUS_FUNCTION(beyond)

static void stop(saltus_event *ev)
{
    if (!ev->initial && ev->direction > 0) saltus_event_terminate(ev, "at the edge");
}

static const saltus_guard edge[] = {{.name = "x < 0", .direction = 1, .side = SALTUS_UNILATERAL},
                                    {.name = NULL}};

PROP(nothing_is_evaluated_beyond_an_edge, 400)
{
    struct world w = {.roots = rng_int(g, 1, 2), .kind = rng_int(g, 0, 3)};
    double tol = rng_log(g, 1e-9, 1e-3);
    saltus_model m = {.abi = SALTUS_ABI,
                      .name = "edge",
                      .data = &w,
                      .states = at1,
                      .guards = edge,
                      .der = SALTUS_FUNCTION_OF(sink),
                      .guard = SALTUS_FUNCTION_OF(beyond),
                      .handle = stop};
    m.der.eval = sink_counted;
    w.pull = rng_uniform(g, 0.5, 3);
    w.curve = rng_uniform(g, -1, 1) * 0.1 * w.pull;
    CHECK_EQ_INT(simulate(&m, &w, tol, 100), SALTUS_TERMINATED);
    CHECK_EQ_INT(w.outside, 0);
    CHECK_EQ_INT(w.count, 1);
    CHECK(w.x_last >= 0);
    /* The band is a fifth of the tolerance, and what x does in a few roundings of the time. */
    CHECK_LE(w.x_last, 0.3 * tol + (w.kind == 2 ? 1e-14 * w.pull / w.x_last : 0));
}

TEST_MAIN()
