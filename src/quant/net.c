/* SPDX-License-Identifier: MIT */
/* net.c - the few operations on a state that need its model. */
#include "quant/net.h"
#include <math.h>

int32_t net_sum_of(const struct net *net, int32_t term)
{
    int32_t lo = 0, hi = net->n_sums - 1; /* first_term[lo] <= term, and hi is not too low */
    while (lo < hi) {
        int32_t mid = lo + (hi - lo + 1) / 2;
        if (net->first_term[mid] <= term)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

/* What the terms that read q_j are worth now goes into their sums, or (sign -1) out of them. */
static void add_terms(struct net *net, int32_t j, double sign)
{
    for (const int32_t *f = csr_first(&net->inner, j); f < csr_last(&net->inner, j); f++) {
        double c;
        if (*f >= net->n_terms) break;
        net->model->term.eval(&net->env, *f, 1, &c);
        net->s[net->n + net_sum_of(net, *f)].q[0] += sign * c;
    }
}

/* A sum's own record has room for the value to come back to: aux[0]. */
static void each_sum(struct net *net, int32_t j, bool keep)
{
    for (const int32_t *f = csr_first(&net->inner, j); f < csr_last(&net->inner, j); f++) {
        struct state *sum;
        if (*f >= net->n_terms) break;
        sum = &net->s[net->n + net_sum_of(net, *f)];
        if (keep)
            sum->aux[0] = sum->q[0];
        else
            sum->q[0] = sum->aux[0];
    }
}

double net_try(struct net *net, int32_t j, double value)
{
    double before = net->s[j].q[0];
    if (net->n_terms) {
        each_sum(net, j, true);
        add_terms(net, j, -1);
    }
    net->s[j].q[0] = value;
    if (net->n_terms) add_terms(net, j, 1);
    return before;
}

void net_undo(struct net *net, int32_t j, double before)
{
    net->s[j].q[0] = before;
    if (net->n_terms) each_sum(net, j, false);
}

bool net_allowed(struct net *net, int32_t j, double value)
{
    double keep = net->s[j].q[0];
    bool is;
    if (!net->inside) return true;
    net->s[j].q[0] = value;
    is = net->inside(net, j);
    net->s[j].q[0] = keep;
    if (!is || !net->n_terms) return is;
    net_try(net, j, value);
    is = net->inside(net, j);
    net_undo(net, j, keep);
    return is;
}

/* f_i with q_j = value; it is moved there only if that is allowed. Where was it asked? */
static double moved(struct net *net, int32_t i, int32_t j, double value, double *f)
{
    double keep = net->s[j].q[0], at;
    if (!net_allowed(net, j, value)) value = keep;
    net_try(net, j, value);
    at = net->s[j].q[0];
    net->model->der.eval(&net->env, i, 1, f);
    net_undo(net, j, keep);
    return at;
}

/* A model that cannot give its partial derivatives is differenced: q_j is moved by a fraction of
 * its quantum, either side, and put back. (Inlined, it would slow down the models that can.) */
double net_difference(struct net *net, int32_t i, int32_t j)
{
    const struct state *s = &net->s[j];
    double keep = s->q[0], step = 1e-4 * s->dq, up, down, width;
    if (!(keep + step != keep)) step = 1e-7 * fabs(keep) + 1e-300;
    width = moved(net, i, j, keep + step, &up);
    width -= moved(net, i, j, keep - step, &down);
    return width > 0 ? (up - down) / width : 0;
}
