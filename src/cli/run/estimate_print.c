/* SPDX-License-Identifier: MIT */
/* estimate_print.c - estimated errors as a table, as JSON and as a warning. */
#include "cli/core/grow.h"
#include "cli/run/estimate.h"
#include "num/round.h"
#include "out/number.h"
#include <math.h>

enum { SHOWN = 10, NAME = 24 };
#define SPARE 0.7 /* part of a tolerance that a better one aims at */
#define LARGE 0.1 /* relative error of a result that means nothing */

static double in_tolerances(const struct estimate *e, size_t k)
{
    return e->errors[k].error / e->errors[k].tolerance;
}

/* ---- The table ------------------------------------------------------------------------------- */

static void put_error(FILE *f, const struct estimate *e, size_t k)
{
    const saltus_error *x = &e->errors[k];
    const char *name = e->which.targets[k].name;
    int room = strlen(name) > NAME ? NAME - 3 : NAME;
    char relative[32] = "-", tolerances[32];
    double n = in_tolerances(e, k);
    if (x->size > 0) snprintf(relative, sizeof relative, "%.1e", x->error / x->size);
    snprintf(tolerances, sizeof tolerances, n >= 99.5 && n < 1e6 ? "%.0f" : "%.2g", n);
    fprintf(f, "  %.*s%s%*s %12.4g %11.1e %11s %11s\n", room, name, room < NAME ? "..." : "",
            room < NAME ? 0 : NAME - (int)strlen(name), "", x->size, x->error, relative,
            tolerances);
}

/* The next one in the order of errors, by tolerances; those that are equal by their number. */
static size_t next_worst(const struct estimate *e, const bool *shown)
{
    size_t worst = SIZE_MAX;
    for (size_t k = 0; k < e->which.n_targets; k++)
        if (!shown[k] && (worst == SIZE_MAX || in_tolerances(e, k) > in_tolerances(e, worst)))
            worst = k;
    return worst;
}

void estimate_table(FILE *f, const struct estimate *e)
{
    size_t n = e->which.n_targets;
    bool *shown;
    if (!e->made) {
        if (*e->why && (e->asked || !e->pointless))
            fprintf(f, "\nno estimate of the errors: %s\n", e->why);
        return;
    }
    shown = grow_zero(n, sizeof *shown);
    fprintf(f, "\n%-*s %12s %11s %11s %11s\n", NAME + 2, "estimated errors", "largest |x|", "error",
            "relative", e->sought ? "accuracies" : "tolerances");
    for (size_t i = 0; i < n && i < SHOWN; i++) {
        size_t k = next_worst(e, shown);
        shown[k] = true;
        put_error(f, e, k);
    }
    if (n > SHOWN) fprintf(f, "  ... and %zu more, with smaller ones\n", n - SHOWN);
    free(shown);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_number(FILE *f, const char *key, double v, const char *after)
{
    char buf[NUMBER_SIZE];
    fprintf(f, "\"%s\": %s%s", key, isfinite(v) ? number_exact(buf, v) : "null", after);
}

void estimate_json(FILE *f, const struct estimate *e)
{
    fprintf(f, ",\n  \"estimate\": {\"made\": %s, \"why_not\": ", e->made ? "true" : "false");
    stats_json_string(f, e->made ? "" : e->why);
    fputs(", \"errors\": {", f);
    for (size_t k = 0; e->made && k < e->which.n_targets; k++) {
        const saltus_error *x = &e->errors[k];
        fputs(k ? ",\n    " : "\n    ", f);
        stats_json_string(f, e->which.targets[k].name);
        fputs(": {", f);
        put_number(f, "size", x->size, ", ");
        put_number(f, "error", x->error, ", ");
        put_number(f, "tolerance", x->tolerance, ", ");
        put_number(f, "from", x->from, ", ");
        put_number(f, "to", x->to, "}");
    }
    fputs("}}", f);
}

/* ---- The warning ----------------------------------------------------------------------------- */

/* Errors are about proportional to the tolerance, unless they are as large as the variable. */
static void advise(const struct outcome *o, const saltus_error *x)
{
    double share = SPARE * x->tolerance / x->error;
    char tol[60], accuracy[60];
    snprintf(tol, sizeof tol, o->rel > 0 ? "%g" : "0,%g",
             round_below(share * (o->rel > 0 ? o->rel : o->abs)));
    snprintf(accuracy, sizeof accuracy, o->rel > 0 ? "%g" : "0,%g", o->rel > 0 ? o->rel : o->abs);
    if (x->error > LARGE * x->size)
        talk_hint("--accuracy %s looks for a tolerance that is fine enough, or says that there is "
                  "none",
                  accuracy);
    else
        talk_hint("--tol %s is about what it needs; --accuracy %s looks for it by itself", tol,
                  accuracy);
}

void estimate_warn(const struct estimate *e, const struct outcome *o)
{
    size_t worst, above = 0;
    if (talk_silence() > 1) return;
    if (e->failed) { /* with finer tolerances this run would have failed */
        talk_warning("the errors are not known: %s", e->why);
        return;
    }
    bool *none = grow_zero(e->which.n_targets + 1, sizeof *none);
    worst = e->made ? next_worst(e, none) : SIZE_MAX;
    free(none);
    if (worst == SIZE_MAX || !(in_tolerances(e, worst) > SALTUS_ESTIMATE_ALARM)) return;
    for (size_t k = 0; k < e->which.n_targets; k++)
        above += in_tolerances(e, k) > SALTUS_ESTIMATE_ALARM;
    const saltus_error *x = &e->errors[worst];
    char others[60] = "";
    if (above > 1)
        snprintf(others, sizeof others, "; of %zu more it is above %g", above - 1,
                 SALTUS_ESTIMATE_ALARM);
    talk_warning("the error of %s is about %.2g, %.0f times its tolerance, between t = %g and %g%s",
                 e->which.targets[worst].name, x->error, in_tolerances(e, worst), x->from, x->to,
                 others);
    if (isfinite(x->error)) advise(o, x);
}
