/* SPDX-License-Identifier: MIT */
/* path.c - two signals as a path in the plane, in bounded memory.
 *
 * A piece becomes one straight line if it is straight within a part of the box of the path so far,
 * else several. Points nearer than `apart` of the box to the last one are left out; when MOST are
 * kept, `apart` doubles and what is nearer now is thinned out. A path that runs the same way again
 * and again so ends up coarse, but never wrong by more than `apart`. */
#include "out/measure/program.h"

#include <math.h>
#include <string.h>

enum { MOST = 200000, PARTS = 16 };
#define FINE 2e-4 /* of the box: less than a pixel */

static double apart(const struct program_path *p, const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < 2; i++) {
        double size = p->hi[i] - p->lo[i];
        if (size > 0) most = fmax(most, fabs(a[i] - b[i]) / size);
    }
    return most;
}

static void thin_out(struct program_call *c)
{
    struct program_path *p = &c->path;
    size_t n = 2;
    p->apart *= 2;
    for (size_t k = 2; k < c->n; k += 2)
        if (apart(p, c->kept + n - 2, c->kept + k) >= p->apart) {
            memmove(c->kept + n, c->kept + k, 2 * sizeof *c->kept);
            n += 2;
        }
    c->n = n;
}

static void keep(struct measure *m, struct program_call *c, const double *at)
{
    void *kept = c->kept;
    while (c->n >= 2 * MOST && c->path.apart < 0.1) thin_out(c);
    if (!alloc_grow(&m->alloc, &kept, &c->room, c->n + 2, sizeof *c->kept)) {
        c->full = true;
        return;
    }
    c->kept = kept;
    memcpy(c->kept + c->n, at, 2 * sizeof *at);
    c->n += 2;
}

static void put(struct measure *m, struct program_call *c, double x, double y)
{
    struct program_path *p = &c->path;
    double at[2] = {x, y};
    if (!isfinite(x) || !isfinite(y)) return;
    for (int i = 0; i < 2; i++) {
        p->lo[i] = p->any ? fmin(p->lo[i], at[i]) : at[i];
        p->hi[i] = p->any ? fmax(p->hi[i], at[i]) : at[i];
    }
    if (!p->any) p->apart = FINE;
    p->pending = p->any && apart(p, c->kept + c->n - 2, at) < p->apart;
    p->any = true;
    memcpy(p->last, at, sizeof at);
    if (!p->pending) keep(m, c, at);
}

/* How far it may be from a straight line, as a part of the box. */
static double bend(const struct program_path *p, const struct signal_piece *q, int axis)
{
    double sum = 0, size = p->hi[axis] - p->lo[axis];
    for (int k = 2; k <= q->n; k++) sum += fabs(q->c[k]);
    return sum == 0 ? 0 : size > 0 ? sum / size : INFINITY;
}

struct pair {
    struct measure *m;
    struct program_call *c;
    const struct signal_piece *x;
};

static void put_pair(void *user, const struct signal_piece *y)
{
    const struct pair *w = user;
    struct signal_piece x = signal_part(w->x, y->a, y->a + y->h);
    const struct program_path *p = &w->c->path;
    int parts = fmax(bend(p, &x, 0), bend(p, y, 1)) < FINE ? 1 : PARTS;
    for (int i = 0; i <= parts; i++)
        put(w->m, w->c, signal_at(&x, (double)i / parts), signal_at(y, (double)i / parts));
}

static void take_x(void *user, const struct signal_piece *x)
{
    struct pair *w = user;
    w->x = x;
    signal_along(&w->c->other, w->m->variable, x->a, x->a + x->h, put_pair, w);
}

void program_path_along(struct measure *m, struct program_call *c, double a, double b)
{
    struct pair w = {m, c, NULL};
    a = fmax(a, c->option[OPTION_FROM]); /* NaN: no limit */
    b = fmin(b, c->option[OPTION_TO]);
    if (b > a) signal_along(&c->signal, m->variable, a, b, take_x, &w);
}

size_t measure_path(const struct measure *m, const double **xy)
{
    for (size_t k = 0; k < m->n_calls; k++)
        if (m->call[k].kind == KIND_XY) {
            *xy = m->call[k].kept;
            return m->call[k].n / 2;
        }
    return 0;
}
