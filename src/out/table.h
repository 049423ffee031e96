/* SPDX-License-Identifier: MIT */
/* table.h - parts of the table of a run that the command shows, too. */
#ifndef OUT_TABLE_H
#define OUT_TABLE_H

#include "saltus.h"

/* The ten states with the most steps, or the ten guards with the most events, with their shares,
 * and how many more there are; nothing if none did anything. */
void table_busiest(FILE *out, const saltus_sim *s, saltus_kind kind);

#endif
