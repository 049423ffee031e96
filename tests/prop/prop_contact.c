/* SPDX-License-Identifier: MIT */
/* prop_contact.c - contact_wait against a search in long double.
 *
 * The oracle walks d(s) = d0 + d1 s + d2 s^2 between its extreme points and halves the first
 * interval in which a line that counts (0 or +-band) is crossed. Where the vertex of d touches 0
 * to within the 1e-3 quanta that count as contact, both answers are allowed. */
#include "testing.h"

#include "quant/contact.h"

struct parabola {
    long double d0, d1, d2;
};

static long double at(struct parabola p, long double s)
{
    return p.d0 + s * (p.d1 + s * p.d2);
}

/* First s in [a, b], between which p is monotone, with p = level; INFINITY: none. */
static long double crossing(struct parabola p, long double level, long double a, long double b)
{
    long double va = at(p, a) - level, vb;
    if (isinf(b)) {
        if (p.d2 == 0 && p.d1 == 0) return INFINITY;
        b = a > 0 ? 2 * a : 1e-12L;
        while (va * (at(p, b) - level) > 0 && b < 1e30L) b *= 2;
    }
    vb = at(p, b) - level;
    if (va * vb > 0) return INFINITY;
    for (int k = 0; k < 200; k++) {
        long double m = (a + b) / 2;
        if ((at(p, m) - level) * va > 0)
            a = m;
        else
            b = m;
    }
    return b;
}

static double oracle(struct parabola p, double band, bool meet)
{
    long double vertex = p.d2 != 0 ? -p.d1 / (2 * p.d2) : 0, first = INFINITY;
    long double level[3] = {band, -band, 0};
    for (int k = 0; k < (meet ? 3 : 2); k++) {
        long double s;
        if (k == 2 && p.d0 == 0) { /* starts from contact: only a return counts */
            s = p.d2 != 0 && -p.d1 / p.d2 > 0 ? -p.d1 / p.d2 : (long double)INFINITY;
        } else if (vertex > 0) {
            s = crossing(p, level[k], 0, vertex);
            if (isinf(s)) s = crossing(p, level[k], vertex, INFINITY);
        } else {
            s = crossing(p, level[k], 0, INFINITY);
        }
        if (s < first) first = s;
    }
    return (double)first;
}

static struct parabola draw(struct rng *g, double quantum)
{
    double time = rng_log(g, 1e-6, 1e6);
    struct parabola p = {
        (long double)(quantum * rng_uniform(g, -1.99, 1.99)),
        (long double)(rng_sign(g) * quantum * rng_log(g, 1e-3, 1e3) / time),
        (long double)(rng_sign(g) * quantum * rng_log(g, 1e-3, 1e3) / time / time)};
    int zero = rng_int(g, 0, 9);
    if (zero == 0) p.d0 = 0;
    if (zero == 1 || zero == 2) p.d1 = 0;
    if (zero == 2 || zero == 3) p.d2 = 0;
    return p;
}

/* The value of d at its vertex, if that is to come; else infinite. */
static double vertex_value(struct parabola p)
{
    if (p.d2 == 0 || p.d1 * p.d2 >= 0) return INFINITY;
    return (double)fabsl(p.d0 - p.d1 * p.d1 / (4 * p.d2));
}

static void compare(struct parabola p, double quantum, bool meet)
{
    double band = 2 * quantum, v = vertex_value(p);
    double wait = contact_wait((double)p.d0, (double)p.d1, (double)p.d2, quantum, band, meet);
    double want = oracle(p, band, meet);
    if (meet && v < 1.001e-3 * quantum) { /* touching: the vertex, or what comes if it does not */
        double turn = (double)(-p.d1 / (2 * p.d2));
        if (testing_close(wait, turn, 0.05)) return;
    }
    if (fabs(v - band) < 1e-9 * quantum) return; /* touching the band: either */
    CHECK(wait >= 0);
    if (!testing_close(wait, want, 1e-7))
        FAIL("%g + %g s + %g s^2, quantum %g, meet %d: %.17g, oracle %.17g", (double)p.d0,
             (double)p.d1, (double)p.d2, quantum, meet, wait, want);
}

PROP(contact_is_the_first_crossing, 200000)
{
    double quantum = rng_log(g, 1e-9, 1e3);
    bool meet = rng_int(g, 0, 1);
    compare(draw(g, quantum), quantum, meet);
}

/* The contact that a step of liqss2 aims at: d = d2 (s - h)^2, up to rounding of its
 * coefficients. */
PROP(tangential_contact_is_found, 100000)
{
    double quantum = rng_log(g, 1e-9, 1e3), h = rng_log(g, 1e-6, 1e6), sign = rng_sign(g);
    double d0 = 1.9 * quantum * sign, d2 = d0 / (h * h), d1 = -2 * d2 * h;
    double noise = 1 + rng_uniform(g, -1e-12, 1e-12);
    double wait = contact_wait(d0 * noise, d1, d2, quantum, 2 * quantum, true);
    CHECK_CLOSE(wait, h, 1e-5);
}

PROP(outside_the_band_is_now, 1000)
{
    double quantum = rng_log(g, 1e-9, 1e3), far = rng_sign(g) * quantum * rng_uniform(g, 2, 9);
    bool meet = rng_int(g, 0, 1);
    CHECK(contact_wait(far, rng_uniform(g, -1, 1), rng_uniform(g, -1, 1), quantum, 2 * quantum,
                       meet) == 0);
    CHECK(contact_wait(NAN, 0, 0, quantum, 2 * quantum, meet) == 0);
}

/* Within 1e-9 quanta x = q holds already: the wait is that of d0 = 0. */
PROP(rounding_is_not_a_contact, 10000)
{
    double quantum = rng_log(g, 1e-9, 1e3);
    bool meet = rng_int(g, 0, 1);
    struct parabola p = draw(g, quantum);
    double d1 = (double)p.d1, d2 = (double)p.d2, tiny = quantum * rng_uniform(g, -1e-9, 1e-9);
    CHECK(contact_wait(tiny, d1, d2, quantum, 2 * quantum, meet) ==
          contact_wait(0, d1, d2, quantum, 2 * quantum, meet));
}

/* A power of two as unit of value or of time changes no bit. */
PROP(contact_does_not_know_units, 20000)
{
    double quantum = rng_log(g, 1e-9, 1e3), v = ldexp(1, rng_int(g, -99, 99)),
           w = ldexp(1, rng_int(g, -99, 99));
    bool meet = rng_int(g, 0, 1);
    struct parabola p = draw(g, quantum);
    double d0 = (double)p.d0, d1 = (double)p.d1, d2 = (double)p.d2;
    double wait = contact_wait(d0, d1, d2, quantum, 2 * quantum, meet);
    CHECK(contact_wait(v * d0, v * w * d1, v * w * w * d2, v * quantum, 2 * v * quantum, meet) ==
          wait / w);
    CHECK(contact_wait(-d0, -d1, -d2, quantum, 2 * quantum, meet) == wait);
}

TEST_MAIN()
