/* SPDX-License-Identifier: MIT */
/* group_sinks.c - Sinks. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_sinks[] = {NULL};
