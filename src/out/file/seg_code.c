/* SPDX-License-Identifier: MIT */
/* seg_code.c - records of a segment file as bytes, and the checksum of blocks.
 *
 * CRC-32 is that of zlib, PNG and Ethernet: polynomial 0x04c11db7, bits reflected, start and end
 * inverted. Eight tables take eight bytes at once. */
#include "out/file/seg.h"

#include <math.h>

void seg_crc_init(struct seg_crc *c)
{
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t v = b;
        for (int i = 0; i < 8; i++) v = v & 1 ? v >> 1 ^ 0xedb88320u : v >> 1;
        c->table[0][b] = v;
    }
    for (int j = 1; j < 8; j++)
        for (int b = 0; b < 256; b++)
            c->table[j][b] = c->table[j - 1][b] >> 8 ^ c->table[0][c->table[j - 1][b] & 255];
}

uint32_t seg_crc_of(const struct seg_crc *c, const unsigned char *p, size_t n)
{
    uint32_t v = 0xffffffffu;
    for (; n >= 8; n -= 8, p += 8) {
        uint32_t a = v ^ result_get_u32(p), b = result_get_u32(p + 4);
        v = c->table[7][a & 255] ^ c->table[6][a >> 8 & 255] ^ c->table[5][a >> 16 & 255] ^
            c->table[4][a >> 24] ^ c->table[3][b & 255] ^ c->table[2][b >> 8 & 255] ^
            c->table[1][b >> 16 & 255] ^ c->table[0][b >> 24];
    }
    for (; n > 0; n--, p++) v = v >> 8 ^ c->table[0][(v ^ *p) & 255];
    return ~v;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* The byte that begins a record, its time and its index. */
static unsigned char *put_start(unsigned char *p, double *before, double t, int what,
                                uint64_t index)
{
    int timed = !(t == *before) || (t == 0 && signbit(t) != signbit(*before));
    int nibble = index < SEG_FAR ? (int)index : SEG_FAR;
    *p++ = (unsigned char)(what | (timed ? SEG_TIME : 0) | nibble << 4);
    if (timed) {
        result_put_f64(p, t);
        p += 8;
        *before = t;
    }
    return nibble == SEG_FAR ? seg_put_varint(p, index) : p;
}

unsigned char *seg_put_segment(unsigned char *p, double *before, size_t *column, double t, size_t k,
                               const double *poly, int order)
{
    uint64_t zigzag = k >= *column ? (uint64_t)(k - *column) * 2 : (uint64_t)(*column - k) * 2 - 1;
    p = put_start(p, before, t, order, zigzag);
    *column = k;
    for (int j = 0; j <= order; j++, p += 8) result_put_f64(p, poly[j]);
    return p;
}

unsigned char *seg_put_event(unsigned char *p, double *before, double t, size_t mark, int direction)
{
    p = put_start(p, before, t, SEG_EVENT, mark);
    *p++ = (unsigned char)(direction > 127 ? 127 : direction < -128 ? -128 : direction);
    return p;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static const unsigned char *get_f64(const unsigned char *p, const unsigned char *end, double *v)
{
    if (end - p < 8) return NULL;
    *v = result_get_f64(p);
    return p + 8;
}

static const unsigned char *get_segment(const unsigned char *p, const unsigned char *end,
                                        uint64_t zigzag, size_t *column, saltus_record *rec)
{
    uint64_t far = (zigzag >> 1) + (zigzag & 1);
    if (zigzag & 1 ? far > *column : far > SIZE_MAX - *column) return NULL;
    *column = zigzag & 1 ? *column - (size_t)far : *column + (size_t)far;
    rec->kind = SALTUS_RECORD_SEGMENT;
    rec->k = *column;
    for (int j = 0; j <= rec->order && p; j++) p = get_f64(p, end, &rec->poly[j]);
    return p;
}

static const unsigned char *get_event(const unsigned char *p, const unsigned char *end,
                                      uint64_t index, saltus_record *rec)
{
    if (p == end || index > SIZE_MAX) return NULL;
    rec->kind = SALTUS_RECORD_EVENT;
    rec->k = (size_t)index;
    rec->order = *p < 128 ? *p : *p - 256;
    return p + 1;
}

const unsigned char *seg_get_record(const unsigned char *p, const unsigned char *end,
                                    double *before, size_t *column, saltus_record *rec)
{
    if (p >= end) return NULL;
    int start = *p++;
    uint64_t index = (uint64_t)start >> 4;
    rec->order = start & 7;
    if (start & SEG_TIME) p = get_f64(p, end, before);
    if (p && index == SEG_FAR) p = seg_get_varint(p, end, &index);
    if (!p || !isfinite(*before)) return NULL;
    rec->t = *before;
    if (rec->order == SEG_EVENT) return get_event(p, end, index, rec);
    return rec->order > SALTUS_SERIES ? NULL : get_segment(p, end, index, column, rec);
}
