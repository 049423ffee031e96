/* SPDX-License-Identifier: MIT */
/* test_many.c - brief runs in one call are what they are alone, and those that have something to
 * say are marked. */
#include "testing.h"

#include "saltus.h"
#include "saltus_compile.h"

static const char text[] = "model m\n"
                           "  parameter Real a = 1;\n"
                           "  Real x(start = 1, fixed = true);\n"
                           "equation\n"
                           "  der(x) = a*x*x;\n"
                           "  assert(x < 5, \"large\", AssertionLevel.warning);\n"
                           "end m;\n";
static const double values[] = {-1, 0.1, 0.45, 1, -2}; /* 3: 10 at the end; 4: no end */

TEST(same_as_alone)
{
    saltus_compiled *c;
    saltus_compile_options co = saltus_compile_defaults();
    saltus_options o = saltus_defaults();
    saltus_set set = {"a", 0};
    int32_t x = 0;
    double out[5];
    unsigned char plain[5];
    co.backend = SALTUS_INTERPRETED;
    CHECK_EQ_INT(saltus_compile_text("m", text, sizeof text - 1, &co, &c), SALTUS_OK);
    o.sets = &set;
    o.n_sets = 1;
    CHECK_EQ_INT(saltus_sim_many(saltus_compiled_model(c), &o, 2, values, 5, &x, 1, out, plain),
                 SALTUS_OK);
    for (int k = 0; k < 5; k++) {
        saltus_sim *s;
        set.value = values[k];
        CHECK_EQ_INT(plain[k], k != 2 && k != 3);
        if (!plain[k]) continue;
        CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 2), SALTUS_OK);
        CHECK_CLOSE(out[k], saltus_sim_value(s, 0, 2), 1e-15);
        saltus_sim_free(s);
    }
    CHECK_CLOSE(out[0], 1.0 / 3, 1e-2);
    set.name = "nothing";
    CHECK_EQ_INT(saltus_sim_many(saltus_compiled_model(c), &o, 2, values, 1, &x, 1, out, plain),
                 SALTUS_OK);
    CHECK(!plain[0] && isnan(out[0]));
    saltus_compiled_free(c);
}

TEST_MAIN()
