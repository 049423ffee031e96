/* SPDX-License-Identifier: MIT */
/* arg.c - values on the command line as numbers. Nothing is said here; typed.c says what is
 * wrong. */
#include "cli/core/cli.h"
#include "out/number.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

/* A number at the beginning of the text, perhaps with a prefix of SI: 47u; its end, NULL: there is
 * none. */
static const char *leading_si(const char *text, double *v)
{
    const char *end = isspace((unsigned char)*text) ? NULL : number_read_si(text, v);
    return end && !isnan(*v) ? end : NULL;
}

bool arg_number(const char *text, double *v)
{
    const char *end = leading_si(text, v);
    return end && *end == 0;
}

size_t arg_name(const char *text, const char **rest)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) return 0;
    *rest = equals + 1;
    return (size_t)(equals - text);
}

bool arg_value(const char *text, double *v)
{
    const char *end;
    if (strcmp(text, "true") == 0) return *v = 1, true;
    if (strcmp(text, "false") == 0) return *v = 0, true;
    end = leading_si(text, v);
    return end && *end == 0;
}

bool arg_setting(const char *text, size_t *name, double *v)
{
    const char *rest;
    *name = arg_name(text, &rest);
    if (*name == 0) return false;
    return arg_value(rest, v);
}

/* 1:0.1:2 has eleven values, though ten times 0.1 is not quite 1. */
static bool steps(double start, double step, double stop, struct arg_range *r)
{
    double n = (stop - start) / step;
    if (!isfinite(n) || n < -1e-9 || n > 1e9) return false;
    r->start = start;
    r->step = step;
    r->n = (size_t)floor(n * (1 + 1e-12) + 1e-9) + 1;
    return true;
}

static bool from_to(const char *text, struct arg_range *r)
{
    double part[3];
    int k = 0;
    for (;;) {
        const char *end = leading_si(text, &part[k++]);
        if (!end || !isfinite(part[k - 1])) return false;
        if (*end == 0) break;
        if (*end != ':' || k == 3) return false;
        text = end + 1;
    }
    if (k == 2) return steps(part[0], 1, part[1], r);
    return k == 3 && part[1] != 0 && steps(part[0], part[1], part[2], r);
}

static bool truth(const char *text, size_t n)
{
    return (n == 4 && strncmp(text, "true", 4) == 0) || (n == 5 && strncmp(text, "false", 5) == 0);
}

bool arg_range(const char *text, struct arg_range *r)
{
    double v;
    if (strchr(text, ':')) {
        r->list = NULL;
        return from_to(text, r);
    }
    *r = (struct arg_range){.list = text};
    for (;;) {
        size_t n = strcspn(text, ",");
        const char *end = leading_si(text, &v);
        if (!truth(text, n) && (!end || end != text + n)) return false;
        r->n++;
        if (!text[n]) return true;
        text += n + 1;
    }
}

double arg_range_at(const struct arg_range *r, size_t k)
{
    const char *text = r->list;
    double v = NAN;
    if (!text) return r->start + (double)k * r->step;
    for (; k > 0; k--) text += strcspn(text, ",") + 1;
    if (*text == 't' || *text == 'f') return *text == 't';
    (void)leading_si(text, &v);
    return v;
}
