/* SPDX-License-Identifier: MIT */
/* distance.h - how far two trajectories of a variable are from each other. */
#ifndef ESTIMATE_DISTANCE_H
#define ESTIMATE_DISTANCE_H

#include "saltus.h"

struct distance {
    double size;  /* the largest |a|                                  */
    double worst; /* mean of |a - b| in the part where it is largest; at the end: the smallest */
    int part;     /* which one                                       */
};

/* From t0 to t1, in so many equal parts. */
struct distance estimate_distance(const saltus_traj *a, const saltus_traj *b, int32_t var,
                                  double t0, double t1, int parts);

#endif
