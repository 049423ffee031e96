/* SPDX-License-Identifier: MIT */
/* isolate.c - the first crossing of a function of time of which ranges are known.
 *
 * With R0 and R1 the spans of p and p' over [a, b], m its middle and T the span of p at m alone,
 *     p  in  R0  and  p  in  T + R1 [-r, r],    r = (b - a)/2.                                    (1)
 * Where that does not tell, and R1 is WIDE times larger than T1, the span of p' at m alone, that one
 * and R2, the span of p''/2, may:
 *     p  in  T + T1 [-r, r] + R2 [0, r^2],      p'  in  T1 + 2 R2 [-r, r].                        (2)
 * Behind a matrix of equations R1 is much wider than p' is, and this needs a hundredth of the ranges.
 * Halving ends where the clock cannot tell the halves apart, and where one of the spans of p has become as
 * narrow as that of a single instant: the rest is rounding, and the ends decide.
 *
 * p may begin below 0 and rise: that is no crossing. Where only rounding can have left it there, and
 * it is surely negative later, it has crossed at the beginning, also if it comes back afterwards. */
#include "num/isolate.h"
#include <float.h>
#include <math.h>
#include <string.h>

bool isolate_past(const struct isolate_mark *m)
{
    return m->p < 0 || (m->p == 0 && m->slope < 0);
}

enum { BLIND = 500 }; /* around a pole they are some hundred */
static const double WIDE = 4;

/* Where the search is: everything before `at` is done with. */
struct state {
    struct isolate *f;
    struct isolate_mark at, end, begin;
    double least; /* what is shorter is not halved                                  */
    int blind;    /* instants at which nothing is known of p                        */
    bool under;   /* p was negative at the beginning, and has not yet been positive */
    bool bends;   /* a bend may be asked for                                        */
};

static struct isolate_mark look(struct state *q, double t)
{
    return t == q->end.t ? q->end : q->f->look(q->f->user, t);
}

/* Negative by more than rounding? */
static bool surely_past(struct state *q, const struct isolate_mark *m)
{
    saltus_span r[2];
    if (!q->f->above || !(m->p < 2 * q->begin.p) || q->f->left <= 0) return false;
    q->f->left--;
    return q->f->range(q->f->user, m->t, m->t, 2, r) && r[0].hi < 0;
}

/* [at, b] has at most one crossing, or is too short: the ends decide. */
static bool decide(struct state *q, double b, struct isolate_mark *lo, struct isolate_mark *hi)
{
    struct isolate_mark m = look(q, b), before = q->at;
    q->at = m;
    if (q->under) {
        if (m.p > 0) q->under = false;
        if (!surely_past(q, &m)) return false;
        *lo = q->begin;
        *hi = m;
        return true;
    }
    if (!isolate_past(&m)) return false;
    *lo = before;
    *hi = m;
    return true;
}

enum verdict { CLEAR, ENDS, HALVE };

/* What spans of p and its slope over [a, b] tell; noise: the width of that of p at an instant. */
static enum verdict tell(saltus_span p, saltus_span slope, double noise)
{
    if (p.lo > 0) return CLEAR;
    if (p.hi < 0 || slope.lo >= 0 || slope.hi <= 0) return ENDS;
    return noise < HUGE_VAL && p.hi - p.lo <= 2 * noise ? ENDS : HALVE;
}

/* v and what it varies by, to either side. */
static saltus_span about(saltus_span v, double by)
{
    return (saltus_span){v.lo - by, v.hi + by};
}

static double farthest(saltus_span v)
{
    return fmax(-v.lo, v.hi);
}

/* (2) */
static enum verdict judge_bend(struct state *q, double a, double b, double r,
                               const saltus_span *thin)
{
    saltus_span p[3];
    double far;
    if (!q->bends || q->f->left <= 0) return HALVE;
    q->f->left--;
    q->bends = q->f->range(q->f->user, a, b, 3, p) && farthest(p[2]) < HUGE_VAL;
    if (!q->bends) return HALVE;
    far = farthest(p[2]) * r;
    return tell(about(thin[0], (farthest(thin[1]) + far) * r), about(thin[1], 2 * far),
                thin[0].hi - thin[0].lo);
}

/* (1) */
static enum verdict judge(struct state *q, double a, double b)
{
    struct isolate *f = q->f;
    double m = a + (b - a) / 2, r = (b - a) / 2 * (1 + 4 * DBL_EPSILON), noise;
    saltus_span p[2], thin[2];
    enum verdict v;
    if (f->left <= 0 || b - a <= q->least || !(m > a && m < b)) return ENDS;
    f->left--;
    if (!f->range(f->user, a, b, 2, p)) return ++q->blind > BLIND ? ENDS : HALVE;
    if ((v = tell(p[0], p[1], 0)) != HALVE) return v;
    f->left--;
    if (!f->range(f->user, m, m, 2, thin)) memcpy(thin, p, sizeof thin);
    noise = thin[0].hi - thin[0].lo;
    if (!(noise < HUGE_VAL) && ++q->blind > BLIND) f->left = 0;
    if ((v = tell(p[0], p[1], noise)) != HALVE) return v;
    if ((v = tell(about(thin[0], farthest(p[1]) * r), p[1], noise)) != HALVE) return v;
    if (!(noise < HUGE_VAL && farthest(p[1]) > WIDE * farthest(thin[1]))) return HALVE;
    return judge_bend(q, a, b, r, thin);
}

static bool search(struct state *q, double a, double b, struct isolate_mark *lo,
                   struct isolate_mark *hi)
{
    double m = a + (b - a) / 2;
    switch (judge(q, a, b)) {
    case CLEAR: q->under = false; return false;
    case HALVE: return search(q, a, m, lo, hi) || search(q, m, b, lo, hi);
    case ENDS: break;
    }
    if (q->at.t < a) q->at = look(q, a);
    return decide(q, b, lo, hi);
}

bool isolate_first(struct isolate *f, const struct isolate_mark *a, const struct isolate_mark *b,
                   struct isolate_mark *lo, struct isolate_mark *hi)
{
    double late = fmax(fabs(a->t), fabs(b->t));
    struct state q = {.f = f, .at = *a, .end = *b, .begin = *a, .under = a->p < 0, .bends = true};
    q.least = fmax(2 * DBL_EPSILON * late, 0x1p-50 * (b->t - a->t));
    if (search(&q, a->t, b->t, lo, hi)) return true;
    if (!q.under || !isolate_past(b)) return false;
    *lo = *a;
    *hi = *b;
    return true;
}
