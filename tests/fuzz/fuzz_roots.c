/* SPDX-License-Identifier: MIT */
/* fuzz_roots.c - first roots of arbitrary polynomials: the answers are roots, and in order.
 * Coefficients lie between 1e-100 and 1e100, so that no root can leave the range of doubles;
 * above degree 4, where the engine has no use for more, between 1e-20 and 1e20.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -Isrc tests/fuzz/fuzz_roots.c src/num/roots.c src/num/crossing.c -lm
 *     ./a.out -max_len=80 -max_total_time=120 */
#include "num/roots.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void must(int holds)
{
    if (!holds) abort();
}

/* |p(s)| against rounding: sum |c_k| s^k. */
static int is_root(const double *c, int n, double s, double offset)
{
    long double v = 0, size = 0;
    for (int k = n; k >= 0; k--) {
        long double a = k ? (long double)c[k] : (long double)c[0] - offset;
        v = v * s + a;
        size = size * s + fabsl((long double)c[k]) + (k ? 0 : fabsl((long double)offset));
    }
    return fabsl(v) <= 64 * DBL_EPSILON * size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double c[ROOTS_MAX_DEGREE + 1] = {0}, out[ROOTS_MAX_DEGREE], first, leaves, band, most;
    int n, count;
    if (size < 1 + 2 * sizeof(double)) return 0;
    n = data[0] % (ROOTS_MAX_DEGREE + 1);
    most = n <= 4 ? 1e100 : 1e20;
    memcpy(&band, data + 1, sizeof band);
    size = size - 1 - sizeof band;
    memcpy(c, data + 1 + sizeof band, size < sizeof c ? size : sizeof c);
    for (int k = 0; k <= n; k++)
        if (c[k] != 0 && !(fabs(c[k]) > 1 / most && fabs(c[k]) < most)) return 0;
    first = roots_first(c, n);
    must(first > 0 && (isinf(first) || is_root(c, n, first, 0)));
    count = roots_all(c, n, INFINITY, out);
    must(count >= 0 && count <= n);
    for (int k = 0; k < count; k++) {
        must(out[k] > (k ? out[k - 1] : 0) && isfinite(out[k]));
        must(is_root(c, n, out[k], 0));
    }
    if (!(band > 1 / most && band < most)) return 0;
    leaves = roots_exit(c, n, band);
    must(leaves >= 0);
    if (leaves > 0 && isfinite(leaves))
        must(is_root(c, n, leaves, band) || is_root(c, n, leaves, -band));
    return 0;
}
