/* SPDX-License-Identifier: MIT */
/* methods_list.c - all methods that the command has.
 *
 * Two libraries have methods: the core, and the classic one, which lists its methods even if it was
 * built without what they need. Everything in the command that knows methods by name asks here. */
#include "cli/core/table.h"
#include "saltus_classic.h"
#include <string.h>

enum { MOST = 128 };

size_t methods_all(const saltus_method_info **list)
{
    static saltus_method_info all[MOST];
    static size_t n;
    const saltus_method_info *m;
    if (n == 0) {
        for (size_t k = 0; (m = saltus_method(k)) && n < MOST; k++) all[n++] = *m;
        for (size_t k = 0; (m = saltus_classic_method(k)) && n < MOST; k++) all[n++] = *m;
    }
    *list = all;
    return n;
}

const saltus_method_info *methods_find(const char *name)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list);
    for (size_t k = 0; name && k < n; k++)
        if (strcmp(list[k].name, name) == 0) return &list[k];
    return NULL;
}

static bool is_quantized(const saltus_method_info *m)
{
    return strcmp(m->family, "quantized") == 0;
}

bool methods_quantized(const char *name)
{
    const saltus_method_info *m = methods_find(name);
    return !m || is_quantized(m) || strcmp(m->family, "exact") == 0;
}

const char *methods_advised(saltus_trait is, int order)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list);
    unsigned all = (unsigned)is | SALTUS_TRAIT_ADVISED;
    for (size_t k = 0; k < n; k++)
        if (is_quantized(&list[k]) && list[k].order == order && (list[k].traits & all) == all)
            return list[k].name;
    return SALTUS_METHOD;
}

const char *methods_classic(unsigned traits, char *buf, size_t size)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list), length = 0;
    buf[0] = 0;
    for (size_t k = 0; k < n && length < size; k++)
        if (strcmp(list[k].family, "classic") == 0 && (list[k].traits & traits) == traits)
            length += (size_t)snprintf(buf + length, size - length, "%s%s", length ? " or " : "",
                                       list[k].name);
    return buf;
}

const saltus_method_info *methods_compared(int k)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list);
    for (size_t j = 0; j < n; j++)
        if (list[j].compared == k + 1) return &list[j];
    return NULL;
}

const saltus_method_info *methods_reference(bool quantized, int k)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list);
    for (size_t j = 0; j < n; j++)
        if (is_quantized(&list[j]) == quantized && list[j].reference == k + 1) return &list[j];
    return NULL;
}

bool methods_listens(const saltus_method_info *m, const char *option)
{
    const char *word;
    size_t n;
    for (size_t k = 0; (n = table_word(m->options, k, &word)) > 0; k++)
        if (strlen(option) == n && strncmp(word, option, n) == 0) return true;
    return false;
}
