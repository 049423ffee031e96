/* SPDX-License-Identifier: MIT */
/* prop_devs_back.c - whatever was done to a run, from its start it comes to the same point again.
 *
 * Steps, steps back, messages from outside, snapshots and restores, at random, of a model whose structure changes. Then the run
 * is taken to its start and repeated: what follows must be the same, transition for transition. */
#include "devs_world.h"

static void boss_int(saltus_cell *c)
{
    int64_t k = ((const struct tick *)c->state)->k;
    char name[32];
    snprintf(name, sizeof name, "helper%d", (int)(k / 6));
    saltus_wire w = world_wire_of(name, "queue");
    if (k % 6 == 2) {
        saltus_cell_add(c, &(saltus_part){.name = name, .type = &tick_type});
        saltus_cell_wire(c, &w);
    }
    if (k % 6 == 5) saltus_cell_remove(c, name);
    tick_int(c);
}

struct play {
    struct world w;
    saltus_atomic boss;
    saltus_coupled *m;
    saltus_devs *run;
    saltus_snapshot *snapshot;
};

static void open_play(struct play *p, struct rng *g)
{
    static const uint64_t histories[] = {0, 0, 1, 16, 50, 1000};
    *p = (struct play){.boss = tick_type, .m = world_bench()};
    p->boss.delta_int = boss_int;
    if (rng_int(g, 0, 2)) world_add(p->m, "boss", &p->boss);
    saltus_devs_options o =
        world_options(&p->w, rng_int(g, 0, 1) ? SALTUS_DEVS_CLASSIC : SALTUS_DEVS_PARALLEL);
    o.history = histories[rng_int(g, 0, 5)];
    o.seed = rng_u64(g);
    if (saltus_devs_new(p->m, &o, &p->run) != SALTUS_OK) FAIL("%s", p->w.said);
}

static void close_play(struct play *p)
{
    saltus_snapshot_free(p->snapshot);
    saltus_devs_free(p->run);
    saltus_coupled_free(p->m);
    world_end(&p->w);
}

static void steps(struct play *p, int n)
{
    int done;
    for (int k = 0; k < n; k++)
        if (saltus_devs_step(p->run, INFINITY, &done) != SALTUS_OK) FAIL("%s", p->w.said);
}

static void inject(struct play *p, struct rng *g)
{
    saltus_message x = {.c = {rng_int(g, 1, 1000)}};
    double t = saltus_devs_time(p->run) + rng_int(g, -2, 12) / 2.0; /* often together with a tick */
    CHECK_EQ_INT(saltus_devs_inject(p->run, "in", rng_int(g, 0, 5) ? t : NAN, &x), SALTUS_OK);
}

static void anything(struct play *p, struct rng *g)
{
    switch (rng_int(g, 0, 7)) {
    case 0:
    case 1: steps(p, rng_int(g, 1, 30)); break;
    case 2:
        CHECK_EQ_INT(saltus_devs_run(p->run, saltus_devs_time(p->run) + rng_uniform(g, 0, 5)),
                     SALTUS_OK);
        break;
    case 3: CHECK_EQ_INT(saltus_devs_back(p->run, (uint64_t)rng_int(g, 0, 25)), SALTUS_OK); break;
    case 4:
    case 5: inject(p, g); break;
    case 6:
        saltus_snapshot_free(p->snapshot);
        CHECK_EQ_INT(saltus_devs_snapshot(p->run, &p->snapshot), SALTUS_OK);
        break;
    default:
        if (p->snapshot) CHECK_EQ_INT(saltus_devs_restore(p->run, p->snapshot), SALTUS_OK);
        break;
    }
}

static char *future(struct play *p)
{
    world_listen(&p->w);
    steps(p, 40);
    return world_heard(&p->w);
}

PROP(a_run_comes_to_the_same_point_again, 400)
{
    struct play p;
    open_play(&p, g);
    for (int k = rng_int(g, 1, 25); k > 0; k--) anything(&p, g);
    steps(&p, 1);
    uint64_t here = saltus_devs_statistics(p.run).steps;
    char *first = future(&p);
    CHECK_EQ_INT(saltus_devs_back(p.run, 40),
                 SALTUS_OK); /* by the nearest snapshot, if there is one */
    CHECK_EQ_INT(saltus_devs_statistics(p.run).steps, here);
    char *again = future(&p);
    if (strcmp(first, again) != 0) FAIL("back: %.300s\ninstead of %.300s", again, first);
    CHECK_EQ_INT(saltus_devs_back(p.run, UINT64_MAX), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_statistics(p.run).steps, 0);
    steps(&p, (int)here);
    char *third = future(&p);
    if (strcmp(first, third) != 0) FAIL("from the start: %.300s\ninstead of %.300s", third, first);
    free(first), free(again), free(third);
    close_play(&p);
}

TEST_MAIN()
