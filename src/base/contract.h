/* SPDX-License-Identifier: MIT */
/* contract.h - structs from programs and models that were compiled against another minor version.
 *
 * Such a struct may be shorter than ours, or longer. Shorter: the members that it lacks are 0,
 * which is unset. Longer: what we do not know must be 0. */
#ifndef BASE_CONTRACT_H
#define BASE_CONTRACT_H

#include "saltus_base.h"
#include "saltus_model.h"
#include <stdbool.h>

/* Can this library run models of that version (saltus_model.abi)? */
bool contract_fits(const saltus_model *m);
/* m itself; or, if it is of an older minor version, a copy of it in *room, completed by 0. */
const saltus_model *contract_complete(const saltus_model *m, saltus_model *room);

/* *to := *from, a struct that begins with its size (size_t). False: the size makes no sense, or
 * *from sets something beyond ours. */
bool contract_take(void *to, size_t size, const void *from);
/* As much of *from as *to has room for, by the size that *to begins with. False: that makes no
 * sense. */
bool contract_give(void *to, const void *from, size_t size);
/* Are these n settings, each with a name? */
bool contract_sets(const saltus_set *sets, size_t n);

#endif
