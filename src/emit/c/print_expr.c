/* SPDX-License-Identifier: MIT */
/* print_expr.c - expressions as C, with as few parentheses as keep the tree.
 *
 * The C must compute what the tree says, operation by operation, so a + (b + c) keeps its
 * parentheses. Integers of the tree have 64 bits, truth values and small literals in C only 32: an
 * operation none of whose operands is long long gets a cast. Parentheses that C does not need are
 * added where compilers warn (comparisons inside comparisons, && inside ||). */
#include "emit/c/print.h"
#include <limits.h>
#include <math.h>

struct view {
    struct printer *p;
    const struct code_fn *f;
};

static void print(struct view v, const struct code_expr *x, enum code_binding need);

static enum code_binding binding(const struct code_expr *x)
{
    switch (x->op) {
    case CODE_COND: return ANY;
    case CODE_OR: return OR;
    case CODE_AND: return AND;
    case CODE_EQ:
    case CODE_NE: return EQUAL;
    case CODE_LT:
    case CODE_LE: return LESS;
    case CODE_ADD:
    case CODE_SUB: return SUM;
    case CODE_MUL:
    case CODE_DIV: return PRODUCT;
    case CODE_NEG:
    case CODE_NOT:
    case CODE_TO_REAL: return PREFIX;
    case CODE_REAL: return signbit(x->number) && isfinite(x->number) ? PREFIX : PRIMARY;
    case CODE_INT: return x->integer < 0 && x->integer != INT64_MIN ? PREFIX : PRIMARY;
    default: return PRIMARY;
    }
}

/* Is its type in C long long (and not int)? */
static bool is_wide(const struct code_expr *x)
{
    switch (x->op) {
    case CODE_INT: return x->integer > INT_MAX || x->integer < -INT_MAX;
    case CODE_COND: return is_wide(x->b) || is_wide(x->c);
    case CODE_WIDTH: return false;
    default: return !code_is_truth(x);
    }
}

static const char *sign_of(enum code_op op)
{
    static const char *const signs[] = {
        [CODE_ADD] = "+",  [CODE_SUB] = "-",  [CODE_MUL] = "*",  [CODE_DIV] = "/",
        [CODE_IDIV] = "/", [CODE_IMOD] = "%", [CODE_LT] = "<",   [CODE_LE] = "<=",
        [CODE_EQ] = "==",  [CODE_NE] = "!=",  [CODE_AND] = "&&", [CODE_OR] = "||"};
    return signs[op];
}

/* Left-associative: the right operand must bind more tightly. */
static void arithmetic(struct view v, const struct code_expr *x, enum code_binding own)
{
    bool narrow = x->type == CODE_I && !is_wide(x->a) && !is_wide(x->b);
    if (narrow) code_say_text(v.p, "(long long)");
    print(v, x->a, narrow ? PREFIX : own);
    code_say(v.p, own == SUM ? " %s " : "%s", sign_of(x->op));
    print(v, x->b, (enum code_binding)(own + 1));
}

/* An operand of a comparison: sums are fine, comparisons and ! get parentheses. */
static void compared(struct view v, const struct code_expr *x)
{
    print(v, x, x->op == CODE_NOT ? PRIMARY : SUM);
}

static void relation(struct view v, const struct code_expr *x)
{
    compared(v, x->a);
    code_say(v.p, " %s ", sign_of(x->op));
    compared(v, x->b);
}

static void truth(struct view v, const struct code_expr *x, enum code_binding need)
{
    bool plain = code_is_truth(x) || x->op == CODE_LOCAL || x->op == CODE_CALL ||
                 x->op == CODE_HOLE || x->op == CODE_INT;
    if (plain) {
        print(v, x, need);
        return;
    }
    if (need > EQUAL) code_say_text(v.p, "(");
    compared(v, x);
    code_say_text(v.p, " != 0");
    if (need > EQUAL) code_say_text(v.p, ")");
}

static void logic(struct view v, const struct code_expr *x)
{
    truth(v, x->a, x->op == x->a->op ? binding(x) : EQUAL);
    code_say(v.p, " %s ", sign_of(x->op));
    truth(v, x->b, EQUAL);
}

static void condition(struct view v, const struct code_expr *x)
{
    truth(v, x->a, OR);
    code_say_text(v.p, " ? ");
    print(v, x->b, OR);
    code_say_text(v.p, " : ");
    print(v, x->c, ANY);
}

/* A sign in front of something that starts with one would be --. */
static void negative(struct view v, const struct code_expr *x)
{
    bool sign = x->a->op == CODE_NEG ||
                (binding(x->a) == PREFIX && x->a->op != CODE_NOT && x->a->op != CODE_TO_REAL);
    bool narrow = x->type == CODE_I && !is_wide(x->a);
    code_say_text(v.p, narrow ? "-(long long)" : "-");
    print(v, x->a, sign ? PRIMARY : PREFIX);
}

static void element(struct view v, const char *array, const struct code_expr *index)
{
    code_say(v.p, "%s[", array);
    print(v, index, ANY);
    code_say_text(v.p, "]");
}

static void item(struct view v, const struct code_expr *x)
{
    bool given = v.f->role == CODE_START && x->slot == 0;
    if (given) code_say_text(v.p, "(double)");
    element(v, v.f->slots.at[x->slot].c_name, x->a);
}

/* index*e->stride, which must not overflow an int. */
static void offset(struct view v, const struct code_expr *index)
{
    bool literal = index->op == CODE_INT, wide = is_wide(index);
    if (!literal && !wide) code_say_text(v.p, "(long long)");
    if (!literal || index->integer != 1) {
        print(v, index, literal || wide ? PRODUCT : PREFIX);
        code_say_text(v.p, literal && !wide && index->integer > 10000000 ? "LL*" : "*");
    }
    code_say_text(v.p, "e->stride");
}

/* Where the stride is 1. */
static void flat_signal(struct view v, const struct code_expr *x)
{
    code_say_text(v.p, "e->q[");
    if (x->a->op == CODE_INT) {
        code_say_int(v.p, x->a->integer + x->integer);
    } else {
        print(v, x->a, SUM);
        code_say_text(v.p, " + ");
        code_say_int(v.p, x->integer);
    }
    code_say_text(v.p, "]");
}

static void signal(struct view v, const struct code_expr *x)
{
    bool zero = x->a->op == CODE_INT && x->a->integer == 0;
    code_say_text(v.p, "e->q[");
    if (!zero) offset(v, x->a);
    if (!zero && x->integer) code_say_text(v.p, " + ");
    if (zero || x->integer) code_say_int(v.p, x->integer);
    code_say_text(v.p, "]");
}

static void ratio(struct view v, const struct code_expr *x)
{
    bool safe = x->b->op == CODE_INT && x->b->integer != 0 && x->b->integer != -1;
    if (safe) {
        code_say_text(v.p, "(");
        arithmetic(v, x, PRODUCT);
    } else {
        code_say_text(v.p, x->op == CODE_IDIV ? "int_div(" : "int_mod(");
        print(v, x->a, ANY);
        code_say_text(v.p, ", ");
        print(v, x->b, ANY);
    }
    code_say_text(v.p, ")");
}

static void math(struct view v, const struct code_expr *x)
{
    code_say(v.p, "%s(", code_math_name(x->integer));
    print(v, x->a, ANY);
    if (x->b) {
        code_say_text(v.p, ", ");
        print(v, x->b, ANY);
    }
    code_say_text(v.p, ")");
}

static void call(struct view v, const struct code_expr *x)
{
    code_say(v.p, x->fn->event ? "%s(ev" : "%s(e", x->fn->c_name);
    if (x->fn->counted) {
        code_say_text(v.p, v.f->role == CODE_USER ? ", depth + 1, turns" : ", 0, &turns");
    }
    for (int32_t k = 0; k < x->fn->n_params; k++) {
        code_say_text(v.p, ", ");
        print(v, x->args[k], ANY);
    }
    if (x->fn->role == CODE_READS) code_say_text(v.p, v.p->rows[CODE_READS] ? ", r, 0, 0" : ", r");
    code_say_text(v.p, ")");
}

static void state(struct view v, const struct code_expr *x)
{
    code_say_text(v.p, "ev->state(ev, ");
    print(v, x->a, ANY);
    code_say_text(v.p, ")");
}

static void constant(struct view v, const struct code_expr *x)
{
    char name[24];
    snprintf(name, sizeof name, "table_%d", (int)x->integer);
    element(v, name, x->a);
}

static void cast(struct view v, const char *text, const struct code_expr *x, enum code_binding need)
{
    code_say_text(v.p, text);
    print(v, x, need);
    if (need == ANY) code_say_text(v.p, ")");
}

static void bare(struct view v, const struct code_expr *x)
{
    switch (x->op) {
    case CODE_REAL: code_say_real(v.p, x->number); break;
    case CODE_INT: code_say_int(v.p, x->integer); break;
    case CODE_LOCAL: code_say_text(v.p, v.f->slots.at[x->slot].c_name); break;
    case CODE_HOLE: code_say(v.p, x->type == CODE_R ? "k[%d]" : "a[%d]", (int)x->integer); break;
    case CODE_ITEM: item(v, x); break;
    case CODE_TIME: code_say_text(v.p, "e->t"); break;
    case CODE_SIGNAL:
        if (v.f->role == CODE_FLAT)
            flat_signal(v, x);
        else
            signal(v, x);
        break;
    case CODE_WIDTH: code_say_text(v.p, "e->width"); break;
    case CODE_D: element(v, "e->d", x->a); break;
    case CODE_P: element(v, "e->p", x->a); break;
    case CODE_PRE: element(v, "ev->pre", x->a); break;
    case CODE_X: state(v, x); break;
    case CODE_TABLE: constant(v, x); break;
    case CODE_ADD:
    case CODE_SUB:
    case CODE_MUL:
    case CODE_DIV: arithmetic(v, x, binding(x)); break;
    case CODE_IDIV:
    case CODE_IMOD: ratio(v, x); break;
    case CODE_NEG: negative(v, x); break;
    case CODE_LT:
    case CODE_LE:
    case CODE_EQ:
    case CODE_NE: relation(v, x); break;
    case CODE_AND:
    case CODE_OR: logic(v, x); break;
    case CODE_NOT:
        code_say_text(v.p, "!");
        truth(v, x->a, x->a->op == CODE_LOCAL ? PREFIX : PRIMARY);
        break;
    case CODE_COND: condition(v, x); break;
    case CODE_TO_REAL: cast(v, "(double)", x->a, PREFIX); break;
    case CODE_TO_INT: cast(v, "to_int(", x->a, ANY); break;
    case CODE_MATH1:
    case CODE_MATH2: math(v, x); break;
    case CODE_CALL: call(v, x); break;
    }
}

static void print(struct view v, const struct code_expr *x, enum code_binding need)
{
    bool enclose = binding(x) < need;
    if (enclose) code_say_text(v.p, "(");
    bare(v, x);
    if (enclose) code_say_text(v.p, ")");
}

void code_print_expr(struct printer *p, const struct code_fn *f, const struct code_expr *x,
                     enum code_binding need)
{
    print((struct view){p, f}, x, need);
}

void code_print_truth(struct printer *p, const struct code_fn *f, const struct code_expr *x,
                      enum code_binding need)
{
    truth((struct view){p, f}, x, need);
}
