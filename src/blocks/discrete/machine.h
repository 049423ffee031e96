/* SPDX-License-Identifier: MIT */
/* machine.h - state machines from a text: what the text means, in memory.
 *
 *     text = { line ( newline | ";" ) }
 *     line = "state" name [ "=" number ] [ "emit" number ]
 *          | ( name | "*" ) "->" name ( "on" input [ op number ] | "after" time ) [ "emit" number ]
 *     time = number | "exponential" number
 *     input = "u" digits,  op = "==" | "!=" | "<" | "<=" | ">" | ">=";  from # to the end of a line: a comment
 *
 * The first state is the one at the start. A state has a value, which is the output while the
 * machine is in it (default: 0, 1, 2, ... in their order). A move happens when an event comes at
 * the input, its value fulfilling the condition, or when the machine has been in its state for a
 * time; an exponential one is drawn when it comes there, the number being the mean. Of several that
 * fit, the first in the text. What is emitted is sent as events, that of the move before that of
 * the state. A vector is so many machines with the same text. */
#ifndef BLOCKS_MACHINE_H
#define BLOCKS_MACHINE_H

#include "saltus_devs.h"

enum {
    MACHINE_STATES,
    MACHINE_MOVES,
    MACHINE_HELD,
    MACHINE_ELEMENTS,
    MACHINE_TIMES,
    MACHINE_OWED
}; /* stores */
enum machine_op { OP_ANY, OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE };

struct machine_state {
    int32_t at, length; /* its name in the text */
    double value, emit; /* emit NaN: nothing */
};

struct machine_move {
    int32_t from, to; /* from -1: any state */
    int32_t port;     /* -1: after a time */
    int32_t op;
    int32_t random; /* 1: the time is exponential, bound its mean */
    double bound;   /* of the condition, or the time */
    double emit;
};

struct machine_element { /* one machine */
    int32_t now;
    int32_t which; /* the move that its time will make, -1: none */
    int32_t owes;  /* 1: the output is to be sent */
    int32_t moved; /* 1: it has left the state of the start */
};

struct machine {
    int32_t states, moves;
    int32_t owing;  /* elements in the list of those that owe their output */
    uint32_t held;  /* events to be sent */
    uint64_t drawn; /* random numbers so far */
};

/* Reads the parameter `table` into the stores; 0: it is wrong, and the run has failed with line and
 * column. */
int machine_read(saltus_cell *c);

#endif
