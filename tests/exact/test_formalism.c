/* SPDX-License-Identifier: MIT */
/* test_formalism.c - the laws of DEVS: closure under coupling, the two semantics, select order, legitimacy, size.
 *
 * Random models of clocks and relays are put together twice, nested and flat, and a third time with the nested models
 * turned into atomic ones; runs of the three are compared event for event. Times are multiples of 1/4, so that many events
 * coincide. */
#include "devs_parts.h"

#include <time.h>

static struct log x, y;

/* ---- Nested = flattened ------------------------------------------------------------------------------ */

enum { GROUPS = 4, PER_GROUP = 4, PARTS = GROUPS * PER_GROUP };

struct plan { /* part k is number k % PER_GROUP of group k / PER_GROUP */
    int is_tick[PARTS], wires, from[40], to[40];
    double a[PARTS], b[PARTS];
};

static struct plan random_plan(struct rng *g)
{
    struct plan p = {.wires = rng_int(g, 10, 40)};
    for (int k = 0; k < PARTS; k++) {
        p.is_tick[k] = k == 0 || rng_int(g, 0, 2) == 0;
        p.a[k] = 0.25 * rng_int(g, 1, 8);
        p.b[k] = 0.25 * rng_int(g, p.is_tick[k] ? 0 : 1, 8); /* no loop without delay */
    }
    for (int k = 0; k < p.wires; k++) {
        p.from[k] = rng_int(g, 0, PARTS - 1);
        do p.to[k] = rng_int(g, 0, PARTS - 1);
        while (p.is_tick[p.to[k]] || p.to[k] == p.from[k]);
    }
    return p;
}

static saltus_atomic loose_relay(void)
{
    static saltus_port in[] = {{.name = "u", .type = SALTUS_TYPE_EVENT, .optional = 1},
                               {.name = NULL}};
    saltus_atomic a = relay;
    a.inputs = in;
    return a;
}

static const saltus_atomic *loose(void)
{
    static saltus_atomic a;
    a = loose_relay();
    return &a;
}

static void add_one(saltus_coupled *m, const struct plan *p, int k, const char *name)
{
    if (p->is_tick[k])
        add_part(m, name, &tick, 0, "period", p->a[k], "first", p->b[k]);
    else
        add_part(m, name, loose(), 0, "lag", p->b[k], NULL, 0);
}

static saltus_coupled *flat(const struct plan *p)
{
    saltus_coupled *m = model("flat");
    char a[30], b[30];
    for (int k = 0; k < PARTS; k++) {
        snprintf(a, sizeof a, "g%d_p%d", k / PER_GROUP, k % PER_GROUP);
        add_one(m, p, k, a);
    }
    for (int k = 0; k < p->wires; k++) {
        snprintf(a, sizeof a, "g%d_p%d", p->from[k] / PER_GROUP, p->from[k] % PER_GROUP);
        snprintf(b, sizeof b, "g%d_p%d", p->to[k] / PER_GROUP, p->to[k] % PER_GROUP);
        wire(m, a, NULL, b, NULL);
    }
    return m;
}

/* Each wire between two groups has a port of its own on either side, so that the order of the wires stays as it is. */
static void nest_wires(const struct plan *p, saltus_coupled *outer, saltus_coupled *group[GROUPS])
{
    char a[30], b[30], port[30], ga[30], gb[30];
    for (int k = 0; k < p->wires; k++) {
        int f = p->from[k] / PER_GROUP, t = p->to[k] / PER_GROUP;
        snprintf(a, sizeof a, "p%d", p->from[k] % PER_GROUP);
        snprintf(b, sizeof b, "p%d", p->to[k] % PER_GROUP);
        snprintf(port, sizeof port, "w%d", k);
        if (f == t) {
            wire(group[f], a, NULL, b, NULL);
            continue;
        }
        saltus_coupled_port(group[f], 1, port, "event", 0, (saltus_loc){0});
        saltus_coupled_port(group[t], 0, port, "event", 0, (saltus_loc){0});
        wire(group[f], a, NULL, NULL, port);
        wire(group[t], NULL, port, b, NULL);
        snprintf(ga, sizeof ga, "g%d", f);
        snprintf(gb, sizeof gb, "g%d", t);
        wire(outer, ga, port, gb, port);
    }
}

static saltus_coupled *nested(const struct plan *p, saltus_coupled *group[GROUPS])
{
    saltus_coupled *m = model("nested");
    char name[30];
    for (int g = 0; g < GROUPS; g++) {
        group[g] = model("group");
        for (int k = 0; k < PER_GROUP; k++) {
            snprintf(name, sizeof name, "p%d", k);
            add_one(group[g], p, g * PER_GROUP + k, name);
        }
        snprintf(name, sizeof name, "g%d", g);
        saltus_coupled_nest(m, name, group[g], (saltus_loc){0});
    }
    nest_wires(p, m, group);
    return m;
}

static void same_text(const struct log *a, const struct log *b)
{
    for (size_t k = 0; k < a->n || k < b->n; k++)
        if (a->text[k] != b->text[k]) {
            size_t from = k < 60 ? 0 : k - 60;
            FAIL("they differ at %zu:\n%.150s\n-----\n%.150s", k, a->text + from, b->text + from);
        }
}

PROP(nested_models_run_as_flat_ones, 200)
{
    struct plan p = random_plan(g);
    saltus_coupled *group[GROUPS], *m = nested(&p, group), *f = flat(&p);
    for (int sem = 0; sem < 2; sem++) {
        CHECK_EQ_INT(log_run(m, (saltus_semantics)sem, 5, &x, 0), SALTUS_OK);
        CHECK_EQ_INT(log_run(f, (saltus_semantics)sem, 5, &y, 0), SALTUS_OK);
        for (size_t k = 1; k + 1 < x.n; k++)
            if (x.text[k] == '.' && x.text[k + 1] == 'p') x.text[k] = '_';
        CHECK(y.n > 100);
        same_text(&x, &y);
    }
    saltus_coupled_free(m);
    saltus_coupled_free(f);
    for (int k = 0; k < GROUPS; k++) saltus_coupled_free(group[k]);
}

/* ---- Closure under coupling ------------------------------------------------------------------------------ */

static void log_output(void *user, double t, int port, const saltus_message *m)
{
    struct log *l = user;
    if (sizeof l->text - l->n > 100)
        l->n += (size_t)snprintf(l->text + l->n, 100, "%g out%d[%d] = %g\n", t, port, (int)m->index,
                                 m->c[0]);
}

/* What leaves the root, where each group has one output for each of its parts. */
static saltus_status run_outputs(const saltus_coupled *m, int sem, struct log *l)
{
    saltus_devs_options o = log_options(l, (saltus_semantics)sem);
    saltus_devs *run;
    o.trace = NULL;
    o.output = log_output;
    saltus_status st = saltus_devs_new(m, &o, &run);
    if (st == SALTUS_OK) st = saltus_devs_run(run, 5);
    saltus_devs_free(run);
    return st;
}

static void show_parts(saltus_coupled *m, saltus_coupled *const group[GROUPS])
{
    char group_name[30], name[30], port[30], top[30];
    for (int g = 0; g < GROUPS; g++)
        for (int k = 0; k < PER_GROUP; k++) {
            snprintf(group_name, sizeof group_name, "g%d", g);
            snprintf(name, sizeof name, "p%d", k);
            snprintf(port, sizeof port, "o%d", k);
            snprintf(top, sizeof top, "t%d", g * PER_GROUP + k);
            if (group) {
                saltus_coupled_port(group[g], 1, port, "event", 0, (saltus_loc){0});
                wire(group[g], name, NULL, NULL, port);
            }
            saltus_coupled_port(m, 1, top, "event", 0, (saltus_loc){0});
            wire(m, group_name, port, NULL, top);
        }
}

/* The outer model with the groups as atomic parts. */
static saltus_coupled *closed(const struct plan *p, saltus_coupled *const group[GROUPS], int sem,
                              saltus_atomic *atomic[GROUPS])
{
    saltus_coupled *m = model("closed");
    char a[30], b[30], port[30];
    for (int g = 0; g < GROUPS; g++) {
        CHECK_EQ_INT(saltus_coupled_atomic(group[g], sem, &atomic[g]), SALTUS_OK);
        snprintf(a, sizeof a, "g%d", g);
        CHECK(!saltus_coupled_add(m, &(saltus_part){.name = a, .type = atomic[g]}));
    }
    for (int k = 0; k < p->wires; k++) {
        int f = p->from[k] / PER_GROUP, t = p->to[k] / PER_GROUP;
        if (f == t) continue;
        snprintf(a, sizeof a, "g%d", f);
        snprintf(b, sizeof b, "g%d", t);
        snprintf(port, sizeof port, "w%d", k);
        wire(m, a, port, b, port);
    }
    show_parts(m, NULL);
    return m;
}

PROP(coupled_models_are_atomic_models, 60)
{
    struct plan p = random_plan(g);
    saltus_coupled *group[GROUPS], *m = nested(&p, group);
    show_parts(m, group);
    for (int sem = 0; sem < 2; sem++) {
        saltus_atomic *atomic[GROUPS];
        saltus_coupled *c = closed(&p, group, sem, atomic);
        CHECK_EQ_INT(run_outputs(m, sem, &x), SALTUS_OK);
        saltus_status st = run_outputs(c, sem, &y);
        if (st) FAIL("%s", y.first);
        CHECK(x.n > 20);
        same_text(&x, &y);
        saltus_coupled_free(c);
        for (int k = 0; k < GROUPS; k++) saltus_coupled_atomic_free(atomic[k]);
    }
    saltus_coupled_free(m);
    for (int k = 0; k < GROUPS; k++) saltus_coupled_free(group[k]);
}

/* ---- Where Classic and Parallel differ ----------------------------------------------------------------------- */

/* A clock of period 1 and a relay with lag 1: from t = 2 on both are due at once. */
static int relayed(saltus_semantics sem, int relay_first)
{
    saltus_coupled *m = model("m");
    saltus_devs *run;
    if (relay_first) add_part(m, "r", &relay, 0, "lag", 1, NULL, 0);
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    if (!relay_first) add_part(m, "r", &relay, 0, "lag", 1, NULL, 0);
    add_part(m, "s", &store, 0, NULL, 0, NULL, 0);
    wire(m, "clock", NULL, "r", NULL);
    wire(m, "r", NULL, "s", NULL);
    saltus_devs_options o = saltus_devs_defaults();
    o.semantics = sem;
    CHECK(!saltus_devs_new(m, &o, &run));
    CHECK(!saltus_devs_run(run, 10));
    const struct stored *s = saltus_devs_cell(run, saltus_devs_find(run, "s"))->state;
    int n = s->messages;
    saltus_devs_free(run);
    saltus_coupled_free(m);
    return n;
}

TEST(a_tie_is_broken_by_select_or_by_delta_con)
{
    CHECK_EQ_INT(relayed(SALTUS_DEVS_CLASSIC, 0),
                 0); /* the clock always comes first and starts it anew */
    CHECK_EQ_INT(relayed(SALTUS_DEVS_CLASSIC, 1), 9);
    CHECK_EQ_INT(relayed(SALTUS_DEVS_PARALLEL, 0), 9); /* the order of parts does not matter */
    CHECK_EQ_INT(relayed(SALTUS_DEVS_PARALLEL, 1), 9);
}

static void external_first(saltus_cell *c, const saltus_message *m, size_t n)
{
    relay_ext(c, c->t - c->last, m, n);
    c->last = c->t;
    /* the event that was due is lost: the new one takes its place */
}

TEST(delta_con_of_ones_own)
{
    saltus_atomic own = relay;
    saltus_coupled *m = model("m");
    own.delta_con = external_first;
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "r", &own, 0, "lag", 1, NULL, 0);
    wire(m, "clock", NULL, "r", NULL);
    CHECK_EQ_INT(log_run(m, SALTUS_DEVS_PARALLEL, 3, &x, 1), SALTUS_OK);
    const char *expected =
        "1 lambda clock 0[0]=0\n1 int clock\n1 ext r 0[0]=0\n"
        "2 lambda clock 0[0]=1\n2 lambda r 0[0]=1\n2 int clock\n2 con r 0[0]=1\n"
        "3 lambda clock 0[0]=2\n3 lambda r 0[0]=2\n3 int clock\n3 con r 0[0]=2\n";
    if (strcmp(x.text, expected) != 0) FAIL("%s", x.text);
    saltus_coupled_free(m);
}

/* Two relays that swap their values at the same instant: Parallel swaps, Classic hands one on. */
TEST(simultaneous_exchange)
{
    for (int sem = 0; sem < 2; sem++) {
        saltus_coupled *m = model("m");
        add_part(m, "c1", &tick, 0, "period", 100, "first", 0);
        add_part(m, "c2", &tick, 0, "period", 100, "first", 0);
        add_part(m, "a", &relay, 0, "lag", 1, NULL, 0);
        add_part(m, "b", &relay, 0, "lag", 1, NULL, 0);
        wire(m, "c1", NULL, "a", NULL);
        wire(m, "c2", NULL, "b", NULL);
        wire(m, "a", NULL, "b", NULL);
        wire(m, "b", NULL, "a", NULL);
        CHECK_EQ_INT(log_run(m, (saltus_semantics)sem, 1, &x, 1), SALTUS_OK);
        const char *last = strstr(x.text, "1 lambda a");
        CHECK(last);
        CHECK(!strcmp(last,
                      sem ? "1 lambda a 0[0]=1\n1 lambda b 0[0]=1\n1 con a 0[0]=1\n1 con b 0[0]=1\n"
                          : "1 lambda a 0[0]=1\n1 ext b 0[0]=1\n1 int a\n"));
        saltus_coupled_free(m);
    }
}

TEST(a_loop_through_nested_models_is_named)
{
    for (int sem = 0; sem < 2; sem++) {
        saltus_coupled *m = model("m"), *inner = model("inner");
        saltus_coupled_port(inner, 0, "a", "event", 0, (saltus_loc){0});
        saltus_coupled_port(inner, 1, "b", "event", 0, (saltus_loc){0});
        add_part(inner, "r", &relay, 0, NULL, 0, NULL, 0);
        wire(inner, NULL, "a", "r", NULL);
        wire(inner, "r", NULL, NULL, "b");
        add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
        saltus_coupled_nest(m, "i", inner, (saltus_loc){0});
        saltus_coupled_nest(m, "j", inner, (saltus_loc){0});
        wire(m, "clock", NULL, "i", NULL);
        wire(m, "i", NULL, "j", NULL);
        wire(m, "j", NULL, "i", NULL);
        CHECK_EQ_INT(log_run(m, (saltus_semantics)sem, 5, &x, 1), SALTUS_EZENO);
        CHECK(strstr(x.first, "i.r -> j.r -> i.r") || strstr(x.first, "j.r -> i.r -> j.r"));
        saltus_coupled_free(m);
        saltus_coupled_free(inner);
    }
}

/* ---- Size --------------------------------------------------------------------------------------------------- */

/* A second or two. What is quadratic would take hours: the test would not end. */
TEST(a_million_parts)
{
    enum { N = 1000000 };
    saltus_coupled *m = model("big");
    saltus_devs *run;
    char a[20], b[20] = "";
    for (int k = 0; k < N; k++, strcpy(b, a)) {
        snprintf(a, sizeof a, "p%d", k);
        if (k == 0)
            add_part(m, a, &tick, 0, "period", 1000, NULL, 0);
        else
            add_part(m, a, &relay, 0, NULL, 0, NULL, 0);
        if (k) wire(m, b, NULL, a, NULL);
    }
    CHECK(!saltus_devs_new(m, NULL, &run));
    CHECK_EQ_INT(saltus_devs_cells(run), N);
    CHECK_EQ_INT(saltus_devs_find(run, "p999999"), N - 1);
    CHECK(!saltus_devs_run(run, 1)); /* the event goes through all of them at one instant */
    CHECK_EQ_INT(saltus_devs_statistics(run).steps, N);
    CHECK(saltus_devs_statistics(run).bytes < (size_t)400 * N);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

/* Fifty thousand ports of one model: names are found through tables. */
TEST(many_ports)
{
    enum { N = 50000 };
    saltus_coupled *m = model("m"), *inner = model("inner");
    saltus_devs *run;
    char a[20], b[20];
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    saltus_coupled_nest(m, "i", inner, (saltus_loc){0});
    for (int k = 0; k < N; k++) {
        snprintf(a, sizeof a, "in%d", k);
        snprintf(b, sizeof b, "s%d", k);
        saltus_coupled_port(inner, 0, a, "event", 0, (saltus_loc){0});
        add_part(inner, b, &store, 0, NULL, 0, NULL, 0);
        wire(inner, NULL, a, b, NULL);
        wire(m, "clock", NULL, "i", a);
    }
    CHECK(!saltus_devs_new(m, NULL, &run));
    CHECK(!saltus_devs_run(run, 1));
    CHECK_EQ_INT(saltus_devs_statistics(run).external, N);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    saltus_coupled_free(inner);
}

TEST_MAIN()
