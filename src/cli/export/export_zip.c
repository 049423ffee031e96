/* SPDX-License-Identifier: MIT */
/* export_zip.c - an archive of stored files: local headers with their bytes, the list of all, its end.
 *
 * Nothing is compressed: that needs no library, so every saltus can export, and the same model gives the same bytes.
 * Dates are those of the format's first day. */
#include "cli/export/export.h"
#include <stdlib.h>
#include <string.h>

enum { NAMES_ARE_UTF8 = 1 << 11, FIRST_DAY = 0x21, VERSION = 20 };

static uint32_t crc_of(const unsigned char *p, size_t n)
{
    uint32_t crc = 0xffffffffu;
    while (n-- > 0) {
        crc ^= *p++;
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
    }
    return ~crc;
}

static void put(struct export_zip *z, uint32_t value, int bytes)
{
    for (; bytes > 0; bytes--, value >>= 8)
        if (putc((int)(value & 0xff), z->out) == EOF) z->failed = true;
}

/* What both headers of a file have in common. */
static void put_common(struct export_zip *z, const struct export_entry *e)
{
    put(z, VERSION, 2);
    put(z, NAMES_ARE_UTF8, 2);
    put(z, 0, 2); /* stored */
    put(z, 0, 2);
    put(z, FIRST_DAY, 2);
    put(z, e->crc, 4);
    put(z, e->size, 4);
    put(z, e->size, 4);
    put(z, (uint32_t)strlen(e->name), 2);
    put(z, 0, 2);
}

static struct export_entry *entry(struct export_zip *z)
{
    if (z->n == z->room) {
        size_t more = 2 * z->room + 16;
        void *p = realloc(z->list, more * sizeof *z->list);
        if (!p) return NULL;
        z->list = p;
        z->room = more;
    }
    return &z->list[z->n];
}

void export_zip_add(struct export_zip *z, const char *name, const void *bytes, size_t n)
{
    struct export_entry *e = entry(z);
    long at = ftell(z->out);
    char *own = malloc(strlen(name) + 1);
    if (!e || !own || at < 0 || n > INT32_MAX || (uint64_t)at + n > INT32_MAX) {
        z->failed = true;
        free(own);
        return;
    }
    *e = (struct export_entry){strcpy(own, name), crc_of(bytes, n), (uint32_t)n, (uint32_t)at};
    z->n++;
    put(z, 0x04034b50, 4);
    put_common(z, e);
    if (fwrite(name, 1, strlen(name), z->out) != strlen(name)) z->failed = true;
    if (n && fwrite(bytes, 1, n, z->out) != n) z->failed = true;
}

bool export_zip_end(struct export_zip *z)
{
    long first = ftell(z->out), end;
    for (size_t k = 0; k < z->n; k++) {
        const struct export_entry *e = &z->list[k];
        put(z, 0x02014b50, 4);
        put(z, VERSION, 2);
        put_common(z, e);
        put(z, 0, 2); /* comment */
        put(z, 0, 2); /* disk */
        put(z, 0, 2); /* attributes */
        put(z, 0, 4);
        put(z, e->at, 4);
        if (fwrite(e->name, 1, strlen(e->name), z->out) != strlen(e->name)) z->failed = true;
    }
    end = ftell(z->out);
    if (first < 0 || end < first || z->n > UINT16_MAX) z->failed = true;
    put(z, 0x06054b50, 4);
    put(z, 0, 4);
    put(z, (uint32_t)z->n, 2);
    put(z, (uint32_t)z->n, 2);
    put(z, (uint32_t)(end - first), 4);
    put(z, (uint32_t)first, 4);
    put(z, 0, 2);
    for (size_t k = 0; k < z->n; k++) free(z->list[k].name);
    free(z->list);
    return !z->failed;
}
