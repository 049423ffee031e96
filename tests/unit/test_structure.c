/* SPDX-License-Identifier: MIT */
/* test_structure.c - the solved model of every file of tests/golden/structure.
 *
 * NAME.mo goes through all stages up to graph_solve. The dump is compared with NAME.structure, or,
 * if there are errors, the messages with NAME.err. BLESS=1 rewrites them. Behind that: a model with
 * a million states takes no longer, and no more nodes, than one with a thousand. */
#include "lang_test.h"

#include "flat/ir/ir.h"
#include "golden_files.h"

#include <time.h>

#define FOLDER TEST_DATA "/../golden/structure/"

/* NULL after errors. */
static struct ir_model *solve(struct compilation *c, int32_t file)
{
    struct ast_file *tree = parse_file(&c->m, &c->names, file);
    struct checked *checked = compile_check(c, tree, NULL, NULL, 0);
    struct ir_model *m = checked ? flat_expand(&c->m, checked) : NULL;
    return m && flat_events(m) && graph_solve(m) ? m : NULL;
}

static void solve_file(const char *path, const char *name)
{
    struct compilation c;
    char result[1200];
    size_t n;
    char *text = golden_read(path, &n);
    CHECK(text != NULL);
    compile_open(&c);
    struct ir_model *m = solve(&c, source_add(&c.m, name, text, (uint32_t)n));
    CHECK((m == NULL) == (c.m.errors > 0));
    if (m)
        ir_dump_structure(c.out, m);
    else
        messages_print(c.out, &c.m);
    snprintf(result, sizeof result, "%.*s%s", (int)strlen(path) - 2, path, m ? "structure" : "err");
    golden_compare(result, compile_text(&c));
    compile_close(&c);
    free(text);
}

TEST(structures_are_as_recorded)
{
    CHECK(golden_walk(FOLDER, ".mo", solve_file) >= 30);
}

static const char *const chain =
    "model chain parameter Integer N = %d; Real w[N](each start = 1), g[N + 1], s;"
    " equation g[1] = sin(time); for i in 1:N loop g[i + 1] = max(w[i] - 1, 0)^2; end for;"
    " for i in 1:N loop der(w[i]) = 5 - w[i] - 100*(g[i] - g[i + 1]) + s; end for;"
    " s = sum(w)/N; when s > 2 then reinit(w[1], s); end when; end chain;";

static uint32_t nodes_of(int n, size_t *bytes)
{
    struct compilation c;
    char text[1000];
    uint32_t nodes;
    compile_open(&c);
    snprintf(text, sizeof text, chain, n);
    struct ir_model *m = solve(&c, compile_add(&c, "chain.mo", text));
    if (!m) messages_print(stdout, &c.m);
    CHECK(m != NULL);
    nodes = m->n_nodes;
    *bytes = c.arena.used;
    compile_close(&c);
    return nodes;
}

TEST(nothing_grows_with_arrays)
{
    size_t small, large;
    CHECK_EQ_INT(nodes_of(1000, &small), nodes_of(1000000, &large));
    CHECK(large <= small + 1000); /* room for longer numbers in texts */
}

TEST_MAIN()
