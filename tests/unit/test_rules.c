/* SPDX-License-Identifier: MIT */
/* test_rules.c - the quantum of a state: max(rel |x|, abs), as the options, the model and rules
 * say.
 *
 * With x' = 1 and qss1 the first step comes when x has moved by one quantum, so that its instant
 * is the quantum. */
#include "world.h"

enum { START = 8 };

struct pair {
    double rel, abs;
};

/* The instant of the first step of x[i]. */
static double quantum(const saltus_model *m, saltus_options o, int32_t i)
{
    double low = 0, high = 100;
    while (high - low > 1e-9 * high) {
        double middle = (low + high) / 2;
        saltus_sim *s;
        CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, middle), SALTUS_OK);
        *(saltus_sim_steps(s, i) > 0 ? &high : &low) = middle;
        saltus_sim_free(s);
    }
    return high;
}

static const struct world world = {
    .x = {{.name = "x", .size = {3}, .start = START}}, .f = one, .next = never};

static void is(saltus_options o, int32_t i, struct pair want)
{
    saltus_model m = world_model(&world);
    CHECK_CLOSE(quantum(&m, o, i), fmax(want.rel * START, want.abs), 1e-6);
}

static saltus_options plain(double rel, double abs)
{
    saltus_options o = with("qss1");
    o.rel = rel, o.abs = abs;
    return o;
}

TEST(quantum_is_the_larger_of_the_two)
{
    is(plain(0.01, 0.5), 0, (struct pair){0, 0.5});
    is(plain(0.1, 0.5), 0, (struct pair){0.1, 0});
    is(plain(0, 0.25), 0, (struct pair){0, 0.25});
    is(plain(0, 0), 0, (struct pair){1e-3, 0});
    is(plain(0.125, 0), 0, (struct pair){0.125, 0});
}

TEST(a_rule_leaves_what_it_does_not_say)
{
    static const struct {
        struct pair rule, want;
    } list[] = {
        {{0, 0}, {0.1, 0.5}},     /* nothing said */
        {{0.25, 0}, {0.25, 0.5}}, /* rel alone */
        {{0, 0.25}, {0, 0.25}},   /* purely absolute */
        {{0.0625, 0.25}, {0.0625, 0}},
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        saltus_rule r = {"x[2]", NULL, list[k].rule.rel, list[k].rule.abs};
        saltus_options o = plain(0.1, 0.5);
        o.rules = &r;
        o.n_rules = 1;
        is(o, 1, list[k].want);
        is(o, 0, (struct pair){0.1, 0.5});
    }
}

TEST(later_rules_win)
{
    static const saltus_rule r[] = {{"x[*]", NULL, 0, 0.25},
                                    {"x[2]", NULL, 0, 2},
                                    {"x[?]", NULL, 0, 0},
                                    {"x[3]", NULL, 0.5, 0}};
    saltus_options o = plain(0.1, 0.5);
    o.rules = r;
    o.n_rules = 4;
    is(o, 0, (struct pair){0, 0.25});
    is(o, 1, (struct pair){0, 2});
    is(o, 2, (struct pair){0.5, 0.25});
}

/* The model's suggestion stands where the options are silent. */
TEST(a_model_suggests)
{
    saltus_model m = world_model(&world);
    m.experiment = (saltus_experiment){.rel = 0.25, .abs = 0.5, .method = "qss1"};
    CHECK_CLOSE(quantum(&m, saltus_defaults(), 0), 2, 1e-6);
    CHECK_CLOSE(quantum(&m, plain(0.125, 0), 0), 1, 1e-6);
    m.experiment = (saltus_experiment){.abs = 0.5, .method = "qss1"};
    CHECK_CLOSE(quantum(&m, saltus_defaults(), 0), 0.5, 1e-6);
}

TEST_MAIN()
