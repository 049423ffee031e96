/* SPDX-License-Identifier: MIT */
/* diagram.c - a diagram from its file to a model that runs. */
#include "saltus_diagram.h"
