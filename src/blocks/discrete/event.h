/* SPDX-License-Identifier: MIT */
/* event.h - what blocks with events share: jobs, random times, messages that wait to be sent.
 *
 * A job is an event with four values: its number, when it was created, its priority, and a payload.
 * A block that gets an event with fewer values sees 0 for the rest. */
#ifndef BLOCKS_EVENT_H
#define BLOCKS_EVENT_H

#include "blocks/tables.h"

enum { JOB_ID, JOB_CREATED, JOB_PRIORITY, JOB_PAYLOAD, JOB_VALUES };

/* All numbers among the arguments are finite, but for those whose range ends at infinity. 1: yes;
 * 0: the run has failed. */
int event_numbers_fine(const saltus_cell *c);
/* 1: the part is a scalar; 0: it is not, and the run has failed. */
int event_is_scalar(const saltus_cell *c);
/* The run fails because of this parameter; text as printf. */
__attribute__((format(printf, 4, 5))) void event_fail(const saltus_cell *c, const char *param,
                                                      const char *hint, const char *format, ...);

/* ---- Numbers as text, with a point whatever the locale --------------------------------------- */

enum { EVENT_NUMBER = 32 }; /* room for a number */

/* The number at the beginning of s, behind blanks; returns its end; NULL: there is none. */
const char *event_number_read(const char *s, double *v);
/* As few digits as read back exactly; returns buf. */
char *event_number_text(char buf[EVENT_NUMBER], double v);

/* ---- Random times ---------------------------------------------------------------------------- */

enum event_law_kind {
    LAW_CONSTANT,
    LAW_EXPONENTIAL,
    LAW_UNIFORM,
    LAW_NORMAL,
    LAW_ERLANG,
    LAW_LIST,
    LAW_PAYLOAD
};

struct event_law {
    int32_t kind, shape; /* shape: phases of an Erlang law */
    double a, b;         /* mean; deviation; or both ends of an interval */
};

/* The parameters of a law, for a table of parameters. */
#define EVENT_LAW_PARAMS(words, first)                                                             \
    CHOICE_PARAM("law", first, words, "how the times are distributed"),                            \
        REAL_IN("mean", 1, 0, 1e300, "s",                                                          \
                "constant, exponential, normal, erlang: the mean; needed for these"),              \
        REAL_IN("deviation", 0, 0, 1e300, "s",                                                     \
                "normal: the standard deviation; needed for it. Negative times are drawn again"),  \
        REAL_IN("min", 0, 0, 1e300, "s", "uniform: the shortest time; needed"),                    \
        REAL_IN("max", 1, 0, 1e300, "s", "uniform: the longest time; needed"),                     \
        INTEGER_IN("shape", 1, 1, 1e6, "erlang: how many phases; needed"),                         \
        REALS_PARAM("list", "s", "list: the times one after the other; needed")

#define EVENT_LAWS "constant|exponential|uniform|normal|erlang|list"

/* Reads the parameters above; 0: something is wrong with them, and the run has failed. */
int event_law_read(const saltus_cell *c, struct event_law *law);
/* The n-th time of a part (list: +infinity behind its end), *k counting the random numbers it has
 * drawn; job: NULL, or the values of a job. */
double event_law_draw(const saltus_cell *c, const struct event_law *law, uint64_t n, uint64_t *k,
                      const double *job);
double event_exponential(const saltus_cell *c, uint64_t k); /* mean 1 */
double event_normal(const saltus_cell *c, uint64_t k);      /* uses number k and k + 1 */

/* ---- Messages that wait ---------------------------------------------------------------------- */

/* Puts m, to go out at output `port`, behind the *n messages in store `store`. */
void event_hold(saltus_cell *c, int store, uint32_t *n, const saltus_message *m, int port);
/* Sends them all (in lambda). */
void event_send_held(const saltus_cell *c, int store, uint32_t n);

/* Sends an event with these values; index as in a message. */
void event_send(const saltus_cell *c, int port, int32_t index, const double *v, int n);

/* First and last element that m concerns: one, or all. */
static inline int32_t event_first(const saltus_message *m)
{
    return m->index == SALTUS_ALL ? 0 : m->index;
}
static inline int32_t event_end(const saltus_cell *c, const saltus_message *m)
{
    return m->index == SALTUS_ALL ? c->size : m->index + 1;
}

/* When the run ended: for the use of stop functions, which are called at the time of the last
 * transition of the part. */
static inline double event_stop_time(const saltus_cell *c)
{
    double t = saltus_devs_time(c->run);
    return t > c->t ? t : c->t;
}

static inline void event_show(const saltus_cell *c, int k, int32_t i, double v)
{
    saltus_cell_show(c, k, i, &v, 0);
}

#endif
