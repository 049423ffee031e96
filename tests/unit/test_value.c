/* SPDX-License-Identifier: MIT */
/* test_value.c - constant expressions have the values that Modelica gives them. */
#include "lang_test.h"

#include "check/check.h"
#include "testing.h"

#define FUNCTIONS                                                                                  \
    "function fib input Integer n; output Integer y; algorithm\n"                                  \
    "  if n < 2 then y := n; return; end if; y := fib(n - 1) + fib(n - 2); end fib;\n"             \
    "function square input Real u; input Real by = 1; output Real y = by*u*u; algorithm end "      \
    "square;\n"                                                                                    \
    "function back input Real x[:]; output Real y[size(x, 1)]; output Real s; algorithm\n"         \
    "  s := 0; for i in 1:size(x, 1) loop y[i] := x[end + 1 - i]; s := s + x[i]; end for; end "    \
    "back;\n"                                                                                      \
    "function both input Real x[:]; output Real z; protected Real y[size(x, 1)]; Real s; "         \
    "algorithm\n"                                                                                  \
    "  (y, s) := back(x); z := s + 10*y[1]; end both;\n"                                           \
    "function collatz input Integer n; output Integer k = 0; protected Integer m = n; algorithm\n" \
    "  while true loop if m == 1 then break; end if; k := k + 1;\n"                                \
    "  m := if mod(m, 2) == 0 then div(m, 2) else 3*m + 1; end while; end collatz;\n"              \
    "type E = enumeration(a, b, c);\n"                                                             \
    "constant Real v[3] = {1, 2, 3}; constant Real A[2, 3] = [1, 2, 3; 4, 5, 6];\n"

/* The value of a constant declared with this type and text, which must be good. */
static struct value *value_of(struct compilation *c, const char *declared)
{
    char *text = arena_format(&c->arena, "model M\n" FUNCTIONS "constant %s;\nend M;", declared);
    struct ast_file *file = parse_file(&c->m, &c->names, compile_add(c, "t.mo", text));
    struct checked *checked = compile_check(c, file, NULL, NULL, 0);
    if (!checked) {
        messages_print(c->out, &c->m);
        FAIL("%s\n%s", declared, compile_text(c));
    }
    struct symbol *s = checked->variables.at[checked->variables.n - 1];
    if (!s->value) FAIL("%s has no value", declared);
    return s->value;
}

static void gives(const char *declared, int n, const double *want)
{
    struct compilation c;
    compile_open(&c);
    struct value *v = value_of(&c, declared);
    if (v->count != n) FAIL("%s: %d elements, not %d", declared, (int)v->count, n);
    for (int k = 0; k < n; k++)
        if (!testing_close(v->number[k], want[k], 1e-14))
            FAIL("%s: element %d is %.17g, not %.17g", declared, k + 1, v->number[k], want[k]);
    compile_close(&c);
}

#define GIVES(declared, ...)                                                                       \
    do {                                                                                           \
        double want_[] = {__VA_ARGS__};                                                            \
        gives(declared, (int)(sizeof want_ / sizeof *want_), want_);                               \
    } while (0)

TEST(scalars)
{
    GIVES("Real x = 1/3", 1.0 / 3);
    GIVES("Integer x = 7 - 2*3", 1);
    GIVES("Real x = 2^10 - (-3)", 1027);
    GIVES("Integer x = div(-7, 2)", -3);
    GIVES("Integer x = mod(-7, 2)", 1);
    GIVES("Integer x = rem(-7, 2)", -1);
    GIVES("Integer x = integer(-2.5)", -3);
    GIVES("Real x = ceil(2.1) + floor(-2.1)", 0);
    GIVES("Real x = mod(-0.5, 2)", 1.5);
    GIVES("Integer x = sign(-3.5)", -1);
    GIVES("Real x = atan2(1, 1)*4", 3.14159265358979323846);
    GIVES("Real x = Modelica.Constants.pi - Modelica.Math.acos(-1)", 0);
    GIVES("Real x = semiLinear(-2, 3, 5)", -10);
    GIVES("Real x = noEvent(smooth(0, abs(-2)))", 2);
}

TEST(booleans_and_enumerations)
{
    GIVES("Boolean x = 1 < 2 and not 2 <= 1 or false", 1);
    GIVES("Boolean x = E.a < E.b and E.c == E.c and E.a <> E.b", 1);
    GIVES("Integer x = Integer(E.c)", 3);
    GIVES("Boolean x = \"abc\" < \"abd\" and \"a\" + \"b\" == \"ab\"", 1);
    GIVES("Boolean x[2] = {true, false} or {false, false}", 1, 0);
    GIVES("Real x = if false then 1 elseif 3 > 2 then 2 else 3", 2);
    GIVES("Boolean x = false and 1/0 > 1", 0);
}

TEST(arrays)
{
    GIVES("Real x[:] = {1, 2} + {3, 4.5}", 4, 6.5);
    GIVES("Real x[:] = 2*v/4", 0.5, 1, 1.5);
    GIVES("Real x = v*v", 14);
    GIVES("Real x[:] = A*v", 14, 32);
    GIVES("Real x[:] = {1, 1}*A", 5, 7, 9);
    GIVES("Real x[:, :] = A*transpose(A)", 14, 32, 32, 77);
    GIVES("Real x[:] = v .^ 2 .+ 1", 2, 5, 10);
    GIVES("Real x[:] = 6 ./ v", 6, 3, 2);
    GIVES("Real x[:] = -v", -1, -2, -3);
    GIVES("Real x[:] = 3:-1:1", 3, 2, 1);
    GIVES("Real x[:] = 0:0.1:0.3", 0, 0.1, 0.2, 0.30000000000000004);
    gives("Real x[:] = zeros(0)", 0, NULL);
    GIVES("Integer x[:, :] = {10*i + j for i in 1:2, j in 1:3}", 11, 21, 12, 22, 13, 23);
    GIVES("Real x[:, :] = [A; 7, 8, 9]", 1, 2, 3, 4, 5, 6, 7, 8, 9);
    GIVES("Real x[:, :] = [v, v]", 1, 1, 2, 2, 3, 3);
    GIVES("Real x[:, :] = cat(2, A, A)", 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6);
}

TEST(elements)
{
    GIVES("Real x = v[end]", 3);
    GIVES("Real x[:] = v[2:end]", 2, 3);
    GIVES("Real x[:] = A[:, 2]", 2, 5);
    GIVES("Real x[:] = A[2, {3, 1}]", 6, 4);
    GIVES("Real x[:] = A[1]", 1, 2, 3);
    GIVES("Real x[:, :] = A[:, end:-1:1]", 3, 2, 1, 6, 5, 4);
    GIVES("Real x = v[integer(v[2])]", 2);
}

TEST(built_in_functions)
{
    GIVES("Real x = sum(A) + product(v) + min(A) + max(v)", 31);
    GIVES("Real x = sum(i*i for i in 1:3) + max(-i for i in {4, 2})", 12);
    GIVES("Real x = sum(i*j for i in 1:2, j in 1:2)", 9);
    GIVES("Integer x[:] = size(A)", 2, 3);
    GIVES("Integer x = size(A, 2) + ndims(A)", 5);
    GIVES("Real x[:] = linspace(0, 1, 3)", 0, 0.5, 1);
    GIVES("Real x[:, :] = identity(2) + diagonal({1, 2}) + fill(1, 2, 2)", 3, 1, 1, 4);
    GIVES("Real x[:] = vector(transpose([v])) + vector([v])", 2, 4, 6);
    GIVES("Real x = scalar([5])", 5);
    GIVES("Real x[:, :] = matrix(v)", 1, 2, 3);
    GIVES("Real x[:] = cross({1, 0, 0}, {0, 1, 0})", 0, 0, 1);
    GIVES("Real x[:, :] = outerProduct({1, 2}, {3, 4})", 3, 4, 6, 8);
    GIVES("Real x[:, :] = symmetric([1, 2; 3, 4])", 1, 2, 2, 4);
    GIVES("Real x[:] = skew(v)*{1, 0, 0}", 0, 3, -2);
    GIVES("Real x[:] = sqrt({4, 9})", 2, 3);
    GIVES("Real x[:] = max(1, 2)*{min(3, 4)}", 6);
}

TEST(functions)
{
    GIVES("Integer x = fib(15)", 610);
    GIVES("Real x = square(3)", 9);
    GIVES("Real x = square(by = 2, u = 3)", 18);
    GIVES("Real x[:] = square(v)", 1, 4, 9);
    GIVES("Real x[:, :] = square(A, 2)", 2, 8, 18, 32, 50, 72);
    GIVES("Real x[:] = back(v)", 3, 2, 1);
    GIVES("Real x = both(v)", 36);
    GIVES("Integer x = collatz(27)", 111);
    GIVES("Real x[2] = {sum(back(k*v)) for k in 1:2}", 6, 12);
}

TEST(texts)
{
    struct compilation c;
    compile_open(&c);
    struct value *v =
        value_of(&c, "String s = \"n = \" + String(3) + \", \" + String(0.25) + String(E.b) + "
                     "String(true) + String(Modelica.Constants.pi, significantDigits = 3)");
    if (strcmp(v->text[0], "n = 3, 0.25btrue3.14") != 0) FAIL("%s", v->text[0]);
    compile_close(&c);
}

TEST(large_constants_wait_until_somebody_asks)
{
    struct compilation c;
    const char *text = "model M constant Real x[1000000] = {i for i in 1:1000000}; end M;";
    compile_open(&c);
    struct ast_file *file = parse_file(&c.m, &c.names, compile_add(&c, "t.mo", text));
    struct checked *checked = compile_check(&c, file, NULL, NULL, 0);
    CHECK(checked && checked->variables.at[0]->value == NULL);
    struct value *v = check_symbol_value(&c.m, checked->variables.at[0]);
    CHECK(v && v->count == 1000000);
    CHECK_CLOSE(v->number[999999], 1e6, 0);
    compile_close(&c);
}

TEST_MAIN()
