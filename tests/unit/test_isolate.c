/* SPDX-License-Identifier: MIT */
/* test_isolate.c - first crossings of functions whose ranges are written by hand. */
#include "num/isolate.h"
#include "testing.h"

struct function {
    double (*p)(double t), (*slope)(double t);
    double slope_most, bend_most; /* bounds of |p'| and |p''| everywhere */
    int ranges, looks;
};

static double sine(double t)
{
    return 0.5 - sin(10 * t);
}
static double sine_slope(double t)
{
    return -10 * cos(10 * t);
}
static double pair(double t) /* roots 0.5 and 0.5 + 2e-7 */
{
    return (t - 0.5) * (t - 0.5 - 2e-7);
}
static double pair_slope(double t)
{
    return 2 * t - 1 - 2e-7;
}
static double touch(double t)
{
    return (t - 0.3) * (t - 0.3);
}
static double touch_slope(double t)
{
    return 2 * (t - 0.3);
}
static double flight(double t) /* a ball that rounding has left on the other side of the floor */
{
    return t * (t - 0.5) - 3e-15;
}
static double flight_slope(double t)
{
    return 2 * t - 0.5;
}
static double rising(double t)
{
    return t - 0.5 - 1e-15;
}
static double rising_slope(double t)
{
    return 1 + 0 * t;
}
static double nothing(double t)
{
    return 0 * t;
}

/* Around the middle, by the bounds; as wide as rounding makes a true range. */
static bool range(void *user, double a, double b, int terms, saltus_span *to)
{
    struct function *f = user;
    double m = a + (b - a) / 2, r = (b - a) / 2, wide = f->slope_most * r + 1e-15;
    double turn = f->bend_most * r + 1e-15;
    if (terms > 2) return false;
    to[0] = (saltus_span){f->p(m) - wide, f->p(m) + wide};
    to[1] = (saltus_span){f->slope(m) - turn, f->slope(m) + turn};
    f->ranges++;
    return true;
}

static struct isolate_mark look(void *user, double t)
{
    struct function *f = user;
    f->looks++;
    return (struct isolate_mark){t, f->p(t), f->slope(t), true};
}

static bool first(struct function *f, double from, double to, struct isolate_mark *lo,
                  struct isolate_mark *hi)
{
    struct isolate q = {f, range, look, 10000, false};
    struct isolate_mark a = look(f, from), b = look(f, to);
    bool found = isolate_first(&q, &a, &b, lo, hi);
    CHECK(q.left > 0);
    return found;
}

TEST(all_crossings_of_a_wave_in_one_step)
{
    struct function f = {sine, sine_slope, 10, 100, 0, 0};
    struct isolate_mark lo, hi;
    double t = 0, pi = acos(-1);
    int count = 0;
    for (; first(&f, t, 20, &lo, &hi); count++) {
        double root = (pi / 6 + 2 * pi * count) / 10;
        CHECK(lo.t <= root && root <= hi.t && lo.p >= 0 && hi.p < 0);
        t = hi.t;
    }
    CHECK_EQ_INT(count, 32);
}

TEST(a_pair_of_roots_is_seen)
{
    struct function f = {pair, pair_slope, 2, 2, 0, 0};
    struct isolate_mark lo, hi;
    CHECK(first(&f, 0, 1, &lo, &hi));
    CHECK(lo.t <= 0.5 && hi.t >= 0.5 && hi.t <= 0.5 + 2e-7);
    CHECK(f.ranges < 400);
}

TEST(touching_is_not_crossing_and_ends)
{
    struct function f = {touch, touch_slope, 2, 2, 0, 0};
    struct isolate_mark lo, hi;
    CHECK(!first(&f, 0, 1, &lo, &hi));
    CHECK(f.ranges < 400);
}

TEST(what_stays_at_0_never_crosses_and_is_cheap)
{
    struct function f = {nothing, nothing, 0, 0, 0, 0};
    struct isolate_mark lo, hi;
    CHECK(!first(&f, 0, 1e6, &lo, &hi));
    CHECK(f.ranges < 4);
}

TEST(a_start_beyond_must_become_positive_first)
{
    struct function f = {sine, sine_slope, 10, 100, 0, 0};
    struct isolate_mark lo, hi;
    double pi = acos(-1);
    CHECK(first(&f, 0.1, 1.5, &lo, &hi)); /* sin(1) > 0.5 */
    CHECK(lo.t <= (pi / 6 + 2 * pi) / 10 && hi.t >= (pi / 6 + 2 * pi) / 10);
    CHECK(first(&f, 0.1, 0.15, &lo, &hi) && lo.t == 0.1);
    CHECK(!first(&f, 0.1, 0.3, &lo, &hi));
}

TEST(what_rounding_has_left_beyond_has_crossed_if_it_goes_on)
{
    struct function f = {flight, flight_slope, 4, 2, 0, 0};
    struct isolate q = {&f, range, look, 10000, true};
    struct isolate_mark lo, hi, a = look(&f, 0), b = look(&f, 2);
    CHECK(isolate_first(&q, &a, &b, &lo, &hi) && lo.t == 0 && hi.p < 0);
    f.p = sine, f.slope = sine_slope, f.slope_most = 10, f.bend_most = 100;
    a = look(&f, 0.0523598775598299); /* p is 0 and falls */
    b = look(&f, 0.4);
    CHECK(isolate_first(&q, &a, &b, &lo, &hi) && lo.t == a.t);
    a = (struct isolate_mark){0.5, -1e-15, 1, true}; /* and rises */
    f.p = rising, f.slope = rising_slope, f.slope_most = 1, f.bend_most = 0;
    b = look(&f, 0.7);
    CHECK(!isolate_first(&q, &a, &b, &lo, &hi));
}

/* The first crossing of a random sum of waves is that of dense samples. */
static double amplitude[3], speed[3], phase[3], offset;

static double waves(double t)
{
    double v = offset;
    for (int k = 0; k < 3; k++) v += amplitude[k] * sin(speed[k] * t + phase[k]);
    return v;
}
static double waves_slope(double t)
{
    double v = 0;
    for (int k = 0; k < 3; k++) v += amplitude[k] * speed[k] * cos(speed[k] * t + phase[k]);
    return v;
}

PROP(no_sample_before_the_first_crossing_is_negative, 300)
{
    struct function f = {waves, waves_slope, 0, 0, 0, 0};
    struct isolate_mark lo, hi;
    bool found;
    offset = rng_uniform(g, 0, 2);
    for (int k = 0; k < 3; k++) {
        amplitude[k] = rng_uniform(g, -1, 1);
        speed[k] = rng_log(g, 0.1, 100);
        phase[k] = rng_uniform(g, 0, 6);
        f.slope_most += fabs(amplitude[k]) * speed[k];
        f.bend_most += fabs(amplitude[k]) * speed[k] * speed[k];
    }
    if (!(waves(0) > 0)) return;
    found = first(&f, 0, 10, &lo, &hi);
    if (found) CHECK(lo.p >= 0 && hi.p <= 0);
    for (double t = 0; t < (found ? lo.t : 10); t += 1e-3) CHECK(waves(t) >= 0);
}

TEST_MAIN()

/* p = (t - 0.5)^2 + above, of which every span is that of two large terms that cancel. */
static double above;
static bool with_bend;
static bool cancelling(void *user, double a, double b, int terms, saltus_span *p)
{
    double m = a + (b - a) / 2 - 0.5, r = (b - a) / 2;
    if (terms > 2 && !with_bend) return false;
    (*(int *)user)++;
    p[0] = (saltus_span){m * m + above - 1e6 * r, m * m + above + 1e6 * r};
    p[1] = (saltus_span){2 * m - 1e7 * r, 2 * m + 1e7 * r};
    if (terms > 2) p[2] = (saltus_span){1 - 1e4 * r, 1 + 1e4 * r};
    return true;
}

static struct isolate_mark parabola(void *user, double t)
{
    (void)user;
    return (struct isolate_mark){t, (t - 0.5) * (t - 0.5) + above, 2 * (t - 0.5), true};
}

static bool along_parabola(bool bend, int *ranges)
{
    struct isolate q = {ranges, cancelling, parabola, 1000000, false};
    struct isolate_mark a = parabola(NULL, 0), b = parabola(NULL, 1), lo, hi;
    *ranges = 0;
    with_bend = bend;
    return isolate_first(&q, &a, &b, &lo, &hi);
}

TEST(a_bend_tells_where_spans_of_slopes_are_wide)
{
    int few, many;
    above = 1e-7;
    CHECK(!along_parabola(true, &few) && !along_parabola(false, &many));
    CHECK_LE(20 * few, many);
    above = -1e-7;
    CHECK(along_parabola(true, &few) && along_parabola(false, &many));
    CHECK_LE(20 * few, many);
}
