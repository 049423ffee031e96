/* SPDX-License-Identifier: MIT */
/* rows_csv.c - CSV [RFC 4180]: "time" and the names of the columns, then rows of numbers that read
 * back exactly.
 *
 * Lines end with a newline alone, which shell tools and all readers of CSV take. A name that has a
 * comma, a quote or a line end is put in quotes. A value that is not known yet is nan. Parameters,
 * units, events and notes have no place here: .mat keeps all but the events, .seg everything. */
#include "out/number.h"
#include "out/file/result.h"
#include "out/file/rows.h"

static void put_name(struct result_out *o, const char *s)
{
    if (!strpbrk(s, ",\"\r\n")) {
        result_out_text(o, s);
        return;
    }
    result_out_put(o, "\"", 1);
    for (; *s; s++) {
        if (*s == '"') result_out_put(o, "\"", 1);
        result_out_put(o, s, 1);
    }
    result_out_put(o, "\"", 1);
}

static saltus_status emit(void *user, double t, const double *row)
{
    saltus_writer *w = user;
    const struct rows *r = w->state;
    char buf[NUMBER_SIZE];
    result_out_text(&w->out, number_exact(buf, t));
    for (size_t i = 0; i < r->n; i++) {
        result_out_put(&w->out, ",", 1);
        result_out_text(&w->out, number_exact(buf, row[i] + 0.0)); /* never -0 */
    }
    result_out_put(&w->out, "\n", 1);
    if (w->out.used > RESULT_BUFFER / 2)
        result_out_flush(&w->out); /* whole lines, if they are not enormous */
    return w->out.error ? SALTUS_EIO : SALTUS_OK;
}

static saltus_status begin(saltus_writer *w, const saltus_header *h)
{
    result_out_text(&w->out, "time");
    for (size_t k = 0; k < h->n_columns; k++) {
        if (h->columns[k].kind == SALTUS_PARAMETER) continue;
        result_out_put(&w->out, ",", 1);
        put_name(&w->out, h->columns[k].name);
    }
    result_out_put(&w->out, "\n", 1);
    w->rows = w->state;
    return rows_init(w->state, &w->alloc, h, emit, w);
}

static saltus_status segment(saltus_writer *w, double t, size_t k, const double *poly, int order)
{
    return rows_segment(w->state, t, k, poly, order);
}

static saltus_status flush(saltus_writer *w)
{
    result_out_flush(&w->out);
    return SALTUS_OK;
}

static saltus_status finish(saltus_writer *w, double t_end, const char *outcome)
{
    (void)outcome;
    return rows_close(w->state, t_end);
}

static void free_rows(saltus_writer *w)
{
    rows_free(w->state);
}

const struct result_kind rows_csv_kind = {
    .size = sizeof(struct rows),
    .open = begin,
    .segment = segment,
    .flush = flush,
    .close = finish,
    .free = free_rows,
};
