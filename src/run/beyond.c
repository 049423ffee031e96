/* SPDX-License-Identifier: MIT */
/* beyond.c - a function where a relation that it reads does not hold any more.
 *
 * Between events a relation keeps its value. A step of q, or the trial of a step that moves all
 * states, may pass its zero before the event has been handled. Where the function still has a value
 * there, nothing is lost: the event comes at this instant, or the step is cut. But
 *
 *     der(h) = if h > 0 then -sqrt(h) else 0
 *
 * has none for h < 0 while h > 0 is kept. Then the relations that the function reads are taken as
 * they are here, and it is asked again. It is used for no time at all, or in a step that ends where
 * the relation changes.
 *
 * A relation is kept by a discrete that the handler of its guard writes, and nothing else: 1 on the
 * side +1, 0 on the other. */
#include "run/sim.h"
#include <math.h>
#include <string.h>

enum { NO_GUARD = -1 };

/* What the handler of a guard writes. */
struct written {
    saltus_reads reads; /* first: add is given its address */
    int32_t discrete;   /* the only one, or -1             */
    bool more;
};

static void add_written(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct written *w = (struct written *)r;
    if (kind != SALTUS_DISCRETE || (w->discrete >= 0 && w->discrete != j)) w->more = true;
    w->discrete = j;
}

/* Discrete -> the guard of the relation that it keeps. Found once, by the first that asks. */
static bool find_relations(struct sim *s)
{
    const saltus_model *m = s->model;
    if (s->relation) return true;
    if (s->n_discretes == 0 || !m->handler_writes) return false;
    s->relation = sim_room(s, s->n_discretes, sizeof *s->relation);
    s->kept = sim_room(s, s->n_discretes, sizeof *s->kept);
    if (!s->relation || !s->kept) return false;
    for (int32_t j = 0; j < s->n_discretes; j++) s->relation[j] = NO_GUARD;
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct written w = {{add_written}, -1, false};
        if (s->watch[k].special || s->watch[k].part) continue;
        m->handler_writes(&s->net.env, SALTUS_GUARD, k, &w.reads);
        if (w.discrete >= 0 && w.discrete < s->n_discretes && !w.more) s->relation[w.discrete] = k;
    }
    return true;
}

/* Turns relations that a function reads and that do not hold where e is. */
struct turner {
    saltus_reads reads; /* first */
    struct sim *sim;
    const saltus_env *env;
    bool turned;
};

static void add_read(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct turner *u = (struct turner *)r;
    struct sim *s = u->sim;
    int32_t k = kind == SALTUS_DISCRETE && j >= 0 && j < s->n_discretes ? s->relation[j] : NO_GUARD;
    double z;
    if (k == NO_GUARD || s->discretes[j] != (s->watch[k].sign > 0)) return;
    s->model->guard.eval(u->env, k, 1, &z);
    s->stats.guard_evaluations++;
    if (!(s->watch[k].sign * z < 0)) return;
    s->kept[j] = z > 0;
    s->watch[k].needed = true;
    u->turned = true;
}

static const saltus_function *function(const saltus_model *m, saltus_kind kind)
{
    switch (kind) {
    case SALTUS_GUARD: return &m->guard;
    case SALTUS_SUM: return &m->term;
    case SALTUS_DELAY: return &m->delayed;
    default: return &m->der;
    }
}

bool sim_beyond(struct sim *s, saltus_env *e, saltus_kind kind, int32_t i, int order, double *c)
{
    const saltus_function *f = function(s->model, kind);
    saltus_env before = *e;
    struct turner u = {{add_read}, s, e, false};
    if (!f->reads || !find_relations(s)) return false;
    memcpy(s->kept, s->discretes, (size_t)s->n_discretes * sizeof *s->kept);
    f->reads(e, i, &u.reads);
    if (!u.turned) return false;
    e->d = s->kept;
    e->stamp = 0;
    f->eval(e, i, order, c);
    *e = before;
    return isfinite(c[0]);
}
