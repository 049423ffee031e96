/* SPDX-License-Identifier: MIT */
/* job.h - one run from the command line's point of view: what is asked, and what came out.
 *
 * run, compare and sweep make jobs from the same options: job_options reads them, job_compile
 * compiles the model once, job_run makes one run and fills an outcome. Several jobs may share a
 * compiled model. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include "cli/core/given.h"
#include "saltus_result.h"

enum job_progress { PROGRESS_AUTO, PROGRESS_OFF, PROGRESS_BAR, PROGRESS_JSON };

/* The polynomials of these variables, kept as the run makes them. */
struct job_keep {
    saltus_traj *traj;
    const int32_t *outputs; /* those of them that are outputs                                    */
    size_t n_outputs;
    uint64_t seen, most; /* segments of the run; beyond `most` none is kept                      */
};

struct job { /* what is asked; start from job_options; strings are borrowed from the command line */
    const char *model;      /* as the user named it                                             */
    struct given given;     /* all settings; what the command itself needs of them is below      */
    char path[1024];        /* of its text                                                      */
    const char *class_name; /* NULL: the only one                                               */
    char *library;          /* folders of packages; owned; NULL: none                           */
    const char *method;     /* NULL: the model's                                                */
    double rel, abs;        /* 0: the model's                                                   */
    double scale;           /* of all tolerances; 0: 1                                          */
    struct {
        double rel, abs; /* that the errors are to have; 0: not asked for                    */
    } accuracy;
    double start, stop;     /* NaN: the model's                                                 */
    double interval;        /* of samples; NaN: the model's, else a 500th of the run            */
    const double *instants; /* not NULL: samples are taken at these instead, which ascend         */
    size_t n_instants;
    saltus_set *sets; /* --set, --start-value; names are owned                    */
    size_t n_sets;
    saltus_rule *rules; /* --quantum, --method-of; patterns are owned                          */
    size_t n_rules;
    const char **vars; /* patterns of --vars; none: all                                       */
    size_t n_vars;
    char *const *also; /* names of variables that are recorded besides, as hidden columns         */
    size_t n_also;
    bool also_only;      /* nothing else is wanted                                              */
    uint64_t max_events; /* 0: no limit                                                        */
    double seed;         /* of the random numbers; NaN: the model's                            */
    double max_cpu;      /* seconds; 0: no limit                                               */
    bool interpret, no_external;
    bool at_once;       /* begins interpreted if it must be compiled */
    bool parallel;      /* diagrams: parallel DEVS                                                */
    double speed;       /* diagrams: of the wall clock; 0: as fast as possible                    */
    const char *trace;  /* diagrams: file for every transition; NULL: none                        */
    const char *listen; /* diagrams: where messages for their inputs come from; NULL: nowhere    */
    const char *fmu;    /* FMUs: "me" or "cs"; NULL: cs if it has that                           */
    double communicate; /* FMUs: communication interval; 0: its own                              */
    double fmu_limit;   /* FMUs: seconds for an answer; 0: no limit                              */
    bool in_process, fmu_log; /* FMUs                                                            */
    bool dependents;   /* outcome.dependents is wanted; with big sums it costs n^2               */
    bool picture_only; /* without --vars: what the model watches, if it says so, is enough        */
    struct job_keep *keep; /* NULL: nothing                                                      */
    bool hush; /* messages of the run are not printed, only kept in the outcome                 */
    enum job_progress progress;
};

/* Receives what a run makes; all may be NULL. A status below 0 ends the run. */
struct job_sink {
    void *user;
    /* Before everything else: which columns there are (states, discretes, outputs that --vars
     * selects, then the parameters), which events, and what is used. h is valid until
     * outcome_free. */
    saltus_status (*open)(void *user, const saltus_header *h);
    saltus_status (*segment)(void *user, double t, size_t column, const double *poly, int order);
    saltus_status (*event)(void *user, double t, size_t mark, int direction);
    /* Multiples of the interval from the start: s may be asked for values at t (also of q). */
    saltus_status (*sample)(void *user, double t, const saltus_sim *s);
    /* at once, when some state has stepped */
    void (*step)(void *user, double t, const saltus_sim *s);
    void (*steps)(void *user, double t, uint64_t n); /* n more steps have been made              */
};

/* Which variables are columns of the results, and what is written about the run. */
struct columns {
    saltus_header header;
    int32_t *column_of; /* by variable; -1: not selected                                        */
    int32_t *var_of;    /* by column, without parameters                                        */
    int32_t n_vars;     /* variables there are                                                  */
    size_t n;           /* columns without parameters                                           */
    size_t shown;       /* of them, those that are asked for; hidden ones come after them        */
    int32_t *outputs;   /* variables among them that are outputs                                */
    size_t n_outputs;
    int32_t *mark_of; /* by guard, then clock                                                   */
    int32_t n_guards;
    void *names; /* memory of all texts                                                        */
};

struct outcome {
    const char *model;  /* name in the text; borrowed from the compiled model                   */
    const char *method; /* as used; borrowed from it, the job or the library                    */
    double rel, abs, t_start, t_stop, t_end, interval;
    double communicate; /* an FMU made the steps, of this length; 0: Saltus made them            */
    saltus_status status; /* of the run                                                         */
    /* "ok", "terminated", "interrupted", "max_events", "max_cpu", "write", or what went wrong:
     * "nan", "zeno", "stuck", "model", "memory", "missing" (a method that is not built) */
    const char *reason;
    int32_t states, guards;
    uint64_t *steps_by_state, *initial_by_state, *events_by_guard; /* owned                      */
    int32_t *dependents; /* by state: derivatives that read it, if the job asks for it; owned   */
    saltus_stats stats;  /* evaluations, events, pair_steps ...                                 */
    double compile_seconds, load_seconds;
    double cpu_seconds;   /* of the simulation, without what the sinks took                      */
    size_t peak_bytes;    /* that the run held                                                  */
    size_t process_bytes; /* resident, of the whole program, at its peak                        */
    double last_step;     /* when some state made its last step; NaN: none                      */
    struct columns columns; /* what the sink was opened with                                    */
    char message[512];      /* the last error message of the run, or ""                           */
};

struct job_model;
struct saltus_diagram;
struct fmu;

/* All options that make a run, from the command line; false: has been said (usage). The model is
 * the first operand, or the one that is named. */
bool job_options(const struct cli *c, struct job *j);
bool job_options_for(const struct cli *c, const char *model, struct job *j);
void job_free(struct job *j);
/* After `given` has changed. */
void job_resolve(struct job *j);
/* The options of a run that the library knows by name, and the tolerance and the method of the
 * job. */
saltus_options job_run_options(const struct job *j);
/* What will be used, as the engine decides it: model, method, tolerances, times. */
void job_settle(const struct job *j, const saltus_model *m, struct outcome *o);
/* The options of its run without functions; o is settled, sets has room for n_sets + 1. */
saltus_options job_plain_options(const struct job *j, const struct job_model *m,
                                 const struct outcome *o, saltus_set *sets);
/* The method that it will have: its own, the model's, or liqss2. */
const char *job_method(const struct job *j, const saltus_model *m);
/* Is its method, or the model's, there and built? If not, says so. */
bool job_method_there(const struct job *j, const saltus_model *m);
/* Says which options of methods are given though none of these methods listens to them. */
void job_unheard(const struct cli *c, const struct job *j, const saltus_model *m,
                 const char *const *methods, size_t n);
/* Sets a parameter or start value, in place of an earlier setting. */
void job_set(struct job *j, const char *name, double value);

/* Compiles. Exit status: EXIT_FINE, EXIT_MODEL, EXIT_RUN. */
int job_compile(const struct job *j, struct job_model **out);
const saltus_model *job_model_of(const struct job_model *m);
struct saltus_diagram *job_diagram_of(const struct job_model *m); /* NULL: a model as text      */
bool job_is_diagram(const char *path);                            /* .json                      */
/* Are its steps those of Saltus? If not, says that a command of methods cannot do with it. */
bool job_own_steps(const struct job_model *m, const char *command);
struct fmu *job_fmu_of(const struct job_model *m); /* NULL: it is no FMU                        */
bool job_is_fmu(const char *path);                 /* .fmu                                      */
/* Opens the FMU of a job, to run it or only to look at its description. */
saltus_status job_open_fmu(const struct job *j, bool look_only, struct fmu **out);
/* Says that a command cannot do with a diagram or an FMU, if it is one. */
bool job_needs_text(const struct job *j, const char *command);
double job_compile_seconds(const struct job_model *m);
/* Was this parameter built in? Another value of it needs another compilation. */
bool job_model_took(const struct job_model *m, const char *name);
bool job_model_draws(const struct job_model *m); /* random numbers; else a seed has no effect */
/* Does declaration k of its outputs repeat another variable? */
bool job_model_repeats(const struct job_model *m, size_t k);
void job_model_free(struct job_model *m);

/* One run. Names of states and guards are found through *sim, which you own; it is NULL if the run
 * did not begin. sim may be NULL. Exit status: EXIT_FINE, EXIT_RUN if the run did not come to its
 * end, EXIT_USAGE if an option does not fit the model, EXIT_MODEL if the model cannot be loaded. */
int job_run(const struct job *j, struct job_model *m, const struct job_sink *sink,
            struct outcome *out, saltus_sim **sim);
void outcome_free(struct outcome *o);

/* Ctrl-C and SIGTERM end the present job_run after its current event, the second one ends at
 * once. */
void job_signals(void);
void job_signals_end(void); /* signals end the program at once again */
bool job_interrupted(void);

/* ---- columns.c: which variables, and what is written about a run ----------------------------- */

/* Selects; the header still lacks parameters and notes. SALTUS_EARG: a pattern matches nothing,
 * which has been said; SALTUS_ENOMEM. */
saltus_status columns_select(struct columns *c, const struct job *j, const struct job_model *m);
/* Completes the header. */
bool columns_describe(struct columns *c, const struct job *j, const saltus_model *m,
                      const saltus_sim *s, const struct outcome *o);
void columns_free(struct columns *c);

/* ---- progress.c ------------------------------------------------------------------------------ */

struct progress {
    enum job_progress kind; /* OFF, BAR or JSON                                                 */
    double t0, t1, begun;
    bool shown;
};
struct progress progress_new(enum job_progress wish, double t0, double t1);
void progress_show(struct progress *p, double t, uint64_t steps);
void progress_clear(struct progress *p); /* before anything else is written to stderr             */

/* ---- stats.c: the numbers of a run as text --------------------------------------------------- */

enum { STATS_HEAD = 100 }; /* states and guards that are listed unless all are asked for */
/* One JSON object; `more` is put before its closing brace: ",\n  \"error_rel\": 1e-3" or "". */
struct estimate; /* NULL: none */
void stats_json(FILE *f, const struct outcome *o, const saltus_sim *s, bool all, const char *more,
                const struct estimate *e);
void stats_csv_header(FILE *f, const char *more); /* scalars only; more: ",error_rel,..." or "" */
void stats_csv_row(FILE *f, const struct outcome *o, const char *more);
/* For people: totals, ten busiest states and guards with share, and what to try. */
void stats_table(FILE *f, const struct outcome *o, const saltus_sim *s, const saltus_model *m,
                 const struct estimate *e);
/* A text as a JSON string, with its quotes. */
void stats_json_string(FILE *f, const char *s);

/* ---- advice.c -------------------------------------------------------------------------------- */

/* What to try if the run was slow, derived from its counters: one line, or "" if there is nothing
 * to say. */
void advice_text(const struct outcome *o, const saltus_sim *s, const saltus_model *m, char *buf,
                 size_t size);

#endif
