/* SPDX-License-Identifier: MIT */
/* test_explain.c - patterns of who reads whom, the state graph, and what became of equations. */
#include "cli/explain/components.h"
#include "cli/explain/pattern.h"
#include "saltus_compile.h"
#include "testing.h"

static void same(const char *a, const char *b)
{
    if (strcmp(a, b) != 0) FAIL("got:\n%sinstead of:\n%s", a, b);
}

static saltus_compiled *compile(const char *text)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    saltus_compiled *c;
    CHECK_EQ_INT(saltus_compile_text("test.mo", text, strlen(text), &o, &c), SALTUS_OK);
    return c;
}

/* ---- Patterns -------------------------------------------------------------------------------- */

/* Readers and what they read: lines "x[i], i in 2:9 <- x[i - 1], u". */
struct fake {
    void (*ask)(int32_t i, saltus_reads *r);
};

static void ask_fake(void *user, int32_t i, saltus_reads *r)
{
    const struct fake *f = user;
    f->ask(i, r);
}

static void describe(const saltus_model *m, int32_t decl, void (*ask)(int32_t, saltus_reads *),
                     char *out, size_t size)
{
    struct decls d = decls_of(m);
    struct fake f = {ask};
    struct patterns ps = patterns_of(&d, decl, ask_fake, &f);
    size_t n = 0;
    char text[200];
    out[0] = 0;
    for (int32_t k = 0; k < ps.n; k++) {
        pattern_reader(&d, &ps, &ps.at[k], text, sizeof text);
        n += (size_t)snprintf(out + n, size - n, "%s <-", text);
        for (int s = 0; s < ps.at[k].n; s++) {
            pattern_slot(&d, &ps, &ps.at[k], &ps.at[k].slot[s], text, sizeof text);
            n += (size_t)snprintf(out + n, size - n, "%s %s", s ? "," : "", text);
        }
        n += (size_t)snprintf(out + n, size - n, "%s\n", ps.at[k].time ? " time" : "");
    }
    if (ps.rest) snprintf(out + n, size - n, "rest %d, %d..%d\n", ps.rest, ps.least, ps.most);
    patterns_free(&ps);
    decls_free(&d);
}

static const saltus_variable line_states[] = {
    {.name = "x", .size = {100}}, {.name = "u"}, {.name = "y", .size = {200}}, {0}};
static const saltus_model line = {.name = "line", .states = line_states};

static void chain(int32_t i, saltus_reads *r)
{
    if (i > 0) r->add(r, SALTUS_STATE, i - 1);
    r->add(r, SALTUS_STATE, i);
    r->add(r, SALTUS_STATE, i); /* twice is once */
    r->add(r, SALTUS_STATE, 100);
    if (i == 99) r->add(r, SALTUS_TIME, 0);
}
static void everybody(int32_t i, saltus_reads *r)
{
    (void)i;
    for (int32_t j = 99; j >= 0; j--) r->add(r, SALTUS_STATE, j);
}
static void every_other(int32_t i, saltus_reads *r)
{
    r->add(r, SALTUS_STATE, 101 + 2 * i);
}
static void mirror(int32_t i, saltus_reads *r)
{
    r->add(r, SALTUS_STATE, 99 - i);
}
static void parity(int32_t i, saltus_reads *r)
{
    r->add(r, SALTUS_STATE, i % 2 ? i : 100);
}
static void scatter(int32_t i, saltus_reads *r)
{
    for (int32_t k = 0; k < 30; k++) r->add(r, SALTUS_STATE, (i * 7 + k * 3) % 100);
}
static void mess(int32_t i, saltus_reads *r)
{
    for (int32_t k = 0; k <= i % 20; k++) r->add(r, SALTUS_STATE, (i * i * 13 + k * k * 29) % 100);
}

TEST(patterns_of_a_line)
{
    char out[4000];
    describe(&line, 0, chain, out, sizeof out);
    same(out, "x[1] <- x[1], u\n"
              "x[i], i in 2:99 <- x[i - 1], x[i], u\n"
              "x[100] <- x[99], x[100], u time\n");
    describe(&line, 0, everybody, out, sizeof out);
    same(out, "x[i] <- all of x\n");
    describe(&line, 0, every_other, out, sizeof out);
    same(out, "x[i] <- y[2*i - 1]\n");
    describe(&line, 0, mirror, out, sizeof out);
    same(out, "x[i] <- x[101 - i]\n");
    describe(&line, 0, parity, out, sizeof out);
    same(out, "x[i], 50 of 100 <- u\nx[i], 50 of 100 <- x[i]\n");
    describe(&line, 0, scatter, out, sizeof out);
    same(out, "x[i] <- 30 of the 100 x\n");
    describe(&line, 1, everybody, out, sizeof out);
    same(out, "u <- all of x\n");
}

/* Whatever is read, every element is in one pattern, or counted. */
TEST(patterns_lose_nobody)
{
    struct decls d = decls_of(&line);
    struct fake f = {mess};
    struct patterns ps = patterns_of(&d, 0, ask_fake, &f);
    int32_t all = ps.rest;
    for (int32_t k = 0; k < ps.n; k++) all += ps.at[k].count;
    CHECK_EQ_INT(all, 100);
    CHECK(ps.rest > 0 && ps.least >= 1 && ps.most <= 20);
    patterns_free(&ps);
    decls_free(&d);
}

static const saltus_variable grid_states[] = {{.name = "T", .size = {9, 7}}, {0}};
static const saltus_model grid = {.name = "grid", .states = grid_states};

static void five_points(int32_t k, saltus_reads *r)
{
    int32_t i = k / 7, j = k % 7;
    r->add(r, SALTUS_STATE, k);
    if (i > 0) r->add(r, SALTUS_STATE, k - 7);
    if (i < 8) r->add(r, SALTUS_STATE, k + 7);
    if (j > 0) r->add(r, SALTUS_STATE, k - 1);
    if (j < 6) r->add(r, SALTUS_STATE, k + 1);
}

TEST(patterns_of_a_grid)
{
    char out[4000];
    describe(&grid, 0, five_points, out, sizeof out);
    same(out, "T[1,1] <- T[1,1], T[1,2], T[2,1]\n"
              "T[i,j], 5 of 63 <- T[i,j - 1], T[i,j], T[i,j + 1], T[i + 1,j]\n"
              "T[1,7] <- T[1,6], T[1,7], T[2,7]\n"
              "T[i,j], 7 of 63 <- T[i - 1,j], T[i,j], T[i,j + 1], T[i + 1,j]\n"
              "T[i,j], 35 of 63 <- T[i - 1,j], T[i,j - 1], T[i,j], T[i,j + 1], T[i + 1,j]\n"
              "T[i,j], 7 of 63 <- T[i - 1,j], T[i,j - 1], T[i,j], T[i + 1,j]\n"
              "T[9,1] <- T[8,1], T[9,1], T[9,2]\n"
              "T[i,j], 5 of 63 <- T[i - 1,j], T[i,j - 1], T[i,j], T[i,j + 1]\n"
              "T[9,7] <- T[8,7], T[9,6], T[9,7]\n");
}

/* ---- The state graph ------------------------------------------------------------------------- */

static struct components components_of(const char *text)
{
    saltus_compiled *c = compile(text);
    saltus_options o = saltus_defaults();
    struct components out;
    saltus_sim *s;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
    CHECK_EQ_INT(components_find(s, &out), 0);
    saltus_sim_free(s);
    saltus_compiled_free(c);
    return out;
}

TEST(components)
{
    struct components c = components_of(
        "model a\n  Real x, y, z[5], w;\nequation\n  der(x) = -y;\n  der(y) = x;\n"
        "  for i in 1:5 loop der(z[i]) = x - z[i]; end for;\n  der(w) = sum(z);\nend a;\n");
    CHECK_EQ_INT(c.count, 7);
    CHECK_EQ_INT(c.biggest, 2);
    CHECK_EQ_INT(c.fan_in, 5);
    CHECK_EQ_INT(c.fan_in_of, 7);
    CHECK_EQ_INT(c.fan_out, 6);
    CHECK_EQ_INT(c.fan_out_of, 0);
    CHECK_EQ_INT(c.reads, 1 + 1 + 10 + 5);
}

/* All through one sum: one component, and work in proportion to n. */
TEST(components_through_sums)
{
    struct components c =
        components_of("model a\n  Real x[3000];\n  Real S = sum(x);\nequation\n"
                      "  for i in 1:3000 loop der(x[i]) = S - i*x[i]; end for;\nend a;\n");
    CHECK_EQ_INT(c.count, 1);
    CHECK_EQ_INT(c.biggest, 3000);
    CHECK_EQ_INT(c.fan_in, 2);
    CHECK_EQ_INT(c.reads, 6000);
}

/* ---- What became of equations ----------------------------------------------------------------- */

static const saltus_solution *solution(saltus_compiled *c, const char *unknown)
{
    const saltus_solution *s;
    for (size_t k = 0; (s = saltus_compiled_solution(c, k)); k++)
        if (strcmp(s->unknown, unknown) == 0 && !s->start) return s;
    FAIL("nothing was solved for %s", unknown);
    return NULL;
}

TEST(how_equations_are_solved)
{
    saltus_compiled *c =
        compile("model e \"what it is\"\n  parameter Integer N = 3;\n  parameter Real p = 1;\n"
                "  Real x(start = 1, fixed = true), a, b, u, v, y, z[N](each start = 0, each fixed "
                "= true);\nequation\n"
                "  2*der(x) = -x + a;\n  a = b + 1;\n  3*b = x;\n"
                "  u + v = x;\n  u - p*v = 1;\n  y + y^3 = x;\n"
                "  for i in 1:N loop der(z[i]) = y - z[i]; end for;\nend e;\n");
    CHECK_EQ_INT(solution(c, "der(x)")->how, SALTUS_DIVIDED);
    CHECK_EQ_INT(solution(c, "a")->how, SALTUS_EXPLICIT);
    CHECK_EQ_INT(solution(c, "a")->block, 0);
    CHECK_EQ_INT(solution(c, "a")->at.line, 7);
    same(solution(c, "a")->text, "a = b + 1");
    CHECK_EQ_INT(solution(c, "b")->how, SALTUS_DIVIDED);
    CHECK_EQ_INT(solution(c, "u")->how, SALTUS_CRAMER);
    CHECK_EQ_INT(solution(c, "v")->how, SALTUS_CRAMER);
    CHECK(solution(c, "u")->block > 0 && solution(c, "u")->block == solution(c, "v")->block);
    CHECK_EQ_INT(solution(c, "y")->how, SALTUS_NEWTON);
    CHECK(solution(c, "y")->block != solution(c, "u")->block);
    same(solution(c, "der(z[i])")->range, "i in 1:3");
    CHECK(solution(c, "b") < solution(c, "a") && solution(c, "a") < solution(c, "der(x)"));
    CHECK(saltus_compiled_structural(c, "N") && !saltus_compiled_structural(c, "p") &&
          !saltus_compiled_structural(c, "q"));
    same(saltus_compiled_text(c), "what it is");
    saltus_compiled_free(c);
}

static const char circuit[] =
    "connector Pin\n    Real v;\n    flow Real i;\n  end Pin;\n"
    "  model Two\n    Pin p, n;\n    Real v, i;\n  equation\n    v = p.v - n.v;\n    i = p.i;\n"
    "    p.i + n.i = 0;\n  end Two;\n"
    "  model Source\n    extends Two;\n  equation\n    v = 1 + time;\n  end Source;\n"
    "  model R\n    extends Two;\n    parameter Real r = 2;\n  equation\n    v = r*i;\n  end R;\n"
    "  model C\n    extends Two;\n  equation\n    i = der(v);\n  end C;\n"
    "  model Ground\n    Pin p;\n  equation\n    p.v = 0;\n  end Ground;\n"
    "  model Net\n    Source s;\n    R a[2], b;\n    C c;\n    Ground g;\n    Real same = b.v;\n"
    "  equation\n    connect(s.p, a[1].p);\n    connect(a[1].n, a[2].p);\n"
    "    connect(a[2].n, b.p);\n    connect(b.n, c.p);\n    connect(c.n, g.p);\n"
    "    connect(s.n, g.p);\n  end Net;\n";

/* Every potential and current once, under a component's name if there is one; the node between a[1] and a[2]
 * has none. What is no pin is never a repetition. */
TEST(pins_repeat_what_components_say)
{
    static const char *const kept[] = {"s.v", "s.i", "a[#].v", "a[#].i",
                                       "b.v", "b.i", "c.i",    "same"};
    saltus_compiled *c = compile(circuit);
    const saltus_variable *v = saltus_compiled_model(c)->outputs;
    size_t shown = 0, pins = 0;
    for (size_t k = 0; v[k].name; k++) {
        bool expected = false;
        for (size_t j = 0; j < sizeof kept / sizeof *kept; j++)
            expected |= strcmp(v[k].name, kept[j]) == 0;
        if (saltus_compiled_repeats(c, k)) {
            CHECK(!expected);
            continue;
        }
        shown += expected;
        pins += !expected;
        if (!expected) CHECK(strstr(v[k].name, ".p.v") || strstr(v[k].name, ".n.v"));
    }
    CHECK(shown == sizeof kept / sizeof *kept);
    CHECK(pins > 0 && pins <= 3);
    CHECK(!saltus_compiled_repeats(c, 1000000) && !saltus_compiled_repeats(NULL, 0));
    saltus_compiled_free(c);
}

/* Four unknowns that must be solved together: coefficients that change in time are not divided by. */
TEST(large_loops_are_left_to_lu)
{
    saltus_compiled *c = compile(
        "model l\n  Real x(start = 1, fixed = true), a, b, c, d;\nequation\n  der(x) = a - x;\n"
        "  (2 + x)*a + x*b + x*c + x*d = 1;\n  x*a + (3 + x)*b + x*c + x*d = 2;\n"
        "  x*a + x*b + (4 + x)*c + x*d = 3;\n  x*a + x*b + x*c + (5 + x)*d = 4;\nend l;\n");
    CHECK_EQ_INT(solution(c, "a")->how, SALTUS_LU);
    CHECK_EQ_INT(solution(c, "d")->how, SALTUS_LU);
    saltus_compiled_free(c);
}

TEST(what_is_eliminated)
{
    saltus_compiled *c =
        compile("model l\n  Real x(start = 1, fixed = true), a, b;\nequation\n  der(x) = a - x;\n"
                "  a = b + x;\n  b + b^3 = a;\nend l;\n");
    CHECK_EQ_INT(solution(c, "a")->how, SALTUS_ELIMINATED);
    CHECK_EQ_INT(solution(c, "b")->how, SALTUS_NEWTON);
    CHECK(solution(c, "b") < solution(c, "a"));
    saltus_compiled_free(c);
}

TEST_MAIN()
