/* SPDX-License-Identifier: MIT */
/* sched.h - who is next? A fixed set of slots, each with a due time (+infinity: never).
 *
 * The order is total: by (time, slot). Engines number their slots by rank, so that ties fall as
 * documented and a run repeats bit for bit. Three structures behind one interface give the same
 * answers; which is fastest depends on the number of slots and was measured (docs/scheduler.md).
 * An event is one sched_top and a few sched_set; nothing is ever popped: the slot that was due gets
 * its next time like any other. */
#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include <stdint.h>

struct alloc;
struct sched;

enum sched_kind { SCHED_AUTO, SCHED_SCAN, SCHED_HEAP, SCHED_TREE };

/* All slots start at +infinity. NULL: out of memory. `a` must outlive the scheduler. */
struct sched *sched_new(struct alloc *a, int32_t slots, enum sched_kind kind);
void sched_free(struct sched *q); /* NULL is fine */

/* The slot that is due first (ties: the lowest) and its time; -1 and +infinity if none is due. */
int32_t sched_top(struct sched *q, double *t);

/* Slot is due at t, which is not NaN. Costs one comparison if that is so already. */
void sched_set(struct sched *q, int32_t slot, double t);

double sched_get(const struct sched *q, int32_t slot);
uint64_t sched_operations(const struct sched *q);     /* calls of sched_set that changed a time */
enum sched_kind sched_kind_of(const struct sched *q); /* what AUTO has chosen */

#endif
