/* SPDX-License-Identifier: MIT */
#include "base/contract.h"
#include <string.h>

/* The table of version 7.0 ends with `loops`. */
enum { LEAST = offsetof(saltus_model, loops) + sizeof(const saltus_loop *) };

static size_t size_of(const saltus_model *m)
{
    return (size_t)(m->abi & 0xffffffffu);
}

bool contract_fits(const saltus_model *m)
{
    uint64_t major = m->abi >> 48, minor = m->abi >> 32 & 0xffff;
    return major == SALTUS_ABI_MAJOR && minor <= SALTUS_ABI_MINOR && size_of(m) >= LEAST &&
           size_of(m) <= sizeof *m;
}

const saltus_model *contract_complete(const saltus_model *m, saltus_model *room)
{
    if (size_of(m) == sizeof *m) return m;
    memset(room, 0, sizeof *room);
    memcpy(room, m, size_of(m));
    return room;
}

static size_t told_size(const void *p)
{
    size_t n;
    memcpy(&n, p, sizeof n);
    return n;
}

bool contract_take(void *to, size_t size, const void *from)
{
    size_t n = told_size(from);
    const unsigned char *byte = from;
    if (n <= sizeof n || n > 1 << 20) return false;
    for (size_t k = size; k < n; k++)
        if (byte[k]) return false;
    memset(to, 0, size);
    memcpy(to, from, n < size ? n : size);
    memcpy(to, &size, sizeof size);
    return true;
}

bool contract_give(void *to, const void *from, size_t size)
{
    size_t n = told_size(to);
    if (n <= sizeof n || n > 1 << 20) return false;
    memset((char *)to + sizeof n, 0, n - sizeof n);
    memcpy((char *)to + sizeof n, (const char *)from + sizeof n, (n < size ? n : size) - sizeof n);
    return true;
}

bool contract_sets(const saltus_set *sets, size_t n)
{
    if (n && !sets) return false;
    for (size_t k = 0; k < n; k++)
        if (!sets[k].name) return false;
    return true;
}
