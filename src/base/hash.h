/* SPDX-License-Identifier: MIT */
/* hash.h - hashes of bytes and of numbers, the same on every machine. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)
#define HASH_STEP  UINT64_C(0x9e3779b97f4a7c15) /* 2^64 divided by the golden ratio */

/* FNV-1a: h is HASH_START, or the hash of what comes before. */
static inline uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t k = 0; k < n; k++) h = (h ^ p[k]) * UINT64_C(0x100000001b3);
    return h;
}

/* The finalizer of splitmix64: one to one, every bit depends on every bit. */
static inline uint64_t hash_mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
