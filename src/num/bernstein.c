/* SPDX-License-Identifier: MIT */
/* bernstein.c - ranges and sign changes by halving.
 *
 * With b[i] = sum_{k<=i} C(i,k)/C(n,k) c[k] the polynomial is sum_i b[i] C(n,i) u^i (1-u)^(n-i).
 * De Casteljau's rule halves it: the first column of the triangle of means belongs to the left half,
 * its last diagonal to the right one. Depth is limited: what is narrower than 2^-DEPTH counts as a
 * point. */
#include "num/bernstein.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DEPTH = 48, N = BERNSTEIN_DEGREE + 1 };

static void to_bernstein(const double *c, int n, double *b)
{
    double share[N]; /* C(i,k)/C(n,k), for the present i */
    for (int i = 0; i <= n; i++) {
        double sum = 0;
        share[0] = 1;
        for (int k = 0; k <= i; k++) {
            if (k > 0) share[k] = share[k - 1] * (i - k + 1) / (n - k + 1);
            sum += share[k] * c[k];
        }
        b[i] = sum;
    }
}

/* b becomes the left half. */
static void halve(double *b, int n, double *right)
{
    for (int j = 0; j < n; j++) {
        right[n - j] = b[n];
        for (int i = n; i > j; i--) b[i] = (b[i - 1] + b[i]) / 2;
    }
    right[0] = b[n];
}

struct bounds {
    double lo, hi; /* values that p has */
};

static void search(double *b, int n, int depth, struct bounds *r)
{
    double right[N], least = b[0], most = b[0];
    r->lo = fmin(r->lo, fmin(b[0], b[n]));
    r->hi = fmax(r->hi, fmax(b[0], b[n]));
    for (int i = 1; i <= n; i++) {
        least = fmin(least, b[i]);
        most = fmax(most, b[i]);
    }
    double fine = 4e-16 * fmax(fabs(r->lo), fabs(r->hi));
    if ((least >= r->lo - fine && most <= r->hi + fine) || depth == 0) return;
    halve(b, n, right);
    search(b, n, depth - 1, r);
    search(right, n, depth - 1, r);
}

void bernstein_range(const double *c, int n, double *lo, double *hi)
{
    double b[N];
    struct bounds r;
    assert(n >= 0 && n <= BERNSTEIN_DEGREE);
    to_bernstein(c, n, b);
    r = (struct bounds){fmin(b[0], b[n]), fmax(b[0], b[n])};
    search(b, n, DEPTH, &r);
    *lo = r.lo;
    *hi = r.hi;
}

/* ---- Sign changes ---------------------------------------------------------------------------- */

static int variations(const double *b, int n)
{
    int sign = 0, count = 0;
    for (int i = 0; i <= n; i++) {
        int s = (b[i] > 0) - (b[i] < 0);
        if (s != 0 && sign != 0 && s != sign) count++;
        if (s != 0) sign = s;
    }
    return count;
}

static double value(const double *c, int n, double u)
{
    double v = c[n];
    for (int k = n - 1; k >= 0; k--) v = v * u + c[k];
    return v;
}

struct hunt {
    const double *c;
    double *out;
    int n, found, most;
};

/* Between a and b p changes its sign once; before: is it positive until then? */
static void bisect(struct hunt *h, double a, double b, int before)
{
    for (int i = 0; i < 60; i++) {
        double m = a + (b - a) / 2, v = value(h->c, h->n, m);
        if (m <= a || m >= b) break;
        if (v == 0 || (v > 0) != before)
            b = m;
        else
            a = m;
    }
    if (h->found < h->most && b > 0 && b < 1) h->out[h->found++] = b;
}

static void cross(struct hunt *h, double *b, double from, double width, int depth)
{
    double right[N];
    int n = variations(b, h->n);
    if (n == 0 || h->found == h->most) return;
    if (n == 1) {
        int k = 0;
        while (b[k] == 0) k++;
        bisect(h, from, from + width, b[k] > 0);
        return;
    }
    if (depth == 0) { /* an even number within rounding is none */
        if (n % 2 && h->found < h->most) h->out[h->found++] = from + width / 2;
        return;
    }
    halve(b, h->n, right);
    cross(h, b, from, width / 2, depth - 1);
    /* exactly at the middle: neither half sees it */
    if (right[0] == 0) {
        double before = 0, after = 0;
        for (int i = h->n; i >= 0 && before == 0; i--) before = b[i];
        for (int i = 0; i <= h->n && after == 0; i++) after = right[i];
        if (before * after < 0 && h->found < h->most) h->out[h->found++] = from + width / 2;
    }
    cross(h, right, from + width / 2, width / 2, depth - 1);
}

int bernstein_crossings(const double *c, int n, double *out, int most)
{
    double b[N];
    struct hunt h = {.c = c, .out = out, .n = n, .most = most};
    assert(n >= 0 && n <= BERNSTEIN_DEGREE);
    to_bernstein(c, n, b);
    cross(&h, b, 0, 1, DEPTH);
    return h.found;
}
