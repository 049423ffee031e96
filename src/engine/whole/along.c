/* SPDX-License-Identifier: MIT */
/* along.c - the model along a step that an engine has made. */
#include "engine/whole/along.h"
#include "base/range.h"
#include "num/poly.h"
#include "run/horizon/horizon.h"
#include "run/loop/loop.h"
#include "saltus_span.h"
#include "engine/whole/whole.h"
#include <float.h>
#include <math.h>
#include <string.h>

void along_open(struct sim *s, struct along *a)
{
    int32_t n = s->net.n;
    a->c = sim_room(s, n, WHOLE_TERMS * sizeof *a->c);
    a->degree = sim_room(s, n, sizeof *a->degree);
    a->q = sim_room(s, n + s->n_signals, SALTUS_SERIES * sizeof *a->q);
    a->box = (saltus_box){.q = a->q,
                          .stride = SALTUS_SERIES,
                          .width = 1,
                          .env = &whole_of(s)->env,
                          .solve = loop_span,
                          .run = range_run};
    if (s->status < 0) return;
    for (int32_t j = 0; s->net.n_sums && j < s->net.first_term[s->net.n_sums]; j++)
        a->opaque_sum |= along_opaque(s, a, SALTUS_SUM, j);
}

void along_close(struct sim *s, struct along *a)
{
    alloc_free(&s->alloc, a->c);
    alloc_free(&s->alloc, a->degree);
    alloc_free(&s->alloc, a->q);
}

bool along_opaque(struct sim *s, struct along *a, saltus_kind kind, int32_t i)
{
    saltus_span r[SALTUS_SERIES];
    if (s->model->range && s->model->range(&a->box, kind, i, 1, r)) return false;
    if (kind == SALTUS_GUARD && s->watch[i].affine)
        return true; /* it needs none, but for its side */
    if (kind != SALTUS_SUM || !s->stats.uncertified) horizon_opaque(s, kind, i);
    return true;
}

int along_step(struct sim *s, struct along *a, const struct locate_path *path, double at)
{
    int most = 0;
    a->at = at;
    for (int32_t i = 0; i < s->net.n; i++) {
        a->degree[i] = (int8_t)path->series(path->user, i, at, a->c + (size_t)i * WHOLE_TERMS);
        if (a->degree[i] > most) most = a->degree[i];
    }
    return most;
}

int along_series(const struct along *a, int32_t i, const double **c)
{
    *c = a->c + (size_t)i * WHOLE_TERMS;
    return a->degree[i];
}

static const double binomial[SALTUS_SERIES][WHOLE_TERMS] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66},
    {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220},
    {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330, 495}};

/* (1); the last terms of each bound stand for rounding, that of the shift included. */
void along_spans(const double *c, int n, double from, double to, int width, saltus_span *out)
{
    double m = from + (to - from) / 2, r = fmax(to - m, m - from) * (1 + 4 * DBL_EPSILON);
    double p[WHOLE_TERMS], size[WHOLE_TERMS], far = fabs(m) + r;
    for (int k = 0; k <= n; k++) p[k] = c[k], size[k] = fabs(c[k]);
    poly_shift(p, n, m);
    for (int k = 0; k < width; k++) {
        double wide = 0, made = 0, middle = k <= n ? p[k] : 0;
        for (int j = n; j >= k; j--) {
            made = made * far + binomial[k][j] * size[j];
            if (j > k) wide = (wide + binomial[k][j] * fabs(p[j])) * r;
        }
        wide = wide * (1 + 1e-14) + 8 * (n + 1) * DBL_EPSILON * made;
        out[k] = (saltus_span){middle - wide, middle + wide};
    }
}

static void show_state(struct along *a, double from, double to, int32_t i)
{
    const double *c;
    int n = along_series(a, i, &c);
    along_spans(c, n, from - a->at, to - a->at, a->box.width, a->q + (size_t)i * SALTUS_SERIES);
}

static void show_sum(struct sim *s, struct along *a, int32_t k)
{
    saltus_span *to = a->q + (size_t)(s->net.n + k) * SALTUS_SERIES, r[SALTUS_SERIES];
    for (int m = 0; m < SALTUS_SERIES; m++) to[m] = (saltus_span){0, 0};
    if (a->opaque_sum) return;
    for (int32_t j = s->net.first_term[k]; j < s->net.first_term[k + 1]; j++) {
        s->model->range(&a->box, SALTUS_SUM, j, a->box.width, r);
        for (int m = 0; m < a->box.width; m++) to[m] = span_add(to[m], r[m]);
    }
    s->stats.term_evaluations += (uint64_t)(s->net.first_term[k + 1] - s->net.first_term[k]);
}

void along_show(struct sim *s, struct along *a, double from, double to, const int32_t *list,
                int32_t count, int width)
{
    int32_t n = s->net.n, sums = s->net.n_sums;
    a->box.t = (saltus_span){from, to};
    a->box.width = width;
    for (int32_t j = 0; j < (list ? count : n); j++) show_state(a, from, to, list ? list[j] : j);
    if (list) return;
    for (int32_t k = 0; k < s->n_delays; k++) {
        saltus_span *d = a->q + (size_t)(n + sums + k) * SALTUS_SERIES;
        for (int m = 0; m < SALTUS_SERIES; m++) d[m] = span_all();
        if (s->past[k].by < 0) whole_delay_spans(s, k, from, to, width, d);
    }
    for (int32_t k = 0; k < sums; k++) show_sum(s, a, k);
    if (s->changing) whole_lags_spans(s, a, from, to, width);
}

bool along_range(struct sim *s, struct along *a, saltus_kind kind, int32_t i, int order,
                 saltus_span *r)
{
    s->stats.range_evaluations += s->model->range != NULL;
    return s->model->range && s->model->range(&a->box, kind, i, order, r);
}
