/* SPDX-License-Identifier: MIT */
/* estimate.h - how far the result of a run is from the solution, as the command tells it.
 *
 * A run keeps the polynomials of the variables that are looked at (job.keep); a second run with
 * finer tolerances is compared with them (saltus_estimate.h). It is made by itself only after a
 * short run. What is short is decided by what the run has counted, never by the clock: so the same
 * command says the same everywhere. */
#ifndef CLI_ESTIMATE_H
#define CLI_ESTIMATE_H

#include "cli/compare/compare.h"
#include "saltus_estimate.h"

enum estimate_wish { ESTIMATE_IF_SHORT, ESTIMATE_ALWAYS, ESTIMATE_NEVER };

struct estimate {
    struct reference which;  /* the variables */
    int32_t *vars, *outputs; /* all, and those that are outputs */
    struct job_keep keep;
    saltus_error *errors; /* by variable; only if made */
    bool made;
    bool failed;    /* the second run did */
    bool sought;    /* by --accuracy */
    bool exact;     /* no tolerance has an effect                                         */
    bool pointless; /* to make one: only who has asked for it is told why                 */
    bool asked;     /* for: a failure is worth a word */
    char why[300];  /* if not made: the reason, or "" */
};

/* The variables that a run looks at; memory of the run is in j->keep from then on. */
bool estimate_open(struct estimate *e, struct job *j, const saltus_model *m,
                   enum estimate_wish wish);
/* After the run: the second one, if it is to be made. */
void estimate_make(struct estimate *e, const struct job *j, struct job_model *m,
                   const struct outcome *o);
/* Before the run: the tolerances that keep the errors within what --accuracy says. Exit status; an
 * error has been said. */
int estimate_accuracy(struct estimate *e, struct job *j, struct job_model *m);
void estimate_close(struct estimate *e, struct job *j);

/* ---- estimate_print.c ------------------------------------------------------------------------ */

void estimate_table(FILE *f, const struct estimate *e);
void estimate_json(FILE *f, const struct estimate *e);
/* On stderr, if an error is larger than ten tolerances. */
void estimate_warn(const struct estimate *e, const struct outcome *o);

#endif
