/* SPDX-License-Identifier: MIT */
/* net.c - the few operations on a state that need its model. */
#include "quant/net.h"
#include "num/poly.h"
#include <math.h>

/* A model that cannot give its partial derivatives is differenced: q_j is moved by a fraction of
 * its quantum, either side, and put back. */
static double difference(struct net *net, int32_t i, int32_t j)
{
    struct state *s = &net->s[j];
    double keep = s->q[0], step = 1e-4 * s->dq, up, down, width;
    if (!(keep + step != keep)) step = 1e-7 * fabs(keep) + 1e-300;
    s->q[0] = keep + step;
    width = s->q[0];
    net->model->der.eval(&net->env, i, 1, &up);
    s->q[0] = keep - step;
    width -= s->q[0];
    net->model->der.eval(&net->env, i, 1, &down);
    s->q[0] = keep;
    return (up - down) / width;
}

double net_partial(struct net *net, int32_t i, int32_t j)
{
    const saltus_function *f = &net->model->der;
    net->partials++;
    return f->partial ? f->partial(&net->env, i, j) : difference(net, i, j);
}

void net_advance(struct net *net, int32_t i)
{
    struct state *s = &net->s[i];
    double h = net->env.t - s->tx;
    int degree = net_method(net, i)->info.order + 1;
    if (h == 0) return;
    if (degree == 3) { /* second-order methods: the common case, unrolled */
        s->x[0] += h * (s->x[1] + h * (s->x[2] + h * s->x[3]));
        s->x[1] += h * (2 * s->x[2] + 3 * h * s->x[3]);
        s->x[2] += 3 * h * s->x[3];
    } else {
        poly_shift(s->x, degree, h);
    }
    s->tx = net->env.t;
}
