/* SPDX-License-Identifier: MIT */
/* part_trial.h - what the files that plan a part share: a step that is being tried. */
#ifndef QSS_PART_TRIAL_H
#define QSS_PART_TRIAL_H

#include "engine/qss/part.h"
#include <float.h>
#include <math.h>

enum { PART_SAME = 8 }; /* digits of the time that do not tell instants apart */

struct trial {
    struct sim *s;
    struct part *p;
    struct flow *flow;
    double *z, *d; /* of each guard at the beginning: value, slope                                */
    int level, skip; /* skip: levels below this one that will not do, either                     */
    double h;
    double until;  /* of a step that ends with the next event: its instant; else infinity         */
    bool fresh;    /* some guard is at its zero                                                  */
    bool rough;    /* only (4) was asked: y1 and v1 are not known                                */
    double *root;  /* u of the crossing of each guard by H, or infinity                          */
    double *doubt; /* and how much later or sooner it may be                                     */
    int32_t first; /* the guard that crosses first, for MEETS                                   */
};

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

static inline double part_side(const struct trial *a, int32_t k)
{
    return a->s->watch[qss_of(a->s)->parts->guard[a->p->first_guard + k]].sign;
}

/* part_plan.c */
void part_put_guards(struct trial *a, double end);
void part_put_step(struct trial *a, double end);
double part_worth(const struct trial *a); /* how long a step is worth looking for; 0: not known   */

/* part_form.c: one state, or two in closed form, of which no curve is shown; false: not this one. */
bool part_plan_form(struct trial *a);

#endif
