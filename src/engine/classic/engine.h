/* SPDX-License-Identifier: MIT */
/* engine.h - the functions of the engine that all classic methods share (see
 * engine/whole/whole.h). */
#ifndef CLASSIC_ENGINE_H
#define CLASSIC_ENGINE_H

#include "engine/classic/classic.h"

void classic_open(struct engine_host *run, int variant);
void classic_close(struct engine_host *run);
int32_t classic_step(struct engine_host *run, double limit);
void classic_dense(struct engine_host *run);
void classic_restart(struct engine_host *run);

#endif
