/* SPDX-License-Identifier: MIT */
/* hermite.c - a step of a one-step method as a polynomial between its ends.
 *
 * Dormand-Prince: the quintic that has x, x' and x'' at both ends; the model gives x'' = df/dt + J
 * f exactly, and is asked only if someone looks inside the step, or a crossing is near. For stiff
 * models this would not do: there an error of the tolerance in x is multiplied by J twice.
 *
 * ESDIRK methods: the cubic with x and x' at both ends, x' as the last stage has it. A stiff state
 * may be far from where it will be at once, after an event; and one that has come there is known to
 * the tolerance, which its x' multiplies by J. The slopes tell nothing about the step then. It
 * shows in how far the trapezoidal rule is off,
 *     |h (x0' + x1')/2 - (x1 - x0)| > h max(|x0'|, |x1'|)/4 + tolerance,                        (2)
 * and, since that may also be the shape of the solution, in f on the cubic in the middle of the
 * step:
 *     |f - x'| > max(|x0'|, |x1'|)/2.                                                          (3)
 * Such a state gets slopes between 0 and three times (x1 - x0)/h, with which the cubic is monotone.
 * If there are guards, a first step of this kind is made again, in shorter ones (stepper.c).
 *
 * With s = (t - t0)/h, and the basis functions B of the table below,
 *     x(s) = x0 + B0 (x1 - x0) + h (B1 x0' + B2 x1') + h^2 (B3 x0'' + B4 x1'').              (1) */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/hermite.h"
#include "num/poly.h"
#include <math.h>
#include <string.h>

enum { TERMS = 6 };

struct end {
    double t;
    double *x, *f, *g; /* g: x'', if `second`; of a cubic: the slope that it gets */
    bool second;
};

struct hermite {
    struct end a, b;
    bool quintic;
    bool rough;   /* (2) holds for some state */
    double *room; /* of all six */
};

static const double cubic[3][TERMS] = {
    {0, 0, 3, -2, 0, 0}, {0, 1, -2, 1, 0, 0}, {0, 0, -1, 1, 0, 0}};
static const double quintic[5][TERMS] = {{0, 0, 0, 10, -15, 6},
                                         {0, 1, 0, -6, 8, -3},
                                         {0, 0, 0, -4, 7, -3},
                                         {0, 0, 0.5, -1.5, 1.5, -0.5},
                                         {0, 0, 0, 0.5, -1, 0.5}};

bool hermite_open(struct classic *c, bool with_second)
{
    struct engine_host *run = c->base.run;
    int32_t n = run->n;
    struct hermite *m = c->hermite = run->call->room(run, 1, sizeof *m);
    if (*run->status < 0) return false;
    m->room = run->call->room(run, n, 6 * sizeof(double));
    if (*run->status < 0) return false;
    m->quintic = with_second;
    double **each[] = {&m->a.x, &m->a.f, &m->a.g, &m->b.x, &m->b.f, &m->b.g};
    for (size_t k = 0; k < 6; k++) *each[k] = m->room + k * (size_t)n;
    return true;
}

void hermite_close(struct classic *c)
{
    if (c->hermite) c->base.run->call->give_back(c->base.run, c->hermite->room);
    c->base.run->call->give_back(c->base.run, c->hermite);
    c->hermite = NULL;
}

static void set(struct classic *c, struct end *e, double t, const double *x, const double *f)
{
    size_t bytes = (size_t)c->base.run->n * sizeof(double);
    e->t = t;
    e->second = false;
    memcpy(e->x, x, bytes);
    memcpy(e->f, f, bytes);
}

void hermite_begin(struct classic *c, double t, const double *x, const double *f)
{
    set(c, &c->hermite->b, t, x, f);
    c->hermite->a.t = t;
}

static double between(double v, double d)
{
    return d > 0 ? fmin(fmax(v, 0), 3 * d) : fmax(fmin(v, 0), 3 * d);
}

static bool suspect(const struct classic *c, int32_t i) /* (2) */
{
    const struct end *a = &c->hermite->a, *b = &c->hermite->b;
    double h = b->t - a->t, d = b->x[i] - a->x[i], u = h * a->f[i], v = h * b->f[i];
    double allowed = fmax(fabs(u), fabs(v)) / 4 + whole_tolerance(c->base.run, i, b->x[i]);
    return !(fabs((u + v) / 2 - d) <= allowed);
}

/* f on the cubic in the middle; NULL: it cannot be had. */
static const double *middle(struct classic *c)
{
    const struct end *a = &c->hermite->a, *b = &c->hermite->b;
    double h = b->t - a->t, *x = c->base.end, *f = c->base.run->room_f;
    for (int32_t i = 0; i < c->base.run->n; i++)
        x[i] = (a->x[i] + b->x[i]) / 2 + h * (a->f[i] - b->f[i]) / 8;
    return c->base.run->call->derivatives(c->base.run, a->t + h / 2, x, f) == WHOLE_OK ? f : NULL;
}

static bool wrong(const struct classic *c, int32_t i, const double *f) /* (3) */
{
    const struct end *a = &c->hermite->a, *b = &c->hermite->b;
    double slope = 1.5 * (b->x[i] - a->x[i]) / (b->t - a->t) - (a->f[i] + b->f[i]) / 4;
    return !f || !(fabs(f[i] - slope) <= fmax(fabs(a->f[i]), fabs(b->f[i])) / 2);
}

static void choose_slopes(struct classic *c)
{
    const struct end *a = &c->hermite->a, *b = &c->hermite->b;
    size_t bytes = (size_t)c->base.run->n * sizeof(double);
    double h = b->t - a->t;
    const double *f = NULL;
    bool asked = false;
    memcpy(a->g, a->f, bytes);
    memcpy(b->g, b->f, bytes);
    c->hermite->rough = false;
    for (int32_t i = 0; i < c->base.run->n; i++) {
        double d = b->x[i] - a->x[i];
        if (!suspect(c, i)) continue;
        if (!asked) f = middle(c);
        asked = true;
        if (!wrong(c, i, f)) continue;
        c->hermite->rough = true;
        a->g[i] = between(h * a->f[i], d) / h;
        b->g[i] = between(h * b->f[i], d) / h;
    }
}

void hermite_end(struct classic *c, double t, const double *x, const double *f)
{
    struct hermite *m = c->hermite;
    struct end keep = m->a;
    m->a = m->b;
    m->b = keep;
    set(c, &m->b, t, x, f);
    if (!m->quintic) choose_slopes(c);
}

/* x'' at both ends; false: it cannot be had. */
static bool seconds(struct classic *c)
{
    struct end *ends[] = {&c->hermite->a, &c->hermite->b};
    for (int k = 0; k < 2; k++) {
        struct end *e = ends[k];
        if (!e->second)
            e->second = c->base.run->call->second(c->base.run, e->t, e->x, e->f, e->g) == WHOLE_OK;
        if (!e->second) return false;
    }
    return true;
}

bool hermite_rough(struct stepper *p)
{
    const struct classic *c = classic_of(p);
    return c->hermite && c->hermite->rough;
}

int hermite_degree(struct stepper *p)
{
    struct classic *c = classic_of(p);
    return c->hermite->quintic && seconds(c) ? 5 : 3;
}

/* The k-th derivative of sum c[m] s^m. */
static double basis(const double *c, int k, double s)
{
    double v = 0;
    for (int m = TERMS - 1; m >= k; m--) {
        double w = c[m];
        for (int j = 0; j < k; j++) w *= m - j;
        v = v * s + w;
    }
    return v;
}

/* (1), for the k-th derivative at some instant: what the ends of state i are multiplied by. */
struct weights {
    double v[5], h;
    bool value; /* k == 0 */
    int degree;
};

static struct weights weights_at(const struct hermite *m, int degree, double t, int k)
{
    const double(*table)[TERMS] = degree == 5 ? quintic : cubic;
    struct weights w = {.h = m->b.t - m->a.t, .value = k == 0, .degree = degree};
    double s = (t - m->a.t) / w.h, scale = k == 0 ? 1 : k == 1 ? 1 / w.h : pow(w.h, -k);
    for (int j = 0; j < degree; j++) w.v[j] = scale * basis(table[j], k, s);
    return w;
}

static inline double weigh(const struct hermite *m, const struct weights *w, int32_t i)
{
    const struct end *a = &m->a, *b = &m->b;
    const double *f0 = m->quintic ? a->f : a->g, *f1 = m->quintic ? b->f : b->g;
    double x = (w->value ? a->x[i] : 0) + w->v[0] * (b->x[i] - a->x[i]) +
               w->h * (w->v[1] * f0[i] + w->v[2] * f1[i]);
    if (w->degree == 5) x += w->h * w->h * (w->v[3] * a->g[i] + w->v[4] * b->g[i]);
    return x;
}

/* The end of the step that t is; NULL: it lies between. */
static const struct end *end_at(const struct hermite *m, double t)
{
    return t == m->b.t ? &m->b : t == m->a.t ? &m->a : NULL;
}

void hermite_some(struct stepper *p, double t, const int32_t *list, int32_t count, double *x,
                  double *f)
{
    struct classic *c = classic_of(p);
    const struct hermite *m = c->hermite;
    const struct end *e = end_at(m, t);
    int degree = e ? 0 : hermite_degree(&c->base);
    struct weights w = {0}, slope = {0};
    if (!e) w = weights_at(m, degree, t, 0), slope = weights_at(m, degree, t, 1);
    for (int32_t j = 0; j < count; j++) {
        int32_t i = list ? list[j] : j;
        x[i] = e ? e->x[i] : weigh(m, &w, i);
        f[i] = !e ? weigh(m, &slope, i) : m->quintic ? e->f[i] : e->g[i];
    }
}

void hermite_at(struct stepper *p, double t, int k, double *out)
{
    struct classic *c = classic_of(p);
    const struct hermite *m = c->hermite;
    const struct end *e = end_at(m, t);
    struct weights w;
    if (e && k < 2) {
        memcpy(out, k == 0 ? e->x : m->quintic ? e->f : e->g, (size_t)c->base.run->n * sizeof *out);
        return;
    }
    w = weights_at(m, hermite_degree(&c->base), t, k);
    for (int32_t i = 0; i < c->base.run->n; i++) out[i] = weigh(m, &w, i);
}

int hermite_series(struct stepper *p, int32_t i, double t, double *out)
{
    struct classic *c = classic_of(p);
    const struct hermite *m = c->hermite;
    const struct end *a = &m->a, *b = &m->b;
    int degree = hermite_degree(&c->base);
    const double(*table)[TERMS] = degree == 5 ? quintic : cubic;
    double h = b->t - a->t, power = 1;
    double by[] = {b->x[i] - a->x[i], h * (m->quintic ? a->f : a->g)[i],
                   h * (m->quintic ? b->f : b->g)[i], h * h * a->g[i], h * h * b->g[i]};
    for (int k = 0; k <= degree; k++, power /= h) {
        out[k] = k == 0 ? a->x[i] : 0;
        for (int j = 0; j < degree; j++) out[k] += power * table[j][k] * by[j];
    }
    if (t != a->t) poly_shift(out, degree, t - a->t);
    return degree;
}
#endif
