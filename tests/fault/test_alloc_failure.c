/* SPDX-License-Identifier: MIT */
/* test_alloc_failure.c - the n-th allocation fails, for all n: an error, no crash, nothing left
 * behind. */
#include "models.h"
#include "saltus_classic.h"
#include "saltus_jet.h"

#include "testing.h"
#include "failing.h"
#include "all_methods.h"

static void count_enomem(void *user, const saltus_diag *d)
{
    if (d->status == SALTUS_OK) return; /* a note */
    CHECK(d->status == SALTUS_ENOMEM && d->text && d->text[0]);
    ++*(int *)user;
}

/* One run with a failing allocator; what became of it. */
static saltus_status once(const saltus_model *m, saltus_options o, double until, struct memory *mem)
{
    saltus_sim *s = (saltus_sim *)mem;
    saltus_status st;
    int told = 0;
    o.alloc = limited;
    o.alloc_user = mem;
    o.diag = count_enomem;
    o.user = &told;
    st = saltus_sim_new(m, &o, &s);
    CHECK((st == SALTUS_OK) == (s != NULL));
    if (s) {
        st = saltus_sim_run(s, until);
        CHECK_EQ_INT(saltus_sim_run(s, st < 0 ? 0 : until), st);
    }
    CHECK(told <= 1);
    saltus_sim_free(s);
    CHECK_EQ_INT(mem->live, 0);
    return st;
}

/* Returns how many of the requests were made to fail. */
static int all(const saltus_model *m, saltus_options o, double until)
{
    for (int n = 0;; n++) {
        struct memory mem = {.left = n};
        saltus_status st = once(m, o, until, &mem);
        if (st == SALTUS_OK) {
            if (mem.requests != n) FAIL("%s: %ld requests, %d", o.method, (long)mem.requests, n);
            return n;
        }
        if (st != SALTUS_ENOMEM) FAIL("request %d: %s", n, saltus_status_name(st));
    }
}

static int all_of(const char *name, int32_t size, const char *method, double until, int shadow)
{
    saltus_options o = saltus_defaults();
    saltus_model *m = models_make(name, size);
    int n;
    CHECK(m);
    o.method = method;
    o.engine = saltus_classic();
    o.shadow = shadow;
    n = all(m, o, until);
    models_free(m);
    return n;
}

TEST(states_only)
{
    CHECK(all_of("stiff2", 0, "liqss2", 1, 0) > 20);
    CHECK(all_of("tline", 100, "qss3", 0.1, 0) >
          20); /* more than fits one growth step of the lists */
}

TEST(guards_clocks_and_discretes)
{
    CHECK(all_of("buck", 0, "liqss2", 3e-4, 0) > 20);
    CHECK(all_of("cuk", 2, "mliqss2", 2e-4, 0) > 20);
    CHECK(all_of("bounce", 0, "qss2", 1, 0) > 20);
}

TEST(every_method)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n; k++) all_of("pair", 0, list[k].name, 0.1, 0);
}

TEST(every_classic_method)
{
    const saltus_method_info *list;
    size_t n = all_classic_methods(&list);
    for (size_t k = 0; k < n; k++)
        if (!list[k].missing) {
            all_of("pair", 0, list[k].name, 0.1, 0);
            all_of("buck", 0, list[k].name, 1.2e-4, 0);
        }
}

TEST(shadow_and_targets)
{
    int plain = all_of("pair", 0, "bqss", 0.1, 0);
    CHECK(all_of("pair", 0, "bqss", 0.1, 1) == plain + 1);
    CHECK(plain > all_of("pair", 0, "qss1", 0.1, 0));
    CHECK(all_of("pair", 0, "cqss", 0.1, 0) == plain);
}

/* ---- Lists that grow while a handler runs ---------------------------------------------------- */

enum { N = 100 };

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return jet_const(jet_discrete(e, i));
}
SALTUS_AFFINE_FUNCTION(f)

static double next(const saltus_env *e, int32_t k)
{
    (void)k;
    return floor(e->t) + 1;
}

/* The number of writes grows with time: 0, 20, 40 ... */
static void handle(saltus_event *ev)
{
    int n = (int)ev->env->t * 20;
    for (int32_t i = 0; i < n && i < N; i++) {
        saltus_event_assign(ev, i, ev->env->t);
        saltus_event_reinit(ev, i, -ev->env->t);
    }
}

TEST(writes_of_a_handler)
{
    static const saltus_variable x[] = {{.name = "x", .size = {N}}, {.name = NULL}};
    static const saltus_variable d[] = {{.name = "d", .size = {N}}, {.name = NULL}};
    static const saltus_guard clocks[] = {{.name = "tick"}, {.name = NULL}};
    static const saltus_model m = {.abi = SALTUS_ABI,
                                   .name = "growth",
                                   .states = x,
                                   .discretes = d,
                                   .clocks = clocks,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                   .next = next,
                                   .handle = handle};
    struct memory mem = {.left = -1};
    saltus_options o = saltus_defaults();
    int n;
    o.abs = 1e-2;
    n = all(&m, o, 5);
    once(&m, o, 0.5, &mem);
    CHECK(n >= mem.requests + 4); /* some of the failures lay inside the run */
}

/* ---- Sums and delays ------------------------------------------------------------------------- */

/* x_i' = D - (1 + i/100) x_i, D = delayed S, S = sum of sin x_j: histories grow and shrink within the run. */
SALTUS_INLINE jet sum_f(jet_at e, int32_t i)
{
    return jet_sub(jet_delay(e, N + 1, 0), jet_mul(1 + 0.01 * i, jet_state(e, i)));
}
SALTUS_AFFINE_FUNCTION(sum_f)
SALTUS_INLINE jet sum_u(jet_at e, int32_t k)
{
    return (void)k, jet_mul(1.0 / N, jet_sum(e, N, 0));
}
SALTUS_AFFINE_FUNCTION(sum_u)
SALTUS_INLINE jet sum_term(jet_at e, int32_t j)
{
    return jet_sin(jet_state(e, j));
}
SALTUS_FUNCTION(sum_term)
static int32_t terms(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, N;
}
static double lag(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 0.02;
}

TEST(sums_and_delays)
{
    static const saltus_variable x[] = {{.name = "x", .size = {N}, .start = 1}, {.name = NULL}};
    static const saltus_variable sum[] = {{.name = "S"}, {.name = NULL}};
    static const saltus_variable delay[] = {{.name = "D"}, {.name = NULL}};
    static const saltus_model m = {.abi = SALTUS_ABI,
                                   .name = "history",
                                   .states = x,
                                   .sums = sum,
                                   .delays = delay,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(sum_f),
                                   .terms = terms,
                                   .term = SALTUS_FUNCTION_OF(sum_term),
                                   .lag = lag,
                                   .delayed = SALTUS_AFFINE_FUNCTION_OF(sum_u)};
    struct memory mem = {.left = -1};
    saltus_options o = saltus_defaults();
    int n;
    o.method = "qss2";
    o.rel = o.abs = 1e-4;
    n = all(&m, o, 0.5);
    once(&m, o, 0, &mem);
    CHECK(n >= mem.requests + 4); /* some of the failures lay inside the run */
}

/* Coefficients, matrices and rows of exact parts are made during the run. */
TEST(exact_parts)
{
    CHECK(all_of("buck", 0, "exact", 5e-4, 0) > 60);
    CHECK(all_of("airconds", 3, "exact", 3, 0) > 40);
}

/* How many of the requests end the run if they fail; without joint blocks it can do. */
static int fatal(const saltus_model *m, saltus_options o, double until)
{
    int bad = 0;
    for (int n = 0;; n++) {
        struct memory mem = {.left = n};
        saltus_status st = once(m, o, until, &mem);
        CHECK(st == SALTUS_OK || st == SALTUS_ENOMEM);
        bad += st != SALTUS_OK;
        if (mem.requests <= n) return bad;
    }
}

/* Another engine takes over. */
TEST(changes_of_the_engine)
{
    saltus_options o = saltus_defaults();
    saltus_model *m = models_make("lotka", 0);
    saltus_sim *s;
    int there;
    o.method = "auto";
    o.rel = o.abs = 1e-4;
    CHECK(m && saltus_sim_new(m, &o, &s) == SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    CHECK(saltus_sim_stats(s).together > 0);
    saltus_sim_free(s);
    there = fatal(m, o, 10);
    saltus_options_set(&o, "together", "false");
    CHECK(there > fatal(m, o, 10) + 20);
    models_free(m);
}

TEST_MAIN()
