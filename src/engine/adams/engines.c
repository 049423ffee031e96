/* SPDX-License-Identifier: MIT */
/* engines.c - the engines of this library that move all states together. */
#include "engine/adams/abm.h"

const saltus_engine *const engine_list[] = {&adams_engine, NULL};
