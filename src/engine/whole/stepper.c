/* SPDX-License-Identifier: MIT */
/* stepper.c - steps of a run out of steps of an integrator.
 *
 *  1. After a change the integrator begins again, with a first step h. A one-step method takes the
 *     step it was at. A multistep method begins with order 1, whose error in a step is h^2/2 x'':
 *     with x'' from the model and norms that count tolerances,
 *         h = sqrt(1/2 / |x''|),   not more than 0.1 |x| / |x'|, nor what is left of the run.   (1)
 *     A source may be 0 at the start, and with it f and x'': where f is another one further on, at
 *     three places along a straight line, h is at most BLIND times the time from the start of the
 *     run to the limit. BLIND is no simple number, lest the places are periods of a source.
 *     An L-stable method may step over a transient that way without seeing it. If guards have to be
 *     followed through it, it begins once more with (1).
 *  2. It makes one step. If it needs a new start there, the step does not go beyond the limit;
 *     otherwise it may, and the run stops within it. A run in many pieces so costs no more than in one.
 *  3. The first crossing on the way (engine/whole/locate.c) ends the step of the run. If its event
 *     changes nothing, the run goes on along the rest of the integrator's step; otherwise with 1.
 *  4. A change that f hardly feels, such as a corner in its second derivative, is not a reason to
 *     forget the past. With the states as they were and f as it is now, both at the event and where
 *     the integrator is,
 *         h |f - x'| <= 0.1 tolerance  in every state,                                          (2)
 *     h being what is left of its step, and for a multistep method at least its next step: it goes
 *     on. Not so at an edge: steps that come near it are so short that (2) says nothing.
 *  5. Where things happen that are smaller than the tolerance, a step may bring a guard to its zero
 *     while f, at the states there, moves it the other way: a ball would strike the floor on its
 *     way up; a diode that blocks would conduct since the polynomial of a stiff state bulges. If
 *     the two slopes of z at a crossing,
 *         sum dz/dx_i x_i'  along the step,  and  sum dz/dx_i f_i,                             (3)
 *     have different signs, the step is made again, an eighth as long. If that is too short for the
 *     clock, and the guard has only just fired, its events pile up there, and the run ends; if it
 *     has not, it is left beyond its zero by less than anyone asked for, and f brings it back.
 *  6. The first steps after a restart have low orders, and what they do wrong has the same sign after
 *     each event of its kind: a triangle wave that was integrated over 1000 periods by cvode with
 *     1e-4 ended 6 % off. So after a restart a multistep method may use up
 *         1.5 % of the tolerance in a step, up to order 3, for 30 steps at most.              (4)
 *  7. A step that does not show what f does between its ends (engine/whole/hidden.c) is used up to
 *     there, or made again, shorter. The integrator begins again, with a first step that is short
 *     beside what was hidden.
 *
 * Where f cannot be had, beyond an edge or where it is not finite, the integrator is told to try a
 * shorter step, which makes it come nearer. An edge that it has come to within the tolerance fires
 * (near). If no step is short enough any more, or every step has to be shortened for a long time,
 * an edge fires, too, and anything else ends the run. */
#include "engine/whole/stepper.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TRIES = 40, CREEPS = 600, SETTLING = 30, CROWD = 8 };
static const double BLIND = 0.00618034, KINK = 0.1, SHORT = 64 * DBL_EPSILON;

/* ---- A beginning ----------------------------------------------------------------------------- */

/* The largest |v_i|, in tolerances. */
static double largest(const struct stepper *c, const double *v)
{
    const struct engine_host *run = c->run;
    double most = 0;
    for (int32_t i = 0; i < run->n; i++)
        most = fmax(most, fabs(v[i]) / whole_tolerance(run, i, run->x[i]));
    return most;
}

/* |x'| beside |x|, or beside the tolerance where x is small. */
static double rate(const struct stepper *c, const double *f)
{
    const struct engine_host *run = c->run;
    double most = 0;
    for (int32_t i = 0; i < run->n; i++)
        most =
            fmax(most, fabs(f[i]) / (0.1 * fabs(run->x[i]) + whole_tolerance(run, i, run->x[i])));
    return most;
}

/* Is f another one, where a step h along f would lead? */
static bool bends(struct stepper *c, double h, const double *f)
{
    static const double where[] = {0.00618034, 0.1618034, 0.618034};
    struct engine_host *run = c->run;
    double *x = run->room_x, *g = c->end;
    for (int k = 0; k < 3; k++) {
        double part = where[k] * h;
        for (int32_t i = 0; i < run->n; i++) x[i] = run->x[i] + part * f[i];
        if (run->call->derivatives(run, run->t + part, x, g) != WHOLE_OK) return true;
        for (int32_t i = 0; i < run->n; i++) g[i] = part * (g[i] - f[i]);
        if (!(largest(c, g) <= stepper_share(c))) return true;
    }
    return false;
}

/* (1) */
static double first_step(struct stepper *c, double limit, bool careful)
{
    struct engine_host *run = c->run;
    const double *f = c->yp;
    double h = limit - run->t, speed, bend, most;
    if (c->wish > 0 && !careful) return fmin(h, c->wish);
    speed = rate(c, f);
    if (speed * h > 1) h = 1 / speed;
    if (run->call->second(run, run->t, run->x, f, c->end) == WHOLE_OK) {
        bend = largest(c, c->end) / stepper_share(c);
        if (bend * h * h > 0.5) h = sqrt(0.5 / bend);
    }
    most = BLIND * (limit - c->start);
    return h > most && bends(c, h, f) ? most : h;
}

static void count(struct stepper *c)
{
    long rejected = 0, iterations = 0;
    c->by->count(c, &rejected, &iterations);
    *c->run->rejected += (uint64_t)(rejected - c->rejected);
    *c->run->iterations += (uint64_t)(iterations - c->iterations);
    c->rejected = rejected;
    c->iterations = iterations;
}

static void complain(struct stepper *c, const char *otherwise)
{
    char text[260];
    snprintf(text, sizeof text, "%s gave up: %s", c->run->method, c->text[0] ? c->text : otherwise);
    c->run->call->fail(c->run, SALTUS_ESTUCK, SALTUS_TIME, -1, text,
                       "another tolerance or method; is a solution there at all?");
}

/* The integrator at run->t, with a first step h; h = 0: of our choice. False: the run has ended. */
static bool begin(struct stepper *c, double h, double limit)
{
    struct engine_host *run = c->run;
    double *f = c->yp;
    enum whole_answer answer = run->call->derivatives(run, run->t, run->x, f);
    if (answer != WHOLE_OK) {
        run->call->give_up(run, answer);
        return false;
    }
    memcpy(c->y, run->x, (size_t)run->n * sizeof(double));
    run->call->search_begin(run, run->t, run->x, c->by->own_slope ? NULL : f);
    if (h == 0) h = first_step(c, limit, false);
    if (c->by->begin(c, h)) {
        complain(c, "it could not begin");
        return false;
    }
    if (c->by->forgets) c->rejected = c->iterations = 0;
    c->fresh = false;
    c->first = c->beginning = true;
    c->straight = false;
    c->reached = run->t;
    return true;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* An edge to which the run has come within the tolerance, -1: none. */
static int32_t near(struct stepper *c, bool nearing)
{
    struct engine_host *run = c->run;
    if (run->n_edges == 0) return -1;
    if (run->n) c->by->at(c, run->t, 1, c->end);
    return run->call->near(run, c->end, nearing);
}

/* ---- A step ---------------------------------------------------------------------------------- */

static void path_some(void *user, double t, const int32_t *list, int32_t count, double *x,
                      double *f)
{
    struct stepper *c = user;
    if (c->run->n == 0) return;
    if (!c->straight) {
        c->by->some(c, t, list, count, x, f);
        return;
    }
    for (int32_t j = 0; j < count; j++) {
        int32_t i = list ? list[j] : j;
        f[i] = c->yp[i];
        x[i] = c->y[i] + (t - c->run->from) * f[i];
    }
}

static void path(void *user, double t, double *x, double *f)
{
    struct stepper *c = user;
    path_some(c, t, NULL, c->run->n, x, f);
}

static int path_series(void *user, int32_t i, double t, double *out)
{
    struct stepper *c = user;
    if (!c->straight) return c->by->series(c, i, t, out);
    out[1] = c->yp[i];
    out[0] = c->y[i] + (t - c->run->from) * out[1];
    return 1;
}

/* After a failure: a shorter step, from where the integrator is. False: there is none. */
static bool try_shorter(struct stepper *c, double *h, double limit)
{
    double t = c->run->t;
    if (c->trouble == WHOLE_OK) return false;
    *h = *h > 0 ? *h / 8 : fmin(limit - t, fmax(c->by->next(c), 0)) / 8;
    if (!(t + *h > t)) return false;
    return begin(c, *h, limit);
}

/* The first step has passed over a transient that guards may have something to do with. */
static bool begin_carefully(struct stepper *c, double limit)
{
    double h;
    if (!c->beginning || c->run->n_guards == 0 || !(c->by->rough && c->by->rough(c))) return false;
    h = first_step(c, limit, true);
    return h < c->reached - c->run->t && begin(c, h, limit);
}

/* No step is short enough. An edge that is in the way fires; one that has fired without any change
 * is an error of the model. */
static void stuck(struct stepper *c, int32_t *due, const char *otherwise)
{
    struct engine_host *run = c->run;
    c->refused = 0;
    run->call->unanswered(run);
    if (*run->status < 0) return;
    if (c->trouble == WHOLE_BEYOND && run->call->guard(run, run->beyond).sign < 0)
        *due = run->beyond;
    if (c->trouble == WHOLE_NAN) *due = near(c, false);
    if (*due >= 0) return;
    if (c->trouble != WHOLE_OK)
        run->call->give_up(run, c->trouble);
    else
        complain(c, otherwise);
}

/* One step of the integrator. False: it could not, and the run has ended or *due has come. */
static bool advance(struct stepper *c, double limit, int32_t *due)
{
    struct engine_host *run = c->run;
    double h = 0, before = c->reached, far = c->by->overshoots ? run->farthest : limit;
    for (int tries = 0; tries < TRIES; tries++) {
        double wanted = c->by->next(c);
        int flag;
        c->text[0] = 0;
        flag = c->by->step(c, far);
        count(c);
        if (flag >= 0 && begin_carefully(c, limit)) {
            c->beginning = false;
            ++*run->rejected;
            continue;
        }
        if (*run->status < 0) return false;
        c->beginning = false;
        if (flag >= 0) {
            ++*run->steps;
            if (c->settling > 0 && --c->settling > 0 && c->by->degree(c) > 3) c->settling = 0;
            if (c->by->one_step)
                c->wish =
                    c->reached == far && wanted > c->reached - before ? wanted : c->by->next(c);
            return true;
        }
        far = limit; /* beyond it f need not exist */
        if (!try_shorter(c, &h, limit)) break;
        ++*run->rejected;
    }
    if (*run->status >= 0) stuck(c, due, "no reason given");
    return false;
}

/* Nothing to integrate, or not enough time for it. */
static bool leap(struct stepper *c, double limit)
{
    struct engine_host *run = c->run;
    if (run->n > 0) {
        if (limit - run->t > 100 * DBL_EPSILON * fmax(fabs(run->t), fabs(limit))) return false;
        if (!begin(c, limit - run->t, limit)) return true;
        c->straight = true;
        c->fresh = true;
    }
    c->reached = limit;
    ++*run->steps;
    return true;
}

/* Has it, for a long time, come forward only by tiny steps, which had to be shortened? */
static bool creeps(struct stepper *c, double limit)
{
    double t = c->run->t, tiny = 1e6 * DBL_EPSILON * fmax(fabs(t), fabs(limit));
    if (c->trouble != WHOLE_OK && c->reached - t < tiny)
        c->refused += 3;
    else if (c->refused > 0)
        c->refused--;
    return c->refused > CREEPS;
}

/* The integrator is ahead of the run. False: the run has ended, or *due has come. */
static bool go_ahead(struct stepper *c, double limit, int32_t *due)
{
    struct engine_host *run = c->run;
    if (c->reached > run->t && !c->fresh) return true;
    if (leap(c, limit)) return *run->status >= 0;
    if (c->fresh && !begin(c, fmin(c->ahead, limit - run->t), limit)) return false;
    c->ahead = 0;
    c->trouble = WHOLE_OK;
    for (int idle = 0; c->reached <= run->t; idle++) {
        if (idle == TRIES) {
            stuck(c, due, "its steps have become too short for the time to go on");
            return false;
        }
        if (!advance(c, limit, due)) return false;
    }
    if (creeps(c, limit)) {
        c->reached = run->t;
        c->fresh = true;
        stuck(c, due, "");
        return false;
    }
    return true;
}

static void end_crowd(struct engine_host *run, int32_t guard)
{
    run->call->fail(run, SALTUS_EZENO, SALTUS_GUARD, guard,
                    "this guard fires again and again, as fast as the clock can tell",
                    "a hysteresis, or an event that ends the motion");
}

/* Events whose instants differ by rounding only, without end: chattering, Zeno's, or a model that has come
 * to rest where the guard is 0, which goes on. */
static void crowd(struct stepper *c, int32_t guard)
{
    struct engine_host *run = c->run;
    double t = run->t;
    bool close = t - c->event <= 64 * DBL_EPSILON * fabs(t);
    c->crowd = close ? c->crowd + 1 : 0;
    c->event = t;
    if (c->crowd > CROWD && run->call->derivatives(run, t, run->x, run->room_f) == WHOLE_OK &&
        run->call->rests(run, guard, run->room_f))
        c->crowd = 0;
    if (c->crowd > run->max_instant) end_crowd(run, guard);
}

/* (3) */
static bool agrees(struct stepper *c, int32_t k, double t)
{
    struct engine_host *run = c->run;
    double *x = c->run->room_x, *f = c->run->room_f, slope;
    if (c->straight || run->call->guard(run, k).special || run->n == 0) return true;
    path(c, t, x, f);
    slope = run->call->guard_slope(run, k, t, x, f);
    return run->call->derivatives(run, t, x, c->end) != WHOLE_OK ||
           !(slope * run->call->guard_slope(run, k, t, x, c->end) < 0);
}

/* Errors that a step may hide, in tolerances: the norms of SUNDIALS are means over all states, and
 * the polynomials of ESDIRK methods are less accurate than their steps. */
static double allowance(const struct stepper *c)
{
    double n = sqrt(c->run->n);
    return (c->by->own_slope ? 2 : 1) * (c->by->each ? 3 : fmax(3, n));
}

/* Does the step up to *when show what f does? If not, a good part of it is used as far as it does
 * (*when is earlier, *due -1), or *h is a step to try instead. */
static bool shows(struct stepper *c, const struct locate_path *along, int32_t *due, double *when,
                  double *h)
{
    struct engine_host *run = c->run;
    double part = 0, t = run->t, u;
    if (c->straight || run->n == 0) return true;
    u = run->call->hidden(run, along, t, *when, allowance(c), &part);
    if (!(u < *when)) return true;
    *h = fmin(fmax(part / 4, u - t), (c->reached - t) / 2);
    if (u - t < 0.25 * (*when - t)) return false;
    *when = u;
    *due = -1;
    c->fresh = true;
    c->ahead = part / 4;
    c->settling = c->by->one_step ? 0 : SETTLING;
    return true;
}

/* On to the next crossing *due, -1: to the end of the step; when that is. A step that is not to be
 * trusted is made again. False: there was no step; the run has ended, or *due has come. */
static bool follow(struct stepper *c, double limit, int32_t *due, double *when)
{
    struct engine_host *run = c->run;
    struct locate_path along = {.user = c, .at = path, .some = path_some, .series = path_series};
    for (int tries = 0; go_ahead(c, limit, due); tries++) {
        double h = (c->reached - run->t) / 8;
        bool shown;
        along.sampled = c->by->each && !c->straight ? *run->steps : 0;
        along.end = c->reached;
        *due = run->call->search(run, &along, run->t, fmin(c->reached, limit), when);
        if (*run->status < 0) break;
        shown = shows(c, &along, due, when, &h);
        if (shown && (*due < 0 || agrees(c, *due, *when))) return true;
        if (tries == TRIES || !(h > SHORT * fabs(run->t))) {
            if (shown && *when - run->call->guard(run, *due).fired <= 16 * SHORT * fabs(run->t))
                end_crowd(run, *due);
            if (shown) *due = -1, *when = fmin(c->reached, limit);
            return *run->status >= 0;
        }
        *due = -1;
        ++*run->rejected;
        if (!begin(c, h, limit)) break;
    }
    return false;
}

int32_t stepper_step(struct engine_host *run, double limit)
{
    struct stepper *c = run->data;
    int32_t due = -1;
    double when;
    if (!follow(c, limit, &due, &when)) return *run->status < 0 ? -1 : due;
    path(c, when, run->x, c->end);
    run->t = when;
    if (due < 0 && !c->straight) due = near(c, true);
    c->at_edge = due >= 0 && run->call->guard(run, due).special;
    if (due >= 0) crowd(c, due);
    return due;
}

void stepper_dense(struct engine_host *run)
{
    stepper_tell(run->data);
}

void stepper_open(struct engine_host *run, struct stepper *c, const struct stepper_kind *by)
{
    c->run = run;
    c->by = by;
    c->fresh = true;
    c->reached = c->start = run->t;
    c->event = -INFINITY;
    c->end = run->call->room(run, run->n, sizeof *c->end);
    run->call->search_open(run);
}

void stepper_close(struct stepper *c)
{
    if (c->run) c->run->call->give_back(c->run, c->end);
    c->end = NULL;
}

/* ---- An event has changed something ---------------------------------------------------------- */

/* How much the integrator's x' differs from f at (t, x) as it is now, times h, in tolerances. */
static double mismatch(struct stepper *c, double t, double h)
{
    struct engine_host *run = c->run;
    double *x = run->room_x, *slope = run->room_f, *f = c->end, most = 0;
    path(c, t, x, slope);
    if (run->call->derivatives(run, t, x, f) != WHOLE_OK) return INFINITY;
    for (int32_t i = 0; i < run->n; i++)
        most = fmax(most, h * fabs(f[i] - slope[i]) / whole_tolerance(run, i, x[i]));
    return most;
}

static bool same_states(struct stepper *c)
{
    const struct engine_host *run = c->run;
    path(c, run->t, run->room_x, run->room_f);
    return memcmp(run->room_x, run->x, (size_t)run->n * sizeof *run->x) == 0;
}

/* 4. */
static bool goes_on(struct stepper *c)
{
    double t = c->run->t, h;
    if (c->fresh || c->at_edge || c->straight || c->run->n == 0 || !same_states(c)) return false;
    if (c->by->one_step && !(c->reached > t)) return false;
    h = fmax(c->reached - t, c->by->one_step ? 0 : c->by->next(c));
    if (mismatch(c, t, h) > KINK) return false;
    return !(c->reached > t) || mismatch(c, c->reached, h) <= KINK;
}

void stepper_restart(struct engine_host *run)
{
    struct stepper *c = run->data;
    bool on = goes_on(c);
    if (c->by->forget) c->by->forget(c);
    run->call->search_begin(run, run->t, run->x, NULL);
    if (on) return;
    c->refused = 0;
    c->fresh = true;
    c->settling = c->by->one_step ? 0 : SETTLING;
    ++*run->restarts;
}
