/* SPDX-License-Identifier: MIT */
/* lex.c - bytes to tokens, by the lexical grammar of Modelica 3.6 (section 2.2, appendix A.1).
 *
 * The longest token wins: `1.*x` is 1. times x, `a.*b` is the element-wise product. What is not
 * Modelica but clearly meant is reported with the right spelling and read as if it had been
 * written so (`&&` as `and`); the parser then finds no second error. Where nothing can be guessed
 * the token is TOKEN_BAD, and the parser skips it without a word, since the lexer has said it.
 *
 * Strings, quoted names and numbers are read in literal.c. */
#include "lang/lex.h"

#include "base/utf8.h"
#include "lang/literal.h"

#include <string.h>

/* ---- What tokens are called ------------------------------------------------------------------ */

const char *lex_text(enum token_kind kind)
{
    static const char *const texts[TOKEN_COUNT] = {[TOKEN_EOF] = "the end of the file",
                                                   [TOKEN_BAD] = "an unknown character",
                                                   [TOKEN_IDENT] = "a name",
                                                   [TOKEN_INTEGER] = "an integer",
                                                   [TOKEN_REAL] = "a number",
                                                   [TOKEN_STRING] = "a string",
#define TEXT(name, text) [TOKEN_##name] = text,
                                                   TOKEN_SIGNS(TEXT) TOKEN_KEYWORDS(TEXT)
#undef TEXT
    };
    return texts[kind];
}

bool lex_is_keyword(enum token_kind kind)
{
    return kind >= TOKEN_ALGORITHM && kind < TOKEN_COUNT;
}

/* ---- Characters ------------------------------------------------------------------------------ */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct place piece(const struct lexer *lex, uint32_t from, uint32_t to)
{
    return (struct place){lex->file, from, to - from};
}

/* The code of the character at pos and its length, 0 if invalid. */
static uint32_t code_at(const struct lexer *lex, uint32_t pos, int *n)
{
    const unsigned char *u = (const unsigned char *)lex->text + pos;
    uint32_t code = u[0];
    *n = utf8_length(lex->text + pos, lex->size - pos);
    if (*n > 1) code &= 0x7fu >> *n;
    for (int k = 1; k < *n; k++) code = code << 6 | (u[k] & 0x3f);
    return code;
}

/* Length of a letter beyond ASCII at pos, 0 if there is none. Roughly: signs and blanks are not. */
static int foreign_letter(const struct lexer *lex, uint32_t pos)
{
    int n;
    if (pos >= lex->size || !(lex->text[pos] & 0x80)) return 0;
    uint32_t code = code_at(lex, pos, &n);
    bool sign = code < 0xc0 || code == 0xd7 || code == 0xf7 || (code >= 0x2000 && code < 0x2c00) ||
                (code >= 0x3000 && code < 0x3040) || code >= 0xe000;
    return sign && code != 0xb5 ? 0 : n;
}

/* ---- Blanks and comments --------------------------------------------------------------------- */

static bool line_comment(struct lexer *lex)
{
    if (lex->text[lex->pos] != '/' || lex->text[lex->pos + 1] != '/') return false;
    while (lex->pos < lex->size && lex->text[lex->pos] != '\n' && lex->text[lex->pos] != '\r')
        lex->pos++;
    return true;
}

static bool block_comment(struct lexer *lex)
{
    const char *s = lex->text;
    uint32_t start = lex->pos, k = start + 2;
    if (s[start] != '/' || s[start + 1] != '*') return false;
    while (k + 1 < lex->size && (s[k] != '*' || s[k + 1] != '/')) k++;
    if (k + 1 < lex->size) {
        lex->pos = k + 2;
    } else {
        error_at(lex->m, piece(lex, start, start + 2), "comment is not closed");
        hint_last(lex->m, "a comment that begins with '/*' ends with '*/'");
        lex->pos = lex->size;
        lex->cut = true;
    }
    return true;
}

static bool skip_blanks(struct lexer *lex)
{
    uint32_t start = lex->pos;
    bool newline = start == 0;
    if (start == 0 && lex->size >= 3 && memcmp(lex->text, "\xef\xbb\xbf", 3) == 0) lex->pos = 3;
    while (lex->pos < lex->size) {
        if (is_blank(lex->text[lex->pos]))
            lex->pos++;
        else if (!line_comment(lex) && !block_comment(lex))
            break;
    }
    for (uint32_t k = start; k < lex->pos && !newline; k++)
        newline = lex->text[k] == '\n' || lex->text[k] == '\r';
    return newline;
}

/* ---- What is not Modelica -------------------------------------------------------------------- */

struct slip {
    const char *text;
    enum token_kind kind; /* what is meant */
    const char *hint;     /* NULL: write 'kind' */
};

static const struct slip *find_slip(const struct lexer *lex)
{
    static const struct slip slips[] = {
        {"&&", TOKEN_AND, NULL},
        {"||", TOKEN_OR, NULL},
        {"!=", TOKEN_NE, NULL},
        {"~=", TOKEN_NE, NULL},
        {"**", TOKEN_CARET, NULL},
        {"=<", TOKEN_LE, NULL},
        {"=>", TOKEN_GE, NULL},
        {"+=", TOKEN_ASSIGN, "write the operation in full: x := x + ..."},
        {"-=", TOKEN_ASSIGN, "write the operation in full: x := x - ..."},
        {"*=", TOKEN_ASSIGN, "write the operation in full: x := x * ..."},
        {"/=", TOKEN_ASSIGN, "write the operation in full: x := x / ..."},
        {"*/", TOKEN_BAD, "no comment is open here"},
        {"!", TOKEN_NOT, NULL},
        {"&", TOKEN_AND, NULL},
        {"|", TOKEN_OR, NULL},
        {"%", TOKEN_BAD, "the remainder of a division is mod(a, b); a comment begins with //"},
        {"?", TOKEN_BAD, "a choice is written: if condition then a else b"},
        {"#", TOKEN_BAD, "a comment begins with //"},
        {"\xe2\x88\x92", TOKEN_MINUS, NULL}, /* minus sign */
        {"\xe2\x80\x93", TOKEN_MINUS, NULL}, /* en dash */
        {"\xc3\x97", TOKEN_STAR, NULL},      /* times */
        {"\xc2\xb7", TOKEN_STAR, NULL},      /* middle dot */
        {"\xe2\x8b\x85", TOKEN_STAR, NULL},  /* dot operator */
        {"\xc3\xb7", TOKEN_SLASH, NULL},     /* division sign */
        {"\xe2\x89\xa4", TOKEN_LE, NULL},    /* less or equal */
        {"\xe2\x89\xa5", TOKEN_GE, NULL},    /* greater or equal */
        {"\xe2\x89\xa0", TOKEN_NE, NULL},    /* not equal */
        {"\xc2\xa0", TOKEN_EOF, "this is a no-break space; write a blank"},
        {"\xe2\x80\x8b", TOKEN_EOF, "this is a blank of no width; remove it"},
        {"\xef\xbb\xbf", TOKEN_EOF, "this is a byte order mark; remove it"},
        {"\xe2\x80\x9c", TOKEN_BAD, "strings are written in straight quotes: \"...\""},
        {"\xe2\x80\x9d", TOKEN_BAD, "strings are written in straight quotes: \"...\""},
        {"\xe2\x80\x9e", TOKEN_BAD, "strings are written in straight quotes: \"...\""},
    };
    for (size_t k = 0; k < sizeof slips / sizeof *slips; k++)
        if (strncmp(lex->text + lex->pos, slips[k].text, strlen(slips[k].text)) == 0)
            return &slips[k];
    return NULL;
}

/* TOKEN_EOF: goes as a blank. */
static enum token_kind read_slip(struct lexer *lex, const struct slip *slip)
{
    uint32_t n = (uint32_t)strlen(slip->text);
    error_at(lex->m, piece(lex, lex->pos, lex->pos + n), "'%s' is not Modelica", slip->text);
    if (slip->hint)
        hint_last(lex->m, "%s", slip->hint);
    else
        hint_last(lex->m, "write '%s'", lex_text(slip->kind));
    lex->pos += n;
    return slip->kind;
}

static bool is_invalid(const struct lexer *lex, uint32_t pos)
{
    unsigned char c = (unsigned char)lex->text[pos];
    if (c < 0x80) return (c < 32 && !is_blank((char)c)) || c == 127;
    return utf8_length(lex->text + pos, lex->size - pos) == 0;
}

void lex_invalid_bytes(struct lexer *lex)
{
    uint32_t start = lex->pos;
    char text[40] = "";
    for (; lex->pos < lex->size && is_invalid(lex, lex->pos); lex->pos++)
        if (lex->pos < start + 4)
            sprintf(text + strlen(text), " 0x%02x", (unsigned char)lex->text[lex->pos]);
    if (lex->pos == start) return;
    error_at(lex->m, piece(lex, start, lex->pos), "invalid byte%s%s%s",
             lex->pos > start + 1 ? "s" : "", text, lex->pos > start + 4 ? " ..." : "");
    if (lex->text[start] & 0x80) hint_last(lex->m, "model texts are UTF-8");
}

static enum token_kind read_stranger(struct lexer *lex)
{
    const struct slip *slip = find_slip(lex);
    int n;
    if (slip) return read_slip(lex, slip);
    if (is_invalid(lex, lex->pos)) return lex_invalid_bytes(lex), TOKEN_BAD;
    uint32_t code = code_at(lex, lex->pos, &n), start = lex->pos;
    lex->pos += (uint32_t)n;
    if (n == 1)
        error_at(lex->m, piece(lex, start, lex->pos), "'%c' is not Modelica", lex->text[start]);
    else
        error_at(lex->m, piece(lex, start, lex->pos), "'%.*s' (U+%04X) is not Modelica", n,
                 lex->text + start, code);
    return TOKEN_BAD;
}

/* x' = ... after a name or a bracket, and no quoted name: a derivative as on paper. */
static bool skip_prime(struct lexer *lex)
{
    uint32_t start = lex->pos;
    bool after =
        lex->last == TOKEN_IDENT || lex->last == TOKEN_RPAREN || lex->last == TOKEN_RBRACKET;
    char c = lex->text[start + 1];
    if (lex->text[start] != '\'' || !after || lex->last_end != start) return false;
    if (is_letter(c) || is_digit(c)) return false;
    while (lex->text[lex->pos] == '\'') lex->pos++;
    error_at(lex->m, piece(lex, start, lex->pos), "a prime means nothing in Modelica");
    hint_last(lex->m, "the derivative of x is der(x); the transpose of A is transpose(A)");
    return true;
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void read_word(struct lexer *lex, struct token *t)
{
    uint32_t start = lex->pos;
    int n = 0;
    bool foreign = false;
    for (;; lex->pos += n ? (uint32_t)n : 1) {
        char c = lex->text[lex->pos];
        n = foreign_letter(lex, lex->pos);
        if (n)
            foreign = true;
        else if (lex->pos >= lex->size || !(is_letter(c) || is_digit(c)))
            break;
    }
    t->text = names_word(lex->names, lex->text + start, lex->pos - start, &t->kind);
    if (!foreign) return;
    error_at(lex->m, piece(lex, start, lex->pos), "'%s' is not a name in Modelica", t->text);
    hint_last(lex->m, "names consist of the letters a-z and A-Z, digits and _");
}

/* At the sign at pos; TOKEN_BAD if it is none. */
static enum token_kind sign_at(const struct lexer *lex, uint32_t *n)
{
    const char *s = lex->text + lex->pos;
    enum token_kind best = TOKEN_BAD;
    *n = 0;
#define TRY(name, text)                                                                            \
    if (*s == *text && sizeof text - 1 > *n && strncmp(s, text, sizeof text - 1) == 0)             \
        *n = sizeof text - 1, best = TOKEN_##name;
    TOKEN_SIGNS(TRY)
#undef TRY
    return best;
}

static void read_sign(struct lexer *lex, struct token *t)
{
    uint32_t n;
    t->kind = sign_at(lex, &n);
    if (t->kind != TOKEN_BAD && n == 1 && strchr("*+-/=", lex->text[lex->pos])) {
        const struct slip *slip = find_slip(lex);
        if (slip) t->kind = TOKEN_BAD;
    }
    if (t->kind == TOKEN_BAD)
        t->kind = read_stranger(lex);
    else
        lex->pos += n;
}

static void read_token(struct lexer *lex, struct token *t)
{
    char c = lex->text[lex->pos];
    if (is_letter(c) || foreign_letter(lex, lex->pos))
        read_word(lex, t);
    else if (is_digit(c) || (c == '.' && is_digit(lex->text[lex->pos + 1])))
        lex_number(lex, t);
    else if (c == '"')
        lex_string(lex, t);
    else if (c == '\'')
        lex_quoted(lex, t);
    else
        read_sign(lex, t);
}

void lex_init(struct lexer *lex, struct messages *m, struct names *names, int32_t file)
{
    const struct source *s = &m->sources.at[file];
    *lex = (struct lexer){.m = m, .names = names, .file = file, .text = s->text, .size = s->size};
}

struct token lex_next(struct lexer *lex)
{
    struct token t = {.kind = TOKEN_EOF};
    uint32_t start;
    do { /* again after what goes as a blank */
        t.first |= skip_blanks(lex);
        start = lex->pos;
        if (start >= lex->size) break;
        if (!skip_prime(lex)) read_token(lex, &t);
    } while (t.kind == TOKEN_EOF);
    t.at = piece(lex, start, lex->pos);
    lex->last = t.kind;
    lex->last_end = lex->pos;
    return t;
}

/* ---- Dump ------------------------------------------------------------------------------------ */

static const char *kind_word(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_EOF: return "end";
    case TOKEN_BAD: return "bad";
    case TOKEN_IDENT: return "name";
    case TOKEN_INTEGER: return "integer";
    case TOKEN_REAL: return "real";
    case TOKEN_STRING: return "string";
    default: return lex_is_keyword(kind) ? "keyword" : "sign";
    }
}

void lex_dump(FILE *out, struct messages *m, struct names *names, int32_t file)
{
    struct lexer lex;
    struct token t;
    uint32_t line, col;
    lex_init(&lex, m, names, file);
    do {
        t = lex_next(&lex);
        place_line(m, t.at, &line, &col);
        fprintf(out, "%u:%u %s%s", line, col, kind_word(t.kind), t.at.len ? " " : "");
        for (uint32_t k = t.at.pos; k < t.at.pos + t.at.len; k++)
            if (lex.text[k] == '\n')
                fputs("\\n", out);
            else
                putc((unsigned char)lex.text[k] < 32 ? '?' : lex.text[k], out);
        putc('\n', out);
    } while (t.kind != TOKEN_EOF);
}
