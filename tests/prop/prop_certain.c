/* SPDX-License-Identifier: MIT */
/* prop_certain.c - what quant/certain.c calls certain is so.
 *
 * The functions here are polynomials and sines along a line, whose coefficients about every instant
 * are known, so that the spans can be made by sampling, a little too wide. */
#include "num/poly.h"
#include "quant/certain.h"
#include "quant/rules.h"
#include "testing.h"

enum { LAST = SALTUS_SERIES - 1, SAMPLES = 400 };

static void random_poly(struct rng *g, int n, double *c)
{
    for (int k = 0; k <= n; k++) c[k] = rng_sign(g) * rng_log(g, 1e-3, 1e3);
    if (rng_int(g, 0, 3) == 0) c[rng_int(g, 0, n)] = 0;
}

PROP(spans_of_a_polynomial_hold_its_coefficients, 2000)
{
    double c[SALTUS_SERIES], h = rng_log(g, 1e-6, 1e3);
    int m = rng_int(g, 1, SALTUS_SERIES), n = rng_int(g, 1, m);
    saltus_span r[SALTUS_SERIES];
    random_poly(g, m - 1, c);
    certain_about(c, m, n, h, r);
    for (int k = 0; k <= 20; k++) {
        double a[SALTUS_SERIES];
        memcpy(a, c, sizeof a);
        poly_shift(a, m - 1, h * k / 20);
        for (int j = 0; j < n; j++)
            if (!(a[j] >= r[j].lo && a[j] <= r[j].hi))
                FAIL("coefficient %d at %g: %g is not in %g .. %g", j, h * k / 20, a[j], r[j].lo,
                     r[j].hi);
    }
}

static void stays_until(const double *c, const saltus_span *b, int w, double h)
{
    for (int k = 0; k <= 20; k++) {
        double a[SALTUS_SIGNAL];
        memcpy(a, c, sizeof a);
        poly_shift(a, w - 1, h * k / 20);
        for (int j = 0; j < w; j++) {
            double room = 1e-12 * (fabs(b[j].lo) + fabs(b[j].hi));
            if (!(a[j] >= b[j].lo - room && a[j] <= b[j].hi + room))
                FAIL("coefficient %d leaves at %g, before %g", j, h * k / 20, h);
        }
    }
}

PROP(a_signal_stays_in_its_box_as_long_as_said, 2000)
{
    double c[SALTUS_SIGNAL], h, other;
    int w = rng_int(g, 1, SALTUS_SIGNAL);
    saltus_span b[SALTUS_SIGNAL];
    random_poly(g, w - 1, c);
    certain_about(c, w, w, rng_log(g, 1e-3, 10), b);
    h = certain_stays(c, b, w);
    CHECK(h >= 0);
    if (isinf(h)) h = 100;
    stays_until(c, b, w, h);
    other = rng_log(g, 0.1, 10) * h;
    if (certain_within(c, b, w, other)) stays_until(c, b, w, other);
    CHECK(certain_within(c, b, w, h * 0.999));
    c[w - 1] = b[w - 1].hi + 1;
    CHECK(certain_stays(c, b, w) < 0);
    CHECK(!certain_within(c, b, w, 0));
}

/* ---- A sin(w s + p): coefficient k about s is A w^k/k! sin(w s + p + k pi/2) ------------------ */

struct wave {
    double a, w, p, shift;
};

static double coefficient(const struct wave *f, int k, double s)
{
    static const double fact[] = {1, 1, 2, 6, 24};
    double v = f->a * pow(f->w, k) / fact[k] * sin(f->w * s + f->p + k * 1.5707963267948966);
    return k ? v : v + f->shift;
}

static struct wave random_wave(struct rng *g)
{
    return (struct wave){rng_log(g, 0.1, 10), rng_log(g, 0.1, 100), rng_uniform(g, 0, 6.3),
                         rng_uniform(g, -10, 10)};
}

/* Sampled, and widened by what may lie between two samples. */
static void enclose(const struct wave *f, double h, saltus_span *r)
{
    for (int k = 0; k <= LAST; k++) {
        double wide = fabs(f->a) * pow(f->w, k + 1) * h / SAMPLES;
        r[k] = (saltus_span){INFINITY, -INFINITY};
        for (int j = 0; j <= SAMPLES; j++) {
            double v = coefficient(f, k, h * j / SAMPLES);
            r[k].lo = fmin(r[k].lo, v - wide);
            r[k].hi = fmax(r[k].hi, v + wide);
        }
    }
}

static double integral(const struct wave *f, double s)
{
    return f->shift * s + f->a / f->w * (cos(f->p) - cos(f->w * s + f->p));
}

PROP(a_series_is_as_good_as_said, 2000)
{
    struct wave f = random_wave(g);
    saltus_span r[SALTUS_SERIES];
    double c[SALTUS_SERIES], h = rng_log(g, 1e-3, 10), most = rng_log(g, 1e-6, 1), s;
    struct certain_series e = {r, c, rng_int(g, 1, LAST), rng_int(g, 0, 1)};
    enclose(&f, h, r);
    for (int k = 0; k <= LAST; k++) c[k] = coefficient(&f, k, 0);
    if (rng_int(g, 0, 4) == 0)
        for (int k = 2; k <= LAST; k++) r[k] = (saltus_span){-INFINITY, INFINITY}; /* a kink */
    s = certain_lasts(&e, h, most);
    CHECK(s >= 0 && s <= h);
    for (int k = 0; k <= 20; k++) {
        double at = s * k / 20, is = 0, p = e.integral ? at : 1;
        for (int j = 0; j <= e.order; j++, p *= at) is += c[j] * p / (e.integral ? j + 1 : 1);
        double wrong = fabs(is - (e.integral ? integral(&f, at) : coefficient(&f, 0, at)));
        if (!(wrong <= most * (1 + 1e-6) + 1e-12)) FAIL("wrong by %g > %g at %g", wrong, most, at);
    }
    CHECK(certain_lasts_about(&e, h, most) <= s * (1 + 1e-6));
    CHECK(!certain_lasts_all(&e, h, most) || s == h);
}

PROP(no_crossing_lies_before_lower_and_one_before_upper, 2000)
{
    struct wave f = random_wave(g);
    saltus_span r[SALTUS_SERIES];
    double c[SALTUS_SERIES], h = rng_log(g, 1e-3, 10), first = INFINITY;
    struct certain_crossing x;
    if (coefficient(&f, 0, 0) < 0) f.a = -f.a, f.shift = -f.shift;
    enclose(&f, h, r);
    for (int k = 0; k <= LAST; k++) c[k] = coefficient(&f, k, 0);
    x = certain_crosses(c, r, LAST, h);
    for (int k = 0; k <= 10 * SAMPLES && isinf(first); k++)
        if (coefficient(&f, 0, h * k / (10 * SAMPLES)) < 0) first = h * k / (10 * SAMPLES);
    CHECK(x.lower >= 0 && x.lower <= h && x.lower <= x.upper);
    if (!(x.lower <= first)) FAIL("lower %g, but it crosses before %g", x.lower, first);
    if (!(isinf(x.upper) || first <= x.upper + h / (10 * SAMPLES)))
        FAIL("upper %g, first seen %g", x.upper, first);
}

TEST(lower_and_upper_meet_at_a_crossing)
{
    struct wave f = {1, 1, 3, 0}; /* sin(s + 3): down through 0 at pi - 3 */
    saltus_span r[SALTUS_SERIES];
    double c[SALTUS_SERIES], t = 3;
    for (int looks = 0; looks < 20; looks++) {
        struct wave here = {1, 1, t, 0};
        struct certain_crossing x;
        double h = 1.25 * (3.141592653589793 - t);
        enclose(&here, h, r);
        for (int k = 0; k <= LAST; k++) c[k] = coefficient(&here, k, 0);
        x = certain_crosses(c, r, LAST, h);
        if (certain_instant(&x, t)) {
            CHECK_CLOSE(t + x.upper, 3.141592653589793, 1e-14);
            return;
        }
        CHECK(x.lower > 0);
        t += x.lower;
    }
    FAIL("not found, %g", f.p);
}

TEST_MAIN()
