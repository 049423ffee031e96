/* SPDX-License-Identifier: MIT */
/* prop_split.c - a run in pieces is the run in one, byte for byte; two runs are one, too.
 *
 * Everything that a run tells is hashed: each polynomial, each sample, the statistics, the final
 * values. Pieces end at random times, and exactly at instants at which something happened.     */
#include "models.h"
#include "saltus.h"
#include "testing.h"

enum { INSTANTS = 1000 };

struct run {
    uint64_t hash;
    double instant[INSTANTS]; /* some times at which the sink was called */
    uint64_t calls;
};

static void mix(uint64_t *h, const void *data, size_t n)
{
    const unsigned char *p = data;
    while (n--) *h = (*h ^ *p++) * 0x100000001b3u;
}

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct run *r = user;
    mix(&r->hash, &t, sizeof t);
    mix(&r->hash, &var, sizeof var);
    mix(&r->hash, poly, (size_t)(order + 1) * sizeof *poly);
    r->instant[r->calls++ % INSTANTS] = t;
    return 0;
}

static int sample(void *user, double t, const saltus_sim *s)
{
    struct run *r = user;
    double v = saltus_sim_value(s, 0, t), q = saltus_sim_quantized(s, 0, t);
    mix(&r->hash, &t, sizeof t);
    mix(&r->hash, &v, sizeof v);
    mix(&r->hash, &q, sizeof q);
    return 0;
}

static void silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* What is left in the run, but for the time it took. */
static void mix_end(struct run *r, const saltus_sim *s, double until)
{
    saltus_stats st = saltus_sim_stats(s);
    int32_t n = saltus_sim_count(s, SALTUS_STATE) + saltus_sim_count(s, SALTUS_DISCRETE);
    uint64_t count[] = {st.steps,     st.initial,         st.evaluations, st.guard_evaluations,
                        st.partials,  st.events,          st.clocks,      st.pair_steps,
                        st.refreshes, st.queue_operations};
    mix(&r->hash, count, sizeof count);
    for (int32_t i = 0; i < n; i++) {
        double v = saltus_sim_value(s, i, until);
        mix(&r->hash, &v, sizeof v);
    }
}

struct subject {
    const char *model;
    int32_t cells;
    const char *method;
    double until, quantum;
};
static const struct subject subjects[] = {
    {"buck", 0, "liqss2", 1e-3, 1e-3},     {"buck", 0, "bqss", 5e-4, 1e-1},
    {"inverters", 20, "liqss2", 25, 1e-2}, {"inverters", 5, "qss3", 15, 1e-3},
    {"bounce", 0, "qss2", 3, 1e-3},        {"bounce", 0, "liqss2", 3, 1e-4},
    {"cuk", 4, "mliqss2", 5e-4, 1e-3},     {"cuk", 2, "mliqss1", 1e-4, 1e-2},
    {"sine", 0, "qss4", 20, 1e-6},         {"tyson", 3, "mliqss2", 30, 1e-3},
    {"oscillator", 0, "cqss", 50, 1e-2},   {"stiff2", 0, "bqss", 500, 1e-1},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Runs to until in the given pieces, which are times in any order; those in the past are left
 * out. */
static void simulate(const struct subject *c, const double *piece, int pieces, struct run *r)
{
    saltus_model *m = models_make(c->model, c->cells);
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    r->hash = 0xcbf29ce484222325u;
    r->calls = 0;
    o.method = c->method;
    o.rel = o.abs = c->quantum;
    o.t0 = 0;
    o.sink = sink;
    o.sample = sample;
    o.interval = c->until / 64;
    o.diag = silent;
    o.user = r;
    o.max_events = 200000;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    for (int k = 0; k < pieces; k++)
        if (piece[k] >= saltus_sim_time(s) && piece[k] <= c->until)
            CHECK_EQ_INT(saltus_sim_run(s, piece[k]), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, c->until), SALTUS_OK);
    CHECK(saltus_sim_time(s) == c->until);
    mix_end(r, s, c->until);
    saltus_sim_free(s);
    models_free(m);
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

PROP(pieces_make_the_whole, 60)
{
    static struct run whole, again, split;
    const struct subject *c = &subjects[rng_int(g, 0, SUBJECTS - 1)];
    double piece[40];
    int pieces = rng_int(g, 1, 40);
    simulate(c, NULL, 0, &whole);
    simulate(c, NULL, 0, &again);
    if (whole.calls < 20) FAIL("%s %s: only %d calls", c->model, c->method, (int)whole.calls);
    for (int k = 0; k < pieces; k++) {
        int pick = rng_int(g, 0, (int)(whole.calls < INSTANTS ? whole.calls : INSTANTS) - 1);
        piece[k] = k % 2 ? whole.instant[pick] : rng_uniform(g, 0, c->until);
    }
    qsort(piece, (size_t)pieces, sizeof *piece, by_time);
    simulate(c, piece, pieces, &split);
    if (whole.hash != again.hash) FAIL("%s %s: two runs differ", c->model, c->method);
    if (whole.hash != split.hash || whole.calls != split.calls)
        FAIL("%s %s: %d pieces differ from the whole", c->model, c->method, pieces);
}

TEST_MAIN()
