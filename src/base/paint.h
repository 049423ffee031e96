/* SPDX-License-Identifier: MIT */
/* paint.h - colours of messages, if they go to a terminal.
 *
 * NO_COLOR (not empty) and TERM=dumb switch them off. All printers of messages ask here. */
#ifndef BASE_PAINT_H
#define BASE_PAINT_H

#include <stdbool.h>
#include <stdio.h>

enum paint { PAINT_OFF, PAINT_ERROR, PAINT_WARNING, PAINT_NOTE, PAINT_HINT, PAINT_MARK };

bool paint_wanted(FILE *f);
/* What to print before a text of that kind, and after it (PAINT_OFF); "" if f takes no colours. */
const char *paint_code(FILE *f, enum paint kind);

#endif
