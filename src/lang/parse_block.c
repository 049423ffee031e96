/* SPDX-License-Identifier: MIT */
/* parse_block.c - if, for, when, while, and what is wrong with their ends.
 *
 *     if    = "if" expression "then" body {"elseif" expression "then" body}
 *             ["else" body] "end" "if"
 *     when  = "when" expression "then" body {"elsewhen" expression "then" body} "end" "when"
 *     for   = "for" iterators "loop" body "end" "for"
 *     while = "while" expression "loop" body "end" "while"
 *
 * Who is open is on a list (struct parse_open). If an `end` does not fit the innermost one but fits
 * one further out, the inner end is missing and the outer one is left for its owner; if it fits
 * none, the wrong word was written, and it counts as this one. */
#include "lang/parse.h"

typedef VEC(struct ast_expr *) expressions;
typedef VEC(struct ast_body) bodies;

/* ---- Ends ------------------------------------------------------------------------------------ */

static bool is_block(enum token_kind k)
{
    return k == TOKEN_IF || k == TOKEN_FOR || k == TOKEN_WHEN || k == TOKEN_WHILE;
}

/* False: the end is missing. */
static bool wrong_end(struct parser *p, struct parse_open *o)
{
    struct parse_open *outer = NULL;
    p->open = o->outer;
    if (is_block(p->next.kind)) outer = parse_find_open(p, p->next.kind, NULL);
    p->open = o;
    bool mistaken = parse_at(p, TOKEN_END) && is_block(p->next.kind) && !outer;
    bool bare = parse_at(p, TOKEN_END) && p->next.kind == TOKEN_SEMICOLON;
    parse_unexpected(p, "'end %s'", lex_text(o->what));
    hint_last(p->m, "'%s' of line %u is still open", lex_text(o->what), parse_line(p, o->at));
    if (o->else_if) hint_last(p->m, "'else if' opens a new 'if'; 'elseif' continues the same one");
    p->bad = false;
    if (bare || mistaken) parse_take(p);
    if (mistaken) parse_take(p);
    return bare || mistaken;
}

/* "end" word */
static bool close(struct parser *p, struct parse_open *o)
{
    enum token_kind block = TOKEN_EOF;
    bool closed = true;
    if (parse_at(p, TOKEN_END) && p->next.kind == o->what) {
        parse_take(p);
        parse_take(p);
    } else if (parse_misspelt(p, &block) == TOKEN_END && block == o->what) {
        parse_error(p, p->now.at, "expected 'end %s', found '%s'", lex_text(block), p->now.text);
        hint_last(p->m, "write two words: end %s", lex_text(block));
        parse_take(p);
    } else
        closed = wrong_end(p, o);
    p->open = o->outer;
    return closed;
}

/* ---- Heads ----------------------------------------------------------------------------------- */

static bool at_border(const struct parser *p)
{
    enum token_kind k = p->now.kind;
    return p->now.first || k == TOKEN_SEMICOLON || k == TOKEN_EOF || k == TOKEN_END;
}

/* `then` or `loop`. If it is missing, the body is taken to begin here; what cannot begin a body is
 * skipped, up to the end of the line. */
static void opening(struct parser *p, enum token_kind word, const char *after)
{
    bool equals = parse_at(p, TOKEN_EQUALS);
    bool lost = p->bad || !(parse_at(p, TOKEN_IDENT) || lex_is_keyword(p->now.kind));
    if (parse_accept(p, word)) return;
    parse_expected(p, "'%s' after %s", lex_text(word), after);
    if (equals) hint_last(p->m, "'==' compares");
    p->bad = false;
    if (parse_at(p, TOKEN_IDENT) && !p->now.first && (p->next.kind == TOKEN_IDENT || p->next.first))
        parse_take(p); /* for i in 1:N do */
    while (lost && !at_border(p) && !parse_at(p, word)) parse_take(p);
    if (lost && !p->now.first) parse_accept(p, TOKEN_SEMICOLON);
    parse_accept(p, word);
}

static void branch(struct parser *p, enum section_kind kind, expressions *conditions, bodies *list)
{
    VEC_ADD(p->a, conditions, parse_expr(p));
    opening(p, TOKEN_THEN, "the condition");
    VEC_ADD(p->a, list, parse_body(p, kind));
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Does the block go on with another condition? A word of the other block, or of another language,
 * is reported and taken for the right one. */
static bool goes_on(struct parser *p, const struct parse_open *o)
{
    bool is_if = o->what == TOKEN_IF;
    enum token_kind right = is_if ? TOKEN_ELSEIF : TOKEN_ELSEWHEN;
    enum token_kind other = is_if ? TOKEN_ELSEWHEN : TOKEN_ELSEIF;
    bool others = parse_at(p, other) && !parse_find_open(p, is_if ? TOKEN_WHEN : TOKEN_IF, NULL);
    if (parse_accept(p, right)) return true;
    if (!others && parse_misspelt(p, NULL) != TOKEN_ELSEIF) return false;
    parse_error(p, p->now.at, "expected '%s' in the '%s' of line %u, found %s", lex_text(right),
                lex_text(o->what), parse_line(p, o->at), parse_found(p));
    parse_take(p);
    return true;
}

static void no_else(struct parser *p, enum section_kind kind)
{
    if (!parse_at(p, TOKEN_ELSE) || parse_find_open(p, TOKEN_IF, NULL)) return;
    parse_error(p, p->now.at, "a 'when' has no 'else'");
    hint_last(p->m, "write: elsewhen condition then");
    parse_take(p);
    parse_body(p, kind);
}

/* "else" body */
static void otherwise(struct parser *p, enum section_kind kind, struct parse_open *o, bodies *list)
{
    if (!parse_accept(p, TOKEN_ELSE)) return;
    o->else_if = parse_at(p, TOKEN_IF) && !p->now.first;
    VEC_ADD(p->a, list, parse_body(p, kind));
}

/* if = "if" expression "then" body {"elseif" expression "then" body} ["else" body]
 * when = "when" expression "then" body {"elsewhen" expression "then" body} */
static void choice(struct parser *p, enum section_kind kind, struct parse_open *o,
                   struct ast_stmt *s)
{
    expressions conditions = {0};
    bodies list = {0};
    do branch(p, kind, &conditions, &list);
    while (goes_on(p, o));
    if (o->what == TOKEN_IF)
        otherwise(p, kind, o, &list);
    else
        no_else(p, kind);
    s->kind = o->what == TOKEN_IF ? STMT_IF : STMT_WHEN;
    s->exprs = conditions.at;
    s->n_exprs = conditions.n;
    s->bodies = list.at;
    s->n_bodies = list.n;
}

/* loop = ("for" iterators | "while" expression) "loop" body */
static void loop(struct parser *p, enum section_kind kind, struct parse_open *o, struct ast_stmt *s)
{
    if (o->what == TOKEN_FOR) {
        s->kind = STMT_FOR;
        parse_iterators(p, &s->iterators, &s->n_iterators);
    } else {
        s->kind = STMT_WHILE;
        s->exprs = ARENA_NEW(p->a, struct ast_expr *);
        s->exprs[s->n_exprs++] = parse_expr(p);
    }
    opening(p, TOKEN_LOOP, o->what == TOKEN_FOR ? "the iterators" : "the condition");
    s->bodies = ARENA_NEW(p->a, struct ast_body);
    s->bodies[s->n_bodies++] = parse_body(p, kind);
}

bool parse_block(struct parser *p, enum section_kind kind, struct ast_stmt *s)
{
    struct parse_open o = {.what = p->now.kind, .at = p->now.at, .outer = p->open};
    p->open = &o;
    parse_take(p);
    if (o.what == TOKEN_IF || o.what == TOKEN_WHEN)
        choice(p, kind, &o, s);
    else
        loop(p, kind, &o, s);
    return close(p, &o);
}
