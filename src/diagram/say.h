/* SPDX-License-Identifier: MIT */
/* say.h - messages about places in files, collected and reported in the order of the files.
 *
 * A place is a number of bytes in a file. A message is printed as the compiler prints its own:
 *     buck.json:7:17: error: there is no block 'integratr' in the library
 *         7 |     "x": {"block": "integratr"}
 *           |                    ^^^^^^^^^^^
 *           = hint: did you mean 'integrator'? */
#ifndef DIAGRAM_SAY_H
#define DIAGRAM_SAY_H

#include "base/arena.h"
#include "saltus_base.h"
#include <stdbool.h>

struct say_file {
    const char *name; /* as messages show it                                                */
    const char *text; /* size bytes and a 0                                                 */
    uint32_t size;
    int32_t number;
    const struct say_mark *marks; /* say.c                                                   */
};

struct say_place {
    const struct say_file *file; /* NULL: nowhere                                           */
    uint32_t pos, len;
};

struct say_message {
    saltus_status status;
    struct say_place at;
    const char *text, *hint;
};

struct say {
    struct arena *arena;
    saltus_diag_fn *diag; /* NULL: prints to log                                            */
    FILE *log;
    bool only_errors; /* are printed */
    void *user;
    VEC(struct say_file *) files;
    VEC(struct say_message) list; /* not reported yet                                       */
    int errors;                   /* so far; beyond the limit they are only counted         */
};

enum { SAY_LIMIT = 100 };

/* Takes a text (borrowed). */
struct say_file *say_file(struct say *s, const char *name, const char *text, uint32_t size);

/* printf-like: an error of the diagram; the same text about the same place is said once. */
void say_error(struct say *s, struct say_place at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* Gives the last error a hint. */
void say_hint(struct say *s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* "did you mean 'x'?" for the nearest of the names, if one is near; else the other hint, if there
 * is one. */
void say_nearest(struct say *s, const char *name, const char *const *names, size_t n,
                 const char *otherwise);

/* Tells all that was collected, by place. */
void say_all(struct say *s);
/* One message at once, with its line if its file is known: as a saltus_diag_fn with a struct
 * say. */
void say_pass(void *say, const saltus_diag *d);

void say_print(FILE *out, const struct say *s, const saltus_diag *d);
/* The same, but the message waits for say_all with the others: as a saltus_diag_fn with a struct
 * say. */
void say_collect(void *say, const saltus_diag *d);

/* Line and column, both from 1; columns count characters. */
saltus_loc say_loc(struct say_place at);

#endif
