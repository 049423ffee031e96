/* SPDX-License-Identifier: MIT */
/* outside_whole.h - the same for an engine that moves all states together (engine.h): for outside.c only.
 *
 * A step is made as soon as the one before has come to its end, so its polynomials are known before their time; they wait in a
 * list, and become signals when their time has come. When an input moves before the end of the step, the rest of it is
 * forgotten: the engine starts anew from the states at that instant.
 *
 * A line is told only what those who read it do not know yet, up to the tolerance, for the length of the step. So a loop through
 * other parts settles: what comes back moves an input, the step is made anew, and goes the old way nearly enough. */
#ifndef SIM_OUTSIDE_WHOLE_H
#define SIM_OUTSIDE_WHOLE_H

#include "run/outside/outside.h"
#include "engine/whole/whole.h"

struct outside_piece {
    double t, c[WHOLE_DEGREE + 1];
    int32_t var; /* number of the variable, states before discretes before outputs */
    int32_t degree;
    bool known; /* of a line: somebody has been told                                  */
};

struct outside_whole {
    struct outside_piece *list; /* of the step, in the order of time                               */
    int32_t n, room, done;     /* done: so many are signals already                               */
    struct outside_piece *now; /* per line: its signal                                            */
    struct outside_piece *state; /* per state: where it is                                          */
    int32_t due; /* guard that is to fire at the end of the step, -1: none           */
    bool collecting;
};

saltus_status outside_whole_new(struct outside *o);
void outside_whole_free(struct outside *o);
void outside_whole_begin(struct outside *o);
void outside_whole_run(struct outside *o, double t);
double outside_whole_next(const struct outside *o);
int outside_whole_line(struct outside *o, int32_t k, double t, double *c, int *open);

#endif
