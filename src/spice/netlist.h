/* SPDX-License-Identifier: MIT */
/* netlist.h - a SPICE netlist as a tree.
 *
 * SPICE knows no case: names are compared without it and kept as they were first written.
 *
 * Vocabulary
 *   line      a logical line: a physical one with the lines that continue it by +
 *   word      what stands between blanks, commas, parentheses and =; {...} and '...' are one word
 *   scope     the circuit itself, or a subcircuit: what has nodes, parameters, parts and models
 *   part      R1, Q3, X2: a line that begins with a letter */
#ifndef SPICE_NETLIST_H
#define SPICE_NETLIST_H

#include "base/dict.h"
#include "lang/source.h"
#include <stdbool.h>

/* A growing array (base/arena.h) as a struct with a name. */
#define VEC_TYPE(name, type)                                                                       \
    struct name {                                                                                  \
        type *at;                                                                                  \
        int32_t n, room;                                                                           \
    }

struct word {
    const char *s; /* n bytes, followed by anything; NULL: there is none */
    uint32_t n;
    struct place at;
};

bool word_is(struct word w, const char *lower); /* without case */
bool word_same(struct word a, struct word b);
bool word_begins(struct word w, const char *lower);

/* ---- Expressions (expr.c) -------------------------------------------------------------------- */

enum x_kind {
    X_NUMBER,
    X_NAME,    /* a parameter, or `time`                                                        */
    X_VOLTAGE, /* V(a), V(a,b): word, other                                                     */
    X_CURRENT, /* I(part): word                                                                 */
    X_CALL,    /* word(arg ...)                                                                 */
    X_MINUS,
    X_NOT,
    X_ADD,
    X_SUBTRACT,
    X_TIMES,
    X_DIVIDE,
    X_POWER,
    X_LESS,
    X_LESS_EQUAL,
    X_MORE,
    X_MORE_EQUAL,
    X_EQUAL,
    X_UNEQUAL,
    X_AND,
    X_OR,
    X_IF /* a ? b : c                                                                           */
};

struct x {
    enum x_kind kind;
    struct place at;
    double number;
    struct word word, other;
    struct x **arg;
    int32_t n;
};

/* ---- The tree -------------------------------------------------------------------------------- */

struct assign { /* name = value */
    struct word name;
    struct x *value; /* NULL: only the name was given, as `uic` or `off` */
    const char *ident;
};
VEC_TYPE(assigns, struct assign);
VEC_TYPE(words, struct word);
VEC_TYPE(xs, struct x *);

enum wave { WAVE_NONE, WAVE_PULSE, WAVE_SIN, WAVE_EXP, WAVE_PWL, WAVE_SFFM };

struct part {
    char kind; /* upper-case letter */
    struct word name;
    struct words nodes;
    struct word of; /* model, subcircuit, or controlling source; NULL text: none */
    struct x *value;
    enum wave wave;
    struct xs numbers;   /* of the wave; coefficients of POLY; coupled: none */
    struct words others; /* K: inductors; F, H with POLY: sources */
    struct assigns params;
    const char *ident;
};

struct model {
    struct word name, type;
    struct assigns params;
    const char *ident; /* of the class that stands for it; NULL: written out at each part */
    struct scope *in;
    const struct kind *kind; /* kind.c; NULL: none, which has been said */
    bool checked;
};

struct node {
    struct word name;
    const char *ident;
    bool port;
    int32_t touched;         /* how many pins of parts */
    struct x *start, *guess; /* .ic, .nodeset */
    struct place start_at;
};

VEC_TYPE(parts, struct part *);
VEC_TYPE(models, struct model *);
VEC_TYPE(nodes, struct node *);
VEC_TYPE(scopes, struct scope *);

struct scope {
    struct word name; /* of a subcircuit */
    struct scope *up;
    struct nodes nodes; /* ports first; never ground */
    struct dict node_by_name;
    int32_t ports;
    struct assigns params; /* of the head of a subcircuit first, then of .param */
    int32_t head;          /* how many of them a user of the subcircuit may set */
    struct parts parts;
    struct models models;
    struct scopes inner;
    struct assigns outer; /* parameters from outside that are used, in any depth; without values */
    bool outer_known, busy, uses_ground;
    struct dict taken; /* identifiers of Modelica */
    const char *ident;
};

struct function { /* .func f(a, b) {...} */
    struct word name;
    struct words args;
    struct x *body;
};
VEC_TYPE(functions, struct function);

struct netlist {
    struct arena *arena;
    struct messages *m;
    struct word title;
    struct scope *top;
    struct functions functions;
    struct x *step, *stop, *begin, *longest; /* of .tran; NULL: not given */
    bool uic;
    double reltol;               /* 0: not given */
    double temperature, nominal; /* degrees Celsius; 27 */
    double gmin;
    struct place tran; /* of the line */
    bool no_files;     /* .include and .lib are refused */
};

/* ---- From text to tree ----------------------------------------------------------------------- */

struct line { /* of a text in which comments and continuations are blanks */
    const char *text;
    int32_t file;
    uint32_t pos, end;
};

/* The lines of a text: comments are gone, continuations joined. */
VEC_TYPE(lines, struct line);
struct lines spice_lines(struct messages *m, int32_t file, bool title);

/* The next word of the line; s NULL: there is none. */
struct word line_word(struct netlist *n, struct line *l);
/* Is the next thing that character? Then it is skipped. */
bool line_takes(struct line *l, char c);
bool line_ends(struct line *l);
/* Is there NAME = next? */
bool line_assigns(const struct line *l);
struct place line_place(const struct line *l); /* of what is left */

/* Of "4.7k", "10uF", "1e-3": 0: not a number; 1: yes; 2: letters behind it that are no unit. */
int spice_number(const char *s, uint32_t n, double *value);

/* The expression in a piece of text; an error is said, and gives the number 0. */
struct x *spice_expression(struct netlist *n, struct line l);
/* A value: a number, {expression}, 'expression', or a name. */
struct x *spice_value(struct netlist *n, struct word w);
struct x *x_number(struct netlist *n, double value, struct place at);
/* The number of an expression of numbers and parameters seen from `in`; false: it has none. */
bool x_constant(struct netlist *n, struct scope *in, const struct x *e, double *value);

void spice_read(struct netlist *n, int32_t file);
void spice_read_part(struct netlist *n, struct scope *in, struct line l);
void spice_read_source(struct netlist *n, struct part *p, struct line *l);
/* name=value pairs up to the end of the line. */
void spice_read_assigns(struct netlist *n, struct line *l, struct assigns *to);

struct node *circuit_node(struct netlist *n, struct scope *in, struct word name); /* NULL: ground */
bool node_is_ground(struct word name);
struct part *circuit_part(const struct scope *in, struct word name);
struct model *circuit_model(const struct scope *in, struct word name);
struct scope *circuit_subcircuit(const struct scope *in, struct word name);
const struct assign *assigns_find(const struct assigns *a, const char *lower);
const struct assign *circuit_param(const struct scope *in, struct word name,
                                   const struct scope **where);

#endif
