/* SPDX-License-Identifier: MIT */
/* expression.h - blocks made of text (expression.c). */
#ifndef BLOCKS_EXPRESSION_H
#define BLOCKS_EXPRESSION_H

#include "saltus_devs.h"

extern const saltus_atomic block_expression, block_implicit, block_model;

#endif
