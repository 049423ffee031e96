/* SPDX-License-Identifier: MIT */
/* group_sources.c - Sources. */
#include "blocks/blocks.h"
#include "blocks/source/source.h"

const saltus_atomic *const blocks_sources[] = {&source_constant.block,
                                               &source_step.block,
                                               &source_ramp.block,
                                               &source_pulse.block,
                                               &source_square.block,
                                               &source_saw.block,
                                               &source_triangle.block,
                                               &source_trapezoid.block,
                                               &source_sine.block,
                                               &source_pwm.block,
                                               &source_table.block,
                                               &source_file.block,
                                               &source_noise.block,
                                               &source_clock.block,
                                               &source_events_at.block,
                                               &source_poisson.block,
                                               NULL};
