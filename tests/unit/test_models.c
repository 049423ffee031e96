/* SPDX-License-Identifier: MIT */
/* test_models.c - every hand-written model against its equations, written a second time.
 *
 * The second form, in models_plain.h, is arithmetic on numbers. Against it are checked: values,
 * time derivatives along moving signals, partial derivatives, and that a function reads what it
 * says it reads and nothing else. Derivatives of the plain form come from a polynomial through 11
 * points, exact up to rounding: nothing exceeds degree 9 along cubic signals (but the sine).   */
#include "testing.h"
#include "models.h"
#include "models_plain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

/* ---- A place to evaluate at ---------------------------------------------------------------- */

enum { STRIDE = 1 + SALTUS_SIGNAL };

struct bench {
    saltus_model *m;
    saltus_env e;
    double q[MAX * STRIDE], x[MAX], d[MAX], p[8];
    uint32_t seed;
};

static double uniform(struct bench *b, double from, double to) /* a linear congruential generator */
{
    b->seed = b->seed * 1664525u + 1013904223u;
    return from + (to - from) * ((b->seed >> 8) / 16777216.0);
}

static int32_t fill(const saltus_variable *v, double *to)
{
    int32_t k = 0;
    for (; v && v->name; v++) {
        int32_t count = 1;
        for (int s = 0; s < 3 && v->size[s]; s++) count *= v->size[s];
        for (; count > 0; count--) {
            if (to) to[k] = v->start;
            k++;
        }
    }
    return k;
}

static int32_t count_guards(const saltus_guard *g)
{
    int32_t k = 0;
    for (; g && g->name; g++) k += (g->size[0] ? g->size[0] : 1) * (g->size[1] ? g->size[1] : 1);
    return k;
}

/* Constant signals with the values of x at t. */
static void hold(struct bench *b, double t)
{
    b->e.t = t;
    b->e.width = 1;
    for (int i = 0; i < MAX; i++) {
        double *s = b->q + i * STRIDE;
        memset(s, 0, STRIDE * sizeof *s);
        s[0] = t;
        s[1] = b->x[i];
    }
}

/* Signals of `width` coefficients that began before t. */
static void move(struct bench *b, double t, int width)
{
    hold(b, t);
    b->e.width = width;
    for (int i = 0; i < MAX; i++) {
        double *s = b->q + i * STRIDE, scale = fabs(b->x[i]) + 1e-3;
        s[0] = t - uniform(b, 0, 0.5);
        for (int k = 1; k < width; k++) s[1 + k] = scale * uniform(b, -0.5, 0.5);
    }
}

static void open_bench(struct bench *b, const struct subject *s)
{
    memset(b, 0, sizeof *b);
    b->seed = 12345;
    b->m = models_make(s->name, s->n);
    CHECK(b->m != NULL);
    if (!b->m) abort();
    b->e = (saltus_env){.q = b->q, .stride = STRIDE, .width = 1, .d = b->d, .p = b->p};
    b->e.model = b->m;
    fill(b->m->states, b->x);
    fill(b->m->discretes, b->d);
    fill(b->m->parameters, b->p);
    hold(b, 0);
    if (b->m->start) b->m->start(&b->e, (const unsigned char[MAX]){0}, b->p, b->x, b->d);
    hold(b, 0);
}

/* Case 0: as the run starts. Others: random states, and all modes in turn while there are few. */
static void situation(struct bench *b, const struct subject *s, unsigned k)
{
    if (k == 0) return;
    for (int i = 0; i < s->states; i++) b->x[i] = uniform(b, -2, 4);
    for (int i = 0; i < s->bits; i++) b->d[i] = s->bits <= 6 ? k >> i & 1 : uniform(b, -1, 1) > 0;
    if (strcmp(s->name, "oscillator") == 0) b->p[0] = -0.3, b->p[1] = 1.7;
    if (strcmp(s->name, "tline") == 0) b->x[2 * s->n - 1] *= 1e-3, b->d[0] = k & 1 ? 10 : 0;
    if (strcmp(s->name, "arm") == 0) b->p[5] = 0.05, b->p[6] = 0.03;
    if (strcmp(s->name, "motor") == 0) {
        if (b->d[2] != 0) b->d[3] = 0;
        b->d[4] = k >> 4;
        b->d[5] = k >> 4 & 1 ? -44000 : 44000;
        b->d[6] = k >> 5 & 1;
    }
    if (strcmp(s->name, "inverters") == 0)
        for (int i = 0; i < 3; i++) b->d[2 * s->n + i] = uniform(b, -2, 3);
}

static double signal_at(const double *s, double t)
{
    double h = t - s[0];
    return s[1] + h * (s[2] + h * (s[3] + h * s[4]));
}

/* The plain form with all signals and time at t + s, or with state j moved by s. */
static double plain(const struct bench *b, const struct subject *s, plain_fn *f, int32_t i,
                    int32_t j, double by)
{
    double x[MAX], t = j < 0 ? b->e.t + by : b->e.t;
    struct at a = {s->n, x, b->d, b->p, t};
    for (int k = 0; k < s->states; k++) x[k] = signal_at(b->q + k * STRIDE, t);
    if (j >= 0) x[j] += by;
    return f(&a, i);
}

/* c := Taylor coefficients at 0 of the polynomial through 11 points of the plain form. Returns the
 * largest value met, to which rounding is proportional.                                       */
enum { POINTS = 11 };
static double taylor(const struct bench *b, const struct subject *s, plain_fn *f, int32_t i,
                     int32_t j, double c[POINTS])
{
    double node[POINTS], table[POINTS], size = 0;
    for (int k = 0; k < POINTS; k++) {
        node[k] = (s->curved ? 0.05 : 0.5) * cos(3.14159265358979 * (k + 0.5) / POINTS);
        table[k] = plain(b, s, f, i, j, node[k]);
        size = fmax(size, fabs(table[k]));
    }
    for (int m = 1; m < POINTS; m++)
        for (int k = POINTS - 1; k >= m; k--)
            table[k] = (table[k] - table[k - 1]) / (node[k] - node[k - m]);
    for (int k = 0; k < POINTS; k++) c[k] = 0;
    for (int m = POINTS - 1; m >= 0; m--) { /* c := c (s - node) + table, Newton's form */
        for (int k = POINTS - 1; k > 0; k--) c[k] = c[k - 1] - node[m] * c[k];
        c[0] = table[m] - node[m] * c[0];
    }
    return size;
}

#define CHECK_WITHIN(a, b, margin) CHECK_LE(fabs((a) - (b)), margin)

/* ---- What each function must satisfy -------------------------------------------------------- */

static double slack(const struct subject *s)
{
    return s->curved ? 1e-7 : 1e-9;
}

static void check_values(struct bench *b, const struct subject *s, const saltus_function *g,
                         plain_fn *f, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        double c[SALTUS_SERIES], want[POINTS], size;
        hold(b, 0.7);
        g->eval(&b->e, i, 1, c);
        size = taylor(b, s, f, i, 0, want);
        CHECK_WITHIN(c[0], plain(b, s, f, i, -1, 0), 1e-13 * (1 + size));
        for (int width = 1; width <= SALTUS_SIGNAL; width++) {
            move(b, 0.7, width);
            size = taylor(b, s, f, i, -1, want);
            for (int order = 1; order <= SALTUS_SERIES; order++) {
                for (int k = 0; k < SALTUS_SERIES; k++) c[k] = NAN;
                g->eval(&b->e, i, order, c);
                for (int k = 0; k < order; k++) CHECK_WITHIN(c[k], want[k], slack(s) * (1 + size));
                for (int k = order; k < SALTUS_SERIES; k++) CHECK(isnan(c[k]));
            }
        }
    }
}

static void check_partials(struct bench *b, const struct subject *s, const saltus_function *g,
                           plain_fn *f, int32_t count)
{
    move(b, 0.7, 3);
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = 0; j < s->states; j++) {
            double want[POINTS], size = taylor(b, s, f, i, j, want);
            CHECK_WITHIN(g->partial(&b->e, i, j), want[1], slack(s) * (1 + size));
        }
}

struct list {
    saltus_reads r;
    int state[MAX], discrete[MAX], time;
};

static void note(saltus_reads *r, saltus_kind kind, int32_t index)
{
    struct list *l = (struct list *)r;
    CHECK(index >= 0 && index < MAX);
    if (kind == SALTUS_STATE) l->state[index] = 1;
    if (kind == SALTUS_DISCRETE) l->discrete[index] = 1;
    if (kind == SALTUS_TIME) l->time = 1;
}

/* A change of what is not listed changes nothing; useful[] collects what did change something. */
static void check_reads(struct bench *b, const struct subject *s, const saltus_function *g,
                        int32_t i, struct list *useful)
{
    struct list l = {.r = {note}};
    double c[SALTUS_SERIES], again[SALTUS_SERIES];
    int same;
    move(b, 0.7, 3);
    g->reads(&b->e, i, &l.r);
    g->eval(&b->e, i, 4, c);
    for (int j = 0; j < s->states; j++) {
        double keep = b->q[j * STRIDE + 1];
        b->q[j * STRIDE + 1] += 0.37;
        g->eval(&b->e, i, 4, again);
        same = memcmp(c, again, 4 * sizeof *c) == 0;
        CHECK(l.state[j] || same);
        useful->state[j] |= !same;
        b->q[j * STRIDE + 1] = keep;
    }
    for (int k = 0; k < s->discretes; k++) {
        double keep = b->d[k];
        b->d[k] = k < s->bits ? keep == 0 : -0.5 * keep + 1;
        g->eval(&b->e, i, 4, again);
        same = memcmp(c, again, 4 * sizeof *c) == 0;
        CHECK(l.discrete[k] || same);
        useful->discrete[k] |= !same;
        b->d[k] = keep;
    }
    hold(b, 0.7);
    g->eval(&b->e, i, 4, c);
    b->e.t += 0.25;
    g->eval(&b->e, i, 4, again);
    same = memcmp(c, again, 4 * sizeof *c) == 0;
    CHECK(l.time || same);
    useful->time |= !same;
    if (g->affine && g->affine(&b->e, i) == 1) CHECK(same); /* 2: in the time, too */
}

static void check_useful(struct bench *b, const struct subject *s, const saltus_function *g,
                         int32_t i, const struct list *useful)
{
    struct list l = {.r = {note}};
    g->reads(&b->e, i, &l.r);
    for (int j = 0; j < s->states; j++) CHECK(l.state[j] == useful->state[j]);
    for (int k = 0; k < s->discretes; k++) CHECK(l.discrete[k] == useful->discrete[k]);
    CHECK(l.time == useful->time);
}

/* Affine: partials do not depend on the states. */
static void check_affine(struct bench *b, const struct subject *s, const saltus_function *g,
                         int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (!g->affine || !g->affine(&b->e, i)) continue;
        for (int32_t j = 0; j < s->states; j++) {
            double before;
            hold(b, 0.7);
            before = g->partial(&b->e, i, j);
            move(b, 0.9, 4);
            CHECK_CLOSE(g->partial(&b->e, i, j), before, 1e-15);
        }
    }
}

/* Of degree p: along lines, nothing comes after c[p]. */
static void check_degree(struct bench *b, const struct subject *s)
{
    for (int32_t i = 0; b->m->degree && i < s->states; i++) {
        int p = b->m->degree(&b->e, i);
        double c[SALTUS_SERIES];
        move(b, 0.9, 2);
        b->m->der.eval(&b->e, i, SALTUS_SERIES, c);
        for (int k = p + 1; p > 0 && k < SALTUS_SERIES; k++) CHECK(c[k] == 0);
    }
}

static void check_function(const struct subject *s, int guards)
{
    struct bench b;
    struct list *useful;
    plain_fn *f = guards ? s->z : s->f;
    int32_t count = guards ? s->guards : s->states;
    open_bench(&b, s);
    useful = calloc((size_t)count + 1, sizeof *useful);
    if (!useful) abort();
    for (unsigned k = 0; k < MODES; k++) {
        const saltus_function *g = guards ? &b.m->guard : &b.m->der;
        situation(&b, s, k);
        check_values(&b, s, g, f, count);
        check_partials(&b, s, g, f, count);
        check_affine(&b, s, g, count);
        if (!guards) check_degree(&b, s);
        for (int32_t i = 0; i < count; i++) check_reads(&b, s, g, i, &useful[i]);
    }
    for (int32_t i = 0; i < count; i++)
        check_useful(&b, s, guards ? &b.m->guard : &b.m->der, i, &useful[i]);
    free(useful);
    models_free(b.m);
}

TEST(derivatives_follow_the_equations)
{
    for (int k = 0; k < SUBJECTS; k++) check_function(&subject[k], 0);
}

TEST(guards_follow_the_equations)
{
    for (int k = 0; k < SUBJECTS; k++)
        if (subject[k].z) check_function(&subject[k], 1);
}

TEST(tables_have_the_sizes_and_the_list_is_complete)
{
    size_t n;
    const struct models_entry *list = models_list(&n);
    CHECK(n == SUBJECTS - 1); /* adr is there twice */
    for (size_t k = 0; k < n; k++) {
        saltus_model *m = models_make(list[k].name, 0);
        CHECK(m && m->abi == SALTUS_ABI && strcmp(m->name, list[k].name) == 0);
        CHECK(m->experiment.stop > 0);
        models_free(m);
    }
    for (int k = 0; k < SUBJECTS; k++) {
        const struct subject *s = &subject[k];
        saltus_model *m = models_make(s->name, s->n);
        CHECK(fill(m->states, NULL) == s->states);
        CHECK(fill(m->discretes, NULL) == s->discretes);
        CHECK(count_guards(m->guards) == s->guards);
        CHECK(count_guards(m->clocks) == s->clocks);
        models_free(m);
    }
    CHECK(models_make("no such model", 0) == NULL);
    CHECK(models_make("adr", -1) == NULL);
    models_free(NULL);
}

/* ---- Known points ---------------------------------------------------------------------------- */

/* Reads a row of a reference file; columns[] says which state each column is, -1 ends it. */
static int next_row(FILE *in, double *t, const int *columns, double *x)
{
    char line[2048], *p = line, *end;
    if (!fgets(line, sizeof line, in)) return 0;
    *t = strtod(p, &end);
    for (int k = 0; end != p && columns[k] >= 0; k++) {
        p = end + 1;
        x[columns[k]] = strtod(p, &end);
    }
    return end != p;
}

/* The reference solution obeys the model: five rows give its derivative in the middle one. Only
 * for states that are slow compared with the distance of the rows.                            */
static void check_reference(const char *file, const char *name, int32_t cells, const int *columns,
                            int32_t state, double from, double to, double margin)
{
    struct subject s = {.name = name, .n = cells};
    struct bench b;
    FILE *in = fopen(file, "r");
    char header[2048];
    double rows[5][MAX] = {{0}}, t[5] = {0}, c;
    int count = 0;
    CHECK(in != NULL);
    if (!in) return;
    open_bench(&b, &s);
    CHECK(fgets(header, sizeof header, in) != NULL);
    for (; next_row(in, &t[4], columns, rows[4]); count++) {
        if (count >= 4 && t[0] >= from && t[4] <= to) {
            double h = t[3] - t[2];
            double near = rows[3][state] - rows[1][state], far = rows[4][state] - rows[0][state];
            memcpy(b.x, rows[2], sizeof b.x);
            hold(&b, t[2]);
            b.m->der.eval(&b.e, state, 1, &c);
            CHECK_WITHIN(c, (8 * near - far) / (12 * h), margin);
        }
        memmove(rows[0], rows[1], 4 * sizeof rows[0]);
        memmove(t, t + 1, 4 * sizeof t[0]);
    }
    CHECK(count > 400);
    fclose(in);
    models_free(b.m);
}

TEST(reference_solutions_obey_the_models)
{
    static const int first[] = {0, 1, 2, -1}, two[] = {0, 1, -1}, cell[] = {0, 1, 2, 3, 4, 5, -1};
    check_reference(TEST_DATA "/reference/lin2.csv", "stiff2", 0, two, 0, 5, 1000, 1e-9);
    check_reference(TEST_DATA "/reference/d4.csv", "d4", 0, first, 0, 1, 500, 1e-9);
    check_reference(TEST_DATA "/reference/d4.csv", "d4", 0, first, 1, 1, 500, 1e-9);
    check_reference(TEST_DATA "/reference/vdp.csv", "vanderpol", 0, two, 0, 10, 700, 1e-9);
    check_reference(TEST_DATA "/reference/tyson.csv", "tyson", 1, cell, 5, 1, 50, 1e-2);
}

TEST(equilibria_and_conserved_quantities)
{
    struct bench b;
    double c[SALTUS_SERIES], sum = 0;
    open_bench(&b, named("pair"));
    b.x[0] = -0.5, b.x[1] = 0.7;
    hold(&b, 0);
    for (int i = 0; i < 2; i++) {
        b.m->der.eval(&b.e, i, 1, c);
        CHECK_WITHIN(c[0], 0, 1e-15);
    }
    models_free(b.m);
    open_bench(&b, named("tyson")); /* C2 + CP + pM + M */
    for (int i = 0; i < 24; i++) b.x[i] = uniform(&b, 0, 1);
    hold(&b, 0);
    for (int k = 0; k < 4; k++) {
        b.m->der.eval(&b.e, 4 * k, 1, c);
        sum += c[0];
    }
    CHECK_WITHIN(sum, 0, 1e-9);
    models_free(b.m);
}

/* ---- Events ---------------------------------------------------------------------------------- */

struct run {
    saltus_event ev;
    struct bench *b;
    double d[MAX], x[MAX]; /* as the handler leaves them */
    int reinits;
};

static double ev_state(const saltus_event *ev, int32_t i)
{
    return ((const struct run *)ev)->b->x[i];
}
static void ev_assign(saltus_event *ev, int32_t k, double value)
{
    ((struct run *)ev)->d[k] = value;
}
static void ev_reinit(saltus_event *ev, int32_t i, double value)
{
    ((struct run *)ev)->x[i] = value;
    ((struct run *)ev)->reinits++;
}

static int fire(struct bench *b, saltus_kind cause, int32_t index, int direction, int initial)
{
    struct run r = {.b = b};
    r.ev = (saltus_event){.env = &b->e, .cause = cause, .index = index, .direction = direction};
    r.ev.initial = initial;
    r.ev.state = ev_state;
    r.ev.assign = ev_assign;
    r.ev.reinit = ev_reinit;
    memcpy(r.d, b->d, sizeof r.d);
    memcpy(r.x, b->x, sizeof r.x);
    b->m->handle(&r.ev);
    memcpy(b->d, r.d, sizeof r.d);
    memcpy(b->x, r.x, sizeof r.x);
    return r.reinits;
}

/* Lets the clocks run, the lowest of equal ones first, and returns the instant of the next tick. */
static double tick(struct bench *b, int32_t clocks, int32_t *which)
{
    double t = INFINITY;
    for (int32_t k = 0; k < clocks; k++)
        if (b->m->next(&b->e, k) < t) t = b->m->next(&b->e, k), *which = k;
    if (t == INFINITY) return t;
    b->e.t = t;
    fire(b, SALTUS_CLOCK, *which, 0, 0);
    CHECK(b->m->next(&b->e, *which) > t);
    return t;
}

TEST(buck_switches_every_half_period)
{
    struct bench b;
    int32_t which;
    open_bench(&b, named("buck"));
    CHECK(b.d[0] == 1 && b.d[1] == 0);
    for (int k = 1; k <= 200; k++) {
        CHECK_CLOSE(tick(&b, 1, &which), k * 0.5e-4, 1e-15);
        CHECK(b.d[0] == (k % 2 == 0));
    }
    fire(&b, SALTUS_GUARD, 0, -1, 0);
    CHECK(b.d[1] == 1);
    fire(&b, SALTUS_GUARD, 0, +1, 1);
    CHECK(b.d[1] == 0);
    models_free(b.m);
}

TEST(motor_triangle_is_continuous_and_its_modes_follow_the_guards)
{
    struct bench b;
    struct at a;
    int32_t which;
    double z[2], t;
    open_bench(&b, named("motor"));
    a = (struct at){0, b.x, b.d, b.p, 0};
    CHECK_CLOSE(motor_z(&a, 3), 1.1, 1e-15); /* x = 0 against -1.1 */
    for (int k = 1; k <= 30000; k++) {
        double count = b.d[4], slope = b.d[5];
        t = tick(&b, 2, &which);
        hold(&b, t);
        if (which == 1) {
            CHECK(t == 2 && b.d[6] == 0 && b.m->next(&b.e, 1) == INFINITY);
            continue;
        }
        b.m->guard.eval(&b.e, 3, 1, &z[0]);
        b.d[4] = count, b.d[5] = slope;
        b.m->guard.eval(&b.e, 3, 1, &z[1]);
        CHECK_WITHIN(z[0], z[1], 1e-9);
        b.d[4] = count + 1, b.d[5] = -slope;
    }
    for (int32_t k = 0; k < 4; k++) {
        static const int place[] = {1, 2, 3, 0}, when_positive[] = {0, 1, 0, 1};
        fire(&b, SALTUS_GUARD, k, +1, 0);
        CHECK(b.d[place[k]] == when_positive[k]);
        fire(&b, SALTUS_GUARD, k, -1, 0);
        CHECK(b.d[place[k]] == !when_positive[k]);
    }
    models_free(b.m);
}

TEST(inverters_input_is_the_trapezoid)
{
    static const double at[] = {5, 10, 15, 17}, level[] = {0, 5, 5, 0};
    struct bench b;
    int32_t which;
    double u[2];
    open_bench(&b, named("inverters"));
    for (int k = 0; k < 4; k++) {
        hold(&b, at[k]);
        b.m->output.eval(&b.e, 0, 1, &u[0]);
        CHECK(tick(&b, 1, &which) == at[k]);
        b.m->output.eval(&b.e, 0, 1, &u[1]);
        CHECK(u[0] == level[k] && u[1] == level[k]);
    }
    CHECK(tick(&b, 1, &which) == INFINITY);
    hold(&b, 16);
    b.d[14] = 5, b.d[15] = -2.5, b.d[16] = 15;
    b.m->output.eval(&b.e, 0, 2, u);
    CHECK(u[0] == 2.5 && u[1] == -2.5);
    fire(&b, SALTUS_GUARD, 9, +1, 0);
    CHECK(b.d[9] == 1);
    models_free(b.m);
}

/* The modes at the start are those that the guards would give. */
TEST(initial_modes_agree_with_the_guards)
{
    static const char *const name[] = {"buck", "motor", "inverters", "cuk"};
    for (int m = 0; m < 4; m++) {
        struct subject s = {.name = name[m], .n = 7};
        struct bench b;
        double d[MAX], z[3];
        open_bench(&b, &s);
        memcpy(d, b.d, sizeof d);
        for (int32_t k = 0; k < count_guards(b.m->guards); k++) {
            b.m->guard.eval(&b.e, k, 1, z);
            if (z[0] == 0) z[0] = +1; /* cuk: 0 and about to rise */
            fire(&b, SALTUS_GUARD, k, z[0] > 0 ? 1 : -1, 1);
        }
        CHECK(memcmp(d, b.d, sizeof d) == 0);
        models_free(b.m);
    }
}

TEST(cuk_stages_close_in_turn)
{
    struct subject s = {.name = "cuk", .n = 4};
    struct bench b;
    int32_t which = -1;
    open_bench(&b, &s);
    CHECK(b.d[0] == 1 && b.d[1] == 0 && b.d[4] == 1 && b.d[7] == 1);
    for (int k = 1; k <= 400; k++) { /* at k T/4 one opens, the next closes */
        double t[2];
        int closed = 0;
        t[0] = tick(&b, 4, &which);
        t[1] = tick(&b, 4, &which);
        CHECK(t[0] == t[1]);
        CHECK_CLOSE(t[0], k * 0.25e-4, 1e-14);
        for (int j = 0; j < 4; j++) closed += b.d[j] != 0;
        CHECK(closed == 1 && b.d[k % 4] == 1);
    }
    models_free(b.m);
}

TEST(tline_pulse_ends_at_ten)
{
    struct bench b;
    int32_t which;
    open_bench(&b, named("tline"));
    CHECK(b.d[0] == 10 && tick(&b, 1, &which) == 10);
    CHECK(b.d[0] == 0 && tick(&b, 1, &which) == INFINITY);
    models_free(b.m);
}

TEST(ball_bounces_only_when_it_falls)
{
    struct bench b;
    open_bench(&b, named("bounce"));
    b.x[0] = 1e-3, b.x[1] = -3;
    CHECK(fire(&b, SALTUS_GUARD, 0, -1, 1) == 0 && fire(&b, SALTUS_GUARD, 0, +1, 0) == 0);
    CHECK(fire(&b, SALTUS_GUARD, 0, -1, 0) == 2);
    CHECK(b.x[0] == 0);
    CHECK_CLOSE(b.x[1], 2.4, 1e-15);
    models_free(b.m);
}

TEST_MAIN()
