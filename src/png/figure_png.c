/* SPDX-License-Identifier: MIT */
/* figure_png.c - a canvas that is a PNG or PDF file, by cairo.
 *
 * Not in the library, which depends on nothing: programs that want it link it. It is built without
 * cairo, too; then it says so. A unit of the figure is SCALE pixels, so that lines and letters are
 * sharp in print.
 *
 * The text of a figure is drawn in whatever sans-serif font there is; everything else depends on
 * the figure alone. */
#include "out/plot/figure.h"

#ifdef SALTUS_CAIRO

#include "out/plot/mark.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
/* The library of fonts keeps its tables until the program ends; that is not a leak of ours. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}
__attribute__((visibility("default"))) const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

enum { SCALE = 2, RUNS = 8, TEXT = 1024 };
#define POINT 0.75 /* of a page, per unit of the figure */

struct run {
    char text[TEXT];
    int raised;
};

struct canvas_png {
    struct canvas canvas;
    cairo_t *to;
    struct canvas_pen pen;
    struct canvas_text style;
    struct run run[RUNS]; /* of the present text: where it begins depends on its width */
    int runs;
};

static struct canvas_png *png_of(struct canvas *c)
{
    return (struct canvas_png *)c;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static void set_colour(cairo_t *to, const char *hex, double opacity)
{
    unsigned long v = strtoul(hex + 1, NULL, 16);
    cairo_set_source_rgba(to, (double)(v >> 16) / 255, (double)(v >> 8 & 255) / 255,
                          (double)(v & 255) / 255, opacity);
}

static void set_dash(cairo_t *to, const char *s)
{
    double length[8];
    int n = 0;
    while (s && *s && n < 8) {
        int used = 0, whole = 0, tenths = 0;
        if (sscanf(s, "%d.%d%n", &whole, &tenths, &used) != 2 &&
            sscanf(s, "%d%n", &whole, &used) != 1)
            break;
        length[n++] = whole + tenths / 10.0;
        s += used;
    }
    cairo_set_dash(to, length, n, 0);
}

static void png_path(struct canvas *c, const struct canvas_pen *pen)
{
    png_of(c)->pen = *pen;
    cairo_new_path(png_of(c)->to);
}

/* Far outside is outside, and what the library can do with it. */
static double near(double v)
{
    return mark_within(v, 99999);
}

static void png_move(struct canvas *c, double x, double y)
{
    cairo_move_to(png_of(c)->to, near(x), near(y));
}

static void png_line(struct canvas *c, double x, double y)
{
    cairo_line_to(png_of(c)->to, near(x), near(y));
}

static void png_cubic(struct canvas *c, const double *z)
{
    cairo_curve_to(png_of(c)->to, near(z[0]), near(z[1]), near(z[2]), near(z[3]), near(z[4]),
                   near(z[5]));
}

static void png_close(struct canvas *c)
{
    cairo_close_path(png_of(c)->to);
}

static void png_path_done(struct canvas *c)
{
    struct canvas_png *p = png_of(c);
    if (p->pen.fill) {
        set_colour(p->to, p->pen.fill, p->pen.opacity);
        cairo_fill_preserve(p->to);
    }
    if (p->pen.stroke) {
        set_colour(p->to, p->pen.stroke, 1);
        set_dash(p->to, p->pen.dash);
        cairo_set_line_width(p->to, p->pen.width);
        cairo_stroke_preserve(p->to);
    }
    cairo_new_path(p->to);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void png_text(struct canvas *c, const struct canvas_text *t)
{
    png_of(c)->style = *t;
    png_of(c)->runs = 0;
}

static void png_run(struct canvas *c, const char *s, int most, int raised)
{
    struct canvas_png *p = png_of(c);
    if (p->runs == RUNS) return;
    mark_clean(p->run[p->runs].text, TEXT, s, most);
    p->run[p->runs++].raised = raised;
}

static void set_font(const struct canvas_png *p, int raised)
{
    cairo_select_font_face(p->to, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           p->style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(p->to, raised ? 9 : p->style.size);
}

static double run_width(const struct canvas_png *p, const struct run *r)
{
    cairo_text_extents_t e;
    set_font(p, r->raised);
    cairo_text_extents(p->to, r->text, &e);
    return e.x_advance;
}

static void png_text_done(struct canvas *c)
{
    struct canvas_png *p = png_of(c);
    const struct canvas_text *t = &p->style;
    double width = 0;
    for (int i = 0; i < p->runs; i++) width += run_width(p, &p->run[i]);
    double x = t->anchor == CANVAS_START ? 0 : t->anchor == CANVAS_END ? -width : -width / 2;
    cairo_save(p->to);
    cairo_translate(p->to, t->x, t->y);
    if (t->upright) cairo_rotate(p->to, -acos(0));
    set_colour(p->to, t->colour ? t->colour : "#222222", 1);
    for (int i = 0; i < p->runs; i++) {
        double advance = run_width(p, &p->run[i]);
        cairo_move_to(p->to, x, p->run[i].raised ? -4 : 0);
        cairo_show_text(p->to, p->run[i].text);
        x += advance;
    }
    cairo_restore(p->to);
    cairo_new_path(p->to);
}

static void png_clip(struct canvas *c, const struct box *b)
{
    cairo_t *to = png_of(c)->to;
    cairo_reset_clip(to);
    if (!b) return;
    cairo_rectangle(to, b->left, b->top, b->right - b->left, b->bottom - b->top);
    cairo_clip(to);
}

/* ---- The file -------------------------------------------------------------------------------- */

static saltus_status status_of(cairo_status_t s)
{
    if (s == CAIRO_STATUS_SUCCESS) return SALTUS_OK;
    if (s == CAIRO_STATUS_NO_MEMORY) return SALTUS_ENOMEM;
    return s == CAIRO_STATUS_WRITE_ERROR ? SALTUS_EIO : SALTUS_EARG;
}

static void prepare(struct canvas_png *p, cairo_t *to, double scale)
{
    *p = (struct canvas_png){{png_path, png_move, png_line, png_cubic, png_close, png_path_done,
                              png_text, png_run, png_text_done, png_clip},
                             .to = to};
    cairo_scale(to, scale, scale);
    cairo_set_source_rgb(to, 1, 1, 1);
    cairo_paint(to);
    cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
}

static cairo_status_t put_bytes(void *file, const unsigned char *data, unsigned int n)
{
    return fwrite(data, 1, n, file) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static saltus_status write_file(cairo_surface_t *image, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f) return SALTUS_EIO;
    saltus_status status = status_of(cairo_surface_write_to_png_stream(image, put_bytes, f));
    int failed = fflush(f) != 0 || ferror(f);
    failed |= fclose(f) != 0;
    return status == SALTUS_OK && failed ? SALTUS_EIO : status;
}

int figure_has_cairo(void)
{
    return 1;
}

saltus_status figure_png(const char *path, const struct figure *f)
{
    struct canvas_png *p = malloc(sizeof *p);
    double width, height;
    saltus_status status = !path ? SALTUS_EARG
                           : p   ? figure_size(f, &width, &height)
                                 : SALTUS_ENOMEM;
    if (status == SALTUS_OK) {
        cairo_surface_t *image =
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width * SCALE, (int)height * SCALE);
        cairo_t *to = cairo_create(image);
        prepare(p, to, SCALE);
        status = figure_draw(f, &p->canvas);
        if (status == SALTUS_OK) status = status_of(cairo_status(to));
        cairo_destroy(to);
        if (status == SALTUS_OK) status = write_file(image, path);
        cairo_surface_destroy(image);
    }
    free(p);
    return status;
}

/* The same bytes each time: the file has no date. */
saltus_status figure_pdf(const char *path, const struct figure *f)
{
    struct canvas_png *p = malloc(sizeof *p);
    double width, height;
    saltus_status status = !path ? SALTUS_EARG
                           : p   ? figure_size(f, &width, &height)
                                 : SALTUS_ENOMEM;
    FILE *out = status == SALTUS_OK ? fopen(path, "wb") : NULL;
    if (status == SALTUS_OK && !out) status = SALTUS_EIO;
    if (status == SALTUS_OK) {
        cairo_surface_t *page =
            cairo_pdf_surface_create_for_stream(put_bytes, out, width * POINT, height * POINT);
        cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "2000-01-01T00:00:00Z");
        if (f->title && *f->title)
            cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_TITLE,
                                           mark_clean(p->run[0].text, TEXT, f->title, 200));
        cairo_t *to = cairo_create(page);
        prepare(p, to, POINT);
        status = figure_draw(f, &p->canvas);
        cairo_show_page(to);
        if (status == SALTUS_OK) status = status_of(cairo_status(to));
        cairo_destroy(to);
        cairo_surface_finish(page);
        if (status == SALTUS_OK) status = status_of(cairo_surface_status(page));
        cairo_surface_destroy(page);
        int failed = fflush(out) != 0 || ferror(out);
        failed |= fclose(out) != 0;
        if (status == SALTUS_OK && failed) status = SALTUS_EIO;
    }
    free(p);
    return status;
}

#else

int figure_has_cairo(void)
{
    return 0;
}

saltus_status figure_pdf(const char *path, const struct figure *f)
{
    (void)path;
    (void)f;
    return SALTUS_EARG;
}

saltus_status figure_png(const char *path, const struct figure *f)
{
    (void)path;
    (void)f;
    return SALTUS_EARG;
}

#endif
