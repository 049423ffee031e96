/* SPDX-License-Identifier: MIT */
/* along.h - the model along a step that an engine has made: spans of what functions read over a part
 * of it, and so of the functions (saltus_model.range).
 *
 * The dense output of a step is one polynomial for each state. Its Taylor coefficients about all
 * instants of an interval with the middle m and the half length r are
 *     x_i^(k)/k!  in  c_k +- sum_{j>k} binomial(j, k) |c_j| r^(j-k),   c about m.               (1) */
#ifndef SIM_ALONG_H
#define SIM_ALONG_H

#include "engine/whole/host.h"
#include "run/sim.h"

struct along {
    double at;      /* the polynomials of this step are about this instant                     */
    double *c;      /* n times WHOLE_TERMS                                                     */
    int8_t *degree; /* n: -1: not taken in this step                                           */
    saltus_span *q; /* n + n_signals times SALTUS_SERIES                                       */
    saltus_box box;
    bool opaque_sum; /* a term or a delayed expression is opaque: sums are not known           */
};

/* Memory, by s->alloc; a failure is reported by sim_refuse. */
void along_open(struct sim *s, struct along *a);
void along_close(struct sim *s, struct along *a);

/* Is the function opaque, whatever the box? If so, that is counted and told (horizon_opaque). */
bool along_opaque(struct sim *s, struct along *a, saltus_kind kind, int32_t i);

/* A new step, whose polynomials path->series gives; the highest degree. Who asks shows nothing of
 * the model before. */
int along_step(struct sim *s, struct along *a, const struct locate_path *path, double at);
/* The polynomial of state i about a->at; its degree. */
int along_series(const struct along *a, int32_t i, const double **c);

/* The instants from..to are shown with `width` coefficients: of the states list[0..count-1]; list
 * NULL: of all, and of sums and delays. */
void along_show(struct sim *s, struct along *a, double from, double to, const int32_t *list,
                int32_t count, int width);
/* Spans of function i there; order is at most the width shown. False: it is opaque. */
bool along_range(struct sim *s, struct along *a, saltus_kind kind, int32_t i, int order,
                 saltus_span *r);

/* (1) for one polynomial c[0..n] about 0 over [from, to]: spans of the first `width`
 * coefficients. */
void along_spans(const double *c, int n, double from, double to, int width, saltus_span *out);

#endif
