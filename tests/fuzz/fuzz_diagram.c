/* SPDX-License-Identifier: MIT */
/* fuzz_diagram.c - any bytes are a diagram or errors with places: read, evaluated, wired, flattened, not run.
 *
 *     tests/fuzz/run.sh diagram 60                                                            */
#include "saltus_diagram.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int told;

static void hear(void *user, const saltus_diag *d)
{
    (void)user;
    if (!d->text || !*d->text || strlen(d->text) > 100000) abort();
    if (d->at.line && (!d->at.file || !d->at.col)) abort();
    told += d->status < 0;
}

/* Files of the machine are none of its business. */
static int names_files(const uint8_t *data, size_t size)
{
    for (size_t k = 0; k + 6 <= size; k++)
        if (memcmp(data + k, "\"file\"", 6) == 0) return 1;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    saltus_diagram_options o = {
        .struct_size = sizeof(saltus_diagram_options), .interpret = 1, .diag = hear};
    saltus_diagram *d = NULL;
    saltus_status st;
    if (names_files(data, size)) return 0;
    told = 0;
    st = saltus_diagram_parse("fuzz.json", (const char *)data, size, &o, &d);
    if ((st < 0) != (d == NULL) || (st < 0) != (told > 0)) abort();
    saltus_diagram_free(d);
    return 0;
}
