/* SPDX-License-Identifier: MIT */
/* methods.c - 'saltus methods': what the tables of the methods say, family by family. */
#include "cli/core/table.h"
#include "saltus_classic.h"
#include <string.h>

/* ---- The list -------------------------------------------------------------------------------- */

static const struct {
    const char *family, *title;
} families[] = {
    {"quantized",
     "Quantized states: every state moves by itself. The bound is that of |q - x|, in quanta."},
    {"exact", "Exact: linear parts go from event to event, right up to rounding."},
    {"adams", "Adams: all states move together, up to an event that is seen before the step."},
    {"classic", "Classic: all states move together, by the solvers of SUNDIALS."},
};
enum { FAMILIES = sizeof families / sizeof *families };

static void put_head(const char *title, const saltus_method_info *m)
{
    puts(title);
    if (m->missing)
        printf("Not built: the program was %s.\n", m->missing);
    else if (strcmp(m->family, "classic") == 0 && saltus_classic_version())
        printf("Built with %s.\n", saltus_classic_version());
    printf("\n%-12s %5s %6s  %s\n", "method", strcmp(m->family, "exact") == 0 ? "" : "order",
           m->bound > 0 ? "bound" : "", "what it is");
}

/* Its order is that of the curves that it draws. */
static bool is_exact(const saltus_method_info *m)
{
    return strcmp(m->family, "exact") == 0;
}

static void put_line(const saltus_method_info *m)
{
    char bound[16] = "", order[16] = "";
    if (m->bound > 0) snprintf(bound, sizeof bound, "%g", m->bound);
    if (!is_exact(m)) snprintf(order, sizeof order, "%d", m->order);
    printf("%-12s %5s %6s  %s%s\n", m->name, order, bound, m->missing ? "(not built) " : "",
           m->title);
}

static void put_list(const saltus_method_info *m, size_t n)
{
    const char *before = "";
    for (size_t f = 0; f < FAMILIES; f++) {
        size_t lines = 0;
        for (size_t k = 0; k < n; k++) {
            if (strcmp(m[k].family, families[f].family) != 0) continue;
            if (lines++ == 0) fputs(before, stdout), put_head(families[f].title, &m[k]);
            put_line(&m[k]);
        }
        before = "\n";
    }
}

/* ---- One of them ----------------------------------------------------------------------------- */

static void put_one(const saltus_method_info *m)
{
    bool classic = strcmp(m->family, "classic") == 0;
    printf("%s: %s\n\n", m->name, m->title);
    help_wrap(stdout, m->text, 0, 0);
    putchar('\n');
    if (!is_exact(m)) printf("    order     %d\n", m->order);
    if (m->bound > 0)
        printf("    bound     |q - x| <= %g quanta\n", m->bound);
    else if (is_exact(m))
        printf("    bound     rounding; curves are drawn to REL*|x| + ABS\n");
    else
        printf("    bound     none; the error of a step is kept below REL*|x| + ABS\n");
    printf("    options   %s\n", *m->options ? m->options : "none of its own");
    printf("    source    [%s] in docs/refs.bib\n", m->cite);
    if (classic && saltus_classic_version())
        printf("    built     with %s\n", saltus_classic_version());
    if (m->missing) printf("    missing   %s\n", m->missing);
    if (!m->missing) printf("    try       saltus run %s --method %s\n", m->example, m->name);
}

int cmd_methods(const struct cli *c)
{
    const char *name = cli_operand(c, 0);
    const saltus_method_info *list, *m = methods_find(name);
    size_t n = methods_all(&list);
    if (m)
        put_one(m);
    else
        put_list(list, n);
    return EXIT_FINE;
}
