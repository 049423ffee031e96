/* SPDX-License-Identifier: MIT */
/* node.c - JSON text to a tree (node.h), by recursive descent.
 *
 *     value  = object | list | string | number | "true" | "false" | "null"
 *     object = "{" [ string ":" value { "," string ":" value } ] "}"
 *     list   = "[" [ value { "," value } ] "]"
 *
 * After an error of syntax nothing more of the file is read: what follows would be guesswork.
 * Duplicate keys are not errors of syntax, and all are told. */
#include "diagram/node.h"

#include "base/dict.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct say *say;
    const struct say_file *file;
    const char *p, *end;
    int depth;
    bool failed;
};

static uint32_t offset(const struct reader *r, const char *p)
{
    return (uint32_t)(p - r->file->text);
}

static void wrong(struct reader *r, const char *at, uint32_t len, const char *text,
                  const char *hint)
{
    if (r->failed) return;
    r->failed = true;
    say_error(r->say, (struct say_place){r->file, offset(r, at), len}, "%s", text);
    if (hint) say_hint(r->say, "%s", hint);
}

static void blanks(struct reader *r)
{
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\n' || *r->p == '\t' || *r->p == '\r'))
        r->p++;
    if (r->p + 1 < r->end && r->p[0] == '/' && (r->p[1] == '/' || r->p[1] == '*'))
        wrong(r, r->p, 2, "JSON has no comments", "the key \"text\" is for remarks");
}

/* ---- Strings --------------------------------------------------------------------------------- */

static int hex4(const char *p, const char *end)
{
    int v = 0;
    if (end - p < 4) return -1;
    for (int k = 0; k < 4; k++) {
        int c = (unsigned char)p[k];
        int d = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
        if (d < 0) return -1;
        v = 16 * v + d;
    }
    return v;
}

/* \uXXXX, or two of them; r->p is behind the u. */
static char *unicode(struct reader *r, char *to)
{
    const char *at = r->p - 2;
    int c = hex4(r->p, r->end), low;
    if (c < 0) {
        wrong(r, at, 2, "\\u must be followed by four hexadecimal digits", NULL);
        return to;
    }
    r->p += 4;
    if (c >= 0xd800 && c < 0xdc00 && r->end - r->p >= 6 && r->p[0] == '\\' && r->p[1] == 'u' &&
        (low = hex4(r->p + 2, r->end)) >= 0xdc00 && low < 0xe000) {
        r->p += 6;
        c = 0x10000 + (c - 0xd800) * 0x400 + (low - 0xdc00);
    }
    if (c == 0 || (c >= 0xd800 && c < 0xe000))
        wrong(r, at, 6, "this escape stands for no character", NULL);
    return utf8_put(to, (unsigned)c);
}

static char *escape(struct reader *r, char *to)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    char c = r->p < r->end ? *r->p++ : 0;
    const char *k = c ? strchr(from, c) : NULL;
    if (c == 'u') return unicode(r, to);
    if (!k)
        wrong(r, r->p - 2, 2, "unknown escape in a text", "a backslash itself is written \\\\");
    else
        *to++ = into[k - from];
    return to;
}

/* r->p is at the quote. */
static const char *string(struct reader *r, uint32_t *count, bool *plain)
{
    const char *begin = r->p++, *close = r->p;
    char *text, *to;
    while (close < r->end && *close != '"') close += *close == '\\' && close + 1 < r->end ? 2 : 1;
    if (close >= r->end) {
        wrong(r, begin, 1, "this text has no end", "a \" is missing");
        return "";
    }
    text = to = arena_take(r->say->arena, (size_t)(close - r->p) + 1);
    *plain = true;
    while (r->p < r->end && *r->p != '"' && !r->failed) {
        const unsigned char *u = (const unsigned char *)r->p;
        int n = utf8_length(r->p, (size_t)(r->end - r->p));
        if (*r->p == '\\') {
            r->p++;
            *plain = false;
            to = escape(r, to);
            continue;
        }
        if (n == 0) wrong(r, r->p, 1, "this is not UTF-8", NULL);
        if (*u < 0x20)
            wrong(r, *u == '\n' ? begin : r->p, 1,
                  *u == '\n' ? "this text does not end on its line"
                             : "a control character in a text",
                  *u == '\n' ? "a \" is missing, or a line break is to be written \\n" : NULL);
        for (; n > 0; n--) *to++ = *r->p++;
    }
    r->p++;
    *count = (uint32_t)(to - text);
    return text;
}

/* ---- Numbers and words ----------------------------------------------------------------------- */

static const char *digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9') p++;
    return p;
}

/* The end of a number of JSON that begins at p; p itself: none. */
static const char *number_end(const char *p, const char *end, bool *plain)
{
    const char *begin = p, *q;
    p += p < end && *p == '-';
    q = digits(p, end);
    if (q == p || (*p == '0' && q > p + 1)) return begin;
    p = q;
    *plain = true;
    if (p < end && *p == '.') {
        if ((q = digits(p + 1, end)) == p + 1) return begin;
        p = q;
        *plain = false;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        q = p + 1;
        q += q < end && (*q == '+' || *q == '-');
        if ((p = digits(q, end)) == q) return begin;
        *plain = false;
    }
    return p;
}

static bool in_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '+' || c == '-';
}

static void number(struct reader *r, struct node *n)
{
    const char *stop = r->p, *e = number_end(r->p, r->end, &n->plain);
    while (stop < r->end && in_word(*stop)) stop++;
    if (e == r->p || e != stop) {
        wrong(r, r->p, (uint32_t)(stop - r->p), "this is not a number as JSON writes it",
              "like 12, -0.5 or 1e-6; write an expression in quotes");
        return;
    }
    n->kind = NODE_NUMBER;
    n->number = strtod(r->p, NULL); /* the text ends with a 0, and its locale is "C" */
    if (isinf(n->number))
        wrong(r, r->p, (uint32_t)(e - r->p), "this number is larger than a double can be", NULL);
    r->p = e;
}

static void word(struct reader *r, struct node *n)
{
    static const struct {
        const char *text;
        enum node_kind kind;
    } words[] = {{"null", NODE_NULL}, {"true", NODE_TRUE}, {"false", NODE_FALSE}};
    const char *stop = r->p;
    while (stop < r->end && in_word(*stop)) stop++;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if ((size_t)(stop - r->p) == strlen(words[k].text) &&
            memcmp(stop - strlen(words[k].text), words[k].text, strlen(words[k].text)) == 0) {
            n->kind = (uint8_t)words[k].kind;
            r->p = stop;
            return;
        }
    if (r->p >= r->end)
        wrong(r, r->p, 1, "the file ends where a value is expected", NULL);
    else
        wrong(r, r->p, stop > r->p ? (uint32_t)(stop - r->p) : 1,
              "a value is expected here: a number, a text in quotes, a list or an object", NULL);
}

/* ---- Objects and lists ----------------------------------------------------------------------- */

static void twice(struct reader *r, const struct node *n, uint32_t first)
{
    saltus_loc at = say_loc((struct say_place){r->file, first, 1});
    say_error(r->say, (struct say_place){r->file, n->key_pos, n->key_len},
              "the key '%s' appears twice in this object, first in line %u", n->key, at.line);
}

static void check_keys(struct reader *r, const struct node *object)
{
    struct arena *scratch = arena_scratch(r->say->arena);
    struct dict keys = {0};
    NODE_EACH(n, object)
    {
        int32_t pos = (int32_t)n->key_pos,
                first = dict_add(scratch, &keys, n->key, strlen(n->key), pos)->value;
        if (first != pos) twice(r, n, (uint32_t)first);
    }
    arena_clear(scratch);
}

static struct node *value(struct reader *r);

static void key(struct reader *r, const char **text, uint32_t *pos, uint32_t *len)
{
    uint32_t count;
    bool plain;
    blanks(r);
    *pos = offset(r, r->p);
    if (r->p >= r->end || *r->p != '"') {
        wrong(r, r->p, 1, "a key in quotes is expected here",
              r->p < r->end && *r->p == '}' ? "a comma too many before it" : NULL);
        return;
    }
    *text = string(r, &count, &plain);
    *len = offset(r, r->p) - *pos;
    blanks(r);
    if (r->p < r->end && *r->p == ':')
        r->p++;
    else
        wrong(r, r->p, 1, "a colon should follow the key", NULL);
}

/* Behind an item: a comma (true), or the end. */
static bool more(struct reader *r, char close, const struct node *n)
{
    blanks(r);
    if (r->failed) return false;
    if (r->p < r->end && (*r->p == ',' || *r->p == close)) return *r->p++ == ',';
    if (r->p >= r->end)
        wrong(r, r->file->text + n->pos, 1,
              close == '}' ? "this object has no end" : "this list has no end",
              close == '}' ? "a } is missing" : "a ] is missing");
    else
        wrong(r, r->p, 1,
              close == '}' ? "a comma or } is expected here" : "a comma or ] is expected here",
              strchr("+-*/^(", *r->p) ? "write an expression in quotes" : NULL);
    return false;
}

static void items(struct reader *r, struct node *n, char close)
{
    struct node **last = &n->first;
    bool object = close == '}';
    r->p++;
    n->kind = object ? NODE_OBJECT : NODE_LIST;
    n->first = NULL;
    blanks(r);
    if (r->p < r->end && *r->p == close) {
        r->p++;
        return;
    }
    do {
        const char *name = NULL;
        uint32_t pos = 0, len = 0;
        if (object) key(r, &name, &pos, &len);
        if (r->failed) return;
        blanks(r);
        if (!object && r->p < r->end && *r->p == ']')
            wrong(r, r->p, 1, "a value is expected here", "a comma too many before it");
        *last = value(r);
        (*last)->key = name;
        (*last)->key_pos = pos;
        (*last)->key_len = len;
        last = &(*last)->next;
        n->count++;
    } while (more(r, close, n));
    if (object && n->count > 1 && !r->failed) check_keys(r, n);
}

static struct node *value(struct reader *r)
{
    struct node *n = ARENA_NEW(r->say->arena, struct node);
    char c;
    blanks(r);
    n->pos = offset(r, r->p);
    if (r->failed) return n;
    c = r->p < r->end ? *r->p : 0;
    if (++r->depth > NODE_DEPTH)
        wrong(r, r->p, 1, "objects and lists are nested too deep here",
              "100 levels are allowed; nested diagrams may be listed side by side in \"diagrams\"");
    else if (c == '{')
        items(r, n, '}');
    else if (c == '[')
        items(r, n, ']');
    else if (c == '"') {
        n->kind = NODE_TEXT;
        n->text = string(r, &n->count, &n->plain);
    } else if (c == '-' || (c >= '0' && c <= '9') || c == '+' || c == '.')
        number(r, n);
    else
        word(r, n);
    r->depth--;
    n->len = offset(r, r->p) - n->pos;
    return n;
}

struct node *node_read(struct say *s, const struct say_file *f)
{
    struct reader r = {.say = s, .file = f, .p = f->text, .end = f->text + f->size};
    int errors = s->errors;
    struct node *n;
    if (f->size >= 3 && memcmp(r.p, "\xef\xbb\xbf", 3) == 0) r.p += 3;
    n = value(&r);
    blanks(&r);
    if (r.p < r.end) wrong(&r, r.p, 1, "the file should end here", NULL);
    return s->errors > errors ? NULL : n;
}

/* ---- Looking --------------------------------------------------------------------------------- */

struct node *node_get(const struct node *object, const char *key_)
{
    if (!object || object->kind != NODE_OBJECT) return NULL;
    for (struct node *n = object->first; n; n = n->next)
        if (strcmp(n->key, key_) == 0) return n;
    return NULL;
}

struct node *node_object(const struct node *object, const char *key_)
{
    struct node *n = node_get(object, key_);
    return n && n->kind == NODE_OBJECT ? n : NULL;
}

const char *node_kind_name(const struct node *n)
{
    static const char *const names[] = {"null",   "false",  "true",     "a number",
                                        "a text", "a list", "an object"};
    return names[n->kind];
}
