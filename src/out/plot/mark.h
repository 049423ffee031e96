/* SPDX-License-Identifier: MIT */
/* mark.h - numbers and text for pictures: rounded, cut to a length, measured, made safe for XML. */
#ifndef OUT_MARK_H
#define OUT_MARK_H

#include <stdio.h>

enum { MARK_SMALL = 12 }; /* pixels: size of most text */

/* v between -limit and limit. */
double mark_within(double v, double limit);

/* A text, then a number of pixels: "M12.5". */
void mark_number(FILE *f, const char *before, double v);

/* s as valid UTF-8 without control characters, at most `most` letters and size - 1 bytes; what is
 * longer ends with an ellipsis. Returns buf. */
char *mark_clean(char *buf, size_t size, const char *s, int most);
/* The same as the content of an XML element. */
void mark_escaped(FILE *f, const char *s, int most);

/* A number with the sign of mathematics; buf has room for two bytes more than it. Returns buf. */
char *mark_signed(char *buf, const char *number);

int mark_letters(const char *s); /* how many; UTF-8 */
/* About the width of a text in a sans-serif font, rather more; only the first `most` letters
 * count. */
double mark_width(const char *s, int most, double size);

#endif
