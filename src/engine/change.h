/* SPDX-License-Identifier: MIT */
/* change.h - a run of the method auto changes its engine where another one is less work. */
#ifndef ENGINE_CHANGE_H
#define ENGINE_CHANGE_H

#include "run/engine.h"

extern const struct engine_change engine_change;

#endif
