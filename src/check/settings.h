/* SPDX-License-Identifier: MIT */
/* settings.h - what settings.c and vendor.c share. */
#ifndef CHECK_SETTINGS_H
#define CHECK_SETTINGS_H

#include "check/stage.h"

/* NULL after an error */
struct value *check_setting(struct check *c, const struct ast_modifier *mod);
bool check_setting_number(struct check *c, const struct ast_modifier *mod, double *out);
void check_tolerance(struct check *c, const struct ast_modifier *mod, bool abs);
void check_seed(struct check *c, const struct ast_modifier *mod);
void check_mmo(struct check *c, const struct ast_modifier *mod);

#endif
