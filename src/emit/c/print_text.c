/* SPDX-License-Identifier: MIT */
/* print_text.c - the words of the generated C: numbers that read back exactly, strings and comments
 * that cannot break out of their marks, identifiers that no one else uses.
 *
 * An identifier keeps its name where it can: `pump.v[3]` becomes pump_v_3, and if that is taken,
 * pump_v_3_2. Taken are the words of C, the names that the printer itself uses, and what is
 * visible. */
#include "emit/c/print.h"
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Into the buffer ------------------------------------------------------------------------- */

void code_flush(struct printer *p)
{
    fwrite(p->buffer, 1, p->n_buffer, p->out);
    p->n_buffer = 0;
}

static void add(struct printer *p, const char *text, size_t n)
{
    if (n > sizeof p->buffer - p->n_buffer) code_flush(p);
    if (n > sizeof p->buffer) {
        fwrite(text, 1, n, p->out);
    } else {
        memcpy(p->buffer + p->n_buffer, text, n);
        p->n_buffer += n;
    }
}

void code_say_char(struct printer *p, int c)
{
    if (p->n_buffer == sizeof p->buffer) code_flush(p);
    p->buffer[p->n_buffer++] = (char)c;
    p->line += c == '\n';
}

void code_say_text(struct printer *p, const char *text)
{
    size_t n = strlen(text);
    add(p, text, n);
    for (const char *at = text; (at = memchr(at, '\n', n - (size_t)(at - text))); at++) p->line++;
}

/* A text too long for `small` is formatted once more, into the arena. */
void code_say(struct printer *p, const char *format, ...)
{
    char small[500], *text = small;
    va_list args;
    int n;
    va_start(args, format);
    n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (n >= (int)sizeof small) {
        va_start(args, format);
        text = arena_formatv(p->m->arena, format, args);
        va_end(args);
    }
    if (n > 0) code_say_text(p, text);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Whatever the locale calls the decimal point. */
static void plain_point(char *s)
{
    for (; *s; s++) {
        if (!isdigit((unsigned char)*s) && !strchr("+-e", *s)) *s = '.';
    }
}

/* The shortest decimal that reads back as v. */
static void shortest(char *buf, size_t room, double v)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buf, room, "%.*g", digits, v);
        if (strtod(buf, NULL) == v) break;
    }
    plain_point(buf);
}

/* n as decimal digits at the end of buf. */
static char *digits_of(char *end, uint64_t n)
{
    *end = 0;
    do *--end = (char)('0' + n % 10);
    while (n /= 10);
    return end;
}

void code_say_real(struct printer *p, double v)
{
    char buf[40];
    if (isnan(v)) {
        code_say_text(p, "NOT_A_NUMBER");
    } else if (isinf(v)) {
        code_say_text(p, v > 0 ? "INFINITE" : "MINUS_INFINITE");
    } else if (fabs(v) < 1e15 && v == (double)(int64_t)v) {
        if (signbit(v)) code_say_char(p, '-');
        code_say_text(p, digits_of(buf + sizeof buf - 1, (uint64_t)fabs(v)));
        code_say_text(p, ".0");
    } else {
        shortest(buf, sizeof buf, v);
        code_say_text(p, buf);
        if (!strpbrk(buf, ".e")) code_say_text(p, ".0");
    }
}

void code_say_int(struct printer *p, int64_t v)
{
    char buf[40];
    if (v == INT64_MIN) {
        code_say_text(p, "(-9223372036854775807LL - 1)");
        return;
    }
    if (v < 0) code_say_char(p, '-');
    code_say_text(p, digits_of(buf + sizeof buf - 1, (uint64_t)(v < 0 ? -v : v)));
    if (v > INT_MAX || v < -INT_MAX) code_say_text(p, "LL");
}

/* ---- Text ------------------------------------------------------------------------------------ */

void code_say_string(struct printer *p, const char *s)
{
    if (!s) {
        code_say_text(p, "0");
        return;
    }
    code_say_char(p, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c < 32 || c == 127) {
            code_say(p, "\\%03o", c);
            continue;
        }
        if (strchr("\"\\?", c)) code_say_char(p, '\\'); /* ? because of ??/ */
        code_say_char(p, c);
    }
    code_say_char(p, '"');
}

void code_say_comment(struct printer *p, const char *s)
{
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        code_say_char(p, c < 32 || c == 127 ? ' ' : c == '\\' && !s[1] ? '/' : c);
        if ((c == '*' && s[1] == '/') || (c == '/' && s[1] == '*')) code_say_char(p, ' ');
    }
}

void code_say_loc(struct printer *p, const saltus_loc *at)
{
    if (!at) {
        code_say(p, "{0, 0, 0, 0}");
        return;
    }
    code_say(p, "{");
    code_say_string(p, at->file);
    code_say(p, ", %" PRIu32 ", %" PRIu32 ", %" PRIu32 "}", at->line, at->col, at->len);
}

void code_say_line(struct printer *p, const saltus_loc *at)
{
    if (at)
        code_say(p, "#line %" PRIu32 " ", at->line);
    else
        code_say(p, "#line %" PRId32 " ", p->line + 2);
    code_say_string(p, at ? at->file : p->file);
    code_say(p, "\n");
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *const reserved[] = {"auto",
                                       "break",
                                       "case",
                                       "char",
                                       "const",
                                       "continue",
                                       "default",
                                       "do",
                                       "double",
                                       "else",
                                       "enum",
                                       "extern",
                                       "float",
                                       "for",
                                       "goto",
                                       "if",
                                       "inline",
                                       "int",
                                       "long",
                                       "register",
                                       "restrict",
                                       "return",
                                       "short",
                                       "signed",
                                       "sizeof",
                                       "static",
                                       "struct",
                                       "switch",
                                       "typedef",
                                       "union",
                                       "unsigned",
                                       "void",
                                       "volatile",
                                       "while",
                                       "asm",
                                       "typeof",
                                       "main",
                                       "linux",
                                       "unix",
                                       "e",
                                       "ev",
                                       "r",
                                       "a",
                                       "k",
                                       "depth",
                                       "turns",
                                       "at",
                                       "find",
                                       "known",
                                       "stops",
                                       "int_div",
                                       "int_mod",
                                       "to_int",
                                       "handle",
                                       "handler_writes",
                                       "terms",
                                       "where",
                                       "start",
                                       "lag",
                                       "next",
                                       "clock_reads",
                                       "memset",
                                       "memcpy",
                                       "memmove",
                                       "memcmp",
                                       "EQUATION",
                                       "INFINITE",
                                       "MINUS_INFINITE",
                                       "NOT_A_NUMBER",
                                       "MATH",

                                       "states",
                                       "discretes",
                                       "parameters",
                                       "outputs",
                                       "sums",
                                       "delays",
                                       "guards",
                                       "clocks",
                                       "rules",
                                       "watch"};

static bool is_reserved(const char *name)
{
    for (int f = 0; f < CODE_MATH_COUNT; f++)
        if (strcmp(name, code_math_name(f)) == 0) return true;
    for (size_t k = 0; k < sizeof reserved / sizeof reserved[0]; k++) {
        if (strcmp(name, reserved[k]) == 0) return true;
    }
    return false;
}

static bool is_taken(const struct name_set *set, const char *name)
{
    for (; set; set = set->outer) {
        if (dict_find(&set->taken, name, strlen(name))) return true;
    }
    return is_reserved(name);
}

/* Families of names that the printer and the contract use; a second `table` would be table_2. */
static bool is_ours(const char *s)
{
    return strncmp(s, "table_", 6) == 0 || strcmp(s, "table") == 0 ||
           strncmp(s, "saltus_", 7) == 0 || strncmp(s, "SALTUS_", 7) == 0;
}

/* Letters, digits and single underscores, at most 60 of them; no underscore at the end. */
static char *plain(struct printer *p, const char *prefix, const char *name)
{
    char *s = arena_format(p->m->arena, "%s%.60s", prefix, name && *name ? name : "x"), *to = s;
    for (const char *from = s; *from; from++) {
        bool fine = isalnum((unsigned char)*from) && (unsigned char)*from < 128;
        if (fine)
            *to++ = *from;
        else if (to > s && to[-1] != '_')
            *to++ = '_';
    }
    while (to > s && to[-1] == '_') to--;
    *to = 0;
    if (*s && !isdigit((unsigned char)*s) && !is_ours(s)) return s;
    return arena_format(p->m->arena, "x%s", s);
}

const char *code_name(struct printer *p, struct name_set *set, const char *prefix, const char *name)
{
    const char *base = plain(p, prefix, name), *s = base;
    struct dict_row *here = dict_find(&set->taken, base, strlen(base));
    int32_t k = here && here->value ? here->value : 2;
    for (; is_taken(set, s); k++) s = arena_format(p->m->arena, "%s_%d", base, k);
    if (here) here->value = k;
    dict_add(p->m->arena, &set->taken, s, strlen(s), 0);
    return s;
}
