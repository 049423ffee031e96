/* SPDX-License-Identifier: MIT */
/* compare_file.c - a reference from a result file.
 *
 * Whatever its format, a file is read as polynomials in order of time; a value at an instant is
 * that of the newest polynomial that begins there or before. Rows of a .csv or .mat are compared
 * where they are; a .seg file has no rows, so instants are chosen. Columns are matched with
 * variables by name. */
#include "base/text.h"
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include <math.h>

enum { MOST_INSTANTS = 10000000 };

bool compare_equidistant(struct reference *r, double start, double stop, double interval)
{
    double n = (stop - start) / interval * (1 + 1e-12);
    if (!(n < MOST_INSTANTS)) {
        talk_error("%.3g samples are more than %d", n, MOST_INSTANTS);
        talk_hint("--interval makes them fewer");
        return false;
    }
    r->n = (size_t)n + 1;
    r->t = grow(r->t, r->n, sizeof *r->t);
    for (size_t k = 0; k < r->n; k++) r->t[k] = fmin(start + (double)k * interval, stop);
    return true;
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* Does --vars want this column? Patterns may be written for the variable or for the column. */
static bool wanted(const struct job *j, const char *variable, const char *column, bool *used)
{
    bool fits = j->n_vars == 0;
    for (size_t k = 0; k < j->n_vars; k++)
        if (text_match(j->vars[k], variable) || text_match(j->vars[k], column))
            used[k] = fits = true;
    return fits;
}

static bool known_target(const struct reference *r, int32_t var)
{
    for (size_t k = 0; k < r->n_targets; k++)
        if (r->targets[k].var == var) return true;
    return false;
}

static void match_columns(struct comparison *c, const saltus_header *h, bool *used)
{
    const saltus_model *m = job_model_of(c->model);
    char name[512];
    for (size_t k = 0; k < h->n_columns; k++) {
        int32_t var = compare_variable(m, h->columns[k].name, name, sizeof name);
        if (h->columns[k].kind == SALTUS_PARAMETER || var < 0 || known_target(&c->ref, var))
            continue;
        if (wanted(&c->job, name, h->columns[k].name, used))
            compare_add_target(&c->ref, name, var, k);
    }
}

static bool find_columns(struct comparison *c, const saltus_header *h, const char *path)
{
    bool *used = grow_zero(c->job.n_vars + 1, sizeof *used), fine = true;
    match_columns(c, h, used);
    for (size_t k = 0; k < c->job.n_vars && fine; k++) {
        if (used[k]) continue;
        talk_error("--vars: no variable that is in %s fits '%s'", path, c->job.vars[k]);
        fine = false;
    }
    free(used);
    if (fine && !c->ref.n_targets) {
        talk_error("%s: no column is a variable of %s", path, job_model_of(c->model)->name);
        fine = false;
    }
    return fine;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The instants at which the file has something, from start to stop. */
static saltus_status collect_instants(struct comparison *c, saltus_result *f)
{
    struct reference *r = &c->ref;
    saltus_record rec;
    saltus_status s;
    while ((s = saltus_result_next(f, &rec)) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) {
        if (rec.kind != SALTUS_RECORD_SEGMENT || rec.t < c->start || rec.t > c->stop) continue;
        if (r->n && r->t[r->n - 1] == rec.t) continue;
        r->t = grow_one(r->t, r->n, sizeof *r->t);
        r->t[r->n++] = rec.t;
    }
    return s < 0 ? s : saltus_result_seek(f, -INFINITY);
}

struct cursor {
    struct reference *r;
    saltus_record *newest; /* by column */
    size_t columns, next;  /* instant */
};

static double value_at(const saltus_record *p, double t)
{
    double v = 0, s = t - p->t;
    if (p->kind != SALTUS_RECORD_SEGMENT) return NAN;
    for (int j = p->order; j > 0; j--) v = (v + p->poly[j]) * s;
    return v + p->poly[0];
}

/* Instants before t have all their polynomials. */
static void fill_before(struct cursor *u, double t)
{
    struct reference *r = u->r;
    for (; u->next < r->n && r->t[u->next] < t; u->next++)
        for (size_t k = 0; k < r->n_targets; k++)
            r->value[u->next * r->n_targets + k] =
                value_at(&u->newest[r->targets[k].column], r->t[u->next]);
}

static saltus_status fill(struct comparison *c, saltus_result *f, size_t columns)
{
    struct reference *r = &c->ref;
    struct cursor u = {.r = r, .newest = grow_zero(columns, sizeof *u.newest), .columns = columns};
    saltus_record rec;
    saltus_status s;
    r->value = grow(NULL, r->n * r->n_targets, sizeof *r->value);
    for (size_t k = 0; k < columns; k++) u.newest[k].kind = SALTUS_RECORD_END;
    while ((s = saltus_result_next(f, &rec)) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) {
        if (rec.kind != SALTUS_RECORD_SEGMENT || rec.k >= columns) continue;
        fill_before(&u, rec.t);
        u.newest[rec.k] = rec;
    }
    fill_before(&u, nextafter(fmin(saltus_result_end(f), c->stop), INFINITY));
    r->n = u.next; /* a file that ends earlier is compared as far as it goes */
    free(u.newest);
    return s;
}

static bool too_short(struct comparison *c, const char *path)
{
    if (c->ref.n) return false;
    talk_error("%s: has nothing between t = %g and %g", path, c->start, c->stop);
    return true;
}

static int read_values(struct comparison *c, saltus_result *f, const char *path)
{
    const saltus_header *h = saltus_result_header(f);
    saltus_status s = SALTUS_OK;
    const char *why;
    if (!find_columns(c, h, path)) return EXIT_RUN;
    if (!c->ref.n && saltus_format_of(path) != SALTUS_SEG) s = collect_instants(c, f);
    if (s >= 0 && !c->ref.n && saltus_format_of(path) == SALTUS_SEG &&
        !compare_equidistant(&c->ref, c->start, c->stop, c->interval))
        return EXIT_USAGE;
    if (s >= 0 && c->ref.n) s = fill(c, f, h->n_columns);
    why = saltus_result_why(f);
    if (s < 0) {
        talk_error("%s: %s", path, *why ? why : saltus_status_text(s));
        return EXIT_RUN;
    }
    if (*why) talk_warning("%s: %s", path, why); /* cut off: compared as far as it goes */
    return too_short(c, path) ? EXIT_RUN : EXIT_FINE;
}

int compare_read(struct comparison *c, const char *path)
{
    saltus_result *f;
    const char *why = NULL;
    saltus_status s = saltus_result_open(path, &f, &why);
    int exit_status;
    if (s < 0) {
        talk_error("%s: %s", path, why ? why : saltus_status_text(s));
        return EXIT_RUN;
    }
    snprintf(c->ref.text, sizeof c->ref.text, "%s", path);
    exit_status = read_values(c, f, path);
    saltus_result_close(f);
    return exit_status;
}
