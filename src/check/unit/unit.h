/* SPDX-License-Identifier: MIT */
/* unit.h - units of measurement: texts such as "kg.m2/s2" as powers of the seven base units. */
#ifndef CHECK_UNIT_H
#define CHECK_UNIT_H

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

enum { UNIT_BASES = 7, UNIT_SECOND = 2, UNIT_PART = 12 };

/* power[k]/UNIT_PART is the exponent of m, kg, s, A, K, mol, cd; factor is the size of the unit in
 * these. rad and sr are 1, and degC counts as K. loose: the factor does not matter, since a number
 * is before it (1000*U). */
struct unit {
    bool known, loose;
    int16_t power[UNIT_BASES];
    double factor;
    const char *text; /* as written; NULL: made by computation */
};

/* A text that is no unit, or "", gives one that is not known. */
struct unit unit_parse(const char *text);
struct unit unit_none(void);
struct unit unit_one(void);                                     /* of a pure number */
struct unit unit_times(struct unit a, struct unit b, int sign); /* a*b, or a/b if sign is -1 */
struct unit unit_power(struct unit a, int numerator, int denominator);
/* Could both be the same? True if one of them is not known. */
bool unit_agree(struct unit a, struct unit b);
/* The same powers? (V and mV have.) */
bool unit_same_kind(struct unit a, struct unit b);
/* For messages: as written, or the name of a derived unit, or base units: "kg.m2/s3". */
const char *unit_text(struct arena *a, struct unit u);

#endif
