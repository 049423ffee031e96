/* SPDX-License-Identifier: MIT */
/* distance.c - the distance of two trajectories of piecewise polynomials.
 *
 * In each part [u, v] of the time
 *     D = 1 / (v - u) * integral |a - b| dt                                                   (1)
 * and the distance is the largest D. The largest |a - b| would be no measure: where a variable
 * jumps and one run is early by dt, it is the height of the jump however small dt is. By (1) the
 * jump counts with height * dt / (v - u). One mean over the whole run would be blind for what goes
 * wrong for a short time.
 *
 * The end of the run is what most people look at. There the smallest |a - b| of the last 1/400 of
 * the time counts, too: an error that has just grown is seen, a jump that comes early in one run is
 * not, since before and after it the two agree.
 *
 * The integral is taken between the ends of segments of both, by the Gauss rule with 3 points,
 * which is exact for polynomials of degree 5 that do not change their sign. */
#include "estimate/distance.h"
#include "num/poly.h"
#include <math.h>

/* The segments of one trajectory, visited in order of time. */
struct cursor {
    const saltus_traj *traj;
    int32_t var;
    size_t next; /* segment */
    double t, until;
    const double *poly;
    int order; /* -1: nothing is known yet */
};

static struct cursor cursor_new(const saltus_traj *traj, int32_t var)
{
    struct cursor c = {.traj = traj, .var = var, .order = -1, .until = INFINITY};
    (void)saltus_traj_segment(traj, var, 0, &c.until, NULL);
    return c;
}

/* The segment that is valid from t on. */
static void cursor_move(struct cursor *c, double t)
{
    while (c->until <= t) {
        c->order = saltus_traj_segment(c->traj, c->var, c->next++, &c->t, &c->poly);
        if (saltus_traj_segment(c->traj, c->var, c->next, &c->until, NULL) < 0) c->until = INFINITY;
    }
}

static double cursor_value(const struct cursor *c, double t)
{
    return c->order < 0 ? NAN : poly_value(c->poly, c->order, t - c->t);
}

/* Where neither has a finite value they agree. */
static double gap(double a, double b)
{
    if (isfinite(a) && isfinite(b)) return fabs(a - b);
    return isfinite(a) == isfinite(b) ? 0 : INFINITY;
}

static void note_size(struct distance *d, double a)
{
    if (isfinite(a)) d->size = fmax(d->size, fabs(a));
}

/* The integral over [u, v], on which both are one polynomial. least: the smallest gap so far. */
static double piece(struct distance *d, const struct cursor *a, const struct cursor *b, double u,
                    double v, double *least)
{
    static const double at[3] = {-0.7745966692414834, 0, 0.7745966692414834};
    static const double weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    double half = 0.5 * (v - u), sum = 0;
    note_size(d, cursor_value(a, u));
    note_size(d, cursor_value(a, v));
    for (int k = 0; k < 3; k++) {
        double t = u + half + half * at[k], g = gap(cursor_value(a, t), cursor_value(b, t));
        sum += weight[k] * g;
        *least = fmin(*least, g);
    }
    return 2 * half * sum;
}

struct distance estimate_distance(const saltus_traj *ta, const saltus_traj *tb, int32_t var,
                                  double t0, double t1, int parts)
{
    struct distance d = {.size = 0};
    struct cursor a = cursor_new(ta, var), b = cursor_new(tb, var);
    double u = t0, tail = t1 - (t1 - t0) / 400, least = INFINITY;
    for (int k = 0; k < parts; k++) {
        double begin = u, end = k + 1 < parts ? t0 + (t1 - t0) * (k + 1) / parts : t1, sum = 0;
        while (u < end) {
            cursor_move(&a, u);
            cursor_move(&b, u);
            double v = fmin(u < tail ? fmin(end, tail) : end, fmin(a.until, b.until));
            if (u == tail) least = INFINITY;
            sum += piece(&d, &a, &b, u, v, &least);
            u = v;
        }
        if (end > begin && sum / (end - begin) > d.worst) d.worst = sum / (end - begin), d.part = k;
    }
    if (t1 > tail && least > d.worst && least < INFINITY) d.worst = least, d.part = parts - 1;
    return d;
}
