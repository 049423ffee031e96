/* SPDX-License-Identifier: MIT */
/* math.h - the static functions of one and more arguments. */
#ifndef BLOCKS_MATH_H
#define BLOCKS_MATH_H

#include "blocks/static/function.h"

/* math_sums.c */
extern const struct function block_sum, block_gain, block_offset, block_negate, block_product,
    block_square, block_polynomial;
/* math_powers.c */
extern const struct function block_divide, block_inverse, block_power, block_sqrt, block_exp,
    block_log;
/* math_angles.c */
extern const struct function block_sin, block_cos, block_tan, block_asin, block_acos, block_atan,
    block_sinh, block_cosh, block_tanh, block_sigmoid;

#endif
