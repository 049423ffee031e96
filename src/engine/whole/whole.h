/* SPDX-License-Identifier: MIT */
/* whole.h - the model as an engine sees it that moves all states together, and the loop around it.
 *
 * The model's functions read signals. whole_show puts a vector of states into signals of its own:
 * values, and slopes where the caller knows them; sums are added up, and delays looked up in their
 * histories. After that any function may be asked at that point.
 *
 * At an event the run's own records are brought to the instant (whole_instant): q = x = the value,
 * and slopes to the third order, found by sweeps over f, if a guard is at 0 and its side must be
 * told from them. Then event.c and guard.c work as they do for quantized states.
 *
 * Edges (guards that are approached from one side): whole_derivatives first looks whether the point
 * is allowed, and refuses to evaluate anything beyond. Whatever an engine does, f is never seen
 * there.
 *
 * A model that computes all derivatives at once (saltus_model.derivatives) gets bare values instead
 * of signals: whole_derivatives shows the point only to those who need more. */
#ifndef SIM_WHOLE_H
#define SIM_WHOLE_H

#include "engine/whole/host.h"
#include "run/engine.h"
#include "run/jacobian.h"

struct locate;
struct hidden;

struct whole_past;
struct whole_outputs;

struct whole {
    struct engine_host host; /* first: what the engine sees: t, x, tolerances, ...               */
    saltus_env env; /* faults come with its address                                         */
    struct sim *sim;
    const struct whole_engine *by;
    double *tolerance_rel, *tolerance_abs; /* n: host.rel, host.abs                              */
    double *signals; /* n + n_signals times (time, SALTUS_SIGNAL coefficients)              */
    double *values;  /* 1 + n + n_signals: the same for saltus_model.derivatives, values only    */
    int32_t *timed;  /* guards that read the time: their series limit the step               */
    int32_t *edges;  /* guards with an edge that is approached from one side                      */
    int32_t n_timed, n_edges;
    double *piece, *slope; /* n: room for states and f where whole_step.c needs them              */
    double *ends; /* 2 n_ends, twice: watched outputs, sums, delays, u at ends of a part   */
    int32_t n_ends;
    int32_t *plain, n_plain; /* watched outputs that are affine                                  */
    double *error;           /* n: of the states, for whole_doubt.c                              */
    double *shaken;          /* 5 times n_watched: room for whole_doubt.c, ...                   */
    int32_t *shown;          /* ... n_watched                                                    */
    struct whole_outputs *outputs; /* the others; NULL: there are none                            */
    bool begun;    /* events of the start have been looked for                             */
    bool told;     /* the last step has been given out as polynomials                      */
    bool slopes;   /* q of the run has its slopes at this instant                          */
    bool jumped;   /* ... and no piece has been told since: the sink has old states         */
    bool changed;  /* a handler of this instant has changed something                      */
    bool stepping; /* delays are seen from the left                                        */
    bool trying;   /* a point of a step that may be too long for lags that change          */
    bool asking;   /* ... the point where the next one begins: no step is too long          */
    bool looking;  /* someone wants outputs, too, and the sums that only they read */
    bool lent;     /* another engine may take the run back: a failure of this one is not told */
    bool lost;     /* ... there was one: s->status is what it would have been               */
    bool faulted;  /* the model gave up; what it said:                                     */
    saltus_loc fault_at;
    saltus_kind fault_kind;
    int32_t fault_index;
    char fault_text[1024];
    struct whole_past *past; /* n_delays                                                        */
    double *lag_slope;       /* n: f where a step begins, if a lag changes                      */
    struct jacobian pattern; /* host.c: if the engine has asked for it                          */
    struct locate *locate;   /* ... the same                                                    */
    struct hidden *hidden;   /* ... the same                                                    */
};

static inline struct whole *whole_of(const struct sim *s)
{
    return sim_own(s);
}

/* whole_fail ends the run after an answer that no shorter step has made better. */

/* f[0..n-1] at (t, x); counts n evaluations. second: its time derivative along x' = f. What was
 * shown before is not to be relied upon afterwards. */
enum whole_answer whole_derivatives(struct sim *s, double t, const double *x, double *f);
enum whole_answer whole_second(struct sim *s, double t, const double *x, const double *f,
                               double *second);

/* Signals for the point (t, x), with slopes f if that is not NULL. Then functions may be asked:
 * guard k with its first `order` coefficients (2 with slopes; more, if the caller has put more
 * coefficients into whole->signals itself). Not finite: told as such, the run does not end. */
void whole_show(struct sim *s, double t, const double *x, const double *f);
void whole_guard(struct sim *s, int32_t k, int order, double *c);
/* Is the point shown allowed: no edge whose fence is up has z > 0 (or is not finite)? */
bool whole_allowed(struct sim *s);

/* The run ends since the right-hand side could not be evaluated, after all attempts. */
void whole_fail(struct sim *s, enum whole_answer why);

/* From net.s[i].tx == from on, net.s[i].x are the states, up to `to`: tells sinks, samples,
 * outputs. */
void whole_piece(struct sim *s, double from, double to);

/* The instant whole->t: clocks that are due, guard `due` (-1: none), and whatever follows. True:
 * states or discretes have changed (whole->x is new). */
bool whole_instant(struct sim *s, int32_t due);

extern const struct engine whole_frame;
extern const struct engine_outside whole_outside; /* outside_whole.c */

/* For the files of this folder. whole_run is in whole_step.c, like whole_piece. */
void whole_bring(struct sim *s); /* the records of the run to the present: values, no slopes   */
saltus_status whole_run(struct sim *s, double until);
/* how far a step from whole->t may go */
double whole_limit(struct sim *s, double until, double clock);

/* host.c: what the engine may ask for */
extern const struct engine_services whole_services;
void whole_services_close(struct sim *s);
static inline struct sim *whole_sim(struct engine_host *h)
{
    return ((struct whole *)(void *)h)->sim;
}

/* whole_output.c: states at t, by the piece that net.s holds, are shown; then values and slopes of
 * the watched outputs in the list, at their places */
void whole_look(struct sim *s, double t);
void whole_look_at(struct sim *s, double t); /* as whole->piece and whole->slope say              */
void whole_outputs_at(struct sim *s, const int32_t *list, int32_t n, double *to);
/* whole_doubt.c: how uncertain they are at t, in a piece */
void whole_doubts_load(struct sim *s);
void whole_doubts(struct sim *s, double from, double to);
/* The cubic with these values and slopes at 0 and h. */
void whole_hermite(double h, const double *at0, const double *at1, double *c);
void whole_tell(struct sim *s, double t, int32_t var, const double *c,
                int degree); /* whole_step.c */
void whole_samples(struct sim *s, double before);
/* Watched outputs and delayed expressions that are not affine: a new piece; from there on, part after part. */
void whole_outputs_load(struct sim *s);
bool whole_delay_bent(const struct sim *s, int32_t k);
void whole_outputs_free(struct sim *s);
void whole_outputs_begin(struct sim *s, double from);
void whole_outputs_tell(struct sim *s, double from, double to);
void whole_delays_tell(struct sim *s, double from, double to);
double whole_value(const struct sim *s, int32_t var, double t);

/* whole_delay.c: histories of the delayed expressions */
void whole_delays_load(struct sim *s);
void whole_delays_start(struct sim *s);
void whole_delay_at(struct sim *s, int32_t k, double t, double *c); /* SALTUS_SIGNAL coefficients */
/* Spans of its first `width` coefficients, at most SALTUS_SERIES, about all instants from..to. */
void whole_delay_spans(struct sim *s, int32_t k, double from, double to, int width,
                       saltus_span *out);
/* u_k from `from` on is the cubic c; jump: it does not begin where the last one ended. */
void whole_delay_store(struct sim *s, int32_t k, double from, double to, const double *c);
/* Delays whose lags change, where all else has been shown to e: coefficients of D_k at d[k*stride]. */
void whole_lags_show(struct sim *s, const saltus_env *e, double *d, size_t stride);
struct along;
void whole_lags_spans(struct sim *s, struct along *a, double from, double to, int width);
double whole_delays_next(struct sim *s, double t); /* up to when a step from t may go */
bool whole_delays_jump(struct sim *s, double t); /* does one of them jump at t? Forgets it       */
void whole_delays_free(struct sim *s);

#endif
