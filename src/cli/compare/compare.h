/* SPDX-License-Identifier: MIT */
/* compare.h - what the parts of `saltus compare` share.
 *
 * A reference is a table of values: instants by variables. It comes from a file (compare_file.c) or
 * from a run with a much tighter tolerance (compare_tight.c). Every combination of method and
 * tolerance is a row: it runs along the instants of the reference and sums up its errors
 * (compare_rows.c). compare_print.c and compare_plot.c show the rows. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/core/error.h"
#include "cli/run/job.h"

struct target { /* a variable that enters the errors */
    char *name;
    int32_t var;   /* number in the model; < states: a state */
    size_t column; /* of the reference file */
};

struct reference {
    struct target *targets;
    size_t n_targets;
    double *t; /* instants, ascending */
    size_t n;
    double *value;  /* n rows of n_targets; NaN: not known */
    char text[320]; /* where it comes from */
    double error;   /* its own relative error, estimated; NaN: not known */
};

struct tolerance {
    double rel, abs;
};

struct row {
    const char *method;
    struct tolerance tol;
    bool limited; /* no one asked for this method: it ends if it takes far more steps than others */
    bool done;    /* it was run (not before an interrupt)                         */
    int exit;     /* EXIT_FINE, EXIT_RUN */
    struct outcome out; /* of the first repetition; cpu_seconds: the least of all       */
    saltus_sim *sim;    /* kept for names; NULL: not                                    */
    struct errors errors;
    struct error_sums *by_target;
    double *first; /* by target: its first step; NaN: none                          */
    double *x, *q; /* by target: at the end                                        */
};

struct comparison {
    struct job job;
    struct job_model *model;
    struct reference ref;
    struct row *rows;
    size_t n_rows;
    double start, stop, interval; /* as the runs will have them */
    long repeat;                  /* 0: by duration */
    bool by_variable;             /* columns of the CSV for each variable */
    bool keep_sims;               /* the names of their states will be printed */
    bool details;                 /* look at every step: a little slower */
    bool progress;                /* on the terminal */
};

/* ---- compare_vars.c -------------------------------------------------------------------------- */

/* The model's variable that a column means: its name, or w500 and C2_7 for w[500] and C2[7]; -1:
 * none. The name in the model goes to buf. */
int32_t compare_variable(const saltus_model *m, const char *column, char *buf, size_t size);
/* Targets without a reference file: what matches --vars, else what the model watches, else all
 * states. False: a pattern fits nothing, which has been said. */
bool compare_targets(const struct job *j, const saltus_model *m, struct reference *r);
/* Adds the variables that fit; without patterns all states. False: one fits nothing, and `option`
 * is there to be named in the message. */
bool compare_select(const saltus_model *m, const char *option, const char *const *patterns,
                    size_t n, struct reference *r);
bool compare_watched(const saltus_model *m, struct reference *r);
/* Of many an even choice is enough. */
void compare_thin(struct reference *r, size_t most);
void compare_add_target(struct reference *r, const char *name, int32_t var, size_t column);
void compare_reference_free(struct reference *r);

/* ---- compare_file.c, compare_tight.c --------------------------------------------------------- */

/* Instants start, start + interval, ... up to stop. False: too many, which has been said. */
bool compare_equidistant(struct reference *r, double start, double stop, double interval);
/* Values from a result file; at r->t if there are instants, else at its rows. Exit status. */
int compare_read(struct comparison *c, const char *path);
/* Values from runs of its own. Exit status. */
int compare_tight(struct comparison *c);

/* ---- compare_rows.c -------------------------------------------------------------------------- */

/* Runs them all; fewer after an interrupt. */
void compare_rows(struct comparison *c);
void compare_row_free(struct row *r);
/* Messages of a state as the papers count them: its steps, and its initial values where the method
 * sends those. */
uint64_t compare_messages(const struct outcome *o, int32_t state);
uint64_t compare_all_messages(const struct outcome *o, bool evaluations);
int compare_order(const char *method);

/* ---- compare_print.c, compare_plot.c --------------------------------------------------------- */

void compare_table(FILE *f, const struct comparison *c);
void compare_json(FILE *f, const struct comparison *c, bool all);
void compare_csv(FILE *f, const struct comparison *c);
/* "1e-3", "1e-3, 1e-3" if abs is not rel/1000. */
char *compare_tolerance(char *buf, size_t size, double rel, double abs);
/* path NULL: in the terminal. Exit status. */
int compare_plot(const struct comparison *c, const char *path);

#endif
