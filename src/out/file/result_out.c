/* SPDX-License-Identifier: MIT */
/* result_out.c - a file being written: buffered, patched in place, and honest about what failed.
 *
 * write(2) rather than stdio: when a full disk or a closed pipe stops us, errno is known, nothing
 * is tried twice, and a block that was handed over is with the system even if the process is killed
 * the next moment. */
#include "out/file/result.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

int result_out_open(struct result_out *o, const char *path, struct alloc *a)
{
    *o = (struct result_out){.fd = -1, .buf = alloc_array(a, RESULT_BUFFER, 1)};
    if (!o->buf) return ENOMEM;
    if (strcmp(path, "-") == 0) {
        fflush(stdout); /* what the program has printed comes first */
        o->fd = STDOUT_FILENO;
        o->standard = 1;
        return 0;
    }
    do o->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    while (o->fd < 0 && errno == EINTR);
    return o->fd < 0 ? errno : 0;
}

int result_out_continue(struct result_out *o, const char *path, uint64_t at, struct alloc *a)
{
    *o = (struct result_out){.fd = -1, .bytes = at, .buf = alloc_array(a, RESULT_BUFFER, 1)};
    if (!o->buf) return ENOMEM;
    o->fd = open(path, O_RDWR | O_CLOEXEC);
    if (o->fd < 0 || ftruncate(o->fd, (off_t)at) != 0 || lseek(o->fd, (off_t)at, SEEK_SET) < 0)
        return errno;
    return 0;
}

/* After a write that failed: is it worth another try? */
static int again(int fd)
{
    if (errno == EINTR) return 1;
    if (errno != EAGAIN) return 0;
    struct pollfd p = {.fd = fd, .events = POLLOUT}; /* a pipe that someone made non-blocking */
    return poll(&p, 1, -1) >= 0 || errno == EINTR;
}

static void write_all(struct result_out *o, const unsigned char *p, size_t n)
{
    while (n > 0 && !o->error) {
        ssize_t done = write(o->fd, p, n);
        if (done > 0) {
            p += done;
            n -= (size_t)done;
        } else if (done == 0 || !again(o->fd)) {
            o->error = done == 0 ? ENOSPC : errno;
        }
    }
}

void result_out_flush(struct result_out *o)
{
    write_all(o, o->buf, o->used);
    o->used = 0;
}

void result_out_put(struct result_out *o, const void *data, size_t n)
{
    o->bytes += n;
    if (n > RESULT_BUFFER - o->used) result_out_flush(o);
    if (n > RESULT_BUFFER) {
        write_all(o, data, n);
        return;
    }
    if (n > 0) memcpy(o->buf + o->used, data, n);
    o->used += n;
}

void result_out_text(struct result_out *o, const char *s)
{
    result_out_put(o, s, strlen(s));
}

void result_out_patch(struct result_out *o, uint64_t at, const void *data, size_t n)
{
    const unsigned char *p = data;
    while (n > 0 && !o->error) {
        ssize_t done = pwrite(o->fd, p, n, (off_t)at);
        if (done > 0) {
            p += done;
            at += (uint64_t)done;
            n -= (size_t)done;
        } else if (done == 0 || !again(o->fd)) {
            o->error = done == 0 ? ENOSPC : errno;
        }
    }
}

void result_out_close(struct result_out *o, struct alloc *a)
{
    if (o->buf && o->fd >= 0) result_out_flush(o);
    if (o->fd >= 0 && !o->standard && close(o->fd) != 0 && errno != EINTR && !o->error)
        o->error = errno;
    alloc_free(a, o->buf);
    *o = (struct result_out){.fd = -1, .error = o->error, .bytes = o->bytes};
}
