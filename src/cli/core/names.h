/* SPDX-License-Identifier: MIT */
/* names.h - names of a model's variables: is there one, and which may have been meant? */
#ifndef CLI_NAMES_H
#define CLI_NAMES_H

#include "cli/core/cli.h"

enum { /* tables, to be added */
       NAMES_PARAMETERS = 1,
       NAMES_STATES = 2,
       NAMES_DISCRETES = 4,
       NAMES_OUTPUTS = 8,
       NAMES_SETTABLE = 7,  /* what --set takes */
       NAMES_VARIABLES = 14 /* what a result may have */
};

/* A variable of the text, not a relation or something that the compiler made? */
bool names_presentable(const char *name);

/* Does guard number `guard` make no events, being only a part of a formula? */
bool names_is_part(const saltus_model *m, int32_t guard);

/* A variable or an element of one; of an array also the whole. */
bool names_has(const saltus_model *m, int tables, const char *name);

/* "did you mean ...?", if some declaration is near enough. */
bool names_hint(const saltus_model *m, int tables, const char *name);

#endif
