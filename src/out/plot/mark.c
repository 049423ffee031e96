/* SPDX-License-Identifier: MIT */
/* mark.c - numbers and text for pictures.
 *
 * A file must be well-formed whatever it is given. Numbers have at most two decimals, a point in
 * every locale, and never more than five digits before it: what lies far outside the picture stays
 * outside. Text is UTF-8; bytes that are not, and characters that XML forbids, become U+FFFD, and
 * the five characters that mean something to XML are named.
 *
 * Widths are estimates, for the font is chosen by whoever shows the picture: those of common
 * sans-serif fonts, in classes of letters, and a little more. */
#include "out/plot/mark.h"

#include "base/utf8.h"
#include "out/number.h"

#include <math.h>
#include <string.h>

double mark_within(double v, double limit)
{
    return fmax(-limit, fmin(limit, v));
}

void mark_number(FILE *f, const char *before, double v)
{
    char buf[NUMBER_SIZE];
    fputs(before, f);
    fputs(number_short(buf, mark_within(v, 99999), 2), f);
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Length of the character at s, 0: it is not UTF-8, or no character of XML. */
static int letter_length(const char *s)
{
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x20 && u[0] != '\t' && u[0] != '\n' && u[0] != '\r') return 0;
    int n = utf8_length(s, strnlen(s, 4));
    return n == 3 && u[0] == 0xef && u[1] == 0xbf && u[2] >= 0xbe ? 0 : n;
}

/* The letter at *s, which moves on: its bytes and their number. Control characters become
 * spaces. */
static const char *next_letter(const char **s, int *bytes)
{
    const char *at = *s;
    int n = letter_length(at);
    *s += n ? n : 1;
    *bytes = n ? n : 3;
    if (n == 0) return "\xef\xbf\xbd"; /* U+FFFD */
    return (unsigned char)*at < 0x20 ? " " : at;
}

char *mark_clean(char *buf, size_t size, const char *s, int most)
{
    size_t used = 0;
    for (int i = 0; *s; i++) {
        int n;
        const char *letter = next_letter(&s, &n);
        if ((i == most - 1 && *s) || used + (size_t)n + 4 > size) {
            letter = "\xe2\x80\xa6";
            n = 3;
            s = "";
        }
        memcpy(buf + used, letter, (size_t)n);
        used += (size_t)n;
    }
    buf[used] = '\0';
    return buf;
}

void mark_escaped(FILE *f, const char *s, int most)
{
    static const char special[] = "&<>\"'";
    static const char *const name[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    char buf[1024];
    for (const char *p = mark_clean(buf, sizeof buf, s, most); *p; p++) {
        const char *at = strchr(special, *p);
        if (at) {
            fputs(name[at - special], f);
        } else {
            putc(*p, f);
        }
    }
}

/* A minus sign is as wide as a plus sign; a hyphen is not. */
char *mark_signed(char *buf, const char *number)
{
    int minus = *number == '-';
    memmove(buf + 3 * minus, number + minus, strlen(number + minus) + 1);
    if (minus) memcpy(buf, "\xe2\x88\x92", 3);
    return buf;
}

int mark_letters(const char *s)
{
    return utf8_count(s, strlen(s));
}

/* In hundredths of the size. */
static int letter_width(const char *s)
{
    unsigned char c = (unsigned char)*s;
    if (c >= 0xe3 && c < 0xf0) return 105; /* ideographs */
    if (c >= 0x80) return 64;
    if (strchr("ijl.,;:'|! ", c)) return 32;
    if (strchr("frt()[]/-\"I", c)) return 40;
    if (strchr("mwMW@%", c)) return 95;
    return c >= 'A' && c <= 'Z' ? 74 : 61;
}

double mark_width(const char *s, int most, double size)
{
    int sum = 0;
    for (; *s && most > 0; s++) {
        if ((*s & 0xc0) == 0x80) continue;
        sum += letter_width(s);
        most--;
    }
    return sum * size / 100;
}
