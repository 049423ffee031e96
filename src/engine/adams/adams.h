/* SPDX-License-Identifier: MIT */
/* adams.h - the engine `abm`: Adams-Bashforth-Moulton steps that see events before they happen.
 *
 * Vocabulary
 *   node       a time at which the derivatives are known, relative to the newest: s_0 = 0 > s_1 > ...;
 *              the one at the start is double, because the second derivatives are known there
 *   track      functions that are integrated over the same nodes: all states; all guards
 *   predictor  the polynomial x + int P, P through the newest q derivatives
 *   corrector  the same with the derivative at the predicted end in place of the oldest one
 *   composed   a guard along such polynomials of the states, as a polynomial itself
 *   outward    a guard z with the sign that makes it rise towards its event: -sign * z
 *   level      what the tolerance of the states means for a guard, per step
 *
 * Files: newton.c nodes and polynomials, abm.c the step, attempt.c each attempt at it, levels.c
 * what the tolerance means for a guard, compose.c guards as polynomials, extrapolate.c how far a
 * step may go, locate.c where in a step an event lies, engines.c the list. Mathematics:
 * docs/math/adams.md. */
#ifndef ADAMS_ADAMS_H
#define ADAMS_ADAMS_H

#include "num/formula.h"
#include "engine/whole/whole.h"

enum {
    ADAMS_ORDER = 4,
    ADAMS_POINTS = ADAMS_ORDER + 1, /* nodes kept */
    ADAMS_TERMS = ADAMS_ORDER + 1,  /* coefficients of a predictor */
    ADAMS_SAMPLES = FORMULA_TERMS + 2,
    ADAMS_BATCH = 32 /* guards that are composed together */
};

#define ADAMS_MORE 2   /* guards are composed so far behind the first zero of their tracks */
#define ADAMS_BAND 0.2 /* an edge fires so near, in what the tolerance means for z */

/* In the order of the option's choices. */
enum adams_detector { ADAMS_EXTRAPOLATE, ADAMS_INTERPOLATE, ADAMS_ENDPOINT };

struct adams_track {
    int32_t n;
    double *f[ADAMS_POINTS]; /* n each: derivatives at the nodes, newest first              */
    double *d[ADAMS_POINTS]; /* n each: divided differences f[s_0 .. s_j]                   */
    double *g;               /* n: derivatives of f at the start, where the first node is double */
    double *c;               /* n times ADAMS_TERMS: predictors                             */
};

/* What is known of a guard in the present step. */
struct adams_guard {
    double z, slope;   /* at the beginning                                                    */
    double next, turn; /* value and slope at the end                                          */
    double level;      /* NaN: not asked for yet                                              */
    double root;       /* before a step: how far its zero seems to be; afterwards: when it is due;
                          infinite: it is not                                                 */
    double aim;        /* where it is due, outwards: mostly 0                                 */
    double p[FORMULA_TERMS]; /* its polynomial, of degree `degree`                             */
    int degree;
    saltus_side side;
    bool linear;   /* in the states and time: its track is exact                             */
    bool banded;   /* its level matters: an edge, or a part of one                            */
    bool formula;  /* of parts; its own polynomial is not used                                */
    bool far;      /* it cannot come near its zero in this step                               */
    bool composed; /* p is exact along the states' polynomials                                */
    bool wanted;   /* p is wanted                                                             */
};

struct abm {
    int most; /* highest order */
    enum adams_detector detector;
    double gamma; /* NaN: from the tolerance */

    /* Nodes */
    double time[ADAMS_POINTS], node[ADAMS_POINTS];
    double integral[ADAMS_POINTS][ADAMS_POINTS + 1]; /* (3) */
    int points;
    struct adams_track x, z;
    bool tracked; /* z.c belongs to the corrector, not to the predictor                       */

    /* The step */
    double h;          /* wished                                                               */
    int order;         /* of the present step                                                  */
    double step;       /* the present one */
    bool starting;     /* order and step still go up from step to step                         */
    int calm;          /* steps since one was refused */
    bool known;        /* node 0 is the present                                                */
    bool second;       /* x'' is known at the start: x.g */
    double *tol;       /* n: error allowed                                                     */
    double *xp, *fp;   /* n: predicted end, derivatives there                                  */
    double *xc, *fc;   /* n: corrected end                                                     */
    double *corrected; /* n times ADAMS_TERMS: the last step as polynomials from whole->from on */
    double *at;        /* n: a point in a step                                              */
    double milne;      /* C at equal steps, for the levels                                   */
    double error[ADAMS_POINTS + 1]; /* E of (12) by order                                     */
    enum whole_answer refused;      /* why no step could be made                               */
    int32_t bad_guard;              /* the one that is not finite                              */
    int32_t unanswered; /* an edge beyond which it goes although its event changed nothing */
    uint64_t crowd;     /* events that hardly moved the time, in a row */
    double last_event;

    /* Guards */
    struct adams_guard *guard;
    struct csr reads, reads_sum; /* guard -> states, guard -> sums                           */
    struct csr term_reads;       /* term -> states                                           */
    int32_t *list;               /* n_guards: guards to compose                              */
    double *samples;             /* a batch of them times ADAMS_SAMPLES                      */
};

static inline struct abm *adams_of(struct sim *s)
{
    return whole_of(s)->host.data;
}

/* ---- newton.c -------------------------------------------------------------------------------- */

/* The derivatives at t become node 0; those of the guards, z.f[0], are the caller's. */
void adams_push(struct abm *a, double t, const double *f);
/* Nodes, integrals and differences for a step of h; nodes too near to node 0 go. */
void adams_prepare(struct abm *a, double h);
void adams_predict(const struct abm *a, struct adams_track *k, int q);
/* The polynomial of item i if its derivative at h is f. */
void adams_correct(const struct abm *a, const struct adams_track *k, int32_t i, int q, double h,
                   double f, double *c);
/* e[j] = f[s_0 .. s_(j-1), h] of item i for j = 0..most, f being its derivative at h. */
void adams_newest(const struct abm *a, const struct adams_track *k, int32_t i, double h, double f,
                  int most, double *e);
double adams_corrector_factor(const struct abm *a, int q, double h); /* |I_c| of (5) */
double adams_error_factor(const struct abm *a, int q, double h);     /* of |e_q| in (7) */
double adams_milne(int q);                                           /* C of (6) at equal steps */

/* ---- attempt.c ------------------------------------------------------------------------------- */

enum adams_verdict { ADAMS_ACCEPTED, ADAMS_REPEAT, ADAMS_FAILED };

/* A step from the present to at most *h later; *to: its end. REPEAT: with the new, shorter *h. */
enum adams_verdict adams_attempt(struct sim *s, double *h, double limit, double *to);
/* After FAILED: an edge that is there to rounding is due (returned), or the run has failed (-1). */
int32_t adams_give_up(struct sim *s);
/* next and turn of all guards at (t, x) with slopes f. False: one, bad_guard, is not finite. */
bool adams_ask_guards(struct sim *s, double t, const double *x, const double *f);
void adams_fail_guard(struct sim *s);
double adams_growth(double error, int q); /* (13), without limits */
void adams_now(struct sim *s);            /* the run's time is the engine's, for messages */

/* ---- levels.c -------------------------------------------------------------------------------- */

void adams_sides(struct sim *s); /* what the model says of its guards; once */
double adams_level(struct sim *s, int32_t k);

/* ---- compose.c ------------------------------------------------------------------------------- */

/* Guard k at t, the states being the polynomials `poly` from whole->from on. */
double adams_guard_at(struct sim *s, int32_t k, const double *poly, double t);
/* p of all wanted guards on [0, h], composed if they can be; else by their tracks. */
void adams_compose(struct sim *s, const double *poly, double h);
void adams_from_track(struct abm *a, int32_t k, double h, bool corrected);
double adams_sample_place(int j);

/* ---- extrapolate.c --------------------------------------------------------------------------- */

/* How far the step may go, at most h. */
double adams_horizon(struct sim *s, double h);
/* The first s in [0, limit] from which on p > 0; infinite: none. */
double adams_ascent(const double *p, int n, double limit);
/* Where the polynomial of a guard comes to v, outwards; in units of h. */
double adams_reaches(const struct adams_guard *g, double sign, double v);
/* v where the guard is due: mostly 0. */
double adams_aim(struct sim *s, int32_t k);
/* An edge that is approached from inside? */
bool adams_fenced(const struct sim *s, int32_t k);

/* The same for a formula, with its parts lowered by `shift` levels; its parts are wanted; does it
 * hold within a band of its parts, at the end of the step or at its beginning? */
double adams_formula_root(struct sim *s, int32_t k, double limit, double shift);
void adams_formula_parts(struct sim *s, int32_t k);
bool adams_formula_near(struct sim *s, int32_t k, bool end, double band);

/* ---- locate.c -------------------------------------------------------------------------------- */

/* Is an edge in its band now, moving outwards? */
bool adams_at_edge(struct sim *s, int32_t k);
/* How wrong the tracks of guards were in the step, in what is allowed. */
double adams_doubt(struct sim *s);
/* The guard that is due in the step, -1: none; *to: when. */
int32_t adams_locate(struct sim *s, double *to);

#endif
