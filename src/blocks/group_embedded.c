/* SPDX-License-Identifier: MIT */
/* group_embedded.c - Expressions, implicit functions, whole models. */
#include "blocks/blocks.h"
#include "blocks/static/expression.h"

const saltus_atomic *const blocks_embedded[] = {&block_expression, &block_implicit, &block_model,
                                                NULL};
