/* SPDX-License-Identifier: MIT */
/* group_vectors.c - Indices, sums over them, matrices. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_vectors[] = {NULL};
