/* SPDX-License-Identifier: MIT */
/* native_file.c - files of the cache: where they are, how they get there whole, how a broken one is
 * recognised.
 *
 * Files are written under a temporary name and renamed: a reader sees the old file, the new one, or
 * none. A library that was cut short, by a full disk or a crash, could kill the process that maps
 * it; therefore a seal follows the library, which is not affected: 8 bytes of magic and the hash of
 * all that is before them.
 *
 * The folder is refused if others may write to it: they could have us run their code. */
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

/* ---- Seals ----------------------------------------------------------------------------------- */

struct seal {
    char magic[8];
    struct native_hash hash;
};

static const char magic[8] = "saltus\1";

/* The whole file; NULL if that fails. */
static char *slurp(const char *path, size_t *n)
{
    struct stat st;
    char *text = NULL;
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    if (fstat(fileno(in), &st) == 0 && st.st_size > 0) text = malloc((size_t)st.st_size);
    *n = text ? fread(text, 1, (size_t)st.st_size, in) : 0;
    fclose(in);
    return text;
}

static bool seal_of(const char *text, size_t n, struct seal *to)
{
    memset(to, 0, sizeof *to);
    memcpy(to->magic, magic, sizeof magic);
    to->hash = native_hash(native_hash_start(), text, n);
    return n > 0;
}

bool native_seal(const char *path)
{
    struct seal seal;
    size_t n = 0;
    char *text = slurp(path, &n);
    bool done = text && seal_of(text, n, &seal);
    FILE *out = done ? fopen(path, "ab") : NULL;
    free(text);
    if (!out) return false;
    done = fwrite(&seal, sizeof seal, 1, out) == 1;
    return fclose(out) == 0 && done;
}

bool native_sealed(const char *path)
{
    struct seal seal;
    size_t n = 0;
    char *text = slurp(path, &n);
    bool fine = text && n > sizeof seal && seal_of(text, n - sizeof seal, &seal) &&
                memcmp(text + n - sizeof seal, &seal, sizeof seal) == 0;
    free(text);
    return fine;
}

/* ---- Folders --------------------------------------------------------------------------------- */

/* All folders on the way, as mkdir -p. */
static bool make_folders(struct arena *a, const char *path)
{
    char *s = arena_format(a, "%s", path);
    for (char *at = strchr(s + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = 0;
        if (mkdir(s, 0777) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES) break;
        *at = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static const char *check_folder(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return strerror(errno);
    if (!S_ISDIR(st.st_mode)) return "not a folder";
    if (st.st_uid != geteuid() && st.st_uid != 0) return "it belongs to another user";
    if (st.st_mode & S_IWOTH) return "everybody may write to it";
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
    *why = wrong ? arena_format(a, "cache folder %s: %s", path, wrong) : NULL;
    if (wrong) return NULL;
    whole = realpath(path, NULL);
    if (whole) path = arena_format(a, "%s", whole);
    free(whole);
    return path;
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
