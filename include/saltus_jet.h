/* SPDX-License-Identifier: MIT */
/* saltus_jet.h - write a right-hand side once; get its time derivatives, its Jacobian, its
 * structure and its range.
 *
 * A jet is a truncated Taylor series in the time s since now: c[0] + c[1] s + c[2] s^2 + ...
 * Write every function of the model with jets, as one inline C function of an index:
 *
 *     SALTUS_INLINE jet f(jet_at e, int32_t i)            // x1' = x2,  x2' = (1 - x1^2) x2 - x1
 *     {
 *         jet x2 = jet_state(e, 1);
 *         if (i == 0) return x2;
 *         jet x1 = jet_state(e, 0);
 *         return jet_sub(jet_mul(jet_sub(1, jet_sqr(x1)), x2), x1);
 *     }
 *     SALTUS_FUNCTION(f)                        // defines f_eval, f_partial, f_reads, f_range
 *     SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))
 *     ... .der = SALTUS_FUNCTION_OF(f), .range = range ...
 *
 * How it works. SALTUS_FUNCTION compiles f several times: for each number of coefficients (the
 * compiler drops the arithmetic of those that nobody asks for), once with dq_j/ds = 1 for one
 * state j and 0 for all others, so that the first-order coefficient is the partial derivative
 * with respect to q_j, once with a list open, so that each access writes down what it reads, and
 * once with spans (saltus_span.h) in place of numbers, for what f can be over a stretch of time.
 *
 * Rules
 *   - Branch on i, on discretes and on parameters as you like; never on the value of a jet: that
 *     needs a guard. Compute with its coefficients by the functions below only: where ranges are
 *     asked for, c[k] is no number but the lower end of a span. For the same reason read the time
 *     by jet_time.
 *   - Write jet_sqr(x) and jet_powi(x, n): a range of jet_mul(x, x) takes them for two numbers.
 *   - Branch on i before reading: what f_i reads without need costs an evaluation whenever that
 *     state moves.
 *   - Read before branching on a discrete: what is read in a branch that is not taken is not
 *     seen by tracing. Or use jet_if, or declare the reads by hand. (Option `shadow` finds
 *     omissions.)
 *   - Numbers mix: each operand may be a jet or a double. In C++ the operators + - * / work too. */
#ifndef SALTUS_JET_H
#define SALTUS_JET_H

#include "saltus_elementary.h"
#include "saltus_model.h"
#include "saltus_span.h"
#include <math.h>

#if defined(__GNUC__)
#define SALTUS_INLINE static inline __attribute__((always_inline, unused))
#define JET_UNUSED_ __attribute__((unused))
#define JET_APART_  static __attribute__((noinline, unused))
#else
#define SALTUS_INLINE static inline
#define JET_UNUSED_
#define JET_APART_ static
#endif

typedef struct jet {
    double c[SALTUS_SERIES];
    double hi[SALTUS_SERIES]; /* range > 0: so many coefficients are spans, c[k] to hi[k]         */
    int range;
} jet;

/* ---- Access --------------------------------------------------------------------------------- */

typedef struct jet_at {
    const saltus_env *env;
    int width;                /* coefficients of a signal to read; a constant where it matters   */
    int32_t seed;             /* >= 0: differentiate with respect to this state                  */
    saltus_reads *trace;      /* not NULL: write down what is read                               */
    const saltus_box *box;    /* not NULL: spans over this ...                                   */
    int range;                /* ... so many of each series                                      */
} jet_at;

SALTUS_INLINE jet jet_const(double v)
{
    jet r = {{v}, {0}, 0};
    return r;
}

/* Coefficient k as a span; the same of a jet with range > k, set. */
SALTUS_INLINE saltus_span jet_span(jet a, int k)
{
    saltus_span r = {a.c[k], a.hi[k]};
    return a.range ? r : span_of(a.c[k]);
}
SALTUS_INLINE void jet_set_span(jet *a, int k, saltus_span v)
{
    a->c[k] = v.lo;
    a->hi[k] = v.hi;
}
JET_APART_ jet jet_box_(jet_at e, int32_t j)
{
    const saltus_span *q = e.box->q + (ptrdiff_t)j * e.box->stride;
    jet r = jet_const(0);
    r.range = e.range;
    for (int k = 0; k < e.range && k < e.box->width; k++) jet_set_span(&r, k, q[k]);
    return r;
}

/* The signal with this number as a series at now. */
SALTUS_INLINE jet jet_signal_(jet_at e, int32_t j)
{
    const double *s;
    double h;
    jet r;
    if (e.box) return jet_box_(e, j);
    s = e.env->q + (ptrdiff_t)j * e.env->stride;
    h = e.env->t - s[0];
    r = jet_const(s[1]);
    if (e.width == 2) {
        r.c[0] = s[1] + h * s[2];
        r.c[1] = s[2];
    } else if (e.width == 3) {
        r.c[0] = s[1] + h * (s[2] + h * s[3]);
        r.c[1] = s[2] + 2 * h * s[3];
        r.c[2] = s[3];
    } else if (e.width >= 4) {
        r.c[0] = s[1] + h * (s[2] + h * (s[3] + h * s[4]));
        r.c[1] = s[2] + h * (2 * s[3] + 3 * h * s[4]);
        r.c[2] = s[3] + 3 * h * s[4];
        r.c[3] = s[4];
    }
    if (e.seed >= 0) {
        r.c[1] = e.seed == j ? 1.0 : 0.0;
        r.c[2] = r.c[3] = 0;
    }
    return r;
}

/* q_j as a series at now. */
SALTUS_INLINE jet jet_state(jet_at e, int32_t j)
{
    if (e.trace) e.trace->add(e.trace, SALTUS_STATE, j);
    return jet_signal_(e, j);
}

/* Sum k, where `first` is the number of states of the model; delay k, where it is the number of
 * states and sums: signals stand in this order, and a model knows its own sizes. The partial
 * derivative with respect to state j (as f_partial gives it) takes sums and delays as constant;
 * that with respect to signal first + k is to be had like one to a state, so that a model whose f
 * reads sum k writes
 *     f_partial(e, i, j) + f_partial(e, i, first + k) * term_partial(e, term of j, j).          */
SALTUS_INLINE jet jet_sum(jet_at e, int32_t first, int32_t k)
{
    if (e.trace) e.trace->add(e.trace, SALTUS_SUM, k);
    return jet_signal_(e, first + k);
}
SALTUS_INLINE jet jet_delay(jet_at e, int32_t first, int32_t k)
{
    if (e.trace) e.trace->add(e.trace, SALTUS_DELAY, k);
    return jet_signal_(e, first + k);
}

SALTUS_INLINE jet jet_time(jet_at e)
{
    jet r = {{e.env->t, e.seed < 0 ? 1.0 : 0.0}, {0}, 0};
    if (e.trace) e.trace->add(e.trace, SALTUS_TIME, 0);
    if (e.box) {
        r.range = e.range;
        jet_set_span(&r, 0, e.box->t);
        jet_set_span(&r, 1, span_of(1));
    }
    return r;
}

SALTUS_INLINE double jet_discrete(jet_at e, int32_t k)
{
    if (e.trace) e.trace->add(e.trace, SALTUS_DISCRETE, k);
    return e.env->d[k];
}

SALTUS_INLINE double jet_parameter(jet_at e, int32_t k)
{
    return e.env->p[k];
}

/* The model's own constants. */
SALTUS_INLINE const void *jet_data(jet_at e)
{
    return e.env->model->data;
}

/* jet_range_...: the recurrences of the functions below, term by term, for spans. First, a result of
 * operations on a and b without its coefficients; numbers among them become spans. */
SALTUS_INLINE jet jet_range_(jet *a, jet *b)
{
    jet r = jet_const(0);
    r.range = a->range > b->range ? a->range : b->range;
    for (int k = 0; !a->range && k < r.range; k++) a->hi[k] = a->c[k];
    for (int k = 0; !b->range && k < r.range; k++) b->hi[k] = b->c[k];
    return r;
}
SALTUS_INLINE saltus_span jet_range_at_(const jet *a, int k)
{
    saltus_span r = {a->c[k], a->hi[k]};
    return r;
}

/* v plus the sum of a_i b_(k-i), i = first..last; most coefficients are 0 */
SALTUS_INLINE saltus_span jet_range_dot_(saltus_span v, const jet *a, const jet *b, int k, int first,
                                         int last)
{
    for (int i = first; i <= last; i++) {
        saltus_span x = jet_range_at_(a, i), y = jet_range_at_(b, k - i);
        if (!span_is_zero(x) && !span_is_zero(y)) v = span_add(v, span_mul(x, y));
    }
    return v;
}

JET_APART_ jet jet_range_add_(jet a, jet b)
{
    jet r = jet_range_(&a, &b);
    for (int k = 0; k < r.range; k++)
        jet_set_span(&r, k, span_add(jet_range_at_(&a, k), jet_range_at_(&b, k)));
    return r;
}
JET_APART_ jet jet_range_sub_(jet a, jet b)
{
    jet r = jet_range_(&a, &b);
    for (int k = 0; k < r.range; k++)
        jet_set_span(&r, k, span_sub(jet_range_at_(&a, k), jet_range_at_(&b, k)));
    return r;
}
JET_APART_ jet jet_range_neg_(jet a)
{
    for (int k = 0; k < a.range; k++) jet_set_span(&a, k, span_neg(jet_range_at_(&a, k)));
    return a;
}
JET_APART_ jet jet_range_scale_(jet a, double v)
{
    for (int k = 0; k < a.range; k++) jet_set_span(&a, k, span_scale(jet_range_at_(&a, k), v));
    return a;
}
JET_APART_ jet jet_range_part_(jet a, double v)
{
    for (int k = 0; k < a.range; k++) jet_set_span(&a, k, span_div(jet_range_at_(&a, k), span_of(v)));
    return a;
}
JET_APART_ jet jet_range_mul_(jet a, jet b)
{
    jet r = jet_range_(&a, &b);
    for (int k = 0; k < r.range; k++) jet_set_span(&r, k, jet_range_dot_(span_of(0), &a, &b, k, 0, k));
    return r;
}

/* 2 (a_0 a_k + a_1 a_(k-1) + ...), and the square in the middle */
JET_APART_ jet jet_range_sqr_(jet a)
{
    jet r = jet_range_(&a, &a);
    jet_set_span(&r, 0, span_sqr(jet_range_at_(&a, 0)));
    for (int k = 1; k < r.range; k++) {
        saltus_span v = span_scale(jet_range_dot_(span_of(0), &a, &a, k, 0, (k - 1) / 2), 2);
        jet_set_span(&r, k, k % 2 ? v : span_add(v, span_sqr(jet_range_at_(&a, k / 2))));
    }
    return r;
}
JET_APART_ jet jet_range_div_(jet a, jet b)
{
    jet r = jet_range_(&a, &b);
    saltus_span b0 = jet_range_at_(&b, 0), w = span_div(span_of(1), b0);
    jet_set_span(&r, 0, span_div(jet_range_at_(&a, 0), b0));
    for (int k = 1; k < r.range; k++) {
        saltus_span v = span_neg(jet_range_dot_(span_of(0), &r, &b, k, 0, k - 1));
        jet_set_span(&r, k, span_mul(span_add(jet_range_at_(&a, k), v), w));
    }
    return r;
}
JET_APART_ jet jet_range_sqrt_(jet a)
{
    jet r = jet_range_(&a, &a);
    saltus_span r0 = span_sqrt(jet_range_at_(&a, 0)), w = span_div(span_of(0.5), r0);
    jet_set_span(&r, 0, r0);
    for (int k = 1; k < r.range; k++) {
        saltus_span v = jet_range_at_(&a, k);
        if (k > 2) v = span_sub(v, span_scale(jet_range_dot_(span_of(0), &r, &r, k, 1, (k - 1) / 2), 2));
        if (k % 2 == 0) v = span_sub(v, span_sqr(jet_range_at_(&r, k / 2)));
        jet_set_span(&r, k, span_mul(v, w));
    }
    return r;
}

/* (a_1 g_(k-1) + 2 a_2 g_(k-2) + ... + k a_k g_0)/k: coefficient k of the integral of a' g */
SALTUS_INLINE saltus_span jet_range_slope_(const jet *a, const jet *g, int k)
{
    saltus_span v = {0, 0};
    for (int i = 1; i <= k; i++) {
        saltus_span x = jet_range_at_(a, i), y = jet_range_at_(g, k - i);
        if (!span_is_zero(x) && !span_is_zero(y)) v = span_add(v, span_scale(span_mul(x, y), i));
    }
    return k > 1 ? span_div(v, span_of(k)) : v;
}
JET_APART_ jet jet_range_chain_(saltus_span r0, jet a, jet g)
{
    jet r = jet_range_(&a, &g);
    jet_set_span(&r, 0, r0);
    for (int k = 1; k < r.range; k++) jet_set_span(&r, k, jet_range_slope_(&a, &g, k));
    return r;
}

/* s' = a' c, c' = sign a' s */
JET_APART_ jet jet_range_circle_(jet a, saltus_span s0, saltus_span c0, double sign, int cosine)
{
    jet s = jet_range_(&a, &a), c = jet_range_(&a, &a);
    jet_set_span(&s, 0, s0);
    jet_set_span(&c, 0, c0);
    for (int k = 1; k < a.range; k++) {
        jet_set_span(&s, k, jet_range_slope_(&a, &c, k));
        jet_set_span(&c, k, span_scale(jet_range_slope_(&a, &s, k), sign));
    }
    return cosine ? c : s;
}
JET_APART_ jet jet_range_turn_(jet a, int cosine)
{
    saltus_span a0 = jet_range_at_(&a, 0);
    return jet_range_circle_(a, span_sin(a0), span_cos(a0), -1, cosine);
}
JET_APART_ jet jet_range_bend_(jet a, int cosine)
{
    saltus_span a0 = jet_range_at_(&a, 0);
    return jet_range_circle_(a, span_sinh(a0), span_cosh(a0), 1, cosine);
}

/* From n on unbounded. */
JET_APART_ jet jet_range_cut_(jet a, int n)
{
    for (int k = n; k < a.range; k++) jet_set_span(&a, k, span_all());
    return a;
}

/* A value that is unbounded both ways may pass a pole, and has the other sign behind it: its slope
 * tells nothing, even where it has one sign. */
JET_APART_ jet jet_range_poles_(jet a)
{
    return span_is_all(jet_range_at_(&a, 0)) ? jet_range_cut_(a, 1) : a;
}

/* a^n: r' = n a^(n-1) a' */
JET_APART_ jet jet_range_powi_(jet a, int n)
{
    jet r[SALTUS_SERIES];
    int last = a.range - 1;
    for (int k = last; k >= 0; k--) { /* a^(n-k), with as many coefficients as a^n needs */
        saltus_span v = span_pow_int(jet_range_at_(&a, 0), n - k);
        r[k] = a;
        r[k].range = a.range - k;
        if (k == last)
            jet_set_span(&r[k], 0, v);
        else
            r[k] = jet_range_chain_(v, r[k], jet_range_scale_(r[k + 1], n - k));
    }
    return jet_range_poles_(r[0]);
}

/* a^p: r' a = p r a' */
JET_APART_ jet jet_range_pow_(jet a, double p)
{
    jet r = jet_range_(&a, &a);
    saltus_span a0 = jet_range_at_(&a, 0), w = span_div(span_of(1), a0);
    jet_set_span(&r, 0, span_pow(a0, span_of(p)));
    for (int k = 1; k < r.range; k++) {
        saltus_span v = span_of(0);
        for (int i = 0; i < k; i++)
            v = span_add(v, span_scale(span_mul(jet_range_at_(&r, i), jet_range_at_(&a, k - i)),
                                       (k - i) * p - i));
        jet_set_span(&r, k, span_mul(span_div(v, span_of(k)), w));
    }
    return r;
}

JET_APART_ jet jet_range_derivative_(jet a)
{
    jet r = jet_range_(&a, &a);
    for (int k = 1; k < a.range; k++) jet_set_span(&r, k - 1, span_scale(jet_range_at_(&a, k), k));
    return r;
}
JET_APART_ jet jet_range_integral_(saltus_span r0, jet a)
{
    jet r = jet_range_(&a, &a);
    jet_set_span(&r, 0, r0);
    for (int k = 1; k < a.range; k++)
        jet_set_span(&r, k, span_div(jet_range_at_(&a, k - 1), span_of(k)));
    return r;
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

/* A statement for k = 0..4, unrolled by hand: what nobody asks for can then be dropped at any
 * optimisation level. */
#define JET_EACH_(statement)                                                                       \
    { enum { k = 0 }; statement; }                                                                 \
    { enum { k = 1 }; statement; }                                                                 \
    { enum { k = 2 }; statement; }                                                                 \
    { enum { k = 3 }; statement; }                                                                 \
    { enum { k = 4 }; statement; }

SALTUS_INLINE jet jet_add_jj(jet a, jet b)
{
    if (a.range | b.range) return jet_range_add_(a, b);
    JET_EACH_(a.c[k] += b.c[k])
    return a;
}
SALTUS_INLINE jet jet_add_jd(jet a, double b)
{
    if (a.range) return jet_range_add_(a, jet_const(b));
    a.c[0] += b;
    return a;
}
SALTUS_INLINE jet jet_add_dj(double a, jet b)
{
    if (b.range) return jet_range_add_(jet_const(a), b);
    b.c[0] = a + b.c[0];
    return b;
}
SALTUS_INLINE jet jet_neg(jet a)
{
    if (a.range) return jet_range_neg_(a);
    JET_EACH_(a.c[k] = -a.c[k])
    return a;
}
SALTUS_INLINE jet jet_sub_jj(jet a, jet b)
{
    if (a.range | b.range) return jet_range_sub_(a, b);
    JET_EACH_(a.c[k] -= b.c[k])
    return a;
}
SALTUS_INLINE jet jet_sub_jd(jet a, double b)
{
    if (a.range) return jet_range_add_(a, jet_const(-b));
    a.c[0] -= b;
    return a;
}
SALTUS_INLINE jet jet_sub_dj(double a, jet b)
{
    if (b.range) return jet_range_sub_(jet_const(a), b);
    b = jet_neg(b);
    b.c[0] = a + b.c[0];
    return b;
}
SALTUS_INLINE jet jet_mul_jd(jet a, double b)
{
    if (a.range) return jet_range_scale_(a, b);
    JET_EACH_(a.c[k] *= b)
    return a;
}
SALTUS_INLINE jet jet_mul_dj(double a, jet b)
{
    return jet_mul_jd(b, a);
}

/* (ab)_k = sum_i a_i b_(k-i) */
SALTUS_INLINE jet jet_mul_jj(jet a, jet b)
{
    jet r = jet_const(a.c[0] * b.c[0]);
    if (a.range | b.range) return jet_range_mul_(a, b);
    r.c[1] = a.c[0] * b.c[1] + a.c[1] * b.c[0];
    r.c[2] = a.c[0] * b.c[2] + a.c[1] * b.c[1] + a.c[2] * b.c[0];
    r.c[3] = a.c[0] * b.c[3] + a.c[1] * b.c[2] + a.c[2] * b.c[1] + a.c[3] * b.c[0];
    r.c[4] = a.c[0] * b.c[4] + a.c[1] * b.c[3] + a.c[2] * b.c[2] + a.c[3] * b.c[1] + a.c[4] * b.c[0];
    return r;
}
SALTUS_INLINE jet jet_sqr(jet a)
{
    jet r = jet_const(a.c[0] * a.c[0]);
    if (a.range) return jet_range_sqr_(a);
    r.c[1] = 2 * (a.c[0] * a.c[1]);
    r.c[2] = 2 * (a.c[0] * a.c[2]) + a.c[1] * a.c[1];
    r.c[3] = 2 * (a.c[0] * a.c[3] + a.c[1] * a.c[2]);
    r.c[4] = 2 * (a.c[0] * a.c[4] + a.c[1] * a.c[3]) + a.c[2] * a.c[2];
    return r;
}

/* r = a/b from a = r b */
SALTUS_INLINE jet jet_div_jj(jet a, jet b)
{
    jet r = jet_const(a.c[0] / b.c[0]);
    double w = 1 / b.c[0];
    if (a.range | b.range) return jet_range_div_(a, b);
    r.c[1] = (a.c[1] - r.c[0] * b.c[1]) * w;
    r.c[2] = (a.c[2] - r.c[0] * b.c[2] - r.c[1] * b.c[1]) * w;
    r.c[3] = (a.c[3] - r.c[0] * b.c[3] - r.c[1] * b.c[2] - r.c[2] * b.c[1]) * w;
    r.c[4] = (a.c[4] - r.c[0] * b.c[4] - r.c[1] * b.c[3] - r.c[2] * b.c[2] - r.c[3] * b.c[1]) * w;
    return r;
}
SALTUS_INLINE jet jet_div_jd(jet a, double b)
{
    if (a.range) return jet_range_part_(a, b);
    JET_EACH_(a.c[k] /= b)
    return a;
}
SALTUS_INLINE jet jet_div_dj(double a, jet b)
{
    return jet_div_jj(jet_const(a), b);
}

SALTUS_INLINE double jet_add_dd(double a, double b) { return a + b; }
SALTUS_INLINE double jet_sub_dd(double a, double b) { return a - b; }
SALTUS_INLINE double jet_mul_dd(double a, double b) { return a * b; }
SALTUS_INLINE double jet_div_dd(double a, double b) { return a / b; }

#ifndef __cplusplus
#define JET_PICK_(op, a, b)                                                                        \
    _Generic((a), jet: _Generic((b), jet: op##_jj, default: op##_jd),                              \
             default: _Generic((b), jet: op##_dj, default: op##_dd))(a, b)
#define jet_add(a, b) JET_PICK_(jet_add, a, b)
#define jet_sub(a, b) JET_PICK_(jet_sub, a, b)
#define jet_mul(a, b) JET_PICK_(jet_mul, a, b)
#define jet_div(a, b) JET_PICK_(jet_div, a, b)
#else
#define JET_OPERATOR_(name, op)                                                                    \
    SALTUS_INLINE jet name(jet a, jet b) { return name##_jj(a, b); }                               \
    SALTUS_INLINE jet name(jet a, double b) { return name##_jd(a, b); }                            \
    SALTUS_INLINE jet name(double a, jet b) { return name##_dj(a, b); }                            \
    SALTUS_INLINE jet operator op(jet a, jet b) { return name##_jj(a, b); }                        \
    SALTUS_INLINE jet operator op(jet a, double b) { return name##_jd(a, b); }                     \
    SALTUS_INLINE jet operator op(double a, jet b) { return name##_dj(a, b); }
JET_OPERATOR_(jet_add, +)
JET_OPERATOR_(jet_sub, -)
JET_OPERATOR_(jet_mul, *)
JET_OPERATOR_(jet_div, /)
SALTUS_INLINE jet operator-(jet a) { return jet_neg(a); }
#endif

/* One of two series; both are evaluated, so that tracing sees both. */
SALTUS_INLINE jet jet_if(int condition, jet yes, jet no)
{
    return condition ? yes : no;
}

/* ---- Functions. Each recurrence follows from the differential equation named beside it. ------ */

/* r r = a */
SALTUS_INLINE jet jet_sqrt(jet a)
{
    jet r;
    double w;
    if (a.range) return jet_range_sqrt_(a);
    r = jet_const(sqrt(a.c[0]));
    w = 0.5 / r.c[0];
    r.c[1] = a.c[1] * w;
    r.c[2] = (a.c[2] - r.c[1] * r.c[1]) * w;
    r.c[3] = (a.c[3] - 2 * (r.c[1] * r.c[2])) * w;
    r.c[4] = (a.c[4] - 2 * (r.c[1] * r.c[3]) - r.c[2] * r.c[2]) * w;
    return r;
}

/* The integral of a' g, with value r0. */
SALTUS_INLINE jet jet_chain(double r0, jet a, jet g)
{
    jet r = jet_const(r0);
    r.c[1] = a.c[1] * g.c[0];
    r.c[2] = (a.c[1] * g.c[1] + 2 * (a.c[2] * g.c[0])) / 2;
    r.c[3] = (a.c[1] * g.c[2] + 2 * (a.c[2] * g.c[1]) + 3 * (a.c[3] * g.c[0])) / 3;
    r.c[4] = (a.c[1] * g.c[3] + 2 * (a.c[2] * g.c[2]) + 3 * (a.c[3] * g.c[1]) + 4 * (a.c[4] * g.c[0])) / 4;
    return r;
}

/* s' = a' c, c' = sign a' s: sine and cosine (-1), hyperbolic ones (+1) */
SALTUS_INLINE void jet_circle_(jet a, double sign, jet *s, jet *c)
{
    double b = sign;
    s->c[1] = a.c[1] * c->c[0];
    c->c[1] = b * (a.c[1] * s->c[0]);
    s->c[2] = (a.c[1] * c->c[1] + 2 * (a.c[2] * c->c[0])) / 2;
    c->c[2] = b * (a.c[1] * s->c[1] + 2 * (a.c[2] * s->c[0])) / 2;
    s->c[3] = (a.c[1] * c->c[2] + 2 * (a.c[2] * c->c[1]) + 3 * (a.c[3] * c->c[0])) / 3;
    c->c[3] = b * (a.c[1] * s->c[2] + 2 * (a.c[2] * s->c[1]) + 3 * (a.c[3] * s->c[0])) / 3;
    s->c[4] = (a.c[1] * c->c[3] + 2 * (a.c[2] * c->c[2]) + 3 * (a.c[3] * c->c[1]) + 4 * (a.c[4] * c->c[0])) / 4;
    c->c[4] = b * (a.c[1] * s->c[3] + 2 * (a.c[2] * s->c[2]) + 3 * (a.c[3] * s->c[1]) + 4 * (a.c[4] * s->c[0])) / 4;
}
SALTUS_INLINE jet jet_sin(jet a)
{
    jet s, c;
    if (a.range) return jet_range_turn_(a, 0);
    s = jet_const(sin(a.c[0])), c = jet_const(cos(a.c[0]));
    jet_circle_(a, -1, &s, &c);
    return s;
}
SALTUS_INLINE jet jet_cos(jet a)
{
    jet s, c;
    if (a.range) return jet_range_turn_(a, 1);
    s = jet_const(sin(a.c[0])), c = jet_const(cos(a.c[0]));
    jet_circle_(a, -1, &s, &c);
    return c;
}
SALTUS_INLINE jet jet_sinh(jet a)
{
    jet s, c;
    if (a.range) return jet_range_bend_(a, 0);
    s = jet_const(sinh(a.c[0])), c = jet_const(cosh(a.c[0]));
    jet_circle_(a, 1, &s, &c);
    return s;
}
SALTUS_INLINE jet jet_cosh(jet a)
{
    jet s, c;
    if (a.range) return jet_range_bend_(a, 1);
    s = jet_const(sinh(a.c[0])), c = jet_const(cosh(a.c[0]));
    jet_circle_(a, 1, &s, &c);
    return c;
}

/* How a row of saltus_elementary.h becomes a function. */
#define JET_ROW_A                 a
#define JET_ROW_B                 b
#define JET_ROW_R                 r
#define JET_ROW_NUM(v)            ((double)(v))
#define JET_ROW_ADD(x, y)         jet_add(x, y)
#define JET_ROW_SUB(x, y)         jet_sub(x, y)
#define JET_ROW_MUL(x, y)         jet_mul(x, y)
#define JET_ROW_NEG(x)            jet_neg(x)
#define JET_ROW_SQR(x)            jet_sqr(x)
#define JET_ROW_OF(NAME, name, x) jet_##name(x)

/* r' = a' g */
#define JET_SLOPE_1_(name, f, by_a, by_b, over)                                                    \
    JET_APART_ jet jet_##name##_range_(jet a)                                                      \
    {                                                                                              \
        return jet_range_chain_(span_##name(jet_span(a, 0)), a, jet_div(by_a, over));              \
    }                                                                                              \
    SALTUS_INLINE jet jet_##name(jet a)                                                            \
    {                                                                                              \
        if (a.range) return jet_##name##_range_(a);                                                \
        return jet_chain(f(a.c[0]), a, jet_div(by_a, over));                                       \
    }

/* The same where g depends on r: the coefficients of r below k give number k. */
#define JET_SELF_1_(name, f, by_a, by_b, over)                                                     \
    SALTUS_INLINE jet jet_##name##_next_(jet a, jet r)                                             \
    {                                                                                              \
        return jet_chain(0, a, jet_div(by_a, over));                                               \
    }                                                                                              \
    JET_APART_ jet jet_##name##_slope_(jet a, jet r) { return (void)a, jet_div(by_a, over); }      \
    JET_APART_ jet jet_##name##_range_(jet a)                                                      \
    {                                                                                              \
        jet r = jet_range_(&a, &a);                                                                \
        jet_set_span(&r, 0, span_##name(jet_span(a, 0)));                                          \
        for (int k = 1, n = a.range; k < n; k++) {                                                 \
            jet g;                                                                                 \
            a.range = r.range = k;                                                                 \
            g = jet_##name##_slope_(a, r);                                                         \
            jet_set_span(&r, k, jet_range_slope_(&a, &g, k));                                      \
        }                                                                                          \
        return r.range++, jet_range_poles_(r);                                                     \
    }                                                                                              \
    SALTUS_INLINE jet jet_##name(jet a)                                                            \
    {                                                                                              \
        jet r;                                                                                     \
        if (a.range) return jet_##name##_range_(a);                                                \
        r = jet_const(f(a.c[0]));                                                                  \
        r.c[1] = jet_##name##_next_(a, r).c[1];                                                    \
        r.c[2] = jet_##name##_next_(a, r).c[2];                                                    \
        r.c[3] = jet_##name##_next_(a, r).c[3];                                                    \
        r.c[4] = jet_##name##_next_(a, r).c[4];                                                    \
        return r;                                                                                  \
    }

/* r' = (by_a a' + by_b b')/over */
#define JET_SLOPE_2_(name, f, by_a, by_b, over)                                                    \
    JET_APART_ jet jet_##name##_range_(jet a, jet b)                                               \
    {                                                                                              \
        jet da = jet_range_derivative_(a), db = jet_range_derivative_(b);                          \
        saltus_span a0 = jet_span(a, 0), b0 = jet_span(b, 0);                                      \
        jet r = jet_div(jet_add(jet_mul(by_a, da), jet_mul(by_b, db)), over);                      \
        return jet_range_cut_(jet_range_integral_(span_##name(a0, b0), r), span_##name##_smooth(a0, b0)); \
    }                                                                                              \
    SALTUS_INLINE jet jet_##name(jet a, jet b)                                                     \
    {                                                                                              \
        jet da, db;                                                                                \
        if (a.range | b.range) return jet_##name##_range_(a, b);                                   \
        da = jet_derivative_(a), db = jet_derivative_(b);                                          \
        return jet_integral_(f(a.c[0], b.c[0]),                                                    \
                             jet_div(jet_add(jet_mul(by_a, da), jet_mul(by_b, db)), over));        \
    }

#define JET_PAIR_1_(name, f, by_a, by_b, over)
#define JET_ROOT_1_(name, f, by_a, by_b, over)
#define JET_KINK_1_(name, f, by_a, by_b, over)
#define JET_JUMP_1_(name, f, by_a, by_b, over)
#define JET_ROW_(NAME, name, f, n, RESULT, UNIT, RANGE, SERIES, lo, hi, must, by_a, by_b, over,    \
                 title, text)                                                                      \
    JET_##SERIES##_##n##_(name, f, by_a, by_b, over)

SALTUS_INLINE jet jet_derivative_(jet a)
{
    jet r = {{a.c[1], 2 * a.c[2], 3 * a.c[3], 4 * a.c[4], 0}, {0}, 0};
    return r;
}
SALTUS_INLINE jet jet_integral_(double r0, jet a)
{
    jet r = {{r0, a.c[0], a.c[1] / 2, a.c[2] / 3, a.c[3] / 4}, {0}, 0};
    return r;
}

/* The other rows of saltus_elementary.h, by their derivatives. */
SALTUS_ELEMENTARY(JET_ROW_, JET_ROW)

/* a^n for a whole number, by squaring: right for a <= 0, too */
SALTUS_INLINE jet jet_powi(jet a, int n)
{
    jet r = jet_const(1), b = a;
    unsigned m = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    if (a.range) return jet_range_powi_(a, n);
    for (; m; m >>= 1) {
        if (m & 1) r = jet_mul_jj(r, b);
        b = jet_sqr(b);
    }
    return n < 0 ? jet_div_dj(1, r) : r;
}

/* a^p for a > 0: r' a = p r a' */
SALTUS_INLINE jet jet_pow(jet a, double p)
{
    jet r;
    double w;
    if (a.range) return jet_range_pow_(a, p);
    r = jet_const(pow(a.c[0], p));
    w = 1 / a.c[0];
    r.c[1] = p * (r.c[0] * a.c[1]) * w;
    r.c[2] = (2 * p * (r.c[0] * a.c[2]) + (p - 1) * (r.c[1] * a.c[1])) / 2 * w;
    r.c[3] = (3 * p * (r.c[0] * a.c[3]) + (2 * p - 1) * (r.c[1] * a.c[2]) + (p - 2) * (r.c[2] * a.c[1])) / 3 * w;
    r.c[4] = (4 * p * (r.c[0] * a.c[4]) + (3 * p - 1) * (r.c[1] * a.c[3]) + (2 * p - 2) * (r.c[2] * a.c[2]) +
              (p - 3) * (r.c[3] * a.c[1])) / 4 * w;
    return r;
}

/* ---- From one function to the contract ------------------------------------------------------- */

/* f_eval, f_partial, f_reads and f_range from `jet f(jet_at e, int32_t i)`. To declare reads or affine
 * functions yourself, write .der = {f_eval, f_partial, my_reads, my_affine}. The cases below are
 * the pairs (coefficients of a signal, coefficients asked for) that runs of one method use; the
 * last line serves runs that mix orders. */
#define JET_CASE_(f, w, n)                                                                         \
    case 8 * (w) + (n): {                                                                          \
        jet_at at_ = {e, w, -1, 0, 0, 0};                                                                \
        jet r_ = f(at_, i);                                                                        \
        for (int k_ = 0; k_ < (n); k_++) c[k_] = r_.c[k_];                                         \
        return;                                                                                    \
    }
#define SALTUS_FUNCTION(f)                                                                         \
    JET_UNUSED_ static void f##_eval(const saltus_env *e, int32_t i, int order, double *c)                     \
    {                                                                                              \
        switch (8 * e->width + order) {                                                            \
            JET_CASE_(f, 1, 1)                                                                     \
            JET_CASE_(f, 1, 2)                                                                     \
            JET_CASE_(f, 2, 2)                                                                     \
            JET_CASE_(f, 2, 3)                                                                     \
            JET_CASE_(f, 2, 4)                                                                     \
            JET_CASE_(f, 3, 3)                                                                     \
            JET_CASE_(f, 3, 4)                                                                     \
            JET_CASE_(f, 3, 5)                                                                     \
        default: {                                                                                 \
            jet_at at_ = {e, SALTUS_SIGNAL, -1, 0, 0, 0};                                                \
            jet r_ = f(at_, i);                                                                    \
            for (int k_ = 0; k_ < order && k_ < SALTUS_SERIES; k_++) c[k_] = r_.c[k_];             \
        }                                                                                          \
        }                                                                                          \
    }                                                                                              \
    JET_UNUSED_ static double f##_partial(const saltus_env *e, int32_t i, int32_t j)               \
    {                                                                                              \
        jet_at low_ = {e, 2, j, 0, 0, 0}, high_ = {e, SALTUS_SIGNAL, j, 0, 0, 0};                              \
        jet r_ = e->width <= 2 ? f(low_, i) : f(high_, i);                                         \
        return r_.c[1];                                                                            \
    }                                                                                              \
    JET_UNUSED_ static void f##_reads(const saltus_env *e, int32_t i, saltus_reads *r)                         \
    {                                                                                              \
        jet_at at_ = {e, SALTUS_SIGNAL, -1, r, 0, 0};                                              \
        (void)f(at_, i);                                                                           \
    }                                                                                              \
    JET_UNUSED_ static int f##_range(const saltus_box *b, int32_t i, int order, saltus_span *r)    \
    {                                                                                              \
        jet_at at_ = {b->env, SALTUS_SIGNAL, -1, 0, b, order};                                     \
        jet r_ = f(at_, i);                                                                        \
        for (int k_ = 0; k_ < order; k_++) r[k_] = jet_span(r_, k_);                               \
        return 1;                                                                                  \
    }
#define SALTUS_FUNCTION_OF(f) {f##_eval, f##_partial, f##_reads, 0}

/* saltus_model.range from f_range, z_range, ... What has no entry is opaque.
 *
 *     SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))                   */
#define SALTUS_RANGE(name, ranges)                                                                 \
    static int name(const saltus_box *b, saltus_kind kind, int32_t i, int order, saltus_span *r)   \
    {                                                                                              \
        ranges return 0;                                                                           \
    }
#define SALTUS_RANGE_OF(KIND, f) if (kind == SALTUS_##KIND) return f##_range(b, i, order, r);
/* The same for a function that is affine in the states between events and does not read time,
 * for all i. */
#define SALTUS_AFFINE_FUNCTION(f)                                                                  \
    SALTUS_FUNCTION(f)                                                                             \
    JET_UNUSED_ static int f##_affine(const saltus_env *e, int32_t i) { return (void)e, (void)i, 1; }
#define SALTUS_AFFINE_FUNCTION_OF(f) {f##_eval, f##_partial, f##_reads, f##_affine}

#endif
