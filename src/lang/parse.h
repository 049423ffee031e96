/* SPDX-License-Identifier: MIT */
/* parse.h - what the files of the parser share.
 *
 * Recursive descent with two tokens: `now` is looked at, `next` follows it, `before` was taken
 * last. An error that leaves the parser lost sets `bad`: everything returns quickly and in silence
 * until a list (of statements, elements, classes) calls parse_sync, which finds the next `;` or
 * section. What it can mend, it reports with parse_error and goes on. No function returns NULL; a
 * piece made while `bad` is left out by its list. After an error that makes the rest meaningless
 * (nesting too deep, end of file) `quiet` is set, and the rest of the text is dropped. */
#ifndef LANG_PARSE_H
#define LANG_PARSE_H

#include "lang/lang.h"
#include "lang/lex.h"

#if defined(__GNUC__)
#define PARSE_FORMAT_(n) __attribute__((format(printf, n, n + 1)))
#else
#define PARSE_FORMAT_(n)
#endif

/* What waits for its `end`. */
struct parse_open {
    enum token_kind what; /* TOKEN_IF, _FOR, _WHEN, _WHILE, or the word of the class */
    const char *name;     /* of a class */
    struct place at;      /* of the word */
    bool else_if;         /* an `else if` was seen in one line: perhaps `elseif` was meant */
    struct parse_open *outer;
};

struct parser {
    struct messages *m;
    struct names *names;
    struct arena *a;
    struct lexer lex;
    struct token before, now, next;
    uint64_t taken;        /* tokens so far: a loop that takes none must take one */
    int depth;             /* of classes, statements, expressions, modifiers together */
    int subscripts;        /* open [ of subscripts: there `end` is a number */
    struct place relation; /* the last relational operator */
    struct parse_open *open;
    bool bad, quiet;
};

/* ---- parse_token.c: tokens, errors, recovery ------------------------------------------------- */

void parse_start(struct parser *p, struct messages *m, struct names *names, int32_t file);
void parse_take(struct parser *p);
bool parse_at(const struct parser *p, enum token_kind kind);
bool parse_accept(struct parser *p, enum token_kind kind);
/* Takes it, or reports "expected KIND AFTER, found ..." and sets bad. */
bool parse_expect(struct parser *p, enum token_kind kind, const char *after);

/* Reports, without setting bad. Nothing is said while bad or quiet. */
void parse_error(struct parser *p, struct place at, const char *format, ...) PARSE_FORMAT_(3);
/* "expected WHAT, found ..." where a person would look; sets bad. */
void parse_expected(struct parser *p, const char *format, ...) PARSE_FORMAT_(2);
/* The same at the token found, even if it begins a line. */
void parse_unexpected(struct parser *p, const char *format, ...) PARSE_FORMAT_(2);
void parse_unsupported(struct parser *p, struct place at, const char *what);
const char *parse_found(struct parser *p); /* "'end if'", "the end of the file" */
struct place parse_since(const struct parser *p, struct place start); /* to the last token */
uint32_t parse_line(const struct parser *p, struct place at);

bool parse_enter(struct parser *p); /* one level deeper; false: too deep, reported */
void parse_leave(struct parser *p);
void parse_give_up(struct parser *p);

void parse_semicolon(struct parser *p, const char *after); /* "the equation" */
void parse_sync(struct parser *p);
bool parse_starts_section(const struct parser *p);
bool parse_starts_declaration(enum token_kind kind); /* a keyword that does */
bool parse_starts_class(enum token_kind kind);
enum token_kind parse_misspelt(const struct parser *p, enum token_kind *block);
struct parse_open *parse_find_open(const struct parser *p, enum token_kind what, const char *name);

const char *parse_ident(struct parser *p, struct place *at, const char *what);

/* ---- parse_expr.c, parse_primary.c ----------------------------------------------------------- */

struct ast_expr *parse_expr(struct parser *p);
struct ast_expr *parse_if(struct parser *p);
struct ast_expr *parse_primary(struct parser *p);
struct ast_expr *parse_new(struct parser *p, enum expr_kind kind, int32_t n_args);
/* Sets place and height; an expression that grew too high is an error. */
struct ast_expr *parse_done(struct parser *p, struct ast_expr *e, struct place start);
void parse_subscripts(struct parser *p, struct ast_expr ***sub, int32_t *n);
void parse_name(struct parser *p, const char *what, struct ast_part **path, int32_t *n);
void parse_iterators(struct parser *p, struct ast_iterator **list, int32_t *n);

/* ---- parse_mod.c ----------------------------------------------------------------------------- */

void parse_modifiers(struct parser *p, struct ast_modifier **list, int32_t *n);
void parse_annotation(struct parser *p, struct ast_modifier **list, int32_t *n);
const char *parse_string_comment(struct parser *p);
void parse_comment(struct parser *p, const char **text, struct ast_modifier **list, int32_t *n);
struct ast_expr *parse_value(struct parser *p);

/* ---- parse_stmt.c, parse_block.c ------------------------------------------------------------- */

struct ast_body parse_body(struct parser *p, enum section_kind kind);
bool parse_stray(struct parser *p); /* skips `else`, `end if` ... that belong to nothing */
bool parse_block(struct parser *p, enum section_kind kind, struct ast_stmt *s); /* closed? */

/* ---- parse_class.c, parse_element.c ---------------------------------------------------------- */

typedef VEC(struct ast_element) parse_elements;

struct ast_class *parse_class(struct parser *p, struct place start, uint32_t prefixes);
void parse_element(struct parser *p, parse_elements *list, uint32_t prefixes);
uint32_t parse_prefixes(struct parser *p);
void parse_type(struct parser *p, struct ast_element *e); /* type_path, type_sub */
/* After redeclare or replaceable in a modification; never NULL. */
struct ast_element *parse_redeclaration(struct parser *p, uint32_t prefixes);
enum { PARSE_CLASS_BITS = PREFIX_PARTIAL | PREFIX_ENCAPSULATED | PREFIX_PURE | PREFIX_IMPURE };

#endif
