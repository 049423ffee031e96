/* SPDX-License-Identifier: MIT */
/* inject.c - messages from outside: taken from other threads, ordered, fed, and remembered.
 *
 * A message goes through three lists (inbox.h): in -> waiting -> log. Before the run acts at t,
 * devs_before
 *     1. takes what has come in; its time is at least now;
 *     2. by the wall clock, waits for t or for the first message that waits, whichever is earlier;
 *     3. feeds the messages that are due up to t, as one step: at equal times outside comes first.
 * What was fed is logged with the number of the step, so that a run can be repeated exactly
 * (back.c). */
#include "base/text.h"
#include "devs/model/coupled.h"
#include "devs/kernel/inbox.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Under the lock. */
static void release(struct devs_inbox *b, struct injected *x)
{
    alloc_free(&b->alloc, (void *)(uintptr_t)x->m.data);
    alloc_free(&b->alloc, x->text);
    x->m.data = x->text = NULL;
}

/* Under the lock. Room for one more behind the last. */
static bool make_room(struct devs_inbox *b, struct injections *l)
{
    if (l->first + l->n < l->room) return true;
    if (l->first > l->n) {
        memmove(l->at, l->at + l->first, l->n * sizeof *l->at);
        l->first = 0;
        return true;
    }
    return alloc_grow(&b->alloc, (void **)&l->at, &l->room, l->room + 1, sizeof *l->at);
}

static bool push(struct devs_inbox *b, struct injections *l, const struct injected *x)
{
    if (!make_room(b, l)) return false;
    l->at[l->first + l->n++] = *x;
    return true;
}

static void cut(struct devs_inbox *b, struct injections *l, size_t keep)
{
    while (l->n > keep) release(b, &l->at[l->first + --l->n]);
}

static void drop(struct devs_inbox *b, struct injections *l)
{
    cut(b, l, 0);
    alloc_free(&b->alloc, l->at);
    *l = (struct injections){0};
}

/* Its data are copied; false: no memory. */
static bool copy_data(struct devs_inbox *b, saltus_message *m)
{
    void *own;
    if (!m->data || m->bytes == 0) return m->data = NULL, true;
    own = alloc_array(&b->alloc, m->bytes, 1);
    if (own) memcpy(own, m->data, m->bytes);
    m->data = own;
    return own;
}

bool devs_injections_push(struct devs_inbox *b, struct injections *l, const struct injected *x)
{
    pthread_mutex_lock(&b->lock);
    bool ok = push(b, l, x);
    pthread_mutex_unlock(&b->lock);
    return ok;
}

void devs_injections_cut(struct devs_inbox *b, struct injections *l, size_t keep)
{
    pthread_mutex_lock(&b->lock);
    if (keep == 0)
        drop(b, l);
    else
        cut(b, l, keep);
    pthread_mutex_unlock(&b->lock);
}

static bool push_copy(struct devs_inbox *b, struct injections *l, struct injected x)
{
    if (!copy_data(b, &x.m)) return false;
    if (push(b, l, &x)) return true;
    return release(b, &x), false;
}

bool devs_injections_copy(struct devs_inbox *b, struct injections *to,
                          const struct injections *from)
{
    bool ok = true;
    pthread_mutex_lock(&b->lock);
    for (size_t k = 0; k < from->n && ok; k++) ok = push_copy(b, to, from->at[from->first + k]);
    if (!ok) drop(b, to);
    pthread_mutex_unlock(&b->lock);
    return ok;
}

/* ---- Its life -------------------------------------------------------------------------------- */

bool devs_inbox_new(saltus_devs *run)
{
    struct devs_inbox *b = alloc_array(&run->alloc, 1, sizeof *b);
    if (!b) return false;
    alloc_init(&b->alloc, run->opt.alloc, run->opt.alloc_user);
    pthread_mutex_init(&b->lock, NULL);
    b->wake[0] = b->wake[1] = -1;
    run->inbox = b;
    return run->opt.speed <= 0 || devs_wake_open(run);
}

void devs_inbox_free(saltus_devs *run)
{
    struct devs_inbox *b = run->inbox;
    if (!b) return;
    devs_listeners_free(run);
    drop(b, &b->in);
    drop(b, &b->taken);
    drop(b, &b->waiting);
    drop(b, &b->log);
    alloc_free(&run->alloc, b->batch.at);
    for (int k = 0; k < 2; k++)
        if (b->wake[k] >= 0) close(b->wake[k]);
    pthread_mutex_destroy(&b->lock);
    alloc_free(&run->alloc, b);
    run->inbox = NULL;
}

/* ---- Ports of the root ----------------------------------------------------------------------- */

static const char *nearest(const saltus_coupled *m, const char *name)
{
    const char *best = NULL;
    int nearness = TEXT_FAR;
    for (int32_t k = 0; k < m->n_ports[0]; k++)
        if (text_nearer(name, m->port[0][k].name, &nearness)) best = m->port[0][k].name;
    return best;
}

int devs_entry_find(const saltus_devs *run, const char *name, int32_t *size, const char **type,
                    const char **best)
{
    int32_t k = coupled_find_port(run->model, 0, name);
    *best = k < 0 ? nearest(run->model, name) : NULL;
    *size = k < 0 ? 0 : run->model->port[0][k].size;
    if (k >= 0 && *size == 0) *size = 1;
    *type = k < 0 ? NULL : run->model->port[0][k].type;
    return k;
}

/* ---- From any thread ------------------------------------------------------------------------- */

static saltus_status put_in(saltus_devs *run, struct injected *x)
{
    struct devs_inbox *b = run->inbox;
    pthread_mutex_lock(&b->lock);
    x->arrived = devs_wall();
    x->serial = b->serial++;
    bool ok = push_copy(b, &b->in, *x);
    if (ok) atomic_store(&run->attention, 1);
    pthread_mutex_unlock(&b->lock);
    devs_wake(run);
    return ok ? SALTUS_OK : SALTUS_ENOMEM;
}

saltus_status saltus_devs_inject(saltus_devs *run, const char *port, double t,
                                 const saltus_message *m)
{
    struct injected x = {.t = t};
    int32_t size;
    const char *type, *best;
    if (!run || !port || !m || isinf(t)) return SALTUS_EARG;
    x.m = *m;
    x.m.port = devs_entry_find(run, port, &size, &type, &best);
    if (x.m.port < 0 || m->index < SALTUS_ALL || m->index >= size) return SALTUS_EARG;
    if (m->order < 0 || m->order >= SALTUS_SERIES) return SALTUS_EARG;
    for (int k = m->order + 1; k < SALTUS_SERIES; k++) x.m.c[k] = 0;
    return put_in(run, &x);
}

/* Without memory it is lost, like the line that it is about. */
void devs_inbox_complain(saltus_devs *run, const char *text)
{
    struct devs_inbox *b = run->inbox;
    struct injected x = {.t = NAN};
    size_t n = strlen(text) + 1;
    pthread_mutex_lock(&b->lock);
    x.text = alloc_array(&b->alloc, n, 1);
    if (x.text) memcpy(x.text, text, n);
    if (x.text && !push(b, &b->in, &x)) release(b, &x);
    atomic_store(&run->attention, 1);
    pthread_mutex_unlock(&b->lock);
    devs_wake(run);
}

/* ---- In the thread of the run ---------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    const struct injected *x = a, *y = b;
    if (x->t != y->t) return x->t < y->t ? -1 : 1;
    return x->serial < y->serial ? -1 : x->serial > y->serial;
}

/* The last n are new. Messages of equal times stay in the order in which they came. */
static void sort_in(struct injections *l, size_t n)
{
    struct injected *a = l->at + l->first;
    if (n > 16) {
        qsort(a, l->n, sizeof *a, by_time);
        return;
    }
    for (size_t j = l->n - n; j < l->n; j++) {
        struct injected x = a[j];
        size_t k = j;
        for (; k > 0 && by_time(&a[k - 1], &x) > 0; k--) a[k] = a[k - 1];
        a[k] = x;
    }
}

/* Not before now, and, if no one has said when, at the time of the wall clock when it came. */
static double time_of(saltus_devs *run, const struct injected *x)
{
    double t = x->t;
    if (isnan(t)) t = run->opt.speed > 0 ? devs_clock_at(run, x->arrived) : run->t;
    return t > run->t ? t : run->t;
}

static void take_one(saltus_devs *run, struct injected *x)
{
    struct devs_inbox *b = run->inbox;
    if (x->text) {
        devs_tell(run, &(saltus_diag){.status = SALTUS_OK, .t = run->t, .text = x->text});
        return;
    }
    x->t = time_of(run, x);
    if (!devs_injections_push(b, &b->waiting, x)) {
        devs_no_memory(run);
        return;
    }
    x->m.data = NULL; /* it is the other list's now */
}

static void take_all(saltus_devs *run)
{
    struct devs_inbox *b = run->inbox;
    size_t before = b->waiting.n;
    atomic_store(&run->attention, 0);
    pthread_mutex_lock(&b->lock);
    struct injections came = b->in;
    b->in = b->taken, b->taken = came;
    pthread_mutex_unlock(&b->lock);
    for (size_t k = 0; k < came.n; k++) take_one(run, &b->taken.at[came.first + k]);
    if (came.n == 0) return;
    if (b->waiting.n > before) sort_in(&b->waiting, b->waiting.n - before);
    pthread_mutex_lock(&b->lock);
    cut(b, &b->taken, 0);
    b->taken.first = 0;
    pthread_mutex_unlock(&b->lock);
}

/* The loop must look here as long as messages wait, but nothing has to be taken in unless something
 * new comes. */
enum { ATTENTION_WAITS = 2 };

static void set_attention(saltus_devs *run)
{
    int from = run->inbox->waiting.n ? 0 : ATTENTION_WAITS;
    atomic_compare_exchange_strong(&run->attention, &from, ATTENTION_WAITS - from);
}

/* The first that waits has its turn: before anything later, or at the same time unless it must wait
 * for a step. */
static bool is_due(const saltus_devs *run, const struct injected *x, double t, double until)
{
    if (x->t > until) return false;
    return x->t < t || (x->t == t && x->step <= run->stats.steps);
}

/* x[0 .. n-1] of the log. */
static bool feed_batch(saltus_devs *run, const struct injected *x, size_t n)
{
    struct devs_inbox *b = run->inbox;
    run->t = x->now, run->round = x->round;
    if (!devs_grow(run, (void **)&b->batch.at, &b->batch.room, n, sizeof *b->batch.at))
        return false;
    for (size_t k = 0; k < n; k++) b->batch.at[k] = x[k].m;
    devs_feed(run, x->t, b->batch.at, n, x->internal);
    return true;
}

/* Into the log, as part of the step that comes now. */
static bool log_first(saltus_devs *run, double top)
{
    struct devs_inbox *b = run->inbox;
    struct injected *x = &b->waiting.at[b->waiting.first];
    if (!x->repeated || x->step != run->stats.steps) x->now = run->t, x->round = run->round;
    x->step = run->stats.steps;
    x->internal = run->opt.semantics == SALTUS_DEVS_PARALLEL && top == x->t;
    x->repeated = 1;
    if (!devs_injections_push(b, &b->log, x)) return devs_no_memory(run), false;
    b->waiting.first++, b->waiting.n--;
    return true;
}

/* All that wait for the time of the first, as one step. */
static void feed_first(saltus_devs *run)
{
    struct devs_inbox *b = run->inbox;
    const struct injections *w = &b->waiting;
    double top, t = w->at[w->first].t;
    size_t from = b->log.n, n = 0;
    sched_top(run->sched, &top);
    for (; w->n && w->at[w->first].t == t; n++) {
        if (n > 0 && w->at[w->first].step > run->stats.steps) break;
        if (!log_first(run, top)) return;
    }
    feed_batch(run, &b->log.at[from], n);
}

bool devs_must_look(const saltus_devs *run)
{
    return run->opt.speed > 0 || (run->inbox && run->inbox->waiting.n > 0);
}

bool devs_before(saltus_devs *run, double t, double until)
{
    struct injections *w = &run->inbox->waiting;
    if (atomic_load(&run->attention) != ATTENTION_WAITS) take_all(run);
    set_attention(run);
    if (run->status || atomic_load(&run->stop)) return true;
    double first = w->n ? w->at[w->first].t : INFINITY;
    if (run->opt.speed > 0 && !devs_clock_wait(run, fmin(first, fmin(t, until)))) return true;
    if (w->n && is_due(run, &w->at[w->first], t, until)) {
        feed_first(run);
        return true;
    }
    if (run->opt.speed > 0 && t <= until) devs_clock_count(run, t);
    return false;
}

/* ---- Repeating ------------------------------------------------------------------------------- */

size_t devs_inbox_fed(const saltus_devs *run, uint64_t step)
{
    const struct injections *l = &run->inbox->log;
    size_t n = l->n;
    while (n > 0 && l->at[l->first + n - 1].step >= step) n--;
    return n;
}

size_t devs_inbox_repeat(saltus_devs *run, size_t k)
{
    const struct injections *l = &run->inbox->log;
    const struct injected *x = &l->at[l->first + k];
    size_t n = 1;
    while (k + n < l->n && x[n].step == x->step) n++;
    return feed_batch(run, x, n) ? n : 0;
}

bool devs_inbox_again(saltus_devs *run, size_t keep)
{
    struct devs_inbox *b = run->inbox;
    struct injections all = {0};
    bool ok = true;
    pthread_mutex_lock(&b->lock);
    for (size_t k = keep; k < b->log.n && ok; k++) ok = push(b, &all, &b->log.at[b->log.first + k]);
    for (size_t k = 0; k < b->waiting.n && ok; k++)
        ok = push(b, &all, &b->waiting.at[b->waiting.first + k]);
    if (ok) {
        b->log.n = keep < b->log.n ? keep : b->log.n;
        alloc_free(&b->alloc, b->waiting.at);
        b->waiting = all;
    } else
        alloc_free(&b->alloc, all.at);
    pthread_mutex_unlock(&b->lock);
    if (b->waiting.n) atomic_store(&run->attention, 1);
    return ok;
}
