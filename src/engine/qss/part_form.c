/* SPDX-License-Identifier: MIT */
/* part_form.c - where a part of one or two states meets a guard: closed forms.
 *
 * Along two modes (num/flow_two.c) the value of a guard, times its side, is
 *     z(s) = z0 + p g0(s) + q g1(s),   z0 >= 0,
 * with p, q of the two parts of v. Its slope is 0 once (real modes), or once in every half turn:
 *     p e^(r0 s) + q e^(r1 s) = 0   or   e^(ms) (p cos(os) + q sin(os)) = 0,                    (1)
 * both of which are known. Between, z rises or falls; it is asked only at the end of where it falls.
 * So no crossing is missed, also no pair of them, and no tolerance is needed. Of modes that do not
 * grow, with |g| <= min(s, 1/|r|), often not even that has to be computed:
 *     z0 > the sum of what p and q can take away:                                               (2)
 * it does not cross. */
#include "engine/qss/part_trial.h"

/* A guard along its modes. */
struct curve {
    const struct flow_two *two;
    double z, p, q;
};

enum { NEWTON = 60, TURNS = 16 };
/* How far ahead is looked where nothing says what is worth it, in times of the faster mode. */
static const double far = 8, pi = 3.14159265358979323846;
/* Newton's method is quadratic: after a correction of this share of the time, the next one is
 * rounding. */
static const double last_share = 1e-9;

static double curve_at(const struct curve *c, double s, double *slope)
{
    struct flow_turn t = flow_two_turn(c->two, s);
    if (c->two->kind == FLOW_REAL)
        *slope = c->p * (1 + t.p[0]) + c->q * (1 + t.p[1]);
    else
        *slope = c->p + c->p * t.p[0] + c->q * t.p[1];
    return c->z + c->p * t.g[0] + c->q * t.g[1];
}

/* The crossing in a stretch at whose end z is negative, and before which it falls all the way. */
static double falling_root(const struct curve *c, double low, double z_low, double high,
                           double z_high, double least)
{
    double s = low + (high - low) * (z_low / (z_low - z_high));
    for (int k = 0; k < NEWTON; k++) {
        double slope, z = curve_at(c, s, &slope), next = s - z / slope;
        if (z > 0)
            low = s;
        else
            high = s;
        if (!(next >= low && next <= high)) next = 0.5 * (low + high);
        if (fabs(next - s) <= fmax(least, last_share * next)) return next;
        s = next;
    }
    return s;
}

/* (1): the first one after 0, or infinity; rises: does z, from 0 on? */
static double first_turn(const struct curve *c, bool *rises)
{
    double r0 = c->two->rate[0], r1 = c->two->rate[1], slope = c->p, angle;
    bool real = c->two->kind == FLOW_REAL;
    double bend = c->p * r0 + c->q * r1;
    if (real) slope += c->q;
    *rises = slope > 0 || (slope == 0 && bend > 0);
    if (real) {
        double s = INFINITY;
        if ((c->p > 0 && c->q < 0) || (c->p < 0 && c->q > 0)) s = log(-c->q / c->p) / (r0 - r1);
        if (s == 0) *rises = bend > 0;
        return s > 0 ? s : INFINITY;
    }
    if (slope == 0) return pi / r1;
    angle = atan2(-c->p, c->q); /* p cos + q sin = 0 there, and half a turn on */
    if (angle <= 0) angle += pi;
    return angle / r1;
}

/* (2) for any time up to `limit`; it may be infinite. */
static bool stays(const struct curve *c, double limit)
{
    const double *r = c->two->rate;
    if (c->two->kind == FLOW_REAL) {
        double way = 0;
        if (c->p < 0) way -= c->p * (r[0] < 0 ? fmin(limit, -1 / r[0]) : INFINITY);
        if (c->q < 0) way -= c->q * (r[1] < 0 ? fmin(limit, -1 / r[1]) : INFINITY);
        return c->z > way;
    }
    return r[0] <= 0 && c->z > 2 * (fabs(c->p) + fabs(c->q)) * fmin(limit, 1 / r[1]);
}

/* The first crossing up to *limit, or infinity. What is not decided makes the limit less. */
static double crossing(const struct curve *c, double *limit, double least)
{
    const struct flow_two *two = c->two;
    bool rises, real = two->kind == FLOW_REAL;
    double from = 0, turn = first_turn(c, &rises), slope;
    for (int k = 0; k < TURNS; k++) {
        double end = fmin(turn, *limit);
        double z = rises ? 0 : curve_at(c, end, &slope);
        if (z < 0) {
            double before = from > 0 ? fmax(0, curve_at(c, from, &slope)) : c->z;
            return falling_root(c, from, before, end, z, least);
        }
        if (end >= *limit) return INFINITY;
        from = end;
        rises = !rises;
        turn = real ? INFINITY : turn + pi / two->rate[1];
    }
    *limit = from;
    return INFINITY;
}

static struct curve along(const struct trial *a, int32_t k)
{
    const struct part *p = a->p;
    const struct flow_two *w = &a->flow->two;
    const double *c = part_row(p, k), *v = p->v;
    double side = part_side(a, k), c0 = side * c[0], c1 = side * c[1];
    double e = c0 * (w->e[0] * v[0] + w->e[1] * v[1]) + c1 * (w->e[2] * v[0] + w->e[3] * v[1]);
    struct curve z = {.two = w, .z = fabs(a->z[k]), .p = e};
    if (w->kind == FLOW_REAL)
        z.q = c0 * (w->f[0] * v[0] + w->f[1] * v[1]) + c1 * (w->f[2] * v[0] + w->f[3] * v[1]);
    else {
        z.p = c0 * v[0] + c1 * v[1];
        z.q = e;
    }
    return z;
}

/* Has it just left its zero, and is that more than rounding? */
static bool leaves(const struct curve *c)
{
    double slope = c->two->kind == FLOW_REAL ? c->p + c->q : c->p;
    return slope > 1e-9 * (fabs(c->p) + fabs(c->q));
}

/* How far ahead is it worth looking? */
static double worth(const struct trial *a)
{
    const double *r = a->flow->two.rate;
    double limit = part_worth(a), fast = fmax(fabs(r[0]), fabs(r[1]));
    return limit > 0 ? limit : far / fast;
}

/* First = the first crossing, or infinity, and then how long there is none; false: it cannot say. */
static bool first_of_all(struct trial *a, double *first, double *limit)
{
    struct part *p = a->p;
    double within = worth(a);
    *first = *limit = INFINITY;
    for (int32_t k = 0; k < p->guards; k++) {
        struct curve c = along(a, k);
        double h;
        if (c.z == 0 && !leaves(&c)) return false;
        if (stays(&c, INFINITY)) continue;
        *limit = fmin(*limit, within);
        if (stays(&c, *limit)) continue;
        h = crossing(&c, limit, part_resolution(a, p->t) / PART_SAME);
        if (h == INFINITY) continue;
        *first = *limit = h;
        a->first = k;
    }
    return true;
}

static void go_to(struct trial *a, double end)
{
    struct part *p = a->p;
    p->end = end;
    for (int i = 0; i < 2; i++) p->y1[i] = p->y[i];
    for (int i = 0; i < 2; i++) p->v1[i] = p->v[i];
    flow_go(a->flow, end - p->t, p->y1, p->v1);
}

/* In a short step modes cancel more than the flow itself does: one more step of Newton's method. */
static void meet(struct trial *a, double h)
{
    struct part *p = a->p;
    double by;
    go_to(a, p->t + h);
    by = -part_value(a, a->first) / part_dot(part_row(p, a->first), p->v1, 2);
    if (fabs(by) > part_resolution(a, p->end) && fabs(by) < 1e-3 * h) go_to(a, p->end + by);
}

static bool plan_two(struct trial *a)
{
    struct part *p = a->p;
    double first, limit;
    if (!first_of_all(a, &first, &limit)) return false;
    p->end = INFINITY;
    if (first < INFINITY) meet(a, first);
    part_put_guards(a, p->end);
    part_put_step(a, first < INFINITY ? INFINITY : p->t + limit);
    return true;
}

/* One state: z = z0 + k (e^(as) - 1)/a. */
static void plan_one(struct trial *a)
{
    struct part *p = a->p;
    double rate = a->flow->a[0], first = INFINITY;
    for (int32_t k = 0; k < p->guards; k++) {
        double slope = part_row(p, k)[0] * p->v[0], u = a->z[k] / slope, h;
        if (!(u <= 0) || slope == 0) continue; /* it goes away */
        if (a->z[k] == 0) continue;            /* it has just left, and goes on */
        h = rate != 0 ? log1p(-u * rate) / rate : -u;
        if (!(h >= 0)) continue; /* it would have to go beyond its rest */
        if (h < first) {
            first = h;
            a->first = k;
        }
    }
    p->end = p->t + first;
    if (first < INFINITY) {
        p->y1[0] = p->y[0];
        p->v1[0] = p->v[0];
        flow_go(a->flow, p->end - p->t, p->y1, p->v1);
    }
    part_put_guards(a, p->end);
    part_put_step(a, INFINITY);
}

bool part_plan_form(struct trial *a)
{
    if (a->p->n == 2) return a->flow->two.kind && plan_two(a);
    if (a->p->n == 1) plan_one(a);
    return a->p->n == 1;
}
