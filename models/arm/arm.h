/* SPDX-License-Identifier: MIT */
/* arm.h - the arm counts what an engine asks of it. */
#ifndef MODELS_ARM_H
#define MODELS_ARM_H

#include "saltus_model.h"

/* Of a model made by models_arm: how often a derivative was asked for since it was made, and how often of
 * these at an instant where the line is out of reach, so that the derivative does not exist. A count belongs to the
 * model: runs that share it at the same time add up. */
struct models_arm_count {
    uint64_t evaluations, outside;
};
struct models_arm_count models_arm_count(const saltus_model *m);

#endif
