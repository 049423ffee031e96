/* SPDX-License-Identifier: MIT */
/* group_hybrid.c - Discontinuities: switches, limits, samplers. */
#include "blocks/blocks.h"
#include "blocks/hybrid/hybrid.h"

const saltus_atomic *const blocks_hybrid[] = {&block_abs.atomic,
                                              &block_sign.atomic,
                                              &block_min.atomic,
                                              &block_max.atomic,
                                              &block_saturation.atomic,
                                              &block_dead_zone.atomic,
                                              &block_quantizer.atomic,
                                              &block_wrap.atomic,
                                              &block_comparator.atomic,
                                              &block_relay.atomic,
                                              &block_switch.atomic,
                                              &block_event_switch.atomic,
                                              &block_switch_pair.atomic,
                                              &block_diode.atomic,
                                              &block_cross_detector.atomic,
                                              &block_max_hold.atomic,
                                              &block_min_hold.atomic,
                                              &block_zero_order_hold.atomic,
                                              &block_sample_and_hold.atomic,
                                              &block_triggered_sampler.atomic,
                                              &block_pwm.atomic,
                                              &block_table1.atomic,
                                              &block_table2.atomic,
                                              NULL};
