/* SPDX-License-Identifier: MIT */
/* hybrid.h - blocks with discontinuities. */
#ifndef BLOCKS_HYBRID_H
#define BLOCKS_HYBRID_H

#include "blocks/hybrid/piecewise.h"

/* hybrid_limits.c */
extern const struct piecewise block_abs, block_sign, block_min, block_max, block_saturation,
    block_dead_zone;
/* hybrid_steps.c */
extern const struct piecewise block_quantizer, block_wrap, block_atan2;
/* hybrid_switches.c */
extern const struct piecewise block_switch, block_event_switch, block_comparator, block_relay,
    block_diode, block_switch_pair, block_cross_detector;
/* hybrid_hold.c */
extern const struct piecewise block_pwm, block_max_hold, block_min_hold;
/* sample.c */
struct sampler {
    saltus_atomic atomic; /* first: a part's type is one of these */
    int clocked;          /* it has a clock of its own            */
    int events;           /* it sends events                      */
};
extern const struct sampler block_zero_order_hold, block_sample_and_hold, block_triggered_sampler;
/* table.c */
extern const struct piecewise block_table1, block_table2;

#endif
