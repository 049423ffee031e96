/* SPDX-License-Identifier: MIT */
/* prop_diagram_certain.c - random chains of blocks, flat here and steep there, in any unit and from
 * any start time: nothing is slept through. The reference is the same chain in numbers, integrated
 * by the midpoint rule. Some stages are function blocks and blocks with modes, some expressions. */
#include "saltus_diagram.h"
#include "testing.h"

#include <unistd.h>

enum stage_kind {
    SIGMOID,
    GAUSS,
    TANH,
    ATAN,
    POWER,
    SINE,
    SATURATION,
    DEAD_ZONE,
    STEPS,
    ABS,
    KINDS
};
enum { STAGES = 3, SAMPLES = 20000, TEXT = 6000 };

struct stage {
    enum stage_kind kind;
    double c, k, unit; /* unit * f(k (u - c)) */
    int expression;
};

struct chain {
    struct stage stage[STAGES];
    int n, ramp;
    double t0, length, a, b; /* s = a + b (t - t0) */
};

static double shape(const struct stage *s, double u)
{
    double v = s->k * (u - s->c);
    switch (s->kind) {
    case SIGMOID: v = 1 / (1 + exp(-v)); break;
    case GAUSS: v = exp(-v * v); break;
    case TANH: v = tanh(v); break;
    case ATAN: v = atan(v); break;
    case POWER: v = pow(v, 9); break;
    case SINE: v = sin(v); break;
    case SATURATION: v = v < -0.3 ? -0.3 : v > 0.4 ? 0.4 : v; break;
    case DEAD_ZONE: v = v < -0.3 ? v + 0.3 : v > 0.4 ? v - 0.4 : 0; break;
    case STEPS: v = floor(v); break;
    default: v = fabs(v);
    }
    return s->unit * v;
}

static double output(const struct chain *c, int stages, double share)
{
    double u = c->a + c->b * share * c->length;
    for (int k = 0; k < stages; k++) u = shape(&c->stage[k], u);
    return u;
}

/* What comes to stage k lies in [*lo, *hi]. */
static void range(const struct chain *c, int k, double *lo, double *hi)
{
    *lo = INFINITY, *hi = -INFINITY;
    for (int j = 0; j <= 1000; j++) {
        double u = output(c, k, j / 1000.0);
        *lo = fmin(*lo, u);
        *hi = fmax(*hi, u);
    }
}

static void draw_stage(struct rng *g, const struct chain *c, int k, struct stage *s)
{
    double lo, hi;
    range(c, k, &lo, &hi);
    if (!(hi > lo)) hi = lo + (lo != 0 ? fabs(lo) : 1);
    s->kind = (enum stage_kind)rng_int(g, 0, KINDS - 1);
    s->expression = rng_int(g, 0, 2) == 0;
    s->unit = rng_int(g, 0, 1) ? 1 : rng_log(g, 1e-12, 1e6);
    s->c = lo + rng_uniform(g, 0.1, 0.9) * (hi - lo);
    s->k = rng_sign(g) * rng_log(g, 5, s->kind == GAUSS || s->kind == SINE ? 60 : 3000) / (hi - lo);
    if (s->kind == POWER) s->c = lo, s->k = 1 / (hi - lo);
    if (s->kind >= SATURATION) s->k = rng_sign(g) * rng_log(g, 1, 5) / (hi - lo);
}

static struct chain draw(struct rng *g)
{
    struct chain c = {.n = rng_int(g, 1, STAGES), .ramp = rng_int(g, 0, 1)};
    c.t0 = rng_int(g, 0, 2) ? 0 : 1e4;
    c.length = rng_int(g, 0, 1) ? 10 : rng_log(g, 1e-3, 1e5);
    c.b = rng_log(g, 1e-9, 1e6) / c.length;
    c.a = rng_int(g, 0, 1) ? 0 : -rng_uniform(g, 0, 1) * c.b * c.length;
    for (int k = 0; k < c.n; k++) draw_stage(g, &c, k, &c.stage[k]);
    return c;
}

/* ---- As a diagram ---------------------------------------------------------------------------- */

static int put(char *to, size_t room, size_t *used, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *used += (size_t)vsnprintf(to + *used, room - *used, format, args);
    va_end(args);
    return *used < room;
}

static const char *expression_of(enum stage_kind k)
{
    static const char *const text[KINDS] = {
        "1/(1 + exp(-v))",
        "exp(-v^2)",
        "tanh(v)",
        "atan(v)",
        "v^9",
        "sin(v)",
        "min(max(v, -0.3), 0.4)",
        "if v < -0.3 then v + 0.3 elseif v > 0.4 then v - 0.4 else 0",
        "floor(v)",
        "abs(v)"};
    return text[k];
}

static const char *block_of(enum stage_kind k)
{
    static const char *const text[KINDS] = {"\"sigmoid\"",
                                            "\"exp\"",
                                            "\"tanh\"",
                                            "\"atan\"",
                                            "\"power\", \"exponent\": 9",
                                            "\"sin\"",
                                            "\"saturation\", \"low\": -0.3, \"high\": 0.4",
                                            "\"dead_zone\", \"low\": -0.3, \"high\": 0.4",
                                            "\"quantizer\", \"step\": 1, \"kind\": \"floor\"",
                                            "\"abs\""};
    return text[k];
}

static void write_diagram(const struct chain *c, double out, char *blocks, char *wires)
{
    size_t b = 0, w = 0;
    const char *last = "s";
    static char name[STAGES][16];
    if (c->ramp)
        put(blocks, TEXT, &b,
            "\"s\": {\"block\": \"ramp\", \"slope\": %.17g, \"start\": %.17g, \"offset\": %.17g}",
            c->b, c->t0, c->a);
    else
        put(blocks, TEXT, &b,
            "\"r\": {\"block\": \"constant\", \"value\": %.17g}, \"s\": {\"block\": "
            "\"integrator\", \"start\": %.17g, \"abs\": %.17g}",
            c->b, c->a, 1e-6 * c->b * c->length);
    if (!c->ramp) put(wires, TEXT, &w, "\"r -> s\", ");
    for (int k = 0; k < c->n; k++) {
        const struct stage *s = &c->stage[k];
        put(blocks, TEXT, &b, ", \"c%d\": {\"block\": \"offset\", \"b\": %.17g}", k, -s->c);
        put(blocks, TEXT, &b, ", \"k%d\": {\"block\": \"gain\", \"k\": %.17g}", k, s->k);
        put(wires, TEXT, &w, "\"%s -> c%d\", \"c%d -> k%d\", ", last, k, k, k);
        if (s->expression) {
            put(blocks, TEXT, &b,
                ", \"f%d\": {\"block\": \"expression\", \"inputs\": [\"v\"], \"y\": \"%s\"}", k,
                expression_of(s->kind));
            put(wires, TEXT, &w, "\"k%d -> f%d.v\", ", k, k);
        } else if (s->kind == GAUSS) {
            put(blocks, TEXT, &b,
                ", \"q%d\": {\"block\": \"square\"}, \"n%d\": {\"block\": \"negate\"}, \"f%d\": "
                "{\"block\": \"exp\"}",
                k, k, k);
            put(wires, TEXT, &w, "\"k%d -> q%d\", \"q%d -> n%d\", \"n%d -> f%d\", ", k, k, k, k, k,
                k);
        } else {
            put(blocks, TEXT, &b, ", \"f%d\": {\"block\": %s}", k, block_of(s->kind));
            put(wires, TEXT, &w, "\"k%d -> f%d\", ", k, k);
        }
        put(blocks, TEXT, &b, ", \"u%d\": {\"block\": \"gain\", \"k\": %.17g}", k, s->unit);
        put(wires, TEXT, &w, "\"f%d -> u%d\", ", k, k);
        snprintf(name[k], sizeof name[k], "u%d", k);
        last = name[k];
    }
    put(blocks, TEXT, &b,
        ", \"out\": {\"block\": \"gain\", \"k\": %.17g}, \"x\": {\"block\": \"integrator\", "
        "\"start\": 0}",
        out);
    CHECK(put(wires, TEXT, &w, "\"%s -> out\", \"out -> x\"", last) && b < TEXT);
}

static double simulate(const struct chain *c, double out, const char *method)
{
    static char blocks[TEXT], wires[TEXT];
    char path[] = "/tmp/saltus_chainXXXXXX";
    saltus_diagram_options o = saltus_diagram_defaults();
    saltus_options r = saltus_defaults();
    saltus_diagram *d;
    saltus_sim *s;
    double x, t1 = c->t0 + c->length;
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    CHECK(f != NULL);
    write_diagram(c, out, blocks, wires);
    fprintf(f, "{\"saltus\": 1, \"blocks\": {%s}, \"wires\": [%s]}", blocks, wires);
    fclose(f);
    if (getenv("SALTUS_SHOW"))
        printf("{\"saltus\": 1, \"blocks\": {%s}, \"wires\": [%s]}\n# until %.17g\n", blocks, wires,
               t1);
    CHECK(saltus_diagram_load(path, &o, &d) >= 0);
    unlink(path);
    r.method = method, r.rel = 1e-4, r.abs = 1e-6, r.t0 = c->t0;
    r.max_events = 20000000;
    CHECK(saltus_sim_new(saltus_diagram_model(d), &r, &s) >= 0);
    CHECK(saltus_sim_run(s, t1) >= 0);
    x = saltus_sim_value(s, saltus_sim_find(s, "x"), t1);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    return x;
}

static void is_right(struct rng *g, const char *method)
{
    struct chain c = draw(g);
    double sum = 0, most = 0, out, x;
    for (int k = 0; k < SAMPLES; k++) {
        double y = output(&c, c.n, (k + 0.5) / SAMPLES);
        sum += y / SAMPLES;
        most = fmax(most, fabs(y));
    }
    if (!(most > 0)) return;
    out = 1 / (most * c.length); /* x becomes 1 at most */
    x = simulate(&c, out, method);
    if (!(fabs(x - sum / most) <= 3e-3))
        FAIL("%s: %.9g instead of %.9g (first stage %d of %d)", method, x, sum / most,
             (int)c.stage[0].kind, c.n);
}

PROP(chains_of_qss3, 150)
{
    is_right(g, "qss3");
}

PROP(chains_of_auto, 150)
{
    is_right(g, "auto");
}

PROP(chains_of_liqss2, 100)
{
    is_right(g, "liqss2");
}

PROP(chains_of_qss1, 40)
{
    is_right(g, "qss1");
}

TEST_MAIN()
