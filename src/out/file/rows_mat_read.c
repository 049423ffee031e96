/* SPDX-License-Identifier: MIT */
/* rows_mat_read.c - MATLAB level 4 files in the layout of Modelica tools, ours and others'
 * ("binTrans").
 *
 * Matrices are found by name. Data may be double or single; a name may be an alias, also a negated
 * one, of a row that another name has, too. Every size is checked against the size of the file
 * before it is used; if data_2 is longer than the file, the instants that are there in full
 * count. */
#include "out/file/result.h"
#include "out/file/rows_in.h"

#include <math.h>
#include <stdlib.h>

struct matrix {
    uint32_t type, rows, columns;
    uint64_t at; /* of its values in the file; 0: there is no such matrix */
};

enum { ACLASS, NAME, DESCRIPTION, INFO, DATA_1, DATA_2, MATRICES };

struct mat_in {
    struct rows_in rows;
    struct matrix m[MATRICES];
    size_t instants, next; /* in data_2; the next to read                                       */
    unsigned char *column; /* of data_2                                                        */
    size_t *of, *from;     /* by value of a row: the column it is, and its place in data_2      */
    signed char *sign;
    double t; /* of the row before                                                */
    char *names, *texts;
};

/* ---- Matrices -------------------------------------------------------------------------------- */

static size_t element_size(uint32_t type) /* 0: no such type, or big-endian */
{
    static const unsigned char size[6] = {8, 4, 4, 2, 2, 1};
    return type < 1000 && type / 10 % 10 < 6 && type / 100 == 0 ? size[type / 10 % 10] : 0;
}

static double element(uint32_t type, const unsigned char *p)
{
    uint32_t bits = result_get_u32(p);
    float single;
    if (type / 10 % 10 == 0) return result_get_f64(p);
    if (type / 10 % 10 == 2) return (double)(int32_t)bits;
    memcpy(&single, &bits, sizeof single);
    return single;
}

static int number_of(const char *name)
{
    static const char *const names[MATRICES] = {"Aclass",   "name",   "description",
                                                "dataInfo", "data_1", "data_2"};
    for (int i = 0; i < MATRICES; i++)
        if (strcmp(name, names[i]) == 0) return i;
    return -1;
}

/* The matrix at `at`; returns where the next one is, 0: there is none. */
static uint64_t scan_one(saltus_result *r, uint64_t at)
{
    struct mat_in *s = r->state;
    unsigned char head[20];
    char name[64];
    if (!result_jump(r, at) || !result_read(r, head, sizeof head)) return 0;
    struct matrix m = {result_get_u32(head), result_get_u32(head + 4), result_get_u32(head + 8), 0};
    uint32_t length = result_get_u32(head + 16);
    size_t size = element_size(m.type);
    if (size == 0 || length == 0 || length > sizeof name || result_get_u32(head + 12) != 0)
        return 0;
    if (!result_read(r, name, length) || name[length - 1] != '\0') return 0;
    m.at = at + sizeof head + length;
    int i = number_of(name);
    if (i >= 0 && s->m[i].at == 0) s->m[i] = m;
    uint64_t values = (uint64_t)m.rows * m.columns;
    if (values > (r->size - m.at) / size) return 0; /* it is not all there */
    return m.at + values * size;
}

static saltus_status bad(saltus_result *r, const char *what)
{
    return result_fail(r, SALTUS_EMODEL, "%s", what);
}

/* `columns` of its columns in memory; `what` is said if they are not all there. */
static saltus_status load(saltus_result *r, const struct matrix *m, uint64_t columns,
                          const char *what, unsigned char **out)
{
    uint64_t values = (uint64_t)m->rows * columns;
    size_t size = element_size(m->type);
    if (values > (r->size - m->at) / size) return bad(r, what);
    size_t bytes = (size_t)values * size;
    *out = alloc_array(&r->alloc, bytes, 1);
    if (!*out) return SALTUS_ENOMEM;
    return result_jump(r, m->at) && result_read(r, *out, bytes) ? SALTUS_OK : bad(r, what);
}

static saltus_status check_matrices(saltus_result *r)
{
    struct mat_in *s = r->state;
    const struct matrix *m = s->m;
    unsigned char layout[44];
    for (int i = 0; i < MATRICES; i++)
        if (!m[i].at && i != DESCRIPTION && i != DATA_1)
            return bad(r, "not a result file: a matrix is missing or cut off");
    if (m[ACLASS].type != 51 || m[ACLASS].rows != 4 || m[ACLASS].columns != 11 ||
        !result_jump(r, m[ACLASS].at) || !result_read(r, layout, sizeof layout))
        return bad(r, "not a result file: Aclass is not 4 x 11 letters");
    for (size_t i = 0; i < 8; i++)
        if (layout[4 * i + 3] != "binTrans"[i]) return bad(r, "its layout is not binTrans");
    if (m[NAME].type != 51 || m[NAME].columns < 1 || m[NAME].rows < 1)
        return bad(r, "its names are not text");
    if (m[INFO].rows != 4 || m[INFO].columns != m[NAME].columns || m[INFO].type != 20)
        return bad(r, "its dataInfo does not fit its names");
    if (m[DATA_2].type % 10 || m[DATA_2].type > 10 || m[DATA_1].type % 10 || m[DATA_1].type > 10)
        return bad(r, "its data are neither double nor single");
    if (m[DATA_2].rows < 1 || m[DATA_2].rows > r->size / element_size(m[DATA_2].type) + 1)
        return bad(r, "data_2 has an impossible size");
    return SALTUS_OK;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* A text matrix as zero-terminated strings of width + 1 bytes; without what they are filled up
 * with. */
static saltus_status load_texts(saltus_result *r, const struct matrix *m, char **out)
{
    unsigned char *raw = NULL;
    size_t width = m->rows;
    saltus_status status = load(r, m, m->columns, "its texts are cut off", &raw);
    char *p = *out = status == SALTUS_OK ? alloc_array(&r->alloc, m->columns, width + 1) : NULL;
    for (size_t k = 0; p && k < m->columns; k++, p += width + 1) {
        memcpy(p, raw + k * width, width);
        for (size_t n = strlen(p); n > 0 && p[n - 1] == ' '; n--) p[n - 1] = '\0';
    }
    alloc_free(&r->alloc, raw);
    return status == SALTUS_OK && !p ? SALTUS_ENOMEM : status;
}

/* "text [unit]" in two; NULL for what is empty. */
static void split_unit(char *s, const char **text, const char **unit)
{
    size_t n = strlen(s);
    char *open = n > 0 && s[n - 1] == ']' ? strrchr(s, '[') : NULL;
    *text = *unit = NULL;
    if (open) {
        s[n - 1] = '\0';
        *open = '\0';
        if (open > s && open[-1] == ' ') open[-1] = '\0';
        if (open[1]) *unit = open + 1;
    }
    if (*s) *text = s;
}

/* "model=a; key=value; ..." as we write it. */
static saltus_status take_notes(saltus_result *r, char *s)
{
    size_t n = 0;
    if (strncmp(s, "model=", 6) != 0) return SALTUS_OK;
    for (const char *p = s; (p = strstr(p, "; ")); p += 2) n++;
    r->notes = alloc_array(&r->alloc, n, sizeof *r->notes);
    if (!r->notes) return SALTUS_ENOMEM;
    r->header.model = s + 6;
    while ((s = strstr(s, "; "))) {
        *s = '\0';
        s += 2;
        char *next = strstr(s, "; "), *equal = strchr(s, '=');
        if (!equal || (next && next < equal)) continue;
        r->notes[r->header.n_notes++] = (saltus_note){s, equal + 1};
        *equal = '\0';
        s = equal + 1;
    }
    return SALTUS_OK;
}

static saltus_status take_descriptions(saltus_result *r)
{
    struct mat_in *s = r->state;
    const struct matrix *m = &s->m[DESCRIPTION];
    if (!m->at || m->type != 51 || m->columns != s->m[NAME].columns || m->rows == 0)
        return SALTUS_OK;
    saltus_status status = load_texts(r, m, &s->texts);
    if (status != SALTUS_OK) return status;
    const char *text, *unit;
    size_t width = (size_t)m->rows + 1;
    for (size_t k = 0; k < r->header.n_columns; k++)
        split_unit(s->texts + (k + 1) * width, &r->columns[k].text, &r->columns[k].unit);
    split_unit(s->texts, &text, &unit);
    return text ? take_notes(r, s->texts) : SALTUS_OK;
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* dataInfo of one name. 0: it points nowhere. */
static int take_column(saltus_result *r, size_t k, const unsigned char *info,
                       const unsigned char *fixed)
{
    struct mat_in *s = r->state;
    int32_t table = (int32_t)result_get_u32(info), row = (int32_t)result_get_u32(info + 4);
    if (row == 0 || row == INT32_MIN) return 0;
    size_t place = (size_t)abs(row) - 1;
    if (table == 1) {
        if (!fixed || place >= s->m[DATA_1].rows) return 0;
        double v = element(s->m[DATA_1].type, fixed + place * element_size(s->m[DATA_1].type));
        r->columns[k].kind = SALTUS_PARAMETER;
        r->columns[k].value = row < 0 ? -v : v;
        return 1;
    }
    if ((table != 2 && table != 0) || place >= s->m[DATA_2].rows) return 0;
    r->columns[k].kind = SALTUS_OUTPUT;
    s->of[s->rows.n] = k;
    s->from[s->rows.n] = place;
    s->sign[s->rows.n++] = row < 0 ? -1 : 1;
    return 1;
}

static saltus_status allocate_columns(saltus_result *r, size_t n)
{
    struct mat_in *s = r->state;
    r->header.n_columns = n;
    r->columns = alloc_array(&r->alloc, n, sizeof *r->columns);
    s->of = alloc_array(&r->alloc, n, sizeof *s->of);
    s->from = alloc_array(&r->alloc, n, sizeof *s->from);
    s->sign = alloc_array(&r->alloc, n, sizeof *s->sign);
    return r->columns && s->of && s->from && s->sign ? SALTUS_OK : SALTUS_ENOMEM;
}

static saltus_status take_columns(saltus_result *r)
{
    struct mat_in *s = r->state;
    unsigned char *info = NULL, *fixed = NULL;
    saltus_status status =
        load(r, &s->m[INFO], s->m[INFO].columns, "its dataInfo is cut off", &info);
    if (status == SALTUS_OK && s->m[DATA_1].at && s->m[DATA_1].columns > 0)
        status = load(r, &s->m[DATA_1], 1, "data_1 is cut off", &fixed);
    if (status == SALTUS_OK) status = load_texts(r, &s->m[NAME], &s->names);
    if (status == SALTUS_OK) status = allocate_columns(r, (size_t)s->m[NAME].columns - 1);
    for (size_t k = 0; status == SALTUS_OK && k < r->header.n_columns; k++) {
        r->columns[k].name = s->names + (k + 1) * ((size_t)s->m[NAME].rows + 1);
        if (!take_column(r, k, info + 16 * (k + 1), fixed))
            status = bad(r, "its dataInfo points nowhere");
    }
    alloc_free(&r->alloc, info);
    alloc_free(&r->alloc, fixed);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int fetch(saltus_result *r, double *t, double *row)
{
    struct mat_in *s = r->state;
    size_t size = element_size(s->m[DATA_2].type), bytes = s->m[DATA_2].rows * size;
    if (s->next == s->instants) return 0;
    if (!result_read(r, s->column, bytes)) return SALTUS_EIO;
    *t = element(s->m[DATA_2].type, s->column);
    if (!isfinite(*t) || *t < s->t) {
        result_fail(r, SALTUS_EMODEL, "time goes back at instant %zu", s->next + 1);
        return SALTUS_EMODEL;
    }
    s->t = *t;
    s->next++;
    for (size_t i = 0; i < s->rows.n; i++)
        row[i] = s->sign[i] * element(s->m[DATA_2].type, s->column + s->from[i] * size);
    return 1;
}

static saltus_status next(saltus_result *r, saltus_record *rec)
{
    struct mat_in *s = r->state;
    const struct matrix *m = &s->m[DATA_2];
    saltus_status status = rows_in_next(r, &s->rows, s->of, rec);
    if (status != SALTUS_OK || rec->kind != SALTUS_RECORD_END) return status;
    r->complete = s->instants == m->columns &&
                  r->size - m->at == (uint64_t)m->rows * element_size(m->type) * s->instants;
    if (!r->complete)
        result_fail(r, SALTUS_EMODEL, "not closed, or cut off, after %zu instants", s->instants);
    return status;
}

static double time_of(saltus_result *r, size_t instant)
{
    struct mat_in *s = r->state;
    unsigned char b[8] = {0};
    size_t size = element_size(s->m[DATA_2].type);
    if (!result_jump(r, s->m[DATA_2].at + (uint64_t)instant * s->m[DATA_2].rows * size)) return NAN;
    return result_read(r, b, size) ? element(s->m[DATA_2].type, b) : NAN;
}

static saltus_status seek(saltus_result *r, double t)
{
    struct mat_in *s = r->state;
    (void)t;
    s->next = 0;
    s->t = -INFINITY;
    rows_in_restart(&s->rows);
    clearerr(r->f);
    return result_jump(r, s->m[DATA_2].at) ? SALTUS_OK
                                           : result_fail(r, SALTUS_EIO, "it cannot be read again");
}

static saltus_status prepare_rows(saltus_result *r)
{
    struct mat_in *s = r->state;
    const struct matrix *m = &s->m[DATA_2];
    size_t bytes = m->rows * element_size(m->type);
    uint64_t there = (r->size - m->at) / bytes;
    s->instants = there < m->columns ? (size_t)there : m->columns;
    s->column = alloc_array(&r->alloc, s->instants ? bytes : 1, 1);
    saltus_status status = rows_in_init(&s->rows, &r->alloc, s->rows.n, fetch);
    if (!s->column || status != SALTUS_OK) return SALTUS_ENOMEM;
    double t0 = s->instants ? time_of(r, 0) : 0, t1 = s->instants ? time_of(r, s->instants - 1) : 0;
    if (!isfinite(t0) || !(t1 >= t0)) return bad(r, "its times make no sense");
    r->header.t0 = t0;
    r->header.t1 = t1;
    return seek(r, 0);
}

static saltus_status begin(saltus_result *r)
{
    uint64_t at = 0;
    if (r->size == UINT64_MAX)
        return result_fail(r, SALTUS_EIO, "a MAT file cannot be read from a pipe");
    do at = scan_one(r, at);
    while (at > 0 && at < r->size);
    saltus_status status = check_matrices(r);
    if (status == SALTUS_OK) status = take_columns(r);
    if (status == SALTUS_OK) status = take_descriptions(r);
    return status == SALTUS_OK ? prepare_rows(r) : status;
}

static void release(saltus_result *r)
{
    struct mat_in *s = r->state;
    rows_in_free(&s->rows, &r->alloc);
    alloc_free(&r->alloc, s->column);
    alloc_free(&r->alloc, s->of);
    alloc_free(&r->alloc, s->from);
    alloc_free(&r->alloc, s->sign);
    alloc_free(&r->alloc, s->names);
    alloc_free(&r->alloc, s->texts);
}

const struct result_source rows_mat_source = {
    .size = sizeof(struct mat_in),
    .open = begin,
    .next = next,
    .seek = seek,
    .free = release,
};
