/* SPDX-License-Identifier: MIT */
/* saltus_classic.h - the classic methods of SUNDIALS behind the same contract, to compare with.
 *
 *     saltus_options o = saltus_defaults();
 *     o.method = "cvode";
 *     o.engine = saltus_classic();
 *
 * Everything else is as in saltus.h. The library saltus_classic holds what it needs of SUNDIALS and
 * KLU; built without them, it lists its methods all the same and says in `missing` how to get
 * them. */
#ifndef SALTUS_CLASSIC_H
#define SALTUS_CLASSIC_H

#include "saltus.h"

#ifdef __cplusplus
extern "C" {
#endif

SALTUS_API const saltus_engine *saltus_classic(void);
/* k = 0, 1 ...; NULL: no more */
SALTUS_API const saltus_method_info *saltus_classic_method(size_t k);
/* What it was built with: "SUNDIALS 6.4.1, KLU 1.3.9"; NULL: nothing. */
SALTUS_API const char *saltus_classic_version(void);

#ifdef __cplusplus
}
#endif
#endif
