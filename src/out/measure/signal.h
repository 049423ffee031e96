/* SPDX-License-Identifier: MIT */
/* signal.h - formulas of variables that are polynomials in time, piece by piece.
 *
 * A formula is a list of operations on a stack. Over an interval in which no variable changes its
 * polynomial a signal is a polynomial too, p(u) = sum_k c[k] u^k with u = (time - a)/h in 0..1; where
 * the argument of abs changes its sign the interval is divided. */
#ifndef OUT_SIGNAL_H
#define OUT_SIGNAL_H

#include "num/bernstein.h"
#include "out/measure/measure.h"

enum {
    SIGNAL_OPERATIONS = 64,
    SIGNAL_DEPTH = 12,
    SIGNAL_FACTORS = 4,                            /* of a product, at most                 */
    SIGNAL_ORDER = SIGNAL_FACTORS * SALTUS_SERIES, /* hence of a signal                     */
    SIGNAL_SQUARE = 2 * SIGNAL_ORDER
};
_Static_assert((int)SIGNAL_ORDER <= (int)BERNSTEIN_DEGREE, "its range must be known");

enum signal_code {
    SIGNAL_NUMBER,
    SIGNAL_VARIABLE, /* index */
    SIGNAL_TIME,
    SIGNAL_ADD,
    SIGNAL_SUBTRACT,
    SIGNAL_MULTIPLY,
    SIGNAL_DIVIDE, /* by what is constant over the piece; else the result is not finite */
    SIGNAL_NEGATE,
    SIGNAL_ABS
};

struct signal_operation {
    enum signal_code code;
    double number;
    size_t index;
};

struct signal {
    struct signal_operation at[SIGNAL_OPERATIONS];
    int n;
    unsigned reads; /* bits of variables */
};

struct signal_variable {
    double t, poly[SALTUS_SERIES + 1];
    int order; /* -1: nothing yet */
};

struct signal_piece {
    double a, h;
    int n;
    double c[SIGNAL_ORDER + 1]; /* in u */
};

/* The signal from a to b, as one or more pieces. */
typedef void signal_fn(void *user, const struct signal_piece *p);
void signal_along(const struct signal *s, const struct signal_variable *v, double a, double b,
                  signal_fn *fn, void *user);
/* Its value at t; NaN: a variable is not known. */
double signal_value(const struct signal *s, const struct signal_variable *v, double t);

/* The part of p between a and b, which lie in it. */
struct signal_piece signal_part(const struct signal_piece *p, double a, double b);
double signal_at(const struct signal_piece *p, double u);
/* Where p = level inside of 0..1, with a change of sign, ascending; room for SIGNAL_ORDER. */
int signal_crossings(const struct signal_piece *p, double level, double *u);
void signal_range(const struct signal_piece *p, double *lo, double *hi);

#endif
