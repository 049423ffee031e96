/* SPDX-License-Identifier: MIT */
/* fmu_zip.c - see fmu_zip.h. By libzip; without it nothing can be opened, and the message says so. */
#include "fmi/import/fmu_zip.h"
#include <stdio.h>
#include <string.h>

#ifndef SALTUS_ZIP

bool fmu_zip_open(const char *path, struct fmu_zip **out, char *text, size_t n)
{
    (void)path;
    *out = NULL;
    snprintf(text, n,
             "this saltus was built without libzip and cannot open FMUs (package libzip-dev)");
    return false;
}
bool fmu_zip_memory(const void *bytes, size_t size, struct fmu_zip **out, char *text, size_t n)
{
    (void)bytes, (void)size;
    return fmu_zip_open("", out, text, n);
}
void fmu_zip_close(struct fmu_zip *z)
{
    (void)z;
}
bool fmu_zip_has(const struct fmu_zip *z, const char *name)
{
    (void)z, (void)name;
    return false;
}
char *fmu_zip_read(struct fmu_zip *z, const char *name, size_t *size, char *text, size_t n)
{
    (void)z, (void)name, (void)text, (void)n;
    *size = 0;
    return NULL;
}
bool fmu_zip_unpack(struct fmu_zip *z, const char *prefix, const char *folder, char *text, size_t n)
{
    (void)z, (void)prefix, (void)folder, (void)text, (void)n;
    return false;
}
void fmu_zip_platforms(const struct fmu_zip *z, char *text, size_t n)
{
    (void)z;
    if (n) *text = 0;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

struct fmu_zip {
    zip_t *zip;
    zip_int64_t n;
};

/* ---- What is refused ------------------------------------------------------------------------- */

/* Why a name leads elsewhere than below the folder; NULL: it does not. */
static const char *bad_name(const char *name)
{
    const char *s = name;
    if (!*name) return "is empty";
    if (*name == '/') return "is absolute";
    if (strlen(name) > 1000) return "is longer than 1000 bytes";
    if (((name[0] | 32) >= 'a' && (name[0] | 32) <= 'z') && name[1] == ':') return "names a drive";
    for (; *s; s++) {
        if (*s == '\\') return "contains a backslash";
        if ((unsigned char)*s < 32 || *s == 127) return "contains a control character";
    }
    for (s = name; s; s = strchr(s, '/') ? strchr(s, '/') + 1 : NULL) {
        size_t n = strcspn(s, "/");
        if (n == 2 && s[0] == '.' && s[1] == '.') return "leads out of the archive";
        if (n == 1 && *s == '.') return "contains '.' as a folder";
        if (n == 0 && *s == '/') return "contains an empty folder";
    }
    return NULL;
}

/* Neither a file nor a folder: what the archive says of the file's kind on Unix. */
static bool special(const struct fmu_zip *z, zip_uint64_t k)
{
    zip_uint8_t system;
    zip_uint32_t attributes;
    unsigned kind;
    if (zip_file_get_external_attributes(z->zip, k, 0, &system, &attributes) != 0) return false;
    if (system != ZIP_OPSYS_UNIX) return false;
    kind = attributes >> 16 & S_IFMT;
    return kind != 0 && kind != S_IFREG && kind != S_IFDIR;
}

/* A name for a message, without what a terminal may take for a command. */
static void shown(const char *name, char to[80])
{
    size_t k = 0;
    for (; k < 79 && name[k]; k++)
        to[k] = (unsigned char)name[k] < 32 || (unsigned char)name[k] >= 127 ? '?' : name[k];
    to[k] = 0;
}

static bool inspect(const struct fmu_zip *z, char *text, size_t n)
{
    unsigned long long whole = 0, packed = 0;
    char name[80];
    if (z->n > FMU_ZIP_ENTRIES) {
        snprintf(text, n, "the archive has %lld entries; at most %d are taken", (long long)z->n,
                 FMU_ZIP_ENTRIES);
        return false;
    }
    for (zip_int64_t k = 0; k < z->n; k++) {
        zip_stat_t st;
        const char *why;
        zip_stat_init(&st);
        if (zip_stat_index(z->zip, (zip_uint64_t)k, 0, &st) != 0 || !(st.valid & ZIP_STAT_NAME) ||
            !(st.valid & ZIP_STAT_SIZE)) {
            snprintf(text, n, "entry %lld of the archive cannot be read", (long long)k + 1);
            return false;
        }
        shown(st.name, name);
        why = bad_name(st.name);
        if (!why && special(z, (zip_uint64_t)k)) why = "is a link or a device";
        if (!why && (st.valid & ZIP_STAT_ENCRYPTION_METHOD) && st.encryption_method != ZIP_EM_NONE)
            why = "is encrypted";
        if (why) {
            snprintf(text, n, "the archive is refused: the entry '%s' %s", name, why);
            return false;
        }
        if (st.size > FMU_ZIP_BYTES) whole = FMU_ZIP_BYTES;
        whole += st.size;
        packed += st.valid & ZIP_STAT_COMP_SIZE ? st.comp_size : 0;
        if (whole > FMU_ZIP_BYTES) {
            snprintf(text, n, "the archive is refused: unpacked it has more than %llu bytes",
                     FMU_ZIP_BYTES);
            return false;
        }
    }
    if (whole > (64 << 20) && whole / FMU_ZIP_RATIO > packed) {
        snprintf(text, n,
                 "the archive is refused: %llu bytes unpack to %llu, more than %d times as many",
                 packed, whole, FMU_ZIP_RATIO);
        return false;
    }
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool take(zip_t *zip, struct fmu_zip **out, char *text, size_t n)
{
    struct fmu_zip *z = calloc(1, sizeof *z);
    *out = NULL;
    if (!z) {
        snprintf(text, n, "out of memory");
        zip_discard(zip);
        return false;
    }
    z->zip = zip;
    z->n = zip_get_num_entries(zip, 0);
    if (inspect(z, text, n)) {
        *out = z;
        return true;
    }
    fmu_zip_close(z);
    return false;
}

bool fmu_zip_open(const char *path, struct fmu_zip **out, char *text, size_t n)
{
    int code = 0;
    zip_t *zip = zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code);
    *out = NULL;
    if (!zip) {
        zip_error_t e;
        zip_error_init_with_code(&e, code);
        snprintf(text, n, "%s%s",
                 code == ZIP_ER_OPEN || code == ZIP_ER_READ ? "" : "not a zip archive: ",
                 code == ZIP_ER_NOENT ? "there is no such file" : zip_error_strerror(&e));
        if (code == ZIP_ER_NOENT) snprintf(text, n, "there is no such file");
        zip_error_fini(&e);
        return false;
    }
    return take(zip, out, text, n);
}

bool fmu_zip_memory(const void *bytes, size_t size, struct fmu_zip **out, char *text, size_t n)
{
    zip_error_t e;
    zip_source_t *source;
    zip_t *zip = NULL;
    *out = NULL;
    zip_error_init(&e);
    source = zip_source_buffer_create(bytes, size, 0, &e);
    if (source) zip = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &e);
    if (!zip) {
        snprintf(text, n, "not a zip archive: %s", zip_error_strerror(&e));
        if (source) zip_source_free(source);
        zip_error_fini(&e);
        return false;
    }
    zip_error_fini(&e);
    return take(zip, out, text, n);
}

void fmu_zip_close(struct fmu_zip *z)
{
    if (!z) return;
    zip_discard(z->zip);
    free(z);
}

bool fmu_zip_has(const struct fmu_zip *z, const char *name)
{
    return zip_name_locate(z->zip, name, 0) >= 0;
}

char *fmu_zip_read(struct fmu_zip *z, const char *name, size_t *size, char *text, size_t n)
{
    zip_stat_t st;
    zip_file_t *f = NULL;
    char *bytes = NULL, *good = NULL, more;
    zip_stat_init(&st);
    *size = 0;
    if (zip_stat(z->zip, name, 0, &st) != 0) {
        snprintf(text, n, "the archive has no %s", name);
        goto done;
    }
    if (st.size > FMU_ZIP_DESCRIPTION) {
        snprintf(text, n, "%s has %llu bytes; at most %d are taken", name,
                 (unsigned long long)st.size, FMU_ZIP_DESCRIPTION);
        goto done;
    }
    bytes = malloc((size_t)st.size + 1);
    f = bytes ? zip_fopen(z->zip, name, 0) : NULL;
    if (!f || zip_fread(f, bytes, st.size) != (zip_int64_t)st.size || zip_fread(f, &more, 1) != 0) {
        snprintf(text, n, "%s cannot be unpacked: %s", name,
                 bytes ? f ? zip_file_strerror(f) : zip_strerror(z->zip) : "out of memory");
        goto done;
    }
    bytes[st.size] = 0;
    *size = (size_t)st.size;
    good = bytes;
done:
    if (f) zip_fclose(f);
    if (!good) free(bytes);
    return good;
}

/* ---- Unpacking ------------------------------------------------------------------------------- */

static bool make_folders(char *path, size_t from)
{
    for (char *s = path + from; *s; s++) {
        if (*s != '/') continue;
        *s = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
        *s = '/';
    }
    return true;
}

static bool copy(zip_file_t *from, int to, unsigned long long size)
{
    char buffer[1 << 14];
    zip_int64_t got;
    while ((got = zip_fread(from, buffer, sizeof buffer)) > 0) {
        if ((unsigned long long)got > size) return false;
        size -= (unsigned long long)got;
        for (zip_int64_t done = 0; done < got;) {
            ssize_t k = write(to, buffer + done, (size_t)(got - done));
            if (k < 0) return false;
            done += k;
        }
    }
    return got == 0 && size == 0;
}

static bool unpack_one(struct fmu_zip *z, zip_uint64_t k, const zip_stat_t *st, const char *folder)
{
    char path[2048];
    zip_file_t *f = NULL;
    int fd = -1, m = snprintf(path, sizeof path, "%s/%s", folder, st->name);
    bool good = false;
    errno = 0;
    if (m < 0 || (size_t)m >= sizeof path || !make_folders(path, strlen(folder) + 1)) goto done;
    if (path[m - 1] == '/') return true;
    f = zip_fopen_index(z->zip, k, 0);
    fd = f ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700) : -1;
    good = fd >= 0 && copy(f, fd, st->size);
done:
    if (f) zip_fclose(f);
    if (fd >= 0 && close(fd) != 0) good = false;
    return good;
}

bool fmu_zip_unpack(struct fmu_zip *z, const char *prefix, const char *folder, char *text, size_t n)
{
    for (zip_int64_t k = 0; k < z->n; k++) {
        zip_stat_t st;
        char name[80];
        zip_stat_init(&st);
        if (zip_stat_index(z->zip, (zip_uint64_t)k, 0, &st) != 0) return false;
        if (strncmp(st.name, prefix, strlen(prefix)) != 0) continue;
        if (unpack_one(z, (zip_uint64_t)k, &st, folder)) continue;
        shown(st.name, name);
        snprintf(text, n, "the entry '%s' cannot be unpacked%s%s", name, errno ? ": " : "",
                 errno ? strerror(errno) : "");
        return false;
    }
    return true;
}

void fmu_zip_platforms(const struct fmu_zip *z, char *text, size_t n)
{
    size_t used = 0;
    char last[64] = "";
    *text = 0;
    for (zip_int64_t k = 0; k < z->n; k++) {
        const char *name = zip_get_name(z->zip, (zip_uint64_t)k, 0);
        size_t m;
        if (!name || strncmp(name, "binaries/", 9) != 0) continue;
        name += 9;
        m = strcspn(name, "/");
        if (m == 0 || m >= sizeof last || name[m] != '/') continue;
        if (strncmp(last, name, m) == 0 && last[m] == 0) continue;
        memcpy(last, name, m);
        last[m] = 0;
        if (used + m + 2 > n) return;
        used += (size_t)snprintf(text + used, n - used, "%s%s", used ? " " : "", last);
    }
}

#endif
