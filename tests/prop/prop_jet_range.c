/* SPDX-License-Identifier: MIT */
/* prop_jet_range.c - ranges of functions that are written with jets.
 *
 * A box is filled at random; whatever coefficients the signals have inside it, at whatever instant, the
 * coefficients of the function are inside its range. First for every operation on jets, then for every
 * function of every model in C. */
#include "models.h"
#include "saltus_jet.h"
#include "testing.h"

#include <float.h>

/* ---- Operations -------------------------------------------------------------------------------- */

/* A box of jets about one in the domain from lo to hi, from points to wide ones. */
static jet wide(struct rng *g, double lo, double hi, int order)
{
    double size = rng_int(g, 0, 3) ? rng_log(g, 1e-12, 10) : 0, a = rng_uniform(g, lo, hi),
           b = a + size;
    jet r = jet_const(0);
    r.range = order;
    jet_set_span(&r, 0, span_make(a, b > hi && rng_int(g, 0, 3) ? fmax(a, hi) : b));
    for (int k = 1; k < order; k++) {
        double c = rng_int(g, 0, 4) ? rng_uniform(g, -2, 2) : 0;
        jet_set_span(&r, k, span_make(c, c + (rng_int(g, 0, 3) ? size * rng_uniform(g, 0, 1) : 0)));
    }
    return r;
}

static double in_span(struct rng *g, saltus_span s)
{
    double u = rng_int(g, 0, 3) ? rng_uniform(g, 0, 1) : rng_int(g, 0, 1), v;
    if (s.lo == s.hi) return s.lo;
    v = s.lo * (1 - u) + s.hi * u;
    return v < s.lo ? s.lo : v > s.hi ? s.hi : v;
}

static jet inside(struct rng *g, jet a)
{
    jet r = jet_const(0);
    for (int k = 0; k < a.range; k++) r.c[k] = in_span(g, jet_span(a, k));
    return r;
}

static void within(const char *name, jet range, jet v, int order)
{
    for (int k = 0; k < order; k++) {
        saltus_span s = jet_span(range, k);
        if (!(s.lo <= s.hi)) FAIL("%s: coefficient %d is from %a to %a", name, k, s.lo, s.hi);
        if (!isnan(v.c[k]) && !span_has(s, v.c[k]))
            FAIL("%s: coefficient %d is %a, and not from %a to %a", name, k, v.c[k], s.lo, s.hi);
    }
}

/* name, how to compute it from x and y, the domain of x */
#define OPERATIONS(DO)                                                                             \
    DO("add", jet_add(x, y), -3, 3)                                                                \
    DO("add number", jet_add(x, 0.7), -3, 3)                                                       \
    DO("sub", jet_sub(x, y), -3, 3)                                                                \
    DO("sub from number", jet_sub(0.7, x), -3, 3)                                                  \
    DO("sub number", jet_sub(x, 0.7), -3, 3)                                                       \
    DO("sub from constant", jet_sub(jet_const(0.7), x), -3, 3)                                     \
    DO("sub constant", jet_sub(x, jet_const(0.7)), -3, 3)                                          \
    DO("neg", jet_neg(x), -3, 3)                                                                   \
    DO("mul", jet_mul(x, y), -3, 3)                                                                \
    DO("mul number", jet_mul(-0.7, x), -3, 3)                                                      \
    DO("mul constant", jet_mul(jet_const(-0.7), x), -3, 3)                                         \
    DO("sqr", jet_sqr(x), -3, 3)                                                                   \
    DO("div", jet_div(y, x), 0.1, 3)                                                               \
    DO("div number", jet_div(x, -0.7), -3, 3)                                                      \
    DO("number div", jet_div(-0.7, x), -3, 3)                                                      \
    DO("sqrt", jet_sqrt(x), 0, 3)                                                                  \
    DO("sin", jet_sin(x), -9, 9)                                                                   \
    DO("cos", jet_cos(x), -9, 9)                                                                   \
    DO("sinh", jet_sinh(x), -3, 3)                                                                 \
    DO("cosh", jet_cosh(x), -3, 3)                                                                 \
    DO("tan", jet_tan(x), -3, 3)                                                                   \
    DO("asin", jet_asin(x), -1, 1)                                                                 \
    DO("acos", jet_acos(x), -1, 1)                                                                 \
    DO("atan", jet_atan(x), -3, 3)                                                                 \
    DO("tanh", jet_tanh(x), -3, 3)                                                                 \
    DO("exp", jet_exp(x), -800, 800)                                                               \
    DO("log", jet_log(x), 0, 3)                                                                    \
    DO("log10", jet_log10(x), 0, 3)                                                                \
    DO("atan2", jet_atan2(x, y), -3, 3)                                                            \
    DO("powi", jet_powi(x, n), -3, 3)                                                              \
    DO("pow", jet_pow(x, p), 0.01, 3)                                                              \
    DO("if", jet_if(n > 0, x, y), -3, 3)                                                           \
    DO("sigmoid", jet_div(1, jet_add(1, jet_exp(jet_mul(-20, x)))), -50, 50)                       \
    DO("Hill", jet_div(jet_powi(x, 5), jet_add(9, jet_powi(x, 5))), 0, 10)                         \
    DO("Gauss", jet_exp(jet_neg(jet_sqr(jet_div(x, 0.5)))), -20, 20)

PROP(operations_on_jets_contain_their_samples, 15000)
{
    int order = rng_int(g, 1, SALTUS_SERIES), n = rng_int(g, -4, 9);
    double p = rng_uniform(g, -3, 3);
#define TRY(name, expression, lo, hi)                                                              \
    {                                                                                              \
        jet a = wide(g, lo, hi, order), b = wide(g, -3, 3, order), x = a, y = b, r = expression;   \
        for (int k = 0; k < 20; k++) {                                                             \
            x = inside(g, a), y = inside(g, b);                                                    \
            within(name, r, expression, order);                                                    \
        }                                                                                          \
        (void)y;                                                                                   \
    }
    OPERATIONS(TRY)
#undef TRY
}

static void narrow(const char *name, jet r)
{
    for (int k = 0; k < SALTUS_SERIES; k++) {
        saltus_span s = jet_span(r, k);
        if (!(span_width(s) <= 1e-6 * fmax(1, span_abs_max(s))))
            FAIL("%s: coefficient %d is from %a to %a", name, k, s.lo, s.hi);
    }
}

/* Over a short stretch a range is a short one. */
SALTUS_INLINE jet with_poles(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0);
    return i == 0   ? jet_tan(x)
           : i == 1 ? jet_powi(x, -1)
           : i == 2 ? jet_powi(x, -3)
                    : jet_div(1, x);
}
SALTUS_FUNCTION(with_poles)

/* Past a pole the other sign comes back: a slope of one sign would deny it. */
TEST(poles_are_jumps)
{
    saltus_span q[2] = {{-1, 2}, {1, 1}}, r[SALTUS_SERIES];
    saltus_model m = {0};
    saltus_env e = {.model = &m};
    saltus_box b = {.t = {0, 1}, .q = q, .stride = 2, .width = 2, .env = &e};
    for (int i = 0; i < 4; i++) {
        CHECK(with_poles_range(&b, i, 3, r));
        for (int k = 0; k < 3; k++) CHECK(span_is_all(r[k]));
    }
}

PROP(ranges_of_points_are_narrow, 300)
{
    int n = rng_int(g, 1, 9);
    double p = rng_uniform(g, -3, 3);
#define TRY(name, expression, lo, hi)                                                              \
    {                                                                                              \
        double from = fmax(lo, -20), to = fmin(hi, 20), edge = (to - from) / 10;                   \
        jet a = wide(g, from + edge, to - edge, SALTUS_SERIES), b = a, x = a, y = a, r;            \
        for (int k = 0; k < SALTUS_SERIES; k++) {                                                  \
            double c = k ? rng_uniform(g, -1, 1) : rng_uniform(g, from + edge, to - edge);         \
            jet_set_span(&a, k, span_make(c, c + 1e-13 * fabs(c)));                                \
            jet_set_span(&b, k, span_make(1 + k, 1 + k));                                          \
        }                                                                                          \
        x = a, y = b;                                                                              \
        r = expression;                                                                            \
        x = inside(g, a), y = inside(g, b);                                                        \
        if (fabs(x.c[0]) > 0.1 && fabs(cos(x.c[0])) > 0.1) narrow(name, r);                        \
        (void)y;                                                                                   \
    }
    OPERATIONS(TRY)
#undef TRY
}

/* ---- Models ------------------------------------------------------------------------------------ */

enum { STRIDE = 1 + SALTUS_SIGNAL, CELLS = 12 };

struct bench {
    saltus_model *model;
    int32_t states, discretes, parameters, guards, outputs;
    double *q, *x, *d, *p;
    unsigned char *given;
    saltus_span *spans;
    saltus_env env;
    saltus_box box;
};

static int32_t elements(const int32_t *size)
{
    int32_t n = 1;
    for (int k = 0; k < SALTUS_RANK && size[k] > 0; k++) n *= size[k];
    return n;
}

static int32_t total(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += elements(v->size);
    return n;
}

static void fill_starts(const saltus_variable *v, double *to)
{
    for (; v && v->name; v++)
        for (int32_t k = elements(v->size); k > 0; k--) *to++ = v->start;
}

static void *zeros(int32_t n, size_t size)
{
    void *p = calloc((size_t)n + 1, size);
    return p ? p : (abort(), p);
}

static void open_bench(struct bench *b, const struct models_entry *m)
{
    *b = (struct bench){.model = m->make(m->size ? CELLS : 0)};
    b->states = total(b->model->states);
    b->discretes = total(b->model->discretes);
    b->parameters = total(b->model->parameters);
    b->outputs = total(b->model->outputs);
    for (const saltus_guard *z = b->model->guards; z && z->name; z++)
        b->guards += elements(z->size);
    b->q = zeros(b->states * STRIDE, sizeof(double));
    b->x = zeros(b->states, sizeof(double));
    b->d = zeros(b->discretes, sizeof(double));
    b->p = zeros(b->parameters, sizeof(double));
    b->given = zeros(b->parameters, 1);
    b->spans = zeros(b->states * SALTUS_SIGNAL, sizeof(saltus_span));
    b->env = (saltus_env){.q = b->q,
                          .stride = STRIDE,
                          .width = SALTUS_SIGNAL,
                          .d = b->d,
                          .p = b->p,
                          .model = b->model};
    fill_starts(b->model->states, b->x);
    fill_starts(b->model->discretes, b->d);
    fill_starts(b->model->parameters, b->p);
    if (b->model->start) b->model->start(&b->env, b->given, b->p, b->x, b->d);
}

static void close_bench(struct bench *b)
{
    void *all[] = {b->q, b->x, b->d, b->p, b->given, b->spans};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
    models_free(b->model);
}

/* A box about the start values, whose discretes are as at the start or other small numbers. */
static void draw_box(struct bench *b, struct rng *g)
{
    double size = rng_int(g, 0, 3) ? rng_log(g, 1e-9, 1) : 0, t = rng_uniform(g, 0, 2);
    b->box = (saltus_box){.t = span_make(t, t + size),
                          .q = b->spans,
                          .stride = SALTUS_SIGNAL,
                          .width = rng_int(g, 1, SALTUS_SIGNAL),
                          .env = &b->env};
    for (int32_t j = 0; j < b->states; j++)
        for (int k = 0; k < SALTUS_SIGNAL; k++) {
            double scale = fmax(fabs(b->x[j]), 0.1), v = rng_uniform(g, -1, 1) * scale;
            if (k == 0) v = b->x[j] + 0.2 * v;
            if (k >= b->box.width) v = 0;
            b->spans[j * SALTUS_SIGNAL + k] =
                span_make(v, v + (k < b->box.width ? scale * size * rng_uniform(g, 0, 1) : 0));
        }
    for (int32_t k = 0; k < b->discretes; k++)
        if (rng_int(g, 0, 3) == 0) b->d[k] = rng_int(g, 0, 1);
}

/* An instant and signals inside. */
static void draw_point(struct bench *b, struct rng *g)
{
    b->env.t = in_span(g, b->box.t);
    for (int32_t j = 0; j < b->states; j++) {
        b->q[j * STRIDE] = b->env.t;
        for (int k = 0; k < SALTUS_SIGNAL; k++)
            b->q[j * STRIDE + 1 + k] = in_span(g, b->spans[j * SALTUS_SIGNAL + k]);
    }
}

static long compare(struct bench *b, struct rng *g, saltus_kind kind, const saltus_function *f,
                    int32_t count)
{
    long bounded = 0;
    for (int32_t i = 0; i < count; i++) {
        saltus_span r[SALTUS_SERIES];
        jet range = jet_const(0), v = jet_const(0);
        int order = rng_int(g, 1, SALTUS_SERIES);
        if (!b->model->range(&b->box, kind, i, order, r))
            FAIL("%s: kind %d is opaque", b->model->name, (int)kind);
        range.range = order;
        for (int k = 0; k < order; k++)
            jet_set_span(&range, k, r[k]), bounded += !span_is_all(r[k]);
        for (int turn = 0; turn < 10; turn++) {
            draw_point(b, g);
            f->eval(&b->env, i, order, v.c);
            within(b->model->name, range, v, order);
        }
    }
    return bounded;
}

PROP(models_in_c_contain_their_samples, 200)
{
    size_t n;
    const struct models_entry *list = models_list(&n);
    for (size_t m = 0; m < n; m++) {
        struct bench b;
        long bounded;
        open_bench(&b, &list[m]);
        CHECK(b.model->range);
        draw_box(&b, g);
        bounded = compare(&b, g, SALTUS_STATE, &b.model->der, b.states);
        bounded += compare(&b, g, SALTUS_GUARD, &b.model->guard, b.guards);
        bounded += compare(&b, g, SALTUS_OUTPUT, &b.model->output, b.outputs);
        CHECK(bounded > 0);
        close_bench(&b);
    }
}

TEST_MAIN()
