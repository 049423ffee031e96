/* SPDX-License-Identifier: MIT */
/* axis.c - the axes of a plot as SVG: grid, frame, ticks and their labels.
 *
 * A tick is a number k of its axis (number.h), first <= k <= last; its place is that of its value
 * in the view. Labels are short: a common offset and a common power of ten are left out of all of
 * them and said once, by the note of the axis.
 *
 * Invariant: the labels of the time axis do not overlap, for the number of ticks is lowered until
 * the widest label has room as often as there are ticks, down to one tick or so.                */
#include "out/axis.h"

#include "out/mark.h"

#include <math.h>
#include <string.h>

/* ---- Ticks ----------------------------------------------------------------------------------- */

double axis_widest(const struct number_axis *a)
{
    char buf[NUMBER_SIZE];
    size_t most = 0;
    for (int64_t k = a->first; k <= a->last; k++) {
        size_t n = strlen(number_axis_label(buf, a, k));
        if (n > most) most = n;
    }
    return mark_width((int)most, MARK_SMALL);
}

struct number_axis axis_of_time(double t0, double t1, double room)
{
    struct number_axis a;
    int most = (int)(room / 70) + 1;
    do a = number_axis_of(t0, t1, most);
    while (--most > 0 && (double)(a.last - a.first + 1) * (axis_widest(&a) + 16) > room);
    return a;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

void axis_grid(FILE *f, const struct view *w, const struct axes *a)
{
    const struct box *b = &w->box;
    fputs("<path stroke=\"#e4e4e4\" d=\"", f);
    for (int64_t k = a->x.first; k <= a->x.last; k++) {
        double x = view_x(w, number_axis_tick(&a->x, k));
        mark_line(f, x, b->top, x, b->bottom);
    }
    for (int64_t k = a->y.first; k <= a->y.last; k++) {
        double y = view_y(w, number_axis_tick(&a->y, k));
        mark_line(f, b->left, y, b->right, y);
    }
    fputs("\"/>\n", f);
}

void axis_frame(FILE *f, const struct view *w, const struct axes *a)
{
    const struct box *b = &w->box;
    fputs("<path stroke=\"#555\" d=\"", f);
    mark_line(f, b->left, b->bottom, b->right, b->bottom);
    mark_line(f, b->left, b->top, b->left, b->bottom);
    for (int64_t k = a->x.first; k <= a->x.last; k++) {
        double x = view_x(w, number_axis_tick(&a->x, k));
        mark_line(f, x, b->bottom, x, b->bottom + 5);
    }
    for (int64_t k = a->y.first; k <= a->y.last; k++) {
        double y = view_y(w, number_axis_tick(&a->y, k));
        mark_line(f, b->left - 5, y, b->left, y);
    }
    fputs("\"/>\n", f);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

void axis_labels(FILE *f, const struct view *w, const struct axes *a)
{
    char buf[NUMBER_SIZE];
    for (int64_t k = a->x.first; k <= a->x.last; k++) {
        double x = view_x(w, number_axis_tick(&a->x, k));
        mark_text(f, x, w->box.bottom + 20, MARK_SMALL, "middle");
        mark_signed(f, number_axis_label(buf, &a->x, k));
        fputs("</text>\n", f);
    }
    for (int64_t k = a->y.first; k <= a->y.last; k++) {
        double y = view_y(w, number_axis_tick(&a->y, k));
        mark_text(f, w->box.left - 9, y + 4, MARK_SMALL, "end");
        mark_signed(f, number_axis_label(buf, &a->y, k));
        fputs("</text>\n", f);
    }
}

int axis_has_note(const struct number_axis *a)
{
    return a->exponent != 0 || a->offset != 0;
}

void axis_note(FILE *f, const struct number_axis *a, double x, double y, const char *anchor)
{
    char buf[NUMBER_SIZE];
    if (!axis_has_note(a)) return;
    mark_text(f, x, y, MARK_SMALL, anchor);
    if (a->exponent != 0) {
        fputs("\xc3\x97 10<tspan dy=\"-4\" font-size=\"9\">", f);
        mark_signed(f, number_decimal(buf, a->exponent, 0));
        fputs("</tspan>", f);
    }
    if (a->offset != 0) {
        const char *sign = a->offset < 0 ? "\xe2\x88\x92" : "+";
        fprintf(f, "<tspan dx=\"4\" dy=\"%d\">%s %s</tspan>", a->exponent ? 4 : 0, sign,
                number_exact(buf, fabs(a->offset)));
    }
    fputs("</text>\n", f);
}
