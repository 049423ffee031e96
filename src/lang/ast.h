/* SPDX-License-Identifier: MIT */
/* ast.h - a model text as a tree, just as it was written.
 *
 * Names are interned: two names are equal if their pointers are (see intern in lex.h). Lists are
 * arrays with a count. The stages after parsing add what they find out in the fields marked
 * (check); the parser leaves them 0. Everything lives in the arena of the compilation. */
/* clang-format off */
#ifndef LANG_AST_H
#define LANG_AST_H

#include "lang/source.h"
#include <stdbool.h>

struct symbol; /* check/check.h */
struct type;

/* ---- Expressions ----------------------------------------------------------------------------- */

enum expr_kind {
    EXPR_REAL,     /* 1.5e3            number, text (as written) */
    EXPR_INTEGER,  /* 12               integer, text */
    EXPR_STRING,   /* "a\n"            text (unescaped) */
    EXPR_BOOLEAN,  /* true             integer 0/1 */
    EXPR_NAME,     /* .a.b[i].c        path, absolute */
    EXPR_CALL,     /* f(x, n = 3)      path = function, args (positional then named); der, pre,
                                       initial, ... are calls too */
    EXPR_REDUCE,   /* sum(e for i in r, j in s)   path = function, args[0] = e, iterators */
    EXPR_UNARY,    /* -a  +a  not a  .-a          op, args[0] */
    EXPR_BINARY,   /* a + b            op, args[0..1] */
    EXPR_IF,       /* if c1 then a elseif c2 then b else d: args = c1 a c2 b ... d (odd number)   */
    EXPR_RANGE,    /* a:b  a:s:b       args = a b, or a s b */
    EXPR_ARRAY,    /* {a, b}           args */
    EXPR_COMPREHENSION, /* {e for i in r}   args[0], iterators */
    EXPR_MATRIX,   /* [a, b; c, d]     args = rows, each an EXPR_ARRAY */
    EXPR_TUPLE,    /* (a, , c)         args; an omitted one is NULL. (a) alone is a itself */
    EXPR_COLON,    /* : as a subscript */
    EXPR_END,      /* end in a subscript */
    EXPR_ERROR     /* (inst) in place of what was reported */
};

enum expr_op { /* with the text that prints */
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_POW,      /* + - * / ^     */
    OP_EADD, OP_ESUB, OP_EMUL, OP_EDIV, OP_EPOW, /* .+ .- .* ./ .^ */
    OP_LT, OP_LE, OP_GT, OP_GE, OP_EQ, OP_NE,    /* < <= > >= == <> */
    OP_AND, OP_OR, OP_NOT,
    OP_COUNT
};

struct ast_part {                /* one step of a path: b[i, :] */
    const char *name;
    struct place at;             /* of the name */
    struct ast_expr **sub;       /* subscripts, n_sub of them */
    int32_t n_sub;
};

struct ast_iterator {
    /* i in range; range NULL: to be found from the indices (for i loop) */
    const char *name;
    struct place at;
    struct ast_expr *range;
    struct symbol *symbol;       /* (check) */
};

struct ast_expr {
    enum expr_kind kind;
    enum expr_op op;
    bool absolute;               /* EXPR_NAME, EXPR_CALL, EXPR_REDUCE: starts with a dot */
    struct place at;
    double number;
    int64_t integer;             /* literals beyond int64 are EXPR_REAL after an error */
    const char *text;
    struct ast_part *path;
    int32_t n_path;
    struct ast_expr **args;
    const char **arg_names;      /* NULL, or n_args names, NULL for positional ones */
    int32_t n_args;
    struct ast_iterator *iterators;
    int32_t n_iterators;
    int32_t height;              /* of the tree below, 1 for a leaf; at most 5000 (parse_expr.c) */

    const struct type *type;     /* (check) of the value */
    /* (check) of EXPR_NAME, and the function of EXPR_CALL, EXPR_REDUCE */
    struct symbol *symbol;
    int builtin;                 /* (check) enum builtin of a call of a built-in function, else 0 */
};

/* ---- Modifications and annotations ----------------------------------------------------------- */

/* (start = 1, each fixed = true, final R(unit = "V") = 3). As an annotation's contents it is the
 * same: annotation(experiment(StopTime = 1)). */
struct ast_modifier {
    struct ast_part *path;       /* name, maybe dotted */
    int32_t n_path;
    struct place at;
    bool each, final;
    struct ast_expr *value;      /* after = (or := ); NULL: none */
    struct ast_modifier *inner;  /* in parentheses, n_inner of them */
    int32_t n_inner;
    bool parens;                 /* were there parentheses at all */
    const char *comment;         /* "..." after it, or NULL */
    /* redeclare or replaceable ELEMENT: a component or a class with PREFIX_REDECLARE and
     * PREFIX_REPLACEABLE as written; path is its name. Else NULL */
    struct ast_element *redeclare;
};

/* ---- Equations and statements: one shape for both -------------------------------------------- */

enum stmt_kind {
    STMT_EQUATION, /* a = b                     exprs[0], exprs[1] */
    STMT_ASSIGN,   /* a := b, (a, b) := f(x)    exprs[0], exprs[1] */
    STMT_CALL,     /* assert(...), reinit(...)  exprs[0] */
    STMT_FOR,      /* iterators, bodies[0] */
    STMT_WHILE,    /* exprs[0], bodies[0] */
    STMT_IF,       /* exprs = conditions, bodies; one body more: else */
    STMT_WHEN,     /* exprs = conditions, bodies (elsewhen) */
    STMT_CONNECT,  /* exprs[0], exprs[1]; in a flat class: pairs of variables, 2 k and 2 k + 1 */
    STMT_BREAK,
    STMT_RETURN
};

struct ast_body {
    struct ast_stmt *stmts;
    int32_t n;
};

struct ast_stmt {
    enum stmt_kind kind;
    struct place at;
    struct ast_expr **exprs;
    int32_t n_exprs;
    struct ast_body *bodies;
    int32_t n_bodies;
    struct ast_iterator *iterators;
    int32_t n_iterators;
    /* (inst) STMT_CONNECT: is that side a connector of the class in which it is? */
    bool outside[2];
    const char *comment;         /* "..." after it, or NULL */
    struct ast_modifier *annotation;
    int32_t n_annotation;
};

/* ---- Classes --------------------------------------------------------------------------------- */

enum class_kind { CLASS_MODEL, CLASS_BLOCK, CLASS_CLASS, CLASS_FUNCTION, CLASS_PACKAGE, CLASS_TYPE,
                  CLASS_RECORD, CLASS_CONNECTOR, CLASS_OPERATOR };

enum element_kind { ELEMENT_COMPONENT, ELEMENT_CLASS, ELEMENT_IMPORT, ELEMENT_EXTENDS };

/* Prefixes, as bits. */
enum prefix {
    PREFIX_CONSTANT = 1, PREFIX_PARAMETER = 2, PREFIX_DISCRETE = 4, PREFIX_INPUT = 8,
    PREFIX_OUTPUT = 16, PREFIX_FLOW = 32, PREFIX_STREAM = 64, PREFIX_FINAL = 128,
    PREFIX_INNER = 256, PREFIX_OUTER = 512, PREFIX_REPLACEABLE = 1024, PREFIX_REDECLARE = 2048,
    PREFIX_PROTECTED = 4096, PREFIX_PARTIAL = 8192, PREFIX_ENCAPSULATED = 16384,
    PREFIX_PURE = 32768, PREFIX_IMPURE = 65536,
    /* (inst) of a variable in a flat class: it belongs to a connector; it is an input, an output of
     * a component of the model (PREFIX_INPUT and PREFIX_OUTPUT are left to those of the model
     * itself). */
    PREFIX_CONNECTOR = 131072, PREFIX_PART_INPUT = 262144, PREFIX_PART_OUTPUT = 524288,
    /* (inst) a constant of a package or of another class: none of the model's variables */
    PREFIX_ELSEWHERE = 1048576,
    /* (inst) one of the variables of a connector that has several */
    PREFIX_PIN = 2097152
};

struct ast_element {
    enum element_kind kind;
    uint32_t prefixes;
    struct place at;
    /* component: type name, sizes on the type, then the declarator. `Real x, y` makes two elements;
     * joined is true for all but the first of a clause, so that print writes them as one again. */
    struct ast_part *type_path;  /* also: extends what, import what */
    int32_t n_type_path;
    struct place type_at;
    bool type_absolute;
    bool joined;
    struct ast_expr **type_sub;  /* Real[3] x */
    int32_t n_type_sub;
    const char *name;            /* component; import: alias or NULL */
    struct place name_at;
    struct ast_expr **sub;       /* x[N, M] */
    int32_t n_sub;
    struct ast_modifier *mods;   /* (start = 1) */
    int32_t n_mods;
    bool mod_parens;
    struct ast_expr *value;      /* = 3 */
    bool value_assign;           /* := instead of = */
    struct ast_expr *condition;  /* if c */
    struct ast_element *constraint; /* constrainedby: type_path, mods; or NULL */
    /* (inst) the name of an array inside arrays of parts, # for each index: stage[#].c.v; NULL: its
     * name */
    const char *label;
    struct place pin_of;         /* (inst) flow of a pin: the part that the model declares; or none */
    bool same; /* extends: what is inherited under the name of the class itself */
    bool import_all;             /* import A.* */
    const char **import_names;   /* import A.{b, c} */
    int32_t n_import_names;
    const char *comment;
    struct ast_modifier *annotation;
    int32_t n_annotation;
    struct ast_class *class_;    /* ELEMENT_CLASS */
    struct symbol *symbol;       /* (check) */
};

enum section_kind { SECTION_EQUATION, SECTION_ALGORITHM };

struct ast_section {
    enum section_kind kind;
    bool initial;
    struct place at;
    struct ast_body body;
};

struct ast_literal {             /* of an enumeration */
    const char *name, *comment;
    struct place at;
    struct ast_modifier *annotation;
    int32_t n_annotation;
};

/* external "C" y = f(x, size(x, 1)) annotation(Include = "...") */
struct ast_external {
    const char *language;        /* NULL: not said */
    struct ast_expr *result;     /* a name, or NULL */
    struct ast_expr *call;       /* EXPR_CALL, or NULL: of the function's name, by its declarations */
    struct ast_modifier *annotation;
    int32_t n_annotation;
    const char *derivative;      /* (inst) the function that its annotation names, or NULL */
    struct symbol *derived;      /* (check) that function */
};

struct ast_class {
    enum class_kind kind;
    uint32_t prefixes;
    const char *name, *comment;
    struct place at, name_at;    /* at: from its first word to its end */
    struct ast_element *elements;
    int32_t n_elements;
    struct ast_section *sections;
    int32_t n_sections;
    /* Order of elements and sections as written does not matter but for printing: sections come
     * after the elements; a protected/public heading becomes a prefix of each element. */
    struct ast_modifier *annotation;
    int32_t n_annotation;
    /* short forms: type Voltage = Real[3](unit = "V");  type E = enumeration(a, b) */
    struct ast_element *alias;   /* type_path, type_sub, mods of the right-hand side, or NULL */
    struct ast_literal *literals;
    int32_t n_literals;
    bool is_enumeration;
    struct ast_external *external; /* NULL: none */
    struct place external_at;
    bool annotated, closed;      /* (parse) had an annotation; had its end */
    bool expandable;             /* of a connector */
    bool is_operator;            /* `operator record`, `operator function` */
    /* `model extends X(mods)`: its first element is the extends clause, which is `same` */
    bool extends_same;
    /* (inst) of a package: where its classes are that are in files of their own; NULL: none */
    const char *folder;
    struct symbol *symbol;       /* (check) */
};

struct ast_file {
    int32_t source;
    struct ast_part *within;     /* NULL: none */
    int32_t n_within;
    bool has_within;
    struct ast_class **classes;
    int32_t n_classes;
};

#endif
