/* SPDX-License-Identifier: MIT */
/* sweep_pool.c - hands out cells to workers and collects their rows.
 *
 * Cells that need the same compilation are a group. A worker stays in its group as long as there
 * are cells; then it opens a group that no one has begun; then it helps in one whose first cell is
 * finished, so that the code is in the cache. Thus each group is compiled once, and all workers
 * have something to do.
 *
 * A worker that dies takes its cell with it, not the sweep: the cell is listed as killed, and
 * another worker is started. After Ctrl-C no more cells are handed out. */
#include "cli/core/grow.h"
#include "cli/sweep/sweep.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Groups ---------------------------------------------------------------------------------- */

struct group {
    size_t *cell; /* in ascending order */
    size_t n, next;
    bool ready; /* compiled */
};

struct groups {
    struct group *list;
    size_t n;
    size_t *cells; /* memory of all */
    size_t left;
};

struct entry {
    uint64_t key;
    size_t cell;
};

static int by_key(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static int by_first_cell(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    return (x->cell[0] > y->cell[0]) - (x->cell[0] < y->cell[0]);
}

/* All cells of the shard that are not done. */
static struct entry *open_cells(const struct sweep *s, size_t *n)
{
    struct entry *e = NULL;
    *n = 0;
    for (size_t k = 0; k < s->study.cells; k++) {
        if (s->done[k] || !sweep_wants(s, k)) continue;
        e = grow_one(e, *n, sizeof *e);
        e[(*n)++] = (struct entry){s->compiles ? sweep_key(s, k) : s->built_key, k};
    }
    return e;
}

static struct groups make_groups(const struct sweep *s)
{
    struct groups g = {0};
    struct entry *e = open_cells(s, &g.left);
    if (g.left) qsort(e, g.left, sizeof *e, by_key);
    g.cells = grow(NULL, g.left, sizeof *g.cells);
    for (size_t k = 0; k < g.left; k++) {
        g.cells[k] = e[k].cell;
        if (k == 0 || e[k].key != e[k - 1].key) {
            g.list = grow_one(g.list, g.n, sizeof *g.list);
            g.list[g.n++] = (struct group){.cell = &g.cells[k], .ready = e[k].key == s->built_key};
        }
        g.list[g.n - 1].n++;
    }
    if (g.n) qsort(g.list, g.n, sizeof *g.list, by_first_cell);
    free(e);
    return g;
}

/* ---- Workers --------------------------------------------------------------------------------- */

struct crew_member {
    pid_t pid; /* 0: none */
    int to, from;
    size_t group, cell;
    bool busy;
};

struct crew {
    struct sweep *s;
    struct groups groups;
    struct crew_member *member;
    size_t n;
};

/* In the copy: everything that belongs to others is closed, so that they see the end of their
 * pipes. */
static void become_worker(struct crew *c, int in, int out)
{
    for (size_t k = 0; k < c->n; k++)
        if (c->member[k].pid) {
            close(c->member[k].to);
            close(c->member[k].from);
        }
    sweep_worker(c->s, in, out);
}

static bool hire(struct crew *c, struct crew_member *w)
{
    int to[2], from[2];
    if (pipe(to) != 0) return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    fflush(NULL);
    w->pid = 0;
    w->pid = fork();
    if (w->pid == 0) {
        close(to[1]);
        close(from[0]);
        become_worker(c, to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    w->to = to[1];
    w->from = from[0];
    w->busy = false;
    w->group = SIZE_MAX;
    if (w->pid > 0) return true;
    w->pid = 0;
    close(w->to);
    close(w->from);
    return false;
}

/* Says that there is no more, and waits; how it ended. */
static int dismiss(struct crew_member *w)
{
    int status = 0;
    if (!w->pid) return 0;
    close(w->to);
    close(w->from);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) continue;
    w->pid = 0;
    w->busy = false;
    return status;
}

/* ---- Handing out ----------------------------------------------------------------------------- */

static bool has_cells(const struct group *g)
{
    return g->next < g->n;
}

/* SIZE_MAX: nothing at the moment. */
static size_t choose_group(const struct groups *g, size_t present)
{
    if (present < g->n && has_cells(&g->list[present])) return present;
    for (size_t k = 0; k < g->n; k++)
        if (g->list[k].next == 0) return k;
    for (size_t k = 0; k < g->n; k++)
        if (g->list[k].ready && has_cells(&g->list[k])) return k;
    return SIZE_MAX;
}

static bool is_first_of(const struct group *g, size_t cell)
{
    return g->cell[0] == cell;
}

static void hand_out(struct crew *c, struct crew_member *w)
{
    size_t k = choose_group(&c->groups, w->group);
    struct group *g;
    if (k == SIZE_MAX || job_interrupted() || c->s->broken) return;
    g = &c->groups.list[k];
    w->group = k;
    w->cell = g->cell[g->next++];
    c->groups.left--;
    w->busy = true;
    if (write(w->to, &w->cell, sizeof w->cell) < 0 && errno != EPIPE)
        kill(w->pid, SIGKILL); /* its end is seen when it is read from */
}

/* ---- Collecting ------------------------------------------------------------------------------ */

static bool receive(int from, void *data, size_t n)
{
    char *p = data;
    while (n > 0) {
        ssize_t k = read(from, p, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        p += k;
        n -= (size_t)k;
    }
    return true;
}

static void take(struct crew *c, struct crew_member *w, const char *row, bool failed)
{
    struct sweep *s = c->s;
    struct group *g = &c->groups.list[w->group];
    if (is_first_of(g, w->cell)) g->ready = true;
    w->busy = false;
    s->finished++;
    s->failed += failed;
    if (failed) sweep_failure(s, w->cell, row);
    sweep_append(s, row);
}

/* The worker is gone, and with it its cell. */
static void bury(struct crew *c, struct crew_member *w)
{
    int status = 0;
    char why[128];
    char *row;
    bool busy = w->busy;
    status = dismiss(w);
    if (!busy) return;
    if (WIFSIGNALED(status))
        snprintf(why, sizeof why, "its process was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(why, sizeof why, "its process ended with status %d", WEXITSTATUS(status));
    row = sweep_row(c->s, w->cell, NULL, NULL, "killed", why);
    take(c, w, row, true);
    free(row);
}

static void collect(struct crew *c, struct crew_member *w)
{
    struct message m;
    char *row = NULL;
    bool fine = receive(w->from, &m, sizeof m);
    if (fine) {
        row = grow(NULL, m.length + 1, 1);
        row[m.length] = 0;
        fine = receive(w->from, row, m.length);
    }
    if (fine)
        take(c, w, row, m.failed);
    else
        bury(c, w);
    free(row);
}

/* ---- The loop -------------------------------------------------------------------------------- */

static size_t busy_members(const struct crew *c)
{
    size_t n = 0;
    for (size_t k = 0; k < c->n; k++) n += c->member[k].busy;
    return n;
}

/* Everybody has something to do, as far as there is anything. */
static void employ(struct crew *c)
{
    for (size_t k = 0; k < c->n && c->groups.left; k++) {
        struct crew_member *w = &c->member[k];
        if (job_interrupted() || c->s->broken) return;
        if (!w->pid && !hire(c, w)) {
            if (busy_members(c)) return; /* with those that there are */
            talk_error("no process could be started: %s", strerror(errno));
            c->s->broken = true;
            return;
        }
        if (!w->busy) hand_out(c, w);
    }
}

static void wait_for_rows(struct crew *c, struct pollfd *p)
{
    nfds_t n = 0;
    for (size_t k = 0; k < c->n; k++)
        p[k] = (struct pollfd){.fd = c->member[k].busy ? c->member[k].from : -1, .events = POLLIN};
    n = (nfds_t)c->n;
    if (poll(p, n, 500) <= 0) return;
    for (size_t k = 0; k < c->n; k++)
        if (p[k].fd >= 0 && p[k].revents) collect(c, &c->member[k]);
}

void sweep_pool(struct sweep *s)
{
    struct crew c = {.s = s, .groups = make_groups(s)};
    struct pollfd *p;
    c.n = s->workers < c.groups.left ? s->workers : c.groups.left;
    if (c.n) s->workers = c.n;
    c.member = grow_zero(c.n, sizeof *c.member);
    p = grow_zero(c.n, sizeof *p);
    signal(SIGPIPE, SIG_IGN);
    for (;;) {
        employ(&c);
        if (!busy_members(&c)) break;
        sweep_progress(s, false);
        wait_for_rows(&c, p);
    }
    for (size_t k = 0; k < c.n; k++) dismiss(&c.member[k]);
    sweep_progress(s, true);
    free(p);
    free(c.member);
    free(c.groups.list);
    free(c.groups.cells);
}
