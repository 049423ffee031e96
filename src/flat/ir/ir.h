/* SPDX-License-Identifier: MIT */
/* ir.h - the flat model: scalar expressions over arrays of variables, equations in loops.
 *
 * An expression is a node of a graph in which equal nodes are the same node (ir_make interns), so
 * that sharing is free and equality is ==. Every expression is scalar. An array stays one variable;
 * its element is addressed by a flat index, counted from 0, row-major: an integer expression, for
 * the most part affine in the iterators of the loops around. An equation written for i in 1:N is
 * one ir_eq with one iterator, whatever N is.
 *
 * Iterators are interned too, by (depth, lo, step, count): two loops of equal range at the same
 * depth use the same iterator, so that what they share is shared. depth grows inwards (equation
 * loops from 0, then reductions inside). Inside an iterator's loop its value is lo, lo+step, ...
 * (count values).
 *
 * Stages: expand.c makes it from the AST; events.c replaces relations by modes and guards; graph/
 * gives each unknown its definition, solves loops, and inlines; emit/ turns the rest into code. */
/* clang-format off */
#ifndef FLAT_IR_H
#define FLAT_IR_H

#include "check/check.h"
#include "saltus_compile.h"

enum ir_type { IR_R, IR_I, IR_B }; /* Boolean: 0 or 1; enumerations are I */

enum ir_op {
    IR_REAL,     /* number                                                   R */
    IR_INT,      /* integer                                                  I or B */
    IR_ITER,     /* iter                                                     I */
    IR_TIME,     /*                                                          R */
    IR_VAR,      /* var, arg[0] = flat index                                 the variable's */
    IR_DER,      /* derivative of var at arg[0]                              R */
    IR_PRE,      /* value before the event of var at arg[0] */
    IR_LOCAL,    /* variable of a function: var (kind VAR_LOCAL), arg[0] = flat index */
    IR_ADD, IR_SUB, IR_MUL, IR_NEG, /* R or I */
    IR_DIV,      /* real division                                            R */
    IR_POW,      /* a^b                                                      R */
    IR_IDIV,     /* div(a, b), truncating                                    I */
    IR_IMOD,     /* mod(a, b), sign of b                                     I */
    IR_LT, IR_LE, IR_EQ, IR_NE, /* integer: 1 it makes events, 0 noEvent     B; a > b is b < a */
    IR_AND, IR_OR, IR_NOT,      /*                                           B */
    IR_IF,       /* arg[0] ? arg[1] : arg[2]; the other is not evaluated */
    IR_MATH,     /* integer = enum elementary, 1 or 2 arguments              R */
    IR_FLOOR,    /* floor of a Real as R; number: 1 it makes events          R */
    IR_TO_REAL,  /* of I or B                                                R */
    IR_TO_INT,   /* of a Real that is integral already                       I */
    IR_SUM, IR_PRODUCT, IR_MIN, IR_MAX, /* over iter of arg[0]; empty: 0, 1, +big, -big */
    /* array: element arg[0] over iters (in var-less order), only as argument of a call */
    IR_BUILD,
    IR_CALL,     /* fn(args...), integer = number of the output; scalar output */
    IR_CALL_AT,  /* element arg[0] of array output `integer` of fn(args[1..]) */
    IR_INITIAL, IR_TERMINAL,    /*                                           B */
    IR_SAMPLE,   /* sample(arg[0], arg[1]); integer: 0, or its clock + 1     B */
    IR_DELAY,    /* delay(arg[0], arg[1]); n == 3: arg[1] changes, up to arg[2] R */
    IR_RANDOM,   /* integer = enum builtin MU_..., args; only in statements; never interned */
    /* made by events.c and graph/: */
    IR_SUM_OF,   /* element arg[0] of sum `integer` (ir_model.sums)          R */
    IR_DELAYED,  /* element arg[0] of delay `integer` (ir_model.delays)      R */
    IR_SOLVED,   /* unknown `integer` of the loop `loop` at arg[0] = flat index into its box   R */
    IR_OP_COUNT
};

struct ir_iter {
    int32_t depth, number;
    int64_t lo, step;
    int32_t count;
    /* of the first loop that used it, never NULL; differs from those of other depths */
    const char *name;
};

struct ir_label {
    const char *name;
    int32_t depth;
};

struct ir {
    enum ir_op op;
    enum ir_type type;
    double number;
    int64_t integer;
    struct ir_var *var;
    struct ir_iter *iter;
    struct ir_iter **iters;      /* IR_BUILD: n_iters of them, the last runs fastest */
    int32_t n_iters;
    struct ir_fn *fn;
    struct ir_loop *loop;
    int32_t n;
    struct ir **arg;
    struct ir_iter **free;       /* free iterators, n_free of them, in order of depth */
    int32_t n_free;
    /* largest depth of any iterator in it, -1: none; smallest of a bound one, INT32_MAX: none */
    int32_t deepest, outermost;
    uint64_t ops;                /* bit per op that occurs in it */
    /* id: order of creation, for deterministic order; arguments have smaller ones */
    uint32_t hash, id;
    struct ir *chain;            /* of the table of nodes */
};

enum ir_kind { VAR_CONSTANT, VAR_PARAMETER, VAR_STATE, VAR_ALGEBRAIC, VAR_DISCRETE, VAR_LOCAL };

struct ir_var {
    const char *name;            /* as messages show it: stage.c.v */
    /* with # for each index that belongs inside: stage[#].c.v (base/text.h); NULL: name */
    const char *label;
    enum ir_type type;
    enum ir_kind kind;
    int32_t rank, size[CHECK_RANK];
    int32_t count;               /* elements; 1 for a scalar */
    struct place at;
    const char *unit, *text;
    bool hidden;                 /* made by the compiler (modes, counters) */
    bool fixed;                  /* start value holds at the start (states) */
    const double *fixed_each;    /* by element, if these differ; else NULL */
    int select;                  /* stateSelect: -2 never, -1 avoid, 0, 1 prefer, 2 always */
    bool structural;             /* parameter known at compile time: also a constant */
    bool input, output;          /* causality, also of VAR_LOCAL */
    /* an input that is given from outside: a state with derivative 0 */
    bool outside;
    bool pin;                    /* of a connector with several variables */
    /* Values per element, as expressions over `iters` (one per dimension, depth 0.., lo 1); NULL:
     * none. start of discretes and states; binding of parameters and constants (constants: data
     * instead) */
    struct ir_iter *iters[CHECK_RANK];
    struct ir *start, *binding, *min, *max, *nominal;
    const double *data;          /* VAR_CONSTANT, structural parameters: count values */
    int32_t number;              /* position in ir_model.vars */
    /* flat number of its first element among those of its kind, set by graph */
    int32_t first;
};

/* One equation for each point of a box of iterators. */
struct ir_eq {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *lhs, *rhs;        /* Real; or both I or B: then lhs is a discrete variable */
    struct place at;
    const char *text;            /* as written, one line */
};

/* Statements: of functions, whens, initial algorithms. */
enum ir_do {
    DO_ASSIGN,   /* target (IR_VAR or IR_LOCAL) := value */
    /* targets (NULL: not wanted; arrays: whole locals or variables) := outputs of call (an
     * IR_CALL) */
    DO_ASSIGN_CALL,
    DO_REINIT,   /* reinit(target, value) */
    DO_IF,       /* cond, body, other */
    DO_FOR,      /* iter, body */
    /* local := lo, lo+step ... hi (expressions; only in functions and handlers): target, args */
    DO_FOR_RANGE,
    DO_WHILE,    /* cond, body */
    DO_BREAK, DO_RETURN,
    DO_ASSERT,   /* cond, text; level warning if integer = 1 */
    DO_TERMINATE /* text */
};

struct ir_stmt {
    enum ir_do op;
    struct place at;
    struct ir *target, *value, *cond;
    struct ir **targets;
    int32_t n_targets;
    struct ir *range[3];         /* DO_FOR_RANGE: lo, step, hi */
    struct ir_iter *iter;
    struct ir_stmt *body, *other, *next;
    const char *text;
    int64_t integer;
    saltus_side side;           /* DO_ASSERT in an algorithm that runs all the time */
};

typedef VEC(const char *) ir_texts;

/* A function in C. A variable is passed by value if it is a scalar input, else by reference. */
enum ir_external_kind { EXTERNAL_VARIABLE, EXTERNAL_NUMBER, EXTERNAL_WHOLE, EXTERNAL_TEXT };
struct ir_external_arg {
    enum ir_external_kind kind;
    struct ir_var *var;
    double number;
    const char *text;
};
struct ir_external {
    const char *name;            /* of the C function */
    struct place at;
    struct ir_var *result;       /* the output that it returns, or NULL */
    struct ir_external_arg *args;
    int32_t n;
    ir_texts include, library, include_folder, library_folder;
    struct ir_fn *derivative;    /* (inputs, derivatives of Reals) -> derivatives of outputs, or NULL */
};

struct ir_fn {                   /* specialised: all sizes are numbers */
    const char *name;
    struct place at;
    /* inputs first, then outputs, then protected ones; DO_FOR_RANGE's too */
    VEC(struct ir_var *) locals;
    int32_t n_inputs, n_outputs;
    struct ir_stmt *body;        /* starts with the defaults of outputs and protected variables */
    struct ir_external *external; /* then there is no body; NULL: it has one */
    int32_t number;
    void *code;                  /* emit's */
};

/* when c1 then b1 elsewhen c2 ... One of its conditions becoming true runs its body. A branch with
 * several conditions (when {a, b}) runs when any of them becomes true. */
struct ir_branch {
    struct ir **conds;
    int32_t n_conds;
    struct ir_stmt *body;
    struct place at;
};
struct ir_when {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir_branch *branches;
    int32_t n_branches;
    /* from an equation section: body is a set, not a sequence (expand sorts it) */
    bool equations;
    /* 1, 2, ...: the algorithm section, whose whens run in their order; else 0 */
    int32_t section;
    saltus_side side;
    struct place at;
    const char *text;
};

/* assert in an equation section: cond must stay true. */
struct ir_assert {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *cond;
    const char *text;
    bool warning;
    saltus_side side;
    struct place at;
};

/* ---- Made by events.c ------------------------------------------------------------------------ */

/* z crosses 0; mode (a hidden Boolean discrete, one element per point of the box in its order) is z
 * > 0. A relation a < b has become mode, a <= b not mode. At the start mode is z > 0.
 *
 * Or mode is IR_FLOOR of floor_of: a hidden Real discrete, at the start floor(floor_of). z < 0
 * inside [mode, mode+1), and when z becomes positive, mode := next (the neighbour beyond the edge
 * that was crossed, whatever rounding says); when it becomes negative, nothing happens. At z = 0 it
 * is inside.
 *
 * A guard with a side serves the conditions and assertions with that side, and nothing else. z > 0
 * is where the condition holds, or the assertion does not: `holds` says so exactly, and is its mode
 * at the start. If the condition has several relations, each is a guard SALTUS_PART, without a
 * mode, of the same box, and `formula` says how they make up this one, as saltus_model.formula
 * does: numbers of guards in ir_model.guards, or SALTUS_AND, SALTUS_OR. */
struct ir_guard {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *z;
    struct ir_var *mode;
    struct ir *floor_of, *next;  /* or NULL */
    saltus_side side;
    struct ir *holds;            /* with a side; else NULL */
    int32_t *formula, n_formula;
    struct place at;
    const char *text;            /* the relation as first written */
    int32_t first;               /* number of its first element, set by graph */
};

/* A relation between time and what changes only at events: due at `due`; mode (a hidden Boolean
 * discrete) is time >= due; at the start, if strict, time > due (a clock due at the start then
 * fires at the start). Or sample(start, interval): due = start + mode*interval, mode (Integer
 * discrete, 0 at the start) counts. */
struct ir_clock {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *due;
    bool strict;
    /* IR_SAMPLE stays in conditions, with integer = number of the clock + 1: true while element
     * ir_position(iters) of this clock fires */
    bool sample;
    struct ir *sample_start, *sample_interval;
    struct ir_var *mode;
    struct place at;
    const char *text;
    int32_t first;
};

/* ---- Made by graph/ -------------------------------------------------------------------------- */

/* var[index(iters)] := value for all points of the box; of its derivative if der. */
struct ir_def {
    struct ir_var *var;
    bool der;
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *index, *value;    /* value: algebraics and derivatives are inlined */
    struct place at;
    const char *text;
    bool again;                  /* at the start: once more after the initial algorithms */
    bool by_mode;                /* at the start: once more whenever modes have changed */
};

/* A loop: n residuals = 0 for n unknowns, per point of a box; in the residuals the unknown k is
 * IR_SOLVED(k, index of this point). Solved when the model runs, by Newton from `start` if it is
 * not linear. */
struct ir_loop {
    struct ir_iter **iters;
    int32_t n_iters, n;
    struct ir **residual, **start;
    const char **names;          /* of the unknowns, e.g. "i[%d]"-free: plain variable names */
    struct place *at;            /* of the equations */
    const char **text;           /* the equations, one line each; NULL: not known */
    bool linear;                 /* one Newton step is exact */
    int32_t number;
};

/* What became of an equation, in the order in which values are found; for people, no stage reads
 * it. */
struct ir_solution {
    struct ir *unknown;          /* IR_VAR or IR_DER                                             */
    struct ir_iter **iters;
    int32_t n_iters;
    saltus_how how;
    int32_t block;               /* 0: alone; equations of a loop have one number                */
    bool start;                  /* at the start only                                            */
    struct place at;
    const char *text;
};

/* Index reduction: an equation that was differentiated (times > 0), or a state that is none any
 * more (var). */
struct ir_reduced {
    struct ir_var *var;
    int32_t times, points;       /* how often; how many equations                                */
    struct place at;
    const char *text;
};

/* Equations in a `for` that were written out one by one. */
struct ir_apart {
    int64_t points;              /* how many they were                                           */
    const char *why;             /* "because 'y' refers to its own other elements"               */
    struct place at;
    const char *text;
};

/* Functions that have no range. */
struct ir_opaque {
    int32_t count;
    const char *text, *why;      /* the equation; what hides it, and where                       */
    struct place at, why_at;
};

struct ir_sum {                  /* IR_SUM_OF: sum over `iter` of body, one per point of the box */
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir_iter *iter;
    struct ir *body;
    struct place at;
    int32_t first, first_term;
};

struct ir_delay {
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *value, *lag;      /* lag: the largest, if it changes */
    int32_t by, of;              /* its lag changes and is the value of delay by; it is the lag of delay of; or -1 */
    struct place at;
    int32_t first;
};

/* ---- The model ------------------------------------------------------------------------------- */

struct ir_model {
    struct arena *arena;
    struct messages *messages;
    const struct checked *checked;
    const char *name;
    VEC(struct ir_var *) vars;   /* in order of declaration, hidden ones behind */
    VEC(struct ir_eq) eqs;       /* Real equations and equations of discretes */
    VEC(struct ir_eq) initial_eqs;
    struct ir_stmt *initial;     /* initial algorithms, one behind the other */
    VEC(struct ir_when) whens;
    VEC(struct ir_assert) asserts;
    VEC(struct ir_fn *) functions;
    /* events.c */
    VEC(struct ir_guard) guards;
    VEC(struct ir_clock) clocks;
    /* graph */
    VEC(struct ir_def) defs;     /* derivatives and algebraics; then: */
    /* equations of discretes in an order in which they can be evaluated */
    VEC(struct ir_def) discrete_defs;
    /* from initial equations and starts: order of evaluation at the start */
    VEC(struct ir_def) start_defs;
    VEC(struct ir_loop *) loops;
    VEC(struct ir_solution) solutions;
    VEC(struct ir_reduced) reduced; /* for people, too                                           */
    VEC(struct ir_apart) apart;     /* too                                                       */
    VEC(struct ir_opaque) opaque;   /* too, made by emit/                                        */
    bool diagnosed;              /* it was said why the equations determine no solution          */
    VEC(struct ir_eq) kept_starts; /* x = start of what is no state (any more), if fixed         */
    struct ir_stmt *start_checks;  /* those that determine nothing: asserted                     */
    int32_t n_blocks;            /* numbers given to loops there                                 */
    VEC(struct ir_sum) sums;
    VEC(struct ir_delay) delays;
    int32_t n_states, n_discretes, n_parameters, n_outputs, n_guards, n_clocks, n_sums, n_terms, n_delays;
    /* tables of nodes */
    struct ir **table;
    uint32_t table_size, n_nodes;
    VEC(struct ir_iter *) iters;
    struct ir_iter **iter_table; /* by their values, open addressing */
    uint32_t iter_room;
    VEC(struct ir_label) labels; /* names of iterators and the depth to which each belongs */
    /* beyond this (2 million): an error, then out through arena->fail, full = 1 */
    uint32_t node_limit;
    /* what the stage is working at, for the message about node_limit */
    struct place at;
    VEC(struct ir_scratch *) scratch; /* ir_walk.c */
    int32_t n_scratch;           /* of them in use */
};

struct ir_model *ir_model_new(struct arena *a, struct messages *messages);
/* Do the fields hold that hold after this stage, and are those of later ones empty? (ir_valid.c) */
enum ir_stage { STAGE_EXPANDED, STAGE_WATCHED, STAGE_SOLVED }; /* expand.c, events.c, graph/ */
bool ir_is_valid(const struct ir_model *m, enum ir_stage after);

/* ---- ir.c: constructors. They fold constants and apply identities that hold for all finite values
 * (x + 0, x*1, x*0 = 0, x - x = 0, -(-x), if true ...; integers: affine normal form). Real
 * operations are never reassociated, and nothing is folded to a number that is not finite. Where a
 * Real is wanted, an Integer or Boolean argument gets its IR_TO_REAL.
 *
 * Integers, normal form: a sum of at most 16 terms is ((t1 + t2) + ...) + c0 with t = atom or
 * c*atom (IR_MUL, the IR_INT first), iterators by depth before other atoms; there is no IR_SUB or
 * IR_NEG of Integers. All integer arithmetic is modulo 2^64. An iterator with one value is that
 * value.
 *
 * Bound iterators: the body of a reduction never contains another reduction over the same iterator
 * (ir_reduce chooses a deeper one if need be), but what surrounds a reduction may use its iterator:
 * in x[i]*sum(x[i] for i) the two are different.
 * ------------------------------------------------------ */
struct ir *ir_real(struct ir_model *m, double v);
struct ir *ir_int(struct ir_model *m, int64_t v);
struct ir *ir_bool(struct ir_model *m, int v);
struct ir *ir_iter_value(struct ir_model *m, struct ir_iter *it);
struct ir_iter *ir_iter_new(struct ir_model *m, int32_t depth, int64_t lo, int64_t step,
                            int32_t count, const char *name);
/* VAR DER PRE LOCAL */
struct ir *ir_var_at(struct ir_model *m, enum ir_op op, struct ir_var *v, struct ir *index);
struct ir *ir_unary(struct ir_model *m, enum ir_op op, struct ir *a);
struct ir *ir_binary(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b);
struct ir *ir_relation(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b, bool events);
struct ir *ir_if(struct ir_model *m, struct ir *c, struct ir *a, struct ir *b);
struct ir *ir_math(struct ir_model *m, enum elementary f, struct ir *a, struct ir *b);
struct ir *ir_reduce(struct ir_model *m, enum ir_op op, struct ir_iter *it, struct ir *body);
/* index NULL: scalar output */
struct ir *ir_call(struct ir_model *m, struct ir_fn *fn, int64_t output, struct ir *index,
                   struct ir **args, int32_t n);
struct ir *ir_build(struct ir_model *m, struct ir_iter **iters, int32_t n, struct ir *body);
struct ir *ir_solved(struct ir_model *m, struct ir_loop *loop, int64_t unknown, struct ir *index);
struct ir *ir_floor(struct ir_model *m, struct ir *a, bool events);
/* the rest */
struct ir *ir_other(struct ir_model *m, enum ir_op op, enum ir_type type, int64_t integer,
                    struct ir **args, int32_t n);
/* e with other arguments, folded again */
struct ir *ir_rebuild(struct ir_model *m, const struct ir *e, struct ir **args);

/* Replaces iterators (from[k] by to[k], integer expressions) where they are free in e, all at
 * once. */
struct ir *ir_replace(struct ir_model *m, struct ir *e, struct ir_iter **from, struct ir **to,
                      int32_t n);
/* Bottom-up map: fn(user, node with mapped arguments) gives what takes its place. Memoised. Where
 * folding has made one of the mapped arguments, or another kind of node, of the new arguments, fn
 * is not called. */
typedef struct ir *ir_map_fn(void *user, struct ir *e);
struct ir *ir_map(struct ir_model *m, struct ir *e, ir_map_fn *fn, void *user);
/* Calls fn for each node of e once, arguments first; stops if fn returns nonzero, returning
 * that. */
typedef int ir_visit_fn(void *user, struct ir *e);
int ir_visit(struct ir_model *m, struct ir *e, ir_visit_fn *fn, void *user);
/* Does e contain the iterator (free)? a node of this op? May its value change between events: does
 * it depend on a state, an algebraic, a derivative, time, a delay? (Not through a relation or floor
 * that makes events.) */
bool ir_has_iter(struct ir_model *m, struct ir *e, const struct ir_iter *it);
bool ir_has_op(struct ir_model *m, struct ir *e, enum ir_op op);
bool ir_continuous(struct ir_model *m, struct ir *e);
/* Free iterators of e in order of depth; gives their number. */
int32_t ir_free_iters(struct ir_model *m, struct ir *e, struct ir_iter **out, int32_t room);
/* index = c0 + sum c[k]*value(iters[k])? */
bool ir_affine(const struct ir *index, struct ir_iter **iters, int32_t n, int64_t *c0, int64_t *c);
/* Smallest and largest value of an integer expression over its iterators (for what is not affine,
 * bounds of them); false: not known, or beyond 2^53. */
bool ir_bounds(const struct ir *e, int64_t *lo, int64_t *hi);
/* Position of a point in its box, row-major, from 0: an index of what has one element per point. */
struct ir *ir_position(struct ir_model *m, struct ir_iter **iters, int32_t n);
/* An integer or real expression of literals and constants: its value. */
bool ir_constant(const struct ir *e, double *value);

/* diff.c: derivative of e with respect to the node `with` (IR_VAR, IR_TIME, IR_SOLVED ...), all
 * other leaves constant. For indices that may or may not be equal (x[i] by x[j]) they are different
 * leaves: callers sum over leaves. In the body of a reduction over k, a leaf whose index contains k
 * is another leaf, even if outside there is a `with` that looks the same: d/dx[k] of sum(x[k] for
 * k) is 0. IR_SUM_OF, IR_DELAY, IR_DELAYED, IR_DER, IR_PRE, IR_SOLVED are leaves. NULL: depends on
 * `with` through a call, a minimum or a maximum over an iterator, which have no symbolic
 * derivative. */
struct ir *ir_diff(struct ir_model *m, struct ir *e, const struct ir *with);
/* Of e, an IR_MATH: e' = (by[0] a' + by[1] b') / over, a and b its arguments. */
struct ir_slope {
    struct ir *by[2], *over;
};
struct ir_slope ir_slope(struct ir_model *m, struct ir *e);
/* Total derivative with respect to time: states by IR_DER, algebraics by IR_DER of them (to be
 * resolved). NULL: as above, or it contains an IR_DER, IR_LOCAL, IR_SOLVED, IR_SUM_OF,
 * IR_DELAYED. */
struct ir *ir_time_derivative(struct ir_model *m, struct ir *e);

/* print.c: as Modelica-like text; whole model for --stage=flat, --stage=structure. */
void ir_print(FILE *out, const struct ir *e);
const char *ir_text(struct arena *a, const struct ir *e);
/* flat: variables, equations, whens, functions */
void ir_dump(FILE *out, const struct ir_model *m);
/* after graph: blocks, definitions, guards, handlers, loops */
void ir_dump_structure(FILE *out, const struct ir_model *m);

/* Stages. Each gives false after reporting errors. */
/* expand*.c; NULL after errors */
struct ir_model *flat_expand(struct messages *m, const struct checked *c);
/* events.c */
bool flat_events(struct ir_model *m);
/* graph/ */
bool graph_solve(struct ir_model *m);

#endif
