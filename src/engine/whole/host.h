/* SPDX-License-Identifier: MIT */
/* host.h - the interface of an engine that moves all states together, which may be in another
 * library.
 *
 * The engine is a table of five functions. It sees the run as a struct engine_host: where it is,
 * what it may do, and services as a table of functions. It needs no symbol of libsaltus and no
 * other struct of it; what this header and stepper.h say is all they share. A change of it changes
 * ENGINE_VERSION (run/given.h). */
#ifndef WHOLE_HOST_H
#define WHOLE_HOST_H

#include "run/given.h"
#include "saltus_model.h"
#include <stdbool.h>

enum {
    WHOLE_DEGREE = SALTUS_SIGNAL + 1, /* of a piece                                          */
    WHOLE_TERMS = 13                  /* coefficients of an engine's own polynomial, at most */
};

/* What the model said at a point. None of these ends the run: a shorter step may do. */
enum whole_answer {
    WHOLE_OK,
    WHOLE_BEYOND, /* the point lies beyond an edge: nothing was evaluated               */
    WHOLE_NAN,    /* an f is not finite there                                           */
    WHOLE_FAULT   /* the model gave up there                                            */
};

struct engine_host;
struct stepper;
struct stepper_kind;

/* Entries of the Jacobian that there may be: of row i item[start[i]] .. item[start[i + 1] - 1],
 * sorted. */
struct engine_pattern {
    int32_t n;
    const int32_t *start, *item;
    bool constant; /* values change only at events */
    bool timed;    /* f reads the time, or what changes with it                                   */
    bool cut;      /* entries through sums have been left out                                     */
};

struct engine_guard {
    double fired; /* when it fired last                                    */
    int sign;     /* its side                                              */
    bool special; /* an edge or a formula                                  */
};

/* The engine's interpolation over a step: states at t, and their derivatives. */
struct locate_path {
    void *user;
    void (*at)(void *user, double t, double *x, double *f);
    /* The same of the states list[0..count-1] only, at their places in x and f; NULL: of all, by
     * `at`. */
    void (*some)(void *user, double t, const int32_t *list, int32_t count, double *x, double *f);
    /* The polynomial of state i itself, about t: its coefficients, and its degree, less than
     * WHOLE_TERMS. */
    int (*series)(void *user, int32_t i, double t, double *c);
    /* Not 0: f was asked inside of the engine's step, at points at most half of it apart; the number of that
     * step, which ends at `end`. */
    uint64_t sampled;
    double end;
    bool plain; /* guards that have a side are not looked at: the engine knows better           */
};

struct engine_services {
    /* n cleared items, or NULL, of which the user has been told. */
    void *(*room)(struct engine_host *h, int32_t n, size_t size);
    void (*give_back)(struct engine_host *h, void *p); /* NULL is fine                         */
    /* The run cannot begin, or ends: *status < 0 from then on, and the user is told. */
    void (*refuse)(struct engine_host *h, saltus_status st, const char *what, const char *text,
                   const char *hint);
    void (*fail)(struct engine_host *h, saltus_status st, saltus_kind kind, int32_t index,
                 const char *text, const char *hint);
    void (*give_up)(struct engine_host *h, enum whole_answer why); /* no step is short enough   */

    /* f[0..n-1] at (t, x); its time derivative along x' = f. */
    enum whole_answer (*derivatives)(struct engine_host *h, double t, const double *x, double *f);
    enum whole_answer (*second)(struct engine_host *h, double t, const double *x, const double *f,
                                double *second);
    /* OK; ELIMIT: more than `most` entries; ENOMEM. Those through sums are left out if there are
     * more than `most_sums`. The pattern lives as long as the run. */
    saltus_status (*pattern)(struct engine_host *h, int64_t most, int64_t most_sums,
                             struct engine_pattern *out);
    enum whole_answer (*jacobian)(struct engine_host *h, double t, const double *x, double *entry);

    struct engine_guard (*guard)(struct engine_host *h, int32_t k);
    double (*guard_slope)(struct engine_host *h, int32_t k, double t, const double *x,
                          const double *f); /* z' at (t, x), with x' = f                         */
    /* An edge to which (t, x) of the host has come within the tolerance, with x' = f; -1: none.
     * `nearing`: and comes nearer. One that has been passed though it has fired is an error, if
     * nothing has changed since. */
    int32_t (*near)(struct engine_host *h, const double *f, bool nearing);
    /* an edge that has fired without any change: an error */
    void (*unanswered)(struct engine_host *h);

    /* Crossings within a step. begin: guards at (t, x), with x' = f; f NULL: they are forgotten. */
    void (*search_open)(struct engine_host *h);
    void (*search_begin)(struct engine_host *h, double t, const double *x, const double *f);
    /* The first guard that crosses in (from, to], and when; -1: none. The instant lies on the far
     * side of the crossing, of an edge on the near side, where it may be `from` itself. */
    int32_t (*search)(struct engine_host *h, const struct locate_path *path, double from, double to,
                      double *when);
    /* Guard k fires again and again by rounding. Is the model at rest, f being its derivatives at the
     * present? Then k does not cross any more before it has left its zero. */
    bool (*rests)(struct engine_host *h, int32_t k, const double *f);
    /* The instant up to which the step from..to shows what f does; `to`: all of it. Otherwise *part
     * is the length of the part after it in which something is hidden. `allowed`: by how many
     * tolerances the step may be off. */
    double (*hidden)(struct engine_host *h, const struct locate_path *path, double from, double to,
                     double allowed, double *part);

    /* From `from` on `piece` has the states, up to `to`: tells sinks, samples, outputs. */
    void (*tell)(struct engine_host *h, double from, double to);

    /* stepper.h */
    void (*stepper_open)(struct engine_host *h, struct stepper *c, const struct stepper_kind *by);
    void (*stepper_close)(struct stepper *c);
    int32_t (*stepper_step)(struct engine_host *h, double limit);
    void (*stepper_dense)(struct engine_host *h);
    void (*stepper_restart)(struct engine_host *h);
};

struct engine_host {
    const struct engine_services *call;
    void *data;                  /* of the engine                                            */
    const saltus_status *status; /* of the run; < 0: it has ended                            */
    const char *model, *method;  /* names                                                    */
    int max_order;               /* options                                                  */
    double max_step;
    uint64_t max_instant;
    int32_t n, n_guards, n_edges; /* states; guards; those that are approached from one side  */
    double from, t;               /* the last step; the present                                 */
    double farthest; /* in a step: how far f may be asked, not before its limit             */
    double *x;       /* n: the states at t                                         */
    const double *rel, *abs; /* n: the error allowed in a step is rel |x| + abs            */
    double *piece;           /* coefficient k of state i is piece[i * stride + k]          */
    int32_t stride;          /* ... k <= WHOLE_DEGREE                                      */
    double *room_x, *room_f; /* n: room for the engine; `tell` needs it, too               */
    int32_t beyond;          /* which edge it was, after WHOLE_BEYOND                      */
    int32_t not_finite;      /* which f it was, after WHOLE_NAN                            */
    /* What it counts. */
    uint64_t *steps, *rejected, *iterations, *restarts, *factorizations;
};

/* An engine: what options.engine points to. */
struct whole_engine {
    saltus_engine head;
    /* The run has come to h->t with h->x. Memory goes to h->data. */
    void (*open)(struct engine_host *h, int variant);
    void (*close)(struct engine_host *h); /* also after a failure in open, or without it */
    /* One step from h->t (or less of it, up to the first crossing), not beyond `limit`, which is
     * later. Sets h->t and h->x to its end, counts it. Returns the guard that is to fire there, -1:
     * none. */
    int32_t (*step)(struct engine_host *h, double limit);
    /* The last step, from h->from to h->t, as polynomials: one or more pieces in their order, each
     * by filling h->piece and a call of `tell`. Called after step, at most once, and only if
     * someone looks. */
    void (*dense)(struct engine_host *h);
    /* Events have changed something at h->t: f jumps there, and h->x may be new. */
    void (*restart)(struct engine_host *h);
};

/* Error allowed in a step of state i at value x. */
static inline double whole_tolerance(const struct engine_host *h, int32_t i, double x)
{
    return h->rel[i] * (x < 0 ? -x : x) + h->abs[i];
}

#endif
