/* SPDX-License-Identifier: MIT */
/* abm.h - the engine itself. */
#ifndef ADAMS_ABM_H
#define ADAMS_ABM_H

#include "run/engine.h"

extern const saltus_engine adams_engine;

#endif
