/* SPDX-License-Identifier: MIT */
/* expect.h - what a model of the suite must do: the file NAME.events beside NAME.mo.
 *
 *     # comment
 *     stop 3                        until when to run
 *     scale 10                      magnitude of the states: multiplies all quanta (1)
 *     gain 5                        seconds that an event may be off per unit of quantum (10)
 *     power 0.5                     ... to this power: 0.5 where the guard arrives without slope (1)
 *     0.4515236 + h < 0             at this time this guard becomes positive (- negative, . a clock fires)
 *     ~ 0.4515236 + v > 0           the same instant as the line before, in either order
 *     ... h < 0                     from here on any number of events of this guard, or clock
 *     ends TERMINATED 1.5           how the run ends (a status without SALTUS_; OK) and when
 *     ends EZENO 4.06 0.1           the same, with its own tolerance in seconds
 *     says text                     some message of the run contains the text
 *     value x 0.25 3                x at the end, and how many quanta (to that power) it may be off
 *
 * Between events of one file the order is exact. Times and names of variables have no blanks; the name of a
 * guard is the rest of its line.                                                                  */
#ifndef EVENTS_EXPECT_H
#define EVENTS_EXPECT_H

#include "saltus_base.h"

enum { MOST_EVENTS = 4096, MOST_VALUES = 32, MOST_FREE = 8, NAME_SIZE = 96 };

struct expected {
    double t;
    int direction; /* 0: a clock */
    int with_last; /* in either order with the one before */
    char name[NAME_SIZE];
};

struct expected_value {
    char name[NAME_SIZE];
    double value, gain;
};

struct expect {
    double stop, scale, gain, power;
    struct expected event[MOST_EVENTS];
    int n_events;
    char free[MOST_FREE][NAME_SIZE]; /* what may fire after the last of them */
    int n_free;
    char ends[32];
    double end, end_tol; /* NaN: not said */
    char says[160];
    struct expected_value value[MOST_VALUES];
    int n_values;
};

/* 0: the file is not there or a line makes no sense, which is printed. */
int expect_read(struct expect *x, const char *path);

/* How far an event may be off with this quantum. Clocks: by rounding only. */
double expect_tolerance(const struct expect *x, double t, int clock, double quantum);

#endif
