/* SPDX-License-Identifier: MIT */
/* abm.c - Adams-Bashforth-Moulton of orders 1 to 4, PECE, with events seen in advance [ek07];
 * derivation: docs/math/adams.md
 *
 *  1. The derivatives at the present become node 0 (newton.c). After an event it is the only one.
 *  2. Predictor: polynomials of all states. How far may the step go before a guard comes to its
 *     level (extrapolate.c)? The step is the shorter of that and what the error allows.
 *  3. Derivatives at the predicted end, corrector, error of each state in its tolerance:
 *         E_q = max_i Err_i / tol_i,            accepted if E_q <= 1.                          (12)
 *     An end beyond an edge, or where something is not finite, is refused before or after it was
 *     evaluated: the step is halved.
 *  4. Derivatives at the corrected end, values and slopes of all guards there. Was a guard
 *     predicted badly? Then the step is repeated, too.
 *  5. Events in the step (locate.c): it ends at the first of them. What no prediction has told, a
 *     guard that turns twice within the step, is found by ranges (engine/whole/locate.c).
 *  6. A step that does not show what f does between its ends (engine/whole/hidden.c) is made
 *     again, too.
 *  7. E is known for the orders q - 1, q and q + 1 as well. The next step and its order are those
 *     with the largest
 *         h (1 / 2E)^(1/(q+1)),        at most doubled.                                        (13)
 *     After a start, order and step go up together until that does not pay any more. */
#include "engine/adams/abm.h"
#include "engine/adams/adams.h"
#include "num/poly.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Errors that a step may hide, in tolerances. */
static const double ALLOWED = 3;

/* ---- Memory ---------------------------------------------------------------------------------- */

static void track_room(struct sim *s, struct adams_track *k, int32_t n)
{
    k->n = n;
    for (int j = 0; j < ADAMS_POINTS; j++) {
        k->f[j] = sim_room(s, n, sizeof(double));
        k->d[j] = sim_room(s, n, sizeof(double));
    }
    k->g = sim_room(s, n, sizeof(double));
    k->c = sim_room(s, n, ADAMS_TERMS * sizeof(double));
}

static void track_free(struct sim *s, struct adams_track *k)
{
    for (int j = 0; j < ADAMS_POINTS; j++) {
        alloc_free(&s->alloc, k->f[j]);
        alloc_free(&s->alloc, k->d[j]);
    }
    alloc_free(&s->alloc, k->g);
    alloc_free(&s->alloc, k->c);
}

static void settings(struct sim *s, struct abm *a)
{
    double most = s->knobs.max_order;
    if (most > ADAMS_ORDER)
        sim_refuse(s, SALTUS_EARG, "max_order", "abm has the orders 1 to 4", "0 stands for all");
    a->most = most >= 1 && most < ADAMS_ORDER ? (int)most : ADAMS_ORDER;
    a->detector = (enum adams_detector)s->knobs.detector;
    a->gamma = s->knobs.gamma >= 0 ? fmin(s->knobs.gamma, 0.99) : 0; /* 1 would never arrive */
    a->order = 1;
    a->starting = true;
    a->calm = 6;
    a->last_event = -INFINITY;
}

static void vectors(struct sim *s, struct abm *a)
{
    double **vector[] = {&a->tol, &a->xp, &a->fp, &a->xc, &a->fc, &a->at};
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++)
        *vector[k] = sim_room(s, s->net.n, sizeof(double));
}

static void abm_open(struct engine_host *host, int variant)
{
    struct sim *s = whole_sim(host);
    struct abm *a = whole_of(s)->host.data = sim_room(s, 1, sizeof *a);
    (void)variant;
    if (s->status < 0) return;
    settings(s, a);
    track_room(s, &a->x, s->net.n);
    track_room(s, &a->z, s->n_guards);
    vectors(s, a);
    a->corrected = sim_room(s, s->net.n, ADAMS_TERMS * sizeof(double));
    a->guard = sim_room(s, s->n_guards, sizeof *a->guard);
    a->list = sim_room(s, s->n_guards, sizeof *a->list);
    a->samples = sim_room(s, ADAMS_BATCH, ADAMS_SAMPLES * sizeof(double));
    if (s->status >= 0) adams_sides(s);
    host->call->search_open(host);
}

static void abm_close(struct engine_host *host)
{
    struct sim *s = whole_sim(host);
    struct abm *a = whole_of(s)->host.data;
    if (!a) return;
    void *arrays[] = {a->tol, a->xp,        a->fp,    a->xc,   a->fc,
                      a->at,  a->corrected, a->guard, a->list, a->samples};
    track_free(s, &a->x);
    track_free(s, &a->z);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
    csr_free(&a->reads, &s->alloc);
    csr_free(&a->reads_sum, &s->alloc);
    csr_free(&a->term_reads, &s->alloc);
    alloc_free(&s->alloc, a);
    whole_of(s)->host.data = NULL;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* 1. fc, next and turn of the guards become node 0. */
static void settle(struct sim *s)
{
    struct abm *a = adams_of(s);
    adams_push(a, whole_of(s)->host.t, a->fc);
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        g->z = g->next;
        g->slope = a->z.f[0][k] = g->turn;
    }
    a->known = true;
}

/* Second derivatives of the guards along x' = f, x'' = x.g. Sums and delays are not shown that
 * far. */
static bool bend_guards(struct sim *s)
{
    struct abm *a = adams_of(s);
    struct whole *w = whole_of(s);
    double c[SALTUS_SERIES];
    if (s->n_guards == 0) return true;
    if (s->n_signals) return false;
    whole_show(s, w->host.t, w->host.x, a->fc);
    for (int32_t i = 0; i < s->net.n; i++)
        w->signals[(size_t)i * (1 + SALTUS_SIGNAL) + 3] = a->x.g[i] / 2;
    w->env.width = 3;
    for (int32_t k = 0; k < s->n_guards; k++) {
        whole_guard(s, k, 3, c);
        a->z.g[k] = 2 * c[2];
        if (!isfinite(c[2])) return false;
    }
    return true;
}

/* The first node counts twice if its second derivatives can be had. */
static void start(struct sim *s)
{
    struct abm *a = adams_of(s);
    struct whole *w = whole_of(s);
    a->second = whole_second(s, w->host.t, w->host.x, a->fc, a->x.g) == WHOLE_OK;
    settle(s);
    if (!a->second || a->most == 1 || !bend_guards(s)) return;
    settle(s);
    a->order = 2;
}

static bool arrive(struct sim *s)
{
    struct abm *a = adams_of(s);
    struct whole *w = whole_of(s);
    enum whole_answer answer = whole_derivatives(s, w->host.t, w->host.x, a->fc);
    if (answer != WHOLE_OK) {
        whole_fail(s, answer);
        return false;
    }
    if (!adams_ask_guards(s, w->host.t, w->host.x, a->fc)) {
        adams_fail_guard(s);
        return false;
    }
    if (a->points == 0)
        start(s);
    else
        settle(s);
    return true;
}

static void tolerances(struct sim *s)
{
    struct abm *a = adams_of(s);
    for (int32_t i = 0; i < s->net.n; i++)
        a->tol[i] = fmax(whole_tolerance(&whole_of(s)->host, i, whole_of(s)->host.x[i]), DBL_MIN);
}

/* A first step with E_1 = 1, since e_1 = x'' and I_c = h^2/2; at most a thousandth of the run, or
 * what the step was before the event. */
static double first_step(struct sim *s, double room)
{
    struct abm *a = adams_of(s);
    double h = a->h > 0 ? a->h : 1e-3 * room;
    if (!a->second) return 1e-3 * h;
    for (int32_t i = 0; i < s->net.n; i++)
        if (a->x.g[i] != 0) h = fmin(h, sqrt(2 * a->tol[i] / fabs(a->x.g[i])));
    return a->order > 1 ? h : h / 2;
}

/* ---- Step and order -------------------------------------------------------------------------- */

/* (13) for an order whose error is known; 0: it is not. */
static double growth(const struct abm *a, int q)
{
    bool told = q >= 1 && q <= a->most && isfinite(a->error[q]);
    return told ? fmin(adams_growth(a->error[q], q), 2) : 0;
}

/* 7. `used` is the step that was made, `cut`: by something else than its error. */
static void choose(struct abm *a, double used, bool cut)
{
    int q = a->order, best = q;
    double by = growth(a, q);
    if (a->starting && q < a->most && by >= 1) {
        best = q + 1;
        by = 2;
    } else {
        a->starting = false;
        if (growth(a, q - 1) > by) by = growth(a, best = q - 1);
        if (growth(a, q + 1) >= by) by = growth(a, best = q + 1);
    }
    a->order = best;
    by = fmax(fmin(by, a->calm == 0 ? 1 : a->calm < 6 ? 1.1 : 2), 0.3);
    a->calm++;
    a->h = cut && by >= 1 ? fmax(used * by, a->h) : used * by;
}

static void begin(struct abm *a)
{
    a->points = 0;
    a->order = 1;
    a->starting = true;
    a->calm = 6;
    a->known = false;
}

/* An event just after a start: all nodes would be dropped as too near, with a double one among
 * them. A start gives order 2 again. */
static bool lost(const struct abm *a, double t)
{
    return t - a->time[a->points - 1] < a->h / 16;
}

static int32_t edge_now(struct sim *s)
{
    for (int32_t k = 0; k < s->n_guards; k++)
        if (adams_at_edge(s, k)) return k;
    return -1;
}

static void ready(struct sim *s, double room)
{
    struct abm *a = adams_of(s);
    tolerances(s);
    for (int32_t k = 0; k < s->n_guards; k++) a->guard[k].level = NAN;
    a->milne = adams_milne(a->order);
    if (a->starting && a->time[0] == a->time[a->points - 1]) a->h = first_step(s, room);
    adams_prepare(a, fmin(a->h, room));
    if (a->order > a->points) a->order = a->points;
}

/* Events that follow each other so closely that time hardly moves would go on forever. */
static void crowd(struct sim *s, int32_t due, double t)
{
    struct abm *a = adams_of(s);
    if (due < 0) return;
    a->crowd = t - a->last_event <= 16 * DBL_EPSILON * fabs(t) ? a->crowd + 1 : 0;
    a->last_event = t;
    if (a->crowd <= s->opt.max_instant) return;
    adams_now(s);
    sim_fail(s, SALTUS_EZENO, SALTUS_GUARD, due,
             "this guard fires again and again, and time hardly moves in between",
             "a model that comes to rest needs a mode for it");
}

/* ---- The step -------------------------------------------------------------------------------- */

static int path_series(void *user, int32_t i, double t, double *c)
{
    struct sim *s = user;
    memcpy(c, adams_of(s)->corrected + (size_t)i * ADAMS_TERMS, ADAMS_TERMS * sizeof *c);
    poly_shift(c, ADAMS_ORDER, t - whole_of(s)->host.from);
    return ADAMS_ORDER;
}

static void path_at(void *user, double t, double *x, double *f)
{
    struct sim *s = user;
    double h = t - whole_of(s)->host.from;
    for (int32_t i = 0; i < s->net.n; i++) {
        const double *c = adams_of(s)->corrected + (size_t)i * ADAMS_TERMS;
        x[i] = poly_value(c, ADAMS_ORDER, h);
        f[i] = poly_slope(c, ADAMS_ORDER, h);
    }
}

/* 5. What locate.c has found, or a crossing before that. */
static int32_t locate(struct sim *s, double *end)
{
    struct engine_host *host = &whole_of(s)->host;
    struct locate_path path = {.user = s, .at = path_at, .series = path_series, .plain = true};
    int32_t due, before;
    double when;
    if (s->n_guards == 0) return -1;
    due = adams_locate(s, end);
    if (adams_of(s)->detector == ADAMS_ENDPOINT || s->status < 0) return due;
    before = host->call->search(host, &path, host->from, *end, &when);
    if (before < 0 || (due >= 0 && *end - when <= 8 * DBL_EPSILON * fabs(*end))) return due;
    *end = when;
    return before;
}

/* Does the step to *to show what f does? REPEAT: with the new, shorter *h. */
static enum adams_verdict shows(struct sim *s, double *h, double to)
{
    struct engine_host *host = &whole_of(s)->host;
    struct abm *a = adams_of(s);
    struct locate_path path = {.user = s, .at = path_at, .series = path_series, .plain = true};
    double t = host->t, part = 0, u = host->call->hidden(host, &path, t, to, ALLOWED, &part);
    double least = 16 * DBL_EPSILON * fmax(fabs(t), fabs(to));
    if (!(u < to) || !(to - t > least)) return ADAMS_ACCEPTED;
    s->stats.rejected++;
    a->starting = false;
    a->calm = 0;
    a->h = *h = fmax(fmin(fmax(part / 4, u - t), (to - t) / 2), least);
    return ADAMS_REPEAT;
}

static int32_t abm_step(struct engine_host *host, double limit)
{
    struct sim *s = whole_sim(host);
    struct abm *a = adams_of(s);
    struct whole *w = whole_of(s);
    double room = limit - w->host.t, h, to, end;
    enum adams_verdict verdict;
    int32_t due;
    if (!a->known && !arrive(s)) return -1;
    ready(s, room);
    if ((due = edge_now(s)) >= 0) return due;
    h = a->h < room * 0.99 ? (a->h < room / 2 ? a->h : room / 2) : room;
    do {
        verdict = adams_attempt(s, &h, limit, &to);
        if (verdict == ADAMS_ACCEPTED) verdict = shows(s, &h, to);
    } while (verdict == ADAMS_REPEAT);
    if (verdict == ADAMS_FAILED) return adams_give_up(s);
    s->stats.steps++;
    end = to;
    due = locate(s, &end);
    choose(a, to - w->host.t, to - w->host.t < a->h);
    if (end < to)
        for (int32_t i = 0; i < s->net.n; i++)
            w->host.x[i] =
                poly_value(a->corrected + (size_t)i * ADAMS_TERMS, ADAMS_ORDER, end - w->host.t);
    else
        memcpy(w->host.x, a->xc, (size_t)s->net.n * sizeof *w->host.x);
    w->host.t = end;
    a->known = false;
    if (!(end < to))
        settle(s);
    else if (lost(a, end))
        begin(a);
    crowd(s, due, end);
    return due;
}

static void abm_dense(struct engine_host *host)
{
    struct sim *s = whole_sim(host);
    const struct abm *a = whole_of(s)->host.data;
    if (!(whole_of(s)->host.t > whole_of(s)->host.from)) return;
    for (int32_t i = 0; i < s->net.n; i++) {
        struct state *x = &s->net.s[i];
        memset(x->x, 0, sizeof x->x);
        memcpy(x->x, a->corrected + (size_t)i * ADAMS_TERMS, ADAMS_TERMS * sizeof *x->x);
        x->tx = whole_of(s)->host.from;
    }
    whole_piece(s, whole_of(s)->host.from, whole_of(s)->host.t);
}

static void abm_restart(struct engine_host *host)
{
    struct sim *s = whole_sim(host);
    begin(adams_of(s));
    s->stats.restarts++;
}

static const struct engine_method methods[] = {
    {.info = {.name = "abm",
              .title = "Adams-Bashforth-Moulton, events seen before the step",
              .cite = "ek07",
              .text =
                  "Smooth models with events and domains. All states move together, by a predictor "
                  "and a corrector of order 1 to 4 with steps after the error. Guards are "
                  "extrapolated, so that steps end at events; a unilateral guard is approached "
                  "from one side, and nothing is evaluated beyond it. Not for stiff models.",
              .options = "max_order max_step detector gamma",
              .order = ADAMS_ORDER,
              .family = "adams",
              .traits = SALTUS_TRAIT_EXPLICIT,
              .page = "adams",
              .example = "bounce"}},
    {.info = {.name = NULL}}};

const struct whole_engine adams_engine = {.head = {ENGINE_VERSION, methods, &whole_frame},
                                          .open = abm_open,
                                          .close = abm_close,
                                          .step = abm_step,
                                          .dense = abm_dense,
                                          .restart = abm_restart};
