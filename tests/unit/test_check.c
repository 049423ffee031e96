/* SPDX-License-Identifier: MIT */
/* test_check.c - what the checker writes into the tree of a correct model. */
#include "lang_test.h"

#include "check/check.h"
#include "testing.h"

static struct ast_file *parsed(struct compilation *c, const char *text)
{
    compile_open(c);
    struct ast_file *file = parse_file(&c->m, &c->names, compile_add(c, "t.mo", text));
    if (c->m.errors) {
        messages_print(c->out, &c->m);
        FAIL("%s", compile_text(c));
    }
    return file;
}

static struct checked *checked_with(struct compilation *c, const char *text,
                                    struct check_override *o, int n)
{
    struct ast_file *file = parsed(c, text);
    struct checked *checked = compile_check(c, file, NULL, o, n);
    if (checked) return checked;
    messages_print(c->out, &c->m);
    FAIL("%s", compile_text(c));
}

static struct checked *checked(struct compilation *c, const char *text)
{
    return checked_with(c, text, NULL, 0);
}

static struct symbol *variable(const struct checked *c, const char *name)
{
    for (int32_t k = 0; k < c->variables.n; k++)
        if (strcmp(c->variables.at[k]->name, name) == 0) return c->variables.at[k];
    FAIL("there is no '%s'", name);
}

/* Number k of the equations or statements of section s. */
static struct ast_stmt *statement(const struct checked *c, int s, int k)
{
    return &c->model->class_->sections[s].body.stmts[k];
}

TEST(overrides_decide_sizes)
{
    struct compilation c;
    struct check_override o[2] = {{"N", 7, false}, {"k", 3, false}};
    struct checked *m =
        checked_with(&c,
                     "model M parameter Integer N = 2; parameter Real k = 1; Real x[2*N];"
                     "equation der(x) = -k*x; end M;",
                     o, 2);
    CHECK_EQ_INT(variable(m, "x")->type->size[0], 14);
    CHECK(variable(m, "x")->state && variable(m, "N")->structural && !variable(m, "k")->structural);
    CHECK(o[0].used && !o[1].used);
    compile_close(&c);
}

TEST(the_last_model_is_chosen_or_the_named_one)
{
    struct compilation c;
    struct ast_file *file =
        parsed(&c, "model A Real x = 1; end A; package P model B Real y = 1; end B; end P;"
                   "model C Real z = 1; end C; partial model D end D;");
    struct checked *m = compile_check(&c, file, NULL, NULL, 0);
    CHECK(m && strcmp(m->model->name, "C") == 0);
    compile_close(&c);
    file = parsed(&c, "package P model B Real y = 1; end B; end P; model C Real z = 1; end C;");
    m = compile_check(&c, file, "P.B", NULL, 0);
    CHECK(m && strcmp(m->model->name, "B") == 0);
    CHECK(compile_check(&c, file, "P.D", NULL, 0) == NULL);
    compile_close(&c);
}

TEST(arguments_are_put_in_order)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M function f input Real a; input Real b = 2; input Real c = 3;"
                    "output Real y; algorithm y := a + b + c; end f; Real x;"
                    "equation x = f(1, c = 4); end M;");
    struct ast_expr *call = statement(m, 0, 0)->exprs[1];
    CHECK_EQ_INT(call->n_args, 3);
    CHECK(call->arg_names == NULL && call->args[1] == NULL);
    CHECK_EQ_INT(call->args[2]->integer, 4);
    CHECK(call->symbol->kind == SYMBOL_FUNCTION && call->symbol->n_inputs == 3);
    compile_close(&c);
}

TEST(types_of_calls)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M function f input Real u; output Real y = u; algorithm end f;"
                    "function g input Real u[:]; output Real y[size(u, 1), 2]; output Integer n;"
                    "algorithm y := fill(1, size(u, 1), 2); n := 1; end g;"
                    "Real x[3], A[3, 2], n; equation x = f({1, 2, 3}); (A, n) = g(x); end M;");
    const struct type *t = statement(m, 0, 0)->exprs[1]->type;
    CHECK(t->rank == 1 && t->size[0] == 3);
    t = statement(m, 0, 1)->exprs[1]->type;
    CHECK(t->base == TYPE_TUPLE && t->n_parts == 2 && t->parts[0]->size[0] == 3);
    CHECK(t->parts[1]->base == TYPE_INTEGER);
    compile_close(&c);
}

TEST(reals_assigned_in_whens_are_discrete)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M Real a(start = 0), x(start = 0); Boolean b; Integer n(start = 0);"
                    "equation der(x) = a; b = x > 1;"
                    "when b then a = pre(a) + 1; n = 1; reinit(x, 0); end when; end M;");
    CHECK_EQ_INT(variable(m, "a")->variability, VARY_DISCRETE);
    CHECK_EQ_INT(variable(m, "x")->variability, VARY_CONTINUOUS);
    CHECK_EQ_INT(variable(m, "b")->variability, VARY_DISCRETE);
    compile_close(&c);
}

TEST(types_hand_down_attributes_and_sizes)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M type V = Real(unit = \"V\", start = 3); type V2 = V[2];"
                    "V2 x[4](each start = 5); V y; Modelica.Units.SI.Current i;"
                    "equation der(x) = x; y = 1; i = 2; end M;");
    struct symbol *x = variable(m, "x"), *y = variable(m, "y");
    CHECK(x->type->rank == 2 && x->type->size[0] == 4 && x->type->size[1] == 2);
    CHECK(x->attr[ATTR_START].each && x->attr[ATTR_START].value->integer == 5);
    CHECK(x->attr[ATTR_UNIT].each && y->attr[ATTR_START].value->integer == 3);
    CHECK(strcmp(variable(m, "i")->attr[ATTR_UNIT].value->text, "A") == 0);
    compile_close(&c);
}

TEST(a_loop_without_range_runs_over_the_array)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M Real x[4]; equation for i loop x[i] = i; end for; end M;");
    struct ast_iterator *it = &statement(m, 0, 0)->iterators[0];
    CHECK(it->symbol->bounded && it->symbol->low == 1 && it->symbol->high == 4);
    CHECK_EQ_INT(it->range->type->size[0], 4);
    compile_close(&c);
}

TEST(values_with_iterators)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M parameter Integer k = 2; Real x[4];"
                    "equation for i in 1:4 loop x[i] = k*i + time*0; end for; end M;");
    struct ast_stmt *loop = statement(m, 0, 0);
    struct ast_expr *sum = loop->bodies[0].stmts[0].exprs[1];
    double three = 3;
    struct value bound = {loop->iterators[0].symbol->type, &three, NULL, 1};
    CHECK(check_value(&c.m, sum) == NULL);
    CHECK(check_value(&c.m, sum->args[0]) == NULL);
    CHECK(!variable(m, "k")->structural || variable(m, "k")->value);
    loop->iterators[0].symbol->value = &bound;
    struct value *v = check_value(&c.m, sum->args[0]);
    CHECK(v && v->number[0] == 6);
    CHECK(variable(m, "k")->structural);
    compile_close(&c);
}

TEST(the_dialect_is_recognised)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M import math; parameter Integer N = 9; parameter Real C[N]; Real x[N];"
                    "initial algorithm for i in 1:N loop C[i] := rand(2); end for;"
                    "equation for i in 1:N loop der(x[i]) = C[N/2]*pow(x[i], 2); end for;"
                    "annotation(experiment(MMO_Solver = mLIQSS2, Tolerance = {1e-4},"
                    "MMO_Output = {x[1:4:N]}, MMO_RandomSeed = 7)); end M;");
    struct ast_expr *right = statement(m, 0, 0)->bodies[0].stmts[0].exprs[1];
    CHECK(m->mu && variable(m, "C")->assigned);
    CHECK_EQ_INT(right->args[0]->path[0].sub[0]->builtin, BUILTIN_DIV);
    CHECK_EQ_INT(right->args[1]->builtin, BUILTIN_MU_POW);
    CHECK(strcmp(m->settings.method, "mliqss2") == 0 && m->settings.has_seed &&
          m->settings.seed == 7);
    CHECK_CLOSE(m->settings.rel, 1e-4, 0);
    CHECK_EQ_INT(m->settings.watch.n, 3);
    CHECK(strcmp(m->settings.watch.at[2], "x[9]") == 0);
    CHECK(c.m.warnings == 1);
    compile_close(&c);
}

TEST(settings)
{
    struct compilation c;
    struct checked *m =
        checked(&c, "model M Real x[2](each start = 0) annotation(__Saltus_quantum = {1e-2, 1e-4});"
                    "Real y(start = 0) annotation(__Saltus_method = \"qss3\");"
                    "equation der(x) = x; der(y) = 1; annotation(experiment(StartTime = 1,"
                    "StopTime = 2*2, Tolerance = {1e-3, 1e-4, 1e-5}, Interval = 0.1),"
                    "__Saltus_method = \"liqss2\", __Saltus_absTolerance = 1e-7,"
                    "__Saltus_watch = {\"x\", \"y\"}, __Saltus_seed = 3); end M;");
    const struct check_settings *s = &m->settings;
    CHECK(s->start == 1 && s->stop == 4 && s->interval == 0.1 && s->abs == 1e-7 && s->seed == 3);
    CHECK(strcmp(s->method, "liqss2") == 0 && s->watch.n == 2);
    CHECK_EQ_INT(s->rules.n, 5);
    CHECK(strcmp(s->rules.at[1].pattern, "x[2]") == 0 && s->rules.at[1].rel == 1e-4);
    CHECK(strcmp(s->rules.at[3].pattern, "x[*]") == 0 && s->rules.at[3].abs == 1e-4);
    CHECK(strcmp(s->rules.at[4].method, "qss3") == 0);
    compile_close(&c);
}

TEST(imports_find_constants_and_functions)
{
    struct compilation c;
    struct checked *m = checked(
        &c, "package P package Q constant Real a = 2; function f input Real u; output Real y;"
            "algorithm y := a*u; end f; end Q; end P; model M import P.Q; import R = P.Q.a;"
            "import P.Q.*; import P.Q.{f}; import SI = Modelica.Units.SI;"
            "SI.Length l; parameter Integer n = integer(Q.a + R + f(a) + .P.Q.a);"
            "Real x[n]; equation l = 1; x = fill(1, n); end M;");
    CHECK_EQ_INT(variable(m, "x")->type->size[0], 10);
    compile_close(&c);
}

TEST(a_million_elements_cost_nothing)
{
    struct compilation c;
    checked(&c, "model M parameter Integer N = 1000000; parameter Real R[N] = fill(1.5, N);"
                "Real x[N](start = {sin(i) for i in 1:N}); equation for i in 1:N loop der(x[i]) = "
                "-R[i]*x[i];"
                "end for; end M;");
    CHECK(c.arena.used < 200000);
    compile_close(&c);
}

TEST_MAIN()
