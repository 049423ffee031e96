/* SPDX-License-Identifier: MIT */
/* fmus.c - 'saltus explain' and 'saltus check' of an FMU: what its description says. Nothing of it is run. */
#include "cli/show/fmus.h"
#include "fmi/import/fmu.h"
#include "out/number.h"
#include <math.h>

enum { MOST_LINES = 200 };

static int open_fmu(const struct job *j, struct fmu **f)
{
    saltus_status st = job_open_fmu(j, true, f);
    if (st == SALTUS_EARG) return EXIT_USAGE;
    if (st == SALTUS_ENOMEM) talk_error("%s", saltus_status_text(st));
    return st < 0 ? EXIT_MODEL : EXIT_FINE;
}

int fmus_check(const struct job *j)
{
    struct fmu *f = NULL;
    int code = open_fmu(j, &f);
    if (code == EXIT_FINE)
        printf("%s: FMU %s, FMI %s, %d variables\n", j->path, fmu_description_of(f)->name,
               fmu_description_of(f)->version_text, fmu_description_of(f)->n_variables);
    fmu_close(f);
    return code;
}

static void put_head(const struct fmu *f)
{
    const struct fmu_description *d = fmu_description_of(f);
    printf("FMU %s, FMI %s%s%s\n", d->name, d->version_text, d->tool ? ", made by " : "",
           d->tool ? d->tool : "");
    if (d->text && *d->text) printf("  %s\n", d->text);
    printf("  For%s%s%s.\n", d->me.id ? " model exchange" : "", d->me.id && d->cs.id ? " and" : "",
           d->cs.id ? " co-simulation" : "");
    printf("  %d continuous state%s, %d event indicator%s.\n", d->n_states,
           d->n_states == 1 ? "" : "s", d->n_indicators, d->n_indicators == 1 ? "" : "s");
    if (d->has_stop)
        printf("  Its experiment goes from %g to %g.\n", d->has_start ? d->start : 0, d->stop);
    if (d->cs.id) printf("  Its communication interval is %g.\n", fmu_step(f));
}

static void put_variable(const struct fmu_variable *v)
{
    char number[NUMBER_SIZE];
    printf("  %s", v->name);
    for (int j = 0; j < v->rank; j++)
        printf("%s%d%s", j ? "," : "[", v->size[j], j + 1 < v->rank ? "" : "]");
    printf(": %s", v->enumerated ? "Enumeration" : fmu_type_names[v->type]);
    if (v->start && v->elements > 0)
        printf(" = %s%s", number_exact(number, *v->start), v->elements > 1 ? " ..." : "");
    if (v->start_text) printf(" = \"%s\"", v->start_text);
    if (v->unit) printf(" (%s)", v->unit);
    if (v->text && *v->text) printf("  %s", v->text);
    putchar('\n');
}

static void put_group(const struct fmu_description *d, const char *title, enum fmu_causality first,
                      enum fmu_causality last)
{
    int n = 0;
    for (int k = 0; k < d->n_variables; k++)
        if (d->variables[k].causality >= first && d->variables[k].causality <= last) n++;
    if (n == 0) return;
    printf("\n%s (%d)\n", title, n);
    n = 0;
    for (int k = 0; k < d->n_variables; k++) {
        const struct fmu_variable *v = &d->variables[k];
        if (v->causality < first || v->causality > last || ++n > MOST_LINES) continue;
        put_variable(v);
    }
    if (n > MOST_LINES) printf("  ... %d more\n", n - MOST_LINES);
}

int fmus_explain(const struct job *j)
{
    struct fmu *f = NULL;
    int code = open_fmu(j, &f);
    if (code == EXIT_FINE) {
        const struct fmu_description *d = fmu_description_of(f);
        put_head(f);
        put_group(d, "Parameters", FMU_PARAMETER, FMU_CALCULATED);
        put_group(d, "Structural parameters", FMU_STRUCTURAL, FMU_STRUCTURAL);
        put_group(d, "Inputs", FMU_INPUT, FMU_INPUT);
        put_group(d, "Outputs", FMU_OUTPUT, FMU_OUTPUT);
        put_group(d, "Other variables", FMU_LOCAL, FMU_LOCAL);
    }
    fmu_close(f);
    return code;
}
