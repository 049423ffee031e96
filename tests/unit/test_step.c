/* SPDX-License-Identifier: MIT */
/* test_step.c - sessions of 'saltus step' with a model made here. */
#include "cli/step/step.h"
#include "devs_world.h"

/* The bench with a tick that shows its number. */
static void tick_shows(saltus_cell *c)
{
    double k;
    tick_int(c);
    k = (double)((const struct tick *)c->state)->k;
    saltus_cell_show(c, 0, 0, &k, 0);
}

static const saltus_shown tick_table[] = {{.name = "k", .kind = SALTUS_DISCRETE}, {0}};

static void check_session(int semantics, const char *script, const char *want)
{
    saltus_coupled *m = world_new("m");
    saltus_atomic tick = tick_type;
    saltus_devs_options o = saltus_devs_defaults();
    char *text = NULL;
    size_t n;
    FILE *in = fmemopen((void *)(uintptr_t)script, strlen(script), "r"),
         *out = open_memstream(&text, &n);
    tick.delta_int = tick_shows;
    tick.shows = tick_table;
    world_add(m, "tick", &tick);
    world_add(m, "sum", &adder_type);
    world_wire(m, "tick", "sum");
    world_wire(m, NULL, "sum");
    world_wire(m, "sum", NULL);
    o.semantics = (saltus_semantics)semantics;
    CHECK_EQ_INT(step_session(m, &o, 5, false, in, out), SALTUS_OK);
    fclose(in), fclose(out);
    saltus_coupled_free(m);
    if (strcmp(text, want) != 0) FAIL("session:\n%s", text);
    free(text);
}

TEST(forward_and_back)
{
    check_session(SALTUS_DEVS_CLASSIC, "s\ns 2\nb\n# nothing\n\nb 2\nc 2.5\nc\nq\ns\n",
                  "step 0: t=0 n=0; next tick at 1\n"
                  "step 1: t=1 n=0 tick; next sum at 1\n"
                  "step 2: t=1 n=1 sum; next tick at 2\n"
                  "step 3: t=2 n=0 tick; next sum at 2\n"
                  "step 2: t=1 n=1; next tick at 2\n"
                  "step 0: t=0 n=0; next tick at 1\n"
                  "step 4: t=2.5 n=0; next tick at 3\n"
                  "step 10: t=5 n=1; next tick at 6\n");
}

TEST(parts_and_what_they_show)
{
    check_session(SALTUS_DEVS_CLASSIC, "c 3\np\nb 2\np t*\nb 10\np t*\n",
                  "step 0: t=0 n=0; next tick at 1\n"
                  "step 6: t=3 n=1; next tick at 4\n"
                  "part  block         last          next          shows\n"
                  "tick  tick          3             4             k = 3\n"
                  "sum   adder         3             never\n"
                  "step 4: t=2 n=1; next tick at 3\n"
                  "part  block         last          next          shows\n"
                  "tick  tick          2             3             k = 2\n"
                  "step 0: t=0 n=0; next tick at 1\n"
                  "part  block         last          next          shows\n"
                  "tick  tick          0             1\n");
}

TEST(the_trace)
{
    check_session(SALTUS_DEVS_PARALLEL, "c 1.5\nt on\ns\ns\nt off\ns 2\n",
                  "step 0: t=0 n=0; next tick at 1\n"
                  "step 2: t=1.5 n=0; next tick at 2\n"
                  "t=2 n=0  tick          lambda     y -> 1\n"
                  "t=2 n=0  tick          delta_int\n"
                  "t=2 n=0  sum           delta_ext  u <- 1\n"
                  "step 3: t=2 n=0 tick; next sum at 2\n"
                  "t=2 n=1  sum           lambda     y -> 1\n"
                  "t=2 n=1  sum           delta_int\n"
                  "step 4: t=2 n=1 sum; next tick at 3\n"
                  "step 5: t=3 n=0 tick; next sum at 3\n"
                  "step 6: t=3 n=1 sum; next tick at 4\n");
}

TEST(messages_and_snapshots)
{
    check_session(SALTUS_DEVS_CLASSIC,
                  "c 1.5\nsnap\ni in 100\nt on\ns 2\nt off\nrestore\ns\ns\nrestore\n",
                  "step 0: t=0 n=0; next tick at 1\n"
                  "step 2: t=1.5 n=0; next tick at 2\n"
                  "it comes with the next step\n"
                  "t=1.5 n=1  sum           delta_ext  u <- 100\n"
                  "t=1.5 n=2  sum           lambda     y -> 100\n"
                  "t=1.5 n=2  sum           delta_int\n"
                  "step 4: t=1.5 n=2 sum; next tick at 2\n"
                  "step 2: t=1.5 n=0; next tick at 2\n"
                  "step 3: t=2 n=0 tick; next sum at 2\n"
                  "step 4: t=2 n=1 sum; next tick at 3\n"
                  "step 2: t=1.5 n=0; next tick at 2\n");
}

TEST(many_steps_are_told_once)
{
    check_session(SALTUS_DEVS_CLASSIC, "s 100\n",
                  "step 0: t=0 n=0; next tick at 1\n"
                  "step 100: t=50 n=1 sum; next tick at 51\n");
}

TEST_MAIN()
