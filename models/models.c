/* SPDX-License-Identifier: MIT */
/* models.c - the list of hand-written models. */
#include "models.h"
#include <stdlib.h>
#include <string.h>

#define ENTRY(name, size, text) {#name, size, models_##name, text},
static const struct models_entry list[] = {MODELS_MAP(ENTRY)};
enum { COUNT = sizeof list / sizeof list[0] };

const struct models_entry *models_list(size_t *n)
{
    if (n) *n = COUNT;
    return list;
}

saltus_model *models_make(const char *name, int32_t n)
{
    if (!name || n < 0 || n > MODELS_MAX) return NULL;
    for (size_t k = 0; k < COUNT; k++)
        if (strcmp(list[k].name, name) == 0) return list[k].make(n);
    return NULL;
}

saltus_model *models_copy(const saltus_model *m)
{
    saltus_model *copy = malloc(sizeof *copy);
    if (copy) *copy = *m;
    return copy;
}

/* Every model starts its allocation, whatever follows. */
void models_free(saltus_model *m)
{
    free(m);
}
