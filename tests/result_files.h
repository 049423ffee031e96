/* SPDX-License-Identifier: MIT */
/* result_files.h - random results for the tests of result files, and what they must read back as.
 *
 * A script is a list of records in order of time; it is played into a writer, and compared with what a reader gives. */
#ifndef RESULT_FILES_H
#define RESULT_FILES_H

#include "testing.h"

#include "num/poly.h"
#include "saltus_result.h"

#include <unistd.h>

enum { SCRIPT_MAX = 60000 };

struct script {
    saltus_column columns[6];
    const char *marks[3];
    saltus_note notes[2];
    saltus_header header;
    saltus_record *rec;
    size_t n;
    double t_end;
};

/* Four columns with values, two parameters, awkward names. */
static inline void script_header(struct script *s, double interval)
{
    *s = (struct script){
        .columns = {{"x", "m", "where it is", SALTUS_STATE, 0},
                    {"a[1,2]", "m/s", NULL, SALTUS_STATE, 0},
                    {"m", "kg", "mass", SALTUS_PARAMETER, 0.1 + 0.2},
                    {"on \"off\"", NULL, NULL, SALTUS_DISCRETE, 0},
                    {"\xce\xb1", "rad", "\xce\xb1 is an angle [of 2] things", SALTUS_OUTPUT, 0},
                    {"p", NULL, NULL, SALTUS_PARAMETER, -1e300}},
        .marks = {"hit", "u > 1", "tick"},
        .notes = {{"method", "liqss2"}, {"rel", "0.001"}},
    };
    s->header = (saltus_header){.struct_size = sizeof(saltus_header),
                                .model = "ball",
                                .t0 = 0,
                                .t1 = 1,
                                .columns = s->columns,
                                .n_columns = 6,
                                .marks = s->marks,
                                .n_marks = 3,
                                .notes = s->notes,
                                .n_notes = 2,
                                .interval = interval};
}

static inline void script_add(struct script *s, saltus_record rec)
{
    s->rec[s->n++] = rec;
}

static inline void script_segment(struct script *s, struct rng *g, double t, size_t k)
{
    saltus_record rec = {.kind = SALTUS_RECORD_SEGMENT, .t = t, .k = k};
    rec.order = rng_int(g, 0, SALTUS_SERIES);
    for (int j = 0; j <= rec.order; j++) rec.poly[j] = rng_uniform(g, -1, 1);
    script_add(s, rec);
}

/* All columns at t0, then n records more, some at the same time, up to a time below 1. */
static inline void script_make(struct script *s, struct rng *g, size_t n, double interval)
{
    static const size_t valued[] = {0, 1, 3, 4};
    double t = 0;
    script_header(s, interval);
    s->rec = calloc(n + 4, sizeof *s->rec);
    if (!s->rec) exit(99);
    for (int i = 0; i < 4; i++) script_segment(s, g, 0, valued[i]);
    for (size_t i = 0; i < n; i++) {
        if (rng_int(g, 0, 2) > 0) t += rng_uniform(g, 0, 1) / (double)n;
        if (rng_int(g, 0, 9) == 0)
            script_add(s, (saltus_record){.kind = SALTUS_RECORD_EVENT,
                                          .t = t,
                                          .k = (size_t)rng_int(g, 0, 2),
                                          .order = rng_int(g, -1, 1)});
        else
            script_segment(s, g, t, valued[rng_int(g, 0, 3)]);
    }
    s->t_end = t + rng_uniform(g, 0, 0.01);
}

static inline void script_free(struct script *s)
{
    free(s->rec);
}

static inline saltus_status script_give(saltus_writer *w, const saltus_record *rec)
{
    if (rec->kind == SALTUS_RECORD_EVENT) return saltus_writer_event(w, rec->t, rec->k, rec->order);
    return saltus_writer_segment(w, rec->t, rec->k, rec->poly, rec->order);
}

/* Records from..to-1. */
static inline saltus_status script_play(const struct script *s, saltus_writer *w, size_t from,
                                        size_t to)
{
    saltus_status status = SALTUS_OK;
    for (size_t i = from; i < to && status == SALTUS_OK; i++) status = script_give(w, &s->rec[i]);
    return status;
}

static inline void script_write(const struct script *s, const char *path)
{
    saltus_writer *w;
    CHECK_EQ_INT(saltus_writer_open(path, &s->header, &w), SALTUS_OK);
    CHECK_EQ_INT(script_play(s, w, 0, s->n), SALTUS_OK);
    CHECK_EQ_INT(saltus_writer_close(w, s->t_end, "ok"), SALTUS_OK);
}

/* What column k is at t, by the script: after all that happens at t, or (left) before. NaN: not known. */
static inline double script_value(const struct script *s, size_t k, double t, int left)
{
    double v = NAN;
    for (size_t i = 0; i < s->n && (left ? s->rec[i].t < t : s->rec[i].t <= t); i++) {
        const saltus_record *r = &s->rec[i];
        if (r->kind == SALTUS_RECORD_SEGMENT && r->k == k)
            v = poly_value(r->poly, r->order, t - r->t);
    }
    return v;
}

static inline int same_record(const saltus_record *a, const saltus_record *b)
{
    if (a->kind != b->kind || a->t != b->t || a->k != b->k || a->order != b->order) return 0;
    return a->kind == SALTUS_RECORD_EVENT ||
           memcmp(a->poly, b->poly, ((size_t)a->order + 1) * sizeof *a->poly) == 0;
}

/* ---- Files --------------------------------------------------------------------------------------- */

/* A name in a folder of this process that is emptied at its end. */
static inline const char *temporary(const char *name)
{
    static char folder[64], path[4][128];
    static int next;
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "/tmp/saltus-test-XXXXXX");
        if (!mkdtemp(folder)) exit(99);
    }
    char *p = path[next++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

static inline void temporary_end(void) /* names that are used, and the folder */
{
    static const char *const names[] = {"a.seg", "b.seg", "c.seg", "a.csv", "b.csv",
                                        "c.csv", "a.mat", "b.mat", "c.mat"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(temporary(names[i]));
    char folder[128];
    snprintf(folder, sizeof folder, "%s", temporary(""));
    folder[strlen(folder) - 1] = '\0';
    rmdir(folder);
}

static inline char *file_load(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0) exit(99);
    *n = (size_t)ftell(f);
    char *p = malloc(*n + 1);
    if (!p || fseek(f, 0, SEEK_SET) != 0 || fread(p, 1, *n, f) != *n) exit(99);
    p[*n] = '\0';
    fclose(f);
    return p;
}

static inline void file_save(const char *path, const char *p, size_t n)
{
    unlink(path); /* some systems wait for the disk when a file is emptied and written again */
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(p, 1, n, f) != n || fclose(f) != 0) exit(99);
}

static inline int file_equal(const char *a, const char *b)
{
    size_t n, m;
    char *p = file_load(a, &n), *q = file_load(b, &m);
    int same = n == m && memcmp(p, q, n) == 0;
    free(p);
    free(q);
    return same;
}

#endif
