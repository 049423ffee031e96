/* SPDX-License-Identifier: MIT */
/* rows_csv_read.c - CSV files [RFC 4180] with a header whose first column is "time" or "t".
 *
 * Lines end with a newline, with or without a carriage return before it; a field may be in quotes.
 * An empty field is a value that is not known. Lines without anything are skipped. Errors name the
 * line. A last line that does not end counts if it has all fields, but then complete is 0: no one
 * can tell whether its last number is all there. */
#include "out/number.h"
#include "out/file/result.h"
#include "out/file/rows_in.h"

#include <inttypes.h>
#include <math.h>

struct csv {
    struct rows_in rows;
    char *line; /* its fields, each ended by a zero byte                                    */
    size_t room, used, fields;
    uint64_t lines; /* read so far                                                              */
    int open_end;   /* the last line did not end                                                */
    double t;       /* of the row before                                                        */
    char *names;    /* of the columns                                                           */
};

/* ---- Lines to fields ------------------------------------------------------------------------- */

static int add(saltus_result *r, int c)
{
    struct csv *s = r->state;
    if (!alloc_grow(&r->alloc, (void **)&s->line, &s->room, s->used + 1, 1)) return 0;
    s->line[s->used++] = (char)c;
    return 1;
}

/* One character; the end of a line is '\n' however it is written. */
static int next_char(FILE *f)
{
    int c = getc(f);
    if (c != '\r') return c;
    c = getc(f);
    if (c == '\n') return c;
    if (c != EOF) ungetc(c, f);
    return '\r';
}

/* What follows an opening quote, up to the closing one. Returns the character after that. */
static int quoted(saltus_result *r, int *fine)
{
    struct csv *s = r->state;
    while (*fine) {
        int c = getc(r->f);
        if (c == EOF) return EOF;
        if (c == '"') {
            c = next_char(r->f);
            if (c != '"') return c;
        }
        if (c == '\n') s->lines++;
        *fine = add(r, c ? c : '\1');
    }
    return EOF;
}

/* One line: 1; 0: end of the file; negative: a status. */
static int read_line(saltus_result *r)
{
    struct csv *s = r->state;
    int fine = 1, first = 1, c = next_char(r->f);
    s->used = s->fields = 0;
    if (c == EOF) return 0;
    while (fine && c != EOF && c != '\n') {
        if (c == '"' && first) {
            c = quoted(r, &fine);
            first = 0;
            continue;
        }
        first = c == ',';
        s->fields += first ? 1 : 0;
        fine = add(r, first ? '\0' : c ? c : '\1'); /* a zero byte is not a character */
        c = next_char(r->f);
    }
    s->lines++;
    s->fields++;
    s->open_end = c == EOF;
    return fine && add(r, '\0') ? 1 : SALTUS_ENOMEM;
}

static int blank(const struct csv *s)
{
    return s->fields == 1 && s->line[0] == '\0';
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int bad(saltus_result *r, const char *text)
{
    const struct csv *s = r->state;
    result_fail(r, SALTUS_EMODEL, "line %" PRIu64 ": %s", s->lines, text);
    return SALTUS_EMODEL;
}

/* The number in a field; NaN if it is empty. 0: it is none. */
static int field_value(const char *text, double *v)
{
    while (*text == ' ' || *text == '\t') text++;
    *v = NAN;
    if (!*text) return 1;
    const char *end = number_read(text, v);
    if (!end) return 0;
    while (*end == ' ' || *end == '\t') end++;
    return *end == '\0';
}

static int parse_row(saltus_result *r, double *t, double *row)
{
    struct csv *s = r->state;
    char text[128];
    const char *p = s->line;
    double v;
    if (s->fields != s->rows.n + 1) {
        snprintf(text, sizeof text, "%zu fields instead of %zu", s->fields, s->rows.n + 1);
        return bad(r, text);
    }
    for (size_t i = 0; i <= s->rows.n; i++, p += strlen(p) + 1) {
        if (!field_value(p, i == 0 ? &v : &row[i - 1])) {
            snprintf(text, sizeof text, "'%.40s' is not a number (field %zu)", p, i + 1);
            return bad(r, text);
        }
    }
    if (!isfinite(v)) return bad(r, "no time");
    if (v < s->t) return bad(r, "time goes back");
    *t = s->t = v;
    return 1;
}

static int fetch(saltus_result *r, double *t, double *row)
{
    struct csv *s = r->state;
    int got;
    do got = read_line(r);
    while (got == 1 && blank(s));
    if (ferror(r->f)) got = SALTUS_EIO;
    if (got == 0) r->complete = !s->open_end;
    if (got != 1) return got;
    got = parse_row(r, t, row);
    if (got == 1 && s->open_end) result_fail(r, SALTUS_EMODEL, "the last line does not end");
    if (got == 1 || !s->open_end) return got;
    r->why[0] = '\0';
    result_fail(r, SALTUS_EMODEL, "cut off in line %" PRIu64, s->lines); /* leave it out */
    return 0;
}

static saltus_status next(saltus_result *r, saltus_record *rec)
{
    struct csv *s = r->state;
    return rows_in_next(r, &s->rows, NULL, rec);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void skip_mark(FILE *f) /* of UTF-8 */
{
    int c = getc(f);
    if (c == 0xef && (c = getc(f)) == 0xbb && (c = getc(f)) == 0xbf) return;
    if (c != EOF) ungetc(c, f);
}

static saltus_status read_names(saltus_result *r)
{
    struct csv *s = r->state;
    skip_mark(r->f);
    int got = read_line(r);
    if (got < 0) return (saltus_status)got;
    if (got == 0) return result_fail(r, SALTUS_EMODEL, "the file is empty");
    if (strcmp(s->line, "time") != 0 && strcmp(s->line, "t") != 0 && strcmp(s->line, "Time") != 0)
        return result_fail(r, SALTUS_EMODEL,
                           "not a result file: line 1 does not begin with a column 'time' or 't'");
    if (s->open_end) return result_fail(r, SALTUS_EMODEL, "cut off in line 1");
    s->names = s->line; /* a new line gets a buffer of its own */
    s->line = NULL;
    s->room = 0;
    r->header.n_columns = s->fields - 1;
    r->columns = alloc_array(&r->alloc, r->header.n_columns, sizeof *r->columns);
    if (!r->columns) return SALTUS_ENOMEM;
    const char *name = s->names;
    for (size_t k = 0; k < r->header.n_columns; k++) {
        name += strlen(name) + 1;
        r->columns[k] = (saltus_column){.name = name, .kind = SALTUS_OUTPUT};
    }
    return SALTUS_OK;
}

/* The time of the last line, if it is one of the last 64 kB. */
static double last_time(saltus_result *r)
{
    enum { TAIL = 1 << 16 };
    struct csv *s = r->state;
    double t = NAN, v;
    uint64_t from = r->size > TAIL ? r->size - TAIL : 0;
    if (!result_jump(r, from)) return NAN;
    if (from > 0) read_line(r); /* probably only a part */
    while (read_line(r) == 1)
        if (!blank(s) && s->fields == s->rows.n + 1 && field_value(s->line, &v) && isfinite(v))
            t = v;
    return t;
}

static saltus_status restart(saltus_result *r)
{
    struct csv *s = r->state;
    clearerr(r->f);
    if (!result_jump(r, 0)) return result_fail(r, SALTUS_EIO, "it cannot be read again");
    s->lines = 0;
    s->open_end = 0;
    s->t = -INFINITY;
    skip_mark(r->f);
    int got = read_line(r); /* the names */
    rows_in_restart(&s->rows);
    return got < 0 ? (saltus_status)got : SALTUS_OK;
}

/* t0 and t1 as the rows have them; of a pipe only t0. */
static saltus_status find_times(saltus_result *r)
{
    struct csv *s = r->state;
    saltus_status status = rows_in_start(r, &s->rows);
    if (status != SALTUS_OK) return status;
    r->header.t0 = r->header.t1 = s->rows.stage == ROWS_END ? 0 : s->rows.tb;
    if (r->size == UINT64_MAX) return SALTUS_OK;
    double t1 = last_time(r);
    if (t1 > r->header.t0) r->header.t1 = t1;
    r->complete = 0;
    r->why[0] = '\0';
    return restart(r);
}

static saltus_status begin(saltus_result *r)
{
    struct csv *s = r->state;
    s->t = -INFINITY;
    saltus_status status = read_names(r);
    if (status == SALTUS_OK) status = rows_in_init(&s->rows, &r->alloc, r->header.n_columns, fetch);
    return status == SALTUS_OK ? find_times(r) : status;
}

static saltus_status seek(saltus_result *r, double t)
{
    (void)t; /* there is no index */
    return restart(r);
}

static void release(saltus_result *r)
{
    struct csv *s = r->state;
    rows_in_free(&s->rows, &r->alloc);
    alloc_free(&r->alloc, s->line);
    alloc_free(&r->alloc, s->names);
}

const struct result_source rows_csv_source = {
    .size = sizeof(struct csv),
    .open = begin,
    .next = next,
    .seek = seek,
    .free = release,
};
