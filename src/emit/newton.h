/* SPDX-License-Identifier: MIT */
/* newton.h - what newton.c and linear.c share. */
#ifndef EMIT_NEWTON_H
#define EMIT_NEWTON_H

#include "emit/taylor.h"

/* Finds the inputs of a loop; t, in which slot 0 is the array of inputs, gets stand-ins for them.
 */
void newton_inputs(struct taylor *t, struct ir_loop *of, struct lower_loop *to);
struct code_fn *newton_lu_factor(struct lower *l); /* (a, n, rows) -> 1: singular */
struct code_fn *newton_lu_solve(struct lower *l);  /* (a, n, rows, b)             */
struct code_expr *newton_at(struct code_model *m, struct code_expr *row, struct code_expr *n,
                            struct code_expr *column);
struct code_stmt *newton_for(struct code_model *m, struct code_body *to, int32_t slot,
                             struct code_expr *from, struct code_expr *last, int64_t step);

#endif
