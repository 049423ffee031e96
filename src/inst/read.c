/* SPDX-License-Identifier: MIT */
/* read.c - the text of a file of a package.
 *
 * Texts are UTF-8. A file package.encoding in the folder, or in one of the packages around it, may
 * say that they are ISO-8859-1 (Latin-1), as texts of the time before are; then they are turned
 * into UTF-8 here, and no one behind knows. Bytes that are not UTF-8 are errors of the lexer, at
 * their place; in comments they do not matter.
 *
 * Memory comes from an arena, which may jump away when it is full: it is asked before the file is
 * opened. */
#include "inst/package.h"

#include "base/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_TEXT = 64 << 20 }; /* bytes */

bool package_file_exists(const char *path, struct package_id *id)
{
    struct stat st;
    if (stat(path, &st) != 0 || S_ISDIR(st.st_mode)) return false;
    if (id) *id = (struct package_id){(uint64_t)st.st_dev, (uint64_t)st.st_ino};
    return true;
}

/* ---- package.encoding ------------------------------------------------------------------------ */

/* The first line of a small file, without blanks around it; false: there is none. */
static bool first_line(const char *path, char line[64])
{
    FILE *in = fopen(path, "r");
    size_t n;
    if (!in) return false;
    n = fgets(line, 64, in) ? strcspn(line, "\r\n") : 0;
    fclose(in);
    while (n && (line[n - 1] == ' ' || line[n - 1] == '\t')) n--;
    line[n] = 0;
    return n > 0;
}

/* Cuts the last name off; false: there is none. */
static bool up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (!slash || slash == folder) return false;
    *slash = 0;
    return true;
}

/* What package.encoding says of the files of a folder; false: nothing. Packages around it are asked
 * as well. */
static bool encoding_of(struct arena *a, const char *file, char line[64], const char **from)
{
    char *folder = arena_text(a, file, strlen(file));
    while (up(folder)) {
        *from = arena_format(a, "%s/package.encoding", folder);
        if (first_line(*from, line)) return true;
        if (!package_file_exists(arena_format(a, "%s/package.mo", folder), NULL)) return false;
    }
    return false;
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcasecmp(word, *list) != 0) list++;
    return *list != NULL;
}

static bool is_latin(struct messages *m, const char *file)
{
    static const char *const latin[] = {"ISO-8859-1", "ISO8859-1", "ISO_8859-1",
                                        "Latin-1",    "Latin1",    NULL};
    static const char *const utf8[] = {"UTF-8", "UTF8", "US-ASCII", "ASCII", NULL};
    char line[64];
    const char *from;
    if (!encoding_of(m->arena, file, line, &from)) return false;
    if (is_one_of(line, latin)) return true;
    if (!is_one_of(line, utf8)) {
        error_at(m, (struct place){0, 0, 0}, "%s: the encoding '%s' is not known", from, line);
        hint_last(m, "UTF-8 and ISO-8859-1 are");
    }
    return false;
}

/* Every byte is a character with that number; those from 128 on take two bytes. A text with a byte
 * order mark is UTF-8, whatever is said of it. */
static void latin_to_utf8(struct arena *a, char **text, size_t *size)
{
    const unsigned char *s = (const unsigned char *)*text;
    size_t more = 0;
    if (*size >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0) return;
    for (size_t k = 0; k < *size; k++) more += s[k] >> 7;
    char *out = arena_take(a, *size + more + 1), *to = out;
    for (size_t k = 0; k < *size; k++) to = utf8_put(to, s[k]);
    *text = out;
    *size = (size_t)(to - out);
}

/* ---- The text -------------------------------------------------------------------------------- */

/* NULL: read; else why not. */
static const char *fill(const char *path, char *text, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in) return strerror(errno);
    *size = fread(text, 1, *size, in);
    const char *why = ferror(in) ? "cannot be read" : NULL;
    fclose(in);
    return why;
}

int32_t package_read(struct messages *m, const char *path)
{
    struct stat st;
    const char *why = NULL;
    char *text = NULL;
    size_t size = 0;
    if (stat(path, &st) != 0)
        why = strerror(errno);
    else if (!S_ISREG(st.st_mode))
        why = "is not a file";
    else if (st.st_size > MOST_TEXT)
        why = "is larger than 64 MB";
    if (!why) {
        size = (size_t)st.st_size;
        text = arena_take(m->arena, size + 1);
        why = fill(path, text, &size);
    }
    if (why) {
        error_at(m, (struct place){0, 0, 0}, "%s: %s", path, why);
        return -1;
    }
    if (is_latin(m, path)) latin_to_utf8(m->arena, &text, &size);
    return source_add(m, path, text, (uint32_t)size);
}
