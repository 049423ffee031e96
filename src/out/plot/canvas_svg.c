/* SPDX-License-Identifier: MIT */
/* canvas_svg.c - a canvas that is an SVG file.
 *
 * Every call writes at once; nothing is kept but where the pen is, so that lines across and upright
 * are short. The text of the file depends on the figure alone: the same figure gives the same
 * bytes. */
#include "out/plot/canvas.h"

#include "out/plot/mark.h"

#include <math.h>
#include <string.h>

static FILE *file_of(struct canvas *c)
{
    return ((struct canvas_svg *)c)->f;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static void svg_path(struct canvas *c, const struct canvas_pen *pen)
{
    FILE *f = file_of(c);
    fputs("<path", f);
    if (pen->stroke) {
        fprintf(f, " stroke=\"%s\"", pen->stroke);
        mark_number(f, " stroke-width=\"", pen->width);
        fputs("\"", f);
        if (pen->dash && *pen->dash) fprintf(f, " stroke-dasharray=\"%s\"", pen->dash);
    }
    fprintf(f, " fill=\"%s\"", pen->fill ? pen->fill : "none");
    if (pen->fill && pen->opacity < 1) {
        mark_number(f, " fill-opacity=\"", pen->opacity);
        fputs("\"", f);
    }
    fputs(" d=\"", f);
}

static void stand_at(struct canvas *c, double x, double y)
{
    ((struct canvas_svg *)c)->x = x;
    ((struct canvas_svg *)c)->y = y;
}

static void svg_point(struct canvas *c, const char *before, double x, double y)
{
    mark_number(file_of(c), before, x);
    mark_number(file_of(c), " ", y);
    stand_at(c, x, y);
}

static void svg_move(struct canvas *c, double x, double y)
{
    svg_point(c, "\nM", x, y);
}

static void svg_line(struct canvas *c, double x, double y)
{
    const struct canvas_svg *s = (struct canvas_svg *)c;
    if (y == s->y) {
        mark_number(s->f, "H", x);
    } else if (x == s->x) {
        mark_number(s->f, "V", y);
    } else {
        svg_point(c, "\nL", x, y);
    }
    stand_at(c, x, y);
}

static void svg_cubic(struct canvas *c, const double *z)
{
    svg_point(c, "\nC", z[0], z[1]);
    svg_point(c, " ", z[2], z[3]);
    svg_point(c, " ", z[4], z[5]);
}

static void svg_close(struct canvas *c)
{
    fputs("Z", file_of(c));
}

static void svg_path_done(struct canvas *c)
{
    fputs("\"/>\n", file_of(c));
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void svg_text(struct canvas *c, const struct canvas_text *t)
{
    static const char *const anchor[] = {"start", "middle", "end"};
    struct canvas_svg *s = (struct canvas_svg *)c;
    FILE *f = s->f;
    s->raised = 0;
    if (t->upright) {
        mark_number(f, "<text transform=\"translate(", t->x);
        mark_number(f, " ", t->y);
        fputs(") rotate(-90)\"", f);
    } else {
        mark_number(f, "<text x=\"", t->x);
        mark_number(f, "\" y=\"", t->y);
        fputs("\"", f);
    }
    mark_number(f, " font-size=\"", t->size);
    fputs("\"", f);
    if (t->bold) fputs(" font-weight=\"bold\"", f);
    if (t->colour) fprintf(f, " fill=\"%s\"", t->colour);
    fprintf(f, " text-anchor=\"%s\">", anchor[t->anchor]);
}

/* dy moves all that follows, so what follows a raised run moves back. */
static void svg_run(struct canvas *c, const char *s, int most, int raised)
{
    struct canvas_svg *svg = (struct canvas_svg *)c;
    FILE *f = svg->f;
    int moved = raised != svg->raised;
    if (raised) {
        fputs(moved ? "<tspan dy=\"-4\" font-size=\"9\">" : "<tspan font-size=\"9\">", f);
    } else if (moved) {
        fputs("<tspan dy=\"4\">", f);
    }
    mark_escaped(f, s, most);
    if (raised || moved) fputs("</tspan>", f);
    svg->raised = raised;
}

static void svg_text_done(struct canvas *c)
{
    fputs("</text>\n", file_of(c));
}

static void svg_clip(struct canvas *c, const struct box *b)
{
    struct canvas_svg *s = (struct canvas_svg *)c;
    if (!b) {
        fputs("</g>\n", s->f);
        return;
    }
    fprintf(s->f, "<clipPath id=\"box%d\"><rect", ++s->clips);
    mark_number(s->f, " x=\"", b->left);
    mark_number(s->f, "\" y=\"", b->top);
    mark_number(s->f, "\" width=\"", b->right - b->left);
    mark_number(s->f, "\" height=\"", b->bottom - b->top);
    fprintf(s->f, "\"/></clipPath>\n<g clip-path=\"url(#box%d)\" stroke-linejoin=\"round\">\n",
            s->clips);
}

/* ---- The file -------------------------------------------------------------------------------- */

void canvas_svg_begin(struct canvas_svg *s, FILE *f, double width, double height)
{
    int w = (int)width, h = (int)height;
    *s = (struct canvas_svg){{svg_path, svg_move, svg_line, svg_cubic, svg_close, svg_path_done,
                              svg_text, svg_run, svg_text_done, svg_clip},
                             .f = f};
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" "
            "fill=\"#222222\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            w, h, w, h, w, h);
}

void canvas_svg_end(struct canvas_svg *s)
{
    fputs("</svg>\n", s->f);
}
