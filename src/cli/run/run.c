/* SPDX-License-Identifier: MIT */
/* run.c - saltus run: one simulation, its files, its pictures and what it cost.
 *
 * Everything that the run makes goes to all files and to the picture at once; nothing is kept but
 * what they keep. When a file cannot be written the run ends, and what was written stays. */
#include "cli/show/diagrams.h"
#include "cli/run/estimate.h"
#include "cli/run/measured.h"
#include "cli/run/picture.h"
#include "out/file/result.h"
#include "out/file/rows.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
    const char *path;
    saltus_writer *writer;
};

struct results {
    const struct cli *cli;
    struct file *files;
    size_t n_files;
    bool draw, chosen;
    struct picture picture;
    bool stdout_taken; /* by a file named "-"                                                */
    bool refused;      /* a file could not be created: nothing was run                       */
    struct estimate estimate;
    struct measured measured;
    char **also; /* variables that only measurements need */
    size_t n_also;
    saltus_header shown; /* without them */
    size_t n_shown;
    const struct outcome *outcome;
};

enum { MOST_ROWS = 1000000000 };
#define ROUNDING 1e-10 /* part of the size of others of its unit that is noise */
#define MISSED   0.1   /* part of its range that a column may go beyond its rows without a word */

/* ---- While it runs --------------------------------------------------------------------------- */

static saltus_status complain(const struct file *f, saltus_status s)
{
    if (s < 0)
        talk_error("%s: %s", f->path,
                   s == SALTUS_EIO && errno ? strerror(errno) : saltus_status_text(s));
    return s;
}

/* A slip in the interval would fill the disk before anybody notices. */
static bool rows_fit(const struct results *r, const saltus_header *h)
{
    double rows = h->interval > 0 ? (h->t1 - h->t0) / h->interval : 0;
    for (size_t k = 0; k < r->n_files; k++) {
        if (rows <= MOST_ROWS || saltus_format_of(r->files[k].path) == SALTUS_SEG) continue;
        talk_error("%s would have %.2g rows, one every %g", r->files[k].path, rows, h->interval);
        talk_hint("a larger --interval, or --events for a row at every change");
        return false;
    }
    return true;
}

/* Files and pictures do not have the columns that are hidden; parameters close up to the others. */
static saltus_status show_columns(struct results *r, const saltus_header *h)
{
    saltus_column *list;
    size_t n = r->outcome->columns.n;
    r->n_shown = r->outcome->columns.shown;
    r->shown = *h;
    r->shown.columns = list = calloc(h->n_columns + 1, sizeof *list);
    if (!list) return SALTUS_ENOMEM;
    memcpy(list, h->columns, r->n_shown * sizeof *list);
    memcpy(list + r->n_shown, h->columns + n, (h->n_columns - n) * sizeof *list);
    r->shown.n_columns -= n - r->n_shown;
    return SALTUS_OK;
}

static saltus_status on_open(void *user, const saltus_header *all)
{
    struct results *r = user;
    const saltus_header *h = &r->shown;
    r->refused = true;
    measured_open(&r->measured, all);
    if (show_columns(r, all) < 0) return SALTUS_ENOMEM;
    if (!rows_fit(r, h)) return SALTUS_EARG;
    for (size_t k = 0; k < r->n_files; k++) {
        errno = 0;
        saltus_status s =
            complain(&r->files[k], saltus_writer_open(r->files[k].path, h, &r->files[k].writer));
        if (s < 0) return s;
    }
    r->refused = false;
    if (r->draw && !picture_open(&r->picture, h, r->chosen, NAN, NAN)) r->draw = false;
    return SALTUS_OK;
}

static saltus_status on_segment(void *user, double t, size_t column, const double *poly, int order)
{
    struct results *r = user;
    measured_segment(&r->measured, t, column, poly, order);
    if (column >= r->n_shown) return SALTUS_OK;
    for (size_t k = 0; k < r->n_files; k++) {
        saltus_status s = saltus_writer_segment(r->files[k].writer, t, column, poly, order);
        if (s < 0) return complain(&r->files[k], s);
    }
    return r->draw ? picture_segment(&r->picture, t, column, poly, order) : SALTUS_OK;
}

static saltus_status on_event(void *user, double t, size_t mark, int direction)
{
    struct results *r = user;
    for (size_t k = 0; k < r->n_files; k++) {
        saltus_status s = saltus_writer_event(r->files[k].writer, t, mark, direction);
        if (s < 0) return complain(&r->files[k], s);
    }
    return r->draw ? record_event(r->picture.record, t) : SALTUS_OK;
}

static void on_steps(void *user, double t, uint64_t n)
{
    struct results *r = user;
    for (; r->draw && n > 0; n--) record_step(r->picture.record, t);
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

/* Is it rounding beside other columns of the same unit, as the current into a ground to which nothing flows? */
static int is_rounding(const struct rows *r, const saltus_header *h, size_t k, double missed)
{
    double size = 0;
    if (h->columns[k].kind != SALTUS_OUTPUT || !h->columns[k].unit) return 0;
    for (size_t j = 0; j < h->n_columns; j++)
        if (h->columns[j].kind != SALTUS_PARAMETER && h->columns[j].unit &&
            !strcmp(h->columns[j].unit, h->columns[k].unit))
            size = fmax(size, rows_size(r, j));
    return missed <= ROUNDING * size;
}

/* Rows at equal intervals by default may miss what a run does between them. Said of the column that misses the
 * largest part of its range, a state if possible. */
static void tell_missed(const struct file *f, const saltus_header *h)
{
    const struct rows *r = f->writer->rows;
    double most = 0, by = 0;
    size_t n = 0, worst = 0;
    for (size_t k = 0; r && k < h->n_columns; k++) {
        double part = 0,
               missed = h->columns[k].kind == SALTUS_PARAMETER ? 0 : rows_missed(r, k, &part);
        if (!(part > MISSED) || is_rounding(r, h, k, missed)) continue;
        n++;
        if (h->columns[k].kind == SALTUS_STATE) part += 1; /* before all others */
        if (part > most) most = part, by = missed, worst = k;
    }
    if (!n) return;
    talk_warning("%s has a row every %g and misses what happens between: %s goes %.3g beyond its "
                 "rows%s",
                 f->path, h->interval, h->columns[worst].name, by,
                 n > 1 ? ", others likewise" : "");
    if (talk_silence() < 2)
        talk_hint("--events writes a row at every change, -o FILE.seg the exact curves; a smaller "
                  "--interval shows more");
}

/* The first message counts; a file that failed before has been reported. */
static int close_files(struct results *r, const struct outcome *o)
{
    int status = EXIT_FINE;
    for (size_t k = 0; k < r->n_files; k++) {
        struct file *f = &r->files[k];
        struct stat st;
        if (!f->writer) continue;
        errno = 0;
        if (!cli_given(r->cli, "interval")) tell_missed(f, &r->shown);
        saltus_status s = saltus_writer_close(f->writer, o->t_end, o->reason);
        if (s < 0) {
            if (strcmp(o->reason, "write") != 0) complain(f, s);
            status = EXIT_RUN;
        } else if (strcmp(f->path, "-") != 0 && stat(f->path, &st) == 0) {
            talk_note("%s has the results (%.*f kB)", f->path, st.st_size < 10000,
                      (double)st.st_size / 1000);
        }
    }
    return status;
}

static int draw(struct results *r, const struct outcome *o)
{
    uint64_t events = o->stats.events + o->stats.clocks;
    const struct cli *c = r->cli;
    char note[300];
    const char *path;
    int status = EXIT_FINE;
    struct picture_style style = {.note = note,
                                  .log_y = cli_given(c, "log-y"),
                                  .marks = cli_given(c, "marks"),
                                  .density = cli_given(c, "density"),
                                  .terminal = r->stdout_taken ? stderr : stdout};
    if (!r->draw) return EXIT_FINE;
    snprintf(note, sizeof note, "%s, tolerance %g, %llu steps, %llu event%s", o->method, o->rel,
             (unsigned long long)o->stats.steps, (unsigned long long)events,
             events == 1 ? "" : "s");
    record_end(r->picture.record, o->t_end);
    for (size_t k = 0; (path = cli_value(c, "plot", k)); k++)
        if (picture_draw(&r->picture, &style, path)) status = EXIT_RUN;
    if (cli_bare(c, "plot") || (!cli_given(c, "plot") && !r->stdout_taken))
        picture_draw(&r->picture, &style, NULL);
    return status;
}

/* What diagrams and measurements add to the object. */
static char *stats_more(const struct results *r, const struct outcome *o, const saltus_sim *s)
{
    char *text = NULL, more[400];
    size_t size;
    FILE *f = open_memstream(&text, &size);
    diagrams_stats_json(s, more, sizeof more);
    if (!f) return calloc(1, 1);
    fputs(more, f);
    if (r->measured.n) {
        fputs(",\n  \"measurements\": ", f);
        measured_json(f, &r->measured, &o->columns.header, "  ");
    }
    fclose(f);
    return text ? text : calloc(1, 1);
}

/* A line each; in JSON they are part of the object. */
static int print_measured(struct results *r, const struct outcome *o)
{
    const char *form = cli_text(r->cli, "stats");
    FILE *f = r->stdout_taken || (form && !strcmp(form, "csv")) ? stderr : stdout;
    int status = EXIT_FINE;
    if (form && !strncmp(form, "json", 4)) f = NULL;
    if (f) return measured_print(f, &r->measured, &o->columns.header);
    for (size_t k = 0; k < r->measured.n; k++)
        if (isnan(r->measured.one[k].value)) status = EXIT_RUN;
    return status;
}

static void print_stats(const struct results *r, const struct outcome *o, const saltus_sim *s,
                        const saltus_model *m)
{
    const char *form = cli_text(r->cli, "stats");
    FILE *f = r->stdout_taken ? stderr : stdout;
    if (!cli_given(r->cli, "stats") && cli_given(r->cli, "quiet")) return;
    if (form && !strncmp(form, "json", 4)) {
        char *more = stats_more(r, o, s);
        stats_json(f, o, s, !strcmp(form, "json-all"), more, &r->estimate);
        free(more);
        fputc('\n', f);
    } else if (form && !strcmp(form, "csv")) {
        stats_csv_header(f, "");
        stats_csv_row(f, o, "");
    } else {
        stats_table(f, o, s, m, &r->estimate);
    }
}

/* With -qq no one sees even a warning. */
static enum estimate_wish estimate_wish(const struct cli *c)
{
    if (cli_given(c, "no-estimate")) return ESTIMATE_NEVER;
    if (cli_given(c, "estimate") || cli_given(c, "accuracy")) return ESTIMATE_ALWAYS;
    if (talk_silence() > 1 && !cli_given(c, "stats")) return ESTIMATE_NEVER;
    return ESTIMATE_IF_SHORT;
}

static bool contradicts(const struct cli *c)
{
    const char *a = NULL, *b = NULL;
    if (cli_given(c, "estimate") && cli_given(c, "no-estimate")) a = "estimate", b = "no-estimate";
    if (cli_given(c, "accuracy") && cli_given(c, "no-estimate")) a = "accuracy", b = "no-estimate";
    if (cli_given(c, "accuracy") && cli_given(c, "tol")) a = "accuracy", b = "tol";
    if (a) talk_error("--%s and --%s exclude each other", a, b);
    return a != NULL;
}

/* ---- The command ----------------------------------------------------------------------------- */

static bool wants_picture(const struct cli *c)
{
    if (cli_given(c, "no-plot")) return false;
    return cli_given(c, "plot") ||
           (isatty(STDOUT_FILENO) && !cli_given(c, "stats") && !cli_given(c, "quiet"));
}

/* Two writers of one file would disturb each other. */
static bool named_twice(const struct cli *c)
{
    const char *path, *other;
    for (size_t k = 0; (path = cli_value(c, "output", k)); k++)
        for (size_t i = 0; i < k && (other = cli_value(c, "output", i)); i++) {
            if (strcmp(path, other) != 0) continue;
            talk_error("--output: '%s' is given twice", path);
            return true;
        }
    return false;
}

static bool open_results(struct results *r, const struct cli *c)
{
    const char *path;
    *r = (struct results){.cli = c, .chosen = cli_given(c, "vars")};
    while (cli_value(c, "output", r->n_files)) r->n_files++;
    r->files = calloc(r->n_files + 1, sizeof *r->files);
    for (size_t k = 0; r->files && (path = cli_value(c, "output", k)); k++) {
        r->files[k].path = path;
        r->stdout_taken |= !strcmp(path, "-");
    }
    r->draw = wants_picture(c);
    return r->files != NULL;
}

static int simulate(struct job *j, struct job_model *m, struct results *r)
{
    struct job_sink sink = {
        .user = r, .open = on_open, .segment = on_segment, .event = on_event, .steps = on_steps};
    struct outcome o;
    saltus_sim *s = NULL;
    int status, files;
    r->outcome = &o;
    j->also = r->also;
    j->n_also = r->n_also;
    j->also_only = r->n_files == 0 && !r->draw && r->measured.n > 0;
    if (r->n_files == 0 && !r->draw && !r->n_also)
        sink = (struct job_sink){.user = r, .open = r->measured.n ? on_open : NULL};
    j->picture_only = r->n_files == 0;
    if (isnan(j->stop) && !(job_model_of(m)->experiment.stop > 0))
        talk_note("the model does not say when to stop; it runs for 1 s (--stop T)");
    status = job_run(j, m, &sink, &o, &s);
    files = close_files(r, &o);
    job_signals_end();
    if (files) status = files;
    if (s && !r->refused) {
        int drawn = draw(r, &o);
        if (drawn && !status) status = drawn;
        measured_finish(&r->measured, o.t_end, &o, s);
        estimate_make(&r->estimate, j, m, &o);
        print_stats(r, &o, s, job_model_of(m));
        drawn = print_measured(r, &o);
        if (drawn && !status) status = drawn;
        if (!strcmp(o.reason, "interrupted") || !strcmp(o.reason, "max_cpu"))
            talk_error("%s at t = %g of %g", *o.reason == 'i' ? "interrupted" : "--max-cpu reached",
                       o.t_end, o.t_stop);
        estimate_warn(&r->estimate, &o);
    }
    picture_close(&r->picture);
    free((void *)(uintptr_t)r->shown.columns);
    outcome_free(&o);
    saltus_sim_free(s);
    return status;
}

/* What is to be measured, against the model. */
static bool read_measures(struct results *r, const struct job *j, const saltus_model *m)
{
    struct measured_names names = {.where = "--measure", .model = j->model, .of = m};
    const char *text;
    for (size_t k = 0; (text = cli_value(r->cli, "measure", k)); k++)
        if (!measured_add(&r->measured, text, &names)) return false;
    measured_variables(&r->measured, m, &r->also, &r->n_also);
    return true;
}

/* The tolerance that was asked for, or found, then the run. */
static int simulate_within(struct job *j, struct job_model *m, struct results *r)
{
    int status = EXIT_RUN;
    if (estimate_open(&r->estimate, j, job_model_of(m), estimate_wish(r->cli)))
        status = j->accuracy.abs > 0 ? estimate_accuracy(&r->estimate, j, m) : EXIT_FINE;
    if (status == EXIT_FINE) status = simulate(j, m, r);
    estimate_close(&r->estimate, j);
    return status;
}

static void tell_unheard(const struct cli *c, const struct job *j, const saltus_model *m)
{
    const char *method = job_method(j, m);
    job_unheard(c, j, m, &method, 1);
}

int cmd_run(const struct cli *c)
{
    struct job j;
    struct job_model *m = NULL;
    struct results r;
    int status;
    if (named_twice(c) || contradicts(c) || !job_options(c, &j)) return EXIT_USAGE;
    j.at_once = !cli_given(c, "native");
    job_signals();
    status = job_compile(&j, &m);
    if (m && cli_given(c, "seed") && !job_model_draws(m))
        talk_warning("--seed has no effect: this model draws no random numbers");
    if (m) tell_unheard(c, &j, job_model_of(m));
    if (status == EXIT_FINE && job_interrupted()) { /* files of earlier runs stay as they are */
        talk_error("interrupted before the run began");
        status = EXIT_RUN;
    } else if (status == EXIT_FINE) {
        status = open_results(&r, c) ? EXIT_FINE : EXIT_RUN;
        if (!status && !read_measures(&r, &j, job_model_of(m))) status = EXIT_USAGE;
        if (!status) status = simulate_within(&j, m, &r);
        for (size_t k = 0; k < r.n_also; k++) free(r.also[k]);
        free(r.also);
        measured_free(&r.measured);
        free(r.files);
    }
    job_model_free(m);
    job_free(&j);
    return status;
}
