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

/* Machine k of the vector hears the events of element k, and all hear those of the clock. */
TEST(a_vector_is_so_many_machines)
{
    struct rig *r = rig_new();
    static const char table[] = "state off; state on emit 5; off -> on on u1 == 1 emit 3; "
                                "on -> off after 0.75; * -> off on u2";
    rig_add(r, "a", "events_at", 1, "times = 1, 2, 4");
    rig_add(r, "c", "clock", 1, "period = 2.5; start = 2.5");
    rig_add(r, "one", "constant", 1, "value = 1");
    rig_add(r, "s", "triggered_sampler", 1, "");
    rig_wire(r, "a.y", "s.sample");
    rig_wire(r, "one.y", "s.u");
    rig_text(r, "table", table);
    rig_add(r, "m", "state_machine", 3, "");
    rig_text(r, "table", table);
    rig_add(r, "alone", "state_machine", 1, "");
    rig_wire(r, "s.y", "m.u1[2]");
    rig_wire(r, "c.y", "m.u2");
    rig_wire(r, "s.y", "alone.u1");
    rig_wire(r, "c.y", "alone.u2");
    CHECK(rig_run(r, 6));
    CHECK_EQ_INT(rig_count(r, "alone", 1), 6);
    CHECK_EQ_INT(rig_count(r, "m", 1), 6);
    for (size_t k = 0; k < 6; k++) {
        const struct rig_message *x = rig_sent(r, "m", 1, k), *y = rig_sent(r, "alone", 1, k);
        CHECK(x->t == y->t && x->c[0] == y->c[0] && x->index == 1);
    }
    size_t n = 0, seen = 0;
    for (const struct rig_message *x; (x = rig_sent_at(r, "m", 0, n)); n++) {
        if (x->index != 1) continue;
        const struct rig_message *y = rig_sent(r, "alone", 0, seen++);
        CHECK(x->t == y->t && x->c[0] == y->c[0]);
    }
    CHECK_EQ_INT(seen, rig_count(r, "alone", 0));
    CHECK_EQ_INT(n, seen + 2 * 3); /* the others: the start and two ticks */
    rig_free(r);
}

TEST(exponential_times)
{
    struct rig *r = rig_new();
    double mean = 0, squares = 0, last = 0;
    rig_text(r, "table", "state a; a -> a after exponential 0.5 emit 1; a -> a after 1e9");
    rig_add(r, "m", "state_machine", 1, "");
    CHECK(rig_run(r, 4000));
    size_t n = rig_count(r, "m", 1);
    for (size_t k = 0; k < n; k++) {
        double t = rig_sent(r, "m", 1, k)->t;
        mean += (t - last) / (double)n;
        squares += (t - last) * (t - last) / (double)n;
        last = t;
    }
    CHECK_CLOSE(mean, 0.5, 0.05);                   /* its standard error is 0.011 of it */
    CHECK_CLOSE(squares - mean * mean, 0.25, 0.13); /* 0.032 */
    rig_free(r);
}

TEST(mistakes_are_located)
{
    refuses("", "there is no state");
    refuses("state a\nstate b\na -> c on u1", "line 3, column 6: there is no state 'c'");
    refuses("state idle\nstate b\nb -> idel on u1", "did you mean 'idle'?");
    refuses("state a\nstate a", "line 2, column 7: there are two states 'a'");
    refuses("state a\na -> a on u3", "line 2, column 11: there is no input 'u3'");
    refuses("state a\na -> a on v1", "there is no input 'v1'");
    refuses("state a\na -> a after x", "line 2, column 14: a time is expected, not 'x'");
    refuses("state a\na -> a after exponential", "line 2, column 25: a number is expected");
    refuses("state a\na -> a after exponential -1", "the time is negative");
    refuses("state a\na -> a after =", "line 2, column 14: a number is expected");
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
