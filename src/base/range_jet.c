/* SPDX-License-Identifier: MIT */
/* range_jet.c - series of spans. The recurrences are those of saltus_jet.h, written so that a span
 * occurs as rarely as possible: a quotient divides by b_0 and does not multiply by its inverse, a
 * square is no product, and
 *     a^p:   r' = a' g,   g = p a^(p-1)
 * with the power itself at each level, which needs no division by a. */
#include "base/range_jet.h"
#include <stdbool.h>

/* ---- Plain arithmetic ------------------------------------------------------------------------ */

static int fewer(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

struct range_jet range_jet_of(saltus_span value)
{
    struct range_jet r = {.n = 1};
    r.c[0] = value;
    return r;
}

struct range_jet range_jet_all(int order)
{
    struct range_jet r = {.n = order};
    for (int k = 0; k < order; k++) r.c[k] = span_all();
    return r;
}

static struct range_jet number(double v)
{
    return range_jet_of(span_of(v));
}

/* The coefficients from `from` on are not known. */
static struct range_jet unknown_from(int order, struct range_jet r, int from)
{
    for (int k = from; k < order; k++) r.c[k] = span_all();
    r.n = larger(order, 1);
    return r;
}

static struct range_jet cut(int order, struct range_jet a)
{
    a.n = fewer(a.n, order);
    return a;
}

void range_jet_add(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b)
{
    const struct range_jet *longer = a->n >= b->n ? a : b;
    int both = fewer(order, fewer(a->n, b->n)), n = fewer(order, longer->n);
    for (int k = 0; k < both; k++) r->c[k] = span_add(a->c[k], b->c[k]);
    for (int k = both; k < n; k++) r->c[k] = longer->c[k];
    r->n = n;
}

void range_jet_neg(int order, struct range_jet *r, const struct range_jet *a)
{
    int n = fewer(order, a->n);
    for (int k = 0; k < n; k++) r->c[k] = span_neg(a->c[k]);
    r->n = n;
}

void range_jet_sub(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b)
{
    int both = fewer(order, fewer(a->n, b->n)), n = fewer(order, larger(a->n, b->n));
    bool first = a->n >= b->n;
    for (int k = 0; k < both; k++) r->c[k] = span_sub(a->c[k], b->c[k]);
    for (int k = both; k < n; k++) r->c[k] = first ? a->c[k] : span_neg(b->c[k]);
    r->n = n;
}

static bool is_number(const struct range_jet *a)
{
    return a->n == 1 && a->c[0].lo == a->c[0].hi;
}

static void scale(int order, struct range_jet *r, const struct range_jet *a, double v)
{
    int n = fewer(order, a->n);
    for (int k = 0; k < n; k++) r->c[k] = span_scale(a->c[k], v);
    r->n = n;
}

/* From the highest coefficient down: r may be a or b. */
void range_jet_mul(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b)
{
    int na = a->n, nb = b->n, n = fewer(order, na + nb - 1);
    if (is_number(a)) {
        scale(order, r, b, a->c[0].lo);
        return;
    }
    if (is_number(b)) {
        scale(order, r, a, b->c[0].lo);
        return;
    }
    for (int k = n - 1; k >= 0; k--) {
        int first = larger(0, k - nb + 1), last = fewer(k, na - 1);
        saltus_span sum = span_mul(a->c[first], b->c[k - first]);
        for (int i = first + 1; i <= last; i++) sum = span_add(sum, span_mul(a->c[i], b->c[k - i]));
        r->c[k] = sum;
    }
    r->n = n;
}

/* Coefficient k of a^2, k <= 2 n - 2. */
static saltus_span sqr_at(const struct range_jet *a, int k)
{
    int first = larger(0, k - a->n + 1), pairs = 0;
    saltus_span sum = {0, 0};
    for (int i = first; i < k - i; i++, pairs++) {
        saltus_span x = span_mul(a->c[i], a->c[k - i]);
        sum = pairs ? span_add(sum, x) : x;
    }
    if (pairs) sum = span_add(sum, sum);
    if (k % 2 == 0) sum = pairs ? span_add(sum, span_sqr(a->c[k / 2])) : span_sqr(a->c[k / 2]);
    return sum;
}

void range_jet_sqr(int order, struct range_jet *r, const struct range_jet *a)
{
    int n = fewer(order, 2 * a->n - 1);
    for (int k = n - 1; k >= 0; k--) r->c[k] = sqr_at(a, k);
    r->n = n;
}

void range_jet_div(int order, struct range_jet *r, const struct range_jet *a,
                   const struct range_jet *b)
{
    int n = b->n == 1 ? fewer(order, a->n) : order;
    if (is_number(b) && b->c[0].lo == 1) {
        for (int k = 0; k < n; k++) r->c[k] = a->c[k];
        r->n = n;
        return;
    }
    for (int k = 0; k < n; k++) {
        saltus_span x = k < a->n ? a->c[k] : span_of(0);
        for (int i = larger(0, k - b->n + 1); i < k; i++)
            x = span_sub(x, span_mul(r->c[i], b->c[k - i]));
        r->c[k] = span_div(x, b->c[0]);
    }
    r->n = n;
}

/* The same as values. */
#define VALUE_2(name)                                                                              \
    static struct range_jet name(int order, struct range_jet a, struct range_jet b)                \
    {                                                                                              \
        struct range_jet r;                                                                        \
        range_jet_##name(order, &r, &a, &b);                                                       \
        return r;                                                                                  \
    }
#define VALUE_1(name)                                                                              \
    static struct range_jet name(int order, struct range_jet a)                                    \
    {                                                                                              \
        struct range_jet r;                                                                        \
        range_jet_##name(order, &r, &a);                                                           \
        return r;                                                                                  \
    }
VALUE_2(add)
VALUE_2(sub)
VALUE_2(mul)
VALUE_2(div)
VALUE_1(neg)
VALUE_1(sqr)

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Coefficient k >= 1 of r with r' = a' g. */
static saltus_span chain_at(int k, const struct range_jet *a, const struct range_jet *g)
{
    saltus_span sum = span_of(0);
    for (int i = larger(1, k - g->n + 1); i <= k && i < a->n; i++) {
        saltus_span x = span_mul(a->c[i], g->c[k - i]);
        if (i > 1) x = span_scale(x, i);
        sum = span_is_zero(sum) ? x : span_add(sum, x);
    }
    return k > 1 ? span_part(sum, k) : sum;
}

static struct range_jet chain(int order, saltus_span value, struct range_jet a, struct range_jet g)
{
    struct range_jet r = range_jet_of(value);
    if (a.n == 1) return r;
    for (; r.n < order; r.n++) r.c[r.n] = chain_at(r.n, &a, &g);
    return r;
}

/* a' and the integral of a */
static struct range_jet derivative(struct range_jet a)
{
    struct range_jet r = {.n = larger(1, a.n - 1)};
    r.c[0] = a.n > 1 ? a.c[1] : span_of(0);
    for (int k = 1; k < r.n; k++) r.c[k] = span_scale(a.c[k + 1], k + 1);
    return r;
}

static struct range_jet integral(int order, saltus_span value, struct range_jet a)
{
    struct range_jet r = range_jet_of(value);
    for (; r.n < order && r.n <= a.n; r.n++) {
        saltus_span x = a.c[r.n - 1];
        r.c[r.n] = r.n > 1 ? span_part(x, r.n) : x;
    }
    return r;
}

/* ---- Powers ---------------------------------------------------------------------------------- */

static struct range_jet whole_power(int order, struct range_jet a, int p)
{
    struct range_jet g;
    if (p == 0) return number(1);
    if (p == 1) return cut(order, a);
    if (p == 2) return sqr(order, a);
    if (order < 2 || a.n == 1) return range_jet_of(span_pow_int(a.c[0], p));
    g = mul(order - 1, number(p), whole_power(order - 1, a, p - 1));
    return chain(order, span_pow_int(a.c[0], p), a, g);
}

static struct range_jet still_power(int order, struct range_jet a, saltus_span p)
{
    struct range_jet g;
    if (order < 2 || a.n == 1) return range_jet_of(span_pow(a.c[0], p));
    g = mul(order - 1, range_jet_of(p), still_power(order - 1, a, span_sub(p, span_of(1))));
    return chain(order, span_pow(a.c[0], p), a, g);
}

enum { MOST_WHOLE = 1024 };

static struct range_jet moving_power(int order, struct range_jet a, struct range_jet p)
{
    struct range_jet u = mul(order, p, range_jet_math(order, ELEMENTARY_LOG, a, a));
    struct range_jet r = range_jet_of(span_pow(a.c[0], p.c[0]));
    for (; r.n < order; r.n++) r.c[r.n] = chain_at(r.n, &u, &r);
    return r;
}

/* A function that is unbounded both ways may have a pole, and beyond it the other sign: the
 * derivative tells nothing, even where it has one sign. */
static struct range_jet beside_poles(int order, struct range_jet r)
{
    return r.n > 1 && span_is_all(r.c[0]) ? unknown_from(order, r, 1) : r;
}

struct range_jet range_jet_pow(int order, struct range_jet a, struct range_jet p)
{
    double n = p.c[0].lo;
    if (p.n == 1 && n == p.c[0].hi && fabs(n) <= MOST_WHOLE && n == floor(n))
        return beside_poles(order, whole_power(order, a, (int)n));
    if (p.n == 1) return beside_poles(order, still_power(order, a, p.c[0]));
    return beside_poles(order, moving_power(order, a, p));
}

/* ---- Choices --------------------------------------------------------------------------------- */

static saltus_span coefficient(const struct range_jet *a, int k)
{
    return k < a->n ? a->c[k] : span_of(0);
}

struct range_jet range_jet_either(int order, struct range_jet a, struct range_jet b, int smooth)
{
    struct range_jet r = {.n = fewer(order, fewer(smooth, larger(a.n, b.n)))};
    for (int k = 0; k < r.n; k++) r.c[k] = span_hull(coefficient(&a, k), coefficient(&b, k));
    for (; r.n < fewer(order, smooth); r.n++) r.c[r.n] = span_of(0);
    return smooth < order ? unknown_from(order, r, smooth) : r;
}

struct range_jet range_jet_floor(int order, struct range_jet a)
{
    struct range_jet r = range_jet_of(span_floor(a.c[0]));
    return r.c[0].lo == r.c[0].hi ? r : unknown_from(order, r, 1);
}

struct range_jet range_jet_min(int order, struct range_jet a, struct range_jet b)
{
    struct range_jet r;
    if (a.c[0].hi < b.c[0].lo) return cut(order, a);
    if (b.c[0].hi < a.c[0].lo) return cut(order, b);
    r = a.n == 1 && b.n == 1 ? a : range_jet_either(order, a, b, 2);
    r.c[0] = span_min(a.c[0], b.c[0]);
    return r;
}

struct range_jet range_jet_max(int order, struct range_jet a, struct range_jet b)
{
    struct range_jet r;
    if (a.c[0].hi < b.c[0].lo) return cut(order, b);
    if (b.c[0].hi < a.c[0].lo) return cut(order, a);
    r = a.n == 1 && b.n == 1 ? a : range_jet_either(order, a, b, 2);
    r.c[0] = span_max(a.c[0], b.c[0]);
    return r;
}

/* ---- Elementary functions -------------------------------------------------------------------- */

static struct range_jet jet_sqrt(int order, struct range_jet a)
{
    struct range_jet r = range_jet_of(span_sqrt(a.c[0]));
    saltus_span twice = span_add(r.c[0], r.c[0]);
    if (a.n == 1) return r;
    for (; r.n < order; r.n++) {
        int k = r.n;
        saltus_span x = coefficient(&a, k);
        for (int i = 1; i < k - i; i++)
            x = span_sub(x, span_scale(span_mul(r.c[i], r.c[k - i]), 2));
        if (k % 2 == 0) x = span_sub(x, span_sqr(r.c[k / 2]));
        r.c[k] = span_div(x, twice);
    }
    return r;
}

/* s' = a' c, c' = sign a' s */
static void circle(int order, struct range_jet a, int sign, struct range_jet *s,
                   struct range_jet *c)
{
    if (a.n == 1) return;
    for (int k = 1; k < order; k++) {
        saltus_span x = chain_at(k, &a, c), y = chain_at(k, &a, s);
        s->c[k] = x;
        c->c[k] = sign < 0 ? span_neg(y) : y;
        s->n = c->n = k + 1;
    }
}

#define PAIR(name, sine, cosine, sign, which)                                                      \
    static struct range_jet jet_##name(int order, struct range_jet a)                              \
    {                                                                                              \
        struct range_jet s = range_jet_of(span_##sine(a.c[0]));                                    \
        struct range_jet c = range_jet_of(span_##cosine(a.c[0]));                                  \
        circle(order, a, sign, &s, &c);                                                            \
        return which;                                                                              \
    }
PAIR(sin, sin, cos, -1, s)
PAIR(cos, sin, cos, -1, c)
PAIR(sinh, sinh, cosh, 1, s)
PAIR(cosh, sinh, cosh, 1, c)

static struct range_jet jet_abs(int order, struct range_jet a)
{
    struct range_jet minus;
    if (a.c[0].lo >= 0) return cut(order, a);
    minus = neg(order, a);
    if (a.c[0].hi <= 0) return minus;
    if (a.n > 1) minus = range_jet_either(order, a, minus, 2);
    minus.c[0] = span_abs(a.c[0]);
    return minus;
}

static struct range_jet jet_sign(int order, struct range_jet a)
{
    struct range_jet r = range_jet_of(span_sign(a.c[0]));
    return r.c[0].lo == r.c[0].hi ? r : unknown_from(order, r, 1);
}

/* How a row of saltus_elementary.h becomes a function; `order` is what it needs of its slope. */
#define RANGE_ROW_A                 a
#define RANGE_ROW_B                 b
#define RANGE_ROW_R                 r
#define RANGE_ROW_NUM(v)            number((double)(v))
#define RANGE_ROW_ADD(x, y)         add(order, x, y)
#define RANGE_ROW_SUB(x, y)         sub(order, x, y)
#define RANGE_ROW_MUL(x, y)         mul(order, x, y)
#define RANGE_ROW_NEG(x)            neg(order, x)
#define RANGE_ROW_SQR(x)            sqr(order, x)
#define RANGE_ROW_OF(NAME, name, x) jet_##name(order, x)

#define RANGE_SLOPE_1_(name, by_a, by_b, over)                                                     \
    static struct range_jet jet_##name##_slope(int order, struct range_jet a)                      \
    {                                                                                              \
        return div(order, by_a, over);                                                             \
    }                                                                                              \
    static struct range_jet jet_##name(int order, struct range_jet a)                              \
    {                                                                                              \
        if (order < 2 || a.n == 1) return range_jet_of(span_##name(a.c[0]));                       \
        return chain(order, span_##name(a.c[0]), a, jet_##name##_slope(order - 1, a));             \
    }
#define RANGE_SELF_1_(name, by_a, by_b, over)                                                      \
    static struct range_jet jet_##name##_slope(int order, struct range_jet a, struct range_jet r)  \
    {                                                                                              \
        (void)a;                                                                                   \
        return div(order, by_a, over);                                                             \
    }                                                                                              \
    static struct range_jet jet_##name(int order, struct range_jet a)                              \
    {                                                                                              \
        struct range_jet r = range_jet_of(span_##name(a.c[0]));                                    \
        for (; a.n > 1 && r.n < order; r.n++) {                                                    \
            struct range_jet g = jet_##name##_slope(r.n, a, r);                                    \
            r.c[r.n] = chain_at(r.n, &a, &g);                                                      \
        }                                                                                          \
        return r;                                                                                  \
    }
#define RANGE_SLOPE_2_(name, by_a, by_b, over)                                                     \
    static struct range_jet jet_##name##_rate(int order, struct range_jet a, struct range_jet b)   \
    {                                                                                              \
        struct range_jet x = mul(order, by_a, derivative(a));                                      \
        struct range_jet y = mul(order, by_b, derivative(b));                                      \
        return div(order, add(order, x, y), over);                                                 \
    }                                                                                              \
    static struct range_jet jet_##name(int order, struct range_jet a, struct range_jet b)          \
    {                                                                                              \
        struct range_jet r = range_jet_of(span_##name(a.c[0], b.c[0]));                            \
        int smooth = span_##name##_smooth(a.c[0], b.c[0]);                                         \
        if (order < 2 || (a.n == 1 && b.n == 1)) return r;                                         \
        r = integral(order, r.c[0], jet_##name##_rate(order - 1, a, b));                           \
        return smooth < order ? unknown_from(order, r, smooth) : r;                                \
    }
#define RANGE_PAIR_1_(name, by_a, by_b, over)
#define RANGE_ROOT_1_(name, by_a, by_b, over)
#define RANGE_KINK_1_(name, by_a, by_b, over)
#define RANGE_JUMP_1_(name, by_a, by_b, over)
#define RANGE_ROW_(NAME, name, f, n, RESULT, UNIT, RANGE, SERIES, lo, hi, must, by_a, by_b, over,  \
                   title, text)                                                                    \
    RANGE_##SERIES##_##n##_(name, by_a, by_b, over)
SALTUS_ELEMENTARY(RANGE_ROW_, RANGE_ROW)

struct range_jet range_jet_math(int order, enum elementary f, struct range_jet a,
                                struct range_jet b)
{
#define ARGUMENTS_1 a
#define ARGUMENTS_2 a, b
#define CASE(NAME, name, f, n, ...)                                                                \
    case ELEMENTARY_##NAME: return beside_poles(order, jet_##name(order, ARGUMENTS_##n));
    switch (f) {
        SALTUS_ELEMENTARY(CASE, RANGE_ROW)
    case ELEMENTARY_COUNT: break;
    }
#undef CASE
    return range_jet_all(order);
}
