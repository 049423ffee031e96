/* SPDX-License-Identifier: MIT */
/* test_whole.c - an engine of a few lines that moves all states together: Runge's method with a fixed
 * step, crossings by bisection on a cubic. What the run around it does is what is tested: events,
 * clocks, sums, delays, outputs, samples, edges. */
#include "num/poly.h"
#include "saltus_compile.h"
#include "saltus_jet.h"
#include "engine/whole/whole.h"
#include "testing.h"
#include "all_methods.h"

enum { MOST = 16 };
static const double H = 0.01;

struct runge {
    double x0[MOST], f0[MOST], x1[MOST], f1[MOST], h;
};

static void rate(struct sim *s, double t, const double *x, double *f)
{
    enum whole_answer a = whole_derivatives(s, t, x, f);
    if (a == WHOLE_OK) return;
    memset(f, 0, (size_t)s->net.n * sizeof *f);
    whole_fail(s, a);
}

static void runge(struct sim *s, struct runge *r, double t, double h)
{
    double k[4][MOST], y[MOST];
    static const double at[] = {0, 0.5, 0.5, 1};
    int32_t n = s->net.n;
    for (int j = 0; j < 4; j++) {
        for (int32_t i = 0; i < n; i++) y[i] = r->x0[i] + (j ? at[j] * h * k[j - 1][i] : 0);
        rate(s, t + at[j] * h, y, k[j]);
    }
    for (int32_t i = 0; i < n; i++)
        r->x1[i] = r->x0[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    memcpy(r->f0, k[0], sizeof r->f0);
    rate(s, t + h, r->x1, r->f1);
    r->h = h;
}

static void at(const struct sim *s, const struct runge *r, double h, double *x)
{
    for (int32_t i = 0; i < s->net.n; i++) {
        double m = (r->x1[i] - r->x0[i]) / r->h, u = h / r->h;
        x[i] = r->x0[i] + h * (r->f0[i] + u * (3 * m - 2 * r->f0[i] - r->f1[i]) +
                               u * u * (r->f0[i] + r->f1[i] - 2 * m));
    }
}

static bool crossed(struct sim *s, int32_t k, double t, const double *x)
{
    double z;
    whole_show(s, t, x, NULL);
    whole_guard(s, k, 1, &z);
    return s->watch[k].sign * z < 0;
}

static double locate(struct sim *s, const struct runge *r, int32_t k, double hi)
{
    double lo = 0, x[MOST], t = whole_of(s)->host.from;
    for (int j = 0; j < 60; j++) {
        double mid = (lo + hi) / 2;
        at(s, r, mid, x);
        *(crossed(s, k, t + mid, x) ? &hi : &lo) = mid;
    }
    return hi;
}

static int32_t step(struct engine_host *host, double limit)
{
    struct sim *s = whole_sim(host);
    struct whole *w = whole_of(s);
    struct runge *r = whole_of(s)->host.data;
    double t = w->host.t, h = limit - t < H ? limit - t : H, x[MOST];
    int32_t due = -1;
    memcpy(r->x0, w->host.x, (size_t)s->net.n * sizeof(double));
    runge(s, r, t, h);
    for (int32_t k = 0; k < s->n_guards; k++) {
        at(s, r, h, x);
        if (!crossed(s, k, t + h, x)) continue;
        h = locate(s, r, k, h);
        due = k;
    }
    at(s, r, h, w->host.x);
    w->host.t = due < 0 && h == limit - t ? limit : t + h;
    s->stats.steps++;
    return due;
}

static void dense(struct engine_host *host)
{
    struct sim *s = whole_sim(host);
    const struct runge *r = whole_of(s)->host.data;
    for (int32_t i = 0; i < s->net.n; i++) {
        struct state *y = &s->net.s[i];
        double m = (r->x1[i] - r->x0[i]) / r->h;
        y->tx = whole_of(s)->host.from;
        memset(y->x, 0, sizeof y->x);
        y->x[0] = r->x0[i];
        y->x[1] = r->f0[i];
        y->x[2] = (3 * m - 2 * r->f0[i] - r->f1[i]) / r->h;
        y->x[3] = (r->f0[i] + r->f1[i] - 2 * m) / (r->h * r->h);
    }
    whole_piece(s, whole_of(s)->host.from, whole_of(s)->host.t);
}

static void open(struct engine_host *host, int variant)
{
    struct sim *s = whole_sim(host);
    whole_of(s)->host.data = sim_room(s, variant, sizeof(struct runge));
}
static void close(struct engine_host *host)
{
    struct sim *s = whole_sim(host);
    alloc_free(&s->alloc, whole_of(s)->host.data);
}
static void restart(struct engine_host *host)
{
    struct sim *s = whole_sim(host);
    s->stats.restarts++;
}

static const struct engine_method list[] = {
    {.info = {.name = "runge", .order = 4, .family = "test"}, .variant = 1},
    {.info = {.name = "gone", .family = "test", .missing = "find it"}, .variant = 1},
    {.info = {.name = NULL}}};
static const struct whole_engine engine = {.head = {.version = ENGINE_VERSION, .methods = list},
                                           .open = open,
                                           .close = close,
                                           .step = step,
                                           .dense = dense,
                                           .restart = restart};

/* ---- Running ----------------------------------------------------------------------------------- */

static char heard[500];
static int fired, pieces;
static double sampled[1000];
static int samples;

static void hear(void *user, const saltus_diag *d)
{
    (void)user;
    snprintf(heard, sizeof heard, "%s: %s", d->var ? d->var : "", d->text);
}
static int count_fired(void *user, double t, saltus_kind kind, int32_t k, int direction)
{
    (void)user, (void)t, (void)kind, (void)k, (void)direction;
    return fired++, 0;
}
static int count_pieces(void *user, double t, int32_t var, const double *c, int order)
{
    (void)user, (void)t, (void)var, (void)c, (void)order;
    return pieces++, 0;
}
static int take(void *user, double t, const saltus_sim *s)
{
    (void)user;
    if (samples < 1000) sampled[samples] = saltus_sim_value(s, 0, t);
    return samples++, 0;
}

struct ran {
    saltus_compiled *c;
    saltus_sim *s;
    saltus_status st;
};

static struct ran run_with(const char *text, double until, saltus_options o)
{
    struct ran r = {0};
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    fired = pieces = samples = 0;
    heard[0] = 0;
    o.engine = &engine.head;
    if (!o.method) o.method = "runge";
    o.diag = hear;
    o.fired = count_fired;
    CHECK_EQ_INT(saltus_compile_text("m.mo", text, strlen(text), &co, &r.c), SALTUS_OK);
    r.st = saltus_sim_new(saltus_compiled_model(r.c), &o, &r.s);
    if (r.st == SALTUS_OK) r.st = saltus_sim_run(r.s, until);
    return r;
}
static struct ran run(const char *text, double until)
{
    return run_with(text, until, saltus_defaults());
}
static double value(const struct ran *r, const char *name)
{
    return saltus_sim_value(r->s, saltus_sim_find(r->s, name), saltus_sim_time(r->s));
}
static void done(struct ran *r)
{
    saltus_sim_free(r->s);
    saltus_compiled_free(r->c);
}

TEST(smooth)
{
    struct ran r = run("model M Real x(start=1), y; equation der(x) = -x; y = x*x; end M;", 1.005);
    CHECK_EQ_INT(r.st, SALTUS_OK);
    CHECK_CLOSE(value(&r, "x"), exp(-1.005), 1e-9);
    CHECK_CLOSE(value(&r, "y"), exp(-2.01), 1e-9);
    CHECK_EQ_INT((int)saltus_sim_stats(r.s).steps, 101);
    CHECK_EQ_INT((int)saltus_sim_steps(r.s, 0), 101);
    CHECK_EQ_INT(saltus_sim_run(r.s, 2), SALTUS_OK);
    CHECK_CLOSE(value(&r, "x"), exp(-2), 1e-9);
    CHECK_EQ_INT(saltus_sim_run(r.s, 1), SALTUS_EARG);
    done(&r);
}

TEST(bounces)
{
    struct ran r = run("model M Real h(start=1), v; discrete Integer n(start=0); equation\n"
                       "der(h) = v; der(v) = -2; when h <= 0 then reinit(v, -0.5*pre(v));\n"
                       "n = pre(n) + 1; end when; end M;",
                       2.25);
    CHECK_EQ_INT(r.st, SALTUS_OK);      /* at 1 with v = -2, up again until 2, then half as high */
    CHECK(fabs(value(&r, "v")) < 1e-9); /* 0.5 - 2 * 0.25 */
    CHECK_CLOSE(value(&r, "n"), 2, 0);
    CHECK_EQ_INT(fired, 4); /* in and out */
    done(&r);
}

TEST(clocks_are_met)
{
    struct ran r = run("model M Real x; discrete Real u(start=1); equation der(x) = u;\n"
                       "when sample(0.25, 0.5) then u = -pre(u); end when; end M;",
                       1);
    CHECK_EQ_INT(r.st, SALTUS_OK);
    CHECK(fabs(value(&r, "x")) < 1e-12); /* 0.25 - 0.5 + 0.25 */
    CHECK_EQ_INT((int)saltus_sim_stats(r.s).clocks, 2);
    CHECK_EQ_INT((int)saltus_sim_stats(r.s).restarts, 2);
    done(&r);
}

TEST(sums_and_outputs)
{
    saltus_options o = saltus_defaults();
    const char *text =
        "model M Real x[4](each start=1), y; equation\n"
        "for i in 1:4 loop der(x[i]) = -sum(x)/4; end for; y = x[1]^2 + sum(x); end M;";
    int32_t output = 4;
    o.sink = count_pieces;
    o.outputs = &output;
    o.n_outputs = 1;
    struct ran r = run_with(text, 1, o);
    CHECK_EQ_INT(r.st, SALTUS_OK);
    CHECK_CLOSE(value(&r, "x[2]"), exp(-1), 1e-9);
    CHECK_CLOSE(value(&r, "y"), exp(-2) + 4 * exp(-1), 1e-8);
    CHECK(pieces >= 100 * (4 + 4));
    done(&r);
}

TEST(delays)
{
    struct ran r = run("model M Real x(start=1); equation der(x) = -delay(x, 1); end M;", 2.5);
    double t = 2.5, exact = 1 - t + (t - 1) * (t - 1) / 2 - pow(t - 2, 3) / 6;
    CHECK_EQ_INT(r.st, SALTUS_OK);
    CHECK_CLOSE(value(&r, "x"), exact, 1e-9);
    done(&r);
}

TEST(delayed_jumps)
{
    struct ran r = run("model M Real x; discrete Real u(start=0); Real d; equation\n"
                       "when time >= 0.333 then u = 1; end when; d = delay(u, 0.5);\n"
                       "der(x) = d; end M;",
                       1.333);
    CHECK_EQ_INT(r.st, SALTUS_OK);
    CHECK_CLOSE(value(&r, "x"), 0.5, 1e-10);
    CHECK_CLOSE(value(&r, "d"), 1, 1e-12);
    done(&r);
}

TEST(samples_come_at_their_times)
{
    saltus_options o = saltus_defaults();
    o.sample = take;
    o.interval = 0.03;
    struct ran r = run_with("model M Real x(start=1); equation der(x) = -x; end M;", 0.3, o);
    CHECK_EQ_INT(r.st, SALTUS_OK);
    CHECK_EQ_INT(samples, 11);
    for (int k = 0; k < samples; k++) CHECK_CLOSE(sampled[k], exp(-0.03 * k), 1e-8);
    done(&r);
}

TEST(guards_of_time_alone_are_not_stepped_over)
{
    struct ran r = run("model M Real x; discrete Integer n(start=0); equation der(x) = 0;\n"
                       "when sin(1000*time) > 0.5 then n = pre(n) + 1; end when; end M;",
                       1);
    CHECK_EQ_INT(r.st, SALTUS_OK);
    CHECK_CLOSE(value(&r, "n"), 160, 0); /* pi/6 + 2 pi k <= 1000 for k = 0..159 */
    done(&r);
}

TEST(nothing_beyond_an_edge)
{
    static const char text[] =
        "model M Real x(start=1); equation der(x) = -sqrt(x);\n"
        "assert(x >= 0, \"empty\") annotation(__Saltus_unilateral = true); end M;";
    struct ran r = run(text, 3);
    CHECK_EQ_INT(r.st, SALTUS_EMODEL);
    CHECK(strstr(heard, "beyond this edge"));
    done(&r);
}

/* x' = -sqrt(x), and a clock that puts x beyond the edge of the root. */
static int outside;
SALTUS_INLINE jet root(jet_at e, int32_t i)
{
    jet x = jet_state(e, i);
    outside += !e.trace && x.c[0] < 0;
    return jet_neg(jet_sqrt(x));
}
SALTUS_FUNCTION(root)
SALTUS_INLINE jet below(jet_at e, int32_t k)
{
    return jet_neg(jet_state(e, k));
}
SALTUS_AFFINE_FUNCTION(below)
static double at_half(const saltus_env *e, int32_t k)
{
    return (void)k, e->t < 0.5 ? 0.5 : INFINITY;
}
static void put(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_reinit(ev, 0, -0.1);
    if (ev->cause == SALTUS_GUARD && ev->direction > 0) saltus_event_reinit(ev, 0, 4);
}

TEST(a_jump_beyond_an_edge)
{
    static const saltus_variable x[] = {{.name = "x", .start = 1}, {.name = NULL}};
    static const saltus_guard edge[] = {{.name = "x <= 0", .side = SALTUS_UNILATERAL},
                                        {.name = NULL}};
    static const saltus_guard clock[] = {{.name = "half"}, {.name = NULL}};
    const saltus_model m = {.abi = SALTUS_ABI,
                            .name = "m",
                            .states = x,
                            .guards = edge,
                            .clocks = clock,
                            .der = SALTUS_FUNCTION_OF(root),
                            .guard = SALTUS_AFFINE_FUNCTION_OF(below),
                            .next = at_half,
                            .handle = put};
    saltus_options o = saltus_defaults();
    const saltus_method_info *all;
    size_t n = all_methods(&all);
    o.engine = &engine.head;
    for (size_t k = 0; k <= n; k++) {
        saltus_sim *s;
        outside = 0;
        o.method = k < n ? all[k].name : "runge";
        CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_CLOSE(saltus_sim_value(s, 0, 1), 1.75 * 1.75, 5e-2);
        CHECK_EQ_INT((int)saltus_sim_stats(s).events, 2);
        if (outside) FAIL("%s: %d evaluations outside", o.method, outside);
        saltus_sim_free(s);
    }
}

TEST(refusals)
{
    saltus_options o = saltus_defaults();
    const saltus_rule rule[] = {{.pattern = "x", .method = "qss2"}};
    static const char text[] = "model M Real x(start=1); equation der(x) = -x; end M;";
    struct ran r;
    o.method = "gone";
    r = run_with(text, 1, o);
    CHECK_EQ_INT(r.st, SALTUS_EARG);
    CHECK(strstr(heard, "not built in"));
    done(&r);
    o.method = "runge";
    o.rules = rule;
    o.n_rules = 1;
    r = run_with(text, 1, o);
    CHECK_EQ_INT(r.st, SALTUS_EARG);
    done(&r);
    r = run(text, INFINITY);
    CHECK_EQ_INT(r.st, SALTUS_EARG);
    done(&r);
    r = run("model M Real x(start=-1); equation der(x) = log(x + time); end M;", 1);
    CHECK_EQ_INT(r.st, SALTUS_ENAN);
    done(&r);
}

TEST_MAIN()
