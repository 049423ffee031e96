/* SPDX-License-Identifier: MIT */
/* methods.c - 'saltus methods': what the tables of the methods say. */
#include "cli/table.h"
#include <string.h>

static void put_list(const saltus_method_info *m, size_t n)
{
    printf("%-12s %5s %6s  %s\n", "method", "order", "bound", "what it is");
    for (size_t k = 0; k < n; k++)
        printf("%-12s %5d %6g  %s\n", m[k].name, m[k].order, m[k].bound, m[k].title);
}

static void put_one(const saltus_method_info *m)
{
    printf("%s: %s\n\n", m->name, m->title);
    help_wrap(stdout, m->text, 0, 0);
    printf("\n    order     %d\n", m->order);
    printf("    bound     |q - x| <= %g quanta\n", m->bound);
    printf("    options   %s\n", *m->options ? m->options : "none of its own");
    printf("    source    [%s] in docs/refs.bib\n", m->cite);
    printf("    try       saltus run buck --method %s\n", m->name);
}

int cmd_methods(const struct cli *c)
{
    const char *name = cli_operand(c, 0);
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    if (!name) put_list(list, n);
    for (size_t k = 0; name && k < n; k++)
        if (strcmp(list[k].name, name) == 0) put_one(&list[k]);
    return EXIT_FINE;
}
