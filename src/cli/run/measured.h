/* SPDX-License-Identifier: MIT */
/* measured.h - measurements (out/measure) for the commands: read against a model or a file, fed,
 * printed.
 *
 * run --measure, sweep --observe and measure share this. Names may have * and ?: a text that is no
 * measurement of known variables is tried as a pattern, and stands for one measurement each. */
#ifndef CLI_MEASURED_H
#define CLI_MEASURED_H

#include "cli/run/job.h"
#include "out/measure/measure.h"

struct measured_one {
    char *text;  /* that is read */
    char *title; /* what it is called: as the user wrote it, final(x) for x */
    struct measure *m;
    double value;
};

struct measured {
    struct measured_one *one;
    size_t n;
    struct measured_slot *slot; /* by column: who reads it; see measured_open */
    size_t *first;
    size_t n_columns;
};

/* Where names come from: a model, or the header of a file. */
struct measured_names {
    const char *where; /* "--measure": what messages begin with */
    const char *model; /* as the user named it, for hints; NULL: a file */
    const saltus_model *of;
    const saltus_header *header;
};

/* Adds what the text asks for. False: has been said. */
bool measured_add(struct measured *l, const char *text, const struct measured_names *names);
/* The same measurements, with nothing measured yet; only texts and titles are taken. */
void measured_again(struct measured *l, const struct measured *from);
void measured_free(struct measured *l);
/* Does any of them need trajectories? */
bool measured_looks(const struct measured *l);
/* Appends the variables that they read, by the names of the model, to names (owned texts). */
void measured_variables(const struct measured *l, const saltus_model *m, char ***names, size_t *n);

/* Columns that measurements read; parameters are constant. */
void measured_open(struct measured *l, const saltus_header *h);
void measured_segment(struct measured *l, double t, size_t column, const double *poly, int order);
/* Values; sim NULL: of a file, which has no counts. o: of the run, or NULL. */
void measured_finish(struct measured *l, double t_end, const struct outcome *o,
                     const saltus_sim *sim);

/* After measured_finish. Units are those of the header. Exit status: EXIT_RUN if one is not known,
 * which is told. */
int measured_print(FILE *f, const struct measured *l, const saltus_header *h);
void measured_json(FILE *f, const struct measured *l, const saltus_header *h, const char *indent);

/* Is this the name of a number that stat() has? */
bool measured_is_stat(const char *name);

#endif
