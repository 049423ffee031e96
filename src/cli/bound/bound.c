/* SPDX-License-Identifier: MIT */
/* bound.c - saltus bound MODEL: how far from the exact solution can a run be, at any time?
 *
 * The model is linearised at its start or where a run until --at T arrives. If that is stable, the
 * bound of each method follows (bound_math.c); methods with the same formula and factor share a
 * column. For a model that is affine it holds for all times and all values; otherwise it is what
 * the linear model at this point says, and the output says that. No finite bound is an answer, too,
 * not a failure. */
#include "cli/bound/bound_math.h"
#include "cli/run/point.h"
#include "run/sim.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 1500, SHOWN = 40, SOME = 20, EIGENVALUES = 12, GROUPS = 8 };

struct group { /* methods with one bound */
    int formula;
    double factor;
    const char *first;
    char names[160];
    bool changes; /* one of them may leave quantized states */
};

struct request {
    const struct point *p;
    const saltus_sim *sim;
    struct jacobian j;
    struct bound b;
    struct group groups[GROUPS];
    int n_groups;
    double want; /* NaN: nothing */
};

/* ---- Methods --------------------------------------------------------------------------------- */

static void group_methods(struct request *r)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list);
    for (size_t k = 0; k < n; k++) {
        if (!(list[k].bound > 0)) continue;
        int formula = bound_formula(&list[k]), g = 0;
        double factor = bound_factor(&list[k], r->j.affine);
        if (r->p->job.method && strcmp(r->p->job.method, list[k].name) != 0) continue;
        while (g < r->n_groups &&
               (r->groups[g].formula != formula || r->groups[g].factor != factor))
            g++;
        if (g == GROUPS) continue;
        struct group *to = &r->groups[g];
        if (g == r->n_groups) *to = (struct group){formula, factor, list[k].name, "", false};
        if (g == r->n_groups) r->n_groups++;
        to->changes |= list[k].options && strstr(list[k].options, "together");
        snprintf(to->names + strlen(to->names), sizeof to->names - strlen(to->names), "%s%s",
                 to->names[0] ? ", " : "", list[k].name);
    }
}

/* ---- What is printed ------------------------------------------------------------------------- */

static void name_of(const struct request *r, int32_t i, char *buf, size_t size)
{
    saltus_sim_name(r->sim, SALTUS_STATE, i, buf, size);
}

static bool has_events(const struct request *r)
{
    return saltus_sim_count(r->sim, SALTUS_GUARD) + saltus_sim_count(r->sim, SALTUS_CLOCK) > 0;
}

static void print_head(const struct request *r)
{
    const char *name = r->p->model->name;
    printf("%s: %d state%s, linearised at t = %.6g\n", name, r->j.n, r->j.n == 1 ? "" : "s",
           saltus_sim_time(r->sim));
    if (r->j.affine)
        printf("The model is linear%s: what follows holds for all values of its states.\n",
               has_events(r) ? " between events" : "");
    else
        printf(
            "The model is not linear%s: this is its linear model at that point, and what follows\n"
            "holds as long as the run stays near it.\n",
            r->j.timed ? ", or reads the time" : "");
    if (has_events(r))
        puts("It has events: the bound is that of the present mode; an event that comes a little "
             "too early or too late,\nand what it changes, is not in it.");
}

static void print_eigenvalue(double re, double im)
{
    if (im == 0)
        printf("  %.6g\n", re);
    else
        printf("  %.6g +- %.6gi\n", re, fabs(im));
}

/* Of a pair one; the slowest and the fastest if there are many. */
static void print_eigenvalues(const struct request *r)
{
    const struct spectrum *s = &r->b.spectrum;
    int32_t half = EIGENVALUES / 2, skipped = 0;
    puts("\nEigenvalues");
    for (int32_t k = 0; k < s->n; k++) {
        bool middle = s->n > EIGENVALUES && k >= half && k < s->n - half;
        if (middle && skipped++ == 0) printf("  ... %d more\n", s->n - 2 * half);
        if (!middle && s->im[k] >= 0) print_eigenvalue(s->re[k], s->im[k]);
    }
}

static void print_stiffness(const struct request *r)
{
    const struct spectrum *s = &r->b.spectrum;
    double fast = 0, slow = INFINITY;
    for (int32_t k = 0; k < s->n; k++) {
        double rate = fabs(s->re[k]);
        if (rate > fast) fast = rate;
        if (rate > r->b.zero && rate < slow) slow = rate;
    }
    if (s->n > 1 && slow < INFINITY) printf("\nStiffness ratio %.4g", fast / slow);
    if (s->n > 1)
        printf("%sondition of the eigenvectors %.3g\n", slow < INFINITY ? ", c" : "\nC",
               s->condition);
}

/* Does some quantum follow the size of its state? */
static bool relative(const struct request *r)
{
    const struct net *net = &((const struct sim *)r->sim)->net;
    for (int32_t i = 0; i < net->n; i++)
        if (net->quanta[i & net->each].rel > 0) return true;
    return false;
}

static void print_quanta(const struct request *r)
{
    double lo = INFINITY, hi = 0;
    for (int32_t i = 0; i < r->j.n; i++) {
        lo = fmin(lo, r->j.quantum[i]);
        hi = fmax(hi, r->j.quantum[i]);
    }
    if (lo == hi)
        printf("\nQuantum %.4g in all states.\n", lo);
    else
        printf("\nQuanta from %.4g to %.4g.\n", lo, hi);
    if (relative(r))
        puts(lo == hi ? "It is relative and as it is at this point; when states grow it grows, and "
                        "the bound with it.\n--tol 0,QUANTUM makes it constant."
                      : "They are relative and as they are at this point; when states grow they "
                        "grow, and the bound with them.\n--tol 0,QUANTUM makes them constant.");
    if (r->b.spectrum.condition > 1e8)
        puts("The eigenvectors are nearly dependent: the bounds are true, but far above what "
             "happens.");
}

/* The states with the largest bounds, in units of their quanta, in the order of their numbers. */
static void choose(const struct request *r, bool *show)
{
    double *worth = calloc((size_t)r->j.n + 1, sizeof *worth);
    for (int32_t i = 0; i < r->j.n; i++) show[i] = r->j.n <= SHOWN;
    if (r->j.n <= SHOWN || !worth) {
        free(worth);
        return;
    }
    for (int32_t i = 0; i < r->j.n; i++) worth[i] = r->b.gain[0][i] / r->j.quantum[i];
    for (int k = 0; k < SOME; k++) {
        int32_t best = 0;
        for (int32_t i = 1; i < r->j.n; i++)
            if (worth[i] > worth[best]) best = i;
        show[best] = true;
        worth[best] = -1;
    }
    free(worth);
}

static int name_width(const struct request *r, const bool *show)
{
    int width = 7;
    char name[128];
    for (int32_t i = 0; i < r->j.n; i++) {
        if (!show[i]) continue;
        name_of(r, i, name, sizeof name);
        if ((int)strlen(name) > width) width = (int)strlen(name);
    }
    return width < 40 ? width : 40;
}

static void print_row(const struct request *r, int32_t i, int width)
{
    char name[128];
    name_of(r, i, name, sizeof name);
    printf("%-*s  %11.4g  %10.4g", width, name, r->j.x[i], r->j.quantum[i]);
    for (int g = 0; g < r->n_groups; g++)
        printf("  %10.4g", r->groups[g].factor * r->b.gain[r->groups[g].formula][i]);
    putchar('\n');
}

static void print_bounds(const struct request *r, const bool *show, int width)
{
    printf("\nBound of |error|, %s\n%-*s  %11s  %10s",
           r->j.affine ? "for all times" : "as long as the run stays near this point", width,
           "state", "value", "quantum");
    for (int g = 0; g < r->n_groups; g++) printf("  %10s", r->groups[g].first);
    putchar('\n');
    for (int32_t i = 0; i < r->j.n; i++)
        if (show[i]) print_row(r, i, width);
    if (r->j.n > SHOWN)
        printf("... %d more; these are the %d with the largest bounds, in quanta\n", r->j.n - SOME,
               SOME);
}

static void print_groups(const struct request *r)
{
    putchar('\n');
    for (int g = 0; g < r->n_groups; g++) {
        const struct group *m = &r->groups[g];
        printf("%s: |q - x| <= %.3g quanta%s; formula (%d)\n", m->names, m->factor,
               r->j.affine ? "" : ", with the rest of cut-off series", 2 + m->formula);
    }
    for (int g = 0; g < r->n_groups; g++)
        if (r->groups[g].changes)
            printf("%s: as long as its states are quantized; run --together false keeps them so\n",
                   r->groups[g].names);
    puts("Formulas: docs/bound.md");
}

/* What keeps every state within `want`, with one quantum for all; and state by state. */
static void print_wanted(const struct request *r, const bool *show, int width)
{
    char name[128];
    printf("\nQuantum, the same in all states, for errors up to %.4g\n%-*s", r->want, width, "");
    for (int g = 0; g < r->n_groups; g++) printf("  %10s", r->groups[g].first);
    printf("\n%-*s", width, "all");
    for (int g = 0; g < r->n_groups; g++) {
        double most = 0;
        for (int32_t i = 0; i < r->j.n; i++)
            most = fmax(most, r->b.uniform[r->groups[g].formula][i]);
        printf("  %10.4g", r->want / (r->groups[g].factor * most));
    }
    putchar('\n');
    for (int32_t i = 0; i < r->j.n && r->j.n > 1; i++) {
        if (!show[i]) continue;
        name_of(r, i, name, sizeof name);
        printf("%-*s", width, name);
        for (int g = 0; g < r->n_groups; g++)
            printf("  %10.4g",
                   r->want / (r->groups[g].factor * r->b.uniform[r->groups[g].formula][i]));
        putchar('\n');
    }
    puts("(--tol 0,QUANTUM makes it the same everywhere; the line of a state counts that state "
         "alone.)");
}

/* ---- No bound -------------------------------------------------------------------------------- */

static void print_reason(const struct request *r, enum bound_outcome outcome)
{
    const struct spectrum *s = &r->b.spectrum;
    if (outcome == BOUND_DEFECTIVE) {
        puts("\nNo bound: the eigenvectors of the linear model depend on each other, or so nearly "
             "that the formula,\nwhich needs the inverse of their matrix, says nothing.");
        return;
    }
    printf("\nNo finite bound: the linear model is %s. Not decaying:\n",
           outcome == BOUND_UNSTABLE ? "unstable" : "marginally stable");
    for (int32_t k = 0, n = 0; k < s->n && s->re[k] >= -r->b.zero; k++) {
        if (s->im[k] < 0) continue;
        if (n++ < EIGENVALUES) print_eigenvalue(s->re[k], s->im[k]);
    }
    puts(outcome == BOUND_UNSTABLE ? "Errors grow with such a mode, whatever the method. Compare "
                                     "two tolerances instead: saltus compare."
                                   : "Errors do not fade in such a mode and may add up over a run. "
                                     "Compare two tolerances instead: saltus compare.");
}

static int refuse(const struct request *r)
{
    if (r->b.status == SPECTRUM_NO_LAPACK) {
        talk_error("this saltus was built without LAPACK, which 'bound' needs");
        talk_hint("install the Debian package liblapack-dev and build again");
    } else {
        talk_error("%s", r->b.status == SPECTRUM_NO_MEMORY
                             ? "out of memory"
                             : "the eigenvalues were not found: LAPACK's dgeev did not converge");
    }
    return EXIT_RUN;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int answer(struct request *r)
{
    enum bound_outcome outcome = bound_find(&r->b, &r->j);
    bool *show;
    int width;
    if (outcome == BOUND_FAILED) return refuse(r);
    if (!(show = calloc((size_t)r->j.n + 1, sizeof *show))) return EXIT_RUN;
    group_methods(r);
    print_head(r);
    print_eigenvalues(r);
    print_stiffness(r);
    if (outcome != BOUND_FINE) {
        print_reason(r, outcome);
        free(show);
        return EXIT_FINE;
    }
    print_quanta(r);
    choose(r, show);
    width = name_width(r, show);
    print_bounds(r, show, width);
    if (!isnan(r->want)) print_wanted(r, show, width);
    print_groups(r);
    free(show);
    return EXIT_FINE;
}

/* Is there a matrix of which eigenvalues can be found? */
static int linearise(struct request *r)
{
    int32_t n = saltus_sim_count(r->sim, SALTUS_STATE), at[2];
    char name[300];
    saltus_status st;
    if (n == 0) {
        talk_error("'%s' has no states: there is nothing to integrate", r->p->model->name);
        return EXIT_RUN;
    }
    if (n > MOST_STATES) {
        talk_error("%d states are too many for the eigenvalues of a full matrix; the limit is %d",
                   n, MOST_STATES);
        talk_hint("make the model smaller with --set, if it has a size");
        return EXIT_RUN;
    }
    st = sim_jacobian(r->sim, (int64_t)n * n * 2, &r->j, at);
    if (st == SALTUS_ENAN) {
        point_name_entry(r->sim, at, name, sizeof name);
        talk_error("the derivative of %s is not finite at this point", name);
        talk_hint("choose another with --at T");
    } else if (st < 0) {
        talk_error("the model cannot be linearised here: %s", saltus_status_text(st));
    } else if (r->j.delayed) {
        talk_error("'%s' has delays: its linear model has infinitely many eigenvalues, and these "
                   "bounds do not apply",
                   r->p->model->name);
        st = SALTUS_EARG;
    }
    return st < 0 ? EXIT_RUN : EXIT_FINE;
}

/* Only a quantum has such a bound. */
static bool has_bound(const struct cli *c)
{
    const char *method = cli_text(c, "method");
    const saltus_method_info *m = methods_find(method);
    if (!m || m->bound > 0) return true;
    talk_error("--method: '%s' has no quantum, from which the bound would follow; its tolerance is "
               "that of a single step, and how errors add up is not known in advance",
               method);
    talk_hint("measure it: saltus compare %s --methods %s --tol 1e-3 --tol 1e-4", cli_operand(c, 0),
              method);
    return false;
}

int cmd_bound(const struct cli *c)
{
    struct point p;
    saltus_sim *sim = NULL;
    struct request r = {.p = &p, .want = cli_number(c, "want", NAN)};
    int exit;
    if (!has_bound(c)) return EXIT_USAGE;
    exit = point_open(c, &p);
    if (exit == EXIT_FINE) {
        saltus_options o = point_options(&p);
        exit = point_reach(&p, &o, cli_number(c, "at", NAN), &sim);
    }
    r.sim = sim;
    if (exit == EXIT_FINE) exit = linearise(&r);
    if (exit == EXIT_FINE) exit = answer(&r);
    bound_free(&r.b);
    jacobian_free(&r.j);
    saltus_sim_free(sim);
    point_close(&p);
    return exit;
}
