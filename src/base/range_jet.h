/* SPDX-License-Identifier: MIT */
/* range_jet.h - truncated Taylor series whose coefficients are spans: for every series inside the
 * operands, the series of the result is inside the result.
 *
 * Coefficients from n on are 0 and not set. An operation computes at most `order` of them. Where
 * the function that is expanded may have a kink, the coefficients above the slope are unbounded,
 * where it may jump, all above the value. */
#ifndef BASE_RANGE_JET_H
#define BASE_RANGE_JET_H

#include "base/elementary.h"
#include "saltus_span.h"

struct range_jet {
    saltus_span c[SALTUS_SERIES];
    int32_t n; /* 1 .. SALTUS_SERIES */
};

struct range_jet range_jet_of(saltus_span value);
/* Nothing is known of it. */
struct range_jet range_jet_all(int order);
/* r := a + b and so on; r may be a or b, but not the divisor. */
void range_jet_add(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b);
void range_jet_sub(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b);
void range_jet_neg(int order, struct range_jet *r, const struct range_jet *a);
void range_jet_mul(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b);
void range_jet_sqr(int order, struct range_jet *r, const struct range_jet *a);
void range_jet_div(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b);
struct range_jet range_jet_pow(int order, struct range_jet a, struct range_jet p);
/* b: of functions of two arguments */
struct range_jet range_jet_math(int order, enum elementary f, struct range_jet a,
                                struct range_jet b);
struct range_jet range_jet_floor(int order, struct range_jet a);
struct range_jet range_jet_min(int order, struct range_jet a, struct range_jet b);
struct range_jet range_jet_max(int order, struct range_jet a, struct range_jet b);
/* One of the two, and it is not known which. smooth: how many coefficients are those of one of
 * them; 1: it may jump, 2: they are equal where the choice changes. */
struct range_jet range_jet_either(int order, struct range_jet a, struct range_jet b, int smooth);

#endif
