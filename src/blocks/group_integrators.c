/* SPDX-License-Identifier: MIT */
/* group_integrators.c - Integrators, and what is made of them. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_integrators[] = {NULL};
