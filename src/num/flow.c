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
#include <math.h>
#include <string.h>

enum { TERMS = 60, SMALL = 8, LEAST = -60 };

/* r := r + x b, four numbers at once. */
static inline void add(double x, const double *restrict b, int n, double *restrict r)
{
    int j = 0;
    for (; j + 4 <= n; j += 4)
        for (int k = 0; k < 4; k++) r[j + k] += x * b[j + k];
    for (; j < n; j++) r[j] += x * b[j];
}

/* c := a b */
static void product(const double *a, const double *b, int n, double *c)
{
    for (int i = 0; i < n; i++) {
        double *row = c + i * n;
        for (int j = 0; j < n; j++) row[j] = 0;
        for (int k = 0; k < n; k++)
            if (a[i * n + k] != 0) add(a[i * n + k], b + k * n, n, row);
    }
}

/* P and G by columns: how many numbers each has. */
static int columns(int n)
{
    return (2 * n + 3) & ~3;
}

static void pack(const double *p, const double *g, int n, double *c)
{
    int wide = columns(n);
    for (int j = 0; j < n; j++, c += wide) {
        for (int i = 0; i < n; i++) c[i] = p[i * n + j];
        for (int i = 0; i < n; i++) c[n + i] = g[i * n + j];
        for (int i = 2 * n; i < wide; i++) c[i] = 0;
    }
}

/* Sums of four, which compilers keep in registers. */
static inline void sum8(const double *restrict c, int wide, const double *restrict v, int n,
                        double *restrict out)
{
    double a[4] = {0}, b[4] = {0};
    for (int j = 0; j < n; j++, c += wide) {
        for (int k = 0; k < 4; k++) a[k] += c[k] * v[j];
        for (int k = 0; k < 4; k++) b[k] += c[4 + k] * v[j];
    }
    for (int k = 0; k < 4; k++) out[k] = a[k];
    for (int k = 0; k < 4; k++) out[4 + k] = b[k];
}

static inline void sum4(const double *restrict c, int wide, const double *restrict v, int n,
                        double *restrict out)
{
    double s[4] = {0};
    for (int j = 0; j < n; j++, c += wide)
        for (int k = 0; k < 4; k++) s[k] += c[k] * v[j];
    for (int k = 0; k < 4; k++) out[k] = s[k];
}

/* y := y + G v, v := v + P v, from both by columns: sums that do not wait for each other. */
static void move(const double *c, int n, double *y, double *v)
{
    double turn[2 * FLOW_STATES + 4];
    int wide = columns(n), k = 0;
    for (; k + 8 <= wide; k += 8) sum8(c + k, wide, v, n, turn + k);
    if (k < wide) sum4(c + k, wide, v, n, turn + k);
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
        product(b, b, n, c);
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
    size_t size = (size_t)(n * n);
    double *b;
    memset(f, 0, sizeof *f);
    f->alloc = alloc;
    f->n = n;
    f->last = FLOW_LEVELS - 1;
    f->a = alloc_array(alloc, size, sizeof *f->a);
    f->entry = alloc_array(alloc, size, sizeof *f->entry);
    b = alloc_array(alloc, 2 * size, sizeof *b);
    f->row = alloc_array(alloc, (size_t)n + 1, sizeof *f->row);
    for (int i = 0, e = 0; f->entry && f->row && i < n; i++) {
        for (int j = 0; j < n; j++)
            if (a[i * n + j] != 0) f->entry[e++] = (struct flow_entry){j, a[i * n + j]};
        f->row[i + 1] = e;
    }
    if (f->a && b) {
        int e;
        memcpy(f->a, a, size * sizeof *a);
        e = radius(f, b, b + size);
        f->loops = e != -1074;
        f->first = f->loops ? -SMALL - e : LEAST; /* no loops: no time of its own */
    }
    if (n == 2) flow_two_open(a, &f->two);
    alloc_free(alloc, b);
    return f->a && f->entry && f->row && b;
}

void flow_close(struct flow *f)
{
    for (int k = 0; k < f->made; k++) alloc_free(f->alloc, f->level[k]);
    for (int k = 0; k < f->times; k++) alloc_free(f->alloc, f->level[FLOW_LEVELS + k]);
    alloc_free(f->alloc, f->level);
    alloc_free(f->alloc, f->entry);
    alloc_free(f->alloc, f->row);
    alloc_free(f->alloc, f->a);
    f->level = NULL;
    f->entry = NULL;
    f->row = NULL;
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

/* Up to level 0: P = sum (Ah)^k/k!, G = h sum (Ah)^k/(k+1)!. */
static void series(const struct flow *f, double h, double *p, double *g, double *term, double *next)
{
    int n = f->n, size = n * n;
    for (int i = 0; i < size; i++) p[i] = term[i] = f->a[i] * h;
    for (int i = 0; i < size; i++) g[i] = h * term[i] / 2;
    for (int i = 0; i < n; i++) g[i * n + i] += h;
    for (int k = 2; k < TERMS; k++) {
        bool more = false;
        product(term, f->a, n, next);
        for (int i = 0; i < size; i++) {
            double t = next[i] * (h / k);
            term[i] = t;
            p[i] += t;
            g[i] += t * (h / (k + 1));
            more |= fabs(t) > 0x1p-64 * fabs(p[i]);
        }
        if (!more) break;
    }
}

static bool finite_all(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * 0;
    return sum == 0;
}

/* (2), of two steps that may differ: P = P1 + P2 + P1 P2, G = G1 + G2 + P1 G2. p, g: not those. */
static void join(const double *p1, const double *g1, const double *p2, const double *g2, int n,
                 double *p, double *g)
{
    product(p1, p2, n, p);
    product(p1, g2, n, g);
    for (int i = 0; i < n * n; i++) p[i] += p1[i] + p2[i];
    for (int i = 0; i < n * n; i++) g[i] += g1[i] + g2[i];
}

static size_t level_size(const struct flow *f)
{
    return (size_t)(f->n * (2 * f->n + columns(f->n)));
}

static bool make(struct flow *f)
{
    int n = f->n, size = n * n, k = f->made;
    double *p, *g;
    if (!f->level) f->level = alloc_array(f->alloc, FLOW_ALL, sizeof *f->level);
    p = f->level ? alloc_array(f->alloc, level_size(f), sizeof *p) : NULL;
    f->failed |= !p;
    if (!p) return false;
    g = p + size;
    if (k == 0) {
        double *room = alloc_array(f->alloc, 2 * (size_t)size, sizeof *room);
        if (room) series(f, two_to(f->first), p, g, room, room + size);
        f->failed |= !room;
        if (!room) p[0] = NAN;
        alloc_free(f->alloc, room);
    } else {
        const double *p1 = f->level[k - 1], *g1 = p1 + size;
        join(p1, g1, p1, g1, n, p, g);
    }
    if (!finite_all(p, 2 * size)) {
        alloc_free(f->alloc, p);
        f->last = k - 1;
        return false;
    }
    pack(p, g, n, g + size);
    f->level[k] = p;
    f->made++;
    return true;
}

bool flow_matrices(struct flow *f, int level, const double **p, const double **g)
{
    if (level < FLOW_LEVELS) {
        if (level > f->last) return false;
        while (f->made <= level)
            if (!make(f)) return false;
    }
    *p = f->level[level];
    *g = *p + f->n * f->n;
    return true;
}

bool flow_leap(struct flow *f, int level, double *y, double *v)
{
    const double *p, *g;
    if (!flow_matrices(f, level, &p, &g)) return false;
    move(g + f->n * f->n, f->n, y, v);
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

/* Terms of a Taylor series that reach the last bit, of a step so much shorter than level 0: each is
 * 2^-(SMALL + shorter) of the one before, at most. Without any loops in A the series ends by itself. */
static int terms(const struct flow *f, double h)
{
    int each = SMALL + f->first - exponent(h), count = 2 + 54 / (each > 1 ? each : 1);
    return f->loops ? count : f->n + 1;
}

/* A step too short for level 0, or any one without loops: Taylor. */
static void rest(const struct flow *f, double h, double *y, double *v)
{
    double term[FLOW_STATES], next[FLOW_STATES];
    int n = f->n, last = terms(f, fabs(h));
    for (int i = 0; i < n; i++) term[i] = v[i] * h;
    for (int k = 1; k <= last && k < TERMS; k++) {
        double part = 1.0 / k;
        for (int i = 0; i < n; i++) y[i] += term[i] * part;
        /* term is (Ah)^(k-1) h v/(k-1)!; the next term of v is A times it over k */
        for (int i = 0, e = 0; i < n; i++) {
            double sum = 0;
            for (; e < f->row[i + 1]; e++) sum += f->entry[e].a * term[f->entry[e].column];
            next[i] = sum * part;
        }
        for (int i = 0; i < n; i++) {
            v[i] += next[i];
            term[i] = next[i] * h;
        }
    }
}

bool flow_go(struct flow *f, double h, double *y, double *v)
{
    int n = f->n;
    double first = two_to(f->first);
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
    while (f->loops && h >= first) {
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
static void next_row(const double *p, const double *g1, int n, double *g)
{
    double sum[FLOW_STATES];
    for (int j = 0; j < n; j++) sum[j] = g[j] + g1[j];
    for (int i = 0; i < n; i++) add(g[i], p + i * n, n, sum);
    for (int j = 0; j < n; j++) g[j] = sum[j];
}

static void row_times(const double *c, const double *a, int n, double *r)
{
    for (int j = 0; j < n; j++) r[j] = 0;
    for (int i = 0; i < n; i++)
        if (c[i] != 0) add(c[i], a + i * n, n, r);
}

/* P and G of an eighth of a step: the level three below, or, where there is none, level 0. Into how
 * many pieces does it cut the step? 0: there is none. */
static int eighth(struct flow *f, int level, const double **p, const double **g)
{
    int n = f->n, below = level >= 3 ? level - 3 : 0;
    if (level >= FLOW_LEVELS) {
        *p = f->level[level] + n * (2 * n + columns(n));
        *g = *p + n * n;
        return 8;
    }
    return flow_matrices(f, below, p, g) ? 1 << (level - below) : 0;
}

/* The difference is linear in v. At the lowest levels, where there is less to see, some rows are
 * 0. */
bool flow_remainder(struct flow *f, int level, const double *c, double *rows)
{
    int n = f->n, points;
    const double *p, *g, *ps, *gs;
    double end[FLOW_STATES], turn[FLOW_STATES], first[FLOW_STATES], at[FLOW_STATES];
    double h = flow_step(f, level);
    if (!flow_matrices(f, level, &p, &g)) return false;
    points = eighth(f, level, &ps, &gs);
    if (points == 0) return false;
    for (int j = 0; j < FLOW_POINTS * n; j++) rows[j] = 0;
    row_times(c, g, n, end);
    row_times(c, p, n, turn);
    row_times(c, gs, n, first);
    memcpy(at, first, sizeof at);
    for (int k = 1; k < points; k++) {
        double u = (double)k / points, w = 1 - u, shape = 16 * u * u * w * w;
        for (int j = 0; j < n; j++) {
            double cubic = h * u * w * w * c[j] + u * u * (3 - 2 * u) * end[j] -
                           h * u * u * w * (c[j] + turn[j]);
            rows[(k - 1) * n + j] = (at[j] - cubic) / shape;
        }
        next_row(ps, first, n, at);
    }
    return true;
}

/* The row c G(s) at eighths of the second half of the step; what is before is known. So each mode is
 * seen while it first acts, at whatever level that is. What lies between is less than as much again. */
bool flow_reach(struct flow *f, int level, const double *c, const double *below, double *reach)
{
    int n = f->n, points;
    const double *p, *g;
    double first[FLOW_STATES], at[FLOW_STATES];
    bool own = level >= FLOW_LEVELS;
    for (int j = 0; j < n; j++) reach[j] = level > 0 ? below[j] : 0;
    if (level > 0 && !own && !flow_matrices(f, level - 1, &p, &g)) return false;
    if (level > 0 && !own) row_times(c, g, n, at);
    points = eighth(f, level, &p, &g);
    if (points == 0) return false;
    row_times(c, g, n, first);
    if (level == 0 || own) memcpy(at, first, sizeof at);
    for (int k = 1; own && k < points / 2; k++) next_row(p, first, n, at);
    for (int k = points / 2; k <= points; k++) {
        for (int j = 0; j < n; j++) reach[j] = fmax(reach[j], 2 * fabs(at[j]));
        if (k < points) next_row(p, first, n, at);
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

/* p, g := of a step of length h: the series of what is left of it, and a level for each bit. room:
 * 2 n*n. False: not finite, or no memory. */
static bool put_together(struct flow *f, double h, double *p, double *g, double *room)
{
    int n = f->n, size = n * n, level[64], bits = 0;
    for (double first = two_to(f->first); h >= first && bits < 64; bits++) {
        level[bits] = flow_level(f, h);
        h -= flow_step(f, level[bits]);
    }
    series(f, h, p, g, room, room + size);
    while (bits-- > 0) {
        const double *p2, *g2;
        if (!flow_matrices(f, level[bits], &p2, &g2)) return false;
        join(p, g, p2, g2, n, room, room + size);
        memcpy(p, room, (size_t)size * sizeof *p);
        memcpy(g, room + size, (size_t)size * sizeof *g);
    }
    return finite_all(p, size) && finite_all(g, size);
}

/* Its eighth, and that three times doubled. */
void flow_make_time(struct flow *f, double h)
{
    int n = f->n, size = n * n;
    double *all, *p8, *room;
    const double *p0, *g0;
    if (f->times == FLOW_TIMES || f->two.kind || n == 1) return;
    if (!(h >= 16 * two_to(f->first)) || flow_time(f, h) >= 0) return;
    if (!flow_matrices(f, 0, &p0, &g0)) return;
    all = alloc_array(f->alloc, level_size(f) + 2 * (size_t)size, sizeof *all);
    room = alloc_array(f->alloc, 4 * (size_t)size, sizeof *room);
    f->failed |= !all || !room;
    p8 = all ? all + level_size(f) : NULL;
    if (all && room && put_together(f, h / 8, p8, p8 + size, room)) {
        double *b = room + 2 * size;
        join(p8, p8 + size, p8, p8 + size, n, room, room + size);
        join(room, room + size, room, room + size, n, b, b + size);
        join(b, b + size, b, b + size, n, all, all + size);
        if (finite_all(all, 2 * size)) {
            pack(all, all + size, n, all + 2 * size);
            f->time[f->times] = h;
            f->level[FLOW_LEVELS + f->times++] = all;
            all = NULL;
        }
    }
    alloc_free(f->alloc, all);
    alloc_free(f->alloc, room);
}
