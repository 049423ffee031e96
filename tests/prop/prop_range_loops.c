/* SPDX-License-Identifier: MIT */
/* prop_range_loops.c - ranges through loops of linear equations: random systems whose matrices have
 * numbers, parameters and discretes in them, or states. */
#include "ranges.h"

struct text {
    char at[32768];
    size_t n;
};

static void say(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->n += (size_t)vsnprintf(t->at + t->n, sizeof t->at - t->n, format, args);
    va_end(args);
    if (t->n >= sizeof t->at) FAIL("the text is too long");
}

static void coefficient(struct text *t, struct rng *g, int moving)
{
    switch (rng_int(g, 0, moving ? 3 : 2)) {
    case 0: say(t, "%.3g", rng_uniform(g, 0.1, 2)); break;
    case 1: say(t, "p%d", rng_int(g, 1, 2)); break;
    case 2: say(t, "(if on then 1.5 else p2)"); break;
    default: say(t, "(3 + sin(x%d))", rng_int(g, 1, 2)); break;
    }
}

/* n unknowns; the diagonal is large. */
static void model(struct text *t, struct rng *g, int n, int moving)
{
    t->n = 0;
    say(t, "model loops\n  parameter Real p1 = 0.7, p2 = 1.9;\n  Real x1(start = 1), x2, y[%d];\n",
        n);
    say(t, "  Boolean on(start = false);\n  Real w;\nequation\n");
    for (int i = 1; i <= n; i++) {
        say(t, "  %d*y[%d]", n + 2, i);
        for (int j = 1; j <= n; j++) {
            if (j == i || rng_int(g, 0, n) > 3) continue;
            say(t, " %s ", rng_int(g, 0, 1) ? "+" : "-");
            coefficient(t, g, moving);
            say(t, "*y[%d]", j);
        }
        say(t, " = %s;\n",
            (const char *[]){"x1", "x2*x1", "sin(time) - x2", "p1", "0"}[rng_int(g, 0, 4)]);
    }
    say(t, "  w = y[1]*y[%d];\n  der(x1) = w - x1;\n  der(x2) = y[%d];\n", n, n);
    say(t, "algorithm when time > 1 then on := true; end when;\nend loops;\n");
}

static void ignore(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static long samples, bounded, refused, looped;

static void check(struct rng *g, int n, int moving)
{
    static struct text t;
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    struct ranges r;
    model(&t, g, n, moving);
    o.backend = SALTUS_INTERPRETED;
    o.diag = ignore;
    if (saltus_compile_text("loops.mo", t.at, t.n, &o, &c) != SALTUS_OK)
        FAIL("the model does not compile:\n%s", t.at);
    ranges_open(&r, saltus_compiled_model(c));
    CHECK(ranges_begin(&r));
    looped += r.m->loops != NULL;
    for (int k = 0; k < 12; k++) {
        ranges_box(&r, g, 1, r.start, k % 2 ? 0.3 : 1e-4);
        for (int d = 0; d < r.n_d; d++) r.d[d] = k % 4 < 2;
        for (int i = 0; i < n + 1; i++) refused += !ranges_check(&r, g, SALTUS_OUTPUT, i, 8, 1e-9);
        for (int i = 0; i < 2; i++) refused += !ranges_check(&r, g, SALTUS_STATE, i, 8, 1e-9);
    }
    samples += r.samples;
    bounded += r.bounded;
    ranges_close(&r);
    saltus_compiled_free(c);
}

PROP(matrices_that_stand_still, 40)
{
    check(g, rng_int(g, 4, 24), 0);
}

PROP(matrices_that_move, 40)
{
    check(g, rng_int(g, 4, 12), 1);
}

TEST(most_are_bounded)
{
    printf("# %ld samples, %ld bounded coefficients, %ld opaque, %ld with loops\n", samples,
           bounded, refused, looped);
    if (!getenv("SALTUS_CASE")) CHECK(samples > 50000 && refused == 0 && looped > 10);
}
TEST_MAIN()
