/* SPDX-License-Identifier: MIT */
/* group_vectors.c - Vectors: other indices, sums over elements, matrices. */
#include "blocks/blocks.h"
#include "blocks/static/vector.h"

const saltus_atomic *const blocks_vectors[] = {&block_sum_over,
                                               &block_matrix_gain,
                                               &block_index_shift,
                                               &block_index_select,
                                               &block_index_map,
                                               &block_scalar_to_vector,
                                               &block_vector_to_scalar,
                                               &block_mux,
                                               &block_demux,
                                               NULL};
