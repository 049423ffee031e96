/* SPDX-License-Identifier: MIT */
/* utf8.c - characters in UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing beyond
 * U+10FFFF. */
#include "base/utf8.h"

int utf8_length(const char *s, size_t n)
{
    const unsigned char *u = (const unsigned char *)s;
    int length = u[0] < 0x80   ? 1
                 : u[0] < 0xc2 ? 0
                 : u[0] < 0xe0 ? 2
                 : u[0] < 0xf0 ? 3
                 : u[0] < 0xf5 ? 4
                               : 0;
    if ((size_t)length > n) return 0;
    for (int k = 1; k < length; k++)
        if ((u[k] & 0xc0) != 0x80) return 0;
    if (length == 3 && ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f))) return 0;
    if (length == 4 && ((u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f))) return 0;
    return length;
}

char *utf8_put(char *to, unsigned c)
{
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(first[more] | c >> 6 * more);
    while (more-- > 0) *to++ = (char)(0x80 | (c >> 6 * more & 0x3f));
    return to;
}

int utf8_count(const char *s, size_t n)
{
    int count = 0;
    for (size_t k = 0; k < n; k++) count += (s[k] & 0xc0) != 0x80;
    return count;
}
