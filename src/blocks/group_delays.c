/* SPDX-License-Identifier: MIT */
/* group_delays.c - Delays. */
#include "blocks/blocks.h"
#include "blocks/continuous/integrator_blocks.h"

const saltus_atomic *const blocks_delays[] = {&block_delay, &block_variable_delay,
                                              &block_unit_delay, &block_event_delay, NULL};
