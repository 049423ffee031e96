/* SPDX-License-Identifier: MIT */
/* instance.h - what fmu.c, cs.c and me.c share: an FMU that is open, and one instance of it. */
#ifndef FMI_INSTANCE_H
#define FMI_INSTANCE_H

#include "fmi/import/fmu.h"
#include "fmi/import/link.h"
#include "run/engine.h"

/* A value that the FMU is given before it starts. */
struct fmu_given {
    int variable;
    const double *values; /* all elements */
};

/* What of the model shows a variable: `elements` of a table from `first` on. */
struct fmu_shown {
    int variable;
    saltus_kind kind; /* SALTUS_OUTPUT or SALTUS_DISCRETE */
    int first;
};

struct fmu {
    struct arena arena;
    struct fmu_zip *zip; /* while it is opened */
    char *xml;
    char *path;
    char *folder; /* where it is unpacked ...                                            */
    pid_t owner;  /* ... by this process, which removes it; a fork of it does not        */
    const struct fmu_description *d;
    const struct fmu_kind *kind;
    bool cs;
    struct fmu_options opt;
    const char *library, *resources; /* for the FMU */
    double step, start, stop;
    VEC(struct fmu_given) given;
    VEC(const char *) took;
    struct fmu_shown *shown; /* in the order in which values come */
    int n_shown, n_values;
    /* model exchange */
    int *of_output, *of_discrete; /* where values of these come                     */
    int n_outputs, n_discretes, n_parameters;
    struct me_runs *runs;
    saltus_model model;
};

/* One instance, for one run. */
struct fmu_instance {
    const struct fmu *fmu;
    struct link link;
    struct sim *sim;
    double *values; /* n_values, as they came last                      */
    int logs;       /* told so far                                      */
};

/* Loads, gives it its values, initializes it at t0. False: the run has been told, and has failed. */
bool fmu_instance_open(struct fmu_instance *i, const struct fmu *f, struct sim *s, double t0);
void fmu_instance_close(struct fmu_instance *i);
/* Asks; false: the run has failed, and has been told. */
bool fmu_instance_ask(struct fmu_instance *i);
/* Reads the values from the reply. */
bool fmu_instance_values(struct fmu_instance *i);
/* Says goodbye; false as above. */
bool fmu_instance_end(struct fmu_instance *i);
void fmu_instance_fail(struct fmu_instance *i, saltus_status st, const char *text,
                       const char *hint);

/* fmu.c: to the user, without a run. */
void fmu_tell(const struct fmu *f, saltus_status st, const char *text, const char *more);
/* tables.c: of f->d, f->given and f->cs */
void fmu_tables(struct fmu *f);
void fmu_parameters(const struct fmu *f, double *p);           /* values of all of the model's */
const double *fmu_given_to(const struct fmu *f, int variable); /* NULL: nothing */
/* cs.c, me.c */
void fmu_cs_model(struct fmu *f);
void fmu_me_model(struct fmu *f);

#endif
