/* SPDX-License-Identifier: MIT */
/* linear.h - blocks that are linear systems inside: quantized states of their own and constant maps
 * between them.
 *
 *     x' = A q + B u + b,     y = C q + D u + d,                                               (1)
 * with q the quantized version of x. A part with a size has that many copies, each with its own
 * input and output. A mode chooses among several sets of matrices (pid: inside, at its upper, at
 * its lower limit). */
#ifndef BLOCKS_LINEAR_H
#define BLOCKS_LINEAR_H

#include "blocks/continuous/integrator_element.h"
#include "blocks/continuous/integrator_queue.h"
#include "blocks/continuous/integrator_ring.h"
#include "blocks/signal.h"

/* One set of matrices, row by row. */
struct plant {
    double *A, *B, *C, *D, *b, *d;
};

struct linear {
    struct ring ring;           /* first                                          */
    int32_t copies, nx, nu, ny; /* copies of a system with so many states, inputs, outputs */
    int32_t modes;              /* sets of matrices                               */
    int32_t own;                /* 1: each copy has matrices of its own           */
    int32_t leaves;
    double when; /* element_repeat                                 */
    uint64_t repeats;
};

enum { LINEAR_ELEMENTS, LINEAR_QUEUE, LINEAR_MATRICES, LINEAR_INPUTS, LINEAR_MARKS, LINEAR_MODES };

/* Sizes are filled in: memory for all of it; false: none. */
bool linear_room(saltus_cell *c, struct linear *s);
struct plant linear_plant(const saltus_cell *c, const struct linear *s, int32_t copy, int mode);
/* Everything is filled in: x and q begin at start(c, index of the state), or at 0 (NULL). */
void linear_begin(saltus_cell *c, struct linear *s, double (*start)(const saltus_cell *, int32_t));

double linear_due(const saltus_cell *c);
void linear_lambda(const saltus_cell *c);
void linear_delta_int(saltus_cell *c);
void linear_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n);
double linear_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j);
void linear_reach(const saltus_cell *c, int in, int32_t j, int out,
                  void (*add)(void *user, int32_t i), void *user);
void linear_again(saltus_cell *c, int out, int32_t i, saltus_message *m);

/* The unlimited output of a pid: v = row C q + D u of its mode 0. */
int linear_output(saltus_cell *c, struct linear *s, int mode, int32_t copy, int32_t l, double *y,
                  int *open);

#endif
