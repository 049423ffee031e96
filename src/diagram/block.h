/* SPDX-License-Identifier: MIT */
/* block.h - a block between its text and its part: block.c for all, made.c for those whose type is
 * made from a text. */
#ifndef DIAGRAM_BLOCK_H
#define DIAGRAM_BLOCK_H

#include "diagram/batch.h"

enum block_made { BLOCK_PLAIN, BLOCK_EXPRESSION, BLOCK_IMPLICIT, BLOCK_MODEL };

struct block_arg {
    const char *name;
    struct diagram_value value;
    struct say_place at;
};

struct block_draft {
    const struct diagram_source *source;
    const struct node *node;
    const saltus_atomic *type;    /* NULL: nested, or an error                               */
    struct diagram_source *inner; /* nested                                                 */
    enum block_made made;
    struct diagram_value size, inputs, outputs, priority;
    struct block_arg *args;
    int32_t n_args;
};

struct block_arg *block_add_arg(saltus_diagram *d, struct block_draft *b, const struct node *n);
/* One more argument, if it has a value; to->args has room. */
void block_give(struct diagram_block *to, const struct block_arg *a);

/* made.c */
enum block_made block_made_of(const char *name);
void block_read_made(saltus_diagram *d, struct block_draft *b, struct batch *batch);
/* The type; NULL: said. Fills in arguments and numbers of ports. */
const saltus_atomic *block_make(saltus_diagram *d, const struct diagram_level *l,
                                struct block_draft *b, struct diagram_block *to);

#endif
