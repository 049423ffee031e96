/* SPDX-License-Identifier: MIT */
/* mark.h - the smallest parts of an SVG file: numbers, points, lines and text. */
#ifndef OUT_MARK_H
#define OUT_MARK_H

#include <stdio.h>

enum { MARK_SMALL = 12 }; /* pixels: size of most text */

/* v between -limit and limit. */
double mark_within(double v, double limit);

/* A text, then a number of pixels, or two: "M12.5", "\nL10 20". */
void mark_number(FILE *f, const char *before, double v);
void mark_point(FILE *f, const char *before, double x, double y);

/* Path commands for a line across or upright. */
void mark_line(FILE *f, double x1, double y1, double x2, double y2);

/* Opens a text element; anchor: "start", "middle" or "end" of the text stands at x. */
void mark_text(FILE *f, double x, double y, double size, const char *anchor);

/* s as the content of an element; what is longer than `most` letters ends with an ellipsis. */
void mark_escaped(FILE *f, const char *s, int most);

/* A number as text, with the sign of mathematics. */
void mark_signed(FILE *f, const char *number);

int mark_letters(const char *s); /* how many; UTF-8 */
/* About the width of n letters in a sans-serif font, rather more. */
double mark_width(int n, double size);

#endif
