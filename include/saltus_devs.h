/* SPDX-License-Identifier: MIT */
/* saltus_devs.h - discrete-event models in the DEVS formalism: atomic models, coupled into larger
 * ones, run.
 *
 *     static const saltus_atomic clock_type = {
 *         .struct_size = sizeof(saltus_atomic), .name = "clock", .outputs = ports,
 *         .state_size = sizeof(struct clock),
 *         .ta = clock_ta, .delta_int = clock_tick, .lambda = clock_out};
 *     saltus_coupled *m;
 *     saltus_coupled_new("demo", &m);
 *     saltus_coupled_add(m, &(saltus_part){.name = "clock", .type = &clock_type});
 *     saltus_coupled_add(m, &(saltus_part){.name = "count", .type = saltus_block("counter")});
 *     saltus_coupled_wire(m, &(saltus_wire){.from = {"clock", "y"}, .to = {"count", "u"}});
 *     saltus_devs *run;
 *     if (saltus_devs_new(m, NULL, &run) == SALTUS_OK) saltus_devs_run(run, 10);
 *
 * An atomic model <X, Y, S, ta, delta_int, delta_ext, delta_con, lambda> is a constant table of
 * functions. A coupled model holds parts and wires; nested ones are flattened before the run.
 * Messages are polynomials in time (signals), events with a value, or bytes of a type of one's own;
 * each carries an index, so that one wire connects two vectors.
 *
 * Semantics. CLASSIC: of several imminent parts the first in select order (the order of the parts,
 * depth first) acts alone: lambda, then delta_ext of every receiver for one message after the
 * other, then its delta_int. PARALLEL: all imminent parts send, then each makes its one transition
 * with the bag of all its messages: delta_int, delta_ext, or delta_con for both. Time is
 * superdense: (t, n), n counting the rounds at one instant.
 *
 * The same input gives the same output, bit for bit. One run belongs to one thread at a time,
 * except saltus_devs_inject and saltus_devs_stop. What a function returns by pointer is borrowed
 * unless the comment says "you own". */
#ifndef SALTUS_DEVS_H
#define SALTUS_DEVS_H

#include "saltus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Messages -------------------------------------------------------------------------------- */

#define SALTUS_ALL (-1)          /* index of a message to all elements of a vector                */

/* type of a port: one of these, or a name of one's own; wires connect equal types */
#define SALTUS_TYPE_SIGNAL "signal" /* a polynomial, valid until the next message                 */
#define SALTUS_TYPE_EVENT "event"   /* something happens, with a value                            */
#define SALTUS_TYPE_ANY "any"       /* fits all                                                  */

typedef struct saltus_message {
    int32_t port;             /* of the sender while it is sent, of the receiver when it arrives  */
    int32_t index;            /* element of a vector, from 0; 0 of a scalar; SALTUS_ALL           */
    int16_t order;            /* signal: degree of the polynomial; event: values behind the first */
    /* signal: 1: a series cut off after c[order], there is more of it; 2: and it follows the time
     * itself, not only states; 0: it ends there */
    int8_t open;
    int8_t jump;              /* signal: 1: it jumps here because of an event                     */
    uint32_t bytes;           /* of data                                                         */
    const void *data;         /* NULL; or bytes of a type of one's own, borrowed for the call     */
    /* signal: sum_k c[k] (time - now)^k, c[k] = 0 above order; event: its values */
    double c[SALTUS_SERIES];
} saltus_message;

/* ---- Atomic models --------------------------------------------------------------------------- */

typedef struct saltus_port {
    const char *name;         /* NULL: end of the table                                          */
    const char *type;         /* SALTUS_TYPE_...                                                 */
    /* 1: stands for name1, name2, ... as many as the part has; the last of its table */
    int many;
    int optional;             /* 1: an input that may stay without a wire                         */
    const char *text;         /* what it means                                                   */
} saltus_port;

typedef enum saltus_param_kind {
    SALTUS_REAL,              /* a number, or a vector with one for each element of the part      */
    SALTUS_INTEGER,
    SALTUS_BOOLEAN,           /* 0 or 1                                                          */
    SALTUS_REALS,             /* a vector of any length, or a matrix                             */
    SALTUS_TEXT,
    SALTUS_CHOICE,            /* one of the words in `choices`, separated by |                    */
    SALTUS_OBJECT             /* something that only a program can give: saltus_arg.object        */
} saltus_param_kind;

typedef struct saltus_param {
    const char *name;         /* NULL: end of the table                                          */
    saltus_param_kind kind;
    int needed;               /* 1: has no default                                               */
    double value;             /* default of a number                                             */
    const char *word;         /* default of a text or choice                                     */
    const char *choices;
    double min, max;          /* both 0: no range; else values outside are refused               */
    const char *unit, *text;
} saltus_param;

typedef struct saltus_arg {   /* a value for a parameter                                          */
    const char *name;
    /* v has rows*cols numbers, row by row; a scalar is 1 x 1, a vector n x 1 */
    int32_t rows, cols;
    const double *v;
    const char *word;         /* of a text or choice                                             */
    const void *object;       /* borrowed as long as the run                                     */
    saltus_loc at;
} saltus_arg;

typedef struct saltus_atomic saltus_atomic;
typedef struct saltus_devs saltus_devs;
typedef struct saltus_part saltus_part;

/* A part of a run, as its functions see it. They change *state and nothing else. */
typedef struct saltus_cell {
    const saltus_atomic *type;
    void *state;              /* S: type->state_size bytes, 0 before start                       */
    const saltus_part *part;  /* name, size, args as they were given                             */
    double t;                 /* now                                                             */
    double last;              /* its last transition; elapsed time e = t - last                  */
    saltus_devs *run;
    int32_t id;               /* its number in the run                                           */
    int32_t size;             /* elements of its vectors, >= 1                                   */
    int32_t inputs, outputs;  /* ports it has, `many` counted                                    */
} saltus_cell;

/* Kinds of what a part shows of itself, for results and statistics. */
typedef struct saltus_shown {
    const char *name;         /* NULL: end of the table; "": named like the part itself           */
    saltus_kind kind;         /* STATE, OUTPUT, DISCRETE: a value; GUARD: an event, a direction */
    const char *text;
} saltus_shown;

/* Later versions append members; a table is read as far as its struct_size goes. */
struct saltus_atomic {
    size_t struct_size;       /* sizeof(saltus_atomic)                                           */
    const char *name;         /* "integrator"                                                    */
    const char *group, *title, *text; /* for the documentation; NULL: none                       */
    const saltus_port *inputs, *outputs; /* NULL: none                                           */
    const saltus_param *params;          /* NULL: none                                           */
    const saltus_shown *shows;           /* NULL: nothing                                        */
    size_t state_size;        /* bytes of S                                                      */
    /* select order goes by (rank, depth-first order); 0 for all models of one's own. Static blocks
     * have -2 and are sorted so that no block comes before one that feeds it; sources have -3 and
     * come before them, samplers and delays -1, integrators 1, sinks 2 */
    int rank;

    /* Elements of a port for a part; NULL: part->size. way 0: input, 1: output. */
    int32_t (*port_size)(const saltus_part *p, int way, int port);

    /* S at c->t. Problems with the arguments: saltus_cell_fail. NULL: all 0. */
    void (*start)(saltus_cell *c);
    /* Time until the next internal event, >= 0, +infinity: never; asked after each transition, c->t
     * being its time. Or `due`, the instant itself, where rounding matters. */
    double (*ta)(const saltus_cell *c);
    double (*due)(const saltus_cell *c);
    void (*lambda)(const saltus_cell *c);   /* sends by saltus_cell_out; NULL: nothing            */
    void (*delta_int)(saltus_cell *c);
    void (*delta_ext)(saltus_cell *c, double e, const saltus_message *x, size_t n);
    /* NULL: delta_int, then delta_ext with e = 0 */
    void (*delta_con)(saltus_cell *c, const saltus_message *x, size_t n);
    /* the run or the part ends: flush, free what lies outside S; NULL: nothing */
    void (*stop)(saltus_cell *c);
    /* S and the stores have been put back by a restore: rebuild what they do not hold; NULL:
     * nothing */
    void (*resume)(saltus_cell *c);
    /* Memory outside S and its stores, as bytes: how many are needed, written if there is room; put
     * back. NULL: none. */
    size_t (*save)(const saltus_cell *c, void *to, size_t room);
    void (*load)(saltus_cell *c, const void *from, size_t n);
    /* 1: has memory that cannot be saved: it is not put back by a restore; stepping back then
     * repeats the run from its start */
    int rigid;

    /* Static parts: an output follows an input at the same instant. Their structure serves the
     * select order, the search for algebraic loops, and exact Jacobians. NULL: no output follows an
     * input at once. 2: the output is constant but for events of the part's own (hysteresis): a loop
     * through it settles, and is no algebraic one. */
    int (*through)(const saltus_part *p, int in, int out);
    /* d out_i / d in_j at c->t, values only. */
    double (*partial)(const saltus_cell *c, int out, int32_t i, int in, int32_t j);
    /* Elements of `out` that read element j of `in`: calls add(user, i) for each. NULL: i = j. */
    void (*reach)(const saltus_cell *c, int in, int32_t j, int out, void (*add)(void *user, int32_t i), void *user);
    /* Element i of output `out` as a fresh series at c->t, from inputs that are made fresh where
     * they are open (saltus_cell_renew). Sends nothing. NULL: what was sent last is all there
     * is. */
    void (*again)(saltus_cell *c, int out, int32_t i, saltus_message *m);
    /* An index block: no state and no time, only another index. The flattened model has no such
     * part; its wires go through. Element of the output for element j of input `in`, -1: none. Its
     * one output is port 0. NULL: no such block. */
    int32_t (*wire)(const saltus_part *p, int in, int32_t j);
    /* Elements of shows[k]; NULL: as many as the output port of the same name has, else
     * part->size. */
    int32_t (*shown_size)(const saltus_part *p, int k);
    /* What shows[k], element i, is: poly (room for SALTUS_SERIES + 2) about *t; its degree, -1: ask
     * show. NULL: what was shown last. */
    int (*look)(const saltus_cell *c, int k, int32_t i, double *t, double *poly);
};

/* ---- What the functions of an atomic model may call ------------------------------------------ */

/* lambda: a message on an output port, to be filled in; the engine has set port and index, order 0,
 * open 0, no data, all c 0. The pointer is valid until the next call. */
SALTUS_API saltus_message *saltus_cell_out(const saltus_cell *c, int port, int32_t index);

/* lambda: the same, straight to element `index` of another part, without a wire; it arrives with
 * port -1. For parts that belong together, like two states that step at once. */
SALTUS_API saltus_message *saltus_cell_send(const saltus_cell *c, int32_t part, int32_t index);

/* Memory k (0..7) of a part, which grows but never shrinks: at least so many bytes, new ones 0. It
 * is part of its state: saved and restored. Ask anew after every transition. NULL: no memory (the
 * run has failed). */
SALTUS_API void *saltus_cell_store(saltus_cell *c, int k, size_t bytes);
/* as it is; NULL: none */
SALTUS_API const void *saltus_cell_stored(const saltus_cell *c, int k, size_t *bytes);

/* Arguments: number i of parameter `name` (of a scalar: any i; default where it was not given), its
 * length, its text. */
SALTUS_API double saltus_part_real(const saltus_part *p, const char *name, int32_t i);
/* 0: not given */
SALTUS_API int32_t saltus_part_count(const saltus_part *p, const char *name, int32_t *rows,
                                     int32_t *cols);
/* NULL: not given */
SALTUS_API const double *saltus_part_reals(const saltus_part *p, const char *name);
/* NULL: none */
SALTUS_API const char *saltus_part_word(const saltus_part *p, const char *name);
/* NULL: none */
SALTUS_API const void *saltus_part_object(const saltus_part *p, const char *name);

/* The run ends with this status; name, place and time are added. param: the parameter that is
 * wrong, NULL: none. */
SALTUS_API void saltus_cell_fail(const saltus_cell *c, saltus_status st, const char *param,
                                 const char *text, const char *hint);
/* a message of the model */
SALTUS_API void saltus_cell_note(const saltus_cell *c, const char *text);
/* the run ends as the model wishes: TERMINATED */
SALTUS_API void saltus_cell_end(const saltus_cell *c, const char *text);

/* From now on element index of what shows[k] names is this polynomial; a GUARD: it fires, poly[0]
 * its direction. Costs nothing if nobody looks. */
SALTUS_API void saltus_cell_show(const saltus_cell *c, int k, int32_t index, const double *poly,
                                 int order);
/* Statistics: a step of state (shows[k], index), an evaluation, ... n of them. */
typedef enum saltus_counted { SALTUS_COUNT_STEP, SALTUS_COUNT_INITIAL, SALTUS_COUNT_EVALUATION, SALTUS_COUNT_GUARD_EVALUATION,
                              SALTUS_COUNT_PARTIAL, SALTUS_COUNT_PAIR, SALTUS_COUNT_REFRESH, SALTUS_COUNT_CLOCK } saltus_counted;
SALTUS_API void saltus_cell_count(const saltus_cell *c, saltus_counted what, int k, int32_t index);

/* d (element i of input `in` of c) / d (element j of output `out` of part `from`) through the
 * static parts between them, at now, exact; 0: there is no way. reaches: is there a way at all,
 * whatever the values? */
SALTUS_API double saltus_cell_partial(const saltus_cell *c, int in, int32_t i, int32_t from,
                                      int out, int32_t j);
SALTUS_API int saltus_cell_reaches(const saltus_cell *c, int in, int32_t i, int32_t from, int out,
                                   int32_t j);
/* Calls found(user, part, element, through) for every element of an input of a part that is not
 * static and reads element j of output `out` of c, directly or through static parts. */
SALTUS_API void saltus_cell_readers(const saltus_cell *c, int out, int32_t j,
                                    void (*found)(void *user, int32_t part, int in, int32_t i), void *user);
/* A fresh series, at now, for element i of input `in` of c, from the static part that feeds it: 1,
 * and *m is filled in; 0: it is not fed by a static part, so there is nothing newer than its last
 * message. */
SALTUS_API int saltus_cell_renew(saltus_cell *c, int in, int32_t i, saltus_message *m);
/* Is anything connected to element i of input `in` of c? */
SALTUS_API int saltus_cell_wired(const saltus_cell *c, int in, int32_t i);
/* Another part of the same run, to be looked at; NULL: no such part. */
SALTUS_API const saltus_cell *saltus_cell_other(const saltus_cell *c, int32_t id);

/* What a run says about signals: method, rel, abs, rules, theta, band, contact, refresh; all filled
 * in. rel and abs are to be multiplied by the option scale. */
SALTUS_API const saltus_options *saltus_cell_options(const saltus_cell *c);
/* A number from 0 up to, but not including, 1; the k-th of this part, whatever others draw. */
SALTUS_API double saltus_cell_random(const saltus_cell *c, uint64_t k);

/* Changes of structure; they take effect after the present step (all that one part sends and
 * causes; PARALLEL: the round). A new part starts at now and comes last in select order. Parts by
 * their number; wires as in saltus_coupled_wire, by names in the run. Failures end the run. */
SALTUS_API int32_t saltus_cell_add(saltus_cell *c, const saltus_part *part);
SALTUS_API void saltus_cell_remove(saltus_cell *c, const char *part);
struct saltus_wire;
SALTUS_API void saltus_cell_wire(saltus_cell *c, const struct saltus_wire *w);
SALTUS_API void saltus_cell_unwire(saltus_cell *c, const struct saltus_wire *w);

/* ---- Coupled models -------------------------------------------------------------------------- */

struct saltus_part {
    const char *name;         /* letters, digits, _                                              */
    const saltus_atomic *type;
    const saltus_arg *args;   /* what is not given has its default                               */
    size_t n_args;
    int32_t size;             /* elements of its vectors; 0: 1                                   */
    int32_t inputs, outputs;  /* how often the `many` port counts; 0: 2 inputs, 1 output          */
    int32_t priority;         /* 0; select order goes by (rank, priority, order)                  */
    saltus_loc at;
};

typedef struct saltus_end {   /* of a wire                                                       */
    const char *part;         /* NULL: a port of the coupled model itself                        */
    const char *port;
    int32_t first, count, step; /* elements first, first + step, ... ; count 0: all; step 0: 1    */
} saltus_end;

/* The k-th element of `from` goes to the k-th element of `to`; a single element goes to each of
 * many. */
typedef struct saltus_wire {
    saltus_end from, to;
    saltus_loc at;
} saltus_wire;

typedef struct saltus_coupled saltus_coupled;
SALTUS_API saltus_status saltus_coupled_new(const char *name, saltus_coupled **out); /* you own */
/* not what is nested in it; NULL is fine */
SALTUS_API void saltus_coupled_free(saltus_coupled *m);
/* way 0: an input, 1: an output of the coupled model; size 0: 1. All calls copy what they are given
 * (not `object`) and fail only for want of memory: a model is checked as a whole, by
 * saltus_devs_new. */
SALTUS_API saltus_status saltus_coupled_port(saltus_coupled *m, int way, const char *name,
                                             const char *type, int32_t size,
                                             saltus_loc at);
SALTUS_API saltus_status saltus_coupled_add(saltus_coupled *m, const saltus_part *part);
/* inner is borrowed; it may be nested several times, also in itself, which is then refused. */
SALTUS_API saltus_status saltus_coupled_nest(saltus_coupled *m, const char *name,
                                             const saltus_coupled *inner, saltus_loc at);
SALTUS_API saltus_status saltus_coupled_wire(saltus_coupled *m, const saltus_wire *w);

/* Closure under coupling: an atomic model that behaves as m does, for a run with these semantics.
 * You own it. */
SALTUS_API saltus_status saltus_coupled_atomic(const saltus_coupled *m, int semantics,
                                               saltus_atomic **out);
SALTUS_API void saltus_coupled_atomic_free(saltus_atomic *a);

/* A model (compiled, or written in C) as an atomic model: its `input` variables are input ports,
 * the named states, discretes and outputs are output ports (NULL-terminated list; arrays: vectors;
 * NULL: all outputs, or else all states). A part's arguments are the model's parameters, and
 * "method", "rel", "abs": its own, else those of the run; of a classic method the engine of the
 * run's options. A model without states of its own is a static part. Borrows m. You own *out. */
SALTUS_API saltus_status saltus_model_atomic(const saltus_model *m, const char *const *outputs,
                                             saltus_atomic **out);
SALTUS_API void saltus_model_atomic_free(saltus_atomic *a); /* NULL is fine */

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* The library of atomic models: signals, events, queues; NULL: no block of this name. */
SALTUS_API const saltus_atomic *saltus_block(const char *name);
/* all, in the order of the documentation */
SALTUS_API size_t saltus_blocks(const saltus_atomic *const **list);

/* ---- A run ----------------------------------------------------------------------------------- */

typedef enum saltus_semantics { SALTUS_DEVS_CLASSIC, SALTUS_DEVS_PARALLEL } saltus_semantics;

typedef enum saltus_transition { SALTUS_START, SALTUS_LAMBDA, SALTUS_INTERNAL, SALTUS_EXTERNAL, SALTUS_CONFLUENT,
                                 SALTUS_ADDED, SALTUS_REMOVED } saltus_transition;
typedef struct saltus_trace {
    double t;
    uint64_t round;           /* n of the superdense time (t, n)                                 */
    saltus_transition kind;
    int32_t cell;
    /* EXTERNAL, CONFLUENT: what came; LAMBDA: what was sent, output ports */
    const saltus_message *x;
    size_t n;
} saltus_trace;
typedef void saltus_trace_fn(void *user, const saltus_devs *run, const saltus_trace *tr);
typedef void saltus_show_fn(void *user, int32_t cell, int k, int32_t index, double t,
                            const double *poly, int order);
typedef void saltus_count_fn(void *user, int32_t cell, saltus_counted what, int k, int32_t index);
/* A message on output port `port` of the coupled model itself. */
typedef void saltus_output_fn(void *user, double t, int port, const saltus_message *m);

typedef struct saltus_devs_options { /* start from saltus_devs_defaults(), in which all is unset */
    size_t struct_size;
    saltus_semantics semantics; /* unset: DEVS_CLASSIC */
    double t0;                /* start time                                                      */
    /* of the blocks; needed during the call only, except diag, user, alloc */
    const saltus_options *signals;
    /* 1: by the wall clock; 10: ten times as fast; unset: as fast as possible */
    double speed;
    uint64_t seed;            /* of random numbers; unset: 1                                     */
    uint64_t max_events;      /* transitions until the run ends with ELIMIT; unset: no limit     */
    uint32_t max_instant;     /* rounds at one instant; then the loop is named; unset: 100000    */
    /* steps for which snapshots are kept, so that stepping back is quick */
    uint64_t history;
    saltus_trace_fn *trace;
    saltus_show_fn *show;
    saltus_count_fn *count;
    saltus_output_fn *output;
    saltus_diag_fn *diag;     /* unset: messages go to stderr                                    */
    void *user;               /* handed to the functions above                                   */
    saltus_alloc_fn *alloc;   /* unset: realloc and free                                         */
    void *alloc_user;         /* handed to alloc                                                 */
} saltus_devs_options;
static inline saltus_devs_options saltus_devs_defaults(void)
{
    saltus_devs_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    return o;
}

/* Checks and flattens m, which is needed as long as the run; starts all parts. All errors of m are
 * told. You own *out. */
SALTUS_API saltus_status saltus_devs_new(const saltus_coupled *m, const saltus_devs_options *o,
                                         saltus_devs **out);
/* NULL is fine; calls stop() of parts, none of the functions of o */
SALTUS_API void saltus_devs_free(saltus_devs *run);
/* All events up to and including `until`. */
SALTUS_API saltus_status saltus_devs_run(saltus_devs *run, double until);
/* One imminent part (PARALLEL: one round), if it is due up to `until`; *done = 0: nothing was. */
SALTUS_API saltus_status saltus_devs_step(saltus_devs *run, double until, int *done);
/* n steps back (beyond the start: to the start): the run stands where it was then, also after an
 * error or its end, and goes on from there in the same way; messages that were injected later come
 * again. What is repeated on the way is not told to trace, output and count, but to show. */
SALTUS_API saltus_status saltus_devs_back(saltus_devs *run, uint64_t n);
/* from anywhere: saltus_devs_run returns STOPPED */
SALTUS_API void saltus_devs_stop(saltus_devs *run);
/* Ends: stop() of all parts. */
SALTUS_API saltus_status saltus_devs_finish(saltus_devs *run);

SALTUS_API double saltus_devs_time(const saltus_devs *run);
/* when something is due; +infinity: never */
SALTUS_API double saltus_devs_next(const saltus_devs *run);
SALTUS_API uint64_t saltus_devs_round(const saltus_devs *run);
SALTUS_API saltus_semantics saltus_devs_semantics(const saltus_devs *run);
/* numbers are 0 .. cells - 1; those of removed parts are free */
SALTUS_API int32_t saltus_devs_cells(const saltus_devs *run);
SALTUS_API const saltus_cell *saltus_devs_cell(const saltus_devs *run, int32_t id); /* NULL: none */
/* "motor.pi.sum"; -1: none */
SALTUS_API int32_t saltus_devs_find(const saltus_devs *run, const char *name);
SALTUS_API const char *saltus_devs_name(const saltus_devs *run, int32_t id);        /* NULL: none */
/* port */
SALTUS_API void saltus_devs_names(const saltus_devs *run, int32_t id, int way, int port, char *buf,
                                  size_t size);

/* From any thread: a message for input port `port` of the coupled model, at time t, or now if that
 * is past (NaN: when it is seen). Of a run by the wall clock, which waits for it; others see it
 * when they come by. */
SALTUS_API saltus_status saltus_devs_inject(saltus_devs *run, const char *port, double t,
                                            const saltus_message *m);
/* Lines "time port value [c1 c2 ..]" (time - : at once; port u, u[3] or u[:]), read from a pipe or
 * socket while the run goes on; of a file all of them at once. fd stays yours, and open as long as
 * the run. */
SALTUS_API saltus_status saltus_devs_listen(saltus_devs *run, int fd);

/* All states, due times and messages that wait. A run goes on from its own snapshot as it did the
 * first time; what was injected later is forgotten, and what parts show is not told again. If parts
 * or wires have come or gone since, the run is repeated. */
typedef struct saltus_snapshot saltus_snapshot;
/* you own; it may outlive the run */
SALTUS_API saltus_status saltus_devs_snapshot(saltus_devs *run, saltus_snapshot **out);
SALTUS_API saltus_status saltus_devs_restore(saltus_devs *run, const saltus_snapshot *s);
SALTUS_API void saltus_snapshot_free(saltus_snapshot *s);

typedef struct saltus_devs_stats {
    size_t struct_size;       /* set it before saltus_devs_get_stats                             */
    uint64_t steps;           /* imminent parts that acted (PARALLEL: rounds)                     */
    uint64_t internal, external, confluent, messages;
    uint64_t rounds;          /* instants and rounds of them                                     */
    /* by the wall clock: events that came too late by more than 1 ms ... */
    uint64_t late;
    double latency_mean, latency_max; /* ... and how late events were, in seconds                 */
    size_t bytes;
    double cpu_seconds;
} saltus_devs_stats;
SALTUS_API saltus_status saltus_devs_get_stats(const saltus_devs *run, saltus_devs_stats *out);
/* The same by value. */
static inline saltus_devs_stats saltus_devs_statistics(const saltus_devs *run)
{
    saltus_devs_stats s;
    memset(&s, 0, sizeof s);
    s.struct_size = sizeof s;
    saltus_devs_get_stats(run, &s);
    return s;
}

#ifdef __cplusplus
}
#endif
#endif
