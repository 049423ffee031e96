/* SPDX-License-Identifier: MIT */
/* mark.c - the smallest parts of an SVG file: numbers, points, lines and text.
 *
 * A file must be well-formed whatever it is given. Numbers have at most two decimals, a point in
 * every locale, and never more than five digits before it: what lies far outside the picture stays
 * outside. Text is UTF-8; bytes that are not, and characters that XML forbids, become U+FFFD, and
 * the five characters that mean something to XML are named.                                     */
#include "out/mark.h"

#include "out/number.h"

#include <math.h>
#include <string.h>

double mark_within(double v, double limit)
{
    return fmax(-limit, fmin(limit, v));
}

/* ---- Numbers --------------------------------------------------------------------------------- */

void mark_number(FILE *f, const char *before, double v)
{
    char buf[NUMBER_SIZE];
    fputs(before, f);
    fputs(number_short(buf, mark_within(v, 99999), 2), f);
}

void mark_point(FILE *f, const char *before, double x, double y)
{
    mark_number(f, before, x);
    mark_number(f, " ", y);
}

void mark_line(FILE *f, double x1, double y1, double x2, double y2)
{
    mark_number(f, "M", x1);
    mark_number(f, " ", y1);
    if (x1 == x2) {
        mark_number(f, "V", y2);
    } else {
        mark_number(f, "H", x2);
    }
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Length of the UTF-8 sequence at s, 0: it is malformed, or no character of XML. */
static int utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80) return s[0] >= 0x20 || s[0] == '\t' || s[0] == '\n' || s[0] == '\r';
    int n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90)) return 0; /* too long  */
    if ((s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0; /* surrogate */
    return s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : n;
}

static void put_letter(FILE *f, const char *s, int n)
{
    const char *special = "&<>\"'", *at = strchr(special, *s);
    static const char *const name[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    if (n == 0) {
        fputs("\xef\xbf\xbd", f); /* U+FFFD */
    } else if (at) {
        fputs(name[at - special], f);
    } else {
        fwrite(s, 1, (size_t)n, f);
    }
}

void mark_escaped(FILE *f, const char *s, int most)
{
    for (int i = 0; *s; i++) {
        int n = utf8_length((const unsigned char *)s);
        if (i == most - 1 && s[n ? n : 1]) {
            fputs("\xe2\x80\xa6", f);
            return;
        }
        put_letter(f, s, n);
        s += n ? n : 1;
    }
}

int mark_letters(const char *s)
{
    int n = 0;
    for (; *s; s++) n += (*s & 0xc0) != 0x80;
    return n;
}

double mark_width(int n, double size)
{
    return 0.6 * size * n;
}

void mark_text(FILE *f, double x, double y, double size, const char *anchor)
{
    mark_number(f, "<text x=\"", x);
    mark_number(f, "\" y=\"", y);
    mark_number(f, "\" font-size=\"", size);
    fprintf(f, "\" text-anchor=\"%s\">", anchor);
}

/* A minus sign is as wide as a plus sign; a hyphen is not. */
void mark_signed(FILE *f, const char *number)
{
    fputs(*number == '-' ? "\xe2\x88\x92" : "", f);
    fputs(number + (*number == '-'), f);
}
