/* SPDX-License-Identifier: MIT */
/* group_events.c - Discrete events: logic, queues, nets. */
#include "blocks/blocks.h"

const saltus_atomic *const blocks_events[] = {NULL};
