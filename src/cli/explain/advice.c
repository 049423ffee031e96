/* SPDX-License-Identifier: MIT */
/* advice.c - what to try next, derived from the counters of a run and its Jacobian where it ended.
 *
 * Let h_i be the mean step of state i. A linearly implicit method pays for its a_ii if |a_ii| h_i
 * is not small: then an explicit method would have to take shorter steps. Two states that read each
 * other form a pair if |a_ij a_ji| h_i h_j is not small; a method that sees only the diagonal may
 * let them oscillate, and does if both take far more steps than a smooth solution would. The rules
 * look at the busiest states alone, since these are what a run costs. The first rule that fits
 * speaks. Of a method that moves all states together the stiffest state, restarts and rejected
 * steps do. Nothing here depends on CPU time: the same run gets the same advice. */
#include "cli/run/job.h"
#include "run/jacobian.h"
#include "run/sim.h"
#include <math.h>
#include <string.h>

enum { TOP = 10, SMALL_RUN = 5000, OFTEN = 100, FEW_STEPS = 20, ENTRIES = 1000000 };

struct look {
    const struct outcome *o;
    struct sim *s;
    int32_t top[TOP];
    int n;
    const saltus_method_info *method;
};

static double mean_step(const struct look *l, int32_t i)
{
    return (l->o->t_end - l->o->t_start) / (double)(l->o->steps_by_state[i] + 1);
}

static double share(const struct look *l, int32_t i)
{
    return (double)l->o->steps_by_state[i] / (double)l->o->stats.steps;
}

static void find_busiest(struct look *l)
{
    for (int32_t i = 0; i < l->o->states; i++) {
        int k = l->n < TOP ? l->n++ : TOP;
        if (k == TOP && l->o->steps_by_state[i] <= l->o->steps_by_state[l->top[TOP - 1]]) continue;
        if (k == TOP) k--;
        for (; k > 0 && l->o->steps_by_state[l->top[k - 1]] < l->o->steps_by_state[i]; k--)
            l->top[k] = l->top[k - 1];
        l->top[k] = i;
    }
}

static double partial(const struct look *l, int32_t i, int32_t j)
{
    double a = csr_has(&l->s->net.feeds, j, i) ? net_partial(&l->s->net, i, j) : 0;
    return isfinite(a) ? a : 0;
}

/* The busy state and the other one that couple most strongly, in units of their steps; 0: none. */
static double strongest_pair(const struct look *l, int32_t *i, int32_t *j)
{
    const struct csr *feeds = &l->s->net.feeds;
    double most = 0;
    for (int a = 0; a < l->n; a++)
        for (int32_t k = feeds->start[l->top[a]]; k < feeds->start[l->top[a] + 1]; k++) {
            int32_t x = l->top[a], y = feeds->item[k];
            double c;
            if (x == y) continue;
            c = fabs(partial(l, x, y) * partial(l, y, x)) * mean_step(l, x) * mean_step(l, y);
            if (c <= most) continue;
            most = c;
            *i = x;
            *j = y;
        }
    return most;
}

/* More steps than a smooth solution of this accuracy takes, and many between two events? */
static bool restless(const struct look *l, int32_t i)
{
    double rel = l->o->rel > 0 ? l->o->rel : 1e-3;
    double smooth = l->method->order == 1 ? 500 / rel : 160 / sqrt(rel);
    double events = (double)(l->o->stats.events + l->o->stats.clocks);
    return (double)l->o->steps_by_state[i] > smooth + 20 * events;
}

/* The greatest |a_ii| h_i with a_ii < 0 among the busy states. */
static double stiffest(const struct look *l, int32_t *which)
{
    double most = 0;
    for (int k = 0; k < l->n; k++) {
        double c = -partial(l, l->top[k], l->top[k]) * mean_step(l, l->top[k]);
        if (c <= most) continue;
        most = c;
        *which = l->top[k];
    }
    return most;
}

static const char *name_of(const struct look *l, saltus_kind kind, int32_t i, char *buf, size_t n)
{
    sim_name(l->s->model, kind, i, buf, n);
    return buf;
}

static bool chattering(const struct look *l, char *buf, size_t size)
{
    const struct outcome *o = l->o;
    char name[200];
    for (int32_t k = 0; k < o->guards; k++) {
        uint64_t n = o->events_by_guard[k];
        if (n < 1000 || 2 * n < o->stats.events || n < 10 * o->stats.clocks) continue;
        if (20 * n < o->stats.steps) continue;
        snprintf(buf, size,
                 "the guard %s has fired %llu times, more often than anything else happens; if it "
                 "chatters, hysteresis between its two conditions helps",
                 name_of(l, SALTUS_GUARD, k, name, sizeof name), (unsigned long long)n);
        return true;
    }
    return false;
}

static bool is(const struct look *l, unsigned traits) /* has one of them */
{
    return (l->method->traits & traits) != 0;
}

static bool oscillating(const struct look *l, char *buf, size_t size)
{
    int32_t i = -1, j = -1;
    double most = strongest_pair(l, &i, &j);
    char x[128], y[128];
    if (!is(l, SALTUS_TRAIT_DIAGONAL) || i < 0 || most < 0.01) return false;
    if (!restless(l, i) || !restless(l, j)) return false;
    snprintf(buf, size,
             "--method %s, because %s and %s drive each other strongly (%.2g per step) and take "
             "%llu steps, more than a smooth solution needs",
             methods_advised(SALTUS_TRAIT_BLOCKS, 2), name_of(l, SALTUS_STATE, i, x, sizeof x),
             name_of(l, SALTUS_STATE, j, y, sizeof y), most,
             (unsigned long long)(l->o->steps_by_state[i] + l->o->steps_by_state[j]));
    return true;
}

static bool stiff(const struct look *l, char *buf, size_t size)
{
    int32_t i = -1;
    double most = stiffest(l, &i);
    char x[128];
    if (!is(l, SALTUS_TRAIT_EXPLICIT) || i < 0 || most < 0.3) return false;
    snprintf(buf, size,
             "--method %s, because %s is stiff: in one of its steps it would decay %.2g times, and "
             "it takes %.3g %% of all steps",
             methods_advised(SALTUS_TRAIT_DIAGONAL, l->method->order < 2 ? 2 : l->method->order),
             name_of(l, SALTUS_STATE, i, x, sizeof x), most, 100 * share(l, i));
    return true;
}

static bool not_stiff(const struct look *l, char *buf, size_t size)
{
    int32_t i = -1, j = -1;
    if (!is(l, SALTUS_TRAIT_DIAGONAL | SALTUS_TRAIT_PAIRS)) return false;
    if (l->o->stats.events + l->o->stats.clocks > 0) return false; /* other modes may be stiff */
    if (stiffest(l, &i) > 0.1 || strongest_pair(l, &i, &j) > 1) return false;
    snprintf(
        buf, size,
        "--method %s: no busy state is stiff where the run ended, and explicit steps are cheaper",
        methods_advised(SALTUS_TRAIT_EXPLICIT, 3));
    return true;
}

static bool lonely(const struct look *l, char *buf, size_t size)
{
    if (!is(l, SALTUS_TRAIT_PAIRS) || l->o->stats.pair_steps * 50 > l->o->stats.steps) return false;
    snprintf(buf, size, "--method %s: hardly any step was one of a pair (%llu of %llu)",
             methods_advised(SALTUS_TRAIT_DIAGONAL, l->method->order),
             (unsigned long long)l->o->stats.pair_steps, (unsigned long long)l->o->stats.steps);
    return true;
}

static bool first_order(const struct look *l, char *buf, size_t size)
{
    saltus_trait kind = is(l, SALTUS_TRAIT_EXPLICIT) ? SALTUS_TRAIT_EXPLICIT
                        : l->o->stats.pair_steps > 0 ? SALTUS_TRAIT_PAIRS
                                                     : SALTUS_TRAIT_DIAGONAL;
    if (l->method->order != 1) return false;
    snprintf(buf, size,
             "--method %s: steps of order 1 grow with 1/quantum, of order 2 with its square root",
             methods_advised(kind, 2));
    return true;
}

static bool accurate(const struct look *l, char *buf, size_t size)
{
    if (l->method->order != 2 || l->o->rel > 2e-5 || l->o->rel <= 0) return false;
    snprintf(buf, size, "--method %s: with quanta this small the third order takes fewer steps",
             methods_advised(
                 is(l, SALTUS_TRAIT_EXPLICIT) ? SALTUS_TRAIT_EXPLICIT : SALTUS_TRAIT_DIAGONAL, 3));
    return true;
}

/* ---- Methods that move all states together --------------------------------------------------- */

static bool restarting(const struct look *l, char *buf, size_t size)
{
    const saltus_stats *s = &l->o->stats;
    if (s->restarts < OFTEN || 2 * s->restarts * FEW_STEPS < s->steps) return false;
    snprintf(buf, size,
             "a quantized-state method, --method %s or %s: there was a new beginning after %llu "
             "events, one in %.1f steps, and quantized states need none",
             methods_advised(SALTUS_TRAIT_DIAGONAL, 2), methods_advised(SALTUS_TRAIT_PAIRS, 2),
             (unsigned long long)s->restarts, (double)s->steps / (double)s->restarts);
    return true;
}

/* What moves all states together and is implicit, or quantized states. */
static const char *implicit_ones(char *buf, size_t size)
{
    size_t n = strlen(methods_classic(SALTUS_TRAIT_BLOCKS | SALTUS_TRAIT_ADVISED, buf, size));
    snprintf(buf + n, size - n, " or %s", methods_advised(SALTUS_TRAIT_DIAGONAL, 2));
    return buf;
}

/* How often the fastest state that damps itself would decay in a mean step, where the run ended. */
static double decays(const struct look *l, int32_t *which)
{
    double h = (l->o->t_end - l->o->t_start) / (double)l->o->stats.steps, most = 0;
    struct jacobian j;
    int32_t at[2];
    saltus_status st = sim_jacobian((const saltus_sim *)l->s, ENTRIES, &j, at);
    for (int32_t i = 0; st == SALTUS_OK && i < j.n; i++) {
        double c = -jacobian_at(&j, i, i) * h;
        if (c <= most) continue;
        most = c;
        *which = i;
    }
    jacobian_free(&j);
    return most;
}

static bool stiff_together(const struct look *l, char *buf, size_t size)
{
    int32_t i = -1;
    double most;
    char x[128], ones[128];
    if (!is(l, SALTUS_TRAIT_EXPLICIT) || l->o->stats.steps < SMALL_RUN) return false;
    if ((most = decays(l, &i)) < 0.3) return false;
    snprintf(buf, size,
             "--method %s, because %s is stiff: in one step of %s it would decay %.2g times, and "
             "longer ones would not be stable",
             implicit_ones(ones, sizeof ones), name_of(l, SALTUS_STATE, i, x, sizeof x),
             l->o->method, most);
    return true;
}

static bool rejecting(const struct look *l, char *buf, size_t size)
{
    const saltus_stats *s = &l->o->stats;
    double n = (double)s->steps, rejected = (double)s->rejected;
    char ones[128];
    if (!is(l, SALTUS_TRAIT_EXPLICIT) || s->steps < SMALL_RUN || 20 * rejected < n) return false;
    if ((double)s->restarts * FEW_STEPS * 2 > n) return false;
    snprintf(buf, size,
             "--method %s: %.0f %% of the steps were rejected, as it happens if the model is "
             "stiff, and %s is explicit",
             implicit_ones(ones, sizeof ones), 100 * rejected / (n + rejected), l->o->method);
    return true;
}

void advice_text(const struct outcome *o, const saltus_sim *sim, const saltus_model *m, char *buf,
                 size_t size)
{
    struct look l = {.o = o, .s = (struct sim *)(uintptr_t)sim, .method = methods_find(o->method)};
    buf[0] = 0;
    if (!sim || m->engine || !l.method || !o->steps_by_state) return; /* engine: a diagram */
    if (!methods_quantized(o->method)) {
        if (chattering(&l, buf, size) || stiff_together(&l, buf, size)) return;
        if (!restarting(&l, buf, size)) (void)rejecting(&l, buf, size);
        return;
    }
    if (o->stats.steps < SMALL_RUN) return;
    find_busiest(&l);
    if (chattering(&l, buf, size) || stiff(&l, buf, size) || oscillating(&l, buf, size)) return;
    if (first_order(&l, buf, size) || lonely(&l, buf, size) || not_stiff(&l, buf, size)) return;
    (void)accurate(&l, buf, size);
}
