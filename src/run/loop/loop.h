/* SPDX-License-Identifier: MIT */
/* loop.h - loops of equations in a run (saltus_env.solve): solved only if something they are fed
 * with has changed.
 *
 *     loop.c        what is remembered, and from which level on it holds
 *     loop_solve.c  linear loops; Newton's method; higher levels
 *     loop_span.c   linear loops over spans of their inputs
 *     loop_say.c    why there is no solution
 *
 * Vocabulary
 *   answer    inputs and values of a loop at a point, and the series of the unknowns they lead to
 *   level     coefficient k of all series; level k of an answer depends on levels 0..k of the inputs
 *   mode      values of a linear loop whose matrix depends on nothing else; its factors are kept */
#ifndef SIM_LOOP_H
#define SIM_LOOP_H

#include "num/lu.h"
#include "saltus_model.h"

struct loop_answer {
    int32_t point, levels; /* levels that hold; 0: none                                        */
    int32_t known;         /* not linear: y[level 0] is a solution, if an old one               */
    double *u, *v, *y;     /* series, values, series                                           */
    int32_t sure;          /* levels that hold for everyone who asks under ...                    */
    uint64_t stamp;        /* ... this saltus_env.stamp; 0: for no one                         */
};

struct loop_mode {
    double *key; /* its values; NULL: not in use                                              */
    struct lu lu;
};

/* loop_span.c: what it needs of a matrix, by columns; inputs, and constants, by columns of their
 * own */
struct loop_spans {
    double *key;        /* values it was made from                                             */
    double *r;          /* nearly the inverse                                                  */
    saltus_span *c, *g; /* how far from it; what inputs and constants add to the unknowns      */
    bool good;
};

enum { LOOP_WAYS = 4, LOOP_SERIES = SALTUS_SERIES };

struct loop {
    const saltus_loop *of;
    int32_t number;
    int32_t *first, *row; /* pattern of the matrix, by columns                                */
    struct lu_plan plan;
    bool still;                 /* linear, and the matrix changes only at events               */
    int32_t slots;              /* answers for the run, and as many for those who look          */
    struct loop_answer *answer; /* 2*slots                                                     */
    double *memory;             /* of their series                                             */
    struct loop_mode *mode;     /* still: WAYS for each of `sets`                              */
    int32_t sets, turn;
    struct lu own;              /* not still: the last factors ...                             */
    struct loop_answer *own_of; /* ... those of level 0 of this answer; NULL: of none           */
    double *a, *r, *b, *y;      /* entries; series of n; n; series of n                        */
    double *u;                  /* not linear, without jacobian: series of inputs               */
    double *step, *before;      /* n each: of Newton's method                                   */
    struct loop_spans spans[LOOP_WAYS];
    uint32_t spans_turn;
};

/* saltus_env.own: all loops, and whether someone only looks and leaves no trace in the run. */
struct saltus_own {
    struct loops *loops;
    bool looks;
};

struct loops {
    struct saltus_own run, look;
    struct alloc *alloc;
    int32_t n;
    struct loop *loop;
    uint64_t asked, solved, factored, turns; /* times; of Newton's method                      */
    uint64_t stamp;                          /* the last one given out                          */
};

/* Of all loops of a model; NULL if there are none, or *failed. */
struct saltus_own *loop_memory_new(struct alloc *a, const saltus_model *m, bool *failed);
void loop_memory_free(struct saltus_own *own);
/* As saltus_env.solve. */
void loop_solve(const saltus_env *e, int32_t k, int32_t point, int order, const double *u,
                const double *v, int32_t first, int32_t count, double *y);
/* As saltus_env.known. */
int loop_known(const saltus_env *e, int32_t k, int32_t point, int order, int32_t first,
               int32_t count, double *y);
/* As saltus_box.solve: linear loops that are not too large. b->env is the run's. */
int loop_span(const saltus_box *b, int32_t k, int32_t point, int order, const saltus_span *u,
              const double *v, int32_t first, int32_t count, saltus_span *y);
/* A new saltus_env.stamp, for as long as nothing changes; 0 without loops. */
uint64_t loop_stamp(const saltus_env *e);
/* saltus_env.own for someone who only looks, and for the run. */
static inline struct saltus_own *loop_looking(const saltus_env *e)
{
    return e->own ? &e->own->loops->look : NULL;
}
static inline struct saltus_own *loop_running(const saltus_env *e)
{
    return e->own ? &e->own->loops->run : NULL;
}

/* Whatever decides how the run goes on: fn(user, memory, bytes) for each piece of it, to be written
 * or overwritten. */
typedef void loop_piece_fn(void *user, void *p, size_t bytes);
void loop_memory_pieces(const saltus_env *e, loop_piece_fn *fn, void *user);

/* ---- Between the files ----------------------------------------------------------------------- */

struct loop_call {
    const saltus_env *env;
    struct loops *all;
    struct loop *loop;
    struct loop_answer *to; /* u and v are those of this call; levels: what holds already         */
    int order;
};

/* Levels c->to->levels .. order-1 of the unknowns. false: there is no solution, and that has been
 * said. */
bool loop_complete(struct loop_call *c);

void loop_spans_free(struct loop_spans *s, struct alloc *a);

/* lu: factors that failed; NULL: Newton's method did not converge, and y and r are where it
 * stopped. */
void loop_say(const struct loop_call *c, const struct lu *lu);

#endif
