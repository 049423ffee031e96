/* SPDX-License-Identifier: MIT */
/* mliqss.h - looking for the partner that a step would set swinging; shared by both orders. */
#ifndef QUANT_MLIQSS_H
#define QUANT_MLIQSS_H

#include "quant/net.h"
#include "quant/pair.h"

/* Of the states j that read i and are read by it, the one with which i would oscillate and whose
 * answer changes x_i' most; -1: none. p is filled in with everything but the result. was: state
 * i before its own choice. */
int32_t mliqss_partner(const struct method *m, struct net *net, int32_t i, const struct state *was,
                       struct pair *p);

/* q of both as p says. */
void mliqss_accept(struct net *net, int32_t i, int32_t j, const struct pair *p);

#endif
