/* SPDX-License-Identifier: MIT */
/* check.h - what the names, types and sizes of a flat class are.
 *
 * check_model walks over the flat class that inst has made, and writes into the tree: the
 * symbol of each name, the type of each expression (with sizes), the built-in function of each
 * call. It evaluates constants and structural parameters: those that decide a size, a range, an
 * index set or a branch. What it lets through, the next stage need not doubt. */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "lang/builtin.h"
#include "lang/lang.h"
#include "saltus_model.h"

struct inst_model; /* inst/inst.h */

enum { CHECK_RANK = 8 };

enum base_type {
    TYPE_ERROR,
    TYPE_REAL,
    TYPE_INTEGER,
    TYPE_BOOLEAN,
    TYPE_STRING,
    TYPE_ENUM,
    TYPE_TUPLE,
    TYPE_NONE
};

struct type {
    enum base_type base;
    int32_t rank;             /* 0: scalar                                                      */
    int32_t size[CHECK_RANK]; /* -1: not known (inside functions only)                          */
    const struct symbol *enumeration; /* TYPE_ENUM */
    const struct type **parts; /* TYPE_TUPLE: results of a function with several outputs         */
    int32_t n_parts;
};

/* Constant value: elements in row-major order; Boolean 0/1, enumerations 1.. */
struct value {
    const struct type *type;
    double *number;
    const char **text; /* strings                                                        */
    int64_t count;
};

enum symbol_kind {
    SYMBOL_VARIABLE,
    SYMBOL_ITERATOR,
    SYMBOL_FUNCTION,
    SYMBOL_CLASS,
    SYMBOL_TYPE,
    SYMBOL_LITERAL,
    SYMBOL_BUILTIN
};
enum variability { VARY_CONSTANT, VARY_PARAMETER, VARY_DISCRETE, VARY_CONTINUOUS };
enum causality { CAUSE_NONE, CAUSE_INPUT, CAUSE_OUTPUT };
enum attribute {
    ATTR_START,
    ATTR_FIXED,
    ATTR_MIN,
    ATTR_MAX,
    ATTR_NOMINAL,
    ATTR_UNIT,
    ATTR_DISPLAY_UNIT,
    ATTR_QUANTITY,
    ATTR_COUNT
};

struct symbol {
    enum symbol_kind kind;
    const char *name; /* as messages and results show it                                */
    struct place at;
    struct symbol *parent; /* class or function it is in                                     */
    const struct type *type;
    enum variability variability;
    enum causality causality;
    bool is_protected, is_final;
    bool structural;            /* a parameter whose value is fixed at compile time               */
    bool state;                 /* der(it) occurs                                                 */
    struct ast_expr *selection; /* the value of the attribute stateSelect, or NULL          */
    int select;                 /* stateSelect: -2 never, -1 avoid, 0, 1 prefer, 2 always         */
    bool discrete_prefix;       /* declared `discrete`                                            */
    bool outside;               /* an input without a value: it is given from outside             */
    const char *label;          /* as results show it: # for the indices of arrays of parts       */
    bool flow;                  /* of a connector: sums to 0                                      */
    struct place pin_of; /* ... of a part that the model itself declares: where; else nothing */
    bool connector;      /* variable of a connector                                        */
    bool pin;            /* ... that has several                                           */
    bool part_input, part_output; /* input, output of a part of the model                      */
    bool absent;              /* of a part whose condition is false: it is not there            */
    struct value *value;      /* constants, structural parameters, enumeration literals         */
    struct ast_expr *binding; /* = value of the declaration (merged with modifications)         */
    struct {
        struct ast_expr *value;
        bool each;
    } attr[ATTR_COUNT];          /* merged with those of its type */
    struct ast_element *element; /* variables */
    struct ast_class *class_; /* functions, classes, types                                      */
    struct ast_iterator *iterator;
    const char *comment;
    int32_t number; /* position among the model's (or function's) variables           */
    void *flat;     /* what the next stage made of it                                 */
    int used;
    /* functions: their variables in order of declaration; locals are those neither in nor out */
    struct symbol **inputs, **outputs, **locals;
    int32_t n_inputs, n_outputs, n_locals;
    int builtin;   /* SYMBOL_BUILTIN: enum builtin; 0 of the variable `time`         */
    bool assigned; /* given its value by an initial section                         */
    /* iterators of constant range: low, low + step, ... high */
    bool bounded;
    int64_t low, high, step;
    /* borrowed: the value from --set, applied if it is structural */
    struct check_override *override;
    int32_t n_overrides; /* arrays: this many, some of which name elements              */
    struct scope *scope; /* classes: what is declared inside (check/stage.h)               */
    int phase;           /* how far check has come with it                                 */
    bool evaluating;     /* its value is being computed                                    */
    int mark;            /* of walks through values (cycle.c)                              */
};

/* What the annotations ask for; texts in the arena, 0/NULL: not said. */
struct check_settings {
    double start, stop, rel, abs, interval;
    const char *method, *text;
    VEC(saltus_rule) rules;
    VEC(const char *) watch;
    uint64_t seed;
    bool has_seed;
};

struct checked {
    struct symbol *model; /* its class_ has the sections                                    */
    VEC(struct symbol *)
    variables; /* in the order of declaration, constants of packages not among them */
    struct check_settings settings;
    bool mu; /* the dialect of existing QSS models: import math or MMO_ annotations.
                                    Whens fire at the start if true; missing values are 0 (warned);
                                    a/b in an index, a size or a range of Integers is div(a, b) */
};

struct check_override { /* from --set: NAME=VALUE of parameters that turn out structural   */
    const char *name;
    double value;
    bool used;
};

/* What check_model changes in a correct tree, besides the (check) fields:
 *   - arguments of calls are in the order of the inputs: args has one entry per input, NULL where
 *     the default holds (it may use the other inputs); arg_names is NULL. A call whose type has a
 *     larger rank than the function's first output is applied to each element of its array
 *     arguments (leading dimensions).
 *   - a/b of Integers in an index, a size or a range of the dialect is the call div(a, b)
 *   - array(a, b) is EXPR_ARRAY, array(e for ...) is EXPR_COMPREHENSION
 *   - a range that was left out (for i loop) is there
 * {e for i in r, j in s} has the size [size(s), size(r)]: the last iterator is the first
 * dimension. EXPR_END: integer is the size, -1 if not known (functions); number the dimension
 * from 1; symbol the array. EXPR_COLON has the type Integer. The name of an enumeration may be a
 * size or a range; symbol is the type. A parameter without binding has its start value, else 0
 * (the dialect), or is assigned initially.
 *
 * NULL if there were errors, also of inst. */
struct checked *check_model(struct messages *m, struct names *names, const struct inst_model *inst,
                            struct check_override *overrides, int32_t n_overrides);

/* For assertions: has every variable its type, its number and its declaration? */
bool check_is_complete(const struct checked *c);

/* Value of an expression of constants and structural parameters (marking parameters structural),
 * with the iterators bound through symbol->value. NULL if it is none (no message), or if it is
 * wrong (division by zero, an index outside: reported). */
struct value *check_value(struct messages *m, struct ast_expr *e);
/* The same for a constant or parameter; afterwards s->value is set. Constants of up to 10000
 * elements have their values after check_model, larger ones on demand here. */
struct value *check_symbol_value(struct messages *m, struct symbol *s);

#endif
