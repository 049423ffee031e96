/* SPDX-License-Identifier: MIT */
/* test_block_petri.c - Petri nets: arcs, conflicts, times, and philosophers. */
#include "block_bench.h"

/* An arc from a place to input k of a transition: two wires. */
static void arc(struct rig *r, const char *place, const char *transition, int k)
{
    char from[80], to[80];
    snprintf(from, sizeof from, "%s.tokens", place);
    snprintf(to, sizeof to, "%s.in[%d]", transition, k);
    rig_wire(r, from, to);
    snprintf(from, sizeof from, "%s.take[%d]", transition, k);
    snprintf(to, sizeof to, "%s.take", place);
    rig_wire(r, from, to);
}

static void arc_out(struct rig *r, const char *transition, int k, const char *place)
{
    char from[80], to[80];
    snprintf(from, sizeof from, "%s.put[%d]", transition, k);
    snprintf(to, sizeof to, "%s.put", place);
    rig_wire(r, from, to);
}

static double tokens(struct rig *r, const char *place)
{
    return rig_last(r, place, "tokens");
}

TEST(weights_of_arcs)
{
    struct rig *r = rig_new();
    rig_add(r, "a", "place", 1, "tokens = 7");
    rig_add(r, "b", "place", 1, "");
    rig_add(r, "t", "transition", 1, "takes = 2; puts = 3");
    arc(r, "a", "t", 1);
    arc_out(r, "t", 1, "b");
    CHECK(rig_run(r, 1));
    CHECK(tokens(r, "a") == 1 && tokens(r, "b") == 9);
    CHECK(rig_last(r, "t", "fired") == 3);
    CHECK(isinf(saltus_devs_next(r->run)));
    rig_free(r);
}

/* Three transitions want the one token; the lowest priority number gets it, then the order counts. */
TEST(conflicts_go_by_priority_then_order)
{
    for (int turned = 0; turned < 2; turned++) {
        struct rig *r = rig_new();
        rig_add(r, "p", "place", 1, "tokens = 1");
        for (int k = 0; k < 3; k++) {
            char t[] = {'t', (char)('0' + k), 0}, q[] = {'q', (char)('0' + k), 0};
            rig_part(r, (saltus_part){.name = t, .priority = turned ? -k : 0}, "transition", "");
            rig_add(r, q, "place", 1, "");
            arc(r, "p", t, 1);
            arc_out(r, t, 1, q);
        }
        CHECK(rig_run(r, 1));
        CHECK(tokens(r, "p") == 0);
        CHECK(tokens(r, "q0") == !turned && tokens(r, "q1") == 0 && tokens(r, "q2") == turned);
        rig_free(r);
    }
}

TEST(producer_and_consumer)
{
    struct rig *r = rig_new();
    rig_add(r, "idle", "place", 1, "tokens = 1");
    rig_add(r, "made", "place", 1, "");
    rig_add(r, "free", "place", 1, "tokens = 3");
    rig_add(r, "full", "place", 1, "");
    rig_add(r, "ready", "place", 1, "tokens = 1");
    rig_add(r, "busy", "place", 1, "");
    rig_add(r, "make", "timed_transition", 1, "law = constant; mean = 1");
    rig_add(r, "store", "transition", 1, "takes = 1, 1; puts = 1, 1");
    rig_add(r, "fetch", "transition", 1, "takes = 1, 1; puts = 1, 1");
    rig_add(r, "use", "timed_transition", 1, "law = constant; mean = 2");
    arc(r, "idle", "make", 1), arc_out(r, "make", 1, "made");
    arc(r, "made", "store", 1), arc(r, "free", "store", 2), arc_out(r, "store", 1, "idle"),
        arc_out(r, "store", 2, "full");
    arc(r, "full", "fetch", 1), arc(r, "ready", "fetch", 2), arc_out(r, "fetch", 1, "busy"),
        arc_out(r, "fetch", 2, "free");
    arc(r, "busy", "use", 1), arc_out(r, "use", 1, "ready");
    CHECK(rig_run(r, 100.5));
    CHECK(rig_last(r, "use", "fired") == 49); /* at 3, 5, ..., 99 */
    for (size_t k = 0; k < r->n_shown; k++) { /* the buffer has three places at any time */
        if (r->shown[k].cell == saltus_devs_find(r->run, "full"))
            CHECK(r->shown[k].value >= 0 && r->shown[k].value <= 3);
    }
    CHECK(tokens(r, "full") + tokens(r, "free") == 3);
    CHECK(tokens(r, "idle") + tokens(r, "made") == 1 &&
          tokens(r, "ready") + tokens(r, "busy") == 1);
    rig_free(r);
}

/* Two processes, one token for the critical section: never both inside. */
TEST(mutual_exclusion)
{
    struct rig *r = rig_new();
    rig_add(r, "mutex", "place", 1, "tokens = 1");
    for (int k = 0; k < 2; k++) {
        char name[4][20];
        static const char *const base[] = {"out", "in", "enter", "leave"};
        for (int j = 0; j < 4; j++) snprintf(name[j], sizeof name[j], "%s%d", base[j], k);
        rig_add(r, name[0], "place", 1, "tokens = 1");
        rig_add(r, name[1], "place", 1, "");
        rig_add(r, name[2], "timed_transition", 1, "takes = 1, 1; law = exponential; mean = 1");
        rig_add(r, name[3], "timed_transition", 1, "puts = 1, 1; law = exponential; mean = 1");
        arc(r, name[0], name[2], 1), arc(r, "mutex", name[2], 2), arc_out(r, name[2], 1, name[1]);
        arc(r, name[1], name[3], 1), arc_out(r, name[3], 1, name[0]),
            arc_out(r, name[3], 2, "mutex");
    }
    CHECK(rig_run(r, 500));
    double in[2] = {0};
    int32_t id[2] = {saltus_devs_find(r->run, "in0"), saltus_devs_find(r->run, "in1")};
    for (size_t k = 0; k < r->n_shown; k++)
        for (int j = 0; j < 2; j++) {
            if (r->shown[k].cell == id[j]) in[j] = r->shown[k].value;
            CHECK(in[0] + in[1] <= 1);
        }
    CHECK(rig_last(r, "enter0", "fired") > 100 && rig_last(r, "enter1", "fired") > 100);
    rig_free(r);
}

TEST(inhibitors_and_capacity)
{
    struct rig *r = rig_new();
    rig_add(r, "p", "place", 1, "capacity = 4");
    rig_add(r, "fill", "timed_transition", 1, "takes = 0; inhibits = 4; law = constant; mean = 1");
    rig_wire(r, "p.tokens", "fill.inhibit");
    arc_out(r, "fill", 1, "p");
    CHECK(rig_run(r, 100));
    CHECK(tokens(r, "p") == 4 && rig_last(r, "fill", "fired") == 4);
    CHECK(isinf(saltus_devs_next(r->run)));
    rig_free(r);
    r = rig_new();
    rig_add(r, "p", "place", 1, "capacity = 4");
    rig_add(r, "fill", "timed_transition", 1, "takes = 0; law = constant; mean = 1");
    arc_out(r, "fill", 1, "p");
    rig_refuses(r, "5 tokens are more than the capacity 4");
}

/* A timer that is disabled is forgotten: `slow` needs 3 s without a break, and `steal` breaks it every 2 s. */
TEST(a_disabled_time_is_forgotten)
{
    struct rig *r = rig_new();
    rig_add(r, "p", "place", 1, "tokens = 1");
    rig_add(r, "done", "place", 1, "");
    rig_add(r, "slow", "timed_transition", 1, "law = constant; mean = 3");
    rig_add(r, "steal", "timed_transition", 1, "law = constant; mean = 2");
    arc(r, "p", "slow", 1), arc_out(r, "slow", 1, "done");
    arc(r, "p", "steal", 1),
        arc_out(r, "steal", 1, "p"); /* takes and gives back at once: no break */
    CHECK(rig_run(r, 2.5));
    CHECK(tokens(r, "done") == 0);
    CHECK(rig_run(r, 10));
    CHECK(tokens(r, "done") == 1 && rig_last_time(r, "done", "tokens") == 3);
    rig_free(r);
    r = rig_new();
    rig_add(r, "p", "place", 1, "tokens = 1");
    rig_add(r, "q", "place", 1, "");
    rig_add(r, "done", "place", 1, "");
    rig_add(r, "slow", "timed_transition", 1, "law = constant; mean = 3");
    rig_add(r, "steal", "timed_transition", 1, "law = constant; mean = 2");
    rig_add(r, "back", "timed_transition", 1, "law = constant; mean = 0.1");
    arc(r, "p", "slow", 1), arc_out(r, "slow", 1, "done");
    arc(r, "p", "steal", 1), arc_out(r, "steal", 1, "q");
    arc(r, "q", "back", 1), arc_out(r, "back", 1, "p");
    CHECK(rig_run(r, 50));
    CHECK(tokens(r, "done") == 0 && rig_last(r, "slow", "fired") == 0);
    rig_free(r);
}

TEST(weights_choose_at_random)
{
    struct rig *r = rig_new();
    rig_add(r, "p", "place", 1, "tokens = 6000; weights = 1, 2");
    for (int k = 1; k <= 2; k++) {
        char t[] = {'t', (char)('0' + k), 0}, wire[2][40];
        rig_add(r, t, "transition", 1, "puts = 0");
        snprintf(wire[0], sizeof wire[0], "p.offer[%d]", k);
        snprintf(wire[1], sizeof wire[1], "%s.in", t);
        rig_wire(r, wire[0], wire[1]);
        snprintf(wire[0], sizeof wire[0], "%s.take", t);
        rig_wire(r, wire[0], "p.take");
    }
    r->quiet = 1;
    CHECK(rig_run(r, 1));
    CHECK(tokens(r, "p") == 0);
    CHECK(fabs(rig_last(r, "t1", "fired") - 2000) < 4 * sqrt(6000 * 2.0 / 9));
    rig_free(r);
}

/* n philosophers; those who take the right fork first have swapped = 1. */
static struct rig *table(int n, int ordered)
{
    struct rig *r = rig_new();
    char name[8][16], args[64];
    static const char *const base[] = {"think", "one", "eat", "first", "second", "leave", "fork"};
    for (int k = 0; k < n; k++) {
        snprintf(name[0], sizeof name[0], "fork%d", k);
        rig_add(r, name[0], "place", 1, "tokens = 1");
    }
    for (int k = 0; k < n; k++) {
        int left = k, right = (k + 1) % n;
        for (int j = 0; j < 6; j++) snprintf(name[j], sizeof name[j], "%s%d", base[j], k);
        snprintf(name[6], sizeof name[6], "fork%d", ordered && right < left ? right : left);
        snprintf(name[7], sizeof name[7], "fork%d", ordered && right < left ? left : right);
        rig_add(r, name[0], "place", 1, "tokens = 1");
        rig_add(r, name[1], "place", 1, "");
        rig_add(r, name[2], "place", 1, "");
        snprintf(args, sizeof args, "takes = 1, 1; law = uniform; min = 1; max = 2");
        rig_add(r, name[3], "timed_transition", 1, args);
        rig_add(r, name[4], "timed_transition", 1, args);
        rig_add(r, name[5], "timed_transition", 1,
                "puts = 1, 1, 1; law = uniform; min = 1; max = 2");
        arc(r, name[0], name[3], 1), arc(r, name[6], name[3], 2), arc_out(r, name[3], 1, name[1]);
        arc(r, name[1], name[4], 1), arc(r, name[7], name[4], 2), arc_out(r, name[4], 1, name[2]);
        arc(r, name[2], name[5], 1), arc_out(r, name[5], 1, name[0]);
        arc_out(r, name[5], 2, name[6]), arc_out(r, name[5], 3, name[7]);
    }
    return r;
}

TEST(philosophers_starve_if_all_take_the_left_fork_first)
{
    struct rig *r = table(5, 0);
    CHECK(rig_run(r, 10000));
    CHECK(isinf(saltus_devs_next(r->run))); /* the run is passive: a deadlock */
    for (int k = 0; k < 5; k++) {
        char one[] = {'o', 'n', 'e', (char)('0' + k), 0};
        CHECK(tokens(r, one) == 1); /* everybody holds one fork */
    }
    rig_free(r);
}

TEST(philosophers_live_if_forks_have_an_order)
{
    struct rig *r = table(5, 1);
    double meals = 0;
    CHECK(rig_run(r, 1000));
    CHECK(saltus_devs_next(r->run) < 1010);
    for (int k = 0; k < 5; k++) {
        char leave[] = {'l', 'e', 'a', 'v', 'e', (char)('0' + k), 0};
        CHECK(rig_last(r, leave, "fired") > 10);
        meals += rig_last(r, leave, "fired");
    }
    CHECK(meals > 200);
    rig_free(r);
}

TEST(mistakes_are_named)
{
    struct rig *r = rig_new();
    rig_add(r, "p", "place", 1, "tokens = 1.5");
    rig_refuses(r, "1.5 is not a number of tokens");
    r = rig_new();
    rig_add(r, "t", "transition", 1, "");
    rig_refuses(r, "input 1 is not wired to a place");
    r = rig_new();
    rig_add(r, "t", "transition", 1, "takes = 0.5");
    rig_refuses(r, "is not a number of tokens");
    r = rig_new();
    r->o.semantics = SALTUS_DEVS_PARALLEL;
    rig_add(r, "p", "place", 1, "tokens = 1");
    rig_add(r, "a", "transition", 1, "puts = 0");
    rig_add(r, "b", "transition", 1, "puts = 0");
    arc(r, "p", "a", 1), arc(r, "p", "b", 1);
    rig_refuses(r, "CLASSIC semantics");
}

TEST_MAIN()
