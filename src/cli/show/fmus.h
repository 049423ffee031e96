/* SPDX-License-Identifier: MIT */
/* fmus.h - commands of models as text, for FMUs. */
#ifndef CLI_FMUS_H
#define CLI_FMUS_H

#include "cli/run/job.h"

int fmus_check(const struct job *j);
int fmus_explain(const struct job *j);

#endif
