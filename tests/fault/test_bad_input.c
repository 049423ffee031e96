/* SPDX-License-Identifier: MIT */
/* test_bad_input.c - options outside their range and models with errors are refused, and the
 * message says which. */
#include "saltus.h"
#include "saltus_jet.h"

#include "heard.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return jet_neg(jet_state(e, i));
}
SALTUS_AFFINE_FUNCTION(f)

static const saltus_variable states[] = {
    {.name = "x", .start = 1}, {.name = "u", .size = {3}, .start = 2}, {.name = NULL}};
static const saltus_variable parameters[] = {{.name = "rate", .start = 1}, {.name = NULL}};
static const saltus_model good = {.abi = SALTUS_ABI,
                                  .name = "good",
                                  .states = states,
                                  .parameters = parameters,
                                  .der = SALTUS_AFFINE_FUNCTION_OF(f)};

static int sample(void *user, double t, const saltus_sim *s)
{
    return (void)user, (void)t, (void)s, 0;
}

/* The call fails with this status, once said, and the message is about var. */
static struct heard refused(const saltus_model *m, saltus_options o, saltus_status st,
                            const char *var)
{
    struct heard h = {0};
    saltus_sim *s = (saltus_sim *)&h;
    saltus_status is;
    o.diag = hear;
    o.user = &h;
    is = saltus_sim_new(m, &o, &s);
    if (is != st || s) FAIL("%s: %s", var, saltus_status_name(is));
    if (h.count != 1 || h.status != st || !h.text[0] || !isnan(h.t) || strcmp(h.var, var) != 0)
        FAIL("%s: %d messages, '%s': '%s'", var, h.count, h.var, h.text);
    return h;
}

TEST(the_model_itself_runs)
{
    saltus_sim *s;
    CHECK_EQ_INT(saltus_sim_new(&good, NULL, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
    saltus_sim_free(s);
    saltus_sim_free(NULL);
}

TEST(null)
{
    saltus_sim *s = (saltus_sim *)&good;
    CHECK_EQ_INT(saltus_sim_new(NULL, NULL, &s), SALTUS_EARG);
    CHECK(!s);
    CHECK_EQ_INT(saltus_sim_new(&good, NULL, NULL), SALTUS_EARG);
    CHECK_EQ_INT(saltus_sim_run(NULL, 1), SALTUS_EARG);
    saltus_sim_stop(NULL);
}

/* ---- Options --------------------------------------------------------------------------------- */

static void refuse_option(size_t offset, double value, const char *var)
{
    saltus_options o = saltus_defaults();
    o.sample = sample;
    o.interval = 1;
    memcpy((char *)&o + offset, &value, sizeof value);
    refused(&good, o, SALTUS_EARG, var);
}

TEST(numbers_outside_their_range)
{
    static const double never[] = {-1, INFINITY, -INFINITY, NAN};
    for (size_t k = 0; k < 4; k++) {
        refuse_option(offsetof(saltus_options, abs), never[k], "abs");
        refuse_option(offsetof(saltus_options, rel), never[k], "rel");
        refuse_option(offsetof(saltus_options, interval), never[k], "interval");
        if (k) refuse_option(offsetof(saltus_options, t0), never[k], "start");
    }
    refuse_option(offsetof(saltus_options, interval), 0, "interval");
}

static int told;
static void count_messages(void *user, const saltus_diag *d)
{
    (void)user;
    told += d->status == SALTUS_EARG && d->text && d->var;
}

/* Of every row of the table: what is no value is refused, with a message. */
TEST(values_by_name)
{
    saltus_options o = saltus_defaults();
    static const char *const pairs[][2] = {
        {"theta", "0"},      {"theta", "2"},      {"theta", "nan"},  {"band", "0"},
        {"band", "inf"},     {"refresh", "0"},    {"gamma", "1"},    {"gamma", "-0.1"},
        {"max_step", "0"},   {"max_order", "-1"}, {"tol", "1e-3,0"}, {"tol", "-1"},
        {"detector", "eye"}, {"contact", "2"},    {"start", "inf"},  {"max_order", "1.5"},
        {"thets", "1"},      {"method", ""}};
    o.diag = count_messages;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        told = 0;
        if (saltus_options_set(&o, pairs[k][0], pairs[k][1]) != SALTUS_EARG || told != 1)
            FAIL("%s = '%s' was taken, or nothing was said", pairs[k][0], pairs[k][1]);
    }
    for (size_t k = 0; saltus_option(k); k++) {
        const saltus_option_info *i = saltus_option(k);
        CHECK(i->name && i->argument && i->otherwise && i->text);
        CHECK(i->type != SALTUS_OPTION_CHOICE || i->choices);
        told = 0;
        CHECK_EQ_INT(saltus_options_set(&o, i->name, ""), SALTUS_EARG);
        CHECK_EQ_INT(told, 1);
    }
    CHECK(o.given == 0);
}

TEST(the_band_lies_above_theta)
{
    saltus_options o = saltus_defaults();
    CHECK_EQ_INT(saltus_options_set(&o, "theta", "1.95"), SALTUS_OK);
    CHECK_EQ_INT(saltus_options_set_number(&o, "band", 1.9), SALTUS_OK);
    refused(&good, o, SALTUS_EARG, "band");
}

/* A program that was compiled against a shorter struct, or a longer one. */
TEST(options_of_another_size)
{
    struct {
        saltus_options o;
        double more;
    } longer = {saltus_defaults(), 0};
    size_t size = offsetof(saltus_options, sink);
    saltus_options *shorter = malloc(size), o = saltus_defaults();
    saltus_sim *s;
    o.struct_size = size;
    o.method = "qss2";
    memcpy(shorter, &o, size);
    CHECK_EQ_INT(saltus_sim_new(&good, shorter, &s), SALTUS_OK);
    saltus_sim_free(s);
    CHECK_EQ_INT(saltus_options_set(shorter, "theta", "1"), SALTUS_EARG);
    free(shorter);
    longer.o.struct_size = sizeof longer;
    CHECK_EQ_INT(saltus_sim_new(&good, &longer.o, &s), SALTUS_OK);
    saltus_sim_free(s);
    longer.more = 1;
    CHECK_EQ_INT(saltus_sim_new(&good, &longer.o, &s), SALTUS_EARG);
    CHECK(!s);
    o.struct_size = 0;
    CHECK_EQ_INT(saltus_sim_new(&good, &o, &s), SALTUS_EARG);
}

TEST(quantum_of_a_rule)
{
    static const double bad[] = {INFINITY, NAN, -1};
    for (int k = 0; k < 6; k++) {
        saltus_rule r = {.pattern = "u[2]", .abs = 1};
        saltus_options o = saltus_defaults();
        *(k < 3 ? &r.rel : &r.abs) = bad[k % 3];
        o.rules = &r;
        o.n_rules = 1;
        refused(&good, o, SALTUS_EARG, "u[2]");
    }
}

TEST(unknown_method)
{
    static const char *const pairs[][2] = {
        {"lqiss2", "'liqss2'"}, {"qss5", "'qss"}, {"mliqs2", "'mliqss2'"}};
    saltus_options o = saltus_defaults();
    saltus_rule r = {.pattern = "x", .method = "liqs3"};
    struct heard h;
    for (size_t k = 0; k < 3; k++) {
        o.method = pairs[k][0];
        h = refused(&good, o, SALTUS_EARG, pairs[k][0]);
        if (!strstr(h.hint, pairs[k][1])) FAIL("%s: '%s'", o.method, h.hint);
    }
    o.method = "runge-kutta";
    h = refused(&good, o, SALTUS_EARG, "runge-kutta");
    CHECK(!h.hint[0]);
    o = saltus_defaults();
    o.rules = &r;
    o.n_rules = 1;
    h = refused(&good, o, SALTUS_EARG, "liqs3");
    CHECK(strstr(h.hint, "'liqss3'"));
}

TEST(pattern_that_matches_nothing)
{
    saltus_rule r[] = {{"u*", NULL, 1e-2, 0}, {"v[*]", "qss2", 0, 0}};
    saltus_options o = saltus_defaults();
    o.rules = r;
    o.n_rules = 2;
    refused(&good, o, SALTUS_EARG, "v[*]");
    r[1].pattern = NULL;
    refused(&good, o, SALTUS_EARG, "");
}

TEST(unknown_name_in_sets)
{
    static const char *const names[] = {"rat", "v", "u[0]", "u[4]", "", "x[1]"};
    saltus_set set = {.value = 1};
    saltus_options o = saltus_defaults();
    o.sets = &set;
    o.n_sets = 1;
    for (size_t k = 0; k < 6; k++) {
        set.name = names[k];
        refused(&good, o, SALTUS_EARG, names[k]);
    }
}

TEST(final_time_before_the_present)
{
    struct heard h;
    saltus_options o = heard_options(&h, NULL);
    saltus_sim *s;
    o.t0 = 5;
    CHECK_EQ_INT(saltus_sim_new(&good, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 4), SALTUS_EARG);
    CHECK(h.count == 1 && strcmp(h.var, "until") == 0 && h.text[0] && h.t == 5);
    CHECK_EQ_INT(saltus_sim_run(s, NAN), SALTUS_EARG);
    CHECK_EQ_INT(saltus_sim_run(s, 5), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 6), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 5.5), SALTUS_EARG);
    CHECK(saltus_sim_time(s) == 6);
    saltus_sim_free(s);
}

/* ---- Models ---------------------------------------------------------------------------------- */

TEST(other_abi)
{
    saltus_model m = good;
    m.abi = SALTUS_ABI + 1;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
    m.abi = 0;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
    m.abi = SALTUS_ABI + ((uint64_t)1 << 32); /* a newer minor version */
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
    m.abi = SALTUS_ABI + ((uint64_t)1 << 48);
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
}

TEST(empty_model)
{
    static const saltus_variable none[] = {{.name = NULL}};
    saltus_model m = good;
    m.states = none;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
    m.states = NULL;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
}

TEST(missing_functions)
{
    static const saltus_guard one[] = {{.name = "one"}, {.name = NULL}};
    static const saltus_variable output[] = {{.name = "y"}, {.name = NULL}};
    saltus_model m = good;
    m.der.eval = NULL;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
    m = good, m.guards = one;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
    m = good, m.clocks = one;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
    m = good, m.outputs = output;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
}

TEST(sizes)
{
    static const int32_t bad[][SALTUS_RANK] = {
        {-1, 0, 0}, {2, -3, 0}, {65536, 65536, 0}, {INT32_MAX, 0, 0}, {2000, 2000, 2000}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        saltus_variable v[] = {{.name = "x"}, {.name = "big"}, {.name = NULL}};
        saltus_guard guards[] = {{.name = "many"}, {.name = NULL}};
        saltus_model m = good;
        memcpy(v[1].size, bad[k], sizeof bad[k]);
        memcpy(guards[0].size, bad[k], sizeof bad[k]);
        m.states = v;
        refused(&m, saltus_defaults(), SALTUS_EMODEL, "big");
        m = good, m.parameters = v;
        refused(&m, saltus_defaults(), SALTUS_EMODEL, "big");
        m = good, m.guards = guards, m.guard = m.der;
        refused(&m, saltus_defaults(), SALTUS_EMODEL, "many");
    }
}

static void reads_beyond(const saltus_env *e, int32_t i, saltus_reads *r)
{
    (void)e;
    r->add(r, SALTUS_STATE, i == 2 ? 4 : i);
}

TEST(reads_of_what_is_not_there)
{
    saltus_model m = good;
    m.der.reads = reads_beyond;
    refused(&m, saltus_defaults(), SALTUS_EMODEL, "good");
}

static double tick(const saltus_env *e, int32_t k)
{
    return (void)k, floor(e->t) + 1;
}
static void write_beyond(saltus_event *ev)
{
    if (ev->env->t == 2) saltus_event_assign(ev, 0, 1);
    if (ev->env->t == 3) saltus_event_reinit(ev, 4, 1);
}

TEST(writes_to_what_is_not_there)
{
    static const saltus_variable d[] = {{.name = "d"}, {.name = NULL}};
    static const saltus_guard clocks[] = {{.name = "tick"}, {.name = NULL}};
    for (int with = 0; with < 2; with++) {
        struct heard h;
        saltus_options o = heard_options(&h, NULL);
        saltus_model m = good;
        saltus_sim *s;
        m.clocks = clocks, m.next = tick, m.handle = write_beyond;
        if (with) m.discretes = d;
        CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_EMODEL);
        CHECK(h.count == 1 && h.t == 2 + with && strcmp(h.var, "tick") == 0);
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_EMODEL);
        CHECK_EQ_INT(h.count, 1);
        saltus_sim_free(s);
    }
}

/* No states: a model of clocks alone, with any method named. */
TEST(clocks_alone)
{
    static const saltus_guard clocks[] = {{.name = "tick"}, {.name = NULL}};
    saltus_model m = {.abi = SALTUS_ABI, .clocks = clocks, .next = tick};
    saltus_sim *s;
    CHECK_EQ_INT(saltus_sim_new(&m, NULL, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_stats(s).clocks, 10);
    CHECK(isnan(saltus_sim_value(s, 0, 10)) && saltus_sim_find(s, "x") == -1);
    saltus_sim_free(s);
}

TEST_MAIN()
