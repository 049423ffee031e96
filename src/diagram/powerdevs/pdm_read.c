/* SPDX-License-Identifier: MIT */
/* pdm_read.c - the text of a .pdm file as items.
 *
 *     item  = word newline "{" { field | item } "}"
 *     field = key "=" value to the end of the line
 *
 * The brace may also be behind the word, and blanks mean nothing. A value is the rest of its line,
 * whatever is in it, so that braces count only where they are alone or behind a word. Old files are
 * in Latin-1: bytes that are not UTF-8 are taken as that. */
#include "diagram/powerdevs/pdm.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 100 };

struct lines {
    struct pdm *p;
    const char *at, *end;
    uint32_t number;
    const char *line; /* the present one, trimmed, as UTF-8; NULL: the text is over */
};

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A copy in UTF-8; control characters become blanks. */
static char *clean(struct pdm *p, const char *s, size_t n)
{
    char *out = arena_take(&p->arena, 2 * n + 1);
    char *to = out;
    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)s[i];
        int length = utf8_length(s + i, n - i);
        if (length == 0) { /* Latin-1 */
            to = utf8_put(to, c);
            i++;
        } else if (c < 32 || c == 127) {
            *to++ = ' ', i++;
        } else {
            for (; length > 0; length--) *to++ = s[i++];
        }
    }
    return out;
}

static void trim(const char **s, size_t *n)
{
    while (*n && isspace((unsigned char)**s)) (*s)++, (*n)--;
    while (*n && isspace((unsigned char)(*s)[*n - 1])) (*n)--;
}

/* The next line that is not empty. */
static bool advance(struct lines *l)
{
    l->line = NULL;
    while (l->at < l->end && !l->line) {
        const char *stop = memchr(l->at, '\n', (size_t)(l->end - l->at)), *from = l->at;
        size_t n = (size_t)((stop ? stop : l->end) - from);
        l->at = stop ? stop + 1 : l->end;
        l->number++;
        trim(&from, &n);
        if (n) l->line = clean(l->p, from, n);
    }
    return l->line != NULL;
}

static char *part_of(struct pdm *p, const char *from, size_t n)
{
    trim(&from, &n);
    return arena_text(&p->arena, from, n);
}

/* ---- Items ----------------------------------------------------------------------------------- */

static bool is_word(const char *s)
{
    if (!isalpha((unsigned char)*s)) return false;
    while (isalnum((unsigned char)*s) || *s == '_') s++;
    return *s == 0;
}

static struct pdm_item *read_item(struct lines *l, int depth);

static void read_field(struct lines *l, struct pdm_item *it, const char *equals)
{
    struct pdm_field f = {.line = l->number};
    f.key = part_of(l->p, l->line, (size_t)(equals - l->line));
    f.value = part_of(l->p, equals + 1, strlen(equals + 1));
    if (!*f.key) pdm_error(l->p, l->number, NULL, "there is no name before '='");
    VEC_ADD(&l->p->arena, &it->fields, f);
}

/* What is between the braces; the present line is behind the opening one. Ends behind the closing
 * one. */
static bool read_inside(struct lines *l, struct pdm_item *it, int depth)
{
    while (l->line && strcmp(l->line, "}") != 0) {
        const char *equals = strchr(l->line, '=');
        if (equals) {
            read_field(l, it, equals);
            advance(l);
            continue;
        }
        struct pdm_item *inner = read_item(l, depth + 1);
        if (!inner) return false;
        VEC_ADD(&l->p->arena, &it->items, inner);
    }
    if (!l->line) {
        pdm_error(l->p, it->line, NULL, "'%s' has no closing brace", it->word);
        return false;
    }
    advance(l);
    return true;
}

static struct pdm_item *read_item(struct lines *l, int depth)
{
    struct pdm_item *it = ARENA_NEW(&l->p->arena, struct pdm_item);
    size_t n = strlen(l->line);
    bool brace = n > 1 && l->line[n - 1] == '{';
    it->word = part_of(l->p, l->line, brace ? n - 1 : n);
    it->line = l->number;
    if (!is_word(it->word)) {
        pdm_error(l->p, l->number, "a line is 'name = value', a word, or a brace",
                  "'%.40s' is not understood", l->line);
        return NULL;
    }
    if (depth > DEEPEST) {
        pdm_error(l->p, l->number, NULL, "more than %d levels of braces", DEEPEST);
        return NULL;
    }
    if (!brace && (!advance(l) || strcmp(l->line, "{") != 0)) {
        pdm_error(l->p, l->number, NULL, "'{' is missing behind '%s'", it->word);
        return NULL;
    }
    advance(l);
    return read_inside(l, it, depth) ? it : NULL;
}

struct pdm_item *pdm_read(struct pdm *p, const char *text, size_t size)
{
    struct lines l = {.p = p, .at = text, .end = text + size};
    struct pdm_item *root;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) l.at += 3;
    if (!advance(&l)) return pdm_error(p, 1, NULL, "the file is empty"), NULL;
    if (strncmp(l.line, "Coupled", 7) != 0) {
        pdm_error(p, l.number, "a .pdm file begins with 'Coupled'",
                  "this is not a model of PowerDEVS");
        return NULL;
    }
    root = read_item(&l, 0);
    if (root && l.line) pdm_note(p, l.number, "what follows the model is left out");
    return root;
}

/* ---- Looking at them ------------------------------------------------------------------------- */

static bool same(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return *a == *b;
}

const struct pdm_field *pdm_field(const struct pdm_item *it, const char *key)
{
    for (int32_t k = 0; it && k < it->fields.n; k++)
        if (same(it->fields.at[k].key, key)) return &it->fields.at[k];
    return NULL;
}

const struct pdm_item *pdm_inside(const struct pdm_item *it, const char *word)
{
    for (int32_t k = 0; it && k < it->items.n; k++)
        if (same(it->items.at[k]->word, word)) return it->items.at[k];
    return NULL;
}

const char *pdm_piece(struct pdm *p, const char *value, int k)
{
    char *out = arena_take(&p->arena, strlen(value) + 1);
    const char *s = value, *from = out;
    size_t n = 0;
    for (; *s && k > 0; s++) {
        if (s[0] == '\\' && s[1] == ';')
            s++;
        else if (*s == ';')
            k--;
    }
    if (k > 0) return NULL;
    for (; *s && *s != ';'; s++) {
        if (s[0] == '\\' && s[1] == ';') s++;
        out[n++] = *s;
    }
    trim(&from, &n);
    return arena_text(&p->arena, from, n);
}

int32_t pdm_number(struct pdm *p, const struct pdm_item *it, const char *key, int k,
                   int32_t otherwise)
{
    const struct pdm_field *f = pdm_field(it, key);
    const char *s = f ? pdm_piece(p, f->value, k) : NULL;
    char *end;
    long v;
    if (!s || !*s) return otherwise;
    v = strtol(s, &end, 10);
    return *end || v > 1000000000 || v < -1000000000 ? otherwise : (int32_t)v;
}
