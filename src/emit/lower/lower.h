/* SPDX-License-Identifier: MIT */
/* lower.h - from the flat, solved model to code. */
#ifndef EMIT_LOWER_H
#define EMIT_LOWER_H

#include "base/dict.h"
#include "emit/code.h"
#include "flat/ir/ir.h"

/* The model as code; everything is taken from m's arena. Gives NULL after reporting errors. */
struct code_model *lower_model(struct ir_model *m);

/* ---- Shared by the files of this folder ------------------------------------------------------ */

struct node_entry;
struct node_map { /* nodes -> anything (taylor_span.c) */
    struct node_entry *at;
    uint32_t size, used;
};

struct lower_row { /* of a loop: the expressions of the caller in it */
    VEC(struct ir *) reads;
};

/* A loop of equations that the engine solves, and what it is fed with (newton.h). */
struct lower_loop {
    const struct ir_loop *of; /* NULL: not made yet                                              */
    int32_t number;           /* in code_model.loops                                             */
    bool linear;
    bool still;            /* and its matrix changes only at events                               */
    struct code_fn *solve; /* (point, order, u, v, first, count, y)                              */
    struct code_fn *fed[3][SALTUS_SIGNAL + 1]; /* by time, a state, a wave; width of signals      */
    struct code_fn *at_event[2], *at_start;    /* discretes as they are, or were                  */
    int special; /* what it is fed with depends on the kind of event: 2; no: 1; 0: not asked yet */
    struct code_fn **reads;          /* by unknown: what it reads at a point            */
    VEC(struct ir *) inputs, values; /* as the caller computes them                     */
    VEC(struct ir *) fed_nodes;      /* what stands for them in residuals ...           */
    struct node_map feeds;           /* ... and where: as saltus_entry.from             */
    struct lower_row *rows;
    int32_t *first, *unknown; /* pattern of the matrix, by rows                                  */
    int32_t *row_of;          /* by unknown, if they are not all tied                            */
    int tied;                 /* all unknowns depend on all rows: 1; no: 2; 0: not asked yet     */
    int shape, span[3][SALTUS_SIGNAL + 1]; /* of the unknowns, as far as asked for; 0: not yet    */
    bool waves_found; /* angles of its inputs have numbers                                        */
    int32_t range[3]; /* the function of programs for ranges that solves it ...                  */
    bool range_made;  /* ... if it was made                                                      */
};

struct lower_angle { /* of waves: one for each point of the box of its free iterators */
    struct ir *of;
    struct place at;
    int32_t first;
};

struct lower_range { /* a function of the model in programs for ranges */
    const struct ir_fn *fn;
    int32_t at[3];
    bool made;          /* false: it is being made                                               */
    const char *opaque; /* why there is none, and where                                          */
    struct place opaque_at;
};

struct lower_turns { /* a function whose loops were looked at (turns.c) */
    const struct ir_fn *fn;
    uint64_t inputs; /* that move: bit per input, the last one for all others                    */
};

struct lower {
    struct ir_model *m;
    struct code_model *code;
    struct arena *arena;
    struct arena *scratch; /* for what nothing needs when the function is made */
    int32_t *table_of;     /* per variable: its constant table + 1                            */
    struct code_fn **sum_partial; /* per sum: (k: I, j: I) -> R                                   */
    struct lower_loop *loops; /* per loop                                                        */
    int8_t *delay_shape;      /* per delay: enum shape + 1 of what it delays; 0: not asked yet   */
    struct code_fn *power;    /* a^p for any constant p (power.c)                                */
    struct code_fn *uniform;  /* random number n (random.c)                                      */
    int32_t seed, draws;      /* parameter __seed, discrete __draws; -1: none                     */
    bool block; /* it has inputs from outside: others may read its outputs all the time */
    VEC(struct lower_range) ranges;
    VEC(struct lower_turns) turns;
    struct dict range_code, range_whole, range_real; /* words of programs -> where they stand     */
    struct node_map outputs; /* value of a single output -> number of its group + 1               */
    VEC(struct lower_angle) angles;
    struct node_map angle_of; /* node -> its number in angles + 1                                 */
    int32_t n_angles;         /* their points                                                     */
};

int32_t lower_table(struct lower *l, const struct ir_var *v);
/* One number for the start of all elements? */
bool lower_uniform(const struct ir_var *v, double *value);
int64_t lower_points(struct ir_iter **iters, int32_t n);

/* lower_kind.c: groups of functions */
void lower_derivatives(struct lower *l);
void lower_outputs(struct lower *l);
void lower_guards(struct lower *l);
void lower_clocks(struct lower *l);
void lower_sums(struct lower *l);
void lower_delays(struct lower *l);
/* tables.c */
void lower_tables(struct lower *l);
/* partial.c: body of a function of (i, j) whose box is bound already */
struct taylor;
void lower_partial(struct taylor *t, struct code_body *to, struct ir *e);
/* The same of (i, j), by wave j */
void lower_by_wave(struct taylor *t, struct code_body *to, struct ir *e);
struct code_fn *lower_sum_partial(struct lower *l, int64_t sum);
/* reads.c */
void lower_reads(struct taylor *t, struct code_body *to, struct ir *e);
/* 0, 1, 2 as saltus_function.affine */
int lower_affine(struct lower *l, struct ir *e);
/* As saltus_model.waves */
int lower_waves(struct lower *l, struct ir *e);
/* Does it change with the time alone, and not faster? */
bool lower_is_angle(struct lower *l, struct ir *e);
/* As saltus_model.degree: the degree in the states, 0: constant, or not a polynomial, or it reads
 * time. */
int lower_degree(struct lower *l, struct ir *e);
/* waves.c: gives numbers to the angles of all waves in e, or in what a loop is fed with */
void lower_find_waves(struct lower *l, struct ir *e);
void lower_find_loop_waves(struct lower *l, struct lower_loop *loop);
bool lower_may_wave(const struct ir *e); /* is it a sine or a cosine?                          */
/* The angle of such a node; NULL: it has no number. */
const struct lower_angle *lower_angle(const struct lower *l, const struct ir *e);
struct ir *lower_wave_number(struct lower *l, const struct ir *e);
void lower_angles(struct lower *l);
/* function.c */
struct code_fn *lower_function(struct lower *l, struct ir_fn *fn);
/* external.c: the number of a C function, whose text is added to the model's */
int32_t lower_external(struct lower *l, const struct ir_fn *fn);
/* power.c */
struct code_fn *lower_power(struct lower *l);
/* newton.c */
struct lower_loop *lower_loop(struct lower *l, struct ir_loop *loop);
/* statement.c: statements of handlers, of the start and of functions */
void lower_statements(struct taylor *t, struct code_body *to, struct ir_stmt *s);
/* Number `at` of v's kind := value. */
void lower_assign(struct taylor *t, struct code_body *to, const struct ir_var *v,
                  struct code_expr *at, struct code_expr *value);
/* CODE_FAULT, CODE_MESSAGE or CODE_TERMINATE, as far as the place allows it. */
void lower_say(struct taylor *t, struct code_body *to, enum code_do op, const char *text);
/* handler.c */
void lower_handlers(struct lower *l);
/* startup.c */
void lower_start(struct lower *l);

#endif
