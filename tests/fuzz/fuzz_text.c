/* SPDX-License-Identifier: MIT */
/* fuzz_text.c - patterns and element names on arbitrary bytes.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -Isrc tests/fuzz/fuzz_text.c src/base/text.c
 *     ./a.out -max_len=64 -max_total_time=120                                                  */
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void must(int holds)
{
    if (!holds) abort();
}

/* Input: three sizes of a byte each, then two words separated by a zero. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char buffer[128] = "", again[160], *a = buffer, *b;
    int32_t size[SALTUS_RANK] = {0}, index;
    int d;
    if (n < 4 || n > 100) return 0;
    for (int k = 0; k < 3; k++) size[k] = data[k];
    memcpy(buffer, data + 3, n - 3);
    b = a + strlen(a) + 1;
    must(text_match("*", a) && text_match(a, a));
    d = text_distance(a, b);
    must(d >= 0 && d <= 9 && d == text_distance(b, a));
    (void)text_match(a, b);
    index = text_index(a, b, size);
    must(index >= -1 && index < text_elements(size));
    if (index < 0) return 0;
    text_element(again, sizeof again, b, size, index);
    must(strcmp(again, a) == 0);
    return 0;
}
