/* SPDX-License-Identifier: MIT */
/* group_delays.c - Delays. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_delays[] = {NULL};
