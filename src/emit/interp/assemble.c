/* SPDX-License-Identifier: MIT */
/* assemble.c - from trees to instructions.
 *
 * An expression is written into a register that is given, or into one of its choice: a slot and a
 * constant are where they are. Whatever path an expression takes, its target is written last, so
 * that x = a + b*x needs no other place. Temporary values are a stack.
 *
 * Conditions of if, while and ?: become jumps, not values. A jump to what is not written yet is
 * part of a chain, through its a. */
#include "emit/interp/machine.h"
#include <string.h>

enum { NOWHERE = -1, CACHED = 256 };

struct label {
    int32_t chain;
};

struct assembler {
    struct arena *arena;
    const struct code_fn *fn;
    VEC(struct instruction) code;
    VEC(union word) constants; /* the last one is the lowest in the frame */
    VEC(const struct code_stmt *) statements;
    int32_t cached[CACHED]; /* of constants, by their bits; 0: none, else number + 1 */
    const int32_t *slot;    /* first register */
    int32_t next, most;     /* registers */
    struct label *leave;    /* of the innermost loop */
};

static int32_t value(struct assembler *z, const struct code_expr *x);
static void into(struct assembler *z, const struct code_expr *x, int32_t to);
static void write_body(struct assembler *z, const struct code_body *body);

/* ---- Places ----------------------------------------------------------------------------------- */

static int32_t add(struct assembler *z, struct instruction i)
{
    VEC_ADD(z->arena, &z->code, i);
    return z->code.n - 1;
}

static int32_t statement(struct assembler *z, const struct code_stmt *s)
{
    VEC_ADD(z->arena, &z->statements, s);
    return z->statements.n - 1;
}

static int32_t temporary(struct assembler *z, int32_t n)
{
    int32_t at = z->next;
    z->next += n;
    if (z->next > z->most) z->most = z->next;
    return at;
}

static int32_t constant(struct assembler *z, union word w)
{
    uint64_t bits = (uint64_t)w.i * 0x9e3779b97f4a7c15u;
    int32_t *at = &z->cached[bits >> 56];
    if (*at == 0 || z->constants.at[*at - 1].i != w.i) {
        VEC_ADD(z->arena, &z->constants, w);
        *at = z->constants.n;
    }
    return -*at;
}

static void jump(struct assembler *z, struct label *to, int op, int32_t b, int32_t c)
{
    to->chain = add(z, (struct instruction){op, to->chain, b, c, 0});
}

static void here(struct assembler *z, struct label *l)
{
    while (l->chain != NOWHERE) {
        int32_t *a = &z->code.at[l->chain].a;
        l->chain = *a;
        *a = z->code.n;
    }
}

/* ---- Conditions ------------------------------------------------------------------------------- */

static bool is_relation(const struct code_expr *x)
{
    return x->op == CODE_LT || x->op == CODE_LE || x->op == CODE_EQ || x->op == CODE_NE;
}

/* Goes there if x is, or is not, true. */
static void branch(struct assembler *z, const struct code_expr *x, bool if_true, struct label *to)
{
    int32_t mark = z->next;
    if (x->op == CODE_NOT) {
        branch(z, x->a, !if_true, to);
    } else if (x->op == CODE_AND || x->op == CODE_OR) {
        if (if_true == (x->op == CODE_OR)) {
            branch(z, x->a, if_true, to);
            branch(z, x->b, if_true, to);
        } else {
            struct label past = {NOWHERE};
            branch(z, x->a, !if_true, &past);
            branch(z, x->b, if_true, to);
            here(z, &past);
        }
    } else if (is_relation(x)) {
        int real = if_true ? OP_IF_LT : OP_UNLESS_LT,
            whole = if_true ? OP_IF_INT_LT : OP_UNLESS_INT_LT;
        int32_t a = value(z, x->a), b = value(z, x->b);
        jump(z, to, (x->a->type == CODE_R ? real : whole) + (int)(x->op - CODE_LT), a, b);
    } else {
        jump(z, to, if_true ? OP_IF : OP_UNLESS, value(z, x), 0);
    }
    z->next = mark;
}

/* to := 1 or 0 */
static void truth(struct assembler *z, const struct code_expr *x, int32_t to)
{
    struct label no = {NOWHERE}, end = {NOWHERE};
    branch(z, x, false, &no);
    add(z, (struct instruction){OP_MOVE, to, constant(z, (union word){.i = 1}), 0, 0});
    jump(z, &end, OP_JUMP, 0, 0);
    here(z, &no);
    add(z, (struct instruction){OP_MOVE, to, constant(z, (union word){.i = 0}), 0, 0});
    here(z, &end);
}

static void choose(struct assembler *z, const struct code_expr *x, int32_t to)
{
    struct label no = {NOWHERE}, end = {NOWHERE};
    branch(z, x->a, false, &no);
    into(z, x->b, to);
    jump(z, &end, OP_JUMP, 0, 0);
    here(z, &no);
    into(z, x->c, to);
    here(z, &end);
}

/* ---- Expressions ------------------------------------------------------------------------------ */

static int real_op(enum code_op op)
{
    switch (op) {
    case CODE_ADD: return OP_ADD;
    case CODE_SUB: return OP_SUB;
    case CODE_MUL: return OP_MUL;
    case CODE_DIV: return OP_DIV;
    case CODE_LT: return OP_LT;
    case CODE_LE: return OP_LE;
    case CODE_EQ: return OP_EQ;
    default: return OP_NE;
    }
}

static int whole_op(enum code_op op)
{
    switch (op) {
    case CODE_ADD: return OP_INT_ADD;
    case CODE_SUB: return OP_INT_SUB;
    case CODE_MUL: return OP_INT_MUL;
    case CODE_IDIV: return OP_INT_DIV;
    case CODE_IMOD: return OP_INT_MOD;
    case CODE_LT: return OP_INT_LT;
    case CODE_LE: return OP_INT_LE;
    case CODE_EQ: return OP_INT_EQ;
    default: return OP_INT_NE;
    }
}

/* a + b*c and its like, one instruction. */
static bool with_product(struct assembler *z, const struct code_expr *x, int32_t to)
{
    bool sum = x->op == CODE_ADD;
    if (x->type != CODE_R || (!sum && x->op != CODE_SUB)) return false;
    if (x->b->op == CODE_MUL) {
        int32_t a = value(z, x->a), b = value(z, x->b->a), c = value(z, x->b->b);
        add(z, (struct instruction){sum ? OP_ADD_MUL : OP_SUB_MUL, to, a, b, c});
        return true;
    }
    if (x->a->op == CODE_MUL) {
        int32_t a = value(z, x->a->a), b = value(z, x->a->b), c = value(z, x->b);
        add(z, (struct instruction){sum ? OP_MUL_ADD : OP_MUL_SUB, to, a, b, c});
        return true;
    }
    return false;
}

static void pair(struct assembler *z, const struct code_expr *x, int32_t to)
{
    int32_t a, b;
    if (with_product(z, x, to)) return;
    a = value(z, x->a);
    b = value(z, x->b);
    add(z,
        (struct instruction){x->a->type == CODE_R ? real_op(x->op) : whole_op(x->op), to, a, b, 0});
}

/* What the model or the event has; signals, discretes and parameters by a constant number. */
static void outer(struct assembler *z, const struct code_expr *x, int32_t to)
{
    static const struct {
        enum code_op of;
        int fixed, at;
    } ops[] = {{CODE_SIGNAL, OP_SIGNAL, OP_SIGNAL_AT},
               {CODE_D, OP_D, OP_D_AT},
               {CODE_P, OP_P, OP_P_AT},
               {CODE_PRE, 0, OP_PRE_AT},
               {CODE_X, 0, OP_STATE_AT},
               {CODE_TABLE, 0, OP_TABLE_AT}};
    int32_t k = 0, d = (int32_t)x->integer;
    while (ops[k].of != x->op) k++;
    if (ops[k].fixed && x->a->op == CODE_INT && x->a->integer >= 0 && x->a->integer <= INT32_MAX)
        add(z, (struct instruction){ops[k].fixed, to, (int32_t)x->a->integer, 0, d});
    else
        add(z, (struct instruction){ops[k].at, to, value(z, x->a), 0, d});
}

static void call(struct assembler *z, const struct code_expr *x, int32_t to)
{
    const struct code_fn *f = x->fn;
    int32_t n = 0, at;
    for (int32_t k = 0; k < f->n_params; k++) n += f->slots.at[k].size ? 2 : 1;
    at = temporary(z, n);
    n = at;
    for (int32_t k = 0; k < f->n_params; k++) {
        if (f->slots.at[k].size) {
            int32_t from = z->slot[x->args[k]->slot];
            add(z, (struct instruction){OP_MOVE, n++, from, 0, 0});
            add(z, (struct instruction){OP_MOVE, n++, from + 1, 0, 0});
        } else
            into(z, x->args[k], n++);
    }
    add(z, (struct instruction){OP_CALL, to, at, 0, f->number});
}

static void one(struct assembler *z, const struct code_expr *x, int op, int32_t to, int32_t d)
{
    add(z, (struct instruction){op, to, value(z, x->a), 0, d});
}

static void item(struct assembler *z, const struct code_expr *x, int32_t to)
{
    int op = z->fn->role == CODE_START && x->slot == 0 ? OP_BYTE : OP_ITEM;
    add(z, (struct instruction){op, to, z->slot[x->slot], value(z, x->a), 0});
}

static void math(struct assembler *z, const struct code_expr *x, int32_t to)
{
    int32_t a = value(z, x->a);
    int32_t b = x->op == CODE_MATH2 ? value(z, x->b) : constant(z, (union word){.r = 0});
    add(z, (struct instruction){OP_MATH, to, a, b, (int32_t)x->integer});
}

static void into(struct assembler *z, const struct code_expr *x, int32_t to)
{
    int32_t mark = z->next, hole = x->type == CODE_R ? OP_HOLE_REAL : OP_HOLE_INT;
    switch (x->op) {
    case CODE_REAL:
    case CODE_INT:
    case CODE_LOCAL: add(z, (struct instruction){OP_MOVE, to, value(z, x), 0, 0}); break;
    case CODE_ITEM: item(z, x, to); break;
    case CODE_TIME: add(z, (struct instruction){OP_TIME, to, 0, 0, 0}); break;
    case CODE_WIDTH: add(z, (struct instruction){OP_WIDTH, to, 0, 0, 0}); break;
    case CODE_HOLE: add(z, (struct instruction){hole, to, (int32_t)x->integer, 0, 0}); break;
    case CODE_NEG: one(z, x, x->type == CODE_R ? OP_NEG : OP_INT_NEG, to, 0); break;
    case CODE_NOT: one(z, x, OP_NOT, to, 0); break;
    case CODE_TO_REAL: one(z, x, OP_TO_REAL, to, 0); break;
    case CODE_TO_INT: one(z, x, OP_TO_INT, to, 0); break;
    case CODE_MATH1:
    case CODE_MATH2: math(z, x, to); break;
    case CODE_AND:
    case CODE_OR: truth(z, x, to); break;
    case CODE_COND: choose(z, x, to); break;
    case CODE_CALL: call(z, x, to); break;
    case CODE_SIGNAL:
    case CODE_D:
    case CODE_P:
    case CODE_PRE:
    case CODE_X:
    case CODE_TABLE: outer(z, x, to); break;
    default: pair(z, x, to);
    }
    z->next = mark;
}

/* The register in which x is. */
static int32_t value(struct assembler *z, const struct code_expr *x)
{
    int32_t to;
    if (x->op == CODE_LOCAL) return z->slot[x->slot];
    if (x->op == CODE_REAL) return constant(z, (union word){.r = x->number});
    if (x->op == CODE_INT) return constant(z, (union word){.i = x->integer});
    to = temporary(z, 1);
    into(z, x, to);
    return to;
}

/* ---- Statements ------------------------------------------------------------------------------- */

static void write_if(struct assembler *z, const struct code_stmt *s)
{
    struct label no = {NOWHERE}, end = {NOWHERE};
    branch(z, s->a, false, &no);
    write_body(z, &s->body);
    if (s->other.first) jump(z, &end, OP_JUMP, 0, 0);
    here(z, &no);
    write_body(z, &s->other);
    here(z, &end);
}

static void write_while(struct assembler *z, const struct code_stmt *s)
{
    struct label end = {NOWHERE}, *outside = z->leave;
    int32_t again = z->code.n;
    branch(z, s->a, false, &end);
    end.chain = add(z, (struct instruction){OP_TURN, end.chain, 0, 0, statement(z, s)});
    z->leave = &end;
    write_body(z, &s->body);
    z->leave = outside;
    add(z, (struct instruction){OP_JUMP, again, 0, 0, 0});
    here(z, &end);
}

static void write_for(struct assembler *z, const struct code_stmt *s)
{
    struct label end = {NOWHERE}, *outside = z->leave;
    int32_t i = z->slot[s->slot], again, mark = z->next, last;
    into(z, s->a, i);
    again = z->code.n;
    last = value(z, s->b);
    jump(z, &end, OP_IF_INT_LT, s->integer > 0 ? last : i, s->integer > 0 ? i : last);
    z->next = mark;
    z->leave = &end;
    write_body(z, &s->body);
    z->leave = outside;
    add(z, (struct instruction){OP_INT_ADD, i, i, constant(z, (union word){.i = s->integer}), 0});
    add(z, (struct instruction){OP_JUMP, again, 0, 0, 0});
    here(z, &end);
}

static void put(struct assembler *z, const struct code_stmt *s)
{
    int32_t index = value(z, s->a), x = value(z, s->b);
    add(z, (struct instruction){OP_PUT, z->slot[s->slot], index, x, 0});
}

/* An operation of the run or the event, with the values of a and b. */
static void other(struct assembler *z, const struct code_stmt *s, int op)
{
    int32_t zero = constant(z, (union word){.i = 0});
    int32_t a = s->a ? value(z, s->a) : zero, b = s->b ? value(z, s->b) : zero;
    add(z, (struct instruction){op, 0, a, b, statement(z, s)});
}

static void write_return(struct assembler *z, const struct code_stmt *s)
{
    if (s->a && z->fn->type != CODE_V)
        add(z, (struct instruction){OP_RETURN, value(z, s->a), 0, 0, 0});
    else
        add(z, (struct instruction){OP_LEAVE, 0, 0, 0, 0});
}

static void write(struct assembler *z, const struct code_stmt *s)
{
    int32_t mark = z->next;
    switch (s->op) {
    case CODE_SET: into(z, s->a, z->slot[s->slot]); break;
    case CODE_PUT: put(z, s); break;
    case CODE_DO: value(z, s->a); break;
    case CODE_IF: write_if(z, s); break;
    case CODE_WHILE: write_while(z, s); break;
    case CODE_FOR: write_for(z, s); break;
    case CODE_BREAK: jump(z, z->leave, OP_JUMP, 0, 0); break;
    case CODE_RETURN: write_return(z, s); break;
    case CODE_FAULT: other(z, s, OP_FAULT); break;
    case CODE_SOLVE: other(z, s, OP_SOLVE); break;
    case CODE_KNOWN: other(z, s, OP_KNOWN); break;
    case CODE_EXTERN: other(z, s, OP_EXTERN); break;
    case CODE_LINE:
    case CODE_NOTE: break;
    default: other(z, s, OP_TELL);
    }
    z->next = mark;
}

static void write_body(struct assembler *z, const struct code_body *body)
{
    for (const struct code_stmt *s = body->first; s; s = s->next) write(z, s);
}

/* ---- Functions -------------------------------------------------------------------------------- */

/* Registers of the slots: parameters first. */
static void place_slots(struct assembler *z, struct machine_program *p)
{
    const struct code_fn *f = z->fn;
    int32_t *slot = ARENA_ARRAY(z->arena, int32_t, f->slots.n + 1), at = 0;
    struct program_array *arrays = ARENA_ARRAY(z->arena, struct program_array, f->slots.n + 1);
    for (int32_t k = 0; k < f->slots.n; k++) {
        int32_t size = f->slots.at[k].size;
        if (k == f->n_params) p->parameters = at;
        slot[k] = at;
        at += size ? 2 : 1;
        if (k < f->n_params || size <= 0) continue;
        arrays[p->n_arrays++] = (struct program_array){slot[k], size};
        p->elements += size;
    }
    if (f->n_params == f->slots.n) p->parameters = at;
    p->slots = z->next = z->most = at;
    p->arrays = arrays;
    z->slot = slot;
}

static void assemble(struct assembler *z, struct arena *arena, const struct code_fn *f,
                     struct machine_program *p)
{
    union word *constants;
    memset(z, 0, sizeof *z);
    z->arena = arena;
    z->fn = p->fn = f;
    place_slots(z, p);
    write_body(z, &f->body);
    add(z, (struct instruction){OP_LEAVE, 0, 0, 0, 0});
    p->code = z->code.at;
    p->statements = z->statements.at;
    p->registers = z->most;
    p->n_constants = z->constants.n;
    p->constants = constants = ARENA_ARRAY(arena, union word, z->constants.n + 1);
    for (int32_t k = 0; k < z->constants.n; k++)
        constants[k] = z->constants.at[z->constants.n - 1 - k];
}

const struct machine_program *machine_assemble(const struct code_model *m)
{
    struct assembler z;
    struct machine_program *all = ARENA_ARRAY(m->arena, struct machine_program, m->functions.n + 1);
    for (int32_t k = 0; k < m->functions.n; k++) {
        const struct code_fn *f = m->functions.at[k];
        if (f->used) assemble(&z, m->arena, f, &all[f->number]);
    }
    return all;
}
