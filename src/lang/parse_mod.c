/* SPDX-License-Identifier: MIT */
/* parse_mod.c - modifications, annotations and comments.
 *
 *     modifiers  = "(" [modifier {"," modifier}] ")"
 *     modifier   = {"each" | "final"} path [modifiers] [("=" | ":=") expression] [STRING]
 *                | {"each" | "final" | "redeclare" | "replaceable"} redeclaration
 *     annotation = "annotation" modifiers
 *     comment    = [STRING {"+" STRING}] [annotation]
 *
 * An annotation has the grammar of a modification; what its names mean is not the parser's affair.
 * A redeclaration is an element (parse_element.c); `break` in a modification is rejected by
 * name. */
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

/* A word that begins an argument which the tree cannot hold. */
static bool rejected(struct parser *p)
{
    if (p->bad || !parse_at(p, TOKEN_BREAK)) return false;
    parse_unsupported(p, p->now.at, "`break` in a modification is");
    p->bad = true;
    return true;
}

/* {"each" | "final" | "redeclare" | "replaceable"}; the prefixes among them */
static uint32_t words_before(struct parser *p, struct ast_modifier *m)
{
    for (uint32_t prefixes = 0;;) {
        if (parse_accept(p, TOKEN_EACH))
            m->each = true;
        else if (parse_accept(p, TOKEN_FINAL))
            m->final = true;
        else if (parse_accept(p, TOKEN_REDECLARE))
            prefixes |= PREFIX_REDECLARE;
        else if (parse_accept(p, TOKEN_REPLACEABLE))
            prefixes |= PREFIX_REPLACEABLE;
        else
            return prefixes;
    }
}

/* redeclaration: an element; the modifier has its name as path. */
static void redeclaration(struct parser *p, struct ast_modifier *m, uint32_t prefixes)
{
    struct ast_element *e = m->redeclare = parse_redeclaration(p, prefixes);
    m->final |= (e->prefixes & PREFIX_FINAL) != 0;
    e->prefixes &= ~(uint32_t)PREFIX_FINAL;
    m->path = ARENA_NEW(p->a, struct ast_part);
    m->path[0] = (struct ast_part){.name = e->name, .at = e->name_at};
    m->n_path = 1;
}

/* {"each" | "final"} path [modifiers] [("=" | ":=") expression] [STRING], or a redeclaration */
static void modifier(struct parser *p, struct ast_modifier *m)
{
    struct place start = p->now.at;
    uint32_t prefixes = words_before(p, m);
    if (rejected(p)) return;
    if (prefixes) {
        redeclaration(p, m, prefixes);
        m->at = parse_since(p, start);
        return;
    }
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
