/* SPDX-License-Identifier: MIT */
/* lex.h - names and words of a model text. */
#ifndef LANG_LEX_H
#define LANG_LEX_H

#include "base/dict.h"
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

#define TOKEN_KEYWORDS(X)                                                                          \
    X(ALGORITHM, "algorithm")                                                                      \
    X(AND, "and")                                                                                  \
    X(ANNOTATION, "annotation")                                                                    \
    X(BLOCK, "block")                                                                              \
    X(BREAK, "break")                                                                              \
    X(CLASS, "class")                                                                              \
    X(CONNECT, "connect")                                                                          \
    X(CONNECTOR, "connector")                                                                      \
    X(CONSTANT, "constant")                                                                        \
    X(CONSTRAINEDBY, "constrainedby")                                                              \
    X(DER, "der")                                                                                  \
    X(DISCRETE, "discrete")                                                                        \
    X(EACH, "each")                                                                                \
    X(ELSE, "else")                                                                                \
    X(ELSEIF, "elseif")                                                                            \
    X(ELSEWHEN, "elsewhen")                                                                        \
    X(ENCAPSULATED, "encapsulated")                                                                \
    X(END, "end")                                                                                  \
    X(ENUMERATION, "enumeration")                                                                  \
    X(EQUATION, "equation")                                                                        \
    X(EXPANDABLE, "expandable")                                                                    \
    X(EXTENDS, "extends")                                                                          \
    X(EXTERNAL, "external")                                                                        \
    X(FALSE, "false")                                                                              \
    X(FINAL, "final")                                                                              \
    X(FLOW, "flow")                                                                                \
    X(FOR, "for")                                                                                  \
    X(FUNCTION, "function")                                                                        \
    X(IF, "if")                                                                                    \
    X(IMPORT, "import")                                                                            \
    X(IMPURE, "impure")                                                                            \
    X(IN, "in")                                                                                    \
    X(INITIAL, "initial")                                                                          \
    X(INNER, "inner")                                                                              \
    X(INPUT, "input")                                                                              \
    X(LOOP, "loop")                                                                                \
    X(MODEL, "model")                                                                              \
    X(NOT, "not")                                                                                  \
    X(OPERATOR, "operator")                                                                        \
    X(OR, "or")                                                                                    \
    X(OUTER, "outer")                                                                              \
    X(OUTPUT, "output")                                                                            \
    X(PACKAGE, "package")                                                                          \
    X(PARAMETER, "parameter")                                                                      \
    X(PARTIAL, "partial")                                                                          \
    X(PROTECTED, "protected")                                                                      \
    X(PUBLIC, "public")                                                                            \
    X(PURE, "pure")                                                                                \
    X(RECORD, "record")                                                                            \
    X(REDECLARE, "redeclare")                                                                      \
    X(REPLACEABLE, "replaceable")                                                                  \
    X(RETURN, "return")                                                                            \
    X(STREAM, "stream")                                                                            \
    X(THEN, "then")                                                                                \
    X(TRUE, "true")                                                                                \
    X(TYPE, "type")                                                                                \
    X(WHEN, "when")                                                                                \
    X(WHILE, "while")                                                                              \
    X(WITHIN, "within")

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
