/* SPDX-License-Identifier: MIT */
/* sim.h - one run: what it has whatever engine moves it.
 *
 * The order of simultaneous events is clocks, then guards, then sums and delays, then states, each
 * by index. Clocks and guards share one queue, in which most are never due. Files: load.c reads the
 * model, structure.c who reads whom in it, start.c finds consistent values at t0, event.c runs
 * handlers, guard.c watches crossings, noise.c tells zeros from rounding, signal/ has sums and
 * delays, edge/ guards with a side, loop/ loops of equations, outputs.c and value.c what can be
 * seen, report.c speaks, run.c is the public face. What an engine adds is in its private state
 * (engine.h). */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "base/alloc.h"
#include "num/grid.h"
#include "quant/net.h"
#include "run/options.h"
#include "sched/sched.h"
#include <math.h>
#include <stdatomic.h>

/* A list of indices without repetition. */
struct set {
    int32_t *item, count;
    bool *mark; /* is it in? (not a character type: stores through it alias nothing else) */
};

/* A guard during the run: 24 bytes, because there may be millions. */
struct watch {
    double fired; /* when it last fired                                                 */
    union {
        double seen; /* when it was last looked at                                          */
        struct {     /* at the instant where it has fired, which says when that was: what   */
            float z; /* rounding had left of |z| on the side it came from, else 0,          */
            float s; /* and how far, in time, that was from its zero                        */
        } rest;
    };
    uint32_t events;    /* how often it fired ...                                              */
    uint16_t more;      /* ... plus 2^32 times this                                            */
    int8_t sign;        /* side on which it is: -1 (also exactly 0 forever), +1                */
    bool jumped : 1;    /* its own handler has changed something that it reads                */
    bool moved : 1;     /* ... other than by switching it on or off                           */
    bool affine : 1;    /* its series ends by itself                                          */
    bool predicted : 1; /* due because its series says so, not only to be looked at again     */
    bool special : 1;   /* it has a record in `edges`: a side or a formula (edge.h)           */
    bool part : 1;      /* no event of its own: formulas are made of it                        */
    bool stays : 1;     /* it is 0, and only on this side the model can go on (withheld.c)    */
    bool held : 1;      /* a step of some q has carried it over, but it is on its way back        */
    bool onward : 1; /* it has fired; q falls back, x does not (guard.c: goes_on)                 */
    bool needed : 1; /* ... but a function has no value there with the relation kept (beyond.c) */
};

/* Of the handler that is running: a discrete and its value before, or a state and its new one. */
struct write {
    int32_t index;
    double value;
};

/* The history of a delayed expression: segments that have not yet come out at the other end. If its
 * lag changes, those that may still be asked for; of an expression that is such a lag, the present
 * one. */
struct past {
    double lag;   /* the largest, if it changes                                         */
    double *ring; /* room times (time, width coefficients)                              */
    int32_t room, first, count;
    int32_t by, of; /* its lag is u of delay by, it is the lag of delay of; -1: it is not     */
    double before;  /* (by >= 0) u at the start                                                */
    double steep;   /* (by >= 0) the largest slope of u so far                                */
};

/* A sum of which the derivatives that read it see a polynomial within a band (signal/bands.c). */
struct band {
    bool on;
    bool due;      /* its time has come                                                       */
    int32_t next;  /* the next sum with the same readers, in a ring                           */
    double share;  /* of quanta and of the spread                                             */
    double spread; /* what quanta of the states may change in it                              */
    double since;  /* when the readers have seen it last ...                                  */
    double missed; /* ... and the integral of what they have not seen since                   */
    double weight; /* the most that a reader makes of it, in its quanta; -1: not yet known    */
};

struct engine;
struct engine_change;
struct engine_method;

struct sim {
    struct alloc alloc;
    const saltus_model *model;
    saltus_model completed; /* the model, if it is of an older contract */
    struct knobs knobs;     /* options by name                          */
    saltus_options opt;
    const struct engine *engine;         /* moves the states (engine.h)                        */
    const saltus_engine *given;          /* the table behind a frame; NULL: engine/qss          */
    const struct engine_method *chosen;  /* the method, if an engine moves all states together */
    const struct engine_change *changes; /* NULL: the engine never changes                      */
    void *change;                        /* ... its memory                                      */
    uint64_t judge_at;                   /* ... when it is to judge, in evaluations             */
    saltus_status status;                /* OK, or why the run has ended for good                */
    atomic_int stop;                     /* asked from outside                                   */

    struct net net;
    int32_t n_discretes, n_parameters, n_outputs, n_guards, n_clocks, n_delays;
    int32_t n_signals; /* sums and delays                                      */
    double *discretes, *parameters;
    int32_t *
        relation; /* beyond.c: the guard of the relation that a discrete keeps; NULL: not yet asked */
    double *kept; /* ... and the discretes with relations as they are                   */
    double *pre;  /* discretes before the handler that is running, or since it advanced */
    const struct method **methods; /* in use                                              */
    uint8_t *method_of;
    struct quantum *quanta; /* n, or one for all                                */
    uint8_t *affine;        /* n: does the series of f_i end by itself (enum sim_series)? */
    uint8_t *timed;         /* n: f_i reads the time                                */
    bool targets;           /* some state is integrated by BQSS or CQSS             */
    bool contrary;          /* some q may be chosen on the side that x does not go to */
    int width;              /* highest order in use                                */

    struct csr feeds_guard; /* state    -> guards                                   */
    struct csr drives; /* discrete -> derivatives, n + guards, then clocks, terms, delays     */
    struct csr shown, shown_guard, shown_delay; /* signal -> derivatives, guards, delayed   */
    struct watch *watch; /* guards                                               */
    double *bursts; /* NULL, or for each guard the time of its last event that chatter.c has seen */
    struct edge *edges; /* those with a side or a formula, by guard (edge.h)      */
    int32_t n_edges;
    struct fences *fences;     /* NULL: there are no edges                             */
    struct horizons *horizons; /* NULL: nothing needs a certificate (horizon.h)      */

    double *terms;      /* n_terms times (time, width coefficients): what is in the sums */
    int32_t *age;       /* n_sums: terms exchanged since the sum was last added up      */
    struct band *bands; /* n_sums; NULL: no sum has one                                   */
    double *spread;     /* n_terms: of each, if there are bands                             */
    bool bent;          /* a term or a delayed expression has a series that does not end */
    bool bent_terms;    /* ... a term                                                  */
    bool changing;      /* a delay has a lag that changes                              */
    struct csr moves;   /* term -> states that it reads                            */
    struct past *past;  /* n_delays                                             */
    struct set dirty;   /* signals that have changed                                    */
    struct csr seen_state, seen_discrete, seen_signal; /* -> watched outputs that read it      */
    int32_t *outputs;     /* watched, by number; n_watched of them                               */
    uint8_t *bent_output; /* n_watched: its series does not end by itself                       */
    int32_t n_watched;
    double *sight; /* what is shown of the states that an output reads, as signals; NULL: x     */
    struct set stale; /* watched outputs of which the sink is to be told                       */
    struct sched *showing; /* watched outputs: until when what was told holds; NULL: not known  */
    struct doubt *doubts;  /* n_watched: doubt.h; NULL: no one asks                             */
    double goal;           /* the end of the present saltus_sim_run                               */
    uint32_t doubts_found; /* how often they were looked for                                    */
    double *size;          /* n_watched: the largest value told                                 */
    double *rounding;      /* n_watched: what rounding has been seen to make of it              */
    uint64_t renewed;      /* outputs told again since the last sample, because they grew old   */
    bool too_fast;         /* ... too often: the user knows                                     */
    struct set input;      /* delayed expressions to evaluate                             */

    struct sched *events;  /* clocks, then guards                                  */
    struct sched *signals; /* delays: next segment, new series; bent terms: new series; or NULL */
    /* states with a new q, derivatives to renew, guards to look at */
    struct set changed, touched, looked;
    struct write *writes, *reinits; /* of the handler that is running, or was: discretes changed */
    int32_t n_writes, n_reinits, room_writes, room_reinits;
    struct write *nudged; /* noise.c: what has been moved (-1 - k: a discrete), and what it was */
    int32_t n_nudged, room_nudged;
    int32_t alone; /* 1 + the guard after whose event nothing else has changed; 0: none; -1: any */
    int32_t row, row_of; /* events in a row at this instant, of this guard                     */
    int32_t turn;        /* events of guards that have fired before at this instant ...        */
    double turn_at;      /* ... which is this one                                              */
    bool trying;         /* handlers only show what they would write (settle.c)                */
    bool tried_in_vain;  /* ... and one cannot                                                  */
    bool withholding, withheld; /* failures are not told; there was one (withheld.c)              */
    bool sought;        /* the start has found its modes by settle.c                           */
    double start_noise; /* part of what else counts of a quantum as rounding at the start       */
    bool leading;  /* the start was settled by noise.c, (3)                                    */
    int32_t mover; /* the only signal that has changed at this instant; -1: not known            */
    int32_t stepped; /* the state with a new q, for guards; -1: all of `changed`                */
    bool stepping;   /* a state acts: no q moves by more than a few quanta                       */

    uint64_t *steps;  /* n                                                    */
    uint8_t *initial; /* n                                                    */
    saltus_stats stats;
    uint64_t repeats; /* actions at this instant of someone who acted there before */
    /* NULL, or for each guard how often it fired while an instant does not settle */
    int32_t *flips;
    double flips_at;  /* the instant that they are of                                    */
    struct grid grid; /* sample instants; the next one; number of samples so far: */
    double sample;
    uint64_t samples;
    double attention;    /* when a sample or an output is due, or earlier                 */
    double reached;      /* where the run has come                               */
    saltus_kind asked;   /* what the model is being asked for: its faults concern ...  */
    int32_t asked_index; /* ... this one; -1: none                               */
    bool finished;       /* the handler has been told that the run ends               */
    /* NULL, or: a step of an engine that moves all states has come to (t, x). True: clocks have changed,
     * and one may be due now. (An FMU wants to know.) */
    bool (*on_step)(void *user, double t, const double *x);
    void (*on_close)(void *user); /* NULL, or: the run is about to be freed              */
    void *on_user;                /* handed to both                                      */
    bool outside;                 /* inputs are moved from outside (outside.c)                  */
    double *fresh; /* then, n states: until when the series of an input may be used       */
};

/* load.c */
saltus_status sim_load(struct sim *s);
/* series, sums, edges, structure, outputs; queue `events` */
void sim_load_functions(struct sim *s);
void sim_no_memory(struct sim *s);
/* flat index in one table, or -1 */
int32_t sim_find_in(const saltus_variable *v, const char *name);
/* The model or an option is no good: the first such status stays, and the user is told. what: a
 * name, or NULL. */
void sim_refuse(struct sim *s, saltus_status st, const char *what, const char *text,
                const char *hint);

/* n cleared items, or NULL and a refusal; a set of indices below n. */
void *sim_room(struct sim *s, int32_t n, size_t size);
/* State i has this method from now on; of the same order. */
void sim_give_method(struct sim *s, int32_t i, const struct method *m);
void sim_set_room(struct sim *s, struct set *a, int32_t n);
/* Does the series of f_i have no coefficient `order`? Not so if a q that it reads may have one. */
bool sim_is_input(const struct sim *s, int32_t i); /* signal i is moved from outside */
bool sim_ends(const struct sim *s, const saltus_function *f, int32_t i, int order);
/* Of f_i, for a method of order N: c[N] and all above it may be there, none, c[N] alone, or some
 * above it. */
enum sim_series {
    SERIES_ENDS,
    SERIES_ENDS_NEXT /* plus m: with c[N+m] */,
    SERIES_MASK = 0x7f, /* of these bits: how many coefficients from c[N] on are asked for */
    SERIES_GOES_ON = 0x81
};
uint8_t sim_series_kind(const struct sim *s, int32_t i);
/* Is its end decided by more than its age? */
static inline bool sim_series_rest(uint8_t kind)
{
    return kind > SERIES_ENDS_NEXT;
}

/* structure.c */
void sim_structure(struct sim *s);         /* fills feeds, drives, pairs, timed, affine */
void sim_outputs_structure(struct sim *s); /* fills seen_*, bent_output */

/* start.c */
void sim_sweep(struct sim *s);   /* q = x; slopes of both, order by order               */
void sim_resolve(struct sim *s); /* values, slopes and sides of guards at t0                   */
void sim_ask_clocks(struct sim *s);
void sim_announce(struct sim *s); /* all values to the sink                                     */

/* signal/signal.c */
void sim_signals_load(struct sim *s);    /* sizes of sums, lags of delays; memory       */
void sim_signals_start(struct sim *s);   /* all of them from the q as they are          */
void sim_signals_begin(struct sim *s);   /* histories, next times                       */
void sim_signals_changed(struct sim *s); /* from changed, writes, dirty to touched, looked */
void sim_signals_free(struct sim *s);
void sim_signals_shadow(struct sim *s, double *is); /* values of all terms, delayed expressions */
void sim_signals_compare(struct sim *s, const double *was); /* what was not renewed is the same */
void sim_signal_event(struct sim *s, int32_t slot);
/* c[0..order-1] of term i (SALTUS_SUM) or of u_i, made finite if that can be done */
void sim_signal_mend(struct sim *s, saltus_kind kind, int32_t i, int order, double *c);
void sim_signal_check(struct sim *s, saltus_kind kind, int32_t k, const double *c); /* finite?    */
void sim_signal_show(struct sim *s, int32_t k);  /* q of signal k goes to x, for outputs   */
double *sim_term_kept(struct sim *s, int32_t j); /* time, coefficients in the sum              */

/* signal/sums.c */
void sim_term_renew(struct sim *s, int32_t j);
void sim_terms_of(struct sim *s, int32_t i); /* terms that read q_i                     */
void sim_terms_changed(struct sim *s);       /* terms that read what has changed         */
void sim_term_refresh(struct sim *s, int32_t j);
void sim_sum_settle(struct sim *s, int32_t k); /* all its terms have been renewed          */
void sim_terms_start(struct sim *s);
void sim_terms_begin(struct sim *s);

/* signal/bands.c */
bool sim_bands_wanted(const struct sim *s); /* shown and shown_guard are known        */
void sim_bands_load(struct sim *s);         /* after the structure                    */
void sim_bands_begin(struct sim *s);
void sim_band_spread(struct sim *s, int32_t k, int32_t j, double spread); /* of term j of sum k */
double sim_band_by_partials(struct sim *s, int32_t j); /* the spread of term j                 */
void sim_band_add_up(struct sim *s, int32_t k);        /* its spread anew                        */
double *sim_band_arrive(struct sim *s, int32_t k);     /* x of sum k about now                   */
bool sim_band_holds(struct sim *s, int32_t k);         /* after a change; false: to be renewed   */
bool sim_band_due(struct sim *s, int32_t k);           /* its time has come: to be renewed?      */
void sim_band_renew(struct sim *s, int32_t k);         /* readers see the sum as it is           */

/* signal/delays.c */
void sim_delay_store(struct sim *s, int32_t k);    /* u_k has changed: a new segment            */
void sim_delay_arrive(struct sim *s, int32_t k);   /* a segment comes out                      */
bool sim_delay_jumps(struct sim *s, int32_t k);    /* ... by more than some quanta             */
bool sim_delay_constant(struct sim *s, int32_t k); /* D := u(t0); has it changed?             */
/* changing.c: delays whose lags change */
void sim_lag_stored(struct sim *s, int32_t k); /* the lag of D_k is another polynomial      */
void sim_lag_follow(struct sim *s, int32_t k); /* D_k, as it is from now on               */
void sim_lag_plan(struct sim *s, int32_t k);   /* u_k has a new segment: when is D_k another one? */
double sim_lag_value(struct sim *s, int32_t k);   /* D_k now                                  */
double sim_lag_quantum(struct sim *s, int32_t j); /* how exact u_j has to be, being a lag       */

/* outputs.c */
bool sim_slaved(const struct sim *s, int32_t i);           /* is its q read? (rules.h, 6)      */
double sim_read(const struct sim *s, int32_t i, double t); /* x_i, or q_i of a slaved state      */
void sim_segment(struct sim *s, int32_t i); /* tells the sink of x_i                       */
void sim_outputs_load(struct sim *s);
void sim_outputs_free(struct sim *s);
void sim_outputs_tell(struct sim *s);            /* the sink, of all that are stale             */
void sim_outputs_due(struct sim *s, bool all);   /* all, or those with a series that grows old   */
void sim_outputs_renew(struct sim *s, double t); /* those whose series has grown old at t        */
/* How wrong what is told of watched output j may be, whose series or cubic is c[0..3]. */
double sim_output_error(struct sim *s, int32_t j, const double *c);
/* The enclosure of watched output j at a point has this width. */
void sim_output_rounds(struct sim *s, int32_t j, double width);
void sim_output_too_fast(struct sim *s, int32_t j); /* the user is told, once                   */
void sim_output_series(const struct sim *s, int32_t k, double t, int order, double *c);

/* run.c */
/* saltus_sim_new in two parts: the first only loads the model. outside: see outside.h. */
saltus_status sim_open(const saltus_model *m, const saltus_options *o, bool outside,
                       struct sim **out);
void sim_advance(struct sim *s, double t); /* a point in time has come at which something happens */
void sim_event(struct sim *s, int32_t slot); /* a clock or a guard is due */
saltus_status sim_limit_reached(struct sim *s);
void sim_take_samples(struct sim *s, double t, double until); /* those before t, up to until */
void sim_attend(struct sim *s, double t, double until); /* ... and outputs that have grown old */

/* guard.c */
int sim_guard_series(struct sim *s, int32_t k, double *c); /* its degree */
/* The degree up to which all terms are finite; the others become 0. */
int sim_guard_finite(double *c, int degree);
/* May its slopes be missing, as where they overflow? By certificate, or if whole steps are searched. */
bool sim_guard_without_slopes(const struct sim *s, int32_t k);
int8_t sim_guard_side(const double *c, int n);
int8_t sim_guard_leaves(struct sim *s,
                        int32_t k); /* the side to which it leaves 0 along x; 0: none */
int8_t sim_guard_side_x(struct sim *s, int32_t k); /* along x, not q; 0: it stays at 0            */
int sim_guard_wanted(const saltus_model *m, int32_t k); /* saltus_guard.direction               */
/* What is at an edge and goes back inside is at 0 (SALTUS_AT_EDGE). */
void sim_guard_unmark(double *c, int degree);
/* Has its own event moved it, so that it may be at an edge of where it is now? */
bool sim_guard_lands(const struct sim *s, int32_t k);
void sim_guard_look(struct sim *s, int32_t k, bool own);
/* At the start: what rounding has left on the other side is at 0, as after its own event. */
void sim_guard_first_look(struct sim *s, int32_t k);
void sim_guard_crowds(struct sim *s, int32_t k);  /* fires as fast as the clock can tell: fails */
bool sim_guard_crosses(struct sim *s, int32_t k); /* it is due: does it, or look again later? */

/* noise.c */
/* is c[0] what rounding leaves of 0? */
bool sim_guard_noise(struct sim *s, int32_t k, const double *c);
/* Which of c[1..n], of a guard at 0 up to rounding (its value is z), takes it away first; n + 1: none */
int sim_guard_leading(struct sim *s, int32_t k, double z, const double *c, int n);
/* Do enclosures leave open on which side it is, and to which it goes? */
bool sim_guard_unknown(struct sim *s, int32_t k);
/* How large can z be that is 0? (2), as at the start */
double sim_guard_rounding(struct sim *s, int32_t k, double z);
bool sim_guard_zero(struct sim *s, int32_t k, const double *c); /* the same at the start */

/* event.c */
void sim_nudge_keep(struct sim *s, int32_t i, double value);
void sim_guard_event(struct sim *s, int32_t k);
/* It fires, and its writes take effect, between sim_begin and sim_propagate; how many there were. */
int32_t sim_guard_turn(struct sim *s, int32_t k);
void sim_clock_event(struct sim *s, int32_t k);
void sim_end_event(struct sim *s); /* the run ends: the handler is told                        */
void sim_forget_changes(struct sim *s); /* nothing has changed yet                              */
void sim_handle(struct sim *s, saltus_kind cause, int32_t k, int direction, bool initial);
bool sim_commit(struct sim *s); /* writes take effect; did anything change?  */
void sim_clock_ask(struct sim *s, int32_t k);
void sim_note_write(struct sim *s, int32_t k); /* discrete k counts as written, too         */
/* f_i has jumped: q_i of an implicit method loses its slope */
void sim_freeze(struct sim *s, int32_t i);

/* settle.c */
enum { SIM_GROUP = 12 }; /* guards whose signs are tried together                           */
/* Guard k fires again and again: are there modes that fit? Then they are true, and guards have fired. */
bool sim_settle(struct sim *s, int32_t k);
/* The modes at the start are those of an equilibrium that nothing holds: this guard leads away. */
int32_t sim_settle_start(struct sim *s);
/* May modes be tried, so that failures may be withheld? */
bool sim_settle_may_withhold(const struct sim *s);
/* Modes that fit where the present ones have no solution: guards, and which of their signs to turn
 * (bits; 0: there are none). initial: all guards are asked, not only those that an event has touched. */
uint32_t sim_settle_withheld(struct sim *s, bool initial, int32_t *guard);

/* withheld.c */
/* Derivatives and guards follow a guard that has fired, or another event (-1). */
void sim_follow(struct sim *s, int32_t guard);
/* Modes in which the start can go on, where it could not; false: there are none. */
bool sim_start_withheld(struct sim *s, bool first);

/* chatter.c */
enum { SIM_BURST = 1024 }; /* events of one guard, after which it is looked at    */
void sim_chatter(struct sim *s, int32_t k); /* a remark, if the model slides along it */

/* report.c */
/* to the user's function, or stderr */
void sim_tell(const saltus_options *o, const saltus_diag *d);
/* The run ends with this status, and the user is told. index < 0: no variable. */
void sim_fail(struct sim *s, saltus_status st, saltus_kind kind, int32_t index, const char *text,
              const char *hint);
void sim_not_finite(struct sim *s, int32_t i); /* a state or its derivative */
/* The same with a place; NULL: where the equation is, or else the declaration. */
void sim_fail_at(struct sim *s, saltus_status st, const saltus_loc *at, saltus_kind kind,
                 int32_t index, const char *text, const char *hint);
void sim_note(struct sim *s, saltus_status st, const saltus_loc *at, saltus_kind kind,
              int32_t index, const char *text, const char *hint);
void sim_fault(const saltus_env *e, const saltus_loc *at, const char *text); /* saltus_env.fault  */
/* acts again at the same instant */
void sim_repeat(struct sim *s, saltus_kind kind, int32_t index);

/* beyond.c: function i of a kind (SALTUS_STATE, SALTUS_GUARD, SALTUS_SUM: term i, SALTUS_DELAY), with the relations that it reads as they
 * are where e is, and not as they are kept; false: no relation has changed, or it is not finite even
 * so. */
bool sim_beyond(struct sim *s, saltus_env *e, saltus_kind kind, int32_t i, int order, double *c);

/* unsettled.c: too many events at one instant, this one is number `beyond` after the last that is
 * allowed; in parts */
void sim_unsettled(struct sim *s, int32_t guard, uint64_t left);
void sim_count_flip(struct sim *s, int32_t guard, bool first);
void sim_tell_unsettled(struct sim *s, int32_t guard, const char *what, const char *hint);

/* Name of a variable, and where it is declared. */
int sim_name(const saltus_model *m, saltus_kind kind, int32_t index, char *buf, size_t room);
saltus_loc sim_place(const struct sim *s, saltus_kind kind, int32_t index);

static inline void set_clear(struct set *a)
{
    for (int32_t k = 0; k < a->count; k++) a->mark[a->item[k]] = false;
    a->count = 0;
}
static inline bool set_has(const struct set *a, int32_t i)
{
    return a->mark[i];
}
static inline void set_add(struct set *a, int32_t i)
{
    if (a->mark[i]) return;
    a->mark[i] = true;
    a->item[a->count++] = i;
}

/* q := constant */
static inline void sim_assign_q(struct sim *s, int32_t i, double value)
{
    struct state *x = &s->net.s[i];
    x->q[0] = value;
    for (int k = 1; k < SALTUS_SIGNAL; k++) x->q[k] = 0;
    x->tq = s->net.env.t;
}

/* Watched outputs that read what has changed: row `from` of seen_state, seen_discrete,
 * seen_signal. */
static inline void sim_outputs_stale(struct sim *s, const struct csr *seen, int32_t from)
{
    if (s->n_watched == 0) return;
    for (const int32_t *k = csr_first(seen, from); k < csr_last(seen, from); k++)
        set_add(&s->stale, *k);
}

/* Slots of the queue `events`. */
static inline int32_t slot_clock(const struct sim *s, int32_t k)
{
    return (void)s, k;
}
static inline int32_t slot_guard(const struct sim *s, int32_t k)
{
    return s->n_clocks + k;
}
/* Slots of the queue `signals`. */
static inline int32_t slot_arrival(const struct sim *s, int32_t k)
{
    return (void)s, k;
}
static inline int32_t slot_delayed(const struct sim *s, int32_t k)
{
    return s->n_delays + k;
}
static inline int32_t slot_term(const struct sim *s, int32_t j)
{
    return 2 * s->n_delays + j;
}
static inline int32_t slot_band(const struct sim *s, int32_t k)
{
    return 2 * s->n_delays + (s->bent_terms ? s->net.n_terms : 0) + k;
}
/* Is sum k seen within a band? */
static inline bool sim_banded(const struct sim *s, int32_t k)
{
    return s->bands && s->bands[k].on;
}
/* Whom the model is asked about from here on. */
static inline void sim_asks(struct sim *s, saltus_kind kind, int32_t index)
{
    s->asked = kind;
    s->asked_index = index;
}
static inline uint64_t watch_events(const struct watch *w)
{
    return w->events + ((uint64_t)w->more << 32);
}
/* The quantum that a signal of this value would have as a state with the settings of the run. */
static inline double sim_quantum(const struct sim *s, double x)
{
    return s->knobs.scale * fmax(s->opt.rel * fabs(x), s->opt.abs);
}
static inline const struct method *sim_method(const struct sim *s, int32_t i)
{
    return s->methods[s->method_of[i]];
}

/* The quantum of state i where it is, or what stands for it. */
static inline double sim_state_quantum(const struct sim *s, int32_t i)
{
    return sim_method(s, i)->flows ? net_exact_quantum(&s->net, i) : net_quantum(&s->net, i);
}

#endif
