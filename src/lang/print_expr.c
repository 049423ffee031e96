/* SPDX-License-Identifier: MIT */
/* print_expr.c - expressions as text, with as few parentheses as the grammar allows.
 *
 * Every expression has a level, which is the rule of the grammar (parse_expr.c) that makes it;
 * every operand has a lowest level that its place admits. Where the first is below the second,
 * parentheses are. As the grammar, so the table:
 *
 *     if 0   range 1   or 2   and 3   not 4   relation 5   sum and sign 6   product 7   power 8
 *
 * Operands of an operator of level n: both n+1, but the left one of a chain n; a sign has a
 * product, `not` a relation. Element-wise operators are between blanks: `2.*x` would be 2. times
 * x. */
#include "lang/print.h"

#include <string.h>

enum { IF, RANGE, OR, AND, NOT, RELATION, SUM, PRODUCT, POWER, PRIMARY };

struct shape {
    const char *text;
    int level, left, right;
};

static const struct shape *shape_of(enum expr_op op)
{
    static const struct shape shapes[OP_COUNT] = {
        [OP_ADD] = {" + ", SUM, SUM, PRODUCT},
        [OP_SUB] = {" - ", SUM, SUM, PRODUCT},
        [OP_MUL] = {"*", PRODUCT, PRODUCT, POWER},
        [OP_DIV] = {"/", PRODUCT, PRODUCT, POWER},
        [OP_POW] = {"^", POWER, PRIMARY, PRIMARY},
        [OP_EADD] = {" .+ ", SUM, SUM, PRODUCT},
        [OP_ESUB] = {" .- ", SUM, SUM, PRODUCT},
        [OP_EMUL] = {" .* ", PRODUCT, PRODUCT, POWER},
        [OP_EDIV] = {" ./ ", PRODUCT, PRODUCT, POWER},
        [OP_EPOW] = {" .^ ", POWER, PRIMARY, PRIMARY},
        [OP_LT] = {" < ", RELATION, SUM, SUM},
        [OP_LE] = {" <= ", RELATION, SUM, SUM},
        [OP_GT] = {" > ", RELATION, SUM, SUM},
        [OP_GE] = {" >= ", RELATION, SUM, SUM},
        [OP_EQ] = {" == ", RELATION, SUM, SUM},
        [OP_NE] = {" <> ", RELATION, SUM, SUM},
        [OP_AND] = {" and ", AND, AND, NOT},
        [OP_OR] = {" or ", OR, OR, AND},
        [OP_NOT] = {"not ", NOT, NOT, RELATION},
    };
    return &shapes[op];
}

/* ---- Text ------------------------------------------------------------------------------------ */

void print_text(struct printer *p, const char *s)
{
    size_t n = strlen(s);
    if (p->out) {
        fwrite(s, 1, n, p->out);
        return;
    }
    if (p->used > p->room) return;
    size_t fits = p->room - p->used < n ? p->room - p->used : n;
    memcpy(p->text + p->used, s, fits);
    p->used += n;
}

void print_quoted(struct printer *p, const char *s)
{
    static const char values[] = "\"\\\a\b\f\n\r\t\v", names[] = "\"\\abfnrtv";
    print_text(p, "\"");
    while (*s) {
        size_t plain = strcspn(s, values);
        char piece[64];
        if (plain >= sizeof piece) plain = sizeof piece - 1;
        if (plain == 0) {
            char escape[3] = {'\\', names[strchr(values, *s) - values], 0};
            print_text(p, escape);
            s++;
        } else {
            memcpy(piece, s, plain);
            piece[plain] = 0;
            print_text(p, piece);
            s += plain;
        }
    }
    print_text(p, "\"");
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* abc_1, or 'any \' thing' */
static bool is_name(const char *s)
{
    const char *end = s + 1;
    if (*s != '\'') {
        for (end = s; is_letter(*end) || (end > s && *end >= '0' && *end <= '9');) end++;
        return end > s && !*end;
    }
    while (*end && *end != '\'') end += end[0] == '\\' && end[1] ? 2 : 1;
    return *end && !end[1];
}

void print_name(struct printer *p, const char *s)
{
    if (!p->out || is_name(s)) {
        print_text(p, s);
        return;
    }
    print_text(p, "'");
    for (; *s; s++) {
        char piece[3] = {'\\', *s, 0};
        print_text(p, *s == '\'' || *s == '\\' ? piece : piece + 1);
    }
    print_text(p, "'");
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static void print_at_least(struct printer *p, const struct ast_expr *e, int level);

/* a, b, c */
static void print_list(struct printer *p, struct ast_expr *const *list, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        if (k) print_text(p, ", ");
        if (list[k]) print_at_least(p, list[k], IF);
    }
}

void print_subscripts(struct printer *p, struct ast_expr *const *sub, int32_t n)
{
    if (!n) return;
    print_text(p, "[");
    print_list(p, sub, n);
    print_text(p, "]");
}

void print_path(struct printer *p, bool absolute, const struct ast_part *path, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        if (k || absolute) print_text(p, ".");
        print_name(p, path[k].name);
        print_subscripts(p, path[k].sub, path[k].n_sub);
    }
}

void print_iterators(struct printer *p, const struct ast_iterator *list, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        if (k) print_text(p, ", ");
        print_name(p, list[k].name);
        if (!list[k].range) continue;
        print_text(p, " in ");
        print_at_least(p, list[k].range, IF);
    }
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static int level_of(const struct ast_expr *e)
{
    switch (e->kind) {
    case EXPR_IF: return IF;
    case EXPR_RANGE: return RANGE;
    case EXPR_UNARY:
    case EXPR_BINARY: return shape_of(e->op)->level;
    default: return PRIMARY;
    }
}

static void print_unary(struct printer *p, const struct ast_expr *e)
{
    static const char *const signs[OP_COUNT] = {
        [OP_ADD] = "+", [OP_SUB] = "-", [OP_EADD] = ".+", [OP_ESUB] = ".-", [OP_NOT] = "not "};
    print_text(p, signs[e->op]);
    print_at_least(p, e->args[0], shape_of(e->op)->right);
}

static void print_binary(struct printer *p, const struct ast_expr *e)
{
    const struct shape *s = shape_of(e->op);
    print_at_least(p, e->args[0], s->left);
    print_text(p, s->text);
    print_at_least(p, e->args[1], s->right);
}

static void print_if(struct printer *p, const struct ast_expr *e)
{
    for (int32_t k = 0; k + 1 < e->n_args; k += 2) {
        print_text(p, k ? " elseif " : "if ");
        print_at_least(p, e->args[k], RANGE);
        print_text(p, " then ");
        print_at_least(p, e->args[k + 1], RANGE);
    }
    print_text(p, " else ");
    print_at_least(p, e->args[e->n_args - 1], IF);
}

static void print_range(struct printer *p, const struct ast_expr *e)
{
    for (int32_t k = 0; k < e->n_args; k++) {
        if (k) print_text(p, ":");
        print_at_least(p, e->args[k], OR);
    }
}

static void print_call(struct printer *p, const struct ast_expr *e)
{
    print_path(p, e->absolute, e->path, e->n_path);
    print_text(p, "(");
    for (int32_t k = 0; k < e->n_args; k++) {
        if (k) print_text(p, ", ");
        if (e->arg_names && e->arg_names[k]) print_name(p, e->arg_names[k]), print_text(p, " = ");
        print_at_least(p, e->args[k], IF);
    }
    if (e->kind == EXPR_REDUCE) {
        print_text(p, " for ");
        print_iterators(p, e->iterators, e->n_iterators);
    }
    print_text(p, ")");
}

static void print_array(struct printer *p, const struct ast_expr *e)
{
    print_text(p, "{");
    print_list(p, e->args, e->n_args);
    if (e->kind == EXPR_COMPREHENSION) {
        print_text(p, " for ");
        print_iterators(p, e->iterators, e->n_iterators);
    }
    print_text(p, "}");
}

static void print_matrix(struct printer *p, const struct ast_expr *e)
{
    print_text(p, "[");
    for (int32_t k = 0; k < e->n_args; k++) {
        if (k) print_text(p, "; ");
        print_list(p, e->args[k]->args, e->args[k]->n_args);
    }
    print_text(p, "]");
}

static void print_tuple(struct printer *p, const struct ast_expr *e)
{
    print_text(p, "(");
    print_list(p, e->args, e->n_args);
    print_text(p, ")");
}

static void print_kind(struct printer *p, const struct ast_expr *e)
{
    switch (e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER: print_text(p, e->text); break;
    case EXPR_STRING: print_quoted(p, e->text); break;
    case EXPR_BOOLEAN: print_text(p, e->integer ? "true" : "false"); break;
    case EXPR_NAME: print_path(p, e->absolute, e->path, e->n_path); break;
    case EXPR_CALL:
    case EXPR_REDUCE: print_call(p, e); break;
    case EXPR_UNARY: print_unary(p, e); break;
    case EXPR_BINARY: print_binary(p, e); break;
    case EXPR_IF: print_if(p, e); break;
    case EXPR_RANGE: print_range(p, e); break;
    case EXPR_ARRAY:
    case EXPR_COMPREHENSION: print_array(p, e); break;
    case EXPR_MATRIX: print_matrix(p, e); break;
    case EXPR_TUPLE: print_tuple(p, e); break;
    case EXPR_COLON: print_text(p, ":"); break;
    case EXPR_END: print_text(p, "end"); break;
    case EXPR_ERROR: print_text(p, "?"); break;
    }
}

static void print_at_least(struct printer *p, const struct ast_expr *e, int level)
{
    bool parentheses = level_of(e) < level;
    if (!p->out && p->used > p->room) return;
    if (parentheses) print_text(p, "(");
    print_kind(p, e);
    if (parentheses) print_text(p, ")");
}

/* ---- Entry points ---------------------------------------------------------------------------- */

void print_expression(struct printer *p, const struct ast_expr *e)
{
    print_at_least(p, e, IF);
}

void print_left_side(struct printer *p, const struct ast_expr *e)
{
    print_at_least(p, e, RANGE);
}

void print_expr(FILE *out, const struct ast_expr *e)
{
    struct printer p = {.out = out};
    print_expression(&p, e);
}

const char *print_short(struct arena *a, const struct ast_expr *e, size_t most)
{
    struct printer p = {.room = most + 1}; /* one more: does a character begin there? */
    p.text = arena_take(a, most + 4);
    print_expression(&p, e);
    if (p.used <= most) return p.text;
    while (most > 0 && (p.text[most] & 0xc0) == 0x80) most--; /* not within a character */
    memcpy(p.text + most, "...", 4);
    return p.text;
}
