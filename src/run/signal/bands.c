/* SPDX-License-Identifier: MIT */
/* bands.c - a sum that many derivatives read is quantized, as a state is.
 *
 * If N derivatives read a sum of N terms, each step would cause N evaluations, all of which learn next
 * to nothing. So the readers of such a sum S see a polynomial Q(t), and are told a new one, Q = S, only
 * when Q is too old. With t_k the instant of the last one, they miss
 *     M(t) = integral of S - Q from t_k to t,                                                   (1)
 * which is known exactly, since both are polynomials. A reader x_i' = f_i(.., S) misses g_i M, g_i =
 * df_i/dS. Q lasts until one of these is reached:
 *     |g_i M| = share D_i of some reader, D_i its quantum,                                      (2)
 *     |S - Q| = share spread,   spread = sum over terms of |dT_j/dq| D_j.                       (3)
 * (3) is what quantization of the states may change in S anyway. It holds back a reader that is deaf to
 * S here and not there. share is half of `refresh`, for all such sums that a reader reads together.
 *
 * With the new Q each reader gets what it has missed:
 *     x_i := x_i + g_i M.                                                                       (4)
 * So x_i is the integral of what f_i would have seen of S itself: in between it is off by (2), and a
 * linear invariant that holds because S is the sum of its terms is kept: to rounding where f_i is
 * affine in S with a constant g_i, otherwise up to how much g_i changes while Q lasts. g_i is taken by
 * a difference whose width is the mean of S - Q, exact for affine f_i.
 *
 * Sums with the same readers get new polynomials together, which costs one evaluation of each reader
 * for all of them.
 *
 * In the record of such a sum q is Q and x is S: outputs see S. Guards, delayed expressions and edges
 * ask for the sum itself: what they read has no band. */
#include "run/engine.h"
#include <math.h>
#include <string.h>

/* So many readers make a band pay. Sums with the same readers are so near in the list. A difference is
 * at least this part of the band wide. */
enum { LEAST_READERS = 16, NEAR = 8 };
static const double narrow = 1.0 / 16;

static struct state *sum_of(const struct sim *s, int32_t k)
{
    return &s->net.s[s->net.n + k];
}

/* ---- The start ------------------------------------------------------------------------------- */

static bool suits(const struct sim *s, int32_t k)
{
    return csr_count(&s->shown, k) >= LEAST_READERS && !csr_count(&s->shown_guard, k) &&
           (!s->shown_delay.start || !csr_count(&s->shown_delay, k));
}

bool sim_bands_wanted(const struct sim *s)
{
    bool any = false;
    if (s->status < 0 || sim_together(s) || s->targets || s->fences || s->outside ||
        !(s->knobs.refresh > 0))
        return false;
    for (int32_t k = 0; k < s->net.n_sums && !any; k++) any = suits(s, k);
    return any;
}

static bool same_readers(const struct sim *s, int32_t j, int32_t k)
{
    int32_t n = csr_count(&s->shown, k);
    return csr_count(&s->shown, j) == n && memcmp(csr_first(&s->shown, j), csr_first(&s->shown, k),
                                                  (size_t)n * sizeof(int32_t)) == 0;
}

/* Its ring of sums with the same readers. Those stand beside each other, most of the time. */
static void join(struct sim *s, int32_t k)
{
    struct band *b = &s->bands[k];
    b->next = k;
    for (int32_t j = k - 1; j >= 0 && j >= k - NEAR; j--) {
        if (!s->bands[j].on || !same_readers(s, j, k)) continue;
        b->next = s->bands[j].next;
        s->bands[j].next = k;
        return;
    }
}

/* The share of each: how many of these sums its readers read. */
static void divide(struct sim *s)
{
    int32_t *reads = alloc_array(&s->alloc, (size_t)s->net.n, sizeof *reads);
    if (!reads) {
        sim_no_memory(s);
        return;
    }
    memset(reads, 0, (size_t)s->net.n * sizeof *reads);
    for (int32_t k = 0; k < s->net.n_sums; k++)
        for (const int32_t *i = csr_first(&s->shown, k); i < csr_last(&s->shown, k); i++)
            reads[*i] += s->bands[k].on;
    for (int32_t k = 0; k < s->net.n_sums; k++) {
        int32_t most = 1;
        for (const int32_t *i = csr_first(&s->shown, k); i < csr_last(&s->shown, k); i++)
            if (reads[*i] > most) most = reads[*i];
        s->bands[k].share = 0.5 * s->knobs.refresh / most;
    }
    alloc_free(&s->alloc, reads);
}

static void room(struct sim *s)
{
    int32_t slots = 2 * s->n_delays + (s->bent_terms ? s->net.n_terms : 0) + s->net.n_sums;
    s->bands = sim_room(s, s->net.n_sums, sizeof *s->bands);
    s->spread = sim_room(s, s->net.n_terms, sizeof *s->spread);
    sched_free(s->signals);
    s->signals = s->status < 0 ? NULL : sched_new(&s->alloc, slots, SCHED_AUTO);
    if (!s->signals) sim_no_memory(s);
}

void sim_bands_load(struct sim *s)
{
    if (s->status < 0 || !s->net.n_sums || !sim_bands_wanted(s)) return;
    room(s);
    for (int32_t k = 0; k < s->net.n_sums && s->status >= 0; k++) {
        s->bands[k].on = suits(s, k);
        if (s->bands[k].on) join(s, k);
    }
    if (s->status >= 0) divide(s);
}

/* ---- The band -------------------------------------------------------------------------------- */

void sim_band_spread(struct sim *s, int32_t k, int32_t j, double spread)
{
    s->bands[k].spread += spread - s->spread[j];
    s->spread[j] = spread;
}

/* sum |dT_j/dq_i| D_i; as it was, if the model has no partial derivatives. */
double sim_band_by_partials(struct sim *s, int32_t j)
{
    double sum = 0;
    if (!s->model->term.partial) return s->spread[j];
    for (const int32_t *i = csr_first(&s->moves, j); i < csr_last(&s->moves, j); i++)
        sum += fabs(s->model->term.partial(&s->net.env, j, *i)) * s->net.s[*i].dq;
    return isfinite(sum) ? sum : s->spread[j];
}

void sim_band_add_up(struct sim *s, int32_t k)
{
    double sum = 0;
    for (int32_t j = s->net.first_term[k]; j < s->net.first_term[k + 1]; j++) sum += s->spread[j];
    s->bands[k].spread = sum;
}

/* Q = S; what readers make of it is not yet known. */
void sim_bands_begin(struct sim *s)
{
    for (int32_t k = 0; k < s->net.n_sums && s->bands; k++) {
        if (!s->bands[k].on) continue;
        s->bands[k].since = s->net.env.t;
        s->bands[k].missed = 0;
        s->bands[k].weight = -1;
        for (int32_t j = s->net.first_term[k]; j < s->net.first_term[k + 1]; j++)
            s->spread[j] = sim_band_by_partials(s, j);
        sim_band_add_up(s, k);
    }
}

/* S - Q about the present, to which S has been brought. */
static void off(const struct sim *s, int32_t k, double *d)
{
    const struct state *y = sum_of(s, k);
    int w = s->net.env.width;
    memcpy(d, y->q, (size_t)w * sizeof *d);
    poly_shift(d, w - 1, s->net.env.t - y->tq);
    for (int m = 0; m < w; m++) d[m] = y->x[m] - d[m];
}

double *sim_band_arrive(struct sim *s, int32_t k)
{
    struct state *y = sum_of(s, k);
    int w = s->net.env.width;
    double h = s->net.env.t - y->tx, d[SALTUS_SIGNAL], part = 0;
    if (h == 0) return y->x;
    poly_shift(y->x, w - 1, h);
    y->tx = s->net.env.t;
    off(s, k, d);
    for (int m = w - 1; m >= 0; m--) part = d[m] / (m + 1) - h * part; /* from -h to 0 */
    s->bands[k].missed += h * part;                                    /* (1) */
    return y->x;
}

/* How much of (2) and (3) is used up, 1: all of it. */
static double used(const struct sim *s, int32_t k)
{
    const struct band *b = &s->bands[k];
    double d[SALTUS_SIGNAL], by_value, by_readers;
    if (b->weight < 0) return INFINITY;
    off(s, k, d);
    by_value = d[0] == 0 ? 0 : fabs(d[0]) / (b->share * b->spread);
    by_readers = fabs(b->missed) * b->weight / b->share;
    return by_value >= by_readers ? by_value
                                  : by_readers; /* a NaN goes on as a failure elsewhere */
}

/* A time that is not later than the one of (2) or (3): no term uses more than its part. */
static double lasts(const struct sim *s, int32_t k)
{
    const struct band *b = &s->bands[k];
    int w = s->net.env.width;
    double d[SALTUS_SIGNAL], room, h = INFINITY;
    off(s, k, d);
    room = b->share * b->spread - fabs(d[0]);
    for (int m = 1; m < w; m++)
        if (d[m] != 0) h = fmin(h, power_root(room / ((w - 1) * fabs(d[m])), m));
    if (!(b->weight > 0)) return h;
    room = b->share / b->weight - fabs(b->missed);
    for (int m = 0; m < w; m++)
        if (d[m] != 0) h = fmin(h, power_root(room * (m + 1) / (w * fabs(d[m])), m + 1));
    return h;
}

static void plan(struct sim *s, int32_t k)
{
    double t = s->net.env.t, h = lasts(s, k);
    sum_of(s, k)->dq = s->bands[k].share * s->bands[k].spread;
    sched_set(s->signals, slot_band(s, k), t + h > t ? t + h : nextafter(t, INFINITY));
}

bool sim_band_holds(struct sim *s, int32_t k)
{
    sim_band_arrive(s, k);
    if (s->bands[k].due || used(s, k) >= 1) return false;
    plan(s, k);
    return true;
}

bool sim_band_due(struct sim *s, int32_t k)
{
    sim_band_arrive(s, k);
    s->bands[k].due = used(s, k) >= 0.5;
    if (!s->bands[k].due) plan(s, k);
    return s->bands[k].due;
}

/* ---- A new Q --------------------------------------------------------------------------------- */

static double value_of(struct sim *s, int32_t i)
{
    double f;
    s->model->der.eval(&s->net.env, i, 1, &f);
    s->stats.evaluations++;
    return f;
}

/* g_i of reader i, by a difference; f: its derivative as it is. */
static double reacts(struct sim *s, int32_t i, int32_t k, double f)
{
    const struct band *b = &s->bands[k];
    struct state *y = sum_of(s, k);
    double h = s->net.env.t - b->since, by = h > 0 ? b->missed / h : 0, least, keep = y->q[0], g;
    least = narrow * b->share * b->spread;
    if (fabs(by) < least) by = by < 0 ? -least : least;
    y->q[0] = keep + by;
    by = y->q[0] - keep;
    g = by != 0 ? (value_of(s, i) - f) / by : 0;
    y->q[0] = keep;
    return g;
}

/* (4) of reader i, and of all its sums that are renewed with k. */
static void make_up(struct sim *s, int32_t i, int32_t k)
{
    struct state *x = &s->net.s[i];
    double f, jump = 0, most = s->knobs.refresh * x->dq;
    int32_t j = k;
    sim_asks(s, SALTUS_STATE, i);
    f = value_of(s, i);
    do {
        double g = reacts(s, i, j, f);
        jump += g * s->bands[j].missed;
        if (fabs(g) > s->bands[j].weight * x->dq) s->bands[j].weight = fabs(g) / x->dq;
        j = s->bands[j].next;
    } while (j != k);
    if (!isfinite(jump) || jump == 0) return;
    net_advance(&s->net, i);
    x->x[0] += fmin(fmax(jump, -most), most);
}

void sim_band_renew(struct sim *s, int32_t k)
{
    bool asks = false;
    int32_t j = k;
    do {
        struct state *y = sum_of(s, j);
        struct band *b = &s->bands[j];
        memcpy(y->q, sim_band_arrive(s, j), (size_t)s->net.env.width * sizeof *y->q);
        y->tq = s->net.env.t;
        b->weight = b->spread > 0 ? 0 : -1;
        asks |= b->spread > 0 || b->missed != 0;
        j = b->next;
    } while (j != k);
    for (const int32_t *i = csr_first(&s->shown, k); asks && i < csr_last(&s->shown, k); i++)
        make_up(s, *i, k);
    do {
        struct band *b = &s->bands[j];
        b->missed = 0;
        b->since = s->net.env.t;
        b->due = false;
        plan(s, j);
        j = b->next;
    } while (j != k);
}
