/* SPDX-License-Identifier: MIT */
/* Options of a run: what is unset comes from the model, then from the defaults. */
#include "testing.h"
#include "run/options.h"
#include <math.h>

static const saltus_experiment wish = {.start = 2, .rel = 1e-5, .abs = 1e-2, .method = "qss3"};
static const saltus_experiment none;

static saltus_options complete(double rel, double abs, const saltus_experiment *e)
{
    saltus_options o = saltus_defaults();
    o.rel = rel, o.abs = abs;
    options_complete(&o, e);
    return o;
}

TEST(tolerances_come_from_the_model)
{
    saltus_options o = complete(0, 0, &wish);
    CHECK(o.rel == 1e-5 && o.abs == 1e-2);
    o = complete(1e-4, 0, &wish);
    CHECK(o.rel == 1e-4 && o.abs == 1e-2);
    o = complete(0, 1e-6, &wish);
    CHECK(o.rel == 0 && o.abs == 1e-6);
}

TEST(without_a_model_abs_follows_rel)
{
    saltus_options o = complete(0, 0, &none);
    CHECK(o.rel == SALTUS_REL && o.abs == SALTUS_ABS_PER_REL * SALTUS_REL);
    o = complete(1e-4, 0, &none);
    CHECK(o.abs == SALTUS_ABS_PER_REL * 1e-4);
}

TEST(a_start_of_zero_is_set_by_name)
{
    saltus_options o = complete(0, 0, &wish);
    CHECK(o.t0 == 2);
    o = saltus_defaults();
    CHECK(saltus_options_set(&o, "start", "0") == SALTUS_OK);
    options_complete(&o, &wish);
    CHECK(o.t0 == 0);
}

TEST(values_outside_their_range_are_refused)
{
    saltus_options o = saltus_defaults();
    CHECK(saltus_options_set(&o, "theta", "3") == SALTUS_EARG);
    CHECK(saltus_options_set(&o, "theta", "1.5 ") == SALTUS_EARG);
    CHECK(saltus_options_set(&o, "no such option", "1") == SALTUS_EARG);
    CHECK(saltus_options_set_number(&o, "theta", NAN) == SALTUS_EARG);
    CHECK(saltus_options_set_number(&o, "theta", 1.5) == SALTUS_OK);
}

TEST_MAIN()
