/* SPDX-License-Identifier: MIT */
/* sweep_report.h - what came out of a sweep (sweep.c), as tables.
 *
 * Errors are those of the runs that came to their end; `far` counts those above MISS times the model's condition. Cost is compared with that of the best quantized method for
 * each model, among those that end on it and are not `auto`, which is no single method: the ratio's quantiles tell
 * what is lost by taking one method for everything. A run that does not end has the ratio infinity; models that no method
 * ends on say nothing about cost. */
#ifndef SWEEP_REPORT_H
#define SWEEP_REPORT_H

#include "saltus.h"
#include "stiff_run.h"

enum { METHODS = 40, WORST = 10, MISS = 20 };

struct run {
    saltus_status status;
    uint64_t steps, evaluations, events;
    double seconds, worst, rel;
};

struct sweep {
    const saltus_method_info *method[METHODS];
    int methods, models, found, verbose;
    uint64_t seed, *seeds;
    int *kind; /* of each model: physics, + STIFF_PHYSICS if it has switches */
    double tol, *condition;
    struct run *run; /* models x methods */
    FILE *csv;
};

static struct run *run_of(const struct sweep *w, int model, int method)
{
    return &w->run[model * w->methods + method];
}

static int ends(const struct sweep *w, int model, int method)
{
    return run_of(w, model, method)->status == SALTUS_OK;
}

static int misses(const struct sweep *w, int model, int method)
{
    return ends(w, model, method) &&
           !(run_of(w, model, method)->worst <= MISS * w->condition[model]);
}

/* ---- Quantiles ------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_quantiles(double *v, int n, const double *parts, int count)
{
    if (n > 0) qsort(v, (size_t)n, sizeof *v, ascending);
    for (int j = 0; j < count; j++)
        if (n > 0)
            printf(" %7.3g", v[(int)(parts[j] * (n - 1) + 0.5)]);
        else
            printf(" %7s", "-");
    printf(" |");
}

/* ---- Cost ------------------------------------------------------------------------------------ */

static double cost(const struct sweep *w, int model, int method, int steps)
{
    const struct run *r = run_of(w, model, method);
    return r->status != SALTUS_OK ? INFINITY : steps ? (double)r->steps : r->seconds;
}

static int single(const struct sweep *w, int method)
{
    return strcmp(w->method[method]->family, "quantized") == 0 &&
           strcmp(w->method[method]->name, "auto") != 0;
}

static double best_cost(const struct sweep *w, int model, int steps)
{
    double best = INFINITY;
    for (int k = 0; k < w->methods; k++)
        if (single(w, k)) best = fmin(best, cost(w, model, k, steps));
    return best;
}

/* NaN: no method to compare with. */
static double ratio(const struct sweep *w, int model, int method, int steps)
{
    double a = cost(w, model, method, steps), b = best_cost(w, model, steps);
    return isinf(b) ? NAN : a / b;
}

/* The one that ends on most models; of several the one with the fewest steps on them. -1: none */
static int best_single(const struct sweep *w)
{
    int best = -1, most = -1;
    double least = INFINITY;
    for (int k = 0; k < w->methods; k++) {
        int count = 0;
        double steps = 0;
        for (int j = 0; j < w->found && single(w, k); j++)
            if (ends(w, j, k)) count++, steps += (double)run_of(w, j, k)->steps;
        if (!single(w, k) || count < most || (count == most && steps >= least)) continue;
        best = k, most = count, least = steps;
    }
    return best;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void print_errors(const struct sweep *w, int method, double *v)
{
    static const double parts[] = {0.5, 0.9, 1};
    for (int rel = 0; rel < 2; rel++) {
        int n = 0;
        for (int k = 0; k < w->found; k++)
            if (ends(w, k, method))
                v[n++] = rel ? run_of(w, k, method)->rel : run_of(w, k, method)->worst;
        print_quantiles(v, n, parts, 3);
    }
}

static void print_method(const struct sweep *w, int method, double *v)
{
    static const double parts[] = {0.5, 0.9, 0.99, 1};
    int open = 0, far = 0;
    double seconds = 0;
    for (int k = 0; k < w->found; k++) {
        const struct run *r = run_of(w, k, method);
        open += r->status != SALTUS_OK;
        far += misses(w, k, method);
        seconds += r->seconds;
    }
    printf("%-12s %4d %4d |", w->method[method]->name, open, far);
    print_errors(w, method, v);
    for (int steps = 0; steps < 2; steps++) {
        int n = 0;
        for (int k = 0; k < w->found; k++)
            if (!isnan(ratio(w, k, method, steps))) v[n++] = ratio(w, k, method, steps);
        print_quantiles(v, n, parts, 4);
    }
    printf(" %7.3g\n", seconds);
}

static void print_table(const struct sweep *w, double *v)
{
    printf("%-12s %4s %4s | %-23s | %-23s | %-31s | %-31s |\n", "", "not", "",
           "error in tolerances", "the same by (20)", "CPU / best for the model",
           "steps / best for the model");
    printf("%-12s %4s %4s |", "method", "end", "far");
    for (int j = 0; j < 2; j++) printf(" %7s %7s %7s |", "50%", "90%", "max");
    for (int j = 0; j < 2; j++) printf(" %7s %7s %7s %7s |", "50%", "90%", "99%", "max");
    printf(" %7s\n", "CPU s");
    for (int k = 0; k < w->methods; k++) print_method(w, k, v);
}

/* On how many models of each kind does a method not end? */
static void print_kinds(const struct sweep *w)
{
    static const char *const names[] = {"diffusive",  "network",  "skew",
                                        "diffusive+", "network+", "skew+"};
    int all[2 * STIFF_PHYSICS] = {0};
    for (int k = 0; k < w->found; k++) all[w->kind[k]]++;
    printf("\nModels without an end, by kind (+: with switches)\n%-12s", "method");
    for (int j = 0; j < 2 * STIFF_PHYSICS; j++) printf(" %11s", names[j]);
    puts("");
    for (int m = 0; m < w->methods; m++) {
        int open[2 * STIFF_PHYSICS] = {0};
        for (int k = 0; k < w->found; k++) open[w->kind[k]] += !ends(w, k, m);
        printf("%-12s", w->method[m]->name);
        for (int j = 0; j < 2 * STIFF_PHYSICS; j++) printf("  %4d of %2d", open[j], all[j]);
        puts("");
    }
}

/* A method against the one that is best for all. */
static void print_against(const struct sweep *w, int method, double *v)
{
    static const double parts[] = {0.01, 0.1, 0.5, 0.9, 0.99, 1};
    int best = best_single(w);
    if (best < 0 || best == method) return;
    printf("\n%s against %s, the best single method, where that ends (1%%, 10%%, 50%%, 90%%, 99%%, "
           "max)\n",
           w->method[method]->name, w->method[best]->name);
    for (int steps = 0; steps < 2; steps++) {
        int n = 0;
        for (int k = 0; k < w->found; k++)
            if (ends(w, k, best)) v[n++] = cost(w, k, method, steps) / cost(w, k, best, steps);
        printf("  %-5s |", steps ? "steps" : "CPU");
        print_quantiles(v, n, parts, 6);
        puts("");
    }
}

/* The models on which one method costs most, against the best. */
static void print_worst(const struct sweep *w, int method, double *v)
{
    static struct stiff m;
    printf("\n%s: its %d most expensive models (steps against the best; nan: nobody else ends)\n",
           w->method[method]->name, WORST);
    for (int k = 0; k < w->found; k++) v[k] = ratio(w, k, method, 1);
    for (int k = 0; k < w->found; k++)
        if (isnan(v[k])) v[k] = ends(w, k, method) ? 0 : INFINITY;
    for (int row = 0; row < WORST && row < w->found; row++) {
        int at = 0;
        const struct run *r;
        for (int k = 1; k < w->found; k++)
            if (v[k] > v[at]) at = k;
        v[at] = -1;
        r = run_of(w, at, method);
        stiff_draw(&m, w->seeds[at]);
        printf("  --one %llu %s %g: %.3g times, %llu steps, %.3g ms, error %.3g; %s\n",
               (unsigned long long)w->seeds[at], w->method[method]->name, w->tol,
               ratio(w, at, method, 1), (unsigned long long)r->steps, 1e3 * r->seconds, r->worst,
               m.text);
    }
}

#endif
