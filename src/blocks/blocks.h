/* SPDX-License-Identifier: MIT */
/* blocks.h - the library of blocks, group by group; each list ends with NULL. */
#ifndef BLOCKS_BLOCKS_H
#define BLOCKS_BLOCKS_H

#include "saltus_devs.h"

extern const saltus_atomic *const blocks_integrators[];
extern const saltus_atomic *const blocks_delays[];
extern const saltus_atomic *const blocks_functions[];
extern const saltus_atomic *const blocks_hybrid[];
extern const saltus_atomic *const blocks_vectors[];
extern const saltus_atomic *const blocks_embedded[];
extern const saltus_atomic *const blocks_sources[];
extern const saltus_atomic *const blocks_sinks[];
extern const saltus_atomic *const blocks_events[];
extern const saltus_atomic *const blocks_links[];

#endif
