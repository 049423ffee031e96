/* SPDX-License-Identifier: MIT */
/* test_block_queue.c - jobs one by one: order, capacity, places, laws. */
#include "block_bench.h"

/* Jobs at t = 1, 2, 3, 4 with service of 2.5 each. */
static struct rig *line(const char *queue, const char *args, const char *server)
{
    struct rig *r = rig_new();
    rig_add(r, "gen", "generator", 1, "law = list; list = 1, 1, 1, 1");
    rig_add(r, "q", queue, 1, args);
    rig_add(r, "s", "server", 1, server);
    rig_add(r, "end", "job_sink", 1, "");
    rig_wire(r, "gen.y", "q.u");
    rig_wire(r, "q.y", "s.u");
    rig_wire(r, "s.next", "q.next");
    rig_wire(r, "s.y", "end.u");
    return r;
}

static void leaves(struct rig *r, size_t k, double t, double id)
{
    const struct rig_message *m = rig_sent(r, "s", 0, k);
    if (m->t != t || m->c[0] != id) FAIL("job %g at %g, not %g at %g", m->c[0], m->t, id, t);
}

TEST(first_come_first_served)
{
    struct rig *r = line("queue", "", "law = constant; mean = 2.5");
    CHECK(rig_run(r, 20));
    for (int k = 0; k < 4; k++) leaves(r, (size_t)k, 3.5 + 2.5 * k, k + 1);
    CHECK(rig_last(r, "q", "served") == 4 && rig_last(r, "q", "length") == 0);
    CHECK_CLOSE(rig_last(r, "q", "mean_wait"), (0 + 1.5 + 3 + 4.5) / 4, 1e-14);
    CHECK_CLOSE(rig_last(r, "end", "mean"), 2.5 + 9.0 / 4, 1e-14);
    CHECK(rig_last(r, "end", "count") == 4 && rig_last(r, "end", "max") == 7);
    CHECK(isinf(saltus_devs_next(r->run)));
    CHECK(rig_finish(r)); /* then the mean is that of the whole run */
    CHECK_CLOSE(rig_last(r, "q", "mean_length") * 20, 9, 1e-14);
    CHECK_CLOSE(rig_last(r, "s", "mean_busy") * 20, 10, 1e-14);
    rig_free(r);
}

TEST(last_come_first_served)
{
    struct rig *r = line("queue", "order = lifo", "law = constant; mean = 2.5");
    CHECK(rig_run(r, 20));
    static const double order[] = {1, 3, 4, 2};
    for (int k = 0; k < 4; k++) leaves(r, (size_t)k, 3.5 + 2.5 * k, order[k]);
    rig_free(r);
}

TEST(a_full_queue_rejects)
{
    struct rig *r = line("queue", "capacity = 1", "law = constant; mean = 2.5");
    CHECK(rig_run(r, 20));
    CHECK_EQ_INT(rig_count(r, "s", 0),
                 3); /* 1 is served, 2 waits, 3 is lost, 2 goes on at 3.5, 4 waits */
    CHECK(rig_sent(r, "q", 1, 0)->c[0] == 3 && rig_sent(r, "q", 1, 0)->t == 3);
    CHECK(rig_last(r, "q", "lost") == 1);
    rig_free(r);
    r = line("queue", "capacity = 0", "law = constant; mean = 2.5");
    CHECK(rig_run(r, 20));
    CHECK(rig_last(r, "q", "lost") == 2);
    rig_free(r);
}

TEST(two_places)
{
    struct rig *r = line("queue", "", "servers = 2; law = constant; mean = 2.5");
    CHECK(rig_run(r, 20));
    leaves(r, 0, 3.5, 1);
    leaves(r, 1, 4.5, 2);
    leaves(r, 2, 6, 3);
    leaves(r, 3, 7, 4);
    CHECK_CLOSE(rig_last(r, "s", "mean_busy") * 7, 10, 1e-14);
    rig_free(r);
}

TEST(a_server_alone_rejects)
{
    struct rig *r = rig_new();
    rig_add(r, "gen", "generator", 1, "law = list; list = 1, 1, 1, 1; first = 100");
    rig_add(r, "s", "server", 1, "law = list; list = 1.5, 9");
    rig_wire(r, "gen.y", "s.u");
    CHECK(rig_run(r, 20));
    CHECK(rig_sent(r, "s", 2, 0)->c[0] == 101 && rig_sent(r, "s", 2, 0)->t == 2);
    CHECK(rig_sent(r, "s", 2, 1)->c[0] == 103);
    leaves(r, 0, 2.5, 100);
    leaves(r, 1, 12, 102);
    rig_free(r);
}

/* Urgent jobs come at 1.5 and 2.5, others at 1, 2, 3. */
TEST(by_priority)
{
    struct rig *r = rig_new();
    rig_add(r, "low", "generator", 1, "law = list; list = 1, 1, 1");
    rig_add(r, "high", "generator", 1, "law = list; list = 1.5, 1; priority = 2; first = 11");
    rig_add(r, "q", "priority_queue", 1, "");
    rig_add(r, "s", "server", 1, "law = constant; mean = 10");
    rig_wire(r, "low.y", "q.u");
    rig_wire(r, "high.y", "q.u");
    rig_wire(r, "q.y", "s.u");
    rig_wire(r, "s.next", "q.next");
    CHECK(rig_run(r, 60));
    static const double order[] = {1, 11, 12, 2, 3};
    for (int k = 0; k < 5; k++) leaves(r, (size_t)k, 11 + 10 * k, order[k]);
    rig_free(r);
}

TEST(a_station_keeps_everybody)
{
    struct rig *r = rig_new();
    rig_add(r, "a", "generator", 1, "law = constant; mean = 1; count = 5; payload = 3.5");
    rig_add(r, "s", "delay_station", 1, "law = payload");
    rig_add(r, "end", "job_sink", 1, "");
    rig_wire(r, "a.y", "s.u");
    rig_wire(r, "s.y", "end.u");
    CHECK(rig_run(r, 60));
    for (int k = 0; k < 5; k++) leaves(r, (size_t)k, 4.5 + k, k + 1);
    CHECK(rig_last(r, "end", "mean") == 3.5 && rig_last(r, "end", "variance") == 0);
    rig_free(r);
}

static void law(const char *args, double mean, double variance)
{
    struct rig *r = rig_new();
    char all[200];
    snprintf(all, sizeof all, "%s; count = 20000", args);
    rig_add(r, "g", "generator", 1, all);
    rig_add(r, "e", "event_statistics", 1, "");
    rig_wire(r, "g.y", "e.u");
    r->quiet = 1;
    r->o.trace = NULL;
    CHECK(rig_run(r, 1e9));
    double m = rig_last(r, "e", "gap"), v = rig_last(r, "e", "gap_variance");
    CHECK(rig_last(r, "e", "count") == 20000);
    if (!(fabs(m - mean) <= 4 * sqrt(variance / 20000) + 1e-9))
        FAIL("%s: the mean is %g, not %g", args, m, mean);
    if (!(fabs(v - variance) <= 0.1 * variance + 1e-9))
        FAIL("%s: the variance is %g, not %g", args, v, variance);
    rig_free(r);
}

TEST(laws_have_their_moments)
{
    law("law = constant; mean = 2", 2, 0);
    law("law = exponential; mean = 2", 2, 4);
    law("law = uniform; min = 1; max = 4", 2.5, 0.75);
    law("law = normal; mean = 5; deviation = 1", 5, 1);
    law("law = erlang; mean = 3; shape = 4", 3, 2.25);
}

static void refuses(const char *block, int32_t size, const char *args, const char *text)
{
    struct rig *r = rig_new();
    rig_add(r, "g", block, size, args);
    rig_refuses(r, text);
}

TEST(bad_arguments_are_named)
{
    refuses("generator", 1, "law = normal; mean = 1",
            "the law 'normal' needs the parameter 'deviation'");
    refuses("generator", 1, "", "needs the parameter 'mean'");
    refuses("generator", 1, "law = uniform; min = 2; max = 1", "max = 1 is below min = 2");
    refuses("generator", 1, "law = list; list = 1, -1", "time 2 of the list is negative");
    refuses("generator", 2, "mean = 1", "has no vector form");
}

/* A run that is saved and put back goes on in the same way, random numbers and all. */
TEST(snapshots)
{
    struct rig *r = line("queue", "", "mean = 0.7");
    rig_add(r, "more", "generator", 1, "mean = 1");
    rig_wire(r, "more.y", "q.u");
    CHECK(rig_run(r, 50));
    saltus_snapshot *s = NULL;
    CHECK(saltus_devs_snapshot(r->run, &s) == SALTUS_OK);
    CHECK(rig_run(r, 100));
    double wait = rig_last(r, "q", "mean_wait"), mean = rig_last(r, "end", "mean");
    CHECK(saltus_devs_restore(r->run, s) == SALTUS_OK);
    CHECK(rig_run(r, 100));
    CHECK(rig_last(r, "q", "mean_wait") == wait && rig_last(r, "end", "mean") == mean);
    saltus_snapshot_free(s);
    rig_free(r);
}

/* ---- The n-th allocation fails ---------------------------------------------------------------------- */

static void *fails_at(void *user, void *p, size_t n)
{
    long *left = user;
    if (n == 0) {
        free(p);
        return NULL;
    }
    return (*left)-- <= 0 ? NULL : realloc(p, n);
}

static struct rig *many_blocks(void)
{
    struct rig *r = line("priority_queue", "capacity = 3", "servers = 2; mean = 0.7");
    rig_add(r, "clock", "clock", 3, "period = 0.3, 0.5, 1");
    rig_add(r, "n", "counter", 3, "modulo = 2");
    rig_add(r, "not", "not", 3, "");
    rig_add(r, "gate", "gate", 3, "");
    rig_add(r, "merge", "merge", 3, "");
    rig_add(r, "sine", "sine", 2, "frequency = 1, 2");
    rig_add(r, "scope", "scope", 2, "");
    rig_text(r, "table", "state a; state b; a -> b on u1 emit 1; b -> a after 0.2 emit 2");
    rig_add(r, "machine", "state_machine", 1, "");
    rig_add(r, "p", "place", 1, "tokens = 3; weights = 1, 2");
    rig_add(r, "t", "timed_transition", 1, "mean = 1");
    rig_add(r, "stop", "stop_when", 2, "threshold = 5");
    rig_wire(r, "clock.y", "n.up");
    rig_wire(r, "n.y", "not.u");
    rig_wire(r, "not.y", "gate.open");
    rig_wire(r, "clock.y", "gate.u");
    rig_wire(r, "gate.y", "merge.u1");
    rig_wire(r, "clock.y", "merge.u2");
    rig_wire(r, "sine.y", "scope.u");
    rig_wire(r, "sine.y", "stop.u");
    rig_wire(r, "clock.y[1]", "machine.u1");
    rig_wire(r, "p.tokens", "t.in");
    rig_wire(r, "t.take", "p.take");
    rig_wire(r, "t.put", "p.put");
    return r;
}

TEST(memory_may_fail)
{
    int failures = 0;
    for (long n = 0, fine = 0; !fine; n++) {
        struct rig *r = many_blocks();
        long left = n;
        r->o.trace = NULL;
        r->o.show = NULL;
        r->o.alloc = fails_at;
        r->o.alloc_user = &left;
        fine = rig_run(r, 5);
        if (!fine) CHECK(r->status == SALTUS_ENOMEM);
        failures += !fine;
        CHECK(n < 5000);
        rig_free(r);
    }
    CHECK(failures > 50);
}

TEST_MAIN()
