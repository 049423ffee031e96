/* SPDX-License-Identifier: MIT */
/* mliqss.c - would the step of i set i and j swinging? [dmk18, Algorithms 4 and 6, lines 16-35]
 *
 * A step moves q_i by v (and its slope by w). To first order, state j then has
 *     x_j'+ = x_j' + A_ji v,      x_j''+ = x_j'' + A_ji w.                                     (1)
 * If that is a different thing (pair_significant), j will answer with a step of its own, about
 *     order 1:  q_j+ = x_j + sign(x_j'+) D_j
 *     order 2:  q_j+ = x_j - sign(x_j''+) D_j, with the slope that (3) of liqss2.c gives it,   (2)
 * and that would change x_i' = x_i' + A_ii v + A_ij (q_j+ - q_j), and x_i'' likewise. If this,
 * too, is a different thing from what i had before its step, the two would answer each other for
 * a long time: step both at once. Of several such partners the one whose answer changes x_i'
 * most is taken (the printed loop would make several pair steps with the same q_i). */
#include "quant/mliqss.h"
#include <math.h>

/* State k as the candidate sees it at the present: q and u = x' - A_kk q - (what the other one
 * adds). */
struct side {
    double q0, q1;  /* q before the step, expanded at the present */
    double xd, xdd; /* x', x'' */
    double u0, u1;  /* x' - A_kk q */
    double quantum;
};

static struct side side_of(const struct state *s, double a, double t, int order)
{
    struct side v = {.q0 = s->q[0], .xd = s->x[1], .quantum = s->dq};
    if (order == 2) {
        v.q0 += (t - s->tq) * s->q[1];
        v.q1 = s->q[1];
        v.xdd = 2 * s->x[2];
    }
    v.u0 = v.xd - a * v.q0;
    v.u1 = v.xdd - a * v.q1;
    return v;
}

/* (2): the answer of j, its q and slope. */
static void answer(const struct method *m, const struct state *si, const struct state *sj,
                   const struct side *j, double move, double bend, double A[2][2], double *q)
{
    double h = si->aux[0], D = j->quantum, xd = j->xd + A[1][0] * move,
           xdd = j->xdd + A[1][0] * bend;
    double u1 = j->u1 + A[1][0] * bend; /* slope of u_j as seen with the new q_i */
    if (m->info.order == 1) {
        q[0] = sj->x[0] + copysign(D, xd);
        q[1] = 0;
        return;
    }
    q[0] = sj->x[0] - copysign(D, xdd);
    if (isinf(h))
        q[1] = A[1][1] < 0 ? -u1 / A[1][1] : 0;
    else
        q[1] = (A[1][1] * q[0] + j->u0 + A[1][0] * move + h * u1) / (1 - h * A[1][1]);
}

static bool differs(int order, double xd, double xdd, double xd2, double xdd2)
{
    return pair_significant(xd, xd2) || (order == 2 && pair_significant(xdd, xdd2));
}

static void fill(struct pair *p, double A[2][2], const struct side *a, const struct side *b,
                 const struct state *si, const struct state *sj, double theta)
{
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 2; c++) p->A[r][c] = A[r][c];
    p->x[0] = si->x[0];
    p->x[1] = sj->x[0];
    p->u[0] = a->u0 - A[0][1] * b->q0;
    p->u[1] = b->u0 - A[1][0] * a->q0;
    p->u1[0] = a->u1 - A[0][1] * b->q1;
    p->u1[1] = b->u1 - A[1][0] * a->q1;
    p->T[0] = theta * si->dq;
    p->T[1] = theta * b->quantum;
}

int32_t mliqss_partner(const struct method *m, struct net *net, int32_t i, const struct state *was,
                       struct pair *p)
{
    struct state *si = &net->s[i];
    int order = m->info.order;
    double t = net->env.t, most = -1, aii = was->a;
    struct side a = side_of(was, aii, t, order);
    double move = si->q[0] - a.q0, bend = order == 2 ? si->q[1] - a.q1 : 0;
    int32_t found = -1;
    for (const int32_t *it = csr_first(&net->pairs, i); it < csr_last(&net->pairs, i); it++) {
        int32_t j = *it;
        struct state *sj = &net->s[j];
        double A[2][2] = {{aii, 0}, {0, 0}}, q[2], xd, xdd;
        struct side b;
        A[1][0] = net_partial(net, j, i);
        if (A[1][0] == 0) continue;
        net_advance(net, j);
        b.xd = sj->x[1];
        b.xdd = 2 * sj->x[2];
        if (!differs(order, b.xd, b.xdd, b.xd + A[1][0] * move, b.xdd + A[1][0] * bend)) continue;
        A[0][1] = net_partial(net, i, j);
        if (A[0][1] == 0) continue;
        A[1][1] = net_partial(net, j, j);
        b = side_of(sj, A[1][1], t, order);
        b.quantum = net_quantum(net, j);
        answer(m, si, sj, &b, move, bend, A, q);
        xd = a.xd + aii * move + A[0][1] * (q[0] - b.q0);
        xdd = a.xdd + aii * bend + A[0][1] * (q[1] - b.q1);
        if (!differs(order, a.xd, a.xdd, xd, xdd)) continue;
        if (fabs(A[0][1] * (q[0] - b.q0)) <= most) continue;
        most = fabs(A[0][1] * (q[0] - b.q0));
        found = j;
        fill(p, A, &a, &b, si, sj, net->tune.theta);
    }
    return found;
}

static void assign(struct state *s, double t, double q0, double q1)
{
    s->q[0] = q0;
    s->q[1] = q1;
    s->tq = t;
}

void mliqss_accept(struct net *net, int32_t i, int32_t j, const struct pair *p)
{
    net->partner = net->s[j];
    assign(&net->s[i], net->env.t, p->q[0], p->q1[0]);
    assign(&net->s[j], net->env.t, p->q[1], p->q1[1]);
    net->s[i].aux[0] = net->s[j].aux[0] = p->h;
    net->s[i].aux[1] = net->s[j].aux[1] = isinf(p->h);
    net->s[j].a = p->A[1][1];
    net->s[j].dq = net_quantum(net, j);
}
