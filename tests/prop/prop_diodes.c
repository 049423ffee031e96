/* SPDX-License-Identifier: MIT */
/* prop_diodes.c - random circuits of resistors, current sources and ideal diodes.
 *
 * Such a circuit has exactly one consistent choice of modes: a diode conducts (v = Ron s + Vk, i = s + Goff Vk, s >= 0) or
 * blocks (v = s + Vk, i = Goff s + Goff Vk, s < 0), and for each choice of the others one of the two fits. The run
 * must find it, at the start and at every later instant while sources change linearly, whatever the size of the
 * currents. Here the same circuit is solved by node voltages in long double, for the modes that the run has
 * found, and, where there are few diodes, for all modes: one choice fits, no other. */
#include "listed.h"
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

enum { NODES = 6, DIODES = 8, PARTS = 24, TEXT = 16384, INSTANTS = 8 };

struct part {
    int p, n;    /* nodes; 0: ground */
    double a, b; /* resistor: a Ohm; source: a + b t; diode: Ron, Goff */
    double knee;
};

struct net {
    int nodes, n_resistors, n_sources, n_diodes; /* nodes without ground */
    struct part resistor[PARTS], source[PARTS], diode[DIODES];
};

/* ---- The circuit, and its text --------------------------------------------------------------- */

static struct part between(struct rng *g, int nodes)
{
    struct part x = {.p = rng_int(g, 0, nodes)};
    x.n = (x.p + rng_int(g, 1, nodes)) % (nodes + 1);
    return x;
}

static void draw(struct rng *g, struct net *c)
{
    double unit = rng_log(g, 1e-9, 1e6);
    *c = (struct net){.nodes = rng_int(g, 1, NODES), .n_diodes = rng_int(g, 1, DIODES)};
    for (int k = 1; k <= c->nodes; k++)
        c->resistor[c->n_resistors++] =
            (struct part){.p = k, .n = rng_int(g, 0, k - 1), .a = rng_log(g, 0.1, 1000)};
    for (int k = rng_int(g, 0, 4); k > 0; k--) {
        c->resistor[c->n_resistors] = between(g, c->nodes);
        c->resistor[c->n_resistors++].a = rng_log(g, 0.1, 1000);
    }
    for (int k = rng_int(g, 1, 4); k > 0; k--) {
        struct part *x = &c->source[c->n_sources++];
        *x = between(g, c->nodes);
        x->a = unit * rng_uniform(g, -1, 1) * rng_int(g, 0, 1);
        x->b = unit * rng_uniform(g, -3, 3);
    }
    for (int k = 0; k < c->n_diodes; k++) {
        c->diode[k] = between(g, c->nodes);
        c->diode[k].a = rng_log(g, 1e-6, 0.1);
        c->diode[k].b = rng_log(g, 1e-9, 1e-3);
        c->diode[k].knee = rng_int(g, 0, 2) ? 0 : unit * rng_uniform(g, 0, 10);
    }
}

#define add(text, ...) listed_add(text, TEXT, __VA_ARGS__)

static void add_currents(char *text, const struct part *x, int n, const char *name, int node)
{
    for (int k = 0; k < n; k++) {
        if (x[k].p == node) add(text, " + %s%d", name, k);
        if (x[k].n == node) add(text, " - %s%d", name, k);
    }
}

static void write_text(const struct net *c, char *text)
{
    *text = 0;
    add(text, "model net\n  Real x(start = 0, fixed = true), v0");
    for (int k = 1; k <= c->nodes; k++) add(text, ", v%d", k);
    for (int k = 0; k < c->n_resistors; k++) add(text, ", r%d", k);
    for (int k = 0; k < c->n_sources; k++) add(text, ", j%d", k);
    for (int k = 0; k < c->n_diodes; k++) add(text, ", s%d, i%d", k, k);
    add(text, ";\n  Boolean off0(start = true)");
    for (int k = 1; k < c->n_diodes; k++) add(text, ", off%d(start = true)", k);
    add(text, ";\nequation\n  der(x) = 1;\n  v0 = 0;\n");
    for (int k = 0; k < c->n_resistors; k++)
        add(text, "  v%d - v%d = %.17g*r%d;\n", c->resistor[k].p, c->resistor[k].n,
            c->resistor[k].a, k);
    for (int k = 0; k < c->n_sources; k++)
        add(text, "  j%d = (%.17g) + (%.17g)*x;\n", k, c->source[k].a, c->source[k].b);
    for (int k = 0; k < c->n_diodes; k++) {
        const struct part *d = &c->diode[k];
        add(text, "  off%d = s%d < 0;\n", k, k);
        add(text, "  v%d - v%d = s%d*(if off%d then 1 else %.17g) + %.17g;\n", d->p, d->n, k, k,
            d->a, d->knee);
        add(text, "  i%d = s%d*(if off%d then %.17g else 1) + %.17g;\n", k, k, k, d->b,
            d->b * d->knee);
    }
    for (int node = 1; node <= c->nodes; node++) {
        add(text, "  0 =");
        add_currents(text, c->resistor, c->n_resistors, "r", node);
        add_currents(text, c->source, c->n_sources, "j", node);
        add_currents(text, c->diode, c->n_diodes, "i", node);
        add(text, ";\n");
    }
    add(text, "end net;\n");
}

/* ---- The same by node voltages --------------------------------------------------------------- */

typedef long double matrix[NODES + 1][NODES + 2];

static void stamp(matrix a, const struct part *x, long double g, long double current, int n)
{
    a[x->p][x->p] += g, a[x->n][x->n] += g;
    a[x->p][x->n] -= g, a[x->n][x->p] -= g;
    a[x->p][n + 1] -= current, a[x->n][n + 1] += current;
}

static void eliminate(matrix a, int n, long double *v)
{
    for (int k = 1; k <= n; k++) /* diagonally dominant: no pivoting */
        for (int i = k + 1; i <= n; i++) {
            long double f = a[i][k] / a[k][k];
            for (int j = k; j <= n + 1; j++) a[i][j] -= f * a[k][j];
        }
    v[0] = 0;
    for (int k = n; k >= 1; k--) {
        v[k] = a[k][n + 1];
        for (int j = k + 1; j <= n; j++) v[k] -= a[k][j] * v[j];
        v[k] /= a[k][k];
    }
}

/* How far the worst diode is on the wrong side, as a part of the largest voltage across one: bit k of off says whether
 * diode k blocks. */
static double contradiction(const struct net *c, unsigned off, double t)
{
    matrix a = {{0}};
    long double v[NODES + 1], scale = 0, worst = -1e30L;
    for (int k = 0; k < c->n_resistors; k++)
        stamp(a, &c->resistor[k], 1 / (long double)c->resistor[k].a, 0, c->nodes);
    for (int k = 0; k < c->n_sources; k++)
        stamp(a, &c->source[k], 0, c->source[k].a + c->source[k].b * (long double)t, c->nodes);
    for (int k = 0; k < c->n_diodes; k++) {
        const struct part *d = &c->diode[k];
        if (off >> k & 1)
            stamp(a, d, d->b, 0, c->nodes);
        else
            stamp(a, d, 1 / (long double)d->a,
                  d->knee * ((long double)d->b - 1 / (long double)d->a), c->nodes);
    }
    eliminate(a, c->nodes, v);
    for (int k = 0; k <= c->nodes; k++) scale = fmaxl(scale, fabsl(v[k]));
    for (int k = 0; k < c->n_diodes; k++) {
        const struct part *d = &c->diode[k];
        long double s = v[d->p] - v[d->n] - d->knee; /* in volts, also where it conducts */
        if (scale > 0) worst = fmaxl(worst, (off >> k & 1 ? s : -s) / scale);
    }
    return scale > 0 ? (double)worst : 0;
}

/* ---- The property ---------------------------------------------------------------------------- */

static unsigned modes(const saltus_sim *s, const struct net *c, double t)
{
    unsigned off = 0;
    char name[16];
    for (int k = 0; k < c->n_diodes; k++) {
        snprintf(name, sizeof name, "off%d", k);
        off |= (unsigned)(saltus_sim_value(s, saltus_sim_find(s, name), t) != 0) << k;
    }
    return off;
}

/* The modes at t fit, and no others do clearly. Where a diode is as good as at its zero, both may. */
static const char *wrong(const struct net *c, unsigned off, double t)
{
    const double margin = 1e-12;
    int fitting = 0;
    if (contradiction(c, off, t) > 1e-9) return "a diode is on the wrong side";
    if (c->n_diodes > 6) return NULL;
    for (unsigned m = 0; m < 1u << c->n_diodes; m++) fitting += contradiction(c, m, t) < -margin;
    return fitting > 1 ? "two choices of modes fit" : NULL;
}

static const char *follow(const struct net *c, const saltus_model *m, const char *method)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    const char *why = NULL;
    o.method = method;
    if (saltus_sim_new(m, &o, &s) != SALTUS_OK) return "the start does not settle";
    for (int k = 0; k <= INSTANTS && !why; k++) {
        double t = (double)k / INSTANTS;
        if (saltus_sim_run(s, t) != SALTUS_OK)
            why = "the run ends";
        else
            why = wrong(c, modes(s, c, t), t);
    }
    if (!why && saltus_sim_stats(s).events > 400) why = "too many events";
    saltus_sim_free(s);
    return why;
}

PROP(circuits_of_diodes_have_the_modes_that_fit, 40)
{
    struct net c;
    char text[TEXT];
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    saltus_compiled *compiled = NULL;
    const char *why;
    draw(g, &c);
    write_text(&c, text);
    CHECK(saltus_compile_text("net.mo", text, strlen(text), &o, &compiled) == SALTUS_OK);
    why = follow(&c, saltus_compiled_model(compiled), "qss2");
    if (!why) why = follow(&c, saltus_compiled_model(compiled), "abm");
    saltus_compiled_free(compiled);
    if (why) printf("%s\n%s", text, why);
    CHECK(!why);
}

TEST_MAIN()
