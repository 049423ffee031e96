/* SPDX-License-Identifier: MIT */
/* wire.c - see wire.h. */
#include "fmi/import/wire.h"
#include <stdlib.h>
#include <string.h>

void wire_free(struct wire *w)
{
    free(w->at);
    *w = (struct wire){0};
}

void wire_clear(struct wire *w)
{
    w->n = w->read = 0;
    w->bad = false;
}

unsigned char *wire_grow(struct wire *w, size_t n)
{
    if (w->bad) return NULL;
    if (w->room - w->n < n) {
        size_t room = 2 * w->room + n + 256;
        unsigned char *p = realloc(w->at, room);
        if (!p) {
            w->bad = true;
            return NULL;
        }
        w->at = p;
        w->room = room;
    }
    w->n += n;
    return w->at + w->n - n;
}

static void put(struct wire *w, const void *bytes, size_t n)
{
    unsigned char *to = wire_grow(w, n);
    if (to && n) memcpy(to, bytes, n);
}

void wire_put(struct wire *w, uint32_t value)
{
    put(w, &value, sizeof value);
}

void wire_put_real(struct wire *w, double value)
{
    put(w, &value, sizeof value);
}

void wire_put_reals(struct wire *w, const double *values, size_t n)
{
    put(w, values, n * sizeof *values);
}

void wire_put_text(struct wire *w, const char *text)
{
    size_t n = strlen(text) + 1;
    wire_put(w, (uint32_t)n);
    put(w, text, n);
}

static bool get(struct wire *w, void *to, size_t n)
{
    if (w->bad || w->n - w->read < n) {
        w->bad = true;
        memset(to, 0, n);
        return false;
    }
    if (n) memcpy(to, w->at + w->read, n);
    w->read += n;
    return true;
}

uint32_t wire_get(struct wire *w)
{
    uint32_t value;
    get(w, &value, sizeof value);
    return value;
}

double wire_get_real(struct wire *w)
{
    double value;
    get(w, &value, sizeof value);
    return value;
}

void wire_get_reals(struct wire *w, double *values, size_t n)
{
    get(w, values, n * sizeof *values);
}

const char *wire_get_text(struct wire *w)
{
    uint32_t n = wire_get(w);
    const char *text;
    if (w->bad || n == 0 || w->n - w->read < n || w->at[w->read + n - 1] != 0) {
        w->bad = true;
        return "";
    }
    text = (const char *)w->at + w->read;
    w->read += n;
    return text;
}
