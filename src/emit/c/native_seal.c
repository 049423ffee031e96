/* SPDX-License-Identifier: MIT */
/* native_seal.c - which files of the cache are ours, and whole.
 *
 * A library that was cut short, by a full disk or a crash, could kill the process that maps it, and
 * one that another user put there would run as us. Therefore a seal follows the library, which is
 * not affected: 8 bytes of magic and a hash of all that is before them, SipHash-2-4 of 128 bits
 * [ab12] under a key that only we can read. The key is a file of the cache, made when it is first
 * needed. A file that is not ours alone (owner, mode, link) is never read. */
#include "emit/c/native.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- SipHash --------------------------------------------------------------------------------- */

static uint64_t turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static void rounds(uint64_t v[4], int n)
{
    for (; n > 0; n--) {
        v[0] += v[1], v[1] = turn(v[1], 13) ^ v[0], v[0] = turn(v[0], 32);
        v[2] += v[3], v[3] = turn(v[3], 16) ^ v[2];
        v[0] += v[3], v[3] = turn(v[3], 21) ^ v[0];
        v[2] += v[1], v[1] = turn(v[1], 17) ^ v[2], v[2] = turn(v[2], 32);
    }
}

static void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    rounds(v, 2);
    v[0] ^= word;
}

static uint64_t finish(uint64_t v[4])
{
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* Up to 8 bytes, the first one lowest. */
static uint64_t word_of(const unsigned char *s, size_t n)
{
    uint64_t w = 0;
    while (n-- > 0) w = w << 8 | s[n];
    return w;
}

struct native_hash native_keyed(struct native_hash key, const void *data, size_t n)
{
    const unsigned char *s = data;
    uint64_t v[4] = {key.low ^ 0x736f6d6570736575u, key.high ^ 0x646f72616e646f6du ^ 0xee,
                     key.low ^ 0x6c7967656e657261u, key.high ^ 0x7465646279746573u};
    struct native_hash h;
    size_t k = 0;
    for (; n - k >= 8; k += 8) absorb(v, word_of(s + k, 8));
    absorb(v, word_of(s + k, n - k) | (uint64_t)(n & 0xff) << 56);
    v[2] ^= 0xee;
    h.low = finish(v);
    v[1] ^= 0xdd;
    h.high = finish(v);
    return h;
}

/* ---- Files that are ours --------------------------------------------------------------------- */

bool native_ours(const struct stat *st)
{
    return S_ISREG(st->st_mode) && st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* The whole file, if it is ours; NULL: it is not, or cannot be read. */
static char *slurp(const char *path, size_t *n)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    FILE *in = fd < 0 ? NULL : fdopen(fd, "rb");
    struct stat st;
    char *text = NULL;
    if (!in) return NULL;
    if (fstat(fd, &st) == 0 && native_ours(&st) && st.st_size > 0)
        text = malloc((size_t)st.st_size);
    *n = text ? fread(text, 1, (size_t)st.st_size, in) : 0;
    fclose(in);
    return text;
}

/* ---- The key --------------------------------------------------------------------------------- */

static bool read_key(const char *path, struct native_hash *key)
{
    size_t n = 0;
    char *text = slurp(path, &n);
    bool fine = text && n == sizeof *key;
    if (fine) memcpy(key, text, sizeof *key);
    free(text);
    return fine;
}

static bool draw_key(struct native_hash *key)
{
    FILE *in = fopen("/dev/urandom", "rb");
    bool fine = in && fread(key, sizeof *key, 1, in) == 1;
    if (in) fclose(in);
    return fine;
}

/* Of several processes that make one the first counts. */
static bool make_key(struct arena *a, const char *path)
{
    struct native_hash key;
    char *passing = arena_format(a, "%s.XXXXXX", path);
    int fd = draw_key(&key) ? mkstemp(passing) : -1;
    bool done = fd >= 0 && write(fd, &key, sizeof key) == (ssize_t)sizeof key;
    if (fd < 0) return false;
    done &= close(fd) == 0;
    if (done) done = link(passing, path) == 0 || access(path, F_OK) == 0;
    unlink(passing);
    return done;
}

bool native_key(struct arena *a, const char *folder, struct native_hash *key)
{
    const char *path = arena_format(a, "%s/" NATIVE_KEY, folder);
    for (int turn = 0; turn < 2; turn++) {
        if (read_key(path, key) || (make_key(a, path) && read_key(path, key))) return true;
        unlink(path); /* it is not ours, or was cut short */
    }
    return false;
}

int native_lock(struct arena *a, const char *folder, struct native_hash of)
{
    int fd = open(arena_format(a, "%s/" NATIVE_KEY, folder), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    struct flock one = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    one.l_start = (off_t)(of.low >> 2);
    while (fd >= 0 && fcntl(fd, F_SETLKW, &one) != 0) {
        if (errno == EINTR) continue;
        close(fd);
        return -1;
    }
    return fd;
}

/* ---- Seals ----------------------------------------------------------------------------------- */

struct seal {
    char magic[8];
    struct native_hash hash;
};

static const char magic[8] = "saltus\2";

static bool seal_of(struct native_hash key, const char *text, size_t n, struct seal *to)
{
    memset(to, 0, sizeof *to);
    memcpy(to->magic, magic, sizeof magic);
    to->hash = native_keyed(key, text, n);
    return n > 0;
}

bool native_seal(struct native_hash key, const char *path)
{
    struct seal seal;
    size_t n = 0;
    char *text = chmod(path, S_IRWXU) == 0 ? slurp(path, &n) : NULL;
    bool done = text && seal_of(key, text, n, &seal);
    FILE *out = done ? fopen(path, "ab") : NULL;
    free(text);
    if (!out) return false;
    done = fwrite(&seal, sizeof seal, 1, out) == 1;
    return fclose(out) == 0 && done;
}

bool native_sealed(struct native_hash key, const char *path)
{
    struct seal seal;
    size_t n = 0;
    char *text = slurp(path, &n);
    bool fine = text && n > sizeof seal && seal_of(key, text, n - sizeof seal, &seal) &&
                memcmp(text + n - sizeof seal, &seal, sizeof seal) == 0;
    free(text);
    return fine;
}
