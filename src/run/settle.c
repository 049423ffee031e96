/* SPDX-License-Identifier: MIT */
/* settle.c - modes in which no guard fires, where events at one instant go round in a circle.
 *
 * A diode has the sign of its variable in both of its modes, and the least-index rule finds the modes
 * that fit (unsettled.c). An amplifier with positive feedback has not: where its output leaves its
 * upper limit, it is beyond that limit again as soon as it is said to be between its limits. Neither
 * mode fits, and the guard would fire again and again. But the lower limit fits. So if a guard fires for
 * the third time in a row at one instant, modes are tried:
 *
 *  1. The guards that count are those that read what the handler of the first one writes, and what
 *     theirs write; GROUP of them at most, the nearest ones.
 *  2. Signs of one, two, three ... of them are turned round, in the order of their numbers; their
 *     handlers run, and what they write is taken back. Modes fit if each guard of the group is on its
 *     side, or at 0 up to rounding (noise.c) and going there, with the derivatives of these modes.
 *     A guard of which enclosures tell neither its side nor the way it goes stays as it is: it is 0
 *     in either mode, and rounding made it fire.
 *  3. The first that fit, hence the nearest to the present ones, become true: the guards that differ
 *     fire. If there are none within TRIALS, the events go on as before, to the limit of an instant.
 *
 * The same search helps where modes have no solution. A switch without resistance closes while a diode
 * beside it conducts: for no time at all they short-circuit a source, and no least-index rule can ask
 * the guards which of them goes on. So what follows from an event is withheld (withheld.c); if the model
 * cannot go on, the group of 1. begins with all guards that read what the event has changed, and the
 * modes of 3. become true with it. If there are none, the run ends with what was withheld.
 *
 * At the start such an amplifier may be at either limit or in between, all of which fit. In between is an
 * equilibrium that nothing holds: a guard to either side of it leads to modes that fit as well. Modes
 * with two such neighbours are left for the first of them. */
#include "num/poly.h"
#include "run/engine.h"
#include "run/loop/loop.h"
#include <math.h>

enum { GROUP = SIM_GROUP, TRIALS = 4096, EVALUATIONS = 20000 };

struct trial {
    saltus_reads reads;
    struct sim *sim;
    int32_t guard[GROUP];
    int count;
    struct list {
        struct write *item;
        int32_t n, room;
    } states, undo; /* states that they read, at this instant; discretes, and what they were */
    saltus_env before;
    bool modal;  /* a guard reads discretes */
    bool failed; /* a handler, or the model, cannot go on in these modes */
    long left;   /* evaluations of guards */
};

static void no_memory(struct trial *y)
{
    y->failed = true;
    y->left = 0;
    sim_fail(y->sim, SALTUS_ENOMEM, SALTUS_TIME, -1, "out of memory in a search for modes", NULL);
}

static void add(struct trial *y, struct list *l, int32_t index, double value)
{
    if (l->n == l->room) {
        int32_t more = 2 * l->room + 16;
        struct write *p = alloc_resize(&y->sim->alloc, l->item, (size_t)more, sizeof *p);
        if (!p) {
            no_memory(y);
            return;
        }
        l->item = p;
        l->room = more;
    }
    l->item[l->n++] = (struct write){index, value};
}

/* ---- Handlers that are only tried ------------------------------------------------------------- */

static void take_back(struct trial *y)
{
    struct sim *s = y->sim;
    while (y->undo.n > 0) {
        const struct write *w = &y->undo.item[--y->undo.n];
        s->discretes[w->index] = s->pre[w->index] = w->value;
    }
}

/* Its handler has run with the other sign; what it wrote can be taken back. */
static void turn(struct trial *y, int32_t k)
{
    struct sim *s = y->sim;
    int wanted = sim_guard_wanted(s->model, k);
    s->watch[k].sign = (int8_t)-s->watch[k].sign;
    s->n_writes = 0;
    if (wanted == 0 || wanted == s->watch[k].sign)
        sim_handle(s, SALTUS_GUARD, k, s->watch[k].sign, false);
    for (int32_t j = s->n_writes - 1; j >= 0; j--) s->pre[s->writes[j].index] = s->writes[j].value;
    for (int32_t j = 0; j < s->n_writes; j++) {
        int32_t i = s->writes[j].index;
        add(y, &y->undo, i, s->pre[i]);
        s->pre[i] = s->discretes[i];
    }
    s->n_writes = s->n_reinits = 0;
    y->failed |= s->tried_in_vain;
    s->tried_in_vain = false;
}

static void fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e, (void)at, (void)text;
}

/* ---- The group -------------------------------------------------------------------------------- */

static bool in_group(const struct trial *y, int32_t k)
{
    for (int j = 0; j < y->count; j++)
        if (y->guard[j] == k) return true;
    return false;
}

static void join(struct trial *y, int32_t k)
{
    const struct watch *w = &y->sim->watch[k];
    if (y->count < GROUP && !w->special && !w->part && !in_group(y, k)) y->guard[y->count++] = k;
}

static void note_state(saltus_reads *r, saltus_kind kind, int32_t i)
{
    struct trial *y = (struct trial *)r;
    y->modal |= kind == SALTUS_DISCRETE;
    if (kind != SALTUS_STATE) return;
    for (int32_t j = 0; j < y->states.n; j++)
        if (y->states.item[j].index == i) return;
    add(y, &y->states, i, 0);
}

/* Without discretes in it a guard does not depend on modes. */
static void join_modal(struct trial *y, int32_t k)
{
    y->modal = false;
    y->sim->model->guard.reads(&y->sim->net.env, k, &y->reads);
    if (y->modal) join(y, k);
}

/* 1. To those that are there come those that read what they write. */
static void grow_group(struct trial *y)
{
    struct sim *s = y->sim;
    for (int j = 0; j < y->count && y->count < GROUP && !y->failed; j++) {
        int32_t g = y->guard[j];
        turn(y, g);
        for (int32_t u = 0; u < y->undo.n; u++) {
            int32_t d = y->undo.item[u].index;
            for (const int32_t *f = csr_first(&s->drives, d); f < csr_last(&s->drives, d); f++)
                if (*f >= s->net.n && *f < s->net.n + s->n_guards) join(y, *f - s->net.n);
        }
        take_back(y);
        s->watch[g].sign = (int8_t)-s->watch[g].sign;
    }
    y->states.n = 0;
    for (int j = 0; j < y->count; j++) s->model->guard.reads(&s->net.env, y->guard[j], &y->reads);
}

static void find_group(struct trial *y, int32_t k)
{
    y->count = 0;
    y->states.n = 0;
    join_modal(y, k);
    grow_group(y);
}

/* ---- Do modes fit? ---------------------------------------------------------------------------- */

/* q with the derivatives of the modes that are tried; without: flat. */
static void slope(struct trial *y, bool with)
{
    struct sim *s = y->sim;
    for (int32_t j = 0; j < y->states.n; j++) s->net.s[y->states.item[j].index].q[1] = 0;
    for (int32_t j = 0; with && j < y->states.n; j++)
        s->model->der.eval(&s->net.env, y->states.item[j].index, 1, &y->states.item[j].value);
    for (int32_t j = 0; with && j < y->states.n; j++) {
        y->failed |= !isfinite(y->states.item[j].value);
        s->net.s[y->states.item[j].index].q[1] = y->states.item[j].value;
    }
}

/* Is guard k on its side? strictly: and is it not at 0. */
static bool on_side(struct trial *y, int32_t k, bool strictly)
{
    struct sim *s = y->sim;
    double c[SALTUS_SERIES], z;
    y->left--;
    s->model->guard.eval(&s->net.env, k, 2, c);
    s->stats.guard_evaluations++;
    if (!isfinite(c[0]) || !isfinite(c[1])) return false;
    z = s->watch[k].sign * c[0];
    if (z > 0 && s->watch[k].sign * c[1] >= 0 && !strictly) return true;
    if (c[0] != 0 && !sim_guard_noise(s, k, c)) return z > 0;
    return !strictly && s->watch[k].sign * c[1] >= 0;
}

static bool fits(struct trial *y, int32_t strictly)
{
    bool all = !y->failed;
    slope(y, true);
    for (int j = 0; all && !y->failed && j < y->count; j++)
        all = on_side(y, y->guard[j], y->guard[j] == strictly);
    slope(y, false);
    return all && !y->failed;
}

/* 2. The modes in which the signs of `turned` are the others; strictly: a guard that must not be at 0,
 * or -1. */
static bool would_fit(struct trial *y, uint32_t turned, int32_t strictly)
{
    struct sim *s = y->sim;
    bool all;
    y->failed = false;
    for (int j = 0; j < y->count; j++)
        if (turned & 1u << j) turn(y, y->guard[j]);
    all = fits(y, strictly);
    take_back(y);
    for (int j = 0; j < y->count; j++)
        if (turned & 1u << j) s->watch[y->guard[j]].sign = (int8_t)-s->watch[y->guard[j]].sign;
    y->failed = false;
    return all;
}

/* ---- Before and after ------------------------------------------------------------------------- */

static void open(struct trial *y, struct sim *s, struct state **kept)
{
    *y = (struct trial){.reads = {note_state}, .sim = s, .before = s->net.env, .left = EVALUATIONS};
    *kept = NULL;
    s->trying = true;
    s->net.env.fault = fault;
    s->net.env.own = loop_looking(&s->net.env);
    if (s->net.env.width < 2) s->net.env.width = 2;
}

/* The states that are read, at this instant and flat; they were *kept. */
static void flatten(struct trial *y, struct state **kept)
{
    struct sim *s = y->sim;
    alloc_free(&s->alloc, *kept);
    *kept = alloc_array(&s->alloc, (size_t)y->states.n + 1, sizeof **kept);
    if (!*kept) no_memory(y);
    for (int32_t j = 0; *kept && j < y->states.n; j++) {
        struct state *x = &s->net.s[y->states.item[j].index];
        (*kept)[j] = *x;
        sim_assign_q(s, y->states.item[j].index,
                     poly_value(x->q, SALTUS_SIGNAL - 1, s->net.env.t - x->tq));
    }
}

static void restore(struct trial *y, struct state *kept)
{
    for (int32_t j = 0; kept && j < y->states.n; j++)
        y->sim->net.s[y->states.item[j].index] = kept[j];
}

static void close(struct trial *y, struct state *kept)
{
    struct sim *s = y->sim;
    alloc_free(&s->alloc, kept);
    alloc_free(&s->alloc, y->states.item);
    alloc_free(&s->alloc, y->undo.item);
    s->net.env = y->before;
    s->trying = s->tried_in_vain = false;
}

static int ones(uint32_t x)
{
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

/* 3. */
static void fire(struct sim *s, const struct trial *y, uint32_t turned, int32_t first)
{
    int32_t writes = 0;
    sim_begin(s);
    for (int j = 0; j < y->count && s->status >= 0; j++)
        if (turned & 1u << j) writes += sim_guard_turn(s, y->guard[j]);
    s->n_writes = writes;
    if (s->status < 0) return;
    sim_propagate(s);
    s->engine->look(s, first, false);
    for (int j = 0; j < y->count && s->status >= 0; j++)
        if (turned & 1u << j) s->engine->look(s, y->guard[j], !s->watch[y->guard[j]].jumped);
}

/* The signs to turn for the nearest modes that fit; 0: there are none within TRIALS. */
static uint32_t search(struct trial *y)
{
    uint32_t found = 0;
    long trials = 0;
    for (int size = 1; !y->failed && !found && size <= y->count && trials < TRIALS; size++)
        for (uint32_t turned = 1; !found && turned < 1u << y->count && trials < TRIALS; turned++) {
            if (ones(turned) != size) continue;
            trials++;
            if (would_fit(y, turned, -1)) found = turned;
        }
    return found;
}

/* Handlers of models in C, which seldom have ranges, may do more than they tell. */
static bool may_try(const struct sim *s)
{
    return s->model->guard.reads && s->model->range && !s->net.inside;
}

bool sim_settle(struct sim *s, int32_t k)
{
    struct trial y;
    struct state *kept;
    uint32_t found = 0;
    if (!may_try(s) || s->watch[k].special) return false;
    if (sim_guard_unknown(s, k)) {
        sched_set(s->events, slot_guard(s, k), INFINITY);
        return true;
    }
    open(&y, s, &kept);
    find_group(&y, k);
    if (!y.failed) flatten(&y, &kept);
    if (!y.failed) found = search(&y);
    restore(&y, kept);
    close(&y, kept);
    if (s->status < 0) return true;
    if (found) fire(s, &y, found, k);
    return found != 0;
}

bool sim_settle_may_withhold(const struct sim *s)
{
    return may_try(s);
}

uint32_t sim_settle_withheld(struct sim *s, bool initial, int32_t *guard)
{
    struct trial y;
    struct state *kept;
    uint32_t found = 0;
    open(&y, s, &kept);
    for (int32_t k = 0; initial && k < s->n_guards; k++) join_modal(&y, k);
    for (int32_t j = 0; !initial && j < s->looked.count; j++) join_modal(&y, s->looked.item[j]);
    grow_group(&y);
    if (!y.failed) flatten(&y, &kept);
    if (!y.failed) found = search(&y);
    restore(&y, kept);
    close(&y, kept);
    for (int j = 0; j < y.count; j++) guard[j] = y.guard[j];
    return s->status < 0 ? 0 : found;
}

int32_t sim_settle_start(struct sim *s)
{
    struct trial y;
    struct state *kept;
    int32_t found = -1;
    if (!may_try(s)) return -1;
    open(&y, s, &kept);
    for (int32_t k = 0; k < s->n_guards && found < 0 && y.left > 0; k++) {
        int neighbours = 0;
        int32_t first = -1;
        if (s->watch[k].special || s->watch[k].part) continue;
        find_group(&y, k);
        if (y.failed || y.count < 2) continue;
        flatten(&y, &kept);
        for (int j = 0; j < y.count && neighbours < 2; j++)
            if (would_fit(&y, 1u << j, y.guard[j]) && neighbours++ == 0) first = y.guard[j];
        restore(&y, kept);
        if (neighbours == 2) found = first;
    }
    close(&y, kept);
    return found;
}
