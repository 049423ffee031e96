/* SPDX-License-Identifier: MIT */
/* saltus_result.h - results as files: written while a run goes on, read again, converted.
 *
 *     saltus_writer *w;
 *     saltus_writer_open("buck.seg", &header, &w);           // format by extension
 *     saltus_writer_segment(w, t, column, poly, order);      // in order of time, e.g. from a sink
 *     saltus_writer_event(w, t, mark, +1);
 *     saltus_writer_close(w, t_end, "ok");                   // reports everything that went wrong
 *
 * Three formats, one interface. A .seg file keeps the polynomials themselves; .csv and .mat keep
 * rows of values, at multiples of an interval or wherever something changes. Memory does not grow
 * with the length of a run. docs/file-formats.md describes every byte. */
#ifndef SALTUS_RESULT_H
#define SALTUS_RESULT_H

#include "saltus_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum saltus_format { SALTUS_NO_FORMAT = -1, SALTUS_SEG, SALTUS_CSV, SALTUS_MAT } saltus_format;
/* By extension (.seg, .csv, .mat); "-" is CSV. */
SALTUS_API saltus_format saltus_format_of(const char *path);

typedef struct saltus_column {
    const char *name;
    const char *unit, *text;  /* NULL: none                                                      */
    saltus_kind kind;         /* STATE, DISCRETE, OUTPUT; PARAMETER: constant, value below        */
    double value;             /* of a parameter                                                  */
} saltus_column;

typedef struct saltus_note {  /* what was used: "method" "liqss2", "rel" "0.001", ...             */
    const char *key, *value;
} saltus_note;

typedef struct saltus_header {
    size_t struct_size;       /* sizeof(saltus_header)                                            */
    const char *model;
    double t0, t1;            /* the interval that was asked for                                 */
    const saltus_column *columns;  size_t n_columns;
    const char *const *marks;      size_t n_marks;    /* names of events: guards, then clocks     */
    const saltus_note *notes;      size_t n_notes;
    /* CSV, MAT: a row at t0, t0 + interval, ... and at the end; 0: at every change, twice where a
     * value jumps */
    double interval;
} saltus_header;

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct saltus_writer saltus_writer;

/* Copies what it needs. The file is written under its own name from the start. "-": standard
 * output, CSV only. A .csv has no place for parameters, units, events and notes, a .mat none for
 * events. You own *out. EIO with errno set: it could not be created. EARG: no known extension, or a
 * header that makes no sense. */
SALTUS_API saltus_status saltus_writer_open(const char *path, const saltus_header *h,
                                            saltus_writer **out);
/* Goes on with a .seg, closed or cut off: what follows its last complete block is removed, and what
 * is written now comes after it, not before its last time (saltus_result_end). *why as in
 * saltus_result_open. EMODEL: it is not such a file, or is damaged in the middle. You own *out. */
SALTUS_API saltus_status saltus_writer_append(const char *path, saltus_writer **out,
                                              const char **why);
/* From t on column k is sum_j poly[j] (time - t)^j, j = 0..order, order <= SALTUS_SERIES. Times
 * never decrease. After an error all calls return it again and do nothing. */
SALTUS_API saltus_status saltus_writer_segment(saltus_writer *w, double t, size_t k,
                                               const double *poly, int order);
SALTUS_API saltus_status saltus_writer_event(saltus_writer *w, double t, size_t mark,
                                             int direction);
/* What has come so far goes to the file, so that it can be read whatever happens to this process;
 * of .csv and .mat, the rows before the latest instant. (Done by itself, too, at least every 64 kB
 * of data.) */
SALTUS_API saltus_status saltus_writer_flush(saltus_writer *w);
/* The run has ended at t_end with this outcome (lower-case status name); writes what is left, frees
 * w. NULL is fine. */
SALTUS_API saltus_status saltus_writer_close(saltus_writer *w, double t_end, const char *outcome);
SALTUS_API uint64_t saltus_writer_bytes(const saltus_writer *w);

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct saltus_result saltus_result;

typedef enum saltus_record_kind {
    SALTUS_RECORD_END,        /* no more                                                         */
    /* .seg; of .csv and .mat: rows come as linear segments, column by column */
    SALTUS_RECORD_SEGMENT,
    SALTUS_RECORD_EVENT
} saltus_record_kind;

typedef struct saltus_record {
    saltus_record_kind kind;
    double t;
    size_t k;                 /* column, or mark                                                 */
    int order;                /* segment; event: the direction                                   */
    double poly[SALTUS_SERIES + 1];
} saltus_record;

/* Reads the header. *why: a static or internal text that says what is wrong, valid until the next
 * call of this thread; may be passed NULL. EMODEL: not a result file, or damaged before the first
 * record. You own *out. */
SALTUS_API saltus_status saltus_result_open(const char *path, saltus_result **out,
                                            const char **why);
SALTUS_API const saltus_header *saltus_result_header(const saltus_result *r);
/* The next record in order of time. Of a file that was cut off, everything up to the last complete
 * block (.seg) or row. */
SALTUS_API saltus_status saltus_result_next(saltus_result *r, saltus_record *rec);
/* Back to the beginning, or to the last point before t from which every column is known (.seg: by
 * the index; else the beginning). There, the segments that hold come first, with the times at which
 * they began. */
SALTUS_API saltus_status saltus_result_seek(saltus_result *r, double t);
/* 1: it was closed properly; known after the last record */
SALTUS_API int saltus_result_complete(const saltus_result *r);
/* t_end, or the last time that is in the file; after the last record */
SALTUS_API double saltus_result_end(const saltus_result *r);
SALTUS_API const char *saltus_result_outcome(const saltus_result *r); /* "" if not closed */
/* What is wrong with the file: after an error, and after the last record of one that is not
 * complete; else "". */
SALTUS_API const char *saltus_result_why(const saltus_result *r);
/* column; SIZE_MAX: none */
SALTUS_API size_t saltus_result_find(const saltus_result *r, const char *name);
SALTUS_API void saltus_result_close(saltus_result *r); /* NULL is fine                            */

/* in to out, of whatever formats; interval as in saltus_header (NaN: 0, and a .seg keeps that of a
 * .seg); only the columns that match one of the patterns (* and ?), NULL: all. OK with a text in
 * *why: `in` is not complete (that text says why), and what is there has been converted. */
SALTUS_API saltus_status saltus_convert(const char *in, const char *out, double interval,
                                        const char *const *patterns, size_t n_patterns, const char **why);

#ifdef __cplusplus
}
#endif
#endif
