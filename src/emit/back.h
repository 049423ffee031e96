/* SPDX-License-Identifier: MIT */
/* back.h - what the two back ends, print_c.c and the interpreter, have in common. */
#ifndef EMIT_BACK_H
#define EMIT_BACK_H

#include "emit/code.h"

/* ---- Operations as the program does them (build_code.c) -------------------------------------- */

int64_t code_int_op(enum code_op op, int64_t a, int64_t b); /* all but the logical ones */
double code_real_op(enum code_op op, double a, double b);
int code_real_relation(enum code_op op, double a, double b);
int64_t code_truncate(double a);
double code_math_value(int64_t f, double a, double b); /* f: enum elementary or code_math */
const char *code_math_name(int64_t f);                 /* in C */
bool code_is_truth(const struct code_expr *x);         /* surely 0 or 1 */
bool code_calls(const struct code_expr *x);            /* is there a CODE_CALL in it? */

/* ---- Looking through a model (visit.c) ------------------------------------------------------- */

/* Every statement of a body, outer before inner, in the order of the text. */
typedef void code_visit_fn(void *user, struct code_stmt *s);
void code_visit(const struct code_body *body, code_visit_fn *visit, void *user);
/* x, then what it consists of, from left to right. NULL is fine. */
typedef void code_look_fn(void *user, struct code_expr *x);
void code_look(struct code_expr *x, code_look_fn *look, void *user);

/* Sets `used`, `counted`, `number` and `loc` of all functions and `loc` of their statements. */
void code_prepare(const struct code_model *m);
/* The group of function i of a kind: 0 .. groups.n-1. */
int32_t code_group_of(const struct code_kind *k, int32_t i);
/* Number of scalars in a table of variables, and in one entry. */
int32_t code_scalars(const saltus_variable *v, int32_t n);
/* So many values that optimising it would take long: times of compilers grow with their square. */
bool code_is_long(const struct code_fn *f);
/* NULL: nowhere. */
const saltus_loc *code_loc(const struct code_model *m, struct place at);

/* Of the equations of a loop. */
const saltus_loc *code_loop_places(const struct code_model *m, const struct code_loop *l);

/* The kinds whose functions are saltus_functions. */
enum { CODE_KINDS = 6 };
struct code_kind_name {
    const char *name; /* of the member in struct saltus_model */
    const struct code_kind *kind;
};
void code_kinds(const struct code_model *m, struct code_kind_name to[CODE_KINDS]);
/* Have all groups that function? */
bool code_has_partial(const struct code_kind *k);
bool code_has_reads(const struct code_kind *k);
bool code_has_flat(const struct code_kind *k);
/* Has any group of guards or clocks one? */
bool code_has_handle(const struct code_kind *k);
bool code_has_writes(const struct code_kind *k);
bool code_has_affine(const struct code_kind *k);
bool code_has_degree(const struct code_kind *k);
bool code_has_formula(const struct code_kind *k);
bool code_has_waves(const struct code_kind *k);
/* Has any function a program for its ranges? */
bool code_has_range(const struct code_model *m);

#endif
