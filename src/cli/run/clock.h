/* SPDX-License-Identifier: MIT */
/* clock.h - seconds, of the wall or of this process. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <time.h>

static inline double clock_seconds(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double clock_wall(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

static inline double clock_cpu(void)
{
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
