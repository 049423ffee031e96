/* SPDX-License-Identifier: MIT */
/* net.h - all states of a run with their model: what the engine and the methods of several
 * states work on. */
#ifndef QUANT_NET_H
#define QUANT_NET_H

#include "base/csr.h"
#include "quant/method.h"
#include "quant/rules.h"

struct quantum {
    double rel, abs;
};

struct net {
    int32_t n;       /* states                                                  */
    struct state *s; /* n                                                       */
    saltus_env env;  /* q signals of s, discretes, parameters; env.t is the present */
    const saltus_model *model;
    const struct method *const *methods; /* methods in use ... */
    const uint8_t *method_of;     /* n: ... and which of them integrates state i              */
    const struct quantum *quanta; /* n, or one for all ...                                   */
    int32_t each;                 /* ... which is so if this is 0; otherwise it is -1        */
    struct csr feeds;             /* state i -> derivatives that read q_i                     */
    struct csr pairs;             /* state i -> j > i or j < i that read each other (mLIQSS)  */
    /* Signals behind the states: s[n + k] is sum k, then come the delays. */
    int32_t n_sums, n_terms;
    int32_t *first_term; /* n_sums + 1: sum k has the terms first_term[k] .. first_term[k+1]-1 */
    struct csr inner; /* state i -> terms that read q_i, then (n_terms + k) delayed expressions */
    struct tuning tune;
    uint64_t partials;    /* Jacobian entries asked for                              */
    struct state partner; /* the second state of the last pair step, before it              */
    /* May functions be asked with q_i as it is now? NULL: always. */
    bool (*inside)(const struct net *net, int32_t i);
};

static inline const struct method *net_method(const struct net *net, int32_t i)
{
    return net->methods[net->method_of[i]];
}

/* dF_i/dq_j at the present, also through sums; by differences if the model gives no partials. */
double net_difference(struct net *net, int32_t i, int32_t j);
static inline double net_partial(struct net *net, int32_t i, int32_t j)
{
    const saltus_function *f = &net->model->der;
    net->partials++;
    return f->partial ? f->partial(&net->env, i, j) : net_difference(net, i, j);
}

/* q_j is moved so that q[0] = value, and the sums with it, to see what a function would be then.
 * Goes back to where it was, exactly, with net_undo(net, j, what net_try returned). */
double net_try(struct net *net, int32_t j, double value);
void net_undo(struct net *net, int32_t j, double before);

/* May net_try be followed by a function: does q[0] = value lie inside all edges? */
bool net_allowed(struct net *net, int32_t j, double value);

/* The sum to which a term belongs. */
int32_t net_sum_of(const struct net *net, int32_t term);

/* The quantum of state i for its present x. */
static inline double net_quantum(const struct net *net, int32_t i)
{
    const struct quantum *q = &net->quanta[i & net->each];
    return rules_quantum(q->rel, q->abs, net->s[i].x[0]);
}

/* The same of a state that moves exactly (engine/qss/part.h), which has no quantum. It is right but for rounding, of
 * which a ten-millionth of the largest value that it has had, aux[1], is an ample bound: so nothing depends on units.
 * As long as it has had no value but 0, no one can tell its size, and the quantum stands for it. */
static inline double net_exact_quantum(const struct net *net, int32_t i)
{
    struct state *x = &net->s[i];
    x->aux[1] = fmax(x->aux[1], fabs(x->x[0]));
    return x->aux[1] > 0 ? 1e-7 * x->aux[1] : net_quantum(net, i);
}

/* x of state i is expanded at the present. */
static inline void net_advance(struct net *net, int32_t i)
{
    rules_advance(&net->s[i], net_method(net, i)->info.order, net->env.t);
}

#endif
