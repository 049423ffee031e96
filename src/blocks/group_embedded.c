/* SPDX-License-Identifier: MIT */
/* group_embedded.c - Expressions, implicit functions, whole models. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_embedded[] = {NULL};
