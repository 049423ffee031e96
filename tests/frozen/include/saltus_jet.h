/* SPDX-License-Identifier: MIT */
/* saltus_jet.h - write a right-hand side once; get its time derivatives, its Jacobian and its
 * structure.
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
 *     SALTUS_FUNCTION(f)                                  // defines f_eval, f_partial, f_reads
 *     ... .der = SALTUS_FUNCTION_OF(f) ...
 *
 * How it works. SALTUS_FUNCTION compiles f several times: for each number of coefficients (the
 * compiler drops the arithmetic of those that nobody asks for), once with dq_j/ds = 1 for one
 * state j and 0 for all others, so that the first-order coefficient is the partial derivative
 * with respect to q_j, and once with a list open, so that each access writes down what it reads.
 *
 * Rules
 *   - Branch on i, on discretes and on parameters as you like; never on the value of a jet: that
 *     needs a guard.
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
#include <math.h>

#if defined(__GNUC__)
#define SALTUS_INLINE static inline __attribute__((always_inline, unused))
#define JET_UNUSED_ __attribute__((unused))
#else
#define SALTUS_INLINE static inline
#define JET_UNUSED_
#endif

typedef struct jet {
    double c[SALTUS_SERIES];
} jet;

/* ---- Access --------------------------------------------------------------------------------- */

typedef struct jet_at {
    const saltus_env *env;
    int width;                /* coefficients of a signal to read; a constant where it matters   */
    int32_t seed;             /* >= 0: differentiate with respect to this state                  */
    saltus_reads *trace;      /* not NULL: write down what is read                               */
} jet_at;

SALTUS_INLINE jet jet_const(double v)
{
    jet r = {{v}};
    return r;
}

/* The signal with this number as a series at now. */
SALTUS_INLINE jet jet_signal_(jet_at e, int32_t j)
{
    const double *s = e.env->q + (ptrdiff_t)j * e.env->stride;
    double h = e.env->t - s[0];
    jet r = {{s[1]}};
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
    jet r = {{e.env->t, e.seed < 0 ? 1.0 : 0.0}};
    if (e.trace) e.trace->add(e.trace, SALTUS_TIME, 0);
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
    JET_EACH_(a.c[k] += b.c[k])
    return a;
}
SALTUS_INLINE jet jet_add_jd(jet a, double b)
{
    a.c[0] += b;
    return a;
}
SALTUS_INLINE jet jet_add_dj(double a, jet b)
{
    b.c[0] = a + b.c[0];
    return b;
}
SALTUS_INLINE jet jet_neg(jet a)
{
    JET_EACH_(a.c[k] = -a.c[k])
    return a;
}
SALTUS_INLINE jet jet_sub_jj(jet a, jet b)
{
    JET_EACH_(a.c[k] -= b.c[k])
    return a;
}
SALTUS_INLINE jet jet_sub_jd(jet a, double b)
{
    a.c[0] -= b;
    return a;
}
SALTUS_INLINE jet jet_sub_dj(double a, jet b)
{
    b = jet_neg(b);
    b.c[0] = a + b.c[0];
    return b;
}
SALTUS_INLINE jet jet_mul_jd(jet a, double b)
{
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
    jet r;
    r.c[0] = a.c[0] * b.c[0];
    r.c[1] = a.c[0] * b.c[1] + a.c[1] * b.c[0];
    r.c[2] = a.c[0] * b.c[2] + a.c[1] * b.c[1] + a.c[2] * b.c[0];
    r.c[3] = a.c[0] * b.c[3] + a.c[1] * b.c[2] + a.c[2] * b.c[1] + a.c[3] * b.c[0];
    r.c[4] = a.c[0] * b.c[4] + a.c[1] * b.c[3] + a.c[2] * b.c[2] + a.c[3] * b.c[1] + a.c[4] * b.c[0];
    return r;
}
SALTUS_INLINE jet jet_sqr(jet a)
{
    jet r;
    r.c[0] = a.c[0] * a.c[0];
    r.c[1] = 2 * (a.c[0] * a.c[1]);
    r.c[2] = 2 * (a.c[0] * a.c[2]) + a.c[1] * a.c[1];
    r.c[3] = 2 * (a.c[0] * a.c[3] + a.c[1] * a.c[2]);
    r.c[4] = 2 * (a.c[0] * a.c[4] + a.c[1] * a.c[3]) + a.c[2] * a.c[2];
    return r;
}

/* r = a/b from a = r b */
SALTUS_INLINE jet jet_div_jj(jet a, jet b)
{
    jet r;
    double w = 1 / b.c[0];
    r.c[0] = a.c[0] / b.c[0];
    r.c[1] = (a.c[1] - r.c[0] * b.c[1]) * w;
    r.c[2] = (a.c[2] - r.c[0] * b.c[2] - r.c[1] * b.c[1]) * w;
    r.c[3] = (a.c[3] - r.c[0] * b.c[3] - r.c[1] * b.c[2] - r.c[2] * b.c[1]) * w;
    r.c[4] = (a.c[4] - r.c[0] * b.c[4] - r.c[1] * b.c[3] - r.c[2] * b.c[2] - r.c[3] * b.c[1]) * w;
    return r;
}
SALTUS_INLINE jet jet_div_jd(jet a, double b)
{
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
    r.c[0] = sqrt(a.c[0]);
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
    jet r;
    r.c[0] = r0;
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
    jet s = {{sin(a.c[0])}}, c = {{cos(a.c[0])}};
    jet_circle_(a, -1, &s, &c);
    return s;
}
SALTUS_INLINE jet jet_cos(jet a)
{
    jet s = {{sin(a.c[0])}}, c = {{cos(a.c[0])}};
    jet_circle_(a, -1, &s, &c);
    return c;
}
SALTUS_INLINE jet jet_sinh(jet a)
{
    jet s = {{sinh(a.c[0])}}, c = {{cosh(a.c[0])}};
    jet_circle_(a, 1, &s, &c);
    return s;
}
SALTUS_INLINE jet jet_cosh(jet a)
{
    jet s = {{sinh(a.c[0])}}, c = {{cosh(a.c[0])}};
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
    SALTUS_INLINE jet jet_##name(jet a) { return jet_chain(f(a.c[0]), a, jet_div(by_a, over)); }

/* The same where g depends on r: the coefficients of r below k give number k. */
#define JET_SELF_1_(name, f, by_a, by_b, over)                                                     \
    SALTUS_INLINE jet jet_##name##_next_(jet a, jet r)                                             \
    {                                                                                              \
        return jet_chain(0, a, jet_div(by_a, over));                                               \
    }                                                                                              \
    SALTUS_INLINE jet jet_##name(jet a)                                                            \
    {                                                                                              \
        jet r = {{f(a.c[0])}};                                                                     \
        r.c[1] = jet_##name##_next_(a, r).c[1];                                                    \
        r.c[2] = jet_##name##_next_(a, r).c[2];                                                    \
        r.c[3] = jet_##name##_next_(a, r).c[3];                                                    \
        r.c[4] = jet_##name##_next_(a, r).c[4];                                                    \
        return r;                                                                                  \
    }

/* r' = (by_a a' + by_b b')/over */
#define JET_SLOPE_2_(name, f, by_a, by_b, over)                                                    \
    SALTUS_INLINE jet jet_##name(jet a, jet b)                                                     \
    {                                                                                              \
        jet da = jet_derivative_(a), db = jet_derivative_(b);                                      \
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
    jet r = {{a.c[1], 2 * a.c[2], 3 * a.c[3], 4 * a.c[4]}};
    return r;
}
SALTUS_INLINE jet jet_integral_(double r0, jet a)
{
    jet r = {{r0, a.c[0], a.c[1] / 2, a.c[2] / 3, a.c[3] / 4}};
    return r;
}

/* The other rows of saltus_elementary.h, by their derivatives. */
SALTUS_ELEMENTARY(JET_ROW_, JET_ROW)

/* a^n for a whole number, by squaring: right for a <= 0, too */
SALTUS_INLINE jet jet_powi(jet a, int n)
{
    jet r = jet_const(1), b = a;
    unsigned m = n < 0 ? 0u - (unsigned)n : (unsigned)n;
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
    double w = 1 / a.c[0];
    r.c[0] = pow(a.c[0], p);
    r.c[1] = p * (r.c[0] * a.c[1]) * w;
    r.c[2] = (2 * p * (r.c[0] * a.c[2]) + (p - 1) * (r.c[1] * a.c[1])) / 2 * w;
    r.c[3] = (3 * p * (r.c[0] * a.c[3]) + (2 * p - 1) * (r.c[1] * a.c[2]) + (p - 2) * (r.c[2] * a.c[1])) / 3 * w;
    r.c[4] = (4 * p * (r.c[0] * a.c[4]) + (3 * p - 1) * (r.c[1] * a.c[3]) + (2 * p - 2) * (r.c[2] * a.c[2]) +
              (p - 3) * (r.c[3] * a.c[1])) / 4 * w;
    return r;
}

/* ---- From one function to the contract ------------------------------------------------------- */

/* f_eval, f_partial and f_reads from `jet f(jet_at e, int32_t i)`. To declare reads or affine
 * functions yourself, write .der = {f_eval, f_partial, my_reads, my_affine}. The cases below are
 * the pairs (coefficients of a signal, coefficients asked for) that runs of one method use; the
 * last line serves runs that mix orders. */
#define JET_CASE_(f, w, n)                                                                         \
    case 8 * (w) + (n): {                                                                          \
        jet_at at_ = {e, w, -1, 0};                                                                \
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
            JET_CASE_(f, 3, 3)                                                                     \
            JET_CASE_(f, 3, 4)                                                                     \
        default: {                                                                                 \
            jet_at at_ = {e, SALTUS_SIGNAL, -1, 0};                                                \
            jet r_ = f(at_, i);                                                                    \
            for (int k_ = 0; k_ < order && k_ < SALTUS_SERIES; k_++) c[k_] = r_.c[k_];             \
        }                                                                                          \
        }                                                                                          \
    }                                                                                              \
    JET_UNUSED_ static double f##_partial(const saltus_env *e, int32_t i, int32_t j)               \
    {                                                                                              \
        jet_at low_ = {e, 2, j, 0}, high_ = {e, SALTUS_SIGNAL, j, 0};                              \
        jet r_ = e->width <= 2 ? f(low_, i) : f(high_, i);                                         \
        return r_.c[1];                                                                            \
    }                                                                                              \
    JET_UNUSED_ static void f##_reads(const saltus_env *e, int32_t i, saltus_reads *r)                         \
    {                                                                                              \
        jet_at at_ = {e, SALTUS_SIGNAL, -1, r};                                                    \
        (void)f(at_, i);                                                                           \
    }
#define SALTUS_FUNCTION_OF(f) {f##_eval, f##_partial, f##_reads, 0}
/* The same for a function that is affine in the states between events and does not read time,
 * for all i. */
#define SALTUS_AFFINE_FUNCTION(f)                                                                  \
    SALTUS_FUNCTION(f)                                                                             \
    JET_UNUSED_ static int f##_affine(const saltus_env *e, int32_t i) { return (void)e, (void)i, 1; }
#define SALTUS_AFFINE_FUNCTION_OF(f) {f##_eval, f##_partial, f##_reads, f##_affine}

#endif
