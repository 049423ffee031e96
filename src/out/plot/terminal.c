/* SPDX-License-Identifier: MIT */
/* terminal.c - a figure in a terminal.
 *
 * From top to bottom: title, note, then for each panel a line with its label and legend, the plot,
 * and its lower edge; then lines of events and of the density of steps, the labels of the time axis
 * and its title. Values are labelled in a gutter on the left. A plot is drawn dot column by dot
 * column: each shows everything the curve does in its time, from the least to the greatest value.
 * Panels that have no room are left out, and counted. */
#include "out/plot/figure.h"

#include "base/alloc.h"
#include "out/plot/braille.h"
#include "out/plot/layout.h"
#include "out/plot/mark.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GUTTER_MAX = 12, LEAST_ROWS = 3, LABEL_MAX = 24 };

struct screen {
    const struct figure *f;
    struct braille b;
    int letters;       /* 1: curves are distinguished by letters */
    int gutter, width; /* columns: before the plots, of them */
    int n, rows;       /* panels shown, rows of each plot */
    int row;           /* where drawing goes on */
    struct range times;
    struct axis x;
};

/* ---- Characters ------------------------------------------------------------------------------ */

static int names_utf8(const char *s)
{
    for (; *s; s++) {
        if (tolower((unsigned char)s[0]) != 'u' || tolower((unsigned char)s[1]) != 't') continue;
        if (tolower((unsigned char)s[2]) == 'f' && (s[3] == '8' || (s[3] == '-' && s[4] == '8')))
            return 1;
    }
    return 0;
}

static int is_plain(void)
{
    static const char *const name[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(name[i]);
        if (value && *value) return !names_utf8(value);
    }
    return 0;
}

static const char *either(const struct screen *s, const char *fine, const char *plain)
{
    return s->b.plain ? plain : fine;
}

/* "10" and "-3" as one text of a terminal; the minus sign of mathematics where there is one. */
static void tick_text(const struct screen *s, const struct axis_tick *t, char *buf, size_t size)
{
    static const char *const high[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
    size_t used = 0;
    for (const char *p = t->text; *p && used + 2 < size; p++) {
        int minus = s->b.plain && strncmp(p, "\xe2\x88\x92", 3) == 0;
        int dot = s->b.plain && strncmp(p, "\xc2\xb7", 2) == 0;
        buf[used++] = minus ? '-' : dot ? '*' : *p;
        p += minus ? 2 : dot;
    }
    if (*t->raised && s->b.plain) buf[used++] = '^';
    for (const char *p = t->raised; *p && used + 4 < size; p++) {
        int minus = *p < '0' || *p > '9'; /* the first of three bytes */
        if (s->b.plain) {
            buf[used++] = minus ? '-' : *p;
        } else {
            const char *letter = minus ? "\xe2\x81\xbb" : high[*p - '0'];
            memcpy(buf + used, letter, strlen(letter));
            used += strlen(letter);
        }
        p += minus ? 2 : 0;
    }
    buf[used] = '\0';
}

static int widest_tick(const struct screen *s, const struct axis *a, int *labels)
{
    char buf[NUMBER_SIZE];
    struct axis_tick t;
    int most = 0;
    *labels = 0;
    for (int k = 0; k < a->count; k++) {
        if (!axis_tick(a, k, &t) || !t.major) continue;
        tick_text(s, &t, buf, sizeof buf);
        if (mark_letters(buf) > most) most = mark_letters(buf);
        ++*labels;
    }
    return most;
}

/* What the labels of an axis leave out: "x1e-3 +1000". */
static void note_text(const struct screen *s, const struct axis *a, char *buf, size_t size)
{
    char number[NUMBER_SIZE];
    int used = 0;
    *buf = '\0';
    if (!axis_has_note(a)) return;
    if (a->linear.exponent && !*a->prefix)
        used = snprintf(buf, size, "%s1e%d ", either(s, "\xc3\x97", "x"), a->linear.exponent);
    if (a->linear.offset != 0)
        snprintf(buf + used, size - (size_t)used, "%c %s", a->linear.offset < 0 ? '-' : '+',
                 number_exact(number, fabs(a->linear.offset)));
}

/* ---- Plots ----------------------------------------------------------------------------------- */

/* Pixels of this view are dots of the screen. */
static struct view dots_of(const struct screen *s, const struct figure_panel *p, int *left_out)
{
    struct view w = {.t0 = s->times.lo, .t1 = s->times.hi, .log_x = s->f->log_x, .log_y = p->log_y};
    w.v = layout_values(p, s->times, s->f->log_x, left_out);
    w.box =
        (struct box){2 * s->gutter, 4 * s->row, 2 * (s->gutter + s->width), 4 * (s->row + s->rows)};
    return w;
}

static void upright(struct screen *s, const struct view *w, int x, double top, double bottom,
                    int ink)
{
    if (!(top <= bottom) || top > w->box.bottom || bottom < w->box.top) return;
    int from = (int)fmax(top, w->box.top), to = (int)fmin(bottom, w->box.bottom - 1);
    for (int y = from; y <= to; y++) braille_dot(&s->b, x, y, ink);
}

static void draw_curve(struct screen *s, const struct view *w, const struct figure_curve *c,
                       int ink)
{
    struct piece_curve curve = layout_curve(c);
    for (int x = (int)w->box.left; x < (int)w->box.right; x++) {
        double a = fmax(w->t0, view_time(w, x)), b = fmin(w->t1, view_time(w, x + 1));
        struct piece_extent e = piece_extent(&curve, w, a, b);
        upright(s, w, x, e.top, e.bottom, ink);
    }
}

static void draw_line(struct screen *s, const struct view *w, const double *z, int ink)
{
    double length = fmax(fabs(z[2] - z[0]), fabs(z[3] - z[1]));
    int n = (int)fmin(4000, ceil(length)) + 1;
    for (int i = 0; i <= n; i++) {
        double x = z[0] + (z[2] - z[0]) * i / n, y = z[1] + (z[3] - z[1]) * i / n;
        upright(s, w, (int)x, y, y, ink);
    }
}

static void letter_of(char *buf, size_t i)
{
    buf[0] = (char)(i % 52 < 26 ? 'a' + i % 26 : 'A' + i % 26);
    buf[1] = '\0';
}

static const char *sign_of(const struct screen *s, size_t i, char *buf)
{
    static const char *const shape[] = {"\xe2\x97\x8f", "\xe2\x96\xa0", "\xe2\x96\xb2",
                                        "\xe2\x97\x86", "\xe2\x96\xbc"};
    letter_of(buf, i);
    return s->letters || s->b.plain ? buf : shape[i % 5];
}

static int is_shown(const struct view *w, double x, double y)
{
    return isfinite(x) && isfinite(y) && !(w->log_x && x <= 0) && !(w->log_y && y <= 0) &&
           x >= w->t0 && x <= w->t1;
}

static void draw_points(struct screen *s, const struct view *w, const struct figure_curve *c,
                        size_t i)
{
    char buf[2];
    double z[4] = {NAN};
    int ink = (int)(i % 6) + 1;
    for (size_t k = 0; k < c->n; k++) {
        int seen = is_shown(w, c->x[k], c->y[k]);
        z[2] = seen ? view_x(w, c->x[k]) : NAN;
        z[3] = seen ? view_y(w, c->y[k]) : NAN;
        if (c->look == FIGURE_STEMS) {
            z[0] = z[2];
            z[1] = w->log_y ? w->box.bottom : view_y(w, 0);
        }
        if (seen && !isnan(z[0])) draw_line(s, w, z, ink);
        z[0] = z[2];
        z[1] = z[3];
    }
    for (size_t k = 0; k < c->n && c->look == FIGURE_MARKED; k++)
        if (is_shown(w, c->x[k], c->y[k]))
            braille_text(&s->b, (int)view_x(w, c->x[k]) / 2, (int)view_y(w, c->y[k]) / 4,
                         sign_of(s, i, buf), 1, ink);
}

/* A letter on the curve here and there, not where the other curves have theirs. */
static void put_letters(struct screen *s, const struct view *w, const struct figure_curve *c,
                        size_t i)
{
    char letter[2];
    struct piece_curve curve = layout_curve(c);
    int n = s->width / 16 > 1 ? s->width / 16 : 1;
    letter_of(letter, i);
    for (int k = 0; k < n; k++) {
        int column = s->gutter + s->width * k / n + (int)(3 * i + 2) % (s->width / n);
        double a = fmax(w->t0, view_time(w, 2 * column)), b = view_time(w, 2 * column + 2);
        struct piece_extent e = piece_extent(&curve, w, a, fmin(w->t1, b));
        double y = e.first;
        if (e.top <= e.bottom && y >= w->box.top && y < w->box.bottom)
            braille_text(&s->b, column, (int)y / 4, letter, 1, (int)(i % 6) + 1);
    }
}

static void draw_curves(struct screen *s, const struct view *w, const struct figure_panel *p)
{
    size_t lines = 0;
    for (size_t i = 0; i < p->n; i++) {
        int ink = (int)(i % 6) + 1;
        if (s->b.plain) ink = (int)(i % 240) + 1;
        if (layout_is_points(&p->curves[i])) {
            draw_points(s, w, &p->curves[i], i);
        } else {
            draw_curve(s, w, &p->curves[i], ink);
            lines++;
        }
    }
    for (size_t i = 0; s->letters && !s->b.plain && lines > 1 && i < p->n; i++)
        if (!layout_is_points(&p->curves[i])) put_letters(s, w, &p->curves[i], i);
}

/* ---- Around the plots ------------------------------------------------------------------------ */

static void put_right(struct screen *s, int row, const char *text)
{
    int n = mark_letters(text), room = s->gutter - 2;
    braille_text(&s->b, n < room ? room - n : 0, row, text, room, BRAILLE_PLAIN);
}

static void put_gutter(struct screen *s, const struct view *w, const struct axis *y)
{
    char buf[NUMBER_SIZE];
    struct axis_tick t;
    for (int r = 0; r < s->rows; r++)
        braille_text(&s->b, s->gutter - 1, s->row + r, either(s, "\xe2\x94\x82", "|"), 1,
                     BRAILLE_DIM);
    for (int k = 0; k < y->count; k++) {
        if (!axis_tick(y, k, &t) || !t.major) continue;
        int row = (int)floor(view_y(w, t.at) / 4);
        if (row < s->row || row >= s->row + s->rows) continue;
        tick_text(s, &t, buf, sizeof buf);
        put_right(s, row, buf);
        braille_text(&s->b, s->gutter - 1, row, either(s, "\xe2\x94\xa4", "+"), 1, BRAILLE_DIM);
    }
}

static void put_edge(struct screen *s, const struct view *w, int row)
{
    struct axis_tick t;
    braille_text(&s->b, s->gutter - 1, row, either(s, "\xe2\x94\x94", "+"), 1, BRAILLE_DIM);
    for (int i = 0; i < s->width; i++)
        braille_text(&s->b, s->gutter + i, row, either(s, "\xe2\x94\x80", "-"), 1, BRAILLE_DIM);
    for (int k = 0; k < s->x.count; k++)
        if (axis_tick(&s->x, k, &t) && t.major) {
            int column = (int)fmin(view_x(w, t.at) / 2, s->gutter + s->width - 1);
            braille_text(&s->b, column, row, either(s, "\xe2\x94\xac", "+"), 1, BRAILLE_DIM);
        }
}

static int put_entry(struct screen *s, const struct figure_curve *c, size_t i, int column,
                     int lines)
{
    char buf[2] = {braille_sign((int)(i % 240) + 1), '\0'};
    int ink = (int)(i % 6) + 1;
    const char *sample = "\xe2\x94\x81\xe2\x94\x81";
    if (layout_is_points(c)) {
        sample = sign_of(s, i, buf);
    } else if (s->b.plain) {
        sample = buf;
    } else if (s->letters && lines > 1) {
        letter_of(buf, i);
        sample = buf;
    }
    column += braille_text(&s->b, column, s->row, sample, 2, ink) + 1;
    return column + braille_text(&s->b, column, s->row, c->label, LABEL_MAX, BRAILLE_PLAIN) + 3;
}

/* Label and note of the value axis, then the legend as far as there is room. */
static void put_head(struct screen *s, const struct figure_panel *p, const struct axis *y,
                     int left_out)
{
    char buf[NUMBER_SIZE + 64], more[32];
    int column = s->gutter, end = s->gutter + s->width;
    if (*axis_label(buf, sizeof buf, y, p->ylabel, p->unit, s->b.plain))
        column += braille_text(&s->b, column, s->row, buf, LABEL_MAX + 12, BRAILLE_BOLD) + 1;
    note_text(s, y, buf, sizeof buf);
    if (*buf) column += braille_text(&s->b, column, s->row, buf, LABEL_MAX, BRAILLE_DIM) + 1;
    if (left_out)
        column +=
            braille_text(&s->b, column, s->row, "(values <= 0 left out)", 40, BRAILLE_DIM) + 1;
    column += column > s->gutter;
    for (size_t i = 0; i < p->n; i++) {
        if (!layout_has_text(p->curves[i].label)) continue;
        int letters = mark_letters(p->curves[i].label);
        if (column + (letters < LABEL_MAX ? letters : LABEL_MAX) + 3 >
            end - (i + 1 < p->n ? 9 : 0)) {
            snprintf(more, sizeof more, "+%lu more", (unsigned long)(p->n - i));
            braille_text(&s->b, column, s->row, more, end - column, BRAILLE_DIM);
            return;
        }
        column = put_entry(s, &p->curves[i], i, column, (int)p->n);
    }
}

static void draw_panel(struct screen *s, const struct figure_panel *p)
{
    int left_out;
    s->row++;
    struct view w = dots_of(s, p, &left_out);
    struct axis y = axis_of(w.v.lo, w.v.hi, w.log_y, s->rows / 3 + 1, p->unit);
    s->row--;
    put_head(s, p, &y, left_out);
    s->row++;
    put_gutter(s, &w, &y);
    draw_curves(s, &w, p);
    s->row += s->rows;
    put_edge(s, &w, s->row++);
}

/* ---- Lines below ----------------------------------------------------------------------------- */

static void put_levels(struct screen *s, const struct strip *v, const char *name)
{
    static const char *const fine[] = {" ",
                                       "\xe2\x96\x81",
                                       "\xe2\x96\x82",
                                       "\xe2\x96\x83",
                                       "\xe2\x96\x84",
                                       "\xe2\x96\x85",
                                       "\xe2\x96\x86",
                                       "\xe2\x96\x87",
                                       "\xe2\x96\x88"};
    static const char *const plain[] = {" ", ".", ":", "-", "=", "+", "*", "#", "@"};
    double most = 0, sum = 0;
    for (int i = 0; i < v->n; i++) {
        most = fmax(most, v->v[i]);
        sum += v->v[i];
    }
    int by_log = most > 20 * sum / v->n; /* four decades */
    put_right(s, s->row, name);
    for (int i = 0; i < s->width && most > 0; i++) {
        double part = v->v[i * v->n / s->width] / most;
        if (by_log) part = fmax(0, 1 + log10(part) / 4);
        int level = v->v[i * v->n / s->width] > 0 ? (int)fmin(8, 1 + floor(8 * part)) : 0;
        braille_text(&s->b, s->gutter + i, s->row, (s->b.plain ? plain : fine)[level], 1,
                     BRAILLE_DIM);
    }
    s->row++;
}

static int has_events(const struct figure *f)
{
    uint64_t n = 0;
    if (f->marks) record_events(f->marks, &n);
    return n > 0;
}

static void put_counts(struct screen *s)
{
    struct strip v;
    struct view w = {.t0 = s->times.lo, .t1 = s->times.hi, .log_x = s->f->log_x};
    w.box = (struct box){0, 0, s->width, 1};
    if (has_events(s->f)) {
        strip_events(&v, s->f->marks, &w, s->width);
        put_levels(s, &v, "events");
    }
    if (s->f->density && s->f->marks) {
        strip_steps(&v, s->f->marks, &w, s->width);
        put_levels(s, &v, "steps");
    }
}

static void put_times(struct screen *s)
{
    char buf[NUMBER_SIZE];
    struct axis_tick t;
    struct view w = {.t0 = s->times.lo, .t1 = s->times.hi, .log_x = s->f->log_x};
    w.box = (struct box){s->gutter, 0, s->gutter + s->width, 1};
    int free_from = 0;
    for (int k = 0; k < s->x.count; k++) {
        if (!axis_tick(&s->x, k, &t) || !t.major) continue;
        tick_text(s, &t, buf, sizeof buf);
        int n = mark_letters(buf), column = (int)view_x(&w, t.at) - n / 2;
        if (column + n > s->b.columns) column = s->b.columns - n;
        if (column < free_from) continue;
        braille_text(&s->b, column, s->row, buf, n, BRAILLE_PLAIN);
        free_from = column + n + 1;
    }
    s->row++;
}

/* The title of the time axis, with what its labels leave out. */
static void put_foot(struct screen *s)
{
    char note[NUMBER_SIZE + 32], label[256], text[NUMBER_SIZE + 320];
    note_text(s, &s->x, note, sizeof note);
    axis_label(label, sizeof label, &s->x, s->f->xlabel, s->f->xunit, s->b.plain);
    snprintf(text, sizeof text, "%s%s%s", label, *note ? "  " : "", note);
    int n = mark_letters(text), column = s->gutter + (s->width - n) / 2;
    if (*text)
        braille_text(&s->b, column > 0 ? column : 0, s->row++, text, s->b.columns, BRAILLE_PLAIN);
}

/* ---- The figure ------------------------------------------------------------------------------ */

/* As many panels as have room; the last row says how many have none. */
static void share_rows(struct screen *s, int panels)
{
    const struct figure *f = s->f;
    int fixed = layout_has_text(f->title) + layout_has_text(f->note) + has_events(f) + 2;
    fixed += f->density && f->marks;
    for (s->n = panels; s->n > 1; s->n--) {
        int room = s->b.rows - fixed - 2 * s->n - (s->n < panels);
        if (room / s->n >= LEAST_ROWS) break;
    }
    s->rows = (s->b.rows - fixed - 2 * s->n - (s->n < panels)) / s->n;
    if (s->rows < 1) s->rows = 1;
}

static void set_gutter(struct screen *s, const struct figure_panel *panels)
{
    int most = s->f->marks ? 6 : 3, labels, left_out;
    for (int k = 0; k < s->n; k++) {
        struct range v = layout_values(&panels[k], s->times, s->f->log_x, &left_out);
        struct axis y = axis_of(v.lo, v.hi, panels[k].log_y, s->rows / 3 + 1, panels[k].unit);
        int n = widest_tick(s, &y, &labels);
        if (n > most) most = n;
    }
    s->gutter = (most < GUTTER_MAX ? most : GUTTER_MAX) + 2;
    s->width = s->b.columns - s->gutter - 2;
}

static void set_times(struct screen *s)
{
    int most = s->width / 10 + 1, labels, width;
    do {
        s->x = axis_of(s->times.lo, s->times.hi, s->f->log_x, most, s->f->xunit);
        width = widest_tick(s, &s->x, &labels);
    } while (--most > 0 && labels * (width + 2) > s->width);
}

static void draw(struct screen *s)
{
    size_t n;
    char more[48];
    const struct figure_panel *panels = layout_panels(s->f, &n);
    s->times = layout_times(s->f);
    share_rows(s, (int)n);
    set_gutter(s, panels);
    set_times(s);
    if (layout_has_text(s->f->title))
        braille_text(&s->b, s->gutter, s->row++, s->f->title, s->width, BRAILLE_BOLD);
    if (layout_has_text(s->f->note))
        braille_text(&s->b, s->gutter, s->row++, s->f->note, s->width, BRAILLE_DIM);
    for (int k = 0; k < s->n; k++) draw_panel(s, &panels[k]);
    put_counts(s);
    put_times(s);
    put_foot(s);
    snprintf(more, sizeof more, "(%d more panels have no room)", (int)n - s->n);
    if ((int)n > s->n) braille_text(&s->b, s->gutter, s->row, more, s->width, BRAILLE_DIM);
}

static int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static int most_curves(const struct figure *f)
{
    size_t most = 0;
    for (size_t k = 0; k < f->n; k++)
        if (f->panels[k].n > most) most = f->panels[k].n;
    return most < 1000 ? (int)most : 1000;
}

void figure_terminal(FILE *out, const struct figure *f, int columns, int rows, int colour)
{
    struct alloc a;
    if (!out || layout_check(f) != SALTUS_OK) return;
    struct screen s = {.f = f, .letters = !colour || most_curves(f) > 6};
    s.b.columns = clamp(columns, 30, BRAILLE_COLUMNS);
    s.b.rows = clamp(rows, 8, BRAILLE_ROWS);
    s.b.plain = is_plain();
    alloc_init(&a, NULL, NULL);
    s.b.cell = alloc_array(&a, (size_t)s.b.columns * (size_t)s.b.rows, sizeof *s.b.cell);
    if (!s.b.cell) return;
    draw(&s);
    braille_print(&s.b, out, colour);
    alloc_free(&a, s.b.cell);
}
