/* SPDX-License-Identifier: MIT */
/* keep.h - a run as bytes, to be put back later into the same run, or into another one of the same
 * model with the same options. After that it goes on bit for bit as it did. */
#ifndef SIM_KEEP_H
#define SIM_KEEP_H

#include "run/sim.h"

/* Writes or reads one piece of memory after the other. */
struct keep {
    unsigned char *at; /* where the bytes are; NULL: they are only counted              */
    size_t used, room; /* room: of the memory, or the number of bytes there are to read  */
    bool load;         /* reads: memory := bytes                                         */
    bool failed;       /* the bytes are not those of such a run, or memory is short       */
};

void keep_bytes(struct keep *k, void *p, size_t n);
void keep_array(struct keep *k, void *p, int32_t n, size_t size); /* nothing, if p is NULL     */
void keep_times(struct keep *k, struct sched *q, int32_t slots);  /* of a queue; the same      */
void keep_sim(struct keep *k, struct sim *s);

/* As many bytes as are needed; written if there is room for all. */
size_t sim_keep(const struct sim *s, void *to, size_t room);
/* false: these are not the bytes of such a run, or memory is short; the run has then failed. */
bool sim_put_back(struct sim *s, const void *from, size_t n);

#endif
