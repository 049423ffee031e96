/* SPDX-License-Identifier: MIT */
/* jacobian.c - the derivatives of a run at an instant, by the model's own functions.
 *
 * The engine evaluates along q, which is a quantum away from x. Here the model is shown signals of
 * our own: constants x_i(t), the sums of terms evaluated there, and what comes out of the delays
 * now. Its partial derivatives with respect to a state include what goes through sums; a model
 * without partials is differenced, and so is one whose formula overflows where f does not: that of
 * 1/(1 + exp(u)) has the square of exp(u) below the line.
 *
 * Which entries there are is asked of the model, too: f_i reads states, and sums, whose terms read
 * states. A sum over all states that is read by all would fill the matrix; beyond a limit such
 * entries are left out and the caller is told.
 *
 * An engine that moves all states together asks for the entries once and for their values at many
 * points, which it has put into signals of its own. */
#include "run/jacobian.h"
#include "num/poly.h"
#include "run/loop/loop.h"
#include "run/sim.h"
#include <math.h>
#include <string.h>

enum { WIDTH = 1 + SALTUS_SIGNAL };

struct look {
    saltus_env own;        /* first: faults come with its address */
    const saltus_env *env; /* that one, or that of the engine */
    struct sim *sim;
    struct jacobian *to;
    double *signals;
    bool (*allowed)(struct sim *s);  /* may the model be asked there? NULL: everywhere */
    struct csr direct, sums, within; /* f_i -> states; f_i -> sums; sum -> states */
    bool failed;                     /* the model has refused */
    bool
        about; /* for Newton's method: an entry that is not finite, at the edge of a domain, is 0 */
};

static void refused(const saltus_env *e, const saltus_loc *at, const char *text)
{
    struct look *l = (struct look *)(uintptr_t)e;
    (void)at, (void)text;
    l->failed = true;
}

/* ---- The point ------------------------------------------------------------------------------- */

static void add_sums(struct look *l)
{
    const struct net *net = &l->sim->net;
    for (int32_t k = 0; k < net->n_sums; k++) {
        double sum = 0, c[SALTUS_SERIES];
        for (int32_t j = net->first_term[k]; j < net->first_term[k + 1]; j++) {
            l->sim->model->term.eval(l->env, j, 1, c);
            sum += c[0];
        }
        l->signals[(size_t)(net->n + k) * WIDTH + 1] = sum;
    }
}

static double quantum_at(const struct net *net, int32_t i, double x)
{
    const struct quantum *q = &net->quanta[i & net->each];
    return fmax(q->rel * fabs(x), q->abs);
}

static bool find_point(struct look *l)
{
    const struct sim *s = l->sim;
    const struct net *net = &s->net;
    double t = s->reached;
    size_t all = (size_t)net->n + (size_t)s->n_signals;
    l->signals = alloc_array(&l->to->alloc, all * WIDTH, sizeof *l->signals);
    l->to->x = alloc_array(&l->to->alloc, (size_t)net->n, sizeof(double));
    l->to->quantum = alloc_array(&l->to->alloc, (size_t)net->n, sizeof(double));
    if (!l->signals || !l->to->x || !l->to->quantum) return false;
    for (size_t k = 0; k < all; k++) {
        const struct state *q = &net->s[k];
        l->signals[k * WIDTH] = t;
        l->signals[k * WIDTH + 1] = poly_value(q->q, SALTUS_SIGNAL - 1, t - q->tq);
    }
    for (int32_t i = 0; i < net->n; i++) {
        double x = saltus_sim_value((const saltus_sim *)s, i, t);
        l->to->x[i] = l->signals[(size_t)i * WIDTH + 1] = x;
        l->to->quantum[i] = quantum_at(net, i, x);
    }
    l->own = net->env;
    l->own.t = t;
    l->own.q = l->signals;
    l->own.stride = WIDTH;
    l->own.width = SALTUS_SIGNAL;
    l->own.fault = refused;
    l->own.own = loop_looking(&l->own);
    l->env = &l->own;
    add_sums(l);
    return true;
}

/* ---- Which entries there are ----------------------------------------------------------------- */

struct collect {
    saltus_reads reads;
    struct look *l;
    struct csr_builder *states, *sums;
    int64_t left;
    bool failed, full;
};

static void add(saltus_reads *r, saltus_kind kind, int32_t k)
{
    struct collect *c = (struct collect *)r;
    struct csr_builder *b = kind == SALTUS_STATE ? c->states : kind == SALTUS_SUM ? c->sums : NULL;
    c->l->to->timed |= kind == SALTUS_TIME;
    c->l->to->delayed |= kind == SALTUS_DELAY;
    if (!b || c->full) return;
    if (c->left-- <= 0)
        c->full = true;
    else
        c->failed |= csr_add(b, k) != 0;
}

static void add_everything(struct collect *c)
{
    const struct sim *s = c->l->sim;
    for (int32_t j = 0; j < s->net.n && !c->full; j++) add(&c->reads, SALTUS_STATE, j);
    if (!c->sums) return;
    for (int32_t j = 0; j < s->net.n_sums; j++) add(&c->reads, SALTUS_SUM, j);
    add(&c->reads, SALTUS_TIME, 0);
    if (s->n_delays) add(&c->reads, SALTUS_DELAY, 0);
}

static void ask(struct collect *c, const saltus_function *f, int32_t i)
{
    if (f->reads)
        f->reads(c->l->env, i, &c->reads);
    else
        add_everything(c);
}

static saltus_status read_derivatives(struct look *l, int64_t most)
{
    struct csr_builder states, sums;
    struct collect c = {{add}, l, &states, &sums, most, false, false};
    int32_t n = l->to->n;
    c.failed = csr_begin(&states, &l->direct, n, &l->to->alloc) ||
               csr_begin(&sums, &l->sums, n, &l->to->alloc);
    for (int32_t i = 0; i < n && !c.failed && !c.full; i++) {
        ask(&c, &l->sim->model->der, i);
        c.failed |= csr_row(&states) || csr_row(&sums);
    }
    if (c.full) return SALTUS_ELIMIT;
    return c.failed || csr_end(&states) || csr_end(&sums) ? SALTUS_ENOMEM : SALTUS_OK;
}

static saltus_status read_terms(struct look *l)
{
    const struct net *net = &l->sim->net;
    struct csr_builder states;
    struct collect c = {{add}, l, &states, NULL, INT64_MAX, false, false};
    c.failed = csr_begin(&states, &l->within, net->n_sums, &l->to->alloc) != 0;
    for (int32_t k = 0; k < net->n_sums && !c.failed; k++) {
        for (int32_t j = net->first_term[k]; j < net->first_term[k + 1]; j++)
            ask(&c, &l->sim->model->term, j);
        c.failed |= csr_row(&states) != 0;
    }
    return c.failed || csr_end(&states) ? SALTUS_ENOMEM : SALTUS_OK;
}

/* More entries through sums than there may be? */
static bool too_many(const struct look *l, int64_t most)
{
    int64_t count = l->direct.start[l->to->n];
    for (int32_t i = 0; i < l->to->n; i++)
        for (const int32_t *k = csr_first(&l->sums, i); k < csr_last(&l->sums, i); k++)
            if ((count += csr_count(&l->within, *k)) > most) return true;
    return false;
}

static saltus_status join(struct look *l)
{
    struct csr_builder b;
    int32_t n = l->to->n;
    int failed = csr_begin(&b, &l->to->rows, n, &l->to->alloc);
    for (int32_t i = 0; i < n && !failed; i++) {
        for (const int32_t *j = csr_first(&l->direct, i); j < csr_last(&l->direct, i); j++)
            failed |= csr_add(&b, *j);
        if (!l->to->cut)
            for (const int32_t *k = csr_first(&l->sums, i); k < csr_last(&l->sums, i); k++)
                for (const int32_t *j = csr_first(&l->within, *k); j < csr_last(&l->within, *k);
                     j++)
                    failed |= csr_add(&b, *j);
        failed |= csr_row(&b);
    }
    return failed || csr_end(&b) ? SALTUS_ENOMEM : SALTUS_OK;
}

/* Rows and flags. */
static saltus_status find_entries(struct look *l, int64_t most, int64_t most_sums)
{
    struct jacobian *to = l->to;
    const saltus_function *f = &l->sim->model->der;
    saltus_status st = read_derivatives(l, most);
    if (st == SALTUS_OK) st = read_terms(l);
    if (st == SALTUS_OK) {
        to->cut = too_many(l, most_sums);
        st = join(l);
    }
    for (int32_t i = 0; i < to->n; i++) to->affine &= f->affine && f->affine(l->env, i) == 1;
    csr_free(&l->direct, &to->alloc);
    csr_free(&l->sums, &to->alloc);
    csr_free(&l->within, &to->alloc);
    return st;
}

/* ---- Their values ---------------------------------------------------------------------------- */

/* f_i with x_j there; where that point is not allowed, *x goes back to `home`. */
static double moved(struct look *l, int32_t i, int32_t j, double *x, double home)
{
    double c[SALTUS_SERIES];
    l->signals[(size_t)j * WIDTH + 1] = *x;
    add_sums(l);
    if (l->allowed && *x != home && !l->allowed(l->sim)) {
        *x = home;
        return moved(l, i, j, x, home);
    }
    l->sim->model->der.eval(l->env, i, 1, c);
    return c[0];
}

static double difference(struct look *l, int32_t i, int32_t j)
{
    double x = l->signals[(size_t)j * WIDTH + 1], up, down, f;
    double h = 6e-6 * fmax(fabs(x), quantum_at(&l->sim->net, j, x));
    up = x + h;
    down = x - h;
    f = moved(l, i, j, &up, x);
    f -= moved(l, i, j, &down, x);
    moved(l, i, j, &x, x);
    return up > down ? f / (up - down) : 0;
}

static saltus_status fill(struct look *l, const struct csr *rows, double *entry, int32_t at[2])
{
    const saltus_function *f = &l->sim->model->der;
    for (int32_t i = 0; i < rows->n; i++) {
        for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++) {
            int32_t j = rows->item[k];
            entry[k] = f->partial ? f->partial(l->env, i, j) : difference(l, i, j);
            if (!isfinite(entry[k]) && f->partial) entry[k] = difference(l, i, j);
            if (l->failed) return SALTUS_EMODEL;
            if (isfinite(entry[k])) continue;
            if (l->about) {
                entry[k] = 0;
                continue;
            }
            at[0] = i, at[1] = j;
            return SALTUS_ENAN;
        }
    }
    return SALTUS_OK;
}

/* ---- The three ways in ----------------------------------------------------------------------- */

static void begin(struct look *l, const saltus_sim *s, struct jacobian *out)
{
    *l = (struct look){.sim = (struct sim *)(uintptr_t)s, .to = out};
    memset(out, 0, sizeof *out);
    alloc_init(&out->alloc, NULL, NULL);
    out->n = l->sim->net.n;
    out->affine = true;
}

saltus_status sim_jacobian(const saltus_sim *s, int64_t most, struct jacobian *out, int32_t at[2])
{
    struct look l;
    saltus_status st = SALTUS_ENOMEM;
    begin(&l, s, out);
    at[0] = at[1] = -1;
    if (find_point(&l)) st = find_entries(&l, most, most);
    if (st == SALTUS_OK) {
        out->entry = alloc_array(&out->alloc, (size_t)out->rows.start[out->n], sizeof(double));
        st = out->entry ? fill(&l, &out->rows, out->entry, at) : SALTUS_ENOMEM;
    }
    if (l.failed) st = SALTUS_EMODEL;
    alloc_free(&out->alloc, l.signals);
    return st;
}

saltus_status sim_jacobian_pattern(const saltus_sim *s, const saltus_env *env, int64_t most,
                                   int64_t most_sums, struct jacobian *out)
{
    struct look l;
    begin(&l, s, out);
    l.env = env;
    return find_entries(&l, most, most_sums);
}

saltus_status sim_jacobian_values(const saltus_sim *s, const struct jacobian *j,
                                  const struct jacobian_point *at_point, double *entry,
                                  int32_t at[2])
{
    struct look l = {.sim = (struct sim *)(uintptr_t)s,
                     .env = at_point->env,
                     .signals = at_point->signals,
                     .allowed = at_point->allowed,
                     .about = true};
    at[0] = at[1] = -1;
    l.sim->net.partials += (uint64_t)j->rows.start[j->n];
    return fill(&l, &j->rows, entry, at);
}

double jacobian_at(const struct jacobian *j, int32_t row, int32_t column)
{
    int32_t lo = j->rows.start[row], hi = j->rows.start[row + 1];
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (j->rows.item[mid] < column)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < j->rows.start[row + 1] && j->rows.item[lo] == column ? j->entry[lo] : 0;
}

void jacobian_free(struct jacobian *j)
{
    csr_free(&j->rows, &j->alloc);
    alloc_free(&j->alloc, j->entry);
    alloc_free(&j->alloc, j->x);
    alloc_free(&j->alloc, j->quantum);
    memset(j, 0, sizeof *j);
}
