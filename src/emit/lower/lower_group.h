/* SPDX-License-Identifier: MIT */
/* lower_group.h - functions of one kind from pieces of the flat numbering. */
#ifndef EMIT_LOWER_GROUP_H
#define EMIT_LOWER_GROUP_H

#include "emit/taylor/taylor.h"

/* Some functions of a kind that one expression defines: those with the numbers
 *     lo + sum digit[k]*|stride[k]|
 * for the points of a box; digits of negative strides count downwards. */
struct piece {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *value;
    struct place at;
    const char *name, *text;
    int64_t lo, hi;  /* smallest and largest number                                     */
    int64_t *stride; /* per iterator                                                    */
    bool dense;      /* lo..hi without gaps                                             */
    int32_t number;  /* order of the text, for stable sorting                           */
};

/* A range of functions and its pieces. */
struct cluster {
    struct piece *pieces;
    int32_t n;
    int64_t lo, hi;
};

struct pieces {
    struct piece *at;
    int32_t n, room;
};

/* Adds the piece whose points are numbered first + index (NULL: row-major). False after an
 * error. */
bool lower_piece(struct lower *l, struct pieces *to, struct piece p, int64_t first,
                 struct ir *index);
typedef void lower_cluster_fn(struct lower *l, void *user, struct cluster *c);
/* Sorts pieces into clusters, ascending, and calls make for each. They must cover 0..count-1. */
void lower_clusters(struct lower *l, struct pieces *p, int64_t count, const char *kind,
                    lower_cluster_fn *make, void *user);

/* Binds the iterators of piece p for the function number i of cluster c; gives the condition under
 * which it is one of p's, NULL: always. */
struct code_expr *lower_enter(struct taylor *t, struct code_body *to, const struct cluster *c,
                              const struct piece *p, struct code_expr *i);

/* eval, reads, affine of a cluster, and what makes it fast: partial for derivatives and for outputs
 * that others read (of a block), the values of all at once for derivatives, and, but for outputs
 * that are only looked at, a version of eval of its own for narrow signals. Angles have no range. */
enum lower_use { LOWER_DERIVATIVE, LOWER_OUTPUT, LOWER_BLOCK, LOWER_OTHER, LOWER_ANGLE };
struct code_group lower_group(struct lower *l, const struct cluster *c, enum lower_use use);
void lower_line(struct taylor *t, struct code_body *to, struct place at, const char *text);

#endif
