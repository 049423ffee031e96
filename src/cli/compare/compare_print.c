/* SPDX-License-Identifier: MIT */
/* compare_print.c - the rows of a comparison, for people and for programs.
 *
 * The table has the form of those in papers: a line for each method and tolerance with its steps,
 * evaluations, events, errors and time. JSON and CSV have everything that `run --stats` has, and
 * the errors; the CSV of --by-variable ends with columns for each variable that is compared. */
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include "out/number.h"
#include <math.h>

/* ---- Texts ----------------------------------------------------------------------------------- */

char *compare_tolerance(char *buf, size_t size, double rel, double abs)
{
    if (fabs(abs - 1e-3 * rel) <= 1e-12 * abs)
        snprintf(buf, size, "%.3g", rel);
    else
        snprintf(buf, size, "%.3g,%.3g", rel, abs);
    return buf;
}

/* An error with three digits, "-" if there is none. */
static const char *short_error(char *buf, size_t size, double v)
{
    if (isnan(v))
        snprintf(buf, size, "-");
    else
        snprintf(buf, size, "%.2e", v);
    return buf;
}

/* ---- Table ----------------------------------------------------------------------------------- */

static void head_line(FILE *f, const struct comparison *c)
{
    const struct reference *r = &c->ref;
    fprintf(f, "%s, t = %g to %g, %zu sample%s of ", job_model_of(c->model)->name, c->start,
            c->stop, r->n, r->n == 1 ? "" : "s");
    for (size_t k = 0; k < r->n_targets && k < 4; k++)
        fprintf(f, "%s%s", k ? ", " : "", r->targets[k].name);
    if (r->n_targets > 4) fprintf(f, ", ... (%zu variables)", r->n_targets);
    fprintf(f, "\nreference: %s", r->text);
    if (!isnan(r->error)) fprintf(f, "; its own relative error is about %.1e", r->error);
    fprintf(f, "\n\n");
}

/* Is the error of this row so small that that of the reference is in it? */
static bool doubtful(const struct comparison *c, const struct row *r)
{
    return c->ref.error > 0.2 * r->errors.rel;
}

static bool is_missing(const struct row *r)
{
    return r->out.reason && !strcmp(r->out.reason, "missing");
}

static void table_row(FILE *f, const struct comparison *c, const struct row *r)
{
    const struct outcome *o = &r->out;
    char tol[64], rel[32], mean[32], max[32], mark = doubtful(c, r) ? '*' : ' ';
    compare_tolerance(tol, sizeof tol, r->tol.rel, r->tol.abs);
    fprintf(f, "%-12s %-10s %10llu %12llu %9llu  %9s%c %9s %9s ", r->method, tol,
            (unsigned long long)o->stats.steps, (unsigned long long)o->stats.evaluations,
            (unsigned long long)o->stats.events, short_error(rel, sizeof rel, r->errors.rel), mark,
            short_error(mean, sizeof mean, r->errors.mean),
            short_error(max, sizeof max, r->errors.max));
    if (r->exit == EXIT_FINE)
        fprintf(f, "%10.4g s\n", o->cpu_seconds);
    else if (is_missing(r))
        fprintf(f, "  not built\n");
    else
        fprintf(f, "  %s at t = %.4g\n", o->reason, o->t_end);
}

void compare_table(FILE *f, const struct comparison *c)
{
    bool marked = false;
    head_line(f, c);
    fprintf(f, "%-12s %-10s %10s %12s %9s  %9s  %9s %9s %12s\n", "method", "tolerance", "steps",
            "evaluations", "events", "error rel", "mean", "max", "CPU time");
    for (size_t k = 0; k < c->n_rows; k++) {
        if (!c->rows[k].done) continue;
        table_row(f, c, &c->rows[k]);
        marked = marked || doubtful(c, &c->rows[k]);
    }
    if (marked)
        fprintf(f, "\n* not much larger than the error of the reference: a file with a better one "
                   "helps (--reference)\n");
    for (size_t k = 0; k < c->n_rows; k++) {
        if (!c->rows[k].done || !is_missing(&c->rows[k])) continue;
        fprintf(f, "\nnot built: the program was %s\n", c->rows[k].out.message);
        break;
    }
}

/* ---- Fields of a row ------------------------------------------------------------------------- */

/* One list for JSON and CSV: a name and a number. */
struct field {
    const char *name;
    double value;
};
enum { FIELDS = 11 };

static void fields_of(const struct comparison *c, const struct row *r, struct field *out)
{
    const struct errors *e = &r->errors;
    const struct field all[FIELDS] = {
        {"error_rel", e->rel},
        {"error_mean", e->mean},
        {"error_max", e->max},
        {"error_mse", e->mse},
        {"error_q_mean", e->q_mean},
        {"error_q_max", e->q_max},
        {"error_samples", (double)e->samples},
        {"order", compare_order(r->method)},
        {"messages", (double)compare_all_messages(&r->out, false)},
        {"paper_evaluations", (double)compare_all_messages(&r->out, true)},
        {"reference_error", c->ref.error},
    };
    memcpy(out, all, sizeof all);
}

/* What else is known of variable k. */
enum { OF_VARIABLE = 6 };

static void fields_of_variable(const struct comparison *c, const struct row *r, size_t k,
                               struct field *out)
{
    int32_t var = c->ref.targets[k].var;
    bool state = var < r->out.states;
    const struct field all[OF_VARIABLE] = {
        {"error_rel", error_of(&r->by_target[k], r->exit == EXIT_FINE).rel},
        {"steps", state ? (double)r->out.steps_by_state[var] : NAN},
        {"messages", state ? (double)compare_messages(&r->out, var) : NAN},
        {"first_step", r->first[k]},
        {"x", r->x[k]},
        {"q", r->q[k]},
    };
    memcpy(out, all, sizeof all);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_number(FILE *f, double v)
{
    char buf[NUMBER_SIZE];
    fputs(isfinite(v) ? number_exact(buf, v) : "null", f);
}

/* name -> field `which` of each variable. */
static void json_by_variable(FILE *f, const struct comparison *c, const struct row *r,
                             const char *name, int which)
{
    struct field field[OF_VARIABLE];
    fprintf(f, ",\n  \"%s\": {", name);
    for (size_t k = 0; k < c->ref.n_targets; k++) {
        fields_of_variable(c, r, k, field);
        if (k) fputs(", ", f);
        stats_json_string(f, c->ref.targets[k].name);
        fputs(": ", f);
        json_number(f, field[which].value);
    }
    fputc('}', f);
}

/* What compare adds to the object of a run; you free it. */
static char *json_more(const struct comparison *c, const struct row *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    struct field field[FIELDS];
    if (!f) return grow_text("");
    fields_of(c, r, field);
    for (int k = 0; k < FIELDS; k++) {
        fprintf(f, ",\n  \"%s\": ", field[k].name);
        json_number(f, field[k].value);
    }
    fputs(",\n  \"reference\": ", f);
    stats_json_string(f, c->ref.text);
    json_by_variable(f, c, r, "error_rel_by_variable", 0);
    json_by_variable(f, c, r, "first_step_by_variable", 3);
    json_by_variable(f, c, r, "x_at_end", 4);
    json_by_variable(f, c, r, "q_at_end", 5);
    fclose(f);
    return text ? text : grow_text("");
}

void compare_json(FILE *f, const struct comparison *c, bool all)
{
    const char *before = "[\n";
    for (size_t k = 0; k < c->n_rows; k++) {
        char *more;
        if (!c->rows[k].done) continue;
        more = json_more(c, &c->rows[k]);
        fputs(before, f);
        stats_json(f, &c->rows[k].out, c->rows[k].sim, all, more, NULL);
        before = ",\n";
        free(more);
    }
    fputs(*before == '[' ? "[]\n" : "]\n", f);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void csv_text(FILE *f, const char *before, const char *text)
{
    fputc(',', f);
    out_csv_text(f, before, text);
}

static void csv_number(FILE *f, double v)
{
    char buf[NUMBER_SIZE];
    fprintf(f, ",%s", isnan(v) ? "" : number_exact(buf, v));
}

static char *csv_header(const struct comparison *c, const struct row *r)
{
    char *text = NULL, before[64];
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    struct field field[FIELDS]; /* enough for OF_VARIABLE, too */
    if (!f) return grow_text("");
    fields_of(c, r, field);
    for (int k = 0; k < FIELDS; k++) fprintf(f, ",%s", field[k].name);
    fputs(",reference", f);
    for (size_t k = 0; c->by_variable && k < c->ref.n_targets; k++) {
        fields_of_variable(c, r, k, field);
        for (int j = 0; j < OF_VARIABLE; j++) {
            snprintf(before, sizeof before, "%s:", field[j].name);
            csv_text(f, before, c->ref.targets[k].name);
        }
    }
    fclose(f);
    return text ? text : grow_text("");
}

static char *csv_more(const struct comparison *c, const struct row *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    struct field field[FIELDS]; /* enough for OF_VARIABLE, too */
    if (!f) return grow_text("");
    fields_of(c, r, field);
    for (int k = 0; k < FIELDS; k++) csv_number(f, field[k].value);
    csv_text(f, "", c->ref.text);
    for (size_t k = 0; c->by_variable && k < c->ref.n_targets; k++) {
        fields_of_variable(c, r, k, field);
        for (int j = 0; j < OF_VARIABLE; j++) csv_number(f, field[j].value);
    }
    fclose(f);
    return text ? text : grow_text("");
}

void compare_csv(FILE *f, const struct comparison *c)
{
    bool first = true;
    for (size_t k = 0; k < c->n_rows; k++) {
        const struct row *r = &c->rows[k];
        char *more;
        if (!r->done) continue;
        if (first) {
            more = csv_header(c, r);
            stats_csv_header(f, more);
            free(more);
        }
        more = csv_more(c, r);
        stats_csv_row(f, &r->out, more);
        free(more);
        first = false;
    }
}
