/* SPDX-License-Identifier: MIT */
/* expression.h - random functions of a ramp and of the time: flat here and steep there, with kinks;
 * as text of a model, and as numbers. */
#ifndef CERTAIN_EXPRESSION_H
#define CERTAIN_EXPRESSION_H

#include "testing.h"

enum shape {
    SIGMOID,
    GAUSS,
    TANH,
    ATAN,
    SINE,
    HILL,
    RAMP,
    ABSOLUTE,
    BRANCH,
    ROOT,
    LOGARITHM,
    POWER,
    SHAPES
};

/* a * shape(k (s - c)), or of the time, or of another piece. */
struct piece {
    enum shape shape;
    double a, k, c;
    int timed, inner; /* inner: number of the piece that takes the place of s; -1: none */
};

enum { PIECES = 4, TEXT = 4000 };

/* The sum of those that are not the inner one of another. */
struct expression {
    int n;
    struct piece piece[PIECES];
};

static inline struct expression expression_random(struct rng *g, double until)
{
    struct expression e = {.n = rng_int(g, 1, 3)};
    for (int k = 0; k < e.n; k++)
        e.piece[k] = (struct piece){.shape = (enum shape)rng_int(g, 0, SHAPES - 1),
                                    .a = rng_sign(g) * rng_log(g, 0.3, 1),
                                    .k = rng_sign(g) * rng_log(g, 0.3, 100),
                                    .c = rng_uniform(g, 0.05, 0.95) * until,
                                    .timed = rng_int(g, 0, 2) == 0,
                                    .inner = -1};
    if (e.n < PIECES && rng_int(g, 0, 2) == 0) { /* a function of a function, between -1 and 1 */
        struct piece *p = &e.piece[rng_int(g, 0, e.n - 1)];
        e.piece[e.n] = (struct piece){.shape = rng_int(g, 0, 1) ? TANH : SINE,
                                      .a = 1,
                                      .k = rng_log(g, 0.3, 20),
                                      .c = rng_uniform(g, 0, until),
                                      .inner = -1};
        p->inner = e.n++;
        p->c = rng_uniform(g, -0.9, 0.9);
        p->k = rng_sign(g) * rng_log(g, 0.3, 10);
    }
    return e;
}

static inline int expression_is_inner(const struct expression *e, int k)
{
    for (int j = 0; j < e->n; j++)
        if (e->piece[j].inner == k) return 1;
    return 0;
}

static inline double expression_piece(const struct expression *e, int k, double s, double t)
{
    const struct piece *p = &e->piece[k];
    double u = p->inner >= 0 ? expression_piece(e, p->inner, s, t) : p->timed ? t : s, v;
    u = p->k * (u - p->c);
    switch (p->shape) {
    case SIGMOID: v = 1 / (1 + exp(-u)); break;
    case GAUSS: v = exp(-u * u); break;
    case TANH: v = tanh(u); break;
    case ATAN: v = atan(u); break;
    case SINE: v = sin(u); break;
    case HILL: v = u * u * u * u / (1 + u * u * u * u); break;
    case RAMP: v = fmax(u, 0) / (1 + fabs(u)); break;
    case ABSOLUTE: v = fabs(u) / (1 + fabs(u)); break;
    case BRANCH: v = u < 0 ? u / (1 - u) : 0.5 * u / (1 + u); break;
    case ROOT: v = sqrt(1 + u * u) / (2 + fabs(u)); break;
    case LOGARITHM: v = log(1 + u * u) / 10; break;
    default: v = u * u * u / (1 + fabs(u * u * u)); break;
    }
    return p->a * v;
}

static inline double expression_value(const struct expression *e, double s, double t)
{
    double sum = 0;
    for (int k = 0; k < e->n; k++)
        if (!expression_is_inner(e, k)) sum += expression_piece(e, k, s, t);
    return sum;
}

/* s and t: what a model calls them. */
static inline void expression_piece_text(const struct expression *e, int k, const char *s,
                                         const char *t, char *to, size_t room)
{
    static const char *const form[SHAPES] = {
        [SIGMOID] = "1/(1 + exp(-(%s)))",
        [GAUSS] = "exp(-(%s)^2)",
        [TANH] = "tanh(%s)",
        [ATAN] = "atan(%s)",
        [SINE] = "sin(%s)",
        [HILL] = "(%s)^4/(1 + (%s)^4)",
        [RAMP] = "noEvent(max(%s, 0)/(1 + abs(%s)))",
        [ABSOLUTE] = "noEvent(abs(%s)/(1 + abs(%s)))",
        [BRANCH] = "noEvent(if %s < 0 then (%s)/(1 - (%s)) else 0.5*(%s)/(1 + (%s)))",
        [ROOT] = "noEvent(sqrt(1 + (%s)^2)/(2 + abs(%s)))",
        [LOGARITHM] = "log(1 + (%s)^2)/10",
        [POWER] = "noEvent((%s)^3/(1 + abs((%s)^3)))"};
    const struct piece *p = &e->piece[k];
    char of[TEXT / 8], u[TEXT / 4];
    const char *f = form[p->shape];
    size_t at;
    snprintf(of, sizeof of, "%s", p->timed ? t : s);
    if (p->inner >= 0) expression_piece_text(e, p->inner, s, t, of, sizeof of);
    snprintf(u, sizeof u, "(%.17g)*(%s - (%.17g))", p->k, of, p->c);
    at = (size_t)snprintf(to, room, "(%.17g)*", p->a);
    if (at < room) to[at++] = '(';
    while (*f && at + 1 < room) {
        if (f[0] == '%') {
            at += (size_t)snprintf(to + at, room - at, "%s", u);
            f += 2;
        } else {
            to[at++] = *f++;
        }
    }
    snprintf(to + (at < room ? at : room - 1), at < room ? room - at : 1, ")");
}

static inline void expression_text(const struct expression *e, const char *s, const char *t,
                                   char *to, size_t room)
{
    char piece[TEXT];
    size_t at = 0;
    to[0] = 0;
    for (int k = 0; k < e->n && at < room; k++) {
        if (expression_is_inner(e, k)) continue;
        expression_piece_text(e, k, s, t, piece, sizeof piece);
        at += (size_t)snprintf(to + at, room - at, "%s%s", at ? " + " : "", piece);
    }
}

#endif
