/* SPDX-License-Identifier: MIT */
/* prop_parts.c - a circuit of arrays of parts behaves as the same circuit of parts with a name each.
 *
 * Nodes have a capacitor each; between neighbours lie a resistor and an inductor, wired in a loop; resistors lead from
 * nodes chosen at random, or the ground, to the centre of a star, which no capacitor holds. Sizes, values and wires are
 * random. As text, the k-th part of an array is
 * name[k], or a part called name_k; one has loops, the other none. */
#include "listed.h"
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"
#include <stdbool.h>

enum { MOST = 9, TEXT = 32768 };

struct net {
    int n, star; /* nodes, resistors of the star */
    int to[MOST];
    double r[MOST], l[MOST], c[MOST], x[MOST], start[MOST];
};

static void draw(struct rng *g, struct net *w)
{
    *w = (struct net){.n = rng_int(g, 2, MOST - 1), .star = rng_int(g, 1, MOST - 1)};
    for (int k = 1; k <= w->n; k++) {
        w->r[k] = rng_log(g, 0.1, 10);
        w->l[k] = rng_log(g, 0.1, 10);
        w->c[k] = rng_log(g, 0.1, 10);
        w->start[k] = rng_uniform(g, -5, 5);
    }
    for (int k = 1; k <= w->star; k++) {
        w->x[k] = rng_log(g, 0.1, 10);
        w->to[k] = k == 1 ? 1 : rng_int(g, 0, w->n); /* 0: the ground */
    }
}

/* ---- Texts ----------------------------------------------------------------------------------- */

#define add(text, ...) listed_add(text, TEXT, __VA_ARGS__)

static const char classes[] =
    "connector Pin Real v; flow Real i; end Pin;\n"
    "partial model Two Pin p, n; Real v, i;\n"
    "  equation v = p.v - n.v; i = p.i; p.i + n.i = 0; end Two;\n"
    "model Resistor extends Two; parameter Real R = 1; equation v = R*i; end Resistor;\n"
    "model Inductor extends Two; parameter Real L = 1; equation L*der(i) = v; end Inductor;\n"
    "model Capacitor extends Two; parameter Real C = 1; equation C*der(v) = i; end Capacitor;\n"
    "model Ground Pin p; equation p.v = 0; end Ground;\n";

static void list(char *text, const char *name, const double *at, int n)
{
    add(text, "%s = {", name);
    for (int k = 1; k <= n; k++) add(text, "%s%.17g", k > 1 ? ", " : "", at[k]);
    add(text, "}");
}

static void star(const struct net *w, char *text, const char *element)
{
    char x[32], c[32];
    for (int k = 1; k <= w->star; k++) {
        snprintf(x, sizeof x, element, "x", k);
        snprintf(c, sizeof c, element, "c", w->to[k]);
        add(text, "  connect(%s.n, s); connect(%s.p, %s.p);\n", x, x, w->to[k] ? c : "g");
    }
}

static void write_arrays(const struct net *w, char *text)
{
    strcpy(text, classes);
    add(text, "model net\n  parameter Integer N = %d;\n  Ground g; Pin s;\n  Capacitor c[N](",
        w->n);
    list(text, "C", w->c, w->n);
    add(text, ", v(");
    list(text, "start", w->start, w->n);
    add(text, ", each fixed = true));\n  Resistor r[N - 1](");
    list(text, "R", w->r, w->n - 1);
    add(text, "), x[%d](", w->star);
    list(text, "R", w->x, w->star);
    add(text, ");\n  Inductor l[N - 1](");
    list(text, "L", w->l, w->n - 1);
    add(text, ", i(each fixed = true));\nequation\n"
              "  for k in 1:N loop connect(c[k].n, g.p); end for;\n"
              "  for k in 1:N - 1 loop\n"
              "    connect(c[k].p, r[k].p); connect(r[k].n, l[k].p); connect(l[k].n, c[k + 1].p);\n"
              "  end for;\n");
    star(w, text, "%s[%d]");
    add(text, "end net;\n");
}

static void write_names(const struct net *w, char *text)
{
    strcpy(text, classes);
    add(text, "model net\n  Ground g; Pin s;\n");
    for (int k = 1; k <= w->n; k++)
        add(text, "  Capacitor c_%d(C = %.17g, v(start = %.17g, fixed = true));\n", k, w->c[k],
            w->start[k]);
    for (int k = 1; k < w->n; k++)
        add(text, "  Resistor r_%d(R = %.17g); Inductor l_%d(L = %.17g, i(fixed = true));\n", k,
            w->r[k], k, w->l[k]);
    for (int k = 1; k <= w->star; k++) add(text, "  Resistor x_%d(R = %.17g);\n", k, w->x[k]);
    add(text, "equation\n");
    for (int k = w->n; k >= 1; k--) add(text, "  connect(c_%d.n, g.p);\n", k);
    for (int k = 1; k < w->n; k++)
        add(text, "  connect(l_%d.n, c_%d.p); connect(r_%d.n, l_%d.p); connect(r_%d.p, c_%d.p);\n",
            k, k + 1, k, k, k, k);
    star(w, text, "%s_%d");
    add(text, "end net;\n");
}

/* ---- Runs ------------------------------------------------------------------------------------ */

struct run {
    saltus_compiled *compiled;
    saltus_sim *s;
    const char *element;
};

static bool run(struct run *x, const char *text, const char *method)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    saltus_options so = saltus_defaults();
    so.method = method;
    so.rel = so.abs = 1e-6;
    return saltus_compile_text("net.mo", text, strlen(text), &o, &x->compiled) == SALTUS_OK &&
           saltus_sim_new(saltus_compiled_model(x->compiled), &so, &x->s) == SALTUS_OK &&
           saltus_sim_run(x->s, 1) == SALTUS_OK;
}

static double value(const struct run *x, const char *name, int k, const char *of)
{
    char element[32], whole[64];
    int32_t var;
    snprintf(element, sizeof element, x->element, name, k);
    snprintf(whole, sizeof whole, "%s.%s", element, of);
    var = saltus_sim_find(x->s, whole);
    return var < 0 ? (double)NAN : saltus_sim_value(x->s, var, 1);
}

static bool same(const struct run *a, const struct run *b, const char *name, int n, const char *of)
{
    for (int k = 1; k <= n; k++) {
        double v = value(a, name, k, of), w = value(b, name, k, of);
        if (!(fabs(v - w) <= 1e-4 * (1 + fabs(v)))) {
            printf("%s %d %s: %.17g %.17g\n", name, k, of, v, w);
            return false;
        }
    }
    return true;
}

static bool agree(const struct net *w, const struct run *a, const struct run *b)
{
    return same(a, b, "c", w->n, "v") && same(a, b, "l", w->n - 1, "i") &&
           same(a, b, "r", w->n - 1, "n.v") && same(a, b, "x", w->star, "v") &&
           same(a, b, "c", w->n, "n.i");
}

PROP(arrays_of_parts_behave_as_parts_with_names, 15)
{
    static const char *const methods[] = {"abm", "qss3"};
    static char arrays[TEXT], names[TEXT];
    struct net w;
    draw(g, &w);
    write_arrays(&w, arrays);
    write_names(&w, names);
    for (int k = 0; k < 2; k++) {
        struct run a = {.element = "%s[%d]"}, b = {.element = "%s_%d"};
        bool good = run(&a, arrays, methods[k]) && run(&b, names, methods[k]) && agree(&w, &a, &b);
        if (!good) printf("%s\n%s\n%s", methods[k], arrays, names);
        saltus_sim_free(a.s);
        saltus_sim_free(b.s);
        saltus_compiled_free(a.compiled);
        saltus_compiled_free(b.compiled);
        CHECK(good);
    }
}

TEST_MAIN()
