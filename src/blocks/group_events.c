/* SPDX-License-Identifier: MIT */
/* group_events.c - Logic and discrete events. */
#include "blocks/blocks.h"
#include "blocks/discrete/event_route.h"
#include "blocks/discrete/logic.h"
#include "blocks/discrete/machine.h"
#include "blocks/discrete/petri.h"
#include "blocks/discrete/queue.h"

const saltus_atomic *const blocks_events[] = {&logic_and.block,
                                              &logic_or.block,
                                              &logic_xor.block,
                                              &logic_nand.block,
                                              &logic_nor.block,
                                              &logic_not.block,
                                              &logic_sr.block,
                                              &logic_d.block,
                                              &logic_jk.block,
                                              &logic_t.block,
                                              &logic_counter.block,
                                              &logic_monostable.block,
                                              &logic_hold.block,
                                              &logic_edge.block,
                                              &logic_change.block,
                                              &event_merge,
                                              &event_router,
                                              &event_gate,
                                              &queue_generator,
                                              &queue_fifo,
                                              &queue_priority,
                                              &queue_server,
                                              &queue_station,
                                              &queue_sink,
                                              &machine_block,
                                              &petri_place,
                                              &petri_transition,
                                              &petri_timed,
                                              NULL};
