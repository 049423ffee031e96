/* SPDX-License-Identifier: MIT */
/* seg_seek.c - to a point of a segment file from which every column is known.
 *
 * A file that was closed has its last INDEX in its END block, which is found from the last bytes of
 * the file; INDEX blocks are linked backwards, and each says where a thousand snapshots are.
 * Otherwise the heads of the blocks are visited one after the other, which reads 40 bytes of every
 * 64 kB. The snapshot is read, sorted by time and handed out first; if it turns out damaged,
 * reading starts at the beginning, which is always right. */
#include "out/file/seg_read.h"

#include <math.h>
#include <stdlib.h>

/* The block at this place, checked; 0: not one of that type. */
static int block_at(saltus_result *r, uint64_t place, int type)
{
    struct seg_in *s = r->state;
    s->place = place;
    s->number = UINT64_MAX;
    return place < r->size && seg_next_block(r) == 1 && s->head.type == type;
}

static uint64_t last_index(saltus_result *r)
{
    struct seg_in *s = r->state;
    unsigned char tail[16];
    double t_end;
    if (r->size < SEG_SIGNATURE + SEG_BLOCK + sizeof tail) return 0;
    if (!result_jump(r, r->size - sizeof tail) || !result_read(r, tail, sizeof tail)) return 0;
    if (memcmp(tail + 8, seg_tail, sizeof seg_tail) != 0) return 0;
    if (!block_at(r, result_get_u64(tail), SEG_END) || !seg_read_end(r, &t_end)) return 0;
    return s->index;
}

/* Place of the last snapshot before t by the INDEX at `index` and those before it; 0: none. */
static uint64_t find_by_index(saltus_result *r, uint64_t index, double t)
{
    const struct seg_in *s = r->state;
    const unsigned char *p = s->block + SEG_BLOCK;
    while (index != 0 && block_at(r, index, SEG_INDICES) && s->head.length >= 8) {
        uint64_t before = result_get_u64(p), found = 0;
        for (size_t i = 8; i + 16 <= s->head.length && result_get_f64(p + i) < t; i += 16)
            found = result_get_u64(p + i + 8);
        if (found) return found;
        index = before < index ? before : 0;
    }
    return 0;
}

static uint64_t find_by_heads(saltus_result *r, double t)
{
    const struct seg_in *s = r->state;
    struct seg_head h;
    uint64_t place = s->start, number = s->start_number, found = 0;
    while (seg_peek(r, place, &h) && h.number == number) {
        if (h.type == SEG_SNAP && (h.flags & SEG_FIRST)) {
            if (!(h.first < t)) break;
            found = place;
        }
        place += SEG_BLOCK + h.length;
        number++;
    }
    return found;
}

/* ---- The snapshot ---------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    const saltus_record *x = a, *y = b;
    if (x->t != y->t) return x->t < y->t ? -1 : 1;
    return x->k < y->k ? -1 : x->k > y->k;
}

/* Records of the present block; 1: fine, 0: not a snapshot, -1: no memory. */
static int take_block(saltus_result *r)
{
    struct seg_in *s = r->state;
    const unsigned char *p = s->block + SEG_BLOCK, *end = p + s->head.length;
    double before = NAN;
    size_t column = 0, room = s->snaps + s->head.length / 9; /* a record has at least 9 bytes */
    saltus_record *more = alloc_resize(&r->alloc, s->snap, room + 1, sizeof *more);
    if (!more) return -1;
    s->snap = more;
    while (p && p < end) {
        saltus_record *rec = &s->snap[s->snaps];
        p = seg_get_record(p, end, &before, &column, rec);
        if (!p || rec->kind != SALTUS_RECORD_SEGMENT || rec->k >= r->header.n_columns) return 0;
        if (r->columns[rec->k].kind == SALTUS_PARAMETER || rec->t > s->head.first) return 0;
        s->snaps++;
    }
    return p != NULL;
}

static int take_snapshot(saltus_result *r, uint64_t place)
{
    struct seg_in *s = r->state;
    int taken = block_at(r, place, SEG_SNAP) && (s->head.flags & SEG_FIRST);
    while (taken == 1) {
        taken = take_block(r);
        if (taken != 1 || (s->head.flags & SEG_LAST)) break;
        taken = seg_next_block(r) == 1 && s->head.type == SEG_SNAP;
    }
    if (taken != 1) return taken;
    s->t = s->head.first;
    qsort(s->snap, s->snaps, sizeof *s->snap, by_time);
    return 1;
}

saltus_status seg_seek(saltus_result *r, double t)
{
    const struct seg_in *s = r->state;
    uint64_t place = 0;
    int taken = 0;
    seg_rewind(r);
    if (t > r->header.t0) {
        uint64_t index = last_index(r);
        place = index ? find_by_index(r, index, t) : find_by_heads(r, t);
        seg_rewind(r);
    }
    if (place >= s->start) taken = take_snapshot(r, place);
    if (taken < 0) return SALTUS_ENOMEM;
    if (taken == 0) seg_rewind(r);
    r->why[0] = '\0';
    return SALTUS_OK;
}
