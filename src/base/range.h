/* SPDX-License-Identifier: MIT */
/* range.h - programs for ranges (saltus_program), and the machine that runs them.
 *
 * A compiled model does not have its ranges as C: they are tables of words, which this machine
 * interprets, whether the model itself is native or interpreted. One word of a program stands for a
 * whole series of spans, so that the way from word to word costs little beside the arithmetic; the
 * compiler of C has nothing to do; and native and interpreted models agree bit for bit.
 *
 * A function has registers: series of spans (range_jet.h) and integers. An integer may be unknown,
 * a truth value too. Nothing faults: an element whose number is unknown or out of range is
 * unbounded. What is constant between events is marked RANGE_STILL and computed in doubles, just as
 * the model does it.
 *
 * Words of a function: RANGE_HEAD words of sizes, then operations, each with its operands behind
 * it:
 *     j   number of a register for a series          i   number of a register for an integer
 *     w   number of a word in saltus_program.whole, after where the function's own begin
 *     r   number of a Real in saltus_program.real, likewise
 *     t   where to go on, counted from the first word of the function
 *     n   a plain number
 * Results come first. */
#ifndef BASE_RANGE_H
#define BASE_RANGE_H

#include "saltus_model.h"

#define RANGE_OPS(X)                                                                               \
    X(END, "j")   /* this is the result of the program */                                          \
    X(REAL, "jr") /* a number */                                                                   \
    X(TIME, "j")                                                                                   \
    X(SIGNAL_AT, "jw") /* signal whole[w] */                                                       \
    X(D_AT, "jw")      /* discrete whole[w] */                                                     \
    X(P_AT, "jw")      /* parameter whole[w] */                                                    \
    X(SIGNAL, "jiw")   /* signal whole[w] + i, i below whole[w+1]; the same for the next three */  \
    X(D, "jiw")                                                                                    \
    X(P, "jiw")                                                                                    \
    X(TABLE, "jiw") /* element i of constant table whole[w] */                                     \
    X(ITEM, "jnin") /* register n + i, i below n */                                                \
    X(PUT, "njin")  /* register n + i := j, i below n */                                           \
    X(ITEM_INT, "inin")                                                                            \
    X(PUT_INT, "niin")                                                                             \
    X(COPY, "nnn") /* registers n ... := n ..., so many */                                         \
    X(COPY_INT, "nnn")                                                                             \
    X(CLEAR, "nn") /* registers n ... := 0, so many */                                             \
    X(CLEAR_INT, "nn")                                                                             \
    X(ADD, "jjj")                                                                                  \
    X(SUB, "jjj")                                                                                  \
    X(MUL, "jjj")                                                                                  \
    X(DIV, "jjj")                                                                                  \
    X(POW, "jjj")                                                                                  \
    X(MIN, "jjj")                                                                                  \
    X(MAX, "jjj")                                                                                  \
    X(NEG, "jj")                                                                                   \
    X(SQR, "jj")                                                                                   \
    X(FLOOR, "jj")                                                                                 \
    X(MATH1, "jnj")                                                                                \
    X(MATH2, "jnjj")  /* n: enum elementary */                                                     \
    X(SELECT, "jijj") /* i ? j : j */                                                              \
    X(KINK, "jijj")   /* the same of series that are equal where i changes */                      \
    X(SPIKE, "jijj")  /* the same where i changes at single instants only, or never */             \
    X(TO_REAL, "ji")                                                                               \
    X(BOOL_TO_REAL, "ji")                                                                          \
    X(TO_INT, "ij")                                                                                \
    X(TO_BOOL, "ij")                                                                               \
    X(LT, "ijj")                                                                                   \
    X(LE, "ijj")                                                                                   \
    X(EQ, "ijj")                                                                                   \
    X(NE, "ijj")                                                                                   \
    X(INT, "iw")                                                                                   \
    X(WIDE, "iw") /* 64 bits in whole[w] and, the upper ones, whole[w+1] */                        \
    X(INT_ADD, "iii")                                                                              \
    X(INT_SUB, "iii")                                                                              \
    X(INT_MUL, "iii")                                                                              \
    X(INT_DIV, "iii") /* truncated */                                                              \
    X(INT_MOD, "iii") /* with the sign of the second */                                            \
    X(INT_LT, "iii")                                                                               \
    X(INT_LE, "iii")                                                                               \
    X(INT_EQ, "iii")                                                                               \
    X(INT_NE, "iii")                                                                               \
    X(INT_MIN, "iii")                                                                              \
    X(INT_MAX, "iii")                                                                              \
    X(INT_NEG, "ii")                                                                               \
    X(AND, "iii")                                                                                  \
    X(OR, "iii")                                                                                   \
    X(NOT, "ii")                                                                                   \
    X(INT_SELECT, "iiii")                                                                          \
    X(UNLESS, "it") /* go on at t unless i */                                                      \
    X(LOOP, "iwt")  /* i := whole[w], + whole[w+1], whole[w+2] times: what comes before t */       \
    X(WHILE, "itt") /* compute i up to the first t; if it holds, go up to the second t */          \
    X(IF, "itt")    /* i: up to the first t; not: from there up to the second t */                 \
    X(BREAK, "")                                                                                   \
    X(RETURN, "")                                                                                  \
    X(CALL, "nnnnn") /* function at three places, n copies in, n copies out; behind it for each \
                           copy: 0 series, 1 integers; to; from; how many */  \
    X(SOLVE,                                                                                       \
      "nijjjnnn") /* loop n at point i: inputs j ..., values j ..., unknowns j ...; numbers \
                            of these */

#define RANGE_ENUM_(name, operands) RANGE_##name,
enum range_op { RANGE_OPS(RANGE_ENUM_) RANGE_OP_COUNT };
#undef RANGE_ENUM_
enum { RANGE_STILL = 0x100 }; /* added to an operation */

/* Sizes at the beginning of a function: registers of it and of all that it calls, its own, and its
 * variables, which come first. */
enum {
    RANGE_JETS,
    RANGE_INTS,
    RANGE_OWN_JETS,
    RANGE_OWN_INTS,
    RANGE_LOCAL_JETS,
    RANGE_LOCAL_INTS,
    RANGE_HEAD
};

#define RANGE_UNKNOWN INT64_MIN

/* As saltus_box.run. Integer register 0 is i. */
int range_run(const saltus_box *b, const saltus_program *p, const int32_t *at, int32_t i, int order,
              saltus_span *r);

#endif
