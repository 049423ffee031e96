/* SPDX-License-Identifier: MIT */
/* test_golden_inst.c - the flat class of every file of tests/golden/inst, and messages for those in
 * bad/.
 *
 * NAME.mo is made flat and compared with NAME.out, in which names with dots are quoted; the flat
 * class then passes the checker. bad/NAME.mo has errors, compared with bad/NAME.err. BLESS=1
 * rewrites the results.                                                                          */
#include "lang_test.h"

#include "check/check.h"
#include "golden_files.h"
#include "inst/inst.h"
#include <unistd.h>

#define FOLDER TEST_DATA "/../golden/inst/"

static struct ast_file *parse(struct compilation *c, const char *name, const char *text)
{
    struct ast_file *tree = parse_file(&c->m, &c->names, compile_add(c, name, text));
    if (c->m.errors) {
        messages_print(c->out, &c->m);
        FAIL("%s belongs to tests/golden/parse:\n%s", name, compile_text(c));
    }
    return tree;
}

static struct inst_model *flatten(struct compilation *c, const struct ast_file *tree)
{
    return inst_model(library_new(&c->m, &c->names, "lib", tree), tree, NULL);
}

static void flat_file(const char *path, const char *name)
{
    struct compilation c;
    char out[1200];
    size_t n;
    char *text = golden_read(path, &n);
    CHECK(text != NULL);
    compile_open(&c);
    struct ast_file *tree = parse(&c, name, text);
    struct inst_model *model = flatten(&c, tree);
    if (model) print_class(c.out, model->flat);
    if (model) check_model(&c.m, &c.names, model, NULL, 0);
    messages_print(c.out, &c.m);
    if (!model || c.m.errors) FAIL("%s has errors:\n%s", name, compile_text(&c));
    snprintf(out, sizeof out, "%.*sout", (int)strlen(path) - 2, path);
    golden_compare(out, compile_text(&c));
    compile_close(&c);
    free(text);
}

static void bad_file(const char *path, const char *name)
{
    struct compilation c;
    char err[1200];
    size_t n;
    char *text = golden_read(path, &n);
    CHECK(text != NULL);
    compile_open(&c);
    struct inst_model *model = flatten(&c, parse(&c, name, text));
    if (model) check_model(&c.m, &c.names, model, NULL, 0);
    if (c.m.errors == 0) FAIL("%s has no errors", name);
    messages_print(c.out, &c.m);
    snprintf(err, sizeof err, "%.*serr", (int)strlen(path) - 2, path);
    golden_compare(err, compile_text(&c));
    compile_close(&c);
    free(text);
}

TEST(flat_classes_are_as_recorded)
{
    CHECK(chdir(FOLDER) == 0); /* where the library is found as lib */
    CHECK(golden_walk("./", ".mo", flat_file) >= 14);
}

TEST(messages_are_as_recorded)
{
    CHECK(chdir(FOLDER) == 0);
    CHECK(golden_walk("./bad/", ".mo", bad_file) >= 20);
}

/* ---- What a dump does not show --------------------------------------------------------------- */

static const struct ast_element *variable(const struct inst_model *m, const char *name)
{
    for (int32_t k = 0; k < m->flat->n_elements; k++)
        if (strcmp(m->flat->elements[k].name, name) == 0) return &m->flat->elements[k];
    return NULL;
}

static struct inst_model *model_of(struct compilation *c, const char *text)
{
    compile_open(c);
    struct inst_model *m = flatten(c, parse(c, "m.mo", text));
    CHECK(m && m->flat && c->m.errors == 0);
    return m;
}

TEST(labels_have_a_sign_for_each_index)
{
    struct compilation c;
    struct inst_model *m =
        model_of(&c, "model A Real x[2]; Real y; end A; model B A a[3, 4]; A b; end B;"
                     "model M B b[5]; A a; end M;");
    CHECK(strcmp(variable(m, "b.a.x")->label, "b[#].a[#,#].x") == 0);
    CHECK(strcmp(variable(m, "b.b.y")->label, "b[#].b.y") == 0);
    CHECK(variable(m, "a.x")->label == NULL);
    CHECK(variable(m, "b.a.x")->n_sub == 4);
    compile_close(&c);
}

TEST(prefixes_say_where_a_variable_belongs)
{
    struct compilation c;
    struct inst_model *m =
        model_of(&c, "connector Pin Real v; flow Real i; end Pin; connector In = input Real;"
                     "model A Pin p; In u; output Real y; protected Real z; end A;"
                     "model M A a; In u; output Real y; Pin p; end M;");
    CHECK(variable(m, "a.p.i")->prefixes == (PREFIX_FLOW | PREFIX_CONNECTOR | PREFIX_PIN));
    CHECK(variable(m, "a.p.v")->prefixes == (PREFIX_CONNECTOR | PREFIX_PIN));
    CHECK(variable(m, "a.u")->prefixes == (PREFIX_PART_INPUT | PREFIX_CONNECTOR));
    CHECK(variable(m, "a.y")->prefixes == PREFIX_PART_OUTPUT);
    CHECK(variable(m, "a.z")->prefixes == PREFIX_PROTECTED);
    CHECK(variable(m, "u")->prefixes == (PREFIX_INPUT | PREFIX_CONNECTOR));
    CHECK(variable(m, "y")->prefixes == PREFIX_OUTPUT);
    CHECK(variable(m, "p.v")->prefixes == (PREFIX_CONNECTOR | PREFIX_PIN));
    compile_close(&c);
}

TEST(connections_know_their_sides)
{
    struct compilation c;
    struct inst_model *m =
        model_of(&c, "connector Pin Real v; flow Real i; end Pin; model A Pin p; end A;"
                     "model M A a; Pin p, q; equation connect(p, a.p); connect(a.p, q); end M;");
    const struct ast_body *b = &m->flat->sections[0].body;
    CHECK(b->n == 2 && b->stmts[0].kind == STMT_CONNECT && b->stmts[0].n_exprs == 4);
    CHECK(b->stmts[0].outside[0] && !b->stmts[0].outside[1]);
    CHECK(!b->stmts[1].outside[0] && b->stmts[1].outside[1]);
    compile_close(&c);
}

/* A model of n different parts: time and memory grow with n, not faster. */
TEST(many_parts)
{
    enum { PARTS = 10000 };
    struct compilation c;
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    fputs("connector Pin Real v; flow Real i; end Pin; model R Pin p, n; parameter Real R = 1; "
          "Real v, i;"
          "equation v = p.v - n.v; 0 = p.i + n.i; i = p.i; v = R*i; end R; model M\n",
          f);
    for (int k = 0; k < PARTS; k++) fprintf(f, "R r%d(R = %d);\n", k, k);
    fputs("equation\n", f);
    for (int k = 1; k < PARTS; k++) fprintf(f, "connect(r%d.n, r%d.p);\n", k - 1, k);
    fputs("end M;", f);
    fclose(f);
    struct inst_model *m = model_of(&c, text);
    CHECK(m->flat->n_elements == 7 * PARTS);
    CHECK(c.arena.used < (size_t)20000 * PARTS);
    compile_close(&c);
    free(text);
}

TEST_MAIN()
