/* SPDX-License-Identifier: MIT */
/* native_cc.c - the C compiler: which one, with which options, and running it without a shell.
 *
 * It is known by its path, size and date, so that it need not be asked for its version. The options
 * make the program compute what the interpreter computes: no fused operations, no libm of the
 * compiler's own (print_head.c), integers that wrap around. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "emit/c/native.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_TALK = 8000 }; /* bytes of what a compiler says that are kept */

/* ---- Which ----------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* The path of a program as a shell would find it; NULL: not found. */
static const char *on_path(struct arena *a, const char *name)
{
    const char *path = getenv("PATH");
    if (strchr(name, '/')) return is_program(name) ? name : NULL;
    if (!path) path = "/usr/bin:/bin";
    while (*path) {
        size_t n = strcspn(path, ":");
        const char *at = arena_format(a, "%.*s/%s", (int)n, path, name);
        if (n > 0 && is_program(at)) return at;
        path += n + (path[n] == ':');
    }
    return NULL;
}

static void add_words(struct native_cc *cc, const char *text)
{
    while (text && *text) {
        size_t blank = strspn(text, " \t\n"), n = strcspn(text + blank, " \t\n");
        text += blank;
        if (n) VEC_ADD(cc->arena, &cc->words, arena_text(cc->arena, text, n));
        text += n;
    }
}

/* cc may be a link to tcc. */
static bool is_tiny(const char *path)
{
    char *whole = realpath(path, NULL);
    const char *slash = whole ? strrchr(whole, '/') : NULL;
    bool tiny = slash && strstr(slash, "tcc");
    free(whole);
    return tiny;
}

static const char *choose(struct native_cc *cc)
{
    static const char *const usual[] = {"cc", "gcc", "clang", "tcc"};
    const char *wish = getenv("CC");
    if (wish && wish[strspn(wish, " \t\n")]) {
        add_words(cc, wish);
        cc->path = on_path(cc->arena, cc->words.at[0]);
        return cc->path ? NULL
                        : arena_format(cc->arena, "the C compiler '%s' (from CC) is not found",
                                       cc->words.at[0]);
    }
    for (size_t k = 0; !cc->path && k < sizeof usual / sizeof usual[0]; k++) {
        cc->path = on_path(cc->arena, usual[k]);
    }
    if (!cc->path) return "no C compiler is found (cc, gcc, clang, tcc)";
    add_words(cc, cc->path);
    return NULL;
}

/* Options, then identity: the words, and which program it is. */
const char *native_cc_find(struct native_cc *cc)
{
    const char *wrong = choose(cc);
    struct stat st;
    if (wrong) return wrong;
    cc->tiny = is_tiny(cc->path);
    add_words(cc, cc->tiny ? "-g -shared -nostdlib" : "-std=c99");
    if (!cc->tiny) {
        add_words(cc,
                  "-O2 -g1 -fPIC -shared -ffp-contract=off -fno-math-errno -fwrapv -fno-builtin");
    }
    add_words(cc, getenv("SALTUS_CFLAGS"));
    if (stat(cc->path, &st) != 0)
        return arena_format(cc->arena, "%s: %s", cc->path, strerror(errno));
    cc->id = arena_format(cc->arena, "%s %lld %lld", cc->path, (long long)st.st_size,
                          (long long)st.st_mtime);
    for (int32_t k = 0; k < cc->words.n; k++) {
        cc->id = arena_format(cc->arena, "%s\n%s", cc->id, cc->words.at[k]);
    }
    return NULL;
}

/* ---- Running it ------------------------------------------------------------------------------ */

static char **command(const struct native_cc *cc, const char *c, const char *so, const char *name,
                      const struct native_more *more)
{
    int32_t n = cc->words.n;
    char **argv = ARENA_ARRAY(cc->arena, char *, n + more->n_words + 12);
    for (int32_t k = 0; k < n; k++) argv[k] = arena_format(cc->arena, "%s", cc->words.at[k]);
    if (!cc->tiny) argv[n++] = arena_format(cc->arena, "-fdebug-prefix-map=%s=%s", name, c);
    argv[n++] = arena_format(cc->arena, "-o");
    argv[n++] = arena_format(cc->arena, "%s", so);
    argv[n++] = arena_format(cc->arena, "%s", c);
    if (more->c) {
        argv[n++] = arena_format(cc->arena, "-x");
        argv[n++] = arena_format(cc->arena, "c");
        argv[n++] = arena_format(cc->arena, "%s", more->c);
        argv[n++] = arena_format(cc->arena, "-x");
        argv[n++] = arena_format(cc->arena, "none");
    }
    if (more->n_words && !cc->tiny)
        argv[n++] = arena_format(cc->arena, "-Werror=implicit-function-declaration");
    for (int32_t k = 0; k < more->n_words; k++)
        argv[n++] = arena_format(cc->arena, "%s", more->words[k]);
    if (!cc->tiny) argv[n++] = arena_format(cc->arena, "-lm");
    return argv;
}

/* Starts it with both outputs in the pipe; 0 or errno. */
static int start(const char *path, char **argv, int pipe_to, pid_t *pid)
{
    posix_spawn_file_actions_t todo;
    int error = posix_spawn_file_actions_init(&todo);
    if (error) return error;
    error = posix_spawn_file_actions_addopen(&todo, 0, "/dev/null", O_RDONLY, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&todo, pipe_to, 1);
    if (!error) error = posix_spawn_file_actions_adddup2(&todo, pipe_to, 2);
    if (!error) error = posix_spawn(pid, path, &todo, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&todo);
    return error;
}

/* Reads to the end, keeps the first MOST_TALK bytes. */
static void listen_to(int fd, char talk[MOST_TALK + 1])
{
    char buf[1024];
    size_t kept = 0;
    for (;;) {
        ssize_t n = read(fd, buf, sizeof buf);
        size_t fits = n > 0 ? (size_t)n : 0;
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        if (fits > MOST_TALK - kept) fits = MOST_TALK - kept;
        memcpy(talk + kept, buf, fits);
        kept += fits;
    }
    talk[kept] = 0;
}

/* Does not inherit: other threads may start programs, too. */
static bool open_pipe(int fd[2])
{
    if (pipe(fd) != 0) return false;
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    fcntl(fd[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static const char *verdict(const struct native_cc *cc, int status, const char *talk)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
    if (WIFSIGNALED(status)) {
        return arena_format(cc->arena, "%s was ended by signal %d%s%s", cc->path, WTERMSIG(status),
                            *talk ? "\n" : "", talk);
    }
    return arena_format(cc->arena, *talk ? "%s failed:\n%s" : "%s failed%s", cc->path, talk);
}

const char *native_cc_run(const struct native_cc *cc, const char *c, const char *so,
                          const char *name, const struct native_more *more)
{
    char talk[MOST_TALK + 1];
    char **argv = command(cc, c, so, name, more);
    int fd[2], error, status = 0;
    pid_t pid = 0, ended;
    if (!open_pipe(fd)) return arena_format(cc->arena, "pipe: %s", strerror(errno));
    error = start(cc->path, argv, fd[1], &pid);
    close(fd[1]);
    if (!error) listen_to(fd[0], talk);
    close(fd[0]);
    if (error) return arena_format(cc->arena, "%s: %s", cc->path, strerror(error));
    do ended = waitpid(pid, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended < 0) return NULL; /* the program ignores its children: the result will tell */
    return verdict(cc, status, talk);
}
