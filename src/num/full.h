/* SPDX-License-Identifier: MIT */
/* full.h - LU factors of small full complex matrices, with exchanges of rows. */
#ifndef NUM_FULL_H
#define NUM_FULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* a: n*n complex numbers, column by column; row: n. False: singular, or not finite. */
bool full_factor(double *a, int32_t *row, int32_t n);

/* v := A^-1 v, n complex numbers */
void full_solve(const double *a, const int32_t *row, int32_t n, double *v);

#endif
