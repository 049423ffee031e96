/* SPDX-License-Identifier: MIT */
/* compile.c - what it costs to have a model as text:
 *
 *   1  cold compile, cached load, for each model of the gallery
 *   2  time per step against the twin written by hand, in turns in one process, best of several
 *   3  growth with N: inverters, N = 10^3 .. 10^6
 *
 *     bench/compile [folder of the models]                                                       */
#define _POSIX_C_SOURCE 200809L
#include "models.h"
#include "saltus.h"
#include "saltus_compile.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 7 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static saltus_compiled *load(const char *folder, const char *name, int32_t n)
{
    char path[1024];
    saltus_set set = {"N", n};
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .sets = &set,
                                .n_sets = n > 0,
                                .backend = SALTUS_NATIVE};
    saltus_compiled *c = NULL;
    snprintf(path, sizeof path, "%s/%s/%s.mo", folder, name, name);
    if (saltus_compile_file(path, &o, &c) != SALTUS_OK) exit(1);
    return c;
}

/* ---- 1 ------------------------------------------------------------------------------------------- */

static void costs(const char *folder)
{
    static const char *const names[] = {
        "stiff2", "appendix_a", "pair",      "vanderpol",  "d4",    "oscillator", "tline",
        "buck",   "motor",      "inverters", "adr",        "cuk",   "tyson",      "bounce",
        "bball",  "neurons",    "airconds",  "thermostat", "lotka", "hybrid_pi",  "ring"};
    printf("%-12s %10s %10s %12s\n", "model", "text to C", "C compiler", "cached, all");
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        saltus_compiled *cold = load(folder, names[k], 0), *warm = load(folder, names[k], 0);
        saltus_compile_stats a = saltus_compiled_stats(cold), b = saltus_compiled_stats(warm);
        printf("%-12s %7.1f ms %7.1f ms %9.2f ms\n", names[k], a.front_ms, a.native_ms,
               b.front_ms + b.native_ms + b.load_ms);
        saltus_compiled_free(cold);
        saltus_compiled_free(warm);
    }
}

/* ---- 2 ------------------------------------------------------------------------------------------- */

static double once(const saltus_model *m, const char *method, double stop, uint64_t *steps)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    double t;
    o.method = method;
    o.rel = o.abs = 1e-3;
    if (saltus_sim_new(m, &o, &s) != SALTUS_OK) exit(1);
    t = seconds();
    if (saltus_sim_run(s, stop) != SALTUS_OK) exit(1);
    t = seconds() - t;
    *steps = saltus_sim_stats(s).steps;
    saltus_sim_free(s);
    return t;
}

static void ratio(const char *folder, const char *name, int32_t n, const char *method, double stop)
{
    saltus_compiled *c = load(folder, name, n);
    saltus_model *hand = models_make(name, n);
    double best[2] = {1e9, 1e9};
    uint64_t steps[2] = {0, 0};
    if (!hand) exit(1);
    for (int k = 0; k < 2 * ROUNDS; k++) {
        const saltus_model *m = k % 2 ? hand : saltus_compiled_model(c);
        double t = once(m, method, stop, &steps[k % 2]);
        if (t < best[k % 2]) best[k % 2] = t;
    }
    printf("%-10s %6d %-8s %9llu %7.1f ns %9llu %7.1f ns %8.3f\n", name, n, method,
           (unsigned long long)steps[0], 1e9 * best[0] / (double)steps[0],
           (unsigned long long)steps[1], 1e9 * best[1] / (double)steps[1],
           best[0] / (double)steps[0] / (best[1] / (double)steps[1]));
    saltus_compiled_free(c);
    models_free(hand);
}

/* ---- 3 ------------------------------------------------------------------------------------------- */

static long resident(void)
{
    FILE *in = fopen("/proc/self/statm", "r");
    long pages = 0, all = 0;
    if (in && fscanf(in, "%ld %ld", &all, &pages) != 2) pages = 0;
    if (in) fclose(in);
    return pages * sysconf(_SC_PAGESIZE);
}

static void growth(const char *folder, int32_t n)
{
    long before = resident();
    saltus_compiled *c = load(folder, "inverters", n);
    saltus_compile_stats st = saltus_compiled_stats(c);
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    struct stat code;
    double t = seconds();
    o.method = "liqss2";
    if (saltus_sim_new(saltus_compiled_model(c), &o, &s) != SALTUS_OK) exit(1);
    t = seconds() - t;
    if (!st.code || stat(st.code, &code) != 0) code.st_size = 0;
    printf("%9d %7.1f ms %7.1f ms %9lld %8.3f s %8.0f\n", n, st.front_ms, st.native_ms,
           (long long)code.st_size, t, (double)(resident() - before) / n);
    saltus_sim_free(s);
    saltus_compiled_free(c);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "models";
    char cache[] = "/tmp/saltus-bench-XXXXXX";
    if (!mkdtemp(cache)) return 1;
    setenv("SALTUS_CACHE", cache, 1);
    costs(folder);
    printf("\n%-10s %6s %-8s %9s %10s %9s %10s %8s\n", "model", "N", "method", "steps", "text",
           "steps", "by hand", "ratio");
    ratio(folder, "inverters", 500, "liqss2", 130);
    ratio(folder, "adr", 1000, "liqss2", 3);
    ratio(folder, "cuk", 4, "mliqss2", 0.02);
    ratio(folder, "tyson", 100, "mliqss2", 50);
    printf("\ninverters by liqss2\n%9s %10s %10s %9s %10s %8s\n", "N", "text to C", "C compiler",
           "bytes of C", "load", "bytes per state");
    for (int32_t n = 1000; n <= 1000000; n *= 10) growth(folder, n);
    {
        char command[128];
        snprintf(command, sizeof command, "rm -r %s", cache);
        return system(command) != 0;
    }
}
