/* SPDX-License-Identifier: MIT */
/* index.h - what the files of index reduction share; see index.c. */
#ifndef GRAPH_INDEX_H
#define GRAPH_INDEX_H

#include "graph/graph.h"

enum { INDEX_ORDER = 5 }; /* derivatives of one variable that may be needed */

/* A variable and its derivatives. The derivative of order k is written IR_DER of the variable of
 * order k-1 (order 0: itself), and becomes a variable of its own only where it is differentiated
 * again, or is an unknown like any other in the end (a dummy derivative). */
struct index_var {
    /* whose derivative it is; its derivative; NULL: none (yet) */
    struct ir_var *before, *next;
    int32_t order;
    int32_t top; /* (order 0) of the derivative that is an unknown now             */
    bool dummy;  /* it has become an unknown of its own                            */
    bool state;  /* (order 0) it was one                                           */
    struct index_pieces *pieces; /* it was split; else NULL */
};

struct index_piece {
    struct ir_var *var;
    int64_t lo, hi;
};
struct index_pieces {
    struct index_piece *at; /* by lo; all elements */
    int32_t n, room;
    bool scalars;              /* one for each element, with its name */
    struct ir_var *derivative; /* der of the whole array as an array, or NULL */
    bool derived;              /* of such an array: the derivatives of these variables */
};

struct index {
    struct graph_system *s;
    struct ir_model *m;
    struct index_var *of; /* by var->number */
    int32_t room;
    int32_t numbers;            /* room in the system's tables of unknowns */
    int32_t vars;               /* of the model as it came */
    int32_t steps;              /* how often equations were differentiated */
    VEC(struct ir_var *) split; /* arrays that were split */
};

/* index.c */
struct index_var *index_of(struct index *x, const struct ir_var *v);
/* A new variable of the model, an algebraic. */
struct ir_var *index_add(struct index *x, const char *name, const struct ir_var *like);
struct ir_var *index_next(struct index *x, struct ir_var *v);
bool index_is_variable(const struct ir *e); /* VAR or DER of a state or algebraic */

/* as it was before all derivatives */
const struct graph_row *index_lowest(const struct graph_row *r);

/* index_excess.c: rows that determine nothing, and what is in their way. */
struct index_excess {
    struct index *x;
    struct graph_holders *holders;
    char *mark;             /* by row */
    struct graph_ends rows; /* those that are CERTAIN */
    struct graph_ends now;  /* of the row being looked at */
};
void index_find_excess(struct index_excess *e);
bool index_hopeless(struct index_excess *e); /* of plain rows: more equations than variables */
bool index_crowded(struct index_excess *e);  /* of rolled ones */
bool index_may_differentiate(struct index_excess *e); /* false after an error */

/* index_split.c: rows and arrays that must be taken apart before they are differentiated. */
bool index_plain(struct index *x, const struct graph_row *r);
/* The rows in `which` that are not plain are written out, or the arrays in them are. False:
 * failed. */
bool index_take_apart(struct index *x, const int32_t *which, int32_t n);
/* (for ir_map) What became of an element of an array that was split. */
struct ir *index_piece_node(void *user, struct ir *e);

/* index_choose.c: which derivatives become unknowns of their own. */
bool index_choose(struct index *x);
struct ir_var *index_base(struct index *x, struct ir_var *v); /* of which v is a derivative */
/* index_follow.c: the system and the model with these. */
void index_follow(struct index *x);

#endif
