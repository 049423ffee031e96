/* SPDX-License-Identifier: MIT */
/* stiff_draw.h - random stiff sparse models that are stable by construction, with and without switches.
 *
 * A model is a graph (chain, ring, grid, tree, random) of 2 to 60 states with one of three physics:
 *     diffusive   cap_i x_i' = sum_j g_ij (x_j - x_i) - d_i x_i        stiff clusters, slow as a whole
 *     network     x_i' = r_i (sum_j w_ij phi(x_j) - x_i), sum |w| < 1  stiff one by one, signs as they come
 *     skew        cap_i x_i' = sum_j w_ij x_j - d_i x_i, w_ij = -w_ji  stiff oscillations, damped
 * Half of them are not linear: g s tanh((x_j - x_i)/s) in the place of g (x_j - x_i), -a x_i^3, phi = tanh or
 * x/(1 + x^2). Each of these loses energy, or the largest distance of two solutions, so that errors do not grow.
 * Rates range over `spread`, up to 1e9, and over six decades of units of time.
 *
 * Inputs are constants, sines and steps. Switches are relays with hysteresis, kinks (a conductance that is there
 * above a level), clocks that step, sample or reset, and states that fire and start again. None of them slides: a
 * relay has a distance between its levels, a kink is continuous. What is ill-conditioned all the same (a state
 * that comes to rest just at a level) is found by whoever solves it (stiff_run.h).                      */
#ifndef TESTS_STIFF_DRAW_H
#define TESTS_STIFF_DRAW_H

#include "stiff_model.h"
#include <assert.h>

enum stiff_shape { STIFF_CHAIN, STIFF_RING, STIFF_GRID, STIFF_TREE, STIFF_RANDOM, STIFF_SHAPES };

/* ---- Parts of a model ------------------------------------------------------------------------ */

static inline struct stiff_term *stiff_add(struct stiff *m, enum stiff_kind kind, int32_t row,
                                           int32_t j, double a)
{
    struct stiff_term *t = &m->term[m->n_terms++];
    assert(m->n_terms <= STIFF_TERMS);
    *t = (struct stiff_term){.kind = kind, .row = row, .j = j, .a = a};
    return t;
}

enum { STIFF_EDGES = 200 };
struct stiff_edge {
    int32_t i, j;
};

static inline int stiff_edges(struct stiff *m, struct rng *g, struct stiff_edge *out)
{
    int32_t n = m->n, side = (int32_t)ceil(sqrt(n)), count = 0;
    for (int32_t i = 1; i < n; i++) {
        int tree = m->shape == STIFF_TREE || m->shape == STIFF_RANDOM;
        if (m->shape != STIFF_GRID)
            out[count++] = (struct stiff_edge){tree ? rng_int(g, 0, i - 1) : i - 1, i};
        if (m->shape == STIFF_GRID && i % side) out[count++] = (struct stiff_edge){i - 1, i};
        if (m->shape == STIFF_GRID && i >= side) out[count++] = (struct stiff_edge){i - side, i};
        if (m->shape != STIFF_RANDOM || i % 2) continue;
        out[count++] = (struct stiff_edge){rng_int(g, 0, i - 1), i};
    }
    if (m->shape == STIFF_RING && n > 2) out[count++] = (struct stiff_edge){0, n - 1};
    return count;
}

/* From j to i: a (x_j - x_i), or its limited form. */
static inline void stiff_flow(struct stiff *m, struct rng *g, int limited, struct stiff_edge e,
                              double a_i, double a_j)
{
    if (limited) {
        double s = rng_log(g, 0.1, 1);
        stiff_add(m, STIFF_LIMITED, e.i, e.j, a_i)->s = s;
        stiff_add(m, STIFF_LIMITED, e.j, e.i, a_j)->s = s;
        return;
    }
    stiff_add(m, STIFF_LINEAR, e.i, e.j, a_i);
    stiff_add(m, STIFF_LINEAR, e.j, e.i, a_j);
    m->diag[e.i] -= a_i;
    m->diag[e.j] -= a_j;
}

static inline void stiff_diffusive(struct stiff *m, struct rng *g, const struct stiff_edge *e,
                                   int edges)
{
    double cap[STIFF_STATES], near[STIFF_STATES] = {0}, caps = 0, damp = 0;
    for (int32_t i = 0; i < m->n; i++) caps += cap[i] = rng_log(g, 0.1, 10);
    for (int k = 0; k < edges; k++) {
        double a = rng_log(g, 1, m->spread);
        stiff_flow(m, g, m->nonlinear && rng_int(g, 0, 2) == 0, e[k], a / cap[e[k].i],
                   a / cap[e[k].j]);
        near[e[k].i] += a, near[e[k].j] += a;
    }
    for (int32_t i = 0; i < m->n; i++) {
        double d = i == 0 || rng_int(g, 0, 2) == 0 ? rng_uniform(g, 0.2, 1) : 0;
        m->diag[i] -= d / cap[i];
        damp += d;
        if (m->nonlinear && rng_int(g, 0, 3) == 0)
            stiff_add(m, STIFF_CUBE, i, i, -rng_uniform(g, 0.1, 1) / cap[i]);
    }
    for (int32_t i = 0; i < m->n; i++) m->push[i] = fmin(damp, 0.2 * near[i]) / cap[i];
    m->pace = damp / caps;
}

static inline void stiff_network(struct stiff *m, struct rng *g, const struct stiff_edge *e,
                                 int edges)
{
    double rate[STIFF_STATES], in[STIFF_STATES] = {0};
    for (int32_t i = 0; i < m->n; i++) {
        rate[i] = i ? rng_log(g, 1, m->spread) : 1;
        m->diag[i] = -rate[i];
        m->push[i] = rate[i];
    }
    for (int k = 0; k < edges; k++)
        for (int way = 0; way < 2; way++) {
            int32_t i = way ? e[k].j : e[k].i, j = way ? e[k].i : e[k].j;
            enum stiff_kind kind = m->nonlinear
                                       ? (enum stiff_kind)(STIFF_LINEAR + 2 * rng_int(g, 0, 1))
                                       : STIFF_LINEAR;
            if (kind == STIFF_TANH && rng_int(g, 0, 1)) kind = STIFF_HILL;
            stiff_add(m, kind, i, j, rng_sign(g) * rng_uniform(g, 0.1, 1));
            in[i] += fabs(m->term[m->n_terms - 1].a);
        }
    for (int32_t k = 0; k < m->n_terms; k++)
        m->term[k].a *= rate[m->term[k].row] * 0.8 / in[m->term[k].row];
    m->pace = 0.5;
}

static inline void stiff_skew(struct stiff *m, struct rng *g, const struct stiff_edge *e, int edges)
{
    double cap[STIFF_STATES], near[STIFF_STATES] = {0};
    m->pace = INFINITY;
    for (int32_t i = 0; i < m->n; i++) cap[i] = i ? rng_log(g, 1 / m->spread, 1) : 1;
    for (int k = 0; k < edges; k++) {
        double w = rng_sign(g) * rng_log(g, 0.1, 10);
        stiff_add(m, STIFF_LINEAR, e[k].i, e[k].j, w / cap[e[k].i]);
        stiff_add(m, STIFF_LINEAR, e[k].j, e[k].i, -w / cap[e[k].j]);
        near[e[k].i] += fabs(w), near[e[k].j] += fabs(w);
    }
    for (int32_t i = 0; i < m->n; i++) {
        double d = near[i] * rng_log(g, 0.1, 2);
        m->diag[i] = -d / cap[i];
        m->push[i] = d / cap[i];
        m->pace = fmin(m->pace, d / cap[i]);
        if (m->nonlinear && rng_int(g, 0, 1)) stiff_add(m, STIFF_CUBE, i, i, -d / cap[i]);
    }
}

/* ---- Inputs and switches --------------------------------------------------------------------- */

static inline int32_t stiff_slowest(const struct stiff *m)
{
    int32_t best = 0;
    for (int32_t i = 1; i < m->n; i++)
        if (fabs(m->diag[i]) < fabs(m->diag[best])) best = i;
    return best;
}

/* A state on which events are as rare as the whole is slow. */
static inline int32_t stiff_slow(const struct stiff *m, struct rng *g)
{
    return m->physics == STIFF_DIFFUSIVE ? rng_int(g, 0, m->n - 1) : stiff_slowest(m);
}

static inline struct stiff_switch *stiff_clock(struct stiff *m, struct rng *g, enum stiff_act act,
                                               int32_t state)
{
    struct stiff_switch *c = &m->clock[m->n_clocks++];
    *c = (struct stiff_switch){.act = act, .state = state};
    c->d = m->n_discretes++;
    c->count = m->n_discretes++;
    c->period = m->until / rng_uniform(g, 3, 12);
    c->phase = c->period * rng_uniform(g, 0.1, 1);
    return c;
}

static inline struct stiff_switch *stiff_guard(struct stiff *m, enum stiff_act act, int32_t state,
                                               int32_t d, double level)
{
    struct stiff_switch *w = &m->guard[m->n_guards++];
    *w = (struct stiff_switch){.act = act, .state = state, .d = d, .level = level};
    return w;
}

static inline void stiff_input(struct stiff *m, struct rng *g)
{
    int32_t i = rng_int(g, 0, m->n - 1);
    double a = m->push[i] * rng_uniform(g, 0.5, 1.5);
    struct stiff_term *t;
    switch (rng_int(g, 0, 2)) {
    case 0: m->b[i] += a; return;
    case 1:
        t = stiff_add(m, STIFF_SINE, i, i, a);
        t->s = 6.283 * rng_uniform(g, 1, 5) / m->until;
        t->c = rng_uniform(g, 0, 6.28);
        return;
    default: {
        int32_t d = stiff_clock(m, g, STIFF_STEP, i)->d;
        stiff_add(m, STIFF_INPUT, i, i, a)->k = d;
    }
    }
}

static inline void stiff_relay(struct stiff *m, struct rng *g)
{
    int32_t i = stiff_slow(m, g), d = m->n_discretes++;
    double a = m->push[i] * rng_uniform(g, 1, 2), wide = rng_uniform(g, 0.1, 0.3);
    stiff_guard(m, STIFF_ON, i, d, wide);
    stiff_guard(m, STIFF_OFF, i, d, -wide);
    m->b[i] += a;
    stiff_add(m, STIFF_INPUT, i, i, -2 * a)->k = d;
}

static inline void stiff_kink(struct stiff *m, struct rng *g)
{
    int32_t i = rng_int(g, 0, m->n - 1), d = m->n_discretes++;
    struct stiff_term *t = stiff_add(m, STIFF_KINK, i, i, -m->push[i] * rng_log(g, 0.5, 10));
    t->k = d;
    t->c = rng_uniform(g, -0.3, 0.3);
    stiff_guard(m, STIFF_SIDE, i, d, t->c);
}

static inline void stiff_fire(struct stiff *m, struct rng *g)
{
    int32_t i = stiff_slowest(m);
    m->b[i] += m->push[i] * rng_uniform(g, 1.5, 3);
    m->start[i] = rng_uniform(g, -0.5, 0.5);
    stiff_guard(m, STIFF_FIRE, i, 0, 1)->to = rng_uniform(g, -0.5, 0.2);
}

static inline void stiff_sampled(struct stiff *m, struct rng *g)
{
    int32_t i = rng_int(g, 0, m->n - 1);
    int32_t d = stiff_clock(m, g, STIFF_SAMPLE, rng_int(g, 0, m->n - 1))->d;
    stiff_add(m, STIFF_INPUT, i, i, m->push[i] * rng_uniform(g, -0.3, 0.3))->k = d;
}

static inline const char *stiff_one_switch(struct stiff *m, struct rng *g)
{
    switch (rng_int(g, 0, 4)) {
    case 0: return stiff_relay(m, g), " relay";
    case 1: return stiff_kink(m, g), " kink";
    case 2: return stiff_sampled(m, g), " sampled";
    case 3:
        if (m->physics != STIFF_DIFFUSIVE) return stiff_fire(m, g), " fire";
        /* fall through */
    default: return stiff_clock(m, g, STIFF_RESET, rng_int(g, 0, m->n - 1)), " reset";
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

static inline void stiff_sort(struct stiff *m)
{
    static const struct stiff_term none;
    struct stiff_term sorted[STIFF_TERMS];
    int32_t k = 0;
    sorted[0] = none;
    for (int32_t i = 0; i < m->n; i++) {
        m->row[i] = k;
        for (int32_t j = 0; j < m->n_terms; j++)
            if (m->term[j].row == i) sorted[k++] = m->term[j];
    }
    m->row[m->n] = k;
    memcpy(m->term, sorted, sizeof *sorted * (size_t)k);
}

/* Time runs `unit` times as fast. */
static inline void stiff_in_unit(struct stiff *m, double unit)
{
    for (int32_t i = 0; i < m->n; i++) m->diag[i] *= unit, m->b[i] *= unit;
    for (int32_t k = 0; k < m->n_terms; k++) {
        m->term[k].a *= unit;
        if (m->term[k].kind == STIFF_SINE) m->term[k].s *= unit;
    }
    for (int32_t k = 0; k < m->n_clocks; k++) m->clock[k].period /= unit, m->clock[k].phase /= unit;
    m->until /= unit;
    m->pace *= unit;
}

static inline void stiff_tables(struct stiff *m)
{
    m->states[0] = (saltus_variable){.name = "x", .size = {m->n}};
    m->discretes[0] =
        (saltus_variable){.name = m->n_discretes ? "d" : NULL, .size = {m->n_discretes}};
    m->guards[0] = (saltus_guard){.name = m->n_guards ? "g" : NULL, .size = {m->n_guards}};
    m->clocks[0] = (saltus_guard){.name = m->n_clocks ? "c" : NULL, .size = {m->n_clocks}};
    m->model = (saltus_model){.abi = SALTUS_ABI,
                              .name = "stiff",
                              .data = m,
                              .states = m->states,
                              .discretes = m->discretes,
                              .guards = m->guards,
                              .clocks = m->clocks,
                              .der = {stiff_f_eval, stiff_f_partial, stiff_f_reads, stiff_f_affine},
                              .guard = SALTUS_AFFINE_FUNCTION_OF(stiff_z),
                              .start = stiff_start,
                              .next = stiff_next,
                              .clock_reads = stiff_clock_reads,
                              .handle = stiff_handle};
}

static inline void stiff_equations(struct stiff *m, struct rng *g)
{
    struct stiff_edge edges[STIFF_EDGES];
    int count = stiff_edges(m, g, edges);
    if (m->physics == STIFF_DIFFUSIVE) stiff_diffusive(m, g, edges, count);
    if (m->physics == STIFF_NETWORK) stiff_network(m, g, edges, count);
    if (m->physics == STIFF_SKEW) stiff_skew(m, g, edges, count);
    m->until = rng_uniform(g, 3, 10) / m->pace;
}

/* The model with this number. It points into *m: do not move it. */
static inline void stiff_draw(struct stiff *m, uint64_t seed)
{
    static const char *const physics[] = {"diffusive", "network", "skew"};
    static const char *const shapes[] = {"chain", "ring", "grid", "tree", "graph"};
    struct rng rng = {seed * 0xd1342543de82ef95u}, *g = &rng;
    char switches[60] = "";
    memset(m, 0, sizeof *m);
    m->physics = (enum stiff_physics)rng_int(g, 0, STIFF_PHYSICS - 1);
    m->shape = rng_int(g, 0, STIFF_SHAPES - 1);
    m->n = (int32_t)rng_log(g, 2, STIFF_STATES + 1);
    m->nonlinear = rng_int(g, 0, 1);
    m->spread = rng_log(g, 10, 1e9);
    for (int32_t i = 0; i < m->n; i++) m->start[i] = rng_uniform(g, -1, 1);
    stiff_equations(m, g);
    for (int k = rng_int(g, 1, 3); k > 0; k--) stiff_input(m, g);
    for (int k = rng_int(g, -2, 2); k > 0; k--, m->switches++)
        strcat(switches, stiff_one_switch(m, g));
    stiff_in_unit(m, rng_log(g, 1e-3, 1e3));
    stiff_sort(m);
    stiff_tables(m);
    snprintf(m->text, sizeof m->text, "%s %s %d%s, spread %.0e, until %.2g%s%s",
             physics[m->physics], shapes[m->shape], (int)m->n, m->nonlinear ? " nonlinear" : "",
             m->spread, m->until, *switches ? "," : "", switches);
}

#endif
