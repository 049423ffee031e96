/* SPDX-License-Identifier: MIT */
/* print_dispatch.c - from the number of a function to the C function of its group.
 *
 * The engine asks for function i of a kind; group g has those from first[g] on. What is printed
 * depends on the number of groups, never on the sizes of arrays:
 *
 *     one           call it
 *     up to FEW     compare, largest group first, and call: the compiler inlines
 *     more          tables of function pointers (and rows), indexed by the group, which is i itself
 *                   if all groups have one function; is looked up in a table if that is not much
 *                   longer than the list of groups; and is found by bisection otherwise.
 *
 * For all derivatives at once the functions are called one after the other, from a table if there
 * are more than MANY. */
#include "emit/c/print.h"
#include <inttypes.h>
#include <stdio.h>

enum { FEW = 8, MANY = 64 };

enum which { EVAL, PARTIAL, READS, NEXT, HANDLE, WRITES, BY_WAVE };

/* How the dispatcher of one sort of function looks, and how it calls. */
struct sort {
    enum code_role role;
    const char *suffix, *result, *params, *types, *before, *after;
    bool optional; /* a group may have none: nothing happens */
};

static const struct sort sorts[] = {
    [EVAL] = {CODE_EVAL, "eval", "void", "const saltus_env *e, int i, int order, double *c",
              "const saltus_env *, long long, long long, double *restrict", "e, ", ", order, c",
              false},
    [PARTIAL] = {CODE_PARTIAL, "partial", "double", "const saltus_env *e, int i, int j",
                 "const saltus_env *, long long, long long", "e, ", ", j", false},
    [READS] = {CODE_READS, "reads", "void", "const saltus_env *e, int i, saltus_reads *r",
               "const saltus_env *, long long, saltus_reads *", "e, ", ", r", true},
    [NEXT] = {CODE_NEXT, "next", "double", "const saltus_env *e, int i",
              "const saltus_env *, long long", "e, ", "", false},
    [HANDLE] = {CODE_HANDLE, "handle", "void", "saltus_event *ev, int i",
                "saltus_event *, long long, long long, long long", "ev, ",
                ", ev->direction, ev->initial", true},
    [WRITES] = {CODE_READS, "writes", "void", "const saltus_env *e, int i, saltus_reads *r",
                "const saltus_env *, long long, saltus_reads *", "e, ", ", r", true},
    [BY_WAVE] = {CODE_PARTIAL, "by_wave", "double", "const saltus_env *e, int i, int j",
                 "const saltus_env *, long long, long long", "e, ", ", j", true},
};

static struct code_fn *fn_of(const struct code_group *g, enum which which, int32_t *row)
{
    switch (which) {
    case EVAL:
    case NEXT: return *row = g->eval_row, g->eval;
    case PARTIAL: return *row = g->partial_row, g->partial;
    case READS: return *row = g->reads_row, g->reads;
    case HANDLE: return *row = g->handle_row, g->handle;
    case WRITES: return *row = g->writes_row, g->writes;
    case BY_WAVE: return *row = g->by_wave_row, g->by_wave;
    }
    return NULL;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static bool all_single(const struct code_kind *k)
{
    return k->count == k->groups.n;
}

/* Groups by size, largest first; equal ones by number. */
static void by_size(const struct code_kind *k, int32_t order[FEW])
{
    for (int32_t g = 0; g < k->groups.n; g++) {
        int32_t at = g;
        for (; at > 0 && k->groups.at[order[at - 1]].count < k->groups.at[g].count; at--) {
            order[at] = order[at - 1];
        }
        order[at] = g;
    }
}

/* if (i is in group g), or nothing if it must be. */
static void print_test(struct printer *p, const struct code_kind *k, int32_t g)
{
    int32_t first = k->groups.at[g].first, end = first + k->groups.at[g].count;
    if (first == 0 && end == k->count) return;
    if (end - first == 1)
        code_say(p, "if (i == %" PRId32 ") ", first);
    else if (first == 0)
        code_say(p, "if (i < %" PRId32 ") ", end);
    else if (end == k->count)
        code_say(p, "if (i >= %" PRId32 ") ", first);
    else
        code_say(p, "if (i >= %" PRId32 " && i < %" PRId32 ") ", first, end);
}

void code_print_ints(struct printer *p, const char *type, const char *name, const char *what,
                     const int32_t *v, int32_t n)
{
    code_say(p, "static const %s %s_%s[%" PRId32 "] = {\n    ", type, name, what, n);
    for (int32_t k = 0; k < n; k++) {
        code_say(p, "%" PRId32, v[k]);
        if (k + 1 == n)
            code_say_text(p, "};\n");
        else if (k % 16 == 15)
            code_say_text(p, ",\n    ");
        else
            code_say_text(p, ", ");
    }
}

static void print_firsts(struct printer *p, const char *name, const struct code_kind *k)
{
    int32_t *v = ARENA_ARRAY(p->m->arena, int32_t, k->groups.n);
    for (int32_t g = 0; g < k->groups.n; g++) v[g] = k->groups.at[g].first;
    code_print_ints(p, "int", name, "first", v, k->groups.n);
}

static void print_direct(struct printer *p, const char *name, const struct code_kind *k)
{
    int32_t *v = ARENA_ARRAY(p->m->arena, int32_t, k->count);
    for (int32_t g = 0; g < k->groups.n; g++) {
        const struct code_group *at = &k->groups.at[g];
        for (int32_t i = at->first; i < at->first + at->count; i++) v[i] = g;
    }
    code_print_ints(p, k->groups.n < 32768 ? "short" : "int", name, "number", v, k->count);
}

static void print_few_groups(struct printer *p, const struct code_kind *k)
{
    int32_t order[FEW], n = k->groups.n;
    by_size(k, order);
    for (int32_t g = 0; g < n; g++) {
        code_say_text(p, "    ");
        if (g + 1 < n) print_test(p, k, order[g]);
        code_say(p, "return %" PRId32 ";\n", order[g]);
    }
}

/* NAME_group(i), for more than one group that are not all single. */
static void print_group(struct printer *p, const char *name, const struct code_kind *k)
{
    int32_t n = k->groups.n;
    bool direct = (int64_t)k->count <= (int64_t)4 * n + 64;
    if (n < 2) return;
    if (n > FEW && !all_single(k)) print_firsts(p, name, k);
    if (all_single(k)) return;
    if (n > FEW && direct) print_direct(p, name, k);
    code_say(p, "static int %s_group(int i)\n{\n", name);
    if (n <= FEW)
        print_few_groups(p, k);
    else if (direct)
        code_say(p, "    return %s_number[i];\n", name);
    else
        code_say(p, "    return find(%s_first, %" PRId32 ", i);\n", name, n);
    code_say_text(p, "}\n\n");
}

/* The expression for the group of i. */
void code_say_group(struct printer *p, const char *name, const struct code_kind *k)
{
    if (k->groups.n == 1)
        code_say_text(p, "0");
    else if (all_single(k))
        code_say_text(p, "i");
    else
        code_say(p, "%s_group(i)", name);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void say_row(struct printer *p, const struct code_fn *f, int32_t row)
{
    if (!f || !f->rows.n || !f->rows.n_i)
        code_say_text(p, ", 0");
    else
        code_say(p, ", ints_%s + %" PRId64, f->c_name, (int64_t)row * f->rows.n_i);
    if (!f || !f->rows.n || !f->rows.n_r)
        code_say_text(p, ", 0");
    else
        code_say(p, ", reals_%s + %" PRId64, f->c_name, (int64_t)row * f->rows.n_r);
}

static void print_call(struct printer *p, const struct sort *sort, const struct code_group *g,
                       const struct code_fn *f, int32_t row, bool last)
{
    bool value = sort->result[0] == 'd';
    if (!last && !value) code_say_text(p, "{ ");
    code_say(p, "%s%s(%s", value ? "return " : "", f->c_name, sort->before);
    if (g->count == 1)
        code_say_text(p, "0");
    else if (g->first)
        code_say(p, "i - %" PRId32, g->first);
    else
        code_say_text(p, "i");
    code_say_text(p, sort->after);
    if (p->rows[sort->role]) say_row(p, f, row);
    code_say_text(p, !last && !value ? "); return; }\n" : ");\n");
}

static bool any_reads(const struct code_kind *k)
{
    for (int32_t g = 0; g < k->groups.n; g++) {
        if (k->groups.at[g].reads) return true;
    }
    return false;
}

static void print_few(struct printer *p, const struct sort *sort, enum which which,
                      const struct code_kind *k)
{
    int32_t order[FEW], n = k->groups.n, row;
    by_size(k, order);
    if (n == 1 && k->count == 1) code_say_text(p, "    (void)i;\n");
    if (which == READS && !any_reads(k)) code_say_text(p, "    (void)e, (void)i, (void)r;\n");
    for (int32_t g = 0; g < n; g++) {
        const struct code_group *at = &k->groups.at[order[g]];
        const struct code_fn *f = fn_of(at, which, &row);
        if (!f) continue;
        code_say_text(p, "    ");
        if (g + 1 < n || sort->optional) print_test(p, k, order[g]);
        print_call(p, sort, at, f, row, g + 1 == n);
    }
}

static void print_pointers(struct printer *p, const char *name, const struct sort *sort,
                           enum which which, const struct code_kind *k)
{
    bool rows = p->rows[sort->role];
    int32_t row;
    code_say(p, "static const struct {\n    %s (*call)(%s%s);\n", sort->result, sort->types,
             rows ? ", const long long *, const double *" : "");
    if (rows) code_say_text(p, "    const long long *a;\n    const double *k;\n");
    code_say(p, "} %s_%ss[%" PRId32 "] = {\n", name, sort->suffix, k->groups.n);
    for (int32_t g = 0; g < k->groups.n; g++) {
        const struct code_fn *f = fn_of(&k->groups.at[g], which, &row);
        code_say(p, "    {%s", f ? f->c_name : "0");
        if (rows) say_row(p, f, row);
        code_say_text(p, "},\n");
    }
    code_say_text(p, "};\n");
}

static void print_many(struct printer *p, const char *name, const struct sort *sort,
                       const struct code_kind *k)
{
    const char *value = sort->result[0] == 'd' ? "return " : "";
    code_say_text(p, "    int g = ");
    code_say_group(p, name, k);
    code_say_text(p, ";\n    ");
    if (sort->optional) code_say(p, "if (%s_%ss[g].call) ", name, sort->suffix);
    code_say(p, "%s%s_%ss[g].call(%s", value, name, sort->suffix, sort->before);
    if (all_single(k))
        code_say_text(p, "0");
    else
        code_say(p, "i - %s_first[g]", name);
    code_say_text(p, sort->after);
    if (p->rows[sort->role]) {
        code_say(p, ", %s_%ss[g].a, %s_%ss[g].k", name, sort->suffix, name, sort->suffix);
    }
    code_say_text(p, ");\n");
}

static void print_sort(struct printer *p, const char *name, enum which which,
                       const struct code_kind *k)
{
    const struct sort *sort = &sorts[which];
    if (k->groups.n > FEW) print_pointers(p, name, sort, which, k);
    code_say(p, "static %s %s_%s(%s)\n{\n", sort->result, name, sort->suffix, sort->params);
    if (k->groups.n > FEW)
        print_many(p, name, sort, k);
    else
        print_few(p, sort, which, k);
    if (sort->optional && sort->result[0] == 'd') code_say_text(p, "    return 0;\n");
    code_say_text(p, "}\n\n");
}

/* ---- All at once ----------------------------------------------------------------------------- */

static void print_flat_call(struct printer *p, const struct code_group *g)
{
    code_say(p, "    %s(e, f", g->flat->c_name);
    if (g->first) code_say(p, " + %" PRId32, g->first);
    if (p->rows[CODE_FLAT]) say_row(p, g->flat, g->flat_row);
    code_say_text(p, ");\n");
}

static void print_flat_table(struct printer *p, const struct code_kind *k)
{
    bool rows = p->rows[CODE_FLAT];
    code_say(p,
             "static const struct {\n    int first;\n"
             "    void (*call)(const saltus_env *, double *restrict%s);\n",
             rows ? ", const long long *, const double *" : "");
    if (rows) code_say_text(p, "    const long long *a;\n    const double *k;\n");
    code_say(p, "} flats[%" PRId32 "] = {\n", k->groups.n);
    for (int32_t g = 0; g < k->groups.n; g++) {
        const struct code_group *at = &k->groups.at[g];
        code_say(p, "    {%" PRId32 ", %s", at->first, at->flat->c_name);
        if (rows) say_row(p, at->flat, at->flat_row);
        code_say_text(p, "},\n");
    }
    code_say_text(p, "};\n");
}

static void print_derivatives(struct printer *p, const struct code_kind *k)
{
    bool table = k->groups.n > MANY;
    if (table) print_flat_table(p, k);
    code_say_text(p, "static void derivatives(const saltus_env *e, double *f)\n{\n");
    for (int32_t g = 0; g < k->groups.n && !table; g++) print_flat_call(p, &k->groups.at[g]);
    if (table)
        code_say(p,
                 "    for (int g = 0; g < %" PRId32 "; g++)\n"
                 "        flats[g].call(e, f + flats[g].first%s);\n",
                 k->groups.n, p->rows[CODE_FLAT] ? ", flats[g].a, flats[g].k" : "");
    code_say_text(p, "}\n\n");
}

/* ---- What else depends on the group ---------------------------------------------------------- */

/* A function <name>_<what> that tells a small number of each group: affine, degree or waves. */
static void print_number(struct printer *p, const char *name, const char *what,
                         const struct code_kind *k, const int32_t *v)
{
    int32_t n = k->groups.n;
    bool same = true;
    char list[32];
    for (int32_t g = 0; g < n; g++) same &= v[g] == v[0];
    snprintf(list, sizeof list, "is_%s", what);
    if (!same) code_print_ints(p, "signed char", name, list, v, n);
    code_say(p, "static int %s_%s(const saltus_env *e, int i)\n{\n    (void)e;\n", name, what);
    if (same) {
        code_say(p, "    (void)i;\n    return %" PRId32, v[0]);
    } else {
        code_say(p, "    return %s_%s[", name, list);
        code_say_group(p, name, k);
        code_say_text(p, "]");
    }
    code_say_text(p, ";\n}\n\n");
}

static void print_numbers(struct printer *p, const char *name, const struct code_kind *k)
{
    int32_t *v = ARENA_ARRAY(p->m->arena, int32_t, k->groups.n);
    for (int32_t g = 0; g < k->groups.n; g++) v[g] = k->groups.at[g].affine;
    if (code_has_affine(k)) print_number(p, name, "affine", k, v);
    for (int32_t g = 0; g < k->groups.n; g++) v[g] = k->groups.at[g].degree;
    if (code_has_degree(k)) print_number(p, name, "degree", k, v);
    for (int32_t g = 0; g < k->groups.n; g++) v[g] = k->groups.at[g].waves;
    if (code_has_waves(k)) print_number(p, name, "waves", k, v);
}

static void print_places(struct printer *p, const char *name, const struct code_kind *k)
{
    if (!k->groups.n) return;
    code_say(p, "static const saltus_loc %s_where[%" PRId32 "] = {\n", name, k->groups.n);
    for (int32_t g = 0; g < k->groups.n; g++) {
        code_say_text(p, "    ");
        code_say_loc(p, code_loc(p->m, k->groups.at[g].at));
        code_say_text(p, ",\n");
    }
    code_say_text(p, "};\n");
}

static void print_where(struct printer *p)
{
    const struct code_model *m = p->m;
    const struct {
        const char *kind, *name;
        const struct code_kind *of;
    } all[] = {{"STATE", "der", &m->der},         {"GUARD", "guard", &m->guard},
               {"OUTPUT", "output", &m->output},  {"SUM", "term", &m->term},
               {"DELAY", "delayed", &m->delayed}, {"CLOCK", "clock", &m->clock}};
    for (int n = 0; n < 6; n++) print_places(p, all[n].name, all[n].of);
    code_say(p, "static const saltus_loc *where(const saltus_env *e, saltus_kind kind, int i)\n"
                "{\n    const saltus_loc *at = 0;\n    (void)e;\n    (void)i;\n");
    if (m->sums.n) /* of a sum: its first term */
        code_say_text(p, "    if (kind == SALTUS_SUM) {\n        int term = 0;\n"
                         "        for (int k = 0; k < i; k++) term += terms(e, k);\n"
                         "        i = term;\n    }\n");
    for (int n = 0; n < 6; n++) {
        if (!all[n].of->groups.n) continue;
        code_say(p, "    if (kind == SALTUS_%s) at = &%s_where[", all[n].kind, all[n].name);
        code_say_group(p, all[n].name, all[n].of);
        code_say_text(p, "];\n");
    }
    code_say_text(p, "    return at && at->line ? at : 0;\n}\n\n");
}

static void print_terms(struct printer *p)
{
    const struct code_model *m = p->m;
    int32_t *first, n = m->sums.n;
    if (!n) return;
    first = ARENA_ARRAY(m->arena, int32_t, n);
    for (int32_t k = 0; k < n; k++) first[k] = code_scalars(m->sums.at, k);
    if (n > 1) code_print_ints(p, "int", "sum", "first", first, n);
    code_print_ints(p, "int", "sum", "terms", m->terms.at, n);
    code_say_text(p, "static int terms(const saltus_env *e, int i)\n{\n    (void)e;\n");
    if (n > 1)
        code_say(p, "    return sum_terms[find(sum_first, %" PRId32 ", i)];\n}\n\n", n);
    else
        code_say_text(p, "    (void)i;\n    return sum_terms[0];\n}\n\n");
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void print_handle(struct printer *p)
{
    const struct code_model *m = p->m;
    bool guards = code_has_handle(&m->guard), clocks = code_has_handle(&m->clock);
    if (!guards && !clocks && !m->end) return;
    code_say_text(p, "static void handle(saltus_event *ev)\n{\n");
    if (guards)
        code_say_text(p, "    if (ev->cause == SALTUS_GUARD) guard_handle(ev, ev->index);\n");
    if (clocks)
        code_say_text(p, "    if (ev->cause == SALTUS_CLOCK) clock_handle(ev, ev->index);\n");
    if (m->end) {
        code_say(p, "    if (ev->cause == SALTUS_END) %s(ev, 0, ev->direction, ev->initial%s);\n",
                 m->end->c_name, p->rows[CODE_HANDLE] ? ", 0, 0" : "");
    }
    code_say_text(p, "}\n\n");
}

static void print_writes(struct printer *p)
{
    bool guards = code_has_writes(&p->m->guard), clocks = code_has_writes(&p->m->clock);
    if (!guards && !clocks) return;
    code_say(p, "static void handler_writes(const saltus_env *e, saltus_kind cause, int i, "
                "saltus_reads *r)\n{\n");
    if (guards) code_say_text(p, "    if (cause == SALTUS_GUARD) guard_writes(e, i, r);\n");
    if (clocks) code_say_text(p, "    if (cause == SALTUS_CLOCK) clock_writes(e, i, r);\n");
    code_say_text(p, "}\n\n");
}

/* The formulas of all groups, one behind the other, and where those of each begin. */
static void print_formula(struct printer *p, const struct code_kind *k)
{
    VEC(int32_t) code = {0};
    int32_t *at, *first, n = k->groups.n;
    if (!code_has_formula(k)) return;
    at = ARENA_ARRAY(p->m->arena, int32_t, n + 1);
    first = ARENA_ARRAY(p->m->arena, int32_t, n);
    for (int32_t g = 0; g < n; g++) {
        const struct code_group *of = &k->groups.at[g];
        for (int32_t j = 0; j < of->n_formula; j++) VEC_ADD(p->m->arena, &code, of->formula[j]);
        first[g] = of->first;
        at[g + 1] = code.n;
    }
    code_print_ints(p, "int", "formula", "code", code.at, code.n);
    code_print_ints(p, "int", "formula", "at", at, n + 1);
    code_print_ints(p, "int", "formula", "first", first, n);
    code_say_text(p, "static int formula(const saltus_env *e, int i, int *code)\n{\n    int g = ");
    code_say_group(p, "guard", k);
    code_say_text(p, ", n = formula_at[g + 1] - formula_at[g];\n"
                     "    const int *from = formula_code + formula_at[g];\n    (void)e;\n"
                     "    for (int k = 0; k < n; k++)\n"
                     "        code[k] = from[k] < 0 ? from[k] : from[k] + i - formula_first[g];\n"
                     "    return n;\n}\n\n");
}

static void print_lag(struct printer *p)
{
    if (!p->m->lag) return;
    code_say(p, "static double lag(const saltus_env *e, int i)\n{\n    return %s(e, i%s);\n}\n\n",
             p->m->lag->c_name, p->rows[CODE_NEXT] ? ", 0, 0" : "");
}

static void print_kind(struct printer *p, const char *name, const struct code_kind *k)
{
    if (!k->groups.n) return;
    print_group(p, name, k);
    print_sort(p, name, EVAL, k);
    if (code_has_partial(k)) print_sort(p, name, PARTIAL, k);
    if (code_has_reads(k)) print_sort(p, name, READS, k);
    print_numbers(p, name, k);
    if (code_has_handle(k)) print_sort(p, name, HANDLE, k);
    if (code_has_writes(k)) print_sort(p, name, WRITES, k);
    if (code_has_waves(k)) print_sort(p, name, BY_WAVE, k);
}

/* waves and by_wave of the model, from those of the kinds. */
static void print_waves(struct printer *p)
{
    const struct code_model *m = p->m;
    const struct {
        const char *kind, *name;
        const struct code_kind *of;
    } all[] = {
        {"STATE", "der", &m->der}, {"GUARD", "guard", &m->guard}, {"OUTPUT", "output", &m->output}};
    if (!m->angle.count) return;
    code_say_text(p, "static int waves(const saltus_env *e, saltus_kind kind, int i)\n{\n");
    for (int n = 0; n < 3; n++)
        if (code_has_waves(all[n].of))
            code_say(p, "    if (kind == SALTUS_%s) return %s_waves(e, i);\n", all[n].kind,
                     all[n].name);
    code_say_text(p, "    return 0;\n}\n\nstatic double by_wave(const saltus_env *e, saltus_kind "
                     "kind, int i, int j)\n{\n");
    for (int n = 0; n < 3; n++)
        if (code_has_waves(all[n].of))
            code_say(p, "    if (kind == SALTUS_%s) return %s_by_wave(e, i, j);\n", all[n].kind,
                     all[n].name);
    code_say_text(p, "    return 0;\n}\n\n");
}

static void print_clock(struct printer *p, const struct code_kind *k)
{
    if (!k->groups.n) return;
    print_group(p, "clock", k);
    print_sort(p, "clock", NEXT, k);
    print_sort(p, "clock", READS, k);
    if (code_has_handle(k)) print_sort(p, "clock", HANDLE, k);
    if (code_has_writes(k)) print_sort(p, "clock", WRITES, k);
}

void code_print_dispatch(struct printer *p)
{
    struct code_kind_name kinds[CODE_KINDS];
    code_kinds(p->m, kinds);
    for (int k = 0; k < CODE_KINDS; k++) print_kind(p, kinds[k].name, kinds[k].kind);
    if (code_has_flat(&p->m->der)) print_derivatives(p, &p->m->der);
    print_waves(p);
    print_clock(p, &p->m->clock);
    print_terms(p);
    print_lag(p);
    print_handle(p);
    print_writes(p);
    print_formula(p, &p->m->guard);
    code_print_range(p);
    print_where(p);
}
