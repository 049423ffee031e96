/* SPDX-License-Identifier: MIT */
/* doubt.h - how far watched outputs may be off because the states are known to a tolerance only.
 *
 * An output that reads a state through a large gain, as a current through a closed switch does that
 * reads the voltages at its ends, shows the error of the state times that gain. The *doubt* of an
 * output is what errors of the states, each as large as its quantum or the tolerance of a step and
 * of either sign, make of it:
 *     | sum over i of +-e_i dy/dx_i |.
 * A derivative in that direction is the second coefficient of a series along signals with these
 * slopes, so it is exact and nothing is evaluated beside the point where the output is. The engine
 * finds it, at some of the instants at which the output is told; here its means over time are kept, of the
 * run and of its twentieths, so that a short transient does not count, and the largest is compared with
 * the size of the output at the end of the run. What is small beside the value itself does not count either. States whose q is read, and follows their curve (rules.h, 6), have no such error. */
#ifndef SIM_DOUBT_H
#define SIM_DOUBT_H

#include "run/sim.h"

struct doubt {
    double since;       /* the integrals go up to here                                            */
    double held, value; /* from then on: the doubt found last; the value told last                */
    double sum, mean;   /* integrals of both over time ...                                        */
    double begun, part; /* a part of the run, and the integral of the doubt over it ...           */
    double worst;       /* ... and over the worst part so far                                     */
    double level;       /* ... and of |value|                                                     */
    double size, peak;  /* largest |value|, largest doubt                                         */
    uint32_t told;      /* how often                                                              */
    int32_t state;      /* which contributed most to the peak; -1: not known                      */
};

/* The doubt of watched output j at t from the errors of states lo..hi-1, with the signs of
 * doubt_sign. */
typedef double doubt_measure(struct sim *s, int32_t j, double t, int32_t lo, int32_t hi);

void doubt_load(struct sim *s); /* after the outputs */
/* +1 or -1: the side of the error of state i. */
static inline double doubt_sign(const struct sim *s, int32_t i)
{
    uint32_t mix = ((uint32_t)i + 1u) * 2654435761u ^ s->doubts_found * 2246822519u;
    mix ^= mix >> 15;
    mix *= 2654435761u;
    return mix >> 31 ? 1 : -1;
}
/* Watched output j is told from t on, with value y; as a piece of this length, or 0. True: its doubt
 * is to be found. Each is looked at in the beginning, later every seventh, and long pieces. */
bool doubt_told(struct sim *s, int32_t j, double t, double length, double y);
/* ... and its doubt is d; `measure` finds the state that is the reason. */
void doubt_found(struct sim *s, int32_t j, double t, double d, doubt_measure *measure);
/* The run ends: outputs with a doubt of more than ten tolerances are told, the worst by name. */
void doubt_end(struct sim *s);

#endif
