/* SPDX-License-Identifier: MIT */
/* sweep.h - what the parts of `saltus sweep` share.
 *
 * One process hands out cells and collects rows (sweep_pool.c); workers are copies of it, made
 * after the model has been compiled and loaded, which run a cell and send its row back as a line of
 * text (sweep_worker.c). The table (sweep_file.c) grows by a line for each cell that is finished,
 * in whatever order, and is sorted at the end; whatever happens in between, complete lines stay and
 * can be gone on with. */
#ifndef CLI_SWEEP_H
#define CLI_SWEEP_H

#include "cli/run/measured.h"
#include "cli/sweep/study.h"

struct sweep {
    struct study study;
    struct job job;          /* what all cells have in common                                     */
    struct job_model *model; /* of one cell, compiled before the workers begin                    */
    uint64_t built_key;      /* which cells it is for: sweep_key                                  */
    bool *structural;        /* by parameter: built in, another value is another compilation      */
    bool compiles;           /* some parameter is structural                                      */
    struct measured seen;    /* columns of the table                                              */
    char id[17];             /* of everything that decides the results, in hexadecimal            */

    char output[1024];
    FILE *file;
    unsigned char *done;  /* by cell: 1 its row is in the file                                 */
    size_t shard, shards; /* cells with number % shards == shard                               */
    size_t workers;
    bool progress_bar, progress_json;

    size_t wanted, earlier; /* cells of this shard, and how many of them are in the file already  */
    size_t finished, failed; /* now; of these                                                     */
    double begun;            /* time of the clock                                                 */
    char **names;            /* variables that are recorded                                       */
    size_t n_names;
    bool broken; /* the file could not be written                                     */
};

/* Is the cell in this shard? */
static inline bool sweep_wants(const struct sweep *s, size_t cell)
{
    return cell % s->shards == s->shard;
}

/* ---- sweep_observe.c ------------------------------------------------------------------------- */

/* What is asked for, against the model. False: has been said. */
bool observe_choose(struct sweep *s);
/* Feeds the measurements of one run. */
void observe_sink(struct measured *l, struct job_sink *sink);

/* ---- sweep_file.c ---------------------------------------------------------------------------- */

/* A row as text with its end of line; you free it. value NULL: there are none. */
char *sweep_row(const struct sweep *s, size_t cell, const struct outcome *o,
                const struct measured *value, const char *outcome, const char *message);
/* Opens the table: new, or to go on. Exit status. */
int sweep_open(struct sweep *s, bool resume, bool overwrite);
/* Adds a row; false: cannot be written, which has been said. */
bool sweep_append(struct sweep *s, const char *row);
/* Sorts the table by cell. False: has been said. */
bool sweep_close(struct sweep *s);
/* Field k of a CSV line, without quotes, to buf; false: there is none. */
bool sweep_field(const char *line, size_t k, char *buf, size_t size);
size_t sweep_outcome_column(const struct sweep *s);

/* ---- sweep_worker.c, sweep_pool.c ------------------------------------------------------------ */

struct message { /* from a worker, before `length` bytes of text */
    size_t cell, length;
    int failed;
};

/* Identity of the compilation that a cell needs. */
uint64_t sweep_key(const struct sweep *s, size_t cell);
/* Runs cells whose numbers come from `in` and writes messages to `out`; does not return. */
_Noreturn void sweep_worker(struct sweep *s, int in, int out);
/* Runs all cells that are wanted and not done. */
void sweep_pool(struct sweep *s);

/* ---- sweep_talk.c ---------------------------------------------------------------------------- */

/* "R=1, C=0.0001" */
char *sweep_cell_text(const struct sweep *s, size_t cell, char *buf, size_t size);
void sweep_progress(const struct sweep *s, bool last);
void sweep_failure(struct sweep *s, size_t cell, const char *row);
void sweep_summary(const struct sweep *s);

#endif
