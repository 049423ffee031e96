/* SPDX-License-Identifier: MIT */
/* integrator_blocks.h - blocks that other files of this folder know by their address. */
#ifndef BLOCKS_INTEGRATOR_BLOCKS_H
#define BLOCKS_INTEGRATOR_BLOCKS_H

#include "saltus_devs.h"

extern const saltus_atomic block_integrator, block_integrate_and_fire;
extern const saltus_atomic block_transfer_function, block_state_space, block_pid;
extern const saltus_atomic block_event_delay;

#endif
