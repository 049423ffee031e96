/* SPDX-License-Identifier: MIT */
/* horizon_load.c - which functions need certificates, and what they read. */
#include "run/edge/edge.h"
#include "run/horizon/horizon.h"
#include "run/outside/keep.h"

/* Collects the signals that one function reads. */
struct collector {
    saltus_reads reads;
    struct sim *sim;
    struct certificate *to;
};

/* Room for one more in a list; false: no memory. */
static bool grow(struct sim *s, void **list, int32_t n, int32_t *room, size_t size)
{
    void *p;
    if (s->status < 0) return false;
    if (n < *room) return true;
    p = alloc_resize(&s->alloc, *list, 2 * (size_t)*room + 16, size);
    if (!p) {
        sim_no_memory(s);
        return false;
    }
    *list = p;
    *room = 2 * *room + 16;
    return true;
}

static void add_input(struct collector *c, int32_t j)
{
    struct horizons *z = c->sim->horizons;
    void *list = z->input;
    if (z->mark[j] || !grow(c->sim, &list, z->n_input, &z->room_input, sizeof *z->input)) return;
    z->input = list;
    z->mark[j] = true;
    z->input[z->n_input++] = j;
    c->to->count++;
}

static void collect(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct collector *c = (struct collector *)r;
    const struct net *net = &c->sim->net;
    if (kind == SALTUS_STATE) add_input(c, j);
    if (kind == SALTUS_SUM) add_input(c, net->n + j);
    if (kind == SALTUS_DELAY) add_input(c, net->n + net->n_sums + j);
    c->to->timed |= kind == SALTUS_TIME;
}

static const saltus_function *function_of(const struct sim *s, saltus_kind kind)
{
    const saltus_model *m = s->model;
    return kind == SALTUS_STATE    ? &m->der
           : kind == SALTUS_GUARD  ? &m->guard
           : kind == SALTUS_OUTPUT ? &m->output
           : kind == SALTUS_SUM    ? &m->term
                                   : &m->delayed;
}

/* Its number goes to *to. */
static void add(struct sim *s, saltus_kind kind, int32_t i, bool along_x, int32_t *to)
{
    struct horizons *z = s->horizons;
    const saltus_function *f = function_of(s, kind);
    struct certificate k = {.ahead = HORIZON_AHEAD, .first = z->n_input, .along_x = along_x};
    struct collector c = {.reads = {collect}, .sim = s, .to = &k};
    void *list = z->certificate;
    if (!grow(s, &list, z->n, &z->room, sizeof k)) return;
    z->certificate = list;
    sim_asks(s, kind, i);
    if (f->reads) {
        f->reads(&s->net.env, i, &c.reads);
    } else {
        for (int32_t j = 0; j < s->net.n + s->n_signals; j++) add_input(&c, j);
        k.timed = true;
    }
    for (int32_t m = k.first; m < z->n_input; m++) z->mark[z->input[m]] = false;
    *to = z->n;
    z->certificate[z->n++] = k;
}

/* The most coefficients that a signal may come to have. */
static int widest(const struct sim *s)
{
    int w = s->net.env.width;
    bool timed = false;
    if (s->outside) return SALTUS_SIGNAL;
    for (int32_t i = 0; i < s->net.n && !timed; i++) timed = s->timed[i];
    if (!timed) return w;
    for (int k = 0; s->methods[k]; k++) /* q of methods that bend it */
        if (s->methods[k]->bends && w <= s->methods[k]->info.order)
            w = s->methods[k]->info.order + 1;
    return w;
}

/* Does the series of state i go on? Of constants it does not, unless it reads the time. A state that
 * moves exactly has none. */
static bool state_needs(const struct sim *s, int32_t i)
{
    if (sim_method(s, i)->flows) return false;
    if (s->horizons->stride > s->net.env.width) return true; /* it may become wider */
    return s->affine[i] == SERIES_GOES_ON && (s->timed[i] || s->net.env.width > 1);
}

/* Those of edges and parts: add_atoms. */
static bool guard_needs(const struct watch *w)
{
    return !w->affine && !w->special && !w->part;
}

static bool needs(const struct sim *s, saltus_kind kind, int32_t i)
{
    switch (kind) {
    case SALTUS_STATE: return state_needs(s, i);
    case SALTUS_GUARD: return guard_needs(&s->watch[i]);
    case SALTUS_SUM: return s->bent_terms && !sim_ends(s, &s->model->term, i, s->width);
    default: return s->bent && !sim_ends(s, &s->model->delayed, i, s->width);
    }
}

static void add_kind(struct sim *s, saltus_kind kind, int32_t n)
{
    struct horizons *z = s->horizons;
    bool any = false;
    for (int32_t i = 0; i < n && !any && s->status >= 0; i++) any = needs(s, kind, i);
    if (!any) return;
    z->of[kind] = sim_room(s, n, sizeof *z->of[kind]);
    for (int32_t i = 0; i < n && s->status >= 0; i++) {
        z->of[kind][i] = -1;
        if (needs(s, kind, i)) add(s, kind, i, false, &z->of[kind][i]);
    }
}

static int32_t *none_yet(struct sim *s)
{
    int32_t *of = sim_room(s, s->n_guards, sizeof *of);
    for (int32_t i = 0; i < s->n_guards && s->status >= 0; i++) of[i] = -1;
    return of;
}

/* Atoms of edges whose series go on. Those of a unilateral one are followed along x, too, where the
 * series of wide signals never end. */
static void add_atoms(struct sim *s)
{
    struct horizons *z = s->horizons;
    for (int32_t j = 0; j < s->n_edges && s->status >= 0; j++) {
        const struct edge *e = &s->edges[j];
        for (int32_t m = e->first_atom; m < e->first_atom + e->n_atoms && s->status >= 0; m++) {
            const struct atom *a = &s->fences->atom[m];
            if (a->affine && (s->width <= 2 || e->side != SALTUS_UNILATERAL)) continue;
            if (!z->of[SALTUS_GUARD]) z->of[SALTUS_GUARD] = none_yet(s);
            if (s->status >= 0 && z->of[SALTUS_GUARD][a->guard] < 0)
                add(s, SALTUS_GUARD, a->guard, false, &z->of[SALTUS_GUARD][a->guard]);
            if (e->side != SALTUS_UNILATERAL) continue;
            z->stride = SALTUS_SIGNAL;
            if (!z->of_x) z->of_x = none_yet(s);
            if (s->status >= 0 && z->of_x[a->guard] < 0)
                add(s, SALTUS_GUARD, a->guard, true, &z->of_x[a->guard]);
        }
    }
}

/* Outputs that are watched and bent. Those of a run with inputs from outside are told when it says
 * so, not by the run itself. */
static void add_outputs(struct sim *s)
{
    struct horizons *z = s->horizons;
    if (!s->n_watched || s->status < 0) return;
    z->stride = SALTUS_SIGNAL;
    z->of[SALTUS_OUTPUT] = sim_room(s, s->n_outputs, sizeof *z->of[SALTUS_OUTPUT]);
    for (int32_t i = 0; i < s->n_outputs && s->status >= 0; i++) z->of[SALTUS_OUTPUT][i] = -1;
    for (int32_t k = 0; k < s->n_watched && s->status >= 0; k++)
        if (s->bent_output[k] && z->of[SALTUS_OUTPUT][s->outputs[k]] < 0)
            add(s, SALTUS_OUTPUT, s->outputs[k], !s->outside, &z->of[SALTUS_OUTPUT][s->outputs[k]]);
    if (s->outside) return;
    s->showing = s->status < 0 ? NULL : sched_new(&s->alloc, s->n_watched, SCHED_AUTO);
    if (!s->showing) sim_no_memory(s);
}

/* Said once for the run; the statistics have the number. */
void horizon_opaque(struct sim *s, saltus_kind kind, int32_t i)
{
    if (s->stats.uncertified++ > 0 || s->outside) return;
    sim_note(s, SALTUS_OK, NULL, kind, i, "this function is not certified: no range is known of it",
             s->model->range ? "'saltus explain' says why; what is short and steep may be missed"
                             : "the model has no ranges (saltus_model.range); what is short and "
                               "steep may be missed");
}

/* A model without ranges: all functions whose series go on are opaque. */
static void count_opaque(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++)
        if (s->affine[i] == SERIES_GOES_ON && !sim_method(s, i)->flows)
            horizon_opaque(s, SALTUS_STATE, i);
}

void horizon_load(struct sim *s)
{
    struct horizons *z;
    int32_t signals = s->net.n + s->n_signals;
    if (s->status >= 0 && !s->model->range) count_opaque(s);
    if (s->status < 0 || !s->model->range) return;
    z = s->horizons = sim_room(s, 1, sizeof *z);
    if (s->status < 0) return;
    z->stride = widest(s);
    z->mark = sim_room(s, signals, sizeof *z->mark);
    add_kind(s, SALTUS_STATE, s->net.n);
    add_kind(s, SALTUS_GUARD, s->n_guards);
    add_atoms(s);
    add_kind(s, SALTUS_SUM, s->net.n_terms);
    add_kind(s, SALTUS_DELAY, s->n_delays);
    add_outputs(s);
    if (s->status < 0) return;
    if (z->n == 0) {
        horizon_free(s);
        return;
    }
    if (z->n_input > INT32_MAX / SALTUS_SIGNAL) {
        sim_no_memory(s);
        return;
    }
    z->box = sim_room(s, z->n_input * z->stride, sizeof *z->box);
    z->q = sim_room(s, signals * z->stride, sizeof *z->q);
}

void horizon_free(struct sim *s)
{
    struct horizons *z = s->horizons;
    if (!z) return;
    for (int kind = 0; kind < HORIZON_KINDS; kind++) alloc_free(&s->alloc, z->of[kind]);
    alloc_free(&s->alloc, z->of_x);
    alloc_free(&s->alloc, z->certificate);
    alloc_free(&s->alloc, z->input);
    alloc_free(&s->alloc, z->box);
    alloc_free(&s->alloc, z->q);
    alloc_free(&s->alloc, z->mark);
    alloc_free(&s->alloc, z);
    s->horizons = NULL;
}

void horizon_keep(struct keep *k, struct sim *s)
{
    struct horizons *z = s->horizons;
    if (!z) return;
    keep_array(k, z->certificate, z->n, sizeof *z->certificate);
    keep_array(k, z->box, z->n_input * z->stride, sizeof *z->box);
}

/* ---- Discretes ------------------------------------------------------------------------------- */

static void forget(struct sim *s, saltus_kind kind, int32_t i)
{
    struct horizons *z = s->horizons;
    if (horizon_has(s, kind, i)) z->certificate[z->of[kind][i]].kept = false;
}

/* Guard k reads it; if it is an edge, any of its atoms may. */
static void forget_guard(struct sim *s, int32_t k)
{
    struct horizons *z = s->horizons;
    const struct edge *e = s->watch[k].special ? edge_find(s, k) : NULL;
    forget(s, SALTUS_GUARD, k);
    for (int32_t j = 0; e && j < e->n_atoms; j++) {
        int32_t atom = s->fences->atom[e->first_atom + j].guard;
        forget(s, SALTUS_GUARD, atom);
        if (horizon_has_guard(s, atom, true)) z->certificate[z->of_x[atom]].kept = false;
    }
}

void horizon_forget(struct sim *s, int32_t discrete)
{
    for (const int32_t *f = csr_first(&s->drives, discrete); f < csr_last(&s->drives, discrete);
         f++) {
        int32_t guard = *f - s->net.n, term = guard - s->n_guards - s->n_clocks;
        if (guard < 0)
            forget(s, SALTUS_STATE, *f);
        else if (guard < s->n_guards)
            forget_guard(s, guard);
        else if (term >= 0 && term < s->net.n_terms)
            forget(s, SALTUS_SUM, term);
        else if (term >= s->net.n_terms)
            forget(s, SALTUS_DELAY, term - s->net.n_terms);
    }
    if (!s->n_watched) return;
    for (const int32_t *k = csr_first(&s->seen_discrete, discrete);
         k < csr_last(&s->seen_discrete, discrete); k++)
        forget(s, SALTUS_OUTPUT, s->outputs[*k]);
}
