/* SPDX-License-Identifier: MIT */
/* contest.c - who takes part in a case, and a run of anybody. The methods of the library are those it lists, so that a new
 * one is measured without a line here. */
#include "saltus_classic.h"
#include "suite.h"
#include "../../tests/all_methods.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef SUITE_RIVALS
#include "rivals.h"
#endif

enum { MOST = 128 };

/* Is the name in a list by commas? A word of the list that ends in * stands for all that begin so. */
static int listed(const char *list, const char *name)
{
    for (const char *p = list; *p; p += strspn(p, ",")) {
        size_t n = strcspn(p, ",");
        int open = n > 0 && p[n - 1] == '*';
        if (open ? strncmp(p, name, n - 1) == 0 : n == strlen(name) && strncmp(p, name, n) == 0)
            return 1;
        p += n;
    }
    return 0;
}

static int add(const struct suite_case *c, struct contestant *list, int n, enum suite_family family,
               const char *method, int order)
{
    struct contestant *k = &list[n];
    *k = (struct contestant){.family = family, .method = method, .order = order};
    snprintf(k->name, sizeof k->name, "%s%s",
             family == SUITE_RIVAL   ? "rival-"
             : family == SUITE_SPICE ? "ngspice-"
                                     : "",
             method);
    if (n == MOST - 1 || listed(c->without, k->name)) return n;
    return !c->only[0] || listed(c->only, k->name) ? n + 1 : n;
}

#ifdef SUITE_RIVALS
static struct rival_case rival_of(const struct suite_case *c)
{
    return (struct rival_case){c->rival, c->size, c->set.name[0] ? c->set.value : NAN, c->stop};
}

static int add_rivals(const struct suite_case *c, struct contestant *list, int n)
{
    struct rival_case r = rival_of(c);
    if (!c->rival[0]) return n;
    for (const char *const *m = rival_methods(); *m; m++)
        if (rival_fits(&r, *m) || strcmp(c->also, *m) == 0) n = add(c, list, n, SUITE_RIVAL, *m, 0);
    return n;
}

static void run_rival(const struct arena_case *a, const char *method, double tol, double *value,
                      struct outcome *o)
{
    const char *names[64];
    struct rival_case r = rival_of(a->c);
    struct rival_stats s = {0};
    struct rival_samples at = {a->reference.t, a->reference.rows, a->reference.columns, names,
                               value};
    for (int j = 0; j < a->reference.columns && j < 64; j++) names[j] = a->reference.name[j];
    o->status = rival_run(&r, method, tol, value ? &at : NULL, &s) == 0 ? SUITE_OK : SUITE_FAILED;
    o->seconds = s.seconds;
    o->steps = (double)s.steps;
    o->evaluations = (double)s.evaluations;
    o->events = (double)s.events;
    o->bytes = s.bytes;
}
#else
static int add_rivals(const struct suite_case *c, struct contestant *list, int n)
{
    (void)c, (void)list;
    return n;
}

static void run_rival(const struct arena_case *a, const char *method, double tol, double *value,
                      struct outcome *o)
{
    (void)a, (void)method, (void)tol, (void)value;
    o->status = SUITE_FAILED;
}
#endif

/* Methods of a list of the library, of one family and with orders from..to. */
static int add_methods(const struct suite_case *c, struct contestant *list, int n, int classic,
                       int from, int to)
{
    const saltus_method_info *m;
    size_t count = classic ? all_classic_methods(&m) : all_methods(&m);
    for (size_t k = 0; k < count; k++) {
        int quantized = !classic && strcmp(m[k].family, "quantized") == 0;
        if (!m[k].missing && m[k].order >= from && m[k].order <= to)
            n = add(c, list, n, quantized ? SUITE_QUANTIZED : SUITE_CLASSIC, m[k].name, m[k].order);
    }
    return n;
}

/* The method for models that are linear between events, which the list of methods for any model leaves out. */
static int add_exact(const struct suite_case *c, struct contestant *list, int n)
{
    const saltus_method_info *m;
    for (size_t k = 0; (m = saltus_method(k)); k++)
        if (strcmp(m->family, "exact") == 0) n = add(c, list, n, SUITE_EXACT, m->name, 0);
    return n;
}

/* Has the library this option? */
static int has_option(const char *name)
{
    const saltus_option_info *o;
    for (size_t k = 0; (o = saltus_option(k)); k++)
        if (strcmp(o->name, name) == 0) return 1;
    return 0;
}

/* auto by steps alone, where it could go from event to event: what its exact parts bring. */
static int add_steps(const struct suite_case *c, struct contestant *list, int n)
{
    if (!has_option(EXACT_PARTS)) return n;
    n = add(c, list, n, SUITE_QUANTIZED, "auto-steps", 2);
    if (n > 0 && strcmp(list[n - 1].name, "auto-steps") == 0) list[n - 1].method = "auto";
    return n;
}

/* The promising ones first, so that others can be seen to be beaten. */
int contest_list(const struct suite_case *c, struct contestant **out)
{
    struct contestant *list = calloc(MOST, sizeof *list);
    int n = 0;
    if (!list) return 0;
    n = add_methods(c, list, n, 0, 2, 3);
    n = add_methods(c, list, n, 0, 4, 100);
    n = add_methods(c, list, n, 0, 0, 1);
    n = add_steps(c, list, n);
    n = add_exact(c, list, n);
    n = add_rivals(c, list, n);
    n = add_methods(c, list, n, 1, 0, 100);
    if (c->netlist[0] && spice_present()) {
        n = add(c, list, n, SUITE_SPICE, "trap", 2);
        n = add(c, list, n, SUITE_SPICE, "gear", 2);
    }
    *out = list;
    return n;
}

void contest_run(const struct arena_case *a, const struct contestant *k, double tol, double *value,
                 struct outcome *o)
{
    if (k->family == SUITE_RIVAL)
        run_rival(a, k->method, tol, value, o);
    else if (k->family == SUITE_SPICE)
        run_spice(a, k->method, tol, value, o);
    else
        run_library(a, k, tol, value, o);
}
