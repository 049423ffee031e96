/* SPDX-License-Identifier: MIT */
/* measured_print.c - measurements for people and as JSON. */
#include "cli/run/measured.h"
#include "out/number.h"
#include <math.h>
#include <string.h>

static const char *unit_of(const struct measured_one *o, const saltus_header *h)
{
    size_t variable;
    const char *name;
    switch (measure_unit(o->m, &variable)) {
    case MEASURE_SECONDS: return "s";
    case MEASURE_HERTZ: return "Hz";
    case MEASURE_PART: return "1";
    case MEASURE_DEGREES: return "deg";
    case MEASURE_AS_VARIABLE: break;
    default: return "";
    }
    name = measure_name(o->m, variable, NULL);
    for (size_t k = 0; h && k < h->n_columns; k++)
        if (!strcmp(h->columns[k].name, name)) return h->columns[k].unit ? h->columns[k].unit : "";
    return "";
}

/* Letters of its unit. */
static int print_value(FILE *f, const struct measured_one *o, const saltus_header *h)
{
    char buf[NUMBER_SIZE];
    const char *unit = unit_of(o, h);
    double scale = strcmp(unit, "1") ? 1 : 100;
    if (scale == 100) unit = "%";
    snprintf(buf, sizeof buf, "%.6g", o->value * scale);
    fprintf(f, "%12s", strcmp(buf, "-0") ? buf : "0");
    if (*unit) fprintf(f, " %s", unit);
    return *unit ? (int)strlen(unit) + 1 : 0;
}

static void print_window(FILE *f, const struct measured_one *o, int used)
{
    double from, to;
    measure_window(o->m, &from, &to);
    if (isnan(from)) return;
    fprintf(f, "%*s", used < 5 ? 7 - used : 2, "");
    if (from == to)
        fprintf(f, "at %g s", to);
    else
        fprintf(f, "%g .. %g s", from, to);
}

int measured_print(FILE *f, const struct measured *l, const saltus_header *h)
{
    size_t width = 0;
    int status = EXIT_FINE;
    for (size_t k = 0; k < l->n; k++)
        if (strlen(l->one[k].title) > width) width = strlen(l->one[k].title);
    if (width > 60) width = 60;
    for (size_t k = 0; k < l->n; k++) {
        const struct measured_one *o = &l->one[k];
        fprintf(f, "%-*s", (int)width, o->title);
        if (isnan(o->value)) {
            fprintf(f, "%12s\n", "unknown");
            continue;
        }
        print_window(f, o, print_value(f, o, h));
        fputc('\n', f);
    }
    fflush(f);
    for (size_t k = 0; k < l->n; k++)
        if (isnan(l->one[k].value)) {
            talk_error("%s is not known: %s", l->one[k].title, measure_why(l->one[k].m));
            status = EXIT_RUN;
        }
    return status;
}

static void json_number(FILE *f, const char *key, double v)
{
    char buf[NUMBER_SIZE];
    fprintf(f, ", \"%s\": %s", key, isfinite(v) ? number_exact(buf, v) : "null");
}

void measured_json(FILE *f, const struct measured *l, const saltus_header *h, const char *indent)
{
    fputs("[", f);
    for (size_t k = 0; k < l->n; k++) {
        const struct measured_one *o = &l->one[k];
        double from, to;
        measure_window(o->m, &from, &to);
        fprintf(f, "%s\n%s  {\"measure\": ", k ? "," : "", indent);
        stats_json_string(f, o->title);
        json_number(f, "value", o->value);
        fputs(", \"unit\": ", f);
        stats_json_string(f, unit_of(o, h));
        json_number(f, "from", from);
        json_number(f, "to", to);
        if (isnan(o->value)) {
            fputs(", \"why\": ", f);
            stats_json_string(f, measure_why(o->m));
        }
        fputc('}', f);
    }
    fprintf(f, "%s%s]", l->n ? "\n" : "", l->n ? indent : "");
}
