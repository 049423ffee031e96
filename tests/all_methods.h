/* SPDX-License-Identifier: MIT */
/* all_methods.h - the methods of the library that take any model, side by side; those of saltus_classic.h
 * likewise. Linear models alone are for `exact`: prop_exact.c. */
#ifndef ALL_METHODS_H
#define ALL_METHODS_H

#include "saltus.h"
#include <string.h>

enum { ALL_METHODS_MOST = 64 };

static inline size_t all_methods_of(const saltus_method_info *(*method)(size_t k),
                                    saltus_method_info *to)
{
    size_t n = 0;
    const saltus_method_info *m;
    for (size_t k = 0; n < ALL_METHODS_MOST && (m = method(k)); k++)
        if (strcmp(m->family, "exact") != 0) to[n++] = *m;
    return n;
}

/* How many; *list is static. */
static inline size_t all_methods(const saltus_method_info **list)
{
    static saltus_method_info copy[ALL_METHODS_MOST];
    *list = copy;
    return all_methods_of(saltus_method, copy);
}

#ifdef SALTUS_CLASSIC_H
static inline size_t all_classic_methods(const saltus_method_info **list)
{
    static saltus_method_info copy[ALL_METHODS_MOST];
    *list = copy;
    return all_methods_of(saltus_classic_method, copy);
}
#endif

#endif
