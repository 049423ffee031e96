/* SPDX-License-Identifier: MIT */
/* test_print.c - parse(print(tree)) = tree for random trees; parentheses only where needed. */
#include "lang_test.h"

#include "testing.h"

/* ---- random trees ---------------------------------------------------------------------------- */

/* Trees are made directly, not by the parser: any tree that a parser could make, in any nesting. */
struct maker {
    struct compilation *c;
    struct rng *g;
};

static struct ast_expr *any(struct maker *m, int depth);

static struct ast_expr *node(struct maker *m, enum expr_kind kind, int32_t n_args, int depth)
{
    struct ast_expr *e = ARENA_NEW(&m->c->arena, struct ast_expr);
    e->kind = kind;
    e->n_args = n_args;
    e->args = ARENA_ARRAY(&m->c->arena, struct ast_expr *, n_args);
    for (int32_t k = 0; k < n_args; k++) e->args[k] = any(m, depth - 1);
    return e;
}

static const char *word(struct maker *m)
{
    static const char *const words[] = {"a", "b", "x_1", "'a b'", "time"};
    const char *w = words[rng_int(m->g, 0, 4)];
    return names_intern(&m->c->names, w, strlen(w));
}

static void add_path(struct maker *m, struct ast_expr *e, int depth)
{
    e->absolute = rng_int(m->g, 0, 5) == 0;
    e->n_path = rng_int(m->g, 1, 2);
    e->path = ARENA_ARRAY(&m->c->arena, struct ast_part, e->n_path);
    for (int32_t k = 0; k < e->n_path; k++) {
        e->path[k].name = word(m);
        if (rng_int(m->g, 0, 2)) continue;
        struct ast_expr *list = node(m, EXPR_TUPLE, rng_int(m->g, 1, 2), depth);
        e->path[k].sub = list->args;
        e->path[k].n_sub = list->n_args;
        if (rng_int(m->g, 0, 3) == 0)
            list->args[0] = node(m, rng_int(m->g, 0, 1) ? EXPR_COLON : EXPR_END, 0, 0);
    }
}

static void add_iterators(struct maker *m, struct ast_expr *e, int depth)
{
    e->n_iterators = rng_int(m->g, 1, 2);
    e->iterators = ARENA_ARRAY(&m->c->arena, struct ast_iterator, e->n_iterators);
    for (int32_t k = 0; k < e->n_iterators; k++) {
        e->iterators[k].name = word(m);
        if (rng_int(m->g, 0, 2)) e->iterators[k].range = any(m, depth - 1);
    }
}

static struct ast_expr *leaf(struct maker *m, int depth)
{
    static const char *const reals[] = {"1.", "2.5", "1e-3", "0.0"}, *const integers[] = {"0", "7",
                                                                                          "123"};
    int which = rng_int(m->g, 0, 5);
    struct ast_expr *e = node(m, EXPR_NAME, 0, 0);
    if (which == 0)
        e->kind = EXPR_REAL, e->text = reals[rng_int(m->g, 0, 3)];
    else if (which == 1)
        e->kind = EXPR_INTEGER, e->text = integers[rng_int(m->g, 0, 2)], e->integer = atoi(e->text);
    else if (which == 2)
        e->kind = EXPR_STRING, e->text = rng_int(m->g, 0, 1) ? "a\n\"\\\t'?" : "";
    else if (which == 3)
        e->kind = EXPR_BOOLEAN, e->integer = rng_int(m->g, 0, 1);
    else
        add_path(m, e, depth);
    return e;
}

static struct ast_expr *operation(struct maker *m, int depth)
{
    static const enum expr_op unary[] = {OP_ADD, OP_SUB, OP_EADD, OP_ESUB, OP_NOT};
    bool one = rng_int(m->g, 0, 2) == 0;
    struct ast_expr *e = node(m, one ? EXPR_UNARY : EXPR_BINARY, one ? 1 : 2, depth);
    e->op = one ? unary[rng_int(m->g, 0, 4)] : (enum expr_op)rng_int(m->g, 0, OP_OR);
    return e;
}

static struct ast_expr *call(struct maker *m, int depth)
{
    struct ast_expr *e = node(m, EXPR_CALL, rng_int(m->g, 0, 3), depth);
    add_path(m, e, depth);
    if (e->n_args && rng_int(m->g, 0, 1)) {
        e->arg_names = ARENA_ARRAY(&m->c->arena, const char *, e->n_args);
        e->arg_names[e->n_args - 1] = word(m);
    } else if (e->n_args == 1 && rng_int(m->g, 0, 1)) {
        e->kind = EXPR_REDUCE;
        add_iterators(m, e, depth);
    }
    return e;
}

static struct ast_expr *matrix(struct maker *m, int depth)
{
    struct ast_expr *e = node(m, EXPR_MATRIX, rng_int(m->g, 1, 2), 0);
    for (int32_t k = 0; k < e->n_args; k++)
        e->args[k] = node(m, EXPR_ARRAY, rng_int(m->g, 1, 2), depth);
    return e;
}

static struct ast_expr *constructor(struct maker *m, int depth)
{
    struct ast_expr *e = node(m, EXPR_ARRAY, rng_int(m->g, 1, 3), depth);
    if (e->n_args > 1 || rng_int(m->g, 0, 1)) return e;
    e->kind = EXPR_COMPREHENSION;
    add_iterators(m, e, depth);
    return e;
}

static struct ast_expr *any(struct maker *m, int depth)
{
    if (depth <= 0) return leaf(m, 0);
    switch (rng_int(m->g, 0, 9)) {
    case 0: return leaf(m, depth);
    case 1: return call(m, depth);
    case 2: return node(m, EXPR_IF, 2 * rng_int(m->g, 1, 2) + 1, depth);
    case 3: return node(m, EXPR_RANGE, rng_int(m->g, 2, 3), depth);
    case 4: return rng_int(m->g, 0, 1) ? matrix(m, depth) : constructor(m, depth);
    case 5: return node(m, EXPR_TUPLE, rng_int(m->g, 2, 3), depth);
    default: return operation(m, depth);
    }
}

/* `end` is an expression only within subscripts, so the whole stands in some. */
static const char *as_model(struct compilation *c, const struct ast_expr *e)
{
    fputs("model M equation y = x[", c->out);
    print_expr(c->out, e);
    fputs("]; end M;", c->out);
    return compile_text(c);
}

PROP(parse_inverts_print, 20000)
{
    struct compilation c;
    compile_open(&c);
    struct maker m = {&c, g};
    struct ast_expr *e = any(&m, rng_int(g, 0, 4));
    char *text = strdup(as_model(&c, e));
    struct ast_file *f = parse_file(&c.m, &c.names, compile_add(&c, "a.mo", text)), *other;
    CHECK(f->n_classes == 1 && f->classes[0]->n_sections == 1);
    if (c.m.errors == 0) {
        other = parse_file(&c.m, &c.names, compile_add(&c, "a.mo", text));
        other->classes[0]->sections[0].body.stmts[0].exprs[1]->path[0].sub[0] = e;
    }
    int errors = c.m.errors, same = errors == 0 && ast_equal(f, other);
    char shown[400];
    snprintf(shown, sizeof shown, "%s", text);
    free(text);
    compile_close(&c);
    if (!same) FAIL("%d errors: %s", errors, shown);
}

/* ---- examples -------------------------------------------------------------------------------- */

static void check_print(const char *text, const char *wanted)
{
    struct compilation c;
    char got[300];
    compile_open(&c);
    struct ast_expr *e = parse_expression(&c.m, &c.names, compile_add(&c, "a.mo", text));
    CHECK(e != NULL);
    print_expr(c.out, e);
    snprintf(got, sizeof got, "%s", compile_text(&c));
    compile_close(&c);
    if (strcmp(got, wanted) != 0) FAIL("'%s' prints as '%s'", text, got);
}

TEST(parentheses_are_minimal)
{
    check_print("((a)+(b*c))", "a + b*c");
    check_print("(a+b)*c", "(a + b)*c");
    check_print("a-(b-c)", "a - (b - c)");
    check_print("(a-b)-c", "a - b - c");
    check_print("-(a*b)", "-a*b");
    check_print("(-a)*b", "(-a)*b");
    check_print("(-a)+b", "-a + b");
    check_print("a*(-b)", "a*(-b)");
    check_print("(a^b)^c", "(a^b)^c");
    check_print("2^(-1)", "2^(-1)");
    check_print("not (a and b)", "not (a and b)");
    check_print("(not a) and b", "not a and b");
    check_print("(a and b) or c", "a and b or c");
    check_print("a and (b or c)", "a and (b or c)");
    check_print("(a < b) == c", "(a < b) == c");
}

TEST(others)
{
    check_print("2 .*x", "2 .* x");
    check_print("1. /x", "1./x");
    check_print("if a then b else(if c then d else e)", "if a then b else if c then d else e");
    check_print("1+(if a then b else c)", "1 + (if a then b else c)");
    check_print("(1:2):3", "(1:2):3");
    check_print("1:2:3", "1:2:3");
    check_print("f(1,n=2)", "f(1, n = 2)");
    check_print("sum(x[i]for i in 1:3,j)", "sum(x[i] for i in 1:3, j)");
    check_print("\"a\nb\"", "\"a\\nb\"");
    check_print("(a,,b)", "(a, , b)");
    check_print("[1,2;3,4]", "[1, 2; 3, 4]");
    check_print(".a.b[1, :].c", ".a.b[1, :].c");
    check_print("1.50e+3", "1.50e+3");
}

/* Names of a flat class: dots, dollars, quotes. */
TEST(names_that_are_none_stand_in_quotes)
{
    static const char *const pairs[][2] = {{"a", "a"},
                                           {"a_1", "a_1"},
                                           {"1a", "'1a'"},
                                           {"$1", "'$1'"},
                                           {"a.b.c", "'a.b.c'"},
                                           {"'a b'", "'a b'"},
                                           {"'a\\'b'", "'a\\'b'"},
                                           {"'a b'.c", "'\\'a b\\'.c'"},
                                           {"'a'.'b'", "'\\'a\\'.\\'b\\''"}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        struct compilation c;
        compile_open(&c);
        struct ast_part part = {.name = pairs[k][0]};
        struct ast_expr e = {.kind = EXPR_NAME, .path = &part, .n_path = 1};
        CHECK_EQ_INT(strcmp(print_short(&c.arena, &e, 99), pairs[k][0]), 0);
        print_expr(c.out, &e);
        const char *text = compile_text(&c);
        CHECK_EQ_INT(strcmp(text, pairs[k][1]), 0);
        CHECK(parse_expression(&c.m, &c.names, compile_add(&c, "a.mo", text)) != NULL);
        compile_close(&c);
    }
}

TEST(short_text_is_cut)
{
    struct compilation c;
    compile_open(&c);
    struct ast_expr *e =
        parse_expression(&c.m, &c.names, compile_add(&c, "a.mo", "alpha + beta*gamma"));
    CHECK_EQ_INT(strcmp(print_short(&c.arena, e, 100), "alpha + beta*gamma"), 0);
    CHECK_EQ_INT(strcmp(print_short(&c.arena, e, 18), "alpha + beta*gamma"), 0);
    CHECK_EQ_INT(strcmp(print_short(&c.arena, e, 17), "alpha + beta*gamm..."), 0);
    CHECK_EQ_INT(strcmp(print_short(&c.arena, e, 5), "alpha..."), 0);
    CHECK_EQ_INT(strcmp(print_short(&c.arena, e, 0), "..."), 0);
    e = parse_expression(&c.m, &c.names, compile_add(&c, "a.mo", "\"\xc3\xa4\""));
    CHECK_EQ_INT(strcmp(print_short(&c.arena, e, 2), "\"..."), 0);
    compile_close(&c);
}

TEST(a_left_side_is_no_if_statement)
{
    struct compilation c;
    compile_open(&c);
    struct ast_file *f =
        parse_file(&c.m, &c.names,
                   compile_add(&c, "a.mo", "model M equation (if a then b else c) = d; end M;"));
    CHECK_EQ_INT(c.m.errors, 0);
    print_stmt(c.out, &f->classes[0]->sections[0].body.stmts[0], 1);
    CHECK_EQ_INT(strcmp(compile_text(&c), "  (if a then b else c) = d;\n"), 0);
    compile_close(&c);
}

/* ---- equality -------------------------------------------------------------------------------- */

TEST(equality_sees_every_difference)
{
    static const char *const texts[] = {"model M Real x; end M;",
                                        "model N Real x; end N;",
                                        "block M Real x; end M;",
                                        "model M Real y; end M;",
                                        "model M Real x \"c\"; end M;",
                                        "model M Real x(start = 1); end M;",
                                        "model M Real x(final start = 1); end M;",
                                        "model M Real x[2]; end M;",
                                        "model M Real[2] x; end M;",
                                        "model M Real x = 1; end M;",
                                        "model M Real x := 1; end M;",
                                        "model M parameter Real x; end M;",
                                        "model M protected Real x; end M;",
                                        "model M Real x if b; end M;",
                                        "model M Real x; equation x = 1; end M;",
                                        "model M Real x; equation x = 1.0; end M;",
                                        "model M Real x; algorithm x := 1; end M;",
                                        "model M Real x; initial equation x = 1; end M;",
                                        "model M Real x; annotation(a = 1); end M;",
                                        "model M Real x, y; end M;",
                                        "model M Real x; Real y; end M;",
                                        "model M import A; end M;",
                                        "model M import A.*; end M;",
                                        "model M extends A; end M;",
                                        "model M extends A(x = 1); end M;",
                                        "model M extends A(redeclare B x); end M;",
                                        "model M extends A(replaceable B x); end M;",
                                        "model M extends A(redeclare C x); end M;",
                                        "model M extends A(redeclare model x = B); end M;",
                                        "model M replaceable Real x; end M;",
                                        "model M replaceable Real x constrainedby A; end M;",
                                        "model M replaceable Real x constrainedby B; end M;",
                                        "within; model M Real x; end M;",
                                        "model M type E = enumeration(a); end M;",
                                        "model M type E = enumeration(a, b); end M;",
                                        "model M type E = Real; end M;",
                                        "model M equation f(a); end M;",
                                        "model M equation f(n = a); end M;",
                                        "model M equation f(a for i); end M;",
                                        "model M equation for i loop end for; end M;",
                                        "model M equation for j loop end for; end M;"};
    enum { N = sizeof texts / sizeof *texts };
    struct compilation c;
    struct ast_file *trees[N], *again;
    compile_open(&c);
    for (int k = 0; k < N; k++)
        trees[k] = parse_file(&c.m, &c.names, compile_add(&c, "a.mo", texts[k]));
    if (c.m.errors) messages_print(stdout, &c.m);
    CHECK_EQ_INT(c.m.errors, 0);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++)
            if (ast_equal(trees[i], trees[k]) != (i == k)) FAIL("%s, %s", texts[i], texts[k]);
        again = parse_file(&c.m, &c.names, compile_add(&c, "a.mo", texts[i]));
        CHECK(ast_equal(trees[i], again));
    }
    compile_close(&c);
}

TEST_MAIN()
