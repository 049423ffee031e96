/* SPDX-License-Identifier: MIT */
/* short.c - which runs get an estimate without being asked for, and what that may cost. */
#include "saltus_estimate.h"
#include "base/contract.h"

/* What a short run has counted at most: half a second, or several if the model is interpreted. A
 * transition of a block costs more than an evaluation. The second run may make MORE times the steps
 * and events of the first, and SOME besides. */
enum { SHORT_WORK = 10000000, SHORT_BLOCKS = 2500000, MORE = 20, SOME = 10000 };

/* What the run has counted. A step of all states together counts as one of each. */
static double work(const saltus_stats *s, int32_t states)
{
    return (double)s->steps + (double)s->evaluations + (double)s->guard_evaluations +
           (double)s->term_evaluations + (double)s->iterations * states;
}

int saltus_estimate_is_short(const saltus_stats *s, int32_t states, uint64_t segments, int diagram)
{
    saltus_stats own;
    if (!s || !contract_take(&own, sizeof own, s)) return 0;
    return segments <= SALTUS_ESTIMATE_SEGMENTS &&
           work(&own, states) <= (diagram ? SHORT_BLOCKS : SHORT_WORK);
}

uint64_t saltus_estimate_limit(const saltus_stats *s)
{
    saltus_stats own;
    if (!s || !contract_take(&own, sizeof own, s)) return 0;
    return MORE * (own.steps + own.events + own.clocks) + SOME;
}
