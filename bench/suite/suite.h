/* SPDX-License-Identifier: MIT */
/* suite.h - who is fast, and how accurate? The work-precision suite: vocabulary of its parts.
 *
 * A *problem* is a folder with a description (problem.txt, see README.md); it has *cases*, which differ in
 * size or in a parameter. A *contestant* is a method: of the library (quantized, exact, or classic behind the same
 * contract), a rival (bench/rivals: classic integrators on equations written by hand), or ngspice. A *run* is one contestant on one
 * case at one tolerance. It happens in a process of its own, which a limit of CPU time ends.
 *
 *     description.c   problem.txt to cases                 run.c       one run of a method of the library
 *     table.c         the reference: read, made, compared  run_spice.c one run of ngspice
 *     contest.c       who takes part; a run of anybody     child.c     a run in a process of its own
 *     arena.c         model and reference of a case        results.c   what is written
 *     suite.c         the order of all that                                                           */
#ifndef SUITE_H
#define SUITE_H

#include "saltus_compile.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Option of auto; without it the contestant is called auto-steps. */
#define EXACT_PARTS "exact_parts"

#ifndef SUITE_ROOT
#define SUITE_ROOT "."
#endif

enum { SUITE_NAME = 32, SUITE_TEXT = 256, SUITE_TOLERANCES = 16, SUITE_SCALES = 4 };

struct suite_case {
    char problem[SUITE_NAME],
        name[SUITE_NAME]; /* of the folder, of the case                        */
    char title[SUITE_TEXT];
    char model
        [SUITE_NAME]; /* of the gallery                                                        */
    char
        file[SUITE_TEXT]; /* or the path of its text, from the root                               */
    int text; /* 1: the model's text, compiled to native code; 0: its twin in C                  */
    int32_t
        size; /* parameter N; 0: the model has none, or its default                              */
    struct {
        char name[SUITE_NAME];
        double value;
    } set,
        scale[SUITE_SCALES]; /* a parameter; factors of the absolute tolerance of variables       */
    int scales;
    double all;  /* factor of the absolute tolerance of all others                 */
    double stop; /* end of the run                                                 */
    char reference
        [SUITE_NAME];         /* name of a CSV file, without suffix; empty: made, see `maker`     */
    char columns[SUITE_TEXT]; /* names or beginnings of names, by commas; empty: all            */
    int rows;                 /* of a reference that is made                                    */
    char maker[SUITE_NAME];   /* contestant that makes it; empty: there is no reference         */
    double maker_tol,
        maker_limit; /* its tolerance; its seconds                                     */
    char confirm
        [SUITE_NAME]; /* another contestant that is compared with it; empty: none            */
    double confirm_tol;
    double tolerance[SUITE_TOLERANCES];
    int tolerances;
    double classic; /* the coarsest tolerance that makes sense for engines that move all states */
    double finest; /* the finest that quantized methods are asked for                             */
    char also[SUITE_NAME]; /* a rival that takes part although an estimate says it takes minutes  */
    char without
        [SUITE_TEXT];      /* contestants that do not take part, by commas                        */
    char only[SUITE_TEXT]; /* if not empty: those who do                                          */
    char
        rival[SUITE_NAME]; /* name of the problem among the rivals; empty: there is none          */
    double limit;          /* CPU seconds of one run                                              */
    char netlist
        [SUITE_NAME]; /* file in the problem's folder; empty: ngspice does not take part     */
    char spice
        [SUITE_TEXT]; /* what the columns are called there, by commas; empty: the same        */
    int stages; /* of the netlist; 0: size                                                        */
};

/* Cases of one problem, in the order of the description, appended to *list (you own it: free). 0: a message
 * was printed. */
int suite_describe(const char *folder, const char *problem, struct suite_case **list, int *n);

/* ---- References and errors -------------------------------------------------------------------- */

struct table {
    int rows, columns;
    double *t,
        *value; /* rows; rows * columns                                                       */
    char (*name)[SUITE_NAME];
};

int table_new(struct table *b, int rows, int columns); /* 0: no memory */
void table_free(struct table *b);
/* Of a CSV file the rows up to `until` and the columns that `columns` names. 0: could not be read. */
int table_read(struct table *b, const char *path, const char *columns, double until);
int table_write(const struct table *b, const char *path);

struct table_error {
    double
        relative; /* [dmk18, Eq. 20] sqrt(sum (x - ref)^2 / sum ref^2)                             */
    double max;   /* of |x - ref|, in units of the largest |ref| of the column                    */
    double mean;  /* of |x - ref|, in units of the range of ref; of the worst column              */
};
struct table_error table_distance(const struct table *reference, const double *value);

/* ---- Runs ------------------------------------------------------------------------------------- */

enum suite_status { SUITE_OK, SUITE_LIMIT, SUITE_FAILED, SUITE_SKIPPED };

struct outcome {
    enum suite_status status;
    double
        seconds; /* CPU time of the integration alone; SUITE_LIMIT: after so long it was ended    */
    double
        ready; /* CPU time until it could begin                                                 */
    double steps, evaluations, events, bytes;
    struct table_error
        error; /* NaN: there is no reference                                          */
};

enum suite_family { SUITE_QUANTIZED, SUITE_CLASSIC, SUITE_RIVAL, SUITE_SPICE, SUITE_EXACT };

struct contestant {
    enum suite_family family;
    char name[SUITE_NAME];
    const char *method;
    int order; /* 0: unknown                                                                         */
};

/* A case that is ready to run. */
struct arena_case {
    const struct suite_case *c;
    const saltus_model
        *model; /* of one of the two                                                  */
    saltus_compiled *text;
    saltus_model *hand;
    struct table
        reference;    /* no rows: there is none                                                */
    double accuracy;  /* of the reference, if it was made; else 0                              */
    double confirmed; /* mean distance of the contestant that confirms it; NaN: none           */
    double compile;   /* seconds: text to native code                                          */
    int32_t states;
    const char
        *folder; /* of the suite                                                              */
};

/* a->c and a->folder are given. References that are made are kept in the folder `work`. 0: no model. */
int arena_open(struct arena_case *a, const char *work);
void arena_close(struct arena_case *a);

/* Who takes part in case c. You own the list. How many; 0: no memory. */
int contest_list(const struct suite_case *c, struct contestant **list);
/* value: where the samples at the rows of a->reference go (rows * columns), or NULL: time it. */
void contest_run(const struct arena_case *a, const struct contestant *k, double tol, double *value,
                 struct outcome *o);

void run_library(const struct arena_case *a, const struct contestant *k, double tol, double *value,
                 struct outcome *o);
int spice_present(void);
void run_spice(const struct arena_case *a, const char *method, double tol, double *value,
               struct outcome *o);

/* The same in a process of its own, for at most `limit` seconds of CPU; what it sampled is compared with the reference if
 * `compare`, and copied to keep (may be NULL). */
void child_run(const struct arena_case *a, const struct contestant *k, double tol, double limit,
               int compare, double *keep, struct outcome *o);

/* ---- Results ---------------------------------------------------------------------------------- */

struct entry {
    int contestant, tolerance;
    struct outcome o;
    int repeats;
};

struct result {
    struct arena_case *a;
    const struct contestant *contestants;
    const struct entry *entries;
    int n;
};

void results_begin(FILE *json, FILE *csv, const char *root);
/* Both files are whole after each case. */
void results_case(FILE *json, FILE *csv, const struct result *r, int first);

#endif
