/* SPDX-License-Identifier: MIT */
/* native_file.c - files of the cache: where they are, and how they get there whole.
 *
 * Files are written under a temporary name and renamed: a reader sees the old file, the new one, or
 * none.
 *
 * The folder is refused if it is not ours alone, since others could have us run their code; so is
 * one that others could put another folder in place of, because they own a folder above it or may
 * write to that. Of folders above, those of the system are trusted, sticky ones (/tmp), and those
 * that are open to a user's private group, whose number is the user's by convention. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "emit/c/native.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Hash ------------------------------------------------------------------------------------ */

struct native_hash native_hash_start(void)
{
    return (struct native_hash){0x6c62272e07bb0142u, 0x62b821756295c58du};
}

/* h * (2^88 + 0x13b) modulo 2^128, after h ^= byte. */
struct native_hash native_hash(struct native_hash h, const void *data, size_t n)
{
    const unsigned char *s = data;
    for (size_t k = 0; k < n; k++) {
        uint64_t low = h.low ^ s[k], a = (low & 0xffffffffu) * 0x13b;
        uint64_t b = (low >> 32) * 0x13b + (a >> 32);
        h.high = h.high * 0x13b + (low << 24) + (b >> 32);
        h.low = b << 32 | (a & 0xffffffffu);
    }
    return h;
}

/* ---- Folders --------------------------------------------------------------------------------- */

/* All folders on the way, as mkdir -p. */
static bool make_folders(struct arena *a, const char *path)
{
    char *s = arena_format(a, "%s", path);
    for (char *at = strchr(s + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = 0;
        if (mkdir(s, 0700) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES) break;
        *at = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool of_system(uid_t owner)
{
    struct stat root;
    return owner == 0 || (stat("/", &root) == 0 && owner == root.st_uid);
}

static const char *check_parent(struct arena *a, const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return arena_format(a, "%s: %s", path, strerror(errno));
    if (st.st_uid != geteuid() && !of_system(st.st_uid))
        return arena_format(a, "the folder %s above it belongs to another user", path);
    if (st.st_mode & S_ISVTX) return NULL;
    if (st.st_mode & S_IWOTH)
        return arena_format(a, "everybody may write to the folder %s above it", path);
    if (st.st_mode & S_IWGRP && !(st.st_gid == getegid() && st.st_gid == geteuid()))
        return arena_format(a, "a group may write to the folder %s above it", path);
    return NULL;
}

/* path is absolute and has no links. */
static const char *check_parents(struct arena *a, const char *path)
{
    char *s = arena_format(a, "%s", path), *slash;
    while ((slash = strrchr(s, '/'))) {
        const char *wrong;
        *slash = 0;
        wrong = check_parent(a, *s ? s : "/");
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *check_folder(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return strerror(errno);
    if (!S_ISDIR(st.st_mode)) return "not a folder";
    if (st.st_uid != geteuid()) return "it belongs to another user";
    if (st.st_mode & S_IWOTH) return "everybody may write to it";
    if (st.st_mode & S_IWGRP) return "a group may write to it";
    if (access(path, W_OK | X_OK) != 0) return "it cannot be written to";
    return NULL;
}

static const char *folder_name(struct arena *a)
{
    const char *own = getenv("SALTUS_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (own && *own) return own;
    if (xdg && *xdg == '/') return arena_format(a, "%s/saltus", xdg);
    if (home && *home) return arena_format(a, "%s/.cache/saltus", home);
    return NULL;
}

const char *native_folder(struct arena *a, const char **why)
{
    const char *path = folder_name(a), *wrong;
    char *whole;
    *why = "neither SALTUS_CACHE nor HOME is set";
    if (!path) return NULL;
    make_folders(a, path);
    wrong = check_folder(path);
    whole = realpath(path, NULL);
    if (!wrong && !whole) wrong = strerror(errno);
    if (!wrong) wrong = check_parents(a, whole);
    *why = wrong ? arena_format(a, "cache folder %s: %s", path, wrong) : NULL;
    if (whole) path = arena_format(a, "%s", whole);
    free(whole);
    return wrong ? NULL : path;
}

const char *native_folder_temporary(struct arena *a)
{
    const char *tmp = getenv("TMPDIR");
    char *path = arena_format(a, "%s/saltus-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp");
    return mkdtemp(path);
}

/* ---- Writing --------------------------------------------------------------------------------- */

const char *native_write(struct arena *a, const char *path, const char *text, size_t n)
{
    char *passing = arena_format(a, "%s.XXXXXX", path);
    int fd = mkstemp(passing);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "wb");
    bool done;
    if (!out) return arena_format(a, "%s: %s", path, strerror(errno));
    done = fwrite(text, 1, n, out) == n;
    done &= fclose(out) == 0;
    if (done && rename(passing, path) == 0) return NULL;
    unlink(passing);
    return arena_format(a, "%s: %s", path, strerror(errno));
}
