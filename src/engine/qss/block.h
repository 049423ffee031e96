/* SPDX-License-Identifier: MIT */
/* block.h - states that step together, because apart they would only answer each other. What a step
 * of a block is: block.c. Which states form one, and when one is given up: block_form.c. */
#ifndef SIM_BLOCK_H
#define SIM_BLOCK_H

#include "num/sparse.h"
#include "engine/qss/qss.h"

struct keep;

struct block {
    int32_t n, entries;
    int32_t *member;    /* n: states, ascending                                              */
    int32_t *row, *col; /* entries of the Jacobian, n diagonal ones first: numbers in here   */
    int32_t *at;        /* entries: where they are in lu                                     */
    double *a;          /* entries: values                                                   */
    uint8_t *idle;      /* n: hardly moved in the last step                                  */
    bool smooth;        /* no guard and no time in it: its steps may be mended              */
    int32_t idlers;     /* how many                                                          */
    int32_t steps;      /* since the block was formed                                        */
    int32_t layers;     /* of neighbours that join next, if others disturb it                */
    double h;           /* the step last planned                                             */
    double over;        /* how much further from x than T its q may be; 1: not at all       */
    double last, pause; /* when the last step was; time between two, on average              */
    double path;        /* how far its q have moved in the last steps, in T                   */
    double most;        /* no longer step is planned: f was too bent for one; infinite: any  */
    int32_t vain, rest; /* steps that are not looked at, by block_mend: at a time; still     */
    double rate;        /* steps of its members in a unit of time, before they were a block  */
    struct sparse lu;
    /* Factors serve again while A is what it was: two steps h of which there are some, lu.value and
     * other; NaN: none. */
    double factored, other_factored, *other;
};

struct blocks {
    int32_t *of;       /* n: block of a state, or -1                                         */
    int32_t *local;    /* n: its number in there                                             */
    int32_t *queue;    /* n: members of a block that is being formed                         */
    uint16_t *wait;    /* n: cut-short steps until partners are looked for again             */
    uint8_t *tries;    /* n: how often that was in vain                                      */
    uint8_t *patience; /* n: and how often no partner was found */
    int32_t *loop; /* n: states with the same number depend on each other; NULL: not yet known */
    struct block **list; /* NULL: a number that is free                                   */
    struct block *spare; /* the largest that has been given up: its pattern may serve again  */
    int32_t n, room;
    int32_t formed, largest; /* how many there have been; members of the largest             */
    double *work; /* for the largest block                                              */
    int32_t room_work;
};

/* A state of a method that couples is due, x and its quantum are up to date: it steps with others
 * if that is better. The members of the block are then in the set `changed`. False: it steps
 * alone. */
bool block_together(struct sim *s, int32_t i);

/* The time between two steps of a state on its own, on average, is kept here. */
static inline double *block_pause(struct state *x)
{
    return &x->aux[1];
}

/* block_form.c: the same of any state, with its block if it has one. */
double blocks_pace(const struct sim *s, int32_t i);

/* block.c */
/* b->h; first: h to begin with */
bool block_plan(struct sim *s, struct block *b, double first);
void block_accept(struct sim *s, struct block *b); /* q of all members, as planned        */
enum { BLOCK_WORK = 15 };                          /* numbers of scratch for each member  */

/* The linear system of a block: k and what is solved for, d; scratch. */
struct block_solver {
    const struct method_couple *m;
    double *k, *d, *c, *work;
};
struct block_solver block_solver(const struct sim *s, const struct block *b);
/* Factors of (3) for h, new ones if there are none. */
bool block_factor(struct block *b, const struct block_solver *w, double h);
void block_forget(struct block *b); /* A has changed: no factors serve any more */
void block_solve(const struct block *b, struct block_solver *w);        /* d from k      */
void block_apply(const struct block *b, const double *in, double *out); /* out = A in */

/* block_mend.c: q that has been accepted is made to fit f; false: f is too bent for that. */
bool block_mend(struct sim *s, struct block *b);

/* block_build.c */
bool blocks_new(struct sim *s);
int32_t block_number(struct sim *s); /* one that is free; -1: no memory */
/* from queue; NULL: no memory */
struct block *block_build(struct sim *s, int32_t number, int32_t count);
void block_free(struct sim *s, struct block *b);
void block_dissolve(struct sim *s, int32_t number);
void blocks_free(struct sim *s);
void blocks_resume(struct sim *s); /* their next steps are the first                      */
void blocks_keep(struct keep *k, struct sim *s);

/* block_loop.c */
bool block_loops(struct sim *s); /* fills blocks->loop; false: no memory */

#endif
