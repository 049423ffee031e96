/* SPDX-License-Identifier: MIT */
/* expand.h - from the checked tree to the flat model: what the files expand*.c share.
 *
 * The idea: an array-valued expression is never a value. It is asked for its *element* at given
 * positions (integer IR nodes counted from 0, one per dimension), and hands the question down to
 * its operands; so a matrix product becomes one sum with an iterator, and nothing grows with the
 * sizes of arrays.
 *
 *     expand.c          the model: variables, sections, functions
 *     expand_var.c      symbol -> variable with its attributes; tables of constants
 *     expand_shape.c    sizes of expressions, also inside functions, where they depend on the call
 *     expand_range.c    ranges of loops; who depends on an iterator
 *     expand_expr.c     element of an expression, by kind
 *     expand_ref.c      references with subscripts
 *     expand_op.c       operators        expand_math.c   scalar built-in functions
 *     expand_build.c    constructors     expand_array.c  built-in functions of arrays
 *     expand_reduce.c   sums and the like
 *     expand_call.c     calls            expand_fn.c     functions per tuple of sizes
 *     expand_eq.c       equations        expand_if.c     if equations
 *     expand_cut.c      loops cut where a condition on the iterator changes
 *     expand_connect.c  connections, which connect*.c turns into equations
 *     expand_stmt.c     statements       expand_assign.c assignments
 *     expand_when.c     whens            expand_alg.c    algorithm sections: as equations
 *                                        expand_direct.c, expand_run.c, expand_hidden.c
 *
 * A symbol's `flat` is: of a variable of the model or a constant its ir_var; of a function's
 * variable its struct local; of an iterator the IR node that is its value just now. */
#ifndef FLAT_EXPAND_H
#define FLAT_EXPAND_H

#include "flat/ir/ir.h"

enum {
    EXPAND_SMALL = 4,        /* reductions up to this count are written out                      */
    EXPAND_LITERAL = 1000,   /* arrays of expressions up to this count are written out           */
    EXPAND_BOX = 32,         /* loops around an equation                                         */
    EXPAND_SCALARS = 100000, /* equations that unrolling may make                                */
    EXPAND_STATEMENTS = 10000, /* assignments that unrolling an algorithm may make */
    EXPAND_INSTANCES = 200, /* per function                                                     */
    EXPAND_WORK = 4000000   /* elements asked for, in all                                       */
};

struct shape {
    int32_t rank, size[CHECK_RANK];
};

struct local { /* a variable of a function                                        */
    struct ir_var *var;
    bool known; /* an Integer that decides sizes: its value in this instance       */
    int64_t value;
    struct ast_expr *actual; /* while a default is expanded: the argument, at the call          */
    const struct site *caller;
    bool busy;
};

struct instance { /* a function for one tuple of sizes                               */
    struct symbol *symbol;
    struct ir_fn *fn;
    int64_t *key;
    int32_t n_key;
    struct local **locals; /* by element of the class; NULL: not a variable                   */
    bool done;
    struct instance *next;
};

struct expand {
    struct ir_model *m;
    struct messages *messages;
    struct arena *arena;
    const struct checked *c;
    struct instance *instances, **last_instance;
    VEC(struct ir_var *) tables;
    int64_t work, scalars;
    bool stopped;       /* a limit was passed and reported: come to an end                 */
    int32_t serial;     /* of hidden names                                                 */
    int32_t algorithms; /* sections so far                                             */
    const struct ast_stmt *text_of; /* whose text is `text` */
    const char *text;
    struct slot *slots; /* expand_run.c                                                    */
    struct connect_list *connects; /* expand_connect.c; NULL: none                         */
};

struct stmt_list {
    struct ir_stmt *first, *last;
};

/* A loop of a function: its counter runs over the values of an iterator. */
struct counter {
    struct ir_var *local;
    struct ir_iter *it;
    const struct counter *up;
};

/* What surrounds an expression. */
struct site {
    struct expand *x;
    bool events;      /* relations make events                                           */
    bool random;      /* random numbers may be drawn                                     */
    bool conditional; /* in a branch that need not be taken                              */
    bool sizing;      /* asked for a size: an unknown one is not an error */
    int32_t depth;    /* of the next iterator                                            */
    int32_t end;      /* what `end` means; -1: nothing                                   */
    struct ir_fn *fn; /* the function around, or NULL                                    */
    const struct counter *counters;
    struct stmt_list *before; /* takes statements that must run first; NULL: there is no place   */
};

struct span {
    bool constant; /* lo, step, count are numbers                                     */
    int64_t lo, step;
    int32_t count;
    struct ir *from, *by, *to; /* not constant: Integer or Real bounds; NULL: no a:b at all       */
};

struct eq_list {
    struct ir_eq *at;
    int32_t n, room;
};

/* What surrounds an equation. */
struct frame {
    struct site w;
    struct ir_iter *box[EXPAND_BOX];
    struct ast_iterator *named[EXPAND_BOX]; /* whose value box[k] is; NULL: of an array equation */
    int32_t n_box;
    struct eq_list *eqs;
    struct ir *guard; /* condition of the branches around, for asserts; NULL: true       */
    bool unrolled, initial;
};

/* expand.c */
void expand_stop(struct expand *x, struct place at, const char *what);
bool expand_busy(struct expand *x, struct place at);
const char *expand_quote(struct expand *x, struct place at, uint32_t most);
char *expand_hidden_name(struct expand *x, const char *what);

/* expand_var.c */
struct ir_var *expand_var(struct expand *x, struct symbol *s);
struct ir_var *expand_new_var(struct expand *x, const char *name, enum ir_type type,
                              enum ir_kind kind, const struct shape *shape);
struct ir_var *expand_table(struct expand *x, enum ir_type type, const struct shape *shape,
                            const double *data);
struct ir_var *expand_temporary(const struct site *w, enum ir_type type, const struct shape *shape);
void expand_attributes(struct expand *x, struct symbol *s);
bool expand_is_constant(const struct symbol *s);
void expand_evaluate(struct expand *x, struct symbol *s);

/* expand_shape.c */
struct shape expand_shape(const struct site *w, struct ast_expr *e);
struct shape expand_var_shape(const struct ir_var *v);
int64_t expand_count(const struct shape *s);
bool expand_whole(double number, int64_t *v);
bool expand_integer(const struct site *w, struct ast_expr *e, int64_t *v);
int32_t expand_size(const struct site *w, struct ast_expr *e); /* as integer, >= 0; reports     */
enum ir_type expand_type(const struct type *t);

/* expand_range.c */
struct span expand_range(const struct site *w, struct ast_expr *e);
bool expand_mentions(const struct ast_expr *e, const struct symbol *s);
bool expand_shapes_depend(const struct ast_expr *e, const struct symbol *s, bool reductions);
bool expand_loops_depend(const struct ast_stmt *s, const struct symbol *i, bool loops);
struct ir *expand_bind(struct expand *x, struct symbol *s, struct ir *value); /* old one */
struct span expand_iterator_range(const struct site *w, struct ast_iterator *it);
int32_t expand_iterator_count(const struct site *w, struct ast_iterator *it);
struct ir *expand_iterator_value(const struct site *w, struct ast_iterator *it, struct ir *k);

/* expand_expr.c */
struct ir *expand_element(const struct site *w, struct ast_expr *e, struct ir **idx);
struct ir *expand_scalar(const struct site *w, struct ast_expr *e);
struct ir *expand_real(const struct site *w, struct ast_expr *e);
struct ir *expand_convert(struct expand *x, struct ir *e, enum ir_type type);
struct ir *expand_zero(struct expand *x, enum ir_type type);
struct ir *expand_at(const struct site *w, struct ast_expr *e, int32_t rank, const int64_t *at);
bool expand_literal(const struct ir *e);
struct ast_expr *expand_name(struct expand *x, struct symbol *s); /* its name */

/* expand_ref.c */
struct ir *expand_ref(const struct site *w, struct ast_expr *e, struct ir **idx, enum ir_op op);
struct shape expand_ref_shape(const struct site *w, struct ast_expr *e);
struct shape expand_symbol_shape(const struct site *w, struct symbol *s);

/* expand_op.c */
struct ir *expand_unary(const struct site *w, struct ast_expr *e, struct ir **idx);
struct ir *expand_binary(const struct site *w, struct ast_expr *e, struct ir **idx);
struct ir *expand_arith(struct expand *x, enum ir_op op, struct ir *a, struct ir *b);

/* expand_math.c */
struct ir *expand_math(const struct site *w, struct ast_expr *e, struct ir **idx);
struct ir *expand_extreme(const struct site *w, enum ir_op op, struct ir *a, struct ir *b);

/* expand_build.c */
typedef struct ir *expand_block_fn(void *user, const struct site *w, int32_t block, struct ir *k);
struct ir *expand_choose(const struct site *w, const int64_t *first, int32_t n, struct ir *k,
                         expand_block_fn *fn, void *user);
struct ir *expand_constructor(const struct site *w, struct ast_expr *e, struct ir **idx);
struct ir *expand_matrix(const struct site *w, struct ast_expr *e, struct ir **idx);
struct ir *expand_cat(const struct site *w, struct ast_expr *e, struct ir **idx);
struct ir *expand_comprehension(const struct site *w, struct ast_expr *e, struct ir **idx);
bool expand_prefers_literal(const struct ast_expr *e);

/* expand_array.c */
struct ir *expand_array(const struct site *w, struct ast_expr *e, struct ir **idx);

/* expand_reduce.c */
typedef struct ir *expand_body_fn(void *user, const struct site *w, struct ir *k);
struct ir *expand_fold(const struct site *w, enum ir_op op, int32_t count, bool literal,
                       enum ir_type type, expand_body_fn *fn, void *user);
struct ir *expand_reduce(const struct site *w, struct ast_expr *e);
struct ir *expand_reduce_array(const struct site *w, struct ast_expr *e, enum ir_op op);

/* expand_call.c */
struct ir *expand_call(const struct site *w, struct ast_expr *e, int32_t output, struct ir **idx);
/* no extra dimensions */
struct ir *expand_call_node(const struct site *w, struct ast_expr *e, struct ir_fn **fn);
struct shape expand_call_shape(const struct site *w, struct ast_expr *e, int32_t output);
struct ast_expr *expand_argument(struct ast_expr *call, int32_t input);
struct shape expand_actual_shape(const struct site *w, struct ast_expr *call, int32_t input);
bool expand_actual_integer(const struct site *w, struct ast_expr *call, int32_t input, int64_t *v);
int32_t expand_extra(const struct site *w, struct ast_expr *call, struct shape *extra);

/* expand_fn.c */
struct instance *expand_instance(const struct site *w, struct ast_expr *call);
void expand_bodies(struct expand *x);

/* expand_external.c: fills in i->fn->external */
void expand_external(const struct site *w, struct instance *i);

/* expand_stmt.c */
void expand_stmts(struct stmt_list *out, const struct site *w, const struct ast_body *body);
struct ir_stmt *expand_add(struct stmt_list *out, struct expand *x, enum ir_do op, struct place at);
void expand_join(struct stmt_list *out, struct stmt_list *more);
const char *expand_message(struct expand *x, struct ast_expr *e);
bool expand_is_warning(const struct ast_expr *call);

/* expand_assign.c */
void expand_store(struct stmt_list *out, const struct site *w, enum ir_do op, struct ast_expr *lhs,
                  struct ast_expr *rhs, struct place at);
void expand_assign(struct stmt_list *out, const struct site *w, struct ast_expr *lhs,
                   struct ast_expr *rhs, struct place at);

/* expand_eq.c */
void expand_equations(struct frame *f, const struct ast_body *body);
void expand_equation(struct frame *f, struct ast_expr *lhs, struct ast_expr *rhs, struct place at,
                     const char *text);
void expand_add_eq(struct frame *f, struct ir *lhs, struct ir *rhs, struct place at,
                   const char *text);
const char *expand_eq_text(struct expand *x, const struct ast_stmt *s);
saltus_side expand_side(struct expand *x, const struct ast_stmt *s);
void expand_enter(struct frame *f, struct ir_iter *it, struct ast_iterator *named);
struct ir_iter **expand_box(struct frame *f, int32_t *n);
typedef void expand_loop_fn(struct frame *f, const struct ast_stmt *stmt);
void expand_for(struct frame *f, const struct ast_stmt *stmt, int32_t k, expand_loop_fn *body);

/* expand_connect.c: connections so far; those from number n on are forgotten; equations of all */
void expand_connect(struct frame *f, const struct ast_stmt *s);
int32_t expand_connect_count(const struct expand *x);
void expand_connect_forget(struct expand *x, int32_t n);
void expand_connections(struct expand *x, struct eq_list *eqs);

/* expand_if.c */
typedef void expand_act_fn(struct frame *f, const struct ast_body *body);
void expand_if(struct frame *f, const struct ast_stmt *stmt, expand_act_fn *act);

/* expand_cut.c */
bool expand_find_cut(struct ir_model *m, struct ir *cond, struct ir_iter **box, int32_t n,
                     int32_t *which, int32_t *at);
struct ir_iter *expand_piece(struct ir_model *m, const struct ir_iter *it, int32_t from,
                             int32_t count);
void expand_cut_eq(struct expand *x, struct eq_list *out, struct ir_eq *eq);

/* expand_when.c */
void expand_when(struct frame *f, const struct ast_stmt *stmt, bool equations);
void expand_when_conflicts(struct expand *x);
void expand_when_targets(struct expand *x, const struct ast_body *body, bool inside);

typedef void expand_target_fn(void *user, const struct ir_stmt *s, struct ir *target);
int expand_each_read(struct ir_model *m, const struct ir_stmt *s, bool more, ir_visit_fn *fn,
                     void *user);
void expand_each_target(const struct ir_stmt *s, expand_target_fn *fn, void *user);

/* expand_direct.c, expand_run.c: false: not possible, nothing was done; expand_hidden.c */
bool expand_direct(struct frame *f, const struct ir_stmt *list);
bool expand_run(struct frame *f, const struct ir_stmt *list);
void expand_hidden(struct frame *f, const struct ast_section *section);
struct ir *expand_first_value(struct expand *x, struct ir_var *v, struct ir *index);

/* expand_alg.c */
void expand_algorithm(struct expand *x, const struct ast_section *section, struct eq_list *eqs);

#endif
