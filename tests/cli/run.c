/* SPDX-License-Identifier: MIT */
/* run.c - the transcript tests: what the command says, word for word.
 *
 *     build/tests/cli/transcript <saltus> tests/cli/check.t ...        BLESS=1 rewrites what differs
 *
 * A transcript is a session as a terminal would show it:
 *
 *     Lines before the first command are a comment.
 *     $ saltus methods qss9            a command, run by sh; lines that begin with "> " continue it
 *     saltus: there is no method ...   what it must print, stdout and stderr together;
 *     ...                              "..." stands for any characters, alone on a line for any lines
 *     [2]                              its exit status, if that is not 0
 *
 * Empty lines at the end of an output do not count. Each command has a shell of its own; all of a
 * transcript share an empty folder, which is removed afterwards. PATH has the folder of the program first; $ROOT is the
 * source tree. There is no terminal, no NO_COLOR and no SALTUS_MODELS, and stdin is empty. Write
 * "> a; head -3 a" rather than "| head -3": a reader that leaves early is an error of the writer. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Text that grows -------------------------------------------------------------------------------- */

struct text {
    char *at;
    size_t n, room;
};

static void add(struct text *t, const char *s, size_t n)
{
    if (t->n + n + 1 > t->room) {
        t->room = 2 * (t->n + n + 1);
        t->at = realloc(t->at, t->room);
        if (!t->at) abort();
    }
    if (n) memcpy(t->at + t->n, s, n);
    t->n += n;
    t->at[t->n] = 0;
}

static void add_stream(struct text *t, FILE *f)
{
    char buf[4096];
    size_t n;
    add(t, "", 0);
    while ((n = fread(buf, 1, sizeof buf, f)) > 0) add(t, buf, n);
}

static bool read_all(const char *path, struct text *t)
{
    FILE *f = fopen(path, "r");
    if (!f) return fprintf(stderr, "%s: %s\n", path, strerror(errno)), false;
    add_stream(t, f);
    fclose(f);
    return true;
}

/* ---- Does it match? ---------------------------------------------------------------------------------- */

static size_t line_length(const char *s)
{
    return strcspn(s, "\n");
}

/* One line; "..." stands for any characters. */
static bool line_matches(const char *want, size_t n, const char *got, size_t m)
{
    while (n > 0) {
        if (n >= 3 && strncmp(want, "...", 3) == 0) {
            for (size_t k = 0; k <= m; k++)
                if (line_matches(want + 3, n - 3, got + k, m - k)) return true;
            return false;
        }
        if (m == 0 || *want != *got) return false;
        want++, got++, n--, m--;
    }
    return m == 0;
}

/* All lines; both end with a new line or are empty. */
static bool matches(const char *want, const char *got)
{
    while (*want) {
        size_t n = line_length(want), m = line_length(got);
        if (n == 3 && strncmp(want, "...", 3) == 0) {
            for (;; got += line_length(got) + 1) {
                if (matches(want + 4, got)) return true;
                if (!*got) return false;
            }
        }
        if (!*got || !line_matches(want, n, got, m)) return false;
        want += n + 1;
        got += m + 1;
    }
    return !*got;
}

/* ---- Commands ------------------------------------------------------------------------------------------ */

static void run(const char *command, struct text *out)
{
    struct text script = {0};
    char status[32];
    FILE *f;
    int code;
    add(&script, "exec 2>&1 </dev/null\n", 21);
    add(&script, command, strlen(command));
    fflush(NULL);
    f = popen(script.at, "r");
    if (!f) abort();
    add_stream(out, f);
    code = pclose(f);
    free(script.at);
    if (out->n && out->at[out->n - 1] != '\n') add(out, "(no new line at the end)\n", 25);
    while (out->n > 0 && out->at[out->n - 1] == '\n' &&
           (out->n == 1 || out->at[out->n - 2] == '\n'))
        out->at[--out->n] = 0;
    code = WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
    snprintf(status, sizeof status, "[%d]\n", code);
    if (code != 0) add(out, status, strlen(status));
}

/* Lines of `text` up to the next command; without empty ones at the end. */
static size_t block_length(const char *text, size_t *with_gap)
{
    size_t n = 0, kept = 0;
    while (text[n] && strncmp(text + n, "$ ", 2) != 0) {
        size_t length = line_length(text + n);
        n += length + (text[n + length] != 0);
        if (length > 0) kept = n;
    }
    *with_gap = n;
    return kept;
}

static size_t command_length(const char *text)
{
    size_t n = line_length(text) + 1;
    while (strncmp(text + n, "> ", 2) == 0) n += line_length(text + n) + 1;
    return n;
}

/* Without the marks at the beginnings of its lines. */
static char *command_of(const char *text, size_t n)
{
    struct text c = {0};
    for (size_t k = 0; k < n; k += line_length(text + k) + 1)
        add(&c, text + k + 2, line_length(text + k) - 1);
    return c.at;
}

/* ---- A transcript --------------------------------------------------------------------------------------- */

static int line_number(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++) line += *text == '\n';
    return line;
}

/* One command at `text`; what it should have looked like goes to `fresh`. */
static bool step(const char *path, const char *all, const char *text, size_t *used,
                 struct text *fresh)
{
    size_t c = command_length(text), gap, n = block_length(text + c, &gap);
    struct text got = {0}, want = {0};
    char *command = command_of(text, c);
    bool fine;
    add(&want, text + c, n);
    run(command, &got);
    fine = matches(want.at, got.at);
    if (!fine)
        printf("%s:%d: $ %s--- expected\n%s--- printed\n%s", path, line_number(all, text), command,
               want.at, got.at);
    add(fresh, text, c);
    add(fresh, fine ? want.at : got.at, fine ? want.n : got.n);
    add(fresh, text + c + n, gap - n);
    if (!fine && gap == n && text[c + n]) add(fresh, "\n", 1);
    *used = c + gap;
    free(command);
    free(got.at);
    free(want.at);
    return fine;
}

static void bless(const char *path, const struct text *fresh)
{
    FILE *f = fopen(path, "w");
    if (!f || fwrite(fresh->at, 1, fresh->n, f) != fresh->n || fclose(f) != 0)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    else
        printf("%s: rewritten\n", path);
}

static bool transcript(const char *path)
{
    struct text all = {0}, fresh = {0};
    size_t at, used, commands = 0, wrong = 0;
    if (!read_all(path, &all)) return false;
    block_length(all.at, &at);
    add(&fresh, all.at, at);
    for (; all.at[at]; at += used, commands++)
        wrong += !step(path, all.at, all.at + at, &used, &fresh);
    if (wrong && getenv("BLESS")) bless(path, &fresh);
    printf("%s: %zu commands, %zu differ\n", path, commands, wrong);
    free(all.at);
    free(fresh.at);
    return wrong == 0 && commands > 0;
}

/* ---- Surroundings ---------------------------------------------------------------------------------------- */

/* The folder of the program first in PATH. */
static void set_path(char *program)
{
    const char *old = getenv("PATH");
    struct text path = {0};
    char *slash = strrchr(program, '/');
    add(&path, program, (size_t)(slash - program));
    add(&path, ":", 1);
    add(&path, old ? old : "/usr/bin:/bin", strlen(old ? old : "/usr/bin:/bin"));
    setenv("PATH", path.at, 1);
    free(path.at);
}

static void surroundings(char *program)
{
    static const char *const no[] = {"NO_COLOR", "SALTUS_MODELS", "SALTUS_CFLAGS", "CC",
                                     "COLUMNS",  "LINES",         "MAKEFLAGS",     "ENV"};
    set_path(program);
    for (size_t k = 0; k < sizeof no / sizeof no[0]; k++) unsetenv(no[k]);
    setenv("LC_ALL", "C", 1);
    setenv("TERM", "dumb", 1);
    setenv("ROOT", TEST_ROOT, 1);
}

/* A transcript in a folder of its own. */
static bool in_folder(const char *path)
{
    char folder[] = "/tmp/saltus-cli-XXXXXX", remove[64], back[PATH_MAX];
    bool fine;
    if (!mkdtemp(folder) || !getcwd(back, sizeof back) || chdir(folder) != 0)
        return perror(folder), false;
    fine = transcript(path);
    if (chdir(back) != 0) perror(back);
    snprintf(remove, sizeof remove, "rm -rf %s", folder);
    return system(remove) == 0 && fine;
}

int main(int argc, char **argv)
{
    char program[PATH_MAX], path[PATH_MAX];
    bool fine = argc > 2;
    if (argc < 3) return fprintf(stderr, "usage: %s SALTUS FILE.t ...\n", argv[0]), 2;
    if (!realpath(argv[1], program)) return perror(argv[1]), 2;
    surroundings(program);
    for (int k = 2; k < argc; k++) {
        if (!realpath(argv[k], path)) return perror(argv[k]), 2;
        fine = in_folder(path) && fine;
    }
    return !fine;
}
