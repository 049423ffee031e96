/* SPDX-License-Identifier: MIT */
/* prop_crossings.c - a guard whose series does not end: no crossing is passed over, none is invented.
 *
 *     x' = 1 (of which q is exact from order 2 on),  z = a_3 + sum of three a_k sin(w_k x + p_k)
 *
 * The crossings are counted by dense sampling. Two that lie closer together than the samples may escape it, so only too few
 * events are a failure there, and events that no sample confirms must come in close pairs. */
#include "testing.h"
#include "quantized.h"
#include "saltus.h"
#include "saltus_jet.h"

struct wave {
    double a[4], w[3], p[3];
};

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    (void)e, (void)i;
    return jet_const(1);
}
SALTUS_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t i)
{
    const struct wave *v = jet_data(e);
    jet x = jet_state(e, 0), sum = jet_const(v->a[3]);
    (void)i;
    for (int k = 0; k < 3; k++)
        sum = jet_add(sum, jet_mul(v->a[k], jet_sin(jet_add(jet_mul(v->w[k], x), v->p[k]))));
    return sum;
}
SALTUS_FUNCTION(z)

static const saltus_variable states[] = {{.name = "x"}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "z"}, {.name = NULL}};

static int on_fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    (void)t, (void)kind, (void)index, (void)direction;
    ++*(int *)user;
    return 0;
}

static int sampled(const struct wave *v, double end)
{
    enum { SAMPLES = 20000 };
    int count = 0, before = 0;
    for (int j = 0; j <= SAMPLES; j++) {
        double x = end * j / SAMPLES, sum = v->a[3];
        for (int k = 0; k < 3; k++) sum += v->a[k] * sin(v->w[k] * x + v->p[k]);
        count += j > 0 && (sum > 0) != before;
        before = sum > 0;
    }
    return count;
}

PROP(no_crossing_of_a_sum_of_sines_is_passed_over, 600)
{
    const saltus_method_info *list;
    size_t count = quantized_methods(&list), pick;
    struct wave v;
    saltus_model m = {.abi = SALTUS_ABI,
                      .name = "waves",
                      .data = &v,
                      .states = states,
                      .guards = guards,
                      .der = SALTUS_FUNCTION_OF(f),
                      .guard = SALTUS_FUNCTION_OF(z)};
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    int fired = 0, want;
    for (int k = 0; k < 3; k++) {
        v.a[k] = rng_uniform(g, -1, 1);
        v.w[k] = exp(rng_uniform(g, -1, 2));
        v.p[k] = rng_uniform(g, 0, 6.28);
    }
    v.a[3] = rng_uniform(g, -0.5, 0.5);
    do pick = (size_t)rng_int(g, 0, (int)count - 1);
    while (list[pick].order < 2);
    o.method = list[pick].name;
    o.rel = o.abs = 1e-3;
    o.fired = on_fired;
    o.user = &fired;
    CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
    fired = 0;
    CHECK_EQ_INT(saltus_sim_run(s, 20), SALTUS_OK);
    saltus_sim_free(s);
    want = sampled(&v, 20);
    if (fired < want || (fired - want) % 2 != 0)
        FAIL("%s: %d events, %d crossings", o.method, fired, want);
}

TEST_MAIN()
