/* SPDX-License-Identifier: MIT */
/* explain.h - what the compiler understood, for people. */
#ifndef EMIT_EXPLAIN_H
#define EMIT_EXPLAIN_H

#include "flat/ir/ir.h"
#include "saltus_compile.h"

/* m->solutions as the public header has them; from m's arena. */
const saltus_solution *explain_solutions(struct ir_model *m);
/* m->reduced, m->apart and m->opaque; n of them. */
const saltus_change *explain_changes(struct ir_model *m, size_t *n);
bool explain_structural(const struct ir_model *m, const char *parameter);

/* By output of the model: is it a variable of a pin that repeats another variable? From m's arena. */
const bool *explain_repeats(struct ir_model *m, size_t *n);

/* Variables of a kind that have elements, in the order of the model's table; n of them. From m's arena. */
struct ir_var **explain_declared(struct ir_model *m, enum ir_kind kind, size_t *n);

/* Is declaration k of a kind (as saltus_compiled_type) an output of the model? */
bool explain_is_output(saltus_compiled *c, saltus_kind kind, size_t k);

const char *explain_text(const struct ir_model *m); /* NULL: none */

#endif
