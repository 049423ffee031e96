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
 * without being sent; that also finds the instant at which a function ceases to exist. */
#include "blocks/static/function.h"
#include "blocks/signal_times.h"

enum { STORE_NEXT = STORE_FREE }; /* when elements will have to be shown again */

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
        saltus_cell_store(c, STORE_NEXT, (size_t)c->size * sizeof(double));
}

void function_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)e;
    frame_take(c, x, n, frame_touch);
}

/* Element e at now. 0: it does not exist, the run has failed. */
static int evaluate(const saltus_cell *c, int32_t e, jet *y, int *order, int *open)
{
    const struct function *f = (const struct function *)c->type;
    struct inputs in;
    struct args a;
    int degree;
    args_of(c, STORE_ARGS, e, &a);
    frame_inputs(c, e, 1, &in);
    degree = function_linear(&a, in.degree);
    if (degree) degree = f->degree ? f->degree(&a, in.degree) : FUNCTION_SERIES;
    frame_order(&in, degree, order, open);
    *y = f->f(&a, in.u);
    if (frame_finite(y, *order)) return 1;
    frame_fail(c, e, &in, f->hint);
    return 0;
}

/* Sends element e, or only shows it again; notes how long that lasts. 0: the run has failed. */
static int act(const saltus_cell *c, int32_t e, int marked)
{
    double *next = (double *)saltus_cell_stored(c, STORE_NEXT, NULL);
    saltus_message *m;
    int order, open;
    jet y;
    if (!evaluate(c, e, &y, &order, &open)) return 0;
    next[e] = c->t + frame_lasts(c, &y, order, open);
    saltus_cell_show(c, 0, e, y.c, order);
    if (!marked) return 1;
    m = saltus_cell_out(c, 0, e);
    signal_say(m, y.c, order, open);
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
    const double *next = saltus_cell_stored(c, STORE_NEXT, NULL);
    struct function_state *s = c->state;
    struct marks *m = frame_marks(c);
    struct times *t = frame_times(c);
    for (int32_t e = times_next(t, -1, c->t); e >= 0; e = times_next(t, e, c->t))
        times_set(t, e, next[e]);
    for (int32_t k = 0; k < m->n; k++)
        if (t->t[t->leaves + m->item[k]] != next[m->item[k]])
            times_set(t, m->item[k], next[m->item[k]]);
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
    int order, open;
    jet y;
    (void)out;
    if (evaluate(c, i, &y, &order, &open)) signal_say(m, y.c, order, open);
}
