/* SPDX-License-Identifier: MIT */
/* integrator_blocks.h - the blocks of groups integrators and delays. */
#ifndef BLOCKS_INTEGRATOR_BLOCKS_H
#define BLOCKS_INTEGRATOR_BLOCKS_H

#include "saltus_devs.h"

extern const saltus_atomic block_integrator, block_integrate_and_fire, block_pure_integrator;
extern const saltus_atomic block_transfer_function, block_state_space, block_pid;
extern const saltus_atomic block_delay, block_variable_delay, block_unit_delay, block_event_delay;

#endif
