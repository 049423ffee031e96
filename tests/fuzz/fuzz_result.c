/* SPDX-License-Identifier: MIT */
/* fuzz_result.c - arbitrary bytes as a result file: read, entered in the middle, converted, continued; no crash.
 *
 * A checksum would keep the fuzzer out of a segment file; so such a file is tried twice, as it is and with the checksums and
 * numbers of its blocks put right.
 *
 *     tests/fuzz/run.sh result 60                                                              */
#include "out/file/result.h"
#include "out/file/seg.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/dev/shm/fuzz-result-XXXXXX", path[64], other[64]; /* in memory: faster */

static void remove_all(void)
{
    unlink(path);
    unlink(other);
    rmdir(folder);
}

static void make_folder(void)
{
    if (path[0]) return;
    if (!mkdtemp(folder)) abort();
    snprintf(path, sizeof path, "%s/a.seg", folder);
    snprintf(other, sizeof other, "%s/b.seg", folder);
    atexit(remove_all);
}

static void save(const uint8_t *data, size_t n)
{
    unlink(path);
    unlink(other);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, n, f) != n || fclose(f) != 0) abort();
}

/* All records from the present place on; how many. */
static size_t read_all(saltus_result *r)
{
    const saltus_header *h = saltus_result_header(r);
    saltus_record rec;
    size_t n = 0;
    double t = -INFINITY;
    while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) {
        if (rec.t < t || !isfinite(rec.t)) abort();
        if (rec.k >= (rec.kind == SALTUS_RECORD_EVENT ? h->n_marks : h->n_columns)) abort();
        t = rec.t;
        n++;
    }
    return n;
}

static void read_twice(saltus_result *r)
{
    size_t n = read_all(r);
    double end = saltus_result_end(r);
    if (saltus_result_seek(r, end / 2) == SALTUS_OK) read_all(r);
    if (saltus_result_seek(r, INFINITY) == SALTUS_OK) read_all(r);
    if (saltus_result_seek(r, -INFINITY) != SALTUS_OK || read_all(r) != n) abort();
}

/* A file that can be continued is complete afterwards, unless it was damaged before its last snapshot. */
static void append(int damaged)
{
    saltus_writer *w;
    saltus_result *r;
    if (saltus_writer_append(path, &w, NULL) != SALTUS_OK) return;
    if (saltus_writer_close(w, 0, "ok") != SALTUS_OK) abort();
    if (saltus_result_open(path, &r, NULL) != SALTUS_OK) abort();
    read_all(r);
    if (!damaged && !saltus_result_complete(r)) abort();
    saltus_result_close(r);
}

static void try_file(const uint8_t *data, size_t n)
{
    saltus_result *r;
    const char *why;
    save(data, n);
    if (saltus_result_open(path, &r, &why) != SALTUS_OK) {
        if (r || !*why) abort();
        return;
    }
    read_twice(r);
    int damaged = strncmp(saltus_result_why(r), "damaged", 7) == 0;
    saltus_result_close(r);
    saltus_convert(path, other, NAN, NULL, 0, &why);
    append(damaged);
}

static void put_right(uint8_t *data, size_t n)
{
    struct seg_crc c;
    size_t place = SEG_SIGNATURE;
    seg_crc_init(&c);
    for (uint64_t number = 0; place + SEG_BLOCK <= n; number++) {
        uint32_t length = result_get_u32(data + place + 4);
        if (length > n - place - SEG_BLOCK) return;
        result_put_u64(data + place + 16, number);
        result_put_u32(data + place, seg_crc_of(&c, data + place + 4, SEG_BLOCK - 4 + length));
        place += SEG_BLOCK + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    make_folder();
    try_file(data, n);
    if (n < SEG_SIGNATURE || data[0] != 0x89) return 0;
    uint8_t *copy = malloc(n);
    if (!copy) return 0;
    memcpy(copy, data, n);
    put_right(copy, n);
    try_file(copy, n);
    free(copy);
    return 0;
}
