/* SPDX-License-Identifier: MIT */
/* machine.h - code.h as instructions for a machine with registers.
 *
 * assemble.c makes one program of each function; machine.c runs it. A call has one frame of words:
 *
 *     constants, the last one first | slots and temporary values | elements of arrays
 *                                    ^ register 0
 *
 * so that an operand is one number, negative for a constant. A slot that is an array takes two
 * registers: where its elements are, and how many. */
#ifndef EMIT_MACHINE_H
#define EMIT_MACHINE_H

#include "emit/back.h"

union word {
    double r;
    int64_t i;
    double *at;                 /* an array  */
    const unsigned char *bytes; /* `given`   */
};

/* Registers are written r[a], jumps pc := a. */
enum op {
    OP_MOVE, /* a := b                                                                          */
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_NEG, /* Reals: a := b op c                               */
    OP_ADD_MUL,
    OP_SUB_MUL, /* a := b +- c*d, rounded twice                                     */
    OP_MUL_ADD,
    OP_MUL_SUB, /* a := b*c +- d                                                    */
    OP_INT_ADD,
    OP_INT_SUB,
    OP_INT_MUL,
    OP_INT_NEG, /* Integers                                 */
    OP_INT_DIV,
    OP_INT_MOD,
    OP_LT,
    OP_LE,
    OP_EQ,
    OP_NE, /* a := relation of the Reals b, c                              */
    OP_INT_LT,
    OP_INT_LE,
    OP_INT_EQ,
    OP_INT_NE,
    OP_NOT,
    OP_TO_REAL,
    OP_TO_INT,
    OP_MATH, /* a := function d of b, c                                                         */
    OP_TIME,
    OP_WIDTH,
    OP_SIGNAL,
    OP_D,
    OP_P, /* number b, coefficient d                          */
    OP_SIGNAL_AT,
    OP_D_AT,
    OP_P_AT, /* number r[b], coefficient d                       */
    OP_PRE_AT,
    OP_STATE_AT,
    OP_TABLE_AT, /* number r[b]; table d                             */
    OP_ITEM,
    OP_BYTE,
    OP_PUT, /* a := array b [c]; array a [b] := c               */
    OP_HOLE_REAL,
    OP_HOLE_INT, /* number b of the row                              */
    OP_JUMP,
    OP_IF,
    OP_UNLESS, /* b                                    */
    OP_IF_LT,
    OP_IF_LE,
    OP_IF_EQ,
    OP_IF_NE, /* b, c                                 */
    OP_UNLESS_LT,
    OP_UNLESS_LE,
    OP_UNLESS_EQ,
    OP_UNLESS_NE,
    OP_IF_INT_LT,
    OP_IF_INT_LE,
    OP_IF_INT_EQ,
    OP_IF_INT_NE,
    OP_UNLESS_INT_LT,
    OP_UNLESS_INT_LE,
    OP_UNLESS_INT_EQ,
    OP_UNLESS_INT_NE,
    OP_TURN,   /* pc := a if there are no more turns; statement d                               */
    OP_CALL,   /* a := function d of arguments in b ...                                         */
    OP_RETURN, /* the value a                                                                   */
    OP_LEAVE,
    OP_TELL, /* what a statement of an event does: statement d, its operands b, c             */
    OP_FAULT,
    OP_SOLVE,
    OP_KNOWN, /* leaves if it is                                                               */
    OP_EXTERN /* order b                                                                       */
};

struct instruction {
    int32_t op, a, b, c, d;
};

struct program_array {
    int32_t at, size; /* register; elements */
};

struct machine_program {
    const struct code_fn *fn;
    const struct instruction *code;
    const union word *constants; /* as they lie in a frame */
    const struct program_array *arrays;
    const struct code_stmt *const *statements;
    int32_t n_constants, n_arrays;
    int32_t parameters; /* registers of them: the first ones                     */
    int32_t slots;      /* registers of all slots; 0 at the beginning            */
    int32_t registers;  /* with temporary values                                 */
    int32_t elements;   /* of arrays                                             */
};

/* Programs of all used functions, by their number (code_prepare). */
const struct machine_program *machine_assemble(const struct code_model *m);

#endif
