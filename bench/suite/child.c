/* SPDX-License-Identifier: MIT */
/* child.c - a run in a process of its own. What it finds comes back in memory that both share. The parent looks at its
 * CPU clock and ends it at the limit (a timer in the child would make its clock coarse); a limit of memory keeps one contestant
 * from harming the others. */
#define _DEFAULT_SOURCE
#include "suite.h"
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Sanitizers reserve more addresses than any machine has memory: no limit then. */
#if defined __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#elif defined __has_feature
enum { SANITIZED = __has_feature(address_sanitizer) };
#else
enum { SANITIZED = 0 };
#endif
static const rlim_t MEMORY = (rlim_t)12 << 30;

/* A run this short is timed again in the same process: the first one pays for memory and code that it meets for the first
 * time, which costs more than the run itself. */
static const double brief = 0.02;
enum { AGAIN = 4 };

static void again(const struct arena_case *a, const struct contestant *k, double tol,
                  struct outcome *o)
{
    if (k->family == SUITE_SPICE) return; /* it is a process of its own */
    for (int r = 0; r < AGAIN && o->status == SUITE_OK && o->seconds < brief; r++) {
        struct outcome next = *o;
        contest_run(a, k, tol, NULL, &next);
        if (next.status == SUITE_OK && next.seconds < o->seconds) o->seconds = next.seconds;
    }
}

static void work(const struct arena_case *a, const struct contestant *k, double tol, double *value,
                 struct outcome *o)
{
    struct rlimit memory = {MEMORY, MEMORY};
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody would watch it any more */
#endif
    if (!SANITIZED) setrlimit(RLIMIT_AS, &memory);
    contest_run(a, k, tol, value, o);
    if (!value) again(a, k, tol, o);
    _exit(0);
}

static double used(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : 0;
}

/* Looks after the child every millisecond, and more rarely when it lasts. */
static enum suite_status watch(pid_t pid, double limit, const struct outcome *o)
{
    clockid_t clock;
    int status, known = clock_getcpuclockid(pid, &clock) == 0;
    for (long pause = 1000000; waitpid(pid, &status, WNOHANG) == 0; pause += pause / 8) {
        struct timespec nap = {0, pause < 50000000 ? pause : 50000000};
        nanosleep(&nap, NULL);
        if (!known || used(clock) <= limit) continue;
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        return SUITE_LIMIT;
    }
    return WIFSIGNALED(status) ? SUITE_FAILED : o->status;
}

void child_run(const struct arena_case *a, const struct contestant *k, double tol, double limit,
               int compare, double *keep, struct outcome *o)
{
    size_t samples = (size_t)(a->reference.rows * a->reference.columns) * sizeof(double);
    size_t size = sizeof *o + samples;
    struct outcome *shared =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    double *value = (double *)(shared + 1);
    pid_t pid;
    *o = (struct outcome){.status = SUITE_FAILED, .error = {NAN, NAN, NAN}};
    if (shared == MAP_FAILED) return;
    *shared = *o;
    fflush(NULL);
    pid = fork();
    if (pid == 0) work(a, k, tol, compare && samples > 0 ? value : NULL, shared);
    if (pid > 0) {
        enum suite_status ended = watch(pid, limit, shared);
        *o = *shared;
        o->status = ended;
        if (ended == SUITE_LIMIT) o->seconds = limit;
        if (o->status == SUITE_OK && compare && samples > 0)
            o->error = table_distance(&a->reference, value);
        if (o->status == SUITE_OK && keep) memcpy(keep, value, samples);
    }
    munmap(shared, size);
}
