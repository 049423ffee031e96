/* SPDX-License-Identifier: MIT */
/* test_block_machine.c - state machines: moves, times, what is emitted, and what is wrong with a text. */
#include "block_bench.h"

static struct rig *machine(const char *table)
{
    struct rig *r = rig_new();
    rig_add(r, "a", "events_at", 1, "times = 1, 2, 8, 9; values = 1, 5, 1, 5");
    rig_add(r, "b", "events_at", 1, "times = 12");
    rig_text(r, "table", table);
    rig_add(r, "m", "state_machine", 1, "");
    rig_wire(r, "a.y", "m.u1");
    rig_wire(r, "b.y", "m.u2");
    return r;
}

TEST(moves_by_events_and_times)
{
    struct rig *r =
        machine("# a lamp\nstate off\nstate on = 10 emit 7\n"
                "off -> on on u1 > 3 emit 100 # bright\non -> off after 4\n* -> on on u2");
    CHECK(rig_run(r, 20));
    static const double t[] = {0, 2, 6, 9, 12, 16}, y[] = {0, 10, 0, 10, 10, 0};
    for (size_t k = 0; k < 6; k++)
        CHECK(rig_sent(r, "m", 0, k)->t == t[k] && rig_sent(r, "m", 0, k)->c[0] == y[k]);
    CHECK_EQ_INT(rig_count(r, "m", 0), 6);
    static const double te[] = {2, 2, 9, 9, 12}, e[] = {100, 7, 100, 7, 7};
    for (size_t k = 0; k < 5; k++)
        CHECK(rig_sent(r, "m", 1, k)->t == te[k] && rig_sent(r, "m", 1, k)->c[0] == e[k]);
    CHECK_EQ_INT(rig_count(r, "m", 1), 5);
    rig_free(r);
}

TEST(conditions)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    static const double when[] = {2, 1, 1, 1, INFINITY, 2}; /* values 1, 5; bound 5 */
    for (int k = 0; k < 6; k++) {
        char table[100];
        snprintf(table, sizeof table, "state a; state b; a -> b on u1%s5", ops[k]);
        struct rig *r = machine(table);
        CHECK(rig_run(r, 7));
        const struct rig_message *m = rig_sent_at(r, "m", 0, 1);
        CHECK(m ? m->t == when[k] : isinf(when[k]));
        rig_free(r);
    }
}

TEST(times_do_not_drift)
{
    struct rig *r = machine("state a;state b;a->b after 0.1;b->a after 0.2");
    CHECK(rig_run(r, 0.95));
    static const double t[] = {0,
                               0.1,
                               0.30000000000000004,
                               0.4,
                               0.6000000000000001,
                               0.7000000000000001,
                               0.9000000000000001};
    for (size_t k = 0; k < 7; k++) CHECK_CLOSE(rig_sent(r, "m", 0, k)->t, t[k], 1e-15);
    rig_free(r);
}

static void refuses(const char *table, const char *text)
{
    rig_refuses(machine(table), text);
}

TEST(mistakes_are_located)
{
    refuses("", "there is no state");
    refuses("state a\nstate b\na -> c on u1", "line 3, column 6: there is no state 'c'");
    refuses("state idle\nstate b\nb -> idel on u1", "did you mean 'idle'?");
    refuses("state a\nstate a", "line 2, column 7: there are two states 'a'");
    refuses("state a\na -> a on u3", "line 2, column 11: there is no input 'u3'");
    refuses("state a\na -> a on v1", "there is no input 'v1'");
    refuses("state a\na -> a after x", "line 2, column 14: a number is expected");
    refuses("state a\na -> a after -1", "the time is negative");
    refuses("state a\na => a on u1", "line 2, column 3: '->' is expected");
    refuses("state a\na -> a when u1", "'on' or 'after' is expected 'when'");
    refuses("state a\na -> a on u1 =< 3", "there is no condition '=<'");
    refuses("state a = \n", "a number is expected");
    refuses("state a emitt 3", "'emit' or the end of the line is expected, not 'emitt'");
    refuses("state a emit 3 4", "the end of the line is expected");
    refuses("state a\na", "'->' is expected");
    refuses("state a\n\xff\xfe -> a on u1", "line 2, column 1");
    refuses("state a; state b; a -> b after 0; b -> a after 0", "");
}

TEST_MAIN()
