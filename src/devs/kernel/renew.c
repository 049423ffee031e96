/* SPDX-License-Identifier: MIT */
/* renew.c - a fresh series for an input, made upstream without sending anything.
 *
 * A series that was cut off grows old: the further from its origin it is used, the more is missing.
 * Who needs a young one asks the static part that feeds the input; its function `again` computes
 * that output at now from its own inputs, which it has made fresh in the same way where they are
 * open. An input that is fresh already is not asked again, so that one question costs at most one
 * evaluation for every wire between static parts upstream. */
#include "devs/kernel/run.h"

int saltus_cell_renew(saltus_cell *c, int in, int32_t i, saltus_message *m)
{
    if (!c || !devs_has_input(c, in, i)) return 0;
    const struct source *s = devs_source(c->run, devs_cell_of(c), in, i);
    saltus_cell *from;
    if (!s || !s->from || !s->from->pub.type->again) return 0;
    from = &devs_cell_of(&s->from->pub)->pub;
    from->t = c->t;
    *m = (saltus_message){.port = s->port, .index = s->element};
    from->type->again(from, s->port, s->element, m);
    m->port = in;
    m->index = i;
    return 1;
}
