/* SPDX-License-Identifier: MIT */
/* methods.c - the list of all quantized-state methods. A new one is a file with its table, and a line here. */
#include "quant/method.h"
#include <string.h>

#define METHODS(X)                                                                                 \
    X(qss1)                                                                                        \
    X(qss2)                                                                                        \
    X(qss3)                                                                                        \
    X(qss4)                                                                                        \
    X(bqss)                                                                                        \
    X(cqss)                                                                                        \
    X(liqss1)                                                                                      \
    X(liqss1_2018)                                                                                 \
    X(liqss2)                                                                                      \
    X(liqss2_2013)                                                                                 \
    X(liqss3)                                                                                      \
    X(liqss4)                                                                                      \
    X(mliqss1)                                                                                     \
    X(mliqss2)                                                                                     \
    X(rliqss2)                                                                                     \
    X(auto)

#define DECLARE(name) extern const struct method method_##name;
METHODS(DECLARE)

#define ENTRY(name) &method_##name,
const struct method *const method_list[] = {METHODS(ENTRY) NULL};

const struct method *method_find(const char *name)
{
    for (int i = 0; method_list[i]; i++)
        if (strcmp(method_list[i]->info.name, name) == 0) return method_list[i];
    return NULL;
}
