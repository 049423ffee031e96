/* SPDX-License-Identifier: MIT */
/* number.h - numbers as text, ticks of an axis, and files that tell what could not be written.
 *
 * The decimal point is a point in every locale. Texts go to a buffer of NUMBER_SIZE, which is also
 * what the functions return. */
#ifndef OUT_NUMBER_H
#define OUT_NUMBER_H

#include "saltus.h"

#include <stdint.h>
#include <stdio.h>

enum { NUMBER_SIZE = 352 }; /* -1.8e308 in full has 310 characters */

/* As few digits as can be read back exactly, and of these the nearest to v; "nan", "inf",
 * "-inf". */
char *number_exact(char *buf, double v);

/* The number at the beginning of s, correctly rounded; also "nan", "inf". Returns its end; NULL:
 * there is none. */
const char *number_read(const char *s, double *v);

/* The same with a prefix of SI behind it, if there is one: 47u is 47e-6, to the last bit (T G M k m u
 * n p f). Not after an exponent. */
const char *number_read_si(const char *s, double *v);

/* In place: the decimal point of the locale becomes a point. */
char *number_plain(char *buf);
char *number_not_finite(char *buf, double v);

/* v with this many decimals, 0..20. */
char *number_fixed(char *buf, double v, int decimals);

/* The same without trailing zeros, and without a sign if nothing but zeros is left. */
char *number_short(char *buf, double v, int decimals);

/* With four digits, for pictures: 393.7. */
char *number_brief(char *buf, double v);

/* n * 10^power in full, exactly; |power| <= 300. */
char *number_decimal(char *buf, int64_t n, int power);

/* Ticks are at offset + k * digit * 10^power, first <= k <= last; digit is 1, 2 or 5. Their
 * labels leave out the offset and a factor 10^exponent, which the axis says once. */
struct number_axis {
    int64_t first, last;
    int digit, power, exponent;
    double offset;
};

/* About `most` ticks or fewer for lo..hi; both finite, 1e-290 < hi - lo < 1e301. */
struct number_axis number_axis_of(double lo, double hi, int most);
double number_axis_tick(const struct number_axis *a, int64_t k);
char *number_axis_label(char *buf, const struct number_axis *a, int64_t k);

/* A field of CSV, the texts behind each other: in quotes if it has to be (RFC 4180). */
void out_csv_text(FILE *f, const char *before, const char *text);

/* A file to write; "-": standard output. NULL: it cannot be opened. */
FILE *out_open(const char *path);
/* EIO if anything since out_open could not be written. */
saltus_status out_close(FILE *f);

#endif
