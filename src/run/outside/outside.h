/* SPDX-License-Identifier: MIT */
/* outside.h - a run whose inputs are moved from outside, one event after the other.
 *
 * An input is a state with derivative 0 (saltus_variable.input). Here its signal is given: a
 * polynomial from now on, until the next one. What follows from it is what follows from a step of a
 * state. Whoever holds the run asks when something in it is due, lets it act at that time, and
 * learns which of its *lines* have a new signal: outputs of the model, states (their q), or
 * discretes, chosen when the run is made.
 *
 *     outside_give(o, t, input, ...);    any number of them at one instant; nothing is evaluated yet
 *     outside_run(o, t);                 everything that follows from them, and all that is due at t
 *     outside_next(o);                   when something is due next
 *     o->lines                           the set of lines with a new signal; outside_line gives it
 *
 * Series. A signal of a model has SALTUS_SIGNAL coefficients, a message one more, which is kept
 * beside it. A signal that was cut off before limits how many coefficients of a line are right.
 * Before it is used at a later time, `fresh` is asked for a new one. */
#ifndef SIM_OUTSIDE_H
#define SIM_OUTSIDE_H

#include "run/sim.h"

struct outside_line {
    saltus_kind kind; /* SALTUS_OUTPUT, SALTUS_STATE or SALTUS_DISCRETE */
    int32_t index;
};

struct outside_signal { /* of an input, as it was given */
    double t, c[SALTUS_SERIES];
    uint8_t order;
    uint8_t known; /* coefficients that are right: SALTUS_SERIES: all of them      */
    uint8_t open;  /* as in a message: 1: cut off, 2: and it follows the time           */
    bool jumped;   /* the effect of an event                                          */
};

struct outside_told { /* of a line: what all who read it believe */
    double t, c[SALTUS_SERIES];
    double reach;    /* of the last search for how long that is right */
    int32_t watched; /* its number among the outputs that are watched  */
    int32_t order;
};

struct outside {
    saltus_model
        /* first: what the run is made of; derivatives of inputs are those of their signals */
        model;
    const saltus_model *inner;
    struct sim *sim;
    struct alloc alloc;
    uint8_t *input;               /* n states: is it one?                                      */
    struct outside_signal *given; /* n states; those of inputs are used                       */
    bool *still_at;               /* n states: of an input: a constant                           */
    struct set moved;             /* inputs with a new signal, of which nothing follows yet   */
    struct set cut;               /* inputs that have been cut off once                        */
    const struct outside_line *line; /* n_lines                                               */
    int32_t n_lines;
    int32_t *line_of; /* variable (states, discretes, outputs) -> its line, -1: none          */
    uint8_t *timed;   /* n_lines: it reads the time                                            */
    uint8_t *ends; /* n_lines: 1: affine in the states, 2: and in time, 0: neither              */
    struct set lines;   /* with a new signal                                                    */
    struct set stepped; /* states of its own with a new q; whoever counts them clears it          */
    bool *jumped;       /* n_lines: because of an event                                          */
    struct outside_told *told; /* n_lines; NULL: none goes on                                   */
    struct sched *telling;     /* n_lines: when to look whether that is still right              */
    struct csr reach; /* state -> lines that read it, also through sums                        */
    struct csr reads; /* line -> states                                                       */
    double *seeds;    /* signals for partial derivatives of a model that gives none; or NULL      */
    bool still;       /* no states besides inputs, no clocks, no delays                        */
    bool plain;       /* still, no sums, no edges: the quick way                               */
    bool begun;
    double next; /* when something is due                                                */
    void *own;   /* private state of the engine                                            */
    /* Asks for a new signal of an input that was cut off; it is given by outside_put. */
    void (*fresh)(void *user, int32_t input);
    /* A polynomial that an engine has made in advance becomes true. */
    void (*show)(void *user, int32_t var, const double *c, int degree);
    void *user;
};

/* lines: borrowed. o: sink, fired, diag and user as usual; its outputs are ignored. The model is
 * loaded, nothing in it has been evaluated. The sink calls outside_written for discretes. The
 * caller sets fresh, show and user of *out. */
saltus_status outside_new(const saltus_model *m, const saltus_options *o,
                          const struct outside_line *line, int32_t n_lines, struct outside **out);
void outside_free(struct outside *o); /* NULL is fine */

/* The signal of an input from t on; c[0..order]. put: the same signal as before, only fresher. */
void outside_give(struct outside *o, double t, int32_t input, const double *c, int order, int open,
                  bool jumped);
void outside_put(struct outside *o, double t, int32_t input, const double *c, int order, int open);
bool outside_has(const struct outside *o, int32_t state); /* is it an input?                    */

enum {
    OUTSIDE_LAST = SALTUS_SERIES - 1
}; /* the coefficient for which signals of a run have no room */

/* Seen from t, is there more of it than the run's signal says? */
static inline bool outside_cut_off(const struct outside_signal *g, double t)
{
    return g->t != t && (g->open || g->c[OUTSIDE_LAST] != 0);
}
/* then: its signal as it is seen from t */
void outside_bring(struct outside *o, int32_t input, double t);

/* All inputs that will come have come: the model starts. */
void outside_begin(struct outside *o, double t);
void outside_run(struct outside *o, double t);
void outside_written(struct outside *o, int32_t discrete); /* the sink has been told of it */
double outside_next(const struct outside *o);
/* lines that read it are new */
void outside_note(struct outside *o, int32_t state, bool jumped);
/* ... and watched outputs in a row of seen_state, seen_discrete, seen_signal */
void outside_note_watched(struct outside *o, const struct csr *seen, int32_t row, bool jumped);
/* ... those that read moved inputs, which are then forgotten */
void outside_moved(struct outside *o);
/* From the sink, whatever it is told of: true: it is not yet true, and outside keeps it until
 * then. */
bool outside_collect(struct outside *o, double t, int32_t var, const double *c, int degree);

/* Line k has been sent to all who read it. If it goes on, it is looked at again before that is wrong,
 * and sent again if it is. (A series that one reader has asked for does not count.) */
void outside_tell(struct outside *o, int32_t k, double t, const double *c, int order, int open);

/* The series of line k at t: its order; *open as in a message. */
int outside_line(struct outside *o, int32_t k, double t, double *c, int *open);
/* The same of a state or an output, by its q or by its function now. */
int outside_series(struct outside *o, int32_t k, double t, double *c, int *open);
/* d line k / d input j at t. */
double outside_partial(struct outside *o, int32_t k, int32_t j, double t);

/* The whole run as bytes, or back (keep.h). */
struct keep;
void outside_keep(struct keep *k, struct outside *o);

#endif
