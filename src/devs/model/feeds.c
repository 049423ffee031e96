/* SPDX-License-Identifier: MIT */
/* feeds.c - what every input element of the flattened model needs: a wire, and of signals only
 * one. */
#include "devs/model/flatten.h"

#include <stdio.h>
#include <string.h>

struct marks {
    struct flat *f;
    unsigned char *at; /* of the port in hand: wires to each element, up to 2 */
    const struct cell *to;
    int port;
    bool single;
    bool told;
};

static void element_text(const struct cell *c, int port, int32_t i, char *buf, size_t size)
{
    char name[100];
    devs_port_name(c->pub.part, 0, port, name, sizeof name);
    if (devs_port_size(c->pub.part, 0, port) == 1)
        snprintf(buf, size, "input '%s'", name);
    else
        snprintf(buf, size, "element %ld of input '%s'", (long)i + 1, name);
}

static void mark(void *user, int32_t s, int32_t d)
{
    struct marks *m = user;
    (void)s;
    if (m->at[d] && m->single && !m->told) {
        char what[160];
        element_text(m->to, m->port, d, what, sizeof what);
        flat_error(m->f, m->to->pub.part->at, m->to->name,
                   "sum the signals, or switch between them",
                   "two wires lead to %s; a signal has one source", what);
        m->told = true;
    }
    m->at[d] = 1;
}

static void mark_fan(struct flat *f, unsigned char *all, const struct fan *fan, int32_t size)
{
    saltus_devs *run = f->run;
    for (int32_t k = 0; k < fan->n; k++) {
        const struct route *r = &fan->at[k];
        if (!r->to) continue;
        const saltus_port *row = devs_port_row(r->to->pub.part, 0, r->port);
        struct marks m = {.f = f,
                          .at = all + run->input_start[r->to->first_input + r->port],
                          .to = r->to,
                          .port = r->port,
                          .single = !row->type || !strcmp(row->type, SALTUS_TYPE_SIGNAL)};
        route_pairs(r, size, mark, &m);
    }
}

static void check_input(struct flat *f, const struct cell *c, int port, const unsigned char *at)
{
    const saltus_port *row = devs_port_row(c->pub.part, 0, port);
    int32_t n = devs_port_size(c->pub.part, 0, port), got = 0, hole = -1;
    char what[160];
    bool signal = !row->type || !strcmp(row->type, SALTUS_TYPE_SIGNAL);
    if (row->optional) return;
    for (int32_t i = 0; i < n; i++) {
        got += at[i];
        if (!at[i] && hole < 0) hole = i;
    }
    if (got == n || (got && !signal)) return;
    if (got) {
        element_text(c, port, hole, what, sizeof what);
    } else {
        char name[100];
        devs_port_name(c->pub.part, 0, port, name, sizeof name);
        snprintf(what, sizeof what, "input '%s'", name);
    }
    flat_error(f, c->pub.part->at, c->name,
               row->many ? "a wire to it, or fewer `inputs` of the block" : row->text,
               "%s has no wire", what);
}

void check_feeds(struct flat *f)
{
    saltus_devs *run = f->run;
    if (!devs_number_inputs(run)) return;
    unsigned char *all = alloc_array(f->alloc, run->input_start[run->n_inputs], 1);
    if (!all) {
        devs_no_memory(run);
        return;
    }
    for (int32_t k = 0; k < run->n_cells; k++)
        for (int32_t q = 0; q < run->cell[k]->pub.outputs; q++)
            mark_fan(f, all, &run->cell[k]->out[q], devs_port_size(run->cell[k]->pub.part, 1, q));
    for (int32_t q = 0; q < run->n_entries; q++)
        mark_fan(f, all, &run->entry[q], run->model->port[0][q].size);
    for (int32_t k = 0; k < run->n_cells; k++)
        for (int in = 0; in < run->cell[k]->pub.inputs; in++)
            check_input(f, run->cell[k], in,
                        all + run->input_start[run->cell[k]->first_input + in]);
    alloc_free(f->alloc, all);
}
