/* SPDX-License-Identifier: MIT */
/* study_random.c - random values of parameters, the same on every machine.
 *
 * Value i of a parameter is a hash of the seed, the name and i (splitmix64 over FNV-1a), so values do not depend on
 * the order of runs nor on what else is varied. */
#include "cli/sweep/study.h"
#include <math.h>

static uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t hash(uint64_t seed, const char *name, uint64_t sample)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    return mix(mix(h ^ mix(seed)) + sample);
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
