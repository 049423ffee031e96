/* SPDX-License-Identifier: MIT */
/* tyson.c - the cell division cycle of Tyson in N independent cells, the six states of a cell
 * together: the Jacobian is block diagonal. No events. Rates from 0.015 to 1e6. */
#include "problem.h"

enum { C2, CP, PM, M, Y, YP, SIX };

static const double k1 = 0.015, k3 = 200, k4 = 180, k4b = 0.018, k6 = 1, k7 = 0.6, k8 = 1e6,
                    k9 = 1e3;

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    (void)t;
    for (int32_t i = 0; i < p->n; i += SIX) {
        const double *s = x + i;
        double *d = dx + i, bind = k3 * s[CP] * s[Y], release = k6 * s[M];
        double turn = s[PM] * (k4b + k4 * s[M] * s[M]), exchange = k8 * s[C2] - k9 * s[CP];
        d[C2] = release - exchange;
        d[CP] = exchange - bind;
        d[PM] = bind - turn;
        d[M] = turn - release;
        d[Y] = k1 - bind;
        d[YP] = release - k7 * s[YP];
    }
}

/* Rows of each column, as in pattern. */
static void jacobian(const struct problem *p, double t, const double *x, double *v)
{
    (void)t;
    for (int32_t i = 0; i < p->n; i += SIX, v += 16) {
        const double *s = x + i;
        double y = k3 * s[Y], cp = k3 * s[CP], turn = k4b + k4 * s[M] * s[M];
        double more = 2 * k4 * s[PM] * s[M];
        v[0] = -k8, v[1] = k8;                                  /* C2: C2 CP */
        v[2] = k9, v[3] = -k9 - y, v[4] = y, v[5] = -y;         /* CP: C2 CP PM Y */
        v[6] = -turn, v[7] = turn;                              /* PM: PM M */
        v[8] = k6, v[9] = -more, v[10] = more - k6, v[11] = k6; /* M: C2 PM M YP */
        v[12] = -cp, v[13] = cp, v[14] = -cp;                   /* Y: CP PM Y */
        v[15] = -k7;                                            /* YP: YP */
    }
}

static void pattern(struct problem *p)
{
    static const signed char rows[SIX][5] = {{C2, CP, -1},        {C2, CP, PM, Y, -1}, {PM, M, -1},
                                             {C2, PM, M, YP, -1}, {CP, PM, Y, -1},     {YP, -1}};
    for (int32_t i = 0; i < p->n; i++) {
        const signed char *r = rows[i % SIX];
        for (; *r >= 0; r++) problem_entry(p, i - i % SIX + *r, i);
    }
}

int problem_tyson(struct problem *p, const struct rival_case *c)
{
    static const char *const name[SIX] = {"C2", "CP", "pM", "M", "Y", "YP"};
    int32_t cells = c->size > 0 ? c->size : 100, n = SIX * cells;
    if (!problem_new(p, n, 1, 16 * cells)) return 0;
    p->scale = problem_scales(n, 1e-3);
    if (!p->scale) return 0;
    for (int32_t i = 0; i < cells; i++) {
        double pm = cells > 1 ? 0.1 + 0.3 * i / (cells - 1) : 0.25;
        p->x0[SIX * i + PM] = pm;
        p->x0[SIX * i + CP] = 1 - pm;
    }
    pattern(p);
    for (int k = 0; k < SIX; k++) p->group[k] = (struct problem_group){name[k], k, cells, SIX};
    p->stop = 50;
    p->explicit = 50 * 1e6 / 3.3;
    p->f = f;
    p->jacobian = jacobian;
    return 1;
}
