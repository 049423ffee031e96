/* SPDX-License-Identifier: MIT */
/* study.h - which runs a sweep makes: cells, and what is observed in each.
 *
 * A study is a product of axes. An axis has some parameters and a list of tuples of values for
 * them: a range of one parameter is an axis, all random parameters together are one, a list of
 * explicit cells is one. The last axis changes fastest. A study comes from the command line, or
 * from a JSON file whose form docs/sweeps.md describes. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include "cli/run/job.h"

enum { STUDY_MOST = 10000000 }; /* cells */

struct axis {
    size_t first, width; /* its parameters among the names of the study */
    size_t n;
    double *value; /* n tuples of width */
};

struct study {
    char **name; /* of the parameters */
    size_t n_names;
    struct axis *axes;
    size_t n_axes;
    char **observe; /* as written: max(IL), VC, ... */
    size_t n_observe;
    size_t cells; /* after study_close */

    /* From a file */
    struct given given;   /* settings of the runs */
    char *model, *output; /* NULL: not said */
    saltus_set *sets;
    size_t n_sets; /* start values */
    saltus_rule *rules;
    size_t n_rules;
};

void study_free(struct study *s);

size_t study_find(const struct study *s, const char *name); /* SIZE_MAX: none */
/* One parameter with n values, which are copied. False: it is there already. Replacing is possible
 * if it has an axis of its own. */
bool study_add(struct study *s, const char *name, const double *value, size_t n);
bool study_replace(struct study *s, const char *name, const double *value, size_t n);
/* width parameters with n tuples, taken over (free it with the study). False: one is there already,
 * *which. */
bool study_add_axis(struct study *s, char *const *names, size_t width, double *value, size_t n,
                    size_t *which);
void study_observe(struct study *s, const char *text); /* NULL: forget what there is */
/* Counts the cells. False: too many or none, which has been said. */
bool study_close(struct study *s);
/* Value of parameter k in a cell. */
double study_value(const struct study *s, size_t cell, size_t k);

/* ---- study_file.c ---------------------------------------------------------------------------- */

/* False: has been said, with line and column or with the place in the structure. */
bool study_read(const char *path, struct study *s);
bool study_is_diagram(const char *path); /* has it the key "saltus"? */

/* ---- study_random.c -------------------------------------------------------------------------- */

/* Number `sample` of the sequence that belongs to a seed and a name, in (0, 1): another parameter
 * in the study changes nothing. */
double study_uniform(uint64_t seed, const char *name, uint64_t sample);
double study_normal(uint64_t seed, const char *name, uint64_t sample);

#endif
