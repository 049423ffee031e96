/* SPDX-License-Identifier: MIT */
/* prop_rules.c - whoever follows a rule of quant/rules.h does what the rule says.
 *
 * A series c[0] + .. + c[4] s^4 that goes on is given to the engine (as a guard, as a derivative) and to blocks (an integrator, one
 * that rests at its limit, a block with modes, a sink). Each must be due when the rule, asked directly, says so. A constant that is
 * changed in rules.h changes both sides; one that is written down elsewhere is found here. */
#include "block_rig.h"
#include "num/roots.h"
#include "quant/rules.h"
#include "engine/qss/qss.h"
#include "saltus_jet.h"

enum { LAST = SALTUS_SERIES - 1 };

/* Some are 0: rules have cases for that. */
static void draw(struct rng *g, double *c)
{
    for (int k = 0; k <= LAST; k++)
        c[k] = rng_int(g, 0, 4) ? rng_sign(g) * rng_log(g, 1e-3, 1e3) : 0;
    if (c[0] == 0) c[0] = rng_log(g, 1e-3, 1e3);
    c[0] = fabs(c[0]);
}

/* ---- The series as functions of time ------------------------------------------------------------ */

SALTUS_INLINE jet polynomial(jet_at e)
{
    const double *c = jet_data(e);
    jet t = jet_time(e), v = jet_const(c[LAST]);
    for (int k = LAST - 1; k >= 0; k--) v = jet_add(jet_mul(v, t), c[k]);
    return v;
}
SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return (void)i, polynomial(e);
}
SALTUS_FUNCTION(f)
SALTUS_INLINE jet one(jet_at e, int32_t i)
{
    return (void)e, (void)i, jet_const(1);
}
SALTUS_FUNCTION(one)
SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    return (void)k, polynomial(e);
}
SALTUS_FUNCTION(z)

static const saltus_variable states[] = {{.name = "x"}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "z"}, {.name = NULL}};

static struct sim *engine(const saltus_model *m, const char *method, double quantum)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 0), SALTUS_OK);
    return (struct sim *)s;
}

/* When a block that hears the series at 0 is due. */
static double block(const char *name, const saltus_arg *args, size_t n, const double *c, int open)
{
    struct rig *r = calloc(1, sizeof *r);
    double due;
    rig_begin(r, &(saltus_part){.type = saltus_block(name), .args = args, .n_args = n});
    rig_say(r, 0, 0, 0, LAST, c);
    r->script[0].line[0].open = open;
    CHECK_EQ_INT(rig_run(r, 0), SALTUS_OK);
    due = saltus_devs_next(r->run);
    rig_end(r);
    free(r);
    return due;
}

static void same(const char *who, double is, double rule)
{
    if (is != rule && !(isinf(is) && isinf(rule)))
        FAIL("%s is due at %.17g, the rule says %.17g", who, is, rule);
}

/* ---- Guards -------------------------------------------------------------------------------------- */

PROP(guards_are_looked_at_when_the_rule_says_so, 2000)
{
    double c[SALTUS_SERIES], zero = 0;
    saltus_model m = {.abi = SALTUS_ABI,
                      .name = "guard",
                      .data = c,
                      .states = states,
                      .guards = guards,
                      .der = SALTUS_FUNCTION_OF(one),
                      .guard = SALTUS_FUNCTION_OF(z)};
    struct rules_sight crossing, root;
    struct sim *s;
    draw(g, c);
    crossing = rules_look(c, LAST, rules_crossing(c, LAST), 0);
    root = rules_look(c, LAST, roots_first(c, LAST), 0);
    s = engine(&m, "qss2", 1e-3);
    same("the guard of a model", sched_get(s->events, slot_guard(s, 0)), crossing.h);
    saltus_sim_free((saltus_sim *)s);
    same("a block with modes", block("cross_detector", NULL, 0, c, 1), crossing.h);
    same("an integrator at its limit",
         block("integrator", &(saltus_arg){.name = "max", .rows = 1, .cols = 1, .v = &zero}, 1, c,
               1),
         root.h);
    same("a sink that stops",
         block("stop_when",
               (saltus_arg[]){{.name = "threshold", .rows = 1, .cols = 1, .v = &zero},
                              {.name = "direction", .word = "below"}},
               2, c, 1),
         root.h);
}

/* ---- Derivatives --------------------------------------------------------------------------------- */

/* c[1] = 0: q never leaves x by itself, and only the age of the series counts. */
PROP(derivatives_are_renewed_when_the_rule_says_so, 2000)
{
    const saltus_options plain = saltus_defaults();
    double c[SALTUS_SERIES], quantum = rng_log(g, 1e-6, 1e-2), none = 0, refresh, rule;
    saltus_model m = {.abi = SALTUS_ABI,
                      .name = "derivative",
                      .data = c,
                      .states = states,
                      .der = SALTUS_FUNCTION_OF(f)};
    saltus_arg args[] = {{.name = "method", .word = "qss2"},
                         {.name = "rel", .rows = 1, .cols = 1, .v = &none},
                         {.name = "abs", .rows = 1, .cols = 1, .v = &quantum}};
    struct state x = {.dq = quantum};
    struct sim *s;
    draw(g, c);
    c[1] = 0;
    if (c[3] == 0 && c[4] == 0) c[3] = 1; /* it goes on */
    refresh = options_knobs(&plain).refresh;
    rules_slopes(&x, 2, c);
    rule = rules_horizon(c, 2, quantum, refresh, true);
    if (rules_outgrown(&x, 2, refresh, INFINITY)) rule = fmin(rule, rules_age(&x, 2, refresh));
    s = engine(&m, "qss2", quantum);
    same("a state of a model", sched_get(qss_of(s)->queue, 0), rule);
    saltus_sim_free((saltus_sim *)s);
    same("an integrator", block("integrator", args, 3, c, 2), rule);
}

TEST_MAIN()
