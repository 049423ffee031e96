/* SPDX-License-Identifier: MIT */
/* stiff_model.h - stiff sparse models as data, and the contract that runs them; stiff_draw.h makes random ones.
 *
 * State i obeys
 *     x_i' = b_i + diag_i x_i + sum of its terms
 * with terms that are linear, limited, cubic, of time or of discretes (enum stiff_kind). Guards are x_i - level; what
 * they and the clocks do to discretes and states is said by enum stiff_act. Everything is in one struct, so that a
 * model can be changed before a run; its terms are sorted by rows. */
#ifndef TESTS_STIFF_MODEL_H
#define TESTS_STIFF_MODEL_H

#include "saltus_jet.h"
#include "testing.h"

enum { STIFF_STATES = 60, STIFF_TERMS = 1000, STIFF_SWITCHES = 8 };

enum stiff_physics { STIFF_DIFFUSIVE, STIFF_NETWORK, STIFF_SKEW, STIFF_PHYSICS };
enum stiff_kind {
    STIFF_LINEAR,  /* a x_j                      */
    STIFF_LIMITED, /* a s tanh((x_j - x_i)/s)    */
    STIFF_TANH,    /* a tanh(x_j)                */
    STIFF_HILL,    /* a x_j/(1 + x_j^2)          */
    STIFF_CUBE,    /* a x_j^3                    */
    STIFF_SINE,    /* a sin(s t + c)             */
    STIFF_INPUT,   /* a d_k                      */
    STIFF_KINK     /* a d_k (x_j - c)            */
};
enum stiff_act {
    STIFF_ON,
    STIFF_OFF,
    STIFF_SIDE,
    STIFF_FIRE,
    STIFF_STEP,
    STIFF_SAMPLE,
    STIFF_RESET
};

struct stiff_term {
    enum stiff_kind kind;
    int32_t row, j, k;
    double a, s, c;
};
struct stiff_switch { /* a guard x_state - level, or a clock */
    enum stiff_act act;
    int32_t state, d, count; /* discretes: what it sets; of a clock, how often it has fired */
    double level, to, period, phase;
};
struct stiff {
    saltus_model model;
    saltus_variable states[2], discretes[2];
    saltus_guard guards[2], clocks[2];
    enum stiff_physics physics;
    int32_t n, n_terms, n_guards, n_clocks, n_discretes;
    int shape, nonlinear, switches;
    double spread, until, pace; /* pace: the rate of the whole                           */
    double diag[STIFF_STATES], b[STIFF_STATES], start[STIFF_STATES];
    double push[STIFF_STATES]; /* what an input has to be to move state i by about 1     */
    struct stiff_term term[STIFF_TERMS];
    int32_t row[STIFF_STATES + 1]; /* the terms of row i stand from row[i] on            */
    struct stiff_switch guard[STIFF_SWITCHES], clock[STIFF_SWITCHES];
    double shift; /* of all levels: to see how much they matter                           */
    char text[120];
};

/* ---- The contract ---------------------------------------------------------------------------- */

SALTUS_INLINE jet stiff_term_value(jet_at e, const struct stiff_term *t, int32_t i)
{
    switch (t->kind) {
    case STIFF_LINEAR: return jet_mul(t->a, jet_state(e, t->j));
    case STIFF_LIMITED:
        return jet_mul(t->a * t->s,
                       jet_tanh(jet_div(jet_sub(jet_state(e, t->j), jet_state(e, i)), t->s)));
    case STIFF_TANH: return jet_mul(t->a, jet_tanh(jet_state(e, t->j)));
    case STIFF_HILL: {
        jet x = jet_state(e, t->j);
        return jet_mul(t->a, jet_div(x, jet_add(1, jet_sqr(x))));
    }
    case STIFF_CUBE: return jet_mul(t->a, jet_powi(jet_state(e, t->j), 3));
    case STIFF_SINE: return jet_mul(t->a, jet_sin(jet_add(jet_mul(t->s, jet_time(e)), t->c)));
    case STIFF_INPUT: return jet_const(t->a * jet_discrete(e, t->k));
    default: return jet_mul(t->a * jet_discrete(e, t->k), jet_sub(jet_state(e, t->j), t->c));
    }
}

SALTUS_INLINE jet stiff_f(jet_at e, int32_t i)
{
    const struct stiff *m = jet_data(e);
    jet r = jet_add(m->b[i], jet_mul(m->diag[i], jet_state(e, i)));
    for (int32_t k = m->row[i]; k < m->row[i + 1]; k++)
        r = jet_add(r, stiff_term_value(e, &m->term[k], i));
    return r;
}
SALTUS_FUNCTION(stiff_f)

static inline int stiff_f_affine(const saltus_env *e, int32_t i)
{
    const struct stiff *m = e->model->data;
    for (int32_t k = m->row[i]; k < m->row[i + 1]; k++)
        if (m->term[k].kind >= STIFF_LIMITED && m->term[k].kind <= STIFF_SINE) return 0;
    return 1;
}

SALTUS_INLINE jet stiff_z(jet_at e, int32_t k)
{
    const struct stiff *m = jet_data(e);
    return jet_sub(jet_state(e, m->guard[k].state), m->guard[k].level + m->shift);
}
SALTUS_AFFINE_FUNCTION(stiff_z)

static inline void stiff_start(const saltus_env *e, const unsigned char *given, double *p,
                               double *x, double *d)
{
    const struct stiff *m = e->model->data;
    (void)given, (void)p, (void)d;
    for (int32_t i = 0; i < m->n; i++) x[i] = m->start[i] * (1 + m->shift);
}

static inline double stiff_next(const saltus_env *e, int32_t k)
{
    const struct stiff_switch *c = &((const struct stiff *)e->model->data)->clock[k];
    return c->phase + c->period * e->d[c->count];
}

static inline void stiff_clock_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    r->add(r, SALTUS_DISCRETE, ((const struct stiff *)e->model->data)->clock[k].count);
}

static inline void stiff_handle(saltus_event *ev)
{
    const struct stiff *m = ev->env->model->data;
    const struct stiff_switch *w;
    if (ev->cause != SALTUS_GUARD && ev->cause != SALTUS_CLOCK) return;
    w = ev->cause == SALTUS_CLOCK ? &m->clock[ev->index] : &m->guard[ev->index];
    if (ev->cause == SALTUS_CLOCK)
        saltus_event_assign(ev, w->count, saltus_event_discrete(ev, w->count) + 1);
    switch (w->act) {
    case STIFF_ON:
        if (ev->direction > 0) saltus_event_assign(ev, w->d, 1);
        return;
    case STIFF_OFF:
        if (ev->direction < 0) saltus_event_assign(ev, w->d, 0);
        return;
    case STIFF_SIDE: saltus_event_assign(ev, w->d, ev->direction > 0); return;
    case STIFF_FIRE:
        if (ev->direction > 0 && !ev->initial) saltus_event_reinit(ev, w->state, w->to);
        return;
    case STIFF_STEP: saltus_event_assign(ev, w->d, 1 - saltus_event_discrete(ev, w->d)); return;
    case STIFF_SAMPLE: saltus_event_assign(ev, w->d, saltus_event_state(ev, w->state)); return;
    default: saltus_event_reinit(ev, w->state, 0.5 * saltus_event_state(ev, w->state));
    }
}

#endif
