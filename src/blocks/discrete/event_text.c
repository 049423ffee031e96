/* SPDX-License-Identifier: MIT */
/* event_text.c - numbers as text, for blocks that read and write lines. */
#include "blocks/discrete/event.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* strtod reads the decimal point of the locale: a copy with that point is given to it. */
const char *event_number_read(const char *s, double *v)
{
    char copy[128], *end;
    size_t n = 0;
    while (*s == ' ' || *s == '\t') s++;
    for (; n + 1 < sizeof copy && s[n] && strchr("0123456789+-.eEinftyINFTYaA", s[n]); n++)
        copy[n] = s[n] == '.' ? *localeconv()->decimal_point : s[n];
    copy[n] = 0;
    *v = strtod(copy, &end);
    return end == copy ? NULL : s + (end - copy);
}

char *event_number_text(char buf[EVENT_NUMBER], double v)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buf, EVENT_NUMBER, "%.*g", digits, v);
        if (strtod(buf, NULL) == v) break;
    }
    char *point = strchr(buf, *localeconv()->decimal_point);
    if (point) *point = '.';
    return buf;
}
