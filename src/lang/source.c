/* SPDX-License-Identifier: MIT */
/* source.c - texts, places, messages.
 *
 * A place is a number of bytes; people want lines and columns. To count from the beginning each
 * time would make a dump of a large file quadratic, so a text is scanned once when it is added, and
 * at every 256th byte its line and column are written down: a mark. From a mark it is never far.
 *
 * A column is a character: a valid UTF-8 sequence, or one byte of anything else. A byte order mark
 * at the beginning has no column. A message shows one line of its text, so that carets are below
 * what they mean in any terminal that shows a character in one cell:
 *     tab -> blank,   control characters and invalid bytes -> ?,   a long line -> ...a part... */
#include "base/paint.h"
#include "lang/source.h"

#include "base/utf8.h"

#include <string.h>

enum { STEP = 256, SHOWN = 100, BEFORE = 50 }; /* of a line at most SHOWN characters are shown */

struct source_mark {
    uint32_t pos, line, col; /* of the first character at or after this byte */
};

/* ---- Lines and columns ----------------------------------------------------------------------- */

/* One character on. */
static void advance(const struct source *s, struct source_mark *at)
{
    unsigned char c = (unsigned char)s->text[at->pos];
    int n = c < 0x80 ? 1 : utf8_length(s->text + at->pos, s->size - at->pos);
    if (at->pos == 0 && s->size >= 3 && memcmp(s->text, "\xef\xbb\xbf", 3) == 0) at->col = 0;
    if (c == '\n') at->line++, at->col = 0;
    at->pos += n ? (uint32_t)n : 1;
    at->col++;
}

int32_t source_add(struct messages *m, const char *name, const char *text, uint32_t size)
{
    struct source s = {name, text, size, NULL, NULL, 0};
    struct source_mark at = {0, 1, 1},
                       *marks = ARENA_ARRAY(m->arena, struct source_mark, size / STEP + 1);
    for (uint32_t k = 0; k <= size / STEP; k++) {
        while (at.pos < k * STEP) advance(&s, &at);
        marks[k] = at;
    }
    s.marks = marks;
    VEC_ADD(m->arena, &m->sources, s);
    return m->sources.n - 1;
}

void source_made_of(struct messages *m, int32_t file, const struct source_origin *origins,
                    int32_t n)
{
    m->sources.at[file].origins = origins;
    m->sources.at[file].n_origins = n;
}

struct place place_origin(const struct messages *m, struct place at)
{
    const struct source *s = at.file > 0 && at.file < m->sources.n ? &m->sources.at[at.file] : NULL;
    int32_t low = 0, high = s ? s->n_origins : 0;
    if (high == 0 || s->origins[0].pos > at.pos) return at;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (s->origins[middle].pos <= at.pos)
            low = middle;
        else
            high = middle;
    }
    return s->origins[low].at;
}

static struct source_mark find(const struct source *s, uint32_t pos)
{
    if (pos > s->size) pos = s->size;
    struct source_mark at = s->marks[pos / STEP];
    if (at.pos > pos) at = s->marks[pos / STEP - 1];
    while (at.pos < pos) advance(s, &at);
    return at;
}

void place_line(const struct messages *m, struct place at, uint32_t *line, uint32_t *col)
{
    *line = *col = 0;
    if (at.file <= 0 || at.file >= m->sources.n) return;
    struct source_mark found = find(&m->sources.at[at.file], at.pos);
    *line = found.line;
    *col = found.col;
}

struct place place_join(struct place a, struct place b)
{
    uint32_t end = b.pos + b.len;
    if (a.file != b.file || end < a.pos) return a;
    return (struct place){a.file, a.pos, end - a.pos};
}

/* ---- Adding ---------------------------------------------------------------------------------- */

void messages_init(struct messages *m, struct arena *a)
{
    *m = (struct messages){.arena = a, .limit = 100};
    source_add(m, "(built in)", "", 0);
}

static int said_before(const struct messages *m, struct place at, const char *text)
{
    for (int32_t k = m->list.n - 1; k >= 0; k--) {
        const struct message *old = &m->list.at[k];
        if (old->at.file == at.file && old->at.pos == at.pos && old->at.len == at.len &&
            strcmp(old->text, text) == 0)
            return 1;
    }
    return 0;
}

static void add(struct messages *m, enum severity severity, struct place at, const char *format,
                va_list args)
{
    int *count = severity == ERROR ? &m->errors : &m->warnings;
    at = place_origin(m, at);
    m->dropped = 1;
    if (*count >= m->limit) {
        ++*count;
        return;
    }
    const char *text = arena_formatv(m->arena, format, args);
    if (said_before(m, at, text)) return;
    ++*count;
    m->dropped = 0;
    VEC_ADD(m->arena, &m->list, ((struct message){severity, at, text, NULL}));
}

void error_at(struct messages *m, struct place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(m, ERROR, at, format, args);
    va_end(args);
}

void warning_at(struct messages *m, struct place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(m, WARNING, at, format, args);
    va_end(args);
}

void hint_last(struct messages *m, const char *format, ...)
{
    va_list args;
    if (m->dropped || m->list.n == 0) return;
    struct message *last = &m->list.at[m->list.n - 1];
    va_start(args, format);
    const char *text = arena_formatv(m->arena, format, args);
    va_end(args);
    last->hint = last->hint ? arena_format(m->arena, "%s\n%s", last->hint, text) : text;
}

/* ---- Printing -------------------------------------------------------------------------------- */

/* The part of a line that is shown: bytes from..to; are there more on the left, on the right? */
struct window {
    uint32_t from, to;
    int left, right;
};

static uint32_t step(const struct source *s, uint32_t pos)
{
    int n = utf8_length(s->text + pos, s->size - pos);
    return pos + (n ? (uint32_t)n : 1);
}

/* The inverse of step. */
static uint32_t back(const struct source *s, uint32_t pos)
{
    for (uint32_t k = 4; k > 1; k--)
        if (pos >= k && utf8_length(s->text + pos - k, k) == (int)k) return pos - k;
    return pos - 1;
}

static int at_end(const struct source *s, uint32_t pos)
{
    if (pos < s->size && s->text[pos] == '\r') pos++;
    return pos >= s->size || s->text[pos] == '\n';
}

/* Of the line that holds `at` at column col: all if it is short; its beginning; or from BEFORE
 * characters before the place on. Looks at SHOWN characters on either side, not at the whole line,
 * which may have megabytes. */
static struct window window_of(const struct source *s, uint32_t at, uint32_t col)
{
    struct window w = {at, at, 0, 0};
    uint32_t shown = 0, left = col - 1;
    for (; shown <= SHOWN && !at_end(s, w.to); shown++) w.to = step(s, w.to);
    w.left = col > SHOWN - 20 && left + shown > SHOWN;
    if (w.left) left = BEFORE;
    for (uint32_t k = 0; k < left; k++) w.from = back(s, w.from);
    for (shown = 0, w.to = w.from; shown < SHOWN && !at_end(s, w.to); shown++) w.to = step(s, w.to);
    w.right = !at_end(s, w.to);
    return w;
}

static void print_line(FILE *out, const struct source *s, struct window w)
{
    if (w.left) fputs("...", out);
    for (uint32_t pos = w.from, next; pos < w.to; pos = next) {
        next = step(s, pos);
        if (s->text[pos] == '\t')
            putc(' ', out);
        else if ((unsigned char)s->text[pos] < 32 || s->text[pos] == 127)
            putc('?', out);
        else if (!utf8_length(s->text + pos, s->size - pos))
            putc('?', out);
        else
            fwrite(s->text + pos, 1, next - pos, out);
    }
    fputs(w.right ? "...\n" : "\n", out);
}

static void print_carets(FILE *out, const struct source *s, struct window w, struct place at)
{
    uint32_t end = at.pos + (at.len ? at.len : 1), pos = w.from;
    if (w.left) fputs("   ", out);
    for (; pos < at.pos && pos < w.to; pos = step(s, pos)) putc(' ', out);
    fprintf(out, "%s^", paint_code(out, PAINT_MARK));
    if (pos < w.to) pos = step(s, pos);
    for (; pos < end && pos < w.to; pos = step(s, pos)) putc('^', out);
    fprintf(out, "%s\n", paint_code(out, PAINT_OFF));
}

static void print_hint(FILE *out, const char *text)
{
    while (text) {
        size_t n = strcspn(text, "\n");
        fprintf(out, "      = %shint:%s %.*s\n", paint_code(out, PAINT_HINT),
                paint_code(out, PAINT_OFF), (int)n, text);
        text = text[n] ? text + n + 1 : NULL;
    }
}

void message_print(FILE *out, const struct messages *m, const struct message *one)
{
    static const char *const words[] = {[NOTE] = "note", [WARNING] = "warning", [ERROR] = "error"};
    static const enum paint kinds[] = {
        [NOTE] = PAINT_NOTE, [WARNING] = PAINT_WARNING, [ERROR] = PAINT_ERROR};
    const char *word = words[one->severity], *on = paint_code(out, kinds[one->severity]),
               *off = paint_code(out, PAINT_OFF);
    int32_t file = one->at.file > 0 && one->at.file < m->sources.n ? one->at.file : 0;
    const struct source *s = &m->sources.at[file];
    if (file) {
        struct source_mark at = find(s, one->at.pos);
        struct window w = window_of(s, at.pos, at.col);
        fprintf(out, "%s:%u:%u: %s%s:%s %s\n", s->name, at.line, at.col, on, word, off, one->text);
        fprintf(out, "%5u | ", at.line);
        print_line(out, s, w);
        fputs("      | ", out);
        print_carets(out, s, w, (struct place){file, at.pos, one->at.len});
    } else
        fprintf(out, "%s%s:%s %s\n", on, word, off, one->text);
    print_hint(out, one->hint);
}

static int before(const struct messages *m, int32_t i, int32_t k)
{
    struct place a = m->list.at[i].at, b = m->list.at[k].at;
    if (a.file != b.file) return a.file < b.file;
    return a.pos != b.pos ? a.pos < b.pos : i < k;
}

/* Each time the first of those after the last one printed: the list is short, no memory needed. */
void messages_print(FILE *out, const struct messages *m)
{
    int32_t last = -1;
    for (int32_t printed = 0; printed < m->list.n; printed++) {
        int32_t best = -1;
        for (int32_t k = 0; k < m->list.n; k++)
            if ((last < 0 || before(m, last, k)) && (best < 0 || before(m, k, best))) best = k;
        if (best < 0) break;
        if (!m->only_errors || m->list.at[best].severity == ERROR)
            message_print(out, m, &m->list.at[best]);
        last = best;
    }
    if (m->errors > m->limit) fprintf(out, "... and %d more errors\n", m->errors - m->limit);
    if (m->warnings > m->limit && !m->only_errors)
        fprintf(out, "... and %d more warnings\n", m->warnings - m->limit);
}
