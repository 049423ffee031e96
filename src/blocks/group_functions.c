/* SPDX-License-Identifier: MIT */
/* group_functions.c - Static functions. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_functions[] = {NULL};
