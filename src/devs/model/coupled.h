/* SPDX-License-Identifier: MIT */
/* coupled.h - a coupled model as it was put together: lists of ports, parts and wires, unchecked.
 *
 * Parts and ports are found by name through tables, so that a million parts are put together and
 * wired in linear time. Of two parts with one name the first is found; the second remembers it
 * (twin) and is refused when the model is checked. */
#ifndef DEVS_COUPLED_H
#define DEVS_COUPLED_H

#include "base/alloc.h"
#include "base/dict.h"
#include "saltus_devs.h"
#include <stdbool.h>

struct coupled_port {
    const char *name, *type;
    int32_t size;
    saltus_loc at;
};

struct coupled_part {
    const saltus_part *part;     /* a copy, sizes filled in; of a nested model only name and at */
    const saltus_coupled *inner; /* NULL: atomic */
    int32_t twin;                /* an earlier part of the same name; -1: none */
};

struct saltus_coupled {
    struct alloc alloc;
    struct arena arena; /* texts and arguments */
    const char *name, *file;
    struct coupled_port *port[2]; /* 0: inputs, 1: outputs */
    struct coupled_part *part;
    saltus_wire *wire;
    int32_t n_ports[2], n_parts, n_wires;
    size_t room_ports[2], room_parts, room_wires;
    struct dict part_names, port_names[2];
};

int32_t coupled_find(const saltus_coupled *m, const char *name);               /* -1: none */
int32_t coupled_find_port(const saltus_coupled *m, int way, const char *name); /* -1: none */
uint64_t coupled_hash(const char *name);

/* part.c: a deep copy of a part in one piece of memory (not its `object`s), 0 filled in. */
size_t part_bytes(const saltus_part *p);
saltus_part *part_place(const saltus_part *p, void *memory);
const saltus_arg *part_arg(const saltus_part *p, const char *name); /* NULL: not given */
const saltus_param *part_param(const saltus_part *p, const char *name);

#endif
