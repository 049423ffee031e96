/* SPDX-License-Identifier: MIT */
/* integrator_cell.h - the state of an integrator block, as integrator.c and
 * integrator_pair.c see it.
 *
 * Stores: 0 the elements, 1 their queue, 2 the list of marked ones (a scalar
 * has all three here), 3 and 4 partners. */
#ifndef BLOCKS_INTEGRATOR_CELL_H
#define BLOCKS_INTEGRATOR_CELL_H

#include "blocks/continuous/integrator_element.h"
#include "blocks/continuous/integrator_queue.h"
#include "blocks/continuous/integrator_ring.h"
#include "devs/kernel/run.h"

/* A step as lambda has computed it; delta_int puts it in place. */
struct planned {
    double t;                 /* when; NaN: nothing is planned       */
    int32_t i;                /* whose      */
    int32_t placed;           /* 1: own is in place */
    int32_t waits;            /* 1: it is to be seen whether a second state steps along; 2:
                     it is known */
    int32_t part, element;    /* that one; part -1: none */
    struct state was, own;    /* before the step, and after it */
    struct state both, other; /* own and the second state, if they step together */
};

struct integrator {
    struct ring ring; /* first */
    int32_t n, leaves;
    int32_t unheard; /* elements whose derivative has never come                          */
    int32_t marked;  /* elements whose q is to be sent */
    int32_t first;   /* FIRST: the next element to step  */
    int32_t fires;   /* it is an integrate_and_fire  */
    int32_t paired;  /* stores 3 and 4 are filled */
    double t0;       /* when it began      */
    double when;     /* element_repeat    */
    uint64_t repeats;
    struct planned plan;
    struct element one; /* of a scalar: the element ... */
    double due;         /* ... and when it is due         */
};

static inline struct element *integrator_elements(const saltus_cell *c)
{
    struct integrator *s = c->state;
    return s->n == 1 ? &s->one : (struct element *)devs_stored(c, 0);
}

/* mLIQSS, of the step that is planned. The partners of the element as they are
 * before it; false: there are none. Then, when its q has been sent: must one of
 * them come along? Then plan.part, element, both and other are filled in. */
bool integrator_gather(const saltus_cell *c, struct integrator *s);
bool integrator_pair(const saltus_cell *c, struct integrator *s);
void integrator_put_q(struct element *e, const struct state *from); /* q, aux, A_ii, quantum */
double integrator_self(const saltus_cell *c, int32_t i);            /* A_ii */

/* integrator.c: the functions of the atomic model. */
double integrator_due(const saltus_cell *c);
void integrator_lambda(const saltus_cell *c);
void integrator_delta_int(saltus_cell *c);
void integrator_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n);
int integrator_look(const saltus_cell *c, int k, int32_t i, double *t, double *poly);

#endif
