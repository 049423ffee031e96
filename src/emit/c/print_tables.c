/* SPDX-License-Identifier: MIT */
/* print_tables.c - constant data of the generated C: numbers, variables, guards, the experiment.
 *
 * An array of variables is one entry, so the text grows with the declarations of a model and not
 * with its size. Only what differs from zero is written. */
#include "emit/c/print.h"
#include <inttypes.h>

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Behind number k of n. */
static void separate(struct printer *p, int64_t k, int64_t n, int per_line)
{
    if (k + 1 == n)
        code_say_text(p, "};\n");
    else if ((k + 1) % per_line == 0)
        code_say_text(p, ",\n    ");
    else
        code_say_text(p, ", ");
}

void code_print_constants(struct printer *p)
{
    for (int32_t t = 0; t < p->m->tables.n; t++) {
        const struct code_table *table = &p->m->tables.at[t];
        int per_line = table->n > 10000 ? 16 : 8;
        code_say(p, "static const double table_%d[%d] = {\n    ", t, table->n);
        for (int32_t k = 0; k < table->n; k++) {
            code_say_real(p, table->at[k]);
            separate(p, k, table->n, per_line);
        }
    }
    if (p->m->tables.n) code_say_text(p, "\n");
}

void code_print_rows(struct printer *p, const struct code_fn *f)
{
    const struct code_rows *rows = &f->rows;
    int64_t n_i = (int64_t)rows->n * rows->n_i, n_r = (int64_t)rows->n * rows->n_r;
    if (n_i) code_say(p, "static const long long ints_%s[] = {\n    ", f->c_name);
    for (int64_t k = 0; k < n_i; k++) {
        code_say_int(p, rows->i[k]);
        separate(p, k, n_i, rows->n_i > 16 ? 16 : 16 / rows->n_i * rows->n_i);
    }
    if (n_r) code_say(p, "static const double reals_%s[] = {\n    ", f->c_name);
    for (int64_t k = 0; k < n_r; k++) {
        code_say_real(p, rows->r[k]);
        separate(p, k, n_r, rows->n_r > 8 ? 8 : 8 / rows->n_r * rows->n_r);
    }
}

/* ---- Variables ------------------------------------------------------------------------------- */

static void member_real(struct printer *p, const char *name, double v)
{
    if (v == 0) return;
    code_say(p, ", .%s = ", name);
    code_say_real(p, v);
}

static void member_text(struct printer *p, const char *name, const char *text)
{
    if (!text) return;
    code_say(p, ", .%s = ", name);
    code_say_string(p, text);
}

static void member_size(struct printer *p, const int32_t size[SALTUS_RANK])
{
    if (size[0] <= 0) return;
    code_say(p, ", .size = {%" PRId32, size[0]);
    for (int d = 1; d < SALTUS_RANK && size[d] > 0; d++) code_say(p, ", %" PRId32, size[d]);
    code_say_text(p, "}");
}

static void member_loc(struct printer *p, const saltus_loc *at)
{
    if (!at->file || !at->line) return;
    code_say_text(p, ", .at = ");
    code_say_loc(p, at);
}

void code_print_variables(struct printer *p, const char *name, const saltus_variable *v, int32_t n)
{
    if (!n) return;
    code_say(p, "static const saltus_variable %s[] = {\n", name);
    for (int32_t k = 0; k < n; k++) {
        code_say_text(p, "    {.name = ");
        code_say_string(p, v[k].name);
        member_size(p, v[k].size);
        member_real(p, "start", v[k].start);
        member_text(p, "unit", v[k].unit);
        member_text(p, "text", v[k].text);
        member_real(p, "nominal", v[k].nominal);
        member_real(p, "min", v[k].min);
        member_real(p, "max", v[k].max);
        member_loc(p, &v[k].at);
        if (v[k].input) code_say(p, ", .input = %d", v[k].input);
        code_say_text(p, "},\n");
    }
    code_say_text(p, "    {.name = 0},\n};\n");
}

void code_print_guards(struct printer *p, const char *name, const saltus_guard *g, int32_t n)
{
    static const char *const sides[] = {"BILATERAL", "UNILATERAL", "MUST_CROSS", "PART"};
    if (!n) return;
    code_say(p, "static const saltus_guard %s[] = {\n", name);
    for (int32_t k = 0; k < n; k++) {
        code_say_text(p, "    {.name = ");
        code_say_string(p, g[k].name);
        member_size(p, g[k].size);
        if (g[k].direction) code_say(p, ", .direction = %d", g[k].direction);
        if (g[k].side) code_say(p, ", .side = SALTUS_%s", sides[g[k].side]);
        member_loc(p, &g[k].at);
        code_say_text(p, "},\n");
    }
    code_say_text(p, "    {.name = 0},\n};\n");
}

/* ---- The experiment -------------------------------------------------------------------------- */

static void print_rules(struct printer *p, const saltus_rule *r)
{
    if (!r) return;
    code_say_text(p, "static const saltus_rule rules[] = {\n");
    for (; r->pattern; r++) {
        code_say_text(p, "    {.pattern = ");
        code_say_string(p, r->pattern);
        member_text(p, "method", r->method);
        member_real(p, "rel", r->rel);
        member_real(p, "abs", r->abs);
        code_say_text(p, "},\n");
    }
    code_say_text(p, "    {.pattern = 0},\n};\n");
}

static void print_watch(struct printer *p, const char *const *w)
{
    if (!w) return;
    code_say_text(p, "static const char *const watch[] = {");
    for (; *w; w++) code_say_string(p, *w), code_say_text(p, ", ");
    code_say_text(p, "0};\n");
}

void code_print_experiment(struct printer *p)
{
    print_rules(p, p->m->experiment.rules);
    print_watch(p, p->m->experiment.watch);
}
