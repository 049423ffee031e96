/* SPDX-License-Identifier: MIT */
/* taylor.h - from expressions of the flat model to code for their Taylor coefficients.
 *
 * Vocabulary
 *   level      coefficient k of a series; level 0 is the value. NULL stands for a coefficient that
 *              is 0 whatever happens: its arithmetic never comes into being
 *   span       how many leading coefficients of a node can differ from 0; 1: it is still, constant
 *              between events
 *   plan       the nodes that one or several expressions consist of, evaluated together, level by
 *              level; a sum over an iterator and an argument of a call have plans of their own
 *   region     a piece of code of a plan in which everything is evaluated or nothing is: the whole,
 *              or one branch of an if. A node lives in the innermost region that contains all
 *              its uses
 *
 * Code is pulled: taylor_coef asks for a coefficient, which asks for those it is made from. What is
 * used once is written where it is used, the rest goes into a slot, in the body of its region.
 * Bodies of ifs and loops are attached when they are complete: what they pull from outside stands
 * before them. */
#ifndef EMIT_TAYLOR_H
#define EMIT_TAYLOR_H

#include "emit/lower/lower.h"

enum { SERIES = SALTUS_SERIES };

/* Where the code runs decides how variables are read. */
enum taylor_place { AT_EVAL, AT_HANDLE, AT_START, AT_FUNCTION };

/* An iterator has the value lo + step*digit. */
struct bound {
    const struct ir_iter *iter;
    struct code_expr *digit;
    int64_t lo, step;
    struct bound *up;
};

/* What stands for a node: a variable of a function, an input of a loop. */
struct stand_in {
    const struct ir_var *var; /* IR_LOCAL of it ...                                              */
    const struct ir *node;    /* ... or this very node                                           */
    int32_t slot;             /* an array of SERIES coefficients per element; or a value          */
    int64_t offset;           /* of the node's coefficients in it                                */
    bool plain;               /* the slot has no series: a value, or an array with one each       */
    int span;                 /* of the node; 0: any                                             */
};

struct node_entry {
    const struct ir *node;
    void *value;
    int64_t number;
};

struct companion { /* of a clock: another one, due at the same instant if the slot says so    */
    const struct ir_clock *clock;
    int32_t slot;
};

struct past { /* AT_START: what pre() of a variable is, where that is not its present value       */
    const struct ir_var *var;
    int32_t slot;
};

struct taylor {
    struct lower *l;
    struct code_model *code;
    struct code_fn *f;
    enum taylor_place place;
    int32_t order;          /* slot; -1: all levels of a plan are wanted                       */
    int levels;             /* at most                                                         */
    int width;              /* coefficients of a signal                                        */
    int32_t seed;           /* slot of j: differentiate by state j; -1: by time                 */
    bool by_wave;           /* ... by wave j, as saltus_model.by_wave                           */
    bool before;            /* discretes as they were before the event                         */
    bool initial, terminal; /* what initial() and terminal() are                               */
    const struct ir_clock *clock; /* AT_HANDLE: the one that fires, at point `point`, or NULL     */
    struct code_expr *point;
    VEC(struct companion) companions; /* clocks that may fire with it                            */
    struct code_expr *firing; /* ... if this holds, too; NULL: always                            */
    VEC(struct past) past;
    struct ir *whole; /* the next plan is for this node itself                           */
    struct bound *bounds;
    VEC(struct stand_in) stand_ins;
    struct node_map standing; /* node -> number + 1 of its stand-in                              */
    struct place at;          /* for faults                                                      */
    struct node_map spans, safe;
};

struct region {
    struct plan *plan;
    struct region *up;
    struct region *other; /* of a branch: what is evaluated if this one is not               */
    int depth;
    struct code_body *body;    /* where its code goes now                                         */
    VEC(struct series *) list; /* of its nodes, arguments first                                   */
    struct ir *root;           /* of a branch                                                     */
};

struct plan {
    struct taylor *t;
    int levels; /* 1: a value is enough                                            */
    struct region *top;
    struct region *outer; /* that this plan is a part of, or NULL                            */
    const struct ir_iter *iter; /* bound by this plan, or NULL                                    */
    struct ir *whole;      /* what it is for: not looked up around it                         */
    struct node_map nodes; /* node -> struct series, by `same` one per region                  */
};

/* A node in a region: its coefficients so far. */
struct series {
    struct ir *node;
    struct region *region;
    struct series *same;
    int uses;    /* 2: so often that it needs a slot                                */
    bool moving; /* levels above 0 are asked for, too                               */
    int span;
    bool direct;   /* not only in arguments of calls                                  */
    bool anchor;   /* evaluated in bulk, for several arguments of calls                */
    unsigned done; /* bit per level                                                   */
    struct code_expr *c[SERIES];
    struct code_expr *aux[SERIES + 1]; /* of the recurrence                                       */
    struct region *branch[2];
    int32_t slots[SERIES]; /* of a reduction                                                  */
    int32_t *outputs;      /* of a call: its arrays                                           */
};

/* ---- taylor_plan.c */
void *node_map_get(const struct node_map *map, const struct ir *node);
struct node_entry *node_map_put(struct arena *a, struct node_map *map, const struct ir *node);
int64_t node_map_number(const struct node_map *map, const struct ir *node); /* 0: not there */
int taylor_span(struct taylor *t, struct ir *e);
bool taylor_nonzero(const struct ir *e); /* an Integer that is surely not 0 */
bool taylor_safe(struct taylor *t, struct ir *e);
/* a^p with a p that is constant, but not known yet? */
bool taylor_variable_power(struct taylor *t, struct ir *e);
/* May it be evaluated where it may not be needed, as it costs next to nothing? */
bool taylor_cheap(struct taylor *t, struct ir *e);
struct plan *taylor_plan(struct taylor *t, struct region *outer, const struct ir_iter *iter,
                         int levels, struct ir *root);
/* Level k of the nodes of a region, arguments first. */
void taylor_push(struct region *r, int k);
struct series *taylor_find(struct region *r, struct ir *e);

/* ---- taylor.c: coefficient k of e for the code of region r; NULL: 0 */
struct code_expr *taylor_coef(struct region *r, struct ir *e, int k);
/* The same as a number: 0.0 instead of NULL. */
struct code_expr *taylor_number(struct region *r, struct ir *e, int k);
/* Puts x into a new slot of that type and name, in the body of r; trivial expressions stay. */
struct code_expr *taylor_keep(struct region *r, const char *name, struct code_expr *x);
struct code_expr *taylor_fold(struct taylor *t, enum code_op op, struct code_expr *a,
                              struct code_expr *b);

/* A C identifier like name, with k behind it unless k < 0. */
const char *taylor_identifier(struct arena *a, const char *name, int k);

/* ---- taylor_math.c: recurrences of IR_MATH and IR_POW */
/* e: an IR_MATH */
static inline enum elementary_series taylor_rule(const struct ir *e)
{
    return elementary_row((enum elementary)e->integer)->series;
}
struct code_expr *taylor_math(struct series *s, int k);
struct code_expr *taylor_power(struct series *s, int k);
/* a^p by repeated squaring, if p is a whole number known now; else NULL */
struct ir *taylor_whole_power(struct ir_model *m, struct ir *e);

/* ---- taylor_integer.c: an operation of Integers; integer(...); with a fault beyond their range */
struct code_expr *taylor_integer(struct series *s, enum code_op op);
struct code_expr *taylor_to_integer(struct series *s);

/* ---- taylor_leaf.c */
struct code_expr *taylor_leaf(struct series *s, int k);
/* Of a sine or cosine where waves are differentiated by; its value does not count there. */
struct code_expr *taylor_wave(struct series *s, int k);
/* An integer expression. */
struct code_expr *taylor_index(struct region *r, struct ir *index);
/* first + index, checked against 0 .. count-1 if that is not certain. */
struct code_expr *taylor_element(struct region *r, struct ir *index, int32_t first, int32_t count,
                                 const char *name);
bool taylor_in_range(const struct ir *index, int32_t count);
void taylor_bind(struct taylor *t, const struct ir_iter *it, struct code_expr *digit, int64_t lo,
                 int64_t step);
void taylor_unbind(struct taylor *t);
/* Is this a handler of a clock time > due, which fires just after that instant? */
static inline bool taylor_just_after(const struct taylor *t)
{
    return t->clock && t->clock->strict;
}

/* Iterators of a box from the number of a point, row-major. */
void taylor_bind_box(struct taylor *t, struct code_body *to, struct ir_iter **iters, int32_t n,
                     struct code_expr *point);
struct code_expr *taylor_outside(struct code_model *m, struct code_expr *x, int32_t count);
/* e with the iterators of a box as they are at point number `index`. */
struct ir *taylor_at_point(struct ir_model *m, struct ir *e, struct ir_iter **iters, int32_t n,
                           struct ir *index);
/* The sum that an IR_SUM_OF stands for. */
struct ir *taylor_sum_expression(struct ir_model *m, const struct ir *e);
const struct stand_in *taylor_stand_in(const struct taylor *t, const struct ir *e);
void taylor_stand(struct taylor *t, struct stand_in in);

/* An input or a value of the loop of an IR_SOLVED, at its point. */
struct ir *taylor_input(struct ir_model *m, struct ir *input, const struct ir *e);

/* ---- taylor_bulk.c: what is evaluated in all its levels at once */
struct code_expr *taylor_bulk(struct series *s, int k);
/* Calls a function for its own sake (e is an IR_CALL); gives the slots of the arrays of its
 * outputs. */
const int32_t *taylor_call(struct taylor *t, struct code_body *to, struct ir *e);

/* ---- turns.c: warns of loops in fn that stop at a value, if it is called with what moves */
void taylor_turns(struct taylor *t, struct ir_fn *fn, struct ir **arg);

/* ---- random.c: a draw, in statements */
struct code_expr *taylor_random(struct series *s);

/* ---- taylor_run.c */
struct taylor taylor_new(struct lower *l, struct code_fn *f, enum taylor_place place);
/* What happens to coefficient k (NULL: it is 0). */
typedef void taylor_sink_fn(void *user, struct code_body *to, int k, struct code_expr *c);
/* Emits levels 0 .. of e one inside the other: level 1 under if (order > 1), and so on. */
void taylor_nest(struct taylor *t, struct region *outer, const struct ir_iter *iter,
                 struct code_body *to, struct ir *e, int levels, taylor_sink_fn *sink, void *user);
/* The value of e; statements it needs go to `to`. */
struct code_expr *taylor_value(struct taylor *t, struct code_body *to, struct ir *e);
/* first + index, checked. */
struct code_expr *taylor_target(struct taylor *t, struct code_body *to, struct ir *index,
                                int32_t first, int32_t count, const char *name);
/* All wanted levels of e to slot[offset + k]; those that are 0 are set, too. */
void taylor_store(struct taylor *t, struct region *outer, struct code_body *to, struct ir *e,
                  int32_t slot, struct code_expr *offset);
/* A condition to go on with at level k. */
struct code_expr *taylor_wanted(struct taylor *t, int k);
void taylor_attach(struct code_body *to, struct code_body *part);
/* for (slot = from; slot <= to; slot++) part, appended. */
struct code_stmt *taylor_loop(struct taylor *t, struct code_body *to, int32_t slot, int64_t from,
                              int64_t last, int64_t step, struct code_body *part);
void taylor_if(struct taylor *t, struct code_body *to, struct code_expr *cond,
               struct code_body *yes, struct code_body *no);
void taylor_fault(struct taylor *t, struct code_body *to, const char *text);

#endif
