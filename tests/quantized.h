/* SPDX-License-Identifier: MIT */
/* quantized.h - the methods of quantized states, for tests of what only they promise. They come first in
 * the list of all. */
#ifndef TESTS_QUANTIZED_H
#define TESTS_QUANTIZED_H

#include "saltus.h"
#include <string.h>
#include "all_methods.h"

static inline size_t quantized_methods(const saltus_method_info **list)
{
    size_t n = all_methods(list), k = 0;
    while (k < n && strcmp((*list)[k].family, "quantized") == 0) k++;
    return k;
}

#endif
