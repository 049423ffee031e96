/* SPDX-License-Identifier: MIT */
/* test_measure.c - measurements against closed forms. */
#include "out/measure/measure.h"

#include "num/bernstein.h"
#include "testing.h"

#define PI                    3.14159265358979323846
#define CHECK_NEAR(a, b, tol) CHECK_LE(fabs((a) - (b)), tol)

/* ---- Trajectories ---------------------------------------------------------------------------- */

/* offset + size * sin(2 pi f t + phase) as pieces of degree 5 */
static void feed_sine(struct measure *m, size_t k, double f, double phase, double size,
                      double offset, double t0, double t1, int n)
{
    double w = 2 * PI * f;
    for (int i = 0; i < n; i++) {
        double t = t0 + (t1 - t0) * i / n, p[6], power = size;
        for (int j = 0; j < 6; j++) {
            p[j] = power * sin(w * t + phase + j * PI / 2);
            power *= w / (j + 1);
        }
        p[0] += offset;
        measure_segment(m, k, t, p, 5);
    }
}

/* +1 in the first half of each period, -1 in the second */
static void feed_square(struct measure *m, size_t k, double f, double t0, int periods)
{
    for (int i = 0; i < 2 * periods; i++)
        measure_segment(m, k, t0 + i / (2 * f), (double[1]){i % 2 ? -1 : 1}, 0);
}

/* from -1 to 1 and back */
static void feed_triangle(struct measure *m, size_t k, double f, double t0, int periods)
{
    for (int i = 0; i < 2 * periods; i++)
        measure_segment(m, k, t0 + i / (2 * f), (double[2]){i % 2 ? 1 : -1, i % 2 ? -4 * f : 4 * f},
                        1);
}

static struct measure *read_it(const char *text)
{
    struct measure_error e;
    struct measure *m = measure_read(text, &e);
    if (!m) printf("%s: %zu: %s\n", text, e.at, e.text);
    CHECK(m != NULL);
    return m;
}

enum shape { SINE, SQUARE, TRIANGLE };

/* The measurement of x, eight periods of 50 Hz from 0.3 on. */
static double of_shape(const char *text, enum shape shape)
{
    struct measure *m = read_it(text);
    if (shape == SINE) feed_sine(m, 0, 50, 0, 1, 0, 0.3, 0.46, 2000);
    if (shape == SQUARE) feed_square(m, 0, 50, 0.3, 8);
    if (shape == TRIANGLE) feed_triangle(m, 0, 50, 0.3, 8);
    measure_end(m, 0.46);
    double v = measure_value(m, NULL, NULL);
    if (isnan(v)) printf("%s: %s\n", text, measure_why(m));
    measure_free(m);
    return v;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

TEST(sums_of_a_sine)
{
    CHECK_CLOSE(of_shape("rms(x)", SINE), sqrt(0.5), 1e-12);
    CHECK(fabs(of_shape("mean(x)", SINE)) < 1e-12);
    CHECK_CLOSE(of_shape("mean(abs(x))", SINE), 2 / PI, 1e-12);
    CHECK_CLOSE(of_shape("max(x)", SINE), 1, 1e-12);
    CHECK_CLOSE(of_shape("min(x)", SINE), -1, 1e-12);
    CHECK_CLOSE(of_shape("ripple(x)", SINE), 2, 1e-12);
    CHECK_CLOSE(of_shape("ac(x + 5)", SINE), sqrt(0.5), 1e-11);
    CHECK_CLOSE(of_shape("mean(x*x)", SINE), 0.5, 1e-12);
    CHECK_CLOSE(of_shape("mean(x^4)", SINE), 0.375, 1e-12);
    CHECK_CLOSE(of_shape("max(x^3 - x)", SINE), 2 / (3 * sqrt(3)), 1e-11);
    CHECK_CLOSE(of_shape("integral(abs(x), from=0.3, to=0.31)", SINE), 0.02 / PI, 1e-11);
    CHECK_CLOSE(of_shape("frequency(x)", SINE), 50, 1e-10);
}

TEST(sums_of_squares_and_triangles_are_exact)
{
    CHECK_CLOSE(of_shape("rms(x)", SQUARE), 1, 1e-15);
    CHECK_CLOSE(of_shape("rms(x)", TRIANGLE), 1 / sqrt(3), 1e-14);
    CHECK_CLOSE(of_shape("mean(x/2 + 3)", TRIANGLE), 3, 1e-14);
    CHECK_CLOSE(of_shape("max(x)", SQUARE), 1, 1e-15);
    CHECK_CLOSE(of_shape("frequency(x)", SQUARE), 50, 1e-12);
    CHECK_CLOSE(of_shape("frequency(x, level=0.5)", TRIANGLE), 50, 1e-12);
    CHECK(fabs(of_shape("at(x, t=305m)", TRIANGLE)) < 1e-12);
    CHECK_CLOSE(of_shape("x", TRIANGLE), -1, 1e-12);
}

TEST(windows_count_from_both_ends)
{
    /* the last 5 ms of a triangle fall from 0 to -1 */
    CHECK_CLOSE(of_shape("mean(x, last=5m)", TRIANGLE), -0.5, 1e-11);
    CHECK_CLOSE(of_shape("mean(x, from=0.455)", TRIANGLE), -0.5, 1e-11);
    CHECK_CLOSE(of_shape("max(x, from=0.3, to=0.305)", TRIANGLE) + 1, 1, 1e-11);
    CHECK_CLOSE(of_shape("max(x, periods=2, f0=50)", TRIANGLE), 1, 1e-12);
    CHECK_CLOSE(of_shape("mean(x*x, periods=3, f0=50)/rms(x)^2", TRIANGLE), 1, 1e-11);
}

/* ---- Harmonics ------------------------------------------------------------------------------- */

TEST(distortion_of_known_shapes)
{
    CHECK_CLOSE(of_shape("thd(x, f0=50)", SQUARE), sqrt(PI * PI / 8 - 1), 1e-12); /* 48.34 % */
    CHECK_CLOSE(of_shape("thd(x, f0=50)", TRIANGLE), sqrt(pow(PI, 4) / 96 - 1), 1e-11);
    CHECK(of_shape("thd(x, f0=50)", SINE) < 1e-5);
    CHECK(of_shape("thd(x, f0=50, n=50)", SINE) < 1e-9);
    CHECK_CLOSE(of_shape("thd(x, f0=50, n=3)", SQUARE), 1.0 / 3, 1e-12);
}

TEST(single_harmonics)
{
    for (int k = 1; k < 60; k += 2) {
        char text[60];
        snprintf(text, sizeof text, "harmonic(x, %d, f0=50)", k);
        CHECK_CLOSE(of_shape(text, SQUARE), 4 / (PI * k), 1e-11);
        CHECK_CLOSE(of_shape(text, TRIANGLE), 8 / (PI * PI * k * k), 1e-9);
    }
    CHECK(of_shape("harmonic(x, 2, f0=50)", SQUARE) < 1e-13);
    CHECK_CLOSE(of_shape("harmonic(x, n=1, f0=50)", SINE), 1, 1e-11);
    CHECK_CLOSE(of_shape("phase(x, 1, f0=50)", SINE), -90, 1e-9);
}

/* Pieces of any length give the same. */
PROP(harmonics_do_not_depend_on_the_pieces, 200)
{
    struct measure *m = read_it("harmonic(x, 7, f0=3)"), *whole = read_it("harmonic(x, 7, f0=3)");
    double p[6], t = 0, end = 1.0 / 3;
    for (int j = 0; j < 6; j++) p[j] = rng_uniform(g, -1, 1);
    measure_segment(whole, 0, 0, p, 5);
    while (t < end) {
        double q[6], h = rng_log(g, 1e-4, 1);
        measure_segment(m, 0, t, p, 5);
        memcpy(q, p, sizeof q);
        for (int j = 0; j < 5; j++)
            for (int k = 4; k >= j; k--) q[k] += h * q[k + 1];
        memcpy(p, q, sizeof p);
        t += h;
    }
    measure_end(m, end);
    measure_end(whole, end);
    CHECK_NEAR(measure_value(m, NULL, NULL), measure_value(whole, NULL, NULL), 1e-12);
    measure_free(m);
    measure_free(whole);
}

/* ---- Responses ------------------------------------------------------------------------------- */

/* 1 - exp(-t) as pieces of degree 5 until t = 20 */
static double of_rise(const char *text)
{
    struct measure *m = read_it(text);
    for (int i = 0; i < 400; i++) {
        double t = 0.05 * i, e = exp(-t), f = 1;
        double p[6] = {1 - e};
        for (int j = 1; j < 6; j++) p[j] = (j % 2 ? e : -e) / (f *= j);
        measure_segment(m, 0, t, p, 5);
    }
    measure_end(m, 20);
    double v = measure_value(m, NULL, NULL);
    measure_free(m);
    return v;
}

TEST(responses)
{
    CHECK_CLOSE(of_rise("settling(x)"), log(50), 1e-6);
    CHECK_CLOSE(of_rise("settling(x, band=0.1, level=1)"), log(10), 1e-9);
    CHECK_CLOSE(of_rise("rise(x, level=1)"), log(9), 1e-9);
    CHECK_NEAR(of_rise("overshoot(x)"), 0, 1e-8);
    CHECK_CLOSE(of_rise("overshoot(x, level=0.8)"), 0.25, 1e-6);
    CHECK_CLOSE(of_rise("efficiency(x, 2*x)"), 0.5, 1e-12);
    CHECK(isnan(of_rise("frequency(x)")));
    CHECK(isnan(of_rise("mean(x, last=30)")));
    CHECK(isnan(of_rise("mean(x, to=21)")));
    CHECK(isnan(of_rise("thd(x, f0=0.01)")));
    CHECK(isnan(of_rise("at(x, 21)")));
}

/* ---- Several variables ----------------------------------------------------------------------- */

TEST(products_of_variables_that_change_at_other_times)
{
    struct measure *m = read_it("mean(a*b)"), *p = read_it("mean('a b'.c[1, 2]*time)");
    measure_segment(m, 0, 0, (double[1]){2}, 0);
    measure_segment(m, 1, 0, (double[2]){0, 1}, 1);
    measure_segment(m, 0, 1, (double[1]){4}, 0);
    measure_segment(m, 1, 3, (double[1]){0}, 0);
    measure_end(m, 4);
    CHECK_CLOSE(measure_value(m, NULL, NULL), (1 + 16) / 4.0, 1e-14);
    measure_segment(p, 0, 1, (double[1]){2}, 0);
    measure_end(p, 3);
    CHECK_CLOSE(measure_value(p, NULL, NULL), 4, 1e-14);
    CHECK(strcmp(measure_name(p, 0, NULL), "'a b'.c[1, 2]") == 0);
    measure_free(m);
    measure_free(p);
}

TEST(divisors_are_constant)
{
    struct measure *m = read_it("mean(a/(2*b))"), *bad = read_it("mean(a/b)");
    measure_segment(m, 0, 0, (double[2]){0, 1}, 1);
    measure_segment(m, 1, 0, (double[1]){2}, 0);
    measure_segment(m, 1, 1, (double[1]){4}, 0);
    measure_end(m, 2);
    CHECK_CLOSE(measure_value(m, NULL, NULL), (0.125 + 1.5 / 8) / 2, 1e-14);
    measure_segment(bad, 0, 0, (double[1]){1}, 0);
    measure_segment(bad, 1, 0, (double[2]){1, 1}, 1);
    measure_end(bad, 1);
    CHECK(isnan(measure_value(bad, NULL, NULL)));
    CHECK(strstr(measure_why(bad), "divisor") != NULL);
    measure_free(m);
    measure_free(bad);
}

static double counted(void *user, enum measure_count kind, const char *name)
{
    (void)user;
    return kind == MEASURE_EVENTS && !strcmp(name, "VD > max(0, x)") ? 7 : NAN;
}

TEST(counts_are_asked_for)
{
    struct measure *m = read_it("2*events(VD > max(0, x))");
    CHECK(!measure_looks(m));
    measure_end(m, 1);
    CHECK_CLOSE(measure_value(m, counted, NULL), 14, 0);
    CHECK(isnan(measure_value(m, NULL, NULL)));
    measure_free(m);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* A circle, many times around: points stay on it, close to each other, and few. */
TEST(paths_are_bounded_and_true)
{
    struct measure *m = read_it("xy(c, s)");
    const double *xy;
    double gap = 0;
    for (int i = 0; i < 300 * 200; i++) {
        double t = i / 200.0;
        for (size_t k = 0; k < 2; k++) {
            double p[6], power = 1;
            for (int j = 0; j < 6; j++) {
                p[j] = power * sin(2 * PI * t + (k == 0) * PI / 2 + j * PI / 2);
                power *= 2 * PI / (j + 1);
            }
            measure_segment(m, k, t, p, 5);
        }
    }
    measure_end(m, 300);
    CHECK(measure_value(m, NULL, NULL) > 100);
    size_t n = measure_path(m, &xy);
    CHECK(n > 1000 && n <= 200001);
    for (size_t k = 0; k < n; k++) {
        CHECK_NEAR(hypot(xy[2 * k], xy[2 * k + 1]), 1, 1e-6);
        if (k) gap = fmax(gap, hypot(xy[2 * k] - xy[2 * k - 2], xy[2 * k + 1] - xy[2 * k - 1]));
    }
    CHECK(gap < 0.06);
    measure_free(m);
}

/* ---- What is wrong --------------------------------------------------------------------------- */

static void refuses(const char *text, size_t at, const char *part)
{
    struct measure_error e;
    struct measure *m = measure_read(text, &e);
    CHECK(m == NULL);
    if (e.at != at || !strstr(e.text, part)) printf("%s: %zu: %s\n", text, e.at, e.text);
    CHECK_EQ_INT((int)e.at, (int)at);
    CHECK(strstr(e.text, part) != NULL);
}

TEST(errors_have_a_place)
{
    refuses("rms(i", 5, "')' is expected");
    refuses("", 0, "variable is missing");
    refuses("rms()", 4, "variable is expected");
    refuses("rmss(i)", 0, "no measurement 'rmss'");
    refuses("mean(a/0)", 7, "division by 0");
    refuses("mean(a*b*c*d*e)", 12, "more than 4");
    refuses("mean(a^5)", 7, "whole number");
    refuses("mean((a*b)^3)", 11, "more than 4");
    refuses("mean(a, frm=1)", 8, "'frm' is not an option of mean");
    refuses("mean(a, from=1, from=2)", 16, "given twice");
    refuses("mean(a, from=2, to=1)", 0, "after from");
    refuses("mean(a, last=0)", 13, "more than 0");
    refuses("mean(a, last=1, to=2)", 0, "from= and to=");
    refuses("thd(i)", 0, "needs f0");
    refuses("harmonic(i, f0=50)", 0, "needs n");
    refuses("mean(5)", 5, "no variable");
    refuses("mean(sin(x))", 5, "'sin' is not a function");
    refuses("mean(i) + ", 10, "missing");
    refuses("mean(i) mean(i)", 8, "operator");
    refuses("mean(i, last=20x)", 13, "not a number");
    refuses("events(", 7, "')'");
    refuses("mean(a, 3)", 8, "option");
    refuses("efficiency(a)", 12, "','");
}

/* ---- Polynomials ----------------------------------------------------------------------------- */

PROP(ranges_of_products, 500)
{
    double c[21], lo, hi, least = INFINITY, most = -INFINITY;
    int n = rng_int(g, 1, 20);
    for (int k = 0; k <= n; k++) c[k] = rng_uniform(g, -1, 1);
    bernstein_range(c, n, &lo, &hi);
    for (int i = 0; i <= 4000; i++) {
        double v = 0;
        for (int k = n; k >= 0; k--) v = v * (i / 4000.0) + c[k];
        least = fmin(least, v);
        most = fmax(most, v);
    }
    CHECK(lo <= least + 1e-14 && hi >= most - 1e-14);
    CHECK(lo >= least - 1e-4 && hi <= most + 1e-4);
}

/* (u - r1) ... (u - rn) times something positive */
PROP(crossings_of_products, 500)
{
    double c[12] = {1}, root[5], found[12];
    int n = rng_int(g, 1, 4), degree = 0, inside = 0;
    for (int i = 0; i < n; i++) {
        root[i] = (i + rng_uniform(g, 0.1, 0.9)) / n * 1.5 - 0.2;
        inside += root[i] > 0 && root[i] < 1;
        for (int k = ++degree; k >= 0; k--) c[k] = (k > 0 ? c[k - 1] : 0) - root[i] * c[k];
    }
    for (int i = 0; i < 3; i++, degree += 2)
        for (int k = degree + 2; k >= 0; k--) c[k] = c[k] + (k > 1 ? c[k - 2] : 0);
    CHECK_EQ_INT(bernstein_crossings(c, degree, found, 12), inside);
    for (int i = 0, k = 0; i < n; i++)
        if (root[i] > 0 && root[i] < 1) CHECK_NEAR(found[k++], root[i], 1e-9);
}

TEST(crossings_at_the_middle_and_touching_ones)
{
    double found[4];
    CHECK_EQ_INT(bernstein_crossings((double[2]){-0.5, 1}, 1, found, 4), 1);
    CHECK_CLOSE(found[0], 0.5, 1e-15);
    CHECK_EQ_INT(bernstein_crossings((double[3]){0.25, -1, 1}, 2, found, 4), 0);
    CHECK_EQ_INT(bernstein_crossings((double[4]){-0.125, 0.75, -1.5, 1}, 3, found, 4), 1);
    CHECK_NEAR(found[0], 0.5, 1e-4);
    CHECK_EQ_INT(bernstein_crossings((double[4]){0, 0.5, -1.5, 1}, 3, found, 4), 1);
    CHECK_CLOSE(found[0], 0.5, 1e-12);
}

TEST_MAIN()
