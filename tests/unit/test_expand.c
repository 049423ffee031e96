/* SPDX-License-Identifier: MIT */
/* test_expand.c - the flat model of every file of tests/golden/flat.
 *
 * NAME.mo is parsed and checked, without errors, and expanded. The dump is compared with
 * NAME.flat, or, if this stage reports errors, the messages with NAME.err. BLESS=1 rewrites them.
 * The tests behind the golden files ask for what a dump does not show: that nothing grows with the
 * size of arrays, and that whatever the text is, this stage ends. */
#include "lang_test.h"

#include "flat/ir/ir.h"
#include "golden_files.h"

#include <time.h>

#define FOLDER TEST_DATA "/../golden/flat/"

/* NULL: there were errors; before expanding if c->m.errors < 0. */
static struct ir_model *expand(struct compilation *c, const char *name, const char *text, size_t n)
{
    struct ast_file *tree =
        parse_file(&c->m, &c->names, source_add(&c->m, name, text, (uint32_t)n));
    struct checked *checked = compile_check(c, tree, NULL, NULL, 0);
    if (!checked) messages_print(stdout, &c->m);
    if (!checked) FAIL("%s has errors that earlier stages report", name);
    return flat_expand(&c->m, checked);
}

static void expand_file(const char *path, const char *name)
{
    struct compilation c;
    char result[1200];
    size_t n;
    char *text = golden_read(path, &n);
    CHECK(text != NULL);
    compile_open(&c);
    struct ir_model *m = expand(&c, name, text, n);
    CHECK((m == NULL) == (c.m.errors > 0));
    if (m)
        ir_dump(c.out, m);
    else
        messages_print(c.out, &c.m);
    snprintf(result, sizeof result, "%.*s%s", (int)strlen(path) - 2, path, m ? "flat" : "err");
    golden_compare(result, compile_text(&c));
    if (m && !flat_events(m)) FAIL("%s: the next stage finds errors", name);
    compile_close(&c);
    free(text);
}

TEST(flat_models_are_as_recorded)
{
    CHECK(golden_walk(FOLDER, ".mo", expand_file) >= 50);
}

/* ---- Nothing grows --------------------------------------------------------------------------- */

static const char *const cells =
    "model cells parameter Integer N = %s; Real w[N](each start = 1), y[N], s, A[N, N]; discrete "
    "Real d[N];"
    " equation"
    " for i in 1:N loop der(w[i]) = (if i == 1 then 1 else w[i-1]) - max(w[i] - 1, 0)^2; end for;"
    " for i in 2:N-1 loop y[i] = w[i-1] - 2*w[i] + w[i+1]; end for; y[1] = 0; y[N] = s;"
    " A = transpose(A)*2 + outerProduct(w, y); s = sum(w) + w*y + sum(A*w) + max(abs(w[i]) for i "
    "in 1:N);"
    " algorithm for i in 1:N loop when w[i] > 2 then d[i] := 1; reinit(w[i], 0);"
    " for j in 1:N loop d[j] := d[j] + 1; end for; end when; end for; end cells;";

static uint32_t nodes_of(const char *count, size_t *bytes)
{
    struct compilation c;
    char text[2000];
    compile_open(&c);
    snprintf(text, sizeof text, cells, count);
    struct ast_file *tree = parse_file(&c.m, &c.names, compile_add(&c, "cells.mo", text));
    struct checked *checked = compile_check(&c, tree, NULL, NULL, 0);
    if (!checked) messages_print(stdout, &c.m);
    CHECK(checked != NULL);
    size_t before = c.arena.used;
    struct ir_model *m = flat_expand(&c.m, checked);
    if (!m) messages_print(stdout, &c.m);
    CHECK(m != NULL);
    uint32_t n = m->n_nodes;
    *bytes = c.arena.used - before;
    compile_close(&c);
    return n;
}

TEST(nothing_grows_with_the_sizes_of_arrays)
{
    size_t small, large;
    uint32_t n = nodes_of("10", &small);
    CHECK_EQ_INT(nodes_of("40000", &large), n);
    CHECK_LE(n, 200);
    CHECK_EQ_INT(small, large);
}

/* ---- What a dump does not show --------------------------------------------------------------- */

TEST(assertions_have_levels_and_sides)
{
    struct compilation c;
    const char *text =
        "model a Real x; equation der(x) = -x; assert(x > 0, \"m\", AssertionLevel.warning);"
        " assert(x > 1, \"e\", AssertionLevel.error); assert(x > 2, \"n\")"
        " annotation(__Saltus_mustCross = true); end a;";
    compile_open(&c);
    struct ir_model *m = expand(&c, "a.mo", text, strlen(text));
    CHECK(m && m->asserts.n == 3);
    CHECK(m->asserts.at[0].warning && !m->asserts.at[1].warning && !m->asserts.at[2].warning);
    CHECK_EQ_INT(m->asserts.at[1].side, SALTUS_BILATERAL);
    CHECK_EQ_INT(m->asserts.at[2].side, SALTUS_MUST_CROSS);
    compile_close(&c);
}

TEST(equations_keep_their_text)
{
    struct compilation c;
    const char *text = "model a Real x, y = 2*\n  x; equation der(x)\t= -x\n + y; end a;";
    compile_open(&c);
    struct ir_model *m = expand(&c, "a.mo", text, strlen(text));
    CHECK(m && m->eqs.n == 2);
    if (strcmp(m->eqs.at[0].text, "y = 2* x") != 0) FAIL("'%s'", m->eqs.at[0].text);
    if (strcmp(m->eqs.at[1].text, "der(x) = -x + y") != 0) FAIL("'%s'", m->eqs.at[1].text);
    compile_close(&c);
}

/* ---- It always ends -------------------------------------------------------------------------- */

static void repeat(char *out, size_t room, const char *before, const char *again, int times,
                   const char *after)
{
    size_t used = (size_t)snprintf(out, room, "%s", before);
    for (int k = 0; k < times; k++) used += (size_t)snprintf(out + used, room - used, "%s", again);
    snprintf(out + used, room - used, "%s", after);
}

/* Gives whether there were errors. */
static int errors_of(const char *text, const char *wanted)
{
    struct compilation c;
    compile_open(&c);
    struct ir_model *m = expand(&c, "a.mo", text, strlen(text));
    int errors = m == NULL;
    messages_print(c.out, &c.m);
    if (wanted && !strstr(compile_text(&c), wanted)) FAIL("no '%s' in\n%s", wanted, c.text);
    compile_close(&c);
    return errors;
}

static char big[400000];

TEST(long_sums_and_deep_brackets)
{
    repeat(big, sizeof big, "model a Real x; equation der(x) = x", " + x", 4000, "; end a;");
    CHECK(!errors_of(big, NULL));
    repeat(big, sizeof big, "model a Real x; equation der(x) = -x", "*sin(x)", 1500, "; end a;");
    CHECK(!errors_of(big, NULL));
}

TEST(many_branches)
{
    repeat(big, sizeof big, "model a Real x; equation der(x) = if x < 0 then 0 ",
           "elseif x < 1 then x ", 3000, "else 1; end a;");
    CHECK(!errors_of(big, NULL));
    repeat(big, sizeof big, "model a Real x; equation if x < 0 then der(x) = 0; ",
           "elseif x < 1 then der(x) = x; ", 1000, "else der(x) = 1; end if; end a;");
    CHECK(!errors_of(big, NULL));
    repeat(big, sizeof big,
           "model a function f input Real x; output Real y; algorithm if x < 0 then y := 0; ",
           "elseif x < 1 then y := x; ", 1000,
           "else y := 1; end if; end f; Real x; equation der(x) = f(x); end a;");
    CHECK(!errors_of(big, NULL));
}

/* Each cross asks twice for the elements of its arguments. */
TEST(nested_arrays_do_not_explode)
{
    repeat(big, sizeof big, "model a Real x[3]; equation der(x) = ", "cross(x, ", 100, "x");
    size_t used = strlen(big);
    repeat(big + used, sizeof big - used, "", ")", 100, "; end a;");
    CHECK(errors_of(big, "too large"));
}

TEST(unrolling_is_limited)
{
    CHECK(errors_of("model a parameter Integer N = 500; Real x[N, N, N]; equation"
                    " for i in 1:N loop for j in 1:i loop for k in 1:j loop x[i, j, k] = 0;"
                    " end for; end for; end for; end a;",
                    "100000"));
}

TEST_MAIN()
