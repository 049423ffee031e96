/* SPDX-License-Identifier: MIT */
/* seg_write.c - the segment file, written.
 *
 * One block is filled in memory and handed over whole: a file that ends anywhere is a file up to
 * its last block. Whenever enough data has been written since the last snapshot, the current
 * segments of all columns are written as another, so that a reader may start there; they cost at
 * most an eighth of the file. Places of snapshots are collected for an INDEX of at most SEG_INDEX
 * entries. So memory depends on the number of columns only. */
#include "out/file/seg_write.h"

#include <errno.h>
#include <math.h>

/* ---- Blocks ---------------------------------------------------------------------------------- */

static unsigned char *payload(struct seg *s)
{
    return s->block + SEG_BLOCK;
}

static void start_block(struct seg *s)
{
    s->end = payload(s);
    s->in_block = 0;
    s->before = s->first = NAN;
    s->column = 0;
}

/* The block in memory, with its head, goes out. */
static void put_block(saltus_writer *w, enum seg_type type, int flags, double first, double last)
{
    struct seg *s = w->state;
    unsigned char *b = s->block;
    size_t n = (size_t)(s->end - b);
    result_put_u32(b + 4, (uint32_t)(n - SEG_BLOCK));
    b[8] = (unsigned char)type;
    b[9] = (unsigned char)flags;
    b[10] = b[11] = 0;
    result_put_u32(b + 12, s->in_block);
    result_put_u64(b + 16, s->number++);
    result_put_f64(b + 24, first);
    result_put_f64(b + 32, last);
    result_put_u32(b, seg_crc_of(&s->crc, b + 4, n - 4));
    result_out_put(&w->out, b, n);
    result_out_flush(&w->out);
    start_block(s);
}

/* ---- Header ---------------------------------------------------------------------------------- */

static void head_bytes(saltus_writer *w, const void *data, size_t n)
{
    struct seg *s = w->state;
    const unsigned char *p = data;
    while (n > 0) {
        size_t room = (size_t)(s->block + SEG_BLOCK + SEG_PAYLOAD - s->end);
        if (room == 0) {
            put_block(w, SEG_HEAD, 0, s->t0, s->t0);
            continue;
        }
        size_t part = n < room ? n : room;
        memcpy(s->end, p, part);
        s->end += part;
        p += part;
        n -= part;
    }
}

static void head_varint(saltus_writer *w, uint64_t v)
{
    unsigned char b[10];
    head_bytes(w, b, (size_t)(seg_put_varint(b, v) - b));
}

static void head_f64(saltus_writer *w, double v)
{
    unsigned char b[8];
    result_put_f64(b, v);
    head_bytes(w, b, sizeof b);
}

static void head_text(saltus_writer *w, const char *s)
{
    if (!s) s = "";
    head_varint(w, strlen(s));
    head_bytes(w, s, strlen(s) + 1);
}

static void head_column(saltus_writer *w, const saltus_column *c)
{
    unsigned char kind = (unsigned char)c->kind;
    head_bytes(w, &kind, 1);
    if (c->kind == SALTUS_PARAMETER) head_f64(w, c->value);
    head_text(w, c->name);
    head_text(w, c->unit);
    head_text(w, c->text);
}

static void put_head(saltus_writer *w, const saltus_header *h)
{
    struct seg *s = w->state;
    s->t0 = h->t0;
    head_text(w, h->model);
    head_f64(w, h->t0);
    head_f64(w, h->t1);
    head_f64(w, h->interval);
    head_varint(w, h->n_columns);
    for (size_t k = 0; k < h->n_columns; k++) head_column(w, &h->columns[k]);
    head_varint(w, h->n_marks);
    for (size_t k = 0; k < h->n_marks; k++) head_text(w, h->marks[k]);
    head_varint(w, h->n_notes);
    for (size_t k = 0; k < h->n_notes; k++) {
        head_text(w, h->notes[k].key);
        head_text(w, h->notes[k].value);
    }
    put_block(w, SEG_HEAD, SEG_LAST, h->t0, h->t0);
}

static void put_signature(saltus_writer *w)
{
    unsigned char b[SEG_SIGNATURE] = {0};
    memcpy(b, seg_signature, sizeof seg_signature);
    b[8] = SEG_VERSION;
    result_out_put(&w->out, b, sizeof b);
}

/* ---- Snapshots and index --------------------------------------------------------------------- */

void seg_put_index(saltus_writer *w)
{
    struct seg *s = w->state;
    uint64_t place = w->out.bytes;
    result_put_u64(s->end, s->index);
    s->end += 8;
    for (uint32_t i = 0; i < s->snaps; i++, s->end += 16) {
        result_put_f64(s->end, s->snap[i].t);
        result_put_u64(s->end + 8, s->snap[i].place);
    }
    s->in_block = s->snaps;
    put_block(w, SEG_INDICES, 0, s->snap[0].t, s->snap[s->snaps - 1].t);
    s->index = place;
    s->snaps = 0;
}

static int block_is_full(const struct seg *s)
{
    return s->end + SEG_RECORD > s->block + SEG_BLOCK + SEG_PAYLOAD;
}

static void put_snap(saltus_writer *w)
{
    struct seg *s = w->state;
    uint64_t place = w->out.bytes;
    int flags = SEG_FIRST;
    for (size_t k = 0; k < w->n_columns; k++) {
        const struct seg_piece *p = &s->piece[k];
        if (p->order < 0) continue;
        if (block_is_full(s)) {
            put_block(w, SEG_SNAP, flags, w->t, w->t);
            flags = 0;
        }
        s->end = seg_put_segment(s->end, &s->before, &s->column, p->t, k, p->c, p->order);
        s->in_block++;
    }
    put_block(w, SEG_SNAP, flags | SEG_LAST, w->t, w->t);
    s->snap_bytes = w->out.bytes - place;
    s->since_snap = 0;
    s->snap[s->snaps++] = (struct seg_snap){w->t, place};
    if (s->snaps == SEG_INDEX) seg_put_index(w);
}

/* ---- Records --------------------------------------------------------------------------------- */

static void put_data(saltus_writer *w)
{
    struct seg *s = w->state;
    if (s->in_block == 0) return;
    s->since_snap += (uint64_t)(s->end - s->block);
    put_block(w, SEG_DATA, 0, s->first, s->before);
    uint64_t enough = SEG_SNAP_SHARE * s->snap_bytes;
    if (s->since_snap >= (enough > s->snap_every ? enough : s->snap_every)) put_snap(w);
}

static void begin_record(saltus_writer *w, double t)
{
    struct seg *s = w->state;
    if (block_is_full(s)) put_data(w);
    if (s->in_block++ == 0) s->first = t;
    s->records++;
}

static saltus_status segment(saltus_writer *w, double t, size_t k, const double *poly, int order)
{
    struct seg *s = w->state;
    begin_record(w, t);
    s->end = seg_put_segment(s->end, &s->before, &s->column, t, k, poly, order);
    struct seg_piece *p = &s->piece[k];
    p->t = t;
    p->order = order;
    for (int j = 0; j <= order; j++) p->c[j] = poly[j];
    return SALTUS_OK;
}

static saltus_status event(saltus_writer *w, double t, size_t mark, int direction)
{
    struct seg *s = w->state;
    begin_record(w, t);
    s->end = seg_put_event(s->end, &s->before, t, mark, direction);
    return SALTUS_OK;
}

static saltus_status flush(saltus_writer *w)
{
    put_data(w);
    return SALTUS_OK;
}

static saltus_status finish(saltus_writer *w, double t_end, const char *outcome)
{
    struct seg *s = w->state;
    put_data(w);
    if (s->snaps > 0) seg_put_index(w);
    uint64_t place = w->out.bytes;
    size_t n = strlen(outcome);
    if (n > 1024) n = 1024;
    if (isinf(t_end)) t_end = s->t0;
    result_put_f64(s->end, t_end);
    result_put_u64(s->end + 8, s->index);
    result_put_u64(s->end + 16, s->records);
    s->end = seg_put_varint(s->end + 24, n);
    memcpy(s->end, outcome, n);
    result_put_u64(s->end + n, place);
    memcpy(s->end + n + 8, seg_tail, sizeof seg_tail);
    s->end += n + 16;
    put_block(w, SEG_END, SEG_LAST, t_end, t_end);
    return SALTUS_OK;
}

/* ---- Opening --------------------------------------------------------------------------------- */

saltus_status seg_prepare(saltus_writer *w)
{
    struct seg *s = w->state;
    seg_crc_init(&s->crc);
    s->snap_every = SEG_SNAP_BYTES;
    s->snap_bytes = 32 * (uint64_t)w->n_columns; /* about */
    s->block = alloc_array(&w->alloc, SEG_BLOCK + SEG_PAYLOAD, 1);
    s->snap = alloc_array(&w->alloc, SEG_INDEX, sizeof *s->snap);
    s->piece = alloc_array(&w->alloc, w->n_columns, sizeof *s->piece);
    if (!s->block || !s->snap || !s->piece) return SALTUS_ENOMEM;
    for (size_t k = 0; k < w->n_columns; k++) s->piece[k].order = -1;
    start_block(s);
    return SALTUS_OK;
}

static saltus_status begin(saltus_writer *w, const saltus_header *h)
{
    saltus_status status = seg_prepare(w);
    if (status != SALTUS_OK) return status;
    put_signature(w);
    put_head(w, h);
    return SALTUS_OK;
}

static void release(saltus_writer *w)
{
    struct seg *s = w->state;
    alloc_free(&w->alloc, s->block);
    alloc_free(&w->alloc, s->snap);
    alloc_free(&w->alloc, s->piece);
}

const struct result_kind seg_kind = {
    .size = sizeof(struct seg),
    .open = begin,
    .segment = segment,
    .event = event,
    .flush = flush,
    .close = finish,
    .free = release,
};
