/* SPDX-License-Identifier: MIT */
/* test_native.c - compiled models: equal to the interpreted ones, cached, and robust. */
#include "code_models.h"
#include "saltus.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

static struct native *load(struct workshop *w)
{
    struct native *n = NULL;
    const char *why = NULL;
    if (native_load(&w->m, &n, &why) != SALTUS_OK) FAIL("%.400s", why ? why : "no memory");
    return n;
}

/* ---- Equal ----------------------------------------------------------------------------------- */

static void same_text(const char *a, const char *b)
{
    if (!a != !b || (a && strcmp(a, b) != 0)) FAIL("%s, %s", a ? a : "NULL", b ? b : "NULL");
}

static void same_loc(const saltus_loc *a, const saltus_loc *b)
{
    CHECK(!a == !b);
    if (!a) return;
    same_text(a->file, b->file);
    CHECK_EQ_INT(a->line, b->line);
    CHECK_EQ_INT(a->col, b->col);
    CHECK_EQ_INT(a->len, b->len);
}

static void same_variables(const saltus_variable *a, const saltus_variable *b)
{
    for (; a->name || b->name; a++, b++) {
        same_text(a->name, b->name);
        CHECK(memcmp(a->size, b->size, sizeof a->size) == 0);
        same_text(a->unit, b->unit);
        same_text(a->text, b->text);
        CHECK(same_bits(a->start, b->start) && same_bits(a->nominal, b->nominal));
        CHECK(same_bits(a->min, b->min) && same_bits(a->max, b->max));
        same_loc(&a->at, &b->at);
    }
}

static void same_guards(const saltus_guard *a, const saltus_guard *b)
{
    for (; a->name || b->name; a++, b++) {
        same_text(a->name, b->name);
        CHECK(memcmp(a->size, b->size, sizeof a->size) == 0);
        CHECK(a->direction == b->direction && a->side == b->side);
        same_loc(&a->at, &b->at);
    }
}

static void same_experiment(const saltus_experiment *a, const saltus_experiment *b)
{
    CHECK(memcmp(a, b, 5 * sizeof(double)) == 0);
    same_text(a->method, b->method);
    same_text(a->text, b->text);
    for (int k = 0; a->rules[k].pattern || b->rules[k].pattern; k++) {
        same_text(a->rules[k].pattern, b->rules[k].pattern);
        same_text(a->rules[k].method, b->rules[k].method);
        CHECK(a->rules[k].rel == b->rules[k].rel && a->rules[k].abs == b->rules[k].abs);
    }
    for (int k = 0; a->watch[k] || b->watch[k]; k++) same_text(a->watch[k], b->watch[k]);
}

TEST(tables_are_equal)
{
    WORKSHOP(w);
    const saltus_model *a, *b;
    struct native *n;
    own_cache();
    make_everything(w);
    a = code_interpret(&w->m);
    n = load(w);
    b = native_model(n);
    CHECK_EQ_INT(b->abi, SALTUS_ABI);
    same_text(a->name, b->name);
    same_variables(a->states, b->states);
    same_variables(a->discretes, b->discretes);
    same_variables(a->parameters, b->parameters);
    same_variables(a->outputs, b->outputs);
    same_variables(a->sums, b->sums);
    same_variables(a->delays, b->delays);
    same_guards(a->guards, b->guards);
    same_guards(a->clocks, b->clocks);
    same_experiment(&a->experiment, &b->experiment);
    native_free(n);
    workshop_close(w);
}

/* All that a model does, written down. */
static void write_kind(const saltus_env *e, const saltus_function *f, int n)
{
    for (int i = 0; i < n; i++) {
        double c[5] = {0};
        f->eval(e, i, 3, c);
        diary_note("%d: %a", i, c[0]);
        if (f->partial) diary_note(" partial %a", f->partial(e, i, 2));
        if (f->affine) diary_note(" affine %d", f->affine(e, i));
        diary_note("\n");
        if (f->reads) f->reads(e, i, &diary.reads);
    }
}

static void write_start(const saltus_env *plain)
{
    double p[2] = {1, 1}, x[4] = {0}, d[3] = {0};
    unsigned char given[2] = {1, 0};
    saltus_env e = *plain;
    e.p = p;
    e.d = d;
    e.model->start(&e, given, p, x, d);
    diary_note("start %a %a %a\n", p[1], x[3], d[0]);
}

static void write_events(const saltus_env *e)
{
    const saltus_model *m = e->model;
    for (int k = 0; k < 3; k++) diary_event(e, SALTUS_GUARD, k, k - 1);
    for (int k = 0; k < 2; k++) diary_event(e, SALTUS_CLOCK, k, k);
    diary_event(e, SALTUS_END, 0, 0);
    for (int k = 0; k < 2; k++) {
        diary_note("next %a lag %a\n", m->next(e, k), m->lag(e, k));
        m->clock_reads(e, k, &diary.reads);
        m->handler_writes(e, SALTUS_CLOCK, k, &diary.reads);
    }
    for (int k = 0; k < 3; k++) m->handler_writes(e, SALTUS_GUARD, k, &diary.reads);
    for (int k = 0; k < 3; k++) diary_note("terms %d\n", m->terms(e, k));
}

static void write_all(const saltus_model *m, char to[4000])
{
    double q[40] = {0}, d[3] = {1, 2, 3}, p[2] = {4, 5};
    struct caller c = caller_of(m, q, d, p);
    diary.text[0] = 0;
    diary.reads.add = diary_add;
    write_kind(&c.env, &m->der, 4);
    write_kind(&c.env, &m->guard, 3);
    write_kind(&c.env, &m->output, 1);
    write_kind(&c.env, &m->term, 11);
    write_kind(&c.env, &m->delayed, 2);
    write_start(&c.env);
    write_events(&c.env);
    for (int i = 0; i < 3; i++) {
        const saltus_loc *at = m->where(&c.env, SALTUS_GUARD, i);
        diary_note("where %d\n", at ? (int)at->line : -1);
    }
    CHECK_EQ_INT(c.faults, 0);
    memcpy(to, diary.text, sizeof diary.text);
}

TEST(functions_are_equal)
{
    static const char *const compilers[] = {"gcc", "clang", "tcc"};
    static char a[4000], b[4000];
    own_cache();
    for (int k = 0; k < 6; k++) {
        WORKSHOP(w);
        struct native *n = NULL;
        const char *why = NULL;
        make_everything(w);
        if (k >= 3) code_share(&w->m);
        write_all(code_interpret(&w->m), a);
        CHECK(strstr(a, "message a \"message\"\nwith \\ and ?\?/") != NULL);
        setenv("CC", compilers[k % 3], 1);
        if (native_load(&w->m, &n, &why) == SALTUS_OK) {
            write_all(native_model(n), b);
            if (strcmp(a, b) != 0) FAIL("%s:\n%s\n%s", compilers[k % 3], a, b);
        } else if (!strstr(why, "not found")) {
            FAIL("%.400s", why);
        }
        unsetenv("CC");
        native_free(n);
        workshop_close(w);
    }
}

static saltus_stats simulate(const saltus_model *m, double *end)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    saltus_stats stats;
    o.method = "liqss2";
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 50), SALTUS_OK);
    stats = saltus_sim_stats(s);
    *end = saltus_sim_value(s, 0, 50);
    saltus_sim_free(s);
    return stats;
}

TEST(runs_are_equal)
{
    WORKSHOP(w);
    struct native *n;
    saltus_stats a, b;
    double x, y;
    own_cache();
    make_vanderpol(w);
    a = simulate(code_interpret(&w->m), &x);
    n = load(w);
    b = simulate(native_model(n), &y);
    CHECK(a.steps > 100);
    CHECK_EQ_INT(a.steps, b.steps);
    CHECK(same_bits(x, y));
    native_free(n);
    workshop_close(w);
}

/* ---- Later ----------------------------------------------------------------------------------- */

static struct native *load_later(struct workshop *w)
{
    struct native *n = NULL;
    const char *why = NULL;
    if (native_load_later(&w->m, &n, &why) != SALTUS_OK) FAIL("%.400s", why ? why : "no memory");
    return n;
}

static void wait_until_there(native_ready *ready)
{
    struct timespec pause = {0, 10000000};
    for (int k = 0; k < 6000 && !atomic_load(ready); k++) nanosleep(&pause, NULL);
    CHECK(atomic_load(ready) != NULL);
}

TEST(machine_code_takes_over)
{
    WORKSHOP(w);
    struct native *n, *again;
    const saltus_model *m;
    static char before[4000], after[4000];
    own_cache();
    make_everything(w);
    w->m.name = "later";
    n = load_later(w);
    CHECK(native_model(n) == NULL);
    m = code_interpret(&w->m);
    write_all(m, before);
    native_wait_for(n, code_native(m));
    wait_until_there(code_native(m));
    CHECK(native_model(n) == atomic_load(code_native(m)));
    write_all(m, after);
    same_text(before, after);
    again = load_later(w);
    CHECK(native_model(again) != NULL);
    native_free(again);
    native_free(n);
    workshop_close(w);
}

/* Whoever does not wait is not held up, leaves nothing behind in this process, and a model in the cache. */
TEST(what_is_made_later_need_not_be_waited_for)
{
    WORKSHOP(w);
    struct native *n;
    const saltus_model *m;
    struct timespec pause = {0, 10000000};
    char library[500], script[600];
    FILE *f;
    int turns = 0;
    snprintf(script, sizeof script, "%s/slow", own_cache());
    f = fopen(script, "w");
    fprintf(f, "#!/bin/sh\nsleep 1\nexec gcc \"$@\"\n");
    fclose(f);
    CHECK(chmod(script, 0700) == 0);
    setenv("CC", script, 1);
    make_vanderpol(w);
    w->m.name = "not awaited";
    n = load_later(w);
    m = code_interpret(&w->m);
    native_wait_for(n, code_native(m));
    snprintf(library, sizeof library, "%s", native_library(n));
    native_free(n);
    unsetenv("CC");
    CHECK(access(library, R_OK) != 0); /* the compiler has not even begun */
    CHECK(waitpid(-1, NULL, WNOHANG) < 0);
    while (access(library, R_OK) != 0 && turns++ < 6000) nanosleep(&pause, NULL);
    CHECK(turns < 6000);
    workshop_close(w);
}

/* Ten at the same time: the compiler, which adds a line to a file, runs once. */
TEST(what_many_begin_is_compiled_once)
{
    WORKSHOP(w);
    struct native *n[10];
    static native_ready ready[10];
    char script[600], log[600], line[100];
    FILE *f;
    int calls = 0;
    snprintf(log, sizeof log, "%s/calls", own_cache());
    snprintf(script, sizeof script, "%s/cc", own_cache());
    f = fopen(script, "w");
    fprintf(f, "#!/bin/sh\necho one >>%s\nsleep 0.2\nexec gcc \"$@\"\n", log);
    fclose(f);
    CHECK(chmod(script, 0700) == 0);
    setenv("CC", script, 1);
    make_vanderpol(w);
    w->m.name = "at the same time";
    for (int k = 0; k < 10; k++) n[k] = load_later(w);
    for (int k = 0; k < 10; k++) native_wait_for(n[k], &ready[k]);
    for (int k = 0; k < 10; k++) wait_until_there(&ready[k]);
    for (int k = 0; k < 10; k++) native_free(n[k]);
    unsetenv("CC");
    f = fopen(log, "r");
    while (f && fgets(line, sizeof line, f)) calls++;
    if (f) fclose(f);
    CHECK_EQ_INT(calls, 1);
    workshop_close(w);
}

TEST(a_run_goes_on_while_machine_code_arrives)
{
    own_cache();
    for (int k = 0; k < 5; k++) {
        WORKSHOP(w);
        struct native *n;
        const saltus_model *m;
        saltus_stats a, b = {0};
        double x, y;
        make_vanderpol(w);
        w->m.name = arena_format(&w->arena, "meanwhile %d", k);
        n = load_later(w);
        m = code_interpret(&w->m);
        a = simulate(m, &x);
        native_wait_for(n, code_native(m));
        do {
            bool there = atomic_load(code_native(m)) != NULL;
            b = simulate(m, &y);
            CHECK_EQ_INT(a.steps, b.steps);
            CHECK(same_bits(x, y));
            if (there) break;
        } while (true);
        native_free(n);
        workshop_close(w);
    }
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* c[0] = f(), where f loops or calls itself for ever */
static void make_endless(struct workshop *w, bool loop)
{
    struct code_model *m = &w->m;
    struct code_group *at = add_group(w, &m->der, 1);
    struct code_fn *f = code_fn_new(m, CODE_USER, "endless");
    if (loop) code_add(m, &f->body, CODE_WHILE)->a = whole(w, 1);
    code_add(m, &f->body, CODE_RETURN)->a = loop ? num(w, 1) : code_call(m, f, NULL);
    at->eval = code_fn_new(m, CODE_EVAL, "x");
    code_put(m, &at->eval->body, 2, whole(w, 0), code_call(m, f, NULL));
}

TEST(endless_loops_and_recursions_end)
{
    own_cache();
    for (int k = 0; k < 2; k++) {
        WORKSHOP(w);
        struct native *n;
        struct caller c;
        double x;
        make_endless(w, k == 0);
        n = load(w);
        c = caller_of(native_model(n), NULL, NULL, NULL);
        c.env.model->der.eval(&c.env, 0, 1, &x);
        CHECK_EQ_INT(c.faults, 1);
        same_text(c.text, k == 0 ? "loop does not end" : "recursion too deep");
        native_free(n);
        workshop_close(w);
    }
}

/* ---- The cache ------------------------------------------------------------------------------- */

TEST(the_second_time_nothing_is_compiled)
{
    WORKSHOP(w);
    struct native *one, *two;
    own_cache();
    make_vanderpol(w);
    w->m.name = "second time";
    one = load(w);
    two = load(w);
    CHECK(native_compile_ms(one) > 0);
    CHECK(native_compile_ms(two) == 0);
    same_text(native_library(one), native_library(two));
    CHECK(access(native_source(one), R_OK) == 0);
    native_free(one);
    native_free(two);
    workshop_close(w);
}

static void damage(const char *path, bool cut)
{
    struct stat st;
    FILE *f = fopen(path, "r+b");
    CHECK(f && fstat(fileno(f), &st) == 0);
    if (cut) {
        CHECK(ftruncate(fileno(f), st.st_size / 3) == 0);
    } else {
        fseek(f, st.st_size / 2, SEEK_SET);
        fputs("damage", f);
    }
    fclose(f);
}

TEST(damaged_files_are_made_anew)
{
    own_cache();
    for (int k = 0; k < 2; k++) {
        WORKSHOP(w);
        struct native *n;
        char path[300];
        make_vanderpol(w);
        w->m.name = k ? "cut" : "changed";
        n = load(w);
        snprintf(path, sizeof path, "%s", native_library(n));
        native_free(n);
        damage(path, k == 1);
        n = load(w);
        CHECK(native_compile_ms(n) > 0);
        native_free(n);
        n = load(w);
        CHECK(native_compile_ms(n) == 0);
        native_free(n);
        workshop_close(w);
    }
}

TEST(other_options_are_another_file)
{
    WORKSHOP(w);
    struct native *one, *two;
    own_cache();
    make_vanderpol(w);
    one = load(w);
    setenv("SALTUS_CFLAGS", " -O1  -fno-inline ", 1);
    two = load(w);
    unsetenv("SALTUS_CFLAGS");
    CHECK(strcmp(native_library(one), native_library(two)) != 0);
    native_free(one);
    native_free(two);
    workshop_close(w);
}

static void elsewhere(struct workshop *w, const char *cache, const char *note)
{
    struct native *n;
    char path[300];
    setenv("SALTUS_CACHE", cache, 1);
    n = load(w);
    if (!native_note(n) || !strstr(native_note(n), note)) FAIL("%s", native_note(n));
    snprintf(path, sizeof path, "%s", native_library(n));
    CHECK(access(path, R_OK) == 0);
    native_free(n);
    CHECK(access(path, R_OK) != 0); /* nothing is left behind */
}

TEST(a_cache_that_cannot_be_used_is_replaced)
{
    WORKSHOP(w);
    char open_to_all[300];
    make_vanderpol(w);
    elsewhere(w, "/dev/null/cache", "cache folder /dev/null/cache: ");
    snprintf(open_to_all, sizeof open_to_all, "%s/open", own_cache());
    mkdir(open_to_all, 0777);
    chmod(open_to_all, 0777);
    elsewhere(w, open_to_all, "everybody may write to it");
    chmod(open_to_all, 0770);
    elsewhere(w, open_to_all, "a group may write to it");
    rmdir(open_to_all);
    workshop_close(w);
}

/* Who may write above a folder can put another one in its place. */
TEST(folders_above_the_cache_are_checked)
{
    WORKSHOP(w);
    char above[300], inner[340];
    struct native *n;
    make_vanderpol(w);
    snprintf(above, sizeof above, "%s/above", own_cache());
    snprintf(inner, sizeof inner, "%s/inner", above);
    CHECK(mkdir(above, 0777) == 0 && mkdir(inner, 0700) == 0 && chmod(above, 0777) == 0);
    elsewhere(w, inner, "everybody may write to the folder");
    chmod(above, 01777);
    setenv("SALTUS_CACHE", inner, 1);
    n = load(w);
    CHECK(native_note(n) == NULL);
    native_free(n);
    chmod(above, 0770);
    if (geteuid() == 0) { /* only root can give folders away */
        CHECK(chown(above, 0, 12345) == 0);
        elsewhere(w, inner, "a group may write to the folder");
        CHECK(chown(above, 12345, 0) == 0 && chmod(above, 0700) == 0);
        elsewhere(w, inner, "above it belongs to another user");
        CHECK(chown(above, 0, 0) == 0 && chown(inner, 12345, 0) == 0);
        elsewhere(w, inner, "it belongs to another user");
        CHECK(chown(inner, 0, 0) == 0);
    }
    native_cache_clear(inner);
    workshop_close(w);
}

/* A library of others, however it got there, is not loaded: it is made anew. */
TEST(libraries_that_are_not_ours_alone_are_made_anew)
{
    own_cache();
    for (int k = 0; k < 4; k++) {
        WORKSHOP(w);
        struct native *n;
        char path[300], moved[340];
        if (k == 2 && geteuid() != 0) continue;
        make_vanderpol(w);
        w->m.name = k == 0 ? "open" : k == 1 ? "link" : k == 2 ? "given" : "keyless";
        n = load(w);
        snprintf(path, sizeof path, "%s", native_library(n));
        snprintf(moved, sizeof moved, "%s.moved", path);
        native_free(n);
        if (k == 0) CHECK(chmod(path, 0770) == 0);
        if (k == 1) CHECK(rename(path, moved) == 0 && symlink(moved, path) == 0);
        if (k == 2) CHECK(chown(path, 12345, 0) == 0);
        if (k == 3) { /* sealed under another key */
            snprintf(moved, sizeof moved, "%s/.key", getenv("SALTUS_CACHE"));
            CHECK(unlink(moved) == 0);
        }
        n = load(w);
        CHECK(native_compile_ms(n) > 0);
        native_free(n);
        n = load(w);
        CHECK(native_compile_ms(n) == 0);
        native_free(n);
        workshop_close(w);
    }
}

/* ---- Its size -------------------------------------------------------------------------------- */

static void dated(const char *path, long age)
{
    struct timespec t[2] = {{time(NULL) - age, 0}, {time(NULL) - age, 0}};
    CHECK(utimensat(AT_FDCWD, path, t, 0) == 0);
}

static void fill(const char *folder, const char *name, char digit, const char *end, long age)
{
    char path[400], hash[33];
    FILE *f;
    memset(hash, digit, 32);
    hash[32] = 0;
    snprintf(path, sizeof path, "%s/%s-%s%s", folder, name, hash, end);
    f = fopen(path, "w");
    CHECK(f != NULL);
    for (int k = 0; k < 1000; k++) fputc('x', f);
    fclose(f);
    dated(path, age);
}

static bool there(const char *folder, const char *name, char digit, const char *end)
{
    char path[400], hash[33];
    memset(hash, digit, 32);
    hash[32] = 0;
    snprintf(path, sizeof path, "%s/%s-%s%s", folder, name, hash, end);
    return access(path, F_OK) == 0;
}

TEST(the_cache_keeps_its_limit_and_the_oldest_go)
{
    struct native_cache c;
    char folder[300], newest[400];
    snprintf(folder, sizeof folder, "%s/limited", own_cache());
    CHECK(mkdir(folder, 0700) == 0);
    for (char digit = '0'; digit < '6'; digit++) {
        fill(folder, "m", digit, ".c", 90000);
        fill(folder, "m", digit, ".so", 100 * (1 + (digit * 7 + 2) % 6)); /* 0 is 300 s old, ... */
    }
    fill(folder, "mine", '0', ".txt", 90000);
    fill(folder, "m", '6', ".so.abcdef", 5000);
    fill(folder, "m", '7', ".so.abcdef", 50);
    CHECK(native_cache_look(folder, &c));
    CHECK_EQ_INT((int)c.models, 6);
    CHECK_EQ_INT((int)c.left_behind, 2);
    CHECK_EQ_INT((int)c.bytes, 14000);
    snprintf(newest, sizeof newest, "%s/m-44444444444444444444444444444444.so", folder);
    native_cache_trim(folder, newest, 5500);
    CHECK(!there(folder, "m", '6', ".so.abcdef"));
    CHECK(there(folder, "m", '7', ".so.abcdef")); /* someone may be writing it */
    CHECK(there(folder, "mine", '0', ".txt"));
    for (char digit = '0'; digit < '6'; digit++) { /* two models fit */
        bool stays = 1 + (digit * 7 + 2) % 6 <= 2;
        if (there(folder, "m", digit, ".so") != stays || there(folder, "m", digit, ".c") != stays)
            FAIL("%c", digit);
    }
    native_cache_trim(folder, newest, 0);
    CHECK(native_cache_look(folder, &c) && c.models == 1);
    CHECK(native_cache_clear(folder));
    CHECK(native_cache_look(folder, &c) && c.models + c.left_behind == 0 && c.bytes == 0);
    CHECK(there(folder, "mine", '0', ".txt"));
}

TEST(a_use_keeps_a_model_young_and_a_new_one_drives_out_the_oldest)
{
    char path[3][300];
    struct native_cache c;
    own_cache();
    native_cache_clear(getenv("SALTUS_CACHE"));
    for (int k = 0; k < 4; k++) {
        WORKSHOP(w);
        struct native *n;
        make_vanderpol(w);
        w->m.name = k == 0 || k == 2 ? "young" : k == 1 ? "old" : "new";
        if (k == 3) {
            native_cache_look(getenv("SALTUS_CACHE"), &c);
            char mb[40];
            snprintf(mb, sizeof mb, "%.6f", (double)c.bytes * 1.2e-6);
            setenv("SALTUS_CACHE_MB", mb, 1);
        }
        n = load(w);
        if (k < 2) {
            snprintf(path[k], sizeof path[k], "%s", native_library(n));
            dated(path[k], k == 0 ? 9000 : 8000);
        }
        if (k == 3) snprintf(path[2], sizeof path[2], "%s", native_library(n));
        native_free(n);
        workshop_close(w);
    }
    unsetenv("SALTUS_CACHE_MB");
    CHECK(access(path[0], F_OK) == 0 && access(path[1], F_OK) != 0 && access(path[2], F_OK) == 0);
}

TEST(folders_are_made)
{
    WORKSHOP(w);
    char path[300], inner[340], key[400];
    struct native *n;
    make_vanderpol(w);
    snprintf(path, sizeof path, "%s/new", own_cache());
    snprintf(inner, sizeof inner, "%s/newer", path);
    setenv("SALTUS_CACHE", inner, 1);
    n = load(w);
    CHECK(strncmp(native_library(n), inner, strlen(inner)) == 0);
    unlink(native_library(n));
    unlink(native_source(n));
    native_free(n);
    snprintf(key, sizeof key, "%s/.key", inner);
    CHECK(unlink(key) == 0 && rmdir(inner) == 0 && rmdir(path) == 0);
    workshop_close(w);
}

/* ---- Compilers ------------------------------------------------------------------------------- */

static void refuse(const char *cc, const char *path, const char *what)
{
    WORKSHOP(w);
    char *old = strdup(getenv("PATH"));
    struct native *n = NULL;
    const char *why = NULL;
    saltus_status status;
    own_cache();
    make_vanderpol(w);
    w->m.name = "refused";
    if (cc) setenv("CC", cc, 1);
    if (path) setenv("PATH", path, 1);
    status = native_load(&w->m, &n, &why);
    unsetenv("CC");
    setenv("PATH", old, 1);
    free(old);
    CHECK_EQ_INT(status, SALTUS_EIO);
    CHECK(n == NULL && why != NULL);
    if (!strstr(why, what)) FAIL("%s", why);
    workshop_close(w);
}

TEST(what_is_wrong_is_said)
{
    refuse(NULL, "/nowhere", "no C compiler is found");
    refuse("no-such-compiler -O3", NULL, "'no-such-compiler' (from CC) is not found");
    refuse("gcc -include /no/such/file.h", NULL, "/no/such/file.h");
    refuse("false", NULL, "failed");
}

TEST(many_processes_at_once)
{
    WORKSHOP(w);
    own_cache();
    make_vanderpol(w);
    w->m.name = "crowd";
    for (int k = 0; k < 6; k++) {
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0) {
            struct native *n = NULL;
            const char *why;
            _exit(native_load(&w->m, &n, &why) == SALTUS_OK ? 0 : 1);
        }
    }
    for (int k = 0; k < 6; k++) {
        int status;
        CHECK(wait(&status) > 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    workshop_close(w);
}

TEST(hash_is_fnv_1a_128)
{
    struct native_hash h = native_hash(native_hash_start(), "foobar", 6);
    CHECK(h.high == 0x343e1662793c64bfu && h.low == 0x6f0d3597ba446f18u);
}

/* Of bytes 0, 1, 2, ... under a key of bytes 0, 1, ... 15, as its authors publish. */
TEST(seals_are_siphash_2_4_of_128_bits)
{
    static const struct native_hash key = {0x0f0e0d0c0b0a0908u, 0x0706050403020100u};
    unsigned char text[15] = {0};
    struct native_hash none = native_keyed(key, text, 0), h;
    for (unsigned k = 0; k < sizeof text; k++) text[k] = (unsigned char)k;
    h = native_keyed(key, text, sizeof text);
    CHECK(none.low == 0xe6a825ba047f81a3u && none.high == 0x930255c71472f66du);
    CHECK(h.low == 0x11a8b03399e99354u && h.high == 0xd9c3cf970fec087eu);
}

TEST_MAIN()
