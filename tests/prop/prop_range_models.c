/* SPDX-License-Identifier: MIT */
/* prop_range_models.c - ranges of all models here, those of models/ and those of the language
 * tests: around their start values they contain the series of all functions. */
#include "ranges.h"
#include <dirent.h>
#include <sys/stat.h>

enum { MOST_SIGNALS = 5000, MOST_FUNCTIONS = 60 };

static struct {
    long models, functions, opaque, samples, bounded;
    struct rng *g;
} seen;

static void ignore(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static int count_of(const struct ranges *r, saltus_kind kind)
{
    const saltus_model *m = r->m;
    int n = 0, sums = ranges_scalars(m->sums);
    if (kind == SALTUS_STATE) return ranges_scalars(m->states);
    if (kind == SALTUS_OUTPUT) return ranges_scalars(m->outputs);
    if (kind == SALTUS_DELAY) return ranges_scalars(m->delays);
    if (kind == SALTUS_SUM) {
        for (int k = 0; k < sums; k++) n += m->terms(&r->env, k);
        return n;
    }
    for (const saltus_guard *z = m->guards; z && z->name; z++) {
        int elements = 1;
        for (int k = 0; k < SALTUS_RANK && z->size[k] > 0; k++) elements *= z->size[k];
        n += elements;
    }
    return n;
}

static void check_kind(struct ranges *r, saltus_kind kind)
{
    int n = count_of(r, kind), step = n / MOST_FUNCTIONS + 1;
    for (int i = 0; i < n; i += step) {
        seen.functions++;
        seen.opaque += !ranges_check(r, seen.g, kind, i, 4, 1e-7);
    }
}

static void check_model(const saltus_model *m)
{
    static const double sizes[] = {0.1, 1e-3};
    struct ranges r;
    ranges_open(&r, m);
    if (r.n <= MOST_SIGNALS && ranges_begin(&r)) {
        seen.models++;
        for (int k = 0; k < 2; k++) {
            ranges_box(&r, seen.g, m->experiment.start, r.start, sizes[k]);
            check_kind(&r, SALTUS_STATE);
            check_kind(&r, SALTUS_GUARD);
            check_kind(&r, SALTUS_OUTPUT);
            check_kind(&r, SALTUS_SUM);
            check_kind(&r, SALTUS_DELAY);
        }
        seen.samples += r.samples;
        seen.bounded += r.bounded;
    }
    ranges_close(&r);
}

static void check_file(const char *path)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    o.backend = SALTUS_INTERPRETED;
    o.diag = ignore;
    if (saltus_compile_file(path, &o, &c) != SALTUS_OK) return;
    if (getenv("SALTUS_SHOW")) printf("# %s\n", path);
    check_model(saltus_compiled_model(c));
    saltus_compiled_free(c);
}

static void check_folder(const char *path)
{
    struct dirent **list;
    int n = scandir(path, &list, NULL, alphasort);
    for (int k = 0; k < n; k++) {
        const char *name = list[k]->d_name, *dot = strrchr(name, '.');
        char whole[1024];
        struct stat info;
        snprintf(whole, sizeof whole, "%s/%s", path, name);
        if (name[0] != '.' && stat(whole, &info) == 0) {
            if (S_ISDIR(info.st_mode)) check_folder(whole);
            if (dot && strcmp(dot, ".mo") == 0) check_file(whole);
        }
        free(list[k]);
    }
    if (n >= 0) free(list);
}

PROP(of_all_models, 1)
{
    seen.g = g;
    check_folder(TEST_ROOT "/models");
    check_folder(TEST_ROOT "/tests/language");
    printf("# %ld models, %ld functions, %ld opaque, %ld samples, %ld bounded\n", seen.models,
           seen.functions, seen.opaque, seen.samples, seen.bounded);
    CHECK(seen.models > 300 && seen.samples > 50000 && seen.opaque * 4 < seen.functions);
}
TEST_MAIN()
