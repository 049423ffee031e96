/* SPDX-License-Identifier: MIT */
/* explain_text.c - variables and equations: what there is, and what was solved for what.
 *
 * Long lists are cut: an array is one line, however large; beyond MANY equations (rows that the
 * compiler had to write out one by one) the rest is counted. */
#include "cli/core/grow.h"
#include "cli/explain/explain.h"
#include "base/text.h"
#include "run/sim.h"
#include <math.h>
#include <string.h>

enum { MANY = 60, LONG = 72 };

/* ---- Variables ------------------------------------------------------------------------------- */

static double value_of(const struct explain *x, const struct decl *d, int32_t e)
{
    const struct sim *s = (const struct sim *)x->sim;
    if (d->kind == SALTUS_PARAMETER) return s->parameters[d->first + e];
    return saltus_sim_value(x->sim, saltus_sim_var(x->sim, d->kind, d->first + e),
                            saltus_sim_time(x->sim));
}

/* One value, or from the smallest to the largest. */
static void put_value(const struct explain *x, const struct decl *d, char *buf, size_t size)
{
    double lo = INFINITY, hi = -INFINITY;
    for (int32_t e = 0; e < d->count; e++) {
        double v = value_of(x, d, e);
        lo = fmin(lo, v);
        hi = fmax(hi, v);
    }
    if (d->count == 0)
        snprintf(buf, size, "-");
    else if (lo == hi)
        snprintf(buf, size, "%.6g", lo);
    else
        snprintf(buf, size, "%.4g .. %.4g", lo, hi);
}

static void put_name(const struct decl *d, char *buf, size_t size)
{
    char text[SALTUS_RANK][12];
    const char *sub[SALTUS_RANK];
    for (int k = 0; k < d->rank; k++) {
        snprintf(text[k], sizeof text[k], "%d", d->size[k]);
        sub[k] = text[k];
    }
    text_subscripted(buf, size, d->name, sub, d->rank);
}

static const char *mark_of(const struct explain *x, const struct decl *d)
{
    if (d->kind != SALTUS_PARAMETER) return "";
    return saltus_compiled_structural(x->point.compiled, d->name) ? "  (structural: built in)" : "";
}

static void list_kind(const struct explain *x, saltus_kind kind, const char *title,
                      const char *what)
{
    int32_t from = x->d.from[kind], n = x->d.number[kind], hidden = 0;
    char name[160], value[64];
    for (int32_t k = from; k < from + n; k++) hidden += x->mode_of[k] >= 0;
    if (n - hidden == 0) return;
    printf("\n%s (%d)%s\n", title, saltus_sim_count(x->sim, kind), what);
    for (int32_t k = from; k < from + n; k++) {
        const struct decl *d = &x->d.at[k];
        if (x->mode_of[k] >= 0) continue;
        put_name(d, name, sizeof name);
        put_value(x, d, value, sizeof value);
        printf("  %-16s %s%s%s%s%s%s\n", name, value, d->unit ? " " : "", d->unit ? d->unit : "",
               mark_of(x, d), d->text && *d->text ? "  # " : "", d->text ? d->text : "");
    }
}

static void list_outputs(const struct explain *x)
{
    int32_t from = x->d.from[SALTUS_OUTPUT], n = x->d.number[SALTUS_OUTPUT], column = 2;
    char name[160];
    if (n == 0) return;
    printf("\nOutputs (%d): computed from the rest on demand\n ",
           saltus_sim_count(x->sim, SALTUS_OUTPUT));
    for (int32_t k = from; k < from + n; k++) {
        put_name(&x->d.at[k], name, sizeof name);
        column += (int32_t)strlen(name) + 2;
        if (column > 78) printf("\n ");
        if (column > 78) column = (int32_t)strlen(name) + 4;
        printf(" %s%s", name, k + 1 < from + n ? "," : "\n");
    }
}

void explain_variables(struct explain *x)
{
    const char *text = saltus_compiled_text(x->point.compiled);
    int32_t modes = 0;
    for (int32_t k = 0; k < x->d.n; k++)
        if (x->mode_of[k] >= 0) modes += x->d.at[k].count;
    printf("%s", x->model->name);
    if (text && *text) printf(": %s", text);
    printf("\n%s\n", x->point.job.path);
    list_kind(x, SALTUS_STATE, "States", ", with their start values");
    list_kind(x, SALTUS_DISCRETE, "Discretes", modes ? ", those of relations included" : "");
    list_kind(x, SALTUS_PARAMETER, "Parameters", "");
    list_outputs(x);
}

/* ---- Equations ------------------------------------------------------------------------------- */

enum { FEW_ALIASES = 8 };

static const char *how_text(saltus_how how)
{
    switch (how) {
    case SALTUS_EXPLICIT: return "";
    case SALTUS_DIVIDED: return "divided by a coefficient";
    case SALTUS_ELIMINATED: return "put into the others";
    case SALTUS_CRAMER: return "Cramer's rule";
    case SALTUS_LU: return "LU at run time";
    case SALTUS_ALIAS: return "alias";
    default: return "Newton's method at run time";
    }
}

/* "line 12" of the model's own file, "Interfaces.mo:22" of another. */
const char *explain_place(const struct explain *x, saltus_loc at, char *text, size_t room)
{
    const char *name = at.file ? strrchr(at.file, '/') : NULL;
    if (!at.file || strcmp(at.file, x->point.job.path) == 0)
        snprintf(text, room, "line %u", at.line);
    else
        snprintf(text, room, "%s:%u", name ? name + 1 : at.file, at.line);
    return text;
}

static void put_equation(const struct explain *x, const saltus_solution *s, const char *indent)
{
    int n = s->text ? (int)strlen(s->text) : 0;
    char unknown[160], place[160];
    snprintf(unknown, sizeof unknown, "%s%s%s", s->unknown, s->range ? ", " : "",
             s->range ? s->range : "");
    printf("%s%-14s", indent, unknown);
    if (s->at.line) printf("  %s:", explain_place(x, s->at, place, sizeof place));
    if (s->text) printf("  %.*s%s", n > LONG ? LONG : n, s->text, n > LONG ? "..." : "");
    if (s->how != SALTUS_EXPLICIT && s->how != SALTUS_ALIAS) printf("  (%s)", how_text(s->how));
    putchar('\n');
}

static size_t block_size(const saltus_solution *list, size_t n, size_t k)
{
    size_t m = k;
    while (m < n && list[m].block == list[k].block) m++;
    return m - k;
}

/* "A loop of 3 equations: 1 is put into the others, 2 by Cramer's rule" */
static void put_block(const struct explain *x, const saltus_solution *list, size_t n)
{
    size_t eliminated = 0;
    saltus_how how = SALTUS_DIVIDED;
    for (size_t k = 0; k < n; k++) {
        eliminated += list[k].how == SALTUS_ELIMINATED;
        if (list[k].how != SALTUS_ELIMINATED) how = list[k].how;
    }
    if (n > 1)
        printf("  A loop of %zu equations", n);
    else
        printf("  One equation that is not linear in its unknown");
    if (eliminated) printf("; %zu of them put into the others", eliminated);
    printf("; %zu solved by %s\n", n - eliminated,
           how == SALTUS_DIVIDED ? "division" : how_text(how));
    for (size_t k = 0; k < n && k < MANY; k++) put_equation(x, &list[k], "    ");
    if (n > MANY) printf("    ... %zu more\n", n - MANY);
}

static void put_stage(const struct explain *x, const saltus_solution *list, size_t n, int start)
{
    size_t shown = 0;
    for (size_t k = 0; k < n;) {
        size_t m = list[k].block ? block_size(list, n, k) : 1;
        if (list[k].start == start && list[k].how != SALTUS_ALIAS) {
            if (shown >= MANY) {
                printf("  ... and %zu more\n", n - k);
                return;
            }
            if (list[k].block)
                put_block(x, list + k, m);
            else
                put_equation(x, &list[k], "  ");
            shown += m;
        }
        k += m;
    }
}

/* Equations that only say that two variables are one. */
static void put_aliases(const struct explain *x, const saltus_solution *list, size_t n)
{
    size_t aliases = 0, shown = 0;
    for (size_t k = 0; k < n; k++) aliases += list[k].how == SALTUS_ALIAS;
    if (!aliases) return;
    printf("\nAliases: %zu %s only that two variables are one, or opposite\n", aliases,
           aliases == 1 ? "equation says" : "equations say");
    for (size_t k = 0; k < n && shown < FEW_ALIASES; k++) {
        if (list[k].how != SALTUS_ALIAS) continue;
        put_equation(x, &list[k], "  ");
        shown++;
    }
    if (aliases > shown) printf("  ... and %zu more\n", aliases - shown);
}

void explain_equations(struct explain *x)
{
    const saltus_solution *one;
    saltus_solution *list = NULL;
    size_t n = 0, run = 0, start = 0;
    for (; (one = saltus_compiled_solution(x->point.compiled, n)); n++) {
        list = grow_one(list, n, sizeof *list);
        list[n] = *one;
        run += !one->start;
        start += one->start && one->how != SALTUS_EXPLICIT;
    }
    if (run) puts("\nEquations, in the order in which values are found: unknown, equation, how");
    put_stage(x, list, n, 0);
    put_aliases(x, list, n);
    if (start) puts("\nStart values that had to be solved for");
    if (start) put_stage(x, list, n, 1);
    free(list);
}
