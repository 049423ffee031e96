/* SPDX-License-Identifier: MIT */
/* group_sources.c - Sources. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_sources[] = {NULL};
