/* SPDX-License-Identifier: MIT */
/* part_meet.c - where exactly does a step meet a guard?
 *
 * The cubic of part_plan.c tells a time, and by how much it may be wrong. The flow goes to the crossing
 * but for that, and looks again, by Newton's method, until what is left is about a step of the base: so it
 * goes each bit of the time once. There the states are a Taylor series,
 *     y(u) = y + sum t_k u^(k+1)/(k+1),   z(u) = z + sum c t_k u^(k+1)/(k+1),                   (1)
 * whose terms t_k are computed once. Newton's method goes on with numbers, and the states follow at
 * the end.
 *
 * Rounding leaves a guard before or beyond its zero there. It should be beyond: a diode that is switched off
 * while a little current is left would be switched on again. So the step ends as much later, which is
 * less than the time can tell. */
#include "engine/qss/part_trial.h"
#include "num/flow_sum.h"
#include <string.h>

/* A correction of a crossing, in steps, after which the next one is rounding; and what rounding leaves
 * where it never gets so small. */
static const double quadratic = 1e-9, rounding = 1e-8;
enum { NEWTON = 24, LONGEST = 2, LATER = 8 };

static void from_start(struct trial *a)
{
    struct part *p = a->p;
    memcpy(p->y1, p->y, (size_t)p->n * sizeof *p->y);
    memcpy(p->v1, p->v, (size_t)p->n * sizeof *p->v);
}

/* y1, v1 := at time *h of the step, `by` before the crossing of a guard, and that is no more than
 * about a step of the base, if there is one; `by` is NAN if Newton's method does not find it. */
static double approach(struct trial *a, int32_t guard, double *h)
{
    struct part *p = a->p;
    double by = a->root[guard] * a->h, left = by, doubt = a->doubt[guard] * a->h;
    double unit = flow_step(a->flow, FLOW_BASE);
    *h = 0;
    from_start(a);
    for (int k = 0; k < NEWTON && a->flow->loops; k++) {
        bool arrives = doubt < unit || by - doubt < unit;
        double step = floor((arrives ? by : by - doubt) / unit) * unit;
        if (!(fabs(by - left) <= 4 * part_near * a->h)) return NAN;
        if (arrives && step >= -unit) step = fmax(step, 0);
        if (*h + step < 0) step = -*h;
        *h += step;
        if (step < 0) {
            from_start(a);
            flow_go(a->flow, *h, p->y1, p->v1);
        } else if (step > 0)
            flow_go(a->flow, step, p->y1, p->v1);
        if (arrives) return by - step;
        left = by - step;
        by = -part_value(a, guard) / part_dot(part_row(p, guard), p->v1, p->n);
        doubt = 4 * by * by / a->h;
    }
    return a->flow->loops ? NAN : by;
}

/* (1): z(u), whose terms beyond z are e_k */
static double along(const double *e, int count, double z, double u, double *slope)
{
    double sum = 0, d = 0;
    for (int k = count - 1; k >= 0; k--) {
        sum = sum * u + e[k];
        d = d * u + (k + 1) * e[k];
    }
    *slope = d;
    return z + sum * u;
}

/* From `by` before the crossing to it: the end of the step, or NAN. */
static double arrive(struct trial *a, int32_t guard, double h, double by)
{
    struct part *p = a->p;
    double term[FLOW_TERMS * FLOW_STATES], e[FLOW_TERMS];
    double unit = a->flow->loops ? flow_step(a->flow, FLOW_BASE + 1)
                  : by != 0      ? LONGEST * fabs(by)
                                 : a->h;
    double z = part_value(a, guard), u = by / unit, from = u, slope, turn = INFINITY, end;
    double least = part_resolution(a, p->t + h + by) / PART_SAME;
    int count = flow_series(a->flow, unit, p->v1, FLOW_TERMS, term), wide = flow_wide(p->n);
    if (count == 0) return NAN;
    for (int k = 0; k < count; k++)
        e[k] = part_dot(part_row(p, guard), term + k * wide, p->n) / (k + 1);
    for (int k = 0; k < NEWTON && turn > least && turn > quadratic * a->h; k++) {
        double next = u - along(e, count, z, u, &slope) / slope;
        turn = fabs(next - u) * unit;
        u = next;
        if (!(fabs(u - from) * unit <= 4 * part_near * a->h)) return NAN;
        if (!(fabs(u) <= 1)) return NAN;
    }
    if (!(turn <= fmax(least, rounding * a->h))) return NAN;
    end = p->t + fmax(h + u * unit, 0);
    flow_along(a->flow, term, count, unit, (end - p->t - h) / unit, p->y1, p->v1);
    return end;
}

/* A guard that has crossed before this end, though H says that it is later; -1: none. */
static int32_t earlier(const struct trial *a, double end)
{
    const struct part *p = a->p;
    for (int32_t k = 0; k < p->guards; k++)
        if (k != a->first && a->root[k] < INFINITY) {
            double slope = part_dot(part_row(p, k), p->v1, p->n);
            double beyond = -part_side(a, k) * part_value(a, k);
            if (beyond > part_resolution(a, end) * fabs(slope)) return k;
        }
    return -1;
}

/* How much later all guards that are due at this end, up to what the time or rounding can tell, have
 * crossed. */
static double late(const struct trial *a, double end)
{
    const struct part *p = a->p;
    double same = part_resolution(a, end), most = 0;
    for (int32_t k = 0; k < p->guards; k++)
        if (a->root[k] < INFINITY) {
            double z = part_side(a, k) * part_value(a, k);
            double falls = -part_side(a, k) * part_dot(part_row(p, k), p->v1, p->n);
            if (z > 0 && falls > 0 && z <= same * falls + part_rounding(a, k) && z > most * falls)
                most = z / falls;
        }
    return most;
}

double part_cross(struct trial *a, double end)
{
    double by;
    for (int k = 0; k < LATER && (by = late(a, end)) > 0; k++) {
        double then = end + ldexp(by, k);
        if (then == end) then = nextafter(end, INFINITY);
        flow_go(a->flow, then - end, a->p->y1, a->p->v1);
        end = then;
    }
    return end;
}

double part_meet(struct trial *a)
{
    for (int32_t turn = 0; turn <= a->p->guards; turn++) {
        double h, by = approach(a, a->first, &h),
                  end = isnan(by) ? NAN : arrive(a, a->first, h, by);
        int32_t other = isnan(end) ? -1 : earlier(a, end);
        if (other < 0) return isnan(end) ? end : part_cross(a, end);
        a->first = other;
    }
    return NAN;
}
