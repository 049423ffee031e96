/* SPDX-License-Identifier: MIT */
/* batch.h - many expressions of the model language, evaluated by one compilation.
 *
 * A value in a diagram is a number, a list of numbers, or a text with an expression over the
 * parameters of its level. Numbers are taken as they are; expressions are collected and evaluated
 * together (batch_run). Nothing that batch_value was given is filled in before. */
#ifndef DIAGRAM_BATCH_H
#define DIAGRAM_BATCH_H

#include "diagram/diagram.h"

enum batch_want {
    BATCH_REAL,    /* one number                                                            */
    BATCH_INTEGER, /* one whole number                                                      */
    BATCH_BOOLEAN, /* true or false                                                         */
    BATCH_ANY      /* a number, a vector or a matrix                                         */
};

struct batch_item {
    struct say_place at; /* of the whole value                                              */
    const char *text;    /* the expression                                                  */
    uint32_t pos;        /* of its first character in the file; 0: its columns are not known */
    enum batch_want want;
    struct diagram_value *to;
    double *number; /* not NULL: into a list                                                */
};

struct batch {
    saltus_diagram *d;
    const struct diagram_level *in; /* whose parameters are known                           */
    VEC(struct batch_item) items;
};

/* A value as written, for `to`, which must stay where it is. what: its name, for messages. */
void batch_value(struct batch *b, const struct diagram_source *s, const struct node *n,
                 enum batch_want want, const char *what, struct diagram_value *to);
/* An expression that is part of a text: `offset` bytes from its beginning. */
void batch_text(struct batch *b, const struct diagram_source *s, const struct node *n,
                const char *text, uint32_t offset, enum batch_want want, struct diagram_value *to);
/* Evaluates what was collected, and empties the batch. False: errors have been said; values that
 * failed have no v. */
bool batch_run(struct batch *b);

struct diagram_value batch_number(saltus_diagram *d, double x, bool whole);
/* Calls f for every name in an expression. */
void batch_names(const char *text, void (*f)(void *user, const char *name, size_t n), void *user);

#endif
