/* SPDX-License-Identifier: MIT */
/* schematic.h - a model of components as a drawing: icons and wires. */
#ifndef CLI_SCHEMATIC_H
#define CLI_SCHEMATIC_H

#include "cli/run/job.h"

/* Draws into a file, "-": stdout. 1: done; 0: the model has no components that are joined by wires;
 * -1: has been said. */
int schematic_draw(const struct job *j, const char *title, const char *path);

#endif
