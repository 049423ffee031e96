/* SPDX-License-Identifier: MIT */
/* elementary.h - the rows of saltus_elementary.h as a table. */
#ifndef BASE_ELEMENTARY_H
#define BASE_ELEMENTARY_H

#include "saltus_elementary.h"

#define ELEMENTARY_ENUM_(NAME, ...) ELEMENTARY_##NAME,
enum elementary { SALTUS_ELEMENTARY(ELEMENTARY_ENUM_, ) ELEMENTARY_COUNT };
#undef ELEMENTARY_ENUM_

/* What only rows with a jet of one argument have: ELEMENTARY_JET_##SERIES##_##n(text). */
#define ELEMENTARY_JET_SLOPE_1(...) __VA_ARGS__
#define ELEMENTARY_JET_SELF_1(...)  __VA_ARGS__
#define ELEMENTARY_JET_PAIR_1(...)  __VA_ARGS__
#define ELEMENTARY_JET_ROOT_1(...)  __VA_ARGS__
#define ELEMENTARY_JET_SLOPE_2(...)
#define ELEMENTARY_JET_KINK_1(...)
#define ELEMENTARY_JET_JUMP_1(...)

enum elementary_result { ELEMENTARY_REAL, ELEMENTARY_SAME, ELEMENTARY_INTEGER };

#define ELEMENTARY_ROOT(n) (n) /* 1 to 9: the unit to the power 1/n */
enum elementary_unit {
    ELEMENTARY_UNKNOWN,
    ELEMENTARY_NUMBER = 10,
    ELEMENTARY_ANGLE,
    ELEMENTARY_POINT
};

enum elementary_range {
    ELEMENTARY_RISING,
    ELEMENTARY_FALLING,
    ELEMENTARY_VALLEY,
    ELEMENTARY_WAVE,
    ELEMENTARY_POLES,
    ELEMENTARY_PLANE
};

enum elementary_series {
    ELEMENTARY_SERIES_SLOPE,
    ELEMENTARY_SERIES_SELF,
    ELEMENTARY_SERIES_PAIR,
    ELEMENTARY_SERIES_ROOT,
    ELEMENTARY_SERIES_KINK,
    ELEMENTARY_SERIES_JUMP
};

struct elementary_row {
    const char *name, *c_name, *must; /* must: NULL if it exists everywhere */
    double lo, hi;
    int arity, unit; /* unit: enum elementary_unit, or n of ELEMENTARY_ROOT(n) */
    enum elementary_result result;
    enum elementary_range range;
    enum elementary_series series;
};

const struct elementary_row *elementary_row(enum elementary f);
/* -1: there is none of this name. */
int elementary_find(const char *name);
/* b: of functions of two arguments. */
double elementary_value(enum elementary f, double a, double b);

#endif
