/* SPDX-License-Identifier: MIT */
/* test_embed_memory.c - the n-th allocation of a run with models in blocks fails, for all n: an error, no crash, nothing left behind. */
#include "../testing.h"
#include "saltus_compile.h"
#include "saltus_devs.h"
#include "failing.h"

static void on_diag(void *user, const saltus_diag *d)
{
    (void)user;
    CHECK(d->text && d->text[0]);
}

static const char moving[] =
    "model moving input Real u[2]; parameter Real k[2] = {1, 2}; Real x[2](start = k, each fixed = "
    "true);"
    "Real s = sum(x) + u[1]; discrete Integer n(start = 0); Real d = delay(x[1], 0.1);"
    "equation der(x[1]) = u[1] - x[2]; der(x[2]) = x[1] - d + u[2];"
    "when x[1] > 0.5 then n = pre(n) + 1; end when; end moving;";
static const char still[] =
    "model still input Real a; input Real b; Real y = max(a*b, 0.1) - sin(a); end still;";

static saltus_atomic *type_of(const char *text, const char *const *outputs, saltus_compiled **c)
{
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    saltus_atomic *type;
    CHECK(saltus_compile_text("test", text, strlen(text), &co, c) == SALTUS_OK);
    CHECK(saltus_model_atomic(saltus_compiled_model(*c), outputs, &type) == SALTUS_OK);
    return type;
}

static saltus_status once(const saltus_coupled *m, const char *method, struct memory *mem)
{
    saltus_devs *run = NULL;
    saltus_snapshot *snap = NULL;
    saltus_devs_options o = saltus_devs_defaults();
    saltus_options signals = saltus_defaults();
    saltus_status st;
    signals.method = method;
    signals.rel = signals.abs = 0.05;
    o.signals = &signals;
    o.alloc = limited;
    o.alloc_user = mem;
    o.diag = on_diag;
    st = saltus_devs_new(m, &o, &run);
    CHECK((st == SALTUS_OK) == (run != NULL));
    if (run) st = saltus_devs_run(run, 0.5);
    if (st == SALTUS_OK) st = saltus_devs_snapshot(run, &snap);
    if (st == SALTUS_OK) st = saltus_devs_run(run, 1);
    if (st == SALTUS_OK) st = saltus_devs_restore(run, snap);
    if (st == SALTUS_OK) st = saltus_devs_run(run, 1.5);
    saltus_snapshot_free(snap);
    saltus_devs_free(run);
    CHECK_EQ_INT(mem->live, 0);
    return st;
}

static void all_fail(const char *method)
{
    saltus_compiled *c[2];
    saltus_coupled *m;
    saltus_atomic *a = type_of(moving, (const char *const[]){"x", "s", "n", NULL}, &c[0]),
                  *b = type_of(still, NULL, &c[1]);
    struct memory all = {.left = -1};
    CHECK(saltus_coupled_new("m", &m) == SALTUS_OK);
    saltus_coupled_add(m, &(saltus_part){.name = "a", .type = a});
    saltus_coupled_add(m, &(saltus_part){.name = "b", .type = b});
    saltus_coupled_wire(m, &(saltus_wire){.from = {.part = "a", .port = "x", .count = 1},
                                          .to = {.part = "b", .port = "a"}});
    saltus_coupled_wire(m,
                        &(saltus_wire){.from = {.part = "a", .port = "x", .first = 1, .count = 1},
                                       .to = {.part = "b", .port = "b"}});
    saltus_coupled_wire(
        m, &(saltus_wire){.from = {.part = "b", .port = "y"}, .to = {.part = "a", .port = "u"}});
    CHECK(once(m, method, &all) == SALTUS_OK);
    for (int64_t n = 0; n < all.requests; n++) {
        struct memory mem = {.left = n};
        saltus_status st = once(m, method, &mem);
        CHECK(st == SALTUS_ENOMEM ||
              st == SALTUS_OK); /* a remark may be lost for want of memory, not more */
    }
    saltus_coupled_free(m);
    saltus_model_atomic_free(a);
    saltus_model_atomic_free(b);
    saltus_compiled_free(c[0]);
    saltus_compiled_free(c[1]);
}

TEST(no_allocation_is_trusted)
{
    all_fail("qss2");
    all_fail("liqss2");
}

TEST_MAIN()
