/* SPDX-License-Identifier: MIT */
/* given.h - settings of a run that were given, by their names, as checked texts: from the command
 * line, or from a study file. Sweeps merge and identify them, results note them, the library takes
 * those that it knows by name. */
#ifndef CLI_GIVEN_H
#define CLI_GIVEN_H

#include "cli/core/table.h"

struct given_item {
    char *name, *text; /* "max_step"; numbers in their exact form */
};

struct given {
    struct given_item *at;
    size_t n;
};

/* "max-step" -> "max_step". */
void given_name(char *buf, size_t size, const struct option *o);
/* The value of an option that is a setting, which has been checked; replaces an earlier one. */
void given_put(struct given *g, const struct option *o, const char *text);
/* NULL or `otherwise`: not given. */
const char *given_text(const struct given *g, const char *name);
double given_number(const struct given *g, const char *name, double otherwise);
/* What only the other one has. */
void given_merge(struct given *g, const struct given *other);
void given_free(struct given *g);

#endif
