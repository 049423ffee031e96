/* SPDX-License-Identifier: MIT */
/* kind.h - models of parts: which class of the library stands for them, and with which parameters. */
#ifndef SPICE_KIND_H
#define SPICE_KIND_H

#include "spice/netlist.h"

struct kind_param {
    const char *names; /* in netlists, separated by blanks */
    const char *to;    /* in the library; NULL: not needed here */
};

struct kind {
    const char *type; /* of .model */
    const char *part; /* letters of the parts that use it */
    const char *class_name;
    const char *first; /* what every one gets; NULL: nothing */
    const struct kind_param *params;
};

/* Says what is not understood. */
void kind_find(struct netlist *n, struct model *m);
/* The row of a parameter; NULL: there is none. */
const struct kind_param *kind_param(const struct kind *k, struct word name);
/* A value of the model as a number: `otherwise` if it is not given, `unknown` if it has none. */
double kind_number(struct netlist *n, const struct model *m, const char *name, double otherwise,
                   double unknown);

#endif
