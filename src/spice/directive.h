/* SPDX-License-Identifier: MIT */
/* directive.h - what the reader of lines and the reader of directives share. */
#ifndef SPICE_DIRECTIVE_H
#define SPICE_DIRECTIVE_H

#include "spice/netlist.h"

struct reader {
    struct netlist *n;
    struct scope *in;
    struct place at; /* of the directive that is being read */
    int depth;       /* of files that include each other */
    bool control, ended;
};

/* name = expression pairs up to the end of the line. */
void spice_read_params(struct netlist *n, struct line *l, struct assigns *to);
/* directive.c: those that say how to simulate. l: behind the word. */
void spice_read_directive(struct reader *r, struct word w, struct line l);

#endif
