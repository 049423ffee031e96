/* SPDX-License-Identifier: MIT */
/* stage.h - what the files of check/ share.
 *
 * A variable gets its type, and its value is checked, when it is first needed or when its turn
 * comes. Both happen in the surroundings of the declaration, not of the use: struct where is saved
 * and put back around them.
 *
 * An expression that was reported has type TYPE_ERROR, and whatever contains it says no more. */
#ifndef CHECK_STAGE_H
#define CHECK_STAGE_H

#include "check/check.h"
#include "lang/lex.h"

/* ---- Context --------------------------------------------------------------------------------- */

struct scope {
    struct symbol *owner; /* the flat class, a function or an enumeration; NULL: library  */
    struct scope *up;
    struct symbol **slots; /* by name, open addressing; room a power of 2                  */
    uint32_t room, n;
    VEC(struct symbol *) members; /* in order of declaration                                      */
};

struct binder { /* the iterators around, innermost first; on the C stack        */
    struct symbol *symbol;
    struct binder *up;
};

enum { CHECK_DEEPEST = 6000 }; /* levels of expressions and declarations within each other    */

enum section { IN_DECLARATION, IN_EQUATION, IN_ALGORITHM, IN_ANNOTATION };

struct where { /* what surrounds an expression                                 */
    struct scope *scope;
    struct symbol *function; /* NULL: a model or a package                                   */
    struct binder *binders;
    enum section section;
    bool initial, when, no_event;
    bool guarded;                /* in a branch that parameters or iterators decide              */
    bool integral;               /* in an index, a size or a range                               */
    bool once;                   /* a start value or a parameter: evaluated once, at the start   */
    int loops, branches;         /* loops around; ifs around that change during a run            */
    const struct type *end_type; /* of the array whose subscript this is, NULL: in none          */
    struct symbol *end_symbol;
    int32_t end_dim;
};

struct check {
    struct messages *m;
    struct names *names;
    struct arena *arena;
    struct checked *out;
    struct check_override *overrides;
    int32_t n_overrides;
    struct scope *library; /* built-in names                                               */
    int32_t root_file;     /* the number of the model's text                               */
    bool mu_division_said, mu_whole_said;
    bool state_rules; /* the first rules are one for each state                       */
    struct where in;
    int depth;     /* of expressions and declarations within each other            */
    int64_t steps; /* of evaluation, all together                                  */
    VEC(struct ast_expr *)
    reinits; /* their targets: must turn out to be states                   */
    VEC(struct symbol *)
    constants; /* that were used: they shall have values                      */
    VEC(struct symbol *)
    functions; /* whose bodies are still to be checked                        */
};

/* ---- type.c: types --------------------------------------------------------------------------- */

const struct type *type_scalar(enum base_type base);
const struct type *type_array(struct arena *a, const struct type *element, int32_t rank,
                              const int32_t *size);
/* same sizes */
const struct type *type_like(struct arena *a, enum base_type base, const struct type *shape);
/* without its first dims */
const struct type *type_element(struct arena *a, const struct type *t, int32_t drop);
/* "Real[3, 2]", as messages show it */
const char *type_text(struct arena *a, const struct type *t);
bool type_same_shape(const struct type *a, const struct type *b);
bool type_same_base(const struct type *a, const struct type *b);
bool type_numeric(const struct type *t);
bool type_is_error(const struct type *t);
int64_t type_count(const struct type *t); /* elements; -1: not known */
/* Can a value of `from` be stored in a `to`? (equal, or Integer to Real) */
bool type_fits(const struct type *to, const struct type *from);
const char *symbol_word(const struct symbol *s); /* "parameter", "function", ... */

/* ---- scope.c, lookup.c, library.c: names ----------------------------------------------------- */

struct scope *scope_new(struct arena *a, struct symbol *owner, struct scope *up);
struct symbol *scope_get(const struct scope *s, const char *name);
void scope_put(struct arena *a, struct scope *s, struct symbol *symbol);
struct symbol *scope_model(struct check *c, struct ast_class *flat); /* with all inside */
/* What a path means here. NULL after an error; with quiet none is reported. */
struct symbol *scope_find(struct check *c, const struct ast_part *path, int32_t n, bool quiet);
/* The name among the n closest to `name`, or NULL. */
const char *scope_nearest(const char *name, const char *const *list, int32_t n);
void scope_builtins(struct check *c); /* fills c->library */
struct symbol *symbol_new(struct arena *a, enum symbol_kind kind, const char *name,
                          struct place at);
const char *symbol_where(struct check *c, const struct symbol *s); /* "parameter, line 3" */

/* ---- declare.c, attribute.c, function.c: declarations ---------------------------------------- */

void check_typed(struct check *c, struct symbol *s); /* afterwards s->type is set */
void check_bound(struct check *c, struct symbol *s); /* and its value is checked */
void check_attributes(struct check *c, struct symbol *s, struct ast_modifier *mods, int32_t n);
void check_attribute_values(struct check *c, struct symbol *s);
void check_function(struct check *c, struct symbol *f); /* its variables; the body later */
void check_function_body(struct check *c, struct symbol *f);
void check_external(struct check *c, struct symbol *f); /* external.c: the call of a C function */
struct where check_surroundings(struct check *c, struct scope *scope); /* fresh; gives the old */

/* ---- expr.c, operator.c, array.c, index.c, call.c, intrinsic.c: expressions ------------------ */

const struct type *check_expr(struct check *c, struct ast_expr *e);
/* of an index, size, range */
const struct type *check_integer_expr(struct check *c, struct ast_expr *e);
const struct type *check_error_type(struct ast_expr *e); /* gives e the type TYPE_ERROR */
const struct type *check_unary(struct check *c, struct ast_expr *e);
const struct type *check_binary(struct check *c, struct ast_expr *e); /* its operands are checked */
const struct type *check_if_expr(struct check *c, struct ast_expr *e);
const struct type *check_range(struct check *c, struct ast_expr *e);
const struct type *check_array(struct check *c, struct ast_expr *e);
const struct type *check_matrix(struct check *c, struct ast_expr *e);
const struct type *check_comprehension(struct check *c, struct ast_expr *e);
const struct type *check_reduce(struct check *c, struct ast_expr *e);
const struct type *check_name(struct check *c, struct ast_expr *e);
const struct type *check_subscripts(struct check *c, struct ast_expr *e, const struct type *t);
const struct type *check_call(struct check *c, struct ast_expr *e, bool tuple);
const struct type *check_builtin(struct check *c, struct ast_expr *e);
const struct type *check_array_builtin(struct check *c, struct ast_expr *e);
/* named arguments of a built-in function */
bool check_order_names(struct check *c, struct ast_expr *e);
const struct type *check_join(struct check *c, const struct type *a, const struct type *b,
                              struct place at, const char *what);
/* A Boolean scalar condition; false after an error. */
bool check_condition(struct check *c, struct ast_expr *e, const char *what);
/* Binds the iterators of a for, one within the other; binders has room for n. */
void check_iterators(struct check *c, struct ast_iterator *it, int32_t n, struct binder *binders,
                     struct ast_expr **inside, int32_t n_inside, struct ast_body *body);
/* A size: a number >= 0, or -1 if it is not known inside a function or after an error (*bad). */
int32_t check_size(struct check *c, struct ast_expr *e, const char *what, bool *bad);
int32_t check_range_count(struct check *c, struct ast_expr *range, bool *bad);
bool check_call_shape(struct check *c, struct ast_expr *call, const struct symbol *output,
                      int32_t *size);

/* ---- vary.c: variability --------------------------------------------------------------------- */

enum variability check_vary(const struct ast_expr *e); /* of a checked expression */
/* The first name in e that varies more than `most`; NULL: none. */
const struct ast_expr *check_varying(const struct ast_expr *e, enum variability most);
bool check_uses_iterator(const struct ast_expr *e);

/* ---- unit_check.c ---------------------------------------------------------------------------- */

void check_units(struct check *c); /* warnings, once everything else is right */

/* ---- stmt.c, when.c, target.c: equations and statements -------------------------------------- */

void check_sections(struct check *c, struct ast_class *class_);
void check_cycles(struct check *c); /* cycle.c: parameters defined by themselves */
void check_body(struct check *c, struct ast_body *body);
void check_when(struct check *c, struct ast_stmt *s);
void check_connect(struct check *c, struct ast_stmt *s); /* connect.c */
/* x[p[i]]: parameters in its indices get their values now; e may be der(x). False: it is something
 * else. */
bool check_settle(struct check *c, const struct ast_expr *e);
void check_mark_discrete(struct symbol *model);         /* Reals assigned in whens only */
void check_target(struct check *c, struct ast_expr *e); /* may it be assigned here? */
/* a parameter, in an initial section */
bool check_may_set(struct check *c, const struct symbol *s);
/* In the dialect, a Real that is known now and whole becomes an Integer; if it is not whole, that is
 * reported. False: it is neither. */
bool check_whole(struct check *c, struct ast_expr *e);
/* 1:0.3*N, likewise, if all of its numbers are whole. */
bool check_whole_range(struct check *c, struct ast_expr *e);
void check_stores(struct check *c, const struct type *to, struct ast_expr *value, const char *name,
                  struct place at);

/* ---- settings.c, vendor.c: annotations ------------------------------------------------------- */

void check_settings(struct check *c, struct ast_class *model);
void check_variable_annotation(struct check *c, struct symbol *s);
void check_stmt_annotation(struct check *c, const struct ast_stmt *s);

/* ---- value.c, ...: evaluation ---------------------------------------------------------------- */

enum value_result { VALUE_OK, VALUE_NONE, VALUE_WRONG }; /* wrong: reported */

struct said { /* how many messages there were */
    int32_t n;
    int errors, warnings;
};
struct said check_said(const struct check *c);
void check_unsay(struct check *c, struct said s); /* those since then */
/* Of n conditions (every step-th expression), all checked: the number of the first that holds, n if
 * none does; -1: it is not known at compile time. */
int32_t check_chosen(struct check *c, struct ast_expr *const *conditions, int32_t step, int32_t n);

struct value_reason { /* why an expression has no value                               */
    struct place at;
    const char *text;
};

/* c may be NULL once everything is checked. */
enum value_result value_of(struct messages *m, struct check *c, struct ast_expr *e,
                           struct value **out, struct value_reason *why);
enum value_result value_of_symbol(struct messages *m, struct check *c, struct symbol *s,
                                  struct place at, struct value_reason *why);
/* An Integer (or enumeration) scalar. */
enum value_result value_integer(struct messages *m, struct check *c, struct ast_expr *e,
                                int64_t *out, struct value_reason *why);

#endif
