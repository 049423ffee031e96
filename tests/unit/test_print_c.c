/* SPDX-License-Identifier: MIT */
/* test_print_c.c - the text of the generated C: parentheses, names, lines, no warnings. */
#include "code_models.h"

static struct workshop *w;
static struct code_fn *f;

static void begin(void)
{
    struct code_group *g;
    w = workshop_open();
    g = add_group(w, &w->m.der, 3);
    f = g->eval = code_fn_new(&w->m, CODE_EVAL, "x");
}

static struct code_expr *real_named(const char *name)
{
    int32_t slot = code_slot_new(&w->m, f, name, CODE_R, 0);
    code_set(&w->m, &f->body, slot, code_leaf(&w->m, CODE_TIME, 0, NULL));
    return code_local(&w->m, f, slot);
}

static struct code_expr *int_named(const char *name)
{
    int32_t slot = code_slot_new(&w->m, f, name, CODE_I, 0);
    code_set(&w->m, &f->body, slot, code_leaf(&w->m, CODE_WIDTH, 0, NULL));
    return code_local(&w->m, f, slot);
}

/* Ends the model with c[0] = x, prints it, and looks for a line. */
static void expect(struct code_expr *x, const char *line_wanted)
{
    char *text, *at;
    if (x->type == CODE_I) x = code_unary(&w->m, CODE_TO_REAL, x);
    code_put(&w->m, &f->body, 2, whole(w, 0), x);
    text = printed(w);
    if (!strstr(text, line_wanted)) {
        at = strstr(text, "c[0] =");
        FAIL("%s wanted, %.100s", line_wanted, at ? at : text);
    }
    free(text);
    workshop_close(w);
}

TEST(the_tree_keeps_its_shape)
{
    struct code_expr *a, *b, *c;
#define ABC          begin(), a = real_named("aa"), b = real_named("bb"), c = real_named("cc")
#define OP(op, x, y) op2(w, CODE_##op, x, y)
    ABC, expect(OP(ADD, OP(ADD, a, b), c), "c[0] = aa + bb + cc;");
    ABC, expect(OP(ADD, a, OP(ADD, b, c)), "c[0] = aa + (bb + cc);");
    ABC, expect(OP(SUB, a, OP(SUB, b, c)), "c[0] = aa - (bb - cc);");
    ABC, expect(OP(MUL, OP(ADD, a, b), c), "c[0] = (aa + bb)*cc;");
    ABC, expect(OP(DIV, a, OP(MUL, b, c)), "c[0] = aa/(bb*cc);");
    ABC, expect(OP(MUL, OP(DIV, a, b), c), "c[0] = aa/bb*cc;");
    ABC, expect(code_unary(&w->m, CODE_NEG, OP(MUL, a, b)), "c[0] = -(aa*bb);");
    ABC, expect(OP(MUL, code_unary(&w->m, CODE_NEG, a), b), "c[0] = -aa*bb;");
    ABC, expect(OP(SUB, a, num(w, -1)), "c[0] = aa - -1.0;");
    ABC, expect(OP(MUL, num(w, -INFINITY), c), "c[0] = MINUS_INFINITE*cc;");
    ABC, expect(code_cond(&w->m, OP(LT, a, b), OP(ADD, a, b), c), "aa < bb ? aa + bb : cc;");
    ABC, expect(OP(MUL, code_cond(&w->m, OP(LT, a, b), a, b), c), "(aa < bb ? aa : bb)*cc;");
#undef ABC
}

TEST(integers_are_computed_with_64_bits)
{
    struct code_expr *a, *b;
#define AB begin(), a = int_named("aa"), b = int_named("bb")
    AB, expect(OP(ADD, OP(LT, a, b), OP(LT, b, a)), "(double)((long long)(aa < bb) + (bb < aa));");
    AB, expect(OP(MUL, a, whole(w, 5000000000)), "(double)(aa*5000000000LL);");
    AB, expect(OP(IDIV, a, whole(w, 3)), "(double)(aa/3);");
    AB, expect(OP(IDIV, a, b), "(double)int_div(aa, bb);");
    AB, expect(OP(OR, OP(AND, a, b), OP(LT, a, b)), "(double)((aa && bb) || aa < bb);");
    AB, expect(OP(EQ, OP(LT, a, b), code_unary(&w->m, CODE_NOT, a)), "((aa < bb) == (!aa));");
    AB, expect(OP(AND, OP(ADD, a, b), a), "(aa + bb != 0 && aa);");
#undef AB
}

TEST(signals)
{
    begin(), expect(signal_of(w, 0, 2), "c[0] = e->q[2];");
    begin(), expect(signal_of(w, 1, 0), "c[0] = e->q[e->stride];");
    begin(), expect(signal_of(w, 7, 1), "c[0] = e->q[7*e->stride + 1];");
    begin(), expect(signal_of(w, 500000000, 1), "c[0] = e->q[500000000LL*e->stride + 1];");
    begin(), expect(code_leaf(&w->m, CODE_SIGNAL, 1, code_local(&w->m, f, 0)),
                    "c[0] = e->q[i*e->stride + 1];");
}

TEST(names_are_unique_and_c)
{
    static const char *const names[] = {"pump.v[3]", "pump.v[3]", "if",       "e",
                                        "sin",       "3x",        "\xc3\xa9", "table_0",
                                        "der_eval",  "saltus_x",  "eval_x",   ""};
    struct code_expr *sum = NULL;
    struct native *n = NULL;
    const char *why = NULL;
    char *text;
    begin();
    own_cache();
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        struct code_expr *x = code_math(&w->m, ELEMENTARY_SIN, real_named(names[k]), NULL);
        sum = sum ? OP(ADD, sum, x) : x;
    }
    code_put(&w->m, &f->body, 2, whole(w, 0), sum);
    text = printed(w);
    CHECK(strstr(text, "double pump_v_3 = e->t;") && strstr(text, "double pump_v_3_2 = e->t;"));
    free(text);
    if (native_load(&w->m, &n, &why) != SALTUS_OK) FAIL("%.400s", why);
    native_free(n);
    workshop_close(w);
}

TEST(what_nobody_reads_is_not_printed)
{
    char *text;
    begin();
    real_named("unread");
    code_put(&w->m, &f->body, code_slot_new(&w->m, f, "filled", CODE_R, 4), whole(w, 0), num(w, 1));
    code_fn_new(&w->m, CODE_USER, "uncalled");
    text = printed(w);
    CHECK(!strstr(text, "unread") && !strstr(text, "filled") && !strstr(text, "uncalled"));
    free(text);
    workshop_close(w);
}

TEST(numbers_read_back)
{
    struct code_table t;
    struct rng rng = {1};
    char *text, *at;
    begin();
    t = (struct code_table){ARENA_ARRAY(&w->arena, double, 1000), 1000};
    for (int k = 0; k < 1000; k++) {
        uint64_t bits = rng_u64(&rng);
        memcpy(&t.at[k], &bits, sizeof bits);
        if (!isfinite(t.at[k])) t.at[k] = k / 10.0;
    }
    VEC_ADD(&w->arena, &w->m.tables, t);
    text = printed(w);
    at = strstr(text, "table_0[1000] = {");
    CHECK(at != NULL);
    at = strchr(at, '{') + 1;
    for (int k = 0; k < 1000; k++, at++) CHECK(same_bits(strtod(at, &at), t.at[k]));
    free(text);
    workshop_close(w);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* #line N "name.c" stands in line N - 1. */
static void check_lines(const char *text, const char *name)
{
    int number = 1, found = 0;
    for (const char *at = text; *at; number++) {
        int said, used = 0;
        if (sscanf(at, "#line %d %n", &said, &used) == 1 && used &&
            strncmp(at + used, name, strlen(name)) == 0) {
            CHECK_EQ_INT(said, number + 1);
            found++;
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    CHECK(found > 0);
}

TEST(line_directives_know_where_they_are)
{
    char *text;
    w = workshop_open();
    make_vanderpol(w);
    text = printed(w);
    check_lines(text, "\"vanderpol.c\"");
    CHECK(strstr(text, "#line 6 \"vanderpol.mo\"\n    EQUATION(\n") != NULL);
    free(text);
    workshop_close(w);
}

/* An if with lines of its own inside stays outside of EQUATION. */
TEST(lines_inside_lines)
{
    static const char model[] = "one\ntwo\nthree\n";
    struct code_stmt *s;
    char *text;
    begin();
    source_add(&w->messages, "m.mo", model, sizeof model - 1);
    code_add(&w->m, &f->body, CODE_LINE)->at = (struct place){1, 0, 3};
    s = code_add(&w->m, &f->body, CODE_IF);
    s->a = op2(w, CODE_LT, code_local(&w->m, f, 0), whole(w, 1));
    code_add(&w->m, &s->body, CODE_LINE)->at = (struct place){1, 4, 3};
    code_put(&w->m, &s->body, 2, whole(w, 0), num(w, 1));
    code_add(&w->m, &s->other, CODE_LINE)->at = (struct place){1, 8, 3};
    code_put(&w->m, &s->other, 2, whole(w, 0), num(w, 2));
    text = printed(w);
    check_lines(text, "\"test.c\"");
    CHECK(strstr(text, "#line 1 \"m.mo\"\n    if (i < 1) {\n#line ") != NULL);
    CHECK(strstr(text, "#line 2 \"m.mo\"\n        c[0] = 1.0;\n#line ") != NULL);
    CHECK(strstr(text, "#line 3 \"m.mo\"\n        c[0] = 2.0;\n#line ") != NULL);
    free(text);
    workshop_close(w);
}

/* ---- Whole models ---------------------------------------------------------------------------- */

static void without_warnings(const char *cc, bool shared, bool everything)
{
    struct native *n = NULL;
    const char *why = NULL;
    saltus_status status;
    w = workshop_open();
    if (everything)
        make_everything(w);
    else
        make_vanderpol(w);
    if (shared) code_share(&w->m);
    setenv("CC", cc, 1);
    status = native_load(&w->m, &n, &why);
    unsetenv("CC");
    if (status != SALTUS_OK && !strstr(why, "not found")) FAIL("%.450s", why);
    native_free(n);
    workshop_close(w);
}

TEST(compilers_do_not_warn)
{
    own_cache();
    for (int k = 0; k < 4; k++) {
        without_warnings("gcc -std=c99 -Wall -Wextra -pedantic -Werror", k & 1, k & 2);
        without_warnings("clang -std=c99 -Wall -Wextra -pedantic -Werror", k & 1, k & 2);
        without_warnings("tcc -Wall -Werror", k & 1, k & 2);
    }
}

TEST(the_text_is_always_the_same)
{
    char *one, *two;
    w = workshop_open();
    make_everything(w);
    one = printed(w);
    two = printed(w);
    CHECK(strcmp(one, two) == 0);
    free(one);
    free(two);
    workshop_close(w);
}

/* The text does not grow with arrays. */
TEST(sizes_do_not_matter)
{
    size_t n[2];
    for (int k = 0; k < 2; k++) {
        char *text;
        w = workshop_open();
        for (int group = 0; group < 12; group++)
            plain_group(w, &w->m.der, k ? 1000000 : 1000, group);
        text = printed(w);
        n[k] = strlen(text);
        free(text);
        workshop_close(w);
    }
    CHECK_LE((double)n[1], (double)n[0] + 100);
}

TEST_MAIN()
