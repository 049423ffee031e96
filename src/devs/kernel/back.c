/* SPDX-License-Identifier: MIT */
/* back.c - steps back.
 *
 * A run is a function of its model, its options and the messages injected, all of which are known.
 * So every earlier step can be reached by repeating the run from its start, silently: the trace,
 * the outputs and the counts are not told again (what parts show is, because an observer must
 * forget what came later). With opt.history = h, snapshots of about the last h steps are kept, h/16
 * steps apart, and only the way from the one before is repeated; with h <= 16 every step has one.
 * They do not serve if the structure has changed since, or if a part is rigid.
 *
 * Injected messages that had been fed after the step that is reached wait again, for the same time
 * and step. */
#include "devs/kernel/snapshot.h"
#include "devs/kernel/inbox.h"
#include <math.h>
#include <string.h>

enum { KEPT = 18 }; /* slots; at any time those of the last h steps and one before are among them */

struct kept {
    uint64_t step;
    size_t n;
    void *bytes; /* NULL: a free slot */
};

struct devs_back {
    struct kept at[KEPT];
    uint64_t newest; /* step of the last one kept */
    uint64_t epoch;
    int any;
};

static struct devs_back *the_back(saltus_devs *run)
{
    if (!run->back) run->back = alloc_array(&run->alloc, 1, sizeof *run->back);
    if (!run->back) devs_no_memory(run);
    return run->back;
}

uint64_t devs_epoch(const saltus_devs *run)
{
    return run->back ? run->back->epoch : 0;
}

/* ---- Keeping --------------------------------------------------------------------------------- */

static void forget(saltus_devs *run, struct kept *k)
{
    alloc_free(&run->alloc, k->bytes);
    *k = (struct kept){0};
}

void devs_back_forget(saltus_devs *run, uint64_t steps)
{
    struct devs_back *b = run->back;
    if (!b) return;
    b->any = 0, b->newest = 0;
    for (int k = 0; k < KEPT; k++) {
        if (b->at[k].bytes && b->at[k].step > steps) forget(run, &b->at[k]);
        if (b->at[k].bytes && b->at[k].step >= b->newest) b->newest = b->at[k].step, b->any = 1;
    }
}

void devs_back_free(saltus_devs *run)
{
    for (int k = 0; k < KEPT && run->back; k++) forget(run, &run->back->at[k]);
    alloc_free(&run->alloc, run->back);
    run->back = NULL;
}

/* A free slot, or that of the oldest. */
static struct kept *slot_for(struct devs_back *b)
{
    struct kept *best = b->at;
    for (int k = 0; k < KEPT; k++) {
        if (!b->at[k].bytes) return &b->at[k];
        if (b->at[k].step < best->step) best = &b->at[k];
    }
    return best;
}

/* A snapshot for which there is no memory is not kept; that only costs time later. */
void devs_keep(saltus_devs *run)
{
    uint64_t apart = run->opt.history / 16 > 0 ? run->opt.history / 16 : 1, step = run->stats.steps;
    if (run->opt.history == 0 || run->status) return;
    struct devs_back *b = the_back(run);
    if (!b || (b->any && step < b->newest + apart)) return;
    struct kept *k = slot_for(b);
    size_t n = devs_save(run, NULL, 0);
    if (k->n < n) {
        forget(run, k);
        k->bytes = alloc_array(&run->alloc, n, 1);
    }
    if (!k->bytes) return;
    k->n = n, k->step = step, b->newest = step, b->any = 1;
    devs_save(run, k->bytes, n);
}

/* ---- Repeating ------------------------------------------------------------------------------- */

static void act(saltus_devs *run)
{
    double t;
    int32_t slot = sched_top(run->sched, &t);
    if (slot < 0 || t == INFINITY)
        devs_fail(run, NULL, SALTUS_EMODEL, "a part remembers something that it does not save",
                  "the run could not be repeated: after step %llu nothing is due",
                  (unsigned long long)run->stats.steps);
    else if (run->opt.semantics == SALTUS_DEVS_PARALLEL)
        devs_step_parallel(run, t);
    else
        devs_step_classic(run, run->order[slot], t);
}

/* Forward to a step, with the messages of the log. */
static void go_on(saltus_devs *run, uint64_t steps)
{
    const struct injections *log = &run->inbox->log;
    size_t k = devs_inbox_fed(run, run->stats.steps);
    while (run->stats.steps < steps && !run->status) {
        if (k < log->n && log->at[log->first + k].step == run->stats.steps) {
            size_t n = devs_inbox_repeat(run, k);
            if (n == 0) return;
            k += n;
        } else
            act(run);
        if (run->changes.n && !run->status) devs_apply_changes(run);
        if (run->opt.history) devs_keep(run);
    }
}

void devs_repeat(saltus_devs *run, uint64_t steps)
{
    struct devs_back *b = the_back(run);
    bool silent = run->silent;
    double cpu = run->stats.cpu_seconds;
    if (!b) return;
    devs_back_forget(run, 0);
    b->epoch++;
    run->silent = true;
    devs_clear(run);
    if (devs_build(run) == SALTUS_OK) go_on(run, steps);
    run->stats.cpu_seconds = cpu;
    run->silent = silent;
}

/* The newest snapshot up to this step; NULL: none. */
static const struct kept *kept_before(const saltus_devs *run, uint64_t steps)
{
    const struct kept *best = NULL;
    for (int k = 0; k < KEPT && run->back; k++) {
        const struct kept *x = &run->back->at[k];
        if (x->bytes && x->step <= steps && (!best || x->step > best->step)) best = x;
    }
    return best;
}

static bool from_kept(saltus_devs *run, uint64_t steps)
{
    const struct kept *k = kept_before(run, steps);
    bool silent = run->silent;
    if (!k || devs_is_rigid(run)) return false;
    run->silent = true;
    bool ok = devs_load(run, k->bytes, k->n);
    if (ok) go_on(run, steps);
    run->silent = silent;
    return ok;
}

saltus_status saltus_devs_back(saltus_devs *run, uint64_t n)
{
    if (!run) return SALTUS_EARG;
    uint64_t steps = n < run->stats.steps ? run->stats.steps - n : 0;
    if (n == 0) return run->status;
    if (!devs_inbox_again(run, devs_inbox_fed(run, steps))) return SALTUS_ENOMEM;
    devs_back_forget(run, steps);
    if (!from_kept(run, steps)) devs_repeat(run, steps);
    devs_clock_set(run);
    return run->status;
}
