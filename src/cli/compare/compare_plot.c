/* SPDX-License-Identifier: MIT */
/* compare_plot.c - work and precision: the error over the CPU time, both logarithmic, a line for
 * each method, the tolerance beside each point. Down and to the left is better. */
#include "cli/compare/compare.h"
#include "cli/run/picture.h"
#include "cli/core/grow.h"
#include <math.h>
#include <stdlib.h>

struct line {
    double *x, *y;
    char **notes;
    size_t n;
};

/* Only what has a logarithm can be shown. */
static bool drawable(const struct row *r)
{
    return r->done && r->exit == EXIT_FINE && r->out.cpu_seconds > 0 && r->errors.rel > 0 &&
           isfinite(r->errors.rel);
}

static void add_point(struct line *l, const struct row *r)
{
    char tol[64];
    compare_tolerance(tol, sizeof tol, r->tol.rel, r->tol.abs);
    l->x = grow_one(l->x, l->n, sizeof *l->x);
    l->y = grow_one(l->y, l->n, sizeof *l->y);
    l->notes = grow_one(l->notes, l->n, sizeof *l->notes);
    l->x[l->n] = r->out.cpu_seconds;
    l->y[l->n] = r->errors.rel;
    l->notes[l->n++] = grow_text(tol);
}

/* Rows of one method are together. */
static size_t make_lines(const struct comparison *c, struct line *lines,
                         struct figure_curve *curves)
{
    size_t n = 0;
    for (size_t k = 0; k < c->n_rows; k++) {
        const struct row *r = &c->rows[k];
        if (!drawable(r)) continue;
        if (n == 0 || strcmp(curves[n - 1].label, r->method) != 0)
            curves[n++] = (struct figure_curve){.label = r->method};
        add_point(&lines[n - 1], r);
    }
    for (size_t k = 0; k < n; k++) {
        curves[k].x = lines[k].x;
        curves[k].y = lines[k].y;
        curves[k].n = lines[k].n;
        curves[k].notes = (const char *const *)lines[k].notes;
    }
    return n;
}

static void free_lines(struct line *lines, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < lines[k].n; j++) free(lines[k].notes[j]);
        free(lines[k].x);
        free(lines[k].y);
        free(lines[k].notes);
    }
    free(lines);
}

int compare_plot(const struct comparison *c, const char *path)
{
    struct line *lines = grow_zero(c->n_rows, sizeof *lines);
    struct figure_curve *curves = grow_zero(c->n_rows, sizeof *curves);
    size_t n = make_lines(c, lines, curves);
    struct figure_panel panel = {.ylabel = "relative error", .curves = curves, .n = n, .log_y = 1};
    char title[128], note[400];
    struct figure f = {.title = title,
                       .note = note,
                       .xlabel = "CPU time in s",
                       .panels = &panel,
                       .n = 1,
                       .t0 = NAN,
                       .t1 = NAN,
                       .log_x = 1};
    int exit_status = EXIT_RUN;
    snprintf(title, sizeof title, "%s: work and precision", job_model_of(c->model)->name);
    snprintf(note, sizeof note, "reference: %s", c->ref.text);
    if (n && !path) printf("\n");
    if (n)
        exit_status = picture_figure(&f, path, stdout);
    else
        talk_error("there is nothing to draw: no run has both an error and a time");
    free_lines(lines, c->n_rows);
    free(curves);
    return exit_status;
}
