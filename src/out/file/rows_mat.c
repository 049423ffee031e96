/* SPDX-License-Identifier: MIT */
/* rows_mat.c - MATLAB level 4 files in the layout of Modelica tools ("binTrans").
 *
 * Six matrices in this order, each with a header of 20 bytes, its name, and its values column by
 * column:
 *     Aclass       4 x 11, text: "Atrajectory", "1.1", "", "binTrans", the strings as rows
 *     name         text, one name per column, filled up with zero bytes; the first is "time"
 *     description  text, the same way: what it is, and its unit in brackets
 *     dataInfo     4 x names, integers: table (0 for time, 1, 2), row in that table, 0 linear, -1 undefined outside (0: constant)
 *     data_1       time and parameters, at the two times t0 and t1
 *     data_2       time and columns, one instant per column of the matrix
 * data_2 comes last and is written as the run goes on; how many columns it has is put into its
 * header at every flush, so that the file can be read at any time. The notes are in the description
 * of time.
 *
 * Readers count values with 32 bits. A file that would have 2^31 instants or 2^32 values ends with
 * ELIMIT before. */
#include "out/file/result.h"
#include "out/file/rows.h"

#include <math.h>

enum {
    TEXT = 51,
    INTEGER = 20,
    DOUBLE = 0,
    HEADER = 20,
    WIDEST = 4096,          /* of a description, in bytes ...                             */
    DESCRIPTIONS = 1 << 26, /* ... and of all together, about; but not less than           */
    NARROWEST = 64
};

struct mat {
    struct rows rows;    /* first, so that a pointer to one is a pointer to both */
    uint64_t columns_at; /* where the number of instants is in the file */
    uint32_t instants, patched;
};

static void put_u32(struct result_out *o, uint32_t v)
{
    unsigned char b[4];
    result_put_u32(b, v);
    result_out_put(o, b, sizeof b);
}

static void put_f64(struct result_out *o, double v)
{
    unsigned char b[8];
    result_put_f64(b, v);
    result_out_put(o, b, sizeof b);
}

static void put_header(struct result_out *o, uint32_t type, size_t rows, size_t columns,
                       const char *name)
{
    put_u32(o, type);
    put_u32(o, (uint32_t)rows);
    put_u32(o, (uint32_t)columns);
    put_u32(o, 0); /* no imaginary part */
    put_u32(o, (uint32_t)strlen(name) + 1);
    result_out_put(o, name, strlen(name) + 1);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void put_class(struct result_out *o)
{
    static const char line[4][12] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    put_header(o, TEXT, 4, 11, "Aclass");
    for (int j = 0; j < 11; j++)
        for (int i = 0; i < 4; i++) result_out_put(o, &line[i][j], 1);
}

/* A column of a text matrix, put together from pieces: what does not fit is cut off between
 * letters. */
struct field {
    struct result_out *out; /* NULL: only measures */
    size_t room, used;
};

static void field_add(struct field *f, const char *s)
{
    size_t n = strlen(s);
    if (f->out && n > f->room - f->used) {
        n = f->room - f->used;
        while (n > 0 && ((unsigned char)s[n] & 0xc0) == 0x80) n--;
        f->room = f->used + n; /* nothing more, even if it were short enough */
    }
    if (f->out) result_out_put(f->out, s, n);
    f->used += n;
}

static void field_end(struct field *f, size_t width)
{
    for (; f->used < width; f->used++) result_out_put(f->out, "", 1);
}

static void add_unit(struct field *f, const char *unit)
{
    if (!unit || !*unit) return;
    field_add(f, f->used ? " [" : "[");
    field_add(f, unit);
    field_add(f, "]");
}

static void describe_column(struct field *f, const saltus_column *c)
{
    if (c->text) field_add(f, c->text);
    add_unit(f, c->unit);
}

static void describe_time(struct field *f, const saltus_header *h)
{
    field_add(f, "model=");
    field_add(f, h->model ? h->model : "");
    for (size_t k = 0; k < h->n_notes; k++) {
        field_add(f, "; ");
        field_add(f, h->notes[k].key);
        field_add(f, "=");
        field_add(f, h->notes[k].value);
    }
    add_unit(f, "s");
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t width_of_names(const saltus_header *h)
{
    size_t width = strlen("time");
    for (size_t k = 0; k < h->n_columns; k++) width = larger(width, strlen(h->columns[k].name));
    return width;
}

static size_t width_of_descriptions(const saltus_header *h)
{
    struct field f = {0};
    describe_time(&f, h);
    size_t width = f.used, most = DESCRIPTIONS / (h->n_columns + 1);
    for (size_t k = 0; k < h->n_columns; k++) {
        f.used = 0;
        describe_column(&f, &h->columns[k]);
        width = larger(width, f.used);
    }
    most = most < NARROWEST ? NARROWEST : most > WIDEST ? WIDEST : most;
    return width < most ? width : most;
}

static void put_names(struct result_out *o, const saltus_header *h, size_t width)
{
    put_header(o, TEXT, width, h->n_columns + 1, "name");
    for (size_t k = 0; k <= h->n_columns; k++) {
        struct field f = {.out = o, .room = width};
        field_add(&f, k == 0 ? "time" : h->columns[k - 1].name);
        field_end(&f, width);
    }
}

static void put_descriptions(struct result_out *o, const saltus_header *h)
{
    size_t width = width_of_descriptions(h);
    put_header(o, TEXT, width, h->n_columns + 1, "description");
    for (size_t k = 0; k <= h->n_columns; k++) {
        struct field f = {.out = o, .room = width};
        if (k == 0)
            describe_time(&f, h);
        else
            describe_column(&f, &h->columns[k - 1]);
        field_end(&f, width);
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void put_info(struct result_out *o, uint32_t table, uint32_t row, int outside)
{
    put_u32(o, table);
    put_u32(o, row);
    put_u32(o, 0);
    put_u32(o, (uint32_t)outside);
}

static void put_infos(struct result_out *o, const saltus_header *h)
{
    uint32_t next[3] = {0, 2, 2};
    put_header(o, INTEGER, 4, h->n_columns + 1, "dataInfo");
    put_info(o, 0, 1, -1);
    for (size_t k = 0; k < h->n_columns; k++) {
        int table = h->columns[k].kind == SALTUS_PARAMETER ? 1 : 2;
        put_info(o, (uint32_t)table, next[table]++, table == 1 ? 0 : -1);
    }
}

static void put_parameters(struct result_out *o, const saltus_header *h, size_t n)
{
    put_header(o, DOUBLE, n + 1, 2, "data_1");
    for (int j = 0; j < 2; j++) {
        put_f64(o, j == 0 ? h->t0 : h->t1);
        for (size_t k = 0; k < h->n_columns; k++)
            if (h->columns[k].kind == SALTUS_PARAMETER) put_f64(o, h->columns[k].value);
    }
}

/* All that has been emitted goes to the file; then its header counts it. */
static saltus_status flush(saltus_writer *w)
{
    struct mat *m = w->state;
    unsigned char count[4];
    result_out_flush(&w->out);
    if (m->instants == m->patched) return SALTUS_OK;
    result_put_u32(count, m->instants);
    result_out_patch(&w->out, m->columns_at, count, sizeof count);
    m->patched = m->instants;
    return SALTUS_OK;
}

static saltus_status emit(void *user, double t, const double *row)
{
    saltus_writer *w = user;
    struct mat *m = w->state;
    uint64_t values = ((uint64_t)m->instants + 1) * (m->rows.n + 1);
    if (m->instants == INT32_MAX || values > UINT32_MAX) {
        flush(w);
        return SALTUS_ELIMIT;
    }
    put_f64(&w->out, t);
    for (size_t i = 0; i < m->rows.n; i++) put_f64(&w->out, row[i]);
    m->instants++;
    if (w->out.used > RESULT_BUFFER / 2) flush(w);
    return w->out.error ? SALTUS_EIO : SALTUS_OK;
}

static saltus_status begin(saltus_writer *w, const saltus_header *h)
{
    struct mat *m = w->state;
    w->rows = &m->rows;
    saltus_status status = rows_init(&m->rows, &w->alloc, h, emit, w);
    if (status != SALTUS_OK) return status;
    size_t width = width_of_names(h), names = h->n_columns + 1;
    if (width > INT32_MAX || names > INT32_MAX || width > UINT32_MAX / names) return SALTUS_ELIMIT;
    put_class(&w->out);
    put_names(&w->out, h, width);
    put_descriptions(&w->out, h);
    put_infos(&w->out, h);
    put_parameters(&w->out, h, h->n_columns - m->rows.n);
    m->columns_at = w->out.bytes + 8;
    put_header(&w->out, DOUBLE, m->rows.n + 1, 0, "data_2");
    return SALTUS_OK;
}

static saltus_status segment(saltus_writer *w, double t, size_t k, const double *poly, int order)
{
    return rows_segment(w->state, t, k, poly, order);
}

static saltus_status finish(saltus_writer *w, double t_end, const char *outcome)
{
    (void)outcome;
    saltus_status status = rows_close(w->state, t_end);
    saltus_status flushed = flush(w);
    return status == SALTUS_OK ? flushed : status;
}

static void free_rows(saltus_writer *w)
{
    rows_free(w->state);
}

const struct result_kind rows_mat_kind = {
    .size = sizeof(struct mat),
    .open = begin,
    .segment = segment,
    .flush = flush,
    .close = finish,
    .free = free_rows,
};
