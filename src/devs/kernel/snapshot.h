/* SPDX-License-Identifier: MIT */
/* snapshot.h - the state of a run as bytes, and how to get back to it: snapshot.c, back.c,
 * closure.c. */
#ifndef DEVS_SNAPSHOT_H
#define DEVS_SNAPSHOT_H

#include "devs/kernel/run.h"

/* The parts, time and statistics of a run, without messages that wait. As snprintf: how many bytes
 * are needed; written if there is room. */
size_t devs_save(const saltus_devs *run, void *to, size_t room);
/* Puts that back. False: it does not fit the structure that the run has now, and nothing has been
 * changed. */
bool devs_load(saltus_devs *run, const void *from, size_t n);
uint64_t devs_saved_step(const void *from);

/* What the structure is: 0 as it was built; changes with every part or wire added or removed, the
 * same way if the same is done again (dynamic.c). */
uint64_t devs_structure(const saltus_devs *run);
bool devs_is_rigid(const saltus_devs *run); /* has it a part whose memory cannot be saved? */

/* back.c: the run as it was at its start, and then so many steps with what the log says; the status
 * tells how it went. */
void devs_repeat(saltus_devs *run, uint64_t steps);
uint64_t devs_epoch(const saltus_devs *run); /* how often that has happened */
/* snapshots that were kept of later steps */
void devs_back_forget(saltus_devs *run, uint64_t steps);

#endif
