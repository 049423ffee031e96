/* SPDX-License-Identifier: MIT */
#include "devs_world.h"
#include <pthread.h>
#include <unistd.h>

struct scene {
    struct world w;
    saltus_coupled *m;
    saltus_devs *run;
};

/* The bench, without its tick: what happens is what is injected. A vector input `many` and an input of signals, too. */
static void open_scene(struct scene *s, int semantics)
{
    *s = (struct scene){.m = world_new("m")};
    world_add(s->m, "sum", &adder_type);
    world_wire(s->m, NULL, "sum");
    world_wire(s->m, "sum", NULL);
    CHECK_EQ_INT(saltus_coupled_port(s->m, 0, "many", SALTUS_TYPE_EVENT, 3, (saltus_loc){0}),
                 SALTUS_OK);
    CHECK_EQ_INT(
        saltus_coupled_add(s->m, &(saltus_part){.name = "crowd", .type = &adder_type, .size = 3}),
        SALTUS_OK);
    CHECK_EQ_INT(saltus_coupled_wire(s->m, &(saltus_wire){.from = {.port = "many"},
                                                          .to = {.part = "crowd", .port = "u"}}),
                 SALTUS_OK);
    saltus_devs_options o = world_options(&s->w, semantics);
    CHECK_EQ_INT(saltus_devs_new(s->m, &o, &s->run), SALTUS_OK);
    world_listen(&s->w);
}

static void close_scene(struct scene *s)
{
    saltus_devs_free(s->run);
    saltus_coupled_free(s->m);
    world_end(&s->w);
}

static void inject(struct scene *s, double t, double v)
{
    CHECK_EQ_INT(saltus_devs_inject(s->run, "in", t, &(saltus_message){.c = {v}}), SALTUS_OK);
}

static void check_trace(struct scene *s, const char *text)
{
    fflush(s->w.f);
    if (strcmp(s->w.text, text) != 0) FAIL("trace:\n%s", s->w.text);
}

TEST(messages_come_in_the_order_of_their_times)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    inject(&s, 3, 30), inject(&s, 1, 10), inject(&s, 3, 31), inject(&s, 2, 20);
    CHECK_EQ_INT(saltus_devs_run(s.run, 2), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(s.run, 5), SALTUS_OK);
    check_trace(&s, "t=1 n=0  sum           delta_ext  u <- 10\n"
                    "t=1 n=1  sum           lambda     y -> 10\n"
                    "t=1 n=1  sum           delta_int\n"
                    "t=2 n=0  sum           delta_ext  u <- 20\n"
                    "t=2 n=1  sum           lambda     y -> 30\n"
                    "t=2 n=1  sum           delta_int\n"
                    "t=3 n=0  sum           delta_ext  u <- 30\n"
                    "t=3 n=0  sum           delta_ext  u <- 31\n"
                    "t=3 n=1  sum           lambda     y -> 91\n"
                    "t=3 n=1  sum           delta_int\n");
    close_scene(&s);
}

TEST(many_messages_in_any_order)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    for (int k = 0; k < 100000; k++)
        inject(&s, (k * 7919 % 100003) / 10, 1); /* several at one time */
    world_end(&s.w);
    CHECK_EQ_INT(saltus_devs_run(s.run, 20000), SALTUS_OK);
    const saltus_cell *c = saltus_devs_cell(s.run, saltus_devs_find(s.run, "sum"));
    CHECK(((const struct adder *)c->state)->sum == 100000);
    CHECK_EQ_INT(saltus_devs_statistics(s.run).steps, 2 * 10001);
    close_scene(&s);
}

TEST(parallel_messages_are_one_bag)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_PARALLEL);
    inject(&s, 3, 30), inject(&s, 3, 31);
    CHECK_EQ_INT(saltus_devs_run(s.run, 5), SALTUS_OK);
    check_trace(&s, "t=3 n=0  sum           delta_ext  u <- 30, u <- 31\n"
                    "t=3 n=1  sum           lambda     y -> 61\n"
                    "t=3 n=1  sum           delta_int\n");
    close_scene(&s);
}

TEST(a_time_that_is_past_is_now)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    CHECK_EQ_INT(saltus_devs_run(s.run, 4), SALTUS_OK);
    inject(&s, 1, 10);
    inject(&s, NAN, 20);
    CHECK_EQ_INT(saltus_devs_run(s.run, 4), SALTUS_OK);
    const saltus_cell *c = saltus_devs_cell(s.run, saltus_devs_find(s.run, "sum"));
    CHECK(c->last == 4 && ((const struct adder *)c->state)->sum == 30);
    close_scene(&s);
}

TEST(what_is_wrong_is_refused)
{
    struct scene s;
    saltus_message m = {.c = {1}};
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    CHECK_EQ_INT(saltus_devs_inject(s.run, "im", 1, &m), SALTUS_EARG);
    CHECK_EQ_INT(saltus_devs_inject(s.run, "out", 1, &m), SALTUS_EARG);
    CHECK_EQ_INT(saltus_devs_inject(s.run, "in", INFINITY, &m), SALTUS_EARG);
    CHECK_EQ_INT(saltus_devs_inject(s.run, NULL, 1, &m), SALTUS_EARG);
    CHECK_EQ_INT(saltus_devs_inject(s.run, "in", 1, NULL), SALTUS_EARG);
    m.index = 1;
    CHECK_EQ_INT(saltus_devs_inject(s.run, "in", 1, &m), SALTUS_EARG);
    m.index = 3;
    CHECK_EQ_INT(saltus_devs_inject(s.run, "many", 1, &m), SALTUS_EARG);
    m.index = 0, m.order = SALTUS_SERIES;
    CHECK_EQ_INT(saltus_devs_inject(s.run, "in", 1, &m), SALTUS_EARG);
    close_scene(&s);
}

/* ---- Other threads ---- */

enum { THREADS = 4, EACH = 500 };

static void *many(void *run)
{
    for (int k = 0; k < EACH; k++) saltus_devs_inject(run, "in", k, &(saltus_message){.c = {1}});
    return NULL;
}

TEST(messages_of_several_threads_all_arrive)
{
    struct scene s;
    pthread_t thread[THREADS];
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    for (int k = 0; k < THREADS; k++)
        CHECK_EQ_INT(pthread_create(&thread[k], NULL, many, s.run), 0);
    for (int k = 0; k < 200; k++) CHECK_EQ_INT(saltus_devs_run(s.run, k), SALTUS_OK);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    CHECK_EQ_INT(saltus_devs_run(s.run, 1000), SALTUS_OK);
    const saltus_cell *c = saltus_devs_cell(s.run, saltus_devs_find(s.run, "sum"));
    CHECK(((const struct adder *)c->state)->sum == THREADS * EACH);
    close_scene(&s);
}

/* ---- Lines ---- */

static void listen_to(struct scene *s, const char *text, size_t n, int close_it, int fd[2])
{
    CHECK_EQ_INT(pipe(fd), 0);
    CHECK_EQ_INT(write(fd[1], text, n), (long long)n);
    if (close_it) close(fd[1]);
    CHECK_EQ_INT(saltus_devs_listen(s->run, fd[0]), SALTUS_OK);
}

TEST(lines_of_a_pipe)
{
    static const char text[] =
        "# a comment\n\n1 in 5\r\n  2.5\tmany[2] 7 # another\n3e0 many[:] 1\n4 in 6 1 2";
    struct scene s;
    int fd[2];
    open_scene(&s, SALTUS_DEVS_PARALLEL);
    listen_to(&s, text, strlen(text), 1, fd);
    CHECK_EQ_INT(saltus_devs_run(s.run, 10), SALTUS_OK);
    CHECK(s.w.said[0] == 0);
    check_trace(&s, "t=1 n=0  sum           delta_ext  u <- 5\n"
                    "t=1 n=1  sum           lambda     y -> 5\n"
                    "t=1 n=1  sum           delta_int\n"
                    "t=2.5 n=0  crowd         delta_ext  u[2] <- 7\n"
                    "t=2.5 n=1  crowd         lambda     y[1] -> 7\n"
                    "t=2.5 n=1  crowd         delta_int\n"
                    "t=3 n=0  crowd         delta_ext  u[:] <- 1\n"
                    "t=3 n=1  crowd         lambda     y[1] -> 8\n"
                    "t=3 n=1  crowd         delta_int\n"
                    "t=4 n=0  sum           delta_ext  u <- 6 1 2\n"
                    "t=4 n=1  sum           lambda     y -> 11\n"
                    "t=4 n=1  sum           delta_int\n");
    close_scene(&s);
    close(fd[0]);
}

TEST(lines_that_are_wrong_are_told_and_skipped)
{
    static const char text[] =
        "1 in\n1\nx in 1\n1 im 1\n1 in one\n1 many[4] 1\n1 many[x] 1\n1 in nan\n"
        "1 in 1 2 3 4 5 6 7 8 9\ninf in 1\n1 in 1\n1 nothing 2";
    static const char *const says[] = {
        "line 1 of the injected messages was skipped: a value is missing",
        "line 2 of the injected messages was skipped: a port is missing",
        "line 3 of the injected messages was skipped: 'x' is not a time",
        "line 4 of the injected messages was skipped: there is no input 'im'; did you mean 'in'?",
        "line 5 of the injected messages was skipped: 'one' is not a finite number",
        "line 6 of the injected messages was skipped: 'many' has 3 elements",
        "line 7 of the injected messages was skipped: 'many[' needs an element",
        "line 8 of",
        "line 9 of the injected messages was skipped: more than",
        "line 10 of",
        "line 12 of the injected messages was skipped: there is no input 'nothing'"};
    struct scene s;
    int fd[2];
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    listen_to(&s, text, strlen(text), 1, fd);
    CHECK_EQ_INT(saltus_devs_run(s.run, 10), SALTUS_OK);
    for (size_t k = 0; k < sizeof says / sizeof *says; k++)
        if (!strstr(s.w.said, says[k])) FAIL("'%s' is not in %s", says[k], s.w.said);
    CHECK(!strstr(s.w.said, "line 11"));
    const saltus_cell *c = saltus_devs_cell(s.run, saltus_devs_find(s.run, "sum"));
    CHECK(((const struct adder *)c->state)->sum == 1);
    close_scene(&s);
    close(fd[0]);
}

TEST(a_line_that_is_too_long_is_skipped)
{
    static char text[10000];
    struct scene s;
    int fd[2];
    memset(text, '7', 9000);
    strcpy(text + 9000, "\n1 in 3\n");
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    listen_to(&s, text, strlen(text), 1, fd);
    CHECK_EQ_INT(saltus_devs_run(s.run, 10), SALTUS_OK);
    CHECK(strstr(s.w.said, "longer than"));
    const saltus_cell *c = saltus_devs_cell(s.run, saltus_devs_find(s.run, "sum"));
    CHECK(((const struct adder *)c->state)->sum == 3);
    close_scene(&s);
    close(fd[0]);
}

static void *write_later(void *user)
{
    const int *fd = user;
    const struct timespec pause = {.tv_nsec = 20000000};
    nanosleep(&pause, NULL);
    if (write(fd[1], "- in 4", 6) < 0) return NULL; /* half a line ... */
    nanosleep(&pause, NULL);
    if (write(fd[1], "2\n", 2) < 0) return NULL; /* ... and the rest of it: 42 */
    return NULL;
}

TEST(a_run_by_the_wall_clock_listens_while_it_goes_on)
{
    struct scene s = {.m = world_bench()};
    pthread_t other;
    int fd[2];
    saltus_devs_options o = world_options(&s.w, SALTUS_DEVS_CLASSIC);
    o.speed = 10;
    world_listen(&s.w);
    CHECK_EQ_INT(saltus_devs_new(s.m, &o, &s.run), SALTUS_OK);
    CHECK_EQ_INT(pipe(fd), 0);
    CHECK_EQ_INT(saltus_devs_listen(s.run, fd[0]), SALTUS_OK);
    CHECK_EQ_INT(pthread_create(&other, NULL, write_later, fd), 0);
    for (double t = 1; fflush(s.w.f), !strstr(s.w.text, "queue         delta_ext  u <- 42\n"); t++)
        CHECK_EQ_INT(saltus_devs_run(s.run, t), SALTUS_OK);
    pthread_join(other, NULL);
    close_scene(&s); /* ends the listener although the other side is open */
    close(fd[0]), close(fd[1]);
}

TEST(a_file_is_read_at_once)
{
    struct scene s;
    FILE *f = tmpfile();
    open_scene(&s, SALTUS_DEVS_CLASSIC);
    for (int k = 0; k < 5000; k++) fprintf(f, "%d in 1\n", k);
    rewind(f);
    CHECK_EQ_INT(saltus_devs_listen(s.run, fileno(f)), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(s.run, 10000), SALTUS_OK);
    const saltus_cell *c = saltus_devs_cell(s.run, saltus_devs_find(s.run, "sum"));
    CHECK(((const struct adder *)c->state)->sum == 5000);
    close_scene(&s);
    fclose(f);
    CHECK_EQ_INT(saltus_devs_listen(NULL, 0), SALTUS_EARG);
}

TEST_MAIN()
