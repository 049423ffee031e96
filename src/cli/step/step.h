/* SPDX-License-Identifier: MIT */
/* step.h - saltus step: a model stepped by hand.
 *
 * step.c loads the diagram; step_session.c reads commands and obeys; step_shown.c keeps what the
 * parts show. */
#ifndef CLI_STEP_H
#define CLI_STEP_H

#include "saltus_devs.h"
#include <stdbool.h>

/* ---- What the parts have shown last ---------------------------------------------------------- */

struct shown_value {
    double t, c[SALTUS_SERIES];
    int order; /* -1: nothing yet */
};
struct shown_row { /* elements of shows[k] of a part */
    struct shown_value *at;
    int32_t n;
};
struct shown {
    struct shown_row *
        *cell; /* by number; NULL: it has shown nothing; else as many rows as it shows */
    int *rows;
    int32_t n;
};

void shown_set(struct shown *s, int32_t cell, int k, int32_t index, double t, const double *poly,
               int order);
void shown_copy(struct shown *to, const struct shown *from); /* to: empty */
void shown_clear(struct shown *s);
/* "x = 1.5, e fired at 2": what the part shows, at t, behind `before`; if nothing, then nothing. */
void shown_print(FILE *out, const char *before, const struct shown *s, const saltus_cell *c,
                 double t);

/* ---- A session ------------------------------------------------------------------------------- */

/* Commands from `in` until q or its end; `stop` is what c without a time means (NaN: nothing). o:
 * its functions and user are replaced, except diag. Returns the status of the run when it was left,
 * or of a start that failed. */
saltus_status step_session(const saltus_coupled *m, const saltus_devs_options *o, double stop,
                           bool prompt, FILE *in, FILE *out);
extern const char step_help[];

#endif
