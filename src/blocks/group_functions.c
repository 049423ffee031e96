/* SPDX-License-Identifier: MIT */
/* group_functions.c - Static functions. */
#include "blocks/blocks.h"
#include "blocks/hybrid/hybrid.h"
#include "blocks/static/math.h"

const saltus_atomic *const blocks_functions[] = {&block_sum.atomic,
                                                 &block_gain.atomic,
                                                 &block_offset.atomic,
                                                 &block_negate.atomic,
                                                 &block_product.atomic,
                                                 &block_divide.atomic,
                                                 &block_inverse.atomic,
                                                 &block_square.atomic,
                                                 &block_power.atomic,
                                                 &block_sqrt.atomic,
                                                 &block_exp.atomic,
                                                 &block_log.atomic,
                                                 &block_polynomial.atomic,
                                                 &block_sin.atomic,
                                                 &block_cos.atomic,
                                                 &block_tan.atomic,
                                                 &block_asin.atomic,
                                                 &block_acos.atomic,
                                                 &block_atan.atomic,
                                                 &block_sinh.atomic,
                                                 &block_atan2.atomic,
                                                 &block_cosh.atomic,
                                                 &block_tanh.atomic,
                                                 &block_sigmoid.atomic,
                                                 NULL};
