/* SPDX-License-Identifier: MIT */
/* logic.h - the frame of blocks with two or many values that change at events: gates, flip-flops,
 * counters.
 *
 * A Boolean signal is a signal that is 0 or 1 between events; 0.5 and more is taken as true, and a
 * signal that changes with the time is refused (a comparator makes a Boolean signal of it). A block
 * of this kind keeps, for each element, the present value of its inputs and of its output, and
 * sends the output when it changes. An element may also have a due time of its own, and an event to
 * send. */
#ifndef BLOCKS_LOGIC_H
#define BLOCKS_LOGIC_H

#include "blocks/tables.h"

struct logic_element {
    double y, sent; /* the output; what has been sent of it; NaN: nothing yet */
    double due;     /* +infinity: never */
    double event;   /* value of the event to be sent; NaN: none */
    double in[];    /* what came last at each input; NaN: nothing yet */
};

struct logic_type {
    saltus_atomic block;
    /* All optional. The output at the start (else it waits for its inputs); v has come at this
     * port; e->due is now. */
    void (*begin)(const saltus_cell *c, int32_t i, struct logic_element *e);
    void (*hear)(const saltus_cell *c, int32_t i, int port, double v, struct logic_element *e);
    void (*wake)(const saltus_cell *c, int32_t i, struct logic_element *e);
    int any; /* 1: signals at its inputs need not be Boolean */
};

struct logic {
    double due; /* the first of all elements */
};

void logic_start(saltus_cell *c);
double logic_due(const saltus_cell *c);
void logic_lambda(const saltus_cell *c);
void logic_int(saltus_cell *c);
void logic_ext(saltus_cell *c, double e, const saltus_message *x, size_t n);
/* Static ones: every output follows every input, with derivative 0. */
int logic_through(const saltus_part *p, int in, int out);
double logic_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j);

#define LOGIC_FRAME                                                                                \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct logic),                      \
    .start = logic_start, .due = logic_due, .lambda = logic_lambda, .delta_int = logic_int,        \
    .delta_ext = logic_ext

#endif
