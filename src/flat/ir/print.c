/* SPDX-License-Identifier: MIT */
/* print.c - expressions as text, for people: messages, names of guards, --stage=flat.
 *
 * As in Modelica, with indices from 1 (print_index.c). What the compiler has made and Modelica has
 * no name for looks like this: 'x > 1' a mode, sum#2{i} an element of a sum, V1{0} an unknown of a
 * loop, f(a).b the second output of a function; braces hold indices from 0.
 *
 * An expression is a graph and could be exponentially larger as text. After IR_BUDGET nodes,
 * or IR_DEPTH levels, "..." stands for the rest. */
#include "flat/ir/print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ------------------------------------------------------------------------------------ */

void ir_put(struct printer *p, const char *s)
{
    if (p->out) {
        fputs(s, p->out);
        return;
    }
    for (; *s; s++) VEC_ADD(p->arena, &p->text, *s);
}

void ir_put_int(struct printer *p, int64_t v)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, v);
    ir_put(p, text);
}

void ir_put_real(struct printer *p, double v)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v) break;
    }
    ir_put(p, text);
}

/* ---- Variables ------------------------------------------------------------------------------- */

void ir_put_name(struct printer *p, const struct ir_var *v)
{
    ir_put(p, v->hidden ? "'" : "");
    ir_put(p, v->name);
    ir_put(p, v->hidden ? "'" : "");
}

static void print_element(struct printer *p, const struct ir *e)
{
    if (e->op == IR_DER) ir_put(p, "der(");
    if (e->op == IR_PRE) ir_put(p, "pre(");
    ir_put_element(p, e->var, e->arg[0]);
    if (e->op == IR_DER || e->op == IR_PRE) ir_put(p, ")");
}

/* ---- Operators ------------------------------------------------------------------------------- */

struct infix {
    const char *text;
    enum ir_level level, left, right;
};

static struct infix infix_of(enum ir_op op)
{
    switch (op) {
    case IR_ADD: return (struct infix){" + ", SUM, SUM, PRODUCT};
    case IR_SUB: return (struct infix){" - ", SUM, SUM, PRODUCT};
    case IR_MUL: return (struct infix){"*", PRODUCT, PRODUCT, POWER};
    case IR_DIV: return (struct infix){"/", PRODUCT, PRODUCT, POWER};
    case IR_POW: return (struct infix){"^", POWER, PRIMARY, PRIMARY};
    case IR_LT: return (struct infix){" < ", RELATION, SUM, SUM};
    case IR_LE: return (struct infix){" <= ", RELATION, SUM, SUM};
    case IR_EQ: return (struct infix){" == ", RELATION, SUM, SUM};
    case IR_NE: return (struct infix){" <> ", RELATION, SUM, SUM};
    case IR_AND: return (struct infix){" and ", AND, AND, NOT};
    case IR_OR: return (struct infix){" or ", OR, OR, AND};
    default: return (struct infix){NULL, ANY, ANY, ANY};
    }
}

static void print_infix(struct printer *p, const struct ir *e, struct infix x)
{
    ir_put_part(p, e->arg[0], x.left);
    ir_put(p, x.text);
    ir_put_part(p, e->arg[1], x.right);
}

static bool varies(const struct ir *e, int depth)
{
    if (e->op == IR_VAR) return e->var->kind == VAR_STATE || e->var->kind == VAR_ALGEBRAIC;
    if (e->op == IR_TIME || e->op == IR_DER || depth > 6) return true;
    for (int32_t k = 0; k < e->n; k++)
        if (varies(e->arg[k], depth + 1)) return true;
    return false;
}

/* How much a side of a relation may vary. */
static int restlessness(const struct ir *e)
{
    if (e->op == IR_REAL || e->op == IR_INT) return 0;
    if (e->op != IR_VAR) return 3;
    if (e->var->kind == VAR_CONSTANT || e->var->kind == VAR_PARAMETER) return 1;
    return e->var->kind == VAR_DISCRETE ? 2 : 3;
}

/* 1 < x is shown as x > 1, d <= time as time >= d. */
static void print_relation(struct printer *p, const struct ir *e, enum ir_level level)
{
    const struct ir *a = e->arg[0], *b = e->arg[1];
    bool flip = (e->op == IR_LT || e->op == IR_LE) && restlessness(a) < restlessness(b);
    bool quiet = !e->integer && a->type == IR_R && (varies(a, 0) || varies(b, 0));
    bool parens = !quiet && level > RELATION;
    ir_put(p, quiet ? "noEvent(" : parens ? "(" : "");
    ir_put_part(p, flip ? b : a, SUM);
    ir_put(p, !flip ? infix_of(e->op).text : e->op == IR_LT ? " > " : " >= ");
    ir_put_part(p, flip ? a : b, SUM);
    ir_put(p, quiet || parens ? ")" : "");
}

static void print_prefix(struct printer *p, const struct ir *e, enum ir_level level)
{
    enum ir_level own = e->op == IR_NEG ? SUM : NOT;
    if (level > own) ir_put(p, "(");
    ir_put(p, e->op == IR_NEG ? "-" : "not ");
    ir_put_part(p, e->arg[0], e->op == IR_NEG ? PRODUCT : RELATION);
    if (level > own) ir_put(p, ")");
}

static const char *short_text(struct printer *p, const struct ir *e)
{
    struct printer q = {.arena = p->arena, .budget = 60, .tries = p->tries + 1};
    ir_put_part(&q, e, ANY);
    VEC_ADD(p->arena, &q.text, '\0');
    return q.text.at;
}

/* if a < b then b else a was written max(a, b), and so it is shown to people; a mode in place of
 * the relation has its text. */
static bool print_extremum(struct printer *p, const struct ir *e)
{
    const char *c, *b, *a, *call = NULL;
    if (p->out || p->tries >= IR_TRIES) return false;
    c = short_text(p, e->arg[0]);
    b = short_text(p, e->arg[1]);
    a = short_text(p, e->arg[2]);
    if (*c == '\'') c = arena_format(p->arena, "%.*s", (int)strlen(c) - 2, c + 1);
    if (strstr(c, "...")) return false;
    if (!strcmp(c, arena_format(p->arena, "%s < %s", a, b))) call = "max";
    if (!strcmp(c, arena_format(p->arena, "%s > %s", a, b))) call = "min";
    if (!call) return false;
    ir_put(p, arena_format(p->arena, "%s(%s, %s)", call, a, b));
    return true;
}

static void print_if(struct printer *p, const struct ir *e, enum ir_level level)
{
    if (print_extremum(p, e)) return;
    if (level > ANY) ir_put(p, "(");
    ir_put(p, "if ");
    ir_put_part(p, e->arg[0], OR);
    ir_put(p, " then ");
    ir_put_part(p, e->arg[1], OR);
    ir_put(p, " else ");
    ir_put_part(p, e->arg[2], ANY);
    if (level > ANY) ir_put(p, ")");
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void print_args(struct printer *p, const char *name, const struct ir *e, int32_t first)
{
    ir_put(p, name);
    ir_put(p, "(");
    for (int32_t k = first; k < e->n; k++) {
        if (k > first) ir_put(p, ", ");
        ir_put_part(p, e->arg[k], ANY);
    }
    ir_put(p, ")");
}

void ir_put_range(struct printer *p, const struct ir_iter *it)
{
    ir_put(p, it->name);
    ir_put(p, " in ");
    ir_put_int(p, it->lo);
    ir_put(p, ":");
    if (it->step != 1) ir_put_int(p, it->step), ir_put(p, ":");
    ir_put_int(p, (int64_t)((uint64_t)it->lo + (uint64_t)it->step * (uint64_t)(it->count - 1)));
}

static void print_reduction(struct printer *p, const char *open, const struct ir *e,
                            const char *close)
{
    ir_put(p, open);
    ir_put_part(p, e->arg[0], ANY);
    for (int32_t k = 0; k < e->n_iters || (e->iter && k == 0); k++) {
        ir_put(p, k ? ", " : " for ");
        ir_put_range(p, e->iter ? e->iter : e->iters[k]);
    }
    ir_put(p, close);
}

static void print_call(struct printer *p, const struct ir *e)
{
    const struct ir_var *out = NULL;
    int32_t k = e->fn->n_inputs + (int32_t)e->integer;
    if (k < e->fn->locals.n) out = e->fn->locals.at[k];
    print_args(p, e->fn->name, e, e->op == IR_CALL_AT);
    if (e->integer) ir_put(p, "."), ir_put(p, out ? out->name : "?");
    if (e->op == IR_CALL_AT)
        ir_put_index(p, e->arg[0], out ? out->size : NULL, out ? out->rank : 1);
}

/* sum#2{i}: element of a numbered thing of the model, index from 0. */
static void print_numbered(struct printer *p, const char *kind, const struct ir *e)
{
    ir_put(p, kind);
    ir_put(p, "#");
    ir_put_int(p, e->integer);
    ir_put(p, "{");
    ir_put_part(p, e->arg[0], ANY);
    ir_put(p, "}");
}

static void print_solved(struct printer *p, const struct ir *e)
{
    ir_put(p, e->loop && e->loop->names ? e->loop->names[e->integer] : "unknown");
    ir_put(p, "{");
    ir_put_part(p, e->arg[0], ANY);
    ir_put(p, "}");
}

static void print_literal(struct printer *p, const struct ir *e, enum ir_level level)
{
    bool negative = e->op == IR_REAL ? e->number < 0 : e->integer < 0;
    if (negative && level > SUM) ir_put(p, "(");
    if (e->op == IR_REAL)
        ir_put_real(p, e->number);
    else if (e->type == IR_B)
        ir_put(p, e->integer ? "true" : "false");
    else
        ir_put_int(p, e->integer);
    if (negative && level > SUM) ir_put(p, ")");
}

static void print_node(struct printer *p, const struct ir *e, enum ir_level level)
{
    switch (e->op) {
    case IR_REAL:
    case IR_INT: print_literal(p, e, level); break;
    case IR_ITER: ir_put(p, e->iter->name); break;
    case IR_TIME: ir_put(p, "time"); break;
    case IR_VAR:
    case IR_DER:
    case IR_PRE:
    case IR_LOCAL: print_element(p, e); break;
    case IR_NEG:
    case IR_NOT: print_prefix(p, e, level); break;
    case IR_LT:
    case IR_LE:
    case IR_EQ:
    case IR_NE: print_relation(p, e, level); break;
    case IR_IF: print_if(p, e, level); break;
    case IR_MATH: print_args(p, elementary_row((enum elementary)e->integer)->name, e, 0); break;
    case IR_IDIV: print_args(p, "div", e, 0); break;
    case IR_IMOD: print_args(p, "mod", e, 0); break;
    case IR_FLOOR: print_args(p, "floor", e, 0); break;
    case IR_TO_REAL: ir_put_part(p, e->arg[0], level); break;
    case IR_TO_INT: print_args(p, "integer", e, 0); break;
    case IR_SUM: print_reduction(p, "sum(", e, ")"); break;
    case IR_PRODUCT: print_reduction(p, "product(", e, ")"); break;
    case IR_MIN: print_reduction(p, "min(", e, ")"); break;
    case IR_MAX: print_reduction(p, "max(", e, ")"); break;
    case IR_BUILD: print_reduction(p, "{", e, "}"); break;
    case IR_CALL:
    case IR_CALL_AT: print_call(p, e); break;
    case IR_INITIAL: ir_put(p, "initial()"); break;
    case IR_TERMINAL: ir_put(p, "terminal()"); break;
    case IR_SAMPLE: print_args(p, "sample", e, 0); break;
    case IR_DELAY: print_args(p, "delay", e, 0); break;
    case IR_RANDOM: print_args(p, "random", e, 0); break;
    case IR_SUM_OF: print_numbered(p, "sum", e); break;
    case IR_DELAYED: print_numbered(p, "delay", e); break;
    case IR_SOLVED: print_solved(p, e); break;
    default: ir_put(p, "?"); break;
    }
}

void ir_put_part(struct printer *p, const struct ir *e, enum ir_level level)
{
    struct infix x = infix_of(e->op);
    bool sum = e->op == IR_ADD && e->type == IR_I, relation = e->op >= IR_LT && e->op <= IR_NE;
    if (p->budget <= 0 || p->depth >= IR_DEPTH) {
        ir_put(p, "...");
        return;
    }
    p->budget--;
    p->depth++;
    if (x.text && !relation) {
        if (level > x.level) ir_put(p, "(");
        if (!sum || !ir_put_sum(p, e, 0)) print_infix(p, e, x);
        if (level > x.level) ir_put(p, ")");
    } else {
        print_node(p, e, level);
    }
    p->depth--;
}

void ir_put_expr(struct printer *p, const struct ir *e)
{
    p->budget = IR_BUDGET;
    p->depth = 0;
    ir_put_part(p, e, ANY);
}

/* ---- Entry ----------------------------------------------------------------------------------- */

void ir_print(FILE *out, const struct ir *e)
{
    ir_put_expr(&(struct printer){.out = out}, e);
}

const char *ir_text(struct arena *a, const struct ir *e)
{
    struct printer p = {.arena = a};
    ir_put_expr(&p, e);
    VEC_ADD(a, &p.text, '\0');
    return p.text.at;
}
