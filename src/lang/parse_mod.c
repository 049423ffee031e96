/* SPDX-License-Identifier: MIT */
/* parse_mod.c - modifications, annotations and comments.
 *
 *     modifiers  = "(" [modifier {"," modifier}] ")"
 *     modifier   = ["each"] ["final"] path [modifiers] [("=" | ":=") expression] {STRING}
 *     annotation = "annotation" modifiers
 *     comment    = [STRING {"+" STRING}] [annotation]
 *
 * An annotation has the grammar of a modification; what its names mean is not the parser's affair.
 * Redeclarations, `break` and replaceable elements within a modification are rejected by name.  */
#include "lang/parse.h"

#include <string.h>

/* value = expression */
struct ast_expr *parse_value(struct parser *p)
{
    if (!p->bad && parse_at(p, TOKEN_BREAK)) {
        parse_unsupported(p, p->now.at, "`break` as a value is");
        p->bad = true;
    }
    return parse_expr(p);
}

/* Words that begin an argument which the tree cannot hold. */
static bool rejected(struct parser *p)
{
    static const char *const what[] = {"`redeclare` in a modification is",
                                       "`replaceable` in a modification is",
                                       "`break` in a modification is"};
    enum token_kind k = p->now.kind;
    int which = k == TOKEN_REDECLARE ? 0 : k == TOKEN_REPLACEABLE ? 1 : k == TOKEN_BREAK ? 2 : -1;
    if (p->bad || which < 0) return false;
    parse_unsupported(p, p->now.at, what[which]);
    p->bad = true;
    return true;
}

/* modifier = ["each"] ["final"] path [modifiers] [("=" | ":=") expression] [STRING] */
static void modifier(struct parser *p, struct ast_modifier *m)
{
    struct place start = p->now.at;
    for (;;) {
        if (parse_accept(p, TOKEN_EACH))
            m->each = true;
        else if (parse_accept(p, TOKEN_FINAL))
            m->final = true;
        else
            break;
    }
    if (rejected(p)) return;
    parse_name(p, "a name", &m->path, &m->n_path);
    m->parens = !p->bad && parse_at(p, TOKEN_LPAREN);
    if (m->parens) parse_modifiers(p, &m->inner, &m->n_inner);
    if (parse_accept(p, TOKEN_EQUALS) || parse_accept(p, TOKEN_ASSIGN)) m->value = parse_value(p);
    m->comment = parse_string_comment(p);
    m->at = parse_since(p, start);
}

/* modifiers = "(" [modifier {"," modifier}] ")" */
void parse_modifiers(struct parser *p, struct ast_modifier **list, int32_t *n)
{
    VEC(struct ast_modifier) v = {0};
    if (parse_enter(p) && parse_expect(p, TOKEN_LPAREN, "before the modifications") &&
        !parse_at(p, TOKEN_RPAREN)) {
        do {
            struct ast_modifier m = {0};
            modifier(p, &m);
            VEC_ADD(p->a, &v, m);
        } while (parse_accept(p, TOKEN_COMMA));
    }
    if (!parse_accept(p, TOKEN_RPAREN)) parse_expected(p, "',' or ')' after the modification");
    parse_leave(p);
    *list = v.at;
    *n = v.n;
}

/* annotation = "annotation" modifiers */
void parse_annotation(struct parser *p, struct ast_modifier **list, int32_t *n)
{
    parse_take(p);
    if (parse_at(p, TOKEN_LPAREN))
        parse_modifiers(p, list, n);
    else
        parse_expected(p, "'(' after 'annotation'");
}

/* string_comment = [STRING {"+" STRING}] */
const char *parse_string_comment(struct parser *p)
{
    VEC(char) text = {0};
    if (p->bad || !parse_at(p, TOKEN_STRING)) return NULL;
    if (p->next.kind != TOKEN_PLUS) return parse_take(p), p->before.text;
    do {
        const char *s = p->now.text;
        if (!parse_at(p, TOKEN_STRING))
            parse_expected(p, "a string after '+' in the comment");
        else
            for (parse_take(p); *s; s++) VEC_ADD(p->a, &text, *s);
    } while (parse_accept(p, TOKEN_PLUS));
    VEC_ADD(p->a, &text, 0);
    return text.at;
}

/* comment = string_comment [annotation] */
void parse_comment(struct parser *p, const char **text, struct ast_modifier **list, int32_t *n)
{
    *text = parse_string_comment(p);
    if (!p->bad && parse_at(p, TOKEN_ANNOTATION)) parse_annotation(p, list, n);
}
