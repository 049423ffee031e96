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
