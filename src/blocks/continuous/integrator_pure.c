/* SPDX-License-Identifier: MIT */
/* integrator_pure.c - the integral of a signal, exactly: a polynomial in, a
 * polynomial of one degree more out.
 *
 *     y(t + s) = y(t) + sum_k c_k s^(k+1)/(k+1).
 * Nothing is quantized. The output follows the input at once (its slope does), so that a loop
 * through this block is refused: it would be an integral equation that only `integrator` solves. */
#include "blocks/continuous/delay_history.h"
#include "blocks/continuous/integrator_blocks.h"
#include "blocks/continuous/integrator_queue.h"

struct pure {
    int32_t leaves;
};

struct area {
    struct signal u;
    double y; /* at u.t */
};

static struct area *areas(const saltus_cell *c)
{
    return (struct area *)(uintptr_t)saltus_cell_stored(c, 0, NULL);
}
static struct marks *marks(const saltus_cell *c)
{
    return (struct marks *)(uintptr_t)saltus_cell_stored(c, 1, NULL);
}
static struct queue queue_of(const saltus_cell *c)
{
    return queue_at((void *)(uintptr_t)saltus_cell_stored(c, 2, NULL),
                    ((struct pure *)c->state)->leaves);
}

static void pure_start(saltus_cell *c)
{
    struct pure *s = c->state;
    struct area *a = saltus_cell_store(c, 0, (size_t)c->size * sizeof *a);
    struct marks *m = saltus_cell_store(c, 1, marks_bytes(c->size));
    struct queue q;
    s->leaves = queue_leaves(c->size);
    if (!a || !m || !saltus_cell_store(c, 2, queue_bytes(c->size))) return;
    marks_start(m, c->size);
    q = queue_of(c);
    queue_clear(&q);
    for (int32_t i = 0; i < c->size; i++) {
        a[i].y = saltus_part_real(c->part, "start", i);
        a[i].u.t = c->t;
    }
}

static double value(const struct area *a, double t)
{
    double h = t - a->u.t, v = 0;
    for (int k = a->u.order; k >= 0; k--) v = (v + a->u.c[k] / (k + 1)) * h;
    return a->y + v;
}

static void take(saltus_cell *c, struct area *a, int32_t i, const saltus_message *m)
{
    struct queue q = queue_of(c);
    a->y = value(a, c->t);
    signal_set(&a->u, c->t, m);
    if (!isfinite(a->y)) saltus_cell_fail(c, SALTUS_ENAN, NULL, "its value is not finite", NULL);
    queue_set(&q, i, c->t + history_lasts(c, a->u.c, a->u.order, a->u.open));
}

static void pure_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    (void)elapsed;
    for (size_t k = 0; k < n; k++) {
        int32_t i, end;
        signal_span(&x[k], c->size, &i, &end);
        for (; i < end; i++) {
            take(c, &areas(c)[i], i, &x[k]);
            marks_add(marks(c), i);
        }
    }
}

static double pure_due(const saltus_cell *c)
{
    struct queue q = queue_of(c);
    return marks(c)->n ? c->t : fmax(q.due[queue_top(&q)], c->t);
}

static void say(const saltus_cell *c, int32_t i, saltus_message *m)
{
    const struct area *a = &areas(c)[i];
    double u[SALTUS_SERIES];
    int order = signal_at(&a->u, c->t, u), open = a->u.open;
    if (order == SALTUS_SERIES - 1) {
        if (u[order] != 0 && !open) open = 1;
        order--;
    }
    m->c[0] = value(a, c->t);
    for (int k = 0; k <= order; k++) m->c[k + 1] = u[k] / (k + 1);
    m->order = (int16_t)(order + 1);
    m->open = (int8_t)open;
}

static void pure_lambda(const saltus_cell *c)
{
    const struct marks *k = marks(c);
    for (int32_t j = 0; j < k->n; j++) {
        saltus_message *m = saltus_cell_out(c, 0, k->item[j]);
        say(c, k->item[j], m);
        saltus_cell_show(c, 0, k->item[j], m->c, m->order);
    }
}

static void renew(saltus_cell *c, int32_t i)
{
    saltus_message m;
    if (saltus_cell_renew(c, 0, i, &m)) {
        take(c, &areas(c)[i], i, &m);
        marks_add(marks(c), i);
    } else {
        struct queue q = queue_of(c);
        queue_set(&q, i, INFINITY);
    }
}

static void pure_delta_int(saltus_cell *c)
{
    struct queue q = queue_of(c);
    if (marks(c)->n)
        marks_clear(marks(c));
    else
        renew(c, queue_top(&q));
}

static void pure_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    struct area *a = &areas(c)[i];
    saltus_message u;
    (void)out;
    if (a->u.open && a->u.t != c->t && saltus_cell_renew(c, 0, i, &u)) take(c, a, i, &u);
    say(c, i, m);
}

static int pure_through(const saltus_part *p, int in, int out)
{
    (void)p, (void)in, (void)out;
    return 1;
}

static double pure_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    (void)c, (void)out, (void)i, (void)in, (void)j;
    return 0; /* values do not jump with the input */
}

static const saltus_shown shows[] = {{"", SALTUS_OUTPUT, "the integral"}, {0}};
static const saltus_port ins[] = {SIGNAL_PORT("u", "input"), {0}};
static const saltus_port outs[] = {SIGNAL_PORT("y", "its integral"), {0}};
static const saltus_param params[] = {REAL_PARAM("start", 0, NULL, "value at the start"), {0}};

const saltus_atomic block_pure_integrator = {
    BLOCK_NAME("pure_integrator", "integrators", "exact integral of a signal"),
    .text = "$y(t) = \\text{start} + \\int u$, piece by piece, one degree above that of the input; "
            "nothing is quantized, and every message causes one. Of an input of degree 4 the "
            "output is a series that is cut off, although its values are exact. For signals that "
            "do not depend on the integral: energies, distances, averages. A loop through it is "
            "refused as an algebraic one: take `integrator` there.",
    BLOCK_TABLES(ins, outs, params, shows),
    BLOCK_STATE(struct pure, -2),
    BLOCK_STEPS(pure_start, pure_due, pure_lambda, pure_delta_int, pure_delta_ext),
    .through = pure_through,
    .partial = pure_partial,
    .again = pure_again,
};
