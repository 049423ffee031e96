/* SPDX-License-Identifier: MIT */
/* seg.h - the segment file, byte by byte (docs/file-formats.md has the same as tables).
 *
 * A signature of 16 bytes, then blocks. A block is a head of 40 bytes and at most SEG_PAYLOAD bytes
 * more:
 *     0 u32 CRC-32 of all that follows, head and payload     4 u32 bytes of payload
 *     8 u8  type                                              9 u8  flags         10 u16 zero
 *    12 u32 records in it                                    16 u64 number of the block, from 0
 *    24 f64 time of its first record                         32 f64 time of its last record
 * Blocks in order: HEAD ..., then DATA with SNAP and INDEX in between, END.
 *
 * HEAD   a piece of the header; the last piece has SEG_LAST.
 * DATA   records.
 * SNAP   a point to start from: the segment that each column has there, in DATA's encoding, over as many blocks as it
 *        takes; the first has SEG_FIRST, the last SEG_LAST. Says nothing new; a reader that starts
 *        at the beginning skips it.
 * INDEX  where SNAPs begin: u64 place of the INDEX before it (0: none), then time f64 and place u64 of each.
 * END    f64 t_end, u64 place of the last INDEX, u64 records, outcome (varint length, bytes), u64 place of this block,
 *        the 8 bytes of SEG_TAIL: a reader finds it from the end of the file.
 *
 * A record is a byte, then what that byte asks for:
 *     bits 0-2  0..5: a segment of that order; 7: an event
 *     bit  3    a time follows, f64; else the time is that of the record before it
 *     bits 4-7  0..14: the index, 15: the index follows as a varint.
 * The index of a segment is the zigzag difference of its column to that of the segment before it (0
 * at the start of a block), that of an event is its mark. A segment ends with its coefficients, f64
 * each; an event with its direction, one signed byte. The first record of a block always has its
 * time. In a SNAP, times may decrease. */
#ifndef OUT_SEG_H
#define OUT_SEG_H

#include "out/file/result.h"

enum {
    SEG_VERSION = 1,
    SEG_SIGNATURE = 16, /* bytes before the first block                                         */
    SEG_BLOCK = 40,     /* bytes of a block's head                                              */
    SEG_PAYLOAD = (1 << 16) - SEG_BLOCK,
    SEG_RECORD = 1 + 8 + 10 + 8 * (SALTUS_SERIES + 1), /* bytes of the longest record             */
    SEG_SNAP_BYTES =
        1 << 20, /* of DATA between SNAPs, at least; at least SEG_SNAP_SHARE snapshots   */
    SEG_SNAP_SHARE = 8,
    SEG_INDEX = 1024, /* entries of an INDEX                                                  */
    SEG_EVENT = 7,    /* in bits 0-2 of a record                                              */
    SEG_TIME = 8,
    SEG_FAR = 15,
};
enum seg_type { SEG_HEAD = 1, SEG_DATA, SEG_SNAP, SEG_INDICES, SEG_END };
enum { SEG_FIRST = 1, SEG_LAST = 2 };

static const unsigned char seg_signature[8] = {0x89, 'S', 'E', 'G', '\r', '\n', 0x1a, '\n'};
static const unsigned char seg_tail[8] = {'s', 'e', 'g', '-', 'e', 'n', 'd', '\n'};

struct seg_crc { /* eight bytes at a time; table[j][b] = CRC of b followed by j zero bytes */
    uint32_t table[8][256];
};

void seg_crc_init(struct seg_crc *c);
uint32_t seg_crc_of(const struct seg_crc *c, const unsigned char *p, size_t n);

/* ---- Varints: seven bits per byte, least first; the top bit says that more follow ------------ */

static inline unsigned char *seg_put_varint(unsigned char *p, uint64_t v)
{
    for (; v >= 128; v >>= 7) *p++ = (unsigned char)(v | 128);
    *p++ = (unsigned char)v;
    return p;
}

/* NULL: it does not end before `end`, or has more than 64 bits. */
static inline const unsigned char *seg_get_varint(const unsigned char *p, const unsigned char *end,
                                                  uint64_t *v)
{
    *v = 0;
    for (int shift = 0; p < end && shift < 64; shift += 7) {
        uint64_t bits = *p & 127;
        if (shift == 63 && bits > 1) return NULL;
        *v |= bits << shift;
        if (*p++ < 128) return p;
    }
    return NULL;
}

/* ---- A column's current segment -------------------------------------------------------------- */

struct seg_piece {
    double t, c[SALTUS_SERIES + 1];
    int order; /* -1: none yet */
};

/* Writes one record and returns its end. *t, *column: of the record before, updated; NaN: none
 * before. */
unsigned char *seg_put_segment(unsigned char *p, double *before, size_t *column, double t, size_t k,
                               const double *poly, int order);
unsigned char *seg_put_event(unsigned char *p, double *before, double t, size_t mark,
                             int direction);

/* Reads one; NULL: it is not one. */
const unsigned char *seg_get_record(const unsigned char *p, const unsigned char *end,
                                    double *before, size_t *column, saltus_record *rec);

#endif
