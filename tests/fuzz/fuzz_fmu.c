/* SPDX-License-Identifier: MIT */
/* fuzz_fmu.c - FMUs of strangers: any bytes are an archive or a message, and any text is a description that holds
 * together or a message with a line.
 *
 *     tests/fuzz/run.sh fmu 60                                                                */
#include "fmi/import/description.h"
#include "fmi/import/fmu_zip.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void must(bool holds)
{
    if (!holds) abort();
}

static void check_variable(const struct fmu_description *d, const struct fmu_variable *v)
{
    long long n = 1;
    volatile double sum = 0;
    must(*v->name && v->type < FMU_TYPES && v->causality < FMU_CAUSALITIES);
    must(v->variability < FMU_VARIABILITIES && v->rank >= 0 && v->rank <= FMU_RANK);
    for (int j = 0; j < v->rank; j++) n *= v->size[j];
    must(v->elements == n && n <= FMU_ELEMENTS && v->derivative >= 0 &&
         v->derivative <= d->n_variables);
    for (int j = 0; v->start && j < v->elements; j++) sum += v->start[j]; /* they are there */
}

static void check(const struct fmu_description *d)
{
    must(d->version == 2 || d->version == 3);
    must(d->me.id || d->cs.id);
    must(d->name && d->token && d->n_indicators >= 0);
    must(!d->has_step || d->step > 0);
    for (int k = 0; k < d->n_variables; k++) check_variable(d, &d->variables[k]);
    for (int k = 0; k < d->n_states; k++) {
        must(d->states[k] >= 0 && d->states[k] < d->n_variables);
        must(d->variables[d->derivatives[k]].derivative == d->states[k] + 1);
        must(d->state_element[k] < d->variables[d->states[k]].elements);
    }
}

static void describe(const char *text, size_t size)
{
    struct arena a;
    struct fmu_where where = {0};
    char *copy = malloc(size + 1);
    must(copy != NULL);
    memcpy(copy, text, size);
    copy[size] = 0;
    arena_init(&a, NULL, NULL, (size_t)1 << 30);
    if (setjmp(a.fail) == 0) {
        const struct fmu_description *d = fmu_describe(&a, copy, size, &where);
        if (d)
            check(d);
        else
            must(where.line > 0 && *where.text);
    }
    arena_free(&a);
    free(copy);
}

static void open_archive(const uint8_t *data, size_t size)
{
    struct fmu_zip *z;
    char text[300] = "", *xml;
    size_t n;
    if (!fmu_zip_memory(data, size, &z, text, sizeof text)) {
        must(*text);
        return;
    }
    xml = fmu_zip_read(z, "modelDescription.xml", &n, text, sizeof text);
    if (xml)
        describe(xml, n);
    else
        must(*text);
    fmu_zip_platforms(z, text, sizeof text);
    free(xml);
    fmu_zip_close(z);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 2 && data[0] == 'P' && data[1] == 'K')
        open_archive(data, size);
    else
        describe((const char *)data, size);
    return 0;
}
