/* SPDX-License-Identifier: MIT */
/* number.c - numbers as text, ticks of an axis, and files that tell what could not be written.
 *
 * printf writes the decimal point of the locale, which may be several bytes. In a finite number
 * everything else is a digit, a sign or an e: what is none of these is the point.
 *
 * A tick is an integer k times a step that is 1, 2 or 5 times a power of ten. Its label is made
 * from the integer k * digit by placing the point, so that no rounding shows. */
#include "out/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

char *number_plain(char *buf)
{
    char *to = buf, *from = buf;
    while (*from) {
        if (strchr("+-0123456789e", *from)) {
            *to++ = *from++;
        } else {
            *to++ = '.';
            while (*from && !strchr("+-0123456789e", *from)) from++;
        }
    }
    *to = '\0';
    return buf;
}

char *number_not_finite(char *buf, double v)
{
    return strcpy(buf, isnan(v) ? "nan" : v > 0 ? "inf" : "-inf");
}

char *number_fixed(char *buf, double v, int decimals)
{
    if (!isfinite(v)) return number_not_finite(buf, v);
    snprintf(buf, NUMBER_SIZE, "%.*f", decimals, v);
    return number_plain(buf);
}

char *number_short(char *buf, double v, int decimals)
{
    number_fixed(buf, v, decimals);
    if (strchr(buf, '.')) {
        char *end = buf + strlen(buf);
        while (end[-1] == '0') end--;
        if (end[-1] == '.') end--;
        *end = '\0';
    }
    return strcmp(buf, "-0") == 0 ? strcpy(buf, "0") : buf;
}

char *number_brief(char *buf, double v)
{
    if (!isfinite(v)) return number_not_finite(buf, v);
    snprintf(buf, NUMBER_SIZE, "%.4g", v + 0.0);
    return number_plain(buf);
}

char *number_decimal(char *buf, int64_t n, int power)
{
    int digits = power < 0 ? 1 - power : 1; /* at least one before the point */
    uint64_t size = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    const char *sign = n < 0 ? "-" : "";
    int used = snprintf(buf, NUMBER_SIZE, "%s%0*" PRIu64, sign, digits, size);
    char *end = buf + used;
    if (power > 0 && n != 0) {
        memset(end, '0', (size_t)power);
        end[power] = '\0';
    } else if (power < 0) {
        memmove(end + power + 1, end + power, (size_t)(1 - power));
        end[power] = '.';
    }
    return buf;
}

/* ---- Axis ------------------------------------------------------------------------------------ */

/* k * 10^power; division is exact where a negative power would not be. */
static double scaled(double k, int power)
{
    return power < 0 ? k / pow(10, -power) : k * pow(10, power);
}

static int magnitude(double v) /* of the leading digit; v > 0 */
{
    return (int)floor(log10(v));
}

static void choose_step(struct number_axis *a, double least)
{
    static const int digits[] = {1, 2, 5};
    a->power = magnitude(least);
    for (int i = 0; i < 3; i++) {
        a->digit = digits[i];
        if (scaled(a->digit, a->power) >= least * (1 - 1e-9)) return;
    }
    a->digit = 1;
    a->power++;
}

/* Labels of more than about six digits are shortened: a round number nearby becomes the offset. */
static double choose_offset(double lo, double hi)
{
    double size = fmax(fabs(lo), fabs(hi)), range = hi - lo;
    if (size < 1e5 * range) return 0;
    int power = magnitude(range) + 2;
    return scaled(round(scaled(lo, -power)), power);
}

/* 0 if labels are short without, else a multiple of 3. */
static int choose_exponent(double size, int power)
{
    int e = magnitude(size);
    return e < 5 && (e >= 0 || power >= -3) ? 0 : 3 * (int)floor(e / 3.0);
}

struct number_axis number_axis_of(double lo, double hi, int most)
{
    struct number_axis a = {.offset = choose_offset(lo, hi)};
    choose_step(&a, (hi - lo) / (most > 1 ? most : 1));
    double step = scaled(a.digit, a.power);
    lo -= a.offset;
    hi -= a.offset;
    a.exponent = choose_exponent(fmax(fabs(lo), fabs(hi)), a.power);
    a.first = (int64_t)ceil(lo / step - 1e-9);
    a.last = (int64_t)floor(hi / step + 1e-9);
    return a;
}

double number_axis_tick(const struct number_axis *a, int64_t k)
{
    return a->offset + scaled((double)k * a->digit, a->power);
}

char *number_axis_label(char *buf, const struct number_axis *a, int64_t k)
{
    return number_decimal(buf, k * a->digit, a->power - a->exponent);
}

/* ---- Files ----------------------------------------------------------------------------------- */

void out_csv_text(FILE *f, const char *before, const char *text)
{
    const char *const parts[] = {before, text};
    int quoted = strpbrk(before, ",\"\r\n") || strpbrk(text, ",\"\r\n");
    if (quoted) fputc('"', f);
    for (int k = 0; k < 2; k++)
        for (const char *s = parts[k]; *s; s++) {
            if (*s == '"') fputc('"', f);
            fputc(*s, f);
        }
    if (quoted) fputc('"', f);
}

FILE *out_open(const char *path)
{
    return strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
}

saltus_status out_close(FILE *f)
{
    int failed = fflush(f) != 0;
    failed |= ferror(f) != 0;
    if (f != stdout) failed |= fclose(f) != 0;
    return failed ? SALTUS_EIO : SALTUS_OK;
}
