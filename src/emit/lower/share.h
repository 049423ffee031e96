/* SPDX-License-Identifier: MIT */
/* share.h - functions of one shape (share.c says what for): what a function consists of, and a copy
 * with holes.
 *
 * The shape of a function is the list of all that is not a literal, in the order of its text; its
 * literals are another list. Equal shapes have the same literals at the same places. */
#ifndef EMIT_SHARE_H
#define EMIT_SHARE_H

#include "emit/back.h"

typedef VEC(int64_t) share_words;

struct share_shape {
    struct arena *arena;
    share_words words, literals; /* literals: integers, or the bits of a double */
    share_words real;            /* is this literal one? */
};

/* What f consists of, in place of what was there. */
void share_shape(struct share_shape *to, const struct code_fn *f);

/* One literal of all functions of a shape. */
struct share_column {
    uint64_t hash;
    bool real;
    bool hole;  /* it differs */
    bool kept;  /* and there is none like it before it */
    int32_t at; /* number in the row */
};

/* A copy of f with CODE_HOLEs for the columns that are holes; added to the model. If f is the twin
 * of another function, the holes become parameters of the copy behind its own: n_i integers, then
 * n_r reals. */
struct code_fn *share_copy(struct code_model *m, const struct code_fn *f,
                           const struct share_column *columns, int32_t n_i, int32_t n_r);

#endif
