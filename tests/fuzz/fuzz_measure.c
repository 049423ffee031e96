/* SPDX-License-Identifier: MIT */
/* fuzz_measure.c - the reader of measurements: any text is one or an error with a place in it, and
 * what is read can be measured.
 *
 *     tests/fuzz/run.sh measure 60                                                            */
#include "out/measure/measure.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct measure_error e;
    char *text = malloc(size + 1);
    struct measure *m;
    double from, to;
    size_t at, variable;
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    m = measure_read(text, &e);
    if (!m && (e.at > strlen(text) || !*e.text)) abort();
    for (int i = 0; m && i < 20; i++)
        for (size_t k = 0; measure_name(m, k, &at); k++) {
            double poly[6] = {i * 0.3 - 2, 1, -0.5 * (double)k, 0.1, i, -3};
            if (at >= strlen(text)) abort();
            measure_segment(m, k, 0.05 * i + 0.001 * (double)k, poly, i % 6);
        }
    if (m) {
        measure_end(m, 1.1);
        if (isnan(measure_value(m, NULL, NULL)) != (*measure_why(m) != '\0')) abort();
        measure_window(m, &from, &to);
        measure_unit(m, &variable);
        measure_harmonics(m);
        const double *xy;
        measure_path(m, &xy);
    }
    measure_free(m);
    free(text);
    return 0;
}
