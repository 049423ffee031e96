/* SPDX-License-Identifier: MIT */
/* isolate.c - the first crossing of a function of time of which ranges are known.
 *
 * With R0 and R1 the spans of p and p' over [a, b], m its middle and T the span of p at m alone,
 *     p  in  R0  and  p  in  T + R1 [-(b - a)/2, (b - a)/2].                                      (1)
 * Halving ends where the clock cannot tell the halves apart, and where the span of p has become as
 * narrow as that of a single instant: the rest is rounding, and the ends decide.
 *
 * p may begin below 0 and rise: that is no crossing. Where only rounding can have left it there, and
 * it is surely negative later, it has crossed at the beginning, also if it comes back afterwards. */
#include "num/isolate.h"
#include <float.h>
#include <math.h>

bool isolate_past(const struct isolate_mark *m)
{
    return m->p < 0 || (m->p == 0 && m->slope < 0);
}

enum { BLIND = 500 }; /* around a pole they are some hundred */

/* Where the search is: everything before `at` is done with. */
struct state {
    struct isolate *f;
    struct isolate_mark at, end, begin;
    double least; /* what is shorter is not halved                                  */
    int blind;    /* instants at which nothing is known of p                        */
    bool under;   /* p was negative at the beginning, and has not yet been positive */
};

static struct isolate_mark look(struct state *q, double t)
{
    return t == q->end.t ? q->end : q->f->look(q->f->user, t);
}

/* Negative by more than rounding? */
static bool surely_past(struct state *q, const struct isolate_mark *m)
{
    saltus_span p, slope;
    if (!q->f->above || !(m->p < 2 * q->begin.p) || q->f->left <= 0) return false;
    q->f->left--;
    return q->f->range(q->f->user, m->t, m->t, &p, &slope) && p.hi < 0;
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

/* (1) */
static enum verdict judge(struct state *q, double a, double b)
{
    struct isolate *f = q->f;
    double m = a + (b - a) / 2, r = (b - a) / 2 * (1 + 4 * DBL_EPSILON), w, noise;
    saltus_span p, slope, thin, unused;
    if (f->left <= 0 || b - a <= q->least || !(m > a && m < b)) return ENDS;
    f->left--;
    if (!f->range(f->user, a, b, &p, &slope)) return ++q->blind > BLIND ? ENDS : HALVE;
    if (p.lo > 0) return CLEAR;
    if (p.hi < 0 || slope.lo >= 0 || slope.hi <= 0) return ENDS;
    f->left--;
    if (!f->range(f->user, m, m, &thin, &unused)) thin = unused = p;
    w = fmax(-slope.lo, slope.hi) * r;
    noise = thin.hi - thin.lo;
    if (!(noise < HUGE_VAL) && ++q->blind > BLIND) f->left = 0;
    if (thin.lo - w > 0) return CLEAR;
    if (thin.hi + w < 0) return ENDS;
    return noise < HUGE_VAL && p.hi - p.lo <= 2 * noise ? ENDS : HALVE;
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
    struct state q = {.f = f, .at = *a, .end = *b, .begin = *a, .under = a->p < 0};
    q.least = fmax(2 * DBL_EPSILON * late, 0x1p-50 * (b->t - a->t));
    if (search(&q, a->t, b->t, lo, hi)) return true;
    if (!q.under || !isolate_past(b)) return false;
    *lo = *a;
    *hi = *b;
    return true;
}
