/* SPDX-License-Identifier: MIT */
/* test_block_sink.c - what sinks write, count and end; and files that cannot be written. */
#include "block_bench.h"
#include "saltus_result.h"

static char *slurp(const char *path)
{
    static char text[65536];
    FILE *f = fopen(path, "r");
    CHECK(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

/* A triangle and a step into a block with two inputs. */
static struct rig *two(const char *block, const char *args)
{
    struct rig *r = rig_new();
    rig_add(r, "a", "triangle", 1, "period = 2");
    rig_add(r, "b", "step", 1, "start = 1.5; high = 7");
    rig_add(r, "out", block, 1, args);
    rig_wire(r, "a.y", "out.u1");
    rig_wire(r, "b.y", "out.u2");
    return r;
}

TEST(samples_are_rows)
{
    struct rig *r = two("samples", "file = block_sink.csv; interval = 0.5; names = tri, step");
    CHECK(rig_run(r, 2) && rig_finish(r));
    char *text = slurp("block_sink.csv");
    if (strcmp(text, "time,tri,step\n0,0,0\n0.5,0.5,0\n1,1,0\n1.5,0.5,7\n2,0,7\n"))
        FAIL("%s", text);
    rig_free(r);
    remove("block_sink.csv");
}

TEST(segments_are_polynomials)
{
    struct rig *r = two("segments", "file = block_sink.seg");
    CHECK(rig_run(r, 3.25));
    if (!rig_finish(r)) FAIL("%s", r->said);
    rig_free(r);
    saltus_result *in;
    saltus_record rec;
    const char *why;
    CHECK(saltus_result_open("block_sink.seg", &in, &why) == SALTUS_OK);
    CHECK_EQ_INT(saltus_result_find(in, "u2"), 1);
    size_t n = 0;
    while (saltus_result_next(in, &rec) == SALTUS_OK && rec.kind == SALTUS_RECORD_SEGMENT) {
        if (rec.k == 1) CHECK(rec.poly[0] == (rec.t == 1.5 ? 7 : 0));
        if (rec.k == 0) CHECK(rec.poly[1] == (fmod(rec.t, 2) == 0 ? 1 : -1));
        n++;
    }
    CHECK_EQ_INT(n, 6);
    CHECK(saltus_result_complete(in) && saltus_result_end(in) == 3.25);
    saltus_result_close(in);
    remove("block_sink.seg");
}

TEST(a_plot_is_drawn_at_the_end)
{
    struct rig *r = two("plot", "file = block_sink.svg; title = two signals");
    CHECK(rig_run(r, 3) && rig_finish(r));
    rig_free(r);
    char *text = slurp("block_sink.svg");
    CHECK(strstr(text, "<svg") && strstr(text, "two signals") && strstr(text, "u2"));
    remove("block_sink.svg");
}

TEST(print_writes_lines)
{
    struct rig *r = two("print", "file = block_sink.txt");
    CHECK(rig_run(r, 1.75) && rig_finish(r));
    rig_free(r);
    char *text = slurp("block_sink.txt");
    if (strcmp(text, "0 u1 0 1\n0 u2 0\n1 u1 1 -1\n1.5 u2 7\n")) FAIL("%s", text);
    remove("block_sink.txt");
}

TEST(files_that_cannot_be_written)
{
    rig_refuses(two("samples", "file = no/such/folder/x.csv; interval = 1"),
                "cannot write no/such/folder/x.csv: No such file");
    rig_refuses(two("segments", "file = x.dat"), "ends neither with .seg nor .csv nor .mat");
    rig_refuses(two("print", "file = no/such/folder/x.txt"), "cannot write no/such/folder/x.txt");
    struct rig *r = two("plot", "file = no/such/folder/x.svg");
    CHECK(rig_run(r, 1));
    CHECK(!rig_finish(r));
    CHECK(strstr(r->said, "cannot write no/such/folder/x.svg"));
    rig_free(r);
    r = two("print", "file = /dev/full");
    rig_run(r, 10);
    CHECK(!rig_finish(r) || r->status == SALTUS_EIO);
    CHECK(strstr(r->said, "cannot write /dev/full: No space left"));
    rig_free(r);
}

/* Rig: a signal into stop_when. */
static double ends(const char *block, const char *source, const char *args, double until)
{
    struct rig *r = rig_new();
    rig_add(r, "s", block, 1, source);
    rig_add(r, "w", "stop_when", 1, args);
    rig_wire(r, "s.y", strcmp(block, "clock") ? "w.u" : "w.event");
    rig_run(r, until);
    double t = r->status == SALTUS_TERMINATED ? saltus_devs_time(r->run) : -1;
    if (r->status == SALTUS_TERMINATED && strstr(args, "text")) CHECK(strstr(r->said, "enough"));
    rig_free(r);
    return t;
}

TEST(stop_when_finds_the_instant)
{
    CHECK_CLOSE(ends("ramp", "slope = 3; start = 1", "threshold = 4; text = enough", 10),
                1 + 4.0 / 3, 1e-15);
    CHECK_CLOSE(ends("ramp", "slope = -3", "threshold = -4; direction = below", 10), 4.0 / 3,
                1e-15);
    CHECK(ends("ramp", "slope = -3", "threshold = 1", 10) == -1);
    CHECK(ends("constant", "value = 2", "threshold = 1", 10) == 0);
    CHECK(ends("step", "start = 4; high = 2", "threshold = 1", 10) == 4);
    CHECK(ends("clock", "period = 2", "count = 4", 10) == 6);
    CHECK(ends("clock", "period = 2", "count = 40", 10) == -1);
    CHECK_CLOSE(ends("sine", "frequency = 0.1; error = 1e-10", "threshold = 0.5", 10), 10.0 / 12,
                1e-8);
}

TEST(statistics_of_events)
{
    struct rig *r = rig_new();
    rig_add(r, "e", "events_at", 1, "times = 1, 2, 4; values = 3, 5, 10");
    rig_add(r, "n", "message_counter", 1, "");
    rig_add(r, "s", "event_statistics", 1, "");
    rig_add(r, "p", "event_scope", 1, "");
    rig_wire(r, "e.y", "n.u");
    rig_wire(r, "e.y", "s.u");
    rig_wire(r, "e.y", "p.u");
    CHECK(rig_run(r, 10));
    CHECK(rig_last(r, "n", "") == 3 && rig_last(r, "s", "count") == 3 &&
          rig_last(r, "p", "value") == 10);
    CHECK_CLOSE(rig_last(r, "s", "mean"), 6, 1e-15);
    CHECK_CLOSE(rig_last(r, "s", "variance"), 13, 1e-15);
    CHECK(rig_last(r, "s", "min") == 3 && rig_last(r, "s", "max") == 10);
    CHECK_CLOSE(rig_last(r, "s", "gap"), 1.5, 1e-15);
    CHECK_CLOSE(rig_last(r, "s", "gap_variance"), 0.5, 1e-15);
    rig_free(r);
}

/* An open signal of a static block is renewed before its error reaches the quantum. */
TEST(a_scope_renews_open_signals)
{
    struct rig *r = rig_new();
    rig_add(r, "s", "ramp", 1, "slope = 1");
    rig_add(r, "f", "exp", 1, "");
    rig_add(r, "p", "scope", 1, "");
    rig_wire(r, "s.y", "f.u");
    rig_wire(r, "f.y", "p.u");
    r->signals.abs = 1e-4;
    r->signals.rel = 0;
    CHECK(rig_run(r, 3));
    int n = 0;
    for (size_t k = 0; k < r->n_shown; k++) {
        if (r->shown[k].cell != saltus_devs_find(r->run, "p")) continue;
        CHECK_CLOSE(r->shown[k].value, exp(r->shown[k].t), 1e-12);
        n++;
    }
    CHECK(n > 10 && n < 200);
    rig_free(r);
}

TEST_MAIN()
