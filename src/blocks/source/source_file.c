/* SPDX-License-Identifier: MIT */
/* source_file.c - a signal from a file of comma-separated values.
 *
 * The first line may name the columns: it does if its first field is not a number. Lines that are
 * empty or begin with # are skipped. Each other line has a time, in the first column or the one
 * that `time` names, and values. All is read at the start into stores of the part; what is wrong is
 * reported with the number of its line. Fields may be in double quotes. */
#include "blocks/discrete/event.h"
#include "blocks/source/source.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    saltus_cell *c;
    const char *path;
    char separator;
    long line;
    int32_t time;    /* column of the time */
    int32_t *column; /* of each element */
    int32_t rows;
    int failed;
};

static void wrong(struct reading *r, const char *text)
{
    event_fail(r->c, "file", NULL, "%s, line %ld: %s", r->path, r->line, text);
    r->failed = 1;
}

/* The field at s, without blanks and quotes, as [*s, *end); returns what follows it, NULL at the
 * end of the line. */
static char *field(char **s, char **end, char separator)
{
    char *p = *s + strspn(*s, " "), *after;
    if (*p == '"') {
        *s = p + 1;
        *end = *s + strcspn(*s, "\"");
        after = *end + strcspn(*end, (char[]){separator, 0});
    } else {
        *s = p;
        after = p + strcspn(p, (char[]){separator, 0});
        for (*end = after; *end > p && strchr(" \r\n", (*end)[-1]); --*end) continue;
    }
    return *after ? after + 1 : NULL;
}

/* Column of this name in a line of names, or the number itself; -1: none. */
static int32_t find(const struct reading *r, char *names, const char *name, size_t n)
{
    int32_t k = 0;
    for (char *s = names, *end, *rest; names && s; s = rest, k++) {
        rest = field(&s, &end, r->separator);
        if ((size_t)(end - s) == n && !memcmp(s, name, n)) return k;
    }
    char *stop;
    long number = strtol(name, &stop, 10);
    return stop == name + n && number >= 1 && number < 1000000 ? (int32_t)number - 1 : -1;
}

static void no_column(struct reading *r, const char *param, const char *name, size_t n)
{
    event_fail(r->c, param, "columns are named by the first line, or numbered from 1",
               "%s has no column '%.*s'", r->path, (int)n, name);
    r->failed = 1;
}

/* Which columns are wanted; names: the first line, NULL if it has none. */
static void choose(struct reading *r, char *names)
{
    const char *time = saltus_part_word(r->c->part, "time");
    const char *list = saltus_part_word(r->c->part, "columns");
    r->time = time && *time ? find(r, names, time, strlen(time)) : 0;
    if (r->time < 0) no_column(r, "time", time, strlen(time));
    for (int32_t i = 0; i < r->c->size && !r->failed; i++) {
        size_t n = list ? strcspn(list, ",") : 0;
        r->column[i] = i < r->time ? i : i + 1; /* those that are not the time, in their order */
        if (!list || !*list) continue;
        if ((r->column[i] = find(r, names, list, n)) < 0) no_column(r, "columns", list, n);
        list += n + (list[n] == ',');
        if (!*list && i + 1 < r->c->size) {
            event_fail(r->c, "columns", NULL, "%d columns for %d elements", i + 1, r->c->size);
            r->failed = 1;
        }
    }
}

/* Numbers of one line into row r->rows. */
static void take_row(struct reading *r, char *text, double *t, double *y)
{
    int32_t size = r->c->size, found = 0, k = 0;
    for (char *s = text, *end, *rest; s && !r->failed; s = rest, k++) {
        double v;
        int32_t before = found;
        rest = field(&s, &end, r->separator);
        const char *stop = event_number_read(s, &v);
        int fine = stop && stop == end && isfinite(v);
        if (k == r->time) found++, *t = v;
        for (int32_t i = 0; i < size; i++)
            if (r->column[i] == k) found++, y[i] = v;
        if (found > before && !fine) wrong(r, "a field is not a finite number");
    }
    if (!r->failed && found != size + 1) wrong(r, "there are too few fields");
}

static int is_number(char *text, char separator)
{
    double v;
    char *end, *s = text;
    field(&s, &end, separator);
    return event_number_read(s, &v) == end && end > s;
}

static void take_line(struct reading *r, char *text, int *started)
{
    size_t size = (size_t)r->c->size, want = ((size_t)r->rows / 1024 + 1) * 1024;
    text[strcspn(text, "\r\n")] = 0;
    if (text[strspn(text, " \t")] == 0 || *text == '#') return;
    int names = !*started && !is_number(text, r->separator);
    if (!*started) choose(r, names ? text : NULL);
    *started = 1;
    if (names || r->failed) return;
    double *t = saltus_cell_store(r->c, SOURCE_OWN, want * sizeof *t);
    double *y = saltus_cell_store(r->c, SOURCE_OWN + 1, want * size * sizeof *y);
    if (!t || !y) {
        r->failed = 1;
        return;
    }
    take_row(r, text, t + r->rows, y + (size_t)r->rows * size);
    if (!r->failed && r->rows > 0 && t[r->rows] < t[r->rows - 1]) wrong(r, "the time decreases");
    if (r->rows == INT32_MAX - 1024) wrong(r, "there are too many lines");
    r->rows++;
}

int32_t source_file_read(saltus_cell *c)
{
    const char *word = saltus_part_word(c->part, "separator");
    struct reading r = {.c = c, .path = saltus_part_word(c->part, "file")};
    char *text = NULL;
    size_t room = 0;
    int started = 0;
    r.separator = word && *word == 's' ? ';' : word && *word == 't' ? '\t' : ',';
    r.column = saltus_cell_store(c, SOURCE_OWN + 2, (size_t)c->size * sizeof *r.column);
    FILE *f = r.path ? fopen(r.path, "r") : NULL;
    if (!f) {
        event_fail(c, "file", NULL, "cannot read %s: %s", r.path ? r.path : "", strerror(errno));
        return 0;
    }
    while (r.column && !r.failed && getline(&text, &room, f) >= 0) {
        r.line++;
        take_line(&r, text, &started);
    }
    if (!r.failed && ferror(f)) wrong(&r, strerror(errno));
    if (!r.failed && r.column && r.rows == 0)
        event_fail(c, "file", NULL, "%s has no line with numbers", r.path);
    free(text);
    fclose(f);
    return r.failed ? 0 : r.rows;
}

/* ---- file_source ----------------------------------------------------------------------------- */

static const char *const shapes[] = {"hold", "linear", "cubic", NULL};
static const char *const ends[] = {"hold", "repeat", "extrapolate", NULL};
enum { ROWS = SOURCE_OWN + 3 };

static struct source_points points_of(const saltus_cell *c, int32_t i)
{
    const int32_t *rows = saltus_cell_stored(c, ROWS, NULL);
    const double *y = saltus_cell_stored(c, SOURCE_OWN + 1, NULL);
    return (struct source_points){
        .t = saltus_cell_stored(c, SOURCE_OWN, NULL),
        .n = rows ? *rows : 0,
        .y = y ? y + i : NULL,
        .stride = c->size,
        .shape = source_points_word(saltus_part_word(c->part, "shape"), shapes),
        .end = source_points_word(saltus_part_word(c->part, "end"), ends)};
}

static int file_ready(saltus_cell *c)
{
    int32_t *rows = saltus_cell_store(c, ROWS, sizeof *rows);
    if (!rows) return 0;
    *rows = source_file_read(c);
    struct source_points p = points_of(c, 0);
    return *rows > 0 && source_points_fine(c, &p, "file");
}

static void file_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    struct source_points tab = points_of(c, i);
    source_points_next(c, &tab, p);
}

static const saltus_param file_params[] = {
    TEXT_NEEDED("file", "name of the file"),
    TEXT_PARAM("columns", "",
               "names or numbers (from 1) of the columns, one for each element, separated by "
               "commas; default: those that are not the time, in their order"),
    TEXT_PARAM("time", "", "name or number of the column with the time; default: the first"),
    CHOICE_PARAM("separator", "comma", "comma|semicolon|tab", "what is between two fields"),
    CHOICE_PARAM("shape", "linear", "hold|linear|cubic", "what is between the points"),
    CHOICE_PARAM(
        "end", "hold", "hold|repeat|extrapolate",
        "what comes behind the last line: its values; the lines again; the last slope forever"),
    {0}};

const struct source_type source_file = {
    SOURCE_TABLE("file_source", "A signal from a file of comma-separated values",
                 "Reads all of the file at the start; the results of a run can be read again. "
                 "Empty lines and those that begin with # are skipped. Errors are reported with "
                 "the number of the line. Otherwise as `table_source`.",
                 signal, file_params),
    file_next, file_ready, 1};
