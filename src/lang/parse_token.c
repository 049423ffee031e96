/* SPDX-License-Identifier: MIT */
/* parse_token.c - the parser's hands: taking tokens, reporting what does not fit, finding its way
 * back. How errors travel is described in parse.h.
 *
 * Where to look: if the token that does not fit begins a line, something is missing at the end of
 * the line before, and the message points there; otherwise it points at the token. */
#include "lang/parse.h"

#include <string.h>

enum { DEEPEST = 256 };

void parse_start(struct parser *p, struct messages *m, struct names *names, int32_t file)
{
    *p = (struct parser){.m = m, .names = names, .a = m->arena};
    lex_init(&p->lex, m, names, file);
    p->before.at.file = file;
    p->now = lex_next(&p->lex);
    p->next = lex_next(&p->lex);
}

void parse_take(struct parser *p)
{
    p->before = p->now;
    p->now = p->next;
    p->next = lex_next(&p->lex);
    p->taken++;
}

bool parse_at(const struct parser *p, enum token_kind kind)
{
    return p->now.kind == kind;
}

bool parse_accept(struct parser *p, enum token_kind kind)
{
    if (p->bad || p->now.kind != kind) return false;
    parse_take(p);
    return true;
}

bool parse_expect(struct parser *p, enum token_kind kind, const char *after)
{
    if (parse_accept(p, kind)) return true;
    parse_expected(p, "'%s' %s", lex_text(kind), after);
    return false;
}

struct place parse_since(const struct parser *p, struct place start)
{
    return place_join(start, p->before.at);
}

uint32_t parse_line(const struct parser *p, struct place at)
{
    uint32_t line, col;
    place_line(p->m, at, &line, &col);
    return line;
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static bool silent(struct parser *p)
{
    if (p->bad || p->quiet) p->m->dropped = 1; /* the hint, too */
    return p->bad || p->quiet;
}

void parse_error(struct parser *p, struct place at, const char *format, ...)
{
    va_list args;
    if (silent(p)) return;
    va_start(args, format);
    error_at(p->m, at, "%s", arena_formatv(p->a, format, args));
    va_end(args);
}

void parse_unsupported(struct parser *p, struct place at, const char *what)
{
    parse_error(p, at, "%s not supported yet", what);
}

static const char *token_text(struct parser *p, const struct token *t)
{
    int n = (int)(t->at.len < 40 ? t->at.len : 40);
    if (t->kind == TOKEN_EOF || t->kind == TOKEN_STRING) return lex_text(t->kind);
    return arena_format(p->a, "'%.*s%s'", n, p->lex.text + t->at.pos, t->at.len > 40 ? "..." : "");
}

const char *parse_found(struct parser *p)
{
    if (!parse_at(p, TOKEN_END) || p->next.kind == TOKEN_EOF || p->next.kind == TOKEN_STRING)
        return token_text(p, &p->now);
    if (p->next.kind != TOKEN_IDENT && !lex_is_keyword(p->next.kind)) return "'end'";
    int n = (int)(p->next.at.len < 40 ? p->next.at.len : 40);
    return arena_format(p->a, "'end %.*s'", n, p->lex.text + p->next.at.pos);
}

/* 2x, wherever something else was expected. */
static void product_hint(struct parser *p)
{
    const struct token *b = &p->before, *t = &p->now;
    bool number = b->kind == TOKEN_INTEGER || b->kind == TOKEN_REAL;
    if (number && t->kind == TOKEN_IDENT && b->at.pos + b->at.len == t->at.pos)
        hint_last(p->m, "a product needs its sign: %s*%.40s", b->text, t->text);
}

static void report(struct parser *p, bool at_token, const char *format, va_list args)
{
    struct place at = p->now.at, end = p->before.at;
    if (silent(p)) return;
    if (p->now.kind != TOKEN_BAD && !(p->now.kind == TOKEN_EOF && p->lex.cut)) {
        if ((p->now.kind == TOKEN_EOF || (p->now.first && !at_token)) && p->taken)
            at = (struct place){end.file, end.pos + end.len, 1};
        else if (p->now.kind == TOKEN_END && p->next.kind != TOKEN_SEMICOLON)
            at = place_join(at, p->next.at);
        error_at(p->m, at, "expected %s, found %s", arena_formatv(p->a, format, args),
                 parse_found(p));
        product_hint(p);
    } else
        p->m->dropped = 1; /* the lexer has said what is wrong */
    if (p->now.kind == TOKEN_EOF) parse_give_up(p);
    p->bad = true;
}

void parse_expected(struct parser *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(p, false, format, args);
    va_end(args);
}

void parse_unexpected(struct parser *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(p, true, format, args);
    va_end(args);
}

void parse_give_up(struct parser *p)
{
    p->lex.pos = p->lex.size;
    p->quiet = true;
    p->now = p->next = (struct token){.kind = TOKEN_EOF, .at = {p->lex.file, p->lex.size, 0}};
}

bool parse_enter(struct parser *p)
{
    if (++p->depth <= DEEPEST) return true;
    parse_error(p, p->now.at, "nesting is deeper than %d", DEEPEST);
    parse_give_up(p);
    p->bad = true;
    return false;
}

void parse_leave(struct parser *p)
{
    p->depth--;
}

/* ---- Where things begin ---------------------------------------------------------------------- */

bool parse_starts_section(const struct parser *p)
{
    enum token_kind k = p->now.kind, n = p->next.kind;
    if (k == TOKEN_INITIAL) return n == TOKEN_EQUATION || n == TOKEN_ALGORITHM;
    return k == TOKEN_EQUATION || k == TOKEN_ALGORITHM || k == TOKEN_PUBLIC || k == TOKEN_PROTECTED;
}

bool parse_starts_class(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_MODEL:
    case TOKEN_BLOCK:
    case TOKEN_CLASS:
    case TOKEN_FUNCTION:
    case TOKEN_PACKAGE:
    case TOKEN_TYPE:
    case TOKEN_RECORD:
    case TOKEN_CONNECTOR:
    case TOKEN_OPERATOR:
    case TOKEN_EXPANDABLE:
    case TOKEN_PARTIAL:
    case TOKEN_ENCAPSULATED:
    case TOKEN_PURE:
    case TOKEN_IMPURE: return true;
    default: return false;
    }
}

bool parse_starts_declaration(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_CONSTANT:
    case TOKEN_PARAMETER:
    case TOKEN_DISCRETE:
    case TOKEN_INPUT:
    case TOKEN_OUTPUT:
    case TOKEN_FLOW:
    case TOKEN_STREAM:
    case TOKEN_FINAL:
    case TOKEN_INNER:
    case TOKEN_OUTER:
    case TOKEN_REPLACEABLE:
    case TOKEN_REDECLARE:
    case TOKEN_IMPORT:
    case TOKEN_EXTENDS: return true;
    default: return parse_starts_class(kind);
    }
}

/* Can the word not be an ordinary name, for what follows it? */
static bool stands_alone(const struct parser *p, enum token_kind kind)
{
    enum token_kind n = p->next.kind;
    if (n == TOKEN_EOF || n == TOKEN_IDENT || lex_is_keyword(n)) return true;
    if (kind == TOKEN_END) return n == TOKEN_SEMICOLON || p->next.first;
    return n == TOKEN_INTEGER || n == TOKEN_REAL ||
           (n == TOKEN_LPAREN && parse_find_open(p, TOKEN_IF, NULL));
}

/* A name that is a word of another language: its kind; *block: of `endif` TOKEN_IF. TOKEN_IDENT: an
 * ordinary name. */
enum token_kind parse_misspelt(const struct parser *p, enum token_kind *block)
{
    static const struct {
        const char *text;
        enum token_kind kind, block;
    } words[] = {
        {"elif", TOKEN_ELSEIF, 0},          {"elsif", TOKEN_ELSEIF, 0},
        {"endif", TOKEN_END, TOKEN_IF},     {"endfor", TOKEN_END, TOKEN_FOR},
        {"endwhen", TOKEN_END, TOKEN_WHEN}, {"endwhile", TOKEN_END, TOKEN_WHILE},
    };
    if (!parse_at(p, TOKEN_IDENT) || p->now.text[0] != 'e') return TOKEN_IDENT;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(p->now.text, words[k].text) == 0 && stands_alone(p, words[k].kind)) {
            if (block) *block = words[k].block;
            return words[k].kind;
        }
    return TOKEN_IDENT;
}

struct parse_open *parse_find_open(const struct parser *p, enum token_kind what, const char *name)
{
    struct parse_open *o = p->open;
    while (o && !(name ? o->name == name : o->what == what)) o = o->outer;
    return o;
}

/* ---- Recovery -------------------------------------------------------------------------------- */

/* `end` as it closes something, not the number in u[end]. */
static bool closing_end(const struct parser *p)
{
    enum token_kind n = p->next.kind;
    return parse_at(p, TOKEN_END) &&
           (n == TOKEN_IDENT || n == TOKEN_SEMICOLON || n == TOKEN_IF || n == TOKEN_FOR ||
            n == TOKEN_WHEN || n == TOKEN_WHILE || n == TOKEN_EOF);
}

static bool sync_stops(const struct parser *p)
{
    enum token_kind k = p->now.kind;
    if (k == TOKEN_EOF || parse_starts_section(p) || closing_end(p)) return true;
    if (!p->now.first) return false;
    return k == TOKEN_WHEN || k == TOKEN_WHILE || k == TOKEN_ELSE || k == TOKEN_ELSEIF ||
           k == TOKEN_ELSEWHEN || k == TOKEN_ANNOTATION || parse_starts_declaration(k) ||
           parse_misspelt(p, NULL) != TOKEN_IDENT;
}

/* To behind the next `;`, or to something that begins a line and a piece of its own. */
void parse_sync(struct parser *p)
{
    while (!sync_stops(p) && !parse_at(p, TOKEN_SEMICOLON)) parse_take(p);
    if (parse_at(p, TOKEN_SEMICOLON)) parse_take(p);
    p->bad = false;
}

/* A missing `;` at the end of a line is mended; within a line the rest of it is in doubt. */
void parse_semicolon(struct parser *p, const char *after)
{
    enum token_kind k = p->now.kind;
    bool lost = !p->now.first && k != TOKEN_END && !parse_starts_section(p);
    if (p->bad || parse_accept(p, TOKEN_SEMICOLON)) return;
    parse_expected(p, "';' after %s", after);
    if (k == TOKEN_RPAREN || k == TOKEN_RBRACKET || k == TOKEN_RBRACE)
        hint_last(p->m, "nothing is open that '%s' could close", lex_text(k));
    if (k == TOKEN_EQUALS) hint_last(p->m, "is a ';' missing in the line before? '==' compares");
    p->bad = lost;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* A keyword that is where only a name can be is taken as one, after an error. */
static bool used_as_name(const struct parser *p)
{
    if (!lex_is_keyword(p->now.kind) || parse_at(p, TOKEN_END) || parse_starts_section(p))
        return false;
    if (p->next.first) return !p->now.first;
    switch (p->next.kind) {
    case TOKEN_SEMICOLON:
    case TOKEN_COMMA:
    case TOKEN_EQUALS:
    case TOKEN_ASSIGN:
    case TOKEN_LPAREN:
    case TOKEN_LBRACKET:
    case TOKEN_RPAREN:
    case TOKEN_DOT:
    case TOKEN_STRING: return true;
    default: return false;
    }
}

/* what: "a name for the component" */
const char *parse_ident(struct parser *p, struct place *at, const char *what)
{
    *at = p->now.at;
    if (parse_at(p, TOKEN_IDENT)) {
        const char *name = p->now.text;
        parse_take(p);
        return name;
    }
    const char *text = lex_text(p->now.kind);
    if (!used_as_name(p)) {
        parse_expected(p, "%s", what);
        return names_intern(p->names, "?", 1);
    }
    parse_error(p, *at, "'%s' is a keyword and cannot be a name", text);
    hint_last(p->m, "choose another name; only with its quotes '%s' is one", text);
    parse_take(p);
    return names_intern(p->names, text, strlen(text));
}
