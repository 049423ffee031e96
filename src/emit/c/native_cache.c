/* SPDX-License-Identifier: MIT */
/* native_cache.c - what is in the cache, and what goes when it is full.
 *
 * A model is a pair NAME-HASH.c and NAME-HASH.so, dated by its last use. When a new one has made
 * the cache larger than its limit, the pairs that were used longest ago go, never the newest. What
 * a killed process left behind, under a passing name, goes after an hour. Files of other names are
 * not touched. */
#include "emit/c/native.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DIGITS = 32, PASSING = 3600, LIMIT_MB = 500 };

uint64_t native_cache_limit(void)
{
    const char *text = getenv("SALTUS_CACHE_MB");
    char *end;
    double mb = text ? strtod(text, &end) : LIMIT_MB;
    if (!text || end == text || *end || !(mb >= 0 && mb < 1e9)) mb = LIMIT_MB;
    return (uint64_t)(mb * 1e6);
}

/* ---- Names ----------------------------------------------------------------------------------- */

enum kind { FOREIGN, LIBRARY, TEXT, LEFT_BEHIND };

/* The length of NAME-HASH; 0: not of that form. */
static size_t stem(const char *name)
{
    const char *dot = strchr(name, '.'), *dash;
    if (!dot || dot - name < DIGITS + 2) return 0;
    dash = dot - DIGITS - 1;
    if (*dash != '-' || strspn(dash + 1, "0123456789abcdef") != DIGITS) return 0;
    return (size_t)(dot - name);
}

static enum kind kind_of(const char *name)
{
    size_t n = stem(name);
    if (strncmp(name, NATIVE_KEY ".", sizeof NATIVE_KEY) == 0) return LEFT_BEHIND;
    if (!n) return FOREIGN;
    if (strcmp(name + n, ".so") == 0) return LIBRARY;
    if (strcmp(name + n, ".c") == 0) return TEXT;
    return strncmp(name + n, ".so.", 4) == 0 || strncmp(name + n, ".c.", 3) == 0 ? LEFT_BEHIND
                                                                                 : FOREIGN;
}

/* ---- Looking --------------------------------------------------------------------------------- */

struct entry {
    char *name;
    enum kind kind;
    uint64_t size;
    time_t used;
};

struct folder {
    const char *path;
    struct entry *at;
    size_t n, room;
};

static bool path_of(const struct folder *f, const char *name, char *path, size_t size)
{
    int n = snprintf(path, size, "%s/%s", f->path, name);
    return n > 0 && (size_t)n < size;
}

static bool note_file(struct folder *f, const char *name)
{
    char path[4096];
    struct stat st;
    enum kind kind = kind_of(name);
    if (kind == FOREIGN || !path_of(f, name, path, sizeof path) || lstat(path, &st) != 0)
        return true;
    if (f->n == f->room) {
        size_t room = f->room ? 2 * f->room : 64;
        struct entry *at = realloc(f->at, room * sizeof *at);
        if (!at) return false;
        f->at = at;
        f->room = room;
    }
    f->at[f->n] = (struct entry){strdup(name), kind, (uint64_t)st.st_size, st.st_mtime};
    return f->at[f->n++].name != NULL;
}

/* By stem, so that a pair is together; the library before the text. */
static int by_name(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    size_t n = stem(a->name), m = stem(b->name);
    int order = strncmp(a->name, b->name, n < m ? n : m);
    if (order == 0 && n != m) order = n < m ? -1 : 1;
    return order ? order : (int)a->kind - (int)b->kind;
}

static bool read_folder(struct folder *f)
{
    DIR *d = opendir(f->path);
    const struct dirent *e;
    bool fine = d != NULL;
    while (fine && (e = readdir(d))) fine = note_file(f, e->d_name);
    if (d) closedir(d);
    if (fine && f->n) qsort(f->at, f->n, sizeof *f->at, by_name);
    return fine;
}

static void free_folder(struct folder *f)
{
    for (size_t k = 0; k < f->n; k++) free(f->at[k].name);
    free(f->at);
}

static bool same_model(const struct entry *a, const struct entry *b)
{
    size_t n = stem(a->name);
    return n && n == stem(b->name) && strncmp(a->name, b->name, n) == 0;
}

/* ---- Removing -------------------------------------------------------------------------------- */

static uint64_t remove_file(const struct folder *f, struct entry *e)
{
    char path[4096];
    uint64_t size = e->size;
    if (!e->size && e->kind == FOREIGN) return 0;
    if (!path_of(f, e->name, path, sizeof path) || unlink(path) != 0) return 0;
    e->kind = FOREIGN; /* gone */
    e->size = 0;
    return size;
}

/* When a model was used: the date of its library. A text alone is as old as it is. */
static time_t last_use(const struct folder *f, size_t k)
{
    return k > 0 && same_model(&f->at[k - 1], &f->at[k]) ? f->at[k - 1].used : f->at[k].used;
}

static size_t oldest(const struct folder *f)
{
    size_t best = SIZE_MAX;
    for (size_t k = 0; k < f->n; k++) {
        if (f->at[k].kind != LIBRARY && f->at[k].kind != TEXT) continue;
        if (best == SIZE_MAX || last_use(f, k) < last_use(f, best)) best = k;
    }
    return best;
}

static void remove_leftovers(struct folder *f, time_t before)
{
    for (size_t k = 0; k < f->n; k++)
        if (f->at[k].kind == LEFT_BEHIND && f->at[k].used <= before) remove_file(f, &f->at[k]);
}

static uint64_t total(const struct folder *f)
{
    uint64_t sum = 0;
    for (size_t k = 0; k < f->n; k++) sum += f->at[k].size;
    return sum;
}

/* Of the file k and the one beside it that belongs to the same model. */
static uint64_t remove_model(struct folder *f, size_t k)
{
    uint64_t gone = 0;
    for (size_t i = k ? k - 1 : 0; i < f->n && i <= k + 1; i++)
        if (i == k || same_model(&f->at[i], &f->at[k])) gone += remove_file(f, &f->at[i]);
    return gone;
}

void native_cache_trim(const char *path, const char *keep, uint64_t limit)
{
    struct folder f = {.path = path};
    struct entry newest = {.name = (char *)(uintptr_t)(strrchr(keep, '/') + 1)};
    uint64_t size;
    if (read_folder(&f)) {
        remove_leftovers(&f, time(NULL) - PASSING);
        size = total(&f);
        for (size_t k; size > limit && (k = oldest(&f)) < f.n;) {
            if (same_model(&f.at[k], &newest)) break;
            uint64_t gone = remove_model(&f, k);
            if (!gone) break;
            size -= gone;
        }
    }
    free_folder(&f);
}

/* ---- From outside ---------------------------------------------------------------------------- */

bool native_cache_look(const char *path, struct native_cache *to)
{
    struct folder f = {.path = path};
    bool fine = read_folder(&f);
    *to = (struct native_cache){.limit = native_cache_limit()};
    for (size_t k = 0; k < f.n; k++) {
        to->bytes += f.at[k].size;
        to->models += f.at[k].kind == LIBRARY;
        to->left_behind += f.at[k].kind == LEFT_BEHIND;
    }
    free_folder(&f);
    return fine;
}

bool native_cache_clear(const char *path)
{
    struct folder f = {.path = path};
    bool fine = read_folder(&f);
    for (size_t k = 0; fine && k < f.n; k++) remove_file(&f, &f.at[k]);
    for (size_t k = 0; k < f.n; k++) fine &= f.at[k].kind == FOREIGN;
    free_folder(&f);
    return fine;
}
