/* SPDX-License-Identifier: MIT */
/* part_trial.h - what the files that plan a part share: a step that is being tried. */
#ifndef QSS_PART_TRIAL_H
#define QSS_PART_TRIAL_H

#include "engine/qss/part.h"
#include <float.h>
#include <math.h>

enum { PART_HALVES = 5, PART_TOUCH = 24 };
enum { PART_SAME = 8 }; /* digits of the time that do not tell instants apart */

struct trial {
    struct sim *s;
    struct part *p;
    struct flow *flow;
    double *z, *d; /* of each guard at the beginning: value, slope                                */
    double *way;   /* (4) of each guard, and up to a multiple of 4                               */
    int level, skip; /* skip: levels below this one that will not do, either                     */
    double h;
    double until;  /* of a step that ends with the next event: its instant; else infinity         */
    bool fresh;    /* some guard is at its zero                                                  */
    bool rough;    /* only (4) was asked: y1 and v1 are not known                                */
    double *root;  /* u of the crossing of each guard by H, or infinity                          */
    double *doubt; /* and how much later or sooner it may be                                     */
    int32_t first; /* the guard that crosses first, for MEETS                                   */
};

/* How closely, in steps, H must tell a crossing. */
static const double part_near = 0.02;

/* What is nothing beside the terms of a row */
static const double part_nothing = 1e-13;

static inline double part_dot(const double *c, const double *x, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += c[i] * x[i];
    return sum;
}

static inline const double *part_row(const struct part *p, int32_t k)
{
    return p->now->rows + (size_t)k * (size_t)p->n;
}

static inline double part_value(const struct trial *a, int32_t k)
{
    const struct part *p = a->p;
    const double *c = part_row(p, k);
    double z = a->z[k];
    for (int32_t i = 0; i < p->n; i++) z += c[i] * (p->y1[i] - p->y[i]);
    return z;
}

/* What the time cannot tell apart. */
static inline double part_resolution(const struct trial *a, double end)
{
    return PART_SAME * DBL_EPSILON * fmax(fabs(a->p->t), fabs(end));
}

/* What rounding of the states leaves of a guard at its zero. */
static inline double part_rounding(const struct trial *a, int32_t k)
{
    const struct part *p = a->p;
    const double *c = part_row(p, k);
    double sum = 0;
    for (int32_t i = 0; i < p->n; i++) sum += fabs(c[i] * p->y[i]);
    return 2 * DBL_EPSILON * sum;
}

static inline double part_side(const struct trial *a, int32_t k)
{
    return a->s->watch[qss_of(a->s)->parts->guard[a->p->first_guard + k]].sign;
}

enum part_verdict { PART_SAFE, PART_MEETS, PART_FINER };

/* The cubic over a piece of the step, from u to u + width, by its points of control: values at the
 * ends are b[0] and b[3], slopes times width 3 (b[1] - b[0]) and 3 (b[3] - b[2]). Times the side of
 * the guard: it crosses where it becomes negative. */
struct part_piece {
    double b[4], u, width;
};

/* part_judge.c: of the cubic H and E, in so many halves; root, for PART_MEETS: of H, and by how much the
 * guard may cross sooner or later. */
enum part_verdict part_judge(const struct part_piece *c, double E, int depth, double *root);

/* part_plan.c */
void part_put_guards(struct trial *a, double end);
void part_put_step(struct trial *a, double end);
double part_worth(const struct trial *a); /* how long a step is worth looking for; 0: not known   */

/* part_meet.c: the end of the step, where the first guard crosses, as a number that the time can be; y1
 * and v1 are of it. NAN: not found. */
double part_meet(struct trial *a);
/* y1 and v1 are of `end`, where guards cross: so much later that they have crossed. */
double part_cross(struct trial *a, double end);

/* part_form.c: one state, or two in closed form, of which no curve is shown; false: not this one. */
bool part_plan_form(struct trial *a);

#endif
