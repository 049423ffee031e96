/* SPDX-License-Identifier: MIT */
/* rodas.c - Rodas, a Rosenbrock method of order 4(3), L-stable and stiffly accurate; docs/math/radau5.md
 *
 * One linear system for each of six stages, with one real matrix, and no iteration [hw96, IV.7]:
 *     (1/(gamma h) - J) k_i = f(t + c_i h, u_i) + sum_(j<i) (g_ij/h) k_j + h d_i f_t,
 *     u_i = x + sum_(j<i) a_ij k_j.                                                          (1)
 * J and f_t are exact, and asked at the beginning of each step; f_t, where f reads the time, is what
 * x'' = f_t + J f has left. The last two stages are at the end of the step, and
 *     x_1 = u_6 + k_6,     err = k_6,                                                        (2)
 * err belonging to an embedded formula of order 3. The next step is
 *     h 0.9 err^(-1/4),   h 0.9 err^(-1/4) (h/h_old) (err_old/err)^(1/4)   if that is shorter.  (3)
 * With s = (t - t0)/h the dense output, of order 3, is
 *     (1 - s) x + s (x_1 + (1 - s) (p + s q)),   p = sum p_j k_j,   q = sum q_j k_j.            (4)
 * A step costs a third of one of radau.c, and may be as long where the tolerance is coarse. */
#include "engine/runge/radau.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STAGES = 6, TRIES = 60 };

static const double GAMMA = 0.25;
static const double C[STAGES] = {0, 0.386, 0.21, 0.63, 1, 1};
static const double D[STAGES] = {0.25, -0.1043, 0.1035, -3.620000000000023e-2, 0, 0};
static const double A[STAGES][STAGES] = {
    {0},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}};
static const double G[STAGES][STAGES] = {
    {0},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
     -6.058818238834054}};
static const double P[5] = {10.12623508344586, -7.487995877610167, -34.80091861555747,
                            -7.992771707568823, 1.025137723295662};
static const double Q[5] = {-0.6762803392806898, 6.087714651680015, 16.43084320892478,
                            24.76722511418386, -6.594389125716872};

struct rodas {
    struct stepper base; /* first */
    struct radau_matrix matrix;
    struct runge_path path;
    double *k[STAGES], *stage, *f, *timed, *allowed; /* n                             */
    double h;                /* the step to try next                                     */
    double last_h, last_err; /* of the last step that was accepted                       */
    double factored;         /* h of the factors; 0: there are none                      */
    bool known;              /* J and f_t at this point                                  */
    bool begun;              /* a step has been accepted since the beginning             */
    bool rejected;           /* the last try                                             */
    bool bent;               /* x' of the cubic at the beginning is far from f           */
    long rejections;
    double work, each; /* multiplications with matrices: so far, of a solution                */
};

static struct rodas *rodas_of(struct stepper *p)
{
    return (struct rodas *)(void *)p;
}

/* ---- A step ---------------------------------------------------------------------------------- */

static bool heard(struct rodas *r, enum whole_answer answer)
{
    if (answer != WHOLE_OK) r->base.trouble = answer;
    return answer == WHOLE_OK;
}

static bool ask(struct rodas *r, double t, const double *x, double *f)
{
    struct engine_host *run = r->base.run;
    return heard(r, run->call->derivatives(run, t, x, f));
}

/* f_t = x'' - J f; where there is none, as at the edge of a root, 0, which costs order but is no error. */
static bool ask_timed(struct rodas *r, double t)
{
    struct engine_host *run = r->base.run;
    const struct engine_pattern *j = &r->matrix.j;
    const double *f = r->base.yp;
    enum whole_answer answer = run->call->second(run, t, r->base.y, f, r->timed);
    if (answer != WHOLE_NAN && !heard(r, answer)) return false;
    for (int32_t i = 0; i < j->n; i++) {
        for (int32_t k = j->start[i]; k < j->start[i + 1]; k++)
            r->timed[i] -= r->matrix.entry[k] * f[j->item[k]];
        if (!isfinite(r->timed[i])) r->timed[i] = 0;
    }
    return true;
}

static bool matrix(struct rodas *r, double t)
{
    struct engine_host *run = r->base.run;
    if (!r->known) {
        if (!heard(r, run->call->jacobian(run, t, r->base.y, r->matrix.entry))) return false;
        if (r->matrix.j.timed && !ask_timed(r, t)) return false;
        r->known = true;
        if (!r->matrix.j.constant) r->factored = 0;
    }
    if (r->factored == r->h) return true;
    r->factored = 0;
    r->work += radau_matrix_work(&r->matrix, true);
    if (!radau_matrix_factor_real(run, &r->matrix, 1 / (GAMMA * r->h))) return false;
    r->factored = r->h;
    return true;
}

/* to := from + sum by_j k_j over the first `count` of them, which are 5 at most. */
static void combine(const struct rodas *r, int count, const double *by, const double *from,
                    double *restrict to)
{
    const double *restrict a = r->k[0], *restrict b = r->k[1], *restrict c = r->k[2],
                           *restrict d = r->k[3], *restrict e = r->k[4];
    int32_t n = r->path.n;
    double b0 = by[0], b1 = by[1], b2 = by[2], b3 = by[3], b4 = by[4];
    if (count == 1)
        for (int32_t m = 0; m < n; m++) to[m] = from[m] + b0 * a[m];
    else if (count == 2)
        for (int32_t m = 0; m < n; m++) to[m] = from[m] + b0 * a[m] + b1 * b[m];
    else if (count == 3)
        for (int32_t m = 0; m < n; m++) to[m] = from[m] + b0 * a[m] + b1 * b[m] + b2 * c[m];
    else if (count == 4)
        for (int32_t m = 0; m < n; m++)
            to[m] = from[m] + b0 * a[m] + b1 * b[m] + b2 * c[m] + b3 * d[m];
    else
        for (int32_t m = 0; m < n; m++)
            to[m] = from[m] + b0 * a[m] + b1 * b[m] + b2 * c[m] + b3 * d[m] + b4 * e[m];
}

/* (1), from f at the stage */
static void stage(struct rodas *r, int i, const double *f)
{
    double by[STAGES] = {0}, *to = r->k[i], late = D[i] * r->h, each = 1 / r->h;
    for (int j = 0; j < i; j++) by[j] = G[i][j] * each;
    if (i > 0)
        combine(r, i, by, f, to);
    else
        memcpy(to, f, (size_t)r->path.n * sizeof *to);
    for (int32_t m = 0; r->matrix.j.timed && m < r->path.n; m++) to[m] += late * r->timed[m];
    radau_solve_real(&r->matrix, to);
    r->work += r->each;
}

/* False: f cannot be had at one of them. */
static bool stages(struct rodas *r, double t)
{
    stage(r, 0, r->base.yp);
    for (int i = 1; i < STAGES; i++) {
        combine(r, i, A[i], r->base.y, r->stage);
        if (!ask(r, t + C[i] * r->h, r->stage, r->f)) return false;
        stage(r, i, r->f);
    }
    for (int32_t m = 0; m < r->path.n; m++) r->stage[m] += r->k[5][m];
    return true;
}

/* (4), about the end of the step */
static void keep_path(struct rodas *r, double end)
{
    struct runge_path *to = &r->path;
    double far = 0;
    to->at = end;
    to->h = r->h;
    for (int32_t i = 0; i < to->n; i++) {
        double p = 0, q = 0, x = r->base.y[i], x1 = r->stage[i];
        for (int j = 0; j < 5; j++) {
            p += P[j] * r->k[j][i];
            q += Q[j] * r->k[j][i];
        }
        to->c[0][i] = x1;
        to->c[1][i] = x1 - x - p - q;
        to->c[2][i] = -p - 2 * q;
        to->c[3][i] = -q;
        if (!r->begun) {
            double slope = x1 - x + p, f = r->h * r->base.yp[i];
            far = fmax(far, (fabs(slope - f) - 0.25 * fmax(fabs(f), fabs(slope))) / r->allowed[i]);
        }
    }
    r->bent = far > 1;
}

/* (3) */
static double next_step(const struct rodas *r, double err, bool accepted)
{
    double by = fmin(fmax(sqrt(sqrt(err)) / 0.9, 1. / 6), 5);
    if (accepted && r->last_err > 0) {
        double trend = r->last_h / r->h * sqrt(sqrt(err * err / r->last_err)) / 0.9;
        by = fmax(by, fmin(fmax(trend, 1. / 6), 5));
    }
    return r->h / by;
}

/* The step has been accepted; false: f at its end cannot be had. */
static bool accept(struct rodas *r, double end, double wanted, double err)
{
    struct engine_host *run = r->base.run;
    double h = r->h, next = next_step(r, err, true);
    size_t size = (size_t)run->n * sizeof(double);
    if (!ask(r, end, r->stage, r->f)) return false;
    keep_path(r, end);
    memcpy(r->base.y, r->stage, size);
    memcpy(r->base.yp, r->f, size);
    r->last_h = h;
    r->last_err = fmax(0.01, err);
    if (r->rejected) next = fmin(next, h);
    if (h < wanted && !r->rejected) next = fmax(next, wanted);
    if (run->max_step > 0) next = fmin(next, run->max_step);
    r->begun = true;
    r->rejected = false;
    r->base.reached = end;
    r->known = r->matrix.j.constant && !r->matrix.j.timed;
    if (r->matrix.j.constant && next >= h && next <= 1.2 * h) next = h;
    r->h = next;
    return true;
}

/* Shorter by a factor. False: too short for the clock. */
static bool reject(struct rodas *r, double t, double by)
{
    r->rejections++;
    r->rejected = true;
    r->h *= by;
    return t + C[2] * r->h > t;
}

static int rodas_step(struct stepper *p, double limit)
{
    struct rodas *r = rodas_of(p);
    double t = p->reached, wanted = r->h;
    runge_allowed(p->run, p->y, r->allowed);
    for (int tries = 0; tries < TRIES && *p->run->status >= 0; tries++) {
        double err, end;
        r->h = runge_fit(t, r->h, limit);
        end = limit - t <= r->h ? limit : t + r->h;
        if (!matrix(r, t)) {
            if (p->trouble != WHOLE_OK || !reject(r, t, 0.5)) break;
            continue;
        }
        if (!stages(r, t)) {
            if (!reject(r, t, 0.25)) break;
            continue;
        }
        err = runge_norm(r->k[5], r->allowed, r->path.n);
        err = isfinite(err) ? fmax(err, 1e-10) : 1e10;
        if (err < 1 && accept(r, end, wanted, err)) return 0;
        if (!reject(r, t, err < 1 ? 0.25 : !r->begun ? 0.1 : next_step(r, err, false) / r->h))
            break;
    }
    if (p->trouble == WHOLE_OK) snprintf(p->text, sizeof p->text, "no step is short enough");
    return -1;
}

static int rodas_begin(struct stepper *p, double h)
{
    struct rodas *r = rodas_of(p);
    r->h = p->run->max_step > 0 ? fmin(h, p->run->max_step) : h;
    r->last_err = 0;
    r->begun = r->rejected = r->bent = false;
    r->known = false;
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

const struct runge_path *rodas_path(struct stepper *p)
{
    return &rodas_of(p)->path;
}

double rodas_work(const struct stepper *p)
{
    return ((const struct rodas *)(const void *)p)->work;
}

double rodas_reach(struct stepper *p)
{
    struct rodas *r = rodas_of(p);
    if (!r->begun) return INFINITY;
    return r->h * radau_matrix_rate(&r->matrix, r->stage, r->f);
}

/* ---- The table ------------------------------------------------------------------------------- */

static void at(struct stepper *p, double t, int k, double *out)
{
    runge_path_at(&rodas_of(p)->path, t, k, out);
}

static void some(struct stepper *p, double t, const int32_t *list, int32_t count, double *x,
                 double *f)
{
    runge_path_some(&rodas_of(p)->path, t, list, count, x, f);
}

static int series(struct stepper *p, int32_t i, double t, double *out)
{
    return runge_path_series(&rodas_of(p)->path, i, t, out);
}

static int degree(struct stepper *p)
{
    return rodas_of(p)->path.degree;
}

static double next(struct stepper *p)
{
    return rodas_of(p)->h;
}

static void count(struct stepper *p, long *rejected, long *iterations)
{
    *rejected = rodas_of(p)->rejections;
    *iterations = 0; /* it solves linear systems, and each once */
}

static bool rough(struct stepper *p)
{
    return rodas_of(p)->bent;
}

static void forget(struct stepper *p)
{
    rodas_of(p)->known = false;
    rodas_of(p)->factored = 0;
}

const struct stepper_kind rodas_kind = {.begin = rodas_begin,
                                        .step = rodas_step,
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

struct stepper *rodas_open(struct engine_host *run)
{
    struct rodas *r = run->call->room(run, 1, sizeof *r);
    int32_t n = run->n;
    if (!r) return NULL;
    run->data = r;
    stepper_open(run, &r->base, &rodas_kind);
    double **each[] = {&r->base.y,    &r->base.yp,   &r->k[0],      &r->k[1],
                       &r->k[2],      &r->k[3],      &r->k[4],      &r->k[5],
                       &r->stage,     &r->f,         &r->timed,     &r->allowed,
                       &r->path.c[0], &r->path.c[1], &r->path.c[2], &r->path.c[3]};
    for (size_t k = 0; k < sizeof each / sizeof *each; k++)
        *each[k] = run->call->room(run, n, sizeof(double));
    r->path.n = n;
    r->path.degree = 3;
    if (*run->status >= 0 && n > 0 && radau_matrix_open(run, &r->matrix, false))
        r->each = radau_matrix_work(&r->matrix, false);
    return &r->base;
}

void rodas_close(struct stepper *p)
{
    struct rodas *r = rodas_of(p);
    struct engine_host *run = p->run;
    void *arrays[] = {p->y,         p->yp,        r->k[0],      r->k[1],     r->k[2],  r->k[3],
                      r->k[4],      r->k[5],      r->stage,     r->f,        r->timed, r->allowed,
                      r->path.c[0], r->path.c[1], r->path.c[2], r->path.c[3]};
    radau_matrix_close(run, &r->matrix);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        run->call->give_back(run, arrays[k]);
    stepper_close(p);
    run->call->give_back(run, r);
}
