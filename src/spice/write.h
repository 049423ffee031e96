/* SPDX-License-Identifier: MIT */
/* write.h - the Modelica text of a netlist, and where each line of it comes from. */
#ifndef SPICE_WRITE_H
#define SPICE_WRITE_H

#include "spice/kind.h"

VEC_TYPE(chars, char);
VEC_TYPE(origins, struct source_origin);

struct out {
    struct netlist *n;
    struct chars text;
    struct origins origins;
    struct place from; /* of what is being written */
    int depth;         /* of functions of .func */
    bool full;         /* the text is too long */
};

void put_text(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What follows, up to the next call, comes from there. */
void put_from(struct out *o, struct place at);
/* A number as it is read again, and as short as that. */
void put_number(struct out *o, double v);

/* expression.c; `in` is where the names are looked up. */
void put_x(struct out *o, struct scope *in, const struct x *e);
/* As an operand of * or /. */
void put_factor(struct out *o, struct scope *in, const struct x *e);
/* "out.v", "gnd.p.v" of a node; in expressions "0" is ground. */
const char *node_pin(struct out *o, struct scope *in, struct word name);
bool x_has_names(const struct x *e);

/* name.c: identifiers of Modelica. Parameters, parts and nodes of each scope; classes. */
void names_choose(struct netlist *n);
/* The parameters from outside that a scope needs (scope.outer), for all scopes. */
void names_find_outer(struct netlist *n);
const char *name_ident(struct arena *a, struct dict *taken, struct word w, const char *prefix);

/* write_part.c */
void put_part(struct out *o, struct scope *in, struct part *p);
void put_connections(struct out *o, struct scope *in, struct part *p);
/* (name = value, ...) of a model. */
void put_model_values(struct out *o, struct scope *in, const struct model *m, bool *first);
bool kind_is_plain(const struct model *m); /* only numbers */

/* start.c: what holds at the start, as initial equations of the circuit. */
void put_starts(struct out *o);

#endif
