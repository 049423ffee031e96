/* SPDX-License-Identifier: MIT */
/* test_parse.c - the tree of each construct; precedence; recovery; limits. Messages are compared in
 * test_golden_parse. */
#include "lang_test.h"

#include "testing.h"

static struct ast_file *parse(struct compilation *c, const char *text)
{
    return parse_file(&c->m, &c->names, compile_add(c, "a.mo", text));
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* Every operation in parentheses: shows precedence. */
static void bracketed(FILE *out, const struct ast_expr *e)
{
    bool operation = e->kind == EXPR_BINARY || e->kind == EXPR_UNARY;
    if (!operation) {
        print_expr(out, e);
        return;
    }
    static const char *const ops[] = {"+", "-",  "*", "/",  "^",  ".+", ".-",  ".*", "./", ".^",
                                      "<", "<=", ">", ">=", "==", "<>", "and", "or", "not"};
    putc('(', out);
    if (e->n_args == 2) bracketed(out, e->args[0]);
    fputs(ops[e->op], out);
    bracketed(out, e->args[e->n_args - 1]);
    putc(')', out);
}

static void check_shape(const char *text, const char *wanted)
{
    struct compilation c;
    compile_open(&c);
    struct ast_expr *e = parse_expression(&c.m, &c.names, compile_add(&c, "a.mo", text));
    if (e) bracketed(c.out, e);
    const char *got = compile_text(&c);
    char copy[300];
    snprintf(copy, sizeof copy, "%s", got);
    compile_close(&c);
    if (strcmp(copy, wanted) != 0) FAIL("'%s' is %s, not %s", text, copy, wanted);
}

TEST(precedence)
{
    check_shape("a + b*c^d", "(a+(b*(c^d)))");
    check_shape("a - b - c", "((a-b)-c)");
    check_shape("a/b/c*d", "(((a/b)/c)*d)");
    check_shape("-a*b", "(-(a*b))");
    check_shape("-a^2 + b", "((-(a^2))+b)");
    check_shape("not a < b and c or d", "(((not(a<b))andc)ord)");
    check_shape("a or b and c", "(aor(bandc))");
    check_shape("a .+ b .* c .^ d", "(a.+(b.*(c.^d)))");
    check_shape("(a + b)*c", "((a+b)*c)");
    check_shape("a == b + 1", "(a==(b+1))");
}

static struct ast_expr *expression(struct compilation *c, const char *text)
{
    return parse_expression(&c->m, &c->names, compile_add(c, "a.mo", text));
}

TEST(kinds_of_expressions)
{
    static const struct {
        const char *text;
        enum expr_kind kind;
        int32_t args;
    } cases[] = {{"1.5", EXPR_REAL, 0},
                 {"12", EXPR_INTEGER, 0},
                 {"\"s\"", EXPR_STRING, 0},
                 {"true", EXPR_BOOLEAN, 0},
                 {".a.b[1].c", EXPR_NAME, 0},
                 {"f()", EXPR_CALL, 0},
                 {"f(1, n = 2)", EXPR_CALL, 2},
                 {"der(x)", EXPR_CALL, 1},
                 {"initial()", EXPR_CALL, 0},
                 {"sum(i for i in 1:3)", EXPR_REDUCE, 1},
                 {"-a", EXPR_UNARY, 1},
                 {"a and b", EXPR_BINARY, 2},
                 {"if a then b elseif c then d else e", EXPR_IF, 5},
                 {"1:3", EXPR_RANGE, 2},
                 {"1:2:3", EXPR_RANGE, 3},
                 {"{1, 2}", EXPR_ARRAY, 2},
                 {"{i for i}", EXPR_COMPREHENSION, 1},
                 {"[1, 2; 3]", EXPR_MATRIX, 2},
                 {"(a, , b)", EXPR_TUPLE, 3},
                 {"()", EXPR_TUPLE, 0},
                 {"(a)", EXPR_NAME, 0},
                 {"pure(f(x))", EXPR_CALL, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct compilation c;
        compile_open(&c);
        struct ast_expr *e = expression(&c, cases[k].text);
        int right = e && e->kind == cases[k].kind && e->n_args == cases[k].args;
        compile_close(&c);
        if (!right) FAIL("%s", cases[k].text);
    }
}

TEST(subscripts_know_colon_and_end)
{
    struct compilation c;
    compile_open(&c);
    struct ast_expr *e = expression(&c, "u[:, end, 1:100:N]");
    CHECK(e && e->path[0].n_sub == 3);
    CHECK(e->path[0].sub[0]->kind == EXPR_COLON && e->path[0].sub[1]->kind == EXPR_END);
    CHECK(e->path[0].sub[2]->kind == EXPR_RANGE && e->path[0].sub[2]->n_args == 3);
    compile_close(&c);
}

TEST(places_of_expressions)
{
    struct compilation c;
    compile_open(&c);
    struct ast_expr *e = expression(&c, "(a + b)*c[1]");
    CHECK(e && e->at.pos == 0 && e->at.len == 12);
    CHECK(e->args[0]->at.pos == 0 && e->args[0]->at.len == 7 && e->args[0]->args[1]->at.pos == 5);
    compile_close(&c);
}

TEST(not_an_expression)
{
    static const char *const texts[] = {
        "",          "1 +",   "a b",   "(a",        "a)",  "f(", "{}",    "[",  "if a then b",
        "a < b < c", "2^3^4", "a*--b", "not not a", "end", "a.", "1 = 2", "\"", "'"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct compilation c;
        compile_open(&c);
        int found = expression(&c, texts[k]) != NULL, errors = c.m.errors;
        compile_close(&c);
        if (found || errors != 1) FAIL("'%s': %d errors", texts[k], errors);
    }
}

/* ---- classes --------------------------------------------------------------------------------- */

TEST(components_share_their_type)
{
    struct compilation c;
    compile_open(&c);
    struct ast_file *f =
        parse(&c, "model M\n parameter Real[3] x(each start = 1) = 2 \"c\", y[N] := 3 if b;\n"
                  "protected\n flow Integer z;\nend M;");
    CHECK(c.m.errors == 0 && f->n_classes == 1 && f->classes[0]->n_elements == 3);
    const struct ast_element *e = f->classes[0]->elements;
    CHECK(e[0].prefixes == PREFIX_PARAMETER && e[1].prefixes == PREFIX_PARAMETER);
    CHECK(!e[0].joined && e[1].joined && e[0].type_path == e[1].type_path && e[1].n_type_sub == 1);
    CHECK(e[0].n_mods == 1 && e[0].mods[0].each && e[0].value && e[0].comment);
    CHECK(!e[0].value_assign);
    CHECK(e[1].n_sub == 1 && e[1].value_assign && e[1].condition);
    CHECK(e[2].prefixes == (PREFIX_FLOW | PREFIX_PROTECTED));
    compile_close(&c);
}

TEST(all_forms_of_import)
{
    struct compilation c;
    compile_open(&c);
    struct ast_file *f =
        parse(&c, "model M import math; import B = A.C; import A.*; import A.{b, c}; end M;");
    const struct ast_element *e = f->classes[0]->elements;
    CHECK(c.m.errors == 0 && f->classes[0]->n_elements == 4);
    CHECK(!e[0].name && e[0].n_type_path == 1 && strcmp(e[1].name, "B") == 0 &&
          e[1].n_type_path == 2);
    CHECK(e[2].import_all && e[3].n_import_names == 2 && !e[3].import_all);
    compile_close(&c);
}

TEST(sections_and_annotations)
{
    struct compilation c;
    compile_open(&c);
    struct ast_file *f =
        parse(&c, "within A.B; model M Real x; initial equation x = 1; equation der(x) = -x \"e\" "
                  "annotation(a = 1);"
                  " when x > 1 then reinit(x, 0); end when annotation(__Saltus_unilateral = true);"
                  " initial algorithm x := 2; annotation(experiment(StopTime = 1)); end M;");
    const struct ast_class *m = f->classes[0];
    CHECK(c.m.errors == 0 && f->n_within == 2 && m->n_sections == 3 && m->n_annotation == 1);
    CHECK(m->sections[0].initial && m->sections[2].initial &&
          m->sections[2].kind == SECTION_ALGORITHM);
    CHECK(m->sections[1].body.n == 2 && m->sections[1].body.stmts[0].n_annotation == 1);
    CHECK(m->sections[1].body.stmts[1].kind == STMT_WHEN &&
          m->sections[1].body.stmts[1].n_annotation == 1);
    compile_close(&c);
}

TEST(short_classes)
{
    struct compilation c;
    compile_open(&c);
    struct ast_file *f =
        parse(&c, "package P type V = Real[3](unit = \"V\"); type E = enumeration(a, b \"c\"); "
                  "connector I = input Real; function f external \"C\" y = g(x); end f; end P;");
    const struct ast_element *e = f->classes[0]->elements;
    CHECK(c.m.errors == 0 && f->classes[0]->n_elements == 4);
    CHECK(e[0].class_->alias && e[0].class_->alias->n_type_sub == 1 &&
          e[0].class_->alias->n_mods == 1);
    CHECK(e[1].class_->is_enumeration && e[1].class_->n_literals == 2 &&
          e[1].class_->literals[1].comment);
    CHECK(e[2].class_->alias->prefixes == PREFIX_INPUT && e[3].class_->external);
    compile_close(&c);
}

TEST(statements)
{
    struct compilation c;
    compile_open(&c);
    struct ast_file *f = parse(
        &c, "function f algorithm x := 1; (a, , b) := g(x); for i in 1:3, j loop break; end for; "
            "while x > 1 loop return; end while; if a then elseif b then else end if; print(x); "
            "end f;");
    const struct ast_stmt *s = f->classes[0]->sections[0].body.stmts;
    static const enum stmt_kind kinds[] = {STMT_ASSIGN, STMT_ASSIGN, STMT_FOR,
                                           STMT_WHILE,  STMT_IF,     STMT_CALL};
    CHECK(c.m.errors == 0 && f->classes[0]->sections[0].body.n == 6);
    for (int k = 0; k < 6; k++) CHECK(s[k].kind == kinds[k]);
    CHECK(s[2].n_iterators == 2 && !s[2].iterators[1].range && s[2].bodies[0].n == 1);
    CHECK(s[4].n_exprs == 2 && s[4].n_bodies == 3);
    compile_close(&c);
}

TEST(words_of_other_languages_are_names_where_they_can_be)
{
    struct compilation c;
    compile_open(&c);
    parse(&c, "model M Real elif, endif; equation elif = endif; endif.x = 1; elsif[1] = 2; "
              "elif(x); end M;");
    CHECK_EQ_INT(c.m.errors, 0);
    compile_close(&c);
}

/* ---- recovery and limits --------------------------------------------------------------------- */

TEST(what_is_right_survives_errors)
{
    struct compilation c;
    compile_open(&c);
    struct ast_file *f = parse(
        &c,
        "model A Real x; Real ; Real y; equation x = ; y = 2; x = 3 end A; model B Real z; end B;");
    CHECK(c.m.errors == 3 && f->n_classes == 2);
    CHECK(f->classes[0]->n_elements == 2 && f->classes[0]->sections[0].body.n == 2);
    CHECK_EQ_INT(f->classes[1]->n_elements, 1);
    compile_close(&c);
}

/* head, n times piece, tail */
static char *repeated(const char *head, const char *piece, int n, const char *tail)
{
    size_t length = strlen(piece), start = strlen(head);
    char *text = malloc(start + length * (size_t)n + strlen(tail) + 1);
    strcpy(text, head);
    for (int k = 0; k < n; k++) memcpy(text + start + length * (size_t)k, piece, length);
    strcpy(text + start + length * (size_t)n, tail);
    return text;
}

static int errors_of(const char *head, const char *piece, int n, const char *tail)
{
    struct compilation c;
    char *text = repeated(head, piece, n, tail);
    compile_open(&c);
    struct ast_file *f = parse(&c, text);
    print_file(c.out, f);
    ast_dump(c.out, &c.m, f);
    CHECK(ast_equal(f, f));
    int errors = c.m.errors;
    compile_close(&c);
    free(text);
    return errors;
}

TEST(nesting_has_a_limit)
{
    static const char *const pieces[] = {"(",          "{",  "[",     "f(", "x[",
                                         "if a then ", "-(", "not (", "1:("};
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++)
        CHECK_EQ_INT(errors_of("model M equation x = ", pieces[k], 100000, ""), 1);
    CHECK_EQ_INT(errors_of("model M equation ", "if a then ", 100000, ""), 1);
    CHECK_EQ_INT(errors_of("", "model M ", 100000, ""), 1);
    CHECK_EQ_INT(errors_of("model M Real x", "(a", 100000, ""), 1);
    CHECK_EQ_INT(errors_of("model M equation x = ", "(", 200, ""), 1);
}

TEST(chains_have_a_limit)
{
    CHECK_EQ_INT(errors_of("model M equation x = a", "+a", 4000, "; end M;"), 0);
    CHECK_EQ_INT(errors_of("model M equation x = a", "+a", 100000, "; end M;"), 1);
    CHECK_EQ_INT(errors_of("model M equation x = a", " and a", 100000, "; end M;"), 1);
    CHECK_EQ_INT(errors_of("model M equation x = a", "^a", 100000, "; end M;"), 2);
    CHECK_EQ_INT(errors_of("model M equation x = a*", "-", 100000, "b; end M;"), 1);
    CHECK_EQ_INT(errors_of("model M equation x = {1", ", 1", 100000, "}; end M;"), 0);
    CHECK_EQ_INT(errors_of("model M equation ", "x = 1; ", 100000, "end M;"), 0);
}

TEST(errors_have_a_limit)
{
    CHECK_EQ_INT(errors_of("model M equation ", "x = ; ", 100000, "end M;"), 100000);
}

TEST_MAIN()
