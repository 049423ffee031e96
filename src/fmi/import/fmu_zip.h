/* SPDX-License-Identifier: MIT */
/* fmu_zip.h - the archive that an FMU is, from a stranger.
 *
 * Before anything is written, all its entries are looked at: names that lead out of the folder, links, devices, and
 * more or larger files than there is a reason for are refused, and nothing is unpacked. */
#ifndef FMI_FMU_ZIP_H
#define FMI_FMU_ZIP_H

#include <stdbool.h>
#include <stddef.h>

enum {
    FMU_ZIP_ENTRIES = 20000,
    FMU_ZIP_DESCRIPTION = 64 << 20, /* bytes of modelDescription.xml                   */
    FMU_ZIP_RATIO = 400 /* unpacked to packed, of an archive of more than 64 MB unpacked */
};
#define FMU_ZIP_BYTES ((unsigned long long)2 << 30) /* of all entries together */

struct fmu_zip;

/* false: text of up to n bytes says why. There may be no library to read archives with. */
bool fmu_zip_open(const char *path, struct fmu_zip **out, char *text, size_t n);
/* The same from memory, which stays. */
bool fmu_zip_memory(const void *bytes, size_t size, struct fmu_zip **out, char *text, size_t n);
void fmu_zip_close(struct fmu_zip *z);
bool fmu_zip_has(const struct fmu_zip *z, const char *name);
/* A whole entry, with a 0 behind it, to be given to free. */
char *fmu_zip_read(struct fmu_zip *z, const char *name, size_t *size, char *text, size_t n);
/* Writes the entries below `prefix` ("" for all) into a folder that exists. */
bool fmu_zip_unpack(struct fmu_zip *z, const char *prefix, const char *folder, char *text,
                    size_t n);
/* Folders below binaries/, for a message: "linux64 win64". */
void fmu_zip_platforms(const struct fmu_zip *z, char *text, size_t n);

#endif
