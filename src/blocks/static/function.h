/* SPDX-License-Identifier: MIT */
/* function.h - static blocks from pure functions of Taylor series.
 *
 * A block y = f(u1, u2, ...) gives f as a function of jets (saltus_jet.h) and says which degree
 * the result has if the inputs are polynomials. The frame does the rest: inputs and marks, the
 * series of the output, its exact partial derivatives (by jets whose first coefficient is the
 * derivative), elements of vectors, messages about values for which f does not exist.
 *
 * Arguments are read once, at the start, as struct args: numbers, words as their place in the
 * list of choices, and the vectors of kind SALTUS_REALS. */
#ifndef BLOCKS_FUNCTION_H
#define BLOCKS_FUNCTION_H

#include "blocks/signal.h"
#include "quant/certain.h"
#include "saltus_jet.h"

enum { ARGS_LISTS = 3, FUNCTION_SERIES = 99 }; /* 99: the degree of what is not a polynomial */

/* Arguments as one element sees them. */
struct args {
    const double *p;                /* numbers and choices, in the order of the table    */
    const double *list[ARGS_LISTS]; /* vectors and matrices, in the order of the table   */
    int32_t count[ARGS_LISTS], cols[ARGS_LISTS];
    int32_t inputs; /* that are signals                                  */
    double t;       /* now                                               */
};

/* Reads the arguments of c into its store k; 0: no memory, the run has failed. */
int args_start(saltus_cell *c, int k);
/* Those of element e. */
void args_of(const saltus_cell *c, int k, int32_t e, struct args *a);

struct function {
    saltus_atomic atomic; /* first: a part's type is one of these */
    jet (*f)(const struct args *a, const jet *u);
    /* Degree of f for inputs of degrees d; FUNCTION_SERIES: no polynomial. NULL: never one, unless
     * all d are 0. */
    int (*degree)(const struct args *a, const int *d);
    const char *hint; /* where f exists */
    /* What is wrong with the arguments, and *param which; NULL: nothing. */
    const char *(*check)(const struct args *a, const char **param);
};

/* The inputs of one element as series at now. */
struct inputs {
    jet *u;
    int *degree;           /* of each                                                     */
    int16_t *order, *open; /* as they came                                                */
    int32_t n;
    int level; /* the largest `open` of all                                              */
    int low;   /* the shortest of the open ones ends there; SALTUS_SERIES: none is open   */
    int fresh; /* the same of those that can be made fresh again                          */
    jet few[8];
    int fews[8];
    int16_t orders[8], opens[8];
};

/* Stores of the frames. */
enum { STORE_SIGNALS, STORE_MARKS, STORE_ARGS, STORE_SCRATCH, STORE_TIMES, STORE_FREE };

/* S begins with this. Ports for signals come before those for events. */
struct function_state {
    int32_t marked; /* something is to be sent */
    int32_t ports;  /* inputs that are signals */
};

/* What the frames have in common: signals of all inputs (elementwise), marks, arguments, and the
 * times at which elements want to act by themselves. check looks at the arguments of each element;
 * NULL: no need. 0: no memory, or refused. */
int frame_start(saltus_cell *c, const char *(*check)(const struct args *a, const char **param));
struct times *frame_times(const saltus_cell *c);
double frame_due(const saltus_cell *c);
void frame_touch(saltus_cell *c, int32_t e); /* it is to be sent */
struct signal *frame_signal(const saltus_cell *c, int in, int32_t e);
struct marks *frame_marks(const saltus_cell *c);
/* Stores what the messages say and calls touched(c, e) for every element whose inputs are all
 * known. */
void frame_take(saltus_cell *c, const saltus_message *x, size_t n,
                void (*touched)(saltus_cell *c, int32_t e));
/* The inputs of e at now; fresh: open ones are renewed. */
void frame_inputs(const saltus_cell *c, int32_t e, int fresh, struct inputs *in);
/* Makes them constants, except that d u_j/ds = 1: the first coefficient of a result is then its
 * partial derivative. */
void frame_seed(struct inputs *in, int32_t j);
/* Order and openness of a result whose degree would be so much. */
void frame_order(const struct inputs *in, int degree, int *order, int *open);
/* Does it have a value? Slopes that are not finite, and what follows, are left out. */
int frame_finite(const jet *y, int *order, int *open);
/* What was told of an element to all who read it, and until when what is shown now is right. */
struct told {
    double next, reach;
    struct signal sent;
};
/* Until when y[0..order] at now is right: t->next. ask encloses it along the inputs (certain_told);
 * a closed one is right forever. */
void frame_certify(const saltus_cell *c, const struct inputs *in, const double *y, int order,
                   int open, bool (*ask)(void *user, double h, saltus_span *r), void *user,
                   struct told *t);
/* An input as spans over [0, h]. */
void frame_range(const double *u, double h, jet *range);
jet *frame_spare(const saltus_cell *c); /* c->inputs jets, of a block with more than 8 inputs */
/* Is what was sent no longer right? */
int frame_drifted(const saltus_cell *c, const struct told *t, const double *y, int open);
/* y does not exist: the run fails with the values of the inputs. */
void frame_fail(const saltus_cell *c, int32_t e, const struct inputs *in, const char *hint);

/* The functions of the table of a static block. */
void function_start(saltus_cell *c);
void function_lambda(const saltus_cell *c);
void function_int(saltus_cell *c);
void function_ext(saltus_cell *c, double e, const saltus_message *x, size_t n);
int function_through(const saltus_part *p, int in, int out);
double function_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j);
void function_again(saltus_cell *c, int out, int32_t i, saltus_message *m);

extern const saltus_port function_one[], function_two[], function_many[], function_output[];
extern const saltus_shown function_shows[];

#define FUNCTION_ATOMIC(name_, title_, text_, inputs_, params_)                                    \
    {                                                                                              \
        .name = name_, .group = "functions", .title = title_, .text = text_, .inputs = inputs_,    \
        .outputs = function_output, .params = params_, .shows = function_shows,                    \
        .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct function_state),         \
        .rank = -2, .start = function_start, .due = frame_due, .lambda = function_lambda,          \
        .delta_int = function_int, .delta_ext = function_ext, .through = function_through,         \
        .partial = function_partial, .again = function_again                                       \
    }

/* Degrees that occur often. */
int function_linear(const struct args *a, const int *d);  /* the largest of all */
int function_product(const struct args *a, const int *d); /* their sum          */

#endif
