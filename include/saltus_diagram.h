/* SPDX-License-Identifier: MIT */
/* saltus_diagram.h - block diagrams from JSON files (docs/diagrams.md), as models that every
 * program can run.
 *
 *     saltus_diagram *d;
 *     if (saltus_diagram_load("buck.json", NULL, &d) == SALTUS_OK)
 *         saltus_sim_new(saltus_diagram_model(d), &options, &sim);
 *
 * The model of a diagram has the states, discretes, outputs and events that its blocks show, and
 * brings its own engine: a DEVS run. Everything else about the simulation is as with any model. */
#ifndef SALTUS_DIAGRAM_H
#define SALTUS_DIAGRAM_H

#include "saltus_devs.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct saltus_diagram saltus_diagram;

typedef struct saltus_diagram_options {
    /* start from saltus_diagram_defaults(), in which all is unset */
    size_t struct_size;
    /* values of the diagram's parameters, of parameters of blocks ("x.start", "sub.x.start") and
     * start values ("x"); those that name nothing are left: saltus_diagram_took */
    const saltus_set *sets;
    size_t n_sets;
    int interpret;            /* 1: expressions are not compiled to native code                   */
    const char *library;      /* of blocks that are models: as in saltus_compile_options          */
    saltus_semantics semantics;
    double speed;             /* as in saltus_devs_options                                       */
    uint64_t seed;            /* 0: 1                                                            */
    const saltus_engine *engine; /* for blocks that are whole models: where classic methods are */
    saltus_trace_fn *trace;   /* NULL: none                                                      */
    saltus_diag_fn *diag;     /* NULL: prints to `log` with the lines concerned                   */
    FILE *log;                /* NULL: stderr                                                    */
    void *user;
    saltus_alloc_fn *alloc;   /* NULL: realloc and free; expressions have the compiler's own      */
    void *alloc_user;
    int only_errors;          /* 1: no notes are printed to `log`                                */
    int no_external;          /* 1: models with functions in C are errors                        */
} saltus_diagram_options;
static inline saltus_diagram_options saltus_diagram_defaults(void)
{
    saltus_diagram_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    return o;
}

/* You own *out; NULL after an error. All errors of the file are told, with their places. */
SALTUS_API saltus_status saltus_diagram_load(const char *path, const saltus_diagram_options *o,
                                             saltus_diagram **out);
SALTUS_API saltus_status saltus_diagram_parse(const char *name, const char *text, size_t size,
                                              const saltus_diagram_options *o, saltus_diagram **out);
SALTUS_API void saltus_diagram_free(saltus_diagram *d); /* NULL is fine */

SALTUS_API const saltus_model *saltus_diagram_model(const saltus_diagram *d);
SALTUS_API const saltus_coupled *saltus_diagram_coupled(const saltus_diagram *d);
/* The DEVS run inside a simulation of its model; NULL: it has none. */
SALTUS_API saltus_devs *saltus_diagram_run(saltus_sim *s);
/* a parameter of it, or a set that was used */
SALTUS_API int saltus_diagram_took(const saltus_diagram *d, const char *parameter);

/* A message of a run of it, with the line of the diagram that it is about. */
SALTUS_API void saltus_diagram_print(FILE *out, const saltus_diagram *d, const saltus_diag *m);

/* Its picture as SVG. */
SALTUS_API saltus_status saltus_diagram_svg(const saltus_diagram *d, FILE *out);

/* A PowerDEVS model (.pdm) as a diagram (JSON). All that cannot be converted is told, with its
 * line; then the status is EMODEL and nothing is written, unless partial is 1: then the rest of it
 * is. */
SALTUS_API saltus_status saltus_diagram_from_pdm(const char *path, int partial,
                                                 saltus_diag_fn *diag, void *user, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
