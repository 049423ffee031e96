/* SPDX-License-Identifier: MIT */
/* saltus_base.h - what all public headers share: status codes, messages, memory, settings. Include
 * saltus.h or saltus_compile.h instead.
 *
 * Rules of all headers
 *   Unset      In options, 0 and NULL mean unset. A comment says what holds then.
 *   Versions   A struct that a program fills, or has filled, begins with struct_size, which the inline
 *              function beside it sets. A program that was compiled against an older minor version
 *              works with a newer library, which takes the members that it lacks as unset. A
 *              program that sets a member which an older library does not know is refused with
 *              EARG. Structs that the library owns are handed out one by one and may get new
 *              members at their end. Structs that are put into arrays (saltus_set, saltus_rule,
 *              saltus_column, saltus_note) do not change within a major version.
 *   Callbacks  get `user` first. What they are handed is borrowed for the call. Those that return an
 *              int return 0 to go on; anything else stops the run.
 *   Pointers   NULL where something is needed returns SALTUS_EARG, or what the type of the function
 *              allows: NaN, -1, 0, NULL. `_free` and `_close` take NULL. */
#ifndef SALTUS_BASE_H
#define SALTUS_BASE_H

#include "saltus_model.h"
#include <stdio.h>
#include <string.h>

#if defined(__GNUC__)
#define SALTUS_API __attribute__((visibility("default")))
#else
#define SALTUS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status and messages -------------------------------------------------------------------- */

#define SALTUS_STATUS_MAP(X)                                                                       \
    X(OK, 0, "success")                                                                            \
    X(STOPPED, 1, "stopped on request")                                                            \
    X(TERMINATED, 2, "terminated by the model")                                                    \
    X(ENOMEM, -1, "out of memory")                                                                 \
    X(EARG, -2, "argument outside its documented range")                                           \
    X(EMODEL, -3, "the model has errors")                                                          \
    X(ENAN, -4, "a value is not finite")                                                           \
    X(EZENO, -5, "events at one instant did not settle")                                           \
    X(ESTUCK, -6, "steps became too small to advance the clock")                                   \
    X(EIO, -7, "a file could not be written or read")                                              \
    X(ELIMIT, -8, "a limit set in the options was reached")

#define SALTUS_ENUM_(name, value, text) SALTUS_##name = (value),
typedef enum saltus_status { SALTUS_STATUS_MAP(SALTUS_ENUM_) } saltus_status; /* < 0: errors      */
#undef SALTUS_ENUM_

SALTUS_API const char *saltus_status_name(saltus_status s); /* "OK", "ENOMEM", ...                */
SALTUS_API const char *saltus_status_text(saltus_status s); /* "out of memory"                    */

typedef struct saltus_diag {
    saltus_status status;     /* OK: a note or a message of the model                            */
    saltus_loc at;            /* place in the model's text; line 0: not known                    */
    double t;                 /* NaN: before the run                                             */
    const char *var;          /* variable, guard or option concerned; NULL: none                 */
    const char *text, *hint;  /* what is wrong; what to try, or NULL                             */
} saltus_diag;
typedef void saltus_diag_fn(void *user, const saltus_diag *d); /* d is borrowed for the call      */
SALTUS_API void saltus_diag_print(FILE *out, const saltus_diag *d);

/* ---- Memory and settings --------------------------------------------------------------------- */

/* All memory goes through one function: p NULL allocates, n 0 frees (and returns NULL), else it
 * resizes. */
typedef void *saltus_alloc_fn(void *user, void *p, size_t n);

typedef struct saltus_set {   /* a parameter or start value */
    const char *name;
    double value;
} saltus_set;

#ifdef __cplusplus
}
#endif
#endif
