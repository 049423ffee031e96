/* SPDX-License-Identifier: MIT */
/* methods.c - the list of all quantized-state methods, from their names. */
#include "base/method_names.h"
#include "quant/method.h"
#include <string.h>

#define DECLARE(symbol, name) extern const struct method method_##symbol;
METHOD_NAMES(DECLARE, DECLARE)

#define ENTRY(symbol, name) &method_##symbol,
const struct method *const method_list[] = {METHOD_NAMES(ENTRY, ENTRY) NULL};

const struct method *method_find(const char *name)
{
    for (int i = 0; method_list[i]; i++)
        if (strcmp(method_list[i]->info.name, name) == 0) return method_list[i];
    return NULL;
}
