/* SPDX-License-Identifier: MIT */
/* print_stmt.c - equations and statements as text, one to a line, blocks indented by two blanks.
 *
 *     if a > 0 then
 *       x = 1;
 *     else
 *       x = 2;
 *     end if;
 *
 * A left side that is an if-expression is in parentheses, lest it read as such a block. */
#include "lang/print.h"

void print_indent(struct printer *p, int indent)
{
    for (int k = 0; k < indent; k++) print_text(p, "  ");
}

void print_body(struct printer *p, const struct ast_body *b, int indent)
{
    for (int32_t k = 0; k < b->n; k++) print_statement(p, &b->stmts[k], indent);
}

/* a = b, a := b */
static void print_pair(struct printer *p, const struct ast_stmt *s, const char *sign)
{
    print_left_side(p, s->exprs[0]);
    print_text(p, sign);
    print_expression(p, s->exprs[1]);
}

/* In a flat class there may be several pairs. */
static void print_connect(struct printer *p, const struct ast_stmt *s, int indent)
{
    for (int32_t k = 0; k + 1 < s->n_exprs; k += 2) {
        if (k) print_text(p, ";\n"), print_indent(p, indent);
        print_text(p, "connect(");
        print_expression(p, s->exprs[k]);
        print_text(p, ", ");
        print_expression(p, s->exprs[k + 1]);
        print_text(p, ")");
    }
}

static void print_branch(struct printer *p, const struct ast_stmt *s, int32_t k, const char *word,
                         int indent)
{
    if (k) print_indent(p, indent);
    print_text(p, word);
    if (k < s->n_exprs) {
        print_expression(p, s->exprs[k]);
        print_text(p, " then");
    }
    print_text(p, "\n");
    print_body(p, &s->bodies[k], indent + 1);
}

static void print_choice(struct printer *p, const struct ast_stmt *s, int indent)
{
    bool is_if = s->kind == STMT_IF;
    for (int32_t k = 0; k < s->n_bodies; k++) {
        const char *word = is_if ? "elseif " : "elsewhen ";
        if (k == 0)
            word = is_if ? "if " : "when ";
        else if (k == s->n_exprs)
            word = "else";
        print_branch(p, s, k, word, indent);
    }
    print_indent(p, indent);
    print_text(p, is_if ? "end if" : "end when");
}

static void print_loop(struct printer *p, const struct ast_stmt *s, int indent)
{
    bool is_for = s->kind == STMT_FOR;
    print_text(p, is_for ? "for " : "while ");
    if (is_for)
        print_iterators(p, s->iterators, s->n_iterators);
    else
        print_expression(p, s->exprs[0]);
    print_text(p, " loop\n");
    print_body(p, &s->bodies[0], indent + 1);
    print_indent(p, indent);
    print_text(p, is_for ? "end for" : "end while");
}

void print_statement(struct printer *p, const struct ast_stmt *s, int indent)
{
    print_indent(p, indent);
    switch (s->kind) {
    case STMT_EQUATION: print_pair(p, s, " = "); break;
    case STMT_ASSIGN: print_pair(p, s, " := "); break;
    case STMT_CALL: print_expression(p, s->exprs[0]); break;
    case STMT_FOR:
    case STMT_WHILE: print_loop(p, s, indent); break;
    case STMT_IF:
    case STMT_WHEN: print_choice(p, s, indent); break;
    case STMT_CONNECT: print_connect(p, s, indent); break;
    case STMT_BREAK: print_text(p, "break"); break;
    case STMT_RETURN: print_text(p, "return"); break;
    }
    print_comment(p, s->comment, s->annotation, s->n_annotation);
    print_text(p, ";\n");
}
