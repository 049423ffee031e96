/* SPDX-License-Identifier: MIT */
/* export.h - a model becomes an FMU.
 *
 *     export.c       the command: options, the files, one after the other
 *     export_vars.c  which variables there are, and what may be done with them
 *     export_xml.c   modelDescription.xml of FMI 2.0 and 3.0, buildDescription.xml
 *     export_build.c the code of the model, and the library made of it
 *     export_sources.c  the same to be compiled elsewhere
 *     export_zip.c   the archive */
#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

#include "cli/core/cli.h"
#include "fmu/fmu.h"
#include "saltus_compile.h"
#include <stdio.h>

enum export_initial { EXPORT_NONE, EXPORT_EXACT, EXPORT_CALCULATED };
enum export_kind { EXPORT_STATE, EXPORT_DISCRETE, EXPORT_OUTPUT, EXPORT_PARAMETER };

struct export_var { /* a scalar */
    char *name;     /* NULL: not a variable of the FMU */
    const saltus_variable *decl;
    enum export_kind kind;
    int32_t index; /* of its kind */
    uint32_t ref;
    enum fmu_type type;
    enum fmu_role role;
    const char *causality, *variability;
    enum export_initial initial;
    double start;
};

struct export_fmu {
    const saltus_model *model;
    saltus_compiled *compiled;
    struct export_var *var; /* of states, discretes, outputs, parameters */
    int32_t n, n_states, n_discretes, n_outputs, n_parameters, n_indicators;
    int32_t *indicator;   /* guards */
    int32_t *row;         /* n: their place in ModelVariables, from 1 */
    int version;          /* 2, 3 */
    bool exchange, cosim; /* kinds */
    char **paths; /* of sources/, below the folder fmu of this program, the model last ... */
    char **files; /* ... those that are compiled, as the FMU has them; n_files 0: without */
    size_t n_paths, n_files;
    const char *method;
    char id[128]; /* modelIdentifier */
    char token[48];
    char *types, *roles; /* n each */
};

/* false: out of memory. */
bool export_vars(struct export_fmu *x);
void export_vars_free(struct export_fmu *x);
/* States and inputs that a function reads, also through sums, ascending; *n of them; you free. NULL: out of memory. */
int32_t *export_reads(const struct export_fmu *x, saltus_kind kind, int32_t i, int32_t *n);

void export_description(const struct export_fmu *x, FILE *out);
void export_build_description(const struct export_fmu *x, FILE *out);

/* The code of the model with its table; you free. false: has been said. */
bool export_code(struct export_fmu *x, const char *path, const saltus_compile_options *o,
                 char **code, size_t *n);
/* The library made of it, as bytes; you free. false: has been said. */
bool export_library(const struct export_fmu *x, const char *code, size_t n, char **bytes,
                    size_t *size);
/* The path of a file that belongs to this program; false: there is none, which has been said. */
bool export_folder(const char *file, char *buf, size_t size);

bool export_slurp(const char *path, char **bytes,
                  size_t *n); /* a whole file; false: errno says why */

struct export_zip {
    FILE *out;
    struct export_entry {
        char *name;
        uint32_t crc, size, at;
    } * list;
    size_t n, room;
    bool failed;
};
void export_zip_add(struct export_zip *z, const char *name, const void *bytes, size_t n);
bool export_zip_end(struct export_zip *z); /* false: it could not be written */

/* false: has been said. */
bool export_sources_list(struct export_fmu *x);
bool export_sources_add(const struct export_fmu *x, struct export_zip *z, const char *code,
                        size_t n);
void export_sources_free(struct export_fmu *x);

#endif
