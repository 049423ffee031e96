/* SPDX-License-Identifier: MIT */
/* sweep_worker.c - a process that runs cells, one after the other.
 *
 * It inherits the model, compiled and loaded. If a cell has another value of a parameter that is
 * built in (N), the worker compiles for it and keeps that until the next such change. What the run
 * says goes to a file without a name, from which the first line is taken if the run leaves no
 * better message. */
#include "base/hash.h"
#include "base/text.h"
#include "cli/core/grow.h"
#include "cli/sweep/sweep.h"
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <unistd.h>

uint64_t sweep_key(const struct sweep *s, size_t cell)
{
    uint64_t h = HASH_START;
    for (size_t k = 0; k < s->study.n_names; k++) {
        double v = study_value(&s->study, cell, k) + 0.0; /* -0 is 0 */
        if (s->structural[k]) h = hash_bytes(h, &v, sizeof v);
    }
    return h;
}

/* ---- What was said --------------------------------------------------------------------------- */

/* stderr goes to a file that has no name any more. */
static void catch_talk(void)
{
    FILE *f = tmpfile();
    if (f) dup2(fileno(f), STDERR_FILENO);
}

static void forget_talk(void)
{
    fflush(stderr);
    if (ftruncate(STDERR_FILENO, 0) == 0) lseek(STDERR_FILENO, 0, SEEK_SET);
}

static void first_line(char *buf, size_t size)
{
    ssize_t n;
    fflush(stderr);
    n = pread(STDERR_FILENO, buf, size - 1, 0);
    buf[n > 0 ? n : 0] = 0;
    buf[strcspn(buf, "\n")] = 0;
}

/* ---- One cell -------------------------------------------------------------------------------- */

static void set_cell(struct sweep *s, size_t cell)
{
    for (size_t k = 0; k < s->study.n_names; k++)
        job_set(&s->job, s->study.name[k], study_value(&s->study, cell, k));
}

static int compile_for(struct sweep *s, uint64_t *key, size_t cell)
{
    int exit_status;
    if (s->model && *key == sweep_key(s, cell)) return EXIT_FINE;
    job_model_free(s->model);
    s->model = NULL;
    exit_status = job_compile(&s->job, &s->model);
    *key = sweep_key(s, cell);
    return exit_status;
}

/* Only what is looked at all the time is recorded; a smaller N may lack some of it. If nothing is,
 * one name stands for nothing, since no name means all. */
static void choose_vars(struct sweep *s)
{
    const saltus_model *m = job_model_of(s->model);
    struct job *j = &s->job;
    char **names = NULL;
    size_t n = 0;
    measured_variables(&s->seen, m, &names, &n);
    if (!n && m->states && m->states->name) {
        char some[300];
        text_element(some, sizeof some, m->states->name, m->states->size, 0);
        names = grow_one(names, n, sizeof *names);
        names[n++] = grow_text(some);
    }
    for (size_t k = 0; k < s->n_names; k++) free(s->names[k]);
    free(s->names);
    s->names = names;
    s->n_names = n;
    j->vars = grow(j->vars, n + 1, sizeof *j->vars);
    for (j->n_vars = 0; j->n_vars < n; j->n_vars++) j->vars[j->n_vars] = names[j->n_vars];
}

static char *run_cell(struct sweep *s, size_t cell, int *failed)
{
    struct measured seen;
    struct job_sink sink = {0};
    struct outcome o;
    saltus_sim *sim;
    char said[512], *row;
    choose_vars(s);
    measured_again(&seen, &s->seen);
    observe_sink(&seen, &sink);
    *failed = job_run(&s->job, s->model, &sink, &o, &sim) != EXIT_FINE;
    if (sim) measured_finish(&seen, o.t_end, &o, sim);
    first_line(said, sizeof said);
    row = sweep_row(s, cell, &o, &seen, o.reason, *o.message || !*failed ? o.message : said);
    saltus_sim_free(sim);
    outcome_free(&o);
    measured_free(&seen);
    return row;
}

static char *do_cell(struct sweep *s, uint64_t *key, size_t cell, int *failed)
{
    char said[512];
    forget_talk();
    set_cell(s, cell);
    if (compile_for(s, key, cell) == EXIT_FINE) return run_cell(s, cell, failed);
    first_line(said, sizeof said);
    *failed = 1;
    return sweep_row(s, cell, NULL, NULL, "model", said);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static bool send(int out, const void *data, size_t n)
{
    const char *p = data;
    while (n > 0) {
        ssize_t k = write(out, p, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        p += k;
        n -= (size_t)k;
    }
    return true;
}

static bool next_cell(int in, size_t *cell)
{
    ssize_t n;
    do n = read(in, cell, sizeof *cell);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *cell;
}

/* Ctrl-C is meant for all processes of the terminal; the first one decides what it means. */
_Noreturn void sweep_worker(struct sweep *s, int in, int out)
{
    uint64_t key = s->built_key;
    size_t cell;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    catch_talk();
    while (next_cell(in, &cell)) {
        struct message m = {.cell = cell};
        char *row = do_cell(s, &key, cell, &m.failed);
        m.length = strlen(row);
        if (!send(out, &m, sizeof m) || !send(out, row, m.length)) break;
        free(row);
    }
    job_model_free(s->model); /* an FMU has files */
    _exit(0);
}
