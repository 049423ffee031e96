/* SPDX-License-Identifier: MIT */
/* value.h - the evaluator of constant expressions, as its files share it.
 *
 * A stack machine: an expression leaves its elements on top of the stack, and its sizes in a
 * struct shape. Intermediate results thus cost no memory of the arena, however long a function
 * runs. Functions that can fail give false; struct evaluator then says why: the expression has
 * no value (NONE), or it is wrong and was reported (WRONG). */
#ifndef CHECK_VALUE_H
#define CHECK_VALUE_H

#include "check/stage.h"

union value_cell {
    double number;
    const char *text;
};

struct shape {
    enum base_type base;
    int32_t rank, size[CHECK_RANK];
};

struct value_local { /* a variable of a function that runs */
    struct shape shape;
    int64_t pos;    /* of its first cell on the stack */
    bool set, open; /* has a value; its sizes are those of its next value */
    bool later;     /* an argument that nothing has needed yet */
};

struct value_frame { /* a call that runs */
    struct symbol *function;
    struct ast_expr *call;
    struct value_frame *caller;
    int32_t first; /* of its variables among evaluator.locals; by symbol->number */
};

#ifndef VALUE_STEPS
#define VALUE_STEPS 10000000 /* of one evaluation; a fuzz target may set less */
#endif
enum { VALUE_ALL_STEPS = 3 * VALUE_STEPS, VALUE_CELLS = 50000000 };

struct evaluator {
    struct messages *m;
    struct check *c;
    struct arena *arena;
    union value_cell *stack;
    int64_t n, room;
    VEC(struct value_local) locals;
    struct value_frame *frame;
    struct shape end_shape; /* of the array whose index is evaluated */
    int32_t end_dim;
    int64_t steps;
    int depth;
    enum value_result result;
    struct value_reason *why;
    struct place at; /* of all that is evaluated */
    union value_cell first[64];
};

/* value.c */
bool value_wrong(struct evaluator *v, struct place at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
bool value_none(struct evaluator *v, struct place at, const char *text);
bool value_reserve(struct evaluator *v, int64_t n, struct place at); /* room for n more cells */
bool value_push(struct evaluator *v, double x);
/* the last n cells move down to base */
void value_settle(struct evaluator *v, int64_t base, int64_t n);
int64_t value_elements(const struct shape *s);
/* afterwards s->value is set */
bool value_symbol(struct evaluator *v, struct symbol *s, struct place at);
bool value_step(struct evaluator *v, struct place at);

/* value_expr.c */
bool value_eval(struct evaluator *v, struct ast_expr *e, struct shape *out);
bool value_scalar(struct evaluator *v, struct ast_expr *e, double *out);
/* Runs fn for all values of the iterators, the last one outermost. */
typedef bool value_visit(struct evaluator *v, void *user);
bool value_iterate(struct evaluator *v, struct ast_iterator *it, int32_t n, value_visit *fn,
                   void *user);

/* value_index.c */
struct value_select {         /* chosen elements of an array */
    struct shape shape;       /* of the array */
    int64_t list[CHECK_RANK]; /* per dimension: position of a list on the stack, -1 all, -2 one: */
    int64_t one[CHECK_RANK];
    int64_t count[CHECK_RANK];
    struct shape result;
};
bool value_select(struct evaluator *v, struct ast_part *part, const struct shape *shape,
                  struct value_select *out);
/* flat position */
int64_t value_selected(const struct evaluator *v, const struct value_select *s, int64_t k);
bool value_name(struct evaluator *v, struct ast_expr *e, struct shape *out);

/* value_op.c, value_math.c, value_shape.c */
bool value_unary(struct evaluator *v, struct ast_expr *e, struct shape *out);
bool value_binary(struct evaluator *v, struct ast_expr *e, struct shape *out);
bool value_finite(struct evaluator *v, const struct ast_expr *e, int64_t base, int64_t n);
bool value_builtin(struct evaluator *v, struct ast_expr *e, struct shape *out);
bool value_shape_builtin(struct evaluator *v, struct ast_expr *e, struct shape *out);
bool value_matrix(struct evaluator *v, struct ast_expr *e, struct shape *out);

/* value_call.c, value_run.c */
bool value_call(struct evaluator *v, struct ast_expr *e, struct shape *out);
/* and runs the body */
bool value_enter(struct evaluator *v, struct ast_expr *call, struct value_frame *frame);
void value_leave(struct evaluator *v, struct value_frame *frame, int64_t base);
/* NULL: not of this call */
struct value_local *value_local_of(struct evaluator *v, const struct symbol *s);
bool value_later(struct evaluator *v, struct symbol *s, struct shape *out); /* pushes an argument */
bool value_later_shape(struct evaluator *v, struct symbol *s, struct shape *out);
bool value_run(struct evaluator *v, struct symbol *function);

#endif
