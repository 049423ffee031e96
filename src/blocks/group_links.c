/* SPDX-License-Identifier: MIT */
/* group_links.c - Pipes and sockets. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_links[] = {NULL};
