/* SPDX-License-Identifier: MIT */
/* block.h - what the files share that solve equations that need each other; see block.c. */
#ifndef GRAPH_BLOCK_H
#define GRAPH_BLOCK_H

#include "graph/graph.h"

enum {
    BLOCK_CRAMER = 3, /* linear equations that Cramer's rule is used for ... */
    BLOCK_LARGE =
        16 /* ... in blocks of no more than these: what every reader computes grows with them */
};

enum block_level { LEVEL_EXPLICIT, LEVEL_ONE, LEVEL_NUMBER, LEVEL_PARAMETER, LEVEL_NEVER };

struct block_incidence { /* an unknown in an equation */
    int32_t unknown;
    enum block_level level;
    bool linear;        /* its coefficient has no unknowns */
    double least, most; /* sizes of its coefficient, 0: not known */
};

struct block_solver {
    struct graph_system *s;
    struct ir_model *m;
    struct graph_block *b;
    struct ir **lhs, **rhs;             /* as far as unknowns are eliminated */
    struct ir **first_lhs, **first_rhs; /* as they came */
    int32_t *sorted;                    /* unknowns by id */
    bool *used, *known;                 /* equations, unknowns */
    struct {
        struct block_incidence *at;
        int32_t n, room;
    } * in;         /* by equation: unknowns in it */
    int32_t *uses;  /* by unknown: equations that contain it */
    int32_t *grown; /* by equation: how many others were put into it */
    int32_t *worst; /* by unknown: the most grown equation that has it */
    int32_t left;
    VEC(int32_t) eliminated; /* unknowns, in this order; value[k] */
    struct ir **value;
    int32_t now; /* equation whose unknowns are being collected */
};

/* Which unknown of the block is this node? -1: none */
int32_t block_position(const struct block_solver *v, const struct ir *e);
/* block_rest.c: the equations that are left, for the unknowns that are left. */
bool block_solve_rest(struct block_solver *v);

#endif
