/* SPDX-License-Identifier: MIT */
/* print_range.c - programs for ranges: tables of numbers, which the engine's machine runs
 * (base/range.h). There is nothing to compile in them. */
#include "emit/c/print.h"
#include <inttypes.h>

static void print_reals(struct printer *p)
{
    int32_t n = p->m->programs.real.n;
    const double *v = p->m->programs.real.at;
    if (!n) return;
    code_say(p, "static const double range_real[%" PRId32 "] = {\n    ", n);
    for (int32_t k = 0; k < n; k++) {
        code_say_real(p, v[k]);
        code_say_text(p, k + 1 == n ? "};\n" : k % 8 == 7 ? ",\n    " : ", ");
    }
}

static void print_tables(struct printer *p)
{
    int32_t n = p->m->tables.n;
    if (!n) return;
    code_say(p, "static const double *const range_tables[%" PRId32 "] = {\n    ", n);
    for (int32_t k = 0; k < n; k++) {
        code_say(p, "table_%" PRId32, k);
        code_say_text(p, k + 1 == n ? "};\n" : k % 8 == 7 ? ",\n    " : ", ");
    }
}

/* Of each group: where its program stands, and its first function; -1: it is opaque. */
static void print_places(struct printer *p, const char *name, const struct code_kind *k)
{
    int32_t *v = ARENA_ARRAY(p->m->arena, int32_t, 4 * k->groups.n + 1);
    if (!k->groups.n) return;
    for (int32_t g = 0; g < k->groups.n; g++) {
        const struct code_group *at = &k->groups.at[g];
        v[4 * g] = at->opaque ? -1 : at->range[0];
        v[4 * g + 1] = at->range[1];
        v[4 * g + 2] = at->range[2];
        v[4 * g + 3] = at->first;
    }
    code_print_ints(p, "int", name, "range", v, 4 * k->groups.n);
}

static void print_case(struct printer *p, const char *kind, const char *name,
                       const struct code_kind *k)
{
    if (!k->groups.n) return;
    code_say(p, "    case SALTUS_%s: at = %s_range + 4*", kind, name);
    code_say_group(p, name, k);
    code_say_text(p, "; break;\n");
}

void code_print_range(struct printer *p)
{
    static const char *const names[] = {"STATE", "GUARD", "OUTPUT", "SUM", "DELAY"};
    enum { KINDS = sizeof names / sizeof *names }; /* angles have no ranges */
    const struct code_programs *all = &p->m->programs;
    struct code_kind_name kinds[CODE_KINDS];
    if (!code_has_range(p->m)) return;
    code_kinds(p->m, kinds);
    code_print_ints(p, "int", "range", "code", all->code.at, all->code.n);
    if (all->whole.n) code_print_ints(p, "int", "range", "whole", all->whole.at, all->whole.n);
    print_reals(p);
    print_tables(p);
    for (int k = 0; k < KINDS; k++) print_places(p, kinds[k].name, kinds[k].kind);
    code_say(p, "static const saltus_program programs = {range_code, %s, %s, %s};\n",
             all->whole.n ? "range_whole" : "0", all->real.n ? "range_real" : "0",
             p->m->tables.n ? "range_tables" : "0");
    code_say_text(p, "static int range(const saltus_box *b, saltus_kind kind, int i, int order, "
                     "saltus_span *r)\n{\n    const int *at = 0;\n    switch (kind) {\n");
    for (int k = 0; k < KINDS; k++) print_case(p, names[k], kinds[k].name, kinds[k].kind);
    code_say_text(p, "    default: break;\n    }\n"
                     "    if (!at || at[0] < 0 || !b->run) return 0;\n"
                     "    return b->run(b, &programs, at, i - at[3], order, r);\n}\n\n");
}
