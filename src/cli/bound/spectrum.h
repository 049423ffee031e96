/* SPDX-License-Identifier: MIT */
/* spectrum.h - eigenvalues and eigenvectors of a dense matrix, by LAPACK. */
#ifndef CLI_SPECTRUM_H
#define CLI_SPECTRUM_H

#include <stdbool.h>
#include <stdint.h>

struct spectrum {
    int32_t n;
    double *re, *im;  /* n eigenvalues, by real part, the slowest first                          */
    double *v, *w;    /* n x n, row-major: |V|, |V^-1|, where A = V diag(re + i im) V^-1          */
    double condition; /* of V in the norm of the largest row sum; infinite: V cannot be inverted */
};

enum spectrum_status { SPECTRUM_FINE, SPECTRUM_NO_LAPACK, SPECTRUM_NO_MEMORY, SPECTRUM_FAILED };

/* Of a, n x n, row-major; v and w only with vectors. Free it in every case. */
enum spectrum_status spectrum_find(struct spectrum *s, const double *a, int32_t n, bool vectors);
void spectrum_free(struct spectrum *s);
bool spectrum_possible(void); /* was the tool built with LAPACK? */

#endif
