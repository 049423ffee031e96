/* SPDX-License-Identifier: MIT */
/* rank.h - dependence of rows with symbolic coefficients; see rank.c. */
#ifndef GRAPH_RANK_H
#define GRAPH_RANK_H

#include "flat/ir/ir.h"

struct rank_entry {
    int32_t position;
    uint64_t value;
};
struct rank_vector { /* sorted by position */
    struct rank_entry *at;
    int32_t n, room;
};
struct rank_basis {
    struct arena *arena;
    int32_t width, rank;
    struct rank_vector **at; /* by position of the first entry; NULL: none */
};

uint64_t rank_number(double v);
uint64_t rank_value(const struct ir *e);
struct rank_basis *rank_basis_new(struct arena *a, int32_t width);
/* Adds x to the entry at this position. */
void rank_put(struct rank_basis *b, struct rank_vector *v, int32_t position, uint64_t x);
/* a/b as a quotient of small numbers, if it is one. */
bool rank_ratio(uint64_t a, uint64_t b, double *ratio);
/* False: v depends on those before; what is left of it are the positions from width on. */
bool rank_add(struct rank_basis *b, struct rank_vector *v);

#endif
