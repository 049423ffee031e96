/* SPDX-License-Identifier: MIT */
/* trace.h - transitions and series as text, for the command and for tests. */
#ifndef DEVS_TRACE_H
#define DEVS_TRACE_H

#include "saltus_devs.h"
#include <stdio.h>

enum { DEVS_NUMBER = 40 };

/* As many digits as are needed to read v back; returns buf. */
const char *devs_number(char buf[DEVS_NUMBER], double v);

/* "1 + 2 s - 0.5 s^2 + .." */
void devs_print_series(FILE *f, const double *c, int order, int open);

/* One line with its end. To be called from within a saltus_trace_fn, while tr->x is valid. */
void devs_trace_print(FILE *f, const saltus_devs *run, const saltus_trace *tr);

#endif
