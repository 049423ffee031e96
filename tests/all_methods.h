/* SPDX-License-Identifier: MIT */
/* all_methods.h - the methods of the library, side by side; those of saltus_classic.h likewise. */
#ifndef ALL_METHODS_H
#define ALL_METHODS_H

#include "saltus.h"

enum { ALL_METHODS_MOST = 64 };

static inline size_t all_methods_of(const saltus_method_info *(*method)(size_t k),
                                    saltus_method_info *to)
{
    size_t n = 0;
    for (const saltus_method_info *m; n < ALL_METHODS_MOST && (m = method(n)); n++) to[n] = *m;
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
