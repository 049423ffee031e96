/* SPDX-License-Identifier: MIT */
/* canvas.h - what a figure is drawn on: paths, text, a clip. One figure, several canvases.
 *
 * A path is begun with its pen, has moves, lines and cubics, and is done; a text is begun with its
 * style, has runs, the raised ones small and high as exponents are, and is done. Pixels; y grows
 * downwards. A canvas remembers its own errors; who made it asks for them at the end. */
#ifndef OUT_CANVAS_H
#define OUT_CANVAS_H

#include "out/plot/view.h"

#include <stdio.h>

struct canvas_pen {
    const char *stroke; /* "#rrggbb"; NULL: none                    */
    double width;
    const char *dash; /* "7 3": lengths, or "" or NULL: unbroken  */
    const char *fill; /* NULL: none                               */
    double opacity;   /* of the filling, 0..1; lines are opaque   */
};

enum canvas_anchor { CANVAS_START, CANVAS_MIDDLE, CANVAS_END }; /* what of a text is at x */

struct canvas_text {
    double x, y, size; /* of its baseline */
    enum canvas_anchor anchor;
    int upright; /* read from below */
    int bold;
    const char *colour; /* NULL: that of most text */
};

struct canvas {
    void (*path)(struct canvas *c, const struct canvas_pen *pen);
    void (*move)(struct canvas *c, double x, double y);
    void (*line)(struct canvas *c, double x, double y);
    void (*cubic)(struct canvas *c, const double *z); /* two control points and the end */
    void (*close)(struct canvas *c);                  /* back to the last move */
    void (*path_done)(struct canvas *c);
    void (*text)(struct canvas *c, const struct canvas_text *t);
    /* letters; what is longer is cut */
    void (*run)(struct canvas *c, const char *s, int most, int raised);
    void (*text_done)(struct canvas *c);
    void (*clip)(struct canvas *c, const struct box *b); /* until NULL is given */
};

/* A whole text of one run. */
static inline void canvas_write(struct canvas *c, const struct canvas_text *t, const char *s)
{
    c->text(c, t);
    c->run(c, s, 200, 0);
    c->text_done(c);
}

static inline void canvas_segment(struct canvas *c, double x1, double y1, double x2, double y2)
{
    c->move(c, x1, y1);
    c->line(c, x2, y2);
}

static inline void canvas_rectangle(struct canvas *c, const struct box *b)
{
    c->move(c, b->left, b->top);
    c->line(c, b->right, b->top);
    c->line(c, b->right, b->bottom);
    c->line(c, b->left, b->bottom);
    c->close(c);
}

/* canvas_svg.c: an SVG file. Begins it, ends it. */
struct canvas_svg {
    struct canvas canvas;
    FILE *f;
    double x, y; /* where the pen is, as written */
    int clips, raised, upright;
};
void canvas_svg_begin(struct canvas_svg *s, FILE *f, double width, double height);
void canvas_svg_end(struct canvas_svg *s);

#endif
