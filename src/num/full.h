/* SPDX-License-Identifier: MIT */
/* full.h - LU factors of small full complex matrices, with exchanges of rows. */
#ifndef NUM_FULL_H
#define NUM_FULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* a: n*n complex numbers, column by column; row: n. False: singular, or not finite. */
/* The same for real numbers; of the rows, each beside its largest entry, the largest is the pivot. scale: room of n. */
bool full_factor_real(double *a, int32_t *row, double *scale, int32_t n);
void full_solve_real(const double *a, const int32_t *row, int32_t n, double *v);

bool full_factor(double *a, int32_t *row, int32_t n);

/* v := A^-1 v, n complex numbers */
void full_solve(const double *a, const int32_t *row, int32_t n, double *v);

#endif
