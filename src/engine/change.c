/* SPDX-License-Identifier: MIT */
/* change.c - quantized states, or all together? Decided during the run, by counting.
 *
 * A run begins quantized, or with a trial. Where everything moves all the time, and smoothly, steps of all states
 * together by a method of order 5 (engine/runge) are longer by so much that they are less work. Where
 * events are many, or few states move, quantized states are. No one knows that in advance, so it is
 * tried: at an instant at which nothing else is due, the run leaves one engine, with all states at
 * the present, and the other one goes on. Nothing here looks at a clock of the machine, so a run is
 * the same whenever and wherever it is made.
 *
 * Work is told in nanoseconds of a machine of today, for code that is compiled:
 *     quantized   w = 40 evaluations + 50 steps                                                   (1)
 *     together    w = 15 evaluations + 0.3 multiplications with matrices + 300 steps               (2)
 * and 200 for an enclosure.
 * A trial is promising if the work that it can be expected to take is less. With M steps of the state
 * that has made most, or as many as fit half as densely as the fastest one steps now, a step of all
 * states, of 10 n evaluations, replaces `longer` of these, and an event costs 5 such steps:
 *     15 * 10 n (M/longer + 5 events)  <  the work meanwhile, (1).                                (3)
 * If it is not, the next look is after twice the work.
 * Together, what quantized states would do meanwhile is counted as in part_pays.c: a state makes about
 *     (h |v1 - v|/(4 dq))^(1/2)  `others` times                                                   (4)
 * steps while its slope goes from v to v1 in a time h. What (2) is more than `dearer` times that, in
 * work, is a debt; when it is DEBT steps, quantized states take over again. The next trial waits until
 * their work is BACK times what this one has lost, so trials that fail cost a small part of a run.
 * (4) may be wrong by far, as where a stiff model bends the steps of joint blocks. So soon after a
 * change back the work that quantized states really do is compared with what it was together: if it
 * is twice that, the run goes together again, and (4) is multiplied from then on.
 *
 * Of the two methods the explicit one goes on where its stability allows the steps that accuracy
 * does: h times the fastest rate of the model below `calm`; beyond `tight` the implicit one does.
 *
 * What stays quantized, since someone has asked for it or the other engines do not have it: single
 * states with methods of their own, exact parts, delays, edges, inputs from outside, the option
 * `shadow`, a run without an end; and models with guards whose states read large sums: a step together
 * encloses them for each guard, while quantized ones follow term by term (run/signal).
 *
 * A run of a plain model, of PLAIN states or more, of which most move, not stiff, with hardly any events, begins
 * with a trial of the explicit method, before anything is known: a quantized step is taken to cost what
 * those who read a state cost. */
#include "engine/change.h"
#include "engine/qss/block.h"
#include "engine/qss/part.h"
#include "engine/runge/runge.h"
#include "quant/rules.h"
#include "run/horizon/horizon.h"
#include <math.h>
#include <string.h>

enum { BACK = 20, SPAN = 8, DEBT = 3, GAIN = 16, PROBES = 6, PLAIN = 24 };
static const double each_evaluation = 40, each_step = 50;                       /* (1) */
static const double each_range = 200;                                           /* in both */
static const double whole_evaluation = 15, whole_entry = 0.3, whole_step = 300; /* (2) */
static const double longer = 3, others = 1.2, dearer = 1.5;
static const double clearly = 1.2;
static const double setup = 500; /* for each state: what a change to and fro costs              */
/* Their errors of a step, in tolerances of the run, so that what adds up is as with quantized states. */
static const double share_stiff = 0.5, share_rk5 = 0.1;
static const double calm = 1.5, tight = 3;
static const double stiffer = 20;  /* a rate, beside the pace: no trial at the beginning */
static const double coarse = 2e-5; /* from here on rodas4 is cheaper than radau5 */

struct change {
    const struct method *own; /* of the quantized states                                   */
    const struct engine_method *stiff, *rk5;
    struct horizons *horizons; /* of the run, while it is together                         */
    struct sched *showing;
    struct blocks *blocks; /* of the quantized states                                   */
    int width, env_width;
    uint64_t *before;    /* n: ... and the steps by then                             */
    double *bend;        /* n: room                                                  */
    double from;         /* quantized: when the present stretch began                */
    double last;         /* together: the last judgement                            */
    double pace;         /* the time between two steps of the state that makes most  */
    int taken;           /* steps together since the last change                     */
    uint64_t steps;      /* made before the states went on together                  */
    saltus_stats since;  /* counted by then                                          */
    double matrices;     /* the same                                                 */
    double total;        /* work together since the last change                      */
    double debt;         /* ... of steps that were dearer than others would be          */
    double mark, marked; /* total, and the time, when there was none                 */
    double rate;         /* work in a unit of time together, when it was left           */
    int probes;          /* was it right to leave? So often this has been asked; 0: no question */
    double faith;        /* (4) is so many times too low                             */
    double price;        /* of one quantized step                                    */
    double lost;         /* by the last trial                                        */
    double waits;        /* quantized: the work after which a trial is thought of       */
    double longer;       /* a step of all states than one of order 2                          */
    bool never;          /* no more trials                                           */
    uint64_t first;      /* the first judgement but for a trial at the beginning             */
    bool pilot;          /* nothing has been counted yet: the run begins with a trial        */
};

static struct change *change_of(const struct sim *s)
{
    return s->change;
}

/* ---- May it? --------------------------------------------------------------------------------- */

static bool uniform(const struct sim *s)
{
    for (int32_t i = 1; i < s->net.n; i++)
        if (s->method_of[i] != s->method_of[0]) return false;
    return true;
}

/* Does each state read sums of so many terms that steps together would add them up for each? */
static bool through_sums(const struct sim *s)
{
    int64_t terms = 0;
    for (int32_t k = 0; k < s->net.n_sums; k++)
        terms +=
            (int64_t)csr_count(&s->shown, k) * (s->net.first_term[k + 1] - s->net.first_term[k]);
    return terms > 64 * (int64_t)s->net.n;
}

static bool may(const struct sim *s)
{
    return s->net.n > 0 && sim_method(s, 0)->couple && sim_method(s, 0)->lends && uniform(s) &&
           s->knobs.together != 0 && !s->outside && !s->opt.shadow && !s->n_delays && !s->n_edges &&
           !(s->n_guards && through_sums(s));
}

/* Hardly any events, and enough states for a trial to be cheap beside what it finds out. */
static bool plain(const struct sim *s)
{
    return s->net.n >= PLAIN && s->n_guards + s->n_clocks <= s->net.n / (2 * PLAIN);
}

static bool in_parts(const struct sim *s)
{
    const struct parts *p = qss_of(s)->parts;
    return p && p->gone < p->n;
}

/* ---- Work ------------------------------------------------------------------------------------ */

static double quantized_work(const struct sim *s, const saltus_stats *since)
{
    return each_evaluation * (double)(s->stats.evaluations - since->evaluations) +
           each_step * (double)(s->stats.steps - since->steps) +
           each_range * (double)(s->stats.range_evaluations - since->range_evaluations);
}

static struct engine_host *host_of(const struct sim *s)
{
    return &whole_of(s)->host;
}

static double whole_work(const struct sim *s, const struct change *c)
{
    return whole_evaluation * (double)(s->stats.evaluations - c->since.evaluations) +
           whole_step * (double)(s->stats.steps - c->since.steps) +
           each_range * (double)(s->stats.range_evaluations - c->since.range_evaluations) +
           whole_entry * (runge_work(host_of(s)) - c->matrices);
}

/* ---- From one to the other --------------------------------------------------------------------- */

static void give_method(struct sim *s, const struct method *m)
{
    for (int32_t i = 0; i < s->net.n; i++) sim_give_method(s, i, m);
}

static void count(const struct sim *s, saltus_stats *st)
{
    if (s->engine != &qss_engine) st->together += s->stats.steps - change_of(s)->steps;
}

/* Joint blocks stay as they are: where nothing disturbs them, they would not be found again. */
static void keep_blocks(struct sim *s)
{
    struct change *c = change_of(s);
    c->blocks = qss_of(s)->blocks;
    qss_of(s)->blocks = NULL;
    if (c->blocks) c->blocks->formed = 0;
}

static void leave(struct sim *s)
{
    count(s, &s->stats);
    s->engine->leave(s);
    if (s->engine->count) s->engine->count(s, &s->stats);
    if (s->engine == &qss_engine) keep_blocks(s);
    s->engine->close(s);
    memset(sim_own(s), 0, engine_change.size);
}

static void note(struct sim *s)
{
    if (s->stats.changes++ == 0) s->stats.together_from = s->net.env.t;
}

static void begin_stretch(struct sim *s, struct change *c)
{
    c->since = s->stats;
    if (s->engine == &qss_engine) {
        memcpy(c->before, s->steps, (size_t)s->net.n * sizeof *c->before);
        c->from = s->net.env.t;
        return;
    }
    c->matrices = runge_work(host_of(s));
}

/* All states together, from here on, by this method. False: it could not even begin. */
static bool go_together(struct sim *s, const struct engine_method *by)
{
    struct change *c = change_of(s);
    bool first = s->engine == &qss_engine;
    leave(s);
    if (first) {
        note(s);
        c->horizons = s->horizons;
        c->showing = s->showing;
        c->width = s->width;
        c->env_width = s->net.env.width;
        s->horizons = NULL;
        s->showing = NULL;
        if (!s->n_signals) s->width = s->net.env.width = SALTUS_SIGNAL;
    }
    c->steps = s->stats.steps;
    s->engine = &whole_frame;
    s->given = &runge_engine.head;
    s->chosen = by;
    give_method(s, whole_frame.method);
    s->engine->resume(s);
    if (whole_of(s)->lost || s->status < 0) return false;
    for (int32_t i = 0; i < s->net.n; i++) {
        whole_of(s)->tolerance_rel[i] *= by == c->rk5 ? share_rk5 : share_stiff;
        whole_of(s)->tolerance_abs[i] *= by == c->rk5 ? share_rk5 : share_stiff;
    }
    return true;
}

static void restore(struct sim *s, struct change *c)
{
    if (s->engine == &qss_engine) return;
    s->horizons = c->horizons;
    s->showing = c->showing;
    s->width = c->width;
    s->net.env.width = c->env_width;
}

static bool go_alone(struct sim *s)
{
    struct change *c = change_of(s);
    leave(s);
    restore(s, c);
    if (s->horizons)
        for (int32_t k = 0; k < s->horizons->n; k++) s->horizons->certificate[k].kept = false;
    s->attention = s->opt.interval > 0 || s->showing ? s->net.env.t : INFINITY;
    s->engine = &qss_engine;
    s->given = NULL;
    s->chosen = NULL;
    give_method(s, c->own);
    s->stats.changes++;
    qss_of(s)->blocks = c->blocks;
    c->blocks = NULL;
    s->engine->resume(s);
    return true;
}

/* ---- Quantized: is a trial promising? --------------------------------------------------------- */

/* (3) */
static bool promising(const struct sim *s, struct change *c)
{
    uint64_t most = 1;
    double span, whole;
    double events = (double)(s->stats.events + s->stats.clocks - c->since.events - c->since.clocks);
    double n = s->net.n, work = quantized_work(s, &c->since);
    c->pace = INFINITY;
    for (int32_t i = 0; i < s->net.n; i++) {
        uint64_t steps = s->steps[i] - c->before[i];
        if (steps > most) most = steps;
        if (steps > 0) c->pace = fmin(c->pace, blocks_pace(s, i));
    }
    span = s->net.env.t - c->from;
    c->pace = fmin(c->pace, span / (double)most);
    whole = fmax((double)most, 0.5 * span / c->pace) / c->longer + 5 * events;
    return whole_evaluation * 10 * n * whole < work;
}

/* The next judgement, after so much more work, by the half of it that evaluations are. */
static void wait_for(struct sim *s, double work)
{
    s->judge_at = s->stats.evaluations + (uint64_t)(work / (2 * each_evaluation)) + 1;
}

static bool due_now(struct sim *s)
{
    enum qss_actor kind;
    double t;
    qss_first_due(s, &kind, &t);
    return t <= s->net.env.t;
}

static bool back(struct sim *s, bool for_good);

/* Was it right to leave the steps together? If not, (4) is to be believed less from now on. The answer is
 * looked for until it is clear. */
static bool repents(struct sim *s, struct change *c, double work)
{
    double ratio = work / (c->rate * (s->net.env.t - c->from));
    if (ratio < clearly + clearly / c->probes) {
        c->probes = ratio < 1 / clearly || c->probes == PROBES ? 0 : c->probes + 1;
        if (!c->probes) begin_stretch(s, c);
        wait_for(s, c->probes ? work : c->waits);
        return false;
    }
    c->faith *= fmin(2 * ratio, 10);
    c->pace = (s->net.env.t - c->from) / 4;
    return true;
}

/* Of a step that has not been seen: its state and those that read it. */
static double usual_price(const struct sim *s)
{
    double readers = (double)csr_count(&s->net.feeds, 0), n = s->net.n;
    for (int32_t i = 1; i < s->net.n; i++) readers += csr_count(&s->net.feeds, i);
    return each_step + each_evaluation * (1 + readers / n);
}

/* Do most states move? Where a front passes, they do not, and quantized ones cost nothing. */
static bool moves(const struct sim *s)
{
    int32_t moving = 0;
    for (int32_t i = 0; i < s->net.n; i++) moving += s->net.s[i].x[1] != 0 || s->net.s[i].x[2] != 0;
    return 2 * moving >= s->net.n;
}

/* Is the fastest rate, by rows of the Jacobian, not far beyond the pace of the states? Where it is, the
 * explicit method would only disturb the joint blocks that are about to form. */
static bool easy(const struct sim *s, double *row)
{
    double rate = 0, speed = 0, size = 0;
    if (!s->model->der.partial) return false;
    memset(row, 0, (size_t)s->net.n * sizeof *row);
    for (int32_t j = 0; j < s->net.n; j++)
        for (int32_t k = s->net.feeds.start[j]; k < s->net.feeds.start[j + 1]; k++) {
            int32_t i = s->net.feeds.item[k];
            row[i] += fabs(s->model->der.partial(&s->net.env, i, j));
        }
    for (int32_t i = 0; i < s->net.n; i++) {
        rate = fmax(rate, row[i]);
        speed = fmax(speed, fabs(s->net.s[i].x[1]));
        size = fmax(size, fabs(s->net.s[i].x[0]));
    }
    return rate * size <= stiffer * speed;
}

/* A run of a plain model begins with a trial of steps together. */
static bool begin_together(struct sim *s, struct change *c)
{
    if (due_now(s)) return false;
    c->pilot = false;
    s->judge_at = c->first;
    if (in_parts(s) || !moves(s) || !easy(s, c->bend)) return false;
    c->price = usual_price(s);
    if (!go_together(s, c->rk5)) return back(s, true);
    c->taken = c->probes = 0;
    c->total = c->debt = c->lost = 0;
    begin_stretch(s, c);
    s->judge_at = 0;
    return true;
}

static bool judge_quantized(struct sim *s, struct change *c)
{
    double work = quantized_work(s, &c->since);
    bool again;
    if (c->pilot) return begin_together(s, c);
    if (in_parts(s)) {
        c->waits *= 2;
        wait_for(s, c->waits);
        return false;
    }
    if (due_now(s)) return false;
    again = c->probes > 0;
    if (again && !repents(s, c, work)) return false;
    if (!again && !promising(s, c)) {
        begin_stretch(s, c);
        c->waits *= 2;
        wait_for(s, c->waits);
        return false;
    }
    if (!again) c->price = work / fmax(1, (double)(s->stats.steps - c->since.steps));
    if (!go_together(s, c->stiff)) return back(s, true);
    ((struct stepper *)host_of(s)->data)->wish = 2 * c->pace;
    c->taken = c->probes = 0;
    c->total = c->debt = c->lost = 0;
    begin_stretch(s, c);
    s->judge_at = 0;
    return true;
}

/* ---- Together: does it pay? ------------------------------------------------------------------ */

/* Quantized states again. for_good: the other engine could not go on. */
static bool back(struct sim *s, bool for_good)
{
    struct change *c = change_of(s);
    double next;
    if (whole_of(s)->lost) s->status = SALTUS_OK;
    if (s->status < 0) return true;
    c->never |= for_good;
    go_alone(s);
    begin_stretch(s, c);
    c->waits = fmax(c->waits, BACK * c->lost);
    next = c->probes ? fmax(3000 + 300.0 * s->net.n, 2 * (c->total - c->mark)) : c->waits;
    wait_for(s, next);
    if (c->never) s->judge_at = UINT64_MAX;
    return true;
}

/* (4) over the last step */
static double alternative(struct sim *s, struct change *c)
{
    double steps = 0, part = (s->reached - c->last) / runge_length(host_of(s));
    const double *bend = runge_bend(host_of(s), c->bend);
    for (int32_t i = 0; i < s->net.n; i++) {
        const struct quantum *q = &s->quanta[i & s->net.each];
        steps += sqrt(bend[i] / (4 * rules_quantum(q->rel, q->abs, host_of(s)->x[i])));
    }
    return c->faith * others * c->price * steps * fmin(part, 1);
}

static bool other_method(struct sim *s, struct change *c)
{
    bool explicit_now = s->chosen == c->rk5;
    double reach = runge_reach(host_of(s));
    if (explicit_now ? !(reach > tight) : !(reach < calm)) return false;
    if (!go_together(s, explicit_now ? c->stiff : c->rk5)) return back(s, true);
    begin_stretch(s, c);
    c->taken = 0;
    return true;
}

/* It has not paid for some steps. What these were, per unit of time, quantized states have to beat. */
static bool unpaid(struct sim *s, struct change *c)
{
    c->rate = (c->total - c->mark) / (s->reached - c->marked);
    c->probes = 1;
    c->lost += setup * s->net.n + 5000;
    return back(s, false);
}

/* A step of the method has ended, or an event has ended it: whether the run was made in pieces plays no
 * part. The first step is short, and tells nothing. What steps lose is a debt, what they gain
 * lessens it. */
static bool judge_together(struct sim *s, struct change *c)
{
    const struct stepper *p = host_of(s)->data;
    double did = whole_work(s, c), other, mean;
    if (host_of(s)->t < p->reached && !p->fresh) return false;
    begin_stretch(s, c);
    if (c->taken++ == 0) {
        c->last = s->reached;
        return false;
    }
    other = alternative(s, c);
    c->total += did;
    mean = c->total / (c->taken - 1);
    if (c->debt <= 0) {
        c->mark = c->total - did;
        c->marked = c->last;
    }
    c->last = s->reached;
    c->debt = fmax(c->debt + did - dearer * other, -GAIN * mean);
    c->lost = fmax(c->lost + did - other, 0);
    if (c->debt > DEBT * mean) return unpaid(s, c);
    return c->taken % SPAN == 0 && other_method(s, c);
}

static bool judge(struct sim *s)
{
    struct change *c = change_of(s);
    return s->engine == &qss_engine ? judge_quantized(s, c) : judge_together(s, c);
}

static bool failed(struct sim *s)
{
    return back(s, whole_of(s)->lost);
}

/* ---- The table ------------------------------------------------------------------------------- */

static const struct engine_method *method_named(const char *name)
{
    const struct engine_method *m = runge_engine.head.methods;
    while (m->info.name && strcmp(m->info.name, name) != 0) m++;
    return m->info.name ? m : NULL;
}

/* The finest tolerance decides how much longer steps together are, those of order 2 going with its square
 * root, those of the others with the fourth; and which implicit method makes them. */
static double finest(const struct sim *s)
{
    double rel = INFINITY;
    for (int32_t i = 0; i < s->net.n; i++)
        if (s->quanta[i & s->net.each].rel > 0) rel = fmin(rel, s->quanta[i & s->net.each].rel);
    return rel;
}

static void open(struct sim *s)
{
    struct change *c;
    s->stats.together_from = NAN;
    if (s->engine != &qss_engine || !may(s)) return;
    c = s->change = sim_room(s, 1, sizeof *c);
    if (!c) return;
    c->before = sim_room(s, s->net.n, sizeof *c->before);
    c->bend = sim_room(s, s->net.n, sizeof *c->bend);
    c->faith = 1;
    c->longer = longer * fmax(pow(1e-3 / finest(s), 0.25), 1);
    c->own = sim_method(s, 0);
    c->stiff = method_named(finest(s) >= coarse ? "rodas4" : "radau5");
    c->rk5 = method_named("rk5");
    c->waits = 20000 + 1000.0 * s->net.n;
    wait_for(s, c->waits);
    c->pilot = plain(s);
    c->first = s->judge_at;
    if (c->pilot) s->judge_at = 0;
}

static void close(struct sim *s)
{
    struct change *c = change_of(s);
    if (!c) return;
    restore(s, c);
    if (c->blocks) {
        memset(sim_own(s), 0, engine_change.size);
        qss_of(s)->blocks = c->blocks;
        blocks_free(s);
    }
    alloc_free(&s->alloc, c->before);
    alloc_free(&s->alloc, c->bend);
    alloc_free(&s->alloc, c);
    s->change = NULL;
}

enum { LARGER = sizeof(struct whole) > sizeof(struct qss) };
const struct engine_change engine_change = {.size =
                                                LARGER ? sizeof(struct whole) : sizeof(struct qss),
                                            .open = open,
                                            .close = close,
                                            .judge = judge,
                                            .failed = failed,
                                            .count = count};
