/* SPDX-License-Identifier: MIT */
/* plot.h - what the parts of `saltus plot` share. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "cli/core/cli.h"
#include "saltus_result.h"

/* plot_measured.c: --xy and --spectrum. The file is at its beginning and ends at `end`. Exit
 * status. */
int plot_measured(const struct cli *c, saltus_result *r, const char *path, double end,
                  const char *output);

#endif
