/* SPDX-License-Identifier: MIT */
/* part_plan.c - how far may a part go, and where does it meet a guard?
 *
 * A step of level k has the length h = 2^k h0 (num/flow.h). Each row z = c y is compared with the
 * cubic H(u), u = 0..1, that has its values and slopes at both ends:
 *     |z - H| <= E.                                                                             (1)
 * E is half as much again as the largest of |z - H|/shape, shape = 16 u^2 (1 - u)^2, at eighths.
 * Of a guard on its side, sign z > 0:
 *     sign H - E > 0: it does not cross;                                                  (2)
 *     H falls, faster than E lets it rise, from sign z >= 0 to sign z < -E: it crosses once.    (3)
 * This is decided for the whole step, for halves of it, and so on, from the left; the crossing is
 * where the flow says, found by Newton's method from the root of H. If neither holds, a step half as
 * long is tried, whose E is some sixteen times less. A state or an output that someone is shown asks
 * for E within its tolerance.
 *
 * Before that it is asked how far a guard can go at all,
 *     |z - z(0)| <= sum reach_i |v_i|:                                                          (4)
 * most steps end far from all guards, and of those not even the end is computed.
 *
 * One step is planned at a time. If it meets no guard, the part is due at its end. */
#include "engine/qss/part_trial.h"
#include "num/flow_sum.h"
#include "sched/sched_impl.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* How closely curves are drawn at least, relative to what they show: what was asked to be exact should
 * look so. */
static const double drawn = 1e-6, drawn_lent = 5e-5;
enum { SKIP = 4 };

static size_t row_size(const struct part *p)
{
    return FLOW_POINTS * (size_t)p->n;
}

/* Where rows by level are kept; NULL: no memory. */
static double **levels_of(struct trial *a)
{
    struct part_setting *k = a->p->now;
    if (!k->rho) k->rho = alloc_array(&a->s->alloc, 2 * FLOW_ALL, sizeof *k->rho);
    if (!k->rho) part_no_memory(a->s);
    return k->rho;
}

/* rho of all rows at this level; NULL: no memory, or not finite. */
static const double *remainders(struct trial *a)
{
    struct part *p = a->p;
    double **at = levels_of(a);
    if (!at) return NULL;
    at += a->level;
    if (*at) return *at;
    *at = alloc_array(&a->s->alloc, (size_t)p->rows * row_size(p), sizeof **at);
    if (!*at) part_no_memory(a->s);
    for (int32_t k = 0; *at && k < p->rows; k++)
        if (!flow_remainder(a->flow, a->level, part_row(p, k), *at + (size_t)k * row_size(p))) {
            alloc_free(&a->s->alloc, *at);
            *at = NULL;
        }
    return *at;
}

/* reach of all guards at level k, by columns; that below is there. */
static bool make_reach(struct trial *a, double **reach, int k, const double *below)
{
    struct part *p = a->p;
    int wide = flow_wide(p->guards);
    double *columns = alloc_array(&a->s->alloc, (size_t)(wide * p->n), sizeof *columns);
    double row[FLOW_STATES] = {0}, under[FLOW_STATES] = {0};
    bool fine = columns != NULL;
    if (!columns) part_no_memory(a->s);
    for (int32_t j = 0; fine && j < p->guards; j++) {
        for (int32_t i = 0; below && i < p->n; i++) under[i] = below[i * wide + j];
        fine = flow_reach(a->flow, k, part_row(p, j), below ? under : NULL, row);
        for (int32_t i = 0; i < p->n; i++) columns[i * wide + j] = row[i];
    }
    if (fine)
        reach[k] = columns;
    else
        alloc_free(&a->s->alloc, columns);
    return fine;
}

/* reach of all guards at this level, and below; NULL alike. Below the base: that of the base. */
static const double *reaches(struct trial *a, int level)
{
    double **reach = levels_of(a);
    int k = level < FLOW_BASE ? FLOW_BASE : level;
    if (!reach) return NULL;
    level = k;
    reach += FLOW_ALL;
    if (reach[level]) return reach[level];
    if (level >= FLOW_LEVELS) {
        const double *below = reaches(a, flow_level(a->flow, flow_step(a->flow, level)));
        return below && make_reach(a, reach, level, below) ? reach[level] : NULL;
    }
    while (k >= FLOW_BASE && !reach[k]) k--;
    while (k++ < level)
        if (!make_reach(a, reach, k, k > FLOW_BASE ? reach[k - 1] : NULL)) return NULL;
    return reach[level];
}

static double scale_of(const struct part *p, const double *c)
{
    double sum = 0;
    for (int32_t i = 0; i < p->n - p->timed; i++)
        sum += fabs(c[i]) * fmax(fabs(p->y[i]), fabs(p->y1[i]));
    return sum;
}

/* E of (1) */
static double error(const struct part *p, const double *rho)
{
    double share[FLOW_POINTS], most = 0;
    flow_sum8(rho, FLOW_POINTS, p->v, p->n, share);
    for (int k = 0; k < FLOW_POINTS; k++) {
        double size = fabs(share[k]);
        most = size > most ? size : most;
    }
    return 1.5 * most;
}

/* (4): how far each guard can go within a step of the level of these columns. */
static void furthest(const struct trial *a, const double *reach, double *way)
{
    const struct part *p = a->p;
    double size[FLOW_STATES];
    int wide = flow_wide(p->guards);
    for (int32_t i = 0; i < p->n; i++) size[i] = fabs(p->v[i]);
    flow_sum(reach, wide, wide, size, p->n, way);
}

/* An E that is too large by far is a sixteenth of it one level below. */
static int skip_levels(double E, double enough)
{
    int k = 0;
    for (; k < SKIP && E > 256 * enough; k++) enough *= 16;
    return k;
}

/* One guard; turn: what the step adds to y. */
static enum part_verdict judge_guard(struct trial *a, int32_t k, const double *rho,
                                     const double *turn, double *root)
{
    const struct part *p = a->p;
    const double *c = part_row(p, k);
    double sign = a->s->watch[qss_of(a->s)->parts->guard[p->first_guard + k]].sign;
    double z0 = sign * a->z[k], z1 = z0 + sign * part_dot(c, turn, p->n), third = sign * a->h / 3;
    struct part_piece whole = {
        {z0, z0 + third * a->d[k], z1 - third * part_dot(c, p->v1, p->n), z1}, 0, 1};
    double E = error(p, rho + (size_t)k * row_size(p));
    enum part_verdict v = part_judge(&whole, E, PART_HALVES, root);
    if (v == PART_FINER && E <= part_nothing * (fabs(z0) + scale_of(p, c)))
        v = part_judge(&whole, 0, PART_TOUCH, root);
    if (v == PART_FINER)
        a->skip = skip_levels(E, part_near * (fabs(z0) + fabs(z1) + 3 * fabs(third * a->d[k])));
    return v;
}

/* All of them; those that (4) keeps away need no more. */
static enum part_verdict judge_guards(struct trial *a, const double *rho)
{
    struct part *p = a->p;
    enum part_verdict all = PART_SAFE;
    double turn[FLOW_STATES];
    const double *reach = a->s->opt.sink ? NULL : reaches(a, a->level);
    if (reach) furthest(a, reach, a->way);
    for (int32_t i = 0; i < p->n; i++) turn[i] = p->y1[i] - p->y[i];
    for (int32_t k = 0; k < p->guards; k++) {
        enum part_verdict v = PART_SAFE;
        double root[2] = {0};
        if (!reach || !(a->way[k] < fabs(a->z[k]))) v = judge_guard(a, k, rho, turn, root);
        if (v == PART_FINER) return PART_FINER;
        a->root[k] = v == PART_MEETS ? root[0] : INFINITY;
        a->doubt[k] = root[1];
        if (v == PART_MEETS && (all == PART_SAFE || root[0] < a->root[a->first])) {
            a->first = k;
            all = PART_MEETS;
        }
    }
    return all;
}

/* An output is shown from the cubics of the states and from Taylor's cubics of its waves, whose errors
 * do not cancel as in (1), where all are of one kind: |y_4| h^4/24 of each pair. */
static double error_of_waves(const struct trial *a, const double *row)
{
    const struct part *p = a->p;
    double sum = 0;
    for (int32_t at = p->count; at < p->count + 2 * p->waves; at += 2) {
        double turned = a->h * hypot(p->v[at], p->v[at + 1]);
        sum += hypot(row[at], row[at + 1]) * turned * turned * turned * turned / 24;
    }
    return sum;
}

/* Are the cubics of all that is shown close enough? */
static bool close_enough(struct trial *a, const double *rho)
{
    struct part *p = a->p;
    struct sim *s = a->s;
    const struct parts *all = qss_of(s)->parts;
    double share = s->knobs.refresh *
                   fmin(1, (p->lent ? drawn_lent : drawn) / (s->knobs.refresh * s->opt.rel));
    for (int32_t k = p->guards; k < p->rows; k++) {
        double E = error(p, rho + (size_t)k * row_size(p)), most;
        int32_t output = k - p->guards;
        if (output < p->outputs) {
            int32_t j = all->output[p->first_output + output];
            double quantum = s->opt.rel * fmax(s->size[j], 0);
            most = share * (quantum > 0 ? quantum : s->opt.abs);
            E += error_of_waves(a, part_row(p, k));
        } else
            most = share * net_quantum(&s->net, all->member[p->first + output - p->outputs]);
        if (E > most && E > part_nothing * scale_of(p, part_row(p, k))) return false;
    }
    return true;
}

static double next_event(const struct trial *a)
{
    double t;
    sched_first_rare(a->s->events, &t);
    return t;
}

/* To the next event of anyone, or, if that may not concern this part, as long as it is usually left
 * alone. */
double part_worth(const struct trial *a)
{
    const struct part *p = a->p;
    double t =
        next_event(a) - p->t; /* not above 0: a guard of this part, not yet put where it belongs */
    if (!(t > 0 && t < INFINITY)) return p->want;
    return qss_of(a->s)->parts->n == 1 ? t : fmax(t, p->want);
}

/* y1, v1 := at the end of a step of this level; false: not finite. */
static bool go(struct trial *a)
{
    struct part *p = a->p;
    memcpy(p->y1, p->y, (size_t)p->n * sizeof *p->y);
    memcpy(p->v1, p->v, (size_t)p->n * sizeof *p->v);
    if (a->level >= FLOW_LEVELS) {
        a->until = next_event(a);
        a->h = a->until - p->t;
        return flow_go(a->flow, a->h, p->y1, p->v1);
    }
    if (!flow_leap(a->flow, a->level, p->y1, p->v1)) return false;
    a->h = flow_step(a->flow, a->level);
    for (int32_t i = 0; i < p->n; i++)
        if (!isfinite(p->y1[i] + p->v1[i])) return false;
    return true;
}

/* (4) */
static bool out_of_reach(struct trial *a, int level)
{
    const struct part *p = a->p;
    const double *reach = reaches(a, level);
    if (!reach) return false;
    furthest(a, reach, a->way);
    for (int32_t k = 0; k < p->guards; k++)
        if (!(a->way[k] < fabs(a->z[k]))) return false;
    return true;
}

/* The highest level up to `most` that is out of reach; -1: none. */
static int reach_level(struct trial *a, int most)
{
    int low = -1, high = most;
    if (out_of_reach(a, most)) return most;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (out_of_reach(a, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* (2), (3) */
static enum part_verdict try_step(struct trial *a)
{
    const double *rho;
    enum part_verdict v;
    a->skip = 0;
    if (!go(a)) return PART_FINER;
    rho = remainders(a);
    if (!rho) return PART_FINER;
    v = judge_guards(a, rho);
    if (v != PART_FINER && a->s->opt.sink && !close_enough(a, rho)) return PART_FINER;
    return v;
}

/* By (2), (3), from this level down to `least`; PART_FINER: there is none. What ended with a short step the
 * last time is likely to do so again: levels from there on are the next to be tried. */
static enum part_verdict go_down(struct trial *a, int level, int least)
{
    int *short_step = &a->p->now->short_level;
    for (a->level = level;;) {
        enum part_verdict v = try_step(a);
        if (v != PART_FINER && a->level < level) *short_step = a->level;
        if (v != PART_FINER || a->level <= least || a->s->status < 0) return v;
        a->level = a->level == level && *short_step >= 0 && *short_step < level - 2
                       ? *short_step + 1
                       : a->level - 1 - a->skip;
        if (a->level < least) a->level = least;
    }
}

/* A step of at least level `least`, and no more than `most`. A guard that has just fired has to be
 * seen leaving its zero: there the level that was good the last time is the first to be tried. */
static enum part_verdict search_step(struct trial *a, int least, int most)
{
    int rough, *last = &a->p->now->level, time;
    enum part_verdict v;
    time = a->s->opt.sink ? -1 : flow_time(a->flow, next_event(a) - a->p->t);
    if (time >= 0) {
        a->level = time;
        v = try_step(a);
        if (v != PART_FINER) return v;
        a->until = INFINITY;
    }
    rough = a->s->opt.sink || a->fresh ? -1 : reach_level(a, most);
    if (rough < least) rough = least - 1;
    if (rough < most) {
        v = go_down(a, a->fresh && *last >= 0 && *last < most ? *last + 1 : most, rough + 1);
        if (a->fresh) *last = a->level;
        if (v != PART_FINER) return v;
        if (rough < least) return PART_FINER;
    }
    a->rough = true;
    a->level = rough;
    a->h = flow_step(a->flow, rough);
    return PART_SAFE;
}

/* ---- What is due ------------------------------------------------------------------------------ */

static void put_guard(struct trial *a, int32_t k, double t)
{
    struct sim *s = a->s;
    int32_t g = qss_of(s)->parts->guard[a->p->first_guard + k];
    struct watch *w = &s->watch[g];
    w->predicted = true;
    w->held = false;
    if (w->fired != s->net.env.t) w->seen = s->net.env.t;
    if (sched_get(s->events, slot_guard(s, g)) != t) sched_set(s->events, slot_guard(s, g), t);
}

/* Guards that cross with the first one, up to what the time can tell, are due with it. */
void part_put_guards(struct trial *a, double end)
{
    struct part *p = a->p;
    for (int32_t k = 0; k < p->guards; k++) {
        double at = INFINITY;
        if (end < INFINITY) {
            double z = part_value(a, k), slope = part_dot(part_row(p, k), p->v1, p->n);
            if (k == a->first ||
                (part_side(a, k) * slope < 0 &&
                 fabs(z) <= part_resolution(a, end) * fabs(slope) + part_rounding(a, k)))
                at = end;
        }
        put_guard(a, k, at);
    }
}

/* ---- The plan ----------------------------------------------------------------------------------- */

/* Values and slopes of guards. False: one is due now, and what it does comes first. */
static bool look(struct trial *a)
{
    struct sim *s = a->s;
    struct part *p = a->p;
    double t = s->net.env.t, c[SALTUS_SERIES];
    bool due = false;
    for (int32_t k = 0; k < p->guards; k++) {
        int32_t g = qss_of(s)->parts->guard[p->first_guard + k];
        struct watch *w = &s->watch[g];
        sim_guard_series(s, g, c); /* or it is not finite */
        if (s->status < 0) return false;
        a->z[k] = c[0];
        a->d[k] = c[1];
        if (w->sign * c[0] <= 0) {
            if (w->fired != t) sim_guard_look(s, g, false);
            a->z[k] = 0;
            a->fresh = true;
        } else if (w->fired != t)
            continue;
        due |= sched_get(s->events, slot_guard(s, g)) <= t;
    }
    return !due && s->status >= 0;
}

/* The first state's place in the queue is the part's. */
void part_put_step(struct trial *a, double end)
{
    struct sim *s = a->s;
    int32_t i = qss_of(s)->parts->member[a->p->first];
    qss_of(s)->due_for[i] = DUE_PART;
    sched_set(qss_of(s)->queue, i, end);
}

/* Cubics over the step, for whoever is shown the states. */
static void tell(struct trial *a, double h)
{
    struct sim *s = a->s;
    struct part *p = a->p;
    p->shown = p->t + h;
    for (int32_t j = 0; j < p->count; j++) {
        int32_t i = qss_of(s)->parts->member[p->first + j];
        struct state *x = &s->net.s[i];
        double rise = (p->y1[j] - p->y[j]) / h;
        x->x[2] = (3 * rise - 2 * p->v[j] - p->v1[j]) / h;
        x->x[3] = (p->v[j] + p->v1[j] - 2 * rise) / h / h;
        if (!isfinite(x->x[2] + x->x[3])) x->x[2] = x->x[3] = 0;
        sim_segment(s, i);
    }
}

/* A flow without loops has no time of its own, but guards have. Of one that begins with z + d s, the term of
 * degree k + 1 is as large as d s after (|d| (k+1)!/|z^(k+1)|)^(1/k). The shortest of these times, or
 * 0. */
static double guard_time(const struct trial *a)
{
    const struct part *p = a->p;
    double term[FLOW_STATES], next[FLOW_STATES], least = INFINITY, factor = 1;
    memcpy(term, p->v, (size_t)p->n * sizeof *term);
    for (int k = 1; k < p->n; k++) {
        factor *= k + 1;
        memset(next, 0, sizeof next);
        for (int i = 0; i < p->n; i++)
            for (int j = 0; j < p->n; j++) next[i] += a->flow->a[i * p->n + j] * term[j];
        memcpy(term, next, sizeof term);
        for (int32_t j = 0; j < p->guards; j++)
            least =
                fmin(least, pow(fabs(a->d[j]) * factor / fabs(part_dot(part_row(p, j), term, p->n)),
                                1.0 / k));
    }
    return least < INFINITY ? least : 0;
}

static int enough(const struct trial *a)
{
    double want = part_worth(a);
    if (!(want > 0) && !a->flow->loops) want = guard_time(a);
    if (!(want > 0) && !a->flow->loops) want = INFINITY;
    int level = want > 0 ? flow_level(a->flow, want) + 1 : 8;
    return level < a->flow->last ? level : a->flow->last;
}

/* As fine as time can tell: what the ends say. */
static enum part_verdict decide(struct trial *a)
{
    const struct parts *all = qss_of(a->s)->parts;
    if (!go(a)) {
        sim_not_finite(a->s, all->member[a->p->first]);
        return PART_SAFE;
    }
    for (int32_t k = 0; k < a->p->guards; k++)
        if (part_value(a, k) * part_side(a, k) < 0) {
            a->first = k;
            return PART_MEETS;
        }
    return PART_SAFE;
}

/* Is a crossing that H shows further away than it is worth looking? Then the part is due before it,
 * and if something happens until then, it need not be found. */
static bool is_later(struct trial *a)
{
    double safe = (a->root[a->first] - 2 * part_near) * a->h;
    if (a->s->opt.sink || !(safe > part_worth(a))) return false;
    a->rough = true;
    a->h = safe;
    return true;
}

static void plan_step(struct trial *a)
{
    struct sim *s = a->s;
    struct part *p = a->p;
    int least = flow_level(a->flow, 4 * DBL_EPSILON * fabs(p->t)), most = enough(a);
    enum part_verdict v = search_step(a, least, most < least ? least : most);
    double meets, end;
    if (v == PART_MEETS && is_later(a)) v = PART_SAFE;
    meets = v == PART_MEETS ? part_meet(a) : INFINITY;
    if (isnan(meets) && a->level >= FLOW_LEVELS) a->level = most + 1;
    while (isnan(meets) && a->level > least && s->status >= 0) {
        v = go_down(a, a->level - 1, least);
        meets = v == PART_MEETS ? part_meet(a) : INFINITY;
    }
    if (a->flow->failed) part_no_memory(s);
    if (s->status < 0) return;
    if (v == PART_FINER || isnan(meets)) {
        v = decide(a);
        meets = p->t + a->h;
    }
    end = v == PART_SAFE && a->until < INFINITY && !a->rough ? a->until : p->t + a->h;
    p->end = v == PART_MEETS ? meets : a->rough ? INFINITY : end;
    if (s->opt.sink) tell(a, v == PART_MEETS ? p->end - p->t : a->h);
    part_put_guards(a, v == PART_MEETS ? p->end : INFINITY);
    part_put_step(a, v == PART_MEETS ? INFINITY : end);
}

static void plan(struct sim *s, struct part *p)
{
    double z[5 * 64], *room = z;
    struct trial a = {.s = s, .p = p, .flow = &p->now->flow->flow, .until = INFINITY};
    part_arrive(s, p);
    if (s->status < 0) return;
    if (p->guards > 64)
        room = alloc_array(&s->alloc, 5 * (size_t)flow_wide(p->guards), sizeof *room);
    if (!room) {
        part_no_memory(s);
        return;
    }
    a.way = room;
    a.z = room + flow_wide(p->guards);
    a.d = a.z + p->guards;
    a.root = a.d + p->guards;
    a.doubt = a.root + p->guards;
    if (look(&a)) {
        if (s->opt.sink || !part_plan_form(&a)) plan_step(&a);
    } else if (s->status >= 0)
        part_put_step(&a, INFINITY);
    if (room != z) alloc_free(&s->alloc, room);
}

void parts_plan(struct sim *s)
{
    struct parts *all = qss_of(s)->parts;
    for (int32_t k = 0; k < all->stale.count && s->status >= 0; k++) {
        struct part *p = &all->part[all->stale.item[k]];
        if (!p->dear && !p->gone) plan(s, p);
        if (p->dear && !p->gone && s->status >= 0) part_give_up(s, p);
    }
    set_clear(&all->stale);
}
