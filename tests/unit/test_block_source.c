/* SPDX-License-Identifier: MIT */
/* test_block_source.c - every source against its closed form. */
#include "block_bench.h"

static struct rig *source(const char *block, int32_t size, const char *args, double until)
{
    struct rig *r = rig_new();
    rig_add(r, "s", block, size, args);
    rig_add(r, "n",
            strcmp(block, "clock") && strcmp(block, "poisson") && strcmp(block, "events_at")
                ? "scope"
                : "event_scope",
            size, "");
    rig_wire(r, "s.y", "n.u");
    if (!rig_run(r, until)) FAIL("%s: %s", block, r->said);
    return r;
}

/* The run is refused, and what is said has this text in it. */
static void refuses(const char *block, int32_t size, const char *args, const char *text)
{
    struct rig *r = rig_new();
    rig_add(r, "s", block, size, args);
    int fine = rig_run(r, 1);
    int said = strstr(r->said, text) != NULL;
    char all[sizeof r->said];
    memcpy(all, r->said, sizeof all);
    rig_free(r);
    if (fine || !said) FAIL("'%s' is expected: %.300s", text, all);
}

static void check_values(const char *block, const char *args, const double (*want)[2], size_t n)
{
    struct rig *r = source(block, 1, args, 10);
    for (size_t k = 0; k < n; k++) {
        double v = rig_value(r, "s", 0, want[k][0]);
        if (!testing_close(v, want[k][1], 1e-14))
            FAIL("%s(%g) = %.17g, not %.17g", block, want[k][0], v, want[k][1]);
    }
    rig_free(r);
}
#define VALUES(block, args, ...)                                                                   \
    do {                                                                                           \
        static const double want_[][2] = __VA_ARGS__;                                              \
        check_values(block, args, want_, sizeof want_ / sizeof *want_);                            \
    } while (0)

TEST(straight_lines)
{
    VALUES("constant", "value = 3", {{0, 3}, {10, 3}});
    VALUES("step", "start = 2; low = -1; high = 4", {{0, -1}, {1.999, -1}, {2, 4}, {9, 4}});
    VALUES("ramp", "start = 1; slope = 2; offset = 3; duration = 4",
           {{0, 3}, {1, 3}, {2, 5}, {5, 11}, {8, 11}});
    VALUES("pulse", "start = 1; width = 2", {{0.5, 0}, {1, 1}, {2.9, 1}, {3, 0}, {9, 0}});
    VALUES("pulse", "start = 1; width = 0.5; period = 2; low = -1",
           {{0, -1}, {1.2, 1}, {1.5, -1}, {3, 1}, {3.5, -1}, {9.25, 1}});
    VALUES("square_wave", "period = 2; duty = 0.25; low = -1",
           {{0, 1}, {0.49, 1}, {0.5, -1}, {2, 1}, {8.5, -1}});
    VALUES("saw", "period = 4; low = 1; high = 3", {{0, 1}, {2, 2}, {3, 2.5}, {4, 1}, {9, 1.5}});
    VALUES("triangle", "period = 4; low = 1; high = 3",
           {{0, 1}, {1, 2}, {2, 3}, {3, 2}, {4, 1}, {9, 2}});
    VALUES("trapezoid", "period = 8; rise = 1; top = 2; fall = 4; high = 2",
           {{0, 0}, {0.5, 1}, {1, 2}, {2, 2}, {3, 2}, {5, 1}, {7, 0}, {7.5, 0}, {8.5, 1}});
    VALUES("trapezoid", "period = 4; top = 1; fall = 1",
           {{0, 1}, {0.5, 1}, {1.5, 0.5}, {2, 0}, {3.9, 0}, {4, 1}});
    VALUES("pwm_source", "period = 2; duty = 0.5; depth = 0.25; frequency = 0.125",
           {{0, 1},
            {0.9, 1},
            {1, 0},
            {2, 1},
            {3.49, 1},
            {3.5, 0},
            {5, 0},
            {6, 1},
            {6.49, 1},
            {6.5, 0}});
    VALUES("square_wave", "period = 3; duty = 1", {{0, 1}, {4, 1}});
    VALUES("square_wave", "period = 3; duty = 0", {{0, 0}, {4, 0}});
}

TEST(tables)
{
    VALUES("table_source", "times = 1, 2, 4; values = 3, 5, 1; shape = hold",
           {{0, 3}, {1.5, 3}, {2, 5}, {3.9, 5}, {4, 1}, {9, 1}});
    VALUES("table_source", "times = 1, 2, 4; values = 3, 5, 1",
           {{0, 3}, {1.5, 4}, {2, 5}, {3, 3}, {4, 1}, {9, 1}});
    VALUES("table_source", "times = 1, 2, 4; values = 3, 5, 1; end = extrapolate",
           {{3, 3}, {5, -1}, {9, -9}});
    VALUES("table_source", "times = 1, 2, 4; values = 3, 5, 1; end = repeat",
           {{1, 3}, {3, 3}, {4, 3}, {4.5, 4}, {8.5, 4}});
    VALUES("table_source", "times = 0, 2, 2, 4; values = 0, 1, 5, 6", {{1, 0.5}, {2, 5}, {3, 5.5}});
}

/* Between two points the cubic is monotone and goes through both, slopes are continuous. */
TEST(cubic_table)
{
    struct rig *r = source("table_source", 1,
                           "times = 0, 1, 3, 4, 6; values = 0, 1, 1.5, 4, 2; shape = cubic", 7);
    static const double t[] = {0, 1, 3, 4, 6}, y[] = {0, 1, 1.5, 4, 2};
    for (int k = 0; k < 4; k++) {
        double last = y[k];
        CHECK_CLOSE(rig_value(r, "s", 0, t[k]), y[k], 1e-14);
        CHECK_CLOSE(rig_value(r, "s", 0, nextafter(t[k + 1], 0)), y[k + 1], 1e-13);
        for (int j = 1; j <= 50; j++) {
            double v = rig_value(r, "s", 0, t[k] + (t[k + 1] - t[k]) * j / 50.001);
            CHECK(y[k + 1] > y[k] ? v >= last - 1e-14 : v <= last + 1e-14);
            last = v;
        }
        const struct rig_message *m = rig_sent(r, "s", 0, (size_t)k);
        if (k == 0) continue;
        const struct rig_message *p = rig_sent(r, "s", 0, (size_t)k - 1);
        double h = m->t - p->t, slope = p->c[1] + h * (2 * p->c[2] + 3 * h * p->c[3]);
        CHECK(fabs(slope - m->c[1]) <= 1e-13 * (1 + fabs(slope)));
    }
    rig_free(r);
}

/* The largest error, measured at a thousand times per turn, is below the bound, and not much smaller. */
TEST(sine_keeps_its_bound)
{
    static const double bounds[] = {1e-2, 1e-4, 1e-7, 1e-10};
    for (size_t b = 0; b < 4; b++) {
        char args[100];
        snprintf(args, sizeof args,
                 "frequency = 0.7; amplitude = 3; phase = 0.4; offset = -1; error = %g", bounds[b]);
        struct rig *r = source("sine", 1, args, 5);
        double worst = 0;
        size_t at = 0;
        for (int k = 0; k < 5000; k++) {
            double t = k / 1000.0;
            while (rig_sent_at(r, "s", 0, at + 1) && r->sent[0].t <= t &&
                   rig_sent(r, "s", 0, at + 1)->t <= t)
                at++;
            const struct rig_message *m = rig_sent(r, "s", 0, at);
            double h = t - m->t,
                   v = m->c[0] + h * (m->c[1] + h * (m->c[2] + h * (m->c[3] + h * m->c[4])));
            worst = fmax(worst, fabs(v - (-1 + 3 * sin(6.283185307179586 * 0.7 * t + 0.4))));
            CHECK_EQ_INT(m->open, 2);
        }
        CHECK_LE(worst, bounds[b] * (1 + 1e-6) + 1e-14);
        CHECK_LE(bounds[b] * 0.05, worst);
        rig_free(r);
    }
}

TEST(sine_default_follows_the_quantum_and_does_not_drift)
{
    struct rig *r = source("sine", 1, "frequency = 50", 1000.013);
    const struct rig_message *last = &r->sent[r->n_sent - 1];
    CHECK(last->t > 1000.0125);
    double turns = fmod(last->t * 50, 1);
    CHECK(fabs(last->c[0] - sin(6.283185307179586 * turns)) < 1e-9);
    size_t per_turn = r->n_sent / 50000;
    CHECK(per_turn >= 40 && per_turn <= 70); /* 2 pi / (120 * 1e-7)^(1/5) = 60.7 */
    rig_free(r);
    r = source("sine", 1, "frequency = 0; phase = 0.5", 3);
    CHECK_EQ_INT(rig_count(r, "s", 0), 1);
    CHECK_CLOSE(rig_value(r, "s", 0, 2), sin(0.5), 1e-15);
    rig_free(r);
}

TEST(clock_does_not_drift)
{
    struct rig *r = source("clock", 1, "period = 0.1; start = 0.3", 1000);
    size_t n = rig_count(r, "s", 0);
    CHECK(n == 9998 || n == 9997);
    for (size_t k = 0; k < n; k += 997) {
        CHECK(rig_sent(r, "s", 0, k)->t == 0.3 + (double)k * 0.1);
        CHECK(rig_sent(r, "s", 0, k)->c[0] == (double)k);
    }
    rig_free(r);
    r = source("clock", 1, "period = 0.1; count = 3", 10);
    CHECK_EQ_INT(rig_count(r, "s", 0), 3);
    rig_free(r);
    r = source("events_at", 1, "times = 1, 1, 2.5; values = 7, 8, 9", 10);
    CHECK_EQ_INT(rig_count(r, "s", 0), 3);
    CHECK(rig_sent(r, "s", 0, 1)->c[0] == 8 && rig_sent(r, "s", 0, 1)->t == 1);
    CHECK(rig_sent(r, "s", 0, 2)->t == 2.5);
    rig_free(r);
}

TEST(vectors)
{
    struct rig *r = source("square_wave", 3, "period = 1, 2, 3; start = 0, 0.5, 1", 12);
    for (double t = 0.05; t < 12; t += 0.1)
        for (int i = 0; i < 3; i++) {
            double start = i * 0.5, period = i + 1, turn = fmod(t - start, period) / period;
            CHECK(rig_value(r, "s", i, t) == (t >= start && turn < 0.5));
        }
    rig_free(r);
    r = source("square_wave", 1000, "period = 1", 4.75);
    CHECK_EQ_INT(rig_count(r, "s", 0), 10); /* one message for all */
    CHECK_EQ_INT(rig_sent(r, "s", 0, 3)->index, SALTUS_ALL);
    rig_free(r);
    r = source("table_source", 2, "times = 0, 1; values = 0, 10 | 1, 20", 2);
    CHECK_CLOSE(rig_value(r, "s", 0, 0.5), 0.5, 1e-15);
    CHECK_CLOSE(rig_value(r, "s", 1, 0.5), 15, 1e-15);
    rig_free(r);
}

TEST(noise_has_its_moments)
{
    struct rig *r = source("noise", 2, "interval = 0.5; mean = 3; deviation = 2", 10000);
    double sum[2] = {0}, sum2[2] = {0}, both = 0;
    for (int k = 0; k < 20000; k++) {
        double v[2];
        for (int i = 0; i < 2; i++) {
            v[i] = r->sent[2 * k + i].c[0];
            sum[i] += v[i];
            sum2[i] += v[i] * v[i];
        }
        CHECK(r->sent[2 * k].t == 0.5 * k && r->sent[2 * k].index == 0 &&
              r->sent[2 * k + 1].index == 1);
        both += (v[0] - 3) * (v[1] - 3);
    }
    for (int i = 0; i < 2; i++) {
        double mean = sum[i] / 20000, variance = sum2[i] / 20000 - mean * mean;
        CHECK(fabs(mean - 3) < 4 * 2 / sqrt(20000));
        CHECK(fabs(variance - 4) < 4 * 4 * sqrt(2.0 / 20000));
    }
    CHECK(fabs(both / 20000) < 4 * 4 / sqrt(20000)); /* independent */
    rig_free(r);
    r = source("noise", 1, "law = uniform; min = -1; max = 3; interval = 1", 10000);
    double mean = 0;
    for (size_t k = 0; k < 10000; k++) {
        CHECK(r->sent[k].c[0] >= -1 && r->sent[k].c[0] < 3);
        mean += r->sent[k].c[0] / 10000;
    }
    CHECK(fabs(mean - 1) < 4 * 4 / sqrt(12 * 10000.0));
    rig_free(r);
}

TEST(poisson_has_its_rate)
{
    struct rig *r = source("poisson", 1, "rate = 4", 5000);
    size_t n = rig_count(r, "s", 0) ? r->n_sent : 0;
    CHECK(fabs((double)n - 20000) < 4 * sqrt(20000));
    double gaps = 0, gaps2 = 0;
    for (size_t k = 1; k < n; k++) {
        double gap = r->sent[k].t - r->sent[k - 1].t;
        gaps += gap / (double)(n - 1);
        gaps2 += gap * gap / (double)(n - 1);
    }
    CHECK(fabs(gaps - 0.25) < 4 * 0.25 / sqrt((double)n));
    CHECK(fabs(gaps2 / (gaps * gaps) - 2) < 4 * sqrt(20 / (double)n)); /* an exponential law */
    rig_free(r);
}

TEST(starts_anywhere)
{
    struct rig *r = rig_new();
    r->o.t0 = 7.3;
    rig_add(r, "saw", "saw", 1, "period = 2");
    rig_add(r, "sine", "sine", 1, "frequency = 0.3; error = 1e-9");
    rig_add(r, "clock", "clock", 1, "period = 0.5");
    rig_add(r, "table", "table_source", 1, "times = 0, 3; values = 0, 3; end = repeat");
    CHECK(rig_run(r, 9));
    CHECK_CLOSE(rig_value(r, "saw", 0, 7.5), 0.75, 1e-14);
    CHECK_CLOSE(rig_value(r, "saw", 0, 8.5), 0.25, 1e-14);
    CHECK_CLOSE(rig_value(r, "sine", 0, 7.4), sin(6.283185307179586 * 0.3 * 7.4), 1e-7);
    CHECK(rig_sent(r, "clock", 0, 0)->t == 7.5);
    CHECK_CLOSE(rig_value(r, "table", 0, 8), 2, 1e-14);
    rig_free(r);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f);
    fputs(text, f);
    fclose(f);
}

TEST(files)
{
    write_file("block_source.csv", "time,a,\"b\"\n0,1,10\n# nothing\n\n1,3,20\r\n2,0,30\n");
    struct rig *r = source("file_source", 2, "file = block_source.csv", 3);
    CHECK_CLOSE(rig_value(r, "s", 0, 0.5), 2, 1e-15);
    CHECK_CLOSE(rig_value(r, "s", 1, 1.5), 25, 1e-15);
    rig_free(r);
    r = source("file_source", 1, "file = block_source.csv; columns = b; shape = hold", 3);
    CHECK_CLOSE(rig_value(r, "s", 0, 1.5), 20, 1e-15);
    rig_free(r);
    refuses("file_source", 1, "file = block_source.csv; columns = c", "no column 'c'");
    refuses("file_source", 3, "file = block_source.csv", "line 2: there are too few fields");
    write_file("block_source.csv", "0,1\n1,x\n");
    refuses("file_source", 1, "file = block_source.csv", "line 2: a field is not a finite number");
    write_file("block_source.csv", "0 , 1\n1,2\n0.5,1\n");
    refuses("file_source", 1, "file = block_source.csv", "line 3: the time decreases");
    write_file("block_source.csv", "time,x\n");
    refuses("file_source", 1, "file = block_source.csv", "no line with numbers");
    remove("block_source.csv");
    refuses("file_source", 1, "file = block_source.csv", "cannot read block_source.csv");
}

TEST(bad_arguments_are_named)
{
    refuses("table_source", 1, "times = 0, 2, 1; values = 1, 2, 3",
            "times must not decrease: number 3");
    refuses("table_source", 1, "times = 0, 2; values = 1, 2, 3", "there are 2 times and 3 values");
    refuses("trapezoid", 1, "period = 1; rise = 0.7; fall = 0.7", "do not fit");
    refuses("noise", 1, "interval = 1", "needs the parameter 'deviation'");
    refuses("step", 1, "start = nan", "");
    refuses("square_wave", 1, "", "period");
    refuses("square_wave", 1, "period = 0", "");
    refuses("events_at", 1, "times = 2, 1", "must not decrease");
}

TEST_MAIN()
