/* SPDX-License-Identifier: MIT */
/* test_devs_counts.c - a diagram makes the steps that the stand-alone engine makes.
 *
 * The right-hand side of a model becomes one static part, x' = f(q); integrators are wired to it, either one vector or one
 * scalar for each state. Steps and initial values are then counted state by state and compared with a run of the model alone,
 * for every quantized-state method; and with the numbers that the papers print. */
#include "models.h"
#include "quantized.h"
#include "saltus.h"
#include "saltus_devs.h"
#include "testing.h"
#include <stdbool.h>

/* ---- x' = f(q) as a static part --------------------------------------------------------------------- */

enum { MOST = 64 };

struct field { /* what a test hands to the part */
    const saltus_model *model;
    int32_t n;
    int width;
    double p[MOST], x[MOST];
    unsigned char reads[MOST][MOST]; /* f_i reads q_j */
    unsigned char timed[MOST];
};

struct inside {
    const struct field *f;
    double q[MOST][1 + SALTUS_SIGNAL];
    unsigned char heard[MOST], marked[MOST];
    int32_t marks, missing;
};

struct collect {
    saltus_reads r;
    struct field *f;
    int32_t i;
};

static void collect_read(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct collect *c = (struct collect *)r;
    if (kind == SALTUS_STATE) c->f->reads[c->i][j] = 1;
    if (kind == SALTUS_TIME) c->f->timed[c->i] = 1;
}

static int32_t table(const saltus_variable *v, double *to)
{
    int32_t n = 0;
    for (; v && v->name; v++) {
        int32_t k = v->size[0] ? v->size[0] : 1;
        while (k-- > 0) {
            CHECK_LE(n, MOST - 1);
            to[n++] = v->start;
        }
    }
    return n;
}

static void field_make(struct field *f, const saltus_model *m, int width)
{
    unsigned char given[MOST] = {0};
    static const double q[MOST][1 + SALTUS_SIGNAL]; /* nobody looks at values */
    double d[1];
    saltus_env e = {.model = m, .q = q[0], .p = f->p, .stride = 1 + SALTUS_SIGNAL, .width = width};
    *f = (struct field){.model = m, .width = width};
    CHECK(!m->guards && !m->clocks && !m->discretes && !m->sums && !m->delays);
    f->n = table(m->states, f->x);
    table(m->parameters, f->p);
    if (m->start) m->start(&e, given, f->p, f->x, d);
    for (int32_t i = 0; i < f->n; i++) {
        struct collect c = {.r = {collect_read}, .f = f, .i = i};
        CHECK(m->der.reads && m->der.partial);
        m->der.reads(&e, i, &c.r);
    }
}

static saltus_env env_of(const saltus_cell *c)
{
    struct inside *s = c->state;
    return (saltus_env){.t = c->t,
                        .q = s->q[0],
                        .stride = 1 + SALTUS_SIGNAL,
                        .width = s->f->width,
                        .p = s->f->p,
                        .model = s->f->model};
}

static void field_start(saltus_cell *c)
{
    struct inside *s = c->state;
    s->f = saltus_part_object(c->part, "field");
    s->missing = s->f->n;
}

static void mark(struct inside *s, int32_t i)
{
    s->marks += !s->marked[i];
    s->marked[i] = 1;
}

static void field_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct inside *s = c->state;
    (void)elapsed;
    for (size_t k = 0; k < n; k++) {
        int32_t j = x[k].index;
        s->q[j][0] = c->t;
        for (int a = 0; a < SALTUS_SIGNAL; a++) s->q[j][1 + a] = x[k].c[a];
        if (!s->heard[j] && --s->missing == 0)
            for (int32_t i = 0; i < s->f->n; i++) mark(s, i);
        s->heard[j] = 1;
        for (int32_t i = 0; i < s->f->n; i++)
            if (s->f->reads[i][j]) mark(s, i);
    }
}

static double field_due(const saltus_cell *c)
{
    const struct inside *s = c->state;
    return s->marks && !s->missing ? c->t : INFINITY;
}

static void field_say(const saltus_cell *c, int32_t i, saltus_message *m)
{
    const struct inside *s = c->state;
    saltus_env e = env_of(c);
    int kind = s->f->model->der.affine ? s->f->model->der.affine(&e, i) : 0;
    bool ends = kind == 1 || (kind == 2 && s->f->width >= 2);
    m->order = (int16_t)(ends ? s->f->width - 1 : SALTUS_SERIES - 1);
    m->open = ends ? 0 : s->f->timed[i] ? 2 : 1;
    s->f->model->der.eval(&e, i, m->order + 1, m->c);
}

static void field_lambda(const saltus_cell *c)
{
    const struct inside *s = c->state;
    for (int32_t i = 0; i < s->f->n; i++)
        if (s->marked[i]) field_say(c, i, saltus_cell_out(c, 0, i));
}

static void field_int(saltus_cell *c)
{
    struct inside *s = c->state;
    memset(s->marked, 0, sizeof s->marked);
    s->marks = 0;
}

static int field_through(const saltus_part *p, int in, int out)
{
    (void)p, (void)in, (void)out;
    return 1;
}

static double field_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    const struct inside *s = c->state;
    saltus_env e = env_of(c);
    (void)out, (void)in;
    return s->f->reads[i][j] ? s->f->model->der.partial(&e, i, j) : 0;
}

static void field_reach(const saltus_cell *c, int in, int32_t j, int out,
                        void (*add)(void *user, int32_t i), void *user)
{
    const struct inside *s = c->state;
    (void)in, (void)out;
    for (int32_t i = 0; i < s->f->n; i++)
        if (s->f->reads[i][j]) add(user, i);
}

static void field_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    (void)out;
    field_say(c, i, m);
}

static const saltus_port q_port[] = {{.name = "q", .type = SALTUS_TYPE_SIGNAL}, {0}};
static const saltus_port f_port[] = {{.name = "f", .type = SALTUS_TYPE_SIGNAL}, {0}};
static const saltus_param field_params[] = {{.name = "field", .kind = SALTUS_OBJECT, .needed = 1},
                                            {0}};
static const saltus_atomic field_type = {.name = "field",
                                         .inputs = q_port,
                                         .outputs = f_port,
                                         .params = field_params,
                                         .struct_size = sizeof(saltus_atomic),
                                         .state_size = sizeof(struct inside),
                                         .rank = -2,
                                         .start = field_start,
                                         .due = field_due,
                                         .lambda = field_lambda,
                                         .delta_int = field_int,
                                         .delta_ext = field_ext,
                                         .through = field_through,
                                         .partial = field_partial,
                                         .reach = field_reach,
                                         .again = field_again};

/* ---- A run as a diagram ------------------------------------------------------------------------------- */

enum { VECTOR, SCALARS }; /* one vector integrator, or one scalar for each state */

struct counts {
    uint64_t steps[MOST], initial[MOST], pairs, refreshes;
    double x[MOST];
    int32_t base; /* number of the first integrator */
};

static void count(void *user, int32_t cell, saltus_counted what, int k, int32_t index)
{
    struct counts *n = user;
    int32_t i = index + (cell - n->base);
    (void)k;
    if (what == SALTUS_COUNT_STEP) n->steps[i]++;
    if (what == SALTUS_COUNT_INITIAL) n->initial[i]++;
    if (what == SALTUS_COUNT_PAIR) n->pairs++;
    if (what == SALTUS_COUNT_REFRESH) n->refreshes++;
}

static void add_integrators(saltus_coupled *m, const struct field *f, int how)
{
    char name[16];
    for (int32_t i = 0; how == SCALARS && i < f->n; i++) {
        saltus_arg start = {.name = "start", .rows = 1, .cols = 1, .v = &f->x[i]};
        snprintf(name, sizeof name, "x%d", i + 1);
        saltus_coupled_add(
            m, &(saltus_part){
                   .name = name, .type = saltus_block("integrator"), .args = &start, .n_args = 1});
        saltus_coupled_wire(m, &(saltus_wire){{name, "y", 0, 0, 0}, {"f", "q", i, 1, 1}, {0}});
        saltus_coupled_wire(m, &(saltus_wire){{"f", "f", i, 1, 1}, {name, "u", 0, 0, 0}, {0}});
    }
    if (how == VECTOR) {
        saltus_arg start = {.name = "start", .rows = f->n, .cols = 1, .v = f->x};
        saltus_coupled_add(m, &(saltus_part){.name = "x",
                                             .type = saltus_block("integrator"),
                                             .args = &start,
                                             .n_args = 1,
                                             .size = f->n});
        saltus_coupled_wire(m, &(saltus_wire){{"x", "y", 0, 0, 0}, {"f", "q", 0, 0, 0}, {0}});
        saltus_coupled_wire(m, &(saltus_wire){{"f", "f", 0, 0, 0}, {"x", "u", 0, 0, 0}, {0}});
    }
}

static void run_diagram(const struct field *f, int how, const saltus_options *o, double until,
                        struct counts *n)
{
    saltus_arg arg = {.name = "field", .object = f};
    saltus_devs_options d = saltus_devs_defaults();
    saltus_coupled *m;
    saltus_devs *run;
    *n = (struct counts){.base = 1};
    CHECK_EQ_INT(saltus_coupled_new("diagram", &m), SALTUS_OK);
    saltus_coupled_add(
        m,
        &(saltus_part){.name = "f", .type = &field_type, .args = &arg, .n_args = 1, .size = f->n});
    add_integrators(m, f, how);
    d.signals = o;
    d.count = count;
    d.user = n;
    CHECK_EQ_INT(saltus_devs_new(m, &d, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, until), SALTUS_OK);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

/* ---- Both ------------------------------------------------------------------------------------------------ */

static saltus_options options(const char *method, double rel, double abs)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    o.rel = rel;
    o.abs = abs;
    return o;
}

static int order_of(const char *method)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++)
        if (!strcmp(list[k].name, method)) return list[k].order;
    return 1;
}

/* The most by which the steps of a state differ from those of the run alone, relative. */
static double compare(const char *name, int32_t size, int how, const saltus_options *o,
                      double until)
{
    saltus_model *m = models_make(name, size);
    struct field f;
    struct counts n;
    saltus_sim *sim;
    double worst = 0;
    /* A diagram knows neither ranges nor degrees: without them both follow the same rules. */
    m->range = NULL;
    m->degree = NULL;
    field_make(&f, m, order_of(o->method));
    CHECK_EQ_INT(saltus_sim_new(m, o, &sim), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(sim, until), SALTUS_OK);
    run_diagram(&f, how, o, until, &n);
    for (int32_t i = 0; i < f.n; i++) {
        uint64_t alone = saltus_sim_steps(sim, i);
        double off = fabs((double)n.steps[i] - (double)alone) / (double)(alone + 1);
        if (getenv("SALTUS_SHOW"))
            printf("# %s %s %s x%d: %llu alone, %llu in the diagram; initial %d %llu\n", name,
                   o->method, how == VECTOR ? "vector" : "scalars", i + 1,
                   (unsigned long long)alone, (unsigned long long)n.steps[i],
                   (int)saltus_sim_initial(sim, i), (unsigned long long)n.initial[i]);
        CHECK_EQ_INT(n.initial[i], saltus_sim_initial(sim, i));
        if (off > worst) worst = off;
    }
    if (getenv("SALTUS_SHOW"))
        printf("# %s %s: pairs %llu, %llu in the diagram; refreshes %llu, %llu\n", name, o->method,
               (unsigned long long)saltus_sim_stats(sim).pair_steps, (unsigned long long)n.pairs,
               (unsigned long long)saltus_sim_stats(sim).refreshes,
               (unsigned long long)n.refreshes);
    saltus_sim_free(sim);
    models_free(m);
    return worst;
}

static void compare_both(const char *name, int32_t size, const saltus_options *o, double until)
{
    for (int how = VECTOR; how <= SCALARS; how++) {
        double off = compare(name, size, how, o, until);
        if (off > 0)
            FAIL("%s, %s: %g of the steps differ", o->method, how ? "scalars" : "vector", off);
    }
}

static void compare_all(const char *name, int32_t size, double rel, double abs, double until)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++) {
        saltus_options o = options(list[k].name, rel, abs);
        if (strcmp(list[k].name, "auto") != 0) /* diagrams have no blocks of states */
            compare_both(name, size, &o, until);
    }
}

/* Where explicit methods would take too long. */
static void compare_stiff(const char *name, int32_t size, double rel, double abs, double until)
{
    static const char *const stiff[] = {"liqss1", "liqss1-2018", "liqss2",  "liqss2-2013", "liqss3",
                                        "liqss4", "mliqss1",     "mliqss2", "rliqss2"};
    for (size_t k = 0; k < sizeof stiff / sizeof *stiff; k++) {
        saltus_options o = options(stiff[k], rel, abs);
        compare_both(name, size, &o, until);
    }
}

TEST(stiff2_with_every_method)
{
    compare_all("stiff2", 0, 1e-2, 1e-2, 20);
}

TEST(appendix_a_with_every_method)
{
    compare_all("appendix_a", 0, 0, 0.1, 10);
}

TEST(pair_with_every_method)
{
    compare_all("pair", 0, 1e-2, 1e-2, 5);
}

TEST(oscillator_with_every_method)
{
    compare_all("oscillator", 0, 1e-3, 1e-3, 10);
}

TEST(lotka_with_every_method)
{
    compare_all("lotka", 0, 1e-3, 1e-4, 20);
}

TEST(sine_with_every_method)
{
    compare_all("sine", 0, 1e-3, 1e-3, 20);
}

TEST(d4_with_every_method)
{
    compare_all("d4", 0, 1e-2, 1e-6, 8);
}

TEST(adr_with_every_method)
{
    compare_all("adr", 12, 1e-2, 1e-3, 1);
}

TEST(tyson_with_every_stiff_method)
{
    compare_stiff("tyson", 2, 1e-2, 1e-4, 5);
}

TEST(vanderpol_with_every_stiff_method)
{
    compare_stiff("vanderpol", 0, 1e-2, 1e-4, 100);
}

/* ---- Numbers of the papers: steps and initial values, as PowerDEVS counts messages -------------------------- */

static void papers_with(const char *name, const saltus_options *o, double until, struct counts *n,
                        int how)
{
    saltus_model *m = models_make(name, 0);
    struct field f;
    field_make(&f, m, order_of(o->method));
    run_diagram(&f, how, o, until, n);
    for (int32_t i = 0; i < f.n; i++) n->steps[i] += n->initial[i];
    models_free(m);
}

static void papers(const char *name, const char *method, double quantum, double until,
                   struct counts *n, int how)
{
    saltus_options o = options(method, 0, quantum);
    papers_with(name, &o, until, n, how);
}

TEST(qss1_takes_21_and_15995_messages)
{
    struct counts n;
    for (int how = VECTOR; how <= SCALARS; how++) {
        papers("stiff2", "qss1", 1, 500, &n, how);
        CHECK_EQ_INT(n.steps[0], 21);
        CHECK_EQ_INT(n.steps[1], 15995);
    }
}

TEST(bqss_takes_43_408_and_4060_messages)
{
    static const double quantum[] = {1, 0.1, 0.01};
    static const int total[] = {43, 408, 4060};
    struct counts n;
    for (int k = 0; k < 3; k++)
        for (int how = VECTOR; how <= SCALARS; how++) {
            papers("stiff2", "bqss", quantum[k], 1000, &n, how);
            CHECK_EQ_INT(n.steps[0] + n.steps[1], total[k]);
        }
}

/* Quanta by rules for the names of parts and of their elements. */
TEST(bqss_takes_517_and_cqss_522_messages_on_d4)
{
    static const saltus_rule scalars[] = {
        {"x1", NULL, 0, 0.01}, {"x2", NULL, 0, 0.01}, {"x3", NULL, 0, 5e-8}};
    static const saltus_rule vector[] = {
        {"x[1]", NULL, 0, 0.01}, {"x[2]", NULL, 0, 0.01}, {"x[3]", NULL, 0, 5e-8}};
    for (int how = VECTOR; how <= SCALARS; how++) {
        saltus_options o = options("bqss", 0, 1);
        struct counts n;
        o.rules = how == VECTOR ? vector : scalars;
        o.n_rules = 3;
        papers_with("d4", &o, 500, &n, how);
        CHECK_EQ_INT(n.steps[0], 100);
        CHECK_EQ_INT(n.steps[1], 102);
        CHECK_EQ_INT(n.steps[2], 315);
        o.method = "cqss";
        papers_with("d4", &o, 500, &n, how);
        CHECK_EQ_INT(n.steps[0] + n.steps[1] + n.steps[2], 522);
    }
}

TEST_MAIN()
