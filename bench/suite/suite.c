/* SPDX-License-Identifier: MIT */
/* suite.c - runs the suite.
 *
 *     suite [--problem a,b] [--case name] [--methods a,b] [--tolerances 1e-2,1e-3] [--repeat 3]
 *           [--out results.json] [--work folder] [--folder bench/circuits] [--list]
 *
 * For each case: (1) the model is made, (2) the reference read or made, (3) every contestant runs once at every tolerance, from the
 * coarsest on, and is compared with the reference; whoever twice in a row did not come to the end, or was beaten three times in time
 * by a run with no more error, is not asked again, (4) the runs that are of interest are timed again, one repetition of all
 * after the other, so that a moment in which the machine is busy harms nobody alone; the least time counts. Of no
 * interest is a run that another one of its side beats three times. */
#include "suite.h"
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PROBLEMS = 64 };

struct settings {
    const char *problems, *cases, *methods, *tolerances, *out, *work, *folder;
    int repeat, list;
};

/* Is the word in a list by commas? No list has all. */
static int chosen(const char *list, const char *word)
{
    size_t n = strlen(word);
    if (!list) return 1;
    for (const char *p = list;; p++) {
        size_t m = strcspn(p, ",");
        if (m == n && strncmp(p, word, n) == 0) return 1;
        p += m;
        if (!*p) return 0;
    }
}

/* ---- The runs ------------------------------------------------------------------------------------- */

/* Classic methods are not asked for the coarsest tolerances, quantized ones not for the finest. */
static int beyond_sense(const struct suite_case *c, const struct contestant *k, double tol)
{
    if (k->family == SUITE_QUANTIZED) return tol < c->finest * (1 - 1e-9);
    return k->family != SUITE_SPICE && tol > c->classic * (1 + 1e-9);
}

static void tell(const struct contestant *k, double tol, const struct outcome *o)
{
    static const char *const why[] = {"", "time limit", "failed", "skipped"};
    printf("    %-20s %7.0e ", k->name, tol);
    if (o->status == SUITE_OK)
        printf("%10.3f ms %10.0f steps  error %8.1e\n", 1e3 * o->seconds, o->steps,
               o->error.relative);
    else
        printf("%s\n", why[o->status]);
    fflush(stdout);
}

/* Who is compared with whom: quantized methods, SUNDIALS and DOPRI5, loops written by hand for this suite. ngspice, whoever
 * goes from event to event (exact, auto) and loops for one model alone are compared with nobody: they would only keep others from
 * being measured. */
enum side { QUANTIZED, STANDARD, BY_HAND, ALONE };

static enum side side_of(const struct contestant *k)
{
    if (k->family == SUITE_SPICE || k->family == SUITE_EXACT) return ALONE;
    if (strcmp(k->method, "auto") == 0 || strcmp(k->method, "lean") == 0) return ALONE;
    if (k->family == SUITE_QUANTIZED) return QUANTIZED;
    if (k->family == SUITE_CLASSIC) return STANDARD;
    return strncmp(k->method, "esdirk", 6) == 0 || strcmp(k->method, "grid") == 0 ? BY_HAND
                                                                                  : STANDARD;
}

static int same_side(const struct contestant *a, const struct contestant *b)
{
    return side_of(a) != ALONE && side_of(a) == side_of(b);
}

/* Is there a run of the same side with no more error in less than 1/times of the time? */
static int beaten(const struct contestant *list, const struct entry *e, int n, int k, double times)
{
    for (int j = 0; j < n; j++)
        if (e[j].o.status == SUITE_OK &&
            same_side(&list[e[j].contestant], &list[e[k].contestant]) &&
            times * e[j].o.seconds < e[k].o.seconds &&
            e[j].o.error.relative <= e[k].o.error.relative)
            return 1;
    return 0;
}

/* A run is given 15 times as long as the fastest of its side has needed at this tolerance, if that is less than the case's limit. */
static double limit_of(const struct arena_case *a, const struct contestant *list,
                       const struct entry *e, int n)
{
    double limit = a->c->limit;
    for (int j = 0; j < n; j++)
        if (e[j].o.status == SUITE_OK && e[j].tolerance == e[n].tolerance &&
            same_side(&list[e[j].contestant], &list[e[n].contestant]))
            limit = fmin(limit, fmax(15 * e[j].o.seconds, 0.05) + 2 * e[j].o.ready);
    return limit;
}

/* Did run n fail, or is it beaten? ngspice is a program of its own that the limit does not end: it shall not come near it. */
static int hopeless(const struct arena_case *a, const struct contestant *list,
                    const struct entry *e, int n)
{
    if (e[n].o.status != SUITE_OK || beaten(list, e, n, n, 3)) return 1;
    return list[e[n].contestant].family == SUITE_SPICE && 2 * e[n].o.seconds > a->c->limit;
}

/* Methods that move all states together need longer for a finer tolerance; quantized ones may end there all the same. */
static int out_of_time(const struct contestant *k, const struct outcome *o)
{
    return o->status == SUITE_LIMIT && k->family != SUITE_QUANTIZED;
}

/* (3) One contestant from coarse to fine; entries are appended. */
static void first_runs(const struct arena_case *a, const struct contestant *list, int who,
                       struct entry *e, int *n)
{
    const struct suite_case *c = a->c;
    int in_a_row = 0;
    for (int j = 0; j < c->tolerances; j++) {
        struct entry *x = &e[*n];
        if (beyond_sense(c, &list[who], c->tolerance[j])) continue;
        *x = (struct entry){.contestant = who, .tolerance = j, .repeats = 1};
        x->o = (struct outcome){.status = SUITE_SKIPPED, .error = {NAN, NAN, NAN}};
        if (in_a_row < 2) {
            child_run(a, &list[who], c->tolerance[j], limit_of(a, list, e, *n), 1, NULL, &x->o);
            tell(&list[who], c->tolerance[j], &x->o);
            in_a_row = hopeless(a, list, e, *n) ? in_a_row + 1 : 0;
            if (out_of_time(&list[who], &x->o)) in_a_row = 2;
        }
        (*n)++;
    }
}

/* Worth timing again? Long runs are not: their first time will do. */
static int of_interest(const struct contestant *list, const struct entry *e, int n, int k,
                       double limit)
{
    return e[k].o.status == SUITE_OK && e[k].o.seconds * 4 <= limit && !beaten(list, e, n, k, 3);
}

/* (4) */
static void repeat(const struct arena_case *a, const struct contestant *list, struct entry *e,
                   int n, int times)
{
    unsigned char *again = calloc((size_t)n + 1, 1);
    struct outcome o;
    for (int k = 0; again && k < n; k++)
        again[k] = (unsigned char)of_interest(list, e, n, k, a->c->limit);
    for (int r = 0; again && r < times; r++)
        for (int k = 0; k < n; k++) {
            if (!again[k]) continue;
            child_run(a, &list[e[k].contestant], a->c->tolerance[e[k].tolerance], a->c->limit, 0,
                      NULL, &o);
            if (o.status != SUITE_OK) continue;
            if (r == 0 || o.seconds < e[k].o.seconds) e[k].o.seconds = o.seconds;
            e[k].repeats = r + 1;
        }
    free(again);
}

static int run_case(const struct suite_case *c, const struct settings *s, FILE *json, FILE *csv,
                    int first)
{
    struct arena_case a = {.c = c, .folder = s->folder};
    struct contestant *list = NULL;
    struct entry *e = NULL;
    int n = 0, count = 0, ok;
    printf("%s, %s\n", c->problem, c->name);
    fflush(stdout);
    ok = arena_open(&a, s->work);
    if (ok) {
        count = contest_list(c, &list);
        e = calloc((size_t)(count * c->tolerances) + 1, sizeof *e);
        ok = e != NULL;
    }
    for (int k = 0; ok && k < count; k++)
        if (chosen(s->methods, list[k].name)) first_runs(&a, list, k, e, &n);
    if (ok) repeat(&a, list, e, n, s->repeat);
    if (ok) results_case(json, csv, &(struct result){&a, list, e, n}, first);
    free(e);
    free(list);
    arena_close(&a);
    return ok;
}

/* ---- The command ---------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Folders with a description, by name. */
static int folders(const char *folder, char (*name)[SUITE_NAME])
{
    DIR *d = opendir(folder);
    struct dirent *x;
    struct stat st;
    char path[700];
    int n = 0;
    while (d && n < PROBLEMS && (x = readdir(d))) {
        snprintf(path, sizeof path, "%s/%s/problem.txt", folder, x->d_name);
        if (x->d_name[0] != '.' && stat(path, &st) == 0)
            snprintf(name[n++], SUITE_NAME, "%.*s", SUITE_NAME - 1, x->d_name);
    }
    if (d) closedir(d);
    qsort(name, (size_t)n, sizeof *name, by_name);
    return n;
}

static int all_cases(const struct settings *s, struct suite_case **list, int *n)
{
    static const char *const usage = "suite: no such problem; --list names them\n";
    char name[PROBLEMS][SUITE_NAME];
    int count = folders(s->folder, name);
    for (int k = 0; k < count; k++)
        if (chosen(s->problems, name[k]) && !suite_describe(s->folder, name[k], list, n)) return 0;
    if (*n == 0) fputs(usage, stderr);
    return *n > 0;
}

static int settings_read(struct settings *s, int argc, char **argv)
{
    struct {
        const char *name, **at;
    } text[] = {{"--problem", &s->problems},      {"--case", &s->cases}, {"--methods", &s->methods},
                {"--tolerances", &s->tolerances}, {"--out", &s->out},    {"--work", &s->work},
                {"--folder", &s->folder}};
    for (int k = 1; k < argc; k++) {
        int known = 0;
        if (strcmp(argv[k], "--list") == 0) known = s->list = 1;
        if (strcmp(argv[k], "--repeat") == 0 && k + 1 < argc)
            known = 1, s->repeat = atoi(argv[++k]);
        for (size_t j = 0; !known && j < sizeof text / sizeof *text; j++)
            if (strcmp(argv[k], text[j].name) == 0 && k + 1 < argc)
                known = 1, *text[j].at = argv[++k];
        if (!known) {
            fprintf(stderr, "suite: unknown option or missing value: %s\n", argv[k]);
            return 0;
        }
    }
    return 1;
}

static void override_tolerances(struct suite_case *c, const char *list)
{
    char *end;
    for (c->tolerances = 0; *list && c->tolerances < SUITE_TOLERANCES;
         list = *end ? end + 1 : end) {
        c->tolerance[c->tolerances++] = strtod(list, &end);
        if (end == list) break;
    }
}

static int run_all(const struct settings *s, struct suite_case *list, int n)
{
    char path[600];
    FILE *json = fopen(s->out, "w"), *csv;
    int first = 1, ok = 1;
    snprintf(path, sizeof path, "%.*s.csv", (int)(strlen(s->out) - 5), s->out);
    csv = fopen(path, "w");
    if (!json || !csv) {
        fprintf(stderr, "suite: %s cannot be written\n", s->out);
        return 0;
    }
    results_begin(json, csv, SUITE_ROOT);
    for (int k = 0; k < n; k++) {
        if (!chosen(s->cases, list[k].name)) continue;
        if (s->tolerances) override_tolerances(&list[k], s->tolerances);
        ok &= run_case(&list[k], s, json, csv, first);
        first = 0;
    }
    return !fclose(json) && !fclose(csv) && ok;
}

int main(int argc, char **argv)
{
    struct settings s = {
        .repeat = 3, .out = "results.json", .work = ".", .folder = SUITE_ROOT "/bench/suite"};
    struct suite_case *list = NULL;
    size_t length;
    int n = 0, ok;
    if (!settings_read(&s, argc, argv)) return 2;
    length = strlen(s.out);
    if (length < 5 || strcmp(s.out + length - 5, ".json") != 0) {
        fputs("suite: --out wants a name that ends in .json\n", stderr);
        return 2;
    }
    ok = all_cases(&s, &list, &n);
    for (int k = 0; s.list && k < n; k++)
        printf("%-12s %-8s %s\n", list[k].problem, list[k].name, list[k].title);
    if (ok && !s.list) ok = run_all(&s, list, n);
    free(list);
    return !ok;
}
