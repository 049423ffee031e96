/* SPDX-License-Identifier: MIT */
/* host.c - the services of a run to the engine that moves all its states (host.h). */
#include "engine/whole/hidden.h"
#include "engine/whole/host.h"
#include "engine/whole/locate.h"
#include "engine/whole/stepper.h"
#include "engine/whole/whole.h"
#include "run/edge/edge.h"
#include <float.h>
#include <math.h>

static void *room(struct engine_host *h, int32_t n, size_t size)
{
    return sim_room(whole_sim(h), n, size);
}

static void give_back(struct engine_host *h, void *p)
{
    alloc_free(&whole_sim(h)->alloc, p);
}

/* An engine that is only lent to the run has failed: it is over for it, and no one need know. */
static bool lost(struct sim *s, saltus_status st)
{
    struct whole *w = whole_of(s);
    if (!w->lent || st == SALTUS_ENOMEM) return false;
    if (s->status >= 0) {
        w->lost = true;
        s->status = st;
    }
    return true;
}

static void refuse(struct engine_host *h, saltus_status st, const char *what, const char *text,
                   const char *hint)
{
    if (!lost(whole_sim(h), st)) sim_refuse(whole_sim(h), st, what, text, hint);
}

static void fail(struct engine_host *h, saltus_status st, saltus_kind kind, int32_t index,
                 const char *text, const char *hint)
{
    struct sim *s = whole_sim(h);
    if (lost(s, st)) return;
    s->net.env.t = fmax(s->net.env.t, h->t); /* for the message */
    sim_fail(s, st, kind, index, text, hint);
}

static void give_up(struct engine_host *h, enum whole_answer why)
{
    if (!lost(whole_sim(h), SALTUS_ESTUCK)) whole_fail(whole_sim(h), why);
}

/* ---- The model at a point -------------------------------------------------------------------- */

static enum whole_answer derivatives(struct engine_host *h, double t, const double *x, double *f)
{
    return whole_derivatives(whole_sim(h), t, x, f);
}

static enum whole_answer second(struct engine_host *h, double t, const double *x, const double *f,
                                double *to)
{
    return whole_second(whole_sim(h), t, x, f, to);
}

static bool all_affine(const struct sim *s)
{
    const saltus_function *f = &s->model->der;
    for (int32_t i = 0; i < s->net.n; i++)
        if (!f->affine || f->affine(&whole_of(s)->env, i) == 0) return false;
    return s->net.n_sums == 0;
}

static saltus_status pattern(struct engine_host *h, int64_t most, int64_t most_sums,
                             struct engine_pattern *out)
{
    struct sim *s = whole_sim(h);
    struct whole *w = whole_of(s);
    saltus_status st =
        sim_jacobian_pattern((const saltus_sim *)s, &w->env, most, most_sums, &w->pattern);
    *out =
        (struct engine_pattern){s->net.n,
                                w->pattern.rows.start,
                                w->pattern.rows.item,
                                all_affine(s),
                                w->pattern.timed || w->pattern.delayed || s->n_delays || s->outside,
                                w->pattern.cut};
    return st;
}

static enum whole_answer jacobian(struct engine_host *h, double t, const double *x, double *entry)
{
    struct sim *s = whole_sim(h);
    struct whole *w = whole_of(s);
    struct jacobian_point p = {&w->env, w->signals, w->n_edges ? whole_allowed : NULL};
    int32_t at[2];
    saltus_status st;
    whole_show(s, t, x, NULL);
    if (w->n_edges && !whole_allowed(s)) return WHOLE_BEYOND;
    st = sim_jacobian_values((const saltus_sim *)s, &w->pattern, &p, entry, at);
    if (st == SALTUS_OK && !w->faulted) return WHOLE_OK;
    if (st != SALTUS_ENAN || w->faulted) return WHOLE_FAULT;
    h->not_finite = at[0];
    return WHOLE_NAN;
}

/* ---- Guards ---------------------------------------------------------------------------------- */

static struct engine_guard guard(struct engine_host *h, int32_t k)
{
    const struct watch *w = &whole_sim(h)->watch[k];
    return (struct engine_guard){w->fired, w->sign, w->special};
}

static double guard_slope(struct engine_host *h, int32_t k, double t, const double *x,
                          const double *f)
{
    double z[SALTUS_SERIES];
    whole_show(whole_sim(h), t, x, f);
    whole_guard(whole_sim(h), k, 2, z);
    return z[1];
}

/* How much z moves within a tenth of the tolerance of what it reads, and at least by rounding. */
static double level(const struct sim *s, int32_t k, const double *z)
{
    const struct whole *w = whole_of(s);
    const struct engine_host *h = &w->host;
    double moves = 0, made = fabs(z[0]) + fabs(z[1] * h->t), g;
    for (int32_t i = 0; i < s->net.n && s->model->guard.partial; i++) {
        if (!csr_has(&s->feeds_guard, i, k)) continue;
        g = fabs(s->model->guard.partial(&w->env, k, i));
        moves += g * whole_tolerance(h, i, h->x[i]);
        made += g * fabs(h->x[i]);
    }
    return fmax(0.1 * moves, 64 * DBL_EPSILON * made);
}

static int32_t near(struct engine_host *h, const double *f, bool nearing)
{
    struct sim *s = whole_sim(h);
    struct whole *w = whole_of(s);
    double z[SALTUS_SERIES];
    if (w->n_edges == 0) return -1;
    whole_show(s, h->t, h->x, f);
    for (int32_t j = 0; j < w->n_edges; j++) {
        int32_t k = w->edges[j];
        const struct edge *e = edge_find(s, k);
        whole_guard(s, k, 2, z);
        if (s->watch[k].sign > 0) {
            if (z[0] > 0 && e && e->fence == FENCE_FIRED) edge_error(s, e);
        } else if (z[0] <= 0 && (z[1] >= 0 || !nearing) && z[0] >= -level(s, k, z)) {
            return k;
        }
    }
    return -1;
}

static void unanswered(struct engine_host *h)
{
    struct sim *s = whole_sim(h);
    for (int32_t j = 0; j < s->n_edges; j++) {
        const struct edge *e = &s->edges[j];
        if (e->side == SALTUS_UNILATERAL && e->fence == FENCE_FIRED) edge_error(s, e);
    }
}

/* ---- Crossings ------------------------------------------------------------------------------- */

static void search_open(struct engine_host *h)
{
    struct sim *s = whole_sim(h);
    struct locate *l = whole_of(s)->locate = sim_room(s, 1, sizeof *l);
    struct hidden *k = whole_of(s)->hidden = sim_room(s, 1, sizeof *k);
    if (l) locate_open(s, l);
    if (k) hidden_open(s, k);
}

static void search_begin(struct engine_host *h, double t, const double *x, const double *f)
{
    struct sim *s = whole_sim(h);
    if (f)
        locate_begin(s, whole_of(s)->locate, t, x, f);
    else
        whole_of(s)->locate->known = NAN;
}

static int32_t search(struct engine_host *h, const struct locate_path *path, double from, double to,
                      double *when)
{
    struct sim *s = whole_sim(h);
    return locate_first(s, whole_of(s)->locate, path, from, to, when);
}

static double hidden(struct engine_host *h, const struct locate_path *path, double from, double to,
                     double allowed, double *part)
{
    struct sim *s = whole_sim(h);
    return hidden_first(s, whole_of(s)->hidden, path, from, to, allowed, part);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void tell(struct engine_host *h, double from, double to)
{
    struct sim *s = whole_sim(h);
    for (int32_t i = 0; i < s->net.n; i++) s->net.s[i].tx = from;
    whole_piece(s, from, to);
}

void whole_services_close(struct sim *s)
{
    struct whole *w = whole_of(s);
    if (w->pattern.alloc.fn) jacobian_free(&w->pattern);
    if (w->locate) locate_close(s, w->locate);
    if (w->hidden) hidden_close(s, w->hidden);
    alloc_free(&s->alloc, w->locate);
    alloc_free(&s->alloc, w->hidden);
}

/* At rest, a state moves by less than this part of its tolerance in all the time so far. */
static const double still = 1e-6;

static bool rests(struct engine_host *h, int32_t k, const double *f)
{
    struct sim *s = whole_sim(h);
    double lasted = h->t - s->opt.t0;
    if (s->watch[k].special) return false;
    for (int32_t i = 0; i < h->n; i++)
        if (!(fabs(f[i]) * lasted <= still * whole_tolerance(h, i, h->x[i]))) return false;
    locate_rest(whole_of(s)->locate, k);
    return true;
}

const struct engine_services whole_services = {.room = room,
                                               .give_back = give_back,
                                               .refuse = refuse,
                                               .fail = fail,
                                               .give_up = give_up,
                                               .derivatives = derivatives,
                                               .second = second,
                                               .pattern = pattern,
                                               .jacobian = jacobian,
                                               .guard = guard,
                                               .guard_slope = guard_slope,
                                               .near = near,
                                               .unanswered = unanswered,
                                               .search_open = search_open,
                                               .search_begin = search_begin,
                                               .search = search,
                                               .rests = rests,
                                               .hidden = hidden,
                                               .tell = tell,
                                               .stepper_open = stepper_open,
                                               .stepper_close = stepper_close,
                                               .stepper_step = stepper_step,
                                               .stepper_dense = stepper_dense,
                                               .stepper_restart = stepper_restart};
