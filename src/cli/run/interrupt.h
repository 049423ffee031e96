/* SPDX-License-Identifier: MIT */
/* interrupt.h - who is paused by Ctrl-C and by the timer. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "saltus.h"
#include <stdbool.h>

/* From now on Ctrl-C stops s (job_signals), and, if ticking, so does a timer, ten times a
 * second. */
void interrupt_watch(saltus_sim *s, bool ticking);
void interrupt_rest(void); /* no one is watched any more */
/* Ends the program by the signal that has interrupted it; returns if none has. */
void interrupt_pass_on(void);

#endif
