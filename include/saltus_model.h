/* SPDX-License-Identifier: MIT */
/* saltus_model.h - the contract between a model and an engine.
 *
 * A model is a constant table of sizes, names and functions; it holds no run-time data. Whatever
 * writes one (a person in C, the compiler, an importer), every engine runs it.
 *
 * Vocabulary
 *   state      x_i, continuous; its derivative x_i' = f_i(q, d, p, t) is asked for one i at a time
 *   signal     what an engine tells a model about state j: q_j(t) = sum_k c[k] (t - time)^k
 *   discrete   d_k, constant between events
 *   guard      z_k(q, d, p, t), a function whose sign changes are events
 *   clock      an event whose instant is known beforehand (a time event)
 *   output     y_k(q, d, p, t), an algebraic variable that is computed when somebody looks
 *   sum        S_k = sum of terms; the engine keeps it up to date term by term, so that a change of
 *              one state costs one term, however many there are
 *   delay      D_k(t) = u_k(t - T_k); the engine keeps the history of u_k
 *   loop       equations r(u, y) = 0 that are solved together for y; the engine solves them and remembers
 *   wave       sine or cosine of an angle, which is affine in the time between events
 *   range      what a function can be over a stretch of time: spans that contain its Taylor coefficients
 *
 * All functions of one kind share one shape, saltus_function: the Taylor coefficients of f_i along
 * the current signals, its partial derivatives, and the list of what it reads. saltus_jet.h makes
 * all three from one right-hand side written in C.
 *
 * A compiled model needs nothing but this header: no function here has to be linked. */
#ifndef SALTUS_MODEL_H
#define SALTUS_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this contract. A new minor version only appends members to saltus_model,
 * saltus_env, saltus_event and saltus_reads; engines take the members that an older model lacks as
 * NULL. All other structs stay as they are within a major version. An engine runs models of its own
 * major version and of its own or an older minor version, and refuses all others. */
#define SALTUS_ABI_MAJOR 7u
#define SALTUS_ABI_MINOR 3u
/* For saltus_model.abi: the version, and the size of the table as this program knows it. */
#define SALTUS_ABI                                                                                 \
    ((uint64_t)SALTUS_ABI_MAJOR << 48 | (uint64_t)SALTUS_ABI_MINOR << 32 | sizeof(saltus_model))
#define SALTUS_SIGNAL 4      /* coefficients of a signal (unused ones are 0)                     */
#define SALTUS_SERIES 5      /* coefficients that a function may be asked for                    */
#define SALTUS_RANK 8        /* dimensions that an array may have                                */
#define SALTUS_FORMULA 64    /* entries that the formula of a guard may have                     */

typedef struct saltus_model saltus_model;
struct saltus_engine;

/* Where in the model's text something stands; line 0: nowhere. */
typedef struct saltus_loc {
    const char *file;
    uint32_t line, col, len;
} saltus_loc;

/* ---- What a function of the model sees ------------------------------------------------------ */

/* The signal of state j starts at q[j*stride]: its time, then SALTUS_SIGNAL coefficients. Only the
 * first `width` of them can differ from 0 in this run. Behind the states come the signals of the
 * sums, then those of the delays. */
typedef struct saltus_env saltus_env;
struct saltus_env {
    double t;                 /* now: series are expanded here                                   */
    const double *q;          /* signals of the states                                           */
    int32_t stride;           /* doubles from one signal to the next                             */
    int32_t width;            /* coefficients in use, 1..SALTUS_SIGNAL                           */
    const double *d;          /* discretes                                                       */
    const double *p;          /* parameters                                                      */
    const saltus_model *model;
    /* The model cannot go on (an index out of range, an assertion, an equation without solution):
     * ends the run with this text, which is not needed afterwards. e is the very pointer that the
     * function was given; it returns whatever it likes. at may be NULL. */
    void (*fault)(const saltus_env *e, const saltus_loc *at, const char *text);
    /* Solves loop k of the model at one of its points (saltus_loop): u has the series of its
     * inputs, SALTUS_SERIES doubles each, of which `order` are set, v its values. y gets the series
     * of the unknowns first .. first+count-1, laid out alike. If there is no solution: fault, and y
     * is not a number. */
    void (*solve)(const saltus_env *e, int32_t k, int32_t point, int order, const double *u,
                  const double *v, int32_t first, int32_t count, double *y);
    struct saltus_own *own;   /* the engine's; models do not touch it                            */
    /* Not 0, and only where series along time are asked for (saltus_function.eval): nothing that
     * functions read has changed since this number was first seen here. Then known gives, like
     * solve and without inputs, what solve has found under this number, and returns 1; or it
     * returns 0. */
    uint64_t stamp;
    int (*known)(const saltus_env *e, int32_t k, int32_t point, int order, int32_t first, int32_t count,
                 double *y);
};

typedef enum saltus_kind {
    SALTUS_STATE, SALTUS_DISCRETE, SALTUS_PARAMETER, SALTUS_OUTPUT, SALTUS_GUARD, SALTUS_CLOCK,
    SALTUS_SUM, SALTUS_DELAY,
    SALTUS_TIME,              /* only in saltus_reads: the function depends on t explicitly       */
    SALTUS_END,               /* only in saltus_event: the run ends (see saltus_sim_finish)       */
    SALTUS_ANGLE              /* since 7.3: an angle of which a function reads the sine or cosine */
} saltus_kind;

/* Collects what a function reads. add may be called in any order and repeatedly for one pair.   */
typedef struct saltus_reads saltus_reads;
struct saltus_reads {
    void (*add)(saltus_reads *r, saltus_kind kind, int32_t index);
};

/* One kind of function, for all its indices i. */
typedef struct saltus_function {
    /* c[0..order-1] := Taylor coefficients of function i at e->t along the signals, exact.
     * order is 1..SALTUS_SERIES and may exceed e->width.                                        */
    void (*eval)(const saltus_env *e, int32_t i, int order, double *c);
    /* d function_i / d q_j at e->t, exact. NULL: the engine takes differences.                  */
    double (*partial)(const saltus_env *e, int32_t i, int32_t j);
    /* Everything that function i may ever read, in whichever mode. NULL: it may read everything. */
    void (*reads)(const saltus_env *e, int32_t i, saltus_reads *r);
    /* Does the series of function i end by itself? 1: it is affine in the states, with coefficients
     * that change only at events, and does not read time. 2: affine in the states and time.
     * 0: neither. NULL: 0 for all.                                                              */
    int (*affine)(const saltus_env *e, int32_t i);
} saltus_function;

/* ---- Ranges -------------------------------------------------------------------------------- */

/* All numbers from lo to hi, both included; lo <= hi. Unbounded: lo is -infinity, hi +infinity. It
 * never holds a NaN. Arithmetic: saltus_span.h. */
typedef struct saltus_span {
    double lo, hi;
} saltus_span;

/* How a compiled model has its ranges: as words for a machine that the engine brings along
 * (saltus_box.run). Models written in C need none of this. */
typedef struct saltus_program {
    const int32_t *code, *whole;       /* what to do; Integers in it                              */
    const double *real;                /* Reals in it                                             */
    const double *const *tables;       /* constants of the model                                  */
} saltus_program;

/* What a range function sees: the instants b->t, and of each signal j the spans
 * b->q[j*stride + k], k < width, which contain its Taylor coefficient k about every one of these
 * instants. Coefficients from width on are 0. Signals stand in the order of saltus_env.q. */
typedef struct saltus_box saltus_box;
struct saltus_box {
    saltus_span t;
    const saltus_span *q;
    int32_t stride, width;
    const saltus_env *env;    /* discretes, parameters and the model; nothing else of it counts   */
    /* As saltus_env.solve, of spans; 0: there is no enclosure. NULL: there never is one. */
    int (*solve)(const saltus_box *b, int32_t k, int32_t point, int order, const saltus_span *u,
                 const double *v, int32_t first, int32_t count, saltus_span *y);
    /* Runs the program whose words begin at at[0] of its code, at[1] of its Integers and at[2] of
     * its Reals, for function i; returns as saltus_model.range does. NULL: there is no machine, and
     * compiled functions are opaque. */
    int (*run)(const saltus_box *b, const saltus_program *p, const int32_t *at, int32_t i,
               int order, saltus_span *r);
};

/* ---- Events -------------------------------------------------------------------------------- */

typedef struct saltus_event saltus_event;
struct saltus_event {
    const saltus_env *env;    /* env->t: the instant; env->d: the discretes as assigned so far    */
    const double *pre;        /* the discretes before this handler, or since the last advance     */
    saltus_kind cause;        /* SALTUS_GUARD, SALTUS_CLOCK or SALTUS_END                         */
    int32_t index;            /* which guard or clock                                            */
    int direction;            /* guard: +1 it becomes positive, -1 negative; clock: 0             */
    int initial;              /* 1: no crossing; a guard is told on which side the run starts     */
    /* Filled in by the engine; use the functions below. */
    double (*state)(const saltus_event *ev, int32_t i);
    void (*assign)(saltus_event *ev, int32_t k, double value);
    void (*reinit)(saltus_event *ev, int32_t i, double value);
    void (*message)(saltus_event *ev, const char *text);
    void (*terminate)(saltus_event *ev, const char *text);
    void (*advance)(saltus_event *ev);
};

/* State i at the instant, the integrated value x_i and not q_i. A reinit earlier in the same
 * handler is not seen: all reads come before all writes. */
static inline double saltus_event_state(const saltus_event *ev, int32_t i)
{
    return ev->state(ev, i);
}
static inline double saltus_event_discrete(const saltus_event *ev, int32_t k)
{
    return ev->env->d[k];
}
/* d_k := value at once; x_i := value after the handler has returned. */
static inline void saltus_event_assign(saltus_event *ev, int32_t k, double value)
{
    ev->assign(ev, k, value);
}
static inline void saltus_event_reinit(saltus_event *ev, int32_t i, double value)
{
    ev->reinit(ev, i, value);
}
static inline void saltus_event_message(saltus_event *ev, const char *text)
{
    ev->message(ev, text);
}
/* pre := the discretes as they are now: the next round of an event that settles in several. */
static inline void saltus_event_advance(saltus_event *ev)
{
    ev->advance(ev);
}
/* Ends the run after this event, as the model wishes. */
static inline void saltus_event_terminate(saltus_event *ev, const char *text)
{
    ev->terminate(ev, text);
}

/* ---- Loops of equations ---------------------------------------------------------------------- */

/* One place of a matrix, or of a right-hand side: number, times value v[from-1] if from > 0, times
 * input u[-from-1] if from < 0. SALTUS_COMPUTED: the function jacobian computes it. */
typedef struct saltus_entry {
    int32_t row, column, from;
    double number;
} saltus_entry;
#define SALTUS_COMPUTED INT32_MAX

/* n equations for n unknowns y, in `points` copies that differ by what they are fed with: inputs u,
 * which are series, and values v, which change only at events. Linear: A y + b = 0 with `entry` for
 * A and `right` for b. Otherwise residual computes r(u, v, y), v begins with the n values to start
 * from, and `entry` tells where dr/dy can differ from 0. */
typedef struct saltus_loop {
    int32_t n, points, inputs, values;
    int32_t entries, rights;
    const saltus_entry *entry;      /* ordered by column, then row                                */
    const saltus_entry *right;      /* its column is 0                                            */
    /* Series of the residuals along those of u and y, r[SALTUS_SERIES*i ...]; NULL: linear. */
    void (*residual)(const saltus_env *e, int32_t k, const double *u, const double *v, const double *y, int order,
                     double *r);
    /* a[j]: entry j, if it is SALTUS_COMPUTED. NULL: the engine takes slopes of the residuals, for
     * all entries. */
    void (*jacobian)(const saltus_env *e, int32_t k, const double *u, const double *v, const double *y, double *a);
    const char *const *names;       /* of the unknowns                                            */
    const char *const *text;        /* the equations; NULL: not known                             */
    const saltus_loc *at;           /* where they stand                                           */
} saltus_loop;

/* ---- Names ---------------------------------------------------------------------------------- */

/* One declaration. size all 0: a scalar, named `name`; otherwise an array whose elements are named
 * name[1], name[2] ... or name[1,1] ..., the last index running fastest. In the name of an array
 * inside arrays of parts, # stands where its first indices belong: elements of stage[#].c.x with
 * the sizes {3, 2} are stage[1].c.x[1], stage[1].c.x[2] ... A table of these ends with name ==
 * NULL. */
typedef struct saltus_variable {
    const char *name;
    int32_t size[SALTUS_RANK];
    double start;             /* of states and discretes; the value of a parameter               */
    const char *unit, *text;  /* NULL: none                                                      */
    double nominal;           /* typical magnitude; 0: not said                                  */
    double min, max;          /* both 0: no range                                                */
    saltus_loc at;
    /* of a state: 1: it is given from outside. Its derivative is 0; a run alone keeps its start
     * value; of a delay: below */
    int input;
} saltus_variable;

/* How an engine comes to the zero of a guard. Where a side matters, z < 0 is home, and the event,
 * with direction +1, is that z becomes positive. The way back is an ordinary crossing. */
typedef enum saltus_side {
    SALTUS_BILATERAL,         /* located as closely as rounding allows                           */
    /* fires just before z = 0: no derivative is ever evaluated where z > 0, unless its handler has
     * changed something first */
    SALTUS_UNILATERAL,
    SALTUS_MUST_CROSS,        /* fires only after z = 0 has surely been crossed                  */
    SALTUS_PART               /* no event: an inequality z > 0 of which formulas are made        */
} saltus_side;

enum { SALTUS_AND = -1, SALTUS_OR = -2, SALTUS_NOT = -3 };

/* What a guard adds to a zero that belongs to its side +1: more than 0, and nothing in any unit.    */
#define SALTUS_AT_EDGE 1e-35

typedef struct saltus_guard {
    const char *name;         /* for messages and statistics: the relation as written            */
    int32_t size[SALTUS_RANK]; /* as in saltus_variable                                           */
    int direction;            /* handler runs on: +1 rising, -1 falling, 0 both                  */
    saltus_side side;
    saltus_loc at;
} saltus_guard;

/* What the model suggests for a run; 0 or NULL: nothing. With abs > 0, rel = 0 means a purely
 * absolute quantum. */
/* Settings for the states whose name matches pattern (* and ? as in file names). Later rules
 * win. */
typedef struct saltus_rule {
    const char *pattern;      /* NULL: end of the list                                           */
    const char *method;       /* NULL: leave                                                     */
    double rel, abs;          /* both 0: leave; rel 0: purely absolute; abs 0: leave abs         */
} saltus_rule;

typedef struct saltus_experiment {
    double start, stop, rel, abs, interval;
    const char *method;
    const char *text;                /* what the model is about                                   */
    const saltus_rule *rules;        /* per variable, ends with pattern NULL                      */
    const char *const *watch;        /* names or patterns worth looking at, ends with NULL        */
} saltus_experiment;

/* ---- The model ------------------------------------------------------------------------------ */

struct saltus_model {
    uint64_t abi;                          /* SALTUS_ABI                                         */
    const char *name;
    const void *data;                      /* the model's own constants; engines do not touch it */
    const saltus_variable *states, *discretes, *parameters, *outputs;     /* NULL: none          */
    const saltus_guard *guards, *clocks;                                  /* NULL: none          */
    saltus_experiment experiment;

    saltus_function der;                   /* x_i'                                               */
    /* All x_i' at e->t at once, f[0..n-1], the same numbers; NULL: they are asked for one by one.
     * The signals are constants there: e->width and e->stride are 1, the value of signal j is
     * e->q[j + 1], and its time is not given. */
    void (*derivatives)(const saltus_env *e, double *f);
    saltus_function guard;                 /* z_k                                                */
    saltus_function output;                /* y_k                                                */

    /* Start values and parameters that the tables cannot say; called once. p, x and d are as the
     * tables and the user's settings have them; given[k] is not 0 where the user has set parameter
     * k. What the user has set of x and d is set again afterwards. NULL: none. */
    void (*start)(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d);
    /* The instant at which clock k is due next, +infinity for never. Asked at the start (an
     * answer of t0 or earlier fires at t0), after its own event (where the answer must lie after
     * e->t), and whenever a discrete changes that clock_reads names (NULL: any). */
    double (*next)(const saltus_env *e, int32_t k);
    void (*clock_reads)(const saltus_env *e, int32_t k, saltus_reads *r);
    /* What happens at an event. NULL: events are only logged. */
    void (*handle)(saltus_event *ev);
    /* What a handler may assign and reinit (for display; may be NULL). */
    void (*handler_writes)(const saltus_env *e, saltus_kind cause, int32_t k, saltus_reads *r);
    /* A guard that is a Boolean formula of others of side SALTUS_PART: writes it to code in postfix
     * order (j >= 0 says z_j > 0; SALTUS_AND, SALTUS_OR, SALTUS_NOT) and returns its length, at
     * most SALTUS_FORMULA; 0: a guard of its own. z_k itself is then positive where the formula
     * holds: the smallest of an and, the largest of an or, the negative of a not. NULL: no guard is
     * a formula. */
    int (*formula)(const saltus_env *e, int32_t k, int32_t *code);

    /* Sums: S_k has terms(k) terms; all terms are numbered through, those of S_0 first. A term
     * reads states, discretes and parameters, no time, no sum and no delay. */
    const saltus_variable *sums;                                          /* NULL: none          */
    int32_t (*terms)(const saltus_env *e, int32_t k);
    saltus_function term;
    /* Delays: D_k(t) = u_k(t - lag_k), and u_k at the start before that. The lag is asked once. If
     * `input` of a declaration is n > 0, its lags change: that of its element j is the delayed expression of
     * element j of declaration n, counted from 1, which has as many and is no delay of its own; lag
     * is then the most that it may be, and 0 the least. (Since 7.2.) */
    const saltus_variable *delays;                                        /* NULL: none          */
    double (*lag)(const saltus_env *e, int32_t k);
    saltus_function delayed;                                              /* u_k                 */

    /* The equation behind function i of a kind, in the model's text (SALTUS_SUM: sum i, whichever
     * of its terms; SALTUS_DELAY: u_i); NULL: not known. */
    const saltus_loc *(*where)(const saltus_env *e, saltus_kind kind, int32_t i);
    /* NULL: every engine runs it. Otherwise it is moved by this one alone, and has names and values
     * but no functions: a diagram (saltus_diagram.h). */
    const struct saltus_engine *engine;
    /* p > 0: x_i' is a polynomial of degree p in the states (and sums and delays, if it reads any),
     * with coefficients that change only at events, and does not read time. Its series along lines
     * then ends with c[p], and nobody need look for more. 0: no such p is known. NULL: 0 for
     * all. */
    int (*degree)(const saltus_env *e, int32_t i);
    /* Equations that functions solve by saltus_env.solve; ends with n == 0. */
    const saltus_loop *loops;                                             /* NULL: none          */

    /* Since 7.1. r[0..order-1] := spans that contain the Taylor coefficients of function i of a
     * kind (SALTUS_STATE: x_i'; SALTUS_GUARD; SALTUS_OUTPUT; SALTUS_SUM: term i; SALTUS_DELAY: u_i)
     * about every instant of b->t, for all signals inside the box. Where the function has a kink,
     * coefficients above r[1] are unbounded, where it may jump, those above r[0]. order is
     * 1..SALTUS_SERIES. Returns 0, and r is not set, if the function is opaque: nothing can be said
     * of it, for any box. NULL: all functions are. Never calls fault. */
    int (*range)(const saltus_box *b, saltus_kind kind, int32_t i, int order, saltus_span *r);

    /* Since 7.3: waves. Sine and cosine of an angle w t + phi solve linear equations, so that an
     * exact method takes them for states. w and phi change only at events, `angle` gives the
     * series of angle k, k < angles, and reads the time and discretes. */
    int32_t angles;
    saltus_function angle;
    /* Is function i of a kind (SALTUS_STATE: x_i'; SALTUS_GUARD; SALTUS_OUTPUT) affine in the states
     * and waves, with coefficients that change only at events, and not in the states alone? 1: yes;
     * 2: in the time as well; 0: no. Its list of reads then has all angles of these waves
     * (SALTUS_ANGLE), and SALTUS_TIME. NULL: 0 for all. */
    int (*waves)(const saltus_env *e, saltus_kind kind, int32_t i);
    /* The coefficient in such a function of the sine of angle j/2, for even j; of the cosine of
     * angle (j-1)/2, for odd j; of the time, for j = -1. NULL if waves is. */
    double (*by_wave)(const saltus_env *e, saltus_kind kind, int32_t i, int32_t j);
};

#ifdef __cplusplus
}
#endif
#endif
