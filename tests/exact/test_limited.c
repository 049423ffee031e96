/* SPDX-License-Identifier: MIT */
/* test_limited.c - an integrator at its limit sees every change of sign of its input.
 *
 *     x' = u, x <= 0,   u = a_3 + sum of three a_k sin(w_k t + p_k)
 *
 * While u > 0, x rests at 0 and waits for a root of a series that was cut off. The input dips below 0 and comes back: a dip
 * that is passed over leaves x at 0. Dips are counted by dense sampling; those deeper than 20 quanta must all be there. */
#include "block_bench.h"

enum { INTEGRATORS = 300, SAMPLES = 20000 };
static const double end = 20, quantum = 1e-4;

struct wave {
    double a[4], w[3], p[3];
};

static void draw(struct wave *v, struct rng *g)
{
    for (int k = 0; k < 3; k++) {
        v->a[k] = rng_uniform(g, -1, 1);
        v->w[k] = exp(rng_uniform(g, -1, 2));
        v->p[k] = rng_uniform(g, 0, 6.28);
    }
    v->a[3] = rng_uniform(g, -0.5, 0.5);
}

static double input(const struct wave *v, double t)
{
    double u = v->a[3];
    for (int k = 0; k < 3; k++) u += v->a[k] * sin(v->w[k] * t + v->p[k]);
    return u;
}

static struct rig *limited(const struct wave *v, const char *method)
{
    struct rig *r = rig_new();
    char text[200];
    r->signals.method = method;
    r->signals.rel = 0;
    r->signals.abs = quantum;
    rig_add(r, "x", "integrator", 1, "max = 0");
    snprintf(text, sizeof text, "weights = 1, %.17g, %.17g, %.17g", v->a[0], v->a[1], v->a[2]);
    rig_part(r, (saltus_part){.name = "u", .size = 1, .inputs = 4}, "sum", text);
    snprintf(text, sizeof text, "value = %.17g", v->a[3]);
    rig_add(r, "bias", "constant", 1, text);
    rig_wire(r, "bias.y", "u.u1");
    for (int k = 0; k < 3; k++) {
        char ramp[16], sine[16], from[24], to[24];
        snprintf(ramp, sizeof ramp, "r%d", k);
        snprintf(sine, sizeof sine, "s%d", k);
        snprintf(text, sizeof text, "slope = %.17g; offset = %.17g", v->w[k], v->p[k]);
        rig_add(r, ramp, "ramp", 1, text);
        rig_add(r, sine, "sin", 1, "");
        snprintf(from, sizeof from, "%s.y", ramp);
        snprintf(to, sizeof to, "%s.u", sine);
        rig_wire(r, from, to);
        snprintf(from, sizeof from, "%s.y", sine);
        snprintf(to, sizeof to, "u.u%d", k + 2);
        rig_wire(r, from, to);
    }
    rig_wire(r, "u.y", "x.u");
    return r;
}

/* Dips deeper than 20 quanta, and how many of them the run has passed over. */
static void compare(struct rig *r, const struct wave *v, int *dips, int *missed)
{
    double h = end / SAMPLES, x = 0, low = 0, at = 0;
    for (int j = 0; j < SAMPLES; j++) {
        double t = h * j;
        x += h / 6 * (input(v, t) + 4 * input(v, t + h / 2) + input(v, t + h));
        if (x < low) low = x, at = t + h;
        if (x < 0 && j + 1 < SAMPLES) continue;
        if (low < -20 * quantum) {
            ++*dips;
            *missed += rig_value(r, "x", 0, at) > low / 2;
        }
        x = low = 0;
    }
}

static void all(const char *method)
{
    struct rng g = {16};
    int dips = 0, missed = 0;
    for (int n = 0; n < INTEGRATORS; n++) {
        struct wave v;
        struct rig *r;
        draw(&v, &g);
        r = limited(&v, method);
        if (!rig_run(r, end)) FAIL("%s: %s", method, r->said);
        compare(r, &v, &dips, &missed);
        rig_free(r);
    }
    CHECK_LE(1000, dips);
    if (missed) FAIL("%s: %d of %d dips were passed over", method, missed, dips);
}

TEST(no_dip_of_300_inputs_is_passed_over_by_qss3)
{
    all("qss3");
}

TEST_MAIN()
