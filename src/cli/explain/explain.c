/* SPDX-License-Identifier: MIT */
/* explain.c - saltus explain MODEL: what the compiler understood, and which method to try.
 *
 * Four sources: the compiler's notes on how each equation was solved; the tables of the model; its
 * lists of who reads what, asked element by element and put together again by arrays (pattern.c);
 * and a pilot run for the choice of a method (survey.c). With --dot - or --svg - the graph goes to
 * stdout, alone. */
#include "cli/explain/explain.h"
#include "cli/explain/schematic.h"
#include "cli/explain/components.h"
#include "cli/show/diagrams.h"
#include "cli/show/fmus.h"
#include "cli/core/grow.h"
#include "cli/explain/survey.h"
#include "run/sim.h"
#include <math.h>

/* ---- Lists ----------------------------------------------------------------------------------- */

static void everything(const struct explain *x, saltus_reads *r)
{
    const struct decls *d = &x->d;
    for (int32_t k = 0; k < d->n; k++) {
        saltus_kind kind = d->at[k].kind;
        if (kind != SALTUS_STATE && kind != SALTUS_DISCRETE && kind != SALTUS_SUM &&
            kind != SALTUS_DELAY)
            continue;
        for (int32_t e = 0; e < d->at[k].count; e++) r->add(r, kind, d->at[k].first + e);
    }
}

static void ask(const struct explain *x, void (*fn)(const saltus_env *, int32_t, saltus_reads *),
                int32_t i, saltus_reads *r)
{
    if (fn)
        fn(x->env, i, r);
    else
        everything(x, r);
}

/* What an element of a decl reads: a derivative, a guard, a clock, the terms of a sum, a delayed
 * expression. */
static void reads_of(const struct explain *x, saltus_kind kind, int32_t i, saltus_reads *r)
{
    const struct net *net = &((const struct sim *)x->sim)->net;
    const saltus_model *m = x->model;
    switch (kind) {
    case SALTUS_STATE: ask(x, m->der.reads, i, r); break;
    case SALTUS_GUARD: ask(x, m->guard.reads, i, r); break;
    case SALTUS_CLOCK: ask(x, m->clock_reads, i, r); break;
    case SALTUS_DELAY: ask(x, m->delayed.reads, i, r); break;
    case SALTUS_SUM:
        for (int32_t j = net->first_term[i]; j < net->first_term[i + 1]; j++)
            ask(x, m->term.reads, j, r);
        break;
    default: break;
    }
}

struct asking {
    struct explain *x;
    saltus_kind kind;
};

static void ask_reads(void *user, int32_t index, saltus_reads *r)
{
    const struct asking *a = user;
    reads_of(a->x, a->kind, index, r);
}

static void ask_writes(void *user, int32_t index, saltus_reads *r)
{
    const struct asking *a = user;
    if (a->x->model->handler_writes) a->x->model->handler_writes(a->x->env, a->kind, index, r);
}

static void ask_all(struct explain *x)
{
    x->reads = grow_zero((size_t)x->d.n + 1, sizeof *x->reads);
    x->writes = grow_zero((size_t)x->d.n + 1, sizeof *x->writes);
    for (int32_t k = 0; k < x->d.n; k++) {
        struct asking a = {x, x->d.at[k].kind};
        bool event = a.kind == SALTUS_GUARD || a.kind == SALTUS_CLOCK;
        if (event || a.kind == SALTUS_STATE || a.kind == SALTUS_SUM || a.kind == SALTUS_DELAY)
            x->reads[k] = patterns_of(&x->d, k, ask_reads, &a);
        if (event) x->writes[k] = patterns_of(&x->d, k, ask_writes, &a);
    }
}

static void forget_all(struct explain *x)
{
    for (int32_t k = 0; k < x->d.n && x->reads; k++) {
        patterns_free(&x->reads[k]);
        patterns_free(&x->writes[k]);
    }
    free(x->reads);
    free(x->writes);
}

static bool same_place(const struct decl *a, const struct decl *b)
{
    return a->at.line && a->at.line == b->at.line && a->at.col == b->at.col;
}

/* The discretes that the handler of guard or clock k writes: one of its name, or else of its
 * place. */
static void find_mode(struct explain *x, int32_t k, bool by_name)
{
    const struct patterns *w = &x->writes[k];
    for (int32_t p = 0; p < w->n; p++)
        for (int s = 0; s < w->at[p].n; s++) {
            int32_t to = w->at[p].slot[s].decl;
            const struct decl *a = &x->d.at[k], *b = &x->d.at[to];
            if (b->kind != SALTUS_DISCRETE || x->mode_of[to] >= 0) continue;
            if (by_name ? strcmp(a->name, b->name) == 0 : same_place(a, b)) x->mode_of[to] = k;
        }
}

/* A relation of the text has a discrete of its own, which holds its value between events. */
static void find_modes(struct explain *x)
{
    x->mode_of = grow_zero((size_t)x->d.n + 1, sizeof *x->mode_of);
    for (int32_t k = 0; k < x->d.n; k++) x->mode_of[k] = -1;
    for (int by_name = 1; by_name >= 0; by_name--)
        for (int32_t k = 0; k < x->d.n; k++)
            if (x->d.at[k].kind == SALTUS_GUARD || x->d.at[k].kind == SALTUS_CLOCK)
                find_mode(x, k, by_name);
}

/* ---- Sections -------------------------------------------------------------------------------- */

static void explain_structure(struct explain *x)
{
    struct components c;
    char name[128];
    if (components_find(x->sim, &c) || c.count == 0) return;
    puts("\nStructure");
    saltus_sim_name(x->sim, SALTUS_STATE, c.members, name, sizeof name);
    if (c.count == 1 && c.biggest > 1)
        puts("  Every state acts on every other in the end (one strongly connected component).");
    else if (c.biggest == 1)
        puts("  No state acts back on another that acts on it: states can be put into an order.");
    else
        printf("  %d strongly connected components; the largest, around %s, has %d states.\n",
               c.count, name, c.biggest);
    saltus_sim_name(x->sim, SALTUS_STATE, c.fan_in_of, name, sizeof name);
    printf("  A derivative reads at most %d states%s (%s), %.3g on average.\n", c.fan_in,
           x->d.number[SALTUS_SUM] ? " or sums" : "", name,
           (double)c.reads / (double)saltus_sim_count(x->sim, SALTUS_STATE));
    saltus_sim_name(x->sim, SALTUS_STATE, c.fan_out_of, name, sizeof name);
    printf("  A step of a state renews at most %d derivative%s%s (%s).\n", c.fan_out,
           c.fan_out == 1 ? "" : "s",
           x->d.number[SALTUS_SUM] + x->d.number[SALTUS_DELAY] ? ", terms and delays" : "", name);
}

static void explain_numbers(const struct survey *s)
{
    if (s->spectrum && s->n > 0) {
        printf("  Eigenvalues at the start: ");
        if (s->fastest > 0)
            printf("decay rates %.3g to %.3g", s->slowest, s->fastest);
        else
            printf("none decays");
        if (s->swing > 0) printf(", frequencies up to %.3g", s->swing);
        if (s->growth > 0) printf(", growth up to %.3g", s->growth);
        puts(".");
    }
    printf("  Pilot run to t = %.4g%s: %llu steps, %llu events; the Jacobian at %d points, largest "
           "decay rate of a state %.3g.\n",
           s->reached, s->reached < s->until ? " (cut short)" : "", (unsigned long long)s->steps,
           (unsigned long long)s->events, s->points, s->fast);
}

static void explain_method(struct explain *x)
{
    struct survey s;
    char why[2048];
    double rel = ((const struct sim *)x->sim)->opt.rel;
    const char *own = x->model->experiment.method, *method;
    if (saltus_sim_count(x->sim, SALTUS_STATE) == 0) return;
    puts("\nMethod");
    if (!survey_make(&x->point, &s, why, sizeof why)) {
        printf("  No recommendation: %s.\n", why);
        return;
    }
    explain_numbers(&s);
    method = survey_advice(&s, x->sim, rel, why, sizeof why);
    printf("  Try %s.\n", method);
    for (char *line = strtok(why, "\n"); line; line = strtok(NULL, "\n")) printf("  %s\n", line);
    if (own && strcmp(own, method) != 0)
        printf("  The model itself asks for %s, and gets it without --method. Measure both: saltus "
               "compare %s --methods %s,%s\n",
               own, x->point.job.model, own, method);
    else if (own)
        puts("  The model itself asks for the same.");
    else if (strcmp(method, SALTUS_METHOD) != 0)
        printf("  Without --method %s the default is used, %s.\n", method, SALTUS_METHOD);
}

/* ---- The command ----------------------------------------------------------------------------- */

static void explain_text(struct explain *x)
{
    explain_variables(x);
    explain_equations(x);
    explain_preparation(x);
    explain_events(x);
    explain_links(x);
    explain_structure(x);
    explain_method(x);
}

static bool to_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* A diagram has no equations to explain, but blocks; an FMU has variables. */
static bool explain_diagram(const struct cli *c, const char *dot, const char *svg, int *exit)
{
    struct job j;
    bool diagram;
    if (!job_options(c, &j)) {
        *exit = EXIT_USAGE;
        return true;
    }
    diagram = job_is_diagram(j.path) || job_is_fmu(j.path);
    if (job_is_fmu(j.path) && (dot || svg)) {
        talk_error("%s: an FMU is not drawn", dot ? "--dot" : "--svg");
        *exit = EXIT_USAGE;
    } else if (job_is_fmu(j.path)) {
        *exit = fmus_explain(&j);
    } else if (diagram && dot) {
        talk_error("--dot: a diagram is drawn with --svg");
        *exit = EXIT_USAGE;
    } else if (diagram) {
        *exit = diagrams_explain(&j, svg);
    }
    job_free(&j);
    return diagram;
}

/* What is not certified is listed below. */
static void only_errors(void *user, const saltus_diag *d)
{
    (void)user;
    if (d->status < 0) saltus_diag_print(stderr, d);
}

/* A model of components is drawn as such; others as a graph of what drives what. As
 * schematic_draw. */
static int draw_parts(const struct explain *x, const char *svg)
{
    const char *text = x->model->experiment.text;
    char title[400];
    snprintf(title, sizeof title, "%s%s%s", x->model->name, text && *text ? ": " : "",
             text ? text : "");
    return schematic_draw(&x->point.job, title, svg);
}

int cmd_explain(const struct cli *c)
{
    struct explain x = {0};
    int drawn = 0;
    const char *dot = cli_text(c, "dot"), *svg = cli_text(c, "svg");
    int exit;
    if (explain_diagram(c, dot, svg, &exit)) return exit;
    exit = point_open(c, &x.point);
    if (exit == EXIT_FINE) {
        saltus_options o = point_options(&x.point);
        if (!o.diag) o.diag = only_errors;
        exit = point_reach(&x.point, &o, NAN, &x.sim);
    }
    if (exit == EXIT_FINE) {
        x.model = x.point.model;
        x.env = &((const struct sim *)x.sim)->net.env;
        x.d = decls_of(x.model);
        ask_all(&x);
        find_modes(&x);
        if (!to_stdout(dot) && !to_stdout(svg)) explain_text(&x);
        if (svg) drawn = draw_parts(&x, svg);
        if (drawn < 0) exit = EXIT_RUN;
        if ((dot || (svg && !drawn)) && !explain_graph(&x, dot, drawn ? NULL : svg))
            exit = EXIT_RUN;
    }
    free(x.mode_of);
    forget_all(&x);
    decls_free(&x.d);
    saltus_sim_free(x.sim);
    point_close(&x.point);
    return exit;
}
