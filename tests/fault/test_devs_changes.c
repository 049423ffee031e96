/* SPDX-License-Identifier: MIT */
/* test_devs_changes.c - the n-th allocation of a DEVS run fails, for all n: parts that come and go, closures, messages from
 * outside, snapshots, steps back. An error, no crash, nothing left behind. */
#include "devs_world.h"
#include "failing.h"

/* ---- A world in which everything happens ---- */

static void boss_int(saltus_cell *c)
{
    int64_t k = ((const struct tick *)c->state)->k;
    saltus_wire w = world_wire_of("helper", "queue"), back = world_wire_of("tick", "queue");
    if (k == 1) {
        saltus_cell_add(c, &(saltus_part){.name = "helper", .type = &tick_type});
        saltus_cell_wire(c, &w);
        saltus_cell_unwire(c, &back);
    }
    if (k == 4) {
        saltus_cell_remove(c, "helper");
        saltus_cell_wire(c, &back);
    }
    tick_int(c);
}

static saltus_status all_of_it(const saltus_coupled *m, saltus_devs_options o)
{
    saltus_devs *run = NULL;
    saltus_snapshot *s = NULL;
    saltus_message x = {.c = {100}, .bytes = 5, .data = "bytes"};
    saltus_status st = saltus_devs_new(m, &o, &run);
    if (st == SALTUS_OK) st = saltus_devs_inject(run, "in", 2.5, &x);
    if (st == SALTUS_OK) st = saltus_devs_inject(run, "in", 5.5, &x);
    if (st == SALTUS_OK) st = saltus_devs_run(run, 3.2);
    if (st == SALTUS_OK) st = saltus_devs_snapshot(run, &s);
    if (st == SALTUS_OK) st = saltus_devs_run(run, 8);
    if (st == SALTUS_OK) st = saltus_devs_restore(run, s);
    if (st == SALTUS_OK) st = saltus_devs_run(run, 6);
    if (st == SALTUS_OK) st = saltus_devs_back(run, 4);
    if (st == SALTUS_OK) st = saltus_devs_back(run, 40);
    if (st == SALTUS_OK) st = saltus_devs_run(run, 9);
    saltus_snapshot_free(s);
    saltus_devs_free(run);
    return st;
}

static void check_all(int semantics, uint64_t history, const saltus_atomic *closure)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_atomic boss = tick_type;
    boss.delta_int = boss_int;
    world_add(m, "boss", &boss);
    if (closure) {
        saltus_wire to = {.from = {.part = "boss", .port = "y"},
                          .to = {.part = "box", .port = "in"}};
        world_add(m, "box", closure);
        CHECK_EQ_INT(saltus_coupled_wire(m, &to), SALTUS_OK);
    }
    saltus_devs_options o = world_options(&w, semantics);
    o.history = history;
    o.alloc = limited;
    for (int64_t n = 0;; n++) {
        struct memory mem = {.left = n};
        o.alloc_user = &mem;
        w.said[0] = 0;
        saltus_status st = all_of_it(m, o);
        CHECK_EQ_INT(mem.live, 0);
        if (st == SALTUS_OK && mem.requests <= n) break; /* none has failed */
        if (st != SALTUS_OK && st != SALTUS_ENOMEM)
            FAIL("request %d: %s: %s", (int)n, saltus_status_name(st), w.said);
    }
    saltus_coupled_free(m);
}

TEST(changes_messages_snapshots_steps_back)
{
    check_all(SALTUS_DEVS_CLASSIC, 0, NULL);
    check_all(SALTUS_DEVS_PARALLEL, 0, NULL);
    check_all(SALTUS_DEVS_CLASSIC, 16, NULL);
}

TEST(closures)
{
    saltus_coupled *inner = world_bench();
    saltus_atomic *closure;
    CHECK_EQ_INT(saltus_coupled_atomic(inner, SALTUS_DEVS_CLASSIC, &closure), SALTUS_OK);
    check_all(SALTUS_DEVS_CLASSIC, 16, closure);
    saltus_coupled_atomic_free(closure);
    saltus_coupled_free(inner);
}

TEST_MAIN()
