/* SPDX-License-Identifier: MIT */
/* stage.h - what the files of inst/ share.
 *
 * A class in its surroundings is an *environment*: its members by name, own and inherited, and the
 * environment around it. A *part* is an instance: of a class (then it has parts of its own, one for
 * each member that is a component), or of a predefined type (a leaf, which becomes a variable). A
 * *scope* is where an expression was written: names are looked up in the environment, and what they
 * find there are the parts of that part.
 *
 * An array of parts is one part. Its *levels* are the dimensions of the parts around it, then its
 * own; in an expression of the part they are $1, $2, ...: stage[3] with r[2] inside has two levels,
 * and R in r is 'stage.r.R'[$1, $2]. */
#ifndef INST_STAGE_H
#define INST_STAGE_H

#include "inst/inst.h"
#include "lang/lex.h"

enum {
    INST_DEEPEST = 100, /* parts in parts, classes that are defined by others */
    INST_TABLES = 2,    /* (table.c) kinds of them */
    INST_TABLE_WORDS = 13,
    INST_TWICE = 16 /* a class in itself, so often, with other redeclarations each time */
};

typedef VEC(struct ast_stmt) inst_stmts;

struct inst_scope {
    struct inst_part *part; /* NULL: in a class, where only constants have a meaning */
    struct inst_env *env;
};

/* ---- mod.c: modifications -------------------------------------------------------------------- */

/* What is said of one component from one place. Lists go from the outside in: the first that says
 * something wins. */
struct inst_mod {
    struct inst_mod *next;
    const struct ast_part *rest; /* of a dotted name: it is said of rest[0] inside */
    int32_t n_rest;
    const struct ast_modifier *inner;
    int32_t n_inner;
    struct ast_expr *value;
    struct place at;
    struct inst_scope scope; /* where it was written; part NULL: in the instance of its class */
    /* levels over which the value is repeated: the writer's, and under an `each` */
    int32_t covered;
    bool final, each;
    bool of_record; /* the value is a field of one that was given to the whole record */
    const struct ast_element *redeclare;
};

struct inst_part;

struct inst_mods { /* a list to which one can append */
    struct inst_mod *first, **end;
};

/* ---- class.c, env.c: environments ------------------------------------------------------------ */

/* What a class is redeclared to, or what is said of it, or of a constant of a package; the
 * outermost first. */
struct inst_redecl {
    struct inst_redecl *next;
    const char *name;
    const struct ast_element *e; /* of kind ELEMENT_CLASS; NULL: it is modified */
    struct inst_scope scope;
    struct inst_mod mod;
};

struct inst_twin { /* a declaration that is inherited as well and says the same */
    const struct ast_element *e;
    const struct inst_twin *next;
};

struct inst_member {
    const char *name;
    struct ast_element *e;     /* NULL: a class from a file of its own */
    struct ast_class *class_;  /* NULL: a component */
    struct inst_env *home;     /* where it was declared */
    struct inst_mod *mods;     /* by the extends clauses on the way; of a class: by inst_redecl */
    struct inst_env *modified; /* of a class with mods: its environment, once it was asked for */
    const struct inst_redecl *redecl;
    const struct inst_twin *twins;
    int32_t kid; /* of a component: its number among those of the class */
    bool is_protected, inherited;
};

struct inst_base {
    struct inst_env *env;
    const struct ast_element *e;
};

struct inst_env {
    struct ast_class *c;
    struct inst_env *up;    /* NULL: the class is one of the outermost */
    struct inst_part *part; /* of a class that redeclares another: who wrote it */
    const struct inst_redecl *redecls;
    const struct inst_mod *mods;    /* what is said of all parts of the class; NULL: nothing */
    struct inst_env *opened;        /* (inst_open) */
    struct inst_part *package;      /* (constant.c) with its constants; NULL: not asked for yet */
    struct inst_function *function; /* (function.c) of a function that was asked for */
    const char *flat;               /* (constant.c) its name in the flat class */
    bool redeclares;                /* it is in a modification, not among the members of a class */
    const struct ast_element *constraint; /* of a replaceable class, and where it was written */
    struct inst_env *home;
    enum { INST_NEW, INST_OWN, INST_READY } state;
    struct inst_member **slots; /* by name, open addressing, room a power of 2 */
    uint32_t room, n;
    VEC(struct inst_member *) members; /* in order, inherited ones where their extends clause is */
    VEC(struct inst_base) bases;
    VEC(const struct ast_element *) imports;
    bool imports_checked;
    int32_t n_kids;
    struct ast_part *path; /* its full name */
    int32_t n_path;
};

struct inst_flat_class { /* a class that the flat class refers to, and its name there */
    const struct inst_env *env;
    const char *name;
};

struct inst_following { /* on the C stack */
    const struct ast_class *c;
    const struct inst_following *up;
};

struct inst {
    struct library *l;
    struct messages *m;
    struct names *names;
    struct arena *arena;
    struct arena *scratch;  /* for parts and modifications: not needed when the class is flat */
    int32_t file;           /* number of the text */
    struct inst_env **envs; /* by class, surroundings and writer */
    uint32_t room, n;
    const struct inst_chain *building; /* classes whose bases are being found */
    int soft;    /* errors after which the flat class can be checked all the same */
    bool mu;     /* the dialect of existing QSS models */
    int renamed; /* flat names that were taken */
    const struct inst_env *model;           /* the class of the model */
    struct inst_part *whole;                /* the model; NULL: its parts are being made */
    VEC(struct inst_flat_class) named;      /* (constant.c) enumerations, functions, packages */
    const struct inst_following *following; /* those that are being followed */
    VEC(const struct ast_class *) broken;   /* those that lead back to themselves */
    int32_t leaves;                         /* how many variables there will be */
    VEC(struct ast_element) elements;       /* of the flat class */
    int32_t statements;                     /* how many equations at least */
    inst_stmts equations, initial;
    VEC(struct ast_section) algorithms;
    VEC(struct inst_function *) functions; /* (function.c) that were asked for */
    int32_t made, put;                     /* of the functions and constants, how many */
    struct inst_function *making;          /* the innermost that is being made flat; NULL: none */
    int nesting;                           /* (record.c) values of constants inside each other */
    int operators, placed;                 /* (operator.c) inside each other, and all */
    bool has_records;                      /* somewhere: else no one need look for them */
    VEC(struct inst_part *) constants;     /* (constant.c) that are needed */
    VEC(struct inst_env *) enumerations;
    struct ast_class *tables[INST_TABLES]; /* (table.c) once one was asked for */
    const struct ast_expr *table_words[INST_TABLE_WORDS];
};

struct inst_env *inst_env_of(struct inst *in, struct ast_class *c, struct inst_env *up,
                             struct inst_part *part);
/* The same with redeclared classes; `with` is in front of those that hold already. */
struct inst_env *inst_env_with(struct inst *in, struct inst_env *env,
                               const struct inst_redecl *with);
bool inst_is_member(const struct inst_member *m, const struct ast_element *e); /* or its twin */
void inst_env_put(struct inst *in, struct inst_env *env, struct inst_member *m);
/* As far as it is ready; after inst_env_ready its members are complete, and inst_env_get sees to
 * that. */
struct inst_member *inst_env_look(const struct inst_env *env, const char *name);
void inst_env_ready(struct inst *in, struct inst_env *env);
struct inst_member *inst_env_get(struct inst *in, struct inst_env *env, const char *name);
struct inst_env *inst_member_env(struct inst *in, const struct inst_member *m); /* of a class */
/* The full name as a path, and as a text. */
void inst_env_path(struct inst *in, struct inst_env *env);
const char *inst_env_text(struct inst *in, struct inst_env *env);

/* ---- look.c: names --------------------------------------------------------------------------- */

struct inst_found {
    struct inst_env *env;             /* a class */
    const char *builtin;              /* Real, Integer, Boolean, String */
    const struct inst_member *member; /* a component */
    struct inst_env *of;              /* the environment that has it */
    bool here; /* it belongs to the class in which we look, not to one around it */
};

/* The first name of a path; nothing found leaves all NULL. */
struct inst_found inst_find(struct inst *in, struct inst_env *env, const char *name);
struct inst_found inst_find_top(struct inst *in, const char *name);
/* The class of a path; NULL and env NULL, builtin NULL after an error (quiet: none is reported). */
struct inst_found inst_find_class(struct inst *in, struct inst_env *env,
                                  const struct ast_part *path, int32_t n, bool absolute,
                                  bool quiet);
/* Of the model's file: what the class, and those around it, import is there. */
void inst_check_imports(struct inst *in, struct inst_env *env);
/* What defines a class by another one: of A = B what is behind the =; of a type its only element,
 * `extends B`; else NULL. */
const struct ast_element *inst_definition(const struct ast_class *c);
/* What a short definition `package A = B.C` stands for, also of a redeclared class; else env
 * itself. */
struct inst_env *inst_open(struct inst *in, struct inst_env *env);
void inst_say_unknown(struct inst *in, struct inst_env *env, const struct ast_part *part,
                      const char *what);
void inst_say_no_member(struct inst *in, struct inst_env *env, const struct ast_part *part);

struct inst_dim {
    struct ast_expr *size;
    struct inst_scope scope;
};

struct inst_type {        /* what a type name comes to, through short definitions */
    struct inst_env *env; /* of the class; of `type ...` and enumerations, too */
    const char *builtin;
    bool leaf, connector;
    uint32_t prefixes; /* of the short definitions */
    struct inst_mods mods;
    VEC(struct inst_dim) dims;
};

/* False after an error. `part` is the instance in which the name was written. */
bool inst_find_type(struct inst *in, struct inst_scope from, const struct ast_element *e,
                    struct inst_type *out);
/* Of a class, in the same way. */
bool inst_type_of(struct inst *in, struct inst_env *env, struct inst_type *out);
/* Connectors, parameters, ... of `wanted` must be there in `given`. */
void inst_check_constraint(struct inst *in, const struct inst_type *wanted,
                           const struct inst_type *given, struct place at, const char *what);

/* ---- mod.c ----------------------------------------------------------------------------------- */

void inst_mods_init(struct inst_mods *list);
struct inst_mod *inst_mods_add(struct inst *in, struct inst_mods *list, struct inst_mod mod);
/* One of the modifiers in parentheses, or the rest of a dotted name: said of a component inside. */
struct inst_mod inst_mod_inner(const struct inst_mod *m, const struct ast_modifier *inner,
                               int32_t levels);
struct inst_mod inst_mod_rest(const struct inst_mod *m);
/* A declaration's own: (mods) = value. */
struct inst_mod inst_mod_own(const struct ast_element *e, struct inst_scope scope, int32_t covered);
/* The classes of env that modifications redeclare or modify; of a package, the constants, too. */
const struct inst_redecl *inst_redecls(struct inst *in, struct inst_env *env,
                                       const struct inst_mod *list);
/* The value that holds, of the variable itself or of one of its attributes; final ones are kept. */
struct inst_mod *inst_mods_value(struct inst *in, const struct inst_part *p, const char *name);
bool inst_mod_is_class(const struct ast_modifier *m);
/* A name may be given one value in one list. */
void inst_check_twice(struct inst *in, const struct ast_modifier *list, int32_t n);

/* ---- part.c: instances ----------------------------------------------------------------------- */

struct inst_part {
    const char *name;  /* its own */
    const char *flat;  /* with those of the parts around it: stage.r; of the model "" */
    const char *label; /* stage[#].r; NULL: flat */
    struct inst_part *up;
    const struct inst_member *member;
    const struct ast_element *e; /* the declaration that holds */
    struct inst_env *env;        /* NULL: of a built-in type */
    const char *builtin;
    bool leaf, connector;
    bool inside; /* it belongs to a part, not to the model itself or to its connectors */
    uint32_t prefixes;
    struct inst_mod *mods;
    struct inst_dim *dims;
    int32_t n_dims, n_levels;   /* its own dimensions; all */
    struct ast_expr **sizes;    /* of all levels, flat; NULL: not asked for yet */
    struct ast_expr *condition; /* flat, with those around it; NULL: none */
    bool conditioned;           /* condition is set */
    struct inst_part **kids;    /* env->n_kids of them; NULL after an error */
    int32_t depth;
    bool needed;  /* it is in inst.constants */
    bool package; /* it is a package: what is in it has no other parts beside it */
};

struct inst_part *inst_part_model(struct inst *in, struct inst_type *t); /* the whole tree */
/* A class whose constants are parts of it, made one by one. */
struct inst_part *inst_part_package(struct inst *in, struct inst_env *env, const char *name);
struct inst_part *inst_part_constant(struct inst *in, struct inst_part *package, const char *name);
/* The part of that name; of an `outer` one the part that is meant. NULL: none, or after an
 * error. */
struct inst_part *inst_part_kid(struct inst *in, struct inst_part *p, const char *name);
struct ast_expr **inst_part_sizes(struct inst *in, struct inst_part *p);
struct ast_expr *inst_part_condition(struct inst *in, struct inst_part *p);

/* ---- expr.c, name.c: expressions with flat names --------------------------------------------- */

struct inst_bound { /* iterators around, innermost first; on the C stack */
    const char *name;
    const struct inst_bound *up;
};

struct inst_ctx {
    struct inst *in;
    struct inst_scope scope;
    const struct inst_bound *bound;
    const struct inst_given *given; /* (operator.c) for the inputs of a function, or NULL */
    int depth;                      /* (operator.c) of functions whose values stand for calls */
    bool first; /* one number for all parts of an array is meant: sizes and conditions */
    bool algorithm;
    bool plain; /* a flat expression is copied: names stay */
    bool used;  /* an index of a level was needed */
};

struct inst_ref { /* a part with the subscripts that were written on the way to it */
    struct inst_part *part;
    VEC(struct ast_expr *) sub;
    int32_t levels; /* of those, how many are of the parts around it */
    bool own;       /* its first name is a connector of the class */
};

bool inst_is_bound(const struct inst_ctx *c, const char *name); /* by an iterator */
struct ast_expr *inst_expr(struct inst_ctx *c, const struct ast_expr *e);
struct ast_expr **inst_exprs(struct inst_ctx *c, struct ast_expr *const *list, int32_t n);
struct ast_expr *inst_name(struct inst_ctx *c, const struct ast_expr *e);
void inst_stmt(struct inst_ctx *c, const struct ast_stmt *s, struct ast_stmt *out);
void inst_body(struct inst_ctx *c, const struct ast_body *b, struct ast_body *out);
void inst_add(struct inst_ctx *c, const struct ast_body *b, inst_stmts *list);
/* The part that a name means; part NULL: it means none, or after an error (*said). */
struct inst_ref inst_ref_of(struct inst_ctx *c, const struct ast_expr *e, bool *said);
struct ast_expr *inst_ref_expr(struct inst *in, const struct inst_ref *r,
                               const struct inst_part *leaf, struct place at);
struct ast_expr *inst_copy(struct inst *in, const struct ast_expr *e); /* of a flat one */
struct ast_expr *inst_new_expr(struct inst *in, enum expr_kind kind, struct place at);
struct ast_expr *inst_new_name(struct inst *in, const char *name, struct place at);
struct ast_expr *inst_new_integer(struct inst *in, int64_t value, struct place at);
struct ast_expr *inst_new_error(struct inst *in, struct place at);
const char *inst_level_name(struct inst *in, int32_t level);
struct ast_iterator inst_level_iterator(struct inst *in, int32_t level, struct ast_expr *size,
                                        struct place at);

/* ---- connect.c, flat.c, record.c ------------------------------------------------------------- */

void inst_connect(struct inst_ctx *c, const struct ast_stmt *s, struct ast_stmt *out);
/* A name that means a whole part, where a variable is needed: an error. */
struct ast_expr *inst_record(struct inst_ctx *c, const struct ast_expr *e,
                             const struct inst_ref *r);
void inst_flatten(struct inst *in, struct inst_part *model);
void inst_variable(struct inst *in, struct inst_part *leaf);
/* for $1 in 1:N, ... around statements of a part, and `if` around those of a conditional one. */
struct ast_body inst_around(struct inst *in, struct inst_part *p, struct ast_body body,
                            struct place at);

/* ---- uses.c ---------------------------------------------------------------------------------- */

/* The part, or the one of the model in which it is, uses the files of its class. */
void inst_use(struct inst *in, const struct inst_part *p);

/* ---- record.c -------------------------------------------------------------------------------- */

struct inst_leaf { /* a variable inside a part, and the names that lead to it */
    const char **path;
    int32_t n;
    const struct inst_part *part;
};
typedef VEC(struct inst_leaf) inst_leaves;

bool inst_is_record(const struct inst_env *env);
inst_leaves inst_class_leaves(struct inst *in, struct inst_env *env);
inst_leaves inst_leaves_of(struct inst *in, const struct inst_part *p);
/* e.name, (e).name as they would be written; of the latter inst_field_expr is the flat
 * expression. */
struct ast_expr *inst_field(struct inst *in, struct ast_expr *e, const char *name);
struct ast_expr *inst_fields(struct inst *in, struct ast_expr *e, const char *const *path,
                             int32_t n);
struct ast_expr *inst_field_expr(struct inst_ctx *c, const struct ast_expr *e);
/* the class; NULL: built in */
struct inst_env *inst_called(struct inst_ctx *c, const struct ast_expr *e);
/* its record class; NULL: none */
struct inst_env *inst_record_of(struct inst_ctx *c, const struct ast_expr *e);
struct ast_expr *inst_record_call(struct inst_ctx *c, const struct ast_expr *e);
bool inst_record_stmt(struct inst_ctx *c, const struct ast_stmt *s, inst_stmts *list);

/* ---- constant.c ------------------------------------------------------------------------------ */

/* The name of a class in the flat class: one for each environment. */
const char *inst_flat_name(struct inst *in, struct inst_env *env);
/* The same of an enumeration, which is put into the flat class. */
const char *inst_enumeration(struct inst *in, struct inst_env *env);
bool inst_is_elsewhere(const struct inst_part *p); /* is it inside such a class? */
/* Constant m of a class, found in environment `of`, as a part; NULL after an error. */
struct inst_part *inst_constant(struct inst *in, const struct inst_member *m, struct inst_env *of);
void inst_constant_use(struct inst *in, struct inst_part *leaf); /* a variable in it */
/* Into the flat class. The values of constants may ask for functions, and these for constants. */
void inst_constants_put(struct inst *in);
void inst_enumerations_put(struct inst *in);

struct inst_env *inst_record_of_member(struct inst *in, const struct inst_member *m);

/* ---- operator.c ------------------------------------------------------------------------------ */

/* The function that e, an operator with a record among its operands, means; NULL: none. */
struct inst_env *inst_operator(struct inst_ctx *c, const struct ast_expr *e);
struct inst_env *inst_operator_result(struct inst *in, struct inst_env *f); /* NULL: no record */
/* Field `path` of what it gives. */
struct ast_expr *inst_operator_expr(struct inst_ctx *c, const struct ast_expr *e,
                                    struct inst_env *f, const struct ast_part *path, int32_t n);
/* The input of the record's constructor that has a default for a field, or NULL; odd: it has a
 * constructor that does more than give its inputs to fields. */
const struct inst_member *inst_operator_default(struct inst *in, struct inst_env *record,
                                                const char *field, bool *odd);
/* Is the name that of an input for which something was given? Its record class; its value. */
bool inst_is_given(const struct inst_ctx *c, const struct ast_expr *e);
struct inst_env *inst_given_record(struct inst_ctx *c, const struct ast_expr *e);
struct ast_expr *inst_given_expr(struct inst_ctx *c, const struct ast_expr *e);

/* A call of a function with annotation(Inline = true) and one simple assignment: is it written out? */
bool inst_is_written_out(struct inst *in, struct inst_env *f, const struct ast_expr *e);
/* Field `path` of its result; NULL: it is not. */
struct ast_expr *inst_written_out(struct inst_ctx *c, const struct ast_expr *e, struct inst_env *f,
                                  const struct ast_part *path, int32_t n);

/* ---- table.c --------------------------------------------------------------------------------- */

/* What a table that is an external object is here; NULL: the class is none. */
struct ast_class *inst_table_class(struct inst *in, const struct ast_class *c);
/* Is the field there only because the constructor has it? */
bool inst_table_unused(const struct inst_part *p, const struct ast_element *e);
/* Is it a function in C that reads a table? A call of it as an expression; NULL: it is not. */
bool inst_table_reads(const struct ast_class *f);
struct ast_expr *inst_table_call(struct inst_ctx *c, const struct ast_expr *e,
                                 const struct inst_env *env);

/* ---- function.c ------------------------------------------------------------------------------ */

/* The call of a function that is made flat, of which field `path` of the first result is needed;
 * NULL: another function. */
struct ast_expr *inst_function_call(struct inst_ctx *c, const struct ast_expr *e,
                                    struct inst_env *env, const struct ast_part *path, int32_t n);
bool inst_function_stmt(struct inst_ctx *c, const struct ast_stmt *s, inst_stmts *list);
/* Of a variable of the function that is being made flat: the name of a second one; NULL after an
 * error. */
const char *inst_making_name(const struct inst *in); /* of the function that is being made flat */
const char *inst_function_copy(struct inst *in, const struct ast_expr *e);
/* its record; NULL: none */
struct inst_env *inst_function_result(struct inst *in, struct inst_env *env);
/* The functions of the model's file are checked even if no one calls them. */
void inst_functions_of_file(struct inst *in);
void inst_functions_make(struct inst *in); /* the bodies of all that were asked for */
void inst_functions_put(struct inst *in);  /* into the flat class */

#endif
