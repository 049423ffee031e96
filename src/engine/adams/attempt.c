/* SPDX-License-Identifier: MIT */
/* attempt.c - one attempt at a step: prediction, error, correction, and why it was refused. The
 * numbers are those of abm.c. */
#include "engine/adams/adams.h"
#include "num/poly.h"
#include "run/edge/edge.h"
#include <math.h>

/* Errors are reported with the time of the run. */
void adams_now(struct sim *s)
{
    s->net.env.t = fmax(s->net.env.t, whole_of(s)->host.t);
}

bool adams_ask_guards(struct sim *s, double t, const double *x, const double *f)
{
    struct abm *a = adams_of(s);
    double c[SALTUS_SERIES];
    a->bad_guard = -1;
    if (s->n_guards == 0) return true;
    whole_show(s, t, x, f);
    for (int32_t k = 0; k < s->n_guards; k++) {
        whole_guard(s, k, 2, c);
        a->guard[k].next = c[0];
        a->guard[k].turn = c[1];
        if (!isfinite(c[0])) {
            a->bad_guard = k;
            return false;
        }
        if (!isfinite(c[1])) a->guard[k].turn = 0; /* sqrt at 0: no slope to go by */
    }
    return true;
}

void adams_fail_guard(struct sim *s)
{
    adams_now(s);
    sim_fail(s, SALTUS_ENAN, SALTUS_GUARD, adams_of(s)->bad_guard, "the guard is not finite", NULL);
}

static void predict(struct sim *s)
{
    struct abm *a = adams_of(s);
    a->milne = adams_milne(a->order);
    a->tracked = false;
    for (int32_t i = 0; i < s->net.n; i++) a->x.c[(size_t)i * ADAMS_TERMS] = whole_of(s)->host.x[i];
    adams_predict(a, &a->x, a->order);
    for (int32_t k = 0; k < s->n_guards; k++) {
        a->z.c[(size_t)k * ADAMS_TERMS] = a->guard[k].z;
        a->guard[k].level = NAN;
        a->guard[k].root = INFINITY;
        a->guard[k].composed = false;
    }
    adams_predict(a, &a->z, a->order);
}

/* (12) for the orders from q - 1 to q + 1, as far as they can be told. */
static void errors(struct sim *s, double h)
{
    struct abm *a = adams_of(s);
    int q = a->order, most = q < a->points && q < a->most ? q + 1 : q, least = q > 1 ? q - 1 : q;
    double worst[ADAMS_POINTS + 1] = {0}, e[ADAMS_POINTS + 1];
    for (int32_t i = 0; i < s->net.n; i++) {
        adams_newest(a, &a->x, i, h, a->fp[i], most, e);
        for (int j = least; j <= most; j++) worst[j] = fmax(worst[j], fabs(e[j]) / a->tol[i]);
    }
    for (int j = 0; j <= ADAMS_ORDER; j++) {
        bool told = j >= least && j <= most;
        a->error[j] = told ? worst[j] * adams_error_factor(a, j, h) : INFINITY;
    }
}

/* (13) */
double adams_growth(double error, int q)
{
    return error > 0 ? pow(0.5 / error, 1.0 / (q + 1)) : INFINITY;
}

/* The step was refused: by its error (> 1), or by the model. */
static enum adams_verdict shorter(struct sim *s, double *h, double error, enum whole_answer why)
{
    struct abm *a = adams_of(s);
    double t = whole_of(s)->host.t, by = 0.5;
    s->stats.rejected++;
    a->starting = false;
    a->calm = 0;
    if (error > 0) by = fmin(fmax(adams_growth(error, a->order), 0.2), 0.9);
    if (error > 0 && a->order > 1 && a->error[a->order - 1] < a->error[a->order]) a->order--;
    *h *= by;
    if (why != WHOLE_BEYOND) a->h = *h;
    if (t + *h / 4 > t) return ADAMS_REPEAT;
    a->refused = why;
    return ADAMS_FAILED;
}

static enum adams_verdict refused(struct sim *s, double *h, enum whole_answer why)
{
    struct abm *a = adams_of(s);
    if (why != WHOLE_BEYOND || a->detector == ADAMS_EXTRAPOLATE) return shorter(s, h, 0, why);
    adams_now(s);
    sim_fail(s, SALTUS_EMODEL, SALTUS_GUARD, whole_of(s)->host.beyond,
             "a step ends beyond this edge, and the detector looks for events only afterwards",
             "the detector \"extrapolate\" looks before the step");
    a->refused = WHOLE_OK;
    return ADAMS_FAILED;
}

static void correct(struct sim *s, double h)
{
    struct abm *a = adams_of(s);
    for (int32_t i = 0; i < s->net.n; i++) {
        double *c = a->corrected + (size_t)i * ADAMS_TERMS;
        adams_correct(a, &a->x, i, a->order, h, a->fp[i], c);
        a->xc[i] = poly_value(c, a->order, h);
    }
}

/* 2. to 4. */
enum adams_verdict adams_attempt(struct sim *s, double *h, double limit, double *to)
{
    struct abm *a = adams_of(s);
    double t = whole_of(s)->host.t, step = *h, doubt;
    enum whole_answer answer;
    a->bad_guard = a->unanswered = -1;
    predict(s);
    if (s->n_guards && a->detector == ADAMS_EXTRAPOLATE) step = adams_horizon(s, *h);
    if (a->unanswered >= 0) return ADAMS_FAILED;
    *to = t + step < limit ? t + step : limit;
    if (!(*to > t)) *to = fmin(nextafter(t, INFINITY), limit);
    step = *to - t;
    for (int32_t i = 0; i < s->net.n; i++)
        a->xp[i] = poly_value(a->x.c + (size_t)i * ADAMS_TERMS, a->order, step);
    *h = a->step = step;
    answer = whole_derivatives(s, *to, a->xp, a->fp);
    if (answer != WHOLE_OK) return refused(s, h, answer);
    errors(s, step);
    if (!(a->error[a->order] <= 1)) return shorter(s, h, fmin(a->error[a->order], 1e9), WHOLE_OK);
    correct(s, step);
    answer = whole_derivatives(s, *to, a->xc, a->fc);
    if (answer != WHOLE_OK) return refused(s, h, answer);
    if (!adams_ask_guards(s, *to, a->xc, a->fc)) return shorter(s, h, 0, WHOLE_OK);
    doubt = s->n_guards ? adams_doubt(s) : 0;
    if (doubt > 1) return shorter(s, h, fmin(doubt, 1e9), WHOLE_OK);
    a->error[a->order] = fmax(a->error[a->order], doubt);
    return ADAMS_ACCEPTED;
}

/* No step could be made. An edge that is there to rounding fires; everything else is an error. */
int32_t adams_give_up(struct sim *s)
{
    struct abm *a = adams_of(s);
    if (s->status < 0) return -1;
    adams_now(s);
    if (a->unanswered >= 0)
        edge_error(s, edge_find(s, a->unanswered));
    else if (a->refused == WHOLE_BEYOND && s->watch[whole_of(s)->host.beyond].sign < 0)
        return whole_of(s)->host.beyond;
    else if (a->refused == WHOLE_BEYOND)
        edge_error(s, edge_find(s, whole_of(s)->host.beyond));
    else if (a->refused != WHOLE_OK)
        whole_fail(s, a->refused);
    else if (a->bad_guard >= 0)
        adams_fail_guard(s);
    else
        sim_fail(s, SALTUS_ESTUCK, SALTUS_TIME, -1, "steps became too small to advance the clock",
                 "a looser tolerance, or a method for stiff models");
    return -1;
}
