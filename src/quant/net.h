/* SPDX-License-Identifier: MIT */
/* net.h - all states of a run with their model: what the engine and the methods of several
 * states work on. */
#ifndef QUANT_NET_H
#define QUANT_NET_H

#include "base/csr.h"
#include "quant/method.h"

struct quantum {
    double rel, abs;
};

struct net {
    int32_t n;       /* states                                                  */
    struct state *s; /* n                                                       */
    saltus_env env;  /* q signals of s, discretes, parameters; env.t is the present */
    const saltus_model *model;
    const struct method *const *methods; /* methods in use ...                                      */
    const uint8_t *method_of;     /* n: ... and which of them integrates state i              */
    const struct quantum *quanta; /* n                                                       */
    struct csr feeds;             /* state i -> derivatives that read q_i                     */
    struct csr pairs;             /* state i -> j > i or j < i that read each other (mLIQSS)  */
    struct tuning tune;
    uint64_t partials; /* Jacobian entries asked for                              */
};

static inline const struct method *net_method(const struct net *net, int32_t i)
{
    return net->methods[net->method_of[i]];
}

/* dF_i/dq_j at the present. */
double net_partial(struct net *net, int32_t i, int32_t j);

/* The quantum of state i for its present x. */
static inline double net_quantum(const struct net *net, int32_t i)
{
    double x = net->s[i].x[0];
    double r = net->quanta[i].rel * (x < 0 ? -x : x);
    return r > net->quanta[i].abs ? r : net->quanta[i].abs;
}

/* x of state i is expanded at the present. */
void net_advance(struct net *net, int32_t i);

#endif
