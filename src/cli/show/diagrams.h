/* SPDX-License-Identifier: MIT */
/* diagrams.h - commands of models as text, for diagrams. */
#ifndef CLI_DIAGRAMS_H
#define CLI_DIAGRAMS_H

#include "cli/run/job.h"

int diagrams_check(const struct job *j);
int diagrams_explain(const struct job *j, const char *svg); /* svg: a path, or NULL */

/* diagram_stats.c: nothing if s is not a run of a diagram */
void diagrams_stats_table(FILE *f, const saltus_sim *s);
void diagrams_stats_json(const saltus_sim *s, char *buf, size_t size); /* ",\n \"messages\": ..." */

#endif
