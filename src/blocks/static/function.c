/* SPDX-License-Identifier: MIT */
/* function.c - the frame of static blocks: y_e = f(u1_e, u2_e, ...), at once.
 *
 * A message is stored and marks its element; the block is then due at now, after everything that
 * feeds it (rank -2), and sends the marked elements. Until every connected input of an element
 * has spoken, the element says nothing.
 *
 * Series. With closed inputs of degrees d the result has the degree that the block tells: closed
 * if that is below SALTUS_SERIES, else cut off and open. If an input is open after its
 * coefficient n, those of the result beyond n are not known: it is open and ends there. A
 * constant result is closed, whatever the function.
 *
 * What is sent and cut off is valid as long as nothing needs more; a block that does asks for it
 * (`again`). What is shown must be right by itself, so an open output is shown again in time,
 * without being sent; that also finds the instant at which a function ceases to exist.
 *
 * Certainty. A function that is flat now and steep later (a sigmoid, a Gaussian) has a series that
 * tells nothing of it, and no reader would ask. So the range of the function along its inputs bounds
 * how long what is shown is right (quant/certain.h); and if what was sent to all has become wrong by
 * then, it is sent again. What one reader has asked for (`again`) does not count: the others, and
 * those behind it, do not know it. */
#include "blocks/static/function.h"
#include "blocks/signal_times.h"
#include "quant/certain.h"

enum { STORE_TOLD = STORE_FREE };

const saltus_port function_one[] = {SIGNAL_PORT("u", "argument"), {0}};
const saltus_port function_two[] = {
    SIGNAL_PORT("u1", "first argument"), SIGNAL_PORT("u2", "second argument"), {0}};
const saltus_port function_many[] = {
    {.name = "u", .type = SALTUS_TYPE_SIGNAL, .many = 1, .text = "arguments u1, u2, ..."}, {0}};
const saltus_port function_output[] = {SIGNAL_PORT("y", "result"), {0}};
const saltus_shown function_shows[] = {{"y", SALTUS_OUTPUT, "result"}, {0}};

int function_linear(const struct args *a, const int *d)
{
    int most = 0;
    for (int32_t k = 0; k < a->inputs; k++)
        if (d[k] > most) most = d[k];
    return most;
}

int function_product(const struct args *a, const int *d)
{
    int sum = 0;
    for (int32_t k = 0; k < a->inputs && sum < FUNCTION_SERIES; k++) sum += d[k];
    return sum;
}

void function_start(saltus_cell *c)
{
    const struct function *f = (const struct function *)c->type;
    if (frame_start(c, f->check))
        saltus_cell_store(c, STORE_TOLD, (size_t)c->size * sizeof(struct told));
}

void function_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)e;
    frame_take(c, x, n, frame_touch);
}

/* An element at now. */
struct now {
    struct inputs in;
    struct args a;
    jet y;
    int order, open;
};

/* 0: it does not exist, the run has failed. */
static int evaluate(const saltus_cell *c, int32_t e, struct now *w)
{
    const struct function *f = (const struct function *)c->type;
    int degree;
    args_of(c, STORE_ARGS, e, &w->a);
    frame_inputs(c, e, 1, &w->in);
    degree = function_linear(&w->a, w->in.degree);
    if (degree) degree = f->degree ? f->degree(&w->a, w->in.degree) : FUNCTION_SERIES;
    frame_order(&w->in, degree, &w->order, &w->open);
    w->y = f->f(&w->a, w->in.u);
    if (frame_finite(&w->y, &w->order, &w->open)) return 1;
    frame_fail(c, e, &w->in, f->hint);
    return 0;
}

/* What f becomes over [0, h], for certain_told. */
struct asked {
    const saltus_cell *c;
    const struct now *w;
};

static bool ask(void *user, double h, saltus_span *r)
{
    const struct asked *q = user;
    const struct function *f = (const struct function *)q->c->type;
    jet few[8], y, *u = q->w->in.n > 8 ? frame_spare(q->c) : few;
    for (int32_t k = 0; k < q->w->in.n; k++) frame_range(q->w->in.u[k].c, h, &u[k]);
    y = f->f(&q->w->a, u);
    for (int n = 0; n < SALTUS_SERIES; n++) r[n] = jet_span(y, n);
    return true;
}

static struct told *told(const saltus_cell *c)
{
    return (struct told *)saltus_cell_stored(c, STORE_TOLD, NULL);
}

/* Sends element e, or only shows it again; notes how long that lasts. 0: the run has failed. */
static int act(const saltus_cell *c, int32_t e, int marked)
{
    struct told *was = told(c) + e;
    saltus_message *m;
    struct now w;
    struct asked q = {c, &w};
    if (!evaluate(c, e, &w)) return 0;
    frame_certify(c, &w.in, w.y.c, w.order, w.open, ask, &q, was);
    saltus_cell_show(c, 0, e, w.y.c, w.order);
    if (!marked && !frame_drifted(c, was, w.y.c, w.open)) return 1;
    m = saltus_cell_out(c, 0, e);
    signal_say(m, w.y.c, w.order, w.open);
    signal_set(&was->sent, c->t, m);
    if (marked & MARKED_JUMP) m->jump = 1;
    return 1;
}

void function_lambda(const saltus_cell *c)
{
    struct marks *m = frame_marks(c);
    const unsigned char *flag = marks_flags(m);
    const struct times *s = frame_times(c);
    for (int32_t k = 0; k < m->n; k++)
        if (!act(c, m->item[k], flag[m->item[k]])) return;
    for (int32_t e = times_next(s, -1, c->t); e >= 0; e = times_next(s, e, c->t))
        if (!flag[e] && !act(c, e, 0)) return;
}

void function_int(saltus_cell *c)
{
    const struct told *was = told(c);
    struct function_state *s = c->state;
    struct marks *m = frame_marks(c);
    struct times *t = frame_times(c);
    for (int32_t e = times_next(t, -1, c->t); e >= 0; e = times_next(t, e, c->t))
        times_set(t, e, was[e].next);
    for (int32_t k = 0; k < m->n; k++)
        if (t->t[t->leaves + m->item[k]] != was[m->item[k]].next)
            times_set(t, m->item[k], was[m->item[k]].next);
    marks_clear(m);
    s->marked = 0;
}

int function_through(const saltus_part *p, int in, int out)
{
    (void)p, (void)in, (void)out;
    return 1;
}

double function_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    const struct function *f = (const struct function *)c->type;
    struct inputs u;
    struct args a;
    (void)out;
    if (i != j) return 0;
    args_of(c, STORE_ARGS, i, &a);
    frame_inputs(c, i, 0, &u);
    frame_seed(&u, in);
    return f->f(&a, u.u).c[1];
}

void function_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    struct now w;
    (void)out;
    if (evaluate(c, i, &w)) signal_say(m, w.y.c, w.order, w.open);
}
