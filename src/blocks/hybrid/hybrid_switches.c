/* SPDX-License-Identifier: MIT */
/* hybrid_switches.c - two-way decisions: mode 1 is on, mode 0 is off. */
#include "blocks/hybrid/piecewise.h"

static int32_t one_guard(const struct args *a, int32_t mode)
{
    (void)a, (void)mode;
    return 1;
}

static int32_t toggle(const struct args *a, int32_t mode, int32_t k)
{
    (void)a, (void)k;
    return !mode;
}

/* On above the level, off below; at the level as before, or else `tie`. */
static int32_t decide(double u, double level, const struct mode *m, int32_t tie)
{
    return u > level ? 1 : u < level ? 0 : m->started ? m->now : tie;
}

static jet toward(const struct inputs *in, int32_t k, double level, const struct mode *m)
{
    return m->now ? piecewise_above(in, k, level) : piecewise_below(in, k, level);
}

/* ---- switch: u1, u2, control; p = threshold -------------------------------------------------- */

static int32_t switch_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    return decide(in->u[2].c[0], a->p[0], m, 1);
}

static jet switch_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                        int32_t k)
{
    (void)k;
    return toward(in, 2, a->p[0], m);
}

static struct result switch_value(const struct args *a, const struct inputs *in,
                                  const struct mode *m, int out)
{
    (void)a, (void)out;
    return piecewise_affine(in, !m->now, 1, 0);
}

static const saltus_port switch_inputs[] = {SIGNAL_PORT("u1", "what y is while the switch is on"),
                                            SIGNAL_PORT("u2", "what y is while it is off"),
                                            SIGNAL_PORT("control", "on above the threshold"),
                                            {0}};
static const saltus_param switch_params[] = {
    REAL_PARAM("threshold", 0.5, NULL, "of the control signal"), {0}};
const struct piecewise block_switch = {
    .atomic = PIECEWISE_ATOMIC(
        "switch", "hybrid", "one of two inputs, as a control signal says",
        "y = u1 while control is above `threshold`, else u2. At the threshold itself the switch "
        "stays as it is (at the start: on, unless control falls). The default fits control signals "
        "that are 0 or 1. An event at each change.",
        switch_inputs, function_output, switch_params),
    PIECEWISE_RULES(switch_mode, one_guard, switch_guard, toggle, switch_value)};

/* ---- event_switch: u1, u2, event set; p = on at the start; held: what the last event said,
 * ticks 1: there was one ---- */

static int32_t event_switch_mode(const struct args *a, const struct inputs *in,
                                 const struct mode *m)
{
    (void)in;
    return m->ticks ? m->held > 0 : a->p[0] != 0;
}

static jet event_switch_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                              int32_t k)
{
    (void)k;
    return jet_const(event_switch_mode(a, in, m) == m->now ? 1 : -1);
}

static void event_switch_event(saltus_cell *c, struct mode *m, const saltus_message *x)
{
    (void)c;
    m->held = x->c[0];
    m->ticks = 1;
}

static const saltus_port event_switch_inputs[] = {
    SIGNAL_PORT("u1", "what y is while the switch is on"),
    SIGNAL_PORT("u2", "what y is while it is off"),
    EVENT_PORT("set", "a value > 0: on, else off"),
    {0}};
static const saltus_param event_switch_params[] = {
    BOOLEAN_NEEDED("start", "1: on at the start, 0: off"), {0}};
const struct piecewise block_event_switch = {
    .atomic = PIECEWISE_ATOMIC(
        "event_switch", "hybrid", "one of two inputs, as events say",
        "y = u1 after an event with a value > 0, u2 after one with any other value.",
        event_switch_inputs, function_output, event_switch_params),
    PIECEWISE_RULES(event_switch_mode, one_guard, event_switch_guard, toggle, switch_value),
    .event = event_switch_event};

/* ---- comparator: p = low, high --------------------------------------------------------------- */

static int32_t comparator_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    (void)a;
    return decide(in->u[0].c[0], in->u[1].c[0], m, 0);
}

static jet comparator_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                            int32_t k)
{
    jet z = jet_sub(in->u[0], in->u[1]);
    (void)a, (void)k;
    return m->now ? z : jet_neg(z);
}

static struct result two_values(const struct args *a, const struct inputs *in, const struct mode *m,
                                int out)
{
    (void)in, (void)out;
    return piecewise_constant(a->p[m->now]);
}

static const saltus_param comparator_params[] = {
    REAL_PARAM("low", 0, NULL, "y for u1 < u2"), REAL_PARAM("high", 1, NULL, "y for u1 > u2"), {0}};
const struct piecewise block_comparator = {
    .atomic = PIECEWISE_ATOMIC("comparator", "hybrid", "is its first input above the second?",
                               "y = high while u1 > u2, low while u1 < u2. Where both are equal y "
                               "stays as it is (at the start: low, unless u1 - u2 rises). An event "
                               "at each change, at exactly the time when the inputs meet.",
                               function_two, function_output, comparator_params),
    PIECEWISE_RULES(comparator_mode, one_guard, comparator_guard, toggle, two_values)};

/* ---- relay: p = off, on (values), off_at, on_at, start --------------------------------------- */

static int32_t relay_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    double u = in->u[0].c[0];
    if (u > a->p[3] || (u == a->p[3] && !m->started)) return 1;
    return u < a->p[2] ? 0 : m->started ? m->now : a->p[4] != 0;
}

static jet relay_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                       int32_t k)
{
    (void)k;
    return toward(in, 0, a->p[m->now ? 2 : 3], m);
}

static const char *relay_check(const struct args *a, const char **param)
{
    *param = "on_at";
    if (a->p[3] >= a->p[2]) return NULL;
    return "it must not be below 'off_at' (on at small values: exchange 'on' and 'off')";
}

/* Different levels: what it does now depends on its input only by an event. */
static int relay_through(const saltus_part *p, int in, int out)
{
    int32_t n = p->size > 0 ? p->size : 1;
    for (int32_t i = 0; i < n; i++)
        if (!(saltus_part_real(p, "on_at", i) > saltus_part_real(p, "off_at", i)))
            return piecewise_through(p, in, out);
    return piecewise_holds(p, in, out);
}

static int32_t relay_before(const struct args *a)
{
    return a->p[4] != 0;
}

static const saltus_param relay_params[] = {
    REAL_PARAM("off", 0, NULL, "y while it is off"),
    REAL_PARAM("on", 1, NULL, "y while it is on"),
    REAL_NEEDED("off_at", NULL, "it goes off when u falls below this"),
    REAL_NEEDED("on_at", NULL, "it goes on when u rises above this"),
    BOOLEAN_PARAM("start", 0, "1: on at the start, if u is between both"),
    {0}};
const struct piecewise block_relay = {
    .atomic = PIECEWISE_THROUGH(
        relay_through, "relay", "hybrid", "two values with hysteresis",
        "y = on from the time u rises above `on_at` until it falls below `off_at`; else y = off. "
        "With both levels equal it has no hysteresis. A heater, which works while it is cold, has "
        "`off` = 1 and `on` = 0. An event at each change. In a loop of static blocks, as of a "
        "diode "
        "whose voltage depends on whether it conducts, it begins as `start` says and follows from "
        "there; with both levels equal that is an algebraic loop.",
        function_one, function_output, relay_params),
    PIECEWISE_RULES(relay_mode, one_guard, relay_guard, toggle, two_values),
    .check = relay_check,
    .before_all = relay_before};

/* ---- diode: p = Ron, Roff, V ----------------------------------------------------------------- */

static int32_t diode_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    return decide(in->u[0].c[0], a->p[2], m, 0);
}

static jet level_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                       int32_t k)
{
    (void)k;
    return toward(in, 0, a->p[2], m);
}

static struct result diode_value(const struct args *a, const struct inputs *in,
                                 const struct mode *m, int out)
{
    (void)out;
    if (!m->now) return piecewise_affine(in, 0, 1 / a->p[1], 0);
    return piecewise_line(in, 0, 1 / a->p[0], a->p[2], a->p[2] / a->p[1]);
}

static const char *diode_check(const struct args *a, const char **param)
{
    *param = a->p[0] > 0 ? "Roff" : "Ron";
    return a->p[0] > 0 && a->p[1] > 0 ? NULL : "it must be > 0";
}

static const saltus_port diode_inputs[] = {SIGNAL_PORT("v", "voltage"), {0}};
static const saltus_port diode_outputs[] = {SIGNAL_PORT("i", "current"), {0}};
static const saltus_param diode_params[] = {
    REAL_NEEDED("Ron", "Ohm", "resistance while it conducts"),
    REAL_NEEDED("Roff", "Ohm", "resistance while it blocks; +infinity is fine"),
    REAL_PARAM("V", 0, "V", "voltage from which on it conducts"),
    {0}};
static const saltus_shown diode_shows[] = {{"i", SALTUS_OUTPUT, "current"}, PIECEWISE_EVENT, {0}};
const struct piecewise block_diode = {
    .atomic = PIECEWISE_SHOWN("diode", "hybrid", "current of a diode with two resistances",
                              "i = v/Roff for v < V, i = V/Roff + (v - V)/Ron above: continuous, "
                              "with a kink at V. An event when it begins or ceases to conduct.",
                              diode_inputs, diode_outputs, diode_params, diode_shows),
    PIECEWISE_RULES(diode_mode, one_guard, level_guard, toggle, diode_value),
    .check = diode_check};

/* ---- switch_pair: p = on, off, threshold ----------------------------------------------------- */

static int32_t pair_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    return decide(in->u[0].c[0], a->p[2], m, 1);
}

static struct result pair_value(const struct args *a, const struct inputs *in, const struct mode *m,
                                int out)
{
    (void)in;
    return piecewise_constant(a->p[(m->now != 0) == (out != 0)]);
}

static const saltus_port pair_inputs[] = {
    SIGNAL_PORT("control", "above the threshold the first is on"), {0}};
static const saltus_port pair_outputs[] = {
    SIGNAL_PORT("y1", "`on` while the first switch is on, else `off`"),
    SIGNAL_PORT("y2", "the other one"),
    {0}};
static const saltus_param pair_params[] = {
    REAL_NEEDED("on", NULL, "value of a switch that is on, such as its resistance"),
    REAL_NEEDED("off", NULL, "value of a switch that is off"),
    REAL_PARAM("threshold", 0.5, NULL, "of the control signal"),
    {0}};
static const saltus_shown pair_shows[] = {{"y1", SALTUS_OUTPUT, "the first switch"},
                                          PIECEWISE_EVENT,
                                          {"y2", SALTUS_OUTPUT, "the second switch"},
                                          {0}};
const struct piecewise block_switch_pair = {
    .atomic = PIECEWISE_SHOWN(
        "switch_pair", "hybrid", "two switches, one of which is on",
        "The two switches of a half bridge: y1 = on and y2 = off while control is above "
        "`threshold`, else the other way round; both change in the same event.",
        pair_inputs, pair_outputs, pair_params, pair_shows),
    PIECEWISE_RULES(pair_mode, one_guard, level_guard, toggle, pair_value)};

/* ---- cross_detector: p = level, direction (both, up, down), value (input, direction, output),
 * output ---- */

static int32_t cross_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    return decide(in->u[0].c[0], a->p[0], m, 0);
}

static jet cross_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                       int32_t k)
{
    (void)k;
    return toward(in, 0, a->p[0], m);
}

static void cross_emit(const saltus_cell *c, int32_t e, const struct inputs *in, int32_t old,
                       int32_t mode)
{
    double way = mode > old ? 1 : -1;
    saltus_message *m;
    struct args a;
    args_of(c, STORE_ARGS, e, &a);
    if ((a.p[1] == 1 && way < 0) || (a.p[1] == 2 && way > 0)) return;
    m = saltus_cell_out(c, 0, e);
    m->order = 1;
    m->c[0] = a.p[2] == 2 ? a.p[3] : a.p[2] == 1 ? way : in->u[0].c[0];
    m->c[1] = way;
    saltus_cell_show(c, 0, e, &way, 0);
}

static const saltus_port cross_outputs[] = {
    EVENT_PORT("y", "an event at each crossing; values: the input there (or what `value` says), "
                    "and 1 (upward) or -1 (downward)"),
    {0}};
static const saltus_param cross_params[] = {
    REAL_PARAM("level", 0, NULL, "what is crossed"),
    CHOICE_PARAM("direction", "both", "both|up|down", "crossings that count"),
    CHOICE_PARAM(
        "value", "input", "input|direction|output",
        "first value of the event: the input there; or 1 (upward), -1 (downward), which "
        "an `event_switch` understands; or the number `output`, to which an integrator may "
        "be reset"),
    REAL_PARAM("output", 0, NULL, "with value `output`: that"),
    {0}};
static const saltus_shown cross_shows[] = {
    {"event", SALTUS_GUARD, "a crossing; 1: upward, -1: downward"}, {0}};
const struct piecewise block_cross_detector = {
    .atomic = {.name = "cross_detector",
               .group = "hybrid",
               .title = "an event when its input crosses a level",
               .text = "Sends an event at exactly the time when u passes `level`, in the direction "
                       "that is asked for; also when u jumps over it. Touching the level is not a "
                       "crossing, nor is resting on it.",
               BLOCK_TABLES(function_one, cross_outputs, cross_params, cross_shows),
               BLOCK_STATE(struct function_state, -1),
               BLOCK_STEPS(piecewise_start, frame_due, piecewise_lambda, piecewise_int,
                           piecewise_ext)},
    PIECEWISE_RULES(cross_mode, one_guard, cross_guard, toggle, NULL),
    .emit = cross_emit};
