/* SPDX-License-Identifier: MIT */
/* saltus_compile.h - a model from its text.
 *
 *     saltus_compiled *c;
 *     if (saltus_compile_file("buck.mo", NULL, &c) == SALTUS_OK)
 *         saltus_sim_new(saltus_compiled_model(c), &o, &s);
 *     ...
 *     saltus_compiled_free(c);                            // after the simulations of it
 *
 * The text is a subset of Modelica 3.6 (docs/language.md), or a netlist of SPICE (docs/spice.md) if its name ends
 * in .cir, .net, .sp, .ckt or .spice. It is turned into C and compiled by the
 * C compiler of the machine into a cache, so that the second time takes a millisecond; where there
 * is no compiler the model is interpreted, with the same results bit for bit, more slowly. */
#ifndef SALTUS_COMPILE_H
#define SALTUS_COMPILE_H

#include "saltus_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum saltus_backend {
    SALTUS_AUTO,              /* native if there is a C compiler, else interpreted, with a note */
    SALTUS_NATIVE,            /* native or an error                                              */
    SALTUS_INTERPRETED,
    SALTUS_AT_ONCE            /* as SALTUS_AUTO, but what is not in the cache begins interpreted; a
                                 process compiles it meanwhile, and native code takes over, with the
                                 same bits. The process may end after this one.                 */
} saltus_backend;

typedef struct saltus_compile_options {
    /* start from saltus_compile_defaults(), in which all is unset */
    size_t struct_size;
    const char *model;        /* NULL: the only model of the text, or the last                   */
    /* folders of packages, separated by ':'; NULL: SALTUS_PATH of the environment */
    const char *library;
    const saltus_set *sets;   /* values of parameters that the sizes of arrays depend on; others are
                                 left to saltus_options.sets                                     */
    size_t n_sets;
    saltus_backend backend;
    saltus_diag_fn *diag;     /* NULL: prints to `log` with the lines concerned                  */
    FILE *log;                /* NULL: stderr                                                    */
    saltus_alloc_fn *alloc;   /* NULL: realloc and free                                          */
    void *user;               /* handed to diag                                                  */
    void *alloc_user;         /* handed to alloc                                                 */
    size_t max_memory;        /* bytes for the compiler; unset: 1 GB                             */
    int only_errors;          /* 1: no warnings and notes are printed to `log`                   */
    int no_external;          /* 1: external functions, which are code, are errors               */
} saltus_compile_options;

static inline saltus_compile_options saltus_compile_defaults(void)
{
    saltus_compile_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    return o;
}

typedef struct saltus_compiled saltus_compiled;

/* You own *out; it is NULL after an error. All errors of the text are reported. */
SALTUS_API saltus_status saltus_compile_file(const char *path, const saltus_compile_options *o,
                                             saltus_compiled **out);
SALTUS_API saltus_status saltus_compile_text(const char *name, const char *text, size_t size,
                                             const saltus_compile_options *o, saltus_compiled **out);
SALTUS_API const saltus_model *saltus_compiled_model(const saltus_compiled *c);
SALTUS_API void saltus_compiled_free(saltus_compiled *c);

typedef struct saltus_compile_stats {
    size_t struct_size;       /* set it before saltus_compiled_get_stats                         */
    double front_ms;          /* text to C (or to what is interpreted)                           */
    double native_ms;         /* running the C compiler; 0: found in the cache, or interpreted   */
    double load_ms;           /* looking up and loading                                          */
    int interpreted, cached;  /* interpreted: at least at the beginning                          */
    size_t bytes;             /* that the compiler took at its peak                              */
    const char *code;         /* path of the generated C, or NULL                                */
} saltus_compile_stats;
SALTUS_API saltus_status saltus_compiled_get_stats(const saltus_compiled *c,
                                                   saltus_compile_stats *out);
/* The same by value. */
static inline saltus_compile_stats saltus_compiled_stats(const saltus_compiled *c)
{
    saltus_compile_stats s;
    memset(&s, 0, sizeof s);
    s.struct_size = sizeof s;
    saltus_compiled_get_stats(c, &s);
    return s;
}

/* Is set k of the options a parameter that was built in? (The others belong to the simulation.) */
SALTUS_API int saltus_compiled_took(const saltus_compiled *c, size_t k);

/* ---- What became of the equations ------------------------------------------------------------ */

typedef enum saltus_how {
    SALTUS_EXPLICIT,          /* the equation says so                                            */
    SALTUS_DIVIDED,           /* linear: divided by a coefficient                                */
    SALTUS_ELIMINATED,        /* of a loop: put into its other equations                          */
    SALTUS_CRAMER,            /* of a loop: linear, two or three, Cramer's rule                   */
    SALTUS_LU,                /* of a loop: linear, LU factorisation at run time                  */
    SALTUS_NEWTON,            /* of a loop: Newton's method at run time                           */
    SALTUS_ALIAS              /* it says that two variables are one, or opposite                  */
} saltus_how;

typedef struct saltus_solution { /* an equation, or one for each point of a `for`                 */
    const char *unknown;      /* what it was solved for: "VD", "der(x[i])"                       */
    const char *range;        /* "i in 2:500"; NULL: it stands in no `for`                       */
    const char *text;         /* as written, in one line; NULL: made by the compiler             */
    saltus_loc at;
    saltus_how how;
    int32_t block;            /* 0: alone; the equations of a loop have one number                */
    int start;                /* 1: of the initial values                                        */
} saltus_solution;

/* Number k = 0, 1 ... in the order in which values are found; NULL: no more, or memory is short. */
SALTUS_API const saltus_solution *saltus_compiled_solution(saltus_compiled *c, size_t k);

typedef enum saltus_change_kind {
    SALTUS_DIFFERENTIATED,    /* equations that bind states, and what determines what is in them  */
    SALTUS_NO_STATE,          /* a variable with a derivative that follows from other states      */
    SALTUS_WRITTEN_OUT,       /* equations of a `for` that do not stay together                   */
    SALTUS_NO_RANGE           /* a function without a range (saltus_model.range)                  */
} saltus_change_kind;

typedef struct saltus_change { /* what was done before equations were solved */
    saltus_change_kind kind;
    const char *text;         /* the equation in one line; the name of the variable; NULL: none  */
    saltus_loc at;
    int32_t count;            /* how many equations, or elements                                 */
    int32_t times;            /* (differentiated) how often                                      */
    const char *why;          /* (written out) "to differentiate some of them"; (no range) what
                                 hides it; otherwise NULL                                        */
} saltus_change;

/* Number k = 0, 1 ..., by kind; NULL: no more, or memory is short. */
SALTUS_API const saltus_change *saltus_compiled_change(saltus_compiled *c, size_t k);
/* What the text says the model is; NULL: nothing. */
SALTUS_API const char *saltus_compiled_text(const saltus_compiled *c);
/* Is that a parameter on which sizes depend, so that another value means to compile again? */
SALTUS_API int saltus_compiled_structural(const saltus_compiled *c, const char *parameter);

/* Does declaration k of the model's outputs repeat another variable: is it a variable of a pin, or of another connector with several
 * variables, that is another variable, its negative, or constant? Of pins that are equal, the first does not. Results leave such out
 * unless they are asked for. */
SALTUS_API int saltus_compiled_repeats(saltus_compiled *c, size_t k);

typedef enum saltus_type { SALTUS_TYPE_REAL, SALTUS_TYPE_INTEGER, SALTUS_TYPE_BOOLEAN } saltus_type;
/* What the text says of declaration k of the states, discretes, parameters or outputs (kind) of the
 * model; all values are doubles, a Boolean 0 or 1, an enumeration an Integer from 1. -1: there is no such declaration. */
SALTUS_API int saltus_compiled_type(saltus_compiled *c, saltus_kind kind, size_t k);

/* ---- Stages ---------------------------------------------------------------------------------- */

/* The stages of the compiler, as text: "modelica" (the text itself; of a netlist, what it becomes), "tokens", "ast", "print" (the model again), "inst" (one
 * class without parts), "flat", "structure", "c". "check" prints nothing and only reports. */
SALTUS_API saltus_status saltus_compile_dump(const char *path, const char *stage,
                                             const saltus_compile_options *o, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
