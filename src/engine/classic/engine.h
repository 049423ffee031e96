/* SPDX-License-Identifier: MIT */
/* engine.h - the functions of the engine that all classic methods share (see engine/whole/whole.h). */
#ifndef CLASSIC_ENGINE_H
#define CLASSIC_ENGINE_H

#include "engine/classic/classic.h"

void classic_open(struct sim *s, int variant);
void classic_close(struct sim *s);
int32_t classic_step(struct sim *s, double limit);
void classic_dense(struct sim *s);
void classic_restart(struct sim *s);

#endif
