/* SPDX-License-Identifier: MIT */
/* signal.c - polynomials of formulas; see signal.h. */
#include "out/measure/signal.h"

#include "num/poly.h"
#include "num/roots.h"

#include <math.h>
#include <string.h>

/* ---- One piece ------------------------------------------------------------------------------- */

double signal_at(const struct signal_piece *p, double u)
{
    return poly_value(p->c, p->n, u);
}

static void rescale(struct signal_piece *p, double factor)
{
    double power = 1;
    for (int k = 1; k <= p->n; k++) p->c[k] *= power *= factor;
}

struct signal_piece signal_part(const struct signal_piece *p, double a, double b)
{
    struct signal_piece part = *p;
    if (a == p->a && b == p->a + p->h) return part;
    poly_shift(part.c, part.n, (a - p->a) / p->h);
    rescale(&part, (b - a) / p->h);
    part.a = a;
    part.h = b - a;
    return part;
}

int signal_crossings(const struct signal_piece *p, double level, double *u)
{
    double c[SIGNAL_ORDER + 1];
    memcpy(c, p->c, ((size_t)p->n + 1) * sizeof *c);
    c[0] -= level;
    for (int k = 0; k <= p->n; k++)
        if (!isfinite(c[k])) return 0;
    return bernstein_crossings(c, p->n, u, SIGNAL_ORDER);
}

void signal_range(const struct signal_piece *p, double *lo, double *hi)
{
    double slope[SIGNAL_ORDER + 1], root[ROOTS_MAX_DEGREE + 1], v = signal_at(p, 1);
    int n = p->n;
    while (n > 0 && p->c[n] == 0) n--;
    *lo = fmin(p->c[0], v);
    *hi = fmax(p->c[0], v);
    for (int k = 0; k <= n; k++)
        if (!isfinite(p->c[k])) *lo = *hi = NAN;
    if (n < 2 || isnan(*lo)) return;
    if (n - 1 > ROOTS_MAX_DEGREE) {
        bernstein_range(p->c, n, lo, hi);
        return;
    }
    for (int k = 1; k <= n; k++) slope[k - 1] = k * p->c[k];
    int found = roots_all(slope, n - 1, 1, root);
    for (int k = 0; k < found; k++) {
        v = poly_value(p->c, n, root[k]);
        *lo = fmin(*lo, v);
        *hi = fmax(*hi, v);
    }
}

/* ---- A formula ------------------------------------------------------------------------------- */

static void load(const struct signal_variable *v, double a, double h, struct signal_piece *p)
{
    p->n = v->order < 0 ? 0 : v->order;
    if (v->order < 0) {
        p->c[0] = NAN;
        return;
    }
    memcpy(p->c, v->poly, ((size_t)p->n + 1) * sizeof *p->c);
    if (a != v->t) poly_shift(p->c, p->n, a - v->t);
    rescale(p, h);
}

static void add(struct signal_piece *p, const struct signal_piece *q, double sign)
{
    for (int k = p->n + 1; k <= q->n; k++) p->c[k] = 0;
    if (q->n > p->n) p->n = q->n;
    for (int k = 0; k <= q->n; k++) p->c[k] += sign * q->c[k];
}

static void multiply(struct signal_piece *p, const struct signal_piece *q)
{
    double c[SIGNAL_ORDER + 1] = {0};
    int n = p->n + q->n; /* the reader has counted factors */
    for (int i = 0; i <= p->n; i++)
        for (int j = 0; j <= q->n; j++) c[i + j] += p->c[i] * q->c[j];
    memcpy(p->c, c, ((size_t)n + 1) * sizeof *c);
    p->n = n;
}

static void divide(struct signal_piece *p, const struct signal_piece *q)
{
    double by = q->c[0];
    for (int k = 1; k <= q->n; k++)
        if (q->c[k] != 0) by = NAN;
    for (int k = 0; k <= p->n; k++) p->c[k] /= by;
}

/* False: it changes its sign inside; *cut is where, in u. cut NULL: the sign in the middle counts. */
static bool absolute(struct signal_piece *p, double *cut)
{
    double u[SIGNAL_ORDER];
    if (cut && signal_crossings(p, 0, u) > 0 && u[0] > 1e-12 && u[0] < 1 - 1e-12) {
        *cut = u[0];
        return false;
    }
    if (signal_at(p, 0.5) < 0)
        for (int k = 0; k <= p->n; k++) p->c[k] = -p->c[k];
    return true;
}

/* The polynomial over a..a + h; false: it has to be divided at *cut. */
static bool evaluate(const struct signal *s, const struct signal_variable *v, double a, double h,
                     struct signal_piece *out, double *cut)
{
    struct signal_piece stack[SIGNAL_DEPTH];
    int top = -1;
    for (int i = 0; i < s->n; i++) {
        const struct signal_operation *o = &s->at[i];
        if (o->code <= SIGNAL_TIME) stack[++top] = (struct signal_piece){.n = 0};
        struct signal_piece *p = &stack[top];
        switch (o->code) {
        case SIGNAL_NUMBER: p->c[0] = o->number; break;
        case SIGNAL_VARIABLE: load(&v[o->index], a, h, p); break;
        case SIGNAL_TIME: p->n = 1, p->c[0] = a, p->c[1] = h; break;
        case SIGNAL_ADD: add(&stack[--top], p, 1); break;
        case SIGNAL_SUBTRACT: add(&stack[--top], p, -1); break;
        case SIGNAL_MULTIPLY: multiply(&stack[--top], p); break;
        case SIGNAL_DIVIDE: divide(&stack[--top], p); break;
        case SIGNAL_NEGATE:
            for (int k = 0; k <= p->n; k++) p->c[k] = -p->c[k];
            break;
        case SIGNAL_ABS:
            if (!absolute(p, cut)) return false;
            break;
        }
    }
    *out = stack[0];
    out->a = a;
    out->h = h;
    return true;
}

void signal_along(const struct signal *s, const struct signal_variable *v, double a, double b,
                  signal_fn *fn, void *user)
{
    while (b > a) {
        struct signal_piece p;
        double end = b, cut;
        while (!evaluate(s, v, a, end - a, &p, &cut)) {
            double middle = a + cut * (end - a);
            if (!(middle > a && middle < end)) { /* as short as can be */
                evaluate(s, v, a, end - a, &p, NULL);
                break;
            }
            end = middle;
        }
        fn(user, &p);
        a = end;
    }
}

double signal_value(const struct signal *s, const struct signal_variable *v, double t)
{
    struct signal_piece p;
    evaluate(s, v, t, 0, &p, NULL);
    return p.c[0];
}
