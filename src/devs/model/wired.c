/* SPDX-License-Identifier: MIT */
/* wired.c - is anything connected to an input? Parts ask while they wait for their first
 * messages. */
#include "devs/kernel/run.h"

int saltus_cell_wired(const saltus_cell *c, int in, int32_t i)
{
    if (!c || !devs_has_input(c, in, i)) return 0;
    const struct source *s = devs_source(c->run, devs_cell_of(c), in, i);
    return s && s->from;
}
