/* SPDX-License-Identifier: MIT */
/* axis.c - the axes of a plot: grid, frame, ticks and their labels.
 *
 * A tick of a linear axis is a number k (number.h), first <= k <= last. Labels are short: a common
 * offset and a common power of ten are left out of all of them and said once, by the note of the
 * axis. A tick of a logarithmic axis is m * 10^e, numbered 9 (e - first) + m - 1, m = 1..9.
 *
 * Invariant: the labels of the axis across do not overlap, for the number of ticks is lowered until
 * the widest label has room as often as there are ticks, down to one tick or so. */
#include "out/plot/axis.h"

#include "out/plot/mark.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ticks ----------------------------------------------------------------------------------- */

/* Units that take a prefix. Times have none above the second. */
static int takes_prefix(const char *unit)
{
    static const char *const list[] = {"s",        "V", "A", "W",  "VA", "var", "Ohm",
                                       "\xce\xa9", "F", "H", "Hz", "J",  "N",   "Pa",
                                       "m",        "C", "T", "Wb", "S",  "N.m", "Nm"};
    for (size_t k = 0; unit && k < sizeof list / sizeof *list; k++)
        if (strcmp(unit, list[k]) == 0) return 1;
    return 0;
}

/* Labels from 0.1 to 9999 need none. */
static void choose_prefix(struct axis *a, const char *unit)
{
    static const char *const prefix[] = {"f", "p", "n", "\xc2\xb5", "m", "", "k", "M", "G", "T"};
    double size = fmax(fabs(a->lo), fabs(a->hi));
    int e = (int)floor(log10(size) + 1e-9), third = (int)floor(e / 3.0);
    if (!takes_prefix(unit) || a->linear.offset != 0 || third < -5 || third > 4) return;
    if (e >= -1 && e < 4) third = 0;
    if (third > 0 && strcmp(unit, "s") == 0) return;
    a->linear.exponent = 3 * third;
    a->prefix = prefix[third + 5];
}

static struct axis linear_axis(double lo, double hi, int most, const char *unit)
{
    struct axis a = {.lo = lo, .hi = hi, .linear = number_axis_of(lo, hi, most), .prefix = ""};
    choose_prefix(&a, unit);
    int64_t n = a.linear.last - a.linear.first + 1;
    a.count = n < 0 ? 0 : n > 4096 ? 4096 : (int)n;
    return a;
}

/* Decades inside lo..hi, and labels at 2 and 5 if that leaves at most `most` of them. */
static struct axis log_axis(double lo, double hi, int most)
{
    struct axis a = {.lo = lo, .hi = hi, .decades = 1, .every = 1, .prefix = ""};
    double decades = log10(hi / lo);
    a.first = (int)floor(log10(lo) + 1e-9);
    int last = (int)floor(log10(hi) + 1e-9);
    a.count = 9 * (last - a.first + 1);
    a.fine = 3 * decades + 1 <= most && decades <= 3;
    while (decades / a.every > most) a.every++;
    if (a.every == 4) a.every = 5;
    if (a.every > 5) a.every = (a.every + 9) / 10 * 10;
    return a;
}

struct axis axis_of(double lo, double hi, int log, int most, const char *unit)
{
    return log && hi / lo >= 8 ? log_axis(lo, hi, most) : linear_axis(lo, hi, most, unit);
}

char *axis_label(char *buf, size_t size, const struct axis *a, const char *label, const char *unit,
                 int plain)
{
    const char *prefix = a->prefix ? a->prefix : "";
    int labelled = label && *label;
    if (plain && (unsigned char)*prefix >= 0x80) prefix = "u";
    if (unit && *unit)
        snprintf(buf, size, "%.120s%s[%s%.60s]", labelled ? label : "", labelled ? " " : "", prefix,
                 unit);
    else
        snprintf(buf, size, "%.120s", labelled ? label : "");
    return buf;
}

/* Plain where that is short, else m x 10^e. */
static void log_label(struct axis_tick *t, int m, int e, int fine)
{
    char buf[NUMBER_SIZE];
    if (fine && abs(e) <= 4) {
        number_decimal(t->text, m, e);
        return;
    }
    if (m == 1) {
        strcpy(t->text, "10");
    } else {
        snprintf(t->text, sizeof t->text,
                 "%d\xc2\xb7"
                 "10",
                 m);
    }
    mark_signed(t->raised, number_decimal(buf, e, 0));
}

/* All labels alike: only if every decade is near 1. */
static int is_near_one(const struct axis *a)
{
    return a->fine && a->first >= -4 && a->first + a->count / 9 <= 5;
}

static int log_tick(const struct axis *a, int k, struct axis_tick *t)
{
    int e = a->first + k / 9, m = 1 + k % 9;
    t->at = m * pow(10, e);
    if (m > 1 && a->every > 1) return 0;
    if (t->at < a->lo * (1 - 1e-9) || t->at > a->hi * (1 + 1e-9)) return 0;
    t->major = (m == 1 && e % a->every == 0) || (a->fine && (m == 2 || m == 5));
    if (t->major) log_label(t, m, e, is_near_one(a));
    return 1;
}

int axis_tick(const struct axis *a, int k, struct axis_tick *t)
{
    char buf[NUMBER_SIZE];
    *t->text = *t->raised = '\0';
    if (a->decades) return log_tick(a, k, t);
    t->at = number_axis_tick(&a->linear, a->linear.first + k);
    t->major = 1;
    mark_signed(t->text, number_axis_label(buf, &a->linear, a->linear.first + k));
    return 1;
}

/* ---- Room ------------------------------------------------------------------------------------ */

static double label_width(const struct axis_tick *t)
{
    return mark_width(t->text, 99, MARK_SMALL) + mark_width(t->raised, 99, 9);
}

static double widest(const struct axis *a, int *labels)
{
    struct axis_tick t;
    double most = 0;
    *labels = 0;
    for (int k = 0; k < a->count; k++) {
        if (!axis_tick(a, k, &t) || !t.major) continue;
        most = fmax(most, label_width(&t));
        ++*labels;
    }
    return most;
}

double axis_widest(const struct axis *a)
{
    int labels;
    return widest(a, &labels);
}

struct axis axis_across(double lo, double hi, int log, double room, const char *unit)
{
    struct axis a;
    int most = (int)(room / 70) + 1, labels;
    double width;
    do {
        a = axis_of(lo, hi, log, most, unit);
        width = widest(&a, &labels);
    } while (--most > 0 && labels * (width + 16) > room);
    return a;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void grid_across(struct canvas *c, const struct view *w, const struct axis *x, int major)
{
    struct axis_tick t;
    for (int k = 0; k < x->count; k++)
        if (axis_tick(x, k, &t) && t.major == major)
            canvas_segment(c, view_x(w, t.at), w->box.top, view_x(w, t.at), w->box.bottom);
}

static void grid_up(struct canvas *c, const struct view *w, const struct axis *y, int major)
{
    struct axis_tick t;
    for (int k = 0; k < y->count; k++)
        if (axis_tick(y, k, &t) && t.major == major)
            canvas_segment(c, w->box.left, view_y(w, t.at), w->box.right, view_y(w, t.at));
}

void axis_grid(struct canvas *c, const struct view *w, const struct axis *x, const struct axis *y)
{
    static const struct canvas_pen light = {.stroke = "#f1f1f1", .width = 0.8};
    static const struct canvas_pen plain = {.stroke = "#e2e2e2", .width = 0.8};
    if (x->decades || y->decades) {
        c->path(c, &light);
        grid_across(c, w, x, 0);
        grid_up(c, w, y, 0);
        c->path_done(c);
    }
    c->path(c, &plain);
    grid_across(c, w, x, 1);
    grid_up(c, w, y, 1);
    c->path_done(c);
}

void axis_frame(struct canvas *c, const struct view *w, const struct axis *x, const struct axis *y)
{
    static const struct canvas_pen pen = {.stroke = "#555555", .width = 1};
    const struct box *b = &w->box;
    struct axis_tick t;
    c->path(c, &pen);
    canvas_segment(c, b->left, b->bottom, b->right, b->bottom);
    canvas_segment(c, b->left, b->top, b->left, b->bottom);
    for (int k = 0; k < x->count; k++) {
        if (!axis_tick(x, k, &t)) continue;
        double at = view_x(w, t.at);
        canvas_segment(c, at, b->bottom, at, b->bottom + (t.major ? 5 : 3));
    }
    for (int k = 0; k < y->count; k++) {
        if (!axis_tick(y, k, &t)) continue;
        double at = view_y(w, t.at);
        canvas_segment(c, b->left - (t.major ? 5 : 3), at, b->left, at);
    }
    c->path_done(c);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

static void put_label(struct canvas *c, const struct canvas_text *style, const struct axis_tick *t)
{
    c->text(c, style);
    c->run(c, t->text, 99, 0);
    if (*t->raised) c->run(c, t->raised, 99, 1);
    c->text_done(c);
}

void axis_labels_x(struct canvas *c, const struct view *w, const struct axis *x)
{
    struct axis_tick t;
    struct canvas_text s = {.y = w->box.bottom + 20, .size = MARK_SMALL, .anchor = CANVAS_MIDDLE};
    for (int k = 0; k < x->count; k++) {
        if (!axis_tick(x, k, &t) || !t.major) continue;
        s.x = view_x(w, t.at);
        put_label(c, &s, &t);
    }
}

void axis_labels_y(struct canvas *c, const struct view *w, const struct axis *y)
{
    struct axis_tick t;
    struct canvas_text s = {.x = w->box.left - 9, .size = MARK_SMALL, .anchor = CANVAS_END};
    for (int k = 0; k < y->count; k++) {
        if (!axis_tick(y, k, &t) || !t.major) continue;
        s.y = view_y(w, t.at) + 4;
        put_label(c, &s, &t);
    }
}

int axis_has_note(const struct axis *a)
{
    return !a->decades && ((a->linear.exponent != 0 && !*a->prefix) || a->linear.offset != 0);
}

void axis_note(struct canvas *c, const struct axis *a, double x, double y,
               enum canvas_anchor anchor)
{
    char number[NUMBER_SIZE], text[NUMBER_SIZE + 8];
    struct canvas_text s = {.x = x, .y = y, .size = MARK_SMALL, .anchor = anchor};
    if (!axis_has_note(a)) return;
    c->text(c, &s);
    if (a->linear.exponent != 0 && !*a->prefix) {
        c->run(c, "\xc3\x97 10", 99, 0);
        c->run(c, mark_signed(text, number_decimal(number, a->linear.exponent, 0)), 99, 1);
    }
    if (a->linear.offset != 0) {
        snprintf(text, sizeof text, "%s%s %s", a->linear.exponent ? "\xc2\xa0" : "",
                 a->linear.offset < 0 ? "\xe2\x88\x92" : "+",
                 number_exact(number, fabs(a->linear.offset)));
        c->run(c, text, 99, 0);
    }
    c->text_done(c);
}
