/* SPDX-License-Identifier: MIT */
/* event_route.c - events passed on at the same instant: together (merge), to one of many (router),
 * or not (gate).
 *
 * What comes is kept in a list and sent in its order by the next internal transition, at the same
 * instant. Values and the element of a vector stay as they are. */
#include "saltus_devs.h"
#include "blocks/discrete/event.h"
#include "blocks/signal.h"

#include <math.h>
#include <string.h>

enum { HELD, OPEN };

struct route {
    uint32_t n;      /* messages that wait */
    uint64_t passed; /* messages so far */
};

static double route_due(const saltus_cell *c)
{
    const struct route *s = c->state;
    return s->n ? c->t : INFINITY;
}

static void route_lambda(const saltus_cell *c)
{
    const struct route *s = c->state;
    event_send_held(c, HELD, s->n);
}

static void route_int(saltus_cell *c)
{
    struct route *s = c->state;
    s->n = 0;
}

static void pass(saltus_cell *c, const saltus_message *m, int port)
{
    struct route *s = c->state;
    event_hold(c, HELD, &s->n, m, port);
    s->passed++;
}

/* ---- merge ----------------------------------------------------------------------------------- */

static void merge_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)e;
    for (; n > 0; n--, x++) pass(c, x, 0);
}

/* ---- router ---------------------------------------------------------------------------------- */

static void router_start(saltus_cell *c)
{
    const double *w = saltus_part_reals(c->part, "weights");
    int32_t n = saltus_part_count(c->part, "weights", NULL, NULL);
    double sum = 0;
    if (!event_numbers_fine(c)) return;
    for (int32_t k = 0; k < n; k++) {
        if (w[k] < 0) event_fail(c, "weights", NULL, "weight %d is negative: %g", k + 1, w[k]);
        sum += w[k];
    }
    if (n > 0 && n != c->outputs)
        event_fail(c, "weights", NULL, "%d weights for %d outputs", n, c->outputs);
    else if (n > 0 && !(sum > 0))
        event_fail(c, "weights", NULL, "all weights are 0");
}

static int by_chance(const saltus_cell *c, uint64_t k)
{
    const double *w = saltus_part_reals(c->part, "weights");
    double u = saltus_cell_random(c, k), sum = 0;
    if (!w) return (int)(u * c->outputs);
    for (int32_t j = 0; j < c->outputs; j++) sum += w[j];
    int last = 0;
    for (int32_t j = 0; j < c->outputs; j++) {
        if (w[j] > 0) last = j;
        if (w[j] > 0 && (u -= w[j] / sum) < 0) return j;
    }
    return last; /* rounding */
}

/* -1: the run has failed */
static int by_value(const saltus_cell *c, const saltus_message *m)
{
    int field = (int)saltus_part_real(c->part, "field", 0) - 1;
    double v = m->c[field];
    if (v >= 1 && v <= c->outputs && v == floor(v)) return (int)v - 1;
    char text[160];
    snprintf(text, sizeof text,
             "value %d of an event, %g, is not the number of one of the %d outputs", field + 1, v,
             c->outputs);
    saltus_cell_fail(c, SALTUS_EMODEL, NULL, text, NULL);
    return -1;
}

static void router_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    const char *by = saltus_part_word(c->part, "by");
    struct route *s = c->state;
    (void)e;
    for (; n > 0; n--, x++) {
        int port = *by == 'c'   ? by_chance(c, s->passed)
                   : *by == 'v' ? by_value(c, x)
                                : (int)(s->passed % (uint64_t)c->outputs);
        if (port >= 0) pass(c, x, port);
    }
}

/* ---- gate ------------------------------------------------------------------------------------ */

static void gate_start(saltus_cell *c)
{
    unsigned char *open = saltus_cell_store(c, OPEN, (size_t)c->size);
    for (int32_t i = 0; open && i < c->size; i++)
        open[i] = saltus_part_real(c->part, "start", i) != 0;
}

static void gate_event(saltus_cell *c, const saltus_message *m, const unsigned char *open)
{
    saltus_message one = *m;
    for (int32_t i = event_first(m); i < event_end(c, m); i++) {
        one.index = i;
        if (open[i]) pass(c, &one, 0);
    }
}

/* In a bag the signal counts before the events, whatever their order. */
static void gate_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    unsigned char *open = saltus_cell_store(c, OPEN, (size_t)c->size);
    (void)e;
    for (size_t k = 0; k < n && open; k++) {
        if (x[k].port != 1) continue;
        for (int32_t i = event_first(&x[k]); i < event_end(c, &x[k]); i++)
            open[i] = x[k].c[0] >= 0.5;
    }
    for (size_t k = 0; k < n && open; k++)
        if (x[k].port == 0) gate_event(c, &x[k], open);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const saltus_port many_in[] = {{"u", SALTUS_TYPE_EVENT, 1, 0, "events"}, {0}};
static const saltus_port one_in[] = {{"u", SALTUS_TYPE_EVENT, 0, 0, "the events"}, {0}};
static const saltus_port gate_in[] = {
    {"u", SALTUS_TYPE_EVENT, 0, 0, "the events"},
    {"open", SALTUS_TYPE_SIGNAL, 0, 0, "a Boolean signal: 1 lets events pass"},
    {0}};
static const saltus_port one_out[] = {{"y", SALTUS_TYPE_EVENT, 0, 0, "the events that pass"}, {0}};
static const saltus_port many_out[] = {
    {"y", SALTUS_TYPE_EVENT, 1, 0, "the events that go this way"}, {0}};

static const saltus_param router_params[] = {
    CHOICE_PARAM("by", "chance", "chance|value|turn", "how the output is chosen"),
    REALS_PARAM(
        "weights", NULL,
        "chance: one for each output, in proportion to its probability; default: all equal"),
    INTEGER_IN("field", 1, 1, SALTUS_SERIES,
               "value: which value of an event is the number of its output, from 1"),
    {0}};
static const saltus_param gate_params[] = {{"start", SALTUS_BOOLEAN, 0, 0, NULL, NULL, 0, 1, NULL,
                                            "1: open before the first message at `open`"},
                                           {0}};

#define ROUTE                                                                                      \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct route), .due = route_due,    \
    .lambda = route_lambda, .delta_int = route_int

const saltus_atomic event_merge = {
    BLOCK_NAME("merge", "events", "Events of several inputs, one after the other"),
    .text = "Everything that comes is sent on at the same instant, in the order in which it came.",
    BLOCK_TABLES(many_in, one_out, NULL, NULL), .delta_ext = merge_ext, ROUTE};
const saltus_atomic event_router = {
    BLOCK_NAME("router", "events", "Each event to one of several outputs"),
    .text = "`chance`: at random, by `weights`. `value`: the output whose number the event "
            "carries. `turn`: one output after the other.",
    BLOCK_TABLES(one_in, many_out, router_params, NULL),
    .start = router_start,
    .delta_ext = router_ext,
    ROUTE};
const saltus_atomic event_gate = {.name = "gate",
                                  .group = "events",
                                  .title = "Lets events pass while a signal is 1",
                                  .text = "Events that come while `open` is below 0.5 are lost.",
                                  BLOCK_TABLES(gate_in, one_out, gate_params, NULL),
                                  .start = gate_start,
                                  .delta_ext = gate_ext,
                                  ROUTE};
