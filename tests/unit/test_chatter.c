/* SPDX-License-Identifier: MIT */
/* test_chatter.c - a guard along which the model slides is named, once; one that is merely busy is not. */
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

static char heard[500];
static int times;

static void hear(void *user, const saltus_diag *d)
{
    (void)user;
    if (!strstr(d->text, "chatters")) return;
    snprintf(heard, sizeof heard, "%s: %s", d->var, d->text);
    times++;
}

static saltus_status run(const char *text, const char *method, double until, uint64_t most)
{
    saltus_options o = saltus_defaults();
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    saltus_compiled *c;
    saltus_sim *s;
    saltus_status st;
    times = 0;
    o.method = method;
    o.rel = 0;
    o.abs = 1e-4;
    o.diag = hear;
    o.max_events = most;
    CHECK_EQ_INT(saltus_compile_text("m.mo", text, strlen(text), &co, &c), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
    st = saltus_sim_run(s, until);
    saltus_sim_free(s);
    saltus_compiled_free(c);
    return st;
}

static const char *const methods[] = {"qss1",   "qss2",    "qss3",   "liqss1",
                                      "liqss2", "mliqss2", "liqss3", "bqss"};

TEST(a_relay_slides)
{
    static const char relay[] = "model M Real x(start=1); Boolean up(start=false); equation\n"
                                "der(x) = if up then 2 else -1; up = x < 0; end M;";
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        CHECK_EQ_INT(run(relay, methods[k], 3, 0), SALTUS_OK);
        CHECK_EQ_INT(times, 1);
        CHECK(strstr(heard, "x < 0: this guard chatters: 1024 events since t = 1."));
    }
}

/* As many events, but z goes all the way to 1 between them. */
TEST(an_oscillator_does_not)
{
    static const char swing[] =
        "model M Real x(start=1), v; discrete Integer n(start=0); equation\n"
        "der(x) = 100*v; der(v) = -100*x;\n"
        "when x > 0 then n = pre(n) + 1; end when; end M;";
    CHECK_EQ_INT(run(swing, "qss3", 100, 0), SALTUS_OK);
    CHECK_EQ_INT(times, 0);
}

TEST_MAIN()
