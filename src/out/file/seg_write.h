/* SPDX-License-Identifier: MIT */
/* seg_write.h - state of a segment file that is being written; shared with what continues one. */
#ifndef OUT_SEG_WRITE_H
#define OUT_SEG_WRITE_H

#include "out/file/seg.h"

struct seg_snap {
    double t;
    uint64_t place;
};

struct seg {
    struct seg_crc crc;
    unsigned char *block, *end; /* the block that is being filled, its head included; its end   */
    uint32_t in_block;          /* records in it                                                */
    double first, before;       /* times of its first and its latest record; NaN: none          */
    size_t column;              /* of its latest segment                                        */
    double t0;
    uint64_t number;         /* of the next block                                            */
    uint64_t records;        /* in all                                                       */
    struct seg_piece *piece; /* by column                                                    */
    uint64_t since_snap;     /* bytes of DATA since the last snapshot                        */
    uint64_t snap_bytes;     /* size of the last snapshot                                    */
    uint64_t snap_every;     /* SEG_SNAP_BYTES; tests take less                              */
    struct seg_snap *snap;   /* not yet in an INDEX                                          */
    uint32_t snaps;
    uint64_t index; /* place of the last INDEX; 0: none                             */
};

/* Allocates and starts an empty block; everything else is zero. */
saltus_status seg_prepare(saltus_writer *w);
/* The snapshots that are in no INDEX yet, at least one, go into one. */
void seg_put_index(saltus_writer *w);

#endif
