/* SPDX-License-Identifier: MIT */
/* result_read.c - saltus_result: opens a file, finds out its format by its first byte, and hands
 * out records.
 *
 * The first byte is enough: 0x89 of a segment file, 51 (the type of the first matrix, '3') of a MAT
 * file; what begins otherwise is text. What a file claims is never believed: sizes are compared
 * with the size of the file before memory is asked for. */
#include "out/file/result.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

saltus_status result_fail(saltus_result *r, saltus_status status, const char *format, ...)
{
    va_list args;
    if (r->why[0]) return status;
    va_start(args, format);
    vsnprintf(r->why, sizeof r->why, format, args);
    va_end(args);
    return status;
}

int result_read(saltus_result *r, void *data, size_t n)
{
    return fread(data, 1, n, r->f) == n;
}

int result_jump(saltus_result *r, uint64_t at)
{
    return at <= INT64_MAX && fseeko(r->f, (off_t)at, SEEK_SET) == 0;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const struct result_source *recognize(FILE *f)
{
    int first = fgetc(f);
    if (first != EOF) ungetc(first, f);
    return first == 0x89 ? &seg_source : first == '3' ? &rows_mat_source : &rows_csv_source;
}

/* 0: a regular file, or a pipe; else errno. */
static int open_file(saltus_result *r, const char *path)
{
    struct stat st;
    r->f = fopen(path, "rb");
    if (!r->f || fstat(fileno(r->f), &st) != 0) return errno;
    if (S_ISDIR(st.st_mode)) return EISDIR;
    r->size = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : UINT64_MAX;
    return 0;
}

static saltus_status start(saltus_result *r, const char *path)
{
    int error = open_file(r, path);
    if (error) {
        result_fail(r, SALTUS_EIO, "%s", strerror(error));
        errno = error;
        return SALTUS_EIO;
    }
    r->source = recognize(r->f);
    r->state = alloc_array(&r->alloc, 1, r->source->size);
    if (!r->state) return SALTUS_ENOMEM;
    saltus_status status = r->source->open(r);
    r->header.columns = r->columns;
    r->header.marks = r->marks;
    r->header.notes = r->notes;
    return status;
}

/* The one text that outlives a result: that of a file that could not be opened. */
static const char *keep_why(const saltus_result *r, saltus_status status)
{
    static _Thread_local char text[RESULT_WHY];
    if (status == SALTUS_ENOMEM || !r) return "out of memory";
    if (!r->why[0]) return "it cannot be read";
    memcpy(text, r->why, sizeof text);
    return text;
}

static void result_free(saltus_result *r)
{
    struct alloc a = r->alloc;
    if (r->state) r->source->free(r);
    if (r->f) fclose(r->f);
    alloc_free(&a, r->state);
    alloc_free(&a, r->columns);
    alloc_free(&a, r->marks);
    alloc_free(&a, r->notes);
    alloc_free(&a, r);
}

saltus_status result_open(const char *path, saltus_alloc_fn *fn, void *user, saltus_result **out,
                          const char **why)
{
    const char *nowhere;
    struct alloc a;
    if (!why) why = &nowhere;
    *why = "";
    if (!out) return SALTUS_EARG;
    *out = NULL;
    if (!path) return SALTUS_EARG;
    alloc_init(&a, fn, user);
    saltus_result *r = alloc_array(&a, 1, sizeof *r);
    if (!r) {
        *why = keep_why(NULL, SALTUS_ENOMEM);
        return SALTUS_ENOMEM;
    }
    r->alloc = a;
    r->end = NAN;
    r->outcome = "";
    r->header.struct_size = sizeof r->header;
    r->header.model = "";
    saltus_status status = start(r, path);
    if (status == SALTUS_OK) {
        *out = r;
        return SALTUS_OK;
    }
    int error = errno;
    *why = keep_why(r, status);
    result_free(r);
    errno = error;
    return status;
}

saltus_status saltus_result_open(const char *path, saltus_result **out, const char **why)
{
    return result_open(path, NULL, NULL, out, why);
}

void saltus_result_close(saltus_result *r)
{
    if (r) result_free(r);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

const saltus_header *saltus_result_header(const saltus_result *r)
{
    return &r->header;
}

saltus_status saltus_result_next(saltus_result *r, saltus_record *rec)
{
    if (!r || !rec) return SALTUS_EARG;
    rec->kind = SALTUS_RECORD_END;
    if (r->status != SALTUS_OK) return r->status;
    r->status = r->source->next(r, rec);
    if (r->status != SALTUS_OK) rec->kind = SALTUS_RECORD_END;
    return r->status;
}

saltus_status saltus_result_seek(saltus_result *r, double t)
{
    if (!r || isnan(t)) return SALTUS_EARG;
    if (r->size == UINT64_MAX) return result_fail(r, SALTUS_EIO, "a pipe cannot be read twice");
    r->why[0] = '\0';
    r->complete = 0;
    r->outcome = "";
    r->end = NAN;
    r->status = r->source->seek(r, t);
    return r->status;
}

int saltus_result_complete(const saltus_result *r)
{
    if (!r) return 0;
    return r->complete;
}

double saltus_result_end(const saltus_result *r)
{
    if (!r) return (double)NAN;
    return r->end;
}

const char *saltus_result_outcome(const saltus_result *r)
{
    if (!r) return NULL;
    return r->outcome;
}

const char *saltus_result_why(const saltus_result *r)
{
    return r->why;
}

size_t saltus_result_find(const saltus_result *r, const char *name)
{
    if (!r) return SIZE_MAX;
    for (size_t k = 0; name && k < r->header.n_columns; k++)
        if (strcmp(r->columns[k].name, name) == 0) return k;
    return SIZE_MAX;
}
