/* SPDX-License-Identifier: MIT */
/* utf8.h - characters in UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* How many bytes the character at s takes: 1 to 4, or 0 if it is not UTF-8. n > 0 bytes are
 * left. */
int utf8_length(const char *s, size_t n);

/* Writes the character with this number; returns the place behind it. */
char *utf8_put(char *to, unsigned c);

/* How many characters the n bytes at s hold: those that continue one count nothing. */
int utf8_count(const char *s, size_t n);

#endif
