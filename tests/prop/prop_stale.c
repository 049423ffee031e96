/* SPDX-License-Identifier: MIT */
/* prop_stale.c - a guard follows the state, not a q that has grown old: at every instant it stands on the side on which
 * x is, unless x is so near to its zero that the quanta hide the difference.
 *
 *     x' as in linear.h,  z = sum_j w_j x_j - level,  d: the side that the last event has told
 *
 * |q - x| is at most `bound` quanta, and where series do not end up to `refresh` quanta more. So whenever
 *     |z(x)| > (bound + refresh) sum_j |w_j| quanta,
 * d is the sign of z(x); and an event is told at an instant when |z(x)| is less than that. A state that rests, or whose
 * own step is far off while its neighbours bend it, is no exception. */
#include "linear.h"
#include "quantized.h"

static const double REFRESH = 0.5; /* the default of the option */

enum { SAMPLES = 100, LIMIT = 3000 };

struct watched {
    struct linear m; /* first: linear_f reads it */
    saltus_variable side[2];
    saltus_guard guard[2];
    double w[LINEAR_MAX], level;
};

SALTUS_INLINE jet watched_z(jet_at e, int32_t k)
{
    const struct watched *m = jet_data(e);
    jet sum = jet_const(-m->level);
    (void)k;
    for (int32_t j = 0; j < m->m.n; j++)
        if (m->w[j] != 0) sum = jet_add(sum, jet_mul(m->w[j], jet_state(e, j)));
    return sum;
}
SALTUS_AFFINE_FUNCTION(watched_z)

static void handle(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD) saltus_event_assign(ev, 0, ev->direction);
}

static void watch(struct watched *m, struct rng *g)
{
    int32_t one = rng_int(g, 0, m->m.n - 1), other = rng_int(g, 0, m->m.n - 1);
    memset(m->w, 0, sizeof m->w);
    m->w[one] = rng_sign(g) * rng_uniform(g, 0.5, 2);
    if (rng_int(g, 0, 1)) m->w[other] += rng_uniform(g, -1, 1);
    m->level = rng_uniform(g, -2, 2);
    m->side[0] = (saltus_variable){.name = "side"};
    m->side[1] = (saltus_variable){.name = NULL};
    m->guard[0] = (saltus_guard){.name = "z"};
    m->guard[1] = (saltus_guard){.name = NULL};
    m->m.model.discretes = m->side;
    m->m.model.guards = m->guard;
    m->m.model.guard = (saltus_function)SALTUS_AFFINE_FUNCTION_OF(watched_z);
    m->m.model.handle = handle;
}

static double z_of(const struct watched *m, const saltus_sim *s, double t)
{
    double z = -m->level;
    for (int32_t j = 0; j < m->m.n; j++) z += m->w[j] * saltus_sim_value(s, j, t);
    return z;
}

struct told {
    const struct watched *m;
    saltus_sim *s;
    double most; /* |z(x)| at an event */
};

static int fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct told *r = user;
    (void)kind, (void)index, (void)direction;
    if (r->s && t > 0) r->most = fmax(r->most, fabs(z_of(r->m, r->s, t)));
    return 0;
}

static void follows(const struct watched *m, const saltus_method_info *info, double quantum)
{
    saltus_options o = linear_options(info->name, quantum);
    struct told told = {.m = m};
    double near = 0;
    saltus_status st = SALTUS_OK;
    for (int32_t j = 0; j < m->m.n; j++) near += fabs(m->w[j]);
    near *= (info->bound + REFRESH) * quantum * (1 + 1e-6);
    o.fired = fired;
    o.user = &told;
    o.max_events = LIMIT;
    CHECK_EQ_INT(saltus_sim_new(&m->m.model, &o, &told.s), SALTUS_OK);
    for (int k = 0; k < SAMPLES && st == SALTUS_OK; k++) {
        double t = 10.0 * (k + 1) / SAMPLES, z, side;
        st = saltus_sim_run(told.s, t);
        z = z_of(m, told.s, t), side = saltus_sim_value(told.s, m->m.n, t);
        if (st == SALTUS_OK && fabs(z) > near && z * side < 0)
            FAIL("%s, n = %d: z = %g at %g, but it is told to be %g", info->name, (int)m->m.n, z, t,
                 side);
    }
    saltus_sim_free(told.s);
    if (told.most > near)
        FAIL("%s, n = %d: an event at z = %g; quantum %g", info->name, (int)m->m.n, told.most,
             quantum);
}

static void every_method(struct watched *m, struct rng *g)
{
    const saltus_method_info *list;
    size_t count = quantized_methods(&list);
    double quantum = rng_log(g, 1e-4, 0.3);
    watch(m, g);
    m->m.model.data = m;
    for (size_t k = 0; k < count; k++) follows(m, &list[k], quantum);
}

PROP(guards_follow_linear_states, 60)
{
    static struct watched m;
    linear_sparse(&m.m, g, rng_int(g, 2, LINEAR_MAX), rng_log(g, 1, 1e4));
    every_method(&m, g);
}

PROP(guards_follow_bent_states, 60)
{
    static struct watched m;
    linear_sparse(&m.m, g, rng_int(g, 2, LINEAR_MAX), rng_log(g, 1, 1e3));
    linear_bend(&m.m, g);
    every_method(&m, g);
}

TEST_MAIN()
