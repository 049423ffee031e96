/* SPDX-License-Identifier: MIT */
/* couple.c - a level becomes a coupled model; nested levels first, each once. */
#include "diagram/diagram.h"

static void must(saltus_diagram *d, saltus_status st)
{
    if (st < 0) diagram_no_memory(d); /* the only way in which these fail */
}

static saltus_end end_of(const struct diagram_level *l, const struct diagram_end *e)
{
    return (saltus_end){.part = e->block < 0 ? NULL : l->blocks.at[e->block].name,
                        .port = e->port,
                        .first = e->first,
                        .count = e->count,
                        .step = e->step};
}

void diagram_couple(saltus_diagram *d, struct diagram_level *l)
{
    if (l->coupled) return;
    for (int32_t k = 0; k < l->blocks.n; k++)
        if (l->blocks.at[k].inner) diagram_couple(d, l->blocks.at[k].inner);
    must(d, saltus_coupled_new(l->name, &l->coupled));
    for (int32_t k = 0; k < l->ports.n; k++) {
        const struct diagram_port *p = &l->ports.at[k];
        must(d,
             saltus_coupled_port(l->coupled, p->way, p->name, p->type, p->size, say_loc(p->place)));
    }
    for (int32_t k = 0; k < l->blocks.n; k++) {
        const struct diagram_block *b = &l->blocks.at[k];
        must(d, b->inner ? saltus_coupled_nest(l->coupled, b->name, b->inner->coupled, b->part.at)
                         : saltus_coupled_add(l->coupled, &b->part));
    }
    for (int32_t k = 0; k < l->wires.n; k++) {
        const struct diagram_wire *w = &l->wires.at[k];
        must(d,
             saltus_coupled_wire(l->coupled, &(saltus_wire){end_of(l, &w->from), end_of(l, &w->to),
                                                            say_loc(w->place)}));
    }
}
