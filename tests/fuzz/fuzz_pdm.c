/* SPDX-License-Identifier: MIT */
/* fuzz_pdm.c - the converter of PowerDEVS diagrams: any bytes become JSON or errors with their lines. What is written is
 * JSON for every text, also of a part of a model, and the same text gives the same bytes.
 *
 *     tests/fuzz/run.sh pdm 60                                                                */
#include "diagram/powerdevs/pdm.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void hear(void *user, const saltus_diag *d)
{
    if (!d->text || !*d->text) abort();
    *(int *)user += d->status < 0;
}

static saltus_status convert(const uint8_t *data, size_t size, int partial, char **json, size_t *n)
{
    int errors = 0;
    FILE *f = open_memstream(json, n);
    saltus_status st;
    if (!f) abort();
    st = pdm_convert("fuzz.pdm", (const char *)data, size, partial, hear, &errors, f);
    fclose(f);
    if ((st == SALTUS_OK) != (errors == 0)) abort();
    return st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *whole, *part;
    size_t n, m;
    json_t *tree;
    saltus_status st = convert(data, size, 0, &whole, &n);
    convert(data, size, 1, &part, &m);
    if (st == SALTUS_OK && (n != m || memcmp(whole, part, n) != 0)) abort();
    if (st != SALTUS_OK && n > 0) abort();
    tree = m ? json_loadb(part, m, 0, NULL) : NULL;
    if (m && !tree) abort();
    json_decref(tree);
    free(whole);
    free(part);
    return 0;
}
