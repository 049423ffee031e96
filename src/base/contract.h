/* SPDX-License-Identifier: MIT */
/* contract.h - structs from programs and models that were compiled against another minor version.
 *
 * Such a struct may be shorter than ours, or longer. Shorter: the members that it lacks are 0, which
 * is unset. Longer: what we do not know must be 0. */
#ifndef BASE_CONTRACT_H
#define BASE_CONTRACT_H

#include "saltus_model.h"
#include <stdbool.h>

/* Can this library run models of that version (saltus_model.abi)? */
bool contract_fits(const saltus_model *m);
/* m itself; or, if it is of an older minor version, a copy of it in *room, completed by 0. */
const saltus_model *contract_complete(const saltus_model *m, saltus_model *room);

#endif
