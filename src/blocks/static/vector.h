/* SPDX-License-Identifier: MIT */
/* vector.h - blocks between vectors: other indices, sums over elements, matrices. */
#ifndef BLOCKS_VECTOR_H
#define BLOCKS_VECTOR_H

#include "blocks/static/function.h"

/* vector_index.c: the flattened model has no such parts */
extern const saltus_atomic block_index_shift, block_index_select, block_vector_to_scalar, block_mux;
/* vector_pass.c: one element may go to several */
extern const saltus_atomic block_index_map, block_scalar_to_vector, block_demux;
/* matrix.c */
extern const saltus_atomic block_sum_over, block_matrix_gain;

#endif
