/* SPDX-License-Identifier: MIT */
/* test_sim_keep.c - runs whose inputs are moved from outside, and runs as bytes. */
#include "../testing.h"
#include "num/poly.h"
#include "saltus_compile.h"
#include "run/outside/keep.h"
#include "run/outside/outside.h"

/* What a run said. */
struct heard {
    struct outside *o;
    int events, failures;
    double last_event;
    uint64_t hash;
};

static void mix(struct heard *h, const void *p, size_t n)
{
    for (size_t k = 0; k < n; k++)
        h->hash = (h->hash ^ ((const unsigned char *)p)[k]) * 1099511628211u;
}

static int on_segment(void *user, double t, int32_t var, const double *c, int order)
{
    struct heard *h = user;
    if (!h->o || outside_collect(h->o, t, var, c, order)) return 0;
    mix(h, &t, sizeof t);
    mix(h, &var, sizeof var);
    mix(h, c, (size_t)(order + 1) * sizeof *c);
    if (var >= h->o->sim->net.n && var < h->o->sim->net.n + h->o->sim->n_discretes)
        outside_written(h->o, var - h->o->sim->net.n);
    return 0;
}
static int on_event(void *user, double t, saltus_kind kind, int32_t k, int direction)
{
    struct heard *h = user;
    (void)kind, (void)k, (void)direction;
    h->events++;
    h->last_event = t;
    return 0;
}
static void on_diag(void *user, const saltus_diag *d)
{
    struct heard *h = user;
    if (d->status < 0) h->failures++;
}
static void on_show(void *user, int32_t var, const double *c, int degree)
{
    (void)user, (void)var, (void)c, (void)degree;
}
static void on_fresh(void *user, int32_t input)
{
    (void)user, (void)input;
}

struct world {
    saltus_compiled *compiled;
    struct outside *o;
    struct heard h;
};

static struct world world_new(const char *text, const char *method, const struct outside_line *line,
                              int32_t n)
{
    struct world w = {0};
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    saltus_options o = saltus_defaults();
    CHECK(saltus_compile_text("test", text, strlen(text), &co, &w.compiled) == SALTUS_OK);
    o.method = method;
    o.sink = on_segment;
    o.fired = on_event;
    o.diag = on_diag;
    o.user = &w.h;
    CHECK(outside_new(saltus_compiled_model(w.compiled), &o, line, n, &w.o) == SALTUS_OK);
    return w;
}

/* The record that the run talks to has its place now. */
static void settle(struct world *w)
{
    w->h.o = w->o;
    w->o->sim->opt.user = &w->h;
    w->o->user = &w->h;
    w->o->show = on_show;
    w->o->fresh = on_fresh;
}

static void done(struct world *w)
{
    outside_free(w->o);
    saltus_compiled_free(w->compiled);
}

static void sent(struct outside *o)
{
    for (int32_t k = 0; k < o->lines.count; k++) o->jumped[o->lines.item[k]] = false;
    set_clear(&o->lines);
}

/* Up to and including t. */
static void run_to(struct outside *o, double t)
{
    while (outside_next(o) <= t) {
        outside_run(o, outside_next(o));
        sent(o);
    }
    CHECK(o->sim->status == SALTUS_OK);
}

static double line_value(struct outside *o, int32_t k, double t)
{
    double c[SALTUS_SERIES];
    int open, order = outside_line(o, k, t, c, &open);
    CHECK(order >= 0 && order < SALTUS_SERIES);
    return c[0];
}

static const char lag[] =
    "model lag input Real u; Real x(start = 0, fixed = true); Real y = 2*x + u;"
    "equation der(x) = u - x; end lag;";

/* x' = u - x with u = t from 0 on, u = 1 from 2 on. */
static void follow_lag(const char *method, double tolerance)
{
    static const struct outside_line line[] = {{SALTUS_STATE, 1}, {SALTUS_OUTPUT, 0}};
    struct world w = world_new(lag, method, line, 2);
    double ramp[2] = {0, 1}, one = 1, x2 = 1 + exp(-2), x5 = 1 + (x2 - 1) * exp(-3);
    int32_t u = 0, x = 1;
    settle(&w);
    if (!outside_has(w.o, 0)) u = 1, x = 0;
    CHECK(outside_has(w.o, u) && !outside_has(w.o, x) && !w.o->still);
    outside_give(w.o, 0, u, ramp, 1, 0, false);
    outside_begin(w.o, 0);
    sent(w.o);
    run_to(w.o, 2);
    CHECK_CLOSE(saltus_sim_value((saltus_sim *)w.o->sim, u, 1.5), 1.5, 1e-12);
    outside_give(w.o, 2, u, &one, 0, 0, true);
    CHECK(outside_next(w.o) <= 2);
    outside_run(w.o, 2);
    CHECK(set_has(&w.o->lines, 1) && w.o->jumped[1]);
    CHECK(fabs(line_value(w.o, 1, 2) - (2 * x2 + 1)) < 3 * tolerance);
    sent(w.o);
    run_to(w.o, 5);
    CHECK(fabs(line_value(w.o, 1, 5) - (2 * x5 + 1)) < 3 * tolerance);
    done(&w);
}

TEST(an_input_moves_a_state)
{
    follow_lag("qss2", 2e-3);
    follow_lag("liqss2", 4e-3);
    follow_lag("qss3", 2e-3);
    follow_lag("qss1", 5e-3);
}

TEST(an_input_moves_all_states_together)
{
    static const struct outside_line line[] = {{SALTUS_STATE, 1}, {SALTUS_OUTPUT, 0}};
    (void)line;
    follow_lag("abm", 1e-2);
}

static const char edges[] =
    "model edges input Real u(start = 3); Real y = if u > 1 then 5*(u - 1) else 0; Real z = u*u;"
    "end edges;";

TEST(a_static_model_has_events)
{
    static const struct outside_line line[] = {{SALTUS_OUTPUT, 0}, {SALTUS_OUTPUT, 1}};
    struct world w = world_new(edges, "qss1", line, 2);
    double slope[2] = {0, 0.5}, c[SALTUS_SERIES];
    int open;
    settle(&w);
    CHECK(w.o->still && w.o->plain);
    outside_give(w.o, 0, 0, slope, 1, 0, false);
    outside_begin(w.o, 0);
    CHECK_EQ_INT(w.o->lines.count, 2);
    CHECK_EQ_INT(outside_line(w.o, 0, 0, c, &open), 1);
    CHECK(open == 0 && c[0] == 0 && c[1] == 0);
    sent(w.o);
    CHECK_CLOSE(outside_next(w.o), 2, 1e-14);
    outside_run(w.o, 2);
    CHECK_EQ_INT(w.h.events, 1);
    CHECK_EQ_INT(w.o->lines.count, 1);
    CHECK(set_has(&w.o->lines, 0) && w.o->jumped[0]);
    CHECK_EQ_INT(outside_line(w.o, 0, 2, c, &open) >= 1, 1);
    CHECK_CLOSE(c[1], 2.5, 1e-15);
    CHECK_CLOSE(outside_partial(w.o, 0, 0, 2), 5, 1e-15);
    sent(w.o);
    outside_line(w.o, 1, 4, c, &open);
    CHECK_EQ_INT(open, 1);
    CHECK_CLOSE(c[0], 4, 1e-15);
    CHECK_CLOSE(c[1], 2, 1e-15);
    CHECK_CLOSE(c[2], 0.25, 1e-15);
    CHECK_CLOSE(outside_partial(w.o, 1, 0, 4), 4, 1e-15);
    slope[0] = 0;
    slope[1] = 0;
    outside_give(w.o, 4, 0, slope, 1, 0, true);
    outside_run(w.o, 4);
    CHECK_EQ_INT(w.h.events, 2);
    CHECK(line_value(w.o, 0, 4) == 0);
    done(&w);
}

TEST(the_fifth_coefficient_is_not_lost)
{
    static const struct outside_line line[] = {{SALTUS_OUTPUT, 0}, {SALTUS_OUTPUT, 1}};
    struct world w = world_new(edges, "qss1", line, 2);
    double c[SALTUS_SERIES] = {3, 1, 1, 1, 2};
    int open;
    settle(&w);
    outside_give(w.o, 0, 0, c, 4, 0, false);
    outside_begin(w.o, 0);
    CHECK_EQ_INT(outside_line(w.o, 1, 0, c, &open), 4);
    CHECK_EQ_INT(open, 1);
    CHECK_CLOSE(c[4], 2 * 3 * 2 + 2 * 1 * 1 + 1, 1e-15); /* u^2: 2 u0 u4 + 2 u1 u3 + u2^2 */
    CHECK_EQ_INT(outside_line(w.o, 0, 0, c, &open), 4);
    CHECK(open == 0 && c[4] == 10);
    CHECK_CLOSE(line_value(w.o, 0, 2), 5 * (3 + 2 + 4 + 8 + 32 - 1),
                1e-15); /* moved to 2 with all five */
    outside_give(w.o, 3, 0, (double[]){3, 1, 1}, 2, 1, false);
    outside_run(w.o, 3);
    CHECK_EQ_INT(outside_line(w.o, 0, 3, c, &open), 2);
    CHECK_EQ_INT(open, 1);
    done(&w);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static const char bounce[] =
    "model bounce input Real g(start = 9.81); Real h(start = 1, fixed = true), v(start = 0, fixed "
    "= true);"
    "discrete Integer n(start = 0); Real d; Real s[3](each start = 0, each fixed = true);"
    "equation der(h) = v; der(v) = -g; der(s[1]) = sin(h); der(s[2]) = d - s[2]; der(s[3]) = "
    "sum(s);"
    "d = delay(h, 0.25);"
    "when h < 0 then reinit(v, -0.8*pre(v)); reinit(h, 0); n = pre(n) + 1; end when; end bounce;";

static void repeat_from_the_middle(const char *method)
{
    static const struct outside_line line[] = {{SALTUS_STATE, 1}};
    struct world w = world_new(bounce, method, line, 1);
    double g = 9.81, heavy = 20;
    unsigned char *bytes;
    size_t n;
    struct keep k = {0};
    uint64_t after;
    int events;
    int32_t input = 0;
    settle(&w);
    while (!outside_has(w.o, input)) input++;
    outside_give(w.o, 0, input, &g, 0, 0, false);
    outside_begin(w.o, 0);
    run_to(w.o, 0.7);
    n = sim_keep(w.o->sim, NULL, 0);
    bytes = malloc(n + 1);
    bytes[n] = 77;
    CHECK(sim_keep(w.o->sim, bytes, n) == n && bytes[n] == 77);
    outside_keep(&k, w.o);
    bytes = realloc(bytes, k.used);
    k = (struct keep){.at = bytes, .room = k.used};
    outside_keep(&k, w.o);
    w.h.hash = 0;
    events = w.h.events;
    run_to(w.o, 1.1);
    outside_give(w.o, 1.1, input, &heavy, 0, 0, true);
    run_to(w.o, 1.6);
    after = w.h.hash;
    events = w.h.events - events;
    CHECK(events > 0);
    k = (struct keep){.at = bytes, .room = k.used, .load = true};
    outside_keep(&k, w.o);
    CHECK(!k.failed && k.used == k.room);
    w.h.hash = 0;
    w.h.events = 0;
    run_to(w.o, 1.1);
    outside_give(w.o, 1.1, input, &heavy, 0, 0, true);
    run_to(w.o, 1.6);
    CHECK(w.h.hash == after);
    CHECK_EQ_INT(w.h.events, events);
    CHECK(!sim_put_back(w.o->sim, bytes, 16));
    free(bytes);
    done(&w);
}

TEST(a_run_goes_on_from_its_bytes)
{
    static const char *const methods[] = {"qss1",   "qss2", "qss3", "liqss1",
                                          "liqss2", "cqss", "bqss", "mliqss2"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        repeat_from_the_middle(methods[k]);
}

TEST_MAIN()
