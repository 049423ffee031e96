/* SPDX-License-Identifier: MIT */
/* test_connect.c - connections of a flat class become equations.
 *
 * A flat class is what parts and wires are turned into before check; here it is written by hand. A variable with dots in
 * its name belongs to a connector of a part, its `input` and `output` are those of the part. A connection whose
 * comment is "inner" was made in the part to which its second side belongs. */
#include "lang_test.h"

#include "flat/ir/ir.h"
#include "inst/inst.h"
#include "testing.h"

static void mark_body(struct ast_body *body)
{
    for (int32_t k = 0; k < body->n; k++) {
        struct ast_stmt *s = &body->stmts[k];
        for (int32_t b = 0; b < s->n_bodies; b++) mark_body(&s->bodies[b]);
        s->outside[1] = s->kind == STMT_CONNECT && s->comment;
    }
}

/* Gives the prefixes that a class made of parts has. */
static struct ast_class *as_flat(struct ast_class *c)
{
    for (int32_t k = 0; k < c->n_elements; k++) {
        struct ast_element *e = &c->elements[k];
        uint32_t p = e->prefixes;
        if (!e->name || !strchr(e->name, '.')) continue;
        e->prefixes = (p & ~(uint32_t)(PREFIX_INPUT | PREFIX_OUTPUT)) | PREFIX_CONNECTOR;
        if (p & PREFIX_INPUT) e->prefixes |= PREFIX_PART_INPUT;
        if (p & PREFIX_OUTPUT) e->prefixes |= PREFIX_PART_OUTPUT;
    }
    for (int32_t k = 0; k < c->n_sections; k++) mark_body(&c->sections[k].body);
    return c;
}

/* The flat model of the text; NULL after errors. */
static struct ir_model *expand(struct compilation *c, const char *text)
{
    struct ast_file *tree = parse_file(&c->m, &c->names, compile_add(c, "a.mo", text));
    struct inst_model inst = {.name = "a"};
    struct checked *checked;
    if (c->m.errors) return NULL;
    inst.flat = as_flat(tree->classes[0]);
    checked = check_model(&c->m, &c->names, &inst, NULL, 0);
    return checked ? flat_expand(&c->m, checked) : NULL;
}

static void print_equations(FILE *out, const struct ir_model *m)
{
    for (int32_t k = 0; k < m->eqs.n; k++) {
        const struct ir_eq *e = &m->eqs.at[k];
        for (int32_t i = 0; i < e->n_iters; i++)
            fprintf(out, "%s:%d ", e->iters[i]->name, (int)e->iters[i]->count);
        ir_print(out, e->lhs);
        fputs(" = ", out);
        ir_print(out, e->rhs);
        fputs("\n", out);
    }
}

/* The equations, or the messages, must be these. */
static void gives(const char *text, const char *expected)
{
    struct compilation c;
    char *got;
    compile_open(&c);
    struct ir_model *m = expand(&c, text);
    if (m) print_equations(c.out, m);
    for (int32_t k = 0; k < c.m.list.n; k++) fprintf(c.out, "%s\n", c.m.list.at[k].text);
    got = strdup(compile_text(&c));
    compile_close(&c);
    bool same = strcmp(got, expected) == 0;
    if (!same) printf("# got:\n%s", got);
    free(got);
    CHECK(same);
}

/* ---- Sets ------------------------------------------------------------------------------------- */

#define PIN(name)  " Real '" name ".v'; flow Real '" name ".i';"
#define WIRE(a, b) " connect('" a ".v', '" b ".v'); connect('" a ".i', '" b ".i');"
#define INNER(a, b)                                                                                \
    " connect('" a ".v', '" b ".v') \"inner\"; connect('" a ".i', '" b ".i') \"inner\";"

TEST(potentials_are_equal_and_flows_sum_to_zero)
{
    gives("model a" PIN("r.n") PIN("c.p") PIN("d.p") " equation" WIRE("r.n", "c.p")
              WIRE("d.p", "c.p") " end a;",
          "'c.p.v' = 'r.n.v'\n"
          "'d.p.v' = 'r.n.v'\n"
          "'r.n.i' + 'c.p.i' + 'd.p.i' = 0\n");
    gives("model a" PIN("r.n") PIN("c.p") " equation" WIRE("r.n", "c.p") " end a;",
          "'c.p.v' = 'r.n.v'\n'r.n.i' = -'c.p.i'\n");
}

TEST(a_flow_that_is_not_connected_is_zero)
{
    gives("model a" PIN("r.n") " equation end a;", "'r.n.i' = 0\n");
}

/* Seen from inside its part, the flow of s.p leaves: r.p.i = s.p.i there, and s.p.i + g.p.i = 0 around it. */
TEST(a_flow_has_two_faces)
{
    gives("model a" PIN("r.p") PIN("s.p") PIN("g.p") " equation" INNER("r.p", "s.p")
              WIRE("s.p", "g.p") " end a;",
          "'s.p.v' = 'r.p.v'\n"
          "'g.p.v' = 'r.p.v'\n"
          "'r.p.i' = 's.p.i'\n"
          "'s.p.i' = -'g.p.i'\n");
}

/* ---- Loops ------------------------------------------------------------------------------------ */

#define PINS(name, size) " Real '" name ".v'[" size "]; flow Real '" name ".i'[" size "];"

TEST(a_chain_stays_a_loop)
{
    gives("model a parameter Integer N = 100;" PINS("p", "N")
              PINS("n", "N") " equation for i in 1:N-1 loop connect('n.v'[i], 'p.v'[i+1]);"
                             " connect('n.i'[i], 'p.i'[i+1]); end for; end a;",
          "i:99 'n.v'[i] = 'p.v'[i + 1]\n"
          "'p.i'[1] = 0\n"
          "i:99 'p.i'[i + 1] = -'n.i'[i]\n"
          "'n.i'[100] = 0\n");
}

/* c is always connected to b, but not always to some a. */
TEST(equalities_hold_for_whole_arrays_where_they_can)
{
    gives("model a parameter Integer N = 9; Real 'a.v'[N], 'b.v'[N], 'c.v'[N], 'd.v'[N], 's.v';"
          " equation for i in 1:N loop connect('b.v'[i], 'c.v'[i]); connect('b.v'[i], 'd.v'[i]);"
          " end for; for i in 1:N-1 loop connect('b.v'[i], 'a.v'[i+1]); end for;"
          " connect('s.v', 'a.v'[1]); end a;",
          "i:8 'a.v'[i + 1] = 'b.v'[i]\n"
          "i:9 'c.v'[i] = 'b.v'[i]\n"
          "i:9 'd.v'[i] = 'b.v'[i]\n"
          "'s.v' = 'a.v'[1]\n");
}

TEST(whole_arrays_are_connected_element_by_element)
{
    gives("model a" PINS("p", "3, 5")
              PINS("n", "5, 3") " equation for i in 1:5 loop connect('p.v'[:, i], 'n.v'[i, :]); "
                                "end for; end a;",
          "i:5 i_2:3 'n.v'[i, i_2] = 'p.v'[i_2, i]\n"
          "i:15 'p.i'{i - 1} = 0\n"
          "i:15 'n.i'{i - 1} = 0\n");
}

TEST(a_grid_is_a_few_equations)
{
    struct compilation c;
    compile_open(&c);
    struct ir_model *m = expand(
        &c,
        "model a parameter Integer N = 40, M = 30;" PINS("h.p", "N, M") PINS("h.n", "N, M")
            PINS("v.p", "N, M") PINS("v.n", "N, M") PINS(
                "c.p", "N, M") " equation for i in 1:N, j in 1:M loop"
                               " connect('h.p.v'[i, j], 'c.p.v'[i, j]); connect('h.p.i'[i, j], "
                               "'c.p.i'[i, j]);"
                               " connect('v.p.v'[i, j], 'c.p.v'[i, j]); connect('v.p.i'[i, j], "
                               "'c.p.i'[i, j]);"
                               " if j < M then connect('h.n.v'[i, j], 'c.p.v'[i, j+1]);"
                               " connect('h.n.i'[i, j], 'c.p.i'[i, j+1]); end if;"
                               " if i < N then connect('v.n.v'[i, j], 'c.p.v'[i+1, j]);"
                               " connect('v.n.i'[i, j], 'c.p.i'[i+1, j]); end if; end for; end a;");
    if (!m) messages_print(stdout, &c.m);
    int32_t n = m ? m->eqs.n : 0;
    compile_close(&c);
    CHECK_LE(1, n);
    CHECK_LE(n, 30);
}

TEST(many_members_are_a_sum_over_a_loop)
{
    gives("model a parameter Integer N = 50;" PINS("c.n", "N")
              PIN("g.p") " equation for i in 1:N loop connect('c.n.v'[i], 'g.p.v');"
                         " connect('c.n.i'[i], 'g.p.i'); end for; end a;",
          "i:50 'c.n.v'[i] = 'g.p.v'\n"
          "sum('c.n.i'[i] for i in 1:50) + 'g.p.i' = 0\n");
}

TEST(indices_may_be_anything_that_is_known)
{
    gives("model a parameter Integer p[3] = {3, 1, 2};" PINS("x", "3") PINS(
              "y",
              "3") " equation for i in 1:3 loop connect('x.v'[p[i]], 'y.v'[i]);"
                   " if mod(i, 2) == 0 then connect('x.i'[i], 'y.i'[i]); end if; end for; end a;",
          "'y.v'[1] = 'x.v'[3]\n"
          "'y.v'[2] = 'x.v'[1]\n"
          "'y.v'[3] = 'x.v'[2]\n"
          "i:2 'x.i'[2*i - 1] = 0\n"
          "'x.i'[2] = -'y.i'[2]\n"
          "i:2 'y.i'[2*i - 1] = 0\n");
}

TEST(a_million_elements_are_four_equations)
{
    struct compilation c;
    compile_open(&c);
    struct ir_model *m =
        expand(&c, "model a parameter Integer N = 250000;" PINS("p", "N")
                       PINS("n", "N") " equation for i in 1:N-1 loop connect('n.v'[i], 'p.v'[i+1]);"
                                      " connect('n.i'[i], 'p.i'[i+1]); end for; end a;");
    int32_t n = m ? m->eqs.n : 0;
    compile_close(&c);
    CHECK_EQ_INT(n, 4);
}

/* ---- Signals ---------------------------------------------------------------------------------- */

TEST(the_source_of_a_signal_is_at_the_right)
{
    gives("model a input Real u; input Real 'g.u', 'h.u'; output Real 'g.y';"
          " equation connect('g.u', u); connect('h.u', 'g.y'); 'g.y' = 2*'g.u'; end a;",
          "'g.y' = 2*'g.u'\n"
          "'g.u' = u\n"
          "'h.u' = 'g.y'\n"
          "der(u) = 0\n");
    gives("model a input Boolean 'g.u'; output Boolean 'h.y' = time > 1;"
          " equation connect('g.u', 'h.y'); end a;",
          "'h.y' = time > 1\n'g.u' = 'h.y'\n");
}

/* The output of s is connected inside s: its source is there. */
TEST(an_output_may_come_from_inside)
{
    gives("model a output Real 'g.y' = time; output Real 's.y'; input Real 'k.u';"
          " equation connect('g.y', 's.y') \"inner\"; connect('s.y', 'k.u'); end a;",
          "'g.y' = time\n's.y' = 'g.y'\n'k.u' = 'g.y'\n");
}

TEST(wrong_signals_are_named)
{
    gives("model a input Real 'g.u'; Real x = 'g.u'; end a;", "input ''g.u'' is not connected\n");
    gives("model a input Real 'g.u'[3]; output Real 'h.y' = 1; equation connect('g.u'[1], 'h.y');"
          " connect('g.u'[3], 'h.y'); end a;",
          "input ''g.u'[2]' is not connected\n");
    gives("model a input Real 'g.u'; output Real 'h.y', 'k.y'; equation connect('g.u', 'h.y');"
          " connect('g.u', 'k.y'); end a;",
          "two sources are connected with each other: ''h.y'' and ''k.y''\n");
    gives("model a input Real 'g.u', 'h.u'; equation connect('g.u', 'h.u'); end a;",
          "''g.u'' and ''h.u'' are inputs: nothing gives them a value\n");
}

TEST(an_input_may_be_given_by_an_equation)
{
    gives("model a input Real 'g.u'; output Real 'g.y'; Real x; equation 'g.u' = 2*x; x = time;"
          " 'g.y' = 'g.u'; end a;",
          "'g.u' = 2*x\nx = time\n'g.y' = 'g.u'\n");
    gives("model a input Real 'g.u' = 3; equation end a;", "'g.u' = 3\n");
    gives("model a input Real 'g.u'; output Real 'g.y'; equation 'g.y' = 'g.u'; end a;",
          "input ''g.u'' is not connected\n");
}

/* ---- Conditions, sizes, parameters ------------------------------------------------------------- */

TEST(connections_to_what_is_not_there_vanish)
{
    gives("model a parameter Boolean has = false; Real 'r.h.T' if has; flow Real 'r.h.Q' if has;"
          " Real 'g.T'; flow Real 'g.Q'; equation connect('r.h.T', 'g.T'); connect('r.h.Q', 'g.Q');"
          " if has then 'r.h.Q' = 1; end if; 'g.T' = if has then 'r.h.T' else 293; end a;",
          "'g.T' = 293\n'g.Q' = 0\n");
    gives("model a parameter Boolean has = false; Real 'r.T' if has; Real x; equation x = 'r.T'; "
          "end a;",
          "''r.T'' is not there: its condition is false\n");
}

TEST(wrong_connections_are_named)
{
    gives("model a Real 'p.v'[3], 'n.v'[4]; equation connect('p.v', 'n.v'); end a;",
          "''p.v'' is Real[3], but ''n.v'' is Real[4]: they cannot be connected\n");
    gives("model a Real 'p.v'; flow Real 'n.v'; equation connect('p.v', 'n.v'); end a;",
          "''n.v'' is a flow, but ''p.v'' is not: they cannot be connected\n");
    gives("model a Real 'p.v', 'n.v'; equation when time > 1 then connect('p.v', 'n.v'); end when;"
          " end a;",
          "connect cannot be used in a when\n");
    gives("model a Real 'p.v', 'n.v'; equation if time > 1 then connect('p.v', 'n.v'); end if; end "
          "a;",
          "connect cannot be used in an if whose condition changes during a run\n");
    gives("model a Real 'p.v' = 1; equation connect('p.v', 'p.v'); end a;",
          "'p.v' = 1\nthis connects a connector to itself\n");
}

TEST(parameters_of_connectors_must_agree)
{
    struct compilation c;
    compile_open(&c);
    struct ir_model *m = expand(&c, "model a parameter Real 'p.k' = 1, 'n.k' = 2, 'm.k' = 3;"
                                    " equation connect('p.k', 'n.k'); end a;");
    int32_t asserts = m ? m->asserts.n : -1, eqs = m ? m->eqs.n : -1;
    compile_close(&c);
    CHECK_EQ_INT(asserts, 1);
    CHECK_EQ_INT(eqs, 0);
}

TEST_MAIN()
