/* SPDX-License-Identifier: MIT */
/* native_later.c - makes a library in a process of its own, while its model is already interpreted.
 *
 * The process has no terminal and no files of ours but one end of a pipe. It is nobody's child, so
 * that it may finish after us: then the library is in the cache for the next time. A thread waits for
 * the end of the pipe, loads the library from the cache and hands the model over. */
#define _XOPEN_SOURCE 700 /* nice */
#include "emit/c/native.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct native_later {
    native_later_fn *arrived;
    void *user;
    pthread_t thread;
    int made, quit[2]; /* ends of pipes: closes when the process ends; gets a byte when we do */
};

/* ---- The process ------------------------------------------------------------------------------ */

static void leave_terminal(void)
{
    int null = open("/dev/null", O_RDWR);
    setsid();
    for (int fd = 0; fd < 3 && null >= 0; fd++) dup2(null, fd);
    if (null > 2) close(null);
    if (nice(5) == -1) return; /* then not */
}

/* The process and its parent, which ends at once. */
static pid_t fork_twice(native_make_fn *make, void *user)
{
    pid_t child = fork();
    if (child != 0) return child;
    if (fork() == 0) {
        leave_terminal();
        make(user);
    }
    _exit(0);
}

/* The end of a pipe that closes when the process has ended; -1: none could be started. */
static int start_process(native_make_fn *make, void *user)
{
    int fd[2];
    pid_t child;
    if (pipe(fd) != 0) return -1;
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    fcntl(fd[1], F_SETFD, FD_CLOEXEC);
    child = fork_twice(make, user);
    close(fd[1]);
    if (child > 0) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
        return fd[0];
    }
    close(fd[0]);
    return -1;
}

/* ---- The thread ------------------------------------------------------------------------------- */

static void *wait_for_it(void *of)
{
    struct native_later *l = of;
    struct pollfd ends[] = {{l->made, POLLIN, 0}, {l->quit[0], POLLIN, 0}};
    while (poll(ends, 2, -1) < 0 && errno == EINTR) continue;
    if (ends[1].revents == 0) l->arrived(l->user);
    return NULL;
}

/* Signals are for the program's own threads. */
static bool start_thread(struct native_later *l)
{
    sigset_t all, before;
    bool started;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&l->thread, NULL, wait_for_it, l) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

struct native_later *native_later_start(native_make_fn *make, native_later_fn *arrived, void *user)
{
    struct native_later *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    *l = (struct native_later){arrived, user, .made = -1};
    if (pipe(l->quit) != 0) {
        free(l);
        return NULL;
    }
    fcntl(l->quit[0], F_SETFD, FD_CLOEXEC);
    fcntl(l->quit[1], F_SETFD, FD_CLOEXEC);
    l->made = start_process(make, user);
    if (l->made >= 0 && start_thread(l)) return l;
    if (l->made >= 0) close(l->made);
    close(l->quit[0]);
    close(l->quit[1]);
    free(l);
    return NULL;
}

void native_later_stop(struct native_later *l)
{
    if (!l) return;
    /* to close it is not enough: the process has inherited it */
    while (write(l->quit[1], "", 1) < 0 && errno == EINTR) continue;
    close(l->quit[1]);
    pthread_join(l->thread, NULL);
    close(l->quit[0]);
    close(l->made);
    free(l);
}
