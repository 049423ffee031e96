/* SPDX-License-Identifier: MIT */
/* interrupt.c - Ctrl-C and a timer pause the run that is going on.
 *
 * Both do the same, saltus_sim_stop: the run returns between two events and can go on from there.
 * What that means is up to the caller, who looks at job_interrupted. There is one run at a time in
 * a process; a signal that comes between two is remembered, and the next one stops at once. When
 * results are complete and only remain to be shown, a signal has its usual effect again. A program
 * that was interrupted ends by the signal, when it has said what there is to say: its shell sees
 * 130 or 143, and a loop of it ends, too. */
#include "cli/run/interrupt.h"
#include "cli/run/job.h"
#include <signal.h>
#include <sys/time.h>

static saltus_sim *volatile present;
static volatile sig_atomic_t asked, by;

static void on_interrupt(int number)
{
    if (asked++) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    by = number;
    if (present) saltus_sim_stop(present);
}

static void on_timer(int number)
{
    (void)number;
    if (present) saltus_sim_stop(present);
}

void job_signals(void)
{
    struct sigaction a = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART | SA_NODEFER};
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
    a.sa_handler = on_timer;
    sigaction(SIGALRM, &a, NULL);
}

void job_signals_end(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

void interrupt_pass_on(void)
{
    if (!asked) return;
    signal(by, SIG_DFL);
    raise(by);
}

bool job_interrupted(void)
{
    return asked != 0;
}

static void tick_every(long microseconds)
{
    struct itimerval v = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &v, NULL);
}

void interrupt_watch(saltus_sim *s, bool ticking)
{
    present = s;
    if (asked) saltus_sim_stop(s);
    if (ticking) tick_every(100000);
}

void interrupt_rest(void)
{
    tick_every(0);
    present = NULL;
}
