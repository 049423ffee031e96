/* SPDX-License-Identifier: MIT */
/* measure.h - numbers that a trajectory has: means, extremes, times, harmonics.
 *
 *     struct measure_error e;
 *     struct measure *m = measure_read("rms(i, last=20m)", &e);  // NULL: e says what is wrong, where
 *     for (k = 0; measure_name(m, k, &at); k++) ...              // the variables that it reads
 *     measure_segment(m, k, t, poly, order);                     // in order of time, by variable
 *     measure_end(m, t_end);
 *     v = measure_value(m, count, user);                         // NaN: measure_why(m)
 *
 * A measurement is a formula of numbers and calls, KIND(SIGNAL, OPTION=VALUE, ...). A signal is a
 * formula of variables: sums, differences and products, abs, division by what is constant from piece
 * to piece. Variables are
 * polynomials piece by piece, hence so are signals, and everything is computed from these
 * polynomials in closed form; nothing is sampled. docs/measurements.md describes every kind. */
#ifndef OUT_MEASURE_H
#define OUT_MEASURE_H

#include "saltus.h"

#include <stdbool.h>

enum { MEASURE_NAMES = 16, MEASURE_NAME = 256 };

struct measure;

struct measure_error {
    size_t at; /* byte of the text */
    char text[240];
};

/* You own it. NULL: *e, or memory is short (e->text says so). */
struct measure *measure_read(const char *text, struct measure_error *e);
void measure_free(struct measure *m); /* NULL is fine */

/* Variable k, as written; NULL: no more. *at: its place in the text. */
const char *measure_name(const struct measure *m, size_t k, size_t *at);

/* Counts of a run, which no trajectory has: steps(NAME), events(GUARD), stat(NAME). */
enum measure_count { MEASURE_STEPS, MEASURE_EVENTS, MEASURE_STAT };
/* Count k that it asks for; NULL: no more. */
const char *measure_counted(const struct measure *m, size_t k, enum measure_count *kind,
                            size_t *at);
typedef double measure_count_fn(void *user, enum measure_count kind, const char *name);

/* Does it need trajectories, or only values at the end? */
bool measure_looks(const struct measure *m);
/* From t on variable k is sum_j poly[j] (time - t)^j; t never decreases. */
void measure_segment(struct measure *m, size_t k, double t, const double *poly, int order);
void measure_end(struct measure *m, double t);
/* After measure_end. NaN: not known. */
double measure_value(struct measure *m, measure_count_fn *count, void *user);
/* Why it is not known; "" if it is. */
const char *measure_why(const struct measure *m);
/* What its calls looked at, if they all looked at the same: from, to; NaN: they did not. */
void measure_window(const struct measure *m, double *from, double *to);

/* "V" for mean(x) if unit_of says that x has it, "s", "Hz", "%" for parts, or "". */
enum measure_unit {
    MEASURE_PLAIN,
    MEASURE_AS_VARIABLE,
    MEASURE_SECONDS,
    MEASURE_HERTZ,
    MEASURE_PART,
    MEASURE_DEGREES
};
enum measure_unit measure_unit(const struct measure *m, size_t *variable);

/* Names of all kinds, for messages and help; NULL: no more. */
const char *measure_kind(size_t k);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Of xy(SIGNAL, SIGNAL), after measure_end: points x[0], y[0], x[1], y[1] ... as close as a picture
 * needs them; borrowed. Their number. */
size_t measure_path(const struct measure *m, const double **xy);

/* ---- Harmonics ------------------------------------------------------------------------------- */

/* The Fourier coefficients of a signal over the last whole periods of 1/f0 in from..to:
 *     mean + sum_k a[k] cos(2 pi k f0 t) + b[k] sin(2 pi k f0 t),   k = 1..n. */
struct measure_harmonics {
    double f0, from, to, periods;
    double mean, rms;
    int n;
    double *a, *b; /* [1] ... [n] */
};
/* Of harmonics(SIGNAL, f0=F, n=N), after measure_end; borrowed. NULL: measure_why(m). */
const struct measure_harmonics *measure_harmonics(struct measure *m);

#endif
