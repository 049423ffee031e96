/* SPDX-License-Identifier: MIT */
/* petri_transition.c - a transition of a Petri net, immediate or timed (protocol: petri_place.c).
 *
 * After it has fired, what it knows of the places before it is out of date; it waits until each has
 * announced its number again. Its first internal transition, at the start, only looks whether every
 * arc is wired to a place: by then all places have spoken. */
#include "blocks/discrete/event.h"

#include <math.h>

enum { IN, INHIBIT };
enum { TAKE, PUT };
enum { KNOWN_IN, KNOWN_INHIBIT, STALE };

struct transition {
    struct event_law law;
    double due;
    int32_t enabled, checked, stale;
    uint64_t fired, drawn;
};

/* Arcs of a kind: parameter not given: one of weight 1, of inhibitors: none. */
static int32_t arcs(const saltus_part *p, const char *name)
{
    int32_t n = saltus_part_count(p, name, NULL, NULL);
    return n > 0 ? n : *name != 'i';
}

static double weight(const saltus_part *p, const char *name, int32_t k)
{
    const double *v = saltus_part_reals(p, name);
    return v ? v[k] : 1;
}

static int32_t transition_port_size(const saltus_part *p, int way, int port)
{
    int32_t n = way == 1 ? arcs(p, port == TAKE ? "takes" : "puts")
                         : arcs(p, port == IN ? "takes" : "inhibits");
    return n > 0 ? n : 1;
}

static double *known(saltus_cell *c, int store)
{
    int32_t n = arcs(c->part, store == KNOWN_INHIBIT ? "inhibits" : "takes");
    return saltus_cell_store(c, store, (size_t)(n > 0 ? n : 1) * sizeof(double));
}

static int arcs_fine(const saltus_cell *c, const char *name)
{
    int32_t n = saltus_part_count(c->part, name, NULL, NULL);
    for (int32_t k = 0; k < n; k++) {
        double w = weight(c->part, name, k);
        if (w >= 0 && w == floor(w)) continue;
        event_fail(c, name, NULL, "weight %d of an arc, %g, is not a number of tokens", k + 1, w);
        return 0;
    }
    return 1;
}

static void transition_start(saltus_cell *c)
{
    struct transition *s = c->state;
    int timed = saltus_part_word(c->part, "law") != NULL;
    if (!event_is_scalar(c) || !event_numbers_fine(c)) return;
    if (!arcs_fine(c, "takes") || !arcs_fine(c, "puts") || !arcs_fine(c, "inhibits")) return;
    if (timed && !event_law_read(c, &s->law)) return;
    double *in = known(c, KNOWN_IN), *inhibit = known(c, KNOWN_INHIBIT);
    if (!in || !inhibit || !saltus_cell_store(c, STALE, (size_t)arcs(c->part, "takes"))) return;
    for (int32_t k = 0; k < arcs(c->part, "takes"); k++) in[k] = NAN;
    for (int32_t k = 0; k < arcs(c->part, "inhibits"); k++) inhibit[k] = NAN;
    s->due = c->t;
    event_show(c, 1, 0, 0);
}

static double transition_due(const saltus_cell *c)
{
    return ((const struct transition *)c->state)->due;
}

static void transition_lambda(const saltus_cell *c)
{
    const struct transition *s = c->state;
    if (!s->enabled) return;
    for (int way = TAKE; way <= PUT; way++) {
        const char *name = way == TAKE ? "takes" : "puts";
        for (int32_t k = 0; k < arcs(c->part, name); k++) {
            double w = weight(c->part, name, k);
            if (w > 0) event_send(c, way, k, &w, 1);
        }
    }
}

static int is_enabled(saltus_cell *c)
{
    const double *in = known(c, KNOWN_IN), *inhibit = known(c, KNOWN_INHIBIT);
    if (!in || !inhibit) return 0;
    for (int32_t k = 0; k < arcs(c->part, "takes"); k++) {
        double w = weight(c->part, "takes", k);
        if (w > 0 && !(in[k] >= w)) return 0;
    }
    for (int32_t k = 0; k < arcs(c->part, "inhibits"); k++)
        if (!(inhibit[k] < weight(c->part, "inhibits", k))) return 0;
    return 1;
}

static void look(saltus_cell *c)
{
    struct transition *s = c->state;
    int was = s->enabled;
    if (!s->checked) return;
    s->enabled = s->stale == 0 && is_enabled(c);
    if (s->enabled && was) return;
    s->due = INFINITY;
    if (!s->enabled) return;
    double delay = saltus_part_word(c->part, "law")
                       ? event_law_draw(c, &s->law, s->fired, &s->drawn, NULL)
                       : 0;
    s->due = c->t + delay;
}

static void check_wires(saltus_cell *c)
{
    const double *in = known(c, KNOWN_IN), *inhibit = known(c, KNOWN_INHIBIT);
    for (int32_t k = 0; in && k < arcs(c->part, "takes"); k++)
        if (isnan(in[k]) && weight(c->part, "takes", k) > 0)
            event_fail(c, "takes", "wire `tokens` of a place to it, and `take` back",
                       "input %d is not wired to a place", k + 1);
    for (int32_t k = 0; inhibit && k < arcs(c->part, "inhibits"); k++)
        if (isnan(inhibit[k]))
            event_fail(c, "inhibits", NULL, "inhibiting input %d is not wired to a place", k + 1);
}

/* From now on the numbers of the places before it are old. */
static void forget(saltus_cell *c)
{
    struct transition *s = c->state;
    int32_t n = arcs(c->part, "takes");
    unsigned char *stale = saltus_cell_store(c, STALE, (size_t)n);
    for (int32_t k = 0; stale && k < n; k++) {
        if (stale[k] || !(weight(c->part, "takes", k) > 0)) continue;
        stale[k] = 1;
        s->stale++;
    }
}

static void transition_int(saltus_cell *c)
{
    struct transition *s = c->state;
    if (!s->checked) {
        check_wires(c);
        s->checked = 1;
    } else if (s->enabled) {
        s->fired++;
        forget(c);
        event_show(c, 0, 0, 1);
        event_show(c, 1, 0, (double)s->fired);
    }
    s->enabled = 0;
    look(c);
}

static void transition_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct transition *s = c->state;
    unsigned char *stale = saltus_cell_store(c, STALE, (size_t)arcs(c->part, "takes"));
    (void)e;
    for (; n > 0; n--, x++) {
        int store = x->port == IN ? KNOWN_IN : KNOWN_INHIBIT;
        double *v = known(c, store);
        int32_t end = arcs(c->part, x->port == IN ? "takes" : "inhibits");
        int32_t first = x->index == SALTUS_ALL ? 0 : x->index;
        if (x->index != SALTUS_ALL && x->index + 1 < end) end = x->index + 1;
        for (int32_t k = first; v && stale && k < end; k++) {
            v[k] = x->c[0];
            if (x->port != IN || !stale[k]) continue;
            stale[k] = 0;
            s->stale--;
        }
    }
    look(c);
}

/* At the start places speak in the same round. */
static void transition_con(saltus_cell *c, const saltus_message *x, size_t n)
{
    struct transition *s = c->state;
    if (s->checked) {
        transition_int(c);
        transition_ext(c, 0, x, n);
    } else {
        transition_ext(c, 0, x, n);
        transition_int(c);
    }
}

static const saltus_port inputs[] = {
    {"in", SALTUS_TYPE_SIGNAL, 0, 1, "element k: tokens of the place before arc k"},
    {"inhibit", SALTUS_TYPE_SIGNAL, 0, 1, "element k: tokens of the place that inhibits"},
    {0}};
static const saltus_port outputs[] = {
    {"take", SALTUS_TYPE_EVENT, 0, 0, "element k: for `take` of the place before arc k"},
    {"put", SALTUS_TYPE_EVENT, 0, 0, "element k: for `put` of the place behind arc k"},
    {0}};
static const saltus_shown shows[] = {
    {"", SALTUS_GUARD, "it fires"}, {"fired", SALTUS_DISCRETE, "how often it has fired"}, {0}};
#define ARCS                                                                                       \
    PARAM_ROW(                                                                                     \
        "takes", REALS, 0, 1, NULL, NULL, 0, 0, NULL,                                              \
        "weights of the arcs to it; default: one of weight 1. 0: no arc, nothing need be wired"),  \
        PARAM_ROW("puts", REALS, 0, 1, NULL, NULL, 0, 0, NULL,                                     \
                  "weights of the arcs from it; default: one of weight 1"),                        \
        REALS_PARAM(                                                                               \
            "inhibits", NULL,                                                                      \
            "it fires only while each inhibiting place has fewer tokens than this; default: none")

static const saltus_param immediate_params[] = {ARCS, {0}};
static const saltus_param timed_params[] = {ARCS, EVENT_LAW_PARAMS(EVENT_LAWS, "exponential"), {0}};

#define TRANSITION                                                                                 \
    .group = "events", .inputs = inputs, .outputs = outputs, .shows = shows,                       \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct transition),                 \
    .port_size = transition_port_size, .start = transition_start, .due = transition_due,           \
    .lambda = transition_lambda, .delta_int = transition_int, .delta_ext = transition_ext,         \
    .delta_con = transition_con

#define CONFLICTS                                                                                  \
    "Of several enabled transitions the one with the lowest `priority` of the block fires first, " \
    "then the first in the diagram; whatever it takes, the others know before they fire. Needs "   \
    "classic semantics."

const saltus_atomic petri_transition = {
    .name = "transition",
    .title = "An immediate transition of a Petri net",
    .text = "Fires as soon as it is enabled: takes tokens from the places before it and puts "
            "tokens into those behind it. " CONFLICTS,
    .params = immediate_params,
    TRANSITION};
const saltus_atomic petri_timed = {
    .name = "timed_transition",
    .title = "A timed transition of a Petri net",
    .text = "Fires when it has been enabled for a time, which is drawn when it becomes enabled and "
            "forgotten when it is disabled; then again. Comes after all immediate transitions of "
            "an instant. " CONFLICTS,
    .params = timed_params,
    .rank = 1,
    TRANSITION};
