/* SPDX-License-Identifier: MIT */
/* picture.c - curves and panels; see picture.h. */
#include "cli/run/picture.h"
#include "base/paint.h"
#include "base/text.h"
#include "num/poly.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST = 40 };

const char *picture_note(const saltus_header *h, const char *key)
{
    for (size_t k = 0; k < h->n_notes; k++)
        if (!strcmp(h->notes[k].key, key)) return h->notes[k].value;
    return NULL;
}

/* ---- Which curves ---------------------------------------------------------------------------- */

/* Does one of the patterns, each in a line, match? */
static bool watched(const char *patterns, const char *name)
{
    char one[200];
    while (*patterns) {
        size_t n = strcspn(patterns, "\n");
        snprintf(one, sizeof one, "%.*s", (int)n, patterns);
        if (text_match(one, name)) return true;
        patterns += n + (patterns[n] == '\n');
    }
    return false;
}

enum taste { ALL, STATES, WATCHED };

static bool drawable(const struct picture *p, const saltus_column *c, enum taste taste)
{
    const char *watch = picture_note(p->header, "watch");
    if (c->kind == SALTUS_PARAMETER) return false;
    if (taste == WATCHED) return watch && watched(watch, c->name);
    return taste == ALL || c->kind == SALTUS_STATE;
}

static size_t count(const struct picture *p, enum taste taste)
{
    size_t n = 0;
    for (size_t k = 0; k < p->header->n_columns; k++)
        n += drawable(p, &p->header->columns[k], taste);
    return n;
}

/* Is it the first column of its declaration: x, x[1], not x[2]? */
static bool is_first(const saltus_header *h, size_t k)
{
    const char *name = h->columns[k].name;
    size_t n = strcspn(name, "[");
    for (size_t i = k; i-- > 0;)
        if (!strncmp(h->columns[i].name, name, n) && strcspn(h->columns[i].name, "[") == n)
            return false;
    return true;
}

/* Of a file that does not tell what is a state: the first declarations, if there are many. */
static bool choose_first(struct picture *p, size_t most)
{
    const saltus_header *h = p->header;
    size_t n = 0;
    for (size_t k = 0; k < h->n_columns; k++) {
        p->curve[k] = SIZE_MAX;
        if (n < most && drawable(p, &h->columns[k], ALL) && is_first(h, k)) p->column[n++] = k;
    }
    if (n < most) return false;
    for (size_t k = 0; k < n; k++) p->curve[p->column[k]] = k;
    p->n = n;
    return true;
}

/* All, or `most` that lie evenly. */
static void choose(struct picture *p, enum taste taste, size_t most)
{
    const saltus_header *h = p->header;
    size_t all = count(p, taste), seen = 0;
    if (taste == ALL && all > most && choose_first(p, most)) return;
    for (size_t k = 0; k < h->n_columns; k++) {
        p->curve[k] = SIZE_MAX;
        if (!drawable(p, &h->columns[k], taste)) continue;
        if (all <= most || seen * (most - 1) >= p->n * (all - 1)) {
            p->column[p->n] = k;
            p->curve[k] = p->n++;
        }
        seen++;
    }
}

bool picture_choose(struct picture *p, const saltus_header *h, bool chosen)
{
    enum taste taste = ALL;
    *p = (struct picture){.header = h};
    p->column = calloc(h->n_columns + 1, sizeof *p->column);
    p->curve = calloc(h->n_columns + 1, sizeof *p->curve);
    if (!chosen) taste = count(p, WATCHED) ? WATCHED : count(p, STATES) ? STATES : ALL;
    if (p->column && p->curve) choose(p, taste, chosen ? MOST : PICTURE_CURVES);
    return p->column && p->curve;
}

bool picture_open(struct picture *p, const saltus_header *h, bool chosen, double from, double to)
{
    bool fine = picture_choose(p, h, chosen);
    p->from = isnan(from) ? h->t0 : from;
    p->to = isnan(to) ? h->t1 : to;
    if (fine && record_new(p->from, p->to, p->n, &p->record) == SALTUS_OK) return true;
    talk_error("no picture: out of memory, or nothing lies between %g and %g", p->from, p->to);
    picture_close(p);
    return false;
}

/* What begins before the part that is shown is moved to its beginning. */
saltus_status picture_segment(struct picture *p, double t, size_t column, const double *poly,
                              int order)
{
    double moved[SALTUS_SERIES + 1];
    if (p->curve[column] == SIZE_MAX || t > p->to) return SALTUS_OK;
    if (t < p->from) {
        memcpy(moved, poly, ((size_t)order + 1) * sizeof *poly);
        poly_shift(moved, order, p->from - t);
        poly = moved;
        t = p->from;
    }
    return record_segment(p->record, p->curve[column], t, poly, order);
}

void picture_close(struct picture *p)
{
    record_free(p->record);
    free(p->column);
    free(p->curve);
    *p = (struct picture){0};
}

/* ---- Which panels ---------------------------------------------------------------------------- */

struct size {
    double lo, hi;
};

static void widen(struct size *s, double v)
{
    if (!isfinite(v)) return;
    s->lo = fmin(s->lo, v);
    s->hi = fmax(s->hi, v);
}

/* Of pieces only the values where they begin: enough to tell a volt from a kilovolt. */
static struct size size_of(const struct picture *p, size_t curve)
{
    struct size s = {INFINITY, -INFINITY};
    size_t n;
    double t, width;
    const double *poly;
    const struct record_column *c = record_columns(p->record, curve, &n, &width);
    for (size_t k = 0; c && k < n; k++)
        if (c[k].lo <= c[k].hi) widen(&s, c[k].lo), widen(&s, c[k].hi);
    for (size_t k = 0; !c && record_piece(p->record, curve, k, &t, &poly) >= 0; k++)
        widen(&s, poly[0]);
    return s.lo > s.hi ? (struct size){0, 0} : s;
}

struct group {
    struct figure_curve curves[MOST];
    size_t n;
    const char *unit;
    double least, most; /* sizes of its curves, without those that are always 0                  */
    char label[120];
};

static bool same_unit(const char *a, const char *b)
{
    return (!a || !*a) ? (!b || !*b) : b && !strcmp(a, b);
}

/* Does a curve of this size look right beside those of the group? */
static bool comparable(const struct group *g, double size)
{
    if (size == 0 || g->most == 0) return true;
    return fmax(size, g->most) <= 50 * fmin(size, g->least);
}

static struct group *group_for(struct group *g, size_t *n, const char *unit, double size,
                               int panels)
{
    for (size_t k = 0; k < *n && panels != 2; k++)
        if (panels == 1 || (same_unit(g[k].unit, unit) && comparable(&g[k], size))) return &g[k];
    if (*n < (panels == 2 ? MOST : PICTURE_PANELS)) {
        g[*n] = (struct group){.unit = unit};
        return &g[(*n)++];
    }
    for (size_t k = *n; k-- > 0;)
        if (same_unit(g[k].unit, unit)) return &g[k];
    return &g[*n - 1];
}

static size_t make_groups(const struct picture *p, struct group *g, int panels)
{
    size_t n = 0;
    for (size_t k = 0; k < p->n; k++) {
        const saltus_column *c = &p->header->columns[p->column[k]];
        struct size s = size_of(p, k);
        double size = fmax(fabs(s.lo), fabs(s.hi));
        struct group *to = group_for(g, &n, c->unit, size, panels);
        if (to->n == MOST) continue;
        to->curves[to->n++] =
            (struct figure_curve){.label = c->name, .record = p->record, .index = k};
        if (size > 0) {
            to->least = to->most == 0 ? size : fmin(to->least, size);
            to->most = fmax(to->most, size);
        }
        if (!same_unit(to->unit, c->unit)) to->unit = NULL;
    }
    return n;
}

static const char *label_of(struct group *g)
{
    if (g->n != 1) return NULL;
    snprintf(g->label, sizeof g->label, "%s", g->curves[0].label);
    g->curves[0].label = NULL; /* said already */
    return g->label;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static int terminal_columns(FILE *f)
{
    struct winsize w;
    if (ioctl(fileno(f), TIOCGWINSZ, &w) != 0 || w.ws_col < 40) return 80;
    return w.ws_col > 120 ? 120 : w.ws_col;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && !strcmp(path + n - m, ending);
}

static int write_file(const struct figure *f, const char *path)
{
    bool png = ends_in(path, ".png"), pdf = ends_in(path, ".pdf");
    saltus_status s;
    if ((png || pdf) && !figure_has_cairo()) {
        talk_error("%s: this saltus was built without cairo and cannot write %s", path,
                   png ? ".png" : ".pdf");
        talk_hint("write .svg, or install libcairo2-dev and build again");
        return EXIT_RUN;
    }
    errno = 0;
    s = png ? figure_png(path, f) : pdf ? figure_pdf(path, f) : figure_svg(path, f);
    if (s < 0) {
        talk_error("%s: %s", path, errno ? strerror(errno) : saltus_status_text(s));
        return EXIT_RUN;
    }
    talk_note("%s has the picture", path);
    return EXIT_FINE;
}

int picture_figure(const struct figure *f, const char *path, FILE *terminal)
{
    int rows = f->n < 2 ? 16 : f->n == 2 ? 22 : 10 * (int)f->n;
    if (path) return write_file(f, path);
    figure_terminal(terminal, f, terminal_columns(terminal), rows, paint_wanted(terminal));
    return EXIT_FINE;
}

const char *picture_title(const saltus_header *h, const char *path, char *buf, size_t size)
{
    const char *text = picture_note(h, "description"), *name = h->model;
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!name || !*name) name = slash ? slash + 1 : path;
    if (text && *text)
        snprintf(buf, size, "%s (%s)", text, name ? name : "");
    else
        snprintf(buf, size, "%s", name ? name : "");
    return buf;
}

int picture_draw(const struct picture *p, const struct picture_style *style, const char *path)
{
    struct group *g = calloc(style->panels == 2 ? MOST : PICTURE_PANELS, sizeof *g);
    struct figure_panel panels[MOST] = {0};
    char title[600];
    struct figure f = {.title = style->title
                                    ? style->title
                                    : picture_title(p->header, style->path, title, sizeof title),
                       .note = style->note,
                       .xlabel = "time",
                       .xunit = "s",
                       .panels = panels,
                       .t0 = p->from,
                       .t1 = fmin(p->to, record_last(p->record)),
                       .marks = style->marks || style->density ? p->record : NULL,
                       .density = style->density};
    int status;
    if (!g) return EXIT_RUN;
    if (!(f.t1 > f.t0)) f.t1 = p->to;
    f.n = make_groups(p, g, style->panels);
    for (size_t k = 0; k < f.n; k++)
        panels[k] = (struct figure_panel){.ylabel = label_of(&g[k]),
                                          .unit = g[k].unit,
                                          .curves = g[k].curves,
                                          .n = g[k].n,
                                          .log_y = style->log_y};
    if (f.n == 0) f.n = 1;
    status = picture_figure(&f, path, style->terminal ? style->terminal : stdout);
    free(g);
    return status;
}
