/* SPDX-License-Identifier: MIT */
/* components.h - the state graph as a whole: who can act on whom in the end. */
#ifndef CLI_COMPONENTS_H
#define CLI_COMPONENTS_H

#include "saltus.h"

struct components {
    int32_t count;             /* strongly connected components                                   */
    int32_t biggest, members;  /* states in the largest; one of them                              */
    int32_t fan_in, fan_in_of; /* most states, sums and delays that a derivative reads; which   */
    int32_t fan_out, fan_out_of; /* most derivatives, terms and delays that read a state; which   */
    int64_t reads; /* all pairs of derivative and state, sum or delay                 */
};

/* 0: fine, -1: out of memory. */
int components_find(const saltus_sim *s, struct components *out);

#endif
