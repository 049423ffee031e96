/* SPDX-License-Identifier: MIT */
/* point.h - a compiled model brought to a point of its run: what explain and bound look at. */
#ifndef CLI_POINT_H
#define CLI_POINT_H

#include "cli/run/job.h"

struct point {
    struct job job;
    saltus_compiled *compiled;
    const saltus_model *model;
    saltus_set *sets; /* those of the job that were not built in */
    size_t n_sets;
};

/* Reads the command line and compiles. Exit status; free it in every case. */
int point_open(const struct cli *c, struct point *p);
void point_close(struct point *p);

/* What the job says of a run. */
saltus_options point_options(const struct point *p);
/* The run at time t; NaN: at its start. Exit status; you own *out, NULL after an error, which has
 * been said. */
int point_reach(const struct point *p, const saltus_options *o, double t, saltus_sim **out);

/* "der(x[3]) by y": the derivative that is not finite, for messages. */
void point_name_entry(const saltus_sim *s, const int32_t at[2], char *buf, size_t size);

#endif
