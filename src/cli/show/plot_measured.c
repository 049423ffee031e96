/* SPDX-License-Identifier: MIT */
/* plot_measured.c - pictures of measurements: paths in the plane (--xy) and spectra (--spectrum). */
#include "cli/core/grow.h"
#include "cli/run/measured.h"
#include "cli/run/picture.h"
#include "cli/show/plot.h"
#include "out/number.h"
#include <math.h>

enum { HARMONICS = 40 };

/* ---- What is asked for ----------------------------------------------------------------------- */

/* ", from=..., to=..." with all digits; `end` is where the result ends. */
static void window_text(const struct cli *c, double end, char *buf, size_t size)
{
    char number[NUMBER_SIZE];
    double from = cli_number(c, "from", NAN), to = cli_number(c, "to", NAN);
    double last = cli_number(c, "last", NAN);
    int n = 0;
    *buf = 0;
    if (!isnan(last)) from = end - last;
    if (!isnan(from)) n = snprintf(buf, size, ", from=%s", number_exact(number, from));
    if (!isnan(to)) snprintf(buf + n, size - (size_t)n, ", to=%s", number_exact(number, to));
}

static bool read_xy(const struct cli *c, double end, const struct measured_names *names,
                    struct measured *l)
{
    char window[100];
    const char *x, *y;
    window_text(c, end, window, sizeof window);
    for (size_t k = 0; (x = cli_value(c, "xy", k)); k += 2) {
        char *text;
        bool fine;
        if (!(y = cli_value(c, "xy", k + 1))) {
            talk_error("--xy: '%s' has no second signal; --xy X,Y", x);
            return false;
        }
        text = grow(NULL, strlen(x) + strlen(y) + sizeof window + 16, 1);
        sprintf(text, "xy(%s, %s%s)", x, y, window);
        fine = measured_add(l, text, names);
        free(text);
        if (!fine) return false;
    }
    return true;
}

static bool read_spectra(const struct cli *c, double end, const struct measured_names *names,
                         struct measured *l)
{
    char window[100], number[NUMBER_SIZE];
    const char *signal;
    window_text(c, end, window, sizeof window);
    if (!cli_given(c, "f0")) {
        talk_error("--spectrum needs --f0, the frequency of the fundamental");
        return false;
    }
    for (size_t k = 0; (signal = cli_value(c, "spectrum", k)); k++) {
        char *text = grow(NULL, strlen(signal) + sizeof window + 500, 1);
        bool fine;
        sprintf(text, "harmonics(%s, f0=%s, n=%.0f%s)", signal,
                number_exact(number, cli_number(c, "f0", 0)), cli_number(c, "harmonics", HARMONICS),
                window);
        fine = measured_add(l, text, names);
        free(text);
        if (!fine) return false;
    }
    return true;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static const char *unit_of(const saltus_header *h, const char *name)
{
    for (size_t k = 0; k < h->n_columns; k++)
        if (!strcmp(h->columns[k].name, name)) return h->columns[k].unit;
    return NULL;
}

static int draw(const struct cli *c, struct figure *f, const saltus_header *h, const char *path,
                const char *output)
{
    char title[300];
    f->title =
        cli_given(c, "title") ? cli_text(c, "title") : picture_title(h, path, title, sizeof title);
    return picture_figure(f, output, stdout);
}

static int draw_paths(const struct cli *c, const struct measured *l, const saltus_header *h,
                      const char *path, const char *output)
{
    struct figure_curve *curves = grow_zero(l->n, sizeof *curves);
    char **labels = grow_zero(l->n, sizeof *labels);
    bool one = l->n == 1;
    struct figure_panel panel = {.curves = curves, .n = l->n, .log_y = cli_given(c, "log-y")};
    struct figure f = {.panels = &panel, .n = 1, .t0 = NAN, .t1 = NAN, .width = 640, .height = 600};
    int status;
    for (size_t k = 0; k < l->n; k++) {
        const double *xy = NULL;
        size_t n = measure_path(l->one[k].m, &xy);
        double *x = grow(NULL, 2 * n + 1, sizeof *x);
        const char *across = cli_value(c, "xy", 2 * k), *up = cli_value(c, "xy", 2 * k + 1);
        for (size_t i = 0; i < n; i++) {
            x[i] = xy[2 * i];
            x[n + i] = xy[2 * i + 1];
        }
        labels[k] = grow(NULL, strlen(across) + strlen(up) + 16, 1);
        sprintf(labels[k], "%s over %s", up, across);
        curves[k] = (struct figure_curve){
            .label = one ? NULL : labels[k], .x = x, .y = x + n, .n = n, .look = FIGURE_LINE};
        if (k == 0) {
            f.xlabel = across;
            f.xunit = unit_of(h, across);
            if (one) panel.ylabel = up;
            panel.unit = unit_of(h, up);
        }
    }
    status = draw(c, &f, h, path, output);
    for (size_t k = 0; k < l->n; k++) {
        free((void *)(uintptr_t)curves[k].x);
        free(labels[k]);
    }
    free(curves);
    free(labels);
    return status;
}

/* The distortion, of all that is there. */
static double distortion(const struct measure_harmonics *s)
{
    double first = (s->a[1] * s->a[1] + s->b[1] * s->b[1]) / 2;
    return sqrt(fmax(0, s->rms * s->rms - s->mean * s->mean - first) / first);
}

static void note_of(const struct measure_harmonics *s, char *buf, size_t size)
{
    double first = hypot(s->a[1], s->b[1]);
    int n = snprintf(buf, size,
                     "%g s to %g s, %.0f period%s; mean %.4g, rms %.4g, fundamental %.4g", s->from,
                     s->to, s->periods, s->periods == 1 ? "" : "s", s->mean + 0.0, s->rms, first);
    if (first > 1e-12 * s->rms && (size_t)n < size)
        snprintf(buf + n, size - (size_t)n, ", THD %.2f %%", 100 * distortion(s));
}

static int draw_spectra(const struct cli *c, const struct measured *l, const saltus_header *h,
                        const char *path, const char *output)
{
    struct figure_panel *panels = grow_zero(l->n, sizeof *panels);
    struct figure_curve *curves = grow_zero(l->n, sizeof *curves);
    char note[300] = "", (*labels)[340] = grow_zero(l->n, sizeof *labels);
    struct figure f = {.note = note,
                       .xlabel = "frequency",
                       .xunit = "Hz",
                       .panels = panels,
                       .n = l->n,
                       .t0 = NAN,
                       .t1 = NAN};
    int status = EXIT_FINE;
    for (size_t k = 0; k < l->n && !status; k++) {
        const struct measure_harmonics *s = measure_harmonics(l->one[k].m);
        const char *name = measure_name(l->one[k].m, 0, NULL),
                   *signal = cli_value(c, "spectrum", k);
        double *x;
        if (!s) {
            talk_error("--spectrum: %s", measure_why(l->one[k].m));
            status = EXIT_RUN;
            break;
        }
        x = grow_zero(2 * (size_t)s->n + 2, sizeof *x);
        for (int i = 0; i <= s->n; i++) {
            x[i] = i * s->f0;
            x[s->n + 1 + i] = i ? hypot(s->a[i], s->b[i]) : fabs(s->mean);
        }
        curves[k] = (struct figure_curve){
            .x = x, .y = x + s->n + 1, .n = (size_t)s->n + 1, .look = FIGURE_STEMS};
        snprintf(labels[k], sizeof labels[k], "%s, amplitude", signal);
        panels[k] = (struct figure_panel){.ylabel = labels[k],
                                          .unit = !strcmp(name, signal) ? unit_of(h, name) : NULL,
                                          .curves = &curves[k],
                                          .n = 1,
                                          .log_y = cli_given(c, "log-y")};
        note_of(s, note, sizeof note);
        if (l->n > 1 || !output) printf("%s: %s\n", signal, note);
    }
    if (l->n > 1) *note = 0;
    if (!status) status = draw(c, &f, h, path, output);
    for (size_t k = 0; k < l->n; k++) free((void *)(uintptr_t)curves[k].x);
    free(curves);
    free(panels);
    free(labels);
    return status;
}

int plot_measured(const struct cli *c, saltus_result *r, const char *path, double end,
                  const char *output)
{
    const saltus_header *h = saltus_result_header(r);
    struct measured l = {0};
    bool xy = cli_given(c, "xy");
    struct measured_names names = {.where = xy ? "--xy" : "--spectrum", .header = h};
    saltus_record rec;
    saltus_status s = SALTUS_OK;
    int status = EXIT_USAGE;
    if (xy ? read_xy(c, end, &names, &l) : read_spectra(c, end, &names, &l)) {
        measured_open(&l, h);
        while ((s = saltus_result_next(r, &rec)) >= 0 && rec.kind != SALTUS_RECORD_END)
            if (rec.kind == SALTUS_RECORD_SEGMENT)
                measured_segment(&l, rec.t, rec.k, rec.poly, rec.order);
        measured_finish(&l, saltus_result_end(r), NULL, NULL);
        status = EXIT_FINE;
        for (size_t k = 0; k < l.n && !status; k++)
            if (isnan(l.one[k].value)) {
                talk_error("%s: %s", names.where, measure_why(l.one[k].m));
                status = EXIT_RUN;
            }
        if (s < 0) {
            talk_error("%s: %s", path,
                       *saltus_result_why(r) ? saltus_result_why(r) : saltus_status_text(s));
            status = EXIT_RUN;
        }
        if (!status)
            status = xy ? draw_paths(c, &l, h, path, output) : draw_spectra(c, &l, h, path, output);
    }
    measured_free(&l);
    return status;
}
