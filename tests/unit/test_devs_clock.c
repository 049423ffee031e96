/* SPDX-License-Identifier: MIT */
#include "devs/kernel/inbox.h"
#include "devs_world.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static saltus_devs *open_run(struct world *w, saltus_coupled *m, double speed)
{
    saltus_devs_options o = world_options(w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    o.speed = speed;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    return run;
}

static void pause_for(double seconds)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * seconds)}, NULL);
}

TEST(events_come_when_the_clock_shows_their_time)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_devs *run = open_run(&w, m, 50); /* 10 in 0.2 s */
    double begin = devs_wall();
    CHECK_EQ_INT(saltus_devs_run(run, 10), SALTUS_OK);
    double took = devs_wall() - begin;
    CHECK_LE(0.2, took);
    CHECK_LE(took, 100); /* a busy machine; 500 s would be the inverse of the speed */
    saltus_devs_stats s = saltus_devs_statistics(run);
    CHECK(s.latency_mean >= 0 && s.latency_max >= s.latency_mean && s.latency_max < took);
    CHECK(s.latency_max > 0 && s.late <= s.steps);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

TEST(the_end_is_waited_for_even_if_nothing_happens)
{
    struct world w = {0};
    saltus_coupled *m = world_new("m");
    world_add(m, "sum", &adder_type);
    world_wire(m, "sum", NULL);
    saltus_devs *run = open_run(&w, m, 1);
    double begin = devs_wall();
    CHECK_EQ_INT(saltus_devs_run(run, 0.05), SALTUS_OK);
    CHECK_LE(0.05, devs_wall() - begin);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

TEST(the_same_events_whatever_the_speed)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    char *text[2];
    for (int k = 0; k < 2; k++) {
        world_listen(&w);
        saltus_devs *run = open_run(&w, m, k ? 200 : 0);
        CHECK_EQ_INT(saltus_devs_run(run, 10), SALTUS_OK);
        text[k] = world_heard(&w);
        saltus_devs_free(run);
    }
    CHECK(strcmp(text[0], text[1]) == 0);
    free(text[0]), free(text[1]);
    saltus_coupled_free(m);
    world_end(&w);
}

/* ---- Others interfere ---- */

static atomic_int ticked;

static void tick_tells(saltus_cell *c)
{
    tick_int(c);
    atomic_store(&ticked, 1);
}

static void adder_stops(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    adder_ext(c, e, x, n);
    saltus_devs_stop((saltus_devs *)(uintptr_t)c->run);
}

static void *inject_later(void *run)
{
    while (!atomic_load(&ticked)) pause_for(0.001);
    saltus_devs_inject(run, "in", NAN, &(saltus_message){.c = {7}});
    return NULL;
}

static void *stop_soon(void *run)
{
    pause_for(0.03);
    saltus_devs_stop(run);
    return NULL;
}

TEST(a_message_wakes_the_run_and_has_the_time_of_its_arrival)
{
    struct world w = {0};
    saltus_coupled *m = world_new("m");
    saltus_atomic tick = tick_type, adder = adder_type;
    pthread_t other;
    tick.delta_int = tick_tells;
    adder.delta_ext = adder_stops;
    world_add(m, "tick", &tick);
    world_add(m, "sum", &adder);
    world_wire(m, NULL, "sum");
    world_wire(m, "sum", NULL);
    saltus_devs *run = open_run(&w, m, 50); /* a tick every 20 ms */
    double begin = devs_wall();
    CHECK_EQ_INT(pthread_create(&other, NULL, inject_later, run), 0);
    CHECK_EQ_INT(saltus_devs_run(run, INFINITY), SALTUS_STOPPED);
    double took = devs_wall() - begin;
    pthread_join(other, NULL);
    const saltus_cell *c = saltus_devs_cell(run, saltus_devs_find(run, "sum"));
    CHECK(((const struct adder *)c->state)->sum == 7);
    CHECK_LE(1, c->last); /* after the first tick ... */
    CHECK_LE(c->last, 50 * took);
    CHECK(c->last != floor(c->last)); /* ... and not at one of them */
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

TEST(stop_wakes_the_run)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    pthread_t other;
    saltus_devs *run = open_run(&w, m, 1e-3); /* the first event is due after 1000 s */
    CHECK_EQ_INT(pthread_create(&other, NULL, stop_soon, run), 0);
    CHECK_EQ_INT(saltus_devs_run(run, INFINITY), SALTUS_STOPPED);
    pthread_join(other, NULL);
    CHECK_LE(saltus_devs_time(run), 0.9);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

static saltus_devs *alarmed;
static void on_alarm(int number)
{
    (void)number;
    saltus_devs_stop(alarmed);
}

TEST(stop_from_a_signal_handler)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_devs *run = open_run(&w, m, 0.01);
    struct sigaction sa = {.sa_handler = on_alarm};
    alarmed = run;
    sigaction(SIGUSR1, &sa, NULL);
    timer_t timer;
    struct sigevent ev = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    CHECK_EQ_INT(timer_create(CLOCK_MONOTONIC, &ev, &timer), 0);
    timer_settime(timer, 0, &(struct itimerspec){.it_value = {.tv_nsec = 30000000}}, NULL);
    CHECK_EQ_INT(saltus_devs_run(run, 10), SALTUS_STOPPED);
    timer_delete(timer);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

/* A part that takes long makes the next ones late; they are counted. */
static void lazy_int(saltus_cell *c)
{
    tick_int(c);
    pause_for(0.02);
}

TEST(late_events_are_counted)
{
    struct world w = {0};
    saltus_coupled *m = world_new("m");
    saltus_atomic lazy = tick_type;
    lazy.delta_int = lazy_int;
    world_add(m, "lazy", &lazy);
    world_wire(m, "lazy", NULL);
    saltus_devs *run =
        open_run(&w, m, 100); /* every 10 ms, but it takes 20; the sixth is not made */
    CHECK_EQ_INT(saltus_devs_run(run, 5), SALTUS_OK);
    saltus_devs_stats s = saltus_devs_statistics(run);
    if (s.late < 4 || s.late > 5) FAIL("%d late, at most %g s", (int)s.late, s.latency_max);
    CHECK_LE(0.035, s.latency_max);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

TEST_MAIN()
