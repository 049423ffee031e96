/* SPDX-License-Identifier: MIT */
/* integrator_blocks.c - integrator and integrate_and_fire: how their states
 * begin, and their tables. What they do is in integrator.c. */
#include "blocks/continuous/integrator_blocks.h"
#include "blocks/continuous/integrator_cell.h"
#include <math.h>

static bool limits(saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    if (s->fires) {
        e->max = saltus_part_real(c->part, "threshold", i);
    } else {
        e->min = saltus_part_real(c->part, "min", i);
        e->max = saltus_part_real(c->part, "max", i);
    }
    if (isinf(e->min) && isinf(e->max) && e->min < e->max) return true;
    e->flags |= ELEMENT_LIMITED;
    if (s->fires && !(e->s.x[0] < e->max && saltus_part_real(c->part, "reset", i) < e->max))
        element_fail(c, i, SALTUS_EARG, "start and reset must lie below the threshold", NULL);
    else if (!(e->min < e->max && e->s.x[0] >= e->min && e->s.x[0] <= e->max))
        element_fail(c, i, SALTUS_EARG, "its start value does not lie between its limits", NULL);
    else
        return true;
    return false;
}

static bool begin(saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    if (!element_start(c, e, i, saltus_part_real(c->part, "start", i))) return false;
    if (!limits(c, s, e, i)) return false;
    if (element_order(e) > s->ring.width) s->ring.width = (int8_t)element_order(e);
    if (e->m->target) s->ring.wants |= RING_AIMS;
    if (e->m->first_step) s->ring.wants |= RING_STEPS;
    saltus_cell_count(c, SALTUS_COUNT_INITIAL, 0, i);
    saltus_cell_show(c, 0, i, e->s.x, element_order(e) + 1);
    return true;
}

static bool room(saltus_cell *c, struct integrator *s)
{
    struct queue q;
    s->n = s->unheard = c->size;
    s->leaves = queue_leaves(s->n);
    s->due = INFINITY;
    if (s->n == 1) return true;
    if (!saltus_cell_store(c, 0, (size_t)s->n * sizeof(struct element)) ||
        !saltus_cell_store(c, 1, queue_bytes(s->n)) ||
        !saltus_cell_store(c, 2, (size_t)s->n * sizeof(int32_t)))
        return false;
    q = queue_at(saltus_cell_store(c, 1, 0), s->leaves);
    queue_clear(&q);
    return true;
}

static void integrator_start(saltus_cell *c)
{
    struct integrator *s = c->state;
    struct element *e;
    s->t0 = c->t;
    s->plan.t = NAN;
    s->plan.i = -1;
    s->when = NAN;
    s->fires = c->type == &block_integrate_and_fire;
    if (!room(c, s)) return;
    e = integrator_elements(c);
    for (int32_t i = 0; i < s->n; i++)
        if (!begin(c, s, &e[i], i)) return;
    ring_start(c, &s->ring);
}

/* ---- The tables ------------------------------------------------------------------------------ */

static const saltus_shown shows[] = {{"", SALTUS_STATE, "the state x"}, {0}};
static const saltus_shown fire_shows[] = {
    {"", SALTUS_STATE, "the state x"}, {"spike", SALTUS_GUARD, "it fires"}, {0}};
static const saltus_port inputs[] = {
    SIGNAL_PORT("u", "derivative of the state"),
    OPTIONAL_PORT(EVENT, "reset", "the state takes the value of the event"),
    {0}};
static const saltus_port outputs[] = {SIGNAL_PORT("y", "the quantized state q"), {0}};
static const saltus_port fire_outputs[] = {SIGNAL_PORT("y", "the quantized state q"),
                                           EVENT_PORT("spike", "an event of value 1 when it fires"),
                                           {0}};

static const saltus_param params[] = {
    REAL_PARAM("start", 0, NULL, "value of the state at the start"),
    ELEMENT_PARAMS,
    REAL_PARAM("min", -INFINITY, NULL, "the state does not fall below this"),
    REAL_PARAM("max", INFINITY, NULL, "the state does not rise above this"),
    {0}};

static const saltus_param fire_params[] = {
    REAL_NEEDED("threshold", NULL, "where it fires, from below"),
    REAL_PARAM("start", 0, NULL, "value of the state at the start"),
    REAL_PARAM("reset", 0, NULL, "value of the state after it has fired"),
    REAL_IN("refractory", 0, 0, 1e300, NULL, "how long it rests there"),
    ELEMENT_PARAMS,
    {0}};

const saltus_atomic block_integrator = {
    BLOCK_NAME("integrator", "integrators", "quantized integrator, with reset and limits"),
    .text = "The state $x$ with $x' = u$, integrated by a quantized-state method; the output is "
            "its quantized version $q$, a polynomial of degree $N-1$ for a method of order $N$, "
            "which stays within the quantum $\\max(\\text{rel} |x|, \\text{abs})$ of $x$ (or the "
            "method's multiple of it). Any quantized-state method can be used, and a different one "
            "for each block. Rules of the run for single states use the name of the block, or "
            "`name[i]` for element $i$ of a vector.\n\n"
            "Linearly implicit methods ask the diagram for $\\partial u/\\partial q$ through all "
            "static blocks between output and input, exactly, without differences. `mliqss1` and "
            "`mliqss2` find partners in other integrators, too.\n\n"
            "**Events.** `reset` sets the state. With `min` or `max` the state stops where it "
            "reaches the limit, at the exact instant, and leaves it when $u$ points inwards. When "
            "$u$ jumps because of an event, $q$ of a linearly implicit method keeps its value and "
            "loses its slope.\n\n"
            "**Limits.** A series that was cut off upstream is requested again before it is too "
            "old (a refresh, not a step).",
    BLOCK_TABLES(inputs, outputs, params, shows),
    BLOCK_STATE(struct integrator, 1),
    BLOCK_STEPS(integrator_start, integrator_due, integrator_lambda, integrator_delta_int,
                integrator_delta_ext),
    .look = integrator_look,
};

const saltus_atomic block_integrate_and_fire = {
    BLOCK_NAME("integrate_and_fire", "integrators",
               "integrator that fires at a threshold and starts again"),
    .text = "As `integrator`; when $x$ reaches `threshold` from below, an event of value 1 is "
            "sent, $x$ is set to the value `reset`, and rests there for the time `refractory`. The "
            "instant is the root of the polynomial $x$, exactly. A leaky neuron is this block with "
            "$u = (I - y)/\\tau$.\n\n"
            "The input `reset` sets the state at any time (an inhibiting neuron). It must be below "
            "the threshold.",
    BLOCK_TABLES(inputs, fire_outputs, fire_params, fire_shows),
    BLOCK_STATE(struct integrator, 1),
    BLOCK_STEPS(integrator_start, integrator_due, integrator_lambda, integrator_delta_int,
                integrator_delta_ext),
    .look = integrator_look,
};
