/* SPDX-License-Identifier: MIT */
/* loop.c - what a run remembers of its loops of equations.
 *
 * An answer holds as far as its inputs are those that are asked for, bit by bit: level k if levels
 * 0..k of all inputs and all values are the same. So any number of derivatives, guards and outputs
 * that read a loop at one instant solve it once, and a partial derivative, which differs from level
 * 1 on, uses level 0 and its factors. A linear loop gives the same bits whether it is remembered or
 * not; one that is not linear starts from the last answer at its point, which is therefore part of
 * the run (loop_memory_pieces). Who only looks (saltus_own.looks) has answers of his own and starts
 * from the run's, so that looking changes nothing. Where it is known that nothing has changed
 * (saltus_env.stamp), the inputs need not even be computed to be compared.
 *
 * Factors of a matrix that changes only at events are kept by the values they were made from,
 * LOOP_WAYS for each hash of these; old ones are replaced in turn. */
#include "run/loop/loop.h"
#include <math.h>
#include <string.h>

enum { MANY = 1 << 22 }; /* doubles that answers, and factors, of one loop may take */

/* ---- Memory ---------------------------------------------------------------------------------- */

static int64_t answer_size(const saltus_loop *l)
{
    return (int64_t)LOOP_SERIES * (l->inputs + l->n) + l->values;
}

static int32_t limited(int64_t wanted, int64_t each, int64_t least)
{
    int64_t most = MANY / (each > 0 ? each : 1);
    if (most < least) most = least;
    return (int32_t)(wanted < most ? wanted : most);
}

static bool make_answers(struct loop *l, struct alloc *a)
{
    int64_t size = answer_size(l->of);
    double *at;
    l->slots = limited(l->of->points, 2 * size, 1);
    l->answer = alloc_array(a, (size_t)l->slots * 2, sizeof *l->answer);
    l->memory = alloc_array(a, (size_t)l->slots * 2 * (size_t)size, sizeof *l->memory);
    if (!l->answer || !l->memory) return false;
    at = l->memory;
    for (int32_t k = 0; k < 2 * l->slots; k++) {
        struct loop_answer *x = &l->answer[k];
        x->point = -1;
        x->u = at;
        x->v = x->u + (size_t)LOOP_SERIES * (size_t)l->of->inputs;
        x->y = x->v + l->of->values;
        at += size;
    }
    return true;
}

/* 16 modes for each point, if there is room; one if the matrix never changes. */
static bool make_modes(struct loop *l, struct alloc *a)
{
    int64_t each = l->of->values +
                   (l->plan.dense ? (int64_t)l->of->n * l->of->n : 4 * (int64_t)l->of->entries);
    if (!l->still) return true;
    l->sets = l->of->values ? limited((int64_t)l->of->points * 4, each * LOOP_WAYS, 1) : 1;
    l->mode = alloc_array(a, (size_t)l->sets * LOOP_WAYS, sizeof *l->mode);
    return l->mode != NULL;
}

static bool make_pattern(struct loop *l, struct alloc *a)
{
    const saltus_loop *of = l->of;
    l->first = alloc_array(a, (size_t)of->n + 1, sizeof *l->first);
    l->row = alloc_array(a, (size_t)of->entries, sizeof *l->row);
    if (!l->first || !l->row) return false;
    for (int32_t k = 0; k < of->entries; k++) {
        l->first[of->entry[k].column + 1]++;
        l->row[k] = of->entry[k].row;
    }
    for (int32_t j = 0; j < of->n; j++) l->first[j + 1] += l->first[j];
    return lu_plan_init(&l->plan, of->n, l->first, l->row, a);
}

static bool make_work(struct loop *l, struct alloc *a)
{
    size_t n = (size_t)l->of->n, series = n * LOOP_SERIES;
    l->a = alloc_array(a, (size_t)l->of->entries, sizeof *l->a);
    l->r = alloc_array(a, series, sizeof *l->r);
    l->b = alloc_array(a, n, sizeof *l->b);
    l->y = alloc_array(a, series, sizeof *l->y);
    l->u = alloc_array(a, (size_t)l->of->inputs * LOOP_SERIES, sizeof *l->u);
    l->step = alloc_array(a, n, sizeof *l->step);
    l->before = alloc_array(a, n, sizeof *l->before);
    return l->a && l->r && l->b && l->y && l->u && l->step && l->before;
}

static bool loop_init(struct loop *l, const saltus_loop *of, int32_t number, struct alloc *a)
{
    l->of = of;
    l->number = number;
    l->still = !of->residual;
    for (int32_t k = 0; k < of->entries; k++)
        if (of->entry[k].from < 0) l->still = false;
    return make_pattern(l, a) && make_answers(l, a) && make_modes(l, a) && make_work(l, a);
}

static void loop_free(struct loop *l, struct alloc *a)
{
    for (int32_t k = 0; l->mode && k < l->sets * LOOP_WAYS; k++) {
        alloc_free(a, l->mode[k].key);
        lu_free(&l->mode[k].lu, a);
    }
    alloc_free(a, l->mode);
    lu_free(&l->own, a);
    lu_plan_free(&l->plan, a);
    alloc_free(a, l->first);
    alloc_free(a, l->row);
    alloc_free(a, l->answer);
    alloc_free(a, l->memory);
    alloc_free(a, l->a);
    alloc_free(a, l->r);
    alloc_free(a, l->b);
    alloc_free(a, l->y);
    alloc_free(a, l->u);
    alloc_free(a, l->step);
    alloc_free(a, l->before);
    for (int w = 0; w < LOOP_WAYS; w++) loop_spans_free(&l->spans[w], a);
}

struct saltus_own *loop_memory_new(struct alloc *a, const saltus_model *m, bool *failed)
{
    struct loops *l;
    int32_t n = 0;
    while (m->loops && m->loops[n].n) n++;
    *failed = false;
    if (!n) return NULL;
    l = alloc_array(a, 1, sizeof *l);
    *failed = !l;
    if (!l) return NULL;
    l->alloc = a;
    l->run = (struct saltus_own){l, false};
    l->look = (struct saltus_own){l, true};
    l->loop = alloc_array(a, (size_t)n, sizeof *l->loop);
    *failed = !l->loop;
    for (; !*failed && l->n < n; l->n++)
        if (!loop_init(&l->loop[l->n], &m->loops[l->n], l->n, a)) *failed = true;
    if (!*failed) return &l->run;
    loop_memory_free(&l->run);
    return NULL;
}

void loop_memory_free(struct saltus_own *own)
{
    struct loops *l = own ? own->loops : NULL;
    struct alloc *a;
    if (!l) return;
    a = l->alloc;
    for (int32_t k = 0; k < l->n; k++) loop_free(&l->loop[k], a);
    alloc_free(a, l->loop);
    alloc_free(a, l);
}

/* Only answers that others start from; the rest can be had again, bit by bit. */
void loop_memory_pieces(const saltus_env *e, loop_piece_fn *fn, void *user)
{
    struct loops *l = e->own ? e->own->loops : NULL;
    for (int32_t k = 0; l && k < l->n; k++) {
        struct loop *x = &l->loop[k];
        size_t all = (size_t)x->slots * (size_t)answer_size(x->of);
        if (!x->of->residual) continue;
        for (int32_t j = 0; j < x->slots; j++) {
            fn(user, &x->answer[j].point, sizeof x->answer[j].point);
            fn(user, &x->answer[j].levels, sizeof x->answer[j].levels);
            fn(user, &x->answer[j].known, sizeof x->answer[j].known);
        }
        fn(user, x->memory, all * sizeof *x->memory);
        for (int32_t j = x->slots; j < 2 * x->slots; j++) x->answer[j].levels = 0;
        x->own_of = NULL;
    }
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static bool same(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

/* How many levels of the answer hold for these inputs. */
static int32_t levels_alike(const struct loop *l, const struct loop_answer *x, int32_t levels,
                            const double *u, const double *v)
{
    if (levels && !same(x->v, v, (size_t)l->of->values)) return 0;
    for (int32_t k = 0; k < l->of->inputs && levels; k++) {
        const double *now = u + (size_t)k * LOOP_SERIES, *old = x->u + (size_t)k * LOOP_SERIES;
        if (same(now, old, (size_t)levels)) continue;
        levels--;
        while (levels && !same(now, old, (size_t)levels)) levels--;
    }
    return levels;
}

static void take_inputs(const struct loop *l, struct loop_answer *x, int order, const double *u,
                        const double *v)
{
    for (int32_t k = 0; k < l->of->inputs; k++)
        memcpy(x->u + (size_t)k * LOOP_SERIES, u + (size_t)k * LOOP_SERIES,
               (size_t)order * sizeof *u);
    memcpy(x->v, v, (size_t)l->of->values * sizeof *v);
}

/* The answer of this point; an observer may start where the run is. */
static struct loop_answer *answer_for(const saltus_env *e, struct loop *l, int32_t point)
{
    struct loop_answer *run = &l->answer[point % l->slots], *x = run;
    if (e->own->looks) x += l->slots;
    if (x->point != point) {
        x->levels = x->known = 0;
        x->point = point;
    }
    if (e->own->looks && !x->levels && l->of->residual && run->point == point && run->known) {
        memcpy(x->y, run->y, (size_t)LOOP_SERIES * (size_t)l->of->n * sizeof *x->y);
        x->known = 1;
    }
    return x;
}

static void give(const struct loop_answer *x, int order, int32_t first, int32_t count, double *y)
{
    for (int32_t k = 0; k < count; k++)
        memcpy(y + (size_t)k * LOOP_SERIES, x->y + (size_t)(first + k) * LOOP_SERIES,
               (size_t)order * sizeof *y);
}

uint64_t loop_stamp(const saltus_env *e)
{
    return e->own ? ++e->own->loops->stamp : 0;
}

int loop_known(const saltus_env *e, int32_t k, int32_t point, int order, int32_t first,
               int32_t count, double *y)
{
    const struct loop *l = &e->own->loops->loop[k];
    const struct loop_answer *x = &l->answer[point % l->slots + (e->own->looks ? l->slots : 0)];
    if (x->stamp != e->stamp || x->point != point || x->sure < order) return 0;
    e->own->loops->asked++;
    give(x, order, first, count, y);
    return 1;
}

void loop_solve(const saltus_env *e, int32_t k, int32_t point, int order, const double *u,
                const double *v, int32_t first, int32_t count, double *y)
{
    struct loops *all = e->own->loops;
    struct loop *l = &all->loop[k];
    struct loop_answer *x = answer_for(e, l, point);
    struct loop_call call = {e, all, l, x, order};
    int32_t levels = x->levels < order ? x->levels : order;
    all->asked++;
    x->stamp = e->stamp;
    x->sure = 0;
    levels = levels_alike(l, x, levels, u, v);
    if (levels < order) {
        all->solved++;
        take_inputs(l, x, order, u, v);
        x->levels = levels;
        if (levels == 0 && l->own_of == x) l->own_of = NULL;
        if (!loop_complete(&call)) {
            x->levels = x->known = 0;
            for (int32_t j = 0; j < count * LOOP_SERIES; j++) y[j] = NAN;
            return;
        }
        x->levels = order;
    }
    x->sure = order;
    give(x, order, first, count, y);
}
