/* SPDX-License-Identifier: MIT */
/* seg_read.c - the segment file, read from its start to its last complete block.
 *
 * A block counts only if it is there in full, its checksum is right and its number is the next one.
 * The first that is not ends the file: what comes before it is handed out, complete is 0, and `why`
 * says where and what. Past the checksum nothing is believed either: columns, orders and times are
 * checked record by record. */
#include "out/file/seg_read.h"

#include <inttypes.h>
#include <math.h>

/* ---- Blocks ---------------------------------------------------------------------------------- */

static struct seg_head head_of(const unsigned char *b)
{
    return (struct seg_head){
        .length = result_get_u32(b + 4),
        .type = b[8],
        .flags = b[9],
        .records = result_get_u32(b + 12),
        .number = result_get_u64(b + 16),
        .first = result_get_f64(b + 24),
        .last = result_get_f64(b + 32),
    };
}

int seg_peek(saltus_result *r, uint64_t place, struct seg_head *h)
{
    unsigned char b[SEG_BLOCK];
    if (place > r->size || r->size - place < SEG_BLOCK) return 0;
    if (!result_jump(r, place) || !result_read(r, b, sizeof b)) return 0;
    *h = head_of(b);
    return h->length <= SEG_PAYLOAD && h->length <= r->size - place - SEG_BLOCK;
}

static int damaged(saltus_result *r, const char *what)
{
    struct seg_in *s = r->state;
    result_fail(r, SALTUS_EMODEL, "damaged at byte %" PRIu64 ": %s", s->place, what);
    return -1;
}

static int cut_off(saltus_result *r)
{
    struct seg_in *s = r->state;
    result_fail(r, SALTUS_EMODEL, "cut off in the block at byte %" PRIu64, s->place);
    return 0;
}

int seg_next_block(saltus_result *r)
{
    struct seg_in *s = r->state;
    if (s->place == r->size) {
        result_fail(r, SALTUS_EMODEL, "not closed: ends after %" PRIu64 " bytes", s->place);
        return 0;
    }
    if (r->size - s->place < SEG_BLOCK) return cut_off(r);
    if (!result_jump(r, s->place) || !result_read(r, s->block, SEG_BLOCK))
        return damaged(r, "it cannot be read");
    s->head = head_of(s->block);
    if (s->head.length > SEG_PAYLOAD) return damaged(r, "not a block");
    if (s->head.length > r->size - s->place - SEG_BLOCK) return cut_off(r);
    if (!result_read(r, s->block + SEG_BLOCK, s->head.length))
        return damaged(r, "it cannot be read");
    if (seg_crc_of(&s->crc, s->block + 4, SEG_BLOCK - 4 + s->head.length) !=
        result_get_u32(s->block))
        return damaged(r, "wrong checksum");
    if (s->number != UINT64_MAX && s->head.number != s->number)
        return damaged(r, "a block is missing");
    s->number = s->head.number + 1;
    s->place += SEG_BLOCK + s->head.length;
    return 1;
}

/* ---- Records --------------------------------------------------------------------------------- */

static void open_records(struct seg_in *s)
{
    s->p = s->block + SEG_BLOCK;
    s->end = s->p + s->head.length;
    s->before = NAN;
    s->column = 0;
}

static int fits(const saltus_result *r, const saltus_record *rec)
{
    if (rec->kind == SALTUS_RECORD_EVENT) return rec->k < r->header.n_marks;
    return rec->k < r->header.n_columns && r->columns[rec->k].kind != SALTUS_PARAMETER;
}

static int get_record(saltus_result *r, saltus_record *rec)
{
    struct seg_in *s = r->state;
    s->p = seg_get_record(s->p, s->end, &s->before, &s->column, rec);
    return s->p && fits(r, rec);
}

int seg_read_end(saltus_result *r, double *t_end)
{
    struct seg_in *s = r->state;
    const unsigned char *p = s->block + SEG_BLOCK, *end = p + s->head.length;
    uint64_t n;
    if (s->head.length < 24) return 0;
    *t_end = result_get_f64(p);
    s->index = result_get_u64(p + 8);
    p = seg_get_varint(p + 24, end, &n);
    if (!p || n >= sizeof s->outcome || n > (uint64_t)(end - p) || !isfinite(*t_end)) return 0;
    memcpy(s->outcome, p, (size_t)n);
    s->outcome[n] = '\0';
    return 1;
}

/* No more records. */
static saltus_status stop(saltus_result *r, int complete)
{
    struct seg_in *s = r->state;
    s->ended = 1;
    s->p = s->end = NULL;
    r->complete = complete;
    r->outcome = complete ? s->outcome : "";
    if (!complete) r->end = isinf(s->t) ? r->header.t0 : s->t;
    return SALTUS_OK;
}

/* Goes on to the next block with records; OK with s->ended: there is none. */
static saltus_status advance(saltus_result *r)
{
    struct seg_in *s = r->state;
    for (;;) {
        if (seg_next_block(r) != 1) return ferror(r->f) ? SALTUS_EIO : stop(r, 0);
        if (s->head.type == SEG_END) {
            if (seg_read_end(r, &r->end)) return stop(r, 1);
            damaged(r, "the END block before it makes no sense");
            s->impossible = 1;
            return stop(r, 0);
        }
        if (s->head.type == SEG_DATA && s->head.length > 0) {
            open_records(s);
            return SALTUS_OK;
        }
    }
}

static saltus_status next(saltus_result *r, saltus_record *rec)
{
    struct seg_in *s = r->state;
    if (s->next_snap < s->snaps) {
        *rec = s->snap[s->next_snap++];
        return SALTUS_OK;
    }
    while (!s->ended && s->p == s->end) {
        saltus_status status = advance(r);
        if (status != SALTUS_OK) return status;
    }
    if (!s->ended && (!get_record(r, rec) || rec->t < s->t)) {
        damaged(r, "a record in the block before it is impossible");
        s->impossible = 1;
        stop(r, 0);
    }
    if (s->ended)
        rec->kind = SALTUS_RECORD_END;
    else
        s->t = rec->t;
    return SALTUS_OK;
}

/* ---- Places ---------------------------------------------------------------------------------- */

void seg_rewind(saltus_result *r)
{
    struct seg_in *s = r->state;
    s->place = s->start;
    s->number = s->start_number;
    s->p = s->end = NULL;
    s->t = -INFINITY;
    s->ended = s->impossible = 0;
    alloc_free(&r->alloc, s->snap);
    s->snap = NULL;
    s->snaps = s->next_snap = 0;
}

static saltus_status begin(saltus_result *r)
{
    struct seg_in *s = r->state;
    unsigned char b[SEG_SIGNATURE];
    if (r->size == UINT64_MAX)
        return result_fail(r, SALTUS_EIO, "a segment file cannot be read from a pipe");
    if (!result_read(r, b, sizeof b) || memcmp(b, seg_signature, sizeof seg_signature) != 0)
        return result_fail(r, SALTUS_EMODEL, "not a result file");
    if (b[8] != SEG_VERSION || b[9] != 0)
        return result_fail(r, SALTUS_EMODEL,
                           "a segment file of version %d; this program reads version %d",
                           b[8] + 256 * b[9], SEG_VERSION);
    seg_crc_init(&s->crc);
    s->block = alloc_array(&r->alloc, SEG_BLOCK + SEG_PAYLOAD, 1);
    if (!s->block) return SALTUS_ENOMEM;
    s->place = SEG_SIGNATURE;
    saltus_status status = seg_read_header(r);
    s->start = s->place;
    s->start_number = s->number;
    seg_rewind(r);
    return status;
}

static void release(saltus_result *r)
{
    struct seg_in *s = r->state;
    alloc_free(&r->alloc, s->block);
    alloc_free(&r->alloc, s->snap);
    alloc_free(&r->alloc, s->texts);
}

const struct result_source seg_source = {
    .size = sizeof(struct seg_in),
    .open = begin,
    .next = next,
    .seek = seg_seek,
    .free = release,
};
