/* SPDX-License-Identifier: MIT */
/* prop_range.c - ranges of compiled models contain the series of the models themselves.
 *
 * Random expressions of all built-in functions, of branches under noEvent, of functions with
 * statements and of sums over arrays; random boxes, and points inside. Native and interpreted give
 * the same bits. */
#include "ranges.h"

enum { STATES = 4, EQUATIONS = 12 };

struct text {
    char at[65536];
    size_t n;
};

static void say(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->n += (size_t)vsnprintf(t->at + t->n, sizeof t->at - t->n, format, args);
    va_end(args);
    if (t->n >= sizeof t->at) FAIL("the text is too long");
}

static const char functions[] =
    "  function limited input Real u; output Real y; algorithm\n"
    "    if u > 1 then y := 1; elseif u < -1 then y := -1; else y := u; end if;\n"
    "  end limited;\n"
    "  function horner input Real u; input Real c[4]; output Real y; algorithm\n"
    "    y := 0; for k in 1:4 loop y := y*u + c[5 - k]; end for;\n"
    "  end horner;\n"
    "  function early input Real u; input Real v; output Real y; algorithm\n"
    "    y := v; if u < 0 then y := u*v; return; end if;\n"
    "    for k in 1:3 loop if v > k then break; end if; y := y + u/k; end for;\n"
    "  end early;\n"
    "  function two input Real u; output Real a; output Real b; protected Real t[3]; algorithm\n"
    "    t := {u, u*u, sin(u)}; a := t[1] + t[3]; b := t[2]*limited(t[1]);\n"
    "  end two;\n"
    "  function pick input Real u; input Integer n; output Real y;\n"
    "    protected Real t[4]; Integer k; algorithm\n"
    "    k := 1; while k <= n loop t[k] := u*k; k := k + 1; end while;\n"
    "    y := t[n]; if integer(u) > 1 then y := y + t[1]; end if;\n"
    "  end pick;\n"
    "  function both input Real u; output Real y; protected Real a; Real b; algorithm\n"
    "    (a, b) := two(u); y := a*b;\n"
    "  end both;\n";

static void expression(struct text *t, struct rng *g, int depth);

static void leaf(struct text *t, struct rng *g)
{
    switch (rng_int(g, 0, 6)) {
    case 0: say(t, "time"); break;
    case 1: say(t, "p%d", rng_int(g, 1, 3)); break;
    case 2: say(t, "%.3g", rng_uniform(g, 0.1, 4)); break;
    case 3: say(t, "(-%.2g)", rng_uniform(g, 0.1, 4)); break;
    case 4: say(t, "v[%d]", rng_int(g, 1, 3)); break;
    default: say(t, "x%d", rng_int(g, 1, STATES)); break;
    }
}

static void power(struct text *t, struct rng *g, int depth)
{
    static const char *const powers[] = {"2",   "3",      "4",   "5",  "(-1)", "(-2)", "0.5",
                                         "1.5", "(-0.5)", "2.7", "p1", "p2",   "n",    "17"};
    say(t, "(");
    expression(t, g, depth - 1);
    say(t, ")^%s", powers[rng_int(g, 0, (int)(sizeof powers / sizeof *powers) - 1)]);
}

static void elementary(struct text *t, struct rng *g, int depth)
{
    const struct elementary_row *row =
        elementary_row((enum elementary)rng_int(g, 0, ELEMENTARY_COUNT - 1));
    int event = row->series == ELEMENTARY_SERIES_KINK || row->series == ELEMENTARY_SERIES_JUMP;
    say(t, "%s%s(", event ? "noEvent(" : "", row->name);
    expression(t, g, depth - 1);
    if (row->arity == 2) {
        say(t, ", ");
        expression(t, g, depth - 1);
    }
    say(t, event ? "))" : ")");
}

static void choice(struct text *t, struct rng *g, int depth)
{
    static const char *const relations[] = {"<", ">", "<=", ">="};
    if (rng_int(g, 0, 2) == 0) {
        say(t, "noEvent(%s(", rng_int(g, 0, 1) ? "max" : "min");
        expression(t, g, depth - 1);
        say(t, ", ");
        expression(t, g, depth - 1);
        say(t, "))");
        return;
    }
    say(t, "noEvent(if ");
    expression(t, g, depth - 2);
    say(t, " %s ", relations[rng_int(g, 0, 3)]);
    expression(t, g, depth - 2);
    if (rng_int(g, 0, 3) == 0) say(t, " and x1 > %.2g", rng_uniform(g, -2, 2));
    if (rng_int(g, 0, 3) == 0) say(t, " or not x2 > p1");
    say(t, " then ");
    expression(t, g, depth - 1);
    say(t, " else ");
    expression(t, g, depth - 1);
    say(t, ")");
}

static void call(struct text *t, struct rng *g, int depth)
{
    int which = rng_int(g, 0, 8);
    static const char *const names[] = {"limited(", "both(", "horner(", "early(", "pick("};
    if (which >= 5) {
        static const char *const others[] = {"noEvent(floor(", "noEvent(integer(", "noEvent(mod(",
                                             "noEvent(ceil("};
        say(t, "%s", others[which - 5]);
        expression(t, g, depth - 1);
        say(t, which == 7 ? ", 1.5))" : "))");
        return;
    }
    say(t, "%s", names[which]);
    expression(t, g, depth - 1);
    if (which == 2) say(t, ", {x1, 0.5, p1, time}");
    if (which == 3) say(t, ", x%d", rng_int(g, 1, STATES));
    if (which == 4) say(t, ", %d", rng_int(g, 1, 4));
    say(t, ")");
}

static void sum(struct text *t, struct rng *g)
{
    static const char *const kinds[] = {"sum", "product", "max", "min"};
    int kind = rng_int(g, 0, 3);
    say(t, "%s%s(", kind > 1 ? "noEvent(" : "", kinds[kind]);
    switch (rng_int(g, 0, 2)) {
    case 0: say(t, "v[i]*x%d + i/2", rng_int(g, 1, STATES)); break;
    case 1: say(t, "cos(i*v[i])"); break;
    default: say(t, "c[i] - v[4 - i]*time"); break;
    }
    say(t, kind > 1 ? " for i in 1:3))" : " for i in 1:3)");
}

static void expression(struct text *t, struct rng *g, int depth)
{
    if (depth <= 0) {
        leaf(t, g);
        return;
    }
    switch (rng_int(g, 0, 11)) {
    case 0: power(t, g, depth); return;
    case 1:
    case 2: elementary(t, g, depth); return;
    case 3: choice(t, g, depth); return;
    case 4: call(t, g, depth); return;
    case 5: sum(t, g); return;
    case 6: leaf(t, g); return;
    default: break;
    }
    say(t, "(");
    expression(t, g, depth - 1);
    say(t, " %s ", (const char *[]){"+", "-", "*", "*", "/"}[rng_int(g, 0, 4)]);
    expression(t, g, depth - 1);
    say(t, ")");
}

static void model(struct text *t, struct rng *g)
{
    t->n = 0;
    say(t, "model ranges\n%s", functions);
    say(t, "  parameter Real p1 = 0.7, p2 = 3, p3 = -1.3; parameter Integer n = 3;\n"
           "  constant Real c[3] = {0.3, -2, 1e-3};\n  Real v[3](each start = 1);\n");
    for (int k = 1; k <= STATES; k++) say(t, "  Real x%d(start = %d);\n", k, k);
    for (int k = 1; k <= EQUATIONS; k++) say(t, "  Real y%d;\n", k);
    say(t, "equation\n");
    for (int k = 1; k <= STATES; k++) say(t, "  der(x%d) = 0;\n", k);
    say(t, "  for i in 1:3 loop der(v[i]) = sin(v[i])*c[i] + x1*v[4 - i]; end for;\n");
    for (int k = 1; k <= EQUATIONS; k++) {
        say(t, "  y%d = ", k);
        expression(t, g, rng_int(g, 1, 5));
        say(t, ";\n");
    }
    say(t, "end ranges;\n");
}

static void ignore(void *user, const saltus_diag *d)
{
    (void)user, (void)d; /* units */
}

static saltus_compiled *compiled(const struct text *t, saltus_backend backend)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    o.backend = backend;
    o.diag = ignore;
    if (saltus_compile_text("ranges.mo", t->at, t->n, &o, &c) != SALTUS_OK)
        FAIL("the model does not compile:\n%s", t->at);
    return c;
}

static long all_samples, all_bounded;

static void check_model(const saltus_model *m, struct rng *g, double size, double slack, int boxes)
{
    struct ranges r;
    ranges_open(&r, m);
    for (int k = 0; k < boxes; k++) {
        int outputs = ranges_scalars(m->outputs);
        ranges_box(&r, g, rng_uniform(g, -3, 3), NULL, size);
        for (int i = 0; i < outputs; i++)
            if (!ranges_check(&r, g, SALTUS_OUTPUT, i, 12, slack)) FAIL("output %d is opaque", i);
        for (int i = 0; i < STATES + 3; i++)
            if (!ranges_check(&r, g, SALTUS_STATE, i, 3, slack)) FAIL("state %d is opaque", i);
    }
    all_samples += r.samples;
    all_bounded += r.bounded;
    ranges_close(&r);
}

PROP(ranges_contain_series, 150)
{
    static struct text t;
    saltus_compiled *c;
    model(&t, g);
    c = compiled(&t, SALTUS_INTERPRETED);
    check_model(saltus_compiled_model(c), g, 1, 1e-9, 12);
    check_model(saltus_compiled_model(c), g, 0.01, 1e-7, 12);
    check_model(saltus_compiled_model(c), g, 1e-6, 1e-5, 2);
    saltus_compiled_free(c);
}

/* Enough of it, and not all unbounded. */
TEST(there_was_something_to_check)
{
    printf("# %ld samples, %ld bounded coefficients\n", all_samples, all_bounded);
    if (!getenv("SALTUS_CASE")) CHECK(all_samples > 200000);
}

static void fill_extreme(struct ranges *r, struct rng *g)
{
    static const double ends[] = {-INFINITY, -1e308, -1,     -1e-300,
                                  -5e-324,   -0.0,   5e-324, 1e-310,
                                  0.125,     3,      1e200,  1.7976931348623157e308};
    for (int j = 0; j < r->n * SALTUS_SIGNAL; j++) {
        double a = ends[rng_int(g, 0, 11)],
               b = rng_int(g, 0, 6) ? ends[rng_int(g, 0, 11)] : INFINITY;
        r->spans[j] = a <= b ? span_make(a, b) : span_make(b, a);
    }
    r->box.width = rng_int(g, 1, SALTUS_SIGNAL);
    r->box.t = span_make(rng_int(g, 0, 1) ? -1e308 : 0, rng_int(g, 0, 1) ? 1e308 : 1);
}

static void check_same(const saltus_model *a, const saltus_model *b, struct rng *g, int boxes)
{
    struct ranges r, s;
    ranges_open(&s, b);
    ranges_open(&r, a);
    for (int k = 0; k < boxes; k++) {
        if (k % 3 == 0)
            fill_extreme(&r, g);
        else
            ranges_box(&r, g, 1, NULL, k % 3 == 1 ? 0.5 : 1e-3);
        s.box.t = r.box.t;
        s.box.width = r.box.width;
        memcpy(s.spans, r.spans, (size_t)r.n * SALTUS_SIGNAL * sizeof *r.spans);
        for (int i = 0; i < ranges_scalars(a->outputs); i++) {
            saltus_span x[SALTUS_SERIES], y[SALTUS_SERIES];
            int one = a->range(&r.box, SALTUS_OUTPUT, i, SALTUS_SERIES, x);
            int two = b->range(&s.box, SALTUS_OUTPUT, i, SALTUS_SERIES, y);
            CHECK(one == 1 && two == 1);
            if (memcmp(x, y, sizeof x)) FAIL("output %d differs", i);
            for (int n = 0; n < SALTUS_SERIES; n++) CHECK(x[n].lo <= x[n].hi);
        }
    }
    ranges_close(&r);
    ranges_close(&s);
}

PROP(native_and_interpreted_agree, 6)
{
    static struct text t;
    saltus_compiled *a, *b;
    model(&t, g);
    a = compiled(&t, SALTUS_NATIVE);
    b = compiled(&t, SALTUS_INTERPRETED);
    check_same(saltus_compiled_model(a), saltus_compiled_model(b), g, 60);
    saltus_compiled_free(a);
    saltus_compiled_free(b);
}
TEST_MAIN()
