/* SPDX-License-Identifier: MIT */
/* test_spice.c - netlists: numbers, lines, words, expressions, and what is made of them. */
#include "lang_test.h"
#include "spice/netlist.h"
#include "spice/spice.h"

#include "testing.h"

static void number(const char *text, int kind, double value)
{
    double v = -1;
    int is = spice_number(text, (uint32_t)strlen(text), &v);
    if (is != kind) FAIL("%s: %d", text, is);
    if (is && v != value) FAIL("%s is %.17g", text, v);
}

TEST(numbers_with_suffixes_and_units)
{
    number("10", 1, 10);
    number("4.7k", 1, 4.7e3);
    number("1meg", 1, 1e6);
    number("1MEGohm", 1, 1e6);
    number("1m", 1, 1e-3);
    number("2.2uF", 1, 2.2e-6);
    number("10mil", 1, 10 * 25.4e-6);
    number("1e-3k", 1, 1);
    number("-.5n", 1, -0.5e-9);
    number("+3.", 1, 3);
    number("5V", 1, 5);
    number("1t", 1, 1e12);
    number("1g", 1, 1e9);
    number("100f", 1, 1e-13);
    number("1\xc2\xb5"
           "F",
           1, 1e-6);
    number("4k7", 2, 4e3);
    number("k", 0, 0);
    number("", 0, 0);
    number("-", 0, 0);
    number(".", 0, 0);
}

/* The Modelica text of a netlist, or its first message. */
static const char *converted(struct compilation *c, const char *netlist)
{
    int32_t file = source_add(&c->m, "x.cir", netlist, (uint32_t)strlen(netlist));
    int32_t made = spice_convert(&c->m, file, true);
    if (made) return c->m.sources.at[made].text;
    return c->m.list.n ? c->m.list.at[0].text : "";
}

static void holds(const char *netlist, const char *text)
{
    struct compilation c;
    const char *made;
    compile_open(&c);
    if (setjmp(c.arena.fail)) FAIL("memory");
    made = converted(&c, netlist);
    if (!strstr(made, text)) FAIL("'%s' is not in\n%s", text, made);
    compile_close(&c);
}

TEST(lines_continue_and_comments_go)
{
    holds("t\nR1 a 0 ; here\n* between\n+ 10k $ there\nV1 a 0 5\n.tran 1m 1\n.end\nnonsense",
          "Electrical.Resistor R1(R = 10000)");
    holds("t\r\nR1 a 0 1k\r\nV1 a 0 5\r\n.tran 1m 1\r\n",
          "connect(R1.p, a); connect(R1.n, gnd.p);");
    holds("R1 is a title\nr1 A 0 1\nV1 a 0 dc 2 ac 1\n.tran 1m 1\n", "connect(V1.p, A)");
}

TEST(expressions_become_those_of_modelica)
{
    const char *head = "t\n.param a=2 b={3*a}\nV1 x 0 1\nR1 x 0 1\n.tran 1m 1\n";
    static const char *const pairs[][2] = {
        {"V={a**2+b}", "v = a^2 + b"},
        {"V=-a*(b-1)", "v = (-a)*(b - 1)"},
        {"V=v(x)>1 ? 1 : 2", "v = if x.v > 1 then 1 else 2"},
        {"V=1-(v(x)>1)", "v = 1 - (if x.v > 1 then 1 else 0)"},
        {"V=limit(v(x),-1,1)", "v = max(min(x.v, max(-1, 1)), min(-1, 1))"},
        {"I=i(V1)*2", "i = V1.i*2"},
        {"V=v(x,0)", "v = x.v"},
        {"V=table(v(x),0,0,1,5)",
         "v = (if x.v < 0 then 0 elseif x.v < 1 then 0 + (5 - 0)/(1 - 0)*(x.v - 0) else 5)"},
        {"V=pow(a,2)", "v = (a)^(2)"},
        {"V=q", "there is no parameter 'q'"},
        {"V=foo(1)", "there is no function 'foo'"},
        {"V=(1", "it is not closed"},
        {"V=v(nowhere)", "there is no node 'nowhere'"},
        {"V=", "the expression ends too early"},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
        char text[512];
        snprintf(text, sizeof text, "%sB1 y 0 %s\nR2 y 0 1\n", head, pairs[k][0]);
        holds(text, pairs[k][1]);
    }
}

TEST(controlled_sources)
{
    const char *head = "t\nV1 x 0 1\nR1 x 0 1\n.tran 1m 1\nR2 y 0 1\n";
    static const char *const pairs[][2] = {
        {"E1 y 0 x 0 10", "v = 10*x.v"},
        {"G1 y 0 x 0 1m", "i = 0.001*x.v"},
        {"F1 y 0 V1 5", "i = 5*V1.i"},
        {"H1 y 0 V1 5", "v = 5*V1.i"},
        {"E1 y 0 POLY(2) x 0 y 0 1 2 3 4 5 6",
         "v = 1 + 2*x.v + 3*y.v + 4*x.v*x.v + 5*x.v*y.v + 6*y.v*y.v"},
        {"E1 y 0 VALUE={2*V(x)}", "v = 2*x.v"},
        {"E1 y 0 LAPLACE {V(x)} = {1/(1+s)}", "E1: transfer functions are not supported"},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s\n", head, pairs[k][0]);
        holds(text, pairs[k][1]);
    }
}

TEST(the_operating_point_has_as_many_equations_as_states)
{
    /* a capacitor across a source follows it; one of two in a loop does, too */
    holds("t\nV1 a 0 pulse(0 1 0 1u 1u 1m 2m)\nC1 a 0 1u\nC2 a b 1u\nC3 b 0 1u\nR1 b 0 1\n.tran 1u "
          "1m\n",
          "initial equation\n  C2.i = 0;\n  annotation");
    holds("t\nI1 0 a 1\nL1 a b 1m\nL2 b 0 1m\nR1 b 0 1\nR2 a 0 1\n.tran 1u 1m\n",
          "  L1.v = 0;\n  L2.v = 0;\n");
    holds("t\nI1 0 a 1\nL1 a 0 1m\n.tran 1u 1m\n", "initial equation\n  annotation");
    holds("t\nV1 a 0 1\nR1 a b 1\nC1 b 0 1u ic=2\n.tran 1u 1m uic\n", "C1.v = 2;");
    holds("t\nV1 a 0 1\nR1 a b 1\nC1 b 0 1u\n.ic V(b)=0.5\n.tran 1u 1m\n", "C1.v = 0.5;");
}

TEST(a_subcircuit_takes_parameters_from_around_it)
{
    holds("t\n.param vcc=5\n.subckt amp a b g=2\nE1 b 0 a 0 {g*vcc}\n.ends\nX1 x y amp g=3\nV1 x 0 "
          "1\nR1 y 0 1\n.tran 1m 1\n",
          "amp X1(g = 3, vcc = vcc);");
}

TEST_MAIN()
