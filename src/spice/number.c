/* SPDX-License-Identifier: MIT */
/* number.c - numbers with the suffixes of SPICE.
 *
 *     number = digits [. digits] [e [+-] digits] [t | g | meg | k | m | mil | u | n | p | f | a] letters
 *
 * Letters behind the suffix are a unit and do not count; digits there are not a number, since some
 * programs read 4k7 as 4.7k and others as 4k. */
#include "spice/netlist.h"
#include <stdlib.h>
#include <string.h>

static const struct suffix {
    const char *text;
    int power;
} suffixes[] = {{"meg", 6},       {"t", 12},        {"g", 9},  {"k", 3},   {"m", -3},  {"u", -6},
                {"\xc2\xb5", -6}, {"\xce\xbc", -6}, {"n", -9}, {"p", -12}, {"f", -15}, {"a", -18}};

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* How many bytes of s are a number without suffix; 0: none. */
static uint32_t length_of_number(const char *s, uint32_t n)
{
    uint32_t k = 0, digits = 0;
    if (k < n && (s[k] == '+' || s[k] == '-')) k++;
    for (; k < n && digit(s[k]); k++) digits++;
    if (k < n && s[k] == '.')
        for (k++; k < n && digit(s[k]); k++) digits++;
    if (digits == 0) return 0;
    if (k + 1 < n && (s[k] == 'e' || s[k] == 'E')) {
        uint32_t j = k + 1;
        if (s[j] == '+' || s[j] == '-') j++;
        if (j < n && digit(s[j])) {
            while (j < n && digit(s[j])) j++;
            return j;
        }
    }
    return k;
}

/* The digits with an exponent that has the suffix in it: 4.7k is the number nearest to 4.7e3. */
static double scaled(const char *s, uint32_t n, int power)
{
    char text[400];
    uint32_t k = 0;
    long exponent = 0;
    if (n > 300) n = 300;
    while (k < n && s[k] != 'e' && s[k] != 'E') k++;
    memcpy(text, s, n);
    text[n] = 0;
    if (k < n) exponent = strtol(text + k + 1, NULL, 10);
    if (exponent > 100000) exponent = 100000;
    if (exponent < -100000) exponent = -100000;
    snprintf(text + k, sizeof text - k, "e%ld", exponent + power);
    return strtod(text, NULL);
}

int spice_number(const char *s, uint32_t n, double *value)
{
    uint32_t k = length_of_number(s, n), used = 0;
    int power = 0;
    double mil = 1;
    if (k == 0) return 0;
    if (word_begins((struct word){.s = s + k, .n = n - k}, "mil")) {
        mil = 25.4e-6;
        used = 3;
    }
    for (size_t j = 0; !used && j < sizeof suffixes / sizeof suffixes[0]; j++)
        if (word_begins((struct word){.s = s + k, .n = n - k}, suffixes[j].text)) {
            power = suffixes[j].power;
            used = (uint32_t)strlen(suffixes[j].text);
        }
    *value = scaled(s, k, power) * mil;
    for (k += used; k < n; k++)
        if (!letter(s[k])) return 2;
    return 1;
}
