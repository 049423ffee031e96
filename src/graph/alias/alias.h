/* SPDX-License-Identifier: MIT */
/* alias.h - what the files of alias*.c share: elements that are other elements.
 *
 * A *piece* says u[index] = value for each point of its box; value is a variable's element, plus or
 * minus, or an expression of parameters. Pieces of one unknown have no element in common. What the
 * value names may be taken out later, by another piece; there are no cycles. */
#ifndef GRAPH_ALIAS_H
#define GRAPH_ALIAS_H

#include "graph/graph.h"

struct alias_piece {
    int32_t unknown;
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *index, *value;
    struct graph_span span;
    struct graph_rect rect;
    struct place at;
    const char *text;
    int32_t origin; /* alias.c: the row that it was */
    bool kept;      /* it stays an equation: something reads it in a way that cannot be replaced */
    bool whole;     /* and as it is: others contradict it, or repeat it */
    bool gone;      /* has become part of another piece */
};

struct alias_list {
    int32_t *at, n, room;
};

struct graph_aliases {
    VEC(struct alias_piece) pieces;
    struct alias_list *of; /* by unknown: its pieces, by span.lo */
    bool *plain;           /* by unknown: all its pieces are intervals */
    int32_t n_unknowns;    /* there may be more later, which are not aliases */
};

struct graph_aliases *alias_new(struct graph_system *s);
/* Adds the piece, joining it with its neighbours if one formula serves both. */
void alias_add(struct graph_system *s, struct alias_piece piece);
/* Pieces with elements of span; their number. */
int32_t alias_find(const struct graph_aliases *a, int32_t unknown, const struct graph_span *span,
                   struct arena *arena, struct alias_list *out);
/* What the access e is if all its elements are in piece p; NULL: they are not. */
struct ir *alias_value(struct graph_system *s, int32_t p, struct ir *e,
                       const struct graph_span *span);

/* alias_form.c: does the row say that one of its accesses is +-another one, or is known? */
struct alias_form {
    const struct graph_access *a, *b; /* a = value; or a = +-b: b or NULL */
    bool minus;
    struct ir *value; /* if b is NULL */
};
bool alias_form_of(struct graph_system *s, const struct graph_row *r, struct alias_form *f);

/* ---- alias.c and alias_rows.c ---------------------------------------------------------------- */

struct alias_user { /* a row that reads elements of an unknown */
    int32_t row;
    int64_t lo, hi;
};

struct alias_work {         /* by row */
    struct graph_row first; /* as it came, or was cut */
    int32_t origin;         /* the row of the model it is, or is part of */
    int32_t parts;          /* of the row of the model: that it was cut into */
    bool waits, gone, left; /* left: matching shall see it as it is */
};

struct alias_taker {
    struct graph_system *s;
    struct ir_model *m;
    VEC(struct alias_work) work;
    struct {
        struct alias_user *at;
        int32_t n, room;
    } * users;
    VEC(int32_t) queue, late; /* rows; next: those before are done */
    int32_t next, next_late, n_left;
    struct alias_list found;
};

struct graph_row *alias_row_at(struct alias_taker *t, int32_t r);
/* For ir_map: what is known of an access. */
struct ir *alias_put_in(void *user, struct ir *e);
/* Of the pieces in t->found. */
void alias_keep_found(struct alias_taker *t);
bool alias_all_kept(const struct alias_taker *t);
void alias_keep_more(struct alias_taker *t);
void alias_gather(struct alias_taker *t);
void alias_give_up(struct alias_taker *t, int32_t n);

#endif
