/* SPDX-License-Identifier: MIT */
/* rules.c - how long series last, and how far they tell.
 *
 * A derivative. A method of order N uses c[0..N-1] of x' = sum c[k] s^k. If f is nonlinear or
 * depends on time explicitly, there are more. One more is asked for; it corrects x, and the next
 * time is limited to
 *     |c[N]| s^(N+1)/(N+1) <= refresh dq,                                                      (1)
 * where the series is renewed (a refresh, not a step). So a state whose first derivatives happen to
 * vanish wakes again: the inverter after an input that starts with zero slope, a cosine at t = 0.
 * If c[N] itself vanishes, the coefficients above it, as far as models give them, take its place:
 *     |c[k]| s^(k+1)/(k+1) <= refresh dq,   k > N.                                             (2)
 * If the series is known to end with c[M], M > N, these terms, with an (M - N)th of the limit each,
 * are all there is. Otherwise, if the model has ranges, a certificate takes the place of (2)
 * (certain.c).
 *
 * What remains uncorrected is lost for good, and adds up over an input that swings many times. So
 * where f reads the time, the part of the series that is not used must stay small beside the part
 * that is,
 *     sum_{k>N} |c[k]| s^(k+1)/(k+1) <= 1e-3 sum_{k<=N} |c[k]| s^(k+1)/(k+1);                  (3)
 * for N > 2, where no two unused coefficients are known, with 2 in place of N and 0.02 for 1e-3.
 *
 * A signal. What is cut off,
 *     r(s) = max over k >= width of |c[k]| s^k,                                                (4)
 * must stay below a limit. In a diagram all known terms are sent, and none is left for (4). There
 * the terms are taken to fall as those of A r^k s^k, with the largest r that any of them asks for.
 *
 * A guard. A root of the part that is known is only a hint. As long as the two last known terms
 * matter there,
 *     |c[n-1]| h^(n-1) + |c[n]| h^n > 1e-10 (|c[0]| + |c[1]| h),                               (5)
 * the guard is looked at again at 0.9 h, with a fresh series. Each look brings the root ten times
 * nearer and the rest of the series down by 10^(n-1); a few looks locate it from the right side,
 * never beyond it. Where no root is in sight, the series is trusted while its last terms are much
 * smaller than its value, or, next to a zero, its slope:
 *     |c[j]| (3h)^j <= |c[0]|  or  |c[j]| (4h)^(j-1) <= |c[1]|,   j = n-1, n,                  (6)
 * and if both vanish, while they are as much smaller than its first term. (With h in place of 3h
 * and 2h in that of 4h, every fortieth sum of three sines had two crossings that were passed over;
 * tests/prop/prop_crossings.c.) What none of the known terms tells, such as 1 - cos(s^3) at s = 0,
 * is seen at the next look, and may be late.
 *
 * A crossing that was predicted is there if it is predicted again, no further away than
 *     h <= 1e-10 (t - seen).                                                                 (7) */
#include "quant/rules.h"
#include "num/roots.h"

/* ---- Derivatives ----------------------------------------------------------------------------- */

/* sum of |c[k]| h^(k+1)/(k+1), k = from..to */
static double weight(const double *c, int from, int to, double h)
{
    double sum = 0, p = 1;
    for (int k = 0; k <= to; k++) {
        p *= h;
        if (k >= from) sum += fabs(c[k]) * p * (1.0 / (k + 1));
    }
    return sum;
}

double rules_horizon(const double *c, int order, double dq, double refresh, bool timed)
{
    double most = refresh * dq, h = INFINITY, share = order < 3 ? 1e-3 : 0.02;
    int last = SALTUS_SERIES - 1, used = order < 3 ? order : 2; /* two are left: one may vanish */
    while (last > used && !isfinite(c[last])) last--; /* overflow says nothing about the others */
    for (int k = order < last ? order + 1 : last; k <= last; k++) /* (2) */
        if (c[k] != 0) h = fmin(h, power_root(most * (k + 1) / fabs(c[k]), k + 1));
    if (!timed || last == used) return h;
    if (isinf(h) && c[used + 1] != 0) h = power_root(dq / fabs(c[used + 1]), used + 2);
    if (isinf(h)) return h;
    for (int tries = 0; tries < 60; tries++, h *= 0.5) { /* (3) */
        double rest = weight(c, used + 1, last, h);
        if (rest <= share * weight(c, 0, used, h) || rest <= 1e-9 * dq) break;
    }
    return h;
}

double rules_terms_last(const double *c, int order, int last, double most)
{
    double h = INFINITY, share = most / (last - order);
    for (int k = order + 1; k <= last; k++) /* (2) */
        if (c[k] != 0) h = fmin(h, power_root(share * (k + 1) / fabs(c[k]), k + 1));
    return h;
}

/* ---- Signals --------------------------------------------------------------------------------- */

double rules_lasts(const double *c, int width, double most)
{
    int last = SALTUS_SERIES - 1;
    double h = INFINITY;
    for (int k = width; k <= last; k++) /* (4) */
        if (c[k] != 0) h = fmin(h, power_root(most / fabs(c[k]), k));
    if (width == last && c[last - 1] != 0) /* c[last] alone may be near a zero */
        h = fmin(h, 4 * power_root(most / fabs(c[last - 1]), last - 1));
    return h;
}

/* With A r^base = c[base]; 0: no term asks for anything. */
static double even(const double *c, int n, int base, double q)
{
    double r = 0, a;
    for (int k = base + 1; c[base] != 0 && k <= n; k++)
        r = fmax(r, pow(fabs(c[k] / c[base]), 1.0 / (k - base)));
    if (!(r > 0)) return 0;
    a = base ? fabs(c[base]) / r : fabs(c[base]);
    return pow(q / a, 1.0 / n) / r;
}

/* A term may be nearly 0 by chance (a sine at its zero), so all of them are asked, and the value as
 * well as the slope may be the measure. */
double rules_signal_lasts(const double *c, int order, double q)
{
    double h;
    int n = order;
    while (n > 0 && c[n] == 0) n--;
    if (n == 0) return INFINITY;
    if (!(q > 0)) q = 1e-9 * fabs(c[n]);
    h = fmax(even(c, order, 0, q), even(c, order, 1, q));
    return h > 0 ? h : pow(q / fabs(c[n]), 1.0 / n);
}

/* ... or of any term, if both are 0. */
double rules_outgrows(const double *c, int j, double share)
{
    double h = 0;
    if (c[j] == 0) return INFINITY;
    for (int k = 0; k < j && (k < 2 || h == 0); k++)
        if (c[k] != 0) h = fmax(h, power_root(share * fabs(c[k] / c[j]), j - k));
    return h > 0 ? h : INFINITY;
}

/* That share for the last term, and as long for the one before: what is cut off is then smaller
 * still. */
double rules_shown_lasts(const double *c, int order, double share)
{
    double h = rules_outgrows(c, order, share);
    if (order > 1) h = fmin(h, rules_outgrows(c, order - 1, share / power_root(share, order)));
    return h;
}

double rules_signal_error(double rel, double abs, double size)
{
    double most = rel > 0 ? 0.1 * rel * size : abs > 0 ? 0.1 * abs : 1e-6 * size;
    return fmax(most, abs > 0 ? 1e-12 * abs : 1e-24);
}

double rules_open_lasts(const double *c, int order, double rel, double abs)
{
    double h, floor = rules_signal_error(rel, abs, 0);
    if (order < 1) return INFINITY;
    h = rules_shown_lasts(c, order, rel > 0 ? 0.1 * rel : 1e-6);
    if (c[order] != 0) h = fmax(h, power_root(floor / fabs(c[order]), order));
    return h;
}

bool rules_believed(const double *c, int n, double age, const double *now, double h, double rel,
                    double abs)
{
    double was[SALTUS_SERIES] = {0}, off = 0, size = 0, power = 1;
    for (int k = 0; k <= n; k++) was[k] = c[k];
    poly_shift(was, n, age);
    if (!(h < INFINITY)) h = 0;
    for (int k = 0; k <= n; k++, power *= h) {
        size = fmax(size, fabs(now[k]) * power);
        if (was[k] != now[k]) off += fabs(was[k] - now[k]) * power;
    }
    return off <= rules_signal_error(rel, abs, size);
}

/* ---- Guards ---------------------------------------------------------------------------------- */

/* c[0] is 0: does it leave to the negative side? */
static bool falls(const double *c, int n)
{
    for (int k = 1; k <= n; k++)
        if (c[k] != 0) return c[k] < 0;
    return false;
}

double rules_crossing(const double *c, int n)
{
    double root[SALTUS_SERIES];
    int count;
    if (c[0] < 0 || (c[0] == 0 && falls(c, n))) return 0;
    if (isinf(c[0])) return INFINITY; /* a limit that is none */
    while (n > 0 && c[n] == 0) n--;
    if (n == 0) return INFINITY;
    if (n == 1) return c[1] < 0 ? -c[0] / c[1] : INFINITY;
    count = roots_all(c, n, INFINITY, root);
    for (int j = 0; j < count; j++) { /* touching roots do not count: it stays positive */
        double next = j + 1 < count ? (root[j] + root[j + 1]) / 2 : root[j] * 2;
        if (poly_value(c, n, next) < 0) return root[j];
    }
    return INFINITY;
}

double rules_trusted(const double *c, int n)
{
    double h = INFINITY;
    int first = 0;
    while (first < n && c[first] == 0) first++;
    for (int j = n > 1 ? n - 1 : 1; j <= n; j++) { /* (6) */
        double value, slope;
        if (c[j] == 0 || j == first) continue;
        if (first > 1) { /* it starts like c[first] s^first */
            h = fmin(h, power_root(fabs(c[first] / c[j]), j - first) / rules_slope_ahead);
            continue;
        }
        value = power_root(fabs(c[0] / c[j]), j) / rules_value_ahead;
        slope = j > 1 ? power_root(fabs(c[1] / c[j]), j - 1) / rules_slope_ahead : 0;
        h = fmin(h, fmax(value, slope));
    }
    return h;
}

bool rules_matters(const double *c, int n, double h)
{
    double rest = fabs(c[n - 1]) + fabs(c[n]) * h;
    for (int k = 1; k < n; k++) rest *= h;
    return rest >
           rules_settled * (fabs(c[0]) + fabs(c[1] * h)); /* (5); 0 * infinity is not a reason */
}

struct rules_sight rules_look_within(double most, bool matters, double h, double t)
{
    if (h == 0 || (isinf(h) && isinf(most))) return (struct rules_sight){h, true};
    if (h <= most) {
        if (!matters || t + (1 - rules_closer) * h == t) return (struct rules_sight){h, true};
        most = rules_closer * h;
    }
    return (struct rules_sight){fmax(most, rules_soonest(t)), false};
}

struct rules_sight rules_look(const double *c, int n, double h, double t)
{
    if (n == 0) return (struct rules_sight){h, true};
    return rules_look_within(rules_trusted(c, n), rules_matters(c, n, h), h, t);
}
