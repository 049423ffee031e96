/* SPDX-License-Identifier: MIT */
/* graph.h - from equations to definitions: what the files of graph/ share.
 *
 * A *system* has unknowns (arrays: derivatives of states, algebraics; at the start: states,
 * discretes, parameters) and rows (equations in loops). An *access* is a node of a row that reads
 * an element of an unknown, different at each point of the row's box. The elements that it names
 * over the whole box are a *span*. Matching gives each row one of its accesses, so that the spans
 * of all these are disjoint: what the row determines. Ordering finds rows that need each other, and
 * blocks are solved. The result are *definitions*, element sets with a value each, that refer to
 * each other without a cycle.
 *
 * Rows stay rolled as long as this works; what does not, is replaced by rows without a loop, one
 * per point (unroll.c), which are treated by the same code. */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "flat/ir/ir.h"

enum {
    GRAPH_RANK = 16,      /* iterators that an index may have */
    GRAPH_UNROLL = 50000, /* scalar equations that matching may make */
    GRAPH_CHAIN = 50000,  /* scalar definitions that ordering may make */
    GRAPH_LOOP = 20000,   /* unknowns that are solved together at run time */
    GRAPH_SMALL = 3000,   /* scalar equations of which circuit.c can say all that is wrong */
    GRAPH_SUM_MIN = 16    /* terms from which on a sum is kept up to date term by term */
};

/* ---- span.c: sets of flat indices ------------------------------------------------------------ */

/* lo + sum digit[k]*stride[k], 0 <= digit[k] < count[k]; strides positive, descending. exact: these
 * numbers are all different and all of them are meant; otherwise the set lies somewhere in
 * lo..hi. */
struct graph_span {
    int64_t lo, hi, size;
    bool exact;
    int32_t rank;
    int64_t *stride, *count; /* rank of each */
};

/* What index can be, inside an array of `count` elements. */
struct graph_span graph_span_of(struct ir_model *m, struct ir *index, int64_t count);
bool graph_span_equal(const struct graph_span *a, const struct graph_span *b);
/* May they have a common element? False is certain. */
bool graph_span_overlap(const struct graph_span *a, const struct graph_span *b);
bool graph_span_has(const struct graph_span *s, int64_t v);
/* Is all of a in b? True is certain. */
bool graph_span_within(const struct graph_span *a, const struct graph_span *b);
/* Boolean expression: is `index` in s? */
struct ir *graph_span_test(struct ir_model *m, const struct graph_span *s, struct ir *index);
/* The point of the box at which `map` (affine, injective) takes the value `index`: to[k] for
 * iters[k]. */
bool graph_invert(struct ir_model *m, struct ir *map, struct ir_iter **iters, int32_t n,
                  struct ir *index, struct ir **to);
/* Row-major position of a point in its box; the number of its points. */
struct ir *graph_position(struct ir_model *m, struct ir_iter **iters, int32_t n);
int64_t graph_points(struct ir_iter **iters, int32_t n);
/* Iterators' values at point number p. */
void graph_point(struct ir_model *m, struct ir_iter **iters, int32_t n, int64_t p, struct ir **to);

/* ---- system.c: unknowns, rows, accesses ------------------------------------------------------ */

struct graph_unknown {
    struct ir_var *var;
    enum ir_op op; /* IR_VAR, IR_DER or IR_PRE */
    int32_t rank;  /* at equal form of the equation, smaller ranks are solved for */
};

enum graph_form {                /* how an access is in its row */
                  FORM_EXPLICIT, /* alone on one side, and not on the other */
                  FORM_LINEAR,   /* linear, coefficient without unknowns */
                  FORM_BILINEAR, /* linear, coefficient with other unknowns */
                  FORM_NONLINEAR,
                  FORM_NONE, /* read, but cannot be solved for */
                  FORM_LATER /* not looked at yet */
};

struct graph_access {
    struct ir *node;
    int32_t unknown;
    enum graph_form form;
    int32_t piece; /* match.c */
    struct graph_span span;
};

struct graph_row {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *lhs, *rhs;
    struct place at;
    const char *text;
    int64_t points;
    VEC(struct graph_access) accesses;
    int32_t match; /* which access it determines, -1: none */
    /* index.c: */
    const struct graph_row *below; /* the row of which it is the derivative, or NULL */
    bool of_pieces;                /* x[k] = piece of x */
};

struct graph_def {
    struct ir_def def;
    struct graph_span span;
    struct ir *value[3]; /* inline.c: inlined, by enum graph_use; NULL: not yet */
    bool busy[3];
};

struct graph_defs { /* definitions of one unknown, by span.lo after graph_defs_sort */
    VEC(int32_t) at;
    int64_t *reach; /* largest hi up to this one */
};

struct graph_rows {
    struct graph_row *at;
    int32_t n, room;
};

/* Equations of a loop that depend on each other: the equation lhs = rhs among them can be replaced
 * by zero = 0, which binds what is known already, and the loop is determined no more. */
struct graph_hidden {
    struct ir *lhs, *rhs, *zero;
    struct ir *unknown; /* that it was to determine */
    struct place at;
    const char *text;
};

struct graph_system {
    struct ir_model *m;
    VEC(struct graph_unknown) unknowns;
    int32_t *number[3]; /* of unknowns by var->number, -1: none; [0] VAR, [1] DER, [2] PRE */
    struct graph_rows rows;
    struct graph_aliases *aliases; /* alias.c; NULL: none */
    struct graph_system *whole;    /* of which this is a part; NULL: it is all */
    struct graph_hidden *hidden;   /* block.c: of the whole system; NULL: none */
    VEC(struct graph_def) defs;    /* those that are read are before those that read them */
    struct graph_defs *by_unknown;
    struct graph_made *made;   /* lookup.c: definitions so far */
    bool start;                /* unknowns may stay undetermined */
    const char *only_explicit; /* "parameters", ...: rows are not solved, only ordered */
    int32_t n_unrolled;        /* rows at the end that graph_unroll made last */
};

struct graph_system *graph_system_new(struct ir_model *m);
int32_t graph_add_unknown(struct graph_system *s, struct ir_var *v, enum ir_op op, int32_t rank);
/* Which unknown does this node read? -1: none */
int32_t graph_unknown_of(const struct graph_system *s, const struct ir *e);
struct graph_row graph_row_make(struct graph_system *s, struct ir_iter **iters, int32_t n,
                                struct ir *lhs, struct ir *rhs, struct place at, const char *text);
enum graph_form graph_form_of(struct graph_system *s, struct graph_row *r, struct graph_access *a);
/* Does e contain the node x? */
bool graph_contains(struct ir_model *m, struct ir *e, const struct ir *x);
struct ir *graph_substitute(struct ir_model *m, struct ir *e, struct ir *x, struct ir *by);
/* 'y', 'der(x[3])', 'v[2:7]' for messages, without quotes. */
const char *graph_name(struct ir_model *m, const struct ir_var *v, enum ir_op op,
                       const struct graph_span *span);

/* ---- split.c: smaller boxes ------------------------------------------------------------------ */

/* Subscripts lo[d]..hi[d], from 0, of an array; good: these are all and only these. */
struct graph_rect {
    bool good;
    int64_t lo[CHECK_RANK], hi[CHECK_RANK];
};
struct graph_rect graph_rect_of(struct ir_model *m, struct ir *index, const struct ir_var *v);
/* Where each iterator of a row is cut: before these digits. */
struct graph_cuts {
    bool any;
    VEC(int64_t) of[GRAPH_RANK];
};
/* Adds what it takes for each box to name by `access`, a node of the row, only elements inside of
 * rect or only such outside. False: no cuts do that. */
bool graph_cut(struct ir_model *m, const struct graph_row *r, const struct ir *access,
               const struct graph_rect *rect, struct graph_cuts *cuts);
void graph_cut_at(struct ir_model *m, struct graph_cuts *cuts, int32_t iter, int64_t digit);
int64_t graph_cut_boxes(const struct graph_row *r, const struct graph_cuts *cuts);
/* Adds the rows, one per box, with r's match. */
void graph_split(struct graph_system *s, const struct graph_row *r, struct graph_cuts *cuts,
                 struct graph_rows *out);

/* unflatten.c: iterators that run through several dimensions of an array become several. */
void graph_unflatten(struct graph_system *s, struct graph_row *r);

/* ---- alias.c: rows that only say that two variables are one ---------------------------------- */

/* Takes rows x = y, x = -y, x = known out of the system and x out of the other rows. */
void graph_take_aliases(struct graph_system *s);
/* Elements of unknown u that were taken out; of all. */
int64_t graph_aliased(const struct graph_system *s, int32_t u,
                      void (*fn)(void *user, const struct graph_span *span), void *user);
void graph_define_aliases(struct graph_system *s); /* when everything else has its definition */

/* ---- The steps ------------------------------------------------------------------------------- */

/* index.c: differentiates rows that bind states until each row determines something. False after an
 * error; what cannot be helped is left to graph_match. */
bool graph_reduce(struct graph_system *s);
/* Puts s->hidden in place of its equation; false: that is not found. */
bool graph_reveal(struct graph_system *s);
void graph_report_hidden(struct graph_system *s); /* if that does not help */
bool graph_match(struct graph_system *s);         /* match.c */
/* The same in two steps, and without a message about rows that determine nothing: rolled (true: all
 * rows do); those that do not and what is in their way written out (false after an error). */
bool graph_match_rolled(struct graph_system *s);
bool graph_match_apart(struct graph_system *s);
/* untangle.c: cuts rows that are in each other's way until `match` finds more of them an unknown;
 * otherwise they stay as they are. */
bool graph_untangle(struct graph_system *s, void (*match)(struct graph_system *s));
/* match_inside.c: rows without match get explicit values put into their sums. */
void graph_match_inside(struct graph_system *s, void (*match)(struct graph_system *s));
/* Do these rows have unknowns inside reductions? */
bool graph_has_reductions(struct graph_system *s, const int32_t *which, int32_t n);
/* The rows in `which` (n of them) are replaced by one row per point, at the end of the list;
 * reductions over unknowns are written out. False, after an error, if there are more than
 * `limit`. */
bool graph_unroll(struct graph_system *s, const int32_t *which, int32_t n, int64_t limit,
                  const char *why); /* unroll.c */
/* tear.c: r and h are rows, h with a match. */
bool graph_can_put_in(struct graph_system *s, const struct graph_row *h); /* is h u[...] = value? */
bool graph_put_in(struct graph_system *s, struct graph_row *r, const struct graph_row *h);
bool graph_reads(const struct graph_row *r, const struct graph_row *h);
void graph_report_excess(struct graph_system *s); /* singular.c: all rows without match */
/* circuit.c: says why a network of parts is not determined: no ground, loops of sources. False:
 * cannot tell. */
bool graph_diagnose(struct graph_system *s);
/* Of a system of scalar equations: parts with too many or too few; false: none were found. */
bool graph_report_balances(struct graph_system *s);
/* What variables of connectors are, by var->number. */
enum graph_kind { KIND_OTHER, KIND_POTENTIAL, KIND_FLOW, KIND_INPUT };
enum graph_kind *graph_kinds(struct ir_model *m);
/* ground.c: of a large model: does each circuit have a ground? False after an error. */
bool graph_check_grounds(struct graph_system *s);
/* names.c: names in messages, each once, the first few of them. */
struct graph_names {
    VEC(const char *) seen;
    const char *list; /* NULL: none */
    bool plain;       /* without quotes */
};
void graph_names_add(struct ir_model *m, struct graph_names *n, const char *name, size_t length);
/* The part to which a variable belongs, the first name of its path; NULL: none. */
const char *graph_part_of(struct ir_model *m, const char *name);
void graph_report_missing(struct graph_system *s);
bool graph_order(struct graph_system *s); /* order.c */

/* block.c: solves n rows over one box for their matched accesses, adding definitions. */
struct graph_block {
    struct ir_iter **iters;
    int32_t n_iters, n;
    struct ir **lhs, **rhs, **unknown;
    struct place *at;
    const char **text;
};
bool graph_solve_block(struct graph_system *s, struct graph_block *b);
void graph_add_def(struct graph_system *s, struct graph_block *b, int32_t k, struct ir *value);
/* isolate.c: the value of u from lhs = rhs, if linear in u; NULL: not linear, or cannot tell. */
struct ir *graph_isolate(struct ir_model *m, struct ir *lhs, struct ir *rhs, struct ir *u);
/* d(lhs - rhs)/du if that does not depend on u, else NULL. */
struct ir *graph_coefficient(struct ir_model *m, struct ir *lhs, struct ir *rhs, struct ir *u);
/* -a/b, -a, a + b, a*b with few signs. */
struct ir *graph_minus_quotient(struct ir_model *m, struct ir *a, struct ir *b);
struct ir *graph_minus(struct ir_model *m, struct ir *a);
struct ir *graph_plus(struct ir_model *m, struct ir *a, struct ir *b);
struct ir *graph_times(struct ir_model *m, struct ir *a, struct ir *b);

/* lookup.c: definitions by unknown and index. */
void graph_defs_index(struct graph_system *s);
/* Those of unknown u that may define an element of span; gives their number, at most room. */
int32_t graph_defs_find(const struct graph_system *s, int32_t u, const struct graph_span *span,
                        int32_t *out, int32_t room);

/* While definitions are made: those so far with elements of the access; their number, `out` has at
 * most room. graph_order prepares it. */
void graph_defs_watch(struct graph_system *s);
int32_t graph_defs_meet(struct graph_system *s, const struct graph_access *a, int32_t *out,
                        int32_t room);

/* The rows with a match among rows[0..n-1], by what they determine. find adds the positions in
 * `rows` of those that may determine an element of a. */
struct graph_ends {
    int32_t *at, n, room;
};
struct graph_holders *graph_holders_new(struct graph_system *s, const int32_t *rows, int32_t n);
void graph_holders_find(const struct graph_holders *h, const struct graph_access *a,
                        struct graph_ends *out);

/* inline.c: e without algebraics and derivatives. */
enum graph_use {
    USE_RUN,   /* along signals: sums may be kept by the engine */
    USE_EVENT, /* at an instant, in handlers and loops */
    USE_START  /* before the run: no delays either */
};
struct graph_inliner;
struct graph_inliner *graph_inliner_new(struct graph_system *s);
struct ir *graph_inline(struct graph_inliner *in, struct ir *e, enum graph_use use,
                        struct place at);
void graph_inline_defs(struct graph_inliner *in);

/* sections.c: every expression of the model but those of equations, defs, functions. */
typedef struct ir *graph_rewrite_fn(void *user, struct ir *e, enum graph_use use, struct place at);
void graph_rewrite(struct ir_model *m, graph_rewrite_fn *fn, void *user);
/* Variables that whens and initial algorithms assign: flags by var->number. */
enum { ASSIGNED_WHEN = 1, ASSIGNED_INITIAL = 2 };
char *graph_assigned(struct ir_model *m);

void graph_take_delays(struct ir_model *m); /* sums.c */
struct ir *graph_join_sums(struct ir_model *m, struct ir *e);
struct ir *graph_take_sum(struct ir_model *m, struct ir *sum, struct place at);

bool graph_is_discrete(struct ir_model *m, const struct ir_eq *e); /* discrete.c */
bool graph_discrete(struct ir_model *m);
bool graph_start(struct ir_model *m, struct graph_inliner *in); /* start.c */
/* start_kept.c: the fixed start of a variable that is no state is an initial equation; of all of
 * them; r, of states only, is true at the start; or becomes an assertion. */
void graph_keep_start(struct ir_model *m, struct ir_var *v);
void graph_keep_starts(struct ir_model *m);
void graph_assert_start(struct ir_model *m, const struct graph_row *r, const char *name);
bool graph_check_start(struct ir_model *m, const struct graph_row *r, const char *name);
/* start_modes.c: start_defs from `first` on get their by_mode. */
void graph_start_modes(struct ir_model *m, int32_t first);
bool graph_number(struct ir_model *m); /* number.c */

#endif
