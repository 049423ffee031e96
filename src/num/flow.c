/* SPDX-License-Identifier: MIT */
/* flow.c - P(h) = e^(Ah) - 1 and its integral G(h), for steps that double.
 *
 * Level 0 has a step h0 with r h0 < 2^-8, where r bounds the spectral radius of |A|:
 *     r = (trace |A|^8)^(1/8).                                                                 (1)
 * There both are Taylor series, term by term until nothing changes. Then
 *     P(2h) = 2 P(h) + P(h)^2,   G(2h) = 2 G(h) + P(h) G(h).                                   (2)
 * With e^(Ah) itself instead of P, what a slow mode has done in a short step would be lost in
 * rounding beside 1. (1) and the end of the series are the same, to the bit, if states or time are
 * counted in units that differ by powers of two. */
#include "num/flow.h"
#include "num/flow_sum.h"
#include <math.h>
#include <string.h>

enum { TERMS = 60, SMALL = 8, LEAST = -60 };

/* How many numbers P and G have side by side. */
static int stride(int n)
{
    return flow_wide(2 * n);
}

/* c := a b; columns of both, and of the result, are `wide` numbers apart in memory, zeros behind them. */
static void product(const double *a, const double *b, int n, int wide, double *c)
{
    for (int i = 0; i < n; i++) flow_sum(b, wide, wide, a + i * wide, n, c + i * wide);
}

/* The same by columns. */
static void turn_over(const double *rows, int n, double *c)
{
    int wide = stride(n);
    for (int j = 0; j < n; j++, c += wide) {
        for (int i = 0; i < n; i++) c[i] = rows[i * wide + j];
        for (int i = 0; i < n; i++) c[n + i] = rows[i * wide + n + j];
        for (int i = 2 * n; i < wide; i++) c[i] = 0;
    }
}

/* y := y + G v, v := v + P v, from both by columns: sums that do not wait for each other. */
static void move(const double *c, int n, double *y, double *v)
{
    double turn[2 * FLOW_STATES + 4];
    int wide = stride(n);
    flow_sum(c, wide, wide, v, n, turn);
    for (int i = 0; i < n; i++) v[i] += turn[i];
    for (int i = 0; i < n; i++) y[i] += turn[n + i];
}

/* 2^e and the exponent of x > 0, without a call where numbers are normal. */
static double two_to(int e)
{
    uint64_t bits;
    double x;
    if (e < -1022 || e > 1023) return ldexp(1, e);
    bits = (uint64_t)(e + 1023) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static int exponent(double x)
{
    uint64_t bits;
    int e;
    memcpy(&bits, &x, sizeof bits);
    e = (int)(bits >> 52 & 0x7ff);
    return e == 0 || e == 0x7ff ? ilogb(x) : e - 1023;
}

/* c := a b, n*n each, where what is 0 does not count, even beside what is infinite. */
static void paths(const double *a, const double *b, int n, double *c)
{
    memset(c, 0, (size_t)(n * n) * sizeof *c);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; a[i * n + k] != 0 && j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* (1): the exponent e with r < 2^e; -1074: no product of coefficients leads back to where it begins. */
static int radius(const struct flow *f, double *b, double *c)
{
    int n = f->n, e, all = 0;
    double trace = 0;
    for (int i = 0; i < n * n; i++) b[i] = fabs(f->a[i]);
    for (int k = 0; k < 3; k++) {
        double most = 0;
        int by;
        for (int i = 0; i < n; i++) most = fmax(most, b[i * n + i]); /* units cancel there */
        for (int i = 0; most == 0 && i < n; i++)
            for (int j = 0; j < n; j++) most = fmax(most, sqrt(b[i * n + j] * b[j * n + i]));
        frexp(most, &by);
        if (most == 0) by = 0;
        for (int i = 0; i < n * n; i++) b[i] = ldexp(b[i], -by);
        all = 2 * (all + by);
        paths(b, b, n, c);
        memcpy(b, c, (size_t)(n * n) * sizeof *b);
    }
    for (int i = 0; i < n; i++) trace += b[i * n + i];
    if (!(trace > 0) || isinf(trace)) return -1074;
    frexp(trace, &e);
    e += all;
    return e > 0 ? (e + 7) / 8 : -(-e / 8);
}

bool flow_open(struct flow *f, struct alloc *alloc, const double *a, int n)
{
    int wide = flow_wide(n);
    size_t size = (size_t)(n * n), padded = (size_t)(n * wide);
    double *b;
    memset(f, 0, sizeof *f);
    f->alloc = alloc;
    f->n = n;
    f->last = FLOW_LEVELS - 1;
    f->a = alloc_array(alloc, size + 2 * padded, sizeof *f->a);
    b = alloc_array(alloc, 2 * size, sizeof *b);
    if (f->a && b) {
        int e;
        f->rows = f->a + size;
        f->columns = f->rows + padded;
        memcpy(f->a, a, size * sizeof *a);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                f->rows[i * wide + j] = f->columns[j * wide + i] = a[i * n + j];
        e = radius(f, b, b + size);
        f->loops = e != -1074;
        f->first = f->loops ? -SMALL - e : LEAST; /* no loops: no time of its own */
    }
    if (n == 2) flow_two_open(a, &f->two);
    alloc_free(alloc, b);
    return f->a && b;
}

void flow_close(struct flow *f)
{
    for (int k = 0; k < f->made; k++) alloc_free(f->alloc, f->level[k]);
    for (int k = 0; k < f->times; k++) alloc_free(f->alloc, f->level[FLOW_LEVELS + k]);
    alloc_free(f->alloc, f->level);
    alloc_free(f->alloc, f->a);
    f->level = NULL;
    f->made = f->times = 0;
    f->a = NULL;
}

double flow_step(const struct flow *f, int level)
{
    return level < FLOW_LEVELS ? two_to(f->first + level) : f->time[level - FLOW_LEVELS];
}

int flow_level(const struct flow *f, double h)
{
    int e;
    if (!(h > 0)) return 0;
    if (isinf(h)) return FLOW_LEVELS - 1;
    e = exponent(h) - f->first;
    return e < 0 ? 0 : e >= FLOW_LEVELS ? FLOW_LEVELS - 1 : e;
}

/* Up to level 0: P = sum (Ah)^k/k!, G = h sum (Ah)^k/(k+1)!, side by side. room: two matrices. */
static void series(const struct flow *f, double h, double *both, double *room)
{
    int n = f->n, wide = flow_wide(n), apart = stride(n), size = n * wide;
    double *term = room, *next = room + size;
    memset(both, 0, (size_t)(n * apart) * sizeof *both);
    for (int i = 0; i < size; i++) term[i] = f->rows[i] * h;
    for (int i = 0; i < n; i++) both[i * apart + n + i] = h;
    for (int k = 2;; k++) {
        bool more = k == 2;
        for (int i = 0; i < n; i++) {
            double *p = both + i * apart, *g = p + n;
            for (int j = 0; j < n; j++) {
                double t = term[i * wide + j];
                p[j] += t;
                g[j] += t * (h / k);
                more |= fabs(t) > 0x1p-64 * fabs(p[j]);
            }
        }
        if (!more || k == TERMS) break;
        product(term, f->rows, n, wide, next);
        for (int i = 0; i < size; i++) term[i] = next[i] * (h / k);
    }
}

static bool finite_all(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * 0;
    return sum == 0;
}

/* (2), of two steps that may differ: P = P1 + P2 + P1 P2, G = G1 + G2 + P1 G2. both: neither of those. */
static void join(const double *first, const double *second, int n, double *both)
{
    product(first, second, n, stride(n), both);
    for (int i = 0; i < n * stride(n); i++) both[i] += first[i] + second[i];
}

/* By rows, and by columns. */
static size_t level_size(const struct flow *f)
{
    return (size_t)(2 * f->n * stride(f->n));
}

static bool make(struct flow *f)
{
    int n = f->n, size = n * stride(n), k = f->made;
    double *both;
    if (!f->level) f->level = alloc_array(f->alloc, FLOW_ALL, sizeof *f->level);
    both = f->level ? alloc_array(f->alloc, level_size(f), sizeof *both) : NULL;
    f->failed |= !both;
    if (!both) return false;
    if (k == 0) {
        double *room = alloc_array(f->alloc, 2 * (size_t)(n * flow_wide(n)), sizeof *room);
        if (room) series(f, two_to(f->first), both, room);
        f->failed |= !room;
        if (!room) both[0] = NAN;
        alloc_free(f->alloc, room);
    } else
        join(f->level[k - 1], f->level[k - 1], n, both);
    if (!finite_all(both, size)) {
        alloc_free(f->alloc, both);
        f->last = k - 1;
        return false;
    }
    turn_over(both, n, both + size);
    f->level[k] = both;
    f->made++;
    return true;
}

/* P and G of a level, side by side; NULL: there are none that are finite, or no memory. */
static const double *matrices(struct flow *f, int level)
{
    if (level < FLOW_LEVELS) {
        if (level > f->last) return NULL;
        while (f->made <= level)
            if (!make(f)) return NULL;
    }
    return f->level[level];
}

bool flow_leap(struct flow *f, int level, double *y, double *v)
{
    const double *both = matrices(f, level);
    if (!both) return false;
    move(both + f->n * stride(f->n), f->n, y, v);
    return true;
}

/* One state: closed form. */
static bool one(double a, double h, double *y, double *v)
{
    double e = expm1(a * h);
    *y += a != 0 ? *v * (e / a) : *v * h;
    *v += *v * e;
    return isfinite(*y + *v);
}

enum { FEWEST = 3 };

/* Two terms in a row that are nothing beside the sum of all, for each state, are the last ones: x^k/k! falls,
 * and whatever they do to another state, the first terms have done 2^54 times as much. A state that is
 * only reached by a long chain has no sum before, so that no term of it is nothing. */
int flow_series(const struct flow *f, double unit, const double *v, int most, double *term)
{
    const flow_pair nothing = {0x1p-55, 0x1p-55};
    flow_pair size[FLOW_STATES / 2];
    int n = f->n, wide = flow_wide(n), pairs = wide / 2;
    for (int i = 0; i < wide; i++) term[i] = i < n ? v[i] * unit : 0;
    for (int i = 0; i < pairs; i++) size[i] = flow_size(((flow_pair *)term)[i]);
    for (int k = 1; k < most; k++, term += wide) {
        const double by = unit / k;
        const flow_pair share = {by, by};
        flow_pair *next = (flow_pair *)(term + wide);
        flow_bits more = {0, 0};
        flow_sum(f->columns, wide, wide, term, n, term + wide);
        for (int i = 0; i < pairs; i++) {
            flow_pair here;
            next[i] *= share;
            here = flow_size(next[i]);
            more |= here + flow_size(next[i - pairs]) > nothing * size[i];
            size[i] += here;
        }
        if (!(more[0] | more[1]) && k >= FEWEST) return k + 1;
    }
    return 0;
}

void flow_along(const struct flow *f, const double *term, int count, double unit, double u,
                double *y, double *v)
{
    int n = f->n, wide = flow_wide(n);
    double to_y[FLOW_STATES], to_v[FLOW_STATES], share[FLOW_TERMS];
    for (int k = 0; k < count; k++) share[k] = 1.0 / (k + 1);
    for (int i = 0; i < wide; i += 2) {
        const flow_pair *t = (const flow_pair *)(term + (count - 1) * wide + i);
        flow_pair sum_y = {0, 0}, sum_v = sum_y;
        for (int k = count - 1; k > 0; k--, t -= wide / 2) {
            sum_y = (sum_y + *t * share[k]) * u;
            sum_v = (sum_v + *t) * u;
        }
        *(flow_pair *)(to_y + i) = (sum_y + *t) * u;
        *(flow_pair *)(to_v + i) = sum_v;
    }
    for (int i = 0; i < n; i++) y[i] += to_y[i];
    for (int i = 0; i < n; i++) v[i] += to_v[i] / unit;
}

/* A step too short for levels, or any one without loops: Taylor. */
static void rest(const struct flow *f, double h, double *y, double *v)
{
    double term[FLOW_TERMS * FLOW_STATES];
    int count = flow_series(f, h, v, FLOW_TERMS, term);
    if (count > 0)
        flow_along(f, term, count, h, 1, y, v);
    else
        y[0] = NAN;
}

bool flow_go(struct flow *f, double h, double *y, double *v)
{
    int n = f->n;
    double first = two_to(f->first), base = flow_step(f, FLOW_BASE);
    int level;
    if (n == 1) return one(f->a[0], h, y, v);
    if (f->two.kind && fabs(h) >= first) {
        flow_two_go(&f->two, h, y, v);
        return finite_all(y, 2) && finite_all(v, 2);
    }
    level = f->loops ? flow_time(f, h) : -1;
    if (level >= 0) {
        flow_leap(f, level, y, v);
        h -= flow_step(f, level);
    }
    while (f->loops && h >= base) {
        level = flow_level(f, h);
        while (!flow_leap(f, level, y, v)) {
            if (level > f->last && f->last >= 0)
                level = f->last;
            else
                return false;
        }
        h -= flow_step(f, level);
    }
    if (h != 0) rest(f, h, y, v);
    return finite_all(y, n) && finite_all(v, n);
}

/* g := g (1 + P) + g1: the row c G(s + step) from g = c G(s) and g1 = c G(step). */
static void next_row(const double *both, const double *g1, int n, double *g)
{
    double sum[FLOW_STATES + 4];
    flow_sum(both, stride(n), flow_wide(n), g, n, sum);
    for (int j = 0; j < n; j++) g[j] += sum[j] + g1[j];
}

/* c P and c G, side by side */
static void row_times(const double *c, const double *both, int n, double *row)
{
    flow_sum(both, stride(n), stride(n), c, n, row);
}

/* c G */
static void row_times_G(const double *c, const double *both, int n, double *row)
{
    double sum[2 * FLOW_STATES + 4];
    int from = n & ~3;
    flow_sum(both + from, stride(n), stride(n) - from, c, n, sum + from);
    memcpy(row, sum + n, (size_t)n * sizeof *row);
}

/* P and G of an eighth of a step, or NULL; made: what is to be freed then. */
static const double *eighth(struct flow *f, int level, double **made)
{
    int n = f->n;
    double *both;
    *made = NULL;
    if (level >= FLOW_LEVELS) return f->level[level] + level_size(f);
    if (level >= 3) return matrices(f, level - 3);
    both = alloc_array(f->alloc, (size_t)(n * (stride(n) + 2 * flow_wide(n))), sizeof *both);
    f->failed |= !both;
    if (both) series(f, flow_step(f, level) / 8, both, both + n * stride(n));
    return *made = both;
}

/* The difference is linear in v. */
bool flow_remainder(struct flow *f, int level, const double *c, double *columns)
{
    int n = f->n;
    double ends[2 * FLOW_STATES + 4], first[FLOW_STATES], at[FLOW_STATES];
    double h = flow_step(f, level), *turn = ends, *end = ends + n, *made;
    const double *both = matrices(f, level), *piece = both ? eighth(f, level, &made) : NULL;
    if (!piece) return false;
    row_times(c, both, n, ends);
    row_times_G(c, piece, n, first);
    memcpy(at, first, sizeof at);
    for (int k = 1; k < 8; k++) {
        double u = (double)k / 8, w = 1 - u, shape = 16 * u * u * w * w;
        for (int j = 0; j < n; j++) {
            double cubic = h * u * w * w * c[j] + u * u * (3 - 2 * u) * end[j] -
                           h * u * u * w * (c[j] + turn[j]);
            columns[j * FLOW_POINTS + k - 1] = (at[j] - cubic) / shape;
        }
        next_row(piece, first, n, at);
    }
    for (int j = 0; j < n; j++) columns[j * FLOW_POINTS + 7] = 0;
    alloc_free(f->alloc, made);
    return true;
}

/* The row c G(s) at eighths of the second half of the step; what is before is known. So each mode is
 * seen while it first acts, at whatever level that is. What lies between is less than as much again. */
bool flow_reach(struct flow *f, int level, const double *c, const double *below, double *reach)
{
    int n = f->n;
    double first[FLOW_STATES], at[FLOW_STATES];
    bool own = level >= FLOW_LEVELS, all = own || level == FLOW_BASE;
    const double *half = all ? NULL : matrices(f, level - 1);
    const double *piece = own ? f->level[level] + level_size(f) : matrices(f, level - 3);
    if (!piece || (!all && !half)) return false;
    for (int j = 0; j < n; j++) reach[j] = level > FLOW_BASE ? below[j] : 0;
    row_times_G(c, piece, n, first);
    memcpy(at, first, sizeof at);
    if (half) row_times_G(c, half, n, at);
    for (int k = half ? 4 : 1; k <= 8; k++) {
        for (int j = 0; (!own || k >= 4) && j < n; j++) {
            double far = 2 * fabs(at[j]);
            reach[j] = reach[j] > far ? reach[j] : far;
        }
        if (k < 8) next_row(piece, first, n, at);
    }
    return true;
}

/* ---- Steps of their own ------------------------------------------------------------------------- */

int flow_time(const struct flow *f, double h)
{
    for (int k = 0; k < f->times; k++)
        if (fabs(h - f->time[k]) <= two_to(f->first - SMALL)) return FLOW_LEVELS + k;
    return -1;
}

/* both := of a step of length h: the series of what is left of it, and a level for each bit. room: as
 * much. False: not finite, or no memory. */
static bool put_together(struct flow *f, double h, double *both, double *room)
{
    int n = f->n, size = n * stride(n), level[64], bits = 0;
    for (double first = two_to(f->first); h >= first && bits < 64; bits++) {
        level[bits] = flow_level(f, h);
        h -= flow_step(f, level[bits]);
    }
    series(f, h, both, room);
    while (bits-- > 0) {
        const double *second = matrices(f, level[bits]);
        if (!second) return false;
        join(both, second, n, room);
        memcpy(both, room, (size_t)size * sizeof *both);
    }
    return finite_all(both, size);
}

/* Its eighth, and that three times doubled. */
void flow_make_time(struct flow *f, double h)
{
    int n = f->n, size = n * stride(n);
    double *all, *piece, *room;
    if (f->times == FLOW_TIMES || f->two.kind || n == 1) return;
    if (!(h >= 16 * two_to(f->first)) || flow_time(f, h) >= 0) return;
    if (!matrices(f, 0)) return;
    all = alloc_array(f->alloc, level_size(f) + (size_t)size, sizeof *all);
    room = alloc_array(f->alloc, 2 * (size_t)size, sizeof *room);
    f->failed |= !all || !room;
    piece = all ? all + level_size(f) : NULL;
    if (all && room && put_together(f, h / 8, piece, room)) {
        join(piece, piece, n, room);
        join(room, room, n, room + size);
        join(room + size, room + size, n, all);
        if (finite_all(all, size)) {
            turn_over(all, n, all + size);
            f->time[f->times] = h;
            f->level[FLOW_LEVELS + f->times++] = all;
            all = NULL;
        }
    }
    alloc_free(f->alloc, all);
    alloc_free(f->alloc, room);
}
