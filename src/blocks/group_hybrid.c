/* SPDX-License-Identifier: MIT */
/* group_hybrid.c - Discontinuities: switches, limits, samplers. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_hybrid[] = {NULL};
