/* SPDX-License-Identifier: MIT */
/* edge.c - the records of edges, and how far away they are. Vocabulary: edge.h.
 *
 * Loading reads the table of guards once: sides, formulas, and for each atom the states that it
 * reads, directly or through the terms of sums. Their quanta say how near is near. A long sum is
 * represented by its first LISTED states: a level is a margin, not a measurement. */
#include "run/edge/edge.h"
#include "base/text.h"
#include "num/poly.h"
#include "run/engine.h"
#include <float.h>
#include <math.h>

enum { LISTED = 64 };

/* ---- Loading --------------------------------------------------------------------------------- */

/* Room for one more in a list that grows; false: no memory. */
static bool grow(struct sim *s, void **list, int32_t count, size_t size)
{
    void *p = *list;
    if (s->status < 0) return false;
    if ((count & (count - 1)) != 0) return true; /* full at powers of two */
    p = alloc_resize(&s->alloc, p, count ? 2 * (size_t)count : 1, size);
    if (!p) {
        sim_no_memory(s);
        return false;
    }
    *list = p;
    return true;
}

/* Collects the states that an atom reads. */
struct collector {
    saltus_reads reads;
    struct sim *sim;
    int32_t first;
    bool wide;
};

static void collect_state(struct collector *c, int32_t i)
{
    struct fences *f = c->sim->fences;
    void *list = f->state;
    if (i < 0 || i >= c->sim->net.n + c->sim->n_signals || f->n_state - c->first >= LISTED) return;
    for (int32_t k = c->first; k < f->n_state; k++)
        if (f->state[k] == i) return;
    if (!grow(c->sim, &list, f->n_state, sizeof *f->state)) return;
    f->state = list;
    f->state[f->n_state++] = i;
}

static void collect(saltus_reads *r, saltus_kind kind, int32_t k)
{
    struct collector *c = (struct collector *)r;
    const struct sim *s = c->sim;
    const struct net *net = &s->net;
    if (kind == SALTUS_STATE && k < net->n) collect_state(c, k);
    if (kind != SALTUS_SUM && kind != SALTUS_DELAY) return;
    c->wide = true;
    collect_state(c, net->n + (kind == SALTUS_DELAY ? net->n_sums : 0) + k);
    if (kind == SALTUS_DELAY || k < 0 || k >= net->n_sums || !s->model->term.reads) return;
    for (int32_t j = net->first_term[k];
         j < net->first_term[k + 1] && s->fences->n_state - c->first < LISTED; j++)
        s->model->term.reads(&net->env, j, r);
}

static bool add_atom(struct sim *s, struct edge *e, int32_t guard, int8_t polarity)
{
    struct fences *f = s->fences;
    struct collector c = {.reads = {collect}, .sim = s, .first = f->n_state};
    void *list = f->atom;
    if (!grow(s, &list, f->n_atoms, sizeof *f->atom)) return false;
    f->atom = list;
    if (s->model->guard.reads) {
        s->model->guard.reads(&s->net.env, guard, &c.reads);
    } else {
        for (int32_t i = 0; i < s->net.n + s->n_signals; i++) collect_state(&c, i);
        c.wide = s->n_signals > 0;
    }
    e->reads_sum |= c.wide;
    f->atom[f->n_atoms++] = (struct atom){.guard = guard,
                                          .first = c.first,
                                          .count = f->n_state - c.first,
                                          .polarity = polarity,
                                          .affine = !(c.wide && s->bent) &&
                                                    sim_ends(s, &s->model->guard, guard, s->width)};
    e->n_atoms++;
    return s->status >= 0;
}

static void add_code(struct sim *s, struct edge *e, int32_t entry)
{
    struct fences *f = s->fences;
    void *list = f->code;
    if (!grow(s, &list, f->n_code, sizeof *f->code)) return;
    f->code = list;
    f->code[f->n_code++] = entry;
    e->n_code++;
}

static void refuse(struct sim *s, int32_t k, const char *text)
{
    char name[200];
    sim_name(s->model, SALTUS_GUARD, k, name, sizeof name);
    sim_refuse(s, SALTUS_EMODEL, name, text, NULL);
}

/* In which sign does each entry of a formula count? From its end: what a `not` takes, turns. */
static void polarities(const int32_t *code, int length, int8_t *polarity)
{
    int8_t stack[SALTUS_FORMULA + 1];
    int depth = 0;
    stack[depth++] = 1;
    for (int k = length - 1; k >= 0; k--) {
        int8_t p = stack[--depth];
        polarity[k] = p;
        if (code[k] == SALTUS_NOT) {
            stack[depth++] = (int8_t)-p;
        } else if (code[k] < 0) {
            stack[depth++] = p;
            stack[depth++] = p;
        }
    }
}

/* The mentions of a formula become atoms 0, 1, ...; false: it is none. */
static bool number_atoms(const struct sim *s, const int32_t *code, int length, int32_t *local)
{
    int atoms = 0;
    for (int k = 0; k < length; k++) {
        if (code[k] >= s->n_guards) return false;
        if (code[k] >= 0 && !s->watch[code[k]].part) return false;
        local[k] = code[k] >= 0 ? atoms++ : code[k];
    }
    return formula_valid(local, length, atoms);
}

static void add_formula(struct sim *s, struct edge *e, const int32_t *code, int length)
{
    int32_t local[SALTUS_FORMULA];
    int8_t polarity[SALTUS_FORMULA];
    if (length > SALTUS_FORMULA || !number_atoms(s, code, length, local)) {
        refuse(s, e->guard, "its formula is not one, or is made of guards that are not parts");
        return;
    }
    polarities(code, length, polarity);
    for (int k = 0; k < length && s->status >= 0; k++) {
        if (code[k] >= 0 && !add_atom(s, e, code[k], polarity[k])) return;
        add_code(s, e, local[k]);
    }
}

static void add_edge(struct sim *s, int32_t k, saltus_side side)
{
    int32_t code[SALTUS_FORMULA];
    int length = s->model->formula ? s->model->formula(&s->net.env, k, code) : 0;
    struct fences *f = s->fences;
    void *list = s->edges;
    struct edge e = {.guard = k,
                     .side = (uint8_t)side,
                     .share = 1,
                     .back = 1,
                     .due = NAN,
                     .reacted = NAN,
                     .waited = NAN};
    if (length <= 0 && side == SALTUS_BILATERAL) return;
    if (!grow(s, &list, s->n_edges, sizeof *s->edges)) return;
    s->edges = list;
    e.first_atom = f->n_atoms;
    e.first_code = f->n_code;
    if (length > 0)
        add_formula(s, &e, code, length);
    else if (add_atom(s, &e, k, 1))
        add_code(s, &e, 0);
    s->watch[k].special = true;
    s->watch[k].affine = false; /* the common case of guard.c is not for it */
    f->unilateral |= side == SALTUS_UNILATERAL;
    f->sums |= side == SALTUS_UNILATERAL && e.reads_sum;
    s->edges[s->n_edges++] = e;
}

static bool any_edge(struct sim *s)
{
    bool any = s->model->formula != NULL;
    int32_t k = 0;
    for (const saltus_guard *g = s->model->guards; g && g->name; g++)
        for (int32_t n = text_elements(g->size); n > 0; n--, k++) {
            s->watch[k].part = g->side == SALTUS_PART;
            if (g->side == SALTUS_PART) s->watch[k].affine = false;
            any |= g->side != SALTUS_BILATERAL && g->side != SALTUS_PART;
        }
    return any;
}

void edge_load(struct sim *s)
{
    int32_t k = 0;
    if (s->status < 0 || !s->n_guards || !any_edge(s)) return;
    s->fences = sim_room(s, 1, sizeof *s->fences);
    if (s->status < 0) return;
    s->fences->factor = 0.01;
    s->fences->modes = 1;
    for (const saltus_guard *g = s->model->guards; g && g->name; g++)
        for (int32_t n = text_elements(g->size); n > 0 && s->status >= 0; n--, k++) {
            sim_asks(s, SALTUS_GUARD, k);
            if (g->side != SALTUS_PART) add_edge(s, k, g->side);
        }
    if (s->fences->unilateral) s->net.inside = fence_inside;
}

void edge_free(struct sim *s)
{
    struct fences *f = s->fences;
    alloc_free(&s->alloc, s->edges);
    if (!f) return;
    alloc_free(&s->alloc, f->atom);
    alloc_free(&s->alloc, f->code);
    alloc_free(&s->alloc, f->state);
    alloc_free(&s->alloc, f->wrote);
    alloc_free(&s->alloc, f);
}

struct edge *edge_find(const struct sim *s, int32_t guard)
{
    int32_t lo = 0, hi = s->n_edges;
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (s->edges[mid].guard < guard)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < s->n_edges && s->edges[lo].guard == guard ? &s->edges[lo] : NULL;
}

/* ---- Levels and distances -------------------------------------------------------------------- */

static double value(struct sim *s, int32_t guard)
{
    double z;
    sim_asks(s, SALTUS_GUARD, guard);
    s->model->guard.eval(&s->net.env, guard, 1, &z);
    s->stats.guard_evaluations++;
    return z;
}

/* A signal as functions see it: its time, and coefficients. */
static double *signal_of(const struct sim *s, int32_t i)
{
    return (double *)(uintptr_t)(s->net.env.q + (size_t)i * (size_t)s->net.env.stride);
}

/* Where no state has a quantum, what its tolerance is here. */
static double quantum_of(const struct sim *s, int32_t i)
{
    const struct quantum *own = &s->net.quanta[i & s->net.each];
    double x = signal_of(s, i)[1];
    if (i >= s->net.n) return sim_quantum(s, x);
    return sim_together(s) ? rules_quantum(own->rel, own->abs, x) : s->net.s[i].dq;
}

/* Exact, or by a difference of guards, which may be asked anywhere. */
static double slope_to(struct sim *s, int32_t guard, int32_t i)
{
    double *x = signal_of(s, i) + 1, keep = *x, step = 1e-3 * quantum_of(s, i), up, down;
    if (s->model->guard.partial && i < s->net.n)
        return s->model->guard.partial(&s->net.env, guard, i);
    *x = keep + step;
    up = value(s, guard);
    *x = keep - step;
    down = value(s, guard);
    *x = keep;
    return (up - down) / (2 * step);
}

void edge_levels(struct sim *s, struct edge *e)
{
    const struct fences *f = s->fences;
    double t = s->net.env.t;
    for (int32_t j = 0; j < e->n_atoms; j++) {
        struct atom *a = &f->atom[e->first_atom + j];
        double c[2] = {0, 0}, near = 0, made, g;
        sim_asks(s, SALTUS_GUARD, a->guard);
        s->model->guard.eval(&s->net.env, a->guard, 2, c);
        made = fabs(c[0]) + fabs(c[1] * t);
        for (int32_t k = a->first; k < a->first + a->count; k++) {
            const double *x = signal_of(s, f->state[k]);
            g = fabs(slope_to(s, a->guard, f->state[k]));
            if (!isfinite(g)) continue;
            near += g * quantum_of(s, f->state[k]);
            made += g * fabs(poly_value(x + 1, SALTUS_SIGNAL - 1, t - x[0]));
        }
        g = fmax(f->factor * near, 64 * DBL_EPSILON * made);
        if (isfinite(g) && g > 0) a->level = g;
    }
}

void edge_levels_along(struct sim *s, struct edge *e, const saltus_env *at)
{
    saltus_env *env = &s->net.env, keep = *env;
    env->t = at->t;
    env->q = at->q;
    env->stride = at->stride;
    env->width = at->width;
    edge_levels(s, e);
    *env = keep;
}

double edge_combine(const struct sim *s, const struct edge *e, const double *z)
{
    const struct fences *f = s->fences;
    double stack[SALTUS_FORMULA];
    int depth = 0;
    for (int32_t k = e->first_code; k < e->first_code + e->n_code; k++) {
        int32_t j = f->code[k];
        if (j >= 0) {
            const struct atom *a = &f->atom[e->first_atom + j];
            double far = z[j] / fmax(a->level, DBL_MIN);
            stack[depth++] = isnan(far) ? a->polarity * INFINITY : far;
        } else if (j == SALTUS_NOT) {
            stack[depth - 1] = -stack[depth - 1];
        } else {
            double b = stack[--depth], c = stack[depth - 1];
            stack[depth - 1] = j == SALTUS_AND ? fmin(b, c) : fmax(b, c);
        }
    }
    return stack[0];
}

double edge_distance(struct sim *s, const struct edge *e)
{
    double z[FORMULA_ATOMS];
    for (int32_t j = 0; j < e->n_atoms; j++) {
        const struct atom *a = &s->fences->atom[e->first_atom + j];
        z[j] = value(s, a->guard);
        if (!isfinite(z[j])) z[j] = NAN;
    }
    return edge_combine(s, e, z);
}

void edge_advance(struct sim *s, const struct edge *e)
{
    for (int32_t j = 0; j < e->n_atoms; j++) {
        const struct atom *a = &s->fences->atom[e->first_atom + j];
        for (int32_t k = a->first; k < a->first + a->count; k++)
            if (s->fences->state[k] < s->net.n) net_advance(&s->net, s->fences->state[k]);
    }
}

double edge_distance_x(struct sim *s, const struct edge *e)
{
    saltus_env *env = &s->net.env, keep = *env;
    double zeta;
    edge_advance(s, e);
    env->q = &s->net.s->tx;
    env->width = SALTUS_SIGNAL;
    zeta = edge_distance(s, e);
    *env = keep;
    return zeta;
}

/* Atoms of a formula that are not far from 0 are taken as 0: their slopes decide. */
int edge_direction(struct sim *s, const struct edge *e)
{
    const struct fences *f = s->fences;
    saltus_env *env = &s->net.env, keep = *env;
    uint32_t least = 0, most = 0;
    const int32_t *code = f->code + e->first_code;
    env->q = &s->net.s->tx;
    env->width = SALTUS_SIGNAL;
    for (int32_t j = 0; j < e->n_atoms; j++) {
        const struct atom *a = &f->atom[e->first_atom + j];
        double c[SALTUS_SIGNAL];
        bool flat = true;
        sim_asks(s, SALTUS_GUARD, a->guard);
        s->model->guard.eval(env, a->guard, SALTUS_SIGNAL, c);
        s->stats.guard_evaluations++;
        if (e->n_atoms == 1 || fabs(c[0]) <= 300 * a->level) c[0] = 0;
        for (int k = 0; k < SALTUS_SIGNAL; k++) flat &= c[k] == 0;
        least |= (uint32_t)formula_atom(c, SALTUS_SIGNAL - 1) << j;
        if (flat && a->polarity < 0) least |= UINT32_C(1) << j;
        most |= (least & UINT32_C(1) << j) ^ (uint32_t)flat << j;
    }
    *env = keep;
    if (formula_value(code, e->n_code, least)) return 1;
    return formula_value(code, e->n_code, most) ? 0 : -1;
}
