/* SPDX-License-Identifier: MIT */
/* result.h - what the formats of a result file share: the file being written, and the tables of
 * functions behind saltus_writer and saltus_result.
 *
 * A format to write is a struct result_kind, one to read a struct result_source. Arguments are
 * checked before they reach a format, and a failed writer never calls it again but to free. */
#ifndef OUT_RESULT_H
#define OUT_RESULT_H

#include "saltus_result.h"

#include "base/alloc.h"

#include <stdint.h>
#include <string.h>

/* ---- A file being written -------------------------------------------------------------------- */

enum { RESULT_BUFFER = 1 << 16 };

/* Bytes are collected in buf. The first error sticks: what comes later is dropped, and error says
 * why. */
struct result_out {
    int fd;         /* -1: not open                                                             */
    int standard;   /* it is standard output, which stays open                                  */
    int error;      /* errno of the first failure; 0: none                                      */
    uint64_t bytes; /* written and waiting: where the next byte goes                            */
    size_t used;    /* waiting in buf                                                           */
    unsigned char *buf;
};

/* Creates or empties the file; "-": standard output. 0 or errno. */
int result_out_open(struct result_out *o, const char *path, struct alloc *a);
/* An existing file, cut to `at` bytes; writing goes on there. */
int result_out_continue(struct result_out *o, const char *path, uint64_t at, struct alloc *a);
void result_out_put(struct result_out *o, const void *data, size_t n);
void result_out_text(struct result_out *o, const char *s);
void result_out_flush(struct result_out *o);
/* Overwrites what has been flushed. */
void result_out_patch(struct result_out *o, uint64_t at, const void *data, size_t n);
/* Flushes, closes, frees; o->error tells whether all of it is in the file. */
void result_out_close(struct result_out *o, struct alloc *a);

/* ---- Little-endian numbers ------------------------------------------------------------------- */

/* Bytes of v, least first, whatever the machine; compilers make one store of it where that is the
 * same. */
static inline void result_put_u32(unsigned char *p, uint32_t v)
{
    p[0] = (unsigned char)v, p[1] = (unsigned char)(v >> 8);
    p[2] = (unsigned char)(v >> 16), p[3] = (unsigned char)(v >> 24);
}

static inline void result_put_u64(unsigned char *p, uint64_t v)
{
    p[0] = (unsigned char)v, p[1] = (unsigned char)(v >> 8);
    p[2] = (unsigned char)(v >> 16), p[3] = (unsigned char)(v >> 24);
    p[4] = (unsigned char)(v >> 32), p[5] = (unsigned char)(v >> 40);
    p[6] = (unsigned char)(v >> 48), p[7] = (unsigned char)(v >> 56);
}

static inline void result_put_f64(unsigned char *p, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    result_put_u64(p, bits);
}

static inline uint32_t result_get_u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t result_get_u64(const unsigned char *p)
{
    return result_get_u32(p) | (uint64_t)result_get_u32(p + 4) << 32;
}

static inline double result_get_f64(const unsigned char *p)
{
    uint64_t bits = result_get_u64(p);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* ---- Writers --------------------------------------------------------------------------------- */

struct result_kind {
    size_t size; /* of the format's own state, which w->state points to; zeroed */
    saltus_status (*open)(saltus_writer *w, const saltus_header *h);
    saltus_status (*segment)(saltus_writer *w, double t, size_t k, const double *poly, int order);
    saltus_status (*event)(saltus_writer *w, double t, size_t mark, int direction);
    saltus_status (*flush)(saltus_writer *w);
    saltus_status (*close)(saltus_writer *w, double t_end, const char *outcome);
    void (*free)(saltus_writer *w);
};

struct saltus_writer {
    struct alloc alloc;
    const struct result_kind *kind;
    void *state;
    struct result_out out;
    saltus_status status; /* of the first failure */
    int error;            /* its errno            */
    double t;             /* of the latest record; -infinity: none yet */
    size_t n_columns, n_marks;
    unsigned char *fixed;    /* by column: a parameter, which has no segments */
    const struct rows *rows; /* of formats that are tables; NULL: none */
};

extern const struct result_kind seg_kind, rows_csv_kind, rows_mat_kind;

/* As saltus_writer_open, with an allocator (NULL: realloc). */
saltus_status result_writer_open(const char *path, const saltus_header *h, saltus_alloc_fn *fn,
                                 void *user, saltus_writer **out);

saltus_status result_append(const char *path, saltus_alloc_fn *fn, void *user, saltus_writer **out,
                            const char **why);
/* Without a file. NULL: no memory. */
saltus_writer *result_writer_new(const struct result_kind *kind, const saltus_header *h,
                                 struct alloc a);
void result_writer_free(saltus_writer *w);

/* ---- Readers --------------------------------------------------------------------------------- */

enum { RESULT_WHY = 256 };

struct result_source {
    size_t size; /* of the format's own state */
    saltus_status (*open)(saltus_result *r);
    saltus_status (*next)(saltus_result *r, saltus_record *rec);
    saltus_status (*seek)(saltus_result *r, double t);
    void (*free)(saltus_result *r);
};

struct saltus_result {
    struct alloc alloc;
    const struct result_source *source;
    void *state;
    FILE *f;
    uint64_t size;        /* of the file; UINT64_MAX: a pipe                                */
    saltus_header header; /* columns, marks and notes below, strings in `texts` of the format */
    saltus_column *columns;
    const char **marks;
    saltus_note *notes;
    saltus_status status; /* of the first failure of next or seek                           */
    int complete;
    double end;
    const char *outcome;
    char why[RESULT_WHY]; /* what is wrong with the file                                    */
};

extern const struct result_source seg_source, rows_csv_source, rows_mat_source;

saltus_status result_open(const char *path, saltus_alloc_fn *fn, void *user, saltus_result **out,
                          const char **why);
/* Says what is wrong (the first time) and returns status. */
__attribute__((format(printf, 3, 4))) saltus_status result_fail(saltus_result *r,
                                                                saltus_status status,
                                                                const char *format, ...);
/* Exactly n bytes at the present place; 0: there are not as many. */
int result_read(saltus_result *r, void *data, size_t n);
int result_jump(saltus_result *r, uint64_t at);

#endif
