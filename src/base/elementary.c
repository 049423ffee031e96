/* SPDX-License-Identifier: MIT */
#include "base/elementary.h"

#include <math.h>
#include <string.h>

const struct elementary_row *elementary_row(enum elementary f)
{
#define ROW(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, lo, hi, must, by_a, by_b, over, ...)    \
    {#name,                                                                                        \
     #c,                                                                                           \
     sizeof must > 1 ? must : NULL,                                                                \
     lo,                                                                                           \
     hi,                                                                                           \
     n,                                                                                            \
     ELEMENTARY_##UNIT,                                                                            \
     ELEMENTARY_##RESULT,                                                                          \
     ELEMENTARY_##RANGE,                                                                           \
     ELEMENTARY_SERIES_##SERIES},
    static const struct elementary_row rows[] = {SALTUS_ELEMENTARY(ROW, )};
#undef ROW
    return &rows[f];
}

int elementary_find(const char *name)
{
    for (int f = 0; f < ELEMENTARY_COUNT; f++)
        if (strcmp(elementary_row((enum elementary)f)->name, name) == 0) return f;
    return -1;
}

static double elementary_sign(double a)
{
    return (a > 0) - (a < 0);
}

double elementary_value(enum elementary f, double a, double b)
{
    switch (f) {
#define CALL_1(c) c(a)
#define CALL_2(c) c(a, b)
#define CASE(NAME, name, c, n, ...)                                                                \
    case ELEMENTARY_##NAME: return CALL_##n(c);
        SALTUS_ELEMENTARY(CASE, )
#undef CASE
#undef CALL_2
#undef CALL_1
    case ELEMENTARY_COUNT: break;
    }
    return NAN;
}
