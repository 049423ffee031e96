/* SPDX-License-Identifier: MIT */
/* error.h - how far a run is from a reference, in the measures of the papers.
 *
 * Of each variable the samples x, its quantized q and the reference r are added up. Over all
 * variables and samples
 *     relative error       sqrt(sum (x - r)^2 / sum r^2)          [dmk18, Eq. 20]
 *     mean, max            of |x - r|
 *     mean square          of x - r                               [mbkc13]
 *     q_mean, q_max        mean and maximum of |q - r| of the worst variable   [mkc12]
 * A sample without a reference (NaN) is left out; an x that is not a number makes every error NaN.
 * Squares neither overflow nor vanish. */
#ifndef CLI_ERROR_H
#define CLI_ERROR_H

#include <stddef.h>

struct error_norm { /* sum of squares = scale^2 * sum */
    double scale, sum;
};

struct error_sums { /* of one variable; begins with all zero */
    struct error_norm difference, reference;
    double total, max, q_total, q_max;
    size_t n;
};

struct errors {
    double rel, mean, max, mse, q_mean, q_max; /* NaN: nothing was compared */
    size_t samples;                            /* over all variables */
};

void error_add(struct error_sums *e, double x, double q, double r);
struct errors error_of(const struct error_sums *e, size_t variables);

#endif
