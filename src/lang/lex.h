/* SPDX-License-Identifier: MIT */
/* lex.h - names and words of a model text. */
#ifndef LANG_LEX_H
#define LANG_LEX_H

#include "base/dict.h"
#include "base/keywords.h"
#include "lang/source.h"
#include <stdbool.h>

/* ---- Names ----------------------------------------------------------------------------------- */

/* Every spelling once: equal names have equal pointers. */
struct names {
    struct arena *arena;
    struct dict words; /* value: the kind of token */
};

void names_init(struct names *names, struct arena *a);
/* s[0..n-1], without zeros */
const char *names_intern(struct names *names, const char *s, size_t n);

/* ---- Tokens ---------------------------------------------------------------------------------- */

#define TOKEN_SIGNS(X)                                                                             \
    X(LPAREN, "(")                                                                                 \
    X(RPAREN, ")")                                                                                 \
    X(LBRACKET, "[")                                                                               \
    X(RBRACKET, "]")                                                                               \
    X(LBRACE, "{")                                                                                 \
    X(RBRACE, "}")                                                                                 \
    X(COMMA, ",")                                                                                  \
    X(SEMICOLON, ";")                                                                              \
    X(DOT, ".")                                                                                    \
    X(COLON, ":")                                                                                  \
    X(ASSIGN, ":=")                                                                                \
    X(EQUALS, "=")                                                                                 \
    X(PLUS, "+")                                                                                   \
    X(MINUS, "-")                                                                                  \
    X(STAR, "*")                                                                                   \
    X(SLASH, "/")                                                                                  \
    X(CARET, "^")                                                                                  \
    X(DOT_PLUS, ".+")                                                                              \
    X(DOT_MINUS, ".-")                                                                             \
    X(DOT_STAR, ".*")                                                                              \
    X(DOT_SLASH, "./")                                                                             \
    X(DOT_CARET, ".^")                                                                             \
    X(LT, "<")                                                                                     \
    X(LE, "<=")                                                                                    \
    X(GT, ">")                                                                                     \
    X(GE, ">=")                                                                                    \
    X(EQ, "==")                                                                                    \
    X(NE, "<>")

enum token_kind {
    TOKEN_EOF,
    TOKEN_BAD, /* reported already */
    TOKEN_IDENT,
    TOKEN_INTEGER,
    TOKEN_REAL,
    TOKEN_STRING,
#define TOKEN_ENUM_(name, text) TOKEN_##name,
    TOKEN_SIGNS(TOKEN_ENUM_) TOKEN_KEYWORDS(TOKEN_ENUM_)
#undef TOKEN_ENUM_
        TOKEN_COUNT
};

/* As intern; kind: TOKEN_IDENT or the keyword's. */
const char *names_word(struct names *names, const char *s, size_t n, enum token_kind *kind);

struct token {
    enum token_kind kind;
    bool first; /* does it begin a line? */
    struct place at;
    const char *text; /* a name (interned, with quotes), a number as written, a string unescaped */
    double number;    /* of REAL and INTEGER */
    int64_t integer;
};

struct lexer {
    struct messages *m;
    struct names *names;
    int32_t file;
    const char *text;
    uint32_t size, pos;
    enum token_kind last; /* kind of the token before, and where it ended */
    uint32_t last_end;
    bool cut; /* a string or comment ran to the end of the text and was reported */
};

void lex_init(struct lexer *lex, struct messages *m, struct names *names, int32_t file);
struct token lex_next(struct lexer *lex); /* at the end TOKEN_EOF, as often as asked */

const char *lex_text(enum token_kind kind); /* ";", "model"; of other kinds: "a name" */
bool lex_is_keyword(enum token_kind kind);

/* One line `line:col kind text` per token. */
void lex_dump(FILE *out, struct messages *m, struct names *names, int32_t file);

#endif
