/* SPDX-License-Identifier: MIT */
/* description.h - what modelDescription.xml says of an FMU, of FMI 2.0 and of 3.0 alike. */
#ifndef FMI_DESCRIPTION_H
#define FMI_DESCRIPTION_H

#include "base/arena.h"
#include <stdbool.h>

enum fmu_type {
    FMU_FLOAT64,
    FMU_FLOAT32,
    FMU_INT8,
    FMU_UINT8,
    FMU_INT16,
    FMU_UINT16,
    FMU_INT32,
    FMU_UINT32,
    FMU_INT64,
    FMU_UINT64,
    FMU_BOOLEAN,
    FMU_STRING,
    FMU_BINARY,
    FMU_CLOCK,
    FMU_TYPES
};
/* Integers, Reals and Booleans of FMI 2.0 are INT32, FLOAT64 and BOOLEAN; an enumeration is INT32 there and INT64 in
 * FMI 3.0. */
extern const char *const fmu_type_names[FMU_TYPES];

enum fmu_causality {
    FMU_LOCAL,
    FMU_PARAMETER,
    FMU_CALCULATED,
    FMU_INPUT,
    FMU_OUTPUT,
    FMU_INDEPENDENT,
    FMU_STRUCTURAL,
    FMU_CAUSALITIES
};
enum fmu_variability {
    FMU_CONTINUOUS,
    FMU_DISCRETE,
    FMU_TUNABLE,
    FMU_FIXED,
    FMU_CONSTANT,
    FMU_VARIABILITIES
};

enum { FMU_RANK = 8, FMU_ELEMENTS = 1 << 20 };

struct fmu_variable {
    const char *name, *text, *unit; /* text and unit may be NULL                              */
    enum fmu_type type;
    enum fmu_causality causality;
    enum fmu_variability variability;
    unsigned ref;
    bool exact; /* initial = exact or approx: its start may be set               */
    bool reinit, enumerated;
    int rank;                 /* of an array (FMI 3.0)                                         */
    int size[FMU_RANK];       /* of each dimension                                             */
    int elements;             /* 1 for a scalar                                                */
    const double *start;      /* NULL: not said; of numbers and Booleans, `elements` of them   */
    const char *start_text;   /* of a String; NULL: not said                                   */
    double min, max, nominal; /* -inf, +inf, 0: not said                                       */
    int derivative;           /* 1 + the variable of which it is the derivative; 0: of none     */
    int line;                 /* in the file                                                    */
};

struct fmu_kind {   /* ModelExchange or CoSimulation */
    const char *id; /* modelIdentifier; NULL: the FMU has no such kind */
    bool needs_tool, one_instance, has_derivatives, variable_step, early_return, event_mode,
        no_step_calls;
    double fixed_step; /* FMI 3.0: steps are multiples of it; 0: not said */
};

struct fmu_description {
    int version; /* 2 or 3 */
    const char *version_text, *name, *token, *text, *tool;
    struct fmu_kind me, cs;
    bool has_start, has_stop, has_tolerance, has_step;
    double start, stop, tolerance, step;
    int n_variables;
    const struct fmu_variable *variables; /* in the order of the file */
    int n_states; /* continuous ones, in the order of the FMU; elements of arrays one by one */
    const int *states, *derivatives; /* by state: the variable ... */
    const int *state_element;        /* ... and its element         */
    int n_indicators;
};

struct fmu_where {
    int line; /* 0: not known */
    char text[400];
};

/* Reads a text with a 0 behind its `size` bytes; NULL: `where` says what is wrong. All memory is of the arena, whose
 * `fail` is set. */
struct fmu_description *fmu_describe(struct arena *a, const char *text, size_t size,
                                     struct fmu_where *where);
/* -1: there is none */
int fmu_find(const struct fmu_description *d, const char *name);

#endif
