/* SPDX-License-Identifier: MIT */
/* study_random.c - random values of parameters, the same on every machine.
 *
 * Value i of a parameter is a hash of the seed, the name and i (splitmix64 over FNV-1a), so values
 * do not depend on the order of runs nor on what else is varied. */
#include "base/hash.h"
#include "cli/sweep/study.h"
#include <math.h>
#include <string.h>

static uint64_t hash(uint64_t seed, const char *name, uint64_t sample)
{
    uint64_t h = hash_bytes(HASH_START, name, strlen(name));
    return hash_mix(hash_mix((h ^ hash_mix(seed + HASH_STEP)) + HASH_STEP) + sample + HASH_STEP);
}

double study_uniform(uint64_t seed, const char *name, uint64_t sample)
{
    return ((double)(hash(seed, name, sample) >> 11) + 0.5) * 0x1p-53;
}

/* Box and Muller. */
double study_normal(uint64_t seed, const char *name, uint64_t sample)
{
    double u = study_uniform(seed, name, 2 * sample), v = study_uniform(seed, name, 2 * sample + 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}
