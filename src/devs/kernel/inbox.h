/* SPDX-License-Identifier: MIT */
/* inbox.h - messages from outside on their way into a run, and those that have gone in.
 *
 * Other threads put messages into `in`, under the lock. The thread of the run moves them to
 * `waiting`, in the order of their times, feeds them when they are due, and keeps them in `log`, so
 * that the run can be repeated. All memory of messages comes from the inbox's own allocator, under
 * the lock. */
#ifndef DEVS_INBOX_H
#define DEVS_INBOX_H

#include "devs/kernel/run.h"
#include <pthread.h>

struct injected {
    double t;        /* when; in `in` NaN: as soon as it is seen */
    double arrived;  /* seconds of the wall clock */
    uint64_t serial; /* how many came before */
    uint64_t step;   /* log: it was step number so much; waiting: not before that, at its time */
    int repeated;    /* waiting: it was fed before, as that step */
    int internal;    /* log: together with the parts that were imminent */
    double now;      /* log: the run was at (now, round), which may be behind its last event */
    uint64_t round;
    char *text;       /* not a message, but what was wrong with one; owned */
    saltus_message m; /* its data are owned */
};

struct injections { /* at[first] .. at[first + n - 1] */
    struct injected *at;
    size_t first, n, room;
};

struct devs_inbox {
    pthread_mutex_t lock;
    int wake[2];          /* a pipe, if the run may be waiting by the wall clock; else -1 */
    struct alloc alloc;   /* under the lock */
    struct injections in; /* under the lock */
    uint64_t serial;      /* under the lock */
    struct injections taken, waiting, log;
    struct messages batch; /* work space of feeding */
    struct listener *listeners;
};

bool devs_inbox_new(saltus_devs *run); /* false: no memory */

/* A list of the inbox. `at` places: keep = 0: freed. All take the lock. */
bool devs_injections_push(struct devs_inbox *b, struct injections *l, const struct injected *x);
void devs_injections_cut(struct devs_inbox *b, struct injections *l, size_t keep);
/* The same with copies of all data; to is empty before, and after a failure (false). */
bool devs_injections_copy(struct devs_inbox *b, struct injections *to,
                          const struct injections *from);
/* The log behind `keep` items waits again, before what waits already. */
bool devs_inbox_again(saltus_devs *run, size_t keep);
/* How many items of the log were fed before step number `step`. */
size_t devs_inbox_fed(const saltus_devs *run, uint64_t step);
/* Feeds all items of the log from k on that were one step; returns how many. */
size_t devs_inbox_repeat(saltus_devs *run, size_t k);

/* Any thread: what was wrong with a message, to be reported by the run. */
void devs_inbox_complain(saltus_devs *run, const char *text);
/* -1: the root has no such input port; *best: one that may be meant, or NULL. */
int devs_entry_find(const saltus_devs *run, const char *name, int32_t *size, const char **type,
                    const char **best);

void devs_listeners_free(saltus_devs *run); /* ends their threads */

/* clock.c: by the wall clock (opt.speed > 0). devs_clock_wait: false: woken before t was there. */
bool devs_wake_open(saltus_devs *run); /* the pipe of the inbox; false: there is none */
double devs_wall(void);                /* seconds since some instant */
double devs_clock_at(saltus_devs *run, double wall);
bool devs_clock_wait(saltus_devs *run, double t);
void devs_clock_count(saltus_devs *run, double t); /* an event at t is about to happen */
void devs_clock_set(saltus_devs *run); /* from now on it shows run->t, and goes on from there */

#endif
