/* SPDX-License-Identifier: MIT */
/* spice.h - a SPICE netlist as a model in Modelica, made of parts of the library (Saltus.Electrical, Saltus.Spice).
 *
 * The text is for people and for the compiler alike. Messages about it, also those of later stages and of the run, show the lines of
 * the netlist (source_made_of). */
#ifndef SPICE_SPICE_H
#define SPICE_SPICE_H

#include "lang/source.h"
#include <stdbool.h>

/* Do its name and what is in it say that a file is a netlist: .cir, .net, .sp, .ckt, .spice? */
bool spice_is_netlist(const char *path);

/* Turns text number `file` of m into Modelica; its number, or 0 after errors. no_files: other files are not read. */
int32_t spice_convert(struct messages *m, int32_t file, bool no_files);

#endif
