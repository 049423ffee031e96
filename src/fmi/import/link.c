/* SPDX-License-Identifier: MIT */
/* link.c - see link.h. A message is its length, 8 bytes, and then its bytes, through a pair of sockets. */
#include "fmi/import/link.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    SERVER_FD = 3,
    SLICE = 200 /* ms between looks at `stop` */,
    GRACE = 5 /* slices after it */
};
#define LONGEST ((uint64_t)1 << 30)

static bool fail(struct link *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(l->text, sizeof l->text, format, args);
    va_end(args);
    l->ended = true;
    return false;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static bool send_all(int fd, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n > 0) {
        ssize_t k = send(fd, at, n, MSG_NOSIGNAL);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

static bool send_message(int fd, const struct wire *w)
{
    uint64_t n = w->n;
    return send_all(fd, &n, sizeof n) && send_all(fd, w->at, w->n);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum waited { WAITED_BYTES, WAITED_GONE, WAITED_LATE, WAITED_STOPPED };

/* Up to n bytes, n > 0. until: NULL, or by when they must come; patience: slices left after a request to stop. */
static enum waited receive(int fd, void *bytes, size_t n, const double *until,
                           const atomic_int *stop, int *patience)
{
    char *at = bytes;
    while (n > 0) {
        struct pollfd p = {fd, POLLIN, 0};
        int ready = poll(&p, 1, until || stop ? SLICE : -1);
        if (ready < 0 && errno != EINTR) return WAITED_GONE;
        if (ready > 0) {
            ssize_t k = recv(fd, at, n, 0);
            if (k < 0 && errno == EINTR) continue;
            if (k <= 0) return WAITED_GONE;
            at += k;
            n -= (size_t)k;
            continue;
        }
        if (until && now() > *until) return WAITED_LATE;
        if (stop && patience && atomic_load(stop) && --*patience < 0) return WAITED_STOPPED;
    }
    return WAITED_BYTES;
}

static enum waited receive_message(int fd, struct wire *w, const double *until,
                                   const atomic_int *stop)
{
    uint64_t n;
    int patience = GRACE;
    unsigned char *to;
    enum waited how = receive(fd, &n, sizeof n, until, stop, &patience);
    if (how != WAITED_BYTES) return how;
    wire_clear(w);
    if (n == 0 || n > LONGEST || !(to = wire_grow(w, (size_t)n))) return WAITED_GONE;
    return receive(fd, to, (size_t)n, until, stop, &patience);
}

/* ---- The process ----------------------------------------------------------------------------- */

static bool make_page(struct link *l, const char *folder)
{
    size_t n = strlen(folder) + 16;
    int fd;
    void *p = MAP_FAILED;
    l->page_path = malloc(n);
    if (!l->page_path) return fail(l, "out of memory");
    snprintf(l->page_path, n, "%s/.page-XXXXXX", folder);
    fd = mkstemp(l->page_path);
    if (fd >= 0) fcntl(fd, F_SETFD, FD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, sizeof(struct serve_page)) == 0)
        p = mmap(NULL, sizeof(struct serve_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    if (p == MAP_FAILED) return fail(l, "%s: %s", l->page_path, strerror(errno));
    l->page = p;
    return true;
}

/* In the child, between fork and exec: only what is safe there. */
static void become_server(int fd, const char *page_path)
{
    char *const words[] = {(char[]){"saltus"}, (char[]){LINK_WORD}, (char *)(uintptr_t)page_path,
                           NULL};
    setpgid(0, 0); /* Ctrl-C is for the run, which ends it */
    if (fd == SERVER_FD) {
        fcntl(fd, F_SETFD, 0);
    } else {
        dup2(fd, SERVER_FD);
    }
    for (int k = SERVER_FD + 1; k < 1024; k++) close(k);
    dup2(STDERR_FILENO, STDOUT_FILENO);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if the run is killed, so is what hangs */
#endif
    signal(SIGPIPE, SIG_DFL);
    execv("/proc/self/exe", words);
    _exit(127);
}

static bool start_process(struct link *l)
{
    int fd[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0)
        return fail(l, "no sockets: %s", strerror(errno));
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    l->pid = fork();
    if (l->pid == 0) become_server(fd[1], l->page_path);
    close(fd[1]);
    if (l->pid < 0) {
        l->pid = 0;
        close(fd[0]);
        return fail(l, "no process can be started: %s", strerror(errno));
    }
    l->fd = fd[0];
    return true;
}

bool link_open(struct link *l, const char *folder, bool in_process)
{
    l->fd = -1;
    l->page = &l->own;
    if (in_process) {
        l->serve = serve_new(l->page);
        return l->serve ? true : fail(l, "out of memory");
    }
    return make_page(l, folder) && start_process(l);
}

/* What the process that has ended says of its end; it is gone afterwards. */
static void bury(struct link *l, char *text, size_t n)
{
    int status = 0;
    while (waitpid(l->pid, &status, 0) < 0 && errno == EINTR) {
    }
    l->pid = 0;
    if (WIFSIGNALED(status))
        snprintf(text, n, "crashed (signal %d, %s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WIFEXITED(status))
        snprintf(text, n, "ended its process with exit status %d", WEXITSTATUS(status));
    else
        snprintf(text, n, "ended its process");
}

void link_close(struct link *l)
{
    char text[80];
    serve_free(l->serve);
    l->serve = NULL;
    if (l->fd >= 0) close(l->fd);
    l->fd = -1;
    if (l->pid > 0) {
        double begun = now();
        /* it ends by itself when its socket is closed, unless it hangs */
        while (now() - begun < 0.5 && waitpid(l->pid, NULL, WNOHANG) == 0)
            nanosleep(&(struct timespec){0, 200000}, NULL);
        if (kill(l->pid, 0) == 0 && waitpid(l->pid, NULL, WNOHANG) == 0) {
            kill(-l->pid, SIGKILL);
            kill(l->pid, SIGKILL);
            bury(l, text, sizeof text);
        }
        l->pid = 0;
    }
    if (l->page != &l->own && l->page) munmap(l->page, sizeof *l->page);
    l->page = &l->own;
    if (l->page_path) unlink(l->page_path);
    free(l->page_path);
    l->page_path = NULL;
    wire_free(&l->request);
    wire_free(&l->reply);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

struct wire *link_request(struct link *l, enum serve_action action)
{
    wire_clear(&l->request);
    wire_put(&l->request, (uint32_t)action);
    return &l->request;
}

static const char *function(const struct link *l, char text[64])
{
    memcpy(text, l->page->function, 63);
    text[63] = 0;
    return *text ? text : "no function of it";
}

static void kill_it(struct link *l)
{
    char text[80];
    kill(-l->pid, SIGKILL);
    kill(l->pid, SIGKILL);
    bury(l, text, sizeof text);
}

static bool exchange(struct link *l)
{
    char how[160], where[64];
    double until = now() + l->limit;
    enum waited w;
    if (l->serve) {
        serve_act(l->serve, &l->request, &l->reply);
        return true;
    }
    w = send_message(l->fd, &l->request)
            ? receive_message(l->fd, &l->reply, l->limit > 0 ? &until : NULL, l->stop)
            : WAITED_GONE;
    if (w == WAITED_BYTES) return true;
    function(l, where);
    if (w == WAITED_GONE) {
        bury(l, how, sizeof how);
        return fail(l, "%s in %s", how, function(l, where));
    }
    kill_it(l);
    if (w == WAITED_LATE)
        return fail(l, "%s has not returned within %g seconds", function(l, where), l->limit);
    return fail(l, "%s did not return when the run was interrupted", function(l, where));
}

enum serve_answer link_ask(struct link *l)
{
    enum serve_answer answer;
    uint32_t n;
    if (l->ended) return SERVE_FAILED;
    if (l->request.bad) return fail(l, "out of memory"), SERVE_FAILED;
    if (!exchange(l)) return SERVE_FAILED;
    answer = (enum serve_answer)wire_get(&l->reply);
    snprintf(l->text, sizeof l->text, "%s", wire_get_text(&l->reply));
    n = wire_get(&l->reply);
    for (uint32_t k = 0; k < n && !l->reply.bad; k++) {
        int status = (int)wire_get(&l->reply);
        const char *text = wire_get_text(&l->reply);
        if (l->log && !l->reply.bad) l->log(l->user, status, text);
    }
    if (l->reply.bad || answer > SERVE_FAILED)
        return fail(l, "its process sent a malformed reply"), SERVE_FAILED;
    if (answer == SERVE_FAILED) l->ended = true;
    return answer;
}

/* ---- The other side -------------------------------------------------------------------------- */

int link_serve(const char *page_path)
{
    struct rlimit none = {0, 0};
    struct wire request = {0}, reply = {0};
    struct serve *s = NULL;
    void *page = MAP_FAILED;
    int fd = open(page_path, O_RDWR | O_CLOEXEC), status = 1;
    setrlimit(RLIMIT_CORE, &none);
    fcntl(SERVER_FD, F_SETFD, FD_CLOEXEC);
    if (fd >= 0)
        page = mmap(NULL, sizeof(struct serve_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    if (page == MAP_FAILED || !(s = serve_new(page))) goto done;
    while (receive_message(SERVER_FD, &request, NULL, NULL) == WAITED_BYTES) {
        request.read = 0;
        serve_act(s, &request, &reply);
        if (reply.bad || !send_message(SERVER_FD, &reply)) goto done;
    }
    status = 0;
done:
    serve_free(s);
    wire_free(&request);
    wire_free(&reply);
    return status;
}
