/* SPDX-License-Identifier: MIT */
/* result_write.c - saltus_writer: checks what comes in, hands it to the format, remembers the first
 * failure.
 *
 * Rules for all formats: times are finite and never decrease, a parameter has no segments, an order
 * is at most SALTUS_SERIES. The first failure is kept with its errno; every later call returns it
 * again and does nothing, so that a caller who only looks at saltus_writer_close misses nothing. */
#include "base/contract.h"
#include "out/file/result.h"

#include <errno.h>
#include <math.h>

saltus_format saltus_format_of(const char *path)
{
    static const char *const extension[] = {".seg", ".csv", ".mat"};
    if (!path) return SALTUS_NO_FORMAT;
    if (strcmp(path, "-") == 0) return SALTUS_CSV;
    size_t n = strlen(path);
    for (int f = SALTUS_SEG; f <= SALTUS_MAT; f++)
        if (n > 4 && strcmp(path + n - 4, extension[f]) == 0) return (saltus_format)f;
    return SALTUS_NO_FORMAT;
}

static const struct result_kind *kind_of(saltus_format f)
{
    static const struct result_kind *const kinds[] = {&seg_kind, &rows_csv_kind, &rows_mat_kind};
    return f == SALTUS_NO_FORMAT ? NULL : kinds[f];
}

static int header_fits(const saltus_header *h)
{
    if (!h || (h->n_columns && !h->columns) || (h->n_marks && !h->marks)) return 0;
    if ((h->n_notes && !h->notes) || !isfinite(h->t0) || isnan(h->t1) || h->t1 < h->t0) return 0;
    if (!(h->interval >= 0) || isinf(h->interval)) return 0;
    if (h->interval > 0 && h->t0 + h->interval == h->t0) return 0; /* below rounding */
    for (size_t k = 0; k < h->n_columns; k++)
        if (!h->columns[k].name) return 0;
    for (size_t k = 0; k < h->n_marks; k++)
        if (!h->marks[k]) return 0;
    for (size_t k = 0; k < h->n_notes; k++)
        if (!h->notes[k].key || !h->notes[k].value) return 0;
    return 1;
}

/* The first failure stays; errno tells it again. */
static saltus_status keep(saltus_writer *w, saltus_status status)
{
    if (w->status == SALTUS_OK && w->out.error) status = SALTUS_EIO;
    if (w->status == SALTUS_OK && status != SALTUS_OK) {
        w->status = status;
        w->error = w->out.error;
    }
    if (w->status == SALTUS_EIO) errno = w->error;
    return w->status;
}

void result_writer_free(saltus_writer *w)
{
    struct alloc a = w->alloc;
    if (w->state) w->kind->free(w);
    alloc_free(&a, w->state);
    alloc_free(&a, w->fixed);
    alloc_free(&a, w);
}

saltus_writer *result_writer_new(const struct result_kind *kind, const saltus_header *h,
                                 struct alloc a)
{
    saltus_writer *w = alloc_array(&a, 1, sizeof *w);
    if (!w) return NULL;
    w->alloc = a;
    w->kind = kind;
    w->t = -INFINITY;
    w->out.fd = -1;
    w->n_columns = h->n_columns;
    w->n_marks = h->n_marks;
    w->fixed = alloc_array(&w->alloc, h->n_columns, 1);
    w->state = alloc_array(&w->alloc, 1, kind->size);
    if (!w->fixed || !w->state) {
        alloc_free(&a, w->state);
        w->state = NULL;
        result_writer_free(w);
        return NULL;
    }
    for (size_t k = 0; k < h->n_columns; k++) w->fixed[k] = h->columns[k].kind == SALTUS_PARAMETER;
    return w;
}

static saltus_status begin(saltus_writer *w, const char *path, const saltus_header *h)
{
    int error = result_out_open(&w->out, path, &w->alloc);
    if (error && !w->out.buf) return SALTUS_ENOMEM;
    w->out.error = error;
    saltus_status status = error ? SALTUS_EIO : w->kind->open(w, h);
    if (status == SALTUS_OK) result_out_flush(&w->out); /* from now on it can be read */
    if (status == SALTUS_OK && w->out.error) status = SALTUS_EIO;
    return status;
}

saltus_status result_writer_open(const char *path, const saltus_header *h, saltus_alloc_fn *fn,
                                 void *user, saltus_writer **out)
{
    if (!out) return SALTUS_EARG;
    *out = NULL;
    const struct result_kind *kind = kind_of(saltus_format_of(path));
    if (!kind || !header_fits(h)) return SALTUS_EARG;
    struct alloc a;
    alloc_init(&a, fn, user);
    saltus_writer *w = result_writer_new(kind, h, a);
    if (!w) return SALTUS_ENOMEM;
    saltus_status status = begin(w, path, h);
    if (status != SALTUS_OK) {
        result_out_close(&w->out, &w->alloc);
        int error = w->out.error;
        result_writer_free(w);
        if (status == SALTUS_EIO) errno = error;
        return status;
    }
    *out = w;
    return SALTUS_OK;
}

saltus_status saltus_writer_open(const char *path, const saltus_header *h, saltus_writer **out)
{
    saltus_header taken;
    if (!h || !contract_take(&taken, sizeof taken, h)) return SALTUS_EARG;
    return result_writer_open(path, &taken, NULL, NULL, out);
}

saltus_status saltus_writer_segment(saltus_writer *w, double t, size_t k, const double *poly,
                                    int order)
{
    if (!w) return SALTUS_EARG;
    if (w->status != SALTUS_OK) return keep(w, w->status);
    if (k >= w->n_columns || w->fixed[k] || order < 0 || order > SALTUS_SERIES || !(t >= w->t) ||
        isinf(t) || !poly)
        return keep(w, SALTUS_EARG);
    saltus_status status = w->kind->segment(w, t, k, poly, order);
    w->t = t;
    return status == SALTUS_OK && !w->out.error ? SALTUS_OK : keep(w, status);
}

saltus_status saltus_writer_event(saltus_writer *w, double t, size_t mark, int direction)
{
    if (!w) return SALTUS_EARG;
    if (w->status != SALTUS_OK) return keep(w, w->status);
    if (mark >= w->n_marks || !(t >= w->t) || isinf(t)) return keep(w, SALTUS_EARG);
    saltus_status status = w->kind->event ? w->kind->event(w, t, mark, direction) : SALTUS_OK;
    w->t = t;
    return keep(w, status);
}

saltus_status saltus_writer_flush(saltus_writer *w)
{
    if (!w) return SALTUS_EARG;
    if (w->status != SALTUS_OK) return keep(w, w->status);
    return keep(w, w->kind->flush(w));
}

saltus_status saltus_writer_close(saltus_writer *w, double t_end, const char *outcome)
{
    if (!w) return SALTUS_OK;
    if (!isfinite(t_end) || t_end < w->t) t_end = w->t; /* -infinity: nothing has come */
    if (w->status == SALTUS_OK) keep(w, w->kind->close(w, t_end, outcome ? outcome : ""));
    result_out_close(&w->out, &w->alloc);
    saltus_status status = keep(w, SALTUS_OK);
    int error = w->error;
    result_writer_free(w);
    if (status == SALTUS_EIO) errno = error;
    return status;
}

uint64_t saltus_writer_bytes(const saltus_writer *w)
{
    return w ? w->out.bytes : 0;
}
