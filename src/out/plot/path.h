/* SPDX-License-Identifier: MIT */
/* path.h - draws a curve: exactly where that can be seen, as a band where it swings too fast for
 * the paper. */
#ifndef OUT_PATH_H
#define OUT_PATH_H

#include "saltus.h"

#include "out/plot/canvas.h"
#include "out/plot/piece.h"
#include "out/plot/view.h"

/* The pen's fill is that of bands; it is opaque to lines. ENOMEM: nothing was drawn. */
saltus_status path_curve(struct canvas *to, const struct view *w, const struct piece_curve *c,
                         const struct canvas_pen *pen);

#endif
