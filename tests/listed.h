/* SPDX-License-Identifier: MIT */
/* listed.h - texts that tests build piece by piece: printed parts, and what a function reads. */
#ifndef TESTS_LISTED_H
#define TESTS_LISTED_H

#include "saltus_model.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Appends to text, which has room for `room` bytes. */
static inline void listed_add(char *text, size_t room, const char *format, ...)
{
    va_list args;
    size_t used = strlen(text);
    va_start(args, format);
    vsnprintf(text + used, room - used, format, args);
    va_end(args);
}

/* " x0 d3": a letter for the kind, and the index; each once. Hand &reads to saltus_function.reads. */
struct listed {
    saltus_reads reads;
    char text[400];
};

static inline void listed_note(saltus_reads *r, saltus_kind kind, int32_t index)
{
    struct listed *l = (struct listed *)r;
    char one[20];
    snprintf(one, sizeof one, " %c%d", "xdpygcSDt"[kind], (int)index);
    if (!strstr(l->text, one)) listed_add(l->text, sizeof l->text, "%s", one);
}

#endif
