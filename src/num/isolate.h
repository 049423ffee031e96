/* SPDX-License-Identifier: MIT */
/* isolate.h - the first crossing of a function of time of which ranges are known.
 *
 * p is positive until it crosses. Who asks can look at p at an instant, and can say in which spans p
 * and p' lie over an interval. An interval over which the span of p is positive has no crossing, one
 * over which p' keeps its sign has at most one, and its ends tell; any other is halved. So nothing
 * is overlooked, neither an even number of roots nor a touching one, whatever p does in between. */
#ifndef NUM_ISOLATE_H
#define NUM_ISOLATE_H

#include "saltus_model.h"
#include <stdbool.h>

/* One instant. What is not finite counts as beyond: p = -1. */
struct isolate_mark {
    double t, p, slope;
    bool finite;
};

struct isolate {
    void *user;
    /* r[0], r[1] := spans that contain p and p' everywhere in [a, b]; with three terms also r[2], of p''/2,
     * where p' is continuous. false: nothing is known there, or not so many terms. */
    bool (*range)(void *user, double a, double b, int terms, saltus_span *r);
    struct isolate_mark (*look)(void *user, double t);
    /* Ranges that may still be asked for. 0: too many were needed, or nothing is known of p at many
     * instants, and the rest of the search has only looked at ends. */
    long left;
    bool above; /* p begins above 0, up to rounding */
};

/* Past the crossing: p < 0, or 0 and on its way. */
bool isolate_past(const struct isolate_mark *m);

/* The first crossing in [a, b]: false: there is none; else *lo is not past it and *hi is, and if
 * p' keeps its sign in between, there is no other. If a is past already, p must first become
 * positive; if it never does, and b is past, the crossing is at a. With `above` it is there, too, if p
 * becomes negative by more than rounding. */
bool isolate_first(struct isolate *f, const struct isolate_mark *a, const struct isolate_mark *b,
                   struct isolate_mark *lo, struct isolate_mark *hi);

#endif
