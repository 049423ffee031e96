/* SPDX-License-Identifier: MIT */
/* parse_stmt.c - bodies of sections: equations and statements, which have one shape.
 *
 *     body      = {(equation | statement) comment ";"}
 *     equation  = expression "=" expression | call | connect | if | for | when
 *     statement = (path | tuple) ":=" expression | call | "break" | "return"
 *               | if | for | when | while
 *
 * Which of `=` and `:=` is right depends on the section, and so does the error when it is the
 * other. Blocks (if, for, when, while) are in parse_block.c. */
#include "lang/parse.h"

/* Can this not begin a statement but only end a body? */
static bool ends_body(const struct parser *p)
{
    enum token_kind k = p->now.kind;
    if (k == TOKEN_PURE || k == TOKEN_INITIAL) return p->next.kind != TOKEN_LPAREN;
    if (parse_starts_section(p) || parse_starts_declaration(k)) return true;
    switch (k) {
    case TOKEN_EOF:
    case TOKEN_END:
    case TOKEN_ELSE:
    case TOKEN_ELSEIF:
    case TOKEN_ELSEWHEN:
    case TOKEN_ANNOTATION:
    case TOKEN_EXTERNAL: return true;
    default: return parse_misspelt(p, NULL) != TOKEN_IDENT;
    }
}

/* else, elseif, end if ... that belong to nothing */
bool parse_stray(struct parser *p)
{
    enum token_kind k = p->now.kind, n = p->next.kind;
    bool block = n == TOKEN_IF || n == TOKEN_FOR || n == TOKEN_WHEN || n == TOKEN_WHILE;
    bool stray =
        k == TOKEN_ELSE || k == TOKEN_ELSEIF || k == TOKEN_ELSEWHEN || (k == TOKEN_END && block);
    if (!stray && (parse_misspelt(p, NULL) == TOKEN_IDENT || n == TOKEN_IDENT)) return false;
    struct place at = k == TOKEN_END ? place_join(p->now.at, p->next.at) : p->now.at;
    parse_error(p, at, "%s belongs to nothing", parse_found(p));
    parse_take(p);
    if (k != TOKEN_ELSE) parse_sync(p);
    return true;
}

static void set_exprs(struct parser *p, struct ast_stmt *s, struct ast_expr *a, struct ast_expr *b)
{
    s->n_exprs = b ? 2 : 1;
    s->exprs = ARENA_ARRAY(p->a, struct ast_expr *, s->n_exprs);
    s->exprs[0] = a;
    if (b) s->exprs[1] = b;
}

/* ---- a = b and a := b ------------------------------------------------------------------------ */

static void wrong_sign(struct parser *p, enum section_kind kind, struct place at)
{
    bool compares = p->lex.text[at.pos] == '=' && at.len == 2;
    if (kind == SECTION_EQUATION) {
        parse_error(p, at, "expected '=' in the equation, found '%.*s'", (int)at.len,
                    p->lex.text + at.pos);
        if (compares)
            hint_last(p->m, "'==' compares; '=' states an equation");
        else
            hint_last(
                p->m,
                "equations are written with '='; assignments with ':=' belong in an algorithm");
    } else {
        parse_error(p, at, "expected ':=' in the assignment, found '%.*s'", (int)at.len,
                    p->lex.text + at.pos);
        if (compares)
            hint_last(p->m, "'==' compares; ':=' assigns");
        else
            hint_last(
                p->m,
                "statements assign with ':='; equations with '=' belong in an equation section");
    }
}

static void check_target(struct parser *p, const struct ast_expr *e)
{
    if (e->kind == EXPR_NAME || e->kind == EXPR_TUPLE) return;
    parse_error(p, e->at, "only a variable can be assigned to");
    if (e->kind == EXPR_CALL)
        hint_last(p->m, "an equation such as der(x) = ... belongs in an equation section");
}

static void no_sign(struct parser *p, enum section_kind kind, const struct ast_expr *left)
{
    bool two_names = left->kind == EXPR_NAME && parse_at(p, TOKEN_IDENT);
    parse_expected(p, "'%s' after the left side", kind == SECTION_EQUATION ? "=" : ":=");
    if (two_names) hint_last(p->m, "declarations belong before the sections");
}

/* equation = expression "=" expression | call assignment = (path | tuple) ":=" expression | call */
static void simple(struct parser *p, enum section_kind kind, struct ast_stmt *s)
{
    enum token_kind sign = kind == SECTION_EQUATION ? TOKEN_EQUALS : TOKEN_ASSIGN;
    struct ast_expr *left = parse_expr(p);
    s->kind = kind == SECTION_EQUATION ? STMT_EQUATION : STMT_ASSIGN;
    if (p->bad) return;
    if (parse_at(p, TOKEN_EQUALS) || parse_at(p, TOKEN_ASSIGN)) {
        if (!parse_at(p, sign)) wrong_sign(p, kind, p->now.at);
        parse_take(p);
        set_exprs(p, s, left, parse_expr(p));
        if (kind == SECTION_ALGORITHM) check_target(p, left);
    } else if (left->kind == EXPR_CALL || left->kind == EXPR_REDUCE) {
        s->kind = STMT_CALL;
        set_exprs(p, s, left, NULL);
    } else if (left->kind == EXPR_BINARY && left->op == OP_EQ) {
        wrong_sign(p, kind, p->relation);
        set_exprs(p, s, left->args[0], left->args[1]);
    } else
        no_sign(p, kind, left);
}

/* ---- Others ---------------------------------------------------------------------------------- */

/* connect = "connect" "(" path "," path ")" */
static void connect(struct parser *p, struct ast_stmt *s)
{
    struct ast_expr *a, *b;
    s->kind = STMT_CONNECT;
    parse_take(p);
    parse_expect(p, TOKEN_LPAREN, "after 'connect'");
    a = parse_expr(p);
    parse_expect(p, TOKEN_COMMA, "between the connectors");
    b = parse_expr(p);
    parse_expect(p, TOKEN_RPAREN, "after the connectors");
    set_exprs(p, s, a, b);
    for (int k = 0; k < 2 && !p->bad; k++)
        if (s->exprs[k]->kind != EXPR_NAME)
            parse_error(p, s->exprs[k]->at, "only a connector can be connected");
}

static void jump(struct parser *p, struct ast_stmt *s, enum stmt_kind kind)
{
    s->kind = kind;
    parse_take(p);
}

static void misplaced(struct parser *p, enum section_kind found)
{
    const char *word = lex_text(p->now.kind);
    if (found == SECTION_EQUATION)
        parse_error(p, p->now.at, "'%s' is a statement, not an equation", word);
    else
        parse_error(p, p->now.at, "'%s' is an equation, not a statement", word);
    hint_last(p->m, "it belongs in an %s",
              found == SECTION_EQUATION ? "algorithm" : "equation section");
}

/* one equation or statement, without its comment and ";"; false: its end is missing */
static bool any(struct parser *p, enum section_kind kind, struct ast_stmt *s)
{
    enum token_kind k = p->now.kind;
    bool only_algorithm = k == TOKEN_BREAK || k == TOKEN_RETURN || k == TOKEN_WHILE;
    if (kind == SECTION_EQUATION ? only_algorithm : k == TOKEN_CONNECT) misplaced(p, kind);
    switch (k) {
    case TOKEN_IF:
    case TOKEN_FOR:
    case TOKEN_WHEN:
    case TOKEN_WHILE: return parse_block(p, kind, s);
    case TOKEN_CONNECT: connect(p, s); break;
    case TOKEN_BREAK: jump(p, s, STMT_BREAK); break;
    case TOKEN_RETURN: jump(p, s, STMT_RETURN); break;
    default: simple(p, kind, s); break;
    }
    return true;
}

static const char *what_is(const struct ast_stmt *s, enum section_kind kind)
{
    switch (s->kind) {
    case STMT_IF: return "'end if'";
    case STMT_FOR: return "'end for'";
    case STMT_WHEN: return "'end when'";
    case STMT_WHILE: return "'end while'";
    default: return kind == SECTION_EQUATION ? "the equation" : "the statement";
    }
}

static void statement(struct parser *p, enum section_kind kind, struct ast_stmt *s)
{
    struct place start = p->now.at;
    bool closed = parse_enter(p) && any(p, kind, s);
    parse_leave(p);
    s->at = parse_since(p, start);
    if (!closed) return; /* its `end` is missing: then so is the rest */
    if (!p->bad) parse_comment(p, &s->comment, &s->annotation, &s->n_annotation);
    parse_semicolon(p, what_is(s, kind));
}

/* body = {statement comment ";"} */
struct ast_body parse_body(struct parser *p, enum section_kind kind)
{
    VEC(struct ast_stmt) list = {0};
    for (;;) {
        uint64_t taken = p->taken;
        if (ends_body(p)) {
            if (p->open && p->open->name && parse_stray(p)) continue;
            break;
        }
        struct ast_stmt s = {0};
        if (parse_accept(p, TOKEN_SEMICOLON)) {
            parse_error(p, p->before.at, "a ';' too many");
            continue;
        }
        statement(p, kind, &s);
        if (p->bad)
            parse_sync(p);
        else
            VEC_ADD(p->a, &list, s);
        if (p->taken == taken) parse_take(p);
    }
    return (struct ast_body){list.at, list.n};
}
