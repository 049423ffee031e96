/* SPDX-License-Identifier: MIT */
/* prop_blocks.c - what static blocks and blocks with modes say is f of their inputs at every
 * instant, for random inputs: no event is missed, no polynomial is wrong, whatever comes when.
 * Series that are cut off are held against their last term. */
#include "block_rig.h"

enum { SAMPLES = 150, ARGS = 6 };

/* A block with its arguments, and what it ought to be. */
struct subject {
    const char *name;
    saltus_arg arg[ARGS];
    size_t n;
    int inputs;
    double (*f)(const double *p, const double *u, int n);
    double p[ARGS];
    int jumps, edges; /* it has places where y, where its slope jumps */
};

static double x3[] = {-1.5, -0.2, 1, 1.7}, y3[] = {2, -1, 0.5, 3}, grid_z[] = {1, 2, -1, 0, 3, 1};

static double f_sum(const double *p, const double *u, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) s += u[k] * (p[0] + k);
    return s;
}
static double f_gain(const double *p, const double *u, int n)
{
    return (void)n, p[0] * u[0];
}
static double f_product(const double *p, const double *u, int n)
{
    double s = 1;
    for (int k = 0; k < n; k++) s *= u[k];
    return (void)p, s;
}
static double f_polynomial(const double *p, const double *u, int n)
{
    return (void)n, p[0] + u[0] * (p[1] + u[0] * p[2]);
}
static double f_sin(const double *p, const double *u, int n)
{
    return (void)p, (void)n, sin(u[0]);
}
static double f_atan(const double *p, const double *u, int n)
{
    return (void)p, (void)n, atan(u[0]);
}
static double f_tanh(const double *p, const double *u, int n)
{
    return (void)p, (void)n, tanh(u[0]);
}
static double f_sigmoid(const double *p, const double *u, int n)
{
    return (void)p, (void)n, 1 / (1 + exp(-u[0]));
}
static double f_abs(const double *p, const double *u, int n)
{
    return (void)p, (void)n, fabs(u[0]);
}
static double f_sign(const double *p, const double *u, int n)
{
    return (void)p, (void)n, (u[0] > 0) - (u[0] < 0);
}
static double f_max(const double *p, const double *u, int n)
{
    double s = u[0];
    for (int k = 1; k < n; k++) s = fmax(s, u[k]);
    return (void)p, s;
}
static double f_min(const double *p, const double *u, int n)
{
    double s = u[0];
    for (int k = 1; k < n; k++) s = fmin(s, u[k]);
    return (void)p, s;
}
static double f_saturation(const double *p, const double *u, int n)
{
    return (void)n, fmin(p[1], fmax(p[0], u[0]));
}
static double f_dead_zone(const double *p, const double *u, int n)
{
    return (void)n, u[0] > p[1] ? u[0] - p[1] : u[0] < p[0] ? u[0] - p[0] : 0;
}
static double f_quantizer(const double *p, const double *u, int n)
{
    return (void)n, p[0] * floor(u[0] / p[0] + 0.5);
}
static double f_wrap(const double *p, const double *u, int n)
{
    return (void)n, u[0] - (p[1] - p[0]) * floor((u[0] - p[0]) / (p[1] - p[0]));
}
static double f_comparator(const double *p, const double *u, int n)
{
    return (void)p, (void)n, u[0] > u[1];
}
static double f_switch(const double *p, const double *u, int n)
{
    return (void)n, u[2] > p[0] ? u[0] : u[1];
}
static double f_diode(const double *p, const double *u, int n)
{
    return (void)n, u[0] < p[2] ? u[0] / p[1] : p[2] / p[1] + (u[0] - p[2]) / p[0];
}
static double f_table(const double *p, const double *u, int n)
{
    double v = fmin(x3[3], fmax(x3[0], u[0]));
    int k = v <= x3[1] ? 0 : v <= x3[2] ? 1 : 2;
    return (void)p, (void)n, y3[k] + (y3[k + 1] - y3[k]) / (x3[k + 1] - x3[k]) * (v - x3[k]);
}
static double f_grid(const double *p, const double *u, int n)
{
    static const double x[] = {-1, 0.5, 1};
    double a = fmin(1, fmax(-1, u[0])), b = (fmin(2, fmax(-2, u[1])) + 2) / 4;
    int k = a > 0.5;
    double r = (a - x[k]) / (x[k + 1] - x[k]);
    double low = grid_z[2 * k] + b * (grid_z[2 * k + 1] - grid_z[2 * k]);
    double high = grid_z[2 * k + 2] + b * (grid_z[2 * k + 3] - grid_z[2 * k + 2]);
    return (void)p, (void)n, low + r * (high - low);
}

static double gx[] = {-1, 0.5, 1}, gy[] = {-2, 2};

static struct subject subjects[] = {
    {.name = "sum", .arg = {{.name = "weights"}}, .n = 1, .inputs = 3, .f = f_sum},
    {.name = "gain", .arg = {{.name = "k"}}, .n = 1, .inputs = 1, .f = f_gain},
    {.name = "product", .inputs = 2, .f = f_product},
    {.name = "product", .inputs = 3, .f = f_product},
    {.name = "polynomial",
     .arg = {{.name = "coefficients", .rows = 3, .cols = 1}},
     .n = 1,
     .inputs = 1,
     .f = f_polynomial},
    {.name = "sin", .inputs = 1, .f = f_sin},
    {.name = "atan", .inputs = 1, .f = f_atan},
    {.name = "tanh", .inputs = 1, .f = f_tanh},
    {.name = "sigmoid", .inputs = 1, .f = f_sigmoid},
    {.name = "abs", .inputs = 1, .f = f_abs, .edges = 1},
    {.name = "sign", .inputs = 1, .f = f_sign, .jumps = 1},
    {.name = "max", .inputs = 2, .f = f_max, .edges = 1},
    {.name = "max", .inputs = 4, .f = f_max, .edges = 1},
    {.name = "min", .inputs = 3, .f = f_min, .edges = 1},
    {.name = "saturation",
     .arg = {{.name = "low"}, {.name = "high"}},
     .n = 2,
     .inputs = 1,
     .f = f_saturation,
     .edges = 1},
    {.name = "dead_zone",
     .arg = {{.name = "low"}, {.name = "high"}},
     .n = 2,
     .inputs = 1,
     .f = f_dead_zone,
     .edges = 1},
    {.name = "quantizer",
     .arg = {{.name = "step"}},
     .n = 1,
     .inputs = 1,
     .f = f_quantizer,
     .jumps = 1},
    {.name = "wrap",
     .arg = {{.name = "low"}, {.name = "high"}},
     .n = 2,
     .inputs = 1,
     .f = f_wrap,
     .jumps = 1},
    {.name = "comparator", .inputs = 2, .f = f_comparator, .jumps = 1},
    {.name = "switch",
     .arg = {{.name = "threshold"}},
     .n = 1,
     .inputs = 3,
     .f = f_switch,
     .jumps = 1},
    {.name = "diode",
     .arg = {{.name = "Ron"}, {.name = "Roff"}, {.name = "V"}},
     .n = 3,
     .inputs = 1,
     .f = f_diode,
     .edges = 1},
    {.name = "table1",
     .arg = {{.name = "x", .rows = 4, .cols = 1, .v = x3},
             {.name = "y", .rows = 4, .cols = 1, .v = y3},
             {.name = "outside", .word = "hold"}},
     .n = 3,
     .inputs = 1,
     .f = f_table,
     .edges = 1},
    {.name = "table2",
     .arg = {{.name = "x", .rows = 3, .cols = 1, .v = gx},
             {.name = "y", .rows = 2, .cols = 1, .v = gy},
             {.name = "z", .rows = 3, .cols = 2, .v = grid_z},
             {.name = "outside", .word = "hold"}},
     .n = 4,
     .inputs = 2,
     .f = f_grid,
     .edges = 1}};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Random numbers for the arguments: increasing and positive, so that all of them make sense. */
static void choose(struct rng *g, struct subject *s, double *weights)
{
    double last = rng_uniform(g, 0.05, 0.5);
    for (size_t k = 0; k < ARGS; k++) s->p[k] = last += rng_uniform(g, 0.1, 1);
    for (int k = 0; k < 4; k++) weights[k] = s->p[0] + k;
    for (size_t k = 0; k < s->n; k++) {
        if (s->arg[k].v || s->arg[k].word) continue;
        s->arg[k].v = !strcmp(s->arg[k].name, "weights") ? weights : s->p + k;
        if (!s->arg[k].rows) s->arg[k].rows = !strcmp(s->arg[k].name, "weights") ? s->inputs : 1;
        s->arg[k].cols = 1;
    }
}

/* Messages at random times, for one element or all; the first at 0 for all. Below a function the
 * series of which is cut off they are lines: others can have series that begin with nothing but
 * zeros (see piecewise_look.c). */
static void tell(struct rng *g, struct rig *r, int input, int32_t size, int most)
{
    double t = 0;
    int n = rng_int(g, 1, 8);
    for (int k = 0; k < n; k++) {
        double c[SALTUS_SERIES] = {0};
        int order = rng_int(g, 0, most);
        for (int j = 0; j <= order; j++)
            c[j] = rng_int(g, 0, 9) ? rng_uniform(g, -2, 2) : rng_int(g, -1, 1);
        rig_say(r, input, t,
                k && size > 1 && rng_int(g, 0, 3) ? rng_int(g, 0, size - 1) : SALTUS_ALL, order, c);
        if (rng_int(g, 0, 4))
            t += rng_int(g, 0, 1) ? rng_uniform(g, 0, 1) : rng_int(g, 1, 4) * 0.25;
    }
}

/* Input k, element e at t, as it was told. */
static double told(const struct rig *r, int k, int32_t e, double t)
{
    const struct line *last = NULL;
    double v = 0;
    for (int j = 0; j < r->script[k].n && r->script[k].line[j].t <= t; j++)
        if (r->script[k].line[j].index == e || r->script[k].line[j].index == SALTUS_ALL)
            last = &r->script[k].line[j];
    for (int j = last->order; j >= 0; j--) v = v * (t - last->t) + last->c[j];
    return r->through ? sin(v) : v;
}

static double right(const struct rig *r, const struct subject *s, int32_t e, double t, double *size)
{
    double u[RIG_INPUTS];
    *size = 1;
    for (int k = 0; k < s->inputs; k++) *size *= 1 + fabs(u[k] = told(r, k, e, t));
    return s->f(s->p, u, s->inputs);
}

/* Would y be another if the inputs at t were just a little different? */
static int on_edge(const struct rig *r, const struct subject *s, int32_t e, double t, double y,
                   double little)
{
    double u[RIG_INPUTS];
    for (int k = 0; k < s->inputs; k++) u[k] = told(r, k, e, t);
    for (int k = 0; k < 2 * s->inputs; k++) {
        double was = u[k / 2];
        u[k / 2] += (k % 2 ? 1 : -1) * little;
        if (fabs(s->f(s->p, u, s->inputs) - y) > 100 * little) return 1;
        u[k / 2] = was;
    }
    return 0;
}

/* What a series that is cut off after c[order] may leave out after such a time; from the growth
 * of its coefficients. */
static double cut_off(const struct heard *h, double age)
{
    double rate = 1, size = fmax(1, fabs(h->c[0]));
    for (int k = 1; k <= h->order; k++) rate = fmax(rate, pow(fabs(h->c[k]) / size, 1.0 / k));
    return rate * age > 0.1 ? INFINITY : 30 * size * pow(rate * age, h->order + 1);
}

static void hold_against(const struct rig *r, const struct subject *s, int32_t e, double t)
{
    const struct heard *h = rig_last(r, 0, e, t);
    double size, y = right(r, s, e, t, &size), error = fabs(rig_value(r, 0, e, t) - y);
    double rest = h->open ? cut_off(h, t - h->t) : 0, little = r->through ? 1e-3 : 1e-9;
    if (s->edges && r->through) rest += little; /* passing an edge by so little may be overlooked */
    if (error <= 1e-9 * size * size + rest || (s->jumps && on_edge(r, s, e, t, y, little))) return;
    FAIL("%s[%d] at %.17g: %.17g, not %.17g (message of %.17g)", s->name, (int)e, t,
         rig_value(r, 0, e, t), y, h->t);
}

static void one(struct rng *g, const char *through)
{
    struct subject s = subjects[rng_int(g, 0, SUBJECTS - 1)];
    double weights[4], end = 4;
    int32_t size = rng_int(g, 0, 2) ? 1 : rng_int(g, 2, 5);
    struct rig r;
    choose(g, &s, weights);
    rig_begin(&r, &(saltus_part){.type = saltus_block(s.name),
                                 .args = s.arg,
                                 .n_args = s.n,
                                 .inputs = s.inputs,
                                 .size = size});
    r.through = through;
    r.semantics = rng_int(g, 0, 3) ? SALTUS_DEVS_CLASSIC : SALTUS_DEVS_PARALLEL;
    for (int k = 0; k < s.inputs; k++) tell(g, &r, k, size, through ? 1 : 3);
    if (rig_run(&r, end) < 0) FAIL("%s: %s", s.name, r.told);
    for (int32_t e = 0; e < size; e++)
        for (int k = 0; k < SAMPLES; k++) hold_against(&r, &s, e, rng_uniform(g, 0, end));
    rig_end(&r);
}

PROP(blocks_follow_polynomials, 10000)
{
    one(g, NULL);
}

PROP(blocks_follow_series, 5000)
{
    one(g, "sin");
}

/* One input, told at random, and one block with these numbers. */
static void random_rig(struct rng *g, struct rig *r, const char *block, const char *const *names,
                       const double *p, int n)
{
    saltus_arg args[4];
    for (int k = 0; k < n; k++)
        args[k] = (saltus_arg){.name = names[k], .rows = 1, .cols = 1, .v = p + k};
    rig_begin(r, &(saltus_part){.type = saltus_block(block), .args = args, .n_args = (size_t)n});
    tell(g, r, 0, 1, 3);
    if (rig_run(r, 4) < 0) FAIL("%s: %s", block, r->told);
}

/* y = 1 exactly where the input is above the carrier. */
PROP(pwm_is_a_comparison_with_the_carrier, 1000)
{
    double p[] = {rng_uniform(g, 0.05, 2), rng_uniform(g, -3, 3)};
    struct rig r;
    random_rig(g, &r, "pwm", (const char *[]){"period", "start"}, p, 2);
    for (int k = 0; k < SAMPLES; k++) {
        double t = rng_uniform(g, 0, 4), n = (t - p[1]) / p[0],
               over = told(&r, 0, 0, t) - (n - floor(n));
        if (fabs(over) > 1e-9 && fabs(n - round(n)) > 1e-9)
            CHECK(rig_value(&r, 0, 0, t) == (over > 0));
    }
    rig_end(&r);
}

/* A relay remembers the threshold that was passed last; peaks are the largest value so far: against a fine grid. */
PROP(memories_follow_their_input, 500)
{
    double p[] = {rng_uniform(g, -1, 0), rng_uniform(g, 0, 1)}, top = -INFINITY, low = INFINITY,
           step = 4.0 / 4000;
    struct rig relay, high, deep;
    struct rng same = *g, again = *g;
    int on = -1;
    random_rig(g, &relay, "relay", (const char *[]){"off_at", "on_at"}, p, 2);
    random_rig(&same, &high, "max_hold", NULL, NULL, 0);
    random_rig(&again, &deep, "min_hold", NULL, NULL, 0);
    for (int k = 0; k < 4000; k++) {
        double t = k * step, u = told(&relay, 0, 0, t), near = fmin(fabs(u - p[0]), fabs(u - p[1]));
        on = u > p[1] ? 1 : u < p[0] ? 0 : on;
        top = fmax(top, u);
        low = fmin(low, u);
        if (near < 1e-3)
            on = -1; /* the grid may have missed something; wait until it is clear again */
        if (on >= 0) CHECK(rig_value(&relay, 0, 0, t) == on);
        CHECK(rig_value(&high, 0, 0, t) >= top - 1e-12 && rig_value(&high, 0, 0, t) <= top + 0.2);
        CHECK(rig_value(&deep, 0, 0, t) <= low + 1e-12 && rig_value(&deep, 0, 0, t) >= low - 0.2);
    }
    rig_end(&relay);
    rig_end(&high);
    rig_end(&deep);
}

/* Rows of a random matrix, and the sum of all, against plain sums. */
PROP(matrices_follow_their_inputs, 2000)
{
    double a[20], y;
    int rows = rng_int(g, 1, 4), cols = rng_int(g, 1, 5), sum = rng_int(g, 0, 2) == 0;
    saltus_arg arg = {.name = "matrix", .rows = rows, .cols = cols, .v = a};
    struct rig r;
    for (int k = 0; k < 20; k++) a[k] = sum ? 1 : rng_int(g, 0, 2) ? rng_uniform(g, -1, 1) : 0;
    if (sum) rows = 1;
    rig_begin(&r, &(saltus_part){.type = saltus_block(sum ? "sum_over" : "matrix_gain"),
                                 .args = &arg,
                                 .n_args = !sum,
                                 .size = cols});
    tell(g, &r, 0, cols, 3);
    CHECK(rig_run(&r, 4) >= 0);
    for (int n = 0; n < 100; n++) {
        double t = rng_uniform(g, 0, 4), size = 1;
        int i = rng_int(g, 0, rows - 1);
        y = 0;
        for (int j = 0; j < cols; j++)
            y += a[i * cols + j] * told(&r, 0, j, t), size += fabs(told(&r, 0, j, t));
        CHECK_LE(fabs(rig_value(&r, 0, i, t) - y), 1e-11 * size);
    }
    rig_end(&r);
}

TEST_MAIN()
