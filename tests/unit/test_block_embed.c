/* SPDX-License-Identifier: MIT */
/* test_block_embed.c - models as atomic models: static ones, ones with states, with events, with another engine inside. */
#include "../testing.h"
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "saltus_devs.h"
#include <stdbool.h>

/* ---- A source that sends what it is told, and a sink that keeps what it hears ---------------- */

struct post {
    double t;
    int order, open, jump;
    double c[SALTUS_SERIES];
};

struct source {
    size_t next;
};
static const saltus_port source_out[] = {{.name = "y", .type = SALTUS_TYPE_SIGNAL}, {.name = NULL}};
static const saltus_param source_params[] = {{.name = "posts", .kind = SALTUS_OBJECT, .needed = 1},
                                             {.name = NULL}};
static const struct post *posts_of(const saltus_cell *c)
{
    return (const struct post *)saltus_part_object(c->part, "posts") +
           ((const struct source *)c->state)->next;
}
static double source_due(const saltus_cell *c)
{
    return posts_of(c)->t;
}
static void source_lambda(const saltus_cell *c)
{
    const struct post *p = posts_of(c);
    saltus_message *m = saltus_cell_out(c, 0, SALTUS_ALL);
    m->order = (int16_t)p->order;
    m->open = (int8_t)p->open;
    if (p->jump) m->jump = 1;
    for (int k = 0; k <= p->order; k++) m->c[k] = p->c[k];
}
static void source_int(saltus_cell *c)
{
    ((struct source *)c->state)->next++;
}
static const saltus_atomic source_type = {.name = "source",
                                          .outputs = source_out,
                                          .params = source_params,
                                          .struct_size = sizeof(saltus_atomic),
                                          .state_size = sizeof(struct source),
                                          .rank = -1,
                                          .due = source_due,
                                          .lambda = source_lambda,
                                          .delta_int = source_int};

enum { MOST = 4000 };
struct sink {
    struct post post[MOST];
    int32_t index[MOST];
    int n;
};
static const saltus_port sink_in[] = {{.name = "u", .type = SALTUS_TYPE_SIGNAL}, {.name = NULL}};
static void sink_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct sink *s = c->state;
    (void)e;
    for (size_t k = 0; k < n; k++, s->n++) {
        struct post *p;
        if (s->n == MOST) s->n--; /* the last one is always there */
        p = &s->post[s->n];
        *p = (struct post){c->t, x[k].order, x[k].open, x[k].jump != 0, {0}};
        memcpy(p->c, x[k].c, sizeof p->c);
        s->index[s->n] = x[k].index;
    }
}
static const saltus_atomic sink_type = {.name = "sink",
                                        .inputs = sink_in,
                                        .struct_size = sizeof(saltus_atomic),
                                        .state_size = sizeof(struct sink),
                                        .rank = 2,
                                        .delta_ext = sink_ext};

/* ---- A model, its wires and its run ---------------------------------------------------------- */

enum { TYPES = 6 };
struct world {
    saltus_coupled *m;
    saltus_devs *run;
    saltus_compiled *compiled[TYPES];
    saltus_atomic *type[TYPES];
    int n_types;
    saltus_options signals;
    saltus_devs_options o;
    uint64_t count[16], hash;
    int shown_events;
    char said[600];
};

static void on_count(void *user, int32_t cell, saltus_counted what, int k, int32_t i)
{
    (void)cell, (void)k, (void)i;
    ((struct world *)user)->count[what]++;
}
static void mix(struct world *w, const void *p, size_t n)
{
    for (size_t k = 0; k < n; k++)
        w->hash = (w->hash ^ ((const unsigned char *)p)[k]) * 1099511628211u;
}
static void on_show(void *user, int32_t cell, int k, int32_t i, double t, const double *poly,
                    int order)
{
    struct world *w = user;
    const saltus_cell *c =
        w->run ? saltus_devs_cell(w->run, cell) : NULL; /* NULL: it is being made */
    mix(w, &k, sizeof k);
    mix(w, &i, sizeof i);
    mix(w, &t, sizeof t);
    mix(w, poly, (size_t)(order + 1) * sizeof *poly);
    if (c && c->type->shows[k].kind == SALTUS_GUARD) w->shown_events++;
}
static void on_diag(void *user, const saltus_diag *d)
{
    struct world *w = user;
    snprintf(w->said, sizeof w->said, "%s|%s|%s", d->var ? d->var : "", d->text ? d->text : "",
             d->hint ? d->hint : "");
}

static struct world *world_new(const char *method)
{
    struct world *w = calloc(1, sizeof *w);
    CHECK(w != NULL);
    CHECK(saltus_coupled_new("test", &w->m) == SALTUS_OK);
    w->signals = saltus_defaults();
    w->signals.method = method;
    w->signals.rel = 1e-3;
    w->signals.abs = 1e-3;
    w->o = saltus_devs_defaults();
    w->o.signals = &w->signals;
    w->o.count = on_count;
    w->o.show = on_show;
    w->o.diag = on_diag;
    w->o.user = w;
    return w;
}

static void world_free(struct world *w)
{
    saltus_devs_free(w->run);
    saltus_coupled_free(w->m);
    for (int k = 0; k < w->n_types; k++) {
        saltus_model_atomic_free(w->type[k]);
        saltus_compiled_free(w->compiled[k]);
    }
    free(w);
}

static const saltus_atomic *compiled(struct world *w, const char *text, const char *const *outputs)
{
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    int k = w->n_types++;
    CHECK(saltus_compile_text("test", text, strlen(text), &co, &w->compiled[k]) == SALTUS_OK);
    CHECK(saltus_model_atomic(saltus_compiled_model(w->compiled[k]), outputs, &w->type[k]) ==
          SALTUS_OK);
    return w->type[k];
}

static void add(struct world *w, const char *name, const saltus_atomic *type)
{
    CHECK(type != NULL);
    CHECK(saltus_coupled_add(w->m, &(saltus_part){.name = name, .type = type}) == SALTUS_OK);
}
static void add_source(struct world *w, const char *name, const struct post *posts)
{
    saltus_arg a = {.name = "posts", .object = posts};
    CHECK(saltus_coupled_add(
              w->m, &(saltus_part){.name = name, .type = &source_type, .args = &a, .n_args = 1}) ==
          SALTUS_OK);
}
static void wire(struct world *w, const char *from, const char *out, const char *to, const char *in)
{
    CHECK(saltus_coupled_wire(w->m, &(saltus_wire){.from = {.part = from, .port = out},
                                                   .to = {.part = to, .port = in}}) == SALTUS_OK);
}
static void begin(struct world *w)
{
    CHECK(saltus_devs_new(w->m, &w->o, &w->run) == SALTUS_OK);
}
static const struct sink *heard(const struct world *w, const char *name)
{
    return saltus_devs_cell(w->run, saltus_devs_find(w->run, name))->state;
}
static double last_value(const struct sink *s, double t)
{
    const struct post *p = &s->post[s->n - 1];
    double v = p->c[p->order];
    for (int k = p->order - 1; k >= 0; k--) v = v * (t - p->t) + p->c[k];
    return v;
}

/* ---- Static models --------------------------------------------------------------------------- */

TEST(an_expression_is_an_exact_series)
{
    static const struct post u[] = {{.t = 0, .order = 1, .c = {2, 3}},
                                    {.t = 1, .order = 0, .c = {5}, .jump = 1},
                                    {.t = 2, .order = 2, .open = 1, .c = {1, 1, 1}},
                                    {.t = INFINITY}};
    struct world *w = world_new("qss2");
    const struct sink *s;
    add_source(w, "u", u);
    add(w, "f", compiled(w, "model f input Real u; Real y = u^3; Real z = 2*u - 1; end f;", NULL));
    add(w, "y", &sink_type);
    add(w, "z", &sink_type);
    wire(w, "u", "y", "f", "u");
    wire(w, "f", "y", "y", "u");
    wire(w, "f", "z", "z", "u");
    begin(w);
    CHECK(w->type[0]->rank == -2 && w->type[0]->through && w->type[0]->partial);
    CHECK(saltus_devs_run(w->run, 3) == SALTUS_OK);
    s = heard(w, "y");
    CHECK(s->n > 3 && s->n < 60); /* the last one, cut off early, is sent again in time */
    CHECK(s->post[0].open && s->post[0].order == 4);
    CHECK_CLOSE(s->post[0].c[0], 8, 1e-15);
    CHECK_CLOSE(s->post[0].c[1], 36, 1e-15);
    CHECK_CLOSE(s->post[0].c[2], 54, 1e-15);
    CHECK_CLOSE(s->post[0].c[3], 27, 1e-15);
    CHECK(s->post[0].c[4] == 0 && !s->post[0].jump);
    CHECK(s->post[1].order == 0 && !s->post[1].open && s->post[1].c[0] == 125 && s->post[1].jump);
    CHECK(s->post[2].order == 2 && s->post[2].open && !s->post[2].jump);
    s = heard(w, "z");
    CHECK(s->post[0].order == 1 && !s->post[0].open && s->post[0].c[0] == 3 &&
          s->post[0].c[1] == 6);
    CHECK(s->post[2].order == 2 && s->post[2].open && s->post[2].c[2] == 2);
    world_free(w);
}

TEST(a_vector_sends_what_has_changed)
{
    static const struct post u[] = {{.t = 0, .c = {1}}, {.t = 1, .c = {4}}, {.t = INFINITY}};
    struct world *w = world_new("qss2");
    const struct sink *s;
    add_source(w, "a", u);
    add_source(w, "b", (const struct post[]){{.t = 0, .c = {10}}, {.t = INFINITY}});
    add(w, "f",
        compiled(w,
                 "model f input Real u[4]; input Real v[4]; Real y[4]; equation for i in 1:4 loop "
                 "y[i] = i*u[i]*v[i];"
                 "end for; end f;",
                 NULL));
    CHECK(saltus_coupled_add(w->m, &(saltus_part){.name = "y", .type = &sink_type, .size = 4}) ==
          SALTUS_OK);
    CHECK(saltus_coupled_wire(
              w->m, &(saltus_wire){.from = {.part = "a", .port = "y"},
                                   .to = {.part = "f", .port = "u", .first = 2, .count = 1}}) ==
          SALTUS_OK);
    CHECK(saltus_coupled_wire(
              w->m, &(saltus_wire){.from = {.part = "b", .port = "y"},
                                   .to = {.part = "f", .port = "u", .first = 0, .count = 2}}) ==
          SALTUS_OK);
    CHECK(saltus_coupled_wire(
              w->m, &(saltus_wire){.from = {.part = "b", .port = "y"},
                                   .to = {.part = "f", .port = "u", .first = 3, .count = 1}}) ==
          SALTUS_OK);
    wire(w, "b", "y", "f", "v");
    wire(w, "f", "y", "y", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 2) == SALTUS_OK);
    s = heard(w, "y");
    CHECK_EQ_INT(s->n, 5);
    CHECK(s->post[4].t == 1 && s->index[4] == 2 && s->post[4].c[0] == 3 * 4 * 10);
    world_free(w);
}

TEST(an_event_inside_a_static_model)
{
    static const struct post u[] = {
        {.t = 0, .order = 1, .c = {0, 0.5}}, {.t = 4, .c = {0}, .jump = 1}, {.t = INFINITY}};
    struct world *w = world_new("qss2");
    const struct sink *s;
    add_source(w, "u", u);
    add(w, "f", compiled(w, "model f input Real u; Real y = max(u - 1, 0)*3; end f;", NULL));
    add(w, "y", &sink_type);
    wire(w, "u", "y", "f", "u");
    wire(w, "f", "y", "y", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 5) == SALTUS_OK);
    s = heard(w, "y");
    CHECK_EQ_INT(s->n, 3);
    CHECK_CLOSE(s->post[1].t, 2, 1e-14);
    CHECK(s->post[1].jump);
    CHECK_CLOSE(s->post[1].c[1], 1.5, 1e-15);
    CHECK(s->post[2].t == 4 && s->post[2].c[0] == 0 && s->post[2].c[1] == 0);
    CHECK_EQ_INT(w->shown_events, 2);
    world_free(w);
}

/* 1/u may not be asked before u has come, and then once for both inputs. */
TEST(nothing_is_evaluated_before_all_inputs_have_come)
{
    struct world *w = world_new("qss2");
    const struct sink *s;
    add(w, "f", compiled(w, "model f input Real u; input Real v; Real y = v/u; end f;", NULL));
    add_source(w, "v",
               (const struct post[]){{.t = 0, .c = {6}}, {.t = 1, .c = {8}}, {.t = INFINITY}});
    add_source(w, "u",
               (const struct post[]){{.t = 0, .c = {2}}, {.t = 1, .c = {4}}, {.t = INFINITY}});
    add(w, "y", &sink_type);
    wire(w, "u", "y", "f", "u");
    wire(w, "v", "y", "f", "v");
    wire(w, "f", "y", "y", "u");
    w->o.semantics = SALTUS_DEVS_PARALLEL;
    begin(w);
    CHECK(saltus_devs_run(w->run, 2) == SALTUS_OK);
    s = heard(w, "y");
    CHECK_EQ_INT(s->n, 2);
    CHECK(s->post[0].c[0] == 3 && s->post[1].c[0] == 2);
    world_free(w);
}

TEST(a_result_that_is_not_finite_names_block_and_variable)
{
    struct world *w = world_new("qss2");
    add_source(w, "u",
               (const struct post[]){{.t = 0, .c = {2}}, {.t = 1, .c = {0}}, {.t = INFINITY}});
    add(w, "f", compiled(w, "model f input Real u; Real y = 1/u; end f;", NULL));
    add(w, "y", &sink_type);
    wire(w, "u", "y", "f", "u");
    wire(w, "f", "y", "y", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 2) == SALTUS_ENAN);
    CHECK(strncmp(w->said, "f|", 2) == 0);
    CHECK(strstr(w->said, "y: its value is not finite") != NULL);
    world_free(w);
}

/* ---- Models with states ---------------------------------------------------------------------- */

static const char vdp[] =
    "model vdp Real x(start = 2, fixed = true), v(start = 0, fixed = true); discrete Integer "
    "n(start = 0);"
    "equation der(x) = v; der(v) = 5*(1 - x^2)*v - x; when x > 0 then n = pre(n) + 1; end when;"
    "end vdp;";

static void same_as_alone(const char *method)
{
    struct world *w = world_new(method);
    saltus_sim *alone;
    saltus_options o = w->signals;
    saltus_stats st;
    static const char *const outputs[] = {"x", "n", NULL};
    add(w, "f", compiled(w, vdp, outputs));
    add(w, "y", &sink_type);
    add(w, "z", &sink_type);
    wire(w, "f", "x", "y", "u");
    wire(w, "f", "n", "z", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 20) == SALTUS_OK);
    CHECK(saltus_sim_new(saltus_compiled_model(w->compiled[0]), &o, &alone) == SALTUS_OK);
    CHECK(saltus_sim_run(alone, 20) == SALTUS_OK);
    st = saltus_sim_stats(alone);
    CHECK_EQ_INT(w->count[SALTUS_COUNT_STEP], st.steps);
    CHECK_EQ_INT(w->count[SALTUS_COUNT_EVALUATION], st.evaluations);
    CHECK_EQ_INT(w->count[SALTUS_COUNT_PARTIAL], st.partials);
    CHECK_EQ_INT(w->count[SALTUS_COUNT_INITIAL], st.initial);
    CHECK_EQ_INT(w->shown_events, st.events);
    CHECK(heard(w, "z")->post[heard(w, "z")->n - 1].c[0] ==
          saltus_sim_value(alone, saltus_sim_find(alone, "n"), 20));
    CHECK(fabs(last_value(heard(w, "y"), 20) - saltus_sim_quantized(alone, 0, 20)) < 1e-9);
    saltus_sim_free(alone);
    world_free(w);
}

TEST(a_model_in_a_block_makes_the_steps_it_makes_alone)
{
    static const char *const methods[] = {"qss2", "qss3", "liqss2", "mliqss2", "cqss", "bqss"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) same_as_alone(methods[k]);
}

/* The run's rules name states as results do. */
TEST(rules_reach_states_inside)
{
    static const saltus_rule loose[] = {
        {"f.*", "qss2", 0, 0.1}, {"g.x", NULL, 0, 1e-9}, {"f?z", NULL, 0, 1e-9}};
    struct world *w = world_new("qss3");
    uint64_t all;
    w->signals.rules = loose;
    w->signals.n_rules = 3;
    add(w, "f", compiled(w, vdp, NULL));
    begin(w);
    CHECK(saltus_devs_run(w->run, 20) == SALTUS_OK);
    all = w->count[SALTUS_COUNT_STEP];
    world_free(w);
    w = world_new("qss2");
    w->signals.rel = 0;
    w->signals.abs = 0.1;
    add(w, "f", compiled(w, vdp, NULL));
    begin(w);
    CHECK(saltus_devs_run(w->run, 20) == SALTUS_OK);
    CHECK_EQ_INT(w->count[SALTUS_COUNT_STEP], all);
    world_free(w);
}

/* x' = u - x with u = t, then 1: in one block, u from outside. */
static void follow_lag(const char *method, double tolerance)
{
    static const struct post u[] = {
        {.t = 0, .order = 1, .c = {0, 1}}, {.t = 2, .c = {1}, .jump = 1}, {.t = INFINITY}};
    static const char *const outputs[] = {"x", "y", NULL};
    struct world *w = world_new("qss2");
    saltus_arg args[3] = {{.name = "method", .word = method},
                          {.name = "k", .rows = 1, .cols = 1, .v = (double[]){2}},
                          {.name = "rel", .rows = 1, .cols = 1, .v = (double[]){1e-4}}};
    double x2 = 1 + exp(-2), x5 = 1 + (x2 - 1) * exp(-3);
    const saltus_atomic *type =
        compiled(w,
                 "model lag parameter Real k = 7; input Real u; Real x(start = 0, fixed = true);"
                 "Real y = k*x + u; equation der(x) = u - x; end lag;",
                 outputs);
    w->signals.engine = saltus_classic();
    add_source(w, "u", u);
    CHECK(saltus_coupled_add(
              w->m, &(saltus_part){.name = "lag", .type = type, .args = args, .n_args = 3}) ==
          SALTUS_OK);
    add(w, "x", &sink_type);
    add(w, "y", &sink_type);
    wire(w, "u", "y", "lag", "u");
    wire(w, "lag", "x", "x", "u");
    wire(w, "lag", "y", "y", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 5) == SALTUS_OK);
    CHECK(fabs(last_value(heard(w, "x"), 5) - x5) < tolerance);
    CHECK(fabs(last_value(heard(w, "y"), 5) - (2 * x5 + 1)) < 3 * tolerance);
    world_free(w);
}

TEST(inputs_move_states)
{
    follow_lag("qss2", 2e-3);
    follow_lag("liqss2", 4e-3);
    follow_lag("qss3", 2e-3);
}

/* Those that were built in. */
static bool has_method(const char *name)
{
    const saltus_engine *e = saltus_classic();
    static const char text[] =
        "model m Real x(start = 1, fixed = true); equation der(x) = -x; end m;";
    struct world *w = world_new(name);
    saltus_sim *s = NULL;
    bool has;
    w->signals.engine = e;
    w->signals.diag = on_diag;
    w->signals.user = w;
    compiled(w, text, NULL);
    has = saltus_sim_new(saltus_compiled_model(w->compiled[0]), &w->signals, &s) == SALTUS_OK;
    saltus_sim_free(s);
    world_free(w);
    return has;
}

TEST(another_engine_inside)
{
    static const char *const methods[] = {"abm", "cvode", "cvode-adams", "ida", "erk"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        if (k == 0 || has_method(methods[k])) follow_lag(methods[k], 3e-3);
}

/* A ball that bounces on a table, which somebody moves; CVODE or ABM finds the contacts. */
static void bounce_on_a_table(const char *method)
{
    static const struct post u[] = {{.t = 0, .c = {0}}, {.t = 1, .c = {-1}}, {.t = INFINITY}};
    struct world *w = world_new(method);
    const struct sink *s;
    double fall = sqrt(2 / 9.81);
    w->signals.engine = saltus_classic();
    w->signals.rel = 1e-8;
    w->signals.abs = 1e-8;
    add_source(w, "table", u);
    add(w, "ball",
        compiled(w,
                 "model ball input Real table; Real h(start = 1, fixed = true), v(start = 0, fixed "
                 "= true);"
                 "discrete Real last(start = 0); equation der(h) = v; der(v) = -9.81;"
                 "when h < table then reinit(v, -pre(v)); last = time; end when; end ball;",
                 (const char *const[]){"h", "last", NULL}));
    add(w, "h", &sink_type);
    add(w, "last", &sink_type);
    wire(w, "table", "y", "ball", "table");
    wire(w, "ball", "h", "h", "u");
    wire(w, "ball", "last", "last", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 0.9) == SALTUS_OK);
    s = heard(w, "last");
    CHECK(fabs(s->post[s->n - 1].c[0] - fall) < 1e-5);
    CHECK(fabs(last_value(heard(w, "h"), 0.9) -
               (1 - 9.81 / 2 * (0.9 - 2 * fall) * (0.9 - 2 * fall))) < 1e-5);
    CHECK(saltus_devs_run(w->run, 2) == SALTUS_OK);
    s = heard(w, "last");
    CHECK(fabs(s->post[s->n - 1].c[0] - (2 * fall + sqrt(4 / 9.81))) < 1e-5);
    world_free(w);
}

TEST(another_engine_finds_events)
{
    bounce_on_a_table("abm");
    if (has_method("cvode")) bounce_on_a_table("cvode");
}

/* Two blocks that feed each other: x' = v, v' = -x. */
TEST(two_models_in_a_loop)
{
    static const char text[] = "model i parameter Real s = 0; input Real u; Real x(start = s, "
                               "fixed = true); equation der(x) = u;"
                               "end i;";
    struct world *w = world_new("qss3");
    const saltus_atomic *type = compiled(w, text, NULL);
    saltus_arg one = {.name = "s", .rows = 1, .cols = 1, .v = (double[]){1}};
    const struct sink *s;
    w->signals.rel = 0;
    w->signals.abs = 1e-5;
    CHECK(saltus_coupled_add(
              w->m, &(saltus_part){.name = "x", .type = type, .args = &one, .n_args = 1}) ==
          SALTUS_OK);
    add(w, "v", type);
    add(w, "minus", compiled(w, "model m input Real u; Real y = -u; end m;", NULL));
    add(w, "see", &sink_type);
    wire(w, "v", "x", "x", "u");
    wire(w, "x", "x", "minus", "u");
    wire(w, "minus", "y", "v", "u");
    wire(w, "x", "x", "see", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 6) == SALTUS_OK);
    s = heard(w, "see");
    CHECK(fabs(last_value(s, 6) - cos(6)) < 2e-4);
    world_free(w);
}

/* Static models one behind the other, with an integrator, against one model for all: series that were cut off are renewed
 * through all of them, and Jacobian entries come through all of them. */
static void split(const char *method)
{
    static const char *const text[] = {
        "model s Real y = sin(time); end s;", "model e input Real s; Real y = exp(-s); end e;",
        "model c input Real x; Real y = 40*x + x^3; end c;",
        "model f input Real e, c, s; Real y = max(s, 0)*e - c; end f;"};
    static const char one[] =
        "model one Real x(start = 0, fixed = true); equation"
        " der(x) = max(sin(time), 0)*exp(-sin(time)) - (40*x + x^3); end one;";
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    struct world *w = world_new(method);
    saltus_compiled *c;
    saltus_sim *alone;
    saltus_stats st;
    add(w, "s", compiled(w, text[0], NULL));
    add(w, "e", compiled(w, text[1], NULL));
    add(w, "c", compiled(w, text[2], NULL));
    add(w, "f", compiled(w, text[3], NULL));
    add(w, "x", saltus_block("integrator"));
    wire(w, "s", "y", "e", "s");
    wire(w, "s", "y", "f", "s");
    wire(w, "e", "y", "f", "e");
    wire(w, "x", "y", "c", "x");
    wire(w, "c", "y", "f", "c");
    wire(w, "f", "y", "x", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 10) == SALTUS_OK);
    CHECK(saltus_compile_text("one", one, strlen(one), &co, &c) == SALTUS_OK);
    CHECK(saltus_sim_new(saltus_compiled_model(c), &w->signals, &alone) == SALTUS_OK);
    CHECK(saltus_sim_run(alone, 10) == SALTUS_OK);
    st = saltus_sim_stats(alone);
    CHECK_EQ_INT(w->count[SALTUS_COUNT_STEP], st.steps);
    CHECK_LE(fabs((double)w->count[SALTUS_COUNT_REFRESH] - (double)st.refreshes),
             0.6 * (double)st.refreshes); /* what is sent again takes the place of some */
    CHECK_EQ_INT(w->shown_events, st.events);
    saltus_sim_free(alone);
    saltus_compiled_free(c);
    world_free(w);
}

TEST(static_models_in_a_row_are_like_one)
{
    static const char *const methods[] = {"qss2", "qss3", "liqss1", "liqss2", "liqss3"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) split(methods[k]);
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

static void repeat_from_a_snapshot(const char *method)
{
    static const struct post u[] = {{.t = 0, .order = 1, .c = {0.2, 0.3}},
                                    {.t = 3, .c = {1}},
                                    {.t = 6, .c = {2}},
                                    {.t = INFINITY}};
    struct world *w = world_new(method);
    saltus_snapshot *snap;
    uint64_t first;
    add_source(w, "u", u);
    add(w, "f",
        compiled(w,
                 "model f input Real u; Real x(start = 1, fixed = true), v(start = 0, fixed = "
                 "true); Real e = x*v + u;"
                 "discrete Real k(start = 1); equation der(x) = v; der(v) = u - k*x - 0.1*v;"
                 "when x > 1.2 then k = 1.5 - 0.1*pre(k); end when; end f;",
                 (const char *const[]){"x", "e", NULL}));
    add(w, "g",
        compiled(w, "model g input Real a; input Real b; Real y = abs(a - b) + sin(a); end g;",
                 NULL));
    add(w, "y", &sink_type);
    wire(w, "u", "y", "f", "u");
    wire(w, "f", "x", "g", "a");
    wire(w, "f", "e", "g", "b");
    wire(w, "g", "y", "y", "u");
    begin(w);
    CHECK(saltus_devs_run(w->run, 2.5) == SALTUS_OK);
    CHECK(saltus_devs_snapshot(w->run, &snap) == SALTUS_OK);
    w->hash = 0;
    CHECK(saltus_devs_run(w->run, 8) == SALTUS_OK);
    first = w->hash;
    CHECK(first != 0);
    CHECK(saltus_devs_restore(w->run, snap) == SALTUS_OK);
    w->hash = 0;
    CHECK(saltus_devs_run(w->run, 8) == SALTUS_OK);
    CHECK(w->hash == first);
    saltus_snapshot_free(snap);
    world_free(w);
}

TEST(a_run_with_models_goes_on_from_a_snapshot)
{
    repeat_from_a_snapshot("qss2");
    repeat_from_a_snapshot("liqss2");
    repeat_from_a_snapshot("qss1");
}

/* ---- Wrong uses ------------------------------------------------------------------------------ */

TEST(what_does_not_exist_is_refused)
{
    struct world *w = world_new("qss2");
    saltus_atomic *type;
    static const char text[] =
        "model f input Real u; parameter Real p[3] = {1, 2, 3}; Real y = u*p[2]; end f;";
    saltus_arg two = {.name = "p", .rows = 2, .cols = 1, .v = (double[]){1, 2}};
    compiled(w, text, NULL);
    CHECK(saltus_model_atomic(NULL, NULL, &type) == SALTUS_EARG && !type);
    CHECK(saltus_model_atomic(saltus_compiled_model(w->compiled[0]),
                              (const char *const[]){"q", NULL}, &type) == SALTUS_EARG);
    CHECK(saltus_model_atomic(saltus_compiled_model(w->compiled[0]),
                              (const char *const[]){"u", NULL}, &type) == SALTUS_EARG);
    CHECK(saltus_model_atomic(saltus_compiled_model(w->compiled[0]),
                              (const char *const[]){"y", "y", NULL}, &type) == SALTUS_EARG);
    saltus_model_atomic_free(NULL);
    add_source(w, "u", (const struct post[]){{.t = 0, .c = {2}}, {.t = INFINITY}});
    CHECK(saltus_coupled_add(
              w->m, &(saltus_part){.name = "f", .type = w->type[0], .args = &two, .n_args = 1}) ==
          SALTUS_OK);
    wire(w, "u", "y", "f", "u");
    CHECK(saltus_devs_new(w->m, &w->o, &w->run) < 0);
    CHECK(strstr(w->said, "3 elements, not 2") != NULL);
    world_free(w);
}

TEST(a_block_of_text_does_not_start_by_itself)
{
    struct world *w = world_new("qss2");
    add(w, "f", saltus_block("expression"));
    CHECK(saltus_devs_new(w->m, &w->o, &w->run) < 0);
    CHECK(w->said[0] != 0);
    world_free(w);
}

TEST_MAIN()
