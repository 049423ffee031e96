/* SPDX-License-Identifier: MIT */
/* prop_flow.c - the flow of linear systems against the same in long double, by other steps.
 *
 * Systems are drawn as people have them: dense ones, chains, rates up to 1e12 apart, Jordan blocks,
 * zero eigenvalues, oscillators, unstable ones. An error counts beside the sum of what moves a
 * state; it may grow with the number of time constants of the fastest mode, which are as many chances
 * for rounding to reach a slow mode that is a difference of fast ones. */
#include "num/flow.h"
#include "testing.h"
#include <stdbool.h>

typedef long double real;
enum { MOST = 10 };

struct system {
    int n;
    double a[MOST * MOST], y[MOST], v[MOST];
};

static void draw_matrix(struct rng *g, struct system *s)
{
    int n = s->n = rng_int(g, 1, MOST), kind = rng_int(g, 0, 5);
    memset(s->a, 0, sizeof s->a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double *a = &s->a[i * n + j], size = rng_log(g, 0.01, 10);
            if (kind == 0) *a = rng_sign(g) * size;                               /* dense */
            if (kind == 1 && j <= i) *a = i == j ? -rng_log(g, 1e-6, 1e6) : size; /* stiff chain */
            if (kind == 2) *a = i == j ? -1.5 : j == i + 1 ? 1 : 0;        /* a Jordan block */
            if (kind == 3) *a = j == i + 1 ? size : 0;                     /* integrators */
            if (kind == 4) *a = (i ^ 1) == j ? (i & 1 ? -size : size) : 0; /* oscillators */
        }
    for (int i = 0; kind == 5 && i + 1 < n; i++) { /* resistors of any size between capacitors */
        double r = rng_log(g, 1e-6, 1e6);
        s->a[i * n + i] -= r;
        s->a[i * n + i + 1] += r;
        s->a[(i + 1) * n + i] += r;
        s->a[(i + 1) * n + i + 1] -= r;
    }
}

static void draw(struct rng *g, struct system *s)
{
    draw_matrix(g, s);
    for (int i = 0; i < s->n; i++) {
        s->y[i] = rng_sign(g) * rng_log(g, 0.1, 10);
        s->v[i] = rng_sign(g) * rng_log(g, 0.1, 10);
    }
}

static void product(const real *a, const real *b, int n, real *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            real sum = 0;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* P and G of h, from h/2^k with a Taylor series of its own. */
static void reference(const struct system *s, double h, real *p, real *g)
{
    static real term[MOST * MOST], next[MOST * MOST];
    int n = s->n, size = n * n, k = 0;
    real most = 0, step = h;
    for (int i = 0; i < size; i++) most += fabsl((real)s->a[i]);
    while (most * step > 0x1p-20L) step /= 2, k++;
    for (int i = 0; i < size; i++) {
        p[i] = term[i] = s->a[i] * step;
        g[i] = step * term[i] / 2 + (i % (n + 1) == 0 ? step : 0);
    }
    for (int m = 2; m < 8; m++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                real sum = 0;
                for (int l = 0; l < n; l++) sum += term[i * n + l] * (s->a[l * n + j] * step);
                next[i * n + j] = sum / m;
            }
        for (int i = 0; i < size; i++) {
            term[i] = next[i];
            p[i] += term[i];
            g[i] += term[i] * step / (m + 1);
        }
    }
    for (; k > 0; k--) {
        product(p, g, n, next);
        for (int i = 0; i < size; i++) g[i] = 2 * g[i] + next[i];
        product(p, p, n, next);
        for (int i = 0; i < size; i++) p[i] = 2 * p[i] + next[i];
    }
}

static double draw_time(struct rng *g, const struct system *s)
{
    double most = 0;
    for (int i = 0; i < s->n * s->n; i++) most = fmax(most, fabs(s->a[i]));
    return rng_log(g, 1e-3, 1e3) / (rng_int(g, 0, 1) ? most : 100);
}

static void compare(const struct system *from, double h, enum flow_kind *kind)
{
    static real p[MOST * MOST], q[MOST * MOST];
    struct system s = *from;
    struct alloc alloc;
    struct flow f;
    double fastest = 0;
    for (int i = 0; i < s.n * s.n; i++) fastest = fmax(fastest, fabs(s.a[i]));
    reference(&s, h, p, q);
    for (int i = 0; i < s.n * s.n; i++)
        if (!(fabsl(p[i]) < 1e100L && fabsl(q[i]) < 1e100L)) return; /* it explodes */
    alloc_init(&alloc, NULL, NULL);
    CHECK(flow_open(&f, &alloc, s.a, s.n));
    *kind = f.two.kind;
    {
        double y[MOST], v[MOST];
        memcpy(y, s.y, sizeof y);
        memcpy(v, s.v, sizeof v);
        CHECK(flow_go(&f, h, y, v));
        for (int i = 0; i < s.n; i++) {
            real sum = s.y[i], size = fabs(s.y[i]);
            for (int j = 0; j < s.n; j++) {
                sum += q[i * s.n + j] * s.v[j];
                size += fabsl(q[i * s.n + j] * s.v[j]);
            }
            if (!(fabsl(y[i] - sum) <= (1e-12L + 1e-15L * fastest * h) * size))
                FAIL("state %d of %d, h = %g: %.17g for %.17Lg (%.3Lg)", i, s.n, h, y[i], sum,
                     fabsl(y[i] - sum) / size);
        }
    }
    flow_close(&f);
    CHECK_EQ_INT(alloc.bytes, 0);
}

/* A chain of integrators with large coefficients, and one slow loop: what reaches the last bit is told by
 * the length of the chain, not by the loop. */
PROP(chains_are_followed_to_their_end, 200)
{
    struct system s = {.n = rng_int(g, 3, MOST)};
    double loop = rng_log(g, 0.01, 1);
    enum flow_kind kind;
    for (int i = 0; i + 1 < s.n; i++) s.a[i * s.n + i + 1] = rng_log(g, 100, 1e4);
    s.a[rng_int(g, 0, s.n - 1) * (s.n + 1)] = -loop;
    s.v[s.n - 1] = 1;
    compare(&s, rng_log(g, 0x1p-12, 0x1p-6) / loop, &kind);
}

PROP(states_are_where_the_flow_takes_them, 3000)
{
    struct system s;
    enum flow_kind kind;
    draw(g, &s);
    compare(&s, draw_time(g, &s), &kind);
}

/* Eigenvalues drawn first: apart, up to 1e12 times, nearly or exactly one, 0, unstable, complex. */
static void draw_two(struct rng *g, struct system *s)
{
    double r0 = rng_sign(g) * rng_log(g, 1e-6, 1e6), r1 = rng_sign(g) * rng_log(g, 1e-6, 1e6);
    double o = rng_int(g, 0, 2) ? 0 : rng_log(g, 1e-3, 1e3), x = rng_uniform(g, -1, 1), m, k;
    double b = rng_sign(g) * rng_log(g, 1e-3, 1e3);
    if (rng_int(g, 0, 3) == 0) r0 = -fabs(r0), r1 = -fabs(r1);
    if (rng_int(g, 0, 5) == 0) r1 = r0 * (1 + (rng_int(g, 0, 1) ? rng_log(g, 1e-9, 1) : 0));
    if (rng_int(g, 0, 5) == 0) r1 = 0;
    if (o > 0) r1 = r0;
    m = (r0 + r1) / 2;
    k = fabs(r0 - r1) / 2 * x + o * x;
    s->n = 2;
    s->a[0] = m + k;
    s->a[3] = m - k;
    s->a[1] = b;
    s->a[2] = ((r0 - r1) * (r0 - r1) / 4 - o * o - k * k) / b; /* b c = D - k^2 */
    for (int i = 0; i < 2; i++) {
        s->y[i] = rng_sign(g) * rng_log(g, 0.1, 10);
        s->v[i] = rng_sign(g) * rng_log(g, 0.1, 10);
    }
}

/* Their series is exact enough for the reference, too, whose steps are short. */
TEST(two_states_go_by_closed_forms)
{
    static int count[3];
    for (uint64_t seed = 0; seed < 6000; seed++) {
        struct rng r = {seed * 0xd1342543de82ef95u};
        struct system s;
        enum flow_kind kind = FLOW_NO_FORM;
        draw_two(&r, &s);
        compare(&s, draw_time(&r, &s), &kind);
        count[kind]++;
    }
    CHECK(count[FLOW_NO_FORM] > 100 && count[FLOW_REAL] > 1000 && count[FLOW_COMPLEX] > 500);
}

PROP(units_of_states_and_of_time_scale_to_the_bit, 500)
{
    struct system s, t;
    struct alloc alloc;
    struct flow f, k;
    double h, scale[MOST], second = ldexp(1, rng_int(g, -20, 20));
    draw(g, &s);
    h = draw_time(g, &s);
    t = s;
    for (int i = 0; i < s.n; i++) scale[i] = ldexp(1, rng_int(g, -20, 20));
    for (int i = 0; i < s.n; i++) {
        for (int j = 0; j < s.n; j++) t.a[i * s.n + j] *= scale[i] / scale[j] / second;
        t.y[i] *= scale[i];
        t.v[i] *= scale[i] / second;
    }
    alloc_init(&alloc, NULL, NULL);
    CHECK(flow_open(&f, &alloc, s.a, s.n) && flow_open(&k, &alloc, t.a, t.n));
    if (f.loops) {
        bool ends = flow_go(&f, h, s.y, s.v);
        CHECK(flow_go(&k, h * second, t.y, t.v) == ends);
        for (int i = 0; ends && i < s.n; i++) CHECK(s.y[i] * scale[i] == t.y[i]);
    }
    flow_close(&f);
    flow_close(&k);
}

/* A step that is kept goes where levels go, and a little further or less far, too. */
PROP(a_step_of_any_length_may_be_kept, 1000)
{
    struct system s;
    struct alloc alloc;
    struct flow f;
    double h, y[MOST], v[MOST], size = 0, slopes = 0, fastest = 0;
    draw(g, &s);
    alloc_init(&alloc, NULL, NULL);
    CHECK(flow_open(&f, &alloc, s.a, s.n));
    h = flow_step(&f, 0) * rng_log(g, 1, 1e6);
    memcpy(y, s.y, sizeof y);
    memcpy(v, s.v, sizeof v);
    if (flow_go(&f, h, y, v)) {
        flow_make_time(&f, h * (1 + rng_uniform(g, -1e-12, 1e-12)));
        CHECK((flow_time(&f, h) >= 0) == (f.times > 0));
        CHECK(f.times > 0 || s.n == 1 || f.two.kind || !(h >= 16 * flow_step(&f, 0)));
        CHECK(flow_go(&f, h, s.y, s.v));
        for (int i = 0; i < s.n * s.n; i++) fastest = fmax(fastest, fabs(s.a[i]));
        for (int i = 0; i < s.n; i++)
            size = fmax(size, fabs(y[i])), slopes = fmax(slopes, fabs(v[i]));
        for (int i = 0; i < s.n; i++)
            if (!(fabs(y[i] - s.y[i]) <= (1e-11 + 1e-14 * fastest * h) * (size + slopes / fastest)))
                FAIL("state %d of %d: %.17g for %.17g", i, s.n, s.y[i], y[i]);
    }
    flow_close(&f);
    CHECK_EQ_INT(alloc.bytes, 0);
}

static bool reach_up_to(struct flow *f, int level, const double *c, double *reach)
{
    double below[MOST] = {0};
    bool fine = true;
    if (level >= FLOW_LEVELS)
        return reach_up_to(f, flow_level(f, flow_step(f, level)), c, below) &&
               flow_reach(f, level, c, below, reach);
    if (level < FLOW_BASE) level = FLOW_BASE;
    for (int k = FLOW_BASE; k <= level && fine; k++) {
        fine = flow_reach(f, k, c, below, reach);
        memcpy(below, reach, sizeof below);
    }
    return fine;
}

/* What (1) and (4) of part_plan.c promise, at many points within a step. */
PROP(cubics_and_reaches_hold, 1500)
{
    struct system s;
    struct alloc alloc;
    struct flow f;
    double c[MOST], reach[MOST], columns[FLOW_POINTS * MOST], most = 0, far = 0, z1 = 0, d0 = 0,
                                                              d1 = 0, h;
    double size = 0;
    int level = rng_int(g, 0, 30);
    draw(g, &s);
    alloc_init(&alloc, NULL, NULL);
    CHECK(flow_open(&f, &alloc, s.a, s.n));
    for (int i = 0; i < s.n; i++) c[i] = rng_uniform(g, -1, 1);
    if (rng_int(g, 0, 2) == 0) {
        h = flow_step(&f, level) * rng_uniform(g, 1, 2);
        flow_make_time(&f, h);
        if (flow_time(&f, h) >= 0) level = flow_time(&f, h);
    }
    if (flow_remainder(&f, level, c, columns) && reach_up_to(&f, level, c, reach)) {
        double y[MOST], v[MOST];
        h = flow_step(&f, level);
        for (int k = 0; k < FLOW_POINTS; k++) {
            double sum = 0;
            for (int i = 0; i < s.n; i++) sum += columns[i * FLOW_POINTS + k] * s.v[i];
            most = fmax(most, fabs(sum));
        }
        memcpy(y, s.y, sizeof y);
        memcpy(v, s.v, sizeof v);
        if (!flow_go(&f, h, y, v)) { /* beyond 1e308, by unstable modes alone */
            flow_close(&f);
            return;
        }
        for (int i = 0; i < s.n; i++) {
            z1 += c[i] * (y[i] - s.y[i]);
            d0 += c[i] * s.v[i] * h;
            d1 += c[i] * v[i] * h;
            far += reach[i] * fabs(s.v[i]);
            size += fabs(c[i]) * (fabs(y[i]) + fabs(s.y[i]));
        }
        for (int k = 1; k < 100; k++) {
            double u = k / 100.0, w = 1 - u, z = 0, cubic;
            memcpy(y, s.y, sizeof y);
            memcpy(v, s.v, sizeof v);
            CHECK(flow_go(&f, u * h, y, v));
            for (int i = 0; i < s.n; i++) z += c[i] * (y[i] - s.y[i]);
            cubic = u * w * w * d0 + u * u * (3 - 2 * u) * z1 - u * u * w * d1;
            if (!(fabs(z) <= far + 1e-12 * size)) FAIL("reach, level %d: %g for %g", level, z, far);
            if (level >= 3 && !(fabs(z - cubic) <= 1.5 * most + 1e-11 * size) &&
                most < 0.2 * fmax(fabs(z1), fmax(fabs(d0), fabs(d1))))
                FAIL("cubic, level %d, u = %g: %g for %g", level, u, fabs(z - cubic), most);
        }
    }
    flow_close(&f);
}

TEST_MAIN()
