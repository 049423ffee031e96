/* SPDX-License-Identifier: MIT */
/* link.c - descriptors: files and pipes by name, sockets by address, writing that tells of a closed
 * pipe. */
#include "blocks/embed/link.h"
#include "blocks/discrete/event.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static void fails(const saltus_cell *c, const char *param, const char *what, const char *name,
                  const char *why)
{
    char text[512];
    snprintf(text, sizeof text, "cannot %s %s: %s", what, name, why);
    saltus_cell_fail(c, SALTUS_EIO, param, text, NULL);
}

int link_open_file(const saltus_cell *c, int write)
{
    const char *path = saltus_part_word(c->part, "file");
    int flags = write ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY;
    int fd = strcmp(path, "-") == 0 ? dup(write ? 1 : 0) : open(path, flags | O_CLOEXEC, 0666);
    if (fd < 0) fails(c, "file", write ? "write" : "read", path, strerror(errno));
    return fd;
}

/* ---- Sockets --------------------------------------------------------------------------------- */

/* "unix:/path" */
static int unix_socket(const char *path, int listens)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof a.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(a.sun_path, path, strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    int bad = listens ? bind(fd, (struct sockaddr *)&a, sizeof a) || listen(fd, 1)
                      : connect(fd, (struct sockaddr *)&a, sizeof a);
    if (!bad) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static int try_address(const struct addrinfo *a, int listens)
{
    int on = 1, fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
    if (fd < 0) return -1;
    if (listens) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int bad = listens ? bind(fd, a->ai_addr, a->ai_addrlen) || listen(fd, 1)
                      : connect(fd, a->ai_addr, a->ai_addrlen);
    if (!bad) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* "host:port"; an empty host: all addresses of this machine, or the machine itself. */
static int tcp_socket(const char *address, int listens)
{
    char host[256];
    const char *colon = strrchr(address, ':');
    struct addrinfo want = {.ai_socktype = SOCK_STREAM, .ai_flags = listens ? AI_PASSIVE : 0},
                    *list;
    if (!colon || (size_t)(colon - address) >= sizeof host) {
        errno = EINVAL;
        return -1;
    }
    memcpy(host, address, (size_t)(colon - address));
    host[colon - address] = 0;
    if (getaddrinfo(*host ? host : NULL, colon + 1, &want, &list)) {
        errno = EHOSTUNREACH;
        return -1;
    }
    int fd = -1;
    for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next) fd = try_address(a, listens);
    int why = errno;
    freeaddrinfo(list);
    errno = why;
    return fd;
}

static int any_socket(const char *address, int listens)
{
    if (!strncmp(address, "unix:", 5)) return unix_socket(address + 5, listens);
    return tcp_socket(address, listens);
}

/* The peer may come later: tries again every 20 ms. */
static int connect_within(const char *address, double seconds)
{
    int fd;
    while ((fd = any_socket(address, 0)) < 0 && seconds > 0) {
        if (errno != ECONNREFUSED && errno != ENOENT) return -1;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
        seconds -= 0.02;
    }
    return fd;
}

static int accept_within(const char *address, double seconds)
{
    int fd = -1, at = any_socket(address, 1);
    if (at < 0) return -1;
    struct pollfd p = {.fd = at, .events = POLLIN};
    int ready = poll(&p, 1, (int)(seconds * 1000));
    if (ready > 0)
        fd = accept(at, NULL, NULL);
    else if (ready == 0)
        errno = ETIMEDOUT;
    int why = errno;
    close(at);
    if (!strncmp(address, "unix:", 5)) unlink(address + 5);
    errno = why;
    return fd;
}

int link_open_socket(const saltus_cell *c)
{
    const char *address = saltus_part_word(c->part, "address");
    int listens = *saltus_part_word(c->part, "role") == 'l';
    double seconds = saltus_part_real(c->part, "timeout", 0);
    int fd = listens ? accept_within(address, seconds) : connect_within(address, seconds);
    if (fd < 0) fails(c, "address", listens ? "listen at" : "connect to", address, strerror(errno));
    return fd;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static int write_all(int fd, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, text, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return 0;
        text += done;
        n -= (size_t)done;
    }
    return 1;
}

/* A closed pipe raises SIGPIPE in the thread that writes. It is held back, and taken away if it was
 * not there before. */
int link_write(int fd, const char *text, size_t n)
{
    sigset_t pipe_only, before, pending;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    int fine = write_all(fd, text, n), why = errno;
    if (!fine && why == EPIPE && !sigismember(&pending, SIGPIPE))
        while (sigtimedwait(&pipe_only, NULL, &(struct timespec){0, 0}) < 0 && errno == EINTR)
            continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return fine;
}
