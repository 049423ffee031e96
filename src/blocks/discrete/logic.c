/* SPDX-License-Identifier: MIT */
/* logic.c - the frame of gates, flip-flops and counters: what is kept, what is sent.
 *
 * Store ELEMENTS holds a record for each element, MARKS the elements that have something to send.
 * An element that wakes by itself does so in an internal transition without output; what it changes
 * is sent by the next one, at the same instant. */
#include "blocks/discrete/logic.h"
#include "blocks/discrete/event.h"
#include "blocks/signal.h"

#include <math.h>
#include <string.h>

enum { ELEMENTS, MARKS };

static const struct logic_type *type_of(const saltus_cell *c)
{
    return (const struct logic_type *)(const void *)c->type;
}

static size_t stride(const saltus_cell *c)
{
    return sizeof(struct logic_element) + (size_t)c->inputs * sizeof(double);
}

static struct logic_element *element(saltus_cell *c, int32_t i)
{
    char *all = saltus_cell_store(c, ELEMENTS, (size_t)c->size * stride(c));
    return all ? (struct logic_element *)(void *)(all + (size_t)i * stride(c)) : NULL;
}

static const struct logic_element *look(const saltus_cell *c, int32_t i)
{
    const char *all = saltus_cell_stored(c, ELEMENTS, NULL);
    return (const struct logic_element *)(const void *)(all + (size_t)i * stride(c));
}

static int owes(const struct logic_element *e)
{
    return !isnan(e->event) || (!isnan(e->y) && !(e->y == e->sent));
}

static void settle(saltus_cell *c, int32_t i, const struct logic_element *e)
{
    struct marks *m = saltus_cell_store(c, MARKS, marks_bytes(c->size));
    if (m && owes(e)) marks_add(m, i);
}

static void find_due(saltus_cell *c)
{
    struct logic *s = c->state;
    s->due = INFINITY;
    if (!type_of(c)->wake) return;
    for (int32_t i = 0; i < c->size; i++) s->due = fmin(s->due, look(c, i)->due);
}

void logic_start(saltus_cell *c)
{
    struct logic *s = c->state;
    struct marks *m = saltus_cell_store(c, MARKS, marks_bytes(c->size));
    s->due = INFINITY;
    if (!m || !element(c, 0) || !event_numbers_fine(c)) return;
    marks_start(m, c->size);
    for (int32_t i = 0; i < c->size; i++) {
        struct logic_element *e = element(c, i);
        e->y = e->sent = e->event = NAN;
        e->due = INFINITY;
        for (int32_t k = 0; k < c->inputs; k++) e->in[k] = NAN;
        if (type_of(c)->begin) type_of(c)->begin(c, i, e);
        settle(c, i, e);
    }
    find_due(c);
}

double logic_due(const saltus_cell *c)
{
    const struct logic *s = c->state;
    const struct marks *m = saltus_cell_stored(c, MARKS, NULL);
    return m && m->n ? c->t : s->due;
}

static int is_event(const saltus_port *p)
{
    return !strcmp(p->type, SALTUS_TYPE_EVENT);
}

static void send(const saltus_cell *c, int32_t i, const struct logic_element *e)
{
    for (int p = 0; p < c->outputs; p++) {
        int event = is_event(&c->type->outputs[p]);
        if (event ? isnan(e->event) : isnan(e->y) || e->y == e->sent) continue;
        saltus_message *m = saltus_cell_out(c, p, i);
        if (!m) return;
        m->c[0] = event ? e->event : p == 0 ? e->y : 1 - e->y;
        if (!event && !isnan(e->sent)) m->jump = 1;
    }
}

void logic_lambda(const saltus_cell *c)
{
    const struct marks *m = saltus_cell_stored(c, MARKS, NULL);
    for (int32_t k = 0; m && k < m->n; k++) send(c, m->item[k], look(c, m->item[k]));
}

static void show(const saltus_cell *c, int32_t i, const struct logic_element *e)
{
    int event = c->type->shows[0].kind == SALTUS_GUARD;
    if (event && !isnan(e->event)) event_show(c, 0, i, e->event < 0 ? -1 : 1);
    if (!event && !isnan(e->y)) event_show(c, 0, i, e->y);
}

static void wake(saltus_cell *c)
{
    for (int32_t i = 0; i < c->size; i++) {
        struct logic_element *e = element(c, i);
        if (e->due > c->t) continue;
        type_of(c)->wake(c, i, e);
        settle(c, i, e);
    }
}

void logic_int(saltus_cell *c)
{
    struct logic *s = c->state;
    struct marks *m = saltus_cell_store(c, MARKS, marks_bytes(c->size));
    if (!m) return;
    int sent = m->n > 0;
    for (int32_t k = 0; k < m->n; k++) {
        struct logic_element *e = element(c, m->item[k]);
        show(c, m->item[k], e);
        e->sent = e->y;
        e->event = NAN;
    }
    marks_clear(m);
    if (!sent && s->due <= c->t) wake(c);
    find_due(c);
}

/* The value of a message, Boolean if it has to be; NaN: the run has failed. */
static double value_of(const saltus_cell *c, const saltus_message *m)
{
    int many = c->type->inputs[0].many;
    const saltus_port *p = &c->type->inputs[many ? 0 : m->port];
    if (is_event(p) || type_of(c)->any) return m->c[0];
    if (signal_degree(m->c, m->order) == 0 && !isnan(m->c[0])) return m->c[0] >= 0.5;
    saltus_cell_fail(c, SALTUS_EMODEL, NULL,
                     "the signal at an input is not Boolean: it is not constant between events",
                     "put a comparator before it");
    return NAN;
}

void logic_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    (void)elapsed;
    for (; n > 0; n--, x++) {
        double v = value_of(c, x);
        for (int32_t i = event_first(x); i < event_end(c, x) && !isnan(v); i++) {
            struct logic_element *e = element(c, i);
            if (!e) return;
            type_of(c)->hear(c, i, x->port, v, e);
            e->in[x->port] = v;
            settle(c, i, e);
        }
    }
    find_due(c);
}

int logic_through(const saltus_part *p, int in, int out)
{
    (void)p, (void)in, (void)out;
    return 1;
}

double logic_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    (void)c, (void)out, (void)i, (void)in, (void)j;
    return 0;
}
