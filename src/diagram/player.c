/* SPDX-License-Identifier: MIT */
/* player.c - the engine of a diagram: a DEVS run inside a simulation (engine/play/play.h).
 *
 * What parts show becomes values, segments and events of the simulation, and what they count its
 * statistics. Everything at the start time happens when the simulation is opened, so that all
 * values are there before it goes on. */
#include "devs/kernel/run.h"
#include "diagram/tables.h"
#include "engine/play/play.h"
#include <math.h>
#include <string.h>

struct player {
    struct sim *sim;
    const saltus_diagram *d;
    saltus_devs *run;
    bool *told;     /* by variable: the sink knows a value                                      */
    int32_t *owner; /* NULL, or by state: 1 + the part that is asked for it, 0: it is told        */
};

static struct player *player_of(const struct sim *s)
{
    return play_of(s)->data;
}

/* ---- What the run tells ---------------------------------------------------------------------- */

static const struct shown *find(const struct player *p, int32_t cell, int k)
{
    const struct diagram_tables *t = p->d->tables;
    if (cell >= t->n_cells || k >= t->first[cell + 1] - t->first[cell])
        return NULL; /* a new part */
    return &t->shown[t->first[cell] + k];
}

static void show(struct player *p, const struct shown *w, int32_t index, double t,
                 const double *poly, int order)
{
    struct sim *s = p->sim;
    int32_t i = w->base + index;
    if (w->kind == SALTUS_STATE)
        p->told[i] = true, play_state(s, i, t, poly, order);
    else if (w->kind == SALTUS_DISCRETE)
        p->told[s->net.n + i] = true, play_discrete(s, i, t, poly[0]);
    else if (w->kind == SALTUS_OUTPUT)
        p->told[s->net.n + s->n_discretes + i] = true, play_output(s, i, t, poly, order);
    else
        play_event(s, i, t, poly[0] > 0 ? 1 : poly[0] < 0 ? -1 : 0);
}

static void on_show(void *user, int32_t cell, int k, int32_t index, double t, const double *poly,
                    int order)
{
    struct player *p = user;
    const struct shown *w = find(p, cell, k);
    if (!w || index >= w->size) return;
    if (index >= 0) {
        show(p, w, index, t, poly, order);
        return;
    }
    for (int32_t i = 0; i < w->size; i++) show(p, w, i, t, poly, order);
}

/* The state that a part counts for; -1: none. */
static int32_t state_of(const struct player *p, int32_t cell, int k, int32_t index)
{
    const struct shown *w = find(p, cell, k);
    return w && w->kind == SALTUS_STATE && index >= 0 && index < w->size ? w->base + index : -1;
}

static void on_count(void *user, int32_t cell, saltus_counted what, int k, int32_t index)
{
    struct player *p = user;
    struct sim *s = p->sim;
    int32_t i;
    switch (what) {
    case SALTUS_COUNT_STEP:
        i = state_of(p, cell, k, index);
        if (i >= 0) play_step(s, i);
        break;
    case SALTUS_COUNT_INITIAL:
        i = state_of(p, cell, k, index);
        if (i >= 0 && s->initial[i] < UINT8_MAX) s->initial[i]++;
        break;
    case SALTUS_COUNT_EVALUATION: s->stats.evaluations++; break;
    case SALTUS_COUNT_GUARD_EVALUATION: s->stats.guard_evaluations++; break;
    case SALTUS_COUNT_PARTIAL: s->net.partials++; break;
    case SALTUS_COUNT_PAIR: s->stats.pair_steps++; break;
    case SALTUS_COUNT_REFRESH: s->stats.refreshes++; break;
    case SALTUS_COUNT_CLOCK: play_clock(s); break;
    }
}

static void on_trace(void *user, const saltus_devs *run, const saltus_trace *tr)
{
    const struct player *p = user;
    p->d->opt.trace(p->d->opt.user, run, tr);
}

static void on_diag(void *user, const saltus_diag *d)
{
    const struct player *p = user;
    if (p->sim->opt.diag)
        sim_tell(&p->sim->opt, d);
    else
        saltus_diagram_print(stderr, p->d, d);
}

/* ---- The engine ------------------------------------------------------------------------------ */

static saltus_devs_options options(struct player *p, saltus_options *signals)
{
    const saltus_diagram_options *o = &p->d->opt;
    saltus_devs_options r = saltus_devs_defaults();
    *signals = p->sim->opt;
    signals->sink = NULL;
    signals->fired = NULL;
    signals->sample = NULL;
    signals->outputs = NULL;
    signals->n_outputs = signals->n_sets = 0;
    signals->sets = NULL;
    signals->diag = on_diag;
    signals->user = p;
    if (o->engine) signals->engine = o->engine;
    r.semantics = o->semantics;
    r.t0 = p->sim->opt.t0;
    r.signals = signals;
    r.speed = o->speed;
    if (o->seed) r.seed = o->seed;
    r.trace = o->trace ? on_trace : NULL;
    r.show = on_show;
    r.count = on_count;
    r.diag = on_diag;
    r.user = p;
    r.alloc = p->sim->opt.alloc;
    r.alloc_user = p->sim->opt.alloc_user;
    if (p->sim->net.n == 0 && p->sim->n_guards == 0) r.max_events = p->sim->opt.max_events;
    return r;
}

/* The sink knows a value of every variable, also of those that nothing has been said about. */
static void tell_rest(struct player *p)
{
    struct sim *s = p->sim;
    double zero = 0;
    for (int32_t i = 0; i < s->net.n; i++)
        if (!p->told[i]) play_state(s, i, s->opt.t0, &zero, 0);
    for (int32_t k = 0; k < s->n_discretes; k++)
        if (!p->told[s->net.n + k]) play_discrete(s, k, s->opt.t0, 0);
    for (int32_t k = 0; k < s->n_outputs; k++)
        if (!p->told[s->net.n + s->n_discretes + k]) play_output(s, k, s->opt.t0, &zero, 0);
}

/* A wrong argument of a block is a mistake of the diagram, not of whoever runs it. */
static saltus_status blamed(saltus_status st)
{
    return st == SALTUS_EARG ? SALTUS_EMODEL : st;
}

static void fail(struct sim *s, saltus_status st)
{
    if (s->status >= 0) s->status = st;
}

static bool any_watched(const struct sim *s, const struct shown *w)
{
    for (int32_t i = 0; i < w->size; i++)
        if (play_of(s)->outputs[w->base + i].watched) return true;
    return false;
}

static bool has_states(const saltus_atomic *type)
{
    for (const saltus_shown *w = type->shows; w && w->name; w++)
        if (w->kind == SALTUS_STATE) return true;
    return false;
}

/* Outputs of static parts that nothing watches are not told, but asked for if someone looks. */
static void mute(struct player *p)
{
    const struct diagram_tables *t = p->d->tables;
    for (int32_t row = 0; row < t->outputs.rows; row++) {
        const struct origin *o = &t->origin[row];
        struct cell *c = o->port < 0 ? NULL : p->run->cell[o->cell];
        if (!c || !c->is_static || !c->pub.type->again || has_states(c->pub.type)) continue;
        for (int32_t k = t->first[o->cell]; k < t->first[o->cell + 1]; k++) {
            const struct shown *w = &t->shown[k];
            int32_t bit = k - t->first[o->cell];
            if (w->kind != SALTUS_OUTPUT || w->base != o->base || bit > 31) continue;
            if (any_watched(p->sim, w)) continue;
            c->mute |= 1u << bit;
            for (int32_t i = 0; i < w->size; i++)
                play_of(p->sim)->outputs[w->base + i].asked = true;
        }
    }
}

/* Without a sink, nor are states of parts that can be looked at. */
static void mute_states(struct player *p)
{
    const struct diagram_tables *t = p->d->tables;
    for (int32_t id = 0; id < t->n_cells; id++) {
        struct cell *c = p->run->cell[id];
        if (!c || !c->pub.type->look) continue;
        for (int32_t k = t->first[id]; k < t->first[id + 1] && k < t->first[id] + 32; k++) {
            const struct shown *w = &t->shown[k];
            if (w->kind != SALTUS_STATE) continue;
            c->mute |= 1u << (k - t->first[id]);
            for (int32_t i = 0; i < w->size; i++) p->owner[w->base + i] = id + 1;
        }
    }
}

static void player_look(struct sim *s, int32_t i)
{
    struct player *p = player_of(s);
    const struct diagram_tables *t = p->d->tables;
    int32_t id = p->owner ? p->owner[i] - 1 : -1;
    const saltus_cell *c = id < 0 ? NULL : saltus_devs_cell(p->run, id);
    double poly[SALTUS_SERIES + 2] = {0}, from = 0, now = s->net.env.t;
    for (int32_t k = c ? t->first[id] : 0; c && k < t->first[id + 1]; k++) {
        const struct shown *w = &t->shown[k];
        int order;
        if (w->kind != SALTUS_STATE || i < w->base || i >= w->base + w->size) continue;
        order = c->type->look(c, k - t->first[id], i - w->base, &from, poly);
        if (order >= 0) play_state(s, i, from, poly, order);
        s->net.env.t = now;
    }
}

static void player_open(struct sim *s)
{
    struct player *p = play_of(s)->data = sim_room(s, 1, sizeof *p);
    saltus_devs_options o;
    saltus_options signals;
    saltus_status st;
    if (!p) return;
    p->sim = s;
    p->d = s->model->data;
    p->told = sim_room(s, s->net.n + s->n_discretes + s->n_outputs, sizeof *p->told);
    if (!s->opt.sink) p->owner = sim_room(s, s->net.n, sizeof *p->owner);
    if (s->status < 0) return;
    o = options(p, &signals);
    st = blamed(saltus_devs_new(p->d->root->coupled, &o, &p->run));
    if (st >= 0) st = blamed(saltus_devs_run(p->run, s->opt.t0));
    if (st < 0) fail(s, st);
    if (st == SALTUS_TERMINATED) s->status = st;
    if (st >= 0) tell_rest(p);
    if (st >= 0) mute(p);
    if (st >= 0 && p->owner) mute_states(p);
}

static void player_close(struct sim *s)
{
    struct player *p = player_of(s);
    if (!p) return;
    saltus_devs_free(p->run);
    alloc_free(&s->alloc, p->told);
    alloc_free(&s->alloc, p->owner);
    alloc_free(&s->alloc, p);
    play_of(s)->data = NULL;
}

static saltus_status player_play(struct sim *s, double until)
{
    struct player *p = player_of(s);
    saltus_status st = blamed(saltus_devs_run(p->run, until));
    double t = saltus_devs_time(p->run);
    if (t > s->reached) s->reached = t;
    if (s->net.env.t < t) s->net.env.t = t;
    if (st < 0 || st == SALTUS_TERMINATED) s->status = st;
    return st;
}

static saltus_status player_finish(struct sim *s)
{
    saltus_status st = saltus_devs_finish(player_of(s)->run);
    if (st < 0) fail(s, st);
    return st < 0 ? st : SALTUS_OK;
}

/* Series that were cut off grow old; the part that made one makes it again. */
static int player_fresh(struct sim *s, int32_t k, double t, double *c, bool closed)
{
    struct player *p = player_of(s);
    const struct diagram_tables *table = p->d->tables;
    int32_t lo = 0, hi = table->outputs.rows;
    saltus_message m = {.order = -1};
    saltus_cell *cell;
    while (hi - lo > 1) {
        int32_t mid = lo + (hi - lo) / 2;
        if (table->origin[mid].base <= k)
            lo = mid;
        else
            hi = mid;
    }
    if (table->origin[lo].port < 0) return -1;
    cell = (saltus_cell *)(uintptr_t)saltus_devs_cell(p->run, table->origin[lo].cell);
    if (!cell || !cell->type->again) return -1;
    cell->t = t;
    cell->type->again(cell, table->origin[lo].port, k - table->origin[lo].base, &m);
    memcpy(c, m.c, sizeof m.c);
    return m.open || closed ? m.order : -1;
}

static void player_halt(struct sim *s)
{
    struct player *p = player_of(s);
    if (p && p->run) saltus_devs_stop(p->run);
}

static void player_count(const struct sim *s, saltus_stats *st)
{
    const struct player *p = player_of(s);
    if (p->run) st->bytes += saltus_devs_statistics(p->run).bytes;
}

const struct play_engine diagram_engine = {
    .head = {.version = ENGINE_VERSION, .frame = &play_frame},
    .open = player_open,
    .close = player_close,
    .play = player_play,
    .finish = player_finish,
    .fresh = player_fresh,
    .look = player_look,
    .halt = player_halt,
    .count = player_count};

saltus_devs *saltus_diagram_run(saltus_sim *s)
{
    const struct sim *run = (const struct sim *)s;
    return run && run->given == &diagram_engine.head && play_of(run)->data ? player_of(run)->run
                                                                           : NULL;
}
