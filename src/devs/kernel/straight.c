/* SPDX-License-Identifier: MIT */
/* straight.c - messages without a wire: from a part to another one that it knows by number. On its
 * way such a message has port -1 - (number of the receiver), and its fan is one route that is made
 * for it. */
#include "devs/kernel/run.h"

saltus_message *saltus_cell_send(const saltus_cell *c, int32_t part, int32_t index)
{
    if (!c) return NULL;
    saltus_devs *run = c->run;
    saltus_message *m;
    if (part < 0 || part >= run->n_cells || !run->cell[part] || c->outputs < 1) {
        devs_fail(run, devs_cell_of(c), SALTUS_EMODEL, NULL,
                  "it sends to part %ld, which does not exist", (long)part);
        return &run->lost;
    }
    m = saltus_cell_out(c, 0, SALTUS_ALL);
    m->port = -1 - part;
    m->index = index;
    return m;
}

const struct fan *devs_straight(saltus_devs *run, const saltus_message *m)
{
    run->straight_route =
        (struct route){.to = run->cell[-1 - m->port], .port = -1, .kind = ROUTE_SAME};
    run->straight = (struct fan){.at = &run->straight_route, .n = 1};
    return &run->straight;
}
