/* SPDX-License-Identifier: MIT */
/* part_find.c - which states form exact parts.
 *
 * States belong together if a derivative of one reads the other, or if one guard reads both. Such a
 * set is a part if all its states have the method `exact`, all derivatives and guards are affine,
 * and it is not too large: each of its steps costs the square of its states. */
#include "base/text.h"
#include "engine/qss/part.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct search {
    struct sim *s;
    int32_t *root;    /* n: of a tree of states that belong together                            */
    const char **why; /* n: why it is in no part; NULL: nothing is against it                     */
    struct part_waves waves;
};

static int32_t root_of(struct search *f, int32_t i)
{
    while (f->root[i] != i) i = f->root[i] = f->root[f->root[i]];
    return i;
}

static void join(struct search *f, int32_t i, int32_t j)
{
    int32_t a = root_of(f, i), b = root_of(f, j);
    if (a < b) f->root[b] = a;
    if (b < a) f->root[a] = b;
}

static void object(struct search *f, int32_t i, const char *why)
{
    if (!f->why[i]) f->why[i] = why;
}

/* In the states: 1; in the time, too: 2. Waves are like states. */
static int affine(const struct sim *s, const saltus_function *f, saltus_kind kind, int32_t i)
{
    int plain = f->affine ? f->affine(&s->net.env, i) : 0;
    return plain ? plain : part_waving(s, kind, i);
}

/* Is it asked for, or, if not, is it welcome? */
static bool welcome(const struct sim *s, const struct method *m)
{
    return m->flows || (m->lends && s->knobs.exact_parts != 0 && !s->outside && !s->opt.shadow);
}

/* What speaks against each state by itself. */
static void look_at_states(struct search *f)
{
    struct sim *s = f->s;
    for (int32_t i = 0; i < s->net.n; i++) {
        if (!welcome(s, sim_method(s, i)))
            object(f, i, "it has another method");
        else if (!affine(s, &s->model->der, SALTUS_STATE, i))
            object(f, i, "its derivative is not linear in the states, the time and its sine");
        if (s->n_signals && csr_count(&s->net.inner, i) > 0)
            object(f, i, "a sum or a delay reads it");
        for (const int32_t *k = csr_first(&s->net.feeds, i); k < csr_last(&s->net.feeds, i); k++)
            join(f, i, *k);
    }
    for (int32_t k = 0; k < s->n_signals; k++)
        for (const int32_t *i = csr_first(&s->shown, k); i < csr_last(&s->shown, k); i++)
            object(f, *i, "its derivative reads a sum or a delay");
}

/* first: for each guard a state that it reads, or -1. */
static void look_at_guards(struct search *f, int32_t *first)
{
    struct sim *s = f->s;
    for (int32_t k = 0; k < s->n_guards; k++) first[k] = -1;
    for (int32_t i = 0; i < s->net.n; i++)
        for (const int32_t *k = csr_first(&s->feeds_guard, i); k < csr_last(&s->feeds_guard, i);
             k++) {
            if (first[*k] >= 0) join(f, i, first[*k]);
            first[*k] = i;
            if (s->watch[*k].special || s->watch[*k].part)
                object(f, i, "a condition of several relations, or one with a side, reads it");
            else if (!affine(s, &s->model->guard, SALTUS_GUARD, *k))
                object(
                    f, i,
                    "a relation reads it that is not linear in the states, the time and its sine");
        }
    for (int32_t k = 0; k < s->n_signals; k++)
        for (const int32_t *g = csr_first(&s->shown_guard, k); g < csr_last(&s->shown_guard, k);
             g++)
            if (first[*g] >= 0) object(f, first[*g], "a relation reads it beside a sum or a delay");
}

/* The sines and cosines that each set reads. first: for each guard a state that it reads, or -1. */
static void look_at_waves(struct search *f, const int32_t *first)
{
    struct sim *s = f->s;
    int32_t *set = sim_room(s, s->net.n, sizeof *set);
    int32_t *of_guard = sim_room(s, s->n_guards, sizeof *of_guard);
    for (int32_t i = 0; s->status >= 0 && i < s->net.n; i++) set[i] = root_of(f, i);
    for (int32_t k = 0; s->status >= 0 && k < s->n_guards; k++)
        of_guard[k] = first[k] < 0 ? -1 : root_of(f, first[k]);
    part_waves_find(s, &f->waves, set, of_guard);
    alloc_free(&s->alloc, set);
    alloc_free(&s->alloc, of_guard);
}

static bool too_many_waves(const struct search *f, int32_t set, const int32_t *size)
{
    return f->waves.count && size[set] + 2 * f->waves.count[set] + 1 > FLOW_STATES;
}

/* What speaks against one speaks against all that belong to it. size: n, of the sets. */
static void spread(struct search *f, int32_t *size)
{
    struct sim *s = f->s;
    static const char *const other = "it is linked to a state that is not";
    for (int32_t i = 0; i < s->net.n; i++) size[root_of(f, i)]++;
    for (int32_t i = 0; i < s->net.n; i++)
        if (size[root_of(f, i)] > PART_STATES || too_many_waves(f, root_of(f, i), size))
            object(f, i, "its linear part is too large");
    for (int32_t i = 0; i < s->net.n; i++)
        if (f->why[i]) object(f, root_of(f, i), other);
    for (int32_t i = 0; i < s->net.n; i++)
        if (f->why[root_of(f, i)]) object(f, i, other);
}

/* A state that was asked to be exact and cannot be. */
static void refuse(struct search *f)
{
    struct sim *s = f->s;
    char name[200], text[200];
    saltus_diag d = {.status = SALTUS_EMODEL, .t = NAN, .var = name, .text = text};
    static const char *const other = "it is linked to a state that is not";
    int32_t found = -1;
    for (int32_t i = 0; i < s->net.n && found < 0; i++)
        if (f->why[i] && sim_method(s, i)->flows && strcmp(f->why[i], other) != 0) found = i;
    for (int32_t i = 0; i < s->net.n && found < 0; i++)
        if (f->why[i] && sim_method(s, i)->flows) found = i;
    if (found < 0 || s->status < 0) return;
    sim_name(s->model, SALTUS_STATE, found, name, sizeof name);
    snprintf(text, sizeof text, "method exact does not fit this model: %s", f->why[found]);
    d.at = sim_place(s, SALTUS_STATE, found);
    d.hint = "auto, or exact for the states of linear parts only";
    s->status = SALTUS_EMODEL;
    sim_tell(&s->opt, &d);
}

/* ---- The parts ------------------------------------------------------------------------------- */

/* Watched output number k: is it a row of that part? */
static bool shows(const struct sim *s, const struct parts *p, int32_t k, int32_t part)
{
    return part_waves_show(s, &p->part[part], s->outputs[k]) &&
           affine(s, &s->model->output, SALTUS_OUTPUT, s->outputs[k]) != 0;
}

/* Numbers of parts for states and guards. */
static void number(struct search *f, struct parts *p, const int32_t *reader)
{
    struct sim *s = f->s;
    for (int32_t i = 0; i < s->net.n; i++) {
        int32_t r = root_of(f, i);
        p->of[i] = -1;
        if (f->why[r]) continue;
        p->of[i] = r == i ? p->n++ : p->of[r];
    }
    for (int32_t k = 0; k < s->n_guards; k++)
        p->of_guard[k] = reader[k] >= 0 ? p->of[reader[k]] : -1;
}

/* The part of each watched output, if it reads one alone; else -1. */
static void number_outputs(struct sim *s, const struct parts *p)
{
    int32_t *of = p->of_output;
    for (int32_t k = 0; k < s->n_watched; k++) of[k] = -1;
    for (int32_t i = 0; s->n_watched && i < s->net.n; i++)
        for (const int32_t *k = csr_first(&s->seen_state, i); k < csr_last(&s->seen_state, i); k++)
            of[*k] = of[*k] == -1 || of[*k] == p->of[i] ? p->of[i] : -2;
    for (int32_t k = 0; k < s->n_watched; k++)
        if (of[k] < 0 || !shows(s, p, k, of[k])) of[k] = -1;
}

/* Lists by part: of[k] says where k belongs. */
#define LIST(list, place_, count_, first_, total, of_)                                             \
    do {                                                                                           \
        int32_t at_ = 0;                                                                           \
        for (int32_t k_ = 0; k_ < (total); k_++)                                                   \
            if ((of_)[k_] >= 0) p->part[(of_)[k_]].count_++;                                       \
        for (int32_t k_ = 0; k_ < p->n; k_++) {                                                    \
            p->part[k_].first_ = at_;                                                              \
            at_ += p->part[k_].count_;                                                             \
            p->part[k_].count_ = 0;                                                                \
        }                                                                                          \
        for (int32_t k_ = 0; k_ < (total); k_++)                                                   \
            if ((of_)[k_] >= 0) {                                                                  \
                struct part *a_ = &p->part[(of_)[k_]];                                             \
                (place_)[k_] = a_->count_;                                                         \
                (list)[a_->first_ + a_->count_++] = k_;                                            \
            }                                                                                      \
    } while (0)

/* Calls fn for each discrete and part that reads it, discretes in order. */
static void each_discrete(struct sim *s, struct parts *p,
                          void (*fn)(struct parts *p, struct part *a, int32_t discrete))
{
    for (int32_t d = 0; d < s->n_discretes; d++) {
        for (const int32_t *f = csr_first(&s->drives, d); f < csr_last(&s->drives, d); f++) {
            int32_t guard = *f - s->net.n;
            int32_t of = guard < 0 ? p->of[*f] : guard < s->n_guards ? p->of_guard[guard] : -1;
            if (of >= 0) fn(p, &p->part[of], d);
        }
        for (const int32_t *k = s->n_watched ? csr_first(&s->seen_discrete, d) : NULL;
             k && k < csr_last(&s->seen_discrete, d); k++)
            if (p->of_output[*k] >= 0) fn(p, &p->part[p->of_output[*k]], d);
    }
}

/* A part meets the readers of one discrete one after the other; rows is the last it has met + 1. */
static void count_discrete(struct parts *p, struct part *a, int32_t d)
{
    (void)p;
    if (a->rows == d + 1) return;
    a->rows = d + 1;
    a->discretes++;
}
static void take_discrete(struct parts *p, struct part *a, int32_t d)
{
    if (a->rows == d + 1) return;
    a->rows = d + 1;
    p->discrete[a->first_discrete + a->discretes++] = d;
}

static void list_discretes(struct sim *s, struct parts *p)
{
    int32_t all = 0;
    each_discrete(s, p, count_discrete);
    for (int32_t k = 0; k < p->n; k++) {
        p->part[k].first_discrete = all;
        all += p->part[k].discretes;
        p->part[k].discretes = p->part[k].rows = 0;
    }
    p->discrete = sim_room(s, all, sizeof *p->discrete);
    if (p->discrete) each_discrete(s, p, take_discrete);
}

/* Sizes and memory, once all lists are there. */
static void furnish(struct sim *s, struct parts *p)
{
    size_t all = 0, most = 0;
    for (int32_t k = 0; k < p->n; k++) {
        struct part *a = &p->part[k];
        size_t size;
        for (int32_t j = 0; j < a->count; j++)
            a->timed |= affine(s, &s->model->der, SALTUS_STATE, p->member[a->first + j]) == 2;
        for (int32_t j = 0; j < a->guards; j++)
            a->timed |=
                affine(s, &s->model->guard, SALTUS_GUARD, p->guard[a->first_guard + j]) == 2;
        for (int32_t j = 0; j < a->outputs; j++)
            a->timed |= affine(s, &s->model->output, SALTUS_OUTPUT,
                               s->outputs[p->output[a->first_output + j]]) == 2;
        a->waves = p->waves.count ? p->waves.count[p->member[a->first]] : 0;
        a->n = a->count + 2 * a->waves + a->timed;
        a->rows = a->guards + (s->opt.sink ? a->outputs + a->count : 0);
        a->end = INFINITY;
        all += 4 * (size_t)a->n;
        size = (size_t)(a->n + a->rows) * (size_t)a->n;
        most = size > most ? size : most;
    }
    for (p->buckets = 64; p->buckets < 2 * (uint64_t)p->n;) p->buckets *= 2;
    p->flows = s->status < 0 ? NULL : alloc_array(&s->alloc, p->buckets, sizeof *p->flows);
    p->scratch = s->status < 0 ? NULL : alloc_array(&s->alloc, most, sizeof *p->scratch);
    p->memory = s->status < 0 ? NULL : alloc_array(&s->alloc, all, sizeof *p->memory);
    p->room = s->status < 0 ? NULL : alloc_array(&s->alloc, 2 * FLOW_STATES, sizeof *p->room);
    if (!p->memory || !p->room || !p->flows || !p->scratch) {
        sim_no_memory(s);
        return;
    }
    all = 0;
    for (int32_t k = 0; k < p->n; k++) {
        struct part *a = &p->part[k];
        a->y = p->memory + all;
        a->v = a->y + a->n;
        a->y1 = a->v + a->n;
        a->v1 = a->y1 + a->n;
        all += 4 * (size_t)a->n;
    }
}

/* A part is lent if all its states are. They have the method `exact` while it lasts. */
static void lend(struct sim *s, struct parts *p)
{
    for (int32_t k = 0; k < p->n; k++) p->part[k].lent = true;
    for (int32_t i = 0; i < s->net.n; i++) {
        p->was[i] = s->method_of[i];
        if (p->of[i] >= 0) p->part[p->of[i]].lent &= !sim_method(s, i)->flows;
    }
    for (int32_t i = 0; i < s->net.n; i++)
        if (p->of[i] >= 0) sim_give_method(s, i, &method_exact);
}

static void make(struct search *f, const int32_t *reader)
{
    struct sim *s = f->s;
    struct parts *p = sim_room(s, 1, sizeof *p);
    qss_of(s)->parts = p;
    if (!p) return;
    p->waves = f->waves;
    f->waves = (struct part_waves){0};
    p->of = sim_room(s, s->net.n, sizeof *p->of);
    p->of_guard = sim_room(s, s->n_guards, sizeof *p->of_guard);
    p->was = sim_room(s, s->net.n, sizeof *p->was);
    p->member = sim_room(s, s->net.n, sizeof *p->member);
    p->guard = sim_room(s, s->n_guards, sizeof *p->guard);
    p->output = sim_room(s, s->n_watched, sizeof *p->output);
    p->of_output = sim_room(s, s->n_watched, sizeof *p->of_output);
    p->place = sim_room(s, s->net.n, sizeof *p->place);
    p->place_guard = sim_room(s, s->n_guards, sizeof *p->place_guard);
    p->place_output = sim_room(s, s->n_watched, sizeof *p->place_output);
    if (s->status < 0) return;
    number(f, p, reader);
    if (p->n == 0) {
        parts_free(s);
        return;
    }
    p->part = sim_room(s, p->n, sizeof *p->part);
    sim_set_room(s, &p->stale, p->n);
    sim_set_room(s, &p->moved, p->n);
    if (s->status < 0) return;
    lend(s, p);
    for (int32_t k = 0; k < s->n_watched; k++) p->place_output[k] = -1;
    LIST(p->member, p->place, count, first, s->net.n, p->of);
    LIST(p->guard, p->place_guard, guards, first_guard, s->n_guards, p->of_guard);
    number_outputs(s, p);
    LIST(p->output, p->place_output, outputs, first_output, s->n_watched, p->of_output);
    list_discretes(s, p);
    if (s->status >= 0) furnish(s, p);
}

void parts_load(struct sim *s)
{
    struct search f = {.s = s};
    int32_t *reader, *size;
    bool any = false;
    for (int k = 0; s->methods[k]; k++) any |= welcome(s, s->methods[k]);
    if (!any || s->status < 0 || s->net.n == 0) return;
    f.root = sim_room(s, s->net.n, sizeof *f.root);
    f.why = sim_room(s, s->net.n, sizeof *f.why);
    size = sim_room(s, s->net.n, sizeof *size);
    reader = sim_room(s, s->n_guards, sizeof *reader);
    if (s->status >= 0) {
        for (int32_t i = 0; i < s->net.n; i++) f.root[i] = i;
        if (s->outside) object(&f, 0, "its inputs are moved from outside");
        look_at_states(&f);
        look_at_guards(&f, reader);
        look_at_waves(&f, reader);
        if (s->status >= 0) spread(&f, size);
        refuse(&f);
        if (s->status >= 0) make(&f, reader);
    }
    part_waves_free(s, &f.waves);
    alloc_free(&s->alloc, f.root);
    alloc_free(&s->alloc, f.why);
    alloc_free(&s->alloc, size);
    alloc_free(&s->alloc, reader);
}

static void forget_flow(struct sim *s, struct part_flow *f)
{
    struct parts *all = qss_of(s)->parts;
    struct part_flow **at;
    if (!f || --f->uses > 0) return;
    at = &all->flows[f->hash & (all->buckets - 1)];
    while (*at != f) at = &(*at)->next;
    *at = f->next;
    flow_close(&f->flow);
    alloc_free(&s->alloc, f);
}

void part_forget(struct sim *s, struct part_setting *k)
{
    for (int level = 0; k->rho && level < 2 * FLOW_ALL; level++)
        alloc_free(&s->alloc, k->rho[level]);
    forget_flow(s, k->flow);
    alloc_free(&s->alloc, k->rho);
    alloc_free(&s->alloc, k->key);
    alloc_free(&s->alloc, k);
}

void parts_free(struct sim *s)
{
    struct parts *p = qss_of(s)->parts;
    if (!p) return;
    for (int32_t k = 0; p->part && k < p->n; k++)
        while (p->part[k].settings) {
            struct part_setting *next = p->part[k].settings->next;
            part_forget(s, p->part[k].settings);
            p->part[k].settings = next;
        }
    void *arrays[] = {p->part,        p->of_output,    p->of,       p->of_guard,   p->member,
                      p->guard,       p->output,       p->discrete, p->stale.item, p->stale.mark,
                      p->moved.item,  p->moved.mark,   p->memory,   p->room,       p->place,
                      p->place_guard, p->place_output, p->flows,    p->scratch,    p->was};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
    part_waves_free(s, &p->waves);
    alloc_free(&s->alloc, p);
    qss_of(s)->parts = NULL;
}
