/* SPDX-License-Identifier: MIT */
/* test_devs_memory.c - the n-th allocation of a DEVS run fails, for all n: an error, no crash, nothing left behind. */
#include "devs_parts.h"
#include "failing.h"

static void count_enomem(void *user, const saltus_diag *d)
{
    CHECK(d->status == SALTUS_ENOMEM && d->text && d->text[0]);
    ++*(int *)user;
}

static void ignore(void *user, int32_t part, int in, int32_t i)
{
    (void)user, (void)part, (void)in, (void)i;
}

static saltus_status questions(saltus_devs *run)
{
    const saltus_cell *s = saltus_devs_cell(run, saltus_devs_find(run, "i.s"));
    int32_t v = saltus_devs_find(run, "v");
    saltus_cell_partial(s, 0, 2, v, 0, 0);
    saltus_cell_readers(saltus_devs_cell(run, v), 0, 0, ignore, NULL);
    return saltus_devs_run(run, 4);
}

static saltus_status once(const saltus_coupled *m, int sem, struct memory *mem)
{
    saltus_devs *run = (saltus_devs *)mem;
    saltus_devs_options o = saltus_devs_defaults();
    int told = 0;
    o.semantics = (saltus_semantics)sem;
    o.alloc = limited;
    o.alloc_user = mem;
    o.diag = count_enomem;
    o.user = &told;
    saltus_status st = saltus_devs_new(m, &o, &run);
    CHECK((st == SALTUS_OK) == (run != NULL));
    if (run) st = saltus_devs_run(run, 3);
    if (st == SALTUS_OK) st = questions(run);
    if (run) CHECK_EQ_INT(saltus_devs_run(run, 4), st);
    CHECK(told <= 1);
    saltus_devs_free(run);
    CHECK_EQ_INT(mem->live, 0);
    return st;
}

/* Every kind of route and part: nested, sliced, by a table, static in two stages, events, outputs. */
static saltus_coupled *rich(saltus_coupled **inner)
{
    saltus_coupled *m = model("m"), *i = *inner = model("inner");
    saltus_coupled_port(i, 0, "a", "signal", 9, (saltus_loc){0});
    saltus_coupled_port(i, 0, "e", "event", 0, (saltus_loc){0});
    saltus_coupled_port(i, 1, "b", "event", 0, (saltus_loc){0});
    add_ports(i, "f", &linear, 9, 1);
    add_ports(i, "g", &linear, 9, 1);
    add_part(i, "s", &store, 9, NULL, 0, NULL, 0);
    add_part(i, "r", &relay, 0, "lag", 0.5, NULL, 0);
    wire(i, NULL, "a", "f", NULL);
    wire(i, "f", NULL, "g", NULL);
    wire(i, "g", NULL, "s", NULL);
    wire(i, NULL, "e", "r", NULL);
    wire(i, "r", NULL, NULL, "b");
    add_part(m, "v", &level, 9, "value", 1, NULL, 0);
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "back", &relay, 0, "lag", 0.1, NULL, 0);
    saltus_coupled_nest(m, "i", i, (saltus_loc){0});
    wire_range(m, "v", 0, 9, 1, "i", "a", 8, 9, -1);
    wire(m, "clock", NULL, "i", "e");
    wire(m, "i", NULL, "back", NULL);
    for (int k = 0; k < 40; k++) { /* lists that grow */
        char name[20];
        snprintf(name, sizeof name, "s%d", k);
        add_part(m, name, &store, 0, NULL, 0, NULL, 0);
        wire(m, "clock", NULL, name, NULL);
    }
    return m;
}

TEST(every_request_may_fail)
{
    for (int sem = 0; sem < 2; sem++) {
        saltus_coupled *inner, *m = rich(&inner);
        int n = 0;
        for (;; n++) {
            struct memory mem = {.left = n};
            saltus_status st = once(m, sem, &mem);
            if (st == SALTUS_OK) break;
            if (st != SALTUS_ENOMEM) FAIL("request %d: %s", n, saltus_status_name(st));
        }
        CHECK(n > 40);
        saltus_coupled_free(m);
        saltus_coupled_free(inner);
    }
}

TEST(algebraic_loops_and_errors_leave_nothing)
{
    for (int n = 0; n < 200; n++) {
        saltus_coupled *m = model("m");
        struct memory mem = {.left = n};
        saltus_devs_options o = saltus_devs_defaults();
        static struct log l;
        saltus_devs *run;
        o.alloc = limited, o.alloc_user = &mem, o.diag = log_diag, o.user = &l;
        add_ports(m, "a", &linear, 3, 1);
        add_ports(m, "b", &linear, 3, 1);
        wire(m, "a", NULL, "b", NULL);
        wire(m, "b", NULL, "a", NULL);
        saltus_status st = saltus_devs_new(m, &o, &run);
        CHECK(st == SALTUS_ENOMEM || st == SALTUS_EMODEL);
        CHECK_EQ_INT(mem.live, 0);
        saltus_coupled_free(m);
    }
}

TEST_MAIN()
