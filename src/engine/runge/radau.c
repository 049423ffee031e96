/* SPDX-License-Identifier: MIT */
/* radau.c - Radau IIA of three stages, order 5, L-stable; derivation: docs/math/radau5.md
 *
 * The states at the places c1, c2, 1 of a step are x + z_1, x + z_2, x + z_3 with
 *     z = h (A (x) I) f(x + z).                                                              (1)
 * A^-1 has one real and two complex eigenvalues, gamma and alpha +- i beta. In the basis w = T^-1 z
 * Newton's method solves, with J kept,
 *     (gamma/h - J) dw_1 = r_1,      ((alpha + i beta)/h - J) (dw_2 + i dw_3) = r_2 + i r_3.    (2)
 * It ends when what is left, estimated by its rate theta,
 *     theta/(1 - theta) |dw|,                                                                (3)
 * is a small part of the tolerance. The error of the step is estimated by an embedded formula of
 * order 3, filtered by the real matrix,
 *     err = (gamma/h - J)^-1 (f(t, x) + (e_1 z_1 + e_2 z_2 + e_3 z_3)/h),                     (4)
 * and by the same with f(t, x + err) in the first step and after a rejection. The next step is
 * h 0.9 err^(-1/4), corrected by how err has changed since the step before (Gustafsson):
 *     h_new = 0.9 h err^(-1/4)  (h/h_old) (err_old/err)^(1/4)   if that is shorter.           (5)
 * The cubic through x and the three stages is the dense output, and predicts the next stages. All
 * of this is Hairer and Wanner's [hw96, IV.8]; the norm is the largest error of a state in its tolerance. */
#include "engine/runge/radau.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TURNS = 7, TRIES = 60 };

static const double C1 = 0.15505102572168219018, C2 = 0.64494897427831780982;
static const double GAMMA = 3.6378342527444957322, ALPHA = 2.6810828736277521339,
                    BETA = 3.0504301992474105694;
static const double E1 = -10.048809399827415944, E2 = 1.3821427331607488960, E3 = -1. / 3;
static const double T11 = 9.1232394870892942792e-2, T12 = -0.14125529502095420843,
                    T13 = -3.0029194105147424492e-2, T21 = 0.24171793270710701896,
                    T22 = 0.20412935229379993199, T23 = 0.38294211275726193779,
                    T31 = 0.96604818261509293619;
static const double I11 = 4.3255798900631553510, I12 = 0.33919925181580986954,
                    I13 = 0.54177053993587487119, I21 = -4.1787185915519047273,
                    I22 = -0.32768282076106238708, I23 = 0.47662355450055045196,
                    I31 = -0.50287263494578687595, I32 = 2.5719269498556054292,
                    I33 = -0.59603920482822492497;

/* What is left of Newton's method and how much slower J may make it before it is asked again; h is
 * kept, and the factors with it, where it would grow by less. */
static const double closely = 0.02, lazily = 1e-3, about = 1.2;

struct radau {
    struct stepper base; /* first */
    struct radau_matrix matrix;
    struct runge_path path;
    double *z[3], *w[3]; /* n: (1), (2)                                              */
    double *stage, *f, *err, *allowed, *pair; /* n: room; pair: 2 n                   */
    double h;                /* the step to try next                                     */
    double last_h, last_err; /* of the last step that was accepted                       */
    double theta, rest;      /* (3): rate, and theta/(1 - theta)                         */
    double factored;         /* h of the factors; 0: there are none                      */
    bool fresh;              /* J was asked at this point                                */
    bool known;              /* ... at all                                               */
    bool started;            /* a step has been accepted since the beginning             */
    bool rejected;           /* the last try                                             */
    bool bent;               /* x' of the cubic at the beginning is far from f           */
    long rejections, turns;
    double work, each; /* multiplications with matrices: so far, of a solution                */
};

static struct radau *radau_of(struct stepper *p)
{
    return (struct radau *)(void *)p;
}

/* ---- Newton's method ------------------------------------------------------------------------- */

static bool ask(struct radau *r, double t, const double *x, double *f)
{
    struct engine_host *run = r->base.run;
    enum whole_answer answer = run->call->derivatives(run, t, x, f);
    if (answer != WHOLE_OK) r->base.trouble = answer;
    return answer == WHOLE_OK;
}

static bool matrices(struct radau *r, double t)
{
    struct engine_host *run = r->base.run;
    double h = r->h;
    if (!r->known) {
        enum whole_answer answer = run->call->jacobian(run, t, r->base.y, r->matrix.entry);
        if (answer != WHOLE_OK) {
            r->base.trouble = answer;
            return false;
        }
        r->known = r->fresh = true;
        r->factored = 0;
    }
    if (r->factored == h) return true;
    r->factored = 0;
    r->work += radau_matrix_work(&r->matrix, true);
    if (!radau_matrix_factor(run, &r->matrix, GAMMA / h, ALPHA / h, BETA / h)) return false;
    r->factored = h;
    return true;
}

/* Stages from the cubic of the last step, or 0. */
static void predict(struct radau *r)
{
    int32_t n = r->path.n;
    const double place[] = {C1, C2, 1};
    for (int k = 0; k < 3; k++) {
        double s = place[k] * r->h / r->path.h;
        for (int32_t i = 0; i < n; i++)
            r->z[k][i] = !r->started
                             ? 0
                             : s * (r->path.c[1][i] + s * (r->path.c[2][i] + s * r->path.c[3][i]));
    }
    for (int32_t i = 0; i < n; i++) {
        double a = r->z[0][i], b = r->z[1][i], c = r->z[2][i];
        r->w[0][i] = I11 * a + I12 * b + I13 * c;
        r->w[1][i] = I21 * a + I22 * b + I23 * c;
        r->w[2][i] = I31 * a + I32 * b + I33 * c;
    }
}

/* f at the stages, in place of z; false: it cannot be had. */
static bool ask_stages(struct radau *r, double t)
{
    const double place[] = {C1, C2, 1};
    for (int k = 0; k < 3; k++) {
        for (int32_t i = 0; i < r->path.n; i++) r->stage[i] = r->base.y[i] + r->z[k][i];
        if (!ask(r, t + place[k] * r->h, r->stage, r->z[k])) return false;
    }
    return true;
}

/* (2): w is corrected, z follows; the correction, in tolerances. */
static double correct(struct radau *r)
{
    int32_t n = r->path.n;
    double h = r->h, g = GAMMA / h, a = ALPHA / h, b = BETA / h, norm = 0;
    double *w1 = r->w[0], *w2 = r->w[1], *w3 = r->w[2], *d = r->err, *p = r->pair;
    for (int32_t i = 0; i < n; i++) {
        double f1 = r->z[0][i], f2 = r->z[1][i], f3 = r->z[2][i];
        d[i] = I11 * f1 + I12 * f2 + I13 * f3 - g * w1[i];
        p[2 * i] = I21 * f1 + I22 * f2 + I23 * f3 - (a * w2[i] - b * w3[i]);
        p[2 * i + 1] = I31 * f1 + I32 * f2 + I33 * f3 - (a * w3[i] + b * w2[i]);
    }
    radau_solve_real(&r->matrix, d);
    radau_solve_complex(&r->matrix, p);
    for (int32_t i = 0; i < n; i++) {
        double s = (d[i] * d[i] + p[2 * i] * p[2 * i] + p[2 * i + 1] * p[2 * i + 1]) /
                   (3 * r->allowed[i] * r->allowed[i]);
        if (!(s <= norm)) norm = s;
        w1[i] += d[i];
        w2[i] += p[2 * i];
        w3[i] += p[2 * i + 1];
        r->z[0][i] = T11 * w1[i] + T12 * w2[i] + T13 * w3[i];
        r->z[1][i] = T21 * w1[i] + T22 * w2[i] + T23 * w3[i];
        r->z[2][i] = T31 * w1[i] + w2[i];
    }
    return sqrt(norm);
}

/* z of (1). False: it does not converge, or f cannot be had; *shorter is what h is to be multiplied
 * by. */
static bool solve(struct radau *r, double t, int *turns, double *shorter)
{
    double before = 0, rate_before = 0;
    bool exact = r->matrix.j.constant;
    *shorter = 0.5;
    r->rest = pow(fmax(r->rest, DBL_EPSILON), 0.8);
    predict(r);
    for (*turns = 1; *turns <= TURNS; ++*turns) {
        double norm;
        if (!ask_stages(r, t)) {
            *shorter = 0.25;
            return false;
        }
        norm = correct(r);
        r->turns++;
        r->work += r->each;
        if (!isfinite(norm)) return false;
        if (exact) {
            r->theta = 0;
            return true;
        }
        if (*turns > 1) {
            double rate = norm / before, left;
            r->theta = *turns == 2 ? rate : sqrt(rate * rate_before);
            rate_before = rate;
            if (!(r->theta < 0.99)) return false;
            r->rest = r->theta / (1 - r->theta);
            left = r->rest * norm * pow(r->theta, TURNS - 1 - *turns) / closely;
            if (*turns < TURNS && left >= 1) {
                *shorter = 0.8 * pow(fmax(1e-4, fmin(20, left)), -1.0 / (4 + TURNS - 1 - *turns));
                return false;
            }
        }
        before = fmax(norm, DBL_EPSILON);
        if (r->rest * norm <= closely) return true;
    }
    return false;
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* (4), in tolerances. */
static double estimate(struct radau *r, double t)
{
    int32_t n = r->path.n;
    double *e = r->err, h = r->h, norm;
    for (int32_t i = 0; i < n; i++) {
        r->f[i] = (E1 * r->z[0][i] + E2 * r->z[1][i] + E3 * r->z[2][i]) / h;
        e[i] = r->f[i] + r->base.yp[i];
    }
    radau_solve_real(&r->matrix, e);
    norm = runge_norm(e, r->allowed, n);
    if (norm >= 1 && (!r->started || r->rejected)) {
        for (int32_t i = 0; i < n; i++) r->stage[i] = r->base.y[i] + e[i];
        if (!ask(r, t, r->stage, e)) return norm;
        for (int32_t i = 0; i < n; i++) e[i] += r->f[i];
        radau_solve_real(&r->matrix, e);
        norm = runge_norm(e, r->allowed, n);
    }
    return isfinite(norm) ? fmax(norm, 1e-10) : 1e10;
}

/* The cubic through the beginning and the stages, about the end of the step. */
static void keep_path(struct radau *r, double end)
{
    const double a = C2 - 1, b = C1 - 1, ab = C1 - C2;
    struct runge_path *p = &r->path;
    double far = 0;
    p->at = end;
    p->h = r->h;
    for (int32_t i = 0; i < p->n; i++) {
        double z1 = r->z[0][i], z2 = r->z[1][i], z3 = r->z[2][i];
        double k1 = (z2 - z3) / a, m = (z1 - z2) / ab, k2 = (m - k1) / b;
        double k3 = k2 - (m - z1 / C1) / C2;
        p->c[0][i] = r->base.y[i] + z3;
        p->c[1][i] = k1 - a * k2 + a * b * k3;
        p->c[2][i] = k2 - (a + b) * k3;
        p->c[3][i] = k3;
        if (!r->started) {
            double slope = p->c[1][i] - 2 * p->c[2][i] + 3 * k3, f = r->h * r->base.yp[i];
            far = fmax(far, (fabs(slope - f) - 0.25 * fmax(fabs(f), fabs(slope))) / r->allowed[i]);
        }
    }
    r->bent = far > 1;
}

/* The next step after one with this error, which took so many turns. */
static double next_step(struct radau *r, double err, int turns, bool accepted)
{
    double safe = fmin(0.9, 0.9 * (1 + 2 * TURNS) / (turns + 2.0 * TURNS));
    double by = fmin(fmax(pow(err, 0.25) / safe, 0.125), 5);
    if (accepted && r->last_err > 0) {
        double trend = r->last_h / r->h * pow(err * err / r->last_err, 0.25) / 0.9;
        by = fmax(by, fmin(fmax(trend, 0.125), 5));
    }
    return r->h / by;
}

/* The step has been accepted; false: f at its end cannot be had. */
static bool accept(struct radau *r, double end, double wanted, double err, int turns)
{
    struct engine_host *run = r->base.run;
    double h = r->h, next = next_step(r, err, turns, true);
    for (int32_t i = 0; i < r->path.n; i++) r->stage[i] = r->base.y[i] + r->z[2][i];
    if (!ask(r, end, r->stage, r->f)) return false;
    keep_path(r, end);
    memcpy(r->base.y, r->path.c[0], (size_t)run->n * sizeof(double));
    memcpy(r->base.yp, r->f, (size_t)run->n * sizeof(double));
    r->last_h = h;
    r->last_err = fmax(0.01, err);
    if (r->rejected) next = fmin(next, h);
    if (h < wanted && !r->rejected) next = fmax(next, wanted);
    if (run->max_step > 0) next = fmin(next, run->max_step);
    r->started = true;
    r->rejected = false;
    r->fresh = false;
    r->base.reached = end;
    if (!r->matrix.j.constant && r->theta > lazily) r->known = false;
    if (r->known && next >= h && next <= about * h) next = h;
    r->h = next;
    return true;
}

/* Shorter by a factor. False: too short for the clock. */
static bool reject(struct radau *r, double t, double by)
{
    r->rejections++;
    r->rejected = true;
    if (!r->fresh && !r->matrix.j.constant) r->known = false;
    r->h *= by;
    return t + C1 * r->h > t;
}

static int radau_step(struct stepper *p, double limit)
{
    struct radau *r = radau_of(p);
    double t = p->reached, wanted = r->h;
    runge_allowed(p->run, p->y, r->allowed);
    for (int tries = 0; tries < TRIES && *p->run->status >= 0; tries++) {
        double shorter, err, end;
        int turns;
        r->h = runge_fit(t, r->h, limit);
        end = limit - t <= r->h ? limit : t + r->h;
        if (!matrices(r, t)) {
            if (p->trouble != WHOLE_OK) break;
            if (!reject(r, t, 0.5)) break;
            continue;
        }
        if (!solve(r, t, &turns, &shorter)) {
            if (!reject(r, t, shorter)) break;
            continue;
        }
        err = estimate(r, t);
        if (err < 1 && accept(r, end, wanted, err, turns)) return 0;
        if (!reject(r, t,
                    err < 1       ? 0.25
                    : !r->started ? 0.1
                                  : next_step(r, err, turns, false) / r->h))
            break;
    }
    if (p->trouble == WHOLE_OK) snprintf(p->text, sizeof p->text, "no step is short enough");
    return -1;
}

static int radau_begin(struct stepper *p, double h)
{
    struct radau *r = radau_of(p);
    r->h = p->run->max_step > 0 ? fmin(h, p->run->max_step) : h;
    r->last_err = 0;
    r->rest = 1;
    r->started = r->rejected = r->bent = r->fresh = false;
    if (!r->matrix.j.constant) r->known = false;
    r->path.at = p->run->t;
    r->path.h = 1;
    for (int32_t i = 0; i < r->path.n; i++) {
        r->path.c[0][i] = p->y[i];
        r->path.c[1][i] = p->yp[i];
        r->path.c[2][i] = r->path.c[3][i] = 0;
    }
    p->first = false;
    return 0;
}

/* ---- What it costs, and whether it is needed --------------------------------------------------- */

const struct runge_path *radau_path(struct stepper *p)
{
    return &radau_of(p)->path;
}

double radau_work(const struct stepper *p)
{
    return ((const struct radau *)(const void *)p)->work;
}

double radau_reach(struct stepper *p)
{
    struct radau *r = radau_of(p);
    if (!r->known && !r->started) return INFINITY;
    return r->h * radau_matrix_rate(&r->matrix, r->stage, r->err);
}

/* ---- The table ------------------------------------------------------------------------------- */

static void at(struct stepper *p, double t, int k, double *out)
{
    const struct radau *r = radau_of(p);
    runge_path_at(&r->path, t, k, out);
}

static void some(struct stepper *p, double t, const int32_t *list, int32_t count, double *x,
                 double *f)
{
    runge_path_some(&radau_of(p)->path, t, list, count, x, f);
}

static int series(struct stepper *p, int32_t i, double t, double *out)
{
    return runge_path_series(&radau_of(p)->path, i, t, out);
}

static int degree(struct stepper *p)
{
    return radau_of(p)->path.degree;
}

static double next(struct stepper *p)
{
    return radau_of(p)->h;
}

static void count(struct stepper *p, long *rejected, long *iterations)
{
    *rejected = radau_of(p)->rejections;
    *iterations = radau_of(p)->turns;
}

static bool rough(struct stepper *p)
{
    return radau_of(p)->bent;
}

static void forget(struct stepper *p)
{
    radau_of(p)->known = false;
}

const struct stepper_kind radau_kind = {.begin = radau_begin,
                                        .step = radau_step,
                                        .at = at,
                                        .some = some,
                                        .series = series,
                                        .degree = degree,
                                        .next = next,
                                        .count = count,
                                        .rough = rough,
                                        .forget = forget,
                                        .one_step = true,
                                        .overshoots = true,
                                        .own_slope = true,
                                        .each = true};

struct stepper *radau_open(struct engine_host *run)
{
    struct radau *r = run->call->room(run, 1, sizeof *r);
    int32_t n = run->n;
    if (!r) return NULL;
    run->data = r;
    stepper_open(run, &r->base, &radau_kind);
    double **each[] = {&r->base.y,    &r->base.yp,   &r->z[0],      &r->z[1],
                       &r->z[2],      &r->w[0],      &r->w[1],      &r->w[2],
                       &r->stage,     &r->f,         &r->err,       &r->allowed,
                       &r->path.c[0], &r->path.c[1], &r->path.c[2], &r->path.c[3]};
    for (size_t k = 0; k < sizeof each / sizeof *each; k++)
        *each[k] = run->call->room(run, n, sizeof(double));
    r->pair = run->call->room(run, n, 2 * sizeof(double));
    r->path.n = n;
    r->path.degree = 3;
    if (*run->status >= 0 && n > 0 && radau_matrix_open(run, &r->matrix, true))
        r->each = radau_matrix_work(&r->matrix, false);
    return &r->base;
}

void radau_close(struct stepper *p)
{
    struct radau *r = radau_of(p);
    struct engine_host *run = p->run;
    void *arrays[] = {p->y,    p->yp,        r->z[0],      r->z[1],      r->z[2],     r->w[0],
                      r->w[1], r->w[2],      r->stage,     r->f,         r->err,      r->allowed,
                      r->pair, r->path.c[0], r->path.c[1], r->path.c[2], r->path.c[3]};
    radau_matrix_close(run, &r->matrix);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        run->call->give_back(run, arrays[k]);
    stepper_close(p);
    run->call->give_back(run, r);
}
