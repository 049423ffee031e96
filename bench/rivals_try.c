/* SPDX-License-Identifier: MIT */
/* rivals_try.c - one run of a classic rival (bench/rivals): its error, CPU time, steps.
 *
 *     rivals_try problem size method tolerance [parameter]      size 0: usual; method all: any
 *
 * The time is the least of REPEAT runs that sample nothing (one, if a run takes longer than a
 * second). The error, of a run of its own, is relative (equation 20 of the mLIQSS paper) against
 * the reference of that size, where there is one in tests/data/reference or in the folder that
 * SALTUS_REFERENCE names. */
#include "reference.h"
#include "rivals/rivals.h"

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

enum { REPEAT = 9 };

/* Which columns count: those of the papers. NULL: all. */
static const struct {
    const char *problem, *file, *columns;
    int32_t size;
    double parameter;
} references[] = {
    {"inverters", "inverter", "w500", 500, NAN},
    {"adr", "adr", NULL, 1000, 0.001},
    {"adr", "adr_N10000", NULL, 10000, 0.001},
    {"adr", "adr_N100000", NULL, 100000, 0.001},
    {"cuk", "cuk", "uC2", 4, NAN},
    {"cuk", "cuk_N8", "uC2", 8, NAN},
    {"cuk", "cuk_N16", "uC2", 16, NAN},
    {"cuk", "cuk_N32", "uC2", 32, NAN},
    {"tyson", "tyson", "M_", 100, NAN},
    {"tyson", "tyson_N1000", "M_", 1000, NAN},
    {"tyson", "tyson_N10000", "M_", 10000, NAN},
    {"buck", "buck", NULL, 1, NAN},
    {"motor", "motor", "omega", 1, 10},
    {"tline", "tline", "u35", 40, NAN},
    {"vanderpol", "vdp", "x1", 2, 1000},
    {"buckn", "buckn", NULL, 4, NAN},
    {"buckn", "buckn_N32", NULL, 32, NAN},
};

static int is_same(double a, double b)
{
    return a == b || (isnan(a) || isnan(b));
}

/* The number of its line, or -1. */
static int find_reference(const struct rival_case *c)
{
    for (int k = 0; k < (int)(sizeof references / sizeof *references); k++)
        if (strcmp(references[k].problem, c->problem) == 0 &&
            (c->size == 0 || references[k].size == c->size) &&
            is_same(c->parameter, references[k].parameter))
            return k;
    return -1;
}

/* The inverter chain feeds forward only: its first 500 cells are the same at any size. */
static int read_reference(const struct rival_case *c, struct reference *ref, const char **columns)
{
    struct rival_case smaller = *c;
    const char *folder = getenv("SALTUS_REFERENCE");
    int k;
    if (strcmp(c->problem, "inverters") == 0 && c->size > 500) smaller.size = 500;
    k = find_reference(&smaller);
    if (k < 0) return 0;
    *columns = references[k].columns;
    return reference_read(ref, folder ? folder : TEST_DATA "/reference", references[k].file);
}

static double distance(const struct reference *ref, const double *value, const char *columns)
{
    double square = 0, scale = 0;
    for (int row = 0; row < ref->rows; row++)
        for (int j = 0; j < ref->columns; j++) {
            double b = ref->value[row * ref->columns + j], a = value[row * ref->columns + j] - b;
            if (columns && strncmp(ref->name[j], columns, strlen(columns)) != 0) continue;
            square += a * a;
            scale += b * b;
        }
    return sqrt(square / scale);
}

/* NAN: no reference. */
static double error_of(const struct rival_case *c, const char *method, double tol)
{
    const char *columns, *name[REFERENCE_COLUMNS];
    struct reference ref;
    struct rival_samples s = {.name = name};
    struct rival_stats stats;
    double error = NAN;
    if (!read_reference(c, &ref, &columns)) return NAN;
    for (int j = 0; j < ref.columns; j++) name[j] = ref.name[j];
    s.t = ref.t;
    s.rows = ref.rows;
    s.columns = ref.columns;
    s.value = malloc(sizeof *s.value * (size_t)(ref.rows * ref.columns));
    if (s.value && rival_run(c, method, tol, &s, &stats) == 0)
        error = distance(&ref, s.value, columns);
    free(s.value);
    reference_free(&ref);
    return error;
}

static int try_one(const struct rival_case *c, const char *method, double tol)
{
    struct rival_stats stats = {0};
    double least = INFINITY;
    for (int k = 0; k < REPEAT && (k == 0 || stats.seconds < 1); k++) {
        int status = rival_run(c, method, tol, NULL, &stats);
        if (status) return printf("%-14s failed (%d)\n", method, status), 1;
        least = fmin(least, stats.seconds);
    }
    printf("%-14s %7.0e error %8.2e  %10.3f ms  %9lld steps %8lld rejected %9lld evaluations "
           "%8lld factorizations %8lld events %8.0f kB\n",
           method, tol, error_of(c, method, tol), 1e3 * least, (long long)stats.steps,
           (long long)stats.rejected, (long long)stats.evaluations, (long long)stats.factorizations,
           (long long)stats.events, stats.bytes / 1024);
    fflush(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    struct rival_case c = {.parameter = NAN};
    int failed = 0;
    double tol;
    if (argc < 5) {
        fputs("usage: rivals_try problem size method tolerance [parameter]\n", stderr);
        return 2;
    }
    c.problem = argv[1];
    c.size = (int32_t)strtol(argv[2], NULL, 10);
    if (argc > 5) c.parameter = strtod(argv[5], NULL);
    tol = strtod(argv[4], NULL);
    if (strcmp(argv[3], "all") != 0) return try_one(&c, argv[3], tol);
    for (const char *const *m = rival_methods(); *m; m++)
        if (rival_fits(&c, *m)) failed |= try_one(&c, *m, tol);
    return failed;
}
