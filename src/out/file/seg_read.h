/* SPDX-License-Identifier: MIT */
/* seg_read.h - state of a segment file that is being read; shared with what finds places in one and
 * continues one. */
#ifndef OUT_SEG_READ_H
#define OUT_SEG_READ_H

#include "out/file/seg.h"

struct seg_head { /* of a block */
    uint32_t length, records;
    int type, flags;
    uint64_t number;
    double first, last;
};

struct seg_in {
    struct seg_crc crc;
    unsigned char *block; /* the present one                                           */
    struct seg_head head;
    uint64_t place;               /* of the next block                                         */
    uint64_t number;              /* which it must have; UINT64_MAX: any                       */
    const unsigned char *p, *end; /* records of the present block that are still to be read    */
    double before, t;             /* time of the record before: in this block, in all          */
    size_t column;
    uint64_t start, start_number; /* the first block after the header                          */
    saltus_record *snap;          /* after a seek: what comes first                            */
    size_t snaps, next_snap;
    char *texts; /* of the header                                             */
    char outcome[1025];
    uint64_t index; /* of the END block: place of the last INDEX                 */
    int ended;
    int impossible; /* ended by a record that cannot be, though the checksum was right */
};

/* Reads the block at s->place, checks it and goes on behind it. 1; 0: the file ends here; -1:
 * something else is there. Both are said in r->why. */
int seg_next_block(saltus_result *r);
/* Only its head, and no checksum. 0: there is none. */
int seg_peek(saltus_result *r, uint64_t place, struct seg_head *h);
/* Takes the END block apart; 0: it is not well-formed. */
int seg_read_end(saltus_result *r, double *t_end);

saltus_status seg_read_header(saltus_result *r);
void seg_rewind(saltus_result *r);
/* Goes to the last snapshot before t, if there is one, else to the start. */
saltus_status seg_seek(saltus_result *r, double t);

#endif
