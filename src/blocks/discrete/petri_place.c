/* SPDX-License-Identifier: MIT */
/* petri_place.c - a place of a Petri net: counts tokens, announces their number; and the protocol
 * of Petri nets.
 *
 * A place has tokens and announces their number as a signal, at the start and after every change. A
 * transition knows the announced numbers of the places before it. It is enabled if each has at
 * least as many tokens as the arc takes, and each inhibiting place fewer than the arc says. When it
 * fires it sends an event `take` to every place before it and `put` to every place behind it, the
 * value being the weight of the arc.
 *
 * Conflicts are resolved within one instant by the select order of CLASSIC semantics: places have
 * rank -1, immediate transitions 0, timed ones 1. So after each firing all places concerned
 * announce their numbers before anybody else fires, immediate transitions come before timed ones,
 * and of several enabled transitions the one with the lowest `priority` of its part, then the first
 * in the order of the parts. No one ever takes a token that is gone. A random choice between
 * transitions is made by the place (`weights`): it offers its tokens to one of them at a time.
 *
 * A timed transition draws its time when it becomes enabled and forgets it when it is disabled
 * (race with enabling memory, one server). PARALLEL semantics lets conflicting transitions fire in
 * the same round; a place that is asked for more tokens than it has says so and ends the run.
 *
 * A place with weights offers all its tokens to one of several transitions, and 0 to the others.
 * Whom, is drawn when the first token arrives and after each token that is taken. That is right for
 * transitions that need nothing but this place (free choice); one that also waits for another place
 * keeps the offer until it fires. */
#include "blocks/discrete/event.h"

#include <math.h>

struct place {
    double tokens;
    uint64_t drawn;
    int32_t chosen;   /* who gets the offer, -1: no one */
    int32_t announce; /* 1: the number is to be sent */
};

static int32_t place_port_size(const saltus_part *p, int way, int port)
{
    int32_t n = saltus_part_count(p, "weights", NULL, NULL);
    if (way == 1 && port == 1) return n > 0 ? n : 1;
    return p->size > 0 ? p->size : 1;
}

static void choose(saltus_cell *c)
{
    struct place *s = c->state;
    const double *w = saltus_part_reals(c->part, "weights");
    int32_t n = saltus_part_count(c->part, "weights", NULL, NULL);
    double sum = 0, u;
    if (n == 0 || s->tokens < 1) {
        s->chosen = -1;
        return;
    }
    u = saltus_cell_random(c, s->drawn++);
    for (int32_t k = 0; k < n; k++) sum += w[k];
    for (int32_t k = 0; k < n; k++) {
        if (w[k] > 0) s->chosen = k;
        if (w[k] > 0 && (u -= w[k] / sum) < 0) return;
    }
}

static int weights_fine(const saltus_cell *c)
{
    const double *w = saltus_part_reals(c->part, "weights");
    double sum = 0;
    int32_t n = saltus_part_count(c->part, "weights", NULL, NULL);
    for (int32_t k = 0; k < n; k++) {
        if (w[k] < 0) event_fail(c, "weights", NULL, "weight %d is negative: %g", k + 1, w[k]);
        sum += w[k];
    }
    if (n > 0 && !(sum > 0)) event_fail(c, "weights", NULL, "all weights are 0");
    return n == 0 || sum > 0;
}

static void place_start(saltus_cell *c)
{
    struct place *s = c->state;
    if (!event_is_scalar(c) || !event_numbers_fine(c) || !weights_fine(c)) return;
    s->tokens = saltus_part_real(c->part, "tokens", 0);
    s->announce = 1;
    s->chosen = -1;
    if (s->tokens != floor(s->tokens) || s->tokens > saltus_part_real(c->part, "capacity", 0))
        event_fail(c, "tokens", NULL, "%g is not a number of tokens within the capacity",
                   s->tokens);
    choose(c);
    event_show(c, 0, 0, s->tokens);
}

static double place_due(const saltus_cell *c)
{
    return ((const struct place *)c->state)->announce ? c->t : INFINITY;
}

static void place_lambda(const saltus_cell *c)
{
    const struct place *s = c->state;
    int32_t n = saltus_part_count(c->part, "weights", NULL, NULL);
    saltus_message *m = saltus_cell_out(c, 0, 0);
    if (m) m->c[0] = s->tokens;
    for (int32_t k = 0; k < n && m; k++) {
        m = saltus_cell_out(c, 1, k);
        if (m) m->c[0] = k == s->chosen ? s->tokens : 0;
    }
}

static void place_int(saltus_cell *c)
{
    ((struct place *)c->state)->announce = 0;
}

static void refuse(const saltus_cell *c, const char *format, double a, double b, const char *hint)
{
    char text[160];
    snprintf(text, sizeof text, format, a, b);
    saltus_cell_fail(c, SALTUS_EMODEL, NULL, text, hint);
}

static void place_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct place *s = c->state;
    double capacity = saltus_part_real(c->part, "capacity", 0), before = s->tokens, taken = 0;
    int single = saltus_part_real(c->part, "single", 0) != 0;
    (void)e;
    for (; n > 0; n--, x++) {
        double v = single ? 1 : x->c[0];
        s->tokens += x->port == 0 ? v : -v;
        if (x->port == 1) taken += v;
    }
    s->announce = 1;
    if (s->tokens < 0)
        refuse(c, "%g tokens are taken where there are %g", taken, before,
               "transitions that compete for tokens need CLASSIC semantics");
    else if (s->tokens > capacity)
        refuse(c, "%g tokens are more than the capacity %g", s->tokens, capacity,
               "an inhibiting arc from this place keeps transitions from filling it");
    if (taken > 0 || s->chosen < 0) choose(c);
    event_show(c, 0, 0, s->tokens);
}

static const saltus_port inputs[] = {
    {"put", SALTUS_TYPE_EVENT, 0, 1, "so many tokens come: from `put` of transitions"},
    {"take", SALTUS_TYPE_EVENT, 0, 1, "so many tokens go: from `take` of transitions"},
    {0}};
static const saltus_port outputs[] = {
    {"tokens", SALTUS_TYPE_SIGNAL, 0, 0,
     "how many there are: for `in` or `inhibit` of transitions"},
    SIGNAL_PORT("offer", "with weights: element k for `in` of the k-th transition, all tokens if "
                         "it is chosen, else 0"),
    {0}};
static const saltus_param params[] = {
    REAL_IN("tokens", 0, 0, 1e15, NULL, "tokens at the start"),
    REAL_IN("capacity", INFINITY, 0, INFINITY, NULL, "more tokens are an error; default: no limit"),
    REALS_PARAM("weights", NULL,
                "for a random choice among transitions: one weight for each element of `offer`"),
    {"single", SALTUS_BOOLEAN, 0, 0, NULL, NULL, 0, 1, NULL,
     "1: every event at `put` and `take` is one token, whatever its value"},
    {0}};
static const saltus_shown shows[] = {{"tokens", SALTUS_DISCRETE, "how many tokens there are"}, {0}};

const saltus_atomic petri_place = {
    BLOCK_NAME("place", "events", "A place of a Petri net"),
    .text = "Counts its tokens and tells the transitions behind it. For each arc from a place to a "
            "transition two wires are needed: `tokens` to `in[k]` and `take[k]` back to `take`; "
            "for an arc from a transition one: `put[k]` to `put`. With `weights` the place "
            "chooses, at random, to which of its transitions the tokens are offered; then "
            "`offer[k]` is wired in place of `tokens`.",
    BLOCK_TABLES(inputs, outputs, params, shows),
    .rank = -1,
    .struct_size = sizeof(saltus_atomic),
    .state_size = sizeof(struct place),
    .port_size = place_port_size,
    BLOCK_STEPS(place_start, place_due, place_lambda, place_int, place_ext)};
