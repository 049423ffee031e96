/* SPDX-License-Identifier: MIT */
/* signal.h - what blocks remember of the signals that come to them, and which outputs they owe.
 *
 * A signal is the last message on an input element: a polynomial about the time of its arrival.
 * It is kept as it came, with that time, and moved to now where it is used, so that no error
 * adds up however often it is used:
 *     c_k(now) = sum_j binom(j, k) c_j (now - t)^(j - k).
 * A closed signal is exact forever. An open one is the beginning of a longer series, good for a
 * while; before it is used at a later time it is made fresh (signal_fresh): the static part that
 * feeds it computes it again from its own inputs, and so on upstream. So a static block always
 * gives what one expression for all of them would give.
 *
 * Marks are the elements of an output that are to be sent. Both lie in stores of the part, so
 * that they are saved with it. */
#ifndef BLOCKS_SIGNAL_H
#define BLOCKS_SIGNAL_H

#include "blocks/tables.h"
#include "devs/kernel/cell.h"
#include "quant/rules.h"
#include <math.h>
#include <string.h>

struct signal {
    double t;                /* when it came                                                    */
    double c[SALTUS_SERIES]; /* about t; 0 above order                                          */
    int16_t order, open;
    int32_t heard; /* 0: nothing has come yet                                         */
};

static inline void signal_set(struct signal *s, double t, const saltus_message *m)
{
    s->t = t;
    memcpy(s->c, m->c, sizeof s->c);
    s->order = m->order;
    s->open = m->open;
    s->heard |= 1;
}

/* Its coefficients about t, all SALTUS_SERIES of them; returns its order. */
static inline int signal_at(const struct signal *s, double t, double *c)
{
    double h = t - s->t;
    memcpy(c, s->c, sizeof s->c);
    if (h == 0 || s->order == 0) return s->order;
    if (s->order == 1) {
        c[0] += h * c[1];
    } else if (s->order == 2) {
        c[0] += h * (c[1] + h * c[2]);
        c[1] += 2 * h * c[2];
    } else if (s->order == 3) {
        c[0] += h * (c[1] + h * (c[2] + h * c[3]));
        c[1] += h * (2 * c[2] + 3 * h * c[3]);
        c[2] += 3 * h * c[3];
    } else {
        for (int j = 0; j < s->order; j++)
            for (int k = s->order - 1; k >= j; k--) c[k] += h * c[k + 1];
    }
    return s->order;
}

static inline double signal_value(const struct signal *s, double t)
{
    double h = t - s->t, v = s->c[s->order];
    for (int k = s->order - 1; k >= 0; k--) v = v * h + s->c[k];
    return v;
}

/* The degree it really has. */
static inline int signal_degree(const double *c, int order)
{
    while (order > 0 && c[order] == 0) order--;
    return order;
}

/* A message says this; c has at least order + 1 numbers. */
static inline void signal_say(saltus_message *m, const double *c, int order, int open)
{
    m->order = (int16_t)order;
    m->open = (int8_t)open;
    for (int k = 0; k <= order; k++) m->c[k] = c[k];
    for (int k = order + 1; k < SALTUS_SERIES; k++) m->c[k] = 0;
}

/* Does it follow from an event? */
static inline int signal_jumps(const saltus_message *m)
{
    return m->jump != 0;
}

/* Makes the record s of element i of input `in` fresh at now if it is open and older. A record
 * is what is known of the world, not part of the state: so this may be done while a part sends. */
static inline void signal_fresh(const saltus_cell *c, int in, int32_t i, struct signal *s)
{
    saltus_message m;
    if (!s->open || s->t == c->t) return;
    if (saltus_cell_renew((saltus_cell *)c, in, i, &m)) signal_set(s, c->t, &m);
}

/* How long a series that was cut off may be used as it is: the error reaches this share of the
 * run's quantum, or of its own size, if it is smaller than quanta are. */
static inline double signal_lasts(const saltus_cell *c, const double *u, int order, int open,
                                  double share)
{
    const saltus_options *o = saltus_cell_options(c);
    if (!open) return INFINITY;
    share *= cell_scale(c);
    return fmin(rules_signal_lasts(u, order, share * rules_quantum(o->rel, o->abs, u[0])),
                rules_open_lasts(u, order, o->rel * cell_scale(c), o->abs));
}

/* Elements [*first, *end) of a vector of n that a message speaks of. */
static inline void signal_span(const saltus_message *m, int32_t n, int32_t *first, int32_t *end)
{
    *first = m->index == SALTUS_ALL ? 0 : m->index;
    *end = m->index == SALTUS_ALL ? n : m->index + 1;
}

/* A parameter that all elements of a part share: if it was given as a list of different numbers,
 * the run fails. */
static inline int signal_shared(const saltus_cell *c, const char *name)
{
    for (int32_t i = 1; i < saltus_part_count(c->part, name, NULL, NULL); i++)
        if (saltus_part_real(c->part, name, i) != saltus_part_real(c->part, name, 0)) {
            saltus_cell_fail(c, SALTUS_EARG, name, "it must be the same for all elements",
                             "take a block for each value");
            return 0;
        }
    return 1;
}

/* ---- Marks: a set of elements, in the order in which they were marked ------------------------ */

struct marks {
    int32_t n, size;
    int32_t item[]; /* n of them; behind size of them: one byte each, MARKED, MARKED_JUMP */
};
enum {
    MARKED = 1,
    MARKED_JUMP = 2
}; /* MARKED_JUMP: because of an event                          */

static inline size_t marks_bytes(int32_t size)
{
    return sizeof(struct marks) + (size_t)size * (sizeof(int32_t) + 1);
}

static inline unsigned char *marks_flags(struct marks *m)
{
    return (unsigned char *)(m->item + m->size);
}

/* In memory of marks_bytes(size) that is all 0. */
static inline void marks_start(struct marks *m, int32_t size)
{
    m->size = size;
}

static inline void marks_add(struct marks *m, int32_t i)
{
    unsigned char *flag = marks_flags(m) + i;
    if (*flag & MARKED) return;
    *flag |= MARKED;
    m->item[m->n++] = i;
}

static inline void marks_clear(struct marks *m)
{
    unsigned char *flag = marks_flags(m);
    for (int32_t k = 0; k < m->n; k++) flag[m->item[k]] = 0;
    m->n = 0;
}

#endif
