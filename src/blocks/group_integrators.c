/* SPDX-License-Identifier: MIT */
/* group_integrators.c - Integrators, and what is made of them. */
#include "blocks/blocks.h"
#include "blocks/continuous/integrator_blocks.h"

const saltus_atomic *const blocks_integrators[] = {&block_integrator,
                                                   &block_integrate_and_fire,
                                                   &block_pure_integrator,
                                                   &block_transfer_function,
                                                   &block_state_space,
                                                   &block_pid,
                                                   NULL};
