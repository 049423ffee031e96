/* SPDX-License-Identifier: MIT */
/* block_form.c - which states step together, and for how long.
 *
 * A state whose step has been cut short was disturbed by another. Moved by its greatest distance
 * T_j, q_j moves x_i, until the next step of i, by about
 *     g_ij T_i,   g_ij = |A_ij| T_j/(T_i (1/h_i + |A_ii|)),                                     (1)
 * with h_i the step that i had planned. Where g_ij g_ji is not small, i and j answer each other,
 * and neither may get through its step. From a disturbed state, all that are so coupled, that step
 * about as often, and those coupled to them, may become a block: if this is cheaper. A block of n
 * states with the step h makes n/h steps in a unit of time; its members have made, each for itself,
 * sum 1/pause so far. What is dearer is given up after a few steps, and it takes longer each time
 * until it is tried again. Members of a large block that hardly move leave it. */
#include "engine/qss/block.h"
#include <math.h>

static const double strong = 0.1; /* g_ij g_ji from which two states are coupled         */
static const double similar = 8;  /* ratio of ages up to which they step about as often  */
/* A block is given up if its steps are more than so many times those of its members alone. They may
 * be more, because each moves the solution further, and more accurately, than one that is cut
 * short. */
static const double loss = 3;
enum { TRIAL = 8, LARGE = 32, MOST_TRIES = 12, LOOPS = 16, AHEAD = 8 };

/* ---- Whom to take ---------------------------------------------------------------------------- */

/* 1/h_i + |A_ii| of (1) */
static double speed(const struct sim *s, int32_t i)
{
    const struct state *x = &s->net.s[i];
    return 1 / method_planned(x) + fabs(x->a);
}

/* Time between two steps of a state. One that was in a block and did not move has an infinite one, or
 * DBL_MAX, until it has made two steps on its own. */
static double pace(const struct sim *s, int32_t i)
{
    struct state *x = &s->net.s[i];
    double age = s->net.env.t - x->tq;
    return qss_of(s)->blocks->of[i] >= 0 ? age : fmax(age, *block_pause(x));
}

/* Do i, which is due, and j step about as often? patience: how much less so, and how much weaker
 * they may be coupled. */
static bool same_pace(const struct sim *s, int32_t i, int32_t j, double patience)
{
    double a = s->net.env.t - s->net.s[i].tq, b = pace(s, j), most = similar * patience;
    return s->steps[j] > 0 && b <= most * a && (b == 0 || a <= most * b);
}

static bool stiff(struct sim *s, int32_t i, int32_t j, double patience)
{
    double p, q;
    if (sim_method(s, j)->couple != sim_method(s, i)->couple) return false;
    p = net_partial(&s->net, i, j);
    q = p != 0 ? net_partial(&s->net, j, i) : 0;
    if (p * q == 0) return false;
    s->net.s[j].a = net_partial(&s->net, j, j);
    return fabs(p * q) * patience * patience > strong * speed(s, i) * speed(s, j);
}

/* Steps that a state of no block makes in a unit of time. */
static double rate(const struct sim *s, int32_t i)
{
    double pause = pace(s, i);
    return s->steps[i] > 0 && pause > 0 ? 1 / pause : 0;
}

/* A block that is being formed. */
struct draft {
    int32_t number, count; /* of the block; of its members, in the queue                  */
    double rate;           /* steps that they have made so far in a unit of time         */
    struct block heir;     /* the largest of the blocks that are taken in: its history goes on */
};

/* A state joins, with all of its block if it has one. */
static void join(struct sim *s, struct draft *d, int32_t i)
{
    struct blocks *b = qss_of(s)->blocks;
    int32_t old = b->of[i];
    if (old == d->number) return;
    if (old < 0) {
        d->rate += rate(s, i);
        b->of[i] = d->number;
        b->queue[d->count++] = i;
        return;
    }
    d->rate += b->list[old]->rate;
    for (int32_t k = 0; k < b->list[old]->n; k++) {
        int32_t j = b->list[old]->member[k];
        b->of[j] = d->number;
        b->queue[d->count++] = j;
    }
    if (b->list[old]->n > d->heir.n) d->heir = *b->list[old];
    block_free(s, b->list[old]);
    b->list[old] = NULL;
}

/* The block of a draft; NULL: no memory. */
static struct block *finish(struct sim *s, const struct draft *d)
{
    struct blocks *all = qss_of(s)->blocks;
    struct block *b = block_build(s, d->number, d->count);
    const struct block *was = &d->heir;
    if (!b) return NULL;
    b->rate = d->rate;
    b->h = was->h;
    b->pause = was->pause;
    b->last = was->n ? was->last : s->net.env.t;
    b->most = was->n ? was->most : INFINITY;
    b->layers = was->n ? was->layers : 1;
    b->steps = 2 * was->n > b->n ? was->steps : 0;
    if (b->n > all->largest) all->largest = b->n;
    return b;
}

/* Was j in a block lately that was in vain? */
static bool gave_up(const struct blocks *all, int32_t j)
{
    return all->wait[j] > 0 && all->patience[j] == 0;
}

/* May j become a partner of i, which it reads? From patience LOOPS on, dependence over others is
 * enough. */
static bool linked(struct sim *s, int32_t i, int32_t j, double patience, bool any_pace)
{
    struct blocks *all = qss_of(s)->blocks;
    if (!any_pace && (gave_up(all, j) || !same_pace(s, i, j, patience))) return false;
    if (csr_has(&s->net.pairs, i, j)) return stiff(s, i, j, patience);
    if (patience < LOOPS || i == j || sim_method(s, j)->couple != sim_method(s, i)->couple)
        return false;
    return (all->loop || block_loops(s)) && all->loop[i] == all->loop[j];
}

/* A partner of i or, if it has a block, of one of its members that is not in it; -1: there is
 * none. */
static int32_t first_partner(struct sim *s, int32_t i, double patience)
{
    const struct blocks *all = qss_of(s)->blocks;
    const struct block *b = all->of[i] >= 0 ? all->list[all->of[i]] : NULL;
    for (int32_t k = 0; k < (b ? b->n : 1); k++) {
        int32_t from = b ? b->member[k] : i;
        const int32_t *end = csr_last(&s->net.feeds, from);
        for (const int32_t *j = csr_first(&s->net.feeds, from); j < end; j++)
            if ((!b || all->of[*j] != all->of[i]) && linked(s, from, *j, patience, false))
                return *j;
    }
    return -1;
}

/* Partners of the members from number `from` on, up to some layers of them. */
static void gather(struct sim *s, struct draft *d, int32_t from, int32_t layers, double patience,
                   bool any_pace)
{
    struct blocks *all = qss_of(s)->blocks;
    while (layers-- > 0 && from < d->count) {
        for (int32_t end = d->count; from < end; from++) {
            int32_t i = all->queue[from];
            const int32_t *last = csr_last(&s->net.feeds, i);
            for (const int32_t *f = csr_first(&s->net.feeds, i); f < last; f++)
                if (all->of[*f] != d->number && linked(s, i, *f, patience, any_pace))
                    join(s, d, *f);
        }
    }
}

/* This was in vain: it will take longer until its members look for partners again. */
static void back_off(struct sim *s, const struct block *b)
{
    struct blocks *all = qss_of(s)->blocks;
    for (int32_t k = 0; k < b->n; k++) {
        int32_t j = b->member[k];
        if (all->tries[j] < MOST_TRIES) all->tries[j]++;
        all->wait[j] = (uint16_t)(1 << all->tries[j]);
        all->patience[j] = 0;
        if (b->idle[k]) *block_pause(&s->net.s[j]) = INFINITY;
    }
}

static void give_up(struct sim *s, int32_t number)
{
    back_off(s, qss_of(s)->blocks->list[number]);
    block_dissolve(s, number);
}

/* ---- Judgement ------------------------------------------------------------------------------- */

/* i has been disturbed: a block for it, planned for the present; NULL: no partner is found. */
static struct block *form(struct sim *s, int32_t i)
{
    struct blocks *all = qss_of(s)->blocks;
    struct state *x = &s->net.s[i];
    double h = method_planned(x), age = s->net.env.t - x->tq, patience = 1 << all->patience[i];
    int32_t j = first_partner(s, i, patience);
    struct draft d = {.number = j >= 0 ? block_number(s) : -1};
    struct block *b;
    if (d.number < 0) {
        if (all->patience[i] < MOST_TRIES) all->patience[i]++;
        all->wait[i] = (uint16_t)(1 << all->patience[i]);
        return NULL;
    }
    join(s, &d, i);
    join(s, &d, j);
    gather(s, &d, 0, INT32_MAX, patience, false);
    gather(s, &d, 0, d.heir.n / AHEAD, patience, true); /* a block that spreads will go on */
    b = finish(s, &d);
    if (!b) return NULL;
    all->formed++;
    if (b->h > 0) h = b->h;
    if (block_plan(s, b, isinf(h) || !(h > 0) ? fmax(age, 1e-300) : h)) return b;
    give_up(s, d.number);
    return NULL;
}

/* Those that move stay, with their neighbours; the others step alone again. */
static struct block *shrink(struct sim *s, int32_t i)
{
    struct blocks *all = qss_of(s)->blocks;
    const struct block *b = all->list[all->of[i]];
    struct draft d = {.number = all->of[i], .heir = *b};
    for (int32_t k = 0; k < b->n; k++) {
        int32_t j = b->member[k];
        bool stays = !b->idle[k] || j == i;
        for (const int32_t *f = csr_first(&s->net.pairs, j);
             !stays && f < csr_last(&s->net.pairs, j); f++)
            stays = all->of[*f] == d.number && !b->idle[all->local[*f]];
        if (stays) all->queue[d.count++] = j;
        if (!stays) *block_pause(&s->net.s[j]) = INFINITY;
    }
    block_dissolve(s, d.number);
    if (d.count < 2) return NULL;
    for (int32_t k = 0; k < d.count; k++) all->of[all->queue[k]] = d.number;
    d.rate = d.heir.rate * d.count / d.heir.n;
    d.heir.layers = 1;
    d.heir.steps = 0; /* it is on trial again */
    return finish(s, &d);
}

/* Its steps are cut short by others: some layers of those join, more each time. */
static struct block *grow(struct sim *s, int32_t i)
{
    struct draft d = {.number = block_number(s)};
    if (d.number < 0) return NULL;
    join(s, &d, i);
    gather(s, &d, 0, d.heir.layers, d.heir.layers, true);
    if (d.heir.layers < 4096) d.heir.layers *= 4;
    return finish(s, &d);
}

/* Many steps, but its q are where they were? Something reacts to each of them, and neither is cut
 * short. */
static bool stands(struct block *b)
{
    double path = b->path;
    b->path = 0;
    return path < 0.5 * TRIAL;
}

/* The block of i, after a look at how it has done; NULL: there is none any more. */
static struct block *still(struct sim *s, int32_t i)
{
    struct blocks *all = qss_of(s)->blocks;
    int32_t number = all->of[i];
    struct block *b = number >= 0 ? all->list[number] : NULL;
    if (!b) return NULL;
    b->pause += (s->net.env.t - b->last - b->pause) / (b->steps < 5 ? b->steps + 1 : 5);
    b->last = s->net.env.t;
    b->steps++;
    if (b->steps % TRIAL == 0 && (stands(b) || b->pause < 0.25 * b->h)) {
        int32_t b_n = b->n;
        struct block *larger = grow(s, i);
        if (!larger || larger->n > b_n) return larger;
        b = larger;
        number = all->of[i];
    }
    if (b->steps >= TRIAL && b->n > loss * b->rate * b->pause) {
        give_up(s, number);
        return NULL;
    }
    if (b->n > LARGE && b->steps >= TRIAL && b->idlers > b->n / 4) b = shrink(s, i);
    return b;
}

/* Has the step of i been cut short? */
static bool disturbed(const struct sim *s, const struct state *x)
{
    return x->aux[0] > 0 && method_planned(x) > 2 * (s->net.env.t - x->tq);
}

/* i steps on its own: its average pause. The first time after it has left a block, where it did not move, that is
 * the end of the block's step, which says nothing of its own pace. */
static void note_pause(struct state *x, double age)
{
    double *p = block_pause(x);
    if (*p == INFINITY)
        *p = DBL_MAX;
    else
        *p = *p > 0 && *p < DBL_MAX ? 0.75 * *p + 0.25 * age : age;
}

bool block_together(struct sim *s, int32_t i)
{
    struct state *x = &s->net.s[i];
    struct block *b = qss_of(s)->blocks ? still(s, i) : NULL, *formed = NULL;
    double age = s->net.env.t - x->tq;
    if (!b) note_pause(x, age);
    if (disturbed(s, x) && (qss_of(s)->blocks || blocks_new(s))) {
        if (qss_of(s)->blocks->wait[i] > 0)
            qss_of(s)->blocks->wait[i]--;
        else
            formed = form(s, i);
        b = qss_of(s)->blocks->of[i] >= 0 ? qss_of(s)->blocks->list[qss_of(s)->blocks->of[i]]
                                          : NULL;
    }
    if (!b || (!formed && !block_plan(s, b, b->h))) return false;
    block_accept(s, b);
    if (!qss_of(s)->shadow) qss_begin(s);
    for (int32_t k = 0; k < b->n; k++) {
        set_add(&s->changed, b->member[k]);
        s->steps[b->member[k]]++;
    }
    s->stats.steps += (uint64_t)b->n;
    s->stats.pair_steps++;
    return true;
}

double blocks_pace(const struct sim *s, int32_t i)
{
    const struct blocks *all = qss_of(s)->blocks;
    struct state *x = &s->net.s[i];
    double pause = *block_pause(x);
    if (all && all->of[i] >= 0) return all->list[all->of[i]]->pause;
    return pause > 0 ? pause : INFINITY;
}
