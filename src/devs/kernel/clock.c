/* SPDX-License-Identifier: MIT */
/* clock.c - simulated time by the wall clock.
 *
 * With speed v the clock shows t = t0 + v (w - w0), w being seconds of the machine's monotonic
 * clock; w0 is when the run first came here. An event is due when the clock shows its time. It is
 * never early; how late it was, in seconds, is counted just before it happens. A run that fell
 * behind does not lose the time: it makes its events at once until it has caught up. After a step
 * back or a restore the clock goes on from the new time.
 *
 * While it waits, the run sleeps on a pipe, into which a thread that injects a message or stops the
 * run writes a byte: that is allowed even to a signal handler. The last millisecond, which poll
 * cannot count, it sleeps by the clock. */
#include "devs/kernel/inbox.h"
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

static const double tolerated = 1e-3; /* what is later is counted */

struct devs_clock {
    double w0, t0;
    double sum; /* of all latencies */
    uint64_t n;
};

double devs_wall(void)
{
    struct timespec w;
    clock_gettime(CLOCK_MONOTONIC, &w);
    return (double)w.tv_sec + 1e-9 * (double)w.tv_nsec;
}

static struct devs_clock *the_clock(saltus_devs *run)
{
    if (run->clock) return run->clock;
    run->clock = alloc_array(&run->alloc, 1, sizeof *run->clock);
    if (!run->clock) return devs_no_memory(run), NULL;
    devs_clock_set(run);
    return run->clock;
}

void devs_clock_set(saltus_devs *run)
{
    if (!run->clock) return;
    run->clock->w0 = devs_wall();
    run->clock->t0 = run->t;
}

void devs_clock_free(saltus_devs *run)
{
    alloc_free(&run->alloc, run->clock);
    run->clock = NULL;
}

double devs_clock_at(saltus_devs *run, double wall)
{
    const struct devs_clock *k = the_clock(run);
    return k ? k->t0 + run->opt.speed * (wall - k->w0) : run->t;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

bool devs_wake_open(saltus_devs *run)
{
    int *wake = run->inbox->wake;
    if (pipe(wake) != 0) return false;
    for (int k = 0; k < 2; k++) {
        fcntl(wake[k], F_SETFL, O_NONBLOCK);
        fcntl(wake[k], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

/* A full pipe is as good as one byte. */
void devs_wake(saltus_devs *run)
{
    if (run->inbox && run->inbox->wake[1] >= 0 && write(run->inbox->wake[1], "", 1) < 0) return;
}

static bool is_wanted(saltus_devs *run)
{
    pthread_mutex_lock(&run->inbox->lock);
    bool some = run->inbox->in.n > 0;
    pthread_mutex_unlock(&run->inbox->lock);
    return some || atomic_load(&run->stop);
}

/* So many seconds, or less. */
static void sleep_for(saltus_devs *run, double left)
{
    char byte[64];
    struct pollfd on = {.fd = run->inbox->wake[0], .events = POLLIN};
    if (left > 1e-3) {
        if (poll(&on, 1, left < 1e6 ? (int)(1e3 * left) : 1000000000) <= 0) return;
        while (read(on.fd, byte, sizeof byte) > 0) {
        }
    } else
        clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = (long)(1e9 * left)},
                        NULL);
}

bool devs_clock_wait(saltus_devs *run, double t)
{
    const struct devs_clock *k = the_clock(run);
    while (k && !is_wanted(run)) {
        double left = k->w0 + (t - k->t0) / run->opt.speed - devs_wall();
        if (left <= 0) return true;
        sleep_for(run, left);
    }
    return false;
}

void devs_clock_count(saltus_devs *run, double t)
{
    struct devs_clock *k = the_clock(run);
    if (!k) return;
    double late = fmax(0, devs_wall() - k->w0 - (t - k->t0) / run->opt.speed);
    k->sum += late, k->n++;
    run->stats.latency_mean = k->sum / (double)k->n;
    run->stats.latency_max = fmax(run->stats.latency_max, late);
    run->stats.late += late > tolerated;
}
