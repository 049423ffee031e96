/* SPDX-License-Identifier: MIT */
/* test_traces.c - step by step against an independent program.
 *
 * tests/data/traces holds what a program written from the papers alone, with other data
 * structures and other root finders, did on small cases: a line "E time state x q [slopes of q]"
 * for each step, and the totals. Numbers have ten digits. Steps at one instant are compared in
 * any order: a pair is one step here and two there.
 *
 * Where a method needs A_ii, that program learns it from differences between steps and begins
 * with A = 0; Saltus has exact derivatives from the beginning. The first steps differ therefore,
 * and each test says what is compared. */
#include "models.h"
#include "saltus.h"
#include "testing.h"

enum { STATES = 3, STEPS = 20000, SLOPES = 3 };

struct step {
    double t, x, q[SLOPES];
    int32_t state;
    int used;
};

struct list {
    struct step step[STEPS];
    size_t n;
};

struct run {
    saltus_sim *sim;
    struct list *list;
    uint64_t seen[STATES];
    int order;
};

/* ---- Steps of a run -------------------------------------------------------------------------- */

/* Value and slopes of q at t; q is a polynomial of degree < order <= 3, so differences are exact
 * up to rounding. */
static void quantized(const struct run *r, int32_t i, double t, double *q)
{
    double h = 0.5, a = saltus_sim_quantized(r->sim, i, t - h), b, c;
    b = saltus_sim_quantized(r->sim, i, t);
    c = saltus_sim_quantized(r->sim, i, t + h);
    q[0] = b;
    q[1] = r->order > 1 ? (c - a) / (2 * h) : 0;
    q[2] = r->order > 2 ? (a - 2 * b + c) / (2 * h * h) : 0;
}

static void look(struct run *r, double t)
{
    for (int32_t i = 0; i < saltus_sim_count(r->sim, SALTUS_STATE); i++) {
        uint64_t steps = saltus_sim_steps(r->sim, i);
        struct step *s = &r->list->step[r->list->n];
        if (steps == r->seen[i] || r->list->n == STEPS) continue;
        r->seen[i] = steps;
        *s = (struct step){.t = t, .x = saltus_sim_value(r->sim, i, t), .state = i};
        quantized(r, i, t, s->q);
        r->list->n++;
    }
}

static int note(void *user, double t, int32_t var, const double *poly, int order)
{
    struct run *r = user;
    (void)var, (void)poly;
    r->order = order - 1;
    if (r->sim) look(r, t);
    return 0;
}

struct setting {
    const char *model, *method;
    double quantum, theta, until;
};

static void simulate(struct list *list, const struct setting *c)
{
    static const double d4[] = {0.01, 0.01, 5e-8};
    saltus_rule rules[STATES];
    saltus_options o = saltus_defaults();
    saltus_model *m = models_make(c->model, 0);
    struct run r = {.list = list};
    saltus_status st;
    CHECK(m != NULL);
    list->n = 0;
    o.method = c->method;
    o.rel = 0;
    o.abs = c->quantum;
    saltus_options_set_number(&o, "theta", c->theta);
    o.sink = note;
    o.user = &r;
    if (!strcmp(c->model, "d4")) { /* quantum: a factor */
        static const char *const name[] = {"x1", "x2", "x3"};
        for (int i = 0; i < STATES; i++)
            rules[i] = (saltus_rule){name[i], NULL, 0, d4[i] * c->quantum};
        o.rules = rules;
        o.n_rules = STATES;
    }
    st = saltus_sim_new(m, &o, &r.sim);
    if (st == SALTUS_OK) {
        look(&r, 0);
        st = saltus_sim_run(r.sim, c->until);
    }
    saltus_sim_free(r.sim);
    models_free(m);
    CHECK_EQ_INT(st, SALTUS_OK);
}

/* ---- Steps of a trace ------------------------------------------------------------------------ */

/* Returns the total number of steps in the last line; the trace itself may be shorter. */
static unsigned long long read_trace(struct list *list, const char *name)
{
    char path[500], line[300];
    unsigned long long total = 0;
    FILE *f;
    snprintf(path, sizeof path, TEST_DATA "/traces/%s.txt", name);
    f = fopen(path, "r");
    if (!f) FAIL("%s cannot be read", path);
    list->n = 0;
    while (fgets(line, sizeof line, f) && list->n < STEPS) {
        struct step s = {0};
        int state;
        if (sscanf(line, "steps %llu", &total) == 1) break;
        if (sscanf(line, "E %lf %d %lf %lf %lf %lf", &s.t, &state, &s.x, &s.q[0], &s.q[1],
                   &s.q[2]) < 4)
            continue;
        s.state = state - 1;
        list->step[list->n++] = s;
    }
    fclose(f);
    return total;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

struct tolerance {
    double time, value; /* relative; in quanta */
};
static const struct tolerance digits = {1e-9, 1e-8}; /* what ten digits can say */

/* Slopes are compared where values are compared closely. */
static int same(const struct step *a, const struct step *b, struct tolerance tol, double quantum)
{
    int slopes = tol.value < 1e-6 ? SLOPES : 1;
    if (a->state != b->state) return 0;
    if (fabs(a->t - b->t) > tol.time * fabs(b->t) + 1e-12) return 0;
    if (fabs(a->x - b->x) > tol.value * quantum + 1e-9 * fabs(b->x)) return 0;
    for (int k = 0; k < slopes; k++)
        if (fabs(a->q[k] - b->q[k]) > tol.value * quantum + 1e-9 * fabs(b->q[k])) return 0;
    return 1;
}

/* Is step k of the trace step j of ours, or one of its neighbours? */
static int find(struct list *ours, size_t j, const struct step *step, struct tolerance tol,
                double quantum)
{
    for (size_t i = j > 2 ? j - 2 : 0; i <= j + 2 && i < ours->n; i++) {
        if (ours->step[i].used || !same(&ours->step[i], step, tol, quantum)) continue;
        return ours->step[i].used = 1;
    }
    return 0;
}

/* How many steps of the trace, from number `from` on, ours takes too, from number `mine` on. */
static size_t agree(struct list *ours, size_t mine, const struct list *trace, size_t from,
                    struct tolerance tol, double quantum)
{
    size_t k = from;
    while (k < trace->n && find(ours, mine + k - from, &trace->step[k], tol, quantum)) k++;
    return k - from;
}

static struct list ours, trace;

/* Every step of the trace, and as many in total; `initial` counts messages at the start that are
 * no steps. */
static void compare(const char *name, struct setting c, unsigned initial)
{
    unsigned long long total = read_trace(&trace, name);
    double quantum = strcmp(c.model, "d4") ? c.quantum : 5e-8;
    CHECK(trace.n > 0);
    simulate(&ours, &c);
    CHECK_EQ_INT(agree(&ours, 0, &trace, 0, digits, quantum), trace.n);
    CHECK_EQ_INT(ours.n + initial, total);
}

/* ---- The same steps throughout --------------------------------------------------------------- */

TEST(qss1_on_stiff2)
{
    compare("qss1_eq4", (struct setting){"stiff2", "qss1", 1, 1, 20}, 0);
}
TEST(qss2_on_stiff2)
{
    compare("qss2_eq4", (struct setting){"stiff2", "qss2", 0.1, 1, 5}, 0);
}
TEST(qss3_on_stiff2)
{
    compare("qss3_eq4", (struct setting){"stiff2", "qss3", 0.1, 1, 5}, 0);
}
/* BQSS and CQSS count one message per state at the start, and one more for each that turns
 * there. */
TEST(bqss_on_stiff2)
{
    compare("bqss_eq4", (struct setting){"stiff2", "bqss", 1, 1, 1000}, 4);
}
TEST(cqss_on_stiff2)
{
    compare("cqss_eq4", (struct setting){"stiff2", "cqss", 1, 1, 500}, 4);
}
TEST(bqss_on_d4)
{
    compare("bqss_d4", (struct setting){"d4", "bqss", 1, 1, 500}, 4);
}
TEST(cqss_on_d4)
{
    compare("cqss_d4", (struct setting){"d4", "cqss", 1, 1, 500}, 4);
}
TEST(liqss1_on_stiff2)
{
    compare("liqss1_eq4", (struct setting){"stiff2", "liqss1", 1, 1, 500}, 0);
}
TEST(liqss1_on_appendix_a)
{
    compare("appA_liqss1", (struct setting){"appendix_a", "liqss1", 0.4, 1, 100}, 0);
}
TEST(liqss1_2018_on_pair)
{
    compare("table1_004", (struct setting){"pair", "liqss1-2018", 1, 1, 12}, 0);
}
TEST(mliqss1_on_pair)
{
    compare("mliqss1_eq5", (struct setting){"pair", "mliqss1", 1, 1, 100}, 0);
}

/* ---- The same steps after the start, or up to a decision ------------------------------------- */

/* The first step of x2 there is taken with A = 0 and lands at 23 instead of 21; x1 does not
 * notice, and after the second one all is equal. */
TEST(liqss1_2018_on_stiff2)
{
    struct setting c = {"stiff2", "liqss1-2018", 1, 1, 500};
    unsigned long long total = read_trace(&trace, "liqss1_004_eq4");
    simulate(&ours, &c);
    CHECK_EQ_INT(agree(&ours, 2, &trace, 2, digits, 1), 38);
    CHECK_EQ_INT(ours.n, total);
}

/* The last step is a pair. There it jumps to the equilibrium, 1.2 quanta away; here the pair
 * obeys theta = 1. */
TEST(mliqss1_on_stiff2)
{
    struct setting c = {"stiff2", "mliqss1", 1, 1, 500};
    unsigned long long total = read_trace(&trace, "mliqss1_eq4");
    simulate(&ours, &c);
    CHECK_EQ_INT(agree(&ours, 0, &trace, 0, digits, 1), 39);
    CHECK_EQ_INT(ours.n, total);
    CHECK_LE(fabs(ours.step[39].q[0] - ours.step[39].x), 1 + 1e-12);
    CHECK_LE(fabs(ours.step[40].q[0] - ours.step[40].x), 1 + 1e-12);
}

/* Both states make their first step at 0 here; there x2 waits until it has an A. From then on
 * the two runs take the same steps, displaced by what x2 did in the first 20 ms. */
TEST(liqss2_2013_on_stiff2)
{
    struct setting c = {"stiff2", "liqss2-2013", 0.1, 1, 500};
    unsigned long long total = read_trace(&trace, "liqss2_eq4");
    simulate(&ours, &c);
    CHECK_EQ_INT(ours.n, total); /* 38; printed in the paper: 40 */
    CHECK_EQ_INT(agree(&ours, 6, &trace, 6, (struct tolerance){1e-5, 0.3}, 0.1), total - 6);
}

TEST(liqss3_on_stiff2)
{
    struct setting c = {"stiff2", "liqss3", 0.1, 1, 500};
    unsigned long long total = read_trace(&trace, "liqss3_eq4");
    simulate(&ours, &c);
    CHECK_EQ_INT(ours.n, total + 2); /* two more during the start */
    CHECK_EQ_INT(agree(&ours, 6, &trace, 4, (struct tolerance){5e-5, 0.1}, 0.1), total - 4);
}

/* A = 0 in the first step of x2 there, and one step more to repair that. */
TEST(liqss2_on_stiff2)
{
    struct setting c = {"stiff2", "liqss2", 0.1, 1.9, 500};
    unsigned long long total = read_trace(&trace, "liqss2_004_eq4");
    simulate(&ours, &c);
    CHECK_EQ_INT(ours.n, total - 1);
    CHECK_EQ_INT(agree(&ours, 1, &trace, 2, (struct tolerance){3e-4, 0.01}, 0.1), total - 2);
}

/* The first pair is the same to the last digit. It is chosen so that both states touch their q
 * at t = 14.777. Whether they do is a matter of rounding: the vertex of x - q lies at 1e-9
 * quanta. There, both step again; here x2 does, and x1 goes on to the edge of its band. 25 steps
 * instead of 29, within the same bound. */
TEST(mliqss2_on_stiff2)
{
    struct setting c = {"stiff2", "mliqss2", 0.1, 1.9, 500};
    unsigned long long total = read_trace(&trace, "mliqss2_eq4");
    simulate(&ours, &c);
    CHECK_EQ_INT(agree(&ours, 0, &trace, 0, digits, 0.1), 2);
    CHECK(ours.n <= total);
}

TEST_MAIN()
