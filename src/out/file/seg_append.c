/* SPDX-License-Identifier: MIT */
/* seg_append.c - a segment file that ends, or was cut off, is continued.
 *
 *  1. The file is read from its last snapshot on: what every column is, the last time, and where
 *     the last complete block ends.
 *  2. The heads of all blocks before that are visited: the last INDEX, the snapshots that are in
 *     none, the number of records.
 *  3. What follows (an END block, or a part of a block) is cut off, and a writer starts there in
 *     the state in which the first one was. */
#include "out/file/seg_read.h"
#include "out/file/seg_write.h"

#include <errno.h>
#include <math.h>

/* 1. *end: where the file is to be cut; *number: of the next block. */
static saltus_status replay(saltus_result *r, saltus_writer *w, uint64_t *end, uint64_t *number)
{
    struct seg_in *in = r->state;
    struct seg *s = w->state;
    saltus_record rec;
    saltus_status status = saltus_result_seek(r, INFINITY);
    while (status == SALTUS_OK && (status = saltus_result_next(r, &rec)) == SALTUS_OK &&
           rec.kind != SALTUS_RECORD_END) {
        if (rec.kind != SALTUS_RECORD_SEGMENT) continue;
        struct seg_piece *p = &s->piece[rec.k];
        p->t = rec.t;
        p->order = rec.order;
        memcpy(p->c, rec.poly, sizeof p->c);
    }
    if (status != SALTUS_OK) return status;
    *end = r->complete ? in->place - SEG_BLOCK - in->head.length : in->place;
    *number = r->complete ? in->head.number : in->number;
    w->t = r->complete && r->end > in->t ? r->end : in->t;
    if (in->impossible || (!r->complete && r->size - *end > SEG_BLOCK + SEG_PAYLOAD))
        return SALTUS_EMODEL; /* more than one block would be lost */
    return SALTUS_OK;
}

/* 2. */
static saltus_status survey(saltus_result *r, struct seg *s, uint64_t end)
{
    const struct seg_in *in = r->state;
    struct seg_head h;
    for (uint64_t place = in->start; place < end; place += SEG_BLOCK + h.length) {
        if (!seg_peek(r, place, &h)) return SALTUS_EMODEL;
        if (h.type == SEG_DATA) {
            s->records += h.records;
            s->since_snap += SEG_BLOCK + h.length;
        } else if (h.type == SEG_SNAP && (h.flags & SEG_FIRST)) {
            if (s->snaps == SEG_INDEX) return SALTUS_EMODEL;
            s->snap[s->snaps++] = (struct seg_snap){h.first, place};
            s->since_snap = 0;
        } else if (h.type == SEG_INDICES) {
            s->index = place;
            s->snaps = 0;
        }
    }
    return SALTUS_OK;
}

/* A file may end between the snapshot that fills the index and its INDEX. */
static saltus_status resume(saltus_writer *w, const char *path, uint64_t end)
{
    struct seg *s = w->state;
    int error = result_out_continue(&w->out, path, end, &w->alloc);
    if (error && !w->out.buf) return SALTUS_ENOMEM;
    w->out.error = error;
    if (!error && s->snaps == SEG_INDEX) seg_put_index(w);
    return w->out.error ? SALTUS_EIO : SALTUS_OK;
}

static saltus_status append(saltus_result *r, const char *path, saltus_writer *w)
{
    struct seg *s = w->state;
    uint64_t end = 0;
    saltus_status status = seg_prepare(w);
    if (status == SALTUS_OK) status = replay(r, w, &end, &s->number);
    if (status == SALTUS_OK) status = survey(r, s, end);
    s->t0 = r->header.t0;
    return status == SALTUS_OK ? resume(w, path, end) : status;
}

saltus_status result_append(const char *path, saltus_alloc_fn *fn, void *user, saltus_writer **out,
                            const char **why)
{
    static _Thread_local char text[RESULT_WHY];
    saltus_result *r;
    const char *said = "";
    if (why) *why = text;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    saltus_writer *w = NULL;
    saltus_status status = result_open(path, fn, user, &r, &said);
    snprintf(text, sizeof text, "%s", said);
    if (status != SALTUS_OK) return status;
    if (r->source != &seg_source) status = result_fail(r, SALTUS_EMODEL, "not a segment file");
    if (status == SALTUS_OK) {
        struct alloc a;
        alloc_init(&a, fn, user);
        w = result_writer_new(&seg_kind, &r->header, a);
        status = w ? append(r, path, w) : SALTUS_ENOMEM;
    }
    if (status == SALTUS_OK) {
        *out = w;
        text[0] = '\0';
    } else if (w) {
        snprintf(text, sizeof text, "%s", status == SALTUS_EIO ? strerror(w->out.error) : r->why);
        result_out_close(&w->out, &w->alloc);
        int error = w->out.error;
        result_writer_free(w);
        errno = error;
    } else
        snprintf(text, sizeof text, "%s", r->why);
    saltus_result_close(r);
    return status;
}

saltus_status saltus_writer_append(const char *path, saltus_writer **out, const char **why)
{
    return result_append(path, NULL, NULL, out, why);
}
