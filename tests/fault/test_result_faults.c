/* SPDX-License-Identifier: MIT */
/* test_result_faults.c - result files when memory or the disk ends: an error that is kept, nothing leaked, no crash, and what
 * has been written can be read. Memory does not grow with the length of a run. */
#include "result_files.h"

#include "out/file/result.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

static const char *const names[] = {"a.seg", "a.csv", "a.mat"};

__attribute__((destructor)) static void clean(void)
{
    temporary_end();
}

/* ---- Memory ------------------------------------------------------------------------------------ */

struct memory {
    int64_t left; /* requests until one fails; negative: never */
    int64_t requests, live;
};

static void *limited(void *user, void *p, size_t n)
{
    struct memory *m = user;
    if (n == 0) {
        m->live -= p != NULL;
        return free(p), NULL;
    }
    m->requests++;
    if (m->left >= 0 && m->left-- == 0) return NULL;
    m->live += p == NULL;
    return realloc(p, n);
}

static saltus_status write_limited(const struct script *s, const char *path, struct memory *m)
{
    saltus_writer *w;
    saltus_status status = result_writer_open(path, &s->header, limited, m, &w);
    if (status != SALTUS_OK) return status;
    script_play(s, w, 0, s->n);
    return saltus_writer_close(w, s->t_end, "ok");
}

static saltus_status read_limited(const char *path, struct memory *m)
{
    saltus_result *r;
    saltus_record rec;
    const char *why;
    saltus_status status = result_open(path, limited, m, &r, &why);
    if (status != SALTUS_OK) {
        CHECK(status != SALTUS_ENOMEM || strcmp(why, "out of memory") == 0);
        return status;
    }
    for (int pass = 0; pass < 2 && status == SALTUS_OK; pass++) {
        while ((status = saltus_result_next(r, &rec)) == SALTUS_OK &&
               rec.kind != SALTUS_RECORD_END) {
        }
        if (status == SALTUS_OK) status = saltus_result_seek(r, INFINITY);
    }
    saltus_result_close(r);
    return status;
}

static saltus_status append_limited(const char *path, struct memory *m)
{
    saltus_writer *w;
    saltus_status status = result_append(path, limited, m, &w, NULL);
    return status == SALTUS_OK ? saltus_writer_close(w, 2, "ok") : status;
}

/* The n-th allocation fails until one is not needed. */
static void fail_all(const struct script *s, const char *path, int what)
{
    for (int64_t n = 0;; n++) {
        struct memory m = {.left = n};
        saltus_status status = what == 0   ? write_limited(s, path, &m)
                               : what == 1 ? read_limited(path, &m)
                                           : append_limited(path, &m);
        CHECK_EQ_INT(m.live, 0);
        CHECK(n < 1000);
        if (m.left >= 0) {
            CHECK(n > 0);
            CHECK_EQ_INT(status, SALTUS_OK);
            return;
        }
        CHECK(status == SALTUS_ENOMEM ||
              (what == 1 && status == SALTUS_OK)); /* t1 of a CSV may do without */
    }
}

TEST(every_allocation_may_fail)
{
    struct script s;
    script_make(&s, g, 100, 0.1);
    for (int i = 0; i < 3; i++) {
        fail_all(&s, temporary(names[i]), 0);
        fail_all(&s, temporary(names[i]), 1);
        if (i == 0) fail_all(&s, temporary(names[i]), 2);
    }
    script_free(&s);
}

TEST(memory_does_not_grow_with_a_run)
{
    struct script s;
    for (int i = 0; i < 3; i++) {
        struct memory m = {.left = -1};
        saltus_writer *w;
        script_header(&s, 0.01);
        CHECK_EQ_INT(result_writer_open(temporary(names[i]), &s.header, limited, &m, &w),
                     SALTUS_OK);
        int64_t requests = m.requests;
        for (int k = 0; k < 200000; k++)
            CHECK_EQ_INT(saltus_writer_segment(w, k * 5e-6, (size_t)(k % 2), (double[]){k, 1}, 1),
                         SALTUS_OK);
        CHECK_EQ_INT(m.requests, requests);
        CHECK_EQ_INT(saltus_writer_close(w, 1, "ok"), SALTUS_OK);
        CHECK_EQ_INT(m.live, 0);
    }
}

/* ---- Disk -------------------------------------------------------------------------------------- */

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    fflush(stdout);
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0) exit(99);
    limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) exit(99);
}

struct attempt {
    saltus_status open, play, close;
    int error; /* errno of the last of them */
};

static struct attempt try_to_write(const struct script *s, const char *path)
{
    struct attempt a = {0};
    saltus_writer *w;
    errno = 0;
    a.open = saltus_writer_open(path, &s->header, &w);
    a.error = errno;
    if (a.open != SALTUS_OK) return a;
    a.play = script_play(s, w, 0, s->n);
    saltus_writer_flush(w);
    errno = 0;
    a.close = saltus_writer_close(w, s->t_end, "ok");
    a.error = errno;
    return a;
}

static void check_failed(struct attempt a, int error)
{
    CHECK(a.open == SALTUS_EIO || a.close == SALTUS_EIO);
    CHECK_EQ_INT(a.error, error);
}

/* Whatever is in the file is a beginning of the script. */
static void check_beginning(const struct script *s, const char *path)
{
    saltus_result *r;
    saltus_record rec;
    if (saltus_result_open(path, &r, NULL) != SALTUS_OK) return;
    for (size_t i = 0; saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END;
         i++)
        CHECK(i < s->n && same_record(&rec, &s->rec[i]));
    CHECK(!saltus_result_complete(r));
    saltus_result_close(r);
}

TEST(the_disk_may_be_full_after_every_byte)
{
    struct script s;
    script_make(&s, g, 60, 0.1);
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 3; i++) {
        size_t n;
        unlink(temporary(names[i]));
        script_write(&s, temporary(names[i]));
        free(file_load(temporary(names[i]), &n));
        for (size_t bytes = 0; bytes < n; bytes += 1 + bytes % 3) {
            unlink(temporary(names[i]));
            limit_files(bytes);
            struct attempt a = try_to_write(&s, temporary(names[i]));
            limit_files(RLIM_INFINITY);
            check_failed(a, EFBIG);
            if (i == 0) check_beginning(&s, temporary(names[i]));
        }
    }
    script_free(&s);
}

TEST(a_full_device_is_reported)
{
    struct script s;
    if (access("/dev/full", W_OK) != 0) return; /* no such device here */
    script_make(&s, g, 10000, 0);
    for (int i = 0; i < 3; i++) {
        unlink(temporary(names[i]));
        CHECK(symlink("/dev/full", temporary(names[i])) == 0);
        struct attempt a = try_to_write(&s, temporary(names[i]));
        unlink(temporary(names[i]));
        check_failed(a, ENOSPC);
    }
    script_free(&s);
}

TEST(a_closed_pipe_is_reported)
{
    struct script s;
    int fd[2], out;
    script_make(&s, g, 10000, 0);
    signal(SIGPIPE, SIG_IGN);
    fflush(stdout);
    CHECK(pipe(fd) == 0);
    out = dup(1);
    dup2(fd[1], 1);
    close(fd[0]);
    close(fd[1]);
    struct attempt a = try_to_write(&s, "-");
    dup2(out, 1);
    close(out);
    check_failed(a, EPIPE);
    CHECK(a.open == SALTUS_EIO || a.play == SALTUS_EIO); /* early: nothing is computed in vain */
    script_free(&s);
}

TEST(what_is_no_result_file_is_refused)
{
    static const char *const paths[] = {"/", "/dev/null", "no/such.csv",
                                        TEST_DATA "/../../README.md"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        saltus_result *r;
        const char *why = NULL;
        CHECK(saltus_result_open(paths[i], &r, &why) != SALTUS_OK);
        CHECK(!r && why && *why);
    }
}

TEST_MAIN()
