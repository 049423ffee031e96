/* SPDX-License-Identifier: MIT */
/* piecewise.h - static blocks with modes: abs, switches, limits, tables.
 *
 * In each of its modes such a block is a smooth function of its inputs. A mode lasts while its
 * guards, series that depend linearly on the inputs, are >= 0. The frame finds the first instant
 * at which a guard becomes negative, enters the mode that the block says at exactly this time,
 * and sends the outputs again. An input that jumps may change the mode at once. */
#ifndef BLOCKS_PIECEWISE_H
#define BLOCKS_PIECEWISE_H

#include "blocks/static/function.h"

/* What the block remembers of one element; the frame owns the rest. */
struct mode {
    int32_t now;           /* the mode                                                        */
    int32_t guard;         /* that is to become negative at `at`; MODE_LOOK, MODE_TICK        */
    double at;             /* next own event                                                  */
    double seen;           /* when that was found                                             */
    double fired, rest;    /* the last own event, and how far from 0 rounding left the guard  */
    double held;           /* a number of the block's                                         */
    int64_t ticks;         /* of the block's clock                                            */
    double said;           /* the constant that output 0 is ...                               */
    int32_t started, flat; /* ... 1: all outputs are constants, and have been sent         */
};
enum { MODE_LOOK = -1, MODE_TICK = -2 };

struct result {
    jet y;
    int order, open;
};

struct piecewise {
    saltus_atomic atomic; /* first: a part's type is one of these                            */
    /* The mode for these values; old: the one it is in, to be kept where both are right;
     * m->started 0: none yet. */
    int32_t (*mode)(const struct args *a, const struct inputs *in, const struct mode *m);
    int32_t (*guards)(const struct args *a, int32_t mode);
    jet (*guard)(const struct args *a, const struct inputs *in, const struct mode *m, int32_t k);
    /* when guard k becomes negative */
    int32_t (*next)(const struct args *a, int32_t mode, int32_t k);
    struct result (*value)(const struct args *a, const struct inputs *in, const struct mode *m,
                           int out);
    /* Optional. The number to hold from now on, when m->now has become the mode after old. */
    double (*hold)(const struct args *a, const struct inputs *in, const struct mode *m,
                   int32_t old);
    /* Optional: a clock. Number of the piece that holds now, and when piece n ends. */
    int64_t (*piece)(const struct args *a);
    double (*end)(const struct args *a, int64_t n);
    /* Optional: before an input is overwritten; an event has come. */
    void (*before)(saltus_cell *c, struct mode *m, const struct signal *old);
    void (*event)(saltus_cell *c, struct mode *m, const saltus_message *x);
    /* Optional: sends and shows something when the mode changes, instead of the outputs. */
    void (*emit)(const saltus_cell *c, int32_t e, const struct inputs *in, int32_t old,
                 int32_t mode);
    const char *(*check)(const struct args *a, const char **param);
    const char *hint;
    /* Optional: the mode before anything is known, of a block that may have to speak first
     * (cell_opens). */
    int32_t (*before_all)(const struct args *a);
};

void piecewise_start(saltus_cell *c);
void piecewise_lambda(const saltus_cell *c);
void piecewise_int(saltus_cell *c);
void piecewise_ext(saltus_cell *c, double e, const saltus_message *x, size_t n);
double piecewise_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j);
void piecewise_again(saltus_cell *c, int out, int32_t i, saltus_message *m);
/* signals only */
int piecewise_through(const saltus_part *p, int in, int out);
int piecewise_holds(const saltus_part *p, int in,
                    int out); /* the same, and 2: it holds its output */

extern const saltus_shown piecewise_shows[];
#define PIECEWISE_EVENT                                                                            \
    {                                                                                              \
        .name = "event", .kind = SALTUS_GUARD,                                                     \
        .text = "it has entered another mode; 1: the next, -1: the one before"                     \
    }

#define PIECEWISE_ATOMIC(name_, group_, title_, text_, inputs_, outputs_, params_)                 \
    PIECEWISE_SHOWN(name_, group_, title_, text_, inputs_, outputs_, params_, piecewise_shows)
/* shows_: its first output, PIECEWISE_EVENT, its second output if there is one. */
#define PIECEWISE_SHOWN(name_, group_, title_, text_, inputs_, outputs_, params_, shows_)          \
    PIECEWISE_TABLE(name_, group_, title_, text_, inputs_, outputs_, params_, shows_,              \
                    piecewise_through)
#define PIECEWISE_THROUGH(through_, name_, group_, title_, text_, inputs_, outputs_, params_)      \
    PIECEWISE_TABLE(name_, group_, title_, text_, inputs_, outputs_, params_, piecewise_shows,     \
                    through_)
#define PIECEWISE_TABLE(name_, group_, title_, text_, inputs_, outputs_, params_, shows_,          \
                        through_)                                                                  \
    {                                                                                              \
        .name = name_, .group = group_, .title = title_, .text = text_, .inputs = inputs_,         \
        .outputs = outputs_, .params = params_, .shows = shows_,                                   \
        .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct function_state),         \
        .rank = -2, .start = piecewise_start, .due = frame_due, .lambda = piecewise_lambda,        \
        .delta_int = piecewise_int, .delta_ext = piecewise_ext, .through = through_,               \
        .partial = piecewise_partial, .again = piecewise_again                                     \
    }

#define PIECEWISE_RULES(mode_, guards_, guard_, next_, value_)                                     \
    .mode = mode_, .guards = guards_, .guard = guard_, .next = next_, .value = value_

/* Results: a constant; factor * input k + constant; y + slope (input k - x); anything whose
 * degree is known for closed inputs. */
struct result piecewise_constant(double v);
struct result piecewise_affine(const struct inputs *in, int32_t k, double factor, double constant);
struct result piecewise_line(const struct inputs *in, int32_t k, double slope, double x, double y);
struct result piecewise_series(const struct inputs *in, jet y, int degree);
/* Guards: u_k - level, level - u_k. */
jet piecewise_above(const struct inputs *in, int32_t k, double level);
jet piecewise_below(const struct inputs *in, int32_t k, double level);

#endif
