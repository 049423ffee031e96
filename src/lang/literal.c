/* SPDX-License-Identifier: MIT */
/* literal.c - numbers, strings and quoted names.
 *
 *     NUMBER  = DIGIT {DIGIT} ["." {DIGIT}] [("e" | "E") ["+" | "-"] DIGIT {DIGIT}]
 *     STRING  = '"' {any character but " and \, or an escape} '"'           may span lines
 *     Q-IDENT = "'" {printable ASCII character but ' and \, or an escape} "'"
 *     escape  = "\" (one of ' " ? \ a b f n r t v)
 *
 * A number is an Integer if it has neither point nor exponent. A quoted name keeps its quotes, for
 * 'x' and x are different names, and its escapes; \" and \? are the same as " and ?. */
#include "lang/literal.h"

#include "base/utf8.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static struct place piece(const struct lexer *lex, uint32_t from, uint32_t to)
{
    return (struct place){lex->file, from, to - from};
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void digits(struct lexer *lex)
{
    while (is_digit(lex->text[lex->pos])) lex->pos++;
}

/* Is there an exponent? If its digits are missing, it is reported and skipped. *end: of the number
 * without such an exponent. */
static bool exponent(struct lexer *lex, uint32_t start, uint32_t *end)
{
    const char *s = lex->text;
    uint32_t e = *end = lex->pos;
    if (s[e] != 'e' && s[e] != 'E') return false;
    lex->pos = s[e + 1] == '+' || s[e + 1] == '-' ? e + 2 : e + 1;
    if (is_digit(s[lex->pos])) {
        digits(lex);
        *end = lex->pos;
        return true;
    }
    char c = s[lex->pos];
    if (lex->pos == e + 1 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')) {
        lex->pos = e; /* 2else: a number and a word */
        return false;
    }
    error_at(lex->m, piece(lex, start, lex->pos), "number '%.*s' has no digits in its exponent",
             (int)(lex->pos - start), s + start);
    return true;
}

/* strtod, wherever the decimal point of the locale is. */
static double value_of(struct arena *a, const char *text)
{
    const char *point = localeconv()->decimal_point, *dot = strchr(text, '.');
    if (dot && strcmp(point, ".") != 0)
        text = arena_format(a, "%.*s%s%s", (int)(dot - text), text, point, dot + 1);
    return strtod(text, NULL);
}

/* A long literal is shown by its beginning. */
static void report_number(struct lexer *lex, struct token *t, uint32_t start, const char *what)
{
    size_t n = strlen(t->text);
    error_at(lex->m, piece(lex, start, lex->pos), "%s '%.40s%s' is too large", what, t->text,
             n > 40 ? "..." : "");
}

static void finish_integer(struct lexer *lex, struct token *t, uint32_t start)
{
    errno = 0;
    t->integer = strtoll(t->text, NULL, 10);
    t->number = (double)t->integer;
    if (errno != ERANGE) return;
    report_number(lex, t, start, "integer");
    hint_last(lex->m,
              "the largest is 9223372036854775807; with a decimal point it would be a Real");
    t->kind = TOKEN_REAL;
    t->number = value_of(lex->names->arena, t->text);
}

static void finish_real(struct lexer *lex, struct token *t, uint32_t start)
{
    t->number = value_of(lex->names->arena, t->text);
    if (isfinite(t->number)) return;
    report_number(lex, t, start, "number");
    hint_last(lex->m, "the largest is about 1.8e308");
    t->number = 0;
}

static void without_zero(struct lexer *lex, uint32_t start)
{
    int n = (int)(lex->pos - start);
    error_at(lex->m, piece(lex, start, lex->pos), "'%.*s' is not a number in Modelica",
             n < 40 ? n : 40, lex->text + start);
    hint_last(lex->m, "write 0%.*s", n < 40 ? n : 40, lex->text + start);
}

void lex_number(struct lexer *lex, struct token *t)
{
    uint32_t start = lex->pos, end;
    bool real = false;
    digits(lex);
    if (lex->text[lex->pos] == '.') {
        real = true;
        lex->pos++;
        digits(lex);
    }
    real |= exponent(lex, start, &end);
    t->kind = real ? TOKEN_REAL : TOKEN_INTEGER;
    if (lex->text[start] == '.') without_zero(lex, start);
    t->text = names_intern(lex->names, lex->text + start, end - start);
    if (real)
        finish_real(lex, t, start);
    else
        finish_integer(lex, t, start);
}

/* ---- Strings --------------------------------------------------------------------------------- */

/* At a backslash: the character meant; reports an unknown one and takes it as it is. */
static char escape(struct lexer *lex)
{
    static const char names[] = "'\"?\\abfnrtv", values[] = "'\"?\\\a\b\f\n\r\t\v";
    uint32_t start = lex->pos++;
    if (lex->pos >= lex->size) return '\\';
    char c = lex->text[lex->pos++];
    const char *found = c ? strchr(names, c) : NULL;
    if (found) return values[found - names];
    error_at(lex->m, piece(lex, start, lex->pos - (c & 0x80 || c < 32)),
             "unknown escape in a string");
    hint_last(lex->m,
              "known are \\' \\\" \\? \\\\ \\a \\b \\f \\n \\r \\t \\v; a backslash is \\\\");
    lex->pos = start + 1;
    return '\\';
}

/* The end of a string that starts at pos: its closing quote, or the end of the text. */
static uint32_t string_end(const struct lexer *lex)
{
    uint32_t k = lex->pos + 1;
    for (; k < lex->size && lex->text[k] != '"'; k++)
        if (lex->text[k] == '\\') k++;
    return k < lex->size ? k : lex->size;
}

static void string_not_closed(struct lexer *lex, struct token *t)
{
    error_at(lex->m, piece(lex, lex->pos, lex->pos + 1), "string is not closed");
    hint_last(lex->m, "a string ends with '\"'; inside, a quote is written \\\"");
    lex->pos = lex->size;
    lex->cut = true;
    t->kind = TOKEN_BAD;
}

void lex_string(struct lexer *lex, struct token *t)
{
    uint32_t end = string_end(lex);
    if (end == lex->size) {
        string_not_closed(lex, t);
        return;
    }
    char *to = arena_take(lex->names->arena, end - lex->pos);
    t->kind = TOKEN_STRING;
    t->text = to;
    for (lex->pos++; lex->pos < end;) {
        unsigned char c = (unsigned char)lex->text[lex->pos];
        int n = c < 0x80 ? 1 : utf8_length(lex->text + lex->pos, end - lex->pos);
        if (c == '\\')
            *to++ = escape(lex);
        else if (n == 0 || (c < 32 && (c < '\t' || c > '\r')) || c == 127)
            lex_invalid_bytes(lex);
        else
            for (; n > 0; n--) *to++ = lex->text[lex->pos++];
    }
    lex->pos = end + 1;
}

/* ---- Quoted names ---------------------------------------------------------------------------- */

static uint32_t quoted_end(const struct lexer *lex)
{
    uint32_t k = lex->pos + 1;
    for (; k < lex->size && lex->text[k] != '\''; k++) {
        if (lex->text[k] == '\n' || lex->text[k] == '\r') return lex->size;
        if (lex->text[k] == '\\' && lex->text[k + 1] != '\n') k++;
    }
    return k < lex->size ? k : lex->size;
}

/* One character of a quoted name. */
static char *quoted_char(struct lexer *lex, char *to)
{
    uint32_t start = lex->pos;
    char c = lex->text[start];
    if (c == '\\') {
        escape(lex);
        if (lex->pos == start + 2 && strchr("\"?", lex->text[start + 1])) start++;
    } else if (c >= 32 && c < 127) {
        lex->pos++;
    } else {
        int n = utf8_length(lex->text + start, lex->size - start);
        if (n < 2 && !(c >= '\t' && c <= '\r')) return lex_invalid_bytes(lex), to;
        lex->pos += (uint32_t)(n ? n : 1);
        error_at(lex->m, piece(lex, start, lex->pos), "'%.*s' cannot be used in a quoted name", n,
                 lex->text + start);
    }
    memcpy(to, lex->text + start, lex->pos - start);
    return to + (lex->pos - start);
}

void lex_quoted(struct lexer *lex, struct token *t)
{
    uint32_t start = lex->pos, end = quoted_end(lex);
    if (end == lex->size || end == start + 1) {
        error_at(lex->m, piece(lex, start, end == lex->size ? start + 1 : end + 1),
                 end == lex->size ? "quoted name is not closed" : "quoted name is empty");
        if (end == lex->size) hint_last(lex->m, "'a b' is a name; strings are written in \"...\"");
        lex->pos = end == lex->size ? start + 1 : end + 1;
        t->kind = TOKEN_BAD;
        return;
    }
    char *text = arena_take(lex->names->arena, end - start + 2), *to = text;
    *to++ = '\'';
    for (lex->pos = start + 1; lex->pos < end;) to = quoted_char(lex, to);
    *to++ = '\'';
    lex->pos = end + 1;
    t->kind = TOKEN_IDENT;
    t->text = names_intern(lex->names, text, (size_t)(to - text));
}
