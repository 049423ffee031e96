/* SPDX-License-Identifier: MIT */
/* plot.c - saltus plot: pictures from result files.
 *
 * Each file is read once, from the last point before --from where everything is known, and only
 * what a picture needs is kept. Several files become several pictures. */
#include "base/text.h"
#include "cli/run/picture.h"
#include "cli/show/plot.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns that --vars does not name are taken out: their kind becomes PARAMETER, which is not
 * drawn. */
static bool filter(const struct cli *c, saltus_column *columns, size_t n)
{
    const char *pattern;
    bool *keep = calloc(n + 1, sizeof *keep);
    bool fine = keep != NULL;
    for (size_t k = 0; fine && (pattern = cli_value(c, "vars", k)); k++) {
        size_t hits = 0;
        for (size_t i = 0; i < n; i++)
            if (text_match(pattern, columns[i].name)) keep[i] = true, hits++;
        if (hits) continue;
        talk_error("nothing in the file matches '%s'", pattern);
        fine = false;
    }
    for (size_t i = 0; fine && i < n; i++)
        if (!keep[i]) columns[i].kind = SALTUS_PARAMETER;
    free(keep);
    return fine;
}

/* All records of the part that is shown; is the file read to its end? */
static saltus_status read_all(saltus_result *r, struct picture *p, bool *ended)
{
    saltus_record rec = {0};
    saltus_status s = isnan(p->from) ? SALTUS_OK : saltus_result_seek(r, p->from);
    while (s >= 0 && (s = saltus_result_next(r, &rec)) >= 0 && rec.kind != SALTUS_RECORD_END) {
        if (rec.t > p->to) break;
        if (rec.kind == SALTUS_RECORD_SEGMENT)
            s = picture_segment(p, rec.t, rec.k, rec.poly, rec.order);
        else if (rec.t >= p->from)
            s = record_event(p->record, rec.t);
        if (s >= 0 && rec.t >= p->from && rec.kind == SALTUS_RECORD_SEGMENT)
            record_step(p->record, rec.t);
    }
    *ended = s >= 0 && rec.kind == SALTUS_RECORD_END;
    return s;
}

/* What is drawn of what there is, if that was not asked for. */
static void tell_choice(const struct picture *p)
{
    size_t all = 0;
    char names[200] = "";
    int n = 0;
    for (size_t k = 0; k < p->header->n_columns; k++)
        all += p->header->columns[k].kind != SALTUS_PARAMETER;
    if (p->n >= all) return;
    for (size_t k = 0; k < p->n && n < 120; k++)
        n += snprintf(names + n, sizeof names - (size_t)n, "%s%.60s", k ? ", " : "",
                      k < p->n && n < 90 ? p->header->columns[p->column[k]].name : "...");
    talk_note("%zu of %zu variables are drawn: %s; --vars NAME,... chooses others", p->n, all,
              names);
}

static int draw(const struct cli *c, const struct picture *p, const char *path, const char *output)
{
    char note[200] = "";
    const char *method = picture_note(p->header, "method"), *rel = picture_note(p->header, "rel");
    const char *panels = cli_text(c, "panels");
    struct picture_style style = {.title = cli_text(c, "title"),
                                  .path = path,
                                  .note = note,
                                  .log_y = cli_given(c, "log-y"),
                                  .marks = cli_given(c, "marks"),
                                  .density = cli_given(c, "density")};
    if (panels) style.panels = !strcmp(panels, "one") ? 1 : !strcmp(panels, "each") ? 2 : 0;
    if (method && rel) snprintf(note, sizeof note, "%s, tolerance %s", method, rel);
    return picture_draw(p, &style, output);
}

/* Where a file without t1 ends is only known after it has been read. */
static double end_of(saltus_result *r)
{
    const saltus_header *h = saltus_result_header(r);
    saltus_record rec;
    if (h->t1 > h->t0) return h->t1;
    while (saltus_result_next(r, &rec) >= 0 && rec.kind != SALTUS_RECORD_END) continue;
    saltus_result_seek(r, -INFINITY);
    return saltus_result_end(r);
}

static const char *reason(const saltus_result *r, saltus_status s)
{
    const char *why = saltus_result_why(r);
    return why && *why ? why : saltus_status_text(s);
}

static int plot_curves(const struct cli *c, saltus_result *r, const char *path, const char *output)
{
    saltus_header h;
    saltus_column *columns = NULL;
    struct picture p = {0};
    double from;
    int status = EXIT_RUN;
    bool ended;
    h = *saltus_result_header(r);
    h.t1 = end_of(r);
    from = cli_given(c, "last") ? h.t1 - cli_number(c, "last", 0) : cli_number(c, "from", NAN);
    columns = malloc((h.n_columns + 1) * sizeof *columns);
    if (columns) memcpy(columns, h.columns, h.n_columns * sizeof *columns);
    h.columns = columns;
    if (columns && (!cli_given(c, "vars") || filter(c, columns, h.n_columns)) &&
        picture_open(&p, &h, cli_given(c, "vars"), from, cli_number(c, "to", NAN))) {
        saltus_status s = read_all(r, &p, &ended);
        double end = ended ? saltus_result_end(r) : p.to;
        if (ended && !saltus_result_complete(r))
            talk_warning("%s ends at t = %g and was not completed", path, end);
        record_end(p.record, fmin(p.to, end));
        if (s < 0)
            talk_error("%s: %s", path, reason(r, s));
        else if (end < p.from)
            talk_error("%s ends at t = %g, before --from", path, end);
        else
            status = draw(c, &p, path, output);
        if (!status && !cli_given(c, "vars")) tell_choice(&p);
    }
    picture_close(&p);
    free(columns);
    return status;
}

static int plot_file(const struct cli *c, const char *path, const char *output)
{
    const char *why = NULL;
    saltus_result *r = NULL;
    int status;
    if (saltus_result_open(path, &r, &why) < 0) {
        talk_error("%s: %s", path, why ? why : strerror(errno));
        return EXIT_RUN;
    }
    if (cli_given(c, "xy") || cli_given(c, "spectrum"))
        status = plot_measured(c, r, path, end_of(r), output);
    else
        status = plot_curves(c, r, path, output);
    saltus_result_close(r);
    return status;
}

int cmd_plot(const struct cli *c)
{
    const char *output = cli_text(c, "output");
    int status = EXIT_FINE;
    if (output && cli_operands(c) > 1) {
        talk_error("one --output for %zu files", cli_operands(c));
        talk_hint("draw them one by one");
        return EXIT_USAGE;
    }
    if (cli_given(c, "last") && (cli_given(c, "from") || cli_given(c, "to"))) {
        talk_error("--last counts from the end: --from and --to do not fit it");
        return EXIT_USAGE;
    }
    if (cli_given(c, "xy") && cli_given(c, "spectrum")) {
        talk_error("--xy and --spectrum exclude each other");
        return EXIT_USAGE;
    }
    for (size_t k = 0; k < cli_operands(c); k++) {
        int one = plot_file(c, cli_operand(c, k), output);
        if (one) status = one;
    }
    return status;
}
