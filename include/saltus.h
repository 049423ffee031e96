/* SPDX-License-Identifier: MIT */
/* saltus.h - simulate a model by quantized states, or by a classic method to compare with.
 *
 *     saltus_options o = saltus_defaults();
 *     o.method = "liqss2"; o.rel = 1e-3; o.abs = 1e-6;
 *     saltus_sim *s;
 *     if (saltus_sim_new(&model, &o, &s) == SALTUS_OK && saltus_sim_run(s, 10) == SALTUS_OK)
 *         printf("%g\n", saltus_sim_value(s, saltus_sim_find(s, "x1"), 10));
 *     saltus_sim_free(s);
 *
 * Handles are opaque; what a function returns by pointer is borrowed and lives as long as its
 * handle unless the comment says "you own". One simulation belongs to one thread at a time;
 * different simulations are independent, also of one model. The same input gives the same
 * output, bit for bit. */
#ifndef SALTUS_H
#define SALTUS_H

#include "saltus_base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SALTUS_VERSION "0.1.0"
SALTUS_API const char *saltus_version(void);

/* ---- Options -------------------------------------------------------------------------------- */

/* A new polynomial of variable var, a state or a discrete, begins at t: sum_k poly[k] (time -
 * t)^k, k = 0..order. Also called, for the start values, before saltus_sim_new returns. Nonzero
 * stops the run. */
typedef int saltus_sink_fn(void *user, double t, int32_t var, const double *poly, int order);
typedef struct saltus_sim saltus_sim;
/* A sample instant has come; read values with saltus_sim_value(s, var, t). Nonzero stops the
 * run. */
typedef int saltus_sample_fn(void *user, double t, const saltus_sim *s);

/* A guard or a clock (kind says which) fires at t; direction as in saltus_event. Comes before what
 * its handler changes. Nonzero stops the run. */
typedef int saltus_fired_fn(void *user, double t, saltus_kind kind, int32_t index, int direction);

/* A family of methods that does not belong to this library, such as saltus_classic(). */
typedef struct saltus_engine saltus_engine;

/* What holds where neither the options nor the model say anything: the method, and the
 * tolerances. */
#define SALTUS_METHOD "auto"
#define SALTUS_REL 1e-3
#define SALTUS_ABS_PER_REL 1e-3 /* abs = SALTUS_ABS_PER_REL * rel */

/* Start from saltus_defaults(), in which all members are unset: 0 or NULL. Other options are set by
 * name (saltus_options_set). */
typedef struct saltus_options {
    size_t struct_size;       /* of this struct, as the program knows it; see saltus_base.h */
    /* unset: what the model suggests, else SALTUS_METHOD; names: saltus_method() */
    const char *method;
    /* where to look for the method besides the list of saltus_method() */
    const saltus_engine *engine;
    /* quantum of state i: max(rel*|x_i|, abs). Methods that move all states together: the error
     * allowed in a step, rel*|x_i| + abs. Both unset: what the model suggests, else SALTUS_REL; abs
     * unset: the model's, else a thousandth of rel; only abs set: purely absolute */
    double rel, abs;
    /* start time; unset: what the model suggests. To start such a model at 0, set the option
     * "start" */
    double t0;
    const saltus_rule *rules; /* settings of single states                                       */
    size_t n_rules;
    const saltus_set *sets;   /* values of parameters, or start values of states and discretes   */
    size_t n_sets;

    saltus_sink_fn *sink;     /* receives every new polynomial                                   */
    /* variables that are outputs, of which the sink is told, too, by a series of degree 3,
     * whenever what they read changes; those whose series does not end by itself also every
     * interval */
    const int32_t *outputs;
    size_t n_outputs;
    saltus_fired_fn *fired;   /* called at every event                                           */
    saltus_sample_fn *sample; /* called at t0, t0 + interval, ...                                */
    double interval;          /* must be positive with sample                                    */
    saltus_diag_fn *diag;     /* unset: messages go to stderr                                    */
    void *user;               /* handed to the four functions above                              */

    uint64_t max_events;      /* steps and events until the run ends with ELIMIT; unset: no limit */
    /* times one state, guard or clock may act at one instant; unset: 10000 */
    uint32_t max_instant;
    int shadow;               /* 1: compute every derivative again at every event and compare; finds
                                 reads that a model does not declare; slow                       */
    saltus_alloc_fn *alloc;   /* unset: realloc and free                                         */
    void *alloc_user;         /* handed to alloc                                                 */

    uint64_t given;           /* these two belong to saltus_options_set                          */
    double by_name[32];
} saltus_options;

static inline saltus_options saltus_defaults(void)
{
    saltus_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    return o;
}

/* ---- Options by name ------------------------------------------------------------------------ */

typedef enum saltus_option_type {
    SALTUS_OPTION_REAL,
    SALTUS_OPTION_COUNT,      /* 0, 1, 2 ...                                                     */
    SALTUS_OPTION_FLAG,       /* true or false                                                   */
    SALTUS_OPTION_CHOICE,     /* one of `choices`                                                */
    SALTUS_OPTION_METHOD,     /* the name of a method                                            */
    SALTUS_OPTION_TOLERANCE   /* REL or REL,ABS                                                  */
} saltus_option_type;

typedef struct saltus_option_info {
    const char *name;         /* "max_step"                                                      */
    saltus_option_type type;
    const char *argument;     /* name of the value, for help: "H"                                */
    /* of a real: "(0,2)", "[0,1)"; a bracket includes the end; NULL: all */
    const char *range;
    const char *choices;      /* words, separated by spaces; NULL: none                          */
    const char *otherwise;    /* what holds if it is unset                                       */
    const char *text;         /* what it does                                                    */
    /* 1: only methods that name it in saltus_method_info.options have it */
    int of_method;
} saltus_option_info;
SALTUS_API const saltus_option_info *saltus_option(size_t k); /* k = 0, 1 ...; NULL: no more */

/* Sets an option to what the text says: saltus_options_set(&o, "theta", "1.5"). A method is
 * borrowed until the call that takes the options. EARG: there is no such option, or the value is
 * not of its type or outside its range; o->diag is told why. */
SALTUS_API saltus_status saltus_options_set(saltus_options *o, const char *name, const char *value);
SALTUS_API saltus_status saltus_options_set_number(saltus_options *o, const char *name,
                                                   double value);

/* ---- Methods -------------------------------------------------------------------------------- */

typedef struct saltus_method_info {
    const char *name;         /* "liqss2"                                                        */
    const char *title;        /* one line                                                        */
    const char *cite;         /* key in docs/refs.bib                                            */
    const char *text;         /* when to use it, what it promises                                */
    const char *options;      /* names of the options it listens to, separated by spaces         */
    int order;
    /* "quantized": states move one by one; "adams", "classic": all together */
    const char *family;
    /* NULL: it is there; else what gives it, since this library was built without */
    const char *missing;
    /* |q - x| <= bound * quantum; where series do not end by themselves (nonlinear f, explicit
     * time, neighbours of higher order) up to `refresh` quanta more; not quantized: 0 */
    double bound;
    unsigned traits;          /* saltus_trait, added up                                          */
    const char *page;         /* docs/math/<page>.md derives it; NULL: no page                   */
    /* beginnings of the headings there that are its own, separated by |; NULL: its idea only */
    const char *sections;
    const char *example;      /* a model of the gallery to try it on                             */
    /* place among those that a comparison takes by itself, from 1; 0: none */
    int compared;
    /* place among those that are tried for a reference solution, from 1; 0: none */
    int reference;
} saltus_method_info;

typedef enum saltus_trait {   /* what a method is like, and what it is for                       */
    SALTUS_TRAIT_EXPLICIT = 1, /* not for stiff models: stability limits its steps               */
    /* for stiff models, seeing of each state what it does to itself alone */
    SALTUS_TRAIT_DIAGONAL = 2,
    SALTUS_TRAIT_PAIRS = 4,    /* for stiff models, also where two states drive each other       */
    SALTUS_TRAIT_BLOCKS = 8,   /* for stiff models, however many states drive each other         */
    SALTUS_TRAIT_ADVISED = 16, /* of those with the same traits and order the one to take        */
    /* x moves between levels: another error bound (docs/math/error-bounds.md, (3)) */
    SALTUS_TRAIT_LEVELS = 32,
    SALTUS_TRAIT_SENDS_INITIAL = 64 /* papers count the first value of each state as a step      */
} saltus_trait;
SALTUS_API const saltus_method_info *saltus_method(size_t k); /* k = 0, 1 ...; NULL: no more */

/* ---- A run ---------------------------------------------------------------------------------- */

/* Borrows m and copies o (what o points to is needed only during the call, except the functions
 * and user). Initialises everything at t0, including the events that are due before the first
 * step. You own *out. */
SALTUS_API saltus_status saltus_sim_new(const saltus_model *m, const saltus_options *o,
                                        saltus_sim **out);
SALTUS_API void saltus_sim_free(saltus_sim *s); /* NULL is fine; calls no function of o */

/* Handles all events up to and including `until`; may be called again with a later time. A run in
 * pieces equals the run in one (of methods that move all states together, which make a step end at
 * `until`: up to the tolerance). After an error the same error is returned again. */
SALTUS_API saltus_status saltus_sim_run(saltus_sim *s, double until);

/* Asks a running saltus_sim_run to return SALTUS_STOPPED after the current event; callable from
 * a signal handler, a callback or another thread. The next saltus_sim_run goes on. */
SALTUS_API void saltus_sim_stop(saltus_sim *s);

/* The run ends here: the model's handler is called once, at saltus_sim_time, with the cause
 * SALTUS_END (Modelica: when terminal()), and what it assigns takes effect. A second call does
 * nothing, nor does a call after an error, which is returned again. */
SALTUS_API saltus_status saltus_sim_finish(saltus_sim *s);

SALTUS_API double saltus_sim_time(const saltus_sim *s); /* up to where the run has come */

/* Brief runs, one after the other in one call, from the start of each to `stop`: run k sets
 * o->sets[j] to values[k * o->n_sets + j], and out[k * n_vars + i] is the last value of vars[i], no
 * one of which is named twice; NaN: no such state, discrete, or variable of o->outputs.
 * plain[k] is 1 if the run has ended with OK and had nothing to say, else 0: make it again alone to
 * hear what. Of the functions of o only alloc is called. */
SALTUS_API saltus_status saltus_sim_many(const saltus_model *m, const saltus_options *o,
                                         double stop, const double *values, size_t n_runs,
                                         const int32_t *vars, size_t n_vars, double *out,
                                         unsigned char *plain);

/* ---- Variables and values ------------------------------------------------------------------- */

/* Variables are numbered states first, then discretes, then outputs. The number of the one with
 * this name, -1: none. */
SALTUS_API int32_t saltus_model_find(const saltus_model *m, const char *name);
SALTUS_API int32_t saltus_sim_count(const saltus_sim *s, saltus_kind kind);
/* -1: none */
SALTUS_API int32_t saltus_sim_var(const saltus_sim *s, saltus_kind kind, int32_t index);
/* of its model, -1: none */
SALTUS_API int32_t saltus_sim_find(const saltus_sim *s, const char *name);
/* Writes the name as snprintf would and returns its length. Works for all kinds. */
SALTUS_API int saltus_sim_name(const saltus_sim *s, saltus_kind kind, int32_t index, char *buf,
                               size_t size);

/* x_i, d_k or y_k at t. The newest polynomials are used: t is meant to lie between the last
 * event and the present (saltus_sim_time), or an instant handed to a callback. History is kept
 * by a saltus_traj. NaN: no such variable. */
SALTUS_API double saltus_sim_value(const saltus_sim *s, int32_t var, double t);
/* its value; NaN: none */
SALTUS_API double saltus_sim_parameter(const saltus_sim *s, int32_t index);
SALTUS_API double saltus_sim_quantized(const saltus_sim *s, int32_t state, double t); /* q_i(t) */

/* ---- Statistics ----------------------------------------------------------------------------- */

typedef struct saltus_stats {
    size_t struct_size;           /* set it before saltus_sim_get_stats                           */
    /* requantizations of one state each; steps of all states together */
    uint64_t steps;
    /* assignments of q at the start (papers that count messages add these) */
    uint64_t initial;
    uint64_t evaluations;         /* scalar derivatives, all coefficients together                */
    uint64_t guard_evaluations;
    uint64_t term_evaluations;    /* terms of sums, and delayed expressions                       */
    uint64_t partials;            /* Jacobian entries asked for                                   */
    uint64_t events;              /* guards that fired                                            */
    uint64_t clocks;              /* time events                                                  */
    /* simultaneous steps of two states (mLIQSS) or of a block (auto); each state counts as a
     * step */
    uint64_t pair_steps;
    uint64_t blocks;              /* auto: sets of states that were found to step better together */
    uint64_t largest_block;       /* and the most states that one of them has had                 */
    uint64_t refreshes;           /* series renewed before their truncation could be felt         */
    uint64_t rejected;            /* steps of all states that were tried and given up             */
    uint64_t restarts;            /* beginnings after an event, with the history forgotten        */
    uint64_t iterations;          /* of Newton's method                                          */
    uint64_t factorizations;      /* of its matrix                                                */
    uint64_t queue_operations;
    size_t bytes;                 /* memory held by the run                                       */
    double cpu_seconds;           /* in saltus_sim_run only                                       */
    uint64_t uncertified;         /* functions without a range that were asked for one            */
    uint64_t range_evaluations;   /* enclosures of functions, for certificates                    */
    /* watched outputs that read states through gains so large that the tolerance is not enough: a
     * mean doubt of more than ten tolerances; known after saltus_sim_finish */
    uint64_t uncertain;
    uint64_t exact_parts;         /* linear parts that go from event to event                     */
    uint64_t exact_modes;         /* and how many sets of coefficients they have had              */
    uint64_t together;            /* auto: steps of all states together, by radau5 or rk5         */
    uint64_t changes;             /* auto: how often it began or ceased to make such steps        */
    double together_from;         /* auto: when it began first; NaN: never                        */
} saltus_stats;
/* Fills in *out, as far as its struct_size goes. */
SALTUS_API saltus_status saltus_sim_get_stats(const saltus_sim *s, saltus_stats *out);
/* The same by value. */
static inline saltus_stats saltus_sim_stats(const saltus_sim *sim)
{
    saltus_stats s;
    memset(&s, 0, sizeof s);
    s.struct_size = sizeof s;
    saltus_sim_get_stats(sim, &s);
    return s;
}
/* stats.steps, at no cost */
SALTUS_API uint64_t saltus_sim_all_steps(const saltus_sim *s);
/* requantizations of one state */
SALTUS_API uint64_t saltus_sim_steps(const saltus_sim *s, int32_t state);
/* initial assignments of its q */
SALTUS_API uint64_t saltus_sim_initial(const saltus_sim *s, int32_t state);
/* derivatives that read it, also through sums */
SALTUS_API int32_t saltus_sim_dependents(const saltus_sim *s, int32_t state);
SALTUS_API uint64_t saltus_sim_events(const saltus_sim *s, int32_t guard);     /* times it fired */

/* A table of the numbers above, the busiest states and guards. */
SALTUS_API void saltus_stats_print(FILE *out, const saltus_sim *s);

/* ---- Trajectories and plots; files: saltus_result.h ----------------------------------------- */

/* Keeps the polynomials of chosen variables in memory. Use saltus_traj_sink with the traj as
 * user, or call it from your own sink. */
typedef struct saltus_traj saltus_traj;
/* you own */
SALTUS_API saltus_status saltus_traj_new(const int32_t *vars, size_t n, saltus_traj **out);
SALTUS_API void saltus_traj_free(saltus_traj *tr);
SALTUS_API int saltus_traj_sink(void *traj, double t, int32_t var, const double *poly, int order);
/* NaN: not kept */
SALTUS_API double saltus_traj_value(const saltus_traj *tr, int32_t var, double t);
SALTUS_API size_t saltus_traj_segments(const saltus_traj *tr, int32_t var);
/* Segment k of var: its start, its coefficients poly[0..order] (borrowed), and its order; -1: no
 * such segment. */
SALTUS_API int saltus_traj_segment(const saltus_traj *tr, int32_t var, size_t k, double *t,
                                   const double **poly);
/* The same of all segments at once, for programs that work on arrays: coefficients of segment k are
 * (*poly)[at], ... (*poly)[at + order]. */
typedef struct saltus_piece {
    double t;                 /* its start                                                       */
    size_t at;                /* of its first coefficient                                        */
    int order;
} saltus_piece;
/* *n segments of var, borrowed until the next one is added; NULL, and *n is 0: there is none. */
SALTUS_API const saltus_piece *saltus_traj_pieces(const saltus_traj *tr, int32_t var, size_t *n,
                                                  const double **poly);

/* A plot as SVG: each curve is drawn exactly, a polynomial piece up to degree 3 as one Bezier
 * curve. */
typedef struct saltus_curve {
    const saltus_traj *traj;
    int32_t var;
    const char *label;
} saltus_curve;
typedef struct saltus_plot {
    size_t struct_size;       /* sizeof(saltus_plot)                                             */
    const char *title, *xlabel, *ylabel; /* NULL: none                                           */
    double t0, t1;
    const saltus_curve *curves;
    size_t n;
    int width, height;        /* pixels; 0: 900 x 420                                            */
} saltus_plot;
SALTUS_API saltus_status saltus_plot_svg(const char *path, const saltus_plot *p);

#ifdef __cplusplus
}
#endif
#endif
