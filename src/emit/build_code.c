/* SPDX-License-Identifier: MIT */
/* build_code.c - constructors of code.h. They fold what is known, by two rules:
 *
 *   - Numbers are folded with the very operation that the program would do: the same double
 *     arithmetic, the same libm, integers modulo 2^64. A C compiler that sees the result has
 *     nothing left to fold differently.
 *   - An operation is dropped only if that is exact for every value: x*1, x/1, x - 0.0 and x + -0.0
 *     are x for NaN, infinities and -0.0, too; x + 0.0 and x*0.0 are not foldable. Integers obey
 *     the usual algebra, as long as no call is lost. */
#include "emit/back.h"
#include <math.h>
#include <string.h>

/* ---- Functions and slots --------------------------------------------------------------------- */

int32_t code_slot_new(struct code_model *m, struct code_fn *f, const char *name,
                      enum code_type type, int32_t size)
{
    VEC_ADD(m->arena, &f->slots, ((struct code_slot){.name = name, .type = type, .size = size}));
    return f->slots.n - 1;
}

static void role_slots(struct code_model *m, struct code_fn *f)
{
    /* One letter per parameter: i a value, a an array. */
    static const struct {
        enum code_type type;
        const char *kinds, *names[6];
    } roles[] = {
        [CODE_EVAL] = {CODE_V, "iia", {"i", "order", "c"}},
        [CODE_FLAT] = {CODE_V, "a", {"f"}},
        [CODE_PARTIAL] = {CODE_R, "ii", {"i", "j"}},
        [CODE_READS] = {CODE_V, "i", {"i"}},
        [CODE_NEXT] = {CODE_R, "i", {"i"}},
        [CODE_HANDLE] = {CODE_V, "iii", {"i", "direction", "initial"}},
        [CODE_START] = {CODE_V, "aaaa", {"given", "p", "x", "d"}},
        [CODE_RESIDUAL] = {CODE_V, "iaaaia", {"k", "u", "v", "y", "order", "r"}},
        [CODE_JACOBIAN] = {CODE_V, "iaaaa", {"k", "u", "v", "y", "a"}},
        [CODE_USER] = {CODE_R, "", {NULL}},
    };
    const char *kinds = roles[f->role].kinds;
    f->type = roles[f->role].type;
    for (; kinds[f->n_params]; f->n_params++) {
        int array = kinds[f->n_params] == 'a';
        code_slot_new(m, f, roles[f->role].names[f->n_params], array ? CODE_R : CODE_I, -array);
    }
}

struct code_fn *code_fn_new(struct code_model *m, enum code_role role, const char *name)
{
    struct code_fn *f = ARENA_NEW(m->arena, struct code_fn);
    f->role = role;
    f->name = name;
    f->body.last = &f->body.first;
    role_slots(m, f);
    VEC_ADD(m->arena, &m->functions, f);
    return f;
}

/* ---- Leaves ---------------------------------------------------------------------------------- */

static struct code_expr *node(struct code_model *m, enum code_op op, enum code_type type)
{
    struct code_expr *x = ARENA_NEW(m->arena, struct code_expr);
    x->op = op;
    x->type = type;
    return x;
}

struct code_expr *code_real(struct code_model *m, double v)
{
    struct code_expr *x = node(m, CODE_REAL, CODE_R);
    x->number = v;
    return x;
}

struct code_expr *code_int(struct code_model *m, int64_t v)
{
    struct code_expr *x = node(m, CODE_INT, CODE_I);
    x->integer = v;
    return x;
}

struct code_expr *code_local(struct code_model *m, struct code_fn *f, int32_t slot)
{
    const struct code_slot *s = &f->slots.at[slot];
    struct code_expr *x = node(m, CODE_LOCAL, s->size ? CODE_R : s->type);
    x->slot = slot;
    return x;
}

struct code_expr *code_item(struct code_model *m, int32_t slot, struct code_expr *index)
{
    struct code_expr *x = node(m, CODE_ITEM, CODE_R);
    x->slot = slot;
    x->a = index;
    return x;
}

struct code_expr *code_leaf(struct code_model *m, enum code_op op, int64_t integer,
                            struct code_expr *a)
{
    struct code_expr *x = node(m, op, op == CODE_WIDTH ? CODE_I : CODE_R);
    x->integer = integer;
    x->a = a;
    return x;
}

/* ---- Operations on numbers: also what the interpreter does ----------------------------------- */

int64_t code_int_op(enum code_op op, int64_t a, int64_t b)
{
    uint64_t u = (uint64_t)a, v = (uint64_t)b;
    switch (op) {
    case CODE_ADD: return (int64_t)(u + v);
    case CODE_SUB: return (int64_t)(u - v);
    case CODE_MUL: return (int64_t)(u * v);
    case CODE_NEG: return (int64_t)(0 - u);
    case CODE_IDIV: return b == 0 ? 0 : b == -1 ? (int64_t)(0 - u) : a / b;
    case CODE_IMOD: return b == 0 || b == -1 ? 0 : a % b;
    case CODE_LT: return a < b;
    case CODE_LE: return a <= b;
    case CODE_EQ: return a == b;
    case CODE_NE: return a != b;
    default: return 0;
    }
}

double code_real_op(enum code_op op, double a, double b)
{
    switch (op) {
    case CODE_ADD: return a + b;
    case CODE_SUB: return a - b;
    case CODE_MUL: return a * b;
    case CODE_DIV: return a / b;
    case CODE_NEG: return -a;
    default: return 0;
    }
}

int code_real_relation(enum code_op op, double a, double b)
{
    switch (op) {
    case CODE_LT: return a < b;
    case CODE_LE: return a <= b;
    case CODE_EQ: return a == b;
    case CODE_NE: return a != b;
    default: return 0;
    }
}

int64_t code_truncate(double a)
{
    return a >= -0x1p63 && a < 0x1p63 ? (int64_t)a : 0;
}

double code_math_value(int64_t f, double a, double b)
{
    switch (f) {
    case CODE_FLOOR: return floor(a);
    case CODE_CEIL: return ceil(a);
    case CODE_POW: return pow(a, b);
    default: return elementary_value((enum elementary)f, a, b);
    }
}

const char *code_math_name(int64_t f)
{
    switch (f) {
    case CODE_FLOOR: return "floor";
    case CODE_CEIL: return "ceil";
    case CODE_POW: return "pow";
    default: return elementary_row((enum elementary)f)->c_name;
    }
}

/* ---- Operations on expressions --------------------------------------------------------------- */

static bool is_int(const struct code_expr *x, int64_t v)
{
    return x->op == CODE_INT && x->integer == v;
}

/* Tells 0.0 from -0.0. */
static bool is_real(const struct code_expr *x, double v)
{
    return x->op == CODE_REAL && memcmp(&x->number, &v, sizeof v) == 0;
}

static bool is_relation(enum code_op op)
{
    return op == CODE_LT || op == CODE_LE || op == CODE_EQ || op == CODE_NE;
}

bool code_is_truth(const struct code_expr *x)
{
    return is_relation(x->op) || x->op == CODE_AND || x->op == CODE_OR || x->op == CODE_NOT ||
           is_int(x, 0) || is_int(x, 1);
}

/* Could evaluating x do more than give a value? */
bool code_calls(const struct code_expr *x)
{
    if (!x) return false;
    return x->op == CODE_CALL || code_calls(x->a) || code_calls(x->b) || code_calls(x->c);
}

struct code_expr *code_unary(struct code_model *m, enum code_op op, struct code_expr *a)
{
    struct code_expr *x;
    bool real = a->op == CODE_REAL, whole = a->op == CODE_INT;
    if (op == CODE_NEG && real) return code_real(m, -a->number);
    if (op == CODE_NEG && whole) return code_int(m, code_int_op(op, a->integer, 0));
    if (op == CODE_NEG && a->op == CODE_NEG) return a->a;
    if (op == CODE_NOT && whole) return code_int(m, !a->integer);
    if (op == CODE_NOT && a->op == CODE_NOT && code_is_truth(a->a)) return a->a;
    if (op == CODE_TO_REAL && whole) return code_real(m, (double)a->integer);
    if (op == CODE_TO_INT && real) return code_int(m, code_truncate(a->number));
    x = node(m, op, op == CODE_NEG ? a->type : op == CODE_TO_REAL ? CODE_R : CODE_I);
    x->a = a;
    return x;
}

/* a op b of reals that is one of the operands for all values, or NULL. */
static struct code_expr *real_identity(enum code_op op, struct code_expr *a, struct code_expr *b)
{
    if (op == CODE_MUL && is_real(a, 1)) return b;
    if ((op == CODE_MUL || op == CODE_DIV) && is_real(b, 1)) return a;
    if (op == CODE_ADD && is_real(a, -0.0)) return b;
    if (op == CODE_ADD && is_real(b, -0.0)) return a;
    if (op == CODE_SUB && is_real(b, 0.0)) return a;
    return NULL;
}

static struct code_expr *int_identity(struct code_model *m, enum code_op op, struct code_expr *a,
                                      struct code_expr *b)
{
    bool zero = is_int(a, 0) || is_int(b, 0), sum = op == CODE_ADD || op == CODE_SUB;
    bool ratio = op == CODE_IDIV || op == CODE_IMOD;
    if ((sum && is_int(b, 0)) || ((op == CODE_MUL || op == CODE_IDIV) && is_int(b, 1))) return a;
    if ((op == CODE_ADD && is_int(a, 0)) || (op == CODE_MUL && is_int(a, 1))) return b;
    if ((op == CODE_MUL || ratio) && zero && !code_calls(a) && !code_calls(b)) {
        return code_int(m, 0);
    }
    if (op == CODE_IMOD && is_int(b, 1) && !code_calls(a)) return code_int(m, 0);
    return NULL;
}

/* (x + 3) - 1 is x + 2, (x*3)*2 is x*6; literals of sums and products come second. NULL: no. */
static struct code_expr *int_chain(struct code_model *m, enum code_op op, struct code_expr *a,
                                   struct code_expr *b)
{
    bool sum = op == CODE_ADD || op == CODE_SUB;
    int64_t inner, outer;
    if ((op == CODE_ADD || op == CODE_MUL) && a->op == CODE_INT) return code_binary(m, op, b, a);
    if (b->op != CODE_INT || !a->b || a->b->op != CODE_INT) return NULL;
    inner = a->b->integer;
    outer = b->integer;
    if (op == CODE_MUL && a->op == CODE_MUL) {
        return code_binary(m, op, a->a, code_int(m, code_int_op(op, inner, outer)));
    }
    if (!sum || (a->op != CODE_ADD && a->op != CODE_SUB)) return NULL;
    if (a->op == CODE_SUB) inner = code_int_op(CODE_NEG, inner, 0);
    outer = code_int_op(op, inner, outer);
    if (outer >= 0) return code_binary(m, CODE_ADD, a->a, code_int(m, outer));
    outer = code_int_op(CODE_NEG, outer, 0);
    return code_binary(m, outer < 0 ? CODE_ADD : CODE_SUB, a->a, code_int(m, outer));
}

static struct code_expr *truth(struct code_model *m, struct code_expr *x)
{
    return code_is_truth(x) ? x : code_binary(m, CODE_NE, x, code_int(m, 0));
}

static struct code_expr *fold_logic(struct code_model *m, enum code_op op, struct code_expr *a,
                                    struct code_expr *b)
{
    bool decides = op == CODE_OR; /* the value of a that settles it */
    if (a->op == CODE_INT && !a->integer == !decides) return code_int(m, decides);
    if (a->op == CODE_INT) return truth(m, b);
    if (b->op != CODE_INT) return NULL;
    if (!b->integer == !decides) return code_calls(a) ? NULL : code_int(m, decides);
    return truth(m, a);
}

static struct code_expr *fold_binary(struct code_model *m, enum code_op op, struct code_expr *a,
                                     struct code_expr *b)
{
    struct code_expr *x;
    if (op == CODE_AND || op == CODE_OR) return fold_logic(m, op, a, b);
    if (a->op == CODE_REAL && b->op == CODE_REAL) {
        if (is_relation(op)) return code_int(m, code_real_relation(op, a->number, b->number));
        return code_real(m, code_real_op(op, a->number, b->number));
    }
    if (a->op == CODE_INT && b->op == CODE_INT) {
        return code_int(m, code_int_op(op, a->integer, b->integer));
    }
    if (is_relation(op)) return NULL;
    if (a->type == CODE_R) return real_identity(op, a, b);
    x = int_identity(m, op, a, b);
    return x ? x : int_chain(m, op, a, b);
}

struct code_expr *code_binary(struct code_model *m, enum code_op op, struct code_expr *a,
                              struct code_expr *b)
{
    bool logic = is_relation(op) || op == CODE_AND || op == CODE_OR;
    struct code_expr *x = fold_binary(m, op, a, b);
    if (x) return x;
    x = node(m, op, logic ? CODE_I : a->type);
    x->a = a;
    x->b = b;
    return x;
}

struct code_expr *code_cond(struct code_model *m, struct code_expr *a, struct code_expr *b,
                            struct code_expr *c)
{
    struct code_expr *x;
    if (a->op == CODE_INT) return a->integer ? b : c;
    x = node(m, CODE_COND, b->type);
    x->a = a;
    x->b = b;
    x->c = c;
    return x;
}

struct code_expr *code_math(struct code_model *m, int f, struct code_expr *a, struct code_expr *b)
{
    struct code_expr *x;
    if (a->op == CODE_REAL && (!b || b->op == CODE_REAL)) {
        return code_real(m, code_math_value(f, a->number, b ? b->number : 0));
    }
    x = node(m, b ? CODE_MATH2 : CODE_MATH1, CODE_R);
    x->integer = f;
    x->a = a;
    x->b = b;
    return x;
}

struct code_expr *code_call(struct code_model *m, struct code_fn *f, struct code_expr **args)
{
    struct code_expr *x = node(m, CODE_CALL, f->type);
    x->fn = f;
    x->args = args;
    return x;
}

/* ---- Statements ------------------------------------------------------------------------------ */

struct code_stmt *code_add(struct code_model *m, struct code_body *to, enum code_do op)
{
    struct code_stmt *s = ARENA_NEW(m->arena, struct code_stmt);
    s->op = op;
    s->body.last = &s->body.first;
    s->other.last = &s->other.first;
    if (!to->last) to->last = &to->first;
    *to->last = s;
    to->last = &s->next;
    return s;
}

struct code_stmt *code_set(struct code_model *m, struct code_body *to, int32_t slot,
                           struct code_expr *value)
{
    struct code_stmt *s = code_add(m, to, CODE_SET);
    s->slot = slot;
    s->a = value;
    return s;
}

struct code_stmt *code_put(struct code_model *m, struct code_body *to, int32_t slot,
                           struct code_expr *index, struct code_expr *value)
{
    struct code_stmt *s = code_add(m, to, CODE_PUT);
    s->slot = slot;
    s->a = index;
    s->b = value;
    return s;
}
