/* SPDX-License-Identifier: MIT */
/* code.h - the last form of a model before it runs: a tiny C.
 *
 * taylor.c and its neighbours make functions of it from the flat model; print_c.c writes them as
 * C99; the interpreter makes instructions of them. Both do the same operations in the same order on the same doubles,
 * so that native and interpreted runs agree bit for bit: that is the invariant of this folder.
 *
 * Values are double (CODE_R) or 64-bit integers (CODE_I; truth values are integers 0 and 1); + - *
 * on integers wrap around. Functions have numbered local slots; a slot is a value or an array of
 * doubles. The first slots are the parameters. Every function sees the environment e (in an event:
 * ev->env).
 *
 * What the maker of functions promises (the back ends do not check it; the interpreter does):
 * indices lie inside what they index; value slots and, except in CODE_USER functions, array slots
 * are set before they are read (otherwise values are 0, arrays of CODE_USER functions are all 0).
 * Operands with side effects, that is, calls that can fault, stand in statements of their own if
 * their order matters.
 *
 * What the back ends promise: recursion ends at CODE_DEPTH nested calls with the fault "recursion
 * too deep"; all CODE_WHILE turns and calls of functions that need it, inside one evaluation of the
 * model, end after CODE_TURNS with the fault "loop does not end". */
/* clang-format off */
#ifndef EMIT_CODE_H
#define EMIT_CODE_H

#include "base/elementary.h"
#include "lang/source.h"
#include "saltus_model.h"
#include <stdbool.h>

#define CODE_DEPTH 1000
#define CODE_TURNS 100000000

enum code_type { CODE_V, CODE_R, CODE_I };

/* ---- Expressions ----------------------------------------------------------------------------- */

enum code_op {
    CODE_REAL,    /* number */
    CODE_INT,     /* integer */
    CODE_LOCAL,   /* slot, a value */
    CODE_ITEM,    /* slot (an array) [a]                      R */
    CODE_TIME,    /* e->t */
    /* e->q[a * e->stride + integer] R integer 0: its time, 1..4: c[0..3] */
    CODE_SIGNAL,
    CODE_WIDTH,   /* e->width                                 I */
    CODE_D,       /* e->d[a]                                  R */
    CODE_P,       /* e->p[a]                                  R */
    CODE_PRE,     /* ev->pre[a]                               R   only in HANDLE functions */
    CODE_X,       /* ev->state(ev, a)                         R   only in HANDLE functions */
    CODE_TABLE,   /* constant table number `integer` [a]      R */
    CODE_ADD, CODE_SUB, CODE_MUL, CODE_NEG, /* of both types */
    CODE_DIV,     /* a / b                                    R */
    CODE_IDIV, CODE_IMOD, /* C's / and % on integers; b = 0 gives 0 (no trap) */
    CODE_LT, CODE_LE, CODE_EQ, CODE_NE, /* of two R or two I, give I */
    CODE_AND, CODE_OR, CODE_NOT,        /* I; the second operand only if needed */
    CODE_COND,    /* a ? b : c; only the chosen one is evaluated */
    CODE_TO_REAL, /* (double)a */
    CODE_TO_INT,  /* (long long)a, truncating; not finite or out of range gives 0 */
    CODE_MATH1,   /* function `integer` of a: enum elementary or code_math */
    CODE_MATH2,
    CODE_CALL,    /* fn(args ...); its type is the function's */
    CODE_HOLE     /* number `integer` of the function's row, R or I; only code_share makes it */
};

/* Functions of one or two Reals: the elementary ones (enum elementary), and these. */
enum code_math { CODE_FLOOR = ELEMENTARY_COUNT, CODE_CEIL, CODE_POW, CODE_MATH_COUNT };

struct code_expr {
    enum code_op op;
    enum code_type type;
    int32_t slot;
    union {
        double number;         /* CODE_REAL */
        int64_t integer;       /* all others */
    };
    struct code_expr *a, *b, *c;
    struct code_fn *fn;
    struct code_expr **args;   /* CODE_CALL: one per parameter; for an array parameter a CODE_LOCAL
                                  of an array slot */
};

/* ---- Statements ------------------------------------------------------------------------------ */

enum code_do {
    CODE_SET,       /* slot = a */
    CODE_PUT,       /* slot[a] = b */
    CODE_DO,        /* a (a call of a CODE_V function) */
    CODE_IF,        /* if (a) body else other */
    CODE_WHILE,     /* while (a) body */
    CODE_FOR,       /* for (slot = a; step > 0 ? slot <= b : slot >= b; slot += step) body */
    CODE_BREAK,
    CODE_RETURN,    /* return a; (a NULL in CODE_V functions) */
    CODE_ASSIGN,    /* ev->assign(ev, a, b)         in HANDLE functions, as the next four */
    CODE_REINIT,    /* ev->reinit(ev, a, b) */
    CODE_MESSAGE,   /* ev->message(ev, text) */
    CODE_TERMINATE, /* ev->terminate(ev, text) */
    CODE_ADVANCE,   /* ev->advance(ev) */
    CODE_READ,      /* r->add(r, kind = integer (saltus_kind), a)    in READS functions */
    CODE_FAULT,     /* e->fault(e, place at, text) */
    CODE_SOLVE,     /* e->solve(e, loop number `integer`, parameters 0 .. 6) in a CODE_USER function
                       (point: I, order: I, u, v: arrays, first: I, count: I, y: array) */
    CODE_EXTERN,    /* saltus_external_<integer>(a, parameters 1, 2, ...) in a CODE_USER function whose
                       parameter 0 is the order; integers among them as doubles */
    /* if (e->stamp && e->known(e, loop number `integer`, parameters 0, 1, 3 .. 5)) return; in a
     * CODE_USER function (point: I, order: I, any, first: I, count: I, y: array) */
    CODE_KNOWN,
    /* what follows comes from `at`; text: that equation as written, for a comment */
    CODE_LINE,
    CODE_NOTE       /* a comment */
};

struct code_body {
    struct code_stmt *first, **last;
};

struct code_stmt {
    enum code_do op;
    int32_t slot;
    int64_t integer;           /* CODE_FOR: step; CODE_READ: kind */
    struct code_expr *a, *b;
    struct code_body body, other;
    const char *text;
    struct place at;
    const saltus_loc *loc;     /* of at; set by the back ends */
    struct code_stmt *next;
};

/* ---- Functions ------------------------------------------------------------------------------- */

/* What a function is for; fixes its parameters (the slots from 0 on, made by code_fn_new) and its
 * result. Slots of a CODE_USER function, its n_params and its type are the caller's to set. */
enum code_role {
    CODE_EVAL,     /* (i: I, order: I, c: array)                    V */
    /* (f: array) V signals are values: stride 1 */
    CODE_FLAT,
    CODE_PARTIAL,  /* (i: I, j: I)                                  R */
    CODE_READS,    /* (i: I)                                        V */
    CODE_NEXT,     /* (k: I)                                        R   also lag */
    CODE_HANDLE,   /* (k: I, direction: I, initial: I)              V */
    /* (given: array of bytes read by ITEM, p, x, d: arrays) V; e->p = p, e->d = d */
    CODE_START,
    CODE_RESIDUAL, /* (k: I, u, v, y: arrays, order: I, r: array)   V */
    CODE_JACOBIAN, /* (k: I, u, v, y, a: arrays)                    V */
    CODE_USER      /* whatever its parameters say */
};

struct code_slot {
    const char *name;          /* for readers; made unique by the printer */
    enum code_type type;       /* of a value */
    /* 0: a value; > 0: array of that many doubles; -1: array parameter */
    int32_t size;
    const char *c_name;        /* set by the printer */
};

/* Made by code_share: row k has the numbers i[k*n_i ...] and r[k*n_r ...]; n 0: no holes. */
struct code_rows {
    int32_t n, n_i, n_r;
    int64_t *i;
    double *r;
};

struct code_fn {
    enum code_role role;
    const char *name;          /* a C identifier after the printer's prefix; need not be unique */
    const char *text;          /* one line for the comment above it, or NULL */
    struct place at;
    enum code_type type;
    VEC(struct code_slot) slots;
    int32_t n_params;
    struct code_body body;
    struct code_rows rows;
    bool event;                /* CODE_USER: sees ev; only HANDLE functions and such ones call it */
    bool twin;                 /* CODE_USER: a version of one function, which alone calls it      */
    bool called;               /* CODE_READS: other such functions call it, and give it their r   */
    int32_t number;            /* free for the back ends, as all that follows */
    /* its calls and turns are counted: it loops, recurs, or calls such */
    bool counted;
    bool used;
    const char *c_name;
    const saltus_loc *loc;     /* of at */
};

/* ---- The model ------------------------------------------------------------------------------- */

/* Functions first .. first+count-1 of one kind: functions get i - first as their index. */
struct code_group {
    int32_t first, count;
    struct code_fn *eval, *partial, *reads; /* clocks: eval is a CODE_NEXT function, no partial;
                                               reads may be NULL (for clocks: nothing) */
    struct code_fn *flat;      /* derivatives: the values of all at once, f[0..count-1]; or NULL */
    struct code_fn *handle, *writes; /* guards and clocks; NULL: nothing happens. writes has role
                                        CODE_READS */
    struct code_fn *by_wave;   /* CODE_PARTIAL: saltus_model.by_wave; NULL: it has no waves */
    /* of their rows */
    int32_t eval_row, partial_row, reads_row, flat_row, handle_row, writes_row, by_wave_row;
    /* The program for its ranges, as saltus_box.run takes it; opaque: why there is none, or NULL */
    int32_t range[3];
    const char *opaque;
    int affine;                /* 0, 1, 2 as saltus_function.affine */
    int degree;                /* as saltus_model.degree */
    int waves;                 /* as saltus_model.waves */
    /* Guards: saltus_model.formula of the first of the group; of the others, each number >= 0 is
     * larger by their index in it. n_formula 0: none. */
    const int32_t *formula;
    int32_t n_formula;
    struct place at;
    const char *text;          /* the equation, one line */
};

struct code_kind {
    VEC(struct code_group) groups; /* ascending, without gaps */
    int32_t count;             /* functions in all */
};

struct code_table {
    double *at;
    int32_t n;
};

/* The words of all programs for ranges (base/range.h). */
struct code_programs {
    VEC(int32_t) code, whole;
    VEC(double) real;
};

/* Places and functions of the table are filled in by the back ends. */
struct code_loop {
    saltus_loop table;
    struct code_fn *residual, *jacobian;
    const struct place *at;
};

/* Functions in C (lower/external.c): a text of their own, compiled with the model. */
struct code_external_name {
    const char *name;          /* as messages of the C compiler show it */
    struct place at;
};
struct code_external {
    int32_t n;
    const char *text;
    VEC(const char *) words;   /* options of the C compiler */
    VEC(const char *) included;
    VEC(struct code_external_name) names;
    bool fresh;                /* it depends on files: never kept in the cache */
};
typedef void code_external_fn(long long order, double *const *arg);

struct code_model {
    struct arena *arena;
    const struct messages *messages; /* for places */
    const char *name;
    const char *version;       /* of the generator, for the first comment; NULL: not said */
    /* No entry with name NULL at the end: the back ends add it. */
    VEC(saltus_variable) states, discretes, parameters, outputs, sums, delays;
    VEC(saltus_guard) guards, clocks;
    saltus_experiment experiment;
    struct code_kind der, guard, output, clock, term, delayed, angle;
    /* CODE_NEXT: lag of delay k, k over all delays; NULL without delays */
    struct code_fn *lag;
    VEC(int32_t) terms;        /* per entry of `sums` (array entries: each element has that many) */
    struct code_fn *start;     /* or NULL */
    struct code_fn *end;       /* CODE_HANDLE for SALTUS_END, or NULL */
    VEC(struct code_fn *) functions; /* every function, callees before or after callers */
    VEC(struct code_table) tables;
    VEC(struct code_loop) loops;
    struct code_programs programs;
    struct code_external external;
    code_external_fn **external_fn; /* by number, for the interpreter */
};

/* ---- Making it (build_code.c) ---------------------------------------------------------------- */

/* Constructors fold constants exactly as the program would compute, and drop what changes nothing
 * for any value (x*1, x/1, x - 0.0; of integers also x + 0, 0*x, x + 1 - 1 ...). */

/* With the parameters of its role; goes into m->functions. */
struct code_fn *code_fn_new(struct code_model *m, enum code_role role, const char *name);
int32_t code_slot_new(struct code_model *m, struct code_fn *f, const char *name,
                      enum code_type type, int32_t size);

struct code_expr *code_real(struct code_model *m, double v);
struct code_expr *code_int(struct code_model *m, int64_t v);
struct code_expr *code_local(struct code_model *m, struct code_fn *f, int32_t slot);
struct code_expr *code_item(struct code_model *m, int32_t slot, struct code_expr *index);
/* TIME SIGNAL WIDTH D P PRE X TABLE; a NULL for TIME and WIDTH */
struct code_expr *code_leaf(struct code_model *m, enum code_op op, int64_t integer,
                            struct code_expr *a);
struct code_expr *code_unary(struct code_model *m, enum code_op op, struct code_expr *a);
struct code_expr *code_binary(struct code_model *m, enum code_op op, struct code_expr *a,
                              struct code_expr *b);
struct code_expr *code_cond(struct code_model *m, struct code_expr *a, struct code_expr *b,
                            struct code_expr *c);
struct code_expr *code_math(struct code_model *m, int f, struct code_expr *a, struct code_expr *b);
struct code_expr *code_call(struct code_model *m, struct code_fn *f, struct code_expr **args);

/* Appends to a body; returns the statement for the caller to fill in the rest. */
struct code_stmt *code_add(struct code_model *m, struct code_body *to, enum code_do op);
struct code_stmt *code_set(struct code_model *m, struct code_body *to, int32_t slot,
                           struct code_expr *value);
struct code_stmt *code_put(struct code_model *m, struct code_body *to, int32_t slot,
                           struct code_expr *index, struct code_expr *value);

/* NULL until there is one. */
typedef _Atomic(const saltus_model *) native_ready;

/* ---- Using it -------------------------------------------------------------------------------- */

/* Functions that are equal but for numbers become one function with a table of numbers. */
void code_share(struct code_model *m);
/* Complete C99 text, no headers needed, exporting `const saltus_model saltus_model_table`. */
void code_print(FILE *out, const struct code_model *m);
/* The interpreter as a model; lives in the arena as m does. */
const saltus_model *code_interpret(struct code_model *m);
/* Where the same model as machine code may be put at any time: from then on it does the work. */
native_ready *code_native(const saltus_model *interpreted);

#endif
