/* SPDX-License-Identifier: MIT */
/* messages.c - provokes the messages that docs/writing-a-model.md shows; messages.sh compiles and runs it. */
#include "saltus.h"
#include "saltus_jet.h"

/* x' = -sqrt(x - 1/2), and nothing stops it at 1/2. */
SALTUS_INLINE jet root(jet_at e, int32_t i)
{
    (void)i;
    return jet_neg(jet_sqrt(jet_sub(jet_state(e, 0), 0.5)));
}
SALTUS_FUNCTION(root)

/* x' = y once the mode is 1, and y' = -y: the read of y is not seen while the structure is found. */
SALTUS_INLINE jet hidden(jet_at e, int32_t i)
{
    if (i == 1) return jet_neg(jet_state(e, 1));
    return jet_discrete(e, 0) > 0 ? jet_state(e, 1) : jet_const(0);
}
SALTUS_FUNCTION(hidden)

static double at_half(const saltus_env *e, int32_t k)
{
    (void)k;
    return e->t < 0.5 ? 0.5 : INFINITY;
}

static void switch_mode(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_assign(ev, 0, 1);
}

/* x' = -sign(x) by a guard at x = 0. */
SALTUS_INLINE jet relay(jet_at e, int32_t i)
{
    (void)i;
    return jet_const(-jet_discrete(e, 0));
}
SALTUS_AFFINE_FUNCTION(relay)

SALTUS_INLINE jet side(jet_at e, int32_t i)
{
    (void)i;
    return jet_state(e, 0);
}
SALTUS_AFFINE_FUNCTION(side)

static void set_side(saltus_event *ev)
{
    saltus_event_assign(ev, 0, ev->direction);
}

static const saltus_variable x_only[] = {
    {.name = "x", .start = 1, .at = {.file = "model.c", .line = 12}}, {0}};
static const saltus_variable x_and_y[] = {{.name = "x"}, {.name = "y", .start = 1}, {0}};
static const saltus_variable mode[] = {{.name = "mode"}, {0}};
static const saltus_guard guards[] = {{.name = "x > 0"}, {0}};
static const saltus_guard clocks[] = {{.name = "t = 1/2"}, {0}};

static const saltus_model root_model = {
    .abi = SALTUS_ABI, .name = "root", .states = x_only, .der = SALTUS_FUNCTION_OF(root)};
static const saltus_model hidden_model = {.abi = SALTUS_ABI,
                                          .name = "hidden",
                                          .states = x_and_y,
                                          .discretes = mode,
                                          .clocks = clocks,
                                          .next = at_half,
                                          .handle = switch_mode,
                                          .der = SALTUS_FUNCTION_OF(hidden)};
static const saltus_model relay_model = {.abi = SALTUS_ABI,
                                         .name = "relay",
                                         .states = x_only,
                                         .discretes = mode,
                                         .guards = guards,
                                         .handle = set_side,
                                         .der = SALTUS_AFFINE_FUNCTION_OF(relay),
                                         .guard = SALTUS_AFFINE_FUNCTION_OF(side)};

static void provoke(const saltus_model *m, const saltus_options *o)
{
    saltus_sim *s = NULL;
    if (saltus_sim_new(m, o, &s) == SALTUS_OK) saltus_sim_run(s, 10);
    saltus_sim_free(s);
}

int main(void)
{
    const saltus_set unknown = {"gg", 1};
    const saltus_rule pattern = {.pattern = "y*", .method = "qss2"};
    saltus_options o = saltus_defaults();

    o.method = "liqs2";
    provoke(&root_model, &o);
    o = saltus_defaults();
    o.sets = &unknown;
    o.n_sets = 1;
    provoke(&root_model, &o);
    o = saltus_defaults();
    o.rules = &pattern;
    o.n_rules = 1;
    provoke(&root_model, &o);
    o = saltus_defaults();
    provoke(&root_model, &o);
    o.shadow = 1;
    provoke(&hidden_model, &o);
    o = saltus_defaults();
    o.max_events = 1000;
    provoke(&relay_model, &o);
    return 0;
}
