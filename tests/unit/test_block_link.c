/* SPDX-License-Identifier: MIT */
/* test_block_link.c - lines in and out: files, pipes, sockets; waiting, ends, and lines that are wrong. */
#include "block_bench.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f);
    fputs(text, f);
    fclose(f);
}

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

static struct rig *reader(int32_t size, const char *args)
{
    struct rig *r = rig_new();
    rig_add(r, "in", "pipe_in", size, args);
    return r;
}

TEST(lines_become_signals_and_events)
{
    write_file("block_link.txt", "# time and values\n1 10 20\n\n 2.5\t-1 1e-3\r\n4 0 0 7\n6 3 4");
    struct rig *r = reader(2, "file = block_link.txt; start = 5, 6");
    CHECK(rig_run(r, 10));
    static const double t[] = {0.5, 1, 2.5, 4, 6}, a[] = {5, 10, -1, 0, 3},
                        b[] = {6, 20, 1e-3, 0, 4};
    for (size_t k = 0; k < 5; k++) {
        CHECK(rig_value(r, "in", 0, t[k]) == a[k]);
        CHECK(rig_value(r, "in", 1, t[k]) == b[k]);
    }
    CHECK_EQ_INT(rig_count(r, "in", 1), 4);
    CHECK_EQ_INT(rig_sent(r, "in", 1, 2)->order, 2); /* the third line has three values */
    CHECK(rig_sent(r, "in", 1, 2)->c[2] == 7);
    rig_free(r);
    remove("block_link.txt");
}

TEST(the_end_may_end_the_run)
{
    write_file("block_link.txt", "1 1\n3 2\n");
    struct rig *r = reader(1, "file = block_link.txt; end = stop");
    rig_run(r, 10);
    CHECK(r->status == SALTUS_TERMINATED && saltus_devs_time(r->run) == 3);
    rig_free(r);
    write_file("block_link.txt", "");
    r = reader(1, "file = block_link.txt; start = 2");
    CHECK(rig_run(r, 10));
    CHECK(rig_value(r, "in", 0, 5) == 2);
    rig_free(r);
    remove("block_link.txt");
}

static void wrong(const char *text, const char *said)
{
    write_file("block_link.txt", text);
    rig_refuses(reader(2, "file = block_link.txt"), said);
    remove("block_link.txt");
}

TEST(wrong_lines_are_numbered)
{
    wrong("1 2 3\nx 1 2\n", "line 2: it does not begin with a time");
    wrong("1 2 3\n\n2 1\n", "line 3: there are too few values");
    wrong("1 2 y\n", "line 1: a value is not a finite number");
    wrong("1 2 nan\n", "line 1: a value is not a finite number");
    wrong("1 2 3\n0.5 2 3\n", "line 2: the time decreases");
    wrong("- 2 3\n", "line 1: it does not begin with a time");
    wrong("1 1 2 3 4 5 6\n", "line 1: there are too many values");
    rig_refuses(reader(1, "file = no_such_file"), "cannot read no_such_file");
}

/* A long line, and many lines: buffers grow. */
TEST(long_lines)
{
    enum { N = 3000 };
    FILE *f = fopen("block_link.txt", "w");
    CHECK(f);
    for (int k = 0; k < 3; k++) {
        fprintf(f, "%d", k);
        for (int i = 0; i < N; i++) fprintf(f, " %d", k * N + i);
        fputc('\n', f);
    }
    fclose(f);
    struct rig *r = reader(N, "file = block_link.txt");
    CHECK(rig_run(r, 10));
    CHECK(rig_value(r, "in", N - 1, 1.5) == 2 * N - 1 && rig_value(r, "in", 17, 2.5) == 2 * N + 17);
    rig_free(r);
    remove("block_link.txt");
}

TEST(what_one_writes_another_reads)
{
    struct rig *r = rig_new();
    rig_add(r, "s", "ramp", 2, "slope = 0.1, 3; start = 0, 2");
    rig_add(r, "e", "events_at", 1, "times = 5; values = 9");
    rig_add(r, "out", "pipe_out", 2, "file = block_link.txt; interval = 1.5");
    rig_wire(r, "s.y", "out.u");
    rig_wire(r, "e.y", "out.event");
    CHECK(rig_run(r, 4.75) && rig_finish(r));
    char *text = slurp("block_link.txt");
    if (strcmp(
            text,
            "0 0 0\n1.5 0.15000000000000002 0\n2 0.2 0\n3 0.30000000000000004 3\n4.5 0.45 7.5\n"))
        FAIL("%s", text);
    rig_free(r);
    r = reader(2, "file = block_link.txt");
    CHECK(rig_run(r, 10));
    CHECK(rig_value(r, "in", 0, 3) == 0.30000000000000004 && rig_value(r, "in", 1, 4.5) == 7.5);
    rig_free(r);
    remove("block_link.txt");
}

/* ---- Pipes ------------------------------------------------------------------------------------- */

static void *write_slowly(void *path)
{
    int fd = open(path, O_WRONLY);
    for (int k = 1; k <= 5 && fd >= 0; k++) {
        char line[32];
        int n = snprintf(line, sizeof line, "%d %d\n", k, k * k);
        for (int j = 0; j < n; j++) {
            if (write(fd, line + j, 1) != 1) break;
            if (j == 1) nanosleep(&(struct timespec){0, 2000000}, NULL);
        }
    }
    close(fd);
    return NULL;
}

TEST(a_pipe_is_waited_for)
{
    pthread_t thread;
    remove("block_link.fifo");
    CHECK(mkfifo("block_link.fifo", 0600) == 0);
    CHECK(pthread_create(&thread, NULL, write_slowly, (void *)(uintptr_t) "block_link.fifo") == 0);
    struct rig *r = reader(1, "file = block_link.fifo");
    int fine = rig_run(r, 10);
    pthread_join(thread, NULL);
    CHECK(fine);
    for (int k = 1; k <= 5; k++) CHECK(rig_value(r, "in", 0, k) == k * k);
    rig_free(r);
    remove("block_link.fifo");
}

TEST(live_it_does_not_wait)
{
    remove("block_link.fifo");
    CHECK(mkfifo("block_link.fifo", 0600) == 0);
    int fd = open("block_link.fifo", O_RDWR); /* somebody who writes, and has not written yet */
    CHECK(fd >= 0);
    struct rig *r = reader(1, "file = block_link.fifo; time = live; poll = 0.5; start = 3");
    int fine = rig_run(r, 2.25);
    ssize_t n = write(fd, "- 7\n1 8\n4 9\n", 12);
    CHECK(fine && n == 12 && rig_run(r, 10));
    CHECK(rig_value(r, "in", 0, 2.25) == 3);
    CHECK(rig_value(r, "in", 0, 2.6) ==
          8); /* 7 and then 8, whose time has passed, at the next look */
    CHECK(rig_value(r, "in", 0, 4.1) == 9);
    rig_free(r);
    close(fd);
    remove("block_link.fifo");
}

TEST(a_reader_that_has_gone_is_an_error)
{
    remove("block_link.fifo");
    CHECK(mkfifo("block_link.fifo", 0600) == 0);
    int fd = open("block_link.fifo", O_RDONLY | O_NONBLOCK);
    CHECK(fd >= 0);
    struct rig *r = rig_new();
    rig_add(r, "s", "square_wave", 1, "period = 1");
    rig_add(r, "out", "pipe_out", 1, "file = block_link.fifo");
    rig_wire(r, "s.y", "out.u");
    int fine = rig_run(r, 1.25);
    close(fd);
    CHECK(fine && !rig_run(r, 5) && r->status == SALTUS_EIO);
    CHECK(strstr(r->said, "cannot write to block_link.fifo: Broken pipe"));
    rig_free(r);
    remove("block_link.fifo");
}

/* ---- Sockets ------------------------------------------------------------------------------------- */

static void *listener(void *text)
{
    struct rig *r = rig_new();
    r->o.trace = NULL;
    rig_add(r, "in", "socket_in", 1, "address = unix:block_link.sock; role = listen; end = stop");
    rig_add(r, "out", "print", 1, "file = block_link.txt");
    rig_part(r, (saltus_part){.name = "none", .size = 1}, "constant", "value = 0");
    rig_wire(r, "in.y", "out.u1");
    rig_wire(r, "none.y", "out.u2");
    rig_run(r, 100);
    if (r->run) saltus_devs_finish(r->run);
    memcpy(text, r->said, 200);
    rig_free(r);
    return NULL;
}

TEST(two_runs_talk_through_a_socket)
{
    pthread_t thread;
    char said[4096] = "";
    remove("block_link.sock");
    CHECK(pthread_create(&thread, NULL, listener, said) == 0);
    struct rig *r = rig_new();
    rig_add(r, "s", "pulse", 1, "start = 1; width = 2; high = 4");
    rig_add(r, "out", "socket_out", 1, "address = unix:block_link.sock");
    rig_wire(r, "s.y", "out.u");
    int fine = rig_run(r, 10);
    rig_finish(r);
    pthread_join(thread, NULL);
    if (!fine) FAIL("%s", r->said);
    rig_free(r);
    char *text = slurp("block_link.txt");
    if (!strstr(text, "1 u1 4\n") || !strstr(text, "3 u1 0\n")) FAIL("%s / %s", text, said);
    CHECK(strstr(said, "the input has ended"));
    remove("block_link.txt");
}

TEST(sockets_that_do_not_answer)
{
    struct rig *r = rig_new();
    rig_add(r, "in", "socket_in", 1, "address = unix:no_such_socket; timeout = 0.05");
    rig_refuses(r, "cannot connect to unix:no_such_socket");
    r = rig_new();
    rig_add(r, "in", "socket_in", 1, "address = localhost; timeout = 0");
    rig_refuses(r, "cannot connect to localhost: Invalid argument");
    r = rig_new();
    rig_add(r, "in", "socket_in", 1,
            "address = unix:block_link.sock; role = listen; timeout = 0.05");
    rig_refuses(r, "cannot listen at unix:block_link.sock");
}

TEST_MAIN()
