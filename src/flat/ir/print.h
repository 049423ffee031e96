/* SPDX-License-Identifier: MIT */
/* print.h - what the files that print the flat model share: a place to print to, and its parts. */
#ifndef FLAT_PRINT_H
#define FLAT_PRINT_H

#include "flat/ir/ir.h"

enum { IR_BUDGET = 20000, IR_DEPTH = 1000, IR_TRIES = 4 };

struct printer {
    FILE *out; /* or, if NULL, text in the arena                                       */
    struct arena *arena;
    VEC(char) text;
    int budget, depth; /* nodes left for this expression, levels above                         */
    int tries;         /* of which max or min were being looked for                            */
};

/* Binding strength of what is printed, as in the grammar. */
enum ir_level { ANY, OR, AND, NOT, RELATION, SUM, PRODUCT, POWER, PRIMARY };

void ir_put(struct printer *p, const char *s);
void ir_put_int(struct printer *p, int64_t v);
void ir_put_real(struct printer *p, double v);
void ir_put_expr(struct printer *p, const struct ir *e); /* a whole expression                   */
void ir_put_part(struct printer *p, const struct ir *e, enum ir_level level);
void ir_put_range(struct printer *p, const struct ir_iter *it); /* i in 1:10                      */
void ir_put_name(struct printer *p, const struct ir_var *v);

/* print_index.c: an Integer sum plus offset; the subscripts of a flat index, [i, j], or {index}. */
bool ir_put_sum(struct printer *p, const struct ir *e, int64_t offset); /* false: too long        */
void ir_put_index(struct printer *p, const struct ir *index, const int32_t *size, int32_t rank);
/* x[i, j]; of an array in an array of parts, stage[i].c.x[j] */
void ir_put_element(struct printer *p, const struct ir_var *v, const struct ir *index);

#endif
