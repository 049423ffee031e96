/* SPDX-License-Identifier: MIT */
/* rk5.c - the explicit method of Dormand and Prince, order 5 with an error estimate of order 4
 * [dp80], with Hairer's dense output of order 4 [hnw93, II.6]; derivation: docs/math/radau5.md
 *
 *     k_i = f(t + c_i h, x + h sum_j<i a_ij k_j),     x_1 = x + h sum b_i k_i                  (6)
 *     err = h sum (b_i - b*_i) k_i                                                           (7)
 * The last stage is f at the end of the step and serves as the first of the next one. The step
 * follows from err and the error of the step before:
 *     h_new = 0.9 h err^-0.17 err_old^0.04.                                                   (8)
 * With s = (t - t_0)/h, d = x_1 - x, b = h k_1 - d, the dense output is
 *     x + s (d + (1 - s) (b + s (d - h k_7 - b + (1 - s) h sum d_i k_i))).                     (9)
 * The last two stages, x_6 and x_7, are at the same time, so
 *     h |k_7 - k_6| / |x_7 - x_6|                                                            (10)
 * tells the fastest rate of the model times h: beyond 3.3 the method is at the end of its stability. */
#include "engine/runge/runge.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STAGES = 7, TRIES = 60, LOOK = 4 };

static const double place[STAGES] = {0, 0.2, 0.3, 0.8, 8. / 9, 1, 1};
static const double stage[STAGES][6] = {
    {0},
    {1. / 5},
    {3. / 40, 9. / 40},
    {44. / 45, -56. / 15, 32. / 9},
    {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
    {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
    {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
static const double off[STAGES] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                   -17253. / 339200, 22. / 525, -1. / 40};
static const double bend[STAGES] = {-12715105075. / 11282082432,  0,
                                    87487479700. / 32700410799,   -10690763975. / 1880347072,
                                    701980252875. / 199316789632, -1453857185. / 822651844,
                                    69997945. / 29380423};

struct rk5 {
    struct stepper base; /* first */
    struct runge_path path;
    double *k[STAGES], *x, *start, *err, *allowed;
    double h, last_err;
    double reach;        /* (10)                                                 */
    double from, length; /* of the last step                                     */
    bool drawn;          /* path is that of the last step                        */
    bool rejected;
    long rejections, accepted;
};

static struct rk5 *rk5_of(struct stepper *p)
{
    return (struct rk5 *)(void *)p;
}

static bool ask(struct rk5 *r, double t, const double *x, double *f)
{
    struct engine_host *run = r->base.run;
    enum whole_answer answer = run->call->derivatives(run, t, x, f);
    if (answer != WHOLE_OK) r->base.trouble = answer;
    return answer == WHOLE_OK;
}

/* x + h sum a_j k_j; the number of terms is known to the compiler. */
static inline __attribute__((always_inline)) void combine(struct rk5 *r, const double *a,
                                                          const int terms)
{
    int32_t n = r->path.n;
    double by[6];
    for (int j = 0; j < terms; j++) by[j] = r->h * a[j];
    for (int32_t i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < terms; j++) sum += by[j] * r->k[j][i];
        r->x[i] = r->base.y[i] + sum;
    }
}

static void stage_at(struct rk5 *r, int s)
{
    switch (s) {
    case 1: combine(r, stage[1], 1); break;
    case 2: combine(r, stage[2], 2); break;
    case 3: combine(r, stage[3], 3); break;
    case 4: combine(r, stage[4], 4); break;
    case 5: combine(r, stage[5], 5); break;
    default: combine(r, stage[6], 6);
    }
}

/* (6); false: f cannot be had. */
static bool stages(struct rk5 *r, double t)
{
    for (int s = 1; s < STAGES; s++) {
        stage_at(r, s);
        if (!ask(r, t + place[s] * r->h, r->x, r->k[s])) return false;
    }
    return true;
}

/* (7), in tolerances */
static double estimate(const struct rk5 *r)
{
    double by[STAGES];
    for (int j = 0; j < STAGES; j++) by[j] = r->h * off[j];
    for (int32_t i = 0; i < r->path.n; i++) {
        double e = by[0] * r->k[0][i];
        for (int j = 2; j < STAGES; j++) e += by[j] * r->k[j][i];
        r->err[i] = e;
    }
    return runge_norm(r->err, r->allowed, r->path.n);
}

/* (8) */
static double next_step(const struct rk5 *r, double err)
{
    double by = pow(err, 0.17) / 0.9;
    if (!r->rejected && r->last_err > 0) by /= pow(r->last_err, 0.04);
    return r->h / fmin(fmax(by, r->rejected ? 1 : 0.1), 5);
}

/* (10) */
static double reach(const struct rk5 *r)
{
    double up = 0, down = 0;
    for (int32_t i = 0; i < r->path.n; i++) {
        double apart = 0, f = r->k[6][i] - r->k[5][i], w = r->allowed[i] * r->allowed[i];
        for (int j = 0; j < 6; j++) apart += (stage[6][j] - (j < 5 ? stage[5][j] : 0)) * r->k[j][i];
        up += f * f / w;
        down += apart * apart / w;
    }
    return down > 0 ? sqrt(up / down) : 0;
}

static void accept(struct rk5 *r, double t, double end, double wanted, double err)
{
    struct stepper *p = &r->base;
    double next = next_step(r, fmax(err, 1e-10)), h = r->h, *swap;
    if (++r->accepted % LOOK == 0) r->reach = fmax(0.7 * r->reach, reach(r));
    swap = r->start, r->start = p->y, p->y = r->x, r->x = swap;
    swap = r->err, r->err = r->k[0], r->k[0] = swap; /* k_1 of the step stays for (9) */
    r->from = t;
    r->length = h;
    r->drawn = false;
    memcpy(p->yp, r->k[STAGES - 1], (size_t)r->path.n * sizeof(double));
    r->last_err = fmax(err, 1e-4);
    if (h < wanted && !r->rejected) next = fmax(next, wanted);
    if (p->run->max_step > 0) next = fmin(next, p->run->max_step);
    r->h = next;
    r->rejected = false;
    p->reached = end;
}

static int rk5_step(struct stepper *p, double limit)
{
    struct rk5 *r = rk5_of(p);
    double t = p->reached, wanted = r->h;
    runge_allowed(p->run, p->y, r->allowed);
    memcpy(r->k[0], p->yp, (size_t)r->path.n * sizeof(double));
    for (int tries = 0; tries < TRIES && *p->run->status >= 0; tries++) {
        double err, end, by = 0.25;
        r->h = runge_fit(t, r->h, limit);
        end = limit - t <= r->h ? limit : t + r->h;
        if (stages(r, t)) {
            err = estimate(r);
            if (err <= 1) {
                accept(r, t, end, wanted, err);
                return 0;
            }
            by = isfinite(err) ? fmax(0.9 * pow(err, -0.2), 0.2) : 0.1;
        }
        r->rejections++;
        r->rejected = true;
        r->h *= by;
        if (!(t + place[1] * r->h > t)) break;
    }
    if (p->trouble == WHOLE_OK) snprintf(p->text, sizeof p->text, "no step is short enough");
    return -1;
}

static int rk5_begin(struct stepper *p, double h)
{
    struct rk5 *r = rk5_of(p);
    r->h = p->run->max_step > 0 ? fmin(h, p->run->max_step) : h;
    r->last_err = 0;
    r->rejected = false;
    r->from = -INFINITY;
    p->first = false;
    return 0;
}

/* (9) as a polynomial in s about the beginning. */
static const struct runge_path *drawn(struct stepper *p)
{
    struct rk5 *r = rk5_of(p);
    struct runge_path *a = &r->path;
    double h = r->length;
    if (r->drawn) return a;
    r->drawn = true;
    a->at = r->from;
    a->h = h;
    for (int32_t i = 0; i < a->n; i++) {
        double d = p->y[i] - r->start[i], b = h * r->err[i] - d, c = d - h * r->k[6][i] - b;
        double e = bend[0] * r->err[i];
        for (int j = 2; j < STAGES; j++) e += bend[j] * r->k[j][i];
        e *= h;
        a->c[0][i] = r->start[i];
        a->c[1][i] = d + b;
        a->c[2][i] = c + e - b;
        a->c[3][i] = -c - 2 * e;
        a->c[4][i] = e;
    }
    return a;
}

const struct runge_path *rk5_path(struct stepper *p)
{
    return drawn(p);
}

double rk5_reach(struct stepper *p)
{
    return rk5_of(p)->reach;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* At the end of the step all see the bits of the step itself. */
static bool at_end(const struct rk5 *r, double t)
{
    return t == r->base.reached && r->base.reached > r->from;
}

static void at(struct stepper *p, double t, int k, double *out)
{
    size_t bytes = (size_t)p->run->n * sizeof *out;
    if (at_end(rk5_of(p), t) && k < 2)
        memcpy(out, k == 0 ? p->y : p->yp, bytes);
    else
        runge_path_at(drawn(p), t, k, out);
}

static void some(struct stepper *p, double t, const int32_t *list, int32_t count, double *x,
                 double *f)
{
    if (!at_end(rk5_of(p), t)) {
        runge_path_some(drawn(p), t, list, count, x, f);
        return;
    }
    for (int32_t j = 0; j < count; j++) {
        int32_t i = list ? list[j] : j;
        x[i] = p->y[i];
        f[i] = p->yp[i];
    }
}

static int series(struct stepper *p, int32_t i, double t, double *out)
{
    return runge_path_series(drawn(p), i, t, out);
}

static int degree(struct stepper *p)
{
    return rk5_of(p)->path.degree;
}

static double next(struct stepper *p)
{
    return rk5_of(p)->h;
}

static void count(struct stepper *p, long *rejected, long *iterations)
{
    *rejected = rk5_of(p)->rejections;
    *iterations = 0;
}

const struct stepper_kind rk5_kind = {.begin = rk5_begin,
                                      .step = rk5_step,
                                      .at = at,
                                      .some = some,
                                      .series = series,
                                      .degree = degree,
                                      .next = next,
                                      .count = count,
                                      .one_step = true,
                                      .overshoots = true,
                                      .each = true};

struct stepper *rk5_open(struct engine_host *run)
{
    struct rk5 *r = run->call->room(run, 1, sizeof *r);
    if (!r) return NULL;
    run->data = r;
    stepper_open(run, &r->base, &rk5_kind);
    double **each[] = {&r->base.y, &r->base.yp, &r->x, &r->start, &r->err, &r->allowed};
    for (size_t k = 0; k < sizeof each / sizeof *each; k++)
        *each[k] = run->call->room(run, run->n, sizeof(double));
    for (int k = 0; k < STAGES; k++) r->k[k] = run->call->room(run, run->n, sizeof(double));
    for (int k = 0; k < 5; k++) r->path.c[k] = run->call->room(run, run->n, sizeof(double));
    r->path.n = run->n;
    r->path.degree = 4;
    return &r->base;
}

void rk5_close(struct stepper *p)
{
    struct rk5 *r = rk5_of(p);
    struct engine_host *run = p->run;
    void *arrays[] = {p->y, p->yp, r->x, r->start, r->err, r->allowed};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        run->call->give_back(run, arrays[k]);
    for (int k = 0; k < STAGES; k++) run->call->give_back(run, r->k[k]);
    for (int k = 0; k < 5; k++) run->call->give_back(run, r->path.c[k]);
    stepper_close(p);
    run->call->give_back(run, r);
}
