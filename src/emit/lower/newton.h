/* SPDX-License-Identifier: MIT */
/* newton.h - loops of equations that the engine solves (saltus_loop): from the flat model to a
 * table and functions.
 *
 *     newton.c        the table: matrix, right-hand side; residual and jacobian of a loop that is not linear
 *     newton_input.c  what such a loop needs to know from outside
 *     newton_feed.c   functions that compute what a loop is fed with and have it solved
 *     newton_reads.c  what an unknown depends on */
#ifndef EMIT_NEWTON_H
#define EMIT_NEWTON_H

#include "emit/taylor/taylor.h"

enum { NEWTON_COPY = 32 }; /* unknowns that a caller takes all at once, whichever it needs */

/* Input or value for an expression of the caller, as saltus_entry.from. It counts as read by the
 * row; -1: by none. */
int32_t newton_feed(struct lower *l, struct lower_loop *to, struct ir *e, int32_t row);

/* Finds the inputs and values in an expression of that row (newton_input.c) ... */
void newton_find(struct lower *l, struct lower_loop *to, struct ir *e, int32_t row);
/* ... and after that gives t, in whose function slots u and v are the arrays of them, stand-ins. */
void newton_stand_ins(struct taylor *t, const struct lower_loop *loop, int32_t u, int32_t v);
/* e with reductions over unknowns written out. */
struct ir *newton_unroll(struct lower *l, struct ir_loop *of, struct ir *e);

/* May code in place of t call a function for it? Otherwise it has to compute itself what the loop
 * is fed with. */
bool newton_shared(const struct taylor *t, struct lower_loop *loop);
/* slot[0 ...] := series of unknowns first .. first+count-1 of the loop at that point, for the code
 * of t. */
void newton_call(struct taylor *t, struct code_body *to, struct lower_loop *loop,
                 struct code_expr *point, struct code_expr *order, int32_t first, int32_t count,
                 int32_t slot);

/* What unknown k reads: a function of role CODE_READS of the point. */
struct code_fn *newton_reads(struct lower *l, struct lower_loop *loop, int64_t k);
/* Do all unknowns depend on everything? */
bool newton_tied(struct lower *l, struct lower_loop *loop);

#endif
