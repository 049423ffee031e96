/* SPDX-License-Identifier: MIT */
/* saltus_history.h - a whole run in memory: curves, events and messages.
 *
 *     saltus_history *h;
 *     saltus_history_new(vars, n_vars, &h);
 *     saltus_history_keep(h, &options);                      // its sink, fired, diag and user
 *     saltus_sim_new(&model, &options, &sim);
 *     saltus_sim_run(sim, 10);
 *     saltus_traj_value(saltus_history_traj(h), vars[0], 5);
 *
 * Made for other languages: nothing outside of the library is called while a run goes on, and what it
 * has made is there as arrays. Result files are read into a history, and written from one. */
#ifndef SALTUS_HISTORY_H
#define SALTUS_HISTORY_H

#include "saltus.h"
#include "saltus_result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct saltus_history saltus_history;

/* Curves of these variables, all events, all messages. You own *out. */
SALTUS_API saltus_status saltus_history_new(const int32_t *vars, size_t n, saltus_history **out);
SALTUS_API void saltus_history_free(saltus_history *h); /* NULL is fine */

/* Sets sink, fired, diag and user of *o. One run per history, which must outlive it. */
SALTUS_API saltus_status saltus_history_keep(saltus_history *h, saltus_options *o);

SALTUS_API const saltus_traj *saltus_history_traj(const saltus_history *h);
/* that have come, also those that were replaced */
SALTUS_API uint64_t saltus_history_segments(const saltus_history *h);

typedef struct saltus_firing { /* an event has fired; as in saltus_fired_fn */
    double t;
    int32_t kind;             /* saltus_kind                                                     */
    int32_t index, direction;
} saltus_firing;
/* *n events in the order in which they came, borrowed until the next one; NULL: there is none. */
SALTUS_API const saltus_firing *saltus_history_firings(const saltus_history *h, size_t *n);

/* Message k = 0, 1 ...; NULL: no more. Only the first SALTUS_HISTORY_MESSAGES and the last are
 * kept, the last in the place behind these. */
SALTUS_API const saltus_diag *saltus_history_message(const saltus_history *h, size_t k);
#define SALTUS_HISTORY_MESSAGES 1000
SALTUS_API size_t saltus_history_messages(const saltus_history *h); /* that have come */

/* ---- Files ----------------------------------------------------------------------------------- */

/* Reads all that is left in r: column k is variable k, mark k a guard k. OK: look at
 * saltus_result_complete. */
SALTUS_API saltus_status saltus_history_read(saltus_history *h, saltus_result *r);
/* Writes all of it, in order of time: column k is variable vars[k], -1: a parameter; the mark of guard i is i, that
 * of clock i is `guards` + i. */
SALTUS_API saltus_status saltus_history_write(const saltus_history *h, saltus_writer *w,
                                              const int32_t *vars, size_t n, int32_t guards);

#ifdef __cplusplus
}
#endif
#endif
