/* SPDX-License-Identifier: MIT */
/* models.h - models written by hand in C, by name: the examples of the papers and a few for tests.
 *
 * Each model is one file models/<name>/<name>.c, which says its equations, and a README.md, which
 * says where they come from. A model is one allocation: the table of the contract, its variable
 * tables where their sizes vary, and its constants.                                           */
#ifndef MODELS_H
#define MODELS_H

#include "saltus_model.h"

/* X(name, default number of cells or 0 for a model of fixed size, one line of text) */
#define MODELS_MAP(X)                                                                              \
    X(stiff2, 0, "two linear states, one fast: the introductory example of all LIQSS papers")      \
    X(appendix_a, 0, "one linear state, worked by hand step by step")                              \
    X(pair, 0, "two linear states that drive each other: LIQSS oscillates, mLIQSS does not")       \
    X(oscillator, 0, "marginally stable linear oscillator")                                        \
    X(vanderpol, 0, "stiff Van der Pol oscillator, mu = 1000")                                     \
    X(d4, 0, "chemical reaction D4 of the stiff test set")                                         \
    X(tline, 40, "lossless transmission line with a nonlinear load and a pulse")                   \
    X(buck, 0, "buck converter with switch and diode")                                             \
    X(buckn, 4, "interleaved buck converters")                                                     \
    X(motor, 0, "DC motor fed by a controlled buck converter with pulse-width modulation")         \
    X(inverters, 500, "chain of logic inverters with a pulse travelling through")                  \
    X(adr, 1000, "advection, diffusion and reaction along a line")                                 \
    X(cuk, 4, "interleaved Cuk converters")                                                        \
    X(tyson, 100, "cell division cycle in independent cells")                                      \
    X(bounce, 0, "bouncing ball")                                                                  \
    X(bball, 0, "ball that jumps down a stair")                                                    \
    X(neurons, 1000, "network of spiking neurons")                                                 \
    X(airconds, 1000, "population of air conditioners with sampled noise")                         \
    X(thermostat, 0, "room with a switched heater")                                                \
    X(lotka, 0, "predators and prey")                                                              \
    X(hybrid_pi, 0, "plant under a sampled PI controller")                                         \
    X(ring, 11, "ring oscillator of inverters")                                                    \
    X(robot, 0, "robot in a corridor that grazes a corner")                                        \
    X(arm, 0, "two-link arm led out of its reach, where its equations end")                        \
    X(bumpercars, 20, "cars in a box that bump into each other")                                   \
    X(sine, 0, "integral of a sine: explicit time")

/* n: number of cells (0: the default of that model; ignored by models of fixed size). You own it.
 * NULL: out of memory, unknown name, or n outside 0..MODELS_MAX.                              */
#define MODELS_MAX 100000000
saltus_model *models_make(const char *name, int32_t n);
void models_free(saltus_model *m); /* NULL is fine */

struct models_entry {
    const char *name;
    int32_t size;                     /* default number of cells; 0: fixed size                 */
    saltus_model *(*make)(int32_t n); /* as models_make, without its checks                     */
    const char *text;
};
const struct models_entry *models_list(size_t *n); /* static */

#define MODELS_DECLARE_(name, size, text) saltus_model *models_##name(int32_t n);
MODELS_MAP(MODELS_DECLARE_)
#undef MODELS_DECLARE_

/* For the models themselves: a copy that models_free can free. NULL: out of memory. */
saltus_model *models_copy(const saltus_model *m);

#endif
