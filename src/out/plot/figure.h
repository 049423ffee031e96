/* SPDX-License-Identifier: MIT */
/* figure.h - a picture: panels above each other with curves over time, or one with points in a
 * plane.
 *
 * One description, three ways to draw it: SVG (pieces up to degree 3 are exact Bezier curves), PNG
 * (by cairo, if the program was built with it), and a terminal (braille dots). Layout is the same
 * for SVG and PNG. Curves that swing too fast for the paper are bands from their least to their
 * greatest values. Texts are UTF-8; NULL or "": none. */
#ifndef OUT_FIGURE_H
#define OUT_FIGURE_H

#include "out/plot/canvas.h"
#include "out/plot/record.h"

/* How points look: markers on a line; the line alone, where NaN breaks it; an upright line from 0 to
 * each. */
enum figure_points { FIGURE_MARKED, FIGURE_LINE, FIGURE_STEMS };

struct figure_curve {
    const char *label;           /* NULL: not in the legend                                      */
    const struct record *record; /* over time: curve `index` of it ...                           */
    size_t index;
    const double *x, *y; /* ... or n points, joined by a line, each with a marker ...    */
    size_t n;
    enum figure_points look;
    const char *const *notes; /* NULL, or a text beside each point (NULL: none)               */
    const saltus_traj *traj;  /* ... or a variable of a trajectory                            */
    int32_t var;
};

struct figure_panel {
    const char *ylabel;
    const char *unit; /* of its values, follows the label; may get a prefix                      */
    const struct figure_curve *curves;
    size_t n;
    int log_y; /* values <= 0 are left out, and the panel says so               */
};

enum { FIGURE_PANELS = 64 }; /* at most                                                      */

struct figure {
    const char *title, *note, *xlabel; /* note: small, below the title: method, tolerance ...    */
    const char *xunit;                 /* as the unit of a panel                                 */
    const struct figure_panel *panels;
    size_t n;
    double t0, t1;              /* shown; NaN, NaN: all                                         */
    int log_x;                  /* from the first t > 0 on                                      */
    const struct record *marks; /* NULL, or whose events are marked in a strip at the top        */
    int density;                /* 1: steps per time as a narrow panel at the bottom (of marks)  */
    int width, height;          /* 0: chosen; height: at least what the panels need              */
};

/* EARG: an interval that is empty or not finite, a width below 200 or a height below 120, or more
 * than 32000. A path of "-" is standard output (SVG only). */
saltus_status figure_svg(const char *path, const struct figure *f);
/* In png/, part of the command but not of the library, which has no dependencies. PNG: two pixels
 * per unit of width and height (at most 16000); PDF: a unit is 3/4 pt. Without cairo EARG. */
int figure_has_cairo(void);
saltus_status figure_png(const char *path, const struct figure *f);
saltus_status figure_pdf(const char *path, const struct figure *f);
/* At most columns x rows characters, legend included; columns >= 30 and rows >= 8, else as if it
 * were so. Plain characters only, if LC_ALL, LC_CTYPE or LANG name a charset that is not UTF-8.
 * Without colour letters tell curves apart. */
void figure_terminal(FILE *out, const struct figure *f, int columns, int rows, int colour);

/* For canvases: the size of a figure (EARG as above), and the figure itself. ENOMEM: a part is
 * missing. */
saltus_status figure_size(const struct figure *f, double *width, double *height);
saltus_status figure_draw(const struct figure *f, struct canvas *c);

#endif
