/* SPDX-License-Identifier: MIT */
/* program.h - a measurement as it is read: a formula of calls, each with a signal and a window. */
#ifndef OUT_PROGRAM_H
#define OUT_PROGRAM_H

#include "base/alloc.h"
#include "out/measure/signal.h"

enum { PROGRAM_CALLS = 8, PROGRAM_OPERATIONS = 64 };

enum program_kind {
    KIND_FINAL,
    KIND_AT,
    KIND_MIN,
    KIND_MAX,
    KIND_MEAN,
    KIND_RMS,
    KIND_AC,
    KIND_RIPPLE,
    KIND_INTEGRAL,
    KIND_OVERSHOOT,
    KIND_SETTLING,
    KIND_RISE,
    KIND_FREQUENCY,
    KIND_THD,
    KIND_HARMONIC,
    KIND_PHASE,
    KIND_HARMONICS,
    KIND_XY,
    KIND_STEPS,
    KIND_EVENTS,
    KIND_STAT,
    KINDS
};

/* Options of calls; NaN: not given. */
enum program_option {
    OPTION_FROM,
    OPTION_TO,
    OPTION_LAST,
    OPTION_PERIODS,
    OPTION_F0,
    OPTION_BAND,
    OPTION_LEVEL,
    OPTION_N,
    OPTION_T,
    OPTIONS
};

struct program_info {
    const char *name;
    unsigned options; /* bits: those that it takes */
    unsigned needs;   /* bits: those that it must have */
    bool keeps;       /* looks at its pieces again, after the end */
    enum measure_unit unit;
};
extern const struct program_info program_info[KINDS];

/* What is known of a signal over a window after its last piece. */
struct program_sums {
    double from, to;            /* what was seen */
    double area, area_lost;     /* integral, and its compensation */
    double square, square_lost; /* that of its square */
    double min, max, first, last;
    bool any, broken; /* something was seen; something was not finite */
};

/* A path in the plane: points, pairs one after the other in `kept`. */
struct program_path {
    double lo[2], hi[2]; /* box so far */
    double apart;        /* points closer than this part of the box are left out */
    double last[2];      /* the newest point, kept or not */
    bool any, pending;   /* `last` is set; and not kept */
};

struct program_call {
    enum program_kind kind;
    struct signal signal, other; /* other: of xy, the values of the vertical axis */
    char name[MEASURE_NAME];     /* of counts */
    size_t at;                   /* in the text */
    double option[OPTIONS];
    double since; /* what comes next begins here; NaN: not all variables are known yet */
    struct program_sums sums;
    double *kept; /* pieces, one after the other: a, h, n, c[0] ... c[n] */
    size_t head, n, room;
    bool full;
    struct program_path path;
    double value;
    double from, to; /* what it looked at */
};

enum formula_code {
    FORMULA_NUMBER,
    FORMULA_CALL, /* index */
    FORMULA_ADD,
    FORMULA_SUBTRACT,
    FORMULA_MULTIPLY,
    FORMULA_DIVIDE,
    FORMULA_POWER,
    FORMULA_NEGATE,
    FORMULA_ABS,
    FORMULA_SQRT
};

struct formula_operation {
    enum formula_code code;
    double number;
    size_t index;
};

struct measure {
    struct alloc alloc;
    struct program_call call[PROGRAM_CALLS];
    size_t n_calls;
    struct formula_operation at[PROGRAM_OPERATIONS];
    int n;
    char name[MEASURE_NAMES][MEASURE_NAME];
    size_t name_at[MEASURE_NAMES];
    struct signal_variable variable[MEASURE_NAMES];
    size_t n_names;
    double begun; /* NaN: nothing yet */
    double end;
    char why[240];
    struct measure_harmonics harmonics;
};

/* Calls fn for every part of what call c has kept that lies in from..to. */
void program_kept(const struct program_call *c, double from, double to, signal_fn *fn, void *user);
/* path.c: the signals of an xy call over a..b. */
void program_path_along(struct measure *m, struct program_call *c, double a, double b);
/* harmonics.c: adds the integrals of p cos and p sin of k turns per period to a[k], b[k]. */
void program_fourier(const struct signal_piece *p, double f0, int n, double *a, double *b);

#endif
