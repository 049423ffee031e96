/* SPDX-License-Identifier: MIT */
/* compare.c - `saltus compare`: methods and tolerances side by side, against a reference.
 *
 * The model is compiled once. A reference is read or made, then every method runs with every
 * tolerance. A run that fails is a row that says why; only if none comes to its end, or after
 * Ctrl-C, the exit status is 1. */
#include "run/options.h"
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include <math.h>
#include <unistd.h>

enum { MOST_VALUES = 50000000 }; /* of the reference, in memory */

/* ---- What to compare ------------------------------------------------------------------------- */

static void add_row(struct comparison *c, struct row new)
{
    for (size_t k = 0; k < c->n_rows; k++) {
        const struct row *r = &c->rows[k];
        if (!strcmp(r->method, new.method) && r->tol.rel == new.tol.rel &&
            r->tol.abs == new.tol.abs)
            return;
    }
    c->rows = grow_one(c->rows, c->n_rows, sizeof *c->rows);
    c->rows[c->n_rows++] = new;
}

/* Without --tol: the model's; for a picture three, since a line needs points. */
static size_t tolerances(const struct cli *l, const struct comparison *c, struct tolerance **out)
{
    const saltus_experiment *e = &job_model_of(c->model)->experiment;
    const char *text;
    size_t n = 0;
    *out = NULL;
    for (; (text = cli_value(l, "tol", n)); n++) {
        *out = grow_one(*out, n, sizeof **out);
        option_tolerance(text, &(*out)[n].rel, &(*out)[n].abs);
    }
    if (n) return n;
    *out = grow(NULL, 3, sizeof **out);
    if (cli_given(l, "plot")) {
        for (; n < 3; n++)
            (*out)[n].rel = pow(10, -2 - (double)n), (*out)[n].abs = (*out)[n].rel * 1e-3;
        return n;
    }
    (*out)->rel = e->rel > 0 || e->abs > 0 ? e->rel : 1e-3;
    (*out)->abs = e->abs > 0 ? e->abs : (*out)->rel > 0 ? 1e-3 * (*out)->rel : 1e-6;
    return 1;
}

/* Methods of single states, and blocks, leave no room for one that moves all together. */
static bool usable(const struct comparison *c, const char *method)
{
    if (job_diagram_of(c->model) && !methods_quantized(method)) return false;
    for (size_t k = 0; k < c->job.n_rules; k++)
        if (c->job.rules[k].method && !methods_quantized(method)) return false;
    return true;
}

static void make_rows(const struct cli *l, struct comparison *c)
{
    const saltus_method_info *usual;
    const char *own = job_model_of(c->model)->experiment.method, *method;
    struct tolerance *t;
    size_t n = tolerances(l, c, &t), m = 0;
    for (; (method = cli_value(l, "methods", m)); m++)
        for (size_t k = 0; k < n; k++) add_row(c, (struct row){.method = method, .tol = t[k]});
    for (size_t k = 0; m == 0 && own && k < n; k++)
        add_row(c, (struct row){.method = own, .tol = t[k]});
    for (int i = 0; m == 0 && (usual = methods_compared(i)); i++)
        for (size_t k = 0; k < n && usable(c, usual->name); k++)
            add_row(c, (struct row){.method = usual->name, .tol = t[k], .limited = true});
    free(t);
}

/* ---- Where ----------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Instants of --at, in order, each once. */
static bool given_instants(const struct cli *l, struct comparison *c)
{
    struct reference *r = &c->ref;
    const char *text;
    size_t n = 0;
    for (size_t k = 0; (text = cli_value(l, "at", k)); k++) {
        r->t = grow_one(r->t, r->n, sizeof *r->t);
        arg_number(text, &r->t[r->n++]);
        if (r->t[k] >= c->start && r->t[k] <= c->stop) continue;
        talk_error("--at: %s is not between the start, %g, and the end, %g", text, c->start,
                   c->stop);
        return false;
    }
    qsort(r->t, r->n, sizeof *r->t, by_time);
    for (size_t k = 0; k < r->n; k++)
        if (n == 0 || r->t[k] != r->t[n - 1]) r->t[n++] = r->t[k];
    r->n = n;
    return true;
}

/* As the runs will have them. */
static void settle_times(struct comparison *c)
{
    const saltus_experiment *e = &job_model_of(c->model)->experiment;
    const struct job *j = &c->job;
    c->start = isnan(j->start) ? e->start : j->start;
    c->stop = !isnan(j->stop) ? j->stop : e->stop > 0 ? e->stop : c->start + 1;
    c->interval = j->interval > 0   ? j->interval
                  : e->interval > 0 ? e->interval
                                    : (c->stop - c->start) / 500;
}

static bool choose_instants(const struct cli *l, struct comparison *c)
{
    settle_times(c);
    if (!(c->stop > c->start)) {
        talk_error("the runs would end at %g, which is not after their start at %g", c->stop,
                   c->start);
        return false;
    }
    if (cli_given(l, "at")) return given_instants(l, c);
    if (cli_given(l, "interval") || !cli_given(l, "reference"))
        return compare_equidistant(&c->ref, c->start, c->stop, c->interval);
    return true; /* the rows of the file */
}

static int make_reference(const struct cli *l, struct comparison *c)
{
    if (cli_given(l, "reference")) return compare_read(c, cli_text(l, "reference"));
    if (!compare_targets(&c->job, job_model_of(c->model), &c->ref)) return EXIT_USAGE;
    if (c->ref.n > MOST_VALUES / c->ref.n_targets) {
        talk_error("%zu samples of %zu variables are too many", c->ref.n, c->ref.n_targets);
        talk_hint("--vars and --interval make them fewer");
        return EXIT_USAGE;
    }
    return compare_tight(c);
}

/* ---- What comes out -------------------------------------------------------------------------- */

static int print(const struct cli *l, const struct comparison *c)
{
    const char *format = cli_text(l, "stats");
    if (format && !strncmp(format, "json", 4))
        compare_json(stdout, c, !strcmp(format, "json-all"));
    else if (format && !strcmp(format, "csv"))
        compare_csv(stdout, c);
    else
        compare_table(stdout, c);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_FINE : EXIT_RUN; /* main says why */
}

static int draw(const struct cli *l, const struct comparison *c)
{
    const char *path;
    int worst = EXIT_FINE, exit_status;
    if (!cli_given(l, "plot")) return EXIT_FINE;
    if (!cli_value(l, "plot", 0)) return compare_plot(c, NULL);
    for (size_t k = 0; (path = cli_value(l, "plot", k)); k++)
        if ((exit_status = compare_plot(c, path)) != EXIT_FINE) worst = exit_status;
    return worst;
}

static bool any_fine(const struct comparison *c)
{
    for (size_t k = 0; k < c->n_rows; k++)
        if (c->rows[k].done && c->rows[k].exit == EXIT_FINE) return true;
    return false;
}

static void tell_unheard(const struct cli *l, const struct comparison *c)
{
    const char **methods = grow(NULL, c->n_rows, sizeof *methods);
    for (size_t k = 0; k < c->n_rows; k++) methods[k] = c->rows[k].method;
    job_unheard(l, &c->job, job_model_of(c->model), methods, c->n_rows);
    free(methods);
}

static int compare(const struct cli *l, struct comparison *c)
{
    int exit_status, drawn;
    make_rows(l, c);
    tell_unheard(l, c);
    if (!choose_instants(l, c)) return EXIT_USAGE;
    if ((exit_status = make_reference(l, c)) != EXIT_FINE) {
        if (job_interrupted())
            talk_error("interrupted while the reference was made; no row is there yet");
        return exit_status;
    }
    compare_rows(c);
    exit_status = print(l, c);
    drawn = any_fine(c) ? draw(l, c) : EXIT_RUN;
    if (job_interrupted()) talk_error("interrupted; what was finished by then is above");
    if (exit_status == EXIT_FINE) exit_status = drawn;
    return job_interrupted() ? EXIT_RUN : exit_status;
}

int cmd_compare(const struct cli *l)
{
    struct comparison c = {.ref = {.error = NAN}};
    const char *format = cli_text(l, "stats");
    int exit_status = EXIT_USAGE;
    if (job_options(l, &c.job)) {
        c.repeat = (long)cli_number(l, "repeat", 0);
        c.by_variable = cli_given(l, "by-variable");
        c.keep_sims = format && !strncmp(format, "json", 4);
        c.details = format && strcmp(format, "table") != 0;
        c.progress =
            isatty(STDERR_FILENO) && !cli_given(l, "quiet") && c.job.progress != PROGRESS_OFF;
        job_signals();
        exit_status = job_compile(&c.job, &c.model);
        if (exit_status == EXIT_FINE && !job_own_steps(c.model, "compare"))
            exit_status = EXIT_USAGE;
        if (exit_status == EXIT_FINE) exit_status = compare(l, &c);
    }
    for (size_t k = 0; k < c.n_rows; k++) compare_row_free(&c.rows[k]);
    free(c.rows);
    compare_reference_free(&c.ref);
    job_model_free(c.model);
    job_free(&c.job);
    return exit_status;
}
