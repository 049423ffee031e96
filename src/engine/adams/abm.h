/* SPDX-License-Identifier: MIT */
/* abm.h - the engine itself. */
#ifndef ADAMS_ABM_H
#define ADAMS_ABM_H

#include "engine/whole/whole.h"

extern const struct whole_engine adams_engine;

#endif
