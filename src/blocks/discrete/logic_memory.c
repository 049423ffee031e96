/* SPDX-License-Identifier: MIT */
/* logic_memory.c - blocks that remember: flip-flops, counters, a held value, a pulse of given
 * length; and edges.
 *
 * Clocked ones read their signals as they are when the event arrives: of a chain of flip-flops with
 * one clock, each takes what its predecessor had before. */
#include "blocks/discrete/event.h"
#include "blocks/discrete/logic.h"

#include <math.h>
#include <string.h>

static double real(const saltus_cell *c, const char *name, int32_t i)
{
    return saltus_part_real(c->part, name, i);
}

static void begin(const saltus_cell *c, int32_t i, struct logic_element *e)
{
    e->y = real(c, "start", i);
}

static int on(double v)
{
    return v > 0; /* and not NaN */
}

/* ---- Flip-flops ------------------------------------------------------------------------------ */

static void sr_hear(const saltus_cell *c, int32_t i, int port, double v, struct logic_element *e)
{
    int s = on(port == 0 ? v : e->in[0]), r = on(port == 1 ? v : e->in[1]);
    const char *both = saltus_part_word(c->part, "both");
    (void)i;
    if (s && r)
        e->y = *both == 'h' ? e->y : *both == 's';
    else if (s || r)
        e->y = s;
}

static void d_hear(const saltus_cell *c, int32_t i, int port, double v, struct logic_element *e)
{
    (void)c, (void)i, (void)v;
    if (port == 1 && !isnan(e->in[0])) e->y = e->in[0];
}

static void jk_hear(const saltus_cell *c, int32_t i, int port, double v, struct logic_element *e)
{
    (void)c, (void)i, (void)v;
    int j = on(e->in[0]), k = on(e->in[1]);
    if (port == 2) e->y = j && k ? 1 - e->y : j ? 1 : k ? 0 : e->y;
}

static void t_hear(const saltus_cell *c, int32_t i, int port, double v, struct logic_element *e)
{
    (void)c, (void)i, (void)port, (void)v;
    e->y = 1 - e->y;
}

/* ---- Counter --------------------------------------------------------------------------------- */

static void counter_hear(const saltus_cell *c, int32_t i, int port, double v,
                         struct logic_element *e)
{
    double modulo = real(c, "modulo", i);
    (void)v;
    if (port == 2)
        e->y = real(c, "start", i);
    else
        e->y += port == 0 ? 1 : -1;
    if (modulo > 0 && (e->y >= modulo || e->y < 0)) {
        e->event = e->y < 0 ? -1 : 1;
        e->y -= e->event * modulo;
    }
}

/* ---- Monostable ------------------------------------------------------------------------------ */

static void monostable_begin(const saltus_cell *c, int32_t i, struct logic_element *e)
{
    (void)c, (void)i;
    e->y = 0;
}

static void monostable_hear(const saltus_cell *c, int32_t i, int port, double v,
                            struct logic_element *e)
{
    (void)port, (void)v;
    if (e->y == 1 && e->due > c->t && real(c, "retrigger", i) == 0) return;
    e->y = 1;
    e->due = c->t + real(c, "duration", i);
}

static void monostable_wake(const saltus_cell *c, int32_t i, struct logic_element *e)
{
    (void)c, (void)i;
    e->y = 0;
    e->due = INFINITY;
}

/* ---- Between signals and events -------------------------------------------------------------- */

static void hold_hear(const saltus_cell *c, int32_t i, int port, double v, struct logic_element *e)
{
    (void)c, (void)i, (void)port;
    e->y = v;
}

static void edge_hear(const saltus_cell *c, int32_t i, int port, double v, struct logic_element *e)
{
    const char *which = saltus_part_word(c->part, "direction");
    double before = e->in[port];
    (void)i;
    if (isnan(before) || v == before) return;
    if (*which == 'b' || (*which == 'r') == (v > before)) e->event = v > before ? 1 : -1;
}

static void change_hear(const saltus_cell *c, int32_t i, int port, double v,
                        struct logic_element *e)
{
    int first = saltus_part_real(c->part, "first", i) != 0;
    if (v != e->in[port] && (first || !isnan(e->in[port]))) e->event = v;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const saltus_port sr_in[] = {SIGNAL_PORT("s", "1 sets"), SIGNAL_PORT("r", "1 resets"), {0}};
static const saltus_port d_in[] = {
    SIGNAL_PORT("d", "what is taken over"), EVENT_PORT("clock", "when"), {0}};
static const saltus_port jk_in[] = {
    SIGNAL_PORT("j", "1 sets"), SIGNAL_PORT("k", "1 resets"), EVENT_PORT("clock", "when"), {0}};
static const saltus_port event_in[] = {EVENT_PORT("u", "the events"), {0}};
static const saltus_port boolean_in[] = {SIGNAL_PORT("u", "a Boolean signal"), {0}};
static const saltus_port signal_in[] = {SIGNAL_PORT("u", "a signal"), {0}};
static const saltus_port counter_in[] = {OPTIONAL_PORT(EVENT, "up", "adds 1"),
                                         OPTIONAL_PORT(EVENT, "down", "subtracts 1"),
                                         OPTIONAL_PORT(EVENT, "reset", "back to the start"),
                                         {0}};
static const saltus_port pair_out[] = {
    SIGNAL_PORT("y", "the state, 0 or 1"), SIGNAL_PORT("not_y", "its opposite"), {0}};
static const saltus_port counter_out[] = {
    SIGNAL_PORT("y", "the count"), EVENT_PORT("carry", "it passes the modulus (1) or 0 (-1)"), {0}};
static const saltus_port signal_out[] = {SIGNAL_PORT("y", "the signal"), {0}};
static const saltus_port event_out[] = {EVENT_PORT("y", "the events"), {0}};
static const saltus_shown shows_value[] = {{"y", SALTUS_DISCRETE, "the value"}, {0}};
static const saltus_shown shows_event[] = {{"y", SALTUS_GUARD, "an event"}, {0}};

#define START01 PARAM_ROW("start", BOOLEAN, 0, 0, NULL, NULL, 0, 1, NULL, "the state at the start")
static const saltus_param sr_params[] = {
    START01, CHOICE_PARAM("both", "reset", "set|reset|hold", "what wins if s and r are 1"), {0}};
static const saltus_param ff_params[] = {START01, {0}};
static const saltus_param counter_params[] = {
    REAL_PARAM("start", 0, NULL, "the count at the start and after a reset"),
    REAL_IN("modulo", 0, 0, 1e15, NULL, "it counts 0 .. modulo - 1; 0: without end"),
    {0}};
static const saltus_param monostable_params[] = {
    REAL_NEEDED_IN("duration", 0, 1e300, "s", "length of the pulse"),
    {"retrigger", SALTUS_BOOLEAN, 0, 0, NULL, NULL, 0, 1, NULL,
     "1: an event during a pulse makes it longer"},
    {0}};
static const saltus_param hold_params[] = {
    REAL_PARAM("start", 0, NULL, "the value before the first event"), {0}};
static const saltus_param edge_params[] = {
    CHOICE_PARAM("direction", "rising", "rising|falling|both", "which edges"), {0}};
static const saltus_param change_params[] = {
    {"first", SALTUS_BOOLEAN, 0, 0, NULL, NULL, 0, 1, NULL, "1: also its first value is an event"},
    {0}};

#define TABLE(word, line, what, ins, outs, pars, show)                                             \
    {                                                                                              \
        .name = word, .group = "events", .title = line, .text = what, .inputs = ins,               \
        .outputs = outs, .params = pars, .shows = show, .rank = -1, LOGIC_FRAME                    \
    }

const struct logic_type logic_sr = {TABLE("sr_flip_flop", "A flip-flop that is set and reset",
                                          "`s` = 1 makes y = 1, `r` = 1 makes it 0; if neither is "
                                          "1 it stays. Follows its signals at once.",
                                          sr_in, pair_out, sr_params, shows_value),
                                    begin, sr_hear, NULL, 0};
const struct logic_type logic_d = {
    TABLE("d_flip_flop", "A flip-flop that takes a value over",
          "At each event `clock` y becomes what `d` was just before. A chain of them with one "
          "clock is a shift register.",
          d_in, pair_out, ff_params, shows_value),
    begin, d_hear, NULL, 0};
const struct logic_type logic_jk = {
    TABLE("jk_flip_flop", "A flip-flop that is set, reset or turned",
          "At each event `clock`: j = 1 sets, k = 1 resets, both turn y over, neither leaves it.",
          jk_in, pair_out, ff_params, shows_value),
    begin, jk_hear, NULL, 0};
const struct logic_type logic_t = {TABLE("t_flip_flop", "A flip-flop that every event turns over",
                                         "Every event turns y over.", event_in, pair_out, ff_params,
                                         shows_value),
                                   begin, t_hear, NULL, 0};
const struct logic_type logic_counter = {
    TABLE("counter", "Counts events up and down",
          "With `modulo` = m it goes from m - 1 to 0, and from 0 to m - 1, and sends `carry`.",
          counter_in, counter_out, counter_params, shows_value),
    begin, counter_hear, NULL, 0};
const struct logic_type logic_monostable = {
    TABLE("monostable", "A pulse of given length for an event",
          "1 for `duration` after an event, else 0. Events during a pulse do nothing, or make it "
          "longer.",
          event_in, signal_out, monostable_params, shows_value),
    monostable_begin, monostable_hear, monostable_wake, 0};
const struct logic_type logic_hold = {TABLE("event_to_signal", "Holds the value of the last event",
                                            "The (first) value of the last event, as a signal.",
                                            event_in, signal_out, hold_params, shows_value),
                                      begin, hold_hear, NULL, 0};
const struct logic_type logic_edge = {TABLE("edge", "An event for an edge of a Boolean signal",
                                            "Value 1 at a rising edge, -1 at a falling one. For a "
                                            "crossing of another signal there is `cross_detector`.",
                                            boolean_in, event_out, edge_params, shows_event),
                                      NULL, edge_hear, NULL, 0};
const struct logic_type logic_change = {
    TABLE("signal_to_event", "An event for every new value of a signal",
          "Whenever a message brings another value than the message before, that value as an "
          "event. Meant for signals that are constant between events; of others it tells where a "
          "new polynomial begins.",
          signal_in, event_out, change_params, shows_event),
    NULL, change_hear, NULL, 1};
