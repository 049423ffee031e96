/* SPDX-License-Identifier: MIT */
/* say.c - messages about places in files (say.h).
 *
 * A file may have a million blocks, each with places that others speak of, and may be on one line.
 * So at every 64th byte its line and column are written down when it is added: a mark. From a mark
 * no place is far. */
#include "base/paint.h"
#include "diagram/say.h"
#include "base/text.h"
#include <math.h>
#include <string.h>

enum { STEP = 64, SHOWN = 100, BEFORE = 50 };

struct say_mark {
    uint32_t line, col; /* of the character at this byte, or the one it belongs to */
};

/* ---- Places ---------------------------------------------------------------------------------- */

/* The mark of byte `to`, from that of byte `from`. */
static struct say_mark advance(const char *text, struct say_mark at, uint32_t from, uint32_t to)
{
    for (; from < to; from++) {
        if (text[from] == '\n') at = (struct say_mark){at.line + 1, 0};
        at.col += ((unsigned char)text[from + 1] & 0xc0) != 0x80;
    }
    return at;
}

struct say_file *say_file(struct say *s, const char *name, const char *text, uint32_t size)
{
    struct say_file *f = ARENA_NEW(s->arena, struct say_file);
    struct say_mark *marks = ARENA_ARRAY(s->arena, struct say_mark, size / STEP + 1);
    bool bom = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    marks[0] = (struct say_mark){1, !bom};
    for (uint32_t k = 1; k <= size / STEP; k++)
        marks[k] = advance(text, marks[k - 1], (k - 1) * STEP, k * STEP);
    *f = (struct say_file){name, text, size, s->files.n, marks};
    VEC_ADD(s->arena, &s->files, f);
    return f;
}

saltus_loc say_loc(struct say_place at)
{
    const struct say_file *f = at.file;
    struct say_mark m;
    if (!f) return (saltus_loc){0};
    if (at.pos > f->size) at.pos = f->size;
    m = advance(f->text, f->marks[at.pos / STEP], at.pos / STEP * STEP, at.pos);
    return (saltus_loc){f->name, m.line, m.col ? m.col : 1, at.len}; /* 0: half a character */
}

static uint32_t columns(const char *s, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < n; k++) count += ((unsigned char)s[k] & 0xc0) != 0x80;
    return count;
}

/* ---- Collecting ------------------------------------------------------------------------------ */

static bool said(const struct say *s, struct say_place at, const char *text)
{
    for (int32_t k = 0; k < s->list.n; k++)
        if (s->list.at[k].at.file == at.file && s->list.at[k].at.pos == at.pos &&
            strcmp(s->list.at[k].text, text) == 0)
            return true;
    return false;
}

/* Names and texts of a file may hold what a terminal would obey. */
static char *tame(char *text)
{
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < 32 || *p == 127) *p = '?';
    return text;
}

void say_error(struct say *s, struct say_place at, const char *format, ...)
{
    va_list args;
    const char *text;
    if (s->errors >= SAY_LIMIT) {
        s->errors++;
        return;
    }
    va_start(args, format);
    text = tame(arena_formatv(s->arena, format, args));
    va_end(args);
    if (said(s, at, text)) return;
    s->errors++;
    VEC_ADD(s->arena, &s->list, ((struct say_message){SALTUS_EMODEL, at, text, NULL}));
}

void say_hint(struct say *s, const char *format, ...)
{
    va_list args;
    if (s->errors > SAY_LIMIT || s->list.n == 0) return;
    va_start(args, format);
    s->list.at[s->list.n - 1].hint = tame(arena_formatv(s->arena, format, args));
    va_end(args);
}

void say_nearest(struct say *s, const char *name, const char *const *names, size_t n,
                 const char *otherwise)
{
    const char *near = NULL;
    int best = TEXT_FAR;
    if (s->errors > SAY_LIMIT) return; /* no one will see it */
    for (size_t k = 0; k < n; k++)
        if (text_nearer(name, names[k], &best)) near = names[k];
    if (near)
        say_hint(s, "did you mean '%s'?", near);
    else if (otherwise)
        say_hint(s, "%s", otherwise);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static const struct say_file *find_file(const struct say *s, const char *name)
{
    for (int32_t k = 0; name && k < s->files.n; k++)
        if (strcmp(s->files.at[k]->name, name) == 0) return s->files.at[k];
    return NULL;
}

/* The bytes of a line; false: there is no such line. */
static bool line_of(const struct say_file *f, uint32_t line, uint32_t *from, uint32_t *to)
{
    const char *p = f->text, *end = f->text + f->size;
    for (uint32_t k = 1; k < line; k++) {
        if (!(p = memchr(p, '\n', (size_t)(end - p)))) return false;
        p++;
    }
    *from = (uint32_t)(p - f->text);
    p = memchr(p, '\n', (size_t)(end - p));
    *to = (uint32_t)((p ? p : end) - f->text);
    if (*to > *from && f->text[*to - 1] == '\r') --*to;
    return true;
}

static uint32_t skip(const struct say_file *f, uint32_t from, uint32_t to, uint32_t n)
{
    for (; n > 0 && from < to; n--) do
            from++;
        while (from < to && ((unsigned char)f->text[from] & 0xc0) == 0x80);
    return from;
}

static void print_shown(FILE *out, const struct say_file *f, uint32_t from, uint32_t to)
{
    for (; from < to; from++) {
        unsigned char c = (unsigned char)f->text[from];
        putc(c == '\t' ? ' ' : c < 32 || c == 127 ? '?' : c, out);
    }
}

/* The line with carets below; of a long one the part around the place. */
static void print_line(FILE *out, const struct say_file *f, const saltus_loc *at)
{
    uint32_t from, to, place, first, left, carets;
    bool cut;
    if (!line_of(f, at->line, &from, &to)) return;
    if (from == 0 && f->size >= 3 && memcmp(f->text, "\xef\xbb\xbf", 3) == 0) from = 3;
    place = skip(f, from, to, at->col - 1);
    left = at->col - 1;
    cut = left > SHOWN - 20;
    if (cut) {
        first = skip(f, from, to, left - BEFORE);
        left = BEFORE + 3;
    } else {
        first = from;
    }
    from = skip(f, first, to, SHOWN);
    fprintf(out, "%5u | %s", at->line, cut ? "..." : "");
    print_shown(out, f, first, from);
    fprintf(out, "%s\n      | %*s%s", from < to ? "..." : "", (int)left, "",
            paint_code(out, PAINT_MARK));
    carets = at->len < from - place ? at->len : from > place ? from - place : 1;
    carets = columns(f->text + place, carets);
    do putc('^', out);
    while (carets-- > 1);
    fprintf(out, "%s\n", paint_code(out, PAINT_OFF));
}

static void print(FILE *out, const struct say_file *f, const saltus_diag *d)
{
    if (f && d->at.line) fprintf(out, "%s:%u:%u: ", f->name, d->at.line, d->at.col);
    fprintf(out, "%s%s:%s ", paint_code(out, d->status < 0 ? PAINT_ERROR : PAINT_NOTE),
            d->status < 0 ? "error" : "note", paint_code(out, PAINT_OFF));
    if (d->var) fprintf(out, "%s: ", d->var);
    fputs(d->text, out);
    if (!isnan(d->t)) fprintf(out, " (t = %.9g)", d->t);
    putc('\n', out);
    if (f && d->at.line) print_line(out, f, &d->at);
    if (d->hint)
        fprintf(out, "      = %shint:%s %s\n", paint_code(out, PAINT_HINT),
                paint_code(out, PAINT_OFF), d->hint);
}

void say_print(FILE *out, const struct say *s, const saltus_diag *d)
{
    const struct say_file *f = find_file(s, d->at.file);
    if (f || !d->at.line)
        print(out, f, d);
    else
        saltus_diag_print(out, d);
}

void say_pass(void *say, const saltus_diag *d)
{
    struct say *s = say;
    if (s->diag)
        s->diag(s->user, d);
    else if (d->status < 0 || !s->only_errors)
        say_print(s->log, s, d);
}

void say_collect(void *say, const saltus_diag *d)
{
    struct say *s = say;
    struct say_place at = {find_file(s, d->at.file), 0, d->at.len};
    uint32_t from, to;
    if (d->status >= 0 || (!at.file && d->at.line)) {
        s->errors += d->status < 0;
        say_pass(s, d);
        return;
    }
    if (!d->at.line || !line_of(at.file, d->at.line, &from, &to))
        at.file = NULL;
    else
        at.pos = skip(at.file, from, to, d->at.col - (d->at.col > 0));
    say_error(s, at, "%s%s%s", d->var ? d->var : "", d->var ? ": " : "", d->text);
    if (d->hint) say_hint(s, "%s", d->hint);
}

static int before(const struct say_message *a, const struct say_message *b)
{
    int32_t fa = a->at.file ? a->at.file->number : -1, fb = b->at.file ? b->at.file->number : -1;
    if (fa != fb) return fa < fb;
    return a->at.pos < b->at.pos;
}

void say_all(struct say *s)
{
    struct say_message *list = s->list.at;
    char rest[60];
    for (int32_t k = 1; k < s->list.n; k++) /* insertion keeps equal ones in their order */
        for (int32_t j = k; j > 0 && before(&list[j], &list[j - 1]); j--) {
            struct say_message m = list[j];
            list[j] = list[j - 1];
            list[j - 1] = m;
        }
    for (int32_t k = 0; k < s->list.n; k++) {
        saltus_diag d = {list[k].status, say_loc(list[k].at), NAN,
                         NULL,           list[k].text,        list[k].hint};
        say_pass(s, &d);
    }
    s->list.n = 0;
    if (s->errors <= SAY_LIMIT) return;
    snprintf(rest, sizeof rest, "... and %d more errors", s->errors - SAY_LIMIT);
    say_pass(s, &(saltus_diag){.status = SALTUS_EMODEL, .t = NAN, .text = rest});
    s->errors = SAY_LIMIT;
}
