/* SPDX-License-Identifier: MIT */
/* part_judge.c - does a guard cross within a step, if all that is known is a cubic and how far the guard
 * may be from it? */
#include "engine/qss/part_trial.h"

/* Where a cubic that falls all the way crosses 0, by Newton's method inside of what is known. */
static double falling_root(const struct part_piece *c)
{
    double p = c->b[0], d = 3 * (c->b[1] - p), c2 = 3 * (c->b[2] - 2 * c->b[1] + p);
    double c3 = c->b[3] - 3 * (c->b[2] - c->b[1]) - p, low = 0, high = 1, u = p / (p - c->b[3]);
    for (int k = 0; k < 60; k++) {
        double z = p + u * (d + u * (c2 + u * c3)), next = u - z / (d + u * (2 * c2 + 3 * u * c3));
        if (z > 0)
            low = u;
        else
            high = u;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (fabs(next - u) <= 1e-9 * u) return c->u + c->width * next;
        u = next;
    }
    return c->u + c->width * u;
}

/* Halves, by the algorithm of de Casteljau. */
static void halve(const struct part_piece *c, struct part_piece *left, struct part_piece *right)
{
    double m0 = 0.5 * (c->b[0] + c->b[1]), m1 = 0.5 * (c->b[1] + c->b[2]);
    double m2 = 0.5 * (c->b[2] + c->b[3]), n0 = 0.5 * (m0 + m1), n1 = 0.5 * (m1 + m2);
    double middle = 0.5 * (n0 + n1), width = 0.5 * c->width;
    *left = (struct part_piece){{c->b[0], m0, n0, middle}, c->u, width};
    *right = (struct part_piece){{middle, n1, m2, c->b[3]}, c->u + width, width};
}

/* (2), (3) of part_plan.c. E is that of the whole step; what is left of the row rises by no more than 8 E. A piece that cannot
 * be decided is halved; if that does not help, the step is too long, or, where E is nothing, the
 * guard only touches its zero. root: of H, and by how much z may cross sooner or later. */
enum part_verdict part_judge(const struct part_piece *c, double E, int depth, double *root)
{
    double steep = 8 * E * c->width;
    double d0 = 3 * (c->b[1] - c->b[0]), d1 = 3 * (c->b[2] - c->b[1]), d2 = 3 * (c->b[3] - c->b[2]);
    struct part_piece left, right;
    enum part_verdict v;
    if (c->b[0] > E && c->b[1] > E && c->b[2] > E && c->b[3] > E) return PART_SAFE;
    if (d0 > steep && d1 > steep && d2 > steep && c->b[0] >= (c->u > 0 ? E : 0)) return PART_SAFE;
    if (d0 < -steep && d1 < -steep && d2 < -steep) {
        if (c->b[3] > E) return PART_SAFE;
        if (c->b[3] < -E) {
            root[0] = falling_root(c);
            root[1] = 0.125 * steep / fmin(-d0, fmin(-d1, -d2));
            return root[1] <= part_near ? PART_MEETS : PART_FINER;
        }
        if (E > 0) return PART_FINER;
    }
    if (depth == 0) return E > 0 || c->b[3] < 0 ? PART_FINER : PART_SAFE;
    halve(c, &left, &right);
    v = part_judge(&left, E, depth - 1, root);
    return v == PART_SAFE ? part_judge(&right, E, depth - 1, root) : v;
}
