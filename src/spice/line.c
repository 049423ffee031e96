/* SPDX-License-Identifier: MIT */
/* line.c - the lines of a netlist, and their words.
 *
 * Comments and the ends of continued lines are overwritten by blanks in a copy of the text, so that
 * every byte keeps its place:
 *     * at the beginning of a line, ; anywhere, $ and // behind a blank: a comment to the end of the line
 *     + at the beginning of a line: it continues the one before, also across comments */
#include "spice/netlist.h"
#include <ctype.h>
#include <string.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool word_same(struct word a, struct word b)
{
    if (a.n != b.n) return false;
    for (uint32_t k = 0; k < a.n; k++)
        if (lower(a.s[k]) != lower(b.s[k])) return false;
    return true;
}

bool word_is(struct word w, const char *text)
{
    return w.s && word_same(w, (struct word){.s = text, .n = (uint32_t)strlen(text)});
}

bool word_begins(struct word w, const char *text)
{
    size_t n = strlen(text);
    return w.s && w.n >= n &&
           word_same((struct word){.s = w.s, .n = (uint32_t)n},
                     (struct word){.s = text, .n = (uint32_t)n});
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static uint32_t end_of_line(const char *s, uint32_t pos, uint32_t size)
{
    while (pos < size && s[pos] != '\n') pos++;
    return pos;
}

static void wipe(char *s, uint32_t from, uint32_t to)
{
    for (; from < to; from++) s[from] = ' ';
}

/* Blanks in place of a comment at the end of s[from..to). */
static void wipe_comment(char *s, uint32_t from, uint32_t to)
{
    int depth = 0;
    bool quoted = false;
    for (uint32_t k = from; k < to; k++) {
        bool after = k == from || blank(s[k - 1]);
        if (s[k] == '"') quoted = !quoted;
        if (quoted) continue;
        depth += (s[k] == '{') - (s[k] == '}');
        if (s[k] == ';' || (s[k] == '$' && after && depth <= 0) ||
            (s[k] == '/' && k + 1 < to && s[k + 1] == '/' && after && depth <= 0)) {
            wipe(s, k, to);
            return;
        }
    }
}

struct lines spice_lines(struct messages *m, int32_t file, bool title)
{
    const struct source *of = &m->sources.at[file];
    struct lines all = {NULL, 0, 0};
    uint32_t size = of->size, pos = 0;
    char *s = arena_text(m->arena, of->text, size);
    if (size >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0) wipe(s, 0, 3);
    if (title) { /* it is a line of its own, whatever is in it */
        pos = end_of_line(s, 0, size);
        VEC_ADD(m->arena, &all, ((struct line){s, file, 0, pos}));
        pos += pos < size;
    }
    while (pos < size) {
        uint32_t end = end_of_line(s, pos, size), from = pos;
        while (from < end && blank(s[from])) from++;
        if (from == end || s[from] == '*') {
            wipe(s, pos, end);
        } else if (s[from] == '+' && all.n > title) {
            struct line *last = &all.at[all.n - 1];
            wipe(s, last->end, from + 1);
            wipe_comment(s, from + 1, end);
            last->end = end;
        } else {
            wipe_comment(s, from, end);
            VEC_ADD(m->arena, &all, ((struct line){s, file, from, end}));
        }
        pos = end + 1;
    }
    return all;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void skip_blanks(struct line *l)
{
    while (l->pos < l->end && (blank(l->text[l->pos]) || l->text[l->pos] == '\n')) l->pos++;
}

bool line_takes(struct line *l, char c)
{
    skip_blanks(l);
    if (l->pos >= l->end || l->text[l->pos] != c) return false;
    l->pos++;
    return true;
}

bool line_ends(struct line *l)
{
    skip_blanks(l);
    return l->pos >= l->end;
}

struct place line_place(const struct line *l)
{
    struct line rest = *l;
    uint32_t end = l->end;
    skip_blanks(&rest);
    while (end > rest.pos + 1 && blank(l->text[end - 1])) end--;
    return (struct place){l->file, rest.pos, end - rest.pos};
}

/* From an opening brace to the one that closes it; to the end of the line if there is none. */
static uint32_t braces(const struct line *l, uint32_t pos)
{
    int depth = 0;
    for (; pos < l->end; pos++) {
        depth += (l->text[pos] == '{') - (l->text[pos] == '}');
        if (depth == 0) return pos + 1;
    }
    return pos;
}

static uint32_t quotes(const struct line *l, uint32_t pos)
{
    char c = l->text[pos++];
    while (pos < l->end && l->text[pos] != c) pos++;
    return pos < l->end ? pos + 1 : pos;
}

struct word line_word(struct netlist *n, struct line *l)
{
    uint32_t from, pos;
    (void)n;
    skip_blanks(l);
    while (l->pos < l->end && strchr(",()", l->text[l->pos]) && l->text[l->pos]) {
        l->pos++;
        skip_blanks(l);
    }
    from = pos = l->pos;
    if (pos >= l->end) return (struct word){.s = NULL, .at = {l->file, pos, 0}};
    if (l->text[pos] == '{')
        pos = braces(l, pos);
    else if (l->text[pos] == '\'' || l->text[pos] == '"')
        pos = quotes(l, pos);
    else if (l->text[pos] == '=')
        pos++;
    else
        while (pos < l->end && !blank(l->text[pos]) && l->text[pos] != '\n' &&
               (l->text[pos] == 0 || !strchr(",()={'", l->text[pos])))
            pos++;
    if (pos == from) pos++;
    l->pos = pos;
    return (struct word){l->text + from, pos - from, {l->file, from, pos - from}};
}

bool line_assigns(const struct line *l)
{
    struct line rest = *l;
    skip_blanks(&rest);
    if (rest.pos >= rest.end ||
        !(isalpha((unsigned char)rest.text[rest.pos]) || rest.text[rest.pos] == '_'))
        return false;
    line_word(NULL, &rest);
    skip_blanks(&rest);
    return rest.pos < rest.end && rest.text[rest.pos] == '=' &&
           !(rest.pos + 1 < rest.end && rest.text[rest.pos + 1] == '=');
}
