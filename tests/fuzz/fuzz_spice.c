/* SPDX-License-Identifier: MIT */
/* fuzz_spice.c - arbitrary text as a netlist: it becomes a model that can be parsed, or is refused with a message. */
#include "lang/lang.h"
#include "lang/lex.h"
#include "spice/spice.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct arena a;
    struct messages m;
    struct names names;
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    arena_init(&a, NULL, NULL, (size_t)512 << 20);
    if (setjmp(a.fail) == 0) {
        int32_t made;
        messages_init(&m, &a);
        names_init(&names, &a);
        made = spice_convert(&m, source_add(&m, "x.cir", text, (uint32_t)size), true);
        if (!made && m.errors == 0) abort(); /* refused without a word */
        if (made) {
            parse_file(&m, &names, made);
            if (m.errors) abort(); /* what it wrote is not Modelica */
        }
    }
    arena_free(&a);
    free(text);
    return 0;
}
