/* SPDX-License-Identifier: MIT */
/* parse_primary.c - what is between operators: literals, names, calls, arrays, parentheses.
 *
 *     primary = NUMBER | STRING | "true" | "false" | "end"
 *             | ["."] path ["(" arguments ")"] | ("der" | "initial" | "pure") "(" arguments ")"
 *             | "{" expressions "}" | "[" rows "]" | "(" tuple ")"
 *
 * `end` is a primary only within subscripts. An expression in parentheses is itself, with a place
 * that includes them. */
#include "lang/parse.h"

typedef VEC(struct ast_expr *) expressions;

static void set_args(struct ast_expr *e, const expressions *list)
{
    e->args = list->at;
    e->n_args = list->n;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* subscript = ":" | expression */
static struct ast_expr *subscript(struct parser *p)
{
    if (!parse_at(p, TOKEN_COLON)) return parse_expr(p);
    struct ast_expr *e = parse_new(p, EXPR_COLON, 0);
    parse_take(p);
    return parse_done(p, e, e->at);
}

/* subscripts = "[" subscript {"," subscript} "]" */
void parse_subscripts(struct parser *p, struct ast_expr ***sub, int32_t *n)
{
    expressions list = {0};
    if (!parse_accept(p, TOKEN_LBRACKET)) return;
    p->subscripts++;
    do VEC_ADD(p->a, &list, subscript(p));
    while (parse_accept(p, TOKEN_COMMA));
    p->subscripts--;
    parse_expect(p, TOKEN_RBRACKET, "after the subscripts");
    *sub = list.at;
    *n = list.n;
}

static void path(struct parser *p, const char *what, bool with_subscripts, struct ast_part **to,
                 int32_t *n)
{
    VEC(struct ast_part) list = {0};
    do {
        struct ast_part part = {0};
        part.name = parse_ident(p, &part.at, list.n ? "a name after '.'" : what);
        if (with_subscripts) parse_subscripts(p, &part.sub, &part.n_sub);
        VEC_ADD(p->a, &list, part);
        if (p->next.kind == TOKEN_LBRACE) break; /* import A.{b} */
    } while (parse_accept(p, TOKEN_DOT));
    *to = list.at;
    *n = list.n;
}

/* name = IDENT {"." IDENT}. what: "a type" */
void parse_name(struct parser *p, const char *what, struct ast_part **to, int32_t *n)
{
    path(p, what, false, to, n);
}

/* iterators = IDENT ["in" expression] {"," IDENT ["in" expression]} */
void parse_iterators(struct parser *p, struct ast_iterator **iterators, int32_t *n)
{
    VEC(struct ast_iterator) list = {0};
    do {
        struct ast_iterator i = {0};
        i.name = parse_ident(p, &i.at, "the name of a loop variable");
        if (!p->bad && (parse_at(p, TOKEN_EQUALS) || parse_at(p, TOKEN_ASSIGN))) {
            parse_error(p, p->now.at, "expected 'in' after '%s', found %s", i.name, parse_found(p));
            hint_last(p->m, "write: for %s in 1:N", i.name);
            p->now.kind = TOKEN_IN;
        }
        if (parse_accept(p, TOKEN_IN)) i.range = parse_expr(p);
        VEC_ADD(p->a, &list, i);
    } while (parse_accept(p, TOKEN_COMMA));
    *iterators = list.at;
    *n = list.n;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

typedef VEC(const char *) words;

/* argument = [IDENT "="] expression. `named`: was there a named one before? */
static void argument(struct parser *p, expressions *args, words *names, bool *named)
{
    const char *name = NULL;
    if (parse_at(p, TOKEN_IDENT) && p->next.kind == TOKEN_EQUALS) {
        name = p->now.text;
        parse_take(p);
        parse_take(p);
        *named = true;
    } else if (*named) {
        parse_error(p, p->now.at, "an argument without a name follows one with a name");
        hint_last(p->m, "arguments without names come first");
    }
    if (parse_at(p, TOKEN_FUNCTION)) {
        parse_unsupported(p, p->now.at, "a `function` as an argument is");
        p->bad = true;
    }
    VEC_ADD(p->a, args, parse_expr(p));
    VEC_ADD(p->a, names, name);
}

static void not_closed(struct parser *p, const char *function)
{
    bool equals = parse_at(p, TOKEN_EQUALS);
    parse_expected(p, "',' or ')' in the arguments of '%s'", function);
    if (equals) hint_last(p->m, "'==' compares");
}

/* arguments = [argument {"," argument}] | expression "for" iterators */
static void arguments(struct parser *p, struct ast_expr *e)
{
    expressions args = {0};
    words names = {0};
    bool named = false;
    parse_take(p);
    if (!parse_at(p, TOKEN_RPAREN)) {
        do argument(p, &args, &names, &named);
        while (parse_accept(p, TOKEN_COMMA));
        if (args.n == 1 && !named && parse_accept(p, TOKEN_FOR)) {
            e->kind = EXPR_REDUCE;
            parse_iterators(p, &e->iterators, &e->n_iterators);
        }
    }
    if (!parse_accept(p, TOKEN_RPAREN)) not_closed(p, e->path[e->n_path - 1].name);
    set_args(e, &args);
    if (named) e->arg_names = names.at;
}

/* reference = ["."] path ["(" arguments ")"] path = IDENT [subscripts] {"." IDENT [subscripts]} */
static struct ast_expr *reference(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_NAME, 0);
    struct place start = e->at;
    e->absolute = parse_accept(p, TOKEN_DOT);
    path(p, "a name", true, &e->path, &e->n_path);
    if (!p->bad && parse_at(p, TOKEN_LPAREN)) {
        e->kind = EXPR_CALL;
        arguments(p, e);
    }
    return parse_done(p, e, start);
}

/* ("der" | "initial" | "pure") "(" arguments ")" */
static struct ast_expr *keyword_call(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_CALL, 0);
    const char *word = p->now.text;
    e->path = ARENA_NEW(p->a, struct ast_part);
    e->n_path = 1;
    e->path[0].name = word;
    e->path[0].at = e->at;
    parse_take(p);
    if (parse_at(p, TOKEN_LPAREN))
        arguments(p, e);
    else
        parse_expected(p, "'(' after '%s'", word);
    return parse_done(p, e, e->at);
}

/* ---- Arrays and parentheses ------------------------------------------------------------------ */

/* array = "{" expression ("for" iterators | {"," expression}) "}" */
static struct ast_expr *array(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_ARRAY, 0);
    expressions list = {0};
    parse_take(p);
    if (parse_at(p, TOKEN_RBRACE)) {
        parse_error(p, place_join(e->at, p->now.at), "an array constructor cannot be empty");
        hint_last(p->m, "an array without elements is zeros(0)");
        p->bad = true;
    }
    do VEC_ADD(p->a, &list, parse_expr(p));
    while (parse_accept(p, TOKEN_COMMA));
    if (list.n == 1 && parse_accept(p, TOKEN_FOR)) {
        e->kind = EXPR_COMPREHENSION;
        parse_iterators(p, &e->iterators, &e->n_iterators);
    }
    if (!parse_accept(p, TOKEN_RBRACE)) parse_expected(p, "',' or '}' in the array");
    set_args(e, &list);
    return parse_done(p, e, e->at);
}

/* row = expression {"," expression} */
static struct ast_expr *row(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_ARRAY, 0);
    expressions list = {0};
    do VEC_ADD(p->a, &list, parse_expr(p));
    while (parse_accept(p, TOKEN_COMMA));
    set_args(e, &list);
    return parse_done(p, e, e->at);
}

/* matrix = "[" row {";" row} "]" */
static struct ast_expr *matrix(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_MATRIX, 0);
    expressions list = {0};
    parse_take(p);
    do VEC_ADD(p->a, &list, row(p));
    while (parse_accept(p, TOKEN_SEMICOLON));
    if (!parse_accept(p, TOKEN_RBRACKET)) parse_expected(p, "',', ';' or ']' in the matrix");
    set_args(e, &list);
    return parse_done(p, e, e->at);
}

/* tuple = "(" [expression] {"," [expression]} ")" */
static struct ast_expr *tuple(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_TUPLE, 0);
    expressions list = {0};
    parse_take(p);
    do {
        bool omitted = parse_at(p, TOKEN_COMMA) || parse_at(p, TOKEN_RPAREN);
        VEC_ADD(p->a, &list, omitted ? NULL : parse_expr(p));
    } while (parse_accept(p, TOKEN_COMMA));
    parse_expect(p, TOKEN_RPAREN, "after the expression");
    if (list.n == 1 && list.at[0]) {
        list.at[0]->at = parse_since(p, e->at);
        return list.at[0];
    }
    if (list.n == 1) list.n = 0;
    set_args(e, &list);
    return parse_done(p, e, e->at);
}

/* ---- Literals -------------------------------------------------------------------------------- */

static struct ast_expr *literal(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_REAL, 0);
    switch (p->now.kind) {
    case TOKEN_INTEGER: e->kind = EXPR_INTEGER; break;
    case TOKEN_STRING: e->kind = EXPR_STRING; break;
    case TOKEN_END: e->kind = EXPR_END; break;
    case TOKEN_TRUE:
    case TOKEN_FALSE: e->kind = EXPR_BOOLEAN; break;
    default: break;
    }
    if (e->kind != EXPR_END && e->kind != EXPR_BOOLEAN) e->text = p->now.text;
    e->number = p->now.number;
    e->integer = e->kind == EXPR_BOOLEAN ? parse_at(p, TOKEN_TRUE) : p->now.integer;
    parse_take(p);
    return parse_done(p, e, e->at);
}

static struct ast_expr *no_primary(struct parser *p)
{
    struct ast_expr *e = parse_new(p, EXPR_BOOLEAN, 0);
    enum token_kind kind = p->now.kind;
    parse_expected(p, "an expression");
    if (lex_is_keyword(kind) && parse_starts_declaration(kind))
        hint_last(p->m, "'%s' is a keyword of Modelica", lex_text(kind));
    return e;
}

/* `end` outside subscripts: a mistake, unless it closes something. */
static struct ast_expr *end(struct parser *p)
{
    enum token_kind n = p->next.kind;
    bool closes = p->now.first || n == TOKEN_IDENT || n == TOKEN_IF || n == TOKEN_FOR ||
                  n == TOKEN_WHEN || n == TOKEN_WHILE || n == TOKEN_EOF;
    if (p->subscripts) return literal(p);
    if (closes) return no_primary(p);
    parse_error(p, p->now.at, "'end' is an expression only within subscripts");
    return literal(p);
}

/* primary: see above */
struct ast_expr *parse_primary(struct parser *p)
{
    struct place start = p->now.at;
    struct ast_expr *e;
    switch (p->now.kind) {
    case TOKEN_INTEGER:
    case TOKEN_REAL:
    case TOKEN_STRING:
    case TOKEN_TRUE:
    case TOKEN_FALSE: return literal(p);
    case TOKEN_END: return end(p);
    case TOKEN_IDENT:
    case TOKEN_DOT: return reference(p);
    case TOKEN_DER:
    case TOKEN_INITIAL:
    case TOKEN_PURE: return keyword_call(p);
    case TOKEN_LBRACE: return array(p);
    case TOKEN_LBRACKET: return matrix(p);
    case TOKEN_LPAREN: break;
    default: return no_primary(p);
    }
    e = tuple(p);
    if (p->bad || (!parse_at(p, TOKEN_LBRACKET) && !parse_at(p, TOKEN_DOT))) return e;
    parse_unsupported(p, parse_since(p, start), "a part of an expression in parentheses is");
    p->bad = true;
    return e;
}
