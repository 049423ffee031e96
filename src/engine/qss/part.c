/* SPDX-License-Identifier: MIT */
/* part.c - an exact part: its coefficients, where its states are, what an event does to it.
 *
 *  1. Before anyone reads or writes the record of a state, its part comes to the present by the
 *     flow: y, v, and the records with x = q = y + v s.
 *  2. After an event, parts that it has moved take their states from the records, the coefficients
 *     that belong to the discretes, and v from the derivatives of the model, so that constants and
 *     inputs need not be known. What the event has not changed, the flow has right; all v are taken
 *     anew each PART_AGE times, so that rounding does not add up.
 *  3. Then guards are looked at, along x = q, and the next step is planned (part_plan.c).
 *
 * Coefficients are partial derivatives, taken once for each combination of the discretes. If the
 * discretes have new values but the coefficients the same bits (a disturbance that is only added),
 * they are known, too. */
#include "engine/qss/part.h"
#include <math.h>
#include <string.h>

/* States that have closed forms, and whose rows are quickly computed */
enum { FEW = 2 };

static bool same_key(const struct sim *s, const struct part *p, const struct part_setting *k)
{
    const int32_t *d = qss_of(s)->parts->discrete + p->first_discrete;
    for (int32_t j = 0; j < p->discretes; j++)
        if (s->discretes[d[j]] != k->key[j]) return false;
    return true;
}

/* ---- 1. --------------------------------------------------------------------------------------- */

static struct state *record(const struct sim *s, const struct part *p, int32_t j)
{
    return &s->net.s[qss_of(s)->parts->member[p->first + j]];
}

static void show(struct sim *s, struct part *p)
{
    double t = s->net.env.t;
    for (int32_t j = 0; j < p->count; j++) {
        struct state *x = record(s, p, j);
        x->tx = x->tq = t;
        x->x[0] = x->q[0] = p->y[j];
        x->x[1] = x->q[1] = p->v[j];
        x->x[2] = x->x[3] = x->q[2] = x->q[3] = 0;
    }
}

void part_no_memory(struct sim *s)
{
    if (s->status >= 0)
        sim_fail(s, SALTUS_ENOMEM, SALTUS_TIME, -1, "out of memory for a linear part", NULL);
}

/* Something is, or there was no memory to find out. */
static void not_finite(struct sim *s, const struct part *p)
{
    int32_t bad = 0;
    if (p->now && p->now->flow->flow.failed) {
        part_no_memory(s);
        return;
    }
    while (bad < p->count - 1 && isfinite(p->y[bad] + p->v[bad])) bad++;
    sim_not_finite(s, qss_of(s)->parts->member[p->first + bad]);
}

/* A setting that has lasted for this time: if that has been so before, as with the ticks of a clock, its
 * flow gets a step of this length. */
static void note_length(struct part_setting *k, double length)
{
    double least = 2 * flow_step(&k->flow->flow, 0);
    int rare = k->often[0] <= k->often[1] ? 0 : 1;
    if (!k->flow->flow.loops) return;
    for (int j = 0; j < PART_LENGTHS; j++)
        if (fabs(length - k->lasted[j]) < least * 0x1p-9) {
            if (++k->often[j] == PART_OFTEN) flow_make_time(&k->flow->flow, length);
            return;
        }
    if (k->often[rare] > 0 && k->often[rare] < PART_OFTEN)
        k->often[rare]--; /* it may still come again */
    else if (k->often[rare] == 0) {
        k->lasted[rare] = length;
        k->often[rare] = 1;
    }
}

void part_arrive(struct sim *s, struct part *p)
{
    double t = s->net.env.t, before[FLOW_STATES];
    size_t bytes = (size_t)p->n * sizeof *p->y;
    bool counts = part_counts(p);
    if (!p->now || p->t == t) return; /* a handler may be tried before the start is known */
    p->want += p->want > 0 ? 0.25 * (1.5 * (t - p->t) - p->want) : 1.5 * (t - p->t);
    if (counts) memcpy(before, p->v, bytes);
    if (p->end == t) {
        memcpy(p->y, p->y1, bytes);
        memcpy(p->v, p->v1, bytes);
    } else if (!flow_go(&p->now->flow->flow, t - p->t, p->y, p->v))
        not_finite(s, p);
    if (p->n > FEW) note_length(p->now, t - p->t);
    if (counts) part_count(s, p, before, t - p->t);
    p->t = t;
    show(s, p);
    if (s->opt.sink) set_add(&qss_of(s)->parts->stale, part_number(s, p));
}

bool part_known(const struct sim *s, int32_t i, double t, double *signal)
{
    struct parts *all = qss_of(s)->parts;
    const struct part *p = part_of(s, i);
    double *y, *v;
    if (!p || !p->now || t < p->t) return false;
    y = all->room;
    v = y + FLOW_STATES;
    if (all->looked != p || all->looked_at != t) {
        memcpy(y, p->y, (size_t)p->n * sizeof *y);
        memcpy(v, p->v, (size_t)p->n * sizeof *v);
        if (!flow_go(&p->now->flow->flow, t - p->t, y, v)) /* it is beyond all numbers */
            for (int32_t k = 0; k < p->n; k++) y[k] = v[k] = NAN;
        all->looked = p;
        all->looked_at = t;
    }
    signal[0] = t;
    signal[1] = y[all->place[i]];
    signal[2] = v[all->place[i]];
    signal[3] = signal[4] = 0;
    return true;
}

static double along(const double *c, const double *a, const double *b, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += c[i] * (a[i] - b[i]);
    return sum;
}

/* The cubic with the values and slopes that the flow has now and at the end of the step. */
bool part_curve(struct sim *s, int32_t j, double t, double *c)
{
    static const double rest[FLOW_STATES] = {0};
    struct parts *all = qss_of(s)->parts;
    const struct part *p = all && all->of_output[j] >= 0 ? &all->part[all->of_output[j]] : NULL;
    const double *row, *y, *v;
    double h, rise, signal[1 + SALTUS_SIGNAL], d0, d1;
    if (!p || !p->now || !part_waving(s, SALTUS_OUTPUT, s->outputs[j])) return false;
    if (!(p->shown > t) || !same_key(s, p, p->now)) return false;
    if (!part_known(s, all->member[p->first], t, signal)) return false;
    y = all->room;
    v = y + FLOW_STATES;
    row = p->now->rows + (size_t)(p->guards + all->place_output[j]) * (size_t)p->n;
    h = p->shown - t;
    rise = along(row, p->y1, y, p->n) / h;
    d0 = along(row, v, rest, p->n);
    d1 = along(row, p->v1, rest, p->n);
    c[1] = d0;
    c[2] = (3 * rise - 2 * d0 - d1) / h;
    c[3] = (d0 + d1 - 2 * rise) / h / h;
    if (!isfinite(c[2] + c[3])) c[2] = c[3] = 0;
    return true;
}

/* ---- Coefficients ----------------------------------------------------------------------------- */

static void take_key(const struct sim *s, const struct part *p, struct part_setting *k)
{
    const int32_t *d = qss_of(s)->parts->discrete + p->first_discrete;
    for (int32_t j = 0; j < p->discretes; j++) k->key[j] = s->discretes[d[j]];
}

/* The change of a function with the time alone, but for its waves. */
static double by_time(struct sim *s, const saltus_function *f, saltus_kind kind, int32_t i)
{
    double c[SALTUS_SERIES];
    if (part_waving(s, kind, i)) return s->model->by_wave(&s->net.env, kind, i, -1);
    f->eval(&s->net.env, i, 2, c);
    return c[1];
}

/* d function_i / d q_j. Where the model has no function for it, along q_j of a large slope, beside
 * which the time does not count; function i may read it. */
static double by_state(struct sim *s, const saltus_function *f, int32_t i, int32_t j)
{
    double *slope = &s->net.s[j].q[1], c[SALTUS_SERIES], alone;
    if (f->partial) return f->partial(&s->net.env, i, j);
    f->eval(&s->net.env, i, 2, c);
    alone = c[1];
    *slope = 0x1p60;
    f->eval(&s->net.env, i, 2, c);
    *slope = 0;
    return (c[1] - alone) * 0x1p-60;
}

static void waves(struct sim *s, const struct part *p, double *a, double *rows)
{
    const struct parts *all = qss_of(s)->parts;
    int32_t n = p->n;
    for (int32_t j = 0; p->waves && j < p->count; j++)
        part_waves_row(s, p, SALTUS_STATE, all->member[p->first + j], a + j * n);
    for (int32_t j = 0; p->waves && j < p->guards; j++)
        part_waves_row(s, p, SALTUS_GUARD, all->guard[p->first_guard + j], rows + j * n);
    for (int32_t j = 0; p->waves && s->opt.sink && j < p->outputs; j++)
        part_waves_row(s, p, SALTUS_OUTPUT, s->outputs[all->output[p->first_output + j]],
                       rows + (p->guards + j) * n);
    part_waves_matrix(s, p, a);
}

/* Which rows are to be computed: those of derivatives and guards that read a discrete that has changed. */
struct renewal {
    bool all, der[PART_STATES], guard[PART_GUARDS];
};

/* a: n*n; rows: as in part_setting. The q are constants meanwhile. */
static void coefficients(struct sim *s, const struct part *p, const struct renewal *r, double *a,
                         double *rows)
{
    const struct parts *all = qss_of(s)->parts;
    const saltus_model *m = s->model;
    const int32_t *member = all->member + p->first, *guard = all->guard + p->first_guard;
    const int32_t *output = all->output + p->first_output;
    int32_t n = p->n;
    double *shown = rows + (size_t)p->guards * (size_t)n;
    for (int32_t j = 0; j < p->count; j++) {
        int32_t i = member[j];
        for (const int32_t *f = csr_first(&s->net.feeds, i); f < csr_last(&s->net.feeds, i); f++) {
            if (!r->all && !r->der[all->place[*f]]) continue;
            sim_asks(s, SALTUS_STATE, *f);
            a[all->place[*f] * n + j] = by_state(s, &m->der, *f, i);
        }
        for (const int32_t *g = csr_first(&s->feeds_guard, i); g < csr_last(&s->feeds_guard, i);
             g++)
            if (r->all || r->guard[all->place_guard[*g]])
                rows[all->place_guard[*g] * n + j] = by_state(s, &m->guard, *g, i);
        for (const int32_t *k = s->opt.sink && s->n_watched ? csr_first(&s->seen_state, i) : NULL;
             k && k < csr_last(&s->seen_state, i); k++)
            if (all->place_output[*k] >= 0)
                shown[all->place_output[*k] * n + j] = by_state(s, &m->output, s->outputs[*k], i);
    }
    for (int32_t j = 0; s->opt.sink && j < p->count; j++) shown[(p->outputs + j) * n + j] = 1;
    waves(s, p, a, rows);
    if (!p->timed) return;
    for (int32_t j = 0; j < p->count; j++)
        if (s->timed[member[j]] && (r->all || r->der[j]))
            a[j * n + n - 1] = by_time(s, &m->der, SALTUS_STATE, member[j]);
    for (int32_t j = 0; j < p->guards; j++)
        if (r->all || r->guard[j])
            rows[j * n + n - 1] = by_time(s, &m->guard, SALTUS_GUARD, guard[j]);
    for (int32_t j = 0; s->opt.sink && j < p->outputs; j++)
        shown[j * n + n - 1] = by_time(s, &m->output, SALTUS_OUTPUT, s->outputs[output[j]]);
}

static uint64_t hash_of(const double *a, int32_t n)
{
    uint64_t h = 1469598103934665603u;
    for (int32_t k = 0; k < n; k++) {
        uint64_t bits;
        memcpy(&bits, &a[k], sizeof bits);
        h = (h ^ bits) * 1099511628211u;
        h ^= h >> 29;
    }
    return h;
}

static struct part_flow *flow_for(struct sim *s, const double *a, int32_t n)
{
    struct parts *all = qss_of(s)->parts;
    uint64_t hash = hash_of(a, n * n);
    struct part_flow **first = &all->flows[hash & (all->buckets - 1)], *f = *first;
    while (f && !(f->hash == hash && f->flow.n == n &&
                  memcmp(f->flow.a, a, (size_t)(n * n) * sizeof *a) == 0))
        f = f->next;
    if (f) {
        f->uses++;
        return f;
    }
    f = alloc_array(&s->alloc, 1, sizeof *f);
    if (f && !flow_open(&f->flow, &s->alloc, a, n)) {
        flow_close(&f->flow);
        alloc_free(&s->alloc, f);
        f = NULL;
    }
    if (!f) return NULL;
    f->hash = hash;
    f->uses = 1;
    f->next = *first;
    *first = f;
    all->modes++;
    return f;
}

static size_t row_numbers(const struct part *p)
{
    return (size_t)p->rows * (size_t)p->n;
}

/* Has it the coefficients in scratch? */
static bool same_numbers(const struct sim *s, const struct part *p, const struct part_setting *k)
{
    const double *scratch = qss_of(s)->parts->scratch;
    size_t rows = row_numbers(p), size = (size_t)(p->n * p->n);
    return memcmp(k->rows, scratch, rows * sizeof *scratch) == 0 &&
           memcmp(k->flow->flow.a, scratch + rows, size * sizeof *scratch) == 0;
}

static void drop_last(struct sim *s, struct part *p)
{
    struct part_setting **at = &p->settings;
    while ((*at)->next) at = &(*at)->next;
    part_forget(s, *at);
    *at = NULL;
    p->kept--;
}

/* A setting with the coefficients in scratch, or NULL and a failure. */
static struct part_setting *new_setting(struct sim *s, struct part *p)
{
    const double *scratch = qss_of(s)->parts->scratch;
    struct part_setting *k = alloc_array(&s->alloc, 1, sizeof *k);
    size_t rows = row_numbers(p);
    if (k) {
        k->key = alloc_array(&s->alloc, (size_t)p->discretes + rows, sizeof *k->key);
        k->flow = flow_for(s, scratch + rows, p->n);
        k->level = k->short_level = -1;
    }
    if (!k || !k->key || !k->flow) {
        if (k) part_forget(s, k);
        part_no_memory(s);
        return NULL;
    }
    k->rows = k->key + p->discretes;
    memcpy(k->rows, scratch, rows * sizeof *scratch);
    if (p->kept == PART_SETTINGS) drop_last(s, p);
    p->kept++;
    return k;
}

static bool all_finite(const double *x, size_t n)
{
    double sum[4] = {0}; /* that need not wait for each other */
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += 0 * x[i + k];
    for (; i < n; i++) sum[0] += 0 * x[i];
    return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

/* A row that is computed again begins with zeros. */
static void clear_row(double *rows, int32_t k, int32_t n)
{
    memset(rows + k * n, 0, (size_t)n * sizeof *rows);
}

static void note_readers(struct sim *s, const struct part *p, int32_t discrete, struct renewal *r,
                         double *a, double *rows)
{
    const struct parts *all = qss_of(s)->parts;
    int32_t of = part_number(s, p), k;
    for (const int32_t *f = csr_first(&s->drives, discrete); f < csr_last(&s->drives, discrete);
         f++) {
        int32_t guard = *f - s->net.n;
        if (guard < 0 && all->of[*f] == of) {
            k = all->place[*f];
            r->der[k] = true;
            clear_row(a, k, p->n);
        } else if (guard >= 0 && guard < s->n_guards && all->of_guard[guard] == of) {
            k = all->place_guard[guard];
            r->guard[k] = true;
            clear_row(rows, k, p->n);
        }
    }
}

/* In scratch: what the present setting has, but for rows that are to be computed. */
static void begin_numbers(struct sim *s, const struct part *p, struct renewal *r)
{
    const struct parts *all = qss_of(s)->parts;
    const struct part_setting *now = p->now;
    size_t rows = row_numbers(p), size = (size_t)(p->n * p->n);
    double *a = all->scratch + rows;
    r->all = !now || s->opt.sink || p->waves || p->n <= FEW || p->guards > PART_GUARDS;
    if (r->all) {
        memset(all->scratch, 0, (rows + size) * sizeof *a);
        return;
    }
    memset(r, 0, sizeof *r);
    memcpy(all->scratch, now->rows, rows * sizeof *a);
    memcpy(a, now->flow->flow.a, size * sizeof *a);
    for (int32_t j = 0; j < p->discretes; j++) {
        int32_t d = all->discrete[p->first_discrete + j];
        if (s->discretes[d] != now->key[j]) note_readers(s, p, d, r, a, all->scratch);
    }
}

/* The coefficients of the discretes as they are, with or without new numbers. */
static struct part_setting *find_numbers(struct sim *s, struct part *p)
{
    double *scratch = qss_of(s)->parts->scratch;
    size_t rows = row_numbers(p), size = (size_t)(p->n * p->n);
    struct part_setting *k = p->now;
    struct renewal renewal;
    begin_numbers(s, p, &renewal);
    for (int32_t j = 0; j < p->count; j++) record(s, p, j)->q[1] = 0;
    coefficients(s, p, &renewal, scratch + rows, scratch);
    if (s->status < 0) return NULL;
    if (!all_finite(scratch, rows + size)) {
        p->dear |= p->lent;
        if (p->lent) return NULL;
        sim_fail(s, SALTUS_ENAN, SALTUS_STATE, qss_of(s)->parts->member[p->first],
                 "a coefficient of its linear part is not finite", NULL);
        return NULL;
    }
    if (!k || !same_numbers(s, p, k))
        for (k = p->settings; k && !same_numbers(s, p, k);) k = k->next;
    if (!k) k = new_setting(s, p);
    if (k) take_key(s, p, k);
    return k;
}

/* False: there is none, a failure, or the part has no finite coefficients. */
static bool choose_setting(struct sim *s, struct part *p)
{
    struct part_setting *k = p->now, **at = &p->settings;
    if (k && same_key(s, p, k)) return true;
    for (k = p->settings; k && !same_key(s, p, k);) k = k->next;
    if (!k) k = find_numbers(s, p);
    if (!k || k == p->now) return k != NULL;
    while (*at && *at != k) at = &(*at)->next;
    if (*at) *at = k->next;
    k->next = p->settings;
    p->settings = p->now = k;
    return true;
}

/* ---- 2., 3. ------------------------------------------------------------------------------------ */

/* v of the model, where the flow does not have it. */
static void renew_slopes(struct sim *s, struct part *p, bool all)
{
    const int32_t *member = qss_of(s)->parts->member + p->first;
    if (all || ++p->age == PART_AGE) {
        p->jumped = UINT32_MAX;
        p->age = 0;
    }
    for (int32_t j = 0; j < p->count && p->jumped >> j && s->status >= 0; j++) {
        if (!(p->jumped >> j & 1)) continue;
        sim_asks(s, SALTUS_STATE, member[j]);
        s->model->der.eval(&s->net.env, member[j], 1, &p->v[j]);
        s->stats.evaluations++;
    }
    p->jumped = 0;
}

void part_touch(struct sim *s, struct part *p, bool all)
{
    struct parts *parts = qss_of(s)->parts;
    part_arrive(s, p);
    for (int32_t j = 0; j < p->count; j++) {
        struct state *x = record(s, p, j);
        p->y[j] = x->x[0];
        x->dq = net_exact_quantum(&s->net, parts->member[p->first + j]);
    }
    if (!choose_setting(s, p)) {
        if (p->dear) part_release(s, p);
        return;
    }
    renew_slopes(s, p, all);
    part_waves_begin(s, p);
    if (p->timed) p->v[p->n - 1] = 1;
    if (s->status < 0) return;
    if (!all_finite(p->y, (size_t)p->n) || !all_finite(p->v, (size_t)p->n)) {
        not_finite(s, p);
        return;
    }
    p->end = INFINITY;
    parts->looked = NULL;
    show(s, p);
    set_add(&parts->stale, part_number(s, p));
}

/* The derivative of state i is another one. */
static void jumps(struct parts *all, int32_t i)
{
    struct part *p = &all->part[all->of[i]];
    p->jumped |= (uint32_t)1 << all->place[i];
    set_add(&all->moved, all->of[i]);
}

void parts_follow(struct sim *s)
{
    struct parts *all = qss_of(s)->parts;
    for (int32_t k = 0; k < s->touched.count; k++)
        if (all->of[s->touched.item[k]] >= 0) {
            jumps(all, s->touched.item[k]);
            all->part[all->of[s->touched.item[k]]].steps++;
        }
    for (int32_t k = 0; k < s->changed.count; k++) {
        int32_t i = s->changed.item[k];
        if (all->of[i] < 0) continue;
        set_add(&all->moved, all->of[i]);
        for (const int32_t *f = csr_first(&s->net.feeds, i); f < csr_last(&s->net.feeds, i); f++)
            if (all->of[*f] >= 0) jumps(all, *f);
    }
    for (int32_t k = 0; k < s->looked.count; k++)
        if (all->of_guard[s->looked.item[k]] >= 0)
            set_add(&all->moved, all->of_guard[s->looked.item[k]]);
    for (int32_t k = 0; k < all->moved.count && s->status >= 0; k++) {
        struct part *p = &all->part[all->moved.item[k]];
        part_touch(s, p, false);
        part_visited(s, p);
        for (int32_t j = 0; j < p->guards; j++) set_add(&s->looked, all->guard[p->first_guard + j]);
    }
    set_clear(&all->moved);
}

void parts_start(struct sim *s)
{
    struct parts *all = qss_of(s)->parts;
    for (int32_t k = 0; k < all->n && s->status >= 0; k++) {
        struct part *p = &all->part[k];
        p->t = s->net.env.t;
        part_touch(s, p, true);
    }
    sim_forget_changes(s);
}

void part_due(struct sim *s, int32_t i)
{
    struct part *p = part_of(s, i);
    double length = s->net.env.t - p->t;
    qss_begin(s);
    p->want = fmax(p->want, 2 * length);
    s->stats.steps++;
    s->steps[i]++;
    part_touch(s, p, false);
}

void parts_event(struct sim *s, int32_t slot)
{
    struct parts *all = qss_of(s)->parts;
    int32_t guard = slot - s->n_clocks, of = guard < 0 ? -1 : all->of_guard[guard];
    if (of < 0) return;
    part_arrive(s, &all->part[of]);
    set_add(&all->stale, of);
}
